"""What a level asks for, as data: goals that the rules themselves can check, for any game.

A search finds out whether a goal can be forced, and what the others best do about it.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sized
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, NamedTuple, TypeAlias

from game.rules.core.match import Match
from game.rules.core.protocol import CHANCE, AnyGame, AnyMove, AnyState, Event, Seat, write_turn
from game.services.toml_reader import TomlTable


class Track(NamedTuple):
    """What has been played since a task began, seen from one seat; grows without changing."""

    game: AnyGame
    seat: Seat
    state: AnyState
    before: "Track | None" = None
    """The track without the last step."""
    move: AnyMove = None

    @classmethod
    def of(cls, match: Match, begin: int, seat: Seat) -> "Track":
        """What was played in a match from a step on."""
        track = cls(match.game, seat, match.states[begin])
        for index in range(begin, match.cursor):
            track = track.then(match.log[index], match.states[index + 1])
        return track

    def then(self, move: AnyMove, state: AnyState) -> "Track":
        return Track(self.game, self.seat, state, self, move)

    @property
    def actor(self) -> Seat | None:
        return self.game.actor(self.state)

    @property
    def points(self) -> int:
        return self.game.scores(self.state)[self.seat]

    @property
    def gained(self) -> int:
        """How many points more than when the task began."""
        return self.points - self.first.points

    @property
    def first(self) -> "Track":
        """Where the task began."""
        track = self
        while track.before is not None:
            track = track.before
        return track

    def steps(self) -> "Iterator[Track]":
        """Every step as the track that ends with it, the latest first."""
        track: Track | None = self
        while track is not None and track.before is not None:
            yield track
            track = track.before

    @property
    def by(self) -> Seat | None:
        """Who made the last step."""
        return self.before.actor if self.before else None

    @property
    def ended_turn(self) -> bool:
        """Whether the last step was the last of its turn."""
        return self.before is not None and self.game.ends_turn(
            self.before.state, self.move, self.state
        )

    def own_turns(self) -> "Iterator[Track]":
        """The track after every turn that the seat has completed, the latest first."""
        return (step for step in self.steps() if step.by == self.seat and step.ended_turn)

    def open_turn(self) -> list[AnyMove]:
        """The steps of a turn that has begun and not ended."""
        begun = takewhile(lambda step: not (step.ended_turn or step.by == CHANCE), self.steps())
        return [step.move for step in begun][::-1]

    def last_turn(self) -> list[AnyMove]:
        """The steps of the seat's last completed turn."""
        last = next(self.own_turns(), None)
        return [*last.before.open_turn(), last.move] if last and last.before else []

    def brought(self) -> tuple[Event, ...]:
        """What the last step made happen."""
        if self.before is None:
            return ()
        return self.game.events(self.before.state, self.move, self.state)

    def events(self) -> Iterator[Event]:
        for step in self.steps():
            yield from step.brought()


def each_turn(track: Track) -> Iterator[Track]:
    """The track after every complete turn that can be played now; luck's outcomes are turns."""
    game, state = track.game, track.state
    luck = game.actor(state) == CHANCE
    moves = [move for move, _ in game.chance_outcomes(state)] if luck else game.moves(state)
    for move in moves:
        after = game.apply(state, move)
        longer = track.then(move, after)
        if luck or game.ends_turn(state, move, after):
            yield longer
        else:
            yield from each_turn(longer)


# Goals --------------------------------------------------------------------------------------


Lack: TypeAlias = "tuple[str, Mapping[str, str | int]]"
"""What is missing for a goal: the key of a text and what it names; no key where only the level
itself has words for it.
"""
UNTOLD: Lack = "", {}


@dataclass(frozen=True, slots=True)
class Goal:
    """Something to be reached: `met` is asked whenever a turn is over.

    Where one of certain turns is wanted, these are `turns`. `lack` says what is missing for it.
    """

    met: Callable[[Track], bool]
    turns: tuple[str, ...] = ()
    lack: Callable[[Track], Lack] = lambda track: UNTOLD


def read_goal(table: TomlTable) -> Goal:
    """The goal a table describes. Raises TableError."""
    goal = KINDS[table.one_of("kind", tuple(KINDS))](table)
    table.close()
    return goal


def _reaching(least: int, count: Callable[[Track], int], key: str) -> Goal:
    """So many of something, which a text with this key says to be missing."""
    return Goal(lambda track: count(track) >= least,
                lack=lambda track: (key, {"n": least, "got": count(track)}))  # fmt: skip


def score(points: int) -> Goal:
    """So many points altogether."""
    return _reaching(points, lambda track: track.points, "score")


def _gain(table: TomlTable) -> Goal:
    """So many points more than when the task began."""
    return _reaching(table.number("points", least=1), lambda track: track.gained, "gain")


def _ends(reason: str | None = None) -> Goal:
    """The game is over: for this reason, or else won by the seat."""

    def met(track: Track) -> bool:
        outcome = track.game.outcome(track.state)
        if outcome is None or reason is not None:
            return outcome is not None and outcome.reason == reason
        return track.seat in outcome.winners

    return Goal(met, lack=lambda track: (reason or "win", {}))


def _event(table: TomlTable) -> Goal:
    """Events of a kind, so many of them: one's own, or those of others."""
    others = table.one_of("by", ("me", "others"), "me") == "others"
    kind = table.text("event")

    def found(track: Track) -> int:
        return sum(
            event.kind == kind and (event.seat != track.seat) == others for event in track.events()
        )

    return _reaching(table.number("count", 1, 1), found, kind)


def _state(table: TomlTable) -> Goal:
    """Something about the state as JSON says it: the value at a path, its size, what it holds."""
    path = table.text("path")
    tests = [test for test in TESTS if test in table]
    if len(tests) != 1:
        table.fail("", f"a goal of the kind state needs one of {', '.join(TESTS)}")
    test, value = TESTS[tests[0]], table.value(tests[0])

    def met(track: Track) -> bool:
        found = value_at(track.game.to_plain(track.state), path)
        return found is not None and test(found, value)

    def lack(track: Track) -> Lack:
        found = value_at(track.game.to_plain(track.state), path)
        left = len(found) if isinstance(found, Sized) else found
        none = value == 0 and tests[0] in ("is", "most", "size")
        return ("left", {"n": left}) if none and isinstance(left, int) else UNTOLD

    return Goal(met, lack=lack)


def value_at(found: Any, path: str) -> Any:
    """What is found along a path like ``"hand.R"`` in what JSON can say; None if nothing is."""
    for part in path.split("."):
        try:
            found = found[int(part)] if isinstance(found, list | tuple) else found[part]
        except (LookupError, ValueError, TypeError):
            return None
    return found


def _play(table: TomlTable) -> Goal:
    """One of these turns; none named: any turn."""
    turns = table.texts("turns")

    def met(track: Track) -> bool:
        last = track.last_turn()
        return bool(last) and (not turns or write_turn(track.game, last) in turns)

    return Goal(met, turns)


def _prevent(table: TomlTable) -> Goal:
    """Whoever is next, whatever luck does, cannot reach this with one turn."""
    goal = read_goal(table.table("goal"))

    def met(track: Track) -> bool:
        actor = track.actor
        if actor == track.seat:
            return False  # it is looked at right after one's own turn
        if actor == CHANCE:
            return all(met(after) for after in each_turn(track))
        if actor is None:
            return True
        start = Track(track.game, actor, track.state)
        return not any(goal.met(after) for after in each_turn(start))

    return Goal(met, lack=lambda track: ("prevent", {}))


def _several(table: TomlTable, combined: Callable[[Iterable[bool]], bool]) -> Goal:
    """All of some goals at once, or any of them."""
    goals = [read_goal(each) for each in table.tables("goals")]
    if not goals:
        table.fail("goals", "there has to be at least one")

    def lack(track: Track) -> Lack:
        return next((goal.lack(track) for goal in goals if not goal.met(track)), UNTOLD)

    return Goal(lambda track: combined(goal.met(track) for goal in goals), lack=lack)


KINDS: dict[str, Callable[[TomlTable], Goal]] = {
    "gain": _gain,
    "score": lambda table: score(table.number("points")),
    "win": lambda table: _ends(),
    "outcome": lambda table: _ends(table.text("reason")),
    "event": _event,
    "state": _state,
    "play": _play,
    "prevent": _prevent,
    "all": lambda table: _several(table, all),
    "any": lambda table: _several(table, any),
}
TESTS: dict[str, Callable[[Any, Any], bool]] = {  # of two values that JSON can say
    "is": lambda found, value: bool(found == value),
    "least": lambda found, value: isinstance(found, int | float) and found >= value,
    "most": lambda found, value: isinstance(found, int | float) and found <= value,
    "size": lambda found, value: isinstance(found, Sized) and len(found) == value,
    "has": lambda found, value: isinstance(found, Container) and value in found,
}
"""How a value of the state can be compared with the one a level names."""


# Looking ahead ------------------------------------------------------------------------------


class TooFar(Exception):
    """A search has looked at as many turns as it may."""


@dataclass(slots=True)
class Search:
    """Whether a goal can be forced within a number of own turns, whatever luck and others do.

    `waits` lets the others' answer to the last own turn still count. `budget` is the number of
    turns to look at before TooFar is raised; None for no end.
    """

    goal: Goal
    waits: bool = False
    budget: int | None = None

    def forced(self, track: Track, turns: int) -> bool:
        """Whether the seat can reach the goal from here for certain."""
        actor = track.actor
        if actor is None:
            return False
        if actor == track.seat:
            return turns > 0 and any(self.kept(after, turns - 1) for after in self._each(track))
        return all(self.still(after, turns) for after in self._each(track))

    def kept(self, track: Track, turns: int) -> bool:
        """Right after an own turn: whether the goal is reached or can still be forced."""
        if self.goal.met(track):
            return True
        return (turns > 0 or self.waits) and self.forced(track, turns)

    def still(self, track: Track, turns: int) -> bool:
        """Right after a turn of luck or others: the same."""
        return self.goal.met(track) or self.forced(track, turns)

    def refutation(self, track: Track, turns: int) -> Track | None:
        """A turn of another seat after which the goal cannot be forced, if there is one."""
        return next((after for after in self._each(track) if not self.still(after, turns)), None)

    def _each(self, track: Track) -> Iterator[Track]:
        for after in each_turn(track):
            if self.budget is not None:
                self.budget -= 1
                if self.budget < 0:
                    raise TooFar
            yield after


def moves_since(track: Track, start: Track) -> list[AnyMove]:
    """The steps that lead from an earlier track to a later one."""
    return [step.move for step in takewhile(lambda step: step is not start, track.steps())][::-1]
