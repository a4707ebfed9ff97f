"""A path is how a computer's pair is pushed: where it lies at every moment from start to goal.

It leads around the fixed pieces, turns where there is room, comes up to the chain and glides along
it into place. Loose things are no obstacles, they are pushed aside. If no rigid motion leads to
the goal the path goes there all the same and says that it is *squeezed*.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from game.physics.approach import TIGHTLY, Search, approach
from game.physics.place import Edges, Form, Place, at, mean, place_of, swing
from game.physics.probe import Probe
from game.physics.route import Ground, route
from game.rules.walong.geometry import Pose, centre

CRUISE, GLIDING = 11.0, 2.6
"""Sides per second in the open and along the chain."""
HASTE = 26.0
"""How fast it gains and loses speed, in sides per second and second."""
GRAIN = 0.1
"""Sides between two keys."""
TURNING = 2.5
"""Radians per side while it turns; more would look like a throw."""
AROUND = 4.0
"""Fixed pieces within so many sides tell what to come away from."""


@dataclass(frozen=True, slots=True)
class Path:
    """Places and the seconds after which they are reached."""

    times: tuple[float, ...]
    places: tuple[Place, ...]
    squeezed: bool

    @property
    def duration(self) -> float:
        """Seconds from start to goal."""
        return self.times[-1]

    def at(self, seconds: float) -> Place:
        """Where the thing lies then; before the start and after the end at these."""
        after = bisect_right(self.times, seconds)
        if after == 0 or after == len(self.times):
            return self.places[0 if after == 0 else -1]
        since, until = self.times[after - 1], self.times[after]
        share = (seconds - since) / (until - since)
        return between(self.places[after - 1], self.places[after], share)


def between(one: Place, other: Place, share: float) -> Place:
    """A place on the straight way from one to another."""
    return Place(
        one.x + (other.x - one.x) * share,
        one.y + (other.y - one.y) * share,
        one.angle + swing(other.angle - one.angle) * share,
    )


def search(
    probe: Probe, fixed: Sequence[Pose], form: Form, start: Place, pose: Pose, edges: Edges
) -> Search[Path]:
    """A path for a form from a place to an exact pose of its first piece, a little with every
    `next`; the probe feels the pieces fixed at these poses."""
    goal = place_of(pose)
    near = [centre(other) for other in fixed if abs(centre(other) - goal.spot) < AROUND]
    last = yield from approach(probe, form, goal, mean(near) if near else start.spot)
    ground = Ground(probe, form, goal.angle, edges, tuple(centre(other) for other in fixed))
    way = yield from route(ground, start.spot, last.places[0].spot)
    squeezed = way is None or last.depth > TIGHTLY
    spots = [start.spot, last.places[0].spot] if way is None else way
    places = [*_turned(ground, spots, start, goal), *last.places[1:]]
    return _timed(list(_even(places)), last.touching * GRAIN, squeezed)


def find(fixed: Sequence[Pose], form: Form, start: Place, pose: Pose, edges: Edges) -> Path:
    """The same, all at once."""
    looking = search(Probe(fixed=fixed), fixed, form, start, pose, edges)
    while True:
        try:
            next(looking)
        except StopIteration as found:
            path = found.value
            assert isinstance(path, Path)
            return path


def _turned(ground: Ground, spots: Sequence[complex], start: Place, goal: Place) -> list[Place]:
    """Places along these spots; the thing turns early, as long as there is room all around."""
    steps = list(_strewn(spots))
    roomy = next((n for n, spot in enumerate(steps) if not ground.roomy(spot)), len(steps))
    turn = swing(goal.angle - start.angle)
    needed = max(1, min(roomy, math.ceil(abs(turn) / (TURNING * GRAIN))))
    return [
        at(spot, start.angle + turn * _smooth(min(1.0, (n + 1) / needed)))
        for n, spot in enumerate(steps)
    ]


def _smooth(share: float) -> float:
    return share * share * (3 - 2 * share)


def _strewn(spots: Sequence[complex]) -> Iterator[complex]:
    """Spots not farther than `GRAIN` apart on the way along these."""
    for here, there in pairwise(spots):
        pieces = max(1, math.ceil(abs(there - here) / GRAIN))
        yield from (here + (there - here) * i / pieces for i in range(pieces))
    yield spots[-1]


def _even(places: Sequence[Place]) -> Iterator[Place]:
    """The places without those that follow at no distance."""
    last: Place | None = None
    for place in places:
        if last is None or abs(place.spot - last.spot) > 1e-9 or place.angle != last.angle:
            yield place
        last = place


def _timed(places: Sequence[Place], touching: float, squeezed: bool) -> Path:
    """Slow at both ends, and slow where it glides."""
    ways = [_length(one, other) for one, other in pairwise(places)]
    left, times, done = sum(ways), [0.0], 0.0
    for way in ways:
        middle = left - way / 2
        gain = math.sqrt(1 + 2 * HASTE * (done + way / 2))
        brake = math.sqrt(GLIDING**2 + 2 * HASTE * max(0.0, middle - touching))
        times.append(times[-1] + way / min(CRUISE, gain, brake))
        done, left = done + way, left - way
    return Path(tuple(times), tuple(places), squeezed)


def _length(one: Place, other: Place) -> float:
    """How far it is from one place to another; turning takes time as well."""
    return abs(other.spot - one.spot) + abs(swing(other.angle - one.angle)) / 2
