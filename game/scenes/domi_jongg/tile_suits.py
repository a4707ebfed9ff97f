"""The pictures of the numbered tiles, winds and dragons: circles, bamboo, brush strokes.

A picture is drawn around the pen's origin, 100 units to either side and 120 up and down.
"""

from __future__ import annotations

from typing import Final

from game.scenes.domi_jongg.glyphs import write
from game.ui.pen import Pen, Point, open_curve, turned
from game.ui.theme import GOLD, INDIGO, INK, IVORY, JADE, VERMILION, Color, mix

GREEN: Final = mix(JADE, INK, 0.22)
RED: Final = mix(VERMILION, INK, 0.05)
BLUE: Final = mix(INDIGO, INK, 0.08)
GROUND: Final = mix(IVORY, GOLD, 0.06)
"""What shows through the holes of a picture."""

COLORS: Final[dict[str, Color]] = {"g": GREEN, "r": RED, "b": BLUE}

# Where circles lie, by number: radius, then colour and place of each.
CIRCLES: Final[dict[int, tuple[float, str]]] = {
    2: (54, "g 0,-62; b 0,62"),
    3: (44, "b -56,-76; r 0,0; g 56,76"),
    4: (45, "b -50,-62; g 50,-62; g -50,62; b 50,62"),
    5: (39, "b -58,-78; g 58,-78; r 0,0; g -58,78; b 58,78"),
    6: (36, "g -42,-84; g 42,-84; r -42,0; r 42,0; r -42,84; r 42,84"),
    7: (30, "g -64,-88; g 0,-66; g 64,-44; r -36,22; r 36,22; r -36,88; r 36,88"),
    8: (29, "b -36,-90; b 36,-90; b -36,-30; b 36,-30; b -36,30; b 36,30; b -36,90; b 36,90"),
    9: (31, "b -68,-82; b 0,-82; b 68,-82; r -68,0; r 0,0; r 68,0; g -68,82; g 0,82; g 68,82"),
}

# Where bamboo canes stand: length, then colour, place and slant of each.
CANES: Final[dict[int, tuple[float, str]]] = {
    2: (108, "g 0,-61 0; b 0,61 0"),
    3: (108, "b 0,-61 0; g -50,61 0; g 50,61 0"),
    4: (108, "b -46,-61 0; g 46,-61 0; g -46,61 0; b 46,61 0"),
    5: (108, "g -62,-61 0; b 62,-61 0; r 0,0 0; b -62,61 0; g 62,61 0"),
    6: (108, "g -60,-61 0; g 0,-61 0; g 60,-61 0; b -60,61 0; b 0,61 0; b 60,61 0"),
    7: (74, "r 0,-82 0; g -60,0 0; b 0,0 0; g 60,0 0; g -60,82 0; b 0,82 0; g 60,82 0"),
    8: (
        104,
        "g -82,-61 0; g -27,-61 24; g 27,-61 -24; g 82,-61 0;"
        " b -82,61 0; b -27,61 -24; b 27,61 24; b 82,61 0",
    ),
    9: (
        74,
        "r -60,-82 0; r 0,-82 0; r 60,-82 0; b -60,0 0; b 0,0 0; b 60,0 0;"
        " g -60,82 0; g 0,82 0; g 60,82 0",
    ),
}


CANE_BREADTH: Final = {2: 42, 3: 40, 4: 40, 5: 38, 6: 36, 7: 32, 8: 32, 9: 32}


def places(text: str) -> list[tuple[str, Point, float]]:
    """Colour, place and slant from ``"g 0,-62 28; …"``."""
    found = []
    for part in text.split(";"):
        color, place, *slant = part.split()
        x, y = place.split(",")
        found.append((color, (float(x), float(y)), float(slant[0]) if slant else 0.0))
    return found


# Circles ------------------------------------------------------------------------------------


def circles(pen: Pen, count: int) -> None:
    if count == 1:
        _great_circle(pen)
        return
    radius, where = CIRCLES[count]
    for color, place, _ in places(where):
        _circle(pen.moved(*place), radius, COLORS[color])


def _circle(pen: Pen, radius: float, color: Color) -> None:
    """A coin: rim, ring, and in the middle petals where there is room for them."""
    pen.disc((0, 0), radius, color)
    pen.disc((0, 0), radius * 0.80, GROUND)
    pen.disc((0, 0), radius * 0.68, color)
    if radius * pen.scale < 40:
        pen.disc((0, 0), radius * 0.30, GROUND)
        return
    for turn in range(0, 360, 60):
        _petal(pen.moved(0, 0, 1, turn), radius * 0.22, radius * 0.60, radius * 0.24, GROUND)
    pen.disc((0, 0), radius * 0.16, GROUND)


def _petal(pen: Pen, start: float, end: float, width: float, color: Color) -> None:
    """A petal that points up, from one distance to another."""
    middle = start + (end - start) * 0.6
    right = open_curve([(0, -start), (width / 2, -middle), (0, -end)])
    pen.polygon([*right, *((-x, y) for x, y in reversed(right))], color)


def _great_circle(pen: Pen) -> None:
    pen.disc((0, 0), 98, GREEN)
    pen.disc((0, 0), 90, GROUND)
    for turn in range(0, 360, 20):
        pen.moved(0, 0, 1, turn).disc((0, -79), 7.6, BLUE)
    pen.disc((0, 0), 67, GREEN)
    pen.disc((0, 0), 61, GROUND)
    for turn in range(0, 360, 45):
        _petal(pen.moved(0, 0, 1, turn), 16, 58, 27, RED)
    for turn in range(0, 360, 45):
        _petal(pen.moved(0, 0, 1, turn + 22.5), 22, 50, 9, GREEN)
    pen.disc((0, 0), 20, RED)
    pen.disc((0, 0), 13, GROUND)
    pen.disc((0, 0), 8, RED)


# Bamboo -------------------------------------------------------------------------------------


def canes(pen: Pen, count: int) -> None:
    length, where = CANES[count]
    breadth = CANE_BREADTH[count]
    for color, place, slant in places(where):
        cane(pen.moved(*place, angle=slant), length, breadth, COLORS[color])


def cane(pen: Pen, length: float, breadth: float, color: Color, joints: int = 1) -> None:
    """An upright piece of bamboo; a joint at both ends and some between."""
    parts = joints + 1
    part = length / parts
    for i in range(parts):
        _segment(pen.moved(0, -length / 2 + part * (i + 0.5)), part, breadth, color)
    for i in range(parts + 1):
        y = -length / 2 + part * i
        wide = breadth * (0.54 if 0 < i < parts else 0.46)
        thick = breadth * (0.26 if 0 < i < parts else 0.22)
        pen.line((-wide + thick / 2, y), (wide - thick / 2, y), thick, color)


def _segment(pen: Pen, part: float, breadth: float, color: Color) -> None:
    """One piece between two joints, slimmer in the middle, with its shine."""
    half, waist, end = breadth / 2, breadth * 0.36, part / 2 - breadth * 0.16
    right = open_curve([(half * 0.94, -end), (waist, 0), (half * 0.94, end)])
    pen.polygon([*right, *((-x, y) for x, y in reversed(right))], color)
    shine = mix(color, GROUND, 0.62)
    pen.line((-breadth * 0.13, -end * 0.62), (-breadth * 0.13, end * 0.62), breadth * 0.13, shine)


# Brush strokes ------------------------------------------------------------------------------


def characters(pen: Pen, count: int) -> None:
    """The numeral above, ten thousand below."""
    write(pen.moved(-56, -122, 1.12), str(count), 11.5, INK)
    write(pen.moved(-60, 0, 1.2), "wan", 11.0, RED)


def wind(pen: Pen, sign: str) -> None:
    write(pen.moved(-92, -92, 1.84), sign, 10.5, BLUE)


def dragon(pen: Pen, sign: str) -> None:
    if sign == "W":
        _white_dragon(pen)
    elif sign == "R":
        write(pen.moved(-92, -90, 1.84), "DR", 11.0, RED)
    else:
        write(pen.moved(-94, -96, 1.88), "DG", 11.5, GREEN)


def _white_dragon(pen: Pen) -> None:
    """An empty frame, its corners folded like cloud scrolls."""
    for width, height, thick in ((78, 100, 9.0), (60, 82, 4.0)):
        corners = [(-width, -height), (width, -height), (width, height), (-width, height)]
        for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
            pen.line(a, b, thick, BLUE)
    for turn in (0, 180):
        for mirror in (1, -1):
            curl = [(48, -70), (30, -70), (24, -54), (36, -46), (44, -54), (38, -60)]
            points = turned([(x * mirror, y) for x, y in curl], turn)
            pen.stroke(points, (5, 5.5, 5, 4.5, 4, 3), BLUE)
