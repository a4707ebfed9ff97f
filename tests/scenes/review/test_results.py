"""What the sheet at the end of a game shows at first sight."""

from __future__ import annotations

from pkgutil import resolve_name
from typing import Any

import pytest

from game.navigator import play_scene
from game.rules import SHELF
from game.rules.core.match import Series
from game.services.people import Chair
from game.ui.scrolling import List
from game.ui.widgets import Button, Picture
from tests.tools import headless
from tests.tools.showcase.games import played_out

NAMES = "Annegret", "Ole", "Käthe", "Ben", "Maximiliane-Sophie", "Friedrich Wilhelm"


def sheet(game: str, seats: int, evening: bool, pixels: tuple[int, int] = (1280, 720)) -> Any:
    """The results of a game, perhaps one of an evening."""
    context = headless.context(pixels, "de")
    chairs = tuple(Chair("person", name) for name in NAMES[:seats])
    play = play_scene(game)(context, Series(played_out(game, seats, 3)), chairs)
    results: Any = resolve_name(SHELF[game].results)(context, play)
    results.evening = (object(), 0) if evening else None
    headless.stack_of(context, play, results)
    return results


@pytest.mark.parametrize("evening", [False, True])
@pytest.mark.parametrize(("game", "seats"), [
    ("ping_pao", 2), ("ping_pao", 5), ("walomino", 3), ("jin_li", 2), ("domi_jongg", 6),
    ("skud_pai_sho", 2),
])  # fmt: skip
def test_everybody_is_seen_before_anything_is_scrolled(
    game: str, seats: int, evening: bool
) -> None:
    found = sheet(game, seats, evening)
    rows = next(each for each in found.layers[0].group.children if isinstance(each, List))
    standings = [row for row in rows.children if isinstance(row, Picture)][:seats]
    assert len(standings) == seats
    for row in standings:
        assert rows.box.y <= row.box.y < row.box.bottom <= rows.box.bottom + 1


@pytest.mark.parametrize("pixels", [(1280, 720), (800, 600), (600, 1000), (1920, 1080)])
@pytest.mark.parametrize("game", ["jin_li", "ping_pao", "domi_jongg"])
def test_buttons_stand_in_one_row_or_in_even_columns(game: str, pixels: tuple[int, int]) -> None:
    found = sheet(game, 2, evening=False, pixels=pixels)
    buttons = (each for each in found.layers[0].group.children if isinstance(each, Button))
    first, *boxes = [each.box for each in buttons if each.text and each.icon != "share"]
    assert len(boxes) >= 2
    one_row = len({round(box.y) for box in (first, *boxes)}) == 1
    assert one_row or len({round(box.w) for box in boxes}) == 1  # small ones stand beside the first
