"""Pictures for the rules of both games with Walongs: pieces on linen, as the game shows them; and
for the cards that explain pieces.
"""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Final

from game.physics.place import SINGLE, Form
from game.rules.walong.geometry import centre, outline
from game.scenes.core.sketch import Sketch
from game.scenes.play.camera import View, corners
from game.scenes.walong.table import Laid, Loose, WalongTable, paint_loose
from game.ui import surfaces
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.markup import Picture
from game.ui.theme import rgb

SIDE: Final = 64.0
"""A piece's side in units where a picture is not made smaller."""
CARD: Final = 150.0
"""The side of a card's picture in units."""
LARGEST: Final = 56.0
"""The longest side of a piece on a card, in units."""
HEM: Final = 0.42
"""Linen around the pieces, in sides."""
AMBER: Final = rgb("#E08A1C")
"""What glows on linen."""


class OnLinen(Sketch):
    """A piece of linen with something on it."""

    def draw(self, canvas: Canvas) -> None:
        surfaces.let_in(canvas, Box(0, 0, *canvas.size), "linen.jpg", 12, 4)
        self.draw_on(canvas)

    @abstractmethod
    def draw_on(self, canvas: Canvas) -> None:
        """Paint what lies on the linen."""


class Structure(OnLinen):
    """Pieces that lie at each other, and what is shown of them."""

    @abstractmethod
    def pieces(self) -> Sequence[Laid]:
        """All that lies."""

    @abstractmethod
    def explain(self, canvas: Canvas, board: WalongTable) -> None:
        """Paint captions, and what does not lie yet, over a board with the pieces."""

    def outlines(self) -> list[complex]:
        """The places that are to be seen."""
        return points_of(self.pieces())

    @property
    def size(self) -> Point:
        low, high = corners(self.outlines())
        return ((high - low).real + 2 * HEM) * SIDE, ((high - low).imag + 2 * HEM) * SIDE

    def draw_on(self, canvas: Canvas) -> None:
        board = WalongTable(Box(0, 0, *canvas.size), canvas.scale, design=canvas.design)
        board.camera.goal = View(sum(corners(self.outlines())) / 2, SIDE)
        board.camera.jump()
        board.show(self.pieces())
        board.paint(canvas)
        self.explain(canvas, board)


@dataclass(frozen=True, slots=True)
class Row(OnLinen):
    """Groups of pieces on linen, in rows of so many."""

    groups: tuple[tuple[Laid, ...], ...]
    columns: int
    side: float = SIDE

    @property
    def size(self) -> Point:
        (wide, high), rows = self._cell(), -(-len(self.groups) // self.columns)
        return (wide * self.columns + HEM) * self.side, (high * rows + HEM) * self.side

    def _cell(self) -> Point:
        spans = [high - low for low, high in map(span, self.groups)]
        return max(span.real for span in spans) + 0.3, max(span.imag for span in spans) + 0.3

    def draw_on(self, canvas: Canvas) -> None:
        wide, high = self._cell()
        for number, group in enumerate(self.groups):
            row, column = divmod(number, self.columns)
            x, y = HEM / 2 + wide * (column + 0.5), HEM / 2 + high * (row + 0.5)
            paint_group(canvas, group, (x * self.side, y * self.side), self.side)


def paint_group(canvas: Canvas, group: tuple[Laid, ...], middle: Point, side: float) -> None:
    """Pieces that lie at each other, around a point."""
    heart, (x, y) = sum(span(group)) / 2, middle
    ways = [(centre(pose) - heart) * side for pose, _ in group]
    pieces = [
        Loose(colour, (x + way.real, y - way.imag), 30 * pose.k + 90 * canvas.turn, 0.0, side)
        for (pose, colour), way in zip(group, ways, strict=True)
    ]
    paint_loose(canvas, pieces, canvas.px(side))


@lru_cache(maxsize=64)
def span(group: tuple[Laid, ...]) -> tuple[complex, complex]:
    """The lower left and the upper right corner of what pieces cover."""
    return corners(points_of(group))


def points_of(pieces: Sequence[Laid]) -> list[complex]:
    """Places along the outlines of pieces."""
    return [point for pose, _ in pieces for point in outline(pose, 8)]


def portrait(letters: Sequence[str], form: Form = SINGLE) -> Picture:
    """The pieces of these colours, joined like that."""
    group = tuple(zip(form.pieces, letters, strict=True))
    return Picture(partial(_paint_portrait, group), CARD, CARD)


def _paint_portrait(group: tuple[Laid, ...], canvas: Canvas, box: Box) -> None:
    low, high = span(group)
    room = max((high - low).real, (high - low).imag) + 0.2
    paint_group(canvas, group, box.center, min(LARGEST, box.w / room))
