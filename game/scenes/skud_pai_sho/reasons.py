"""Why a turn is worth playing, read off the rules: what a hint says after it."""

from collections.abc import Mapping, Sequence
from typing import Final

from game.rules.core.protocol import Seat
from game.rules.pai_sho import board as garden
from game.rules.pai_sho.board import BITS, Point
from game.rules.skud_pai_sho import board as skud
from game.rules.skud_pai_sho import state as steps
from game.rules.skud_pai_sho.state import Accents, Arrange, Bonus, Decline, Move, Plant, State
from game.scenes.skud_pai_sho.lens import nearest_ring
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
    made = broken = 0
    for move in turn:
        before, after = after, RULES.apply(after, move)
        moved = steps.moved(before.board, move)
        gained, lost = skud.changes(before.board, after.board, state.rules, moved)
        made += sum(line.owner == seat for line in gained)
        broken += sum(line.owner == foe for line in lost)
    wanting, other = _missing(after, seat), _missing(state, foe)
    prey = state.board.cells[first.goal] if isinstance(first, Arrange) else 0
    growing = first.kind if isinstance(first, Plant | Bonus) else 0
    growing = growing if growing in garden.FLOWERS else 0
    suited = _suited(state, growing) if growing else 0
    accents = not state.rules.midlines_decide and steps.accents_left(state, seat)
    reasons: tuple[tuple[bool, str, Mapping[str, str | int]], ...] = (
        (wanting == 0, "ring", {}),
        (prey > 0, "capture", dict(garden.naming(garden.kind_of(prey)))),
        (other <= NEAR and other < _missing(after, foe), "set_back", {}),
        (made > 0, "made", {"n": made}),
        (broken > 0, "broken", {"n": broken}),
        (wanting < _missing(state, seat), "nearer", {"n": wanting}),
        (_escapes(state, first, after), "escapes", {}),
        (isinstance(first, Arrange) and bool(BITS[first.source] & garden.GATES), "blooms", {}),
        (suited > 0, "suited", {"n": suited}),
        (growing > 0, "later", {}),
        (isinstance(first, Decline) and accents > 0, "saved", {}),
    )
    return next(((key, named) for true, key, named in reasons if true), ("", {}))


def _missing(state: State, seat: Seat) -> int:
    """How many harmonies a player's nearest ring lacks."""
    gap = nearest_ring(state.board, state.rules, seat)
    return NONE if gap is None else len(gap.missing)


def _suited(state: State, kind: garden.Kind) -> int:
    """How many tiles in bloom would be in harmony with a player's flower, if it saw them."""
    cells, seat = state.board.cells, state.turn
    able = garden.points_of(skud.blooming(state.board) & ~skud.drained(state.board))
    suits = skud.SUITS[garden.code_of(kind, seat)]
    return sum(suits[cells[point]] == seat for point in able)


def _escapes(state: State, move: Move, after: State) -> bool:
    """Whether an arrange takes its flower away from where it could be captured next."""
    if not isinstance(move, Arrange):
        return False

    def in_danger(here: State, point: Point) -> bool:
        foe = skud.arranges(here.board, 1 - state.turn, here.rules)
        return any(each.goals & BITS[point] for each in foe)

    return in_danger(state, move.source) and not in_danger(after, move.goal)
