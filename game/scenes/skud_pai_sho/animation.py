"""How a step of Skud Pai Sho looks while it happens: from one picture to the next."""

import cmath
import math
from collections.abc import Sequence
from functools import partial
from typing import Final

from game.rules.core.protocol import Seat
from game.rules.pai_sho.board import BOARD, BOAT, WHEEL, Kind, Point, code_of, route, xy
from game.rules.skud_pai_sho.board import turns_of
from game.rules.skud_pai_sho.state import Arrange, Bonus, Move, Plant, State
from game.scenes.pai_sho.garden import Piece, Place, along, gliding, growing
from game.scenes.pai_sho.scene import GardenScene
from game.scenes.skud_pai_sho.garden import Plot
from game.scenes.skud_pai_sho.picks import Key, Pick, gained
from game.scenes.skud_pai_sho.tray import Reserve
from game.ui.timeline import Call, Motion, Parallel, Tween, between, ease_in_out, linear
from game.ui.timeline import Sequence as Chain

STEP: Final = 0.10
"""Seconds for a step from point to point."""
SHORTEST, LONGEST = 0.22, 0.55
FLIGHT: Final = 0.30
TURN: Final = 0.50
PUT_DOWN, HOME = 0.14, 0.18
"""Seconds a tile that was dragged takes to its point, or back to where it was taken from."""
FADE, GROW, BLOOM = 0.22, 0.5, 1.9
"""Seconds a broken harmony takes to fade, a new one to grow, a closed ring to bloom."""


class Animation:
    """Makes motions over a plot, from and to the seats' reserves."""

    def __init__(
        self, table: GardenScene[State, Move, Key], plot: Plot, reserves: Sequence[Reserve]
    ) -> None:
        self.plot, self._table, self._reserves = plot, table, reserves
        self._timeline = table.timeline
        self.held: Place | None = None
        """Where the tile that moves was dragged to, if it was."""

    def of(self, before: State, move: Move, after: State) -> Motion | None:
        """The motion of a legal move; the harmonies that it breaks fade meanwhile."""
        moving: Motion
        match move:
            case Plant(kind, gate):
                moving = self._fly(before.turn, kind, gate)
            case Arrange(source, goal):
                moving = self._arrange(before, source, goal)
            case Bonus(kind, point, goal):
                moving = self._bonus(before, kind, point, goal)
            case _:
                return None
        broken = gained(after, before)
        return Parallel(moving, growing(self.plot.lines, broken, FADE, 1, 0)) if broken else moving

    def bloom(self) -> None:
        """Closed rings come into bloom."""
        self.plot.bloom = 0.0
        self._timeline.play(Tween(BLOOM, partial(setattr, self.plot, "bloom"), linear))

    def glide_back(self, pick: Pick, seat: Seat, start: Place) -> None:
        """What a seat dragged as far as `start` goes back to where it was."""
        if pick.lifted is not None:
            piece = self.plot.pieces.get(pick.lifted)
            if piece is not None:
                self._timeline.play(gliding(piece, start, piece.at, HOME))
        elif pick.hand is not None:
            loose, above = Piece(code_of(pick.hand, seat), start, 0.7), self.plot.above
            above.append(loose)
            self._timeline.play(
                gliding(loose, start, self._home(seat, pick.hand), HOME),
                Call(lambda: above.remove(loose) if loose in above else None),
            )

    # Steps -------------------------------------------------------------------------------------

    def _home(self, seat: Seat, kind: Kind) -> Place:
        """Where a seat's tiles of a kind lie in its tray, in the garden's coordinates."""
        return self._table.board.garden_point(self._reserves[seat].at(kind))

    def _sound(self, cue: str, place: Place) -> None:
        self._table.sound(cue, self._table.board.at(*place))

    def _heard(self, cue: str, place: Place) -> Call:
        return Call(lambda: self._sound(cue, place))

    def _fly(self, seat: Seat, kind: Kind, point: Point) -> Motion:
        """A tile comes out of the tray and is laid down."""
        start, end = self.held or self._home(seat, kind), xy(point)
        piece = Piece(code_of(kind, seat), start, 1.0)
        self.plot.above.append(piece)
        if self._timeline.reduced:
            piece.at, piece.lift = end, 0.0
            return Tween(FLIGHT, partial(setattr, piece, "alpha"), linear)

        def show(t: float) -> None:
            piece.at, piece.lift = between(start, end, t), 1 - t**4

        flight = Tween(PUT_DOWN if self.held else FLIGHT, show, ease_in_out)
        return Chain(flight, self._heard("wood_knock", end))

    def _arrange(self, state: State, source: Point, goal: Point) -> Motion:
        piece = self.plot.pieces.pop(source)
        self.plot.above.append(piece)
        way: list[Place] = [xy(p) for p in route(source, goal, BOARD & ~state.board.taken)]
        seconds = min(LONGEST, max(SHORTEST, STEP * (len(way) - 1)))
        if self.held is not None:
            way, seconds = [self.held, xy(goal)], PUT_DOWN
        self._sound("wood_slide", way[-1])
        if self._timeline.reduced:
            way, seconds = way[-1:], SHORTEST
        slide = Tween(seconds, partial(along, piece, way), ease_in_out)
        knock, prey = self._heard("wood_knock", way[-1]), self.plot.pieces.get(goal)
        gone = [self._carried_off(goal, prey, state.turn)] if prey else []
        return Chain(slide, knock, *gone)

    def _carried_off(self, point: Point, prey: Piece, seat: Seat) -> Motion:
        """A captured flower goes to the shelf of who took it."""
        start, shelf = prey.at, self._reserves[seat].shelf_at
        end = self._table.board.garden_point(shelf)

        def begin() -> None:
            self.plot.pieces.pop(point, None)
            self.plot.above.append(prey)
            self._sound("tile_clack", start)

        def show(t: float) -> None:
            if not self._timeline.reduced:
                prey.at = between(start, end, t)
            prey.alpha = 1 - 0.8 * t

        return Chain(Call(begin), Tween(0.34, show, ease_in_out))

    def _bonus(self, state: State, kind: Kind, point: Point, goal: Point | None) -> Motion:
        laid = self._fly(state.turn, kind, point)
        if goal is not None:  # a boat ferries a flower
            way = [xy(point), xy(goal)]
            ride = Tween(0.30, partial(along, self.plot.pieces[point], way), ease_in_out)
            creak, knock = self._heard("wood_slide", way[1]), self._heard("wood_knock", way[1])
            return Chain(laid, creak, ride, knock)
        if kind == BOAT and state.board.cells[point]:
            return Chain(laid, self._heard("tile_slide", xy(point)), self._sink(point))
        turning = [self._turned(tail, head, point)
                   for tail, head in turns_of(state.board, point).items()]  # fmt: skip
        if kind == WHEEL and turning:
            return Chain(laid, self._heard("wood_slide", xy(point)), Parallel(*turning))
        return laid

    def _sink(self, point: Point) -> Motion:
        """Boat and accent leave together."""
        old = self.plot.pieces[point]

        def show(t: float) -> None:
            for piece in (old, *self.plot.above):
                piece.alpha = 1 - t

        return Tween(0.4, show)

    def _turned(self, tail: Point, head: Point, hub: Point) -> Motion:
        """A tile goes round a wheel, clockwise, by an eighth of a turn."""
        piece, middle = self.plot.pieces[tail], complex(*xy(hub))
        far, angle = cmath.polar(complex(*xy(tail)) - middle)
        reach, end = cmath.polar(complex(*xy(head)) - middle)
        if self._timeline.reduced:
            return Tween(TURN, partial(along, piece, [xy(head)]), linear)

        def show(t: float) -> None:
            swung = angle - (angle - end) % math.tau * t
            at = middle + cmath.rect(far + (reach - far) * t, swung)
            piece.at = at.real, at.imag

        return Tween(TURN, show, ease_in_out)
