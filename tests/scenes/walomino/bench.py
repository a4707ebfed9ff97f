"""A table of Walomino before play, and fingers for its benches."""

import math
from random import Random
from typing import Any

from game.physics.place import Place, at
from game.scenes.walomino.bench import Bench
from game.scenes.walomino.benches import Benches
from game.scenes.walomino.cloth import Cloth
from game.services.people import Chair
from game.ui.intents import Kind
from tests.scenes.table import ANNA, BEN, Table


def lying_at(cloth: Cloth, point: tuple[float, float], degrees: float) -> Place:
    """A point of the table and an angle as seen there, in the world."""
    return at(cloth.camera.place(point), math.radians(degrees))


class PairingTable(Table):
    """A match that has just begun."""

    def __init__(
        self, options: dict[str, str], chairs: tuple[Chair, ...] = (ANNA, BEN), **settings: Any,
    ) -> None:
        super().__init__("walomino", chairs, options, **settings)

    @property
    def state(self) -> Any:
        return self.match.state

    @property
    def pairing(self) -> Benches:
        found: Benches = self.scene.pairing.benches
        return found

    @property
    def cloth(self) -> Cloth:
        found: Cloth = self.scene.pairing.cloth
        return found

    def bench(self, seat: int) -> Bench:
        return self.pairing.seats[seat]

    def play_to(self, phase: str, rng: Random) -> None:
        """Play at random, without looking, until the match is in a phase."""
        while self.state.phase != phase:
            self.match.play(rng.choice(self.match.game.moves(self.state)))
        self.scene.show_moment(None)
        self.rest()

    def touch(self, kind: Kind, at: tuple[float, float], pointer: str, **values: bool) -> None:
        self.send(kind, at, pointer=pointer, source="touch", **values)

    def pull(
        self, start: tuple[float, float], end: tuple[float, float], pointer: str = "touch:0:1",
        steps: int = 40,
    ) -> None:
        """A finger goes down at one point and goes slowly to another; it stays down."""
        self.touch("press", start, pointer)
        self.go(start, end, pointer, steps)

    def go(
        self, start: tuple[float, float], end: tuple[float, float], pointer: str, steps: int = 40,
    ) -> None:
        for n in range(1, steps + 1):
            share = n / steps
            at = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
            self.touch("drag", at, pointer, moved=True)
            self.wait(1 / 60)

    def lift(self, at: tuple[float, float], pointer: str = "touch:0:1") -> None:
        self.touch("release", at, pointer, moved=True)
