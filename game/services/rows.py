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
from dataclasses import dataclass, field
from functools import partial
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
Mend: TypeAlias = Callable[[sqlite3.Connection], Counter[str]]
"""Puts aside what is damaged in a database; gives how much that was, by keys of notices."""
Schema: TypeAlias = dict[str, str]
"""The tables and indices of a whole database: their names, and the SQL that makes them."""
Plays: TypeAlias = Callable[[SqlValue, list[list[str]]], tuple[str, list[str]] | None]
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


def is_damage(error: sqlite3.Error) -> bool:
    """Whether SQLite says that a file is damaged, and not that it cannot be read just now."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGE


@dataclass(frozen=True, slots=True)
class Aside:
    """One thing that was put aside: all its rows by table, as they were found, and why."""

    place: str
    key: tuple[SqlValue, ...]
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
    _redefine(db, schema)
    running = "WHERE match_id IN (SELECT id FROM matches WHERE NOT finished)"
    for moves in (running, ""):
        found = examine(db, schema, plays, now, moves)
        if found.complete and not found.aside:
            break
    else:
        rewrite(db, schema, found, now)
    return found.counts


def _bare(sql: object) -> str:
    return "".join(str(sql).split())


def _defined(db: sqlite3.Connection) -> Schema:
    """What makes tables and indices, without spaces: SQLite has its own when a table grows."""
    return {name: _bare(sql) for name, sql in db.execute("SELECT name, sql FROM sqlite_master")}


def _redefine(db: sqlite3.Connection, schema: Schema) -> None:
    """Give a table whose definition has wrong letters its own one again."""
    for name, found in _defined(db).items():
        sql = schema.get(name, "")
        # A space may have become a letter, or a letter a space.
        if name in KEYS and found != _bare(sql) and abs(len(found) - len(_bare(sql))) <= 1:
            db.execute("PRAGMA writable_schema = ON")
            db.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", (sql, name))
            db.execute("PRAGMA writable_schema = RESET")


def examine(
    db: sqlite3.Connection, schema: Schema, plays: Plays, now: str, moves: str = ""
) -> Findings:
    """Look at every row; of the steps only at some, if `moves` is a condition."""
    there = _defined(db)
    found = Findings(complete=all(there.get(name) == _bare(sql) for name, sql in schema.items()))
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


def _readable(db: sqlite3.Connection, table: str, where: str, found: Findings) -> list[Fields]:
    """The rows of a table as far as they can be read.

    Raises sqlite3.OperationalError for a table that is missing: a backup may still have it.
    """
    rows: list[Fields] = []
    try:
        rows.extend(_select(db, table, where))
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
    row: Fields, line: list[Fields], *, plays: Plays, over: set[SqlValue], now: str
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
        "chairs": text_of(Chair("person", name) for name in names),
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
        game_no, step = place = _order(row)
        if place not in following:
            return number
        following = {(game_no, step + 1), (game_no + 1, 0)}
    return len(line)


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
                why = _evening_fits(row, family) if table == "evenings" else None
                if table == "results" and row["seats"] != len(family):
                    why = "one of its standings is missing"
        _sort_in(found, table, row, {part: family}, why)
    for key, family in families.items():
        found.aside.append(Aside(part, (key,), {part: family}, f"not among the {table}"))


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


def _by(rows: Iterable[Fields], column: str) -> dict[SqlValue, list[Fields]]:
    found: dict[SqlValue, list[Fields]] = defaultdict(list)
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
        _put(db, table, rows)
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


def _put(db: sqlite3.Connection, table: str, rows: Iterable[Fields], how: str = "IGNORE") -> None:
    """Write rows as they are, as far as the table has their columns and takes them."""
    columns = {column for _, column, *_ in db.execute(f"PRAGMA table_info({table})")}
    for row in rows:
        cells = {name: value for name, value in row.items() if name in columns}
        into = f"INSERT OR {how} INTO {table} ({', '.join(cells)})"
        with contextlib.suppress(sqlite3.IntegrityError):  # the row itself is damaged
            db.execute(f"{into} VALUES ({', '.join('?' * len(cells))})", tuple(cells.values()))


def _build(db: sqlite3.Connection, schema: Schema) -> None:
    """Make the tables with checksums anew, and whatever else is missing."""
    for table in reversed(KEYS):
        db.execute(f"DROP TABLE IF EXISTS {table}")
    there = _defined(db)
    if there.get("quarantine") != _bare(schema["quarantine"]):
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
    rows = [row for row in found if row.keys() >= set(key) and _fits(table, row)]
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


def _fits(table: str, row: Fields) -> bool:
    return table not in KEYS or _fault(table, row) is None


def _scan(
    old: sqlite3.Connection, table: str, key: list[str]
) -> tuple[list[Fields], bool]:
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
        line.sort(key=_order)
        good = line[: _following(line)]
        (had,) = db.execute("SELECT count(*) FROM moves WHERE match_id = ?", (match,)).fetchone()
        if len(good) >= had:
            db.execute("DELETE FROM moves WHERE match_id = ?", (match,))
            taken += good
    return taken
