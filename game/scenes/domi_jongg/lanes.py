"""The free table around a snake as bits: which heads still have a way out, and how much room.

The table is divided into square cells, and a set of cells is one integer, a row of cells being
`STRIDE` bits of it. A cell counts as free when a tile lying across its middle would keep clear of
all others, so a chain of free cells is a lane in which the snake can go on.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

Cells: TypeAlias = int

CELL: Final = 7 / 3
"""A cell's side in units; three of them are the distance from one lane to the next."""
STRIDE: Final = 160
_MIDDLE: Final = STRIDE // 2
_X, _Y = 1.5, 2.0
"""The middle of the first cell: that of a tile that lies upright at the origin."""


class Bounds(NamedTuple):
    """A rectangle by its sides, in units."""

    left: float
    top: float
    right: float
    bottom: float

    def grown(self, by: float) -> Bounds:
        return Bounds(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def joined(self, other: Bounds) -> Bounds:
        """The least rectangle around both."""
        return Bounds(
            min(self.left, other.left), min(self.top, other.top),
            max(self.right, other.right), max(self.bottom, other.bottom),
        )  # fmt: skip


@lru_cache(maxsize=20_000)
def cells(bounds: Bounds) -> Cells:
    """The cells whose middles lie within these bounds."""
    first, last = _span(bounds.left - _X, bounds.right - _X)
    top, bottom = _span(bounds.top - _Y, bounds.bottom - _Y)
    if last < first or bottom < top:
        return 0
    row = ((1 << (last - first + 1)) - 1) << (first + _MIDDLE)
    found = 0
    for j in range(top, bottom + 1):
        found |= row << ((j + _MIDDLE) * STRIDE)
    return found


def _span(low: float, high: float) -> tuple[int, int]:
    first = max(2 - _MIDDLE, math.ceil(low / CELL - 1e-9))
    return first, min(_MIDDLE - 2, math.floor(high / CELL + 1e-9))


def lanes(blocked: Cells, around: Bounds, starts: Sequence[Bounds], most: int) -> list[int]:
    """How many lanes, up to `most`, each head has out to the open table.

    No two lanes come near each other. `starts` says where each head's lanes may begin. All
    heads get one before any of them gets a second.
    """
    window = cells(around.grown(11))
    shift = _foot(window)
    goal = (window & ~cells(around.grown(8.5))) >> shift
    free = (window & ~blocked) >> shift
    begins = [cells(start) >> shift for start in starts]
    found = [0] * len(begins)
    for turn in range(most):
        for n, begin in enumerate(begins):
            if found[n] == turn:
                lane = _lane(begin & free, free, goal)
                free &= ~_wide(lane)
                found[n] += lane > 0
    return found


def _foot(window: Cells) -> int:
    """Whole rows of nothing below the window: bits that need not be carried along."""
    lowest = (window & -window).bit_length() - 1
    return max(0, lowest // STRIDE - 1) * STRIDE


def _lane(layer: Cells, free: Cells, goal: Cells) -> Cells:
    """The cells of a shortest way through free ones to the goal; none if there is no way."""
    layers = []
    unseen = free ^ layer
    while layer and not layer & goal:
        layers.append(layer)
        layer = (layer << 1 | layer >> 1 | layer << STRIDE | layer >> STRIDE) & unseen
        unseen ^= layer
    end = layer & goal
    cell = lane = end & -end
    for before in reversed(layers):
        near = (cell << 1 | cell >> 1 | cell << STRIDE | cell >> STRIDE) & before
        cell = near & -near
        lane |= cell
    return lane


def _wide(lane: Cells) -> Cells:
    """The lane and everything too near for the middle of another one."""
    lane |= lane << 1 | lane >> 1
    lane |= lane << 1 | lane >> 1
    lane |= lane << STRIDE | lane >> STRIDE
    return lane | lane << STRIDE | lane >> STRIDE


def rooms(blocked: Cells, window: Cells, starts: Sequence[Bounds]) -> list[float]:
    """How much of a window lies nearer to each head than to any other, in tiles."""
    shift = _foot(window)
    free = (window & ~blocked) >> shift
    fronts = [cells(start) >> shift & free for start in starts]
    owned = [0] * len(fronts)
    while any(fronts):
        for n, front in enumerate(fronts):
            front &= free
            free ^= front
            owned[n] += front.bit_count()
            fronts[n] = front << 1 | front >> 1 | front << STRIDE | front >> STRIDE
    return [count * CELL * CELL / 12 for count in owned]
