"""A probe feels whether a form would lie free of the fixed pieces, without moving anything."""

from __future__ import annotations

import math
from cmath import rect
from collections.abc import Iterable

import pymunk

from game.physics import bodies
from game.physics.place import Form, Place, place_of
from game.rules.walong.geometry import Pose

FIXED, EDGE, LOOSE = 1, 2, 4
"""What a shape is, as bits of its filter."""
FEELER = pymunk.ShapeFilter(mask=FIXED)
SHALLOW = 0.004
"""What the solver leaves of a push between pieces that touch; less counts as free."""
STRIDE = 0.14
"""How far a form must get to count as being able to move, in sides."""
FAN = (0.0, math.pi / 6, -math.pi / 6, math.pi / 3, -math.pi / 3)
"""Directions that still follow a pull, as angles to it."""


class Probe:
    """Feels around in a space, or in one of its own with pieces fixed at these poses."""

    def __init__(self, space: pymunk.Space | None = None, fixed: Iterable[Pose] = ()) -> None:
        self._space = pymunk.Space() if space is None else space
        self._feelers: dict[Form, tuple[pymunk.Body, list[pymunk.Shape]]] = {}
        for pose in fixed:
            self._space.add(*fixed_shapes(self._space.static_body, pose))

    def depth(self, form: Form, place: Place) -> float:
        """How deep the form would stick in fixed pieces there, in sides; 0 if in none."""
        body, feelers = self._feeler(form)
        bodies.lay(body, form, place)
        deepest = 0.0
        for shape in feelers:
            for hit in self._space.shape_query(shape):
                for point in hit.contact_point_set.points:
                    deepest = min(deepest, point.distance)
        return -deepest

    def clear(self, form: Form, place: Place, depth: float = SHALLOW) -> bool:
        """Whether the form would stick in nothing, or not deeper than `depth`."""
        return self.depth(form, place) <= depth

    def leads_out(self, form: Form, place: Place, pull: complex) -> bool:
        """Whether a form that is pulled there can go on, straight or a little aside."""
        way = pull / abs(pull) * STRIDE
        for angle in FAN:
            spot = place.spot + way * rect(1, angle)
            if self.clear(form, Place(spot.real, spot.imag, place.angle)):
                return True
        return False

    def _feeler(self, form: Form) -> tuple[pymunk.Body, list[pymunk.Shape]]:
        if form not in self._feelers:
            body, made = bodies.loose(form)
            for shape in made:
                shape.filter = FEELER
            self._feelers[form] = body, made
        return self._feelers[form]


def fixed_shapes(body: pymunk.Body, pose: Pose) -> list[pymunk.Shape]:
    """The shapes of a piece that lies fast at an exact pose."""
    made = bodies.shapes(body, (place_of(pose),))
    for shape in made:
        shape.filter = pymunk.ShapeFilter(categories=FIXED)
    return made
