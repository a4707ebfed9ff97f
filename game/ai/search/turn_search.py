"""Search by whole turns where a turn has many steps and nothing hidden comes between them.

First all turns are thought of that the budget reaches, and the most promising are kept; then
these compete: again and again one of them is played in an imagined world, the others answer as
is likely, the seat has another turn or more, and the position it has come to is judged.
"""

import math
import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Generic

from game.ai.evaluation.evaluator import Evaluator
from game.ai.search.budget import Candidate, Effort, Planner, Spent, most_promising
from game.rules.core.protocol import Game, M, S, Seat

KEPT = 10  # how many turns compete
RACING = 16  # how many do where hands are hidden and several more turns are looked at
THOUGHT_OF = 400  # how many positions are looked at to find them
FARTHEST = 100  # how many steps a playout takes at most
CURIOSITY = 0.5  # how much a turn rarely played is favoured


@dataclass(slots=True)
class Plan(Generic[M]):
    """A whole turn, and what has come of it so far."""

    steps: tuple[M, ...]
    promise: float  # what the position right after it is worth
    plays: int = 0
    total: float = 0.0

    @property
    def mean(self) -> float:
        return self.total / self.plays if self.plays else self.promise


class TurnSearch(Planner[S, M]):
    """One decision's search; plans are judged after so many more `rounds` of the seat's turns."""

    def __init__(
        self, game: Game[S, M], evaluator: Evaluator[S, M], effort: Effort, rng: random.Random,
        rounds: int,
    ) -> None:
        super().__init__(game, evaluator, effort, rng)
        self.rounds, self.racing = rounds, game.info.hidden and rounds > 1

    def candidates(
        self, view: S, seat: Seat, among: Sequence[tuple[M, ...]] = ()
    ) -> list[Candidate[M]]:
        """The turns that competed, the most promising ones or `among` these, the best first."""
        seed = self.rng.random()
        kept = RACING if self.racing else KEPT
        plans = [Plan(steps, 0.0) for steps in among] or self.thought_of(view, seat)[:kept]
        field = list(plans)
        with suppress(Spent):
            while len(plans) > 1:
                self.effort.spend()
                plan = self._racing(plans, field) if self.racing else self._next(plans)
                # the n-th world of a plan is the n-th of every plan, so luck is the same
                self.rng.seed(f"{seed}/{plan.plays}")
                self._play(view, seat, plan)
        if self.racing:
            plans.sort(key=lambda plan: (plan not in field, -plan.mean))
        else:
            plans.sort(key=lambda plan: (-plan.plays, -plan.promise))
        return [Candidate(plan.steps, plan.mean) for plan in plans]

    def thought_of(self, view: S, seat: Seat) -> list[Plan[M]]:
        """Whole turns from here, the most promising first; out of time, one is enough."""
        found: dict[S, Plan[M]] = {}
        stack: list[tuple[S, tuple[M, ...]]] = [(view, ())]
        looks = 0
        while stack and (looks < THOUGHT_OF or not found):
            here, steps = stack.pop()
            looks += 1
            # the most promising step is put on top, so that good turns are complete first
            for move in reversed(self.evaluator.rank(here, self.game.moves(here))):
                if found and self.effort.hurried:
                    stack.clear()
                    break
                after = self.game.apply(here, move)
                if not self.game.ends_turn(here, move, after):
                    stack.append((after, (*steps, move)))
                elif after not in found:
                    found[after] = Plan((*steps, move), self.values(after)[seat])
        return sorted(found.values(), key=lambda plan: -plan.promise)

    def _next(self, plans: list[Plan[M]]) -> Plan[M]:
        fresh = next((plan for plan in plans if not plan.plays), None)
        if fresh is not None:
            return fresh
        means, plays = [plan.mean for plan in plans], [plan.plays for plan in plans]
        return plans[most_promising(means, plays, sum(plays), CURIOSITY)]

    def _racing(self, plans: list[Plan[M]], field: list[Plan[M]]) -> Plan[M]:
        """The next of a `field` whose worse half is left behind after each equal part of the budget
        (sequential halving). Who is in it was played as often as the others, in the same worlds.
        """
        parts = (len(plans) - 1).bit_length()
        part = (self.effort.spent - 1) * parts // self.effort.budget
        left = math.ceil(len(plans) / 2**part)
        if left < len(field):
            field.sort(key=lambda plan: -plan.mean)
            del field[left:]
        return min(field, key=lambda plan: plan.plays)

    def _play(self, view: S, seat: Seat, plan: Plan[M]) -> None:
        """Play a plan in one more world."""
        if self.racing:
            state = self.evaluator.imagine(self.game, view, seat, self.rng)
        else:
            state = self.game.determinize(view, seat, self.rng)
        for step in plan.steps:
            state = self.game.apply(state, step)
        value = self.values(self._gone_on(state, seat))[seat]
        plan.plays += 1
        plan.total += value

    def _gone_on(self, state: S, seat: Seat) -> S:
        """The position after this seat's next turns, everybody playing what is likely.
        Raises Spent out of time: a playout to a game's end is long.
        """
        rounds = self.rounds
        for _ in range(FARTHEST):
            actor = self.game.actor(state)
            if actor is None or not rounds:
                break
            if self.effort.hurried:
                raise Spent
            move = self.likely(state, actor)
            after = self.game.apply(state, move)
            rounds -= actor == seat and self.game.ends_turn(state, move, after)
            state = after
        return state
