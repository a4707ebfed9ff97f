"""The drawings of assets/art/pai_sho: SVG files, as large and in the colour that is wanted."""

import math
from itertools import pairwise
from typing import Final

import pygame

from game.ui import art, sprites
from game.ui.sprites import Making, Size
from game.ui.theme import INK, Color

AREAS, LINES = '(?<=fill=")#[0-9a-f]+', '(?<=stroke=")#[0-9a-f]+'
GARDEN: Final = 998
"""Half the side of the two gardens as they are drawn."""
BAND: Final = 160_000
"""Pixels of a garden that are painted at a time."""


def drawing(
    name: str, size: Size, color: Color = INK, fill: Color | None = None, **attributes: object
) -> pygame.Surface:
    """A drawing fitted into the middle of a surface of this size.

    `color` is what the file calls currentColor; `attributes` replace those of its root, such as
    ``stroke_width``. With `fill` there are but these two colours: all areas have the one, all
    lines the other. Not cached.
    """
    dyes = {} if fill is None else {AREAS: fill, LINES: color}
    return art.picture(f"pai_sho/{name}", size, dyes | {"currentColor": color}, **attributes)


def drawing_in_bands(name: str, side: int) -> Making:
    """A garden, painted from above to below band by band, as each takes its time."""
    sheet = pygame.Surface((side, side), pygame.SRCALPHA, 32)
    count, unit = math.ceil(side * side / BAND), 2 * GARDEN / side
    for top, end in pairwise(side * n // count for n in range(count + 1)):
        seen = f"{-GARDEN} {top * unit - GARDEN:.6f} {2 * GARDEN} {(end - top) * unit:.6f}"
        sheet.blit(drawing(name, (side, end - top), viewBox=seen), (0, top))
        yield
    return sheet


def lit(image: pygame.Surface, reach: float, color: Color, opacity: float = 0.9) -> pygame.Surface:
    """A picture with light around its shape; its middle stays the middle."""
    glow = sprites.glow(image, reach, color, opacity)
    glow.blit(image, image.get_rect(center=glow.get_rect().center))
    return glow
