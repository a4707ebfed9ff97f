"""A SQLite file that survives: kills, damage, full and read-only disks.

Every write is one transaction that has reached the disk when `write` returns. A damaged file
is set aside under another name; where nothing can be kept, everything goes on in memory. Both
leave a `Notice` for the people at the table.
"""

from __future__ import annotations

import contextlib
import logging
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TypeAlias, TypeVar

T = TypeVar("T")
Cell: TypeAlias = "str | int | float | None"
Row: TypeAlias = "tuple[Cell, ...]"
Script: TypeAlias = "str | Callable[[sqlite3.Connection], None]"

WAIT = 1.0
"""Seconds to wait for another table that is just writing to the same file."""
_DAMAGED = {
    sqlite3.SQLITE_ERROR,  # a table is missing: somebody else's database
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_FORMAT,
    sqlite3.SQLITE_NOTADB,
}
_log = logging.getLogger(__name__)


def whole(cell: Cell) -> int:
    """A cell of whole numbers; one that holds nothing counts as 0."""
    return int(cell or 0)


@dataclass(frozen=True, slots=True)
class Notice:
    """Something people should be told: a text key and what fills it."""

    key: str
    params: tuple[tuple[str, str | int], ...] = ()


class Damaged(Exception):
    """The file is no database of ours, or not a whole one."""

    kind = "damaged"


class Newer(Damaged):
    """The file was written by a later version of this program."""

    kind = "newer"


class Database:
    """One connection, opened over `file`; None keeps everything in memory.

    `scripts` build the tables; a file remembers how many of them it has seen, so a newer
    program appends a script and old files grow.
    """

    def __init__(self, file: Path | None, scripts: Sequence[Script]) -> None:
        self.file = file
        self.notices: list[Notice] = []
        self._scripts = scripts
        self._db = self._open()

    @property
    def in_memory(self) -> bool:
        return self.file is None

    def close(self) -> None:
        self._db.close()

    # Reading and writing ----------------------------------------------------------------------

    def read(self, sql: str, *values: Cell) -> list[Row]:
        """The rows a query finds."""
        return self._try(lambda db: db.execute(sql, values).fetchall())

    def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do some work in one transaction, on the disk when this returns."""
        return self._try(lambda db: self._transact(db, work))

    def tidy(self) -> None:
        """Let the journal keep nothing of what was deleted; the file itself never does."""
        self.read("PRAGMA wal_checkpoint(TRUNCATE)")

    def _try(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do it; if the file fails, do it again in memory."""
        try:
            return work(self._db)
        except (sqlite3.IntegrityError, sqlite3.ProgrammingError):
            raise
        except sqlite3.Error as error:
            if self.in_memory:
                raise
            self._fall_back(error)
            return work(self._db)

    @staticmethod
    def _transact(db: sqlite3.Connection, work: Callable[[sqlite3.Connection], T]) -> T:
        db.execute("BEGIN IMMEDIATE")
        try:
            result = work(db)
            db.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                db.execute("ROLLBACK")
            raise
        return result

    # Opening ----------------------------------------------------------------------------------

    def _open(self) -> sqlite3.Connection:
        if self.file is None:
            return self._memory()
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            try:
                return self._connect(self.file)
            except Damaged as error:
                aside = _set_aside(self.file, error.kind)
                _log.warning("%s is %s (%s), now %s", self.file, error.kind, error, aside)
                self.notices.append(Notice(f"store.{error.kind}", (("file", str(aside)),)))
                return self._connect(self.file)
        except (OSError, sqlite3.Error, Damaged) as error:
            return self._give_up(error)

    def _give_up(self, error: Exception) -> sqlite3.Connection:
        """Nothing can be kept: say so and go on in memory."""
        _log.warning("nothing can be kept in %s: %s", self.file, error)
        self.notices.append(Notice("store.memory", (("reason", str(error)),)))
        self.file = None
        return self._memory()

    def _memory(self) -> sqlite3.Connection:
        db = sqlite3.connect(":memory:", isolation_level=None)
        self._build(db)
        return db

    def _connect(self, file: Path) -> sqlite3.Connection:
        """The opened, checked and complete file. Raises Damaged, sqlite3.Error."""
        db = sqlite3.connect(file, timeout=WAIT, isolation_level=None)
        try:
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = FULL")
            db.execute("PRAGMA secure_delete = ON")  # who wants to be forgotten is forgotten
            found = db.execute("PRAGMA integrity_check(1)").fetchone()[0]
            if found != "ok":
                raise Damaged(found)
            self._build(db)
        except sqlite3.DatabaseError as error:
            db.close()
            if getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGED:
                raise Damaged(str(error)) from error
            raise
        except Damaged:
            db.close()
            raise
        return db

    def _build(self, db: sqlite3.Connection) -> None:
        """Run the scripts this file has not seen yet."""
        db.execute("PRAGMA foreign_keys = ON")
        seen = db.execute("PRAGMA user_version").fetchone()[0]
        if seen > len(self._scripts):
            raise Newer(f"format {seen}, known here up to {len(self._scripts)}")

        def build(connection: sqlite3.Connection) -> None:
            for script in self._scripts[seen:]:
                if not isinstance(script, str):
                    script(connection)
                    continue
                for statement in filter(None, map(str.strip, script.split(";"))):
                    connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {len(self._scripts)}")

        if seen < len(self._scripts):
            self._transact(db, build)

    def _fall_back(self, error: sqlite3.Error) -> None:
        """Go on in memory with everything that can still be read."""
        failed = self._db
        self._db = self._give_up(error)
        copy = sqlite3.connect(":memory:", isolation_level=None)
        try:
            failed.backup(copy)
            self._build(copy)
        except (sqlite3.Error, Damaged):
            copy.close()
        else:
            self._db.close()
            self._db = copy
        with contextlib.suppress(sqlite3.Error):
            failed.close()


def _set_aside(file: Path, kind: str) -> Path:
    """Rename the file and its journal to something that tells what happened."""
    stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
    aside = file.with_name(f"{file.stem}.{kind}-{stamp}{file.suffix}")
    number = 2
    while aside.exists():
        aside = file.with_name(f"{file.stem}.{kind}-{stamp}-{number}{file.suffix}")
        number += 1
    file.rename(aside)
    for tail in ("-wal", "-shm"):
        journal = file.with_name(file.name + tail)
        if journal.exists():
            journal.replace(aside.with_name(aside.name + tail))
    return aside
