"""Widgets that choose: one of several values, or an amount.

    Choice([("de", "Deutsch"), ("en", "English")], "de", set_language)
    Slider(0.7, set_volume, show=lambda v: f"{v:.0%}")

A Choice lies as a row of segments where they fit, and else as ‹ value ›. Arrow keys change both
while they are focused.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Generic, TypeVar

from game.ui import icons, surfaces
from game.ui.canvas import Canvas
from game.ui.fonts import Face
from game.ui.frame import Box, Point
from game.ui.intents import Intent
from game.ui.surfaces import DARK, Tone
from game.ui.text_metrics import TextMetrics
from game.ui.theme import BODY, GAP, GOLD, INK, RADIUS, SHADE, TOUCH, mix, with_alpha
from game.ui.widgets import Widget, fitted

V = TypeVar("V", bound=Hashable)


class Choice(Widget, Generic[V]):
    """One of several values, each with its text."""

    focusable = True
    size: float = BODY

    def __init__(
        self, values: Sequence[tuple[V, str]], value: V, action: Callable[[V], object], *,
        tone: Tone = DARK,
    ) -> None:
        super().__init__(tone=tone)
        self.values, self.value = list(values), value
        self._action = action
        self._metrics = TextMetrics()
        self._stepper = False
        self._presses: dict[str, int | None] = {}

    @property
    def index(self) -> int:
        return next((i for i, (value, _) in enumerate(self.values) if value == self.value), 0)

    def _widths(self, metrics: TextMetrics) -> list[float]:
        texts = (text for _, text in self.values)
        return [max(TOUCH, metrics.width(text, self.size, "bold") + 2.6 * GAP) for text in texts]

    def natural(self, metrics: TextMetrics, room: float = 1e6) -> Point:
        self._metrics = metrics
        height = max(TOUCH, metrics.line(self.size) + 2 * GAP)
        whole = max(self._widths(metrics)) * len(self.values)
        if whole <= room:
            return whole, height
        inner = room - 2 * height
        lines = max(metrics.height(text, self.size, inner, "bold") for _, text in self.values)
        widest = max(self._widths(metrics)) + 2 * height
        return min(room, widest), max(height, lines + GAP)

    def place(self, box: Box) -> None:
        super().place(box)
        self._stepper = max(self._widths(self._metrics)) * len(self.values) > box.w + 1

    def answers(self, point: Point) -> bool:
        return self.enabled and self.hit(point)

    def _segment(self, point: Point) -> int | None:
        """Which value a pointer means; in a stepper −1 and +1 are the arrows."""
        if not self.hit(point):
            return None
        if self._stepper:
            return -1 if point[0] < self.box.x + self.box.w * 0.4 else 1
        share = (point[0] - self.box.x) / self.box.w
        return max(0, min(len(self.values) - 1, int(share * len(self.values))))

    def on(self, intent: Intent) -> bool:
        match intent.kind:
            case "press":
                self._presses[intent.pointer] = self._segment(intent.pos) if self.enabled else None
            case "release":
                begun = self._presses.pop(intent.pointer, None)
                if begun is not None and begun == self._segment(intent.pos):
                    (self.step if self._stepper else self.choose)(begun)
            case "lost":
                self._presses.pop(intent.pointer, None)
            case "drag" | "hold":
                pass
            case _:
                return False
        return True

    def choose(self, index: int) -> None:
        """Take the value at this index."""
        if self.values[index][0] != self.value:
            self.value = self.values[index][0]
            self._action(self.value)

    def step(self, by: int) -> None:
        """The next or previous value, around the ends."""
        self.choose((self.index + by) % len(self.values))

    def activate(self) -> None:
        if self.enabled:
            self.step(1)

    def steer(self, vector: Point) -> bool:
        goal = self.index + (vector[0] > 0) - (vector[0] < 0)
        if not vector[0] or not 0 <= goal < len(self.values):
            return False
        self.choose(goal)
        return True

    def draw(self, canvas: Canvas) -> None:
        surfaces.sunk(canvas, self.box, RADIUS, self.tone.sunk, self.tone.edge)
        (self._draw_stepper if self._stepper else self._draw_segments)(canvas)

    def _draw_segments(self, canvas: Canvas) -> None:
        box, tone = self.box, self.tone
        width = box.w / len(self.values)
        for number, (value, text) in enumerate(self.values):
            part = Box(box.x + number * width, box.y, width, box.h)
            color = mix(tone.text, tone.faded, 0.35)
            face: Face = "sans"
            if value == self.value:
                plate, (top, bottom, *rest) = part.inset(4), surfaces.BRASS
                if not self.enabled:
                    top, bottom = mix(top, tone.sunk, 0.6), mix(bottom, tone.sunk, 0.6)
                surfaces.shadow(canvas, plate, RADIUS - 4, blur=4, drop=2, alpha=0.4)
                surfaces.satin(canvas, plate, RADIUS - 4, top, bottom, *rest)
                color, face = INK, "bold"
            elif number in self._presses.values():
                canvas.fill(part.inset(4), with_alpha(tone.text, 0.1), RADIUS - 4)
            room = part.w - 1.6 * GAP, part.h - 8
            size, lines = fitted(canvas, text, self.size, "bold", room)
            canvas.label("\n".join(lines), part.center, size, color, face)

    def _draw_stepper(self, canvas: Canvas) -> None:
        box, tone = self.box, self.tone
        side = min(box.h, TOUCH * 1.1)
        for way, icon, x in ((-1, "left", box.x), (1, "right", box.right - side)):
            part = Box(x, box.y, side, box.h).inset(4)
            top = tone.bottom if way in self._presses.values() else tone.top
            surfaces.satin(canvas, part, RADIUS - 4, top, tone.bottom, tone.edge, tone.light)
            icons.draw(canvas, icon, part.center, 30, tone.text)
        middle = Box(box.x + side, box.y, box.w - 2 * side, box.h)
        size, lines = fitted(
            canvas, self.values[self.index][1], self.size, "bold", (middle.w - GAP, box.h - 8)
        )
        canvas.label("\n".join(lines), middle.center, size, tone.text, "bold")


class Slider(Widget):
    """An amount between `low` and `high`, in steps."""

    focusable = True
    KNOB = 44.0

    def __init__(
        self, value: float, action: Callable[[float], object], *, low: float = 0.0,
        high: float = 1.0, step: float = 0.05, show: Callable[[float], str] | None = None,
        tone: Tone = DARK,
    ) -> None:
        super().__init__(tone=tone)
        self.value, self.low, self.high, self.stride = value, low, high, step
        self._action, self._show = action, show
        self._finger: str | None = None
        self._text_room = 0.0

    def natural(self, metrics: TextMetrics, room: float = 1e6) -> Point:
        if self._show:
            samples = (self._show(self.low), self._show(self.high))
            self._text_room = max(metrics.width(text, BODY) for text in samples) + 1.5 * GAP
        return min(room, 420.0), TOUCH

    def drags(self, point: Point) -> bool:
        return True

    def _track(self) -> Box:
        width = self.box.w - self._text_room - self.KNOB
        return Box(self.box.x + self.KNOB / 2, self.box.center[1] - 6, width, 12)

    def on(self, intent: Intent) -> bool:
        if intent.kind not in ("press", "drag", "release", "lost", "hold"):
            return False
        if intent.kind == "press" and self._finger is None and self.enabled:
            self._finger = intent.pointer
        if intent.pointer == self._finger:
            if intent.kind in ("press", "drag"):
                self._seek(intent.pos[0])
            elif intent.kind != "hold":
                self._finger = None
        return True

    def _seek(self, x: float) -> None:
        track = self._track()
        share = max(0.0, min(1.0, (x - track.x) / max(1.0, track.w)))
        self.set(self.low + share * (self.high - self.low))

    def set(self, value: float) -> None:
        """Take the nearest possible value."""
        steps = round((value - self.low) / self.stride)
        value = max(self.low, min(self.high, self.low + steps * self.stride))
        if abs(value - self.value) > 1e-9:
            self.value = value
            self._action(value)

    def steer(self, vector: Point) -> bool:
        before = self.value
        if vector[0]:
            self.set(self.value + (self.stride if vector[0] > 0 else -self.stride))
        return self.value != before

    def draw(self, canvas: Canvas) -> None:
        track, tone = self._track(), self.tone
        share = (self.value - self.low) / (self.high - self.low)
        surfaces.sunk(canvas, track, 6, tone.sunk, tone.edge)
        if share > 0:
            filled = Box(track.x, track.y, max(12.0, track.w * share), track.h).inset(2)
            canvas.fill(filled, mix(GOLD, SHADE, 0.1), 4)
        knob = Box.around((track.x + track.w * share, track.center[1]), self.KNOB, self.KNOB)
        surfaces.knob(canvas, knob.inset(-2) if self._finger else knob)
        if self._show:
            at = self.box.right, self.box.center[1] - canvas.line_height(BODY) / 2
            canvas.text(self._show(self.value), at, BODY, tone.text, anchor="right")
