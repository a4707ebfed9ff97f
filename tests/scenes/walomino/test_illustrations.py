"""The pictures in Walomino's rules tell the truth, and the pages hold every rule."""

from dataclasses import replace

import pygame
import pytest

from game.rules.core.protocol import Refusal
from game.rules.walomino.chain import can_attach
from game.rules.walomino.game import Walomino
from game.rules.walomino.notation import read_pair
from game.rules.walomino.state import Attach, Table, set_up
from game.rules.walong.geometry import read_pose
from game.scenes.walomino.illustrations import SKETCHES, Sketch, paint_set
from game.ui.canvas import Canvas
from game.ui.frame import Box

REASONS = {"colours": "colours", "middle": "not_at_end", "branch": "branch", "tip": "tip_only"}
"""What the rules say to the pictures with a cross."""


def table_of(sketch: Sketch) -> Table:
    """The position of a picture, its seat holding the pair that is tried."""
    held = [read_pair(text.split()[0]) for text in sketch.tried]
    empty = set_up(2, {"draft": "quick", "tie": "share"})
    return replace(empty, phase="play", chain=sketch.chain, pairs=(tuple(held), ()))


def verdict(sketch: Sketch) -> Refusal | None:
    pose = read_pose(sketch.tried[0].split()[1])
    assert pose is not None
    return Walomino().why_illegal(table_of(sketch), Attach(0, pose))


@pytest.mark.parametrize("name", [name for name, sketch in SKETCHES.items() if sketch.tried])
def test_what_a_picture_shows_is_what_the_rules_say(name: str) -> None:
    refusal = verdict(SKETCHES[name])
    assert (refusal.key if refusal else None) == REASONS.get(name)
    assert SKETCHES[name].wrong == (name in REASONS)


def test_the_doubles_really_touch_two_sides() -> None:
    for name in ("notch", "both"):
        sketch = SKETCHES[name]
        contacts = [c for pose, _ in sketch.offered() for c in sketch.chain.pieces.contacts(pose)]
        assert len(contacts) == 2


def test_the_example_goes_on_with_red_or_black_then_green_or_black() -> None:
    ends = [{end.colour for end in SKETCHES[f"example_{name}"].chain.ends}
            for name in ("start", "below", "above")]  # fmt: skip
    assert ends == [{1, 2}, {1, 4}, {2, 4}]
    assert not can_attach(SKETCHES["example_below"].chain, [read_pair("y0-v0"), read_pair("g1-y2")])


def test_pieces_lie_in_the_opened_box() -> None:
    pygame.display.init()
    pygame.display.set_mode((320, 240))
    surface = pygame.Surface((320, 240), pygame.SRCALPHA)
    paint_set(Canvas(surface, scale=1.0), Box(10, 10, 300, 220))
    drawn = surface.get_bounding_rect(min_alpha=8)
    assert drawn.w > 200
    assert drawn.h > 150
