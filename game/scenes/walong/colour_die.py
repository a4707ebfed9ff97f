"""The colour die: an ivory cube with six inlaid faces that really rolls over the cloth.

Every face carries a Walong colour with its engraved mark, the sixth is white, the joker. The
cube is turned in space and its three visible faces are drawn; where it comes to rest, the face
that luck drew lies on top.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import pygame

from game.scenes.walong.marks import MARKS
from game.ui import sprites
from game.ui.canvas import Canvas
from game.ui.frame import Point
from game.ui.theme import IVORY, WALONG, Color, mix, rgb

Vector: TypeAlias = "tuple[float, float, float]"
Matrix: TypeAlias = "tuple[Vector, Vector, Vector]"
"""Rows; x to the right, y away from the reader, z up from the cloth."""

SECONDS: Final = 1.5
TILT: Final = math.radians(28)
"""How far the eye leans back from looking straight down."""
ROUND: Final = 0.20
"""The radius of the edges; half an edge is 1."""
INLAY: Final = 0.68
INLAY_ROUND: Final = 0.22
MARK: Final = 0.44
OVER: Final = 2
WHITE: Final = rgb("#FBF6E8")
LAMP_AT: Final = (-0.42, 0.50, 0.76)
NORMALS: Final[dict[str, Vector]] = {
    "y": (0, 0, 1), "w": (0, 0, -1), "r": (1, 0, 0), "v": (-1, 0, 0), "g": (0, 1, 0),
    "b": (0, -1, 0),
}  # fmt: skip
"""Where the faces look when yellow lies on top."""
TO_TOP: Final[dict[str, tuple[Vector, float]]] = {
    "y": ((1, 0, 0), 0.0), "w": ((1, 0, 0), math.pi), "r": ((0, 1, 0), -math.pi / 2),
    "v": ((0, 1, 0), math.pi / 2), "g": ((1, 0, 0), math.pi / 2),
    "b": ((1, 0, 0), -math.pi / 2),
}  # fmt: skip
"""The turn (axis, angle) that brings a face up."""


@dataclass(slots=True)
class ColourDie:
    """A throw: the face on top at its end, from where to where, and how far it has come (0…1)."""

    face: str
    start: Point
    end: Point
    size: float = 120.0
    """An edge in table units."""
    share: float = 0.0
    alpha: float = 1.0

    def draw(self, canvas: Canvas) -> None:
        """Paint the die with its shadow on the table's canvas."""
        half = self.size / 2
        turned, at, height = self._pose(half)
        shadow = round(canvas.px(self.size) * (2.1 + 0.5 * height / half))
        dim = self.alpha * max(0.35, 0.95 - 0.25 * height / half)
        low = at[0] + 10 + 0.5 * height, at[1] + 14 + 0.5 * height
        blob = sprites.scaled("shadow_soft.png", (shadow - shadow % 32,) * 2)
        canvas.picture_as_is(blob, low, dim)
        seen = at[0], at[1] - height * math.sin(TILT)
        canvas.picture_as_is(_cube(turned, canvas.px(half)), seen, self.alpha)

    def _pose(self, half: float) -> tuple[Matrix, Point, float]:
        """How it is turned, where it is on the table, and how high its middle is above rest."""
        left = (1 - self.share) ** 1.9
        far = math.dist(self.start, self.end)
        way = (self.end[0] - self.start[0]) / far, -(self.end[1] - self.start[1]) / far
        quarter = max(4, round(far / (2 * half))) * math.pi / 2
        axis = (-way[1], way[0], 0.0)
        turned = _times(
            _rotation(axis, -quarter * left),
            _times(_rotation((0, 0, 1), 0.22 + 1.1 * left), _rotation(*TO_TOP[self.face])),
        )
        lowest = max(-sum(row * sign for row, sign in zip(turned[2], corner, strict=True))
                     for corner in _CORNERS)  # fmt: skip
        height = half * (1 - ROUND) * (lowest - 1) + half * self._bounce()
        at = (
            self.end[0] - way[0] * far * left,
            self.end[1] + way[1] * far * left,
        )
        return turned, at, max(0.0, height)

    def _bounce(self) -> float:
        """Hops that grow smaller, as it is thrown rather than pushed."""
        return 1.5 * (1 - self.share) ** 2 * abs(math.sin(3 * math.pi * self.share**0.8))


# Turning in space --------------------------------------------------------------------------------

_CORNERS: Final = tuple((x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1))


def _rotation(axis: Vector, angle: float) -> Matrix:
    """The turn by an angle around an axis of length 1."""
    x, y, z = axis
    c, s = math.cos(angle), math.sin(angle)
    d = 1 - c
    return (
        (c + x * x * d, x * y * d - z * s, x * z * d + y * s),
        (y * x * d + z * s, c + y * y * d, y * z * d - x * s),
        (z * x * d - y * s, z * y * d + x * s, c + z * z * d),
    )


def _times(a: Matrix, b: Matrix) -> Matrix:
    rows = (tuple(sum(a[i][k] * b[k][j] for k in range(3)) for j in range(3)) for i in range(3))
    first, second, third = rows
    return first, second, third  # type: ignore[return-value]


def _apply(matrix: Matrix, v: Vector) -> Vector:
    x, y, z = (sum(row[i] * v[i] for i in range(3)) for row in matrix)
    return x, y, z


_EYE: Final = _rotation((1, 0, 0), -TILT)
"""What the eye's leaning back does to the world."""


# Drawing the cube --------------------------------------------------------------------------------


def _cube(turned: Matrix, half: int) -> pygame.Surface:
    """The cube as seen, around the picture's middle; `half` an edge in pixels."""
    seen = _times(_EYE, turned)
    unit = half * OVER
    side = round(3.7 * unit)
    big = pygame.Surface((side, side), pygame.SRCALPHA, 32)
    big.fill((*IVORY, 0))
    inner = [_flat(_apply(seen, _scaled(corner, 1 - ROUND)), unit, side) for corner in _CORNERS]
    _fill(big, hull(_grown(inner, ROUND * unit)), mix(IVORY, (96, 74, 52), 0.42))
    for face, normal in NORMALS.items():
        if _apply(seen, normal)[2] > 0.02:
            _draw_face(big, face, seen, _apply(turned, normal), unit)
    return pygame.transform.smoothscale(big, (round(side / OVER), round(side / OVER)))


def _draw_face(big: pygame.Surface, face: str, seen: Matrix, world: Vector, unit: float) -> None:
    """One face: the ivory, the inlay in its groove, and the mark engraved in it."""
    light = sum(a * b for a, b in zip(world, LAMP_AT, strict=True))
    shade = 0.66 + 0.34 * max(0.0, light)
    right, up, out = _axes(NORMALS[face])
    side = big.get_width()

    def place(shape: Sequence[complex]) -> list[Point]:
        points = []
        for p in shape:
            v = tuple(right[i] * p.real + up[i] * p.imag + out[i] for i in range(3))
            points.append(_flat(_apply(seen, v), unit, side))  # type: ignore[arg-type]
        return points

    _fill(big, place(_rounded(1.0, ROUND)), _lit(IVORY, shade))
    inlay = WHITE if face == "w" else WALONG[face]
    groove = mix(inlay, (40, 24, 14), 0.55)
    _fill(big, place(_rounded(INLAY + 0.035, INLAY_ROUND)), _lit(groove, shade))
    _fill(big, place(_rounded(INLAY, INLAY_ROUND)), _lit(inlay, shade))
    if face != "w":
        mark = MARKS[face]
        tone = mix(inlay, (255, 255, 255), 0.34 if face in "bv" else 0.0)
        tone = tone if face in "bv" else mix(inlay, (40, 16, 8), 0.38)
        for shape in mark.carved:
            _fill(big, place([MARK * p for p in shape]), _lit(tone, shade))
        for shape in mark.left:
            _fill(big, place([MARK * p for p in shape]), _lit(inlay, shade))


def _axes(normal: Vector) -> tuple[Vector, Vector, Vector]:
    """To the right, up, and out of a face."""
    x, y, z = normal
    right = (0.0, x, 0.0) if x else (1.0, 0.0, 0.0)
    up = (
        y * right[2] - z * right[1], z * right[0] - x * right[2], x * right[1] - y * right[0],
    )  # fmt: skip
    return right, up, normal


def _rounded(half: float, radius: float) -> list[complex]:
    """A square with round corners."""
    points = []
    for quarter in range(4):
        middle = (half - radius) * complex(1, 1) * 1j**quarter
        for step in range(6):
            angle = math.pi / 2 * (quarter + step / 5)
            points.append(middle + radius * complex(math.cos(angle), math.sin(angle)))
    return points


def _scaled(v: tuple[int, int, int], share: float) -> Vector:
    return v[0] * share, v[1] * share, v[2] * share


def _flat(v: Vector, unit: float, side: int) -> Point:
    return side / 2 + v[0] * unit, side / 2 - v[1] * unit


def _fill(surface: pygame.Surface, points: Sequence[Point], color: Color) -> None:
    pygame.draw.polygon(surface, (*color[:3], 255), points)


def _lit(color: Color, shade: float) -> Color:
    return mix((20, 11, 8), color, min(1.0, shade))


def _grown(points: Sequence[Point], radius: float) -> list[Point]:
    """Points on circles around these points."""
    turns = [math.tau * i / 16 for i in range(16)]
    return [
        (x + radius * math.cos(a), y + radius * math.sin(a)) for x, y in points for a in turns
    ]


def hull(points: Sequence[Point]) -> list[Point]:
    """The smallest convex shape around these points, in order."""
    ordered = sorted(points)
    half: list[list[Point]] = []
    for row in (ordered, ordered[::-1]):
        chain: list[Point] = []
        for p in row:
            while len(chain) > 1 and _left(chain[-2], chain[-1], p) <= 0:
                chain.pop()
            chain.append(p)
        half.append(chain[:-1])
    return half[0] + half[1]


def _left(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
