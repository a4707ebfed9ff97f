"""A figure that was measured, and the budget it should keep."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

SECONDS = 2.0
ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Figure:
    """One result; `budget` is what it should keep, with `<` or `>` before it."""

    name: str
    value: float
    unit: str
    budget: str = ""
    note: str = ""

    @property
    def kept(self) -> bool | None:
        """Whether the budget is kept; None where there is none."""
        if not self.budget:
            return None
        limit = float(self.budget[1:])
        return self.value < limit if self.budget[0] == "<" else self.value > limit


Measure = Callable[[], Iterator[Figure]]
