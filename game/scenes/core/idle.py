"""What a table does by itself when nobody touches it."""

from collections.abc import Sequence
from typing import Final

from game.scenes.core.context import Context
from game.scenes.core.routes import ToAsleep, ToAttract, ToShelf, ToStillThere
from game.scenes.core.scene import Change, Push, Replace, Scene

BY_ITSELF: Final = ("still_there", "parked", "attract", "asleep")
"""The scenes that know themselves what comes next."""
NOBODY = 60.0
"""Seconds after which nobody minds a short pause."""
AFTER_HOURS = 60.0
"""Seconds on the shelf after which a kiosk sleeps that is not open."""
DARK = 600.0
"""The same for one that is open, and is not to play by itself."""


def left_alone(
    context: Context, scenes: Sequence[Scene], seconds: float, match: int | None
) -> Change:
    """What is due on these scenes when nobody has touched the table for so many seconds. `match` is
    the number of the one that is open.

    First it asks whether anybody is there. A kiosk on its shelf forgets what its guests have set,
    and plays by itself until somebody comes, or sleeps when it is not open.
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
        context.take(context.usual)
        return Replace(ToShelf())
    if seconds <= rest:
        return None
    return Push(ToAttract() if begins and context.open else ToAsleep())
