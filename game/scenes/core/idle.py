"""What a table does by itself when nobody touches it."""

from collections.abc import Sequence
from math import dist
from typing import Final

from game.scenes.core.context import Context
from game.scenes.core.routes import ToAsleep, ToAttract, ToShelf, ToStillThere
from game.scenes.core.scene import Change, Push, Replace, Scene
from game.services.parking import discard_unplayed
from game.ui.intents import Intent

BY_ITSELF: Final = ("still_there", "parked", "attract", "asleep")
"""The scenes that know themselves what comes next."""
NOBODY = 60.0
"""Seconds after which nobody minds a short pause."""
AFTER_HOURS = 60.0
"""Seconds on the shelf after which a kiosk sleeps that is not open."""
DARK = 600.0
"""The same for one that is open, and is not to play by itself."""

_BY_NOBODY: Final = "lost", "hold", "rest"
"""Intents that come without anybody doing anything."""
NUDGE: Final = 60.0
"""Units that a mouse goes within a second when a hand moves it. On glass or when somebody walks
past it trembles and creeps.
"""
SAME: Final = 60.0
"""Seconds after which a direction that is all that comes is a stick that drifts."""


class Presence:
    """How many seconds ago somebody touched the table."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._now = 0.0
        self._mouse, self._since = (0.0, 0.0), -1.0
        """Where the mouse was at the begin of its present second, and when that was."""
        self._last, self._began = Intent("rest"), 0.0
        """What came last, and since when nothing else has."""

    def on(self, intent: Intent) -> None:
        """Something came from a device."""
        if intent.kind in _BY_NOBODY:
            return
        if intent != self._last:
            self._last, self._began = intent, self._now
        drifts = intent.kind == "focus" and self._now - self._began >= SAME
        if not (self._nudged(intent) or drifts):
            self.seconds = 0.0

    def _nudged(self, intent: Intent) -> bool:
        """Whether a mouse only moves, and less than a hand would move it."""
        if intent.kind != "hover":
            return False
        if self._now - self._since >= 1.0:
            self._mouse, self._since = intent.pos, self._now
        return dist(self._mouse, intent.pos) < NUDGE

    def update(self, seconds: float) -> None:
        """Let time pass."""
        self._now += seconds
        self.seconds += seconds


def left_alone(
    context: Context, scenes: Sequence[Scene], seconds: float, match: int | None
) -> Change:
    """What is due on these scenes when nobody has touched the table for so many seconds. `match` is
    the number of the one that is open.

    First it asks whether anybody is there. A kiosk on its shelf forgets what its guests have set
    and the matches in which they have done nothing, and plays by itself until somebody comes, or
    sleeps when it is not open.
    """
    if seconds > NOBODY and match is None:  # what is open is nobody's to delete
        context.expire()
    if scenes[-1].name in BY_ITSELF:
        return None
    if len(scenes) > 1:
        return Push(ToStillThere(match)) if seconds > context.patience else None
    if not context.kiosk or scenes[-1].name != "shelf":
        return None
    begins = 60.0 * context.operator.attract
    rest = AFTER_HOURS if not context.open else begins or DARK
    if context.settings != context.usual and seconds > min(rest, context.patience):
        _part(context)
        return Replace(ToShelf())
    if seconds <= rest:
        return None
    _part(context)
    return Push(ToAttract() if begins and context.open else ToAsleep())


def _part(context: Context) -> None:
    """The guests have left the shelf, where no match is open, and with them what was theirs."""
    context.disown()
    context.take(context.usual)
    discard_unplayed(context.store)
