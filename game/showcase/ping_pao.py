"""Ping-Pao in representative states, for pictures and measurements."""

from __future__ import annotations

import math
from typing import Any

from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.rules.ping_pao.game import Lay, Table, Take
from game.rules.ping_pao.state import freed
from game.rules.walong.geometry import pack
from game.scenes.core.chairs import Chair
from game.scenes.core.context import Context
from game.scenes.ping_pao.choice import Part
from game.scenes.ping_pao.scene import PingPaoScene
from game.scenes.play.play_scene import AnyPlayScene

NAMES = ("Annegret", "Ben", "Kamille", "Jo", "Dörte")


class Dragging(PingPaoScene):
    """A hand that carries a piece round the structure and never rests."""

    _time = 0.0

    def ambient(self, seconds: float) -> bool:
        super().ambient(seconds)
        if self.choice.carried is not None or self.input.grab(Part.HAND):
            self._time += seconds
            box, angle = self.board.box, 0.7 * self._time
            reach = 0.3 * min(box.w, box.h)
            x, y = box.center
            self.input.carry((x + reach * math.cos(angle), y + reach * math.sin(angle)))
        return True


def samples(context: Context) -> dict[str, AnyPlayScene]:
    """From the die to the taking apart, and fifty pieces with one of them in hand."""
    laying, taking = _scene(context, 13), _scene(context, 39)
    if (plan := laying.choice.laying) is not None:
        plan.armed = True
        plan.at_side(min(plan.open_sides))
    if (chosen := taking.choice.taking) is not None:
        chosen.chosen = max(chosen.poses, key=lambda pose: len(chosen.freed(pose)[0]))
    return {
        "ping_pao-opening": _scene(context, 0),
        "ping_pao-die": _scene(context, 0, start="die"),
        "ping_pao-laying": laying,
        "ping_pao-taking": taking,
        "ping_pao-five": _scene(context, 13, 5),
        "ping_pao-dragging": _scene(context, 49, 5, Dragging),
        "ping_pao-end": _scene(context, 900),
    }


def _scene(
    context: Context, steps: int, seats: int = 3, make: type[PingPaoScene] = PingPaoScene,
    **options: Any,
) -> PingPaoScene:
    """A game played so far, pieces laid close together and the most freed at every turn."""
    match = Match(GAMES["ping_pao"], seats, options, seed=4)
    while match.actor is not None and len(match.log) < steps:
        match.play(_close(match))
    chairs = [
        Chair("computer", name, "regular") if number == 2 else Chair("person", name)
        for number, name in enumerate(NAMES[:seats])
    ]
    if make is Dragging:
        chairs = [Chair("person", name) for name in NAMES[:seats]]
    return make(context, Series(match), chairs)


def _close(match: Match) -> Any:
    state: Table = match.state
    moves = match.game.moves(state)
    if isinstance(moves[0], Lay) and len(state.pieces):
        spots = state.pieces.spots()
        return min(moves, key=lambda m: abs(spots[pack(m.pose)].heart) + 0.013 * m.pose.k)
    if isinstance(moves[0], Take):
        return max(moves, key=lambda m: len(freed(state, m)))
    return moves[0]
