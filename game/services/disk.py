"""The file below a database: opened, checked, written anew, backed up and mended.

While the table runs, its memory is the truth and the file follows it (see `database`). So a file
that vanished, was replaced or turns out to be damaged is simply written anew from memory. Only
at the start the file is all there is: a damaged one is set aside, the newest good backup takes
its place, and what can still be read of the damaged one is added to it.
"""

import contextlib
import json
import logging
import os
import shutil
import sqlite3
import sys
import tempfile
import time
import traceback
import zlib
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from filelock import BaseFileLock

from game.services import rows
from game.services.folders import Occupied, hold, hold_beside
from game.services.rows import Mend, transact

T = TypeVar("T")
Script: TypeAlias = "str | Callable[[sqlite3.Connection], None]"
"""Builds a part of a database: SQL statements, or what is to be done with a connection."""
Position = tuple[str, int]
"""Which session of the table wrote a file last, and how many of its works the file holds."""

PAGES = 64, 1024
"""Pages that are copied from memory at a time: more if it changed meanwhile, and then all."""
NAP = 0.0005
"""Seconds in which others may use the memory before the next pages are copied."""
OPENING = 1000
"""Milliseconds to wait at the start for another program that is just writing to the file."""
_DURABLE = "journal_mode = WAL", "synchronous = FULL", "secure_delete = ON", "foreign_keys = ON"
_KEPT = "CREATE TABLE kept (session TEXT NOT NULL, works INTEGER NOT NULL, origin TEXT NOT NULL)"
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Notice:
    """Something people should be told: a text key and what fills it."""

    key: str
    params: tuple[tuple[str, str | int], ...] = ()


@dataclass(frozen=True, slots=True)
class Work:
    """A change of the database, the `number`th of its session, made at a time of the clock."""

    number: int
    do: Callable[[sqlite3.Connection], object]
    made: float


def counted(counts: Counter[str]) -> list[Notice]:
    """Notices about so many things, by their keys."""
    return [Notice(key, (("n", n),)) for key, n in counts.items()]


class Damaged(Exception):
    """The file is no database of ours, or not a whole one."""

    kind = "damaged"


class Newer(Damaged):
    """The file was written by a later version of this program."""

    kind = "newer"


class Replaced(Exception):
    """Another file lies where the table's file was."""


class Shared(Exception):
    """Another table writes to the same file."""


class Unread(Exception):
    """What the file holds could not be read at the start, so it must not be written over."""


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


def build(db: sqlite3.Connection, scripts: Sequence[Script]) -> None:
    """Run the scripts a database has not seen yet. Raises Newer."""
    db.execute("PRAGMA foreign_keys = ON")
    (seen,) = db.execute("PRAGMA user_version").fetchone()
    if seen > len(scripts):
        raise Newer(f"format {seen}, known here up to {len(scripts)}")
    known = _knows_position(db)

    def run(db: sqlite3.Connection) -> None:
        for script in scripts[seen:]:
            if not isinstance(script, str):
                script(db)
                continue
            for statement in filter(None, map(str.strip, script.split(";"))):
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


def _write_version(file: Path) -> bytes:
    """What the header says that who writes the file has to know; nothing for a new file."""
    try:
        with file.open("rb") as opened:
            return opened.read(19)[18:]
    except FileNotFoundError:
        return b""


def _connect_durably(file: Path) -> sqlite3.Connection:
    """A connection that loses nothing. Raises Damaged for a format that is not the memory's: one
    that SQLite reads but never writes (the header's write version), or texts in UTF-16.
    """
    version = _write_version(file)  # before SQLite opens it: to close it would end SQLite's locks
    db = connect(file)
    try:
        for choice in _DURABLE:
            db.execute(f"PRAGMA {choice}")
        (encoding,) = db.execute("PRAGMA encoding").fetchone()
        if version > b"\2" or encoding != "UTF-8":
            raise Damaged(f"write version {version.hex()}, {encoding}")
    except BaseException:
        db.close()
        raise
    return db


# Files ----------------------------------------------------------------------------------------


def backups(file: Path) -> tuple[Path, Path]:
    """Where the backups of a file are, the newer one first."""
    newer, older = (f"{file.stem}.backup{n}{file.suffix}" for n in ("", "-2"))
    return file.with_name(newer), file.with_name(older)


def save(memory: sqlite3.Connection, file: Path) -> None:
    """Write everything in memory as a file of this name, whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(file.name + ".part")
    part.unlink(missing_ok=True)
    with closing(connect(":memory:")) as still:
        _copy(memory, still)
        with closing(connect(part)) as db:
            db.execute("PRAGMA synchronous = FULL")
            still.backup(db)
    part.replace(file)
    sync(file.parent)


class _Changed(Exception):
    """The memory changed while it was copied, and SQLite began anew."""


def _copy(memory: sqlite3.Connection, still: sqlite3.Connection) -> None:
    """Copy a memory in which others go on reading and writing."""
    least = sys.maxsize

    def nap(status: int, left: int, pages: int) -> None:
        nonlocal least
        if left >= least:
            raise _Changed
        least = left
        time.sleep(NAP)

    for pages in PAGES:
        least = sys.maxsize
        with contextlib.suppress(_Changed):
            memory.backup(still, pages=pages, sleep=NAP, progress=nap)
            return
    memory.backup(still)


def sync(path: Path) -> None:
    """Have the disk keep a file, or the names in a folder. Raises OSError for a file."""
    flags = os.O_RDONLY if path.is_dir() else os.O_RDWR
    try:
        number = os.open(path, flags)
        try:
            os.fsync(number)
        finally:
            os.close(number)
    except OSError:
        if flags == os.O_RDWR:
            raise  # some systems cannot do it with a folder


def _empty(file: Path) -> bool:
    try:
        return file.stat().st_size == 0 and not file.is_dir()
    except (FileNotFoundError, NotADirectoryError):
        return True


def _sum(file: Path) -> str:
    """What tells a file from any other one."""
    total = 0
    with file.open("rb") as opened:
        while part := opened.read(1 << 20):
            total = zlib.crc32(part, total)
    return str(total)


@contextlib.contextmanager
def _copied(file: Path) -> Iterator[Path]:
    """A copy of a file and its journal for a while, as far as there is any."""
    with tempfile.TemporaryDirectory() as folder:
        for source in (file, file.with_name(f"{file.name}-wal")):
            with contextlib.suppress(FileNotFoundError, IsADirectoryError):
                shutil.copyfile(source, Path(folder) / source.name)
        yield Path(folder) / file.name


def _heal(file: Path, sound: Path) -> None:
    """Give a file the header of another one, but for what is its own: free pages, schema, format.

    Its size is no longer told there, so that SQLite takes the file's.
    """
    with file.open("r+b") as broken, sound.open("rb") as good:
        own, head = broken.read(100), good.read(100)
        broken.seek(0)
        broken.write(head[:32] + own[32:44] + head[44:60] + own[60:64] + head[64:92] + bytes(4))


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


def _set_aside(file: Path, kind: str) -> Path:
    """Rename the file and its journal to something that tells what happened."""
    stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
    aside = file.with_name(f"{file.stem}.{kind}-{stamp}{file.suffix}")
    number = 2
    while aside.exists():
        aside = file.with_name(f"{file.stem}.{kind}-{stamp}-{number}{file.suffix}")
        number += 1
    for tail in ("-wal", "-shm"):  # first, so that they never lie beside another file
        journal = file.with_name(file.name + tail)
        if journal.exists():
            journal.replace(aside.with_name(aside.name + tail))
    file.rename(aside)
    return aside


class Disk:
    """The file that follows a memory. `load` comes first; every call is made alone.

    Everything but `roll` and `rescue`, which use only the memory, belongs to one thread at a
    time.
    """

    def __init__(
        self, file: Path, scripts: Sequence[Script], mend: Mend, memory: sqlite3.Connection,
        session: str, lock: BaseFileLock | None,
    ) -> None:  # fmt: skip
        self.file = file
        self.notices: deque[Notice] = deque()
        self._scripts = scripts
        self._mend = mend
        self._aside: Counter[str] = Counter()
        """How much was put aside at the start, by keys of notices."""
        self._lock = lock
        """Keeps other tables out of the folder."""
        self._memory = memory
        self._session = session
        self._db: sqlite3.Connection | None = None
        self._same: tuple[int, int] | None = None
        """Device and number of the opened file."""
        self._journal: tuple[int, int] | None = None
        """Those of its journal."""
        self._written: Position | None = None
        """How far the file had come when it was last seen; None if it could not be read."""
        self._ahead: list[Path] = []
        """What was rescued, each after the one before it, and is in memory but not in the file."""
        self._reached: Position | None = None
        """How far the last of them had come."""

    def close(self) -> None:
        """Let go of the file; the next work opens it again."""
        db, self._db = self._db, None
        if db is not None:
            with contextlib.suppress(sqlite3.Error):
                db.close()

    def release(self) -> None:
        """Let go of the file, which is sealed, and of its folder for other tables."""
        kept = self._db is not None
        self.close()
        if kept and _empty(self._tail("-wal")):
            with contextlib.suppress(OSError):
                self._tail(".seal").write_text(_sum(self.file))
        if self._lock is not None:
            self._lock.release()

    def _sealed(self) -> bool:
        """Whether the file is to the byte as a table has left it, so that no row need be read."""
        try:
            told = self._tail(".seal").read_text()
            return _empty(self._tail("-wal")) and told == _sum(self.file)
        except (OSError, ValueError):
            return False

    # The start --------------------------------------------------------------------------------

    def load(self) -> None:
        """Read the file into memory. Raises OSError, sqlite3.Error, Damaged if that cannot be."""
        try:
            twice(self._load)
        except (OSError, sqlite3.Error, Damaged):
            self.close()
            with contextlib.suppress(OSError):
                self._tail(".part").unlink()
            self._look()
            raise

    def _load(self) -> None:
        self.file.parent.mkdir(parents=True, exist_ok=True)
        if _empty(self.file):
            self._bring_back()
        else:
            self._tail(".whole").unlink(missing_ok=True)
        try:
            db = self._checked(self.file)
        except Damaged as error:
            db = self._mended(error)
        else:
            if self._aside:
                _log.warning("damaged and now in quarantine: %s", dict(self._aside))
            self.notices.extend(counted(self._aside))
        self._take_back(db)
        self._written = position(db)
        found = self._rescued(_blank(db))
        if found:
            db.close()
            self._prepare(found[-1])
            self._swap("before")
            db = self._checked(self.file)
            self._written = position(db)
            self._taken(found)
        self._opened(db)
        db.backup(self._memory)

    def _checked(self, file: Path) -> sqlite3.Connection:
        """The opened file, complete and mended. Raises Damaged, sqlite3.Error."""
        return twice(partial(self._check, file))

    def _check(self, file: Path) -> sqlite3.Connection:
        db = None
        try:
            if file.is_dir():
                raise Damaged("a folder lies there")
            known = file == self.file and self._sealed()
            db = _connect_durably(file)
            db.execute(f"PRAGMA busy_timeout = {OPENING}")
            if not known:
                (found,) = db.execute("PRAGMA integrity_check(1)").fetchone()
                if found != "ok":
                    raise Damaged(found)
            build(db, self._scripts)
            if not known:
                db.execute("BEGIN")
                self._aside += self._mend(db)
                db.execute("COMMIT")
            db.execute("PRAGMA busy_timeout = 0")
        except Exception as error:
            if db is not None:
                db.close()
            if isinstance(error, Damaged) or not _contradicts(error):
                raise
            raise Damaged(str(error)) from error
        return db

    def _bring_back(self) -> None:
        """Put what lies beside a file that is gone in its place, if anything does."""
        if not _empty(self._tail(".whole")):  # the table was killed between two names
            self._swap("before")
            return
        restored, aside = self._restore()
        if restored:
            self._swap("before")
            self.notices.append(Notice("store.restored", (("file", str(self.file)),)))
        elif aside:
            self.notices.append(Notice("store.damaged", (("file", str(aside[0])),)))

    def _mended(self, error: Damaged) -> sqlite3.Connection:
        """What can be had of a file that is damaged or too new. It is set aside once the newest
        good backup, with whatever could be read of the file, lies whole beside it.
        """
        restored, _ = self._restore()
        if restored:
            self._tail(".whole").replace(self._tail(".part"))
        with closing(self._checked(self._tail(".part"))) as db:
            saved = self._salvage(db)
        self._complete()
        aside = self._swap(error.kind)
        _log.warning("%s is %s (%s), now %s", self.file, error.kind, error, aside)
        mended = error.kind != "newer" and (restored or saved)
        key = "store.mended" if mended else f"store.{error.kind}"
        self.notices.append(Notice(key, (("file", str(aside)),)))
        return self._checked(self.file)

    def _salvage(self, db: sqlite3.Connection) -> int:
        """Add what can be read of the file to another one, as if its header were like that one's
        or, where that does not help, as it is; gives how many rows were found.
        """
        found = 0
        with _copied(self.file) as copy:
            for source in (copy, self.file):
                try:
                    if source == copy:
                        _heal(copy, self._tail(".part"))
                    found = found or rows.salvage(source, db, self._mend)
                except Exception as error:  # the table opens, whatever is in a damaged file
                    _log.warning("nothing can be read of %s: %s", source, error)
        return found

    def _restore(self) -> tuple[bool, list[Path]]:
        """Prepare the newest good backup: whether there is one, and what was set aside as it is
        none.
        """
        aside = []
        for backup in backups(self.file):
            try:
                self._prepare(backup)
            except FileNotFoundError:
                continue
            except Damaged as error:
                aside.append(_set_aside(backup, error.kind))
                _log.warning("%s is %s (%s), now %s", backup, error.kind, error, aside[-1])
            else:
                return True, aside
        self._drop(".part", ".part-wal", ".part-shm")
        return False, aside

    def _prepare(self, source: Path) -> None:
        """Have a checked copy of a file beside the table's, whole or not at all."""
        self._drop(".part-wal", ".part-shm")
        shutil.copyfile(source, self._tail(".part"))
        self._checked(self._tail(".part")).close()
        self._complete()

    def _complete(self) -> None:
        if not _empty(self._tail(".part-wal")):
            raise OSError(f"{self.file}.part is without what is in its journal")
        sync(self._tail(".part"))
        self._tail(".part").replace(self._tail(".whole"))

    def _swap(self, kind: str) -> Path | None:
        """Put what lies whole beside the file in its place; gives where the file is now."""
        aside = None if _empty(self.file) else _set_aside(self.file, kind)
        self._drop("-wal", "-shm")
        self._tail(".whole").replace(self.file)
        sync(self.file.parent)
        return aside

    def _take_back(self, db: sqlite3.Connection) -> None:
        """Add what an earlier version of this program has set aside as too new for it."""
        for newer in sorted(self.file.parent.glob(f"{self.file.stem}.newer-*{self.file.suffix}")):
            try:
                with closing(connect(newer)) as old:
                    (version,) = old.execute("PRAGMA user_version").fetchone()
                if version > len(self._scripts):
                    continue
                rows.salvage(newer, db, self._mend, "IGNORE")
                newer.rename(newer.with_name(newer.name.replace(".newer-", ".before-")))
            except (OSError, sqlite3.Error) as error:
                _log.warning("%s cannot be taken back: %s", newer, error)
            else:
                self.notices.append(Notice("store.taken_back"))

    def _taken(self, rescued: Sequence[Path]) -> None:
        """The file holds what was rescued."""
        for found in rescued:
            found.unlink(missing_ok=True)
        self.notices.append(Notice("store.rescued"))

    def _look(self) -> None:
        """Read a copy of what cannot be opened where it is, such as on a full disk, and of what
        was rescued from it.
        """
        places = backups(self.file) if _empty(self.file) else (self.file,)
        there = [file for file in places if not _empty(file)]
        for file in there:
            with contextlib.suppress(OSError, sqlite3.Error, Damaged):
                self._read(file)
                self._written = position(self._memory)
                break
        if there and self._written is None:
            return
        self._written = self._written or ("", 0)
        with contextlib.suppress(OSError, sqlite3.Error, Damaged):
            found = self._rescued(_blank(self._memory))
            if found:
                self._read(found[-1])
                self._ahead, self._reached = found, position(self._memory)

    def _read(self, file: Path) -> None:
        """Read a copy of a file into memory. Raises OSError, sqlite3.Error, Damaged."""
        with _copied(file) as copy, closing(self._checked(copy)) as db:
            db.backup(self._memory)

    # Works ------------------------------------------------------------------------------------

    def keep(self, works: Sequence[Work]) -> None:
        """Bring works to the disk, in their order, all in one transaction, none of them twice.

        Raises OSError, sqlite3.Error, Unread if the disk does not take them now.
        """
        try:
            try:
                self._bring(works)
            except Exception as error:
                if not _contradicts(error):
                    raise
                self.close()
                if isinstance(error, Shared):
                    self._move(error)
                else:
                    self._repair(error)
                self._bring(works)
        except Exception as error:
            # What was being read keeps a file open for as long as somebody remembers the error.
            traceback.clear_frames(error.__traceback__)
            self.close()
            raise

    def _bring(self, works: Sequence[Work]) -> None:
        if self._ahead:
            self._catch_up()
        if self._db is None or _identity(self.file) != self._same:
            self.close()
            self._reopen()
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
        self._journal = _identity(self._tail("-wal"))

    def _repair(self, error: Exception) -> None:
        """Set a file aside that does not go with the memory, and write another one."""
        _log.warning("%s does not go with the table's memory: %s", self.file, error)
        if isinstance(error, Replaced) and self._journal == _identity(self._tail("-wal")):
            self._drop("-wal", "-shm")  # it belongs to the file that was here before
        aside = self._renew("damaged")
        self.notices.append(Notice("store.repaired", (("file", str(aside or self.file)),)))

    def _move(self, error: Shared) -> None:
        """Leave the file to the other table, and write everything down in a folder beside it."""
        home = self.file
        folder, lock = hold_beside(home.parent, without=home.name)
        self.release()
        self._lock, self.file, self._same = lock, folder / home.name, None
        _log.warning("%s has two tables (%s); going on in %s", home, error, self.file)
        self.notices.append(Notice("store.beside", (("file", str(self.file)),)))

    def _tail(self, tail: str) -> Path:
        return self.file.with_name(self.file.name + tail)

    def _opened(self, db: sqlite3.Connection) -> None:
        self._db, self._same = db, _identity(self.file)

    def _reopen(self) -> None:
        """Open the file once more, or make it anew if it is gone or is another one."""
        if self._written is None and not all(map(_empty, backups(self.file))):
            raise Unread(f"{self.file} could not be read when the table was opened")
        if _empty(self.file):
            if self._same is not None:
                self.notices.append(Notice("store.anew", (("file", str(self.file)),)))
            self._renew()
            return
        if self._same is not None and _identity(self.file) != self._same:
            raise Replaced("another file lies there")
        self._opened(_connect_durably(self.file))
        assert self._db is not None
        if self._written is None:
            if not _blank(self._db):
                raise Unread(f"{self.file} could not be read when the table was opened")
            self.close()
            self._renew()

    def _catch_up(self) -> None:
        """Write everything as a file in the place of one that lacks what was rescued from it."""
        self._renew()
        rescued, self._ahead, self._reached = self._ahead, [], None
        self._taken(rescued)

    def _renew(self, kind: str = "before") -> Path | None:
        """Write everything that is in memory as a new file; gives where one of a kind is now that
        lies in its place. It goes only once there is room for the other one.
        """
        save(self._memory, self._tail(".whole"))
        with contextlib.suppress(Occupied):  # the lock is still there, or another table's
            self._lock = hold(self.file.parent) or self._lock
        aside = self._swap(kind)
        self._opened(_connect_durably(self.file))
        return aside

    def _drop(self, *tails: str) -> None:
        """Remove what lies beside the file; SQLite would apply a journal to the next one."""
        for tail in tails:
            self._tail(tail).unlink(missing_ok=True)

    def tidy(self) -> None:
        """Let journal and backups keep nothing of what was deleted; the file never does.

        Raises OSError, sqlite3.Error, as when somebody is still reading from the journal.
        """
        if self._db is not None:
            (busy, *_) = self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            if busy:
                raise sqlite3.OperationalError("somebody is reading what was deleted")
        for backup in backups(self.file):
            backup.unlink(missing_ok=True)
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
        fresh = newer.with_name(newer.name + ".new")
        save(self._memory, fresh)
        if newer.exists():
            newer.replace(older)
        fresh.replace(newer)
        sync(newer.parent)

    def rescue(self, folder: Path) -> Path:
        """Write everything to a folder, because the file does not take it.

        The next start in the same folder takes it over if it finds the file as it is now or was
        before, with more works of this session, or blank. Raises OSError, sqlite3.Error.
        """
        origin = json.dumps((self._reached or self._written or ("", 0)) + self._place)
        self._memory.execute("UPDATE kept SET origin = ?", (origin,))
        stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
        names = (f"{self.file.stem}.unsaved-{stamp}-{n}{self.file.suffix}" for n in count(1))
        file = next(folder / name for name in names if not (folder / name).exists())
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

    def _rescued(self, blank: bool) -> list[Path]:
        """What earlier sessions could not write to this file; each follows the one before it.

        A `blank` file is followed by the latest of all that were rescued from its folder's path.
        """
        chain: list[Path] = []
        at = self._written or ("", 0)
        names = f"{self.file.stem}.unsaved-*{self.file.suffix}"
        left = {found for folder in self.refuges() for found in folder.glob(names)}
        while True:
            for found in sorted(left, key=lambda each: each.name, reverse=blank):
                reached = self._followed(found, at, blank and not chain)
                if reached is not None:
                    chain.append(found)
                    left.remove(found)
                    at = reached
                    break
            else:
                return chain

    def _followed(self, found: Path, at: Position, blank: bool) -> Position | None:
        """How far a rescued file has come, if it is this table's and goes on from a position."""
        try:
            # Where everybody may lay a file, somebody else may have laid this one.
            if hasattr(os, "getuid") and found.stat().st_uid != os.getuid():
                return None
            (session, works, path, number), reached = twice(partial(_whole, found))
        except (OSError, sqlite3.Error, Damaged, TypeError, ValueError):
            return None
        own, same = self._place
        here = found.parent == self.file.parent or path == own or number == same
        after = session == at[0] and works >= at[1]
        more = reached[0] == at[0] and reached[1] > at[1]
        return reached if (here and (after or more)) or (blank and path == own) else None


def _whole(rescued: Path) -> tuple[Sequence[Any], Position]:
    """Where a rescued file belongs, and how far it has come. Raises Damaged, sqlite3.Error."""
    with closing(connect(rescued)) as db:
        (found,) = db.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise Damaged(found)
        (origin,) = db.execute("SELECT origin FROM kept").fetchone()
        return json.loads(origin), position(db)


def _contradicts(error: Exception) -> bool:
    """Whether the file does not go with the works, so that trying again is of no use."""
    if isinstance(error, sqlite3.OperationalError):
        return rows.is_damage(error)
    return not isinstance(error, OSError | Unread)
