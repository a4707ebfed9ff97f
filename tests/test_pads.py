"""Gamepads that come, go and come back: what stands on their buttons, and whose turn they play."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.app import App
from game.pads import style_of
from game.scenes.home.shelf import Shelf
from game.scenes.play.seat_pads import SeatPads
from game.ui import icons
from game.ui.canvas import Canvas
from game.ui.icons import PadStyle
from game.ui.intents import Intent
from tests.opened import opened
from tests.scenes.by_pad import A, Pad
from tests.scenes.table import Table
from tests.scenes.test_by_keys import jin_li
from tests.tools import headless


@pytest.mark.parametrize(
    ("name", "guid", "style"),
    [
        ("Whatever", "030000004c050000c405000011810000", "shapes"),
        ("Whatever", "030000007e0500000920000011810000", "nintendo"),
        ("Whatever", "030000005e0400008e02000010010000", "letters"),
        ("PS4 Controller", "03000000ffff0000c405000011810000", "shapes"),
        ("DualSense Wireless Controller", "", "shapes"),
        ("Nintendo Switch Pro Controller", "no number", "nintendo"),
        ("Xbox Series X Controller", "", "letters"),
        ("Noname Gamepad", "", "letters"),
    ],
)
def test_makers_and_names_tell_what_stands_on_the_buttons(
    name: str, guid: str, style: PadStyle
) -> None:
    assert style_of(name, guid) == style


ANNA, BEN = 0, 1
PEOPLE = (ANNA, BEN)


@pytest.mark.parametrize(
    ("plugged", "before", "pad", "person", "lets"),
    [
        pytest.param({7}, [(7, ANNA)], 7, BEN, True, id="one goes round"),
        pytest.param({7, 8}, [(7, ANNA), (8, BEN)], 7, BEN, False, id="not another's turn"),
        pytest.param({7, 8}, [(7, ANNA), (8, BEN)], 8, BEN, True, id="the own turn"),
        pytest.param({7, 8}, [(7, ANNA), (7, BEN), (8, BEN)], 7, BEN, False, id="a second comes"),
        pytest.param({7, 8}, [(7, ANNA)], 8, ANNA, False, id="a second waits for its turn"),
        pytest.param({7, 8, 9}, [(7, ANNA), (8, BEN)], 9, BEN, True, id="a third is a spare one"),
        pytest.param({8, 9}, [(7, ANNA), (8, BEN)], 9, ANNA, True, id="what is gone is replaced"),
        pytest.param({8, 9}, [(7, ANNA), (8, BEN)], 9, BEN, False, id="but not for the other"),
        pytest.param({8}, [(7, ANNA), (8, BEN)], 8, ANNA, True, id="one is left for both"),
    ],
)
def test_two_gamepads_never_play_each_others_turns(
    plugged: set[int], before: list[tuple[int, int]], pad: int, person: int, lets: bool
) -> None:
    there = {each for each, _ in before}
    pads = SeatPads(there)
    for each, who in before:
        assert pads.lets(Intent("confirm", source="pad", pad=each), who, PEOPLE)
    there ^= there ^ plugged
    assert pads.lets(Intent("confirm", source="pad", pad=pad), person, PEOPLE) == lets
    assert pads.lets(Intent("menu", source="pad", pad=pad), person, PEOPLE), "menus are everybody's"
    assert pads.lets(Intent("command", name="help", pad=pad), person, PEOPLE)


def test_at_the_table_the_other_gamepad_is_told_whose_turn_it_is() -> None:
    table = Table("jin_li")
    rumbled: list[int] = []
    table.context.pads.styles.update({0: "letters", 1: "shapes"})
    table.context.pads.rumble = lambda pad, *_: rumbled.append(pad)
    anna, ben = Pad(table.stack, 0), Pad(table.stack, 1)
    for seat, pad in enumerate((anna, ben)):
        while table.match.actor == seat:
            jin_li(pad, table.match.game.moves(table.match.state)[0])
            table.rest()
        assert set(rumbled) == {seat}, "in the hand that has moved"
        rumbled.clear()
    focus = table.scene.focus.current
    ben.button(A)
    assert table.scene.focus.current is focus
    assert not table.scene.input.holding
    assert table.context.texts.t("play.other_pad", who="Anna") == table.scene.trays[0].message
    anna.button(A)
    assert table.scene.input.holding
    table.close()


def test_signs_show_while_a_gamepad_spoke_last(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[str, str]] = []

    def note(canvas: Canvas, style: str, control: str, *_: object) -> None:
        drawn.append((style, control))

    monkeypatch.setattr(icons, "draw_pad", note)
    table = Table("jin_li")
    table.context.pads.styles[4] = "shapes"

    def seen() -> list[tuple[str, str]]:
        drawn.clear()
        headless.picture(table.stack)
        return sorted(drawn)

    assert not seen()
    Pad(table.stack, 4).press(Intent("focus", vector=(1, 0)))
    assert seen() == [("shapes", "a"), ("shapes", "start"), ("shapes", "x")]
    table.send("hover", (500, 500))
    assert not seen(), "the mouse needs none"
    Pad(table.stack, 4).press(Intent("focus", vector=(1, 0)))
    table.context.pads.styles.clear()
    assert not seen(), "it was pulled"
    table.close()


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    with opened(tmp_path, size=(800, 600)) as app:
        app.frame(0.0)
        yield app


def test_a_gamepad_that_is_pulled_holds_nothing_any_more(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    def found() -> None:
        app.gamepads.styles.clear()
        app.gamepads.styles.update(plugged)

    def post(kind: int, now: float, **values: int) -> None:
        app.handle(pygame.event.Event(kind, dict(values)), now)

    plugged: dict[int, PadStyle] = {3: "shapes"}
    monkeypatch.setattr(app.gamepads, "find", found)
    post(pygame.CONTROLLERDEVICEADDED, 0.0, device_index=0)
    assert app.context.pads.likely == "shapes"
    down = pygame.CONTROLLER_BUTTON_DPAD_RIGHT
    post(pygame.CONTROLLERBUTTONDOWN, 0.0, button=down, instance_id=3)
    assert app.context.pads.style == "shapes"
    assert app.devices.tick(1.0), "what is held repeats"
    plugged.clear()
    post(pygame.CONTROLLERDEVICEREMOVED, 1.1, instance_id=3)
    assert app.context.pads.style is None
    assert not app.devices.tick(9.0)
    assert app.context.notices == [app.context.texts.t("table.pad_gone")]
    plugged[4] = "nintendo"
    post(pygame.CONTROLLERDEVICEADDED, 2.0, device_index=0)
    post(pygame.CONTROLLERBUTTONDOWN, 2.1, button=down, instance_id=4)
    assert app.context.pads.style == "nintendo"
    assert isinstance(app.stack.top, Shelf)


def test_an_axis_that_was_pushed_when_its_gamepad_was_pulled_can_be_pushed_again(app: App) -> None:
    def push() -> list[Intent]:
        return app.devices.read(pygame.event.Event(
            pygame.CONTROLLERAXISMOTION, axis=pygame.CONTROLLER_AXIS_LEFTX, value=1.0,
            instance_id=5,
        ), 0.0)  # fmt: skip

    assert push()
    assert not push()
    removed = pygame.event.Event(pygame.CONTROLLERDEVICEREMOVED, instance_id=5)
    assert [intent.kind for intent in app.devices.read(removed, 0.0)] == ["rest"]
    assert push()


class Virtual:
    """A gamepad that SDL believes to be plugged in."""

    GAMEPAD, AXES, BUTTONS = 1, 6, 15

    def __init__(self, sdl: ctypes.CDLL) -> None:
        self._sdl = sdl
        self._index = sdl.SDL_JoystickAttachVirtual(self.GAMEPAD, self.AXES, self.BUTTONS, 0)
        sdl.SDL_JoystickOpen.restype = ctypes.c_void_p
        self._stick = ctypes.c_void_p(sdl.SDL_JoystickOpen(self._index))

    def press(self, button: int, down: bool = True) -> None:
        self._sdl.SDL_JoystickSetVirtualButton(self._stick, button, ctypes.c_uint8(down))

    def pull(self) -> None:
        self._sdl.SDL_JoystickDetachVirtual(self._index)


def sdl_of_pygame() -> ctypes.CDLL:
    """The library that pygame has loaded, where it brings its own."""
    found = [*Path(pygame.__path__[0]).parent.glob("pygame_ce.libs/libSDL2-2*")]
    if not found:
        pytest.skip("pygame uses the system's SDL")
    return ctypes.CDLL(str(found[0]))


def test_sdl_tells_of_gamepads_that_come_and_go(app: App) -> None:
    sdl, pads = sdl_of_pygame(), app.context.pads
    app.gamepads.find()
    one = Virtual(sdl)
    app.listen(0.0)
    assert list(pads.styles.values()) == ["letters"]
    one.press(pygame.CONTROLLER_BUTTON_DPAD_LEFT)
    app.listen(0.1)
    first = pads.last
    assert first in pads.styles
    assert app.devices.tick(5.0)
    one.pull()
    app.listen(5.1)
    assert not pads.styles
    assert not app.devices.tick(9.0)
    again, other = Virtual(sdl), Virtual(sdl)
    app.listen(9.1)
    assert len(pads.styles) == 2
    again.press(pygame.CONTROLLER_BUTTON_DPAD_LEFT)
    app.listen(9.2)
    assert pads.last in pads.styles
    assert pads.last != first, "SDL counts on"
    pads.rumble(pads.last or 0, 1.0, 0.1)
    pads.rumble(99, 1.0, 0.1)
    other.pull()
    again.pull()
    app.listen(9.3)
    assert not pads.styles
