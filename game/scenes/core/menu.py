"""What all scenes made of widgets share: layers, focus, dialogs, and the way back.

A scene's `build` makes its widgets for the present size, language and text size; it is called
again whenever one of these changes. Actions of widgets call `go(change)`; the scene manager gets
the change when the intent or the frame is done.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import ClassVar, Literal, TypeVar

from game.scenes.core.context import Context
from game.scenes.core.routes import ToHelp
from game.scenes.core.scene import Change, Pop, Push, Scene
from game.ui import surfaces
from game.ui.canvas import Canvas
from game.ui.dialog import Answer, Dialog, HoldButton, Toasts
from game.ui.fonts import TextMetrics
from game.ui.frame import Box, Frame, Point, turned
from game.ui.icons import PadControl
from game.ui.intents import Intent
from game.ui.layer import Focus, Layer, Spot, reached
from game.ui.scrolling import Scroller
from game.ui.theme import GAP
from game.ui.timeline import Timeline
from game.ui.widgets import Action, Button, Field, LayOut, Widget

R = TypeVar("R", bound=Scroller)


class MenuScene(Scene):
    """A scene made of widgets. Overlays darken what is below them."""

    name = "menu"
    signed: ClassVar[Mapping[str, PadControl]] = {"back": "b", "close": "b"}
    """The icons of buttons that a gamepad's controls stand for, and which."""
    for_good = False
    """Whether what cannot be undone may be done here even in a kiosk."""
    renewed = False
    """Whether it is built anew when it comes back on top, for what it shows may have changed."""
    hushed = False
    """Whether what the table has to say is said by the scene that follows."""

    def __init__(self, context: Context, turn: int = 0) -> None:
        super().__init__(context)
        self.turn = turn
        """From which edge of the table it is read, see `Frame`."""
        self.commands: dict[str, Action] = {
            "menu": self.cancel, "help": lambda: self.go(Push(ToHelp(self.turn))),
            self.name: self.cancel,
        }  # fmt: skip
        """What the menu's key and commands do; one that is called like the scene has led to it."""
        self.layers: list[Layer] = []
        self.focus = Focus()
        self.toasts = Toasts(self.frame)
        self.timeline = Timeline()
        self._dialog: Dialog | None = None
        self.away = False
        """Whether something has lain on top since it was last in sight."""
        self.scrolled: Scroller | None = None
        """The list that stays where it was scrolled to when the scene is built anew."""

    def build(self) -> list[Widget]:
        """The widgets for the present size and language, from below to above."""
        return []

    def lay(self) -> list[Layer]:
        """Layers with all widgets; the last one lies on top."""
        return [Layer(self.frame, self.build(), modal=self.overlay)]

    def paint(self, canvas: Canvas) -> None:
        """Paint what lies under the widgets."""
        if self.overlay:
            surfaces.dim(canvas, 0.55)
        else:
            surfaces.ground(canvas)

    def cancel(self) -> None:
        """Escape or B: one step back."""
        self.go(Pop())

    @property
    def frame(self) -> Frame:
        """The whole table, right way up for whom it is read by."""
        wide, high = self.size
        return Frame((wide / 2, high / 2), turned(self.size, self.turn), self.turn)

    @property
    def metrics(self) -> TextMetrics:
        return TextMetrics(self.context.settings.text_scale)

    @property
    def tall(self) -> bool:
        return self.size[1] > self.size[0]

    def ago(self, stamp: str) -> str:
        """When something was, as people say it; `stamp` is an ISO time."""
        then = datetime.fromisoformat(stamp)
        days = (self.context.store.today() - then.date()).days
        if days <= 0:
            return self.t("menu.time.today", time=f"{then:%H:%M}")
        if days == 1:
            return self.t("menu.time.yesterday", time=f"{then:%H:%M}")
        return self.t("menu.time.days", n=days)

    def ask(self, title: str, text: str, answers: Sequence[Answer], held: bool = False) -> None:
        """Put a question on top; answering takes it away. The last answer is what Escape gives.

        With `held` the first answer has to be held for a second, for it cannot be undone.
        """
        wrapped = [(label, partial(self._answered, action)) for label, action in answers]
        self._dialog = Dialog(title, text, wrapped, self.metrics, self.frame, held)
        self.focus.current = self._dialog.first

    def _answered(self, action: Action | None) -> None:
        self._dialog = None
        if action:
            action()

    def ask_before(self, key: str, action: Action, held: bool = False, **params: str | int) -> None:
        """Ask whether something is meant, in the texts that begin with `key`; see `ask`.

        In a kiosk nobody but the operator does what cannot be undone.
        """
        if held and self.context.kiosk and not self.for_good:
            self.toasts.say(self.t("operator.kept"), "refusal")
            return
        title, text, yes = (self.t(f"{key}_{part}", **params) for part in ("title", "text", "yes"))
        stay = self.t("menu.keep" if held else "menu.stay")
        self.ask(title, text, [(yes, action), (stay, None)], held)

    def field(self, key: str, control: Widget, share: float) -> Field:
        """A control with the label and the help in the texts that begin with `key`."""
        return Field(self.t(f"{key}.label"), control, self.t(f"{key}.help"), share=share)

    def buttons_of(self, wishes: Iterable[tuple[str, str, Action]]) -> list[Button]:
        """Buttons, each by the key of its text, its icon and what it does."""
        return [Button(self.t(key), action, icon=icon) for key, icon, action in wishes]

    def scroll(self, rows: R, box: Box) -> R:
        """Rows on paper in a box, scrolled to where those before them were."""
        rows.offset = self.scrolled.offset if self.scrolled else 0.0
        rows.arrange(self.metrics, box)
        self.scrolled = rows
        return rows

    def rebuild(self) -> None:
        """Make the widgets anew, as after a change of language; the focus stays where it was."""
        before = [target for layer in self.layers for target in layer.targets()]
        index = next((i for i, w in enumerate(before) if w is self.focus.current), None)
        old, self.layers = self.layers, self.lay()
        for layer, built in zip(old, self.layers, strict=False):
            built.take_over(layer)
        for layer in old:
            layer.release_all()
        after = [target for layer in self.layers for target in layer.targets()]
        if index is not None and after:
            self.focus.current = after[min(index, len(after) - 1)]
        if self._dialog:
            self._dialog.arrange(self.metrics, self.frame)

    def resize(self, size: Point) -> None:
        super().resize(size)
        self.toasts = Toasts(self.frame)
        self.rebuild()

    def resume(self) -> None:
        self.tell_notices()

    def tell_notices(self) -> None:
        self.context.hear_store()
        while self.context.notices and not self.hushed:  # some come from other threads
            self.toasts.say(self.context.notices.pop(0), seconds=12)
        if self.renewed and self.away:
            self.rebuild()
        self.away = False

    def pause(self) -> None:
        self.away = True
        for layer in self.layers:
            layer.release_all()

    def all_layers(self) -> list[Layer]:
        return [*self.layers, *([self._dialog] if self._dialog else [])]

    def focused(self) -> tuple[list[Layer], Sequence[Spot]]:
        """What the focus goes over: layers, and places of a board."""
        return self.all_layers(), ()

    def tappable(self) -> list[Box]:
        """Where on the table a tap does something now."""
        return [box for layer in reached(self.all_layers()) for box in layer.tappable()]

    def taken(self, intent: Intent) -> Box | None:
        layers = self.all_layers()
        if intent.kind == "confirm":
            return self.focus.place(layers)
        return next(filter(None, (layer.taken(intent) for layer in reversed(layers))), None)

    @property
    def moving(self) -> bool:
        return self.timeline.moving

    def on(self, intent: Intent) -> Change:
        self.react(self.context.pads.steered(intent, self.turn))
        return self.wished()

    def react(self, intent: Intent) -> None:
        if intent.kind == "tap":
            return  # widgets act when they are let go; by now others may lie there
        layers = self.all_layers()
        if intent.kind in ("rest", "focus", "cancel"):
            for target in (target for layer in layers for target in layer.targets()):
                if isinstance(target, HoldButton):
                    target.rest()
        if intent.kind == "release" and self.taken(intent) is not None:
            self.context.sound.play("button", intent.pos[0] / self.size[0])
        if self.focus.on(intent, layers):
            return
        for layer in reversed(layers):
            if layer.on(intent):
                return
        if intent.kind == "cancel":
            self._dialog.cancel() if self._dialog else self.cancel()
        elif self._dialog is None:
            self.other(intent)

    def other(self, intent: Intent) -> None:
        """Whatever no widget wanted, such as commands."""
        name = intent.name if intent.kind == "command" else intent.kind
        if name in self.commands:
            self.commands[name]()
        elif intent.kind == "turn":  # shoulder buttons leaf where they turn nothing
            way = "page_down" if intent.value > 0 else "page_up"
            self.focus.on(replace(intent, kind="command", name=way), self.layers)

    def signs(self) -> Iterator[tuple[PadControl, Box]]:
        here = self.focus.place(*self.focused())
        if here is not None:
            yield "a", here
        if self._dialog is not None:
            if (no := self._dialog.buttons[-1]) is not self.focus.current:
                yield "b", self.frame.out_box(no.box)
            return
        for layer in self.layers:
            for target in layer.targets():
                control = self.signed.get(getattr(target, "icon", ""))
                if control is not None and target is not self.focus.current:
                    yield control, layer.frame.out_box(target.box)

    def update(self, seconds: float) -> Change:
        self.tell_notices()
        for layer in self.all_layers():
            layer.update(seconds)
        self.toasts.update(seconds)
        self.timeline.update(seconds)
        return self.wished()

    def draw(self, canvas: Canvas) -> None:
        self.paint(canvas)
        for layer in self.all_layers():
            layer.render(canvas)
        self.focus.draw(canvas, *self.focused())
        self.toasts.draw(canvas, self.tappable())


def stack(metrics: TextMetrics, box: Box, widgets: Sequence[Widget], gap: float) -> float:
    """Put widgets one below the other, as wide as the box; gives where they end."""
    y = box.y
    for widget in widgets:
        height = widget.natural(metrics, box.w)[1]
        widget.place(Box(box.x, y, box.w, height))
        y += height + gap
    return y - gap


def in_row(
    metrics: TextMetrics, box: Box, widgets: Sequence[Widget], gap: float,
    side: Literal["left", "center", "right"] = "right",
) -> float:
    """Put widgets side by side against a side, in rows if they must; gives the lower end."""
    rows: list[list[tuple[Widget, Point]]] = [[]]
    used = 0.0
    for widget in widgets:
        size = widget.natural(metrics, box.w)
        if rows[-1] and used + size[0] > box.w:
            rows.append([])
            used = 0.0
        rows[-1].append((widget, size))
        used += size[0] + gap
    y = box.y
    for row in rows:
        high = max((size[1] for _, size in row), default=0.0)
        whole = sum(size[0] for _, size in row) + gap * (len(row) - 1)
        x = box.x + {"left": 0.0, "center": 0.5, "right": 1.0}[side] * (box.w - whole)
        for widget, size in row:
            widget.place(Box(x, y, size[0], high))
            x += size[0] + gap
        y += high + gap
    return y - gap


def columns(least: float, gap: float = GAP, most: int = 99) -> LayOut:
    """Lays widgets out in even columns that are at least so wide, row by row."""

    def lay_out(metrics: TextMetrics, box: Box, widgets: Sequence[Widget]) -> float:
        count = max(1, min(most, int((box.w + gap) / (least + gap))))
        wide, y = (box.w - gap * (count - 1)) / count, box.y
        for at in range(0, len(widgets), count):
            row = widgets[at : at + count]
            high = max(widget.natural(metrics, wide)[1] for widget in row)
            for number, widget in enumerate(row):
                widget.place(Box(box.x + number * (wide + gap), y, wide, high))
            y += high + gap
        return y - gap - box.y

    return lay_out


def lay_out_chips(metrics: TextMetrics, box: Box, chips: Sequence[Widget]) -> float:
    """Widgets side by side in as many lines as they need; gives the height they take."""
    return in_row(metrics, box.below(box.y + GAP), chips, GAP, "left") - box.y
