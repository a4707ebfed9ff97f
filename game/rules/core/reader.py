"""Checked reading of plain data: what JSON can say becomes what the rules expect.

Every function takes a value and the key it stands under, which errors name; all raise
PositionError.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from game.rules.core.protocol import Plain, PositionError


def need(data: Plain, key: str) -> Any:
    """What stands there: whatever JSON can say, here and below."""
    if key not in data:
        raise PositionError(f"the position lacks {key!r}", key)
    return data[key]


def given(data: Plain, key: str, default: object) -> Any:
    """What stands there, or the default where nothing or null does."""
    value = data.get(key)
    return default if value is None else value


def one_of(value: object, values: Sequence[str], key: str) -> str:
    """The value, which must be one of these words."""
    if not isinstance(value, str) or value not in tuple(values):
        raise PositionError(f"{key} is one of {', '.join(values)}, not {value!r:.40}", key)
    return value


def integer(value: object, low: int, high: int, key: str) -> int:
    """The value, which must be a whole number in these bounds."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise PositionError(f"{key} is a number from {low} to {high}, not {value!r:.40}", key)
    return value


def items(value: object, key: str, of: str = "", most: int | None = None) -> Sequence[Any]:
    """The value, which must be a list; `of` what, and of at most so many entries."""
    if not isinstance(value, list | tuple):
        raise PositionError(f"{key} is a list{of and ' of '}{of}, not {value!r:.40}", key)
    if most is not None and len(value) > most:
        raise PositionError(f"{key} has at most {most} entries, not {len(value)}", key)
    return value


def integers(value: object, low: int, high: int, key: str) -> tuple[int, ...]:
    """The value, which must be a list of whole numbers in these bounds."""
    return tuple(integer(item, low, high, key) for item in items(value, key, "numbers"))


def by_key(value: object, names: Collection[str], key: str) -> Plain:
    """The value, which must be an object with exactly these keys."""
    if not isinstance(value, Mapping) or set(value) != set(names):
        raise PositionError(f"{key} has an entry for each of {', '.join(names)}", key)
    return value
