"""Walongs as they lie on the table: satin acrylic, lit from the top left in every orientation; and
light on them, along a side or around a piece.

All pictures are centred on the piece's centre (`game.rules.walong.centre`), so they are blitted
with their middle there. What the light does depends on the orientation alone and is worked out
once for each of the twelve; a colour is then only laid under it. Between the twelve, as while a
piece is pushed, the nearest one is turned by the few degrees that are missing.
"""

import cmath
import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

import pygame

from game.rules.walong.geometry import CENTRES, Pose, inset, outline, s_curve
from game.scenes.walong.marks import mark_of
from game.ui import sprites
from game.ui.canvas import Canvas
from game.ui.frame import Point
from game.ui.sprites import SPRITES, Art, Making, Size
from game.ui.theme import INK, IVORY, LAMP, USUAL, WALONG, Color, Design, mix, rgb

KERF: Final = 0.01
"""The gap between two mated pieces, in sides."""
LARGE: Final = 110
"""Sides longer than this (pixels) are crisp from frames of life size, shorter need twice that."""
TURN_STEP: Final = 2
"""Degrees between two angles that are told apart."""
LIFTED: Final = 1.06
"""How much larger a lifted piece looks."""
MARK_AT: Final = -0.128j
"""Where the mark's middle lies in orientation 0, from the centre, in sides."""
MARK_SIZE: Final = 0.225
"""The mark's radius in sides."""
BOLD: Final = 1.55
"""How much larger bold marks are."""
GRAIN: Final = "satin.jpg"
NIGHT: Final = (12, 6, 4)
"""What a shadow is made of."""
ROOM: Final = 0.22
"""How far light shines beyond what it comes from, in sides."""
OVER: Final = 2
CORE: Final = 0.055
"""The width of the bright line inside, in sides."""
HALO: Final = 0.16
"""The width of the soft light around it, in sides."""
JOINED: Final = mix(LAMP, (255, 255, 255), 0.4)
"""What joins shines in this colour."""
REACH: Final = 1.5
"""How far the light under a thing reaches from its middle, in sides."""


FLOORS: Final = {
    "y": (206, 164, 96), "r": (158, 118, 112), "g": (132, 158, 132), "v": (150, 136, 172),
    "b": (190, 190, 190),
}  # fmt: skip
"""By colour, what the bottom of an engraving multiplies it by: it deepens all but black acrylic."""
FROST: Final = {"b": 0.20}
"""How much white frost is on the bottom, which turns black acrylic grey."""


class Enamel(NamedTuple):
    """A piece of high contrast: enamel in one colour with a sign on it, in a black edge."""

    body: Color
    sign: Color
    line: Color | None = None
    """A fine line inside the edge, where black would be lost on the colour."""


BLACK: Final = rgb("#0B0A0C")
CHALK: Final = rgb("#FFFDF6")
ENAMELS: Final = {
    "y": Enamel(rgb("#FFD21F"), BLACK), "g": Enamel(rgb("#3CCB8E"), BLACK),
    "r": Enamel(rgb("#B00F1A"), CHALK, CHALK), "v": Enamel(rgb("#43209C"), CHALK, CHALK),
    "b": Enamel(rgb("#17161A"), CHALK, CHALK),
}  # fmt: skip
"""By colour: each is lighter or darker than every other one, for eyes that see red as green."""
EDGE: Final = 0.052
LINE: Final = 0.026
"""The width of the black edge and of the fine line inside it, in sides."""
LARGEST: Final = 1.62
"""How much larger marks are on enamel than where they are cut."""
SHEEN: Final = 0.45
"""How much of the lamp's glint is seen on enamel."""


class WalongArt(Art):
    """The pictures of Walongs whose sides are `side` pixels long (rounded to whole pixels).

    Where the design is bold the marks are cut larger and filled with ivory or ink, so that the
    colours are told apart from across a room without any colour vision. Pieces of high contrast
    are enamel in a black edge.
    """

    def __init__(self, side: float, design: Design = USUAL) -> None:
        self.side = max(8, round(side))
        self.bold, self.contrast = design.bold, design.contrast
        super().__init__(self.side, design.pieces, design.bold)
        self._fine = 1 if self.side > LARGE else 2

    def at(self, colour: str, degrees: float) -> pygame.Surface:
        """The piece at any angle, counter-clockwise; nearly equal angles share a picture."""
        return self._piece(colour, round(degrees / TURN_STEP) % (360 // TURN_STEP) * TURN_STEP)

    @SPRITES.keeping
    def ghost(self, colour: str, k: int) -> pygame.Surface:
        """Where the piece would lie: its colour thinned, its rim drawn by light."""
        image = sprites.faded(self.at(colour, 30 * k).copy(), 0.42)
        tone = mix(self.tint(colour), (255, 255, 255), 0.55)
        rim = _stroked(shape_of(k % 12), True, self.side, 2, image.get_size(), 0.015, tone)
        image.blit(sprites.faded(rim, 0.9), (0, 0))
        return image

    def shadow(self, colour: str, degrees: float, lift: float = 0.0) -> pygame.Surface:
        """The piece's shadow, already moved away from the lamp: blit it centred, before the piece.

        `lift` 0 lies on the cloth, 1 is held in the hand. Near the piece it has the piece's tint,
        for acrylic lets a little light through.
        """
        return self._shadow(colour, round(degrees / 10) % 36 * 10, round(2 * lift) / 2)

    def nearest(
        self, colour: str, degrees: float, lift: float | None = None
    ) -> tuple[pygame.Surface, float]:
        """The piece, or its shadow at a `lift`, in the orientation nearest to an angle of which
        there is a picture, and its angle. A shadow at another lift will do for one that is missing.
        """
        lifts = [None] if lift is None else sorted((0.0, 0.5, 1.0), key=lambda one: abs(one - lift))
        ways = sorted(range(12), key=lambda k: abs((30 * k - degrees + 180) % 360 - 180))
        every = list(product(ways, lifts))
        way, high = next((one for one in every if self.painted(colour, one[:1], one[1])), every[0])
        angle = 30.0 * way
        return self.at(colour, angle) if high is None else self.shadow(colour, angle, high), angle

    def painted(self, colour: str, ways: Iterable[int], lift: float | None = None) -> bool:
        """Whether the piece, or its shadow, has been painted in any of these orientations."""
        if lift is None:
            return any(SPRITES.has(WalongArt._piece, self, colour, 30 * k % 360) for k in ways)
        return any(SPRITES.has(WalongArt._shadow, self, colour, 30 * k % 360, lift) for k in ways)

    def tint(self, colour: str) -> Color:
        """What a piece is made of."""
        return ENAMELS[colour].body if self.contrast else WALONG[colour]

    # Painting ------------------------------------------------------------------------------------

    @SPRITES.keeping
    def _piece(self, colour: str, degrees: int) -> pygame.Surface:
        return self._turned(self._frame(colour, round(degrees / 30) % 12), degrees)

    def _turned(self, frame: pygame.Surface, degrees: int) -> pygame.Surface:
        """A frame of the nearest orientation at an angle, as large as the piece is seen."""
        if degrees % 30:
            away = degrees - 30 * round(degrees / 30)
            return pygame.transform.rotozoom(frame, away, 1 / self._fine)
        return sprites.halved(frame) if self._fine == 2 else frame

    @SPRITES.keeping
    def _frame(self, colour: str, k: int) -> Making:
        """A piece as it is painted, before it is turned or halved."""
        lamplight(self.side * self._fine, 4 // self._fine, k)  # in steps of its own
        return self._enamelled(colour, k) if self.contrast else self._painted(colour, k)

    def _painted(self, colour: str, k: int) -> Making:
        unit, over, tint = self.side * self._fine, 4 // self._fine, WALONG[colour]
        mask, (shade, depth, glint) = mask_of_piece(unit, over, k), lamplight(unit, over, k)
        yield
        body = pygame.Surface(mask.get_size(), pygame.SRCALPHA, 32)
        body.fill((*tint, 255))
        _tile(body, (37 * k, 53 * k))
        body.blit(shade, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
        inside = depth.copy()
        inside.fill(mix(tint, (255, 255, 255), 0.12), special_flags=pygame.BLEND_RGB_MULT)
        body.blit(inside, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
        yield
        self._engrave(body, colour, k)
        body.blit(glint, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
        body.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        return body

    def _enamelled(self, colour: str, k: int) -> Making:
        unit, over, enamel = self.side * self._fine, 4 // self._fine, ENAMELS[colour]
        mask, glint = mask_of_piece(unit, over, k), lamplight(unit, over, k)[2]
        yield
        size = mask.get_size()
        body = pygame.Surface(size, pygame.SRCALPHA, 32)
        body.fill((*enamel.body, 255))
        body.blit(_dimmed(glint, SHEEN), (0, 0), special_flags=pygame.BLEND_RGB_ADD)
        body.blit(sprites.recolored(self._mark(colour, k, LARGEST, size), enamel.sign), (0, 0))
        yield
        rim = shape_of(k)  # half of what is drawn along it lies outside
        if enamel.line is not None:
            wide = 2 * (EDGE + LINE)
            body.blit(_stroked(rim, True, unit, over, size, wide, enamel.line), (0, 0))
        body.blit(_stroked(rim, True, unit, over, size, 2 * EDGE, BLACK), (0, 0))
        body.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        return body

    def _engrave(self, body: pygame.Surface, colour: str, k: int) -> None:
        """Cut the colour's mark: its near wall in the shade, its far wall catching the light."""
        mark = self._mark(colour, k, BOLD if self.bold else 1.0, body.get_size())
        cut = pygame.Surface(mark.get_size(), 0, 32)  # a map: white where it is, black around
        cut.blit(mark, (0, 0))
        step = max(1, round(self.side * self._fine * 0.011))
        near, far = _rim(cut, step), _rim(cut, -step)
        body.blit(_between((255, 255, 255), FLOORS[colour], cut), (0, 0),
                  special_flags=pygame.BLEND_RGB_MULT)
        body.blit(_dimmed(cut, FROST.get(colour, 0.0)), (0, 0), special_flags=pygame.BLEND_RGB_ADD)
        body.blit(_between((255, 255, 255), (120, 112, 116), near), (0, 0),
                  special_flags=pygame.BLEND_RGB_MULT)
        body.blit(_dimmed(far, 0.22), (step, step), special_flags=pygame.BLEND_RGB_ADD)
        if self.bold:
            body.blit(_between((255, 255, 255), (30, 30, 30), cut), (0, 0),
                      special_flags=pygame.BLEND_RGB_MULT)
            cut.fill(mix(INK if colour == "y" else IVORY, (0, 0, 0), 0.06),
                     special_flags=pygame.BLEND_RGB_MULT)
            body.blit(cut, (0, 0), special_flags=pygame.BLEND_RGB_ADD)

    def _mark(self, colour: str, k: int, larger: float, size: Size) -> pygame.Surface:
        """The colour's mark where it lies on the piece, as a mask."""
        spin = cmath.rect(1, k * math.pi / 6)
        carved, left = (
            [[spin * (MARK_AT + larger * MARK_SIZE * point) for point in shape] for shape in shapes]
            for shapes in mark_of(colour)
        )
        big = _drawn(carved, left, self.side * 4, size[0] * 4 // self._fine)
        return pygame.transform.smoothscale(big, size)

    @SPRITES.keeping
    def _shadow(self, colour: str, degrees: int, lift: float) -> pygame.Surface:
        reach, fall = self.side * (0.035 + 0.085 * lift), self.side * (0.035 + 0.11 * lift)
        black, tone = (mix(NIGHT, self.tint(colour), share) for share in (0.10, 0.55))
        soft, near = self._soft(degrees, reach), self._soft(degrees, reach * 0.6)
        dark = sprites.faded(sprites.recolored(soft.copy(), black), 0.50 - 0.14 * lift)
        tint = sprites.faded(sprites.recolored(near.copy(), tone), 0.34)
        away = round(fall)
        size = [n + 2 * away for n in dark.get_size()]
        image = pygame.Surface(size, pygame.SRCALPHA, 32)
        image.fill((*black, 0))
        for layer, share in ((dark, 1.0), (tint, 0.6)):
            left = (size[0] - layer.get_width()) // 2 + round(fall * 0.75 * share)
            top = (size[1] - layer.get_height()) // 2 + round(fall * share)
            image.blit(layer, (left, top))
        return image

    @SPRITES.keeping
    def _soft(self, degrees: int, reach: float) -> pygame.Surface:
        """The shape of a shadow, blurred once for all colours."""
        mask = mask_of_piece(self.side * self._fine, 4 // self._fine, round(degrees / 30) % 12)
        return sprites.shadow(self._turned(mask, degrees), reach, 1.0, NIGHT)


# The outline -------------------------------------------------------------------------------------


@lru_cache(maxsize=12)
def shape_of(k: int) -> tuple[complex, ...]:
    """The outline around the centre, half a kerf inside the exact one; sides, y upwards."""
    return inset([point - CENTRES[k] for point in outline(Pose(k, 0, 0, 0, 0), 20)], KERF / 2)


FARTHEST: Final = max(abs(point) for point in shape_of(0))
"""From the centre to the tips, in sides."""


# Light -------------------------------------------------------------------------------------------


@SPRITES.keeping
def mask_of_piece(unit: int, over: int, k: int) -> Making:
    """A piece of orientation k whose sides are `unit` pixels long, as a smooth white mask; its
    outline is drawn `over` times as large.
    """
    half = math.ceil(FARTHEST * unit) + 2
    big = _drawn([shape_of(k)], [], unit * over, 2 * half * over)
    yield
    return pygame.transform.smoothscale(big, (2 * half, 2 * half))


def lamplight(unit: int, over: int, k: int) -> list[pygame.Surface]:
    """What the lamp does to such a piece: grey maps of its shade, to be multiplied, of the light
    inside, to be tinted and added, and of its glint, to be added.

    The three are kept on one sheet, one below the other.
    """
    sheet = _lit(unit, over, k)
    side = sheet.get_width()
    return [sheet.subsurface((0, n * side, side, side)) for n in range(3)]


@SPRITES.keeping
def _lit(unit: int, over: int, k: int) -> Making:
    mask, room = mask_of_piece(unit, over, k), math.ceil(0.11 * unit)
    yield
    side = mask.get_width()
    flat = pygame.Surface((side + 2 * room, side + 2 * room), 0, 32)
    flat.blit(mask, (room, room))
    soft, deep = _blurred(flat, unit * 0.06), _blurred(flat, unit * 0.16)
    yield
    bevel = max(1.0, min(unit * 0.014, 3.0))
    sheet = pygame.Surface((side, 3 * side), 0, 32)
    sheet.blit(_shade(flat, soft, bevel), (0, 0), (room, room, side, side))
    yield
    sheet.blit(_depth(flat, deep, unit), (0, side), (room, room, side, side))
    yield
    sheet.blit(_glint(flat, soft, bevel), (0, 2 * side), (room, room, side, side))
    return sheet


def _shade(flat: pygame.Surface, soft: pygame.Surface, bevel: float) -> pygame.Surface:
    """Darker toward the rim, along the edge away from the lamp, and across the whole piece."""
    shade = _between((172, 164, 170), (255, 255, 255), soft)
    edge = _blurred(_rim(flat, -bevel), bevel * 0.4)
    shade.blit(_between((255, 255, 255), (118, 110, 118), edge), (0, 0),
               special_flags=pygame.BLEND_RGB_MULT)
    shade.blit(_slope(flat.get_size(), 255, 218), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    return shade


def _depth(flat: pygame.Surface, deep: pygame.Surface, unit: int) -> pygame.Surface:
    """Light that has entered at the top left and gathers at the far edges, and a core of it."""
    depth = _dimmed(_cut_off(flat, deep, -unit * 0.10), 0.26)
    depth.blit(_dimmed(deep, 0.07), (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    return depth


def _glint(flat: pygame.Surface, soft: pygame.Surface, bevel: float) -> pygame.Surface:
    """The bevel toward the lamp, a soft gleam behind it, and the sheen of the satin face."""
    glint = _dimmed(_blurred(_rim(flat, bevel), bevel * 0.35), 0.46)
    gleam = _dimmed(_cut_off(flat, soft, bevel * 2.2), 0.10)
    glint.blit(gleam, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    sheen = _slope(flat.get_size(), 18, 0)
    sheen.blit(flat, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    glint.blit(sheen, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    return glint


def _pixel(place: complex, size: int) -> tuple[float, float]:
    return size / 2 + place.real, size / 2 - place.imag


def _drawn(
    shapes: Iterable[Sequence[complex]], holes: Iterable[Sequence[complex]], unit: int, size: int
) -> pygame.Surface:
    """Shapes (in sides around the middle) but for the holes, as a white mask."""
    mask = pygame.Surface((size, size), pygame.SRCALPHA, 32)
    mask.fill((255, 255, 255, 0))
    for group, alpha in ((shapes, 255), (holes, 0)):
        for shape in group:
            corners = [_pixel(p * unit, size) for p in shape]
            pygame.draw.polygon(mask, (255, 255, 255, alpha), corners)
    return mask


def _stroked(
    line: Sequence[complex], closed: bool, unit: int, over: int, size: tuple[int, int],
    width: float, color: Color,
) -> pygame.Surface:
    """A line (in sides around the middle) of a width in sides, with round corners."""
    big = pygame.Surface((size[0] * over, size[1] * over), pygame.SRCALPHA, 32)
    big.fill((*color[:3], 0))
    points = [_pixel(p * unit * over, big.get_width()) for p in line]
    thick = max(2, round(width * unit * over))
    pygame.draw.lines(big, (*color[:3], 255), closed, points, thick)
    for point in points:
        pygame.draw.circle(big, (*color[:3], 255), point, (thick - 1) // 2)
    return pygame.transform.smoothscale(big, size)


def _blurred(grey: pygame.Surface, radius: float) -> pygame.Surface:
    step = max(2, int(radius / 3))
    small = math.ceil(grey.get_width() / step), math.ceil(grey.get_height() / step)
    tiny = pygame.transform.smoothscale(grey, small)
    if radius > step:  # else there and back is as soft
        tiny = pygame.transform.gaussian_blur(tiny, round(radius / step))
    return pygame.transform.smoothscale(tiny, grey.get_size())


def _cut_off(grey: pygame.Surface, other: pygame.Surface, shift: float) -> pygame.Surface:
    """What of `grey` is not under `other` moved down and right by `shift`."""
    rest = grey.copy()
    rest.blit(other, (round(shift), round(shift)), special_flags=pygame.BLEND_RGB_SUB)
    return rest


def _rim(grey: pygame.Surface, width: float) -> pygame.Surface:
    """The edge toward the lamp, or away from it for a negative width."""
    return _cut_off(grey, grey, math.copysign(max(1, round(abs(width))), width))


def _dimmed(grey: pygame.Surface, share: float) -> pygame.Surface:
    dim = grey.copy()
    dim.fill((round(255 * share),) * 3, special_flags=pygame.BLEND_RGB_MULT)
    return dim


def _between(black: Color, white: Color, grey: pygame.Surface) -> pygame.Surface:
    """The map with one colour for black, another for white."""
    out, rest = grey.copy(), pygame.Surface(grey.get_size(), 0, 32)
    rest.fill((255, 255, 255))
    rest.blit(grey, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    rest.fill(black, special_flags=pygame.BLEND_RGB_MULT)
    out.fill(white, special_flags=pygame.BLEND_RGB_MULT)
    out.blit(rest, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    return out


def _tile(body: pygame.Surface, start: tuple[int, int]) -> None:
    """Multiply the grain of satin acrylic onto the whole surface."""
    grain = sprites.image(GRAIN)
    width, height = grain.get_size()
    for x in range(-(start[0] % width), body.get_width(), width):
        for y in range(-(start[1] % height), body.get_height(), height):
            body.blit(grain, (x, y), special_flags=pygame.BLEND_RGB_MULT)


def _slope(size: tuple[int, int], lit: int, dark: int) -> pygame.Surface:
    """Grey falling from the top left corner to the bottom right one."""
    middle = (lit + dark) // 2
    seed = pygame.Surface((2, 2), 0, 32)
    for place, tone in (((0, 0), lit), ((1, 0), middle), ((0, 1), middle), ((1, 1), dark)):
        seed.set_at(place, (tone,) * 3)
    return pygame.transform.smoothscale(seed, size)


# Light that shines by itself ---------------------------------------------------------------------
#
# `side` is a side's length in pixels, `k` an orientation and `direction` that of a directed side,
# both in steps of 30 degrees.


def side_light(side: int, direction: int, color: Color) -> pygame.Surface:
    """A glowing S along a side that points there; blit it with its middle on the side's middle."""
    # An S turned half round is the same S. Short of the tips the lights of neighbours stay apart.
    way = cmath.rect(1, direction % 6 * math.pi / 6)
    line = tuple(way * (s_curve(t / 24) - 0.5) for t in range(2, 23))
    return _glowing(line, False, side, math.ceil(side * (0.5 + ROOM)), color, 0.75)


def rim_light(side: int, k: int, color: Color, halo: float = 0.75) -> pygame.Surface:
    """A glowing line around a piece; blit it with its middle on the piece's centre.

    `halo` is how strongly the light around the line shines.
    """
    half = math.ceil(side * (FARTHEST + ROOM))
    return _glowing(shape_of(k % 12), True, side, half, color, round(halo, 2))


def halo(canvas: Canvas, at: Point, side: float, color: Color) -> None:
    """A soft round light under what lies at a point of the table; `side` is in table units."""
    canvas.picture_as_is(_halo(canvas.px(REACH * side), color), at)


@SPRITES.keeping
def _halo(radius: int, color: Color) -> pygame.Surface:
    surface = pygame.Surface((2 * radius, 2 * radius), pygame.SRCALPHA, 32)
    pygame.draw.circle(surface, (*color[:3], 190), (radius, radius), radius * 0.62)
    return sprites.softened(surface, radius * 0.2, color)


@SPRITES.keeping
def _glowing(
    line: tuple[complex, ...], closed: bool, side: int, half: int, color: Color, halo: float
) -> pygame.Surface:
    """A line (in sides around the middle) as light: a bright core in a soft halo."""
    size, bright = (2 * half, 2 * half), mix(color, (255, 246, 214), 0.72)
    wide = _stroked(line, closed, side, OVER, size, HALO, color)
    image = sprites.faded(sprites.softened(wide, side * 0.09, color), halo)
    image.blit(_stroked(line, closed, side, OVER, size, CORE, bright), (0, 0))
    return image
