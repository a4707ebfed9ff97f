"""A hand at the pond: the squares and stones it picks, drags and drops become moves.

Tap or drag a koi, then the square it is to go to; then the square for the stone. Every square
can be picked, and the rules say why one is wrong.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from enum import Enum
from typing import TypeAlias

from game.rules.jin_li.game import HandBack, Leap, Move, Pond, Swim, Throw
from game.rules.jin_li.state import Square
from game.scenes.jin_li.animation import glide
from game.scenes.jin_li.layout import SIDE, Grid, heading, middle
from game.scenes.jin_li.pool import Pool
from game.ui.frame import Point
from game.ui.timeline import Timeline


class Stones(Enum):
    """The stones that lie in a tray and can be dragged from there."""

    IN_TRAY = "in_tray"


Pick: TypeAlias = Square | Stones
"""What a spot stands for."""


class Hand:
    """The hand of the seat whose turn it is: which koi is selected, and what is carried where.

    `sound` takes a cue and a point of the table.
    """

    def __init__(
        self, pool: Pool, grid: Grid, timeline: Timeline, sound: Callable[[str, Point], None]
    ) -> None:
        self._pool, self._grid, self._timeline, self._sound = pool, grid, timeline, sound
        self.selected: Square | None = None
        """The square of the koi that was tapped or is carried."""
        self.at: Point | None = None
        """The point of the table over which a koi or a stone is carried."""
        self._grabbed: Pick | None = None

    def pick(self, pond: Pond, pick: Pick) -> Move | None:
        """The move that is meant by picking this; None if that only selects a koi or nothing."""
        if isinstance(pick, Stones):
            return None
        if pond.phase == "throw":
            return Throw(pick)
        if pond.phase == "give":
            return HandBack(pick)
        if is_own(pond, pick):
            self._select(pick)
            return None
        if self.selected is None:
            return Swim(pick, pick)  # the rules say whose koi is there, or that none is
        return crossing(self.selected, pick)

    def _select(self, square: Square) -> None:
        """Select a koi, or no longer."""
        self.selected, self.at = None if self.selected == square else square, None
        if self.selected is not None:
            self._sound("button", self._grid.square(square))
            self._pool.ripple(middle(square), 0.5)

    def grab(self, pond: Pond, pick: Pick) -> bool:
        """Whether this can be dragged: a stone that is to be thrown, or a koi of one's own."""
        if isinstance(pick, Stones):
            draggable = pond.phase == "throw"
        else:
            draggable = pond.phase == "move" and is_own(pond, pick)
        self._grabbed = pick if draggable else None
        return draggable

    def carry(self, point: Point) -> None:
        """Drag what was grabbed; a koi swims along."""
        if self._grabbed is None:
            return
        self.at = point
        if isinstance(self._grabbed, Stones):
            return
        self.selected = self._grabbed
        koi, goal = self._pool.koi[self.selected], self._grid.position(point)
        if math.dist(goal, koi.at) > 0.05:
            koi.heading = heading(koi.at, goal)
        koi.at = goal
        self._pool.life = 1.0

    def drop(self, pick: Pick | None) -> Move | None:
        """The move that is meant by letting go of what was grabbed here; None if there is none."""
        grabbed, self._grabbed = self._grabbed, None
        if grabbed is None or pick is None or isinstance(pick, Stones) or pick == grabbed:
            return None
        return Throw(pick) if isinstance(grabbed, Stones) else crossing(grabbed, pick)

    def empty(self) -> None:
        """Forget what was selected or carried: it was played."""
        self.selected = self.at = self._grabbed = None

    def put_back(self) -> None:
        """Give up what was selected or carried; a koi that was dragged swims home."""
        if self.selected is not None and self.at is not None:
            koi = self._pool.koi[self.selected]
            self._timeline.play(glide(koi, middle(self.selected), 0.16))
        self.empty()


def is_own(pond: Pond, square: Square) -> bool:
    """Whether a koi of the colour that moves is on the square."""
    return bool(pond.koi[pond.turn] >> square & 1)


def crossing(start: Square, end: Square) -> Move:
    """The move somebody means who takes a koi from one square to another: two squares away in a
    straight line is a leap, everything else a swim."""
    across, up = end % SIDE - start % SIDE, end // SIDE - start // SIDE
    if max(abs(across), abs(up)) == 2 and {abs(across), abs(up)} <= {0, 2}:
        return Leap(start, (start + end) // 2, end)
    return Swim(start, end)
