"""Matches that were put aside in a kiosk: what their people are told, and how they come back."""

from math import ceil

from game.scenes.core.context import Context
from game.scenes.core.menu import MenuScene, lay_out_chips, stack
from game.scenes.core.scene import Change, Pop, Replace
from game.scenes.core.sheets import MARGIN, Row, list_sheet
from game.scenes.home.questions import plates
from game.scenes.review.broken_match import to_running
from game.services import parking
from game.services.guesses import Guesses
from game.ui import surfaces
from game.ui.frame import Box, Frame
from game.ui.intents import Intent
from game.ui.layer import Layer
from game.ui.square_code import SquareCode
from game.ui.text_entry import Keyboard, Line
from game.ui.theme import BODY, GAP, LARGE, TITLE
from game.ui.widgets import Arranged, Button, Faded, Label, Panel, Widget

SHOWN = 90.0
"""Seconds that a code is shown."""
WIDE = 520.0
CODE = TITLE * 1.7
SQUARE = 150.0
"""The side of the square code, at least."""
LONGEST = 20
"""Letters of a code, with what may be typed before it."""


class Parked(MenuScene):
    """Tells the match's code at every edge, for those who have only gone away for a while."""

    name = "parked"
    overlay = True

    def __init__(self, context: Context, match: int) -> None:
        super().__init__(context)
        self.match = match
        self.code = parking.park(context.store, match)  # before the shelf below is made anew
        self._left = SHOWN

    def enter(self) -> None:
        parking.tell(self.context.store, self.match)

    def leave(self) -> None:
        parking.stop_telling(self.context.store)

    def lay(self) -> list[Layer]:
        wide = min(WIDE * self.metrics.text_scale, self.size[0] - 10 * GAP)
        high = stack(self.metrics, Box(0, 0, wide, 0), self._rows(), GAP)
        frames = plates(self, (wide + 6 * GAP, high + 4 * GAP))
        return [self._plate(frame) for frame in frames]

    def _plate(self, frame: Frame) -> Layer:
        rows = self._rows()
        stack(self.metrics, Box(3 * GAP, 2 * GAP, frame.size[0] - 6 * GAP, 0), rows, GAP)
        if self.focus.current is None:
            self.focus.current = next(rows[-1].targets())
        return Layer(frame, [Panel("glass", Box(0, 0, *frame.size)), *rows])

    def _rows(self) -> list[Widget]:
        """What stands on every plate."""
        code: Widget = Label(self.code, CODE, "bold")
        if self.context.lets_phones("codes"):
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


class Unpark(MenuScene):
    """Asks for the code of a match that was put aside. After some wrong ones it rests first."""

    name = "unpark"
    overlay = True
    typing = True

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._line = Line("", LONGEST)
        self._guesses = Guesses(context.store, "parked")

    def build(self) -> list[Widget]:
        width = min(1080.0, self.size[0] - 2 * MARGIN)
        keys = Keyboard(
            self._line.put, self._line.erase, self.finish, done_text=self.t("menu.done"),
            space_text=self.t("menu.names.space"), language=self.context.settings.language,
        )  # fmt: skip
        help = Faded(self.t("operator.unpark.help"), BODY)
        title = self.t("operator.unpark.title")
        return list_sheet(self, title, [help, self._line, keys], GAP, width=width, size=LARGE + 6)

    def finish(self) -> None:
        """Go on with the match that is meant; say so if there is none."""
        if not self._line.value.strip():
            return
        self.toasts.clear()
        if self._guesses.rest > 0:
            self.toasts.say(self.t("operator.pin.rest", n=ceil(self._guesses.rest)), "refusal")
            return
        run = parking.asked_for(self.context.store, self._line.value)
        self._guesses.count(run is not None)
        if run is not None:
            self.go(Replace(to_running(self.context, run.id)))
        else:
            self.toasts.say(self.t("operator.unpark.none"), "refusal")

    def update(self, seconds: float) -> Change:
        self._guesses.rest -= seconds
        return super().update(seconds)

    def react(self, intent: Intent) -> None:
        if intent.kind == "confirm" and intent.source == "keys" and not self.focus.visible:
            self.finish()
        elif not self._line.take(intent):
            super().react(intent)
