"""Small signs drawn by code: strokes and shapes on a field from -1 to 1, y downward.

    icons.draw(canvas, "undo", center, 40, IVORY)

`ICONS` holds them by name; `sprite` paints one at a size in pixels and keeps it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import cos, pi, sin

import pygame

from game.ui.canvas import Canvas
from game.ui.frame import Point
from game.ui.theme import Color

_BIG = 4
_SOLID, _NOTHING = (255, 255, 255, 255), (255, 255, 255, 0)


class Pen:
    """Draws white strokes with round ends on a field from -1 to 1."""

    def __init__(self, pixels: int) -> None:
        self.side = pixels * _BIG
        self.image = pygame.Surface((self.side, self.side), pygame.SRCALPHA)
        self.image.fill(_NOTHING)

    def _at(self, point: Point) -> tuple[float, float]:
        half = self.side / 2
        return half + point[0] * half, half + point[1] * half

    def dot(self, center: Point, radius: float) -> None:
        pygame.draw.circle(self.image, _SOLID, self._at(center), radius * self.side / 2)

    def hole(self, center: Point, radius: float) -> None:
        pygame.draw.circle(self.image, _NOTHING, self._at(center), radius * self.side / 2)

    def fill(self, points: Sequence[Point]) -> None:
        pygame.draw.polygon(self.image, _SOLID, [self._at(p) for p in points])

    def cut(self, points: Sequence[Point]) -> None:
        pygame.draw.polygon(self.image, _NOTHING, [self._at(p) for p in points])

    def line(self, *points: Point, width: float = 0.16, closed: bool = False) -> None:
        way = [*points, points[0]] if closed else list(points)
        for (x1, y1), (x2, y2) in pairwise(way):
            length = max(1e-6, ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5)
            nx, ny = -(y2 - y1) / length * width / 2, (x2 - x1) / length * width / 2
            far = ((x2 + nx, y2 + ny), (x2 - nx, y2 - ny))
            self.fill(((x1 + nx, y1 + ny), *far, (x1 - nx, y1 - ny)))
        for point in way:
            self.dot(point, width / 2)

    def arc(
        self, center: Point, radius: float, start: float, end: float, width: float = 0.16
    ) -> None:
        """Part of a circle; angles in degrees, 0 to the right, growing clockwise."""
        self.line(*round_points(center, radius, start, end), width=width)

    def ring(self, center: Point, radius: float, width: float = 0.16) -> None:
        self.arc(center, radius, 0, 360, width)

    def rect(self, x: float, y: float, w: float, h: float, width: float = 0.14) -> None:
        self.line((x, y), (x + w, y), (x + w, y + h), (x, y + h), width=width, closed=True)


def round_points(center: Point, radius: float, start: float, end: float) -> list[Point]:
    count = max(2, int(abs(end - start) / 10))
    return [
        (center[0] + radius * cos(a), center[1] + radius * sin(a))
        for a in ((start + (end - start) * i / count) * pi / 180 for i in range(count + 1))
    ]


def draw(
    canvas: Canvas, name: str, center: Point, size: float, color: Color, alpha: float = 1.0
) -> None:
    """The icon with its middle at a point; `size` is its side in units."""
    canvas.picture_as_is(sprite(name, canvas.px(size), color, canvas.turn), center, alpha)


@lru_cache(maxsize=256)
def sprite(name: str, pixels: int, color: Color, turn: int = 0) -> pygame.Surface:
    """The icon in a colour, turned by quarter turns."""
    pen = Pen(max(4, pixels))
    ICONS[name](pen)
    image = pygame.transform.smoothscale_by(pen.image, 1 / _BIG)
    solid = (*color[:3], color[3] if len(color) == 4 else 255)
    image.fill(solid, special_flags=pygame.BLEND_RGBA_MULT)
    return pygame.transform.rotate(image, 90 * turn) if turn else image


# The signs --------------------------------------------------------------------------------------


def _arrow(dx: float, dy: float) -> Callable[[Pen], None]:
    """An arrow head pointing one way."""

    def paint(pen: Pen) -> None:
        ax, ay = -dy, dx
        tip = (dx * 0.35, dy * 0.35)
        pen.line(
            (tip[0] - dx * 0.75 + ax * 0.6, tip[1] - dy * 0.75 + ay * 0.6), tip,
            (tip[0] - dx * 0.75 - ax * 0.6, tip[1] - dy * 0.75 - ay * 0.6), width=0.2,
        )

    return paint


def _to_end(dx: float) -> Callable[[Pen], None]:
    def paint(pen: Pen) -> None:
        pen.line((-dx * 0.45, -0.55), (dx * 0.15, 0), (-dx * 0.45, 0.55), width=0.2)
        pen.line((dx * 0.55, -0.55), (dx * 0.55, 0.55), width=0.2)

    return paint


def _back(pen: Pen) -> None:
    pen.line((0.7, 0), (-0.65, 0))
    pen.line((-0.1, -0.55), (-0.68, 0), (-0.1, 0.55))


def _menu(pen: Pen) -> None:
    for y in (-0.5, 0, 0.5):
        pen.line((-0.62, y), (0.62, y))


def _bent(side: float) -> Callable[[Pen], None]:
    """An arrow that turns back to the left (-1: undo) or to the right (1: redo)."""

    def paint(pen: Pen) -> None:
        arc = [(side * -x, y) for x, y in round_points((-0.05, 0.12), 0.52, -90, 120)]
        pen.line((side * 0.6, -0.4), *arc)
        pen.line((side * 0.25, -0.8), (side * 0.66, -0.4), (side * 0.25, 0.0))

    return paint


def _hint(pen: Pen) -> None:
    pen.arc((0, -0.2), 0.5, 140, 400, 0.14)
    pen.line((-0.38, 0.13), (-0.22, 0.42), (0.22, 0.42), (0.38, 0.13), width=0.14)
    pen.line((-0.2, 0.62), (0.2, 0.62), width=0.14)
    pen.line((-0.1, 0.82), (0.1, 0.82), width=0.14)


def _rules(pen: Pen) -> None:
    for side in (-1, 1):
        pen.line((0, -0.4), (side * 0.3, -0.55), (side * 0.75, -0.55), (side * 0.75, 0.5),
                 (side * 0.3, 0.5), (0, 0.66), width=0.13)
        for y in (-0.22, 0.1):
            pen.line((side * 0.28, y), (side * 0.52, y), width=0.09)
    pen.line((0, -0.4), (0, 0.62), width=0.13)


def _settings(pen: Pen) -> None:
    for y, knob in ((-0.5, 0.3), (0.0, -0.3), (0.5, 0.12)):
        pen.line((-0.68, y), (0.68, y), width=0.12)
        pen.dot((knob, y), 0.2)
        pen.hole((knob, y), 0.09)


def _speaker(pen: Pen) -> None:
    pen.fill(((-0.72, -0.22), (-0.42, -0.22), (-0.05, -0.58), (-0.05, 0.58), (-0.42, 0.22),
              (-0.72, 0.22)))


def _sound(pen: Pen) -> None:
    _speaker(pen)
    pen.arc((-0.05, 0), 0.36, -45, 45, 0.13)
    pen.arc((-0.05, 0), 0.68, -45, 45, 0.13)


def _mute(pen: Pen) -> None:
    _speaker(pen)
    pen.line((0.22, -0.26), (0.72, 0.26), width=0.14)
    pen.line((0.72, -0.26), (0.22, 0.26), width=0.14)


def _corners(inner: float, outer: float) -> Callable[[Pen], None]:
    def paint(pen: Pen) -> None:
        for sx in (-1, 1):
            for sy in (-1, 1):
                pen.line((sx * inner, sy * outer), (sx * outer, sy * outer),
                         (sx * outer, sy * inner), width=0.15)

    return paint


def _plus(pen: Pen) -> None:
    pen.line((-0.58, 0), (0.58, 0), width=0.18)
    pen.line((0, -0.58), (0, 0.58), width=0.18)


def _minus(pen: Pen) -> None:
    pen.line((-0.58, 0), (0.58, 0), width=0.18)


def _close(pen: Pen) -> None:
    pen.line((-0.5, -0.5), (0.5, 0.5), width=0.17)
    pen.line((-0.5, 0.5), (0.5, -0.5), width=0.17)


def _check(pen: Pen) -> None:
    pen.line((-0.6, 0.05), (-0.18, 0.48), (0.64, -0.46), width=0.2)


def _play(pen: Pen) -> None:
    pen.fill(((-0.36, -0.6), (0.62, 0), (-0.36, 0.6)))
    pen.line((-0.36, -0.6), (0.62, 0), (-0.36, 0.6), width=0.1, closed=True)


def _pause(pen: Pen) -> None:
    for x in (-0.28, 0.28):
        pen.line((x, -0.5), (x, 0.5), width=0.24)


def _person(pen: Pen) -> None:
    pen.dot((0, -0.38), 0.33)
    pen.fill([(0, 0.75), *round_points((0, 0.75), 0.66, 180, 360)])
    pen.line((-0.62, 0.72), (0.62, 0.72), width=0.1)


def _computer(pen: Pen) -> None:
    pen.rect(-0.72, -0.6, 1.44, 0.95)
    pen.line((0, 0.36), (0, 0.62), width=0.14)
    pen.line((-0.36, 0.68), (0.36, 0.68), width=0.14)
    pen.dot((-0.28, -0.18), 0.1)
    pen.dot((0.28, -0.18), 0.1)
    pen.arc((0, -0.12), 0.24, 40, 140, 0.09)


def _trophy(pen: Pen) -> None:
    bowl = round_points((0, -0.35), 0.46, 0, 180)
    pen.fill([(0.46, -0.7), *bowl, (-0.46, -0.7)])
    for side in (-1, 1):
        pen.line((side * 0.46, -0.52), (side * 0.78, -0.52), (side * 0.7, -0.16),
                 (side * 0.4, -0.04), width=0.11)
    pen.line((0, 0.05), (0, 0.5), width=0.16)
    pen.line((-0.34, 0.64), (0.34, 0.64), width=0.2)


def _home(pen: Pen) -> None:
    pen.line((-0.74, 0.0), (0, -0.64), (0.74, 0.0), width=0.16)
    pen.line((-0.5, -0.1), (-0.5, 0.62), (0.5, 0.62), (0.5, -0.1), width=0.15)
    pen.line((0, 0.6), (0, 0.22), width=0.2)


def _replay(pen: Pen) -> None:
    pen.arc((0, 0.05), 0.58, -50, 230, 0.15)
    pen.line((0.72, -0.72), (0.4, -0.42), (0.8, -0.28), width=0.15)


def _turn(side: float) -> Callable[[Pen], None]:
    def paint(pen: Pen) -> None:
        pen.line(*((side * x, y) for x, y in round_points((0, 0.05), 0.56, -60, 200)), width=0.16)
        pen.line(
            *((side * x, y) for x, y in ((0.02, -0.78), (0.3, -0.44), (-0.1, -0.2))), width=0.16
        )

    return paint


def _dice(pen: Pen) -> None:
    pen.line((-0.56, -0.56), (0.56, -0.56), (0.56, 0.56), (-0.56, 0.56), width=0.2, closed=True)
    for x, y in ((-0.26, -0.26), (0.26, 0.26), (0, 0), (0.26, -0.26), (-0.26, 0.26)):
        pen.dot((x, y), 0.11)


def _eye(pen: Pen) -> None:
    pen.line(*round_points((0, 0.52), 0.92, 214, 326), width=0.13)
    pen.line(*round_points((0, -0.52), 0.92, 34, 146), width=0.13)
    pen.dot((0, 0), 0.24)


def _hand(pen: Pen) -> None:
    for x, top in ((-0.26, -0.5), (0.02, -0.68), (0.3, -0.54), (0.54, -0.26)):
        pen.line((x, 0.2), (x, top), width=0.22)
    pen.line((-0.3, 0.3), (-0.66, -0.04), width=0.22)
    pen.fill(((-0.4, 0.1), (0.65, 0.1), (0.62, 0.42), (0.34, 0.8), (-0.14, 0.8), (-0.44, 0.42)))


def _language(pen: Pen) -> None:
    pen.ring((0, 0), 0.7, 0.12)
    pen.line((-0.68, 0), (0.68, 0), width=0.1)
    for side in (-1, 1):
        pen.line(*((side * x * 0.45, y) for x, y in round_points((0, 0), 0.7, -90, 90)), width=0.1)


def _help(pen: Pen) -> None:
    pen.arc((0, -0.3), 0.4, 180, 400, 0.17)
    pen.line((0.3, -0.04), (0, 0.24), (0, 0.36), width=0.17)
    pen.dot((0, 0.7), 0.12)


def _puzzle(pen: Pen) -> None:
    pen.fill(((-0.62, -0.3), (0.4, -0.3), (0.4, 0.7), (-0.62, 0.7)))
    pen.dot((-0.11, -0.42), 0.2)
    pen.dot((0.52, 0.2), 0.2)
    pen.hole((-0.62, 0.2), 0.18)


def _lesson(pen: Pen) -> None:
    pen.fill(((0, -0.6), (0.85, -0.2), (0, 0.2), (-0.85, -0.2)))
    pen.line((-0.45, 0.1), (-0.45, 0.42), (0, 0.6), (0.45, 0.42), (0.45, 0.1), width=0.14)
    pen.line((0.78, -0.18), (0.78, 0.4), width=0.09)


def _list(pen: Pen) -> None:
    for y in (-0.48, 0, 0.48):
        pen.dot((-0.58, y), 0.1)
        pen.line((-0.24, y), (0.64, y), width=0.14)


def _couch(pen: Pen) -> None:
    """Everybody on one side of the table."""
    pen.rect(-0.7, -0.65, 1.4, 0.75)
    for x in (-0.42, 0, 0.42):
        pen.dot((x, 0.52), 0.17)


def _around(pen: Pen) -> None:
    """Somebody at each side of the table."""
    pen.rect(-0.4, -0.4, 0.8, 0.8)
    for x, y in ((0, -0.76), (0.76, 0), (0, 0.76), (-0.76, 0)):
        pen.dot((x, y), 0.17)


def _pencil(pen: Pen) -> None:
    pen.line((-0.5, 0.5), (0.42, -0.42), width=0.34)
    pen.fill(((-0.74, 0.74), (-0.66, 0.34), (-0.34, 0.66)))


def _star(pen: Pen) -> None:
    pen.fill([
        ((0.8, 0.34)[i % 2] * sin(i * pi / 5), -(0.8, 0.34)[i % 2] * cos(i * pi / 5))
        for i in range(10)
    ])


def _flower(pen: Pen) -> None:
    for i in range(6):
        pen.dot((0.46 * sin(i * pi / 3), -0.46 * cos(i * pi / 3)), 0.29)
    pen.hole((0, 0), 0.24)
    pen.dot((0, 0), 0.13)


def _flag(pen: Pen) -> None:
    pen.line((-0.45, -0.7), (-0.45, 0.75), width=0.15)
    pen.fill(((-0.45, -0.66), (0.6, -0.36), (-0.45, 0.0)))


def _apart(pen: Pen) -> None:
    """Two halves that move away from each other."""
    for side in (-1, 1):
        pen.line((side * 0.34, 0), (side * 0.86, 0), width=0.16)
        pen.line((side * 0.6, -0.26), (side * 0.88, 0), (side * 0.6, 0.26), width=0.16)
        pen.line((side * 0.12, -0.62), (side * 0.12, 0.62), width=0.12)


def _off(pen: Pen) -> None:
    pen.arc((0, 0.08), 0.58, -58, 238, 0.16)
    pen.line((0, -0.72), (0, -0.02), width=0.16)


def _backspace(pen: Pen) -> None:
    pen.line((-0.8, 0), (-0.32, -0.52), (0.78, -0.52), (0.78, 0.52), (-0.32, 0.52),
             width=0.13, closed=True)
    pen.line((-0.02, -0.22), (0.42, 0.22), width=0.13)
    pen.line((0.42, -0.22), (-0.02, 0.22), width=0.13)


def _shift(pen: Pen) -> None:
    pen.line((0, -0.66), (0.64, 0.0), (0.3, 0.0), (0.3, 0.6), (-0.3, 0.6), (-0.3, 0.0),
             (-0.64, 0.0), width=0.13, closed=True)


def _people(pen: Pen) -> None:
    """Two who belong together."""
    pen.dot((0.36, -0.36), 0.25)
    pen.fill([(0.9, 0.66), *round_points((0.36, 0.66), 0.54, 180, 360)])
    pen.hole((-0.3, -0.3), 0.42)
    pen.cut([(0.44, 0.8), *round_points((-0.3, 0.7), 0.74, 180, 360), (-1, 0.8)])
    pen.dot((-0.3, -0.3), 0.3)
    pen.fill([(-0.3, 0.7), *round_points((-0.3, 0.7), 0.6, 180, 360)])
    pen.line((-0.86, 0.68), (0.88, 0.68), width=0.08)


def _bin(pen: Pen) -> None:
    pen.line((-0.62, -0.46), (0.62, -0.46), width=0.14)
    pen.line((-0.22, -0.5), (-0.22, -0.7), (0.22, -0.7), (0.22, -0.5), width=0.12)
    pen.line((-0.46, -0.3), (-0.38, 0.7), (0.38, 0.7), (0.46, -0.3), width=0.14)
    for x in (-0.14, 0.14):
        pen.line((x, -0.14), (x, 0.44), width=0.1)


ICONS: dict[str, Callable[[Pen], None]] = {
    "apart": _apart, "around": _around, "back": _back, "backspace": _backspace, "bin": _bin,
    "check": _check,
    "close": _close,
    "computer": _computer, "couch": _couch, "dice": _dice, "down": _arrow(0, 1), "eye": _eye,
    "first": _to_end(-1), "flag": _flag, "flower": _flower,
    "fullscreen": _corners(0.26, 0.64), "hand": _hand,
    "help": _help, "hint": _hint, "home": _home, "language": _language, "last": _to_end(1),
    "left": _arrow(-1, 0), "lesson": _lesson, "list": _list, "menu": _menu, "minus": _minus,
    "mute": _mute, "off": _off, "pause": _pause, "pencil": _pencil, "people": _people,
    "person": _person,
    "play": _play, "plus": _plus, "puzzle": _puzzle, "redo": _bent(1), "replay": _replay,
    "right": _arrow(1, 0), "rules": _rules, "settings": _settings, "shift": _shift,
    "sound": _sound, "star": _star, "trophy": _trophy, "turn_left": _turn(-1),
    "turn_right": _turn(1), "undo": _bent(-1), "up": _arrow(0, -1), "window": _corners(0.64, 0.26),
}
