"""What can be picked in Skud Pai Sho, what it could mean, and where it could go.

Only the rules decide: everything here is read off their legal steps and the states after them.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from game.rules.core.protocol import Refusal, Seat
from game.rules.pai_sho import board as rules
from game.rules.pai_sho.board import BOARD, BOAT, WHEEL, Code, Kind, Mask, Point, code_of, route
from game.rules.skud_pai_sho import board as skud
from game.rules.skud_pai_sho import state as steps
from game.rules.skud_pai_sho.board import Harmony, harmonies_of
from game.rules.skud_pai_sho.game import SkudPaiSho
from game.rules.skud_pai_sho.state import Accents, Arrange, Bonus, Decline, Move, Plant, State

RULES: Final = SkudPaiSho()


@dataclass(frozen=True, slots=True)
class Pick:
    """A kind of the reserve, or a flower on the board; for a boat also the flower it is to move."""

    hand: Kind | None = None
    source: Point | None = None
    ferry: Point | None = None

    def __bool__(self) -> bool:
        return self != NOTHING

    @property
    def lifted(self) -> Point | None:
        """The point whose tile a finger drags about."""
        return self.source if self.ferry is None else self.ferry


NOTHING: Final = Pick()


@dataclass(frozen=True, slots=True)
class Accent:
    """One of the accents that a player may keep."""

    kind: Kind
    number: int


@dataclass(frozen=True, slots=True)
class HarmonyLensButton:
    """The button of the harmony lens in a seat's tray."""

    seat: Seat


Key: TypeAlias = Point | Pick | Accent | Accents | Decline | HarmonyLensButton
"""What a spot stands for: a point, a kind of the reserve, an accent, or a button; those that play
a step are that step.
"""


class Reach(NamedTuple):
    """Where the picked tile can go; `rich` points earn a bonus."""

    goals: Mask
    rich: Mask = 0


def own_flower(state: State, point: Point) -> bool:
    """Whether a tile of the player whose step it is lies there."""
    code = state.board.cells[point]
    return bool(code) and rules.owner_of(code) == state.turn


@lru_cache(maxsize=8)
def steps_of(state: State) -> tuple[Move, ...]:
    """The legal steps of the last few states."""
    return tuple(RULES.moves(state))


@lru_cache(maxsize=32)
def reach_of(state: State, pick: Pick) -> Reach:
    """Where a pick can go now; a boat to the flowers it can move, too."""
    legal, ferries = set(steps_of(state)), skud.ferries(state.board)
    to = {point: meant(state, pick, point) for point in rules.POINTS}
    goals = rules.mask_of(p for p in to if to[p] in legal or (to[p] is None and p in ferries))
    if pick.source is None:
        return Reach(goals)
    rich = skud.survey(state.board, state.turn, state.rules).granting.get(pick.source, 0)
    return Reach(goals, goals & rich)


@lru_cache(maxsize=8)
def playable(state: State) -> frozenset[Kind]:
    """The kinds of the reserve that can be laid now."""
    return frozenset(move.kind for move in steps_of(state) if isinstance(move, Plant | Bonus))


@lru_cache(maxsize=8)
def movable(state: State) -> Mask:
    """The flowers that can be arranged now."""
    return rules.mask_of(move.source for move in steps_of(state) if isinstance(move, Arrange))


def meant(state: State, pick: Pick, point: Point) -> Move | None:
    """The step of whoever brings the pick to a point; None if the point is but half of it."""
    if pick.source is not None:
        return Arrange(pick.source, point)
    if pick.hand is None:
        return None
    if state.phase != "bonus":
        return Plant(pick.hand, point)
    if pick.ferry is not None:
        return Bonus(BOAT, pick.ferry, point)
    if pick.hand == BOAT and skud.blooming(state.board) & rules.BITS[point]:
        return None
    return Bonus(pick.hand, point)


def weighty(state: State, move: Move) -> bool:
    """Whether a step moves other tiles, so that it is shown before it happens."""
    return isinstance(move, Bonus) and (
        move.kind == WHEEL or (move.kind == BOAT and bool(state.board.cells[move.point]))
    )


# Why not ----------------------------------------------------------------------------------------


def why_not_moved(state: State, point: Point) -> Refusal | None:
    """Why no step begins on a point; for one's own flower, what bars the points around it."""
    own = state.phase == "turn" and own_flower(state, point)
    goals = rules.points_of(rules.KING[point]) if own else rules.POINTS
    return _first(state, (Arrange(point, goal) for goal in goals if goal != point))


def why_not_laid(state: State, kind: Kind) -> Refusal | None:
    """Why no tile of this kind can be laid now."""
    if state.phase == "bonus":
        places = rules.GATE_POINTS if kind in rules.FLOWERS else rules.POINTS
        return _first(state, (Bonus(kind, point) for point in places))
    if state.phase == "open":
        return RULES.why_illegal(state, Plant(kind, steps.FIRST_GATES[state.turn]))
    free = [gate for gate in rules.GATE_POINTS if not state.board.taken & rules.BITS[gate]]
    return _first(state, (Plant(kind, gate) for gate in free or rules.GATE_POINTS))


def why_no_ferry(state: State, point: Point) -> Refusal | None:
    """Why a boat cannot move the flower on this point anywhere; None if it can."""
    if point in skud.ferries(state.board):
        return None
    goals = rules.points_of(rules.KING[point])
    return _first(state, (Bonus(BOAT, point, goal) for goal in goals))


def _first(state: State, moves: Iterable[Move]) -> Refusal | None:
    return next((found for move in moves if (found := RULES.why_illegal(state, move))), None)


# What would come of it ----------------------------------------------------------------------------


def gained(before: State, after: State) -> tuple[Harmony, ...]:
    """The harmonies of one state that the other did not have."""
    known = harmonies_of(before.board, before.rules)
    return tuple(line for line in harmonies_of(after.board, after.rules) if line not in known)


class Preview(NamedTuple):
    """What would come of a move."""

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
    refusal, board = RULES.why_illegal(state, move), state.board
    way: tuple[Point, ...] = ()
    coming: tuple[tuple[Point, Code], ...] = ()
    turning: tuple[tuple[Point, Point], ...] = ()
    match move:
        case Plant(kind, gate):
            coming = ((gate, code_of(kind, state.turn)),)
        case Arrange(source, goal) if board.cells[source]:  # what was picked may have gone
            way = route(source, goal, BOARD & ~board.taken)
            coming = ((goal, board.cells[source]),)
        case Bonus(kind, point, goal) if goal is not None or kind != BOAT or not board.cells[point]:
            turning = tuple(
                (tail, head) for head, tail in steps.moved(board, move).items() if tail >= 0
            )
            turned = ((head, board.cells[tail]) for tail, head in turning)
            coming = (*turned, (point, code_of(kind, state.turn)))
    if refusal is not None:
        return Preview(refusal, coming=coming)
    after = RULES.apply(state, move)
    made, lost = gained(state, after), gained(after, state)
    return Preview(None, way, coming, turning, made, lost)
