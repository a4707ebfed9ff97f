"""What the log of a table says went wrong, counted for its operator."""

from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path
from typing import Final, NamedTuple

LOG: Final = "trouble.log"
"""The log in the folder of the store; older ones have a number behind the name."""
LEVELS: Final = ("WARNING", "ERROR", "CRITICAL")


class Fault(NamedTuple):
    """A line of the log."""

    when: datetime
    text: str


def faults(folder: Path | None, since: date) -> list[Fault]:
    """Everything that went wrong since a day, as far as the logs reach, the latest first."""
    if folder is None:
        return []
    found = (fault for file in folder.glob(f"{LOG}*") for fault in _read(file))
    return sorted((fault for fault in found if fault.when.date() >= since), reverse=True)


def _read(file: Path) -> Iterator[Fault]:
    try:
        lines = file.read_text("utf-8", "replace").splitlines()
    except OSError:
        return
    for line in lines:
        day, _, rest = line.partition(" ")
        time, _, told = rest.partition(" ")
        level, _, text = told.partition(" ")
        if level not in LEVELS:
            continue
        try:
            yield Fault(datetime.fromisoformat(f"{day} {time[:8]}"), text)
        except ValueError:
            continue
