"""The living picture of a Skud Pai Sho garden: tiles, harmonies, signs, a ring in bloom.

Positions are the garden's own: (0, 0) is the centre, x to the right, y up as the guest sees it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from game.rules.core.protocol import Seat
from game.rules.pai_sho import board as rules
from game.rules.pai_sho.board import CODES, GATES, Code, Mask, kind_of, owner_of, points_of, xy
from game.rules.skud_pai_sho.board import (
    Harmony,
    blooming,
    drained,
    flowers,
    harmonies_of,
    ring,
    trapping,
)
from game.rules.skud_pai_sho.state import State
from game.scenes.pai_sho.art import TileArt, Wood
from game.scenes.pai_sho.board import PaiShoBoard
from game.scenes.pai_sho.lines import Form, draw_harmony_line, draw_ring_bloom
from game.ui.canvas import Canvas
from game.ui.frame import Point
from game.ui.theme import INK, LAMP, Color, rgb

Place: TypeAlias = tuple[float, float]
"""A position in the garden."""

WOOD: Final[tuple[Wood, Wood]] = ("light", "dark")
COLORS: Final[tuple[Color, Color]] = (rgb("#F2B24C"), rgb("#7FAEF0"))
FORMS: Final[tuple[Form, Form]] = ("pointed", "round")
"""By seat: the wood of the tiles, and the harmonies' colour and petals."""
DRIFT: Final = 0.35
"""How fast petals drift, in petals a second."""
FAINT: Final = 0.25
"""What is left to see of a harmony that a move would break."""
BEAT: Final = 1 / 30
"""Drifting petals are painted anew so often."""


@dataclass(slots=True)
class Piece:
    """One tile as it is shown."""

    code: Code
    at: Place
    lift: float = 0.0
    alpha: float = 1.0


@dataclass(slots=True)
class Bed:
    """Everything that lies in the garden. `life` is how lively it is, 1 awake and 0 asleep."""

    pieces: dict[rules.Point, Piece] = field(default_factory=dict)
    above: list[Piece] = field(default_factory=list)
    """Tiles on their way, painted over all others."""
    lines: dict[Harmony, float] = field(default_factory=dict)
    """Harmonies and how far each has grown, 0…1."""
    rings: tuple[tuple[Seat, tuple[rules.Point, ...]], ...] = ()
    bloom: float = 0.0
    trapped: Mask = 0
    drained: Mask = 0
    growing: Mask = 0
    phase: float = 0.0
    life: float = 1.0
    _since: float = 0.0

    def show(self, state: State) -> None:
        """Bring everything in line with a state."""
        board = state.board
        self.pieces = {p: Piece(board.cells[p], xy(p)) for p in points_of(board.taken)}
        self.above.clear()
        lines = harmonies_of(board, state.rules)
        self.lines = dict.fromkeys(lines, 1.0)
        there = blooming(board)
        self.trapped = there & (
            trapping(board, 0) & flowers(board, 0) | trapping(board, 1) & flowers(board, 1)
        )
        orchids = rules.both(board, rules.ORCHID)
        self.drained = there & drained(board) & ~orchids
        self.growing = GATES & board.taken
        won = state.outcome is not None and state.outcome.reason in ("ring", "rings")
        ways = ((seat, ring(lines, seat)) for seat in (0, 1)) if won else ()
        self.rings = tuple((seat, way) for seat, way in ways if way)
        self.bloom = 1.0 if self.rings else 0.0

    def update(self, seconds: float) -> bool:
        """Let petals drift; True when the picture changed."""
        if self.life <= 0 or not self.lines:
            return False
        self._since += seconds
        if self._since < BEAT:
            return False
        self.phase += DRIFT * self.life * self._since
        self._since = 0.0
        return True


class BedView:
    """Paints a bed onto the board; `turns` are the quarter turns by which each seat's tiles lie."""

    def __init__(self, board: PaiShoBoard, turns: tuple[int, int]) -> None:
        self.board, self.turns = board, turns
        self.tiles = TileArt(board.tile * board.scale)

    def at(self, place: Place) -> Point:
        return self.board.at(*place)

    def warm(self) -> Iterator[None]:
        """Paint the tiles ahead of time, one a step."""
        for wood, turn in zip(WOOD, self.turns, strict=True):
            yield from self.tiles.warm(wood, turn)

    def paint_lines(self, canvas: Canvas, bed: Bed, faint: Collection[Harmony] = ()) -> None:
        """All harmonies, some of them but faintly."""
        for line, strength in bed.lines.items():
            share = FAINT if line in faint else 1.0
            self.paint_line(canvas, line, bed.phase, strength * share)

    def paint_line(self, canvas: Canvas, line: Harmony, phase: float, strength: float) -> None:
        a, b = self.board.place(line.first), self.board.place(line.second)
        owner = line.owner
        draw_harmony_line(
            canvas, a, b, COLORS[owner], self.board.cell, phase, strength, FORMS[owner]
        )

    def paint_bloom(self, canvas: Canvas, bed: Bed) -> None:
        for seat, way in bed.rings:
            points = [self.board.place(point) for point in way]
            draw_ring_bloom(canvas, points, bed.bloom, COLORS[seat], self.board.cell)

    def paint_tiles(self, canvas: Canvas, bed: Bed, without: Mask = 0) -> None:
        """All tiles with their signs, but for those on some points, and those on their way."""
        for point, piece in bed.pieces.items():
            if without >> point & 1:
                continue
            faded = bool(bed.drained >> point & 1)
            self.paint_piece(canvas, piece, faded)
            if piece.lift == 0:
                self._paint_signs(canvas, bed, point, piece)

    def paint_above(self, canvas: Canvas, bed: Bed) -> None:
        for piece in bed.above:
            self.paint_piece(canvas, piece)

    def paint_piece(self, canvas: Canvas, piece: Piece, faded: bool = False) -> None:
        owner, code = owner_of(piece.code), CODES[kind_of(piece.code)]
        center, turn = self.at(piece.at), self.turns[owner]
        if piece.alpha < 1:
            image = self.tiles.tile(code, WOOD[owner], faded, turn)
            canvas.picture_as_is(image, center, piece.alpha)
            return
        self.tiles.put(
            canvas, center, code, WOOD[owner], faded=faded, turn=turn, lift=piece.lift
        )

    def _paint_signs(
        self, canvas: Canvas, bed: Bed, point: rules.Point, piece: Piece
    ) -> None:
        center, turn = self.at(piece.at), self.turns[owner_of(piece.code)]
        if bed.trapped >> point & 1:
            canvas.picture_as_is(self.tiles.sign("trapped", turn), center)
        elif bed.drained >> point & 1:
            canvas.picture_as_is(self.tiles.sign("drained", turn), center)
        elif bed.growing >> point & 1:
            canvas.picture_as_is(self.tiles.sign("growing", turn), center)

    def paint_ghost(self, canvas: Canvas, code: Code, place: Place) -> None:
        """A tile where it would come to lie."""
        owner = owner_of(code)
        image = self.tiles.ghost(CODES[kind_of(code)], WOOD[owner], self.turns[owner])
        canvas.picture_as_is(image, self.at(place))


def paint_arrow(canvas: Canvas, view: BedView, tail: Place, head: Place) -> None:
    """Where a tile would be taken."""
    (x1, y1), (x2, y2) = view.at(tail), view.at(head)
    far = max(1e-6, ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5)
    ux, uy = (x2 - x1) / far, (y2 - y1) / far
    cell = view.board.cell
    tip = x2 - ux * cell * 0.38, y2 - uy * cell * 0.38
    for grown, tone in ((0.05, INK), (0.0, LAMP)):
        wide, long = cell * (0.17 + grown), cell * (0.26 + grown)
        canvas.polygon(
            ((tip[0] + ux * cell * grown, tip[1] + uy * cell * grown),
             (tip[0] - ux * long - uy * wide, tip[1] - uy * long + ux * wide),
             (tip[0] - ux * long + uy * wide, tip[1] - uy * long - ux * wide)), tone,
        )  # fmt: skip
