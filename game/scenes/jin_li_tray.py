"""Jin Li's part of a tray: a bead for every point, and the stones in hand."""

from __future__ import annotations

import math

from game.scenes.jin_li_pool import stone
from game.scenes.tray import Tray
from game.ui.canvas import Canvas
from game.ui.frame import Box
from game.ui.theme import IVORY, LINEN, SMALL, mix, with_alpha


def hand_box(tray: Tray) -> Box:
    """Where a tray's stones lie, in its own units."""
    box = tray.content
    if tray.wide:
        return Box(box.x, box.y + box.h * 0.36, box.w, box.h * 0.64)
    return Box(box.x, box.y + 92, box.w, box.h - 92)


def paint_track(canvas: Canvas, tray: Tray, points: int, target: int) -> None:
    """One bead a point, filled as far as the score has come."""
    content = tray.content
    rows = 1 if content.w / target > 26 else 2
    per_row = math.ceil(target / rows)
    step = min(40.0, content.w / per_row)
    for i in range(target):
        x = content.x + (i % per_row + 0.5) * step
        y = content.y + 18 + (i // per_row) * 30
        if i < points:
            canvas.disc((x, y), min(12, step * 0.38), mix(tray.color, IVORY, 0.1))
        canvas.ring((x, y), min(12, step * 0.38), with_alpha(LINEN, 0.55), 2)


def paint_hand(canvas: Canvas, tray: Tray, count: int, words: str) -> None:
    """The stones in hand, lying in rows under a line of words."""
    box = hand_box(tray)
    top = box.y + canvas.text(words, (box.x, box.y), SMALL, LINEN, room=box.w) + 6
    columns = 10 if tray.wide else 5
    size = min(76.0, box.w / columns, max(26.0, (box.bottom - top) / (10 / columns)))
    for i in range(count):
        x = box.x + (i % columns + 0.5) * size
        y = top + (i // columns + 0.5) * size
        canvas.picture(stone(tray.seat * 11 + i, canvas.px(size * 0.86)), (x, y))
