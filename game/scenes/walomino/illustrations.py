"""The pictures in Walomino's rules: Walongs on linen, chains built by the rules themselves."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import pairwise
from typing import Final, TypeAlias

import pygame

from game.rules.walomino.chain import Chain, Pair, attach, begin
from game.rules.walomino.notation import read_pair
from game.rules.walong import geometry as walong
from game.rules.walong.geometry import COLOURS, HOME, SIDES, Pose, centre, mate, outline
from game.scenes.play.camera import View
from game.scenes.walomino.box import Chest
from game.scenes.walong.cloth import linen
from game.scenes.walong.table import Loose, WalongTable, paint_loose
from game.ui import sprites
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.markup import Picture
from game.ui.pen import Pen
from game.ui.theme import LAMP, VERMILION, Color, mix, rgb

SIDE: Final = 66.0
"""A piece's side in units where a picture is not made smaller."""
HEM: Final = 0.42
"""Linen around the pieces, in sides."""
BRIGHT: Final = rgb("#E08A1C")
"""Amber: what glows on linen."""
PALE: Final = (255, 250, 238)
"""Under what is drawn on linen."""
WRONG: Final = mix(VERMILION, rgb("#FF4A30"), 0.4)

Held: TypeAlias = "tuple[str, str]"
"""A pair and the pose of its first piece, as moves write them: `g1-b3`, `2:2,1,0,0`."""
Laid: TypeAlias = "tuple[Pose, str]"


class OnLinen:
    """A piece of linen with something on it; equal ones are painted once."""

    def paint(self, canvas: Canvas, box: Box) -> None:
        rect = canvas.rect(box)

        def painted() -> pygame.Surface:
            surface = pygame.Surface(rect.size, pygame.SRCALPHA, 32)
            side = SIDE * canvas.scale
            cloth = linen(canvas, rect.size, 0.2 * side, max(2.0, 0.07 * side))
            surface.blit(cloth, (0, 0))
            self.paint_on(Canvas(surface, None, canvas.scale, design=canvas.design))
            return surface

        canvas.surface.blit(sprites.SPRITES.get((self, rect.size, canvas.design), painted), rect)

    @abstractmethod
    def paint_on(self, canvas: Canvas) -> None: ...


@dataclass(frozen=True, slots=True)
class Sketch(OnLinen):
    """A chain as the rules build it, and a pair at it.

    `tried` lies against the chain, `pushed` is still so many sides away, on its way; `wrong` puts
    a cross on both. `lit` makes the two ends glow.
    """

    start: str
    laid: tuple[Held, ...] = ()
    tried: tuple[Held, ...] = ()
    pushed: complex = 0j
    wrong: bool = False
    lit: bool = False

    @property
    def chain(self) -> Chain:
        pair = read_pair(self.start)
        assert pair is not None, self.start
        return reduce(lambda chain, held: attach(chain, *_read(held)), self.laid, begin(pair))

    def pieces(self) -> list[Laid]:
        """What lies fast: poses and colours."""
        return [(pose, COLOURS[label]) for pose, label in self.chain.pieces.pieces]

    def offered(self) -> list[Laid]:
        """The pieces of the pairs that are tried, where they would lie."""
        return [laid for held in self.tried for laid in _pair_at(*_read(held))]

    def picture(self) -> Picture:
        low, high = self._span()
        return Picture(self.paint, (high - low).real * SIDE, (high - low).imag * SIDE)

    def _span(self) -> tuple[complex, complex]:
        points = [p for pose, _ in self.pieces() for p in outline(pose, 8)]
        points += [p + self.pushed for pose, _ in self.offered() for p in outline(pose, 8)]
        return span(points, HEM)

    def paint_on(self, canvas: Canvas) -> None:
        low, high = self._span()
        size = canvas.surface.get_size()
        pixels = max(8, int(size[0] / (high - low).real))
        box = Box(0, 0, size[0] / canvas.scale, size[1] / canvas.scale)
        board = WalongTable(box, canvas.scale, design=canvas.design)
        board.camera.goal = View((low + high) / 2, pixels / canvas.scale)
        board.camera.jump()
        board.show(self.pieces() if self.pushed else [*self.pieces(), *self.offered()])
        while board.moving:
            board.update(0.0)
        board.paint(canvas)
        if self.lit:
            for end in self.chain.ends:
                board.paint_rim(canvas, end.pose, BRIGHT)
        if self.pushed:
            self._push(canvas, board)
        else:
            self._contacts(canvas, board)

    def _push(self, canvas: Canvas, board: WalongTable) -> None:
        """The pair on its way to where its ghost lies, and an arrow along it."""
        for pose, colour in self.offered():
            board.paint_ghost(canvas, pose, colour)
        pieces = [board.loose(pose, colour) for pose, colour in self.offered()]
        hearts = [centre(pose) for pose, _ in self.offered()]
        for piece, heart in zip(pieces, hearts, strict=True):
            piece.at = board.camera.point(heart + self.pushed)
        paint_loose(canvas, pieces, board.camera.pixels, board.camera.unit)
        start = sum(hearts) / len(hearts) + self.pushed
        along = -self.pushed / abs(self.pushed)
        end = start + along * (abs(self.pushed) - 0.25)
        left, right = (end - 0.30 * along + s * 0.26j * along for s in (-1, 1))
        for wide, color in ((0.24, PALE), (0.13, BRIGHT)):
            shaft = start + 0.1 * along, end
            _strokes(canvas, board, [shaft, (left, end, right)], wide, color)

    def _contacts(self, canvas: Canvas, board: WalongTable) -> None:
        """Light, or a cross, on every side that a tried pair shares with the chain."""
        crossed: list[complex] = []
        for pose, colour in self.offered():
            for contact in self.chain.pieces.contacts(pose):
                there = COLOURS[self.chain.pieces.label(contact.pose)]
                if not self.wrong:
                    board.paint_side(canvas, pose, contact.side, LAMP)
                elif there != colour or self._astray(contact.pose):
                    crossed.append(walong.side_middle(pose, contact.side))
        for middle in (crossed or [self._tip()]) if self.wrong else ():
            arms = [[middle + s * 0.24 * (1 + t * 1j) for s in (-1, 1)] for t in (-1, 1)]
            for wide, color in ((0.16, PALE), (0.09, WRONG)):
                _strokes(canvas, board, arms, wide, color)

    def _astray(self, pose: Pose) -> bool:
        """Whether a piece of the chain is no end, nor an end's partner."""
        return all(pose not in (end.pose, end.partner) for end in self.chain.ends)

    def _tip(self) -> complex:
        """Where a pair touches with nothing but a tip."""
        corners = {point for pose, _ in self.pieces() for point in _tips(pose)}
        return next(p for pose, _ in self.offered() for p in _tips(pose) if p in corners)


def _strokes(
    canvas: Canvas, board: WalongTable, lines: Sequence[Sequence[complex]], wide: float,
    color: Color,
) -> None:
    """Strokes with round ends through places of the plane; `wide` is in sides."""
    half = max(board.box.w, board.box.h) / 2
    x, y = board.box.center
    side = canvas.px(2 * half) * sprites.OVER
    sheet = pygame.Surface((side, side), pygame.SRCALPHA)
    pen = Pen(sheet, (side / 2, side / 2), side / 2 / half)
    for line in lines:
        points = [(px - x, py - y) for px, py in map(board.camera.point, line)]
        for start, end in pairwise(points):
            pen.line(start, end, wide * board.camera.unit, color)
    image = pygame.transform.smoothscale_by(sheet, 1 / sprites.OVER)
    canvas.picture_as_is(sprites.recolored(image, color), (x, y))


def _read(held: Held) -> tuple[Pair, Pose]:
    pair, pose = read_pair(held[0]), walong.read_pose(held[1])
    assert pair is not None, held
    assert pose is not None, held
    return pair, pose


def _pair_at(pair: Pair, pose: Pose) -> Iterator[Laid]:
    yield pose, COLOURS[pair.first]
    yield pair.second_pose(pose), COLOURS[pair.second]


def _tips(pose: Pose) -> list[complex]:
    return [complex(round(p.real, 6), round(p.imag, 6)) for p in outline(pose, 1)]


def span(points: Sequence[complex], rim: float) -> tuple[complex, complex]:
    """The lower left and the upper right corner of points with a rim around."""
    across, up = [p.real for p in points], [p.imag for p in points]
    away = complex(rim, rim)
    return complex(min(across), min(up)) - away, complex(max(across), max(up)) + away


# Pictures without a chain ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Row(OnLinen):
    """Groups of pieces on linen, in rows of so many."""

    groups: tuple[tuple[Laid, ...], ...]
    columns: int
    side: float = SIDE

    def picture(self) -> Picture:
        cell = self._cell()
        rows = -(-len(self.groups) // self.columns)
        wide, high = cell.real * self.columns + HEM, cell.imag * rows + HEM
        return Picture(self.paint, wide * self.side, high * self.side)

    def _cell(self) -> complex:
        sizes = [high - low for low, high in map(_span_of, self.groups)]
        return complex(max(s.real for s in sizes), max(s.imag for s in sizes)) + 0.3 * (1 + 1j)

    def paint_on(self, canvas: Canvas) -> None:
        cell = self._cell()
        side = canvas.surface.get_width() / canvas.scale / (cell.real * self.columns + HEM)
        for number, group in enumerate(self.groups):
            row, column = divmod(number, self.columns)
            x, y = HEM / 2 + cell.real * (column + 0.5), HEM / 2 + cell.imag * (row + 0.5)
            _paint_group(canvas, group, (x * side, y * side), side)


@lru_cache(maxsize=64)
def _span_of(group: tuple[Laid, ...]) -> tuple[complex, complex]:
    return span([p for pose, _ in group for p in outline(pose, 8)], 0.0)


def _paint_group(canvas: Canvas, group: tuple[Laid, ...], middle: Point, side: float) -> None:
    """Pieces that lie at each other, around a point."""
    heart = sum(_span_of(group)) / 2
    ways = [(centre(pose) - heart) * side for pose, _ in group]
    pieces = [
        Loose(colour, (middle[0] + way.real, middle[1] - way.imag), 30 * pose.k, 0.0, side)
        for (pose, colour), way in zip(group, ways, strict=True)
    ]
    paint_loose(canvas, pieces, canvas.px(side))


def paint_set(canvas: Canvas, box: Box) -> None:
    """The set as it lies in its box: pairs beside each other, in all colours."""
    for number, text in enumerate(SET):
        row, column = divmod(number, 3)
        middle = box.x + box.w * (column + 0.5) / 3, box.y + box.h * (row + 0.5) / 2
        group = tuple(_pair_at(*_read((text, str(HOME)))))
        _paint_group(canvas, group, middle, min(box.w / 9.6, box.h / 6.2))


SET: Final = ("r1-g4", "v2-y2", "b1-r2", "y2-g4", "g3-v4", "b3-y3")


@dataclass(frozen=True)
class FullBox(OnLinen):
    """The full case on linen."""

    def paint_on(self, canvas: Canvas) -> None:
        w, h = (length / canvas.scale for length in canvas.surface.get_size())
        chest = Chest(Box(0, 0, w, h).inset(24), canvas.scale)
        chest.paint(canvas, (walong.EACH,) * len(COLOURS))


FULL_BOX: Final = FullBox()


_FIFTEEN: Final = tuple(
    ((HOME, "v"), (mate(HOME, side, other), "y")) for side in SIDES for other in SIDES[side:]
)
"""Two pieces in all the ways in which they can lie side by side."""

TWO: Final = (("g1-b3", "2:2,1,0,0"),)
"""The chain red, green, green, black that most pictures go on from."""
BELOW: Final = ("g1-b3", "10:1,-1,0,0")
SKETCHES: Final[dict[str, Sketch]] = {
    "push": Sketch("r1-g4", tried=TWO, pushed=2.1 + 0.9j),
    "ends": Sketch("r1-g4", TWO, lit=True),
    "good": Sketch("r1-g4", TWO, (("b3-y1", "6:3,1,1,0"),)),
    "colours": Sketch("r1-g4", TWO, (("v3-y1", "6:3,1,1,0"),), wrong=True),
    "middle": Sketch("r1-g4", TWO, (("g0-y0", "2:2,1,-1,-1"),), wrong=True),
    "branch": Sketch("r1-g4", (("g1-b2", "1:3,0,-1,0"),), (("b2-g2", "4:3,2,0,1"),), wrong=True),
    "tip": Sketch("r1-g4", TWO, (("b0-y0", "11:3,1,1,0"),), wrong=True),
    "notch": Sketch("r1-r4", tried=(("r0-v0", "6:1,0,1,2"),)),
    "both": Sketch("r1-g1", tried=(("g2-r3", "4:2,1,0,1"),)),
    "example_start": Sketch("r1-g4", lit=True),
    "example_below": Sketch("r1-g4", (BELOW,), lit=True),
    "example_above": Sketch("r1-g4", (BELOW, ("r3-g1", "11:0,-1,0,2")), lit=True),
}
ROWS: Final[dict[str, Row]] = {
    "five": Row(tuple(((HOME, colour),) for colour in COLOURS), 5),
    "matings": Row(_FIFTEEN, 5, 44.0),
}


def pictures() -> Mapping[str, Picture]:
    """The illustrations by name."""
    chains = {name: sketch.picture() for name, sketch in SKETCHES.items()}
    rows = {name: row.picture() for name, row in ROWS.items()}
    return {"box": Picture(FULL_BOX.paint, 700, 366), **chains, **rows}
