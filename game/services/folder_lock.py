"""One table a folder: a lock that the system takes back when the program that holds it ends."""

from __future__ import annotations

import contextlib
import logging
import re
from itertools import count
from pathlib import Path

from filelock import BaseFileLock, FileLock, Timeout

FILE = "walong-table.lock"
_log = logging.getLogger(__name__)


class Occupied(Exception):
    """Another program keeps its matches in this folder."""


def hold(folder: Path) -> BaseFileLock | None:
    """Lock a folder until the lock is released or this program ends. Raises Occupied.

    None where no lock can be made, as in a folder that is read-only: nothing is written there.
    """
    lock = FileLock(folder / FILE, timeout=0, thread_local=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except Timeout as error:
        raise Occupied(f"another table is open in {folder}") from error
    except (OSError, NotImplementedError) as error:
        _log.warning("%s cannot be locked: %s", folder, error)
        return None
    return lock


def hold_beside(folder: Path, without: str | None = None) -> tuple[Path, BaseFileLock | None]:
    """The first free folder of a further table, and its lock; `without` a file of this name.

    All of them lie in the folder of the first table.
    """
    first = folder.parent if re.fullmatch(r"table \d+", folder.name) else folder
    for beside in (first / f"table {number}" for number in count(2)):
        with contextlib.suppress(Occupied):
            lock = hold(beside)
            if without is None or not (beside / without).exists():
                return beside, lock
            if lock is not None:
                lock.release()
    raise AssertionError("there is no last number")
