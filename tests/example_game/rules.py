"""Three Koi, the rules TK-1 to TK-3: three of one's own koi in a line win.

TK-1: the seats take turns, and seat 0 begins. TK-2: a turn puts a koi into a free square.
TK-3: three of one's koi in a line win and end the game; so does a full pond, as a draw.
"""

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from game.rules.core import squares
from game.rules.core.protocol import Game, Info, Outcome, Refusal, Seat

LINES = {frozenset(way) for way in squares.ways(3, 3, 3)}


class Lay(NamedTuple):
    """A move: the number of the square where a koi is laid."""

    square: int


Pond: TypeAlias = tuple[Lay, ...]
"""A state: the koi that were laid, by both seats in turn."""


def koi(pond: Pond, seat: Seat) -> set[int]:
    """The squares where a seat's koi are."""
    return {move.square for move in pond[seat::2]}


class ThreeKoi(Game[Pond, Lay]):
    info = Info(id="three_koi", seats=(2, 2))
    words: Mapping[str, Lay] = {name: Lay(at) for at, name in enumerate(squares.names(3, 3))}
    examples = "a1, b2, c3"

    def why_illegal(self, state: Pond, move: Lay) -> Refusal | None:
        if self.outcome(state):
            return Refusal("TK-3", "over")
        return Refusal.at("TK-2", "taken", self.write(move)) if move in state else None

    def outcome(self, state: Pond) -> Outcome | None:
        for seat in (0, 1):
            if any(line <= koi(state, seat) for line in LINES):
                return Outcome((seat,), "row")
        return Outcome((), "full") if len(state) == 9 else None
