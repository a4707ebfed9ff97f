"""Simple players that never change: what computer players are measured against."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, TypeAlias

from game.rules.core.protocol import AnyGame, Seat
from game.rules.skud_pai_sho.state import harmony_count

Player: TypeAlias = Callable[[AnyGame, Any, Seat, random.Random], tuple[Any, ...]]
"""Given the game, the view, the seat and random numbers: the next steps."""
WIN = 1000  # better than any points


def careless(game: AnyGame, view: Any, seat: Seat, rng: random.Random) -> tuple[Any, ...]:
    """Plays any legal step."""
    return (rng.choice(game.moves(game.determinize(view, seat, rng))),)


def gatherer(game: AnyGame, view: Any, seat: Seat, rng: random.Random) -> tuple[Any, ...]:
    """Looks one step ahead in Skud Pai Sho for harmonies of its own, and takes a ring."""
    found: dict[float, list[Any]] = {}
    for move in game.moves(view):
        after = game.apply(view, move)
        lead = harmony_count(after, seat) - harmony_count(after, 1 - seat)
        won = after.outcome is not None and seat in after.outcome.winners
        bonus = 0.5 * (after.phase == "bonus")
        found.setdefault(lead + bonus + WIN * won, []).append(move)
    return (rng.choice(found[max(found)]),)


BASELINES: dict[str, Player] = {"careless": careless, "gatherer": gatherer}
