"""Whether two Walongs overlap: the area two twelve-step outlines share (W-6).

This is the one question of the rules that floats answer. It is safe: real overlaps share at least
1.7e-5 of a square side, pieces that only touch share 1e-15 of rounding, and the line is drawn at
1e-6. Answers are remembered by relative pose; those for small coordinates are shipped as a table.
"""

import zlib
from base64 import b85decode

from game.rules.core.memory import Memory
from game.rules.walong import geometry
from game.rules.walong.overlap_table import TABLE, WIDTH

STEPS = 12  # straight pieces per side in the outline that decides
LIMIT = 1e-6  # shared area above which two pieces overlap, in square sides

Edge = tuple[float, float, float, float, int]
"""Left and right x, y at the left end, its growth with x; 1 for an upper edge, -1 for a lower."""

_OUTLINES = tuple(tuple(geometry.outline(geometry.Pose(k, 0, 0, 0, 0), STEPS)) for k in range(12))
REACH = 2 * max(abs(point - geometry.CENTRES[0]) for point in _OUTLINES[0])
"""Pieces whose centres are farther apart cannot overlap."""


def shared_area(first: geometry.Pose, second: geometry.Pose) -> float:
    """The area that two outlines share, in square sides, exact but for rounding.

    It is the sum, over all pairs of edges, of the area below the lower of the two, negative for an
    upper with a lower one. As min(a, b) = (a + b - |a - b|) / 2, and all `a + b` add up to nothing
    around closed outlines, the areas between the edges are enough.
    """
    others = _edges(second)
    return -0.5 * sum(
        one[4] * other[4] * _between(one, other, max(one[0], other[0]), min(one[1], other[1]))
        for one in _edges(first)
        for other in others
        if one[0] < other[1] and other[0] < one[1]
    )


def _edges(pose: geometry.Pose) -> list[Edge]:
    shift = geometry.to_plane(pose.point)
    points = [shift + point for point in _OUTLINES[pose.k]]
    edges = []
    for here, there in zip(points, points[1:] + points[:1], strict=True):
        left, right, sign = (here, there, -1) if here.real < there.real else (there, here, 1)
        if left.real < right.real:
            growth = (right.imag - left.imag) / (right.real - left.real)
            edges.append((left.real, right.real, left.imag, growth, sign))
    return edges


def _between(one: Edge, other: Edge, low: float, high: float) -> float:
    """The area between two edges, which may cross, from one x to another."""
    left, _, height, growth, _ = one
    left_too, _, height_too, growth_too, _ = other
    before = height - height_too + (low - left) * growth - (low - left_too) * growth_too
    after = before + (high - low) * (growth - growth_too)
    if before * after >= 0:
        return (high - low) * abs(before + after) / 2
    return (high - low) * (before**2 + after**2) / (abs(before) + abs(after)) / 2


# Remembered answers -----------------------------------------------------------------------------

_TABLE = zlib.decompress(b85decode(TABLE))
"""One bit per relative pose with coordinates within WIDTH, ordered by d, b, c, a, and k, which
packs best; 1 overlaps.
"""
_SPAN = 2 * WIDTH + 1
_HOME_BIT = 12 * (_SPAN**4 // 2)


def table_bit(pose: geometry.Pose) -> int | None:
    """Which bit of the table is this relative pose's; None if it has none."""
    k, a, b, c, d = pose
    if max(map(abs, pose.point)) > WIDTH:
        return None
    return (((d * _SPAN + b) * _SPAN + c) * _SPAN + a) * 12 + k + _HOME_BIT


def _overlap(key: int) -> bool:
    pose = geometry.unpack(key)
    bit = table_bit(pose)
    if bit is None:
        return shared_area(geometry.HOME, pose) > LIMIT
    return bool(_TABLE[bit >> 3] >> (bit & 7) & 1)


OVERLAPS = Memory(1 << 16, _overlap)
"""Whether two pieces overlap, by the code of how the second lies for the first. Ask only for pieces
whose centres are not farther apart than REACH: the memory is for those.
"""
