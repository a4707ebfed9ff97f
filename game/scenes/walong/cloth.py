"""The linen that Walongs lie on: a cloth let into the walnut, with a running stitch for a hem."""

from __future__ import annotations

import math
from bisect import bisect_right
from itertools import pairwise
from typing import Final

from game.ui import sprites
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.theme import rgb
from game.ui.timeline import between

RADIUS: Final = 26.0
HEM: Final = 20.0
STITCH: Final = 22.0
THREAD: Final = rgb("#B49C72")


def paint_cloth(canvas: Canvas, box: Box) -> None:
    """Paint the cloth into a box of the table."""
    rect = canvas.rect(box)
    cloth = sprites.inset("linen.jpg", rect.size, canvas.px(RADIUS), canvas.px(7))
    canvas.surface.blit(cloth, rect)
    _stitch(canvas, box.inset(HEM), RADIUS - 8)


def _stitch(canvas: Canvas, box: Box, radius: float) -> None:
    """A running stitch along the cloth's hem, round its corners."""
    hem = _hem(box, radius)
    ends = [0.0]
    for a, b in pairwise(hem):
        ends.append(ends[-1] + math.dist(a, b))
    count = round(ends[-1] / STITCH)
    for number in range(count):
        start = number / count * ends[-1]
        steps = [start + STITCH * share for share in (0.0, 0.23, 0.46, 0.68)]
        points = [_along(hem, ends, step) for step in steps]
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


def _along(way: list[Point], ends: list[float], far: float) -> Point:
    """The point of a way at a distance from its beginning."""
    index = min(len(way) - 2, max(0, bisect_right(ends, far) - 1))
    share = (far - ends[index]) / (ends[index + 1] - ends[index])
    return between(way[index], way[index + 1], share)
