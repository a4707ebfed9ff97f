"""What the log of a table says went wrong, counted for its operator."""

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import date, datetime
from pathlib import Path
from typing import Final, NamedTuple

LOG: Final = "trouble.log"
"""The log in the folder of the store; older ones have a number behind the name."""
_LINE: Final = re.compile(r"^(\S+ \S{8})\S* (?:WARNING|ERROR|CRITICAL) (.*)$", re.MULTILINE)


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
        text = file.read_text("utf-8", "replace")
    except OSError:
        return
    for line in _LINE.finditer(text):
        with suppress(ValueError):
            yield Fault(datetime.fromisoformat(line[1]), line[2])
