"""Whose pairs: everybody's lie in a rack of their own, and stay there whatever the chain does."""

import math
import random
from collections.abc import Iterator
from itertools import pairwise

import pygame
import pytest

from game.physics.place import place_of
from game.scenes.walomino.cloth import key_of
from game.scenes.walong.art import FARTHEST
from game.services.people import Chair
from tests.scenes.walomino.test_scene import Pushing, easy, legal, tap_tap

DEALT = {"draft": "deal"}
Seen = dict[str, list[tuple[float, float]]]
WINDOWS = [
    ((1280, 720), 2, "couch"), ((1024, 768), 2, "couch"), ((1000, 700), 2, "couch"),
    ((800, 600), 2, "couch"), ((1024, 768), 4, "couch"), ((1280, 720), 4, "table"),
    ((800, 600), 4, "table"),
]  # fmt: skip


def dealt(seats: int = 2, **more: object) -> Pushing:
    chairs = [Chair("person", f"P{number}") for number in range(seats)]
    made = Pushing("walomino", chairs, DEALT, seed=5, **more)
    made.rest()
    return made


@pytest.fixture
def table() -> Iterator[Pushing]:
    made = dealt()
    yield made
    made.close()


def pieces(table: Pushing) -> Seen:
    """The middles of all loose pieces as they are seen."""
    return {key: table.cloth.hearts(key) for key in table.cloth.lying}


def drag(table: Pushing, key: str, goal: tuple[float, float]) -> None:
    """Push a pair straight to a point; it stays in hand."""
    start = table.cloth.middle(key)
    table.send("press", start)
    for n in range(1, 41):
        at = tuple(a + (b - a) * n / 40 for a, b in zip(start, goal, strict=True))
        table.send("drag", at, moved=True)
        table.wait(1 / 60)
    table.wait(0.4)


def beside(table: Pushing) -> tuple[float, float]:
    """A free place on the chain's cloth."""
    box = table.cloth.camera.box
    return box.x + 0.2 * box.w, box.bottom - 0.2 * box.h


def test_pairs_lie_as_they_were_dealt_until_they_are_laid(table: Pushing) -> None:
    """Not a piece moves while others are laid, the view widens and hands look closer."""
    first, units = pieces(table), {table.cloth.camera.unit}
    while table.match.outcome is None and len(table.match.log) < 18:
        tap_tap(table, random.Random(len(table.match.log)).choice(legal(table)))
        table.send("wheel", table.board.box.center, value=1)
        table.rest()
        units.add(table.cloth.camera.unit)
        assert {key: first[key] for key in table.cloth.lying} == pieces(table)
    assert len(units) > 2, "the view has been another one"


def test_to_choose_a_pair_never_moves_the_chain(table: Pushing) -> None:
    for _ in range(10):
        before = [table.board.centre(pose) for pose, _ in table.board.laid]
        for number in list(table.choice.fitting):
            key = key_of(table.match.state.turn, number)
            table.tap(key)
            table.rest()
            assert [table.board.centre(pose) for pose, _ in table.board.laid] == before
            table.tap(key)
        tap_tap(table, easy(table))


def test_the_list_of_moves_leaves_pairs_beside_the_chain_where_they_lie(table: Pushing) -> None:
    key = key_of(0, 0)
    drag(table, key, beside(table))
    table.send("release", beside(table), moved=True)
    table.rest()
    before = pieces(table)
    assert math.dist(table.cloth.middle(key), beside(table)) < 20
    table.scene.controls.open_moves()
    table.key("hover")
    table.rest()
    table.key("cancel")
    table.rest()
    assert pieces(table) == before


def test_another_window_leaves_pairs_at_the_same_place_of_the_chain(table: Pushing) -> None:
    key = key_of(0, 0)
    drag(table, key, beside(table))
    table.send("release", beside(table), moved=True)
    table.rest()
    before = table.cloth.world[key].place.spot
    table.stack.resize((1440, 900))
    table.rest()
    assert abs(table.cloth.world[key].place.spot - before) < 0.01
    assert key not in table.cloth.racked


@pytest.mark.parametrize("how", ["cancel", "release"])
def test_a_pair_that_is_given_up_over_a_tray_slides_back_to_its_place(
    table: Pushing, how: str,
) -> None:
    before, key = pieces(table), key_of(0, 3)
    goal = table.scene.trays[0].frame.center
    drag(table, key, goal)
    assert pieces(table)[key] != before[key]
    if how == "cancel":
        table.key("cancel")
    table.send("release", goal, moved=True)
    seen = [table.cloth.seen(key)[0].at]
    while table.scene.moving:
        table.wait(1 / 60)
        seen.append(table.cloth.seen(key)[0].at)
    ways = [math.dist(a, b) for a, b in pairwise(seen)]
    assert max(ways) < 0.25 * math.dist(seen[0], seen[-1]), "it slides, it does not leap"
    assert pieces(table) == before


def test_a_pair_that_lies_where_another_one_is_laid_goes_back_to_its_place(table: Pushing) -> None:
    before, key, match = pieces(table), key_of(1, 2), table.match
    move = legal(table)[0]
    table.cloth.take_out(key, 0.0)
    table.cloth.world[key].put(place_of(move.pose))
    match.play(move)
    table.scene.show_moment(None)
    table.rest()
    assert key in table.cloth.racked
    assert pieces(table)[key] == before[key]


def lit(table: Pushing, dark: pygame.Surface) -> dict[str, float]:
    """How much light there is around every pair of seat 0, beside a picture without any."""
    picture, scale = table.picture(), table.context.scale
    found = {}
    for key in [key for key, lying in table.cloth.lying.items() if lying.seat == 0]:
        x, y = (round(at * scale) for at in table.cloth.middle(key))
        spots = [(x + dx, y + dy) for dx in range(-26, 27, 2) for dy in range(-26, 27, 2)]
        pixels = [(picture.get_at(spot), dark.get_at(spot)) for spot in spots]
        found[key] = sum(abs(a - b) for two in pixels for a, b in zip(*two, strict=True))
    return found


@pytest.mark.parametrize("by", ["tap", "hint"])
def test_the_chosen_pair_is_the_brightest_of_all(table: Pushing, by: str) -> None:
    fitting = table.choice.fitting
    table.choice.fitting = {}
    dark = table.picture().copy()
    table.choice.fitting = fitting
    number = next(iter(fitting))
    if by == "tap":
        table.tap(key_of(0, number))
    else:
        table.scene.show_hint(0, [easy(table)])
        number = easy(table).number
    table.rest()
    light = lit(table, dark)
    chosen = light.pop(key_of(0, number))
    assert chosen > 2 * max(light.values())


@pytest.mark.parametrize(("pixels", "seats", "seating"), WINDOWS)
def test_everybody_has_a_rack_before_the_own_tray_and_the_chain_most_of_the_room(
    pixels: tuple[int, int], seats: int, seating: str,
) -> None:
    table = dealt(seats, pixels=pixels, seating=seating)
    scene = table.scene
    racks, board = scene.pushing._racks, scene.layout.board
    trays = [tray.frame.box.center for tray in scene.trays]
    for key, lying in table.cloth.lying.items():
        rack = racks.boxes[lying.seat]
        assert all(rack.has(at, -0.6 * racks.side) for at in table.cloth.hearts(key))
    for seat, rack in enumerate(racks.boxes):
        assert min(range(seats), key=lambda n: math.dist(trays[n], rack.center)) == seat
    assert racks.middle.w * racks.middle.h > 0.5 * board.w * board.h
    assert not any(racks.middle.has(rack.center) for rack in racks.boxes)
    table.close()


@pytest.mark.parametrize(("pixels", "seats", "seating"), WINDOWS[4:])
def test_what_is_left_over_lies_with_its_seat_beside_the_result(
    pixels: tuple[int, int], seats: int, seating: str,
) -> None:
    table = dealt(seats, pixels=pixels, seating=seating)
    while table.match.outcome is None:
        table.match.play(next(iter(table.match.game.moves(table.match.state))))
    table.scene.show_moment(None)
    table.rest()
    table.wait(3)
    trays = [tray.frame.box.center for tray in table.scene.trays]
    assert table.cloth.lying, "somebody has pairs left"
    for key, lying in table.cloth.lying.items():
        at = table.cloth.middle(key)
        assert min(range(seats), key=lambda n: math.dist(trays[n], at)) == lying.seat
    table.close()


def test_a_tap_leaves_a_pair_in_its_rack_as_large_as_it_is(table: Pushing) -> None:
    before, at = pieces(table), table.spot(key_of(0, 0))
    table.send("press", at)
    table.wait(0.1)
    assert pieces(table) == before
    table.send("release", at)
    table.send("tap", at)
    for _ in range(30):
        table.wait(1 / 60)
        assert pieces(table) == before
        assert not table.cloth.glides


@pytest.mark.parametrize(
    ("pixels", "seating"),
    [((1280, 720), "couch"), ((1280, 720), "table"), ((1024, 768), "couch")],
)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_pairs_in_the_racks_are_large_enough_for_fingers(
    pixels: tuple[int, int], seating: str, seats: int,
) -> None:
    table = dealt(seats, pixels=pixels, seating=seating)
    sides = [table.cloth.side(key) * table.context.scale for key in table.cloth.racked]
    assert 2 * FARTHEST * min(sides) >= 47
    table.close()
