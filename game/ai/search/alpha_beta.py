"""Alpha-beta search by whole turns, for two seats that both see everything.

Depth counts turns, however many steps they take, so positions are judged only between turns.
Searches deepen turn by turn; what one iteration found orders the moves of the next.
"""

import math
import random
from collections import Counter
from collections.abc import Hashable, Sequence
from contextlib import suppress
from typing import Literal, TypeAlias

from game.ai.evaluation.evaluator import Evaluator
from game.ai.search.budget import Candidate, Effort, Planner, Spent
from game.rules.core.protocol import Game, M, S, Seat

Bound: TypeAlias = Literal["exact", "least", "most"]
SLIVER = 1e-6  # the width of a window that only asks whether a move is better
SOONER = 1e-3  # what a win is worth more for each turn it comes sooner
CERTAIN = 0.9  # no judgement counts as much; only a finished game does
WORST = -2.0
BEST = 2.0


class AlphaBeta(Planner[S, M]):
    """One decision's search. Inside, values go from -1 (lost) to 1 (won) for a named seat."""

    def __init__(
        self, game: Game[S, M], evaluator: Evaluator[S, M], effort: Effort, rng: random.Random
    ) -> None:
        super().__init__(game, evaluator, effort, rng)
        self.known: dict[Hashable, tuple[int, Bound, float, M]] = {}
        self.depth = 0
        self.refuting: Counter[tuple[Seat, M]] = Counter()
        """By seat and move: how much was cut off because of it, deep searches counting more."""

    # At the root -------------------------------------------------------------------------------

    def best(self, state: S, seat: Seat, turns: int) -> Candidate[M]:
        """The best turn found, looking at most so many turns ahead."""
        first = self.all(state, seat, 1)
        candidate = Candidate(self._turn(state, first[0].steps[0]), first[0].value)
        order = [found.steps[0] for found in first[: 2 * self.evaluator.width]]
        with suppress(Spent):
            for depth in range(2, turns + 1):
                if len(order) == 1 or abs(2 * candidate.value - 1) > CERTAIN:
                    break
                self.depth, value = depth, WORST
                for move in order:
                    found = self._try(state, seat, move, depth, value, BEST)
                    if found > value:
                        value = found
                        candidate = Candidate(self._turn(state, move), _share(value))
                order = [candidate.steps[0], *(m for m in order if m != candidate.steps[0])]
        return candidate

    def all(
        self, state: S, seat: Seat, turns: int, sight: float = 1.0,
        among: Sequence[tuple[M, ...]] = (),
    ) -> list[Candidate[M]]:
        """Steps with their exact values so many turns ahead, the best first: of the part of all
        that is in `sight`, chosen at random, or those that begin the turns `among` which to choose.
        One turn ahead every step is looked at, farther on only the best of these; steps the budget
        does not reach are left out. One there always is.
        """
        moves = [turn[0] for turn in among] or list(self.game.moves(state))
        self.rng.shuffle(moves)
        moves = moves[: math.ceil(len(moves) * sight)]
        worth = list(self.evaluator.rank(state, moves))
        known = set(worth)
        order = [*worth, *(move for move in moves if move not in known)]
        found = [Candidate((order[0],), 0.5)]
        for depth in range(1, turns + 1):
            here: list[Candidate[M]] = []
            self.depth = depth
            try:
                for move in order:
                    value = self._step(state, seat, move, depth, WORST, BEST)
                    here.append(Candidate((move,), _share(value)))
            except Spent:
                return _sorted(here) if depth == 1 and here else found
            found = _sorted(here)
            order = [candidate.steps[0] for candidate in found[: self.evaluator.width]]
        return found

    def _turn(self, state: S, move: M) -> tuple[M, ...]:
        """The step and those that were found best after it, to the end of the turn."""
        steps = [move]
        after = self.game.apply(state, move)
        while not self.game.ends_turn(state, steps[-1], after):
            entry = self.known.get(self.evaluator.key(after))
            if entry is None:
                break
            state = after
            steps.append(entry[3])
            after = self.game.apply(state, entry[3])
        return tuple(steps)

    # Below -------------------------------------------------------------------------------------

    def _step(self, state: S, seat: Seat, move: M, turns: int, low: float, high: float) -> float:
        """What a step is worth for the seat that makes it."""
        after = self.game.apply(state, move)
        left = turns - self.game.ends_turn(state, move, after)
        return self._value(after, seat, left, low, high)

    def _try(self, state: S, seat: Seat, move: M, turns: int, low: float, high: float) -> float:
        """The same, but first only asked whether it beats `low`."""
        if low > WORST:
            value = self._step(state, seat, move, turns, low, low + SLIVER)
            if not low < value < high:
                return value
        return self._step(state, seat, move, turns, low, high)

    def _value(self, state: S, seat: Seat, turns: int, low: float, high: float) -> float:
        self.effort.spend()
        actor = self.game.actor(state)
        if actor is None or turns <= 0:
            values = self.values(state)
            lead = values[seat] - values[1 - seat]
            return lead * (CERTAIN if actor is not None else 1 - SOONER * (self.depth - turns))
        if actor != seat:
            return -self._search(state, actor, turns, -high, -low)
        return self._search(state, seat, turns, low, high)

    def _search(self, state: S, seat: Seat, turns: int, low: float, high: float) -> float:
        """The best the acting seat can get; bounds found are remembered."""
        key = self.evaluator.key(state)
        entry = self.known.get(key)
        if entry is not None and entry[0] == turns and _answers(entry[1], entry[2], low, high):
            return entry[2]
        moves = self.evaluator.rank(state, self.game.moves(state))
        moves = self.ordered(moves, seat, None if entry is None else entry[3])
        best, value, floor = moves[0], WORST, low
        for move in moves:
            found = self._try(state, seat, move, turns, floor, high)
            if found > value:
                best, value = move, found
                floor = max(floor, value)
            if value >= high:
                self.refuting[seat, move] += turns * turns
                break
        bound: Bound = "most" if value <= low else "least" if value >= high else "exact"
        self.known[key] = (turns, bound, value, best)
        return value

    def ordered(self, moves: Sequence[M], seat: Seat, known: M | None) -> Sequence[M]:
        """The best one `known` from before, then those that refuted most elsewhere (the history
        heuristic); equals stay as they are.
        """
        refuting = self.refuting
        return sorted(moves, key=lambda move: (move != known, -refuting.get((seat, move), 0)))


def _share(value: float) -> float:
    return min(1.0, max(0.0, (value + 1) / 2))


def _sorted(candidates: list[Candidate[M]]) -> list[Candidate[M]]:
    """The best first; equals stay as chance has put them."""
    return sorted(candidates, key=lambda candidate: -candidate.value)


def _answers(bound: Bound, value: float, low: float, high: float) -> bool:
    """Whether a remembered value settles the question this window asks."""
    if bound == "exact":
        return True
    return value >= high if bound == "least" else value <= low
