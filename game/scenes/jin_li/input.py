"""A hand at the pond: the squares and stones it picks, drags and drops become moves.

Tap or drag a koi, then the square it is to go to; then the square for the stone. Every square
can be picked, and the rules say why one is wrong.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from typing import TypeAlias

from game.rules.jin_li import state as rules
from game.rules.jin_li.state import HandBack, Move, Pond, Square, Throw, reach, squares
from game.scenes.jin_li.tray import hand_at
from game.scenes.play.pick_and_place import InTray, PickAndPlace
from game.scenes.play.play_scene import PlayScene
from game.scenes.play.tray import Tray
from game.scenes.pond.pool import Grid, Pool, flight_of, heading, middle, turn_to
from game.ui.frame import Point
from game.ui.layer import Spot
from game.ui.timeline import Tween

Pick: TypeAlias = Square | InTray
"""What a spot stands for."""


def is_own(pond: Pond, square: Square) -> bool:
    """Whether a koi of the colour that moves is on the square."""
    return bool(pond.koi[pond.turn] >> square & 1)


def goals(pond: Pond, selected: Pick | None) -> Mapping[Square, int]:
    """The squares where the selected koi may go, or a stone may be taken away, with the points
    that each would bring.
    """
    if pond.phase == "give":
        return dict.fromkeys(squares(pond.stones), 0)
    if pond.phase == "move" and isinstance(selected, Square) and is_own(pond, selected):
        return reach(pond, selected)
    return {}


class Hand(PickAndPlace[Square, Move]):
    """The hand of the seat whose turn it is: which koi is selected, and what is carried where."""

    def __init__(self, play: PlayScene[Pond, Move, Pick], pool: Pool, grid: Grid) -> None:
        super().__init__(play, lambda: grid.seen, Throw)
        self._pool, self._grid = pool, grid

    def tray_at(self, tray: Tray) -> Point:
        return hand_at(tray)

    def fitting(self, spots: Sequence[Spot]) -> list[Spot]:
        pond = self._play.latest
        fits: Collection[Pick | None] = {self.selected, *goals(pond, self.selected)}
        if pond.phase == "throw":
            fits = squares(rules.free_squares(pond))
        elif pond.phase == "move" and self.selected is None:
            fits = {move.start for move in rules.koi_moves(pond, pond.turn)}
        return [spot for spot in spots if spot.key in fits]

    def takes(self, key: Pick) -> bool:
        pond: Pond = self._play.latest
        if isinstance(key, InTray):
            return pond.phase == "throw"
        return pond.phase == "move" and is_own(pond, key)

    def pick(self, key: Pick) -> None:
        play, pond, seat = self._play, self._play.latest, self._play.asked
        asks = pond.phase == "move" and self.selected is None and isinstance(key, Square)
        if asks and seat is not None and pond.koi[1 - pond.turn] >> key & 1:
            play.trays[seat].say(play.t("jin_li.about_koi", who=play.names[1 - seat]))
        else:
            super().pick(key)

    def meant(self, selected: Pick | None, key: Pick) -> Move | None:
        pond = self._play.latest
        if isinstance(key, InTray) or pond.phase == "throw":
            return super().meant(selected, key)
        if pond.phase == "give":
            return HandBack(key)
        # The rules say that no koi is there where none is selected.
        start = selected if isinstance(selected, Square) else key
        return rules.crossing(pond, start, key)

    def select(self, key: Pick | None) -> None:
        super().select(key)
        if isinstance(key, Square):
            self._play.sound("button", self._grid.square(key))
            self._pool.ripple(middle(key), 0.5)

    def carry(self, grabbed: Pick, point: Point) -> None:
        super().carry(grabbed, point)
        if isinstance(grabbed, Square):
            koi, goal = self._pool.koi[grabbed], self._grid.position(point)
            way = heading(koi.at, goal)
            if math.dist(goal, koi.at) > 0.05 and abs(turn_to(way, koi.heading)) > 5:
                koi.heading = way  # each direction is a picture of its own
            koi.at = goal
            self._pool.life = 1.0

    def let_go(self) -> None:
        """Give up what is selected or carried; a koi that was dragged swims home."""
        square = self.selected
        if isinstance(square, Square) and self.at is not None and square in self._pool.koi:
            # once what was on its way has been finished, it may be another koi's turn
            home = flight_of(self._pool.koi[square], middle(square))
            self._play.timeline.play(Tween(0.16, home))
        super().let_go()
