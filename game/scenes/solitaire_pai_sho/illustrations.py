"""The pictures in the rules of Solitaire Pai Sho: gardens with their lines and lengths, scales.

What they show follows from the rules: every line with its length, and the points that glow.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from game.rules.pai_sho.board import ALL_KINDS, KINDS, SET, at, points_of, xy
from game.rules.solitaire_pai_sho import state as rules
from game.rules.solitaire_pai_sho.state import Mode, Terms
from game.scenes.core import sketch
from game.scenes.pai_sho.board import PaiShoBoard
from game.scenes.pai_sho.explained import WHOLE
from game.scenes.pai_sho.illustrations import GardenSketch, paint_rows
from game.scenes.solitaire_pai_sho.bag import paint_bag
from game.scenes.solitaire_pai_sho.garden import Plot, PlotView, promise
from game.scenes.solitaire_pai_sho.input import Stock, goals
from game.scenes.solitaire_pai_sho.scales import Scales, Stand, paint_scales
from game.ui import sprites
from game.ui.canvas import Canvas
from game.ui.frame import Box
from game.ui.markup import Picture


@dataclass(frozen=True, slots=True)
class Bower(GardenSketch):
    """Where a tile of the kind `laying` may go glows, or where the flower on `moving` may be
    moved; `turn` is whose it is.
    """

    owners: ClassVar[str] = rules.OWNERS
    laying: str = ""
    moving: tuple[int, int] | None = None
    turn: int = 0
    mode: Mode = "solitaire"

    def paint_tiles(self, canvas: Canvas, board: PaiShoBoard) -> None:
        terms = Terms(self.mode, 1, move_instead=True, full=True, choose=False, shared=False)
        garden = rules.fresh(terms)._replace(board=self.board(), turn=self.turn)
        plot, view = Plot(), PlotView(board, (0, 0))
        plot.show(garden)
        view.paint_lines(canvas, plot)
        view.paint_tiles(canvas, plot)
        found = {at(*place): 0 for place in self.good}
        if self.laying:
            found = goals(garden, Stock(KINDS[self.laying]))
        if self.moving is not None:
            found = goals(garden, at(*self.moving))
        for point, kinds in found.items():
            image = promise(canvas.px(self.cell * 0.36), kinds, any(found.values()))
            canvas.picture_as_is(image, board.place(point))
        view.paint_lengths(canvas, plot)


SKETCHES: Final = {
    **sketch.read("solitaire_pai_sho", Bower),
    "accents": Bower((-9, -9), (9, 9), good=[*map(xy, points_of(rules.ACCENT_GROUND))], cell=25),
}
"""Every illustration of the garden by the name the pages call it."""

SCALES_SIZE: Final = (460.0, 400.0)


def paint_balance(canvas: Canvas, box: Box) -> None:
    """The scales with what is in the garden beside them."""
    lines, scales = rules.lines(SKETCHES["weighed"].board()), Scales()
    scales.put(rules.lengths(lines), rules.counts(lines))
    scales.rest()
    rect = canvas.rect(box)
    wood = sprites.sheet("walnut.jpg", rect.size, canvas.px(14))
    canvas.surface.blit(wood, rect)
    place = Stand(box.inset(26 * box.w / SCALES_SIZE[0]), False)
    paint_scales(canvas, place, scales, ("", ""), scales.lighter)


def paint_set(canvas: Canvas, box: Box) -> None:
    """The set as it lies in its box: the bag, and the flowers and accents around it."""
    flowers, others = ([(kind, seat) for kind in ALL_KINDS[6 * seat :][:6]] for seat in (0, 1))
    paint_rows(canvas, box, 0.83, (flowers, (), others))
    paint_bag(canvas, box.center, min(box.w / 9, box.h / 3.875), 1.0, sum(SET))


def pictures() -> Mapping[str, Picture]:
    """The illustrations by name."""
    return {
        **sketch.pictures(SKETCHES),
        "circle": WHOLE,
        "balance": Picture(paint_balance, *SCALES_SIZE),
    }
