"""Complete games of Skud Pai Sho in The Garden Gate's notation."""

from __future__ import annotations

import random

import pytest

from game.rules.core.garden_gate import GardenGateError
from game.rules.core.protocol import CHANCE
from game.rules.skud_pai_sho.garden_gate import read_game, write_game
from game.rules.skud_pai_sho.state import Move, State
from tests.rules.skud_pai_sho.tables import GAME, start

OPENING = "0H.R,W,K,B;0G.R,W,K,B;1G.R3(0,-8);1H.R3(0,8)"
EARNING = (
    f"{OPENING};2G.(0,-8)-(0,-5);2H.R4(-8,0);3G.R4(8,0);3H.R5(0,-8)"
    ";4G.(8,0)-(7,-3);4H.R5(8,0);5G.(0,-5)-(0,-3)"
)


def final(text: str, ruleset: str = "garden_gate") -> State:
    state, moves = read_game(text, ruleset)
    for move in moves:
        state = GAME.apply(state, move)
    return state


def at_random(seed: int, **options: str) -> tuple[State, list[Move]]:
    """The first eighty steps of a random game, or a few more to finish the turn."""
    rng = random.Random(seed)
    first = state = start(**options)
    moves: list[Move] = []
    while state.outcome is None and (len(moves) < 80 or state.phase == "bonus"):
        drawn = GAME.actor(state) == CHANCE
        move = GAME.sample_chance(state, rng) if drawn else rng.choice(GAME.moves(state))
        moves.append(move)
        state = GAME.apply(state, move)
    return first, moves


@pytest.mark.parametrize("ruleset", ["leaflet", "garden_gate"])
@pytest.mark.parametrize("seed", range(4))
def test_games_are_read_as_they_were_written(ruleset: str, seed: int) -> None:
    first, moves = at_random(seed, ruleset=ruleset)
    text = write_game(first, moves)
    assert read_game(text, ruleset) == (first, tuple(moves))
    assert write_game(*read_game(text, ruleset)) == text


@pytest.mark.parametrize("accents", ["host_decides", "random"])
def test_accents_decided_otherwise_are_written_like_chosen_ones(accents: str) -> None:
    first, moves = at_random(7, accents=accents, ruleset="garden_gate")
    text = write_game(first, moves)
    host, guest, *_ = text.split(";")
    assert host.startswith("0H.")
    assert guest.startswith("0G.")
    assert final(text).board == final(write_game(*read_game(text))).board
    assert (host[3:] == guest[3:]) == (accents == "host_decides")


def test_lines_and_underscores_do_as_well() -> None:
    moved = f"{OPENING};2G.(0,-8)-(0,-5)"
    spaced = moved.replace(";", "\n").replace(",", ", ") + "\n\n"
    assert read_game(spaced) == read_game(moved)
    first, moves = at_random(3, ruleset="garden_gate")
    text = write_game(first, moves)
    assert "+" in text
    assert read_game(text.replace("+", "_")) == read_game(text)


def test_a_bonus_that_is_not_written_is_declined() -> None:
    *_, arrange, bonus = read_game(EARNING)[1]
    assert (GAME.write(arrange), GAME.write(bonus)) == ("(0,-5)-(0,-3)", "+-")
    assert final(EARNING).turn == 1
    laid = read_game(f"{EARNING}+R(1,1)")[1][-1]
    assert GAME.write(laid) == "+R(1,1)"


def test_an_unfinished_turn_is_not_written() -> None:
    first, moves = read_game(EARNING)
    assert write_game(first, moves) == EARNING
    assert write_game(first, moves[:-1]) == EARNING.rpartition(";")[0]


@pytest.mark.parametrize(
    ("text", "at", "message"),
    [
        ("1G.R3(0,-8)", "1G", "turn 0H is expected here"),
        (f"{OPENING};2H.R4(8,0)", "2H", "turn 2G is expected here"),
        (f"{OPENING};3G.R4(8,0)", "3G", "turn 2G is expected here"),
        (f"{OPENING};2G.R4(0,8)", "2G", "2G: R4(0,8) breaks SK-10 (gate_closed)"),
        (f"{OPENING};2G.X4(0,8)", "2G", "2G: 'X4(0,8)'"),
        (f"{OPENING};2G.R4(8,0)+R(1,1)", "2G", "the turn is over"),
        (f"{OPENING};2G", "2G", "'2G' is no turn"),
        ("hello", "hello", "is no turn"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_turn(text: str, at: str, message: str) -> None:
    with pytest.raises(GardenGateError) as error:
        read_game(text)
    assert error.value.at == at
    assert message in str(error.value)


def test_nothing_follows_the_end_of_a_game() -> None:
    rng = random.Random(11)
    first = state = start(ruleset="garden_gate")
    moves = []
    while state.outcome is None:
        moves.append(rng.choice(GAME.moves(state)))
        state = GAME.apply(state, moves[-1])
    text = write_game(first, moves)
    assert final(text).outcome == state.outcome
    with pytest.raises(GardenGateError, match="the game is over"):
        read_game(f"{text};99G.R3(0,8)")
