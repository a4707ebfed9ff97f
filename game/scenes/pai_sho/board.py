"""The Pai Sho garden on its cloth: red, white and neutral gardens, gates, points, border ring.

The board is a round painted linen on the indigo garden cloth, let into the walnut. It is painted
once per size and quarter turn.
"""

from functools import cached_property
from typing import Final, NamedTuple

import pygame

from game.rules.pai_sho import board as rules
from game.scenes.pai_sho.drawings import drawing_in_bands
from game.ui import sprites, surfaces
from game.ui.canvas import Canvas
from game.ui.frame import Box, Frame, Point
from game.ui.layer import Spot
from game.ui.sprites import SPRITES, Making
from game.ui.theme import GOLD, IVORY, USUAL, VERMILION, Color, Design, mix, rgb

REACH: Final = 9.98
"""Half the board's box, in distances between two points."""
RING: Final = 9.72
"""The outer radius of the border ring."""
TILE: Final = 0.92
"""The diameter of a tile, as a share of the distance between two points."""
RED: Final = mix(VERMILION, (150, 44, 36), 0.62)
WHITE: Final = mix(IVORY, (240, 228, 204), 0.5)
QUIET: Final = (60, 60, 60)
"""How much lighter a weave is made of which little is to be seen."""
NEUTRAL: Final = (136, 160, 138)


class Soil(NamedTuple):
    """A board's gardens, what they are painted on, and the drawing over them."""

    red: Color
    white: Color
    neutral: Color
    texture: str
    drawing: str


SOILS: Final = {
    "painted": Soil(RED, WHITE, NEUTRAL, "linen.jpg", "garden"),
    "classic": Soil(rgb("#B3271E"), rgb("#F6ECD6"), rgb("#EBCB73"), "paper.jpg", "garden_classic"),
}
"""By design: the painted cloth, or the board of the leaflet in lacquer, ink and paper."""
GILT: Final = mix(GOLD, (255, 226, 150), 0.2)


class PaiShoBoard:
    """The garden in a square box of the table, `turn` quarter turns round its middle.

    It is seen through a window, where the box is larger than that.
    With turn 0 the guest sits at the bottom: x runs to the right and y up, as in the rules.
    """

    def __init__(
        self, box: Box, turn: int, scale: float, window: Box | None = None, design: Design = USUAL
    ) -> None:
        self.design = design
        side = min(box.w, box.h)
        self.window = window or box
        self.box = Box.around(box.center, side, side)
        self.cell = side / (2 * REACH)
        self.tile = self.cell * TILE
        """A tile's diameter in table units."""
        self.mark_radius = self.cell * 0.56
        self.frame = Frame(box.center, (side, side), turn)
        self.scale = scale

    @cached_property
    def spots(self) -> list[Spot]:
        """All points."""
        half = self.cell / 2
        return [Spot(p, self.place(p), half, round=True, on_grid=True) for p in rules.POINTS]

    def spot(self, point: rules.Point) -> Spot:
        """Where a point can be picked."""
        return self.spots[rules.POINTS.index(point)]

    @cached_property
    def seen(self) -> list[Spot]:
        """The points that can be picked."""
        return [spot for spot in self.spots if self.window.has(spot.center)]

    def lying(self, tiles: rules.Board) -> list[Spot]:
        """The points with tiles that can be picked."""
        there = set(rules.points_of(tiles.taken))
        return [spot for spot in self.seen if spot.key in there]

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
        if not self.window.has(position):
            return None
        x, y = (round(n) for n in self.garden_point(position))
        return rules.at(x, y) if rules.playable(x, y) else None

    def place_at(self, place: str) -> Point | None:
        """Where a place lies that a rule names; None for one that is no point."""
        return self.place(rules.read_point(place)) if place.startswith("(") else None

    def paint_ground(self, canvas: Canvas) -> None:
        """Paint cloth and garden."""
        rect = canvas.rect(self.box)
        surfaces.shadow(canvas, self.box, 30, blur=16, drop=6, alpha=0.5)
        surfaces.let_in(canvas, self.box, "garden_cloth.jpg", 26, 9)
        canvas.surface.blit(garden(rect.w, self.frame.turn, self.design), rect)


def garden(side: int, turn: int, design: Design = USUAL) -> pygame.Surface:
    """The round garden alone, in a square of `side` pixels."""
    soil, quiet = SOILS[design.garden], design.contrast
    key = ("pai sho garden", side, turn % 4, soil, quiet)
    return SPRITES.get(key, lambda: _garden(side, turn % 4, soil, quiet))


def _garden(side: int, turn: int, soil: Soil, quiet: bool) -> Making:
    """Linen or paper with its drawing, and the shadow it throws on the cloth."""
    board = yield from _linen(side, turn, soil, quiet)
    yield
    lines = yield from drawing_in_bands(soil.drawing, side)
    board.blit(pygame.transform.rotate(lines, 90 * turn), (0, 0))
    yield
    reach = max(2, side // 160)
    shift = reach - sprites.room_of(reach)
    shadow = sprites.shadow(board, reach, 0.6)
    yield
    image = pygame.Surface((side, side), pygame.SRCALPHA, 32)
    image.blit(shadow, (shift, shift + round(reach * 0.4)))
    yield
    image.blit(board, (0, 0))
    return image


def _linen(side: int, turn: int, soil: Soil, quiet: bool) -> Making:
    """The three gardens, painted on a disc of woven linen, or of whatever the soil is."""
    weave = pygame.transform.grayscale(sprites.cover(soil.texture, (side, side)))
    yield
    paint = pygame.Surface((side, side), 0, 32)
    paint.fill(soil.neutral)
    middle, unit = (side / 2, side / 2), side / (2 * REACH)
    for x, y in ((7, -7), (-7, 7), (-7, -7), (7, 7)):
        corners = middle, (middle[0] + x * unit, middle[1]), (middle[0], middle[1] + y * unit)
        red = (x * y < 0) == (turn % 2 == 0)
        pygame.draw.polygon(paint, soil.red if red else soil.white, corners)
    weave.fill(QUIET if quiet else (34, 34, 34), special_flags=pygame.BLEND_RGB_ADD)
    paint.blit(weave, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    yield
    lamp = pygame.Surface((2, 2), 0, 32)  # brighter toward the lamp, darker away from it
    for place, tone in (((0, 0), 255), ((1, 0), 242), ((0, 1), 240), ((1, 1), 214)):
        lamp.set_at(place, (tone, tone, round(tone * 0.985)))
    slope = pygame.transform.smoothscale(lamp, (side, side))
    paint.blit(slope, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    yield
    round_one = pygame.Surface((side, side), pygame.SRCALPHA, 32)
    round_one.fill((255, 255, 255, 0))
    pygame.draw.aacircle(round_one, (255, 255, 255, 255), middle, RING * unit)
    round_one.blit(paint, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return round_one
