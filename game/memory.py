"""That the process gives back the memory which it no longer needs."""

import contextlib
import ctypes
import gc
import sys

_M_MMAP_THRESHOLD = -3
_LARGE = 256 * 1024


def give_back() -> None:
    """Let every picture's memory return to the system as soon as the picture is gone.

    The C library raises its own limit for that as large blocks come and go, and then keeps
    them: after an hour of scenes twice as much is held as is used. Only glibc knows this call;
    other systems return large blocks anyway.
    """
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).mallopt(_M_MMAP_THRESHOLD, _LARGE)


def sweep() -> None:
    """Sweep up what nobody needs any more, and return the gaps it leaves to the system.

    Takes some hundredths of a second. Without it a table that has shown every scene holds half
    as much again as it uses: small pictures and states are returned only from the heap's end.
    """
    gc.collect()
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).malloc_trim(0)
