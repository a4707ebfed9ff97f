"""Paints the garden: harmonies, tiles, picks, what is foreseen and refused, the harmony lens."""

from collections.abc import Iterable, Iterator, Sequence
from math import dist
from typing import Final

from game.rules.core.protocol import Refusal
from game.rules.pai_sho.board import BITS, GATES, Point, points_of, read_point, xy
from game.rules.skud_pai_sho.board import crosses_midline, harmonies_of
from game.rules.skud_pai_sho.harmony_lens import nearest_ring
from game.rules.skud_pai_sho.state import State
from game.scenes.pai_sho.board import PaiShoBoard
from game.scenes.pai_sho.garden import Place
from game.scenes.pai_sho.lines import draw_clash_line, draw_last
from game.scenes.skud_pai_sho.garden import COLORS, Plot, PlotView
from game.scenes.skud_pai_sho.input import Hands
from game.scenes.skud_pai_sho.picks import Reach
from game.ui.canvas import Canvas
from game.ui.theme import GOLD, INK, IVORY, LAMP, VERMILION, Color, mix, with_alpha
from game.ui.timeline import between

MANY: Final = 60
"""Where more points than these can be gone to, they are marked but finely."""
LEADING: Final = ((0.68, 0.11), (1.06, 0.095), (1.4, 0.08), (1.7, 0.065))
"""How far from a flower the dots are that lead away from it, and how large, in cells."""
HOSTILE: Final = mix(VERMILION, IVORY, 0.1)


class View:
    """The garden on its board, with what the input says about it; made anew for every layout."""

    def __init__(
        self, board: PaiShoBoard, turns: tuple[int, int], plot: Plot, hands: Hands
    ) -> None:
        self.board, self._plot, self._hands = board, plot, hands
        self.garden = PlotView(board, turns)

    def paint(
        self, canvas: Canvas, state: State, last: Iterable[str], objection: Refusal | None
    ) -> None:
        """Paint a state; `last` are the places of the last turn, `objection` says why not."""
        plot, garden, board, hands = self._plot, self.garden, self.board, self._hands
        shown = hands.preview
        canvas.group((), draw_last, tuple(filter(None, map(board.place_at, last))), board.cell)
        grown = tuple(plot.lines.items()), plot.phase
        canvas.group(grown, garden.paint_lines, plot, tuple(shown.lost) if shown else ())
        if hands.harmony_lens:
            self._paint_harmony_lens(canvas, state)
        if shown:
            for line in shown.gained:
                garden.paint_line(canvas, line, plot.phase, 0.8)
            for number, at in enumerate(_along([xy(point) for point in shown.way], 4), 1):
                self._bead(canvas, at, 0.055 if number % 4 else 0.10, LAMP)  # of light
        garden.paint_bloom(canvas, plot)
        for point in points_of(hands.movable):
            canvas.picture_as_is(garden.tiles.glow(LAMP, 0.55), board.place(point))
        lifted = hands.picked.lifted
        without = BITS[lifted] if hands.at is not None and lifted is not None else 0
        canvas.group(plot.lying, garden.paint_tiles, plot, without)
        picked = hands.picked.source, hands.at is None
        canvas.group((), self._paint_reach, state.board.cells, hands.reach, *picked)
        if shown:
            for tail, head in shown.turning:
                garden.paint_arrow(canvas, tail, head)
            for point, code in shown.coming:
                garden.paint_ghost(canvas, code, point)
            self._paint_clash(canvas, shown.refusal)
        self._paint_clash(canvas, objection)
        garden.paint_above(canvas, plot)

    def _paint_clash(self, canvas: Canvas, refusal: Refusal | None) -> None:
        """The broken line between two tiles that would clash, if a step is refused for that."""
        if refusal is not None and refusal.rule == "SK-9":
            a, b = (self.board.place(read_point(place)) for place in refusal.places[:2])
            draw_clash_line(canvas, a, b, self.board.cell)

    def _paint_reach(
        self, canvas: Canvas, cells: bytes, reach: Reach, source: Point | None, lies: bool
    ) -> None:
        """Where a tile from there can go: beads, rich ones ringed, captures crossed by swords."""
        board, tiles = self.board, self.garden.tiles
        if source is not None and lies:
            canvas.ring(board.place(source), board.cell * 0.55, LAMP, 4)
        many = reach.goals.bit_count() > MANY
        for point in points_of(reach.goals):
            at = board.place(point)
            if many and not cells[point]:
                self._bead(canvas, xy(point), 0.095, LAMP)
            elif cells[point]:
                canvas.picture_as_is(tiles.halo(LAMP if source is None else HOSTILE), at)
            else:
                if GATES & BITS[point]:
                    canvas.picture_as_is(tiles.halo(LAMP), at)
                canvas.picture_as_is(tiles.bead(bool(reach.rich & BITS[point])), at)

    def _paint_harmony_lens(self, canvas: Canvas, state: State) -> None:
        """The nearest rings: where a harmony is missing dots at both flowers that lead toward the
        other one, a bright line where one is; and a bead where a harmony crosses a midline, if
        that counts.
        """
        for seat in (0, 1):
            sides, absent = nearest_ring(state.board, state.rules, seat) or ((), ())
            for side in sides:
                a, b = ends = [xy(point) for point in side]
                far = dist(a, b)
                if side not in absent:
                    for at in _along(ends, max(2, round(3 * far))):
                        self._bead(canvas, at, 0.05, mix(COLORS[seat], IVORY, 0.7))
                    continue
                for share, size in ((min(0.5, away / far), size) for away, size in LEADING):
                    for at in (between(a, b, share), between(b, a, share)):
                        self._bead(canvas, at, size, mix(COLORS[seat], IVORY, 0.15))
        for line in harmonies_of(state.board, state.rules):
            if state.rules.midlines_decide and crosses_midline(line):
                (x1, y1), (x2, y2) = xy(line.first), xy(line.second)
                at = self.board.at(*((x1, 0) if x1 == x2 and y1 * y2 < 0 else (0, y1)))
                cell = self.board.cell
                canvas.disc(at, cell * 0.22, mix(GOLD, INK, 0.65))
                canvas.disc(at, cell * 0.18, GOLD)
                canvas.disc(at, cell * 0.09, COLORS[line.owner])

    def _bead(self, canvas: Canvas, place: Place, size: float, color: Color) -> None:
        at, cell = self.board.at(*place), self.board.cell
        canvas.disc(at, cell * (size + 0.037), with_alpha(INK, 0.55))
        canvas.disc(at, cell * size, color)


def _along(way: Sequence[Place], parts: int) -> Iterator[Place]:
    """Places that divide every leg of a way into so many parts, its ends left out."""
    for i in range(1, parts * (len(way) - 1)):
        yield between(way[i // parts], way[min(i // parts + 1, len(way) - 1)], i % parts / parts)
