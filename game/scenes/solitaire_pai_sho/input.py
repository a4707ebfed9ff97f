"""What a gardener of Solitaire Pai Sho has in hand, where it could go, and what would come of it.

Only the rules decide: everything here is read off what they say is legal.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from game.rules.pai_sho.board import BITS, Kind, Mask, Point, changed, kind_of, points_of
from game.rules.solitaire_pai_sho.game import SolitairePaiSho
from game.rules.solitaire_pai_sho.notation import Move
from game.rules.solitaire_pai_sho.state import (
    Forming,
    Garden,
    forming,
    goals_of,
    legal_points,
    own_flowers,
)
from game.scenes.solitaire_pai_sho.garden import Strand, strands_of

RULES: Final = SolitairePaiSho()


@dataclass(frozen=True, slots=True)
class Pick:
    """A tile in hand, of a kind, or a flower of the garden that is to be moved instead."""

    kind: Kind = 0
    source: Point | None = None


@dataclass(frozen=True, slots=True)
class Foresight:
    """What a move would do to the lines."""

    gained: tuple[Strand, ...] = ()
    lost: tuple[Strand, ...] = ()

    def change(self, by_length: bool) -> tuple[int, int]:
        """By how much the pans would grow: by lengths, or by numbers of lines."""
        change = [0, 0]
        for strands, sign in ((self.gained, 1), (self.lost, -1)):
            for strand in strands:
                change[strand.kind] += sign * (strand.line.length if by_length else 1)
        return change[0], change[1]


@lru_cache(maxsize=16)
def goals(state: Garden, pick: Pick) -> dict[Point, int]:
    """Where it may go, and what it would form there: 1 a harmony, 2 a disharmony, 3 both."""
    if pick.source is None:
        return _told(legal_points(state, pick.kind), forming(state.board, pick.kind))
    lifted = changed(state.board, {pick.source: 0})
    kind = kind_of(state.board.cells[pick.source])
    return _told(goals_of(state, pick.source), forming(lifted, kind))


def _told(points: Mask, formed: Forming) -> dict[Point, int]:
    return {
        point: (formed.harmony >> point & 1) | (formed.disharmony >> point & 1) << 1
        for point in points_of(points)
    }


def movable(state: Garden, point: Point) -> bool:
    """Whether a flower lies there that the player at turn might move instead of laying a tile."""
    return state.terms.move_instead and bool(own_flowers(state) & BITS[point])


@lru_cache(maxsize=64)
def foresee(state: Garden, move: Move) -> Foresight:
    """What a move would do; nothing if it is illegal."""
    if RULES.why_illegal(state, move) is not None:
        return Foresight()
    before, after = strands_of(state), strands_of(RULES.apply(state, move))
    return Foresight(
        tuple(strand for strand in after if strand not in before),
        tuple(strand for strand in before if strand not in after),
    )
