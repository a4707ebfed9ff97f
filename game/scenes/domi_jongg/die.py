"""The icosahedron that decides who deals: a body of amber resin with twenty numbered faces.

It is drawn by code for any way it lies. Opposite faces add up to 21. The table is seen from
above, so a die at rest shows the face that counts to the reader.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, TypeAlias

import pygame

from game.ui import sprites
from game.ui.sprites import OVER
from game.ui.theme import GOLD, INK, IVORY, LAMP, VERMILION, Color, mix

Vector: TypeAlias = "tuple[float, float, float]"
Turning: TypeAlias = "tuple[Vector, Vector, Vector]"
"""A rotation as its three rows."""

_PHI: Final = (1 + math.sqrt(5)) / 2
_LENGTH: Final = math.sqrt(1 + _PHI * _PHI)
CORNERS: Final[tuple[Vector, ...]] = tuple(
    (x / _LENGTH, y / _LENGTH, z / _LENGTH)
    for a in (-1, 1)
    for b in (-_PHI, _PHI)
    for x, y, z in ((0.0, a, b), (a, b, 0.0), (b, 0.0, a))
)
_EDGE: Final = 2 / _LENGTH
FACES: Final[tuple[tuple[int, int, int], ...]] = tuple(
    (i, j, k)
    for i in range(12)
    for j in range(i + 1, 12)
    for k in range(j + 1, 12)
    if all(
        abs(math.dist(CORNERS[p], CORNERS[q]) - _EDGE) < 1e-6
        for p, q in ((i, j), (j, k), (i, k))
    )
)

LIGHT: Final[Vector] = (-0.45, -0.55, 0.70)
RESIN: Final = mix(VERMILION, INK, 0.12)
SHEEN: Final = mix(VERMILION, LAMP, 0.55)
EYE: Final = 4.2
"""How far above the die the reader's eye is, in radii."""

# Strokes of the digits in a box from (0, 0) to (1, 1.6).
_DIGITS: Final[dict[str, tuple[tuple[tuple[float, float], ...], ...]]] = {
    "0": (((0.5, 0), (0.1, 0.3), (0, 0.8), (0.1, 1.3), (0.5, 1.6), (0.9, 1.3), (1, 0.8),
           (0.9, 0.3), (0.5, 0)),),
    "1": (((0.15, 0.35), (0.6, 0), (0.6, 1.6)),),
    "2": (((0.05, 0.4), (0.2, 0.1), (0.55, 0), (0.9, 0.15), (0.95, 0.5), (0.75, 0.85), (0, 1.6),
           (1, 1.6)),),
    "3": (((0.05, 0.2), (0.45, 0), (0.85, 0.12), (0.9, 0.5), (0.45, 0.75), (0.95, 1.0),
           (0.9, 1.4), (0.45, 1.6), (0, 1.4)),),
    "4": (((0.75, 1.6), (0.75, 0), (0, 1.15), (1, 1.15)),),
    "5": (((0.9, 0), (0.15, 0), (0.08, 0.7), (0.5, 0.6), (0.95, 0.85), (0.95, 1.3), (0.5, 1.6),
           (0, 1.42)),),
    "6": (((0.85, 0.08), (0.4, 0.25), (0.08, 0.8), (0.08, 1.3), (0.5, 1.6), (0.93, 1.35),
           (0.93, 0.98), (0.5, 0.72), (0.1, 0.98)),),
    "7": (((0, 0), (1, 0), (0.35, 1.6)),),
    "8": (((0.5, 0), (0.12, 0.2), (0.15, 0.55), (0.85, 0.95), (0.95, 1.3), (0.5, 1.6),
           (0.05, 1.3), (0.15, 0.95), (0.85, 0.55), (0.88, 0.2), (0.5, 0)),),
    "9": (((0.15, 1.52), (0.6, 1.35), (0.92, 0.8), (0.92, 0.3), (0.5, 0), (0.07, 0.25),
           (0.07, 0.62), (0.5, 0.88), (0.9, 0.62)),),
}  # fmt: skip


def _middle(face: Sequence[int]) -> Vector:
    return _scaled(_sum(*(CORNERS[corner] for corner in face)), 1 / 3)


def _numbered() -> tuple[int, ...]:
    """The number of each face: low ones spread out, opposite ones adding up to 21."""
    numbers = [0] * len(FACES)
    low = 1
    for step in range(len(FACES)):
        face = step * 7 % len(FACES)
        if not numbers[face]:
            value = low if low % 2 else 21 - low
            numbers[face] = value
            numbers[_opposite(face)] = 21 - value
            low += 1
    return tuple(numbers)


def _opposite(face: int) -> int:
    away = _scaled(_middle(FACES[face]), -1)
    return min(range(len(FACES)), key=lambda other: math.dist(_middle(FACES[other]), away))


# Vectors ------------------------------------------------------------------------------------


def _sum(*vectors: Vector) -> Vector:
    x, y, z = (sum(values) for values in zip(*vectors, strict=True))
    return x, y, z


def _scaled(vector: Vector, by: float) -> Vector:
    return vector[0] * by, vector[1] * by, vector[2] * by


def _dot(a: Vector, b: Vector) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _cross(a: Vector, b: Vector) -> Vector:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _unit(vector: Vector) -> Vector:
    return _scaled(vector, 1 / math.sqrt(_dot(vector, vector)))


def turned(turning: Turning, vector: Vector) -> Vector:
    return _dot(turning[0], vector), _dot(turning[1], vector), _dot(turning[2], vector)


def after(first: Turning, then: Turning) -> Turning:
    """One rotation and then another as a single one."""
    columns = list(zip(*first, strict=True))
    rows = [tuple(_dot(row, column) for column in columns) for row in then]
    return rows[0], rows[1], rows[2]  # type: ignore[return-value]


def about(axis: Vector, angle: float) -> Turning:
    """The rotation by an angle in radians about an axis of length 1."""
    x, y, z = axis
    c, s = math.cos(angle), math.sin(angle)
    t = 1 - c
    return (
        (t * x * x + c, t * x * y - s * z, t * x * z + s * y),
        (t * x * y + s * z, t * y * y + c, t * y * z - s * x),
        (t * x * z - s * y, t * y * z + s * x, t * z * z + c),
    )


def resting(number: int) -> Turning:
    """How the die lies when this number counts: its face to the reader, upright."""
    face = FACES[NUMBERS.index(number)]
    out = _unit(_middle(face))
    up = _upward(face)
    right = _cross(_scaled(up, -1), out)
    return right, _scaled(up, -1), out


def rolling(number: int, share: float, spin: float = 0.0) -> Turning:
    """How the die lies on its way to this number, `share` 0…1; `spin` makes dice differ."""
    left = (1 - share) ** 1.6
    axis = _unit((math.cos(spin + 2 * left), math.sin(spin + 2 * left), 0.35))
    return after(resting(number), about(axis, 15 * left))


def _upward(face: Sequence[int]) -> Vector:
    """The direction on a face that its number takes for up: toward its first corner."""
    return _unit(_sum(CORNERS[face[0]], _scaled(_middle(face), -1)))


NUMBERS: Final = _numbered()
"""The number on each of FACES."""


# Pictures -----------------------------------------------------------------------------------


def picture(turning: Turning, radius: int) -> pygame.Surface:
    """The die as it lies, `radius` pixels from its middle to its corners."""
    big = radius * OVER
    side = round(2.3 * big)
    image = pygame.Surface((side, side), pygame.SRCALPHA)
    image.fill((*RESIN, 0))
    seen = [
        (out, face, number)
        for face, number in zip(FACES, NUMBERS, strict=True)
        if (out := turned(turning, _unit(_middle(face))))[2] > 1 / EYE
    ]
    for out, face, number in seen:
        _face(image, turning, out, face, number, big)
    return pygame.transform.smoothscale(image, (side // OVER, side // OVER))


def rest_picture(number: int, radius: int) -> pygame.Surface:
    """The die at rest; kept, for it lies there for a while."""
    key = ("icosahedron", number, radius)
    return sprites.SPRITES.get(key, lambda: picture(resting(number), radius))


def _face(
    image: pygame.Surface, turning: Turning, out: Vector, face: Sequence[int], number: int, big: int
) -> None:
    points = [_seen(turned(turning, CORNERS[corner]), image, big) for corner in face]
    light = max(0.0, _dot(out, _unit(LIGHT)))
    shine = max(0.0, _dot(out, _unit(_sum(_unit(LIGHT), (0, 0, 1))))) ** 24
    color = mix(mix(RESIN, INK, 0.66), mix(RESIN, SHEEN, 0.22), light)
    pygame.draw.polygon(image, mix(color, IVORY, 0.45 * shine), points)
    edge = mix(color, SHEEN, 0.55)
    width = max(1, round(big * 0.022))
    for a, b in zip(points, (*points[1:], points[0]), strict=True):
        pygame.draw.line(image, edge, a, b, width)
        pygame.draw.circle(image, edge, a, width / 2)
    _number(image, turning, face, number, mix(GOLD, LAMP, 0.25 + 0.5 * light), big)


def _number(
    image: pygame.Surface, turning: Turning, face: Sequence[int], number: int, color: Color,
    big: int,
) -> None:
    """The number engraved on a face, as it is seen from above."""
    middle, up = _middle(face), _upward(face)
    right = _cross(_unit(middle), up)
    text, size = str(number), 0.25 if number < 10 else 0.205
    wide = len(text) + 0.35 * (len(text) - 1)
    width = max(1, round(big * size * 0.22))

    def at(x: float, y: float) -> tuple[float, float]:
        across, along = (x - wide / 2) * size, (0.8 - y) * size
        point = _sum(middle, _scaled(right, across), _scaled(up, along))
        return _seen(turned(turning, point), image, big)

    for stroke in _strokes(text):
        points = [at(x, y) for x, y in stroke]
        pygame.draw.lines(image, color, False, points, width)
        for point in points:
            pygame.draw.circle(image, color, point, width / 2)


def _strokes(text: str) -> list[list[tuple[float, float]]]:
    """A number's strokes side by side; 6 and 9 stand on a line, to be told apart."""
    strokes = [
        [(x + 1.35 * place, y) for x, y in stroke]
        for place, digit in enumerate(text)
        for stroke in _DIGITS[digit]
    ]
    return [*strokes, [(0.0, 1.95), (1.0, 1.95)]] if text in ("6", "9") else strokes


def _seen(point: Vector, image: pygame.Surface, big: int) -> tuple[float, float]:
    """Where a point of the die is in the picture, nearer ones a little farther out."""
    share = EYE / (EYE - point[2]) * (EYE - 1) / EYE * big
    half = image.get_width() / 2
    return half + point[0] * share, half + point[1] * share
