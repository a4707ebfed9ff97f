"""What has to be held for a second: by a finger, by a key, and not by accident."""

from typing import Any

import pygame
import pytest

from game.ui.dialog import HOLD_SECONDS, Dialog, HoldButton
from game.ui.fonts import TextMetrics
from game.ui.frame import Box, Frame
from game.ui.intents import Devices, Intent
from game.ui.layer import Layer

TABLE = Frame((960, 540), (1920, 1080))
AT = (200.0, 130.0)


@pytest.fixture
def log() -> list[Any]:
    return []


@pytest.fixture
def layer(log: list[Any]) -> Layer:
    button = HoldButton("Delete", lambda: log.append("gone"))
    button.place(Box(100, 100, 300, 72))
    return Layer(TABLE, [button])


def wait(layer: Layer, seconds: float) -> None:
    for _ in range(round(seconds * 60)):
        layer.update(1 / 60)


def test_a_tap_does_nothing(layer: Layer, log: list[Any]) -> None:
    for kind in ("press", "release", "tap"):
        layer.on(Intent(kind, AT, pointer="f"))
    wait(layer, 2)
    assert log == []


def test_held_for_a_second_it_acts_once(layer: Layer, log: list[Any]) -> None:
    layer.on(Intent("press", AT, pointer="f"))
    wait(layer, HOLD_SECONDS - 0.1)
    assert log == []
    wait(layer, 0.2)
    assert log == ["gone"]
    wait(layer, 3)
    layer.on(Intent("release", AT, pointer="f"))
    assert log == ["gone"]


@pytest.mark.parametrize("intent", [
    Intent("release", AT, pointer="f"), Intent("lost", AT, pointer="f"),
    Intent("drag", (900.0, 900.0), pointer="f", moved=True),
])  # fmt: skip
def test_whoever_lets_go_early_has_done_nothing(
    layer: Layer, log: list[Any], intent: Intent,
) -> None:
    layer.on(Intent("press", AT, pointer="f"))
    wait(layer, 0.8)
    layer.on(intent)
    wait(layer, 0.5)
    assert log == []
    assert getattr(layer.children[0], "share", None) == 0


def test_seconds_of_several_tries_do_not_add_up(layer: Layer, log: list[Any]) -> None:
    for _ in range(6):
        layer.on(Intent("press", AT, pointer="f"))
        wait(layer, 0.4)
        layer.on(Intent("release", AT, pointer="f"))
        wait(layer, 0.3)
    assert log == []


def test_a_key_holds_it_until_it_comes_up(layer: Layer, log: list[Any]) -> None:
    button: Any = layer.children[0]
    button.activate()
    wait(layer, 0.5)
    button.rest()
    wait(layer, 2)
    assert log == []
    button.activate()
    wait(layer, 1.1)
    assert log == ["gone"]


def test_what_cannot_be_done_cannot_be_held(layer: Layer, log: list[Any]) -> None:
    layer.children[0].enabled = False
    layer.on(Intent("press", AT, pointer="f"))
    layer.children[0].activate()
    wait(layer, 2)
    assert log == []


def test_a_dialog_that_must_be_held_begins_with_the_harmless_answer(log: list[Any]) -> None:
    answers = [("Delete", lambda: log.append("gone")), ("Keep", lambda: log.append("kept"))]
    dialog = Dialog("Delete?", "For good.", answers, TextMetrics(), TABLE, held=True)
    assert dialog.first is dialog.buttons[1]
    assert [button.look for button in dialog.buttons] == ["plain", "primary"]
    dialog.buttons[0].activate()
    dialog.update(1.1)
    dialog.cancel()
    assert log == ["gone", "kept"]
    asking = Dialog("Leave?", "", answers, TextMetrics(), TABLE)
    assert asking.first is asking.buttons[0]


def key(kind: int, code: int) -> pygame.Event:
    return pygame.event.Event(kind, key=code, mod=0)


def test_devices_tell_when_confirm_is_let_go_of() -> None:
    devices = Devices((1920, 1080))
    down = devices.read(key(pygame.KEYDOWN, pygame.K_RETURN), 0.0)
    up = devices.read(key(pygame.KEYUP, pygame.K_RETURN), 0.2)
    assert [intent.kind for intent in (*down, *up)] == ["confirm", "rest"]
    assert devices.read(key(pygame.KEYUP, pygame.K_LEFT), 0.3) == []


def test_a_window_that_loses_the_focus_lets_go_of_keys() -> None:
    devices = Devices((1920, 1080))
    devices.read(key(pygame.KEYDOWN, pygame.K_SPACE), 0.0)
    lost = devices.read(pygame.event.Event(pygame.WINDOWFOCUSLOST), 0.1)
    assert [intent.kind for intent in lost] == ["rest"]


def test_a_gamepads_button_comes_up_too() -> None:
    devices = Devices((1920, 1080))
    made = [
        devices.read(pygame.event.Event(kind, button=button, instance_id=2), 0.0)
        for kind, button in (
            (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLER_BUTTON_A),
            (pygame.CONTROLLERBUTTONUP, pygame.CONTROLLER_BUTTON_A),
            (pygame.CONTROLLERBUTTONUP, pygame.CONTROLLER_BUTTON_B),
        )
    ]
    assert [[(i.kind, i.pad) for i in each] for each in made] == [
        [("confirm", 2)], [("rest", 2)], [],
    ]
