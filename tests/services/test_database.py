"""The disk below the store: faults, a full or a busy disk, folders that vanish, backups."""

import contextlib
import errno
import itertools
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures._base import Future
from pathlib import Path
from typing import Any, cast

import pytest

from game.navigator import play_scene
from game.rules import GAMES
from game.rules.core import record
from game.rules.core.match import Match, Series
from game.services import database, disk
from game.services.folders import Occupied, hold
from game.services.history import Result
from game.services.people import Chair
from game.services.store import FILE, Store
from tests.certain import sure
from tests.services.faults import CODES, Plan, content, content_of
from tests.services.past import Clock
from tests.strict_texts import StrictTexts
from tests.sweep import one_in
from tests.tools import headless
from tests.toy import TOY

ALL_GAMES = {**GAMES, "toy": TOY}
CHAIRS = (Chair("person", "Ada"), Chair("computer", "Bob", "easy"))
EVERY_KIND = os.environ.get("WALONG_FAULTS") == "all"
pytestmark = pytest.mark.usefixtures("refuge")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every look at the clock find it ten seconds later: whatever waits is due."""
    ticks = itertools.count(step=10)
    defaults = sure(Store.__init__.__defaults__)
    monkeypatch.setattr(
        Store.__init__, "__defaults__", (*defaults[:-1], lambda: float(next(ticks)))
    )


def table(folder: Path | None, run: Callable[..., Any] | None = None) -> Store:
    return Store(folder, ALL_GAMES, Clock(), run)


def begun(store: Store, game: Any = TOY, **options: Any) -> tuple[Series, int]:
    series = Series(Match(game, 2, options, seed=4))
    return series, store.begin(series, CHAIRS)


def play(store: Store, series: Series, number: int, index: int = 0) -> None:
    """Play one of the legal moves and keep it."""
    match = series.current
    moves = match.game.moves(match.state)
    steps = match.play(moves[index % len(moves)])
    store.append(number, 0, steps[0].index, *(match.game.write(step.move) for step in steps))


def whole_match(store: Store) -> None:
    """Everything that can happen to a store: a match, undo, its end, settings, people."""
    ada = store.add_profile("Ada")
    series, number = begun(store)
    store.set(language="de", volume=0.5)
    play(store, series, number)
    play(store, series, number)
    series.current.go_to(1)
    store.append(number, 0, 1)
    while series.current.actor is not None:
        play(store, series, number, 1)
    store.finish(number, Result.of(series, CHAIRS))
    store.reopen(number)
    store.finish(number, Result.of(series, CHAIRS))
    store.try_level("toy", "01", True, 3)
    store.evenings.begin(CHAIRS, [("toy", {})])
    store.delete_profile(ada.id)
    play(store, *begun(store))


def settle(store: Store) -> None:
    """Let the table run until everything is on the disk."""
    for _ in range(50):
        if not store._db._works:
            return
        store.tick()
    raise AssertionError(f"it never reaches the disk: {store._db._reason}")


def noted(store: Store) -> list[str]:
    """The keys of the notices; each has a text in both languages."""
    notices = store.take_notices()
    for notice in notices:
        for language in ("en", "de"):
            assert StrictTexts(language).t(notice.key, **dict(notice.params))
    return [notice.key for notice in notices]


# Faults -------------------------------------------------------------------------------------


@pytest.fixture
def sound(folder: Path, hasty: None, monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], int]:
    """What is on the disk after a match without faults, and how many calls that took."""
    plan = Plan()
    plan.install(monkeypatch)
    store = table(folder)
    whole_match(store)
    store.close()
    wanted = content(folder / FILE)
    shutil.rmtree(folder)
    return wanted, plan.calls


@pytest.mark.parametrize(("length", "late", "step"), [
    pytest.param(1, False, 15, id="some, undone"),
    pytest.param(1, False, 4, id="undone", marks=pytest.mark.deep),
    pytest.param(1, True, 4, id="done", marks=pytest.mark.deep),
    pytest.param(40, True, 4, id="many", marks=pytest.mark.deep),
])  # fmt: skip
def test_a_fault_at_any_call_loses_nothing(
    folder: Path, sound: tuple[list[str], int], monkeypatch: pytest.MonkeyPatch, length: int,
    late: bool, step: int,
) -> None:
    wanted, calls = sound
    kinds = list(CODES)
    faults = 0
    firsts = range(1, calls + 1, 1 if EVERY_KIND else step)
    for first in firsts:
        for kind in kinds if EVERY_KIND else [kinds[(first + first // len(kinds)) % len(kinds)]]:
            plan = Plan(first, first + length, kind, late)
            with monkeypatch.context() as patch:
                plan.install(patch)
                store = table(folder)
                whole_match(store)
                settle(store)
                store.close()
            assert content(folder / FILE) == wanted, plan
            faults += plan.calls >= first
            shutil.rmtree(folder)
    print(f"{faults} faults at {len(firsts)} calls, nothing lost")
    assert faults == len(firsts) * (len(kinds) if EVERY_KIND else 1)


@pytest.mark.parametrize("kind", CODES)
def test_a_fault_at_any_call_of_a_start_loses_nothing(
    folder: Path, hasty: None, monkeypatch: pytest.MonkeyPatch, kind: str,
) -> None:
    store = table(folder)
    whole_match(store)
    store.close()
    before = content(folder / FILE)
    first, reached = 0, True
    while reached:
        first += 1
        plan = Plan(first, first + 1, kind)
        with monkeypatch.context() as patch:
            plan.install(patch)
            store = table(folder)
            reached = plan.calls >= first
            store.set(**{f"start {first}": first})
            settle(store)
            store.close()
        after = content(folder / FILE)
        assert [line for line in before if line not in after] == [], first
        before = after
    assert first > 10


def test_works_are_kept_in_their_order_and_once(
    folder: Path, hasty: None, monkeypatch: pytest.MonkeyPatch,
) -> None:
    plan = Plan(1, 400, "full")
    plan.install(monkeypatch)
    store = table(folder)
    series, number = begun(store, GAMES["jin_li"])
    for n in range(12):
        play(store, series, number, n)
    assert not (folder / FILE).exists() or store._db._works
    plan.end = 0
    settle(store)
    store.close()
    assert record.write(table(folder).resume(number).series) == record.write(series)


def test_a_work_that_fails_by_itself_takes_no_other_with_it(folder: Path) -> None:
    store = table(folder)
    series, number = begun(store, GAMES["jin_li"])
    play(store, series, number)
    with pytest.raises(UnicodeEncodeError):
        store.append(number, 0, 1, "\ud800")
    with pytest.raises(sqlite3.IntegrityError):
        store.append(number, 0, 1, cast(str, None))
    play(store, series, number)
    assert noted(store) == []
    store.close()
    assert record.write(table(folder).resume(number).series) == record.write(series)


def test_a_text_nobody_can_decode_takes_no_new_match_with_it(folder: Path) -> None:
    store = table(folder)
    _, old = begun(store, GAMES["jin_li"])
    store.close()
    with sqlite3.connect(folder / FILE) as db:
        db.execute("INSERT INTO moves (match_id, game_no, step, text)"
                   " VALUES (?, 0, 0, CAST(x'ff' AS TEXT))", (old,))  # fmt: skip
    db.close()
    store = table(folder)
    series, number = begun(store, GAMES["jin_li"])
    assert noted(store) == ["store.moves_aside"]
    assert store.resume(old).series.current.cursor == 0
    play(store, series, number)
    store.close()
    assert record.write(table(folder).resume(number).series) == record.write(series)


def test_a_file_follows_late_and_in_the_steps_that_were_made(
    folder: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    plan = Plan()
    plan.install(monkeypatch)
    store = table(folder)
    plan.first, plan.end = 1, 10**6
    series, number = begun(store, GAMES["jin_li"])
    games = [("toy", {"pile": 6})]
    evening = store.evenings.begin(CHAIRS, games)
    games[0][1]["pile"] = 12
    for n in range(3):
        play(store, series, number, n)
    (begin, plan_evening, *_) = [work.do for work in store._db._works]
    for work in (begin, plan_evening):  # as they were, whatever has been played since
        db = table(None)._db._db
        work(db)
        assert db.execute("SELECT count(*) FROM moves").fetchone() == (0,)
        options = db.execute("SELECT options FROM evening_games").fetchall()
        assert options == [('{"pile": 6}',)] * (work is plan_evening)
    assert evening == 1


@pytest.mark.parametrize(
    "change",
    ["DROP TABLE kept", "DELETE FROM kept", "UPDATE kept SET works = 'x'",
     "UPDATE kept SET session = CAST(x'ff' AS TEXT)", "ALTER TABLE kept DROP COLUMN origin"],
)  # fmt: skip
def test_a_file_that_does_not_tell_how_far_it_has_come_is_whole_all_the_same(
    folder: Path, change: str,
) -> None:
    records = filled(folder, 2)
    with sqlite3.connect(folder / FILE) as db:
        db.execute(change)
    db.close()
    store = table(folder)
    assert (noted(store), read(store)) == ([], records)
    store.set(language="de")
    store.close()
    store = table(folder)
    assert (noted(store), store.get("language")) == ([], "de")


# Telling people -----------------------------------------------------------------------------


def test_people_are_told_once_and_again_when_it_works(
    folder: Path, hasty: None, monkeypatch: pytest.MonkeyPatch,
) -> None:
    plan = Plan()
    plan.install(monkeypatch)
    store = table(folder)
    assert noted(store) == []
    plan.first, plan.end = 1, 10**6
    series, number = begun(store, GAMES["jin_li"])
    told = []
    for n in range(8):
        play(store, series, number, n)
        told += noted(store)
    assert told == ["store.waiting"]
    plan.end = 0
    settle(store)
    assert noted(store) == ["store.saved"]


def test_a_moment_that_passes_is_not_worth_a_word(
    folder: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [0.0]
    defaults = sure(Store.__init__.__defaults__)
    monkeypatch.setattr(Store.__init__, "__defaults__", (*defaults[:-1], lambda: now[0]))
    plan = Plan()
    plan.install(monkeypatch)
    store = table(folder)
    plan.first, plan.end = plan.calls + 1, plan.calls + 2
    store.set(language="de")
    assert store.confirm()  # it is known that it is not on the disk
    assert store._db._works
    now[0] += 0.5
    store.tick()
    assert not store._db._works
    assert noted(store) == []


def test_a_disk_that_says_nothing_is_waited_for_only_so_long(
    folder: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [0.0]
    defaults = sure(Store.__init__.__defaults__)
    monkeypatch.setattr(Store.__init__, "__defaults__", (*defaults[:-1], lambda: now[0]))
    asleep: list[Any] = []
    store = table(folder, asleep.append)
    store.set(language="de")
    assert not store.confirm()
    now[0] = database.PATIENCE
    assert store.confirm()
    assert noted(store) == ["store.waiting"]
    for work in asleep:
        work()
    assert noted(store) == ["store.saved"]


# Busy ---------------------------------------------------------------------------------------

HOLD = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.readline()
"""


def test_a_busy_file_holds_no_frame_up_and_loses_no_move(folder: Path) -> None:
    made = headless.context(folder=None)
    made.store = store = Store(folder, GAMES, run=database.in_background)
    series = Series(Match(GAMES["jin_li"], 2, {}, seed=1))
    scene = play_scene("jin_li")(made, series, (Chair("person", "A"), Chair("person", "B")))
    stack = headless.stack_of(made, scene)
    while not store.confirm(1):
        pass
    command = [sys.executable, "-c", HOLD, str(folder / FILE)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        frames = played = 0
        while played < 10:
            frames += 1
            stack.update(headless.FRAME)
            if scene.live and not scene.moving:
                assert scene.commit(series.current.game.moves(series.current.state)[0])
                played += 1
            assert frames < 10_000
        with sqlite3.connect(f"file:{folder / FILE}?mode=ro", uri=True) as seen:
            assert seen.execute("SELECT count(*) FROM moves").fetchone() == (0,)
        seen.close()
        other.communicate(b"\n")
    for _ in range(3000):  # the disk is tried again after a rest
        stack.update(headless.FRAME)
        if store.confirm(0.1) and not store._db._works:
            break
        time.sleep(0.01)
    assert not store._db._works
    stack.close()
    made.ai_worker.close()
    store.close()
    kept = Store(folder, GAMES)
    assert record.write(kept.resume(scene.autosave.match_id or 0).series) == record.write(series)
    kept.close()


def test_a_step_waits_for_the_disk_before_it_is_seen(folder: Path) -> None:
    made = headless.context(folder=None)
    made.store = Store(folder, GAMES)
    series = Series(Match(GAMES["jin_li"], 2, {}, seed=1))
    scene = play_scene("jin_li")(made, series, (Chair("person", "A"), Chair("person", "B")))
    stack = headless.stack_of(made, scene)
    headless.wait(stack, 1)
    known = [False]
    made.store.confirm = lambda seconds=0.0: known[0]
    scene.commit(series.current.game.moves(series.current.state)[0])
    headless.wait(stack, 3)
    assert (scene.shown, scene.timeline.moving, scene.moving) == (0, False, True)
    known[0] = True
    headless.wait(stack, 3)
    assert scene.shown == 1
    known[0] = False
    scene.commit(series.current.game.moves(series.current.state)[0])
    shown = scene.shown
    scene.undo()  # whoever does not want to wait need not
    assert (scene.shown, scene.moving) == (shown, False)
    stack.close()
    made.ai_worker.close()


# Full, read-only, gone ----------------------------------------------------------------------


@pytest.mark.parametrize("pragma", ["max_page_count = 1", "query_only = ON"])
def test_a_disk_that_takes_nothing_takes_everything_later(
    folder: Path, hasty: None, monkeypatch: pytest.MonkeyPatch, pragma: str,
) -> None:
    store = table(folder)
    series, number = begun(store, GAMES["jin_li"])
    plan = Plan(pragma=f"PRAGMA {pragma}")
    plan.install(monkeypatch)
    assert store._db._disk is not None
    store._db._disk.close()
    store.set(filler="x" * 10_000)
    for n in range(10):
        play(store, series, number, n)
    assert record.write(store.resume(number).series) == record.write(series)
    assert store.get("filler") == "x" * 10_000
    assert noted(store) == ["store.waiting"]
    assert record.write(table(folder).resume(number).series) != record.write(series)
    plan.pragma = ""
    settle(store)
    assert noted(store) == ["store.saved"]
    assert record.write(table(folder).resume(number).series) == record.write(series)


def test_a_folder_that_vanishes_is_made_again_with_everything_in_it(folder: Path) -> None:
    store = table(folder)
    store.set(language="de")
    series, number = begun(store, GAMES["jin_li"])
    play(store, series, number)
    shutil.rmtree(folder)
    play(store, series, number)
    assert noted(store) == ["store.anew"]
    play(store, series, number)
    assert noted(store) == []
    kept = table(folder)
    assert kept.get("language") == "de"
    assert record.write(kept.resume(number).series) == record.write(series)


@pytest.mark.parametrize("older", [False, True])
def test_a_folder_made_again_is_locked_again(folder: Path, tmp_path: Path, older: bool) -> None:
    store = Store(folder, GAMES, lock=hold(folder))
    series, number = begun(store, GAMES["jin_li"])
    play(store, series, number)
    copy = tmp_path / "older"
    shutil.copytree(folder, copy)
    shutil.rmtree(folder)
    if older:
        copy.rename(folder)
    play(store, series, number)
    with pytest.raises(Occupied):
        hold(folder)


def test_a_file_that_is_swapped_is_set_aside(folder: Path, tmp_path: Path) -> None:
    other = table(tmp_path / "other")
    other.set(language="en")
    other.close()
    store = table(folder)
    series, number = begun(store, GAMES["jin_li"])
    (tmp_path / "other" / FILE).replace(folder / FILE)
    play(store, series, number)
    assert noted(store) == ["store.repaired"]
    play(store, series, number)
    assert record.write(table(folder).resume(number).series) == record.write(series)
    (aside,) = folder.glob("*.damaged-*.db")
    with sqlite3.connect(aside) as db:
        assert db.execute("SELECT value FROM settings").fetchall() == [('"en"',)]
    db.close()


def test_a_file_that_is_overwritten_is_written_again(folder: Path) -> None:
    store = table(folder)
    series, number = begun(store, GAMES["jin_li"])
    for n in range(3):
        play(store, series, number, n)
    assert store._db._disk is not None
    store._db._disk.close()
    (folder / FILE).write_bytes(b"no database at all")
    play(store, series, number)
    assert noted(store) == ["store.repaired"]
    assert record.write(table(folder).resume(number).series) == record.write(series)


def test_what_was_in_the_way_at_the_start_may_go_later(tmp_path: Path, hasty: None) -> None:
    folder = tmp_path / "data"
    folder.write_text("no")
    store = table(folder)
    assert noted(store) == ["store.memory"]
    series, number = begun(store, GAMES["jin_li"])
    play(store, series, number)
    folder.unlink()
    settle(store)
    assert noted(store) == ["store.saved"]
    assert record.write(table(folder).resume(number).series) == record.write(series)


# Closing ------------------------------------------------------------------------------------


@pytest.mark.parametrize("beside", [True, False])
def test_what_the_disk_does_not_take_at_the_end_is_found_at_the_next_start(
    folder: Path, refuge: Path, hasty: None, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str], beside: bool,
) -> None:
    store = table(folder)
    series, number = begun(store, GAMES["jin_li"])
    play(store, series, number)
    with monkeypatch.context() as patch:
        Plan(pragma="PRAGMA query_only = ON").install(patch)
        assert store._db._disk is not None
        store._db._disk.close()
        play(store, series, number)
        patch.undo() if beside else folder.rename(folder.with_name("away"))
        if not beside:
            folder.write_text("in the way")
        patch.setattr(store._db._disk, "keep", lambda works: 1 / 0)
        store.close()
    assert "has not taken: 1 (division by zero); everything is in" in capsys.readouterr().err
    if not beside:
        folder.unlink()
        folder.with_name("away").rename(folder)
    (found,) = (folder if beside else refuge).glob("*.unsaved-*.db")
    kept = table(folder)
    assert noted(kept) == ["store.rescued"]
    assert record.write(kept.resume(number).series) == record.write(series)
    kept.close()
    assert not found.exists()
    assert noted(table(folder)) == []


@pytest.mark.parametrize("room", ["at the next start", "while it runs", "one start later"])
def test_what_was_rescued_is_gone_on_with_while_there_is_no_room(
    folder: Path, hasty: None, monkeypatch: pytest.MonkeyPatch, room: str,
) -> None:
    """A disk that is still full at the next start: both sessions are there when it has room."""

    def full(*_args: Any) -> None:
        raise OSError(errno.ENOSPC, "no room")

    store = table(folder)
    series, number = begun(store, GAMES["jin_li"])
    play(store, series, number)
    with monkeypatch.context() as patch:
        patch.setattr(store._db._disk, "keep", full)
        play(store, series, number)
        store.close()
        patch.setattr(disk.Disk, "_settle", full)
        between = table(folder)
        assert "store.memory" in noted(between)
        resumed = between.resume(number).series
        assert record.write(resumed) == record.write(series)
        with pytest.MonkeyPatch.context() as busy:
            busy.setattr(disk.Disk, "_settle", full)
            play(between, resumed, number)
            other, second = begun(between, GAMES["jin_li"])
            play(between, other, second)
            if room != "while it runs":
                between.close()
        if room == "one start later":
            table(folder).close()
    if room == "while it runs":
        between.set(volume=1)
        between.close()
    kept = table(folder)
    assert noted(kept) == ([] if room == "while it runs" else ["store.rescued"])
    assert record.write(kept.resume(number).series) == record.write(resumed)
    assert record.write(kept.resume(second).series) == record.write(other)
    kept.close()
    assert list(folder.glob("*.unsaved-*")) == []
    assert noted(table(folder)) == []


def test_what_was_rescued_before_there_was_a_file_is_found_when_there_is_room(
    folder: Path, refuge: Path, hasty: None,
) -> None:
    folder.write_text("in the way")
    store = table(folder)
    series, number = begun(store, GAMES["jin_li"])
    play(store, series, number)
    store.close()
    assert noted(table(folder.with_name("another"))) == []
    folder.unlink()
    kept = table(folder)
    assert noted(kept) == ["store.rescued"]
    assert record.write(kept.resume(number).series) == record.write(series)
    assert list(refuge.iterdir()) == []


def test_what_was_rescued_never_replaces_what_came_after_it(
    folder: Path, hasty: None, monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = table(folder)
    store.set(language="de")
    monkeypatch.setattr(store._db._disk, "keep", lambda works: 1 / 0)
    store.set(language="en")
    store.close()
    (found,) = folder.glob("*.unsaved-*.db")
    away = found.replace(folder / "away.db")
    later = table(folder)
    later.set(volume=1)
    later.close()
    away.replace(found)
    kept = table(folder)
    assert noted(kept) == []
    assert kept.all_settings() == {"language": "de", "volume": 1}


def test_what_was_rescued_is_more_than_a_disk_that_answered_late(
    folder: Path, hasty: None, monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = table(folder)
    store.set(first=1)
    below = store._db._disk
    assert below is not None
    sound, seen = below.keep, below._written

    def keep(works: tuple[disk.Work, ...]) -> None:
        sound(works[:1])
        assert below is not None
        below._written = seen  # the answer comes when nobody waits for it any more
        raise sqlite3.OperationalError("no answer")

    monkeypatch.setattr(below, "keep", keep)
    store.set(second=2)
    store.set(third=3)
    store.close()
    kept = table(folder)
    assert noted(kept) == ["store.rescued"]
    assert kept.all_settings() == {"first": 1, "second": 2, "third": 3}


HANGING = """
import sys, threading
from pathlib import Path
from game.scenes.core.opening import gather
from game.services import database, disk
from game.services.folders import Occupied, hold

database.CLOSING = 0.3
folder = Path(sys.argv[1])
context = gather(folder, "en", None)
while not context.store.confirm(0.1):
    pass
never = threading.Event()
disk.Disk.keep = lambda self, works: never.wait()
if sys.argv[2] == "nowhere":
    disk.save = lambda memory, file: never.wait()
context.store.set(volume=1)
context.store.close()
try:
    hold(folder)
except Occupied:
    print("occupied")
"""


@pytest.mark.parametrize("where", one_in(2, ["elsewhere", "nowhere"]))
def test_a_disk_that_hangs_keeps_the_lock_but_not_the_program(folder: Path, where: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", HANGING, str(folder), where],
        cwd=Path(__file__).parents[2], capture_output=True, text=True, timeout=60, check=False,
        env={**os.environ, "TMPDIR": tempfile.gettempdir()},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout == "occupied\n"
    assert "has not taken: 1 (no answer from the disk)" in done.stderr
    sure(hold(folder)).release()


# Backups ------------------------------------------------------------------------------------


def filled(folder: Path, matches: int = 40) -> dict[int, str]:
    """A store with some matches on the disk; gives their records."""
    store = table(folder)
    records = {}
    for n in range(matches):
        series, number = begun(store, GAMES["jin_li"])
        for step in range(12):
            play(store, series, number, n + step)
        records[number] = record.write(series)
    store.close()
    return records


def read(store: Store) -> dict[int, str]:
    return {run.id: record.write(store.resume(run.id).series) for run in store.running()}


def test_two_backups_are_kept_and_only_when_something_changed(folder: Path) -> None:
    for n in range(3):
        store = table(folder)
        store.set(n=n)
        store.close()
    table(folder).close()
    found = []
    for name in ("walong-table.backup.db", "walong-table.backup-2.db"):
        with sqlite3.connect(folder / name) as db:
            found.append(db.execute("SELECT value FROM settings").fetchall())
        db.close()
    assert found == [[("2",)], [("1",)]]


def test_a_running_table_makes_backups(folder: Path, hasty: None) -> None:
    store = table(folder)
    for n in range(200):
        store.set(n=n)
    with sqlite3.connect(folder / "walong-table.backup.db") as db:
        ((value,),) = db.execute("SELECT value FROM settings").fetchall()
    db.close()
    assert int(value) > 100


def test_a_backup_that_failed_is_made_the_next_time(
    folder: Path, caplog: pytest.LogCaptureFixture,
) -> None:
    now = 0.0
    kept = database.Database(folder / FILE, ["CREATE TABLE things (x)"], clock=lambda: now)
    kept.write(lambda db: db.execute("INSERT INTO things VALUES (1)"))
    newer, _ = disk.backups(folder / FILE)
    obstacle = newer.with_name(newer.name + ".part")
    obstacle.mkdir()
    now += database.BACKUP
    kept.tick()
    assert "roll has failed" in caplog.text
    obstacle.rmdir()
    now += database.BACKUP
    kept.tick()
    with sqlite3.connect(newer) as db:
        assert db.execute("SELECT x FROM things").fetchall() == [(1,)]
    kept.close()


def test_backups_are_made_one_at_a_time(
    folder: Path, hasty: None, monkeypatch: pytest.MonkeyPatch,
) -> None:
    asleep: list[Any] = []
    asked: list[Any] = []
    submit = database.Database._submit

    def noting(self: Any, work: Callable[..., Any], *args: tuple[disk.Work, ...]) -> Future[Any]:
        job = submit(self, work, *args)
        asked.append((work.__name__, job))
        return job

    monkeypatch.setattr(database.Database, "_submit", noting)
    store = table(folder, asleep.append)
    ada = store.add_profile("Ada")
    store.delete_profile(ada.id)
    made = set()
    for n in range(120):
        store.set(n=n) if n < 30 else store.tick()
        at_once = [name for name, job in asked if name != "keep" and not job.done()]
        assert len(at_once) <= 1
        made.update(at_once)
        if n % 7 == 0:
            asleep.pop(0)()
    assert made == {"roll", "tidy"}


@pytest.mark.parametrize("times", [1, 3, 10**6], ids=["once", "some", "always"])
def test_a_backup_is_whole_whatever_is_written_meanwhile(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, times: int,
) -> None:
    store = table(None)
    for n in range(300):
        store.set(**{f"filler {n}": "x" * 2000})
    naps = itertools.count(1)

    def nap(seconds: float) -> None:
        number = next(naps)
        if number <= times:
            store.set(last=number)

    monkeypatch.setattr("game.services.disk.time.sleep", nap)
    disk.save(store._db._db, tmp_path / "saved.db")
    assert next(naps) > 2
    saved, wanted = content(tmp_path / "saved.db"), content_of(store._db._db)
    # the last nap comes after the last page, so one change may be missing
    assert [line for line in saved if "'last'" not in line] == [
        line for line in wanted if "'last'" not in line
    ]


def test_whoever_is_forgotten_is_in_no_backup(folder: Path) -> None:
    store = table(folder)
    ada = store.add_profile("Ada Unforgettable")
    store.close()
    store = table(folder)
    store.set(n=1)
    store.delete_profile(ada.id)
    store.close()
    for file in folder.iterdir():
        assert b"Unforgettable" not in file.read_bytes(), file


def test_whoever_is_forgotten_while_somebody_reads_leaves_the_journal_later(
    folder: Path, hasty: None,
) -> None:
    store = table(folder)
    ada = store.add_profile("Ada Unforgettable")
    with contextlib.closing(sqlite3.connect(folder / FILE, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        assert reader.execute("SELECT count(*) FROM profiles").fetchone() == (1,)
        store.delete_profile(ada.id)
        for _ in range(3):
            store.tick()
    store.tick()
    for file in folder.iterdir():
        assert b"Unforgettable" not in file.read_bytes(), file


def test_a_file_without_content_comes_back_from_the_backup(folder: Path) -> None:
    records = filled(folder, 3)
    (folder / FILE).write_bytes(b"")
    store = table(folder)
    assert noted(store) == ["store.restored"]
    assert read(store) == records


@pytest.mark.parametrize("backed_up", [True, False])
def test_a_folder_in_the_place_of_the_file_is_set_aside(folder: Path, backed_up: bool) -> None:
    records = filled(folder, 3) if backed_up else {}
    folder.mkdir(exist_ok=True)
    (folder / FILE).unlink(missing_ok=True)
    (folder / FILE).mkdir()
    (folder / FILE / "what lies in it").write_text("stays")
    store = table(folder)
    assert noted(store) == ["store.mended" if backed_up else "store.damaged"]
    assert read(store) == records
    store.set(language="de")
    store.close()
    assert table(folder).get("language") == "de"
    (aside,) = folder.glob("*.damaged-*.db/*")
    assert aside.read_text() == "stays"


def test_people_are_told_how_old_a_backup_may_be() -> None:
    assert database.BACKUP == 120
    for language, words in (("en", "two minutes may be missing"), ("de", "zwei Minuten können")):
        for key in ("store.mended", "store.restored"):
            assert words in StrictTexts(language).t(key, file="x")


def test_a_damaged_backup_is_passed_over(folder: Path) -> None:
    records = filled(folder, 3)
    store = table(folder)
    store.set(language="de")
    store.close()
    (folder / "walong-table.backup.db").write_bytes(b"no database")
    (folder / FILE).write_bytes(b"no database either")
    store = table(folder)
    assert noted(store) == ["store.mended"]
    assert read(store) == records


@pytest.mark.parametrize("step", one_in(2, [8, 3]))
def test_what_is_newer_than_the_backup_is_read_from_the_damaged_file(
    folder: Path, tmp_path: Path, step: int,
) -> None:
    old = filled(folder, 10)
    shutil.copyfile(folder / "walong-table.backup.db", tmp_path / "backup")
    records = {**old, **filled(folder, 30)}
    store = table(folder)
    store.discard(1)
    del records[1]
    store.set(language="de")
    store.close()
    for name in ("walong-table.backup.db", "walong-table.backup-2.db"):
        shutil.copyfile(tmp_path / "backup", folder / name)
    whole = (folder / FILE).read_bytes()
    pages = [whole[n : n + 4096] for n in range(0, len(whole), 4096)]
    lost = []
    for page in range(2, len(pages), 1 if EVERY_KIND else step):
        for file in folder.glob("*"):
            if "backup" not in file.name:
                file.unlink()
        broken = [b"\xff" * 4096 if n == page else each for n, each in enumerate(pages)]
        (folder / FILE).write_bytes(b"".join(broken))
        store = table(folder)
        notices = noted(store)
        found = read(store)
        assert notices in (["store.mended"], []), page
        # what the backup has is there, and what is there is a beginning of what was played
        assert all(record_ in found.values() for n, record_ in old.items() if n != 1), page
        assert all(
            records[n].startswith(text.rstrip()) for n, text in found.items() if n in records
        )
        lost.append(sum(found.get(n) != text for n, text in records.items()))
        store.close()
        for name in ("walong-table.backup.db", "walong-table.backup-2.db"):
            shutil.copyfile(tmp_path / "backup", folder / name)
    assert sum(lost) / len(lost) < len(records) / 2




def test_what_is_read_from_a_damaged_file_of_an_older_table_is_sound(folder: Path) -> None:
    records = filled(folder, 3)
    with sqlite3.connect(folder / FILE) as db:
        db.execute("ALTER TABLE matches DROP COLUMN parked")
        db.execute("DELETE FROM sqlite_sequence")
        db.execute("PRAGMA user_version = 4")
        db.execute("PRAGMA writable_schema = ON")
        db.execute("UPDATE sqlite_master SET rootpage = 2 WHERE name = 'levels'")
    db.close()
    for backup in disk.backups(folder / FILE):
        backup.unlink(missing_ok=True)
    store = table(folder)
    assert (noted(store), read(store)) == (["store.mended"], records)
    assert store._db.read("SELECT * FROM quarantine") == []


@pytest.mark.parametrize("gone", ["moves", "matches", "standings", "settings"])
def test_a_table_that_was_dropped_comes_back_from_the_backup(folder: Path, gone: str) -> None:
    records = filled(folder, 5)
    store = table(folder)
    store.set(language="de")
    store.close()
    with sqlite3.connect(folder / FILE) as db:
        db.execute("PRAGMA foreign_keys = OFF")
        db.execute(f"DROP TABLE {gone}")
    db.close()
    store = table(folder)
    assert noted(store) == ["store.mended"]
    assert read(store) == records
    assert store.get("language") == "de"
