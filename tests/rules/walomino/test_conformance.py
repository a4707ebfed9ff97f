"""Walomino against recorded games: every legal attachment, the ends, the pairs left."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from game.rules.walomino.game import Walomino
from game.rules.walomino.state import Attach, Table
from game.rules.walong.geometry import Pose

GAME = Walomino()
DATA = Path(__file__).parents[2] / "data" / "walomino_games.jsonl.gz"
GAMES: list[dict[str, Any]] = [
    json.loads(line) for line in gzip.decompress(DATA.read_bytes()).decode().splitlines()
]
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: f"game{game['game']}")


def dealt(game: dict[str, Any]) -> Table:
    """The game after luck has dealt exactly what was recorded."""
    (first, _), (second, _) = game["start"]
    side, other = game["start_mating"]
    pairs = [[f"{a}{i}-{b}{j}" for a, b, i, j in own] for own in game["pairs"]]
    text = json.dumps({"start": f"{first}{side}-{second}{other}", "pairs": pairs})
    state = GAME.start(game["players"], {"draft": "quick"})
    deal = GAME.read(text)
    assert GAME.why_illegal(state, deal) is None
    return GAME.apply(state, deal)


def played(state: Table, ply: dict[str, Any]) -> Table:
    assert GAME.actor(state) == ply["player"]
    moves = GAME.moves(state)
    attaches = [[m.number, list(m.pose)] for m in moves if isinstance(m, Attach)]
    assert attaches == ply["legal"]
    assert len(attaches) == ply["count"]
    if ply["move"] is None:
        assert [GAME.write(move) for move in moves] == ["--"]
        return GAME.apply(state, moves[0])
    number, pose = ply["move"]
    return GAME.apply(state, Attach(number, Pose(*pose)))


@each_game
def test_recorded_games(game: dict[str, Any]) -> None:
    state = dealt(game)
    assert GAME.to_plain(state)["chain"] == game["start"]
    for ply in game["plies"]:
        state = played(state, ply)
        plain = GAME.to_plain(state)
        assert plain["ends"] == ply["ends"]
        assert plain["left"] == ply["left"]
    assert GAME.actor(state) is None
    assert GAME.scores(state) == tuple(-n for n in game["final_left"])
    outcome = GAME.outcome(state)
    assert outcome is not None
    fewest = min(game["final_left"])
    assert list(outcome.winners) == [s for s, n in enumerate(game["final_left"]) if n == fewest]


@each_game
def test_recorded_games_go_on_from_every_position(game: dict[str, Any]) -> None:
    state = dealt(game)
    for number, ply in enumerate(game["plies"]):
        plain = json.loads(json.dumps(GAME.to_plain(state)))
        if number % 5 == 4:
            again = GAME.from_plain(plain, {"draft": "quick"})
            assert again == state
            assert [*GAME.moves(again)] == [*GAME.moves(state)]
        state = played(state, ply)
