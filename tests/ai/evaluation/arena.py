"""Matches between computer players and simple ones, every step checked."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from game.ai.skills import SKILL, evaluator, strength, think
from game.rules.core.protocol import AnyGame, Options, Seat, turns
from tests.tools import tournament
from tests.tools.players import choose
from tests.tools.tournament import WIN, Player, careless


def at(level: str) -> Player:
    """The computer player of this level."""
    return lambda game, view, seat, rng: choose(game, view, seat, SKILL[level], rng)


def hurried(level: str, budget: int) -> Player:
    """The level with a smaller budget: what wins hurried wins all the more at ease."""

    def player(game: AnyGame, view: Any, seat: Seat, rng: random.Random) -> tuple[Any, ...]:
        name = game.info.id
        able = strength(name, SKILL[level])
        assert budget <= able.budget
        hurry = replace(able, budget=budget)
        return think(game, evaluator(name), view, seat, hurry, rng)

    return player


def play(game: AnyGame, players: Sequence[Player], options: Options, seed: int) -> Any:
    """The last state of a game between these players; every step is checked."""
    return tournament.play(game, [_checked(player) for player in players], options, seed)[0]


def _checked(player: Player) -> Player:
    def careful(game: AnyGame, view: Any, seat: Seat, rng: random.Random) -> tuple[Any, ...]:
        steps = player(game, view, seat, rng)
        assert steps
        state = view
        for step in steps:
            assert game.actor(state) == seat
            assert game.why_illegal(state, step) is None
            state = game.apply(state, step)
        return steps

    return careful


def wins(game: AnyGame, one: Player, other: Player, games: int, options: Options) -> float:
    """How many games the first player wins, the seats changing; a shared win is a half."""
    total = 0.0
    for number in range(games):
        seat = number % 2
        players = (one, other) if seat == 0 else (other, one)
        outcome = game.outcome(play(game, players, options, number))
        winners = outcome.winners if outcome else ()
        total += 0.5 if len(winners) != 1 else float(winners[0] == seat)
    return total


def greedy(game: AnyGame, view: Any, seat: Seat, rng: random.Random) -> tuple[Any, ...]:
    """Plays a turn after which it has the most points, or has won."""
    state = game.determinize(view, seat, rng)
    found: dict[int, list[tuple[Any, ...]]] = {}
    for steps, after in turns(game, state):
        outcome = game.outcome(after)
        won = outcome is not None and seat in outcome.winners
        found.setdefault(game.scores(after)[seat] + WIN * won, []).append(steps)
    return rng.choice(found[max(found)])


def beginner(game: AnyGame, view: Any, seat: Seat, rng: random.Random) -> tuple[Any, ...]:
    """Sees the points lying there every other time, and plays anything otherwise."""
    return (greedy if rng.random() < 0.5 else careless)(game, view, seat, rng)
