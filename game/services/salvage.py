"""What can still be read of a damaged database, added to a good one that is older."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable
from contextlib import closing
from itertools import groupby
from pathlib import Path
from typing import Any

from game.services.rows import KEYS, seal_sensible

Row = tuple[Any, ...]


def salvage(file: Path, db: sqlite3.Connection, mend: Callable[[sqlite3.Connection], Any]) -> int:
    """Add the rows of a damaged file to `db`, and `mend` it; gives how many rows were found.

    Either all of this is done or, where it fails, nothing. A table that can be read to its end
    replaces the one in `db`, so what was deleted stays deleted. Of any other the rows that are
    found replace those with the same key.
    """
    with closing(sqlite3.connect(file, timeout=0, isolation_level=None)) as old:
        old.text_factory = lambda raw: raw.decode("utf-8", "replace")
        db.execute("PRAGMA foreign_keys = OFF")
        db.execute("BEGIN IMMEDIATE")
        try:
            tables = db.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table'"
                " AND name NOT LIKE 'sqlite_%' AND name <> 'kept'"
            ).fetchall()
            found = sum(_table(old, db, table) for (table,) in tables)
            db.execute("DELETE FROM moves WHERE match_id NOT IN (SELECT id FROM matches)")
            mend(db)
            db.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                db.execute("ROLLBACK")
            raise
        finally:
            db.execute("PRAGMA foreign_keys = ON")
    return found


def _table(old: sqlite3.Connection, db: sqlite3.Connection, table: str) -> int:
    """Take over what can be read of a table; gives how many rows."""
    info = db.execute(f"PRAGMA table_info({table})").fetchall()
    try:
        known = {row[1] for row in old.execute(f"PRAGMA table_info({table})")}
    except sqlite3.DatabaseError:
        return 0
    columns = [row[1] for row in info if row[1] in known]
    key = [row[1] for row in sorted(info, key=lambda row: row[5]) if row[5]]
    if not known.issuperset(key):
        return 0
    rows, whole = _scan(old, table, columns, key)
    if whole:
        db.execute(f"DELETE FROM {table}")
    elif table == "moves":
        places = [columns.index(name) for name in ("match_id", "game_no", "step")]
        rows = _unbroken(db, rows, places)
    into = f"INSERT OR REPLACE INTO {table} ({', '.join(columns)})"
    into += f" VALUES ({', '.join('?' * len(columns))})"
    for row in rows:
        with contextlib.suppress(sqlite3.IntegrityError):  # the row itself is damaged
            db.execute(into, row)
    if table in KEYS and "checksum" not in known:
        seal_sensible(db, table)
    return len(rows)


def _scan(
    old: sqlite3.Connection, table: str, columns: list[str], key: list[str]
) -> tuple[list[Row], bool]:
    """The rows that can be read, from both ends and from between, and whether these are all."""
    found: dict[Row, Row] = {}
    at = [columns.index(name) for name in key]
    select = f"SELECT {', '.join(columns)} FROM {table}"

    def read(rest: str, *values: int) -> bool:
        try:
            for row in old.execute(f"{select} {rest}", values):
                found[tuple(row[n] for n in at)] = row
        except sqlite3.DatabaseError:
            return False
        return True

    def between(low: int, high: int) -> None:
        if low > high or read(f"WHERE {key[0]} BETWEEN ? AND ?", low, high) or low == high:
            return
        middle = (low + high) // 2
        between(low, middle)
        between(middle + 1, high)

    if read(f"ORDER BY {', '.join(key)}"):
        return list(found.values()), True
    low = max((each[0] for each in found if isinstance(each[0], int)), default=0)
    read(f"ORDER BY {', '.join(f'{name} DESC' for name in key)}")
    above = [each[0] for each in found if isinstance(each[0], int) and each[0] > low]
    if above:
        between(low, min(above))
    return list(found.values()), False


def _unbroken(db: sqlite3.Connection, rows: list[Row], places: list[int]) -> list[Row]:
    """The steps of the matches of which there are no fewer, without a gap, than in `db`."""
    taken: list[Row] = []
    numbered = [row for row in rows if all(isinstance(row[n], int) for n in places)]
    steps = sorted(([row[n] for n in places], row) for row in numbered)
    for match, some in groupby(steps, key=lambda step: step[0][0]):
        good: list[Row] = []
        last = [-1, 0]
        for (_, game_no, step), row in some:
            if [game_no, step] not in ([last[0], last[1] + 1], [last[0] + 1, 0]):
                break
            last = [game_no, step]
            good.append(row)
        (had,) = db.execute("SELECT count(*) FROM moves WHERE match_id = ?", (match,)).fetchone()
        if len(good) >= had:
            db.execute("DELETE FROM moves WHERE match_id = ?", (match,))
            taken += good
    return taken
