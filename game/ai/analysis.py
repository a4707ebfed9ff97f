"""Which choices of a match mattered: what was given away by them, and what would have kept it; and
how everybody stood all the while.

A choice is judged by what its seat could know. A search suspects it; it counts as a mistake only
where games that are played on to their end show it for certain. What luck did is nobody's choice.
How everybody stood is what somebody could see who looked on and saw nobody's hand.
"""

import math
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import reduce
from statistics import fmean, pstdev
from typing import Final, NamedTuple

from game.ai.evaluation.evaluator import AnyEvaluator
from game.ai.search.budget import Effort, Spent, never
from game.ai.search.mcts import MonteCarloTree, Node
from game.ai.skills import Strength, compare, think
from game.rules.core.match import Match
from game.rules.core.protocol import CHANCE, AnyGame, AnyMove, AnyState, Outcome, Seat

LEAST: Final = 0.15
"""So much of the chance to win is worth a word."""
HUNCH: Final = 0.015  # of what lost half the win a search may think that 2 % were lost
GLANCE, FEWEST, MOST = 12, 16, 96
"""In so many imagined worlds the game is played on to give a suspicion up, and to be certain."""
CERTAIN: Final = 3.5  # standard errors, for it may be asked after each of them, and of many choices
CARELESS: Final = 1, 1, 1, 4  # one of these divides the budget of each step that is played on
LONGEST: Final = 400  # steps, after which a game that nobody wants to end is shared by all
WORLDS: Final = 6
"""In so many imagined worlds a position is looked at that luck or covered hands have a say in."""


class Choice(NamedTuple):
    """A choice as it was made: by which seat, from what it knew, and the steps it took."""

    step: int
    """The index of its first step in the log."""
    seat: Seat
    view: AnyState
    played: tuple[AnyMove, ...]
    loss: float = 0.0
    """What it gave away, as a share of the chance to win, as far as is known: nothing is lost by
    what is as good as the best."""
    better: tuple[AnyMove, ...] = ()
    """The turn, or what is decided of it, that would have kept it."""


def choices(match: Match, whole: bool) -> Iterator[Choice]:
    """Every choice that a seat had up to the cursor: step by step, or `whole` turns."""
    game = match.game
    for seat, steps in match.turns():
        begun = [steps[0]] if whole else steps
        for index in begun if seat != CHANCE else ():
            state = match.states[index]
            if len(game.moves(state)) > 1:
                played = match.log[index : steps[-1] + 1 if whole else index + 1]
                yield Choice(index, seat, game.observation(state, seat), tuple(played))


def rivals(game: AnyGame, evaluator: AnyEvaluator, state: AnyState) -> bool:
    """Whether one seat's win is another one's loss, so that there are chances to win."""
    return len(set(evaluator.returns(state, Outcome((0,), ""), game.scores(state)))) > 1


def chances(evaluator: AnyEvaluator, values: Sequence[float], played: float) -> tuple[float, ...]:
    """Everybody's chance to win where this is what a position is worth to them, see `standing`."""
    found = [evaluator.chance(value, played) for value in values]
    return tuple(chance / sum(found) for chance in found)


@dataclass(frozen=True, slots=True)
class Analyst:
    """Looks into a game with players of this strength; the same seed finds the same. Whatever is
    found once it was stopped means nothing.
    """

    game: AnyGame
    evaluator: AnyEvaluator
    strength: Strength
    seed: int | str
    stop: Callable[[], bool] = never

    def suspect(self, choice: Choice) -> Choice:
        """With what it gave away if a single search is right, and HUNCH at least; as it is if that
        search would have played the same.
        """
        rng, played = random.Random(f"{self.seed}/{choice.step}"), choice.played
        asked = self.game, self.evaluator, choice.view, choice.seat
        better = think(*asked, self.strength, rng, stop=self.stop)
        if better[: len(played)] == played:
            return choice
        values = compare(*asked, (better, played), self.strength, rng, self.stop)
        kept, left = map(self.evaluator.chance, values or (0.0, 0.0))
        judged = choice._replace(loss=kept - left, better=better)
        return judged if judged.loss >= HUNCH else choice

    def prove(self, choice: Choice) -> Choice:
        """With how much more of the win the better turn brings, in games that are played on from
        both in the same worlds; with no loss if it is not certain or not LEAST. Where the
        evaluator asks for it players who look further have to agree, and it is their loss then.
        """
        found, further = self._played_on(choice), self.evaluator.proving
        if not found.loss or further == 1:
            return found
        able = replace(self.strength, budget=self.strength.budget * further)
        return replace(self, strength=able)._played_on(choice)

    def _played_on(self, choice: Choice) -> Choice:
        better = choice.better if self.strength.rounds else choice.better[:1]
        losses: list[float] = []
        while len(losses) < MOST and not self.stop():
            luck = f"{self.seed}/{choice.step}/{len(losses)}"
            losses.append(self._won(choice, better, luck) - self._won(choice, choice.played, luck))
            loss, doubt = fmean(losses), pstdev(losses) / math.sqrt(len(losses))
            sure = loss >= max(LEAST, CERTAIN * doubt)
            if len(losses) >= (FEWEST if sure else GLANCE) and (sure or loss + doubt < LEAST):
                return choice._replace(loss=loss if sure else 0.0)
        return choice._replace(loss=0.0)

    def _won(self, choice: Choice, turn: Sequence[AnyMove], luck: str) -> float:
        """What share of the win this turn brought in a world that the seat could expect, on which
        `luck` alone decides. Careless steps keep a game without luck from being always the same.
        """
        game, rng, drawing = self.game, random.Random(luck), random.Random(f"{luck}/drawn")
        state = reduce(game.apply, turn, game.determinize(choice.view, choice.seat, rng))
        for _ in range(LONGEST):
            actor = game.actor(state)
            if actor is None or self.stop():
                break
            if actor == CHANCE:
                state = game.apply(state, game.sample_chance(state, drawing))
                continue
            budget = self.strength.budget // rng.choice(CARELESS)
            asked = game, self.evaluator, game.observation(state, actor), actor
            for step in think(*asked, replace(self.strength, budget=budget), rng, stop=self.stop):
                if game.actor(state) == actor and game.why_illegal(state, step) is None:
                    state = game.apply(state, step)
        outcome = game.outcome(state) or Outcome((), "")
        return outcome.shares(len(game.scores(state)))[choice.seat]

    def standing(self, state: AnyState) -> tuple[float, ...]:
        """What it is worth to everybody, from 0 (lost) to 1 (won), or the score to be expected
        where nobody can lose, as somebody sees it who looks on; nothing if it was stopped.
        """
        game, outcome, scores = self.game, self.game.outcome(state), self.game.scores(state)
        against = rivals(game, self.evaluator, state)
        if outcome is not None:
            return outcome.shares(len(scores)) if against else scores
        view, found = game.observation(state, CHANCE), list[tuple[float, ...]]()
        for world in range(WORLDS if game.info.hidden or not against else 1):
            rng = random.Random(f"{self.seed}/{world}")
            survey = Survey(game, self.evaluator, Effort(self.strength.budget, stop=self.stop), rng)
            imagined = game.determinize(view, CHANCE, rng)
            found.append(survey.worth(imagined) if against else survey.end(imagined))
        return () if self.stop() else tuple(map(fmean, zip(*found, strict=True)))


class Survey(MonteCarloTree[AnyState, AnyMove]):
    """What a position is worth for everybody, whoever acts."""

    def worth(self, state: AnyState) -> tuple[float, ...]:
        """The values for all seats over a round of the turns that look best, or of what luck
        brings: after one turn alone who has taken it looks better than the others.
        """
        found, before, seats = list[tuple[float, ...]](), None, len(self.game.scores(state))
        while not self.effort.hurried and len(found) < seats and self.game.outcome(state) is None:
            actor, best = self.game.actor(state), self._best(state)
            if actor != before:
                found.append(tuple(total / max(1, best.visits) for total in best.sums))
            before, state = actor, best.state
        return tuple(map(fmean, zip(*found, strict=True)))

    def _best(self, state: AnyState) -> Node[AnyState, AnyMove]:
        """What follows the step that looks best, or all that luck may bring, with one of these."""
        root = Node[AnyState, AnyMove](len(self.game.scores(state)))
        self.effort.spent = 0
        with suppress(Spent):
            while True:
                self.effort.spend()
                self.playout(root, state)
        if self.game.actor(state) == CHANCE:
            root.state = self.game.apply(state, self.likely(state, CHANCE))
            return root
        return max(root.children.values(), key=lambda node: node.visits, default=root)

    def end(self, state: AnyState) -> tuple[float, ...]:
        """The scores if everybody goes on as is likely."""
        while (actor := self.game.actor(state)) is not None and not self.effort.hurried:
            state = self.game.apply(state, self.likely(state, actor))
        return self.game.scores(state)
