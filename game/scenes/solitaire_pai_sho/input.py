"""What gardeners hold, pick and point to in Solitaire Pai Sho, and the moves that come of it.

Only the rules decide: what may go where is read off what they say is legal.
"""

import math
from collections.abc import Callable, Sequence
from enum import Enum
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple, TypeAlias, cast

from game.rules.pai_sho import board as pai_sho
from game.rules.pai_sho.board import Kind, Point, kind_of, xy
from game.rules.solitaire_pai_sho import state as rules
from game.rules.solitaire_pai_sho.game import SolitairePaiSho
from game.rules.solitaire_pai_sho.state import Garden, Lay, Move, Shift
from game.scenes.pai_sho.scene import GardenScene
from game.scenes.play.input import Input
from game.scenes.solitaire_pai_sho.garden import Change, change_of
from game.scenes.solitaire_pai_sho.layout import Places
from game.ui.frame import Point as At
from game.ui.intents import Intent
from game.ui.layer import Spot

RULES: Final = SolitairePaiSho()
MAGNET: Final = 0.72
"""How near to a point that fits a dragged tile has to come to be drawn to it, in cells."""


class Desktop(Enum):
    """What lies on a desk beside the stock."""

    HAND = "the tile in hand"
    BAG = "the bag"


class Stock(NamedTuple):
    """A tile of a kind, to be chosen or in hand."""

    kind: Kind


Pick: TypeAlias = Point | Stock
"""What goes to a point: a tile in hand, or a flower of the garden that is to be moved instead."""
Key: TypeAlias = Pick | Desktop
"""What can be picked; a number is a point of the garden."""


def meant(pick: Pick, point: Point) -> Move:
    return Shift(pick, point) if isinstance(pick, Point) else Lay(pick.kind, point)


@lru_cache(maxsize=16)
def goals(state: Garden, pick: Pick) -> dict[Point, int]:
    """Where it may go, and what it would form there: 1 a harmony, 2 a disharmony, 3 both."""
    if isinstance(pick, Stock):
        points, formed = rules.legal_points(state, pick.kind), rules.forming(state.board, pick.kind)
    else:
        lifted = pai_sho.changed(state.board, {pick: 0})
        formed = rules.forming(lifted, kind_of(state.board.cells[pick]))
        points = rules.goals_of(state, pick)
    return {
        point: (formed[0] >> point & 1) | (formed[1] >> point & 1) << 1
        for point in pai_sho.points_of(points)
    }


def movable(state: Garden, point: Point) -> bool:
    """Whether a flower lies there that the player at turn might move instead of laying a tile."""
    return state.terms.move_instead and bool(rules.own_flowers(state) & pai_sho.BITS[point])


@lru_cache(maxsize=64)
def foresee(state: Garden, move: Move) -> Change:
    """What a legal move would do."""
    return change_of(state, RULES.apply(state, move))


class Hands(Input[Key]):
    """What the person who is asked holds: a chosen kind, a flower to be moved, a dragged tile."""

    def __init__(
        self, table: GardenScene[Garden, Move, Key], places: Places, glide_back: Callable[[], None]
    ) -> None:
        self._table, self._places, self._glide_back = table, places, glide_back
        self.selected: Pick | None = None
        """A kind of the stock, where tiles are chosen, or the flower that is to be moved."""
        self.aim: Point | None = None
        """The point that somebody points to."""
        self.unseen = False
        """Whether the last press came before the tile in hand could be seen: it lays nothing."""
        self.early = False
        """Whether it came so soon after a lay that it belongs to that: on the board it draws
        nothing.
        """

    @property
    def draw_waits(self) -> bool:
        """Whether somebody may reach for a draw now."""
        return self._table.live and self._table.known < self._table.match.cursor

    @property
    def holding(self) -> bool:
        """Whether something is selected or dragged."""
        return self.selected is not None or self.at is not None

    @property
    def in_hand(self) -> Pick | None:
        """What would go to a point that is picked; None if nothing would."""
        seat = self._table.asked
        if seat is None:
            return None
        drawn = self._table.latest.drawn[seat]
        return Stock(drawn) if drawn and self.selected is None else self.selected

    def empty(self) -> None:
        """Forget whatever is held or selected."""
        self.selected = self.at = self.aim = None

    # Picking -----------------------------------------------------------------------------------

    def spots(self) -> list[Spot]:
        """Everything that whose turn it is can reach for."""
        state = self._table.latest
        seat = state.turn if self.draw_waits else self._table.asked
        if seat is None:
            return []
        desk = self._places.desks[seat]
        found = list(self._table.board.seen)
        if desk.bag is not None:
            found.append(Spot(Desktop.BAG, desk.bag_at, max(36.0, desk.bag_radius), round=True))
        found.append(Spot(Desktop.HAND, desk.hand_at, max(36.0, desk.radius), round=True))
        if state.terms.choose:
            left, half = rules.bag_of(state, seat), desk.stock.w / desk.columns / 2
            found += [Spot(Stock(kind), desk.kind_at(kind), half)
                      for kind in pai_sho.ALL_KINDS if left[kind]]  # fmt: skip
        return found

    def fitting(self, spots: Sequence[Spot]) -> list[Spot]:
        if self.draw_waits:
            return list(spots)
        state, pick, holding = self._table.latest, self.in_hand, self.holding
        points = goals(state, pick) if pick is not None else ()

        def fits(key: Key) -> bool:
            match key:
                case Stock():
                    return True
                case Desktop():
                    return holding  # what is in hand is put down there
            return key in points or movable(state, key)

        return [spot for spot in spots if fits(cast(Key, spot.key))]

    def pick(self, key: Key) -> None:
        if self.draw_waits:
            if isinstance(key, Desktop) or not self.early:
                self._table.reveal()
        elif self._table.asked is not None and not self.unseen:
            self.tap(key)

    def tap(self, key: Key) -> None:
        """Select something, or lay or move there what is in hand."""
        board = self._table.board
        match key:
            case Desktop():
                self.let_go()
                if self.in_hand is not None:  # what is drawn stays so
                    self._table.remind(self._table.asked)
            case _ if key == self.selected:
                self.let_go()
            case Stock():
                self._select(key, board.box.center)
            case point if movable(self._table.latest, point):
                self._select(point, board.place(point))
            case point:
                self.go_to(point)

    def _select(self, pick: Pick, at: At) -> None:
        self.selected = pick
        self._table.say_prompt()
        self._show_goals()
        self._table.sound("button", at)

    def _show_goals(self) -> None:
        if self.in_hand is not None:
            found = goals(self._table.latest, self.in_hand)
            self._table.eye.show(*map(self._table.board.place, found))

    def go_to(self, point: Point) -> bool:
        """Lay or move what is in hand there; False if the rules refuse, or nothing is."""
        if self.in_hand is not None:
            return self._table.commit(meant(self.in_hand, point))
        if self._table.asked is not None:
            text = self._table.t("solitaire_pai_sho.phase.choose")
            self._table.trays[self._table.asked].say(text, "refusal")
        return False

    # Dragging ----------------------------------------------------------------------------------

    def grab(self, key: Key) -> bool:
        """Take hold of something, or of a tile that is still to be drawn."""
        if isinstance(key, Desktop):
            return self.draw_waits or (key is Desktop.HAND and self.in_hand is not None)
        takes = isinstance(key, Stock) or movable(self._table.latest, key)
        return takes and self._table.asked is not None

    def carry(self, grabbed: Key, at: At) -> None:
        """Drag what was grabbed to a place on the table."""
        if self.draw_waits:
            self._table.reveal()
            self._table.finish_motion()
        if self._table.asked is None or (self.in_hand is None and isinstance(grabbed, Desktop)):
            return
        if not isinstance(grabbed, Desktop):
            self.selected = grabbed
        if self.at is None:
            self._show_goals()
        self.at, self.aim = at, self._drawn_to(at)

    def _drawn_to(self, at: At) -> Point | None:
        """The point a tile at hand would go to: a fitting one that is near, else the nearest."""
        board, pick = self._table.board, self.in_hand
        if pick is None:
            return board.near(at)
        fits, (x, y) = goals(self._table.latest, pick), board.garden_point(at)
        around = product((math.floor(x), math.ceil(x)), (math.floor(y), math.ceil(y)))
        near = [(math.dist((x, y), xy(point)), point) for place in around
                if pai_sho.playable(*place) and (point := pai_sho.at(*place)) in fits]  # fmt: skip
        far, point = min(near, default=(9.0, 0))
        return point if far <= MAGNET else board.near(at)

    def drop(self, grabbed: Key, key: Key | None, at: At) -> bool:
        """Let go of what is dragged; it goes back if it cannot stay there."""
        goal = self._drawn_to(at) if self.at is not None and isinstance(key, int) else None
        return goal is not None and goal != self.selected and self.go_to(goal)

    def let_go(self) -> None:
        """Let what is held glide back."""
        self._glide_back()
        self.empty()
        self._table.say_prompt()

    def gesture(self, intent: Intent) -> None:
        if intent.kind == "hover" and self.at is None:
            self.aim = self._table.board.near(intent.pos)

    @property
    def choosing(self) -> bool:
        return self.in_hand is not None

    def tells_of(self, point: At) -> bool:
        near = self._table.board.near(point)
        return near is not None and bool(self._table.latest.board.cells[near])

    def spot_for(self, point: At) -> Spot | None:
        board = self._table.board
        goal = self._drawn_to(point) if board.window.has(point) else None
        return None if goal is None or goal == self.selected else board.spot(goal)

    def consider(self, key: Key | None) -> None:
        self.aim = key if isinstance(key, Point) else None

    # Considering -------------------------------------------------------------------------------

    @property
    def aimed(self) -> Move | None:
        """The legal step that would follow from where somebody points."""
        point, pick, focus = self.aim, self.in_hand, self._table.focus
        if focus.visible and isinstance(focus.current, Spot):
            key = focus.current.key
            point = key if isinstance(key, int) else None
        if point is None or pick is None or point not in goals(self._table.latest, pick):
            return None
        return meant(pick, point)

    @property
    def considered(self) -> Move | None:
        """The step that waits for consent, else the one that somebody points at."""
        return self.aimed if self._table.waiting is None else self._table.waiting

    @property
    def foreseen(self) -> Change:
        """What the considered step would do to the lines."""
        move = self.considered
        return foresee(self._table.latest, move) if move is not None else Change()

    @property
    def promises(self) -> dict[Point, int]:
        """The points that glow, and what would be formed there: 1 harmony, 2 disharmony."""
        pick = self.in_hand
        if pick is None or self._table.waiting is not None or not self._table.shows_targets:
            return {}
        return goals(self._table.latest, pick)
