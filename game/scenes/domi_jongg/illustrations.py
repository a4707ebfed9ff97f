"""The pictures in Domi Jongg's rules, and the set in its box: tiles on felt, in the game's art."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import pairwise
from typing import Final

import pygame

from game.rules.core.protocol import CHANCE
from game.rules.domi_jongg.game import DomiJongg
from game.rules.domi_jongg.state import Branch, Laid, Lay, grow, single_out
from game.rules.domi_jongg.tiles import KINDS, Tile
from game.scenes.domi_jongg import heads
from game.scenes.domi_jongg import tile_art as art
from game.scenes.domi_jongg.die import rest_picture
from game.scenes.domi_jongg.ground import LONG, WAYS, WIDE
from game.scenes.domi_jongg.snake import Snake
from game.ui import icons, sprites
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.markup import Picture
from game.ui.theme import GOLD, INK, IVORY, JADE, LAMP, VERMILION, Color, mix, with_alpha

UNIT: Final = 21.0
"""A quarter of a tile's length in units of the page, when a picture is not made smaller."""
MARGIN: Final = 1.3
"""Felt around the tiles, in quarters of a tile."""
HEAD: Final = 2.5
"""A head's side, and how far from the middle of its tile it looks out."""
AWAY: Final = 1.5 + 0.56 * HEAD
_YES: Final = mix(JADE, INK, 0.2)

SIGNS: Final[dict[str, tuple[str, Color]]] = {"yes": ("check", _YES), "no": ("close", VERMILION)}


@dataclass(frozen=True, slots=True)
class Shown:
    """A tile by its upper left corner, in quarters of a tile; `turns` as in `mahjong_art`.

    A `lit` one has light around it: it has just been laid.
    """

    tile: Tile
    x: float
    y: float
    turns: int = 0
    lit: bool = False

    @property
    def size(self) -> Point:
        return (LONG, WIDE) if self.turns % 2 else (WIDE, LONG)

    @property
    def center(self) -> Point:
        return self.x + self.size[0] / 2, self.y + self.size[1] / 2


@dataclass(frozen=True, slots=True)
class Sketch:
    """Tiles on felt. `ends` are heads (x, y, way, number), `threads` gold lines from point to
    point, `signs` stand at a point: ``yes``, ``no``, or points such as ``+1``."""

    tiles: tuple[Shown, ...]
    ends: tuple[tuple[float, float, int, int], ...] = ()
    threads: tuple[tuple[Point, Point], ...] = ()
    signs: tuple[tuple[str, float, float], ...] = ()

    def frame(self) -> Box:
        """What is seen, in quarters of a tile."""
        half = HEAD / 2
        boxes = [(t.x, t.y, t.x + t.size[0], t.y + t.size[1]) for t in self.tiles]
        boxes += [(x - half, y - half, x + half, y + half) for x, y, _, _ in self.ends]
        left, top, right, bottom = zip(*boxes, strict=True)
        x, y = min(left) - MARGIN, min(top) - MARGIN
        return Box(x, y, max(right) + MARGIN - x, max(bottom) + MARGIN - y)

    def picture(self, letters: str) -> Picture:
        seen = self.frame()
        return Picture(partial(self.paint, letters), seen.w * UNIT, seen.h * UNIT)

    def paint(self, letters: str, canvas: Canvas, box: Box) -> None:
        """Paint felt and tiles into a box of the right proportions, with a language's letters."""
        rect = canvas.rect(box)
        key = ("domi_jongg sketch", self, letters, rect.size)
        image = sprites.SPRITES.get(key, lambda: self._painted(rect.size, letters))
        canvas.surface.blit(image, rect)

    def _painted(self, size: tuple[int, int], letters: str) -> pygame.Surface:
        surface = pygame.Surface(size, pygame.SRCALPHA, 32)
        surface.blit(sprites.inset("felt.jpg", size, 12, 4), (0, 0))
        sheet = _Sheet(surface, self.frame(), letters)
        for start, end in self.threads:
            sheet.thread(start, end)
        for tile in self.tiles:
            sheet.shade(tile)
        for tile in self.tiles:
            sheet.put(tile)
        for x, y, way, number in self.ends:
            sheet.head((x, y), way, number)
        for sign, x, y in self.signs:
            sheet.sign(sign, (x, y))
        return surface


class _Sheet:
    """A surface that shows a frame of quarters of a tile."""

    def __init__(self, surface: pygame.Surface, frame: Box, letters: str) -> None:
        self.frame, self.letters = frame, letters
        self.unit = surface.get_width() / frame.w
        self.canvas = Canvas(surface, scale=self.unit / UNIT)
        self.tall = round(LONG * self.unit - max(1.0, 0.13 * self.unit))

    def at(self, point: Point) -> Point:
        """A point in units of the canvas."""
        return (point[0] - self.frame.x) * UNIT, (point[1] - self.frame.y) * UNIT

    def shade(self, tile: Shown) -> None:
        at = self.at(tile.center)
        shadow = art.shadow(self.tall, turns=tile.turns)
        self.canvas.picture_as_is(shadow, (at[0] + 2, at[1] + 4))

    def put(self, tile: Shown) -> None:
        image = art.face(tile.tile, self.tall, self.letters, tile.turns)
        if tile.lit:
            light = sprites.glow(image, max(2.0, 0.28 * self.unit), LAMP, 0.95)
            self.canvas.picture_as_is(light, self.at(tile.center))
        self.canvas.picture_as_is(image, self.at(tile.center))

    def thread(self, start: Point, end: Point) -> None:
        for color, wide in ((mix(GOLD, INK, 0.6), 11), (mix(GOLD, LAMP, 0.2), 7)):
            self.canvas.line(self.at(start), self.at(end), color, wide)

    def head(self, at: Point, way: int, number: int) -> None:
        center = self.at(at)
        image = heads.head(round(HEAD * self.unit), way, "open")
        self.canvas.picture_as_is(image, center)
        dx, dy = WAYS[way]
        back = 0.07 * HEAD * UNIT
        middle = center[0] - dx * back, center[1] - dy * back
        self.canvas.label(str(number), middle, HEAD * UNIT * 0.48, heads.INKS["open"], "bold")

    def sign(self, sign: str, at: Point) -> None:
        center = self.at(at)
        if sign in SIGNS:
            icon, color = SIGNS[sign]
            self.canvas.disc(center, 19, with_alpha(INK, 0.45))
            self.canvas.disc(center, 17, color)
            icons.draw(self.canvas, icon, center, 26, IVORY)
        else:
            self.canvas.disc(center, 22, with_alpha(INK, 0.55))
            self.canvas.disc(center, 20, GOLD)
            self.canvas.label(sign, center, 24, INK, "bold")


# Making sketches ----------------------------------------------------------------------------------


def rows(*lines: str, gap: float = 0.5) -> Sketch:
    """Tiles in rows: ``B1 B2 B3``; two spaces leave a wider gap."""
    found = []
    for row, line in enumerate(lines):
        x = 0.0
        for group in line.split("  "):
            for tile in group.split():
                found.append(Shown(tile, x, row * (LONG + gap)))
                x += WIDE + gap
            x += 2.0
    return Sketch(tuple(found))


def pair(one: Tile, other: Tile, sign: str) -> Sketch:
    """Two tiles side by side, and whether they may lie so."""
    tiles = Shown(one, 0, 0), Shown(other, WIDE, 0)
    return Sketch(tiles, signs=((sign, WIDE, LONG - 0.3),))


def snake(single: Tile, *steps: str, lit: int = 0, signs: Mapping[int, str] | None = None,
          aspect: float = 3.0) -> Sketch:  # fmt: skip
    """A snake as it lies on the table after these steps, its last `lit` tiles just laid.

    `signs` stand on tiles by their number in laying order.
    """
    laid = _laid(single, steps)
    lie = Snake(aspect)
    lie.follow(laid)
    tiles = tuple(
        Shown(one.tile, place.x, place.y, place.way % 2, n >= len(laid) - lit)
        for n, (one, place) in enumerate(zip(laid, lie.places, strict=True))
    )
    numbers, ends = heads.numbers(laid), []
    for end, head in lie.heads.items():
        (x, y), (dx, dy) = lie.places[head.tile].center, WAYS[head.way]
        ends.append((x + dx * AWAY, y + dy * AWAY, head.way, numbers[end]))
    stand = [(s, *_corner(tiles[n])) for n, s in (signs or {}).items()]
    return Sketch(tiles, tuple(ends), signs=tuple(stand))


def _corner(tile: Shown) -> Point:
    """Where a sign stands on a tile without hiding an index: far from its own, at the bottom."""
    across = 0.5 if tile.turns % 2 else tile.size[0] - 0.5
    return tile.x + across, tile.y + tile.size[1] - 0.4


def _laid(single: Tile, steps: tuple[str, ...]) -> tuple[Laid, ...]:
    laid, ends = single_out(single)
    for text in steps:
        move = DomiJongg().read(text)
        assert isinstance(move, Lay | Branch), text
        tiles = move.tiles if isinstance(move, Branch) else (move.tile,)
        laid, ends = grow(laid, ends, tiles, move.end, CHANCE)
    return laid


def _groups() -> Sketch:
    """The four groups in a row, those that may lie side by side tied together."""
    groups, x, tiles, middles = ("B4 T4 K7", "F4 J2", "WN WS", "DR DG"), 0.0, [], []
    for group in groups:
        start = x
        for tile in group.split():
            tiles.append(Shown(tile, x, 0))
            x += WIDE + 0.25
        middles.append(((start - 0.4, LONG / 2), (x - 0.25 + 0.4, LONG / 2)))
        x += 3.6
    threads = [(one[1], other[0]) for one, other in pairwise(middles)]
    signs = tuple(("yes", (a[0] + b[0]) / 2, LONG / 2) for a, b in threads)
    return Sketch(tuple(tiles), threads=tuple(threads), signs=signs)


# The set in its box ------------------------------------------------------------------------------


SET: Final = (
    "B1 B2 B3 B4 B5 B6 B7 B8 B9", "K1 K2 K3 K4 K5 K6 K7 K8 K9", "T1 T2 T3 T4 T5 T6 T7 T8 T9",
    "WS WW WN DR DG DW .. .. ..", "F1 F2 F3 F4 J1 J2 J3 J4 ..",
)  # fmt: skip
"""The rows in the box; dots lie face down. East has two letters and is not among them."""
AT_ONCE: Final = 2
"""So many new pictures are drawn each time: while the lid glides off, no frame takes long."""


def paint_set(canvas: Canvas, box: Box) -> None:
    """Tiles of every group in rows, and the die. What is not drawn yet lies face down."""
    step = box.w / 11, box.h / len(SET)
    tall = canvas.px(min(step[1] * 0.93, step[0] * 0.93 * LONG / WIDE))
    lacking = AT_ONCE
    for row, line in reversed(tuple(enumerate(SET))):  # the lid uncovers the lowest row first
        for column, tile in enumerate(line.split()):
            at = box.x + step[0] * (column + 0.5), box.y + step[1] * (row + 0.5)
            up = tile in KINDS and (lacking > 0 or art.ready(tile, tall))
            lacking -= up and not art.ready(tile, tall)
            canvas.picture_as_is(art.shadow(tall), (at[0] + 1, at[1] + 3))
            canvas.picture_as_is(art.face(tile, tall) if up else art.back(tall), at)
    radius = min(step[0] * 0.85, step[1])
    end = box.right - step[0] * 0.95, box.center[1]
    soft = sprites.scaled("shadow_soft.png", (canvas.px(radius * 3),) * 2)
    canvas.picture_as_is(soft, (end[0] + 4, end[1] + 8))
    canvas.picture_as_is(rest_picture(20, canvas.px(radius)), end)


EXAMPLE: Final = (
    "B3>0R", "J3>0L", "K3+WE>2", "WS>4", "DR>5", "WW>6", "F2>7", "B3>1", "T3>9", "T3>10",
)  # fmt: skip
"""The worked example of the rules, onto the singlestone K3."""

SKETCHES: Final[dict[str, Sketch]] = {
    "suits": rows(*(" ".join(f"{suit}{n}" for n in range(1, 10)) for suit in "BKT")),
    "honours": rows("WE WS WW WN  DR DG DW"),
    "specials": rows("F1 F2 F3 F4  J1 J2 J3 J4"),
    "groups": _groups(),
    "same_number": pair("K5", "T5", "yes"),
    "same_suit": pair("B2", "B8", "yes"),
    "honour": pair("DR", "WS", "yes"),
    "wind_special": pair("WN", "F1", "yes"),
    "no_number": pair("K5", "T6", "no"),
    "no_wind": pair("B2", "WN", "no"),
    "no_dragon": pair("DG", "J1", "no"),
    "single": snake("K3"),
    "grown": snake("K3", "B3>0R", "B7>1", lit=2),
    "one_wind": replace(
        snake("K3", "J3>0L"), tiles=(*snake("K3", "J3>0L").tiles, Shown("WE", -6, 0)),
        ends=(), signs=(("no", -3, LONG - 0.3),),
    ),
    "branch": snake("K3", "J3>0L", "K3+WE>1", lit=2, signs={3: "+1"}),
    "onward": snake("K3", "J3>0L", "F3>1", lit=1),
    "turn": snake("K3", *EXAMPLE[:6], lit=5, signs={4: "+1", 7: "+1"}),
    "identical": snake("K3", "B3>0R", "B3>1", lit=1, signs={2: "+1"}),
    "own": snake("K3", "B3>0R", "T3>1", "T3>2", lit=2),
    "two": snake("K3", *EXAMPLE[:2]),
    "three": snake("K3", *EXAMPLE, lit=2),
}  # fmt: skip
"""Every illustration by the name the pages call it."""


@cache
def _pictures(letters: str) -> Mapping[str, Picture]:
    return {name: sketch.picture(letters) for name, sketch in SKETCHES.items()}


def pictures_de() -> Mapping[str, Picture]:
    """The illustrations by name, the winds with German letters."""
    return _pictures("de")


def pictures_en() -> Mapping[str, Picture]:
    """The illustrations by name, the winds with English letters."""
    return _pictures("en")
