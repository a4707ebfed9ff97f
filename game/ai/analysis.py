"""Which choices of a match mattered: what was given away by them, and what would have kept it.

A choice is judged by what its seat could know. It counts as a mistake only where searches with
different random numbers agree; what luck did is nobody's choice.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from game.ai.search.budget import never
from game.ai.skills import Strength, compare, evaluator, think
from game.rules.core.match import Match
from game.rules.core.protocol import CHANCE, AnyGame, AnyMove, AnyState, Seat


class Choice(NamedTuple):
    """A choice as it was made: by which seat, from what it knew, and the steps it took."""

    index: int
    """Of its first step in the log."""
    seat: Seat
    view: AnyState
    played: tuple[AnyMove, ...]


class Mistake(NamedTuple):
    """A choice that gave something away."""

    choice: Choice
    better: tuple[AnyMove, ...]
    """The turn, or what is decided of it, that would have kept it."""
    loss: float
    """What it cost at least, as a share of the chance to win."""


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
    game: AnyGame, choice: Choice, strength: Strength, seeds: Sequence[int | str],
    least: float, stop: Callable[[], bool] = never,
) -> Mistake | None:
    """What a choice gave away; None if that is less than `least`, or if the searches disagree."""
    found: Mistake | None = None
    for seed in seeds:
        rng = random.Random(f"{seed}/{choice.index}")
        better = think(
            game, evaluator(game.info.id), choice.view, choice.seat, strength, rng, stop=stop
        )
        if better[: len(choice.played)] == choice.played:
            return None
        turns = better, choice.played
        values = compare(game, choice.view, choice.seat, turns, strength, rng, stop)
        if stop() or not values:
            return None
        kept, left = map(evaluator(game.info.id).chance, values)
        if kept - left < least:
            return None
        if found is None or kept - left < found.loss:
            found = Mistake(choice, better, kept - left)
    return found
