"""The living picture of a Skud Pai Sho garden: tiles, harmonies, signs, a ring in bloom."""

import math
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

from game.rules.core.protocol import Seat
from game.rules.pai_sho.board import GATES, ORCHID, Point, both
from game.rules.skud_pai_sho import board as skud
from game.rules.skud_pai_sho.board import Harmony
from game.rules.skud_pai_sho.state import State
from game.scenes.pai_sho.garden import Bed, BedView
from game.scenes.pai_sho.lines import Form, arrow, draw_harmony_line, draw_ring_bloom
from game.ui.canvas import Canvas
from game.ui.theme import LAMP, Color, rgb
from game.ui.timeline import between

COLORS: Final[tuple[Color, Color]] = (rgb("#F2B24C"), rgb("#7FAEF0"))
FORMS: Final[tuple[Form, Form]] = ("pointed", "round")
"""By seat: the harmonies' colour and petals."""
FAINT: Final = 0.25
"""What is left to see of a harmony that a move would break."""


@dataclass(slots=True)
class Plot(Bed[Harmony]):
    """Everything that lies in the garden, rings too."""

    rings: tuple[tuple[Seat, tuple[Point, ...]], ...] = ()
    bloom: float = 0.0
    aids: bool = True
    """Whether harmonies are drawn (SK-25)."""

    def show(self, state: State) -> None:
        """Bring everything in line with a state."""
        board = state.board
        lines = skud.harmonies_of(board, state.rules)
        self.lay(board, lines if self.aids else ())
        there, trapped = skud.blooming(board), 0
        for seat in (0, 1):
            trapped |= skud.trapping(board, seat) & skud.flowers(board, seat)
        drained = skud.drained(board) & ~both(board, ORCHID)
        self.signs = {
            "trapped": there & trapped, "drained": there & drained, "growing": GATES & board.taken,
        }  # fmt: skip
        won = state.outcome is not None and state.outcome.reason in ("ring", "rings")
        ways = ((seat, skud.ring(lines, seat)) for seat in (0, 1)) if won else ()
        self.rings = tuple((seat, way) for seat, way in ways if way)
        self.bloom = 1.0 if self.rings else 0.0


class PlotView(BedView):
    """Paints a garden onto the board."""

    def wishes(self) -> Iterator[Callable[[], object]]:
        """The same, and what is laid on points that can be gone to, and on sprouts."""
        yield from super().wishes()
        for art in (self.tiles, self.closer):
            yield partial(art.halo, LAMP)
            yield partial(art.bead, False)
            yield from (partial(art.sign, "growing", turn) for turn in self.turns)

    def paint_lines(self, canvas: Canvas, plot: Plot, faint: Collection[Harmony] = ()) -> None:
        """All harmonies, some of them but faintly."""
        for line, strength in plot.lines.items():
            share = FAINT if line in faint else 1.0
            self.paint_line(canvas, line, plot.phase, strength * share)

    def paint_line(self, canvas: Canvas, line: Harmony, phase: float, strength: float) -> None:
        a, b = self.board.place(line.first), self.board.place(line.second)
        owner = line.owner
        draw_harmony_line(
            canvas, a, b, COLORS[owner], self.board.cell, phase, strength, FORMS[owner]
        )

    def paint_bloom(self, canvas: Canvas, plot: Plot) -> None:
        for seat, way in plot.rings:
            points = [self.board.place(point) for point in way]
            draw_ring_bloom(canvas, points, plot.bloom, COLORS[seat], self.board.cell)

    def paint_arrow(self, canvas: Canvas, tail: Point, head: Point) -> None:
        """Where a tile would be taken."""
        (x1, y1), (x2, y2) = self.board.place(tail), self.board.place(head)
        far, cell = max(1e-6, math.dist((x1, y1), (x2, y2))), self.board.cell
        tip = between((x2, y2), (x1, y1), 0.38 * cell / far)
        heading = math.degrees(math.atan2(x2 - x1, y1 - y2))
        canvas.picture_as_is(arrow(canvas.px(cell), heading), tip)
