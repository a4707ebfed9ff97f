"""Matches between computer players and scripted ones, to see who is the stronger."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from game.ai.levels import LEVEL, choose
from game.rules.protocol import CHANCE, AnyGame, Options, Seat, turns

Player: TypeAlias = Callable[[AnyGame, Any, Seat, random.Random], tuple[Any, ...]]
"""Given the game, the view, the seat and random numbers: the next steps."""


def at(level: str) -> Player:
    """The computer player of this level."""
    return lambda game, view, seat, rng: choose(game, view, seat, LEVEL[level], rng)


def hurried(level: str, share: float) -> Player:
    """The level with another share of the budget: what wins hurried wins all the more at ease."""
    quick = replace(LEVEL[level], share=share)
    return lambda game, view, seat, rng: choose(game, view, seat, quick, rng)


def careless(game: AnyGame, view: Any, seat: Seat, rng: random.Random) -> tuple[Any, ...]:
    """Plays any legal step."""
    return (rng.choice(game.moves(game.imagine(view, seat, rng))),)


def greedy(game: AnyGame, view: Any, seat: Seat, rng: random.Random) -> tuple[Any, ...]:
    """Plays a turn after which it has the most points; a win is better than any points."""
    state = game.imagine(view, seat, rng)
    found: dict[int, list[tuple[Any, ...]]] = {}
    for steps, after in turns(game, state):
        outcome = game.outcome(after)
        won = outcome is not None and seat in outcome.winners
        found.setdefault(game.scores(after)[seat] + 1000 * won, []).append(steps)
    return rng.choice(found[max(found)])


def beginner(game: AnyGame, view: Any, seat: Seat, rng: random.Random) -> tuple[Any, ...]:
    """Sees the points lying there every other time, and plays anything otherwise."""
    return (greedy if rng.random() < 0.5 else careless)(game, view, seat, rng)


def play(game: AnyGame, players: Sequence[Player], options: Options, seed: int) -> Any:
    """The last state of a game between these players; every step is checked."""
    rng = random.Random(seed)
    state = game.start(len(players), options)
    while (actor := game.actor(state)) is not None:
        if actor == CHANCE:
            state = game.apply(state, game.draw(state, rng))
            continue
        for step in players[actor](game, game.view(state, actor), actor, rng):
            assert game.refuse(state, step) is None
            state = game.apply(state, step)
    return state


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
