"""Joining pieces to pairs at the table: by pushing, by taps, by keys, by everybody at once."""

import math
import random
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pygame
import pytest

from game.physics.click import Key
from game.physics.place import SINGLE, Edges
from game.physics.world import World
from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.rules.walomino.chain import Pair
from game.rules.walomino.state import Join, Keep, Reopen, Start
from game.rules.walong.geometry import HOME, centre, outline
from game.scenes.walomino.bench import Bench
from game.scenes.walomino.benches import START
from game.scenes.walomino.cloth import Cloth
from game.scenes.walomino.layout import MATINGS, in_rows, longest_side
from game.scenes.walomino.pairing import BETWEEN
from game.scenes.walomino.phase import Beside, Say
from game.scenes.walomino.scene import WalominoScene
from game.scenes.walong.knobs import HALF, Knob, keep_apart
from game.scenes.walong.table import WalongTable
from game.services.people import Chair
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.sprites import SpriteCache
from tests.scenes.table import ANNA, BEN, Table
from tests.scenes.test_texts_fit import Watched
from tests.scenes.walomino.bench import PairingTable, lying_at
from tests.tools import headless

COMPUTER = Chair("computer", "Kamille", "newcomer")
FOUR = (ANNA, BEN, Chair("person", "Clara"), Chair("person", "David"))


@pytest.fixture
def table() -> Iterator[PairingTable]:
    """Two people who have all their pieces before them."""
    made = PairingTable({"draft": "choose"})
    made.play_to("pairing", random.Random(5))
    yield made
    made.close()


@pytest.fixture
def start() -> Iterator[PairingTable]:
    made = PairingTable({"draft": "choose"})
    made.play_to("start", random.Random(5))
    yield made
    made.close()


@pytest.fixture
def dealt() -> Iterator[PairingTable]:
    made = PairingTable({"draft": "quick"})
    made.rest()
    yield made
    made.close()


def joins(table: PairingTable) -> list[Pair]:
    return [move.pair for move in table.match.log[: table.match.cursor] if isinstance(move, Join)]


def thing(table: PairingTable, seat: int, number: int) -> str:
    """A loose piece by its place on the bench, as its spot is called."""
    return list(table.bench(seat).loose)[number]


def hues(pairs: Any) -> Counter[Any]:
    return Counter(colour for pair in pairs for colour in (pair.first, pair.second))


def apart(table: PairingTable, seat: int) -> tuple[Key, Key]:
    """Two loose pieces with nothing around them, and where they are."""
    bench = table.bench(seat)
    first, second, *others = bench.loose
    for piece in others:
        bench.cloth.remove(piece)
    return first, second


def put(
    table: PairingTable, seat: int, piece: Key, dx: float, dy: float, degrees: float,
) -> tuple[float, float]:
    """Lay a piece near the middle of a bench, so many sides off."""
    cloth, box = table.scene.pairing.cloth, table.bench(seat).box
    side = cloth.camera.unit
    at = box.center[0] + dx * side, box.center[1] - dy * side
    cloth.world[piece].put(lying_at(cloth, at, degrees))
    found: tuple[float, float] = cloth.middle(piece)
    return found


# The start pair ----------------------------------------------------------------------------------


def test_wm_2_the_start_pair_lies_ready_and_the_tick_lays_it(start: PairingTable) -> None:
    start.tap(Beside(START, Knob.CHECK))
    start.rest()
    assert isinstance(start.match.log[-1], Start)
    assert start.state.phase == "pairing"
    assert len(start.state.chain.pieces) == 2


def test_wm_2_turning_leads_through_all_ways_to_join_the_start_pair(start: PairingTable) -> None:
    seen = set()
    for _ in range(5):
        for _ in range(5):
            pair = start.pairing.start.pairs[0]
            seen.add((pair.side, pair.other))
            start.tap(Beside(START, Knob.FIRST))
            start.wait(0.3)
        start.tap(Beside(START, Knob.SECOND))
        start.wait(0.3)
    assert len(seen) == 25


def test_the_start_pair_can_be_parted_and_joined_by_taps(start: PairingTable) -> None:
    start.tap(Beside(START, Knob.PART))
    start.rest()
    assert Beside(START, Knob.CHECK) not in [spot.key for spot in start.scene.input.spots()]
    prompt = start.scene.trays[start.state.turn].prompt
    assert prompt == start.scene.t("walomino.preparing.joining"), "there is no tick to speak of"
    first, second = start.pairing.start.loose
    start.tap(first)
    start.tap(second)
    start.rest()
    start.tap(Beside(START, Knob.CHECK))
    start.rest()
    assert start.state.phase == "pairing"


@pytest.mark.parametrize("end", ["release", "lost", "tap"])
def test_the_start_pair_keeps_its_knobs_wherever_it_is_put(start: PairingTable, end: Any) -> None:
    bench = start.pairing.start
    [key] = bench.joined
    here = bench.cloth.middle(key)
    there = here[0] + 150, here[1] + 60
    if end == "tap":
        start.tap(key)
    else:
        start.pull(here, there)
        start.touch(end, there, "touch:0:1", moved=True)
    start.rest()
    keys = {spot.key for spot in start.scene.input.spots()}
    assert keys >= {Beside(START, knob) for knob in list(Knob)[:4]}
    start.tap(Beside(START, Knob.CHECK))
    start.rest()
    assert start.state.phase == "pairing"


def test_a_new_window_keeps_the_start_pair_as_it_was_turned(start: PairingTable) -> None:
    start.tap(Beside(START, Knob.FIRST))
    start.rest()
    turned = start.pairing.start.pairs
    start.context.fit((800, 600))
    start.scene.resize(start.context.size)
    start.rest()
    assert start.pairing.start.pairs == turned
    start.tap(Beside(START, Knob.CHECK))
    start.rest()
    assert start.match.log[-1] == Start(*turned)


def test_the_pieces_come_from_the_trays_when_the_start_pair_lies(start: PairingTable) -> None:
    start.tap(Beside(START, Knob.CHECK))
    start.wait(0.1)
    bench = start.bench(0)
    assert bench.cloth.glides
    seen = [one for key in bench.lying for one in bench.cloth.seen(key)]
    assert any(start.scene.trays[0].frame.box.has(one.at) for one in seen)
    start.rest()
    assert not bench.cloth.glides


# Joining -----------------------------------------------------------------------------------------


def test_wm_4_two_taps_make_a_pair(table: PairingTable) -> None:
    bench = table.bench(0)
    first, second, *_ = bench.loose
    colours = bench.loose[first], bench.loose[second]
    table.tap(first)
    assert table.scene.input.holding
    table.tap(second)
    table.rest()
    pair = bench.pairs[0]
    assert (pair.first, pair.second) == colours
    assert len(bench.loose) == 22
    assert joins(table) == [], "a plan is not played before its seat is done"


def test_wm_4_the_arrows_turn_one_piece_each_and_the_third_knob_parts(table: PairingTable) -> None:
    bench = table.bench(0)
    table.tap(thing(table, 0, 0))
    table.tap(thing(table, 0, 1))
    table.rest()
    before = bench.pairs[0]
    table.tap(Beside(0, Knob.FIRST))
    table.rest()
    assert bench.pairs[0] == before._replace(side=(before.side + 1) % 5)
    table.tap(Beside(0, Knob.SECOND))
    table.rest()
    assert bench.pairs[0].other == (before.other + 1) % 5
    table.tap(Beside(0, Knob.PART))
    table.rest()
    assert bench.pairs == ()
    assert len(bench.loose) == 24


def pushed_together(table: PairingTable, place: float) -> tuple[Key, Key, Point]:
    """A loose piece that is held where it touches another, which lies so many sides from the
    middle; gives both and where the finger is.
    """
    first, second = apart(table, 0)
    put(table, 0, second, place, 0.0, 30)
    start = put(table, 0, first, -2.5, 0.1, 60)
    table.rest()
    goal = table.cloth.middle(second)
    stop = goal[0] - 1.05 * table.cloth.camera.unit, goal[1]
    table.pull(start, stop, steps=70)
    table.wait(0.5)
    return first, second, stop


def test_wm_4_pushing_two_pieces_together_makes_a_pair(table: PairingTable) -> None:
    *_, stop = pushed_together(table, 1.0)
    assert table.bench(0).pairs == (), "it is joined when it is let go"
    table.lift(stop)
    table.rest()
    assert len(table.bench(0).pairs) == 1


def test_wm_4_pieces_that_touch_make_no_pair_when_the_finger_is_lost(table: PairingTable) -> None:
    first, second, stop = pushed_together(table, 1.0)
    table.touch("lost", stop, "touch:0:1")
    table.rest()
    assert not table.bench(0).held
    assert len(table.bench(0).pairs) == 0
    assert {first, second} <= table.bench(0).loose.keys()


def joined_by_pushing(table: PairingTable, turn: float, aim: int, approach: float) -> bool:
    """Whether a push with one finger from a side makes a pair of two loose pieces."""
    first, second, *_ = table.bench(0).loose
    put(table, 0, second, 0.3, 0.0, turn)
    way = complex(math.cos(approach), math.sin(approach))
    start = put(table, 0, first, 0.3 - 3.0 * way.real, -3.0 * way.imag, aim)
    table.rest()
    goal = table.cloth.middle(second)
    side = table.cloth.camera.unit
    stop = goal[0] - 1.05 * side * way.real, goal[1] + 1.05 * side * way.imag
    table.pull(start, stop, steps=60)
    table.wait(0.4)
    table.lift(stop)
    table.rest()
    made = bool(table.bench(0).pairs)
    for key in table.bench(0).joined:
        table.bench(0).part(key)
    table.rest()
    return made


def test_pushing_from_anywhere_nearly_always_makes_a_pair(table: PairingTable) -> None:
    rng = random.Random(7)
    apart(table, 0)
    tries = [
        joined_by_pushing(
            table, rng.uniform(0, 360), 30 * rng.randrange(12), rng.uniform(0, math.tau)
        )
        for _ in range(30)
    ]
    assert sum(tries) >= 26


def test_a_click_comes_undone_if_the_finger_goes_on_before_letting_go(table: PairingTable) -> None:
    *_, stop = pushed_together(table, 0.0)
    away = stop[0], stop[1] + 4 * table.cloth.camera.unit
    table.go(stop, away, "touch:0:1", steps=12)
    table.lift(away)
    table.rest()
    assert table.bench(0).pairs == ()


def test_wm_4_two_fingers_pull_a_pair_apart(table: PairingTable) -> None:
    bench = table.bench(0)
    first, second = apart(table, 0)
    put(table, 0, second, 0.0, 0.0, 0)
    table.tap(first)
    table.tap(second)
    table.rest()
    [key] = bench.joined
    a, b = table.cloth.hearts(key)
    way = (a[0] - b[0]) / math.dist(a, b), (a[1] - b[1]) / math.dist(a, b)
    table.touch("press", a, "touch:0:1")
    table.touch("press", b, "touch:0:2")
    for step in range(40):
        far = step * 2.0
        table.touch("drag", (a[0] + far * way[0], a[1] + far * way[1]), "touch:0:1", moved=True)
        table.touch("drag", (b[0] - far * way[0], b[1] - far * way[1]), "touch:0:2", moved=True)
        table.wait(1 / 60)
    table.lift((a[0] + far * way[0], a[1] + far * way[1]), "touch:0:1")
    table.lift((b[0] - far * way[0], b[1] - far * way[1]), "touch:0:2")
    table.rest()
    assert bench.pairs == ()
    assert len(bench.loose) == 2
    assert math.dist(*map(table.cloth.middle, bench.loose)) > math.dist(a, b)


def test_two_seats_push_at_the_same_time(table: PairingTable) -> None:
    ends = {}
    for seat in (0, 1):
        first, second = apart(table, seat)
        put(table, seat, second, 0.5, 0.0, 30)
        ends[seat] = put(table, seat, first, -2.2, 0.1, 60), second
    table.rest()
    fingers = {seat: f"touch:0:{seat}" for seat in ends}
    goals = {seat: table.cloth.middle(second) for seat, (_, second) in ends.items()}
    for seat, (start, _) in ends.items():
        table.touch("press", start, fingers[seat])
    for step in range(1, 70):
        for seat, (start, _) in ends.items():
            stop = goals[seat][0] - 1.05 * table.cloth.camera.unit
            at = start[0] + (stop - start[0]) * min(1.0, step / 60), start[1]
            table.touch("drag", at, fingers[seat], moved=True)
        table.wait(1 / 60)
    table.wait(0.4)
    for pointer in fingers.values():
        table.lift((0, 0), pointer)
    table.rest()
    assert [len(table.bench(seat).pairs) for seat in (0, 1)] == [1, 1]


def test_a_tap_beside_a_held_piece_and_the_wheel_turn_it(table: PairingTable) -> None:
    first, second = apart(table, 0)
    put(table, 0, second, 2.5, 4.0, 0)
    start = put(table, 0, first, -1.0, -1.0, 0)
    table.rest()
    table.pull(start, (start[0], start[1] - 10), steps=5)
    for kind in ("press", "release", "tap"):
        table.touch(kind, (start[0], start[1] - 3 * table.cloth.camera.unit), "touch:0:2")
    table.wait(0.5)
    assert math.degrees(table.cloth.world[first].place.angle) == pytest.approx(-30, abs=2)
    table.send("wheel", start, value=1)
    table.wait(0.5)
    assert math.degrees(table.cloth.world[first].place.angle) == pytest.approx(0, abs=2)


def test_a_hint_marks_two_loose_pieces_of_its_colours(table: PairingTable) -> None:
    bench = table.bench(0)
    first, second, *_ = bench.loose
    pair = Pair(bench.loose[first], 1, bench.loose[second], 2)
    table.scene.show_hint(0, [Join(pair)])
    for pixels in ((1280, 720), (800, 600)):
        table.stack.resize(pixels)
        middles = {table.cloth.middle(key): colour for key, colour in bench.loose.items()}
        assert [middles[mark.center] for mark in table.scene.marks] == [pair.first, pair.second]


def test_a_bench_needs_no_scene() -> None:
    heard = []
    cloth, box = Cloth(lambda cue, at: heard.append(cue)), Box(0, 0, 600, 400)
    cloth.arrange(WalongTable(box, 1.0), box)
    cloth.stand(60.0, box)
    bench = Bench(0, cloth)
    bench.box = box
    bench.fill((0, 0, 1, 4), (), 0)
    first, second, *_ = bench.loose
    key = bench.join(first, second)
    assert len(bench.pairs) == 1
    assert len(bench.loose) == 2
    bench.part(key)
    assert bench.holds((0, 0, 1, 4), ())
    assert heard == ["acrylic_slide"]


# Being done --------------------------------------------------------------------------------------


def test_wm_4_the_rest_is_joined_with_few_equal_colours_and_done_plays_it_all(
    table: PairingTable,
) -> None:
    before = hues(())
    for colour, count in enumerate(table.state.hands[0]):
        before[colour] = count
    table.tap(Say(0, "rest"))
    table.rest()
    bench = table.bench(0)
    assert bench.complete
    table.tap(Say(0, "done"))
    table.rest()
    assert len(joins(table)) == 12
    assert hues(joins(table)) == +before
    assert table.scene.asked == 1


def test_done_is_offered_only_when_every_piece_is_joined(table: PairingTable) -> None:
    def words() -> set[Say]:
        return {spot.key for spot in table.scene.input.spots() if isinstance(spot.key, Say)}

    assert words() == {Say(0, "rest"), Say(1, "rest")}
    table.tap(Say(1, "rest"))
    table.rest()
    assert words() == {Say(0, "rest"), Say(1, "done")}


def test_who_is_ready_first_waits_and_is_played_in_seat_order(table: PairingTable) -> None:
    table.tap(Say(1, "rest"))
    table.rest()
    planned = table.bench(1).pairs
    table.tap(Say(1, "done"))
    table.rest()
    assert joins(table) == []
    assert Say(1, "change") in [spot.key for spot in table.scene.input.spots()]
    table.tap(Say(0, "rest"))
    table.rest()
    mine = table.bench(0).pairs
    table.tap(Say(0, "done"))
    table.rest()
    assert joins(table) == [*mine, *planned]
    assert table.state.phase in ("play", "over")


def test_who_is_ready_may_change_it_while_the_others_join(table: PairingTable) -> None:
    table.tap(Say(1, "rest"))
    table.rest()
    table.tap(Say(1, "done"))
    table.tap(Say(1, "change"))
    table.rest()
    key = next(iter(table.bench(1).joined))
    table.bench(1).part(key)
    table.rest()
    assert len(table.bench(1).pairs) == 11
    table.tap(Say(0, "rest"))
    table.rest()
    table.tap(Say(0, "done"))
    table.rest()
    assert len(joins(table)) == 12, "seat 1 is not done"


def test_done_needs_no_second_consent_where_moves_are_confirmed() -> None:
    table = PairingTable({"draft": "choose"}, confirm_moves=True)
    table.play_to("pairing", random.Random(5))
    for seat in (0, 1):
        table.tap(Say(seat, "rest"))
        table.rest()
        table.tap(Say(seat, "done"))
        table.rest()
    assert len(joins(table)) == 24
    table.close()


def test_undo_leaves_the_pairs_that_were_taken_over_from_another_match() -> None:
    """As a seat's pairs are joined one after the other, a match can begin between two of them."""
    whole, rng = Match(GAMES["walomino"], 2, {"draft": "choose"}, seed=2), random.Random(1)
    while not all(isinstance(move, Join) for move in whole.log[-3:]) or len(whole.log) < 3:
        whole.play(rng.choice(list(whole.game.moves(whole.state))))
    seats = {whole.seat_of(len(whole.log) - number) for number in (1, 2, 3)}
    assert len(seats) == 1, "what was drafted is joined seat by seat"
    match = whole.played_on(whole.cursor - 1, seed=5)
    match.play(whole.log[-1])
    made = headless.context((1280, 720))
    scene = WalominoScene(made, Series(match), (ANNA, BEN))
    assert scene.undo_target() == match.taken_over
    made.store.close()


def test_undo_takes_back_all_pairs_of_a_seat_and_they_lie_there_to_be_opened(
    table: PairingTable,
) -> None:
    table.tap(Say(0, "rest"))
    table.rest()
    planned = table.bench(0).pairs
    table.tap(Say(0, "done"))
    table.rest()
    table.scene.undo()
    table.rest()
    assert joins(table) == []
    assert table.scene.asked == 0
    assert table.bench(0).pairs == planned
    assert all(table.bench(0).openable(key) for key in table.bench(0).joined)
    assert Say(0, "done") in [spot.key for spot in table.scene.input.spots()]


def test_pairs_that_have_been_played_cannot_be_opened(table: PairingTable) -> None:
    table.tap(Say(0, "rest"))
    table.rest()
    table.tap(Say(0, "done"))
    table.rest()
    key = next(iter(table.bench(0).joined))
    table.bench(0).part(key)
    assert len(table.bench(0).pairs) == 12
    keys = [spot.key for spot in table.scene.input.spots()]
    assert {table.cloth.lying[key].seat for key in keys if isinstance(key, str)} == {1}


def test_a_look_at_earlier_states_does_not_spoil_a_plan(table: PairingTable) -> None:
    table.tap(thing(table, 0, 0))
    table.tap(thing(table, 0, 1))
    table.rest()
    planned = table.bench(0).pairs
    for index in (0, 20, table.match.cursor - 1):
        table.scene.show_moment(index)
        table.picture()
    table.scene.show_moment(None)
    table.rest()
    assert table.bench(0).pairs == planned
    assert len(table.bench(0).loose) == 22


@pytest.mark.parametrize("pixels", [(800, 600), (720, 1280)])
def test_a_new_window_keeps_what_was_joined(table: PairingTable, pixels: tuple[int, int]) -> None:
    table.tap(Say(0, "rest"))
    table.rest()
    planned = table.bench(0).pairs
    table.context.fit(pixels)
    table.scene.resize(table.context.size)
    table.rest()
    assert table.bench(0).pairs == planned
    assert len(table.bench(1).loose) == 24
    table.tap(Say(0, "done"))
    table.rest()
    assert tuple(joins(table)) == planned


def laid(table: PairingTable) -> list[tuple[Any, tuple[float, float], float]]:
    """What lies on the benches, its middle in shares of its bench, and its angle."""
    found = []
    for bench in table.pairing.seats:
        for key, one in bench.lying.items():
            (x, y), box = table.cloth.middle(key), bench.box
            share = (x - box.x) / box.w, (y - box.y) / box.h
            found.append((one.what, share, table.cloth.world[key].place.angle))
    return found


def deepest(table: PairingTable) -> float:
    """How deep things lie in each other or in the edge of the cloth, in sides."""
    return max(table.cloth.world[key].depth for key in table.cloth.lying)


def resize(table: PairingTable, pixels: tuple[int, int]) -> None:
    table.context.fit(pixels)
    table.scene.resize(table.context.size)


@pytest.mark.parametrize(
    "pixels", [(1281, 720), (1280, 719), (1920, 1080), (1160, 720)]
)
def test_a_new_window_leaves_things_where_they_were_laid(
    table: PairingTable, pixels: tuple[int, int],
) -> None:
    for first in (0, 0):
        table.tap(thing(table, 0, first))
        table.tap(thing(table, 0, first + 7))
    key = [*table.bench(0).loose][3]
    start = table.cloth.middle(key)
    table.pull(start, (start[0] + 90, start[1] + 130))
    table.lift((start[0] + 90, start[1] + 130))
    table.rest()
    before = laid(table)
    resize(table, pixels)
    table.rest()
    after = laid(table)
    assert [one[0] for one in after] == [one[0] for one in before]
    for (_, there, angle), (_, here, now) in zip(before, after, strict=True):
        assert math.dist(there, here) < 0.01, "touching pieces make room for each other"
        assert math.isclose(angle, now, abs_tol=0.06)


@pytest.mark.parametrize(
    ("pixels", "seed"),
    [((800, 600), 4), ((720, 1280), 4), ((1024, 600), 4), ((1024, 600), 0), ((640, 480), 4)],
)
def test_in_another_window_nothing_lies_in_anything(
    table: PairingTable, pixels: tuple[int, int], seed: int,
) -> None:
    rng = random.Random(seed)
    for _ in range(8):
        seat = rng.randrange(2)
        key = rng.choice([*table.bench(seat).loose])
        start, box = table.cloth.middle(key), table.bench(seat).box
        end = rng.uniform(box.x, box.right), rng.uniform(box.y, box.bottom)
        table.pull(start, end, steps=10)
        table.lift(end)
        table.rest()
    resize(table, pixels)
    table.rest()
    assert deepest(table) < 0.06


@pytest.mark.parametrize("pieces", [8, 12, 16, 24])
@pytest.mark.parametrize("size", [(411.0, 998.0), (998.0, 386.0), (300.0, 400.0)])
def test_pairs_and_pieces_in_rows_have_room_and_stay_inside(
    size: tuple[float, float], pieces: int,
) -> None:
    rng, side = random.Random(pieces), longest_side(*size, pieces)
    width, height = size[0] / side, size[1] / side
    for pairs in range(pieces // 2 + 1):
        forms = [*rng.choices(MATINGS, k=pairs), *[SINGLE] * (pieces - 2 * pairs)]
        rng.shuffle(forms)
        turns = [rng.randrange(12) for _ in forms]
        world = World(Edges(-width / 2, -height / 2, width / 2, height / 2))
        for number, place in enumerate(in_rows(width, height, forms, turns)):
            world.add(str(number), forms[number], place)
        assert [key for key, one in world.things.items() if one.depth > 0.01] == []


def test_a_new_window_keeps_the_start_pair_parted(start: PairingTable) -> None:
    start.tap(Beside(START, Knob.PART))
    start.rest()
    resize(start, (800, 600))
    start.rest()
    assert len(start.pairing.start.loose) == 2


def test_a_pair_by_keys_alone(table: PairingTable) -> None:
    def go_to(key: str) -> None:
        table.scene.focus.visible = True
        for _ in range(80):
            if getattr(table.scene.focus.current, "key", None) == key:
                return
            table.key("focus", value=1)
        raise AssertionError(f"the focus never came to {key}")

    first, second, *_ = table.bench(0).loose
    for piece in (first, second):
        go_to(piece)
        table.key("confirm")
    table.rest()
    assert len(table.bench(0).pairs) == 1
    before = table.bench(0).pairs[0]
    table.key("turn", value=1)
    table.rest()
    assert table.bench(0).pairs[0].side == (before.side + 1) % 5


@pytest.mark.parametrize("lean", [0, 10])
def test_a_piece_that_is_pushed_stops_at_the_edge_of_the_cloth(
    table: PairingTable, lean: int,
) -> None:
    first, second = apart(table, 0)
    cloth, board = table.cloth, table.scene.layout.board
    side, middle = cloth.camera.unit, board.center[1]
    cloth.world[first].put(lying_at(cloth, (board.x + 5 * side, middle), lean))
    there = board.x + 2.5 * side, middle + 0.1 * lean - 10
    cloth.world[second].put(lying_at(cloth, there, 3 * lean))
    start = cloth.middle(first)
    table.touch("press", start, "touch:0:1")
    for n in range(150):
        table.touch("drag", (start[0] - n / 27 * side, middle), "touch:0:1", moved=True)
        table.wait(1 / 60)
        thing = cloth.world[second]
        corners = [
            place.point(corner - centre(HOME))
            for place in thing.form.places(thing.place) for corner in outline(HOME, 6)
        ]
        assert min(corner.real for corner in corners) > cloth.world.edges.left - 0.1


def test_escape_lets_go_of_what_is_dragged(table: PairingTable) -> None:
    first, second = apart(table, 0)
    here, there = put(table, 0, first, -2, 1, 0), put(table, 0, second, 1.5, 1, 0)
    table.pull(here, (here[0] + 60, here[1]))
    table.key("cancel")
    assert table.scene.live
    left = table.cloth.world[first].place
    table.go((here[0] + 60, here[1]), there, "touch:0:1")
    table.lift(there)
    table.rest()
    assert abs(table.cloth.world[first].place.spot - left.spot) < 0.1
    assert not table.bench(0).pairs


def test_escape_joins_nothing_to_what_it_touches(table: PairingTable) -> None:
    first, second = apart(table, 0)
    here, there = put(table, 0, first, -2, 1, 0), put(table, 0, second, 1.5, 1, 0)
    table.pull(here, there, steps=60)
    table.key("cancel")
    table.lift(there)
    table.rest()
    assert not table.bench(0).pairs


# Dealt pairs -------------------------------------------------------------------------------------


def test_wm_1_dealt_pairs_fly_from_the_box_to_the_benches() -> None:
    table = PairingTable({"draft": "quick"})
    assert table.scene.shown == 0
    while not table.cloth.glides and table.scene.moving:  # their pictures are painted first
        table.wait(0.1)
    assert table.cloth.glides
    table.rest()
    assert table.state.phase == "review"
    assert [len(table.bench(seat).pairs) for seat in (0, 1)] == [12, 12]
    table.close()


def test_wm_4_everybody_keeps_the_pairs_in_any_order(dealt: PairingTable) -> None:
    dealt.tap(Say(1, "keep"))
    dealt.rest()
    assert dealt.match.cursor == 1
    dealt.tap(Say(0, "keep"))
    dealt.rest()
    assert [type(move) for move in dealt.match.log[1:]] == [Keep, Keep]
    assert dealt.state.phase in ("play", "over")


def test_trays_say_in_another_language_how_far_everybody_is(dealt: PairingTable) -> None:
    assert [tray.note for tray in dealt.scene.trays] == 2 * ["12 of 12 pairs"]
    dealt.context.take(dealt.context.settings.changed(language="de"))
    dealt.scene.follow()  # as below the menu, where no time passes
    assert [tray.note for tray in dealt.scene.trays] == 2 * ["12 von 12 Paaren"]


def test_wm_4_pairs_leave_for_their_racks_one_after_the_other(dealt: PairingTable) -> None:
    """A table that turns and paints all of them in one frame stands still."""
    cloth: Cloth = dealt.scene.pushing.cloth
    dealt.tap(Say(1, "keep"))
    dealt.rest()
    dealt.picture()
    dealt.tap(Say(0, "keep"))
    flying, painted = [0], [0]
    while dealt.scene.moving:
        before = SpriteCache._clock
        dealt.wait(1 / 60)
        dealt.picture()
        flying.append(sum(glide.passed >= 0 for glide in cloth.glides.values()))
        painted.append(SpriteCache._clock - before)
    assert len(cloth.racked) >= 22
    assert 0 < max(flying) <= 14
    assert max(painted) <= 60


def test_wm_4_who_joins_anew_has_loose_pieces_and_plays_new_pairs(dealt: PairingTable) -> None:
    dealt.tap(Say(0, "anew"))
    dealt.rest()
    assert isinstance(dealt.match.log[-1], Reopen)
    assert len(dealt.bench(0).loose) == 24
    dealt.tap(Say(0, "rest"))
    dealt.rest()
    dealt.tap(Say(0, "done"))
    dealt.tap(Say(1, "keep"))
    dealt.rest()
    assert len(joins(dealt)) == 12
    assert dealt.state.phase in ("play", "over")


def test_wm_4_joining_anew_may_begin_before_ones_turn(dealt: PairingTable) -> None:
    dealt.tap(Say(1, "anew"))
    dealt.rest()
    assert len(dealt.bench(1).loose) == 24
    assert dealt.match.cursor == 1
    dealt.tap(Say(1, "rest"))
    dealt.rest()
    planned = dealt.bench(1).pairs
    dealt.tap(Say(1, "done"))
    dealt.tap(Say(0, "keep"))
    dealt.rest()
    assert [type(move) for move in dealt.match.log[1:3]] == [Keep, Reopen]
    assert tuple(joins(dealt)) == planned


def test_dealt_pairs_cannot_be_opened_before_one_wants_to(dealt: PairingTable) -> None:
    assert all(isinstance(spot.key, Say) for spot in dealt.scene.input.spots())
    start = dealt.cloth.middle(next(iter(dealt.bench(0).joined)))
    dealt.pull(start, (start[0] + 60, start[1]), steps=10)
    dealt.lift(start)
    dealt.rest()
    assert not dealt.bench(0).held


# Others ------------------------------------------------------------------------------------------


def test_a_computer_joins_its_pairs_before_everybodys_eyes() -> None:
    table = PairingTable({"draft": "choose"}, (ANNA, COMPUTER))
    table.play_to("pairing", random.Random(5))
    table.tap(Say(0, "rest"))
    table.rest()
    table.tap(Say(0, "done"))
    for _ in range(1200):
        if table.state.phase != "pairing":
            break
        table.wait(0.1)
        time.sleep(0.02)
        shown = table.scene.shown_state
        if shown.phase == "pairing":
            made = tuple(pair for pair in shown.pairs[1] if pair)
            assert table.bench(1).pairs[: len(made)] == made
    assert table.state.phase in ("play", "over")
    assert len(joins(table)) == 24
    table.close()


def test_pairs_glide_from_where_they_were_joined_to_the_edges_when_play_begins(
    table: PairingTable,
) -> None:
    for seat in (0, 1):
        table.tap(Say(seat, "rest"))
        table.rest()
    planned = [table.bench(seat).pairs for seat in (0, 1)]
    for seat in (0, 1):
        table.tap(Say(seat, "done"))
    while table.scene.shown_state.phase == "pairing":
        table.wait(1 / 60)
    cloth, board = table.cloth, table.scene.layout.board
    assert [lying.what for lying in cloth.lying.values()] == [*planned[0], *planned[1]]
    assert all(board.has(piece.at) for key in cloth.lying for piece in cloth.seen(key))
    table.rest()
    middle = cloth.camera.box
    for key, lying in cloth.lying.items():
        assert board.has(cloth.middle(key))
        left = cloth.middle(key)[0] < middle.x
        assert left == (table.scene.trays[lying.seat].frame.center[0] < middle.x)
        assert left or cloth.middle(key)[0] > middle.right
    side = table.scene.pairing.benches.side
    assert cloth.camera.unit > 0.8 * side, "pieces begin play about as large as they were joined"


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seating", ["couch", "table"])
@pytest.mark.parametrize("pixels", [(1280, 720), (720, 1280)])
def test_all_pieces_and_buttons_find_room(
    seats: int, seating: str, pixels: tuple[int, int],
) -> None:
    table = PairingTable({"draft": "choose"}, FOUR[:seats], pixels=pixels, seating=seating)
    table.play_to("pairing", random.Random(1))
    board = table.scene.layout.board
    for bench in table.pairing.seats:
        assert board.has((bench.box.x, bench.box.y), 1)
        assert board.has((bench.box.right, bench.box.bottom), 1)
        hearts = [heart for key in bench.lying for heart in table.cloth.hearts(key)]
        assert all(bench.box.has(heart) for heart in hearts)
        gaps = [math.dist(a, b) for i, a in enumerate(hearts) for b in hearts[:i]]
        assert min(gaps) > 1.7 * table.cloth.camera.unit
    for spot in table.scene.input.spots():
        if isinstance(spot.key, Say):
            tray = table.scene.trays[spot.key.seat].frame.box
            assert min(spot.box.w, spot.box.h) >= 72
            assert tray.has((spot.box.x, spot.box.y))
            assert tray.has((spot.box.right - 1, spot.box.bottom - 1))
    table.picture()
    table.close()


@pytest.mark.parametrize("language", ["de", "en"])
def test_no_button_covers_how_many_pairs_there_are(language: str) -> None:
    table = PairingTable(
        {"draft": "quick"}, pixels=(800, 600), language=language, seating="table",
        text_size="largest",
    )
    table.rest()
    table.wait(0.1)
    tray, pairing = table.scene.trays[0], table.scene.pairing
    table.context.fit((800, 600))
    Watched.lines.clear()
    surface = pygame.Surface((800, 600))
    canvas = Watched(surface, None, 600 / 1080, table.context.settings.text_scale)
    tray.draw(canvas)
    buttons = [canvas.within(tray.frame).rect(box) for _, box in pairing.buttons(tray)]
    counted = [line for line in Watched.lines if "12" in line.text]
    assert counted
    assert not [line.text for line in counted if line.rect.collidelist(buttons) >= 0]
    table.close()


def test_knobs_never_lie_over_each_other_and_stay_on_the_board() -> None:
    rng = random.Random(2)
    box = Box(100, 100, 700, 500)
    for _ in range(200):
        middle = rng.uniform(100, 800), rng.uniform(100, 600)
        wishes = [
            (middle[0] + rng.uniform(-120, 120), middle[1] + rng.uniform(-120, 120))
            for _ in range(3)
        ]
        places = keep_apart(wishes, (), BETWEEN, box)
        assert all(box.has(place, 0.01 - HALF) for place in places)
        assert all(math.dist(a, b) > 60 for i, a in enumerate(places) for b in places[:i])


def test_a_chosen_piece_that_a_finger_joins_is_no_longer_chosen(table: PairingTable) -> None:
    bench = table.bench(0)
    first, second, third, *_ = bench.loose
    table.tap(first)
    bench.join(first, second)
    table.tap(third)
    table.rest()
    assert len(bench.pairs) == 1
    assert len(bench.loose) == 22


def test_wm_4_whatever_fingers_do_only_ones_own_pieces_become_pairs() -> None:
    """Random fingers on everything for a while; then the plans are played."""
    table = PairingTable({"draft": "choose"}, FOUR)
    table.play_to("pairing", random.Random(9))
    hands = [dict(enumerate(hand)) for hand in table.state.hands]
    rng = random.Random(11)
    down = {}
    for _ in range(500):
        pointer = f"touch:0:{rng.randrange(4)}"
        at = rng.uniform(0, table.context.size[0]), rng.uniform(0, table.context.size[1])
        if rng.random() < 0.5 and table.scene.input.spots():
            at = rng.choice(table.scene.input.spots()).center
        if pointer not in down:
            table.touch("press", at, pointer)
            down[pointer] = at
        elif rng.random() < 0.5:
            table.touch("drag", at, pointer, moved=True)
        else:
            table.touch("release", at, pointer)
            if rng.random() < 0.5:
                table.touch("tap", down[pointer], pointer)
            del down[pointer]
        table.wait(1 / 60)
    for pointer in down:
        table.touch("lost", (0, 0), pointer)
    for seat in range(4):
        for word in ("change", "rest", "done"):
            if Say(seat, word) in [spot.key for spot in table.scene.input.spots()]:
                table.tap(Say(seat, word))
                table.rest()
    table.rest()
    assert table.state.phase in ("play", "over")
    for seat, hand in enumerate(hands):
        own = [m.pair for i, m in enumerate(table.match.log)
               if isinstance(m, Join) and table.match.seat_of(i) == seat]  # fmt: skip
        assert hues(own) == +Counter(hand)
        assert all(isinstance(pair, Pair) for pair in own)
    table.close()


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("text_size", ["normal", "largest"])
def test_the_two_buttons_in_a_tray_are_written_in_one_size(
    language: str, text_size: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table("walomino", options={"draft": "quick"}, language=language, text_size=text_size)
    for _ in range(60):
        if table.match.state.phase == "review" and not table.scene.moving:
            break
        table.wait(0.5)
    names = {table.scene.t(f"walomino.preparing.say.{word}") for word in ("keep", "anew")}
    sizes, label = dict[str, float](), Canvas.label

    def labelled(canvas: Canvas, text: str, at: Any, size: float, *more: Any) -> None:
        if text.replace("\n", " ") in names:
            sizes[text] = size
        label(canvas, text, at, size, *more)

    monkeypatch.setattr(Canvas, "label", labelled)
    table.picture()
    assert len(sizes) == 2
    assert len(set(sizes.values())) == 1, sizes
    table.close()
