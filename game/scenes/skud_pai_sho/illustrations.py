"""The pictures in the rules of Skud Pai Sho, and its set as it lies in the box."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from game.rules.pai_sho.board import ACCENTS, ALL_KINDS, LOTUS, SET, at, points_of
from game.rules.skud_pai_sho.board import OWNERS, RULESETS, clashes, ring, survey, turns_of
from game.rules.skud_pai_sho.state import State
from game.scenes.core import sketch
from game.scenes.pai_sho.board import PaiShoBoard
from game.scenes.pai_sho.explained import WHOLE
from game.scenes.pai_sho.illustrations import GardenSketch, paint_rows
from game.scenes.pai_sho.lines import draw_clash_line
from game.scenes.skud_pai_sho.garden import Plot, PlotView
from game.ui import sprites
from game.ui.canvas import Canvas
from game.ui.frame import Box
from game.ui.markup import Picture
from game.ui.theme import LAMP, VERMILION, mix

RULES: Final = RULESETS["leaflet"]
TILES_SIZE: Final = (960.0, 190.0)


def paint_tiles(canvas: Canvas, box: Box) -> None:
    """One tile of each kind, the guest's above the host's, on the cloth."""
    rect = canvas.rect(box)
    cloth = sprites.sheet("garden_cloth.jpg", rect.size, canvas.px(14))
    canvas.surface.blit(cloth, rect)
    rows = [[(kind, seat) for kind in ALL_KINDS] for seat in (0, 1)]
    paint_rows(canvas, box.inset(0.016 * box.w), 0.83, rows)


def paint_set(canvas: Canvas, box: Box) -> None:
    """The set as it lies in its box: the tiles of both players in rows."""
    guest, host = ([(kind, seat) for kind in (1, 2, 3, 7, 4, 5, 6, 8)] for seat in (0, 1))
    accents = [(kind, 0) for kind in reversed(ACCENTS)] + [(kind, 1) for kind in ACCENTS]
    paint_rows(canvas, box, 0.82, (guest, accents, host))


@dataclass(frozen=True, slots=True)
class Patch(GardenSketch):
    """`reach` lights the points that the tile there can be arranged to, `turning` shows what a
    wheel there does.
    """

    owners: ClassVar[str] = OWNERS
    reach: tuple[int, int] | None = None
    turning: tuple[int, int] | None = None
    clashing: bool = False

    def paint_tiles(self, canvas: Canvas, board: PaiShoBoard) -> None:
        tiles = self.board()
        garden, view = Plot(), PlotView(board, (0, 0))
        garden.show(State(RULES, "each_chooses", "turn", 0, tiles, (SET, SET), ((), ()), 0, None))
        view.paint_lines(canvas, garden)
        way = ring(garden.lines, 0)
        if way:
            garden.rings, garden.bloom = ((0, way),), 1.0
            view.paint_bloom(canvas, garden)
        view.paint_tiles(canvas, garden)
        lit = [at(*place) for place in self.good]
        if self.reach is not None:
            lit += points_of(survey(tiles, 0, RULES).goals[at(*self.reach)])
        for point in lit:
            hostile, art = tiles.cells[point], view.tiles
            light = art.halo(mix(VERMILION, LAMP, 0.25)) if hostile else art.bead(False)
            canvas.picture_as_is(light, board.place(point))
        for a, b in clashes(tiles) if self.clashing else ():
            draw_clash_line(canvas, board.place(a), board.place(b), board.cell)
        if self.turning is not None:
            for tail, head in turns_of(tiles, at(*self.turning)).items():
                view.paint_arrow(canvas, tail, head)


def paint_specimen(canvas: Canvas, box: Box) -> None:
    """Tiles of either side."""
    paint_rows(canvas, box, 0.8, [[(1, 0), (5, 1), (LOTUS, 0)]])


def paint_board(canvas: Canvas, box: Box) -> None:
    """The whole garden with a few tiles, in the middle of a box."""
    wide, high = BOARD.size
    side = min(box.w, box.h)
    BOARD.paint(canvas, Box.around(box.center, side, side * high / wide))


BOARD: Final = Patch((-9, -9), (9, 9), "G R3 -3,4;G R4 3,4;H W5 2,-3;H W3 -5,-3", cell=16.0)
SKETCHES: Final = sketch.read("skud_pai_sho", Patch)


def pictures() -> Mapping[str, Picture]:
    """The illustrations by name."""
    return {
        **sketch.pictures(SKETCHES),
        "circle": WHOLE,
        "tiles": Picture(paint_tiles, *TILES_SIZE),
    }
