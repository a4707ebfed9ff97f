"""Matches as text files in the data folder or on a stick, for those who want to keep or send them.
"""

import errno
import os
from collections.abc import Iterable
from contextlib import suppress
from io import BytesIO
from itertools import chain, count
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile

from game.services.disk import sync

FOLDER: Final = "exports"
SUFFIX: Final = ".walong"
"""How the name of a record's file ends."""
PART: Final = ".walong-part"
"""How it ends while the file is written."""
READ: Final = (SUFFIX, ".txt")
"""How the name of a file ends that may hold a match."""
SHOWN: Final = 60
"""How many files of a place are offered, the newest first."""
_MOUNTS: Final = ("/media", "/run/media", "/Volumes")
"""Where systems put what is plugged in, in some of them by user."""


def export(folder: Path, name: str, content: str | bytes) -> Path:
    """Write a text, or bytes, into a folder and give its file, which has reached the disk.

    What lies there is never overwritten: something else of the same name gets a number. Raises
    OSError; then there is no file.
    """
    data = content if isinstance(content, bytes) else content.encode("utf-8", "backslashreplace")
    if folder.name == FOLDER:  # what a stick was plugged into is nobody's to make
        folder.mkdir(parents=True, exist_ok=True)
    remove_parts(folder)
    plain = folder / name
    numbered = (plain.with_stem(f"{plain.stem}-{number}") for number in count(2))
    return next(
        file if file.exists() else _written(file, data)
        for file in chain([plain], numbered)
        if not file.exists() or (file.is_file() and file.read_bytes() == data)
    )


def export_all(folder: Path, name: str, texts: Iterable[tuple[str, str]]) -> Path:
    """Write texts, each with its name, into one archive (ZIP), as `export` does."""
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for title, text in texts:
            archive.writestr(f"{title}{SUFFIX}", text.encode("utf-8", "backslashreplace"))
    return export(folder, f"{name}.zip", packed.getvalue())


def remove_parts(folder: Path) -> None:
    """Delete what was being written there when a table was killed."""
    for file in _inside(folder):
        if file.name.endswith(PART):
            with suppress(OSError):
                file.unlink()


def _written(file: Path, data: bytes) -> Path:
    """Write a file beside its place, and put it there once it is whole on the disk.

    Raises OSError, also where something else is read than was written.
    """
    part = file.with_suffix(PART)
    try:
        part.write_bytes(data)
        sync(part)
        if part.read_bytes() != data:
            raise OSError(errno.EIO, "does not hold what was written", str(file))
        part.rename(file)
    finally:
        part.unlink(missing_ok=True)
    sync(file.parent)
    return file


def sticks() -> list[Path]:
    """The folders of what is plugged in, as far as the system tells; none on Windows."""
    tops = [Path(mount) for mount in _MOUNTS]
    inside = [place for top in tops for place in _inside(top)]
    inside += [place for parent in inside for place in _inside(parent)]
    return sorted({place for place in inside if os.path.ismount(place)})


def matches(folder: Path) -> list[Path]:
    """The files in a folder that may hold matches, the newest first."""
    files = [file for file in _inside(folder) if file.suffix.lower() in READ]
    return sorted(files, key=_age, reverse=True)[:SHOWN]


def printable(text: str) -> str:
    """A name or a line in one line and without signs that type cannot show: names of files can be
    any bytes.

    >>> printable("a\\udcff\\n b\\t")
    'a b'
    """
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def _inside(folder: Path) -> list[Path]:
    """What lies in a folder; nothing where that cannot be seen."""
    try:
        return [each for each in folder.iterdir() if not each.name.startswith(".")]
    except OSError:
        return []


def _age(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0
