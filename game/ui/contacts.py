"""What touches the screen, and which of it is a finger.

The rule:

1. `MANY` contacts that come down within `GATHER` seconds, each within `REACH` of another one, are a
   palm or a sleeve. So is whatever comes down within `REACH` of it while it lies there.
2. What has not moved for `REST` seconds, or has been down for `LONGEST`, is nobody's finger any
   more: a thing that lies there, or a contact whose end nobody told.
3. A mouse button within `ECHO` seconds and `BESIDE` units of a contact is that contact once more:
   some systems send a click of the mouse beside every touch.

What is no finger says nothing until it has been lifted and comes down again. Everything else is a
finger from its first moment, so nobody waits for a decision.
"""

import math
from collections import deque
from dataclasses import dataclass
from typing import Final, TypeAlias

from game.ui.frame import Point

Contact: TypeAlias = tuple[int, int]
"""The device's number and the finger's, as SDL tells them."""
MOUSE: Final[Contact] = (-1, 0)
"""The mouse's button; SDL gives the touches that it makes up from a mouse the same device."""

MANY: Final = 4
REACH: Final = 110.0
"""Units; no gesture of the table needs so many fingers of one hand so close together."""
GATHER: Final = 0.3
REST: Final = 30.0
"""Seconds; long enough to look at a hidden hand, or to think with a piece in hand."""
STIR: Final = 16.0
"""Units that something has to move to have moved; what lies there trembles."""
LONGEST: Final = 180.0
ECHO: Final = 0.7
BESIDE: Final = 40.0


@dataclass(slots=True, eq=False)
class Touch:
    """Something that is down."""

    start: Point
    pos: Point
    since: float
    rested: Point
    """Where it was when it moved last."""
    still: float
    """When that was."""
    palm: bool = False
    pointer: str = ""
    """What it is called as a pointer; nothing if it is none."""
    moved: bool = False
    """Whether it has strayed too far for a tap."""
    held: bool = False
    """Whether it was said that it rests."""

    def move(self, pos: Point, now: float) -> None:
        self.pos = pos
        if math.dist(pos, self.rested) > STIR:
            self.rested, self.still = pos, now


class Contacts:
    """Everything that is down. Positions are in table units, times in seconds that only rise."""

    def __init__(self) -> None:
        self.lying: dict[Contact, Touch] = {}
        self._traces: deque[tuple[float, Point]] = deque(maxlen=64)
        """When and where contacts came down or were lifted."""

    def down(self, contact: Contact, pos: Point, now: float) -> list[Touch]:
        """Something comes down. Gives what is no finger, itself perhaps, and was not known to be
        none; what goes down twice has been lost in between.
        """
        self.lying[contact] = new = Touch(pos, pos, now, pos, now)
        if contact == MOUSE:
            return []
        self._traces.append((now, pos))
        beside = any(other.palm for other in self._near(new))
        hand = [new] if beside else self._gathered(new, now)
        if len(hand) < MANY and not beside:
            return []
        for other in hand:
            other.palm = True
        return hand

    def up(self, contact: Contact, now: float) -> Touch | None:
        """Something is lifted; gives it, if it was known."""
        touch = self.lying.pop(contact, None)
        if touch is not None and contact != MOUSE:
            self._traces.append((now, touch.pos))
        return touch

    def tick(self, now: float) -> list[Touch]:
        """What is nobody's finger any more; it is forgotten."""
        gone = [
            contact for contact, touch in self.lying.items()
            if now - touch.still >= REST or now - touch.since >= LONGEST
        ]
        return [self.lying.pop(contact) for contact in gone]

    def echoes(self, pos: Point, now: float) -> bool:
        """Whether a mouse there is a contact once more."""
        lying = (touch for contact, touch in self.lying.items() if contact != MOUSE)
        places = [place for touch in lying for place in (touch.start, touch.pos)]
        places += [place for when, place in self._traces if now - when <= ECHO]
        return any(math.dist(pos, place) <= BESIDE for place in places)

    def doubles(self, pos: Point, now: float) -> bool:
        """Whether the mouse's button, which went down just now, is a contact there."""
        mouse = self.lying.get(MOUSE)
        if mouse is None or now - mouse.since > ECHO:
            return False
        return math.dist(pos, mouse.start) <= BESIDE

    def _near(self, touch: Touch) -> list[Touch]:
        """The other contacts within reach of one."""
        return [
            other for contact, other in self.lying.items()
            if other is not touch and contact != MOUSE and math.dist(other.pos, touch.pos) <= REACH
        ]

    def _gathered(self, touch: Touch, now: float) -> list[Touch]:
        """The contacts that came down just now and hang together with this one."""
        found = [touch]
        for each in found:
            found += [
                other for other in self._near(each)
                if other not in found and now - other.since <= GATHER
            ]
        return found
