"""The linen that Walongs lie on: a cloth let into the walnut, with a running stitch for a hem."""

import math
from bisect import bisect_right
from itertools import accumulate, pairwise
from typing import Final

from game.ui import surfaces
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.theme import rgb
from game.ui.timeline import between

RADIUS: Final = 26.0
HEM: Final = 20.0
STITCH: Final = 22.0
THREAD: Final = rgb("#B49C72")


def paint_cloth(canvas: Canvas, box: Box) -> None:
    """Paint the cloth into a box of the table, with a running stitch round its corners."""
    surfaces.let_in(canvas, box, "linen.jpg", RADIUS, 7)
    hem = _hem(box.inset(HEM), RADIUS - 8)
    ends = [0.0, *accumulate(math.dist(a, b) for a, b in pairwise(hem))]
    count = round(ends[-1] / STITCH)
    for number in range(count):
        points = []
        for share in (0.0, 0.23, 0.46, 0.68):
            far = number / count * ends[-1] + STITCH * share
            at = min(len(hem) - 2, bisect_right(ends, far) - 1)
            done = (far - ends[at]) / (ends[at + 1] - ends[at])
            points.append(between(hem[at], hem[at + 1], done))
        for a, b in pairwise(points):
            canvas.line(a, b, THREAD, 2.6)


def _hem(box: Box, radius: float) -> list[Point]:
    """A closed way along a box with round corners."""
    points = []
    inner = box.inset(radius)
    corners = (
        (inner.right, inner.y), (inner.x, inner.y), (inner.x, inner.bottom),
        (inner.right, inner.bottom),
    )  # fmt: skip
    for quarter, (x, y) in enumerate(corners):
        for step in range(9):
            angle = math.pi / 2 * (quarter + step / 8)
            points.append((x + radius * math.cos(angle), y - radius * math.sin(angle)))
    return [*points, points[0]]
