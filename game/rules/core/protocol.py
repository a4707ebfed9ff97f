"""What a game is to the rest of the house: pure functions over frozen states.

A game never changes anything. It answers questions about a *state* (who acts, what is legal,
what does it score) and turns a state and a *move* into the next state. A move is one step; a
*turn* is the sequence of steps one seat takes before somebody else acts. Luck is a seat too:
what it draws are moves in the log like any other.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any, Generic, TypeAlias, TypeVar, cast

Seat: TypeAlias = int
CHANCE: Seat = -1

Value: TypeAlias = str | int | bool
Options: TypeAlias = Mapping[str, Value]
Plain: TypeAlias = Mapping[str, Any]
"""What JSON says. `Any` stands for what is read and checked key by key."""
Facts: TypeAlias = Mapping[str, int | Collection[str]]
"""What is true for a seat that begins to act: how much, or at which places (docs/cards.md)."""
AnyState: TypeAlias = Any
AnyMove: TypeAlias = Any
"""A state or a move where any of the games may be played: only the game knows its type."""

S = TypeVar("S")
M = TypeVar("M")
Effect: TypeAlias = Callable[[S, Any], S]
"""What a kind of step does to a state. `Any` is that kind: the types of keys cannot be said."""


class RuleError(ValueError):
    """Something a game was asked to read makes no sense: `key` names the text, `params` fill it."""

    def __init__(self, message: str, at: str = "") -> None:
        super().__init__(message)
        self.at = at


class NotationError(RuleError):
    """A text that is no move of this game (syntax, not legality)."""


class OptionError(RuleError):
    """An option, a value or a number of seats the game does not know."""


class PositionError(RuleError):
    """A plain state that breaks the rules or lacks something; `at` names the key."""


@dataclass(frozen=True, slots=True)
class Option:
    """One choice the rules leave to the table. The first value is the rule's default."""

    key: str
    values: tuple[Value, ...]
    rule: str
    seats: bool = False
    """Whether its numbers are seats."""
    later: bool = False
    """Whether it came when there were records without it: they name it only where it is not the
    default, so that older records stay as they are.
    """

    @property
    def default(self) -> Value:
        return self.values[0]


@dataclass(frozen=True, slots=True)
class Info:
    """Facts about a game, as data."""

    id: str
    seats: tuple[int, int]
    options: tuple[Option, ...] = ()
    hidden: bool = False  # some seats know what others do not: `view` masks something
    version: int = 1
    """Raised whenever a rule changes so that an old record could replay differently."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move is illegal: the rule's number, a text key, what fills the text, where to point.
    A parameter that starts with ``@`` is itself a text key (``@tile.R3`` becomes *rose*). Places
    are written as the game writes them in moves: ``d4``, ``(2,3)``, ``3:0,1,0,0``.
    """

    rule: str
    key: str
    places: tuple[str, ...] = ()
    params: tuple[tuple[str, str | int], ...] = ()

    @classmethod
    def at(cls, rule: str, key: str, place: str) -> "Refusal":
        """A refusal about one place, which its text names as ``{at}``."""
        return cls(rule, key, (place,), (("at", place),))


class IllegalMove(ValueError):
    """A move the rules of a game refuse; `refusal` says which rule and where."""

    def __init__(self, refusal: Refusal, text: str, game: str) -> None:
        super().__init__(f"{text}: {refusal.rule} {refusal.key}" if text else refusal.key)
        self.refusal = refusal
        self.text = text
        self.game = game


@dataclass(frozen=True, slots=True)
class Event:
    """Something a move made happen that people want to see, such as points and where they grew."""

    kind: str
    seat: Seat
    points: int = 0
    places: tuple[str, ...] = ()
    params: tuple[tuple[str, str | int], ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. Several winners share the win; no winner is a draw."""

    winners: tuple[Seat, ...]
    reason: str

    def shares(self, seats: int) -> tuple[float, ...]:
        """What share of the win each of so many seats has: an equal one where nobody has won."""
        winners = self.winners or range(seats)
        return tuple((seat in winners) / len(winners) for seat in range(seats))


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of the score sheet: what one seat has got for what."""

    seat: Seat
    points: int
    key: str
    params: tuple[tuple[str, str | int], ...] = ()
    places: tuple[str, ...] = ()


class Game(ABC, Generic[S, M]):
    """The rules of one game. Stateless; states and moves are frozen and hashable.

    In a small game a state is the tuple of the moves that led to it: then `why_illegal` and
    `outcome` are all there is to say. Others say `set_up`, `actor`, `effects` or `apply`,
    `to_plain` and `position` as well.
    """

    info: Info
    words: Mapping[str, M] = {}
    """The steps that are always written alike, by their texts."""
    effects: Mapping[type[M], Effect[S]] = {}
    examples: str
    """Texts of steps, for whoever has written what is none."""
    step_separator: str = ""  # stands between the steps of a turn written as one text
    implicit_step: M | None = None
    """The step that is left out when a turn is written as one text (a declined bonus)."""

    def set_up(self, seats: int, options: Options) -> S:
        """The state before the first move; nothing random happens here. All options are there, and
        seats and values are allowed. Raises OptionError where some of them exclude each other.
        """
        return cast(S, ())

    def actor(self, state: S) -> Seat | None:
        """Who acts: a seat, CHANCE while luck owes something, None when the game is over. One after
        the other, if not said otherwise, in a game in which their number is fixed.
        """
        over = self.outcome(state) is not None
        return None if over else len(self._played(state)) % self.info.seats[1]

    @abstractmethod
    def why_illegal(self, state: S, move: M) -> Refusal | None:
        """None exactly for the moves of `moves`; otherwise why not."""

    def apply(self, state: S, move: M) -> S:
        """The state after a legal move. Calling it with an illegal one is a programming error."""
        effect = self.effects.get(type(move))
        return effect(state, move) if effect else cast(S, (*self._played(state), move))

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How the game ended; None while it goes on, exactly as long as somebody acts."""

    def to_plain(self, state: S) -> Plain:
        """The state as JSON can say it; enough for `position` to build it again."""
        return {"moves": [self.write(move) for move in self._played(state)]}

    def position(self, plain: Plain, options: Options, /) -> S:
        """The state that `plain` describes, checked; all options are there, and no key is unknown.
        Raises PositionError, and OptionError where options exclude each other.
        """
        state, texts = self.set_up(self.info.seats[1], options), plain.get("moves")
        if not isinstance(texts, list | tuple):
            raise PositionError(f"a position of {self.info.id} has a list of moves", "moves")
        try:
            for text in texts:
                state = self.apply(state, _legal(self, state, str(text)))
        except (NotationError, IllegalMove) as error:
            raise PositionError(f"moves: {error}", "moves") from error
        return state

    def _played(self, state: S) -> tuple[M, ...]:
        return cast("tuple[M, ...]", state)

    # What most games share -------------------------------------------------------------------

    def moves(self, state: S) -> Sequence[M]:
        """The legal steps, each once, in a fixed order; for CHANCE the possible outcomes. Those of
        `words`, if not said otherwise.
        """
        return [move for move in self.words.values() if self.why_illegal(state, move) is None]

    def write(self, move: M) -> str:
        """The text of a step (see docs/referee.md), that of `words` if not said otherwise.
        `read(write(m)) == m`.
        """
        return next(text for text, word in self.words.items() if word == move)

    def read(self, text: str) -> M:
        """The step a text means, legal or not. Raises NotationError with examples."""
        found = self.words[text] if text in self.words else self.parse(text)
        if found is None:
            wrong = f"{text[:60]!r} is no move of {self.info.id}; moves look like {self.examples}"
            raise NotationError(wrong, text[:60])
        return found

    def parse(self, text: str) -> M | None:
        """The step that a text means which is none of `words`; None if it is no step."""
        return None

    def start(self, seats: int, options: Options) -> S:
        """What `set_up` gives; missing options take their defaults. Raises OptionError."""
        return self.set_up(seats, resolve(self.info, seats, options))

    def from_plain(self, plain: Plain, options: Options) -> S:
        """What `position` gives, and raises; missing options take their defaults. Raises
        PositionError as well for the first key that no state has.
        """
        known = self.to_plain(self.start(self.info.seats[0], {}))
        for key in plain:
            if key not in known:
                wrong = f"a position of {self.info.id} has no {key!r}; it has: {', '.join(known)}"
                raise PositionError(wrong, str(key))
        return self.position(plain, resolve(self.info, self.info.seats[0], options))

    def scores(self, state: S) -> tuple[int, ...]:
        """The points of every seat as they stand. One for having won, if not said otherwise; that
        is for games in which the number of seats is fixed.
        """
        outcome = self.outcome(state)
        winners = () if outcome is None else outcome.winners
        return tuple(int(seat in winners) for seat in range(self.info.seats[1]))

    def chance_outcomes(self, state: S) -> Sequence[tuple[M, int]]:
        """While luck acts: its outcomes and their weights. Empty if they cannot be listed."""
        return [(move, 1) for move in self.moves(state)]

    def first_seat(self, start: S) -> Seat | None:
        """Who begins the game that starts like this; None if luck decides."""
        return 0

    def sample_chance(self, state: S, rng: random.Random) -> M:
        """What luck does with these random numbers, outcomes weighted as in `chance_outcomes`."""
        outcomes = self.chance_outcomes(state)
        return rng.choices([m for m, _ in outcomes], [w for _, w in outcomes])[0]

    def observation(self, state: S, seat: Seat) -> S:
        """What this seat may know: the same type, secrets masked. Equal for equal knowledge."""
        return state

    def determinize(self, view: S, seat: Seat, rng: random.Random) -> S:
        """A full state that agrees with the view, the unknown filled at random."""
        return view

    def events(self, before: S, move: M, after: S) -> tuple[Event, ...]:
        """What the step made happen; the points in it sum up to the change of `scores`. If not said
        otherwise, whose points have changed: so many, and `n` from now on.
        """
        scores = enumerate(zip(self.scores(before), self.scores(after), strict=True))
        return tuple(Event("score", seat, new - old, params=(("n", new),))
                     for seat, (old, new) in scores if new != old)  # fmt: skip

    def explain(self, state: S) -> tuple[ScoreLine, ...]:
        """The score sheet where the state alone tells it; empty if the events tell it all."""
        return ()

    def ends_turn(self, before: S, move: M, after: S) -> bool:
        """Whether this step was the last of its turn."""
        return self.actor(after) != self.actor(before)

    def split(self, text: str) -> tuple[str, ...]:
        """The texts of the steps in a turn's text, by syntax alone."""
        return tuple(text.split(self.step_separator)) if self.step_separator else (text,)

    def next_game_options(self, state: S) -> Options:
        """The options of the next game in a series, luck's part in choosing who starts fixed.
        Seats rotate by one from game to game; the match does that.
        """
        return {}

    def series_points(self, state: S) -> tuple[int, ...]:
        """What a finished game counts in a series: its points, if not said otherwise."""
        return self.scores(state)


AnyGame: TypeAlias = Game[AnyState, AnyMove]
"""A game whose states and moves are nobody's business: the shelf, the match and the referee
treat all six alike, and Python's types cannot say "some S, the same everywhere"."""


def resolve(info: Info, seats: int, given: Options) -> dict[str, Value]:
    """All options of the game with defaults filled in. Raises OptionError naming the key."""
    low, high = info.seats
    if isinstance(seats, bool) or not isinstance(seats, int) or not low <= seats <= high:
        span = str(low) if low == high else f"{low} to {high}"
        raise OptionError(f"{info.id} is for {span} seats, not {seats!r}", "seats")
    known = {option.key: option for option in info.options}
    for key, value in given.items():
        if key not in known:
            names = ", ".join(known) or "none"
            raise OptionError(f"{info.id} has no option {key!r}; it has: {names}", key)
        if not any(type(value) is type(v) and value == v for v in known[key].values):
            values = ", ".join(spell(v) for v in known[key].values)
            raise OptionError(f"option {key} takes {values}, not {spell(value)}", key)
    return {option.key: given.get(option.key, option.default) for option in info.options}


def recorded_options(info: Info, options: Options) -> dict[str, Value]:
    """Of all options those that a record or a result names, in their order."""
    silent = {option.key for option in info.options
              if option.later and options[option.key] == option.default}  # fmt: skip
    return {key: value for key, value in options.items() if key not in silent}


def cut(text: str, length: int = 60) -> str:
    """Enough of a text to recognise it in a message."""
    return text if len(text) <= length else text[: length - 1] + "…"


def spell(value: Value) -> str:
    """An option's value as records and messages write it: ``true``, ``10``, ``corners``."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def finite(text: str) -> float:
    """The number that a reader of JSON has found, or a word such as NaN. Raises ValueError."""
    if text in ("NaN", "Infinity", "-Infinity"):
        raise ValueError(f"{text} is no number of JSON")
    number = float(text)
    if not isfinite(number):
        raise ValueError(f"{cut(text)} is too large a number")
    return number


def turns(game: Game[S, M], state: S) -> Iterator[tuple[tuple[M, ...], S]]:
    """Every complete turn from this state: its steps and the state after it."""
    if game.actor(state) in (None, CHANCE):
        return
    for move in game.moves(state):
        after = game.apply(state, move)
        if game.ends_turn(state, move, after):
            yield (move,), after
            continue
        for rest, final in turns(game, after):
            yield (move, *rest), final


def write_turn(game: Game[S, M], steps: Sequence[M]) -> str:
    """The steps of a turn as one text, the silent step left out unless it stands alone."""
    spoken = [step for step in steps if step != game.implicit_step] or steps
    return game.step_separator.join(map(game.write, spoken))


def play_text(game: Game[S, M], state: S, text: str) -> tuple[M, ...]:
    """The steps a text means here: one step, or a whole turn.
    A text that is a legal step is that step; otherwise it is tried as a complete turn. Raises
    NotationError if it cannot be read, IllegalMove if the rules refuse one of its steps.
    """
    parts = game.split(text)
    if len(parts) < 2:
        return (_legal(game, state, text),)
    steps: list[M] = []
    ended = False
    for part in parts:
        if steps and ended:
            raise NotationError(f"{text!r}: the turn is over before {part!r}", part)
        step = _legal(game, state, part)
        after = game.apply(state, step)
        ended = game.ends_turn(state, step, after)
        steps.append(step)
        state = after
    implicit = game.implicit_step
    if not ended and implicit is not None and game.why_illegal(state, implicit) is None:
        steps.append(implicit)
    elif not ended:
        raise NotationError(f"{text!r} is not a complete turn; play it step by step", text)
    return tuple(steps)


def _legal(game: Game[S, M], state: S, text: str) -> M:
    move = game.read(text)
    refusal = game.why_illegal(state, move)
    if refusal is not None:
        raise IllegalMove(refusal, text, game.info.id)
    return move
