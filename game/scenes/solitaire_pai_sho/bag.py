"""The bag from which tiles are drawn in Solitaire Pai Sho: garden cloth with a golden cord."""

from typing import Final

import pygame

from game.scenes.pai_sho.board import GILT
from game.scenes.pai_sho.drawings import drawing
from game.ui import sprites
from game.ui.canvas import Canvas
from game.ui.fonts import font
from game.ui.frame import Point
from game.ui.pen import Pen
from game.ui.sprites import SPRITES
from game.ui.theme import IVORY, WALNUT, mix
from game.ui.timeline import between

ROOM: Final = 1.12
"""Half the picture's side in the bag's own units: it reaches about one to every side."""
BODY: Final = (
    (0.0, -0.44), (0.30, -0.40), (0.58, -0.06), (0.84, 0.36), (0.80, 0.74), (0.42, 0.95),
    (0.0, 0.99), (-0.42, 0.95), (-0.80, 0.74), (-0.84, 0.36), (-0.58, -0.06), (-0.30, -0.40),
)  # fmt: skip
SLACK_BODY: Final = (
    (0.0, -0.20), (0.30, -0.16), (0.60, 0.16), (0.92, 0.52), (0.90, 0.82), (0.46, 0.97),
    (0.0, 0.99), (-0.46, 0.97), (-0.90, 0.82), (-0.92, 0.52), (-0.60, 0.16), (-0.30, -0.16),
)  # fmt: skip
"""A full bag, and one that is nearly empty and has sunk."""
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
    side = round(2 * ROOM * pixels)
    image = pygame.Surface((side, side), pygame.SRCALPHA, 32)
    sunk = 0, round(0.24 * (1 - level) * pixels)
    image.blit(drawing("bag_back", (side, side)), sunk)
    outline = [between(a, b, 1 - level) for a, b in zip(BODY, SLACK_BODY, strict=True)]
    image.blit(_cloth(side, outline), (0, 0))
    image.blit(drawing("bag_front", (side, side)), sunk)
    return image


def _cloth(side: int, outline: list[Point]) -> pygame.Surface:
    """The garden cloth cut to the bag's outline, lit from the top left."""
    cloth = sprites.rounded(sprites.cover("garden_cloth.jpg", (side, side)), 0)
    cloth.fill((26, 26, 30), special_flags=pygame.BLEND_RGB_ADD)
    lamp = pygame.Surface((3, 3), 0, 32)
    for y, row in enumerate(((225, 255, 196), (240, 226, 140), (150, 120, 78))):
        for x, tone in enumerate(row):
            lamp.set_at((x, y), (tone, tone, tone))
    light = pygame.transform.smoothscale(lamp, (side, side))
    cloth.blit(light, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    mask = pygame.Surface((4 * side, 4 * side), pygame.SRCALPHA, 32)
    mask.fill((255, 255, 255, 0))
    Pen(mask, (2 * side, 2 * side), 2 * side / ROOM).blob(outline, (255, 255, 255, 255))
    mask = pygame.transform.smoothscale(mask, (side, side))
    cloth.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return cloth


@SPRITES.keeping
def _tag(pixels: int, count: int) -> pygame.Surface:
    """A little ivory tag with a number."""
    side = round(0.86 * pixels)
    image = drawing("bag_tag", (side, side))
    digits = font("serif", round(0.36 * pixels)).render(str(count), True, WALNUT)
    box = digits.get_bounding_rect()
    image.blit(digits, (side // 2 - box.centerx, side // 2 - box.centery))
    return image
