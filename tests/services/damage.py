"""A table that has seen many things, and everything that can happen to its file."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from game.rules import GAMES
from game.rules.core import record
from game.rules.core.match import Match, Series
from game.services.evening import Finish
from game.services.history import Result
from game.services.people import Chair
from game.services.rows import KEYS
from game.services.store import Store

PLAYED = ("jin_li", "ping_pao", "skud_pai_sho", "domi_jongg")


def fill(folder: Path) -> None:
    """Play on a new table: matches, results, an evening that is over and one that is not."""
    store, rng = Store(folder, GAMES), random.Random(1)
    people = [store.add_profile(name) for name in ("Ada", "Björn", "Çelik", "Dörte")]
    chairs = [Chair("person", person.name, profile=person.id) for person in people]
    for number, game in enumerate(PLAYED * 2):
        seated = (chairs[number % 4], Chair("computer", "Kamille", "regular"))
        series = Series(Match(GAMES[game], 2, seed=number))
        match_id = store.begin(series, seated)
        play(store, match_id, series, rng, 5 + 4 * number)
    for number in range(6):
        seated = (chairs[number % 4], chairs[(number + 1) % 4])
        options = {"stones": 6, "recycle": True}
        series = Series(Match(GAMES["jin_li"], 2, options, seed=number))
        match_id = store.begin(series, seated)
        play(store, match_id, series, rng, 20)
        series = over(series.current, rng)
        store.append(match_id, 0, 0, *map(series.current.game.write, series.current.log))
        store.finish(match_id, Result.of(series, seated))
    for games in (2, 1):
        evening = store.evenings.begin(chairs[:2], [("jin_li", {}), ("ping_pao", {})])
        for number in range(games):
            store.evenings.finish(evening, number, Finish((3 + number, 5), (1,)))
    for number in range(8):
        store.try_level("jin_li", f"{number:02}", solved=number % 2 == 0, points=number)
    store.set(language="de", volume=45, names=["Ada", None, {"ö": 1.5}])
    store.close()


def play(store: Store, match_id: int, series: Series, rng: random.Random, steps: int) -> None:
    """Random steps, each kept as it is played."""
    match = series.current
    while match.cursor < steps and match.actor is not None:
        played = match.play(rng.choice(list(match.game.moves(match.state))))
        store.append(match_id, 0, played[0].index, *(match.game.write(s.move) for s in played))


def over(match: Match, rng: random.Random) -> Series:
    while match.actor is not None:
        match.play(rng.choice(list(match.game.moves(match.state))))
    return Series(match)


def content(store: Store) -> dict[tuple[Any, ...], Any]:
    """Everything a store tells, by what it is about."""
    found: dict[tuple[Any, ...], Any] = {}
    for run in store.running():
        resumed = store.resume(run.id)
        steps = [[m.game.write(move) for move in m.log] for m in resumed.series.games]
        head = record.write_header(resumed.series, resumed.notes)
        found["match", run.id] = (head, run.chairs, run.begun, run.touched), steps
    for entry in store.match_log().more(999):
        found["entry", entry.match, entry.result] = entry
    for result in store.history.results(limit=999):
        found["result", result.id] = result, record.write(store.replay(result.id).series)
    for person in store.profiles():
        found["person", person.id] = person
        found["figures", person.id] = (
            store.statistics.by_game(person.id), store.statistics.by_opponent(person.id),
            store.statistics.streak(person.id), store.match_log(profile=person.id).count(),
        )  # fmt: skip
    for evening in (*store.evenings.all_open(), *store.evenings.past()):
        found["evening", evening.id] = evening
    for game in GAMES:
        for level, progress in store.levels(game).items():
            found["level", game, level] = progress
    for key, value in store.all_settings().items():
        found["setting", key] = value
    return found


# What happens to files ----------------------------------------------------------------------


def _page(file: Path, rng: random.Random) -> tuple[int, int]:
    """Where a random page begins, and how long it is."""
    return rng.randrange(file.stat().st_size // 4096) * 4096, 4096


def _overwrite(file: Path, at: int, what: bytes) -> None:
    with file.open("r+b") as opened:
        opened.seek(at)
        opened.write(what)


def scribble(file: Path, rng: random.Random) -> None:
    """A few random bytes somewhere."""
    for _ in range(rng.choice((1, 1, 3, 20))):
        at = rng.randrange(file.stat().st_size)
        _overwrite(file, at, rng.randbytes(rng.choice((1, 1, 4, 60))))


def letter(file: Path, rng: random.Random) -> None:
    """One other byte where texts are, so that the file itself stays in order."""
    whole = file.read_bytes()
    words = (b"a1", b"name", b"seat", b"Ada", b"person", b"jin_li", b"T1", b"2026", b"true")
    places = [at for word in words for at in _all(whole, word)]
    _overwrite(file, rng.choice(places), bytes([rng.choice((0, 0x30, 0x62, 0xC3, 0xFF))]))


def _all(whole: bytes, word: bytes) -> list[int]:
    found, at = [], whole.find(word)
    while at >= 0:
        found.append(at)
        at = whole.find(word, at + 1)
    return found


def zero(file: Path, rng: random.Random) -> None:
    """A page of nothing."""
    at, long = _page(file, rng)
    _overwrite(file, at, bytes(long))


def exchange(file: Path, rng: random.Random) -> None:
    """A page that another page stands in."""
    (at, long), (other, _) = _page(file, rng), _page(file, rng)
    _overwrite(file, at, file.read_bytes()[other : other + long])


def cut(file: Path, rng: random.Random) -> None:
    """Only the beginning is left."""
    with file.open("r+b") as opened:
        opened.truncate(rng.randrange(file.stat().st_size))


JUNK = (
    None, 0, -1, 7, 2**40, 1.5, "", "[oops", "{}", "[]", "[1]", "null", "chess", b"\x00\xff", b"",
    "x" * 9000, '[{"kind": "ghost"}]', '[{"kind":"person","name":5,"level":0,"profile":"x"}]',
)  # fmt: skip


def edit(file: Path, rng: random.Random) -> None:
    """A cell that holds something else, of any type and any encoding."""
    with _opened(file) as db:
        table = rng.choice(list(KEYS))
        cursor = db.execute(f"SELECT * FROM {table}")
        column = rng.choice(cursor.description)[0]
        rows = cursor.fetchall()
        if rows:
            row = dict(zip((c[0] for c in cursor.description), rng.choice(rows), strict=True))
            where = " AND ".join(f"{key} = ?" for key in KEYS[table])
            value: Any = rng.choice((*JUNK, b"bytes"))
            cell = "CAST(x'41ff42' AS TEXT)" if value == b"bytes" else "?"
            given = () if value == b"bytes" else (value,)
            with suppress(sqlite3.IntegrityError):
                db.execute(f"UPDATE {table} SET {column} = {cell} WHERE {where}",
                           (*given, *(row[key] for key in KEYS[table])))  # fmt: skip


def swap(file: Path, rng: random.Random) -> None:
    """Two rows whose contents have changed places, all but their keys and perhaps the checksum."""
    with _opened(file) as db:
        table = rng.choice(list(KEYS))
        cursor = db.execute(f"SELECT * FROM {table} ORDER BY random()")
        names = [column[0] for column in cursor.description if column[0] not in KEYS[table]]
        keys = ", ".join(KEYS[table])
        found = db.execute(f"SELECT {keys}, {', '.join(names)} FROM {table}").fetchall()
        if len(found) < 2:
            return
        one, two = rng.sample(found, 2)
        many = len(KEYS[table])
        where = " AND ".join(f"{key} = ?" for key in KEYS[table])
        setting = ", ".join(f"{name} = ?" for name in names)
        for here, there in ((one, two), (two, one)):
            with suppress(sqlite3.IntegrityError):
                db.execute(f"UPDATE {table} SET {setting} WHERE {where}",
                           (*there[many:], *here[:many]))  # fmt: skip


def drop(file: Path, rng: random.Random) -> None:
    """A table, an index or a column that is gone."""
    with _opened(file) as db:
        found = db.execute(
            "SELECT type, name FROM sqlite_master WHERE sql IS NOT NULL"
            " AND name NOT LIKE 'sqlite_%' ORDER BY name"
        ).fetchall()
        kind, name = rng.choice(found)
        if kind == "table" and rng.random() < 0.3:
            columns = [row[1] for row in db.execute(f"PRAGMA table_info({name})")]
            with suppress(sqlite3.OperationalError):
                db.execute(f"ALTER TABLE {name} DROP COLUMN {rng.choice(columns)}")
        else:
            db.execute(f"DROP {kind} {name}")


def _opened(file: Path) -> Any:
    db = sqlite3.connect(file, isolation_level=None)
    db.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
    return closing(db)


DAMAGES: tuple[Callable[[Path, random.Random], None], ...] = (
    edit, letter, swap, scribble, edit, zero, drop, exchange, letter, cut,
)  # fmt: skip
