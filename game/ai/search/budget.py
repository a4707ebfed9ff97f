"""What all searches share: how much they may spend, and what they bring back."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Generic

from game.rules.core.protocol import M


class Spent(Exception):
    """The budget is used up, time is over, or nobody wants the answer any more."""


def never() -> bool:
    """The `stop` of a search that nobody interrupts."""
    return False


class Effort:
    """How much one decision may cost: a budget of nodes or playouts, a deadline, a `stop`.

    Without `seconds` the same budget always buys the same search.
    """

    def __init__(
        self, budget: int, seconds: float | None = None, stop: Callable[[], bool] = never
    ) -> None:
        self.budget = budget
        self.spent = 0
        self.stop = stop
        self.deadline = math.inf if seconds is None else monotonic() + seconds

    def spend(self) -> None:
        """Account for one node or playout. Raises Spent when there is nothing left."""
        if self.spent >= self.budget or self.hurried:
            raise Spent
        self.spent += 1

    @property
    def hurried(self) -> bool:
        """Whether time is over or nobody wants the answer any more; budgets aside."""
        return monotonic() > self.deadline or self.stop()


@dataclass(frozen=True, slots=True)
class Choice(Generic[M]):
    """A step one could take, what may follow it in the same turn, and what it is worth."""

    steps: tuple[M, ...]
    value: float
    """From 0 (lost) to 1 (won) for the seat that thinks."""
