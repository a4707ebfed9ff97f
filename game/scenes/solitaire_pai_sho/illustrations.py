"""The pictures in the rules of Solitaire Pai Sho: gardens with their lines and lengths, scales.

What they show follows from the rules: every line with its length, and the points that glow.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from game.rules.pai_sho.board import CODES, KINDS, SET, at, points_of, xy
from game.rules.solitaire_pai_sho import state as rules
from game.rules.solitaire_pai_sho.state import Terms
from game.scenes.core import sketch
from game.scenes.pai_sho.art import TileArt
from game.scenes.pai_sho.board import PaiShoBoard
from game.scenes.pai_sho.garden import WOOD
from game.scenes.pai_sho.illustrations import CIRCLE, GardenSketch
from game.scenes.solitaire_pai_sho.bag import paint_bag
from game.scenes.solitaire_pai_sho.garden import Plot, PlotView, promise
from game.scenes.solitaire_pai_sho.input import Pick, goals
from game.scenes.solitaire_pai_sho.scales import Scales, Stand, paint_scales
from game.ui import sprites
from game.ui.canvas import Canvas
from game.ui.frame import Box
from game.ui.markup import Picture

TERMS: Final = Terms("solitaire", 1, True, True, False, False)
TOGETHER: Final = Terms("cooperative", 1, True, True, False, False)


@dataclass(frozen=True, slots=True)
class Bower(GardenSketch):
    """Where a tile of the kind `laying` may go glows, or where the flower on `moving` may be
    moved; `turn` is whose it is.
    """

    owners: ClassVar[str] = rules.OWNERS
    laying: str = ""
    moving: tuple[int, int] | None = None
    turn: int = 0
    terms: Terms = TERMS

    def paint_tiles(self, canvas: Canvas, board: PaiShoBoard) -> None:
        garden = rules.fresh(self.terms)._replace(board=self.board(), turn=self.turn)
        plot, view = Plot(), PlotView(board, (0, 0))
        plot.show(garden)
        view.paint_lines(canvas, plot)
        view.paint_tiles(canvas, plot)
        found = {at(*place): 0 for place in self.good}
        if self.laying:
            found = goals(garden, Pick(KINDS[self.laying]))
        if self.moving is not None:
            found = goals(garden, Pick(source=at(*self.moving)))
        for point, kinds in found.items():
            image = promise(canvas.px(self.cell * 0.36), kinds, any(found.values()))
            canvas.picture_as_is(image, board.place(point))
        view.paint_lengths(canvas, plot)


_FIRST: Final = "H R3 -4,4;H R4 4,4"
_GROWN: Final = f"{_FIRST};H W5 -4,-3;H O -2,-3;H W4 4,-3"
WEIGHED: Final = Bower((-5, -5), (5, 5), f"{_GROWN};H R5 2,1;H W3 -1,1;H K 0,-1", cell=44.0)

ACCENTS: Final = tuple(map(xy, points_of(rules.ACCENT_GROUND)))
SKETCHES: Final[dict[str, Bower]] = {
    "fits": Bower((-8, -1), (3, 8), laying="R4", cell=40.0),
    "glows": Bower((-5, -2), (6, 6), "H R3 4,4;H W4 -4,1;H R5 2,-1", laying="R4", cell=42.0),
    "accents": Bower((-9, -9), (9, 9), good=ACCENTS, cell=25.0),
    "harmony": Bower((-4, 2), (4, 6), "H R3 -3,5;H R4 3,5;H W5 -3,3", cell=48.0),
    "disharmony": Bower((-4, 2), (4, 6), "H R3 -3,5;H W3 3,5;H R4 0,3;H W4 3,3", cell=48.0),
    "both": Bower((-4, 2), (4, 6), "H L -3,5;H O 3,5;H W4 3,3;H R3 -3,3", cell=48.0),
    "gate": Bower((-4, 6), (4, 8), "H R4 -3,8;H R5 0,8;H W3 3,8", cell=48.0),
    "broken": Bower((-4, 3), (4, 5), "H R3 -3,4;H R4 3,4;H B 1,4", cell=48.0),
    "weighed": WEIGHED,
    "goal_1": replace(WEIGHED, tiles=_FIRST),
    "goal_2": replace(WEIGHED, tiles=_GROWN),
    "goal_3": WEIGHED,
    "moved": Bower((-4, -1), (5, 6), "H R3 4,4;H W4 -3,1;H R4 1,2", moving=(1, 2), cell=46.0),
    "together": Bower((-5, -2), (6, 6), "H R3 4,4;G W4 -4,1;H R5 2,-1;G W5 -2,5",
                      laying="W3", turn=1, terms=TOGETHER, cell=42.0),
}  # fmt: skip
"""Every illustration of the garden by the name the pages call it."""

SCALES_SIZE: Final = (460.0, 400.0)


def paint_balance(canvas: Canvas, box: Box) -> None:
    """The scales with what is in the garden beside them."""
    lines, scales = rules.lines(WEIGHED.board()), Scales()
    scales.put(rules.lengths(lines), rules.counts(lines))
    scales.rest()
    rect = canvas.rect(box)
    wood = sprites.sheet("walnut.jpg", rect.size, canvas.px(14))
    canvas.surface.blit(wood, rect)
    place = Stand(box.inset(26 * box.w / SCALES_SIZE[0]), False)
    paint_scales(canvas, place, scales, ("", ""), scales.lighter)


def paint_set(canvas: Canvas, box: Box) -> None:
    """The set as it lies in its box: the bag, and the flowers and accents around it."""
    step = min(box.w / 7.2, box.h / 3.1)
    tiles = TileArt(step * 0.86 * canvas.scale, canvas.design)
    around = [(column, row) for row in (0, 2) for column in range(6)]
    for kind, (column, row) in zip(range(1, len(SET)), around, strict=True):
        x = box.x + box.w * (column + 0.5) / 6
        tiles.put(canvas, (x, box.y + box.h * (0.17 + 0.33 * row)), CODES[kind], WOOD[row > 0])
    paint_bag(canvas, box.center, step * 0.8, 1.0, sum(SET))


def pictures() -> Mapping[str, Picture]:
    """The illustrations by name."""
    return {
        **sketch.pictures(SKETCHES),
        "circle": CIRCLE.picture(),
        "balance": Picture(paint_balance, *SCALES_SIZE),
    }
