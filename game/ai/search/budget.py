"""What all searches share: how much they may spend, and what they bring back."""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Generic

from game.ai.evaluation.evaluator import Evaluator
from game.rules.core.protocol import CHANCE, Game, M, S, Seat


class Spent(Exception):
    """The budget is used up, time is over, or nobody wants the answer any more."""


def most_promising(
    means: Sequence[float], plays: Sequence[int], whole: int, curiosity: float
) -> int:
    """Which of some choices to try next, by its index, where `whole` tries were made: what has gone
    well, the means being stretched to 0…1, or what was seldom tried (UCB1).
    """
    low, news = min(means), math.log(whole)
    span = (max(means) - low) or 1.0
    promises = [(mean - low) / span + curiosity * math.sqrt(news / tried)
                for mean, tried in zip(means, plays, strict=True)]  # fmt: skip
    return promises.index(max(promises))


def never() -> bool:
    """The `stop` of a search that nobody interrupts."""
    return False


class Effort:
    """How much one decision may cost: a budget of nodes or playouts, a deadline, a `stop`.
    Without `seconds` the same budget always buys the same search.
    """

    def __init__(
        self, budget: int, seconds: float | None = None, stop: Callable[[], bool] = never
    ) -> None:
        self.budget = budget
        self.spent = 0
        self.stop = stop
        self.deadline = math.inf if seconds is None else monotonic() + seconds

    def spend(self) -> None:
        """Account for one node or playout. Raises Spent when there is nothing left."""
        if self.spent >= self.budget or self.hurried:
            raise Spent
        self.spent += 1

    @property
    def hurried(self) -> bool:
        """Whether time is over or nobody wants the answer any more; budgets aside."""
        return monotonic() > self.deadline or self.stop()


@dataclass(frozen=True, slots=True)
class Candidate(Generic[M]):
    """A step one could take, what may follow it in the same turn, and what it is worth."""

    steps: tuple[M, ...]
    value: float  # from 0 (lost) to 1 (won) for the seat that thinks


class Planner(Generic[S, M]):
    """What finds one decision: in which game, by whose judgement, at what cost."""

    def __init__(
        self, game: Game[S, M], evaluator: Evaluator[S, M], effort: Effort, rng: random.Random
    ) -> None:
        self.game = game
        self.evaluator = evaluator
        self.effort = effort
        self.rng = rng

    def values(self, state: S) -> tuple[float, ...]:
        """What a position is worth for each seat, be it finished or not."""
        outcome = self.game.outcome(state)
        if outcome is None:
            return self.evaluator.evaluate(state)
        return self.evaluator.returns(state, outcome, self.game.scores(state))

    def likely(self, state: S, actor: Seat) -> M:
        """What the acting seat, or luck, is taken to do."""
        if actor == CHANCE:
            return self.game.sample_chance(state, self.rng)
        moves = self.game.moves(state)
        return moves[0] if len(moves) == 1 else self.evaluator.rank(state, moves)[0]

    def glance(self, view: S, seat: Seat) -> list[Candidate[M]]:
        """Every step worth a look, judged right after it, the best first.
        It costs no budget; out of time, it judges no more than it has, but always one.
        """
        state = self.game.determinize(view, seat, self.rng)
        moves = list(self.game.moves(state))
        self.rng.shuffle(moves)
        candidates: list[Candidate[M]] = []
        for move in self.evaluator.rank(state, moves):
            if candidates and self.effort.hurried:
                break
            candidates.append(Candidate((move,), self.values(self.game.apply(state, move))[seat]))
        return sorted(candidates, key=lambda candidate: -candidate.value)
