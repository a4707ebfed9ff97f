"""What pointers over a board mean: which spot, what is carried where, or that the view moves."""

from collections.abc import Hashable, Sequence
from typing import Any

from game.scenes.play.eye import Eye
from game.scenes.play.played_match import AnyPlayedMatch
from game.ui.frame import Point
from game.ui.intents import Intent
from game.ui.layer import Spot

SLACK = 6.0
"""How far, in table units, a pointer may miss a spot and still mean it."""


class PointerInput:
    """Turns pointer intents into an input's pick, grab, carry and drop.

    One thing is carried at a time; meanwhile other pointers pick nothing. A pointer that has
    grabbed something and rests there, as a palm does, gives way to the next one that grabs.
    """

    def __init__(self, play: AnyPlayedMatch) -> None:
        self._play = play
        self.carrier: str | None = None
        """The pointer that has grabbed something, whether it has moved yet or not."""
        self._carrying = False
        """Whether it has moved."""
        self._grabbed: Hashable = None
        """The key of the spot from which it did so."""
        self._pressed: dict[str, Hashable] = {}
        """The spots that pointers went down on without grabbing anything."""

    @property
    def carrying(self) -> str | None:
        """The pointer that drags something about."""
        return self.carrier if self._carrying else None

    @property
    def in_hand(self) -> bool:
        """Whether pointers carry or push something, which *undo* puts back before any step."""
        return self._carrying or bool(self._play.input.pushed)

    def on(self, intent: Intent) -> None:
        """A press, drag, release, lost or tap over the board: about its view or what is there."""
        eye = self._play.eye
        if self._play.covered:
            eye.fingers.forget(eye.camera)  # what has come over it has taken it away
            if intent.kind == "tap":
                eye.spend(intent.pos)
        if self._play.covered or not self._move_eye(eye, intent):
            self._heed(intent)

    def _move_eye(self, eye: Eye, intent: Intent) -> bool:
        """Whether a pointer moves the view: one that went down on the board and took nothing up,
        while nothing is carried.
        """
        if intent.kind == "press":
            self._heed(intent)
            free = intent.pointer != self.carrier and not self.carrying
            if free and eye.box.has(intent.pos):
                eye.press(intent)
            return True
        if intent.kind == "tap":
            if not eye.box.has(intent.pos):
                return False
            hand, offered = self._play.input, self._play.offered
            if hand.holding or spot_at(intent.pos, hand.covering(offered())) is not None:
                eye.spend(intent.pos)
                return False
            return eye.tap(intent.pos, self._play.known, self._play.centre_of_interest())
        taken = eye.on(intent, self._play.input.at if self.carrying else None)
        if taken and not self.carrying:
            self.forget()
        return taken

    def _heed(self, intent: Intent) -> None:
        """Pick, grab, carry or drop."""
        if intent.kind == "drag":
            if intent.pointer == self.carrier and intent.moved:
                self._carrying = True
                self._play.input.carry(self._grabbed, intent.pos)
            return
        key = spot_at(intent.pos, self._play.offered())
        if intent.kind == "press":
            self._press(intent.pointer, key)
        elif intent.kind == "tap":
            self.tap(key)
        elif intent.pointer == self.carrier:
            self._let_go(intent, key)
        elif intent.kind in ("release", "lost"):
            began = self._pressed.pop(intent.pointer, None)
            if intent.kind == "release" and intent.moved and began is not None and began == key:
                self.tap(key)  # nothing could be dragged: like a button it counts where it began

    def _press(self, pointer: str, key: Hashable) -> None:
        self._pressed.pop(pointer, None)
        if key is None or self.carrying:
            return
        if self._play.input.grab(key):
            self._play.clear_marks("refusal")
            self.carrier, self._grabbed = pointer, key
        else:
            self._pressed[pointer] = key

    def _let_go(self, intent: Intent, key: Hashable) -> None:
        if intent.kind == "lost":
            self.empty()
            return
        carrying, grabbed = self._carrying, self._grabbed
        self._hold_nothing()
        if carrying and not self._play.input.drop(grabbed, key, intent.pos):
            self._play.input.let_go()

    def tap(self, key: Hashable) -> None:
        """Pick a spot, or let go of what is selected where there is none."""
        if self.carrying:
            return
        self._play.clear_marks("refusal", "hint")
        if key is not None:
            self._play.input.pick(key)
        elif self._play.takes_picks:
            self._play.input.deselect()

    def _hold_nothing(self) -> None:
        self.carrier, self._grabbed, self._carrying = None, None, False

    def forget(self) -> None:
        """What comes from pointers that are down means nothing: somebody else is to act now."""
        self._pressed.clear()
        self._hold_nothing()

    def empty(self) -> None:
        """Put back what is carried, as when its pointer is lost, or the scene is covered."""
        carried = self.carrier is not None
        self.forget()
        if carried:
            self._play.input.let_go()

    def put_down(self) -> None:
        """Put back whatever is held or selected."""
        self.forget()
        self._play.input.let_go()


def nearest(point: Point, spots: Sequence[Spot], slack: float = SLACK) -> Spot | None:
    """The nearest spot under a point, or so little beside it; None if there is none."""
    x, y = point
    under = (spot for spot in spots if spot.box.has(point, slack))
    return min(
        under, key=lambda spot: abs(x - spot.center[0]) + abs(y - spot.center[1]), default=None
    )


def spot_at(point: Point, spots: Sequence[Spot]) -> Any:
    """The key, of the game's own kind, of the nearest spot under a point; None if there is none."""
    found = nearest(point, spots)
    return None if found is None else found.key
