"""Lists and long texts: scrolling with a finger, the wheel, a flick; what rows still get."""

from __future__ import annotations

import pygame
import pytest

from game.ui import markup
from game.ui.canvas import Canvas
from game.ui.fonts import TextMetrics
from game.ui.frame import Box, Frame
from game.ui.intents import Intent, Kind
from game.ui.layer import Focus, Layer
from game.ui.scrolling import List
from game.ui.theme import BODY
from game.ui.widgets import Button, Field, Label, Slider, Widget

TABLE = Frame((960, 540), (1920, 1080))


def intent(
    kind: Kind, x: float, y: float, dy: float = 0, moved: bool = False, pointer: str = "f"
) -> Intent:
    return Intent(kind, (x, y), (0, dy), pointer, "touch", moved=moved)


def filled(count: int, log: list[int] | None = None) -> tuple[List, Layer]:
    noted = log if log is not None else []
    rows = List([Button(f"{n}", lambda n=n: noted.append(n), look="row") for n in range(count)])  # type: ignore[misc]
    rows.arrange(TextMetrics(), Box(100, 100, 500, 300))
    return rows, Layer(TABLE, [rows])


def test_a_tap_on_a_row_reaches_it() -> None:
    log: list[int] = []
    rows, layer = filled(20, log)
    layer.on(intent("press", 200, 130))
    layer.on(intent("release", 200, 130))
    assert log == [0]
    assert rows.offset == 0


def test_a_drag_scrolls_and_presses_nothing() -> None:
    log: list[int] = []
    rows, layer = filled(20, log)
    layer.on(intent("press", 200, 330))
    layer.on(intent("drag", 200, 230, -100, moved=True))
    layer.on(intent("drag", 200, 180, -50, moved=True))
    layer.on(intent("release", 200, 180, moved=True))
    assert rows.offset == pytest.approx(150)
    assert log == []


def test_rows_move_with_the_list() -> None:
    rows, layer = filled(20)
    before = rows.children[3].box.y
    layer.on(Intent("wheel", (200, 200), value=-1))
    assert rows.children[3].box.y == pytest.approx(before - rows.offset)
    assert rows.offset > 0


def test_the_wheel_stops_at_both_ends() -> None:
    rows, layer = filled(20)
    layer.on(Intent("wheel", (200, 200), value=5))
    assert rows.offset == 0
    for _ in range(60):
        layer.on(Intent("wheel", (200, 200), value=-1))
    assert rows.offset == pytest.approx(rows.most)
    assert rows.children[-1].box.bottom == pytest.approx(rows.box.bottom)


def test_a_flick_glides_on_and_comes_to_rest() -> None:
    rows, layer = filled(40)
    layer.on(intent("press", 200, 380))
    for y in range(360, 200, -20):
        layer.on(intent("drag", 200, y, -20, moved=True))
        layer.update(1 / 60)
    layer.on(intent("release", 200, 200, moved=True))
    left = rows.offset
    for _ in range(600):
        layer.update(1 / 60)
    there = rows.offset
    assert there > left + 40
    layer.update(1 / 60)
    assert rows.offset == there
    assert 0 <= rows.offset <= rows.most


def test_pulled_beyond_its_end_a_list_springs_back() -> None:
    rows, layer = filled(20)
    layer.on(intent("press", 200, 120))
    layer.on(intent("drag", 200, 320, 200, moved=True))
    layer.on(intent("release", 200, 320, moved=True))
    assert rows.offset < 0
    for _ in range(200):
        layer.update(1 / 60)
    assert rows.offset == 0


def test_a_short_list_does_not_scroll() -> None:
    rows, layer = filled(2)
    layer.on(intent("press", 200, 130))
    layer.on(intent("drag", 200, 80, -50, moved=True))
    assert rows.offset == 0
    assert not layer.on(Intent("wheel", (200, 200), value=-1))


def test_keys_scroll_a_list_of_words_that_is_too_long() -> None:
    rows = List([Label(f"{number}.", BODY) for number in range(40)])
    layer = Layer(Frame((150, 150), (300, 300)), [rows])
    focus, down = Focus(), Intent("focus", vector=(0, 1), source="pad")
    rows.arrange(TextMetrics(), Box(0, 0, 300, 300))
    for _ in range(60):
        focus.on(down, [layer])
    assert focus.current is rows
    assert rows.offset == rows.most
    rows.arrange(TextMetrics(), Box(0, 0, 300, 9000))
    assert not list(rows.targets()), "what is seen whole is nothing to stop at"


def test_what_is_scrolled_out_of_sight_cannot_be_touched() -> None:
    log: list[int] = []
    _, layer = filled(20, log)
    assert not layer.on(intent("press", 200, 90))
    assert not layer.on(intent("press", 200, 410, pointer="g"))
    assert log == []


def slider_list(log: list[float]) -> tuple[List, Layer]:
    sliders = (Slider(0, log.append, high=100, step=5) for _ in range(9))
    rows: list[Widget] = [Field("Lautstärke", slider) for slider in sliders]
    made = List(rows)
    made.arrange(TextMetrics(), Box(0, 0, 800, 300))
    return made, Layer(TABLE, [made])


def test_a_sideways_drag_on_a_slider_stays_with_the_slider() -> None:
    log: list[float] = []
    rows, layer = slider_list(log)
    field = rows.children[0]
    assert isinstance(field, Field)
    x, y = field.control.box.x + 30, field.control.box.center[1]
    layer.on(intent("press", x, y))
    layer.on(Intent("drag", (x + 200, y + 30), (200, 30), "f", "touch", moved=True))
    layer.on(Intent("drag", (x + 210, y + 60), (10, 30), "f", "touch", moved=True))
    assert rows.offset == 0
    assert log[-1] > 0.3


def test_an_upward_drag_on_a_slider_scrolls() -> None:
    log: list[float] = []
    rows, layer = slider_list(log)
    field = rows.children[1]
    assert isinstance(field, Field)
    x, y = field.control.box.x + 30, field.control.box.center[1]
    layer.on(intent("press", x, y))
    layer.on(intent("drag", x, y - 60, -60, moved=True))
    assert rows.offset == pytest.approx(60)


def test_two_fingers_in_a_list_do_not_fight() -> None:
    rows, layer = filled(20)
    layer.on(intent("press", 200, 330, pointer="a"))
    layer.on(intent("press", 300, 330, pointer="b"))
    layer.on(intent("drag", 200, 280, -50, True, "a"))
    layer.on(intent("drag", 300, 230, -100, True, "b"))
    assert rows.offset == pytest.approx(50)
    layer.on(intent("release", 200, 280, moved=True, pointer="a"))
    layer.on(intent("release", 300, 230, moved=True, pointer="b"))
    assert not rows.owners


# Long texts -------------------------------------------------------------------------------------

PAGE = """# Title

First words with **bold** ones, and *leaning* ones. {JL-1}

## Second

- one
- two

""" + "Many words fill many lines. " * 200 + """

## Third {JL-4}

| a | b |
|---|---|
| 1 | 2 |
"""


@pytest.fixture
def canvas() -> Canvas:
    pygame.display.init()
    return Canvas(pygame.Surface((960, 540)))


def text(canvas: Canvas) -> markup.ScrollText:
    made = markup.ScrollText(markup.read(PAGE.replace(" {JL-4}", "\n\nHere. {JL-4}"), {}))
    made.place(Box(0, 0, 800, 600))
    made.typeset(canvas)
    return made


def test_a_text_knows_its_headings_and_its_length(canvas: Canvas) -> None:
    made = text(canvas)
    assert [title for title, _, _ in made.sheet.headings] == ["Title", "Second", "Third"]
    assert made.length > 1000
    offsets = [y for _, _, y in made.sheet.headings]
    assert offsets == sorted(offsets)


def test_a_rule_is_found_by_its_number(canvas: Canvas) -> None:
    made = text(canvas)
    made.show_mark("JL-4")
    made.draw(canvas)
    assert made.offset > 500
    made.show_mark("JL-1")
    assert made.offset == 0


def test_a_rule_asked_for_before_the_first_picture_is_shown_in_it(canvas: Canvas) -> None:
    made = markup.ScrollText(markup.read(PAGE.replace(" {JL-4}", "\n\nHere. {JL-4}"), {}))
    made.place(Box(0, 0, 800, 600))
    made.show_mark("JL-4")
    made.draw(canvas)
    assert made.offset > 500


def test_keys_leaf_through_a_text(canvas: Canvas) -> None:
    made = text(canvas)
    assert made.steer((0, 1))
    made.leap("page_down")
    assert made.offset > 500
    made.leap("last")
    assert made.offset == pytest.approx(made.most)
    assert not made.steer((0, 1))


def test_no_line_is_wider_than_the_page(canvas: Canvas) -> None:
    made = text(canvas)
    for piece in made.sheet.pieces:
        width = canvas.text_size(piece.text, piece.size, piece.face)[0]
        assert piece.x + width <= 800 + 1


def test_larger_type_sets_the_text_anew(canvas: Canvas) -> None:
    made = text(canvas)
    before = made.length
    canvas.text_scale = 1.4
    made.typeset(canvas)
    assert made.length > before * 1.3


def test_a_rounding_error_is_nothing_to_scroll_for() -> None:
    rows = List([Button("1", lambda: None, look="row")])
    metrics = TextMetrics()
    high = rows.natural(metrics, 500)[1]
    rows.arrange(metrics, Box(100, 100, 500, high - 0.01))
    assert rows.most == 0
