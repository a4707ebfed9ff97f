"""The house rules of the clubs: informal start, all eight accents, no wheels, no aids."""

from __future__ import annotations

import random
from itertools import product

import pytest

from game.rules.core import record
from game.rules.core.match import Match, Series
from game.rules.core.protocol import CHANCE, OptionError, PositionError, Value
from game.rules.skud_pai_sho.state import State
from tests.rules.skud_pai_sho.tables import GAME, all_turns, legal, play, why

BASICS = ("R3", "R4", "R5", "W3", "W4", "W5")
GATES = ("(0,-8)", "(0,8)", "(-8,0)", "(8,0)")


def begin(**options: Value) -> State:
    return GAME.start(2, options)


def test_sk_22_the_guest_plants_anything_anywhere_and_the_host_as_well() -> None:
    state = play(begin(opening="informal"), "R,W,K,B", "R,R,K,B")
    assert (state.phase, GAME.actor(state)) == ("turn", 0)
    assert legal(state) == {f"{tile}{gate}" for tile, gate in product(BASICS, GATES)}
    state = play(state, "R4(8,0)")
    assert GAME.actor(state) == 1
    assert legal(state) == {f"{tile}{gate}" for tile, gate in product(BASICS, GATES[:3])}
    assert why(state, "W3(8,0)") == ("SK-10", "gate_closed")
    state = play(state, "W3(0,8)")
    assert {"(8,0)-(5,0)", "R4(0,-8)"} <= legal(state)


def test_sk_23_both_keep_all_eight_and_nobody_chooses() -> None:
    state = begin(accents="all")
    assert (state.phase, GAME.actor(state)) == ("open", 0)
    told = GAME.to_plain(state)
    assert told["accents"] == {key: [*"RRWWKKBB"] for key in "GH"}
    assert told["hands"]["H"] == {**dict.fromkeys(BASICS, 3), "L": 1, "O": 1,
                                  **dict.fromkeys("RWKB", 2)}  # fmt: skip
    assert why(state, "R,W,K,B") == ("SK-3", "accents_kept")
    assert begin(accents="all", opening="informal").phase == "turn"


def test_sk_23_without_wheels_all_are_six() -> None:
    state = begin(accents="all", wheels=False)
    assert GAME.to_plain(state)["accents"] == {key: [*"RRKKBB"] for key in "GH"}


def test_sk_24_nobody_keeps_a_wheel() -> None:
    state = begin(wheels=False)
    assert len(legal(state)) == 6
    assert not any("W" in text for text in legal(state))
    assert why(state, "R,W,K,B") == ("SK-24", "no_wheels")
    assert why(state, "R,R,R,K") == ("SK-3", "accents_two")
    state = play(state, "R,K,K,B", "R,R,B,B")
    assert (state.phase, GAME.actor(state)) == ("open", 0)


def test_sk_24_luck_draws_from_six() -> None:
    state = begin(accents="random", wheels=False)
    assert GAME.actor(state) == CHANCE
    ways = {GAME.write(move): weight for move, weight in GAME.chance_outcomes(state)}
    assert sum(ways.values()) == 15
    assert ways == {"R,R,K,K": 1, "R,R,K,B": 4, "R,R,B,B": 1,
                    "R,K,K,B": 4, "R,K,B,B": 4, "K,K,B,B": 1}  # fmt: skip


def test_sk_24_a_wheel_in_a_position_is_refused() -> None:
    empty = {"board": [], "hands": {"G": {"R3": 1}, "H": {"R3": 1}}, "turn": "G"}
    wheel = {**empty, "board": [[1, 1, "G", "W"]]}
    kept = {**empty, "accents": {"G": [*"RWKB"], "H": [*"RKKB"]}}
    for plain, key in ((wheel, "hands.G"), (kept, "accents.G")):
        GAME.from_plain(plain, {})
        with pytest.raises(PositionError) as caught:
            GAME.from_plain(plain, {"wheels": False})
        assert caught.value.at == key


@pytest.mark.parametrize(("options", "phase"), [
    ({"accents": "all"}, "accents"), ({"opening": "informal"}, "open"),
])  # fmt: skip
def test_a_phase_that_is_left_out_is_refused(options: dict[str, Value], phase: str) -> None:
    told = {**GAME.to_plain(begin()), "phase": phase}
    with pytest.raises(PositionError, match="phase"):
        GAME.from_plain(told, options)


def test_sk_25_the_aids_change_no_rule() -> None:
    assert begin(aids=False) == begin()


RULESETS, ACCENTS = ("leaflet", "garden_gate"), ("each_chooses", "host_decides", "random", "all")


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("accents", ACCENTS)
def test_games_are_played_and_written_with_all_of_them(ruleset: str, accents: str) -> None:
    rng = random.Random(f"{ruleset} {accents}")
    options: dict[str, Value] = {
        "ruleset": ruleset, "accents": accents, "opening": "informal", "wheels": False,
    }  # fmt: skip
    match = Match(GAME, 2, options, seed=3)
    while match.outcome is None:
        assert GAME.from_plain(GAME.to_plain(match.state), options) == match.state
        if match.cursor == 12:
            assert sorted(GAME.turn_texts(match.state)) == sorted(all_turns(match.state))
        match.play(rng.choice(GAME.moves(match.state)))
    text = record.write(Series(match))
    assert "option opening: informal\noption wheels: false\nseed" in text
    assert record.write(record.read(text, {GAME.info.id: GAME}).series) == text


def test_records_name_house_rules_only_where_they_are_played() -> None:
    text = record.write(Series(Match(GAME, 2)))
    assert "option ruleset: leaflet\noption accents: each_chooses\nseed" in text
    assert record.write(record.read(text, {GAME.info.id: GAME}).series) == text


def test_an_opening_that_is_none_is_refused() -> None:
    with pytest.raises(OptionError) as caught:
        begin(opening="formal")
    assert caught.value.at == "opening"
