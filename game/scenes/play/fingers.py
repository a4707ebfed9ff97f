"""Free fingers over a board: one drags the view, two pull it larger or smaller.

While something is carried by another pointer, a free finger turns what is carried: by going
round it, or by a tap. What rested on the board before a finger came, such as a palm, does not count
for that finger, and as long as it rests it moves nothing.
"""

import math
from collections.abc import Callable, Sequence
from typing import Final

from game.scenes.play.camera import Camera
from game.ui.frame import Point
from game.ui.intents import Intent

NOTCH: Final = 22.0
"""Degrees a finger goes round what is carried to turn it by one step."""
NEAR: Final = 30.0
"""Fingers closer together than this, in units, tell nothing about size or angle."""


class Fingers:
    """Pointers that went down on the board and hold no piece.

    `turn` is called with +1 for a step clockwise and -1 for one counter-clockwise.
    """

    def __init__(self, turn: Callable[[int], object]) -> None:
        self._turn = turn
        self._down: dict[str, Point] = {}
        self._resting: set[str] = set()
        """Those that have not moved for a moment."""
        self._twist = 0.0

    def press(self, intent: Intent) -> None:
        """A pointer went down on the board and grabbed nothing."""
        for name in self._resting:
            self._down.pop(name, None)
        self._resting.clear()
        self._down[intent.pointer] = intent.pos

    def forget(self, camera: Camera) -> None:
        """They hold the view no longer: it comes to rest."""
        self._down, self._resting = {}, set()
        if camera.held and not camera.lasting:
            camera.settle(camera.box.center)

    def on(self, intent: Intent, camera: Camera, carried: Point | None) -> bool:
        """React to a drag, hold, release or loss of one of these pointers; True if it was taken.

        `carried` is where something is held by another pointer, if something is.
        """
        if intent.pointer not in self._down:
            return False
        if intent.kind == "hold":
            self._resting.add(intent.pointer)
        if intent.kind == "drag":
            if intent.moved:
                self._resting.discard(intent.pointer)
            self._drag(intent, camera, carried)
            return True
        if intent.kind in ("release", "lost"):
            del self._down[intent.pointer]
            self._resting.discard(intent.pointer)
            self._twist = 0.0
            if camera.held and (self._down or not camera.lasting):
                camera.settle(_mean([intent.pos, *self._down.values()]))
            return True
        return False

    def _drag(self, intent: Intent, camera: Camera, carried: Point | None) -> None:
        before, now = self._down[intent.pointer], intent.pos
        others = [at for name, at in self._down.items() if name != intent.pointer]
        if carried is None and not others and not intent.moved:
            return
        self._down[intent.pointer] = now
        if carried is not None:
            if min(math.dist(carried, before), math.dist(carried, now)) >= NEAR:
                self._twist += angle_between(carried, before, now)
                steps = math.trunc(self._twist / NOTCH)
                self._twist -= steps * NOTCH
                if steps:
                    self._turn(steps)
            return
        share = 2 if others else 1
        camera.pan(((now[0] - before[0]) / share, (now[1] - before[1]) / share))
        if others:
            far, near = math.dist(others[0], before), math.dist(others[0], now)
            if min(far, near) > NEAR:
                camera.zoom(near / far, _mean([others[0], now]))


def angle_between(middle: Point, before: Point, now: Point) -> float:
    """How far a point has gone round another, in degrees, clockwise as seen on the table."""
    first = math.atan2(before[1] - middle[1], before[0] - middle[0])
    second = math.atan2(now[1] - middle[1], now[0] - middle[0])
    return math.degrees((second - first + math.pi) % math.tau - math.pi)


def _mean(points: Sequence[Point]) -> Point:
    count = len(points)
    return sum(p[0] for p in points) / count, sum(p[1] for p in points) / count
