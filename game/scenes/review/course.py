"""The course of a match as a string of beads: one for each moment of its story.

A bead has the colour of the seat whose turn it was and lies as high as that seat's points; thin
lines follow everybody's points. A tap or the arrow keys lead to another bead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.rules.core.highlights import Moment
from game.ui.canvas import Canvas
from game.ui.frame import Point
from game.ui.intents import Intent
from game.ui.theme import IVORY, LAMP, SHADE, Color, mix, with_alpha
from game.ui.widgets import Widget

BEAD, HEAVY = 8.0, 11.0
"""The radius of a bead, and of one that decided something."""
APART = 3.0
"""How far lines of equal points run from each other."""


class Course(Widget):
    """The string of beads; `action` is told which one was asked for."""

    focusable = True
    drags = True

    def __init__(
        self, moments: Sequence[Moment], colors: Sequence[Color],
        action: Callable[[int], object], seats: int,
    ) -> None:
        super().__init__()
        self.moments, self.colors, self.index = moments, colors, 0
        self._action, self._seats = action, seats
        scores = [moment.scores for moment in moments]
        self._low = min(map(min, scores), default=0)
        self._high = max(map(max, scores), default=0)
        self._finger: str | None = None

    # Where beads lie -----------------------------------------------------------------------------

    def x(self, index: int) -> float:
        pad, count = 22.0, len(self.moments)
        if count == 1:
            return self.box.center[0]
        return self.box.x + pad + (self.box.w - 2 * pad) * index / (count - 1)

    def y(self, index: int, seat: int) -> float:
        """The height of a seat's points after a moment."""
        pad, span = 18.0, self._high - self._low
        score = self.moments[index].scores[seat]
        share = (score - self._low) / span if span else 0.5
        apart = APART * (seat - (self._seats - 1) / 2)
        return self.box.bottom - pad - share * (self.box.h - 2 * pad) + apart

    def bead(self, index: int) -> Point:
        return self.x(index), self.y(index, self.moments[index].seat)

    # Touch ---------------------------------------------------------------------------------------

    def answers(self, point: Point) -> bool:
        return self.hit(point)

    def on(self, intent: Intent) -> bool:
        match intent.kind:
            case "press":
                self._finger = self._finger or intent.pointer
                self._seek(intent)
            case "drag":
                self._seek(intent)
            case "release" | "lost" if self._finger == intent.pointer:
                self._finger = None
            case "release" | "lost" | "hold":
                pass
            case _:
                return False
        return True

    def _seek(self, intent: Intent) -> None:
        if self._finger != intent.pointer:
            return
        near = min(range(len(self.moments)), key=lambda n: abs(self.x(n) - intent.pos[0]))
        if near != self.index or intent.kind == "press":
            self._action(near)

    def steer(self, vector: Point) -> bool:
        goal = self.index + (vector[0] > 0) - (vector[0] < 0)
        if not vector[0] or not 0 <= goal < len(self.moments):
            return False
        self._action(goal)
        return True

    # Drawing -------------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        for seat in range(self._seats):
            self._line(canvas, seat)
        for index in range(len(self.moments)):
            self._bead(canvas, index)

    def _line(self, canvas: Canvas, seat: int) -> None:
        """A seat's points, bright as far as they have been told."""
        for index in range(1, len(self.moments)):
            start = self.x(index - 1), self.y(index - 1, seat)
            end = self.x(index), self.y(index, seat)
            told = index <= self.index
            color = self.colors[seat] if told else mix(self.colors[seat], SHADE, 0.62)
            canvas.line(start, end, color, 3 if told else 2)

    def _bead(self, canvas: Canvas, index: int) -> None:
        moment, at = self.moments[index], self.bead(index)
        radius = HEAVY if moment.decisive else BEAD
        color = self.colors[moment.seat]
        if index > self.index:
            canvas.disc(at, radius, mix(color, SHADE, 0.5))
            return
        if index == self.index:
            canvas.disc(at, radius + 9, with_alpha(LAMP, 0.35))
            canvas.disc(at, radius + 4, LAMP)
        canvas.disc(at, radius, color)
        canvas.ring(at, radius, with_alpha(IVORY, 0.75), 2)
