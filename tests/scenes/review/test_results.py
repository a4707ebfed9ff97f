"""What the sheet at the end of a game shows at first sight."""

from __future__ import annotations

from itertools import product
from pkgutil import resolve_name
from typing import Any

import pytest

from game.navigator import play_scene
from game.rules import SHELF
from game.rules.core.match import Series
from game.scenes.review.results import Results
from game.services.people import Chair
from game.ui.scrolling import List
from game.ui.widgets import Button, Picture
from tests.tools import headless
from tests.tools.showcase.games import played_out

NAMES = "Annegret", "Ole", "Käthe", "Ben", "Maximiliane-Sophie", "Friedrich Wilhelm"


def sheet(game: str, seats: int, pixels: tuple[int, int] = (1280, 720)) -> Any:
    """The results of a game."""
    context = headless.context(pixels, "de")
    chairs = tuple(Chair("person", name) for name in NAMES[:seats])
    play = play_scene(game)(context, Series(played_out(game, seats, 3)), chairs)
    results: Any = resolve_name(SHELF[game].results)(context, play)
    headless.stack_of(context, play, results)
    return results


@pytest.mark.parametrize(("game", "seats"), [
    ("ping_pao", 5), ("jin_li", 2), ("domi_jongg", 6), ("skud_pai_sho", 2), ("walomino", 4),
    *(pytest.param(*fewer, marks=pytest.mark.deep)
      for fewer in (("ping_pao", 2), ("walomino", 3), ("domi_jongg", 5))),
])  # fmt: skip
def test_everybody_is_seen_before_anything_is_scrolled(
    game: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many have won, in an evening and without one: the sheet is laid anew each time."""
    found = sheet(game, seats)
    for winners, evening in product(("one", "most", "all"), (None, (object(), 0))):
        if winners != "one":
            won = tuple(range(seats if winners == "all" else seats - 1))
            monkeypatch.setattr(Results, "_winners", won)
        found.evening = evening
        found.resize(found.size)
        rows = next(each for each in found.layers[0].children if isinstance(each, List))
        standings = [row for row in rows.children if isinstance(row, Picture)][:seats]
        assert len(standings) == seats, (winners, evening)
        for row in standings:
            seen = rows.box.y <= row.box.y < row.box.bottom <= rows.box.bottom + 1
            assert seen, (winners, evening, row.box, rows.box)


@pytest.mark.parametrize("game", SHELF)
def test_results_that_were_closed_come_back_by_the_corner_of_the_hint(game: str) -> None:
    found = sheet(game, 2)
    play = found.play
    play.told_end = True
    stack = headless.stack_of(found.context, play)
    headless.wait(stack, 1.0)
    play.timeline.skip()
    play.later.due.clear()  # they come by themselves once
    play.show_buttons(True)
    play.controls.update()
    headless.wait(stack, 0.1)
    corner = play.controls.buttons["hint"]
    assert corner.icon == "trophy"
    headless.tap(stack, *play.controls.layer.frame.out(corner.box.center))
    headless.wait(stack, 8.0)  # a garden is told once more before
    assert isinstance(stack.top, Results)
    stack.close()


@pytest.mark.parametrize("pixels", [(1280, 720), (800, 600), (600, 1000), (1920, 1080)])
@pytest.mark.parametrize("game", ["jin_li", "ping_pao", "domi_jongg"])
def test_buttons_stand_in_one_row_or_in_even_columns(game: str, pixels: tuple[int, int]) -> None:
    found = sheet(game, 2, pixels)
    buttons = (each for each in found.layers[0].children if isinstance(each, Button))
    first, *boxes = [each.box for each in buttons if each.text and each.icon != "share"]
    assert len(boxes) >= 2
    one_row = len({round(box.y) for box in (first, *boxes)}) == 1
    assert one_row or len({round(box.w) for box in boxes}) == 1  # small ones stand beside the first
