"""The yardstick of speed, and the machine that limits of times are meant for."""

import math
import sys
import time
from functools import cache
from typing import Final

REFERENCE: Final = 66_800
"""Rounds in a second of work of the machine that limits of times are meant for."""
GLANCE: Final = 0.03  # seconds of work in which a computer player measures its machine

work = time.perf_counter if sys.platform == "win32" else time.thread_time
"""Seconds in which this process was at work, where they are told finely enough."""


@cache
def rounds(seconds: float = 1.0) -> float:
    """How often in a second of work this machine goes round a loop over a dictionary, integers and
    a tuple, measured for so many `seconds`.
    """
    count, until = 0, work() + seconds
    while work() < until:
        table = {n: (n, n * n % 97) for n in range(100)}
        count += sum(pair[1] for pair in table.values()) > 0
    return count / seconds


def pace() -> float:
    """What part of the reference machine's thinking this one does in the same time: 1, a half, a
    quarter and so on, so that small differences between two measurements change nothing.
    """
    return float(min(1.0, 2.0 ** round(math.log2(rounds(GLANCE) / REFERENCE))))
