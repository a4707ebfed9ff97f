"""Computer players as the tools and tests let them play, without a process of their own."""

import random

from game.ai.skills import Skill, evaluator, strength, think
from game.rules.core.protocol import AnyGame, AnyMove, AnyState, Seat


def choose(
    game: AnyGame, view: AnyState, seat: Seat, skill: Skill, rng: random.Random,
    seconds: float | None = None,
) -> tuple[AnyMove, ...]:
    """What a skill would play, see `think`."""
    name = game.info.id
    return think(game, evaluator(name), view, seat, strength(name, skill), rng, seconds)
