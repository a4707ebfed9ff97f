"""The table among the programs of a desktop: its entry in the menu, its icon and its file type.

assets/desktop is laid out like the share folder in which desktops look for all of that.
"""

import re
import shutil
import subprocess
import sys
from os import X_OK, access
from pathlib import Path
from typing import Final

from platformdirs.unix import Unix

from game.shipped import ASSETS

FOLDER: Final = ASSETS / "desktop"
_UPDATES: Final = (("update-desktop-database", "applications"), ("update-mime-database", "mime"))
"""What keeps a desktop's index of a folder."""


def install(share: Path | None = None) -> int:
    """Put everything into a share folder, or into the user's own; gives the exit code."""
    return _change(share, remove=False)


def remove(share: Path | None = None) -> int:
    """Take it away again; gives the exit code."""
    return _change(share, remove=True)


def _change(share: Path | None, *, remove: bool) -> int:
    if share is None and sys.platform in ("win32", "darwin"):
        print("only desktops that follow freedesktop.org know these files", file=sys.stderr)
        return 1
    place = share or Path(Unix("walong-table").user_data_dir).parent
    try:
        for source in filter(Path.is_file, FOLDER.rglob("*.*")):
            file = place / source.relative_to(FOLDER)
            if remove:
                file.unlink(missing_ok=True)
            else:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(_content(source))
    except OSError as error:
        print(error, file=sys.stderr)
        return 1
    for program, folder in _UPDATES:
        if shutil.which(program) and (place / folder).is_dir():
            subprocess.run([program, str(place / folder)], check=False)
    print(f"Walong Table is {'no longer' if remove else 'now'} in {place}")
    return 0


def _content(source: Path) -> bytes:
    """A file as it is installed: the entry of the menu names the program with its whole path."""
    text = source.read_bytes()
    if source.suffix != ".desktop":
        return text
    words = " ".join(map(quoted, command()))
    return text.replace(b"Exec=walong-table ", f"Exec={words} ".encode())


def command() -> list[str]:
    """What starts this very program, from any folder."""
    if getattr(sys, "frozen", False):
        return [sys.executable]
    script = Path(sys.argv[0]).absolute()
    return [str(script)] if access(script, X_OK) else [sys.executable, str(script)]


def quoted(word: str) -> str:
    """A word of a command as a desktop entry writes it: the rules of a string around those of the
    key Exec.

    >>> print(quoted('/a "b"/100 %'))
    "/a \\\\"b\\\\"/100 %%"
    """
    inside = re.sub(r'(["`$\\])', r"\\\1", word).replace("%", "%%")
    return f'"{inside}"'.replace("\\", "\\\\")
