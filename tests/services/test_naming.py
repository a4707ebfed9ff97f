"""Another name, or none: wherever the table has written it down."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from game.rules.core import record
from game.rules.core.match import Match, Series
from game.services.history import Result
from game.services.people import COLOURS, MARKS, Chair, Profile, free_look
from game.services.store import FILE, Store
from tests.certain import sure
from tests.services.past import ALL_GAMES, finish, result, seat, table


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = table(tmp_path)
    yield store
    store.close()


@pytest.fixture
def people(store: Store) -> list[Profile]:
    return [store.add_profile(name) for name in ("Änne", "Bob")]


def leave_traces(store: Store, *people: Profile) -> int:
    """A result, a running match, a finished one, and what set-up and others remember."""
    chairs = [seat(who) for who in people]
    series = Series(Match(ALL_GAMES["toy"], 2, {"cards": False}, luck="manual"))
    running, over = store.begin(series, chairs), store.begin(series, chairs)
    store.finish(over, result(*people))
    kept = {"chairs": [asdict(chair) for chair in chairs], "length": 3}
    store.set(**{"setup toy": kept, "an evening": {"company": [kept]}, "volume": 20})
    return running


def everything(store: Store) -> bytes:
    folder = store.folder
    store.close()
    assert folder is not None
    return b"".join(file.read_bytes() for file in sorted(folder.iterdir()))


def written(name: str) -> set[bytes]:
    """A name as text and as JSON say it."""
    return {name.encode(), name.encode("unicode_escape").replace(b"\\xc4", b"\\u00c4")}


def test_a_new_name_stands_everywhere(store: Store, people: list[Profile]) -> None:
    anne, bob = people
    running = leave_traces(store, anne, bob)
    changed = store.change_profile(Profile(anne.id, "Zoë", "jade", "koi"))
    (result,) = store.history.results()
    assert result.standings[0].chair == Chair("person", "Zoë", profile=anne.id)
    assert result.standings[1].chair.name == "Bob"
    assert "name 0: Zoë\nname 1: Bob\n\ngame 1" in result.record
    assert store.resume(running).chairs[0].name == "Zoë"
    assert store.resume(running).notes["name 0"] == "Zoë"
    assert store.get("setup toy")["chairs"][0]["name"] == "Zoë"
    assert store.get("an evening")["company"][0]["chairs"][0]["profile"] == anne.id
    assert store.profiles()[1] == changed
    content = everything(store)
    assert not any(name in content for name in written("Änne"))


def test_who_is_forgotten_leaves_no_name_behind(store: Store, people: list[Profile]) -> None:
    anne, bob = people
    running = leave_traces(store, anne, bob)
    assert any(name in (sure(store.folder) / "walong-table.db-wal").read_bytes()
               for name in written("Änne"))  # fmt: skip
    store.delete_profile(anne.id)
    (result,) = store.history.results()
    assert [s.chair for s in result.standings] == [
        Chair("person", ""), Chair("person", "Bob", profile=bob.id),
    ]
    assert store.resume(running).chairs[0] == Chair("person", "")
    assert "name 0" not in store.resume(running).notes
    journal = (sure(store.folder) / "walong-table.db-wal").read_bytes()
    assert len(journal) <= 32 + 24 + 4096, "it began anew, with how far the file has come"
    assert store.get("setup toy")["chairs"][0] == asdict(Chair("person", ""))
    content = everything(store)
    assert not any(name in content for name in written("Änne"))
    assert b"Bob" in content


def test_the_others_keep_what_they_have_won(store: Store, people: list[Profile]) -> None:
    anne, bob = people
    finish(store, result(anne, bob), result(anne, bob, points=(1, 2)), result(bob, None))
    before = store.statistics.by_game(bob.id)
    store.delete_profile(anne.id)
    assert store.statistics.by_game(bob.id) == before
    opponents = [(chair.name, t.played) for chair, t in store.statistics.by_opponent(bob.id)]
    assert opponents == [("", 2), ("Kamille", 1)]
    assert store.match_log(profile=bob.id).count() == 3


def test_a_guest_of_the_same_name_is_forgotten_too(store: Store) -> None:
    finish(store, result("ANNA", "Bea"))
    anna = store.add_profile("Anna")
    finish(store, result(anna, "Annabel"))
    store.delete_profile(anna.id)
    names = [[s.chair.name for s in r.standings] for r in store.history.results()]
    assert names == [["", "Annabel"], ["", "Bea"]]


def test_a_visitor_of_the_same_name_is_forgotten_too(store: Store) -> None:
    """Matches that were brought from another table name people as well."""
    played = result("ANNA", "Bea")
    standings = tuple(replace(s, chair=Chair("visitor", s.chair.name)) for s in played.standings)
    finish(store, replace(played, standings=standings))
    store.delete_profile(store.add_profile("Anna").id)
    (kept,) = store.history.results()
    assert [standing.chair.name for standing in kept.standings] == ["", "Bea"]
    assert "ANNA" not in kept.record
    assert b"ANNA" not in everything(store)


def test_a_guest_of_the_same_name_is_not_renamed(store: Store) -> None:
    finish(store, result("Anna", "Bea"))
    anna = store.add_profile("Anna")
    store.change_profile(Profile(anna.id, "Antonia"))
    assert store.history.results()[0].standings[0].chair.name == "Anna"


@pytest.mark.parametrize("name", ["Jürgen", 'Bo “B” "Zé"', "Émile 🀄"])
@pytest.mark.parametrize("table_name", ["evenings", "matches", "settings"])
def test_who_is_forgotten_is_in_no_quarantine(tmp_path: Path, name: str, table_name: str) -> None:
    store = table(tmp_path)
    who, other = store.add_profile(name), store.add_profile("Bob")
    leave_traces(store, who, other)
    store.evenings.begin([seat(name.upper()), seat(other)], [("toy", {})])
    store.close()
    with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as db:
        db.execute(f"UPDATE {table_name} SET checksum = 1")
    store = table(tmp_path)
    assert store._db.read("SELECT count(*) FROM quarantine") != [(0,)]
    store.delete_profile(who.id)
    left = store._db.read("SELECT key FROM quarantine")
    assert left == ([('["volume"]',)] if table_name == "settings" else [])
    store.close()


def test_another_mark_rewrites_nothing(store: Store, people: list[Profile]) -> None:
    anne, bob = people
    leave_traces(store, anne, bob)
    before = store.history.results()
    store.change_profile(Profile(anne.id, "Änne", "slate", "bell"))
    assert store.history.results() == before
    assert next(p for p in store.profiles() if p.id == anne.id).mark == "bell"


def test_forgetting_somebody_unknown_changes_nothing(store: Store, people: list[Profile]) -> None:
    leave_traces(store, *people)
    before = store.history.results()
    store.delete_profile(99)
    assert store.history.results() == before
    assert len(store.profiles()) == 2


def test_a_finished_match_is_replayed_after_its_people_are_gone(
    store: Store, people: list[Profile],
) -> None:
    anne, bob = people
    series = Series(Match(ALL_GAMES["jin_li"], 2))
    series.current.play_text("a1-b2@d4")
    chairs = [seat(anne), seat(bob)]
    played = result(anne, bob, game="jin_li")
    text = record.write(series, {"name 0": anne.name, "name 1": bob.name})
    store.finish(1, type(played)(**{**_fields(played), "record": text}))
    store.delete_profile(anne.id)
    told = store.replay(store.history.results()[0].id)
    assert told.series.current.log == series.current.log
    assert [chair.name for chair in told.chairs] == ["", chairs[1].name]
    with pytest.raises(KeyError):
        store.replay(77)


def _fields(thing: Result) -> dict[str, Any]:
    return {name: getattr(thing, name) for name in thing.__dataclass_fields__}


def test_newcomers_look_different_as_long_as_there_is_something_left(store: Store) -> None:
    people = [store.add_profile(f"Guest {n}") for n in range(len(MARKS))]
    assert len({person.mark for person in people}) == len(MARKS)
    assert {person.colour for person in people[: len(COLOURS)]} == set(COLOURS)
    assert free_look(people) == (COLOURS[0], MARKS[0])


def test_regulars_come_before_those_who_were_not_here_for_long(store: Store) -> None:
    names = ("Ada", "Bob", "Carl", "Dora")
    ada, bob, carl, dora = (store.add_profile(name) for name in names)
    finish(store, result(carl, None), result(ada, None))
    assert store.regulars() == [ada, carl, dora, bob]
