"""The story of a finished match: the few turns that changed most, in order, and nothing else.

Once it is known how everybody stood, those are told that moved the chances most by a choice. Until
then it follows from events what a turn is worth: points, and what happened to pieces. The last turn
is always told.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from game.rules.core.match import Match
from game.rules.core.protocol import CHANCE, Event, Seat

MOST: Final = 7  # how many moments a story has at most: those that changed most
A_POINT: Final = 2.0  # what a point weighs
DECISIVE: Final = 1000.0  # what must not be missing

WORTH: Final = 1.0  # what a turn weighs at least that is told
FEW: Final = 3  # with fewer moments than that, ordinary turns are told too
KEY: Final = 0.05  # what share of the chance to win a turn moves at least that is told for it

Weights: TypeAlias = Mapping[str, float]
"""What a game's kinds of events weigh beside their points, as its row on the shelf says; what is
not named tells nothing.
"""
ROUTINE: Final = 0.1
"""The points of a kind that weighs no more come with every turn, and tell nothing by themselves."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One turn of a story: the steps from `first` up to `end`, and what is told about them."""

    first: int
    end: int
    seat: Seat
    events: tuple[Event, ...]  # what happened, in order
    told: tuple[Event, ...]  # the one or two of them that say most, those with a place first
    points: int  # what the turn brought the seat, but for what comes with every turn
    weight: float


def weight_of(event: Event, weights: Weights) -> float:
    """How much an event tells by itself; what weighs nothing is not worth a word."""
    return weights.get(event.kind, 0.0) + A_POINT * abs(_news(event, weights))


def _news(event: Event, weights: Weights) -> int:
    """The points of an event, but for those that come with every turn."""
    routine = event.kind in weights and weights[event.kind] <= ROUTINE
    return 0 if routine else event.points


def story(turns: Sequence[Moment], moved: Mapping[int, float], most: int = MOST) -> list[Moment]:
    """Those of all turns that are told, at most so many, in the order they came: the last one and
    those that `moved` the largest shares of the chance to win by a choice, by their first step. If
    nothing is known of that, those that weigh most; if few weigh anything, those before the end.
    """
    if moved:
        last = turns[-1].first
        greatest = sorted(moved.keys() - {last}, key=lambda first: (-moved[first], first))
        return [turn for turn in turns if turn.first in (last, *greatest[: most - 1])]
    found = [moment for moment in turns if moment.weight >= WORTH]
    if len(found) < FEW:
        rest = [moment for moment in turns if 0 < moment.weight < WORTH]
        found = sorted([*found, *rest[len(found) - FEW :]], key=lambda m: m.first)
    heaviest = sorted(found, key=lambda m: (m.weight, m.first))[-most:]
    return [moment for moment in found if moment in heaviest]


def has_story(match: Match) -> bool:
    """Whether anybody but luck has done anything."""
    return match.decision_before(match.cursor) is not None


def turns(match: Match, weights: Weights) -> list[Moment]:
    """Every turn of a seat up to the cursor, with its weight."""
    decided = match.decision_before(match.cursor)
    last = match.cursor if decided is None else decided + 1
    return [_moment(match, weights, seat, steps, last)
            for seat, steps in match.turns() if seat != CHANCE]  # fmt: skip


def _moment(
    match: Match, weights: Weights, seat: Seat, steps: tuple[int, ...], last: int
) -> Moment:
    """A turn from its first step to the last one that tells something; all of it if none does.
    From step `last` on nobody but luck acted any more.
    """
    events = [(index, event) for index in steps for event in match.step(index).events]
    happened = tuple(event for _, event in events)
    weight = {event: weight_of(event, weights) for event in happened}
    telling = [index for index, event in events if weight[event] > 0]
    end = (telling[-1] if telling and steps[-1] + 1 < last else steps[-1]) + 1
    worthy = [event for event in happened if weight[event] >= WORTH]
    worthy = worthy or [event for event in happened if weight[event] > 0]
    chosen = sorted(worthy, key=lambda event: (not event.places, -weight[event]))[:2]
    told = tuple(event for event in happened if event in chosen)
    points = sum(_news(event, weights) for event in happened if event.seat == seat)
    heavy = sum(weight[event] for event in happened) + DECISIVE * (end >= last)
    return Moment(steps[0], end, seat, happened, told, points, heavy)
