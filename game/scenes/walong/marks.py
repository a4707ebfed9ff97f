"""The five engraved marks by which the colours of Walongs are told apart without colour vision.

A mark is a few filled shapes and a few shapes cut out of them again, in a circle of radius 1, y
upwards. They are drawn in assets/art/walong as closed paths of lines and cubic curves with
absolute coordinates, a hundred to the radius: white is carved, black is left standing.
"""

import re
from functools import cache
from typing import Final, NamedTuple, TypeAlias
from xml.etree import ElementTree

from game.ui import sprites

Shape: TypeAlias = "tuple[complex, ...]"
DRAWINGS: Final = {"y": "sun", "r": "flame", "g": "leaf", "v": "wave", "b": "ring"}
"""By colour letter: yellow, red, green, violet, black."""
STEPS: Final = 14
"""Straight pieces of a curve."""


class Mark(NamedTuple):
    """What is carved away, and what of it is left standing."""

    carved: tuple[Shape, ...]
    left: tuple[Shape, ...]


@cache
def mark_of(colour: str) -> Mark:
    """A colour's mark; nothing is carved if its drawing is missing or cannot be used."""
    path = sprites.ART / "walong" / f"{DRAWINGS[colour]}.svg"
    try:
        paths = [dict(part.attrib) for part in ElementTree.parse(path).getroot()]
        carved, left = ([part["d"] for part in paths if part["fill"] == fill]
                        for fill in ("#fff", "#000"))  # fmt: skip
        return Mark(tuple(map(_shape, carved)), tuple(map(_shape, left)))
    except (OSError, ElementTree.ParseError, KeyError) as error:
        sprites.plain(path, str(error))
        return Mark((), ())


def _shape(path: str) -> Shape:
    """The corners of a closed path."""
    found: list[complex] = []
    for command, text in re.findall("([MLC])([^MLCZ]*)", path):
        numbers = [float(number) / 100 for number in text.split()]
        points = [complex(x, -y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
        if command == "C":
            start, (b, c, end) = found[-1], points
            points = [_on_curve(start, b, c, end, i / STEPS) for i in range(1, STEPS + 1)]
        found += points
    return tuple(found)


def _on_curve(a: complex, b: complex, c: complex, d: complex, t: float) -> complex:
    u = 1 - t
    return u**3 * a + 3 * u * u * t * b + 3 * u * t * t * c + t**3 * d
