"""The painted garden cloth: indigo cotton, strewn by brush with blossoms, leaves and tendrils."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pygame
from cloth import weave
from fields import Picture, Size, blur, cloud, light, mix, painted, relief, rgb, smooth

Point = tuple[float, float]

LEAF, PETAL, LINE = (255, 0, 0), (0, 255, 0), (0, 0, 255)
"""The three paints share one drawing: leaf green, petal white and gold line as its channels."""


@dataclass(frozen=True)
class Brush:
    """Where the cloth's motifs are drawn, `over` times as large as they will be."""

    surface: pygame.Surface
    over: int
    rng: np.random.Generator

    def fill(self, points: list[Point], paint: tuple[int, int, int]) -> None:
        """A painted shape; its corners in pixels of the finished cloth."""
        corners = [(x * self.over, y * self.over) for x, y in points]
        pygame.draw.polygon(self.surface, paint, corners)

    def line(self, points: list[Point], paint: tuple[int, int, int], width: float) -> None:
        """A brush line that swells in its middle and ends in a point."""
        count = len(points)
        for i, (x, y) in enumerate(points):
            swell = math.sin(math.pi * (i + 0.5) / count) ** 0.6
            radius = max(1.0, width * swell * self.over / 2)
            pygame.draw.circle(self.surface, paint, (x * self.over, y * self.over), radius)


def _along(start: Point, way: float, reach: float, bow: float) -> list[Point]:
    """A curve that leaves `start` in direction `way` and curls ever more by `bow`."""
    steps = int(reach * 1.5)
    x, y = start
    points = []
    for i in range(steps):
        points.append((x, y))
        way += bow * (0.4 + 1.6 * i / steps) / steps
        x, y = x + math.cos(way) * reach / steps, y + math.sin(way) * reach / steps
    return points


def _leaf(brush: Brush, foot: Point, way: float, reach: float) -> None:
    """A pointed leaf with a gold vein."""
    cos, sin = math.cos(way), math.sin(way)
    rim = []
    for i in range(33):
        t = i / 16 if i <= 16 else (32 - i) / 16
        half = 0.21 * math.sin(math.pi * t**0.8) * (1 if i <= 16 else -1)
        x, y = t * cos - half * sin, t * sin + half * cos
        rim.append((foot[0] + reach * x, foot[1] + reach * y))
    brush.fill(rim, LEAF)
    tip = (foot[0] + 0.8 * reach * cos, foot[1] + 0.8 * reach * sin)
    steps = int(reach)
    vein = [(foot[0] + (tip[0] - foot[0]) * i / steps, foot[1] + (tip[1] - foot[1]) * i / steps)
            for i in range(steps)]
    brush.line(vein, LINE, 1.6)


def _blossom(brush: Brush, middle: Point, radius: float, petals: int) -> None:
    """An open blossom from above: notched petals, gold seams and stamens."""
    turn = brush.rng.uniform(0, math.tau)
    slice_ = math.tau / petals
    for petal in range(petals):
        way = turn + petal * slice_
        rim = [middle]
        for i in range(25):
            part = i / 24 * 2 - 1
            out = radius * (1 - 0.55 * abs(part) ** 4.5 - 0.13 * math.exp(-((part / 0.16) ** 2)))
            angle = way + part * slice_ * 0.46
            rim.append((middle[0] + out * math.cos(angle), middle[1] + out * math.sin(angle)))
        brush.fill(rim, PETAL)
        for spread in (-0.2, 0.0, 0.2):
            reach = radius * (0.52 if spread else 0.62)
            stamen = _along(middle, way + spread, reach, 0.0)
            brush.line(stamen, LINE, 1.5)
            pygame.draw.circle(brush.surface, LINE, (stamen[-1][0] * brush.over,
                               stamen[-1][1] * brush.over), 1.7 * brush.over)
    pygame.draw.circle(brush.surface, LINE, (middle[0] * brush.over, middle[1] * brush.over),
                       radius * 0.13 * brush.over)


def _spray(brush: Brush, middle: Point, radius: float) -> None:
    """A blossom with tendrils that leave it and carry leaves."""
    rng = brush.rng
    first = rng.uniform(0, math.tau)
    for arm in range(3):
        way = first + arm * math.tau / 3 + rng.normal(0, 0.25)
        bow = rng.choice([-1, 1]) * rng.uniform(2.0, 4.2)
        curve = _along(middle, way, radius * rng.uniform(3.6, 5.4), bow)
        brush.line(curve, LINE, 2.4)
        for share in (0.38, 0.55, 0.7):
            at = int(share * len(curve))
            ahead, here = curve[at], curve[at - 2]
            heading = math.atan2(ahead[1] - here[1], ahead[0] - here[0])
            for side in (-0.9, 0.9):
                _leaf(brush, ahead, heading + side, radius * rng.uniform(0.62, 0.9) * (1.3 - share))
    _blossom(brush, middle, radius, int(rng.choice([5, 5, 6, 8])))


def _scatter(rng: np.random.Generator, size: Size, apart: float) -> list[Point]:
    """Places all over the cloth, none nearer to another than `apart`."""
    found: list[Point] = []
    for _ in range(6000):
        x, y = float(rng.uniform(-40, size[0] + 40)), float(rng.uniform(-40, size[1] + 40))
        if all(math.hypot(x - px, y - py) > apart for px, py in found):
            found.append((x, y))
    return found


def cloth(rng: np.random.Generator, size: Size) -> Picture:
    """The whole cloth; dry paint catches the tops of the threads only."""
    def strew(surface: pygame.Surface, over: int) -> None:
        brush = Brush(surface, over, rng)
        for middle in _scatter(rng, size, 168):
            _spray(brush, middle, rng.uniform(24, 46))

    paints = painted(size, strew, 3)
    height, tone = weave(rng, size, 4.0)
    ground = np.broadcast_to(rgb("#1C2840"), (size[1], size[0], 3)).astype(np.float32)
    faded = 0.35 + tone * 0.14 + cloud(rng, size, 420, 2.6) * 0.14
    ground = mix(ground, rgb("#2C4064"), faded.clip(0, 1))
    dry = (0.8 + 0.15 * cloud(rng, size, 60, 2.0)).clip(0, 1)
    dry *= 0.55 + 0.45 * smooth(0.5, 1.1, height)
    edge = blur(paints[..., 1], 3)
    ground = mix(ground, rgb("#4F7180"), paints[..., 0] * dry * 0.55)
    ground = mix(ground, rgb("#AFAEB4"), paints[..., 1] * dry * (0.34 + 0.3 * (1 - edge)))
    ground = mix(ground, rgb("#CDA052"), paints[..., 2] * dry * 0.72)
    return light(ground, relief(height, 0.06) + (height - 1) * 0.10)
