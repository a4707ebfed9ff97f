"""The pushing world: what lies on the cloth, fingers, edges, time."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

from game.physics.click import Bump
from game.physics.place import ORIGIN, SINGLE, Edges, Place, pair, place_of, swing
from game.physics.world import CAP, LATE, World
from game.rules.walong.geometry import HOME, centre, mate

FORM = pair(1, 2)
DEGREE = math.radians(1)


@pytest.fixture
def world() -> World:
    return World(Edges(-10, -8, 10, 8))


def glide(world: World, pointer: str, start: complex, end: complex, frames: int) -> None:
    """The pointer goes straight from start to end."""
    for frame in range(1, frames + 1):
        world.drag(pointer, start + (end - start) * frame / frames)
        world.step()


def middle(world: World, key: str) -> complex:
    """A point in the middle of a pair's first piece."""
    return world[key].place.spot


# What lies on the cloth ---------------------------------------------------------------------------


def test_things_lie_where_they_were_put(world: World) -> None:
    world.add("a", FORM, Place(1, 2, 0.5))
    world.add("b", SINGLE, Place(-4, 2, 0))
    world["b"].put(Place(-5, 1, 1))
    assert world["a"].place == pytest.approx((1, 2, 0.5))
    assert list(world.things) == ["a", "b"]
    assert world["b"].place == pytest.approx((-5, 1, 1))
    world.remove("a")
    assert "a" not in world
    assert "b" in world


def test_a_name_is_given_once(world: World) -> None:
    world.add("a", FORM, Place(1, 2, 0.5))
    with pytest.raises(ValueError, match="a lies on the table"):
        world.add("a", FORM, Place(5, 2, 0.5))


def test_things_are_found_under_a_finger_and_a_little_beside(world: World) -> None:
    world.add("a", SINGLE, Place(0, 0, 0))
    assert world.at(0.1j, 0.3) == "a"
    assert world.at(1.15j, 0.3) == "a"
    assert world.at(1.15j, 0.0) is None
    assert world.at(3 + 0j, 0.3) is None


def test_fixed_pieces_come_and_go(world: World) -> None:
    world.fix(HOME)
    world.fix(HOME)
    world.fix(mate(HOME, 0, 0))
    assert tuple(world.fixed) == (HOME, mate(HOME, 0, 0))
    assert not world.probe.clear(SINGLE, ORIGIN)
    world.unfix(HOME)
    assert tuple(world.fixed) == (mate(HOME, 0, 0),)
    assert world.probe.clear(SINGLE, ORIGIN)
    assert world.at(ORIGIN.spot, 0.3) is None, "what is fixed cannot be gripped"


# Fingers ------------------------------------------------------------------------------------------


def test_a_finger_holds_a_pair_where_it_was_touched(world: World) -> None:
    world.add("a", FORM, Place(-3, 0, 0))
    touched = middle(world, "a") + 0.3
    inner = world["a"].place.inner(touched)
    assert world.at(touched, 0.0) == "a"
    world.grip("x", touched, "a")
    glide(world, "x", touched, touched + 3 + 1j, 45)
    world.step(20)
    assert abs(world["a"].place.point(inner) - (touched + 3 + 1j)) < 0.05
    assert world["a"].hold is not None
    assert world.release("x") is None
    assert world["a"].hold is None


def test_one_finger_keeps_the_angle_and_turns_it_when_asked(world: World) -> None:
    world.add("a", FORM, Place(-3, 0, 8 * DEGREE))
    touched = middle(world, "a") + 0.3
    world.grip("x", touched, "a")
    glide(world, "x", touched, touched + 2, 40)
    assert world["a"].place.angle == pytest.approx(8 * DEGREE, abs=2 * DEGREE)
    world["a"].turn(30 * DEGREE)
    world.step(60)
    assert world["a"].place.angle == pytest.approx(38 * DEGREE, abs=2 * DEGREE)
    world["a"].turn(-7 * DEGREE)
    world.step(60)
    assert world["a"].place.angle == pytest.approx(31 * DEGREE, abs=2 * DEGREE)


def test_two_fingers_hold_and_turn(world: World) -> None:
    world.add("a", FORM, Place(0, 0, 0))
    one, two = world["a"].place.spot, world["a"].place.spot + 1.0
    world.grip("x", one, "a")
    world.grip("y", two, "a")
    for frame in range(1, 61):
        angle = frame / 60 * math.radians(100)
        world.drag("x", one)
        world.drag("y", one + complex(math.cos(angle), math.sin(angle)))
        world.step()
    world.step(20)
    assert swing(world["a"].place.angle - math.radians(100)) == pytest.approx(0, abs=3 * DEGREE)
    assert abs(world["a"].place.spot - one) < 0.05


def test_who_goes_on_alone_keeps_the_angle(world: World) -> None:
    world.add("a", FORM, Place(0, 0, 0))
    one, two = world["a"].place.spot, world["a"].place.spot + 1.0
    world.grip("x", one, "a")
    world.grip("y", two, "a")
    world.drag("y", one + complex(math.cos(1.0), math.sin(1.0)))
    world.step(30)
    assert world.release("y") is None
    world.step(60)
    assert world["a"].place.angle == pytest.approx(1.0, abs=2 * DEGREE)


def test_pointers_that_hold_nothing_are_ignored(world: World) -> None:
    world.drag("x", 1 + 1j)
    assert world.release("x") is None


def test_what_is_removed_is_held_no_more(world: World) -> None:
    world.add("a", FORM, Place(0, 0, 0))
    world.grip("x", middle(world, "a"), "a")
    world.remove("a")
    world.drag("x", 2 + 2j)
    world.step(5)
    assert world.release("x") is None


def test_a_released_pair_just_stays(world: World) -> None:
    world.add("a", FORM, Place(-3, 0, 0))
    touched = middle(world, "a")
    world.grip("x", touched, "a")
    glide(world, "x", touched, touched + 4, 20)
    world.release("x")
    left_at = world["a"].place.spot
    world.step(60)
    assert abs(world["a"].place.spot - left_at) < 3.0, "the cloth stops it"
    still = world["a"].place
    world.step(60)
    assert world["a"].place == pytest.approx(still, abs=1e-3)
    assert world.rests


def test_near_others_a_held_pair_is_slow_and_in_the_open_it_is_not(world: World) -> None:
    world.add("a", FORM, Place(-8, 0, 0))
    world.fix(HOME)
    touched = middle(world, "a")
    world.grip("x", touched, "a")
    world.drag("x", touched + 16)
    fastest: dict[bool, float] = {True: 0.0, False: 0.0}
    for _ in range(90):
        before = middle(world, "a")
        world.step()
        near = abs(before - ORIGIN.spot) < 2.0
        fastest[near] = max(fastest[near], abs(middle(world, "a") - before) * 60)
    assert fastest[True] < CAP + 1
    assert fastest[False] > 2 * CAP


# Others on the table ------------------------------------------------------------------------------


def test_loose_pairs_are_nudged(world: World) -> None:
    world.add("a", FORM, Place(-4, 0, 0))
    world.add("b", FORM, Place(0, 0.3, 0))
    world.step(60)
    assert world.rests
    touched = middle(world, "a")
    world.grip("x", touched, "a")
    glide(world, "x", touched, touched + 4, 90)
    assert world["b"].place.x > 0.5


def test_a_bump_is_told_once_and_as_hard_as_it_was(world: World) -> None:
    world.fix(HOME)
    strengths = []
    for pace in (90, 30):
        world.add("a", FORM, Place(-5, 0.5, 0))
        touched = middle(world, "a")
        world.grip("x", touched, "a")
        glide(world, "x", touched, touched + 6, pace)
        bumps = [event for event in world.events() if isinstance(event, Bump)]
        assert bumps
        assert all(bump.key == "a" and abs(bump.spot) < 2 for bump in bumps)
        strengths.append(max(bump.strength for bump in bumps))
        world.remove("a")
    assert strengths[0] < strengths[1] < 3 * CAP
    assert world.events() == []


def test_what_slides_along_one_thing_into_another_is_heard() -> None:
    world = World(Edges(-10, -1.4, 10, 8))
    world.fix(HOME)
    world.add("a", FORM, Place(-6, 0.5, 0))
    touched = middle(world, "a")
    world.grip("x", touched, "a")
    glide(world, "x", touched, touched - 3j, 40)
    assert [event for event in world.events() if isinstance(event, Bump)]
    glide(world, "x", touched - 3j, touched - 3j + 6, 120)
    bumps = [event for event in world.events() if isinstance(event, Bump)]
    assert any(abs(bump.spot - centre(HOME)) < 1 for bump in bumps)


def test_rubbing_along_is_heard(world: World) -> None:
    world.fix(HOME)
    world.add("a", FORM, Place(-1.5, 2.2, 0))
    touched = middle(world, "a")
    world.grip("x", touched, "a")
    rubbed = 0.0
    for frame in range(90):
        world.drag("x", touched + frame / 90 * (4 - 1.5j))
        world.step()
        rubbed = max(rubbed, world["a"].sliding)
    assert 0.3 < rubbed < 3 * CAP
    world.release("x")
    world.step(120)
    assert world["a"].sliding == 0


def test_nothing_leaves_the_cloth(world: World) -> None:
    rng = random.Random(3)
    for number in range(12):
        world.add(
            str(number),
            pair(number % 5, number % 4),
            Place(number % 4 * 4 - 7, number // 4 * 3 - 4, number),
        )
    world.step(30)
    spot = middle(world, "5")
    world.grip("x", spot, "5")
    for _ in range(60):
        goal = complex(rng.uniform(-16, 16), rng.uniform(-13, 13))
        for _ in range(8):
            spot += (goal - spot) / 4
            world.drag("x", spot)
            world.step()
    for place in [thing.place for thing in world.things.values()]:
        assert abs(place.x) < 10.2
        assert abs(place.y) < 8.2


def test_a_smaller_cloth_takes_its_things_in(world: World) -> None:
    world.add("a", FORM, Place(8, -6, 1))
    world.step(60)
    world.fence(Edges(-5, -4, 5, 4))
    assert world["a"].place.x < 5
    assert world["a"].place.y > -4
    assert world["a"].place.angle == pytest.approx(1)


def test_a_led_thing_follows_and_others_give_way(world: World) -> None:
    world.fix(HOME)
    world.add("a", FORM, Place(-6, 0, 0))
    world.add("b", FORM, Place(-3, 0.2, 0))
    for frame in range(121):
        world["a"].follow(Place(-6 + frame / 10, 0.1, frame / 120))
        world.step()
    world.step(20)
    assert world["a"].place == pytest.approx((6, 0.1, 1), abs=0.05), "fixed pieces are no obstacle"
    assert abs(world["b"].place.spot - complex(-3, 0.2)) > 0.4
    world["a"].unlead()
    world.step(60)
    assert world.rests


def test_a_led_thing_gets_through_a_jam(world: World) -> None:
    world.add("a", FORM, Place(0, 0, 0))
    for number in range(4):
        world.add(str(number), FORM, Place(3 + number * 2.0, 0.1 * number, 0))
    for frame in range(150):
        world["a"].follow(Place(min(8.8, frame / 10), 0, 0))
        world.step()
    assert abs(world["a"].place.spot - 8.8) < 0.2


# Time ---------------------------------------------------------------------------------------------


def test_time_goes_in_whole_frames(world: World) -> None:
    assert [world.update(1 / 60) for _ in range(3)] == [1, 1, 1]
    assert sum(world.update(0.0171) for _ in range(60)) in (61, 62)
    assert world.update(0.001) == 0
    assert world.update(5.0) == LATE
    assert world.update(1 / 60) == 1, "what is too late is forgotten"


def test_the_same_input_gives_the_same_motion() -> None:
    def play() -> list[Place]:
        world, rng = World(Edges(-10, -8, 10, 8)), random.Random(8)
        world.fix(HOME)
        for number in range(6):
            world.add(
                str(number), pair(number % 5, 1), Place(number * 3 - 8, 3 - number % 2 * 6, 0)
            )
        found: list[Any] = []
        world.grip("x", middle(world, "2"), "2")
        world.grip("y", middle(world, "2") + 0.8, "2")
        for frame in range(240):
            goal = complex(rng.uniform(-9, 9), rng.uniform(-7, 7))
            world.drag("x" if frame % 2 else "y", goal)
            if frame == 120:
                world.release("y")
            world.step()
            found += [thing.place for thing in world.things.values()]
        return found

    assert play() == play()


def test_exact_places_are_told_exactly(world: World) -> None:
    pose = mate(HOME, 2, 3)
    world.add("a", FORM, place_of(pose))
    place = world["a"].place
    assert abs(place.spot - place_of(pose).spot) < 1e-12
    assert place.angle == place_of(pose).angle
