"""Single Walongs on the table: how they are painted, fly from here to there, lie in a tray."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

import pygame

from game.rules.walong.geometry import COLOURS
from game.scenes.walong.art import FARTHEST, LIFTED, WalongArt
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.timeline import Motion, Tween, arc, ease_in_out, linear

FLIGHT: Final = 0.42
"""Seconds in the air."""
RISE: Final = 44.0
"""How high a flight goes, in units."""
FLYING_STEP, SHADOW_STEP = 10, 10
"""Degrees between two pictures of a piece in the air, and of a lying piece's shadow."""
WIDEST: Final = 92.0
"""The largest room a piece takes in a tray, in units."""
WARM_EVERY: Final = 3
"""Idle frames between two pictures painted ahead of time."""
SLICE: Final = 0.008
"""Seconds of a frame for pictures that are waited for."""


@dataclass(slots=True)
class Single:
    """A piece on the table: its middle, the angle it is seen at, its side's length in units.

    `lift` runs from 0 (on the cloth) to 1 (in the hand).
    """

    colour: int
    at: Point
    degrees: float
    side: float
    lift: float = 0.0
    alpha: float = 1.0


def paint(canvas: Canvas, pieces: Iterable[Single], pixels: int) -> None:
    """Pieces with their shadows, from pictures whose sides are `pixels` long."""
    ready, art = list(pieces), WalongArt(pixels)
    for shade in (True, False):
        for piece in ready:
            letter = COLOURS[piece.colour]
            if shade:
                high = round(2 * piece.lift) / 2
                step = 30 if high else SHADOW_STEP
                image = art.shadow(letter, round(piece.degrees / step) * step, high)
            else:  # in the air in coarser steps, for every step is a picture of its own
                step = FLYING_STEP if piece.lift > 0.01 else 1
                image = art.at(letter, round(piece.degrees / step) * step)
            share = piece.side * canvas.scale / pixels * (1 + (LIFTED - 1) * piece.lift)
            if abs(share - 1) > 0.01:
                image = pygame.transform.smoothscale_by(image, share)
            canvas.picture_as_is(image, piece.at, piece.alpha)


class Warming:
    """Paints what pieces need that lie in any orientation, one picture after the other.

    As a motion it waits until all of them are painted, a few in every frame.
    """

    def __init__(self) -> None:
        self.pictures: Iterator[None] = iter(())
        self._frames = 0

    def begin(self, pixels: int) -> None:
        """Sides are this long from now on."""
        self.pictures = _portraits(pixels)

    def tick(self) -> None:
        """A frame in which there is nothing else to do."""
        self._frames += 1
        if self._frames % WARM_EVERY == 0:
            next(self.pictures, None)

    def advance(self, seconds: float) -> float | None:
        until = time.perf_counter() + SLICE
        for _ in self.pictures:
            if time.perf_counter() >= until:
                return None
        return seconds

    def finish(self) -> None:
        """They are painted when they are needed."""


def _portraits(pixels: int) -> Iterator[None]:
    art = WalongArt(pixels)
    for k in range(12):
        for letter in COLOURS:
            art.piece(letter, k)
            yield
            art.shadow(letter, 30 * k)
            yield


# Ways ------------------------------------------------------------------------------------------


def turned(now: float, goal: float) -> float:
    """The angle equal to `goal` that is the shorter way from `now`."""
    return now + (goal - now + 180) % 360 - 180


def flown(start: Single, goal: Single, share: float, rise: float = RISE) -> Single:
    """Where a piece is that has come so far on its way through the air."""
    t = ease_in_out(max(0.0, min(1.0, share)))
    angle = start.degrees + (turned(start.degrees, goal.degrees) - start.degrees) * t
    return replace(
        goal,
        at=arc(start.at, goal.at, t, rise),
        degrees=angle,
        side=start.side + (goal.side - start.side) * t,
        lift=start.lift + (goal.lift - start.lift) * t + 0.9 * math.sin(math.pi * t) * (rise > 0),
    )


def flight(
    piece: Single, goal: Single, seconds: float, after: Callable[[], object], rise: float = RISE
) -> Motion:
    """A motion that changes a piece on its way, from where it is when it begins."""
    begun: list[Single] = []

    def show(share: float) -> None:
        if not begun:
            begun.append(replace(piece))
        now = flown(begun[0], goal, share, rise)
        piece.at, piece.degrees, piece.side, piece.lift = now.at, now.degrees, now.side, now.lift
        if share >= 1:
            after()

    return Tween(seconds, show, linear)


# In a tray -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Stock:
    """Where the loose pieces of a tray lie: in rows, with room for `total` of them."""

    box: Box
    total: int

    @property
    def columns(self) -> int:
        """So many beside each other let pieces be largest."""
        return max(range(1, self.total + 1), key=lambda n: (self._room(n), -n))

    def _room(self, columns: int) -> float:
        rows = math.ceil(self.total / columns)
        return min(WIDEST, self.box.w / columns, self.box.h / rows)

    @property
    def side(self) -> float:
        """How long a piece's side is."""
        return self._room(self.columns) / (2 * FARTHEST)

    def place(self, number: int) -> Point:
        """The middle of the piece with this number, in the tray's own units."""
        room = self._room(self.columns)
        row, column = divmod(min(number, self.total - 1), self.columns)
        return self.box.x + (column + 0.5) * room, self.box.y + (row + 0.5) * room
