"""Solitaire Pai Sho's computer players and hints: gardens twice as good as by chance, and more."""

from __future__ import annotations

import random
from statistics import mean
from typing import Any

import pytest

from game.ai.evaluation.solitaire_pai_sho import Glance, SolitairePaiShoEvaluator
from game.rules import GAMES
from game.rules.core.protocol import CHANCE, Options
from game.rules.solitaire_pai_sho.state import Garden, Lay, Shift, counts, lengths, lines
from tests.ai.evaluation.arena import hurried, play
from tests.tools.tournament import Player, careless

GAME = GAMES["solitaire_pai_sho"]
JUDGE = SolitairePaiShoEvaluator()


def full(player: Player, seeds: range) -> float:
    """The mean full score of gardens laid by this player alone."""
    return mean(GAME.scores(play(GAME, [player], {}, seed))[0] for seed in seeds)


def some_garden(options: Options, seats: int, steps: int) -> Garden:
    rng = random.Random(steps)
    state: Garden = GAME.start(seats, options)
    for _ in range(2 * steps):
        chance = GAME.actor(state) == CHANCE
        move = GAME.sample_chance(state, rng) if chance else rng.choice(GAME.moves(state))
        state = GAME.apply(state, move)
    return state


def test_hints_are_worth_at_least_twice_what_chance_lays() -> None:
    hint = hurried("master", 15)
    assert full(hint, range(3)) >= 2 * full(careless, range(20))


def test_together_two_computers_do_better_than_chance() -> None:
    options = {"mode": "cooperative"}

    def score(player: Player) -> float:
        players = [player, player]
        return mean(GAME.scores(play(GAME, players, options, seed))[0] for seed in range(2))

    assert score(hurried("master", 5)) > score(careless)


@pytest.mark.parametrize("seat", [0, 1])
def test_against_each_other_both_sides_can_be_played(seat: int) -> None:
    options = {"mode": "uncooperative", "bag": "shared"}
    players: list[Player] = [careless, careless]
    players[seat] = hurried("master", 15)
    won = [GAME.outcome(play(GAME, players, options, seed)) for seed in range(2)]
    assert all(outcome is not None and outcome.winners == (seat,) for outcome in won)


@pytest.mark.parametrize("options", [{}, {"scoring": "simple"}])
def test_a_sketch_tells_the_sums_after_a_lay(options: Options) -> None:
    checked = 0
    for steps in range(6, 24, 3):
        state = some_garden(options, 1, steps)
        if GAME.actor(state) == CHANCE:
            state = GAME.apply(state, GAME.sample_chance(state, random.Random(1)))
        sketch = Glance(state)
        for move in GAME.moves(state)[:10]:
            if isinstance(move, Lay):
                formed = lines(GAME.apply(state, move).board)
                sums = lengths(formed) if state.terms.full else counts(formed)
                assert sketch.after(move) == [*sums]
                checked += 1
    assert checked > 20


def test_tiles_are_not_moved_about_for_ever() -> None:
    state = some_garden({"move_instead": True}, 1, 8)
    state = GAME.apply(state, GAME.sample_chance(state, random.Random(2)))
    moves: list[Any] = list(GAME.moves(state))
    assert any(isinstance(move, Shift) for move in moves)
    assert all(isinstance(move, Lay) for move in JUDGE.rank(state, moves))
