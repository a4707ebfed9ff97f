"""A match as text and back: one file, one match, readable by people.

    Walong Table record 1
    game: jin_li 1
    seats: 2
    option target: 15
    seed: 42
    name 0: Anna

    game 1
      1  seat 0  a1-b2 @d4
      2  seat 1  g7-f6 @d3
    luck         K4

Header lines are ``key: value``; then every game of the series: a turn a line, its steps
separated by spaces. Lines that start with ``#`` are comments.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from game.rules.match import Luck, Match, Series
from game.rules.protocol import (
    CHANCE,
    AnyGame,
    IllegalMove,
    NotationError,
    OptionError,
    PositionError,
    RuleError,
    Seat,
    Value,
    spell,
)

FORMAT = 1
TITLE = "Walong Table record"
_TURN = re.compile(r"\s*(?:(?P<number>\d+)\s+seat\s+(?P<seat>\d+)|(?P<luck>luck))\s+(?P<steps>.+)")


class RecordError(RuleError):
    """A text that is no record; the message names the line and says what would be right."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {message}" if line else message, f"line {line}")
        self.line = line


@dataclass(slots=True)
class Record:
    """A series and what people want to remember about it: names, date and the like."""

    series: Series
    notes: dict[str, str] = field(default_factory=dict)


def write(series: Series, notes: Mapping[str, str] | None = None) -> str:
    """The record of everything played up to the cursors."""
    first = series.games[0]
    info = first.game.info
    lines = [f"{TITLE} {FORMAT}", f"game: {info.id} {info.version}", f"seats: {first.seats}"]
    lines += [f"option {key}: {spell(value)}" for key, value in first.options.items()]
    lines += [f"seed: {first.seed}", f"luck: {first.luck}", f"games: {series.length}"]
    if first.from_position:
        plain = first.game.plain(first.states[0])
        lines.append("position: " + json.dumps(plain, separators=(",", ":"), sort_keys=True))
    lines += [f"{key}: {value}" for key, value in (notes or {}).items()]
    for number, match in enumerate(series.games, 1):
        lines += ["", f"game {number}", *_turn_lines(match)]
    return "\n".join(lines) + "\n"


def _turn_lines(match: Match) -> Iterator[str]:
    number = 0
    for seat, steps in match.turns():
        texts = " ".join(match.game.write(match.log[i]) for i in steps)
        if seat == CHANCE:
            yield f"luck         {texts}"
        else:
            number += 1
            yield f"{number:3}  seat {seat}  {texts}"


def read(text: str, shelf: Mapping[str, AnyGame]) -> Record:
    """The match a record tells. Raises RecordError that names the first wrong line."""
    lines = [(n, line.rstrip()) for n, line in enumerate(text.splitlines(), 1)]
    lines = [(n, line) for n, line in lines if line and not line.lstrip().startswith("#")]
    if not lines or not lines[0][1].startswith(TITLE):
        raise RecordError(f"a record begins with “{TITLE} {FORMAT}”", 1)
    if lines[0][1] != f"{TITLE} {FORMAT}":
        raise RecordError(f"this table reads format {FORMAT}, not “{lines[0][1]}”", 1)
    end = next((i for i, (_, line) in enumerate(lines) if _is_section(line)), len(lines))
    header = _header(lines[1:end])
    record = Record(_series(header, shelf))
    record.notes = {key: value for key, (value, _) in header.items()}
    _replay(record.series, lines[end:])
    return record


def _is_section(line: str) -> bool:
    return re.fullmatch(r"game \d+", line) is not None


def _header(lines: list[tuple[int, str]]) -> dict[str, tuple[str, int]]:
    found: dict[str, tuple[str, int]] = {}
    for number, line in lines:
        key, colon, value = line.partition(":")
        if not colon:
            raise RecordError(f"“{line[:40]}” is neither “key: value” nor “game 1”", number)
        if key in found:
            raise RecordError(f"“{key}” stands here a second time", number)
        found[key] = (value.strip(), number)
    return found


def _series(header: dict[str, tuple[str, int]], shelf: Mapping[str, AnyGame]) -> Series:
    """The series before its first move; takes what it uses out of the header."""
    game = _game(header, shelf)
    options = {
        key.removeprefix("option "): _value(game, key.removeprefix("option "), *header.pop(key))
        for key in [key for key in header if key.startswith("option ")]
    }
    seats = _number(header, "seats", None)
    length = _number(header, "games", 1)
    seed, seed_line = header.pop("seed", ("0", 0))
    luck, line = header.pop("luck", ("auto", 0))
    if luck not in ("auto", "manual"):
        raise RecordError(f"luck is auto or manual, not “{luck}”", line)
    mode: Luck = "auto" if luck == "auto" else "manual"
    try:
        start = _position(game, header, options)
        # Luck's moves stand in the record, so it is replayed with luck by hand.
        match = Match(game, seats, options, seed=_seed(seed), luck="manual", start=start)
    except (OptionError, PositionError) as error:
        raise RecordError(str(error), seed_line) from error
    match.luck = mode
    if length < 1:
        raise RecordError("a series has at least one game")
    return Series(match, length)


def _seed(text: str) -> int | str:
    return int(text) if re.fullmatch(r"-?\d{1,30}", text) else text


def _game(header: dict[str, tuple[str, int]], shelf: Mapping[str, AnyGame]) -> AnyGame:
    value, line = header.pop("game", ("", 0))
    name, _, version = value.partition(" ")
    if name not in shelf:
        raise RecordError(f"the game is one of {', '.join(shelf)}, not “{name}”", line)
    current = str(shelf[name].info.version)
    if version not in ("", current):
        raise RecordError(f"{name} has rules version {current} here, not {version}", line)
    return shelf[name]


def _value(game: AnyGame, key: str, text: str, line: int) -> Value:
    option = next((option for option in game.info.options if option.key == key), None)
    if option is None:
        known = ", ".join(option.key for option in game.info.options)
        raise RecordError(f"{game.info.id} has no option “{key}”; it has: {known}", line)
    for value in option.values:
        if spell(value) == text:
            return value
    values = ", ".join(spell(value) for value in option.values)
    raise RecordError(f"option {key} is one of {values}, not “{text}”", line)


def _number(header: dict[str, tuple[str, int]], key: str, default: int | None) -> int:
    value, line = header.pop(key, ("", 0))
    if not value and default is not None:
        return default
    if not re.fullmatch(r"\d{1,4}", value):
        raise RecordError(f"“{key}” is a whole number such as 2, not “{value}”", line)
    return int(value)


def _position(
    game: AnyGame, header: dict[str, tuple[str, int]], options: Mapping[str, Value]
) -> object | None:
    if "position" not in header:
        return None
    value, line = header.pop("position")
    try:
        plain = json.loads(value)
    except ValueError as error:
        raise RecordError(f"the position is not JSON: {error}", line) from error
    if not isinstance(plain, dict):
        raise RecordError("the position is a JSON object", line)
    start: object = game.position(plain, options)
    return start


def _replay(series: Series, lines: list[tuple[int, str]]) -> None:
    wanted = series.games[0].luck
    series.games[0].luck = "manual"
    for index, (number, line) in enumerate(lines):
        if _is_section(line):
            if index:
                _next_game(series, number)
        else:
            _replay_turn(series.current, line, number)
    for match in series.games:
        match.luck = wanted
    if wanted == "auto":
        series.current.settle()


def _next_game(series: Series, line: int) -> None:
    try:
        series.advance()
    except ValueError as error:
        raise RecordError(f"no new game can begin here: {error}", line) from error


def _replay_turn(match: Match, line: str, number: int) -> None:
    found = _TURN.fullmatch(line)
    if found is None:
        raise RecordError(f"“{line[:40]}” is no turn; one is: 1  seat 0  a1-b2 @d4", number)
    seat: Seat = CHANCE if found["luck"] else int(found["seat"])
    for text in found["steps"].split():
        if match.actor != seat:
            raise RecordError(f"{_who(match.actor)} to act here, not {_who(seat)}", number)
        try:
            match.play(match.game.read(text))
        except IllegalMove as error:
            raise RecordError(f"{text} is against {error.refusal.rule}", number) from error
        except NotationError as error:
            raise RecordError(str(error), number) from error


def _who(seat: Seat | None) -> str:
    if seat is None:
        return "nobody is"
    return "luck is" if seat == CHANCE else f"seat {seat} is"
