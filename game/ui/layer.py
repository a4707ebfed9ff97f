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
from game.ui.groups import Group
from game.ui.intents import Intent
from game.ui.widgets import Widget


class Layer:
    """Widgets of one frame, the last one on top. `modal` layers take every touch."""

    def __init__(
        self, frame: Frame, widgets: Iterable[Widget] = (), *, modal: bool = False
    ) -> None:
        self.frame = frame
        self.widgets = list(widgets)
        self.modal = modal
        self.visible = True
        self._owners: dict[str, Widget | None] = {}
        self._points: dict[str, Point] = {}
        """Where the pointers that are down were last, in the frame."""
        self._spent: set[str] = set()

    def add(self, *widgets: Widget) -> None:
        self.widgets.extend(widgets)

    def targets(self) -> Iterator[Widget]:
        """The widgets that keys can reach."""
        if self.visible:
            for widget in self.widgets:
                if widget.visible:
                    yield from widget.targets()

    def reveal(self, target: Widget) -> None:
        """Scroll until the target can be seen."""
        for widget in self.widgets:
            widget.reveal(target)

    def answers(self, intent: Intent) -> bool:
        """Whether a pointer that is let go there, having been pressed here, does something."""
        owner = self._owners.get(intent.pointer)
        return owner is not None and owner.answers(self.frame.into(intent.pos))

    # Intents -----------------------------------------------------------------------------------

    def on(self, intent: Intent) -> bool:
        """Hand an intent in table coordinates to whom it concerns; True when it was taken."""
        if not self.visible:
            return False
        inner = replace(
            intent,
            pos=self.frame.into(intent.pos),
            vector=self.frame.into_vector(intent.vector),
        )
        match intent.kind:
            case "hover":
                self._hover(inner)
                return self.modal
            case "press":
                return self._press(inner)
            case "drag" | "release" | "hold" | "lost":
                return self._follow(inner)
            case "tap":
                return self._tap(inner)
            case "wheel":
                return self._offer(inner) or self.modal
        return False

    def _hover(self, intent: Intent) -> None:
        for widget in self.widgets:
            widget.hover(intent.pos)

    def unhover(self) -> None:
        for widget in self.widgets:
            widget.hover(None)

    def _under(self, intent: Intent) -> Iterator[Widget]:
        """The widgets under the pointer: those really there first, then those nearly there."""
        hit = [w for w in reversed(self.widgets) if w.visible and w.hit(intent.pos)]
        yield from sorted(hit, key=lambda w: not w.box.has(intent.pos))

    def _press(self, intent: Intent) -> bool:
        self._spent.discard(intent.pointer)
        self._points[intent.pointer] = intent.pos
        for widget in self._under(intent):
            if widget.on(intent):
                self._owners[intent.pointer] = widget
                return True
        self._owners[intent.pointer] = None
        return self.modal

    def _follow(self, intent: Intent) -> bool:
        owner = self._owners.get(intent.pointer)
        self._points[intent.pointer] = intent.pos
        if intent.kind in ("release", "lost"):
            known = self._owners.pop(intent.pointer, None)
            if known is not None or self.modal:
                self._spent.add(intent.pointer)
        if owner is None:
            return self.modal
        owner.on(intent)
        return True

    def _tap(self, intent: Intent) -> bool:
        """A tap on its own, as scripts post it, stands for press and release."""
        if intent.pointer in self._spent:
            self._spent.discard(intent.pointer)
            return True
        if intent.pointer in self._owners:
            return self.modal
        if self._press(replace(intent, kind="press")):
            self._follow(replace(intent, kind="release"))
            self._spent.discard(intent.pointer)
            return True
        self._owners.pop(intent.pointer, None)
        return self.modal

    def _offer(self, intent: Intent) -> bool:
        return any(widget.on(intent) for widget in self._under(intent))

    def take_over(self, before: Layer) -> None:
        """Let pointers that hold a widget of another layer hold the same one of this layer.

        For a layer that was built anew while fingers were down: a widget is the same if it says
        the same in the same place.
        """
        for pointer, owner in before._owners.items():
            point = before._points[pointer]
            if owner is None or not owner.answers(point):
                continue
            self._press(Intent("press", point, pointer=pointer))
            after = self._owners[pointer]
            if not _alike(_innermost(owner, pointer), _innermost(after, pointer)):
                self._follow(Intent("lost", point, pointer=pointer))

    def release_all(self) -> None:
        """Let go of every pointer, as when the scene is covered."""
        for pointer, owner in self._owners.items():
            if owner is not None:
                owner.on(Intent("lost", pointer=pointer))
        self._owners.clear()
        self._spent.clear()
        self.unhover()

    # Pictures ----------------------------------------------------------------------------------

    @property
    def moving(self) -> bool:
        return self.visible and any(w.visible and w.moving for w in self.widgets)

    def update(self, seconds: float) -> None:
        for widget in self.widgets:
            if widget.moving:
                widget.update(seconds)

    def draw(self, canvas: Canvas) -> None:
        """Paint the widgets; `canvas` is the whole table's."""
        if self.visible:
            inside = canvas.within(self.frame)
            for widget in self.widgets:
                if widget.visible:
                    widget.draw(inside)


def _innermost(widget: Widget | None, pointer: str) -> Widget | None:
    """The widget in groups within groups that a pointer holds."""
    while isinstance(widget, Group):
        widget = widget.held_by(pointer)
    return widget


def _alike(a: Widget | None, b: Widget | None) -> bool:
    if a is None or b is None or type(a) is not type(b) or a.box != b.box:
        return False
    return all(getattr(a, name, None) == getattr(b, name, None) for name in ("text", "values"))
