"""Widgets that hold widgets: a plain group, and a control with its label.

    field = Field("Sound", slider, help="How loud the table is.")
    group = Group([button, field])
    chips = Arranged(buttons, lay_out)

A group lies where its children lie; `place` each of them. What scrolls is in `scrolling`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias

from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.intents import Intent
from game.ui.surfaces import DARK, PAPER, Tone
from game.ui.text_metrics import TextMetrics
from game.ui.theme import BODY, GAP, SMALL, TOUCH
from game.ui.widgets import NOWHERE, Label, Widget


class Group(Widget):
    """Widgets that lie together and share one place in a layer."""

    def __init__(self, children: Iterable[Widget] = (), tone: Tone = DARK) -> None:
        super().__init__(NOWHERE, tone)
        self.children = list(children)
        self.owners: dict[str, Widget] = {}
        """The widgets in it that pointers went down on."""

    def targets(self) -> Iterator[Widget]:
        if self.visible and self.enabled:
            for child in self.children:
                if child.visible:
                    yield from child.targets()

    def on(self, intent: Intent) -> bool:
        match intent.kind:
            case "press" | "wheel":
                return self._offer(intent)
            case "drag" | "hold" if intent.pointer in self.owners:
                return self.owners[intent.pointer].on(intent)
            case "release" | "lost" if intent.pointer in self.owners:
                return self.owners.pop(intent.pointer).on(intent)
        return False

    def answers(self, point: Point) -> bool:
        return any(child.visible and child.answers(point) for child in self.children)

    def _offer(self, intent: Intent) -> bool:
        """Hand it to the widgets there: those really there first, then those nearly there."""
        if intent.kind == "press":
            self.owners.pop(intent.pointer, None)
        hit = [c for c in reversed(self.children) if c.visible and c.hit(intent.pos)]
        for child in sorted(hit, key=lambda c: not c.box.has(intent.pos)):
            if child.on(intent):
                if intent.kind == "press":
                    self.owners[intent.pointer] = child
                return True
        return False

    def hover(self, point: Point | None) -> bool:
        return any([child.hover(point) for child in self.children])  # noqa: C419 (all are told)

    def reveal(self, target: Widget) -> None:
        for child in self.children:
            child.reveal(target)

    @property
    def moving(self) -> bool:
        return any(child.visible and child.moving for child in self.children)

    def update(self, seconds: float) -> None:
        for child in self.children:
            if child.moving:
                child.update(seconds)

    def draw(self, canvas: Canvas) -> None:
        for child in self.children:
            if child.visible:
                child.draw(canvas)


class Flowing(Group):
    """A group that takes the width it gets and is as high as its parts need there."""

    def __init__(self, children: Sequence[Widget] = (), tone: Tone = DARK) -> None:
        super().__init__(children, tone)
        self._metrics = TextMetrics()

    def natural(self, metrics: TextMetrics, room: float = 1e6) -> Point:
        self._metrics = metrics
        return room, self.lay_out(Box(0, 0, room, 0))

    def place(self, box: Box) -> None:
        super().place(box)
        self.lay_out(box)

    def lay_out(self, box: Box) -> float:
        """Place all parts from the top of the box down; the height they take."""
        raise NotImplementedError


class Field(Flowing):
    """A control with its label: beside it where there is room, else above it; help below."""

    def __init__(
        self, label: str, control: Widget, help: str = "", *, tone: Tone = DARK, share: float = 0.4
    ) -> None:
        self.label = Label(label, BODY, "bold", tone=tone)
        self.help = Label(help, SMALL, tone=tone, color=tone.faded)
        self.control = control
        self.share = share
        super().__init__([self.label, control, *([self.help] if help else [])], tone)

    def drags(self, point: Point) -> bool:
        return self.control.hit(point) and self.control.drags(point)

    def lay_out(self, box: Box) -> float:
        metrics, control = self._metrics, self.control
        wish, side = control.natural(metrics, box.w), box.w * (1 - self.share) - 2 * GAP
        beside = wish[0] <= side and metrics.width(self.label.text, BODY, "bold") <= box.w * 0.6
        lead = box.w * self.share if beside else box.w
        if control.spans:
            lead = box.w - wish[0] - 3 * GAP
        label = self.label.natural(metrics, lead)[1]
        note = self.help.natural(metrics, lead)[1] + 4 if self.help.text else 0.0
        if control.spans:  # a switch takes the whole row: wherever the row is touched, it turns
            high = max(label + note + GAP, TOUCH)
            at = Box(box.x, box.y, box.w, high)
        elif beside:
            high = max(label + note, wish[1]) + GAP
            at = Box(box.right - side, box.y + (high - wish[1]) / 2, side, wish[1])
        else:
            high = label + wish[1] + note + 2 * GAP
            low = box.y + GAP / 2 + label + 6
            at = Box(box.x, low, min(box.w, max(wish[0], side)), wish[1])
        if control.spans or beside:
            top = box.y + (high - label - note) / 2
            note_top = top + label + 4
        else:
            top, note_top = box.y + GAP / 2, at.bottom + 4
        self.label.place(Box(box.x, top, lead, label))
        self.help.place(Box(box.x, note_top, lead, note))
        control.place(at)
        return high


LayOut: TypeAlias = Callable[[TextMetrics, Box, Sequence[Widget]], float]
"""Places widgets from the top of a box down; gives the height they take."""


class Arranged(Flowing):
    """Widgets on paper that a function lays out."""

    def __init__(self, children: Sequence[Widget], lay_out: LayOut) -> None:
        super().__init__(children, PAPER)
        self._lay_out = lay_out

    def lay_out(self, box: Box) -> float:
        return self._lay_out(self._metrics, box, self.children)
