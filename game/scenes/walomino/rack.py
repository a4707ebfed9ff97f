"""Where a seat's pairs lie before they are pushed: in rows in front of it, as large as fits."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from game.rules.walomino.chain import Pair
from game.rules.walong.geometry import Pose, centre, outline
from game.scenes.play.tray import Tray
from game.ui.frame import Box, Point

AIR: Final = 0.93
"""How much of its room a pair fills."""
GROWN: Final = 6.0
"""Pairs may lie so far, in units, over the edge of a tray's content."""
LARGEST: Final = 78.0
"""The longest side in units."""


@dataclass(frozen=True, slots=True)
class Rack:
    """For every pair the centre of its first piece and its orientation, and how long sides may be.

    Points are the table's, orientations are as seen on the table, in steps of 30 degrees.
    """

    places: tuple[tuple[Point, int], ...]
    side: float


def rack(tray: Tray, pairs: Sequence[Pair]) -> Rack:
    """Where these pairs lie in a tray, whichever of them are still there."""
    frame = tray.frame
    inner = _rows(tray.content.inset(-GROWN), tuple((pair.side, pair.other) for pair in pairs))
    places = tuple((frame.out(at), (k + 3 * frame.turn) % 12) for at, k in inner.places)
    return Rack(places, inner.side)


@lru_cache(maxsize=64)
def _rows(box: Box, joints: tuple[tuple[int, int], ...]) -> Rack:
    """The best division into rows, in the coordinates of the box."""
    if not joints:
        return Rack((), LARGEST)
    found = [_in_rows(box, joints, rows) for rows in range(1, len(joints) + 1)]
    return max(found, key=lambda one: one.side)


def _in_rows(box: Box, joints: tuple[tuple[int, int], ...], rows: int) -> Rack:
    columns = math.ceil(len(joints) / rows)
    cell = complex(box.w / columns, box.h / rows)
    turned = [_turned(joint, cell.real / cell.imag) for joint in joints]
    sizes = [high - low for low, high in (_extent(*j, k) for j, k in zip(joints, turned,
                                                                         strict=True))]
    fit = min(min(cell.real / size.real, cell.imag / size.imag) for size in sizes)
    side = min(LARGEST, AIR * fit)
    places = []
    for number, (joint, k) in enumerate(zip(joints, turned, strict=True)):
        low, high = _extent(*joint, k)
        row, column = divmod(number, columns)
        middle = (low + high) / 2 * side
        at = (
            box.x + (column + 0.5) * cell.real - middle.real,
            box.y + (row + 0.5) * cell.imag + middle.imag,
        )
        places.append((at, k))
    return Rack(tuple(places), side)


@lru_cache(maxsize=512)
def _turned(joint: tuple[int, int], aspect: float) -> int:
    """The orientation in which a pair fills a cell of this width by height best."""

    def need(k: int) -> float:
        low, high = _extent(*joint, k)
        size = high - low
        return max(size.real / aspect, size.imag)

    return min(range(12), key=lambda k: (round(need(k), 6), k))


@lru_cache(maxsize=512)
def _extent(side: int, other: int, k: int) -> tuple[complex, complex]:
    """The lower left and upper right corner of a pair around its first piece's centre."""
    pose = Pose(k, 0, 0, 0, 0)
    second = Pair(0, side, 0, other).second_pose(pose)
    points = [p - centre(pose) for one in (pose, second) for p in outline(one, 6)]
    across, up = [p.real for p in points], [p.imag for p in points]
    return complex(min(across), min(up)), complex(max(across), max(up))
