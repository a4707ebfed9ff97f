"""The log of what went wrong: ``trouble.log`` and ``crash.log`` in the folder of the store.

Every line begins with its time and can be read by an operator; a traceback follows it. What goes
wrong again and again in the same place is counted instead of written. Logging never raises,
whatever has become of the disk or the terminal.
"""

import faulthandler
import logging
import traceback
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TextIO

from game.services.faults import LOG

SIZE, OLDER = 256 * 1024, 2
"""Bytes that a log may have, and how many older ones are kept beside it."""
QUIET = 600.0
"""Seconds after which a trouble that goes on is mentioned again."""
WAITING = 100
"""How many records wait for a folder at most; the latest ones are kept."""
KNOWN = 500
"""How many troubles are remembered to be counted."""
FORMAT = "%(asctime)s %(levelname)s %(message)s"

_log = logging.getLogger("game")


@dataclass(slots=True)
class _Trouble:
    """Something that went wrong: how often since it was mentioned last, and when that was."""

    level: int
    message: str
    told: float
    more: int = 0


class Repeats(logging.Handler):
    """Hands a record on when it comes first, and after that only how often it came again."""

    def __init__(self, *targets: logging.Handler) -> None:
        super().__init__()
        self._targets = targets
        self._seen: dict[int, _Trouble] = {}

    def emit(self, record: logging.LogRecord) -> None:
        try:
            self._count(record)
        except Exception:  # such as an error that cannot tell its own text
            self.handleError(record)

    def _count(self, record: logging.LogRecord) -> None:
        key = _place(record)
        known = self._seen.get(key)
        if known is None:
            if len(self._seen) >= KNOWN:
                self._tell(self._seen.pop(next(iter(self._seen))))
            self._seen[key] = _Trouble(record.levelno, record.getMessage(), record.created)
            self._hand_on(record)
            return
        known.more += 1
        if record.created - known.told >= QUIET:
            self._tell(known)
            known.told = record.created

    def _tell(self, known: _Trouble) -> None:
        """Mention what has not been mentioned yet."""
        if not known.more:
            return
        often = "once" if known.more == 1 else f"{known.more} times"
        text = f"… {often} more: {known.message}"
        known.more = 0
        self._hand_on(logging.LogRecord(_log.name, known.level, "", 0, text, (), None))

    def _hand_on(self, record: logging.LogRecord) -> None:
        for target in self._targets:
            target.handle(record)

    def close(self) -> None:
        """Mention what has not been mentioned yet, and close the logs."""
        self.acquire()  # other threads may still have something to say
        try:
            for known in self._seen.values():
                self._tell(known)
            for target in self._targets:
                target.close()
        finally:
            self.release()
        super().close()


def _place(record: logging.LogRecord) -> int:
    """What tells one trouble from another: its words, or an error's kind and its calls."""
    if record.exc_info is None or record.exc_info[0] is None:
        return hash((record.levelno, record.getMessage()))
    calls = traceback.walk_tb(record.exc_info[2])
    way = tuple((frame.f_code.co_filename, line) for frame, line in calls)
    return hash((record.exc_info[0], way))


class InFolder(RotatingFileHandler):
    """Writes to ``trouble.log`` in a folder; what comes before there is one waits for it."""

    def __init__(self) -> None:
        super().__init__(LOG, "a", SIZE, OLDER, encoding="utf-8", delay=True)
        self._folder: Path | None = None
        self._crashes: TextIO | None = None
        self._waiting: deque[logging.LogRecord] = deque(maxlen=WAITING)

    def emit(self, record: logging.LogRecord) -> None:
        if self._folder is None:
            self._waiting.append(record)
        else:
            super().emit(record)

    def follow(self, folder: Path | None) -> None:
        """Write to this folder from now on; None changes nothing."""
        if folder is None or folder is self._folder or folder == self._folder:
            return
        self.acquire()  # nobody's record is to wait for a folder that is there
        try:
            self.close()
            self._folder, self.baseFilename = folder, str(folder.absolute() / LOG)
            while self._waiting:
                self.handle(self._waiting.popleft())
        finally:
            self.release()
        self._catch_crashes(folder / "crash.log")

    def _catch_crashes(self, path: Path) -> None:
        """Let a crash of the program below Python leave its tracebacks in a file."""
        before = self._crashes
        if before is None and faulthandler.is_enabled():
            return  # somebody else catches them
        try:
            if path.exists() and path.stat().st_size > SIZE:
                path.replace(path.with_suffix(".log.1"))
            self._crashes = path.open("a", encoding="utf-8")  # open as long as the program runs
        except OSError as error:
            _log.warning("crashes cannot be written down: %s", error)
            return
        faulthandler.enable(self._crashes)
        if before is not None:
            before.close()


def open_logs() -> InFolder:
    """Log to standard error, and to files in the folder that is told to what this gives."""
    close_logs()
    logging.raiseExceptions = False
    in_folder, terminal = InFolder(), logging.StreamHandler()
    for target in (terminal, in_folder):
        target.setFormatter(logging.Formatter(FORMAT))
    _log.addHandler(Repeats(terminal, in_folder))
    return in_folder


def close_logs() -> None:
    for handler in list(_log.handlers):
        if isinstance(handler, Repeats):
            _log.removeHandler(handler)
            handler.close()


def leave_word(folder: Path, text: str) -> None:
    """Add a line to the log in a folder that is another table's, who alone turns its files over."""
    record = logging.LogRecord(_log.name, logging.ERROR, "", 0, text, (), None)
    with suppress(OSError), (folder / LOG).open("a", encoding="utf-8") as log:
        log.write(logging.Formatter(FORMAT).format(record) + "\n")


def note(error: BaseException) -> None:
    """Write down an error with its traceback."""
    _log.error("%s: %s", type(error).__name__, error, exc_info=error)
