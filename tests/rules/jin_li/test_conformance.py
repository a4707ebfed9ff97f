"""Jin Li against recordings of other implementations, and against counted turns."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from game.rules.core.protocol import Options, play_text, turns, write_turn
from game.rules.jin_li.game import JinLi
from game.rules.jin_li.state import Pond
from tests.tools.perft import perft

GAME = JinLi()
DATA = Path(__file__).parents[2] / "data"


def recorded(name: str) -> Iterator[dict[str, Any]]:
    with gzip.open(DATA / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def translated(options: dict[str, Any]) -> Options:
    return {
        "start": {"R": "red", "Y": "yellow"}[options["first"]],
        "placement": {"corner": "corners", "inset": "inset"}[options["start"]],
        "stones": options["stones"],
        "target": options["target"],
        "recycle": options["recycle"],
        "repetition": "ignore" if options["repetition"] == 0 else "draw",
    }


def played(state: Pond, text: str) -> Pond:
    for move in play_text(GAME, state, text):
        state = GAME.apply(state, move)
    return state


def told(state: Pond) -> dict[str, Any]:
    plain = GAME.to_plain(state)
    return {key: plain[key] for key in ("koi", "stones", "hand", "score", "turn", "phase")}


def over(state: Pond) -> dict[str, str] | None:
    outcome = GAME.outcome(state)
    if outcome is None:
        return None
    reason = {"stuck": "both-stuck"}.get(outcome.reason, outcome.reason)
    return {"winner": "RY"[outcome.winners[0] ^ state.terms.first], "reason": reason}


def test_recorded_games_have_the_same_turns_points_and_ends() -> None:
    plies = 0
    for game in recorded("jin_li_games"):
        state = GAME.start(2, translated(game["options"]))
        assert told(state) == game["start"], game["id"]
        for ply in game["plies"]:
            assert (told(state)["turn"], state.phase) == (ply["turn"], ply["phase"])
            legal = sorted(write_turn(GAME, steps) for steps, _ in turns(GAME, state))
            assert legal == ply["legal"], (game["id"], plies)
            state = played(state, ply["move"])
            assert told(state)["score"] == ply["score"]
            assert told(state)["hand"] == ply["hand"]
            plies += 1
        assert over(state) == game["over"], game["id"]
    assert plies == 3026


@pytest.mark.parametrize("case", list(recorded("jin_li_positions")), ids=lambda case: case["name"])
def test_recorded_positions(case: dict[str, Any]) -> None:
    state = GAME.from_plain(case["state"], translated(case["options"]))
    assert sorted(write_turn(GAME, steps) for steps, _ in turns(GAME, state)) == case["legal"]
    for text, expected in (case["after"] or {}).items():
        after = played(state, text)
        found = told(after) | {"over": over(after)}
        assert {key: found[key] for key in expected} == expected, text


@pytest.mark.parametrize(
    ("placement", "one", "two"), [("corners", 270, 69_732), ("inset", 720, 495_712)]
)
def test_perft(placement: str, one: int, two: int) -> None:
    state = GAME.start(2, {"placement": placement})
    assert perft(GAME, state, 1) == one
    assert perft(GAME, state, 2) == two
