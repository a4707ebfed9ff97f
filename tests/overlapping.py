"""Whether two Walongs overlap, asked by their poses."""

from game.rules.walong.geometry import Pose, centre, pack, relative
from game.rules.walong.overlap import OVERLAPS, REACH


def overlap(first: Pose, second: Pose) -> bool:
    """Whether two pieces may not lie like this together (W-6)."""
    near = abs(centre(first) - centre(second)) <= REACH
    return near and OVERLAPS[pack(relative(second, first))]
