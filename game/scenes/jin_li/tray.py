"""What Jin Li has in a tray: a bead for each point, and the stones in hand; the seats' colours."""

import math

from game.rules.jin_li.state import Pond
from game.scenes.play.tray import Tray
from game.scenes.pond.view import KOI_COLORS, stone
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.theme import IVORY, LINEN, SMALL, Color, mix, with_alpha

ABREAST = 400.0
"""In narrower trays beads beside their words lie in two rows."""
IN_HAND = 11
"""By so much the numbers of a seat's stones in hand differ from those of the seat before."""


def seat_colors(pond: Pond) -> tuple[Color, ...]:
    """The colours by seat; none before luck has decided who plays which."""
    return () if pond.phase == "luck" else KOI_COLORS[:: -1 if pond.terms.first else 1]


def flat(box: Box) -> bool:
    """Whether words stand beside the beads and all stones in one row, for want of height."""
    return box.w > 2 * box.h


def hand_box(box: Box) -> Box:
    """Where stones lie in a tray's part of the game, in its own units."""
    below = 108.0
    if flat(box):
        below = max(box.h * 0.36, 62.0 if box.w < ABREAST else 0.0)
    return Box(box.x, box.y + below, box.w, box.h - below)


def hand_at(tray: Tray) -> Point:
    """The middle of a tray's stones on the table."""
    return tray.frame.out(hand_box(tray.content).center)


def paint_track(
    canvas: Canvas, content: Box, color: Color, points: int, target: int, words: str
) -> None:
    """One bead a point, filled as far as the score has come, and the same in words."""
    room = content.w - (canvas.text_size(words, SMALL)[0] + 12 if flat(content) else 0)
    rows = 1 if room / target > (20 if flat(content) else 24) else 2
    per_row = math.ceil(target / rows)
    step = min(40.0, room / per_row)
    top = content.y + 18
    if flat(content):
        canvas.text(words, (content.x + per_row * step + 12, top - 13), SMALL, LINEN)
    else:
        top += canvas.text(words, (content.x, content.y - 4), SMALL, LINEN)
    for i in range(target):
        x = content.x + (i % per_row + 0.5) * step
        y = top + (i // per_row) * 30
        if i < points:
            canvas.disc((x, y), min(12, step * 0.38), mix(color, IVORY, 0.1))
        canvas.ring((x, y), min(12, step * 0.38), with_alpha(LINEN, 0.55), 2)


def paint_hand(canvas: Canvas, content: Box, first: int, count: int, words: str) -> None:
    """The stones in hand from the `first` on, lying in rows under a line of words."""
    box = hand_box(content)
    top = box.y + canvas.text(words, (box.x, box.y), SMALL, LINEN, room=box.w) + 6
    room = max(52.0, box.bottom - top)  # one row or two, whichever leaves the stones larger
    size, columns = max(((min(76.0, box.w / n, room * n / 10), n) for n in (10, 5)),
                        key=lambda way: way[0])  # fmt: skip
    for i in range(count):
        x = box.x + (i % columns + 0.5) * size
        y = top + (i // columns + 0.5) * size
        canvas.picture(stone(first + i, canvas.px(size * 0.9), canvas.design), (x, y))
