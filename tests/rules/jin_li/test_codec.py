"""Positions of Jin Li given from outside are checked, and the complaint names the key."""

from __future__ import annotations

import json
from typing import Any

import pytest

from game.rules.core.protocol import OptionError, PositionError, play_text
from game.rules.jin_li.game import JinLi

GAME = JinLi()


def given(**changes: Any) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "koi": {"R": ["a1", "g1"], "Y": ["a7", "g7"]},
        "stones": ["d4"],
        "hand": {"R": 1, "Y": 1},
        "score": {"R": 0, "Y": 0},
        "turn": "R",
        "phase": "move",
    }
    return plain | changes


def test_the_five_keys_and_the_turn_are_enough() -> None:
    state = GAME.from_plain(given(), {})
    assert (GAME.actor(state), state.hands, state.past[0] > 0) == (0, (1, 1), True)


@pytest.mark.parametrize(
    ("at", "changes"),
    [
        ("weather", {"weather": "fine"}),
        ("koi", {"koi": {"R": ["a1"], "Y": ["a7", "g7"]}}),
        ("koi", {"koi": {"R": ["a1", "a1"], "Y": ["a7", "g7"]}}),
        ("koi", {"koi": {"R": ["a1", "h1"], "Y": ["a7", "g7"]}}),
        ("koi", {"koi": {"R": ["a1", "a7"], "Y": ["a7", "g7"]}}),
        ("koi", {"koi": {"R": ["a1", 7], "Y": ["a7", "g7"]}}),
        ("koi", {"koi": [["a1", "g1"], ["a7", "g7"]]}),
        ("koi", {"stones": ["a1"]}),
        ("stones", {"stones": "d4"}),
        ("stones", {"stones": ["d4", "d4"]}),
        ("stones", {"stones": ["d4"], "hand": {"R": 10, "Y": 10}}),
        ("hand", {"hand": {"R": 11, "Y": 0}}),
        ("hand", {"hand": {"R": True, "Y": 0}}),
        ("hand", {"hand": {"R": 1}}),
        ("score", {"score": {"R": -1, "Y": 0}}),
        ("score", {"score": {"R": 10, "Y": 10}}),
        ("score", {"score": {"R": 1.5, "Y": 0}}),
        ("turn", {"turn": "B"}),
        ("turn", {"turn": None}),
        ("phase", {"phase": "sleep"}),
        ("phase", {"phase": ["move"]}),
        ("phase", {"phase": "luck", "turn": None}),
        ("phase", {"phase": "give"}),
        ("swum", {"phase": "throw"}),
        ("swum", {"phase": "throw", "swum": "a7"}),
        ("swum", {"swum": "a1"}),
        ("first", {"first": "Y"}),
        ("quiet", {"quiet": 101}),
        ("past", {"past": "00"}),
        ("past", {"past": ["zz"]}),
        ("past", {"past": ["1f"]}),
        ("over", {"over": "stuck"}),
        ("over", {"over": "target"}),
    ],
)
def test_what_is_wrong_is_named(at: str, changes: dict[str, Any]) -> None:
    with pytest.raises(PositionError) as error:
        GAME.from_plain(given(**changes), {})
    assert error.value.at == at


@pytest.mark.parametrize("key", ["koi", "stones", "hand", "score", "turn", "phase"])
def test_what_is_missing_is_named(key: str) -> None:
    plain = given()
    del plain[key]
    with pytest.raises(PositionError) as error:
        GAME.from_plain(plain, {})
    assert error.value.at == key


def test_options_are_checked() -> None:
    with pytest.raises(OptionError):
        GAME.from_plain(given(), {"stones": 8})


def test_a_position_that_is_won_is_over() -> None:
    state = GAME.from_plain(given(score={"R": 3, "Y": 10}, over="target"), {})
    assert GAME.actor(state) is None
    assert GAME.outcome(state) == GAME.outcome(GAME.from_plain(given(score={"R": 3, "Y": 10}), {}))


def test_the_past_goes_along_so_that_repetition_is_found() -> None:
    state = GAME.from_plain(given(stones=[], hand={"R": 0, "Y": 0}), {})
    for text in ("a1-b1", "a7-b7", "b1-a1", "b7-a7") * 2:
        state = GAME.from_plain(json.loads(json.dumps(GAME.to_plain(state))), {})
        (move,) = play_text(GAME, state, text)
        state = GAME.apply(state, move)
    assert state.end == "repetition"
    assert GAME.from_plain(GAME.to_plain(state), {}) == state
