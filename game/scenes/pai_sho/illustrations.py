"""Pictures for the rules of the Pai Sho games: pieces of the garden, told by the tiles on them.

What they show follows from the rules: lines, drained and trapped tiles, points in reach.
"""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

import pygame

from game.rules.core.protocol import Seat
from game.rules.pai_sho.board import CODES, EMPTY, KINDS, Board, Kind, at, changed, code_of
from game.scenes.core.sketch import Sketch
from game.scenes.pai_sho.art import TileArt
from game.scenes.pai_sho.board import REACH, PaiShoBoard, garden
from game.scenes.pai_sho.garden import WOOD
from game.ui import sprites
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.theme import Design

CELL: Final = 54.0
"""From point to point in units when a picture is not made smaller."""


@dataclass(frozen=True, slots=True)
class GardenSketch(Sketch):
    """A window on the garden from `low` to `high`, both (x, y), half a point wider all around.

    `tiles` are written like ``G R4 2,3``; `good` points are lit.
    """

    owners: ClassVar[str]
    """The letters of the seats."""
    low: tuple[int, int]
    high: tuple[int, int]
    tiles: str = ""
    good: Sequence[tuple[int, int]] = ()
    cell: float = CELL

    @property
    def size(self) -> Point:
        wide, high = (b - a + 1.3 for a, b in zip(self.low, self.high, strict=True))
        return wide * self.cell, high * self.cell

    def draw(self, canvas: Canvas) -> None:
        left, top = 0.65 - REACH - self.low[0], 0.65 - REACH + self.high[1]
        side = 2 * REACH * self.cell
        box = Box(left * self.cell, top * self.cell, side, side)
        board = PaiShoBoard(box, 0, canvas.scale, None, canvas.design)
        canvas.surface.blit(cloth(canvas.surface.get_size(), canvas.design), (0, 0))
        rect = canvas.rect(board.box)
        canvas.surface.blit(garden(rect.w, 0, canvas.design), rect)
        self.paint_tiles(canvas, board)

    @abstractmethod
    def paint_tiles(self, canvas: Canvas, board: PaiShoBoard) -> None:
        """Paint what lies on the board."""

    def board(self) -> Board:
        """The tiles as the rules see them."""
        found = {}
        for text in filter(None, self.tiles.split(";")):
            owner, code, place = text.split()
            x, y = map(int, place.split(","))
            found[at(x, y)] = code_of(KINDS[code], self.owners.index(owner))
        return changed(EMPTY, found)


def paint_rows(
    canvas: Canvas, box: Box, share: float, rows: Sequence[Sequence[tuple[Kind, Seat]]]
) -> None:
    """Rows of tiles of some kinds and seats, each as large as some share of the room it has."""
    step, down = min(box.w / max(map(len, rows)), box.h / len(rows)), box.h / len(rows)
    tiles = TileArt(share * step * canvas.scale, canvas.design)
    for row, laid in enumerate(rows):
        for column, (kind, seat) in enumerate(laid):
            at = box.x + box.w * (column + 0.5) / len(laid), box.y + (row + 0.5) * down
            tiles.put(canvas, at, CODES[kind], WOOD[seat])


def cloth(size: sprites.Size, design: Design) -> pygame.Surface:
    """What the garden lies on."""
    paint = sprites.calmed if design.contrast else sprites.cover
    return paint("garden_cloth.jpg", size)
