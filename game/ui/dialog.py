"""Messages: a dialog that waits for an answer, and toasts that come and go.

    dialog = Dialog("Title", "Text", [("Yes", do_it), ("No", None)], ruler, frame.size)
    layer = Layer(frame, [dialog], modal=True)      # `dialog.cancel()` for Escape
    toasts = Toasts(frame); toasts.say("Not there.", "refusal"); toasts.draw(canvas)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from game.ui import icons, surfaces
from game.ui.canvas import Canvas
from game.ui.frame import Box, Frame, Point
from game.ui.hold_button import HoldButton
from game.ui.intents import Intent
from game.ui.surfaces import PAPER
from game.ui.text_metrics import TextMetrics
from game.ui.theme import BODY, GAP, GOLD, INK, LARGE, Color, rgb
from game.ui.widgets import Action, Button, Widget, fitted

WIDEST = 780.0
Answer: TypeAlias = "tuple[str, Action | None]"
ToneOfVoice: TypeAlias = Literal["info", "refusal", "good"]
_COLORS: dict[ToneOfVoice, Color] = {
    "info": GOLD, "refusal": rgb("#E0664F"), "good": rgb("#5FBB98"),
}
_ICONS: dict[ToneOfVoice, str] = {"info": "hint", "refusal": "hand", "good": "check"}


class Dialog(Widget):
    """A question on a sheet of paper. The first answer is the brass one, the last one cancels.

    `held` is for what cannot be undone: the first answer has to be held for a second, and the
    last one, which changes nothing, is the brass one. It covers a whole frame of the given size;
    put it into a modal layer of that frame.
    """

    def __init__(
        self, title: str, text: str, answers: Sequence[Answer], metrics: TextMetrics, size: Point,
        held: bool = False,
    ) -> None:
        super().__init__(Box(0, 0, *size), PAPER)
        self.title, self.text = title, text
        brass = len(answers) - 1 if held else 0
        self.buttons = [
            (HoldButton if held and number == 0 else Button)(
                label, action, look="primary" if number == brass else "plain", tone=PAPER
            )
            for number, (label, action) in enumerate(answers)
        ]
        self.first = self.buttons[brass]
        """Where the focus begins."""
        self._lay_out(metrics, size)

    def _lay_out(self, metrics: TextMetrics, size: Point) -> None:
        width = min(WIDEST, size[0] - 4 * GAP)
        room = width - 6 * GAP
        self._title_high = metrics.height(self.title, LARGE, room, "serif")
        text_high = metrics.height(self.text, BODY, room) if self.text else 0
        natural = [button.natural(metrics, room) for button in self.buttons]
        line = sum(w for w, _ in natural) + GAP * (len(natural) - 1)
        stacked = line > room
        high = max(h for _, h in natural)
        rows = sum(h for _, h in natural) + GAP * (len(natural) - 1) if stacked else high
        gaps = 6 * GAP + (2 * GAP if self.text else GAP)
        height = self._title_high + text_high + rows + gaps
        self.sheet = Box.around((size[0] / 2, size[1] / 2), width, height)
        y = self.sheet.bottom - 3 * GAP - rows
        x = self.sheet.right - 3 * GAP
        for button, (w, h) in zip(self.buttons, natural, strict=True):
            if stacked:
                button.place(Box(self.sheet.x + 3 * GAP, y, room, h))
                y += h + GAP
            else:
                x -= w
                button.place(Box(x, y, w, high))
                x -= GAP

    def targets(self) -> Iterator[Widget]:
        for button in self.buttons:
            yield from button.targets()

    def on(self, intent: Intent) -> bool:
        if intent.kind == "press":
            self._owner = next((b for b in self.buttons if b.hit(intent.pos)), None)
        if intent.kind in ("press", "drag", "release", "lost", "hold") and self._owner:
            self._owner.on(intent)
        return True

    _owner: Button | None = None

    def answers(self, point: Point) -> bool:
        return any(button.answers(point) for button in self.buttons)

    def hover(self, point: Point | None) -> bool:
        changes = [button.hover(point) for button in self.buttons]
        return any(changes)

    @property
    def moving(self) -> bool:
        return any(button.moving for button in self.buttons)

    def update(self, seconds: float) -> None:
        for button in self.buttons:
            button.update(seconds)

    def cancel(self) -> None:
        """What Escape does: the last answer."""
        self.buttons[-1].activate()

    def draw(self, canvas: Canvas) -> None:
        surfaces.dim(canvas)
        surfaces.paper(canvas, self.sheet)
        x, y = self.sheet.x + 3 * GAP, self.sheet.y + 3 * GAP
        room = self.sheet.w - 6 * GAP
        y += canvas.text(self.title, (x, y), LARGE, INK, "serif", room=room) + GAP
        canvas.text(self.text, (x, y), BODY, INK, room=room)
        for button in self.buttons:
            button.draw(canvas)


@dataclass(slots=True)
class _Toast:
    text: str
    voice: ToneOfVoice
    seconds: float
    age: float = 0.0


class Toasts:
    """Short messages at one place of a frame: everybody's or one seat's.

    `anchor` is where the lowest one's middle is, in the frame; without it, above the lower edge.
    The same message said again only lasts longer. Nothing of it ever takes a touch.
    """

    FADE = 0.16

    def __init__(
        self, frame: Frame, anchor: Point | None = None, width: float = 620, most: int = 2
    ) -> None:
        self.frame = frame
        self.anchor = anchor or (frame.size[0] / 2, frame.size[1] - 70)
        self.width, self.most = min(width, frame.size[0] - 2 * GAP), most
        self._toasts: list[_Toast] = []

    def say(self, text: str, voice: ToneOfVoice = "info", seconds: float | None = None) -> None:
        """Show a message, as long as it takes to read it."""
        seconds = 1.8 + len(text) / 16 if seconds is None else seconds
        for toast in self._toasts:
            if toast.text == text:
                toast.seconds = toast.age + seconds
                return
        self._toasts = [*self._toasts, _Toast(text, voice, seconds)][-self.most :]

    def clear(self) -> None:
        self._toasts.clear()

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(toast.text for toast in self._toasts)

    @property
    def moving(self) -> bool:
        return bool(self._toasts)

    def update(self, seconds: float) -> None:
        for toast in self._toasts:
            toast.age += seconds
        self._toasts = [toast for toast in self._toasts if toast.age < toast.seconds]

    def draw(self, canvas: Canvas) -> None:
        """Paint them on the table's canvas, the newest lowest."""
        inside = canvas.within(self.frame)
        bottom = self.anchor[1] + 34
        for toast in reversed(self._toasts):
            bottom -= self._draw(inside, toast, bottom) + GAP

    def _draw(self, canvas: Canvas, toast: _Toast, bottom: float) -> float:
        lead, pad = 44 * canvas.text_scale, 1.5 * GAP
        size, lines = fitted(canvas, toast.text, BODY, "sans", (self.width - lead - 2 * pad, 400))
        text_wide = max(canvas.text_size(line, size)[0] for line in lines)
        line_high = canvas.line_height(size)
        height = max(58.0, len(lines) * line_high + 2 * GAP)
        width = text_wide + lead + 2 * pad
        rise = 10 * max(0.0, 1 - toast.age / self.FADE)
        box = Box(self.anchor[0] - width / 2, bottom - height + rise, width, height)
        surfaces.glass(canvas, box, 16, alpha=0.92)
        color = _COLORS[toast.voice]
        canvas.outline(box, (*color[:3], 170), 2, 16)
        icons.draw(canvas, _ICONS[toast.voice], (box.x + pad + 15, box.center[1]), 34, color)
        top = box.center[1] - len(lines) * line_high / 2
        canvas.text("\n".join(lines), (box.x + pad + lead, top), size, surfaces.DARK.text)
        return height
