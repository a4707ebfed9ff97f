"""Tuning: games are kept, weights are found again from what they brought about, and they play."""

from __future__ import annotations

import math
import random
from argparse import ArgumentTypeError
from pathlib import Path

import pytest

from game.ai.evaluation.skud_pai_sho import FITTED, Weights
from game.ai.skills import SKILL, evaluator
from game.rules import GAMES
from tests.tools import tune
from tests.tools.tournament import CONTEST
from tests.tools.tune import Position, fitted, found_in, judging, logs, loss, odds, positions

GARDEN = CONTEST["skud_pai_sho"]


def some(count: int) -> list[Position]:
    """Positions of games played at random, in which nothing has come of anything yet."""
    game, found, seed = GAMES["skud_pai_sho"], list[Position](), 0
    while len(found) < count:
        rng, seed, state = random.Random(seed), seed + 1, game.start(2, {})
        for step in range(60):
            if game.actor(state) is None:
                break
            if state.phase == "turn" and step > 20 and step % 5 == 0:
                found.append(Position(state, (0.5, 0.5)))
            state = game.apply(state, rng.choice(game.moves(state)))
    return found[:count]


def test_sums_of_figures_are_what_the_judge_says() -> None:
    known = some(20)
    for weights in (Weights(), Weights(way=2.0, lead=0.0)):
        judge = judging("skud_pai_sho", weights)
        values = [value for state, _ in known for value in judge.evaluate(state)]
        summed = odds("skud_pai_sho", known)(weights)
        assert [1 / (1 + math.exp(-odd)) for odd in summed] == pytest.approx(values)


def test_weights_are_found_again_by_which_games_were_decided() -> None:
    known, true = some(150), Weights(harmony=1.5, way=2.0, bloom=0.0, growing=0.4)
    told = odds("skud_pai_sho", known)
    chances = [1 / (1 + math.exp(-odd)) for odd in told(true)]
    found, sharpness = fitted(told, chances, Weights())
    assert loss(told(found), chances, sharpness) < loss(told(Weights()), chances, sharpness)
    assert loss(told(found), chances, sharpness) - loss(told(true), chances, 1.0) < 1e-3
    held, _ = fitted(told, chances, Weights(), ("lead", "way"))
    assert (held.lead, held.way) == (5.0, 6.0)
    assert held.harmony != 0.5
    assert found.harmony / found.way == pytest.approx(true.harmony / true.way, rel=0.3)


def test_a_judge_that_knows_nothing_is_surprised_by_a_bit() -> None:
    assert loss([0.0, 0.0], [1.0, 0.0], 1.0) == pytest.approx(math.log(2))
    assert loss([5.0, -5.0], [1.0, 0.0], 1.0) < 0.01 < loss([5.0, -5.0], [0.0, 1.0], 1.0)


def test_games_are_kept_and_not_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, skill = tmp_path / "games.jsonl", SKILL["newcomer"]
    first = logs(GARDEN, skill, 2, 1, file)
    monkeypatch.setattr(tune, "log_of", lambda *_: pytest.fail("played again"))
    assert logs(GARDEN, skill, 2, 1, file) == first
    for log in first:
        seen = list(positions(GARDEN, log))
        assert seen
        assert {each.ends for each in seen} <= {(1.0, 0.0), (0.0, 1.0), (0.5, 0.5)}
        assert all(GAMES["skud_pai_sho"].outcome(each.state) is None for each in seen)


@pytest.mark.deep
def test_it_tells_how_well_weights_fit_to_games_kept_back(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = found_in(GARDEN, logs(GARDEN, SKILL["newcomer"], 6, 1, None), 1)
    rows = capsys.readouterr().out.splitlines()
    assert rows[0].startswith("6 games, ")
    assert tune.written(found) in rows[2]
    assert tune.written(FITTED) in rows[1]


@pytest.mark.deep
def test_new_weights_meet_the_old_ones(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who counts nothing but flowers that do not bloom is beaten at sight."""
    monkeypatch.setattr(tune, "MASTER", SKILL["regular"])
    worse = "harmony=-1,crossing=-1,way=-9,bloom=-1,lead=-5"
    assert tune.main(["--game", "skud_pai_sho", "--weights", worse, "--meetings", "2"]) == 0
    row = capsys.readouterr().out.splitlines()[-1]
    assert "tuned : untuned" in row
    assert row.split("|")[3:7] == ["     2 ", "    0 ", "     0 ", "    2 "]


def test_weights_are_written_as_they_are_read() -> None:
    weights = Weights(way=5.0)
    assert Weights(**tune.read(tune.written(weights))) == weights
    for wrong in ("lead", "lead=3,", "lead=much"):
        with pytest.raises(ArgumentTypeError, match="look like way=5,lead=4"):
            tune.read(wrong)


def test_weights_that_a_judge_does_not_have_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    for wrong in ("--weights=luck=2", "--hold=lead,luck"):
        assert tune.main(["--game", "skud_pai_sho", wrong]) == 2
        assert "lead=5" in capsys.readouterr().err


def test_every_judge_that_can_be_tuned_does_as_its_weights_say() -> None:
    assert "skud_pai_sho" in tune.TUNED
    for name in tune.TUNED:
        contest = CONTEST[name]
        had = tune.weights_of(contest.game)
        known = list(positions(contest, tune.log_of(contest, SKILL["newcomer"], 1)))
        values = [evaluator(contest.game).evaluate(each.state) for each in known]
        assert [judging(contest.game, had).evaluate(each.state) for each in known] == values
        other = had._make(3 * value + 1 for value in had)
        assert [judging(contest.game, other).evaluate(each.state) for each in known] != values
