"""The living picture of a garden in Solitaire Pai Sho: tiles, and every line with its length.

A harmony is a line of petals with its length in a round blossom; a disharmony is a broken line
with its length in a jagged star.
"""

import math
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial, reduce
from itertools import product
from operator import or_
from typing import Final, NamedTuple

import pygame

from game.rules.pai_sho.board import OVER_GATES, Point, between, xy
from game.rules.solitaire_pai_sho.state import HARMONY, Garden, Line, counts, lengths, lines
from game.scenes.pai_sho.drawings import drawing, lit
from game.scenes.pai_sho.garden import Bed, BedView, Piece
from game.scenes.pai_sho.lines import draw_clash_line, draw_harmony_line
from game.scenes.play.loupe import ENLARGED
from game.ui.canvas import Canvas
from game.ui.fonts import font
from game.ui.frame import Point as At
from game.ui.sprites import SPRITES, faded
from game.ui.theme import INK, IVORY, VERMILION, Color, mix, rgb
from game.ui.timeline import between as midway

COLORS: Final[tuple[Color, Color]] = (rgb("#F4C556"), rgb("#C58BEB"))
"""Of the two kinds of line, and of the seats that grow them."""
ASIDE: Final = 0.17
"""How far two lines between the same tiles lie apart from their middle, in cells."""
PROMISE, OVER_LINES = 0.34, 0.25
"""How large the marks of points are, in cells: elsewhere, and where lines are to be seen below."""
BESIDE: Final = 0.55
"""How far above and to the left of the point that a line would break at its length stands, in
cells: on the point there is a tile then, and around it other lengths.
"""
FAINT: Final = 0.3
"""What is left to see of a line that a move would break."""
OFF_NUMBER: Final = 0.36
"""How far aside of a tile's middle a length hides nothing of the number on its edge, in cells."""
BADGE, SMALL_BADGE = 0.27, 0.20
LEAST_BADGE, LEAST_SMALL = 12.0, 9.5
"""The radius of a length's badge in cells, and at least in table units; between tiles that touch
it is smaller, so that they can still be told."""


@dataclass(slots=True)
class Plot(Bed[Line]):
    """Everything that lies in the garden."""

    awake: float = 12.0
    wilting: dict[Line, float] = field(default_factory=dict)
    """Lines that are no more, and what is left of them."""

    def show(self, state: Garden) -> None:
        """Bring everything in line with a state."""
        self.lay(state.board, lines(state.board))
        self.wilting.clear()

    def doubled(self, line: Line) -> bool:
        """Whether its tiles form the other kind of line too, as lotus and orchid do."""
        return line._replace(kind=1 - line.kind) in self.lines


@dataclass(slots=True)
class Flyer(Piece):
    """A tile between the tray and the board: `at` is on the table, `size` its diameter."""

    size: float = 0.0


class Change(NamedTuple):
    """What a move does to the lines."""

    gained: tuple[Line, ...] = ()
    lost: tuple[Line, ...] = ()

    def weights(self, by_length: bool) -> tuple[int, int]:
        """By how much the pans would grow: by lengths, or by numbers of lines."""
        (a, b), (c, d) = map(lengths if by_length else counts, self)
        return a - c, b - d


def change_of(before: Garden, after: Garden) -> Change:
    """The lines that only one of two gardens has."""
    was, now = lines(before.board), lines(after.board)
    return Change(
        tuple(line for line in now if line not in was),
        tuple(line for line in was if line not in now),
    )


class PlotView(BedView):
    """Paints a plot onto the board; the first seat reads the lengths."""

    def wishes(self) -> Iterator[Callable[[], object]]:
        """The same, and what stands on points where lines would form."""
        yield from super().wishes()
        for near, size, kinds in product((1, ENLARGED), (PROMISE, OVER_LINES), range(4)):
            radius = round(size * self.board.cell * near * self.board.scale)
            yield partial(promise, radius, kinds, True)
        for near, length, kind in product((1, ENLARGED), range(1, 10), (0, 1)):
            radius = round(_radius(self.board.cell * near, length) * self.board.scale)
            yield partial(badge, radius, kind, length, self.turns[0])

    def ends(self, line: Line, crowded: bool = False) -> tuple[At, At]:
        """Where a line begins and ends on the table; beside another one it makes room."""
        (x1, y1), (x2, y2) = xy(line.first), xy(line.second)
        side = (ASIDE if line.kind == HARMONY else -ASIDE) if crowded else 0.0
        dx, dy = (0.0, side) if y1 == y2 else (-side, 0.0)
        return self.board.at(x1 + dx, y1 + dy), self.board.at(x2 + dx, y2 + dy)

    def middle(self, line: Line) -> At:
        """Where the length of a line stands."""
        return midway(*self.ends(line), 0.5)

    def paint_lines(
        self, canvas: Canvas, plot: Plot, faint: Container[Line] = (), others: float = 1.0
    ) -> None:
        """All lines, some of them but faintly, and of the others so much."""
        cell = self.board.cell
        for line, strength in (*plot.wilting.items(), *plot.lines.items()):
            share = strength * (FAINT if line in faint else others)
            a, b = self.ends(line, plot.doubled(line))
            if line.kind == HARMONY:
                draw_harmony_line(canvas, a, b, COLORS[0], cell, plot.phase, share)
            else:
                draw_clash_line(canvas, a, b, cell, COLORS[1], share)

    def paint_promises(
        self, canvas: Canvas, promises: Mapping[Point, int], lines: Iterable[Line], alpha: float
    ) -> None:
        """What stands on points where a tile may go, smaller on lines."""
        over = reduce(or_, (between(line.first, line.second, OVER_GATES) for line in lines), 0)
        cell, loud = self.board.cell, any(promises.values())
        for point in sorted(promises):
            size = canvas.px(cell * (OVER_LINES if over >> point & 1 else PROMISE))
            image = promise(size, promises[point], loud, alpha)
            canvas.picture_as_is(image, self.board.place(point))

    def _aside(self, plot: Plot, line: Line, upright: bool, radius: float) -> float:
        """How far across its line a length stands: beside that of the other kind, and, between
        tiles that touch, beside the number on one of them.
        """
        hides = line.length <= 2 and upright != bool(self.turns[0] % 2)
        aside = self.board.cell * OFF_NUMBER if hides else 0.0
        if plot.doubled(line):
            aside = max(aside, 0.92 * radius) * (-1 if line.kind == HARMONY else 1)
        return aside

    def paint_lengths(
        self, canvas: Canvas, plot: Plot, lost: Container[Line] = (), others: float = 1.0,
        free: Point | None = None,
    ) -> None:
        """The lengths of all lines that have grown, over the tiles: some are crossed out, but
        beside the point that stays free, and of the others so much is seen.
        """
        cell = self.board.cell
        for line, strength in plot.lines.items():
            if strength <= 0.5:
                continue
            a, b = self.ends(line)
            x, y = midway(a, b, 0.5)
            if line in lost and free is not None:
                left, top = self.board.place(free)
                if math.dist((x, y), (left, top)) < cell * BESIDE:
                    x, y = left - cell * BESIDE, top - cell * BESIDE
            radius = _radius(cell, line.length)
            upright = abs(a[0] - b[0]) < 1
            far = self._aside(plot, line, upright, radius)
            x, y = (x + far, y) if upright else (x, y + far)
            paint = crossed if line in lost else badge
            image = paint(canvas.px(radius), line.kind, line.length, self.turns[0])
            canvas.picture_as_is(image, (x, y), 1.0 if line in lost else others)


def _radius(cell: float, length: int) -> float:
    """How large a length is written; smaller between tiles that touch."""
    return max(LEAST_SMALL, cell * SMALL_BADGE) if length <= 2 else max(LEAST_BADGE, cell * BADGE)


# Signs of the two kinds ---------------------------------------------------------------------------


@SPRITES.keeping
def badge(radius: int, kind: int, number: int, turn: int) -> pygame.Surface:
    """A number in a blossom or in a jagged star; read from another edge after quarter turns."""
    side = 2 * round(radius * 1.35)
    image = drawing("badge_disharmony" if kind else "badge_harmony", (side, side))
    digits = font("bold", round(radius * (1.42 if number < 10 else 1.2)))
    text = digits.render(str(number), True, INK)
    box = text.get_bounding_rect()
    image.blit(text, (side // 2 - box.centerx, side // 2 - box.centery))
    return pygame.transform.rotate(image, 90 * turn)


@SPRITES.keeping
def crossed(radius: int, kind: int, number: int, turn: int) -> pygame.Surface:
    """The number of a line that would break."""
    image = pygame.transform.grayscale(badge(radius, kind, number, turn))
    ink = Canvas(image, scale=1.0)
    half, far = image.get_width() / 2, radius * 0.95
    ends = (half - far, half + far), (half + far, half - far)
    ink.line(*ends, IVORY, max(3.0, radius * 0.30))
    ink.line(*ends, VERMILION, max(2.0, radius * 0.16))
    return image


@SPRITES.keeping
def promise(radius: int, kinds: int, loud: bool = False, opacity: float = 1.0) -> pygame.Surface:
    """What stands on a point where a tile may go: a wreath of petals where it forms a harmony
    (kinds & 1), a jagged ring where it forms a disharmony (kinds & 2), else a bead.
    """
    if opacity < 1:
        return faded(promise(radius, kinds, loud).copy(), opacity)
    side = 2 * round(radius * 1.16)
    image = drawing(f"promise_{kinds}", (side, side))
    return lit(image, max(2.0, radius * 0.16), mix(IVORY, COLORS[0], 0.35), 0.6) if loud else image
