"""Walomino on the table: pairs are pushed by fingers, by taps, by keys, and by the computer."""

import itertools
import math
import random
import time
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from game.physics.place import Place, place_of, swing
from game.rules.core.match import Match, Series, Step
from game.rules.walomino.state import Attach, Keep, Pass, attaches, left
from game.rules.walong.geometry import COLOURS, mate
from game.scenes.home.setup import Setup
from game.scenes.play import play_scene
from game.scenes.review.results import Results
from game.scenes.walomino.cloth import key_of
from game.scenes.walomino.scene import WalominoScene
from game.scenes.walong.art import WalongArt
from game.scenes.walong.knobs import HALF, Knob
from game.scenes.walong.table import WalongTable
from game.services.people import Chair
from game.ui.frame import Box
from game.ui.intents import Kind
from game.ui.painter import Painter
from game.ui.sprites import SpriteCache
from tests.physics.plane import find, in_hand
from tests.scenes.table import ANNA, BEN, COMPUTER, Table
from tests.scenes.walomino.bench import lying_at
from tests.sweep import one_in
from tests.tools import headless
from tests.tools.soak import Crowd, check

QUICK = {"draft": "quick"}


class Pushing(Table):
    """A table whose pairs are pushed."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.cloth, self.choice = self.scene.pushing.cloth, self.scene.pushing.choice

    @property
    def board(self) -> WalongTable:
        found: WalongTable = self.cloth.board
        return found


def begun(*chairs: Chair, **more: Any) -> Pushing:
    """A table where pairs were dealt and everybody kept them."""
    made = Pushing("walomino", chairs or (ANNA, BEN), QUICK, **more)
    keep(made)
    return made


def keep(table: Pushing) -> None:
    while table.match.state.phase == "review":
        table.scene.match.play(Keep())
    table.scene.show_moment(None)
    table.rest()


@pytest.fixture
def table() -> Iterator[Pushing]:
    made = begun()
    yield made
    made.close()


def strayed(table: Pushing) -> list[str]:
    """The pairs that lie beside their places in the racks."""
    return [key for key in table.cloth.lying if key not in table.cloth.racked]


@pytest.mark.parametrize(("seed", "seats"), [(1, 2), (3, 2), (5, 2), (2, 3), (1, 4)])
def test_dealt_pairs_that_nobody_touches_stay_in_their_racks(seed: int, seats: int) -> None:
    chairs = [Chair("person", f"P{number}") for number in range(seats)]
    table = Pushing("walomino", chairs, {"draft": "deal"}, seed=seed)
    table.rest()
    assert not strayed(table)
    for _ in range(6):
        table.scene.commit(random.Random(seed).choice(legal(table)))
        table.rest()
        assert not strayed(table), f"after {len(table.match.log)} steps"
    table.close()


def legal(table: Pushing) -> list[Attach]:
    return list(attaches(table.match.state, table.match.state.turn))


def key_for(table: Pushing, move: Attach) -> str:
    return key_of(table.match.state.turn, move.number)


def show(table: Pushing, move: Attach) -> None:
    """Let the chosen pair be shown where it is to go."""
    group = next(i for i, poses in enumerate(table.choice.groups) if move.pose in poses)
    if group != table.choice.group:
        table.tap(group)
    while table.choice.ghost != move.pose:
        table.tap(Knob.TURN)


def hub(table: Pushing, key: str, place: Place) -> tuple[float, float]:
    """Where a finger holds a pair that lies there: its middle, on the table."""
    first, second = table.cloth.world[key].form.places(place)
    found: tuple[float, float] = table.cloth.camera.point((first.spot + second.spot) / 2)
    return found


def way(table: Pushing, move: Attach) -> tuple[list[tuple[float, float]], float]:
    """Where a finger has to be from frame to frame, and how far the pair is to be turned."""
    key, cloth = key_for(table, move), table.cloth
    place = cloth.world[key].place
    form = cloth.world[key].form
    path = find(cloth.world.fixed, form, place, move.pose, cloth.world.edges)
    turn = swing(place_of(move.pose).angle - place.angle)
    return [hub(table, key, place) for place in in_hand(path, move.pose)], turn


def push(table: Pushing, move: Attach, pointer: str = "mouse", let_go: bool = True) -> None:
    """Push a pair along a path with one finger, turned by the wheel's clicks first."""
    points, turn = way(table, move)
    table.send("press", points[0], pointer=pointer)
    for _ in range(abs(round(turn / (math.pi / 6)))):
        table.send("turn", points[0], value=-math.copysign(1, turn), source="keys", pointer="")
        table.wait(0.1)
    follow(table, points, pointer)
    if let_go:
        table.send("release", points[-1], pointer=pointer, moved=True)


def follow(table: Pushing, points: list[tuple[float, float]], pointer: str = "mouse") -> None:
    for point in points:
        table.send("drag", point, pointer=pointer, moved=True)
        table.wait(1 / 60)
    table.wait(0.5)


def easy(table: Pushing) -> Attach:
    """A legal move whose pair touches one side only, so that a finger finds it at once."""
    pieces = table.match.state.chain.pieces
    state = table.match.state

    def sides(move: Attach) -> int:
        pair = state.pairs[state.turn][move.number]
        return sum(len(pieces.contacts(p)) for p in (move.pose, pair.second_pose(move.pose)))

    return min(legal(table), key=sides)


# Pushing ------------------------------------------------------------------------------------------


def test_a_pair_pushed_by_the_mouse_clicks_in_and_counts_on_release(table: Pushing) -> None:
    move = easy(table)
    cursor = table.match.cursor
    push(table, move, let_go=False)
    click = table.cloth.world[key_for(table, move)].click
    assert click is not None
    assert click.target.pose == move.pose
    assert table.match.cursor == cursor, "it counts only when it is let go"
    table.send("release", hub(table, key_for(table, move), click.place), moved=True)
    table.rest()
    assert table.match.log[cursor] == move
    assert key_of(0, move.number) not in table.cloth.world
    assert move.pose in table.cloth.world.fixed


@pytest.mark.parametrize(("fits", "word"), [(True, "not_in"), (False, "nowhere")])
def test_a_pair_let_go_at_the_chain_without_a_click_is_told_why(
    table: Pushing, fits: bool, word: str,
) -> None:
    scene = table.scene
    number = next(n for n in range(12) if bool(scene.pushing.choice.fitting.get(n)) == fits)
    start = table.spot(key_of(0, number))
    end = scene.pushing.cloth.board.centre(next(iter(scene.latest.chain.pieces)))
    table.send("press", start)
    end = end[0] - 2.3 * scene.pushing.cloth.camera.unit, end[1]
    for n in range(1, 31):
        at = tuple(a + (b - a) * n / 30 for a, b in zip(start, end, strict=True))
        table.send("drag", at, moved=True)
        table.wait(1 / 60)
    table.wait(0.15)
    table.send("release", end, moved=True)
    assert scene.trays[0].message == scene.t(f"walomino.prompt.{word}")
    assert len(table.match.log) == 3


def test_what_has_clicked_in_can_be_pulled_out_before_it_counts(table: Pushing) -> None:
    move, cursor = easy(table), table.match.cursor
    points, _ = way(table, move)
    push(table, move, let_go=False)
    assert table.cloth.world[key_for(table, move)].click is not None
    follow(table, points[::-1])
    table.send("release", points[0], moved=True)
    table.rest()
    assert table.match.cursor == cursor
    assert table.cloth.world[key_for(table, move)].click is None


@pytest.mark.parametrize("pace", [5.0, 17.0])
def test_a_pair_dragged_far_beyond_the_chain_is_not_laid(table: Pushing, pace: float) -> None:
    for _ in range(3):
        tap_tap(table, easy(table))
    chain = [table.cloth.camera.point(place) for place in table.board.places()]
    x, y = (sum(each) / len(chain) for each in zip(*chain, strict=True))
    key, cursor = key_of(table.scene.asked, min(table.choice.fitting)), table.match.cursor
    start = table.cloth.middle(key)
    goal = x + 0.55 * (x - start[0]), y
    table.send("press", start)
    steps = round(math.dist(start, goal) / pace)
    follow(table, [
        (start[0] + (goal[0] - start[0]) * n / steps, start[1] + (goal[1] - start[1]) * n / steps)
        for n in range(steps + 1)
    ])
    table.wait(1.0)
    table.send("release", goal, moved=True)
    table.rest()
    assert table.match.cursor == cursor, "it was let go of far from where it would be laid"


@pytest.mark.parametrize("place", ["cloth", "tray"])
def test_a_pair_released_beside_the_chain_stays_and_elsewhere_slides_home(
    table: Pushing, place: str,
) -> None:
    key = key_of(0, 0)
    start = table.cloth.middle(key)
    goal = table.board.box.x + 120, table.board.box.bottom - 120
    if place == "tray":
        goal = table.scene.trays[0].frame.center
    table.send("press", start)
    for share in range(1, 31):
        at = tuple(a + (b - a) * share / 30 for a, b in zip(start, goal, strict=True))
        table.send("drag", at, moved=True)
        table.wait(1 / 60)
    table.wait(0.4)
    table.send("release", goal, moved=True)
    table.rest()
    there = goal if place == "cloth" else start
    assert math.dist(table.cloth.middle(key), there) < (20 if place == "cloth" else 0.1)
    assert table.match.cursor == 3, "nothing was recorded"


def test_two_fingers_turn_a_pair(table: Pushing) -> None:
    key, scene = key_of(0, 0), table.scene
    middle, unit = scene.pushing.cloth.middle(key), scene.pushing.cloth.camera.unit
    before = scene.pushing.cloth.world[key].place.angle
    for pointer, side in (("touch:0:1", -1), ("touch:0:2", 1)):
        table.send("press", (middle[0] + side * 0.4 * unit, middle[1]), pointer=pointer)
    assert set(scene.pushing.cloth.world.grips.values()) == {key}
    for step in range(1, 31):
        angle = math.radians(2 * step)
        for pointer, side in (("touch:0:1", -1), ("touch:0:2", 1)):
            at = (middle[0] + side * 0.4 * unit * math.cos(angle) + 3 * step,
                  middle[1] - side * 0.4 * unit * math.sin(angle))
            table.send("drag", at, pointer=pointer, moved=True)
        table.wait(1 / 60)
    table.wait(0.3)
    assert abs(swing(scene.pushing.cloth.world[key].place.angle - before) - math.radians(60)) < 0.3
    for pointer in ("touch:0:1", "touch:0:2"):
        table.send("release", middle, pointer=pointer, moved=True)
    assert not scene.pushing.cloth.world.grips


def wrong(table: Pushing) -> Attach:
    """A pair without the colour of an end, and a pose against it where nothing is in the way."""
    state = table.match.state
    for end in state.chain.ends:
        for number, pair in enumerate(state.pairs[state.turn]):
            if pair is None or end.colour in (pair.first, pair.second):
                continue
            for side in range(5):
                move = Attach(number, mate(end.pose, side, 0))
                refusal = table.match.game.why_illegal(state, move)
                if refusal is not None and refusal.key == "colours":
                    return move
    raise AssertionError("every pair fits")


def test_a_wrong_colour_bumps_and_the_side_shows_why(table: Pushing) -> None:
    move, cursor = wrong(table), table.match.cursor
    push(table, move, let_go=False)
    [end] = {contact.pose for contact in table.match.state.chain.pieces.contacts(move.pose)}
    follow(table, [table.cloth.board.centre(end)] * 2)  # it touches; now it is pushed
    assert table.cloth.world[key_for(table, move)].click is None
    assert table.scene.blamed is not None
    assert table.scene.blamed.key == "colours"
    assert table.scene.trays[0].rule == "WM-6"
    table.picture()
    table.send("release", table.cloth.middle(key_for(table, move)), moved=True)
    table.rest()
    assert table.match.cursor == cursor


@pytest.mark.usefixtures("quick_hints")
def test_a_hint_shows_a_pair_and_its_place(table: Pushing) -> None:
    table.scene.ask_hint()
    for _ in range(400):
        time.sleep(0.02)
        table.wait(0.05)
        if table.choice.number is not None:
            break
    assert Attach(table.choice.number, table.choice.ghost) in legal(table)


def test_a_chosen_pair_turns_in_the_hand_as_its_ghost_lies(table: Pushing) -> None:
    move = easy(table)
    key = key_for(table, move)
    table.tap(key)
    show(table, move)
    at = table.cloth.middle(key)
    table.send("press", at)
    goal = table.board.box.x + 120, table.board.box.bottom - 120
    follow(table, [
        (at[0] + (goal[0] - at[0]) * n / 40, at[1] + (goal[1] - at[1]) * n / 40)
        for n in range(41)
    ])
    turned = swing(place_of(move.pose).angle - table.cloth.world[key].place.angle)
    assert abs(turned) < 0.1
    assert table.choice.number is None
    table.send("release", goal, moved=True)


@pytest.mark.parametrize("pixels", [(1280, 720), (800, 600), (3840, 2160)])
def test_targets_are_few_finger_sized_and_apart(pixels: tuple[int, int]) -> None:
    table = begun(pixels=pixels)
    for number in sorted(table.choice.fitting):
        table.tap(key_of(0, number))
        targets = [s for s in table.scene.input.spots() if isinstance(s.key, int)]
        assert len(targets) == len(table.choice.groups) <= 10
        for one, other in combinations(targets, 2):
            assert math.dist(one.center, other.center) > 2 * HALF - 8
        assert all(2 * spot.half * min(pixels) / 1080 >= 44 for spot in targets if pixels[1] > 600)
        assert sorted(sum(table.choice.groups, ())) == sorted(table.choice.fitting[number])
        table.tap(key_of(0, number))
    table.close()


def test_buttons_and_targets_stay_where_they_are_while_a_pair_is_turned(table: Pushing) -> None:
    turned = 0
    for number in sorted(table.choice.fitting):
        table.tap(key_of(0, number))
        for group, poses in enumerate(table.choice.groups):
            if group:
                table.tap(group)
            knobs, targets = table.choice.knobs(), table.choice.targets()
            for _ in poses[1:]:
                table.tap(Knob.TURN)
                turned += 1
                assert (table.choice.knobs(), table.choice.targets()) == (knobs, targets)
                hub = table.choice.hub(number, table.choice.ghost)
                clear = [math.dist(at, hub) for at in knobs.values()]
                assert min(clear) > table.cloth.camera.unit + HALF
        table.tap(key_of(0, number))
    assert turned > 20


def test_every_pose_is_reached_by_targets_and_the_arrow(table: Pushing) -> None:
    for move in legal(table):
        if table.choice.number != move.number:
            table.tap(key_for(table, move))
        show(table, move)
        assert table.choice.ghost == move.pose


def test_what_clicks_in_says_so_and_flashes_until_it_is_pulled_out(table: Pushing) -> None:
    move, tray = easy(table), table.scene.trays[0]
    points, _ = way(table, move)
    push(table, move, let_go=False)
    assert tray.words == table.scene.t("walomino.prompt.lies")
    pair = table.match.state.pairs[0][move.number]
    assert pair is not None
    assert {move.pose, pair.second_pose(move.pose)} < set(table.scene.pushing._seated)
    follow(table, points[::-1])
    assert tray.words == table.scene.t("walomino.prompt.first")
    table.send("release", points[0], moved=True)


def test_trays_count_pairs_and_minus_points_only_once_they_count(table: Pushing) -> None:
    tray, cursor = table.scene.trays[0], table.match.cursor
    assert (tray.score, tray.note) == (None, "12 pairs left")
    tap_tap(table, easy(table))
    assert (tray.score, tray.note) == (None, "11 pairs left")
    assert table.match.cursor == cursor + 1
    rng = random.Random(3)
    while table.match.outcome is None:
        table.match.play(rng.choice(table.match.game.moves(table.match.state)))
    table.scene.show_moment(None)
    pairs = left(table.match.state)
    assert [tray.score for tray in table.scene.trays] == [-n for n in pairs]
    assert tray.note == table.scene.t("walomino.score.left", n=pairs[0])


def test_moves_wait_for_consent_where_the_table_wants_it() -> None:
    table = begun(confirm_moves=True)
    move, cursor = easy(table), table.match.cursor
    push(table, move)
    assert table.scene.waiting == move
    table.scene.consent(False)
    assert table.match.cursor == cursor
    assert table.cloth.world[key_for(table, move)].click is None
    table.close()


@pytest.mark.parametrize("pushes", one_in(2, [15, 40]))
def test_random_pushing_only_ever_records_legal_moves(pushes: int) -> None:
    rng = random.Random(5)
    table = begun(pixels=(800, 600))
    size = table.scene.size
    for _ in range(pushes):
        key = rng.choice(list(table.cloth.lying))
        at = table.cloth.middle(key)
        table.send("press", at)
        goal = table.board.centre(rng.choice(list(table.match.state.chain.pieces)))
        for share in range(1, 16):
            spot = tuple(a + (b - a) * share / 15 + rng.uniform(-30, 30)
                         for a, b in zip(at, goal, strict=True))
            table.send("drag", (min(size[0], spot[0]), spot[1]), moved=True)
            if rng.random() < 0.2:
                table.send("turn", value=rng.choice((-1, 1)), source="keys", pointer="")
            table.wait(2 / 60)
        table.send("release", goal, moved=True)
        table.wait(0.2)
    table.rest()
    again = Match(table.match.game, 2, QUICK, seed=1)
    assert again.cursor < table.match.cursor, "something was pushed in"
    for move in table.match.log[again.cursor:]:
        assert again.game.why_illegal(again.state, move) is None
        again.play(move)
    laid = {pose for pose, _ in table.match.state.chain.pieces.pieces}
    assert set(table.cloth.world.fixed) == laid
    table.close()


# Taps, keys, computers ----------------------------------------------------------------------------


def tap_tap(table: Pushing, move: Attach) -> None:
    table.tap(key_for(table, move))
    show(table, move)
    table.tap(Knob.CHECK)
    table.rest()


def test_a_whole_game_by_taps() -> None:
    table = begun(ANNA, BEN, reduced_motion=True)
    rng = random.Random(2)
    while table.match.outcome is None:
        moves = legal(table)
        if moves:
            tap_tap(table, rng.choice(moves))
        else:
            table.wait(1.2)
            table.rest()
    assert any(isinstance(move, Attach) for move in table.match.log)
    table.close()


TIGHT = 0.13
"""A path that sticks deeper than this, in sides, is none for fingers."""
PATIENCE = 20
"""Frames that fingers wait for a pair that others hold up."""


def two_fingers(table: Pushing, move: Attach) -> bool:
    """Push a pair along a path with a finger on each of its pieces; False if none leads there."""
    key, scene = key_for(table, move), table.scene
    world, form = scene.pushing.cloth.world, scene.pushing.cloth.world[key].form
    path = find(world.fixed, form, world[key].place, move.pose, world.edges)
    for frame, goal in enumerate(in_hand(path, move.pose)):
        for number, place in enumerate(form.places(goal), 1):
            at = scene.pushing.cloth.camera.point(place.spot)
            kind: Kind = "drag" if frame else "press"
            table.send(kind, at, pointer=f"touch:0:{number}", source="touch", moved=bool(frame))
        for _ in range(PATIENCE):
            table.wait(1 / 60)
            if abs(world[key].place.spot - goal.spot) < 0.3:
                break
    table.wait(0.4)
    for number in (1, 2):
        table.send("release", at, pointer=f"touch:0:{number}", source="touch", moved=True)
    table.rest()
    deepest = max(world.probe.depth(form, place) for place in in_hand(path, move.pose))
    found: bool = deepest < TIGHT
    return found


@pytest.mark.parametrize("most", one_in(2, [12, 999]))
def test_a_game_pushed_by_two_fingers(most: int) -> None:
    """So many pairs of it, or all."""
    table, rng = begun(ANNA, BEN), random.Random(6)
    pushed = missed = 0
    while table.match.outcome is None and pushed < most:
        moves, cursor = legal(table), table.match.cursor
        if not moves:
            table.wait(1.2)
            table.rest()
            continue
        move = rng.choice(moves)
        reachable = two_fingers(table, move)
        pushed += 1
        if table.match.cursor == cursor:
            missed += reachable
            tap_tap(table, move)
        assert isinstance(table.match.log[cursor], Attach)
    assert pushed > min(15, most - 1)
    assert missed <= 0.05 * pushed
    table.close()


def test_a_tapped_pair_is_pushed_along_a_path(table: Pushing) -> None:
    move, cursor = easy(table), table.match.cursor
    table.tap(key_for(table, move))
    show(table, move)
    before = table.cloth.middle(key_for(table, move))
    table.tap(Knob.CHECK)
    table.wait(0.5)
    key = key_of(0, move.number)
    assert table.scene.shown == cursor, "it is still on its way"
    assert table.cloth.middle(key) != before
    table.rest()
    assert table.match.log[cursor] == move
    assert table.scene.live


@pytest.mark.parametrize(("speed", "pace"), [("calm", 1.5), ("normal", 1.0), ("quick", 0.6)])
def test_a_pair_is_pushed_at_the_pace_that_was_chosen(speed: str, pace: float) -> None:
    table = begun(ANNA, BEN, speed=speed)
    push = table.scene.pushing.animate(Step(0, table.scene.asked, easy(table), ()))
    table.scene.timeline.play(push)
    while push._path is None:
        table.scene.timeline.update(0.0)
    table.scene.timeline.update(0.15)
    assert push._passed == pytest.approx(0.15 / pace)
    table.close()


def test_keys_alone_lay_a_pair(table: Pushing) -> None:
    cursor = table.match.cursor
    for _ in range(40):
        table.key("focus", value=1)
        table.key("confirm")
        if table.choice.number is not None and table.choice.ghost is not None:
            break
    table.key("turn", value=1)
    table.key("confirm")
    table.rest()
    assert isinstance(table.match.log[cursor], Attach)


def test_a_computer_pushes_its_pair() -> None:
    table = begun(ANNA, COMPUTER)
    tap_tap(table, easy(table))
    for _ in range(400):
        time.sleep(0.02)
        table.wait(0.05)
        if table.scene.asked == 0:
            break
    assert any(isinstance(m, Attach | Pass) for m in table.match.log[4:])
    table.close()


@pytest.mark.parametrize(("draft", "times"), [("quick", 0), ("choose", 2)])
def test_a_tap_asks_the_rules_at_most_twice(
    draft: str, times: int, monkeypatch: pytest.MonkeyPatch,
) -> None:
    """To look at a pair asks nothing; a piece is taken by the scene and then by the match."""
    table = begun() if draft == "quick" else Pushing("walomino", (ANNA, BEN), {"draft": draft})
    rules, asked = table.match.game, []
    for name in ("moves", "why_illegal"):
        whole = getattr(rules, name)
        monkeypatch.setattr(
            rules, name, lambda *args, whole=whole: asked.append(args) or whole(*args)
        )
    for kind in ("press", "drag", "release", "tap"):
        table.send(kind, table.scene.input.spots()[0].center)
    assert len(asked) == times
    table.close()


# Back, around, another size -----------------------------------------------------------------------


def test_undo_and_redo_rebuild_the_world(table: Pushing) -> None:
    move = easy(table)
    tap_tap(table, move)
    assert len(table.cloth.world.fixed) == 4
    table.scene.undo()
    table.rest()
    assert len(table.cloth.world.fixed) == 2
    assert key_of(0, move.number) in table.cloth.world
    table.scene.redo()
    table.rest()
    assert len(table.cloth.world.fixed) == 4
    assert key_of(0, move.number) not in table.cloth.world


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_around_a_table_everybody_has_pairs_in_front(seats: int) -> None:
    table = begun(*([ANNA, BEN] * 2)[:seats], seating="table")
    scene = table.scene
    cloth, trays = scene.pushing.cloth, [tray.frame.center for tray in scene.trays]
    areas = []
    for seat in range(seats):
        own = [key for key, lying in cloth.lying.items() if lying.seat == seat]
        assert len(own) == 24 // seats
        xs, ys = zip(*map(cloth.middle, own), strict=True)
        areas.append(Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)))
        for at in zip(xs, ys, strict=True):
            assert scene.layout.board.has(at)
            assert not cloth.camera.box.has(at), "the middle is the chain's"
        nearest = min(range(seats), key=lambda n: math.dist(trays[n], areas[-1].center))
        assert nearest == seat
    for one, other in itertools.combinations(areas, 2):
        apart = one.right < other.x or other.right < one.x
        assert apart or one.bottom < other.y or other.bottom < one.y
    tap_tap(table, easy(table))
    assert table.match.state.turn == 1
    table.picture()
    table.close()


def test_another_size_in_the_middle_of_a_push(table: Pushing) -> None:
    points, _ = way(table, easy(table))
    table.send("press", points[0])
    follow(table, points[: len(points) // 2])
    table.scene.resize((1080.0, 1500.0))
    assert not table.cloth.world.grips
    table.send("drag", (500, 500), moved=True)
    table.send("release", (500, 500), moved=True)
    table.rest()
    table.picture()
    assert table.scene.asked == 0


def tidy(table: Pushing) -> bool:
    """Whether every loose pair lies before its seat in a place of its own, off the chain."""
    cloth, board = table.cloth, table.scene.layout.board
    loose = [(lying.seat, cloth.middle(key)) for key, lying in cloth.lying.items()]
    chain = [cloth.camera.point(place) for place in table.board.places()]
    for (_, at), (_, there) in combinations(loose, 2):
        assert math.dist(at, there) > 1.2 * cloth.camera.unit
    for seat, at in loose:
        ways = [math.dist(at, tray.frame.center) for tray in table.scene.trays]
        assert ways[seat] == min(ways)
    assert all(cloth.world[key].depth < 0.02 for key in cloth.lying)
    assert all(board.has(at) and not cloth.camera.box.has(at) for _, at in loose)
    return all(cloth.camera.box.has(at) for at in chain)


def heap(table: Pushing) -> None:
    """Two pairs of seat 0 lie in the rack of the other, and one beside the chain."""
    cloth = table.cloth
    own = [key for key, lying in cloth.lying.items() if lying.seat == 0]
    there = next(key for key, lying in cloth.lying.items() if lying.seat == 1)
    x, y = cloth.middle(there)
    for key in own[:3]:
        cloth.take_out(key)
    for number, key in enumerate(own[:2]):
        cloth.world[key].put(lying_at(cloth, (x + 30 * number, y), 40.0))
    box = cloth.camera.box
    free = box.x + 0.25 * box.w, box.bottom - 0.15 * box.h
    cloth.world[own[2]].put(lying_at(cloth, free, 0.0))
    table.rest()


@pytest.mark.parametrize("pixels", [(1280, 720), (1920, 1080), (600, 1000)])
def test_in_another_window_only_what_lay_beside_the_chain_lies_beside_it(
    table: Pushing, pixels: tuple[int, int],
) -> None:
    heap(table)
    beside = strayed(table)
    assert len(beside) == 1
    table.context.fit(pixels)
    table.scene.resize(table.context.size)
    table.rest()
    assert strayed(table) == beside
    assert table.cloth.world[beside[0]].depth < 0.02


@pytest.mark.usefixtures("nothing_painted")
@pytest.mark.parametrize("carries", [False, True])
def test_what_lies_beside_the_chain_is_painted_piece_by_piece_in_another_size(
    table: Pushing, carries: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play_scene, "BRIEFLY", 0.0)  # one step a frame
    heap(table)
    painter, camera = Painter(), table.cloth.camera
    made: list[int] = []
    headless.picture(table.stack, painter)
    camera.notch(-2, camera.box.center)
    table.scene.pointer_input.carrier = "mouse" if carries else None
    while camera.moving or table.board.dull or not made:
        before = SpriteCache._clock
        table.stack.update(1 / 60)
        headless.picture(table.stack, painter)
        made.append(SpriteCache._clock - before)
    assert sum(made) > 30
    assert max(made) < 12, "no frame has the time for all of it"


@pytest.mark.usefixtures("nothing_painted")
def test_a_pair_that_leaves_its_rack_is_painted_step_by_step_as_it_will_lie() -> None:
    """A frame that paints a pair in a new size at once is late; what flies may be less crisp."""
    table = begun(seating="table")
    headless.picture(table.stack)
    art = WalongArt(table.board.pixels, table.context.design)

    def painted() -> set[tuple[str, int]]:
        return {(colour, k) for colour in COLOURS for k in range(12) if art.painted(colour, [k])}

    lain = painted()
    table.scene.play(table.scene.game.moves(table.match.state)[0])
    table.stack.update(1 / 60)
    headless.picture(table.stack)
    assert table.cloth.glides
    assert painted() == lain
    while table.scene.moving:
        table.stack.update(1 / 60)
        headless.picture(table.stack)
    assert len(painted()) > len(lain)
    table.close()


@pytest.mark.parametrize("reduced", [False, True])
def test_pairs_go_back_to_their_racks_after_undo_and_redo(reduced: bool) -> None:
    table = begun(reduced_motion=reduced)
    for _ in range(3):
        tap_tap(table, easy(table))
    drag_over_a_rack(table)
    for change in (table.scene.undo, table.scene.redo, table.scene.undo):
        heap(table)
        change()
        table.rest()
        assert tidy(table)
    table.close()


def drag_over_a_rack(table: Pushing) -> None:
    """Zoom, and drag the empty ground toward an edge of the board, again and again."""
    box = table.board.box
    x, y = next(
        at for at in ((box.x + i * box.w / 20, box.center[1]) for i in range(3, 18))
        if table.scene.pushing.cloth.under(at) is None
        and all(math.dist(at, table.cloth.camera.point(p)) > 2 * table.cloth.camera.unit
                for p in table.board.places())
    )  # fmt: skip
    for value in (-1, -1, 1):
        table.send("wheel", (x, y), value=value)
        table.rest()
    table.send("press", (x, y))
    for step in range(1, 21):
        table.send("drag", (x + 25 * step, y - 12 * step), moved=True)
        table.wait(1 / 60)
        assert tidy(table)
    table.send("release", (x + 500, y - 240), moved=True)
    table.rest()


def test_the_chain_is_never_dragged_over_a_rack(table: Pushing) -> None:
    for _ in range(5):
        tap_tap(table, easy(table))
    before = table.cloth.camera.view
    drag_over_a_rack(table)
    assert table.cloth.camera.view != before
    assert tidy(table)


def test_a_tap_a_little_beside_a_pair_chooses_it_and_one_on_nothing_says_what_to_do(
    table: Pushing,
) -> None:
    scene, board = table.scene, table.board.box
    key = key_of(0, 0)
    table.cloth.take_out(key)
    table.cloth.world[key].put(lying_at(table.cloth, (board.x + 200, board.y + 200), 0.0))
    table.rest()
    [pair] = [spot for spot in scene.input.spots() if spot.key == key_of(0, 0)]
    x, y = pair.center
    taps: tuple[Kind, ...] = ("press", "release", "tap")
    for kind in taps:
        table.send(kind, (x + pair.half + 20, y))
    assert table.choice.number == 0
    scene.input.let_go()
    for kind in taps:
        table.send(kind, (board.right - 60, board.y + 60))
    assert scene.trays[0].message == scene.prompt(0)


def test_words_and_mark_of_a_hint_go_when_another_pair_is_chosen(table: Pushing) -> None:
    scene, move = table.scene, easy(table)
    scene.show_hint(0, [move])
    table.rest()
    assert scene.trays[0].message
    assert [mark.kind for mark in scene.marks] == ["hint"], "moving the view takes nothing away"
    for pixels in ((800, 600), (1280, 720)):
        table.stack.resize(pixels)
        table.rest()
        assert [mark.center for mark in scene.marks] == [scene.place_at(str(move.pose))]
    other = next(number for number in table.choice.fitting if number != move.number)
    table.tap(key_of(0, other))
    assert not scene.trays[0].message
    assert not scene.marks


def test_a_resting_table_does_not_move(table: Pushing) -> None:
    table.wait(0.5)
    assert not table.scene.moving


@pytest.mark.parametrize("draft", ["choose", "die"])
def test_everything_before_play_leads_to_play(draft: str) -> None:
    table = Pushing("walomino", (COMPUTER, COMPUTER, ANNA), {"draft": draft}, reduced_motion=True)
    rng, match = random.Random(4), table.match
    while match.state.phase not in ("play", "over"):
        match.play(rng.choice(match.game.moves(match.state)))
    table.scene.show_moment(None)
    table.wait(0.1)
    assert len(table.cloth.lying) == 24
    table.close()


@pytest.mark.parametrize("deeds", [100, pytest.param(400, marks=pytest.mark.deep)])
def test_random_hands_never_break_it(table: Pushing, deeds: int) -> None:
    crowd = Crowd(table.stack, random.Random(4))
    for _ in range(deeds):
        crowd.act()
        table.stack.update(1 / 60)
        check(table.stack.top)
    assert crowd.intents > deeds


def test_every_state_of_a_game_can_be_looked_at_again() -> None:
    table = Table("walomino", (ANNA, BEN, ANNA), {"draft": "choose"}, games=2, reduced_motion=True)
    rng, match, scene = random.Random(8), table.match, table.scene
    while match.outcome is None:
        match.play(rng.choice(match.game.moves(match.state)))
    for index in range(0, len(match.states), 3):
        scene.show_moment(index)
        state = match.states[index]
        playing = state.phase in ("play", "over")
        laid = {pose for pose, _ in state.chain.pieces.pieces} if playing else set()
        assert set(scene.pushing.cloth.world.fixed) == laid
        loose = [lying for lying in scene.pushing.cloth.lying.values() if lying.number >= 0]
        assert len(loose) == (sum(map(len, state.pairs)) - len(laid) // 2 + 1 if playing else 0)
        table.picture()
    scene.show_moment(None)
    scene.next_game()
    scene.resume()
    table.wait(0.2)
    assert table.match.state.phase == "draft"
    assert not scene.pushing.cloth.lying
    table.close()


@pytest.mark.parametrize("seating", ["couch", "table"])
def test_no_round_button_covers_the_words_of_a_tray(seating: str) -> None:
    table = begun(seating=seating)
    scene = table.scene
    heads = [tray.frame.out_box(tray.head) for tray in scene.trays]
    for number in (n for n, poses in scene.pushing.choice.fitting.items() if poses):
        scene.pushing.choice.choose(number)
        for spot in scene.pushing.choice.knob_spots():
            assert not any(head.has(spot.center, HALF - 8) for head in heads)
    table.close()


def test_the_first_words_tell_what_pairs_cost_that_are_left_over() -> None:
    table = begun()
    scene = table.scene
    assert scene.prompt(0) == scene.t("walomino.prompt.first")
    table.match.play(easy(table))
    assert scene.prompt(0) == scene.t("walomino.phase.play")
    assert scene.prompt(1) == scene.t("walomino.prompt.first")
    table.close()


def test_a_position_with_laid_pairs_can_be_the_beginning() -> None:
    table = begun()
    table.scene.match.play(easy(table))
    rules = table.match.game
    position = rules.from_plain(rules.to_plain(table.match.state), QUICK)
    match = Match(rules, 2, QUICK, start=position)
    scene = WalominoScene(table.context, Series(match), (ANNA, BEN))
    scene.resume()
    assert len(scene.pushing.cloth.lying) == 23
    assert len(scene.pushing.cloth.world.fixed) == 4
    assert scene.pushing.choice.fitting, "the second seat can lay a pair"
    table.close()


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_win_that_everybody_shares_is_told_as_one(language: str) -> None:
    options = {"draft": "deal", "tie": "share"}
    for seed in range(30):
        table = Pushing("walomino", (ANNA, BEN), options, seed=seed, language=language)
        rng = random.Random(seed)
        while table.match.outcome is None:
            table.match.play(rng.choice(table.match.game.moves(table.match.state)))
        if left(table.match.state) == (0, 0):
            break
        table.close()
    sheet = Results(table.context, table.scene, (0,))
    assert sheet.headline() == table.scene.t("walomino.shared.out")
    assert "Anna" not in sheet.headline()
    table.close()


def test_set_up_offers_that_the_first_one_out_wins() -> None:
    context = headless.context()
    assert Setup(context, "walomino").options == {"draft": "deal", "tie": "first_out"}
    context.ai_worker.close()
    context.store.close()
