"""A hand of tiles in a rack: how they are ordered, and where each stands."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, Literal, NamedTuple, TypeAlias

from game.rules.domi_jongg.tiles import Tile, Tiles
from game.ui.frame import Box, Point
from game.ui.theme import TOUCH

Order: TypeAlias = Literal["suit", "number", "fits"]
ORDERS: Final[tuple[Order, ...]] = ("suit", "number", "fits")
SUITS: Final = "BKTWDFJ"

HEIGHTS: Final = (124.0, 108.0, 96.0, 84.0)
"""How tall tiles in a rack may be, in units: a few steps, for each costs pictures."""
ABOVE: Final = 12.0
"""Between the rows of a rack."""


def ordered(hand: Tiles, order: Order, fitting: Collection[Tile] = ()) -> Tiles:
    """The hand as it stands: by suits, by numbers, or what fits somewhere first."""

    def by_suit(tile: Tile) -> tuple[object, ...]:
        return SUITS.index(tile[0]), tile

    def by_number(tile: Tile) -> tuple[object, ...]:
        return (tile[1] if tile[1].isdigit() else "W", *by_suit(tile))

    def by_fit(tile: Tile) -> tuple[object, ...]:
        return (tile not in fitting, *by_suit(tile))

    keys = {"suit": by_suit, "number": by_number, "fits": by_fit}
    return tuple(sorted(hand, key=keys[order]))


class Shelf(NamedTuple):
    """How a rack is filled: the tiles' height, the middles of those that show, which comes
    first, and how many pages there are."""

    tall: float
    spots: tuple[Point, ...]
    first: int
    page: int
    pages: int


def shelve(box: Box, count: int, page: int = 0) -> Shelf:
    """Stand so many tiles into a box: as large as it goes, no nearer than fingers can tell apart.

    What does not fit is on further pages.
    """
    tall, rows = _shape(box, count)
    across = pitch(tall)
    columns = max(1, int(box.w // across))
    each = rows * columns
    pages = max(1, -(-count // each))
    page = min(max(0, page), pages - 1)
    first = page * each
    here = min(each, count - first)
    columns = min(columns, max(1, -(-here // rows)))
    spots = tuple(_spot(box, tall, rows, columns, i, here) for i in range(here))
    return Shelf(tall, spots, first, page, pages)


def pitch(tall: float) -> float:
    """From one tile's middle to the next one's."""
    return max(float(TOUCH), tall * 0.75 + 6)


def _shape(box: Box, count: int) -> tuple[float, int]:
    """The tallest tiles with which everything fits, else the smallest in as many rows as go."""
    found = (HEIGHTS[-1], 1)
    for tall in HEIGHTS:
        for rows in (1, 2, 3):
            if rows * (tall + ABOVE) > box.h + 1:
                break
            if int(box.w // pitch(tall)) * rows >= count:
                return tall, rows
            found = tall, rows
    return found


def _spot(box: Box, tall: float, rows: int, columns: int, number: int, count: int) -> Point:
    row, column = divmod(number, columns)
    here = min(columns, count - row * columns)
    used = -(-count // columns)
    high = (tall + ABOVE) * used
    x = box.center[0] + (column - (here - 1) / 2) * pitch(tall)
    return x, box.center[1] - high / 2 + (row + 0.5) * (tall + ABOVE) + ABOVE / 2 - 2
