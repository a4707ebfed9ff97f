"""Where the pond's squares lie on the table, and how a position in the pond becomes a point of it.

Positions in the pond are in squares: (0.5, 0.5) is the middle of a1, x along the files, y up the
ranks. The pond is turned so that red's shore lies where red sits.
"""

from __future__ import annotations

import math

from game.rules.jin_li.state import Square
from game.ui.frame import Box, Frame, Point

SIDE = 7
RIM = 0.34
"""The stone rim's width in squares."""


class Grid:
    """The pond's squares on the table.

    `box` is the pond with its rim, `water` the pond without it, `cell` the side of a square and
    `turn` the quarter turns of red's seat.
    """

    def __init__(self) -> None:
        self.fit(Box(0, 0, 1, 1), 0)

    def fit(self, box: Box, turn: int) -> None:
        """Put the pond into a square box, turned toward red's seat."""
        self.box, self.turn = box, turn
        self.cell = box.w / (SIDE + 2 * RIM)
        self.water = Box.around(box.center, self.cell * SIDE, self.cell * SIDE)
        self._frame = Frame(box.center, (self.cell * SIDE, self.cell * SIDE), turn)

    def point(self, at: Point) -> Point:
        """A position in the pond as a point of the table."""
        return self._frame.out((at[0] * self.cell, (SIDE - at[1]) * self.cell))

    def position(self, point: Point) -> Point:
        """A point of the table as a position in the pond."""
        x, y = self._frame.into(point)
        return x / self.cell, SIDE - y / self.cell

    def square(self, square: Square) -> Point:
        """The middle of a square on the table."""
        return self.point(middle(square))


def middle(square: Square) -> Point:
    """The middle of a square in the pond."""
    return square % SIDE + 0.5, square // SIDE + 0.5


def heading(start: Point, end: Point) -> float:
    """The direction from one position to another in degrees, counter-clockwise from the files'."""
    return math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
