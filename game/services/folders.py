"""The folder of a table: where this platform keeps a program's data, and whose folder it is.

A folder belongs to one table at a time: the system takes its lock back when the program that
holds it ends.
"""

import logging
import os
import re
import sys
from contextlib import suppress
from itertools import count
from pathlib import Path

import platformdirs
from filelock import BaseFileLock, FileLock, Timeout

NAME = "walong-table"
LOCK = "walong-table.lock"
_log = logging.getLogger(__name__)


def data_folder(given: str | Path | None = None) -> Path | None:
    """The folder for saves and settings: the one asked for, else the platform's.

    None if there is no sound one, as for an account without a home: the table then keeps
    nothing, rather than writing where it has no business.
    """
    if given is not None:
        return Path(os.path.abspath(os.path.expanduser(given)))
    # Variables that name no usable folder are hidden, so that the platform's default counts: the
    # XDG specification wants relative paths ignored, an empty or a root path would spread files
    # over the root of the file system.
    odd = {name: os.environ.pop(name) for name in ("XDG_DATA_HOME", "HOME") if _is_odd(name)}
    try:
        home = Path.home()
        folder = Path(platformdirs.user_data_dir(NAME, appauthor=False))
        homeless = home == Path(home.anchor) and "XDG_DATA_HOME" not in os.environ
    except (OSError, RuntimeError, KeyError):
        return None
    finally:
        os.environ.update(odd)
    return folder if folder.is_absolute() and not homeless else None


def _is_odd(name: str) -> bool:
    value = os.environ.get(name)
    if value is None or (sys.platform == "win32" and name == "HOME"):
        return False
    path = Path(value.strip())
    return not path.is_absolute() or path == Path(path.anchor)


class Occupied(Exception):
    """Another program keeps its matches in this folder."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"another table is open in {folder}")
        self.folder = folder


def hold(folder: Path) -> BaseFileLock | None:
    """Lock a folder until the lock is released or this program ends. Raises Occupied.

    None where no lock can be made, as in a folder that is read-only: nothing is written there.
    """
    lock = FileLock(folder / LOCK, timeout=0, thread_local=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except Timeout as error:
        raise Occupied(folder) from error
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
        with suppress(Occupied):
            lock = hold(beside)
            if without is None or not (beside / without).exists():
                return beside, lock
            if lock is not None:
                lock.release()
    raise AssertionError("there is no last number")
