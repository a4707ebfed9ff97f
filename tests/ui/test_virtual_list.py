"""A list of thousands holds only the rows that can be seen, whatever is done with it."""

from typing import Any

import pytest

from game.ui.fonts import TextMetrics
from game.ui.frame import Box, Frame
from game.ui.intents import Intent
from game.ui.layer import Focus, Layer
from game.ui.scrolling import AHEAD, EARLY, VirtualList
from game.ui.widgets import Button

TABLE = Frame((960, 540), (1920, 1080))
HIGH, GAP, PAGE = 100.0, 10.0, 40
DOWN = Intent("focus", vector=(0, 1), source="keys")


class Told:
    """A list of rows by number, and what it asked for."""

    def __init__(self, total: int) -> None:
        self.total, self.pages = total, 0
        self.made: list[Any] = []
        self.log: list[Any] = []
        self.list = VirtualList(self.row, self.more, HIGH, gap=GAP)
        self.list.arrange(TextMetrics(), Box(100, 100, 500, 600))
        self.layer = Layer(TABLE, [self.list])

    def row(self, index: int) -> Button:
        self.made.append(index)
        return Button(str(index), lambda: self.log.append(index), look="row")

    def more(self) -> None:
        self.pages += 1
        self.list.count = min(self.total, self.list.count + PAGE)

    @property
    def shown(self) -> list[int]:
        return [int(getattr(row, "text", "")) for row in self.list.children]


def test_only_rows_in_sight_are_made() -> None:
    told = Told(5000)
    assert told.shown == list(range(6 + AHEAD))
    assert told.pages == 1


def test_the_end_of_thousands_is_reached_page_by_page() -> None:
    told = Told(5000)
    steps = 0
    while told.list.count < 5000 or told.list.offset < told.list.most:
        told.list.scroll_to(told.list.offset + 500)
        steps += 1
        assert len(told.list.children) <= 8 + 2 * AHEAD
    assert told.shown[-1] == 4999
    assert told.pages == 5000 // PAGE + 1
    told.list.scroll_to(0)
    told.list.scroll_to(told.list.most)
    assert told.pages == 5000 // PAGE + 1
    assert len(told.made) < 5000 + steps


def test_more_is_asked_for_before_the_last_row_is_seen() -> None:
    told = Told(200)
    while told.pages == 1:
        told.list.scroll_to(told.list.offset + 50)
    assert told.shown[-1] <= PAGE - 1
    assert told.shown[-1] >= PAGE - 1 - EARLY


def test_at_the_end_nothing_more_is_asked_for_twice_in_vain() -> None:
    told = Told(3)
    told.list.scroll_to(900)
    assert told.list.offset == 0
    assert told.shown == [0, 1, 2]
    assert told.list.length == pytest.approx(3 * HIGH + 2 * GAP)


def test_an_empty_list_is_empty() -> None:
    told = Told(0)
    assert told.shown == []
    assert told.list.length == 0


def test_a_tap_reaches_the_row_below_it_after_scrolling() -> None:
    told = Told(5000)
    told.list.scroll_to(30 * (HIGH + GAP))
    for kind in ("press", "release"):
        told.layer.on(Intent(kind, (300, 150), pointer="f"))
    assert told.log == [30]


def test_a_finger_drags_the_list_and_presses_nothing() -> None:
    told = Told(5000)
    told.layer.on(Intent("press", (300, 600), pointer="f"))
    for y in (500, 400, 300, 200):
        told.layer.on(Intent("drag", (300, y), (0, -100), "f", moved=True))
    told.layer.on(Intent("release", (300, 200), pointer="f", moved=True))
    assert told.list.offset == pytest.approx(400)
    assert told.log == []


def test_keys_walk_down_as_far_as_there_is_anything() -> None:
    told = Told(90)
    focus = Focus()
    for _ in range(120):
        focus.on(DOWN, [told.layer])
    assert focus.current is not None
    assert getattr(focus.current, "text", "") == "89"
    assert told.list.offset == pytest.approx(told.list.most)


def test_a_row_far_down_can_be_shown() -> None:
    told = Told(5000)
    told.list.show(3000)
    assert 3000 in told.shown
    assert told.list.count >= 3000
