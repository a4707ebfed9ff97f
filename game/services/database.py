"""A SQLite database that lives in memory and on the disk, and never makes anybody wait.

Everything is read from and written to memory first. Each change is then brought to the file in
the background, in order and in one transaction; one that the disk does not take is tried again
until it does (see `disk`). `confirm` tells whether everything has reached the disk, a `Notice`
tells people when that does not come about, and when it has after all.
"""

import logging
import sqlite3
import sys
import time
import uuid
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from pathlib import Path
from threading import Thread
from typing import Any, ParamSpec, TypeAlias, TypeVar

from filelock import BaseFileLock

from game.services import disk
from game.services.disk import Damaged, Disk, Shared, Work
from game.services.rows import Mend, Notice, transact

P = ParamSpec("P")
T = TypeVar("T")
Cell: TypeAlias = str | int | float | None
Row: TypeAlias = tuple[Any, ...]
"""Cells; what a column holds is known to whoever asks (see `rows` for what is checked)."""
Run: TypeAlias = Callable[[Callable[[], None]], object]

PATIENCE = 1.0
"""Seconds that a change may be on its way to the disk before people are told."""
RETRY = 0.5
"""Seconds after which a failed change is tried again."""
BACKUP = 120.0
"""Seconds between two backups while something changes."""
CLOSING = 3.0
"""Seconds to try to bring everything to the disk when the table is closed, or to another place."""
_log = logging.getLogger(__name__)


def in_background(work: Callable[[], None]) -> None:
    """Do something in a thread of its own; one that never ends does not keep the program."""
    Thread(target=work, name="disk", daemon=True).start()


class Database:
    """What is kept in `file`; None keeps everything in memory only.

    `scripts` build the tables; a file remembers how many of them it has seen, so a newer
    program appends a script and old files grow. `mend` puts aside what is damaged in a file,
    before anything is read from it. `run` does what concerns the disk, at once or in the
    background. `lock` keeps other tables out of the folder until the disk is done. With `look` the
    file is another table's: what it holds now is kept in memory only.
    """

    def __init__(
        self, file: Path | None, scripts: Sequence[str], run: Run | None = None,
        clock: Callable[[], float] = time.monotonic, *, mend: Mend = lambda db: [],
        lock: BaseFileLock | None = None, look: bool = False,
    ) -> None:  # fmt: skip
        self._run = run or (lambda work: work())
        self._clock = clock
        self._session = uuid.uuid4().hex
        self._made = 0
        self._works: deque[Work] = deque()
        """What has not reached the disk yet, the oldest first."""
        self._jobs: list[Future[Any]] = []
        """What the disk was asked for and may still be doing; each gives something else."""
        self._job: Future[None] | None = None
        self._sent = 0
        """How many works the job brings to the disk."""
        self._reason = ""
        """Why the disk has refused them, if it has."""
        self._again = 0.0
        """When to try again after a failure."""
        self._told = False
        self._backup: Future[None] | None = None
        """The backup that was made last, or is being made; there is never a second one."""
        self._next_backup = clock() + BACKUP
        self._untidy = False
        self.notices: deque[Notice] = deque()
        self._db = disk.connect(":memory:")
        disk.build(self._db, scripts)
        self._disk: Disk | None = None
        if file is None:
            return
        below = Disk(file, scripts, mend, self._db, self._session, lock, self.notices)
        if look:
            below.look()
        else:
            self._disk = below
            try:
                below.load()
            except (OSError, sqlite3.Error, Damaged, Shared) as error:
                _log.warning("nothing can be kept in %s: %s", file, error)
                self.notices.append(Notice("store.memory", (("reason", str(error)),)))
                self._told = True
            else:
                self._back_up(below)

    @property
    def file(self) -> Path | None:
        """Where everything is kept; None if it is only in memory."""
        return self._disk.file if self._disk else None

    # Reading and writing ----------------------------------------------------------------------

    def read(self, sql: str, *values: Cell) -> list[Row]:
        """The rows a query finds."""
        return self._db.execute(sql, values).fetchall()

    def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do some work in one transaction, which is on its way to the disk when this returns.

        `work` is called more than once and must do the same each time. What it raises is raised
        here; then nothing has changed.
        """
        number = self._made + 1

        def counted(db: sqlite3.Connection) -> T:
            result = work(db)
            db.execute("UPDATE kept SET session = ?, works = ?", (self._session, number))
            return result

        result = transact(self._db, counted)
        self._made = number
        if self._disk is not None:
            self._works.append(Work(number, work, self._clock()))
            self.tick()
        return result

    def tidy(self) -> None:
        """Let journal and backups keep nothing of what was deleted; the file never does."""
        self._untidy = self._disk is not None
        self.tick()

    # On the way to the disk -------------------------------------------------------------------

    def tick(self) -> None:
        """Go on with what the disk is still to do. Call it all the time; it never waits."""
        if self._disk is None:
            return
        self._collect()
        if self._job is None and self._clock() >= self._again:
            if self._works:
                self._sent = len(self._works)
                self._job = self._submit(self._disk.keep, tuple(self._works))
            elif self._untidy and self._backup not in self._running:
                self._untidy = False
                self._job = self._backup = self._submit(self._disk.tidy)
            self._collect()
        if self._clock() >= self._next_backup and self._backup not in self._running:
            self._back_up(self._disk)
        if self._late and not self._told:
            self._told = True
            self.notices.append(Notice("store.waiting"))
        elif self._told and not self._works and self._made:
            self._told = False
            self.notices.append(Notice("store.saved"))

    def _back_up(self, below: Disk) -> None:
        """Make a backup, unless nothing has changed; one that fails is due again next time."""
        self._next_backup = self._clock() + BACKUP
        self._backup = self._submit(below.roll)

    def _submit(self, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> Future[T]:
        job: Future[T] = Future()

        def do() -> None:
            try:
                job.set_result(work(*args, **named))
            except Exception as error:
                _log.warning("%s: %s has failed: %s", self.file, work.__name__, error)
                job.set_exception(error)

        self._jobs = [*self._running, job]
        try:
            self._run(do)
        except RuntimeError as error:  # there is no room for a thread just now
            job.set_exception(error)
        return job

    @property
    def _running(self) -> list[Future[Any]]:
        return [job for job in self._jobs if not job.done()]

    def _collect(self) -> None:
        """See what has become of the job."""
        if self._job is None or not self._job.done():
            return
        error, sent = self._job.exception(), self._sent
        self._job, self._sent = None, 0
        if error is None:
            for _ in range(sent):
                self._works.popleft()
            self._reason = ""
            return
        self._untidy = self._untidy or not sent  # it was the tidying
        self._reason, self._again = str(error) or repr(error), self._clock() + RETRY

    @property
    def _late(self) -> bool:
        return bool(self._works) and self._clock() - self._works[0].made >= PATIENCE

    def confirm(self, seconds: float = 0.0) -> bool:
        """Whether everything has reached the disk, or is known not to; waits so long for it."""
        self.tick()
        if self._job is not None and seconds:
            wait([self._job], seconds)
            self.tick()
        return not self._works or bool(self._reason) or self._late

    def take_notices(self) -> list[Notice]:
        """What people should be told since this was last asked."""
        self.tick()
        return [self.notices.popleft() for _ in range(len(self.notices))]

    # The end ----------------------------------------------------------------------------------

    def close(self) -> None:
        """Bring everything to the disk, or write it down elsewhere if that takes too long.

        What the disk has not done then ends with the program, and so does the folder's lock.
        """
        if self._disk is not None:
            self._finish(self._disk)
        if not self._running:
            self._db.close()
            if self._disk is not None:
                self._disk.release()
        self._disk = None

    def _finish(self, below: Disk) -> None:
        end = time.monotonic() + CLOSING
        self._again = 0.0
        self.tick()
        while (self._works or self._untidy or self._running) and time.monotonic() < end:
            wait(self._running, max(0.0, end - time.monotonic()), FIRST_COMPLETED)
            if self._reason:
                time.sleep(RETRY / 10)
            self.tick()
        if self._works:
            self._rescue(below)
        elif self._made and not self._running:
            self._back_up(below)
            wait(self._running, CLOSING)

    def _rescue(self, below: Disk) -> None:
        """The disk has the last word: what it does not take goes somewhere else."""
        told = f"changes that {below.file} has not taken: {len(self._works)}"
        told += f" ({self._reason or 'no answer from the disk'})"
        for folder in below.refuges():
            rescue = self._submit(below.rescue, folder)
            wait([rescue], CLOSING)
            if rescue.done() and rescue.exception() is None:
                print(f"{told}; everything is in {rescue.result()}", file=sys.stderr)
                return
        print(f"{told}; they are lost", file=sys.stderr)
