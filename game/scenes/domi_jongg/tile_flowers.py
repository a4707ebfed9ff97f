"""The pictures of the flowers and the seasons, and the bird on its bamboo.

A picture is drawn around the pen's origin, 100 units to either side and 120 up and down.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.scenes.domi_jongg.tile_suits import BLUE, GREEN, GROUND, RED, cane
from game.ui.pen import Pen, Point, open_curve
from game.ui.theme import GOLD, INDIGO, INK, JADE, PLUM, VERMILION, Color, mix

LEAF: Final = mix(JADE, INK, 0.1)
BARK: Final = mix(INK, VERMILION, 0.14)
ROSE: Final = mix(VERMILION, GROUND, 0.45)
BLUSH: Final = mix(VERMILION, GROUND, 0.72)
VIOLET: Final = mix(PLUM, INK, 0.05)
LILAC: Final = mix(PLUM, GROUND, 0.45)
AMBER: Final = mix(GOLD, VERMILION, 0.22)
HONEY: Final = mix(GOLD, GROUND, 0.25)


def petal(pen: Pen, length: float, width: float, color: Color, tip: float = 0.62) -> None:
    """A petal that grows up from the origin, widest at `tip` of its length."""
    right = open_curve([(0, 0), (width * 0.40, -length * tip * 0.5), (width / 2, -length * tip),
                        (width * 0.30, -length * 0.9), (0, -length)])  # fmt: skip
    pen.polygon([*right, *((-x, y) for x, y in reversed(right))], color)


def leaf(pen: Pen, points: Sequence[Point], width: float, color: Color) -> None:
    """A long leaf along a curve, pointed at both ends."""
    pen.stroke(points, (width * 0.35, width * 0.8, width, width * 0.85, width * 0.5, 0.6), color)


# Flowers ------------------------------------------------------------------------------------


def orchid(pen: Pen) -> None:
    for points, width in (
        ([(2, 112), (-12, 40), (-48, -30), (-96, -56)], 11.0),
        ([(-4, 112), (-22, 70), (-60, 40), (-98, 44)], 10.0),
        ([(6, 112), (14, 50), (30, -30), (20, -112)], 11.5),
        ([(8, 112), (30, 60), (66, 30), (99, 36)], 10.5),
        ([(4, 112), (22, 66), (62, 6), (96, -14)], 9.0),
    ):
        leaf(pen, points, width, LEAF)
    pen.stroke([(0, 110), (-8, 60), (-14, 10), (-10, -30)], (4, 3.5, 3), GREEN)
    _orchid_bloom(pen.moved(-12, -52, 1.0, -8))
    pen.stroke([(4, 100), (26, 60), (46, 20)], (4, 3, 2.5), GREEN)
    _orchid_bloom(pen.moved(54, -4, 0.72, 24))


def _orchid_bloom(pen: Pen) -> None:
    for turn in (0, 118, -118):
        petal(pen.moved(0, 0, 1, turn), 52, 24, VIOLET)
        petal(pen.moved(0, 0, 1, turn), 40, 9, LILAC)
    for turn in (62, -62):
        petal(pen.moved(0, 0, 1, turn), 46, 32, VIOLET)
        petal(pen.moved(0, 0, 1, turn), 36, 14, LILAC)
    pen.blob([(-9, 2), (9, 2), (12, 20), (0, 30), (-12, 20)], AMBER)
    pen.disc((0, 4), 7, GROUND)
    pen.disc((0, 6), 3.5, RED)


def lotus(pen: Pen) -> None:
    for y, wide in ((96, 92), (110, 58)):
        points: list[Point] = [(-wide, y), (-wide / 2, y - 5), (0, y), (wide / 2, y + 5), (wide, y)]
        pen.stroke(points, (1.5, 4, 5, 4, 1.5), INDIGO)
    pen.blob(
        [(-98, 66), (-60, 48), (0, 44), (60, 48), (98, 66), (56, 84), (0, 88), (-56, 84)], LEAF
    )
    for x in (-70, -36, 0, 36, 70):
        pen.line((0, 62), (x, 82 - abs(x) * 0.08), 2.4, mix(LEAF, GROUND, 0.45))
    for turn, size in ((-74, 92), (74, 92), (-48, 112), (48, 112)):
        _lotus_petal(pen.moved(0, 62, 1, turn), size, 46, ROSE)
    for turn, size in ((-24, 136), (24, 136)):
        _lotus_petal(pen.moved(0, 62, 1, turn), size, 54, ROSE)
    _lotus_petal(pen.moved(0, 62), 150, 62, ROSE)
    for turn, size in ((-40, 84), (40, 84)):
        _lotus_petal(pen.moved(0, 64, 1, turn), size, 44, BLUSH)
    for turn, size in ((-15, 100), (15, 100)):
        _lotus_petal(pen.moved(0, 64, 1, turn), size, 46, BLUSH)


def _lotus_petal(pen: Pen, length: float, width: float, color: Color) -> None:
    petal(pen, length, width + 5, RED, 0.55)
    petal(pen.moved(0, -1.5), length - 5, width, color, 0.55)
    for side in (-1, 1):
        vein: list[Point] = [(0, -length * 0.2), (side * width * 0.16, -length * 0.5),
                             (side * width * 0.04, -length * 0.82)]  # fmt: skip
        pen.stroke(vein, (0.8, 1.8, 0.6), mix(color, RED, 0.5))


def chrysanthemum(pen: Pen) -> None:
    pen.stroke([(0, 0), (4, 60), (-6, 116)], (7, 6, 7), GREEN)
    for side, y in ((1, 74), (-1, 92)):
        spread = [(4, y), (28, y - 22), (60, y - 20), (88, y - 6), (70, y + 6), (66, y + 18),
                  (44, y + 12), (30, y + 16)]  # fmt: skip
        pen.blob([(x * side, yy) for x, yy in spread], LEAF)
        pen.stroke([(side * 4, y), (side * 40, y - 4), (side * 76, y - 6)], (3, 2.5, 1),
                   mix(LEAF, GROUND, 0.45))  # fmt: skip
    top = pen.moved(0, -30)
    for ring, (count, length, width, color) in enumerate((
        (18, 88, 25, AMBER), (16, 70, 23, GOLD), (12, 52, 21, AMBER), (9, 36, 18, HONEY),
    )):  # fmt: skip
        for i in range(count):
            turn = 360 / count * (i + ring / 2)
            petal(top.moved(0, 0, 1, turn), length, width + 3, mix(AMBER, INK, 0.5), 0.72)
            petal(top.moved(0, 0, 1, turn), length - 2, width - 2, color, 0.72)
    top.disc((0, 0), 13, mix(AMBER, INK, 0.35))
    top.disc((0, 0), 9, GOLD)


def plum_blossom(pen: Pen) -> None:
    pen.stroke([(-82, 112), (-58, 66), (-22, 44), (-4, 4), (30, -26), (44, -74), (76, -112)],
               (15, 13, 11, 10, 7, 5, 2), BARK)  # fmt: skip
    pen.stroke([(-24, 44), (18, 56), (52, 44), (92, 52)], (9, 7, 5, 2), BARK)
    pen.stroke([(-4, 4), (-36, -24), (-44, -62), (-70, -84)], (8, 6, 4, 2), BARK)
    for x, y, size, turn in ((-40, -44, 1.0, 10), (36, -30, 1.12, -14), (44, 52, 0.95, 30)):
        _plum_bloom(pen.moved(x, y, size, turn))
    for x, y, size in ((-72, -86, 11), (60, -94, 10), (88, 44, 10), (-62, 60, 9)):
        pen.disc((x, y), size, RED)
        pen.disc((x - size * 0.25, y - size * 0.3), size * 0.4, ROSE)


def _plum_bloom(pen: Pen) -> None:
    for turn in range(0, 360, 72):
        pen.moved(0, 0, 1, turn).disc((0, -24), 21, RED)
    for turn in range(0, 360, 72):
        pen.moved(0, 0, 1, turn).disc((0, -24), 17, ROSE)
        pen.moved(0, 0, 1, turn).disc((0, -18), 12, BLUSH)
    for turn in range(0, 360, 40):
        spoke = pen.moved(0, 0, 1, turn + 6)
        spoke.line((0, 0), (0, -20), 2.2, RED)
        spoke.disc((0, -21), 3.2, AMBER)
    pen.disc((0, 0), 6, AMBER)


# Seasons ------------------------------------------------------------------------------------


def swallow(pen: Pen) -> None:
    """Spring: a swallow under the first willow leaves."""
    for x, sway, low in ((-84, 14, 36), (-58, 10, -22), (88, -12, 8), (62, -8, -46)):
        strand: list[Point] = [(x, -118), (x + sway * 0.4, -60), (x + sway, low)]
        pen.stroke(strand, (3, 2.5, 1.5), GREEN)
        for i, (px, py) in enumerate(open_curve(strand)[4::4]):
            side = 1 if i % 2 else -1
            leaf(pen, [(px, py), (px + side * 8, py + 12), (px + side * 9, py + 26)], 9, LEAF)
    bird = pen.moved(2, 19)
    back = mix(INDIGO, INK, 0.45)
    bird.stroke([(6, 26), (26, 52), (50, 92)], (13, 7, 1), back)
    bird.stroke([(-2, 28), (-2, 60), (8, 100)], (13, 7, 1), back)
    wing_l = [(-8, -20), (-52, -30), (-100, 6), (-62, 4), (-40, 8), (-14, 18)]
    wing_r = [(10, -22), (44, -56), (98, -62), (64, -38), (44, -14), (16, 16)]
    bird.blob(wing_l, back)
    bird.blob(wing_r, back)
    bird.blob([(-16, -34), (0, -46), (14, -34), (20, 0), (10, 36), (-2, 40), (-16, 6)], back)
    bird.blob([(-13, -20), (-2, -22), (6, 0), (2, 26), (-8, 14)], GROUND)
    bird.disc((-4, -38), 14, back)
    bird.blob([(-17, -36), (-8, -42), (-2, -30), (-8, -22), (-16, -26)], RED)
    bird.polygon([(-16, -44), (-31, -38), (-16, -36)], INK)
    bird.disc((-9, -43), 2.6, GROUND)


def summer_sun(pen: Pen) -> None:
    """Summer: the sun over the sea."""
    sun = pen.moved(0, -34)
    for turn in range(0, 360, 30):
        ray = sun.moved(0, 0, 1, turn)
        ray.polygon([(-7, -58), (7, -58), (0, -86)], AMBER)
    for turn in range(15, 375, 30):
        sun.moved(0, 0, 1, turn).line((0, -60), (0, -72), 5, RED)
    sun.disc((0, 0), 50, RED)
    sun.disc((0, 0), 43, GOLD)
    sun.disc((0, 0), 36, AMBER)
    sun.blob([(-22, -16), (-8, -26), (6, -24), (-6, -16), (-16, -4)], HONEY)
    for y, color, middles in (
        (74, BLUE, (-66, 0, 66)),
        (94, GREEN, (-99, -33, 33, 99)),
        (114, BLUE, (-66, 0, 66)),
    ):
        for x in middles:
            _wave(pen.moved(x, y), color, 0 if x == -99 else -1, 0 if x == 99 else 1)


def _wave(pen: Pen, color: Color, left: int, right: int) -> None:
    """A scale of the sea, half rings; `left` or `right` is 0 where that half is cut off."""
    for radius, shade in ((33, color), (26, GROUND), (20, color), (13, GROUND), (7, color)):
        arc = [(radius * min(right, max(left, dx)), radius * dy) for dx, dy in _HALF]
        pen.polygon(arc, shade)


_HALF: Final[list[Point]] = [
    (1, 0), (0.97, -0.26), (0.87, -0.5), (0.71, -0.71), (0.5, -0.87), (0.26, -0.97), (0, -1),
    (-0.26, -0.97), (-0.5, -0.87), (-0.71, -0.71), (-0.87, -0.5), (-0.97, -0.26), (-1, 0),
]  # fmt: skip


def maple_leaf(pen: Pen) -> None:
    """Autumn: a maple leaf, and two that have fallen."""
    for x, y, size, turn in ((-64, 88, 0.30, -50), (70, 72, 0.24, 70)):
        _maple(pen.moved(x, y, size, turn), AMBER, mix(AMBER, INK, 0.4))
    _maple(pen.moved(4, 12, 0.98, 14), RED, mix(RED, INK, 0.45))


def _maple(pen: Pen, color: Color, vein: Color) -> None:
    lobes = ((0, 112), (-46, 100), (46, 100), (-92, 84), (92, 84), (-138, 48), (138, 48))
    for turn, length in lobes:
        _lobe(pen.moved(0, 0, 1, turn), length, color)
    pen.disc((0, 0), 26, color)
    for turn, length in lobes:
        pen.moved(0, 0, 1, turn).stroke([(0, 0), (0, -length * 0.84)], (4, 1), vein)
    pen.stroke([(0, 0), (4, 50), (-8, 98)], (5, 5, 6), vein)


def _lobe(pen: Pen, length: float, color: Color) -> None:
    """A pointed lobe with teeth on both sides."""
    side = [(0.0, 0.0), (0.16, -0.18), (0.15, -0.34), (0.235, -0.46), (0.165, -0.56),
            (0.205, -0.68), (0.12, -0.74), (0.10, -0.86), (0.0, -1.04)]  # fmt: skip
    right = [(x * length * 1.1, y * length) for x, y in side]
    pen.polygon([*right, *((-x, y) for x, y in reversed(right))], color)


def snow_crystal(pen: Pen) -> None:
    """Winter: a crystal of snow among small ones."""
    for x, y, size in ((-72, -96, 0.24), (76, 92, 0.27), (80, -82, 0.17), (-80, 84, 0.18)):
        flake = pen.moved(x, y, size)
        for turn in (15, 75, 135):
            arm = flake.moved(0, 0, 1, turn)
            arm.line((0, -90), (0, 90), 24, mix(INDIGO, GROUND, 0.3))
    _crystal(pen.moved(0, 0, 0.98), BLUE, 9.5)


def _crystal(pen: Pen, color: Color, width: float) -> None:
    for turn in range(0, 360, 60):
        arm = pen.moved(0, 0, 1, turn)
        arm.line((0, 0), (0, -98), width, color)
        for y, reach in ((-36, 20), (-58, 28), (-80, 18)):
            for side in (-1, 1):
                arm.line((0, y), (side * reach, y - reach * 0.62), width * 0.82, color)
    for turn in range(30, 390, 60):
        pen.moved(0, 0, 1, turn).line((0, -14), (0, -30), width * 0.8, color)


# The first of the bamboos -------------------------------------------------------------------


def bird_on_bamboo(pen: Pen) -> None:
    """One strong cane, its leaves, and a sparrow on a twig."""
    cane(pen.moved(-34, 0), 232, 40, GREEN, joints=2)
    for points, width in (
        ([(-26, -40), (4, -66), (30, -96), (40, -118)], 17),
        ([(-26, -40), (14, -56), (52, -74), (84, -104)], 18),
        ([(-44, 40), (-66, 20), (-86, -8), (-94, -36)], 15),
        ([(-44, 42), (-70, 38), (-90, 44), (-100, 62)], 13),
    ):
        leaf(pen, points, width, LEAF)
    pen.stroke([(-26, 40), (20, 50), (60, 44), (98, 52)], (7, 6, 5, 3), GREEN)
    leaf(pen, [(60, 46), (80, 64), (92, 84), (94, 104)], 14, LEAF)
    leaf(pen, [(44, 48), (46, 72), (38, 96), (24, 112)], 14, LEAF)
    _sparrow(pen.moved(34, 6))


def _sparrow(pen: Pen) -> None:
    brown = mix(VERMILION, INK, 0.35)
    pen.stroke([(-22, 16), (-40, 34), (-54, 60)], (15, 11, 7), mix(brown, INK, 0.4))
    pen.blob([(-30, 22), (-26, -8), (-4, -26), (22, -24), (34, -2), (28, 22), (6, 38)], BLUSH)
    pen.blob([(-34, 28), (-24, -10), (2, -24), (8, -2), (-8, 20)], brown)
    for shift in (0, 9):
        pen.stroke([(-28 + shift, 20 - shift), (-10 + shift, 6 - shift), (2 + shift * 0.4, -12)],
                   (1, 3, 1), GROUND)  # fmt: skip
    pen.disc((22, -30), 21, brown)
    pen.blob([(14, -24), (28, -30), (40, -22), (32, -12), (18, -12)], GROUND)
    pen.polygon([(38, -34), (56, -27), (38, -22)], AMBER)
    pen.disc((28, -34), 4.2, INK)
    pen.disc((29.4, -35.4), 1.4, GROUND)
    for x in (0, 14):
        pen.line((x, 34), (x + 3, 44), 3.2, INK)
