"""Devices that fail, are pulled, or are leant on: the table goes on, and knows who is there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.app import App
from game.scenes.core.routes import ToSettings
from game.scenes.core.scene import Push
from game.ui.contacts import REST
from tests.opened import opened


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    with opened(tmp_path) as app:
        app.context.settings = app.context.settings.changed(unattended="3")
        app.stack.change(Push(ToSettings()))
        yield app


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


def test_a_mouse_that_trembles_and_creeps_is_nobody(app: App) -> None:
    """As an optical one does on a table of glass."""
    for second in range(1, 190):
        for number in range(6):
            pos = 300 + second + number % 3, 200 + number % 2
            send(app, pygame.MOUSEMOTION, second, pos=pos, rel=(1, 1), buttons=(0, 0, 0))
        app.frame(1.0)
    assert app.stack.top.name == "still_there"


def test_a_mouse_that_a_hand_moves_is_somebody(app: App) -> None:
    for second in range(1, 400):
        for number in range(4 if second % 60 == 0 else 0):
            pos = 300 + 40 * number, 200
            send(app, pygame.MOUSEMOTION, second, pos=pos, rel=(40, 0), buttons=(0, 0, 0))
        app.frame(1.0)
    assert app.stack.top.name == "settings"


@pytest.mark.parametrize("values", [
    (0.1, 0.25, 0.2), (0.49, 0.51), (-0.48, -0.55, -0.45), (0.1, 0.6), (-0.2, -0.9),
])  # fmt: skip
def test_a_stick_that_drifts_is_nobody(app: App, values: tuple[float, ...]) -> None:
    seen = set()
    for second in range(1, 260, 2):
        value = values[second // 2 % len(values)]
        send(app, pygame.CONTROLLERAXISMOTION, float(second), instance_id=0,
             axis=pygame.CONTROLLER_AXIS_LEFTY, value=value)  # fmt: skip
        app.listen(float(second))
        app.frame(2.0)
        seen.add(app.stack.top.name)
    assert "still_there" in seen


def test_whoever_walks_through_a_list_with_a_stick_is_somebody(app: App) -> None:
    for second in range(1, 400):
        value = (0.0, 1.0, 0.0, 1.0, 0.0, -1.0)[second // 20 % 6]
        send(app, pygame.CONTROLLERAXISMOTION, float(second), instance_id=0,
             axis=pygame.CONTROLLER_AXIS_LEFTY, value=value)  # fmt: skip
        app.frame(1.0)
    assert app.stack.top.name == "settings"


def test_what_is_carried_by_a_contact_that_never_ends_is_put_back(app: App) -> None:
    """The scene hears of it as of a pointer that is lost, and nobody has touched the table."""
    heard: list[str] = []
    app.stack.top.on = lambda intent: heard.append(intent.kind)
    send(app, pygame.FINGERDOWN, touch_id=1, finger_id=1, x=0.5, y=0.5)
    app.listen(REST + 0.1)
    assert heard[-1] == "lost"
    send(app, pygame.FINGERUP, REST + 1, touch_id=1, finger_id=1, x=0.5, y=0.5)
    assert heard[-1] == "lost"
