"""Light on a table of Walongs: along a side, around a piece's rim, as ready-made pictures.

Sizes are in pixels; `side` is the length of a piece's side, `k` an orientation and `direction`
that of a directed side, both in steps of 30 degrees counter-clockwise.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Sequence
from typing import Final

import pygame

from game.rules.walong.geometry import s_curve
from game.scenes.walong.art import FARTHEST, shape_of
from game.ui import sprites
from game.ui.canvas import Canvas
from game.ui.frame import Point
from game.ui.theme import Color, mix

ROOM: Final = 0.22
"""How far light shines beyond what it comes from, in sides."""
OVER: Final = 2
CORE: Final = 0.055
"""The width of the bright line inside, in sides."""
HALO: Final = 0.16
"""The width of the soft light around it, in sides."""
REACH: Final = 1.5
"""How far the light under a thing reaches from its middle, in sides."""


def side_light(side: int, direction: int, color: Color) -> pygame.Surface:
    """A glowing S along a side that points there; blit it with its middle on the side's middle."""
    turn = direction % 6  # an S turned half round is the same S
    key = ("side light", side, turn, color)
    return sprites.SPRITES.get(key, lambda: _side(side, turn, color))


def rim_light(side: int, k: int, color: Color, halo: float = 0.75) -> pygame.Surface:
    """A glowing line around a piece; blit it with its middle on the piece's centre.

    `halo` is how strongly the light around the line shines.
    """
    key = ("rim light", side, k % 12, color, round(halo, 2))
    return sprites.SPRITES.get(key, lambda: _rim(side, k % 12, color, halo))


def halo(canvas: Canvas, at: Point, side: float, color: Color) -> None:
    """A soft round light under what lies at a point of the table; `side` is in table units."""
    radius = canvas.px(REACH * side)

    def painted() -> pygame.Surface:
        surface = pygame.Surface((2 * radius, 2 * radius), pygame.SRCALPHA, 32)
        pygame.draw.circle(surface, (*color[:3], 190), (radius, radius), radius * 0.62)
        return sprites.softened(surface, radius * 0.2, color)

    canvas.picture_as_is(sprites.SPRITES.get(("halo", radius, color), painted), at)


def _side(side: int, direction: int, color: Color) -> pygame.Surface:
    way = cmath.rect(1, direction * math.pi / 6)
    # Short of the tips, so that the lights of neighbouring sides stay apart.
    line = [way * (s_curve(t / 24) - 0.5) for t in range(2, 23)]
    half = math.ceil(side * (0.5 + ROOM))
    return _glowing([line], False, side, half, color, 0.75)


def _rim(side: int, k: int, color: Color, halo: float) -> pygame.Surface:
    half = math.ceil(side * (FARTHEST + ROOM))
    return _glowing([shape_of(k)], True, side, half, color, halo)


def _glowing(
    lines: Sequence[Sequence[complex]], closed: bool, side: int, half: int, color: Color,
    halo: float,
) -> pygame.Surface:
    """Lines (in sides around the middle) as light: a bright core in a soft halo."""
    size = 2 * half
    soft = _strokes(lines, closed, side, size, HALO, color)
    soft = sprites.softened(soft, side * 0.09, color)
    core = _strokes(lines, closed, side, size, CORE, mix(color, (255, 246, 214), 0.72))
    image = sprites.faded(soft, halo)
    image.blit(core, (0, 0))
    return image


def _strokes(
    lines: Sequence[Sequence[complex]], closed: bool, side: int, size: int, width: float,
    color: Color,
) -> pygame.Surface:
    big = pygame.Surface((size * OVER, size * OVER), pygame.SRCALPHA, 32)
    big.fill((*color[:3], 0))
    middle, thick = size * OVER / 2, max(2, round(side * OVER * width))
    for line in lines:
        points = [
            (middle + p.real * side * OVER, middle - p.imag * side * OVER) for p in line
        ]
        pygame.draw.lines(big, (*color[:3], 255), closed, points, thick)
        for x, y in points:
            pygame.draw.circle(big, (*color[:3], 255), (x, y), thick / 2)
    return pygame.transform.smoothscale(big, (size, size))
