"""Writing without a keyboard of one's own: a field that shows a text, and keys on the screen.

    field = TextField("Anna", open_editor, label="Name")
    keys = Keyboard(put, erase, done, done_text="Done", language="de")
    keys.place(Box(...))                  # any size; natural() says the comfortable one

`Line` is the text being written: it takes *text* and *backspace* intents as well as the keys.
"""

from collections.abc import Callable
from functools import partial

from game.ui import icons, surfaces
from game.ui.canvas import Canvas
from game.ui.fonts import TextMetrics
from game.ui.frame import Box, Point
from game.ui.intents import Intent
from game.ui.theme import BODY, GAP, GOLD, LARGE, RADIUS, TOUCH, mix
from game.ui.widgets import Action, Button, Group, Pressable, Widget, write

ROWS: dict[str, tuple[str, ...]] = {
    "de": ("qwertzuiopü", "asdfghjklöä", "yxcvbnmß-'"),
    "en": ("qwertyuiop'", "asdfghjkl-ß", "zxcvbnmäöü"),
}
_KEY_GAP = 8.0


class TextField(Pressable):
    """A text in a groove, with a pencil: pressing it opens whatever edits it."""

    def __init__(self, value: str, action: Action | None, *, hint: str = "") -> None:
        super().__init__(action)
        self.value, self.hint = value, hint

    def natural(self, metrics: TextMetrics, room: float = 1e6) -> Point:
        return min(room, 420.0), max(TOUCH, metrics.line(BODY) + 2 * GAP)

    def draw(self, canvas: Canvas) -> None:
        tone, box = self.tone, self.box
        base = mix(tone.sunk, tone.text, 0.12 if self.pressed else 0.05 if self.hovered else 0.0)
        surfaces.sunk(canvas, box, RADIUS, base, tone.edge)
        icons.draw(canvas, "pencil", (box.right - 34, box.center[1]), 30, tone.faded)
        room = (box.w - 4 * GAP - 34, box.h - 8)
        text, color = (self.value, tone.text) if self.value else (self.hint, tone.faded)
        write(canvas, text, Box(box.x + 1.5 * GAP, box.y + 4, *room), BODY, color)


class Line(Widget):
    """The text that is being written, with a caret at its end."""

    def __init__(self, value: str = "", most: int = 20) -> None:
        super().__init__()
        self.value, self.most = value, most

    def put(self, text: str) -> None:
        """Write on, as far as there is room; control characters are dropped."""
        text = "".join(c for c in text if c.isprintable())
        self.value = (self.value + text).lstrip()[: self.most]

    def erase(self) -> None:
        self.value = self.value[:-1]

    def take(self, intent: Intent) -> bool:
        """React to typing on a real keyboard; True when the intent was for the text."""
        match intent.kind, intent.name:
            case "text", text:
                self.put(text)
            case "command", "backspace":
                self.erase()
            case _:
                return False
        return True

    def natural(self, metrics: TextMetrics, room: float = 1e6) -> Point:
        return room, max(TOUCH, metrics.line(LARGE) + 1.5 * GAP)

    def draw(self, canvas: Canvas) -> None:
        box, tone = self.box, self.tone
        surfaces.sunk(canvas, box, RADIUS, tone.sunk, tone.edge)
        room = box.w - 4 * GAP
        size = float(LARGE)
        while canvas.text_size(self.value, size)[0] > room and size > BODY * 0.7:
            size *= 0.95
        high = canvas.line_height(size)
        left, top = box.x + 1.5 * GAP, box.center[1] - high / 2
        canvas.text(self.value, (left, top), size, tone.text)
        caret = left + canvas.text_size(self.value, size)[0] + 3
        canvas.fill(Box(caret, top + high * 0.12, 3, high * 0.76), mix(GOLD, (0, 0, 0), 0.2))


class Keyboard(Group):
    """Letter keys on the screen, for fingers and gamepads. Shift holds for one letter."""

    def __init__(
        self, put: Callable[[str], object], erase: Action, done: Action, *, done_text: str,
        space_text: str, language: str = "en",
    ) -> None:
        self._put = put
        self._letters = [
            [Button(letter, partial(self._write, letter)) for letter in row]
            for row in ROWS.get(language, ROWS["en"])
        ]
        self._shift = Button("", lambda: self.set_shift(not self.shift), icon="shift")
        self._foot = {
            self._shift: 0.14,
            Button(space_text, partial(self._write, " ")): 0.38,
            Button("", erase, icon="backspace"): 0.14,
            Button(done_text, done, icon="check", look="primary"): 0.34,
        }
        """The keys below the letters, each with its share of the row."""
        super().__init__([*(key for row in self._letters for key in row), *self._foot])
        self.set_shift(True)

    def _write(self, letter: str) -> None:
        self._put(_large(letter) if self.shift else letter)
        self.set_shift(letter == " ")

    def set_shift(self, on: bool) -> None:
        self.shift = self._shift.chosen = on
        for row in self._letters:
            for key in row:
                key.text = _large(key.text) if on else key.text.lower()

    def natural(self, metrics: TextMetrics, room: float = 1e6) -> Point:
        return min(room, 11 * (TOUCH + _KEY_GAP)), 4 * (TOUCH + _KEY_GAP) - _KEY_GAP

    def place(self, box: Box) -> None:
        super().place(box)
        high = (box.h - 3 * _KEY_GAP) / 4
        widest = max(len(row) for row in self._letters)
        wide = (box.w - (widest - 1) * _KEY_GAP) / widest
        for number, row in enumerate(self._letters):
            y = box.y + number * (high + _KEY_GAP)
            x = box.x + (box.w - len(row) * (wide + _KEY_GAP) + _KEY_GAP) / 2
            for key in row:
                key.place(Box(x, y, wide, high))
                x += wide + _KEY_GAP
        x, room = box.x, box.w - 3 * _KEY_GAP
        for key, share in self._foot.items():
            key.place(Box(x, box.bottom - high, room * share, high))
            x += room * share + _KEY_GAP


def _large(letter: str) -> str:
    return letter if letter == "ß" else letter.upper()
