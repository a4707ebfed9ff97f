"""How a match of Solitaire Pai Sho moves: tiles fly, lines grow, a finished garden is retold."""

from collections.abc import Callable
from functools import partial
from typing import Final

from game.rules.core.protocol import Seat
from game.rules.pai_sho.board import Code, Kind, Point, code_of, xy
from game.rules.solitaire_pai_sho.state import Aside, Draw, Garden, Lay, Line, Move, Shift, lines
from game.scenes.pai_sho.garden import along, gliding, growing
from game.scenes.pai_sho.scene import GardenScene
from game.scenes.play.marks import Flight, Flights
from game.scenes.solitaire_pai_sho.bag import mouth
from game.scenes.solitaire_pai_sho.garden import Change, Flyer
from game.scenes.solitaire_pai_sho.input import Hands, Key, Stock
from game.scenes.solitaire_pai_sho.layout import Places
from game.scenes.solitaire_pai_sho.view import HELD, View
from game.ui.frame import Point as At
from game.ui.timeline import Call, Motion, Tween, Wait, arc, ease_in_out, linear
from game.ui.timeline import Sequence as Chain

GROW: Final = 0.5
"""Seconds a new line takes to grow, and a broken one to wilt."""
BACK: Final = 0.16
"""Seconds a tile takes that goes back to where it was."""
TELLING, QUICKEST, SLOWEST = 4.0, 0.08, 0.30
"""Seconds in which a finished garden is retold, and what one line gets of them."""


class Animation:
    """Moves what is seen from one state to the next."""

    def __init__(
        self, table: GardenScene[Garden, Move, Key], view: View, hands: Hands, places: Places
    ) -> None:
        self._table, self._view, self._hands, self._places = table, view, hands, places
        self._timeline = table.timeline
        self.retelling = False
        self.retold = False
        """Whether the garden has been retold, or begun to be."""

    def step(self, state: Garden, move: Move) -> Motion:
        """The motion from the picture of a state to the one after a move."""
        match move:
            case Draw(kind):
                return self._draw(state.turn, kind)
            case Lay(kind, point):
                return self._lay(state, kind, point)
            case Shift(source, goal):
                return self._shift(source, goal)
            case Aside():
                return self._lay_aside(state.turn, state.drawn[state.turn])

    def _fly(
        self, code: Code, start: At, end: At, sizes: tuple[float, float], seconds: float
    ) -> Motion:
        """A tile on its way, growing or shrinking from one size to another."""
        flyer = Flyer(code, start, 1.0, size=sizes[0])
        self._view.flyers.append(flyer)

        def show(t: float) -> None:
            flyer.at = arc(start, end, t, 60)
            flyer.size = sizes[0] + (sizes[1] - sizes[0]) * t
            flyer.lift = 1 - t**4

        if self._timeline.reduced:
            show(1.0)
            return Wait(0.1)
        return Tween(seconds, show, ease_in_out)

    def _draw(self, seat: Seat, kind: Kind) -> Motion:
        desk = self._places.desks[seat]
        opening = mouth(desk.bag or desk.hand, desk.bag_radius, self._view.fullness(seat))
        start, end = desk.frame.out(opening), desk.hand_at
        self._table.sound("paper", start)
        fly = self._fly(code_of(kind, seat), start, end, (desk.size * 0.3, desk.size), 0.34)
        return Chain(fly, Call(lambda: self._table.sound("wood_knock", end)))

    def _lay(self, state: Garden, kind: Kind, point: Point) -> Motion:
        """From the fingers that drag the tile, else from the stock or the hollow."""
        board, seat, held = self._table.board, state.turn, self._hands.at
        desk, small, end = self._places.desks[seat], board.tile, board.place(point)
        if held is not None:
            start, size, seconds = held, small * HELD, 0.14
        else:
            start, seconds = desk.home(kind), 0.3
            size = small * HELD if desk.choosing else desk.size
        self._view.away, self._hands.at = seat, None
        fly = self._fly(code_of(kind, seat), start, end, (size, small), seconds)
        return Chain(fly, Call(lambda: self._table.sound("tile_clack", end)))

    def _shift(self, source: Point, goal: Point) -> Motion:
        piece, board = self._view.plot.pieces.pop(source), self._table.board
        self._view.plot.above.append(piece)
        way = [piece.at, xy(goal)]
        if self._hands.at is not None:
            way[0], self._hands.at = board.garden_point(self._hands.at), None
        self._table.sound("wood_slide", board.place(goal))
        way = way[1:] if self._timeline.reduced else way
        knock = Call(lambda: self._table.sound("wood_knock", board.place(goal)))
        return Chain(Tween(0.3, partial(along, piece, way), ease_in_out), knock)

    def _lay_aside(self, seat: Seat, kind: Kind) -> Motion:
        """What fits nowhere leaves the table."""
        if not kind:
            return Wait(0.3)
        desk = self._places.desks[seat]
        self._view.away = seat
        end = desk.frame.out((desk.hand[0], desk.frame.size[1] + desk.size))
        self._table.sound("wood_slide", desk.hand_at)
        return self._fly(code_of(kind, seat), desk.hand_at, end, (desk.size, desk.size * 0.7), 0.5)

    def change(self, seat: Seat, change: Change, flights: Flights) -> None:
        """New lines grow, broken ones wilt, and what is gained flies into a seat's pans."""
        view = self._view
        grown, wilting = view.plot.lines, view.plot.wilting
        grown.update(dict.fromkeys(change.gained, 0.0))
        wilting.update(dict.fromkeys(change.lost, 1.0))
        self._timeline.play(growing(grown, change.gained, GROW, ease=linear))
        self._timeline.play(growing(wilting, change.lost, GROW, 1, 0, linear))
        for line in change.gained:
            weight = line.length if view.state.terms.by_length else 1
            pan = self._places.pan(seat, view.scales, line.kind)
            turn = self._places.desks[seat].frame.turn
            gain = Flight(f"+{weight}", view.garden.middle(line), pan, turn)
            self._timeline.play(flights.launch(gain))
        for kind, cue in enumerate(("harmony", "clash")):
            heard = [line for line in change.gained if line.kind == kind]
            if heard:
                self._table.sound(cue, view.garden.middle(heard[0]))

    def glide_back(self) -> None:
        """What is dragged goes back to where it was."""
        hands, view, places = self._hands, self._view, self._places
        held, pick, seat = hands.at, hands.in_hand, self._table.asked
        if held is None:
            return
        if isinstance(hands.selected, int):
            if piece := view.plot.pieces.get(hands.selected):
                start = self._table.board.garden_point(held)
                self._timeline.play(gliding(piece, start, xy(hands.selected), BACK))
        elif seat is not None and isinstance(pick, Stock):
            home = places.desks[seat].home(pick.kind)
            flyer = Flyer(code_of(pick.kind, seat), held, 1.0, size=self._table.board.tile * HELD)
            view.flyers.append(flyer)
            view.away = seat

            def land() -> None:
                view.away = None
                if flyer in view.flyers:
                    view.flyers.remove(flyer)

            self._timeline.play(Chain(gliding(flyer, held, home, BACK), Call(land)))

    # The end -----------------------------------------------------------------------------------

    def retell(self, state: Garden, then: Callable[[], object]) -> bool:
        """Tell a finished garden line by line before the sheet lies on it, once, and go on with
        `then`; False if there is nothing to tell any more.
        """
        formed = lines(state.board)
        self.retelling = not (self.retold or self._timeline.reduced or not formed)
        if not self.retelling:
            return False
        self.retold = True
        self._tell(())
        pause = min(SLOWEST, max(QUICKEST, TELLING / len(formed)))
        told: list[Motion] = []
        for count in range(1, len(formed) + 1):
            told += Call(partial(self._tell, formed[:count])), Wait(pause)
        self._timeline.play(Wait(0.5), *told, Call(then))
        return True

    def _tell(self, told: tuple[Line, ...]) -> None:
        """Show these lines; the last one is told of."""
        self._view.plot.lines = dict.fromkeys(told, 1.0)
        self._view.weigh(told)
        if told:
            self._table.sound("point", self._view.garden.middle(told[-1]))
