"""All records on their way into one file, in a thread that ends with the scene that began it."""

from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import TypeAlias

from game.services import exports

Records: TypeAlias = "Iterable[tuple[str, str]]"
"""Texts, each with a name."""


class Stopped(Exception):
    """Nobody waits for the file any more."""


class Archive:
    """Writes one file at a time while the table goes on."""

    def __init__(self) -> None:
        self._written: Future[Path] | None = None
        self._stop = Event()

    def begin(self, folder: Path, name: str, records: Records) -> None:
        """Write an archive, unless one is being written."""
        if self._written is None:
            worker = ThreadPoolExecutor(1)
            texts = self._unless_stopped(records)
            self._written = worker.submit(exports.export_all, folder, name, texts)
            worker.shutdown(wait=False)  # it ends with this work

    def _unless_stopped(self, records: Records) -> Iterator[tuple[str, str]]:
        for each in records:
            if self._stop.is_set():
                raise Stopped
            yield each

    def finished(self) -> Path | BaseException | None:
        """The file, or why there is none: once, as soon as it is known."""
        written = self._written
        if written is None or not written.done():
            return None
        self._written = None
        return written.exception() or written.result()

    def close(self) -> bool:
        """Leave no half file. Gives whether one was being written."""
        self._stop.set()
        return self._written is not None and not self._written.done()
