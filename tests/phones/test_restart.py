"""The table itself is killed in the middle of a match, and phones come back to their seats; or it
ends, whatever the process does that phones talk to.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from urllib.parse import urlsplit

import pytest

from game.phones.server import OFF
from tests.phones.phones import PATIENCE, Phone, PhoneTable

pytestmark = [
    pytest.mark.deep,
    pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs signals"),
]


class Elsewhere:
    """A table in a process of its own, as phones know it."""

    def __init__(self, process: subprocess.Popen[str], server: int, url: str) -> None:
        self.process, self.server = process, server
        found = urlsplit(url)
        self.address, self.port, self.invitation = found.hostname, found.port, found.fragment
        self.phones, self.match = self, SimpleNamespace(cursor=0)
        self.lines = ExitStack()

    @staticmethod
    def until(there: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not there():
            assert time.monotonic() < end, "nothing came"
            time.sleep(0.01)


@contextmanager
def table(folder: Path) -> Iterator[Any]:
    """A table that is killed at the end."""
    order = [sys.executable, "-m", "tests.phones.killed", str(folder)]
    with subprocess.Popen(order, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            lines = iter(process.stdout.readline, "")
            server = int(next(line for line in lines if line.strip().isdigit()))
            yield Elsewhere(process, server, next(lines).strip())
        finally:
            process.kill()


def test_phones_come_back_to_a_table_that_was_killed(tmp_path: Path) -> None:
    with table(tmp_path) as first:
        phones = [Phone(cast(PhoneTable, first), name).connect() for name in ("Ada", "Bob")]
        for seat, phone in enumerate(phones):
            phone.sit(seat)
        ways = phones[0].view(0, asked=True)["ways"]
        phones[0].say("play", seat=0, number=1, at=0, picks=ways[0])
        for seat, phone in enumerate(phones):
            phone.view(seat, at=1)
    with table(tmp_path) as second:
        assert (second.port, second.invitation) == (first.port, first.invitation)
        for seat, phone in enumerate(phones):
            token = phone.seats[seat]["token"]
            phone.table = second
            phone.seen.clear()
            phone.connect(token).view(seat, at=1)
        assert [each["name"] for each in phones[0].state["seats"]] == ["Ada", "Bob"]
        assert phones[0].state["seats"][0]["phone"] == "here"


def test_a_process_that_has_stopped_does_not_keep_the_table_from_ending(tmp_path: Path) -> None:
    with table(tmp_path) as there:
        os.kill(there.server, signal.SIGSTOP)
        there.process.terminate()
        assert there.process.wait(PATIENCE) == 0
    with pytest.raises(ProcessLookupError):
        os.kill(there.server, 0)


def test_phones_are_told_that_the_table_ends(tmp_path: Path) -> None:
    with table(tmp_path) as there:
        ada = Phone(cast(PhoneTable, there), "Ada").connect().sit(0)
        there.process.terminate()
        ada.read_on()
        assert ada.line is not None
        assert ada.line.close_code == OFF
        assert there.process.wait(PATIENCE) == 0
