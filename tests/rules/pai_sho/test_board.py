"""The Pai Sho garden: points, gardens, tiles, the circle, sight and reach."""

from __future__ import annotations

import gzip
import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from game.rules.core.protocol import NotationError
from game.rules.pai_sho.board import (
    ACCENTS,
    BASICS,
    BEHIND_GATES,
    BESIDE,
    BITS,
    BOARD,
    CODES,
    EMPTY,
    FITS,
    FLOWERS,
    GATE_POINTS,
    GATES,
    KINDS,
    NEUTRAL,
    OPPOSITE,
    OVER_GATES,
    PLACES,
    POINTS,
    RED,
    SET,
    STEPS,
    WHITE,
    at,
    changed,
    kind_of,
    mask_of,
    owner_of,
    points_of,
    reach,
    read_point,
    route,
    sight,
    xy,
)

DATA = Path(__file__).parents[2] / "data"


def seen(
    x: int, y: int, taken: list[tuple[int, int]],
    lines: Any = BEHIND_GATES,
) -> set[tuple[int, int]]:
    return {xy(p) for p in points_of(sight(at(x, y), mask_of(at(*t) for t in taken), lines))}


def gardens(point: int) -> list[str]:
    named = {"neutral": NEUTRAL, "red": RED, "white": WHITE}
    return [name for name, garden in named.items() if garden & BITS[point]]


def test_sk_1_every_point_of_the_board_is_as_recorded() -> None:
    told = json.loads(gzip.decompress((DATA / "pai_sho_board.json.gz").read_bytes()))
    recorded = {(p["x"], p["y"]): (sorted(p["gardens"]), p["is_gate"]) for p in told["points"]}
    ours = {xy(p): (gardens(p), bool(GATES & BITS[p])) for p in POINTS}
    assert ours == recorded
    assert len(POINTS) == told["count"] == 249


def test_sk_1_gates_have_no_garden() -> None:
    assert {xy(p) for p in points_of(GATES)} == {(0, 8), (0, -8), (8, 0), (-8, 0)}
    assert all(gardens(p) == [] for p in points_of(GATES))


def test_sk_1_points_and_their_texts_belong_together() -> None:
    for point in POINTS:
        assert read_point(PLACES[point]) == point
        assert at(*xy(point)) == point


@pytest.mark.parametrize("text", ["(9,0)", "(6,7)", "(1, 2)", "1,2", "(01,2)x", "(a,1)", ""])
def test_sk_1_what_is_no_point_is_refused(text: str) -> None:
    with pytest.raises(NotationError) as error:
        read_point(text)
    assert error.value.at == text


def test_sk_2_each_player_has_28_tiles() -> None:
    assert sum(SET) == 28
    assert [SET[KINDS[c]] for c in ("R3", "W5", "L", "O", "R", "W", "K", "B")] == [
        3, 3, 1, 1, 2, 2, 2, 2,
    ]  # fmt: skip
    assert len(BASICS) == 6
    assert len(FLOWERS) == 8
    assert len(ACCENTS) == 4


def test_sk_6_neighbours_on_the_circle_and_opposites() -> None:
    circle = [CODES[kind] for kind in BASICS]
    assert circle == ["R3", "R4", "R5", "W3", "W4", "W5"]
    for i, kind in enumerate(BASICS):
        assert {CODES[k] for k in BESIDE[kind]} == {circle[i - 1], circle[(i + 1) % 6]}
        assert CODES[OPPOSITE[kind]] == circle[(i + 3) % 6]


def test_sk_7_tiles_see_along_rows_and_columns_up_to_the_first_tile() -> None:
    around = seen(2, 2, [(5, 2), (6, 2), (2, -1), (3, 3)])
    assert {(3, 2), (4, 2), (5, 2), (2, -1), (2, 3), (-8, 2)} <= around
    assert not {(6, 2), (2, -2), (3, 3), (2, 2)} & around


def test_sk_7_gates_interrupt_sight_even_empty_ones() -> None:
    assert (8, -1) not in seen(8, 1, [])
    assert (8, 0) not in seen(8, 1, [])
    assert (7, 0) in seen(0, 0, [])


def test_so_2_gates_are_ordinary_points_for_sight_in_solitaire() -> None:
    assert {(8, -1), (8, 0)} <= seen(8, 1, [], OVER_GATES)
    assert (8, -1) not in seen(8, 1, [(8, 0)], OVER_GATES)


def test_sk_11_flowers_fit_their_own_colour_and_neutral_ground() -> None:
    rose, jasmine, orchid = FITS[KINDS["R3"]], FITS[KINDS["W3"]], FITS[KINDS["O"]]
    red, white, middle, neutral = (BITS[at(*p)] for p in ((2, 2), (-2, 2), (0, 3), (7, 3)))
    assert all(rose & p for p in (red, middle, neutral))
    assert not rose & white
    assert all(jasmine & p for p in (white, middle, neutral))
    assert not jasmine & red
    assert orchid == BOARD & ~GATES
    border_red, border_white = BITS[at(3, 4)], BITS[at(-3, 4)]
    assert rose & border_white
    assert jasmine & border_red


def test_sk_11_reach_turns_freely_and_never_crosses_tiles() -> None:
    wall = mask_of(at(x, y) for x, y in ((1, 0), (1, 1), (-1, 0), (-1, 1), (0, -1)))
    free = BOARD & ~wall & ~BITS[at(0, 0)]
    assert {xy(p) for p in points_of(reach(at(0, 0), free, 3))} == {
        (0, 1), (0, 2), (0, 3), (1, 2), (-1, 2),
    }  # fmt: skip
    assert STEPS[KINDS["O"]] == 6


def test_reach_ends_on_prey_but_never_goes_on_from_there() -> None:
    prey = BITS[at(1, 0)]
    free = BOARD & ~prey & ~BITS[at(0, 0)] & ~mask_of([at(0, 1), at(0, -1), at(-1, 0)])
    assert reach(at(0, 0), free, 4, prey) == prey


def test_reach_never_wraps_from_one_side_to_the_other() -> None:
    assert all(xy(p)[0] > 4 for p in points_of(reach(at(8, 2), BOARD, 3)))


def test_a_route_is_shortest_and_free() -> None:
    free = BOARD & ~mask_of(at(1, y) for y in range(-3, 4)) & ~BITS[at(0, 0)]
    way = [xy(p) for p in route(at(0, 0), at(2, 0), free)]
    assert way[0] == (0, 0)
    assert way[-1] == (2, 0)
    assert len(way) == 11
    assert all(abs(a - c) + abs(b - d) == 1 for (a, b), (c, d) in pairwise(way))
    assert route(at(0, 0), at(2, 0), 0) == ()


def test_the_points_of_a_set_are_those_it_was_made_of() -> None:
    for points in ([], list(GATE_POINTS), list(POINTS), [at(-8, -4), at(3, 4)]):
        assert points_of(mask_of(points)) == sorted(points)


def test_a_changed_board_knows_its_tiles_both_ways() -> None:
    one = changed(EMPTY, {at(0, 1): KINDS["R3"], at(2, 2): KINDS["K"] + 13})
    two = changed(one, {at(0, 1): 0, at(2, 2): KINDS["W4"], at(5, 5): KINDS["B"]})
    for board in (one, two):
        tiles = {p: board.cells[p] for p in POINTS if board.cells[p]}
        assert mask_of(tiles) == board.taken
        for code, mask in enumerate(board.masks[1:], start=1):
            assert points_of(mask) == sorted(p for p, c in tiles.items() if c == code)
    assert (kind_of(one.cells[at(2, 2)]), owner_of(one.cells[at(2, 2)])) == (KINDS["K"], 1)
    assert EMPTY.taken == 0
