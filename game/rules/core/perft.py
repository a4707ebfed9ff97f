"""Perft: how many lines of complete turns there are, to compare rules with other rules."""

from __future__ import annotations

from game.rules.core.protocol import Game, M, S, turns


def perft(game: Game[S, M], state: S, depth: int) -> int:
    """The number of lines of `depth` complete turns; a game that ends earlier makes none."""
    if depth == 0:
        return 1
    return sum(perft(game, after, depth - 1) for _, after in turns(game, state))
