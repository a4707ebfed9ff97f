"""The legal steps and the complete turns of Skud Pai Sho, listed."""

from __future__ import annotations

from collections.abc import Sequence

from game.rules.core.protocol import Seat
from game.rules.pai_sho.board import (
    BASICS,
    BITS,
    BOAT,
    CODES,
    PLACES,
    Board,
    Hand,
    changed,
    pick,
    points_of,
)
from game.rules.skud_pai_sho.board import Bonuses, Ruleset, arranges, bonuses, open_gates
from game.rules.skud_pai_sho.notation import (
    BONUS_TEXTS,
    DECLINE,
    PASS,
    Bonus,
    Move,
    Plant,
    arrange,
    bonus,
    plant,
    write,
)
from game.rules.skud_pai_sho.state import CHOICES, FIRST_GATES, State


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
