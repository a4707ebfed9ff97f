"""That the process gives back the memory which it no longer needs."""

import contextlib
import ctypes
import gc
import sys

_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3
_LARGE = 8 * 2**20
"""Bytes of a texture or a window. Smaller pictures come and go by the dozen while one is painted:
memory that is new each time would take twice as long, and `sweep` returns what they leave.
"""


def give_back() -> None:
    """Let a large picture's memory return to the system as soon as the picture is gone.

    The C library raises its own limit for that as large blocks come and go, and then keeps
    them: after an hour of scenes twice as much is held as is used. Only glibc knows this call;
    other systems return large blocks anyway.
    """
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            for limit in (_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD):
                ctypes.CDLL(None).mallopt(limit, _LARGE)


def sweep() -> None:
    """Sweep up what nobody needs any more, and return the gaps it leaves to the system.

    Takes some hundredths of a second. Without it a table that has shown every scene holds half
    as much again as it uses: small pictures and states are returned only from the heap's end.
    What is left is looked at again here alone, for at any time that would cost two frames.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).malloc_trim(0)
