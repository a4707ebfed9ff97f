"""Perft: how many lines of complete turns there are, to compare rules with other rules."""

from __future__ import annotations

from collections.abc import Callable

from game.rules.core.protocol import Game, M, S, turns, write_turn


def perft(
    game: Game[S, M], state: S, depth: int, leaf: Callable[[S], int] | None = None
) -> int:
    """The number of lines of `depth` complete turns; a game that ends earlier makes none.

    `leaf` may say how many turns a position has, so that the last ones need not be made.
    """
    if depth == 0:
        return 1
    if depth == 1 and leaf is not None:
        return leaf(state)
    return sum(perft(game, after, depth - 1, leaf) for _, after in turns(game, state))


def divide(
    game: Game[S, M], state: S, depth: int, leaf: Callable[[S], int] | None = None
) -> dict[str, int]:
    """Perft of each first turn, by its text: what to look at when two sums differ."""
    return {
        write_turn(game, steps): perft(game, after, depth - 1, leaf)
        for steps, after in turns(game, state)
    }
