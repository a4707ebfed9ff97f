"""Sheets on which one line is written, with keys on the screen or a keyboard of one's own: the
number of a deal, the operator's PIN, the code of a match that was put aside.
"""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from math import ceil

from game.scenes.core.context import Context
from game.scenes.core.menu import MenuScene, columns
from game.scenes.core.routes import ToOperator
from game.scenes.core.scene import Change, Pop, Replace
from game.scenes.core.sheets import list_sheet
from game.scenes.review.broken_match import to_running
from game.services import parking
from game.services.guesses import Guesses
from game.ui.canvas import Canvas
from game.ui.intents import Intent
from game.ui.text_entry import Keyboard, Line
from game.ui.theme import BODY, GAP, LARGE
from game.ui.widgets import Arranged, Button, Faded, Widget

DIGITS = "1234567890"
CODE = 20
"""Letters of a code, with what may be typed before it."""


class Digits(Line):
    """A line that takes nothing but digits."""

    def put(self, text: str) -> None:
        super().put(text if text.isdecimal() else "")


class Secret(Digits):
    """A line that shows how many digits were written, and not which."""

    def draw(self, canvas: Canvas) -> None:
        written, self.value = self.value, "\u2022" * len(self.value)
        super().draw(canvas)
        self.value = written


class Writing(MenuScene):
    """Asks for something to be written, which `finish` takes."""

    overlay = True
    typing = True

    def __init__(self, context: Context, line: Line) -> None:
        super().__init__(context)
        self._line = line

    @abstractmethod
    def finish(self) -> None:
        """Take what was written."""

    def letters(self, title: str, rows: Sequence[Widget]) -> list[Widget]:
        """The line, with what goes with it, above a keyboard."""
        self._keys = Keyboard(
            self._line.put, self._erase, self.finish, done_text=self.t("menu.done"),
            space_text=self.t("menu.names.space"), language=self.context.settings.language,
        )  # fmt: skip
        return list_sheet(self, title, [*rows, self._keys], 2 * GAP, width=1080, size=LARGE + 6)

    def _erase(self) -> None:
        self._line.erase()
        if not self._line.value:
            self._keys.set_shift(True)

    def digits(self, title: str) -> list[Widget]:
        """The line above the keys of a telephone."""
        keys: list[Widget] = [
            Button(digit, partial(self._line.put, digit), size=LARGE) for digit in DIGITS
        ]
        keys.insert(-1, Widget())  # the nought below the eight
        keys.append(Button("", self._line.erase, icon="backspace"))
        done = Button(self.t("menu.done"), self.finish, icon="check", look="primary")
        rows = [self._line, Arranged(keys, columns(0, GAP, 3))]
        return list_sheet(self, title, rows, 2 * GAP, width=620, buttons=[done], size=LARGE + 6)

    def react(self, intent: Intent) -> None:
        if intent.kind == "confirm" and intent.source == "keys" and not self.focus.visible:
            self.finish()
        elif not self._line.take(intent):
            super().react(intent)


class LineEntry(Writing):
    """Asks for a line, or for a number, and hands on what was written."""

    name = "line"

    def __init__(
        self, context: Context, title: str, value: str, most: int, done: Callable[[str], object],
        digits: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(context, Digits(value, most) if digits else Line(value, most))
        self._title, self._done = title, done

    def build(self) -> list[Widget]:
        if isinstance(self._line, Digits):
            return self.digits(self._title)
        return self.letters(self._title, [self._line])

    def finish(self) -> None:
        self._done(self._line.value)
        self.go(Pop())


class Guessing(Writing):
    """Asks for a secret. After some wrong guesses it rests, longer with every other one."""

    secret = ""
    """What is guessed, as the store calls it."""
    wrong = ""
    """What is said to a wrong guess, as the key of a text."""

    def __init__(self, context: Context, line: Line) -> None:
        super().__init__(context, line)
        self._guesses = Guesses(context.store, self.secret)

    @abstractmethod
    def guess(self, written: str) -> bool:
        """Whether this is the secret; if it is, go where it leads."""

    def finish(self) -> None:
        written = self._line.value.strip()
        if not written:
            return
        self.toasts.clear()
        if self._guesses.rest > 0:
            text = self.t("operator.pin.rest", n=ceil(self._guesses.rest))
            self.toasts.say(text, "refusal")
            return
        self._guesses.count(self.guess(written))
        if self._guesses.wrong:
            self.toasts.say(self.t(self.wrong), "refusal")

    def update(self, seconds: float) -> Change:
        self._guesses.rest -= seconds
        return super().update(seconds)


class PinEntry(Guessing):
    """Asks for the PIN."""

    name = "pin"
    secret, wrong = "pin", "operator.pin.wrong"

    def __init__(self, context: Context) -> None:
        super().__init__(context, Secret("", 12))

    def build(self) -> list[Widget]:
        return self.digits(self.t("operator.pin.title"))

    def finish(self) -> None:
        super().finish()
        self._line.value = ""

    def guess(self, written: str) -> bool:
        right = self.context.operator.fits(written)
        if right:
            self.context.take(self.context.usual)  # its guests have left the table to the operator
            self.go(Replace(ToOperator()))
        return right


class Unpark(Guessing):
    """Asks for the code of a match that was put aside."""

    name = "unpark"
    secret, wrong = "parked", "operator.unpark.none"

    def __init__(self, context: Context) -> None:
        super().__init__(context, Line("", CODE))

    def build(self) -> list[Widget]:
        help = Faded(self.t("operator.unpark.help"), BODY)
        return self.letters(self.t("operator.unpark.title"), [help, self._line])

    def guess(self, written: str) -> bool:
        run = parking.asked_for(self.context.store, written)
        if run is not None:
            self.go(Replace(to_running(self.context, run.id)))
        return run is not None
