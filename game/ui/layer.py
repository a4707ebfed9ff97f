"""A group of widgets in one frame: drawing, touch with several fingers, and hovering.

    layer = Layer(frame, [button, toggle])
    if layer.on(intent): return          # True when a widget took it
    layer.update(seconds)
    layer.render(canvas)                 # canvas of the whole table

A pointer that was pressed on a widget belongs to it until it is let go, whatever other fingers
do; the *tap* that follows is swallowed, so nothing below reacts to it.

Where the keys or a gamepad are: one focus over the widgets of layers and a scene's spots.

    focus = Focus()
    taken = focus.on(intent, layers, spots)     # layers: the last one on top; modal ones alone
    if isinstance(taken, Spot):
        self.touch_square(taken.key)            # confirmed on a place of the board
    focus.draw(canvas, layers, spots)           # after everything else; table canvas

Arrow keys go to the nearest thing in their direction, first along the row; on a grid they lead to
every spot, and off it only at its edge; up and down they leave a list only at its ends. Directions
are the table's; what lies in rows for whoever reads it is found as it lies for them. Tab goes
through all of them, *confirm* activates, page keys leaf through what is scrolled. The ring shows
only after keys or a gamepad were used last. A spot that is gone, as while somebody else plays,
keeps the focus until it is back, or until `keep` goes on from there.
"""

import math
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Self, TypeAlias

from game.ui import surfaces
from game.ui.canvas import Canvas
from game.ui.frame import Box, Frame, Point
from game.ui.intents import Intent
from game.ui.scrolling import LEAPS, Scroller
from game.ui.widgets import Group, Panel, Widget


class Layer(Group):
    """Widgets of one frame, the last one on top; those after a panel lie on it. What it is told and
    asked is in the table's coordinates. `modal` layers take every touch.
    """

    def __init__(
        self, frame: Frame, widgets: Iterable[Widget] = (), *, modal: bool = False
    ) -> None:
        super().__init__(widgets)
        self.frame = frame
        self.modal = modal
        panel: Panel | None = None
        for widget in self.children:
            panel = widget if isinstance(widget, Panel) else panel
            if panel is not None:
                widget.lie_on(panel.tone)
        self._last: dict[str, Point] = {}
        """Where the pointers that hold something were last, in the frame."""
        self._spent: set[str] = set()
        """The pointers that were let go of here, until their taps come."""
        self._mouse: Point | None = None
        """Where the mouse is, in the frame."""

    def taken(self, intent: Intent) -> Box | None:
        """Where on the table the widget is that acts on a pointer that is let go there."""
        held = self.held(intent.pointer)
        if intent.kind != "release" or intent.moved or held is None:
            return None
        return self.frame.out_box(held.box) if held.answers(self.frame.into(intent.pos)) else None

    def tappable(self) -> Iterator[Box]:
        return map(self.frame.out_box, super().tappable())

    def on(self, intent: Intent) -> bool:
        """Hand an intent to whom it concerns; True when it was taken."""
        if not self.visible:
            return False
        if intent.kind == "drag" and intent.pointer not in self.owners:
            return self.modal
        name, at = intent.pointer, self.frame.into(intent.pos)
        inner = replace(intent, pos=at, vector=self.frame.into_vector(intent.vector))
        taken = self.modal or name in self.owners
        match intent.kind:
            case "hover":
                self._mouse = at
                self.hover(at)
                return self.modal
            case "press" | "wheel":
                taken = super().on(inner) or self.modal
            case "drag" | "hold" | "release" | "lost":
                super().on(inner)
            case "tap":
                taken = taken or name in self._spent
            case _:
                return False
        ends = taken and intent.kind in ("release", "lost")
        (self._spent.add if ends else self._spent.discard)(name)
        self._last[name] = at
        return taken

    def take_over(self, before: Self) -> None:
        """Let pointers that hold a widget of another layer hold the same one of this layer.

        For a layer that was built anew while fingers were down: a widget is the same if it says
        the same in the same place. The mouse rests where it was.
        """
        self._mouse = before._mouse
        self.hover(self._mouse)
        for pointer in before.owners:
            held, at = before.held(pointer), before._last[pointer]
            if held is not None and held.answers(at):
                super().on(Intent("press", at, pointer=pointer))
                self._last[pointer] = at
                now, same = self.held(pointer), ("__class__", "box", "text", "values")
                if any(getattr(held, key, None) != getattr(now, key, None) for key in same):
                    super().on(Intent("lost", at, pointer=pointer))

    def release_all(self) -> None:
        """Let go of every pointer, as when the scene is covered."""
        for pointer in list(self.owners):
            super().on(Intent("lost", pointer=pointer))
        self._spent.clear()
        self.hover(None)

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas.within(self.frame))


# The focus ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Spot:
    """A place a scene offers to the keys: its key, its middle and half its size in table units.

    `half_height` is for places not as high as they are wide; those `on_grid` lie in rows.
    """

    key: Hashable
    center: Point
    half: float = 36.0
    round: bool = False
    half_height: float | None = None
    on_grid: bool = False

    @classmethod
    def over(cls, key: Hashable, box: Box) -> Self:
        """A spot as large as a box."""
        return cls(key, box.center, box.w / 2, half_height=box.h / 2)

    @property
    def box(self) -> Box:
        (x, y), wide = self.center, self.half
        high = wide if self.half_height is None else self.half_height
        return Box(x - wide, y - high, 2 * wide, 2 * high)


Thing: TypeAlias = Widget | Spot


class _Item(NamedTuple):
    thing: Thing
    box: Box
    layer: Layer | None
    rows: Scroller | None = None
    """What it scrolls in."""


class Focus:
    """The focus of one keyboard or gamepad."""

    def __init__(self) -> None:
        self.visible = False
        self.current: Thing | None = None
        self._seen: Thing | None = None  # there the first key after hands only shows it once more

    def on(
        self, intent: Intent, layers: Sequence[Layer], spots: Sequence[Spot] = ()
    ) -> Spot | bool:
        """React to keys; a Spot when one was confirmed, True when otherwise taken."""
        if intent.kind in ("press", "tap", "wheel"):
            self._seen, self.visible = self.current if self.visible else self._seen, False
        if intent.kind == "command" and intent.name in LEAPS:
            return self._leap(intent.name, layers)
        if intent.kind not in ("focus", "confirm"):
            return False
        items = _items(layers, spots)
        if not items:
            return False
        if not self.visible:
            self.keep(spots)
        here, sideways = self._find(items), intent.vector != (0, 0)
        if here is None and isinstance(self.current, Spot) and self.visible and (
            sideways or intent.kind == "confirm"
        ):  # it waits there; Tab leads to what there is meanwhile
            return True
        shown, seen, self.visible = self.visible, self._seen, True
        if not shown or here is None:  # the first key only shows where the focus is
            self._go(here or items[0])
        if here is None or (not shown and (intent.kind == "focus" or here.thing in (*spots, seen))):
            return True
        if intent.kind == "focus":
            self._move(intent, items, here)
        elif isinstance(here.thing, Spot):
            return here.thing
        else:
            here.thing.activate()
        return True

    def keep(self, spots: Sequence[Spot]) -> None:
        """Leave a spot that is gone for the nearest one there is."""
        old = self.current
        if isinstance(old, Spot) and spots and all(spot.key != old.key for spot in spots):
            self.current = min(spots, key=lambda spot: math.dist(spot.center, old.center))

    def place(self, layers: Sequence[Layer], spots: Sequence[Spot] = ()) -> Box | None:
        """Where on the table it is, if it shows."""
        here = self._find(_items(layers, spots)) if self.visible else None
        return None if here is None else here.box

    def draw(self, canvas: Canvas, layers: Sequence[Layer], spots: Sequence[Spot] = ()) -> None:
        """Paint the ring on the table's canvas."""
        here = self._find(_items(layers, spots)) if self.visible else None
        if here is None:
            return
        if isinstance(here.thing, Spot):
            radius = here.thing.half if here.thing.round else 12
        else:
            radius = min(here.thing.radius, min(here.box.w, here.box.h) / 2)
        surfaces.focus_ring(canvas, here.box, radius)

    def _find(self, items: Sequence[_Item]) -> _Item | None:
        """The current thing among what is there now; spots are the same if their keys are."""
        here = _key(self.current)
        return next((item for item in items if _key(item.thing) == here), None)

    def _move(self, intent: Intent, items: Sequence[_Item], here: _Item) -> None:
        if intent.vector == (0, 0):
            index = items.index(here) + (1 if intent.value >= 0 else -1)
            self._go(items[index % len(items)])
            return
        way = intent.vector
        seen = items
        if here.layer is not None:  # rows are rows for whoever reads them
            frame = here.layer.frame
            way = frame.into_vector(way)
            seen = [item._replace(box=frame.into_box(item.box)) for item in items]
        if isinstance(here.thing, Widget) and here.thing.steer(way):
            return
        start = seen[items.index(here)]
        costs = [
            (cost, number) for number, item in enumerate(seen)
            if item is not start and (cost := _cost(start, item, way)) is not None
        ]
        if costs:
            self._go(items[min(costs)[1]])

    def _leap(self, command: str, layers: Sequence[Layer]) -> bool:
        """Leaf through what has the focus, or else through the longest there is; the focus stays
        in sight.
        """
        found = [
            child for layer in reached(layers) for child in layer.children
            if isinstance(child, Scroller) and child.visible and child.most
        ]
        if not found:
            return False
        inside = [each for each in found if any(t is self.current for t in each.targets())]
        rows = inside[0] if inside and self.visible else max(found, key=lambda each: each.most)
        before = self.current.box.center if isinstance(self.current, Widget) else None
        rows.leap(command)
        targets = [t for t in rows.targets() if rows.box.has(t.box.center)]
        if before is None or rows not in inside or not targets:
            return True
        x, y = before
        ends = {"first": rows.box.y, "last": rows.box.bottom}
        goal = x, ends.get(command, y)
        self.current = min(targets, key=lambda t: math.dist(t.box.center, goal))
        return True

    def _go(self, item: _Item) -> None:
        self.current = self._seen = item.thing
        if item.layer is not None and isinstance(item.thing, Widget):
            item.layer.reveal(item.thing)


def _key(thing: Thing | None) -> Hashable:
    return thing.key if isinstance(thing, Spot) else thing


def _items(layers: Sequence[Layer], spots: Sequence[Spot]) -> list[_Item]:
    """The spots, and the widgets from the last modal layer on."""
    found = [_Item(spot, spot.box, None) for spot in spots]
    for layer in reached(layers):
        for child in layer.children:
            rows = child if isinstance(child, Scroller) else None
            found += [
                _Item(each, layer.frame.out_box(each.box), layer, rows)
                for each in (child.targets() if child.visible else ())
            ]
    return found


def reached(layers: Sequence[Layer]) -> Iterator[Layer]:
    """The layers that can be seen, from the last modal one on."""
    first = max((i for i, layer in enumerate(layers) if layer.modal and layer.visible), default=0)
    return (layer for layer in layers[first:] if layer.visible)


def _cost(here: _Item, item: _Item, way: Point) -> tuple[float, ...] | None:
    """How far an arrow key's target is, as a key to sort by; None if it is in no such direction."""
    start, end = here.box, item.box
    dx, dy = end.x - start.x + (end.w - start.w) / 2, end.y - start.y + (end.h - start.h) / 2
    along = dx * way[0] + dy * way[1]
    if along <= 1:
        return None
    across = abs(dx * way[1]) + abs(dy * way[0])
    aside = bool(way[0]) and across >= max(start.h, end.h) / 2
    grids = [isinstance(each.thing, Spot) and each.thing.on_grid for each in (here, item)]
    if all(grids):  # by rows: so every spot is reached, whichever are missing
        return (0, aside, along + 0.3 * across) if way[0] else (0, round(along), across)
    reach = (start.h + end.h) / 2 if way[0] else (start.w + end.w) / 2
    beside = max(0.0, across - reach * 0.9)
    if beside > along * 3:
        return None
    if grids[1]:
        beside = 0.0  # onto a grid it need not go straight
    aside = aside and isinstance(here.thing, Widget) and isinstance(item.thing, Widget)
    if way[1] and here.rows is not None and here.rows is item.rows:
        return (0, aside, along + 0.3 * across + 3 * beside)  # its next row may be out of sight
    return (1, aside, along + 0.3 * across + 3 * beside)
