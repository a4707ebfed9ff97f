"""What swims, lies and ripples in the pond, as it is shown; positions as in `layout`."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from game.rules.jin_li.state import Pond, Square, squares
from game.scenes.jin_li.koi_body import KINDS, Kind
from game.scenes.jin_li.layout import heading, middle
from game.ui.frame import Point

RIPPLE_SECONDS = 1.3
AWAKE = 25.0
"""Seconds the pond stays lively after somebody touched it; then it falls calm."""


@dataclass(slots=True)
class Koi:
    """One fish as it is shown: where, where it looks (degrees, counter-clockwise from the
    files' direction), how it bends (−1…1), its stroke (0…1) and its height while leaping."""

    kind: Kind
    at: Point
    heading: float
    bend: float = 0.0
    stroke: float = 0.0
    lift: float = 0.0
    variant: int = 0
    """Which of its kind's two coats it wears."""
    hurried: bool = False
    """Swimming rather than resting."""


@dataclass(slots=True)
class Ripple:
    center: Point
    age: float = 0.0
    strength: float = 1.0


@dataclass(slots=True)
class Pool:
    """Everything in the water. `life` is how lively it is, 1 awake and 0 asleep."""

    koi: dict[Square, Koi] = field(default_factory=dict)
    stones: dict[Square, Point] = field(default_factory=dict)
    ripples: list[Ripple] = field(default_factory=list)
    clock: float = 0.0
    life: float = 1.0
    untouched: float = 0.0
    """Seconds since somebody touched anything."""

    def show(self, pond: Pond) -> None:
        """Bring koi and stones in line with a state."""
        self.koi = {
            square: self._koi(square, kind, variant)
            for kind, board in zip(KINDS, pond.koi, strict=True)
            for variant, square in enumerate(squares(board))
        }
        self.stones = {square: middle(square) for square in squares(pond.stones)}

    def _koi(self, square: Square, kind: Kind, variant: int) -> Koi:
        """The fish already in the water that has come to this square, or a new one."""
        at = middle(square)
        for koi in self.koi.values():
            if koi.kind == kind and math.dist(koi.at, at) < 0.3:
                koi.at, koi.bend, koi.lift, koi.hurried = at, 0.0, 0.0, False
                return koi
        return Koi(kind, at, heading(at, (3.5, 3.5)), stroke=square * 0.13 % 1, variant=variant)

    def touch(self, reduced: bool) -> None:
        """Somebody touched something: the pond wakes, except with reduced motion."""
        self.untouched = 0.0
        if not reduced:
            self.life = 1.0

    def update(self, seconds: float, reduced: bool) -> bool:
        """Let the water move; True while anything did."""
        self.untouched += seconds
        if reduced or self.untouched > AWAKE:
            self.life = max(0.0, self.life - seconds / 3)
        for ripple in self.ripples:
            ripple.age += seconds
        had_ripples = bool(self.ripples)
        self.ripples = [r for r in self.ripples if r.age < RIPPLE_SECONDS]
        if self.life > 0:
            self.clock += seconds * self.life
            for number, koi in enumerate(self.koi.values()):
                pace = 0.42 + 0.05 * (number % 3)
                koi.stroke = (koi.stroke + seconds * self.life * pace) % 1
        return self.life > 0 or had_ripples

    def ripple(self, at: Point, strength: float = 1.0) -> None:
        self.ripples.append(Ripple(at, strength=strength))
