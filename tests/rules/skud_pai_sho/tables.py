"""Writing Skud Pai Sho tables down for tests: tiles, hands and moves as words."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from game.rules.core.protocol import Event, Outcome, Refusal, play_text, turns, write_turn
from game.rules.skud_pai_sho.game import SkudPaiSho
from game.rules.skud_pai_sho.state import State

GAME = SkudPaiSho()


def tiles(text: str) -> list[list[Any]]:
    """``"G:R4(0,3) H:K(1,1)"`` as rows of a position."""
    found = re.findall(r"([GH]):([A-Z]\d?)\((-?\d+),(-?\d+)\)", text)
    assert len(found) == len(text.split()), text
    return [[int(x), int(y), owner, tile] for owner, tile, x, y in found]


def table(
    board: str = "",
    *,
    turn: str = "G",
    phase: str = "turn",
    guest: str = "R3",
    host: str = "R3",
    passes: int = 0,
    ruleset: str = "leaflet",
) -> State:
    """A position written down; each hand holds a rose unless said otherwise."""
    plain = {
        "board": tiles(board),
        "hands": {"G": dict(Counter(guest.split())), "H": dict(Counter(host.split()))},
        "turn": turn,
        "phase": phase,
        "passes": passes,
    }
    return GAME.from_plain(plain, {"ruleset": ruleset})


def start(**options: str) -> State:
    return GAME.start(2, options)


def play(state: State, *texts: str) -> State:
    """The state after these steps or turns."""
    for text in texts:
        for move in play_text(GAME, state, text):
            state = GAME.apply(state, move)
    return state


def legal(state: State) -> set[str]:
    return {GAME.write(move) for move in GAME.moves(state)}


def goals(state: State, source: str) -> set[str]:
    """Where the flower on this point may be arranged to."""
    return {text.removeprefix(f"{source}-") for text in legal(state) if text.startswith(source)}


def bonuses(state: State, tile: str) -> set[str]:
    """Where a bonus tile of this kind may be played, a boat's goals included."""
    return {t.removeprefix(f"+{tile}") for t in legal(state) if t.startswith(f"+{tile}(")}


def all_turns(state: State) -> list[str]:
    return [write_turn(GAME, steps) for steps, _ in turns(GAME, state)]


def refusal(state: State, text: str) -> Refusal:
    found = GAME.why_illegal(state, GAME.read(text))
    assert found is not None, f"{text} is legal"
    return found


def why(state: State, text: str) -> tuple[str, str]:
    """The rule and the text key of a refusal."""
    found = refusal(state, text)
    return found.rule, found.key


def events(state: State, text: str) -> list[Event]:
    """What the steps of this text make happen."""
    found: list[Event] = []
    for move in play_text(GAME, state, text):
        after = GAME.apply(state, move)
        found += GAME.events(state, move, after)
        state = after
    return found


def harmonies(state: State) -> set[str]:
    """``"G(0,1)-(3,1)"`` for every harmony, the western or southern tile first."""
    rows = GAME.to_plain(state)["harmonies"]
    return {f"{owner}({a},{b})-({c},{d})" for a, b, c, d, owner in rows}


def board(state: State) -> set[str]:
    rows = GAME.to_plain(state)["board"]
    return {f"{owner}:{tile}({x},{y})" for x, y, owner, tile in rows}


def ended(state: State) -> Outcome:
    assert state.outcome is not None
    return state.outcome
