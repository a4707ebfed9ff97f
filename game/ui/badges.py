"""Badges of enamel in a ring of brass: a colour and a drawn mark by which somebody is found.

    badges.draw(canvas, "jade", "koi", center, 72)

`COLOURS` and `MARKS` hold what there is; a plain badge is of dark wood and shows an icon instead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import Final

import pygame

from game.ui.canvas import Canvas
from game.ui.frame import Point
from game.ui.icons import ICONS, Pen, round_points
from game.ui.sprites import SPRITES
from game.ui.surfaces import BRASS_BOTTOM, BRASS_EDGE, BRASS_LIGHT, BRASS_TOP
from game.ui.theme import (
    GOLD,
    INDIGO,
    IVORY,
    JADE,
    PLUM,
    POND,
    SHADE,
    VERMILION,
    WALNUT_LIGHT,
    Color,
    mix,
    rgb,
)

Paint = Callable[[Pen], None]

COLOURS: Final[dict[str, Color]] = {
    "vermilion": VERMILION,
    "gold": mix(GOLD, SHADE, 0.1),
    "jade": JADE,
    "pond": mix(POND, rgb("#2E8FB0"), 0.5),
    "indigo": INDIGO,
    "plum": PLUM,
    "rose": rgb("#C2678A"),
    "slate": rgb("#5B6470"),
}
PLAIN: Final = WALNUT_LIGHT
_BIG: Final = 3
_MARK: Final = 0.63
"""How much of a badge's width its mark takes."""


def draw(
    canvas: Canvas, colour: str, mark: str, center: Point, size: float, alpha: float = 1.0
) -> None:
    """The badge with its middle at a point; `size` is its width in units.

    With no colour it is a plain one; its mark may be an icon's name then.
    """
    pixels = canvas.px(size)
    key = ("badge", colour, mark, pixels, canvas.turn)
    image = SPRITES.get(key, lambda: _turned(badge(colour, mark, pixels), canvas.turn))
    canvas.picture_as_is(image, center, alpha)


def badge(colour: str, mark: str, pixels: int) -> pygame.Surface:
    """The picture of a badge, so many pixels wide with its shadow beyond."""
    side = pixels * _BIG
    room = round(side * 1.2)
    image = pygame.Surface((room, room), pygame.SRCALPHA)
    middle, radius = room / 2, side / 2
    _shade(image, middle, radius)
    _ring(image, middle, radius)
    base = COLOURS.get(colour, PLAIN)
    _enamel(image, middle, radius * 0.875, base)
    _let_in(image, mark, round(side * _MARK / _BIG), base)
    return pygame.transform.smoothscale_by(image, 1 / _BIG)


def _turned(image: pygame.Surface, turn: int) -> pygame.Surface:
    return pygame.transform.rotate(image, 90 * turn) if turn else image


def _shade(image: pygame.Surface, middle: float, radius: float) -> None:
    for step in range(8):
        soft = pygame.Surface(image.get_size(), pygame.SRCALPHA)
        wide = radius * (1.0 + 0.014 * step)
        pygame.draw.circle(soft, (*SHADE, 22), (middle, middle + radius * 0.07), wide)
        image.blit(soft, (0, 0))


def _ring(image: pygame.Surface, middle: float, radius: float) -> None:
    """Brass, lit from the top left."""
    pygame.draw.circle(image, BRASS_EDGE, (middle, middle), radius)
    steps = 14
    for step in range(steps):
        share = step / steps
        off = radius * 0.05 * (share - 0.5)
        color = mix(BRASS_BOTTOM, BRASS_LIGHT if share > 0.7 else BRASS_TOP, share)
        wide = radius * (0.975 - 0.03 * share)
        pygame.draw.circle(image, color, (middle - off, middle - off), wide - abs(off))
    pygame.draw.circle(image, mix(BRASS_EDGE, SHADE, 0.45), (middle, middle), radius * 0.9)


def _enamel(image: pygame.Surface, middle: float, radius: float, base: Color) -> None:
    """A vaulted pool of colour: deeper toward its rim, lighter toward the lamp."""
    deep, light = mix(base, SHADE, 0.42), mix(base, (255, 255, 255), 0.2)
    steps = 40
    for step in range(steps):
        share = step / (steps - 1)
        wide = radius * (1 - 0.93 * share)
        off = (radius - wide) * 0.34
        color = mix(deep, base, min(1.0, share * 2.6)) if share < 0.4 else mix(
            base, light, (share - 0.4) / 0.6
        )
        pygame.draw.circle(image, color, (middle - off, middle - off), wide)


def _let_in(image: pygame.Surface, mark: str, pixels: int, base: Color) -> None:
    """The mark in ivory, a hair below the enamel."""
    pen = Pen(max(4, round(pixels * _BIG / 4)))
    MARKS.get(mark, ICONS.get(mark, _nothing))(pen)
    shape = pen.image
    at = (image.get_width() - shape.get_width()) // 2
    depth = max(1, round(shape.get_width() * 0.02))
    for shift, color, alpha in (
        (depth, mix(base, (255, 255, 255), 0.45), 130), (-depth, mix(base, SHADE, 0.7), 220)
    ):
        copy = shape.copy()
        copy.fill((*color, alpha), special_flags=pygame.BLEND_RGBA_MULT)
        image.blit(copy, (at + shift, at + shift))
    shape.fill((*IVORY, 255), special_flags=pygame.BLEND_RGBA_MULT)
    image.blit(shape, (at, at))


def _nothing(pen: Pen) -> None:
    """No mark at all."""


# The marks ----------------------------------------------------------------------------------------


def _curved(*knots: Point, steps: int = 12) -> list[Point]:
    """Quadratic curves from knot to knot: start, control, end, control, end …"""
    points = [knots[0]]
    for a, b, c in zip(knots[:-2:2], knots[1::2], knots[2::2], strict=False):
        for i in range(1, steps + 1):
            t = i / steps
            u = 1 - t
            points.append((
                u * u * a[0] + 2 * u * t * b[0] + t * t * c[0],
                u * u * a[1] + 2 * u * t * b[1] + t * t * c[1],
            ))
    return points


def _moved(points: Sequence[Point], dx: float, dy: float, turn: float = 0.0) -> list[Point]:
    """Points turned about the middle by degrees, then moved."""
    c, s = cos(turn * pi / 180), sin(turn * pi / 180)
    return [(x * c - y * s + dx, x * s + y * c + dy) for x, y in points]


def _sun(pen: Pen) -> None:
    pen.dot((0, 0), 0.42)
    for n in range(12):
        far = 0.98 if n % 2 == 0 else 0.82
        pen.fill(_moved([(0.54, -0.1), (far, 0), (0.54, 0.1)], 0, 0, 30 * n))


def _moon(pen: Pen) -> None:
    pen.dot((-0.08, 0), 0.82)
    pen.hole((0.3, -0.14), 0.68)
    pen.fill([(0.5 + r * sin(i * pi / 4), -0.16 - r * cos(i * pi / 4))
              for i, r in enumerate((0.3, 0.09) * 4)])  # fmt: skip


def _star(pen: Pen) -> None:
    pen.fill([((0.98, 0.26)[i % 2] * sin(i * pi / 4), -(0.98, 0.26)[i % 2] * cos(i * pi / 4))
              for i in range(8)])  # fmt: skip
    for n in range(4):
        pen.fill(_moved([(0.3, -0.08), (0.66, 0), (0.3, 0.08)], 0, 0, 45 + 90 * n))


def _mountain(pen: Pen) -> None:
    pen.fill([(-0.98, 0.64), (-0.3, -0.72), (0.02, -0.14), (0.34, -0.46), (0.98, 0.64)])
    pen.cut([(-0.56, -0.06), (-0.34, 0.16), (-0.18, -0.06), (-0.02, 0.14), (-0.0, -0.02),
             (-0.16, -0.3), (-0.22, -0.34), (-0.4, -0.38)])  # fmt: skip
    pen.fill([(-0.3, -0.74), (-0.46, -0.4), (-0.36, -0.26), (-0.25, -0.4), (-0.13, -0.28),
              (-0.1, -0.36)])  # fmt: skip
    pen.dot((0.56, -0.66), 0.17)


def _wave(pen: Pen) -> None:
    """Scales of the sea."""
    for x, y in ((0, -0.12), (-0.5, 0.34), (0.5, 0.34)):
        half = round_points((x, y), 0.5, 180, 360)
        pen.fill([*half, (x + 0.5, y + 0.02), (x - 0.5, y + 0.02)])
        for outer, inner in ((0.4, 0.3), (0.2, 0.1)):
            pen.cut(round_points((x, y), outer, 180, 360) + round_points((x, y), inner, 360, 180))
    pen.cut([(-1, 0.345), (1, 0.345), (1, 1), (-1, 1)])
    for x in (-0.5, 0.5):
        swell = [(x + t * 0.05, 0.58 + 0.07 * sin(t * 0.62)) for t in range(-9, 10)]
        pen.line(*swell, width=0.1)


def _leaf(pen: Pen) -> None:
    pen.fill(_curved((-0.6, 0.66), (-0.92, -0.5), (0.72, -0.78), (0.86, 0.56), (-0.6, 0.66)))
    vein = _curved((-0.46, 0.52), (0.0, 0.0), (0.46, -0.48))
    _groove(pen, vein, 0.07)
    for t, way in ((0.28, (0.42, 0.02)), (0.28, (-0.06, -0.4)), (0.58, (0.36, 0.0)),
                   (0.58, (-0.02, -0.32))):  # fmt: skip
        x, y = vein[int(t * (len(vein) - 1))]
        _groove(pen, [(x, y), (x + way[0] * 0.85, y + way[1] * 0.85)], 0.055)
    pen.line((-0.58, 0.64), (-0.8, 0.86), width=0.1)


def _groove(pen: Pen, points: Sequence[Point], width: float) -> None:
    """A line cut out of what is there."""
    for (x1, y1), (x2, y2) in pairwise(points):
        length = max(1e-6, hypot(x2 - x1, y2 - y1))
        nx, ny = -(y2 - y1) / length * width / 2, (x2 - x1) / length * width / 2
        pen.cut([(x1 + nx, y1 + ny), (x2 + nx, y2 + ny), (x2 - nx, y2 - ny), (x1 - nx, y1 - ny)])
    for point in points:
        pen.hole(point, width / 2)


def _blossom(pen: Pen) -> None:
    petal = _curved((0, -0.1), (-0.52, -0.36), (-0.3, -0.86), (-0.12, -0.98), (0, -0.82),
                    (0.12, -0.98), (0.3, -0.86), (0.52, -0.36), (0, -0.1))  # fmt: skip
    for n in range(5):
        pen.fill(_moved(petal, 0, 0.04, 72 * n))
    pen.hole((0, 0.04), 0.24)
    pen.dot((0, 0.04), 0.13)
    for n in range(5):
        x, y = _moved([(0, -0.4)], 0, 0.04, 72 * n)[0]
        _groove(pen, [(x * 0.6, (y - 0.04) * 0.6 + 0.04), (x, y)], 0.05)


def _bamboo(pen: Pen) -> None:
    for y, high in ((-0.94, 0.5), (-0.38, 0.6), (0.28, 0.66)):
        pen.fill([(-0.26, y), (0.04, y), (0.0, y + high / 2), (0.04, y + high), (-0.26, y + high),
                  (-0.22, y + high / 2)])  # fmt: skip
    leaf = _curved((0, 0), (0.3, -0.26), (0.78, -0.02), (0.34, 0.16), (0, 0))
    for dx, dy, turn in ((0.1, -0.4, -38), (0.1, -0.34, 12), (0.1, 0.3, -24)):
        pen.fill(_moved(leaf, dx, dy, turn))
    pen.fill(_moved(leaf, -0.32, 0.24, 205))


def _koi(pen: Pen) -> None:
    """Seen from above, bending as it swims."""
    spine = _curved((0.2, -0.94), (0.72, -0.1), (-0.14, 0.5))
    left, right = [], []
    for i in range(len(spine) - 1):
        (x1, y1), (x2, y2) = spine[i], spine[i + 1]
        length = hypot(x2 - x1, y2 - y1)
        wide = 0.33 * sin(pi * (0.12 + 0.8 * i / (len(spine) - 1))) ** 0.9
        nx, ny = -(y2 - y1) / length * wide, (x2 - x1) / length * wide
        left.append((x1 + nx, y1 + ny))
        right.append((x1 - nx, y1 - ny))
    pen.fill([*left, spine[-1], *right[::-1]])
    pen.dot((0.235, -0.79), 0.2)
    fin = _curved((0, 0), (0.2, -0.26), (0.56, 0.02), (0.3, 0.14), (0, 0.16))
    pen.fill(_moved(fin, 0.56, -0.36, 30))
    pen.fill(_moved([(x, -y) for x, y in fin], 0.12, -0.34, 178))
    tail = _curved((0, -0.1), (0.2, 0.16), (0.12, 0.62), (0.0, 0.4), (-0.02, 0.3))
    pen.fill(_moved(tail, -0.06, 0.44, 22))
    pen.fill(_moved([(-x, y) for x, y in tail], -0.06, 0.44, 62))
    for at, wide in ((5, 0.1), (8, 0.13)):
        x, y = spine[at]
        pen.cut(_moved(_curved((-wide, -0.08), (0, -0.16), (wide, -0.04), (wide, 0.1), (0, 0.1),
                               (-wide * 1.2, 0.12), (-wide, -0.08)), x, y, 20))  # fmt: skip


def _bird(pen: Pen) -> None:
    """A swallow."""
    pen.fill(_curved((0.86, -0.5), (0.6, -0.7), (0.34, -0.46), (-0.2, -0.92), (-0.94, -0.6),
                     (-0.3, -0.5), (-0.04, -0.12), (-0.14, 0.06), (-0.3, 0.16), (-0.6, 0.38),
                     (-0.9, 0.86), (-0.54, 0.6), (-0.36, 0.58), (-0.3, 0.78), (-0.36, 1.0),
                     (-0.06, 0.66), (0.0, 0.42), (0.1, 0.3), (0.22, 0.24), (0.56, 0.6),
                     (0.46, 0.98), (0.9, 0.5), (0.5, -0.06), (0.64, -0.24), (0.66, -0.38),
                     (0.74, -0.46), (0.86, -0.5)))  # fmt: skip
    pen.hole((0.54, -0.42), 0.06)


def _snail(pen: Pen) -> None:
    pen.dot((-0.12, -0.06), 0.6)
    spiral = [(-0.12 + 0.44 * (1 - t / 30) * cos(t * 0.44 + 1.2),
               -0.06 + 0.44 * (1 - t / 30) * sin(t * 0.44 + 1.2)) for t in range(28)]
    _groove(pen, spiral, 0.09)
    pen.fill(_curved((-0.98, 0.76), (-0.6, 0.5), (0.2, 0.52), (0.56, 0.5), (0.56, 0.06),
                     (0.72, -0.06), (0.88, 0.08), (0.98, 0.76), (0.4, 0.78), (-0.2, 0.78),
                     (-0.98, 0.76)))  # fmt: skip
    _groove(pen, _curved((-0.66, 0.55), (-0.1, 0.64), (0.44, 0.44)), 0.06)
    pen.line((0.66, 0.08), (0.6, -0.3), width=0.08)
    pen.line((0.82, 0.08), (0.92, -0.24), width=0.08)
    pen.dot((0.6, -0.32), 0.08)
    pen.dot((0.92, -0.26), 0.08)


def _lantern(pen: Pen) -> None:
    pen.fill(_curved((-0.36, -0.56), (-0.98, -0.5), (-0.76, 0.06), (-0.84, 0.5), (-0.36, 0.54),
                     (0, 0.6), (0.36, 0.54), (0.84, 0.5), (0.76, 0.06), (0.98, -0.5),
                     (0.36, -0.56)))  # fmt: skip
    for x in (-0.36, 0.36):
        _groove(pen, _curved((x * 0.7, -0.5), (x * 1.5, 0.0), (x * 0.7, 0.5)), 0.07)
    _groove(pen, [(0, -0.5), (0, 0.5)], 0.07)
    pen.line((-0.3, -0.68), (0.3, -0.68), width=0.15)
    pen.line((-0.3, 0.66), (0.3, 0.66), width=0.15)
    pen.line((0, -0.7), (0, -0.94), width=0.08)
    for x in (-0.12, 0, 0.12):
        pen.line((x * 0.6, 0.7), (x, 0.96), width=0.07)


def _cup(pen: Pen) -> None:
    """A tea bowl, still warm."""
    pen.fill(_curved((-0.8, -0.08), (-0.8, 0.56), (-0.26, 0.7), (0, 0.72), (0.26, 0.7),
                     (0.8, 0.56), (0.8, -0.08)))  # fmt: skip
    pen.fill([(-0.3, 0.7), (0.3, 0.7), (0.36, 0.88), (-0.36, 0.88)])
    _groove(pen, _curved((-0.72, 0.16), (0, 0.3), (0.72, 0.16)), 0.06)
    for x in (-0.36, 0.0, 0.36):
        pen.line(*[(x + 0.09 * sin(t * 0.7), -0.3 - t * 0.062) for t in range(10)], width=0.1)


def _boat(pen: Pen) -> None:
    pen.fill(_curved((-0.94, 0.38), (0, 0.5), (0.94, 0.34), (0.74, 0.84), (0.4, 0.84), (0, 0.86),
                     (-0.46, 0.84), (-0.78, 0.78), (-0.94, 0.38)))  # fmt: skip
    pen.fill(_curved((-0.06, -0.92), (0.72, -0.4), (0.7, 0.24), (0.3, 0.32), (-0.06, 0.3)))
    pen.fill(_curved((-0.2, -0.62), (-0.34, -0.1), (-0.76, 0.22), (-0.5, 0.3), (-0.2, 0.3)))
    for y in (-0.42, -0.08):
        _groove(pen, _curved((-0.06, y), (0.3, y + 0.08), (0.76, y + 0.02)), 0.06)


def _fan(pen: Pen) -> None:
    foot = (0.0, 0.72)
    pen.fill([*round_points(foot, 1.36, 208, 332), *round_points(foot, 0.56, 332, 208)])
    for n in range(1, 6):
        angle = (208 + 124 * n / 6) * pi / 180
        ray = [(foot[0] + r * cos(angle), foot[1] + r * sin(angle)) for r in (0.54, 1.4)]
        _groove(pen, ray, 0.06)
    for n in range(7):
        angle = (210 + 120 * n / 6) * pi / 180
        pen.line(foot, (foot[0] + 0.6 * cos(angle), foot[1] + 0.6 * sin(angle)), width=0.07)
    pen.dot(foot, 0.13)


def _bell(pen: Pen) -> None:
    pen.fill(_curved((-0.78, 0.52), (-0.5, 0.4), (-0.5, -0.06), (-0.48, -0.7), (0, -0.7),
                     (0.48, -0.7), (0.5, -0.06), (0.5, 0.4), (0.78, 0.52)))  # fmt: skip
    pen.line((-0.74, 0.5), (0.74, 0.5), width=0.14)
    pen.dot((0, 0.72), 0.17)
    pen.ring((0, -0.8), 0.13, 0.09)
    _groove(pen, _curved((-0.46, 0.26), (0, 0.36), (0.46, 0.26)), 0.07)


MARKS: Final[dict[str, Paint]] = {
    "sun": _sun, "moon": _moon, "star": _star, "mountain": _mountain, "wave": _wave,
    "leaf": _leaf, "blossom": _blossom, "bamboo": _bamboo, "koi": _koi, "bird": _bird,
    "snail": _snail, "lantern": _lantern, "cup": _cup, "boat": _boat, "fan": _fan, "bell": _bell,
}
