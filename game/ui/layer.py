"""A group of widgets in one frame: drawing, touch with several fingers, and hovering.

    layer = Layer(frame, [button, toggle])
    if layer.on(intent): return          # True when a widget took it
    layer.update(seconds); layer.moving
    layer.draw(canvas)                   # canvas of the whole table

A pointer that was pressed on a widget belongs to it until it is let go, whatever other fingers
do; the *tap* that follows a captured press is swallowed, so nothing below reacts to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from game.ui.canvas import Canvas
from game.ui.frame import Frame, Point
from game.ui.intents import Intent
from game.ui.widgets import Group, Widget


class Layer:
    """Widgets of one frame, the last one on top. `modal` layers take every touch."""

    def __init__(
        self, frame: Frame, widgets: Iterable[Widget] = (), *, modal: bool = False
    ) -> None:
        self.frame = frame
        self.modal = modal
        self.visible = True
        self.group = Group(widgets)
        self._down: dict[str, Point] = {}
        """Where the pointers that are down were last, in the frame."""
        self._spent: set[str] = set()

    def targets(self) -> Iterator[Widget]:
        """The widgets that keys can reach."""
        if self.visible:
            yield from self.group.targets()

    def answers(self, intent: Intent) -> bool:
        """Whether a pointer that is let go there, having been pressed here, does something."""
        owner = self.group.owners.get(intent.pointer)
        return owner is not None and owner.answers(self.frame.into(intent.pos))

    def on(self, intent: Intent) -> bool:
        """Hand an intent in table coordinates to whom it concerns; True when it was taken."""
        if not self.visible:
            return False
        pos, vector = self.frame.into(intent.pos), self.frame.into_vector(intent.vector)
        inner = replace(intent, pos=pos, vector=vector)
        match intent.kind:
            case "hover":
                self.group.hover(pos)
                return self.modal
            case "press":
                return self._press(inner)
            case "drag" | "release" | "hold" | "lost":
                return self._follow(inner)
            case "tap":
                return self._tap(inner)
            case "wheel":
                return self.group.on(inner) or self.modal
        return False

    def _press(self, intent: Intent) -> bool:
        self._spent.discard(intent.pointer)
        self._down[intent.pointer] = intent.pos
        return self.group.on(intent) or self.modal

    def _follow(self, intent: Intent) -> bool:
        owned = intent.pointer in self.group.owners
        if intent.kind in ("release", "lost"):
            self._down.pop(intent.pointer, None)
            if owned or self.modal:
                self._spent.add(intent.pointer)
        elif intent.pointer in self._down:
            self._down[intent.pointer] = intent.pos
        self.group.on(intent)
        return owned or self.modal

    def _tap(self, intent: Intent) -> bool:
        """A tap on its own, as scripts post it, stands for press and release."""
        if intent.pointer in self._spent:
            self._spent.discard(intent.pointer)
            return True
        if intent.pointer in self._down:
            return self.modal
        if self._press(replace(intent, kind="press")):
            self._follow(replace(intent, kind="release"))
            self._spent.discard(intent.pointer)
            return True
        self._down.pop(intent.pointer, None)
        return self.modal

    def take_over(self, before: Layer) -> None:
        """Let pointers that hold a widget of another layer hold the same one of this layer.

        For a layer that was built anew while fingers were down: a widget is the same if it says
        the same in the same place.
        """
        for pointer, point in before._down.items():
            owner = before.group.owners.get(pointer)
            if owner is None or not owner.answers(point):
                continue
            self._press(Intent("press", point, pointer=pointer))
            if not _alike(_innermost(before.group, pointer), _innermost(self.group, pointer)):
                self._follow(Intent("lost", point, pointer=pointer))

    def release_all(self) -> None:
        """Let go of every pointer, as when the scene is covered."""
        for pointer in list(self.group.owners):
            self.group.on(Intent("lost", pointer=pointer))
        self._down.clear()
        self._spent.clear()
        self.group.hover(None)

    @property
    def moving(self) -> bool:
        return self.visible and self.group.moving

    def update(self, seconds: float) -> None:
        self.group.update(seconds)

    def draw(self, canvas: Canvas) -> None:
        """Paint the widgets; `canvas` is the whole table's."""
        if self.visible:
            self.group.draw(canvas.within(self.frame))


def _innermost(widget: Widget | None, pointer: str) -> Widget | None:
    """The widget in groups within groups that a pointer holds."""
    while isinstance(widget, Group):
        widget = widget.owners.get(pointer)
    return widget


def _alike(a: Widget | None, b: Widget | None) -> bool:
    if a is None or b is None or type(a) is not type(b) or a.box != b.box:
        return False
    return all(getattr(a, name, None) == getattr(b, name, None) for name in ("text", "values"))
