"""Ping-Pao against recorded games: every legal move, every freed piece, every point."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from game.rules.ping_pao.game import PingPao
from game.rules.ping_pao.state import Lay, Pass, Table, Take
from game.rules.walong.geometry import Pose

GAME = PingPao()
DATA = Path(__file__).parents[2] / "data" / "ping_pao_games.jsonl.gz"
GAMES: list[dict[str, Any]] = [
    json.loads(line) for line in gzip.decompress(DATA.read_bytes()).decode().splitlines()
]


def legal(state: Table) -> list[list[int]]:
    moves = GAME.moves(state)
    assert not any(isinstance(move, Pass) for move in moves)
    return [list(move.pose) for move in moves if isinstance(move, Lay | Take)]


def passed(state: Table, skipped: list[int]) -> Table:
    """Whoever is skipped has nothing but a pass."""
    for seat in skipped:
        assert GAME.actor(state) == seat
        assert [GAME.write(move) for move in GAME.moves(state)] == ["--"]
        state = GAME.apply(state, GAME.read("--"))
    return state


def played(state: Table, ply: dict[str, Any]) -> Table:
    build = ply["phase"] == "build"
    state = passed(state, ply.get("skipped", []))
    assert (GAME.actor(state), state.phase) == (ply["player"], ply["phase"])
    moves = legal(state)
    assert len(moves) == ply["count"]
    assert moves == ply.get("legal", moves)
    pose = Pose(*ply["move"])
    move = Lay(pose) if build else Take(pose)
    after = GAME.apply(state, move)
    loose = {p for p in state.pieces if p not in after.pieces} - {pose}
    assert sorted(map(list, loose)) == sorted(ply.get("freed", []))
    assert list(GAME.scores(after)) == ply["score"]
    return after


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"game{game['game']}")
def test_recorded_games(game: dict[str, Any]) -> None:
    state = GAME.start(game["players"], {"freed": game["freed"]})
    for ply in game["plies"]:
        state = played(state, ply)
    assert GAME.actor(state) is None
    outcome = GAME.outcome(state)
    assert outcome is not None
    best = max(game["final_score"])
    assert list(outcome.winners) == [s for s, n in enumerate(game["final_score"]) if n == best]
