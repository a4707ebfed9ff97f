"""A bench is the part of the cloth where one seat joins its pieces to pairs with its fingers.

Two pieces that are pushed together click, and are a pair when they are let go; a pair that two
fingers pull apart is two pieces again. A piece in the way of one that is slowly pushed is drawn to
where it fits beside it, as if they were magnets.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from game.physics.click import Click, Target
from game.physics.events import Bump, Clicked, Key, PulledOut
from game.physics.place import SINGLE, STEP, Place, swing
from game.rules.walong.geometry import HOME, SIDES, mate, side_contact
from game.scenes.walomino.plan import Plan, Twin, beside
from game.ui.frame import Box, Point

NEAR: Final = 3.0
"""Pieces so near, in sides, may be joined to one that is held."""
PULLED: Final = 0.55
"""Two fingers that get so much farther apart, in sides, pull a pair apart."""
DRAWN: Final = 0.95
DRAWN_TILT: Final = math.radians(80)
TILT_COUNTS: Final = 0.3
"""A piece that lies so near a place beside a held one, in sides and angle, is drawn there; a
radian counts as so many sides."""
SLOW: Final = 0.05
"""It is, if the finger is not faster than this, in sides per frame."""
LOUD: Final = 0.6
"""Slower bumps are not heard, in sides per second."""
WAYS: Final = tuple(mate(HOME, side, other) for side in SIDES for other in SIDES)
"""How a piece may lie at another one: their pose as the other one sees it."""
MATES: Final = tuple(
    beside(Place(0.0, 0.0, 0.0), own, side) for own in SIDES for side in SIDES
)
"""The same as places, as seen from the other one."""


@dataclass(slots=True)
class Finger:
    """A pointer on a thing: the piece it touched, and where it is."""

    key: Key
    piece: int
    spot: complex
    was: complex
    pace: float = 0.0
    """Sides per frame, smoothed."""

    def beat(self) -> None:
        """A frame is over."""
        self.pace = 0.6 * self.pace + 0.4 * abs(self.spot - self.was)
        self.was = self.spot


class Bench(Plan):
    """A plan that fingers work on."""

    def __init__(self, box: Box, side: float, sound: Callable[[str, Point | None], None]) -> None:
        super().__init__(box, side, sound)
        self._fingers: dict[str, Finger] = {}
        self._spans: dict[Key, float] = {}
        """How far apart two fingers were when they took hold of a pair."""
        self._aimed: dict[Key, frozenset[Key]] = {}
        self._drawn: dict[Key, Key] = {}
        """Pieces that are drawn to one in hand, by the one in hand."""

    def clear(self) -> None:
        super().clear()
        self._fingers.clear()
        self._spans.clear()
        self._aimed.clear()
        self._drawn.clear()

    def take(self, key: Key) -> None:
        super().take(key)
        self._drawn = {k: d for k, d in self._drawn.items() if key not in (k, d)}
        self._fingers = {p: f for p, f in self._fingers.items() if f.key != key}
        self._spans.pop(key, None)
        self._aimed.pop(key, None)

    # Fingers -----------------------------------------------------------------------------------

    def grip(self, pointer: str, point: Point, key: Key) -> None:
        """A pointer takes hold of a thing."""
        spot = self.spot(point)
        self.world.grip(pointer, spot, key)
        places = self.places()
        piece = min(self.pieces_of(key), key=lambda one: abs(places[one].spot - spot))
        self._fingers[pointer] = Finger(key, piece, spot, spot)
        fingers = self._on(key)
        if len(fingers) == 2:
            self._spans[key] = abs(fingers[0].spot - fingers[1].spot)

    def _on(self, key: Key) -> list[Finger]:
        return [finger for finger in self._fingers.values() if finger.key == key]

    def drag(self, pointer: str, point: Point) -> None:
        """The pointer is there now. Two of them may pull a pair apart; one that holds nothing
        any more is ignored."""
        finger = self._fingers.get(pointer)
        if finger is None:
            return
        finger.spot = self.spot(point)
        self.world.drag(pointer, finger.spot)
        fingers = self._on(finger.key)
        if len(fingers) != 2 or fingers[0].piece == fingers[1].piece:
            return
        span = abs(fingers[0].spot - fingers[1].spot)
        if self.openable(finger.key) and span > self._spans[finger.key] + PULLED:
            self._pull_apart(finger.key)

    def _pull_apart(self, key: Key) -> None:
        """Every finger has one of the two pieces now."""
        places, twin = self.places(), self.twins[key]
        pointers = {p: f for p, f in self._fingers.items() if f.key == key}
        self.take(key)
        del self.twins[key]
        for piece in (twin.first, twin.second):
            self.world.add(str(piece), SINGLE, places[piece])
        for pointer, finger in pointers.items():
            self.grip(pointer, self.point(finger.spot), str(finger.piece))
        self.sound("acrylic_slide", self.point(places[twin.first].spot))

    def release(self, pointer: str) -> Key | None:
        """A pointer lets go; the pair that has come about, if one has."""
        lifted = self._lift(pointer)
        if lifted is None or lifted[1].target.base not in self.world:
            return None
        finger, click = lifted
        base = click.target.base
        contact = side_contact(HOME, click.target.pose)
        assert contact is not None, "targets lie at a side"
        twin = Twin(finger.piece, contact[1], int(base), contact[0])
        return self.make(twin, self.world.place(base))

    def _lift(self, pointer: str) -> tuple[Finger, Click] | None:
        """A pointer holds nothing any more; what clicked in where, if it did."""
        finger = self._fingers.pop(pointer, None)
        if finger is None:
            return None
        self._draw(finger.key, None)
        self._spans.pop(finger.key, None)
        click = self.world.release(pointer)
        return (finger, click) if click else None

    def lose(self, pointer: str) -> None:
        """A pointer is gone without having let go: what it held lies loose where it is."""
        lifted = self._lift(pointer)
        if lifted is not None:
            key = lifted[0].key
            self.world.put(key, self.world.place(key))

    def lose_all(self) -> None:
        for pointer in list(self._fingers):
            self.lose(pointer)

    @property
    def held(self) -> tuple[Key, ...]:
        """The things in hand."""
        return tuple(dict.fromkeys(finger.key for finger in self._fingers.values()))

    def spin(self, key: Key, steps: int) -> None:
        """A thing in hand turns by steps of 30 degrees, counter-clockwise."""
        self.world.turn(key, steps * STEP)

    # Time --------------------------------------------------------------------------------------

    @property
    def moving(self) -> bool:
        return bool(self.drifts) or not self.world.rests

    def tick(self, seconds: float) -> bool:
        """Let time pass; whether the picture changed."""
        if not self.moving:
            return False
        for piece, drift in list(self.drifts.items()):
            drift.age += seconds
            if drift.age >= drift.wait + drift.seconds:
                del self.drifts[piece]
        if not self.world.rests:
            for finger in self._fingers.values():
                finger.beat()
            for key in self.held:
                if key not in self.twins:
                    self._offer(key)
            self.world.update(seconds)
        self._listen()
        return True

    def arrive(self) -> None:
        """Whatever is on its way has come."""
        self.drifts.clear()

    def _listen(self) -> None:
        for event in self.world.events():
            if event.key not in self.world:
                continue
            if isinstance(event, Clicked):
                self._draw(event.key, None)
                self.sound("acrylic_click", self.middle(event.key))
            elif isinstance(event, PulledOut):
                self.sound("acrylic_slide", self.middle(event.key))
            elif isinstance(event, Bump) and event.strength > LOUD:
                self.sound("acrylic_bump", self.point(event.spot))

    def _offer(self, key: Key) -> None:
        """A held piece may click in at loose pieces near it; the nearest one is drawn to it."""
        here = self.world.place(key)
        near = self._near(key, here)
        if frozenset(near) != self._aimed.get(key):
            self._aimed[key] = frozenset(near)
            self.world.aim(key, [Target(way, base) for base in near for way in WAYS])
        fingers = self._on(key)
        if not near or len(fingers) > 1 or self.world.click(key) is not None:
            self._draw(key, None)
            return
        self._draw(key, _nearest(here, near) if fingers[0].pace < SLOW else None)

    def _near(self, key: Key, here: Place) -> dict[Key, Place]:
        """The loose pieces near a held one that nobody holds."""
        held = self.held
        places = {str(piece): self.world.place(str(piece)) for piece in self.loose}
        return {
            other: place
            for other, place in places.items()
            if other not in held and abs(place.spot - here.spot) < NEAR
        }

    def _draw(self, key: Key, drawn: tuple[Key, Place] | None) -> None:
        """Draw a piece to where it fits beside the held one; or let go of the one drawn."""
        other = self._drawn.pop(key, None)
        if other is not None and other in self.world and (drawn is None or drawn[0] != other):
            self.world.unlead(other)
        if drawn is not None:
            self._drawn[key] = drawn[0]
            self.world.follow(*drawn)


def _nearest(held: Place, near: Mapping[Key, Place]) -> tuple[Key, Place] | None:
    """The piece that is nearest to a place beside a held one, and that place."""
    best, least = None, DRAWN
    for key, place in near.items():
        for inner in MATES:
            tilt = abs(swing(held.angle + inner.angle - place.angle))
            if tilt >= DRAWN_TILT:
                continue
            goal = held.then(inner)
            away = abs(goal.spot - place.spot) + TILT_COUNTS * tilt
            if away < least:
                best, least = (key, goal), away
    return best
