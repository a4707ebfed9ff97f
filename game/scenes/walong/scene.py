"""What the scenes of both games with Walongs share: linen, taps that miss a little, blame."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from game.rules.core.protocol import Seat
from game.scenes.play.play_scene import PlayScene
from game.scenes.play.played_match import K, M, S
from game.scenes.play.pointer_input import nearest, spot_at
from game.scenes.walong.cloth import paint_cloth
from game.ui.canvas import Canvas
from game.ui.frame import Point
from game.ui.intents import Intent
from game.ui.layer import Spot
from game.ui.theme import TOUCH

FLAT: Final = 112.0
"""How deep trays along the longer edges of a table are: as deep as a piece that stands there."""


class WalongScene(PlayScene[S, M, K]):
    """A match on linen."""

    shows_luck = True

    def paint_ground(self, canvas: Canvas) -> None:
        paint_cloth(canvas, self.layout.board)

    # Taps ----------------------------------------------------------------------------------------

    def seat_at(self, point: Point) -> Seat | None:
        """The person who is told what to do after a tap on nothing."""
        return self.asked

    def touch(self, intent: Intent) -> None:
        """A tap on nothing means what is nearest, or asks what there is to do."""
        missed = intent.kind == "tap" and self.layout.board.has(intent.pos) and self.live
        spots: Sequence[Spot] = self.offered() if missed else ()
        seat = None
        if missed and spot_at(intent.pos, spots) is None:
            near = nearest(intent.pos, self.input.fitting(spots), TOUCH / 2)
            if near is not None:
                intent = replace(intent, pos=near.center)
            elif spots and not self.input.holding:
                seat = self.seat_at(intent.pos)
        super().touch(intent)
        self.remind(seat)
