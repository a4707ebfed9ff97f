"""What a move would do, before it is made: the way, tiles at their new places, harmonies, clashes.

The rules alone say what happens; a preview only compares the state with the one after the move.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from game.rules.core.protocol import Refusal
from game.rules.pai_sho.board import BOARD, BOAT, WHEEL, Code, Point, code_of, route
from game.rules.skud_pai_sho.board import Harmony, harmonies_of, turns_of
from game.rules.skud_pai_sho.notation import Arrange, Bonus, Move, Plant
from game.rules.skud_pai_sho.state import State
from game.scenes.skud_pai_sho.picks import RULES


def gained(before: State, after: State) -> tuple[Harmony, ...]:
    """The harmonies of one state that the other did not have."""
    known = harmonies_of(before.board, before.rules)
    return tuple(line for line in harmonies_of(after.board, after.rules) if line not in known)


@dataclass(frozen=True, slots=True)
class Preview:
    """A move with all that would come of it."""

    move: Move
    refusal: Refusal | None
    way: tuple[Point, ...] = ()
    """Over which points the flower would go, both ends included."""
    coming: tuple[tuple[Point, Code], ...] = ()
    """Tiles that would lie somewhere new."""
    turning: tuple[tuple[Point, Point], ...] = ()
    """Where a wheel or boat would take tiles, from and to."""
    gained: tuple[Harmony, ...] = ()
    lost: tuple[Harmony, ...] = ()


@lru_cache(maxsize=4)
def preview(state: State, move: Move) -> Preview:
    """What the move would do here; of an illegal one only where it would go and why not."""
    refusal = RULES.why_illegal(state, move)
    board = state.board
    way: tuple[Point, ...] = ()
    coming: tuple[tuple[Point, Code], ...] = ()
    turning: dict[Point, Point] = {}
    match move:
        case Plant(kind, gate):
            coming = ((gate, code_of(kind, state.turn)),)
        case Arrange(source, goal):
            way = route(source, goal, BOARD & ~board.taken)
            coming = ((goal, board.cells[source]),)
        case Bonus(kind, point, None) if kind == BOAT and board.cells[point]:
            pass  # both sink
        case Bonus(kind, point, goal):
            if goal is not None:
                turning = {point: goal}
            elif kind == WHEEL:
                turning = turns_of(board, point)
            turned = ((head, board.cells[tail]) for tail, head in turning.items())
            coming = (*turned, (point, code_of(kind, state.turn)))
    if refusal is not None:
        return Preview(move, refusal, coming=coming)
    after = RULES.apply(state, move)
    turns = tuple(turning.items())
    return Preview(move, None, way, coming, turns, gained(state, after), gained(after, state))
