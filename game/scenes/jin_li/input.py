"""A hand at the pond: the squares and stones it picks, drags and drops become moves.

Tap or drag a koi, then the square it is to go to; then the square for the stone. Every square
can be picked, and the rules say why one is wrong.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from functools import reduce
from typing import NamedTuple, TypeAlias

from game.rules.core.protocol import Game, Seat
from game.rules.jin_li import state as rules
from game.rules.jin_li.state import HandBack, Move, Pond, Square, Swim, Throw, reach, squares
from game.scenes.jin_li.pool import Grid, Pool, glide, heading, middle
from game.scenes.jin_li.view import hand_at
from game.scenes.play.input import Input
from game.scenes.play.play_scene import PlayScene
from game.ui.frame import Point
from game.ui.layer import Spot


class InHand(NamedTuple):
    """The stones of a seat, which lie in its tray and can be dragged from there."""

    seat: Seat


Pick: TypeAlias = Square | InHand
"""What a spot stands for."""


def is_own(pond: Pond, square: Square) -> bool:
    """Whether a koi of the colour that moves is on the square."""
    return bool(pond.koi[pond.turn] >> square & 1)


def goals(pond: Pond, selected: Square | None) -> Mapping[Square, int]:
    """The squares where the selected koi may go, or a stone may be taken away, with the points
    that each would bring.
    """
    if pond.phase == "give":
        return dict.fromkeys(squares(pond.stones), 0)
    if pond.phase == "move" and selected is not None and is_own(pond, selected):
        return reach(pond, selected)
    return {}


def reason(game: Game[Pond, Move], before: Pond, turn: Sequence[Move]) -> str:
    """What a turn without a point changes about the next ones, as a text `hint_...`; "" if none."""
    after, own, foe = reduce(game.apply, turn, before), before.turn, 1 - before.turn
    if after.end or after.phase != "move" or after.turn == own:
        return ""

    def can_score(pond: Pond, colour: int) -> bool:
        return any(any(reach(pond, koi).values()) for koi in squares(pond.koi[colour]))

    if can_score(before, foe) and not can_score(after, foe):
        return "guards"
    return "nears" if can_score(after, own) and not can_score(before, own) else ""


class Hand(Input[Pick]):
    """The hand of the seat whose turn it is: which koi is selected, and what is carried where."""

    def __init__(self, play: PlayScene[Pond, Move, Pick], pool: Pool, grid: Grid) -> None:
        self._play, self._pool, self._grid = play, pool, grid
        self.selected: Square | None = None
        """The square of the koi that was tapped or is carried."""

    def spots(self) -> list[Spot]:
        play = self._play
        if play.asked is None:
            return []
        if play.latest.phase != "throw":
            return self._grid.seen
        return [*self._grid.seen, Spot(InHand(play.asked), hand_at(play.trays[play.asked]), 60)]

    def fitting(self, spots: Sequence[Spot]) -> list[Spot]:
        pond = self._play.latest
        fits: Collection[Square | None] = {self.selected, *goals(pond, self.selected)}
        if pond.phase == "throw":
            fits = squares(rules.free_squares(pond))
        elif pond.phase == "move" and self.selected is None:
            fits = {move.start for move in rules.koi_moves(pond, pond.turn)}
        return [spot for spot in spots if spot.key in fits]

    def pick(self, key: Pick) -> None:
        play, pond = self._play, self._play.latest
        if play.asked is None:
            return
        asks = pond.phase == "move" and self.selected is None
        if asks and not isinstance(key, InHand) and pond.koi[1 - pond.turn] >> key & 1:
            owner = play.names[1 - play.asked]
            play.trays[play.asked].say(play.t("jin_li.about_koi", who=owner))
        else:
            self._try(self.meant(pond, key))

    def meant(self, pond: Pond, pick: Pick) -> Move | None:
        """The move that is meant by picking this; None if that only selects a koi or nothing."""
        if isinstance(pick, InHand):
            return None
        if pond.phase == "throw":
            return Throw(pick)
        if pond.phase == "give":
            return HandBack(pick)
        if is_own(pond, pick):
            self._select(pick)
            return None
        if self.selected is None:
            return Swim(pick, pick)  # the rules say that no koi is there
        return rules.crossing(pond, self.selected, pick)

    def _select(self, square: Square) -> None:
        self.selected, self.at = None if self.selected == square else square, None
        if self.selected is not None:
            self._play.sound("button", self._grid.square(square))
            self._pool.ripple(middle(square), 0.5)

    def grab(self, key: Pick) -> bool:
        pond = self._play.latest
        if self._play.asked is None:
            return False
        if isinstance(key, InHand):
            return pond.phase == "throw"
        return pond.phase == "move" and is_own(pond, key)

    def carry(self, grabbed: Pick, point: Point) -> None:
        self.at = point
        if not isinstance(grabbed, InHand):
            self.selected = grabbed
            koi, goal = self._pool.koi[self.selected], self._grid.position(point)
            if math.dist(goal, koi.at) > 0.05:
                koi.heading = heading(koi.at, goal)
            koi.at = goal
            self._pool.life = 1.0
        self._play.say_prompt()

    def drop(self, grabbed: Pick, key: Pick | None, point: Point) -> bool:
        move = None
        if not isinstance(key, InHand | None) and key != grabbed:
            pond = self._play.latest
            move = Throw(key) if isinstance(grabbed, InHand) else rules.crossing(pond, grabbed, key)
        return self._try(move)

    def _try(self, move: Move | None) -> bool:
        """Play the move that is meant, if there is one and the rules allow it."""
        self._play.say_prompt()
        if move is None or not self._play.commit(move):
            return False
        self.selected = self.at = None
        return True

    def let_go(self) -> None:
        """Give up what is selected or carried; a koi that was dragged swims home."""
        square = self.selected
        if square is not None and self.at is not None and square in self._pool.koi:
            # once what was on its way has been finished, it may be another koi's turn
            self._play.timeline.play(glide(self._pool.koi[square], middle(square), 0.16))
        self.selected = self.at = None
        self._play.say_prompt()

    @property
    def holding(self) -> bool:
        return self.selected is not None
