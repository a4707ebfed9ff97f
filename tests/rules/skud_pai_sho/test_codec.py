"""Positions and events of Skud Pai Sho: written, read back, refused where they make no sense."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from game.rules.core.protocol import OptionError, PositionError
from tests.rules.skud_pai_sho.tables import GAME, ended, events, play, start, table

MINIMAL = {"board": [], "hands": {"G": {"R3": 1}, "H": {"R3": 1}}, "turn": "G"}


def plain(**changes: Any) -> dict[str, Any]:
    return {**MINIMAL, **changes}


@pytest.mark.parametrize("ruleset", ["leaflet", "garden_gate"])
@pytest.mark.parametrize("accents", ["each_chooses", "host_decides", "random"])
def test_every_state_of_a_game_is_its_plain_form(ruleset: str, accents: str) -> None:
    options = {"ruleset": ruleset, "accents": accents}
    rng = random.Random(f"{ruleset} {accents}")
    state = start(**options)
    while state.outcome is None:
        told = json.loads(json.dumps(GAME.to_plain(state)))
        assert GAME.from_plain(told, options) == state
        state = GAME.apply(state, rng.choice(GAME.moves(state)))
    assert GAME.from_plain(GAME.to_plain(state), options) == state


def test_the_plain_form_holds_what_bots_want_to_know() -> None:
    state = table("G:R3(1,2) G:R4(4,2) H:K(-1,-1)", guest="R3 B B", host="W3 L")
    assert GAME.to_plain(state) == {
        "board": [[-1, -1, "H", "K"], [1, 2, "G", "R3"], [4, 2, "G", "R4"]],
        "hands": {"G": {"R3": 1, "B": 2}, "H": {"W3": 1, "L": 1}},
        "accents": {"G": [], "H": []},
        "turn": "G",
        "phase": "turn",
        "passes": 0,
        "harmonies": [[1, 2, 4, 2, "G"]],
        "ring": [],
        "over": None,
    }


def test_a_finished_position_is_over() -> None:
    state = table(guest="L")
    assert ended(state).reason == "level"
    assert GAME.to_plain(state)["over"] == {"winners": [], "reason": "level"}


def test_what_follows_from_the_rest_is_not_read() -> None:
    edited = plain(harmonies=[[0, 0, 1, 1, "G"]], ring=["H"], over=None)
    assert GAME.from_plain(edited, {}) == GAME.from_plain(MINIMAL, {})


FULL = {"R3": 3, "R4": 3, "R5": 3, "W3": 3, "W4": 3, "W5": 3, "L": 1, "O": 1}
EIGHT = {"R": 2, "W": 2, "K": 2, "B": 2}
FOUR = {"R": 1, "W": 1, "K": 1, "B": 1}
KEPT = ["R", "W", "K", "B"]


@pytest.mark.parametrize(
    ("wrong", "at"),
    [
        (plain(tiles=[]), "tiles"),
        (plain(turn="X"), "turn"),
        (plain(turn=None), "turn"),
        (plain(phase="middle"), "phase"),
        (plain(passes=3), "passes"),
        (plain(passes=True), "passes"),
        (plain(board=None), "board"),
        (plain(board=[[0, 0, "G"]]), "board"),
        (plain(board=[[0, 0, "X", "R3"]]), "board"),
        (plain(board=[[0, 0, "G", "R9"]]), "board"),
        (plain(board=[[9, 0, "G", "R3"]]), "board"),
        (plain(board=[["0", 0, "G", "R3"]]), "board"),
        (plain(board=[[-1, 1, "G", "R3"]]), "board"),
        (plain(board=[[0, 8, "G", "K"]]), "board"),
        (plain(board=[[0, 0, "G", "R3"], [0, 0, "H", "R3"]]), "board"),
        (plain(board=[[0, 0, "G", "R3"], [0, 2, "H", "W3"]]), "board"),
        (plain(hands={"G": {}}), "hands"),
        (plain(hands={"G": [], "H": {}}), "hands.G"),
        (plain(hands={"G": {"R3": 4}, "H": {}}), "hands.G"),
        (plain(hands={"G": {"X": 1}, "H": {}}), "hands.G"),
        (plain(hands={"G": {"R3": True}, "H": {}}), "hands.G"),
        (plain(board=[[0, 0, "H", "L"]], hands={"G": {}, "H": {"L": 1}}), "hands.H"),
        (plain(accents={"G": ["R"], "H": []}), "accents.G"),
        (plain(accents={"G": ["R", "R", "R", "W"], "H": []}), "accents.G"),
        (plain(accents={"G": ["R3", "R", "W", "K"], "H": []}), "accents.G"),
        (plain(accents={"G": KEPT, "H": []}, hands={"G": {"R": 2}, "H": {}}), "hands.G"),
        (plain(phase="accents", board=[[0, -8, "G", "R3"]]), "phase"),
        (plain(phase="accents", hands={"G": FULL | EIGHT, "H": FULL | EIGHT}), "accents.H"),
        (plain(phase="open"), "accents.G"),
        (
            plain(
                phase="open",
                turn="H",
                board=[[8, 0, "G", "R3"]],
                hands={"G": FULL | FOUR | {"R3": 2}, "H": FULL | FOUR},
                accents={"G": KEPT, "H": KEPT},
            ),
            "board",
        ),
    ],
)
def test_positions_that_make_no_sense_are_refused_by_key(wrong: dict[str, Any], at: str) -> None:
    with pytest.raises(PositionError) as error:
        GAME.from_plain(wrong, {})
    assert error.value.at == at


def test_options_are_checked_for_positions_too() -> None:
    with pytest.raises(OptionError):
        GAME.from_plain(MINIMAL, {"ruleset": "house"})


# Events -----------------------------------------------------------------------------------------


def kinds(state: Any, text: str) -> list[tuple[str, int, tuple[str, ...]]]:
    return [(e.kind, e.seat, e.places) for e in events(state, text)]


def test_a_new_harmony_is_told_with_its_tiles() -> None:
    told = events(table("G:R3(1,1) G:R4(4,2)"), "(1,1)-(1,2)")
    assert [e.kind for e in told] == ["harmony", "bonus_due"]
    params = dict(told[0].params)
    assert (params["tile"], params["other"]) == ("@tile.R3", "@tile.R4")
    assert told[0].places == ("(1,2)", "(4,2)")


def test_a_harmony_that_moves_along_is_neither_made_nor_broken() -> None:
    assert kinds(table("G:R3(1,1) G:R4(4,1)"), "(1,1)-(2,1)") == []
    told = kinds(table("G:R3(1,1) G:R4(4,1)"), "(1,1)-(1,2)")
    assert told == [("broken", 0, ("(1,1)", "(4,1)"))]


def test_a_wheel_carries_harmonies_along() -> None:
    state = table("G:R3(0,1) G:R4(1,1)", phase="bonus", guest="R3 W")
    told = kinds(state, "+W(0,0)")
    assert told[0] == ("wheel", 0, ("(0,0)", "(1,1)", "(1,0)"))
    assert [kind for kind, _, _ in told[1:]] == []


def test_boats_rocks_and_capture_are_told() -> None:
    state = table("G:R3(1,2) G:R4(4,2) H:K(6,6)", phase="bonus", guest="R3 B R")
    assert kinds(state, "+B(1,2)-(1,3)") == [
        ("ferried", 0, ("(1,2)", "(1,3)")),
        ("broken", 0, ("(1,2)", "(4,2)")),
    ]
    assert kinds(state, "+B(6,6)") == [("sunk", 0, ("(6,6)",))]
    assert kinds(state, "+R(2,2)")[1] == ("broken", 0, ("(1,2)", "(4,2)"))
    assert kinds(state, "+-") == [("decline", 0, ())]


def test_accents_and_plants_are_told() -> None:
    told = events(start(), "R,R,W,K")
    assert dict(told[0].params) == {
        "a": "@tile.R", "b": "@tile.R", "c": "@tile.W", "d": "@tile.K",
    }  # fmt: skip
    state = play(start(), "R,W,K,B", "R,W,K,B")
    assert kinds(state, "W4(0,-8)") == [("plant", 0, ("(0,-8)",))]


@pytest.mark.parametrize(("ruleset", "counted"), [
    ("leaflet", [(0, "accents", 1), (0, "harmonies", 0), (1, "accents", 0), (1, "harmonies", 1),
                 (0, "won", None)]),
    ("garden_gate", [(0, "midlines", 0), (1, "midlines", 1), (1, "won", None)]),
])  # fmt: skip
def test_the_score_sheet_tells_what_decides(ruleset: str, counted: list[object]) -> None:
    state = play(table("H:W5(-1,2) H:R3(4,2)", guest="R3 K", ruleset=ruleset), "R3(0,8)")
    lines = [(line.seat, line.key, dict(line.params).get("n")) for line in GAME.explain(state)]
    assert lines == counted
    assert sum(line.points for line in GAME.explain(state)) == 1
