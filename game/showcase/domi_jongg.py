"""Moments of Domi Jongg for pictures: from the roll of the dice to the last tile."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.rules.domi_jongg.state import Branch, Lay, Move, has_laid, pile_left
from game.scenes.core.chairs import Chair
from game.scenes.core.context import Context
from game.scenes.core.scene import Scene
from game.scenes.domi_jongg.scene import DomiJonggScene
from game.scenes.domi_jongg.spots import RackTile

NAMES: Final = ("Annegret", "Ben", "Clara", "David", "Elif", "Friedrich")
COMPUTERS: Final = (
    Chair("computer", "Kamille", "regular"),
    Chair("computer", "Distel", "master"),
)
SEED: Final = 5
LATE: Final = 140
LATE_SEED: Final = 10
"""As many tiles lie in the latest sample, in a game where somebody can still lay."""


Pose: TypeAlias = Callable[[DomiJonggScene], None]
"""Puts a scene into the moment that is to be seen."""


class Posed(DomiJonggScene):
    """A scene that stands in a pose whenever it is looked at."""

    pose: Pose | None = None

    def resume(self) -> None:
        super().resume()
        if self.pose is not None:
            self.finish_motion()
            self.pose(self)
        while self.felt.faces.paint_one():
            pass


def samples(context: Context) -> dict[str, Scene]:
    """The roll, a turn in the middle, the curtain, the peek pads, six people, late, the end."""
    table = replace(context, settings=context.settings.changed(seating="table"))
    three, six = persons(3), persons(6)
    rolled = Match(GAMES["domi_jongg"], 3, seed=SEED)
    middle, branching = played(3, 46), played(3, 58, may_branch)
    found = {
        "opening": _scene(context, rolled, three, None),
        "middle": _scene(context, middle, three, opened),
        "alone": _scene(context, middle, (three[0], *COMPUTERS), None),
        "curtain": _scene(context, middle, three, None),
        "picking": _scene(context, branching, three, picking),
        "peeking": _scene(table, middle, three, peeking),
        "six": _scene(context, played(6, 70), six, opened),
        "late": _scene(context, played(2, LATE, seed=LATE_SEED), three[:2], opened),
        "end": _scene(context, played(3, 144), three, None),
    }
    return {f"domi_jongg-{name}": scene for name, scene in found.items()}


def persons(count: int) -> tuple[Chair, ...]:
    return tuple(Chair("person", name) for name in NAMES[:count])


def _scene(
    context: Context, match: Match, chairs: Sequence[Chair], pose: Pose | None
) -> DomiJonggScene:
    scene = Posed(context, Series(match), chairs)
    scene.pose = pose
    return scene


# Poses --------------------------------------------------------------------------------------


def opened(scene: DomiJonggScene) -> None:
    """Whose turn it is has drawn the curtain, or holds the pad."""
    if scene.asked is not None:
        scene.open_hand(scene.asked)
        scene.go(None)


def peeking(scene: DomiJonggScene) -> None:
    """At the table: whose turn it is holds the pad."""
    if scene.asked is not None:
        scene.privacy.peeks["touch:0:1"] = scene.asked


def picking(scene: DomiJonggScene) -> None:
    """A tile is picked that fits at as many heads as can be."""
    opened(scene)
    seat = scene.asked
    if seat is None:
        return
    moves = [move for move in scene.game.moves(scene.state) if isinstance(move, Lay)]
    hand = scene.racks.standing(seat)
    ends = {tile: len({m.end for m in moves if m.tile == tile}) for tile in hand}
    scene.input.pick(RackTile(hand.index(max(ends, key=lambda tile: ends[tile]))))


# Playing to a moment ------------------------------------------------------------------------


def played(
    seats: int, tiles: int, moment: Callable[[Match], bool] | None = None, seed: int = SEED
) -> Match:
    """A match played at random until so many tiles lie, or it is over, and then to a moment.

    It is a seat's turn then, and the seat has not laid yet.
    """
    match = Match(GAMES["domi_jongg"], seats, seed=seed)
    rng = random.Random(seed)
    while match.outcome is None:
        enough = len(match.state.snake) >= tiles and not has_laid(match.state)
        if enough and (moment is None or moment(match)):
            break
        match.play(_choice(match, rng))
    return match


def may_branch(match: Match) -> bool:
    """Whether a tile fits at two heads at least and more tiles are left."""
    moves = match.game.moves(match.state)
    lays = [move for move in moves if isinstance(move, Lay)]
    ends = {(move.tile, move.end) for move in lays}
    most = max((sum(tile == one for one, _ in ends) for tile, _ in ends), default=0)
    return most > 1 and pile_left(match.state) > 0


def _choice(match: Match, rng: random.Random) -> Move:
    """A branch where it goes, else anything; a turn goes on more often than not."""
    moves: Sequence[Move] = match.game.moves(match.state)
    branches = [move for move in moves if isinstance(move, Branch)]
    lays = [move for move in moves if isinstance(move, Lay)]
    if branches:
        return rng.choice(branches)
    return rng.choice(lays) if lays and rng.random() < 0.7 else moves[-1]
