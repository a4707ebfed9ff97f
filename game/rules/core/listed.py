"""Steps that are made when somebody looks at them: most legal steps nobody ever looks at."""

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar, overload

K = TypeVar("K")
M = TypeVar("M", covariant=True)


class Listed(Sequence[M], Generic[K, M]):
    """A sequence of what `make` makes of these keys."""

    __slots__ = ("_keys", "_make")

    def __init__(self, keys: Sequence[K], make: Callable[[K], M]) -> None:
        self._keys, self._make = keys, make

    def __len__(self) -> int:
        return len(self._keys)

    @overload
    def __getitem__(self, index: int) -> M: ...
    @overload
    def __getitem__(self, index: slice) -> list[M]: ...
    def __getitem__(self, index: int | slice) -> M | list[M]:
        if isinstance(index, slice):
            return list(map(self._make, self._keys[index]))
        return self._make(self._keys[index])

    def __iter__(self) -> Iterator[M]:
        return map(self._make, self._keys)
