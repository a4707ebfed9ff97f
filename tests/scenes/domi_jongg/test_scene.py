"""Domi Jongg played on the table: by taps, by dragging, by keys, behind curtains and pads."""

import random
import time
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pygame
import pytest

from game.ai.worker import Answer
from game.rules.core.match import Match, Series
from game.rules.domi_jongg.state import DRAW, STOP, Branch, Lay
from game.rules.domi_jongg.tiles import KINDS
from game.scenes.core.routes import ToPlay
from game.scenes.core.scene import Push
from game.scenes.domi_jongg.curtain import DEAF, Curtain
from game.scenes.domi_jongg.die import RADIUS
from game.scenes.domi_jongg.felt import Felt
from game.scenes.domi_jongg.scene import DomiJonggScene
from game.scenes.domi_jongg.score_sheet import RunningSheet, ScoreSheet
from game.scenes.domi_jongg.snake import MANNERS, lie
from game.scenes.domi_jongg.spots import Points, RackButton
from game.scenes.domi_jongg.view import View
from game.scenes.play.tray import LINK
from game.scenes.review.results import Results
from game.services.people import Chair
from game.ui import art
from game.ui.dialog import HOLD_SECONDS
from game.ui.frame import Box
from game.ui.intents import Intent
from game.ui.painter import Painter
from game.ui.sprites import MISSED, SPRITES, made_within
from game.ui.timeline import between
from tests.certain import top
from tests.scenes.domi_jongg.hands import PEOPLE, RULES, Players, state_with
from tests.scenes.table import COMPUTER, Table
from tests.scenes.test_texts_fit import Watched, crowded
from tests.sweep import one_in
from tests.tools import headless
from tests.tools.showcase.games import domi_jongg, tiles_laid

SNAKE = (("K3", None, None), ("B3", "0R", 1))
"""Circle three with bamboo three at its right: the ends are 0L and 1."""
HAND = ("B5", "B7", "F3", "T9", "WE")


def middle(
    hand: tuple[str, ...] = HAND, snake: tuple[tuple[str, str | None, int | None], ...] = SNAKE,
    **more: Any,
) -> Any:
    return state_with((hand, ("K1", "K2", "T4", "T5", "T6"), ("DR", "DG", "WN", "WS", "T1")),
                      snake, **more)  # fmt: skip


@pytest.fixture
def table() -> Iterator[Players]:
    made = Players(start=middle())
    made.draw_curtain()
    yield made
    made.close()


def written(table: Players) -> list[str]:
    """What people did since the beginning; draws of luck left out."""
    match = table.match
    return [match.game.write(m) for i, m in enumerate(match.log) if match.seat_of(i) >= 0]


def look_for(table: Players, found: Callable[..., Any], seconds: float = 60) -> None:
    until = time.monotonic() + seconds
    while not found() and time.monotonic() < until:
        table.wait(0.05)
        time.sleep(0.01)
    assert found()


@pytest.mark.parametrize("pixels", [(1280, 720), (800, 600)])
def test_words_have_all_of_a_tray_whose_hand_stands_in_the_rack_of_the_couch(
    pixels: tuple[int, int],
) -> None:
    table = Table("domi_jongg", (PEOPLE[0], COMPUTER), seating="couch", pixels=pixels)
    own, other = table.scene.trays
    assert own.flat
    assert own.spoken.h > other.spoken.h + 20
    assert own.content.h == 0 < other.content.h
    table.close()


# A turn -----------------------------------------------------------------------------------------


def test_a_turn_by_taps(table: Players) -> None:
    table.make(Lay("B5", "1"))
    table.make(Lay("B7", "2"))
    table.make(STOP)
    assert written(table) == ["B5>1", "B7>2", "stop"]
    assert table.match.actor == 1


@pytest.mark.parametrize("pixels", [(800, 600), (1920, 1080)])
@pytest.mark.parametrize(("end", "tile", "at"), [("0L", "K5", (-0.25, 0)), ("1", "B5", (0, 0.4))])
def test_the_tile_of_an_open_end_means_that_end(
    pixels: tuple[int, int], end: str, tile: str, at: tuple[float, float],
) -> None:
    """One half of a tile with two open ends each; all of a tile with one."""
    for snake in (SNAKE, SNAKE[:1]) if end == "0L" else (SNAKE,):
        table = Players(start=middle(("B5", "K5", "B7"), snake), pixels=pixels)
        table.draw_curtain()
        (x, y), long = table.scene.felt.tile_at(int(end[0])), table.scene.felt.tile
        table.pick(tile)
        table.point_at((x + at[0] * long, y + at[1] * long))
        table.calm()
        assert written(table) == [f"{tile}>{end}"]
        table.close()


def test_a_turn_by_dragging(table: Players) -> None:
    table.drag(table.place("B5"), "1")
    table.calm()
    table.drag(table.place("B7"), "2")
    table.calm()
    assert written(table) == ["B5>1", "B7>2"]


def test_a_tile_that_fits_at_one_end_only_is_laid_by_a_second_tap(table: Players) -> None:
    table.pick("B5")
    table.pick("B5")
    table.calm()
    assert written(table) == ["B5>1"]


def test_several_tiles_flow_without_a_break(table: Players) -> None:
    """Nobody has to wait for a tile to arrive: the next touch puts it where it ends."""
    table.pick("B5")
    table.tap("1")
    assert table.scene.moving
    table.send("press", (640, 60))
    table.pick("B7")
    table.tap("2")
    table.calm()
    assert written(table) == ["B5>1", "B7>2"]


FLOWER = (("K3", None, None), ("F3", "0R", 1))


@pytest.mark.parametrize("way", ["two tiles", "one by one", "dragged"])
def test_a_branch_is_laid_by_choosing_two_tiles(way: str) -> None:
    table = Players(start=middle(("B3", "T9", "WE", "WS"), FLOWER))
    table.draw_curtain()
    if way == "two tiles":
        table.pick("B3", "WE")
        table.tap("1")
    elif way == "one by one":
        table.pick("B3")
        table.tap("1")
        assert table.scene.racks.selection.aim == "1"
        assert table.scene.trays[0].message == table.scene.t("domi_jongg.second")
        table.picture()
        table.pick("WE")
    else:
        table.drag(table.place("B3"), "1")
        table.drag(table.place("WE"), "1")
    table.calm()
    assert written(table) == ["B3+WE>1"]
    assert len(table.match.state.ends) == 3
    assert table.scene.trays[0].score == 1
    table.close()


def test_twins_make_a_branch_too() -> None:
    table = Players(start=middle(("B3", "B3", "T9", "WS"), FLOWER))
    table.draw_curtain()
    table.make(Branch(("B3", "B3"), "1"))
    assert written(table) == ["B3+B3>1"]
    table.close()


def test_ends_glow_where_the_picked_tile_fits(table: Players) -> None:
    assert table.scene.input.fitting_ends() == set()
    table.pick("B5")
    assert table.scene.input.fitting_ends() == {"1"}
    table.pick("F3")
    assert table.scene.input.fitting_ends() == {"0L", "1"}
    table.scene.context.settings = table.scene.context.settings.changed(show_targets=False)
    assert table.scene.input.fitting_ends() == set()


def test_points_fly_with_their_reason() -> None:
    table = Players(start=middle(("B3", "T9", "WS"), SNAKE))
    table.draw_curtain()
    table.pick("B3")
    table.tap("1")
    words = set()
    for _ in range(60):
        table.wait(1 / 60)
        words |= {caption.text for caption in table.scene.animation.captions}
        words |= {flight.text for flight in table.scene.flights.airborne}
    table.calm()
    assert words == {"+1", "+1  same onto same"}
    assert table.scene.trays[0].score == 1
    table.close()


def test_who_cannot_lay_draws_by_the_button_and_loses_a_point() -> None:
    table = Players(start=middle(("T9", "T9", "T8"), (("DR", None, None),)))
    table.draw_curtain()
    table.make(DRAW)
    assert table.scene.trays[0].score == -1
    assert len(table.match.state.hands[0]) == 4
    table.close()


# Refusals ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tile", "end", "rule"), [("T9", "1", "DJ-5"), ("WE", "0L", "DJ-5"), (None, "1", None)]
)
def test_refusals_are_explained_where_they_belong(
    table: Players, tile: str | None, end: str, rule: str | None,
) -> None:
    if tile is not None:
        table.pick(tile)
    table.tap(end)
    message = table.scene.trays[0].message
    assert (table.scene.last_rule or message) == (rule or table.scene.t("domi_jongg.pick_first"))
    assert table.match.log == []
    marked = [mark.center for mark in table.scene.marks if mark.kind == "refusal"]
    assert marked == ([table.scene.felt.head_at(end)] if rule else [])


def test_ending_or_drawing_out_of_turn_is_explained(table: Players) -> None:
    table.tap(RackButton.CLOSE)
    assert table.scene.trays[0].rule == "DJ-7"
    assert table.match.log == []


def test_other_ends_are_closed_for_the_rest_of_a_turn(table: Players) -> None:
    table.make(Lay("B5", "1"))
    table.pick("F3")
    table.tap("0L")
    assert table.scene.trays[0].rule == "DJ-7"
    assert written(table) == ["B5>1"]


def test_a_drag_to_nowhere_glides_back(table: Players) -> None:
    at = table.spot(table.place("B5"))
    table.send("press", at, pointer="touch:0:1")
    table.send("drag", (700, 300), pointer="touch:0:1", moved=True)
    assert table.scene.racks.selection.held == (700, 300)
    table.picture()
    table.send("release", (700, 200), pointer="touch:0:1", moved=True)
    assert table.scene.moving
    table.calm()
    assert not table.scene.input.holding
    assert table.scene.animation.away == ()
    assert table.match.log == []


def test_a_drag_to_the_wrong_end_glides_back_and_says_why(table: Players) -> None:
    table.drag(table.place("T9"), "1")
    table.calm()
    assert table.match.log == []
    assert table.scene.trays[0].rule == "DJ-5"


# Fingers, keys, windows -------------------------------------------------------------------------


def test_a_second_finger_does_not_disturb_the_first(table: Players) -> None:
    a, b = table.spot(table.place("B5")), table.spot("1")
    table.send("press", a, pointer="touch:0:1")
    table.send("drag", (700, 300), pointer="touch:0:1", moved=True)
    table.send("press", table.spot("0L"), pointer="touch:0:2")
    table.send("release", table.spot("0L"), pointer="touch:0:2")
    table.send("drag", b, pointer="touch:0:1", moved=True)
    table.send("release", b, pointer="touch:0:1", moved=True)
    table.calm()
    assert written(table) == ["B5>1"]


def go_to(table: Players, key: Any) -> None:
    table.scene.focus.visible = True
    for _ in range(80):
        if getattr(table.scene.focus.current, "key", None) == key:
            return
        table.key("focus", value=1)
    raise AssertionError(f"the focus never came to {key}")


def confirm(table: Players, key: Any) -> None:
    go_to(table, key)
    table.key("confirm")


@pytest.mark.parametrize("seating", ["couch", "table"])
def test_a_turn_by_keys_alone(seating: str) -> None:
    table = Players(start=middle(), seating=seating)
    if seating == "couch":
        table.wait(DEAF + 0.1)
        table.key("confirm")
        table.wait(0.5)
        assert table.curtain is not None
        table.wait(HOLD_SECONDS)
        assert table.curtain is None
        table.key("rest")
    else:
        confirm(table, RackButton.PEEK)
        assert table.scene.privacy.bare(0)
    confirm(table, table.place("B5"))
    confirm(table, "1")
    table.calm()
    confirm(table, RackButton.CLOSE)
    table.calm()
    assert written(table) == ["B5>1", "stop"]
    assert not table.scene.privacy.bare(0)
    table.close()


def test_arrows_lead_along_the_tiles_that_fit_and_to_the_heads_where_they_do(
    table: Players,
) -> None:
    scene = table.scene
    hand, fit = scene.racks.standing(0), scene.racks.fitting(0)
    first, second, *_ = (place for place, tile in enumerate(hand) if tile in fit)
    go_to(table, first)
    table.key("focus", vector=(1, 0))
    assert scene.focus.current.key == second
    table.key("confirm")
    heads = {spot.key for spot in scene.stops() if isinstance(spot.key, str)}
    assert heads == scene.input.fitting_ends()
    assert scene.focus.current.key in heads


def test_a_resize_in_mid_drag_puts_the_tile_back(table: Players) -> None:
    table.send("press", table.spot(table.place("B5")), pointer="touch:0:1")
    table.send("drag", (700, 300), pointer="touch:0:1", moved=True)
    places = list(table.scene.felt.snake.places)
    table.stack.resize((800, 600))
    table.calm()
    assert not table.scene.input.holding
    assert table.scene.racks.selection.held is None
    table.make(Lay("B5", "1"))
    assert written(table) == ["B5>1"]
    assert table.scene.felt.snake.places[: len(places)] == places


def test_a_resize_in_mid_flight_finishes_it(table: Players) -> None:
    table.pick("B5")
    table.tap("1")
    table.wait(0.05)
    table.stack.resize((1080, 1920))
    table.calm()
    assert len(table.scene.shown_state.snake) == 3
    assert table.scene.animation.tiles == []


# Taking back ------------------------------------------------------------------------------------


def test_undo_and_redo_within_a_turn(table: Players) -> None:
    table.make(Lay("B5", "1"))
    table.make(Lay("B7", "2"))
    places = list(table.scene.felt.snake.places)
    table.scene.undo()
    table.scene.undo()
    assert table.match.cursor == 0
    assert not table.scene.can_undo
    table.scene.redo()
    table.scene.redo()
    assert table.match.cursor == 2
    assert table.scene.felt.snake.places == places


def test_undo_of_the_tile_that_laid_the_snake_anew_shows_it_where_it_lies() -> None:
    match = tiles_laid(3, 144, seed=0)
    context = headless.context((1280, 720))
    scene = DomiJonggScene(context, Series(match), PEOPLE[:3])
    stack = headless.stack_of(context, scene)
    felt, calm = scene.felt, list[bool]()
    for state in match.states:
        felt.follow(state.snake)
        calm.append(felt.snake.shape.manner == MANNERS[0])
    assert not calm[-1]
    scene.jump(calm.index(False))
    assert not scene.felt.laid_anew
    scene.jump(match.cursor - 1)
    assert not scene.felt.laid_anew
    places = scene.felt.snake.places
    assert [scene.felt.center(n) for n in range(len(places))] == [at.center for at in places]
    stack.close()


def test_undo_never_takes_back_a_drawn_tile(table: Players) -> None:
    table.make(Lay("B5", "1"))
    table.make(STOP)
    assert table.match.seat_of(table.match.cursor - 1) == -1
    assert not table.scene.can_undo


def test_the_only_way_can_be_taken_back_too() -> None:
    """Whether there was another one would tell something about the hand."""
    table = Players(start=middle(("B5", "T9"), SNAKE))
    table.draw_curtain()
    assert len(table.match.game.moves(table.match.state)) == 1
    table.make(Lay("B5", "1"))
    assert table.scene.can_undo
    table.close()


def test_a_move_waits_for_consent_where_moves_are_confirmed() -> None:
    table = Players(start=middle(), confirm_moves=True)
    table.draw_curtain()
    table.pick("B5")
    table.tap("1")
    assert table.match.log == []
    table.scene.consent(True)
    table.calm()
    assert written(table) == ["B5>1"]
    table.close()


# Curtain and pads -------------------------------------------------------------------------------


def test_a_curtain_falls_between_two_people() -> None:
    table = Players(start=middle())
    assert table.curtain is not None
    assert table.curtain.seat == 0
    table.picture()
    assert not any(table.scene.privacy.bare(seat) for seat in range(3))
    table.draw_curtain()
    assert [table.scene.privacy.bare(seat) for seat in range(3)] == [True, False, False]
    table.make(Lay("B5", "1"))
    assert table.curtain is None
    table.make(STOP)
    assert table.curtain is not None
    assert table.curtain.seat == 1
    assert not table.scene.privacy.bare(0)
    table.close()


@pytest.mark.parametrize("how", ["clicks", "keys"])
def test_impatience_opens_nothing_of_the_next_persons(table: Players, how: str) -> None:
    """*Done* again and again: the curtain stays, and what opened it presses nothing below."""
    table.make(Lay("B5", "1"))
    done = table.spot(RackButton.CLOSE)
    if how == "keys":
        go_to(table, RackButton.CLOSE)
    for _ in range(20):
        table.point_at(done) if how == "clicks" else (table.key("confirm"), table.key("rest"))
        table.wait(0.13)
    assert table.curtain is not None
    assert table.curtain.seat == 1
    assert table.curtain is not None
    for at in (done, table.curtain.tile.box.center):
        table.point_at(at)
    table.draw_curtain()
    before = table.match.cursor
    for _ in range(3):
        table.key("confirm")
        table.calm()
    assert table.match.cursor == before
    assert top(table.stack) is table.scene


def test_the_curtain_takes_nothing_while_it_falls() -> None:
    table = Players(start=middle())
    assert table.curtain is not None
    table.send("press", table.curtain.tile.box.center)
    table.wait(DEAF + 2 * HOLD_SECONDS)
    assert table.curtain is not None
    table.close()


def test_a_hint_is_given_to_nobody_before_the_curtain(table: Players) -> None:
    """Who has just drawn looks at the tile; it is the next person's turn already."""
    table.make(Lay("B5", "1"))
    table.tap(RackButton.CLOSE)
    look_for(table, lambda: table.scene.asked == 1)
    assert table.curtain is None
    table.key("command", name="hint")
    assert not table.scene.computer_player.busy
    assert table.scene.trays[1].message == ""


@pytest.mark.usefixtures("quick_hints")
def test_a_hint_that_is_not_coming_any_more_is_not_announced(table: Players) -> None:
    table.key("command", name="hint")
    assert table.scene.trays[0].message == table.scene.t("play.looking")
    table.key("menu")
    table.wait(0.1)
    table.key("cancel")
    table.wait(0.1)
    assert top(table.stack) is table.scene
    assert table.scene.trays[0].message == ""


def test_one_sees_what_one_has_drawn_before_the_hand_is_covered(table: Players) -> None:
    table.make(Lay("B5", "1"))
    table.tap(RackButton.CLOSE)
    for _ in range(40):
        table.wait(0.05)
        if table.match.actor == 1 and table.scene.live and table.curtain is None:
            break
    assert len(table.scene.racks.seen(0)) == 5
    assert table.scene.privacy.bare(0)
    table.calm()
    assert table.curtain is not None


def test_the_menu_behind_the_curtain_comes_back_to_it() -> None:
    table = Players(start=middle())
    table.wait(DEAF + 0.1)
    table.key("cancel")
    table.wait(0.1)
    assert top(table.stack).name == "pause"
    table.key("cancel")
    table.wait(0.1)
    assert table.curtain is not None
    assert table.curtain.seat == 0
    table.close()


def test_who_plays_alone_needs_no_curtain() -> None:
    table = Players(chairs=(PEOPLE[0], COMPUTER, COMPUTER), start=middle())
    assert table.curtain is None
    assert table.scene.privacy.bare(0)
    table.make(Lay("B5", "1"))
    assert written(table)[0] == "B5>1"
    table.close()


def test_the_computer_answers() -> None:
    table = Players(chairs=(PEOPLE[0], COMPUTER), start=state_with((HAND, ("K1", "B4")), SNAKE))
    table.make(Lay("B5", "1"))
    table.tap(RackButton.CLOSE)
    look_for(table, lambda: table.scene.asked == 0 and table.match.cursor > 3)
    assert any(table.match.seat_of(i) == 1 for i in range(table.match.cursor))
    table.close()


def hold_pad(table: Players, seat: int, pointer: str = "touch:0:7") -> None:
    x, y = table.scene.racks.pad_at(seat)
    table.send("press", (x, y), pointer=pointer, source="touch")


def let_go_of_pad(table: Players, seat: int, pointer: str = "touch:0:7") -> None:
    x, y = table.scene.racks.pad_at(seat)
    for kind in ("release", "tap"):
        table.send(kind, (x, y), pointer=pointer, source="touch")


def test_at_the_table_a_hand_is_read_only_while_its_pad_is_held() -> None:
    table = Players(start=middle(), seating="table")
    assert table.curtain is None
    for seat in range(3):
        hold_pad(table, seat)
        assert [table.scene.privacy.bare(s) for s in range(3)] == [s == seat for s in range(3)]
        let_go_of_pad(table, seat)
        assert not table.scene.privacy.bare(seat)
    hold_pad(table, 0)
    table.send("lost", pointer="touch:0:7", source="touch")
    assert not table.scene.privacy.bare(0)
    table.close()


def test_one_hand_holds_the_pad_while_the_other_picks() -> None:
    table = Players(start=middle(), seating="table")
    hold_pad(table, 0)
    table.tap(table.place("B5"), pointer="touch:0:1")
    assert table.scene.racks.picked == ("B5",)
    let_go_of_pad(table, 0)
    assert table.scene.racks.picked == ("B5",)
    table.tap("1", pointer="touch:0:1")
    table.calm()
    assert written(table) == ["B5>1"]
    table.close()


def test_a_click_leaves_the_hand_open_to_pick_by_the_mouse_until_the_turn_ends() -> None:
    table = Players(start=middle(), seating="table")
    pads = [table.scene.racks.pad_at(seat) for seat in range(3)]
    for seat, opens in ((1, False), (0, True), (0, False), (0, True)):
        table.point_at(pads[seat])
        assert [table.scene.privacy.bare(s) for s in range(3)] == [opens and s == seat
                                                                   for s in range(3)]  # fmt: skip
    table.make(Lay("B5", "1"))
    assert table.scene.privacy.bare(0)
    table.tap(RackButton.CLOSE)
    assert not any(table.scene.privacy.bare(seat) for seat in range(3))
    table.calm()
    assert not any(table.scene.privacy.bare(seat) for seat in range(3))
    table.close()


@pytest.mark.parametrize("pixels", [(800, 600), (1280, 720), (600, 1000)])
@pytest.mark.parametrize("people", [2, 3, 6])
def test_the_table_tells_of_the_click_on_the_eye_and_how_to_end_it(
    pixels: tuple[int, int], people: int,
) -> None:
    rest = (("K1", "K2"), ("DR", "DW"), ("T4",), ("T5",), ("T6",))
    state = state_with((HAND, *rest[: people - 1]), SNAKE)
    table = Players(people, start=state, seating="table", pixels=pixels, language="de")

    def said() -> list[str]:
        Watched.lines.clear()
        canvas = Watched(pygame.Surface(pixels), scale=table.context.scale)
        table.scene.draw(canvas)
        assert list(crowded(Watched.lines, canvas.surface.get_rect())) == []
        return [line.text for line in Watched.lines]

    assert "anklicken" in " ".join(said())
    assert said().count("Zudecken") == 0
    table.point_at(table.scene.racks.pad_at(0))
    assert said().count("Zudecken") == 1
    table.point_at(table.scene.racks.pad_at(0))
    assert said().count("Zudecken") == 0
    table.close()


def test_at_the_table_the_tray_says_what_to_do_next() -> None:
    table = Players(start=middle(), seating="table")
    tray, t = table.scene.trays[0], table.scene.t
    pad, turn = t("domi_jongg.hold_pad"), t("domi_jongg.phase.turn")
    assert tray.prompt == pad
    hold_pad(table, 0)
    assert tray.prompt == turn
    let_go_of_pad(table, 0)
    assert tray.prompt == pad
    table.point_at(table.scene.racks.pad_at(0))
    assert tray.prompt == turn, "a click has left the hand open"
    table.pick("B5")
    assert tray.prompt == turn
    table.point_at(table.scene.racks.pad_at(0))
    assert tray.prompt == turn, "a tile is picked, and goes to a head"
    table.tap(table.scene.racks.selection.tiles[0])
    assert tray.prompt == pad
    hold_pad(table, 0)
    table.stack.resize((1080, 1920))
    assert tray.prompt == pad
    table.close()


def test_what_fits_is_told_to_an_open_hand_alone() -> None:
    table = Players(start=middle(("T9", "WE")), seating="table")
    tray, t = table.scene.trays[0], table.scene.t
    table.tap(0)
    assert tray.prompt == t("domi_jongg.phase.turn")
    hold_pad(table, 0)
    assert tray.prompt == t("domi_jongg.phase.penalty")
    let_go_of_pad(table, 0)
    assert tray.prompt == t("domi_jongg.phase.turn")
    table.close()


def test_a_hint_goes_when_others_come_to_see_it(table: Players) -> None:
    context, tray = table.scene.context, table.scene.trays[0]
    for seating in ("table", "couch"):
        table.scene.show_hint(0, [Lay("B5", "1")])
        assert tray.message
        table.scene.pause()
        context.settings = context.settings.changed(seating=seating)
        table.scene.resume()
        assert (tray.message, table.scene.marks, table.scene.hinted) == ("", [], None)


def test_a_covered_hand_is_shuffled_before_another_back_stands_out() -> None:
    table = Players(start=middle(), seating="table")
    table.tap(0)
    table.wait(0.1)
    assert 0 < table.scene.racks.mixed < 1
    table.picture()
    table.calm()
    assert table.scene.racks.mixed == 0
    hold_pad(table, 0)
    assert table.scene.racks.outstanding(0, (0,)) == (0,)
    assert not table.scene.moving
    let_go_of_pad(table, 0)
    assert table.scene.moving
    table.close()


def test_two_people_read_their_hands_at_once() -> None:
    table = Players(start=middle(), seating="table")
    hold_pad(table, 0, "touch:0:7")
    hold_pad(table, 2, "touch:0:8")
    assert [table.scene.privacy.bare(seat) for seat in range(3)] == [True, False, True]
    let_go_of_pad(table, 0, "touch:0:7")
    assert [table.scene.privacy.bare(seat) for seat in range(3)] == [False, False, True]
    table.close()


def test_another_seating_in_mid_game_covers_every_hand(table: Players) -> None:
    context = table.scene.context
    assert table.scene.privacy.bare(0)
    for seating in ("table", "couch"):
        context.settings = context.settings.changed(seating=seating)
        table.scene.pause()
        table.scene.resume()
        table.calm()
        table.wait(0.1)
        assert not any(table.scene.privacy.bare(seat) for seat in range(3))
        assert (table.curtain is None) == (seating == "table")
        table.picture()


def test_the_window_laid_out_anew_covers_every_hand() -> None:
    table = Players(start=middle(), seating="table")
    hold_pad(table, 0)
    table.stack.resize((1080, 1920))
    assert not table.scene.privacy.bare(0)
    table.close()


# Large hands ------------------------------------------------------------------------------------

MANY = tuple(sorted(["B1", "B2", "B3", "B4", "B6", "B8", "B9"] * 2 + ["T1", "T2", "T3", "T7"] * 3
                    + ["WE", "WS", "WW", "DG"]))  # fmt: skip


@pytest.mark.parametrize("seating", ["couch", "table"])
@pytest.mark.parametrize("pixels", [(800, 600), (1280, 720), (1080, 1920)])
def test_thirty_tiles_can_all_be_reached(seating: str, pixels: tuple[int, int]) -> None:
    state = state_with((MANY, ("K1", "K2"), ("DR", "DW")), (("K5", None, None),))
    table = Players(start=state, seating=seating, pixels=pixels)
    if table.curtain:
        table.draw_curtain()
    seen = set()
    for _ in range(8):
        boxes = [s.box for s in table.scene.input.spots() if isinstance(s.key, int)]
        for i, one in enumerate(boxes):
            assert one.w >= 66
            assert one.h >= 66
            for other in boxes[:i]:
                assert (
                    abs(one.center[0] - other.center[0]) >= 66
                    or abs(one.center[1] - other.center[1]) >= 66
                )
        seen |= {key for key in table.keys if isinstance(key, int)}
        if RackButton.PAGE not in table.keys:
            break
        table.tap(RackButton.PAGE)
    assert len(seen) == len(MANY) == 30
    table.picture()
    table.close()


def test_the_wheel_and_the_page_keys_leaf_through_a_large_hand() -> None:
    state = state_with((MANY, ("K1", "K2"), ("DR", "DW")), (("K5", None, None),))
    table = Players(start=state, pixels=(600, 800))
    table.draw_curtain()
    assert 0 in table.keys
    table.send("wheel", table.spot(0), value=-1.0)
    assert 0 not in table.keys
    table.key("command", name="page_up")
    assert 0 in table.keys
    table.key("command", name="page_up")
    assert 29 in table.keys, "before the first page comes the last"
    table.close()


def test_a_hand_is_sorted_by_suit_by_number_and_by_what_fits(table: Players) -> None:
    assert table.scene.racks.standing(0) == ("B5", "B7", "T9", "WE", "F3")
    table.tap(RackButton.SORT)
    assert table.scene.racks.standing(0) == ("F3", "B5", "B7", "T9", "WE")
    table.tap(RackButton.SORT)
    assert table.scene.racks.standing(0) == ("B5", "B7", "F3", "T9", "WE")
    assert table.scene.racks.fitting(0) == {"B5", "B7", "F3"}
    table.tap(RackButton.SORT)
    assert table.scene.racks.standing(0) == ("B5", "B7", "T9", "WE", "F3")


# Hints, lists, sheets ---------------------------------------------------------------------------


@pytest.mark.usefixtures("quick_hints")
def test_a_hint_marks_its_head_and_names_the_tile(table: Players) -> None:
    table.scene.ask_hint()
    look_for(table, lambda: any(mark.kind == "hint" for mark in table.scene.marks))
    hint = table.scene.racks.hinted(0)
    assert set(hint.tiles) <= set(HAND)
    number = {"0L": 1, "1": 2}[hint.end]
    assert f"onto head {number}" in table.scene.trays[0].message
    assert table.match.log == [], "a hint is not a move"


def test_hints_of_a_turn_do_not_contradict_each_other(
    table: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rest of a hinted turn is told, also when asked for again, and once more after *undo*."""
    answers = [(Lay("B5", "1"), STOP), (Lay("B7", "2"), STOP), (Lay("K5", "0L"), STOP)]
    worker, tray = table.scene.context.ai_worker, table.scene.trays[0]
    monkeypatch.setattr(worker, "ask", lambda *question: 7)
    monkeypatch.setattr(worker, "poll", lambda: Answer(7, answers.pop(0)))

    def hint() -> str:
        table.key("command", name="hint")
        table.wait(0.2)
        return str(tray.message)

    first = hint()
    assert "Bamboo 5 onto head" in first
    table.make(Lay("B5", "1"))
    table.calm()
    rest = tray.message
    assert ": Done – " in rest
    assert hint() == rest
    table.key("command", name="undo")
    table.calm()
    assert hint() == first
    assert len(answers) == 2, "each was thought about once"


@pytest.mark.parametrize(
    ("language", "why"), [("en", "so what fits is kept for the next turn"),
                          ("de", "so bleibt der passende Stein für den nächsten Zug")],
)  # fmt: skip
@pytest.mark.parametrize("hand", [("T5", "T7", "T8"), ("B7", "B8", "T9"), ("B5", "DR", "T9")])
def test_a_hint_to_stop_says_what_that_is_better_for(
    hand: tuple[str, ...], language: str, why: str
) -> None:
    start = middle(hand, (*SNAKE, ("B5", "1", 0)), lying=2)
    table = Players(start=start, language=language)
    table.draw_curtain()
    table.scene.show_hint(0, [STOP])
    assert table.scene.trays[0].message.endswith(f" – {why}")
    table.close()


def test_a_hint_to_end_the_turn_or_to_draw_says_so(table: Players) -> None:
    table.scene.show_hint(0, [STOP])
    assert ": Done – " in table.scene.trays[0].message
    table.scene.show_hint(0, [DRAW])
    assert ": Draw – " in table.scene.trays[0].message


@pytest.mark.parametrize(
    ("hand", "steps", "language", "why"),
    [
        (("B3", "B7", "T9"), [Lay("B3", "1")], "en", "+1 same onto same"),
        (("B5", "DR", "T9"), [Lay("B5", "1")], "en", "nothing else fits"),
        (("B5", "B3", "K9"), [Lay("B5", "1")], "en", "then there are 3 ways left to lay"),
        (("B5", "B5", "B7", "DR", "T9"), [Lay("B5", "1")], "de",
         "danach lässt sich einmal Gleiches an Gleiches legen"),
        (("DR", "DG"), [DRAW], "de", "nichts passt"),
    ],
)  # fmt: skip
def test_a_hint_says_why(hand: tuple[str, ...], steps: list[Any], language: str, why: str) -> None:
    table = Players(start=middle(hand), language=language)
    table.draw_curtain()
    table.scene.show_hint(0, steps)
    assert table.scene.trays[0].message.endswith(f" – {why}")
    table.close()


@pytest.mark.parametrize("text_size", ["normal", "largest"])
@pytest.mark.parametrize(
    ("pixels", "people", "seating"),
    [((800, 600), 2, "couch"), ((600, 1000), 6, "couch"), ((800, 600), 6, "table")],
)
def test_a_long_hint_stays_in_its_tray(
    pixels: tuple[int, int], people: int, seating: str, text_size: str,
) -> None:
    rest = (("K1", "K2"), ("DR", "DW"), ("T4",), ("T5",), ("T6",))
    hand = ("B5", "B7", "B8", "B9", "F3", "B7")
    table = Players(people, start=state_with((hand, *rest[: people - 1]), SNAKE), pixels=pixels,
                    seating=seating, language="de", text_size=text_size)  # fmt: skip
    if table.curtain is not None:
        table.draw_curtain()
    else:
        hold_pad(table, 0)
    table.scene.show_hint(0, [Lay("B5", "1"), Lay("B7", "2"), Lay("B8", "3"), Lay("B9", "4")])
    Watched.lines.clear()
    scale = table.context.settings.text_scale
    canvas = Watched(pygame.Surface(pixels), scale=table.context.scale, text_scale=scale)
    table.scene.draw(canvas)
    assert "Bambus 7" in " ".join(line.text for line in Watched.lines)
    assert [line for line in Watched.lines if line.outside] == []
    assert list(crowded(Watched.lines, canvas.surface.get_rect())) == []
    table.close()


def test_at_the_table_the_hint_is_told_to_who_reads_the_hand_alone() -> None:
    table = Players(start=middle(), seating="table")
    tray, waits = table.scene.trays[0], table.scene.t("domi_jongg.hint_waits")
    table.scene.show_hint(0, [Lay("B5", "1")])
    told = []
    acts: Any = (lambda: None, lambda: hold_pad(table, 0), lambda: let_go_of_pad(table, 0))
    for act in acts:
        act()
        table.picture()
        told.append(tray.words)
    assert told[0] == told[2] == waits
    assert "Bamboo 5 onto head 2 – " in told[1]
    hold_pad(table, 0)
    tray.say("something else", "hint")
    table.picture()
    assert tray.words == "something else"
    table.close()


def test_the_list_of_moves_shows_any_moment_and_comes_back(table: Players) -> None:
    table.make(Lay("B5", "1"))
    table.make(STOP)
    table.draw_curtain()
    table.key("command", name="moves")
    moves = top(table.stack)
    moves.go_to(0)
    assert len(table.scene.shown_state.snake) == 2
    assert not table.scene.privacy.bare(1), "who looks on must not see a hand in an earlier moment"
    table.picture()
    moves.go_to(1)
    assert len(table.scene.shown_state.snake) == 3
    table.key("cancel")
    table.wait(0.1)
    assert top(table.stack) is table.scene
    assert table.scene.live
    assert table.scene.describe(0) == "Bamboo 5 onto head 2"
    assert table.scene.describe(2) == "1 tile drawn"


def test_touching_the_points_opens_the_score_sheet(table: Players) -> None:
    table.make(Lay("B5", "1"))
    table.tap(Points(2))
    assert isinstance(top(table.stack), ScoreSheet)
    table.picture()
    table.key("cancel")
    table.wait(0.1)
    assert top(table.stack) is table.scene
    assert table.scene.privacy.bare(0), "the curtain does not fall for it"


def test_after_the_end_the_points_still_open_the_sheet_and_lead_back() -> None:
    table = Players(3, pixels=(800, 600))
    table.play_to_the_end(random.Random(2))
    table.wait(4)
    table.key("cancel")
    table.wait(0.1)
    assert top(table.stack) is table.scene
    assert all(map(table.scene.privacy.bare, range(3))), "now everybody may see all hands"
    table.tap(Points(1))
    assert isinstance(top(table.stack), RunningSheet)
    assert len(top(table.stack).buttons()) == 1
    table.close()


def texts_of(sheet: RunningSheet) -> list[str]:
    return [str(getattr(row, "text", "")) for row in sheet.rows()]


def test_the_score_sheet_explains_every_point() -> None:
    table = Players(3, start=middle(("B3", "B7", "T9"), SNAKE))
    table.draw_curtain()
    table.make(Lay("B3", "1"))
    table.make(STOP)
    table.draw_curtain()
    table.tap(Points(0))
    said = texts_of(top(table.stack))
    assert "1. Anna: +1 same onto same" in said
    assert "Tiles laid: Anna 1" in said
    assert any(text.startswith("Largest hand: Anna, 5") for text in said)
    table.close()


# Whole games ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seating", "people"), [
    ("couch", 3), ("table", 6), pytest.param("table", 2, marks=pytest.mark.deep),
])  # fmt: skip
def test_a_whole_game_by_taps_ends_with_the_score_sheet(seating: str, people: int) -> None:
    table = Players(people, seating=seating, pixels=(800, 600))
    table.play_out(random.Random(people))
    table.wait(4)
    assert isinstance(top(table.stack), ScoreSheet)
    table.picture()
    table.close()


@pytest.mark.parametrize("games", one_in(2, [2, 3]))
def test_a_round_moves_the_dealer_and_keeps_the_people(games: int) -> None:
    table = Players(3, options={"dealer": 0}, games=games, pixels=(800, 600))
    rng = random.Random(9)
    places: dict[Any, Any] = {}
    for number in range(games):
        series = table.scene.series
        assert series.person_at(table.match.state.dealer) == number
        for seat in range(3):
            name, at = table.scene.names[seat], table.scene.trays[seat].frame.center
            assert places.setdefault(name, at) == at, "people never change places"
        table.play_to_the_end(rng)
        table.wait(4)
        assert isinstance(top(table.stack), ScoreSheet)
        if number < games - 1:
            top(table.stack)._next_game()
            table.wait(0.1)
            table.calm()
    assert table.scene.series.over
    assert sum(len(m.log) for m in table.scene.series.games) > 150 * games
    table.close()


def test_the_opening_is_rolled_and_dealt_before_everybodys_eyes() -> None:
    table = Players(3)
    table.close()
    table = Players.__new__(Players)
    table.start = None
    super(Players, table).__init__("domi_jongg", PEOPLE[:3])
    assert table.scene.shown == 0
    seen, dice = set(), 0
    while table.scene.moving:
        table.wait(0.1)
        seen.add(table.scene.shown_state.phase)
        dice = max(dice, len(table.scene.animation.dice))
    assert seen == {"roll", "deal", "single", "turn"}
    assert dice == 3
    table.close()


def test_a_touch_skips_the_opening() -> None:
    table = Players.__new__(Players)
    table.start = None
    super(Players, table).__init__("domi_jongg", PEOPLE[:3])
    table.send("press", (700, 300))
    table.send("release", (700, 300))
    table.wait(0.1)
    assert isinstance(top(table.stack), Curtain)
    table.close()


# Screens ----------------------------------------------------------------------------------------


def lie_apart(boxes: list[Box], size: tuple[float, float]) -> None:
    for i, one in enumerate(boxes):
        assert min(one.x, one.y) >= 0
        assert one.right <= size[0] + 1
        assert one.bottom <= size[1] + 1
        for other in boxes[:i]:
            apart = (
                one.right <= other.x + 1 or other.right <= one.x + 1
                or one.bottom <= other.y + 1 or other.bottom <= one.y + 1
            )  # fmt: skip
            assert apart, (one, other)


@pytest.mark.parametrize("seating", ["couch", "table"])
@pytest.mark.parametrize("people", one_in(2, [2, 3, 4, 5, 6]))
@pytest.mark.parametrize("pixels", one_in(2, [(800, 600), (600, 800), (1080, 1920), (1280, 720)]))
def test_any_screen_seating_and_company(pixels: tuple[int, int], people: int, seating: str) -> None:
    rest = (("K1", "K2"), ("DR", "DW"), ("T4",), ("T5",), ("T6",))
    state = state_with((HAND, *rest[: people - 1]), SNAKE)
    table = Players(people, start=state, seating=seating, pixels=pixels, language="de")
    if table.curtain:
        table.picture()
        table.draw_curtain()
    table.picture()
    width, height = table.context.size
    layout = table.scene.layout
    lie_apart([layout.board, *(frame.box for frame in layout.trays)], (width, height))
    assert layout.board.w > 0.3 * width
    assert layout.board.h > 0.3 * height
    for spot in table.scene.input.spots():
        assert 0 < spot.center[0] < width
        assert 0 < spot.center[1] < height
        assert min(spot.box.w, spot.box.h) >= 66, f"{spot.key} is too small for a finger"
    table.close()


@pytest.mark.parametrize("people", [3, 4, 5, 6])
def test_at_every_edge_six_tiles_stand_on_one_page_and_buttons_have_words(people: int) -> None:
    """At 1280x720, where two of the edges are short."""
    hands = (("B1", "B5", "B7", "F3", "T9", "WE"), ("K1", "K2"), ("DR", "DW"), ("T4",), ("T5",))
    for first in range(people):
        rest = [hand for n, hand in enumerate([*hands[1:], ("T6",)]) if n < people - 1]
        state = state_with((*rest[:first], hands[0], *rest[first:]), SNAKE, turn=first)
        table = Players(people, start=state, seating="table", language="de")
        assert table.scene.racks.at(first).shelf.pages == 1, first
        assert RackButton.SORT in table.keys
        Watched.lines.clear()
        table.scene.draw(Watched(pygame.Surface((1280, 720)), scale=table.context.scale))
        frame = table.scene.layout.trays[first].box
        scale = table.context.scale
        words = [line for line in Watched.lines if line.text == "Ordnen"
                 and frame.has((line.rect.centerx / scale, line.rect.centery / scale))]  # fmt: skip
        assert len(words) == 1, first
        table.close()


@pytest.mark.parametrize("pixels", [(800, 600), (600, 1000)])
def test_a_long_refusal_stands_clear_of_everything(pixels: tuple[int, int]) -> None:
    table = Players(start=middle(), pixels=pixels, language="de")
    table.draw_curtain()
    table.make(Lay("B5", "1"))
    table.pick("F3")
    table.tap("0L")
    Watched.lines.clear()
    canvas = Watched(pygame.Surface(pixels))
    table.scene.draw(canvas)
    last = next(line.box for line in Watched.lines if line.text.endswith(LINK))
    assert last.bottom <= table.scene.trays[0].content.y, "it lies under the tiles' backs"
    assert list(crowded(Watched.lines, canvas.surface.get_rect())) == []
    table.close()


@pytest.mark.parametrize("seating", ["couch", "table"])
@pytest.mark.parametrize("people", [2, 3, 6])
@pytest.mark.parametrize("pixels", [(800, 600), (1280, 720), (600, 1000)])
def test_the_way_to_a_rule_leaves_points_and_buttons_alone(
    pixels: tuple[int, int], people: int, seating: str,
) -> None:
    """A refusal leads to its rule by its words, the points still open the score sheet."""
    rest = (("K1", "K2"), ("DR", "DW"), ("T4",), ("T5",), ("T6",))
    state = state_with((HAND, *rest[: people - 1]), SNAKE)
    table = Players(people, start=state, seating=seating, pixels=pixels, language="de")
    if table.curtain:
        table.draw_curtain()

    def refused() -> None:
        table.tap(RackButton.CLOSE)
        table.calm()
        assert table.scene.trays[0].rule == "DJ-7"

    for x in (-24, 0, 24):
        refused()
        score, turn = table.scene.trays[0].score_at(), table.scene.trays[0].frame
        dx, dy = turn.out_vector((x, 0))
        table.point_at((score[0] + dx, score[1] + dy))
        assert isinstance(table.stack.top, RunningSheet), (x, table.stack.top.name)
        table.key("cancel")
        table.wait(0.1)
    refused()
    table.point_at(table.spot(RackButton.SORT))
    assert top(table.stack) is table.scene
    assert table.scene.racks.standing(0)[0] == "F3", "it is sorted by number now"
    refused()
    Watched.lines.clear()
    table.scene.draw(Watched(pygame.Surface(pixels), scale=table.context.scale))
    last = next(line for line in Watched.lines if line.text.endswith(LINK))
    (x, y), scale = last.rect.center, table.context.scale
    table.point_at((x / scale, y / scale))
    assert table.stack.top.name == "rules"
    table.close()


@pytest.mark.parametrize("seating", ["table", "couch"])
@pytest.mark.parametrize(
    ("pixels", "people"),
    [((800, 600), 3), ((800, 600), 4), ((1280, 720), 6), ((600, 1000), 6), ((1920, 1080), 5)],
)
def test_no_die_rolls_over_what_is_said(
    pixels: tuple[int, int], people: int, seating: str
) -> None:
    table = Table("domi_jongg", PEOPLE[:people], pixels=pixels, seating=seating, language="de")
    scene, dice, seen = table.scene, table.scene.animation.dice, set()
    while scene.shown_state.phase == "roll":
        Watched.lines.clear()
        scene.view.paint(Watched(pygame.Surface(pixels), scale=table.context.scale))
        said = scene.t("domi_jongg.phase.roll").split()
        rects = [line.rect for line in Watched.lines if line.text.split()[-1] in said]
        assert rects
        for die in dice.values():
            at = between(die.start, die.end, 1 - (1 - die.share) ** 2)
            x, y, wide = (round(n * table.context.scale) for n in (*at, 2 * RADIUS))
            box = pygame.Rect(x - wide // 2, y - wide // 2, wide, wide)
            assert box.collidelist(rects) < 0, (die, rects)
            seen.add(id(die))
        table.wait(0.15)
    assert len(seen) >= people
    table.close()


def test_samples_show_what_they_promise() -> None:
    from tests.tools import headless

    context = headless.context((1280, 720), "en")
    made: dict[str, Any] = dict(domi_jongg(context))
    stacks = {name: headless.stack_of(context, scene) for name, scene in made.items()}
    for stack in stacks.values():
        headless.wait(stack, 0.1)
    scene = made["domi_jongg-picking"]
    assert len(scene.input.fitting_ends()) >= 2
    assert len(made["domi_jongg-late"].shown_state.snake) == 140
    peeking = made["domi_jongg-peeking"]
    assert peeking.privacy.bare(peeking.asked)
    assert isinstance(stacks["domi_jongg-curtain"].top, Curtain)
    context.ai_worker.close()


@pytest.mark.parametrize("deeds", [100, pytest.param(400, marks=pytest.mark.deep)])
def test_random_hands_never_break_it(deeds: int) -> None:
    from tests.tools.soak import Crowd, check

    for seating in ("couch", "table"):
        table = Players(3, seating=seating, pixels=(800, 600))
        crowd = Crowd(table.stack, random.Random(7))
        for _ in range(deeds):
            if table.curtain is not None:
                table.draw_curtain()
            crowd.act()
            table.stack.update(1 / 60)
            check(top(table.stack))
        assert crowd.intents > deeds
        table.close()
    assert RULES.info.hidden


@pytest.mark.parametrize(("seating", "leads"), [("couch", True), ("table", False)])
def test_by_keys_a_tile_leads_on_to_a_head_unless_that_told_the_others(
    seating: str, leads: bool,
) -> None:
    table = Players(start=middle(), seating=seating)
    if table.curtain is not None:
        table.draw_curtain()
    go_to(table, table.place("B5"))
    table.key("confirm")
    assert isinstance(table.scene.focus.current.key, str) == leads
    table.close()


def test_the_felt_is_looked_at_from_near_and_as_a_whole_again(table: Players) -> None:
    felt, eye = table.scene.felt, table.scene.eye
    at, start = felt.box.center, felt.tile
    table.send("wheel", at, value=1.0)
    table.rest()
    assert felt.tile > 1.15 * start
    assert felt.held
    assert not felt.faces.hurried
    before, empty = felt.tile_at(0), (felt.box.x + 60, felt.box.bottom - 60)
    table.send("press", empty)
    table.send("drag", (empty[0] + 40, empty[1]), moved=True)
    assert felt.tile_at(0)[0] - before[0] == pytest.approx(40, abs=2)
    table.send("release", (empty[0] + 40, empty[1]), moved=True)
    table.picture()
    assert table.scene.controls.layers
    table.scene.controls.buttons["whole"].activate()
    table.rest()
    assert eye.whole
    assert felt.tile == pytest.approx(start)


def test_the_snake_lies_beside_the_results_as_it_was_played() -> None:
    match = tiles_laid(2, 144)
    moves = list(match.log)
    match.go_to(len(moves) - 1)
    assert match.actor is not None
    people = [PEOPLE[0] if seat == match.actor else COMPUTER for seat in range(2)]
    context = headless.context((1280, 720))
    scene = DomiJonggScene(context, Series(match), people)
    stack = headless.stack_of(context, scene)
    headless.wait(stack, 1)
    scene.commit(moves[-1])
    headless.wait(stack, 1)
    assert match.outcome is not None
    before = list(scene.felt.snake.places)
    headless.wait(stack, 8)
    assert isinstance(top(stack), Results)
    shape = scene.felt.box.w / scene.felt.box.h
    assert shape < 1.8, "the felt is another one"
    assert list(scene.felt.snake.places) == before
    assert not scene.felt.laid_anew
    stack.close()


def test_while_a_tile_is_carried_nothing_else_is_drawn_or_enlarged_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    context = headless.context((1280, 720))
    scene = DomiJonggScene(context, Series(tiles_laid(2, 60)), [PEOPLE[0], COMPUTER])
    stack, painter, drawn = headless.stack_of(context, scene), Painter(), list[object]()
    headless.wait(stack, 1.0)
    for part, name in ((View, "_paint_rack"), (Felt, "paint_count")):
        monkeypatch.setattr(part, name, _noted(getattr(part, name), drawn))
    monkeypatch.setattr(pygame.transform, "smoothscale", _counted(drawn))
    tile = next(spot.center for spot in scene.input.spots() if isinstance(spot.key, int))
    x, y = scene.layout.board.center
    finger: Any = {"pointer": "touch:0:1", "source": "touch"}

    def carry(at: tuple[float, float]) -> int:
        """The operations of a frame in which the tile is carried to a point."""
        stack.on(Intent("drag", at, vector=(9, 9), moved=True, **finger))
        stack.update(headless.FRAME)
        operations = len(headless.listed(stack).ops)
        drawn.clear()
        headless.picture(stack, painter)
        return operations

    stack.on(Intent("press", tile, **finger))
    way = [(x + n, y + n / 2) for n in range(-90, 90, 9)]
    for _ in range(20):  # until all faces in the lens are painted
        most = max(carry(at) for at in way)
    assert scene.loupe.shown
    assert most < 50
    for at in way:
        carry(at)
        assert drawn == []
        assert painter.share < 0.2
    stack.close()


def test_few_faces_are_painted_while_a_tile_is_carried() -> None:
    people = PEOPLE[0], COMPUTER
    scene = DomiJonggScene(headless.context((1280, 720)), Series(tiles_laid(2, 60)), people)
    stack = headless.stack_of(scene.context, scene)
    headless.wait(stack, 1.0)
    faces, count = scene.felt.faces, 10
    tile = next(spot.center for spot in scene.input.spots() if isinstance(spot.key, int))
    finger: Any = {"pointer": "touch:0:1", "source": "touch"}
    stack.on(Intent("press", tile, **finger))
    stack.on(Intent("drag", (tile[0], tile[1] - 90), vector=(0, -90), moved=True, **finger))
    headless.picture(stack)
    headless.wait(stack, 1.0)  # what else was missed has been painted
    tiles = list(dict.fromkeys(laid.tile for laid in scene.latest.snake))

    def painted(frames: int) -> int:
        before = MISSED.painted
        for _ in range(frames):
            for each in tiles:
                faces.get(each, 77)
            stack.update(headless.FRAME)
        return MISSED.painted - before

    assert painted(count) == 2
    stack.on(Intent("release", tile, moved=True, **finger))
    assert painted(10 * count) > count
    stack.close()


def test_a_late_match_is_first_seen_with_all_of_its_snake() -> None:
    lie.cache_clear()
    context = headless.context((1280, 720))
    stack, painter = headless.stack_of(context), Painter()
    headless.picture(stack, painter)
    match = tiles_laid(2, 90)
    stack.change(Push(ToPlay(Series(match), (PEOPLE[0], COMPUTER))))
    stack.on(Intent("cancel", source="keys"))
    scene = stack.scenes[1]
    assert isinstance(scene, DomiJonggScene)
    headless.picture(stack, painter)
    assert scene.felt.snake.laid == match.state.snake
    assert scene.felt.camera == scene.felt.best
    assert not scene.felt.laid_anew
    boxes = [scene.felt.head_at(end.id) for end in match.state.ends]
    assert all(scene.felt.box.has(at) for at in boxes)
    headless.wait(stack, 1.0)
    assert [each.name for each in stack.scenes] == ["shelf", "domi_jongg", "pause"]
    stack.close()


@pytest.mark.parametrize("over", [False, True])
def test_how_a_snake_lies_follows_from_the_window_and_not_from_those_before(over: bool) -> None:
    """At once, with all that is marked: nothing lies as it would in another window."""
    match = tiles_laid(2, 144 if over else 60)
    sizes = (800, 450), (450, 800), (600, 1000), (1920, 1080)
    context, chairs = headless.context(sizes[0]), (PEOPLE[0], COMPUTER)
    turned = DomiJonggScene(context, Series(match), chairs)
    stack = headless.stack_of(context, turned)
    headless.wait(stack, 1.0)
    end = turned.shown_state.ends[0].id
    turned.mark("hint", (end,))
    for pixels in sizes:
        stack.resize(pixels)
        opened = DomiJonggScene(headless.context(pixels), Series(match), chairs)
        other = headless.stack_of(opened.context, opened)
        opened.finish_motion()
        assert turned.felt.camera == opened.felt.camera, pixels
        assert turned.felt.snake.places == opened.felt.snake.places
        assert turned.felt.head_at(end) == opened.felt.head_at(end)
        assert [mark.center for mark in turned.marks if mark.kind == "hint"] == [
            turned.felt.head_at(end)
        ]
        assert not turned.felt.laid_anew
        other.close()
    stack.close()


def _noted(plain: Callable[..., None], drawn: list[object]) -> Callable[..., None]:
    def noted(*args: Any) -> None:
        drawn.append(plain)
        plain(*args)

    return noted


def _counted(drawn: list[object]) -> Callable[..., pygame.Surface]:
    smoothscale = pygame.transform.smoothscale

    def counted(image: pygame.Surface, size: Any, *into: pygame.Surface) -> pygame.Surface:
        drawn.append(size)
        return smoothscale(image, size, *into)

    return counted


@pytest.mark.usefixtures("nothing_painted")
def test_a_match_that_is_gone_on_with_begins_with_all_faces() -> None:
    context = headless.context((1280, 720))
    headless.forget_pictures(SPRITES)
    match = tiles_laid(2, 60)
    scene = DomiJonggScene(context, Series(match), [PEOPLE[0], COMPUTER])
    stack = headless.stack_of(context, scene)
    stack.update(1 / 60)
    while not made_within(0.0, lambda: headless.listed(stack)):
        pass
    faces, tall = scene.felt.faces, scene.felt.camera.tall
    ways = [place.way % 2 for place in scene.felt.snake.places]
    assert all(
        faces.has(one.tile, tall, way) for one, way in zip(match.state.snake, ways, strict=True)
    )
    stack.update(1 / 60)
    assert not faces.at_once
    stack.close()


def test_every_turn_in_the_list_of_moves_is_told_in_words() -> None:
    """A penalty tile had a line without any."""
    rng, drew = random.Random(1), 0
    table = Table("domi_jongg", PEOPLE[:3], seed=1)
    match = table.match
    while match.outcome is None and not drew:
        match.play(rng.choice(match.game.moves(match.state)))
        drew = match.log.count(DRAW)
    for _, steps in table.scene.turns():
        assert any(map(table.scene.describe, steps)), [match.log[index] for index in steps]
    assert drew
    table.close()


@pytest.mark.usefixtures("nothing_painted")
@pytest.mark.parametrize("kind", [Lay, Branch])
def test_faces_of_what_a_computer_lays_are_painted_a_step_a_frame(
    monkeypatch: pytest.MonkeyPatch, kind: type[Lay | Branch]
) -> None:
    drawn, plain = list[str](), art.picture

    def picture(name: str, *args: Any) -> pygame.Surface:
        if name.partition("/")[2].partition("_")[0] in {*KINDS, "block"}:
            drawn.append(name)
        return plain(name, *args)

    monkeypatch.setattr(art, "picture", picture)

    def may(match: Match) -> bool:
        return any(isinstance(move, kind) for move in match.game.moves(match.state))

    match = tiles_laid(2, 20, may)
    context = headless.context((1280, 720))
    scene = DomiJonggScene(context, Series(match), [COMPUTER, PEOPLE[0]])
    stack, painter, faces = headless.stack_of(context, scene), Painter(), scene.felt.faces
    headless.picture(stack, painter)
    move = next(each for each in match.game.moves(match.state) if isinstance(each, kind))
    drawn.clear()
    scene.play(move)
    assert drawn == []
    while scene.reliving:
        stack.update(headless.FRAME)
        headless.picture(stack, painter)
        assert len(drawn) <= 1
        drawn.clear()
    first = len(scene.latest.snake) - len(move.tiles)
    for tile, place in zip(move.tiles, scene.felt.snake.places[first:], strict=True):
        assert faces.has(tile, scene.felt.camera.tall, place.way % 2)
    stack.close()


@pytest.mark.usefixtures("painted_ahead")
def test_faces_are_painted_ahead_again_after_the_view_has_been_elsewhere() -> None:
    context = headless.context((1280, 720))
    scene = DomiJonggScene(context, Series(tiles_laid(2, 20)), [PEOPLE[0], COMPUTER])
    stack = headless.stack_of(context, scene)
    headless.wait(stack, 1.0)

    def ahead() -> bool:
        faces, tall = scene.felt.faces, scene.felt.camera.tall
        return all(faces.has(*each) for each in product(KINDS, (tall,), (0, 1)))

    for turned in (1.0, -1.0, 0.0):
        for _ in range(60):
            headless.wait(stack, 0.0 if ahead() else 0.5)
        assert ahead()
        headless.forget_pictures(SPRITES)  # as pictures of other sizes make room
        at = scene.felt.box.center
        stack.on(Intent("wheel", at, pointer="mouse", value=turned))
    stack.close()


@pytest.mark.parametrize("seed", [4, 5, 10])
def test_a_view_that_hands_hold_rests_though_the_snake_grows_shorter(seed: int) -> None:
    """The sizes in which it may rest are others then; heads are seen where it rests alone."""
    rng, context = random.Random(seed), headless.context((1280, 720), seating="table")
    stack = headless.stack_of(context)
    screen = headless.screen_of(stack)
    match = Match(RULES, 2, seed=seed)
    while len(match.state.snake) < 22:
        match.play(rng.choice(list(match.game.moves(match.state))))
    stack.change(Push(ToPlay(Series(match, 1), [Chair("person", "A"), Chair("person", "B")])))
    scene: Any = stack.top
    headless.live(screen, 2.0, 0.05)
    screen.on(Intent("wheel", scene.layout.board.center, pointer="mouse", value=1.0))
    headless.live(screen, 2.0, 0.05)
    near = scene.eye.camera.goal.unit
    assert scene.eye.resting
    for _ in range(rng.randrange(1, 7)):
        screen.on(Intent("command", name="undo", source="keys"))
    headless.live(screen, 3.0, 0.05)
    assert scene.eye.camera.held, "it is still somebody's"
    assert scene.eye.resting
    assert not scene.felt.faces.hurried
    assert near / 1.3 < scene.eye.camera.goal.unit < near * 1.3
    stack.close()
    context.ai_worker.close()
