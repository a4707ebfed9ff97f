"""The pond: where its squares lie on the table, what swims and lies in it, and how that moves.

Positions in the pond are in squares: (0.5, 0.5) is the middle of a1, x along the files, y up the
ranks. A pond may be turned so that the shore of its first rank lies where somebody sits.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import ClassVar, NamedTuple, TypeAlias

from game.rules.core import squares
from game.scenes.pond.koi import Kind, Pose
from game.ui import timeline
from game.ui.frame import Box, Frame, Point
from game.ui.layer import Spot
from game.ui.timeline import Call, Motion, Parallel, Sequence, Timeline, Tween

Square: TypeAlias = int

SIDE = 7
"""How many files and ranks a pond has, if not said otherwise."""
RIM = 0.34
"""The stone rim's width in squares."""
RIPPLE_SECONDS = 1.3
NEAR = 0.3
"""How many squares from the middle of one a piece may be that has come there."""
AWAKE = 25.0
"""Seconds the pond stays lively after somebody touched it; then it falls calm."""


class Grid:
    """The pond's squares on the table, or those of a part of it.

    `box` is the pond with its rim, `water` the pond without it, `cell` the side of a square and
    `turn` the edge where the first rank lies. `seen` has a spot for each square that can be seen.
    Squares are numbered and called as in chess: 0 is a1, 1 is b1.
    """

    def __init__(self, files: int = SIDE, ranks: int = SIDE) -> None:
        self.files, self.ranks = files, ranks
        self.names = squares.names(files, ranks)
        self.fit(Box(0, 0, 1, 1), 0)

    def fit(self, box: Box, turn: int, window: Box | None = None) -> None:
        """Put the pond into a box, with more of the rim where that has other proportions, its first
        rank toward the edge with this turn; all that is seen of it may be what lies in a window.
        """
        self.box, self.turn = box, turn
        self.cell = min(box.w / (self.files + 2 * RIM), box.h / (self.ranks + 2 * RIM))
        size = self.cell * self.files, self.cell * self.ranks
        self.water = Box.around(box.center, *size)
        self._frame = Frame(box.center, size, turn)
        numbers = range(len(self.names))
        spots = (Spot(n, self.square(n), self.cell / 2 - 3) for n in numbers)
        self.seen = [spot for spot in spots if window is None or window.has(spot.center)]

    def point(self, at: Point) -> Point:
        """A position in the pond as a point of the table."""
        return self._frame.out((at[0] * self.cell, (self.ranks - at[1]) * self.cell))

    def position(self, point: Point) -> Point:
        """A point of the table as a position in the pond."""
        x, y = self._frame.into(point)
        return x / self.cell, self.ranks - y / self.cell

    def square(self, square: Square) -> Point:
        """The middle of a square on the table."""
        return self.point(middle(square, self.files))

    def place_at(self, place: str) -> Point | None:
        return self.square(self.names.index(place)) if place in self.names else None

    @property
    def mark_radius(self) -> float:
        return self.cell * 0.44


def middle(square: Square, files: int = SIDE) -> Point:
    """The middle of a square in a pond of so many files."""
    return square % files + 0.5, square // files + 0.5


def heading(start: Point, end: Point) -> float:
    """The direction from one position to another in degrees, counter-clockwise from the files'."""
    return math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))


def turn_to(heading: float, before: float) -> float:
    """The shorter way from one direction to another."""
    return (heading - before + 180) % 360 - 180


@dataclass(slots=True)
class Koi:
    """One fish as it is shown: where, where it looks (degrees, counter-clockwise from the files'
    direction), how it bends (−1…1), its stroke (0…1) and its height while leaping.
    """

    kind: Kind
    at: Point = (0.0, 0.0)
    heading: float = 90.0
    bend: float = 0.0
    stroke: float = 0.0
    lift: float = 0.0
    variant: int = 0
    """Which of its kind's two coats it wears."""
    hurried: bool = False
    """Swimming rather than resting."""
    pose: Pose | None = None
    """How it was painted last."""


@dataclass(slots=True)
class Stone:
    """One stone as it is shown: which of them, where, and its height."""

    kind: ClassVar = "stone"
    number: int
    at: Point = (0.0, 0.0)
    lift: float = 0.0


Piece: TypeAlias = Koi | Stone


class Ripple(NamedTuple):
    center: Point
    since: float
    """When it began, in seconds of its pool."""
    strength: float = 1.0


@dataclass(slots=True)
class Pool:
    """Everything in the water, by its square. `life` is how lively it is, 1 awake and 0 asleep."""

    pieces: dict[Square, Piece] = field(default_factory=dict)
    files: int = SIDE
    ranks: int = SIDE
    ripples: list[Ripple] = field(default_factory=list)
    shining: float = 0.0
    """Seconds for which the light on the water has moved."""
    life: float = 1.0
    passed: float = 0.0
    untouched: float = 0.0
    """Seconds of its time so far, and since somebody touched anything."""

    @property
    def koi(self) -> dict[Square, Koi]:
        return {at: piece for at, piece in self.pieces.items() if isinstance(piece, Koi)}

    @property
    def stones(self) -> dict[Square, Stone]:
        return {at: piece for at, piece in self.pieces.items() if isinstance(piece, Stone)}

    def show(self, pieces: Mapping[Square, Piece]) -> None:
        """Bring what is in the water in line with these; what has come to its square stays."""
        self.pieces = {square: self._shown(square, piece) for square, piece in pieces.items()}

    def _shown(self, square: Square, piece: Piece) -> Piece:
        at, centre = middle(square, self.files), (self.files / 2, self.ranks / 2)
        if isinstance(piece, Stone):
            return replace(piece, at=at)
        for koi in self.koi.values():
            if koi.kind == piece.kind and math.dist(koi.at, at) < NEAR:
                koi.at, koi.bend, koi.lift, koi.hurried = at, 0.0, 0.0, False
                return koi
        return replace(piece, at=at, heading=heading(at, centre), stroke=square * 0.13 % 1)

    def touch(self, reduced: bool) -> None:
        """Somebody touched something: the pond wakes, except with reduced motion."""
        self.untouched = 0.0
        if not reduced:
            self.life = 1.0

    def update(self, seconds: float, reduced: bool) -> None:
        """Let the water move."""
        self.passed += seconds
        self.untouched += seconds
        if reduced or self.untouched > AWAKE:
            self.life = max(0.0, self.life - seconds / 3)
        self.ripples = [r for r in self.ripples if self.passed - r.since < RIPPLE_SECONDS]
        if self.life > 0:
            for number, koi in enumerate(self.koi.values()):
                pace = 0.42 + 0.05 * (number % 3)
                koi.stroke = (koi.stroke + seconds * self.life * pace) % 1

    def ripple(self, at: Point, strength: float = 1.0) -> None:
        self.ripples.append(Ripple(at, self.passed, strength))


class Dance:
    """The motions in a pool. `sound` takes a cue and a position."""

    def __init__(self, pool: Pool, timeline: Timeline, sound: Callable[[str, Point], None]) -> None:
        self._pool, self._timeline, self._sound = pool, timeline, sound

    def change(
        self, before: Mapping[Square, Piece], after: Mapping[Square, Piece], hand: Point
    ) -> Motion | None:
        """The motion from these pieces to those. One that is elsewhere goes there; one that is new
        comes from the position of a hand, and one that is gone goes there.
        """
        pool, motions = self._pool, list[Motion]()
        left = {at: one.kind for at, one in before.items()
                if at not in after or after[at].kind != one.kind}  # fmt: skip
        for square, new in after.items():
            if square in before and square not in left:
                continue
            start = next((at for at, kind in left.items() if kind == new.kind), None)
            if start is None:
                piece = pool.pieces[square] = replace(new, at=hand)
            else:
                piece = pool.pieces[start]
                del left[start]
            motions.append(self._go(piece, start, middle(square, pool.files)))
        motions += [self._leave(pool.pieces[at], hand) for at in left if at not in after]
        return Parallel(*motions) if motions else None

    def _go(self, piece: Piece, start: Square | None, end: Point) -> Motion:
        """Stones fly; koi swim, and leap over what lies on their straight way from a square."""
        if isinstance(piece, Stone):
            return self.throw(piece, end)
        if start is not None:
            a = middle(start, self._pool.files)
            far = round(max(abs(a[0] - end[0]), abs(a[1] - end[1])))
            way = [timeline.between(a, end, n / far) for n in range(1, far)]
            things = self._pool.pieces.values()
            if any(math.dist(one.at, at) < NEAR for one in things for at in way):
                return self.leap(piece, a, end)
        return self.swim(piece, end)

    def swim(self, koi: Koi, b: Point) -> Motion:
        """A koi turns and swims to a position, where it splashes."""
        a = koi.at
        if self._timeline.reduced or math.dist(a, b) < NEAR:
            return Tween(0.1, flight_of(koi, b))
        koi.hurried = True
        first = koi.heading
        turn = turn_to(heading(a, b), first)
        bend = max(-1.0, min(1.0, turn / 70))

        def show(t: float) -> None:
            koi.heading = first + turn * min(1.0, 2 * t)
            koi.bend = bend * math.sin(math.pi * min(1.0, 1.6 * t))
            koi.stroke = (koi.stroke + 0.05) % 1
            koi.at = timeline.between(a, b, timeline.ease_in_out(t))

        self._sound("splash", b)
        ripple = Call(lambda: self._pool.ripple(b, 0.7))
        return Sequence(Tween(0.34, show, timeline.linear), ripple)

    def leap(self, koi: Koi, start: Point, b: Point) -> Motion:
        """A koi leaps, on its way to a position or for joy, and splashes there."""
        a, way = koi.at, koi.heading if start == b else heading(start, b)
        koi.heading, koi.hurried = way, True

        def show(t: float) -> None:
            koi.at, koi.lift = timeline.between(a, b, t), math.sin(math.pi * t)

        def splash() -> None:
            koi.lift, koi.hurried = 0.0, False
            self._fall("splash", b, 1.2)

        self._sound("leap", start)
        self._pool.ripple(a)
        seconds = 0.1 if self._timeline.reduced else 0.42
        return Sequence(Tween(seconds, show, timeline.linear), Call(splash))

    def throw(self, stone: Stone, end: Point) -> Motion:
        """A stone flies to a position, and falls into the water."""
        rise = 0.0 if self._timeline.reduced else min(1.1, math.dist(stone.at, end))
        flight = Tween(0.3, flight_of(stone, end, rise), timeline.linear)
        return Sequence(flight, Call(partial(self._fall, "stone_plop", end, 1.0)))

    def _leave(self, piece: Piece, end: Point) -> Motion:
        self._pool.ripple(piece.at, 0.8)
        return Tween(0.36, flight_of(piece, end, 0.8), timeline.ease_in_out)

    def _fall(self, cue: str, at: Point, strength: float) -> None:
        """Something comes down into the water."""
        self._sound(cue, at)
        self._pool.ripple(at, strength)


def flight_of(piece: Piece, end: Point, rise: float = 0.0) -> Callable[[float], None]:
    """Shows a piece on its way from where it is, so many squares high half way."""
    start = piece.at

    def show(t: float) -> None:
        piece.at = timeline.arc(start, end, t, -rise)

    return show
