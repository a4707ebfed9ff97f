"""What tests of levels begin with."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.scenes.core.context import Context
from tests.tools import headless


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    made = headless.context((1280, 720), "de", tmp_path / "data")
    yield made
    made.ai_worker.close()
    made.store.close()
