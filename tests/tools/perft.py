"""How many lines a game has: what rules are compared by with other rules."""

from game.rules.core.protocol import AnyGame, AnyState, turns


def perft(game: AnyGame, state: AnyState, depth: int) -> int:
    """The number of lines of `depth` complete turns. A game that ends earlier makes none."""
    if depth == 0:
        return 1
    return sum(perft(game, after, depth - 1) for _, after in turns(game, state))
