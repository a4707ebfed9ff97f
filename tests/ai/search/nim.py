"""Nim with one heap, the smallest game there is to think about: who takes the last match wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from game.ai.evaluation.evaluator import Evaluator
from game.rules.core.protocol import Game, Info, NotationError, Options, Outcome, Refusal, Seat


@dataclass(frozen=True, slots=True)
class Heap:
    """So many matches, and whose turn it is."""

    matches: int
    turn: Seat = 0
    seats: int = 2


class Nim(Game[Heap, int]):
    """A move takes one, two or three matches."""

    info = Info("nim", (2, 4), ())

    def set_up(self, seats: int, options: Options) -> Heap:
        return Heap(21, seats=seats)

    def actor(self, state: Heap) -> Seat | None:
        return state.turn if state.matches else None

    def moves(self, state: Heap) -> Sequence[int]:
        return range(1, min(3, state.matches) + 1)

    def why_illegal(self, state: Heap, move: int) -> Refusal | None:
        return None if move in self.moves(state) else Refusal("N-1", "too_many")

    def apply(self, state: Heap, move: int) -> Heap:
        return Heap(state.matches - move, (state.turn + 1) % state.seats, state.seats)

    def scores(self, state: Heap) -> tuple[int, ...]:
        return (0,) * state.seats

    def outcome(self, state: Heap) -> Outcome | None:
        last = (state.turn - 1) % state.seats
        return None if state.matches else Outcome((last,), "last")

    def write(self, move: int) -> str:
        return str(move)

    def read(self, text: str) -> int:
        if text not in ("1", "2", "3"):
            raise NotationError("1, 2 or 3", text)
        return int(text)

    def to_plain(self, state: Heap) -> dict[str, Any]:
        return {"matches": state.matches, "turn": state.turn, "seats": state.seats}

    def position(self, plain: Mapping[str, Any], options: Options) -> Heap:
        return Heap(plain["matches"], plain["turn"], plain["seats"])


class JudgeNim(Evaluator[Heap, int]):
    """Knows nothing: whatever a search finds, it has found by looking ahead."""

    def evaluate(self, state: Heap) -> tuple[float, ...]:
        return (0.5,) * state.seats
