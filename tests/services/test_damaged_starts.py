"""What a start finds: a header with a wrong byte, a copied or a lost folder, bad backups."""

import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.services import database, disk, rows
from game.services.disk import Disk, backups
from game.services.people import Chair
from game.services.store import FILE, SCRIPTS, Store
from tests.certain import sure
from tests.services import damage
from tests.strict_texts import StrictTexts
from tests.sweep import one_in

KEPT = "de", "Ada"
pytestmark = pytest.mark.usefixtures("refuge")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a file and backups, of which the file knows more."""
    made = tmp_path / "data"
    store = Store(made, GAMES)
    store.set(language="de")
    store.close()
    store = Store(made, GAMES)
    store.add_profile("Ada")
    for backup in backups(made / FILE):
        shutil.copy(backup, tmp_path) if backup.exists() else None
    store.close()
    for backup in tmp_path.glob("*.db"):
        shutil.move(backup, made / backup.name)
    return made


def noted(store: Store) -> list[str]:
    notices = store.take_notices()
    for notice in notices:
        for language in ("en", "de"):
            assert StrictTexts(language).t(notice.key, **dict(notice.params))
    return [notice.key for notice in notices]


def kept(store: Store) -> tuple[object, ...]:
    return store.get("language"), *(person.name for person in store.profiles())


def put(folder: Path, at: int, what: bytes) -> None:
    with (folder / FILE).open("r+b") as file:
        file.seek(at)
        file.write(what)


def takes_moves(folder: Path) -> bool:
    """Whether a table that opens there keeps what is played, and opens again without a word."""
    store = Store(folder, GAMES)
    store.set(played=1)
    on_disk = not store._db._works
    store.close()
    again = Store(folder, GAMES)
    return on_disk and (again.get("played"), noted(again)) == (1, [])


# The header ---------------------------------------------------------------------------------


def test_a_file_that_sqlite_never_writes_is_mended(folder: Path) -> None:
    put(folder, 18, b"\3")
    store = Store(folder, GAMES)
    assert (kept(store), noted(store)) == (KEPT, ["store.mended"])
    store.set(volume=1)
    assert not store._db._works
    store.close()
    assert len(list(folder.glob("walong-table.damaged-*.db"))) == 1
    assert takes_moves(folder)


def test_what_was_set_aside_keeps_the_names_of_those_who_are_forgotten_later(folder: Path) -> None:
    """It is kept as it was; the page about the database says whose business it is."""
    put(folder, 18, b"\3")
    store = Store(folder, GAMES)
    store.delete_profile(store.profiles()[0].id)
    store.close()
    (aside,) = folder.glob("walong-table.damaged-*.db")
    assert [file for file in folder.iterdir() if b"Ada" in file.read_bytes()] == [aside]


def test_a_file_that_stops_taking_writes_while_the_table_runs_is_written_anew(
    folder: Path,
) -> None:
    store = Store(folder, GAMES)
    sure(store._db._disk).close()
    put(folder, 18, b"\3")
    store.set(volume=1)
    assert (len(store._db._works), noted(store)) == (0, ["store.repaired"])


@pytest.mark.parametrize("masks", [
    pytest.param((0xFF,), id="all bits"),
    pytest.param((0x01, 0x80), id="one bit", marks=pytest.mark.deep),
])  # fmt: skip
@pytest.mark.parametrize("at", one_in(5, range(100)))
def test_any_byte_of_the_header_may_be_wrong(
    folder: Path, at: int, masks: tuple[int, ...]
) -> None:
    byte = (folder / FILE).read_bytes()[at]
    for mask in masks:
        copy = folder.with_name(f"{mask}")
        shutil.copytree(folder, copy)
        put(copy, at, bytes([byte ^ mask]))
        store = Store(copy, GAMES)
        assert kept(store) == KEPT
        store.close()
        assert takes_moves(copy)


def test_a_file_in_utf_16_is_read(folder: Path, tmp_path: Path) -> None:
    store = Store(tmp_path / "whole", GAMES)
    store.close()
    damage.fill(tmp_path / "whole")
    whole = Store(tmp_path / "whole", GAMES)
    wanted = damage.content(whole)
    with closing(sqlite3.connect(tmp_path / "16.db", isolation_level=None)) as db:
        db.execute("PRAGMA encoding = 'UTF-16'")
        db.execute(f"ATTACH DATABASE '{tmp_path / 'none.db'}' AS other")
        script = whole._db._db.iterdump()
        db.executescript("\n".join(line for line in script if "sqlite_sequence" not in line))
        db.execute(f"PRAGMA user_version = {len(SCRIPTS)}")
    shutil.rmtree(folder)
    folder.mkdir()
    (tmp_path / "16.db").replace(folder / FILE)
    store = Store(folder, GAMES)
    assert (damage.content(store), noted(store)) == (wanted, ["store.mended"])
    store.close()
    assert takes_moves(folder)


# A newer file -------------------------------------------------------------------------------


def newer(folder: Path) -> None:
    """Another version of the program has opened the folder, and kept something of its own."""
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as db:
        db.execute("CREATE TABLE stars (name TEXT PRIMARY KEY)")
        db.execute("INSERT INTO stars VALUES ('Vega')")
        db.execute(f"PRAGMA user_version = {len(SCRIPTS) + 1}")


def test_a_newer_file_leaves_what_can_be_read_of_it(folder: Path) -> None:
    newer(folder)
    before = (folder / FILE).read_bytes()
    store = Store(folder, GAMES)
    assert (kept(store), noted(store)) == (KEPT, ["store.newer"])
    store.close()
    (aside,) = folder.glob("walong-table.newer-*.db")
    assert aside.read_bytes() == before
    assert takes_moves(folder)


def test_a_newer_file_of_which_nothing_is_known_leaves_the_backup(folder: Path) -> None:
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as db:
        for table in ("settings", "profiles"):
            db.execute(f"ALTER TABLE {table} RENAME TO {table}_of_tomorrow")
    newer(folder)
    store = Store(folder, GAMES)
    assert (store.get("language"), noted(store)) == ("de", ["store.newer"])


def test_a_newer_program_takes_the_newer_file_back(
    folder: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as db:
        db.execute("ALTER TABLE profiles ADD COLUMN star TEXT")
    newer(folder)
    store = Store(folder, GAMES)
    store.delete_profile(sure(store.profiles()[0]).id)
    store.add_profile("Bea")
    store.close()
    grown = "ALTER TABLE profiles ADD COLUMN star TEXT"
    tomorrow = f"{grown}; CREATE TABLE stars (name TEXT PRIMARY KEY)"
    monkeypatch.setattr("game.services.store.SCRIPTS", (*SCRIPTS, tomorrow))
    store = Store(folder, GAMES)
    assert (kept(store), noted(store)) == ((*KEPT, "Bea"), ["store.taken_back"])
    assert store._db.read("SELECT name FROM stars") == [("Vega",)]
    (_aside,) = folder.glob("walong-table.before-*.db")
    store.close()
    assert takes_moves(folder)


# Rescued ------------------------------------------------------------------------------------


def rescue(folder: Path) -> None:
    """A table that ends with something that its folder does not take any more."""
    store = Store(folder, GAMES)
    below = sure(store._db._disk)
    below.keep = lambda works: 1 / 0  # type: ignore[assignment]
    below.refuges = lambda: [Path(tempfile.gettempdir())]  # type: ignore[assignment,return-value]
    store.set(rescued=1)
    store.close()


def test_a_copied_folder_leaves_the_rescued_moves_to_the_original(
    folder: Path, refuge: Path,
) -> None:
    rescue(folder)
    copy = folder.with_name("copy")
    shutil.copytree(folder, copy)
    store = Store(copy, GAMES)
    assert store.get("rescued") is None
    store.close()
    store = Store(folder, GAMES)
    assert (store.get("rescued"), noted(store)) == (1, ["store.rescued"])
    assert list(refuge.iterdir()) == []


def test_what_another_user_has_rescued_is_left_alone(
    folder: Path, refuge: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    rescue(folder)
    with monkeypatch.context() as patch:
        patch.setattr("os.getuid", lambda: folder.stat().st_uid + 1)
        assert Store(folder, GAMES).get("rescued") is None
    assert len(list(refuge.iterdir())) == 1


def test_a_moved_folder_finds_its_rescued_moves(folder: Path) -> None:
    rescue(folder)
    store = Store(folder.rename(folder.with_name("moved")), GAMES)
    assert store.get("rescued") == 1


@pytest.mark.parametrize("backed_up", [True, False])
def test_rescued_moves_outlive_their_folder(folder: Path, refuge: Path, backed_up: bool) -> None:
    rescue(folder)
    (folder / FILE).unlink()
    if not backed_up:
        shutil.rmtree(folder)
    other = Store(folder.with_name("other"), GAMES)
    assert other.get("rescued") is None
    other.close()
    store = Store(folder, GAMES)
    assert (store.get("rescued"), kept(store)) == (1, KEPT)
    assert "store.rescued" in noted(store)
    assert list(refuge.iterdir()) == []
    store.close()
    assert takes_moves(folder)


def test_two_sessions_without_a_folder_are_both_found(folder: Path) -> None:
    shutil.rmtree(folder)
    folder.write_text("in the way")
    for n in range(2):
        store = Store(folder, GAMES)
        store.set(**{f"session {n}": n})
        store.close()
    folder.unlink()
    assert Store(folder, GAMES).all_settings() == {"session 0": 0, "session 1": 1}


def test_a_name_that_cannot_be_given_at_once_is_given_then(
    folder: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two sessions are added, and a row of the file is damaged: all of it is told once."""
    away = folder.rename(folder.with_name("away"))
    folder.write_text("in the way")
    for n in range(2):
        store = Store(folder, GAMES)
        store.set(**{f"session {n}": n})
        store.close()
    folder.unlink()
    away.rename(folder)
    with closing(sqlite3.connect(folder / FILE)) as db:
        db.execute("UPDATE settings SET value = '5'")
        db.commit()
    replace, calls = Path.replace, []

    def failing(file: Path, name: Path) -> Path:
        if ".unsaved-" in file.name:
            calls.append(file)
            if len(calls) == 2:
                raise OSError(5, "EIO")
        return replace(file, name)

    monkeypatch.setattr(Path, "replace", failing)
    store = Store(folder, GAMES)
    assert store.all_settings() == {"session 0": 0, "session 1": 1}
    assert (noted(store), len(calls)) == (["store.quarantine", "store.rescued"], 3)


def test_who_is_added_again_while_nothing_can_be_read_is_one_person(folder: Path) -> None:
    away = folder.rename(folder.with_name("away"))
    folder.write_text("in the way")
    store = Store(folder, GAMES)
    ada = store.add_profile("ada")
    chairs = [Chair("person", ada.name, profile=ada.id), Chair("person", "Eve")]
    number = store.begin(Series(Match(GAMES["jin_li"], 2)), chairs)
    store.close()
    folder.unlink()
    away.rename(folder)
    store = Store(folder, GAMES)
    (known,) = store.profiles()
    assert known.name == "Ada"
    assert known.id != ada.id
    (run,) = store.running()
    assert (run.id, run.chairs[0].name, run.chairs[0].profile) == (number, "Ada", known.id)
    assert store.resume(number).notes["name 0"] == "Ada"
    store.close()
    assert takes_moves(folder)


# Backups ------------------------------------------------------------------------------------


def test_a_backup_that_cannot_be_read_is_told_once_and_kept(
    folder: Path, caplog: pytest.LogCaptureFixture,
) -> None:
    (folder / FILE).unlink()
    newest, oldest = backups(folder / FILE)
    newest.write_bytes(b"no database")
    oldest.unlink(missing_ok=True)
    store = Store(folder, GAMES)
    assert (kept(store), noted(store)) == ((None,), ["store.damaged"])
    assert f"{newest} is damaged" in caplog.text
    store.set(n=1)
    store.close()
    store = Store(folder, GAMES)
    assert noted(store) == []
    store.set(n=2)
    store.close()
    (aside,) = folder.glob("walong-table.backup.damaged-*.db")
    assert aside.read_bytes() == b"no database"


def test_a_backup_that_cannot_be_read_just_now_is_not_written_over(
    folder: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    (folder / FILE).unlink()
    with monkeypatch.context() as patch:
        patch.setattr(Disk, "_read", lambda *_: (_ for _ in ()).throw(OSError(5, "EIO")))
        store = Store(folder, GAMES)
        assert noted(store) == ["store.memory"]
        store.set(n=1)
        number = store.begin(Series(Match(GAMES["jin_li"], 2)), [Chair("person", "Eve")] * 2)
        store.close()
    store = Store(folder, GAMES)
    assert (store.get("language"), store.get("n")) == ("de", 1)
    assert number in [run.id for run in store.running()], "what was played meanwhile is there"
    assert noted(store) == ["store.restored", "store.rescued"]
    store.close()
    assert noted(Store(folder, GAMES)) == []


def test_a_folder_that_comes_back_has_what_was_played_without_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It was gone at the start: nothing of it is written over, and what was played is added."""
    monkeypatch.setattr(database, "CLOSING", 0.1)
    away = folder.rename(folder.with_name("away"))
    folder.write_text("in the way")
    store = Store(folder, GAMES)
    number = store.begin(Series(Match(GAMES["jin_li"], 2)), [Chair("person", "Eve")] * 2)
    folder.unlink()
    away.rename(folder)
    store.set(n=1)
    store.close()
    store = Store(folder, GAMES)
    assert (kept(store), store.get("n")) == (KEPT, 1)
    assert number in [run.id for run in store.running()]
    assert noted(store) == ["store.rescued"]
    store.close()
    assert takes_moves(folder)


def test_a_killed_table_need_not_be_examined(
    folder: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its file is as it was sealed, and its journal has sums of its own."""
    looked: list[int] = []
    examine = rows.examine
    monkeypatch.setattr(rows, "examine", lambda *what: looked.append(1) or examine(*what))
    store = Store(folder, GAMES)
    store.set(n=1)
    store.set(n=2)
    killed = folder.with_name("killed")
    shutil.copytree(folder, killed)
    store.close()
    store = Store(killed, GAMES)
    assert (kept(store), store.get("n"), looked, noted(store)) == (KEPT, 2, [], [])
    store.set(n=3)
    shutil.rmtree(folder)
    shutil.copytree(killed, folder)
    store.close()
    (row,) = [at for at in range(len((folder / FILE).read_bytes()))
              if (folder / FILE).read_bytes()[at : at + 3] == b"Ada"][-1:]  # fmt: skip
    put(folder, row, b"Eve")
    assert noted(Store(folder, GAMES))
    assert looked, "a file that is not as it was sealed is examined"
    store = Store(killed, GAMES)
    store.close()
    before = (killed / f"{FILE}.seal").read_text()
    (killed / f"{FILE}-wal").write_bytes(b"another table's journal")
    looked.clear()
    assert kept(Store(killed, GAMES)) == KEPT
    assert (looked, (killed / f"{FILE}.seal").read_text()) == ([1], before)


def test_a_start_that_is_killed_between_two_names_loses_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    put(folder, 18, b"\3")
    with monkeypatch.context() as patch:
        patch.setattr(Disk, "_drop_journal", lambda self: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            Store(folder, GAMES)
    assert not (folder / FILE).exists()
    store = Store(folder, GAMES)
    assert kept(store) == KEPT
    store.close()
    assert takes_moves(folder)


def test_a_copy_that_never_took_its_place_does_not_come_back(folder: Path) -> None:
    """The table was killed when it lay beside a file that was sound all the time."""
    shutil.copy(folder / FILE, folder / f"{FILE}.part")
    store = Store(folder, GAMES)
    assert not (folder / f"{FILE}.part").exists()
    shutil.copy(folder / FILE, folder / f"{FILE}.part")
    store.delete_profile(store.profiles()[0].id)
    assert [file for file in folder.iterdir() if b"Ada" in file.read_bytes()] == []
    store.close()
    (folder / FILE).unlink()
    assert kept(Store(folder, GAMES)) == ("de",)


def test_a_repair_that_is_killed_between_two_names_loses_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    killed = folder.with_name("killed")
    aside = disk._set_aside
    monkeypatch.setattr(disk, "_set_aside", lambda file, kind: (
        killed.exists() or shutil.copytree(folder, killed), aside(file, kind)
    )[1])  # fmt: skip
    store = Store(folder, GAMES)
    sure(store._db._disk).close()
    put(folder, 18, b"\3")
    store.set(volume=1)
    store = Store(killed, GAMES)
    assert (kept(store), store.get("volume")) == (KEPT, 1)
    store.close()
    assert takes_moves(killed)


def test_a_file_that_vanishes_before_it_could_be_opened_is_written_anew(
    folder: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Disk, "_open", lambda _: (_ for _ in ()).throw(OSError(28, "")))
        store = Store(folder, GAMES)
    assert kept(store) == KEPT
    (folder / FILE).unlink()
    store.set(played=1)
    assert not store._db._works
    store.close()
    again = Store(folder, GAMES)
    assert (kept(again), again.get("played")) == (KEPT, 1)


@pytest.mark.parametrize("step", one_in(2, [25, 7]))
def test_any_letter_of_a_definition_may_be_wrong(folder: Path, step: int) -> None:
    """The texts that define tables are on the first page, and only their columns count."""
    whole = (folder / FILE).read_bytes()
    first = whole.index(b"CREATE TABLE profiles")
    for at in range(first, whole.index(b")", first), step):
        copy = folder.with_name(f"{at}")
        shutil.copytree(folder, copy)
        put(copy, at, bytes([whole[at] ^ 1]))
        store = Store(copy, GAMES)
        assert kept(store)[0] == "de"
        names = kept(store)[1:]
        assert names in (("Ada",), ()), "what SQLite cannot read at all comes from the backup"
        store.close()
        assert takes_moves(copy)
        shutil.rmtree(copy)
    letter = whole.index(b"name TEXT", first)
    for wrong in (b"game", b"name0"):
        put(folder, letter, wrong)
        store = Store(folder, GAMES)
        assert (kept(store), noted(store)) == (KEPT, [])
        store.close()


def test_an_index_whose_name_has_a_wrong_letter_is_made_anew(folder: Path) -> None:
    """SQLite takes names for the same that differ in capitals, but does not delete one by another:
    an index that was dropped would have stayed, without a page of its own.
    """
    name = b"CREATE INDEX standings_by_profile"
    at = (folder / FILE).read_bytes().index(name)
    put(folder, at, name[:-1] + b"E")
    store = Store(folder, GAMES)
    assert (kept(store), noted(store)) == (KEPT, [])
    assert store.statistics.by_game(1) == {}
    assert store._db.read("PRAGMA integrity_check") == [("ok",)]
    store.close()
    assert takes_moves(folder)



def test_a_file_is_read_as_it_was_left_and_examined_if_it_was_not(
    folder: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked: list[int] = []
    examine = rows.examine
    monkeypatch.setattr(rows, "examine", lambda *what: looked.append(1) or examine(*what))
    store = Store(folder, GAMES)
    assert (kept(store), looked) == (KEPT, [])
    store.close()
    (folder / f"{FILE}.seal").unlink()
    store = Store(folder, GAMES)
    assert (kept(store), looked) == (KEPT, [1])
    store.close()
    with closing(sqlite3.connect(folder / FILE)) as db:
        db.execute("UPDATE profiles SET name = 'Eve'")
        db.commit()
    assert noted(Store(folder, GAMES)) == ["store.quarantine"]
    assert len(looked) > 1


def test_a_file_goes_only_once_there_is_room_for_another(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = Store(folder, GAMES)
    sure(store._db._disk).close()
    put(folder, 18, b"\3")
    with monkeypatch.context() as patch:
        patch.setattr(disk, "save", lambda *_: (_ for _ in ()).throw(OSError(28, "ENOSPC")))
        store.set(volume=1)
        assert store._db._works
        assert (folder / FILE).exists()
    monkeypatch.setattr(database, "CLOSING", 3.0)
    store.close()
    again = Store(folder, GAMES)
    assert (kept(again), again.get("volume")) == (KEPT, 1)


def test_a_table_that_leads_to_anothers_page_is_not_believed(folder: Path) -> None:
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as db:
        ((other,),) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'levels'")
        db.execute("PRAGMA writable_schema = ON")
        db.execute("UPDATE sqlite_master SET rootpage = ? WHERE name = 'settings'", (other,))
    store = Store(folder, GAMES)
    assert (kept(store), noted(store)) == (KEPT, ["store.mended"])
    store.close()
    assert takes_moves(folder)


def test_a_table_that_leads_to_a_part_of_itself_is_not_taken_for_all_of_it(folder: Path) -> None:
    store = Store(folder, GAMES)
    store.set(**{f"{n}": "x" * 200 for n in range(100)})
    store.close()
    Store(folder, GAMES).close()
    whole = (folder / FILE).read_bytes()
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as db:
        ((root,),) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'settings'")
        at = (root - 1) * 4096
        assert whole[at] == 2, "the page tells where others are"
        last = int.from_bytes(whole[at + 8 : at + 12], "big")
        db.execute("PRAGMA writable_schema = ON")
        db.execute("UPDATE sqlite_master SET rootpage = ? WHERE name = 'settings'", (last,))
    store = Store(folder, GAMES)
    assert [store.get(f"{n}") for n in range(100)] == ["x" * 200] * 100
    assert noted(store) == ["store.mended"]
