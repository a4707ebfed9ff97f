"""Hands that play Domi Jongg on the table: they draw curtains, hold pads, tap, drag and lay."""

from __future__ import annotations

import random
from typing import Any

from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.rules.domi_jongg.state import PASS, Branch, Lay, Move
from game.scenes.domi_jongg.curtain import DEAF, Curtain
from game.scenes.domi_jongg.scene import DomiJonggScene
from game.scenes.domi_jongg.spots import Pick, RackButton
from game.services.people import Chair
from game.ui.dialog import HOLD_SECONDS
from tests.scenes.table import Table

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fritz")
PEOPLE = tuple(Chair("person", name) for name in NAMES)
RULES = GAMES["domi_jongg"]


class Players(Table):
    """A game with its fingers; `start` sets up a position instead of a deal."""

    def __init__(self, people: int = 3, chairs: Any = None, **settings: Any) -> None:
        self.start = settings.pop("start", None)
        super().__init__("domi_jongg", chairs or PEOPLE[:people], **settings)
        if self.start is not None:
            self._set_up(chairs or PEOPLE[:people])
        self.calm()

    def _set_up(self, chairs: Any) -> None:
        """The same table with a match that begins in the middle."""
        match = Match(RULES, len(chairs), seed=1, start=self.start)
        self.scene = DomiJonggScene(self.context, Series(match), tuple(chairs))
        self.stack.close()
        self.stack.running = True
        self.stack.begin()
        self.stack.open(self.scene)
        self.wait(0.1)

    # Waiting ---------------------------------------------------------------------------------

    def calm(self) -> None:
        """Until nothing moves any more, whatever scene is on top."""
        for _ in range(600):
            if not self.stack.top.moving:
                return
            self.wait(0.1)
        raise AssertionError("it never comes to rest")

    @property
    def curtain(self) -> Curtain | None:
        top = self.stack.top
        return top if isinstance(top, Curtain) else None

    def draw_curtain(self) -> None:
        """Hold the tile in the curtain's middle until the curtain is gone."""
        curtain = self.curtain
        assert curtain is not None, self.stack.top.name
        self.wait(DEAF + 0.1)
        at = curtain.tile.box.center
        self.send("press", at)
        self.wait(HOLD_SECONDS + 0.1)
        assert self.curtain is None
        self.send("release", at)

    def point_at(self, at: tuple[float, float], pointer: str = "mouse") -> None:
        for kind in ("press", "release", "tap"):
            self.send(kind, at, pointer=pointer)

    # Picking ---------------------------------------------------------------------------------

    @property
    def keys(self) -> set[Pick]:
        return {spot.key for spot in self.scene.input.spots()}

    def place(self, tile: str, after: int = -1) -> int:
        """Where a tile stands in the rack of who is asked."""
        return int(self.scene.racks.standing(self.scene.asked).index(tile, after + 1))

    def turn_to(self, index: int) -> None:
        """Go to the page of the rack that shows a tile."""
        for _ in range(30):
            if index in self.keys or RackButton.PAGE not in self.keys:
                break
            self.tap(RackButton.PAGE)
        assert index in self.keys

    def pick(self, *tiles: str) -> None:
        """Tap tiles of the hand."""
        last = -1
        for n, tile in enumerate(tiles):
            again = n and tile == tiles[n - 1]
            last = self.place(tile, last if again else -1)
            self.turn_to(last)
            self.tap(last)

    def make(self, move: Move) -> None:
        """Tap whatever makes a move, and let it happen."""
        if isinstance(move, Lay):
            self.pick(move.tile)
            self.tap(move.end)
        elif isinstance(move, Branch):
            self.pick(*move.tiles)
            self.tap(move.end)
        elif move != PASS:
            self.tap(RackButton.CLOSE)
        self.calm()

    def play_out(self, rng: random.Random, most: int = 2000) -> None:
        """Play by taps until the game is over: branches first, and long turns."""
        while self.match.outcome is None and most:
            most -= 1
            if self.curtain is not None:
                self.draw_curtain()
            elif self.scene.asked is None or not self.scene.live:
                self.wait(0.2)
            else:
                self.make(sensible(self.match, rng))
        assert self.match.outcome is not None

    def play_to_the_end(self, rng: random.Random) -> None:
        """Play the last steps of a game by taps; what comes before happens as if it had been
        played long ago.
        """
        if self.curtain is not None:
            self.draw_curtain()
        while self.match.outcome is None:
            self.match.play(sensible(self.match, rng))
        self.scene.jump(len(self.match.log) - 8)
        self.calm()
        assert self.match.outcome is None
        self.play_out(rng)


def sensible(match: Match, rng: random.Random) -> Move:
    """A branch where there is one, else a tile or, seldom, the end of the turn."""
    moves = list(match.game.moves(match.state))
    branches = [move for move in moves if isinstance(move, Branch)]
    lays = [move for move in moves if isinstance(move, Lay)]
    chosen: Move = rng.choice(branches or (lays if rng.random() < 0.8 else moves) or moves)
    return chosen


def state_with(hands: Any, snake: Any, **more: Any) -> Any:
    """A position in the middle of a game: the first person's turn, if not said otherwise."""
    plain = {"phase": "turn", "dealer": len(hands) - 1, "turn": 0,
             "hands": [list(hand) for hand in hands], "snake": [list(one) for one in snake]}
    return RULES.from_plain({**plain, **more}, {})
