"""The Pai Sho set as it lies on the table: garden board, wooden tiles, harmonies and clashes.

Both Pai Sho games draw with this family; pictures are painted once per size and kept.

    board = PaiShoBoard(box, turn, scale)      # a square box of the table; scale: pixels a unit
    board.paint_ground(canvas)                 # into the scene's kept ground
    board.place(point), board.near(position)   # a point of the rules on the table, and back
    tiles = TileArt(board.tile * scale)        # diameter in pixels
    tiles.put(canvas, center, "R4", "light")   # shadow and tile; also lifted or turned
    draw_harmony_line(canvas, start, end, color, board.cell, phase)
    draw_clash_line(canvas, start, end, board.cell)
    draw_ring_bloom(canvas, points, share, color, board.cell)
    draw_reach(canvas, center, board.cell, color, strong)   # a point that may be gone to

Tiles are named by their codes in the notation (R3 … W5, L, O, R, W, K, B). The two woods differ
in tint, grain and rim: *light* is pale wood with burnt rings, pictures edged by fire; *dark* is
walnut with a rim of brass studs, pictures edged with brass wire.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

import pygame

from game.scenes.pai_sho import blossoms
from game.scenes.pai_sho.blossoms import BRASS, PICTURES, Inlay
from game.scenes.pai_sho.board import PaiShoBoard
from game.scenes.pai_sho.lines import (
    draw_clash_line,
    draw_harmony_line,
    draw_reach,
    draw_ring_bloom,
)
from game.ui import sprites
from game.ui.canvas import Canvas
from game.ui.fonts import font
from game.ui.frame import Point
from game.ui.pen import Pen
from game.ui.sprites import SPRITES
from game.ui.theme import INK, IVORY, PLUM, Color, mix

__all__ = [
    "PaiShoBoard", "TileArt", "Wood",
    "draw_clash_line", "draw_harmony_line", "draw_reach", "draw_ring_bloom",
]  # fmt: skip

Wood: TypeAlias = Literal["light", "dark"]
Sign: TypeAlias = Literal["trapped", "drained", "growing"]

THICK: Final = 0.075
"""How much of a tile's side is seen below its face, in radii."""
FLOWER: Final = 0.70
ALONE: Final = 0.75
"""The radius of a picture over a number or alone, in radii of the tile."""
BADGE: Final = 0.315
SMALL_BADGE: Final = 0.37
"""The radius of the field of a basic flower's number; on small tiles it is larger."""
SIGN_AT: Final = (0.66, -0.66)
SIGN: Final = 0.36
CAPITAL: Final = 0.66
"""Height of a digit as a share of the type size."""
FINE: Final = 90
"""Diameters in pixels below which tiles are painted four times too large, above twice."""
LIFTED: Final = 1.06


@dataclass(frozen=True, slots=True)
class Timber:
    """How one player's tiles are made."""

    texture: str
    side: Color
    lit: Color
    dark: Color
    edge: Color
    """The edge of the inlays."""
    studs: int
    """Brass studs around the rim; none where rings are burnt in."""
    polish: Color
    """How much brighter the wood is made."""


WOODS: Final[dict[Wood, Timber]] = {
    "light": Timber(
        "wood_light.jpg", (168, 122, 74), (255, 240, 206), (120, 78, 40), (74, 42, 22), 0,
        (44, 42, 34),
    ),
    "dark": Timber("wood_dark.jpg", (26, 15, 10), (136, 96, 68), (18, 10, 7), BRASS, 24, (2, 1, 1)),
}

RED_FIELD: Final = (168, 28, 28)
WHITE_FIELD: Final = (250, 245, 232)


class TileArt:
    """The pictures of tiles of one diameter in pixels; all are blitted by their middles."""

    def __init__(self, diameter: float) -> None:
        self.diameter = max(10, round(diameter))

    def tile(self, code: str, wood: Wood, faded: bool = False, turn: int = 0) -> pygame.Surface:
        """A tile, its colours gone if `faded`, read from another edge after quarter turns."""
        key = ("pai sho", self.diameter, code, wood, faded, turn)
        return SPRITES.get(key, lambda: self._painted(code, wood, faded, turn))

    def shadow(self, lift: float = 0.0) -> pygame.Surface:
        """A tile's shadow, already moved away from the lamp; `lift` 0 lies, 1 is in the hand."""
        height = round(max(0.0, min(1.0, lift)) * 6) / 6
        key = ("pai sho shadow", self.diameter, height)
        return SPRITES.get(key, lambda: self._shadow(height))

    def ghost(self, code: str, wood: Wood, turn: int = 0) -> pygame.Surface:
        """The tile where it would lie, seen through."""
        key = ("pai sho ghost", self.diameter, code, wood, turn)
        return SPRITES.get(
            key, lambda: sprites.faded(self.tile(code, wood, False, turn).copy(), 0.55)
        )

    def sign(self, sign: Sign, turn: int = 0) -> pygame.Surface:
        """What is the matter with a tile, laid over it: snared, withered, or still a sprout."""
        key = ("pai sho sign", self.diameter, sign, turn)
        return SPRITES.get(key, lambda: self._signed(sign, turn))

    def glow(self, color: Color, opacity: float = 0.85) -> pygame.Surface:
        """Light around a tile; blit it before the tile."""
        key = ("pai sho glow", self.diameter, color, round(opacity, 2))
        reach = self.diameter * 0.14
        return SPRITES.get(
            key, lambda: sprites.glow(self.tile("R", "light"), reach, color, opacity)
        )

    def halo(self, color: Color) -> pygame.Surface:
        """A ring of light around a tile that something is about to happen to."""
        key = ("pai sho halo", self.diameter, color)
        return SPRITES.get(key, lambda: self._halo(color))

    def warm(self, wood: Wood, turn: int = 0) -> Iterator[None]:
        """Paint the tiles of one wood ahead of time, one a step."""
        for code in PICTURES:
            self.tile(code, wood, turn=turn)
            yield

    def put(
        self, canvas: Canvas, center: Point, code: str, wood: Wood, *,
        faded: bool = False, turn: int = 0, lift: float = 0.0,
    ) -> None:
        """Lay a tile down, with its shadow; lifted ones are larger and higher."""
        art = TileArt(self.diameter * (1 + (LIFTED - 1) * lift)) if lift else self
        canvas.picture_as_is(art.shadow(lift), center)
        up = center[0], center[1] - lift * 0.16 * self.diameter / canvas.scale
        canvas.picture_as_is(art.tile(code, wood, faded, turn + canvas.turn), up)

    # Painting -------------------------------------------------------------------------------------

    def _over(self) -> int:
        return 4 if self.diameter < FINE else 2

    def _sheet(self) -> tuple[pygame.Surface, Pen]:
        """An empty surface too large, and a pen whose unit is the tile's radius."""
        over = self._over()
        side = (self.diameter + 2 * max(2, round(self.diameter * THICK))) * over
        sheet = pygame.Surface((side, side), pygame.SRCALPHA, 32)
        return sheet, Pen(sheet, (side / 2, side / 2), self.diameter * over / 2)

    def _shrunk(self, sheet: pygame.Surface) -> pygame.Surface:
        side = sheet.get_width() // self._over()
        return pygame.transform.smoothscale(sheet, (side, side))

    def _painted(self, code: str, wood: Wood, faded: bool, turn: int) -> pygame.Surface:
        timber = WOODS[wood]
        sheet = self._body(code, wood)
        picture, brush = self._sheet()
        numbered = len(code) == 2
        thin = max(0.036, 1.05 * 2 / (self.diameter * FLOWER))
        placed = brush.moved(0.0, -0.13, FLOWER) if numbered else brush.moved(0.0, 0.0, ALONE)
        PICTURES[code](placed, Inlay(timber.edge, thin))
        if numbered:
            self._number(brush, code, timber)
        if faded:
            picture = _withered(picture)
        depth = max(1, round(self.diameter * self._over() * 0.008))
        sunk = sprites.faded(sprites.silhouette(picture, timber.dark), 0.5)
        picture = pygame.transform.rotate(picture, 90 * turn)
        sunk = pygame.transform.rotate(sunk, 90 * turn)
        sheet.blit(sunk, (-depth, -depth))
        sheet.blit(picture, (0, 0))
        return self._shrunk(sheet)

    def _body(self, code: str, wood: Wood) -> pygame.Surface:
        """The bare wooden disc: its side, its face with grain, its rim."""
        timber = WOODS[wood]
        sheet, pen = self._sheet()
        side = sheet.get_width()
        for step in range(8, -1, -1):
            pen.disc((0.004 * step, THICK * step / 8), 0.995, mix(timber.side, timber.dark, 0.3))
        face = pygame.Surface((side, side), pygame.SRCALPHA, 32)
        face.blit(_plank(timber, list(PICTURES).index(code), side), (0, 0))
        _turn_on_lathe(Pen(face, pen.origin, pen.scale), timber)
        mask = pygame.Surface((side, side), pygame.SRCALPHA, 32)
        mask.fill((255, 255, 255, 0))
        Pen(mask, pen.origin, pen.scale).disc((0, 0), 1.0, (255, 255, 255, 255))
        face.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        sheet.blit(face, (0, 0))
        return sheet

    def _number(self, pen: Pen, code: str, timber: Timber) -> None:
        """The number in the colour of its garden, at the lower edge."""
        red = code[0] == "R"
        radius = SMALL_BADGE if self.diameter < FINE else BADGE
        middle = (0.0, 0.945 - radius)
        pen.disc(middle, radius + 0.05, timber.edge)
        pen.disc(middle, radius, RED_FIELD if red else WHITE_FIELD)
        ink = (255, 246, 226) if red else INK
        tall = round(radius * 1.36 * pen.scale / CAPITAL)
        digit = font("bold", tall).render(code[1], True, ink)
        box = digit.get_bounding_rect()
        x, y = pen.at(middle)
        pen.surface.blit(digit, (round(x - box.centerx), round(y - box.centery)))

    def _shadow(self, lift: float) -> pygame.Surface:
        reach = self.diameter * (0.05 + 0.10 * lift)
        fall = round(self.diameter * (0.06 + 0.12 * lift))
        disc = pygame.Surface((self.diameter, self.diameter), pygame.SRCALPHA, 32)
        middle = self.diameter / 2
        pygame.draw.circle(disc, (255, 255, 255), (middle, middle), middle)
        dark = sprites.shadow(disc, reach, 0.62 - 0.18 * lift)
        wide = dark.get_width() + 2 * fall
        image = pygame.Surface((wide, wide), pygame.SRCALPHA, 32)
        image.blit(dark, (fall + round(fall * 0.6), 2 * fall))
        return image

    def _halo(self, color: Color) -> pygame.Surface:
        side = round(self.diameter * 1.7)
        sheet = pygame.Surface((side, side), pygame.SRCALPHA, 32)
        middle, radius = side / 2, self.diameter * 0.62
        wide = max(2, round(self.diameter * 0.11))
        pygame.draw.aacircle(sheet, color, (middle, middle), radius, wide)
        image = sprites.glow(sheet, self.diameter * 0.10, color, 0.9)
        room = (image.get_width() - side) // 2
        pygame.draw.aacircle(sheet, mix(color, INK, 0.6), (middle, middle), radius + 1.5, 2)
        image.blit(sheet, (room, room))
        return image

    def _signed(self, sign: Sign, turn: int) -> pygame.Surface:
        sheet, pen = self._sheet()
        if sign == "trapped":
            _snare(pen)
        badge = pen.moved(*SIGN_AT, SIGN)
        badge.disc((0, 0), 1.16, (20, 14, 10))
        badge.disc((0, 0), 1.0, SIGN_FIELDS[sign])
        thin = Inlay((24, 18, 14), 0.12)
        if sign == "growing":
            blossoms.sprout(badge.moved(0, 0.05, 0.78), thin)
        elif sign == "drained":
            blossoms.falling_petals(badge.moved(0, 0.0, 0.82), thin)
        else:
            blossoms.orchid(badge.moved(0, 0.02, 0.86), thin)
        return pygame.transform.rotate(self._shrunk(sheet), 90 * turn)


SIGN_FIELDS: Final[dict[Sign, Color]] = {
    "trapped": mix(PLUM, IVORY, 0.62),
    "drained": (104, 104, 92),
    "growing": (242, 232, 200),
}


def _plank(timber: Timber, number: int, side: int) -> pygame.Surface:
    """A piece of wood, every tile from another place of the board; the grain keeps its size."""
    wood = sprites.image(timber.texture)
    part = min(190, *wood.get_size())
    span = max(1, min(wood.get_size()) - part)
    at = (number * 149) % span, (number * 227) % span
    plank = pygame.transform.smoothscale(wood.subsurface((*at, part, part)), (side, side))
    plank.fill(timber.polish, special_flags=pygame.BLEND_RGB_ADD)
    return plank


def _turn_on_lathe(pen: Pen, timber: Timber) -> None:
    """The bevel with its light and shade, and the rim: burnt rings, or brass studs."""
    for radius, color, first, last in (
        (0.985, timber.lit, 45, 225), (0.985, timber.dark, 225, 405),
    ):  # fmt: skip
        _arc(pen, radius, 0.055, color, first, last)
    if timber.studs:
        _ring(pen, 0.885, 0.028, BRASS)
        for i in range(timber.studs):
            at = pen.moved(0, 0, 1, 360 * i / timber.studs)
            at.disc((0, -0.80), 0.036, mix(BRASS, INK, 0.5))
            at.disc((0.0, -0.805), 0.026, BRASS)
    else:
        _ring(pen, 0.89, 0.036, timber.edge)
        _ring(pen, 0.81, 0.016, mix(timber.edge, timber.lit, 0.25))


def _ring(pen: Pen, radius: float, width: float, color: Color) -> None:
    wide = max(1, round(width * pen.scale))
    pygame.draw.circle(pen.surface, color, pen.origin, radius * pen.scale + wide / 2, wide)


def _arc(pen: Pen, radius: float, width: float, color: Color, first: int, last: int) -> None:
    """Part of a ring that fades away at both ends, as light on a turned edge does."""
    for degrees in range(first, last, 3):
        share = 1 - abs(2 * (degrees - first) / (last - first) - 1)
        at = pen.moved(0, 0, 1, -degrees)
        tone = (*color[:3], round(255 * min(1.0, share * 1.6)))
        corners = ((radius - width, -0.03), (radius + 0.02, -0.03),
                   (radius + 0.02, 0.03), (radius - width, 0.03))  # fmt: skip
        at.polygon(corners, tone)


def _withered(picture: pygame.Surface) -> pygame.Surface:
    """The same picture with most of its colour gone."""
    pale = pygame.transform.grayscale(picture)
    pale.fill((226, 218, 204, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return pale


def _snare(pen: Pen) -> None:
    """Tendrils with thorns around the whole tile."""
    for color, wide in (((30, 16, 44), 0.11), (mix(PLUM, IVORY, 0.35), 0.055)):
        for start in range(0, 360, 60):
            at = pen.moved(0, 0, 1, start)
            at.stroke(((0.0, -0.98), (0.44, -0.82), (0.62, -0.56), (0.94, -0.44)), (wide,), color)
            at.line((0.44, -0.84), (0.50, -1.0), wide * 0.8, color)
