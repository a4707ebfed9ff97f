"""A path is how a computer's pair is pushed: where it lies at every moment from start to goal.

It leads around the fixed pieces, turns where there is room and ends in front of the goal, a little
askew, as a hand does; a magnet does the rest. Loose things are no obstacles, they are pushed aside.
If no rigid motion leads there the path goes there all the same. Every `next` of a search feels one
place, so that whoever draws can go on between two of them.
"""

import heapq
import math
from bisect import bisect_right
from cmath import phase, rect
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias, TypeVar

from game.physics.bodies import Probe, weight
from game.physics.place import Edges, Form, Place, at, mean, place_of, swing
from game.rules.walong.geometry import Pose, centre

CRUISE, GLIDING = 11.0, 2.6
"""Sides per second in the open and along the chain."""
HASTE = 26.0
"""How fast it gains and loses speed, in sides per second and second."""
GRAIN = 0.1
"""Sides between two keys, and between two places that are felt on the way out: a stride."""
TURNING = 2.5
"""Radians per side while it turns; more would look like a throw."""
AROUND = 4.0
"""Fixed pieces within so many sides tell what to come away from."""
WAYS = 24
"""Directions that are tried."""
OUT = 11
"""Strides after which a thing has left its goal."""
ASKEW = math.radians(25)
"""By how much it may still be turned then."""
FREELY = 0.012
"""How deep a thing may seem to stick on its way and be as good as free."""
T = TypeVar("T")
Search: TypeAlias = Generator[None, None, T]
CELL = 0.5
"""Sides between two spots of the grid."""
MARGIN = 1.0
"""The hub stays so far inside the cloth."""
ROUND = 1.05
"""No point of a piece is farther from its centre."""
SIGHT = 0.2
"""Sides between two spots that are felt on a straight way."""
PATIENCE = 6000
"""Spots after which a search gives up."""
TIE = 1e-9
STEPS = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)
Cell: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Path:
    """Places and the seconds after which they are reached."""

    times: tuple[float, ...]
    places: tuple[Place, ...]

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
    probe: Probe, fixed: Iterable[Pose], form: Form, start: Place, pose: Pose, edges: Edges
) -> Search[Path]:
    """A path for a form from a place to in front of an exact pose of its first piece, a little
    with every `next`; the probe feels the pieces fixed at these poses.
    """
    goal, hearts = place_of(pose), tuple(map(centre, fixed))
    near = [heart for heart in hearts if abs(heart - goal.spot) < AROUND]
    out = yield from _exit(probe, form, goal, mean(near) if near else start.spot)
    turn = swing(goal.angle - start.angle)
    left = max(-ASKEW, min(ASKEW, turn))
    front = at(goal.spot + out * GRAIN * OUT, goal.angle - left)
    if not probe.clear(form, front):
        front = front._replace(angle=goal.angle)
    ground = Ground(probe, form, front.angle, edges, hearts)
    way = yield from route(ground, start.spot, front.spot)
    return _timed(_turned(ground, way or [start.spot, front.spot], start, front))


def _turned(ground: "Ground", spots: Sequence[complex], start: Place, goal: Place) -> list[Place]:
    """Places along these spots; the thing turns early, as long as there is room all around."""
    steps = list(_strewn(spots))
    roomy = next((n for n, spot in enumerate(steps) if not ground.roomy(spot)), len(steps))
    turn = swing(goal.angle - start.angle)
    needed = max(1, min(roomy, math.ceil(abs(turn) / (TURNING * GRAIN))))
    shares = [min(1.0, (n + 1) / needed) for n in range(len(steps))]
    return [
        at(spot, start.angle + turn * (share * share * (3 - 2 * share)))
        for spot, share in zip(steps, shares, strict=True)
    ]


def _strewn(spots: Sequence[complex]) -> Iterator[complex]:
    """Spots not farther than `GRAIN` apart on the way along these."""
    for here, there in pairwise(spots):
        pieces = max(1, math.ceil(abs(there - here) / GRAIN))
        yield from (here + (there - here) * i / pieces for i in range(pieces))
    yield spots[-1]


def _timed(places: Sequence[Place]) -> Path:
    """Slow at both ends."""
    # Turning takes time as well.
    ways = [
        abs(other.spot - one.spot) + abs(swing(other.angle - one.angle)) / 2
        for one, other in pairwise(places)
    ]
    left, times, done = sum(ways), [0.0], 0.0
    for way in ways:
        middle = left - way / 2
        gain = math.sqrt(1 + 2 * HASTE * (done + way / 2))
        brake = math.sqrt(GLIDING**2 + 2 * HASTE * middle)
        times.append(times[-1] + way / min(CRUISE, gain, brake))
        done, left = done + way, left - way
    return Path(tuple(times), tuple(places))


def _exit(probe: Probe, form: Form, goal: Place, heart: complex) -> Search[complex]:
    """The direction in which a thing gets out with the least squeezing.

    The first one that is free is taken, beginning with the one that leads away from `heart`.
    """
    first = phase(goal.spot - heart)
    best, least = rect(1, first), math.inf
    for turn in range(WAYS):
        out = rect(1, first + (turn + 1) // 2 * (-1) ** turn * math.tau / WAYS)
        deepest = 0.0
        for stride in range(1, OUT + 1):
            yield
            spot = goal.spot + out * GRAIN * stride
            deepest = max(deepest, probe.depth(form, at(spot, goal.angle)))
            if deepest >= least:
                break
        if deepest < least:
            best, least = out, deepest
        if least <= FREELY:
            break
    return best


# Around the fixed pieces --------------------------------------------------------------------------


class Ground:
    """What a thing at one angle can lie on: the cloth without the fixed pieces."""

    def __init__(
        self, probe: Probe, form: Form, angle: float, edges: Edges, hearts: Sequence[complex]
    ) -> None:
        self._probe, self._form, self._angle, self._edges = probe, form, angle, edges
        self._hearts = hearts
        self._hub = weight(form).hub * rect(1, angle)
        self._shifts = [place.spot for place in form.places(at(0j, angle))]
        self._known: dict[complex, bool] = {}
        self._width = ROUND + max(abs(shift - self._hub) for shift in self._shifts)

    def roomy(self, spot: complex) -> bool:
        """Whether it can turn there without touching a fixed piece."""
        room = self._width + ROUND
        return all(abs(spot + self._hub - heart) > room for heart in self._hearts)

    def open(self, spot: complex) -> bool:
        """Whether it can lie there."""
        if spot not in self._known:
            near = any(
                abs(spot + shift - heart) < 2 * ROUND
                for shift in self._shifts for heart in self._hearts
            )
            self._known[spot] = not near or self._probe.clear(self._form, at(spot, self._angle))
        return self._known[spot]

    def sees(self, here: complex, there: complex) -> bool:
        """Whether the straight way is open."""
        pieces = max(1, math.ceil(abs(there - here) / SIGHT))
        return all(self.open(here + (there - here) * i / pieces) for i in range(1, pieces))

    def leads(self, here: complex, there: complex) -> bool:
        """Whether a step of the grid is open, and its end lies on the cloth."""
        hub = there + self._hub
        inside = self._edges.nearest(hub, MARGIN) == hub
        return inside and self.open(there) and self.sees(here, there)


def route(ground: Ground, start: complex, goal: complex) -> Search[list[complex] | None]:
    """Spots of the first piece from start to goal, as few as possible; None if there is no way."""
    if ground.sees(start, goal):
        return [start, goal]
    found = yield from _grid_way(ground, start, goal)
    if found is None:
        return None
    return (yield from _straightened(ground, found))


def _grid_way(ground: Ground, start: complex, goal: complex) -> Search[list[complex] | None]:
    """A way over a grid around the goal, searched from the goal (A*)."""
    before: dict[Cell, Cell] = {}
    """The next cell on the way to the goal."""
    costs = {(0, 0): 0.0}
    waiting: list[tuple[float, Cell]] = [(abs(start - goal), (0, 0))]
    while waiting and len(costs) < PATIENCE:
        _, cell = heapq.heappop(waiting)
        here = goal + CELL * complex(*cell)
        yield
        if abs(here - start) < CELL and ground.sees(here, start):
            way = [start, here]
            while cell in before:
                cell = before[cell]
                way.append(goal + CELL * complex(*cell))
            return way
        for x, y in STEPS:
            beside = cell[0] + x, cell[1] + y
            cost = costs[cell] + CELL * math.hypot(x, y)
            there = goal + CELL * complex(*beside)
            if cost < costs.get(beside, math.inf) - TIE and ground.leads(here, there):
                costs[beside], before[beside] = cost, cell
                heapq.heappush(waiting, (cost + abs(there - start), beside))
    return None


def _straightened(ground: Ground, way: Sequence[complex]) -> Search[list[complex]]:
    """The way without the spots that a straight line can skip."""
    kept, i = [way[0]], 0
    while i < len(way) - 1:
        far = len(way) - 1
        while far > i + 1 and not ground.sees(way[i], way[far]):
            yield
            far -= 1
        kept.append(way[far])
        i = far
    return kept
