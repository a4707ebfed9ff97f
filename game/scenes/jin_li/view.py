"""The picture of the pond: water with moving light, koi that breathe, stones, ripples."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache

import pygame

from game.rules.jin_li.state import Pond, Square, squares
from game.scenes.jin_li.koi_art import REST, SWIM, KoiArt
from game.scenes.jin_li.koi_body import KINDS, Kind
from game.scenes.jin_li.layout import RIM, SIDE, Grid
from game.scenes.jin_li.pool import RIPPLE_SECONDS, Koi, Pool, Ripple
from game.ui import sprites, surfaces
from game.ui.canvas import Canvas
from game.ui.caustics import Caustics
from game.ui.frame import Box, Frame, Point
from game.ui.theme import GOLD, IVORY, SMALL, VERMILION, Color, mix, rgb, with_alpha

KOI_COLORS: tuple[Color, Color] = (VERMILION, GOLD)
BRASS = mix(rgb("#C9A45C"), IVORY, 0.15)
"""The squares' names on the rim."""
LIGHT_TILE = 0.55
"""How wide one net of light is, in ponds."""
LIGHT = 0.40
KOI_LENGTH = 0.98
STONE_WIDTH = 0.74
WARM_EVERY = 4
"""Frames between two pictures of koi painted ahead of time; one costs some milliseconds."""


class PoolView:
    """Paints a pool; `fit` makes it ready for a new size of the grid or the window."""

    def __init__(self, pool: Pool, grid: Grid) -> None:
        self._pool, self._grid = pool, grid
        self._scale = 1.0
        self._light: Caustics | None = None
        self._art: dict[tuple[Kind, int], KoiArt] = {}
        self._ahead: Iterator[None] = iter(())
        self._frames = 0

    def fit(self, scale: float) -> None:
        """Follow the grid, at so many pixels a unit."""
        self._scale = scale
        length = round(self._grid.cell * KOI_LENGTH * scale)
        self._art = {(kind, n): KoiArt(kind, length, n) for kind in KINDS for n in (0, 1)}
        self._ahead = (None for art in self._art.values() for _ in art.warm())

    def warm(self) -> None:
        """Paint a picture of koi ahead of time now and then; call it in every idle frame."""
        self._frames += 1
        if self._frames % WARM_EVERY == 0:
            next(self._ahead, None)

    # The ground, painted once --------------------------------------------------------------

    def paint_ground(self, canvas: Canvas, start: Pond, readers: Iterable[int]) -> None:
        """Rim, water, squares with names for trays of these turns, the marks where koi start."""
        box, cell = self._grid.box, self._grid.cell
        surfaces.shadow(canvas, box, 34, blur=26, drop=12, alpha=0.75)
        rim = canvas.rect(box)
        wood = sprites.rounded(sprites.cover("wood_dark.jpg", rim.size), canvas.px(34))
        canvas.surface.blit(wood, rim)
        canvas.outline(box.inset(3), with_alpha(IVORY, 0.14), 2, 32)
        water = canvas.rect(self._grid.water.inset(-8))
        pond = sprites.inset("pond.jpg", water.size, canvas.px(22), canvas.px(12))
        canvas.surface.blit(pond, water)
        self._paint_squares(canvas)
        for turn in readers:
            self._paint_names(canvas, turn)
        for color, board in zip(KOI_COLORS, start.koi, strict=True):
            for square in squares(board):
                bed = Box.around(self._grid.square(square), cell - 16, cell - 16)
                canvas.outline(bed, with_alpha(color, 0.35), 2, 16)

    def _paint_squares(self, canvas: Canvas) -> None:
        veil = pygame.Surface(canvas.rect(self._grid.water).size, pygame.SRCALPHA)
        size = veil.get_width()
        for i in range(1, SIDE):
            at = round(i * size / SIDE)
            line = (*IVORY, 70)
            pygame.draw.line(veil, line, (at, 6), (at, size - 7), max(1, canvas.px(1.6)))
            pygame.draw.line(veil, line, (6, at), (size - 7, at), max(1, canvas.px(1.6)))
        canvas.surface.blit(veil, canvas.rect(self._grid.water))

    def _paint_names(self, canvas: Canvas, turn: int) -> None:
        """The names of files and ranks let into the wood, where a reader looks for them."""
        near, far = -0.46 * RIM, SIDE + 0.46 * RIM
        shore = near if (turn - self._grid.turn) % 4 in (0, 3) else far
        for i in range(SIDE):
            for text, at in (("abcdefg"[i], (i + 0.5, shore)), (str(i + 1), (shore, i + 0.5))):
                frame = Frame(self._grid.point(at), (0, 0), turn)
                canvas.within(frame).label(text, (0, 0), SMALL, BRASS)

    # What moves ------------------------------------------------------------------------------

    def paint(self, canvas: Canvas) -> None:
        """Light on the water, ripples, koi, stones, and koi in the air above them."""
        pool, area = self._pool, canvas.rect(self._grid.water)
        if self._light is None or self._light.size != area.size:
            self._light = Caustics(area.size, round(area.w * LIGHT_TILE), LIGHT)
        self._light.draw(canvas.surface, area.topleft, pool.clock)
        for ripple in pool.ripples:
            self._paint_ripple(canvas, ripple)
        for koi in pool.koi.values():
            if koi.lift <= 0:
                self._paint_koi(canvas, koi)
        for square, at in pool.stones.items():
            self.paint_stone(canvas, square, self._grid.point(at))
        for koi in pool.koi.values():
            if koi.lift > 0:
                self._paint_koi(canvas, koi)

    def _paint_ripple(self, canvas: Canvas, ripple: Ripple) -> None:
        share = ripple.age / RIPPLE_SECONDS
        for lag in (0.0, 0.16):
            t = share - lag
            if 0 < t < 1:
                alpha = 0.5 * ripple.strength * (1 - t) ** 2
                radius = self._grid.cell * (0.2 + 0.75 * t)
                image = ring(canvas.px(radius), canvas.px(3.5), round(alpha * 16))
                if image is not None:
                    canvas.picture_as_is(image, self._grid.point(ripple.center))

    def _paint_koi(self, canvas: Canvas, koi: Koi) -> None:
        center = self._grid.point(koi.at)
        heading = koi.heading + 90 * self._grid.turn
        art, gait = self._art[koi.kind, koi.variant], SWIM if koi.hurried else REST
        body = art.sprite(heading, koi.bend, koi.stroke, gait)
        depth = self._grid.cell * (0.06 + 0.35 * koi.lift)
        shadow = art.shadow(heading, koi.bend, koi.stroke, gait)
        canvas.picture_as_is(shadow, (center[0] + depth * 0.6, center[1] + depth))
        if koi.lift > 0:
            body = pygame.transform.smoothscale_by(body, 1 + 0.14 * koi.lift)
            center = center[0], center[1] - self._grid.cell * 0.3 * koi.lift
        canvas.picture_as_is(body, center)

    def paint_stone(self, canvas: Canvas, seed: Square, center: Point, lift: float = 0.0) -> None:
        """A stone; every square has its own."""
        width = max(8, round(self._grid.cell * STONE_WIDTH * self._scale * (1 + 0.25 * lift)))
        drop = self._grid.cell * (0.07 + 0.4 * lift)
        shadow = sprites.scaled("shadow_soft.png", (round(width * 1.5),) * 2)
        canvas.picture_as_is(shadow, (center[0] + drop * 0.6, center[1] + drop))
        canvas.picture_as_is(stone(seed, width), center)


def stone(seed: int, width: int) -> pygame.Surface:
    """One of the six pebbles at a width in pixels."""
    return sprites.scaled(f"stone_{seed % 6 + 1}.png", (width, width))


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
