"""Damaged rows: whatever somebody does to a cell, the table opens and tells."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.services import rows
from game.services.people import Chair
from game.services.store import FILE, Progress, Store
from tests.services.past import result

CHAIRS = (Chair("person", "Ada", profile=1), Chair("computer", "Bob", "easy"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A table with two matches of three steps, a person with a result, a level and a setting."""
    store = Store(tmp_path, GAMES)
    ada = store.add_profile("Ada", "jade", "koi")
    for seed in (1, 2):
        series = Series(Match(GAMES["jin_li"], 2, seed=seed))
        number = store.begin(series, CHAIRS)
        series.current.play_text("a1-b2@d4")
        series.current.play_text("g7-f6")
        store.append(number, 0, 0, *map(series.current.game.write, series.current.log))
    store.finish(99, result(ada, None))
    store.evenings.begin(CHAIRS, [("jin_li", {}), ("ping_pao", {})])
    store.try_level("jin_li", "01", solved=True, points=3)
    store.set(volume=45)
    store.close()
    return tmp_path


def damage(folder: Path, *statements: str) -> None:
    with closing(sqlite3.connect(folder / FILE)) as db, db:
        for statement in statements:
            db.execute(statement)


def opened(folder: Path, count: int, moves: int = 0) -> Store:
    """The store, which tells of so many entries and moves that were put aside, once."""
    store = Store(folder, GAMES)
    told = {(notice.key, dict(notice.params)["n"]) for notice in store.take_notices()}
    wanted = {("store.quarantine", count), ("store.moves_aside", moves)}
    assert told == {(key, n) for key, n in wanted if n}
    store.close()
    store = Store(folder, GAMES)
    assert store.take_notices() == []
    return store


def quarantine(store: Store) -> list[tuple[str, list[Any], dict[str, Any]]]:
    found = store._db.read("SELECT place, key, content FROM quarantine ORDER BY id")
    return [(place, json.loads(key), json.loads(content)) for place, key, content in found]


@pytest.mark.parametrize(
    "cell",
    [
        "chairs = '[oops'", "chairs = '[]'", "chairs = '[{\"kind\": \"ghost\"}]'",
        "chairs = CAST(x'5bff5d' AS TEXT)", "chairs = x'00ff'", "touched = 'yesterday'",
        "begun = 7", "finished = 'no'", "seconds = 'x'", "game = 'chess'", "game = 5",
        "checksum = NULL", "checksum = 'x'", "checksum = 1",
    ],
)  # fmt: skip
def test_a_match_with_a_bad_cell_goes_on_with_guests(folder: Path, cell: str) -> None:
    damage(folder, f"UPDATE matches SET {cell} WHERE id = 1")
    store = opened(folder, 1)
    first, second = sorted(store.running(), key=lambda run: run.id)
    assert first.chairs == (Chair("person", "Ada"), Chair("person", "Bob"))
    assert (first.game, first.steps, second.chairs) == ("jin_li", 3, CHAIRS)
    assert store.resume(1).series.current.cursor == 3
    ((place, key, content),) = quarantine(store)
    assert (place, key, list(content)) == ("matches", [1], ["matches"])


@pytest.mark.parametrize("cell", [
    "header = 'oops'", "header = x'ff'", "id = 77",
    "header = CAST(replace(header, 'Ada', '') || x'6e616d6520323a20ff' AS TEXT)",
])
def test_a_match_that_cannot_be_told_is_put_aside_with_its_steps(folder: Path, cell: str) -> None:
    damage(folder, f"UPDATE matches SET {cell} WHERE id = 1")
    store = opened(folder, 1, 3 if cell == "id = 77" else 0)
    assert [run.id for run in store.running()] == [2]
    steps = [len(content.get("moves", ())) for _, _, content in quarantine(store)]
    assert sum(steps) == 3
    assert store.begin(Series(Match(GAMES["jin_li"], 2)), CHAIRS) > 2


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE moves SET text = 'g1-f2' WHERE match_id = 1 AND step = 1",
        "UPDATE moves SET text = CAST(x'ff' AS TEXT) WHERE match_id = 1 AND step = 1",
        "UPDATE moves SET text = 5 WHERE match_id = 1 AND step = 1",
        "UPDATE moves SET step = 'x' WHERE match_id = 1 AND step = 1",
        "UPDATE moves SET match_id = 2, step = 3 WHERE match_id = 1 AND step = 1",
        "DELETE FROM moves WHERE match_id = 1 AND step = 1",
    ],
)
def test_a_match_keeps_the_steps_before_a_bad_one(folder: Path, change: str) -> None:
    damage(folder, change)
    aside = 1 if "DELETE" in change else 2
    store = opened(folder, 0, aside)
    assert store.resume(1).series.current.cursor == 1
    assert store.resume(2).series.current.cursor == 3
    assert sum(len(content["moves"]) for _, _, content in quarantine(store)) == aside
    store.append(1, 0, 1, "@d4")
    assert store.resume(1).series.current.cursor == 2


@pytest.mark.parametrize(
    ("change", "gone"),
    [
        ("UPDATE results SET options = '{'", "result"),
        ("UPDATE results SET date = 'x'", "result"),
        ("UPDATE standings SET points = 'many' WHERE person = 1", "result"),
        ("DELETE FROM standings WHERE person = 1", "result"),
        ("UPDATE evenings SET chairs = 'x'", "evening"),
        ("UPDATE evening_games SET winners = '[7]' WHERE number = 0", "evening"),
        ("DELETE FROM evening_games", "evening"),
        ("UPDATE levels SET tries = 'x'", "level"),
        ("UPDATE settings SET value = '46'", "setting"),
        ("UPDATE profiles SET colour = CAST(x'ff' AS TEXT)", "colour"),
    ],
)
def test_only_what_is_damaged_is_missing(folder: Path, change: str, gone: str) -> None:
    damage(folder, change)
    store = opened(folder, 1)
    assert len(store.running()) == 2
    assert len(store.history.results()) == (gone != "result")
    assert (not store.evenings.all_open()) == (gone == "evening")
    assert store.levels("jin_li") == ({} if gone == "level" else {"01": Progress(True, 1, 3)})
    assert store.get("volume") == (None if gone == "setting" else 45)
    (ada,) = store.profiles()
    assert (ada.id, ada.name, ada.mark == "koi") == (1, "Ada", gone != "colour")
    assert store.statistics.by_game(1).keys() == ({"toy"} if gone != "result" else set())
    assert len(quarantine(store)) == 1


@pytest.mark.parametrize(
    ("change", "count"),
    [
        ("DROP INDEX results_by_game", 0), ("ALTER TABLE levels DROP COLUMN tries", 1),
        ("DROP TABLE quarantine", 0), ("ALTER TABLE quarantine DROP COLUMN why", 0),
    ],
)  # fmt: skip
def test_what_was_dropped_is_built_again(folder: Path, change: str, count: int) -> None:
    damage(folder, change)
    store = opened(folder, count)
    store.set(volume=5)
    store.try_level("jin_li", "02", solved=False)
    assert store.begin(Series(Match(GAMES["jin_li"], 2)), CHAIRS) > 2
    assert [r.game for r in store.history.results()].count("toy") == 1
    store.close()
    damage(folder, "UPDATE results SET seed = 'x'")
    assert opened(folder, 1).history.results() == []


def test_who_is_forgotten_is_forgotten_in_quarantine_too(folder: Path) -> None:
    damage(folder, "UPDATE matches SET begun = 7 WHERE id = 1")
    store = opened(folder, 1)
    store.delete_profile(1)
    assert quarantine(store) == []
    store.close()
    assert b"Ada" not in b"".join(file.read_bytes() for file in folder.iterdir())


@pytest.mark.parametrize("error", [sqlite3.DatabaseError("malformed"), ValueError("no text")])
def test_a_file_that_cannot_be_mended_gives_way_to_the_backup(
    folder: Path, monkeypatch: pytest.MonkeyPatch, error: Any,
) -> None:
    def put_aside(*_: Any) -> None:
        raise error

    damage(folder, "UPDATE levels SET tries = 'x'")
    before = (folder / FILE).read_bytes()
    monkeypatch.setattr(rows, "put_aside", put_aside)
    store = Store(folder, GAMES)
    assert [notice.key for notice in store.take_notices()] == ["store.mended"]
    assert store.levels("jin_li") == {"01": Progress(True, 1, 3)}
    assert (len(store.running()), store.get("volume")) == (2, 45)
    (aside,) = folder.glob("*.damaged-*.db")
    assert aside.read_bytes() == before


def test_a_shell_can_still_write_to_the_file(folder: Path) -> None:
    damage(folder, "DELETE FROM moves WHERE match_id = 1", "DELETE FROM matches WHERE id = 1")
    assert [run.id for run in opened(folder, 0).running()] == [2]
