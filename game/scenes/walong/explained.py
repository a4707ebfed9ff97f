"""Pictures for the cards that explain Walongs: a piece, or several that are joined."""

import math
from collections.abc import Sequence
from functools import partial
from typing import Final

from game.physics.place import ORIGIN, SINGLE, Form
from game.scenes.walong.art import FARTHEST
from game.scenes.walong.table import Loose, paint_loose
from game.ui.canvas import Canvas
from game.ui.frame import Box
from game.ui.markup import Picture

SIDE: Final = 150.0
"""The picture's, in units."""
LARGEST: Final = 56.0
"""The longest side of a piece, in units."""


def portrait(letters: Sequence[str], form: Form = SINGLE) -> Picture:
    """The pieces of these colours, joined like that."""
    return Picture(partial(_paint, tuple(letters), form), SIDE, SIDE)


def _paint(letters: Sequence[str], form: Form, canvas: Canvas, box: Box) -> None:
    places = form.places(ORIGIN)
    across, up = [place.x for place in places], [place.y for place in places]
    middle = complex(min(across) + max(across), min(up) + max(up)) / 2
    spread = max(max(across) - min(across), max(up) - min(up)) + 2 * FARTHEST
    side = min(LARGEST, box.w / spread)
    pieces = []
    for letter, place in zip(letters, places, strict=True):
        away = (place.spot - middle) * side
        at = box.center[0] + away.real, box.center[1] - away.imag
        pieces.append(Loose(letter, at, math.degrees(place.angle) + 90 * canvas.turn, 0.0, side))
    paint_loose(canvas, pieces, max(8, canvas.px(side)))
