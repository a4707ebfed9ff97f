"""Messages: a dialog that waits for an answer, and toasts that come and go.

    dialog = Dialog("Title", "Text", [("Yes", do_it), ("No", None)], metrics, frame)
    layers.append(dialog)                           # `dialog.cancel()` for Escape
    toasts = Toasts(frame); toasts.say("Not there.", "refusal"); toasts.draw(canvas, taken)
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from game.ui import icons, surfaces
from game.ui.canvas import Canvas
from game.ui.fonts import TextMetrics
from game.ui.frame import Box, Frame, Point
from game.ui.layer import Layer
from game.ui.surfaces import PAPER
from game.ui.theme import BODY, GAP, GOLD, INK, IVORY, LARGE, SHADE, VERMILION, Color, mix, rgb
from game.ui.widgets import NOWHERE, SLACK, Action, Button, fitted

WIDEST = 780.0
Answer: TypeAlias = tuple[str, Action | None]
ToneOfVoice: TypeAlias = Literal["info", "refusal"]
_SIGNS: dict[ToneOfVoice, tuple[str, Color]] = {
    "info": ("hint", GOLD), "refusal": ("hand", rgb("#E0664F")),
}
"""The icon and the colour of a message."""
HOLD_SECONDS = 1.0
_EMPTYING = 0.25
_RED = mix(VERMILION, SHADE, 0.12)


class HoldButton(Button):
    """A button that does something only when it is held for a second: for what cannot be undone.

    Fingers, the mouse, keys and gamepads all hold it: it fills while they do and empties when
    they let go. A tap does nothing. `share` of the second is over.
    """

    share = 0.0
    _key = False

    def answers(self, point: Point) -> bool:
        return False

    def tapped(self, part: int) -> None:
        """A tap is too short."""

    def activate(self) -> None:
        """A key or a gamepad's button went down on it; `rest` tells when it comes up."""
        self._key = self.enabled

    def rest(self) -> None:
        """No key holds it any more."""
        self._key = False

    def update(self, seconds: float) -> None:
        if not (self.enabled and (self.pressed or self._key)):  # nobody holds it now
            self.share = max(0.0, self.share - seconds / _EMPTYING)
            return
        self.share += seconds / HOLD_SECONDS
        if self.share >= 1:
            self.share, self._key = 0.0, False
            self.down.clear()
            if self.action:
                self.action()

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        if self.share <= 0:
            return
        box = self.box.moved(0, 2) if self.pressed else self.box
        light, edge = mix(_RED, (255, 255, 255), 0.2), mix(_RED, SHADE, 0.4)
        with canvas.clipped(Box(box.x, box.y, box.w * min(1.0, self.share), box.h)):
            surfaces.satin(canvas, box, self.radius, light, _RED, edge, light)
            self.paint_content(canvas, box, IVORY)

    def paint_plate(self, canvas: Canvas, box: Box) -> Color:
        color = super().paint_plate(canvas, box)
        return mix(color, _RED, 0.75) if self.enabled else color


class Dialog(Layer):
    """A question on a sheet of paper. The first answer is the brass one, the last one cancels.

    `held` is for what cannot be undone: the first answer has to be held for a second, and the
    last one, which changes nothing, is the brass one.
    """

    def __init__(
        self, title: str, text: str, answers: Sequence[Answer], metrics: TextMetrics, frame: Frame,
        held: bool = False,
    ) -> None:
        brass = len(answers) - 1 if held else 0
        self.buttons = [
            (HoldButton if held and number == 0 else Button)(
                label, action, look="primary" if number == brass else "plain"
            )
            for number, (label, action) in enumerate(answers)
        ]
        super().__init__(frame, self.buttons, modal=True)
        self.lie_on(PAPER)
        self.title, self.text = title, text
        self.first = self.buttons[brass]
        """Where the focus begins."""
        self.arrange(metrics, frame)

    def arrange(self, metrics: TextMetrics, frame: Frame) -> None:
        """Lay it out in the middle of a frame."""
        self.frame, size = frame, frame.size
        width = min(WIDEST, size[0] - 4 * GAP)
        room = width - 6 * GAP
        title_high = metrics.height(self.title, LARGE, room, "serif")
        text_high = metrics.height(self.text, BODY, room) if self.text else 0
        wide, high = zip(*(button.natural(metrics, room) for button in self.buttons), strict=True)
        gaps = GAP * (len(self.buttons) - 1)
        stacked = sum(wide) + gaps > room
        rows = sum(high) + gaps if stacked else max(high)
        height = title_high + text_high + rows + (8 * GAP if self.text else 7 * GAP)
        self.sheet = Box.around((size[0] / 2, size[1] / 2), width, height)
        y = self.sheet.bottom - 3 * GAP - rows
        x = self.sheet.right - 3 * GAP
        for button, w, h in zip(self.buttons, wide, high, strict=True):
            if stacked:
                button.place(Box(self.sheet.x + 3 * GAP, y, room, h))
                y += h + GAP
            else:
                button.place(Box(x - w, y, w, rows))
                x -= w + GAP

    def cancel(self) -> None:
        """What Escape does: the last answer."""
        self.buttons[-1].activate()

    def draw(self, canvas: Canvas) -> None:
        inner = canvas.within(self.frame)
        surfaces.dim(inner)
        surfaces.paper(inner, self.sheet)
        x, y = self.sheet.x + 3 * GAP, self.sheet.y + 3 * GAP
        room = self.sheet.w - 6 * GAP
        y += inner.text(self.title, (x, y), LARGE, INK, "serif", room=room) + GAP
        inner.text(self.text, (x, y), BODY, INK, room=room)
        super().draw(canvas)


@dataclass(slots=True)
class _Toast:
    text: str
    voice: ToneOfVoice
    seconds: float
    age: float = 0.0
    box: Box = NOWHERE
    """Where it lies, once it has been drawn."""
    taken: Sequence[Box] | None = None
    """What it was looked up for."""


class Toasts:
    """Short messages low in a frame, one after the other, that cover nothing of what is `taken`.

    A refusal comes before the others, and in place of an earlier one. The same message said again
    only lasts longer. Nothing of it ever takes a touch.
    """

    FADE = 0.16
    MOST = 4
    """So many are kept; of more the oldest go."""
    ROOMS = (620, 400), (900, 400), (460, 400), (1240, 84), (900, 84), (340, 400)
    """How wide a message and how high its text may be, the first being usual."""
    STEP = 18.0
    """How closely a free place is looked for from below to above."""
    ASIDE = (0, -0.25, 0.25, -0.5, 0.5, -0.75, 0.75, -1, 1)
    """Where it is looked for across, as shares of the way from the middle to a side."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self._toasts: list[_Toast] = []

    def say(self, text: str, voice: ToneOfVoice = "info", seconds: float | None = None) -> None:
        """Show a message, as long as it takes to read it."""
        seconds = 1.8 + len(text) / 16 if seconds is None else seconds
        for toast in self._toasts:
            if toast.text == text:
                toast.seconds = toast.age + seconds
                return
        toast, kept = _Toast(text, voice, seconds), self._toasts[1 - self.MOST :]
        others = [old for old in kept if old.voice != "refusal"]
        self._toasts = [toast, *others] if voice == "refusal" else [*kept, toast]

    def clear(self) -> None:
        self._toasts.clear()

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(toast.text for toast in self._toasts)

    def update(self, seconds: float) -> None:
        for toast in self._toasts[:1]:
            toast.age += seconds
            if toast.age >= toast.seconds:
                self._toasts.remove(toast)

    def draw(self, canvas: Canvas, taken: Sequence[Box] = ()) -> None:
        """Paint the message on the table's canvas; `taken` are boxes of the frame."""
        inside = canvas.within(self.frame)
        for toast in self._toasts[:1]:
            if taken != toast.taken:
                busy = [box.inset(-SLACK) for box in taken]
                if toast.taken is None or any(map(toast.box.overlaps, busy)):
                    toast.box = self._free_place(inside, toast.text, busy)
                toast.taken = taken
            self._draw(inside, toast)

    def _free_place(self, canvas: Canvas, text: str, busy: Sequence[Box]) -> Box:
        """As low and as near to the middle as can be; the usual place if nothing is free."""
        places = self._places(canvas, text)
        free = (box for box in places if not any(map(box.overlaps, busy)))
        return next(free, None) or next(self._places(canvas, text))

    def _places(self, canvas: Canvas, text: str) -> Iterator[Box]:
        for room in self.ROOMS:
            wide, high = self._size(canvas, text, room)
            lowest = self.frame.size[1] - 36 - high
            middle = (self.frame.size[0] - wide) / 2
            steps = range(int((lowest - GAP) / self.STEP) + 1)
            for y in (*(lowest - step * self.STEP for step in steps), GAP):
                for share in self.ASIDE:
                    yield Box(middle + share * (middle - GAP), y, wide, high)

    def _size(self, canvas: Canvas, text: str, room: Point) -> Point:
        """How large a message is that has so much room."""
        width = min(room[0], self.frame.size[0] - 2 * GAP)
        lead = 44 * canvas.text_scale + 3 * GAP
        size, lines = fitted(canvas, text, BODY, "sans", (width - lead, room[1]))
        text_wide = max(canvas.text_size(line, size)[0] for line in lines)
        return text_wide + lead, max(58.0, len(lines) * canvas.line_height(size) + 2 * GAP)

    def _draw(self, canvas: Canvas, toast: _Toast) -> None:
        lead, pad, box = 44 * canvas.text_scale, 1.5 * GAP, toast.box
        room = box.w - lead - 2 * pad
        size, lines = fitted(canvas, toast.text, BODY, "sans", (room + 1, box.h - 2 * GAP))
        box = box.moved(0, 10 * max(0.0, 1 - toast.age / self.FADE))
        surfaces.glass(canvas, box, 16, alpha=0.92)
        icon, color = _SIGNS[toast.voice]
        canvas.outline(box, (*color[:3], 170), 2, 16)
        icons.draw(canvas, icon, (box.x + pad + 15, box.center[1]), 34, color)
        top = box.center[1] - len(lines) * canvas.line_height(size) / 2
        canvas.text("\n".join(lines), (box.x + pad + lead, top), size, surfaces.DARK.text)
