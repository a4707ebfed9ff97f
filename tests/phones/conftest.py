"""What every test of phones leaves behind is cleared away, also where it fails."""

from collections.abc import Iterator

import pytest

from tests.phones.phones import SideThread


@pytest.fixture(autouse=True)
def no_server_is_left() -> Iterator[None]:
    """A server whose pipe is open waits for orders for ever, and Python with it at its end."""
    yield
    while SideThread.pipes:
        SideThread.pipes.pop().close()
