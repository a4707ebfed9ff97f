"""The tiles of Domi Jongg's snake on the table: where each lies, and where another could.

Lengths are whole units. A tile is four long and three wide and lies across the snake, like a rib.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from game.scenes.domi_jongg.lanes import Bounds, Cells, cells

LONG: Final = 4
WIDE: Final = 3
EAST, SOUTH, WEST, NORTH = range(4)
WAYS: Final = ((1, 0), (0, 1), (-1, 0), (0, -1))
CLEAR: Final = 2
"""Units between tiles that do not belong together."""
_SQUARE: Final = 8
_SIZES: Final = ((WIDE, LONG), (LONG, WIDE)) * 2
"""A tile's width and height by the way through it."""


class Place(NamedTuple):
    """Where a tile lies: its upper left corner, and which way the snake goes through it."""

    x: int
    y: int
    way: int

    @property
    def w(self) -> int:
        return _SIZES[self.way][0]

    @property
    def h(self) -> int:
        return _SIZES[self.way][1]

    @property
    def center(self) -> tuple[float, float]:
        w, h = _SIZES[self.way]
        return self.x + w / 2, self.y + h / 2

    @property
    def bounds(self) -> Bounds:
        w, h = _SIZES[self.way]
        return Bounds(self.x, self.y, self.x + w, self.y + h)

    def next(self, way: int) -> Place:
        """Where the next tile lies if the snake goes on that way: straight, or to a side.

        After a turn both tiles are flush at the back, so that nothing else is touched.
        """
        w, h = (LONG, WIDE) if way % 2 else (WIDE, LONG)
        dx, dy = WAYS[way]
        if way % 2 == self.way % 2:
            return Place(self.x + dx * w, self.y + dy * h, way)
        if way % 2:
            x = self.x if self.way == EAST else self.x + self.w - w
            return Place(x, self.y + (self.h if dy > 0 else -h), way)
        y = self.y if self.way == SOUTH else self.y + self.h - h
        return Place(self.x + (self.w if dx > 0 else -w), y, way)

    def ways(self) -> tuple[int, int, int]:
        """On from here: straight, to the right, to the left."""
        return self.way, (self.way + 1) % 4, (self.way - 1) % 4


class Head(NamedTuple):
    """An open end: the number of its tile, which way it looks, whether the tile is a special."""

    tile: int
    way: int
    special: bool


@dataclass(frozen=True, slots=True)
class Mark:
    """What a placement changed, to take it back."""

    box: Bounds
    blocked: Cells
    covered: Cells


class Ground:
    """The tiles that lie, in the order in which they were laid; the first one has parent -1."""

    def __init__(self) -> None:
        self.places: list[Place] = []
        self.parents: list[int] = []
        self.box = Bounds(0, 0, WIDE, LONG)
        """The least rectangle around all of them."""
        self.blocked: Cells = 0
        """Where the middle of no other tile can be without its coming near one of these."""
        self.covered: Cells = 0
        """Where it could not even squeeze through."""
        self._near: dict[tuple[int, int], list[int]] = {}

    def push(self, place: Place, parent: int) -> Mark:
        """Lay a tile onto another one; the mark takes it away again."""
        mark = Mark(self.box, self.blocked, self.covered)
        number = len(self.places)
        self.places.append(place)
        self.parents.append(parent)
        for square in _squares(place, 0):
            self._near.setdefault(square, []).append(number)
        self.box = self.box.joined(place.bounds)
        self.blocked |= cells(place.bounds.grown(LONG / 2 + CLEAR - 0.4))
        self.covered |= cells(place.bounds.grown(LONG / 2 + 0.4))
        return mark

    def pop(self, mark: Mark) -> None:
        """Take the last tile away."""
        place = self.places.pop()
        self.parents.pop()
        for square in _squares(place, 0):
            self._near[square].pop()
        self.box, self.blocked, self.covered = mark.box, mark.blocked, mark.covered

    def at(self, head: Head) -> Place:
        """The place of a head's tile, looking the head's way."""
        return self.places[head.tile]._replace(way=head.way)

    def onward(self, head: Head, clear: int = CLEAR) -> list[Place]:
        """Where one more tile could go onto a head: straight on first, then to the sides.

        Where it is narrow a tile at the side may also be flush in front.
        """
        start = self.at(head)
        dx, dy = WAYS[head.way]
        ways = [start.next(way) for way in start.ways()]
        if clear < CLEAR:
            ways += [place._replace(x=place.x - dx, y=place.y - dy) for place in ways[1:]]
        return [place for place in ways if self.is_clear(place, head.tile, clear)]

    def is_clear(self, place: Place, parent: int, clear: int = CLEAR) -> bool:
        """Whether a tile may lie there: on nothing, and near nothing but its next of kin.

        Those are the tile it goes onto, that one's own parent, and a twin of a branch.
        """
        grown = self.parents[parent] if parent > 0 else -1
        for square in _squares(place, clear):
            for number in self._near.get(square, ()):
                kin = number in (parent, grown) or 0 <= parent == self.parents[number]
                if overlap(place, self.places[number], 0 if kin else clear):
                    return False
        return True


def overlap(one: Place, other: Place, clear: int = 0) -> bool:
    """Whether two tiles overlap or, given a distance, come nearer than that."""
    (x, y, way), (far_x, far_y, far_way) = one, other
    w, h = _SIZES[way]
    far_w, far_h = _SIZES[far_way]
    return (
        x - clear < far_x + far_w
        and far_x < x + w + clear
        and y - clear < far_y + far_h
        and far_y < y + h + clear
    )


@lru_cache(maxsize=20_000)
def _squares(place: Place, clear: int) -> tuple[tuple[int, int], ...]:
    """The squares of the table that a tile and the space around it touch."""
    (x, y), (w, h) = place[:2], _SIZES[place.way]
    return tuple(
        (i, j)
        for i in range((x - clear) // _SQUARE, (x + w - 1 + clear) // _SQUARE + 1)
        for j in range((y - clear) // _SQUARE, (y + h - 1 + clear) // _SQUARE + 1)
    )
