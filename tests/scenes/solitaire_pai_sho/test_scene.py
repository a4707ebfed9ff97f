"""Solitaire Pai Sho on the table: by taps, drags and keys, alone and for two."""

import random
import time
from collections.abc import Callable, Iterator
from typing import Any

import pygame
import pytest

from game.navigator import Navigator
from game.rules import GAMES
from game.rules.pai_sho.board import PLACES, POINTS, R3, W3, read_point
from game.rules.solitaire_pai_sho.state import (
    ASIDE,
    DISHARMONY,
    HARMONY,
    Draw,
    Lay,
    Line,
    Shift,
    bag_of,
    lengths,
    lines,
)
from game.scenes.core.context import Context
from game.scenes.core.routes import ToLevel
from game.scenes.core.stack import Stack
from game.scenes.levels.level_scene import Levels, LevelScene
from game.scenes.solitaire_pai_sho import garden_results
from game.scenes.solitaire_pai_sho.garden import badge, promise
from game.scenes.solitaire_pai_sho.garden_results import GardenResults
from game.scenes.solitaire_pai_sho.input import Desktop, Stock, foresee, goals
from game.scenes.solitaire_pai_sho.scales import STEEPEST, Scales
from game.services import levels
from game.services.people import Chair
from game.ui.canvas import Canvas
from game.ui.frame import Box
from game.ui.markup import Note, Paragraph
from game.ui.widgets import Button
from tests.certain import sure, top
from tests.plain_text import plain
from tests.scenes.table import ANNA, BEN, COMPUTER, Table
from tests.sweep import one_in
from tests.tools import headless
from tests.tools.showcase.games import grown, solitaire_pai_sho

GAME = "solitaire_pai_sho"
TOGETHER = {"mode": "cooperative"}
AGAINST = {"mode": "uncooperative"}


@pytest.fixture
def table() -> Iterator[Table]:
    """Somebody who draws every tile by hand."""
    made = Table(GAME, (ANNA,), draw_by_hand=True)
    yield made
    made.close()


def two(
    options: dict[str, str], chairs: tuple[Chair, Chair] = (ANNA, BEN), **settings: Any,
) -> Table:
    return Table(GAME, chairs, options, **settings)


def best(table: Table) -> Lay:
    """A legal lay that forms something if any does."""
    match = table.match
    state, game = match.state, match.game
    moves = [move for move in game.moves(state) if not isinstance(move, Shift)]
    found: Lay = max(moves, key=lambda move: len(lines(game.apply(state, move).board)))
    return found


def reach(table: Table) -> None:
    """Draw the veiled tile, if there is one."""
    if table.scene.input.draw_waits:
        table.tap(Desktop.BAG)
        table.rest()


def click(table: Table, at: tuple[float, float]) -> None:
    for kind in ("press", "release", "tap"):
        table.send(kind, at)


def play_by_taps(table: Table, move: Any) -> None:
    reach(table)
    if isinstance(move, Lay):
        if table.match.state.terms.choose:
            table.tap(Stock(move.kind))
        table.tap(move.point)
    elif isinstance(move, Shift):
        table.tap(move.source)
        table.tap(move.goal)
    table.rest()


def tiles_left(table: Table) -> int:
    state = table.match.state
    return sum(map(sum, state.bags)) + sum(map(bool, state.drawn))


def play_out(table: Table, but: int = 0) -> None:
    """The whole game by taps, but for some tiles; what fits nowhere lays itself aside."""
    while tiles_left(table) > but:
        reach(table)
        moves = table.match.game.moves(table.match.state)
        if moves[0] == ASIDE:
            table.wait(2)
        else:
            play_by_taps(table, best(table))


def finish(table: Table) -> None:
    """The last tile is laid, and a moment passes."""
    play_out(table, but=1)
    reach(table)
    table.tap(best(table).point)
    table.wait(2.2)


# Playing ------------------------------------------------------------------------------------


@pytest.mark.parametrize("draw", ["random", "choose"])
def test_the_arrow_of_a_hint_begins_at_the_tile_that_is_to_be_laid(draw: str) -> None:
    """Not in the middle of the tray, where there is nothing, or another tile."""
    table = Table(GAME, (ANNA,), {"draw": draw})
    table.rest()
    scene, lay = table.scene, best(table)
    desk = scene.places.desks[0]
    tile = desk.kind_at(lay.kind) if draw == "choose" else desk.hand_at
    assert scene.way_of(lay)[0] == tile
    table.close()


def test_a_tile_is_laid_by_a_tap_and_the_next_one_drawn_by_another(table: Table) -> None:
    first = table.scene.view.in_hand(0)
    assert first
    table.tap(best(table).point)
    table.rest()
    assert table.scene.input.draw_waits, "the next tile has been drawn, but nobody has seen it"
    assert table.scene.view.in_hand(0) == 0
    table.tap(Desktop.BAG)
    table.rest()
    assert table.scene.view.in_hand(0) == table.match.state.drawn[0]


def test_the_next_tile_comes_by_itself_and_every_lay_costs_one_tap() -> None:
    table = Table(GAME, (ANNA,))
    for count in (1, 2, 3):
        table.tap(best(table).point)
        table.wait(0.4)
        assert table.scene.input.draw_waits, "what has grown is to be seen first"
        assert table.scene.can_undo, "nobody has seen what comes next"
        table.rest()
        assert not table.scene.input.draw_waits
        assert table.scene.view.in_hand(0)
        laid = [move for move in table.match.log if isinstance(move, Lay)]
        assert len(laid) == count
    table.close()


def test_the_next_tile_comes_sooner_for_a_tap_and_later_for_a_finger_that_rests() -> None:
    table = Table(GAME, (ANNA,))
    table.tap(best(table).point)
    table.wait(0.4)
    table.tap(Desktop.BAG)
    assert not table.scene.input.draw_waits
    table.rest()
    table.tap(best(table).point)
    table.wait(0.4)
    table.send("press", table.spot(Desktop.BAG), pointer="touch:0:2", source="touch")
    table.wait(3)
    assert table.scene.input.draw_waits
    table.send("release", (9, 9), pointer="touch:0:2", source="touch", moved=True)
    table.rest()
    assert not table.scene.input.draw_waits
    table.close()


@pytest.mark.parametrize("by_hand", [False, True])
def test_a_double_tap_lays_and_leaves_the_lay_its_time_to_be_taken_back(by_hand: bool) -> None:
    table = Table(GAME, (ANNA,), draw_by_hand=by_hand)
    table.rest()
    reach(table)
    at = table.spot(best(table).point)
    for pause in (0.1, 0.1, 0.2):
        click(table, at)
        table.wait(pause)
    assert table.scene.input.draw_waits
    assert table.scene.can_undo
    table.wait(0.3)
    click(table, at)
    assert not table.scene.input.draw_waits, "now it is another tap"
    table.close()


def test_any_point_draws_too_while_there_is_nothing_else_to_do(table: Table) -> None:
    play_by_taps(table, best(table))
    table.tap(read_point("(0,0)"))
    table.rest()
    assert not table.scene.input.draw_waits
    assert len(table.match.log) == 3


def test_every_spot_is_offered_once_however_often_somebody_asks(table: Table) -> None:
    keys = [[spot.key for spot in table.scene.offered()] for _ in range(3)]
    assert keys[0] == keys[2]
    assert len(set(keys[2])) == len(keys[2])


def test_a_tile_is_laid_by_dragging(table: Table) -> None:
    point = best(table).point
    table.drag(Desktop.HAND, point)
    table.rest()
    assert isinstance(table.match.log[1], Lay)
    assert table.match.log[1].point == point


def test_a_tile_is_dragged_right_out_of_the_bag(table: Table) -> None:
    play_by_taps(table, best(table))
    point = best(table).point
    table.drag(Desktop.BAG, point)
    table.rest()
    assert [type(move) for move in table.match.log[:4]] == [Draw, Lay, Draw, Lay]


def test_a_drag_near_a_fitting_point_is_drawn_to_it(table: Table) -> None:
    move = best(table)
    x, y = table.spot(move.point)
    hand = table.spot(Desktop.HAND)
    far = table.scene.board.cell * 0.45
    table.send("press", hand, pointer="touch:0:1")
    for at in ((x - 200, y), (x + far, y)):
        table.send("drag", at, pointer="touch:0:1", moved=True)
    assert table.scene.input.aimed is not None
    table.send("release", (x + far, y), pointer="touch:0:1", moved=True)
    table.rest()
    assert isinstance(table.match.log[1], Lay)


def test_a_drag_to_nowhere_glides_back(table: Table) -> None:
    table.send("press", table.spot(Desktop.HAND), pointer="touch:0:1")
    table.send("drag", (5, 5), pointer="touch:0:1", moved=True)
    assert table.scene.input.holding
    table.send("release", (5, 5), pointer="touch:0:1", moved=True)
    table.rest()
    assert not table.scene.input.holding
    assert not table.scene.view.flyers
    assert len(table.match.log) == 1


def test_a_second_finger_does_not_disturb_the_first(table: Table) -> None:
    goal = best(table).point
    table.send("press", table.spot(Desktop.HAND), pointer="touch:0:1")
    table.send("drag", (400, 300), pointer="touch:0:1", moved=True)
    table.send("press", table.spot(Desktop.BAG), pointer="touch:0:2")
    table.send("drag", (50, 50), pointer="touch:0:2", moved=True)
    table.send("release", (50, 50), pointer="touch:0:2", moved=True)
    table.send("drag", table.spot(goal), pointer="touch:0:1", moved=True)
    table.send("release", table.spot(goal), pointer="touch:0:1", moved=True)
    table.rest()
    assert table.match.log[1].point == goal


def go_by_keys(table: Table, key: int) -> None:
    table.scene.focus.visible = True
    for _ in range(60):
        current = getattr(table.scene.focus.current, "key", None)
        if current == key:
            return
        x1, y1 = table.spot(current) if current is not None else (0, 0)
        x2, y2 = table.spot(key)
        across = abs(x2 - x1) > abs(y2 - y1)
        way = (1 if x2 > x1 else -1, 0) if across else (0, 1 if y2 > y1 else -1)
        table.key("focus", vector=way)
    raise AssertionError(f"the focus never came to {key}")


def test_a_turn_by_keys_alone(table: Table) -> None:
    point = best(table).point
    go_by_keys(table, point)
    table.key("confirm")
    table.rest()
    assert table.match.log[1].point == point
    assert table.scene.input.draw_waits
    table.key("confirm")
    table.rest()
    assert not table.scene.input.draw_waits, "where one is, one may reach for the next tile"


def test_a_whole_game_alone_by_taps_is_retold_and_ends_with_the_sheet(table: Table) -> None:
    finish(table)
    assert table.scene.animation.retelling
    assert len(table.scene.view.plot.lines) < len(lines(table.match.state.board))
    table.wait(8)
    assert isinstance(table.stack.top, GardenResults)
    assert len(table.scene.view.plot.lines) == len(lines(table.match.state.board))


def test_a_tap_skips_the_retelling(table: Table) -> None:
    finish(table)
    assert table.scene.animation.retelling
    for kind in ("press", "release", "tap"):
        table.send(kind, (10, 300))
    table.wait(0.1)
    assert isinstance(top(table.stack), GardenResults)


@pytest.mark.parametrize("options", [
    TOGETHER, AGAINST,
    *(pytest.param(options, marks=pytest.mark.deep)
      for options in ({**TOGETHER, "bag": "shared"}, {**AGAINST, "draw": "choose"})),
], ids=["together", "against", "one bag", "chosen"])  # fmt: skip
def test_a_whole_game_for_two_by_taps(options: dict[str, str]) -> None:
    table = two(options)
    play_out(table)
    table.wait(9)
    assert isinstance(top(table.stack), GardenResults)
    table.close()


def test_choosing_takes_a_tile_from_the_stock_and_taps_lay_it() -> None:
    table = Table(GAME, (ANNA,), {"draw": "choose"})
    table.tap(read_point("(2,2)"))
    assert table.match.log == []
    assert table.scene.trays[0].message, "nothing is chosen yet, and it says so"
    table.tap(Stock(R3))
    assert table.scene.input.holding
    table.tap(read_point("(2,2)"))
    table.rest()
    assert [table.match.game.write(move) for move in table.match.log] == ["R3(2,2)"]
    assert bag_of(table.match.state, 0)[R3] == 2
    table.drag(Stock(W3), best_of(table, W3))
    table.rest()
    assert len(table.match.log) == 2
    table.close()


def best_of(table: Table, kind: int) -> int:
    found: int = next(m.point for m in table.match.game.moves(table.match.state) if m.kind == kind)
    return found


def test_a_flower_may_be_moved_instead_by_taps_and_by_dragging() -> None:
    table = Table(GAME, (ANNA,), {"move_instead": True}, seed=4)
    while not any(isinstance(m, Shift) for m in table.match.game.moves(table.match.state)):
        play_by_taps(table, best(table))
        reach(table)
    drawn = table.scene.view.in_hand(0)
    ways = [m for m in table.match.game.moves(table.match.state) if isinstance(m, Shift)]
    play_by_taps(table, ways[0])
    assert table.match.log[-1] == ways[0]
    assert table.scene.view.in_hand(0) == drawn, "the tile in hand stays there"
    back = Shift(ways[0].goal, ways[0].source)
    assert table.match.game.why_illegal(table.match.state, back) is None
    table.drag(back.source, back.goal)
    table.rest()
    assert table.match.log[-1] == back
    table.close()


# What is shown --------------------------------------------------------------------------------


def test_points_where_a_tile_forms_something_glow_as_the_rules_say() -> None:
    table = Table(GAME, (ANNA,), seed=2)
    for _ in range(6):
        play_by_taps(table, best(table))
        reach(table)
        state, game = table.match.state, table.match.game
        found = table.scene.input.promises
        legal = {move.point for move in game.moves(state) if isinstance(move, Lay)}
        assert set(found) == legal
        for point, kinds in list(found.items())[:25]:
            after = game.apply(state, Lay(table.scene.view.in_hand(0), point))
            new = set(lines(after.board)) - set(lines(state.board))
            formed = {line.kind for line in new if point in line[1:]}
            assert bool(kinds & 1) == (HARMONY in formed)
            assert bool(kinds & 2) == (DISHARMONY in formed)
    table.close()


def test_targets_are_hidden_from_who_wants_to_find_them_alone() -> None:
    table = Table(GAME, (ANNA,), show_targets=False)
    assert table.scene.input.promises == {}
    table.close()


def shape_of(image: pygame.Surface) -> tuple[int, pygame.Mask]:
    mask = pygame.mask.from_surface(image, 60)
    return mask.count(), mask


def test_harmony_and_disharmony_differ_without_colour(table: Table) -> None:
    for first, second in (
        (promise(24, 1, False), promise(24, 2, False)),
        (badge(24, HARMONY, 7, 0), badge(24, DISHARMONY, 7, 0)),
    ):
        (area, one), (_, other) = shape_of(first), shape_of(second)
        offset = [(b - a) // 2 for a, b in zip(one.get_size(), other.get_size(), strict=True)]
        shared = other.overlap_area(one, (offset[0], offset[1]))
        assert shared < 0.93 * max(area, other.count())


def test_what_a_tile_would_form_is_shown_before_it_lies_there() -> None:
    table = Table(GAME, (ANNA,), seed=2)
    for _ in range(5):
        play_by_taps(table, best(table))
        reach(table)
    move = next(
        m for m in table.match.game.moves(table.match.state)
        if table.scene.input.promises[m.point]
    )  # fmt: skip
    table.send("hover", table.spot(move.point))
    assert table.scene.input.aimed == move
    assert table.scene.input.foreseen.gained
    table.picture()
    now, after = table.match.state, table.match.game.apply(table.match.state, move)
    before, then = lengths(lines(now.board)), lengths(lines(after.board))
    grown = tuple(b - a for a, b in zip(before, then, strict=True))
    assert table.scene.input.foreseen.weights(True) == grown
    table.send("hover", (5, 5))
    assert table.scene.input.aimed is None
    table.close()


def test_the_scales_tilt_to_the_heavier_side_and_come_to_rest() -> None:
    table = Table(GAME, (ANNA,), seed=4711)
    for move in grown(1, 15).log[1:]:
        if isinstance(move, Lay):
            play_by_taps(table, move)
    table.wait(8)
    harmonies, disharmonies = table.scene.view.scales.weights
    assert (harmonies, disharmonies) == lengths(lines(table.match.state.board))
    assert harmonies != disharmonies
    assert (table.scene.view.scales.angle > 0) == (disharmonies > harmonies)
    beam = table.scene.view.scales.angle
    table.wait(0.5)
    assert table.scene.view.scales.angle == beam
    table.close()


def test_what_nobody_touches_comes_to_rest(table: Table) -> None:
    play_by_taps(table, best(table))
    table.wait(20)
    assert not table.lives(1.0)
    assert not table.scene.moving


def test_reduced_motion_keeps_the_petals_still() -> None:
    table = Table(GAME, (ANNA,), reduced_motion=True)
    play_by_taps(table, best(table))
    table.wait(5.0)  # the next tile has been drawn
    assert not table.lives(1.0)
    table.close()


def test_the_garden_tells_its_number_or_its_day() -> None:
    for seed, words in ((4711, "4711"), (20240517, "2024-5-17"), ("kamille", "")):
        table = Table(GAME, (ANNA,), seed=seed)
        assert words in table.scene.words.garden(seed)
        assert bool(words) == bool(table.scene.words.garden(seed))
        table.close()


def test_for_two_the_roles_are_written_at_the_trays() -> None:
    table = two(TOGETHER)
    host, guest = table.scene.trays
    assert "harmonies" in host.note
    assert "disharmonies" in guest.note
    assert table.scene.places.desks[0].scales is not None
    table.close()


def test_the_lamp_stands_with_whoever_is_to_draw() -> None:
    table = two(TOGETHER, draw_by_hand=True)
    play_by_taps(table, best(table))
    assert table.scene.input.draw_waits
    assert table.scene.lamp == 1
    assert table.scene.trays[1].prompt
    assert not table.scene.trays[0].prompt
    table.close()


# Refusals -----------------------------------------------------------------------------------


def test_refusals_say_why_and_where(table: Table) -> None:
    state = table.match.state
    legal = {move.point for move in table.match.game.moves(state)}
    point = next(p for p in POINTS if p not in legal)
    table.tap(point)
    assert table.scene.trays[0].rule.startswith("SO-")
    assert len(table.match.log) == 1
    marked = [mark.center for mark in table.scene.marks if mark.kind == "refusal"]
    assert table.scene.place_at(PLACES[point]) in marked


def test_the_guest_is_told_that_harmonies_are_not_his() -> None:
    table = two(TOGETHER, seed=5)
    for _ in range(40):
        reach(table)
        state = table.match.state
        for point in POINTS:
            refusal = table.match.game.why_illegal(state, Lay(state.drawn[state.turn], point))
            if refusal and refusal.key == "no_harmony":
                table.tap(point)
                assert table.scene.trays[1].rule == "SO-8"
                assert len([m for m in table.scene.marks if m.kind == "refusal"]) == 2
                table.close()
                return
        play_by_taps(table, best(table))
    raise AssertionError("no harmony was ever in the guest's way")


# Going back ---------------------------------------------------------------------------------


def test_a_move_can_be_taken_back_until_the_next_tile_is_seen(table: Table) -> None:
    play_by_taps(table, best(table))
    assert table.scene.can_undo
    table.scene.undo()
    assert table.match.cursor == 1
    assert table.scene.view.in_hand(0)
    assert not table.scene.view.plot.pieces
    play_by_taps(table, best(table))
    reach(table)
    assert not table.scene.can_undo
    table.scene.undo()
    assert table.match.cursor == 3
    assert table.scene.trays[0].message


def test_redo_brings_the_tile_back_and_leaves_the_next_one_veiled(table: Table) -> None:
    play_by_taps(table, best(table))
    table.scene.undo()
    assert not table.scene.input.draw_waits, "the match stands before it"
    table.scene.redo()
    assert len(table.scene.view.plot.pieces) == 1
    assert table.scene.input.draw_waits
    assert table.scene.can_undo


def test_the_list_of_moves_does_not_tell_what_is_veiled(table: Table) -> None:
    play_by_taps(table, best(table))
    told = [index for _, steps in table.scene.turns() for index in steps]
    assert told == [0, 1]
    table.key("command", name="moves")
    top(table.stack).go_to(1)
    table.key("cancel")
    table.wait(0.1)
    assert table.scene.input.draw_waits
    table.key("command", name="moves")
    top(table.stack).go_to(3)
    table.key("cancel")
    table.wait(0.1)
    assert not table.scene.input.draw_waits, "who looks at it has seen it"
    assert not table.scene.can_undo


def test_chosen_tiles_can_be_taken_back_as_far_as_one_likes() -> None:
    table = Table(GAME, (ANNA,), {"draw": "choose"})
    for _ in range(3):
        play_by_taps(table, best(table))
    for _ in range(3):
        table.scene.undo()
    assert table.match.cursor == 0
    table.close()


def test_a_match_gone_on_with_shows_the_drawn_tile(table: Table) -> None:
    play_by_taps(table, best(table))
    resumed = table.context.store.resume(table.scene.autosave.match_id)
    assert resumed.series.current.log == table.match.log


def test_a_move_waits_for_consent_where_moves_are_confirmed() -> None:
    table = Table(GAME, (ANNA,), confirm_moves=True)
    point = best(table).point
    table.tap(point)
    assert len(table.match.log) == 1
    table.picture()
    table.scene.consent(False)
    assert len(table.match.log) == 1
    table.tap(point)
    table.scene.consent(True)
    table.rest()
    assert isinstance(table.match.log[1], Lay)
    table.close()


def test_a_press_skips_the_animation(table: Table) -> None:
    table.tap(best(table).point)
    assert table.scene.moving
    table.send("press", (3, 300))
    assert table.scene.shown == 2
    assert not table.scene.view.flyers


def test_a_resize_in_mid_drag_puts_the_tile_back(table: Table) -> None:
    table.send("press", table.spot(Desktop.HAND), pointer="touch:0:1")
    table.send("drag", table.spot(read_point("(0,0)")), pointer="touch:0:1", moved=True)
    assert table.scene.input.at
    table.stack.resize((800, 600))
    table.rest()
    assert table.scene.input.at is None
    play_by_taps(table, best(table))
    assert isinstance(table.match.log[1], Lay)


# Computers ----------------------------------------------------------------------------------


def until(table: Table, what: Callable[..., Any]) -> None:
    end = time.monotonic() + 90
    while not what() and time.monotonic() < end:
        table.wait(0.05)
        time.sleep(0.01)
    assert what()


def test_the_computer_draws_and_lays_for_itself() -> None:
    table = two(TOGETHER, (ANNA, COMPUTER))
    play_by_taps(table, best(table))
    assert not table.scene.input.draw_waits
    until(table, lambda: table.scene.input.draw_waits)
    assert table.match.actor == 0
    assert not table.scene.can_undo, "what the computer did is not Anna's to take back"
    assert any(isinstance(m, Lay) for m in table.match.log[2:])
    table.close()


@pytest.mark.usefixtures("quick_hints")
def test_a_hint_is_told_in_words_and_marked(table: Table) -> None:
    table.scene.ask_hint()
    until(table, lambda: any(mark.kind == "hint" for mark in table.scene.marks))
    assert "good move" in table.scene.trays[0].message
    assert len(table.match.log) == 1


def test_a_hint_chooses_the_tile_too_where_tiles_are_chosen() -> None:
    table = Table(GAME, (ANNA,), {"draw": "choose"})
    move = table.match.game.moves(table.match.state)[0]
    table.scene.show_hint(0, (move,))
    assert table.scene.input.selected == Stock(move.kind)
    table.close()


# The end --------------------------------------------------------------------------------------


def test_the_sheet_retells_every_line_and_what_counts(
    table: Table, monkeypatch: pytest.MonkeyPatch,
) -> None:
    play_out(table)
    table.scene.animation.retold = True
    table.scene.open_results()
    table.wait(0.1)
    sheet = top(table.stack)
    told: list[Any] = []
    monkeypatch.setattr(
        garden_results, "badge",
        lambda radius, kind, length, turn: (told.append((kind, length)),
                                            badge(radius, kind, length, turn))[1],
    )  # fmt: skip
    for row in sheet.rows():
        row.place(Box(0, 0, 1000, 60))
        row.draw(Canvas(pygame.Surface((1100, 100))))
    formed = [(line.kind, line.length) for line in lines(table.match.state.board)]
    assert sorted(told) == sorted(formed)
    assert told
    assert str(table.match.game.scores(table.match.state)[0]) in sheet.headline()
    table.picture()


def test_the_best_are_kept_for_each_set_of_options_and_garden(table: Table) -> None:
    play_out(table)
    points = table.match.game.scores(table.match.state)[0]
    history = table.context.store.history
    assert history.best(GAME, table.match.options) == history.best(
        GAME, table.match.options, table.match.seed
    )
    (best,) = history.best(GAME, table.match.options)
    assert (best.chair.name, best.points) == ("Anna", points)
    assert history.best(GAME, {**table.match.options, "sets": 2}) == []
    table.wait(0.1)
    assert [(best.name, best.points, best.fresh) for best in table.scene.view.best] == [
        ("Anna", points, True)
    ]


def test_the_same_garden_again_deals_the_same_tiles(table: Table) -> None:
    play_out(table)
    first = [move.kind for move in table.match.log if isinstance(move, Draw)]
    table.scene.animation.retold = True
    table.scene.open_results()
    table.wait(0.1)
    next(each for each in top(table.stack).buttons() if each.icon == "replay").activate()
    table.wait(0.2)
    again = top(table.stack)
    assert again is not table.scene
    assert again.match.seed == table.match.seed
    table.scene = again
    play_out(table)
    assert [move.kind for move in again.match.log if isinstance(move, Draw)] == first


# Levels ---------------------------------------------------------------------------------------


def begun_level(context: Context, kind: str) -> tuple[Stack, Any]:
    shelf, errors = levels.shelf(GAMES[GAME])
    assert errors == ()
    level = next(level for level in shelf if level.kind == kind)
    scene = Navigator(context)(ToLevel(level, shelf))
    return headless.stack_of(context, scene), scene


def sheet_of(scene: LevelScene) -> list[str]:
    return [plain(b.runs) for b in scene.text.blocks if isinstance(b, Paragraph | Note)]


def test_a_numbered_garden_is_played_for_gold_and_the_best_is_kept(table: Table) -> None:
    stack, scene = begun_level(table.context, "challenge")
    bronze, silver, gold = (points for _, points in scene.level.marks)
    assert f"bronze from {bronze}, silver from {silver} and gold from {gold}" in sheet_of(scene)
    for text in scene.level.stages[0].solution:
        if scene.play.input.draw_waits:
            scene.play.reveal()
            headless.wait(stack, 1)
        scene.play.input.pick(read_point(text[text.index("(") :]))
        headless.wait(stack, 1.2)
    headless.wait(stack, 2)
    assert any("Gold with" in text for text in sheet_of(scene))
    progress = table.context.store.levels(GAME)[scene.level.id]
    assert progress.solved
    assert sure(progress.points) >= gold
    listed = top(headless.stack_of(table.context, Levels(table.context, GAME)))
    rows = [w.detail for layer in listed.layers for w in layer.targets()
            if isinstance(w, Button) and w.look == "row"]  # fmt: skip
    assert f"Gold with {progress.points} points." in rows


def test_a_garden_that_earns_nothing_can_be_tried_again(table: Table) -> None:
    stack, scene = begun_level(table.context, "challenge")
    match = scene.run.match
    while match.outcome is None:
        first = match.game.moves(match.state)[0]
        scene.play.play(first)
        scene.play.reveal()
        headless.wait(stack, 0.7)
    headless.wait(stack, 2)
    points = match.game.scores(match.state)[0]
    assert points < scene.level.marks[0][1]
    assert f"It came to {points} points." in sheet_of(scene)
    scene._onward(scene.run.retry)
    headless.wait(stack, 0.2)
    assert match.cursor == scene.run.begin
    assert not scene.play.view.plot.pieces
    assert scene.play.view.in_hand(0)


def test_in_a_level_too_a_tile_is_taken_back_until_the_next_is_seen(table: Table) -> None:
    stack, scene = begun_level(table.context, "challenge")
    scene.play.input.pick(read_point(scene.level.stages[0].solution[0][2:]))
    headless.wait(stack, 1.5)
    assert scene.play.input.draw_waits
    assert scene.play.can_undo
    scene.play.undo()
    assert scene.run.match.cursor == scene.run.begin
    assert scene.run.status == "play"


SIZES = (1280, 720), (1920, 1080), (800, 600), (600, 1000), (1000, 700), (3840, 2160), (700, 800)


@pytest.mark.parametrize("pixels", SIZES)
def test_desk_and_panel_of_who_plays_alone_leave_the_garden_free(pixels: tuple[int, int]) -> None:
    table = Table(GAME, (ANNA,), pixels=pixels)
    places, tray = table.scene.places, table.scene.trays[0].frame.box
    board = table.scene.board.box
    for box in (tray, places.panel):
        apart = (box.right <= board.x, board.right <= box.x, box.bottom <= board.y,
                 board.bottom <= box.y)  # fmt: skip
        assert any(apart), (box, board)
    table.close()


@pytest.mark.parametrize("seconds", [0.004, 1 / 60, 0.1, 2.0, 30.0])
def test_the_beam_comes_to_rest_however_time_passes(seconds: float) -> None:
    scales = Scales()
    scales.put((60, 2), (9, 1))
    for _ in range(round(10 / seconds) or 1):
        scales.update(seconds)
        assert abs(scales.angle) <= 2 * STEEPEST
    assert scales.angle == pytest.approx(-STEEPEST, abs=0.2)
    assert scales.speed == pytest.approx(0, abs=0.2)


@pytest.mark.parametrize("pixels", SIZES)
def test_the_scales_are_seen_beside_the_results(pixels: tuple[int, int]) -> None:
    table = Table(GAME, (ANNA,), pixels=pixels, reduced_motion=True)
    while table.match.outcome is None:
        table.match.play(table.match.game.moves(table.match.state)[0])
    table.scene.show_moment(None)
    for _ in range(400):
        if isinstance(top(table.stack), GardenResults):
            break
        table.wait(0.1)
    sheet = top(table.stack).space
    places = table.scene.places
    unit, (x, y) = places.scales.unit, places.scales.pivot
    scales = Box(x - unit, y, 2 * unit, places.scales.low - y)
    tray = table.scene.trays[0].frame.box
    assert tray.y >= table.scene.board.box.bottom or tray.right <= table.scene.board.box.x
    for seen in (scales, table.scene.board.box):
        apart = (sheet.right <= seen.x, seen.right <= sheet.x, sheet.bottom <= seen.y,
                 seen.bottom <= sheet.y)  # fmt: skip
        assert any(apart), (seen, sheet)
    table.close()


# Lines and lengths that step back ----------------------------------------------------------


def late() -> Table:
    """A garden with many lines and few tiles left, and nothing that moves."""
    table = Table(GAME, (ANNA,), seed=4711, reduced_motion=True)
    for move in grown(1, 25).log:
        if isinstance(move, Lay):
            table.match.play(move)
    table.scene.show_moment(None)
    table.rest()
    table.wait(1)  # lamps
    return table


def test_what_a_move_would_leave_as_it_is_steps_back_and_is_not_hidden() -> None:
    table = late()
    hands, view = table.scene.input, table.scene.view
    before = table.picture().copy()
    breaking = next(
        point for point in goals(table.match.state, hands.in_hand)
        if foresee(table.match.state, Lay(hands.in_hand.kind, point)).lost
    )  # fmt: skip
    hands.consider(breaking)
    table.wait(0.5)
    considered = table.picture().copy()
    lost = hands.foreseen.lost
    others = [line for line in view.plot.lines if line not in lost and line.length > 4]
    assert others
    scale = table.context.scale
    for line in (*others, lost[0]):
        x, y = (round(n * scale) for n in view.garden.middle(line))
        part = pygame.Rect(x - 4, y - 4, 9, 9)
        assert pixels_of(before, part) != pixels_of(considered, part), line
    hands.consider(None)
    table.wait(0.5)
    assert pixels_of(table.picture(), before.get_rect()) == pixels_of(before, before.get_rect())
    ground = table.scene.ground
    for line in others:
        x, y = (round(n * scale) for n in view.garden.middle(line))
        part = pygame.Rect(x - 4, y - 4, 9, 9)
        assert pixels_of(considered, part) != pixels_of(ground, part), "it can still be seen"
    table.close()


def pixels_of(picture: pygame.Surface, part: pygame.Rect) -> bytes:
    return pygame.image.tobytes(picture.subsurface(part), "RGB")


# Screens ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seating", ["couch", "table"])
@pytest.mark.parametrize("pixels", one_in(2, [(800, 600), (1920, 1080), (1080, 1920)]))
@pytest.mark.parametrize("options", [{}, TOGETHER, {**AGAINST, "draw": "choose"}],
                         ids=["alone", "together", "chosen"])  # fmt: skip
def test_any_screen_and_seating(
    options: dict[str, str], seating: str, pixels: tuple[int, int],
) -> None:
    chairs = (ANNA, BEN) if options else (ANNA,)
    table = Table(GAME, chairs, options, pixels=pixels, seating=seating, language="de")
    play_by_taps(table, best(table))
    reach(table)
    table.picture()
    width, height = table.context.size
    for spot in table.scene.input.spots():
        assert 0 < spot.center[0] < width
        assert 0 < spot.center[1] < height
        if not isinstance(spot.key, int):
            assert spot.half * 2 >= 66, f"{spot.key} is too small for a finger"
    for desk, tray in zip(table.scene.places.desks, table.scene.trays, strict=True):
        assert desk.stock.bottom <= tray.frame.size[1] + 1
        assert desk.stock.right <= tray.frame.size[0] + 1
        assert desk.hand[1] + desk.radius <= desk.title.y or desk.hand[0] < desk.title.x
        assert desk.radius >= 30
    table.close()


def test_every_sample_can_be_painted() -> None:
    table = Table(GAME, (ANNA,), pixels=(800, 600), language="de")
    for name, scene in solitaire_pai_sho(table.context).items():
        scene.enter()
        scene.resize(table.context.size)
        assert name.startswith(GAME)
    table.close()


@pytest.mark.parametrize("deeds", [100, pytest.param(500, marks=pytest.mark.deep)])
@pytest.mark.parametrize("options", [{}, {**TOGETHER, "move_instead": True}, {"draw": "choose"}],
                         ids=["alone", "together", "chosen"])  # fmt: skip
def test_random_hands_never_break_it(options: dict[str, Any], deeds: int) -> None:
    from tests.tools.soak import Crowd, check

    table = Table(GAME, (ANNA, BEN) if "mode" in options else (ANNA,), options)
    crowd = Crowd(table.stack, random.Random(3))
    for _ in range(deeds):
        crowd.act()
        table.stack.update(1 / 60)
        check(top(table.stack))
    assert crowd.intents > deeds
    table.close()


def test_a_slip_can_be_taken_back_until_the_next_tile_is_seen() -> None:
    table = Table(GAME, (ANNA,))
    reach(table)
    scene = table.scene

    def lay() -> Any:
        move = best(table)
        table.tap(move.point)
        while scene.queue:
            table.wait(0.05)
        return move

    first = lay()
    table.wait(1.5)  # time to see it, and to reach the button
    assert scene.can_undo
    assert scene.trays[0].prompt
    scene.undo()
    assert not [move for move in table.match.log[: table.match.cursor] if isinstance(move, Lay)]
    assert lay() == first
    table.wait(2.5)
    table.rest()
    assert not scene.can_undo, "the next tile has been seen"
    lay()
    before = scene.known
    table.tap(Desktop.BAG)  # who is sure need not wait
    table.rest()
    assert scene.known == before + 1
    table.close()


def test_an_impatient_tap_lays_no_tile_that_nobody_has_seen() -> None:
    table = Table(GAME, (ANNA,))
    reach(table)
    first, second, third = table.match.game.moves(table.match.state)[:3]
    places = [table.spot(move.point) for move in (first, second, third)]
    for at in places:  # lay; the next tile, please; and this while it is on its way
        for kind in ("press", "release", "tap"):
            table.send(kind, at)
    assert [move for move in table.match.log if isinstance(move, Lay)] == [first]
    table.rest()
    table.tap(best(table).point)
    assert sum(isinstance(move, Lay) for move in table.match.log) == 2
    table.close()


def test_petals_rest_while_a_hand_carries(table: Table) -> None:
    plot = table.scene.view.plot
    table.scene.view.plot.wake(reduced=False)
    table.send("press", table.spot(Desktop.HAND), pointer="touch:0:1")
    table.send("drag", table.scene.layout.board.center, pointer="touch:0:1", moved=True)
    assert table.scene.input.at is not None
    plot.lines = {Line(0, POINTS[0], POINTS[5]): 1.0}
    before = plot.phase
    headless.wait(table.stack, 0.5)
    assert plot.phase == before
