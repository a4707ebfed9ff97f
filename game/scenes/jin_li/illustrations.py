"""The pictures in Jin Li's rules: parts of the pond as the game shows it, and the set."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import pygame

from game.scenes.jin_li.koi import Kind, KoiArt
from game.scenes.jin_li.pool import RIM, SIDE, Grid, Koi, Pool, heading
from game.scenes.jin_li.view import PoolView, glow, paint_koi, paint_stone
from game.ui import sprites
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.markup import Picture
from game.ui.theme import GOLD, INK, LAMP, VERMILION, Color, Design, mix, rgb

CELL = 92.0
"""The side of a square in units when a picture is not made smaller."""


@dataclass(frozen=True, slots=True)
class Sketch:
    """A piece of the pond of so many files and ranks; squares are (file, rank), from 0.

    `koi` are (kind, file, rank, heading in degrees), `ways` lead from square to square, `good`
    squares glow, `bad` ones are refused, `scored` koi have a light around them.
    """

    size: tuple[int, int]
    koi: tuple[tuple[Kind, int, int, float], ...] = ()
    stones: tuple[tuple[int, int], ...] = ()
    ways: tuple[tuple[Point, Point], ...] = ()
    good: tuple[tuple[int, int], ...] = ()
    bad: tuple[tuple[int, int], ...] = ()
    scored: tuple[tuple[int, int], ...] = ()

    def picture(self) -> Picture:
        files, ranks = self.size
        return Picture(self.paint, (files + 2 * RIM) * CELL, (ranks + 2 * RIM) * CELL)

    def paint(self, canvas: Canvas, box: Box) -> None:
        rect = canvas.rect(box)
        key = ("sketch", self, rect.size, canvas.design)
        picture = sprites.SPRITES.get(key, lambda: self._painted(rect.size, canvas.design))
        canvas.surface.blit(picture, rect)

    def _painted(self, size: tuple[int, int], design: Design) -> pygame.Surface:
        surface = pygame.Surface(size, pygame.SRCALPHA)
        canvas = Canvas(surface, design=design)
        canvas.scale = size[0] / (self.size[0] + 2 * RIM) / CELL
        grid, pool = Grid(*self.size), Pool()
        grid.fit(Box(0, 0, size[0] / canvas.scale, size[1] / canvas.scale), 0)
        for kind, file, rank, way in self.koi:
            at = file + 0.5, rank + 0.5
            pool.koi[rank * SIDE + file] = Koi(kind, at, way, bend=0.3, hurried=True)
        for number, (file, rank) in enumerate(self.stones):
            pool.stones[number * 5 + file] = file + 0.5, rank + 0.5
        view = PoolView(pool, grid)
        view.fit(canvas.scale, design)
        view.paint_pond(canvas)
        view.paint_goals(canvas, {rank * SIDE + file: 0 for file, rank in self.good}, 0)
        for file, rank in self.scored:
            center = grid.point((file + 0.5, rank + 0.5))
            canvas.picture_as_is(glow(canvas.px(CELL * 0.7), GOLD, 0.75), center)
        view.paint_things(canvas)
        for start, end in self.ways:
            _way(canvas, grid, start, end)
        for file, rank in self.bad:
            _cross(canvas, *grid.point((file + 0.5, rank + 0.5)))
        return surface


def _way(canvas: Canvas, grid: Grid, start: Point, end: Point) -> None:
    """An arrow of light from near one middle to near another."""
    turn = math.radians(heading(start, end))

    def at(middle: Point, along: float, aside: float = 0.0) -> Point:
        """From the middle of a square so far along the way and to its left, in squares."""
        x = middle[0] + 0.5 + along * math.cos(turn) - aside * math.sin(turn)
        return grid.point((x, middle[1] + 0.5 + along * math.sin(turn) + aside * math.cos(turn)))

    tip = at(end, -0.1)
    strokes = (at(start, 0.42), tip), (at(end, -0.32, 0.18), tip), (at(end, -0.32, -0.18), tip)
    for color, width in ((INK, 13.0), (mix(LAMP, (255, 255, 255), 0.4), 9.0)):
        _strokes(canvas, strokes, color, width)


def _cross(canvas: Canvas, x: float, y: float) -> None:
    r = CELL * 0.18
    both = ((x - r, y - r), (x + r, y + r)), ((x - r, y + r), (x + r, y - r))
    _strokes(canvas, both, mix(VERMILION, rgb("#FF6A50"), 0.5), 10.0)


def _strokes(
    canvas: Canvas, strokes: Iterable[tuple[Point, Point]], color: Color, width: float
) -> None:
    for (x1, y1), (x2, y2) in strokes:
        share = width / 2 / math.dist((x1, y1), (x2, y2))
        dx, dy = (y1 - y2) * share, (x2 - x1) * share
        corners = (x1 + dx, y1 + dy), (x2 + dx, y2 + dy), (x2 - dx, y2 - dy), (x1 - dx, y1 - dy)
        canvas.polygon(corners, color)
        for point in ((x1, y1), (x2, y2)):
            canvas.disc(point, width / 2, color)


def paint_set(canvas: Canvas, box: Box) -> None:
    """The set as it lies in its box: four koi, and the stones of both sides."""
    unit = box.h / 6
    for number in range(20):
        across, down = number % 10, number // 10
        at = box.x + box.w * (across + 0.5) / 10, box.y + box.h * (0.1 if down == 0 else 0.9)
        paint_stone(canvas, number * 7, at, unit)
    fish: tuple[tuple[Kind, float], ...] = (("R", 70), ("Y", 110), ("R", 75), ("Y", 105))
    for number, (kind, way) in enumerate(fish):
        at = box.x + box.w * (number + 0.5) / 4, box.center[1]
        koi = Koi(kind, at, way, bend=0.3, hurried=True)
        paint_koi(canvas, KoiArt(kind, canvas.px(unit * 2.1), 0, canvas.design), koi, at, unit * 2)


def paint_specimen(canvas: Canvas, box: Box) -> None:
    """A red and a yellow koi with a stone between them."""
    rect, cell = canvas.rect(box), min(box.w / 2.4, box.h)
    quiet = canvas.design.contrast
    canvas.surface.blit(sprites.inset("pond.jpg", rect.size, canvas.px(6), 3, quiet), rect)
    paint_stone(canvas, 1, box.center, cell * 0.5)
    fish: tuple[tuple[Kind, int, float], ...] = (("R", -1, 70.0), ("Y", 1, 110.0))
    for kind, side, way in fish:
        at = box.center[0] + side * box.w * 0.27, box.center[1]
        koi = Koi(kind, at, way, bend=0.3, hurried=True)
        paint_koi(canvas, KoiArt(kind, canvas.px(cell * 0.92), 0, canvas.design), koi, at, cell)


UP, DOWN, LEFT, RIGHT = 90.0, 270.0, 180.0, 0.0

SKETCHES: dict[str, Sketch] = {
    "start": Sketch((7, 7), (("Y", 0, 6, DOWN), ("Y", 6, 6, DOWN), ("R", 0, 0, UP),
                             ("R", 6, 0, UP))),
    "swim": Sketch((3, 3), (("R", 1, 1, UP),), stones=((2, 1),),
                   good=((0, 2), (1, 2), (2, 2), (0, 1), (0, 0), (1, 0), (2, 0))),
    "throw": Sketch((3, 3), (("R", 1, 2, UP),), stones=((2, 1), (1, 1)), good=((1, 1),)),
    "leap": Sketch((3, 3), (("R", 0, 0, 45.0),), stones=((1, 1),), ways=(((0, 0), (2, 2)),),
                   good=((2, 2),)),
    "no_leap": Sketch((5, 3), (("R", 0, 2, RIGHT), ("Y", 1, 2, DOWN), ("R", 0, 0, RIGHT)),
                      stones=((1, 0), (2, 0)), bad=((2, 2), (3, 0))),
    "score": Sketch((3, 3), (("R", 1, 1, UP), ("Y", 0, 2, DOWN), ("R", 2, 1, LEFT),
                             ("Y", 2, 0, UP)),
                    scored=((0, 2), (2, 1), (2, 0))),
    "inset": Sketch((7, 7), (("Y", 1, 5, DOWN), ("Y", 5, 5, DOWN), ("R", 1, 1, UP),
                             ("R", 5, 1, UP))),
}  # fmt: skip
"""Every illustration by the name the pages call it."""


def pictures() -> Mapping[str, Picture]:
    return {name: sketch.picture() for name, sketch in SKETCHES.items()}
