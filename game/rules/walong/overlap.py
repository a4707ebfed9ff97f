"""Whether two Walongs overlap: the area two twelve-step outlines share (W-6).

This is the one question of the rules that floats answer. It is safe: real overlaps share at least
1.7e-5 of a square side, pieces that only touch share 1e-15 of rounding, and the line is drawn at
1e-6. Answers are remembered by relative pose; those for small coordinates are shipped as a table.
"""

import zlib
from base64 import b85decode
from functools import lru_cache
from itertools import pairwise

from game.rules.walong import geometry
from game.rules.walong.overlap_table import TABLE, WIDTH

STEPS = 12  # straight pieces per side in the outline that decides
LIMIT = 1e-6  # shared area above which two pieces overlap, in square sides

Trapeze = tuple[float, float, float, float]
"""Left and right x at the lower edge of a strip, then at its upper edge."""
Edge = tuple[float, float, float, float]  # lower y, upper y, x at the lower, growth of x with y

_OUTLINES = tuple(tuple(geometry.outline(geometry.Pose(k, 0, 0, 0, 0), STEPS)) for k in range(12))
REACH = 2 * max(abs(point - geometry.CENTRES[0]) for point in _OUTLINES[0])
"""Pieces whose centres are farther apart cannot overlap."""


def shared_area(first: geometry.Pose, second: geometry.Pose) -> float:
    """The area that two outlines share, in square sides, exact but for rounding."""
    ones, others = _edges(first), _edges(second)
    low = max(min(e[0] for e in ones), min(e[0] for e in others))
    high = min(max(e[1] for e in ones), max(e[1] for e in others))
    levels = sorted({y for e in ones + others for y in e[:2] if low <= y <= high})
    area = 0.0
    for bottom, top in pairwise(levels):
        if top - bottom > 1e-12:
            theirs = _strip(others, bottom, top)
            for mine in _strip(ones, bottom, top):
                area += (top - bottom) * sum(_common(mine, their) for their in theirs)
    return area


def _edges(pose: geometry.Pose) -> list[Edge]:
    shift = geometry.to_plane(pose.point)
    points = [shift + point for point in _OUTLINES[pose.k]]
    edges = []
    for here, there in zip(points, points[1:] + points[:1], strict=True):
        down, up = (here, there) if here.imag < there.imag else (there, here)
        if up.imag > down.imag:
            growth = (up.real - down.real) / (up.imag - down.imag)
            edges.append((down.imag, up.imag, down.real, growth))
    return edges


def _strip(edges: list[Edge], bottom: float, top: float) -> list[Trapeze]:
    middle = (bottom + top) / 2
    crossing = sorted(
        (x + (middle - y) * growth, x + (bottom - y) * growth, x + (top - y) * growth)
        for y, end, x, growth in edges
        if y < middle < end
    )
    return [
        (left[1], right[1], left[2], right[2])
        for left, right in zip(crossing[::2], crossing[1::2], strict=True)
    ]


def _common(one: Trapeze, other: Trapeze) -> float:
    """The mean width that two trapezes of one strip share, weighed over its height."""
    gaps = [
        (one[1] - one[0], one[3] - one[2]),
        (one[1] - other[0], one[3] - other[2]),
        (other[1] - one[0], other[3] - one[2]),
        (other[1] - other[0], other[3] - other[2]),
    ]
    cuts = {0.0, 1.0}
    for i, (low, high) in enumerate(gaps):
        cuts.update(_meeting(low, high))
        for low_too, high_too in gaps[:i]:
            cuts.update(_meeting(low - low_too, high - high_too))
    heights = sorted(cuts)
    widths = [max(0.0, min(low + (high - low) * t for low, high in gaps)) for t in heights]
    return sum(
        (later - sooner) * (wide + wider) / 2
        for (sooner, wide), (later, wider) in pairwise(zip(heights, widths, strict=True))
    )


def _meeting(low: float, high: float) -> tuple[float, ...]:
    """Where a line from `low` to `high` crosses zero on its way, in 0 to 1."""
    return (low / (low - high),) if low * high < 0 else ()


# Remembered answers -----------------------------------------------------------------------------

_TABLE = zlib.decompress(b85decode(TABLE))
"""One bit per relative pose with coordinates within WIDTH, in the order of poses; 1 overlaps."""
_SPAN = 2 * WIDTH + 1
_HOME_BIT = _SPAN**4 // 2


def overlap(first: geometry.Pose, second: geometry.Pose) -> bool:
    """Whether two pieces may not lie like this together (W-6)."""
    if abs(geometry.centre(first) - geometry.centre(second)) > REACH:
        return False
    return OVERLAPS[geometry.pack(second) - geometry.anchor(geometry.pack(first))]


def table_bit(pose: geometry.Pose) -> int | None:
    """Which bit of the table is this relative pose's; None if it has none."""
    k, a, b, c, d = pose
    if not (-WIDTH <= a <= WIDTH and -WIDTH <= b <= WIDTH):
        return None
    if not (-WIDTH <= c <= WIDTH and -WIDTH <= d <= WIDTH):
        return None
    return (((k * _SPAN + a) * _SPAN + b) * _SPAN + c) * _SPAN + d + _HOME_BIT


class Verdicts(dict[int, bool]):
    """Whether two pieces overlap, by key: a piece's code minus the other's anchor.
    Ask only for pieces whose centres are not farther apart than REACH: the memory is for those.
    """

    def __missing__(self, key: int) -> bool:
        if len(self) >= 1 << 16:
            self.clear()
        pose = geometry.split_key(key)
        bit = table_bit(pose)
        verdict = _measured(pose) if bit is None else bool(_TABLE[bit >> 3] >> (bit & 7) & 1)
        self[key] = verdict
        return verdict


@lru_cache(maxsize=1 << 12)
def _measured(pose: geometry.Pose) -> bool:
    return shared_area(geometry.HOME, pose) > LIMIT


OVERLAPS = Verdicts()
