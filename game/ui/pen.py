"""A pen that draws in its own units, wherever it is moved, turned and scaled to.

Curves pass through all their points (Catmull-Rom). A stroke has a width at every point, as a
brush leaves it. Nothing is smoothed here: pictures are drawn four times too large and shrunk.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise, starmap
from typing import TypeAlias

import pygame

from game.ui.theme import Color

Point: TypeAlias = tuple[float, float]
STEPS = 14
"""Pieces between two points of a curve."""


@dataclass(frozen=True, slots=True)
class Pen:
    """Draws on a surface; units are `scale` pixels long and turned by `angle` degrees
    clockwise around the origin, which lies at `origin` in pixels.
    """

    surface: pygame.Surface
    origin: Point
    scale: float
    angle: float = 0.0

    def moved(self, x: float, y: float, scale: float = 1.0, angle: float = 0.0) -> "Pen":
        """A pen whose origin lies at (x, y) of this one."""
        return Pen(self.surface, self.at((x, y)), self.scale * scale, self.angle + angle)

    def at(self, point: Point) -> Point:
        """Where a point of the drawing lies on the surface, in pixels."""
        turn = math.radians(self.angle)
        cos, sin = math.cos(turn) * self.scale, math.sin(turn) * self.scale
        x, y = point
        return self.origin[0] + x * cos - y * sin, self.origin[1] + x * sin + y * cos

    def disc(self, centre: Point, radius: float, color: Color) -> None:
        pygame.draw.circle(self.surface, color, self.at(centre), max(0.5, radius * self.scale))

    def polygon(self, points: Sequence[Point], color: Color) -> None:
        pygame.draw.polygon(self.surface, color, [self.at(point) for point in points])

    def blob(self, points: Sequence[Point], color: Color) -> None:
        """A closed smooth shape through the points."""
        self.polygon(closed_curve(points), color)

    def stroke(self, points: Sequence[Point], widths: Sequence[float], color: Color) -> None:
        """A curve through the points; `widths` are spread evenly along its length."""
        path = open_curve(points)
        passed = list(accumulate(starmap(math.dist, pairwise(path)), initial=0.0))
        radii = [_between(widths, way / (passed[-1] or 1.0)) / 2 for way in passed]
        for (a, ra), (b, rb) in pairwise(zip(path, radii, strict=True)):
            self._piece(a, ra, b, rb, color)
        for point, radius in zip(path, radii, strict=True):
            self.disc(point, radius, color)

    def line(self, start: Point, end: Point, width: float, color: Color) -> None:
        """A straight line with round ends."""
        self._piece(start, width / 2, end, width / 2, color)
        self.disc(start, width / 2, color)
        self.disc(end, width / 2, color)

    def _piece(self, a: Point, ra: float, b: Point, rb: float, color: Color) -> None:
        length = math.dist(a, b)
        if length < 1e-6:
            return
        nx, ny = (b[1] - a[1]) / length, (a[0] - b[0]) / length
        corners = [
            (a[0] + nx * ra, a[1] + ny * ra),
            (b[0] + nx * rb, b[1] + ny * rb),
            (b[0] - nx * rb, b[1] - ny * rb),
            (a[0] - nx * ra, a[1] - ny * ra),
        ]
        self.polygon(corners, color)


# Curves -------------------------------------------------------------------------------------


def open_curve(points: Sequence[Point]) -> list[Point]:
    """Points along a smooth curve from the first to the last; two points are a line."""
    if len(points) == 2:
        (ax, ay), (bx, by) = points
        shares = [i / STEPS for i in range(STEPS + 1)]
        return [(ax + (bx - ax) * t, ay + (by - ay) * t) for t in shares]
    padded = [points[0], *points, points[-1]]
    path = [
        _spline(padded[i : i + 4], step / STEPS)
        for i in range(len(points) - 1)
        for step in range(STEPS)
    ]
    return [*path, points[-1]]


def closed_curve(points: Sequence[Point]) -> list[Point]:
    """Points around a smooth closed curve."""
    count = len(points)
    return [
        _spline([points[(i + k) % count] for k in range(4)], step / STEPS)
        for i in range(count)
        for step in range(STEPS)
    ]


def _spline(points: Sequence[Point], t: float) -> Point:
    """Between the second and the third of four points (Catmull-Rom)."""
    weights = (
        -0.5 * t + t * t - 0.5 * t**3,
        1 - 2.5 * t * t + 1.5 * t**3,
        0.5 * t + 2 * t * t - 1.5 * t**3,
        -0.5 * t * t + 0.5 * t**3,
    )
    x = sum(w * p[0] for w, p in zip(weights, points, strict=True))
    y = sum(w * p[1] for w, p in zip(weights, points, strict=True))
    return x, y


def _between(values: Sequence[float], share: float) -> float:
    """The value at a share of the way along evenly spread values."""
    place = share * (len(values) - 1)
    i = max(0, min(int(place), len(values) - 2))
    return values[i] + (values[min(i + 1, len(values) - 1)] - values[i]) * (place - i)


def turned(points: Sequence[Point], degrees: float) -> list[Point]:
    """The points turned clockwise around the origin."""
    turn = math.radians(degrees)
    cos, sin = math.cos(turn), math.sin(turn)
    return [(x * cos - y * sin, x * sin + y * cos) for x, y in points]
