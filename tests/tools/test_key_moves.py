"""The tools that measure key moves: what they keep of a game, and what they count in it."""

import json
import math
import random
from pathlib import Path

import pytest

from game.ai.skills import SKILL, evaluator, strength, think
from game.rules import GAMES
from game.rules.core.match import Match
from game.rules.core.protocol import AnyMove
from tests.ai.test_analysis import BLUNDER, MASTERS
from tests.tools import key_moves
from tests.tools.key_moves import (
    SCOUT,
    AtOnce,
    Played,
    PlayedOut,
    again,
    confirmed,
    kept,
    summary,
)
from tests.tools.sharpness import Valued, interval


@pytest.fixture
def found() -> Played:
    """A game between masters, one of whom has blundered, and what was found in it."""
    match = Match(GAMES["jin_li"], 2)
    for turn in MASTERS.split():
        match.play_text(turn)
    steps = tuple(map(match.game.write, match.log))
    return Played("jin_li", 3, True, BLUNDER, 0.6, steps, ((BLUNDER, 0.4, ("e5/f5>g5",)),), 5.0)


def test_a_game_is_kept_and_is_the_same_again(found: Played, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(json.dumps(found) + "\n", "utf-8")
    assert kept(file) == {("jin_li", 3, True): found}
    assert tuple(map(GAMES["jin_li"].write, again(found).log)) == found.steps


def test_planted_and_silent_games_are_counted(found: Played) -> None:
    assert found.hit == found.keys[0]
    missed = found._replace(keys=((BLUNDER - 8, 0.4, ("e5/f5>g5",)),))
    unplanted = found._replace(at=None, keys=())
    silent = found._replace(planting=False, at=5, keys=(), seconds=2.0)
    blamed = silent._replace(keys=found.keys, cost=0.1)
    rightly, before = blamed._replace(cost=0.5), blamed._replace(at=BLUNDER + 1)
    told = summary([found, missed, unplanted, silent, before, rightly, blamed])
    assert told.startswith("| 1 of 2 | ")
    assert told.endswith(" of 1 | 3 of 4 | 2 | 2 |")


def test_turns_are_played_out_in_the_same_worlds_whenever_one_asks(found: Played) -> None:
    match = again(found)
    match.go_to(BLUNDER)
    best, bad = match.game.moves(match.state)[:2]
    first, second = (PlayedOut(match, (best,), SCOUT, 0.5) for _ in range(2))
    worlds = [first.loss((bad,), n) for n in range(4)]
    assert [second.loss((bad,), n) for n in reversed(range(4))] == worlds[::-1]
    assert first.loss((best,), 0) == 0
    assert all(-1 <= loss <= 1 for loss in worlds)


def test_what_a_mistake_cost_is_seen_in_games_that_are_played_on(
    found: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(key_moves, "STRONGEST", SCOUT)
    assert confirmed(again(found), found.keys[0]) > 0


@pytest.mark.parametrize(
    ("losses", "cost", "games"),
    [
        ([1.0], 1.0, 8),  # always
        ([0.0], 0.0, 8),  # never
        ([0.0, 0.0, 0.0, 1.0], 0.25, 32),  # too near to the least that counts to tell at once
        ([1.0, *(31 * [0.0])], 0.05, 20),  # one of eight games was chance
    ],
)
def test_grandmasters_play_on_more_often_where_it_cannot_be_told_who_is_blamed_wrongly(
    found: Played, monkeypatch: pytest.MonkeyPatch, losses: list[float], cost: float, games: int
) -> None:
    worlds = set[int]()

    def loss(_: PlayedOut, turn: tuple[AnyMove, ...], n: int) -> float:
        assert turn
        worlds.add(n)
        return losses[n % len(losses)]

    monkeypatch.setattr(PlayedOut, "loss", loss)
    assert confirmed(again(found), found.keys[0]) == pytest.approx(cost, abs=0.001)
    assert worlds == set(range(games))


@pytest.mark.parametrize("level", ["old_hand", "master"])
def test_whoever_is_asked_at_once_thinks_as_long_as_at_the_table(level: str) -> None:
    game, match = GAMES["ping_pao"], Match(GAMES["ping_pao"], 2, {}, seed=2)
    for _ in range(10):
        match.play(random.Random(match.cursor).choice(match.game.moves(match.state)))
    seat, asked = match.actor, AtOnce()
    assert seat is not None
    view = game.observation(match.state, seat)
    asked.ask("ping_pao", view, seat, level, "3")
    answer, able = asked.poll(), strength("ping_pao", SKILL[level])
    assert answer is not None
    assert answer.steps == think(
        game, evaluator("ping_pao"), view, seat, able, random.Random("3")
    )  # fmt: skip


@pytest.mark.parametrize("sharpness", [4.0, 20.0])
def test_the_sharpness_that_drew_the_results_is_found(sharpness: float) -> None:
    rng = random.Random(1)
    values = [rng.uniform(0.3, 0.7) for _ in range(2000)]
    drawn = [Valued(n, value, float(rng.random() < 1 / (1 + math.exp(-sharpness * (value - 0.5)))))
             for n, value in enumerate(values)]  # fmt: skip
    best, low, high = interval(drawn)
    assert low <= best <= high
    assert best == pytest.approx(sharpness, rel=0.2)
