"""A sweep over many values: what of it runs every time, and what only in deep runs."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest


def one_in(step: int, values: Iterable[Any], name: Callable[[Any], str] = str) -> list[Any]:
    """The values as parameters of a test; every so many runs every time, from the first on."""
    return [
        pytest.param(value, id=name(value), marks=pytest.mark.deep if number % step else ())
        for number, value in enumerate(values)
    ]
