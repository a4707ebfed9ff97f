"""Where this platform keeps a program's data, whatever odd things the environment says."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import platformdirs

NAME = "walong-table"


def data_folder(given: str | Path | None = None) -> Path | None:
    """The folder for saves and settings: the one asked for, else the platform's.

    None if there is no sound one, as for an account without a home: the table then keeps
    nothing, rather than writing where it has no business.
    """
    if given is not None:
        return Path(os.path.abspath(os.path.expanduser(given)))
    with _sound_environment():
        try:
            home = Path.home()
            folder = Path(platformdirs.user_data_dir(NAME, appauthor=False))
        except (OSError, RuntimeError, KeyError):
            return None
        homeless = home == Path(home.anchor) and "XDG_DATA_HOME" not in os.environ
    return folder if folder.is_absolute() and not homeless else None


@contextmanager
def _sound_environment() -> Iterator[None]:
    """Hide variables that name no usable folder, so that the platform's default counts.

    The XDG specification wants relative paths ignored; an empty or a root path would spread
    files over the root of the file system.
    """
    odd = {name: os.environ[name] for name in ("XDG_DATA_HOME", "HOME") if _is_odd(name)}
    for name in odd:
        del os.environ[name]
    try:
        yield
    finally:
        os.environ.update(odd)


def _is_odd(name: str) -> bool:
    value = os.environ.get(name)
    if value is None or (sys.platform == "win32" and name == "HOME"):
        return False
    path = Path(value.strip())
    return not path.is_absolute() or path == Path(path.anchor)
