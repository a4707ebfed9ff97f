"""Walomino on the table: pairs of Walongs are pushed, not lifted, against the ends of a chain.

All pairs lie on the same cloth as bodies that can be shoved about; a pair that is pushed along
the chain clicks in where the rules let it, and counts when it is let go there. Before that the
pieces are drafted and joined to pairs: the preparation's business.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from game.rules.core.match import Step
from game.rules.core.protocol import Seat
from game.scenes.play.play_scene import PlayScene
from game.scenes.play.tray import Tray
from game.scenes.walomino.cloth import key_of
from game.scenes.walomino.playing import WalominoPlaying
from game.scenes.walomino.preparing import Preparation
from game.ui.canvas import Canvas
from game.ui.focus import Spot
from game.ui.frame import Point
from game.ui.intents import Intent
from game.ui.timeline import Motion

PLAY: Final = ("play", "over")
"""The phases in which the chain lies on the table."""


class WalominoScene(WalominoPlaying):
    """The whole game: everything before play is handed on to the preparation."""

    name = "walomino"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.preparing = Preparation(self)
        super().__init__(*args, **kwargs)

    # Always --------------------------------------------------------------------------------------

    def arrange(self) -> None:
        super().arrange()
        self.preparing.arrange()

    def refresh(self) -> None:
        super().refresh()
        self.preparing.refresh()

    def resume(self) -> None:
        super().resume()
        self.preparing.opened()

    def pause(self) -> None:
        super().pause()
        self.preparing.rest()

    @property
    def moving(self) -> bool:
        return super().moving or self.preparing.moving

    def ambient(self, seconds: float) -> bool:
        changed = self.preparing.ambient(seconds)
        return super().ambient(seconds) or changed

    def happened(self, step: Step) -> None:
        super().happened(step)
        if self.match.states[step.index].phase in PLAY:
            return
        self.preparing.happened(step)
        if self.state.phase in PLAY:
            self.spread({
                key_of(tray.seat, number): (first.at, first.degrees)
                for tray in self.trays
                for number, (first, _) in self.preparing.lying(tray.seat).items()
            })

    def undo_target(self) -> int | None:
        return self.preparing.undo_target(super().undo_target())

    # Either of the two ---------------------------------------------------------------------------

    def touch(self, intent: Intent) -> None:
        if not self.preparing.active:
            super().touch(intent)
        elif not self.preparing.on(intent):
            PlayScene.touch(self, intent)

    def spots(self) -> list[Spot]:
        return self.preparing.spots() if self.preparing.active else super().spots()

    def pick(self, key: str) -> None:
        if self.preparing.active:
            self.preparing.pick(key)
        else:
            super().pick(key)

    def grab(self, key: str) -> bool:
        return self.preparing.grab(key) if self.preparing.active else super().grab(key)

    def carry(self, point: Point) -> None:
        if self.preparing.active:
            self.preparing.carry(point)
        else:
            super().carry(point)

    def drop(self, key: str | None, point: Point) -> None:
        if self.preparing.active:
            self.preparing.drop(key, point)
        else:
            super().drop(key, point)

    def let_go(self) -> None:
        if self.preparing.active:
            self.preparing.let_go()
        else:
            super().let_go()

    @property
    def holding(self) -> bool:
        return self.preparing.holding if self.preparing.active else super().holding

    def gesture(self, intent: Intent) -> None:
        if self.preparing.active:
            self.preparing.gesture(intent)
        else:
            super().gesture(intent)

    def prompt(self, seat: Seat) -> str:
        return self.preparing.prompt(seat) if self.preparing.active else super().prompt(seat)

    def hint_text(self, steps: Sequence[Any]) -> str:
        if self.preparing.active:
            return self.preparing.hint_text(steps)
        return super().hint_text(steps)

    def places_of(self, move: Any) -> tuple[str, ...]:
        if self.preparing.active:
            return self.preparing.places_of(move)
        return super().places_of(move)

    def place_at(self, place: str) -> Point | None:
        return self.preparing.place_at(place) if self.preparing.active else super().place_at(place)

    def animate(self, step: Step) -> Motion | None:
        return self.preparing.animate(step) if self.preparing.active else super().animate(step)

    def paint(self, canvas: Canvas) -> None:
        if self.preparing.active:
            self.preparing.paint(canvas)
        else:
            super().paint(canvas)

    def paint_tray(self, canvas: Canvas, tray: Tray) -> None:
        if self.preparing.active:
            self.preparing.paint_tray(canvas, tray)
        else:
            super().paint_tray(canvas, tray)

    def paint_above(self, canvas: Canvas) -> None:
        if self.preparing.active:
            self.preparing.paint_above(canvas)
        else:
            super().paint_above(canvas)
