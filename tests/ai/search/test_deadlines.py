"""Every level keeps to its seconds in every game. Time is counted in operations of the rules."""

from __future__ import annotations

import json
import random
from inspect import getattr_static
from typing import Any

import pytest

from game.ai.search import budget
from game.ai.skills import SKILLS
from game.referee.server import Referee
from game.rules import GAMES

SECONDS = 40
"""What a decision may take, one operation of the rules being a second."""
UNIT = 130
"""What may come after that: the longest playout, and what a decision needs in any case."""


@pytest.fixture
def ticks(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A clock that goes on with every use of the rules, however fast the machine is."""
    now = [0]

    def counted(method: Any) -> Any:
        def call(*values: Any) -> Any:
            now[0] += 1
            return method(*values)

        return call

    for kind in {type(game) for game in GAMES.values()}:
        for name in ("apply", "moves"):
            call = counted(getattr(kind, name))
            static = isinstance(getattr_static(kind, name), staticmethod)
            monkeypatch.setattr(kind, name, staticmethod(call) if static else call)
    monkeypatch.setattr(budget, "monotonic", lambda: now[0])
    return now


@pytest.mark.parametrize("level", [level.id for level in SKILLS])
@pytest.mark.parametrize("name", GAMES)
def test_a_suggestion_keeps_to_its_seconds(name: str, level: str, ticks: list[int]) -> None:
    rng, referee = random.Random(name), Referee()

    def ask(cmd: str, **values: Any) -> Any:
        answer = json.loads(referee.reply(json.dumps({"cmd": cmd, **values}).encode()))
        assert answer["ok"], answer
        return answer

    for seed in range(2):
        ask("new", game=name, seed=seed)
        for ply in range(60):
            moves = ask("legal")["moves"]
            if ply % 6 == 5:
                before = ticks[0]
                assert ask("suggest", level=level, seconds=SECONDS)["move"] in moves
                assert ticks[0] - before <= SECONDS + UNIT
            if ask("play", move=rng.choice(moves))["actor"] is None:
                break
