"""Ping-Pao's computer players: the quick taking apart is that of the rules, and it wins."""

from __future__ import annotations

import random

import pytest

from game.ai.evaluation import ping_pao as playout
from game.ai.evaluation.ping_pao import PingPaoEvaluator
from game.rules import GAMES
from game.rules.core.protocol import CHANCE
from game.rules.ping_pao.state import Table, Take, freed, takes
from tests.ai.evaluation.arena import at, greedy, hurried, wins
from tests.tools.tournament import careless

GAME = GAMES["ping_pao"]


@pytest.mark.parametrize("way", ["no_contact", "no_side"])
@pytest.mark.parametrize("seats", [2, 4])
def test_the_quick_taking_apart_is_that_of_the_rules(way: str, seats: int) -> None:
    rng = random.Random(seats)
    state: Table = GAME.start(seats, {"freed": way})
    while GAME.actor(state) is not None:
        if state.phase == "remove":
            pile = playout.pile_of(state)
            present = (1 << len(state.pieces)) - 1
            order = [pose for pose, _ in state.pieces.pieces]
            legal = {order.index(move.pose) for move in takes(state, state.turn)}
            assert set(playout.takeable(pile, present, state.turn)) == legal
            for number in legal:
                loose = playout.freed(pile, present & ~(1 << number), number)
                names = {pose for i, pose in enumerate(order) if loose >> i & 1}
                assert names == set(freed(state, Take(order[number])))
        state = GAME.apply(state, careless(GAME, state, state.turn, rng)[0])


def test_a_playout_ends_with_points_that_only_grow() -> None:
    rng = random.Random(3)
    state: Table = GAME.start(3, {})
    for _ in range(24):
        state = GAME.apply(state, careless(GAME, state, state.turn, rng)[0])
    pile = playout.pile_of(state)
    points = playout.play_out(pile, (1 << 24) - 1, 0, [3, 0, 1], rng)
    assert sum(points) <= 4 + 24
    assert all(end >= start for start, end in zip([3, 0, 1], points, strict=True))


def test_the_strongest_beats_a_greedy_player() -> None:
    assert wins(GAME, hurried("master", 50), greedy, 6, {}) >= 5


def test_the_regular_beats_the_gentlest() -> None:
    assert wins(GAME, at("regular"), at("newcomer"), 8, {}) >= 6


def test_five_seats_and_the_die_can_be_thought_about() -> None:
    state = GAME.start(5, {"start": "die", "freed": "no_side"})
    rng = random.Random(1)
    while GAME.actor(state) == CHANCE:
        state = GAME.apply(state, GAME.sample_chance(state, rng))
    values = PingPaoEvaluator().evaluate(state)
    assert len(values) == 5
    assert hurried("master", 25)(GAME, state, state.turn, rng)
