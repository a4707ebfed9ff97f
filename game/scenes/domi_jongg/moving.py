"""How things move on Domi Jongg's table: dice roll, tiles are dealt, drawn and laid."""

from __future__ import annotations

from typing import Final

from game.rules.core.match import Step
from game.rules.core.protocol import Seat
from game.rules.domi_jongg.state import HIDDEN, Branch, Drawn, Lay, Rolled, Table, pile_left
from game.rules.domi_jongg.tiles import IN_PAIRS, Tile
from game.scenes.domi_jongg.animation import Die, Flying, gliding
from game.scenes.domi_jongg.felt import Camera
from game.scenes.domi_jongg.placing import Placing
from game.scenes.domi_jongg.side import LIFT
from game.ui.frame import Point
from game.ui.timeline import Call, Motion, Parallel, Sequence, Wait

LAY: Final = 0.26
DEAL: Final = 0.13
DRAW_TIME: Final = 0.30
EASE: Final = 0.50
ROLL: Final = 1.05


class Moving(Placing):
    """The part of the scene that animates steps."""

    def animate(self, step: Step) -> Motion | None:
        match step.move:
            case Rolled(rolled):
                return self._rolling(step.seat, rolled)
            case Lay() | Branch():
                return self._laying(step)
            case Drawn(tile):
                return self._given(tile)
        return None

    def _rolling(self, _: Seat, rolled: int) -> Motion:
        state: Table = self.state
        seat = state.rolling[len(state.rolls)]
        if not state.rolls:
            self.air.dice.clear()
        tray, board = self.trays[seat].frame.center, self.layout.board.inset(150)
        end = min(max(tray[0], board.x), board.right), min(max(tray[1], board.y), board.bottom)
        self.sound("dice_roll", end)
        thrown = Die(rolled, tray, end, seat * 1.7)
        seconds = 0.2 if self.timeline.reduced else ROLL
        return Sequence(self.air.roll(seat, thrown, seconds), Wait(0.25))

    def _given(self, tile: Tile) -> Motion:
        state: Table = self.state
        start = self.felt.wall_end(pile_left(state))
        wall = self.felt.wall_tall
        if state.phase == "single":
            return self._turning_up(tile, start)
        end, tall = self.home(state.turn)
        flying = Flying(HIDDEN, start, end, (wall, tall), -self.trays[state.turn].frame.turn % 4)
        return self.air.fly(flying, seconds=DEAL if state.phase == "deal" else DRAW_TIME)

    def _turning_up(self, tile: Tile, start: Point) -> Motion:
        """The singlestone, or a special that cannot be it and goes back."""
        camera = self._camera(1)
        center = camera.at(self.lying.places[0].center)
        end = center[0] / self.felt.scale, center[1] / self.felt.scale
        tall = camera.tall / self.felt.scale
        self.faces.paint(tile, camera.tall)
        there = Flying(tile, start, end, (self.felt.wall_tall, tall), flips=True)
        if tile in IN_PAIRS:
            back = Flying(tile, end, start, (tall, self.felt.wall_tall))
            resting = Flying(tile, end, end, (tall, tall))
            return Sequence(
                self.air.fly(there, seconds=0.5),
                self.air.fly(resting, seconds=0.7),
                self.air.fly(back, seconds=0.4),
            )
        return self.air.fly(there, seconds=0.5)

    def _laying(self, step: Step) -> Motion:
        """Tiles go to their places while the view eases out, if it has to."""
        move: Lay | Branch = step.move
        tiles = (move.tile,) if isinstance(move, Lay) else move.tiles
        first = len(self.match.states[step.index].snake)
        camera, snake = self._camera(first + len(tiles)), self.lying
        flying = []
        for n, tile in enumerate(tiles):
            place = snake.places[first + n]
            center, (start, tall) = camera.at(place.center), self._start(step.seat, tile)
            self.faces.paint(tile, camera.tall, place.way % 2)
            end = center[0] / self.felt.scale, center[1] / self.felt.scale
            tall_there = camera.tall / self.felt.scale
            turns = place.way % 2 if self.trays[step.seat].frame.turn % 2 == 0 else 1
            flying.append(Flying(tile, start, end, (tall, tall_there), turns,
                                 flips=not self.bare(step.seat)))  # fmt: skip
        self.held = None
        seconds = LAY if not self.timeline.reduced else 0.12
        way = self.air.fly(*flying, seconds=seconds)
        if camera == self.felt.camera:
            return way
        return Sequence(Parallel(way, self._easing(camera)))

    def _easing(self, camera: Camera) -> Motion:
        start = self.felt.camera

        def show_share(share: float) -> None:
            self.faces.hurried = share < 1
            self.felt.camera = start.toward(camera, share)

        return gliding(show_share, 0.1 if self.timeline.reduced else EASE)

    def _start(self, seat: Seat, tile: Tile) -> tuple[Point, float]:
        """Where a tile is that is about to be laid; its place in the rack stays empty."""
        side = self.side(seat)
        if side is None or seat not in self.persons:
            return self.home(seat)
        filled, hand = self.filled(seat, side), self.standing(seat)
        alike = [i for i in (*self.selected, *range(len(hand)))
                 if i < len(hand) and hand[i] == tile]  # fmt: skip
        index = next((i for i in alike if i not in self.away), alike[0])
        self.away = (*self.away, index)
        if self.held is not None:
            return self.held, filled.shelf.tall
        shelf, index = filled.shelf, self.outstanding(seat, self.away)[-1]
        if shelf.first <= index < shelf.first + len(shelf.spots):
            x, y = shelf.spots[index - shelf.first]
            return side.frame.out((x, y - (LIFT if self.selected else 0))), shelf.tall
        return side.frame.out(side.tiles.center), shelf.tall

    def fly_home(self) -> None:
        seat = self.asked
        if seat is None or self.held is None:
            return
        start, self.held = self.held, None
        for tile in self.picked_tiles:
            end, tall = self._start(seat, tile)
            turns = -self.trays[seat].frame.turn % 4 if self._rack is None else 0
            shown = tile if self.frank(seat) else HIDDEN
            motion = self.air.fly(Flying(shown, start, end, (tall, tall), turns), seconds=0.16)
            self.timeline.play(motion, Call(self._landed))

    def _landed(self) -> None:
        self.away = ()
        self.stale = True
