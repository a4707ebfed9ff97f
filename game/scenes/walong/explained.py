"""Pictures for the cards that explain Walongs: a piece, or several that are joined."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from game.physics.place import SINGLE, Form
from game.scenes.walong.sketch import paint_group, span
from game.scenes.walong.table import Laid
from game.ui.canvas import Canvas
from game.ui.frame import Box
from game.ui.markup import Picture

SIDE: Final = 150.0
"""The picture's, in units."""
LARGEST: Final = 56.0
"""The longest side of a piece, in units."""


def portrait(letters: Sequence[str], form: Form = SINGLE) -> Picture:
    """The pieces of these colours, joined like that."""
    return Picture(partial(_paint, tuple(zip(form.pieces, letters, strict=True))), SIDE, SIDE)


def _paint(group: tuple[Laid, ...], canvas: Canvas, box: Box) -> None:
    low, high = span(group)
    room = max((high - low).real, (high - low).imag) + 0.2
    paint_group(canvas, group, box.center, min(LARGEST, box.w / room))
