"""The log when several threads have something to say at once."""

import logging
import threading
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from game import logs


@pytest.fixture
def log() -> Iterator[logs.InFolder]:
    yield logs.open_logs()
    logs.close_logs()


def say(text: str) -> None:
    logging.getLogger("game").warning(text)


def test_what_is_said_while_a_folder_is_found_is_written_there(
    log: logs.InFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    late, found = threading.Event(), threading.Event()

    class Waiting(deque[Any]):
        def append(self, record: Any) -> None:
            late.set()
            found.wait(0.3)
            super().append(record)

    def close() -> None:
        logs.InFolder.close(log)
        disk.start()
        late.wait(0.3)

    disk = threading.Thread(target=say, args=("the disk is slow",))
    log._waiting = Waiting()
    monkeypatch.setattr(log, "close", close)
    log.follow(tmp_path)
    monkeypatch.undo()
    found.set()
    disk.join()
    assert "the disk is slow" in (tmp_path / "trouble.log").read_text()


def test_somebody_may_speak_while_the_logs_are_closed() -> None:
    threads: list[Any] = []

    class Slow(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if threading.current_thread() is threading.main_thread() and closing:
                threads.append(threading.Thread(target=repeats.handle, args=(told("c"),)))
                threads[-1].start()
                threads[-1].join(0.3)

    def told(text: str) -> logging.LogRecord:
        return logging.LogRecord("game", logging.WARNING, "", 0, text, (), None)

    closing, repeats = False, logs.Repeats(Slow())
    for text in ("a", "a", "b", "b"):
        repeats.handle(told(text))
    closing = True
    repeats.close()
    for thread in threads:
        thread.join()
    assert len(threads) == 2


def test_what_is_remembered_no_more_is_mentioned(
    log: logs.InFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(logs, "KNOWN", 1)
    log.follow(tmp_path)
    for text in ("first", "first", "second"):
        say(text)
    assert "… once more: first" in (tmp_path / "trouble.log").read_text()
