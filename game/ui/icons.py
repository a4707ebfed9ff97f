"""Small signs in one colour, drawn in assets/art/icons.

    icons.draw(canvas, "undo", center, 40, IVORY)
"""

from __future__ import annotations

from itertools import pairwise

import pygame

from game.ui import art
from game.ui.canvas import Canvas
from game.ui.frame import Point
from game.ui.sprites import SPRITES
from game.ui.theme import Color


def draw(
    canvas: Canvas, name: str, center: Point, size: float, color: Color, alpha: float = 1.0
) -> None:
    """The icon with its middle at a point; `size` is its side in units."""
    canvas.picture_as_is(sprite(name, canvas.px(size), color, canvas.turn), center, alpha)


def sprite(name: str, pixels: int, color: Color, turn: int = 0) -> pygame.Surface:
    """The icon in a colour, turned by quarter turns."""

    def paint() -> pygame.Surface:
        image = art.stencil(f"icons/{name}", max(4, pixels))
        image.fill(color, special_flags=pygame.BLEND_RGBA_MULT)
        return pygame.transform.rotate(image, 90 * turn) if turn else image

    return SPRITES.get(("icon", name, pixels, color, turn), paint)


class Pen:
    """Draws white strokes with round ends on a field from -1 to 1, four times too large."""

    def __init__(self, pixels: int) -> None:
        self.side = pixels * 4
        self.image = pygame.Surface((self.side, self.side), pygame.SRCALPHA)
        self.image.fill((255, 255, 255, 0))

    def line(self, *points: Point, width: float) -> None:
        half = self.side / 2
        way = [(half + x * half, half + y * half) for x, y in points]
        for (x1, y1), (x2, y2) in pairwise(way):
            length = max(1e-6, ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5)
            nx, ny = (y1 - y2) / length * width / 2 * half, (x2 - x1) / length * width / 2 * half
            ends = ((x1 + nx, y1 + ny), (x2 + nx, y2 + ny), (x2 - nx, y2 - ny), (x1 - nx, y1 - ny))
            pygame.draw.polygon(self.image, "white", ends)
        for point in way:
            pygame.draw.circle(self.image, "white", point, width / 2 * half)
