"""The living picture of the pond: water with moving light, koi that breathe, stones, ripples.

Positions are in squares: (0.5, 0.5) is the middle of a1, x along the files, y up the ranks. A
frame turns the pond so that red's shore lies where red sits.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

import pygame

from game.scenes.jin_li.koi_art import KoiArt
from game.scenes.jin_li.koi_body import Kind
from game.ui import sprites, surfaces
from game.ui.canvas import Canvas
from game.ui.caustics import Caustics
from game.ui.frame import Box, Frame, Point
from game.ui.theme import IVORY, SMALL, Color, mix, rgb, with_alpha

SIDE = 7
KINDS: tuple[Kind, ...] = ("R", "Y")
RIM = 0.34
"""The stone rim's width in squares."""
BRASS = mix(rgb("#C9A45C"), IVORY, 0.15)
"""The squares' names on the rim."""
LIGHT_TILE = 0.55
"""How wide one net of light is, in ponds."""
LIGHT = 0.40
KOI_LENGTH = 0.98
STONE_WIDTH = 0.74
RIPPLE_SECONDS = 1.3


@dataclass(slots=True)
class Koi:
    """One fish as it is shown: where, where it looks (degrees, counter-clockwise from the
    files' direction), how it bends (−1…1), its stroke (0…1) and its height while leaping."""

    color: str
    at: Point
    heading: float
    bend: float = 0.0
    stroke: float = 0.0
    lift: float = 0.0
    variant: int = 0
    """Which of its colour's two coats it wears."""
    hurried: bool = False
    """Swimming rather than resting."""


@dataclass(slots=True)
class Ripple:
    center: Point
    age: float = 0.0
    strength: float = 1.0


@dataclass(slots=True)
class Pool:
    """Everything in the water. `life` is how lively it is, 1 awake and 0 asleep."""

    koi: dict[int, Koi] = field(default_factory=dict)
    stones: dict[int, Point] = field(default_factory=dict)
    ripples: list[Ripple] = field(default_factory=list)
    clock: float = 0.0
    life: float = 1.0

    def update(self, seconds: float) -> bool:
        """Let the water move; True while anything did."""
        for ripple in self.ripples:
            ripple.age += seconds
        had_ripples = bool(self.ripples)
        self.ripples = [r for r in self.ripples if r.age < RIPPLE_SECONDS]
        if self.life > 0:
            self.clock += seconds * self.life
            for number, koi in enumerate(self.koi.values()):
                pace = 0.42 + 0.05 * (number % 3)
                koi.stroke = (koi.stroke + seconds * self.life * pace) % 1
        return self.life > 0 or had_ripples

    def koi_at_rest(self) -> None:
        for koi in self.koi.values():
            koi.lift, koi.bend, koi.hurried = 0.0, 0.0, False

    def ripple(self, at: Point, strength: float = 1.0) -> None:
        self.ripples.append(Ripple(at, strength=strength))


class PoolView:
    """Paints a pool into a square box of the table, `turn` quarter turns round."""

    def __init__(self, box: Box, turn: int, scale: float) -> None:
        cell = box.w / (SIDE + 2 * RIM)
        self.cell = cell
        self.frame = Frame(box.center, (cell * SIDE, cell * SIDE), turn)
        self.box = box
        self.water = Box.around(box.center, cell * SIDE, cell * SIDE)
        self._scale = scale
        length = round(cell * KOI_LENGTH * scale)
        self._light: Caustics | None = None
        self._art: dict[tuple[str, int], KoiArt] = {
            (kind, variant): KoiArt(kind, length, variant) for kind in KINDS for variant in (0, 1)
        }

    def warm(self) -> Iterator[None]:
        """Paint the koi's pictures ahead of time, one a step."""
        for art in self._art.values():
            yield from art.warm()

    def point(self, at: Point) -> Point:
        """A position in squares as a point of the table."""
        return self.frame.out((at[0] * self.cell, (SIDE - at[1]) * self.cell))

    def pond_point(self, point: Point) -> Point:
        """A point of the table as a position in squares."""
        x, y = self.frame.into(point)
        return x / self.cell, SIDE - y / self.cell

    def square(self, number: int) -> Point:
        """The middle of a square on the table."""
        return self.point((number % SIDE + 0.5, number // SIDE + 0.5))

    # The ground, painted once --------------------------------------------------------------

    def paint_ground(
        self, canvas: Canvas, corners: dict[int, Color], readers: Iterable[int]
    ) -> None:
        """Rim, water, squares with names for trays of these turns, the marks where koi start."""
        surfaces.shadow(canvas, self.box, 34, blur=26, drop=12, alpha=0.75)
        rim = canvas.rect(self.box)
        wood = sprites.rounded(sprites.cover("wood_dark.jpg", rim.size), canvas.px(34))
        canvas.surface.blit(wood, rim)
        canvas.outline(self.box.inset(3), with_alpha(IVORY, 0.14), 2, 32)
        water = canvas.rect(self.water.inset(-8))
        pond = sprites.inset("pond.jpg", water.size, canvas.px(22), canvas.px(12))
        canvas.surface.blit(pond, water)
        self._paint_squares(canvas)
        for turn in readers:
            self._paint_names(canvas, turn)
        for square, color in corners.items():
            bed = Box.around(self.square(square), self.cell - 16, self.cell - 16)
            canvas.outline(bed, with_alpha(color, 0.35), 2, 16)

    def _paint_squares(self, canvas: Canvas) -> None:
        veil = pygame.Surface(canvas.rect(self.water).size, pygame.SRCALPHA)
        size = veil.get_width()
        for i in range(1, SIDE):
            at = round(i * size / SIDE)
            line = (*IVORY, 70)
            pygame.draw.line(veil, line, (at, 6), (at, size - 7), max(1, canvas.px(1.6)))
            pygame.draw.line(veil, line, (6, at), (size - 7, at), max(1, canvas.px(1.6)))
        canvas.surface.blit(veil, canvas.rect(self.water))

    def _paint_names(self, canvas: Canvas, turn: int) -> None:
        """The names of files and ranks let into the wood, where a reader looks for them."""
        near, far = -0.46 * RIM, SIDE + 0.46 * RIM
        shore = near if (turn - self.frame.turn) % 4 in (0, 3) else far
        for i in range(SIDE):
            for text, at in (("abcdefg"[i], (i + 0.5, shore)), (str(i + 1), (shore, i + 0.5))):
                canvas.within(Frame(self.point(at), (0, 0), turn)).label(text, (0, 0), SMALL, BRASS)

    # What moves ------------------------------------------------------------------------------

    def paint(self, canvas: Canvas, pool: Pool) -> None:
        """Light on the water, ripples, koi, stones, and koi in the air above them."""
        area = canvas.rect(self.water)
        if self._light is None or self._light.size != area.size:
            self._light = Caustics(area.size, round(area.w * LIGHT_TILE), LIGHT)
        self._light.draw(canvas.surface, area.topleft, pool.clock)
        for ripple in pool.ripples:
            self._paint_ripple(canvas, ripple)
        for koi in pool.koi.values():
            if koi.lift <= 0:
                self._paint_koi(canvas, koi)
        for square, at in pool.stones.items():
            self.paint_stone(canvas, square, self.point(at))
        for koi in pool.koi.values():
            if koi.lift > 0:
                self._paint_koi(canvas, koi)

    def _paint_ripple(self, canvas: Canvas, ripple: Ripple) -> None:
        share = ripple.age / RIPPLE_SECONDS
        for lag in (0.0, 0.16):
            t = share - lag
            if 0 < t < 1:
                alpha = 0.5 * ripple.strength * (1 - t) ** 2
                radius = self.cell * (0.2 + 0.75 * t)
                image = ring(canvas.px(radius), canvas.px(3.5), round(alpha * 16))
                if image is not None:
                    canvas.picture_as_is(image, self.point(ripple.center))

    def _paint_koi(self, canvas: Canvas, koi: Koi) -> None:
        center = self.point(koi.at)
        heading = koi.heading + 90 * self.frame.turn
        art, vigour = self._art[koi.color, koi.variant], 1.0 if koi.hurried else 0.4
        body = art.sprite(heading, koi.bend, koi.stroke, vigour)
        depth = self.cell * (0.06 + 0.35 * koi.lift)
        shadow = art.shadow(heading, koi.bend, koi.stroke, vigour)
        canvas.picture_as_is(shadow, (center[0] + depth * 0.6, center[1] + depth))
        if koi.lift > 0:
            body = pygame.transform.smoothscale_by(body, 1 + 0.14 * koi.lift)
            center = center[0], center[1] - self.cell * 0.3 * koi.lift
        canvas.picture_as_is(body, center)

    def paint_stone(self, canvas: Canvas, seed: int, center: Point, lift: float = 0.0) -> None:
        """A stone; every square has its own."""
        width = max(8, round(self.cell * STONE_WIDTH * self._scale * (1 + 0.25 * lift)))
        image = stone(seed, width)
        drop = self.cell * (0.07 + 0.4 * lift)
        shadow = _shadow(round(width * 1.5))
        canvas.picture_as_is(shadow, (center[0] + drop * 0.6, center[1] + drop))
        canvas.picture_as_is(image, center)


# Geometry ------------------------------------------------------------------------------------


def squares(board: int) -> list[int]:
    """The numbers of the squares on a board of bits."""
    return [n for n in range(49) if board >> n & 1]


def middle(square: int) -> Point:
    return square % 7 + 0.5, square // 7 + 0.5


def heading(start: Point, end: Point) -> float:
    """The direction from one point of the pond to another in degrees, counter-clockwise."""
    return math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))


def nearest_turn(now: float, goal: float) -> float:
    """The angle equal to `goal` that is the shorter way from `now`."""
    return now + (goal - now + 180) % 360 - 180


# Ready-made pictures -------------------------------------------------------------------------


def stone(seed: int, width: int) -> pygame.Surface:
    """One of the six pebbles at a width in pixels."""
    return sprites.scaled(f"stone_{seed % 6 + 1}.png", (width, width))


def _shadow(width: int) -> pygame.Surface:
    return sprites.scaled("shadow_soft.png", (width, width))


@lru_cache(maxsize=256)
def ring(radius: int, width: int, strength: int) -> pygame.Surface | None:
    """A ring of light on the water; `strength` in sixteenths."""
    if strength <= 0 or radius < 2:
        return None
    side = 2 * radius + 8
    image = pygame.Surface((side, side), pygame.SRCALPHA)
    color = (225, 250, 245, min(255, strength * 16))
    pygame.draw.aacircle(image, color, (side // 2, side // 2), radius, width)
    return image


@lru_cache(maxsize=1)
def _soft() -> pygame.Surface:
    """A small white light that fades outward."""
    small = 24
    image = pygame.Surface((2 * small, 2 * small), pygame.SRCALPHA)
    for y in range(2 * small):
        for x in range(2 * small):
            far = math.hypot(x + 0.5 - small, y + 0.5 - small) / small
            image.set_at((x, y), (255, 255, 255, round(255 * max(0.0, 1 - far) ** 1.4)))
    return image


@lru_cache(maxsize=64)
def glow(radius: int, color: Color, strength: int) -> pygame.Surface:
    """A soft round light that fades outward; `strength` in sixteenths."""
    image = _soft().copy()
    image.fill((*color[:3], min(255, round(255 * strength / 16))),
               special_flags=pygame.BLEND_RGBA_MULT)  # fmt: skip
    return pygame.transform.smoothscale(image, (2 * radius, 2 * radius))
