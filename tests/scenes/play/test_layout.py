"""Boards, trays and corner buttons never overlap, on any screen and for any company."""

import math
from itertools import combinations, pairwise
from typing import Any

import pytest

from game.rules import GAMES, SHELF
from game.scenes.domi_jongg.tray import plan
from game.scenes.play.layout import lay_out
from game.ui.frame import Box
from tests.scenes.table import ANNA, Table

SIZES = [(1920, 1080), (1440, 1080), (1080, 1920), (2560, 1080), (1080, 1440)]


def overlap(a: Box, b: Box) -> bool:
    return a.x + 1 < b.right and b.x + 1 < a.right and a.y + 1 < b.bottom and b.y + 1 < a.bottom


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seating", ["couch", "table"])
@pytest.mark.parametrize("seats", range(1, 7))
@pytest.mark.parametrize(("square", "flat"), [(True, None), (False, None), (False, 112.0)])
def test_nothing_lies_over_anything_else(
    size: tuple[int, int], seating: Any, seats: int, square: bool, flat: float | None,
) -> None:
    layout = lay_out(size, seats, seating, square=square, flat=flat)
    boxes = [layout.board, *(tray.box for tray in layout.trays)]
    assert len(layout.trays) == seats
    for a, b in combinations(boxes, 2):
        assert not overlap(a, b), (a, b)
    for tray in layout.trays:
        for corner in layout.corners:
            assert not overlap(tray.box, corner)
    table = Box(-1, -1, size[0] + 2, size[1] + 2)
    for box in boxes:
        assert table.has((box.x, box.y))
        assert table.has((box.right, box.bottom))
    assert min(layout.board.w, layout.board.h) >= 400


@pytest.mark.parametrize("seats", range(3, 7))
def test_domi_jongg_goes_round_the_table_the_other_way(seats: int) -> None:
    around, back = lay_out((1920, 1080), seats, "table"), plan((1920, 1080), seats, "table")[0]
    turns = [tray.turn for tray in around.trays]
    assert [tray.turn for tray in back.trays] == [turns[0], *reversed(turns[1:])]


def test_at_a_table_everybody_reads_from_their_own_edge() -> None:
    turns = {tray.turn for tray in lay_out((1920, 1080), 4, "table", square=False).trays}
    assert turns == {0, 1, 2, 3}


@pytest.mark.parametrize(("size", "seats", "flat", "deep"), [
    ((1920, 1080), 4, (0, 2), (1, 3)), ((1080, 1920), 4, (1, 3), (0, 2)),
    ((1440, 1080), 5, (0,), (1, 2, 3, 4)),  # two at one edge have no long trays there
])  # fmt: skip
def test_trays_along_the_longer_edges_are_flat_where_they_are_long(
    size: tuple[int, int], seats: int, flat: tuple[int, ...], deep: tuple[int, ...],
) -> None:
    trays = lay_out(size, seats, "table", square=False, depth=190.0, flat=112.0).trays
    assert {trays[seat].size[1] for seat in flat} == {112.0}
    assert {trays[seat].size[1] for seat in deep} == {190.0}


def test_on_a_couch_everybody_reads_from_the_bottom() -> None:
    assert {tray.turn for tray in lay_out((1920, 1080), 6, "couch").trays} == {0}


@pytest.mark.parametrize(("size", "seats", "folded"), [
    ((1080, 1800), 2, (0, 1)), ((1080, 1800), 2, (1,)), ((1440, 1080), 3, (1, 2)),
    ((922, 1080), 4, (0, 1, 2, 3)), ((1450, 1080), 2, (1,)),
])  # fmt: skip
def test_folded_trays_leave_their_room_to_the_board(
    size: tuple[int, int], seats: int, folded: tuple[int, ...]
) -> None:
    usual, flat = (lay_out(size, seats, "couch", folded=some) for some in ((), folded))
    assert flat.board.h >= usual.board.h
    if size == (922, 1080):
        assert flat.board.w > usual.board.w + 100
    boxes = [flat.board, *(tray.box for tray in flat.trays)]
    for a, b in combinations(boxes, 2):
        assert not overlap(a, b), (a, b)
    for box in boxes:
        assert box.x >= 0 <= box.y
        assert box.right <= size[0] + 1
        assert box.bottom <= size[1] + 1


@pytest.mark.parametrize("seating", ["couch", "table"])
@pytest.mark.parametrize("game", SHELF)
def test_turns_go_round_the_table(game: str, seating: Any) -> None:
    """Clockwise, in Domi Jongg the other way as its rules say, and never to and fro."""
    low, high = GAMES[game].info.seats
    for seats in range(max(2, low), high + 1):
        options = {"mode": "cooperative"} if game == "solitaire_pai_sho" else {}
        table = Table(game, [ANNA] * seats, options, seating=seating)
        for size in SIZES:
            centers = [tray.center for tray in table.scene.divide(size).trays]
            row, column = (len({round(at[axis]) for at in centers}) == 1 for axis in (1, 0))
            if seats > 2 and (row or column):  # from left to right, or from the bottom up
                assert centers == sorted(centers, key=lambda at: (at[0], -at[1]))
                continue
            x, y = (sum(part) / seats for part in zip(*centers, strict=True))
            angles = [math.atan2(at[1] - y, at[0] - x) for at in centers]
            steps = [(b - a) % math.tau for a, b in pairwise([*angles, angles[0]])]
            if game == "domi_jongg":
                steps = [math.tau - step for step in steps]
            assert sum(steps) == pytest.approx(math.tau), (seats, size)
