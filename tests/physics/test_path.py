"""Paths along which computer players push their pairs."""

from __future__ import annotations

import math
import random
from itertools import pairwise

import pytest

from game.physics.click import Target
from game.physics.path import Path, Search, between, search
from game.physics.place import SINGLE, Edges, Place, pair, place_of, swing
from game.physics.world import SETTLES, World
from game.rules.walong.geometry import HOME, Pose, centre, mate
from tests.physics.plane import find, probe_at
from tests.physics.pushes import Task, chosen

FORM = pair(3, 1)
GRAZED = 0.03
"""Sides that a path may stick in a fixed piece: less than the play of two pieces."""
JUMP = 0.35
"""Sides between two keys at most; two keys that lie closer look like one motion."""


def edges_of(task: Task) -> Edges:
    hearts = [centre(pose) for pose in task.fixed]
    x, y = [heart.real for heart in hearts], [heart.imag for heart in hearts]
    return Edges(min(x) - 6, min(y) - 6, max(x) + 6, max(y) + 6)


@pytest.mark.parametrize("task", chosen(12, random.Random(7)), ids=lambda task: task.kind)
def test_a_path_leads_in_front_of_the_pose_and_through_nothing(task: Task) -> None:
    edges = edges_of(task)
    start = Place(edges.left + 2.2, edges.bottom + 2.2, 0.7)
    path = find(task.fixed, task.form, start, task.goal, edges)
    assert path.at(-1) == path.places[0]
    assert abs(path.places[0].spot - start.spot) < JUMP
    front, goal = path.at(path.times[-1] + 1), place_of(task.goal)
    assert front == path.places[-1]
    assert 0.6 < abs(front.spot - goal.spot) < SETTLES
    assert abs(swing(front.angle - goal.angle)) < 0.6
    probe = probe_at(task.fixed)
    assert max(probe.depth(task.form, place) for place in path.places) <= GRAZED
    assert max(abs(b.spot - a.spot) for a, b in pairwise(path.places)) < JUMP
    assert all(since < until for since, until in pairwise(path.times))
    assert 0.3 < path.times[-1] < 8


def test_it_comes_up_askew_and_swivels_at_the_chain() -> None:
    form, goal = pair(3, 1), mate(HOME, 4, 1)
    path = find([HOME], form, Place(-8, 5, 1), goal, Edges(-12, -10, 12, 10))
    front, end = path.places[-1], place_of(goal)
    assert 0.6 < abs(front.spot - end.spot) < 1.6
    assert 0.1 < abs(swing(front.angle - end.angle)) < 0.6


def test_it_leads_around_the_chain() -> None:
    wall = [HOME]
    for _ in range(7):
        wall.append(mate(wall[-1], 2, 4))
    form, goal = pair(0, 0), None
    for side in range(5):
        for own in range(5):
            pose = mate(wall[3], side, own)
            if probe_at(wall).clear(form, place_of(pose)):
                goal = pose
    assert goal is not None
    beyond = place_of(goal).spot
    middle = sum(centre(pose) for pose in wall) / len(wall)
    start = middle - (beyond - middle) / abs(beyond - middle) * 5
    edges = Edges(middle.real - 14, middle.imag - 14, middle.real + 14, middle.imag + 14)
    path = find(wall, form, Place(start.real, start.imag, 0), goal, edges)
    probe = probe_at(wall)
    assert max(probe.depth(form, place) for place in path.places) <= GRAZED


def walled_in() -> tuple[list[Pose], Pose]:
    """Pieces all around a hole for one piece, and the pose of the hole."""
    ring: list[Pose] = []
    for side in range(5):
        for own in range(5):
            pose = mate(HOME, side, own)
            if probe_at(ring).clear(SINGLE, place_of(pose)):
                ring.append(pose)
                break
    return ring, HOME


def test_a_pocket_without_a_way_in_is_squeezed_into() -> None:
    ring, hole = walled_in()
    assert len(ring) == 5
    path = find(ring, SINGLE, Place(-8, 0, 1), hole, Edges(-12, -10, 12, 10))
    world = World(Edges(-12, -10, 12, 10))
    for pose in ring:
        world.fix(pose)
    world.add("p", SINGLE, path.places[-1])
    world["p"].aim([Target(hole)])
    world["p"].settle(Target(hole))
    world.step(240)
    assert world["p"].place == place_of(hole)


def test_a_search_goes_on_bit_by_bit() -> None:
    fixed = [HOME, mate(HOME, 1, 3)]
    goal, edges, start = mate(HOME, 4, 1), Edges(-12, -10, 12, 10), Place(-8, 5, 0)
    found: list[Path] = []

    def looking() -> Search[None]:
        found.append((yield from search(probe_at(fixed), fixed, FORM, start, goal, edges)))

    bits = sum(1 for _ in looking())
    assert found == [find(fixed, FORM, start, goal, edges)]
    assert bits > 5


def test_between_turns_the_short_way() -> None:
    middle = between(Place(0, 0, math.radians(350)), Place(2, 0, math.radians(10)), 0.5)
    assert middle.x == 1
    assert swing(middle.angle) == pytest.approx(0)


def test_a_path_starts_and_ends_slowly() -> None:
    path = find([HOME], pair(3, 1), Place(-9, 6, 0), mate(HOME, 4, 1), Edges(-12, -10, 12, 10))

    def pace(seconds: float) -> float:
        return abs(path.at(seconds + 0.02).spot - path.at(seconds).spot) / 0.02

    quickest = max(pace(path.times[-1] * share / 10) for share in range(10))
    assert pace(0) < quickest / 2
    assert pace(path.times[-1] - 0.03) < quickest / 2


def test_a_computer_pushes_its_pair_along_and_it_clicks_in() -> None:
    world, goal = World(Edges(-12, -10, 12, 10)), mate(HOME, 4, 1)
    world.fix(HOME)
    world.add("p", pair(3, 1), Place(-8, 5, 0))
    world.add("in the way", pair(0, 0), Place(-4, 2.5, 0))
    world["p"].aim([Target(goal)])
    path: Path = find(world.fixed, pair(3, 1), world["p"].place, goal, world.edges)
    for frame in range(math.ceil(path.times[-1] * 60)):
        world["p"].follow(path.at(frame / 60))
        world.step()
    world["p"].settle(Target(goal))
    world.step(40)
    click = world["p"].click
    assert click is not None
    assert click.settled
    assert world["p"].place == place_of(goal)
    assert world.rests
