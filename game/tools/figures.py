"""The yardstick of speed, and the machine that limits of times are meant for."""

import sys
import time
from functools import cache
from typing import Final

REFERENCE: Final = 66_800
"""Rounds in a second of work of the machine that limits of times are meant for."""

work = time.perf_counter if sys.platform == "win32" else time.thread_time
"""Seconds in which this process was at work, where they are told finely enough."""


@cache
def rounds() -> int:
    """How often this machine goes round a loop over a dictionary, integers and a tuple in a second
    of work.
    """
    count, until = 0, work() + 1
    while work() < until:
        table = {n: (n, n * n % 97) for n in range(100)}
        count += sum(pair[1] for pair in table.values()) > 0
    return count
