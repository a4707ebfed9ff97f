"""Small signs in one colour, drawn in assets/art/icons.

    icons.draw(canvas, "undo", center, 40, IVORY)
"""

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


@SPRITES.keeping
def sprite(name: str, pixels: int, color: Color, turn: int = 0) -> pygame.Surface:
    """The icon in a colour, turned by quarter turns."""
    image = art.stencil(f"icons/{name}", max(4, pixels))
    image.fill(color, special_flags=pygame.BLEND_RGBA_MULT)
    return pygame.transform.rotate(image, 90 * turn)
