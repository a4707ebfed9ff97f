"""Pushing at its worst and at its best: yanks through the chain, and pushes into place.

The whole experiment, 200 poses from every direction, is `python -m tests.physics.pushes 200`.
"""

from __future__ import annotations

import math
import random
from cmath import rect
from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest

from game.physics.place import Edges, Place, at, pair
from game.physics.world import CAPS, FRAME, STEPS, Thing, World
from game.rules.walong.geometry import Pose, centre
from tests.physics.plane import depth
from tests.physics.pushes import chosen, longest, tally

YANK = 100.0
"""Sides per second."""
DEEPEST = 0.02
"""Sides that a yanked pair may stick in a fixed piece for a moment."""


def yanked(world: World, middle: complex, seed: int, frames: int, fingers: int) -> Iterator[None]:
    """Fingers that race across the chain in straight lines, turning the pair now and then."""
    rng = random.Random(seed)
    spots = [world["pair"].place.spot + shift for shift in (0.2j, 0.9)[:fingers]]
    for number, spot in enumerate(spots):
        world.grip(str(number), spot, "pair")
    goal = middle
    for _ in range(frames):
        if abs(spots[0] - goal) < 0.1:
            goal = middle + rect(rng.uniform(0, 9), rng.uniform(0, math.tau))
            world["pair"].turn(rng.choice((-1, 0, 1)) * math.pi / 6)
        way = goal - spots[0]
        shift = way / abs(way) * min(abs(way), YANK * FRAME)
        spots = [spot + shift for spot in spots]
        for number, spot in enumerate(spots):
            world.drag(str(number), spot)
        world.step()
        yield


def far_from(fixed: Sequence[Pose]) -> Place:
    """The corner of the cloth that is farthest from these."""
    spots = [complex(x, y) for x in (-12, 12) for y in (-12, 12)]
    spot = max(spots, key=lambda spot: min(abs(spot - centre(pose)) for pose in fixed))
    return at(spot, 0.4)


@pytest.mark.parametrize(("fingers", "seed"), [(1, 0), (1, 3), (2, 1)])
def test_a_yank_through_48_pieces_sticks_nowhere(
    fingers: int, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    fixed, form = longest(), pair(0, 1)
    middle = sum(centre(pose) for pose in fixed) / len(fixed)
    world = World(Edges(-14, -14, 14, 14))
    for pose in fixed:
        world.fix(pose)
    world.add("pair", form, far_from(fixed))
    depths, spots = [0.0], [world["pair"].place.spot]
    step = Thing.step

    def watched(thing: Thing, cap: float) -> None:
        step(thing, cap)
        depths.append(world.probe.depth(form, thing.place))
        spots.append(thing.place.spot)

    monkeypatch.setattr(Thing, "step", watched)
    for frame, _ in enumerate(yanked(world, middle, seed, 360, fingers)):
        if frame % 4 == 0:
            assert depth(form, world["pair"].place, fixed) <= DEEPEST
    ways = [abs(there - here) for here, there in pairwise(spots)]
    assert len(depths) == 1 + 360 * STEPS
    assert max(depths) > 0, "the pair never touched the chain"
    assert max(depths) <= DEEPEST
    assert max(ways) <= CAPS[0][1] * FRAME / STEPS + DEEPEST, "a jump is a tunnel"


def test_pushes_from_all_sides_click_in() -> None:
    found = tally(chosen(42, random.Random(2)), random.Random(6), every=3)
    assert sum(found.tried.values()) > 150
    assert {kind for kind, _ in found.tried} >= {"notch 60", "notch 150", "side", "both"}
    assert found.rate(2) >= 0.97
    assert found.rate(1) >= 0.90
