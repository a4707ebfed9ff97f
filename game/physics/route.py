"""A route leads a thing that keeps its angle around the fixed pieces."""

from __future__ import annotations

import heapq
import math
from cmath import rect
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from game.physics import bodies
from game.physics.approach import Search
from game.physics.place import Edges, Form, at
from game.physics.probe import Probe

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


class Ground:
    """What a thing at one angle can lie on: the cloth without the fixed pieces."""

    def __init__(
        self, probe: Probe, form: Form, angle: float, edges: Edges, hearts: Sequence[complex]
    ) -> None:
        self._probe, self._form, self._angle, self._edges = probe, form, angle, edges
        self._hearts = hearts
        self._hub = bodies.weight(form).hub * rect(1, angle)
        self._shifts = [place.spot for place in form.places(at(0j, angle))]
        self._known: dict[complex, bool] = {}
        self._width = ROUND + max(abs(shift - self._hub) for shift in self._shifts)

    def inside(self, spot: complex) -> bool:
        """Whether the thing lies on the cloth there."""
        hub = spot + self._hub
        return self._edges.nearest(hub, MARGIN) == hub

    def roomy(self, spot: complex) -> bool:
        """Whether it can turn there without touching a fixed piece."""
        room = self._width + ROUND
        return all(abs(spot + self._hub - heart) > room for heart in self._hearts)

    def open(self, spot: complex) -> bool:
        """Whether it can lie there."""
        if spot not in self._known:
            self._known[spot] = self._is_open(spot)
        return self._known[spot]

    def _is_open(self, spot: complex) -> bool:
        for shift in self._shifts:
            if any(abs(spot + shift - heart) < 2 * ROUND for heart in self._hearts):
                return self._probe.clear(self._form, at(spot, self._angle))
        return True

    def sees(self, here: complex, there: complex) -> bool:
        """Whether the straight way is open."""
        pieces = max(1, math.ceil(abs(there - here) / SIGHT))
        return all(self.open(here + (there - here) * i / pieces) for i in range(1, pieces))

    def leads(self, here: complex, there: complex) -> bool:
        """Whether a step of the grid is open."""
        return self.inside(there) and self.open(there) and self.sees(here, there)


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
    cells: dict[Cell, Cell] = {(0, 0): (0, 0)}
    costs = {(0, 0): 0.0}
    waiting: list[tuple[float, Cell]] = [(abs(start - goal), (0, 0))]
    while waiting and len(costs) < PATIENCE:
        _, cell = heapq.heappop(waiting)
        here = _spot(goal, cell)
        yield
        if abs(here - start) < CELL and ground.sees(here, start):
            return [start, *(_spot(goal, one) for one in _traced(cells, cell))]
        for x, y in STEPS:
            beside = cell[0] + x, cell[1] + y
            cost = costs[cell] + CELL * math.hypot(x, y)
            there = _spot(goal, beside)
            if cost < costs.get(beside, math.inf) - TIE and ground.leads(here, there):
                costs[beside], cells[beside] = cost, cell
                heapq.heappush(waiting, (cost + abs(there - start), beside))
    return None


def _spot(goal: complex, cell: Cell) -> complex:
    return goal + CELL * complex(*cell)


def _traced(cells: dict[Cell, Cell], cell: Cell) -> Iterator[Cell]:
    """The cells from this one to the first."""
    while cells[cell] != cell:
        yield cell
        cell = cells[cell]
    yield cell


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
