"""Levels: lessons, puzzles and set-ups as TOML files, one format for every game.

``levels/<game>/<number>_<name>.toml``; docs/levels.md describes what stands in them.
"""

import logging
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cache, partial
from pathlib import Path
from typing import Literal, TypeAlias, cast, get_args

from game.rules.core import protocol
from game.rules.core.match import Match
from game.rules.core.protocol import AnyGame, OptionError, Plain, PositionError, Seat, Value
from game.services.levels.goals import TESTS, Goal, read_goal, score, value_at
from game.services.texts import folders
from game.services.toml_reader import TableError, TomlTable, Words
from game.shipped import LEVELS

_log = logging.getLogger(__name__)

Kind: TypeAlias = Literal["lesson", "puzzle", "challenge", "setup", "story"]
TASKS: tuple[Kind, ...] = ("puzzle", "challenge")
"""The kinds that are a single task."""
DAILY = "daily"
"""The folder below a game's levels that holds its puzzles of the day."""
Marks: TypeAlias = "tuple[tuple[str, int], ...]"
"""Names of marks and the points they take, the lowest first."""
Until: TypeAlias = Literal["turn", "reply", "end"]


@dataclass(frozen=True, slots=True)
class Setup:
    """How a match of a level begins: options, a position or the game's start, moves from there."""

    seats: int
    options: Mapping[str, Value]
    seed: int | str
    position: Plain | None
    moves: tuple[str, ...]

    def match(self, game: AnyGame) -> Match:
        """The match, ready for the person. Raises what the game raises if it makes no sense."""
        start = None if self.position is None else game.from_plain(self.position, self.options)
        match = Match(game, self.seats, self.options, seed=self.seed, start=start)
        for text in self.moves:
            match.play_text(text)
        return match


@dataclass(frozen=True, slots=True)
class Stage:
    """One thing to do, or only to read: a step of a lesson, or a whole puzzle."""

    text: Words
    setup: Setup | None
    """Where this stage begins anew; None: where the one before ended."""
    goal: Goal | None = None
    """None: only to read."""
    turns: int = 0
    """In so many own turns; 0: as many as one likes."""
    until: Until = "turn"
    """What still counts: the last own turn, the others' answer to it, all up to the end."""
    reply: tuple[str, ...] = ()
    """What the others play, in order."""
    wrong: Words | None = None
    """What to say to a turn that was legal, but not what was asked for."""
    places: tuple[str, ...] = ()
    """Where to point."""
    hints: tuple[Words, ...] = ()
    solution: tuple[str, ...] = ()
    """Turns that reach the goal, those of the others included."""
    picture: str = ""
    """The illustration of the rules page that is seen beside the text; none if empty."""


@dataclass(frozen=True, slots=True)
class Level:
    """A lesson, a puzzle, a challenge, a set-up or a story."""

    id: str
    game: str
    kind: Kind
    difficulty: int
    """From 1 to 5."""
    title: Words
    text: Words
    seat: Seat
    """The seat the person plays."""
    stages: tuple[Stage, ...]
    marks: Marks
    """Bronze, silver, gold."""

    @property
    def setup(self) -> Setup:
        """The last one of its stages; in a story it holds the whole game."""
        return [stage.setup for stage in self.stages if stage.setup is not None][-1]

    def mark(self, points: int) -> str | None:
        """The highest mark that so many points earn."""
        earned = [name for name, needed in self.marks if points >= needed]
        return earned[-1] if earned else None


def files(game: str, below: str = "") -> list[Path]:
    """The files of a game's levels in all folders, in their order; or those in a folder below."""
    found = (folder / game / below for folder in folders("levels", LEVELS))
    return [file for folder in found for file in sorted(folder.glob("*.toml"))]


def shelf(game: AnyGame) -> tuple[tuple[Level, ...], tuple[TableError, ...]]:
    """A game's levels in the order of their files, and what is wrong with those left out.

    A file is read once, and again when it was changed; what is wrong with it is also logged.
    """
    found = [_as_it_is(file, game) for file in files(game.info.id)]
    levels = tuple(each for each in found if isinstance(each, Level))
    return levels, tuple(each for each in found if isinstance(each, TableError))


def of_days(game: AnyGame, days: Iterable[date]) -> tuple[Level, ...]:
    """The puzzles of some days, each with its day for an id: the same ones on every table, one a
    day in turn. No other of these files is read; a day whose file is wrong has none.
    """
    all_files = files(game.info.id, DAILY)
    found = [(_as_it_is(all_files[day.toordinal() % len(all_files)], game), day.isoformat())
             for day in days if all_files]  # fmt: skip
    return tuple(replace(level, id=day) for level, day in found if isinstance(level, Level))


def _as_it_is(file: Path, game: AnyGame) -> Level | TableError:
    return _read_once(file, file.exists() and file.stat().st_mtime_ns, game)


@cache
def _read_once(file: Path, _changed: int, game: AnyGame) -> Level | TableError:
    try:
        return read(file, game)
    except TableError as error:
        _log.warning("%s", error)
        return error


def read(file: Path, game: AnyGame) -> Level:
    """The level in a file, checked against the rules. Raises TableError with file and key."""
    table = TomlTable.read(file)
    kind = cast(Kind, table.one_of("kind", get_args(Kind)))
    seat = table.number("seat", 0)
    setup = _setup(table.table("setup"), game)
    if seat >= setup.seats:
        table.fail("seat", f"there are only {setup.seats} seats, from 0 on")
    earned = table.table("marks")
    marks = tuple((name, earned.number(name)) for name in ("bronze", "silver", "gold")
                  if name in earned)  # fmt: skip
    earned.close()
    if sorted(marks, key=lambda mark: mark[1]) != list(marks):
        table.fail("marks", "each mark takes more points than the one before")
    stages = _stages(table, kind, game, setup, marks)
    difficulty = table.number("difficulty", 1, 1)
    if difficulty > 5:
        table.fail("difficulty", "this goes from 1 to 5")
    level = Level(
        file.stem, game.info.id, kind, difficulty, table.words("title"),
        stages[0].text if kind in TASKS else table.words("text"), seat, stages, marks,
    )  # fmt: skip
    table.close()
    return level


# Set-ups ------------------------------------------------------------------------------------


def _setup(table: TomlTable, game: AnyGame, before: Setup | None = None) -> Setup:
    """A set-up that can be begun; what is left out is as `before`, moves and position apart."""
    seats = table.number("seats", before.seats if before else game.info.seats[0])
    options = dict(before.options) if before else {}
    if "options" in table:
        options = table.table("options").rest()
    seed = table.value("seed") if "seed" in table else 0
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        table.fail("seed", "this has to be a whole number or a text")
    position = table.table("position").rest() if "position" in table else None
    moves = table.texts("moves")
    table.close()
    try:
        options = protocol.resolve(game.info, seats, options)
    except OptionError as error:
        table.fail("seats" if error.at == "seats" else f"options.{error.at}", str(error))
    setup = Setup(seats, options, seed, position, ())
    try:
        match = setup.match(game)
    except PositionError as error:
        table.fail(f"position.{error.at}" if error.at else "position", str(error))
    except OptionError as error:
        table.fail("options", str(error))
    for number, text in enumerate(moves, 1):
        _play(match, text, table, f"moves[{number}]")
    return replace(setup, moves=moves)


def _play(match: Match, text: str, table: TomlTable, key: str) -> None:
    """Play a turn that a file names. Raises TableError if it cannot be played."""
    try:
        match.play_text(text)
    except protocol.NotationError as error:
        table.fail(key, str(error))
    except protocol.IllegalMove as error:
        table.fail(key, f"{error} is illegal")


# Stages -------------------------------------------------------------------------------------


def _stages(
    table: TomlTable, kind: Kind, game: AnyGame, setup: Setup, marks: Marks
) -> tuple[Stage, ...]:
    if kind == "setup":
        return (Stage({}, setup),)
    if kind in TASKS:
        made = kind == "challenge"
        stage = _challenge(table, setup, marks) if made else _stage(table, setup)
        if stage.goal is None:
            table.fail("goal", "a puzzle needs a goal")
        return _follow([stage], [table], game)
    parts, picture = table.tables("step"), table.text("picture", "")
    if not parts:
        table.fail("step", f"a {kind} needs at least one")
    if kind == "story":
        return _moments(parts, game, setup)
    stages = []
    for number, part in enumerate(parts):
        own = _setup(part.table("setup"), game, setup) if "setup" in part else None
        stage = _stage(part, own or (None if number else setup))
        stages.append(replace(stage, picture=part.text("picture", picture)))
    followed = _follow(stages, parts, game)
    for part in parts:
        part.close()
    return followed


def _moments(parts: list[TomlTable], game: AnyGame, setup: Setup) -> tuple[Stage, ...]:
    """The moments of a game that is told, each where the moves of its part have led."""
    match, stages = setup.match(game), list[Stage]()
    for part in parts:
        moves = part.texts("moves")
        for number, turn in enumerate(moves, 1):
            _play(match, turn, part, f"moves[{number}]")
        setup = replace(setup, moves=(*setup.moves, *moves))
        stages.append(Stage(part.words("text"), setup, places=part.texts("places")))
        part.close()
    return tuple(stages)


def _challenge(table: TomlTable, setup: Setup, marks: Marks) -> Stage:
    """A game played to its end for marks; whoever earns the lowest one has mastered it."""
    for key in ("goal", "turns", "until", "reply", "wrong"):
        if key in table:
            table.fail(key, "a challenge is played to its end, for marks alone")
    if not marks:
        table.fail("marks", "a challenge needs at least one")
    return replace(_stage(table, setup), goal=score(marks[0][1]), turns=0, until="end")


def _stage(table: TomlTable, setup: Setup | None) -> Stage:
    text = table.words("text")
    goal = read_goal(table.table("goal")) if "goal" in table else None
    until = table.one_of("until", ("turn", "reply", "end"), "turn")
    solution = table.texts("solution") or (goal.turns[:1] if goal else ())
    hints = [  # a hint is a text in every language, right in its own table
        TomlTable(hint.file, {"text": hint.rest()}, hint.path).words("text")
        for hint in table.tables("hint")
    ]
    return Stage(
        text, setup, goal, table.number("turns", 0 if until == "end" else 1), cast(Until, until),
        table.texts("reply"), table.words("wrong") if "wrong" in table else None,
        table.texts("places"), tuple(hints), solution,
    )  # fmt: skip


def _follow(stages: list[Stage], tables: list[TomlTable], game: AnyGame) -> tuple[Stage, ...]:
    """Play all solutions and replies, so that a level that cannot be played is found out, and fill
    in or check what its texts say about where each stage begins.
    """
    match: Match | None = None
    told = []
    for stage, table in zip(stages, tables, strict=True):
        if stage.setup is not None:
            match = stage.setup.match(game)
        assert match is not None
        for number, text in enumerate(stage.goal.turns if stage.goal else (), 1):
            alone = Match(game, match.seats, match.options, luck="manual", start=match.state)
            _play(alone, text, table, f"goal.turns[{number}]")
        if stage.goal is not None and not stage.solution and stage.reply:
            table.fail("solution", "without a solution no reply can be checked")
        _check_tries(table, match)
        told.append(_told(stage, game.to_plain(match.state), table))
        for key, turns in (("solution", stage.solution), ("reply", stage.reply)):
            for number, text in enumerate(turns, 1):
                _play(match, text, table, f"{key}[{number}]")
    return tuple(told)


def _check_tries(table: TomlTable, match: Match) -> None:
    """See that what a text says to be refused is, by its rule and for its places."""
    for tried in table.tables("try"):
        text, rule, places = tried.text("move"), tried.text("refused"), tried.texts("places")
        tried.close()
        try:
            refusal = match.game.why_illegal(match.state, match.game.read(text))
        except protocol.NotationError as error:
            tried.fail("move", str(error))
        if refusal is None:
            tried.fail("move", f"{text} is legal")
        if refusal.rule != rule:
            tried.fail("refused", f"{text} is refused by {refusal.rule} {refusal.key}")
        if {*refusal.places} != {*places}:
            tried.fail("places", f"{text} is refused for {', '.join(refusal.places) or 'none'}")


# What texts say of a position -------------------------------------------------------------------

_FACT = re.compile(r"\{([^{}|]+)(?:\|(\S+) (\w+) ([^{}]+))?\}")
"""``{path}`` for the value there; ``{words|path test value}`` for words that it bears out."""
_NUMBER = re.compile(r"-?\d+")


def _told(stage: Stage, plain: Plain, table: TomlTable) -> Stage:
    """The stage, all that its texts say of the position filled in or checked."""

    def told(words: Words, key: str) -> Words:
        return {language: _FACT.sub(partial(_fact, plain, table, f"{key}.{language}"), text)
                for language, text in words.items()}  # fmt: skip

    hints = tuple(told(hint, f"hint[{number}]") for number, hint in enumerate(stage.hints, 1))
    wrong = stage.wrong and told(stage.wrong, "wrong")
    return replace(stage, text=told(stage.text, "text"), wrong=wrong, hints=hints)


def _fact(plain: Plain, table: TomlTable, key: str, found: re.Match[str]) -> str:
    words, path, test, wanted = found.groups()
    value = value_at(plain, path or words)
    if path is None:
        if isinstance(value, bool) or not isinstance(value, int | str):
            table.fail(key, f"there is no number and no text at {words} in the position")
        return str(value)
    if test not in TESTS:
        table.fail(key, f"{found[0]}: this takes one of {', '.join(TESTS)}")
    parts = [int(part) if _NUMBER.fullmatch(part) else part for part in wanted.split(",")]
    known = TESTS[test](value, parts[0] if len(parts) == 1 else parts)
    if not known:
        table.fail(key, f"{found[0]}: in the position there is {value}")
    return str(words)
