"""The pictures in Walomino's rules: Walongs on linen, chains built by the rules themselves."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

import pygame

from game.rules.walomino.chain import Chain, Pair, attach, begin
from game.rules.walomino.notation import read_pair
from game.rules.walong.geometry import (
    COLOURS,
    EACH,
    HOME,
    SIDES,
    Pose,
    centre,
    mate,
    outline,
    read_pose,
)
from game.scenes.walomino.box import Chest
from game.scenes.walong.art import WalongArt
from game.scenes.walong.lights import rim_light, side_light
from game.ui import sprites
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.icons import Pen
from game.ui.markup import Picture
from game.ui.theme import LAMP, VERMILION, Color, mix, rgb

SIDE: Final = 66.0
"""A piece's side in units where a picture is not made smaller."""
HEM: Final = 0.42
"""Linen around the pieces, in sides."""
BRIGHT: Final = rgb("#E08A1C")
"""Amber: what glows on linen."""
WRONG: Final = mix(VERMILION, rgb("#FF4A30"), 0.4)

HoldButton: TypeAlias = "tuple[str, str]"
"""A pair and the pose of its first piece, as moves write them: `g1-b3`, `2:2,1,0,0`."""
Laid: TypeAlias = "tuple[Pose, str]"


@dataclass(frozen=True, slots=True)
class Sketch:
    """A chain as the rules build it, and a pair at it.

    `tried` lies against the chain, `pushed` is still so many sides away, on its way; `wrong` puts
    a cross on both. `lit` makes the two ends glow.
    """

    start: str
    laid: tuple[HoldButton, ...] = ()
    tried: tuple[HoldButton, ...] = ()
    pushed: complex = 0j
    wrong: bool = False
    lit: bool = False

    @property
    def chain(self) -> Chain:
        return _chain(self.start, self.laid)

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

    def paint(self, canvas: Canvas, box: Box) -> None:
        rect = canvas.rect(box)
        key = ("walomino sketch", self, rect.size)
        canvas.surface.blit(sprites.SPRITES.get(key, lambda: self._painted(rect.size)), rect)

    def _painted(self, size: tuple[int, int]) -> pygame.Surface:
        low, high = self._span()
        cloth = Cloth(size, low, size[0] / (high - low).real)
        if self.pushed:
            for pose, colour in self.offered():
                cloth.ghost(pose, colour)
        cloth.lay(self.pieces())
        if self.lit:
            for end in self.chain.ends:
                cloth.rim(end.pose, BRIGHT)
        if self.pushed:
            self._push(cloth)
        else:
            cloth.lay(self.offered())
            self._contacts(cloth)
        return cloth.surface

    def _push(self, cloth: Cloth) -> None:
        """The pair on its way, and an arrow along it."""
        cloth.lay(self.offered(), self.pushed)
        hearts = [centre(pose) for pose, _ in self.offered()]
        middle = sum(hearts) / len(hearts) + self.pushed
        way = -self.pushed / abs(self.pushed)
        cloth.arrow(middle + 0.1 * way, middle + way * (abs(self.pushed) - 0.25))

    def _contacts(self, cloth: Cloth) -> None:
        """Light, or a cross, on every side that a tried pair shares with the chain."""
        crossed: list[complex] = []
        for pose, colour in self.offered():
            for contact in self.chain.pieces.contacts(pose):
                middle = side_middle(pose, contact.side)
                there = COLOURS[self.chain.pieces.label(contact.pose)]
                if self.wrong:
                    crossed += [middle] if there != colour or self._astray(contact.pose) else []
                else:
                    cloth.light(pose, contact.side, LAMP)
        if self.wrong:
            for middle in crossed or [self._tip()]:
                cloth.cross(middle)

    def _astray(self, pose: Pose) -> bool:
        """Whether a piece of the chain is no end, nor an end's partner."""
        return all(pose not in (end.pose, end.partner) for end in self.chain.ends)

    def _tip(self) -> complex:
        """Where a pair touches with nothing but a tip."""
        corners = {point for pose, _ in self.pieces() for point in _tips(pose)}
        return next(p for pose, _ in self.offered() for p in _tips(pose) if p in corners)


def _read(held: HoldButton) -> tuple[Pair, Pose]:
    pair, pose = read_pair(held[0]), read_pose(held[1])
    assert pair is not None, held
    assert pose is not None, held
    return pair, pose


@lru_cache(maxsize=32)
def _chain(start: str, laid: tuple[HoldButton, ...]) -> Chain:
    pair = read_pair(start)
    assert pair is not None, start
    chain = begin(pair)
    for held in laid:
        chain = attach(chain, *_read(held))
    return chain


def _pair_at(pair: Pair, pose: Pose) -> Iterator[Laid]:
    yield pose, COLOURS[pair.first]
    yield pair.second_pose(pose), COLOURS[pair.second]


def _tips(pose: Pose) -> list[complex]:
    return [complex(round(p.real, 6), round(p.imag, 6)) for p in outline(pose, 1)]


def side_middle(pose: Pose, side: int) -> complex:
    """The middle of a side on the plane."""
    ends = list(outline(pose, 1))
    return (ends[side] + ends[(side + 1) % 5]) / 2


def span(points: Sequence[complex], rim: float) -> tuple[complex, complex]:
    """The lower left and the upper right corner of points with a rim around."""
    across, up = [p.real for p in points], [p.imag for p in points]
    away = complex(rim, rim)
    return complex(min(across), min(up)) - away, complex(max(across), max(up)) + away


# Painting ------------------------------------------------------------------------------------


class Cloth:
    """A piece of linen with Walongs; `low` is the plane's point at its lower left corner."""

    def __init__(self, size: tuple[int, int], low: complex, side: float) -> None:
        self.low, self.side, self.art = low, side, WalongArt(side)
        self.surface = pygame.Surface(size, pygame.SRCALPHA, 32)
        linen = sprites.inset("linen.jpg", size, 0.2 * side, max(2.0, 0.07 * side))
        self.surface.blit(linen, (0, 0))

    def at(self, place: complex) -> Point:
        away = (place - self.low) * self.side
        return away.real, self.surface.get_height() - away.imag

    def _put(self, image: pygame.Surface, place: complex) -> None:
        x, y = self.at(place)
        at = round(x) - image.get_width() // 2, round(y) - image.get_height() // 2
        self.surface.blit(image, at)

    def lay(self, pieces: Sequence[Laid], away: complex = 0j) -> None:
        """Pieces with their shadows, all moved by a way."""
        for pose, colour in pieces:
            self._put(self.art.shadow(colour, 30 * pose.k), centre(pose) + away)
        for pose, colour in pieces:
            self._put(self.art.piece(colour, pose.k), centre(pose) + away)

    def ghost(self, pose: Pose, colour: str) -> None:
        self._put(self.art.ghost(colour, pose.k), centre(pose))

    def rim(self, pose: Pose, color: Color) -> None:
        self._put(rim_light(self.art.side, pose.k, color), centre(pose))

    def light(self, pose: Pose, side: int, color: Color) -> None:
        """Light along a side of a piece."""
        ends = list(outline(pose, 1))
        along = ends[(side + 1) % 5] - ends[side]
        steps = round(math.degrees(math.atan2(along.imag, along.real)) / 30) % 12
        self._put(side_light(self.art.side, steps, color), side_middle(pose, side))

    def arrow(self, start: complex, end: complex) -> None:
        """A way to be pushed."""
        half = max(self.surface.get_size()) / 2
        along = (end - start) / abs(end - start)
        barbs = [end - 0.30 * along + s * 0.26j * along for s in (-1, 1)]

        def at(place: complex) -> Point:
            x, y = self.at(place)
            return x / half - 1, y / half - 1

        for wide, color in ((0.24, (255, 250, 238)), (0.13, BRIGHT)):
            pen = Pen(round(2 * half))
            pen.line(at(start), at(end), width=wide * self.side / half)
            pen.line(at(barbs[0]), at(end), at(barbs[1]), width=wide * self.side / half)
            self.surface.blit(_tinted(pen, color), (0, 0))

    def cross(self, place: complex) -> None:
        """No: not here."""
        for wide, color in ((0.36, (255, 250, 238)), (0.21, WRONG)):
            pen = Pen(round(0.86 * self.side))
            pen.line((-0.55, -0.55), (0.55, 0.55), width=wide)
            pen.line((-0.55, 0.55), (0.55, -0.55), width=wide)
            self._put(_tinted(pen, color), place)


def _tinted(pen: Pen, color: Color) -> pygame.Surface:
    image = pygame.transform.smoothscale_by(pen.image, 0.25)
    return sprites.recolored(image, color)


# Pictures without a chain ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Row:
    """Groups of pieces on linen, in rows of so many."""

    groups: tuple[tuple[Laid, ...], ...]
    columns: int
    side: float = SIDE

    def picture(self) -> Picture:
        cell = self._cell
        rows = -(-len(self.groups) // self.columns)
        wide, high = cell.real * self.columns + HEM, cell.imag * rows + HEM
        return Picture(self.paint, wide * self.side, high * self.side)

    @property
    def _cell(self) -> complex:
        sizes = [high - low for low, high in map(_span_of, self.groups)]
        return complex(max(s.real for s in sizes), max(s.imag for s in sizes)) + 0.3 * (1 + 1j)

    def paint(self, canvas: Canvas, box: Box) -> None:
        rect = canvas.rect(box)
        key = ("walomino row", self, rect.size)
        canvas.surface.blit(sprites.SPRITES.get(key, lambda: self._painted(rect.size)), rect)

    def _painted(self, size: tuple[int, int]) -> pygame.Surface:
        cell = self._cell
        cloth = Cloth(size, 0j, size[0] / (cell.real * self.columns + HEM))
        high = size[1] / cloth.side
        for number, group in enumerate(self.groups):
            row, column = divmod(number, self.columns)
            middle = complex(HEM / 2 + cell.real * (column + 0.5),
                             high - HEM / 2 - cell.imag * (row + 0.5))  # fmt: skip
            low, top = _span_of(group)
            cloth.lay(group, middle - (low + top) / 2)
        return cloth.surface


@lru_cache(maxsize=64)
def _span_of(group: tuple[Laid, ...]) -> tuple[complex, complex]:
    return span([p for pose, _ in group for p in outline(pose, 8)], 0.0)


def paint_set(canvas: Canvas, box: Box) -> None:
    """The set as it lies in its box: pairs beside each other, in all colours."""
    pairs = [_pair_at(_read((text, str(HOME)))[0], HOME) for text in SET]
    group = tuple(tuple(pair) for pair in pairs)
    columns = 3
    side = min(box.w / 9.6, box.h / 6.2)
    art = WalongArt(canvas.px(side))
    for number, pieces in enumerate(group):
        row, column = divmod(number, columns)
        low, high = _span_of(pieces)
        for shade in (True, False):
            for pose, colour in pieces:
                away = (centre(pose) - (low + high) / 2) * side
                at = (
                    box.x + box.w * (column + 0.5) / columns + away.real,
                    box.y + box.h * (row + 0.5) / 2 - away.imag,
                )
                image = art.shadow(colour, 30 * pose.k) if shade else art.piece(colour, pose.k)
                canvas.picture_as_is(image, at)


SET: Final = ("r1-g4", "v2-y2", "b1-r2", "y2-g4", "g3-v4", "b3-y3")


def _paint_box(canvas: Canvas, box: Box) -> None:
    """The full case on linen."""
    rect = canvas.rect(box)

    def painted() -> pygame.Surface:
        cloth = Cloth(rect.size, 0j, canvas.scale * SIDE)
        surface = cloth.surface
        inner = Canvas(surface, scale=canvas.scale)
        chest = Chest(Box(0, 0, box.w, box.h).inset(24), canvas.scale)
        chest.paint(inner, (EACH,) * len(COLOURS))
        return surface

    canvas.surface.blit(sprites.SPRITES.get(("walomino box", rect.size), painted), rect)


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
    return {"box": Picture(_paint_box, 700, 366), **chains, **rows}
