"""A database as the first tables wrote it goes on: nothing is lost, what is new is filled in."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.services.history import Score, Tally
from game.services.people import COLOURS, MARKS, Chair, Profile
from game.services.store import FILE, SCRIPTS, Progress, Store
from tests.services.past import finish, result, table

FIRST = Path(__file__).with_name("first_tables.sql")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with sqlite3.connect(tmp_path / FILE) as db:
        db.executescript(FIRST.read_text(encoding="utf-8"))
    db.close()
    store = table(tmp_path)
    assert store.take_notices() == []
    yield store
    store.close()


def test_what_was_there_is_there(store: Store) -> None:
    assert store.get("language") == "de"
    assert store.levels("jin_li") == {"01": Progress(True, 3, 7)}
    (run,) = store.running()
    assert (run.steps, [chair.name for chair in run.chairs]) == (2, ["Ada", "Bob"])
    assert store.resume(1).series.current.cursor == 2
    assert [r.id for r in store.history.results()] == [2, 1]


def test_everybody_has_a_colour_and_a_mark_and_keeps_them(store: Store) -> None:
    people = {profile.name: profile for profile in store.profiles()}
    assert people["Carl"] == Profile(5, "Carl", "jade", "koi")
    for profile in people.values():
        assert profile.colour in COLOURS
        assert profile.mark in MARKS
    assert people["Ada"].mark != people["Bob"].mark
    assert {profile.name: profile for profile in store.profiles()} == people


def test_figures_count_what_older_tables_kept(store: Store) -> None:
    assert store.statistics.by_game(1) == {"toy": Tally(2, 2, 0, 2, 14, 5, 0)}
    assert store.statistics.streak(1).longest == 2
    ((carl, once), (bob, again)) = sorted(
        store.statistics.by_opponent(1), key=lambda told: told[0].person
    )
    assert (carl.level, once.played, bob.name, again.played) == ("easy", 1, "Bob", 1)
    options = store.history.option_sets("toy")[0]
    assert store.history.best("toy", options) == [
        Score(Chair("person", name, profile=number), points, "2024-05-16T19:00:00")
        for name, number, points in (("Ada", 1, 5), ("Bob", 2, 3))
    ]


def test_the_chronicle_begins_with_what_older_tables_kept(store: Store) -> None:
    entries = store.match_log().more()
    assert [(e.match, e.result, e.seconds) for e in entries] == [
        (1, None, 0), (None, 2, None), (None, 1, None),
    ]
    finish(store, result("Ada", None))
    assert store.match_log().count() == 4


def test_somebody_of_an_older_table_can_be_forgotten(store: Store) -> None:
    store.delete_profile(1)
    assert [p.name for p in store.profiles()] == ["Bob", "Carl"]
    assert b"Ada" not in everything(store)


def everything(store: Store) -> bytes:
    folder = store.folder
    store.close()
    assert folder is not None
    return b"".join(file.read_bytes() for file in sorted(folder.iterdir()))


def test_an_old_table_and_a_new_one_are_built_alike(store: Store, tmp_path: Path) -> None:
    def shape(db: sqlite3.Connection) -> list[tuple[str, str]]:
        return sorted(
            (name, "".join(str(sql).split())) for name, sql in db.execute(
                "SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'"
            )
        )

    new = table()
    assert shape(store._db._db) == shape(new._db._db)
    assert store._db.read("PRAGMA user_version") == [(len(SCRIPTS),)]
    new.close()
