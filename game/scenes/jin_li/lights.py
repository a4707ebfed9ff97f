"""What shines on the pond: the last turn, one's own koi, where they may go and what that brings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from game.rules.jin_li.game import HandBack, Leap, Move, Pond, Swim, Throw
from game.scenes.jin_li.view import PoolView, glow
from game.scenes.play.marks import paint_gain
from game.ui.canvas import Canvas
from game.ui.frame import Box
from game.ui.theme import IVORY, LAMP, with_alpha

REST: Final = 0.6
CHOSEN: Final = 0.95
"""How strongly koi that may move are ringed, and the one that is chosen."""


class Ends:
    """Where the moves of a state lead, and the points that each would bring."""

    def __init__(self, game: Any, state: Pond) -> None:
        self.state = state
        self._game = game
        self._moves: tuple[Move, ...] = tuple(game.moves(state))
        self.throws = [move.square for move in self._moves if isinstance(move, Throw)]
        self._found: dict[int | None, dict[int, int]] = {}

    def of(self, start: int | None) -> Mapping[int, int]:
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
        if after.phase == "throw":
            after = self._game.apply(after, self._game.moves(after)[0])
        gain: int = self._game.scores(after)[seat] - self._game.scores(self.state)[seat]
        return gain


def last(canvas: Canvas, water: PoolView, found: Iterable[int]) -> None:
    """Where the last turn took place, faintly."""
    side = water.cell - 8
    for square in found:
        canvas.fill(Box.around(water.square(square), side, side), with_alpha(IVORY, 0.10), 14)


def throws(canvas: Canvas, water: PoolView, found: Iterable[int]) -> None:
    """Where a stone may fall."""
    for square in found:
        canvas.disc(water.square(square), water.cell * 0.05, with_alpha(LAMP, 0.7))


def targets(canvas: Canvas, water: PoolView, found: Mapping[int, int], turn: int) -> None:
    """Where the chosen koi may go, with the points it would find there, toward a tray's turn."""
    cell = water.cell
    for square, gain in found.items():
        at = water.square(square)
        canvas.picture_as_is(glow(canvas.px(cell * 0.5), LAMP, 8), at)
        if gain > 0:
            paint_gain(canvas, at, gain, turn)
        else:
            canvas.ring(at, cell * 0.14, with_alpha(LAMP, 0.85), 3)


def own(canvas: Canvas, water: PoolView, found: Iterable[int], chosen: int | None) -> None:
    """The koi that may move, the chosen one more clearly."""
    for square in found:
        strength, width = (CHOSEN, 4.0) if square == chosen else (REST, 3.0)
        canvas.ring(water.square(square), water.cell * 0.47, with_alpha(LAMP, strength), width)
