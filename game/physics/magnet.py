"""A magnet carries a thing into the pose that it is pushed to, as a hand does without thinking.

It turns the thing in front of its goal, where there is room, and draws it in the more strongly the
nearer it is. Nothing is passed through: what jams goes back a little and comes again.
"""

import math
from cmath import rect

import pymunk

from game.physics.click import Mark
from game.physics.hold import Lead
from game.physics.place import Form, swing

PULL = 320.0
"""The force and the torque of a magnet; a finger in contact has half of it."""
STRIDE, SWIVEL = 0.11, 0.16
"""How far ahead it leads at most, in sides and radians: about 5 sides a second."""
ASKEW = 0.08
"""What is turned away less may go straight in, in radians;"""
ROOM = 0.55
"""the rest waits outside, so many sides for a radian,"""
ROOMIEST = 0.7
"""but not farther out than this."""
THERE = 0.06
"""Sides and radians from its goal in which a thing has come there."""
ASIDE = (0.0, 0.6, -0.6, 1.2, -1.2)
"""The next time it comes from another side, by such an angle."""
JAMMED = 6
"""Frames without progress after which it goes back;"""
BACK, TRIES = 0.2, 5
"""so far each time, in sides; and how often until it gives up."""


class Magnet:
    """Draws one thing to a mark, frame by frame."""

    def __init__(self, space: pymunk.Space, body: pymunk.Body, form: Form) -> None:
        self._body, self._lead = body, Lead(space, body, form, PULL)
        self._back, self._least, self._jammed, self._tries = 0.0, math.inf, 0, 0
        self.there = self.failed = False

    def draw(self, goal: Mark) -> None:
        """Goes on for a frame; the goal may have moved."""
        tilt = swing(goal.place.angle - self._body.angle)
        away = goal.hub - complex(*self._body.position)
        self.there = abs(away) < THERE and abs(tilt) < THERE
        room = max(0.0, abs(tilt) - ASKEW) * ROOM + self._back
        out = goal.out * rect(1, ASIDE[self._tries % len(ASIDE)])
        way = away + out * min(room, ROOMIEST)
        self._watch(abs(way) + abs(tilt))
        turn = max(-SWIVEL, min(SWIVEL, tilt))
        self._lead.by(way * min(1.0, STRIDE / (abs(way) or 1.0)), turn)

    def _watch(self, left: float) -> None:
        """Goes back where there is no progress, farther every time, and comes again from there."""
        self._jammed += 1
        if self._back and left < THERE:
            self._back, self._least, self._jammed = 0.0, math.inf, 0
        elif left < self._least - 0.01:
            self._least, self._jammed = left, 0
        elif self._jammed > JAMMED:
            self._tries += 1
            self._back, self._least, self._jammed = BACK * self._tries, math.inf, 0
            self.failed = self._tries > TRIES

    def end(self) -> None:
        self._lead.end()
