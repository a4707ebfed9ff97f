"""Hands over the board: which pointer carries what, what a tap hits, where the focus confirms."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, Generic, Protocol, TypeVar

from game.scenes.play.marks import MarkKind
from game.ui.focus import Spot
from game.ui.frame import Point
from game.ui.intents import Intent

K = TypeVar("K", bound=Hashable)
C = TypeVar("C", bound=Hashable, contravariant=True)

SLACK = 6.0
"""How far, in table units, a pointer may miss a spot and still mean it."""


class Board(Protocol[C]):
    """What hands find on a board. The keys of its spots say what they mean."""

    @property
    def live(self) -> bool: ...

    def offered(self) -> Sequence[Spot]:
        """The spots that can be picked now."""

    def pick(self, key: C) -> None:
        """A spot was tapped."""

    def grab(self, key: C) -> bool:
        """A pointer went down on a spot: True if it may be dragged from there."""

    def carry(self, point: Point) -> None:
        """What was grabbed is dragged to a point."""

    def drop(self, key: C | None, point: Point) -> None:
        """What was grabbed is let go over a spot, or over none."""

    def let_go(self) -> None:
        """Put back whatever is held or selected."""

    def clear_marks(self, *kinds: MarkKind) -> None: ...


class PointerInput(Generic[K]):
    """Turns pointer intents into a board's pick, grab, carry and drop.

    One thing is carried at a time; other pointers may tap meanwhile, which does nothing there.
    """

    def __init__(self, board: Board[K]) -> None:
        self._board = board
        self._carrier: str | None = None
        self._carrying = False
        self._pressed: dict[str, K] = {}
        """The spots that pointers went down on without grabbing anything."""

    @property
    def carrier(self) -> str | None:
        """The pointer that has grabbed something, whether it has moved yet or not."""
        return self._carrier

    def on(self, intent: Intent) -> None:
        """A press, drag, release, lost or tap over the board."""
        if intent.kind == "drag":
            if intent.pointer == self._carrier and intent.moved:
                self._carrying = True
                self._board.carry(intent.pos)
            return
        key = spot_at(intent.pos, self._board.offered())
        if intent.kind == "press":
            self._pressed.pop(intent.pointer, None)
            if self._carrier is None and key is not None and self._board.grab(key):
                self._carrier, self._carrying = intent.pointer, False
            elif key is not None:
                self._pressed[intent.pointer] = key
        elif intent.kind == "tap":
            self._tap(key)
        elif intent.pointer == self._carrier:
            self._let_go(intent, key)
        elif intent.kind in ("release", "lost"):
            began = self._pressed.pop(intent.pointer, None)
            if intent.kind == "release" and intent.moved and began is not None and began == key:
                self._tap(key)  # nothing could be dragged: like a button it counts where it began

    def _let_go(self, intent: Intent, key: K | None) -> None:
        if intent.kind == "lost":
            self.empty()
            return
        carrying, self._carrier, self._carrying = self._carrying, None, False
        if carrying:
            self._board.drop(key, intent.pos)

    def _tap(self, key: K | None) -> None:
        self._board.clear_marks("refusal")
        if key is not None:
            self._board.pick(key)
        elif self._board.live:
            self._board.let_go()

    def empty(self) -> None:
        """Put back what is carried, as when its pointer is lost, or the scene is covered."""
        self._pressed.clear()
        if self._carrier is not None:
            self._carrier, self._carrying = None, False
            self._board.let_go()


def spot_at(point: Point, spots: Sequence[Spot]) -> Any:
    """The key of the spot under a point, the one with the nearest middle; None if there is none."""
    under = [spot for spot in spots if spot.box.has(point, SLACK)]
    if not under:
        return None
    x, y = point
    return min(under, key=lambda spot: abs(x - spot.center[0]) + abs(y - spot.center[1])).key
