"""Matches as text files in the data folder, for those who want to keep or send what was played."""

from itertools import count
from pathlib import Path

from game.services.disk import sync

FOLDER = "exports"


def export(folder: Path, name: str, text: str) -> Path:
    """Write a text into the folder's exports and give its file, which has reached the disk.

    What lies there is never overwritten: another text of the same name gets a number. Raises
    OSError; then there is no file.
    """
    place = folder / FOLDER
    place.mkdir(parents=True, exist_ok=True)
    data = text.encode("utf-8", "backslashreplace")
    numbers = (f"-{number}" if number > 1 else "" for number in count(1))
    file = next(
        each for each in (place / f"{name}{number}.txt" for number in numbers)
        if not each.exists() or (each.is_file() and each.read_bytes() == data)
    )  # fmt: skip
    if not file.exists():
        part = file.with_suffix(".part")
        try:
            part.write_bytes(data)
            sync(part)
            part.rename(file)
        finally:
            part.unlink(missing_ok=True)
        sync(place)
    return file
