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


@dataclass(slots=True)
class _Lying:
    """Something that is down."""

    start: Point
    pos: Point
    since: float
    rested: Point
    """Where it was when it moved last."""
    still: float
    """When that was."""
    palm: bool = False


class Contacts:
    """Everything that is down. Positions are in table units, times in seconds that only rise."""

    def __init__(self) -> None:
        self._lying: dict[Contact, _Lying] = {}
        self._traces: deque[tuple[float, Point]] = deque(maxlen=64)
        """When and where contacts came down or were lifted."""

    def down(self, contact: Contact, pos: Point, now: float) -> list[Contact]:
        """Something comes down. Gives what is no finger, itself perhaps, and was not known to be
        none; what goes down twice has been lost in between.
        """
        self._lying[contact] = new = _Lying(pos, pos, now, pos, now)
        if contact == MOUSE:
            return []
        self._traces.append((now, pos))
        near = self._near(contact)
        if any(self._lying[other].palm for other in near):
            new.palm = True
            return [contact]
        hand = self._gathered(contact, now)
        if len(hand) < MANY:
            return []
        for other in hand:
            self._lying[other].palm = True
        return hand

    def move(self, contact: Contact, pos: Point, now: float) -> bool:
        """Something moves; whether it is a finger."""
        one = self._lying.get(contact)
        if one is None:
            return False
        one.pos = pos
        if math.dist(pos, one.rested) > STIR:
            one.rested, one.still = pos, now
        return not one.palm

    def up(self, contact: Contact, now: float) -> bool:
        """Something is lifted; whether it was a finger."""
        one = self._lying.pop(contact, None)
        if one is None:
            return False
        if contact != MOUSE:
            self._traces.append((now, one.pos))
        return not one.palm

    def tick(self, now: float) -> list[Contact]:
        """What is nobody's finger any more; it is forgotten."""
        gone = [
            contact for contact, one in self._lying.items()
            if now - one.still >= REST or now - one.since >= LONGEST
        ]
        return [contact for contact in gone if not self._lying.pop(contact).palm]

    def clear(self) -> None:
        """Nothing is down, or what still is says nothing any more."""
        self._lying.clear()

    def echoes(self, pos: Point, now: float) -> bool:
        """Whether a mouse there is a contact once more."""
        lying = (one for contact, one in self._lying.items() if contact != MOUSE)
        places = [place for one in lying for place in (one.start, one.pos)]
        places += [place for when, place in self._traces if now - when <= ECHO]
        return any(math.dist(pos, place) <= BESIDE for place in places)

    def doubles(self, pos: Point, now: float) -> bool:
        """Whether the mouse's button, which went down just now, is a contact there; it is then
        forgotten.
        """
        mouse = self._lying.get(MOUSE)
        if mouse is None or now - mouse.since > ECHO or math.dist(pos, mouse.start) > BESIDE:
            return False
        del self._lying[MOUSE]
        return True

    def _near(self, contact: Contact) -> list[Contact]:
        """The other contacts within reach of one."""
        pos = self._lying[contact].pos
        return [
            other for other, one in self._lying.items()
            if other not in (contact, MOUSE) and math.dist(one.pos, pos) <= REACH
        ]

    def _gathered(self, contact: Contact, now: float) -> list[Contact]:
        """The contacts that came down just now and hang together with this one."""
        found = [contact]
        for each in found:
            found += [
                other for other in self._near(each)
                if other not in found and now - self._lying[other].since <= GATHER
            ]
        return found
