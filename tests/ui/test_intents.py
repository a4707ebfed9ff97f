"""Events of every device become the same intents."""

from typing import Any

import pygame
import pytest

from game.ui.intents import HOLD_AFTER, KEYS, REPEAT_AFTER, REPEAT_EVERY, Devices, Intent


@pytest.fixture
def devices() -> Devices:
    return Devices((1920, 1080))


def event(kind: int, **values: Any) -> pygame.Event:
    return pygame.event.Event(kind, **values)


def finger(kind: int, number: int, x: float, y: float) -> pygame.Event:
    return event(kind, touch_id=1, finger_id=number, x=x, y=y)


def kinds(intents: list[Intent]) -> list[str]:
    return [intent.kind for intent in intents]


def test_a_click_is_press_release_and_tap(devices: Devices) -> None:
    down = devices.read(event(pygame.MOUSEBUTTONDOWN, pos=(960, 540), button=1), 0.0)
    up = devices.read(event(pygame.MOUSEBUTTONUP, pos=(962, 541), button=1), 0.1)
    assert kinds(down) == ["press"]
    assert kinds(up) == ["release", "tap"]
    assert down[0].pos == (960, 540)


def test_positions_are_table_units_whatever_the_window() -> None:
    small = Devices((1280, 720))
    found = small.read(event(pygame.MOUSEBUTTONDOWN, pos=(640, 360), button=1), 0.0)
    assert found[0].pos == pytest.approx((960, 540))


def test_straying_makes_a_drag_and_no_tap(devices: Devices) -> None:
    devices.read(event(pygame.MOUSEBUTTONDOWN, pos=(100, 100), button=1), 0.0)
    drag = devices.read(event(pygame.MOUSEMOTION, pos=(140, 100), rel=(40, 0)), 0.1)
    up = devices.read(event(pygame.MOUSEBUTTONUP, pos=(140, 100), button=1), 0.2)
    assert kinds(drag) == ["drag"]
    assert drag[0].moved
    assert drag[0].vector == (40, 0)
    assert kinds(up) == ["release"]
    assert up[0].moved


def test_mouse_events_made_up_from_touch_are_dropped(devices: Devices) -> None:
    fake = event(pygame.MOUSEBUTTONDOWN, pos=(10, 10), button=1, touch=True)
    assert devices.read(fake, 0.0) == []


def test_fingers_are_told_apart(devices: Devices) -> None:
    devices.read(finger(pygame.FINGERDOWN, 1, 0.1, 0.1), 0.0)
    devices.read(finger(pygame.FINGERDOWN, 2, 0.9, 0.9), 0.0)
    moved = devices.read(finger(pygame.FINGERMOTION, 2, 0.8, 0.9), 0.1)
    first = devices.read(finger(pygame.FINGERUP, 1, 0.1, 0.1), 0.2)
    second = devices.read(finger(pygame.FINGERUP, 2, 0.8, 0.9), 0.3)
    assert moved[0].vector == pytest.approx((-192, 0))
    assert kinds(first) == ["release", "tap"]
    assert kinds(second) == ["release"]
    assert first[0].pointer != second[0].pointer


def test_touches_with_ids_of_their_own_share_few_names(devices: Devices) -> None:
    names = set()
    for number in range(20):
        for finger_id in (2 * number, 2 * number + 1):
            down = devices.read(finger(pygame.FINGERDOWN, finger_id, 0, 0), 0.0)
            names |= {intent.pointer for intent in down}
        for finger_id in (2 * number, 2 * number + 1):
            devices.read(finger(pygame.FINGERUP, finger_id, 0, 0), 0.0)
    assert len(names) == 2


def test_a_finger_that_goes_down_twice_was_lost_between(devices: Devices) -> None:
    devices.read(finger(pygame.FINGERDOWN, 1, 0.1, 0.1), 0.0)
    assert kinds(devices.read(finger(pygame.FINGERDOWN, 1, 0.5, 0.5), 1.0)) == ["lost", "press"]


def test_a_finger_that_never_went_down_does_nothing(devices: Devices) -> None:
    assert devices.read(finger(pygame.FINGERUP, 7, 0.1, 0.1), 0.0) == []
    assert devices.read(finger(pygame.FINGERMOTION, 7, 0.1, 0.1), 0.0) == []


def test_holding_still_is_told_once_and_is_no_tap(devices: Devices) -> None:
    devices.read(finger(pygame.FINGERDOWN, 1, 0.1, 0.1), 0.0)
    assert devices.tick(HOLD_AFTER / 2) == []
    assert kinds(devices.tick(HOLD_AFTER)) == ["hold"]
    assert devices.tick(HOLD_AFTER * 2) == []
    assert kinds(devices.read(finger(pygame.FINGERUP, 1, 0.1, 0.1), 2.0)) == ["release"]


def test_losing_the_window_loses_every_pointer(devices: Devices) -> None:
    devices.read(finger(pygame.FINGERDOWN, 1, 0.1, 0.1), 0.0)
    devices.read(event(pygame.MOUSEBUTTONDOWN, pos=(1, 1), button=1), 0.0)
    assert kinds(devices.read(event(pygame.WINDOWFOCUSLOST), 0.1)) == ["lost", "lost"]
    assert devices.read(finger(pygame.FINGERUP, 1, 0.1, 0.1), 0.2) == []


def test_the_right_button_cancels_and_the_wheel_turns(devices: Devices) -> None:
    found = devices.read(event(pygame.MOUSEBUTTONDOWN, pos=(1, 1), button=3), 0.0)
    assert kinds(found) == ["cancel"]
    found = devices.read(event(pygame.MOUSEBUTTONUP, pos=(9, 1), button=3), 0.1)
    assert kinds(found) == ["lift"]
    assert devices.read(event(pygame.MOUSEWHEEL, x=0, y=-1), 0.0)[0].value == -1


@pytest.mark.parametrize("key", KEYS)
def test_every_bound_key_gives_its_intent(devices: Devices, key: int) -> None:
    assert devices.read(event(pygame.KEYDOWN, key=key, mod=0), 0.0) == [KEYS[key]]


@pytest.mark.parametrize(
    ("key", "mod", "expected"),
    [
        (pygame.K_z, pygame.KMOD_LCTRL, ("command", "undo")),
        (pygame.K_y, pygame.KMOD_RCTRL, ("command", "redo")),
        (pygame.K_RETURN, pygame.KMOD_LALT, ("command", "fullscreen")),
        (pygame.K_TAB, pygame.KMOD_LSHIFT, ("focus", "")),
    ],
)
def test_chords(devices: Devices, key: int, mod: int, expected: tuple[str, str]) -> None:
    found = devices.read(event(pygame.KEYDOWN, key=key, mod=mod), 0.0)
    assert [(i.kind, i.name) for i in found] == [expected]


def test_while_typing_letters_are_text_and_not_commands(devices: Devices) -> None:
    assert devices.read(event(pygame.TEXTINPUT, text="ü"), 0.0) == []
    devices.typing = True
    assert devices.read(event(pygame.KEYDOWN, key=pygame.K_u, mod=0), 0.0) == []
    assert devices.read(event(pygame.KEYDOWN, key=pygame.K_SPACE, mod=0), 0.0) == []
    assert devices.read(event(pygame.TEXTINPUT, text="ü"), 0.0)[0].name == "ü"
    rubbed = devices.read(event(pygame.KEYDOWN, key=pygame.K_BACKSPACE, mod=0), 0.0)
    assert rubbed[0].name == "backspace"


def test_a_gamepads_cross_repeats_while_held(devices: Devices) -> None:
    pressed = event(
        pygame.CONTROLLERBUTTONDOWN, button=pygame.CONTROLLER_BUTTON_DPAD_LEFT, instance_id=3
    )
    released = event(
        pygame.CONTROLLERBUTTONUP, button=pygame.CONTROLLER_BUTTON_DPAD_LEFT, instance_id=3
    )
    first = devices.read(pressed, 0.0)
    assert (first[0].kind, first[0].vector, first[0].pad) == ("focus", (-1, 0), 3)
    assert devices.tick(REPEAT_AFTER / 2) == []
    assert kinds(devices.tick(REPEAT_AFTER)) == ["focus"]
    assert kinds(devices.tick(REPEAT_AFTER + REPEAT_EVERY)) == ["focus"]
    devices.read(released, 1.0)
    assert devices.tick(9.0) == []


@pytest.mark.parametrize("full", [1.0, 32767])
def test_a_stick_moves_the_focus_once_until_it_returns(devices: Devices, full: float) -> None:
    def axis(value: float) -> pygame.Event:
        return event(
            pygame.CONTROLLERAXISMOTION,
            axis=pygame.CONTROLLER_AXIS_LEFTY, value=value, instance_id=0,
        )  # fmt: skip

    assert devices.read(axis(full * 0.3), 0.0) == []
    assert devices.read(axis(full), 0.1)[0].vector == (0, 1)
    assert devices.read(axis(full * 0.9), 0.15) == []
    assert devices.read(axis(0), 0.2) == []
    assert devices.tick(5.0) == []
    assert devices.read(axis(-full), 0.3)[0].vector == (0, -1)


def test_unknown_events_are_nothing(devices: Devices) -> None:
    assert devices.read(event(pygame.USEREVENT), 0.0) == []
    assert devices.read(event(pygame.KEYDOWN, key=pygame.K_F7, mod=0), 0.0) == []
    assert devices.read(event(pygame.CONTROLLERBUTTONDOWN, button=99, instance_id=0), 0.0) == []


def test_a_slow_frame_makes_no_hold_of_a_tap(devices: Devices) -> None:
    """What happened while a picture was painted is read before anybody looks at the clock."""
    devices.read(finger(pygame.FINGERDOWN, 1, 0.5, 0.5), 0.0)
    late = 3 * HOLD_AFTER
    up = devices.read(finger(pygame.FINGERUP, 1, 0.5, 0.5), late)
    assert kinds(up) == ["release", "tap"]
    assert devices.tick(late) == []


@pytest.mark.parametrize("pixels", [(800, 480), (1280, 720), (1920, 1080), (3840, 2160)])
@pytest.mark.parametrize("rolled", [5, 13])
def test_a_fingertip_may_roll_and_still_taps(pixels: tuple[int, int], rolled: int) -> None:
    devices = Devices(pixels)
    x, step = 0.5, rolled / pixels[0]
    devices.read(finger(pygame.FINGERDOWN, 1, x, 0.5), 0.0)
    devices.read(finger(pygame.FINGERMOTION, 1, x + step, 0.5), 0.05)
    assert kinds(devices.read(finger(pygame.FINGERUP, 1, x + step, 0.5), 0.1)) == ["release", "tap"]


@pytest.mark.parametrize("key", [pygame.K_PLUS, pygame.K_EQUALS, pygame.K_KP_PLUS])
def test_plus_zooms_in_wherever_a_keyboard_has_it(devices: Devices, key: int) -> None:
    shift = pygame.KMOD_LSHIFT if key == pygame.K_EQUALS else 0
    said = devices.read(event(pygame.KEYDOWN, key=key, mod=shift), 0.0)
    assert [intent.name for intent in said] == ["zoom_in"]
