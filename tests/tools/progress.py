"""How far a command is that takes long, and about how long it still takes; in a terminal only."""

import sys
import time
from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")


def one_by_one(things: Sequence[T]) -> Iterator[T]:
    """The same things; before each a terminal is told how many are done."""
    begun = time.monotonic()
    for done, thing in enumerate(things):
        tell(done / len(things), begun)
        yield thing
    tell(1.0, begun)


def tell(share: float, begun: float) -> None:
    """Write in a terminal which share of the work is done that began then; nothing at its end."""
    if not sys.stderr.isatty():
        return
    passed, words = time.monotonic() - begun, ""
    if 0 < share < 1 and passed > 1:
        words = f"{share:.0%}, about {passed * (1 - share) / share:,.0f} s more"
    print(f"\r{words}\x1b[K", end="", file=sys.stderr, flush=True)
