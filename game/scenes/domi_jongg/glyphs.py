"""The brush strokes of the characters on the tiles: numerals, ten thousand, winds, dragons.

A glyph stands in a box of 100 × 100. Each stroke is a kind, which says how the brush presses
along it, and the points it passes through.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from game.ui.pen import Pen, Point
from game.ui.theme import Color

Glyph: TypeAlias = tuple[str, ...]

# How the brush presses, from the first to the last point of a stroke; 1 is its usual width.
PRESSES: Final[dict[str, tuple[float, ...]]] = {
    "heng": (1.0, 0.78, 0.68, 0.65, 0.68, 0.8, 1.15, 0.9),  # across
    "shu": (1.3, 1.1, 1.0, 0.97, 0.97, 1.0, 1.05, 1.0),  # down
    "needle": (1.3, 1.15, 1.05, 1.0, 0.95, 0.85, 0.6, 0.1),  # down to a point
    "pie": (1.3, 1.2, 1.1, 1.0, 0.85, 0.65, 0.4, 0.1),  # falling to the left
    "na": (0.4, 0.7, 1.0, 1.25, 1.55, 1.95, 1.85, 0.2),  # falling to the right
    "dian": (0.2, 0.8, 1.25, 1.45, 1.2, 0.5),  # a dot
    "ti": (1.4, 1.2, 0.95, 0.6, 0.1),  # rising
    "gou": (1.15, 1.1, 0.8, 0.1),  # a hook
    "wan": (1.2, 1.0, 0.95, 0.95, 1.0, 1.05, 1.1, 1.15),  # bending
}

GLYPHS: Final[dict[str, Glyph]] = {
    "1": ("heng 6,54 30,51 70,50 94,48",),
    "2": ("heng 24,28 50,25 76,25", "heng 6,76 40,73 94,71"),
    "3": ("heng 18,20 50,17 82,17", "heng 26,49 50,47 74,46", "heng 6,81 40,78 94,76"),
    "4": (
        "shu 14,24 17,50 22,82",
        "heng 14,26 50,23 85,22",
        "shu 85,22 83,50 79,82",
        "pie 41,26 39,45 28,62",
        "wan 59,25 58,48 62,56 75,56",
        "heng 21,76 50,74 79,73",
    ),
    "5": (
        "heng 20,18 50,15 80,14",
        "shu 47,17 42,50 35,82",
        "heng 22,48 50,45 71,44",
        "shu 71,44 69,62 65,82",
        "heng 5,84 40,82 95,80",
    ),
    "6": (
        "dian 45,4 52,12 57,22",
        "heng 6,37 50,34 94,32",
        "pie 38,48 31,66 10,90",
        "na 58,48 68,62 90,88",
    ),
    "7": (
        "heng 6,50 40,44 92,36",
        "shu 46,8 45,40 45,70",
        "wan 45,70 48,82 60,85 84,84",
        "gou 84,84 91,82 91,64",
    ),
    "8": ("pie 40,20 33,52 6,88", "na 52,12 60,46 97,88"),
    "9": (
        "pie 42,8 41,50 8,92",
        "heng 10,37 40,33 65,31",
        "shu 65,31 62,52 62,72",
        "wan 62,72 65,84 76,86 88,85",
        "gou 88,85 95,83 95,64",
    ),
    "wan": (
        "heng 8,15 50,13 92,12",
        "shu 34,3 35,14 36,25",
        "shu 66,3 65,14 64,25",
        "shu 25,33 26,44 28,58",
        "heng 25,34 50,32 76,31",
        "shu 76,31 75,44 72,57",
        "heng 28,45 50,44 72,43",
        "heng 28,57 50,56 72,55",
        "shu 50,33 50,56 50,80",
        "shu 14,68 15,80 17,97",
        "heng 14,69 50,66 87,65",
        "shu 87,65 86,80 84,93",
        "gou 84,93 82,96 73,89",
        "ti 31,84 45,81 65,76",
        "dian 58,72 64,79 70,88",
    ),
    "E": (
        "heng 12,19 50,16 88,15",
        "shu 22,33 24,46 27,64",
        "heng 22,34 50,32 79,31",
        "shu 79,31 77,46 74,62",
        "heng 26,47 50,46 74,45",
        "heng 27,61 50,60 74,59",
        "shu 50,2 50,50 50,98",
        "pie 47,62 34,78 5,93",
        "na 53,62 66,78 96,92",
    ),
    "S": (
        "heng 14,17 50,14 86,13",
        "shu 50,2 50,16 50,32",
        "shu 12,34 13,60 15,97",
        "heng 12,35 50,32 88,31",
        "shu 88,31 87,60 86,92",
        "gou 86,92 84,97 74,90",
        "dian 34,41 39,46 44,53",
        "pie 67,40 62,47 56,53",
        "heng 30,59 50,57 71,56",
        "heng 25,75 50,73 76,72",
        "shu 50,58 50,75 50,95",
    ),
    "W": (
        "heng 7,14 50,11 93,10",
        "shu 13,37 15,60 19,93",
        "heng 13,38 50,35 87,34",
        "shu 87,34 85,60 81,92",
        "pie 40,13 39,42 28,68",
        "wan 60,12 59,52 62,62 80,62",
        "heng 19,86 50,84 81,83",
    ),
    "N": (
        "heng 8,39 22,36 38,34",
        "shu 38,8 38,50 38,94",
        "ti 3,86 20,78 38,66",
        "pie 92,24 78,38 60,47",
        "shu 59,6 59,40 59,72",
        "wan 59,72 61,84 72,87 87,86",
        "gou 87,86 95,84 96,64",
    ),
    "DR": (
        "shu 14,30 16,48 20,70",
        "heng 14,31 50,28 86,27",
        "shu 86,27 84,48 80,68",
        "heng 20,64 50,62 80,61",
        "needle 50,1 50,50 50,100",
    ),
    "DG": (
        "heng 14,16 28,14 42,12",
        "pie 42,12 34,32 5,52",
        "dian 14,25 20,30 27,38",
        "pie 74,2 68,11 58,18",
        "pie 92,13 84,22 73,30",
        "na 54,5 66,28 98,51",
        "heng 16,52 30,50 45,49",
        "shu 45,49 44,56 43,63",
        "heng 19,64 30,63 44,62",
        "shu 19,64 18,70 16,78",
        "heng 16,79 30,77 46,76",
        "shu 46,76 45,86 42,94",
        "gou 42,94 39,98 29,91",
        "pie 61,50 60,62 51,72",
        "heng 61,51 72,49 82,48",
        "wan 82,48 81,58 84,63 96,62",
        "heng 55,76 70,74 85,73",
        "pie 85,73 74,88 49,99",
        "na 58,78 70,88 98,98",
    ),
}


def _points(stroke: str) -> tuple[str, list[Point]]:
    kind, *places = stroke.split()
    points = [place.split(",") for place in places]
    return kind, [(float(x), float(y)) for x, y in points]


STROKES: Final[dict[str, list[tuple[str, list[Point]]]]] = {
    name: [_points(stroke) for stroke in glyph] for name, glyph in GLYPHS.items()
}


# The fuller a glyph, the finer the brush.
FINENESS: Final[dict[str, float]] = {"wan": 0.78, "E": 0.88, "S": 0.84, "DG": 0.7}


def write(pen: Pen, glyph: str, width: float, color: Color) -> None:
    """Write a glyph into the box from the pen's origin; `width` is the brush's, in box units."""
    width *= FINENESS.get(glyph, 1.0)
    for kind, points in STROKES[glyph]:
        pen.brush(points, [width * press for press in PRESSES[kind]], color)
