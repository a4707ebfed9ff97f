"""Where a game of Skud Pai Sho stands: its legal steps, what they change, and when it ends."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Literal, TypeAlias

from game.rules.core.protocol import Outcome, Seat
from game.rules.pai_sho.board import (
    ACCENTS,
    BASICS,
    BITS,
    BOAT,
    CODES,
    EMPTY,
    NORTH_GATE,
    PLACES,
    SET,
    SOUTH_GATE,
    WHEEL,
    Board,
    Hand,
    Kind,
    Point,
    changed,
    code_of,
    pick,
    points_of,
)
from game.rules.skud_pai_sho.board import (
    GUEST,
    HOST,
    Bonuses,
    Ruleset,
    arranges,
    bonuses,
    crosses_midline,
    harmonies_of,
    open_gates,
    ring,
    turns_of,
    with_bonus,
)
from game.rules.skud_pai_sho.notation import (
    BONUS_TEXTS,
    DECLINE,
    PASS,
    Accents,
    Arrange,
    Bonus,
    Decline,
    Move,
    Pass,
    Plant,
    arrange,
    bonus,
    plant,
    write,
)

Phase: TypeAlias = Literal["accents", "open", "turn", "bonus"]
"""Choosing accents, the first two plants, a turn's plant or arrange, and the bonus after it."""
Choosing: TypeAlias = Literal["each_chooses", "host_decides", "random"]

FIRST_GATES = (SOUTH_GATE, NORTH_GATE)  # where guest and host plant their first flowers (SK-4)


@dataclass(frozen=True, slots=True)
class State:
    """A position; `turn` is whose step is next, in the accents phase whose accents are chosen."""

    rules: Ruleset
    choosing: Choosing
    phase: Phase
    turn: Seat
    board: Board
    hands: tuple[Hand, Hand]
    accents: tuple[tuple[Kind, ...], tuple[Kind, ...]]
    """The four accents each player kept; empty before he has chosen."""
    passes: int  # how many forced passes in a row came last
    outcome: Outcome | None


def opening(rules: Ruleset, choosing: Choosing) -> State:
    """The state before the host chooses his accents (SK-3)."""
    return State(rules, choosing, "accents", HOST, EMPTY, (SET, SET), ((), ()), 0, None)


# Steps ----------------------------------------------------------------------------------------

CHOICES = tuple(
    Accents(kinds)
    for kinds in combinations_with_replacement(ACCENTS, 4)
    if all(kinds.count(kind) <= SET[kind] for kind in ACCENTS)
)
"""Every choice of four of the eight accents (SK-3)."""

WEIGHTS = tuple(
    prod(comb(SET[kind], choice.kinds.count(kind)) for kind in ACCENTS) for choice in CHOICES
)
"""How many ways there are to draw each choice."""


def kept(state: State, move: Accents) -> State:
    """The state after these accents are kept; the other four leave the game."""
    seats: Iterable[Seat] = (state.turn,) if state.choosing != "host_decides" else (HOST, GUEST)
    kinds, hands, accents = move.kinds, list(state.hands), list(state.accents)
    for seat in seats:
        flowers = hands[seat][: ACCENTS[0]]
        hands[seat] = (*flowers, *(kinds.count(kind) for kind in ACCENTS))
        accents[seat] = kinds
    return replace(
        state,
        phase="open" if all(accents) else "accents",
        turn=GUEST,
        hands=(hands[GUEST], hands[HOST]),
        accents=(accents[GUEST], accents[HOST]),
    )


def planted(state: State, move: Plant) -> State:
    """The state after a plant, the two first ones included (SK-4, SK-10)."""
    board = changed(state.board, {move.gate: code_of(move.kind, state.turn)})
    hands = _spent(state, move.kind)
    if state.phase == "open" and state.turn == GUEST:
        return replace(state, turn=HOST, board=board, hands=hands)
    return turn_over(state, board, hands)


def moved(board: Board, move: Move) -> dict[Point, Point]:
    """Where the tiles that a step moves come from, by where they go; -1 where one is covered."""
    match move:
        case Arrange(source, goal):
            return {goal: source}
        case Bonus(_, point, goal) if goal is not None:
            return {goal: point, point: -1}
        case Bonus(kind, point, _) if kind == WHEEL:
            return {head: tail for tail, head in turns_of(board, point).items()}
    return {}


def arranged(state: State, move: Arrange) -> State:
    """The state after an arrange; the bonus it may have earned is still open (SK-14)."""
    code = state.board.cells[move.source]
    board = changed(state.board, {move.source: 0, move.goal: code})
    if _earns(state, move, board):
        return replace(state, phase="bonus", board=board, passes=0)
    return turn_over(state, board, state.hands)


def _earns(state: State, move: Arrange, after: Board) -> bool:
    """Whether the player has a harmony that he had not before, wherever its tiles lay then."""
    old = harmonies_of(state.board, state.rules)
    for line in harmonies_of(after, state.rules):
        if line.owner == state.turn and line not in old:
            ends = sorted(move.source if end == move.goal else end for end in line[:2])
            if (*ends, line.owner) not in old:
                return True
    return False


def rewarded(state: State, move: Bonus) -> State:
    """The state after a bonus tile."""
    board = with_bonus(state.board, code_of(move.kind, state.turn), move.point, move.goal)
    return turn_over(state, board, _spent(state, move.kind))


def idled(state: State, move: Decline | Pass) -> State:
    """The state after a bonus is declined, or after a forced pass."""
    passes = state.passes + 1 if isinstance(move, Pass) else 0
    return turn_over(state, state.board, state.hands, passes)


def _spent(state: State, kind: Kind) -> tuple[Hand, Hand]:
    hands = list(state.hands)
    hand = hands[state.turn]
    hands[state.turn] = (*hand[:kind], hand[kind] - 1, *hand[kind + 1 :])
    return hands[GUEST], hands[HOST]


def turn_over(state: State, board: Board, hands: tuple[Hand, Hand], passes: int = 0) -> State:
    """The state after a turn that led here: decided, or the other player's turn."""
    rules, turn = state.rules, 1 - state.turn
    after = State(rules, state.choosing, "turn", turn, board, hands, state.accents, passes, None)
    outcome = verdict(after)
    return after if outcome is None else replace(after, outcome=outcome)


# The end --------------------------------------------------------------------------------------


def verdict(state: State) -> Outcome | None:
    """How the game ends after a whole turn; None if it goes on."""
    lines = harmonies_of(state.board, state.rules)
    winners = tuple(seat for seat in (GUEST, HOST) if ring(lines, seat))
    if winners:
        return Outcome(winners, "ring") if len(winners) == 1 else Outcome((), "rings")
    if state.passes >= 2 or any(not any(basics(hand)) for hand in state.hands):
        return _by_count(state)
    return None


def basics(hand: Hand) -> tuple[int, ...]:
    """How many basic flowers of each kind a hand holds."""
    return hand[BASICS[0] : BASICS[-1] + 1]


def accents_left(state: State, seat: Seat) -> int:
    return sum(state.hands[seat][ACCENTS[0] :])


def harmony_count(state: State, seat: Seat) -> int:
    return sum(line.owner == seat for line in harmonies_of(state.board, state.rules))


def crossings(state: State, seat: Seat) -> int:
    """How many of a player's harmonies cross a midline (SK-20)."""
    lines = harmonies_of(state.board, state.rules)
    return sum(line.owner == seat and crosses_midline(line) for line in lines)


def counts(rules: Ruleset) -> Sequence[tuple[str, Callable[[State, Seat], int]]]:
    """What decides without a ring, the first that differs (SK-20)."""
    if rules.midlines_decide:
        return [("midlines", crossings)]
    return [("accents", accents_left), ("harmonies", harmony_count)]


def _by_count(state: State) -> Outcome:
    """Who wins without a ring (SK-20)."""
    for reason, count in counts(state.rules):
        guest, host = count(state, GUEST), count(state, HOST)
        if guest != host:
            return Outcome((GUEST if guest > host else HOST,), reason)
    return Outcome((), "level")


# The steps and turns, listed ------------------------------------------------------------------


def moves(state: State) -> Sequence[Move]:
    """The legal steps, each once: arranges before plants, declining before bonus tiles."""
    if state.outcome is not None:
        return ()
    if state.phase == "accents":
        return CHOICES
    if state.phase == "open":
        first, gate = state.board.cells[FIRST_GATES[0]], FIRST_GATES[state.turn]
        return [plant(kind, gate) for kind in ((first,) if first else BASICS)]  # (SK-4)
    if state.phase == "bonus":
        hand = state.hands[state.turn]
        return (DECLINE, *bonus_moves(bonuses(state.board, state.turn, hand, state.rules)))
    found: list[Move] = [
        arrange(source, goal)
        for source, goals, _ in arranges(state.board, state.turn, state.rules)
        for goal in points_of(goals)
    ]
    return [*found, *plants(state)] or (PASS,)


def plants(state: State) -> list[Plant]:
    """The basic flowers in hand, each into each open gate (SK-10)."""
    gates, hand = points_of(open_gates(state.board)), state.hands[state.turn]
    return [plant(kind, gate) for kind in BASICS if hand[kind] for gate in gates]


def bonus_moves(open_now: Bonuses) -> list[Bonus]:
    """The bonus tiles as moves."""
    gates = points_of(open_now.gates)
    found = [bonus(kind, gate) for kind in open_now.flowers for gate in gates]
    for kind, places in open_now.accents:
        found += [bonus(kind, point) for point in points_of(places)]
    for point, goals in open_now.ferries:
        found += [bonus(BOAT, point, goal) for goal in points_of(goals)]
    return found + [bonus(BOAT, point) for point in points_of(open_now.wrecks)]


def turn_texts(state: State) -> list[str]:
    """Every complete turn as text: as `protocol.turns` finds them, in a fraction of the time."""
    if state.outcome is not None:
        return []
    if state.phase != "turn":
        return [write(move) for move in moves(state)]
    board, seat, hand, rules = state.board, state.turn, state.hands[state.turn], state.rules
    texts: list[str] = []
    for source, goals, granting in arranges(board, seat, rules):
        code = board.cells[source]
        for goal in points_of(goals):
            text = f"{PLACES[source]}-{PLACES[goal]}"
            texts.append(text)
            if granting & BITS[goal]:
                after = changed(board, {source: 0, goal: code})
                texts += _bonus_texts(text, after, seat, hand, rules)
    texts += map(write, plants(state))
    return texts or [write(PASS)]


def _bonus_texts(text: str, board: Board, seat: Seat, hand: Hand, rules: Ruleset) -> list[str]:
    """The turns that begin with this arrange and go on with a bonus tile."""
    open_now = bonuses(board, seat, hand, rules)
    texts: list[str] = []
    gates = [PLACES[gate] for gate in points_of(open_now.gates)]
    for kind in open_now.flowers:
        texts += [f"{text}+{CODES[kind]}{gate}" for gate in gates]
    for kind, places in open_now.accents:
        texts += [text + tile for tile in pick(BONUS_TEXTS[kind], places)]
    boats = BONUS_TEXTS[BOAT]
    for point, goals in open_now.ferries:
        boat = f"{text}{boats[point]}-"
        texts += [boat + PLACES[goal] for goal in points_of(goals)]
    return texts + [text + boats[point] for point in points_of(open_now.wrecks)]
