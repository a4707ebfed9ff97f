"""A figure that was measured, beside its limit on a machine of a certain speed.

The yardstick is how many rounds of a fixed piece of Python a machine does in a second of work.
"""

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

TIMES = ("ms", "ms/frame", "s", "% of core")
"""The units of what is the less, the quicker the machine is."""
REFERENCE = 66_800
"""Rounds a second of the machine that the limits of times are meant for."""
work = time.perf_counter if sys.platform == "win32" else time.thread_time
"""Seconds in which this process was at work, where they are told finely enough."""


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
        limit, value = float(self.budget[1:]), self.value if self.scaled is None else self.scaled
        return value < limit if self.budget[0] == "<" else value > limit

    @property
    def scaled(self) -> float | None:
        """What a time would be on the machine that budgets are meant for."""
        return self.value * rounds() / REFERENCE if self.unit in TIMES else None

    def line(self) -> str:
        """The figure as a line of the table."""
        verdict = {None: "", True: "kept", False: "MISSED"}[self.kept]
        budget = f"{self.budget[0]} {self.budget[1:]}" if self.budget else ""
        scaled = "" if self.scaled is None else f"{self.scaled:.2f}"
        return (
            f"{self.name:42} {self.value:14,.2f} {self.unit:10} {scaled:>8} {budget:>10}"
            f" {verdict:7} {self.note}"
        ).rstrip()


@cache
def rounds() -> int:
    """Rounds in a second of work of a loop over a dictionary, integers and a tuple."""
    count, until = 0, work() + 1
    while work() < until:
        table = {n: (n, n * n % 97) for n in range(100)}
        count += sum(pair[1] for pair in table.values()) > 0
    return count


def yardstick() -> Iterator[Figure]:
    """How quick this machine is now."""
    yield Figure("yardstick", rounds(), "rounds/s", "", f"limits are for {REFERENCE:,}")
