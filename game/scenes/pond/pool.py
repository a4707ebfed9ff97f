"""The pond: where its squares lie on the table, what swims and lies in it, and how that moves.

Positions in the pond are in squares: (0.5, 0.5) is the middle of a1, x along the files, y up the
ranks. The pond is turned so that red's shore lies where red sits.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from game.rules.jin_li.state import HandBack, Leap, Move, Pond, Square, Swim, Throw, squares
from game.scenes.pond.koi import KINDS, Kind, Pose
from game.ui import timeline
from game.ui.frame import Box, Frame, Point
from game.ui.layer import Spot
from game.ui.timeline import Call, Motion, Sequence, Timeline, Tween

SIDE = 7
RIM = 0.34
"""The stone rim's width in squares."""
RIPPLE_SECONDS = 1.3
CENTRE: Point = (SIDE / 2, SIDE / 2)
RING, ROUND = 2.3, 0.6
"""How far from the middle koi swim round it, in squares, and how fast, in radians a second."""
FOLLOWS, NIMBLE, BEATS, BENT = 1.6, 5.0, 1.1, 0.35
"""How quickly they get there, turn and beat their tails, per second, and how far they bend."""
AWAKE = 25.0
"""Seconds the pond stays lively after somebody touched it; then it falls calm."""


class Grid:
    """The pond's squares on the table, or those of a part of it.

    `box` is the pond with its rim, `water` the pond without it, `cell` the side of a square and
    `turn` the quarter turns of red's seat. `seen` has a spot for each square that can be seen.
    Squares are numbered and called as in chess: 0 is a1, 1 is b1.
    """

    def __init__(self, files: int = SIDE, ranks: int = SIDE) -> None:
        self.files, self.ranks = files, ranks
        self.names = [f"{chr(97 + n % files)}{n // files + 1}" for n in range(files * ranks)]
        self.fit(Box(0, 0, 1, 1), 0)

    def fit(self, box: Box, turn: int, window: Box | None = None) -> None:
        """Put the pond into a box, with more of the rim where that has other proportions, turned
        toward red's seat; all that is seen of it may be what lies in a window.
        """
        self.box, self.turn = box, turn
        self.cell = min(box.w / (self.files + 2 * RIM), box.h / (self.ranks + 2 * RIM))
        size = self.cell * self.files, self.cell * self.ranks
        self.water = Box.around(box.center, *size)
        self._frame = Frame(box.center, size, turn)
        squares = range(len(self.names))
        spots = (Spot(n, self.square(n), self.cell / 2 - 3) for n in squares)
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
    at: Point
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


class Ripple(NamedTuple):
    center: Point
    since: float
    """When it began, in seconds of its pool."""
    strength: float = 1.0


@dataclass(slots=True)
class Pool:
    """Everything in the water. `life` is how lively it is, 1 awake and 0 asleep."""

    koi: dict[Square, Koi] = field(default_factory=dict)
    stones: dict[Square, Point] = field(default_factory=dict)
    ripples: list[Ripple] = field(default_factory=list)
    clock: float = 0.0
    shining: float = 0.0
    """Seconds for which the light on the water has moved."""
    life: float = 1.0
    passed: float = 0.0
    untouched: float = 0.0
    """Seconds of its time so far, and since somebody touched anything."""
    ring: list[Koi] = field(default_factory=list)
    """The koi that swim round the middle when a game has ended, one behind the other."""

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

    def update(self, seconds: float, reduced: bool) -> None:
        """Let the water move."""
        self.passed += seconds
        self.untouched += seconds
        if reduced or self.untouched > AWAKE:
            self.life = max(0.0, self.life - seconds / 3)
        self.ripples = [r for r in self.ripples if self.passed - r.since < RIPPLE_SECONDS]
        if self.life > 0:
            self.clock += seconds * self.life
            for number, koi in enumerate(self.koi.values()):
                pace = 0.42 + 0.05 * (number % 3)
                koi.stroke = (koi.stroke + seconds * self.life * pace) % 1
            self._circle(seconds * self.life)

    def celebrate(self) -> None:
        """All koi begin to swim round the middle of the pond."""
        self.ring = sorted(self.koi.values(), key=lambda koi: heading(CENTRE, koi.at))
        for koi in self.ring:
            koi.hurried = True

    def _circle(self, seconds: float) -> None:
        """Each follows its place in the ring, which turns."""
        for number, koi in enumerate(self.ring):
            angle = math.tau * number / len(self.ring) - math.pi + self.clock * ROUND
            x, y = CENTRE[0] + RING * math.cos(angle), CENTRE[1] + RING * math.sin(angle)
            before, share = koi.at, 1 - math.exp(-seconds * FOLLOWS)
            koi.at = timeline.between(before, (x, y), share)
            turn = turn_to(heading(before, koi.at), koi.heading)
            koi.heading += turn * min(1.0, seconds * NIMBLE)
            koi.bend = max(-1.0, min(1.0, BENT + turn / 90))
            koi.stroke = (koi.stroke + seconds * BEATS) % 1

    def ripple(self, at: Point, strength: float = 1.0) -> None:
        self.ripples.append(Ripple(at, self.passed, strength))


class Dance:
    """The motions in a pool. `sound` takes a cue and a position."""

    def __init__(
        self, pool: Pool, timeline: Timeline, sound: Callable[[str, Point], None]
    ) -> None:
        self._pool, self._timeline, self._sound = pool, timeline, sound

    def motion(self, move: Move, hand: Point) -> Motion | None:
        """The motion of a move; `hand` is the position where a stone comes from or goes to."""
        match move:
            case Swim():
                return self.swim(self._pool.koi[move.start], middle(move.end))
            case Leap():
                return self._leap(move)
            case Throw():
                return self.throw(move.square, hand, middle(move.square))
            case HandBack():
                return self._hand_back(move.square, hand)
        return None

    def swim(self, koi: Koi, b: Point) -> Motion:
        """A koi turns and swims to a position, where it splashes."""
        a = koi.at
        if self._timeline.reduced or math.dist(a, b) < 0.3:
            return glide(koi, b, 0.1)
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

    def _leap(self, move: Leap) -> Motion:
        koi = self._pool.koi[move.start]
        a, b = koi.at, middle(move.end)
        koi.heading, koi.hurried = heading(middle(move.start), b), True

        def show(t: float) -> None:
            koi.at, koi.lift = timeline.between(a, b, t), math.sin(math.pi * t)

        def splash() -> None:
            koi.lift, koi.hurried = 0.0, False
            self._fall("splash", b, 1.2)

        self._sound("leap", middle(move.start))
        self._pool.ripple(a)
        seconds = 0.1 if self._timeline.reduced else 0.42
        return Sequence(Tween(seconds, show, timeline.linear), Call(splash))

    def throw(self, stone: int, start: Point, end: Point) -> Motion:
        """A stone of the pool flies from one position to another, and falls into the water."""
        rise = 0.0 if self._timeline.reduced else min(1.1, math.dist(start, end))
        flight = Tween(0.3, self._flight(stone, start, end, rise), timeline.linear)
        return Sequence(flight, Call(partial(self._fall, "stone_plop", end, 1.0)))

    def _hand_back(self, square: Square, end: Point) -> Motion:
        start = middle(square)
        self._pool.ripple(start, 0.8)
        return Tween(0.36, self._flight(square, start, end, 0.8), timeline.ease_in_out)

    def _fall(self, cue: str, at: Point, strength: float) -> None:
        """Something comes down into the water."""
        self._sound(cue, at)
        self._pool.ripple(at, strength)

    def _flight(self, stone: Square, a: Point, b: Point, rise: float) -> Callable[[float], None]:
        def show(t: float) -> None:
            self._pool.stones[stone] = timeline.arc(a, b, t, -rise)

        return show


def glide(koi: Koi, end: Point, seconds: float) -> Motion:
    """The koi comes straight to a position, as it is."""
    start = koi.at

    def show(t: float) -> None:
        koi.at = timeline.between(start, end, t)

    return Tween(seconds, show)
