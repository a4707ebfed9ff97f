"""Boards of squares: what squares are called, and the straight ways over them."""

from __future__ import annotations

from game.rules.core.squares import names, ways


def test_squares_are_called_as_in_chess() -> None:
    assert names(3, 2) == ("a1", "b1", "c1", "a2", "b2", "c2")


def test_ways_are_straight_and_stay_on_the_board() -> None:
    assert {frozenset(way) for way in ways(3, 3, 3)} == {
        frozenset(line) for line in (
            (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6),
        )
    }  # fmt: skip
    assert len(ways(3, 3, 3)) == 16, "each in both directions"
    assert {way[1] for way in ways(4, 2, 2) if way[0] == 0} == {1, 4, 5}
    assert ways(2, 3, 3) == ((0, 2, 4), (1, 3, 5), (4, 2, 0), (5, 3, 1))
