"""Skud Pai Sho's computer players: they close rings, and beat whoever just collects harmonies."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.ai.evaluation.skud_pai_sho import SkudPaiShoEvaluator
from game.rules import GAMES
from game.rules.core.protocol import Seat
from game.rules.skud_pai_sho.garden_gate import SkudGate
from game.rules.skud_pai_sho.state import Accents, Decline, State
from tests.ai.evaluation.arena import hurried, play
from tests.tools.tournament import Player, careless, gatherer

GAME = GAMES["skud_pai_sho"]
JUDGE = SkudPaiShoEvaluator()
DATA = Path(__file__).parents[2] / "data" / "skud_pai_sho_games.jsonl.gz"


def before_rings() -> Iterator[State]:
    """The positions of recorded games in which the last turn closed a ring."""
    with gzip.open(DATA, "rt", encoding="utf-8") as rows:
        games = [json.loads(row) for row in rows]
    for game in games:
        if game["result"].get("code") == 1:
            passed = SkudGate().read(";".join(game["moves"])).states
            yield [state for state in passed if state.phase == "turn" and not state.outcome][-1]


@pytest.mark.parametrize("state", list(before_rings()))
def test_a_ring_in_one_turn_is_closed(state: State) -> None:
    master = hurried("master", 400)
    after = state
    for step in master(GAME, state, state.turn, random.Random(1)):
        after = GAME.apply(after, step)
    outcome = GAME.outcome(after)
    assert outcome is not None
    assert state.turn in outcome.winners


@pytest.mark.parametrize(("ruleset", "seat"), [("leaflet", 0), ("garden_gate", 1)])
def test_the_strongest_beats_who_only_gathers_harmonies(ruleset: str, seat: Seat) -> None:
    players: list[Player] = [gatherer, gatherer]
    players[seat] = hurried("master", 200)
    outcome = GAME.outcome(play(GAME, players, {"ruleset": ruleset}, 1))
    assert outcome is not None
    assert outcome.winners == (seat,)


def test_a_way_round_the_centre_is_worth_more_than_a_heap_of_harmonies() -> None:
    """Three flowers round the centre against the same three on one side of it."""

    def share(*places: str) -> float:
        tiles = zip(places, ("R3", "R4", "R5"), strict=True)
        board = [[*map(int, place.split(",")), "G", code] for place, code in tiles]
        state = GAME.start(2, {})
        state = GAME.apply(state, Accents((9, 10, 11, 12)))
        state = GAME.apply(state, Accents((9, 10, 11, 12)))
        plain = {**GAME.to_plain(state), "board": board, "phase": "turn"}
        hand = plain["hands"]["G"]
        for code in ("R3", "R4", "R5"):
            hand[code] -= 1
        return JUDGE.evaluate(GAME.from_plain(plain, {}))[0]

    assert share("-2,-4", "4,-4", "4,2") > share("2,1", "5,1", "5,2")


def test_no_bonus_is_always_among_the_moves_looked_at() -> None:
    rng = random.Random(3)
    state: State = GAME.start(2, {})
    seen = 0
    while seen < 3:
        if state.phase == "bonus":
            assert isinstance(JUDGE.rank(state, GAME.moves(state))[0], Decline)
            seen += 1
        state = GAME.apply(state, careless(GAME, state, state.turn, rng)[0])
