"""Rows that can be trusted: a checksum on each, and a quarantine for what fails its check.

Every row is written by `insert` and `update`, which put a checksum over its key and content
beside it. `mend` reads everything that may be read later. What was damaged goes into the table
`quarantine` with all that belongs to it, and the database is written anew from the rest, in the
same transaction; so no reader ever meets a row that makes no sense. `salvage` adds what can still
be read of a damaged database to a good one that is older.
"""

import contextlib
import json
import sqlite3
import zlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, TypeVar

from game.rules.core.protocol import Plain
from game.services.people import Chair, text_of

T = TypeVar("T")
SqlValue: TypeAlias = Any
"""What stands in a cell: columns differ, and what is read is checked column by column."""
Fields: TypeAlias = dict[str, SqlValue]
"""A row by its columns."""
Cells: TypeAlias = tuple[SqlValue, ...]
Schema: TypeAlias = dict[str, str]
"""The tables and indices of a whole database: their names, and the SQL that makes them."""
Plays: TypeAlias = Callable[[SqlValue, list[list[str]]], tuple[str, list[str]] | None]
"""Tells of a header and steps, if they can be played: which game it is, and the persons' names."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something people should be told: a text key and what fills it."""

    key: str
    params: tuple[tuple[str, str | int], ...] = ()


Mend: TypeAlias = Callable[[sqlite3.Connection], list[Notice]]
"""Puts aside what is damaged in a database; gives how much that was."""

KEYS: Final[dict[str, tuple[str, ...]]] = {
    "matches": ("id",), "moves": ("match_id", "game_no", "step"),
    "settings": ("key",), "profiles": ("id",), "levels": ("game", "level"),
    "results": ("id",), "standings": ("result_id", "person"),
    "evenings": ("id",), "evening_games": ("evening_id", "number"),
}  # fmt: skip
"""The primary key of each table with checksums; a table comes after those it refers to."""
PARTS: Final = {"matches": "moves", "results": "standings", "evenings": "evening_games"}
"""The tables whose rows have parts, and where these are; their keys begin with the row's number."""
_encode: Final = json.JSONEncoder(default=bytes.hex, sort_keys=True).encode


# Writing ------------------------------------------------------------------------------------


def transact(db: sqlite3.Connection, work: Callable[[sqlite3.Connection], T]) -> T:
    """Do some work wholly or not at all."""
    try:
        db.execute("BEGIN IMMEDIATE")
        result = work(db)
        db.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):
            db.execute("ROLLBACK")
        raise
    return result


def checksum(table: str, row: Plain) -> int:
    """The checksum over a row's key and content; columns without a value count for nothing."""
    kept = {k: v for k, v in row.items() if v is not None and k != "checksum"}
    return zlib.crc32(_encode({table: kept}).encode())


def insert(db: sqlite3.Connection, table: str, **values: SqlValue) -> int:
    """Write a new row. Gives its number, where the table counts its rows."""
    names = ", ".join(values)
    sql = f"INSERT INTO {table} ({names}) VALUES ({', '.join('?' * len(values))})"
    number = db.execute(sql, tuple(values.values())).lastrowid or 0
    _seal(db, table, tuple(values.get(column, number) for column in KEYS[table]))
    return number


def find(db: sqlite3.Connection, table: str, *key: SqlValue) -> Fields | None:
    """The row with this key, if there is one."""
    return next(_select(db, table, f"WHERE {_where(table)}", *key), None)


def update(db: sqlite3.Connection, table: str, *key: SqlValue, **changes: SqlValue) -> None:
    """Change some columns of the row with this key, if there is one.

    A row that was damaged keeps its wrong checksum: a change does not make it sound.
    """
    row = find(db, table, *key)
    if row is None:
        return
    setting = ", ".join(f"{column} = ?" for column in changes)
    db.execute(f"UPDATE {table} SET {setting} WHERE {_where(table)}", (*changes.values(), *key))
    if row["checksum"] == checksum(table, row):
        _seal(db, table, key)


def _seal(db: sqlite3.Connection, table: str, key: tuple[SqlValue, ...]) -> None:
    row = find(db, table, *key)
    if row is not None:
        total = checksum(table, row)
        db.execute(f"UPDATE {table} SET checksum = ? WHERE {_where(table)}", (total, *key))


def _where(table: str) -> str:
    return " AND ".join(f"{column} IS ?" for column in KEYS[table])


def _select(
    db: sqlite3.Connection, table: str, where: str = "", *values: SqlValue
) -> Iterator[Fields]:
    cursor = db.execute(f"SELECT * FROM {table} {where}", values)
    names = [column[0] for column in cursor.description]
    return (dict(zip(names, row, strict=True)) for row in cursor)


def table_names(db: sqlite3.Connection) -> list[str]:
    """The names of a database's tables, but for SQLite's own and the one of its position."""
    found = db.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table'"
        " AND name NOT LIKE 'sqlite_%' AND name <> 'kept'"
    )
    return [name for (name,) in found]


# Examining ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Aside:
    """One thing that is put aside: all its rows by table, as they were found, and why."""

    place: str
    key: Cells
    rows: Mapping[str, list[Fields]]
    why: str
    instead: Fields | None = None
    """The row that takes its place, if there is one."""


def mend(db: sqlite3.Connection, schema: Schema, plays: Plays, now: str) -> list[Notice]:
    """Put aside what is damaged, and make what is missing; gives how much was put aside.

    Foreign keys have to be off: what is deleted takes nothing else with it. Raises
    sqlite3.OperationalError for a table that is gone: a backup may still have it.
    """
    _redefine(db, schema)
    found: list[Aside] = []
    for which in ("WHERE match_id NOT IN (SELECT id FROM matches WHERE finished)", ""):
        found = list(examine(db, plays, now, which))
        if not found:
            break
    _complete(db, schema)
    counts: Counter[str] = Counter()
    for aside in found:
        put_aside(db, aside, now)
        moves = len(aside.rows["moves"]) if aside.rows.keys() == {"moves"} else 0
        counts.update({"store.moves_aside": moves} if moves else ["store.quarantine"])
    _name_unknown(db)
    return [Notice(key, (("n", n),)) for key, n in counts.items()]


def _bare(sql: object) -> str:
    return "".join(str(sql).split())


def _defined(db: sqlite3.Connection) -> Schema:
    """What makes tables and indices, without spaces: SQLite has its own when a table grows."""
    return {name: _bare(sql) for name, sql in db.execute("SELECT name, sql FROM sqlite_master")}


def _redefine(db: sqlite3.Connection, schema: Schema) -> None:
    """Give what has a definition with wrong letters its own one again."""
    for name, found in _defined(db).items():
        sql = schema.get(name, "")
        # A space may have become a letter, or a letter a space.
        if name != "quarantine" and found != _bare(sql) and abs(len(found) - len(_bare(sql))) <= 1:
            db.execute("PRAGMA writable_schema = ON")
            db.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", (sql, name))
            db.execute("PRAGMA writable_schema = RESET")


def _complete(db: sqlite3.Connection, schema: Schema) -> None:
    """Make what is missing or has other columns than it should, with the rows that fit into it."""
    there, rows = _defined(db), dict[str, list[Fields]]()
    numbers = db.execute("SELECT name, seq FROM sqlite_sequence").fetchall()
    for name in [name for name in schema if there.get(name, "") not in ("", _bare(schema[name]))]:
        if name == "quarantine":
            db.execute(f"ALTER TABLE quarantine RENAME TO quarantine_{len(there)}")
        elif name in KEYS:
            rows[name] = list(_select(db, name))
            db.execute(f"DROP TABLE {name}")
        else:
            db.execute(f"DROP INDEX {name}")
    there = _defined(db)
    for name in [name for name in schema if name not in there]:
        db.execute(schema[name])
        _put(db, name, rows.get(name, ()))
    if rows:  # whose numbers went with their tables
        db.execute("DELETE FROM sqlite_sequence")
        db.executemany("INSERT INTO sqlite_sequence VALUES (?, ?)", numbers)


def examine(db: sqlite3.Connection, plays: Plays, now: str, moves: str = "") -> Iterator[Aside]:
    """What is damaged, together with what has no meaning without it; of the steps only some are
    looked at if `moves` is a condition.
    """
    tables = {each: list(_select(db, each, moves if each == "moves" else "")) for each in KEYS}
    over = {row["match_id"] for row in tables["results"]}
    told = partial(_mended, plays=plays, over=over, now=now)
    for table in (each for each in KEYS if each not in PARTS.values()):
        part = PARTS.get(table, "")
        families = _by(tables[part], KEYS[part][0]) if part else {}
        for row in tables[table]:
            family = families.pop(row["id"], []) if part else []
            family.sort(key=partial(_place, part))
            why = _fault(table, row)
            if table == "matches":
                yield from _examine_match(row, family, why, told)
            elif why := why or (_lack(row, part, family) if part else None):
                others = {part: family} if part else {}
                yield Aside(table, _key(table, row), {table: [row], **others}, why)
        for key, family in families.items():
            yield Aside(part, (key,), {part: family}, f"not among the {table}")


def _key(table: str, row: Fields) -> Cells:
    return tuple(row[column] for column in KEYS[table])


def _fault(table: str, row: Fields) -> str | None:
    """What is wrong with a row; None if nothing is."""
    if row.get("checksum") == checksum(table, row):
        return None
    return f"{table}: the checksum is wrong"


def _examine_match(
    row: Fields, line: list[Fields], fault: str | None,
    mend: Callable[[Fields, list[Fields]], Fields | None],
) -> Iterator[Aside]:  # fmt: skip
    """What of a match with its steps is not sound."""
    sound, why = _sound_line(line)
    if fault is not None:
        mended = mend(row, line[:sound])
        others = {} if mended else {"moves": line}
        yield Aside("matches", _key("matches", row), {"matches": [row], **others}, fault, mended)
        if mended is None:
            return
    if why is not None:
        yield Aside("moves", _key("moves", line[sound]), {"moves": line[sound:]}, why)


def _mended(
    row: Fields, line: list[Fields], *, plays: Plays, over: set[SqlValue], now: str
) -> Fields | None:
    """A damaged match as its header and steps tell it, with guests at it; None if they do not."""
    by_game = groupby(line, itemgetter("game_no"))
    games = [[step["text"] for step in steps] for _, steps in by_game]
    told = plays(row.get("header"), games) if games else None
    if told is None:
        return None
    number, (game, names) = line[0]["match_id"], told
    mended = {
        "id": number,
        "game": game,
        "header": row["header"],
        "chairs": text_of(Chair("person", name) for name in names),
        "begun": now,
        "touched": now,
        "finished": int(number in over),
        "seconds": 0,
    }
    return {**mended, "checksum": checksum("matches", mended)}


def _place(part: str, row: Fields) -> Cells:
    """Where a part is among those of its family; what is no number comes last."""
    found = _key(part, row)[1:]
    return tuple(value if isinstance(value, int) else 2**63 for value in found)


def _sound_line(line: list[Fields]) -> tuple[int, str | None]:
    """How many of a match's steps are sound and follow each other, and what is wrong then."""
    length = _following(line)
    for number, row in enumerate(line[:length]):
        why = _fault("moves", row)
        if why is not None:
            return number, why
    return length, None if length == len(line) else "a step before it is missing"


def _following(line: list[Fields]) -> int:
    """How many of a match's steps follow each other."""
    following = {(0, 0)}
    for number, row in enumerate(line):
        game_no, step = place = _place("moves", row)
        if place not in following:
            return number
        following = {(game_no, step + 1), (game_no + 1, 0)}
    return len(line)


def _lack(row: Fields, part: str, family: list[Fields]) -> str | None:
    """What is wrong with the parts of a row, which are sound together or not at all."""
    faults = (_fault(part, each) for each in family)
    places = [_place(part, each) for each in family]
    wanted = [(number,) for number in range(row.get("seats", len(family) or 1))]
    return next(filter(None, faults), None if places == wanted else f"one of its {part} is missing")


def _by(rows: Iterable[Fields], column: str) -> dict[SqlValue, list[Fields]]:
    found: dict[SqlValue, list[Fields]] = defaultdict(list)
    for row in rows:
        found[row.get(column)].append(row)
    return found


def _name_unknown(db: sqlite3.Connection) -> None:
    """People whose row is damaged or gone keep their results, under the name that stands there."""
    for number, name in db.execute(
        "SELECT profile, max(name) FROM standings WHERE profile IS NOT NULL"
        " AND profile NOT IN (SELECT id FROM profiles) GROUP BY profile"
    ).fetchall():
        taken = db.execute("SELECT 1 FROM profiles WHERE name = ?", (name,)).fetchone()
        insert(db, "profiles", id=number, name=f"{name} {number}" if taken else name,
               colour="", mark="")  # fmt: skip


def put_aside(db: sqlite3.Connection, aside: Aside, now: str) -> None:
    """Move something damaged to the quarantine."""
    for table, rows in aside.rows.items():
        keys = [_key(table, row) for row in rows]
        db.executemany(f"DELETE FROM {table} WHERE {_where(table)}", keys)
    db.execute(
        "INSERT INTO quarantine (place, key, content, why, found) VALUES (?, ?, ?, ?, ?)",
        (aside.place, _encode(aside.key), _encode(aside.rows), ascii(aside.why), now),
    )
    if aside.instead is not None:
        _put(db, aside.place, [aside.instead])


def _put(db: sqlite3.Connection, table: str, rows: Iterable[Fields], how: str = "IGNORE") -> None:
    """Write rows as they are, as far as the table has their columns and takes them."""
    columns = {column for _, column, *_ in db.execute(f"PRAGMA table_info({table})")}
    for row in rows:
        cells = {name: value for name, value in row.items() if name in columns}
        into = f"INSERT OR {how} INTO {table} ({', '.join(cells)})"
        with contextlib.suppress(sqlite3.IntegrityError):  # the row itself is damaged
            db.execute(f"{into} VALUES ({', '.join('?' * len(cells))})", tuple(cells.values()))


# Salvaging ------------------------------------------------------------------------------------


def salvage(
    file: Path, db: sqlite3.Connection, mend: Mend, known: Literal["REPLACE", "IGNORE"] = "REPLACE"
) -> int:
    """Add the rows of a damaged file to `db`, and `mend` it; gives how many rows were found.

    Either all of this is done or, where it fails, nothing. A table that can be read to its end, is
    not empty and whose sums fit replaces the one in `db`, so what was deleted stays deleted. Of any
    other the rows that are found replace those with the same key. With IGNORE only what `db` lacks
    is added.
    """
    with closing(sqlite3.connect(file, timeout=0, isolation_level=None)) as old:
        old.text_factory = lambda raw: raw.decode("utf-8", "replace")

        def add(db: sqlite3.Connection) -> int:
            found = sum(_take_over(old, db, table, known) for table in table_names(old))
            db.execute("DELETE FROM moves WHERE match_id NOT IN (SELECT id FROM matches)")
            mend(db)
            return found

        db.execute("PRAGMA foreign_keys = OFF")
        try:
            return transact(db, add)
        finally:
            db.execute("PRAGMA foreign_keys = ON")


def _take_over(old: sqlite3.Connection, db: sqlite3.Connection, table: str, how: str) -> int:
    """Take over what can be read of a table; gives how many rows."""
    info = db.execute(f"PRAGMA table_info({table})").fetchall()
    key = [row[1] for row in sorted(info, key=lambda row: row[5]) if row[5]]
    if not key:
        return 0
    found, whole = _scan(old, table, key)
    rows = [row for row in found if row.keys() >= set(key)
            and (table not in KEYS or _fault(table, row) is None)]  # fmt: skip
    # With other rows, or none, it may be another table's page that was read, or some of its own.
    whole = whole and len(rows) == len(found) > 0 and _root(old, table) == _root(db, table)
    if whole and how == "REPLACE":
        db.execute(f"DELETE FROM {table}")
    elif table == "moves":
        rows = _unbroken(db, rows)
    _put(db, table, rows, how)
    return len(rows)


def _root(db: sqlite3.Connection, table: str) -> SqlValue:
    """The page on which a table begins; a backup has the same."""
    return db.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()


def _scan(old: sqlite3.Connection, table: str, key: list[str]) -> tuple[list[Fields], bool]:
    """The rows that can be read, from both ends and from between, and whether these are all."""
    found: dict[Cells, Fields] = {}

    def read(rest: str, *values: int) -> bool:
        try:
            for row in _select(old, table, rest, *values):
                found[tuple(row.get(name) for name in key)] = row
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


def _unbroken(db: sqlite3.Connection, rows: list[Fields]) -> list[Fields]:
    """The steps of the matches of which there are no fewer, without a gap, than in `db`."""
    taken: list[Fields] = []
    for match, line in _by(rows, "match_id").items():
        line.sort(key=partial(_place, "moves"))
        good = line[: _following(line)]
        (had,) = db.execute("SELECT count(*) FROM moves WHERE match_id = ?", (match,)).fetchone()
        if len(good) >= had:
            db.execute("DELETE FROM moves WHERE match_id = ?", (match,))
            taken += good
    return taken
