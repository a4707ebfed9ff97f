"""A pair of brass scales that weighs harmonies against disharmonies.

    scales = Scales(); scales.put(Load(45, 7), Load(38, 6))
    moving = scales.update(seconds)                   # the beam swings until it is at rest
    paint_scales(canvas, Place(box), scales, legends)   # as large as fits into the box

What lies in the left pan are petals, one for each harmony, in the right one splinters, one for
each disharmony: the pans can be told apart without their colours.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Final, TypeAlias

import pygame
from pygame import Surface

from game.scenes.pai_sho.blossoms import BRASS, Inlay, pointed_petal, round_petal, shape
from game.scenes.pai_sho.lines import petal, splinter
from game.scenes.solitaire_pai_sho.garden import COLORS, HARMONY
from game.ui import sprites
from game.ui.canvas import Canvas
from game.ui.fonts import signed
from game.ui.frame import Box, Point
from game.ui.pen import Pen
from game.ui.sprites import SPRITES, Sprite
from game.ui.theme import INK, IVORY, LAMP, LINEN, VERMILION, WALNUT, Color, mix
from game.ui.widgets import fitted

WIDTH, HEIGHT, LEGENDS = 2.0, 1.58, 0.26
"""The scales' size in their own units, and what two legends add to it; the pivot is the origin,
y downwards."""
TOP: Final = -0.34
"""Where the finial ends."""
ARM: Final = 0.66
HANG: Final = 0.56
"""From an end of the beam down to its pan."""
PAN: Final = 0.31
FOOT: Final = 1.18
STEEPEST: Final = 13.0
LEGIBLE: Final = 145.0
"""The least unit of scales with legends, in table units."""
STIFF, DAMPED = 46.0, 5.2
"""How hard the beam is drawn to its angle, and how soon it comes to rest; per second."""
STILL: Final = 0.04
ROWS: Final = (5, 5, 4, 4, 3, 2)
"""How many pieces a pan holds, row upon row; more are not to be seen."""
OVER: Final = 4
_LIT: Final = mix(BRASS, (255, 250, 226), 0.5)
_DEEP: Final = mix(BRASS, (74, 42, 12), 0.6)
_EDGE: Final = mix(BRASS, INK, 0.78)


@dataclass(frozen=True, slots=True)
class Load:
    """What lies in a pan: the number that weighs, and how many pieces it is made of."""

    weight: int = 0
    pieces: int = 0


@dataclass(slots=True)
class Scales:
    """The state of the scales; `angle` is the beam's, in degrees, positive when it falls right."""

    loads: tuple[Load, Load] = (Load(), Load())
    angle: float = 0.0
    speed: float = 0.0
    reduced: bool = False
    _goal: float = field(default=0.0)

    def put(self, left: Load, right: Load) -> None:
        """Lay something else into the pans; the beam swings there from where it is."""
        self.loads = left, right
        excess = right.weight - left.weight
        whole = 6 + 0.16 * (left.weight + right.weight)
        self._goal = STEEPEST * math.tanh(excess / whole)
        if self.reduced:
            self.angle, self.speed = self._goal, 0.0

    def rest(self) -> None:
        """Be at rest at once."""
        self.angle, self.speed = self._goal, 0.0

    @property
    def at_rest(self) -> bool:
        return self.angle == self._goal and self.speed == 0.0

    @property
    def lighter(self) -> int | None:
        """Which pan holds less; None while they are even."""
        left, right = self.loads
        return None if left.weight == right.weight else int(right.weight < left.weight)

    def update(self, seconds: float) -> bool:
        """Let the beam swing; True while it does."""
        if self.at_rest:
            return False
        for _ in range(4):
            pull = STIFF * (self._goal - self.angle) - DAMPED * self.speed
            self.speed += pull * seconds / 4
            self.angle += self.speed * seconds / 4
        if abs(self.speed) < STILL * 4 and abs(self._goal - self.angle) < STILL:
            self.rest()
        return True


# Where things are ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Place:
    """Where scales stand in a frame: as large as fits into a box, with or without legends."""

    box: Box
    legends: bool = True

    @property
    def unit(self) -> float:
        """The length of the scales' own unit, in table units."""
        return min(self.box.w / WIDTH, self.box.h / (HEIGHT + LEGENDS * self.legends))

    @property
    def pivot(self) -> Point:
        high = HEIGHT + LEGENDS * self.legends
        return self.box.center[0], self.box.center[1] - self.unit * (high / 2 + TOP)

    @property
    def low(self) -> float:
        """Where the scales end."""
        return self.pivot[1] + self.unit * (HEIGHT + TOP + LEGENDS * self.legends)


def fitting(box: Box) -> Place:
    """Scales with legends where these can be read, else without."""
    told = Place(box, True)
    return told if told.unit >= LEGIBLE else Place(box, False)


def pan_at(place: Place, scales: Scales, side: int) -> Point:
    """The middle of a pan: side 0 is the left one."""
    unit, (x, y) = place.unit, place.pivot
    turn = math.radians(scales.angle)
    way = 1 if side else -1
    return x + way * ARM * math.cos(turn) * unit, y + (way * ARM * math.sin(turn) + HANG) * unit


# Painting -----------------------------------------------------------------------------------------


def paint_scales(
    canvas: Canvas, place: Place, scales: Scales, legends: tuple[str, str],
    lit: int | None = None, change: tuple[int, int] = (0, 0),
) -> None:
    """The scales with what they weigh; the number of the pan `lit` shines. `change` is what a
    move that is being considered would add.
    """
    unit, pivot = place.unit, place.pivot
    pixels = canvas.px(unit)
    middle = pivot[0], pivot[1] + unit * (FOOT + TOP) / 2
    canvas.picture(_kept("stand", pixels, _stand), middle)
    for side in (0, 1):
        _paint_pan(canvas, place, scales, side)
    beam = _beam_sprite(pixels).at(90 * canvas.turn - scales.angle)
    canvas.picture_as_is(beam, pivot)
    canvas.picture(_kept("boss", pixels, _boss), pivot)
    for side in (0, 1):
        _paint_weight(canvas, place, scales, side, lit == side)
        if change[side]:
            _paint_change(canvas, place, scales, side, change[side])
    if place.legends:
        _paint_legends(canvas, place, legends)


def _paint_legends(canvas: Canvas, place: Place, legends: tuple[str, str]) -> None:
    """Both in the size in which the longer one fits."""
    unit, (x, y) = place.unit, place.pivot
    room = unit * 0.95, unit * 0.3
    size = min(fitted(canvas, text, max(20.0, unit * 0.115), "sans", room)[0] for text in legends)
    for side, text in enumerate(legends):
        lines = fitted(canvas, text, size, "sans", room)[1]
        at = x + (side - 0.5) * 1.02 * unit, y + (FOOT + 0.17) * unit
        canvas.label("\n".join(lines), at, size, LINEN)


def _paint_pan(canvas: Canvas, place: Place, scales: Scales, side: int) -> None:
    unit, (x, y) = place.unit, pan_at(place, scales, side)
    pixels = canvas.px(unit)
    hook = x, y - HANG * unit
    for way in (-1.0, 0.0, 1.0):
        rim = x + way * PAN * 0.92 * unit, y - (0.03 if way else -0.03) * unit
        canvas.line(hook, rim, mix(BRASS, INK, 0.4), max(1.5, unit * 0.014))
    canvas.picture(_kept("pan back", pixels, _pan_back), (x, y))
    for (dx, dy), image in _heap(side, scales.loads[side].pieces, pixels):
        canvas.picture(image, (x + dx * unit, y + dy * unit))
    canvas.picture(_kept("pan", pixels, _pan), (x, y))


def _paint_weight(canvas: Canvas, place: Place, scales: Scales, side: int, lit: bool) -> None:
    """What a pan weighs, below it."""
    unit, (x, y) = place.unit, pan_at(place, scales, side)
    tone: Color = LAMP if lit else mix(IVORY, WALNUT, 0.28)
    size, text = max(24.0, unit * 0.25), str(scales.loads[side].weight)
    canvas.text(text, (x, y + unit * 0.16), size, tone, "serif", "center")


def _paint_change(canvas: Canvas, place: Place, scales: Scales, side: int, change: int) -> None:
    """What a pan would gain or lose, beside what it weighs."""
    unit, (x, y) = place.unit, pan_at(place, scales, side)
    size = max(24.0, unit * 0.25)
    wide = canvas.text_size(str(scales.loads[side].weight), size, "serif")[0]
    tone = mix(LAMP, COLORS[0], 0.6) if change > 0 else mix(VERMILION, IVORY, 0.45)
    at = x + wide / 2 + unit * 0.04, y + unit * 0.16 + size * 0.2
    canvas.text(signed(change), at, max(20.0, size * 0.66), tone, "bold")


@lru_cache(maxsize=64)
def _heap(side: int, count: int, pixels: int) -> tuple[tuple[Point, Surface], ...]:
    """Petals or splinters in a pan, from the bottom to the top."""
    rng, found = random.Random(side), []
    for row, wide in enumerate(ROWS):
        for i in range(min(wide, count - sum(ROWS[:row]))):
            order = (i + 1) // 2 * (1 if i % 2 else -1)
            x = 0.09 * (order + (0.5 if wide % 2 == 0 else 0.0)) + rng.uniform(-0.014, 0.014)
            y = -0.056 * row - 0.4 * x * x
            color = mix(COLORS[side], (255, 255, 255), rng.uniform(0.0, 0.25))
            if side == HARMONY:
                image = petal(max(5, round(0.155 * pixels)), color, rng.uniform(50, 130))
            else:
                image = splinter(max(5, round(0.165 * pixels)), color, rng.uniform(40, 140))
            found.append(((x, y), image))
    return tuple(found)


# The pieces of brass ------------------------------------------------------------------------------

Smith: TypeAlias = Callable[[int], pygame.Surface]
"""Makes a piece whose unit is so many pixels long; its middle is where it is put."""


def _kept(name: str, pixels: int, smith: Smith) -> Surface:
    return SPRITES.get(("solitaire scales", name, pixels), lambda: smith(pixels))


def _sheet(pixels: int, wide: float, high: float, middle: float = 0.0) -> tuple[Surface, Pen]:
    """An empty sheet four times too large; `middle` is the height of the drawing at its middle."""
    size = round(wide * pixels) * OVER, round(high * pixels) * OVER
    sheet = pygame.Surface(size, pygame.SRCALPHA, 32)
    return sheet, Pen(sheet, (size[0] / 2, size[1] / 2 - middle * pixels * OVER), pixels * OVER)


def _shrunk(sheet: Surface) -> Surface:
    size = sheet.get_width() // OVER, sheet.get_height() // OVER
    return pygame.transform.smoothscale(sheet, size)


def _shadowed(piece: Surface, pixels: int) -> Surface:
    """The piece with its shadow on the table; as large on all sides, so that its middle stays."""
    reach = max(1.5, pixels * 0.03)
    dark = sprites.shadow(piece, reach, 0.55)
    shift = max(1, round(pixels * 0.03))
    width, height = dark.get_size()
    whole = pygame.Surface((width + 4 * shift, height + 4 * shift), pygame.SRCALPHA, 32)
    whole.blit(dark, (3 * shift, 4 * shift))
    room = sprites.room_of(reach) + 2 * shift
    whole.blit(piece, (room, room))
    return whole


def _turned_rod(pen: Pen, outline: Sequence[Point]) -> None:
    """Something turned on a lathe: an outline from top to bottom as (half width, height)."""
    right = [(w, y) for w, y in outline]
    left = [(-w, y) for w, y in reversed(outline)]
    pen.polygon([(x + 0.012 * (1 if x > 0 else -1), y) for x, y in (*right, *left)], _EDGE)
    for share, tone in ((1.0, _DEEP), (0.86, BRASS), (0.5, mix(BRASS, _LIT, 0.5)), (0.22, _LIT)):
        shift = -0.34 * (1 - share)
        pen.polygon(
            [(w * share + w * shift, y) for w, y in outline]
            + [(-w * share + w * shift, y) for w, y in reversed(outline)], tone,
        )  # fmt: skip


def _stand(pixels: int) -> Surface:
    """Foot and pillar, a lotus bud on top."""
    sheet, pen = _sheet(pixels, 1.2, FOOT - TOP, (FOOT + TOP) / 2)
    _turned_rod(pen, (
        (0.052, -0.02), (0.034, 0.06), (0.034, 0.20), (0.062, 0.23), (0.062, 0.26), (0.030, 0.30),
        (0.040, 0.62), (0.056, 0.84), (0.088, 0.88), (0.088, 0.91), (0.050, 0.94), (0.10, 1.0),
        (0.24, 1.045), (0.28, 1.06), (0.28, 1.09), (0.37, 1.11), (0.38, 1.125), (0.38, 1.165),
    ))  # fmt: skip
    bud = pen.moved(0, -0.05)
    for angle in (-34, 34, -17, 17, 0):
        tall = 0.20 if angle else 0.235
        petal_of = pointed_petal(tall, 0.12)
        shape(bud.moved(0, 0, 1, angle), petal_of, mix(BRASS, _LIT, 0.6 - abs(angle) / 70), _INLAY)
    for i in range(-3, 4):
        shape(pen.moved(i * 0.1, 1.148), round_petal(0.03, 0.06), _DEEP, _INLAY)
    return _shadowed(_shrunk(sheet), pixels)


@lru_cache(maxsize=4)
def _beam_sprite(pixels: int) -> Sprite:
    return Sprite(_beam_source(pixels), 2, 0.5)


@lru_cache(maxsize=4)
def _beam_source(pixels: int) -> Surface:
    """The beam twice too large: two slender arms, hooks at their ends."""
    sheet, pen = _sheet(pixels, 2 * ARM + 0.2, 0.5)
    for grown, tone in ((0.014, _EDGE), (0.0, _DEEP), (-0.010, BRASS)):
        for way in (-1, 1):
            upper = [(way * x, y - grown) for x, y in _ARM_TOP]
            lower = [(way * x, y + grown) for x, y in reversed(_ARM_FOOT)]
            pen.polygon(upper + lower, tone)
            pen.disc((way * ARM, 0.0), 0.045 + grown, tone)
    for way in (-1, 1):
        shine = [(way * x, y + 0.014) for x, y in _ARM_TOP]
        for a, b in pairwise(shine):
            pen.line(a, b, 0.012, _LIT)
        pen.disc((way * ARM, 0.0), 0.018, _EDGE)
        leaf = pen.moved(way * 0.36, -0.045, 1, way * 62)
        shape(leaf, pointed_petal(0.13, 0.06), mix(BRASS, _LIT, 0.35), _INLAY)
    return pygame.transform.smoothscale_by(sheet, 2 / OVER)


def _boss(pixels: int) -> Surface:
    """The flower on the pivot."""
    sheet, pen = _sheet(pixels, 0.32, 0.32)
    for i in range(8):
        shape(pen.moved(0, 0, 1, 45 * i), round_petal(0.13, 0.085), mix(BRASS, _LIT, 0.3), _INLAY)
    pen.disc((0, 0), 0.055, _EDGE)
    pen.disc((0, 0), 0.045, VERMILION)
    pen.disc((-0.012, -0.014), 0.014, mix(VERMILION, IVORY, 0.7))
    return _shrunk(sheet)


def _pan_back(pixels: int) -> Surface:
    """The far rim of a pan, with the inside of the bowl."""
    sheet, pen = _sheet(pixels, 2 * PAN + 0.1, 0.5)
    rim = [(PAN * math.cos(t), 0.052 * math.sin(t)) for t in _ROUND]
    pen.polygon([(x * 1.04, y * 1.25) for x, y in rim], _EDGE)
    pen.polygon(rim, _DEEP)
    pen.polygon([(x * 0.9, y * 0.8 + 0.008) for x, y in rim], mix(_DEEP, INK, 0.35))
    return _shrunk(sheet)


def _pan(pixels: int) -> Surface:
    """The near side of a pan: a shallow bowl with a bright rim."""
    sheet, pen = _sheet(pixels, 2 * PAN + 0.1, 0.5)
    for share, tone in ((1.04, _EDGE), (1.0, _DEEP), (0.93, BRASS), (0.72, mix(BRASS, _LIT, 0.35))):
        shift = -0.10 * (1 - share)
        bowl = [
            (PAN * share * math.cos(t) + shift, 0.155 * share * math.sin(t))
            for t in _ROUND if math.sin(t) >= -1e-9
        ]  # fmt: skip
        pen.polygon(bowl, tone)
    for width, tone in ((0.034, _EDGE), (0.022, mix(BRASS, _LIT, 0.7))):
        rim = [(PAN * math.cos(t), 0.052 * math.sin(t)) for t in _ROUND if math.sin(t) >= -1e-9]
        for a, b in pairwise(rim):
            pen.line(a, b, width, tone)
    hollow = [(PAN * 0.97 * math.cos(t), 0.040 * math.sin(t)) for t in _ROUND]
    cut = pygame.Surface(sheet.get_size(), pygame.SRCALPHA, 32)
    Pen(cut, pen.origin, pen.scale).polygon(hollow, (255, 255, 255, 255))
    sheet.blit(cut, (0, 0), special_flags=pygame.BLEND_RGBA_SUB)
    return _shrunk(sheet)


_INLAY: Final = Inlay(_EDGE, 0.012)
_ROUND: Final = tuple(math.tau * i / 48 for i in range(49))
_ARM_TOP: Final = ((0.0, -0.085), (0.12, -0.075), (0.26, -0.045), (0.42, -0.036), (ARM, -0.030))
_ARM_FOOT: Final = ((0.0, 0.050), (0.12, 0.030), (0.26, 0.006), (0.42, 0.014), (ARM, 0.024))
