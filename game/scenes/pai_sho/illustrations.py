"""Pictures for the rules of the Pai Sho games: pieces of the garden, told by the tiles on them.

What they show follows from the rules: lines, drained and trapped tiles, points in reach.
"""

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar, Final

import pygame

from game.rules.pai_sho.board import BASICS, CODES, EMPTY, KINDS, Board, at, changed, code_of
from game.scenes.pai_sho.art import TileArt
from game.scenes.pai_sho.board import REACH, PaiShoBoard, garden
from game.scenes.pai_sho.drawings import kept
from game.scenes.pai_sho.lines import draw_clash_line, petal
from game.ui import sprites
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.theme import Design, rgb
from game.ui.timeline import between

CELL: Final = 54.0
"""From point to point in units when a picture is not made smaller."""


@dataclass(frozen=True, slots=True)
class Sketch(ABC):
    """A window on the garden from `low` to `high`, both (x, y), half a point wider all around.

    `tiles` are written like ``G R4 2,3``; `good` points are lit.
    """

    owners: ClassVar[str]
    """The letters of the seats."""
    low: tuple[int, int]
    high: tuple[int, int]
    tiles: str = ""
    good: tuple[tuple[int, int], ...] = ()
    cell: float = CELL

    @property
    def size(self) -> Point:
        wide, high = (b - a + 1.3 for a, b in zip(self.low, self.high, strict=True))
        return wide * self.cell, high * self.cell

    def paint(self, canvas: Canvas, box: Box) -> None:
        """Paint the piece of the garden into a box of the right proportions."""
        rect = canvas.rect(box)
        canvas.surface.blit(self._painted(rect.size, canvas.design), rect)

    @kept
    def _painted(self, size: tuple[int, int], design: Design) -> pygame.Surface:
        scale = size[0] / self.size[0]
        surface = pygame.Surface(size, pygame.SRCALPHA)
        canvas = Canvas(surface, scale=scale, design=design)
        left, top = 0.65 - REACH - self.low[0], 0.65 - REACH + self.high[1]
        side = 2 * REACH * self.cell
        box = Box(left * self.cell, top * self.cell, side, side)
        board = PaiShoBoard(box, 0, scale, None, design)
        surface.blit(cloth(size, design), (0, 0))
        rect = canvas.rect(board.box)
        surface.blit(garden(rect.w, 0, design), rect)
        self.paint_tiles(canvas, board)
        return sprites.rounded(surface, 12 * scale)

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


def cloth(size: sprites.Size, design: Design) -> pygame.Surface:
    """What the garden lies on."""
    paint = sprites.calmed if design.contrast else sprites.cover
    return paint("garden_cloth.jpg", size)


# The circle of flowers ----------------------------------------------------------------------------

CIRCLE: Final = 430.0
PETAL: Final = rgb("#F2B24C")


def paint_circle(canvas: Canvas, box: Box) -> None:
    """The six basic flowers: neighbours in harmony, opposites in a clash."""
    rect = canvas.rect(box)
    canvas.surface.blit(_circle(rect.size, canvas.design), rect)


@kept
def _circle(size: tuple[int, int], design: Design) -> pygame.Surface:
    scale = size[0] / CIRCLE
    surface = pygame.Surface(size, pygame.SRCALPHA)
    surface.blit(cloth(size, design), (0, 0))
    canvas = Canvas(surface, scale=scale)
    middle, reach = CIRCLE / 2, CIRCLE * 0.36
    turns = [math.tau * i / len(BASICS) - math.tau / 4 for i in range(len(BASICS))]
    spots = [(middle + reach * math.cos(t), middle + reach * math.sin(t)) for t in turns]
    for i in range(3):
        draw_clash_line(canvas, spots[i], spots[i + 3], 96)
    for start, end in zip(spots, [*spots[1:], spots[0]], strict=True):
        heading = math.degrees(math.atan2(end[0] - start[0], start[1] - end[1]))
        for share, lean in ((0.40, 28), (0.5, -28), (0.60, 28)):
            image = petal(canvas.px(30), PETAL, heading + lean)
            canvas.picture_as_is(image, between(start, end, share))
    tiles = TileArt(92 * scale, design)
    for kind, spot in zip(BASICS, spots, strict=True):
        tiles.put(canvas, spot, CODES[kind], "light")
    return sprites.rounded(surface, 14 * scale)
