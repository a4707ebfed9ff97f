"""Three Koi, the rules TK-1 to TK-3: three of one's own koi in a line win.

TK-1: the seats take turns, and seat 0 begins. TK-2: a turn puts a koi into a free square.
TK-3: three of one's koi in a line win and end the game; so does a full pond, as a draw.
"""

from collections.abc import Sequence
from typing import NamedTuple

from game.rules.core import protocol
from game.rules.core.protocol import Event, Game, Options, Outcome, Plain, Refusal, Seat

SQUARES = tuple(f"{file}{rank}" for rank in "123" for file in "abc")
LINES = (
    (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6),
)  # fmt: skip
FREE, SIGNS = ".", "RY"
"""How a free square and the koi of the seats are written."""


class Lay(NamedTuple):
    """A move: the number of the square where a koi is laid."""

    square: int


class Pond(NamedTuple):
    """A state: what is in the squares a1, b1, c1, a2 … c3."""

    cells: str

    @property
    def turn(self) -> Seat:
        return 9 - self.cells.count(FREE) & 1

    def lines_of(self, seat: Seat) -> list[tuple[int, ...]]:
        """The complete lines of a seat."""
        return [line for line in LINES if all(self.cells[n] == SIGNS[seat] for n in line)]


class ThreeKoi(Game[Pond, Lay]):
    info = protocol.Info(id="three_koi", seats=(2, 2), options=())

    def set_up(self, seats: int, options: Options) -> Pond:
        return Pond(FREE * 9)

    def actor(self, state: Pond) -> Seat | None:
        return None if self.outcome(state) else state.turn

    def moves(self, state: Pond) -> Sequence[Lay]:
        free = [] if self.outcome(state) else [n for n in range(9) if state.cells[n] == FREE]
        return list(map(Lay, free))

    def why_illegal(self, state: Pond, move: Lay) -> Refusal | None:
        if self.outcome(state):
            return Refusal("TK-3", "over")
        place, free = self.write(move), state.cells[move.square] == FREE
        return None if free else Refusal("TK-2", "taken", (place,), (("at", place),))

    def apply(self, state: Pond, move: Lay) -> Pond:
        cells, n = state.cells, move.square
        return Pond(cells[:n] + SIGNS[state.turn] + cells[n + 1 :])

    def outcome(self, state: Pond) -> Outcome | None:
        for seat in (0, 1):
            if state.lines_of(seat):
                return Outcome((seat,), "row")
        return None if FREE in state.cells else Outcome((), "full")

    def events(self, before: Pond, move: Lay, after: Pond) -> tuple[Event, ...]:
        in_line = sorted(set().union(*after.lines_of(before.turn)))
        places = tuple(SQUARES[n] for n in in_line)
        return (Event("row", before.turn, 1, places),) if places else ()

    def write(self, move: Lay) -> str:
        return SQUARES[move.square]

    def read(self, text: str) -> Lay:
        if text not in SQUARES:
            raise protocol.NotationError(f"{text!r} is no square; squares are a1 to c3", text)
        return Lay(SQUARES.index(text))

    def to_plain(self, state: Pond) -> Plain:
        return state._asdict()

    def position(self, plain: Plain, options: Options) -> Pond:
        cells = plain.get("cells")
        if not isinstance(cells, str) or len(cells) != 9 or not set(cells) <= {FREE, *SIGNS}:
            raise protocol.PositionError("cells are nine of ., R and Y, from a1 to c3", "cells")
        if cells.count("R") - cells.count("Y") not in (0, 1):
            raise protocol.PositionError("there are as many R as Y, or one more", "cells")
        return Pond(cells)
