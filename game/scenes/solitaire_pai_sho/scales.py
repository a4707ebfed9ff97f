"""A pair of brass scales that weighs harmonies against disharmonies.

    scales = Scales(); scales.put((45, 38), (7, 6))
    scales.update(seconds)                            # the beam swings until it is at rest
    paint_scales(canvas, Stand(box), scales, legends)   # as large as fits into the box

What lies in the left pan are petals, one for each harmony, in the right one splinters, one for
each disharmony: the pans can be told apart without their colours.
"""

import math
import random
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

import pygame
from pygame import Surface

from game.scenes.pai_sho.art import BRASS
from game.scenes.pai_sho.drawings import drawing
from game.scenes.pai_sho.lines import petal, splinter
from game.scenes.solitaire_pai_sho.garden import COLORS
from game.ui import sprites
from game.ui.canvas import Canvas
from game.ui.fonts import signed
from game.ui.frame import Box, Point
from game.ui.sprites import SPRITES
from game.ui.theme import INK, IVORY, LAMP, LINEN, VERMILION, WALNUT, mix
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


@dataclass(slots=True)
class Scales:
    """The state of the scales; `angle` is the beam's, in degrees, positive when it falls right.

    A pan holds a number that weighs, and so many pieces.
    """

    weights: tuple[int, int] = (0, 0)
    pieces: tuple[int, int] = (0, 0)
    angle: float = 0.0
    speed: float = 0.0
    reduced: bool = False
    _goal: float = 0.0

    def put(self, weights: tuple[int, int], pieces: tuple[int, int]) -> None:
        """Lay something else into the pans; the beam swings there from where it is."""
        self.weights, self.pieces = weights, pieces
        left, right = weights
        self._goal = STEEPEST * math.tanh((right - left) / (6 + 0.16 * (left + right)))
        if self.reduced:
            self.rest()

    def rest(self) -> None:
        """Be at rest at once."""
        self.angle, self.speed = self._goal, 0.0

    @property
    def lighter(self) -> int | None:
        """Which pan holds less; None while they are even."""
        left, right = self.weights
        return None if left == right else int(right < left)

    def update(self, seconds: float) -> None:
        """Let the beam swing."""
        if self.angle == self._goal and self.speed == 0.0:
            return
        off, speed, decay = self.angle - self._goal, self.speed, DAMPED / 2
        swing = math.sqrt(STIFF - decay**2)  # the exact motion, so that no step is too long
        cos, sin, left = math.cos(swing * seconds), math.sin(swing * seconds), -decay * seconds
        self.angle = self._goal + math.exp(left) * (off * cos + (speed + decay * off) / swing * sin)
        self.speed = math.exp(left) * (speed * cos - (STIFF * off + decay * speed) / swing * sin)
        if abs(self.speed) < STILL * 4 and abs(self._goal - self.angle) < STILL:
            self.rest()


# Where things are ---------------------------------------------------------------------------------


class Stand(NamedTuple):
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


def fitting(box: Box) -> Stand:
    """Scales with legends where these can be read, else without."""
    told = Stand(box, True)
    return told if told.unit >= LEGIBLE else Stand(box, False)


def pan_at(place: Stand, scales: Scales, side: int) -> Point:
    """The middle of a pan: side 0 is the left one."""
    unit, (x, y) = place.unit, place.pivot
    turn = math.radians(scales.angle)
    way = 1 if side else -1
    return x + way * ARM * math.cos(turn) * unit, y + (way * ARM * math.sin(turn) + HANG) * unit


# Painting -----------------------------------------------------------------------------------------


def paint_scales(
    canvas: Canvas, place: Stand, scales: Scales, legends: tuple[str, str],
    lit: int | None = None, change: tuple[int, int] = (0, 0),
) -> None:
    """The scales with what they weigh; the number of the pan `lit` shines. `change` is what a
    move that is being considered would add.
    """
    unit, pivot, pans = place.unit, place.pivot, [pan_at(place, scales, side) for side in (0, 1)]
    pixels = canvas.px(unit)
    canvas.picture(_stand(pixels), (pivot[0], pivot[1] + unit * (FOOT + TOP) / 2))
    for side, pan in enumerate(pans):
        _paint_pan(canvas, pan, unit, side, scales.pieces[side])
    canvas.picture(_beam(pixels, round(2 * scales.angle)), pivot)
    canvas.picture(_brass("boss", pixels, 0.32, 0.32), pivot)
    weights = [str(weight) for weight in scales.weights]
    room = unit * 0.9, unit * 0.36  # above the foot, even for the lower pan
    size = min(fitted(canvas, text, max(24.0, unit * 0.25), "serif", room)[0] for text in weights)
    for side, (x, y) in enumerate(pans):
        y, half = y + unit * 0.16, canvas.text_size(weights[side], size, "serif")[0] / 2
        if change[side]:
            tone = mix(LAMP, COLORS[0], 0.6) if change[side] > 0 else mix(VERMILION, IVORY, 0.45)
            small, added = max(20.0, size * 0.66), signed(change[side])
            long = half + unit * 0.04 + canvas.text_size(added, small, "bold")[0]
            x = min(x, place.box.right - long)
            canvas.text(added, (x + half + unit * 0.04, y + size * 0.2), small, tone, "bold")
        tone = LAMP if side == lit else mix(IVORY, WALNUT, 0.28)
        if any(change) and not change[side]:  # what does not change steps back
            tone = mix(tone, WALNUT, 0.4)
        canvas.text(weights[side], (x, y), size, tone, "serif", "center")
    if place.legends:
        _paint_legends(canvas, place, legends)


def _paint_legends(canvas: Canvas, place: Stand, legends: tuple[str, str]) -> None:
    """Both in the size in which the longer one fits."""
    unit, (x, y) = place.unit, place.pivot
    room = unit * 0.95, unit * 0.3
    size = min(fitted(canvas, text, max(20.0, unit * 0.115), "sans", room)[0] for text in legends)
    for side, text in enumerate(legends):
        lines = fitted(canvas, text, size, "sans", room)[1]
        at = x + (side - 0.5) * 1.02 * unit, y + (FOOT + 0.17) * unit
        canvas.label("\n".join(lines), at, size, LINEN)


def _paint_pan(canvas: Canvas, at: Point, unit: float, side: int, pieces: int) -> None:
    (x, y), pixels = at, canvas.px(unit)
    hook = x, y - HANG * unit
    for way in (-1.0, 0.0, 1.0):
        rim = x + way * PAN * 0.92 * unit, y - (0.03 if way else -0.03) * unit
        canvas.line(hook, rim, mix(BRASS, INK, 0.4), max(1.5, unit * 0.014))
    canvas.picture(_brass("pan_back", pixels, 0.72, 0.5), (x, y))
    for (dx, dy), image in _heap(side, pieces, pixels):
        canvas.picture(image, (x + dx * unit, y + dy * unit))
    canvas.picture(_brass("pan", pixels, 0.72, 0.5), (x, y))


@lru_cache(maxsize=64)
def _heap(side: int, count: int, pixels: int) -> tuple[tuple[Point, Surface], ...]:
    """Petals or splinters in a pan, from the bottom to the top."""
    rng, found = random.Random(side), []
    for row, wide in enumerate(ROWS):
        for i in range(min(wide, count - sum(ROWS[:row]))):
            order = (i + 1) // 2 * (1 if i % 2 else -1)
            x = 0.09 * (order + (0.5 if wide % 2 == 0 else 0.0)) + rng.uniform(-0.014, 0.014)
            y = -0.056 * row - 0.4 * x * x
            color = mix(COLORS[side], (255, 255, 255), rng.choice((0.0, 0.08, 0.17, 0.25)))
            if side:
                image = splinter(max(5, round(0.165 * pixels)), color, rng.uniform(40, 140))
            else:
                image = petal(max(5, round(0.155 * pixels)), color, rng.uniform(50, 130))
            found.append(((x, y), image))
    return tuple(found)


# The pieces of brass ------------------------------------------------------------------------------


@SPRITES.keeping
def _brass(name: str, pixels: int, wide: float, high: float) -> Surface:
    """A piece of the scales, so many units large; its middle is where it is put."""
    return drawing(f"scales_{name}", (round(wide * pixels), round(high * pixels)))


@SPRITES.keeping
def _stand(pixels: int) -> Surface:
    """Foot and pillar with their shadow on the table, as large on all sides."""
    piece = _brass("stand", pixels, 1.2, FOOT - TOP)
    reach = max(1.5, pixels * 0.03)
    dark = sprites.shadow(piece, reach, 0.55)
    shift = max(1, round(pixels * 0.03))
    width, height = dark.get_size()
    whole = pygame.Surface((width + 4 * shift, height + 4 * shift), pygame.SRCALPHA, 32)
    whole.blit(dark, (3 * shift, 4 * shift))
    whole.blit(piece, piece.get_rect(center=whole.get_rect().center))
    return whole


@SPRITES.keeping
def _beam(pixels: int, turn: int) -> Surface:
    """The beam, turned clockwise by so many half degrees."""
    size = round(1.52 * pixels), round(0.68 * pixels)
    return drawing("scales_beam", size, transform=f"rotate({turn / 2})")
