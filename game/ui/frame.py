"""Where things lie: rectangles and points in table units, and a seat's own coordinates.

A frame is a piece of the table seen from one of its four edges. Inside it x runs to the right
and y toward the person who sits there, from (0, 0) to (width, height).
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

Point: TypeAlias = tuple[float, float]


class Box(NamedTuple):
    """An upright rectangle."""

    x: float
    y: float
    w: float
    h: float

    @property
    def center(self) -> Point:
        return self.x + self.w / 2, self.y + self.h / 2

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    def has(self, point: Point, slack: float = 0) -> bool:
        """Whether the point lies in the box grown by `slack` on every side."""
        x, y = point
        return (
            self.x - slack <= x < self.right + slack and self.y - slack <= y < self.bottom + slack
        )

    def nearest(self, point: Point) -> Point:
        """The place in the box that is nearest to a point."""
        return min(max(point[0], self.x), self.right), min(max(point[1], self.y), self.bottom)

    def overlaps(self, other: Box) -> bool:
        """Whether they share more than an edge."""
        across = self.x < other.right and other.x < self.right
        return across and self.y < other.bottom and other.y < self.bottom

    def inset(self, by: float) -> Box:
        return Box(self.x + by, self.y + by, self.w - 2 * by, self.h - 2 * by)

    def moved(self, dx: float, dy: float) -> Box:
        return Box(self.x + dx, self.y + dy, self.w, self.h)

    def joined(self, other: Box) -> Box:
        """The least box around both."""
        x, y = min(self.x, other.x), min(self.y, other.y)
        right, bottom = max(self.right, other.right), max(self.bottom, other.bottom)
        return Box(x, y, right - x, bottom - y)

    def below(self, y: float) -> Box:
        """The part from a height down."""
        return Box(self.x, y, self.w, self.bottom - y)

    def beyond(self, x: float) -> Box:
        """The part to the right of a place."""
        return Box(x, self.y, self.right - x, self.h)

    @classmethod
    def around(cls, center: Point, w: float, h: float) -> Box:
        return cls(center[0] - w / 2, center[1] - h / 2, w, h)


def turned(size: Point, turn: int) -> Point:
    """A width and a height after quarter turns."""
    return size[::-1] if turn % 2 else size


_TURNS = ((1, 0, 0, 1), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, 1, 0))
"""Per quarter turn (counter-clockwise on the screen): the matrix from frame to table."""


class Frame(NamedTuple):
    """A turned rectangle on the table: its middle, quarter turns, width and height inside.

    `turn` 0 is read from the bottom edge, 1 from the right, 2 from the top, 3 from the left.
    """

    center: Point
    size: Point
    turn: int = 0

    def out(self, point: Point) -> Point:
        """A point inside as a point of the table."""
        x, y = self.out_vector((point[0] - self.size[0] / 2, point[1] - self.size[1] / 2))
        return self.center[0] + x, self.center[1] + y

    def into(self, point: Point) -> Point:
        """A point of the table as a point inside."""
        x, y = self.into_vector((point[0] - self.center[0], point[1] - self.center[1]))
        return x + self.size[0] / 2, y + self.size[1] / 2

    def out_box(self, box: Box) -> Box:
        """An upright rectangle inside as an upright rectangle of the table."""
        (x1, y1), (x2, y2) = self.out((box.x, box.y)), self.out((box.right, box.bottom))
        return Box(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))

    def into_box(self, box: Box) -> Box:
        """An upright rectangle of the table as an upright rectangle inside."""
        (x1, y1), (x2, y2) = self.into((box.x, box.y)), self.into((box.right, box.bottom))
        return Box(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))

    def out_vector(self, vector: Point) -> Point:
        a, b, c, d = _TURNS[self.turn]
        return a * vector[0] + b * vector[1], c * vector[0] + d * vector[1]

    def into_vector(self, vector: Point) -> Point:
        a, b, c, d = _TURNS[self.turn]
        return a * vector[0] + c * vector[1], b * vector[0] + d * vector[1]

    @property
    def box(self) -> Box:
        """The rectangle of the table that the frame covers."""
        return self.out_box(Box(0, 0, *self.size))
