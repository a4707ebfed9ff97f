"""What takes long says in a terminal how far it is, and nowhere else."""

from __future__ import annotations

import sys
import time
from io import StringIO
from itertools import count

import pytest

from tests.tools import progress


class Terminal(StringIO):
    """Holds what is written to a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("stderr", [StringIO(), Terminal()])
def test_a_terminal_alone_is_told_how_long_it_takes(
    stderr: StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks = count(step=10)
    monkeypatch.setattr(sys, "stderr", stderr)
    monkeypatch.setattr(time, "monotonic", lambda: float(next(ticks)))
    assert list(progress.one_by_one(["a", "b", "c", "d"])) == ["a", "b", "c", "d"]
    told = stderr.getvalue()
    assert ("50%, about 30 s more" in told) is stderr.isatty()
    assert told == "" or told.endswith("\r\x1b[K")
