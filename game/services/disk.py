"""The file below a database: opened, checked, written anew, backed up and mended.

The memory of a table is the truth, and the file follows it (see `database`). A start reads into
memory what the table had come to: its file, or else the newest good backup with what can still be
read of a damaged file, and what could not be written to it. Then, and whenever a file vanished,
was replaced or turns out to be damaged, it is written anew from memory.
"""

import contextlib
import json
import logging
import os
import re
import shutil
import sqlite3
import sys
import tempfile
import time
import traceback
import zlib
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import count
from pathlib import Path
from typing import NamedTuple, TypeVar

from filelock import BaseFileLock

from game.services import naming, rows
from game.services.folders import Occupied, hold, hold_beside
from game.services.rows import Mend, Notice, transact

T = TypeVar("T")
Position = tuple[str, int]
"""Which session of the table wrote a file last, and how many of its works the file holds."""
NOWHERE: Position = "", 0
"""Where a session begins that could read nothing."""

PAGES = 64, 1024
"""Pages that are copied from memory at a time: more if it changed meanwhile, and then all."""
NAP = 0.0005
"""Seconds in which others may use the memory before the next pages are copied."""
JOURNAL = 4_000_000
"""Bytes after which the journal is brought into the file."""
_DURABLE = (
    "journal_mode = WAL", "wal_autocheckpoint = 0", "synchronous = FULL", "secure_delete = ON",
    "foreign_keys = ON",
)  # fmt: skip
_KEPT = "CREATE TABLE kept (session TEXT NOT NULL, works INTEGER NOT NULL, origin TEXT NOT NULL)"
_DAMAGE = {
    sqlite3.SQLITE_ERROR,  # a table is missing: somebody else's database
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_FORMAT,
    sqlite3.SQLITE_NOTADB,
}
"""What SQLite says of a file that is damaged, and not of one that cannot be read just now."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Work:
    """A change of the database, the `number`th of its session, made at a time of the clock."""

    number: int
    do: Callable[[sqlite3.Connection], object]
    made: float


class Rescued(NamedTuple):
    """A file with what a session could not write to the table's file."""

    file: Path
    chain: list[Position]
    """What it has gone on from, one after the other, and how far it has come."""
    own: bool
    """Whether it tells the path of the table's folder."""


class Damaged(Exception):
    """The file is no database of ours, or not a whole one."""

    kind = "damaged"


class Newer(Damaged):
    """The file was written by a later version of this program."""

    kind = "newer"


class Shared(Exception):
    """Another table writes to the same file."""


def twice(do: Callable[[], T]) -> T:
    """Do something, and do it again if it fails: a disk may fail for a moment."""
    try:
        return do()
    except (OSError, sqlite3.Error, Damaged):
        return do()


# Connections ----------------------------------------------------------------------------------


def connect(file: Path | str) -> sqlite3.Connection:
    """A connection that waits for nobody and may be handed from thread to thread.

    Bytes that are no UTF-8 are read as surrogates, so that one of them makes no table unreadable.
    A text for `file` may be a URI.
    """
    db = sqlite3.connect(
        file, timeout=0, isolation_level=None, check_same_thread=False, uri=isinstance(file, str)
    )
    db.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
    return db


def build(db: sqlite3.Connection, scripts: Sequence[str]) -> None:
    """Run the scripts a database has not seen yet. Raises Newer."""
    db.execute("PRAGMA foreign_keys = ON")
    (seen,) = db.execute("PRAGMA user_version").fetchone()
    if seen > len(scripts):
        raise Newer(f"format {seen}, known here up to {len(scripts)}")
    known = _knows_position(db)

    def run(db: sqlite3.Connection) -> None:
        for statement in ";".join(scripts[seen:]).split(";"):
            db.execute(statement)
        db.execute(f"PRAGMA user_version = {len(scripts)}")
        if not known:
            db.execute("DROP TABLE IF EXISTS kept")
            db.execute(_KEPT)
            db.execute("INSERT INTO kept VALUES (lower(hex(randomblob(16))), 0, '')")

    if seen < len(scripts) or not known:
        transact(db, run)


def _knows_position(db: sqlite3.Connection) -> bool:
    """Whether the table `kept` is as it should be."""
    try:
        found = db.execute("SELECT session, works, origin FROM kept").fetchall()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_ERROR:
            raise
        return False
    types = [tuple(map(type, row)) for row in found]
    return types == [(str, int, str)] and found[0][0].isalnum()


def position(db: sqlite3.Connection) -> Position:
    """Up to which work a database has come."""
    session, works = db.execute("SELECT session, works FROM kept").fetchone()
    return session, works


def _connect_to(file: Path) -> sqlite3.Connection:
    """A connection to a file that is there. Raises Damaged for a folder, and for a file that SQLite
    reads but never writes, by the write version in its header.
    """
    if file.is_dir():
        raise Damaged("a folder lies there")
    with file.open("rb") as opened:  # before SQLite does: to close it would end SQLite's locks
        version = opened.read(19)[18:]
    if version > b"\2":
        raise Damaged(f"write version {version.hex()}")
    return connect(file)


# Files ----------------------------------------------------------------------------------------


def backups(file: Path) -> tuple[Path, Path]:
    """Where the backups of a file are, the newer one first."""
    newer, older = (f"{file.stem}.backup{n}{file.suffix}" for n in ("", "-2"))
    return file.with_name(newer), file.with_name(older)


def beside(file: Path, tail: str) -> Path:
    """What lies beside a file with a longer name, such as its journal."""
    return file.with_name(file.name + tail)


def save(
    memory: sqlite3.Connection, file: Path, make_way: Callable[[], object] = lambda: None
) -> None:
    """Write everything in memory as a file of this name, whole or not at all. What is there has to
    `make_way` once there is room for the other one.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    part = beside(file, ".part")
    part.unlink(missing_ok=True)
    try:
        with _still(memory) as still, closing(connect(part)) as db:
            db.execute("PRAGMA synchronous = FULL")
            still.backup(db)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink()
        raise
    make_way()
    part.replace(file)
    sync(file.parent)


class _Changed(Exception):
    """The memory changed while it was copied, and SQLite began anew."""


@contextlib.contextmanager
def _still(memory: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """A copy of a memory in which others go on reading and writing."""
    least = sys.maxsize

    def nap(status: int, left: int, pages: int) -> None:
        nonlocal least
        if left >= least:
            raise _Changed
        least = left
        time.sleep(NAP)

    with closing(connect(":memory:")) as still:
        for pages in PAGES:
            least = sys.maxsize
            with contextlib.suppress(_Changed):
                memory.backup(still, pages=pages, sleep=NAP, progress=nap)
                break
        else:
            memory.backup(still)
        yield still


def sync(path: Path) -> None:
    """Have the disk keep a file, or the names in a folder. Raises OSError for a file."""
    with contextlib.suppress(OSError) if path.is_dir() else contextlib.nullcontext():
        number = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
        try:
            os.fsync(number)  # some systems cannot do it with a folder
        finally:
            os.close(number)


def _empty(file: Path) -> bool:
    try:
        return file.stat().st_size == 0 and not file.is_dir()
    except (FileNotFoundError, NotADirectoryError):
        return True


@contextlib.contextmanager
def _copied(file: Path) -> Iterator[Path]:
    """A copy of a file and its journal for a while, as far as there is any."""
    with tempfile.TemporaryDirectory() as folder:
        for source in (file, beside(file, "-wal")):
            with contextlib.suppress(FileNotFoundError, IsADirectoryError):
                shutil.copyfile(source, Path(folder) / source.name)
        yield Path(folder) / file.name


def _heal(file: Path, sound: sqlite3.Connection) -> None:
    """Give a file the header of a sound one with a journal, but for what is its own: free pages,
    schema, format. Its size is no longer told there, so that SQLite takes the file's.
    """
    good = sound.serialize()[:100]
    with file.open("r+b") as broken:
        own = broken.read(100)
        broken.seek(0)
        head = good[:18] + b"\2\2" + good[20:32] + own[32:44] + good[44:60] + own[60:64]
        broken.write(head + good[64:92] + bytes(4))


def _blank(db: sqlite3.Connection) -> bool:
    """Whether a database has no rows, because its first start came to nothing."""
    return not any(
        db.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchall() for table in rows.table_names(db)
    )


def _identity(file: Path) -> tuple[int, int] | None:
    """Device and number of a file; None if there is none."""
    try:
        found = file.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def _dated(file: Path, kind: str, folder: Path) -> Path:
    """A name that no file of a folder has, and that tells what happened to this one, and when."""
    stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
    names = (folder / f"{file.stem}.{kind}-{stamp}-{n}{file.suffix}" for n in count(1))
    return next(name for name in names if not name.exists())


def _set_aside(file: Path, kind: str) -> Path:
    """Rename the file and its journal to something that tells what happened."""
    aside = _dated(file, kind, file.parent)
    for tail in ("-wal", "-shm"):  # first, so that they never lie beside another file
        if beside(file, tail).exists():
            beside(file, tail).replace(beside(aside, tail))
    file.rename(aside)
    return aside


class Disk:
    """The file that follows a memory. `load` comes first; every call is made alone.

    Everything but `roll` and `rescue`, which use only the memory, belongs to one thread at a
    time.
    """

    def __init__(
        self, file: Path, scripts: Sequence[str], mend: Mend, memory: sqlite3.Connection,
        session: str, lock: BaseFileLock | None, notices: deque[Notice],
    ) -> None:  # fmt: skip
        self.file = file
        self.notices = notices
        self._scripts = scripts
        self._mend = mend
        self._aside: list[Notice] = []
        """How much was put aside at the start."""
        self._lock = lock
        """Keeps other tables out of the folder."""
        self._memory = memory
        self._session = session
        self._db: sqlite3.Connection | None = None
        self._same: tuple[int, int] | None = None
        """Device and number of the opened file."""
        self._journal: tuple[int, int] | None = None
        """Those of its journal; None while the seal beside the file may be another one's."""
        self._written: Position | None = None
        """How far the file had come when it was last seen; None if there was none, or it could not
        be read.
        """
        self._unsettled = True
        """Whether the file does not hold yet what was read at the start."""
        self._lies, self._key = "before", ""
        """What kind of file lies in the place of one that is to be written; nothing if it is that
        file. What to tell people then.
        """
        self._changed = False
        """Whether the memory is more than the file, or mended."""
        self._used: dict[Path, Path | None] = {}
        """Other files that are in memory, and their names from now on; None: they go."""
        self._passed: list[Position] = []
        """The chain of the rescued file that was read."""

    def close(self) -> None:
        """Let go of the file; the next work opens it again."""
        db, self._db = self._db, None
        if db is not None:
            with contextlib.suppress(sqlite3.Error):
                db.close()

    def release(self) -> None:
        """Let go of the file, which is sealed, and of its folder for other tables."""
        opened = self._db is not None
        self.close()
        if opened:
            with contextlib.suppress(OSError):
                total = zlib.crc32(self.file.read_bytes())
                beside(self.file, ".seal").write_text(self._state(total))
        if self._lock is not None:
            self._lock.release()

    def _sealed(self) -> bool:
        """Whether the file is to the byte as a table has left it, so that no row need be read.

        What is in the journal has sums of its own.
        """
        try:
            seal = beside(self.file, ".seal").read_text()
            return seal.startswith(self._state(zlib.crc32(self.file.read_bytes())))
        except (OSError, ValueError):
            return False

    def _seal(self) -> None:
        """Bring the journal into the file, begin another one, and note down how both are.

        Raises OSError, sqlite3.Error, as when somebody is still reading from the journal.
        """
        assert self._db is not None
        (busy, *_) = self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:
            raise sqlite3.OperationalError("somebody is reading from the journal")
        # Read by SQLite: to close the file after a look at it would end SQLite's locks on it.
        total = zlib.crc32(self._db.serialize())
        self._db.execute("UPDATE kept SET origin = hex(randomblob(8))")
        beside(self.file, ".seal").write_text(self._state(total))
        self._journal = _identity(beside(self.file, "-wal"))

    def _state(self, total: int) -> str:
        """What tells a file with this sum from others: its format, and how its journal begins."""
        journal = beside(self.file, "-wal")
        begins = b"" if _empty(journal) else journal.read_bytes()[:32]
        return f"{len(self._scripts)} {total:08x}{begins.hex()}"

    # The start --------------------------------------------------------------------------------

    def load(self) -> None:
        """Read what the table had come to into memory, and bring the file in order.

        Raises OSError, sqlite3.Error, Damaged, Shared if that cannot be; `keep` tries again to
        bring the file in order, unless it could not be read.
        """
        try:
            twice(self._find)
            twice(self._settle)
        except (OSError, sqlite3.Error, Damaged, Shared):
            self.close()
            if self._lies and self._written is None and not self._passed and (
                not self._nothing or not self.file.parent.is_dir()
            ):
                # What is played now is added to what is there: its numbers must be nobody's.
                with contextlib.suppress(sqlite3.OperationalError):
                    self._memory.execute(
                        "INSERT INTO sqlite_sequence SELECT name, ? FROM sqlite_master"
                        " WHERE sql LIKE '%AUTOINCREMENT%'", (int(time.time()) % 2**30,),
                    )  # fmt: skip
            raise

    def look(self) -> None:
        """Read what another table keeps in the file, and leave it alone."""
        try:
            with closing(connect(f"{self.file.resolve().as_uri()}?mode=ro")) as db:
                self._take(db)
        except (sqlite3.Error, Damaged) as error:
            self.notices.append(Notice("store.unseen", (("reason", str(error)),)))
        self.notices.extend(self._aside)

    def _find(self) -> None:
        """Read into memory what the table had come to. Raises OSError, sqlite3.Error, Damaged."""
        self.close()
        there = not _empty(self.file)
        try:
            if there:
                self._read_file()
                self._lies = ""
            else:
                restored = self._restore()
                there = restored is not None
                self._key = "store.restored" if restored in backups(self.file) else ""
        except Damaged as error:
            self._mend_file(error)
        self._written = position(self._memory) if there else None
        self._used = {}
        self._take_rescued(position(self._memory), _blank(self._memory))
        self._take_back()

    def _read_file(self) -> None:
        """Read the file; a copy of it where it cannot be opened, as on a full disk."""
        sealed = self._sealed()
        try:
            with _telling_damage():
                self._open()
        except (OSError, sqlite3.Error):
            with _copied(self.file) as copy:
                self._read(copy)
            return
        assert self._db is not None
        if sealed:
            self._db.backup(self._memory)
        else:
            twice(partial(self._take, self._db))

    def _read(self, source: Path) -> None:
        """Read a file into memory, checked and mended. Raises OSError, sqlite3.Error, Damaged."""
        with closing(_connect_to(source)) as db:
            self._take(db)

    def _take(self, db: sqlite3.Connection) -> None:
        """Read a database into memory, checked, complete and mended. Raises Damaged for one that
        is not ours or whose texts are not the memory's.
        """
        with _telling_damage(), closing(connect(":memory:")) as copy:
            db.backup(copy)
            (pages,), (encoding,), (found,), schema = (
                copy.execute(f"PRAGMA {what}").fetchone()
                for what in ("page_count", "encoding", "integrity_check(1)", "schema_version")
            )
            if not pages or encoding != "UTF-8" or found != "ok":
                raise Damaged(f"{found}, {encoding}, {pages} pages")
            build(copy, self._scripts)
            copy.execute("PRAGMA foreign_keys = OFF")
            self._aside = transact(copy, self._mend)
            same = copy.execute("PRAGMA schema_version").fetchone() == schema
            self._changed = not same or copy.total_changes > 0
            copy.backup(self._memory)

    def _mend_file(self, error: Damaged) -> None:
        """Read what can be had of a file that is damaged or too new: the newest good backup, with
        whatever can be read of the file itself.
        """
        restored, found = self._restore(), 0
        # What was to take the file's place when the table was killed is more than the file holds.
        if restored != beside(self.file, ".part"):
            with _copied(self.file) as copy:
                for source in (copy, self.file):  # as if its header were the memory's, or as it is
                    try:
                        if source == copy:
                            _heal(copy, self._memory)
                        found = found or rows.salvage(source, self._memory, self._mend)
                    except Exception as problem:  # the table opens, whatever is in a damaged file
                        _log.warning("nothing can be read of %s: %s", source, problem)
        self._lies, self._aside = error.kind, []
        self._key = "store.mended" if restored or found else "store.damaged"
        if error.kind == "newer":
            self._key = "store.newer"
        _log.warning("%s is %s: %s", self.file, error.kind, error)

    def _restore(self) -> Path | None:
        """Read what was to take the place of the file, or else the newest good backup; gives which.
        What is none is set aside.
        """
        aside = []
        for backup in self._copies:
            if _empty(backup):
                continue
            try:
                twice(partial(self._read, backup))
            except Damaged as error:
                if not _empty(backup):  # as what a killed table had begun to write is now
                    aside.append(_set_aside(backup, error.kind))
                    _log.warning("%s is %s (%s), now %s", backup, error.kind, error, aside[-1])
            else:
                return backup
        if aside and _empty(self.file):
            self.notices.append(Notice("store.damaged", (("file", str(aside[0])),)))
        return None

    def _take_back(self) -> None:
        """Add what an earlier version of this program has set aside as too new for it, and what
        was played while nothing could be read.
        """
        newer = self.file.parent.glob(f"{self.file.stem}.newer-*{self.file.suffix}")
        alone = [each for each in self._left() if each.chain[0] == NOWHERE]
        alone.sort(key=lambda each: len(each.chain), reverse=True)
        for found in [*sorted(newer), *(each.file for each in alone)]:
            try:
                with closing(connect(found)) as old:
                    (version,) = old.execute("PRAGMA user_version").fetchone()
                    people = old.execute("SELECT id, name FROM profiles").fetchall()
                if version <= len(self._scripts) and found not in self._used:
                    mend = partial(self._unite, people)
                    rows.salvage(found, self._memory, mend, "IGNORE")
                    name = re.sub("newer|unsaved", "before", found.name)
                    self._used[found] = found.with_name(name)
                    self._changed = True
            except (OSError, sqlite3.Error) as error:
                _log.warning("%s cannot be taken back: %s", found, error)

    def _unite(self, people: list[tuple[int, str]], db: sqlite3.Connection) -> list[Notice]:
        naming.unite(db, people)
        return self._mend(db)

    def _settle(self) -> None:
        """Let the file hold what was read at the start, and tell people about it. What fails is
        gone on with when this is called again.
        """
        self.file.parent.mkdir(parents=True, exist_ok=True)
        if self._lies or _empty(self.file):
            if self._written is None and not self._nothing:  # so nothing is written over
                raise OSError(f"{self.file} could not be read when the table was opened")
            self._renew(self._lies or "before", self._key)
            self._lies, self._changed = "", False
        if self._db is None:
            self._open()
        assert self._db is not None
        if self._changed:
            if _knows_position(self._db) and position(self._db) != self._written:
                raise Shared("another table has written to it since the start")
            with _still(self._memory) as still:
                still.backup(self._db)
        self._written, self._unsettled = position(self._db), False
        if self._aside:
            _log.warning("damaged and now in quarantine: %s", self._aside)
        self.notices.extend(self._aside)
        self._key, self._aside, self._changed, self._passed = "", [], False, []
        beside(self.file, ".part").unlink(missing_ok=True)
        for found, name in list(self._used.items()):
            if name is None:
                found.unlink(missing_ok=True)
            else:
                found.replace(name)
            del self._used[found]
            notice = Notice("store.taken_back" if ".newer-" in found.name else "store.rescued")
            if notice not in self.notices:
                self.notices.append(notice)

    # Works ------------------------------------------------------------------------------------

    def keep(self, works: Sequence[Work]) -> None:
        """Bring works to the disk, in their order, all in one transaction, none of them twice.

        Raises OSError, sqlite3.Error if the disk does not take them now.
        """
        for again in (True, False):
            try:
                self._bring(works)
                return
            except Exception as error:
                # What was being read keeps a file open for as long as somebody knows the error.
                traceback.clear_frames(error.__traceback__)
                self.close()
                if not again or not _contradicts(error):
                    raise
                (self._move if isinstance(error, Shared) else self._repair)(error)

    def _bring(self, works: Sequence[Work]) -> None:
        if self._unsettled:
            self._settle()
        if self._db is None or _identity(self.file) != self._same:
            self.close()
            if _empty(self.file):
                self._renew("before", "store.anew" if self._same else "")
            elif _identity(self.file) != self._same:
                raise Damaged("another file lies there")
            self._open()
        assert self._db is not None

        def replay(db: sqlite3.Connection) -> Position:
            session, done = position(db)
            if session != self._session and (session, done) != self._written:
                raise Shared(f"session {session} has written {done} works")
            for work in works:
                if session != self._session or work.number > done:
                    work.do(db)
            reached = max(works[-1].number, done if session == self._session else 0)
            db.execute("UPDATE kept SET session = ?, works = ?", (self._session, reached))
            return self._session, reached

        self._written = transact(self._db, replay)
        if self._journal is None or beside(self.file, "-wal").stat().st_size > JOURNAL:
            with contextlib.suppress(OSError, sqlite3.Error):  # it is due again at the next work
                self._seal()

    def _repair(self, error: Exception) -> None:
        """Set a file aside that does not go with the memory, and write another one."""
        _log.warning("%s does not go with the table's memory: %s", self.file, error)
        if (_identity(self.file) != self._same
                and _identity(beside(self.file, "-wal")) == self._journal):  # fmt: skip
            self._drop_journal()  # it belongs to the file that was here before
        self._renew("damaged", "store.repaired")

    def _move(self, error: Exception) -> None:
        """Leave the file to the other table, and write everything down in a folder beside it."""
        home = self.file
        folder, lock = hold_beside(home.parent, without=home.name)
        self.release()
        self._lock, self.file, self._same = lock, folder / home.name, None
        _log.warning("%s has two tables (%s); going on in %s", home, error, self.file)
        self.notices.append(Notice("store.beside", (("file", str(self.file)),)))

    @property
    def _copies(self) -> tuple[Path, ...]:
        """What was to take the place of the file, and its backups, the newest first."""
        return beside(self.file, ".part"), *backups(self.file)

    @property
    def _nothing(self) -> bool:
        """Whether there is neither the file nor anything to restore it from."""
        return all(map(_empty, (self.file, *self._copies)))

    def _open(self) -> None:
        """Open the file so that nothing that is brought to it gets lost."""
        db = _connect_to(self.file)
        try:
            for choice in _DURABLE:
                db.execute(f"PRAGMA {choice}")
        except BaseException:
            db.close()
            raise
        self._db, self._same, self._journal = db, _identity(self.file), None

    def _renew(self, kind: str, key: str) -> None:
        """Write everything that is in memory as a new file. What lies in its place is set aside as
        one of a kind, once there is room for the other one, and people are told where.
        """
        aside = None

        def make_way() -> None:
            nonlocal aside
            if self._same is not None:  # the folder may be another one than at the start
                with contextlib.suppress(Occupied):  # the lock is still there, or another table's
                    self._lock = hold(self.file.parent) or self._lock
            self.close()
            aside = None if _empty(self.file) else _set_aside(self.file, kind)
            self._drop_journal()

        save(self._memory, self.file, make_way)
        self._same = _identity(self.file)
        if key:
            self.notices.append(Notice(key, (("file", str(aside or self.file)),)))

    def _drop_journal(self) -> None:
        """Remove what belongs to a file that is gone; SQLite would apply it to the next one."""
        for tail in ("-wal", "-shm"):
            beside(self.file, tail).unlink(missing_ok=True)

    def tidy(self) -> None:
        """Let journal and backups keep nothing of what was deleted; the file never does.

        Raises OSError, sqlite3.Error, as when somebody is still reading from the journal.
        """
        if self._db is not None:
            self._seal()
        for copy in self._copies:
            copy.unlink(missing_ok=True)
        self.roll()

    # Backups ----------------------------------------------------------------------------------

    def roll(self) -> None:
        """Make a new backup; the one before it is kept as well. Raises OSError, sqlite3.Error."""
        if self._written is None:
            return  # the backups hold more than the memory does
        newer, older = backups(self.file)
        if not _empty(newer):
            with contextlib.suppress(sqlite3.Error, TypeError), closing(connect(newer)) as db:
                if position(db) == position(self._memory):
                    return
        save(self._memory, newer, lambda: newer.exists() and newer.replace(older))

    def rescue(self, folder: Path) -> Path:
        """Write everything to a folder, because the file does not take it.

        The next start in the same folder takes it over if it finds the file as it is now or was
        before, with more works of this session, or blank. Raises OSError, sqlite3.Error.
        """
        origin = json.dumps((self._passed or [self._written or NOWHERE], *self._place))
        self._memory.execute("UPDATE kept SET origin = ?", (origin,))
        file = _dated(self.file, "unsaved", folder)
        save(self._memory, file)
        file.chmod(0o600)
        return file

    def refuges(self) -> tuple[Path, Path]:
        """The folders to rescue things to, the better one first."""
        return self.file.parent, Path(tempfile.gettempdir())

    @property
    def _place(self) -> tuple[str, str]:
        """What tells the table's folder from its copies: its path, its device and number."""
        folder = self.file.parent.absolute()
        return ascii(str(folder)), str(_identity(folder))

    def _take_rescued(self, at: Position, blank: bool) -> None:
        """Read what earlier sessions could not write to a file that has come so far: the latest,
        which holds what the others do.

        A `blank` file is followed by all that were rescued from its folder's path.
        """
        following = [
            each for each in self._left()
            if (blank and each.own) or (each.chain[-1] != at and any(
                session == at[0] and works >= at[1] for session, works in each.chain
            ))
        ]  # fmt: skip
        last = max(following, key=lambda each: (len(each.chain), each.file.name), default=None)
        if last is not None:
            self._read(last.file)
            self._passed, self._changed = last.chain, True
            self._used = {each.file: None for each in following if each.chain[-1] in last.chain}

    def _left(self) -> Iterator[Rescued]:
        """What was rescued from this folder by this user and is whole."""
        own, same = self._place
        names = f"{self.file.stem}.unsaved-*{self.file.suffix}"
        for file in {found for folder in self.refuges() for found in folder.glob(names)}:
            try:
                # Where everybody may lay a file, somebody else may have laid this one.
                if hasattr(os, "getuid") and file.stat().st_uid != os.getuid():
                    continue
                chain, path, number = twice(partial(_whole, file))
            except (OSError, sqlite3.Error, Damaged, TypeError, ValueError):
                continue
            if file.parent == self.file.parent or path == own or number == same:
                yield Rescued(file, chain, path == own)


def _whole(rescued: Path) -> tuple[list[Position], str, str]:
    """What a rescued file has gone on from and come to, and the folder where it belongs.

    Raises Damaged, sqlite3.Error, TypeError, ValueError.
    """
    with closing(connect(rescued)) as db:
        (found,) = db.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise Damaged(found)
        (origin,) = db.execute("SELECT origin FROM kept").fetchone()
        passed, path, number = json.loads(origin)
        return [(session, works) for session, works in (*passed, position(db))], path, number


@contextlib.contextmanager
def _telling_damage() -> Iterator[None]:
    """Raises Damaged for whatever does not come from a disk that fails just now."""
    try:
        yield
    except Exception as error:
        if isinstance(error, Damaged) or not _contradicts(error):
            raise
        raise Damaged(str(error)) from error


def _contradicts(error: Exception) -> bool:
    """Whether the file does not go with the works, so that trying again is of no use."""
    if isinstance(error, sqlite3.OperationalError):
        return getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGE
    return not isinstance(error, OSError)
