"""Ping-Pao's computer players: the quick taking apart is that of the rules, and it wins."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from game.ai import dismantling
from game.ai.judge_ping_pao import JudgePingPao
from game.ai.levels import LEVEL, choose
from game.rules import SHELF
from game.rules.ping_pao_table import Table, Take, freed, takes
from game.rules.protocol import CHANCE
from tests.ai.arena import Player, at, beginner, careless, greedy, hurried, play, wins

GAME = SHELF["ping_pao"]


@pytest.mark.parametrize("way", ["no_contact", "no_side"])
@pytest.mark.parametrize("seats", [2, 4])
def test_the_quick_taking_apart_is_that_of_the_rules(way: str, seats: int) -> None:
    rng = random.Random(seats)
    state: Table = GAME.start(seats, {"freed": way})
    while GAME.actor(state) is not None:
        if state.phase == "remove":
            pile = dismantling.pile_of(state)
            present = (1 << len(state.pieces)) - 1
            order = [pose for pose, _ in state.pieces.pieces]
            legal = {order.index(move.pose) for move in takes(state, state.turn)}
            assert set(dismantling.takeable(pile, present, state.turn)) == legal
            for number in legal:
                loose = dismantling.freed(pile, present & ~(1 << number), number)
                names = {pose for i, pose in enumerate(order) if loose >> i & 1}
                assert names == set(freed(state, Take(order[number])))
        state = GAME.apply(state, careless(GAME, state, state.turn, rng)[0])


def test_a_playout_ends_with_points_that_only_grow() -> None:
    rng = random.Random(3)
    state: Table = GAME.start(3, {})
    for _ in range(24):
        state = GAME.apply(state, careless(GAME, state, state.turn, rng)[0])
    pile = dismantling.pile_of(state)
    points = dismantling.play_out(pile, (1 << 24) - 1, 0, [3, 0, 1], rng)
    assert sum(points) <= 4 + 24
    assert all(end >= start for start, end in zip([3, 0, 1], points, strict=True))


def test_the_strongest_beats_a_greedy_player() -> None:
    assert wins(GAME, hurried("master", 0.02), greedy, 6, {}) >= 5


def test_the_gentlest_loses_to_beginners_but_not_to_anybody() -> None:
    newcomer = at("newcomer")
    assert sum(points(newcomer, beginner, seed) for seed in range(5)) < 0
    assert sum(points(newcomer, careless, seed) for seed in range(5)) > 0


def points(one: Player, other: Player, seed: int) -> int:
    """By how many points the first player is ahead of two others in a game."""
    scores = GAME.scores(play(GAME, (one, other, other), {}, seed))
    return int(2 * scores[0] - scores[1] - scores[2])


def test_five_seats_and_the_die_can_be_thought_about() -> None:
    state = GAME.start(5, {"start": "die", "freed": "no_side"})
    rng = random.Random(1)
    while GAME.actor(state) == CHANCE:
        state = GAME.apply(state, GAME.draw(state, rng))
    values = JudgePingPao().judge(state)
    assert len(values) == 5
    assert choose(GAME, state, state.turn, replace(LEVEL["master"], share=0.01), rng)
