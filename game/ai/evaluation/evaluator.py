"""What a computer player knows about one game beyond its rules: who stands better, what to try.

A judgement sees what the search shows it: the view of the seat that thinks, with the unknown
imagined. It never changes legality; it only guides.
"""

import math
import random
from collections.abc import Hashable, Mapping, Sequence
from statistics import fmean
from typing import Generic, TypeAlias

from game.rules.core.protocol import AnyMove, AnyState, Game, M, Outcome, S, Seat


class Evaluator(Generic[S, M]):
    """One game's judgement; what is not overridden serves every game."""

    width: int = 12
    """How many moves of a position a search looks at when it cannot look at all of them."""
    widening: float = 1.0
    """How fast a tree looks at more of a position's moves: so many times the root of visits."""
    horizon: int = 0  # how many likely steps a playout goes on before the position is judged
    sharpness: float = 4.0
    """How fast values become chances to win, see `chance`; found by counting how games ended."""
    proving: int = 1
    """How many times a master's budget those have who must agree to what a choice has cost."""
    duel: bool = False  # two seats that see everything and wish each other ill: alpha-beta suits it

    def evaluate(self, state: S) -> tuple[float, ...]:
        """For each seat, from 0 (lost) to 1 (won), how well it stands in an unfinished game."""
        raise NotImplementedError

    def returns(self, state: S, outcome: Outcome, scores: tuple[int, ...]) -> tuple[float, ...]:
        """The same for a finished game: a shared win is shared, a draw is shared by all."""
        return outcome.shares(len(scores))

    def chance(self, value: float, played: float = 0.75) -> float:
        """The chance to win, from 0 to 1, that a value has stood for in games played to the end
        when this share of them was played: the later, the more it tells.
        """
        return 1 / (1 + math.exp(-self.sharpness * (0.4 + 0.8 * played) * (value - 0.5)))

    def quick_move(self, state: S, rng: random.Random, temperature: float) -> M | None:
        """A move that needs no search, for decisions not worth the thought; None if they are.
        The higher the temperature, the more chance has a say.
        """
        return None

    def imagine(self, game: Game[S, M], view: S, seat: Seat, rng: random.Random) -> S:
        """A world in which the seat may be, rather one that suits what the others did."""
        return game.determinize(view, seat, rng)

    def rank(self, state: S, moves: Sequence[M]) -> Sequence[M]:
        """The moves worth a look, the most promising first; at least one of them."""
        return moves

    def key(self, state: S) -> Hashable:
        """Equal for states that play on alike: what a search may treat as one."""
        return state


def shares(points: Sequence[float], span: float) -> tuple[float, ...]:
    """How near to a win each seat is with these points in the end.
    `span` is how many points more than the best of the others make three wins of four.
    """
    found = []
    for seat, mine in enumerate(points):
        rival = max(n for other, n in enumerate(points) if other != seat)
        found.append(1 / (1 + 3 ** ((rival - mine) / span)))
    return tuple(found)


def average(ends: Sequence[Sequence[float]], span: float) -> tuple[float, ...]:
    """The mean of the `shares` of several ends that a game may come to."""
    return tuple(map(fmean, zip(*(shares(points, span) for points in ends), strict=True)))


def best(worth: Mapping[M, float], count: int) -> list[M]:
    """So many moves at most, those of the greatest worth first; equals keep their order."""
    return sorted(worth, key=worth.__getitem__, reverse=True)[:count]


AnyEvaluator: TypeAlias = Evaluator[AnyState, AnyMove]
