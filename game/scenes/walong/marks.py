"""The five engraved marks by which the colours of Walongs are told apart without colour vision.

A mark is a few filled shapes and a few shapes cut out of them again, in a circle of radius 1, y
upwards: a sun, a flame, a leaf, a wave, a ring.
"""

import cmath
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

Shape: TypeAlias = "tuple[complex, ...]"


@dataclass(frozen=True, slots=True)
class Mark:
    """What is carved away, and what of it is left standing."""

    carved: tuple[Shape, ...]
    left: tuple[Shape, ...] = ()


def _circle(middle: complex, radius: float, corners: int = 40) -> Shape:
    return tuple(middle + cmath.rect(radius, i * math.tau / corners) for i in range(corners))


def _curve(*knots: complex, steps: int = 14) -> list[complex]:
    """Cubic curves from knot to knot: start, control, control, end, control, control, end …"""
    points = [knots[0]]
    for at in range(0, len(knots) - 1, 3):
        a, b, c, d = knots[at : at + 4]
        for i in range(1, steps + 1):
            t = i / steps
            u = 1 - t
            points.append(u**3 * a + 3 * u * u * t * b + 3 * u * t * t * c + t**3 * d)
    return points


def _stroke(line: Sequence[complex], width: float) -> Shape:
    """A line as a shape with round ends, thinner toward them."""
    count, left, right = len(line), [], []
    for i, point in enumerate(line):
        ahead = line[min(i + 1, count - 1)] - line[max(i - 1, 0)]
        swell = 0.45 + 0.55 * math.sin(math.pi * i / (count - 1)) ** 0.5
        side = ahead / abs(ahead) * 1j * width / 2 * swell
        left.append(point + side)
        right.append(point - side)
    return tuple(left + right[::-1])


def _sun() -> Mark:
    rays = []
    for i in range(8):
        way = cmath.rect(1, i * math.tau / 8)
        rays.append((way * complex(0.60, 0.13), way * 1.0, way * complex(0.60, -0.13)))
    return Mark((_circle(0j, 0.42), *rays))


def _flame() -> Mark:
    body = _curve(
        0.02 - 1.0j, -0.62 - 1.0j, -0.86 - 0.52j, -0.74 - 0.08j,
        -0.68 + 0.16j, -0.52 + 0.34j, -0.56 + 0.66j,
        -0.30 + 0.50j, -0.20 + 0.28j, -0.22 + 0.08j,
        -0.02 + 0.32j, 0.10 + 0.66j, -0.04 + 1.04j,
        0.48 + 0.72j, 0.78 + 0.14j, 0.74 - 0.34j,
        0.70 - 0.78j, 0.42 - 1.0j, 0.02 - 1.0j,
    )
    heart = _curve(
        0.06 - 0.84j, -0.26 - 0.84j, -0.36 - 0.56j, -0.16 - 0.30j,
        -0.04 - 0.16j, 0.06 - 0.04j, 0.08 + 0.12j,
        0.32 - 0.10j, 0.44 - 0.36j, 0.38 - 0.58j,
        0.34 - 0.74j, 0.22 - 0.84j, 0.06 - 0.84j,
    )
    return Mark((tuple(body),), (tuple(heart),))


def _leaf() -> Mark:
    blade = _curve(
        -0.62 - 0.62j, -0.95 + 0.3j, -0.1 + 0.85j, 0.85 + 0.85j,
        0.85 - 0.1j, 0.3 - 0.95j, -0.62 - 0.62j,
    )
    rib = _curve(-0.55 - 0.55j, -0.2 - 0.3j, 0.2 + 0.15j, 0.52 + 0.52j)
    veins = [
        _stroke([at, at + reach], 0.09)
        for at, reach in ((-0.14 - 0.18j, -0.30 + 0.30j), (0.14 + 0.12j, -0.24 + 0.28j),
                          (-0.14 - 0.18j, 0.30 - 0.22j), (0.14 + 0.12j, 0.30 - 0.16j))
    ]
    stem = _stroke(_curve(-0.58 - 0.58j, -0.7 - 0.7j, -0.8 - 0.8j, -0.95 - 0.86j), 0.16)
    return Mark((tuple(blade), stem), (_stroke(rib, 0.13), *veins))


def _wave() -> Mark:
    lines = []
    for shift in (0.48, 0.0, -0.48):
        line = _curve(
            complex(-0.95, shift - 0.10), complex(-0.72, shift + 0.34),
            complex(-0.40, shift + 0.34), complex(-0.16, shift),
            complex(0.08, shift - 0.34), complex(0.38, shift - 0.34),
            complex(0.95, shift + 0.10),
        )
        lines.append(_stroke(line, 0.24))
    return Mark(tuple(lines))


def _ring() -> Mark:
    return Mark((_circle(0j, 0.86),), (_circle(0j, 0.52),))


MARKS: Final[dict[str, Mark]] = {
    "y": _sun(), "r": _flame(), "g": _leaf(), "v": _wave(), "b": _ring(),
}
"""By colour letter: yellow, red, green, violet, black."""
