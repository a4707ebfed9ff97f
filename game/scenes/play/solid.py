"""Dice: convex bodies turned in space and drawn large on a surface that is shrunk at the end.

A body's middle is the origin; x points to the right, y away from the reader, z up from the table.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import pygame
from pygame import Vector3

from game.ui.frame import Point
from game.ui.theme import Color

LAMP: Final = Vector3(-0.43, 0.52, 0.74).normalize()
"""Where the light comes from."""


class Pose(NamedTuple):
    """How a body lies: where its own axes point."""

    x: Vector3 = Vector3(1, 0, 0)
    y: Vector3 = Vector3(0, 1, 0)
    z: Vector3 = Vector3(0, 0, 1)

    def out(self, point: Vector3) -> Vector3:
        """Where a point of the body is in the room."""
        return self.x * point.x + self.y * point.y + self.z * point.z

    def turned(self, axis: Vector3, angle: float) -> "Pose":
        """The pose after a turn by an angle in radians about an axis of the room."""
        return Pose(*(side.rotate_rad(angle, axis) for side in self))


class Face(NamedTuple):
    """A flat side of a body: its middle, and where right and up are on it, of length 1."""

    middle: Vector3
    right: Vector3
    up: Vector3

    def place(self, shape: Iterable[Point]) -> list[Vector3]:
        """The points of a shape that lies on this side."""
        return [self.middle + self.right * x + self.up * y for x, y in shape]


class Drawing:
    """A square surface `over` times too large, with a body in its middle.

    `unit` is the body's unit in pixels, `span` the surface's side in units. `nearness` is one over
    the distance of the eye above the table in units: 0 looks from far away.
    """

    def __init__(
        self, pose: Pose, unit: float, span: float, over: int, ground: Color, nearness: float = 0.0
    ) -> None:
        self.pose, self.unit, self.nearness = pose, unit * over, nearness
        side = round(span * self.unit)
        self._small = round(side / over), round(side / over)
        self._surface = pygame.Surface((side, side), pygame.SRCALPHA, 32)
        self._surface.fill((*ground[:3], 0))

    def _seen(self, point: Vector3) -> Point:
        at, half = self.pose.out(point), self._surface.get_width() / 2
        share = self.unit * (1 - self.nearness) / (1 - self.nearness * at.z)
        return half + at.x * share, half - at.y * share

    def fill(self, points: Iterable[Vector3], color: Color) -> None:
        pygame.draw.polygon(self._surface, color, [self._seen(point) for point in points])

    def line(self, points: Sequence[Vector3], color: Color, width: float) -> None:
        """Straight lines from point to point with round ends, `width` in units."""
        seen, thick = [self._seen(point) for point in points], max(1, round(width * self.unit))
        pygame.draw.lines(self._surface, color, False, seen, thick)
        for at in seen:
            pygame.draw.circle(self._surface, color, at, thick / 2)

    def picture(self) -> pygame.Surface:
        return pygame.transform.smoothscale(self._surface, self._small)
