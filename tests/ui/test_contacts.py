"""Forty hands on the table: palms, sleeves, contacts without an end, clicks that come twice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.ui.contacts import BESIDE, ECHO, GATHER, LONGEST, MANY, REACH, REST
from game.ui.frame import Point
from game.ui.intents import REPEAT_AFTER, REPEAT_EVERY, REPEAT_FOR, Devices, Intent

SIZE = 1920, 1080
DOWN, MOVE, UP = pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP


class Screen:
    """A touch screen that says whatever it likes, and what comes of it."""

    def __init__(self) -> None:
        self.devices = Devices(SIZE)
        self.now = 0.0
        self.said: list[Intent] = []

    def wait(self, seconds: float) -> Screen:
        self.now += seconds
        self.said += self.devices.tick(self.now)
        return self

    def touch(self, kind: int, finger: int, at: Point, device: int = 1) -> Screen:
        x, y = at[0] / SIZE[0], at[1] / SIZE[1]
        return self._read(kind, touch_id=device, finger_id=finger, x=x, y=y)

    def mouse(self, kind: int, at: Point, button: int = 1, **values: Any) -> Screen:
        return self._read(kind, pos=at, button=button, **values)

    def _read(self, kind: int, **values: Any) -> Screen:
        self.said += self.devices.read(pygame.event.Event(kind, **values), self.now)
        return self

    def kinds(self, *kinds: str) -> list[str]:
        return [intent.kind for intent in self.said if not kinds or intent.kind in kinds]

    @property
    def held(self) -> set[str]:
        """The pointers that went down and have not ended yet. Fails if one does what it cannot."""
        down: set[str] = set()
        tapping: set[str] = set()
        for intent in self.said:
            name = intent.pointer
            match intent.kind:
                case "press":
                    assert name not in down
                    down.add(name)
                case "drag" | "hold":
                    assert name in down
                case "release" | "lost":
                    down.remove(name)
                    if intent.kind == "release":
                        tapping.add(name)
                case "tap":
                    tapping.remove(name)
        return down


@pytest.fixture
def screen() -> Screen:
    return Screen()


def hand_at(middle: Point, count: int = MANY, apart: float = 60.0) -> list[Point]:
    """So many contacts close together."""
    return [(middle[0] + apart * (n % 3), middle[1] + apart * (n // 3)) for n in range(count)]


def lay(screen: Screen, places: Iterable[Point], first: int = 100) -> None:
    for number, at in enumerate(places, first):
        screen.touch(DOWN, number, at)
        screen.wait(0.01)


# Anything at all --------------------------------------------------------------------------------

POINTS = st.tuples(
    st.integers(0, 12).map(lambda n: n * 160.0), st.integers(0, 8).map(lambda n: n * 130.0)
)
WHAT = st.one_of(
    st.tuples(st.sampled_from((DOWN, MOVE, UP)), st.integers(0, 9), POINTS, st.integers(1, 2)),
    st.tuples(st.sampled_from((pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION, pygame.MOUSEBUTTONUP)),
              POINTS),
    st.floats(0.0, 2.0),
)  # fmt: skip


def play(screen: Screen, events: Iterable[Any]) -> None:
    for event in events:
        if isinstance(event, float):
            screen.wait(event)
        elif len(event) == 2:
            screen.mouse(*event)
        else:
            screen.touch(*event)


@given(st.lists(WHAT, max_size=60))
def test_whatever_a_screen_says_pointers_begin_and_end(events: list[Any]) -> None:
    screen = Screen()
    play(screen, events)
    assert len(screen.held) <= 21  # ten fingers of two devices, and the mouse


@given(st.lists(WHAT, max_size=60))
def test_no_pointer_lives_for_ever(events: list[Any]) -> None:
    screen = Screen()
    play(screen, events)
    screen.wait(REST + 0.1)
    assert not screen.held
    told = len(screen.said)
    for finger in range(10):
        screen.touch(MOVE, finger, (500, 500))
        screen.touch(UP, finger, (500, 500))
    assert len(screen.said) == told, "what was forgotten says nothing more"


@given(st.lists(WHAT, max_size=40), st.integers(0, 39))
def test_a_finger_far_from_everything_taps(events: list[Any], at: int) -> None:
    """Whatever else happens on the table; all of that is on its left, or at its edge."""
    screen, alone = Screen(), (1800.0, 1020.0)
    left: list[Any] = []
    for event in events:
        if isinstance(event, float):
            left.append(min(event, 0.1))
        else:
            left.append(tuple((p[0] / 2, p[1]) if isinstance(p, tuple) else p for p in event))
    play(screen, left[:at])
    screen.touch(DOWN, 77, alone)
    pointer = screen.said[-1].pointer
    play(screen, left[at : at + 4])
    screen.touch(UP, 77, alone)
    assert screen.said[-1] == Intent("tap", alone, pointer=pointer, source="touch")


@given(st.integers(MANY, 12), st.permutations(range(12)), st.floats(0, 20), POINTS)
def test_a_palm_does_nothing_at_all(
    count: int, order: list[int], seconds: float, middle: Point,
) -> None:
    screen, places = Screen(), hand_at(middle, count, 50.0)
    lay(screen, places)
    screen.wait(seconds)
    for number in order:
        if number < count:
            screen.touch(MOVE, 100 + number, (places[number][0] + 3, places[number][1]))
            screen.touch(UP, 100 + number, places[number])
    assert not screen.held
    assert not screen.kinds("tap", "release", "hold")


# Palms ------------------------------------------------------------------------------------------


def test_forty_fingers_are_forty_fingers(screen: Screen) -> None:
    places = [(100.0 + 180 * (n % 10), 150.0 + 200 * (n // 10)) for n in range(40)]
    for number, at in enumerate(places):
        screen.touch(DOWN, number, at)
    assert len(screen.held) == 40
    for number, at in enumerate(places):
        screen.touch(UP, number, at)
    assert screen.kinds("tap") == ["tap"] * 40


def test_what_comes_down_beside_a_palm_belongs_to_it(screen: Screen) -> None:
    lay(screen, hand_at((800, 500)))
    screen.wait(5.0)
    screen.touch(DOWN, 1, (860, 590)).touch(UP, 1, (860, 590))
    assert not screen.kinds("tap")
    screen.touch(DOWN, 1, (860 + 2 * REACH, 590)).touch(UP, 1, (860 + 2 * REACH, 590))
    assert screen.kinds("tap") == ["tap"]


def test_where_a_palm_was_lifted_fingers_count_again(screen: Screen) -> None:
    lay(screen, hand_at((800, 500)))
    for number in range(MANY):
        screen.touch(UP, 100 + number, (800, 500))
    screen.touch(DOWN, 1, (800, 500)).touch(UP, 1, (800, 500))
    assert screen.kinds("tap") == ["tap"]


def test_fingers_that_come_one_after_the_other_are_no_palm(screen: Screen) -> None:
    for number, at in enumerate(hand_at((800, 500), 8)):
        screen.touch(DOWN, number, at).wait(GATHER)
    assert len(screen.held) == 8


@pytest.mark.parametrize("fingers", range(1, MANY))
def test_a_few_fingers_of_one_hand_are_no_palm(screen: Screen, fingers: int) -> None:
    lay(screen, hand_at((800, 500), fingers))
    assert len(screen.held) == fingers


def test_a_sleeve_that_creeps_ends_all_the_same(screen: Screen) -> None:
    screen.touch(DOWN, 1, (300, 300))
    for step in range(round(LONGEST) + 1):
        screen.touch(MOVE, 1, (300 + 20 * (step % 2), 300)).wait(1.0)
    assert not screen.held


def test_a_finger_that_moves_now_and_then_holds_on(screen: Screen) -> None:
    screen.touch(DOWN, 1, (300, 300))
    for step in range(6):
        screen.wait(REST * 0.9).touch(MOVE, 1, (300 + 40 * ((step + 1) % 2), 300))
        assert screen.held


def test_a_contact_that_trembles_rests(screen: Screen) -> None:
    screen.touch(DOWN, 1, (300, 300))
    for step in range(round(REST) + 1):
        screen.touch(MOVE, 1, (300 + 6 * (step % 2), 300)).wait(1.0)
    assert screen.kinds("lost") == ["lost"]


# Devices that come and go -----------------------------------------------------------------------


def test_a_screen_that_was_lost_and_comes_back_starts_anew(screen: Screen) -> None:
    """Its contacts never ended; it has another number, or the same and tells the same fingers."""
    lay(screen, [(300.0 + 200 * n, 300.0) for n in range(5)], first=1)
    for device in (1, 2):
        screen.touch(DOWN, 1, (900, 800), device).touch(UP, 1, (900, 800), device)
    assert screen.kinds("tap") == ["tap"] * 2
    screen.wait(REST + 0.1)
    assert not screen.held


def test_a_stick_that_is_stuck_goes_nowhere_in_the_end(screen: Screen) -> None:
    down = pygame.event.Event(
        pygame.CONTROLLERBUTTONDOWN, button=pygame.CONTROLLER_BUTTON_DPAD_UP, instance_id=0
    )
    screen.said += screen.devices.read(down, 0.0)
    for _ in range(600):
        screen.wait(0.1)
    most = (REPEAT_FOR - REPEAT_AFTER) / REPEAT_EVERY + 2
    assert 10 < len(screen.kinds("focus")) <= most


def test_a_gamepad_pulled_in_mid_press_holds_nothing_any_more(screen: Screen) -> None:
    for pad in (0, 1):
        for button in (pygame.CONTROLLER_BUTTON_DPAD_UP, pygame.CONTROLLER_BUTTON_A):
            screen._read(pygame.CONTROLLERBUTTONDOWN, button=button, instance_id=pad)
        screen._read(pygame.CONTROLLERAXISMOTION, axis=pygame.CONTROLLER_AXIS_LEFTX, value=1.0,
                     instance_id=pad)  # fmt: skip
    screen.said.clear()
    screen._read(pygame.CONTROLLERDEVICEREMOVED, instance_id=0)
    assert [(intent.kind, intent.pad) for intent in screen.said] == [("rest", 0)]
    screen.said.clear()
    screen.wait(REPEAT_AFTER)
    assert {intent.pad for intent in screen.said} == {1}


# Clicks that come twice -------------------------------------------------------------------------

WAYS = {
    "while it is down": ("down", "click", "up"),
    "after it was lifted": ("down", "up", "click"),
    "around it": ("press", "down", "up", "let go"),
    "pressed between": ("down", "press", "up", "let go"),
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_a_click_beside_a_finger_is_that_finger(screen: Screen, way: tuple[str, ...]) -> None:
    at, beside = (640.0, 480.0), (648.0, 473.0)
    for what in way:
        screen.wait(0.05)
        if what == "down":
            screen.touch(DOWN, 1, at)
        if what == "up":
            screen.touch(UP, 1, at)
        if what in ("press", "click"):
            screen.mouse(pygame.MOUSEMOTION, beside)
            screen.mouse(pygame.MOUSEBUTTONDOWN, beside)
        if what in ("let go", "click"):
            screen.mouse(pygame.MOUSEMOTION, beside)
            screen.mouse(pygame.MOUSEBUTTONUP, beside)
    assert screen.kinds("tap") == ["tap"]
    assert not screen.held


def test_a_long_press_is_no_right_click(screen: Screen) -> None:
    screen.touch(DOWN, 1, (640, 480)).wait(1.2)
    screen.mouse(pygame.MOUSEBUTTONDOWN, (640, 480), 3).mouse(pygame.MOUSEBUTTONUP, (640, 480), 3)
    screen.touch(UP, 1, (640, 480))
    screen.mouse(pygame.MOUSEBUTTONDOWN, (641, 480), 3)
    assert not screen.kinds("cancel", "tap")


@pytest.mark.parametrize(("away", "later"), [(BESIDE + 20, 0.0), (0.0, ECHO + 0.1)])
def test_a_mouse_of_its_own_clicks(screen: Screen, away: float, later: float) -> None:
    screen.touch(DOWN, 1, (640, 480)).touch(UP, 1, (640, 480)).wait(later)
    at = (640 + away, 480.0)
    screen.mouse(pygame.MOUSEBUTTONDOWN, at).mouse(pygame.MOUSEBUTTONUP, at)
    assert screen.kinds("tap") == ["tap"] * 2


def test_a_finger_that_is_made_up_from_the_mouse_is_dropped(screen: Screen) -> None:
    screen.mouse(pygame.MOUSEBUTTONDOWN, (640, 480)).touch(DOWN, 0, (640, 480), device=-1)
    screen.mouse(pygame.MOUSEBUTTONUP, (640, 480)).touch(UP, 0, (640, 480), device=-1)
    assert screen.kinds() == ["press", "release", "tap"]


def test_no_place_is_nowhere(screen: Screen) -> None:
    """A driver may tell a place beyond the edge."""
    screen.touch(DOWN, 1, (-50, 2000)).touch(MOVE, 1, (9e6, 0)).touch(UP, 1, (-50, 2000))
    assert not screen.held
