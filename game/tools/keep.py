"""Keeping the table open: a small program that starts it, and starts it again when it fails.

The table tells through a pipe that its main loop goes round (`game.heartbeat`). When it crashes or
falls silent it is started again, with the match that was open. When it fails three times in a
row, it comes back after a rest and without the match; so does, from the first time on, a kiosk
whose folder another table has, and with the match a table without a screen. Systemd is told about
all of it where it asks for that (sd_notify).
"""

import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from game.heartbeat import AGAIN, FOUND_NO_SCREEN, FOUND_TAKEN, NO_SCREEN, TAKEN, VARIABLE
from game.tools.desktop import command

TICK = 0.25
"""Seconds between two looks at the table."""
OPENING = 30.0
"""Seconds that a table may take until it is heard first; after these it hangs."""
PATIENCE = 5.0
"""Seconds of silence after which it hangs."""
FAREWELL = 2.0
"""Seconds that it may take to end when it is asked to."""
SOUND = 60.0
"""Seconds after which a table that opened has not failed in a row with the one before."""
IN_A_ROW = 3
LONGEST = 60.0
"""Seconds between two tries at most."""
ASKED = "is to be started again"
"""Nothing went wrong: its operator wants it so."""
_PIPE = 1 << 16  # bytes, all that waits in a pipe


def keep(arguments: Sequence[str], patience: float = PATIENCE, opening: float = OPENING) -> int:
    """Keep a table with these options open until somebody closes it; gives the exit code.
    A table that has not been heard for `patience` seconds hangs, or for `opening` at its start.
    """
    if os.name != "posix":
        print("keep needs Linux or another Unix; here the table opens by itself", file=sys.stderr)
        return 1
    keeper = Keeper([*command(), *arguments], patience, opening)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: keeper.end())
    return keeper.run()


class RunningTable(NamedTuple):
    """A table that runs, and the pipe through which it is heard."""

    process: subprocess.Popen[bytes]
    pipe: int


class Keeper:
    """Starts tables with a command, one after the other."""

    def __init__(self, words: Sequence[str], patience: float, opening: float) -> None:
        self._words, self._patience, self._opening = words, patience, opening
        self._match: int | None = None
        self._wrong = ""
        """What was the matter with the last table."""
        self._failures = 0
        self._ending = False

    def end(self) -> None:
        """Close the table and end, within a few seconds."""
        self._ending = True

    def run(self) -> int:
        """Until a table ends well, or `end` is called. Gives the exit code."""
        while not self._ending:
            begun = time.monotonic()
            table = self._start()
            wrong = self._watch(table)
            os.close(table.pipe)
            if not wrong:
                break
            if wrong == ASKED:
                self._match, self._wrong, self._failures = None, "", 0
                continue
            lasted = time.monotonic() - begun
            self._failures = self._failures + 1 if lasted < SOUND else 1
            if wrong in (FOUND_TAKEN, FOUND_NO_SCREEN):  # at once it would find it so again
                self._failures = max(self._failures, IN_A_ROW)
            self._wrong = wrong
            self._rest(wrong)
        notify("STOPPING=1")
        return 0

    def _start(self) -> RunningTable:
        here, there = os.pipe()
        match = "" if self._match is None else str(self._match)
        environment = os.environ | {VARIABLE: f"{there},{match},{self._wrong}"}
        environment.pop("NOTIFY_SOCKET", None)
        # A session of its own: what is typed at the terminal ends the keeper, and that the table.
        process = subprocess.Popen(
            self._words, env=environment, pass_fds=(there,), start_new_session=True
        )
        os.close(there)
        return RunningTable(process, here)

    def _watch(self, table: RunningTable) -> str:
        """Until the table ends or hangs: what went wrong, nothing if nothing did."""
        opened, silence, patience = False, 0.0, self._opening  # in seconds
        while not self._ending:
            notify("WATCHDOG=1")
            heard = select.select([table.pipe], [], [], TICK)[0]
            lines = os.read(table.pipe, _PIPE).split(b"\n") if heard else []
            if len(lines) > 1:
                if not opened:
                    notify("READY=1\nSTATUS=The table is open.")
                    opened, patience = True, self._patience
                self._match, silence = int(lines[-2]) or None, 0.0
            elif heard:
                return _ended(table.process.wait())
            else:  # what this program sleeps through itself does not count
                silence += TICK
            if silence >= patience:
                _kill(table.process)
                return f"has not answered for {patience:g} s"
        self._part(table)
        return ""

    def _part(self, table: RunningTable) -> None:
        """A table that nobody listens to closes by itself."""
        notify("STOPPING=1")
        null = os.open(os.devnull, os.O_RDONLY)
        os.dup2(null, table.pipe)
        os.close(null)
        try:
            table.process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            _kill(table.process)

    def _rest(self, wrong: str) -> None:
        """Tell what happened; after several failures wait, and leave the match on the shelf."""
        seconds = 0.0
        if self._failures >= IN_A_ROW:
            if wrong != FOUND_NO_SCREEN:  # for which no match is to blame
                self._match = None
            seconds = min(LONGEST, 2.0 ** (self._failures - IN_A_ROW + 1))
        then = f"in {seconds:g} s" if seconds else "at once"
        then += ", with the shelf" if seconds and self._match is None else ""
        told = f"The table {wrong}. It is started again {then}."
        print(told, file=sys.stderr, flush=True)
        notify(f"STATUS={told}")
        until = time.monotonic() + seconds
        while time.monotonic() < until and not self._ending:
            notify("WATCHDOG=1")
            time.sleep(TICK)


def _ended(code: int) -> str:
    if code < 0:
        return f"was ended by {signal.Signals(-code).name}"
    known = {0: "", AGAIN: ASKED, TAKEN: FOUND_TAKEN, NO_SCREEN: FOUND_NO_SCREEN}
    return known.get(code, f"ended with code {code}")


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End a process that does not answer; what it was doing is in crash.log, if it can tell."""
    process.send_signal(signal.SIGABRT)
    try:
        process.wait(TICK)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def notify(state: str) -> None:
    """Tell systemd, where this program is a service of type *notify*."""
    address = os.environ.get("NOTIFY_SOCKET")
    if address:
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
            systemd.sendto(state.encode(), address.replace("@", "\0", 1))
