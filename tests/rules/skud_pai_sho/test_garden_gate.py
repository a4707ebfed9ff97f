"""Complete games of Skud Pai Sho in The Garden Gate's notation."""

from __future__ import annotations

import random

import pytest

from game.rules.core.garden_gate import GardenGateError
from game.rules.core.match import Match
from game.rules.core.protocol import CHANCE
from game.rules.skud_pai_sho.garden_gate import SkudGate
from game.rules.skud_pai_sho.state import Move, State
from tests.rules.skud_pai_sho.tables import GAME

OPENING = "0H.R,W,K,B;0G.R,W,K,B;1G.R3(0,-8);1H.R3(0,8)"
EARNING = (
    f"{OPENING};2G.(0,-8)-(0,-5);2H.R4(-8,0);3G.R4(8,0);3H.R5(0,-8)"
    ";4G.(8,0)-(7,-3);4H.R5(8,0);5G.(0,-5)-(0,-3)"
)


GATE = SkudGate()


def read_game(text: str) -> list[Move]:
    return GATE.read(text).log


def final(text: str) -> State:
    return GATE.read(text).state  # type: ignore[no-any-return]


def at_random(seed: int, **options: str) -> Match:
    """The first eighty steps of a random game, or a few more to finish the turn."""
    rng = random.Random(seed)
    match = Match(GAME, 2, {"ruleset": "garden_gate", **options}, luck="manual")
    while match.outcome is None and (len(match.log) < 80 or match.state.phase == "bonus"):
        drawn = match.actor == CHANCE
        state = match.state
        match.replay(GAME.sample_chance(state, rng) if drawn else rng.choice(GAME.moves(state)))
    return match


@pytest.mark.parametrize("seed", range(8))
def test_games_are_read_as_they_were_written(seed: int) -> None:
    match = at_random(seed)
    text = GATE.write(match)
    assert GATE.read(text).states == match.states
    assert GATE.write(GATE.read(text)) == text


@pytest.mark.parametrize("accents", ["host_decides", "random"])
def test_accents_decided_otherwise_are_written_like_chosen_ones(accents: str) -> None:
    match = at_random(7, accents=accents)
    text = GATE.write(match)
    host, guest, *_ = text.split(";")
    assert host.startswith("0H.")
    assert guest.startswith("0G.")
    assert final(text).board == match.state.board
    assert (host[3:] == guest[3:]) == (accents == "host_decides")


def test_lines_and_underscores_do_as_well() -> None:
    moved = f"{OPENING};2G.(0,-8)-(0,-5)"
    spaced = moved.replace(";", "\n").replace(",", ", ") + "\n\n"
    assert read_game(spaced) == read_game(moved)
    text = GATE.write(at_random(3))
    assert "+" in text
    assert read_game(text.replace("+", "_")) == read_game(text)


def test_a_bonus_that_is_not_written_is_declined() -> None:
    *_, arrange, bonus = read_game(EARNING)
    assert (GAME.write(arrange), GAME.write(bonus)) == ("(0,-5)-(0,-3)", "+-")
    assert final(EARNING).turn == 1
    laid = read_game(f"{EARNING}+R(1,1)")[-1]
    assert GAME.write(laid) == "+R(1,1)"


def test_an_unfinished_turn_is_not_written() -> None:
    match = GATE.read(EARNING)
    assert GATE.write(match) == EARNING
    match.go_to(match.cursor - 1)
    assert GATE.write(match) == EARNING.rpartition(";")[0]


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
    rng, match = random.Random(11), Match(GAME, 2, {"ruleset": "garden_gate"})
    while match.outcome is None:
        match.replay(rng.choice(GAME.moves(match.state)))
    text = GATE.write(match)
    assert final(text).outcome == match.outcome
    with pytest.raises(GardenGateError, match="the game is over"):
        read_game(f"{text};99G.R3(0,8)")
