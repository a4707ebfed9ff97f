"""Which choices of a match mattered: what was given away by them, and what would have kept it.

A choice is judged by what its seat could know. It counts as a mistake only where searches with
different random numbers agree; what luck did is nobody's choice.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from game.ai.evaluation.evaluator import AnyEvaluator
from game.ai.search.budget import never
from game.ai.skills import Strength, compare, think
from game.rules.core.match import Match
from game.rules.core.protocol import CHANCE, AnyGame, AnyMove, AnyState, Seat

LEAST: Final = 0.15
"""So much of the chance to win is worth a word."""


class Choice(NamedTuple):
    """A choice as it was made: by which seat, from what it knew, and the steps it took."""

    step: int
    """The index of its first step in the log."""
    seat: Seat
    view: AnyState
    played: tuple[AnyMove, ...]


class Judgement(NamedTuple):
    """What a choice gave away, as a share of the chance to win, and the turn, or what is decided of
    it, that would have kept it. Nothing is lost by what is as good as the best.
    """

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
    """What a choice gave away at least, as searches with these seeds see it; nothing if that is
    less than LEAST for one of them, or if the search was stopped.
    """
    _, seat, view, played = choice
    found: list[Judgement] = []
    for seed in seeds:
        rng = random.Random(f"{seed}/{choice.step}")
        better = think(game, evaluator, view, seat, strength, rng, stop=stop)
        if better[: len(played)] == played:
            return Judgement()
        values = compare(game, evaluator, view, seat, (better, played), strength, rng, stop)
        if stop() or not values:
            return Judgement()
        kept, left = map(evaluator.chance, values)
        if kept - left < LEAST:
            return Judgement()
        found.append(Judgement(kept - left, better))
    return min(found, key=lambda each: each.loss)
