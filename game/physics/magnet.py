"""A magnet carries a thing into the pose that it is pushed to, as a hand does without thinking.

It turns the thing in front of its goal, where there is room, and draws it in the more strongly the
nearer it is. Nothing is passed through: what jams goes back a little, comes round in front of its
goal, and tries again.
"""

import math
from cmath import rect

import pymunk

from game.physics.click import Mark
from game.physics.hold import Lead
from game.physics.place import Form, swing

PULL = 320.0
"""The force and the torque of a magnet; a finger in contact has half of it."""
STRIDE, SWIVEL = 0.11, 0.045
"""How far ahead it leads at most, in sides and radians: about 5 sides a second."""
ASKEW = 0.08
"""What is turned away less may go straight in, in radians;"""
ROOM = 0.55
"""the rest waits outside, so many sides for a radian,"""
ROOMIEST = 0.7
"""but not farther out than this."""
THERE = 0.06
"""Sides and radians from its goal in which a thing has come there."""
ASIDE = (0.0, 0.5, -0.5, 1.0, -1.0)
"""Every time it goes back in another direction, turned by such an angle from the way out."""
PROGRESS, JAMMED = 0.03, 6
"""What counts as progress, in sides and radians; frames without any after which it goes back;"""
BACK, TRIES = 0.3, 5
"""so far each time, in sides; and how often until it gives up."""


class Magnet:
    """Draws one thing to a mark, frame by frame."""

    def __init__(self, space: pymunk.Space, body: pymunk.Body, form: Form) -> None:
        self._body, self._lead = body, Lead(space, body, form, PULL)
        self._least, self._jammed, self._tries = math.inf, 0, 0
        self._stops: list[complex] = []
        """Where it goes first, as seen from the goal."""
        self.there = self.failed = False

    def draw(self, goal: Mark) -> None:
        """Goes on for a frame; the goal may have moved."""
        tilt = swing(goal.place.angle - self._body.angle)
        away = goal.hub - complex(*self._body.position)
        self.there = abs(away) < THERE and abs(tilt) < THERE
        room = min(ROOMIEST, max(0.0, abs(tilt) - ASKEW) * ROOM)
        way = away + (self._stops[0] if self._stops else goal.out * room)
        left = abs(way) + abs(tilt)
        self._jammed += 1
        if left < self._least - PROGRESS:
            self._least, self._jammed = left, 0
        if self._stops and (abs(way) < THERE or self._jammed > JAMMED):
            self._stops.pop(0)
            self._least, self._jammed = math.inf, 0
        elif self._jammed > JAMMED:
            self._retreat(goal, -away)
        turn = max(-SWIVEL, min(SWIVEL, tilt))
        self._lead.by(way * min(1.0, STRIDE / (abs(way) or 1.0)), turn)

    def _retreat(self, goal: Mark, here: complex) -> None:
        """Goes back from here, farther every time, and in front of its goal."""
        out = goal.out * rect(1, ASIDE[self._tries % len(ASIDE)])
        self._tries += 1
        back = BACK * self._tries
        self._stops = [here + out * back, goal.out * back]
        self._least, self._jammed = math.inf, 0
        self.failed = self._tries > TRIES

    def end(self) -> None:
        self._lead.end()
