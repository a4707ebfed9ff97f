"""Clicking in: the legal pose a thing is nearest to, how it settles there, and what is told of it.

Which poses are legal is told from outside; nothing else is ever proposed. A pose counts as near
within 0.25 side and 12 degrees. What has clicked in settles like a critically damped spring and
can be pulled out again.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from game.physics import bodies
from game.physics.place import ORIGIN, STEP, Form, Place, at, place_of, swing
from game.rules.walong.cluster import Cluster
from game.rules.walong.geometry import HOME, SIDES, Pose, direction, mate, side_middle

REACH = 0.25
"""Sides between where the hub is and where it would be."""
TILT = math.radians(12)
LOOSE_REACH, LOOSE_TILT = 0.4, math.radians(20)
"""Beside another loose thing, where nothing else can be meant and few angles can be asked for."""
OMEGA = 30.0
"""Of the settling spring, per second; 200 ms leave 1.7 % of the way."""
STILL = 0.0004
"""What is closer to its goal than this has arrived, in sides."""


Key: TypeAlias = str
"""The name of a thing."""


class Target(NamedTuple):
    """An exact pose of a thing's first piece: on the table, or as seen from another thing whose
    first piece is at home.
    """

    pose: Pose
    base: Key = ""


class Joint(NamedTuple):
    """A side of a fixed piece, and the piece (by index) and side of a thing that lie on it."""

    pose: Pose
    side: int
    piece: int
    own: int


class Mark(NamedTuple):
    """A target, where it is on the table now, and the hub of a thing that lies there."""

    target: Target
    place: Place
    hub: complex


def mark(form: Form, target: Target, base: Place | None = None) -> Mark:
    """The mark of a target; `base` is where the thing lies that it refers to."""
    place = place_of(target.pose)
    if base is not None:
        place = base.then(at(place.spot - ORIGIN.spot, place.angle))
    return Mark(target, place, place.point(bodies.weight(form).hub))


def nearest(form: Form, place: Place, marks: Iterable[Mark]) -> Mark | None:
    """The mark that a thing is nearest to, if one is within reach."""
    hub = place.point(bodies.weight(form).hub)
    best, least = None, math.inf
    for one in marks:
        far, most = (LOOSE_REACH, LOOSE_TILT) if one.target.base else (REACH, TILT)
        away = abs(one.hub - hub)
        if away <= far:
            tilt = abs(swing(one.place.angle - place.angle))
            if tilt <= most and away + tilt < least:
                best, least = one, away + tilt
    return best


def joints(form: Form, pose: Pose, fixed: Cluster) -> tuple[Joint, ...]:
    """The sides that fixed pieces and a form share if its first piece has this pose."""
    return tuple(
        Joint(contact.pose, contact.other, index, contact.side)
        for index, piece in enumerate(form.poses(pose))
        for contact in fixed.contacts(piece)
    )


# Sides that nearly match ------------------------------------------------------------------------


class Match(NamedTuple):
    """A joint that nearly exists, the exact pose of the first piece in which it would, and how
    far the middles of the two sides are apart.
    """

    joint: Joint
    pose: Pose
    gap: float


def matches(form: Form, place: Place, near: Sequence[Pose]) -> list[Match]:
    """Sides of fixed pieces that sides of a thing nearly lie on, the nearest first."""
    found = []
    for index, lies in enumerate(form.places(place)):
        sides = [(pose, side, *_side(pose, side)) for pose in near for side in SIDES]
        sides = [known for known in sides if abs(known[2] - lies.spot) <= _WIDEST + REACH]
        for own in SIDES:
            middle, angle = _side(HOME, own)
            here, points = lies.point(middle - ORIGIN.spot), lies.angle + angle
            for pose, side, there, facing in sides:
                gap = abs(there - here)
                if gap <= REACH and abs(swing(points - facing + math.pi)) <= TILT:
                    exact = form.first_pose(index, mate(pose, side, own))
                    found.append(Match(Joint(pose, side, index, own), exact, gap))
    return sorted(found, key=lambda match: match.gap)


@lru_cache(maxsize=1 << 10)
def _side(pose: Pose, side: int) -> tuple[complex, float]:
    """Middle and direction of a side of a piece at an exact pose."""
    return side_middle(pose, side), direction(pose, side) * STEP


_WIDEST = max(abs(side_middle(HOME, side) - ORIGIN.spot) for side in SIDES)
"""From the centre of a piece to the middle of a side."""


# Settling ---------------------------------------------------------------------------------------


@dataclass(slots=True)
class Settling:
    """One number on its way to 0, critically damped."""

    off: float
    speed: float

    def advance(self, seconds: float) -> None:
        """Exact for any time."""
        drive = self.speed + OMEGA * self.off
        fade = math.exp(-OMEGA * seconds)
        self.off = (self.off + drive * seconds) * fade
        self.speed = drive * fade - OMEGA * self.off


@dataclass(slots=True)
class Click:
    """A thing that has clicked in: where, along which sides, and how far it has settled."""

    target: Target
    joints: tuple[Joint, ...]
    place: Place
    """Where it lies now."""
    ways: tuple[Settling, ...]
    """What is missing in x, y and angle."""
    settled: bool = False

    def advance(self, seconds: float, goal: Place) -> None:
        """Goes on settling, toward a goal that may have moved."""
        for way in self.ways:
            way.advance(seconds)
        x, y, angle = (way.off for way in self.ways)
        self.settled = max(abs(x), abs(y), abs(angle)) < STILL
        if self.settled:
            x = y = angle = 0.0
        self.place = Place(goal.x + x, goal.y + y, goal.angle + angle)


def ways(here: Place, goal: Place, velocity: complex, spin: float) -> tuple[Settling, ...]:
    """How a thing settles from here to its goal that moves with this speed.

    It must not shoot past its goal into the others, so what it brings along has a limit.
    """
    offs = (here.x - goal.x, here.y - goal.y, swing(here.angle - goal.angle))
    brought = (velocity.real, velocity.imag, spin)
    return tuple(
        Settling(off, max(-OMEGA * abs(off), min(OMEGA * abs(off), speed)))
        for off, speed in zip(offs, brought, strict=True)
    )


# What is told -----------------------------------------------------------------------------------


class Bump(NamedTuple):
    """A held thing hit something: where, and how fast in sides per second."""

    key: Key
    spot: complex
    strength: float


class Clicked(NamedTuple):
    """A thing clicked in; more joints than one sound richer."""

    key: Key
    click: Click


class PulledOut(NamedTuple):
    """A thing that had clicked in was pulled out again."""

    key: Key
    target: Target


class Refused(NamedTuple):
    """A thing is pushed against a side it fits, but the pose this would give is not legal."""

    key: Key
    match: Match


Event: TypeAlias = Bump | Clicked | PulledOut | Refused
