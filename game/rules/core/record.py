"""A match as text and back: one file, one match, readable by people; see docs/record.md.

Header lines are ``key: value``; then every game of the series: a turn a line, such as
``1  seat 0  a1-b2 @d4``, its steps separated by spaces. Lines with ``#`` are comments.
"""

import json
import re
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import dropwhile, takewhile
from typing import Literal, TypeAlias

from game.rules.core import protocol
from game.rules.core.match import Luck, Match, Series
from game.rules.core.protocol import CHANCE, AnyGame, NotationError, Seat, Value, cut, finite, spell

FORMAT = 1
TITLE = "Walong Table record"
OWN_KEYS = frozenset({"game", "seats", "seed", "luck", "games", "position", "taken over"})
"""Header keys that say how the match began; every other key is a note."""

_TURN = re.compile(
    r"\s*(?:[0-9]{1,9}\s+seat\s+(?P<seat>[0-9]{1,3})|(?P<luck>luck))\s+(?P<steps>\S.*)"
)
_SECTION = re.compile(r"game ([0-9]{1,6})")
_VERSION = r"[1-9][0-9]{0,8}"
_KEY = re.compile(r"(?=.{1,60}$)[^\W\d_][\w.-]*(?: [\w.-]+)*")

Header: TypeAlias = dict[str, tuple[str, int]]
"""What the header says: each key's value and the number of its line."""


Fault: TypeAlias = Literal["header", "newer", "older", "text", "rules"]
"""What is wrong with a record: its header, or written for later rules than these, so that nothing
can be shown; or a step: of earlier rules, one that cannot be read, one that the rules refuse."""


class RecordError(protocol.RuleError):
    """A text that is no record; the message names the line and says what would be right.
    `game` and `step` count from 1 and say which step is the first that cannot be played; they are
    0 where the header is wrong. `text` is everything that was kept, as far as it is known.
    """

    def __init__(self, message: str, line: int = 0, fault: Fault = "header") -> None:
        super().__init__(f"line {line}: {message}" if line else message, f"line {line}")
        self.line = line
        self.fault = fault
        self.game = self.step = 0
        self.text = ""


@dataclass(slots=True)
class Record:
    """A series and what people want to remember about it: names, date and the like.
    `version` is that of the rules it was written with. A `broken` record could be replayed only in
    part; the series ends before the step that the error is about.
    """

    series: Series
    notes: dict[str, str] = field(default_factory=dict)
    version: int = 1
    broken: RecordError | None = None


# Writing ------------------------------------------------------------------------------------


def write(series: Series, notes: Mapping[str, str] | None = None) -> str:
    """The record of everything played up to the cursors.
    Blanks and line breaks in notes become single blanks. Raises ValueError for a note's key that
    could not be read again.
    """
    lines = [write_header(series, notes).rstrip("\n")]
    for number, match in enumerate(series.games, 1):
        lines += ["", f"game {number}"]
        turn = 0
        for seat, steps in match.turns():
            texts = " ".join(match.game.write(match.log[i]) for i in steps)
            turn += seat != CHANCE
            who = "luck       " if seat == CHANCE else f"{turn:3}  seat {seat}"
            lines.append(f"{who}  {texts}")
    return "\n".join(lines) + "\n"


def write_header(series: Series, notes: Mapping[str, str] | None = None) -> str:
    """The record of a series in which nothing has been played yet: how it began."""
    first = series.games[0]
    info = first.game.info
    lines = [f"{TITLE} {FORMAT}", f"game: {info.id} {info.version}", f"seats: {first.seats}"]
    options = protocol.recorded_options(info, first.options)
    lines += [f"option {key}: {spell(value)}" for key, value in options.items()]
    lines += [f"seed: {_one_line(str(first.seed))}", f"luck: {first.luck}"]
    lines.append(f"games: {series.length}")
    if first.from_position:
        plain = first.game.to_plain(first.states[0])
        lines.append("position: " + json.dumps(plain, separators=(",", ":"), sort_keys=True))
    if first.taken_over:
        lines.append(f"taken over: {first.taken_over}")
    for key, value in (notes or {}).items():
        if not _KEY.fullmatch(key) or key in OWN_KEYS or key.startswith("option "):
            raise ValueError(f"{key!r} cannot be the key of a note")
        lines.append(f"{key}: {_one_line(value)}".rstrip())
    return "\n".join(lines) + "\n"


def _one_line(text: str) -> str:
    return " ".join(text.split())


# Reading ------------------------------------------------------------------------------------


def read(text: str, shelf: Mapping[str, AnyGame]) -> Record:
    """The match a record tells. Raises RecordError that names the first wrong line.
    A record of another version of the rules is refused, for it could replay differently.
    """
    told, header = recover(text, shelf), _head(_lines(text))
    first = told.series.games[0]
    if told.version != first.game.info.version:
        raise _other_version(first.game, str(told.version), header["game"][1])
    if told.broken is not None:
        raise told.broken
    if first.taken_over > first.cursor:
        steps = f"the first game has {first.cursor} steps, {first.taken_over} cannot be taken over"
        raise RecordError(steps, header["taken over"][1])
    return told


def recover(text: str, shelf: Mapping[str, AnyGame]) -> Record:
    """The match a record tells, up to the first step that cannot be played.
    Records of earlier rules are replayed by the present ones. Raises RecordError only where the
    header is wrong or says that the rules were later ones.
    """
    lines = _lines(text)
    return _told(text, lines, shelf, lambda series: _replay_lines(series, lines))


def rebuild(header: str, games: Sequence[Sequence[str]], shelf: Mapping[str, AnyGame]) -> Record:
    """The match that began as `write_header` tells, and the steps of its games in order.
    It is replayed as `recover` does, and the same errors are raised.
    """
    parts = [f"\ngame {number}\n" + "\n".join(steps) for number, steps in enumerate(games, 1)]
    text = "\n".join([header.rstrip("\n"), *parts]) + "\n"
    return _told(text, _lines(header), shelf, lambda series: _replay_steps(series, games))


def _told(
    text: str, lines: Sequence[tuple[int, str]], shelf: Mapping[str, AnyGame],
    replay: Callable[[Series], None],
) -> Record:  # fmt: skip
    """The match that began as the first of these lines say, and what is replayed in it."""
    try:
        told, luck = _opening(_head(lines), shelf)
    except RecordError as error:
        error.text = text
        raise
    series = told.series
    try:
        replay(series)
    except RecordError as error:
        error.text, error.game, error.step = text, len(series.games), series.current.cursor + 1
        if told.version < series.current.game.info.version:
            error.fault = "older"
        told.broken = error
    for match in series.games:  # replayed with luck by hand, it goes on as it was played
        match.luck = luck
    if luck == "auto":
        series.current.settle()
    return told


def _lines(text: str) -> list[tuple[int, str]]:
    """The lines that say something, numbered as in the text."""
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    lines = [(n, line.rstrip()) for n, line in enumerate(plain.split("\n"), 1)]
    return [(n, line) for n, line in lines if line and not line.lstrip().startswith("#")]


def _head(lines: Sequence[tuple[int, str]]) -> Header:
    """What the lines before the first game say."""
    if not lines or not lines[0][1].startswith(TITLE):
        raise RecordError(f"a record begins with “{TITLE} {FORMAT}”", lines[0][0] if lines else 1)
    if lines[0][1] != f"{TITLE} {FORMAT}":
        raise RecordError(f"this table reads format {FORMAT}, not “{lines[0][1]}”", lines[0][0])
    found: Header = {}
    for number, line in takewhile(lambda line: not _SECTION.fullmatch(line[1]), lines[1:]):
        key, colon, value = line.partition(":")
        key = key.strip()
        if not colon or not _KEY.fullmatch(key):
            raise RecordError(f"“{cut(line)}” is neither “key: value” nor “game 1”", number)
        if key in found:
            raise RecordError(f"“{key}” stands here a second time", number)
        found[key] = (value.strip(), number)
    return found


def _opening(origin: Header, shelf: Mapping[str, AnyGame]) -> tuple[Record, Luck]:
    """The series before its first step, luck by hand so that it can be replayed; and its luck.
    What nothing is taken from is a note.
    """
    header = dict(origin)
    game, version = _game(header, shelf)
    options = {
        key.removeprefix("option "): _value(game, key.removeprefix("option "), *header.pop(key))
        for key in [key for key in header if key.startswith("option ")]
    }
    seats = _number(header, "seats")
    length = _number(header, "games", "1")
    taken_over = _number(header, "taken over") if "taken over" in header else 0
    seed, _ = header.pop("seed", ("0", 0))
    luck, line = header.pop("luck", ("auto", 0))
    if luck not in ("auto", "manual"):
        raise RecordError(f"luck is auto or manual, not “{cut(luck)}”", line)
    plain = _plain(header)
    # ``007`` is a seed of words, for as a number it would be written otherwise
    number = re.fullmatch(r"0|-?[1-9][0-9]{0,99}", seed)
    try:
        start = None if plain is None else game.from_plain(plain, options)
        match = Match(
            game, seats, options, seed=int(seed) if number else seed, luck="manual", start=start
        )
    except protocol.PositionError as error:
        raise RecordError(str(error), origin["position"][1]) from error
    except protocol.OptionError as error:
        asked = [f"option {error.at}", error.at, "position", "seats"]
        line = next((origin[key][1] for key in asked if key in origin), 0)
        raise RecordError(str(error), line) from error
    match.taken_over = taken_over
    told = Record(Series(match, length), {key: note for key, (note, _) in header.items()}, version)
    return told, "auto" if luck == "auto" else "manual"


def _game(header: Header, shelf: Mapping[str, AnyGame]) -> tuple[AnyGame, int]:
    """The game, and the version of its rules the record was written with, at most the present."""
    value, line = header.pop("game", ("", 0))
    name, _, version = value.partition(" ")
    if name not in shelf:
        raise RecordError(f"the game is one of {', '.join(shelf)}, not “{cut(name)}”", line)
    game = shelf[name]
    version = version or str(game.info.version)
    if not re.fullmatch(_VERSION, version) or int(version) > game.info.version:
        raise _other_version(game, version, line)
    return game, int(version)


def _other_version(game: AnyGame, version: str, line: int) -> RecordError:
    info = game.info
    fault: Fault = "header"
    if re.fullmatch(_VERSION, version):
        fault = "newer" if int(version) > info.version else "older"
    message = f"{info.id} has rules version {info.version} here, not {cut(version)}"
    return RecordError(message, line, fault)


def _value(game: AnyGame, key: str, text: str, line: int) -> Value:
    option = next((option for option in game.info.options if option.key == key), None)
    if option is None:
        known = ", ".join(option.key for option in game.info.options)
        raise RecordError(f"{game.info.id} has no option “{key}”; it has: {known}", line)
    for value in option.values:
        if spell(value) == text:
            return value
    values = ", ".join(spell(value) for value in option.values)
    raise RecordError(f"option {key} is one of {values}, not “{cut(text)}”", line)


def _number(header: Header, key: str, default: str = "") -> int:
    value, line = header.pop(key, (default, 0))
    if not re.fullmatch(r"[1-9][0-9]{0,3}", value):
        raise RecordError(f"“{key}” is a whole number such as 2, not “{cut(value)}”", line)
    return int(value)


def _plain(header: Header) -> dict[str, object] | None:
    """What the position's line says, if there is one."""
    if "position" not in header:
        return None
    value, line = header.pop("position")
    try:
        plain = json.loads(value, parse_constant=finite, parse_float=finite)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"the position is not JSON: {cut(str(error))}", line) from error
    if not isinstance(plain, dict):
        raise RecordError("the position is a JSON object", line)
    return plain


# Replaying ----------------------------------------------------------------------------------


def _replay_lines(series: Series, lines: Sequence[tuple[int, str]]) -> None:
    """Replay the games that the lines after the header tell."""
    begun = False
    for number, line in dropwhile(lambda line: not _SECTION.fullmatch(line[1]), lines):
        section = _SECTION.fullmatch(line)
        if section is None:
            _replay_turn(series.current, line, number)
        elif begun:
            _next_game(series, int(section[1]), number)
        elif section[1] != "1":
            raise RecordError(f"the first game is “game 1”, not “{line}”", number, "text")
        begun = True


def _replay_steps(series: Series, games: Sequence[Sequence[str]]) -> None:
    for number, steps in enumerate(games, 1):
        if number > 1:
            _next_game(series, number, 0)
        for step in steps:
            _replay_step(series.current, deque([step]), 0)


def _next_game(series: Series, number: int, line: int) -> None:
    if number != len(series.games) + 1:
        wrong = f"game {len(series.games) + 1} begins here, not game {number}"
        raise RecordError(wrong, line, "text")
    try:
        series.advance()
    except ValueError as error:
        raise RecordError(f"no new game can begin here: {error}", line, "rules") from error


def _replay_turn(match: Match, line: str, number: int) -> None:
    found = _TURN.fullmatch(line)
    if found is None:
        example = "1  seat 0  a1-b2 @d4"
        raise RecordError(f"“{cut(line)}” is no turn; one is: {example}", number, "text")
    seat: Seat = CHANCE if found["luck"] else int(found["seat"])
    words = deque(found["steps"].split())
    while words:
        if match.actor != seat:
            wrong = f"{_who(match.actor)} to act here, not {_who(seat)}"
            raise RecordError(wrong, number, "rules")
        _replay_step(match, words, number)


def _replay_step(match: Match, words: deque[str], line: int) -> None:
    """Play the first step of these words and drop it; one such as ``take r`` is two words."""
    game, text = match.game, words.popleft()
    try:
        try:
            move = game.read(text)
        except NotationError as error:
            if not words:
                raise
            try:
                move = game.read(f"{text} {words[0]}")
            except NotationError:
                raise error from None
            text = f"{text} {words.popleft()}"
        match.replay(move)
    except protocol.IllegalMove as error:
        raise RecordError(f"{cut(text)} is against {error.refusal.rule}", line, "rules") from error
    except NotationError as error:
        raise RecordError(str(error), line, "text") from error


def _who(seat: Seat | None) -> str:
    if seat is None:
        return "nobody is"
    return "luck is" if seat == CHANCE else f"seat {seat} is"
