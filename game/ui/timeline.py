"""Motion over time: tweens, waits and calls, one after the other or side by side.

A motion is told how many seconds have passed and says how many of them it did not need. That
makes sequences exact: what one motion leaves over, the next one gets.
"""

from collections.abc import Callable
from typing import Protocol, TypeAlias

from game.ui.frame import Point

Ease: TypeAlias = Callable[[float], float]


def linear(t: float) -> float:
    return t


def ease_out(t: float) -> float:
    """Quick at first, then gently to rest (cubic)."""
    return 1 - (1 - t) ** 3


def ease_in_out(t: float) -> float:
    return 4 * t**3 if t < 0.5 else 1 - (2 - 2 * t) ** 3 / 2


class Motion(Protocol):
    def advance(self, seconds: float) -> float | None:
        """Go on; None while it lasts, else the seconds left over."""

    def finish(self) -> None:
        """Jump to the end at once."""


class Tween:
    """Calls `show` with 0…1 over a number of seconds."""

    def __init__(self, seconds: float, show: Callable[[float], object], ease: Ease = ease_out):
        self._seconds, self._show, self._ease, self._passed = seconds, show, ease, 0.0

    def advance(self, seconds: float) -> float | None:
        self._passed += seconds
        if self._passed >= self._seconds:
            self._show(1.0)
            return self._passed - self._seconds
        self._show(self._ease(self._passed / self._seconds))
        return None

    def finish(self) -> None:
        self._show(1.0)


class Wait(Tween):
    """A number of seconds in which nothing happens."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds, lambda share: None)


class Call(Tween):
    """Something that happens at one moment, such as a sound."""

    def __init__(self, action: Callable[[], object]) -> None:
        super().__init__(0, lambda share: action())


class Sequence:
    """Motions one after the other."""

    def __init__(self, *motions: Motion):
        self._motions = list(motions)

    def advance(self, seconds: float) -> float | None:
        while self._motions:
            left = self._motions[0].advance(seconds)
            if left is None:
                return None
            self._motions.pop(0)
            seconds = left
        return seconds

    def finish(self) -> None:
        for motion in self._motions:
            motion.finish()
        self._motions.clear()


class Parallel(Sequence):
    """Motions side by side; over when the last one is."""

    def advance(self, seconds: float) -> float | None:
        told = [(motion, motion.advance(seconds)) for motion in self._motions]
        self._motions = [motion for motion, left in told if left is None]
        ended = [left for _, left in told if left is not None]
        return None if self._motions else min(ended, default=0.0)


class Timeline:
    """Everything that moves in a scene.

    `reduced` lets scenes choose fades over ways; `pace` 2 makes everything last twice as long.
    """

    def __init__(self, reduced: bool = False, pace: float = 1.0) -> None:
        self.reduced = reduced
        self.pace = pace
        self._motions: list[Motion] = []

    @property
    def moving(self) -> bool:
        return bool(self._motions)

    def play(self, *motions: Motion | None) -> None:
        """Start a motion; several are played one after the other. None is no motion."""
        self._motions.append(Sequence(*filter(None, motions)))

    def update(self, seconds: float) -> None:
        running, self._motions = self._motions, []
        passed = seconds / self.pace
        still = [motion for motion in running if motion.advance(passed) is None]
        self._motions = still + self._motions

    def skip(self) -> None:
        """Put everything where it ends, what ending it starts included."""
        for _ in range(100):
            if not self._motions:
                return
            running, self._motions = self._motions, []
            for motion in running:
                motion.finish()
        raise RuntimeError("motions keep starting motions; one of them never ends")


def between(a: Point, b: Point, t: float) -> Point:
    """The point a share t of the way from a to b."""
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def arc(a: Point, b: Point, t: float, height: float) -> Point:
    """A jump from a to b that rises by `height` half way."""
    x, y = between(a, b, t)
    return x, y - 4 * height * t * (1 - t)
