"""A process beside the table: what takes long or meets strangers never holds up a frame.

The table starts it, talks with it through a pipe and ends it; it ends with the table, however the
table ends.
"""

import ctypes
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any

FAREWELL = 0.5  # seconds that `close` waits for a killed process to be gone
_PR_SET_PDEATHSIG = 1


class SideProcess:
    """The table's side: one process at a time, which calls ``serve(pipe, *arguments)`` of a module;
    the table itself need not load that. On Linux it ends with the thread that started it, so these
    belong to the main thread.
    """

    def __init__(self, name: str, module: str) -> None:
        self.context: SpawnContext = multiprocessing.get_context("spawn")
        self.process: SpawnProcess | None = None
        self.pipe: Connection[Any, Any] | None = None  # what can be pickled
        self._name, self._module = name, module
        self._ending: list[SpawnProcess] = []

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.is_alive()

    def start(self, *arguments: object) -> None:
        """Start a process. Raises OSError if the system has no room for it."""
        ours, theirs = self.context.Pipe()
        with theirs:
            self.process = self.context.Process(
                None, _serve, self._name, (self._module, theirs, *arguments), daemon=True
            )
            self.pipe = ours
            with uninterrupted():
                self.process.start()

    def dismiss(self) -> None:
        """Kill the process without waiting for its end; a stopped one dies as well."""
        if self.pipe is not None:
            self.pipe.close()
        if self.process is not None and self.process.pid is not None:
            self.process.kill()
            self._ending.append(self.process)
        self.pipe = self.process = None

    def reap(self) -> bool:
        """Forget the processes that have ended; whether these are all that had to."""
        for process in [process for process in self._ending if not process.is_alive()]:
            self._ending.remove(process)
            process.close()
        return not self._ending

    def close(self, patience: float = 0.0) -> None:
        """End the process, which has so many seconds to do that itself, and wait a moment."""
        if self.process is not None and self.alive:
            self.process.join(patience)
        self.dismiss()
        for process in self._ending:
            process.join(FAREWELL)
        self.reap()


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Processes that are started meanwhile ignore Ctrl-C: whoever starts them ends them. For the
    main thread only.
    """
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _serve(module: str, *arguments: object) -> None:
    """What the process does."""
    _end_with_table()
    import_module(module).serve(*arguments)


def _end_with_table() -> None:
    """Called in the process: end it when the table ends, in the middle of a thought and even when
    stopped. Only Linux can do the latter; everywhere a thread waits for the parent's end.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where that is not inherited
    parent = multiprocessing.parent_process()
    assert parent is not None
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    sentinel = parent.sentinel

    def outlive() -> None:
        wait([sentinel])
        os._exit(0)

    threading.Thread(target=outlive, daemon=True).start()
