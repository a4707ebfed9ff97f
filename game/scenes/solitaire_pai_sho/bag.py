"""The bag from which tiles are drawn in Solitaire Pai Sho: garden cloth with a golden cord."""

from __future__ import annotations

import math
from typing import Final

import pygame

from game.scenes.pai_sho.board import GILT
from game.ui import sprites
from game.ui.canvas import Canvas
from game.ui.fonts import font
from game.ui.frame import Point
from game.ui.pen import Pen, closed_curve
from game.ui.sprites import SPRITES
from game.ui.theme import IVORY, SHADE, WALNUT, Color, mix, with_alpha

OVER: Final = 4
SIDE: Final = 2.24
"""The picture's side in the bag's own units: it reaches about one to every side."""
BODY: Final = (
    (0.0, -0.44), (0.30, -0.40), (0.58, -0.06), (0.84, 0.36), (0.80, 0.74), (0.42, 0.95),
    (0.0, 0.99), (-0.42, 0.95), (-0.80, 0.74), (-0.84, 0.36), (-0.58, -0.06), (-0.30, -0.40),
)  # fmt: skip
SLACK_BODY: Final = (
    (0.0, -0.20), (0.30, -0.16), (0.60, 0.16), (0.92, 0.52), (0.90, 0.82), (0.46, 0.97),
    (0.0, 0.99), (-0.46, 0.97), (-0.90, 0.82), (-0.92, 0.52), (-0.60, 0.16), (-0.30, -0.16),
)  # fmt: skip
"""A full bag, and one that is nearly empty and has sunk."""
FOLDS: Final = ((-0.22, -0.62), (-0.10, -0.30), (0.03, 0.05), (0.12, 0.36), (0.24, 0.64))
"""Where folds begin at the neck and how far they lean."""
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
    key = ("solitaire bag", pixels, level)
    image = SPRITES.get(key, lambda: _bag(pixels, level))
    if lit:
        light = SPRITES.get((*key, "lit"), lambda: sprites.glow(
            image, max(2.0, pixels * 0.09), mix(GILT, IVORY, 0.3), 0.9))  # fmt: skip
        canvas.picture(light, center)
    dark = SPRITES.get((*key, "shadow"), lambda: sprites.shadow(image, pixels * 0.07, 0.6))
    canvas.picture_as_is(
        pygame.transform.rotate(dark, 90 * canvas.turn) if canvas.turn else dark,
        canvas.frame.into(_moved(canvas.frame.out(center), radius * 0.07)),
    )
    canvas.picture(image, center)
    tag = SPRITES.get(("solitaire tag", pixels, count), lambda: _tag(pixels, count))
    sunk = 0.10 * (1 - level)
    canvas.picture(tag, (center[0] + TAG[0] * radius, center[1] + (TAG[1] + sunk) * radius))


def _moved(point: Point, by: float) -> Point:
    return point[0] + by, point[1] + 1.3 * by


def mouth(center: Point, radius: float, fullness: float) -> Point:
    """Where tiles come out."""
    return center[0], center[1] - radius * (0.78 - 0.24 * (1 - fullness))


def _bag(pixels: int, level: float) -> pygame.Surface:
    side = round(SIDE * pixels) * OVER
    sheet = pygame.Surface((side, side), pygame.SRCALPHA, 32)
    pen = Pen(sheet, (side / 2, side / 2), pixels * OVER)
    outline = [
        (a[0] + (b[0] - a[0]) * (1 - level), a[1] + (b[1] - a[1]) * (1 - level))
        for a, b in zip(BODY, SLACK_BODY, strict=True)
    ]
    neck = 0.24 * (1 - level)
    _ruffle(pen.moved(0, neck))
    sheet.blit(_cloth(pen, outline), (0, 0))
    _fold(pen, neck)
    _cord(pen.moved(0, neck))
    return pygame.transform.smoothscale(sheet, (side // OVER, side // OVER))


def _cloth(pen: Pen, outline: list[Point]) -> pygame.Surface:
    """The garden cloth cut to the bag's outline, lit from the top left."""
    size = pen.surface.get_size()
    mask = pygame.Surface(size, pygame.SRCALPHA, 32)
    mask.fill((255, 255, 255, 0))
    brush = Pen(mask, pen.origin, pen.scale)
    brush.polygon(closed_curve(outline), (255, 255, 255, 255))
    cloth = pygame.Surface(size, pygame.SRCALPHA, 32)
    cloth.blit(sprites.cover("garden_cloth.jpg", size), (0, 0))
    cloth.fill((26, 26, 30), special_flags=pygame.BLEND_RGB_ADD)
    seed = pygame.Surface((3, 3), 0, 32)
    for y, row in enumerate(((225, 255, 196), (240, 226, 140), (150, 120, 78))):
        for x, tone in enumerate(row):
            seed.set_at((x, y), (tone, tone, tone))
    light = pygame.transform.smoothscale(seed, size)
    cloth.blit(light, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    cloth.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return cloth


def _fold(pen: Pen, neck: float) -> None:
    """Folds that run down from the neck."""
    layer = pygame.Surface(pen.surface.get_size(), pygame.SRCALPHA, 32)
    brush = Pen(layer, pen.origin, pen.scale)
    for x, lean in FOLDS:
        ways = ((x, -0.36 + neck), (x + lean * 0.35, -0.02 + neck * 0.8),
                (x + lean * 0.62, 0.34 + neck * 0.4))  # fmt: skip
        brush.stroke(ways, (0.055, 0.05, 0.008), with_alpha(SHADE, 0.55))
        bright = tuple((px - 0.035, py) for px, py in ways)
        brush.stroke(bright, (0.022, 0.02, 0.004), (150, 176, 226, 120))
    pen.surface.blit(layer, (0, 0))


def _ruffle(pen: Pen) -> None:
    """The open end above the cord: two rows of cloth, the dark inside between them."""
    blue, dark = (52, 82, 138), (30, 48, 88)
    for i in range(7):
        x = -0.30 + 0.10 * i
        top = -0.86 - 0.05 * (i % 2) + 0.04 * abs(i - 3) / 3
        pen.blob(((x * 1.3 - 0.09, top + 0.05), (x * 1.3, top), (x * 1.3 + 0.09, top + 0.05),
                  (x * 0.8 + 0.06, -0.42), (x * 0.8 - 0.06, -0.42)), dark)  # fmt: skip
    pen.blob(((-0.32, -0.78), (0.0, -0.88), (0.32, -0.78), (0.0, -0.68)), mix(SHADE, dark, 0.3))
    for i in range(6):
        x = -0.27 + 0.108 * i
        top = -0.74 + 0.03 * (i % 2)
        tone = mix(blue, (20, 30, 56), 0.12 * i)
        wide = x * 1.35
        pen.blob(((wide - 0.10, top + 0.04), (wide, top - 0.02), (wide + 0.10, top + 0.04),
                  (x * 0.85 + 0.06, -0.38), (x * 0.85 - 0.06, -0.38)), tone)  # fmt: skip


def _cord(pen: Pen) -> None:
    """The twisted cord with its bow."""
    edge: Color = mix(GILT, SHADE, 0.7)
    bow = (((0.06, -0.42), (0.34, -0.62), (0.50, -0.40), (0.28, -0.34), (0.06, -0.41)),
           ((0.04, -0.40), (0.20, -0.18), (0.16, 0.04)),
           ((0.02, -0.40), (0.36, -0.16), (0.42, 0.10)))  # fmt: skip
    for grown, tone in ((0.035, edge), (0.0, GILT)):
        for way in bow:
            pen.stroke(way, (0.05 + grown,), tone)
    for i in range(15):
        x = -0.30 + 0.043 * i
        y = -0.405 + 0.05 * math.cos(x * 4.2)
        at = pen.moved(x, y, 1, 28)
        at.polygon(((-0.03, -0.065), (0.03, -0.065), (0.03, 0.065), (-0.03, 0.065)), edge)
        at.polygon(((-0.02, -0.05), (0.02, -0.05), (0.02, 0.05), (-0.02, 0.05)),
                   mix(GILT, IVORY, 0.3 if i < 7 else 0.05))  # fmt: skip
    for x, y in ((0.16, 0.05), (0.42, 0.11)):
        pen.disc((x, y), 0.06, edge)
        pen.disc((x, y), 0.045, mix(GILT, IVORY, 0.2))


def _tag(pixels: int, count: int) -> pygame.Surface:
    """A little ivory tag with a number."""
    side = round(0.86 * pixels) * OVER
    sheet = pygame.Surface((side, side), pygame.SRCALPHA, 32)
    pen = Pen(sheet, (side / 2, side / 2), pixels * OVER)
    pen.disc((0.015, 0.025), 0.345, (*SHADE[:3], 110))
    pen.disc((0, 0), 0.335, mix(WALNUT, SHADE, 0.3))
    pen.disc((0, 0), 0.315, mix(IVORY, GILT, 0.12))
    pygame.draw.circle(sheet, mix(GILT, WALNUT, 0.3), pen.origin, 0.27 * pen.scale,
                       max(1, round(0.016 * pen.scale)))  # fmt: skip
    digits = font("serif", round(0.36 * pen.scale)).render(str(count), True, WALNUT)
    box = digits.get_bounding_rect()
    x, y = pen.origin
    sheet.blit(digits, (round(x - box.centerx), round(y - box.centery)))
    return pygame.transform.smoothscale(sheet, (side // OVER, side // OVER))
