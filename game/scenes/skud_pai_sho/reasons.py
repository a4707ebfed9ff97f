"""Why a turn is worth playing, read off the rules: what a hint says after it."""

from collections.abc import Mapping, Sequence
from typing import Final

from game.rules.core.protocol import Seat
from game.rules.pai_sho import board as garden
from game.rules.pai_sho.board import BITS
from game.rules.skud_pai_sho import board as skud
from game.rules.skud_pai_sho import state as steps
from game.rules.skud_pai_sho.state import Accents, Arrange, Bonus, Decline, Move, Plant, State
from game.scenes.skud_pai_sho.harmony_lens import nearest_ring
from game.scenes.skud_pai_sho.picks import RULES

NEAR: Final = 2
"""A ring that lacks no more harmonies than this is worth setting back."""
NONE: Final = 99
"""What is missing where no ring is in sight."""


def reason(state: State, turn: Sequence[Move]) -> tuple[str, Mapping[str, str | int]]:
    """The strongest reason for a legal turn, by its text and what the text names; "" for none."""
    first, seat, foe, after = turn[0], state.turn, 1 - state.turn, state
    if isinstance(first, Accents):
        return ("each" if len(set(first.kinds)) == len(first.kinds) else ""), {}
    made = broken = prey = suited = later = 0
    for move in turn:
        before, after = after, RULES.apply(after, move)
        moved = steps.moved(before.board, move)
        gained, lost = skud.changes(before.board, after.board, state.rules, moved)
        made += sum(line.owner == seat for line in gained)
        broken += sum(line.owner == foe for line in lost)
    if isinstance(first, Arrange):
        prey = garden.kind_of(state.board.cells[first.goal])
    if isinstance(first, Plant | Bonus) and first.kind in garden.FLOWERS:
        suited, later = _suited(state, first.kind), 1
    wanting, other = _missing(after, seat), _missing(state, foe)
    reasons = {
        "ring": wanting == 0,
        "capture": prey,
        "set_back": other <= NEAR and other < _missing(after, foe),
        "made": made,
        "broken": broken,
        "nearer": wanting if wanting < _missing(state, seat) else 0,
        "escapes": _in_danger(state, first, state) and not _in_danger(state, first, after),
        "blooms": isinstance(first, Arrange) and BITS[first.source] & garden.GATES,
        "suited": suited,
        "later": later,
        "saved": isinstance(first, Decline)
        and not state.rules.midlines_decide
        and steps.accents_left(state, seat),
        "opens": _ways(after, seat) > _ways(state, seat),
        "narrows": _ways(after, foe) < _ways(state, foe),
    }
    key = next((key for key, counted in reasons.items() if counted), "")
    return key, {"n": int(reasons.get(key, 0)), **dict(garden.naming(prey))}


def _missing(state: State, seat: Seat) -> int:
    """How many harmonies a player's nearest ring lacks."""
    gap = nearest_ring(state.board, state.rules, seat)
    return NONE if gap is None else len(gap.missing)


def _ways(state: State, seat: Seat) -> int:
    """How many arranges would give a player a new harmony now."""
    granting = skud.survey(state.board, seat, state.rules).granting
    return sum(points.bit_count() for points in granting.values())


def _suited(state: State, kind: garden.Kind) -> int:
    """How many tiles in bloom would be in harmony with a player's flower, if it saw them."""
    cells, seat = state.board.cells, state.turn
    able = garden.points_of(skud.blooming(state.board) & ~skud.drained(state.board))
    suits = skud.SUITS[garden.code_of(kind, seat)]
    return sum(suits[cells[point]] == seat for point in able)


def _in_danger(state: State, move: Move, then: State) -> bool:
    """Whether the flower that is arranged could be captured next, before or after its move."""
    if not isinstance(move, Arrange):
        return False
    point = move.source if then is state else move.goal
    foe = skud.survey(then.board, 1 - state.turn, then.rules)
    return any(goals & BITS[point] for goals in foe.goals.values())
