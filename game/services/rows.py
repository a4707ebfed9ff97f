"""Rows that can be trusted: a checksum on each, and a quarantine for what fails its check.

Every row is written by `insert` and `update`, which put a checksum over its key and content
beside it. `mend` reads everything that may be read later. What was damaged goes into the table
`quarantine` with all that belongs to it, and the database is written anew from the rest, in the
same transaction; so no reader ever meets a row that makes no sense.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any, Final, TypeAlias

from game.services.people import Chair

Fields: TypeAlias = "dict[str, Any]"
"""A row by its columns."""
Schema: TypeAlias = "dict[str, str]"
"""The tables and indices of a whole database: their names, and the SQL that makes them."""

Plays: TypeAlias = "Callable[[Any, list[list[str]]], tuple[str, list[str]] | None]"
"""Tells of a header and steps, if they can be played: which game it is, and the persons' names."""

KEYS: Final[dict[str, tuple[str, ...]]] = {
    "matches": ("id",),
    "moves": ("match_id", "game_no", "step"),
    "settings": ("key",),
    "profiles": ("id",),
    "levels": ("game", "level"),
    "results": ("id",),
    "standings": ("result_id", "person"),
    "evenings": ("id",),
    "evening_games": ("evening_id", "number"),
}
"""The primary key of each table with checksums; a table comes after those it refers to."""
QUARANTINE: Final = """
    CREATE TABLE quarantine (
        id INTEGER PRIMARY KEY AUTOINCREMENT, place TEXT NOT NULL, key TEXT NOT NULL,
        content TEXT NOT NULL, why TEXT NOT NULL, found TEXT NOT NULL
    )
"""
_DAMAGE: Final = {
    sqlite3.SQLITE_ERROR,  # a table is missing: somebody else's database
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_FORMAT,
    sqlite3.SQLITE_NOTADB,
}
_encode: Final = json.JSONEncoder(default=bytes.hex, sort_keys=True).encode


def grow(db: sqlite3.Connection) -> None:
    """Give every sound row of an older database its checksum, and the database its quarantine."""
    for table in KEYS:
        db.execute(f"ALTER TABLE {table} ADD COLUMN checksum INTEGER")
        seal_sensible(db, table)
    db.execute(QUARANTINE)


def seal_sensible(db: sqlite3.Connection, table: str) -> None:
    """Give every row of a table that can be read its checksum."""
    for row in filter(partial(_makes_sense, table), _select(db, table)):
        _seal(db, table, tuple(row[column] for column in KEYS[table]))


# Writing ------------------------------------------------------------------------------------


def checksum(table: str, row: Mapping[str, Any]) -> int:
    """The checksum over a row's key and content; columns without a value count for nothing."""
    kept = {k: v for k, v in row.items() if v is not None and k != "checksum"}
    return zlib.crc32(_encode({table: kept}).encode())


def insert(db: sqlite3.Connection, table: str, **values: Any) -> int:
    """Write a new row. Gives its number, where the table counts its rows."""
    names = ", ".join(values)
    sql = f"INSERT INTO {table} ({names}) VALUES ({', '.join('?' * len(values))})"
    number = db.execute(sql, tuple(values.values())).lastrowid or 0
    _seal(db, table, tuple(values.get(column, number) for column in KEYS[table]))
    return number


def find(db: sqlite3.Connection, table: str, *key: Any) -> Fields | None:
    """The row with this key, if there is one."""
    return next(iter(_select(db, table, f"WHERE {_where(table)}", *key)), None)


def update(db: sqlite3.Connection, table: str, *key: Any, **changes: Any) -> None:
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


def _seal(db: sqlite3.Connection, table: str, key: tuple[Any, ...]) -> None:
    row = find(db, table, *key)
    if row is not None:
        total = checksum(table, row)
        db.execute(f"UPDATE {table} SET checksum = ? WHERE {_where(table)}", (total, *key))


def _where(table: str) -> str:
    return " AND ".join(f"{column} IS ?" for column in KEYS[table])


def _select(db: sqlite3.Connection, table: str, where: str = "", *values: Any) -> list[Fields]:
    cursor = db.execute(f"SELECT * FROM {table} {where}", values)
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor]


# What each column may hold --------------------------------------------------------------------


def _whole(value: Any) -> None:
    if type(value) is not int:
        raise ValueError(f"{value!r} is no whole number")


def _flag(value: Any) -> None:
    if value not in (0, 1):
        raise ValueError(f"{value!r} is neither 0 nor 1")


def _text(value: Any) -> None:
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is no text")
    value.encode()


def _moment(value: Any) -> None:
    _text(value)
    datetime.fromisoformat(value)


def _chairs(value: Any) -> None:
    for plain in json.loads(value):
        Chair.of(plain)


def _options(value: Any) -> None:
    if not isinstance(json.loads(value), dict):
        raise ValueError(f"{value!r} are no options")


def _numbers(value: Any) -> None:
    for number in json.loads(value):
        _whole(number)


def _or_none(check: Callable[[Any], None]) -> Callable[[Any], None]:
    return lambda value: None if value is None else check(value)


_COLUMNS: Final[dict[str, dict[str, Callable[[Any], object]]]] = {
    "matches": {
        "id": _whole, "game": _text, "header": _text, "chairs": _chairs, "begun": _moment,
        "touched": _moment, "finished": _flag, "seconds": _whole,
    },
    "moves": {"match_id": _whole, "game_no": _whole, "step": _whole, "text": _text},
    "settings": {"key": _text, "value": json.loads},
    "profiles": {"id": _whole, "name": _text, "colour": _text, "mark": _text},
    "levels": {
        "game": _text, "level": _text, "solved": _flag, "points": _or_none(_whole),
        "tries": _whole,
    },
    "results": {
        "id": _whole, "match_id": _or_none(_whole), "game": _text, "options": _options,
        "seed": _text, "games": _whole, "reason": _text, "record": _text, "date": _moment,
        "seats": _whole, "seconds": _or_none(_whole),
    },
    "standings": {
        "result_id": _whole, "person": _whole, "kind": _text, "name": _text,
        "level": _or_none(_text), "profile": _or_none(_whole), "points": _whole, "won": _flag,
        "drawn": _flag, "best": _or_none(_whole),
    },
    "evenings": {
        "id": _whole, "chairs": _chairs, "begun": _moment, "touched": _moment, "closed": _flag,
    },
    "evening_games": {
        "evening_id": _whole, "number": _whole, "game": _text, "options": _options,
        "match_id": _or_none(_whole), "points": _or_none(_numbers), "winners": _or_none(_numbers),
    },
}  # fmt: skip


def _makes_sense(table: str, row: Fields) -> bool:
    """Whether a row of an older database, which has no checksum yet, can be read."""
    try:
        for column, check in _COLUMNS[table].items():
            check(row[column])
    except (ValueError, TypeError, KeyError, RecursionError):
        return False
    return True


# Examining ------------------------------------------------------------------------------------


def is_damage(error: sqlite3.Error) -> bool:
    """Whether SQLite says that a file is damaged, and not that it cannot be read just now."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGE


@dataclass(frozen=True, slots=True)
class Aside:
    """One thing that was put aside: all its rows by table, as they were found, and why."""

    place: str
    key: tuple[Any, ...]
    rows: Mapping[str, list[Fields]]
    why: str


@dataclass(slots=True)
class Findings:
    """What a database holds: the sound rows of each table, and what is to be put aside."""

    sound: dict[str, list[Fields]] = field(default_factory=lambda: {table: [] for table in KEYS})
    aside: list[Aside] = field(default_factory=list)
    complete: bool = True
    """Whether tables and indices are as they should be."""

    @property
    def counts(self) -> Counter[str]:
        """How many moves are put aside, and how many other entries, by the notices that tell it."""
        counts: Counter[str] = Counter()
        for aside in self.aside:
            moves = len(aside.rows["moves"]) if aside.rows.keys() == {"moves"} else 0
            counts.update({"store.moves_aside": moves} if moves else ["store.quarantine"])
        return counts


def mend(db: sqlite3.Connection, schema: Schema, plays: Plays, now: str) -> Counter[str]:
    """Put aside what is damaged; gives how much that was, see `Findings.counts`."""
    running = "WHERE match_id IN (SELECT id FROM matches WHERE NOT finished)"
    for moves in (running, ""):
        found = examine(db, schema, plays, now, moves)
        if found.complete and not found.aside:
            break
    else:
        rewrite(db, schema, found, now)
    return found.counts


def examine(
    db: sqlite3.Connection, schema: Schema, plays: Plays, now: str, moves: str = ""
) -> Findings:
    """Look at every row; of the steps only at some, if `moves` is a condition."""
    found = Findings(complete=_complete(db, schema))
    tables = {table: _readable(db, table, moves if table == "moves" else "", found)
              for table in KEYS}  # fmt: skip
    for table in ("settings", "profiles", "levels"):
        for row in tables[table]:
            _sort_in(found, table, row, {}, _fault(table, row))
    over = {row.get("match_id") for row in tables["results"]}
    steps = _by(tables["moves"], "match_id")
    for row in tables["matches"]:
        line = sorted(steps.pop(row.get("id"), []), key=_order)
        _examine_match(found, row, line, partial(_mended, plays=plays, over=over, now=now))
    for match_id, line in steps.items() if not moves else ():
        found.aside.append(Aside("moves", (match_id,), {"moves": line}, "no such match"))
    _examine_families(found, "results", tables["results"], "standings", tables["standings"])
    _examine_families(found, "evenings", tables["evenings"], "evening_games",
                      tables["evening_games"])  # fmt: skip
    _name_unknown(found)
    return found


def _complete(db: sqlite3.Connection, schema: Schema) -> bool:
    """Whether tables and indices are all there, and as they should be."""
    there = dict(db.execute("SELECT name, sql FROM sqlite_master").fetchall())
    return all(str(there.get(name)).split() == sql.split() for name, sql in schema.items())


def _readable(db: sqlite3.Connection, table: str, where: str, found: Findings) -> list[Fields]:
    """The rows of a table as far as they can be read.

    Raises sqlite3.OperationalError for a table that is missing: a backup may still have it.
    """
    rows: list[Fields] = []
    try:
        cursor = db.execute(f"SELECT * FROM {table} {where}")
        names = [column[0] for column in cursor.description]
        rows.extend(dict(zip(names, row, strict=True)) for row in cursor)
    except sqlite3.DatabaseError as error:
        if not is_damage(error) or str(error).startswith("no such table"):
            raise
        found.complete = False
        found.aside.append(Aside(table, (), {}, f"the table cannot be read: {error}"))
    return rows


def _fault(table: str, row: Fields) -> str | None:
    """What is wrong with a row; None if nothing is."""
    if row.get("checksum") == checksum(table, row):
        return None
    return f"{table}: the checksum is wrong"


def _sort_in(
    found: Findings, table: str, row: Fields, others: Mapping[str, list[Fields]], why: str | None
) -> None:
    """Keep a row and the others that belong to it, or put all of them aside."""
    rows = {table: [row], **others}
    if why is None:
        for name, each in rows.items():
            found.sound[name].extend(each)
    else:
        key = tuple(row.get(column) for column in KEYS[table])
        found.aside.append(Aside(table, key, rows, why))


def _examine_match(
    found: Findings, row: Fields, line: list[Fields],
    mend: Callable[[Fields, list[Fields]], Fields | None],
) -> None:  # fmt: skip
    """Keep a match with its steps as far as they are sound."""
    sound, why = _sound_line(line)
    fault = _fault("matches", row)
    if fault is not None:
        mended = mend(row, line[:sound])
        if mended is None:
            _sort_in(found, "matches", row, {"moves": line}, fault)
            return
        _sort_in(found, "matches", row, {}, fault)
        row = mended
    found.sound["matches"].append(row)
    found.sound["moves"].extend(line[:sound])
    if why is not None:
        key = tuple(line[sound].get(column) for column in KEYS["moves"])
        found.aside.append(Aside("moves", key, {"moves": line[sound:]}, why))


def _mended(
    row: Fields, line: list[Fields], *, plays: Plays, over: set[Any], now: str
) -> Fields | None:
    """A damaged match as its header and steps tell it, with guests at it; None if they do not."""
    games: list[list[str]] = []
    for step in line:
        if step["step"] == 0:
            games.append([])
        games[-1].append(step["text"])
    told = plays(row.get("header"), games) if games else None
    if told is None:
        return None
    number, (game, names) = line[0]["match_id"], told
    mended = {
        "id": number, "game": game, "header": row["header"],
        "chairs": json.dumps([Chair("person", name).plain() for name in names]),
        "begun": now, "touched": now, "finished": int(number in over), "seconds": 0,
    }  # fmt: skip
    return {**mended, "checksum": checksum("matches", mended)}


def _order(row: Fields) -> tuple[int, int]:
    """Where a step stands in its match; what is no number comes last."""
    found = [row.get("game_no"), row.get("step")]
    game_no, step = (value if isinstance(value, int) else 2**63 for value in found)
    return game_no, step


def _sound_line(line: list[Fields]) -> tuple[int, str | None]:
    """How many of a match's steps are sound and follow each other, and what is wrong then."""
    following = {(0, 0)}
    for number, row in enumerate(line):
        game_no, step = place = _order(row)
        why = _fault("moves", row)
        if why is None and place not in following:
            why = "a step before it is missing"
        if why is not None:
            return number, why
        following = {(game_no, step + 1), (game_no + 1, 0)}
    return len(line), None


def _examine_families(
    found: Findings, table: str, rows: list[Fields], part: str, parts: list[Fields]
) -> None:
    """Rows whose parts are in another table: they are sound together or not at all."""
    parent, number = KEYS[part]
    families = _by(parts, parent)
    for row in rows:
        family = families.pop(row.get("id"), [])
        faults = [_fault(table, row), *(_fault(part, each) for each in family)]
        why = next(filter(None, faults), None)
        if why is None:
            family.sort(key=lambda each: int(each[number]))
            if [each[number] for each in family] != list(range(len(family))):
                why = f"one of its {part} is missing"
            else:
                why = _FITS[table](row, family)
        _sort_in(found, table, row, {part: family}, why)
    for key, family in families.items():
        found.aside.append(Aside(part, (key,), {part: family}, f"not among the {table}"))


def _result_fits(row: Fields, standings: list[Fields]) -> str | None:
    return None if row["seats"] == len(standings) else "one of its standings is missing"


def _evening_fits(row: Fields, games: list[Fields]) -> str | None:
    if not games:
        return "its games are missing"
    people = len(json.loads(row["chairs"]))
    for game in games:
        points, winners = game.get("points"), game.get("winners")
        if points is None or winners is None:
            if points is not winners:
                return "half of a game's result is missing"
        elif len(json.loads(points)) != people or not all(
            0 <= winner < people for winner in json.loads(winners)
        ):
            return "a game's result is not about the people of the evening"
    return None


_FITS: Final = {"results": _result_fits, "evenings": _evening_fits}


def _by(rows: Iterable[Fields], column: str) -> dict[Any, list[Fields]]:
    found: dict[Any, list[Fields]] = defaultdict(list)
    for row in rows:
        found[row.get(column)].append(row)
    return found


def _name_unknown(found: Findings) -> None:
    """People whose row is damaged or gone keep their results, under the name that stands there."""
    known = {row["id"]: row["name"] for row in found.sound["profiles"]}
    for standing in found.sound["standings"]:
        number, name = standing.get("profile"), standing["name"]
        if number is None or number in known:
            continue
        known[number] = name if name not in known.values() else f"{name} {number}"
        person = {"id": number, "name": known[number], "colour": "", "mark": ""}
        person["checksum"] = checksum("profiles", person)
        found.sound["profiles"].append(person)
        found.complete = False


# Writing anew ---------------------------------------------------------------------------------


def rewrite(db: sqlite3.Connection, schema: Schema, found: Findings, now: str) -> None:
    """Make all tables anew with what is sound, and keep everything else in the quarantine."""
    numbers = _last_numbers(db, found)
    _build(db, schema)
    for table, rows in found.sound.items():
        columns = (*_COLUMNS[table], "checksum")
        marks = ", ".join("?" * len(columns))
        db.executemany(
            f"INSERT OR IGNORE INTO {table} ({', '.join(columns)}) VALUES ({marks})",
            [[row.get(column) for column in columns] for row in rows],
        )
    for table, number in numbers.items():
        db.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table,))
        db.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table, number))
    db.executemany(
        "INSERT INTO quarantine (place, key, content, why, found) VALUES (?, ?, ?, ?, ?)",
        [
            (a.place, _encode(a.key), _encode(a.rows), ascii(a.why), now)
            for a in found.aside
        ],
    )  # fmt: skip


def _build(db: sqlite3.Connection, schema: Schema) -> None:
    """Make the tables with checksums anew, and whatever else is missing."""
    for table in reversed(KEYS):
        db.execute(f"DROP TABLE IF EXISTS {table}")
    there = dict(db.execute("SELECT name, sql FROM sqlite_master").fetchall())
    if str(there.get("quarantine")).split() != schema["quarantine"].split():
        if "quarantine" in there:
            db.execute(f"ALTER TABLE quarantine RENAME TO quarantine_{len(there)}")
        db.execute(schema["quarantine"])
        there["quarantine"] = schema["quarantine"]
    for name, sql in schema.items():
        if name not in there:
            db.execute(sql)


_REFERENCES: Final = {
    "matches": (("moves", "match_id"), ("results", "match_id"), ("evening_games", "match_id")),
    "results": (("standings", "result_id"),),
    "evenings": (("evening_games", "evening_id"),),
    "profiles": (("standings", "profile"),),
}
"""The tables whose numbers are never given twice, and where else their numbers stand."""


def _last_numbers(db: sqlite3.Connection, found: Findings) -> dict[str, int]:
    """The highest number each table has given, so that nothing new is taken for something old."""
    try:
        given = dict(db.execute("SELECT name, seq FROM sqlite_sequence").fetchall())
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        given = {}
    kept = [*found.sound.items(), *(pair for a in found.aside for pair in a.rows.items())]
    last = {}
    for table, references in _REFERENCES.items():
        places = {(table, "id"), *references}
        numbers = [given.get(table)] + [
            row.get(column) for name, rows in kept for row in rows
            for place, column in places if place == name
        ]  # fmt: skip
        last[table] = max((n for n in numbers if type(n) is int and 0 <= n < 2**31), default=0)
    return last
