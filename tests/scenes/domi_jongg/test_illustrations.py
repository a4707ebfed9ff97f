"""The pictures in Domi Jongg's rules tell the truth, and the pages hold every rule."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.rules.domi_jongg.game import DomiJongg
from game.rules.domi_jongg.state import Table
from game.rules.domi_jongg.tiles import FITS, GROUP, KINDS
from game.scenes.domi_jongg import tile_art as art
from game.scenes.domi_jongg.illustrations import (
    AT_ONCE,
    SET,
    SKETCHES,
    paint_set,
    pictures_de,
    pictures_en,
)
from game.scenes.home.rules_reader import FOLDER
from game.ui import markup
from game.ui.canvas import Canvas
from game.ui.frame import Box

RULES = Path(__file__).parents[3] / "docs" / "rules" / "domi_jongg.md"
GAME = DomiJongg()
OPTIONS = {"dealer": "roll"}
EXAMPLE = SKETCHES["three"].steps
TURNS = {
    "grown": ((), ("B3>0R", "B7>1")),
    "branch": (("J3>0L",), ("K3+WE>1",)),
    "onward": (("J3>0L",), ("F3>1",)),
    "turn": (EXAMPLE[:2], EXAMPLE[2:6]),
    "identical": (("B3>0R",), ("B3>1",)),
    "own": (("B3>0R",), ("T3>1", "T3>2")),
}
"""What lies before the turn that a picture shows, and the turn; the singlestone is K3."""


def tiles_of(text: str) -> list[str]:
    return text.partition(">")[0].split("+")


def table(before: Sequence[str], turn: Sequence[str]) -> Table:
    """A position with the turn's tiles in hand, and one more for where the hand is not empty."""
    snake: list[list[object]] = [["K3", None, None]]
    for text in before:
        snake += [[tile, text.partition(">")[2], 1] for tile in tiles_of(text)]
    hand = [tile for text in turn for tile in tiles_of(text)]
    if len(hand) < 5:
        hand.append("DG")
    return GAME.from_plain({"hands": [hand, ["DG"], ["DG"]], "snake": snake, "turn": 0}, OPTIONS)


def played(before: Sequence[str], turn: Sequence[str]) -> Table:
    state = table(before, turn)
    for text in turn:
        move = GAME.read(text)
        assert GAME.why_illegal(state, move) is None, text
        state = GAME.apply(state, move)
    return state


@pytest.mark.parametrize("name", [n for n, s in SKETCHES.items() if len(s.tiles) == 2 and s.signs])
def test_dj_5_a_tick_stands_between_tiles_that_fit_and_a_cross_between_others(name: str) -> None:
    sketch = SKETCHES[name]
    one, other = (shown.tile for shown in sketch.tiles)
    assert sketch.signs[0][0] == ("yes" if other in FITS[one] else "no")


def test_dj_5_groups_tied_together_fit_and_no_others_do() -> None:
    shown = [tile.tile for tile in SKETCHES["groups"].tiles]
    order = list(dict.fromkeys(GROUP[tile] for tile in shown))
    assert len(order) == 4
    for i, one in enumerate(order):
        for j, other in enumerate(order):
            fit = any(b in FITS[a] for a in KINDS for b in KINDS
                      if (GROUP[a], GROUP[b]) == (one, other))  # fmt: skip
            assert fit == (abs(i - j) <= 1)


@pytest.mark.parametrize("name", TURNS)
def test_turns_in_pictures_are_legal_and_bring_the_points_that_are_shown(name: str) -> None:
    before, turn = TURNS[name]
    state = played(before, turn)
    assert [laid.tile for laid in state.snake] == [shown.tile for shown in SKETCHES[name].tiles]
    assert len(state.ends) == len(SKETCHES[name].ends)
    assert GAME.scores(state)[0] == sum(int(sign) for sign, _ in SKETCHES[name].signs)


def test_dj_6_the_crossed_wind_is_refused_alone() -> None:
    state = table(("J3>0L",), ("WE>1", "WS>1"))
    refusal = GAME.why_illegal(state, GAME.read("WE>1"))
    assert refusal is not None
    assert (refusal.rule, refusal.key) == ("DJ-6", "needs_two")
    assert "no" in [sign for sign, _ in SKETCHES["one_wind"].signs]


def test_every_kind_of_tile_is_in_the_first_pictures() -> None:
    shown = [t.tile for name in ("suits", "honours", "specials") for t in SKETCHES[name].tiles]
    assert sorted(shown) == list(KINDS)


@pytest.mark.parametrize(("language", "pictures"), [("de", pictures_de), ("en", pictures_en)])
def test_the_page_has_every_rule_in_its_order(
    language: str, pictures: Callable[..., Any],
) -> None:
    text = (FOLDER / language / "domi_jongg.md").read_text(encoding="utf-8")
    markup.read(text, pictures())
    numbers = re.findall(r"^- \*\*(DJ-\d+)", RULES.read_text(encoding="utf-8"), re.MULTILINE)
    assert re.findall(r"\{(DJ-\d+)\}", text) == numbers


def test_tiles_have_the_indices_of_the_language() -> None:
    pygame.display.init()
    pygame.display.set_mode((320, 240))
    painted = []
    for pictures in (pictures_de(), pictures_en()):
        picture = pictures["honours"]
        surface = pygame.Surface((round(picture.width), round(picture.height)), pygame.SRCALPHA)
        picture.paint(Canvas(surface, scale=1.0), Box(0, 0, picture.width, picture.height))
        painted.append(pygame.image.tobytes(surface, "RGBA"))
    assert painted[0] != painted[1]


def test_tiles_lie_in_the_opened_box_and_none_outside() -> None:
    pygame.display.init()
    pygame.display.set_mode((320, 240))
    surface = pygame.Surface((320, 240), pygame.SRCALPHA)
    paint_set(Canvas(surface, scale=1.0), Box(10, 10, 300, 220))
    drawn = surface.get_bounding_rect(min_alpha=8)
    assert drawn.w > 280
    assert drawn.h > 200
    assert pygame.Rect(10, 10, 300, 220).contains(surface.get_bounding_rect(min_alpha=200))


@pytest.mark.usefixtures("nothing_painted")
def test_the_set_is_turned_up_a_few_tiles_at_a_time_until_all_are() -> None:
    pygame.display.init()
    pygame.display.set_mode((320, 240))
    surface = pygame.Surface((500, 400), pygame.SRCALPHA)
    canvas, box = Canvas(surface, scale=1.0), Box(10, 10, 431, 329)
    tall, faces = round(min(329 / 5 * 0.93, 431 / 11 * 0.93 * 4 / 3)), art.Faces("")
    tiles = [tile for line in SET for tile in line.split() if tile in KINDS]
    assert not any(faces.has(tile, tall) for tile in tiles)
    for turned in range(AT_ONCE, len(tiles) + AT_ONCE, AT_ONCE):
        paint_set(canvas, box)
        assert sum(faces.has(tile, tall) for tile in tiles) == min(turned, len(tiles))
