"""Widgets under fingers: what is pressed, held, dragged away, disabled, and how large they are."""

from __future__ import annotations

import pygame
import pytest

from game.ui.canvas import Canvas
from game.ui.display_list import DisplayList
from game.ui.fonts import TextMetrics
from game.ui.frame import Box, Frame
from game.ui.intents import Intent, Kind
from game.ui.layer import Layer
from game.ui.theme import TOUCH
from game.ui.widgets import Button, Choice, Field, Label, Panel, Slider, Toggle, Widget, fitted

TABLE = Frame((960, 540), (1920, 1080))
LONG = "Ein ungewöhnlich langer deutscher Knopftext mit Donaudampfschifffahrtsgesellschaft"


def intent(kind: Kind, x: float, y: float, pointer: str = "mouse", moved: bool = False) -> Intent:
    return Intent(kind, (x, y), pointer=pointer, moved=moved)


def tap(layer: Layer, x: float, y: float, pointer: str = "mouse") -> bool:
    """Press, let go and tap, as the devices tell it."""
    layer.on(intent("press", x, y, pointer))
    layer.on(intent("release", x, y, pointer))
    return layer.on(intent("tap", x, y, pointer))


@pytest.fixture
def canvas() -> Canvas:
    pygame.display.init()
    return Canvas(pygame.Surface((960, 540)))


def button(log: list[str], name: str, x: float) -> Button:
    made = Button(name, lambda: log.append(name))
    made.place(Box(x, 100, 200, 72))
    return made


def test_a_tap_presses_a_button_once() -> None:
    log: list[str] = []
    layer = Layer(TABLE, [button(log, "a", 100)])
    assert tap(layer, 150, 130)
    assert log == ["a"]


def test_letting_go_elsewhere_presses_nothing() -> None:
    log: list[str] = []
    made = button(log, "a", 100)
    layer = Layer(TABLE, [made])
    layer.on(intent("press", 150, 130))
    assert made.pressed
    layer.on(intent("drag", 600, 600, moved=True))
    assert not made.pressed
    layer.on(intent("release", 600, 600, moved=True))
    assert log == []


def test_a_hit_area_reaches_half_a_gap_beyond_the_drawing() -> None:
    log: list[str] = []
    layer = Layer(TABLE, [button(log, "a", 100)])
    assert tap(layer, 96, 98)
    assert log == ["a"]
    assert not tap(layer, 80, 98)


def test_between_two_neighbours_the_one_really_there_is_meant() -> None:
    log: list[str] = []
    layer = Layer(TABLE, [button(log, "left", 100), button(log, "right", 302)])
    tap(layer, 299, 130)
    assert log == ["left"]


def test_a_disabled_button_does_nothing_and_lets_nothing_through() -> None:
    log: list[str] = []
    below, above = button(log, "below", 100), button(log, "above", 100)
    above.enabled = False
    layer = Layer(TABLE, [below, above])
    assert tap(layer, 150, 130)
    assert log == []


def test_two_fingers_press_two_buttons_at_once() -> None:
    log: list[str] = []
    layer = Layer(TABLE, [button(log, "a", 100), button(log, "b", 400)])
    layer.on(intent("press", 150, 130, "one"))
    layer.on(intent("press", 450, 130, "two"))
    assert all(w.pressed for w in layer.children if isinstance(w, Button))
    layer.on(intent("release", 450, 130, "two"))
    layer.on(intent("release", 150, 130, "one"))
    assert log == ["b", "a"]


def test_a_lost_finger_presses_nothing() -> None:
    log: list[str] = []
    made = button(log, "a", 100)
    layer = Layer(TABLE, [made])
    layer.on(intent("press", 150, 130))
    layer.on(intent("lost", 150, 130))
    layer.on(intent("release", 150, 130))
    assert log == []
    assert not made.pressed


def test_a_tap_that_began_elsewhere_does_not_press_what_came_under_it() -> None:
    log: list[str] = []
    layer = Layer(TABLE)
    layer.on(intent("press", 150, 130))
    layer.children.append(button(log, "late", 100))
    layer.on(intent("tap", 150, 130))
    layer.on(intent("release", 150, 130))
    assert log == []


@pytest.mark.parametrize("turn", [0, 1, 2, 3])
def test_a_button_at_every_edge_is_pressed_where_it_is_drawn(turn: int) -> None:
    log: list[str] = []
    frame = Frame((1000, 500), (600, 200), turn)
    layer = Layer(frame, [button(log, "a", 100)])
    assert tap(layer, *frame.out((150, 130)))
    assert log == ["a"]


def test_the_mouse_over_a_button_marks_it_and_only_it() -> None:
    log: list[str] = []
    a, b = button(log, "a", 100), button(log, "b", 400)
    layer = Layer(TABLE, [a, b])
    layer.on(intent("hover", 150, 130))
    assert (a.hovered, b.hovered) == (True, False)
    layer.on(intent("hover", 450, 130))
    assert (a.hovered, b.hovered) == (False, True)


def test_a_modal_layer_takes_what_no_widget_wants() -> None:
    layer = Layer(TABLE, modal=True)
    assert layer.on(intent("press", 5, 5))
    assert layer.on(intent("tap", 5, 5))


def test_a_panel_stops_touches_but_not_the_wheel() -> None:
    panel = Panel("glass", Box(0, 0, 400, 400))
    layer = Layer(TABLE, [panel])
    assert tap(layer, 10, 10)
    assert not layer.on(Intent("wheel", (10, 10), value=1))


def test_a_toggle_turns_and_tells() -> None:
    log: list[bool] = []
    toggle = Toggle(False, log.append)
    toggle.place(Box(0, 0, 300, 72))
    layer = Layer(TABLE, [toggle])
    tap(layer, 20, 20)
    tap(layer, 20, 20)
    assert log == [True, False]


def test_a_toggle_slides_to_its_end_and_rests() -> None:
    toggle = Toggle(False, lambda on: None)
    toggle.place(Box(0, 0, 300, 72))
    seen = []
    for seconds in (0.0, 0.05, 1.0, 1.0):
        toggle.update(seconds)
        picture = DisplayList((300, 72))
        toggle.draw(Canvas(picture))
        seen.append(picture.ops)
        toggle.value = True
    assert seen[0] != seen[1] != seen[2] == seen[3]


def test_the_whole_row_of_a_switch_turns_it() -> None:
    log: list[bool] = []
    field = Field("Vollbild", Toggle(False, log.append), "Auch mit F11.")
    high = field.natural(TextMetrics(), 800)[1]
    field.place(Box(0, 0, 800, high))
    tap(Layer(TABLE, [field]), 30, 20)
    assert log == [True]


# Choices ----------------------------------------------------------------------------------------


def choice(log: list[str], width: float) -> Choice[str]:
    values = [("s", "Software"), ("h", "Grafikkarte"), ("a", "Automatisch")]
    made = Choice(values, "s", log.append)
    high = made.natural(TextMetrics(), width)[1]
    made.place(Box(0, 0, width, high))
    return made


def test_segments_are_chosen_where_they_lie() -> None:
    log: list[str] = []
    layer = Layer(TABLE, [choice(log, 900)])
    tap(layer, 450, 30)
    tap(layer, 880, 30)
    tap(layer, 880, 30)
    assert log == ["h", "a"]


def test_where_segments_do_not_fit_arrows_go_through_the_values() -> None:
    log: list[str] = []
    layer = Layer(TABLE, [choice(log, 330)])
    tap(layer, 320, 30)
    tap(layer, 10, 30)
    tap(layer, 10, 30)
    assert log == ["h", "s", "a"]


def test_sliding_from_one_segment_to_another_chooses_nothing() -> None:
    log: list[str] = []
    layer = Layer(TABLE, [choice(log, 900)])
    layer.on(intent("press", 30, 30))
    layer.on(intent("release", 880, 30, moved=True))
    assert log == []


def test_arrow_keys_change_a_choice_up_to_its_ends() -> None:
    log: list[str] = []
    made = choice(log, 900)
    assert made.steer((1, 0))
    assert made.steer((1, 0))
    assert not made.steer((1, 0))
    assert not made.steer((0, 1))
    assert log == ["h", "a"]


def test_a_slider_follows_the_finger_in_steps() -> None:
    log: list[int] = []
    slider = Slider(0, log.append, high=100, step=5)
    slider.place(Box(0, 0, 444, 72))
    layer = Layer(TABLE, [slider])
    layer.on(intent("press", 222, 36))
    layer.on(intent("drag", 2000, 36, moved=True))
    layer.on(intent("release", 2000, 36, moved=True))
    assert log == [50, 100]
    assert slider.steer((-1, 0))
    assert log[-1] == 95


def test_a_second_finger_does_not_disturb_a_slider() -> None:
    log: list[int] = []
    slider = Slider(0, log.append, high=100, step=5)
    slider.place(Box(0, 0, 444, 72))
    layer = Layer(TABLE, [slider])
    layer.on(intent("press", 222, 36, "one"))
    layer.on(intent("press", 400, 36, "two"))
    layer.on(intent("release", 400, 36, "two"))
    assert log == [50]


# Sizes ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scale", [1.0, 1.2, 1.4])
@pytest.mark.parametrize(
    "widget",
    [
        Button("Ja"), Button("", icon="back", look="round"), Button("Zeile", look="row"),
        Button("?", look="row"), Toggle(True, lambda on: None),
        Choice([("a", "A"), ("b", "B")], "a", lambda v: None),
        Slider(0, lambda v: None, high=1, step=1),
    ],
)  # fmt: skip
def test_everything_to_be_touched_is_large_enough(widget: Widget, scale: float) -> None:
    width, height = widget.natural(TextMetrics(scale))
    assert width >= TOUCH
    assert height >= TOUCH


def test_larger_type_makes_larger_widgets() -> None:
    made = Button("Weiterspielen", icon="play")
    small, large = made.natural(TextMetrics(1.0)), made.natural(TextMetrics(1.4))
    assert large[0] > small[0] * 1.2


def test_a_button_without_room_wraps_its_text() -> None:
    made = Button(LONG)
    width, height = made.natural(TextMetrics(), 300)
    assert width == 300
    assert height > made.natural(TextMetrics())[1]


@pytest.mark.parametrize("room", [(500.0, 60.0), (200.0, 60.0), (120.0, 200.0)])
def test_fitted_text_fits_or_is_as_small_as_allowed(
    canvas: Canvas, room: tuple[float, float]
) -> None:
    size, lines = fitted(canvas, "Weiterspielen und zurücknehmen", 26, "sans", room)
    assert "".join(lines).replace(" ", "") == "Weiterspielenundzurücknehmen"
    assert max(canvas.text_size(line, size)[0] for line in lines) <= room[0] + 1
    assert len(lines) * canvas.line_height(size) <= room[1] + 1


def test_a_label_measures_what_it_draws(canvas: Canvas) -> None:
    label = Label(LONG, 26)
    width, height = label.natural(TextMetrics(), 300)
    lines = canvas.wrapped(LONG, 26, width)
    assert len(lines) * canvas.line_height(26) == pytest.approx(height, rel=0.06)
