"""Everything is tested without a screen and without a loudspeaker."""

import gc
import hashlib
import os
from collections.abc import Iterator
from functools import wraps
from typing import Any

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pytest  # SDL reads its drivers first
from hypothesis import HealthCheck, settings

# No test may depend on how fast the machine is, so there are no deadlines.
settings.register_profile("table", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("table")


def pytest_collection_finish() -> None:
    """Thousands of tests are no rubbish: a table's own sweeping need not look at them."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True, scope="session")
def cheap_pins() -> Iterator[None]:
    """To try a PIN is made expensive, for guessers: tests need not pay for it each time."""
    dear = hashlib.scrypt

    @wraps(dear)
    def cheap(password: bytes, **cost: Any) -> bytes:
        return dear(password, **cost | {"n": 2})

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(hashlib, "scrypt", cheap)
        yield
