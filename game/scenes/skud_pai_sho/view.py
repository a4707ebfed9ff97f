"""Paints the garden: harmonies and tiles, and over them what is picked, aimed at and refused."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from game.rules.core.protocol import Refusal
from game.rules.pai_sho.board import BITS, GATES, code_of, points_of
from game.rules.skud_pai_sho.state import State
from game.scenes.pai_sho.board import PaiShoBoard
from game.scenes.pai_sho.garden import Bed, BedView, Piece
from game.scenes.pai_sho.lines import draw_last, draw_reach
from game.scenes.skud_pai_sho.input import Input
from game.scenes.skud_pai_sho.lens import paint_lens
from game.scenes.skud_pai_sho.preview import paint_after, paint_before, paint_clash
from game.ui.canvas import Canvas
from game.ui.frame import Point as At
from game.ui.theme import INK, IVORY, LAMP, VERMILION, mix, with_alpha

MANY: Final = 60
"""Where more points than these can be gone to, they are marked but finely."""
HOSTILE: Final = mix(VERMILION, IVORY, 0.1)


class View:
    """The garden on its board, with what the input says about it; made anew for every layout."""

    def __init__(self, board: PaiShoBoard, turns: tuple[int, int], bed: Bed, hand: Input) -> None:
        self._board, self._bed, self._hand = board, bed, hand
        self.garden = BedView(board, turns)

    def paint(
        self, canvas: Canvas, state: State, last: Iterable[At], lens: bool,
        objection: Refusal | None,
    ) -> None:
        """Paint a state; `last` is where the last turn took place, `objection` why not."""
        bed, garden, shown = self._bed, self.garden, self._hand.preview
        for at in last:
            draw_last(canvas, at, self._board.cell)
        garden.paint_lines(canvas, bed, shown.lost if shown else ())
        if lens:
            paint_lens(canvas, garden, state.board, state.rules)
        if shown:
            paint_before(canvas, garden, shown, bed.phase)
        garden.paint_bloom(canvas, bed)
        glow = garden.tiles.glow(LAMP, 0.55)
        for point in points_of(self._hand.movable):
            canvas.picture_as_is(glow, self._board.place(point))
        lifted = self._hand.picked.lifted
        gone = 0 if self._hand.held is None or lifted is None else BITS[lifted]
        garden.paint_tiles(canvas, bed, gone)
        self._paint_reach(canvas, state)
        if shown:
            paint_after(canvas, garden, shown, self._hand.held is not None)
        paint_clash(canvas, garden, objection)
        garden.paint_above(canvas, bed)

    def _paint_reach(self, canvas: Canvas, state: State) -> None:
        """Where the picked tile can go: beads, rich ones ringed, captures crossed by swords."""
        board, tiles, cell = self._board, self.garden.tiles, self._board.cell
        if self._hand.picked.source is not None and self._hand.held is None:
            canvas.ring(board.place(self._hand.picked.source), cell * 0.55, LAMP, 4)
        reach = self._hand.reach
        many = reach.goals.bit_count() > MANY
        for point in points_of(reach.goals):
            at = board.place(point)
            if many and not state.board.cells[point]:
                canvas.disc(at, cell * 0.13, with_alpha(INK, 0.5))
                canvas.disc(at, cell * 0.095, LAMP)
            elif state.board.cells[point]:
                taking = reach.hostile & BITS[point]
                canvas.picture_as_is(tiles.halo(HOSTILE if taking else LAMP), at)
            else:
                if GATES & BITS[point]:
                    canvas.picture_as_is(tiles.halo(LAMP), at)
                draw_reach(canvas, at, cell, LAMP, bool(reach.rich & BITS[point]))

    def paint_held(self, canvas: Canvas, state: State) -> None:
        """The tile that is dragged about, over trays and board."""
        at, pick = self._hand.held, self._hand.picked
        if at is None:
            return
        code = 0
        if pick.lifted is not None:
            code = state.board.cells[pick.lifted]
        elif pick.hand is not None:
            code = code_of(pick.hand, state.turn)
        if code:
            piece = Piece(code, self._board.garden_point(at), 1.0)
            self.garden.paint_piece(canvas, piece)
