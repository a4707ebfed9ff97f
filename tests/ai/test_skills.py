"""The skills: data, choices that are legal and repeatable, and what they see."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise
from statistics import mean

import pytest

from game.ai.evaluation.evaluator import shares
from game.ai.skills import (
    GENTLE,
    SKILL,
    SKILLS,
    Skill,
    Strength,
    can_play,
    evaluator,
    strength,
    think,
)
from game.rules import GAMES, SHELF
from game.rules.core.protocol import CHANCE, AnyGame, Outcome
from game.services.texts import Texts
from tests.tools.tournament import careless

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
every_level = pytest.mark.parametrize("level", SKILLS, ids=SKILL)


def some_state(game: AnyGame, seed: int, steps: int) -> object:
    """A state after so many random steps in which a seat has a choice."""
    rng = random.Random(seed)
    state = game.start(game.info.seats[0], {})
    while True:
        actor = game.actor(state)
        assert actor is not None
        if actor == CHANCE:
            state = game.apply(state, game.sample_chance(state, rng))
        elif steps > 0 or len(game.moves(state)) == 1:
            state = game.apply(state, careless(game, state, actor, rng)[0])
            steps -= 1
        else:
            return state


def test_every_game_has_a_judgement() -> None:
    assert all(map(can_play, GAMES))


@every_game
def test_levels_rise(game: AnyGame) -> None:
    row = [strength(game.info.id, level) for level in SKILLS]
    assert len(SHELF[game.info.id].strengths) == len(SKILLS)
    for weaker, stronger in pairwise(row):
        assert weaker.temperature >= stronger.temperature
        assert (weaker.turns, -weaker.temperature, weaker.sight, weaker.budget) < (
            stronger.turns,
            -stronger.temperature,
            stronger.sight,
            stronger.budget,
        )
    assert row[-1].temperature == 0


def test_the_names_that_old_matches_hold_are_still_known() -> None:
    assert {"newcomer", "regular", "master"} <= set(SKILL)
    assert [level.rank for level in SKILLS] == [0, 1, 2, 3, 4, 5]
    assert GENTLE.rank < SKILL["regular"].rank


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_level_has_a_name_of_its_own(language: str) -> None:
    texts = Texts(language)
    assert len({texts.t(f"menu.level.{level.id}") for level in SKILLS}) == len(SKILLS)


@every_game
@every_level
def test_choices_are_legal_and_repeatable(game: AnyGame, level: Skill) -> None:
    able, judge = strength(game.info.id, level), evaluator(game.info.id)
    quick = replace(able, budget=min(20, able.budget))
    for seed in range(3):
        state = some_state(game, seed, 3 * seed)
        seat = game.actor(state)
        assert seat is not None
        view = game.observation(state, seat)
        steps = think(game, judge, view, seat, quick, random.Random(seed))
        assert steps == think(game, judge, view, seat, quick, random.Random(seed))
        for step in steps:
            assert game.actor(state) == seat
            assert game.why_illegal(state, step) is None
            state = game.apply(state, step)


@every_game
def test_judgements_are_shares_for_every_seat(game: AnyGame) -> None:
    judge = evaluator(game.info.id)
    for seed in range(4):
        state = some_state(game, seed, 5 * seed)
        values = judge.evaluate(state)
        assert len(values) == len(game.scores(state))
        assert all(0 <= value <= 1 for value in values)


@every_game
def test_ranked_moves_are_some_of_the_moves(game: AnyGame) -> None:
    judge = evaluator(game.info.id)
    for seed in range(4):
        state = some_state(game, seed, 5 * seed)
        moves = game.moves(state)
        ranked = judge.rank(state, moves)
        assert ranked
        assert len(set(ranked)) == len(ranked)
        assert set(ranked) <= set(moves)


def test_more_points_are_a_better_share() -> None:
    assert shares([3, 3], 2) == (0.5, 0.5)
    assert shares([3, 5], 2) == (0.25, 0.75)
    one, four, two = shares([1, 4, 2], 2)
    assert one < two < 0.5 < four


def test_a_finished_game_is_shared_by_its_winners() -> None:
    settle = evaluator("jin_li").returns
    assert settle(None, Outcome((1,), ""), (0, 0, 0)) == (0, 1, 0)
    assert settle(None, Outcome((0, 2), ""), (0, 0, 0)) == (0.5, 0, 0.5)
    assert settle(None, Outcome((), ""), (0, 0)) == (0.5, 0.5)


def test_a_high_temperature_plays_lesser_moves() -> None:
    game = GAMES["jin_li"]
    plain = {
        "koi": {"R": ["d4", "a1"], "Y": ["d6", "e6"]},
        "stones": [],
        "hand": {"R": 0, "Y": 0},
        "score": {"R": 0, "Y": 0},
        "turn": "R",
        "phase": "move",
    }
    state = game.from_plain(plain, {})

    def scored(temperature: float) -> float:
        strength = Strength(40_000, 1, temperature)
        steps = (
            think(game, evaluator("jin_li"), state, 0, strength, random.Random(seed))[0]
            for seed in range(60)
        )
        return mean(game.scores(game.apply(state, step))[0] for step in steps)

    assert scored(0.01) == 2
    assert 0.1 < scored(3.0) < 1.9


def test_a_game_with_fewer_strengths_plays_as_well_as_it_can(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    entry = SHELF["jin_li"]
    monkeypatch.setitem(SHELF, "jin_li", replace(entry, strengths=entry.strengths[:5]))
    assert strength("jin_li", SKILL["grandmaster"]) == strength("jin_li", SKILL["master"])
