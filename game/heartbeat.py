"""A sign of life: what a table tells the program that keeps it open, see `game.tools.keep`.

That program starts the table with the variable below, which names a pipe, the match to go on with
if there is one, and what went wrong with the table before. A few times a second a line goes through
the pipe: the number of the open match, or 0. Only the main loop writes it, so a table that hangs
falls silent.
"""

import os
from contextlib import suppress

VARIABLE = "WALONG_KEPT"
EVERY = 0.25
"""Seconds between two lines."""
AGAIN = 75
"""The exit code of a table that is to be started again."""
TAKEN = 76
"""The exit code of a kiosk in whose folder another table is open."""
NO_SCREEN = 77
"""The exit code of a table that finds no screen, or whose screen has gone."""
FOUND_TAKEN = "did not open, as another table is open in its folder"
"""What was the matter with a kiosk whose folder was taken."""
FOUND_NO_SCREEN = "has no screen"


class Heartbeat:
    """The table's end of the pipe; without such a pipe it does nothing."""

    def __init__(self) -> None:
        told = os.environ.pop(VARIABLE, "").split(",", 2)
        pipe, match, self.wrong = (*told, "", "")[:3]
        self._pipe = int(pipe) if pipe else None
        self.match = int(match) if match else None
        """The match that was open when the last table ended."""
        self.taken = self.wrong == FOUND_TAKEN
        """Whether the last table did not open as this folder was another one's."""
        self._due = 0.0
        self.kept = self._pipe is not None
        """Whether there is a program that keeps the table open."""
        if self._pipe is not None:
            os.set_inheritable(self._pipe, False)
            os.set_blocking(self._pipe, False)

    def beat(self, now: float, match: int | None) -> bool:
        """Tell that the main loop goes round; False if nobody listens any more."""
        if self._pipe is None or now < self._due:
            return True
        self._due = now + EVERY
        try:
            with suppress(BlockingIOError):  # there is enough to read already
                os.write(self._pipe, b"%d\n" % (match or 0))
        except OSError:
            return False
        return True
