"""Three Koi, the rules TK-1 to TK-3: three of one's own koi in a line win.

TK-1: the seats take turns, and seat 0 begins. TK-2: a turn puts a koi into a free square.
TK-3: three of one's koi in a line win and end the game; so does a full pond, as a draw.
"""

from collections.abc import Mapping
from typing import NamedTuple

from game.rules.core import protocol, reader
from game.rules.core.protocol import Game, Options, Outcome, Plain, Refusal, Seat

SQUARES = [f"{file}{rank}" for rank in "123" for file in "abc"]
LINES = ({0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6})


class Lay(NamedTuple):
    """A move: the number of the square where a koi is laid."""

    square: int


class Pond(NamedTuple):
    """A state: the squares where koi were laid, by both seats in turn."""

    laid: tuple[int, ...] = ()


class ThreeKoi(Game[Pond, Lay]):
    info = protocol.Info(id="three_koi", seats=(2, 2), options=())
    words: Mapping[str, Lay] = {name: Lay(square) for square, name in enumerate(SQUARES)}
    examples = "a1, b2, c3"

    def set_up(self, seats: int, options: Options) -> Pond:
        return Pond()

    def actor(self, state: Pond) -> Seat | None:
        return None if self.outcome(state) else len(state.laid) % 2

    def why_illegal(self, state: Pond, move: Lay) -> Refusal | None:
        if self.outcome(state):
            return Refusal("TK-3", "over")
        place, taken = self.write(move), move.square in state.laid
        return Refusal("TK-2", "taken", (place,), (("at", place),)) if taken else None

    def apply(self, state: Pond, move: Lay) -> Pond:
        return Pond((*state.laid, move.square))

    def outcome(self, state: Pond) -> Outcome | None:
        for seat in (0, 1):
            if any(line <= set(state.laid[seat::2]) for line in LINES):
                return Outcome((seat,), "row")
        return Outcome((), "full") if len(state.laid) == 9 else None

    def to_plain(self, state: Pond) -> Plain:
        return state._asdict()

    def position(self, plain: Plain, options: Options) -> Pond:
        laid = reader.integers(reader.need(plain, "laid"), 0, 8, "laid")
        if len(set(laid)) < len(laid):
            raise protocol.PositionError("laid: two koi are in one square", "laid")
        return Pond(laid)
