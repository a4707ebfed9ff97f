"""The round buttons beside a ghost or a chosen piece: turn it, and yes, it is meant."""

import cmath
import math
from collections.abc import Mapping, Sequence
from enum import Enum, auto
from statistics import fmean
from typing import Final

from game.ui.canvas import Canvas
from game.ui.frame import Box, Frame, Point
from game.ui.theme import TOUCH
from game.ui.widgets import Button

HALF: Final = TOUCH / 2
AWAY: Final = HALF + 10
"""How far, in units, a button keeps from the piece it belongs to."""
DIRECTIONS: Final = 24
ROUNDS: Final = 24
"""How often places push each other apart."""


class Knob(Enum):
    """Beside what lies ready: turn it on by a step, and yes, it is meant. Beside joined pieces:
    turn the first or the second one on by a side, part them, lay them as the start pair.
    """

    FIRST = auto()
    SECOND = auto()
    PART = auto()
    CHECK = auto()
    TURN = auto()


ICONS: Final = {
    Knob.FIRST: "turn_left", Knob.SECOND: "turn_left", Knob.PART: "apart", Knob.CHECK: "check",
    Knob.TURN: "turn_right",
}


def beside(
    names: Sequence[Knob], ways: Sequence[Point], reach: float, box: Box, pieces: Sequence[Point]
) -> dict[Knob, Point]:
    """Places for these buttons where they hide as little as possible: beside all ways in which
    something may lie, so that they stay where they are while it is turned.

    `ways` are its middles, from which it reaches so many units; `pieces` are those of what lies
    around.
    """
    middle, count = (fmean(x for x, _ in ways), fmean(y for _, y in ways)), len(names)
    unit = reach + max(math.dist(middle, way) for way in ways)
    radius = unit * 1.02 + AWAY
    apart = 2 * math.asin(min(1.0, (HALF + 6) / radius))
    best, found = -1e9, tuple[Point, ...]()
    for n in range(DIRECTIONS):
        ways_out = (cmath.rect(radius, math.tau * n / DIRECTIONS + i * apart) for i in range(count))
        places = tuple((middle[0] + way.real, middle[1] + way.imag) for way in ways_out)
        worth = min(_worth(place, box, pieces, unit) for place in places)
        if worth > best + 1e-6:
            best, found = worth, places
    return dict(zip(names, found, strict=True))


def keep_apart(
    places: Sequence[Point], still: Sequence[Point], least: float, box: Box
) -> list[Point]:
    """Places pushed so far apart, and away from what lies still, as the box has room for it."""
    x, y, right, bottom = box.x + HALF, box.y + HALF, box.right - HALF, box.bottom - HALF
    found, fixed = [complex(*place) for place in places], [complex(*place) for place in still]
    for _ in range(ROUNDS):
        for index, place in enumerate(found):
            others = [*fixed, *found[:index], *found[index + 1 :]]
            near = [way for other in others if abs(way := place - other or 1j) < least]
            place += sum((way / abs(way) * (least - abs(way)) for way in near), 0j) / 2
            found[index] = complex(min(right, max(x, place.real)), min(bottom, max(y, place.imag)))
    return [(place.real, place.imag) for place in found]


def _worth(place: Point, box: Box, pieces: Sequence[Point], unit: float) -> float:
    """How good a place is for a button: on the cloth, and far from pieces."""
    near = min((math.dist(place, piece) for piece in pieces), default=4 * unit)
    worth = min(near, 2 * unit)
    return worth if box.has(place, -HALF - 6) else worth - 1000


def draw(canvas: Canvas, places: Mapping[Knob, Point], turn: int) -> None:
    """Paint round buttons, upright for a seat whose frame has so many quarter turns."""
    for knob, place in places.items():
        button = Button(icon=ICONS[knob], look="primary" if knob is Knob.CHECK else "plain")
        button.place(Box(0, 0, TOUCH, TOUCH))
        button.radius = HALF
        button.draw(canvas.within(Frame(place, (TOUCH, TOUCH), turn)))
