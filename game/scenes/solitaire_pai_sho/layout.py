"""Where things lie on the table in Solitaire Pai Sho, in table units."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.rules.core.protocol import Seat
from game.rules.pai_sho.board import Kind
from game.scenes.pai_sho.board import PaiShoBoard
from game.scenes.play.layout import Layout
from game.scenes.play.tray import Tray
from game.scenes.solitaire_pai_sho.scales import Scales, pan_at
from game.scenes.solitaire_pai_sho.side import Side, lay_side
from game.scenes.solitaire_pai_sho.tray import Desk, lay_desk
from game.ui.frame import Box, Frame, Point

SQUAT: Final = 1.6
"""Upright screens less tall than so many widths are squat."""
DEEP: Final = 300.0
"""How deep trays are on them: there the desks need height more than the garden needs width."""


class Places:
    """The garden, a desk for each gardener and, for who plays alone, the panel opposite."""

    board: PaiShoBoard
    frames: tuple[Frame, ...]
    """The trays' own, seat by seat."""
    desks: list[Desk]
    side: Side | None

    def arrange(
        self, layout: Layout, trays: Sequence[Tray], choosing: bool, size: Point, scale: float
    ) -> None:
        """Divide a table of this size; `choosing`: tiles are picked from the stock, not drawn."""
        self.board = PaiShoBoard(layout.board, layout.trays[0].turn, scale)
        self.frames = layout.trays
        self.desks = [lay_desk(tray, choosing, weighs=len(trays) > 1) for tray in trays]
        self.side = None
        if len(trays) == 1:  # opposite, where another tray would stand
            box, (width, height) = self.frames[0].box, size
            below = box.center[1] > layout.board.bottom
            x, y = (box.x, height - box.bottom) if below else (width - box.right, box.y)
            self.side = lay_side(Box(x, y, box.w, box.h))

    def hand_size(self, seat: Seat) -> float:
        """The diameter of a seat's tile in hand."""
        return self.desks[seat].radius * 2 * 0.94

    def hand(self, seat: Seat) -> Point:
        return self.frames[seat].out(self.desks[seat].hand)

    def bag(self, seat: Seat) -> Point:
        desk = self.desks[seat]
        return self.frames[seat].out(desk.bag or desk.hand)

    def stock(self, seat: Seat, kind: Kind) -> Point:
        return self.frames[seat].out(self.desks[seat].cell(kind).center)

    def pan(self, seat: Seat, scales: Scales, side: int) -> Point:
        """The middle of a pan of the scales that a seat looks at."""
        if self.side is not None:
            return pan_at(self.side.scales, scales, side)
        place = self.desks[seat].scales
        assert place is not None, "for two, the scales stand in the trays"
        return self.frames[seat].out(pan_at(place, scales, side))
