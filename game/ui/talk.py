"""Arrows and rings that people draw on a board to talk about it, with fingers or the right button.

They lie on the table as drawn and belong to no seat, so that they mean the same to everybody
around it; the next move, or another moment, takes them away.
"""

import math
from collections import deque
from dataclasses import dataclass
from itertools import chain, product
from typing import Final

from game.ui.canvas import Canvas
from game.ui.frame import Point
from game.ui.intents import Intent
from game.ui.theme import GOLD, INK, IVORY, VERMILION, Color, mix, rgb

COLORS: Final[tuple[Color, ...]] = (
    mix(GOLD, IVORY, 0.2), mix(VERMILION, IVORY, 0.15), rgb("#4FB08F"), rgb("#7C9FE0")
)
"""One after the other, so that several fingers can be told apart."""
RADIUS: Final = 46.0
SHORTEST: Final = 56.0
"""A stroke that is shorter is a ring."""
MOST: Final = 40
"""Marks at a time; the oldest go first."""
RIGHT: Final = "right"
"""The right button, as a pointer."""


@dataclass(slots=True)
class Stroke:
    """An arrow from where a pointer went down to where it is, or a ring around the start."""

    start: Point
    end: Point
    color: Color

    def draw(self, canvas: Canvas) -> None:
        under = mix(INK, self.color, 0.25)
        if math.dist(self.start, self.end) < SHORTEST:
            canvas.ring(self.start, RADIUS + 3, under, 13)
            canvas.ring(self.start, RADIUS, self.color, 7)
        else:
            arrow(canvas, self.start, self.end, self.color, under)


class Talk:
    """What was drawn on one board, and what is being drawn."""

    def __init__(self) -> None:
        self._done: deque[Stroke] = deque(maxlen=MOST)
        self._down: dict[str, Point] = {}
        """Where the pointers went down that may begin to draw."""
        self._drawing: dict[str, Stroke] = {}
        self._drawn: set[str] = set()
        """The pointers that have drawn a ring and are still down."""
        self._count = 0

    @property
    def strokes(self) -> list[Stroke]:
        return list(chain(self._done, self._drawing.values()))

    def clear(self) -> None:
        """Wipe the board; what pointers still do to it means nothing."""
        self._done.clear()
        self._down.clear()
        self._drawing.clear()

    def let_go(self) -> None:
        """Whoever draws has left the board or comes back to it: what is begun stays as it is."""
        for name in list(self._drawing):
            self._finish(name)
        self._down.clear()
        self._drawn.clear()

    def on(self, intent: Intent, free: bool) -> bool:
        """Whether an intent is about drawing; `free` if nothing but the board lies under it.

        A press is everybody's: only what comes after it tells a stroke from a tap.
        """
        name = intent.pointer
        match intent.kind:
            case "press":
                self._drawn.discard(name)
                self._down.pop(name, None)
                if free:
                    self._down[name] = intent.pos
            case "cancel" if free and intent.source == "mouse" and name:
                self._begin(RIGHT, intent.pos)
                return True
            case "drag" if name in self._down and intent.moved:
                self._begin(name, self._down.pop(name))
                self._drawing[name].end = intent.pos
                return True
            case "drag" if name in self._drawing:
                self._drawing[name].end = intent.pos
                return True
            case "hover" if RIGHT in self._drawing:
                self._drawing[RIGHT].end = intent.pos
                return True
            case "hold" if name in self._down:
                self._begin(name, self._down.pop(name))
                return self._finish(name)
            case "lift":
                return self._finish(RIGHT)
            case "release" | "lost":
                return self._let_go(name)
        return False

    def _begin(self, name: str, at: Point) -> None:
        self._drawing[name] = Stroke(at, at, COLORS[self._count % len(COLORS)])
        self._count += 1

    def _finish(self, name: str) -> bool:
        """The stroke of a pointer stays; gives whether there is one."""
        stroke = self._drawing.pop(name, None)
        if stroke is not None:
            self._done.append(stroke)
            self._drawn.add(name)
        return stroke is not None

    def _let_go(self, name: str) -> bool:
        self._down.pop(name, None)
        if self._finish(name) or name in self._drawn:
            self._drawn.discard(name)
            return True
        return False

    def draw(self, canvas: Canvas) -> None:
        for stroke in self.strokes:
            stroke.draw(canvas)


def arrow(canvas: Canvas, start: Point, tip: Point, color: Color, under: Color) -> None:
    """The way from one point to another, in strokes with round ends and in a colour that stands out
    from what is `under` it.
    """
    way = complex(*tip) - complex(*start)
    back = way / abs(way) * 22
    wings = [complex(*tip) - back * (1 + side * 0.8j) for side in (-1, 1)]
    ends = [start, *((wing.real, wing.imag) for wing in wings)]
    for (tone, width), (x1, y1) in product(((under, 13.0), (color, 9.0)), ends):
        (x2, y2), share = tip, width / 2 / math.dist((x1, y1), tip)
        dx, dy = (y1 - y2) * share, (x2 - x1) * share
        corners = (x1 + dx, y1 + dy), (x2 + dx, y2 + dy), (x2 - dx, y2 - dy), (x1 - dx, y1 - dy)
        canvas.polygon(corners, tone)
        for point in ((x1, y1), tip):
            canvas.disc(point, width / 2, tone)
