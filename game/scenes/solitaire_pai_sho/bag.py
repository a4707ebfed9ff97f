"""The bag from which tiles are drawn in Solitaire Pai Sho: garden cloth with a golden cord."""

from typing import Final

import pygame

from game.scenes.pai_sho.board import GILT
from game.scenes.pai_sho.drawings import drawing
from game.ui import sprites
from game.ui.canvas import Canvas
from game.ui.fonts import font
from game.ui.frame import Point
from game.ui.sprites import SPRITES
from game.ui.theme import IVORY, WALNUT, mix

ROOM: Final = 1.12
"""Half the picture's side in the bag's own units: it reaches about one to every side."""
TAG: Final = (0.50, 0.62)
"""Where the tag with the number hangs."""


def paint_bag(
    canvas: Canvas, center: Point, radius: float, fullness: float, count: int, lit: bool = False
) -> None:
    """The bag with the number of tiles in it; `lit` when it waits to be reached into.

    `fullness` 1 is a full bag, 0 an empty one.
    """
    level = round(max(0.0, min(1.0, fullness)) * 6) / 6
    pixels = canvas.px(radius)
    if lit:
        canvas.picture(_light(pixels, level), center)
    (x, y), fall = canvas.frame.out(center), radius * 0.07
    fallen = canvas.frame.into((x + fall, y + 1.3 * fall))
    canvas.picture_as_is(_shadow(pixels, level, canvas.turn), fallen)
    canvas.picture(_bag(pixels, level), center)
    tag = center[0] + TAG[0] * radius, center[1] + (TAG[1] + 0.10 * (1 - level)) * radius
    canvas.picture(_tag(pixels, count), tag)


def mouth(center: Point, radius: float, fullness: float) -> Point:
    """Where tiles come out."""
    return center[0], center[1] - radius * (0.78 - 0.24 * (1 - fullness))


@SPRITES.keeping
def _light(pixels: int, level: float) -> pygame.Surface:
    light = mix(GILT, IVORY, 0.3)
    return sprites.glow(_bag(pixels, level), max(2.0, pixels * 0.09), light, 0.9)


@SPRITES.keeping
def _shadow(pixels: int, level: float, turn: int) -> pygame.Surface:
    image = pygame.transform.rotate(_bag(pixels, level), 90 * turn)
    return sprites.shadow(image, pixels * 0.07, 0.6)


@SPRITES.keeping
def _bag(pixels: int, level: float) -> pygame.Surface:
    """The bag, sunk as far as it is empty: its open end, the cloth, and folds under the cord."""
    side, slack = round(2 * ROOM * pixels), 1 - level
    image = pygame.Surface((side, side), pygame.SRCALPHA, 32)
    sunk = 0, round(0.24 * slack * pixels)
    image.blit(drawing("bag_back", (side, side)), sunk)
    cloth = sprites.sheet("garden_cloth.jpg", (side, side), 0).copy()
    cloth.fill((26, 26, 30), special_flags=pygame.BLEND_RGB_ADD)
    wide, high = 1 + 0.095 * slack, 1 - 0.17 * slack
    lower = f"translate(0 {99 * (1 - high)}) scale({wide} {high})"
    lit = drawing("bag_cloth", (side, side), transform=lower)  # its shape, and the light on it
    cloth.blit(lit, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    image.blit(cloth, (0, 0))
    image.blit(drawing("bag_front", (side, side)), sunk)
    return image


@SPRITES.keeping
def _tag(pixels: int, count: int) -> pygame.Surface:
    """A little ivory tag with a number."""
    side = round(0.86 * pixels)
    image = drawing("bag_tag", (side, side))
    digits = font("serif", round(0.36 * pixels)).render(str(count), True, WALNUT)
    box = digits.get_bounding_rect()
    image.blit(digits, (side // 2 - box.centerx, side // 2 - box.centery))
    return image
