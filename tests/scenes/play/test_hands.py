"""Several hands on one board: a resting one blocks nobody, and none plays for another one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.rules.domi_jongg.tiles import Tiles
from game.rules.jin_li.state import Pond
from game.scenes.domi_jongg.spots import RackButton
from game.scenes.play.eye import Eye
from game.scenes.walomino.cloth import key_of
from game.ui.frame import Point
from tests.certain import sure, top
from tests.scenes.table import ANNA, BEN, Table
from tests.scenes.walomino.test_scene import begun

A, B = "touch:0", "touch:1"


@pytest.fixture
def pond() -> Iterator[Table]:
    made = Table("jin_li")
    made.rest()
    yield made
    made.close()


def press(table: Table, at: Point, pointer: str) -> None:
    table.send("press", at, pointer=pointer, source="touch")


def drag(table: Table, at: Point, pointer: str, vector: Point = (9, 9)) -> None:
    table.send("drag", at, vector=vector, pointer=pointer, source="touch", moved=True)


def release(table: Table, at: Point, pointer: str, moved: bool = False) -> None:
    table.send("release", at, pointer=pointer, source="touch", moved=moved)
    if not moved:
        table.send("tap", at, pointer=pointer, source="touch")


def koi_and_goal(table: Table) -> tuple[Point, Point]:
    """A koi that can move, and a square where it may go."""
    pond: Pond = table.match.state
    move = next(m for m in table.match.game.moves(pond) if hasattr(m, "start"))
    return table.spot(move.start), table.spot(move.end)


def test_a_tap_of_another_finger_plays_nothing_that_is_carried(pond: Table) -> None:
    koi, goal = koi_and_goal(pond)
    press(pond, koi, A)
    drag(pond, (koi[0] + 30, koi[1] + 30), A)
    press(pond, goal, B)
    release(pond, goal, B)
    pond.wait(0.5)
    assert pond.match.cursor == 0
    drag(pond, goal, A)
    release(pond, goal, A, moved=True)
    assert pond.match.cursor == 1, "what was carried is still in the first hand"


def test_a_key_plays_nothing_that_a_finger_carries(pond: Table) -> None:
    koi, goal = koi_and_goal(pond)
    press(pond, koi, A)
    drag(pond, (koi[0] + 30, koi[1] + 30), A)
    focus = pond.scene.focus
    focus.visible = True
    focus.current = next(spot for spot in pond.scene.input.spots() if spot.center == goal)
    pond.key("confirm")
    assert pond.match.cursor == 0
    drag(pond, goal, A)
    release(pond, goal, A, moved=True)
    assert pond.match.cursor == 1, "what was carried is still in the finger's hand"


def test_a_tap_on_nothing_takes_nothing_out_of_another_hand(pond: Table) -> None:
    koi, goal = koi_and_goal(pond)
    press(pond, koi, A)
    drag(pond, goal, A)
    press(pond, (3, 500), B)
    release(pond, (3, 500), B)
    release(pond, goal, A, moved=True)
    assert pond.match.cursor == 1


@pytest.mark.parametrize("game", ["ping_pao", "jin_li", "skud_pai_sho", "solitaire_pai_sho"])
def test_what_a_key_puts_down_is_carried_no_further(game: str) -> None:
    table = Table(game, (ANNA,) if game == "solitaire_pai_sho" else (ANNA, BEN))
    hand, (x, y) = table.scene.input, table.scene.layout.board.center
    while not (free := [spot.center for spot in hand.spots() if hand.grab(spot.key)]):
        table.match.play(table.match.game.moves(table.match.state)[0])
        table.scene.show_moment(None)
    table.rest()
    press(table, free[0], A)
    drag(table, (x, y), A)
    assert hand.holding
    table.key("cancel")
    drag(table, (x + 50, y), A)
    assert not hand.holding
    release(table, (x + 50, y), A, moved=True)
    assert not hand.holding
    assert top(table.stack) is table.scene, "it was put down; nobody asked for the menu"
    table.close()


def test_a_palm_on_a_piece_does_not_keep_it_from_others(pond: Table) -> None:
    koi, goal = koi_and_goal(pond)
    press(pond, koi, A)
    pond.send("hold", koi, pointer=A, source="touch")
    press(pond, koi, B)
    drag(pond, goal, B)
    release(pond, goal, B, moved=True)
    assert pond.match.cursor == 1
    release(pond, koi, A, moved=True)
    assert pond.match.cursor == 1


def test_a_touch_beside_a_piece_leaves_it_with_who_took_it(pond: Table) -> None:
    koi, goal = koi_and_goal(pond)
    press(pond, koi, A)
    press(pond, goal, B)
    drag(pond, goal, A)
    release(pond, goal, A, moved=True)
    assert pond.match.cursor == 1


@pytest.mark.parametrize("resting", [True, False])
def test_a_palm_that_rests_is_no_finger_of_a_pinch(pond: Table, resting: bool) -> None:
    table, eye = pond, pond.scene.eye
    assert isinstance(eye, Eye)
    (x, y), before = eye.box.center, eye.camera.unit
    press(table, (x - 200, y), A)
    if resting:
        table.send("hold", (x - 200, y), pointer=A, source="touch")
    press(table, (x + 100, y), B)
    drag(table, (x + 300, y), B, (200, 0))
    assert (eye.camera.unit == before) == resting, "one finger moves, two zoom"


# Everybody at his own tray ----------------------------------------------------------------------


def at_the_table(*chairs: object) -> Table:
    made = Table("domi_jongg", chairs or (ANNA, BEN), seating="table")  # type: ignore[arg-type]
    made.rest()
    return made


def button(table: Table, seat: int, which: RackButton) -> Point:
    rack = sure(table.scene.racks.at(seat))
    at: Point = rack.frame.out(rack.buttons[which])
    return at


def standing(table: Table, seat: int) -> Tiles:
    hand: Tiles = table.scene.racks.standing(seat)
    return hand


def test_who_waits_sorts_his_rack_while_another_carries_a_tile() -> None:
    table = at_the_table()
    acts = sure(table.scene.asked)
    waits = 1 - acts
    tile = next(s.center for s in table.scene.input.spots() if isinstance(s.key, int))
    before, own = standing(table, waits), standing(table, acts)
    press(table, tile, A)
    drag(table, table.scene.layout.board.center, A)
    press(table, button(table, waits, RackButton.SORT), B)
    release(table, button(table, waits, RackButton.SORT), B)
    assert standing(table, waits) != before
    assert standing(table, acts) == own
    assert table.scene.pointer_input.carrier == A
    assert table.scene.racks.selection.held is not None
    table.picture()
    table.close()


def test_sorting_while_another_plays_tells_nobody_anything() -> None:
    table = at_the_table()
    waits = 1 - sure(table.scene.asked)
    seen = table.scene.racks.seen(waits)
    press(table, button(table, waits, RackButton.SORT), B)
    release(table, button(table, waits, RackButton.SORT), B)
    assert table.scene.racks.seen(waits) == seen, "it lies face down"
    table.close()


def test_a_finger_that_leaves_the_button_sorts_nothing() -> None:
    table = at_the_table()
    waits = 1 - sure(table.scene.asked)
    before, at = standing(table, waits), button(table, waits, RackButton.SORT)
    for _ in range(2):
        press(table, at, B)
        drag(table, (at[0] + 300, at[1]), B)
        release(table, (at[0] + 300, at[1]), B, moved=True)
    press(table, at, B)
    table.send("lost", at, pointer=B, source="touch")
    assert standing(table, waits) == before
    table.close()


def test_a_mouse_that_has_left_the_button_looks_nearer_all_the_same() -> None:
    table = at_the_table()
    waits, eye = 1 - sure(table.scene.asked), table.scene.eye
    at, middle = button(table, waits, RackButton.SORT), table.scene.layout.board.center
    table.send("press", at, pointer="mouse")
    table.send("drag", middle, pointer="mouse", moved=True)
    table.send("release", middle, pointer="mouse", moved=True)
    before = eye.camera.goal
    table.send("wheel", middle, pointer="mouse", value=1.0)
    assert eye.camera.goal != before
    table.close()


def test_a_tap_of_who_acts_leaves_the_pair_in_another_hand() -> None:
    """Walomino: somebody sorts his pairs while another one taps beside everything."""
    table = begun(seating="table")
    acts = sure(table.scene.asked)
    waits = 1 - acts
    key = next(k for k, one in table.cloth.lying.items() if one.seat == waits)
    at = table.cloth.middle(key)
    press(table, at, B)
    drag(table, (at[0] + 30, at[1]), B)
    held = table.cloth.world.grips[B]
    own = next(k for k, one in table.cloth.lying.items() if one.seat == acts)
    for place in (table.cloth.middle(own), (2, 2)):
        press(table, place, A)
        release(table, place, A)
    assert table.cloth.world.grips.get(B) == held
    table.close()


def test_the_knobs_of_who_acts_stay_while_another_sorts() -> None:
    table = begun(seating="table")
    acts = sure(table.scene.asked)
    number = next(iter(table.choice.fitting))
    table.choice.choose(number)
    knobs = table.choice.knobs()
    assert knobs
    for seat, shown in ((1 - acts, True), (acts, False)):
        other = next(
            k for k, one in table.cloth.lying.items()
            if one.seat == seat and k != key_of(acts, number)
        )
        press(table, table.cloth.middle(other), B)
        assert bool(table.choice.knobs()) == shown
        table.send("lost", table.cloth.middle(other), pointer=B, source="touch")
    table.close()


