"""Both Pai Sho games against recorded ones: every legal step, every line, every result."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections import Counter
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest

from game.rules.core.match import Match
from game.rules.core.protocol import CHANCE, Value
from game.rules.pai_sho.board import xy
from game.rules.skud_pai_sho.board import OWNERS, clashes, crosses_midline, harmonies_of
from game.rules.skud_pai_sho.game import SkudPaiSho
from game.rules.skud_pai_sho.garden_gate import SkudGate
from game.rules.skud_pai_sho.state import State, crossings
from game.rules.solitaire_pai_sho.game import SolitairePaiSho
from game.rules.solitaire_pai_sho.state import Lay, counts, lengths, lines
from tests.sweep import one_in

SKUD, SOLITAIRE = SkudPaiSho(), SolitairePaiSho()
GATE = {"ruleset": "garden_gate"}
DATA = Path(__file__).parents[2] / "data"
SIDES = {"GUEST": "G", "HOST": "H"}
CODES = {"ring": 1, "midlines": 3, "level": 4, "rings": 4}


def recorded(name: str) -> list[dict[str, Any]]:
    with gzip.open(DATA / f"{name}.jsonl.gz", "rt", encoding="utf-8") as rows:
        return [json.loads(row) for row in rows]


GAMES = recorded("skud_pai_sho_games")
POSITIONS = recorded("skud_pai_sho_positions")
GARDENS = recorded("solitaire_pai_sho_games")


# Skud Pai Sho ---------------------------------------------------------------------------------


def starred(state: State) -> list[str]:
    """The legal plants and arranges, a star behind those that earn a bonus."""
    found = []
    for move in SKUD.moves(state):
        star = "*" if SKUD.apply(state, move).phase == "bonus" else ""
        found.append(SKUD.write(move) + star)
    return sorted(found)


def bonus_texts(state: State, arrange: str) -> list[str]:
    after = SKUD.apply(state, SKUD.read(arrange))
    assert after.phase == "bonus"
    return sorted(SKUD.write(move) for move in SKUD.moves(after) if move != SKUD.implicit_step)


def flags(state: State) -> list[list[Any]]:
    lines = harmonies_of(state.board, state.rules)
    return sorted(
        [*xy(line.first), *xy(line.second), OWNERS[line.owner], int(crosses_midline(line))]
        for line in lines
    )


def check_before(state: State, ply: dict[str, Any]) -> None:
    if "base" in ply:
        assert starred(state) == sorted(ply["base"])
    if "bonusOf" in ply:
        told = ply["bonusOf"]
        assert bonus_texts(state, told["arrange"]) == sorted(told["list"])
    if "full" in ply:
        texts = SKUD.turn_texts(state)
        digest = hashlib.sha256("\n".join(sorted(texts)).encode()).hexdigest()
        assert (len(texts), digest) == (ply["full"]["count"], ply["full"]["sha256"])


def check_after(state: State, told: dict[str, Any]) -> None:
    plain = SKUD.to_plain(state)
    assert flags(state) == sorted(told["harmonies"])
    assert plain["board"] == sorted(row[:4] for row in told["board"])
    assert plain["hands"] == {owner: told[f"hand{owner}"] for owner in OWNERS}
    assert plain["ring"] == sorted(SIDES[side] for side in told["ring"])


@pytest.mark.parametrize("game", one_in(5, GAMES, itemgetter("id")))
def test_every_step_of_recorded_skud_games(game: dict[str, Any]) -> None:
    texts = SkudGate().write(SkudGate().read(";".join(game["moves"]))).split(";")
    assert [text for text in texts if text[0] != "0"] == game["moves"][2:]
    match = Match(SKUD, 2, GATE)
    plies = iter(game["plies"])
    for text in game["moves"]:
        label, _, move = text.partition(".")
        if label[0] == "0" or label == "1H":
            match.play_text(move)
            continue
        ply = next(plies)
        assert (label[-1], move) == (ply["player"], ply["move"])
        assert OWNERS[match.state.turn] == ply["player"]
        check_before(match.state, ply)
        played = match.play_text(move)
        if match.state.phase == "bonus":
            match.play_text("+-")
        captured = [e.places for s in played for e in s.events if e.kind == "capture"]
        assert len(captured) == (ply["after"]["captured"] is not None)
        check_after(match.state, ply["after"])
    check_result(match.state, game["result"])


def check_result(state: State, told: dict[str, Any]) -> None:
    assert {owner: crossings(state, i) for i, owner in enumerate(OWNERS)} == told["midline"]
    if told["ended"] == "truncated":
        assert state.outcome is None
        return
    assert state.outcome is not None
    winners = {"BOTH players": ""}.get(told["winner"]) or SIDES.get(told["winner"], "")
    assert "".join(OWNERS[seat] for seat in state.outcome.winners) == winners
    assert CODES[state.outcome.reason] == told["code"]


@pytest.mark.parametrize("told", one_in(4, POSITIONS, itemgetter("id")))
@pytest.mark.parametrize("owner", OWNERS)
def test_every_turn_in_recorded_skud_positions(told: dict[str, Any], owner: str) -> None:
    state = position(told, owner)
    assert sorted(row[:5] for row in told["harmonies"]) == SKUD.to_plain(state)["harmonies"]
    assert not clashes(state.board)
    moves = told["moves"][owner]
    assert starred(state) == sorted(text.rstrip("x") for text in moves["base"])
    assert capturing(state) == {t.rstrip("*x") for t in moves["base"] if t.endswith("x")}
    expected = [text.rstrip("*x") for text in moves["base"]]
    arranges = set()
    for bonus in moves["bonus"]:
        arrange = bonus["arrange"].rstrip("*x")
        assert bonus_texts(state, arrange) == sorted(bonus["list"])
        assert len(bonus["list"]) == bonus["count"]
        arranges.add(arrange)
        expected += [arrange + text for text in bonus["list"]]
    texts = SKUD.turn_texts(state)
    assert len(set(texts)) == len(texts)
    ours = [t for t in texts if "+" not in t or t.partition("+")[0] in arranges]
    assert sorted(ours) == sorted(expected)


def position(told: dict[str, Any], owner: str) -> State:
    plain = {
        "board": [row[:4] for row in told["board"]],
        "hands": {side: told[f"hand{side}"] for side in OWNERS},
        "turn": owner,
    }
    return SKUD.from_plain(plain, GATE)


def capturing(state: State) -> set[str]:
    """The arranges that capture something."""
    found = set()
    for move in SKUD.moves(state):
        told = SKUD.events(state, move, SKUD.apply(state, move))
        if any(event.kind == "capture" for event in told):
            found.add(SKUD.write(move))
    return found


# Solitaire Pai Sho ----------------------------------------------------------------------------


def garden_options(game: dict[str, Any]) -> dict[str, Value]:
    if game["game"] == "solitaire":
        return {"mode": "solitaire"}
    return {"mode": "cooperative", "bag": "shared"}


@pytest.mark.parametrize("game", GARDENS, ids=[game["id"] for game in GARDENS])
def test_every_tile_of_recorded_gardens(game: dict[str, Any]) -> None:
    bag = dict(Counter(ply["tile"] for ply in game["plies"]))
    options = garden_options(game)
    start = SOLITAIRE.from_plain({"board": [], "left": bag}, options)
    match = Match(SOLITAIRE, len(start.drawn), options, luck="manual", start=start)
    for ply in game["plies"]:
        assert match.actor == CHANCE
        match.play_text(ply["tile"])
        assert match.actor == "HG".index(ply["player"])
        points = [list(xy(m.point)) for m in SOLITAIRE.moves(match.state) if isinstance(m, Lay)]
        assert sorted(points) == sorted(ply["legal"])
        assert SOLITAIRE.to_plain(match.state)["drawn"] == ply["tile"]
        match.play_text(ply["move"].partition(".")[2])
        plain = SOLITAIRE.to_plain(match.state)
        assert plain["harmonies"] == sorted(ply["harmonies"])
        assert plain["disharmonies"] == sorted(ply["disharmonies"])
    assert match.outcome is not None
    formed = lines(match.state.board)
    numbers, sums = counts(formed), lengths(formed)
    assert game["result"]["text"] == (
        f"{numbers[0]} Harmonies |{numbers[1]} Disharmonies |"
        f"Simple Score: {min(numbers)}||{sums[0]} Harmony Points |"
        f"{sums[1]} Disharmony Points |Full Score: {min(sums)}"
    )
