"""Skud Pai Sho against a slow reading of the rules, on positions from games played at random."""

from __future__ import annotations

import random

import pytest

from game.rules.skud_pai_sho.board import HOST
from game.rules.skud_pai_sho.state import State
from tests.rules.skud_pai_sho.reference import harmonies, turn_list
from tests.rules.skud_pai_sho.tables import GAME, start

WANTED = 12
"""How many positions of each set of rules are compared; the slow way takes its time."""


def positions(ruleset: str) -> list[State]:
    """Positions from all stages of random games, specials and accents planted eagerly."""
    rng = random.Random(f"reference {ruleset}")
    found: list[State] = []
    while len(found) < WANTED:
        state, ply = start(ruleset=ruleset), 0
        while state.outcome is None and len(found) < WANTED:
            moves = GAME.moves(state)
            tiles = [move for move in moves if GAME.write(move)[:2] in ("+L", "+O", "+K", "+R")]
            state = GAME.apply(state, rng.choice(tiles or moves))
            ply += 1
            if state.phase == "turn" and ply > 20 and ply % 41 == 0 and state.outcome is None:
                found.append(state)
    return found


@pytest.mark.parametrize("ruleset", ["leaflet", "garden_gate"])
def test_all_turns_and_harmonies_are_those_of_the_slow_rules(ruleset: str) -> None:
    compared = positions(ruleset)
    bonus = captures = 0
    for state in compared:
        plain = GAME.to_plain(state)
        texts = GAME.turn_texts(state)
        assert len(texts) == len(set(texts))
        assert set(texts) == turn_list(dict(plain), ruleset)
        tiles = {(x, y): (owner, tile) for x, y, owner, tile in plain["board"]}
        slow = {(*a, *b, owner) for a, b, owner in harmonies(tiles, ruleset == "garden_gate")}
        assert {tuple(line) for line in plain["harmonies"]} == slow
        bonus += any("+" in text for text in texts)
        captures += any(_captures(state, text) for text in texts if "+" not in text)
    assert bonus > 3
    assert captures > 3
    assert any(state.turn == HOST for state in compared)


def _captures(state: State, text: str) -> bool:
    move = GAME.read(text)
    told = GAME.events(state, move, GAME.apply(state, move))
    return any(event.kind == "capture" for event in told)
