"""Clicking in, pulling out, refusing; and nothing but the given poses is ever proposed."""

from __future__ import annotations

import math
import random
from cmath import rect
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.physics.click import (
    Click,
    Clicked,
    Event,
    Joint,
    PulledOut,
    Refused,
    Target,
    joints,
    match,
)
from game.physics.place import SINGLE, Edges, Form, Place, composed, pair, place_of, swing
from game.physics.world import SEEN, TRAILS, World
from game.rules.walong.cluster import Cluster
from game.rules.walong.geometry import HOME, SIDES, Point, Pose, centre, mate
from tests.physics.plane import probe_at

FORM = pair(1, 2)
GOAL = mate(HOME, 2, 3)
"""The first piece of a pair on side 2 of a piece at home; its second points away."""
OUT = (place_of(GOAL).spot - centre(HOME)) / abs(place_of(GOAL).spot - centre(HOME))
EDGES = Edges(-10, -8, 10, 8)


def world_with(targets: list[Target], start: Place, form: Form = FORM) -> World:
    """A piece at home and a pair that is held by one finger in the middle of its first piece."""
    world = World(EDGES)
    world.fix(HOME)
    world.add("p", form, start)
    world["p"].aim(targets)
    world.grip("x", start.spot, "p")
    return world


def moved(place: Place, by: complex) -> Place:
    return Place(place.x + by.real, place.y + by.imag, place.angle)


def go(world: World, goal: complex, frames: int = 40) -> list[Event]:
    """The finger goes straight there and rests a little."""
    start = world["p"].place.spot
    for frame in range(frames + 20):
        world.drag("x", start + (goal - start) * min(1.0, (frame + 1) / frames))
        world.step()
    return world.events()


def clicked() -> World:
    """A pair that has clicked in and settled, still held."""
    goal = place_of(GOAL)
    world = world_with([Target(GOAL)], moved(goal, 2 * OUT))
    events = go(world, goal.spot)
    assert [type(event) for event in events if not hasattr(event, "strength")] == [Clicked]
    return world


# Clicking in --------------------------------------------------------------------------------------


def test_a_pair_clicks_into_the_pose_it_is_pushed_to() -> None:
    world = clicked()
    click = world["p"].click
    assert click is not None
    assert click.target == Target(GOAL)
    assert click.settled
    assert world["p"].place == place_of(GOAL)
    assert click.joints == (Joint(HOME, 2, 0, 3),)


def test_it_counts_when_the_finger_lets_go() -> None:
    world = clicked()
    proposed = world.release("x")
    assert proposed is world["p"].click
    assert proposed is not None
    world.step(30)
    assert world["p"].place == place_of(GOAL)
    assert world.rests


def test_a_pair_released_near_a_place_that_was_shown_is_drawn_in() -> None:
    goal = place_of(GOAL)
    start = moved(goal, 1.1 * OUT)
    world = world_with([Target(GOAL)], start)
    for frame in range(SEEN + 2):
        world.drag("x", start.spot - 0.06 * (frame + 1) * OUT)
        world.step()
    assert world["p"].click is None, "a finger on its way means nothing yet"
    proposed = world.release("x")
    assert proposed is not None
    assert proposed.target == Target(GOAL)
    world.step(40)
    assert [type(event) for event in world.events()] == [Clicked]
    assert world["p"].place == goal


@pytest.mark.parametrize(
    ("away", "turn", "frames"),
    [(0.2, 0.0, 0), (0.05, 0.4, SEEN - 1), (0.7, 0.0, SEEN), (0.5, 0.9, SEEN)],
)
def test_a_pair_released_elsewhere_or_unforeseen_just_stays(
    away: float, turn: float, frames: int
) -> None:
    start = moved(place_of(GOAL), away * OUT)
    world = world_with([Target(GOAL)], start._replace(angle=start.angle + turn))
    world.step(frames)
    assert world.release("x") is None
    world.step(30)
    assert world["p"].click is None
    assert abs(world["p"].place.spot - start.spot) < 0.25


@pytest.mark.parametrize(("share", "number"), [(0.3, 0), (0.7, 1)])
def test_the_nearer_of_two_targets_is_meant(share: float, number: int) -> None:
    other = Pose(GOAL.k, *GOAL.point.plus(Point(2, -2, 0, 1)))
    gap = place_of(other).spot - place_of(GOAL).spot
    assert abs(gap) == pytest.approx(2 - math.sqrt(3))
    targets = [Target(GOAL), Target(other)]
    world = World(EDGES)
    world.add("p", FORM, moved(place_of(GOAL), gap * share))
    world["p"].aim(targets)
    world.grip("x", world["p"].place.spot, "p")
    world.step(SEEN)
    proposed = world.release("x")
    assert proposed is not None
    assert proposed.target == targets[number]


@pytest.mark.parametrize("turn", [-60, -45, 45, 60])
def test_nothing_turns_abruptly_as_it_clicks_in(turn: float) -> None:
    goal = place_of(GOAL)
    start = moved(goal, 0.8 * OUT)._replace(angle=goal.angle + math.radians(turn))
    world = world_with([Target(GOAL)], start)
    angles = []
    for _ in range(150):
        world.step()
        angles.append(math.degrees(world["p"].place.angle))
    assert world["p"].place == goal
    assert max(abs(b - a) for a, b in zip(angles, angles[20:], strict=False)) <= 36


# Coming after the finger --------------------------------------------------------------------------


def flicked(way: complex, start: Place, targets: list[Target]) -> World:
    """A pair that a finger took, pulled away and let go of within a frame."""
    world = world_with(targets, start)
    world.drag("x", start.spot + way)
    assert world.release("x") is None
    return world


def test_what_was_flicked_goes_where_the_finger_went_and_lies_there() -> None:
    start = Place(-7, 4, 0.5)
    world = flicked(9 - 1j, start, [])
    assert not world.rests
    world.step(TRAILS)
    assert abs(world["p"].place.spot - (start.spot + 9 - 1j)) < 0.15
    world.step(60)
    assert world.rests
    assert abs(world["p"].place.spot - (start.spot + 9 - 1j)) < 0.2


def test_what_comes_after_its_finger_passes_through_nothing_and_clicks_nowhere() -> None:
    start = moved(place_of(GOAL), 4 * OUT)
    world = flicked(-9 * OUT, start, [Target(GOAL)])
    for _ in range(2 * TRAILS):
        world.step()
        assert world["p"].click is None
        assert world["p"].depth < 0.05


def test_what_comes_after_its_finger_can_be_taken_or_laid_elsewhere() -> None:
    for number in range(2):
        world = flicked(9 + 0j, Place(-7, 4, 0.5), [])
        world.step(5)
        if number:
            world["p"].put(Place(-6, -3, 0.0))
        else:
            world.grip("y", world["p"].place.spot, "p")
        before = world["p"].place.spot
        world.step(60)
        assert abs(world["p"].place.spot - before) < 0.6


def test_nothing_clicks_without_targets() -> None:
    world = world_with([], moved(place_of(GOAL), 2 * OUT))
    events = go(world, place_of(GOAL).spot)
    assert not [event for event in events if isinstance(event, Clicked)]
    assert world.release("x") is None


def test_settling_takes_200_ms_and_never_overshoots() -> None:
    goal = place_of(GOAL)
    settling = Click(Target(GOAL), (), moved(goal, 0.25 + 0j))
    offs = []
    for _ in range(12):
        settling.advance(goal)
        offs.append(settling.place.x - goal.x)
    assert offs == sorted(offs, reverse=True)
    assert 0 < offs[-1] < 0.02 * 0.25
    assert not settling.settled
    for _ in range(12):
        settling.advance(goal)
    assert settling.settled
    assert settling.place == goal


def test_a_tap_settles_into_a_target_from_anywhere() -> None:
    world = world_with([Target(GOAL)], Place(6, 5, 0))
    world.release("x")
    world["p"].settle(Target(GOAL))
    assert [type(event) for event in world.events()] == [Clicked]
    world.step(100)
    assert world["p"].place == place_of(GOAL)
    with pytest.raises(ValueError, match="not aimed"):
        world["p"].settle(Target(HOME))


def test_aiming_elsewhere_takes_a_click_back() -> None:
    world = clicked()
    world["p"].aim([Target(mate(HOME, 0, 0))])
    assert world["p"].click is None
    assert world.release("x") is None


# Pulling out --------------------------------------------------------------------------------------


def test_it_can_be_pulled_out_again() -> None:
    world = clicked()
    events = go(world, place_of(GOAL).spot + 2 * OUT)
    assert PulledOut("p", Target(GOAL)) in events
    assert world["p"].click is None
    assert abs(world["p"].place.spot - place_of(GOAL).spot) > 1.5
    assert world.release("x") is None


def test_pressing_on_does_not_pull_it_out() -> None:
    world = clicked()
    assert go(world, place_of(GOAL).spot - 1.2 * OUT) == []
    proposed = world.release("x")
    assert proposed is not None
    assert proposed.target == Target(GOAL)


def test_a_turn_pulls_it_out() -> None:
    world = clicked()
    world["p"].turn(math.radians(30))
    world.step(2)
    assert world.events() == [PulledOut("p", Target(GOAL))]


def test_it_clicks_in_again_when_the_finger_comes_back() -> None:
    world = clicked()
    go(world, place_of(GOAL).spot + 1.5 * OUT)
    events = go(world, place_of(GOAL).spot)
    assert any(isinstance(event, Clicked) for event in events)


def test_a_clicked_pair_can_be_taken_up_again() -> None:
    world = clicked()
    world.release("x")
    world.step(20)
    assert world.at(place_of(GOAL).spot, 0.0) == "p"
    world.grip("y", place_of(GOAL).spot, "p")
    world.step(10)
    assert world["p"].click is not None
    assert world["p"].place == place_of(GOAL)
    for frame in range(40):
        world.drag("y", place_of(GOAL).spot + OUT * frame / 20)
        world.step()
    assert world["p"].click is None


# Refusing -----------------------------------------------------------------------------------------


def test_a_pose_that_is_not_legal_is_refused_with_its_sides() -> None:
    goal = place_of(GOAL)
    against = goal.spot - 0.15 * OUT
    world = world_with([Target(mate(HOME, 4, 4))], moved(goal, 1.5 * OUT))
    world.ends = {HOME}
    refused = [e for e in go(world, against) if isinstance(e, Refused)]
    assert len(refused) == 1
    assert refused[0].match.pose == GOAL
    assert refused[0].match.joint == Joint(HOME, 2, 0, 3)
    assert go(world, against) == [], "once is enough while it stays"
    assert world.release("x") is None


@pytest.mark.parametrize(
    ("turn", "spot"), [(-90, 0.69 + 2.87j), (45, 2.19 + 0.47j), (60, 2.49 + 0.77j)]
)
def test_held_before_an_end_that_takes_no_such_piece_it_is_not_drawn_beside_it(
    turn: float, spot: complex
) -> None:
    start = Place(spot.real, spot.imag, place_of(GOAL).angle + math.radians(turn))
    first, second = FORM.places(start)
    assert abs(second.spot - centre(HOME)) < abs(first.spot - centre(HOME))
    world = world_with([Target(GOAL)], start)
    world.ends = {HOME}
    go(world, start.spot, 120)
    assert world["p"].click is None
    assert world["p"].meant is None


def test_a_refusal_is_told_again_after_leaving() -> None:
    goal = place_of(GOAL)
    against = goal.spot - 0.15 * OUT
    world = world_with([], moved(goal, 1.5 * OUT))
    go(world, against)
    go(world, goal.spot + 1.5 * OUT)
    again = go(world, against)
    assert [e.match.pose for e in again if isinstance(e, Refused)] == [GOAL]


@pytest.mark.parametrize("side", SIDES)
def test_a_match_names_the_pose_of_the_first_piece(side: int) -> None:
    first = FORM.first_pose(1, mate(HOME, side, 4))
    near = moved(place_of(first), 0.1 + 0.1j)
    found = match(FORM, near._replace(angle=near.angle + 0.05), 1, HOME)
    assert found.joint == Joint(HOME, side, 1, 4)
    assert found.pose == first
    assert found.joint in joints(FORM, first, Cluster([(HOME, 0)]))


# Pieces that click to each other ------------------------------------------------------------------


def two_pieces() -> World:
    world = World(EDGES)
    world.add("base", SINGLE, Place(0, 0, 0.3))
    world.add("p", SINGLE, Place(3, 0.2, 0.3))
    world["p"].aim([Target(mate(HOME, i, j), "base") for i in SIDES for j in SIDES])
    return world


def test_two_loose_pieces_click_into_a_pair() -> None:
    world = two_pieces()
    target = Target(mate(HOME, 1, 3), "base")
    base = Place(*world["base"].place)
    home = place_of(HOME)
    seen = place_of(target.pose)
    goal = base.then(Place(seen.x - home.x, seen.y - home.y, seen.angle))
    world["p"].put(moved(goal, (goal.spot - base.spot)))
    world.grip("x", world["p"].place.spot, "p")
    world["p"].turn(swing(goal.angle - world["p"].place.angle))
    go(world, goal.spot)
    click = world["p"].click
    assert click is not None
    assert click.target.base == "base"
    assert click.target.pose in {mate(HOME, i, j) for i in SIDES for j in SIDES}
    lies, under = world["p"].place, world["base"].place
    exact = place_of(composed(HOME, click.target.pose))
    there = under.then(Place(exact.x - home.x, exact.y - home.y, exact.angle))
    assert abs(lies.spot - there.spot) < 1e-3


def test_what_has_clicked_to_a_piece_moves_with_it_and_comes_off_when_it_goes() -> None:
    world = two_pieces()
    target = Target(mate(HOME, 1, 3), "base")
    world["p"].settle(target)
    world.step(60)
    before = world["p"].place
    world.grip("y", world["base"].place.spot, "base")
    start = world["base"].place.spot
    for frame in range(60):
        world.drag("y", start - 2 * (frame + 1) / 60)
        world.step()
    assert world["p"].place.x < before.x - 1.5
    gap = abs(world["p"].place.spot - world["base"].place.spot)
    assert gap == pytest.approx(abs(centre(target.pose) - centre(HOME)), abs=0.1)
    world.remove("base")
    world.step()
    assert world["p"].click is None


# Only legal poses ---------------------------------------------------------------------------------

LEGAL = [Target(mate(HOME, i, j)) for i, j in ((0, 1), (2, 3), (3, 3), (4, 0))]
ACTS = st.lists(
    st.tuples(st.sampled_from(("drag", "turn", "release", "second", "yank")), st.integers(0, 999)),
    min_size=5,
    max_size=25,
)


def act(world: World, kind: str, number: int) -> Click | None:
    """Something a finger does, by a number."""
    rng = random.Random(number)
    around = centre(HOME) + rect(rng.uniform(0.3, 3.0), rng.uniform(0, math.tau))
    if kind == "release":
        proposed = world.release("x") or world.release("y")
        world.grip("x", world["p"].place.spot, "p")
        return proposed
    if kind == "turn":
        world["p"].turn(rng.choice((-1, 1)) * math.pi / 6)
    elif kind == "second":
        world.grip("y", world["p"].place.spot + rect(0.5, rng.uniform(0, 6)), "p")
    else:
        start = world["p"].place.spot
        frames = 3 if kind == "yank" else 25
        for frame in range(frames):
            world.drag(rng.choice("xy"), start + (around - start) * (frame + 1) / frames)
            world.step()
    world.step(3)
    return None


@settings(max_examples=40, deadline=None)
@given(acts=ACTS)
def test_whatever_pushing_does_only_legal_poses_are_proposed(acts: list[tuple[str, int]]) -> None:
    world = world_with(LEGAL, Place(2.5, 2.5, 0))
    for kind, number in acts:
        proposed = act(world, kind, number)
        standing = world["p"].click
        for click in (proposed, standing):
            assert click is None or click.target in LEGAL
        for event in world.events():
            if isinstance(event, Clicked):
                assert event.click.target in LEGAL
            if isinstance(event, Refused):
                assert Target(event.match.pose) not in LEGAL
        if standing and standing.settled:
            assert world["p"].place == place_of(standing.target.pose)


@pytest.mark.parametrize("aside", [-0.8, 0.8])
def test_what_jams_beside_its_place_comes_round_and_clicks_in(aside: float) -> None:
    tried, clicked = 0, 0
    for side, own in product(SIDES, SIDES):
        pose = mate(HOME, side, own)
        goal = place_of(pose)
        out = (goal.spot - centre(HOME)) / abs(goal.spot - centre(HOME))
        start = moved(goal, out * complex(0.1, aside))
        if not probe_at([HOME]).clear(FORM, start):
            continue
        world = world_with([Target(pose)], start)
        world.drag("x", goal.spot)
        world.step(150)
        found, tried = world["p"].click, tried + 1
        clicked += found is not None and found.settled
    assert tried > 5
    assert clicked == tried
