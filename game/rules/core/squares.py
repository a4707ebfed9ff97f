"""Boards of squares, numbered rank by rank and called as in chess: 0 is a1, 1 is b1."""

from functools import lru_cache
from string import ascii_lowercase

RAYS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
"""The eight directions, as steps over ranks and files."""


def names(files: int, ranks: int) -> tuple[str, ...]:
    """What the squares are called, by their numbers."""
    return tuple(f"{file}{rank + 1}" for rank in range(ranks) for file in ascii_lowercase[:files])


@lru_cache(maxsize=16)
def ways(files: int, ranks: int, length: int) -> tuple[tuple[int, ...], ...]:
    """The straight ways over so many neighbouring squares, in every direction."""
    found = []
    for start in range(files * ranks):
        for up, across in RAYS:
            way = [(start // files + up * n, start % files + across * n) for n in range(length)]
            if 0 <= way[-1][0] < ranks and 0 <= way[-1][1] < files:
                found.append(tuple(rank * files + file for rank, file in way))
    return tuple(found)
