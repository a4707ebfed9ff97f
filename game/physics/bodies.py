"""The body of a Walong: its whirled outline, drawn in a little and cut into convex parts; and
probes that feel where it lies free of the fixed pieces, without moving anything.

Physics plays with pieces that are 0.02 side smaller all around than they look (an inset of 0.025
and a rounding of 0.005): without that play no rigid motion leads into a notch of 60 degrees.
"""

from cmath import rect
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import pymunk

from game.physics.place import ORIGIN, Form, Place, at, mean, place_of
from game.rules.walong.geometry import HOME, Pose, inset, outline

SAMPLES = 8
"""Straight pieces of a side; 12 would be what the rules use."""
INSET = 0.025
ROUNDING = 0.005
"""Radius around the inset outline, in sides."""
SLIPPERY = 0.25
"""Friction of a piece; between two pieces the product counts."""
FIXED, EDGE, LOOSE = 1, 2, 4
"""What a shape is, as bits of its filter."""
FEELER = pymunk.ShapeFilter(mask=FIXED)
SHALLOW = 0.004
"""What the solver leaves of a push between pieces that touch; less counts as free."""
Outline: TypeAlias = tuple[complex, ...]


class Weight(NamedTuple):
    """Mass (1 per piece), moment around the hub, and the hub: the centre of gravity as seen from
    the place of the form.
    """

    mass: float
    moment: float
    hub: complex


WHOLE: Outline = tuple(point - ORIGIN.spot for point in outline(HOME, SAMPLES))
"""The outline of a piece as seen from its centre, counter-clockwise."""


CORNERS = (
    (15, 16, 17, 35, 37, 38, 39, 1, 2, 11, 13, 14),
    (29, 30, 33, 3, 5, 6, 7, 10, 17, 18, 27),
    (19, 21, 22, 26, 27, 33, 34, 2, 3),
    (32, 33, 10, 11, 17, 18, 27, 29, 30, 31),
    (22, 23, 25, 26, 34, 0, 1, 19, 21),
    (34, 35, 3, 5, 6, 7, 8, 9),
    (18, 19, 35, 38, 39, 0, 1),
    (24, 25, 7, 9, 10, 18),
    (23, 24, 25, 19, 21, 22),
)
INNER: Outline = inset(WHOLE, INSET)
"""The outline drawn in by `INSET`."""
PARTS: tuple[Outline, ...] = tuple(tuple(INNER[corner] for corner in part) for part in CORNERS)
"""It as convex polygons by the `CORNERS` they have of it, counter-clockwise; every part reaches as
far as it can. Parts that overlap leave no seam for the tip of another piece to slip into. The
middle of a side is left out where its neighbours go on in a straight line: at three corners in a
line Pymunk finds no contact with a tip."""


def _middle() -> complex:
    ahead = (*WHOLE[1:], WHOLE[0])
    twice = [(a.conjugate() * b).imag for a, b in zip(WHOLE, ahead, strict=True)]
    moved = [(a + b) * w for a, b, w in zip(WHOLE, ahead, twice, strict=True)]
    return sum(moved) / (3 * sum(twice))


MIDDLE = _middle()
"""The centre of gravity of a piece as seen from its centre."""


@lru_cache(maxsize=64)
def weight(form: Form) -> Weight:
    """How heavy a form is, and around which point it turns when nobody holds it."""
    places = form.places(ORIGIN)
    base = place_of(HOME)
    hub = mean(place.point(MIDDLE) for place in places)
    moment = 0.0
    for place in places:
        points = [place.point(point) - hub for point in WHOLE]
        moment += pymunk.moment_for_poly(1, [(point.real, point.imag) for point in points])
    return Weight(len(places), moment, base.inner(hub))


def shapes(body: pymunk.Body, places: Iterable[Place]) -> list[pymunk.Shape]:
    """The convex parts of pieces at these places of the body's own coordinates."""
    made: list[pymunk.Shape] = []
    for place in places:
        turn = rect(1, place.angle)
        for part in PARTS:
            points = [place.spot + turn * point for point in part]
            shape = pymunk.Poly(body, [(p.real, p.imag) for p in points], radius=ROUNDING)
            shape.friction, shape.elasticity = SLIPPERY, 0.0
            made.append(shape)
    return made


def loose(form: Form) -> tuple[pymunk.Body, list[pymunk.Shape]]:
    """A body that can move, with its shapes; its own coordinates start at the hub."""
    mass, moment, inner = weight(form)
    body, hub = pymunk.Body(mass, moment), ORIGIN.point(inner)
    return body, shapes(body, [at(p.spot - hub, p.angle) for p in form.places(ORIGIN)])


def lay(body: pymunk.Body, form: Form, place: Place) -> None:
    """Puts a body where its form lies at `place`."""
    spot = place.point(weight(form).hub)
    body.position, body.angle = (spot.real, spot.imag), place.angle


def around(form: Form, hub: complex, angle: float) -> Place:
    """Where a form lies that is turned so and has its hub there."""
    return at(hub - weight(form).hub * rect(1, angle), angle)


def lies(body: pymunk.Body, form: Form) -> Place:
    """Where a form lies whose body is this one."""
    return around(form, complex(*body.position), body.angle)


def sunk(space: pymunk.Space, some: Iterable[pymunk.Shape]) -> float:
    """How deep shapes stick in what they collide with in a space, in sides; 0 if in nothing."""
    hits = (hit for shape in some for hit in space.shape_query(shape))
    points = (point for hit in hits for point in hit.contact_point_set.points)
    return max((-point.distance for point in points if point.distance < 0), default=0.0)


class Probe:
    """Feels around in a space."""

    def __init__(self, space: pymunk.Space) -> None:
        self._space = space
        self._feelers: dict[Form, tuple[pymunk.Body, list[pymunk.Shape]]] = {}

    def depth(self, form: Form, place: Place) -> float:
        """How deep the form would stick in fixed pieces there, in sides; 0 if in none."""
        if form not in self._feelers:
            self._feelers[form] = loose(form)
            for shape in self._feelers[form][1]:
                shape.filter = FEELER
        body, feelers = self._feelers[form]
        lay(body, form, place)
        return sunk(self._space, feelers)

    def clear(self, form: Form, place: Place, depth: float = SHALLOW) -> bool:
        """Whether the form would stick in nothing, or not deeper than `depth`."""
        return self.depth(form, place) <= depth


def fixed_shapes(body: pymunk.Body, pose: Pose) -> list[pymunk.Shape]:
    """The shapes of a piece that lies fast at an exact pose."""
    made = shapes(body, (place_of(pose),))
    for shape in made:
        shape.filter = pymunk.ShapeFilter(categories=FIXED)
    return made
