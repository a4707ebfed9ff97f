"""Ping-Pao played on the table: by taps, drags, keys and several fingers, with every refusal."""

import math
import random
import time
from collections.abc import Callable, Iterator
from typing import Any

import pygame
import pytest

from game.navigator import Navigator
from game.rules import GAMES
from game.rules.core.match import Match
from game.rules.ping_pao.game import PingPao
from game.rules.ping_pao.state import Lay, Roll, Take, freed
from game.rules.walong.cluster import Contact
from game.rules.walong.geometry import COLOURS, HOME, Pose, centre, mate, pack, unpack
from game.scenes.core.routes import ToLevel
from game.scenes.core.stack import Stack
from game.scenes.levels.level_scene import LevelScene
from game.scenes.ping_pao import view
from game.scenes.ping_pao.choice import REACH, Laying, Part
from game.scenes.play.pointer_input import spot_at
from game.scenes.review.results import Results
from game.scenes.walong.art import WalongArt
from game.scenes.walong.knobs import Knob
from game.scenes.walong.table import FLIGHT, MIDDLES
from game.services import levels
from game.services.people import Chair
from game.ui.frame import Box
from game.ui.intents import Kind
from game.ui.layer import Spot
from game.ui.sprites import SPRITES
from game.ui.widgets import Button
from tests.certain import top
from tests.scenes.table import ANNA, BEN, COMPUTER, Table
from tests.tools import headless
from tests.tools.soak import Crowd, check

THREE = (ANNA, BEN, ANNA)
FIVE = (ANNA, BEN, ANNA, BEN, ANNA)
MOUSE = "mouse"
FINGER, OTHER = "touch:0:1", "touch:0:2"


@pytest.fixture
def table() -> Iterator[Table]:
    made = Table("ping_pao")
    yield made
    made.close()


def sensible(match: Match, rng: random.Random) -> Any:
    """A move that keeps the structure compact, or frees the most."""
    moves = match.game.moves(match.state)
    if isinstance(moves[0], Lay) and len(match.state.pieces):
        spots = match.state.pieces.spots()
        return min(moves, key=lambda m: abs(spots[pack(m.pose)].heart) + rng.random())
    if isinstance(moves[0], Take):
        return max(moves, key=lambda m: len(freed(match.state, m)) + rng.random())
    return moves[0]


def ahead(table: Table, count: int, seed: int = 3) -> None:
    """Play so many steps without showing them."""
    rng = random.Random(seed)
    for _ in range(count):
        table.match.play(sensible(table.match, rng))
    table.scene.show_moment(None)
    table.scene.resize(table.context.size)
    table.rest()


def lay_by_taps(table: Table, pose: Pose) -> None:
    """Tap a free side until the ghost lies as it should, then the tick."""
    state = table.match.state
    if len(state.pieces):
        contact = next(c for c in state.pieces.contacts(pose) if see(table, c))
        side = (contact.pose, contact.other)
        for _ in range(6):
            table.tap(side)
            table.rest()
            if table.scene.choice.ghost == pose:
                break
    table.tap(Knob.CHECK if len(state.pieces) else Part.GHOST)
    table.rest()


def see(table: Table, contact: Contact) -> bool:
    """Whether the tapped side is the nearest spot to its own middle."""
    return any(spot.key == (contact.pose, contact.other) for spot in table.scene.input.spots())


def play_by_taps(table: Table, move: Any) -> None:
    if isinstance(move, Lay):
        lay_by_taps(table, move.pose)
    elif isinstance(move, Take):
        table.tap(move.pose)
        table.tap(Knob.CHECK)
    else:
        table.wait(1.5)
    table.rest()


def drag(
    table: Table, start: tuple[float, float], end: tuple[float, float], pointer: str = FINGER,
    drop: bool = True,
) -> None:
    table.send("press", start, pointer=pointer, source="touch")
    for share in (0.2, 0.6, 1.0):
        at = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
        table.send("drag", at, vector=(9, 9), pointer=pointer, source="touch", moved=True)
        table.wait(0.05)
    if drop:
        table.send("release", end, pointer=pointer, source="touch", moved=True)


def over(table: Table, pose: Pose) -> tuple[float, float]:
    """Where to hold a piece so that it finds this pose."""
    found: tuple[float, float] = table.scene.board.camera.point(centre(pose) + MIDDLES[pose.k])
    return found


def hand(table: Table) -> tuple[float, float]:
    return table.spot(Part.HAND)


def legal_pose(table: Table, number: int = 0) -> Pose:
    found: Pose = table.match.game.moves(table.match.state)[number].pose
    return found


def beside_own(table: Table) -> Pose:
    """A pose that overlaps nothing but lies beside the acting seat's colour."""
    state = table.match.state
    spots = state.pieces.spots().items()
    return next(unpack(code) for code, spot in spots if spot.labels == 1 << state.turn)


def message(table: Table) -> str:
    found: str = table.scene.trays[table.match.actor].message
    return found


@pytest.mark.parametrize(("speed", "pace"), [("calm", 1.5), ("normal", 1.0), ("quick", 0.6)])
def test_a_piece_flies_at_the_pace_that_was_chosen(speed: str, pace: float) -> None:
    table = Table("ping_pao", speed=speed)
    table.tap(Part.GHOST)
    flying = 0
    while table.scene.shown == 0 and flying < 1000:
        table.scene.timeline.update(0.01)
        flying += 1
    assert flying * 0.01 == pytest.approx(FLIGHT * pace, abs=0.03)
    table.close()


def test_a_piece_sets_off_before_it_has_been_painted_as_it_lay_in_its_tray() -> None:
    table = Table("ping_pao", seating="table")
    ahead(table, 7)
    scene, board = table.scene, table.scene.board
    assert (table.match.actor, scene.trays[1].frame.turn) == (1, 2)
    headless.forget_pictures()
    table.picture()
    known = WalongArt._piece, WalongArt(board.pixels, board.design), COLOURS[1], 180
    assert not SPRITES.has(*known)
    scene.play(sensible(table.match, random.Random(3)))
    table.picture()
    assert scene.animation.flying
    assert not SPRITES.has(*known)
    table.close()


# Laying -----------------------------------------------------------------------------------------


def test_the_first_piece_is_laid_by_one_tap_in_the_middle(table: Table) -> None:
    table.tap(Part.GHOST)
    table.rest()
    assert table.match.log == [Lay(HOME)]
    assert table.scene.asked == 1


def test_a_tapped_side_offers_its_ways_one_after_the_other_and_the_tick_lays(table: Table) -> None:
    ahead(table, 5)
    laying = table.scene.choice.laying
    side = next(s for s in laying.free_sides if s in laying.open_sides)
    seen = []
    for _ in range(6):
        table.tap(side)
        table.rest()
        seen.append(table.scene.choice.ghost)
    ways = table.scene.choice.laying.ways
    assert seen == [ways[n % len(ways)] for n in range(6)]
    table.tap(Knob.CHECK)
    table.rest()
    assert table.match.log[-1] == Lay(seen[-1])


def test_a_tap_on_the_ghost_lays_it_too(table: Table) -> None:
    ahead(table, 4)
    side = next(iter(table.scene.choice.laying.open_sides))
    table.tap(side)
    table.rest()
    pose = table.scene.choice.ghost
    table.tap(Part.GHOST)
    table.rest()
    assert table.match.log[-1] == Lay(pose)


def test_a_dragged_piece_snaps_to_the_nearest_legal_pose(table: Table) -> None:
    ahead(table, 6)
    pose = legal_pose(table, 3)
    drag(table, hand(table), over(table, pose))
    table.rest()
    assert table.match.log[-1] == Lay(pose)


@pytest.mark.parametrize("how", ["wheel", "key", "finger round it", "finger taps"])
def test_a_piece_in_hand_is_turned(table: Table, how: str) -> None:
    ahead(table, 6)
    scene = table.scene
    at = max(
        (scene.board.centre(m.pose) for m in table.match.game.moves(table.match.state)),
        key=lambda p: sum(
            math.dist(p, scene.board.centre(m.pose)) < 0.5 * scene.board.camera.unit
            for m in table.match.game.moves(table.match.state)
        ),
    )
    drag(table, hand(table), at, drop=False)
    seen = [scene.choice.ghost]
    for _ in range(4):
        if how == "wheel":
            table.send("wheel", at, value=-1.0)
        elif how == "key":
            table.key("turn", value=1)
        elif how == "finger taps":
            for kind in ("press", "release", "tap"):
                table.send(kind, (at[0] + 200, at[1] + 60), pointer=OTHER, source="touch")
        else:
            go_round(table, at)
        seen.append(scene.choice.ghost)
    assert None not in seen
    assert len({pose.k for pose in seen}) > 1
    assert scene.choice.laying.k is not None
    assert scene.choice.carried is not None
    table.send("release", at, pointer=FINGER, source="touch", moved=True)
    table.rest()
    assert table.match.cursor == 7


def go_round(table: Table, middle: tuple[float, float]) -> None:
    table.send("press", (middle[0] + 150, middle[1]), pointer=OTHER, source="touch")
    for degrees in (10, 20, 30):
        angle = math.radians(degrees)
        at = middle[0] + 150 * math.cos(angle), middle[1] + 150 * math.sin(angle)
        table.send("drag", at, vector=(1, 9), pointer=OTHER, source="touch", moved=True)
    table.send("release", at, pointer=OTHER, source="touch", moved=True)


def test_the_round_button_pulled_round_the_ghost_turns_it(table: Table) -> None:
    ahead(table, 6)
    scene = table.scene
    for side in scene.choice.laying.open_sides:
        table.tap(side)
        table.rest()
        if len(scene.choice.laying.ways) > 2 and Knob.TURN in scene.input.knobs():
            break
        scene.input.let_go()
    before, start = scene.choice.ghost, table.spot(Knob.TURN)
    middle = scene.board.centre(before)
    away = start[0] - middle[0], start[1] - middle[1]
    table.send("press", start, pointer=FINGER)
    for degrees in (0, 20, 40, 50):
        c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        at = middle[0] + away[0] * c - away[1] * s, middle[1] + away[0] * s + away[1] * c
        table.send("drag", at, pointer=FINGER, moved=True)
    table.send("release", at, pointer=FINGER, moved=True)
    assert scene.choice.ghost != before
    assert scene.choice.ghost in scene.choice.laying.ways


def test_the_round_buttons_stay_where_they_are_while_the_piece_is_turned(table: Table) -> None:
    ahead(table, 6)
    scene = table.scene
    for side in scene.choice.laying.open_sides:
        table.tap(side)
        table.rest()
        knobs, ways = scene.input.knobs(), scene.choice.laying.ways
        if len(ways) > 1:
            seen = {scene.choice.ghost}
            for _ in range(len(ways) - 1):
                table.tap(Knob.TURN)
                table.rest()
                seen.add(scene.choice.ghost)
                assert scene.input.knobs() == knobs
            assert seen == {*ways}
            for way in ways:
                clear = [math.dist(at, scene.board.centre(way)) for at in knobs.values()]
                assert min(clear) > scene.board.camera.unit
        scene.input.let_go()


def test_a_piece_dropped_outside_the_cloth_goes_back(table: Table) -> None:
    ahead(table, 4)
    drag(table, hand(table), (3, 500))
    table.rest()
    assert table.match.cursor == 4
    assert table.scene.choice.carried is None
    assert table.scene.animation.flying == []
    assert message(table) == ""


def test_a_resize_in_mid_drag_puts_the_piece_back(table: Table) -> None:
    ahead(table, 4)
    at = table.scene.board.centre(legal_pose(table))
    drag(table, hand(table), at, drop=False)
    table.stack.resize((800, 600))
    table.rest()
    assert table.scene.choice.carried is None
    assert table.match.cursor == 4
    play_by_taps(table, Lay(legal_pose(table)))
    assert table.match.cursor == 5


# Refusals ---------------------------------------------------------------------------------------


def test_beside_ones_own_colour_is_explained_while_dragging_and_refused(table: Table) -> None:
    ahead(table, 6)
    pose = beside_own(table)
    at = over(table, pose)
    drag(table, hand(table), at, drop=False)
    refusal = table.scene.choice.laying.refusal
    assert refusal.key == "own_colour"
    assert "already lies at this side" in table.scene.trays[table.match.actor].prompt
    table.picture()
    table.send("release", at, pointer=FINGER, source="touch", moved=True)
    table.rest()
    assert table.match.cursor == 6
    assert table.scene.last_rule == "PP-2"
    marked = [mark.center for mark in table.scene.marks if mark.kind == "refusal"]
    places = [table.scene.place_at(place) for place in refusal.places]
    assert marked == places


def test_a_side_where_nothing_fits_says_why(table: Table) -> None:
    ahead(table, 12)
    laying = table.scene.choice.laying
    shut = [side for side in laying.free_sides if side not in laying.open_sides]
    reasons = set()
    for side in shut:
        if side in [spot.key for spot in table.scene.input.spots()]:
            table.tap(side)
            reasons.add(table.scene.blamed.key)
            assert table.scene.last_rule == "PP-2"
            assert table.scene.choice.ghost is None
    assert "own_colour" in reasons


def test_dropped_on_other_pieces_or_far_from_all_is_explained(table: Table) -> None:
    ahead(table, 19)
    scene = table.scene
    hearts = [spot.heart for spot in table.match.state.pieces.spots().values()]
    inner = max(scene.board.places(), key=lambda at: min(abs(at - heart) for heart in hearts))
    assert min(abs(inner - heart) for heart in hearts) > REACH
    drag(table, hand(table), scene.board.camera.point(inner))
    table.rest()
    assert scene.blamed.key == "overlap"
    box = scene.board.box
    drag(table, hand(table), (box.x + 12, box.y + 12))
    table.rest()
    assert scene.blamed.key == "apart"
    assert table.scene.last_rule == "PP-2"
    assert table.match.cursor == 19


def test_a_piece_of_others_is_not_taken_and_says_why() -> None:
    table = removing(steps=30)
    state = table.match.state
    pose = next(pose for pose, seat in state.pieces.pieces if seat != state.turn)
    table.tap(pose)
    assert table.scene.last_rule == "PP-4"
    assert "belongs to" in message(table)
    assert table.scene.choice.taking.chosen is None
    table.close()


def test_a_walled_in_piece_shows_its_walls() -> None:
    table = Table("ping_pao", THREE)
    for seed in range(40):
        ahead(table, 30, seed)
        state = table.match.state
        own = [pose for pose, seat in state.pieces.pieces if seat == state.turn]
        walled = [pose for pose in own if not state.pieces.free_sides(pose)]
        if walled:
            break
        table.scene.jump(0)
    table.tap(walled[0])
    assert "walled in" in message(table)
    assert len(table.scene.blamed.places) == 6, "the piece and its five walls"
    table.picture()
    table.close()


# Taking -----------------------------------------------------------------------------------------


def removing(seats: tuple[Chair, Chair, Chair] = THREE, steps: int = 36, **settings: Any) -> Table:
    table = Table("ping_pao", seats, **settings)
    ahead(table, steps)
    assert table.match.state.phase == "remove"
    return table


def best_take(table: Table) -> Take:
    state = table.match.state
    moves = [m for m in table.match.game.moves(state) if isinstance(m, Take)]
    return max(moves, key=lambda move: len(freed(state, move)))


def test_a_chosen_piece_shows_what_it_frees_and_a_second_tap_takes_it() -> None:
    table = removing()
    while not freed(table.match.state, best_take(table)):
        play_by_taps(table, best_take(table))
    move = best_take(table)
    loose, points = table.scene.choice.taking.freed(move.pose)
    table.tap(move.pose)
    assert table.scene.choice.taking.chosen == move.pose
    seat = table.match.actor
    assert str(points) in table.scene.trays[seat].prompt
    table.picture()
    before = table.match.state.points[seat]
    table.tap(move.pose)
    table.rest()
    assert table.match.log[-1] == move
    assert table.scene.trays[seat].score == before + points
    assert len(table.scene.animation.taken[seat]) >= 1 + len(loose)
    table.close()


def test_points_are_counted_one_by_one_as_pieces_arrive() -> None:
    table = removing(steps=30)
    while table.scene.choice.taking.freed(best_take(table).pose)[1] < 1:
        play_by_taps(table, best_take(table))
    move, seat = best_take(table), table.match.actor
    points = table.scene.choice.taking.freed(move.pose)[1]
    before, seen = table.match.state.points[seat], set()
    table.tap(move.pose)
    table.tap(Knob.CHECK)
    while table.scene.moving:
        table.wait(0.02)
        seen.add(table.scene.trays[seat].score)
    assert seen == set(range(before, before + points + 1))
    table.close()


def test_a_piece_pulled_out_is_taken_and_one_hardly_moved_is_not() -> None:
    table = removing()
    move = best_take(table)
    at = table.scene.board.centre(move.pose)
    unit = table.scene.board.camera.unit
    drag(table, at, (at[0] + 0.4 * unit, at[1]))
    table.rest()
    assert table.match.cursor == 36
    assert table.scene.choice.taking.chosen == move.pose
    drag(table, at, (at[0] + 1.5 * unit, at[1]))
    table.rest()
    assert table.match.log[-1] == move
    table.close()


def test_who_cannot_take_is_skipped_and_told_why() -> None:
    table = removing(steps=30)
    rng = random.Random(1)
    while not any(e.kind == "none_left" for i in range(table.match.cursor)
                  for e in table.match.step(i).events):  # fmt: skip
        actor = table.match.actor
        if actor is None:
            pytest.fail("nobody was ever skipped")
        moves = table.match.game.moves(table.match.state)
        if not isinstance(moves[0], Take):
            table.wait(2.0)
            table.rest()
            assert "skipped" in table.scene.trays[actor].message
            break
        play_by_taps(table, sensible(table.match, rng))
    table.close()


# Whole games ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("chairs", "options"), [
    ((ANNA, BEN), {}),
    (THREE, {"freed": "no_side", "start": "die"}),
])  # fmt: skip
def test_a_whole_game_by_taps_ends_with_the_results(
    chairs: tuple[Chair, ...], options: dict[str, str],
) -> None:
    table = Table("ping_pao", chairs, options)
    table.rest()
    rng = random.Random(8)
    while table.match.outcome is None:
        play_by_taps(table, sensible(table.match, rng))
    table.wait(3)
    assert isinstance(top(table.stack), Results)
    table.close()


def test_a_whole_game_by_drags() -> None:
    table = Table("ping_pao", THREE, pixels=(1920, 1080))
    rng = random.Random(2)
    while table.match.outcome is None:
        cursor, move = table.match.cursor, sensible(table.match, rng)
        if isinstance(move, Lay):
            drag(table, hand(table), over(table, move.pose))
        elif isinstance(move, Take):
            at = table.scene.board.centre(move.pose)
            drag(table, at, hand(table))
        else:
            table.wait(1.5)
        table.rest()
        assert table.match.cursor > cursor, f"{move} was not played"
    table.close()


def restless(table: Table, rng: random.Random) -> None:
    """What the other two do meanwhile: a palm on their own tray, a finger beside the piece."""
    for number, tray in enumerate(table.scene.trays):
        if tray.seat != table.match.actor:
            x, y = tray.frame.center
            at = x + rng.uniform(-40, 40), y + rng.uniform(-40, 40)
            kinds: tuple[Kind, ...] = rng.choice([("press", "release", "tap"), ("press", "lost")])
            for kind in kinds:
                table.send(kind, at, pointer=f"touch:1:{number}", source="touch")


def test_a_whole_game_of_three_with_many_fingers_at_once() -> None:
    """One finger carries, a second one turns, the others' hands are never still."""
    table, rng = Table("ping_pao", THREE, seating="table"), random.Random(4)
    turned = 0
    while table.match.outcome is None:
        cursor, move = table.match.cursor, sensible(table.match, rng)
        restless(table, rng)
        if isinstance(move, Lay):
            at = over(table, move.pose)
            drag(table, hand(table), at, drop=False)
            restless(table, rng)
            if cursor and rng.random() < 0.5:
                before = table.scene.choice.ghost
                for kind in ("press", "release", "tap"):
                    table.send(kind, (at[0] + 150, at[1]), pointer=OTHER, source="touch")
                turned += table.scene.choice.ghost != before
            meant = table.scene.choice.ghost
            table.send("release", at, pointer=FINGER, source="touch", moved=True)
            table.rest()
            assert table.match.log[cursor] == Lay(meant)
        elif isinstance(move, Take):
            start = table.scene.board.centre(move.pose)
            drag(table, start, hand(table), drop=False)
            restless(table, rng)
            table.send("release", hand(table), pointer=FINGER, source="touch", moved=True)
        else:
            table.wait(1.5)
        table.rest()
        assert table.match.cursor > cursor, f"{move} was not played"
    assert turned > 3
    table.wait(3)
    assert isinstance(top(table.stack), Results)
    table.close()


def test_a_game_by_keys_alone() -> None:
    table = Table("ping_pao")
    rng = random.Random(4)
    for _ in range(26):
        if table.match.outcome is not None:
            break
        move = sensible(table.match, rng)
        if isinstance(move, Lay) and len(table.match.state.pieces):
            contact = table.match.state.pieces.contacts(move.pose)[0]
            go_to(table, (contact.pose, contact.other))
            table.key("confirm")
            table.rest()
            for _ in range(5):
                if table.scene.choice.ghost == move.pose:
                    break
                table.key("turn", value=1)
            assert table.scene.choice.ghost == move.pose
            assert table.scene.focus.current.key == Part.GHOST
        elif isinstance(move, Lay):
            go_to(table, Part.GHOST)
        elif isinstance(move, Take):
            go_to(table, move.pose)
            table.key("confirm")
        cursor = table.match.cursor
        table.key("confirm")
        table.wait(1.2)
        table.rest()
        assert table.match.cursor > cursor
    assert table.match.state.phase == "remove"
    table.close()


def test_by_keys_the_focus_goes_on_to_a_side_where_the_piece_fits(table: Table) -> None:
    ahead(table, 4)
    go_to(table, Part.HAND)
    table.key("confirm")
    assert table.scene.focus.current.key in table.scene.choice.laying.open_sides


def test_arrows_lead_only_to_what_can_be_chosen(table: Table) -> None:
    ahead(table, 8)
    sides = {spot.key for spot in table.scene.stops() if isinstance(spot.key, tuple)}
    assert sides == set(table.scene.choice.laying.open_sides)
    assert len(table.scene.input.sides(table.scene.choice.laying)) > len(sides)


def test_the_first_arrow_shows_no_side_that_has_closed_since(table: Table) -> None:
    """Keys were at a side; then the mouse laid a piece, and the next colour has no room there."""
    ahead(table, 8)
    rules, state, scene = table.match.game, table.match.state, table.scene
    before = scene.choice.laying.open_sides
    for move in rules.moves(state):
        after = Laying(rules, rules.apply(state, move))
        closed = before & set(after.free_sides) - after.open_sides
        if closed:
            break
    go_to(table, min(closed))
    table.send("press", (1, 1))
    scene.commit(move)
    table.rest()
    assert {spot.key for spot in scene.offered()} >= closed
    table.key("focus", vector=(1, 0))
    assert scene.focus.visible
    assert scene.focus.current.key not in closed


def test_arrows_lead_only_to_pieces_that_can_be_taken() -> None:
    table = Table("ping_pao", THREE)
    ahead(table, 33)
    taking = table.scene.choice.taking
    keys = {spot.key for spot in table.scene.stops()} - {Part.HAND}
    assert keys == set(taking.poses)
    table.close()


def test_enter_after_a_hint_lays_at_the_place_that_was_meant(table: Table) -> None:
    ahead(table, 8)
    go_to(table, Part.HAND)
    pose = legal_pose(table, 5)
    table.scene.show_hint(0, [Lay(pose)])
    table.key("confirm")
    table.rest()
    assert table.match.log[-1] == Lay(pose)


def test_a_hint_takes_the_place_of_a_refusal_and_goes_with_the_next_choice(table: Table) -> None:
    ahead(table, 9)
    closed, scene = shut(table), table.scene
    table.tap(closed)
    assert {mark.kind for mark in scene.marks} == {"refusal"}
    scene.show_hint(scene.asked, [Lay(legal_pose(table))])
    assert {mark.kind for mark in scene.marks} == {"hint"}
    told = message(table)
    assert told
    scene.pointer_input.tap(min(scene.choice.laying.open_sides))
    assert not scene.marks
    assert message(table) != told


def test_the_marks_of_a_refusal_go_with_its_words(table: Table) -> None:
    ahead(table, 9)
    table.tap(shut(table))
    assert table.scene.marks
    table.wait(12)
    assert not message(table)
    assert not table.scene.marks


def shut(table: Table) -> tuple[Pose, int]:
    """A side where nothing fits, apart from other spots."""
    laying = table.scene.choice.laying
    found: tuple[Pose, int] = next(
        side for side in laying.free_sides if side not in laying.open_sides
        and spot_at(table.spot(side), table.scene.offered()) == side
    )  # fmt: skip
    return found


def test_a_tap_a_little_beside_a_side_means_the_nearest_that_fits(table: Table) -> None:
    ahead(table, 8)
    laying, board = table.scene.choice.laying, table.scene.board
    spots = table.scene.input.sides(laying)
    side, at = next(
        (spot.key, at) for spot in spots if spot.key in laying.open_sides
        for way in range(12)
        for at in [beside(spot, 24.0, way)]
        if board.box.has(at) and spot_at(at, table.scene.offered()) is None
        and min(spots, key=lambda one: math.dist(one.center, at)) == spot
    )
    for kind in ("press", "release", "tap"):
        table.send(kind, at)
    assert laying.side == side


def beside(spot: Spot, far: float, way: int) -> tuple[float, float]:
    away = spot.half + far
    angle = way * math.pi / 6
    return spot.center[0] + away * math.cos(angle), spot.center[1] + away * math.sin(angle)


def test_a_tap_on_empty_cloth_says_what_to_do(table: Table) -> None:
    ahead(table, 8)
    box = table.scene.layout.board
    for kind in ("press", "release", "tap"):
        table.send(kind, (box.x + 30, box.y + 30))
    assert message(table) == table.scene.prompt(table.scene.asked)


def go_to(table: Table, key: Any) -> None:
    """Tab along until the focus is there; every spot can be reached that way."""
    table.scene.focus.visible = True
    for _ in range(400):
        if getattr(table.scene.focus.current, "key", None) == key:
            return
        table.key("focus", value=1)
    raise AssertionError(f"the focus never came to {key}")


def test_undo_and_redo(table: Table) -> None:
    ahead(table, 4)
    play_by_taps(table, Lay(legal_pose(table, 2)))
    table.scene.undo()
    assert table.match.cursor == 4
    assert len(table.scene.board.laid) == 4
    table.scene.redo()
    table.rest()
    assert len(table.scene.board.laid) == 5


@pytest.mark.parametrize(("steps", "why"), [(1, "no_undo"), (4, "no_undo_now")])
def test_a_touch_of_undo_tells_why_nothing_is_taken_back(
    table: Table, steps: int, why: str
) -> None:
    """The first tile leaves no choice; what was decided before somebody else's move stays."""
    ahead(table, steps)
    table.scene.undo()
    table.rest()
    before = table.match.cursor
    assert not table.scene.can_undo
    for tray in table.scene.trays:
        tray.hush()
    headless.tap(table.stack, *table.scene.controls.buttons["undo"].box.center)
    told = [tray.message for tray in table.scene.trays if tray.message]
    assert told == [table.scene.t(f"play.{why}")]
    assert table.match.cursor == before


def test_the_list_of_moves_shows_any_moment_and_comes_back() -> None:
    table = removing()
    table.key("command", name="moves")
    moves = top(table.stack)
    moves.go_to(10)
    assert len(table.scene.board.laid) == 10
    assert len(table.scene.animation.taken[0]) == 0
    table.picture()
    table.key("cancel")
    table.rest()
    assert table.scene.live
    assert len(table.scene.board.laid) == len(table.match.state.pieces)
    table.close()


def test_a_move_waits_for_consent_where_moves_are_confirmed() -> None:
    table = Table("ping_pao", confirm_moves=True)
    ahead(table, 4)
    pose = legal_pose(table, 1)
    drag(table, hand(table), over(table, pose))
    assert table.match.cursor == 4
    table.picture()
    table.scene.consent(False)
    table.rest()
    assert table.scene.choice.carried is None
    drag(table, hand(table), over(table, pose))
    table.scene.consent(True)
    table.rest()
    assert table.match.log[-1] == Lay(pose)
    table.close()


# Luck, computers, hints -------------------------------------------------------------------------


def die_seed(faces: list[str]) -> int:
    """A seed with which the first rolls show these faces."""
    from game.rules.core.match import Match

    for seed in range(500):
        match = Match(PingPao(), 3, {"start": "die"}, seed=seed)
        if [match.game.write(move) for move in match.log] == faces:
            return seed
    raise AssertionError("no such seed")


def test_the_die_rolls_before_everybodys_eyes_until_a_colour_plays() -> None:
    table = Table("ping_pao", THREE, {"start": "die"}, seed=die_seed(["w", "r"]))
    assert not table.scene.live
    assert table.scene.animation.die.face == "w"
    assert table.scene.asked is None
    table.wait(2.6)
    assert table.scene.animation.die.face == "r"
    table.rest()
    assert table.scene.animation.die is None
    assert table.scene.asked == 1
    assert isinstance(table.match.log[0], Roll)
    assert table.scene.trays[1].message
    table.close()


def test_a_press_skips_the_die() -> None:
    table = Table("ping_pao", THREE, {"start": "die"}, seed=die_seed(["w", "r"]))
    for _ in range(4):
        table.send("press", (3, 300))
    table.wait(0.1)
    assert table.scene.asked == 1
    table.close()


def test_a_drawn_seat_is_shown_by_the_lamp() -> None:
    table = Table("ping_pao", FIVE, {"start": "random"})
    assert table.scene.animation.lamp is not None
    table.rest()
    assert table.scene.animation.lamp is None
    assert table.scene.asked == table.match.actor
    table.close()


def wait_for(table: Table, ready: Callable[..., Any]) -> None:
    until = time.monotonic() + 90
    while not ready() and time.monotonic() < until:
        table.wait(0.05)
        time.sleep(0.01)
    assert ready()


def test_the_computer_lays_and_takes_pieces() -> None:
    table = Table("ping_pao", (ANNA, COMPUTER))
    table.tap(Part.GHOST)
    wait_for(table, lambda: table.scene.asked == 0 and table.match.cursor >= 2)
    assert len(table.scene.board.laid) == 2
    ahead(table, 20)
    if table.match.actor == 0:
        play_by_taps(table, best_take(table))
    cursor = table.match.cursor
    wait_for(table, lambda: table.match.cursor > cursor and not table.scene.moving)
    table.close()


@pytest.mark.usefixtures("quick_hints")
def test_a_hint_puts_the_ghost_where_it_means(table: Table) -> None:
    ahead(table, 5)
    table.scene.ask_hint()
    wait_for(table, lambda: any(mark.kind == "hint" for mark in table.scene.marks))
    assert table.scene.choice.ghost is not None
    assert table.match.cursor == 5, "a hint is not a move"
    assert message(table)


# The view ---------------------------------------------------------------------------------------


def test_the_view_eases_out_as_the_structure_grows(table: Table) -> None:
    table.context.fit((540, 540))
    table.scene.resize(table.context.size)
    near = table.scene.board.camera.unit
    ahead(table, 19)
    assert table.scene.board.camera.unit < near
    box = table.scene.board.box
    for pose, _ in table.scene.board.laid:
        assert box.has(table.scene.board.centre(pose), -0.9 * table.scene.board.camera.unit)


def test_two_fingers_pull_the_view_larger_and_the_button_fits_it_again(table: Table) -> None:
    table.context.fit((540, 540))
    table.scene.resize(table.context.size)
    ahead(table, 19)
    scene = table.scene
    start = scene.board.camera.unit
    x, y = scene.board.box.center
    corner = scene.board.box.x + 20, scene.board.box.y + 20
    table.send("press", (x, y), pointer=FINGER, source="touch")
    table.send("press", corner, pointer=OTHER, source="touch")
    half = (corner[0] + x) / 2, (corner[1] + y) / 2
    table.send("drag", half, pointer=OTHER, source="touch", moved=True)
    assert scene.board.camera.unit < start
    table.send("drag", corner, pointer=OTHER, source="touch", moved=True)
    assert scene.board.camera.unit == pytest.approx(start, rel=0.01)
    table.send("drag", (x + 60, y + 40), pointer=FINGER, source="touch", moved=True)
    assert scene.board.camera.unit > start
    for pointer in (FINGER, OTHER):
        table.send("release", (x, y), pointer=pointer, source="touch", moved=True)
    table.rest()
    assert round(scene.board.camera.unit * table.context.scale) in scene.board.camera.notches
    assert scene.controls.layers
    scene.controls.buttons["whole"].activate()
    table.rest()
    assert not scene.board.camera.held
    assert scene.board.camera.unit == pytest.approx(start)


def test_the_wheel_zooms_when_nothing_is_held(table: Table) -> None:
    ahead(table, 8)
    at = table.scene.board.centre(table.scene.board.laid[3][0])
    before = table.scene.board.camera.unit
    table.send("wheel", at, value=-1.0)
    table.rest()
    assert table.scene.board.camera.unit < before
    assert table.scene.board.centre(table.scene.board.laid[3][0]) == pytest.approx(at, abs=2)


def test_marks_stay_where_they_belong_when_the_view_moves(table: Table) -> None:
    ahead(table, 6)
    laying = table.scene.choice.laying
    table.tap(next(side for side in laying.free_sides if side not in laying.open_sides))
    assert table.scene.marks
    place = table.scene.blamed.places[0]
    table.key("command", name="zoom_out")
    table.rest()
    assert table.scene.marks[0].center == pytest.approx(table.scene.place_at(place))


@pytest.mark.parametrize("seating", ["couch", "table"])
@pytest.mark.parametrize(("pixels", "chairs"), [
    ((800, 600), (ANNA, BEN)), ((1080, 1920), FIVE), ((1920, 1080), (*THREE, BEN)),
])  # fmt: skip
def test_any_screen_and_seating(
    seating: str, pixels: tuple[int, int], chairs: tuple[Chair, ...],
) -> None:
    table = Table("ping_pao", chairs, pixels=pixels, seating=seating, language="de")
    ahead(table, 7)
    table.tap(next(iter(table.scene.choice.laying.open_sides)))
    table.rest()
    table.picture()
    width, height = table.context.size
    box = table.scene.board.box
    for spot in table.scene.input.spots():
        assert 0 < spot.center[0] < width
        assert 0 < spot.center[1] < height
        assert min(spot.box.w, spot.box.h) >= 66, "too small for a finger"
    for at in table.scene.input.knobs().values():
        assert box.has(at), "the round buttons lie on the cloth"
    table.close()


def test_reduced_motion_lets_pieces_appear_and_vanish() -> None:
    table = Table("ping_pao", THREE, {"start": "die"}, reduced_motion=True)
    table.rest()
    rng = random.Random(3)
    while table.match.outcome is None:
        play_by_taps(table, sensible(table.match, rng))
    assert table.scene.board.laid == ()
    table.close()


def test_pictures_rest_when_nobody_does_anything(table: Table) -> None:
    ahead(table, 9)
    screen = headless.screen_of(table.stack)
    headless.live(screen, 3.0)
    headless.live(screen, 0.5)
    assert screen.painter.share == 0
    assert not screen.awake


def test_exact_poses_meet_without_gaps_on_the_table(table: Table) -> None:
    """A piece is painted where its pose says, whatever the view."""
    ahead(table, 6)
    camera = table.scene.board.camera
    for pose, _ in table.scene.board.laid:
        assert camera.place(table.scene.board.centre(pose)) == pytest.approx(centre(pose))


def test_the_lesson_is_played_through_by_taps() -> None:
    context = headless.context((1280, 720), "en")
    found, errors = levels.shelf(GAMES["ping_pao"])
    assert errors == ()
    scene: Any = Navigator(context)(ToLevel(found[0], found))
    stack = headless.stack_of(context, scene)
    headless.wait(stack, 0.5)
    for stage in found[0].stages:
        for text in stage.solution:
            play_in_level(stack, scene, scene.play.game.read(text))
        press_button(stack, scene, context.texts.t("menu.levels.go_on"))
    assert scene.run.status == "solved"
    stack.close()
    context.ai_worker.close()


def play_in_level(stack: Stack, scene: LevelScene, move: Any) -> None:
    play: Any = scene.play

    def tap(key: Any) -> None:
        at = next(spot.center for spot in play.input.spots() if spot.key == key)
        headless.tap(stack, *at)
        headless.wait(stack, 1.0)

    if isinstance(move, Lay) and len(play.latest.pieces):
        contact = play.latest.pieces.contacts(move.pose)[0]
        while play.choice.ghost != move.pose:
            tap((contact.pose, contact.other))
    if isinstance(move, Take):
        tap(move.pose)
    tap(Part.GHOST if isinstance(move, Lay) else Knob.CHECK)
    headless.wait(stack, 3)


def press_button(stack: Stack, scene: LevelScene, text: str) -> None:
    buttons = [w for layer in scene.layers for w in layer.targets() if isinstance(w, Button)]
    for button in buttons:
        if button.text == text:
            headless.tap(stack, *button.box.center)
            headless.wait(stack, 0.5)


@pytest.mark.parametrize("deeds", [100, pytest.param(700, marks=pytest.mark.deep)])
def test_random_hands_never_break_it(deeds: int) -> None:
    table = Table("ping_pao", THREE)
    crowd = Crowd(table.stack, random.Random(3))
    for number in range(deeds):
        crowd.act()
        table.stack.update(1 / 60)
        check(top(table.stack))
        if number % 40 == 0:
            table.picture()
    assert crowd.intents > deeds
    table.close()


def test_pieces_that_are_counted_lie_where_they_end_from_the_first_one_on(
    table: Table, monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene, tray, whole, first = table.scene, table.scene.trays[0], "yyyyyyyyrrrryr", []
    scene.animation.taken = [list(whole), []]
    assert scene.animation.count() is not None

    def noted(box: Box, count: int) -> view.Heap:
        first.append(view.Heap(heap(box, count).places[:1], heap(box, count).side))
        return heap(box, count)

    heap = view.heap
    monkeypatch.setattr(view, "heap", noted)
    for count in (1, 9, 12, 13, 14):
        canvas = headless.blank().within(tray.frame)
        view.paint_heap(canvas, tray.content, whole[:count], scene.animation.room[0])
    assert first == first[:1] * 5


def test_what_was_built_comes_back_into_view_when_the_empty_linen_is_counted(table: Table) -> None:
    match, rng = table.match, random.Random(3)
    while match.game.outcome(match.game.apply(match.state, move := sensible(match, rng))) is None:
        match.play(move)
    table.scene.show_moment(None)
    table.rest()
    assert table.scene.built == ()
    table.scene.commit(move)
    shown = []
    while isinstance(top(table.stack), type(table.scene)):
        table.wait(0.1)
        shown.append((table.scene.told_end, len(table.scene.built), table.scene.animation.told))
    told = [share for ended, _, share in shown if ended]
    assert told == sorted(told)
    assert told[0] < 0.2
    assert told[-1] == 1.0
    assert len(told) * 0.1 < 4.0, "nobody waits for long before an empty table"
    most = max(len(state.pieces) for state in match.states)
    assert {count for ended, count, _ in shown if ended} == {most}


def test_pieces_of_five_around_a_table_stay_as_large_as_fingertips() -> None:
    """After twelve moves by chance, most of which build outward."""
    table = Table("ping_pao", FIVE, seating="table")
    for seed in range(24):
        match, rng = Match(GAMES["ping_pao"], 5, {}, seed=seed), random.Random(seed)
        for _ in range(12):
            match.play(rng.choice(list(match.game.moves(match.state))))
        table.scene.series.games[-1] = match
        table.scene.start_game()
        table.scene.show_moment(None)
        table.scene.resize(table.scene.size)
        assert table.scene.board.camera.goal.unit * table.context.scale >= 50, seed
    table.close()


def test_a_piece_that_is_refused_comes_back_as_bright_as_it_was(table: Table) -> None:
    """What shone through in the hand is a piece like all others on its way to the tray."""
    ahead(table, 4)
    state = table.match.state
    own = next(pose for pose, seat in state.pieces.pieces if seat == state.turn)
    ways = (mate(own, side, other) for side in range(5) for other in range(5))
    beside = next(
        way for way in ways
        if (why := table.match.game.why_illegal(state, Lay(way))) and why.key == "own_colour"
    )
    drag(table, table.spot(Part.HAND), over(table, beside), drop=False)
    table.picture()
    table.send("release", over(table, beside), pointer=FINGER, source="touch", moved=True)
    assert table.scene.blamed is not None
    flying = table.scene.animation.flying
    seen = []
    while flying:
        seen.append(flying[0].alpha)
        table.wait(1 / 60)
    assert seen
    assert set(seen) == {1.0}


@pytest.mark.parametrize("steps", [0, 6])
def test_words_speak_of_the_tick_only_where_there_is_one(table: Table, steps: int) -> None:
    if steps:
        ahead(table, steps)
    scene = table.scene
    scene.show_hint(scene.asked, (sensible(table.match, random.Random(1)),))
    there = Knob.CHECK in scene.input.knobs()
    assert ("tick" in scene.trays[scene.asked].message, there) == (bool(steps), bool(steps))
    scene.show_moment(steps)
    assert "tick" not in scene.hint_text((sensible(table.match, random.Random(1)),))


@pytest.mark.parametrize("steps", [6, 20])
def test_the_ring_of_a_hint_is_in_the_middle_of_its_piece(table: Table, steps: int) -> None:
    """As far as a picture of the piece shows where that is."""
    ahead(table, steps)
    scene, move = table.scene, sensible(table.match, random.Random(1))
    scene.show_hint(scene.asked, (move,))
    table.rest()
    (ring,) = scene.marks
    pixels = scene.board.camera.pixels
    image = WalongArt(pixels).at(COLOURS[scene.asked], 30 * move.pose.k)
    x, y = pygame.mask.from_surface(image).centroid()
    wide, high = image.get_size()
    at, scale = scene.board.centre(move.pose), scene.board.scale
    seen = at[0] + (x - wide / 2) / scale, at[1] + (y - high / 2) / scale
    assert math.dist(ring.center, seen) < 0.04 * pixels / scale
