"""The story of a finished match: the few turns that changed most, in order, and nothing else.

What a turn is worth telling follows from its events: points, what happened to pieces, who took
the lead. The last turn is always told, and so is the one that brought the lead that lasted.
"""

from dataclasses import dataclass, replace
from typing import Final

from game.rules.core.match import Match
from game.rules.core.protocol import CHANCE, Event, Seat

MOST: Final = 7  # how many moments a story has at most: those that changed most
A_POINT: Final = 2.0  # what a point weighs
LEAD: Final = 3.0  # what it weighs that somebody takes the lead
DECISIVE: Final = 1000.0  # what must not be missing

WORTH: Final = 1.0  # what a turn weighs at least that is told
FEW: Final = 3  # with fewer moments than that, ordinary turns are told too

WEIGHTS: Final[dict[str, float]] = {"pass": 1.0}
"""What kinds of events weigh beside their points, as the games' rows on the shelf say; what is not
named tells nothing. The points of a kind that weighs less than `WORTH` come with every turn and
tell nothing by themselves.
"""
ECHO: Final = 6.0
"""What it weighs that something happened just where the end was decided, as in a ring."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One turn of a story: the steps from `first` up to `end`, and what is told about them."""

    first: int
    end: int
    seat: Seat
    events: tuple[Event, ...]  # what happened, in order
    points: int  # what the turn brought the seat
    scores: tuple[int, ...]  # how everybody stood after it
    weight: float = 0.0

    @property
    def decisive(self) -> bool:
        """Whether it must not be missing."""
        return self.weight >= DECISIVE

    @property
    def told(self) -> tuple[Event, ...]:
        """The one or two events that say most, in order; those with a place before others."""
        telling = [event for event in self.events if weight_of(event) >= WORTH]
        telling = telling or [event for event in self.events if tells(event)]
        chosen = sorted(telling, key=lambda e: (not e.places, -weight_of(e)))[:2]
        return tuple(event for event in self.events if event in chosen)


def tells(event: Event) -> bool:
    """Whether an event is worth a word."""
    return weight_of(event) > 0


def weight_of(event: Event) -> float:
    """How much an event tells by itself."""
    return WEIGHTS.get(event.kind, 0.0) + A_POINT * abs(_news(event))


def _news(event: Event) -> int:
    """The points of an event, but for those that come with every turn."""
    return event.points if WEIGHTS.get(event.kind, WORTH) >= WORTH else 0


def story(match: Match, most: int = MOST) -> tuple[Moment, ...]:
    """The moments of a match up to its cursor, at most so many, in the order they came.
    Where hardly anything stands out, the turns that led to the end are told as well.
    """
    turns = _turns(match)
    chosen = [moment for moment in turns if moment.weight >= WORTH]
    if len(chosen) < FEW:
        rest = [moment for moment in turns if 0 < moment.weight < WORTH]
        chosen = sorted([*chosen, *rest[len(chosen) - FEW :]], key=lambda m: m.first)
    heaviest = sorted(chosen, key=lambda m: (m.weight, m.first))[-most:]
    return tuple(moment for moment in chosen if moment in heaviest)


def has_story(match: Match) -> bool:
    """Whether anybody but luck has done anything."""
    return match.decision_before(match.cursor) is not None


def leaders(scores: tuple[int, ...]) -> frozenset[Seat]:
    """The seats with the most points."""
    return frozenset(seat for seat, score in enumerate(scores) if score == max(scores))


def _turns(match: Match) -> list[Moment]:
    """Every turn of a seat with its weight."""
    found: list[Moment] = []
    decided = match.decision_before(match.cursor)
    last = match.cursor if decided is None else decided + 1
    ends = frozenset[str]()
    if match.cursor:
        deciding = [e for e in match.step(last - 1).events if weight_of(e) >= DECISIVE]
        ends = frozenset(place for event in deciding for place in event.places)
    standings = [leaders(match.game.scores(state)) for state in match.states[: match.cursor + 1]]
    lasting = _lasting_lead(standings)
    idle: dict[Seat, str] = {}
    for seat, steps in match.turns():
        if seat == CHANCE:
            continue
        moment = _moment(match, seat, steps, last)
        kinds = "+".join(event.kind for event in moment.events)
        repeated = not moment.points and kinds == idle.get(seat)
        idle[seat] = kinds
        weight = 0.0 if repeated else sum(map(weight_of, moment.events))
        echoes = (e for e in moment.events if e.places and tells(e) and ends.issuperset(e.places))
        weight += ECHO * sum(1 for _ in echoes)
        if any(map(_news, moment.events)):
            before, after = standings[moment.first], standings[moment.end]
            weight += LEAD * (after == {seat} and before != after)
            weight += DECISIVE * (moment.first <= lasting < moment.end)
        weight += DECISIVE * (moment.end >= last)
        found.append(replace(moment, weight=weight))
    return found


def _moment(match: Match, seat: Seat, steps: tuple[int, ...], last: int) -> Moment:
    """A turn from its first step to the last one that tells something; all of it if none does.
    From step `last` on nobody but luck acted any more.
    """
    events = [(index, event) for index in steps for event in match.step(index).events]
    telling = [index for index, event in events if tells(event)]
    end = (telling[-1] if telling and steps[-1] + 1 < last else steps[-1]) + 1
    points = sum(event.points for _, event in events if event.seat == seat)
    scores = match.game.scores(match.states[end])
    return Moment(steps[0], end, seat, tuple(event for _, event in events), points, scores)


def _lasting_lead(standings: list[frozenset[Seat]]) -> int:
    """The step that put those in front who were in front at the end; −1 if there is none."""
    index = len(standings) - 1
    while index > 0 and standings[index - 1] == standings[-1]:
        index -= 1
    return index - 1
