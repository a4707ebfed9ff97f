"""Tic-tac-toe, the rules T-1 to T-3: three of one's own marks in a line win.

T-1: the seats take turns, seat 0 begins and plays crosses. T-2: a turn marks one free square.
T-3: three of one's marks in a line win and end the game; so does a full board, as a draw.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from game.rules.core import protocol

SQUARES = tuple(f"{file}{rank}" for rank in "123" for file in "abc")
LINES = (
    (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6),
)  # fmt: skip
FREE, SIGNS = ".", "XO"
"""What stands on a free square, and what the seats write."""


class Mark(NamedTuple):
    """A move: the number of the square that is marked."""

    square: int


class Board(NamedTuple):
    """A state: what stands on the squares a1, b1, c1, a2 … c3."""

    cells: str

    @property
    def turn(self) -> protocol.Seat:
        return 9 - self.cells.count(FREE) & 1

    def lines_of(self, seat: protocol.Seat) -> list[tuple[int, ...]]:
        """The complete lines of a seat."""
        return [line for line in LINES if all(self.cells[n] == SIGNS[seat] for n in line)]


class TicTacToe(protocol.Game[Board, Mark]):
    info = protocol.Info(id="tic_tac_toe", seats=(2, 2), options=())

    def set_up(self, seats: int, options: protocol.Options) -> Board:
        return Board(FREE * 9)

    def actor(self, state: Board) -> protocol.Seat | None:
        return None if self.outcome(state) else state.turn

    def moves(self, state: Board) -> Sequence[Mark]:
        if self.outcome(state):
            return ()
        return [Mark(n) for n, cell in enumerate(state.cells) if cell == FREE]

    def why_illegal(self, state: Board, move: Mark) -> protocol.Refusal | None:
        if self.outcome(state):
            return protocol.Refusal("T-3", "over")
        place, free = SQUARES[move.square], state.cells[move.square] == FREE
        return None if free else protocol.Refusal("T-2", "taken", (place,), (("at", place),))

    def apply(self, state: Board, move: Mark) -> Board:
        cells, n = state.cells, move.square
        return Board(cells[:n] + SIGNS[state.turn] + cells[n + 1 :])

    def outcome(self, state: Board) -> protocol.Outcome | None:
        for seat in (0, 1):
            if state.lines_of(seat):
                return protocol.Outcome((seat,), "row")
        return None if FREE in state.cells else protocol.Outcome((), "full")

    def events(self, before: Board, move: Mark, after: Board) -> tuple[protocol.Event, ...]:
        marked = sorted(set().union(*after.lines_of(before.turn)))
        places = tuple(SQUARES[n] for n in marked)
        return (protocol.Event("row", before.turn, 1, places),) if places else ()

    def write(self, move: Mark) -> str:
        return SQUARES[move.square]

    def read(self, text: str) -> Mark:
        if text not in SQUARES:
            raise protocol.NotationError(f"{text!r} is no square; squares are a1 to c3", text)
        return Mark(SQUARES.index(text))

    def to_plain(self, state: Board) -> dict[str, Any]:
        return {"cells": state.cells}

    def position(self, plain: Mapping[str, Any], options: protocol.Options) -> Board:
        cells = plain.get("cells")
        if not isinstance(cells, str) or len(cells) != 9 or not set(cells) <= {FREE, *SIGNS}:
            raise protocol.PositionError("cells are nine of ., X and O, from a1 to c3", "cells")
        if cells.count("X") - cells.count("O") not in (0, 1):
            raise protocol.PositionError("there are as many X as O, or one more", "cells")
        return Board(cells)
