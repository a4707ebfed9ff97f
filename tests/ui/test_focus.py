"""Keys and gamepads find their way over widgets and over what a scene offers."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, TypeAlias

from hypothesis import given
from hypothesis import strategies as st

from game.ui.dialog import Dialog
from game.ui.fonts import TextMetrics
from game.ui.frame import Box, Frame
from game.ui.intents import Intent
from game.ui.layer import Focus, Layer, Spot
from game.ui.scrolling import List
from game.ui.widgets import Button, Toggle

Cell: TypeAlias = tuple[int, int]
TABLE = Frame((960, 540), (1920, 1080))
CONFIRM = Intent("confirm", source="keys")


def step(x: float, y: float) -> Intent:
    return Intent("focus", vector=(x, y), source="keys")


def grid(log: list[str]) -> dict[str, Button]:
    """Nine buttons named by column and row."""
    made = {}
    for column in range(3):
        for row in range(3):
            name = f"{column}{row}"
            each = made[name] = Button(name, lambda n=name: log.append(n))  # type: ignore[misc]
            each.place(Box(100 + 250 * column, 100 + 100 * row, 220, 72))
    return made


def test_the_first_key_only_shows_where_the_focus_is() -> None:
    log: list[str] = []
    buttons, focus = grid(log), Focus()
    layers = [Layer(TABLE, buttons.values())]
    assert focus.on(CONFIRM, layers) is True
    assert focus.visible
    assert log == []
    focus.on(CONFIRM, layers)
    assert log == ["00"]


def test_arrow_keys_go_to_the_nearest_in_their_direction() -> None:
    buttons, focus = grid([]), Focus()
    layers = [Layer(TABLE, buttons.values())]
    focus.on(step(1, 0), layers)
    for way, expected in (((1, 0), "10"), ((0, 1), "11"), ((1, 0), "21"), ((0, -1), "20"),
                          ((0, -1), "20"), ((-1, 0), "10")):  # fmt: skip
        focus.on(step(*way), layers)
        assert focus.current is buttons[expected]


def test_tab_goes_through_everything_and_around() -> None:
    buttons, focus = grid([]), Focus()
    layers = [Layer(TABLE, buttons.values())]
    focus.on(step(1, 0), layers)
    seen = []
    for _ in range(9):
        focus.on(Intent("focus", value=1), layers)
        seen.append(focus.current)
    assert set(map(id, seen)) == set(map(id, buttons.values()))
    assert focus.current is buttons["00"]
    focus.on(Intent("focus", value=-1), layers)
    assert focus.current is buttons["22"]


def test_disabled_and_hidden_widgets_are_passed_over() -> None:
    buttons, focus = grid([]), Focus()
    buttons["10"].enabled = False
    buttons["11"].visible = False
    layers = [Layer(TABLE, buttons.values())]
    focus.on(step(1, 0), layers)
    focus.on(step(1, 0), layers)
    assert focus.current is buttons["20"]


def test_spots_of_a_scene_are_reached_and_confirmed() -> None:
    focus = Focus()
    spots = [Spot(f"a{n}", (200, 900 - 100 * n)) for n in range(4)]
    focus.on(step(0, -1), [], spots)
    focus.on(step(0, -1), [], spots)
    found = focus.on(CONFIRM, [], spots)
    assert isinstance(found, Spot)
    assert found.key == "a1"


def test_a_spot_keeps_the_focus_when_it_is_made_anew_elsewhere() -> None:
    focus = Focus()
    focus.on(step(0, 1), [], [Spot("koi", (100, 100)), Spot("stone", (500, 500))])
    moved = [Spot("stone", (500, 500)), Spot("koi", (700, 100))]
    assert focus.on(CONFIRM, [], moved) is moved[1]


def test_from_the_board_to_the_buttons_and_back() -> None:
    log: list[str] = []
    made = Button("menu", lambda: log.append("menu"))
    made.place(Box(1600, 480, 200, 72))
    layers, spots = [Layer(TABLE, [made])], [Spot("d4", (900, 500)), Spot("d5", (900, 400))]
    focus = Focus()
    focus.on(step(1, 0), layers, spots)
    focus.on(step(1, 0), layers, spots)
    assert focus.current is made
    focus.on(CONFIRM, layers, spots)
    assert log == ["menu"]
    focus.on(step(-1, 0), layers, spots)
    assert isinstance(focus.current, Spot)


def test_touching_hides_the_ring() -> None:
    buttons, focus = grid([]), Focus()
    layers = [Layer(TABLE, buttons.values())]
    focus.on(step(1, 0), layers)
    assert focus.visible
    assert focus.on(Intent("press", (5, 5)), layers) is False
    assert not focus.visible


def test_a_modal_layer_keeps_the_focus_inside() -> None:
    buttons, focus = grid([]), Focus()
    log: list[str] = []
    dialog = Dialog("Ende?", "", [("Ja", lambda: log.append("ja")), ("Nein", None)], TextMetrics(),
                    TABLE)  # fmt: skip
    layers = [Layer(TABLE, buttons.values()), dialog]
    focus.on(step(1, 0), layers)
    for _ in range(4):
        focus.on(Intent("focus", value=1), layers)
        assert focus.current in dialog.buttons


def test_arrows_go_to_the_widget_first_if_it_can_use_them() -> None:
    values: list[bool] = []
    toggle = Toggle(False, values.append)
    toggle.place(Box(100, 100, 300, 72))
    other = Button("daneben")
    other.place(Box(600, 100, 200, 72))
    layers, focus = [Layer(TABLE, [toggle, other])], Focus()
    focus.on(step(1, 0), layers)
    focus.on(step(1, 0), layers)
    assert values == [True]
    focus.on(step(1, 0), layers)
    assert focus.current is other


def test_the_focus_scrolls_a_list_to_what_it_reaches() -> None:
    rows = List([Button(f"Zeile {n}", look="row") for n in range(20)])
    rows.arrange(TextMetrics(), Box(100, 100, 500, 300))
    layers, focus = [Layer(TABLE, [rows])], Focus()
    for _ in range(20):
        focus.on(Intent("focus", value=1), layers)
    last = rows.children[-1]
    assert focus.current is last
    assert rows.box.y <= last.box.y
    assert last.box.bottom <= rows.box.bottom


def test_directions_reach_into_turned_frames() -> None:
    made = Button("am Rand")
    made.place(Box(10, 10, 200, 72))
    layers = [Layer(Frame((1800, 540), (600, 200), 1), [made])]
    focus = Focus()
    spots = [Spot("mitte", (900, 800))]
    focus.on(step(1, 0), layers, spots)
    focus.on(step(1, 0), layers, spots)
    assert focus.current is made


def test_the_focus_waits_where_a_spot_is_gone_and_goes_on_at_the_nearest() -> None:
    log: list[str] = []
    menu = Button("menu", lambda: log.append("menu"))
    menu.place(Box(40, 40, 72, 72))
    layers, focus = [Layer(TABLE, [menu])], Focus()
    stone, near, far = Spot("stone", (500, 500)), Spot("near", (600, 500)), Spot("far", (60, 900))
    focus.on(step(1, 0), layers, [stone])
    for intent in (step(-1, 0), CONFIRM):  # as while somebody else plays
        assert focus.on(intent, layers) is True
        assert focus.current == stone
    focus.keep([])
    assert focus.current == stone
    focus.keep([far, near])
    assert focus.on(CONFIRM, layers, [far, near]) is near
    focus.on(Intent("focus", value=1), layers)
    assert focus.current is menu
    assert log == []


def test_the_first_key_after_a_touch_goes_on_near_where_the_focus_was() -> None:
    focus, near, far = Focus(), Spot("near", (600, 500)), Spot("far", (60, 900))
    focus.on(step(1, 0), [], [Spot("stone", (500, 500))])
    focus.on(Intent("press"), [])
    focus.on(step(1, 0), [], [far, near])
    assert focus.current is near


def test_enter_after_a_touch_presses_no_button_that_nobody_sees_in_focus() -> None:
    log: list[str] = []
    buttons, focus = grid(log), Focus()
    layers = [Layer(TABLE, buttons.values())]
    focus.on(step(1, 0), layers)
    focus.on(Intent("press", (5, 5)), layers)
    focus.on(CONFIRM, layers)
    assert focus.visible
    assert log == []
    focus.on(CONFIRM, layers)
    assert log == ["00"]


GRID = [(x, y) for x in range(9) for y in range(9)]


@given(st.lists(st.sampled_from(GRID), min_size=2, unique=True))
def test_arrows_lead_from_each_spot_of_a_grid_to_every_other_one(cells: list[Cell]) -> None:
    spots = [Spot(cell, (600 + 80 * cell[0], 100 + 80 * cell[1]), 40, on_grid=True)
             for cell in cells]  # fmt: skip
    button = Button("", lambda: None)
    button.place(Box(1300, 300, 72, 72))
    layers, focus = [Layer(TABLE, [button])], Focus()
    focus.visible = True
    led: defaultdict[Any, set[Any]] = defaultdict(set)
    for spot in spots:
        for way in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            focus.current = spot
            focus.on(step(*way), layers, spots)
            if isinstance(focus.current, Spot):
                led[spot.key].add(focus.current.key)
            else:
                ahead = [x * way[0] + y * way[1] for x, y in cells]
                own = spot.key[0] * way[0] + spot.key[1] * way[1]
                assert own == max(ahead), "it leaves at the edge alone"
    for start in cells:
        seen, new = {start}, [start]
        while new:
            new += led[new.pop()] - seen
            seen.update(new)
        assert seen == set(cells)
