"""What memory the process holds, and that it gives back what it no longer needs."""

import contextlib
import ctypes
import gc
import sys
from pathlib import Path

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


def peak() -> float:
    """The most memory this process ever held, in MB; 0 where the system does not tell."""
    try:
        import resource
    except ImportError:  # Windows
        return 0.0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / 2**20 if sys.platform == "darwin" else most / 2**10


def held() -> float:
    """What the process holds now, in MB, rubbish swept away; its peak where that is not told."""
    gc.collect()
    status = Path("/proc/self/status")
    if not status.exists():
        return peak()
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024
