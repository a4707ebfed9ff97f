"""A disk that fails when it is told to: for tests of what the table does then."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import Any

from game.services import disk

CODES = {
    "error": sqlite3.SQLITE_ERROR,
    "busy": sqlite3.SQLITE_BUSY,
    "full": sqlite3.SQLITE_FULL,
    "ioerr": sqlite3.SQLITE_IOERR,
    "readonly": sqlite3.SQLITE_READONLY,
    "cantopen": sqlite3.SQLITE_CANTOPEN,
    "corrupt": sqlite3.SQLITE_CORRUPT,
}


@dataclass
class Plan:
    """Calls of the file's connections, counted from 1, that fail: `first` up to before `end`.

    `late` lets the call do its work before it fails, as a disk does that breaks during a sync.
    """

    first: int = 0
    end: int = 0
    kind: str = "ioerr"
    late: bool = False
    calls: int = 0
    pragma: str = ""
    """What is said to every connection that is opened."""

    def fails(self) -> bool:
        self.calls += 1
        return self.first <= self.calls < self.end

    def error(self) -> sqlite3.Error:
        kind = sqlite3.DatabaseError if self.kind == "corrupt" else sqlite3.OperationalError
        error = kind(self.kind)
        error.sqlite_errorcode = CODES[self.kind]
        return error

    def install(self, monkeypatch: Any) -> None:
        """From now on every file that a table opens fails as planned, and is never synced."""
        plan = self

        class Faulty(sqlite3.Connection):
            def execute(self, sql: str, *values: Any) -> Any:
                return self._planned(super().execute, sql.replace("= FULL", "= OFF"), *values)

            def executemany(self, sql: str, rows: Any) -> Any:
                return self._planned(super().executemany, sql, list(rows))

            def backup(self, target: Any, **how: Any) -> None:
                self._planned(super().backup, target, **how)

            def _planned(self, call: Any, *values: Any, **how: Any) -> Any:
                fails = plan.fails()
                if fails and not plan.late:
                    raise plan.error()
                result = call(*values, **how)
                if fails:
                    raise plan.error()
                return result

        sound = disk.connect

        def connect(file: Any) -> sqlite3.Connection:
            if file == ":memory:":
                return sound(file)
            plan.calls += 1
            if plan.first <= plan.calls < plan.end:
                raise plan.error()
            db = sqlite3.connect(
                file, timeout=0, isolation_level=None, check_same_thread=False, factory=Faulty
            )
            if plan.pragma:
                sqlite3.Connection.execute(db, plan.pragma)
            return db

        monkeypatch.setattr(disk, "connect", connect)
        monkeypatch.setattr(disk, "sync", lambda path: None)


def content(file: Any) -> list[str]:
    """Everything in a database but who wrote it when, as text."""
    db = sqlite3.connect(file)
    try:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return content_of(db)
    finally:
        db.close()


def content_of(db: sqlite3.Connection) -> list[str]:
    return [line for line in db.iterdump() if 'INTO "kept"' not in line]
