"""Where a game of Skud Pai Sho stands, how a step changes that, and when it ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Literal, TypeAlias

from game.rules.core.protocol import Outcome, Seat
from game.rules.pai_sho.board import (
    ACCENTS,
    BASICS,
    EMPTY,
    NORTH_GATE,
    SET,
    SOUTH_GATE,
    WHEEL,
    Board,
    Hand,
    Kind,
    Point,
    changed,
    code_of,
)
from game.rules.skud_pai_sho.board import (
    GUEST,
    HOST,
    Ruleset,
    crosses_midline,
    harmonies_of,
    ring,
    turns_of,
    with_bonus,
)
from game.rules.skud_pai_sho.notation import Accents, Arrange, Bonus, Decline, Move, Pass, Plant

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
