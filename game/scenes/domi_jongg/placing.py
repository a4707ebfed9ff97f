"""Where everything is on Domi Jongg's table: trays, racks, the snake and its heads."""

from __future__ import annotations

from typing import Any

from game.rules.core.protocol import Seat
from game.rules.domi_jongg.state import Branch, EndId, Lay, Move, Table, number
from game.scenes.domi_jongg.animation import Air
from game.scenes.domi_jongg.faces import Faces
from game.scenes.domi_jongg.felt import Camera, Felt
from game.scenes.domi_jongg.ground import EAST, WEST, Head
from game.scenes.domi_jongg.laying import Laying
from game.scenes.domi_jongg.seats import COLORS, SeatTray, plan
from game.scenes.domi_jongg.side import ACT, Filled, Side, couch_side, fill, table_side
from game.scenes.domi_jongg.snake import Snake
from game.scenes.play.layout import Layout
from game.ui.frame import Box, Point
from game.ui.theme import Color


class Placing(Laying):
    """The part of the scene that knows where things lie."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.snake: Snake | None = None
        self.air = Air()
        self.away: tuple[int, ...] = ()
        """Tiles of the rack that are in the air."""
        self._rack: Box | None = None
        super().__init__(*args, **kwargs)
        self.faces = Faces(self.context.texts.language)
        self.felt = Felt(self.faces)

    # Seats ---------------------------------------------------------------------------------------

    def seat_color(self, seat: Seat) -> Color:
        return COLORS[self.series.person_at(seat)]

    def seat_players(self) -> None:
        self.trays = [
            SeatTray(seat, self.chair(seat).name, self.seat_color(seat))
            for seat in range(self.match.seats)
        ]

    def divide(self, size: Point) -> Layout:
        """People keep their places through a series, whichever seats they have."""
        layout, self._rack = plan(size, self.match.seats, self.context.settings.seating)
        frames = tuple(
            layout.trays[self.series.person_at(seat)] for seat in range(self.match.seats)
        )
        return Layout(layout.board, frames, layout.corners)

    @property
    def front(self) -> Seat | None:
        """On the couch: whose hand stands in the rack, open or not."""
        if self._rack is None:
            return None
        persons = sorted(self.persons)
        if not self.shared:
            return persons[0] if persons else None
        if self.opened is not None:
            return self.opened
        actor = self.match.actor
        return actor if actor in self.persons else persons[0]

    def side(self, seat: Seat) -> Side | None:
        if self._rack is not None:
            return couch_side(self.size, self._rack) if seat == self.front else None
        tray = self.trays[seat]
        assert isinstance(tray, SeatTray)
        return table_side(tray, seat in self.persons, self.padded)

    def filled(self, seat: Seat, side: Side) -> Filled:
        state: Table = self.state
        return fill(side, len(state.hands[seat]), self.pages.get(seat, 0))

    def pad_at(self, seat: Seat) -> tuple[Point, float] | None:
        side = self.side(seat)
        return (side.frame.out(side.pad), ACT + 6) if side is not None and side.pad else None

    def home(self, seat: Seat) -> tuple[Point, float]:
        """Where a seat's tiles are on the table, and how tall they are there."""
        side = self.side(seat)
        if side is not None:
            return side.frame.out(side.tiles.center), self.filled(seat, side).shelf.tall
        tray = self.trays[seat]
        return tray.frame.out(tray.content.center), tray.content.h - 6

    # The felt ------------------------------------------------------------------------------------

    def arrange(self) -> None:
        self.felt.arrange(self.layout.board, self.context.scale)
        self.faces.forget_wishes()
        if self.snake is None or len(self.snake.laid) < 2:
            self.snake = Snake(self.felt.aspect)
        self.air.clear()

    def dress(self) -> None:
        if self.faces.letters != self.context.texts.language:
            self.faces = self.felt.faces = Faces(self.context.texts.language)

    @property
    def lying(self) -> Snake:
        """The snake as it lies, up to the newest tile of the match."""
        assert self.snake is not None, "the scene was not laid out yet"
        self.snake.follow(self.match.state.snake)
        return self.snake

    @property
    def count(self) -> int:
        """How many tiles of the snake are in the picture."""
        state: Table = self.state
        return len(state.snake)

    def refresh(self) -> None:
        super().refresh()
        self.selected, self.aim, self.held, self.away = (), None, None, ()
        self.faces.hurried = False
        state: Table = self.state
        self.felt.camera = self._camera(self.count)
        if state.phase in ("turn", "draw", "over"):
            self.air.dice.clear()
        self._wish()
        for tray in self.trays:
            tray.note = self.t("domi_jongg.dealer") if state.dealer == tray.seat else ""

    def _wish(self) -> None:
        """Have the pictures painted that will be shown."""
        tall = self.felt.camera.tall
        for laid, place in zip(self.lying.laid[: self.count], self.lying.places, strict=False):
            self.faces.want(laid.tile, tall, place.way % 2)
        for tray in self.trays:
            side = self.side(tray.seat)
            if side is not None and self.bare(tray.seat):
                high = round((self.filled(tray.seat, side).shelf.tall - 4) * self.felt.scale)
                for tile in self.standing(tray.seat):
                    turns = 0 if self.padded else -side.frame.turn % 4
                    self.faces.want(tile, high, turns)

    def _camera(self, count: int) -> Camera:
        snake = self.lying
        if not snake.views:
            return self.felt.camera
        return self.felt.looking_at(snake.views[max(0, count - 1)])

    def _head(self, end: EndId) -> Head:
        tile = number(end)
        way = {"0L": WEST, "0R": EAST}.get(end)
        return Head(tile, self.lying.places[tile].way if way is None else way, False)

    def head_at(self, end: EndId) -> Point | None:
        if number(end) >= len(self.lying.places):
            return None
        head = self._head(end)
        return self.felt.front(self.lying.places[head.tile], head.way)

    def place_at(self, place: str) -> Point | None:
        """An open end's head; a tile that is no end any more is meant itself."""
        state: Table = self.state
        if any(end.id == place for end in state.ends):
            return self.head_at(place)
        at = number(place)
        return self.felt.middle(self.lying.places[at]) if at < len(self.lying.places) else None

    def places_of(self, move: Move) -> tuple[str, ...]:
        return (move.end,) if isinstance(move, Lay | Branch) else ()

    @property
    def mark_radius(self) -> float:
        return max(30.0, self.felt.tile * 0.62)
