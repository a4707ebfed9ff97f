"""Where things lie on the table in Solitaire Pai Sho, in table units."""

from collections.abc import Sequence
from typing import Final

from game.rules.core.protocol import Seat
from game.scenes.play.layout import Layout
from game.scenes.play.tray import Tray
from game.scenes.solitaire_pai_sho.desk import Desk
from game.scenes.solitaire_pai_sho.scales import Scales, Stand, fitting, pan_at
from game.ui.frame import Box, Frame, Point
from game.ui.theme import GAP

SQUAT: Final = 1.6
"""Upright screens less tall than so many widths are squat."""
PANEL: Final = 0.36
"""The panel's share of a column in which the desk is as well."""
DEEP: Final = 300.0
"""How deep trays are on them: there the desks need height more than the garden needs width."""


def opposite(layout: Layout) -> tuple[Frame, Box]:
    """The tray and the panel of who plays alone in a layout for two; in one column the desk gets
    the larger part.
    """
    mine, other = layout.trays
    beside = mine.box.right <= layout.board.x or mine.box.x >= layout.board.right
    if mine.center[0] != other.center[0] or not beside:
        return mine, other.box
    both = other.box.joined(mine.box)
    high = PANEL * both.h
    tray = both.below(both.y + high + GAP)
    return Frame(tray.center, (tray.w, tray.h)), Box(both.x, both.y, both.w, high)


class Places:
    """A desk for each gardener and, for who plays alone, the panel opposite."""

    panel: Box
    """Where another tray would be, if there is but one."""
    desks: list[Desk]
    scales: Stand | None
    """Where the panel's scales are; for two they stand in the trays."""
    list: Box
    """The panel's other part, below or beside them."""

    def arrange(self, trays: Sequence[Tray], choosing: bool) -> None:
        """Divide the trays; `choosing`: tiles are picked from the stock, not drawn."""
        self.desks = [Desk(tray, choosing, weighs=len(trays) > 1) for tray in trays]
        self.scales = None
        if len(trays) == 1 and not trays[0].folded:
            self._divide(self.panel)

    def _divide(self, box: Box) -> None:
        """Lay out the panel."""
        if box.w > 1.5 * box.h:
            wide = box.w * 0.5 - GAP
            self.scales = fitting(Box(box.x, box.y, wide, box.h).inset(GAP))
            self.list = box.beyond(box.right - wide)
        else:
            self.scales = fitting(Box(box.x, box.y, box.w, min(box.w * 1.02, box.h * 0.56)))
            self.list = box.below(self.scales.low + 3 * GAP)

    def pan(self, seat: Seat, scales: Scales, side: int) -> Point:
        """The middle of a pan of the scales that a seat looks at."""
        if self.scales is not None:
            return pan_at(self.scales, scales, side)
        desk = self.desks[seat]
        if desk.scales is None:  # folded away
            return desk.hand_at
        return desk.frame.out(pan_at(desk.scales, scales, side))
