"""One table a folder: a lock that the system takes back when the program that holds it ends."""

from __future__ import annotations

import logging
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
    lock = FileLock(folder / FILE, timeout=0)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except Timeout as error:
        raise Occupied(f"another table is open in {folder}") from error
    except (OSError, NotImplementedError) as error:
        _log.warning("%s cannot be locked: %s", folder, error)
        return None
    return lock


def hold_beside(folder: Path) -> tuple[Path, BaseFileLock | None]:
    """The first folder of a further table below an occupied one, and its lock."""
    for number in count(2):
        beside = folder / f"table {number}"
        try:
            return beside, hold(beside)
        except Occupied:
            continue
    raise AssertionError("there is no last number")
