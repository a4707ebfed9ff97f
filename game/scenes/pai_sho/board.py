"""The Pai Sho garden on its cloth: red, white and neutral gardens, gates, points, border ring.

The board is a round painted linen on the indigo garden cloth, let into the walnut. It is painted
once per size and quarter turn.
"""

from __future__ import annotations

from typing import Final

import pygame

from game.rules.pai_sho import board as rules
from game.scenes.pai_sho.blossoms import Inlay, pointed_petal, round_petal, shape
from game.ui import sprites, surfaces
from game.ui.canvas import Canvas
from game.ui.frame import Box, Frame, Point
from game.ui.pen import Pen
from game.ui.sprites import GROUNDS
from game.ui.theme import GOLD, INDIGO, INK, IVORY, VERMILION, WALNUT, Color, mix

REACH: Final = 9.98
"""Half the board's box, in distances between two points."""
RING: Final = 9.72
"""The outer radius of the border ring; its inner one leaves the outermost tiles their room."""
RING_INSIDE: Final = 9.36
TILE: Final = 0.92
"""The diameter of a tile, as a share of the distance between two points."""
FINE: Final = 1300
"""Boards of fewer pixels are painted twice too large and made smaller."""

RED: Final = mix(VERMILION, (150, 44, 36), 0.62)
WHITE: Final = mix(IVORY, (240, 228, 204), 0.5)
NEUTRAL: Final = (136, 160, 138)
GILT: Final = mix(GOLD, (255, 226, 150), 0.2)
BAND: Final = mix(WALNUT, VERMILION, 0.22)


class PaiShoBoard:
    """The garden in a square box of the table, `turn` quarter turns round its middle.

    With turn 0 the guest sits at the bottom: x runs to the right and y up, as in the rules.
    """

    def __init__(self, box: Box, turn: int, scale: float) -> None:
        side = min(box.w, box.h)
        self.box = Box.around(box.center, side, side)
        self.cell = side / (2 * REACH)
        self.tile = self.cell * TILE
        """A tile's diameter in table units."""
        self.frame = Frame(box.center, (side, side), turn)
        self.scale = scale

    def at(self, x: float, y: float) -> Point:
        """Where (x, y) of the garden lies on the table."""
        return self.frame.out(((x + REACH) * self.cell, (REACH - y) * self.cell))

    def place(self, point: rules.Point) -> Point:
        """Where a point of the rules lies on the table."""
        return self.at(*rules.xy(point))

    def garden_point(self, position: Point) -> Point:
        """A position on the table in the garden's own coordinates."""
        x, y = self.frame.into(position)
        return x / self.cell - REACH, REACH - y / self.cell

    def near(self, position: Point) -> rules.Point | None:
        """The point of the rules nearest to a position on the table; None off the board."""
        x, y = (round(n) for n in self.garden_point(position))
        return rules.at(x, y) if rules.playable(x, y) else None

    def paint_ground(self, canvas: Canvas) -> None:
        """Paint cloth and garden; whatever lies under the box is covered."""
        rect = canvas.rect(self.box)
        surfaces.shadow(canvas, self.box, 30, blur=16, drop=6, alpha=0.5)
        radius, depth = canvas.px(26), canvas.px(9)
        canvas.surface.blit(sprites.inset("garden_cloth.jpg", rect.size, radius, depth), rect)
        canvas.surface.blit(garden(rect.w, self.frame.turn), rect)


def garden(side: int, turn: int) -> pygame.Surface:
    """The round garden alone, in a square of `side` pixels."""
    return GROUNDS.get(("pai sho garden", side, turn % 4), lambda: _garden(side, turn % 4))


def _garden(side: int, turn: int) -> pygame.Surface:
    over = 2 if side < FINE else 1
    large = side * over
    board = pygame.Surface((large, large), pygame.SRCALPHA, 32)
    pen = Pen(board, (large / 2, large / 2), large / (2 * REACH), -90 * turn)
    _lay_linen(pen)
    _draw_lines(pen)
    for x, y in ((0, 8), (8, 0), (0, -8), (-8, 0)):
        _gate(pen.moved(x, -y))
    _border(pen)
    painted = pygame.transform.smoothscale(board, (side, side)) if over > 1 else board
    return _on_cloth(painted)


# Gardens ----------------------------------------------------------------------------------------


def _lay_linen(pen: Pen) -> None:
    """The three gardens, painted on woven linen."""
    side = pen.surface.get_width()
    paint = pygame.Surface((side, side), 0, 32)
    paint.fill(NEUTRAL)
    brush = Pen(paint, pen.origin, pen.scale, pen.angle)
    for sx, sy in ((1, -1), (-1, 1), (-1, -1), (1, 1)):
        tone = RED if sx * -sy > 0 else WHITE
        brush.polygon(((0, 0), (7 * sx, 0), (0, 7 * sy)), tone)
    weave = pygame.transform.grayscale(sprites.cover("linen.jpg", (side, side)))
    weave.fill((34, 34, 34), special_flags=pygame.BLEND_RGB_ADD)
    paint.blit(weave, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    _lamp(paint)
    disc = pygame.Surface((side, side), pygame.SRCALPHA, 32)
    disc.fill((255, 255, 255, 0))
    pygame.draw.circle(disc, (255, 255, 255, 255), pen.origin, RING * pen.scale)
    disc.blit(paint, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    pen.surface.blit(disc, (0, 0))


def _lamp(paint: pygame.Surface) -> None:
    """A little brighter toward the lamp, darker away from it."""
    seed = pygame.Surface((2, 2), 0, 32)
    for place, tone in (((0, 0), 255), ((1, 0), 242), ((0, 1), 240), ((1, 1), 214)):
        seed.set_at(place, (tone, tone, round(tone * 0.985)))
    slope = pygame.transform.smoothscale(seed, paint.get_size())
    paint.blit(slope, (0, 0), special_flags=pygame.BLEND_RGB_MULT)


def _draw_lines(pen: Pen) -> None:
    """Gilt lines between the gardens, the midlines, and a fine cross on every point."""
    dark = mix(GILT, INK, 0.55)
    for wide, tone in ((0.085, dark), (0.045, GILT)):
        for a, b in (((7, 0), (0, 7)), ((0, 7), (-7, 0)), ((-7, 0), (0, -7)), ((0, -7), (7, 0)),
                     ((-7, 0), (7, 0)), ((0, -7), (0, 7))):  # fmt: skip
            pen.line(a, b, wide, tone)
    for point in rules.POINTS:
        x, y = rules.xy(point)
        if (abs(x), abs(y)) not in ((0, 8), (8, 0)):
            _cross(pen.moved(x, -y), cross_color(x, y))
    _star(pen)


def cross_color(x: int, y: int) -> Color:
    """What a point's cross is drawn with: to be seen on the garden it lies in."""
    size = abs(x) + abs(y)
    if size >= 7:
        return mix(NEUTRAL, INK, 0.62) if size > 7 else INK
    if x * y == 0:
        return mix(GILT, INK, 0.62)
    return mix(RED, IVORY, 0.58) if x * y > 0 else mix(WHITE, WALNUT, 0.62)


def _cross(pen: Pen, color: Color) -> None:
    for a, b in (((-0.13, 0), (0.13, 0)), ((0, -0.13), (0, 0.13))):
        pen.line(a, b, 0.042, color)


def _star(pen: Pen) -> None:
    """The heart of the garden, round which rings are closed."""
    edge = Inlay(mix(GILT, INK, 0.6), 0.04)
    for i in range(8):
        reach = 0.44 if i % 2 == 0 else 0.32
        shape(pen.moved(0, 0, 1, 45 * i), pointed_petal(reach, 0.20), GILT, edge)
    pen.disc((0, 0), 0.12, mix(GILT, INK, 0.55))
    pen.disc((0, 0), 0.08, VERMILION)


def _gate(pen: Pen) -> None:
    """A gate: a dark basin in a gilt lotus."""
    edge = Inlay(mix(GILT, INK, 0.6), 0.035)
    for i in range(8):
        shape(pen.moved(0, 0, 1, 45 * i), round_petal(0.80, 0.42), GILT, edge)
    pen.disc((0, 0), 0.58, mix(GILT, INK, 0.6))
    pen.disc((0, 0), 0.54, GILT)
    pen.disc((0, 0), 0.49, mix(INDIGO, INK, 0.55))
    pen.disc((0.02, 0.03), 0.46, mix(INDIGO, INK, 0.25))
    for i in range(4):
        at = pen.moved(0, 0, 1, 90 * i)
        at.line((0, -0.10), (0, -0.30), 0.04, mix(GILT, INDIGO, 0.25))


# Border -----------------------------------------------------------------------------------------


def _border(pen: Pen) -> None:
    """The ring around everything: dark lacquer between gilt lines, petals in it."""
    middle, wide = (RING + RING_INSIDE) / 2, RING - RING_INSIDE
    _circle(pen, middle, wide, BAND)
    for i in range(120):
        at = pen.moved(0, 0, 1, 3 * i).moved(0, -middle)
        if i % 2 == 0:
            at.polygon(((-0.085, 0), (0, -0.10), (0.085, 0), (0, 0.10)), GILT)
        else:
            at.disc((0, 0), 0.032, mix(GILT, BAND, 0.35))
    for radius in (RING, RING_INSIDE):
        _circle(pen, radius, 0.10, mix(GILT, INK, 0.6))
        _circle(pen, radius, 0.06, GILT)


def _circle(pen: Pen, radius: float, width: float, color: Color) -> None:
    wide = max(1, round(width * pen.scale))
    pygame.draw.circle(pen.surface, color, pen.origin, radius * pen.scale + wide / 2, wide)


def _on_cloth(board: pygame.Surface) -> pygame.Surface:
    """The round linen with the shadow it throws on the cloth."""
    side = board.get_width()
    reach = max(2, side // 160)
    dark = sprites.shadow(board, reach, 0.6)
    image = pygame.Surface((side, side), pygame.SRCALPHA, 32)
    shift = -sprites.room_of(reach)
    image.blit(dark, (shift + reach, shift + round(reach * 1.4)))
    image.blit(board, (0, 0))
    return image
