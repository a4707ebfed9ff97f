"""How koi swim and leap and stones fly: the motions between two pictures of the pond."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from game.rules.jin_li.game import HandBack, Leap, Swim, Throw
from game.scenes.jin_li.view import Koi, Pool, PoolView, heading, middle, nearest_turn
from game.ui.frame import Point
from game.ui.timeline import (
    Call,
    Motion,
    Parallel,
    Sequence,
    Tween,
    Wait,
    arc,
    between,
    ease_in_out,
    linear,
)


@dataclass(frozen=True, slots=True)
class Dance:
    """The motions in one pool. `sound` takes a cue and a point of the table."""

    pool: Pool
    water: PoolView
    sound: Callable[[str, Point], None]
    reduced: bool

    def swim(self, move: Swim) -> Motion:
        """The koi turns toward its goal, bends, and glides there."""
        koi = self.pool.koi[move.start]
        a, b = koi.at, middle(move.end)
        if self.reduced or math.dist(a, b) < 0.3:
            return Tween(0.1, lambda t: put(koi, between(a, b, t)))
        koi.hurried = True
        first, goal = koi.heading, nearest_turn(koi.heading, heading(a, b))
        bend = max(-1.0, min(1.0, (goal - first) / 70))

        def show(t: float) -> None:
            koi.heading = first + (goal - first) * min(1.0, 2 * t)
            koi.bend = bend * math.sin(math.pi * min(1.0, 1.6 * t))
            koi.stroke = (koi.stroke + 0.05) % 1
            koi.at = between(a, b, ease_in_out(t))

        self.sound("splash", self.water.square(move.end))
        return Sequence(Tween(0.34, show, linear), Call(lambda: self.pool.ripple(b, 0.7)))

    def leap(self, move: Leap) -> Motion:
        """The koi jumps over the stone in an arc and falls back into the water."""
        koi = self.pool.koi[move.start]
        a, b = koi.at, middle(move.end)
        koi.heading, koi.hurried = heading(middle(move.start), b), True

        def show(t: float) -> None:
            koi.at, koi.lift = between(a, b, t), math.sin(math.pi * t)

        def splash() -> None:
            self.pool.koi_at_rest()
            self.pool.ripple(b, 1.2)
            self.sound("splash", self.water.square(move.end))

        self.sound("leap", self.water.square(move.start))
        self.pool.ripple(a)
        return Sequence(Tween(0.1 if self.reduced else 0.42, show, linear), Call(splash))

    def throw(self, move: Throw, start: Point) -> Motion:
        """A stone flies from a point of the table into the pond."""
        a, b = self.water.pond_point(start), middle(move.square)
        rise = 0.0 if self.reduced else 1.1

        def show(t: float) -> None:
            self.pool.stones[move.square] = arc(a, b, t, -rise)

        def plop() -> None:
            self.sound("stone_plop", self.water.square(move.square))
            self.pool.ripple(b, 1.0)

        return Sequence(Tween(0.3, show, linear), Call(plop))

    def hand_back(self, move: HandBack, end: Point) -> Motion:
        """A stone is taken out of the pond and lands in a tray."""
        a, b = middle(move.square), self.water.pond_point(end)

        def show(t: float) -> None:
            self.pool.stones[move.square] = arc(a, b, t, -0.8)

        self.pool.ripple(a, 0.8)
        return Parallel(Tween(0.36, show, ease_in_out), Wait(0.1))


def put(koi: Koi, at: Point) -> None:
    koi.at = at
