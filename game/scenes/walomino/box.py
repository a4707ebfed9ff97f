"""The box of fifty: a wooden case with a compartment for every colour, its pieces interlocked.

The ten pieces of a colour lie in rows that mesh, every piece at an exact pose; pieces are taken
from the upper end.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import ceil
from typing import Final, NamedTuple

import pygame

from game.rules.walong.geometry import COLOURS, EACH, Pose, centre, outline
from game.scenes.play.camera import corners
from game.scenes.walong.table import Loose, paint_loose
from game.ui import sprites, surfaces
from game.ui.canvas import Canvas
from game.ui.frame import Box
from game.ui.theme import GOLD, with_alpha

WALL: Final = 15.0
"""The width of the case's walls, in units, where it is drawn large."""
AIR: Final = 0.30
"""Between the pieces and the walls of a compartment, in sides."""
LARGEST: Final = 84.0
"""The longest side in units."""
WIDEST: Final = 0.62
"""A compartment is at most as wide as this share of the case's height."""


class Rows(NamedTuple):
    """How ten pieces mesh: their poses from the first to be laid in, and what room they take."""

    poses: tuple[Pose, ...]
    low: complex
    size: complex


@lru_cache(maxsize=16)
def rows(columns: int) -> Rows:
    """Ten pieces in rows of so many; houses upright and upside down by turns."""
    poses = []
    for number in range(EACH):
        row, column = divmod(number, columns)
        # Gables mesh a step of 60° away: to the right for the first two rows, then to the left.
        gables = (row + 1) // 2
        left = column - gables // 2
        upright = row % 2 == 0
        tall = 2 * (row // 2) + (0 if upright else 2)
        poses.append(Pose(0, left, 0, gables, tall) if upright else
                     Pose(6, left + 1, 0, gables, tall))
    low, high = corners([point for pose in poses for point in outline(pose, 8)])
    return Rows(tuple(poses), low, high - low)


class Chest:
    """The case in a part of the table. `side` is the length of a piece's side in units."""

    def __init__(self, room: Box, scale: float) -> None:
        self.scale = scale
        self.wall = min(WALL, 0.05 * room.h)
        widest = min(room.w, len(COLOURS) * (WIDEST * room.h + self.wall))
        cell = (widest - self.wall) / len(COLOURS) - self.wall
        self.columns, fit = _best(cell, room.h - 2 * self.wall)
        self.pixels = max(8, int(min(fit, LARGEST) * scale))
        self.side = self.pixels / scale
        size = rows(self.columns).size + complex(2 * AIR, 2 * AIR)
        self._cell = size.real * self.side, size.imag * self.side
        width = len(COLOURS) * (self._cell[0] + self.wall) + self.wall
        self.box = Box.around(room.center, width, self._cell[1] + 2 * self.wall)

    def cell(self, colour: int) -> Box:
        """The compartment of a colour."""
        left = self.box.x + self.wall + colour * (self._cell[0] + self.wall)
        return Box(left, self.box.y + self.wall, *self._cell)

    def piece(self, colour: int, number: int) -> Loose:
        """A colour's piece with this number where it lies, the first one lowest."""
        lying, cell = rows(self.columns), self.cell(colour)
        pose = lying.poses[number]
        away = (centre(pose) - lying.low + complex(AIR, AIR)) * self.side
        at = cell.x + away.real, cell.bottom - away.imag
        return Loose(COLOURS[colour], at, 30.0 * pose.k, 0.0, self.side)

    def paint(
        self, canvas: Canvas, counts: Sequence[int], lit: Sequence[int] = (), alpha: float = 1.0
    ) -> None:
        """The case with so many pieces of every colour; compartments `lit` shine."""
        surfaces.shadow(canvas, self.box, 22, blur=16, drop=10, alpha=round(0.5 * alpha, 1))
        image = sprites.SPRITES.get((self, canvas.design), lambda: self._empty(canvas))
        canvas.picture_as_is(image, self.box.center, alpha)
        canvas.group((), self._paint_pieces, tuple(counts))
        for colour in lit:
            cell = self.cell(colour)
            surfaces.glow(canvas, cell, 10, GOLD, reach=8, alpha=0.75)
            canvas.outline(cell.inset(-2), with_alpha(GOLD, 0.95), 3.5, 12)

    def _paint_pieces(self, canvas: Canvas, counts: Sequence[int]) -> None:
        """All that lies in the case."""
        pieces = [
            self.piece(colour, number)
            for colour, count in enumerate(counts) for number in range(count)
        ]
        paint_loose(canvas, pieces, self.pixels)

    def _empty(self, canvas: Canvas) -> pygame.Surface:
        """The case, cut to its box."""
        rect = canvas.rect(self.box)
        wall = max(2, round(self.wall * self.scale))
        image = sprites.rounded(sprites.cover("wood_dark.jpg", rect.size), 1.4 * wall)
        edge = Canvas(image, scale=self.scale)
        whole = Box(0, 0, rect.w / self.scale, rect.h / self.scale)
        edge.outline(whole, (255, 226, 172, 70), 2, 1.4 * self.wall)
        for colour in range(len(COLOURS)):
            cell = self.cell(colour)
            left, top = round(cell.x * self.scale), round(cell.y * self.scale)
            size = ceil(cell.w * self.scale), ceil(cell.h * self.scale)
            depth, quiet = max(2.0, 0.45 * wall), canvas.design.contrast
            cloth = sprites.inset("linen.jpg", size, 0.7 * wall, depth, quiet)
            image.blit(cloth, (left - rect.x, top - rect.y))
        return image


def _best(width: float, height: float) -> tuple[int, float]:
    """How many pieces beside each other make them largest, and how long their sides are then."""

    def side(columns: int) -> float:
        size = rows(columns).size + complex(2 * AIR, 2 * AIR)
        return min(width / size.real, height / size.imag)

    columns = max(range(2, EACH + 1), key=side)
    return columns, side(columns)
