"""Jin Li's part of a tray: a bead for every point, and the stones in hand."""

from __future__ import annotations

import math

from game.scenes.jin_li.view import stone
from game.scenes.play.tray import Tray
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.theme import IVORY, LINEN, SMALL, mix, with_alpha


def hand_box(tray: Tray) -> Box:
    """Where a tray's stones lie, in its own units."""
    box = tray.content
    if tray.wide:
        return Box(box.x, box.y + box.h * 0.36, box.w, box.h * 0.64)
    return Box(box.x, box.y + 108, box.w, box.h - 108)


def hand_at(tray: Tray) -> Point:
    """The middle of a tray's stones on the table."""
    return tray.frame.out(hand_box(tray).center)


def paint_track(canvas: Canvas, tray: Tray, points: int, target: int, words: str) -> None:
    """One bead a point, filled as far as the score has come, and the same in words."""
    content = tray.content
    room = content.w - (canvas.text_size(words, SMALL)[0] + 12 if tray.wide else 0)
    rows = 1 if room / target > 24 else 2
    per_row = math.ceil(target / rows)
    step = min(40.0, room / per_row)
    top = content.y + 18
    if tray.wide:
        canvas.text(words, (content.x + per_row * step + 12, top - 13), SMALL, LINEN)
    else:
        top += canvas.text(words, (content.x, content.y - 4), SMALL, LINEN)
    for i in range(target):
        x = content.x + (i % per_row + 0.5) * step
        y = top + (i // per_row) * 30
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
