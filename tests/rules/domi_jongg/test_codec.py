"""Domi Jongg's states as JSON: there and back, and what is wrong with a made-up one."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from game.rules.core.match import Match
from game.rules.core.protocol import CHANCE, PositionError
from game.rules.domi_jongg.state import STOP
from tests.rules.domi_jongg.tables import GAME, draw, play, snake, table

FINE: dict[str, Any] = {"hands": [["K1", "F2"], ["T1"]], "snake": snake("K5 K4>0R/1"), "turn": 0}
BRANCH = snake("T2 F2>0L/1 B2+WE>1/0")


@pytest.mark.parametrize("dealer", ["roll", 0])
@pytest.mark.parametrize("branch_turn", ["one_head", "any_new_head"])
def test_every_state_of_a_game_goes_there_and_back(dealer: str | int, branch_turn: str) -> None:
    options = {"dealer": dealer, "branch_turn": branch_turn}
    for seats in range(2, 7):
        rng = random.Random(seats)
        match = Match(GAME, seats, options, seed=seats)
        while match.actor is not None:
            match.play(rng.choice(GAME.moves(match.state)))
        for state in (*match.states[seats::4], match.state):
            assert GAME.from_plain(json.loads(json.dumps(GAME.to_plain(state))), options) == state


def test_a_state_tells_what_is_on_the_table() -> None:
    plain = GAME.to_plain(play(table(["K4 K9", "T1 DR"], "K3 J3>0L/1", pile="WE WE"), "K4>0R"))
    assert plain == {
        "phase": "turn",
        "dealer": 1,
        "turn": 0,
        "hands": [["K9"], ["DR", "T1"]],
        "pile": {"number": 2, "tiles": {"WE": 2}},
        "snake": [["K3", None, None], ["J3", "0L", 1], ["K4", "0R", 0]],
        "ends": [["1", "J3"], ["2", "K4"]],
        "lying": 2,
        "owed": 0,
        "points": [0, 0],
        "tally": [{}, {}],
        "rolling": [],
        "rolls": [],
    }


def test_hands_and_snake_are_enough() -> None:
    state = GAME.from_plain(FINE, {})
    assert (GAME.actor(state), state.lying, len(state.pile)) == (0, 2, 144 - 5)
    assert {GAME.write(move) for move in GAME.moves(state)} == {"K1>0L", "K1>1"}


def test_the_singlestone_may_stand_alone_where_nothing_stands_for_null() -> None:
    first, *rest = FINE["snake"]
    assert first == ["K5", None, None]
    short = GAME.from_plain({**FINE, "snake": [["K5"], *rest]}, {})
    assert short == GAME.from_plain(FINE, {})
    with pytest.raises(PositionError):
        GAME.from_plain({**FINE, "snake": [first, ["K4"]]}, {})


def test_a_position_may_stand_in_the_middle_of_a_turn() -> None:
    state = GAME.from_plain({**FINE, "turn": 1, "lying": 1}, {})
    assert STOP in GAME.moves(state)


def test_a_position_may_have_fewer_tiles_than_the_set() -> None:
    state = table(["K1 K2", "K1"], "K5", pile="WE")
    assert GAME.actor(draw(play(state, "K1>0L stop"), "WE")) == 1


def test_points_without_a_tally_were_given() -> None:
    state = GAME.from_plain({**FINE, "points": [4, -1]}, {})
    assert GAME.scores(state) == (4, -1)
    assert GAME.to_plain(state)["tally"] == [{"given": 4}, {"given": -1}]


WRONG: list[tuple[str, dict[str, Any]]] = [
    ("hand", {"hand": []}),
    ("hands", {"hands": None}),
    ("hands", {"hands": [["K1"]]}),
    ("hands", {"hands": [["K1"], 3]}),
    ("hands", {"hands": [["K0"], ["K1"]]}),
    ("hands", {"hands": [[], ["K1"]], "lying": 1, "turn": 0, "snake": snake("K5 K4>0R/0")}),
    ("pile", {"hands": [["K5"] * 4, ["K1"]]}),
    ("pile", {"pile": {"tiles": {"K4": 4}}}),
    ("pile", {"pile": {"tiles": {"F2": 1}}}),
    ("pile", {"pile": {"number": 2, "tiles": {"K9": 1}}}),
    ("pile", {"pile": 7}),
    ("snake", {"snake": None}),
    ("snake", {"snake": [["K5", None]]}),
    ("snake", {"snake": [["K5", None, 0]]}),
    ("snake", {"snake": [["F1", None, None]]}),
    ("snake", {"snake": [["K5", None, None], ["K4", "x", 0]]}),
    ("snake", {"snake": [["K5", None, None], ["K4", "0R", None]]}),
    ("snake", {"snake": [["K5", None, None], ["K4", "0R", 2]]}),
    ("snake", {"snake": snake("K5 K4>1/0")}),
    ("snake", {"snake": snake("K5 T4>0L/0")}),
    ("snake", {"snake": snake("K5 K4>0L/0 K3>0L/0")}),
    ("snake", {"snake": snake("T2 F2>0L/1 B2>1/0"), "hands": [["K1"], ["T1"]]}),
    ("snake", {"snake": snake("T2 F2>0L/1 WE+B2>1/0"), "hands": [["K1"], ["T1"]]}),
    ("snake", {"snake": snake("T2 F2>0L/1 B2>1/0 WE>1/1"), "hands": [["K1"], ["T1"]]}),
    ("ends", {"ends": [["0L", "K5"]]}),
    ("lying", {"lying": 0}),
    ("lying", {"lying": 3}),
    ("lying", {"lying": 1}),
    ("lying", {"snake": snake("K5 K4>0R/0 K3>0L/0"), "lying": 1}),
    ("lying", {"snake": BRANCH, "hands": [["K1"], ["T1"]], "lying": 3}),
    ("turn", {"turn": 2}),
    ("turn", {"turn": True}),
    ("dealer", {"dealer": -1}),
    ("owed", {"owed": 1}),
    ("owed", {"phase": "draw", "owed": 2}),
    ("points", {"points": [1, 0], "tally": [{}, {}]}),
    ("points", {"points": True}),
    ("tally", {"tally": [{}]}),
    ("tally", {"tally": [{"luck": 1}, {}]}),
    ("tally", {"tally": [{"branch": -1}, {}]}),
    ("phase", {"phase": "night"}),
    ("phase", {"phase": "deal"}),
    ("phase", {"phase": "over"}),
    ("phase", {"pile": {"tiles": {}}, "hands": [["WE"], ["DR"]]}),
    ("rolls", {"rolls": [3]}),
    ("rolling", {"rolling": [0]}),
]


@pytest.mark.parametrize(
    ("key", "change"), WRONG, ids=[f"{i}-{k}" for i, (k, _) in enumerate(WRONG)]
)
def test_what_is_wrong_is_named(key: str, change: dict[str, Any]) -> None:
    with pytest.raises(PositionError) as error:
        GAME.from_plain({**FINE, **change}, {})
    assert error.value.at == key


BEFORE: list[tuple[str, dict[str, Any]]] = [
    ("hands", {"phase": "deal", "dealer": 0, "hands": [[], ["K1"]]}),
    ("hands", {"phase": "single", "hands": [["K1"], ["K2"]]}),
    ("hands", {"phase": "roll", "hands": [["K1"], []]}),
    ("turn", {"phase": "deal", "dealer": 0, "turn": 1}),
    ("pile", {"phase": "deal", "pile": {"tiles": {"K1": 1}}}),
    ("rolling", {"phase": "roll", "rolling": [0]}),
    ("rolling", {"phase": "roll", "rolling": [1, 0]}),
    ("rolls", {"phase": "roll", "rolls": [3, 4]}),
    ("rolls", {"phase": "roll", "rolls": [21]}),
    ("phase", {"phase": "turn"}),
]


@pytest.mark.parametrize(
    ("key", "change"), BEFORE, ids=[f"{i}-{k}" for i, (k, _) in enumerate(BEFORE)]
)
def test_what_is_wrong_before_the_first_turn_is_named(key: str, change: dict[str, Any]) -> None:
    with pytest.raises(PositionError) as error:
        GAME.from_plain({"hands": [[], []], "snake": [], **change}, {})
    assert error.value.at == key


def test_a_view_is_no_position() -> None:
    """Nobody can start from half of what is on the table."""
    state = table(["K1 K2", "T1 T2"], "K5")
    with pytest.raises(PositionError):
        GAME.from_plain(GAME.to_plain(GAME.observation(state, 0)), {})
    assert GAME.actor(GAME.from_plain(GAME.to_plain(state), {})) != CHANCE
