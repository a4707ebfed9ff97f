"""The picture of the pond: water with moving light, koi that breathe, stones, ripples."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import product

import pygame

from game.scenes.play.marks import paint_gain
from game.scenes.pond.koi import KINDS, REST, SWIM, Kind, KoiArt, Pose
from game.scenes.pond.pool import RIM, RIPPLE_SECONDS, Grid, Koi, Piece, Pool, Ripple, Square, Stone
from game.ui import sprites, surfaces, theme
from game.ui.canvas import Canvas
from game.ui.caustics import Caustics
from game.ui.frame import Box, Frame, Point
from game.ui.theme import INK, IVORY, LAMP, SMALL, Color, Design, mix, rgb, with_alpha

KOI_COLORS: tuple[Color, Color] = (theme.VERMILION, theme.GOLD)
BRASS = mix(rgb("#C9A45C"), IVORY, 0.15)
"""The squares' names on the rim."""
LIGHT_TILE = 0.55
"""How wide one net of light is, in ponds."""
LIGHT = 0.40
KOI_LENGTH = 0.98
STONE_WIDTH = 0.74
PALE = (66, 70, 70)
"""How much brighter stones of high contrast are."""


class PoolView:
    """Paints a pool on the squares of a grid."""

    def __init__(self, pool: Pool, grid: Grid) -> None:
        self._pool, self._grid = pool, grid
        self._light: Caustics | None = None

    def _art(self, kind: Kind, variant: int, scale: float, design: Design) -> KoiArt:
        """The pictures of a koi, at so many pixels a unit."""
        return KoiArt(kind, round(self._grid.cell * KOI_LENGTH * scale), variant, design)

    def wishes(self, scale: float, design: Design) -> Iterator[Callable[[], object]]:
        """Koi beat their tails where they are; then they swim elsewhere."""
        for moment, koi in product(range(REST.moments), list(self._pool.koi.values())):
            art = self._art(koi.kind, koi.variant, scale, design)
            for paint in art.sprite, art.shadow:
                yield partial(paint, koi.heading + 90 * self._grid.turn, Pose(0, moment, REST))
        for (kind, variant), pose in product(product(KINDS, (0, 1)), Pose.every()):
            if sprites.SPRITES.held >= 0.9 * sprites.SPRITES.limit:  # they would go for it
                return
            yield partial(self._art(kind, variant, scale, design).frame, pose)

    # The ground, painted once --------------------------------------------------------------

    def paint_ground(self, canvas: Canvas, readers: Iterable[int]) -> None:
        """The pond, and its squares' names for trays of these turns."""
        surfaces.shadow(canvas, self._grid.box, 34, blur=26, drop=12, alpha=0.75)
        self.paint_pond(canvas)
        for turn in readers:
            self._paint_names(canvas, turn)

    def paint_pond(self, canvas: Canvas) -> None:
        """The wooden rim, still water, and the lines between the squares."""
        box, water = self._grid.box, self._grid.water
        rim = canvas.rect(box)
        wood = sprites.sheet("wood_dark.jpg", rim.size, canvas.px(34))
        canvas.surface.blit(wood, rim)
        canvas.outline(box.inset(3), with_alpha(IVORY, 0.14), 2, 32)
        surfaces.let_in(canvas, water.inset(-8), "pond.jpg", 22, 12)
        veil = pygame.Surface(canvas.rect(water).size, pygame.SRCALPHA)
        (wide, high), line, thick = veil.get_size(), (*IVORY, 70), canvas.px(1.6)
        for x in (round(i * wide / self._grid.files) for i in range(1, self._grid.files)):
            pygame.draw.line(veil, line, (x, 6), (x, high - 7), thick)
        for y in (round(i * high / self._grid.ranks) for i in range(1, self._grid.ranks)):
            pygame.draw.line(veil, line, (6, y), (wide - 7, y), thick)
        canvas.surface.blit(veil, canvas.rect(water))

    def _paint_names(self, canvas: Canvas, turn: int) -> None:
        """The names of files and ranks let into the wood, where a reader looks for them."""
        grid, near = self._grid, (turn - self._grid.turn) % 4 in (0, 3)
        x, y = (-0.46 * RIM if near else far + 0.46 * RIM for far in (grid.files, grid.ranks))
        names = [(grid.names[i][0], (i + 0.5, y)) for i in range(grid.files)]
        names += [(str(i + 1), (x, i + 0.5)) for i in range(grid.ranks)]
        for text, at in names:
            frame = Frame(grid.point(at), (0, 0), turn)
            canvas.within(frame).label(text, (0, 0), SMALL, BRASS)

    def paint_bed(self, canvas: Canvas, square: Square, color: Color) -> None:
        """A mark on the ground of a square."""
        side = self._grid.cell - 16
        bed = Box.around(self._grid.square(square), side, side)
        canvas.outline(bed, with_alpha(color, 0.35), 2, 16)

    # Light on squares ----------------------------------------------------------------------

    def paint_last(self, canvas: Canvas, places: Iterable[Square]) -> None:
        """Where the last turn took place, faintly."""
        side = self._grid.cell - 8
        for square in places:
            bed = Box.around(self._grid.square(square), side, side)
            canvas.fill(bed, with_alpha(IVORY, 0.10), 14)

    def paint_throws(self, canvas: Canvas, places: Iterable[Square]) -> None:
        """Where something may fall."""
        for square in places:
            at = self._grid.square(square)
            canvas.disc(at, self._grid.cell * 0.05, with_alpha(LAMP, 0.7))

    def paint_goals(self, canvas: Canvas, gains: Mapping[Square, int], turn: int) -> None:
        """Where a koi may go, with the points it would find there, written to a tray's `turn`."""
        for square, gain in gains.items():
            at = self._grid.square(square)
            canvas.picture_as_is(glow(canvas.px(self._grid.cell * 0.5), LAMP, 0.6), at)
            if gain > 0:
                paint_gain(canvas, at, gain, turn)
            else:
                canvas.ring(at, self._grid.cell * 0.14, with_alpha(LAMP, 0.85), 3)

    def paint_own(self, canvas: Canvas, places: Iterable[Square], selected: object) -> None:
        """The koi that may move, the selected one more clearly."""
        for square in places:
            strength, width = (0.95, 4.0) if square == selected else (0.6, 3.0)
            at = self._grid.square(square)
            canvas.ring(at, self._grid.cell * 0.47, with_alpha(LAMP, strength), width)

    # What moves ------------------------------------------------------------------------------

    def paint(self, canvas: Canvas) -> None:
        """Light on the water, ripples, and what swims and lies in it."""
        pool, area = self._pool, canvas.rect(self._grid.water)
        tile = round(area.w * LIGHT_TILE)
        if self._light is None or self._light.tile != tile:
            self._light = Caustics(tile, LIGHT)
        if not canvas.design.contrast:
            self._light.draw(canvas.surface, area, pool.shining)
        for ripple in pool.ripples:
            self._paint_ripple(canvas, ripple)
        self.paint_things(canvas)

    def paint_things(self, canvas: Canvas) -> None:
        """Koi, stones, and koi in the air above them."""
        koi = self._pool.koi.values()
        self._paint_koi(canvas, (each for each in koi if each.lift <= 0))
        stones = [(each.number, each.at, each.lift) for each in self._pool.stones.values()]
        canvas.group((self._grid.box, self._grid.turn), self._paint_stones, stones)
        self._paint_koi(canvas, (each for each in koi if each.lift > 0))

    def _paint_stones(self, canvas: Canvas, stones: Iterable[tuple[int, Point, float]]) -> None:
        for number, at, lift in stones:
            paint_stone(canvas, number, self._grid.point(at), self._grid.cell, lift)

    def _paint_koi(self, canvas: Canvas, koi: Iterable[Koi]) -> None:
        grid = self._grid
        for each in koi:
            art = self._art(each.kind, each.variant, canvas.scale, canvas.design)
            before, each.pose = each.pose, pose_of(each)
            if before and not sprites.MISSED.has(KoiArt.shade, art, each.pose):
                each.pose = before  # until how it should be shown is painted
            _paint_koi(canvas, art, each, grid.point(each.at), grid.cell, grid.turn, each.pose)

    def _paint_ripple(self, canvas: Canvas, ripple: Ripple) -> None:
        share = (self._pool.passed - ripple.since) / RIPPLE_SECONDS
        for lag in (0.0, 0.16):
            t = share - lag
            if 0 < t < 1:
                strength = round(16 * 0.5 * ripple.strength * (1 - t) ** 2)
                radius = canvas.px(self._grid.cell * (0.2 + 0.75 * t))
                if strength and radius > 1:
                    image = ring(radius, canvas.px(3.5), strength)
                    canvas.picture_as_is(image, self._grid.point(ripple.center))


def pose_of(koi: Koi) -> Pose:
    return Pose.near(koi.bend, koi.stroke, SWIM if koi.hurried else REST)


def paint_piece(canvas: Canvas, piece: Piece, center: Point, cell: float) -> None:
    """A koi or a stone alone, for squares of this size."""
    if isinstance(piece, Stone):
        paint_stone(canvas, piece.number, center, cell, piece.lift)
    else:
        art = KoiArt(piece.kind, canvas.px(cell), piece.variant, canvas.design)
        _paint_koi(canvas, art, piece, center, cell)


def _paint_koi(
    canvas: Canvas, art: KoiArt, koi: Koi, center: Point, cell: float, turn: int = 0,
    pose: Pose | None = None,
) -> None:
    """A koi over its shadow, at a point of a pond with such squares and quarter turns."""
    pose = pose or pose_of(koi)
    heading, depth = koi.heading + 90 * turn, cell * (0.06 + 0.35 * koi.lift)
    body = art.sprite(heading, pose)
    canvas.picture_as_is(art.shadow(heading, pose), (center[0] + depth * 0.6, center[1] + depth))
    if koi.lift > 0:
        body = pygame.transform.smoothscale_by(body, 1 + 0.14 * koi.lift)
        center = center[0], center[1] - cell * 0.3 * koi.lift
    canvas.picture_as_is(body, center)


def paint_stone(canvas: Canvas, seed: int, center: Point, cell: float, lift: float = 0.0) -> None:
    """A stone for squares of this size over its shadow; every number has its own stone."""
    width = max(8, round(cell * STONE_WIDTH * canvas.scale * (1 + 0.25 * lift)))
    drop = cell * (0.07 + 0.4 * lift)
    shadow = sprites.scaled("shadow_soft.png", (round(width * 1.5),) * 2)
    canvas.picture_as_is(shadow, (center[0] + drop * 0.6, center[1] + drop))
    canvas.picture_as_is(stone(seed, width, canvas.design), center)


def stone(seed: int, width: int, design: Design) -> pygame.Surface:
    """One of the six pebbles at a width in pixels."""
    name = f"stone_{seed % 6 + 1}.png"
    return _pale(name, width) if design.contrast else sprites.scaled(name, (width, width))


@sprites.SPRITES.keeping
def _pale(name: str, width: int) -> pygame.Surface:
    pale = sprites.scaled(name, (width, width)).copy()
    pale.fill(PALE, special_flags=pygame.BLEND_RGB_ADD)
    return sprites.outlined(pale, max(2.0, width * 0.05), INK)


@sprites.PASSING.keeping
def ring(radius: int, width: int, strength: int) -> pygame.Surface:
    """A ring of light on the water; `strength` in sixteenths."""
    side = 2 * radius + 8
    image = pygame.Surface((side, side), pygame.SRCALPHA)
    color = (225, 250, 245, min(255, strength * 16))
    pygame.draw.aacircle(image, color, (side // 2, side // 2), radius, width)
    return image


@sprites.SPRITES.keeping
def glow(radius: int, color: Color, opacity: float) -> pygame.Surface:
    """A soft round light that fades outward."""
    core = round(radius * 0.5)
    dot = sprites.silhouette(sprites.disc(core, color), color, radius - core)
    return sprites.faded(sprites.softened(dot, radius * 0.28, color), opacity)
