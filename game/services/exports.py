"""Matches as text files in the data folder, for those who want to keep or send what was played."""

from __future__ import annotations

import os
from itertools import count
from pathlib import Path

FOLDER = "exports"


def export(folder: Path, name: str, text: str) -> Path:
    """Write a text into the folder's exports and give its file, which has reached the disk.

    What lies there is never overwritten: another text of the same name gets a number. Raises
    OSError.
    """
    place = folder / FOLDER
    place.mkdir(parents=True, exist_ok=True)
    data = text.encode("utf-8", "backslashreplace")
    names = (f"{name}{'' if number == 1 else f'-{number}'}.txt" for number in count(1))
    for file in map(place.joinpath, names):
        try:
            with file.open("xb") as out:
                out.write(data)
                out.flush()
                os.fsync(out.fileno())
        except FileExistsError:
            if file.is_file() and file.read_bytes() == data:
                return file
        else:
            return file
    raise AssertionError("there is always another number")
