"""What the table remembers: running matches move by move, settings, people, results, levels.

Every method that changes something takes effect at once and is brought to the disk in the
background; `confirm` tells when it has got there. What is damaged or cannot be written never
stops the table (see `database`); `take_notices` tells about it.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from datetime import date, datetime
from pathlib import Path
from typing import Any

from game.rules import record
from game.rules.match import Series
from game.rules.protocol import AnyGame
from game.services import chronicle, evening, history, naming
from game.services.chronicle import Chronicle
from game.services.database import Cell, Database, Notice, Row
from game.services.evening import Evenings
from game.services.figures import Figures
from game.services.history import History, Result
from game.services.people import Chair, Profile, free_look

FILE = "walong-table.db"
IDLE = 180
"""Seconds; who thinks longer has gone for a walk, and that is no time spent playing."""
SCRIPTS = (
    """
    CREATE TABLE matches (
        id INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL, header TEXT NOT NULL,
        chairs TEXT NOT NULL, begun TEXT NOT NULL, touched TEXT NOT NULL,
        finished INTEGER NOT NULL DEFAULT 0
    );
    CREATE TABLE moves (
        match_id INTEGER NOT NULL, game_no INTEGER NOT NULL, step INTEGER NOT NULL,
        text TEXT NOT NULL, PRIMARY KEY (match_id, game_no, step)
    ) WITHOUT ROWID;
    CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE profiles (
        id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE,
        colour TEXT NOT NULL, mark TEXT NOT NULL
    );
    CREATE TABLE levels (
        game TEXT NOT NULL, level TEXT NOT NULL, solved INTEGER NOT NULL, points INTEGER,
        tries INTEGER NOT NULL, PRIMARY KEY (game, level)
    ) WITHOUT ROWID;
    """
    + history.SCRIPT,
    f"{history.GROWN};{chronicle.GROWN}",
    evening.SCRIPT,
)


@dataclass(frozen=True, slots=True)
class Running:
    """A match that can be gone on with; `steps` counts what has been played in all its games."""

    id: int
    game: str
    chairs: tuple[Chair, ...]
    begun: str
    touched: str
    steps: int


@dataclass(frozen=True, slots=True)
class Resumed:
    """A match as it was left, ready to go on, and who sits at it."""

    series: Series
    chairs: tuple[Chair, ...]
    notes: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far somebody has come with a level; `points` are the most reached, where they count."""

    solved: bool
    tries: int
    points: int | None = None


class Store:
    """The table's memory in a folder; None keeps everything only until the end.

    Times are ISO texts in local time, given by `clock`. What concerns the disk is done by
    `executor`; without one it is done before a method returns.
    """

    def __init__(
        self,
        folder: Path | None,
        shelf: Mapping[str, AnyGame],
        clock: Callable[[], datetime] = datetime.now,
        executor: Executor | None = None,
    ) -> None:
        self._shelf = shelf
        self._clock = clock
        self._db = Database(folder / FILE if folder else None, SCRIPTS, executor)
        self.history = History(self._db)
        self.figures = Figures(self._db)
        self.evenings = Evenings(self._db, self._now)

    @property
    def folder(self) -> Path | None:
        """Where things are kept; None if they are not."""
        return self._db.file.parent if self._db.file else None

    def take_notices(self) -> list[Notice]:
        """What people should be told since this was last asked."""
        return self._db.take_notices()

    def confirm(self, seconds: float = 0.0) -> bool:
        """Whether everything has reached the disk, or is known not to; waits so long for it."""
        return self._db.confirm(seconds)

    def tick(self) -> None:
        """Go on with what the disk is still to do. Call it with every frame; it never waits."""
        self._db.tick()

    def close(self) -> None:
        self._db.close()

    def _now(self) -> str:
        return self._clock().isoformat(timespec="seconds")

    def today(self) -> date:
        """The day it is at the table."""
        return self._clock().date()

    def _execute(self, sql: str, *values: Cell) -> int:
        """One statement as a transaction; gives the new row's number."""
        return self._db.write(lambda db: db.execute(sql, values).lastrowid or 0)

    # Running matches --------------------------------------------------------------------------

    def begin(self, series: Series, chairs: Sequence[Chair]) -> int:
        """Keep a match from now on, with what luck has done already. Gives its number."""
        now = self._now()
        notes = {f"name {person}": chair.name for person, chair in enumerate(chairs)}
        header = record.write_header(series, {**notes, "date": now})
        people = json.dumps([chair.plain() for chair in chairs])
        game = series.current.game.info.id

        def work(db: sqlite3.Connection) -> int:
            columns = "game, header, chairs, begun, touched"
            values = (game, header, people, now, now)
            cursor = db.execute(f"INSERT INTO matches ({columns}) VALUES (?, ?, ?, ?, ?)", values)
            number = cursor.lastrowid or 0
            for game_no, match in enumerate(series.games):
                texts = [match.game.write(move) for move in match.log[: match.cursor]]
                _put(db, number, game_no, 0, texts)
            return number

        return self._db.write(work)

    def append(self, match_id: int, game_no: int, index: int, *texts: str) -> None:
        """Keep the step at `index` of a game of the series (from 0), and more that follow it.

        What stood there and after it is forgotten: it had been undone.
        """
        now = self._now()

        def work(db: sqlite3.Connection) -> None:
            _cut(db, match_id, game_no, index)
            _put(db, match_id, game_no, index, texts)
            db.execute(
                "UPDATE matches SET seconds = seconds + max(0, min(?,"
                " strftime('%s', ?) - strftime('%s', touched))), touched = ? WHERE id = ?",
                (IDLE, now, now, match_id),
            )

        self._db.write(work)

    def truncate(self, match_id: int, game_no: int, cursor: int) -> None:
        """Keep only the first `cursor` steps of a game: the others were undone."""
        self._db.write(lambda db: _cut(db, match_id, game_no, cursor))

    def running(self) -> list[Running]:
        """The matches that can be gone on with, the latest first."""
        rows = self._db.read(
            "SELECT id, game, chairs, begun, touched,"
            " (SELECT count(*) FROM moves WHERE match_id = id) FROM matches"
            " WHERE NOT finished ORDER BY touched DESC, id DESC"
        )
        return [
            Running(_int(id_), str(game), _chairs(chairs), str(begun), str(touched), _int(steps))
            for id_, game, chairs, begun, touched, steps in rows
        ]

    def resume(self, match_id: int) -> Resumed:
        """A match as it was left. Raises RecordError if it cannot be played again, KeyError."""
        rows = self._db.read("SELECT header, chairs FROM matches WHERE id = ?", match_id)
        if not rows:
            raise KeyError(match_id)
        header, chairs = rows[0]
        games: list[list[str]] = [[]]
        for game_no, text in self._db.read(
            "SELECT game_no, text FROM moves WHERE match_id = ? ORDER BY game_no, step", match_id
        ):
            while len(games) <= _int(game_no):
                games.append([])
            games[_int(game_no)].append(str(text))
        told = record.rebuild(str(header), games, self._shelf)
        return Resumed(told.series, _chairs(chairs), told.notes)

    def finish(self, match_id: int, result: Result) -> int:
        """The match is over: keep its result. Gives the result's number."""
        now = self._now()

        def work(db: sqlite3.Connection) -> int:
            db.execute("UPDATE matches SET finished = 1 WHERE id = ?", (match_id,))
            query = "SELECT seconds FROM matches WHERE id = ?"
            (seconds,) = db.execute(query, (match_id,)).fetchone() or (None,)
            timed = result if seconds is None else replace(result, seconds=seconds)
            return self.history.keep(db, match_id, timed, now)

        return self._db.write(work)

    def reopen(self, match_id: int) -> None:
        """The last move was taken back after all: the match runs again, its result is void."""

        def work(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM results WHERE match_id = ?", (match_id,))
            db.execute("UPDATE matches SET finished = 0 WHERE id = ?", (match_id,))

        self._db.write(work)

    def discard(self, match_id: int) -> None:
        """Forget a match that nobody wants to go on with; results stay."""

        def work(db: sqlite3.Connection) -> None:
            _cut(db, match_id, 0, 0)
            db.execute("DELETE FROM matches WHERE id = ?", (match_id,))
            db.execute("UPDATE results SET match_id = NULL WHERE match_id = ?", (match_id,))

        self._db.write(work)

    # What was played --------------------------------------------------------------------------

    def chronicle(self, game: str | None = None, profile: int | None = None) -> Chronicle:
        """Everything that was played, the latest first: of a game, of a person, or all of it."""
        return Chronicle(self._db, game, profile)

    def replay(self, result_id: int) -> Resumed:
        """A finished match from its record. Raises RecordError, KeyError."""
        result = self.history.result(result_id)
        told = record.read(result.record, self._shelf)
        chairs = tuple(standing.chair for standing in result.standings)
        return Resumed(told.series, chairs, told.notes)

    # Settings ---------------------------------------------------------------------------------

    def get(self, key: str, default: Any = None) -> Any:
        """A setting's value as it was set, or the default."""
        return self.all_settings().get(key, default)

    def set(self, **values: Any) -> None:
        """Keep settings; values are what JSON can say."""
        rows = [(key, json.dumps(value)) for key, value in values.items()]

        def work(db: sqlite3.Connection) -> None:
            db.executemany("INSERT OR REPLACE INTO settings VALUES (?, ?)", rows)

        self._db.write(work)

    def all_settings(self) -> dict[str, Any]:
        """Every setting that was ever set; a value that cannot be read is left out."""
        found = {}
        for key, value in self._db.read("SELECT key, value FROM settings"):
            try:
                found[str(key)] = json.loads(str(value))
            except ValueError:
                continue
        return found

    # People -----------------------------------------------------------------------------------

    def profiles(self) -> list[Profile]:
        """The people the table knows, by name."""
        rows = self._db.read(
            "SELECT id, name, colour, mark FROM profiles ORDER BY name COLLATE NOCASE"
        )
        return [_profile(row) for row in rows]

    def regulars(self) -> list[Profile]:
        """The people the table knows, those first who were here last."""
        rows = self._db.read(
            "SELECT id, name, colour, mark FROM profiles ORDER BY (SELECT max(result_id)"
            " FROM standings WHERE profile = profiles.id) DESC NULLS LAST, id DESC"
        )
        return [_profile(row) for row in rows]

    def add_profile(self, name: str, colour: str = "", mark: str = "") -> Profile:
        """Get to know somebody; who chooses no colour and no mark gets some that are free.

        Raises ValueError if the name is empty or taken.
        """
        name = self._free_name(name, None)
        free = free_look(self.profiles())
        colour, mark = colour or free[0], mark or free[1]
        number = self._execute(
            "INSERT INTO profiles (name, colour, mark) VALUES (?, ?, ?)", name, colour, mark
        )
        return Profile(number, name, colour, mark)

    def change_profile(self, profile: Profile) -> Profile:
        """Give a known person another name, colour or mark. Raises ValueError as above.

        What was played under another name is told under the new one from now on.
        """
        changed = replace(profile, name=self._free_name(profile.name, profile.id))
        before = next((p.name for p in self.profiles() if p.id == profile.id), changed.name)

        def work(db: sqlite3.Connection) -> None:
            values = (changed.name, changed.colour, changed.mark, changed.id)
            db.execute("UPDATE profiles SET name = ?, colour = ?, mark = ? WHERE id = ?", values)
            if before != changed.name:
                naming.rename(db, changed, changed.name)

        self._db.write(work)
        return changed

    def delete_profile(self, profile_id: int) -> None:
        """Forget a person and the name; the others keep their results, against nobody known."""
        known = next((p for p in self.profiles() if p.id == profile_id), None)
        if known is None:
            return

        def work(db: sqlite3.Connection) -> None:
            naming.forget(db, known)
            db.execute("DELETE FROM profiles WHERE id = ?", (profile_id,))

        self._db.write(work)
        self._db.tidy()

    def _free_name(self, name: str, own: int | None) -> str:
        name = " ".join(name.split())
        if not name:
            raise ValueError("a person needs a name")
        if any(p.name.casefold() == name.casefold() and p.id != own for p in self.profiles()):
            raise ValueError(f"{name!r} is at the table already")
        return name

    # Levels -----------------------------------------------------------------------------------

    def try_level(self, game: str, level: str, solved: bool, points: int | None = None) -> None:
        """Keep that somebody tried a level, and how well it went."""
        self._execute(
            "INSERT INTO levels VALUES (?, ?, ?, ?, 1) ON CONFLICT DO UPDATE SET"
            " tries = tries + 1, solved = max(solved, excluded.solved),"
            " points = max(coalesce(points, excluded.points), coalesce(excluded.points, points))",
            game, level, int(solved), points,
        )

    def levels(self, game: str) -> dict[str, Progress]:
        """What was tried of a game's levels."""
        rows = self._db.read(
            "SELECT level, solved, tries, points FROM levels WHERE game = ?", game
        )
        return {
            str(level): Progress(bool(solved), _int(tries), None if p is None else _int(p))
            for level, solved, tries, p in rows
        }


# Rows ---------------------------------------------------------------------------------------


def _put(
    db: sqlite3.Connection, match_id: int, game_no: int, index: int, texts: Sequence[str]
) -> None:
    rows = [(match_id, game_no, index + n, text) for n, text in enumerate(texts)]
    db.executemany("INSERT INTO moves VALUES (?, ?, ?, ?)", rows)


def _cut(db: sqlite3.Connection, match_id: int, game_no: int, index: int) -> None:
    """Forget a game's steps from `index` on, and the games after it."""
    db.execute(
        "DELETE FROM moves WHERE match_id = ?"
        " AND (game_no > ? OR (game_no = ? AND step >= ?))",
        (match_id, game_no, game_no, index),
    )


def _profile(row: Row) -> Profile:
    number, name, colour, mark = row
    return Profile(_int(number), str(name), str(colour), str(mark)).dressed()


def _chairs(text: Cell) -> tuple[Chair, ...]:
    return tuple(Chair.of(plain) for plain in json.loads(str(text)))


def _int(cell: Cell) -> int:
    return int(cell or 0)
