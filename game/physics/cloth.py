"""The cloth takes speed from what slides on it, like dry friction: joints that give way."""

from __future__ import annotations

import pymunk

GLIDE = 30.0
"""What the cloth takes from a loose thing's speed, in sides per second and second."""
ARM = 0.6
"""The arm of its friction against turning, in sides."""
LIGHTER = 0.1
"""The share that is left of it in hand: fingers take most of the weight off the cloth."""


class Cloth:
    """The friction under one body."""

    def __init__(self, space: pymunk.Space, body: pymunk.Body) -> None:
        table = space.static_body
        self._slide = pymunk.PivotJoint(table, body, (0, 0), (0, 0))
        self._turn = pymunk.GearJoint(table, body, 0.0, 1.0)
        self._mass = body.mass
        for joint in self.joints:
            joint.max_bias = 0.0
        self.carry(1.0)
        space.add(*self.joints)

    @property
    def joints(self) -> tuple[pymunk.Constraint, pymunk.Constraint]:
        return self._slide, self._turn

    def carry(self, share: float) -> None:
        """The body presses on the cloth with so much of its weight."""
        self._slide.max_force = GLIDE * self._mass * share
        self._turn.max_force = GLIDE * self._mass * share * ARM
