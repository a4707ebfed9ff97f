"""Two tables and one folder: nobody loses a move."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.scenes.play.autosave import Autosave
from game.services.database import in_background
from game.services.folders import LOCK, Occupied, hold, hold_beside
from game.services.history import Result
from game.services.people import Chair
from game.services.rows import Notice
from game.services.store import FILE, OutOfStep, Store
from tests.certain import sure
from tests.services.damage import content, fill

JIN_LI = GAMES["jin_li"]
CHAIRS = (Chair("person", "Ada"), Chair("person", "Bob"))
MOVES = 6


class Neighbour:
    """A table in a process of its own, which makes a move whenever it is told to."""

    def __init__(self, *arguments: object) -> None:
        script = Path(__file__).with_name("neighbours.py")
        self.process = subprocess.Popen(
            [sys.executable, str(script), *map(str, arguments)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def said(self) -> tuple[str, int, list[str]]:
        """What has been kept by the latest move: folder, match and steps."""
        assert self.process.stdout is not None
        folder, number, steps = json.loads(self.process.stdout.readline())
        return folder, number, steps

    def go_on(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("\n")
        assert self.process.stdin is not None
        self.process.stdin.flush()

    def end(self) -> None:
        with self.process as process:
            assert process.wait() == 0


def in_turns(*arguments: tuple[object, ...]) -> list[tuple[str, int, list[str]]]:
    """Let two tables play in turns; what each of them said last."""
    tables = [Neighbour(*each) for each in arguments]
    said = []
    for _ in range(MOVES):
        said = [table.said() for table in tables]
        for table in tables:
            table.go_on()
    for table in tables:
        table.end()
    return said


def stored(folder: str, number: int) -> list[str]:
    store = Store(Path(folder), GAMES)
    series = store.resume(number).series
    store.close()
    return [series.current.game.write(move) for move in series.current.log]


@pytest.mark.deep
def test_two_tables_on_one_folder_keep_their_matches_apart(tmp_path: Path) -> None:
    said = in_turns((tmp_path, 1, MOVES), (tmp_path, 2, MOVES))
    assert {folder for folder, _, _ in said} == {str(tmp_path), str(tmp_path / "table 2")}
    for folder, number, steps in said:
        assert stored(folder, number) == steps


@pytest.mark.deep
def test_two_tables_without_a_lock_go_apart_and_lose_no_move(tmp_path: Path) -> None:
    store = Store(tmp_path, GAMES)
    number = store.begin(Series(Match(GAMES["ping_pao"], 2, seed=1)), CHAIRS)
    store.close()
    said = in_turns((tmp_path, 1, MOVES, number), (tmp_path, 2, MOVES, number))
    assert {folder for folder, _, _ in said} == {str(tmp_path), str(tmp_path / "table 2")}
    for folder, match, steps in said:
        assert stored(folder, match) == steps


LOOKS = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
print(db.execute("SELECT count(*) FROM profiles").fetchone()[0])
db.close()
"""


def test_who_closes_a_file_takes_no_journal_from_a_table_that_has_it_open(tmp_path: Path) -> None:
    """The last one who closes it may; SQLite's lock on the file tells that there is another."""
    Store(tmp_path, GAMES).close()
    store, file = Store(tmp_path, GAMES), tmp_path / FILE
    for number, name in enumerate(("Ada", "Bob", "Cem"), 1):
        store.add_profile(name)
        looks = [sys.executable, "-c", LOOKS, str(file)]
        done = subprocess.run(looks, capture_output=True, text=True, check=True, timeout=60)
        assert int(done.stdout) == number
    store.close()


# The lock -----------------------------------------------------------------------------------


def test_a_folder_belongs_to_one_table_until_it_closes(tmp_path: Path) -> None:
    lock = hold(tmp_path / "new")
    with pytest.raises(Occupied, match="another table"):
        hold(tmp_path / "new")
    assert lock is not None
    lock.release()
    sure(hold(tmp_path / "new")).release()


def test_a_further_table_takes_the_first_folder_that_is_free(tmp_path: Path) -> None:
    locks = [hold_beside(tmp_path) for _ in range(3)]
    assert [folder.name for folder, _ in locks] == ["table 2", "table 3", "table 4"]
    assert locks[1][1] is not None
    locks[1][1].release()
    assert hold_beside(tmp_path)[0].name == "table 3"


HOLDING = """
import sys
from pathlib import Path
from game.ai.worker import Worker
from game.rules import GAMES
from game.rules.core.match import Match
from game.services.folders import hold
if __name__ == "__main__":
    lock, worker = hold(Path(sys.argv[1])), Worker()
    worker.warm_up()
    print(worker._side.process.pid, flush=True)
    sys.stdin.read()
"""


@pytest.mark.deep
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no kill -9 here")
def test_a_lock_dies_with_its_table_though_its_worker_lives_on(tmp_path: Path) -> None:
    script = tmp_path / "holding.py"
    script.write_text(HOLDING)
    command = [sys.executable, str(script), str(tmp_path)]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdout is not None
        worker = int(process.stdout.readline())
        with pytest.raises(Occupied):
            hold(tmp_path)
        os.kill(worker, signal.SIGSTOP)
        process.kill()
        process.wait()
        try:
            sure(hold(tmp_path)).release()
        finally:
            os.kill(worker, signal.SIGKILL)


def test_a_folder_where_nothing_can_be_made_is_not_locked(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert hold(tmp_path / "file" / "data") is None
    (tmp_path / LOCK).mkdir()
    assert hold(tmp_path) is None


# Looking only -------------------------------------------------------------------------------


def test_a_copy_tells_everything_and_writes_nothing(tmp_path: Path) -> None:
    fill(tmp_path)
    first = Store(tmp_path, GAMES)
    told = content(first)
    files = {file: file.read_bytes() for file in tmp_path.iterdir()}
    copy = Store(tmp_path, GAMES, look=True)
    assert copy.take_notices() == []
    assert copy.folder is None
    assert content(copy) == told
    copy.set(volume=5)
    copy.append(copy.running()[0].id, 0, 0)
    copy.close()
    assert {file: file.read_bytes() for file in files if not file.name.endswith("shm")} == {
        file: content for file, content in files.items() if not file.name.endswith("shm")
    }
    assert content(first) == told
    first.close()


def test_a_copy_of_nothing_is_empty_and_says_so(tmp_path: Path) -> None:
    copy = Store(tmp_path, GAMES, look=True)
    assert [notice.key for notice in copy.take_notices()] == ["store.unseen"]
    assert copy.running() == []


# Steps that do not follow -------------------------------------------------------------------


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[tuple[Store, int]]:
    """A store with a match of two steps."""
    store = Store(tmp_path, GAMES)
    series = Series(Match(JIN_LI, 2, seed=4))
    series.current.play_text("a1-b2@d4")
    yield store, store.begin(series, CHAIRS)
    store.close()


@pytest.mark.parametrize(
    ("game_no", "index", "told"),
    [(0, 3, "step 4 of game 1"), (1, 1, "step 2 of game 2"), (2, 0, "step 1 of game 3")],
)
def test_a_step_that_does_not_follow_is_refused(
    kept: tuple[Store, int], game_no: int, index: int, told: str,
) -> None:
    store, number = kept
    before = store.resume(number).series.current.log
    with pytest.raises(OutOfStep, match=f"{told} does not follow in match {number}"):
        store.append(number, game_no, index, "g7-f6")
    assert store.resume(number).series.current.log == before


@pytest.mark.parametrize(
    ("home", "taken", "free"),
    [(".", 0, "table 2"), (".", 1, "table 3"), (".", 2, "table 4"), ("table 2", 1, "table 3")],
)
def test_a_table_leaves_the_file_to_another_one_that_writes_to_it(
    tmp_path: Path, home: str, taken: int, free: str,
) -> None:
    for number in range(taken):
        Store(tmp_path / f"table {number + 2}", GAMES).close()
    folder, beside = tmp_path / home, tmp_path / free
    Store(folder, GAMES).close()
    first, lock = Store(folder, GAMES), hold(folder)
    second = Store(folder, GAMES, run=in_background, lock=lock)
    first.set(volume=1)
    first.set(language="de")
    for number in range(3):
        second.set(volume=number)
        first.set(effects=number)
    while second._db._works:
        second.confirm(1)
    (notice,) = second.take_notices()
    assert notice == Notice("store.beside", (("file", str(beside / FILE)),))
    assert (first.take_notices(), first.folder, second.folder) == ([], folder, beside)
    sure(hold(folder)).release()
    with pytest.raises(Occupied):
        hold(beside)
    first.close()
    second.close()
    sure(hold(beside)).release()
    told = [Store(each, GAMES).all_settings() for each in (folder, beside)]
    assert told == [{"volume": 1, "language": "de", "effects": 2}, {"volume": 2}]


def test_going_back_and_forth_writes_only_what_changes(tmp_path: Path) -> None:
    store = Store(tmp_path, GAMES)
    series, rng = Series(Match(JIN_LI, 2, seed=4)), random.Random(1)
    match = series.current
    while match.cursor < 30:
        match.play(rng.choice(JIN_LI.moves(match.state)))
    number = store.begin(series, CHAIRS)
    autosave = Autosave(store, series, CHAIRS, number)
    db = store._db._db
    for cursor in (match.cursor - 1, match.cursor, 10):
        match.go_to(cursor)
        before = db.total_changes
        autosave.rewrite(match)
        assert db.total_changes - before < 10 + abs(len(match.log) - cursor)
        assert store.resume(number).series.current.log == match.log[:cursor]
    store.close()


def test_a_match_that_is_over_or_gone_takes_no_step(kept: tuple[Store, int]) -> None:
    store, number = kept
    result = Result("jin_li", {}, "4", 1, "empty", ())
    store.finish(number, result)
    for change in (
        lambda: store.append(number, 0, 2, "g7-f6"), lambda: store.append(number, 0, 1),
        lambda: store.finish(number, result),
    ):  # fmt: skip
        with pytest.raises(OutOfStep, match="is over"):
            change()
    store.reopen(number)
    with pytest.raises(OutOfStep, match="is not over"):
        store.reopen(number)
    store.discard(number)
    with pytest.raises(OutOfStep, match="not stored"):
        store.append(number, 0, 2, "g7-f6")


def test_a_match_that_is_gone_goes_on_with_its_evening_under_another_number(
    kept: tuple[Store, int],
) -> None:
    store, number = kept
    evening = store.evenings.begin(CHAIRS, [("jin_li", {})])
    store.evenings.seat(evening, 0, number)
    series = store.resume(number).series
    autosave = Autosave(store, series, CHAIRS, number)
    store.discard(number)
    autosave.append(series.current.play_text("g7-f6"))
    assert autosave.match_id != number
    assert store.resume(sure(autosave.match_id)).series.current.log == series.current.log
    assert store.evenings.find(evening).parts[0].match_id == autosave.match_id
    assert [notice.key for notice in store.take_notices()] == ["store.parted"]
    series.current.go_to(1)
    autosave.rewrite(series.current)
    assert store.resume(sure(autosave.match_id)).series.current.cursor == 1
