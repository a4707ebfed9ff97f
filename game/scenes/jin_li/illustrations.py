"""The pictures in Jin Li's rules: small ponds with koi, stones and arrows, in the game's art."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import pygame

from game.scenes.jin_li.koi_art import KoiArt
from game.scenes.jin_li.koi_body import Kind
from game.scenes.jin_li.view import glow, stone
from game.ui import sprites
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.icons import Pen
from game.ui.markup import Picture
from game.ui.theme import GOLD, IVORY, LAMP, VERMILION, Color, mix, rgb, with_alpha

SQUARE = 92.0
"""The side of a square in units when a picture is not made smaller."""
RIM = 12.0


@dataclass(frozen=True, slots=True)
class Sketch:
    """A piece of the pond, told in squares from its upper left corner: (column, row).

    `koi` are (kind, column, row, heading in degrees), `ways` lead from square to square, `good`
    squares glow, `bad` ones are crossed, `scored` koi carry a ring.
    """

    size: tuple[int, int]
    koi: tuple[tuple[Kind, float, float, float], ...] = ()
    stones: tuple[tuple[int, int], ...] = ()
    ways: tuple[tuple[Point, Point], ...] = ()
    good: tuple[tuple[int, int], ...] = ()
    bad: tuple[tuple[int, int], ...] = ()
    scored: tuple[tuple[float, float], ...] = ()
    letters: bool = False

    def picture(self) -> Picture:
        width = self.size[0] * SQUARE + 2 * RIM
        height = self.size[1] * SQUARE + 2 * RIM
        return Picture(self.paint, width, height)

    def paint(self, canvas: Canvas, box: Box) -> None:
        """Paint the pond into a box of the right proportions."""
        rect = canvas.rect(box)
        key = ("sketch", self, rect.size)
        canvas.surface.blit(sprites.SPRITES.get(key, lambda: self._painted(rect.size)), rect)

    def _painted(self, size: tuple[int, int]) -> pygame.Surface:
        scale = size[0] / (self.size[0] * SQUARE + 2 * RIM)
        surface = pygame.Surface(size, pygame.SRCALPHA)
        canvas = Canvas(surface, scale=scale)
        whole = Box(0, 0, size[0] / scale, size[1] / scale)
        wood = sprites.rounded(sprites.cover("wood_dark.jpg", size), canvas.px(14))
        surface.blit(wood, (0, 0))
        water = canvas.rect(whole.inset(RIM * 0.7))
        surface.blit(sprites.inset("pond.jpg", water.size, canvas.px(10), canvas.px(5)), water)
        self._lines(canvas)
        self._glows(canvas)
        self._things(canvas)
        for start, end in self.ways:
            _way(canvas, _middle(*start), _middle(*end))
        for column, row in self.bad:
            _cross(canvas, _middle(column, row))
        return surface

    def _lines(self, canvas: Canvas) -> None:
        veil = pygame.Surface(canvas.surface.get_size(), pygame.SRCALPHA)
        columns, rows = self.size
        color, wide = (*IVORY, 80), max(1, canvas.px(1.6))
        far = RIM + columns * SQUARE, RIM + rows * SQUARE
        for i in range(1, columns):
            x = RIM + i * SQUARE
            pygame.draw.line(veil, color, canvas.at((x, RIM)), canvas.at((x, far[1])), wide)
        for i in range(1, rows):
            y = RIM + i * SQUARE
            pygame.draw.line(veil, color, canvas.at((RIM, y)), canvas.at((far[0], y)), wide)
        canvas.surface.blit(veil, (0, 0))

    def _glows(self, canvas: Canvas) -> None:
        for column, row in self.good:
            center = _middle(column, row)
            canvas.picture_as_is(glow(canvas.px(SQUARE * 0.52), LAMP, 12), center)
            canvas.ring(center, SQUARE * 0.2, with_alpha(LAMP, 0.9), 3)
        for across, down in self.scored:
            center = _middle(across, down)
            canvas.picture_as_is(glow(canvas.px(SQUARE * 0.7), GOLD, 12), center)

    def _things(self, canvas: Canvas) -> None:
        for number, (column, row) in enumerate(self.stones):
            center = _middle(column, row)
            _stone(canvas, number * 5 + column + 2 * row, canvas.px(SQUARE * 0.72), center)
        length = canvas.px(SQUARE * 0.98)
        for kind, left, top, heading in self.koi:
            _koi(canvas, kind, length, _middle(left, top), heading)


def _koi(canvas: Canvas, kind: Kind, length: int, center: Point, heading: float) -> None:
    art = KoiArt(kind, length)
    drop = length / canvas.scale * 0.05
    canvas.picture_as_is(art.shadow(heading, 0.3), (center[0] + drop, center[1] + 2 * drop))
    canvas.picture_as_is(art.sprite(heading, 0.3), center)


def _stone(canvas: Canvas, seed: int, width: int, center: Point) -> None:
    shadow = sprites.scaled("shadow_soft.png", (round(width * 1.5),) * 2)
    drop = width / canvas.scale * 0.06
    canvas.picture_as_is(shadow, (center[0] + drop, center[1] + 2 * drop))
    canvas.picture_as_is(stone(seed, width), center)


def paint_set(canvas: Canvas, box: Box) -> None:
    """The set as it lies in its box: four koi, and the stones of both sides."""
    unit = box.h / 6
    for number in range(20):
        across, down = number % 10, number // 10
        at = box.x + box.w * (across + 0.5) / 10, box.y + box.h * (0.1 if down == 0 else 0.9)
        _stone(canvas, number * 7, canvas.px(unit * 0.72), at)
    length = canvas.px(unit * 2.1)
    fish: tuple[tuple[Kind, float], ...] = (("R", 70), ("Y", 110), ("R", 75), ("Y", 105))
    for number, (kind, heading) in enumerate(fish):
        at = box.x + box.w * (number + 0.5) / 4, box.center[1]
        _koi(canvas, kind, length, at, heading)


def _middle(column: float, row: float) -> Point:
    return RIM + (column + 0.5) * SQUARE, RIM + (row + 0.5) * SQUARE


def _way(canvas: Canvas, start: Point, end: Point) -> None:
    """An arrow of light from near one middle to near another."""
    far = math.dist(start, end)
    along = (end[0] - start[0]) / far, (end[1] - start[1]) / far
    pen = Pen(max(canvas.surface.get_size()))
    half = max(canvas.surface.get_size()) / 2 / canvas.scale
    first = start[0] + along[0] * SQUARE * 0.42, start[1] + along[1] * SQUARE * 0.42
    tip = end[0] - along[0] * SQUARE * 0.1, end[1] - along[1] * SQUARE * 0.1
    back = tip[0] - along[0] * 20, tip[1] - along[1] * 20
    barbs = [(back[0] + s * along[1] * 17, back[1] - s * along[0] * 17) for s in (-1, 1)]

    def at(point: Point) -> Point:
        return point[0] / half - 1, point[1] / half - 1

    pen.line(at(first), at(tip), width=8 / half)
    pen.line(at(barbs[0]), at(tip), at(barbs[1]), width=8 / half)
    light = pygame.transform.smoothscale_by(pen.image, 0.25)
    _laid(canvas.surface, light, mix(LAMP, (255, 255, 255), 0.4))


def _cross(canvas: Canvas, center: Point) -> None:
    pen = Pen(canvas.px(SQUARE * 0.62))
    pen.line((-0.55, -0.55), (0.55, 0.55), width=0.24)
    pen.line((-0.55, 0.55), (0.55, -0.55), width=0.24)
    cross = pygame.transform.smoothscale_by(pen.image, 0.25)
    cross.fill((*mix(VERMILION, rgb("#FF6A50"), 0.5), 255), special_flags=pygame.BLEND_RGBA_MULT)
    canvas.picture_as_is(cross, center)


def _laid(surface: pygame.Surface, white: pygame.Surface, color: Color) -> None:
    """A white drawing laid onto a surface in a colour, with a thin dark edge."""
    dark = white.copy()
    dark.fill((8, 24, 28, 150), special_flags=pygame.BLEND_RGBA_MULT)
    for shift in ((-1, 1), (1, 2), (0, 2)):
        surface.blit(dark, shift)
    white.fill((*color[:3], 255), special_flags=pygame.BLEND_RGBA_MULT)
    surface.blit(white, (0, 0))


UP, DOWN, LEFT, RIGHT = 90.0, 270.0, 180.0, 0.0

SKETCHES: dict[str, Sketch] = {
    "start": Sketch((7, 7), (("Y", 0, 0, DOWN), ("Y", 6, 0, DOWN), ("R", 0, 6, UP),
                             ("R", 6, 6, UP))),
    "swim": Sketch((3, 3), (("R", 1, 1, UP),), stones=((2, 1),),
                   good=((0, 0), (1, 0), (2, 0), (0, 1), (0, 2), (1, 2), (2, 2))),
    "throw": Sketch((3, 3), (("R", 1, 0, UP),), stones=((2, 1), (1, 1)), good=((1, 1),)),
    "leap": Sketch((3, 3), (("R", 0, 2, 45.0),), stones=((1, 1),), ways=(((0, 2), (2, 0)),),
                   good=((2, 0),)),
    "no_leap": Sketch((5, 3), (("R", 0, 0, RIGHT), ("Y", 1, 0, DOWN), ("R", 0, 2, RIGHT)),
                      stones=((1, 2), (2, 2)), bad=((2, 0), (3, 2))),
    "score": Sketch((3, 3), (("R", 1, 1, UP), ("Y", 0, 0, DOWN), ("R", 2, 1, LEFT),
                             ("Y", 2, 2, UP)),
                    scored=((0, 0), (2, 1), (2, 2))),
    "inset": Sketch((7, 7), (("Y", 1, 1, DOWN), ("Y", 5, 1, DOWN), ("R", 1, 5, UP),
                             ("R", 5, 5, UP))),
}  # fmt: skip
"""Every illustration by the name the pages call it."""


def pictures() -> Mapping[str, Picture]:
    """The illustrations by name."""
    return {name: sketch.picture() for name, sketch in SKETCHES.items()}
