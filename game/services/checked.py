"""Stored values read through a check: one that makes no sense counts as if it were not there."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from game.rules.core.protocol import Plain

T = TypeVar("T")


def one_of(stored: object, values: Iterable[T], default: T) -> T:
    """The one of `values` that was stored, else the default; types count.

    >>> one_of(True, (1, 2, 3), 2)
    2
    """
    return next((v for v in values if type(v) is type(stored) and v == stored), default)


def chosen(
    stored: object, values: Mapping[str, Sequence[object]], usual: Mapping[str, object]
) -> dict[str, Any]:
    """For each key the one of its `values` that was stored, else the usual one."""
    plain = table(stored)
    return {key: one_of(plain.get(key), some, usual[key]) for key, some in values.items()}


def written(stored: object, longest: int, default: str) -> str:
    """A short text that can be shown in a line, else the default."""
    fits = isinstance(stored, str) and stored.isprintable() and 0 < len(stored.strip()) <= longest
    return str(stored) if fits else default


def table(stored: object) -> Plain:
    """Values by their keys, none if something else was stored."""
    return stored if isinstance(stored, dict) else {}


def listed(stored: object) -> Sequence[Any]:
    """Values in a row, of whatever kinds JSON can say; none if something else was stored."""
    return stored if isinstance(stored, list) else ()
