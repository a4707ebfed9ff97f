"""Around a table: from every edge the menu, going back and forth, and the list of moves."""

import random
from typing import Any

import pygame
import pytest

from game.navigator import play_scene
from game.rules.core.match import Series
from game.rules.domi_jongg.state import Branch, Lay
from game.rules.jin_li.state import Leap, Swim
from game.scenes.core.menu import MenuScene
from game.scenes.core.scene import Scene
from game.scenes.domi_jongg.animation import Caption
from game.scenes.domi_jongg.spots import Points
from game.scenes.play.layout import AROUND, CORNER
from game.scenes.play.move_list import Moves
from game.scenes.play.pause import Pause
from game.scenes.review.results import ASLEEP, Results
from game.services.people import Chair
from game.ui.canvas import Canvas
from game.ui.frame import Box, Frame, Point, turned
from game.ui.intents import Intent, Kind
from game.ui.layer import Layer
from game.ui.markup import ScrollText
from game.ui.scrolling import Scroller
from game.ui.theme import TOUCH
from game.ui.widgets import Button, Picture, Widget
from tests.certain import top
from tests.scenes.by_pad import START, A, Pad
from tests.scenes.table import ANNA, BEN, Table
from tests.sweep import one_in
from tests.tools import headless
from tests.tools.showcase import games

SIZES = [(1280, 720), (800, 600), (600, 1000), (1080, 1920)]
PEOPLE = tuple(Chair("person", name) for name in ("Anna", "Ben", "Clara", "David", "Eva", "Finn"))
KINDS: tuple[Kind, ...] = ("press", "release", "tap")
SEATS = {"jin_li": 2, "ping_pao": 5, "walomino": 4, "domi_jongg": 6}


def around(game: str, seats: int, pixels: tuple[int, int] = (1280, 720), **values: Any) -> Table:
    """A match with some moves in it, at a table."""
    options = {"draft": "deal"} if game == "walomino" else None
    table = Table(game, PEOPLE[:seats], options, pixels=pixels, seating="table", **values)
    for _ in range(4):
        table.scene.play(table.scene.game.moves(table.match.state)[0])
        table.rest()
    return table


def at_hand(table: Table, turn: int, *, left: bool = False) -> Point:
    """The corner of the table at a hand of who sits at an edge."""
    size = table.scene.size
    wide, high = turned(size, turn)
    frame = Frame((size[0] / 2, size[1] / 2), (wide, high), turn)
    return frame.out((CORNER / 2 if left else wide - CORNER / 2, high - CORNER / 2))


def tap(table: Table, at: Point, finger: str = "touch:0:1") -> Scene:
    for kind in KINDS:
        table.send(kind, at, pointer=finger, source="touch")
    table.wait(0.3)
    found: Scene = top(table.stack)
    return found


def buttons(layers: list[Layer]) -> dict[str, tuple[Point, Button]]:
    """Where all buttons lie, by their icons."""
    found: dict[str, tuple[Point, Button]] = {}

    def gather(layer: Layer, widget: Widget) -> None:
        if isinstance(widget, Button) and widget.icon:
            found[widget.icon] = layer.frame.out(widget.box.center), widget
        for child in getattr(widget, "children", ()):
            gather(layer, child)

    for layer in layers:
        gather(layer, layer)
    return found


def turns(seats: int) -> set[int]:
    return {("bottom", "right", "top", "left").index(edge) for edge in AROUND[seats]}


@pytest.mark.parametrize("pixels", one_in(2, SIZES))
@pytest.mark.parametrize("game", ["ping_pao", "domi_jongg"])
def test_every_edge_opens_menu_and_moves_turned_to_it(game: str, pixels: tuple[int, int]) -> None:
    table = around(game, SEATS[game], pixels)
    for turn in sorted(turns(SEATS[game])):
        menu = tap(table, at_hand(table, turn))
        assert isinstance(menu, Pause)
        assert {layer.frame.turn for layer in menu.layers} == {turn}
        inside = [layer.frame.out_box(box.box) for layer in menu.layers for box in layer.targets()]
        whole = Box(0, 0, *table.scene.size)
        assert all(whole.has((box.x, box.y)) and whole.has((box.right, box.bottom))
                   for box in inside)  # fmt: skip
        moves = tap(table, buttons(menu.layers)["list"][0])
        assert isinstance(moves, Moves)
        assert {layer.frame.turn for layer in moves.layers} == {turn}
        before = moves.index
        tap(table, buttons(moves.layers)["left"][0])
        assert [moves.index, table.scene.shown] == [before - 1] * 2
        assert tap(table, buttons(moves.layers)["close"][0]) == table.scene
        assert table.scene.shown == before
    table.close()


@pytest.mark.parametrize("pixels", one_in(2, SIZES))
@pytest.mark.parametrize("game", ["ping_pao", "walomino"])
def test_every_edge_takes_back_and_does_again(game: str, pixels: tuple[int, int]) -> None:
    table = around(game, SEATS[game], pixels, takeback=True)
    for turn in sorted(turns(SEATS[game])):
        cursor = table.match.cursor
        menu = tap(table, at_hand(table, turn))
        assert isinstance(menu, Pause)
        assert tap(table, buttons(menu.layers)["undo"][0]) is table.scene
        assert table.match.cursor < cursor
        menu = tap(table, at_hand(table, turn))
        assert isinstance(menu, Pause)
        tap(table, buttons(menu.layers)["redo"][0])
        table.rest()
        assert table.match.cursor == cursor
    table.close()


@pytest.mark.parametrize("pixels", one_in(2, SIZES))
@pytest.mark.parametrize("game", ["jin_li", "walomino"])
def test_two_who_sit_opposite_go_back_at_their_left_hand(
    game: str, pixels: tuple[int, int]
) -> None:
    table = around(game, 2, pixels, takeback=True)
    sides = {tray.turn for tray in table.scene.layout.trays}
    assert len(sides) == 2
    for turn in sides:
        cursor = table.match.cursor
        assert tap(table, at_hand(table, turn, left=True)) is table.scene
        assert table.match.cursor < cursor
        table.rest()
    table.close()


def test_two_fingers_at_two_edges_open_one_menu() -> None:
    table = around("ping_pao", 4)
    one, other = at_hand(table, 0), at_hand(table, 2)
    table.send("press", one, pointer="touch:0:1", source="touch")
    table.send("press", other, pointer="touch:0:2", source="touch")
    table.send("release", other, pointer="touch:0:2", source="touch")
    table.send("release", one, pointer="touch:0:1", source="touch")
    table.wait(0.3)
    menu = top(table.stack)
    assert isinstance(menu, Pause)
    assert menu.turn == 2
    table.close()


def test_who_looks_at_the_board_comes_back_at_the_same_corner() -> None:
    table = around("ping_pao", 4)
    for turn in range(4):
        menu = tap(table, at_hand(table, turn))
        assert isinstance(menu, Pause)
        tap(table, buttons(menu.layers)["eye"][0])
        assert menu.aside
        tap(table, at_hand(table, turn))
        assert not menu.aside
        assert tap(table, buttons(menu.layers)["play"][0]) is table.scene
    table.close()


def test_a_question_in_the_menu_is_turned_too() -> None:
    table = around("ping_pao", 4)
    menu = tap(table, at_hand(table, 1))
    assert isinstance(menu, Pause)
    tap(table, buttons(menu.layers)["replay"][0])
    assert [layer.frame.turn for layer in menu.all_layers()] == [1, 1]
    table.close()


@pytest.mark.parametrize("pixels", one_in(2, SIZES))
@pytest.mark.parametrize("icon", ["rules", "help", "settings"])
def test_what_a_menu_opens_is_turned_as_the_menu(icon: str, pixels: tuple[int, int]) -> None:
    """Fingers, the wheel and a gamepad work on it as they do at the lower edge."""
    table = around("ping_pao", 4, pixels, text_size="largest")
    for turn in (1, 2, 3):
        menu = tap(table, at_hand(table, turn))
        assert isinstance(menu, Pause)
        opened = tap(table, buttons(menu.layers)[icon][0])
        assert isinstance(opened, MenuScene)
        table.picture()
        assert {layer.frame.turn for layer in opened.all_layers()} == {turn}
        scroller = next(s for s in opened.layers[0].children if isinstance(s, Scroller))
        frame = opened.layers[0].frame
        assert Box(0, 0, *table.scene.size).has(frame.out(scroller.box.center))
        table.send("wheel", frame.out(scroller.box.center), value=-1)
        assert scroller.offset > 0
        before = scroller.offset
        up = frame.out_vector((0, -100))
        x, y = frame.out(scroller.box.center)
        at = x + up[0], y + up[1]
        table.send("press", (x, y), pointer="touch:0:1", source="touch")
        table.send("drag", at, vector=up, pointer="touch:0:1", source="touch", moved=True)
        table.send("release", at, pointer="touch:0:1", source="touch", moved=True)
        assert scroller.offset == pytest.approx(before + 100)
        table.key("focus", value=1)
        ring = opened.focus.place(opened.all_layers())
        assert ring is not None
        assert Box(0, 0, *table.scene.size).has(ring.center)
        table.key("cancel")
        assert top(table.stack) is menu
        table.key("cancel")
    table.close()


def test_results_face_the_winner_and_turn_to_everybody() -> None:
    context = headless.context((1280, 720), seating="table")
    match = games.played_out("jin_li")
    last = match.log[-1]
    match.go_to(len(match.log) - 1)
    scene: Any = play_scene("jin_li")(context, Series(match), (ANNA, BEN))
    stack = headless.stack_of(context, scene)
    headless.wait(stack, 0.1)
    scene.play(last)
    scene.finish_motion()
    headless.wait(stack, 12)
    results = top(stack)
    assert isinstance(results, Results)
    edges = [tray.turn for tray in scene.layout.trays]
    assert results.turn == edges[match.outcome.winners[0]]  # type: ignore[union-attr]
    seen = []
    for _ in edges:
        assert {layer.frame.turn for layer in results.layers} == {results.turn}
        lies = [layer.frame.out_box(box.box) for layer in results.layers for box in layer.targets()]
        assert not any(scene.board_box.has(box.center) for box in lies)
        seen.append(results.turn)
        headless.picture(stack)
        at = buttons(results.layers)["turn_right"][0]
        for kind in KINDS:
            stack.on(Intent(kind, at, pointer="touch:0:1", source="touch"))
    assert sorted(seen) == sorted(edges)
    assert results.turn == seen[0]
    stack.close()
    context.ai_worker.close()
    context.store.close()


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("pixels", one_in(2, SIZES))
@pytest.mark.parametrize("game", ["jin_li", "skud_pai_sho"])
def test_results_tell_who_won_and_who_lost_at_every_edge(
    game: str, pixels: tuple[int, int], language: str
) -> None:
    context = headless.context(pixels, language, seating="table")
    scene: Any = play_scene(game)(context, Series(games.played_out(game)), (ANNA, BEN))
    stack = headless.stack_of(context, scene)
    edges = tuple(tray.turn for tray in scene.layout.trays)
    results = Results(context, scene, edges)
    stack.open(results)
    for _ in edges:
        headless.wait(stack, ASLEEP)
        (scroller,) = (w for w in results.layers[0].children if isinstance(w, Scroller))
        seats = [row for row in scroller.children if isinstance(row, Picture)][: len(edges)]
        assert all(seat.box.bottom <= scroller.box.bottom for seat in seats), "not all who played"
        at = buttons(results.layers)["turn_right"][0]
        for kind in KINDS:
            stack.on(Intent(kind, at, pointer="touch:0:1", source="touch"))
    stack.close()
    context.ai_worker.close()
    context.store.close()


def test_points_at_an_edge_open_the_sheet_turned_to_it() -> None:
    table = around("domi_jongg", 4)
    for seat, tray in enumerate(table.scene.layout.trays):
        table.scene.input.pick(Points(seat))
        table.wait(0.3)
        sheet = top(table.stack)
        assert {layer.frame.turn for layer in sheet.layers} == {tray.turn}
        table.key("cancel")
        table.wait(0.3)
    table.close()


def test_keys_reach_the_menus_of_all_edges() -> None:
    table = around("ping_pao", 4)
    reached = {item for layer in table.scene.controls.layers for item in layer.targets()}
    assert reached >= set(table.scene.controls.menus)
    table.key("menu")
    menu = top(table.stack)
    assert isinstance(menu, Pause)
    assert menu.turn == 0
    table.close()


@pytest.mark.parametrize("game", ["ping_pao", "domi_jongg"])
def test_nothing_lies_below_the_corners(game: str) -> None:
    for pixels in SIZES:
        for seats in range(2, SEATS[game] + 1):
            table = around(game, seats, pixels)
            for turn in {tray.turn for tray in table.scene.layout.trays}:
                x, y = at_hand(table, turn)
                button = Box.around((x, y), TOUCH, TOUCH)
                for tray in table.scene.layout.trays:
                    box = tray.box
                    apart = (
                        box.right <= button.x or button.right <= box.x
                        or box.bottom <= button.y or button.bottom <= box.y
                    )
                    assert apart, (pixels, seats, turn, box)
            table.close()


def test_on_the_couch_the_corners_stay_as_they_were() -> None:
    table = Table("jin_li", (ANNA, BEN))
    assert not table.scene.around
    shown = [b for b in table.scene.controls.buttons.values() if b.visible]
    assert len(shown) >= 4
    assert not set(table.scene.controls.menus) & {
        item for layer in table.scene.controls.layers for item in layer.targets()
    }
    table.close()


# Directions ---------------------------------------------------------------------------------

DOWN = pygame.CONTROLLER_BUTTON_DPAD_DOWN
WAYS: dict[int, Point] = {
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: (1, 0), pygame.CONTROLLER_BUTTON_DPAD_LEFT: (-1, 0),
    DOWN: (0, 1), pygame.CONTROLLER_BUTTON_DPAD_UP: (0, -1),
}  # fmt: skip


def ring(scene: MenuScene) -> Point:
    found = scene.focus.place(scene.all_layers())
    assert found is not None
    return found.center


def way(start: Point, end: Point) -> Point:
    """The chief direction from one point to another."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    if abs(dx) > abs(dy):
        return (1 if dx > 0 else -1), 0
    return 0, (1 if dy > 0 else -1)


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_a_gamepad_leads_through_a_turned_menu_as_its_reader_sees_it(turn: int) -> None:
    table = around("ping_pao", 4)
    menu = tap(table, at_hand(table, turn))
    assert isinstance(menu, Pause)
    pad = Pad(table.stack)
    pad.button(DOWN)
    frame = menu.layers[0].frame
    start = frame.into(ring(menu))
    for each in (DOWN, DOWN, *WAYS):
        pad.button(each)
        end = frame.into(ring(menu))
        assert end == start or way(start, end) == WAYS[each]
        start = end
    tap(table, buttons(menu.layers)["rules"][0])
    rules = top(table.stack)
    assert isinstance(rules, MenuScene)
    table.picture()
    text = next(w for w in rules.layers[0].children if isinstance(w, ScrollText))
    rules.focus.current, rules.focus.visible = text, True
    pad.button(DOWN)
    assert text.offset > 0
    table.close()


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_arrow_keys_lead_where_they_point_on_the_screen(turn: int) -> None:
    """The keyboard stands in front of the lower edge, whoever reads."""
    table = around("ping_pao", 4)
    menu = tap(table, at_hand(table, turn))
    assert isinstance(menu, Pause)
    table.key("focus", vector=(0, 1))
    seen = set()
    start = ring(menu)
    for vector in (*WAYS.values(), *WAYS.values()):
        table.key("focus", vector=vector)
        end = ring(menu)
        if end != start:
            assert way(start, end) == vector
            seen.add(vector)
        start = end
    assert len(seen) >= 2
    table.close()


def test_a_gamepad_is_turned_as_whoever_it_belongs_to() -> None:
    """On the board too, and in somebody else's menu; what it opens is turned to its edge."""
    table = around("jin_li", 2)
    table.context.pads.styles.update({0: "letters", 1: "shapes"})
    pads, edges = {}, [tray.turn for tray in table.scene.layout.trays]
    for number in range(2):
        seat = table.match.actor
        assert seat is not None
        pads[seat] = Pad(table.stack, number)
        while table.match.actor == seat:
            pads[seat].button(A)
            if table.match.actor == seat:
                table.scene.play(table.scene.game.moves(table.match.state)[0])
            table.rest()
    for seat, pad in pads.items():
        frame = Frame((0, 0), (0, 0), edges[seat])
        while table.match.actor != seat:
            table.scene.play(table.scene.game.moves(table.match.state)[0])
            table.rest()
        pad.button(DOWN)
        for button in WAYS:
            layers, stops = table.scene.controls.layers, table.scene.stops()
            start = table.scene.focus.place(layers, stops)
            pad.button(button)
            end = table.scene.focus.place(layers, stops)
            if start != end:
                assert way(start.center, end.center) == frame.out_vector(WAYS[button])
        pad.button(START)
        menu = top(table.stack)
        assert isinstance(menu, Pause)
        assert menu.turn == edges[seat]
        other = pads[1 - seat]
        if not menu.focus.visible:
            other.button(DOWN)
        before = ring(menu)
        for button in (DOWN, pygame.CONTROLLER_BUTTON_DPAD_UP):
            other.button(button)
            if ring(menu) != before:
                there = Frame((0, 0), (0, 0), edges[1 - seat])
                assert way(before, ring(menu)) == there.out_vector(WAYS[button])
            before = ring(menu)
        pad.button(START)
        table.wait(0.5)
    table.close()
    assert not table.context.pads.edges, "nobody knows any more who holds what"


@pytest.mark.parametrize("game", ["jin_li", "domi_jongg"])
def test_points_fly_the_right_way_up_for_whose_they_are(game: str) -> None:
    table = Table(game, PEOPLE[:4 if game == "domi_jongg" else 2], seating="table")
    edges = {tray.score_at(): tray.frame.turn for tray in table.scene.trays}
    flown: set[int] = set()
    words: set[int] = set()
    rng = random.Random(3)
    while len(flown) < 2 and table.match.outcome is None:
        moves = table.scene.game.moves(table.match.state)
        gain = [move for move in moves if isinstance(move, Lay | Branch | Leap | Swim)]
        table.scene.play(rng.choice(gain or list(moves)))
        while table.scene.moving:
            table.wait(0.1)
            for flight in table.scene.flights.airborne:
                assert flight.turn == edges[flight.end]
                flown.add(flight.turn)
            if game == "domi_jongg":
                words |= {caption.turn for caption in table.scene.animation.captions}
    assert len(flown) == 2
    assert game == "jin_li" or flown <= words
    table.picture()
    table.close()


@pytest.mark.parametrize("turn", range(4))
def test_words_over_points_are_read_from_their_edge_and_stay_on_the_table(turn: int) -> None:
    for across in (0.0, 960.0, 1920.0):
        for down in (0.0, 540.0, 1080.0):
            painted = pygame.Surface((1280, 720), pygame.SRCALPHA)
            words = Caption("+1  same onto same", (across, down), (200, 80, 60), turn, 0.4)
            words.paint(Canvas(painted))
            seen = painted.get_bounding_rect()
            assert painted.get_rect().inflate(-2, -2).contains(seen), seen
            assert (seen.w > seen.h) == (turn % 2 == 0)
