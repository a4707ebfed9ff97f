"""The boxes on the shelf, as they are painted."""

from __future__ import annotations

import math

import pygame
import pytest

from game.rules import SHELF
from game.scenes.core.registry import goals
from game.scenes.home import boxes
from game.scenes.home.boxes import EACH, ROUNDS, GameBox, GoalBox
from game.scenes.home.setup import Setup
from game.ui import sprites
from tests.sweep import one_in
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


@pytest.mark.parametrize("game", one_in(3, SHELF))
@pytest.mark.parametrize("still", [False, True])
def test_the_lid_shows_what_the_game_is_about_and_comes_to_rest(
    game: str, still: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boxes, "SLICE", math.inf)  # a slow machine has its pictures later
    context = headless.context(language="de", reduced_motion=still)
    setup = Setup(context, game)
    screen = headless.screen_of(headless.stack_of(context, setup))
    (box,) = [each for each in setup.layers[0].children if isinstance(each, GoalBox)]
    lid = pygame.Rect([round(length * 720 / 1080) for length in box.box])

    def seen(seconds: float) -> bytes:
        headless.live(screen, seconds)
        return pygame.image.tobytes(screen.surface.subsurface(lid), "RGB")

    before = seen(0.5)
    found = {seen(EACH / 2) for _ in range(2 * ROUNDS * len(goals(game)))}
    assert (found == {before}) == still
    rest = seen(2 * EACH)
    assert seen(2 * EACH) == rest
    if still:
        assert rest == before
    context.ai_worker.close()
    context.store.close()


def test_the_lid_goes_on_while_choices_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boxes, "SLICE", math.inf)
    context = headless.context()
    setup = Setup(context, "jin_li")
    screen = headless.screen_of(headless.stack_of(context, setup))

    def lid() -> GoalBox:
        (found,) = [each for each in setup.layers[0].children if isinstance(each, GoalBox)]
        return found

    headless.live(screen, 1.0)
    before = lid()
    setup.rebuild()
    headless.live(screen, 0.1)
    assert lid() is before
    context.texts.switch("de")
    setup.rebuild()
    assert lid() is not before
    context.ai_worker.close()
    context.store.close()
