"""Why a step of Skud Pai Sho is refused: the rule, the text and the points to look at."""

from __future__ import annotations

from game.rules.core.protocol import Refusal
from game.rules.pai_sho.board import (
    ACCENTS,
    BASICS,
    BITS,
    BOAT,
    FITS,
    FLOWERS,
    GATES,
    GROUND,
    KING,
    KNOTWEED,
    LOTUS,
    ORCHID,
    PLACES,
    ROCK,
    SET,
    STEPS,
    WHEEL,
    Board,
    Kind,
    Params,
    Point,
    both,
    changed,
    code_of,
    kind_of,
    naming,
    owner_of,
    points_of,
    xy,
)
from game.rules.skud_pai_sho.board import (
    TURN,
    clashes,
    is_wild,
    turns_of,
    with_bonus,
)
from game.rules.skud_pai_sho.legal_moves import moves
from game.rules.skud_pai_sho.notation import Accents, Arrange, Bonus, Decline, Move, Pass, Plant
from game.rules.skud_pai_sho.state import FIRST_GATES, State
from game.rules.skud_pai_sho.turns import (
    bonuses,
    ferries,
    goals_of,
    open_gates,
    prey,
    within_reach,
    wrecks,
)

OVER = {"ring": "SK-19", "rings": "SK-19"}
ACCENT_RULES = {ROCK: "SK-15", WHEEL: "SK-17", KNOTWEED: "SK-16", BOAT: "SK-18"}


def why_illegal(state: State, move: Move) -> Refusal | None:
    """None exactly if the step is legal here."""
    if state.outcome is not None:
        return Refusal(OVER.get(state.outcome.reason, "SK-20"), "over")
    if isinstance(move, Accents):
        return _accents(state, move)
    if state.phase == "accents":
        return Refusal("SK-3", "accents_first")
    if state.phase == "open":
        return _first_plant(state, move)
    if isinstance(move, (Bonus, Decline)):
        return _bonus(state, move) if state.phase == "bonus" else Refusal("SK-14", "no_bonus")
    if state.phase == "bonus":
        return Refusal("SK-14", "bonus_open")
    if isinstance(move, Plant):
        return _plant(state, move)
    return _arrange(state, move) if isinstance(move, Arrange) else _pass(state)


def _named(
    rule: str, key: str, board: Board, first: Point, *more: Point, params: Params = ()
) -> Refusal:
    """A refusal about tiles on the board: {tile} and {at} are those of the first point."""
    named = (*_tile(board, first), ("at", PLACES[first]), *params)
    return Refusal(rule, key, tuple(PLACES[point] for point in (first, *more)), named)


def _tile(board: Board, point: Point, name: str = "tile") -> Params:
    return naming(kind_of(board.cells[point]), name)


# Before the first turn ------------------------------------------------------------------------


def _accents(state: State, move: Accents) -> Refusal | None:
    if state.phase != "accents":
        return Refusal("SK-3", "accents_kept")
    if len(move.kinds) != 4:
        return Refusal("SK-3", "accents_four", params=(("n", len(move.kinds)),))
    many = next((kind for kind in ACCENTS if move.kinds.count(kind) > SET[kind]), None)
    if many is None:
        return None
    return Refusal("SK-3", "accents_two", params=naming(many))


def _first_plant(state: State, move: Move) -> Refusal | None:
    gate = FIRST_GATES[state.turn]
    first = state.board.cells[FIRST_GATES[0]]
    if not isinstance(move, Plant) or move.gate != gate or move.kind not in BASICS:
        return Refusal("SK-4", "first_gate", (PLACES[gate],), (("at", PLACES[gate]),))
    if first and move.kind != first:
        return _named("SK-4", "same_first", state.board, FIRST_GATES[0])
    return None


# Plant, arrange, pass -------------------------------------------------------------------------


def _plant(state: State, move: Plant) -> Refusal | None:
    if move.kind not in BASICS:
        return Refusal("SK-10", "plant_basic", params=naming(move.kind))
    return _hand(state, move.kind, "SK-10") or _gate(state, move.gate, "SK-10")


def _hand(state: State, kind: Kind, rule: str) -> Refusal | None:
    if state.hands[state.turn][kind]:
        return None
    return Refusal(rule, "not_in_hand", params=naming(kind))


def _gate(state: State, point: Point, rule: str) -> Refusal | None:
    if not GATES & BITS[point]:
        return Refusal(rule, "no_gate", (PLACES[point],), (("at", PLACES[point]),))
    if not open_gates(state.board) & BITS[point]:
        return _named(rule, "gate_closed", state.board, point)
    return None


def _arrange(state: State, move: Arrange) -> Refusal | None:
    board, source, goal = state.board, move.source, move.goal
    if goals_of(board, state.turn, state.rules, source) & BITS[goal]:
        return None
    return (
        _not_movable(state, source)
        or _no_landing(state, source, goal)
        or _out_of_reach(state, source, goal)
        or _clash(changed(board, {source: 0, goal: board.cells[source]}), goal)
    )


def _not_movable(state: State, source: Point) -> Refusal | None:
    board, code = state.board, state.board.cells[source]
    if not code:
        return Refusal("SK-11", "nothing_there", (PLACES[source],), (("at", PLACES[source]),))
    if kind_of(code) not in FLOWERS:
        return _named("SK-11", "accents_stay", board, source)
    if owner_of(code) != state.turn:
        return _named("SK-11", "not_yours", board, source)
    foe = board.masks[code_of(ORCHID, 1 - state.turn)] & GROUND
    if BITS[source] & GROUND and KING[source] & foe:
        orchid = points_of(KING[source] & foe)[0]
        return _named("SK-13", "trapped", board, source, orchid, params=(("by", PLACES[orchid]),))
    return None


def _no_landing(state: State, source: Point, goal: Point) -> Refusal | None:
    board, kind = state.board, kind_of(state.board.cells[source])
    if GATES & BITS[goal]:
        return _named("SK-11", "ends_on_gate", board, source, goal)
    if board.cells[goal] and not prey(board, state.turn, kind, state.rules) & BITS[goal]:
        return _no_capture(state, source, goal)
    if not FITS[kind] & BITS[goal]:
        return _named("SK-11", "wrong_garden", board, source, goal)
    return None


def _no_capture(state: State, source: Point, goal: Point) -> Refusal:
    board, mover = state.board, kind_of(state.board.cells[source])
    code = board.cells[goal]
    target = kind_of(code)
    if owner_of(code) == state.turn:
        return _named("SK-11", "point_taken", board, goal)
    if target in ACCENTS:
        return _named("SK-12", "accent_safe", board, goal)
    if target == ORCHID and not is_wild(board, 1 - state.turn):
        return _named("SK-12", "orchid_tame", board, goal)
    if target == LOTUS and not state.rules.orchids_take_specials:
        return _named("SK-12", "lotus_safe", board, goal)
    key = {LOTUS: "lotus_takes", ORCHID: "orchid_takes"}.get(mover, "basic_takes")
    return _named("SK-12", key, board, source, goal, params=_tile(board, goal, "other"))


def _out_of_reach(state: State, source: Point, goal: Point) -> Refusal | None:
    board, kind = state.board, kind_of(state.board.cells[source])
    captured = prey(board, state.turn, kind, state.rules) & BITS[goal]
    if within_reach(board, source, captured) & BITS[goal]:
        return None
    (x1, y1), (x2, y2) = xy(source), xy(goal)
    key = "too_far" if abs(x1 - x2) + abs(y1 - y2) > STEPS[kind] else "no_way"
    return _named("SK-11", key, board, source, goal, params=(("n", STEPS[kind]),))


def _pass(state: State) -> Refusal | None:
    if isinstance(moves(state)[0], Pass):
        return None
    return Refusal("SK-21", "must_play")


def _clash(after: Board, *came: Point) -> Refusal:
    """The clash a change leaves: of a tile that came to a point, or an uncovered one (SK-9)."""
    first, second = min(clashes(after), key=lambda pair: not set(pair) & set(came))
    if second in came:
        first, second = second, first
    key = "clash" if first in came else "uncovers"
    params = (*_tile(after, first, "own"), ("there", PLACES[first]))
    return _named("SK-9", key, after, second, first, params=params)


# Bonus tiles ----------------------------------------------------------------------------------


def _bonus(state: State, move: Bonus | Decline) -> Refusal | None:
    if isinstance(move, Decline):
        return None
    rule = ACCENT_RULES.get(move.kind, "SK-14")
    missing = _hand(state, move.kind, rule)
    if missing or move.kind in FLOWERS:
        return missing or _bonus_flower(state, move)
    if move.kind == BOAT:
        return _boat(state, move)
    return _place(state, move.point, rule) or (
        _wheel(state, move.point) if move.kind == WHEEL else None
    )


def _bonus_flower(state: State, move: Bonus) -> Refusal | None:
    closed = _gate(state, move.point, "SK-14")
    hand = state.hands[state.turn]
    if closed or move.kind in bonuses(state.board, state.turn, hand, state.rules).flowers:
        return closed
    growing = [p for p in points_of(GATES & state.board.taken) if _mine(state, p)]
    return _named("SK-14", "gates_not_bare", state.board, *growing)


def _mine(state: State, point: Point) -> bool:
    return owner_of(state.board.cells[point]) == state.turn


def _place(state: State, point: Point, rule: str) -> Refusal | None:
    if GATES & BITS[point]:
        return Refusal(rule, "accent_on_gate", (PLACES[point],))
    if state.board.taken & BITS[point]:
        return _named(rule, "point_taken", state.board, point)
    return None


def _wheel(state: State, hub: Point) -> Refusal | None:
    board = state.board
    rim = KING[hub] & board.taken
    for key, stuck in (("wheel_rock", both(board, ROCK)), ("wheel_gate", GATES)):
        if rim & stuck:
            return _named("SK-17", key, board, points_of(rim & stuck)[0])
    for point in points_of(rim):
        wrong = _wrong_turn(board, point, TURN[hub][point])
        if wrong:
            return _named("SK-17", wrong, board, point)
    after = with_bonus(board, code_of(WHEEL, state.turn), hub, None)
    return _clash(after, *turns_of(board, hub).values()) if clashes(after) else None


def _wrong_turn(board: Board, point: Point, following: Point | None) -> str:
    """What is wrong with a wheel taking the tile on `point` there; empty if nothing is."""
    if following is None:
        return "wheel_edge"
    if GATES & BITS[following]:
        return "wheel_into_gate"
    fits = FITS[kind_of(board.cells[point])] & BITS[following]
    return "" if fits else "wheel_garden"


def _boat(state: State, move: Bonus) -> Refusal | None:
    board, point, goal = state.board, move.point, move.goal
    kind = kind_of(board.cells[point])
    if not kind or GATES & BITS[point]:
        return Refusal("SK-18", "boat_where", (PLACES[point],), (("at", PLACES[point]),))
    if kind in FLOWERS:
        return _ferry(state, point, goal)
    if goal is not None:
        return _named("SK-18", "boat_sinks", board, point)
    if kind not in state.rules.boats_remove:
        return _named("SK-18", "boat_on_boat", board, point)
    if wrecks(board, state.rules) & BITS[point]:
        return None
    return _clash(changed(board, {point: 0}))


def _ferry(state: State, point: Point, goal: Point | None) -> Refusal | None:
    board, kind = state.board, kind_of(state.board.cells[point])
    if goal is None:
        return _named("SK-18", "boat_goal", board, point)
    if dict(ferries(board)).get(point, 0) & BITS[goal]:
        return None
    if not KING[point] & BITS[goal]:
        return _named("SK-18", "boat_far", board, point, goal)
    if GATES & BITS[goal]:
        return _named("SK-18", "boat_gate", board, point, goal)
    if board.cells[goal]:
        return _named("SK-18", "point_taken", board, goal)
    if not FITS[kind] & BITS[goal]:
        return _named("SK-18", "wrong_garden", board, point, goal)
    boat = code_of(BOAT, state.turn)
    return _clash(with_bonus(board, boat, point, goal), goal)
