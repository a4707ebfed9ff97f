"""A place is where a thing lies on the table before it has to fit: a spot and an angle.

Lengths are in sides, x runs to the right, y *upwards*, angles are in radians and turn
counter-clockwise, as in the rules; whoever draws turns y around. A piece lies where its centre
(the point pictures turn around, `walong.centre`) is; its angle is 0 in orientation 0. A *form* is
one piece or several that are rigidly joined; it lies where its first piece lies.
"""

import math
from cmath import rect
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from game.rules.walong.geometry import HOME, Pose, centre, mate, relative

TURN = math.tau
STEP = TURN / 12
"""Exact poses are turned by multiples of this."""


class Place(NamedTuple):
    """A spot in sides and an angle in radians."""

    x: float
    y: float
    angle: float

    @property
    def spot(self) -> complex:
        return complex(self.x, self.y)

    def point(self, inner: complex) -> complex:
        """A point given as seen from this place, on the table."""
        return self.spot + inner * rect(1, self.angle)

    def inner(self, point: complex) -> complex:
        """A point of the table, as seen from this place."""
        return (point - self.spot) * rect(1, -self.angle)

    def then(self, inner: "Place") -> "Place":
        """A place given as seen from this one, on the table."""
        return at(self.point(inner.spot), self.angle + inner.angle)


def at(spot: complex, angle: float) -> Place:
    """The place with this spot and angle."""
    return Place(spot.real, spot.imag, angle)


@lru_cache(maxsize=1 << 12)
def place_of(pose: Pose) -> Place:
    """Where exactly a piece lies that has this pose."""
    return at(centre(pose), pose.k * STEP)


ORIGIN = place_of(HOME)


class Edges(NamedTuple):
    """The cloth, in sides."""

    left: float
    bottom: float
    right: float
    top: float

    def nearest(self, point: complex, margin: float = 0.0) -> complex:
        """The point of the cloth next to a point."""
        x = min(max(point.real, self.left + margin), self.right - margin)
        y = min(max(point.imag, self.bottom + margin), self.top - margin)
        return complex(x, y)


def swing(angle: float) -> float:
    """The same angle between minus half a turn and half a turn.

    >>> round(swing(6.0), 3)
    -0.283
    """
    return (angle + TURN / 2) % TURN - TURN / 2


def composed(base: Pose, inner: Pose) -> Pose:
    """A pose given as seen from `base`, on the table; `relative` undoes it."""
    return Pose((base.k + inner.k) % 12, *base.point.plus(inner.point.turned(base.k)))


@dataclass(frozen=True, slots=True)
class Form:
    """Rigidly joined pieces as their first piece sees them, which is at home."""

    pieces: tuple[Pose, ...] = (HOME,)

    def poses(self, first: Pose) -> tuple[Pose, ...]:
        """Where all pieces lie if the first has this pose."""
        return tuple(composed(first, piece) for piece in self.pieces)

    def places(self, first: Place) -> tuple[Place, ...]:
        """Where all pieces lie if the first lies there."""
        base = at(first.point(-ORIGIN.spot), first.angle)
        return tuple(base.then(place_of(piece)) for piece in self.pieces)

    def first_pose(self, index: int, pose: Pose) -> Pose:
        """The pose of the first piece if the piece with this index has `pose`."""
        return composed(pose, relative(HOME, self.pieces[index]))


SINGLE = Form()


def pair(side: int, other: int) -> Form:
    """Two pieces: `side` of the first lies on side `other` of the second."""
    return Form((HOME, mate(HOME, side, other)))


def mean(points: Iterable[complex]) -> complex:
    """The middle of at least one point."""
    known = list(points)
    return sum(known) / len(known)
