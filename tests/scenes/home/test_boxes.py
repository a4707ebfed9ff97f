"""The boxes on the shelf, as they are painted."""

from __future__ import annotations

from game.scenes.home.boxes import GameBox
from game.ui import sprites
from tests.tools import headless


def test_the_edges_of_a_tilted_box_are_smooth() -> None:
    """An edge without steps covers its pixels by every share."""
    headless.context()
    box = GameBox("ping_pao", "Ping-Pao", lambda: None)
    box.angle = 3.0
    image = sprites.SpriteCache().get("box", lambda: box._askew((600, 500)))
    width, height = image.get_size()
    shares = {
        image.get_at((x, y))[3] for x in range(width // 3, 2 * width // 3)
        for y in range(height // 2)
    }  # fmt: skip
    assert len(shares) > 30
