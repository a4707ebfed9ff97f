"""Everything is tested without a screen and without a loudspeaker."""

import gc
import os

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from hypothesis import HealthCheck, settings  # SDL reads its drivers first

# No test may depend on how fast the machine is, so there are no deadlines.
settings.register_profile("table", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("table")


def pytest_collection_finish() -> None:
    """Thousands of tests are no rubbish: a table's own sweeping need not look at them."""
    gc.collect()
    gc.freeze()
