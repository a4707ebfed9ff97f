"""Pictures for the rules of the Pai Sho games: pieces of the garden, told by the tiles on them.

What they show follows from the rules: harmonies, drained and trapped tiles, points in reach.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import pygame

from game.rules.pai_sho.board import (
    BASICS,
    CODES,
    EMPTY,
    KINDS,
    SET,
    Board,
    at,
    changed,
    code_of,
    points_of,
    xy,
)
from game.rules.skud_pai_sho.board import OWNERS, RULESETS, clashes, harmonies_of, ring, turns_of
from game.rules.skud_pai_sho.state import State
from game.rules.skud_pai_sho.turns import goals_of
from game.scenes.pai_sho.art import TileArt
from game.scenes.pai_sho.board import PaiShoBoard, garden
from game.scenes.pai_sho.garden import COLORS, WOOD, Bed, BedView, paint_arrow
from game.scenes.pai_sho.lines import draw_clash_line, draw_reach, petal
from game.ui import sprites
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.markup import Picture
from game.ui.theme import LAMP, VERMILION, mix

RULES: Final = RULESETS["leaflet"]
CELL: Final = 54.0
"""From point to point in units when a picture is not made smaller."""


@dataclass(frozen=True, slots=True)
class Sketch:
    """A window on the garden from `low` to `high`, both (x, y), half a point wider all around.

    `tiles` are written like ``G R4 2,3``. `reach` lights the points one of them can be arranged
    to, `turning` shows what a wheel there does, `bad` are points crossed out, `good` lit ones.
    """

    low: tuple[int, int]
    high: tuple[int, int]
    tiles: str = ""
    reach: tuple[int, int] | None = None
    turning: tuple[int, int] | None = None
    good: tuple[tuple[int, int], ...] = ()
    bad: tuple[tuple[int, int], ...] = ()
    clashing: bool = False
    cell: float = CELL

    @property
    def size(self) -> Point:
        wide, high = (b - a + 1.3 for a, b in zip(self.low, self.high, strict=True))
        return wide * self.cell, high * self.cell

    def picture(self) -> Picture:
        return Picture(self.paint, *self.size)

    def paint(self, canvas: Canvas, box: Box) -> None:
        """Paint the piece of the garden into a box of the right proportions."""
        rect = canvas.rect(box)
        key = ("skud sketch", self, rect.size)
        canvas.surface.blit(sprites.SPRITES.get(key, lambda: self._painted(rect.size)), rect)

    def _painted(self, size: tuple[int, int]) -> pygame.Surface:
        scale = size[0] / self.size[0]
        surface = pygame.Surface(size, pygame.SRCALPHA)
        canvas = Canvas(surface, scale=scale)
        view = self._view(scale)
        surface.blit(sprites.cover("garden_cloth.jpg", size), (0, 0))
        rect = canvas.rect(view.board.box)
        surface.blit(garden(rect.w, 0), rect)
        self.paint_tiles(canvas, view)
        return sprites.rounded(surface, 12 * scale)

    def _view(self, scale: float) -> BedView:
        """The whole garden, of which the window shows a piece."""
        probe = PaiShoBoard(Box(0, 0, 100, 100), 0, scale)
        side = 100 * self.cell / probe.cell
        x, y = PaiShoBoard(Box(0, 0, side, side), 0, scale).at(self.low[0], self.high[1])
        shift = 0.65 * self.cell
        return BedView(PaiShoBoard(Box(shift - x, shift - y, side, side), 0, scale), (0, 0))

    def paint_tiles(self, canvas: Canvas, view: BedView) -> None:
        board = self.board()
        bed = Bed()
        bed.show(_state(board))
        view.paint_lines(canvas, bed)
        way = ring(harmonies_of(board, RULES), 0)
        if way:
            bed.rings, bed.bloom = ((0, way),), 1.0
            view.paint_bloom(canvas, bed)
        view.paint_tiles(canvas, bed)
        self._paint_marks(canvas, view, board)

    def _paint_marks(self, canvas: Canvas, view: BedView, board: Board) -> None:
        cell, lit = view.board.cell, [at(*place) for place in self.good]
        if self.reach is not None:
            lit += points_of(goals_of(board, 0, RULES, at(*self.reach)))
        for point in lit:
            if board.cells[point]:
                canvas.picture_as_is(view.tiles.halo(mix(VERMILION, LAMP, 0.25)),
                                     view.board.place(point))  # fmt: skip
            else:
                draw_reach(canvas, view.board.place(point), cell, LAMP, False)
        if self.clashing:
            for a, b in clashes(board):
                draw_clash_line(canvas, view.board.place(a), view.board.place(b), cell)
        if self.turning is not None:
            for tail, head in turns_of(board, at(*self.turning)).items():
                paint_arrow(canvas, view, xy(tail), xy(head))
        for place in self.bad:
            _cross(canvas, view.board.place(at(*place)), cell)

    def board(self) -> Board:
        """The tiles as the rules see them."""
        return changed(EMPTY, dict(map(_tile, filter(None, self.tiles.split(";")))))


def _tile(text: str) -> tuple[int, int]:
    owner, code, place = text.split()
    x, y = map(int, place.split(","))
    return at(x, y), code_of(KINDS[code], OWNERS.index(owner))


@lru_cache(maxsize=32)
def _state(board: Board) -> State:
    return State(RULES, "each_chooses", "turn", 0, board, (SET, SET), ((), ()), 0, None)


def _cross(canvas: Canvas, center: Point, cell: float) -> None:
    x, y = center
    r = cell * 0.26
    for width, tone in ((0.24, (40, 10, 6)), (0.13, mix(VERMILION, (255, 255, 255), 0.2))):
        for side in (-1, 1):
            canvas.line((x - r, y - side * r), (x + r, y + side * r), tone, cell * width)


# The circle of flowers ----------------------------------------------------------------------------

CIRCLE_SIZE: Final = (430.0, 430.0)


def paint_circle(canvas: Canvas, box: Box) -> None:
    """The six basic flowers: neighbours in harmony, opposites in a clash."""
    rect = canvas.rect(box)
    key = ("skud circle", rect.size)
    canvas.surface.blit(sprites.SPRITES.get(key, lambda: _circle(rect.size)), rect)


def _circle(size: tuple[int, int]) -> pygame.Surface:
    scale = size[0] / CIRCLE_SIZE[0]
    surface = pygame.Surface(size, pygame.SRCALPHA)
    surface.blit(sprites.cover("garden_cloth.jpg", size), (0, 0))
    canvas = Canvas(surface, scale=scale)
    middle, reach = CIRCLE_SIZE[0] / 2, CIRCLE_SIZE[0] * 0.36
    turns = [math.tau * i / len(BASICS) - math.tau / 4 for i in range(len(BASICS))]
    spots = [(middle + reach * math.cos(t), middle + reach * math.sin(t)) for t in turns]
    for i in range(3):
        draw_clash_line(canvas, spots[i], spots[i + 3], 96)
    for i, spot in enumerate(spots):
        _petals_between(canvas, spot, spots[(i + 1) % len(spots)])
    tiles = TileArt(92 * scale)
    for kind, spot in zip(BASICS, spots, strict=True):
        tiles.put(canvas, spot, CODES[kind], WOOD[0])
    return sprites.rounded(surface, 14 * scale)


def _petals_between(canvas: Canvas, start: Point, end: Point) -> None:
    heading = math.degrees(math.atan2(end[0] - start[0], start[1] - end[1]))
    for share, lean in ((0.40, 28), (0.5, -28), (0.60, 28)):
        at_share = [a + (b - a) * share for a, b in zip(start, end, strict=True)]
        image = petal(canvas.px(30), COLORS[0], heading + lean)
        canvas.picture_as_is(image, (at_share[0], at_share[1]))
