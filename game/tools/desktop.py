"""The table among the programs of a desktop: its entry in the menu, its icon and its file type.

assets/desktop is laid out like the share folder in which desktops look for all of that.
"""

import errno
import os
import re
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from platformdirs.unix import Unix

from game.shipped import ASSETS

FOLDER: Final = ASSETS / "desktop"
_ENTRY: Final = "applications/walong-table.desktop"
_MADE: Final = "X-WalongTable-Folders"
"""The entry's key for the folders that were made for it and the rest, seen from the share folder.
"""
_UPDATES: Final = (("update-desktop-database", "applications"), ("update-mime-database", "mime"))
"""What keeps a desktop's index of a folder."""


def change(share: Path | None, *, remove: bool) -> int:
    """Put everything into a share folder, or into the user's own, or take it away again; gives the
    exit code.
    """
    if share is None and sys.platform in ("win32", "darwin"):
        print("only desktops that follow freedesktop.org know these files", file=sys.stderr)
        return 1
    place = (share or Path(Unix("walong-table").user_data_dir).parent).absolute()
    made = _made(place)
    try:
        if remove:
            for source in _sources():
                (place / source.relative_to(FOLDER)).unlink(missing_ok=True)
        else:
            _put(place, made)
    except OSError as error:
        print(_why_not(place, error), file=sys.stderr)
        return 1
    for program, folder in _UPDATES:
        if shutil.which(program) and (place / folder).is_dir():
            subprocess.run([program, str(place / folder)], check=False)
    if remove:
        _clear(place, made)
    print(f"Walong Table is {'no longer' if remove else 'now'} in {place}")
    return 0


def _put(place: Path, made: set[str]) -> None:
    """Write every file, the entry of the menu first: it tells which folders had to be made."""
    made |= {os.path.relpath(each, place) for each in _folders(place) if not each.exists()}
    for source in sorted(_sources(), key=lambda each: each != FOLDER / _ENTRY):
        file = place / source.relative_to(FOLDER)
        file.parent.mkdir(parents=True, exist_ok=True)
        content = _content(source, made)
        file.write_bytes(content)
        if file.read_bytes() != content:
            raise OSError(errno.EIO, "does not hold what was written", str(file))


def _clear(place: Path, made: set[str]) -> None:
    """Remove the folders that were made, where nothing is in them any more."""
    for folder in _folders(place):
        if os.path.relpath(folder, place) in made:
            with suppress(OSError):
                folder.rmdir()


def _folders(place: Path) -> list[Path]:
    """All that the files lie in, the deepest first."""
    found = {folder for each in _sources() for folder in (place / each.relative_to(FOLDER)).parents}
    return sorted(found, key=lambda each: len(each.parts), reverse=True)


def _made(place: Path) -> set[str]:
    """The folders that were made for what is installed there, as the entry of the menu tells."""
    try:
        text = (place / _ENTRY).read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return set()
    found = re.search(f"^{_MADE}=(.*)$", text, re.MULTILINE)
    return set(filter(None, found[1].split(";"))) if found else set()


def _why_not(place: Path, error: OSError) -> str:
    """What is wrong with the place, and what would be right."""
    file = next((each for each in (place, *place.parents) if os.path.isfile(each)), None)
    if file is not None:
        return f"{file} is a file; --share takes the folder for icons and menu entries"
    what = error.filename or place
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return f"{what} may not be changed; choose another folder with --share"
    return f"{what}: {error.strerror}"


def _sources() -> list[Path]:
    return [source for source in FOLDER.rglob("*.*") if source.is_file()]


def _content(source: Path, made: set[str]) -> bytes:
    """A file as it is installed: the entry of the menu names the program with its whole path, and
    the folders that were made.
    """
    text = source.read_bytes()
    if source != FOLDER / _ENTRY:
        return text
    words = " ".join(map(quoted, command()))
    text = text.replace(b"Exec=walong-table ", f"Exec={words} ".encode())
    return text + f"{_MADE}={''.join(f'{each};' for each in sorted(made))}\n".encode()


def command() -> list[str]:
    """What starts this very program, from any folder."""
    if getattr(sys, "frozen", False):
        return [sys.executable]
    script = Path(sys.argv[0]).absolute()
    return [str(script)] if os.access(script, os.X_OK) else [sys.executable, str(script)]


def quoted(word: str) -> str:
    """A word of a command as a desktop entry writes it: the rules of a string around those of the
    key Exec.

    >>> print(quoted('/a "b"/100 %'))
    "/a \\\\"b\\\\"/100 %%"
    """
    inside = re.sub(r'(["`$\\])', r"\\\1", word).replace("%", "%%")
    return f'"{inside}"'.replace("\\", "\\\\")
