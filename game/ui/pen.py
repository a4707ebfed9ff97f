"""A pen that draws in its own units, wherever it lies, turned and scaled.

Nothing is smoothed here: pictures are drawn too large and shrunk.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import pygame

from game.ui.theme import Color

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Pen:
    """Draws on a surface; units are `scale` pixels long and turned by `angle` degrees
    clockwise around the origin, which lies at `origin` in pixels.
    """

    surface: pygame.Surface
    origin: Point
    scale: float
    angle: float = 0.0

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

    def line(self, start: Point, end: Point, width: float, color: Color) -> None:
        """A straight line with round ends."""
        length = math.dist(start, end)
        if length >= 1e-6:
            nx, ny = (end[1] - start[1]) / length, (start[0] - end[0]) / length
            corners = (start, width / 2), (end, width / 2), (end, -width / 2), (start, -width / 2)
            self.polygon([(x + nx * by, y + ny * by) for (x, y), by in corners], color)
        self.disc(start, width / 2, color)
        self.disc(end, width / 2, color)
