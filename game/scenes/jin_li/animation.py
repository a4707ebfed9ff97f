"""How koi swim and leap and stones fly: the motions between two pictures of the pond."""

from __future__ import annotations

import math
from collections.abc import Callable

from game.rules.jin_li.game import HandBack, Leap, Move, Swim, Throw
from game.scenes.jin_li.pool import Grid, Koi, Pool, heading, middle
from game.ui import timeline
from game.ui.frame import Point
from game.ui.timeline import Call, Motion, Sequence, Timeline, Tween, Wait


class Dance:
    """The motions in a pool. `sound` takes a cue and a point of the table."""

    def __init__(
        self, pool: Pool, grid: Grid, timeline: Timeline, sound: Callable[[str, Point], None]
    ) -> None:
        self._pool, self._grid, self._timeline, self._sound = pool, grid, timeline, sound

    def motion(self, move: Move, stones: Point) -> Motion | None:
        """The motion of a move; `stones` is where on the table a stone comes from or goes to."""
        match move:
            case Swim():
                return self._swim(move)
            case Leap():
                return self._leap(move)
            case Throw():
                return self._throw(move, stones)
            case HandBack():
                return self._hand_back(move, stones)
        return None

    def _swim(self, move: Swim) -> Motion:
        koi = self._pool.koi[move.start]
        a, b = koi.at, middle(move.end)
        if self._timeline.reduced or math.dist(a, b) < 0.3:
            return glide(koi, b, 0.1)
        koi.hurried = True
        first = koi.heading
        turn = (heading(a, b) - first + 180) % 360 - 180  # the shorter way round
        bend = max(-1.0, min(1.0, turn / 70))

        def show(t: float) -> None:
            koi.heading = first + turn * min(1.0, 2 * t)
            koi.bend = bend * math.sin(math.pi * min(1.0, 1.6 * t))
            koi.stroke = (koi.stroke + 0.05) % 1
            koi.at = timeline.between(a, b, timeline.ease_in_out(t))

        self._sound("splash", self._grid.square(move.end))
        ripple = Call(lambda: self._pool.ripple(b, 0.7))
        return Sequence(Tween(0.34, show, timeline.linear), ripple)

    def _leap(self, move: Leap) -> Motion:
        koi = self._pool.koi[move.start]
        a, b = koi.at, middle(move.end)
        koi.heading, koi.hurried = heading(middle(move.start), b), True

        def show(t: float) -> None:
            koi.at, koi.lift = timeline.between(a, b, t), math.sin(math.pi * t)

        def splash() -> None:
            koi.lift, koi.hurried = 0.0, False
            self._pool.ripple(b, 1.2)
            self._sound("splash", self._grid.square(move.end))

        self._sound("leap", self._grid.square(move.start))
        self._pool.ripple(a)
        seconds = 0.1 if self._timeline.reduced else 0.42
        return Sequence(Tween(seconds, show, timeline.linear), Call(splash))

    def _throw(self, move: Throw, start: Point) -> Motion:
        a, b = self._grid.position(start), middle(move.square)
        rise = 0.0 if self._timeline.reduced else 1.1

        def show(t: float) -> None:
            self._pool.stones[move.square] = timeline.arc(a, b, t, -rise)

        def plop() -> None:
            self._sound("stone_plop", self._grid.square(move.square))
            self._pool.ripple(b, 1.0)

        return Sequence(Tween(0.3, show, timeline.linear), Call(plop))

    def _hand_back(self, move: HandBack, end: Point) -> Motion:
        a, b = middle(move.square), self._grid.position(end)

        def show(t: float) -> None:
            self._pool.stones[move.square] = timeline.arc(a, b, t, -0.8)

        self._pool.ripple(a, 0.8)
        return timeline.Parallel(Tween(0.36, show, timeline.ease_in_out), Wait(0.1))


def glide(koi: Koi, end: Point, seconds: float) -> Motion:
    """The koi comes straight to a position, as it is."""
    start = koi.at

    def show(t: float) -> None:
        koi.at = timeline.between(start, end, t)

    return Tween(seconds, show)
