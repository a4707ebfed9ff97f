"""The flowers on Pai Sho tiles: inlaid petals in red, white and plum, edged with wire or fire.

All are drawn around the origin within a radius of one, y downwards. What lies on light wood is
edged by burning, what lies on dark wood by brass wire; the `Inlay` says which.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

import pygame

from game.ui.pen import Pen, Point, closed_curve, open_curve, turned
from game.ui.theme import GOLD, INK, IVORY, JADE, PLUM, VERMILION, Color, mix

WHITE: Final = (255, 252, 243)
SUN: Final = (244, 196, 74)


@dataclass(frozen=True, slots=True)
class Enamel:
    """What petals are filled with: the tone, its lit and its shaded side."""

    tone: Color
    lit: Color
    shade: Color


RED: Final = Enamel(
    mix(VERMILION, (214, 38, 34), 0.45), mix(VERMILION, (255, 176, 150), 0.55), (140, 24, 26)
)
CRIMSON: Final = Enamel((204, 36, 66), (244, 132, 138), (128, 14, 44))
CORAL: Final = Enamel((216, 58, 38), (250, 150, 108), (146, 30, 20))
PEARL: Final = Enamel((250, 246, 234), WHITE, (206, 194, 168))
MILK: Final = Enamel((252, 248, 238), WHITE, (214, 205, 160))
GREENISH: Final = Enamel((240, 244, 226), WHITE, (166, 188, 142))
BLUSH: Final = Enamel((252, 240, 236), WHITE, (224, 164, 164))
VIOLET: Final = Enamel((150, 92, 190), (206, 164, 230), (88, 48, 132))
LEAF: Final = Enamel(mix(JADE, (86, 140, 60), 0.5), (150, 190, 110), (34, 84, 60))


@dataclass(frozen=True, slots=True)
class Inlay:
    """How a picture is set into its wood: the edge's colour and width, in tile radii."""

    edge: Color
    width: float


# Petals -----------------------------------------------------------------------------------------

Outline: TypeAlias = "tuple[Point, ...]"


def round_petal(length: float, breadth: float) -> Outline:
    """A petal that points up from the origin, broad and round at its end."""
    b = breadth / 2
    return (
        (0, 0.04 * length), (b * 0.62, -0.30 * length), (b, -0.66 * length),
        (b * 0.62, -0.95 * length), (0, -length), (-b * 0.62, -0.95 * length),
        (-b, -0.66 * length), (-b * 0.62, -0.30 * length),
    )  # fmt: skip


def pointed_petal(length: float, breadth: float) -> Outline:
    """A petal that points up from the origin and ends in a tip."""
    b = breadth / 2
    return (
        (0, 0.03 * length), (b * 0.7, -0.22 * length), (b, -0.50 * length),
        (b * 0.62, -0.78 * length), (b * 0.12, -0.97 * length), (0, -1.03 * length),
        (-b * 0.12, -0.97 * length), (-b * 0.62, -0.78 * length), (-b, -0.50 * length),
        (-b * 0.7, -0.22 * length),
    )  # fmt: skip


def wavy_petal(length: float, breadth: float) -> Outline:
    """A petal with a ruffled, notched end."""
    b = breadth / 2
    return (
        (0, 0.03 * length), (b * 0.5, -0.30 * length), (b, -0.62 * length),
        (b * 0.86, -0.86 * length), (b * 0.42, -0.93 * length), (b * 0.22, -1.03 * length),
        (0, -0.96 * length), (-b * 0.22, -1.03 * length), (-b * 0.42, -0.93 * length),
        (-b * 0.86, -0.86 * length), (-b, -0.62 * length), (-b * 0.5, -0.30 * length),
    )  # fmt: skip


@lru_cache(maxsize=256)
def smooth(outline: Outline) -> Outline:
    """Every third point of the smooth closed curve through the outline: as fine as is seen."""
    return tuple(closed_curve(outline)[::3])


def placed(pen: Pen, points: Outline) -> list[Point]:
    """Where points of a drawing lie on the pen's surface."""
    turn = math.radians(pen.angle)
    cos, sin = math.cos(turn) * pen.scale, math.sin(turn) * pen.scale
    left, top = pen.origin
    return [(left + x * cos - y * sin, top + x * sin + y * cos) for x, y in points]


def shape(pen: Pen, outline: Outline, fill: Color, inlay: Inlay) -> None:
    """A smooth closed shape with its edge."""
    _edged(pen, smooth(outline), fill, inlay)


def shape_straight(pen: Pen, corners: Outline, fill: Color, inlay: Inlay) -> None:
    """A shape with straight sides and its edge."""
    _edged(pen, corners, fill, inlay)


def blob(pen: Pen, outline: Outline, fill: Color) -> None:
    """A smooth closed shape without an edge."""
    pygame.draw.polygon(pen.surface, fill, placed(pen, smooth(outline)))


def _edged(pen: Pen, points: Outline, fill: Color, inlay: Inlay) -> None:
    corners = placed(pen, points)
    pygame.draw.polygon(pen.surface, fill, corners)
    wide = max(1, round(inlay.width * pen.scale))
    pygame.draw.lines(pen.surface, inlay.edge, True, corners, wide)


def petal(pen: Pen, outline: Outline, angle: float, enamel: Enamel, inlay: Inlay) -> None:
    """One petal turned clockwise by `angle`: shaded at its root, lit toward its end."""
    at = pen.moved(0, 0, 1, angle)
    shape(at, outline, enamel.tone, inlay)
    tall = -min(y for _, y in outline)
    core = tuple((x * 0.46, y * 0.62) for x, y in outline)
    blob(at, core, mix(enamel.tone, enamel.shade, 0.45))
    shine = tuple((x * 0.42, y * 0.42 - 0.50 * tall) for x, y in outline)
    blob(at, shine, mix(enamel.tone, enamel.lit, 0.6))
    at.line((0, -0.1 * tall), (0, -0.6 * tall), 0.02, enamel.shade)


def wheel_of(
    pen: Pen, outline: Outline, count: int, enamel: Enamel, inlay: Inlay, start: float = 0.0
) -> None:
    """Petals all around; the first one is tucked under the last."""
    for i in range(count):
        petal(pen, outline, start + 360 * i / count, enamel, inlay)


def leaves(pen: Pen, inlay: Inlay, angles: Sequence[float], length: float = 0.98) -> None:
    """Leaves that look out from under the petals."""
    for angle in angles:
        at = pen.moved(0, 0, 1, angle)
        shape(at, pointed_petal(length, 0.44), LEAF.tone, inlay)
        at.line((0, -0.45), (0, -length * 0.92), 0.035, LEAF.shade)


def heart(pen: Pen, radius: float, inlay: Inlay, tone: Color = SUN, dots: int = 7) -> None:
    """The golden middle of a flower."""
    pen.disc((0, 0), radius + inlay.width, inlay.edge)
    pen.disc((0, 0), radius, tone)
    for i in range(dots):
        turn = math.radians(360 * i / dots)
        spot = radius * 0.58 * math.cos(turn), radius * 0.58 * math.sin(turn)
        pen.disc(spot, radius * 0.17, mix(tone, INK, 0.45))
    pen.disc((-radius * 0.2, -radius * 0.25), radius * 0.3, mix(tone, WHITE, 0.6))


def stamens(
    pen: Pen, inlay: Inlay, angles: Sequence[float], reach: float, tip: Color = SUN
) -> None:
    """Fine threads with a grain of pollen at each end."""
    for angle in angles:
        at = pen.moved(0, 0, 1, angle)
        bow = ((0.0, 0.0), (0.05, -reach * 0.55), (0.0, -reach))
        at.stroke(bow, (0.045, 0.03), mix(tip, inlay.edge, 0.35))
        at.disc((0, -reach), 0.062, inlay.edge)
        at.disc((0, -reach), 0.045, tip)


# The eight flowers ------------------------------------------------------------------------------


def rose(pen: Pen, inlay: Inlay) -> None:
    """Round petals wound ever closer around a spiral."""
    leaves(pen, inlay, (62, 180, 298), 1.0)
    dark = Enamel(mix(RED.tone, RED.shade, 0.4), RED.tone, RED.shade)
    wheel_of(pen, round_petal(0.88, 0.94), 5, RED, inlay, 0)
    wheel_of(pen.moved(0, 0, 0.68), round_petal(0.90, 0.98), 5, dark, inlay, 36)
    wheel_of(pen.moved(0, 0, 0.42), round_petal(0.92, 1.1), 4, RED, inlay, 12)
    turns = [math.radians(70 * i) for i in range(8)]
    coil = [(0.024 * i * math.cos(t), 0.024 * i * math.sin(t)) for i, t in enumerate(turns)]
    pen.disc((0, 0), 0.2, RED.shade)
    pen.stroke(coil, (0.03, 0.05), mix(RED.lit, inlay.edge, 0.2))


def chrysanthemum(pen: Pen, inlay: Inlay) -> None:
    """Many narrow rays in three crowns around a golden heart."""
    fine = Inlay(inlay.edge, inlay.width * 0.8)
    for reach, count, start in ((0.98, 16, 0.0), (0.76, 16, 11.25), (0.52, 12, 0.0)):
        wheel_of(pen, pointed_petal(reach, reach * 0.34), count, CORAL, fine, start)
    heart(pen, 0.19, inlay)


def rhododendron(pen: Pen, inlay: Inlay) -> None:
    """A funnel of five ruffled lobes, freckled, with long stamens."""
    leaves(pen, inlay, (36, 108, 252, 324), 1.0)
    wheel_of(pen, wavy_petal(0.92, 0.88), 5, CRIMSON, inlay, 0)
    for x, y in ((0, -0.62), (-0.1, -0.5), (0.1, -0.5), (-0.05, -0.38), (0.06, -0.36)):
        pen.disc((x, y), 0.032, CRIMSON.shade)
    pen.disc((0, 0), 0.17, CRIMSON.shade)
    stamens(pen, inlay, (112, 146, 180, 214, 248), 0.56)
    stamens(pen, inlay, (75, 285), 0.40)


def jasmine(pen: Pen, inlay: Inlay) -> None:
    """Five slender petals turning like a little windmill, leaves between them."""
    leaves(pen, inlay, (36, 108, 180, 252, 324), 0.94)
    aslant = tuple((x + 0.16 * (y / 0.9) ** 2, y) for x, y in pointed_petal(0.92, 0.60))
    wheel_of(pen, aslant, 5, PEARL, inlay, -8)
    heart(pen, 0.13, inlay, dots=5)


def lily(pen: Pen, inlay: Inlay) -> None:
    """Six long pointed petals, three before and three behind, with rusty stamens."""
    wheel_of(pen, pointed_petal(0.98, 0.42), 3, MILK, inlay, 60)
    wheel_of(pen, pointed_petal(0.98, 0.56), 3, MILK, inlay, 0)
    for angle in range(0, 360, 60):
        vein = pen.moved(0, 0, 1, angle)
        vein.stroke(((0, -0.05), (0, -0.68)), (0.11, 0.02), (150, 176, 84))
    stamens(pen, inlay, range(30, 390, 60), 0.46, (206, 104, 34))
    pen.disc((0, 0), 0.10, (150, 176, 84))


def white_jade(pen: Pen, inlay: Inlay) -> None:
    """Broad carved petals in two crowns, greenish like jade."""
    wheel_of(pen, round_petal(0.96, 0.74), 8, GREENISH, inlay, 22.5)
    wheel_of(pen.moved(0, 0, 0.66), round_petal(0.94, 0.92), 6, GREENISH, inlay, 0)
    heart(pen, 0.17, inlay, mix(JADE, SUN, 0.35), 6)


def lotus(pen: Pen, inlay: Inlay) -> None:
    """An open water lily seen from the shore, on its leaf."""
    pad = ((-0.96, 0.50), (-0.5, 0.30), (0, 0.26), (0.5, 0.30), (0.96, 0.50), (0.5, 0.76),
           (0, 0.82), (-0.5, 0.76))  # fmt: skip
    shape(pen, pad, LEAF.tone, inlay)
    pen.stroke(((-0.8, 0.52), (0, 0.66), (0.8, 0.52)), (0.02, 0.05, 0.02), LEAF.shade)
    base = pen.moved(0, 0.50)
    for angle, length, breadth in (
        (-84, 0.92, 0.40), (84, 0.92, 0.40), (-58, 1.10, 0.46), (58, 1.10, 0.46),
        (-30, 1.28, 0.52), (30, 1.28, 0.52), (0, 1.42, 0.58),
        (-42, 0.86, 0.46), (42, 0.86, 0.46), (-15, 0.98, 0.50), (15, 0.98, 0.50),
    ):  # fmt: skip
        petal(base, pointed_petal(length, breadth), angle, BLUSH, inlay)
    shape(base, pointed_petal(0.62, 0.42), BLUSH.tone, inlay)


def orchid(pen: Pen, inlay: Inlay) -> None:
    """Three narrow sepals, two wide wings and a dark lip with a golden throat."""
    for angle in (0, 128, 232):
        petal(pen, pointed_petal(0.98, 0.46), angle, VIOLET, inlay)
    for angle in (-68, 68):
        petal(pen, round_petal(0.96, 0.86), angle, VIOLET, inlay)
    lip = ((0, -0.14), (0.24, 0.02), (0.32, 0.34), (0.16, 0.56), (0, 0.66), (-0.16, 0.56),
           (-0.32, 0.34), (-0.24, 0.02))  # fmt: skip
    shape(pen, lip, mix(PLUM, INK, 0.12), inlay)
    throat = ((0, -0.02), (0.15, 0.12), (0.1, 0.36), (0, 0.42), (-0.1, 0.36), (-0.15, 0.12))
    blob(pen, throat, SUN)
    for x in (-0.05, 0.05):
        pen.line((x, 0.1), (x * 1.4, 0.32), 0.03, mix(SUN, INK, 0.5))
    pen.disc((0, -0.1), 0.11, IVORY)


# The four accents -------------------------------------------------------------------------------

STONE: Final = (146, 150, 150)
SLATE: Final = (92, 98, 102)
BRASS: Final = mix(GOLD, (255, 224, 150), 0.25)
SAIL: Final = mix(IVORY, GOLD, 0.16)


def rock(pen: Pen, inlay: Inlay) -> None:
    """Three stones piled up, as in a garden of raked sand."""
    for rim, tone in (
        (((-0.86, 0.44), (-0.62, 0.12), (0, 0.02), (0.66, 0.12), (0.88, 0.46), (0.62, 0.76),
          (-0.6, 0.76)), SLATE),
        (((-0.60, -0.06), (-0.36, -0.30), (0.16, -0.34), (0.58, -0.12), (0.52, 0.14),
          (0, 0.24), (-0.5, 0.16)), STONE),
        (((-0.34, -0.50), (-0.16, -0.76), (0.14, -0.80), (0.36, -0.56), (0.28, -0.34),
          (0, -0.26), (-0.28, -0.34)), mix(STONE, IVORY, 0.35)),
    ):  # fmt: skip
        shape(pen, rim, tone, inlay)
        left = min(x for x, _ in rim)
        top = min(y for _, y in rim)
        gleam = ((left * 0.6, top + 0.2), (left * 0.15, top + 0.09), (-left * 0.3, top + 0.11))
        pen.stroke(gleam, (0.02, 0.07, 0.02), mix(tone, WHITE, 0.55))


def wheel(pen: Pen, inlay: Inlay) -> None:
    """A wooden wheel of eight spokes with a brass tyre."""
    dark = mix(BRASS, INK, 0.55)
    pen.disc((0, 0), 0.90 + inlay.width, inlay.edge)
    pen.disc((0, 0), 0.90, BRASS)
    pen.disc((0, 0), 0.70, dark)
    pen.disc((0, 0), 0.63, mix(SLATE, INK, 0.35))
    for i in range(8):
        at = pen.moved(0, 0, 1, 45 * i)
        at.line((0, 0), (0, -0.68), 0.15, inlay.edge)
        at.line((0, 0), (0, -0.68), 0.10, BRASS)
        at.disc((0, -0.80), 0.055, dark)
    pen.disc((0, 0), 0.24, dark)
    pen.disc((0, 0), 0.19, mix(BRASS, WHITE, 0.3))
    pen.disc((0, 0), 0.08, dark)


def knotweed(pen: Pen, inlay: Inlay) -> None:
    """Knotted stems that wind about each other, with heart-shaped leaves."""
    for side in (-1, 1):
        stem = [(side * x, y) for x, y in ((-0.30, 0.92), (0.22, 0.4), (-0.24, -0.2), (0.16, -0.8))]
        pen.stroke(stem, (0.19, 0.13), inlay.edge)
        pen.stroke(stem, (0.13, 0.08), mix(LEAF.tone, (190, 110, 80), 0.35))
        for x, y in open_curve(stem)[8::11]:
            pen.disc((x, y), 0.085, LEAF.shade)
    blade = ((0, 0.06), (0.24, -0.04), (0.30, -0.26), (0.14, -0.48), (0, -0.66), (-0.14, -0.48),
             (-0.30, -0.26), (-0.24, -0.04))  # fmt: skip
    for x, y, angle in (
        (0.18, 0.5, 72), (-0.18, 0.5, -72), (0.14, 0.0, 58), (-0.14, 0.0, -58),
        (0.12, -0.42, 28), (-0.12, -0.42, -28),
    ):  # fmt: skip
        at = pen.moved(x, y, 1, angle)
        shape(at, blade, LEAF.tone, inlay)
        at.line((0, -0.02), (0, -0.54), 0.035, LEAF.lit)


def boat(pen: Pen, inlay: Inlay) -> None:
    """A small junk under sail, and the water it leaves behind."""
    pen.line((0.02, 0.4), (0.02, -0.9), 0.09, inlay.edge)
    sail = ((0.06, -0.86), (0.44, -0.62), (0.66, -0.10), (0.68, 0.26), (0.06, 0.26))
    shape_straight(pen, sail, SAIL, inlay)
    fore = ((-0.06, -0.74), (-0.34, -0.3), (-0.56, 0.26), (-0.06, 0.26))
    shape_straight(pen, fore, mix(SAIL, VERMILION, 0.55), inlay)
    for y in (-0.42, -0.1):
        pen.line((0.1, y), (0.56, y + 0.04), 0.035, mix(SAIL, INK, 0.4))
    hull = ((-0.86, 0.30), (0.90, 0.30), (0.70, 0.58), (0.4, 0.70), (-0.4, 0.70), (-0.68, 0.56))
    shape_straight(pen, hull, mix(BRASS, (120, 66, 30), 0.55), inlay)
    pen.line((-0.74, 0.42), (0.78, 0.42), 0.05, mix(BRASS, WHITE, 0.2))
    wave = ((-0.7, 0.86), (-0.42, 0.78), (-0.14, 0.86), (0.14, 0.78), (0.42, 0.86), (0.7, 0.78))
    pen.stroke(wave, (0.03, 0.09, 0.03), mix(IVORY, (90, 150, 170), 0.45))


PICTURES: Final[dict[str, Callable[[Pen, Inlay], None]]] = {
    "R3": rose,
    "R4": chrysanthemum,
    "R5": rhododendron,
    "W3": jasmine,
    "W4": lily,
    "W5": white_jade,
    "L": lotus,
    "O": orchid,
    "R": rock,
    "W": wheel,
    "K": knotweed,
    "B": boat,
}
"""The picture of each tile, by its code in the notation."""


def sprout(pen: Pen, inlay: Inlay) -> None:
    """Two young leaves: what still grows in its gate."""
    pen.stroke(((0, 0.9), (0, 0.1)), (0.22, 0.16), LEAF.shade)
    for side in (-1, 1):
        leaf = turned(pointed_petal(1.0, 0.66), side * 48)
        shape(pen, tuple((x, y + 0.2) for x, y in leaf), LEAF.lit, inlay)


def falling_petals(pen: Pen, inlay: Inlay) -> None:
    """A withered bloom: what is drained lets its head hang."""
    pen.stroke(((-0.5, 0.9), (-0.36, -0.3), (0.1, -0.66), (0.42, -0.2)), (0.2, 0.13), LEAF.shade)
    for angle in (140, 180, 220):
        bell = turned(pointed_petal(0.72, 0.42), angle)
        shape(pen, tuple((x + 0.42, y - 0.2) for x, y in bell), (196, 184, 160), inlay)
