"""Answers that are remembered by a number, such as a set of squares or how a piece lies."""

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


class Memory(dict[int, T]):
    """What `find` tells of numbers, each asked once until there are `most`. A dictionary, for
    nothing else gives back so quickly what it knows.
    """

    def __init__(self, most: int, find: Callable[[int], T]) -> None:
        super().__init__()
        self._most, self._find = most, find

    def __missing__(self, number: int) -> T:
        if len(self) >= self._most:
            self.clear()
        self[number] = self._find(number)
        return self[number]
