"""Matches that were put aside in a kiosk: what their people are told, and how they come back."""

from game.scenes.core.context import Context
from game.scenes.core.menu import lay_out_chips
from game.scenes.core.scene import Change, Pop, Replace
from game.scenes.core.sheets import Row
from game.scenes.home.questions import Plates
from game.scenes.review.broken_match import to_running
from game.services import parking
from game.ui import surfaces
from game.ui.frame import Box
from game.ui.square_code import SquareCode
from game.ui.theme import BODY, LARGE, TITLE
from game.ui.widgets import Arranged, Button, Label, Widget

SHOWN = 90.0
"""Seconds that a code is shown."""
CODE = TITLE * 1.7
SQUARE = 150.0
"""The side of the square code, at least."""


class Parked(Plates):
    """Tells the match's code at every edge, for those who have only gone away for a while."""

    name = "parked"

    def __init__(self, context: Context, match: int) -> None:
        super().__init__(context)
        self.match = match
        self.code = parking.park(context.store, match)  # before the shelf below is made anew
        self._left = SHOWN

    def enter(self) -> None:
        parking.tell(self.context.store, self.match)

    def leave(self) -> None:
        parking.stop_telling(self.context.store)

    def rows(self) -> list[Widget]:
        """What stands on every plate."""
        code: Widget = Label(self.code, CODE, "bold")
        if self.context.gives_codes:
            square = SquareCode(f"{parking.SQUARE} {self.code}")
            side = max(SQUARE, square.least / self.context.scale + 1)
            square.place(Box(0, 0, side, side))
            code = Row(code, square)
        go_on = Button(self.t("operator.parked.go_on"), self.go_on, icon="play", look="primary")
        home = Button(self.t("operator.parked.home"), self.cancel, icon="home")
        return [
            Label(self.t("operator.parked.title"), LARGE, "serif", color=surfaces.BRASS_TOP),
            code,
            Label(self.t("operator.parked.text"), BODY),
            Arranged([go_on, home], lay_out_chips),
        ]  # fmt: skip

    def go_on(self) -> None:
        """They are still there, or back already."""
        self.go(Replace(to_running(self.context, self.match)))

    def update(self, seconds: float) -> Change:
        self._left -= seconds
        return Pop() if self._left <= 0 else super().update(seconds)
