"""How a pair gets to its place by itself: it is pushed along a path and clicks in."""

from __future__ import annotations

from typing import Final

from game.physics.click import Key, Target
from game.physics.path import Path, search
from game.scenes.walomino.cloth import Cloth

BITS: Final = 24
"""How much of a path is looked for in one frame."""


class Settle:
    """Waits until what has clicked in lies still."""

    def __init__(self, cloth: Cloth, key: Key) -> None:
        self._cloth, self._key = cloth, key

    def advance(self, seconds: float) -> float | None:
        click = self._cloth.world[self._key].click
        return seconds if click is None or click.settled else None

    def finish(self) -> None:
        """Nothing to do: the picture of the state that follows shows it lying."""


class Push:
    """A pair is pushed to one of its targets, as by a hand that knows the way."""

    def __init__(self, cloth: Cloth, key: Key, target: Target, pace: float) -> None:
        self._cloth, self._key, self._target, self._pace = cloth, key, target, pace
        world = cloth.world
        world[key].aim([target])
        cloth.led.add(key)
        self._looking = search(
            world.probe, world.fixed, cloth.lying[key].form, world[key].place, target.pose,
            world.edges,
        )
        self._path: Path | None = None
        self._passed = 0.0

    def advance(self, seconds: float) -> float | None:
        world = self._cloth.world
        click = world[self._key].click
        if click is not None:
            return 0.0 if click.settled else None
        if self._path is None:
            self._look()
            return None
        self._passed += seconds / self._pace
        world[self._key].follow(self._path.at(self._passed))
        if self._passed >= self._path.duration:
            world[self._key].settle(self._target)
        return None

    def _look(self) -> None:
        try:
            for _ in range(BITS):
                next(self._looking)
        except StopIteration as found:
            self._path = found.value

    def finish(self) -> None:
        """It need not be led any more: the state that follows shows it lying."""
        if self._key in self._cloth.world:
            self._cloth.world[self._key].unlead()
