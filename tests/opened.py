"""A table as tests open it: an app with its shelf, whose main loop is the test's."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import tests.loopback  # noqa: F401 (phones come from this machine alone)
from game import logs
from game.app import App, Choices


@contextmanager
def opened(
    folder: Path, language: str = "en", size: tuple[int, int] = (1280, 720)
) -> Iterator[App]:
    """The app that keeps everything in a folder; closed afterwards, but for SDL."""
    app = App(Choices(size=size, data=folder, language=language, headless=True))
    app.stack.begin()
    yield app
    app.stack.close()
    app.context.ai_worker.close()
    app.context.store.close()
    logs.close_logs()


def drawn(app: App, seconds: float) -> bool:
    """Let time pass; whether a picture was due."""
    before = app.screen.drawn
    app.frame(seconds)
    return app.screen.drawn > before


STEP = 6
"""Seconds that pass at once while nothing is due."""


def idle(app: App, seconds: float) -> None:
    """Nobody touches the table for so long; the last seconds pass one by one."""
    long = max(0, round(seconds) - STEP) // STEP
    for step in (*[STEP] * long, *[1] * (round(seconds) - long * STEP)):
        app.frame(float(step))
