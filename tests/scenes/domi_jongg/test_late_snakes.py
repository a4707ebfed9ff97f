"""Late in recorded games the snake can be read, whoever plays and wherever they sit."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from game.navigator import play_scene
from game.rules.core.match import Match, Series
from game.rules.core.protocol import CHANCE
from game.rules.domi_jongg.state import Drawn
from game.scenes.review.highlights import Highlights
from game.services.people import Chair
from tests.rules.domi_jongg.test_conformance import GAME, GAMES, options, step
from tests.scenes.test_smallest import FINISHED, SIZES
from tests.sweep import one_in
from tests.tools import headless
from tests.tools.showcase.games import played_out

FIRST = {game["players"]: game["id"] for game in reversed(GAMES)}
"""A game for each number of players."""
LEAST = {(1280, 720): 40, (1920, 1080): 60, (800, 600): 33, (600, 1000): 33}
"""How high tiles are, in pixels, by the window; see `tests/scenes/test_smallest.py`."""


def late(game: dict[str, Any]) -> Match:
    """A recorded game at the last moment at which somebody is to act."""
    match, order = Match(GAME, game["players"], options(game), luck="manual"), iter(game["order"])
    for told in (None, *game["steps"]):
        if told is not None:
            match.play(step(told["move"]))
        while match.actor == CHANCE:
            match.play(Drawn(next(order)))
    while match.actor is None or match.actor == CHANCE:
        match.go_to(match.cursor - 1)
    return match


def cases() -> Iterator[Any]:
    """Every game in every window, most of them in deep runs."""
    for game, pixels in product(GAMES, LEAST):
        quick = game["id"] in (FIRST[2], FIRST[4], FIRST[6]) and pixels == (1280, 720)
        marks = () if quick else pytest.mark.deep
        yield pytest.param(game, pixels, id=f"{game['id']}-{pixels[0]}", marks=marks)


@pytest.mark.parametrize(("game", "pixels"), list(cases()))
def test_tiles_of_a_late_snake_are_large_enough_to_be_read(
    game: dict[str, Any], pixels: tuple[int, int]
) -> None:
    match = late(game)
    assert len(match.state.snake) > 120
    chairs = [Chair("person", name) for name in "ABCDEF"[: match.seats]]
    for seating in ("couch", "table"):
        context = headless.context(pixels, seating=seating)
        scene: Any = play_scene("domi_jongg")(context, Series(match), chairs)
        stack = headless.stack_of(context, scene)
        headless.wait(stack, 1.0)
        assert scene.felt.camera.tall >= LEAST[pixels], seating
        stack.close()


@pytest.mark.parametrize("windows", one_in(3, product(SIZES, repeat=2)))
def test_a_finished_snake_can_be_read_in_its_story_whichever_window_it_was_opened_in(
    windows: tuple[tuple[int, int], tuple[int, int]]
) -> None:
    before, pixels = windows
    context = headless.context(before)
    chairs = Chair("person", "Anna"), Chair("person", "Ben")
    scene: Any = play_scene("domi_jongg")(context, Series(played_out("domi_jongg")), chairs)
    story = Highlights(context, scene)
    story.telling.moment = story.telling.moments[-1]
    stack = headless.stack_of(context, story)
    headless.wait(stack, 1.0)
    story.telling.go_on()
    stack.resize(pixels)
    story.telling.go_on()
    headless.wait(stack, 1.0)
    assert scene.shown_state.phase == "over"
    assert scene.felt.camera.tall >= FINISHED[SIZES.index(pixels)]
    stack.close()
