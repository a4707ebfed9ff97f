"""The pictures in Jin Li's rules: parts of the pond as the game shows it, and the set."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from game.scenes.core import sketch
from game.scenes.core.sketch import Sketch
from game.scenes.pond.koi import Kind
from game.scenes.pond.pool import RIM, Grid, Koi, Pool, Stone
from game.scenes.pond.view import PoolView, glow, paint_piece, paint_stone
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.talk import arrow
from game.ui.theme import GOLD, INK, LAMP, mix
from game.ui.timeline import between

CELL = 92.0
"""The side of a square in units when a picture is not made smaller."""


@dataclass(frozen=True, slots=True)
class Part(Sketch):
    """A piece of the pond of so many files and ranks; squares are (file, rank), from 0.

    `koi` are (kind, file, rank, heading in degrees), `ways` lead from square to square, `good`
    squares glow, `bad` ones are refused, `scored` koi have a light around them.
    """

    files: int
    ranks: int
    koi: Sequence[tuple[Kind, int, int, float]] = ()
    stones: Sequence[tuple[int, int]] = ()
    ways: Sequence[tuple[Point, Point]] = ()
    good: Sequence[tuple[int, int]] = ()
    bad: Sequence[tuple[int, int]] = ()
    scored: Sequence[tuple[int, int]] = ()

    @property
    def size(self) -> Point:
        return (self.files + 2 * RIM) * CELL, (self.ranks + 2 * RIM) * CELL

    def draw(self, canvas: Canvas) -> None:
        grid, pool = Grid(self.files, self.ranks), Pool()
        grid.fit(Box(0, 0, *canvas.size), 0)
        for kind, file, rank, way in self.koi:
            koi = Koi(kind, (file + 0.5, rank + 0.5), way, bend=0.3, hurried=True)
            pool.pieces[rank * self.files + file] = koi
        for number, (file, rank) in enumerate(self.stones):
            stone = Stone(number * 5 + file, (file + 0.5, rank + 0.5))
            pool.pieces[rank * self.files + file] = stone
        view = PoolView(pool, grid)
        view.paint_pond(canvas)
        view.paint_goals(canvas, {rank * self.files + file: 0 for file, rank in self.good}, 0)
        for file, rank in self.scored:
            center = grid.point((file + 0.5, rank + 0.5))
            canvas.picture_as_is(glow(canvas.px(CELL * 0.7), GOLD, 0.75), center)
        view.paint_things(canvas)
        for start, end in self.ways:
            (x1, y1), (x2, y2) = between(start, end, 0.15), between(start, end, 0.97)
            near, tip = grid.point((x1 + 0.5, y1 + 0.5)), grid.point((x2 + 0.5, y2 + 0.5))
            arrow(canvas, near, tip, mix(LAMP, (255, 255, 255), 0.4), INK)
        for file, rank in self.bad:
            sketch.sign(canvas, "no", grid.point((file + 0.5, rank + 0.5)))


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
        koi = Koi(kind, heading=way, bend=0.3, hurried=True)
        paint_piece(canvas, koi, at, unit * 2.1)


def paint_specimen(canvas: Canvas, box: Box) -> None:
    """A red and a yellow koi with a stone between them."""
    cell = min(box.w / 2.4, box.h)
    paint_stone(canvas, 1, box.center, cell * 0.5)
    fish: tuple[tuple[Kind, int, float], ...] = (("R", -1, 70.0), ("Y", 1, 110.0))
    for kind, side, way in fish:
        at = box.center[0] + side * box.w * 0.27, box.center[1]
        paint_piece(canvas, Koi(kind, heading=way, bend=0.3, hurried=True), at, cell * 0.92)


SKETCHES = sketch.read("jin_li", Part)
pictures = partial(sketch.pictures, SKETCHES)
"""The illustrations by name."""
