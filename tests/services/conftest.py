"""What tests of damaged tables begin with."""

import tempfile
from pathlib import Path

import pytest

from game.services import database


@pytest.fixture
def refuge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where things go that no folder takes; never the machine's own."""
    folder = tmp_path / "refuge"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    monkeypatch.setattr(database, "CLOSING", 0.0)
    return folder
