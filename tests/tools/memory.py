"""What memory this process holds."""

import gc
import sys
from pathlib import Path


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
