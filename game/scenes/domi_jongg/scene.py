"""Domi Jongg on the table: the ten-headed snake on green felt, the wall around it, the racks.

Picking is in `domi_jongg_laying`, what may be seen in `domi_jongg_sight`, where things lie in
`domi_jongg_placing`, how they move in `domi_jongg_moving`, their looks in `domi_jongg_drawing`.
"""

from __future__ import annotations

from typing import Any, Final

from game.rules.core.match import Step
from game.rules.core.protocol import CHANCE, Event, Seat
from game.rules.domi_jongg.state import DRAW, PASS, Branch, Drawn, Lay, has_laid, pile_left
from game.scenes.core.routes import ToOverlay
from game.scenes.core.scene import Push
from game.scenes.domi_jongg.animation import Caption
from game.scenes.domi_jongg.drawing import Drawing
from game.scenes.play.tray import Tray
from game.ui.focus import Spot
from game.ui.fonts import signed
from game.ui.theme import TOUCH
from game.ui.timeline import Sequence

_AT_ONCE: Final = 3
_EVERY: Final = 5
"""Frames between two pictures that are painted while something moves, or for later."""


class DomiJonggScene(Drawing):
    """The table of two to six."""

    name = "domi_jongg"
    square = False
    clockwise = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._frames = 0
        self._greeted = False
        super().__init__(*args, **kwargs)
        self._new = self.autosave.match_id is None

    # Saying --------------------------------------------------------------------------------------

    def prompt(self, seat: Seat) -> str:
        if has_laid(self.table):
            return self.t("domi_jongg.phase.laid")
        if self.padded:
            return self.t("domi_jongg.hold_pad")
        if not self.bare(seat):
            return self.t("domi_jongg.your_turn")
        moves = self.game.moves(self.match.state)
        key = {DRAW: "penalty", PASS: "pass"}.get(moves[0], "turn")
        return self.t(f"domi_jongg.phase.{key}")

    def open_hand(self, seat: Seat) -> None:
        super().open_hand(seat)
        self._wish()
        self.trays[seat].prompt = self.prompt(seat)

    def happened(self, step: Step) -> None:
        super().happened(step)
        if isinstance(step.move, Lay | Branch):
            self.sound("tile_clack", self.felt.middle(self.lying.places[self.count - 1]))
        elif isinstance(step.move, Drawn):
            self.sound("tile_slide", self.felt.wall_end(pile_left(self.state)))
        rising = [self._caption(event) for event in step.events if event.points]
        if rising:
            self.timeline.play(Sequence(*(self.air.tell(one, 1.2) for one in rising)))

    def _caption(self, event: Event) -> Caption:
        places = [at for at in map(self.place_at, event.places) if at is not None]
        x, y = places[-1] if places else self.home(event.seat)[0]
        at = x, y - self.felt.tile / 2
        text = f"{signed(event.points)}  {self.t(f'domi_jongg.gain.{event.kind}')}"
        return Caption(text, at, self.seat_color(event.seat))

    # The score sheet -----------------------------------------------------------------------------

    def spots(self) -> list[Spot]:
        """What can be picked, and everybody's points, behind which lies the score sheet."""
        return [*super().spots(), *(self._points_spot(tray) for tray in self.trays)]

    def _points_spot(self, tray: Tray) -> Spot:
        (x, y), half = tray.score_at(), TOUCH / 2
        return Spot(f"points:{tray.seat}", (x, y), half, round=True)

    def pick(self, key: str) -> None:
        if key.startswith("points:"):
            self.sound("paper", self.trays[int(key.partition(":")[2])].score_at())
            self.go(Push(ToOverlay(self, "score_sheet")))
        else:
            super().pick(key)

    # Opening -------------------------------------------------------------------------------------

    def settled(self) -> None:
        if self._greeted or not self._opens():
            super().settled()

    def _opens(self) -> bool:
        """Whether rolling and dealing are still to be seen."""
        match = self.match
        if not self._new or self.autosave.match_id is None or match.from_position:
            return False
        return bool(match.log) and all(match.seat_of(i) == CHANCE for i in range(match.cursor))

    def resume(self) -> None:
        super().resume()
        if not self._greeted:
            opens = self._opens()
            self._greeted = True
            if opens:
                self.show_from(0)
                self.controls.update()

    def next_game(self) -> None:
        super().next_game()
        self._greeted, self._new = False, True
        self.opened = None
        self.snake = None

    # Time ----------------------------------------------------------------------------------------

    def ambient(self, seconds: float) -> bool:
        self._frames += 1
        often, moving = self._frames % _EVERY == 0, self.timeline.moving
        if not self.faces.complete:
            return (often or not moving) and self._paint_faces()
        if often and not moving:
            self._look_ahead()
        return False

    def _paint_faces(self) -> bool:
        """Paint the next picture that is wanted; several where tiles still show their backs."""
        for _ in range(_AT_ONCE if self.faces.lacking else 1):
            self.faces.paint_one()
        return True

    def _look_ahead(self) -> None:
        """Ask for the pictures that the next larger view will need."""
        snake, count = self.lying, self.count
        if count < 2:
            return
        view = snake.views[count - 1]
        larger = snake.larger(view)
        tall = self.felt.looking_at(larger).tall
        for laid, place in zip(snake.laid[:count], snake.places, strict=False):
            if not self.faces.has(laid.tile, tall, place.way % 2):
                self.faces.want(laid.tile, tall, place.way % 2)
                return
