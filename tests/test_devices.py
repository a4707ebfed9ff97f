"""Devices that fail, are pulled, or are leant on: the table goes on, and knows who is there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.app import App, Choices
from game.scenes.core.routes import ToSettings
from game.scenes.core.scene import Push
from game.ui.contacts import REST


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    made = App(Choices(size=(1280, 720), data=tmp_path, language="en", headless=True))
    made.context.settings = made.context.settings.changed(unattended="3")
    made.stack.begin()
    made.stack.change(Push(ToSettings()))
    yield made
    made.stack.close()
    made.context.ai_worker.close()
    made.context.store.close()


def send(app: App, kind: int, now: float = 0.0, **values: Any) -> None:
    app.handle(pygame.event.Event(kind, values), now)


@pytest.mark.parametrize("event", [pygame.CONTROLLERDEVICEADDED, pygame.CONTROLLERDEVICEREMOVED])
def test_a_gamepad_that_cannot_be_opened_clears_no_table(
    app: App, event: int, monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken() -> int:
        raise pygame.error("it is gone already")

    monkeypatch.setattr("pygame._sdl2.controller.get_count", broken)
    app.guard(lambda: send(app, event, instance_id=0, device_index=0))
    assert app.stack.top.name == "settings"


def test_a_gamepad_that_was_pulled_rumbles_no_more(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def pulled(number: int, *_: float) -> None:
        asked.append(number)
        raise pygame.error("not initialised")

    monkeypatch.setattr(app.gamepads, "rumble", pulled)
    app.context.pads.rumble(0, 1.0, 0.1)
    assert asked == [0]


def test_something_that_lies_on_the_screen_and_trembles_is_nobody(app: App) -> None:
    finger = {"touch_id": 1, "finger_id": 1, "y": 0.5}
    send(app, pygame.FINGERDOWN, x=0.5, **finger)
    for second in range(1, round(REST) + 188):
        send(app, pygame.FINGERMOTION, float(second), x=0.5 + second % 2 / 1280, **finger)
        app.listen(float(second))
        app.frame(1.0)
    assert app.stack.top.name == "still_there"


def test_a_stick_that_is_stuck_is_nobody(app: App) -> None:
    send(app, pygame.CONTROLLERBUTTONDOWN, instance_id=0, button=pygame.CONTROLLER_BUTTON_DPAD_UP)
    for tenth in range(1, 10 * 200):
        app.listen(tenth / 10)
        app.frame(0.1)
    assert app.stack.top.name == "still_there"


def test_what_is_carried_by_a_contact_that_never_ends_is_put_back(app: App) -> None:
    """The scene hears of it as of a pointer that is lost, and nobody has touched the table."""
    heard: list[str] = []
    app.stack.top.on = lambda intent: heard.append(intent.kind)
    send(app, pygame.FINGERDOWN, touch_id=1, finger_id=1, x=0.5, y=0.5)
    app.listen(REST + 0.1)
    assert heard[-1] == "lost"
    send(app, pygame.FINGERUP, REST + 1, touch_id=1, finger_id=1, x=0.5, y=0.5)
    assert heard[-1] == "lost"
