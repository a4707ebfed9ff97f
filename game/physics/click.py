"""Clicking in: the legal pose a thing is nearest to, how it settles there, and what is told of it.

Which poses are legal is told from outside; nothing else is ever proposed. What has come there
settles softly and can be pulled out again.
"""

import math
from cmath import rect
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple, TypeAlias

from game.physics import bodies
from game.physics.place import ORIGIN, STEP, Form, Place, at, place_of, swing
from game.rules.walong.cluster import Cluster
from game.rules.walong.geometry import SIDES, Pose, direction, mate

TILT_COUNTS = 0.45
"""A radian counts as so many sides."""
FARTHEST, MOST_TILT = 1.4, math.radians(100)
"""What lies farther off or more askew is not pushed there."""
NEARLY, ASKEW = 0.55, math.radians(30)
"""What is so near and so little askew is nearly there."""
HEADED = 0.95
"""So much counts where fingers want a thing, and the rest where it is."""
SETTLES, SETTLES_BY = 0.4, 0.12
"""The share of the last little way to its goal that a thing goes in a frame, and how far at most,
in sides and radians."""
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
    """A target, where it is on the table now, and the hub of a thing that lies there.

    `joints` are its sides there that fixed pieces share; `out` is the direction in which a thing
    leaves it.
    """

    target: Target
    place: Place
    hub: complex
    joints: tuple[Joint, ...]
    out: complex


def mark(form: Form, target: Target, fixed: Cluster, base: Place | None = None) -> Mark:
    """The mark of a target; `base` is where the thing lies that it refers to."""
    place, sides = place_of(target.pose), tuple[Joint, ...]()
    if base is not None:
        place = base.then(at(place.spot - ORIGIN.spot, place.angle))
        out = place.spot - base.spot
    else:
        sides = joints(form, target.pose, fixed)
        out = sum(rect(1, (direction(one.pose, one.side) - 3) * STEP) for one in sides) or 1.0
    return Mark(target, place, place.point(bodies.weight(form).hub), sides, out / abs(out))


def joints(form: Form, pose: Pose, fixed: Cluster) -> tuple[Joint, ...]:
    """The sides that fixed pieces and a form share if its first piece has this pose."""
    return tuple(
        Joint(contact.pose, contact.other, index, contact.side)
        for index, piece in enumerate(form.poses(pose))
        for contact in fixed.contacts(piece)
    )


class Meant(NamedTuple):
    """A mark, and how far a thing is from it: in sides, an angle counting as some; and whether
    that is so little that whoever pushes it there can mean nothing else.
    """

    mark: Mark
    far: float
    nearly: bool


def meant(
    form: Form, place: Place, wish: Place, ahead: Place, marks: Iterable[Mark]
) -> Meant | None:
    """The mark that a thing is pushed to: the nearest one. Its fingers hold it so far away, at an
    angle, by `wish`; soon they will be so far `ahead` of it, and it turned so much.
    """
    best, hub = None, place.point(bodies.weight(form).hub)
    for one in marks:
        way = one.hub - hub
        here, there = abs(way), abs(way - ahead.spot)
        least = min(here, there)
        if least <= FARTHEST and abs(turn := swing(one.place.angle - place.angle)) <= MOST_TILT:
            tilt = min(abs(turn), abs(swing(turn - ahead.angle)))
            far = here + HEADED * (least - here) + TILT_COUNTS * tilt
            if best is None or far < best.far:
                near = min(here, abs(way - wish.spot)) <= NEARLY
                best = Meant(one, far, near and abs(swing(one.place.angle - wish.angle)) <= ASKEW)
    return best


class Match(NamedTuple):
    """Two sides that a thing would join, and the pose of its first piece in which it would."""

    joint: Joint
    pose: Pose


def match(form: Form, place: Place, index: int, other: Pose) -> Match:
    """How a piece of a thing would lie at a fixed one with the least way from where it is."""
    found, lies = [], form.places(place)[index]
    for side, own in product(SIDES, SIDES):
        goal = place_of(mate(other, side, own))
        far = abs(goal.spot - lies.spot) + TILT_COUNTS * abs(swing(goal.angle - lies.angle))
        found.append((far, side, own))
    _, side, own = min(found)
    return Match(Joint(other, side, index, own), form.first_pose(index, mate(other, side, own)))


# Settling ---------------------------------------------------------------------------------------


@dataclass(slots=True)
class Click:
    """A thing that has clicked in: where, along which sides, and how far it has settled."""

    target: Target
    joints: tuple[Joint, ...]
    place: Place
    """Where it lies now."""
    settled: bool = False

    def advance(self, goal: Place) -> None:
        """Goes on settling for a frame, toward a goal that may have moved."""
        way, turn = self.place.spot - goal.spot, swing(self.place.angle - goal.angle)
        far = abs(way) + abs(turn)
        self.settled = self.settled or far < STILL
        left = 0.0 if self.settled else 1 - min(SETTLES, SETTLES_BY / far)
        self.place = at(goal.spot + left * way, goal.angle + left * turn)


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
