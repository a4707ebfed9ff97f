"""Walongs on their way: through the air to a tray or a place, or gliding over the cloth."""

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from game.scenes.walong.table import Loose
from game.ui.timeline import Motion, Tween, arc, ease_in_out, ease_out, linear

FLIGHT: Final = 0.44
"""Seconds in the air."""
RISE: Final = 45.0
"""How high a flight goes, in units; what glides does not rise."""


def turned(now: float, goal: float) -> float:
    """The angle equal to `goal` that is the shorter way from `now`."""
    return now + (goal - now + 180) % 360 - 180


def flown(start: Loose, goal: Loose, share: float, rise: float = RISE) -> Loose:
    """Where a piece is that has come so far on its way."""
    t = (ease_in_out if rise else ease_out)(max(0.0, min(1.0, share)))
    high = start.lift + (goal.lift - start.lift) * t
    return replace(
        goal,
        at=arc(start.at, goal.at, t, rise),
        degrees=start.degrees + (turned(start.degrees, goal.degrees) - start.degrees) * t,
        size=start.size + (goal.size - start.size) * t,
        lift=high + 0.9 * math.sin(math.pi * t) * (1 - high) * (rise > 0),
    )


def flight(
    piece: Loose, goal: Loose, seconds: float, rise: float = RISE,
    after: Callable[[], object] = lambda: None,
) -> Motion:  # fmt: skip
    """A motion that changes a piece on its way, from where it is when it begins."""
    begun: list[Loose] = []

    def show(share: float) -> None:
        if not begun:
            begun.append(replace(piece))
        now = flown(begun[0], goal, share, rise)
        piece.at, piece.degrees, piece.size, piece.lift = now.at, now.degrees, now.size, now.lift
        if share >= 1:
            after()

    return Tween(seconds, show, linear)
