"""The store: what was said to be kept is there, whatever happens to process and disk."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, cast

import pytest

from game.rules import GAMES
from game.rules.core import record
from game.rules.core.match import Match, Series
from game.services import rows
from game.services.folders import data_folder
from game.services.history import Result, Standing
from game.services.people import Chair, Profile
from game.services.store import FILE, Progress, Store
from tests.certain import sure
from tests.strict_texts import StrictTexts
from tests.toy import TOY

ALL_GAMES = {**GAMES, "toy": TOY}
JIN_LI = GAMES["jin_li"]
CHAIRS = (Chair("person", "Ada", profile=7), Chair("computer", "Bob", "easy"))
KILLS = int(os.environ.get("WALONG_KILLS", "15"))


class Clock:
    """A minute later each time it is asked."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 1)

    def __call__(self) -> datetime:
        self.now += timedelta(minutes=1)
        return self.now


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path, ALL_GAMES, Clock())
    yield store
    store.close()


def again(store: Store) -> Store:
    """The store as the next start finds it."""
    folder = store.folder
    store.close()
    return Store(folder, ALL_GAMES, Clock())


def test_the_match_that_was_opened_last_is_offered_first_though_nothing_was_played(
    store: Store,
) -> None:
    first, second = (store.begin(Series(Match(JIN_LI, 2, seed=n)), CHAIRS) for n in range(2))
    assert [run.id for run in store.running()] == [second, first]
    store.renew(first)
    assert [run.id for run in store.running()] == [first, second]
    store.renew(404)


def series_of(game: Any = JIN_LI, length: int = 1, **options: Any) -> Series:
    return Series(Match(game, 2, options, seed=4), length)


def keep(store: Store, number: int, series: Series, text: str) -> None:
    """Play a step and keep it, as the scenes do."""
    steps = series.current.play_text(text)
    texts = [series.current.game.write(step.move) for step in steps]
    store.append(number, len(series.games) - 1, steps[0].index, *texts)


def play_out(series: Series, seed: int = 1) -> Series:
    rng = random.Random(seed)
    while not series.over:
        match = series.current
        if match.actor is None:
            series.advance()
        else:
            match.play(rng.choice(match.game.moves(match.state)))
    return series


# Running matches ----------------------------------------------------------------------------


def test_a_match_goes_on_where_it_was_left(store: Store) -> None:
    series = series_of(start="random")
    number = store.begin(series, CHAIRS)
    assert series.current.cursor == 1
    for text in ("a1-b2@d4", "g7-f6", "@d3") if series.current.state.turn == 0 else ("a7-b6",):
        keep(store, number, series, text)
    store = again(store)
    assert [(r.id, r.game, r.chairs) for r in store.running()] == [(number, "jin_li", CHAIRS)]
    resumed = store.resume(number)
    assert record.write(resumed.series) == record.write(series)
    assert resumed.chairs == CHAIRS
    assert resumed.notes["name 0"] == "Ada"
    assert store.running()[0].steps == series.current.cursor


def test_a_series_goes_on_in_its_second_game(store: Store) -> None:
    series = series_of(TOY, 2)
    number = store.begin(series, CHAIRS)
    while series.current.actor is not None:
        keep(store, number, series, "t1")
    series.advance()
    store.append(number, 1, 0, *series.current.log)
    keep(store, number, series, "t1")
    assert record.write(again(store).resume(number).series) == record.write(series)


def test_steps_taken_back_are_gone(store: Store) -> None:
    series = series_of()
    number = store.begin(series, CHAIRS)
    keep(store, number, series, "a1-b2@d4")
    store.append(number, 0, 1)
    assert again(store).resume(number).series.current.log == series.current.log[:1]


def test_a_step_played_instead_replaces_what_was_undone(store: Store) -> None:
    series = series_of()
    number = store.begin(series, CHAIRS)
    keep(store, number, series, "a1-b2@d4")
    keep(store, number, series, "g7-f6")
    series.current.go_to(1)
    keep(store, number, series, "@e5")
    store = again(store)
    assert record.write(store.resume(number).series) == record.write(series)
    assert store.running()[0].steps == 2


def test_going_back_to_a_game_forgets_the_games_after_it(store: Store) -> None:
    series = series_of(TOY, 2)
    number = store.begin(series, CHAIRS)
    store.append(number, 1, 0, '{"cards":[1,1]}')
    store.append(number, 0, 1)
    assert store.running()[0].steps == 1


def test_a_position_is_resumed(store: Store) -> None:
    start = series_of()
    start.current.play_text("a1-b2@d4")
    series = Series(Match(JIN_LI, 2, start=start.current.state))
    number = store.begin(series, CHAIRS)
    keep(store, number, series, "g7-f6@e5")
    resumed = again(store).resume(number).series
    assert resumed.current.state == series.current.state


def test_the_match_touched_last_comes_first(store: Store) -> None:
    first, second = series_of(), series_of(TOY)
    numbers = [store.begin(first, CHAIRS), store.begin(second, CHAIRS)]
    assert [running.id for running in store.running()] == numbers[::-1]
    keep(store, numbers[0], first, "a1-b2")
    assert [running.id for running in store.running()] == numbers


def test_a_discarded_match_is_gone(store: Store) -> None:
    number = store.begin(series_of(TOY), CHAIRS)
    store.discard(number)
    store = again(store)
    assert store.running() == []
    with pytest.raises(KeyError):
        store.resume(number)
    assert store.begin(series_of(), CHAIRS) != number


def test_a_match_that_cannot_be_replayed_says_why(store: Store) -> None:
    number = store.begin(series_of(), CHAIRS)
    store.append(number, 0, 0, "a1-b2", "@b2")
    told = again(store).resume(number)
    assert str(told.broken) == "@b2 is against JL-3"
    assert told.broken is not None
    assert (told.broken.game, told.broken.step, told.series.current.cursor) == (1, 2, 1)


def test_a_step_or_a_game_that_is_missing_ends_the_match_there(store: Store) -> None:
    def put(game_no: int, step: int) -> None:
        values = {"match_id": number, "game_no": game_no, "step": step, "text": "g7-f6"}
        store._db.write(lambda db: rows.insert(db, "moves", **values))

    number = store.begin(series_of(), CHAIRS)
    store.append(number, 0, 0, "a1-b2")
    put(0, 2)
    told = store.resume(number)
    assert told.broken is not None
    assert (told.broken.fault, told.broken.step) == ("text", 2)
    put(2**40, 0)
    assert sure(store.resume(number).broken).step == 2


def test_every_seat_of_a_resumed_match_has_a_chair(store: Store) -> None:
    number = store.begin(series_of(), CHAIRS[:1])
    assert store.resume(number).chairs == (*CHAIRS[:1], Chair("person", ""))


@pytest.mark.parametrize("version", [0, 1])
def test_matches_of_earlier_rules_are_opened(
    store: Store, monkeypatch: pytest.MonkeyPatch, version: int,
) -> None:
    running = store.begin(series_of(), CHAIRS)
    keep(store, running, store.resume(running).series, "a1-b2@d4")
    series = play_out(series_of())
    result = store.finish(store.begin(series, CHAIRS), Result.of(series, CHAIRS))
    raised = replace(JIN_LI.info, version=JIN_LI.info.version + version)
    monkeypatch.setattr(JIN_LI, "info", raised)
    assert (store.resume(running).broken, store.resume(running).series.current.cursor) == (None, 2)
    assert record.write(store.replay(result).series) == record.write(series)


# Results ------------------------------------------------------------------------------------


def test_a_finished_match_becomes_a_result(store: Store) -> None:
    series = play_out(series_of(TOY, cards=False))
    number = store.begin(series, CHAIRS)
    store.finish(number, Result.of(series, CHAIRS))
    assert store.running() == []
    (result,) = again(store).history.results()
    points = series.current.state.points
    assert (result.game, result.reason, result.seed, result.games) == ("toy", "empty", "4", 1)
    assert result.options == {"pile": 6, "cards": False}
    assert [s.points for s in result.standings] == list(points)
    assert [s.won for s in result.standings] == [p == max(points) != min(points) for p in points]
    assert record.read(result.record, ALL_GAMES).notes == {"name 0": "Ada", "name 1": "Bob"}


def test_a_result_needs_a_match_that_is_over() -> None:
    with pytest.raises(ValueError, match="not over"):
        Result.of(series_of(TOY), CHAIRS)


def test_a_series_counts_as_a_whole(store: Store) -> None:
    series = play_out(series_of(TOY, 3))
    result = Result.of(series, CHAIRS)
    assert [standing.points for standing in result.standings] == list(series.totals())
    assert (result.games, result.reason) == (3, "series")


def test_a_shared_win_of_all_is_a_draw() -> None:
    series = Series(Match(TOY, 2, {"cards": False}, luck="manual"))
    for text in ("r3", "t3", "+-", "r3", "t3", "+-"):
        series.current.play(text)
    standings = Result.of(series, CHAIRS).standings
    assert [(s.points, s.won, s.drawn) for s in standings] == [(3, False, True)] * 2


def test_taking_back_the_last_move_voids_the_result(store: Store) -> None:
    series = play_out(series_of(TOY))
    number = store.begin(series, CHAIRS)
    store.finish(number, Result.of(series, CHAIRS))
    store.reopen(number)
    assert store.history.results() == []
    assert [running.id for running in store.running()] == [number]


def test_results_are_found_by_game_and_person(store: Store) -> None:
    ada, bob = store.add_profile("Ada"), store.add_profile("Bob")
    for n, (game, people) in enumerate([("toy", (ada, bob)), ("jin_li", (ada,)), ("toy", (bob,))]):
        store.finish(n, result(game, *people))
    history = store.history
    assert [r.game for r in history.results()] == ["toy", "jin_li", "toy"]
    first = [(r.game, r.standings[0].chair.name) for r in history.results()]
    assert first == [("toy", "Bob"), ("jin_li", "Ada"), ("toy", "Ada")]
    assert len(history.results(limit=1)) == 1
    history.forget(history.results()[0].id)
    assert [r.game for r in history.results()] == ["jin_li", "toy"]


def result(
    game: str, *people: Profile, points: tuple[int, int] = (5, 3), level: str = "easy",
) -> Result:
    chairs = [Chair("person", p.name, profile=p.id) for p in people]
    chairs += [Chair("computer", "C", level)] * (2 - len(chairs))
    standings = tuple(
        Standing(chair, score, score == max(points) != min(points), len(set(points)) == 1)
        for chair, score in zip(chairs, points, strict=True)
    )
    return Result(game, {"pile": 6, "cards": True}, "4", 1, "empty", standings, "…")


def test_high_scores_are_those_of_persons_with_the_same_options(store: Store) -> None:
    ada = store.add_profile("Ada")
    options = {"cards": True, "pile": 6}
    for number, points in enumerate([(5, 3), (8, 9), (8, 1)]):
        store.finish(number, result("toy", ada, points=points))
    best = store.history.best("toy", options)
    told = [(score.chair.name, score.points) for score in best]
    assert told == [("Ada", 8), ("Ada", 8), ("Ada", 5)]
    assert best[0].date < best[1].date
    assert len(store.history.best("toy", options, seed=4, limit=2)) == 2
    assert store.history.best("toy", options, seed=5) == []
    assert store.history.best("toy", {**options, "pile": 12}) == []


# Settings, people, levels -------------------------------------------------------------------


def test_settings_are_what_they_were_set_to(store: Store) -> None:
    store.set(language="de", volume=0.5, names=["Ä", None])
    store.set(volume=0.25)
    store = again(store)
    assert store.all_settings() == {"language": "de", "volume": 0.25, "names": ["Ä", None]}
    assert store.get("language") == "de"
    assert store.get("speed") is None


def test_a_setting_nobody_can_read_is_left_out(store: Store) -> None:
    store.set(a=1)
    folder = store.folder
    store.close()
    with sqlite3.connect(sure(folder) / FILE) as db:
        db.execute("INSERT INTO settings (key, value) VALUES ('b', 'no json')")
    assert Store(folder, ALL_GAMES).all_settings() == {"a": 1}


def test_people_are_known_by_name(store: Store) -> None:
    ada = store.add_profile("  Ada  Lovelace ", "jade", "wave")
    store.add_profile("bert")
    changed = store.change_profile(Profile(ada.id, "ada", "gold", "sun"))
    assert changed == Profile(ada.id, "ada", "gold", "sun")
    assert [p.name for p in again(store).profiles()] == ["ada", "bert"]


@pytest.mark.parametrize("name", ["", "  ", "ÄNNE", "änne"])
def test_a_name_is_neither_empty_nor_taken(store: Store, name: str) -> None:
    store.add_profile("Änne")
    other = store.add_profile("Bert")
    with pytest.raises(ValueError, match=r"needs a name|at the table already"):
        store.add_profile(name)
    with pytest.raises(ValueError, match=r"needs a name|at the table already"):
        store.change_profile(Profile(other.id, name))


def test_results_outlive_the_people_in_them(store: Store) -> None:
    ada = store.add_profile("Ada")
    store.finish(1, result("toy", ada))
    store.delete_profile(ada.id)
    (kept,) = store.history.results()
    assert kept.standings[0].chair == Chair("person", "")
    assert [s.points for s in kept.standings] == [5, 3]
    assert store.profiles() == []
    store.finish(2, result("toy", ada))
    assert store.history.results()[0].standings[0].chair.profile is None


def test_levels_remember_the_best_try(store: Store) -> None:
    store.try_level("jin_li", "01", solved=False, points=4)
    store.try_level("jin_li", "01", solved=True, points=3)
    store.try_level("jin_li", "01", solved=False)
    store.try_level("jin_li", "02", solved=False)
    assert again(store).levels("jin_li") == {
        "01": Progress(True, 3, 4), "02": Progress(False, 1, None),
    }


# Trouble ------------------------------------------------------------------------------------


def noted(store: Store) -> list[str]:
    """The keys of the notices; each has a text in both languages."""
    notices = store.take_notices()
    for notice in notices:
        for language in ("en", "de"):
            assert StrictTexts(language).t(notice.key, **dict(notice.params))
    return [notice.key for notice in notices]


def works(store: Store) -> bool:
    """Whether everything can be done with a store."""
    series = series_of()
    number = store.begin(series, CHAIRS)
    keep(store, number, series, "a1-b2@d4")
    store.set(language="de")
    resumed = store.resume(number).series
    return resumed.current.cursor == 2 and store.get("language") == "de"


@pytest.mark.parametrize(
    "content",
    [b"no database at all", b"SQLite format 3\0" + b"\xff" * 5000, "cut", "scribbled", "foreign"],
    ids=["text", "header", "cut", "scribbled", "foreign"],
)
def test_a_damaged_file_is_set_aside(tmp_path: Path, content: Any) -> None:
    file = tmp_path / FILE
    if isinstance(content, bytes):
        file.write_bytes(content)
    else:
        DAMAGE[content](file)
    before = file.read_bytes()
    store = Store(tmp_path, ALL_GAMES)
    backed_up = content in ("cut", "scribbled")
    assert noted(store) == ["store.mended" if backed_up else "store.damaged"]
    assert store.take_notices() == []
    assert works(store)
    (aside,) = tmp_path.glob("walong-table.damaged-*.db")
    kept = aside.read_bytes()
    assert kept[100:] == before[100:]  # SQLite may touch the header of what it can open
    store = again(store)
    assert noted(store) == []
    assert len(store.running()) == (31 if backed_up else 1)


def filled(file: Path) -> bytearray:
    store = Store(file.parent, ALL_GAMES)
    for _ in range(30):
        works(store)
    store.close()
    return bytearray(file.read_bytes())


def cut(file: Path) -> None:
    file.write_bytes(filled(file)[:9000])


def scribbled(file: Path) -> None:
    content = filled(file)
    content[4096:] = random.Random(1).randbytes(len(content) - 4096)
    file.write_bytes(content)


def foreign(file: Path) -> None:
    with sqlite3.connect(file) as db:
        db.execute("CREATE TABLE matches (a)")


DAMAGE = {"cut": cut, "scribbled": scribbled, "foreign": foreign}


def test_damage_twice_in_a_second_overwrites_nothing(tmp_path: Path) -> None:
    for content in (b"one", b"two", b"three"):
        (tmp_path / FILE).write_bytes(content)
        Store(tmp_path, ALL_GAMES).close()
    aside = [file.read_bytes() for file in tmp_path.glob("*.damaged-*.db")]
    assert sorted(aside) == [b"one", b"three", b"two"]


def test_a_file_of_a_newer_table_is_set_aside(tmp_path: Path) -> None:
    Store(tmp_path, ALL_GAMES).close()
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute("PRAGMA user_version = 99")
    store = Store(tmp_path, ALL_GAMES)
    assert noted(store) == ["store.newer"]
    assert works(store)
    assert len(list(tmp_path.glob("walong-table.newer-*.db"))) == 1


def test_without_a_folder_the_table_plays_on(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    store = Store(tmp_path / "file" / "data", ALL_GAMES)
    assert noted(store) == ["store.memory"]
    assert works(store)
    assert works(Store(None, ALL_GAMES))


def test_everything_is_on_the_disk_at_once(store: Store) -> None:
    db = sure(store._db._disk)._db
    assert db is not None
    assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert db is not None
    assert db.execute("PRAGMA synchronous").fetchone() == (2,)


def test_a_failed_change_leaves_nothing_behind(store: Store) -> None:
    number = store.begin(series_of(), CHAIRS)
    with pytest.raises(sqlite3.IntegrityError):
        store.append(number, 0, 0, "a1-b2", cast(str, None))
    assert store._db.read("SELECT count(*) FROM moves") == [(0,)]
    assert noted(store) == []


# Folders ------------------------------------------------------------------------------------

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="paths of Linux")


@linux
@pytest.mark.parametrize("odd", [None, "", " ", "/", "data", "~/data", "./x"])
def test_an_odd_data_home_is_ignored(monkeypatch: pytest.MonkeyPatch, odd: str | None) -> None:
    monkeypatch.setenv("HOME", "/home/ada")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    if odd is not None:
        monkeypatch.setenv("XDG_DATA_HOME", odd)
    assert data_folder() == Path("/home/ada/.local/share/walong-table")
    assert os.environ.get("XDG_DATA_HOME") == odd


@linux
@pytest.mark.parametrize("home", ["/", "", "relative"])
def test_a_sound_data_home_is_taken(monkeypatch: pytest.MonkeyPatch, home: str) -> None:
    monkeypatch.setenv("HOME", home)
    monkeypatch.setenv("XDG_DATA_HOME", "/data/ada")
    assert data_folder() == Path("/data/ada/walong-table")


@linux
@pytest.mark.parametrize("home", ["/", "", "relative"])
def test_an_odd_home_is_looked_up_instead(monkeypatch: pytest.MonkeyPatch, home: str) -> None:
    pwd = pytest.importorskip("pwd")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", home)
    real = Path(pwd.getpwuid(os.getuid()).pw_dir)
    wanted = None if real == Path("/") else real / ".local/share/walong-table"
    assert data_folder() == wanted


@linux
def test_an_account_without_a_home_keeps_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr(Path, "home", classmethod(lambda cls: cls("/")))
    assert data_folder() is None


def test_a_folder_that_is_asked_for_is_taken(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert data_folder("saves") == tmp_path / "saves"
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    assert data_folder(Path("~/saves")) == tmp_path / "saves"


# Kills --------------------------------------------------------------------------------------


def killed_after(folder: Path, seed: int, lines: int, rng: random.Random) -> list[list[Any]]:
    """Everything the program said before it was killed, some moments after so many lines."""
    script = Path(__file__).with_name("killed.py")
    command = [sys.executable, str(script), str(folder), str(seed)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        said = [process.stdout.readline() for _ in range(lines)]
        for _ in range(rng.randrange(20_000)):
            pass  # somewhere between two lines
        os.kill(process.pid, signal.SIGKILL)
        assert process.stdout is not None
        said += process.stdout.read().split(b"\n")
    return [json.loads(line) for line in said if line.endswith((b"]\n", b"]"))]


def told(said: list[list[Any]]) -> tuple[list[list[Any]], int]:
    """What the program wanted to store, and how much of it was on the disk for certain."""
    wanted = [line[1:] for line in said if line[0] == "will"]
    return wanted, max((line[1] for line in said if line[0] == "kept"), default=0)


def after(wanted: list[list[Any]]) -> tuple[int, list[list[str]]]:
    """How many matches are finished then, and the texts of the one that is running."""
    finished = 0
    games: Any = None
    for what, *rest in wanted:
        if what == "begin":
            games = [[*rest[0]]]
        elif what == "append":
            game_no, index, texts = rest
            games += [[] for _ in range(game_no + 1 - len(games))]
            games[game_no][index:] = texts
        elif what == "truncate":
            game_no, cursor = rest
            del games[game_no][cursor:]
        else:
            finished, games = finished + 1, None
    if games and len(games) > 1 and not games[-1]:
        games.pop()  # nothing was stored of a game in which nothing has happened
    return finished, games


def texts_of(store: Store) -> list[list[str]] | None:
    (match,) = store.running() or (None,)
    if match is None:
        return None
    series = store.resume(match.id).series
    return [[game.game.write(move) for move in game.log] for game in series.games]


@pytest.mark.deep
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no kill -9 here")
def test_a_kill_at_any_moment_loses_nothing_that_was_kept(tmp_path: Path) -> None:
    rng, sure, before = random.Random(KILLS), 0, 0
    for kill in range(KILLS):
        wanted, kept = told(killed_after(tmp_path, kill, rng.randrange(1, 300), rng))
        store = Store(tmp_path, ALL_GAMES)
        assert store.take_notices() == []
        finished = len(store.history.results(limit=1_000_000)) - before
        found = finished, texts_of(store)
        assert found in [after(wanted[:n]) for n in range(kept, len(wanted) + 1)], (kept, wanted)
        for running in store.running():
            store.discard(running.id)
        store.close()
        sure, before = sure + kept, before + finished
    print(f"{KILLS} kills, {sure} things acknowledged, none lost")
    assert sure > KILLS
