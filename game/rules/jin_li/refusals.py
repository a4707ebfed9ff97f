"""Why a move of Jin Li is refused: the rule, the text and the squares to point at."""

from __future__ import annotations

from game.rules.core.protocol import Refusal
from game.rules.jin_li.state import (
    LEAPS,
    NEAR,
    SQUARES,
    First,
    HandBack,
    Leap,
    Move,
    Pass,
    Phase,
    Pond,
    Square,
    Swim,
    Throw,
    koi_moves,
    names,
)

OVER = {
    "target": Refusal("JL-6", "over"),
    "stuck": Refusal("JL-8", "over"),
    "repetition": Refusal("JL-9", "over"),
    "quiet": Refusal("JL-9", "over"),
}
EXPECTED: dict[Phase, tuple[type[Move], ...]] = {
    "luck": (First,),
    "move": (Swim, Leap, Pass),
    "throw": (Throw,),
    "give": (HandBack,),
}


def why_illegal(pond: Pond, move: Move) -> Refusal | None:
    """None exactly if the move is legal here."""
    if pond.end:
        return OVER[pond.end]
    if not isinstance(move, EXPECTED[pond.phase]):
        return _out_of_order(pond, move)
    if isinstance(move, Swim):
        return _not_own(pond, move.start) or _no_swim(pond, move)
    if isinstance(move, Leap):
        return _not_own(pond, move.start) or _no_leap(pond, move)
    if isinstance(move, Throw):
        return _taken(pond, move.square, "JL-3")
    if isinstance(move, HandBack):
        return _no_stone(pond, move.square)
    return _not_stuck(pond) if isinstance(move, Pass) else None


def _out_of_order(pond: Pond, move: Move) -> Refusal:
    """Something else has to be done first, or this move belongs nowhere."""
    if pond.phase == "luck":
        return Refusal("JL-1", "luck_first")
    if isinstance(move, First):
        return Refusal("JL-1", "begun")
    if pond.phase == "throw":
        return Refusal("JL-3", "throw_first", (SQUARES[pond.swum],))
    if pond.phase == "give":
        return Refusal("JL-7", "give_first", names(pond.stones))
    if isinstance(move, HandBack):
        key = "nothing_owed" if pond.terms.recycle else "no_recycling"
        return Refusal("JL-7", key, (SQUARES[move.square],))
    if not pond.hands[pond.turn]:
        return Refusal("JL-3", "hand_empty")
    return Refusal("JL-3", "swim_first", names(pond.koi[pond.turn]))


def _at(rule: str, key: str, square: Square) -> Refusal:
    """A refusal about one square, which its text names."""
    name = SQUARES[square]
    return Refusal(rule, key, (name,), (("at", name),))


def _not_own(pond: Pond, start: Square) -> Refusal | None:
    bit = 1 << start
    if pond.koi[pond.turn] & bit:
        return None
    key = "not_yours" if pond.koi[1 - pond.turn] & bit else "no_koi"
    return _at("JL-2", key, start)


def _taken(pond: Pond, square: Square, rule: str) -> Refusal | None:
    bit = 1 << square
    if pond.stones & bit:
        return _at(rule, "stone_there", square)
    if (pond.koi[0] | pond.koi[1]) & bit:
        return _at(rule, "koi_there", square)
    return None


def _no_swim(pond: Pond, move: Swim) -> Refusal | None:
    if not NEAR[move.start] >> move.end & 1:
        return Refusal("JL-3", "not_beside", (SQUARES[move.start], SQUARES[move.end]))
    return _taken(pond, move.end, "JL-3")


def _no_leap(pond: Pond, move: Leap) -> Refusal | None:
    if not any(move == line for _, _, line in LEAPS[move.start]):
        places = (SQUARES[move.start], SQUARES[move.over], SQUARES[move.end])
        return Refusal("JL-4", "not_straight", places)
    over = 1 << move.over
    if (pond.koi[0] | pond.koi[1]) & over:
        return _at("JL-4", "over_koi", move.over)
    if not pond.stones & over:
        return _at("JL-4", "over_water", move.over)
    if pond.stones >> move.end & 1:
        return Refusal("JL-4", "two_stones", (SQUARES[move.over], SQUARES[move.end]))
    return _taken(pond, move.end, "JL-4")


def _no_stone(pond: Pond, square: Square) -> Refusal | None:
    return None if pond.stones >> square & 1 else _at("JL-7", "no_stone", square)


def _not_stuck(pond: Pond) -> Refusal | None:
    movable = sorted({move.start for move in koi_moves(pond, pond.turn)})
    return Refusal("JL-8", "must_move", tuple(SQUARES[s] for s in movable)) if movable else None
