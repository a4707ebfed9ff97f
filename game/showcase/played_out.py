"""Matches played to their ends by a simple plan, for pictures and tests of what comes after."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Final

from game.rules import GAMES
from game.rules.core.match import Match
from game.rules.core.protocol import Value

LOOKED_AT: Final = 24
"""How many moves the simple plan compares."""
AGAINST: Final[dict[str, dict[str, Value]]] = {
    "solitaire_pai_sho": {"mode": "uncooperative"},
    "walomino": {"draft": "quick"},
}
"""Options with which two people play against each other, and soon."""


def played_out(
    game: str, seats: int = 2, seed: int = 3, options: Mapping[str, Value] | None = None
) -> Match:
    """A match in which everybody takes the step that brings the most at once, else any."""
    chosen = AGAINST.get(game, {}) if options is None else options
    match = Match(GAMES[game], seats, chosen, seed=seed)
    rng = random.Random(seed)
    while match.outcome is None:
        seat = match.actor or 0
        moves = list(match.game.moves(match.state))
        rng.shuffle(moves)
        match.play(max(moves[:LOOKED_AT], key=lambda move: _gain(match, move, seat)))
    return match


def _gain(match: Match, move: Any, seat: int) -> int:
    return match.game.scores(match.game.apply(match.state, move))[seat]
