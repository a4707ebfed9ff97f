"""Which choices of a match mattered: what was given away by them, and what would have kept it; and
how everybody stood all the while.

A choice is judged by what its seat could know. It counts as a mistake only where searches with
different random numbers agree; what luck did is nobody's choice. How everybody stood is what
somebody could see who looked on and saw nobody's hand.
"""

import math
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
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


class Choice(NamedTuple):
    """A choice as it was made: by which seat, from what it knew, and the steps it took."""

    step: int
    """The index of its first step in the log."""
    seat: Seat
    view: AnyState
    played: tuple[AnyMove, ...]
    better: tuple[AnyMove, ...] = ()
    """What a quicker search has found better: a stronger one that overlooks it weighs it too."""


class Judgement(NamedTuple):
    """What a choice gave away, as a share of the chance to win, and the turn, or what is decided of
    it, that would have kept it. Nothing is lost by what is as good as the best.
    """

    choice: Choice
    loss: float = 0.0
    better: tuple[AnyMove, ...] = ()


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


def judge(
    game: AnyGame, evaluator: AnyEvaluator, choice: Choice, strength: Strength,
    seeds: Sequence[int | str], stop: Callable[[], bool] = never,
) -> Judgement:
    """What a choice gave away, the mean of as many searches with these seeds as make it sure;
    nothing if one plays the same, if it is not sure to be LEAST, or if the search was stopped. A
    single one is never sure: half as much is a suspicion.
    """
    _, seat, view, played, known = choice
    losses: list[float] = []
    for seed in seeds:
        rng = random.Random(f"{seed}/{choice.step}")
        better = think(game, evaluator, view, seat, strength, rng, stop=stop)
        if better[: len(played)] == played:
            return Judgement(choice)
        turns = [*{turn[:1]: turn for turn in (known, better) if turn}.values(), played]
        values = compare(game, evaluator, view, seat, turns, strength, rng, stop)
        if stop() or not values:
            return Judgement(choice)
        *kept, left = map(evaluator.chance, values)
        losses.append(max(kept) - left)
        better = turns[kept.index(max(kept))]
        loss, doubt = fmean(losses), 2 * pstdev(losses) / math.sqrt(len(losses))
        if loss < LEAST / 2 or (len(losses) > 1 and abs(loss - LEAST) > doubt):
            break
    least = LEAST if len(seeds) > 1 else LEAST / 2
    return Judgement(choice, loss, better) if loss - doubt >= least else Judgement(choice)


# How everybody stood ----------------------------------------------------------------------------

WORLDS: Final = 6
"""In so many imagined worlds a position is looked at that luck or covered hands have a say in."""


def standing(
    game: AnyGame, evaluator: AnyEvaluator, state: AnyState, strength: Strength, seed: int | str,
    stop: Callable[[], bool] = never,
) -> tuple[float, ...]:
    """Everybody's chance to win, or the score to be expected where nobody can lose, as somebody
    sees it who looks on; nothing if the search was stopped.
    """
    view, scores, outcome = game.observation(state, CHANCE), game.scores(state), game.outcome(state)
    against = rivals(game, evaluator, state)
    if outcome is not None:
        winners = outcome.winners or range(len(scores))
        return tuple((seat in winners) / len(winners) if against else score
                     for seat, score in enumerate(scores))  # fmt: skip
    found = list[tuple[float, ...]]()
    for world in range(WORLDS if game.info.hidden or not against else 1):
        rng = random.Random(f"{seed}/{world}")
        survey = Survey(game, evaluator, Effort(strength.budget, stop=stop), rng)
        imagined = game.determinize(view, CHANCE, rng)
        found.append(survey.worth(imagined) if against else survey.end(imagined))
    if stop():
        return ()
    means = tuple(map(fmean, zip(*found, strict=True)))
    chances = list(map(evaluator.chance, means))
    return tuple(chance / sum(chances) for chance in chances) if against else means


def rivals(game: AnyGame, evaluator: AnyEvaluator, state: AnyState) -> bool:
    """Whether one seat's win is another one's loss, so that there are chances to win."""
    return len(set(evaluator.returns(state, Outcome((0,), ""), game.scores(state)))) > 1


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
