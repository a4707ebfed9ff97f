"""Single Walongs before play: painted ahead of time, in rows in a tray."""

import math
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from itertools import product
from typing import Final

from game.rules.walong.geometry import COLOURS
from game.scenes.walong.art import FARTHEST, WalongArt
from game.ui.frame import Box, Point

WIDEST: Final = 92.0
"""The largest room a piece takes in a tray, in units."""


def portraits(art: WalongArt) -> Iterator[Callable[[], object]]:
    """Paint what pieces need that lie in any orientation."""
    for k, letter in product(range(12), COLOURS):
        yield partial(art.piece, letter, k)
        yield partial(art.shadow, letter, 30 * k)


# In a tray -------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def stock(box: Box, total: int) -> tuple[float, list[Point]]:
    """Where the loose pieces of a tray lie, in rows as large as there is room for so many: a
    piece's side, and the middles in the tray's own units.
    """
    def room(columns: int) -> float:
        return min(WIDEST, box.w / columns, box.h / math.ceil(total / columns))

    columns = max(range(1, total + 1), key=room)
    cell = room(columns)
    spots = [divmod(number, columns) for number in range(total)]
    middles = [(box.x + (x + 0.5) * cell, box.y + (y + 0.5) * cell) for y, x in spots]
    return cell / (2 * FARTHEST), middles
