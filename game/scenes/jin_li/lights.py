"""What shines on the pond: the last turn, one's own koi, where they may go and what that brings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from game.rules.core.protocol import Game
from game.rules.jin_li.game import HandBack, Leap, Move, Pond, Swim, Throw
from game.rules.jin_li.state import PASS, Square
from game.scenes.jin_li.layout import Grid
from game.scenes.jin_li.view import glow
from game.scenes.play.marks import paint_gain
from game.ui.canvas import Canvas
from game.ui.frame import Box
from game.ui.theme import IVORY, LAMP, with_alpha

REST: Final = 0.6
CHOSEN: Final = 0.95
"""How strongly koi that may move are ringed, and the one that is chosen."""


class Ends:
    """Where the moves of a state lead, and the points that each would bring."""

    def __init__(self, game: Game[Pond, Move], state: Pond) -> None:
        self.state = state
        self._game = game
        self._moves = tuple(game.moves(state))
        self.stuck = self._moves == (PASS,)
        self.throws = [move.square for move in self._moves if isinstance(move, Throw)]
        self._found: dict[Square | None, dict[Square, int]] = {}

    def of(self, start: Square | None) -> Mapping[Square, int]:
        """The points by square where the koi on `start` may go, or a stone may be taken away."""
        if start not in self._found:
            self._found[start] = {
                move.square if isinstance(move, HandBack) else move.end: self._gain(move)
                for move in self._moves
                if isinstance(move, HandBack)
                or (isinstance(move, Swim | Leap) and move.start == start)
            }
        return self._found[start]

    def _gain(self, move: Move) -> int:
        """Points come when a turn is complete, and wherever the stone falls."""
        seat, after = self._game.actor(self.state), self._game.apply(self.state, move)
        assert seat is not None, "who has a move is the one to act"
        if after.phase == "throw":
            after = self._game.apply(after, self._game.moves(after)[0])
        return self._game.scores(after)[seat] - self._game.scores(self.state)[seat]


def last(canvas: Canvas, grid: Grid, squares: Iterable[Square]) -> None:
    """Where the last turn took place, faintly."""
    side = grid.cell - 8
    for square in squares:
        canvas.fill(Box.around(grid.square(square), side, side), with_alpha(IVORY, 0.10), 14)


def targets(
    canvas: Canvas, grid: Grid, ends: Ends, selected: Square | None, turn: int
) -> None:
    """Where a stone may fall, or the selected koi may go with the points it would find there.

    The points are written toward a tray's `turn`.
    """
    for square in ends.throws:
        canvas.disc(grid.square(square), grid.cell * 0.05, with_alpha(LAMP, 0.7))
    for square, gain in ends.of(selected).items():
        at = grid.square(square)
        canvas.picture_as_is(glow(canvas.px(grid.cell * 0.5), LAMP, 8), at)
        if gain > 0:
            paint_gain(canvas, at, gain, turn)
        else:
            canvas.ring(at, grid.cell * 0.14, with_alpha(LAMP, 0.85), 3)


def own(
    canvas: Canvas, grid: Grid, squares: Iterable[Square], selected: Square | None
) -> None:
    """The koi that may move, the selected one more clearly."""
    for square in squares:
        strength, width = (CHOSEN, 4.0) if square == selected else (REST, 3.0)
        canvas.ring(grid.square(square), grid.cell * 0.47, with_alpha(LAMP, strength), width)
