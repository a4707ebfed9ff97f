"""Hands over the board: which pointer carries what, what a tap hits, where the focus confirms."""

from __future__ import annotations

from collections.abc import Sequence

from game.scenes.play.game_hooks import GameHooks
from game.ui.focus import Spot
from game.ui.frame import Point
from game.ui.intents import Intent

SLACK = 6.0
"""How far, in table units, a pointer may miss a spot and still mean it."""


class PointerInput:
    """Turns pointer intents into the picture's pick, grab, carry and drop.

    One thing is carried at a time; other pointers may tap meanwhile, which does nothing there.
    """

    def __init__(self, picture: GameHooks) -> None:
        self._picture = picture
        self._carrier: str | None = None
        self._carrying = False
        self._pressed: dict[str, str] = {}
        """The spots that pointers went down on without grabbing anything."""

    @property
    def carrier(self) -> str | None:
        """The pointer that has grabbed something, whether it has moved yet or not."""
        return self._carrier

    def on(self, intent: Intent, spots: Sequence[Spot]) -> None:
        """A press, drag, release, lost or tap over the board."""
        key = spot_at(intent.pos, spots)
        if intent.kind == "press":
            self._pressed.pop(intent.pointer, None)
            if self._carrier is None and key is not None and self._picture.grab(key):
                self._carrier, self._carrying = intent.pointer, False
            elif key is not None:
                self._pressed[intent.pointer] = key
        elif intent.kind == "tap":
            self._tap(key)
        elif intent.pointer == self._carrier:
            self._follow(intent, key)
        elif intent.kind in ("release", "lost"):
            began = self._pressed.pop(intent.pointer, None)
            if intent.kind == "release" and intent.moved and began is not None and began == key:
                self._tap(key)  # nothing could be dragged: like a button it counts where it began

    def _follow(self, intent: Intent, key: str | None) -> None:
        if intent.kind == "drag":
            if intent.moved:
                self._carrying = True
                self._picture.carry(intent.pos)
        elif intent.kind == "lost":
            self.empty()
        else:
            carrying, self._carrier, self._carrying = self._carrying, None, False
            if carrying:
                self._picture.drop(key, intent.pos)

    def _tap(self, key: str | None) -> None:
        self._picture.clear_marks("refusal")
        if key is not None:
            self._picture.pick(key)
        elif self._picture.live:
            self._picture.let_go()

    def empty(self) -> None:
        """Put back what is carried, as when its pointer is lost, or the scene is covered."""
        self._pressed.clear()
        if self._carrier is not None:
            self._carrier, self._carrying = None, False
            self._picture.let_go()


def spot_at(point: Point, spots: Sequence[Spot]) -> str | None:
    """The spot under a point; where several overlap, the one whose middle is nearest."""
    under = [
        (abs(point[0] - spot.center[0]) + abs(point[1] - spot.center[1]), str(spot.key))
        for spot in spots
        if spot.box.has(point, SLACK)
    ]
    return min(under)[1] if under else None
