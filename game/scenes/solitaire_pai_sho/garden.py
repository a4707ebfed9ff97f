"""The living picture of a garden in Solitaire Pai Sho: tiles, and every line with its length.

A harmony is a line of petals with its length in a round blossom; a disharmony is a broken line
with its length in a jagged star. Positions are the garden's own: (0, 0) is the centre, x to the
right, y up as the first seat sees it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import pygame

from game.rules.pai_sho import board as rules
from game.rules.pai_sho.board import points_of, xy
from game.rules.solitaire_pai_sho.state import Garden, Line, lines
from game.scenes.pai_sho.art import PaiShoBoard, draw_clash_line, draw_harmony_line
from game.scenes.pai_sho.blossoms import blob, round_petal
from game.scenes.pai_sho.garden import BEAT, DRIFT, BedView, Piece
from game.ui import sprites
from game.ui.canvas import Canvas
from game.ui.fonts import font
from game.ui.frame import Point
from game.ui.pen import Pen
from game.ui.sprites import SPRITES
from game.ui.theme import INK, IVORY, Color, mix, rgb

HARMONY, DISHARMONY = 0, 1
"""The kinds of line; in the games for two also the seats that grow them."""
COLORS: Final[tuple[Color, Color]] = (rgb("#F4C556"), rgb("#C58BEB"))
ASIDE: Final = 0.17
"""How far two lines between the same tiles lie apart from their middle, in cells."""
BADGE, SMALL_BADGE = 0.27, 0.20
LEAST_BADGE, LEAST_SMALL = 12.0, 9.5
"""The radius of a length's badge in cells, and at least in table units; between tiles that touch
it is smaller, so that they can still be told."""


class Strand(NamedTuple):
    """A line in the picture: its kind and its ends."""

    kind: int
    line: Line


@dataclass(slots=True)
class Plot:
    """Everything that lies in the garden. `life` is how lively it is, 1 awake and 0 asleep."""

    pieces: dict[rules.Point, Piece] = field(default_factory=dict)
    above: list[Piece] = field(default_factory=list)
    """Tiles on their way over the garden, painted over all others."""
    strands: dict[Strand, float] = field(default_factory=dict)
    """Lines and how far each has grown, 0…1."""
    wilting: dict[Strand, float] = field(default_factory=dict)
    """Lines that are no more, and what is left of them."""
    phase: float = 0.0
    life: float = 0.0
    _since: float = 0.0

    def show(self, state: Garden) -> None:
        """Bring everything in line with a state."""
        board = state.board
        self.pieces = {p: Piece(board.cells[p], xy(p)) for p in points_of(board.taken)}
        self.above.clear()
        self.strands = dict.fromkeys(strands_of(state), 1.0)
        self.wilting.clear()

    def update(self, seconds: float) -> bool:
        """Let petals drift; True when the picture changed."""
        if self.life <= 0 or not self.strands:
            return False
        self._since += seconds
        if self._since < BEAT:
            return False
        self.phase += DRIFT * self.life * self._since
        self._since = 0.0
        return True


@dataclass(slots=True)
class Flyer:
    """A tile between the tray and the board: its middle on the table, its diameter, how high."""

    code: rules.Code
    at: Point
    size: float
    lift: float = 1.0


def strands_of(state: Garden) -> tuple[Strand, ...]:
    """All lines of a garden, harmonies first."""
    return tuple(
        Strand(kind, line) for kind, these in enumerate(lines(state.board)) for line in these
    )


def sums_of(strands: Iterable[Strand]) -> tuple[int, int]:
    """The sums of the lengths, harmonies first."""
    sums = [0, 0]
    for strand in strands:
        sums[strand.kind] += strand.line.length
    return sums[0], sums[1]


def counts_of(strands: Iterable[Strand]) -> tuple[int, int]:
    """How many harmonies and disharmonies there are."""
    counts = [0, 0]
    for strand in strands:
        counts[strand.kind] += 1
    return counts[0], counts[1]


class Change(NamedTuple):
    """What a move does to the lines."""

    gained: tuple[Strand, ...] = ()
    lost: tuple[Strand, ...] = ()

    def weights(self, by_length: bool) -> tuple[int, int]:
        """By how much the pans would grow: by lengths, or by numbers of lines."""
        weigh = sums_of if by_length else counts_of
        (a, b), (c, d) = weigh(self.gained), weigh(self.lost)
        return a - c, b - d


def change_of(before: Garden, after: Garden) -> Change:
    """The lines that only one of two gardens has."""
    was, now = strands_of(before), strands_of(after)
    return Change(
        tuple(strand for strand in now if strand not in was),
        tuple(strand for strand in was if strand not in now),
    )


class PlotView:
    """Paints a plot onto the board; `turns` are the quarter turns by which each seat's tiles lie,
    `turn` those of whoever reads the lengths.
    """

    def __init__(self, board: PaiShoBoard, turns: tuple[int, int], turn: int = 0) -> None:
        self.board, self.turn = board, turn
        self.bed = BedView(board, turns)

    def ends(self, strand: Strand, crowded: bool) -> tuple[Point, Point]:
        """Where a line begins and ends on the table; beside another one it makes room."""
        (x1, y1), (x2, y2) = xy(strand.line.first), xy(strand.line.second)
        side = (ASIDE if strand.kind == HARMONY else -ASIDE) if crowded else 0.0
        dx, dy = (0.0, side) if y1 == y2 else (-side, 0.0)
        return self.board.at(x1 + dx, y1 + dy), self.board.at(x2 + dx, y2 + dy)

    def middle(self, strand: Strand) -> Point:
        """Where the length of a line stands."""
        a, b = self.ends(strand, crowded=False)
        return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2

    def paint_strands(self, canvas: Canvas, plot: Plot, faint: Iterable[Strand] = ()) -> None:
        """All lines, some of them but faintly."""
        dim, double, cell = set(faint), _doubles(plot.strands), self.board.cell
        for shown in (plot.wilting, plot.strands):
            for strand, strength in shown.items():
                share = strength * (0.22 if strand in dim else 1.0)
                a, b = self.ends(strand, strand.line in double)
                if strand.kind == HARMONY:
                    draw_harmony_line(canvas, a, b, COLORS[0], cell, plot.phase, share)
                else:
                    draw_clash_line(canvas, a, b, cell, COLORS[1], share)

    def paint_lengths(self, canvas: Canvas, plot: Plot, faint: Iterable[Strand] = ()) -> None:
        """The lengths of all lines that have grown, over the tiles."""
        dim = set(faint)
        double = _doubles(plot.strands)
        for strand, strength in plot.strands.items():
            if strength > 0.5 and strand not in dim:
                self._paint_length(canvas, strand, strand.line in double)

    def _paint_length(self, canvas: Canvas, strand: Strand, crowded: bool) -> None:
        at, length = self.middle(strand), strand.line.length
        if length > 2:
            radius = max(LEAST_BADGE, self.board.cell * BADGE)
        else:
            radius = max(LEAST_SMALL, self.board.cell * SMALL_BADGE)
        if crowded:  # side by side, across the line
            a, b = self.ends(strand, False)
            far = radius * 0.92 * (1 if strand.kind == HARMONY else -1)
            at = (at[0] - far, at[1]) if abs(a[0] - b[0]) < 1 else (at[0], at[1] - far)
        canvas.picture_as_is(badge(canvas.px(radius), strand.kind, length, self.turn), at)

    def paint_tiles(self, canvas: Canvas, plot: Plot, without: rules.Point | None = None) -> None:
        for point, piece in plot.pieces.items():
            if point != without:
                self.bed.paint_piece(canvas, piece)

    def paint_above(self, canvas: Canvas, plot: Plot) -> None:
        for piece in plot.above:
            self.bed.paint_piece(canvas, piece)


def _doubles(strands: Iterable[Strand]) -> set[Line]:
    """The lines that are both a harmony and a disharmony, as lotus and orchid form them."""
    return {line for line, count in Counter(s.line for s in strands).items() if count > 1}


# Signs of the two kinds ---------------------------------------------------------------------------


def badge(radius: int, kind: int, number: int, turn: int = 0) -> pygame.Surface:
    """A number in a blossom or in a jagged star; read from another edge after quarter turns."""
    key = ("solitaire badge", radius, kind, number, turn)
    return SPRITES.get(key, lambda: _badge(radius, kind, number, turn))


def _badge(radius: int, kind: int, number: int, turn: int) -> pygame.Surface:
    over, side = 4, 2 * round(radius * 1.3) + 2
    sheet = pygame.Surface((side * over, side * over), pygame.SRCALPHA, 32)
    pen = Pen(sheet, (side * over / 2, side * over / 2), radius * over)
    edge, fill = mix(COLORS[kind], INK, 0.78), mix(COLORS[kind], IVORY, 0.42)
    for grown, tone in ((0.16, edge), (0.0, fill)):
        if kind == HARMONY:
            _blossom(pen, 1.0 + grown, tone)
        else:
            _star(pen, 1.0 + grown, tone)
    digits = font("bold", round(radius * over * (1.42 if number < 10 else 1.2)))
    image = digits.render(str(number), True, INK)
    box = image.get_bounding_rect()
    middle = side * over / 2
    sheet.blit(image, (round(middle - box.centerx), round(middle - box.centery)))
    sheet = pygame.transform.rotate(sheet, 90 * turn)
    return pygame.transform.smoothscale(sheet, (side, side))


def _blossom(pen: Pen, reach: float, tone: Color) -> None:
    """Eight round petals that run into one another."""
    for i in range(8):
        at = math.radians(45 * i)
        pen.disc((0.62 * math.cos(at), 0.62 * math.sin(at)), reach - 0.62, tone)
    pen.disc((0, 0), 0.8, tone)


def _star(pen: Pen, reach: float, tone: Color) -> None:
    """Eight points and the cuts between them."""
    corners = []
    for i in range(16):
        far = reach * (1.16 if i % 2 == 0 else 0.80)
        at = math.radians(22.5 * i)
        corners.append((far * math.cos(at), far * math.sin(at)))
    pen.polygon(corners, tone)


def promise(radius: int, kinds: int, loud: bool) -> pygame.Surface:
    """What stands on a point where a tile may go: a wreath of petals where it forms a harmony
    (kinds & 1), a jagged ring where it forms a disharmony (kinds & 2), else a bead.
    """
    key = ("solitaire promise", radius, kinds, loud)
    return SPRITES.get(key, lambda: _promise(radius, kinds, loud))


def _promise(radius: int, kinds: int, loud: bool) -> pygame.Surface:
    over, side = 4, 2 * round(radius * 1.16) + 4
    sheet = pygame.Surface((side * over, side * over), pygame.SRCALPHA, 32)
    pen = Pen(sheet, (side * over / 2, side * over / 2), radius * over)
    both = kinds == 3
    if kinds & 2:
        _jagged_ring(pen, 1.0, 0.15 if both else 0.20)
    if kinds & 1:
        _wreath(pen, 0.66 if both else 0.92)
    if not kinds:
        pen.disc((0, 0), 0.26, mix(IVORY, INK, 0.7))
        pen.disc((0, 0), 0.18, IVORY)
    image = pygame.transform.smoothscale(sheet, (side, side))
    if not loud:
        return image
    lit = sprites.glow(image, max(2.0, radius * 0.16), mix(IVORY, COLORS[0], 0.35), 0.6)
    lit.blit(image, [(b - s) // 2 for b, s in zip(lit.get_size(), image.get_size(), strict=True)])
    return lit


def _wreath(pen: Pen, reach: float) -> None:
    """Six petals around an open middle."""
    color = COLORS[HARMONY]
    for grown, tone in ((0.09, mix(color, INK, 0.75)), (0.0, mix(color, IVORY, 0.2))):
        for i in range(6):
            outline = round_petal(reach * 0.66 + 2 * grown, reach * 0.50 + 2 * grown)
            blob(pen.moved(0, 0, 1, 60 * i).moved(0, grown - reach * 0.34), outline, tone)


def _jagged_ring(pen: Pen, reach: float, width: float) -> None:
    """A ring of zigzag."""
    color = COLORS[DISHARMONY]
    corners = []
    for i in range(24):
        far = reach * (1.0 if i % 2 == 0 else 0.76)
        at = math.radians(15 * i - 90)
        corners.append((far * math.cos(at), far * math.sin(at)))
    for grown, tone in ((0.12, mix(color, INK, 0.78)), (0.0, mix(color, IVORY, 0.25))):
        for a, b in zip(corners, [*corners[1:], corners[0]], strict=True):
            pen.line(a, b, width + grown, tone)
