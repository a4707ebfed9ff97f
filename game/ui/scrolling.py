"""What is higher than its box: the scroller, lists of rows, and lists without an end.

    rows = List([Field(...), Toggle(...), Button(..., look="row")])
    rows.arrange(ruler, box)              # or natural(ruler, room), then place(box)
    rows = VirtualList(make, more, 104)   # make(index) is a row

A list is scrolled with one finger, the wheel, page keys, or by moving the focus; it glides on after
a flick and springs back at its ends. A finger that starts to scroll lets go of the row below it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from sys import maxsize
from typing import Final

from game.ui import surfaces
from game.ui.canvas import Canvas
from game.ui.fonts import TextMetrics
from game.ui.frame import Box, Point
from game.ui.intents import Intent
from game.ui.theme import GAP, TOUCH, with_alpha
from game.ui.widgets import Group, Widget

AHEAD = 2
"""How many rows of a virtual list are kept ready beyond both edges, for keys to walk to."""
LEAPS: Final = ("page_up", "page_down", "first", "last")
"""The commands that leaf through what is scrolled."""
EARLY = 8
"""How many rows before its end more of them are asked for."""


class Scroller(Group):
    """What is higher than its box and is moved up and down in it. `length` is its whole height."""

    KNEE = 0.35
    """How much of a drag counts beyond the ends."""

    def __init__(self, children: Sequence[Widget] = ()) -> None:
        super().__init__(children)
        self.metrics = TextMetrics()
        self.offset, self.length = 0.0, 0.0
        self._speed = 0.0
        self._drawn = 0.0
        self._finger: str | None = None
        self._reach: dict[str, Point] = {}

    def arrange(self, metrics: TextMetrics, box: Box) -> None:
        """Put it into the box, scrolled to where it was."""
        self.metrics = metrics
        self.place(box)

    @property
    def most(self) -> float:
        """The largest offset; what is too long by a rounding error is not too long."""
        over = self.length - self.box.h
        return over if over > 1 else 0.0

    def on(self, intent: Intent) -> bool:
        match intent.kind:
            case "wheel":
                if super().on(intent):
                    return True
                if not self.most:
                    return False
                self.scroll_to(self.offset - intent.value * TOUCH)
                return True
            case "press":
                self._speed = 0.0
                self._reach[intent.pointer] = intent.pos
            case "drag" if self._drag(intent):
                return True
            case "release" | "lost":
                self._reach.pop(intent.pointer, None)
                if self._finger == intent.pointer:
                    self._finger = None
                    return True
        super().on(intent)
        return True

    def _drag(self, intent: Intent) -> bool:
        if self._finger == intent.pointer:
            self._pull(intent.vector[1])
            return True
        begun = self._reach.get(intent.pointer)
        if self._finger or not intent.moved or begun is None or not self.most:
            return False
        across, along = abs(intent.pos[0] - begun[0]), abs(intent.pos[1] - begun[1])
        held = self.held(intent.pointer)
        if across > along:
            if held is not None and held.sideways:
                self._reach.pop(intent.pointer)
            return False
        super().on(replace(intent, kind="lost"))
        self._finger = intent.pointer
        self._pull(intent.pos[1] - begun[1])
        return True

    def _pull(self, dy: float) -> None:
        outside = self.offset < 0 or self.offset > self.most
        self.move_to(self.offset - dy * (self.KNEE if outside else 1.0))
        self._drawn -= dy

    def move_to(self, offset: float) -> None:
        change = self.offset - offset
        self.offset = offset
        for child in self.children:
            child.place(child.box.moved(0, change))

    def scroll_to(self, offset: float) -> None:
        """Show what lies so far below the beginning, as far as there is anything."""
        self._speed = 0.0
        self.move_to(max(0.0, min(self.most, offset)))

    @property
    def line(self) -> float:
        """How much of a page is seen again on the next one."""
        return TOUCH

    def leap(self, command: str) -> None:
        """Go on by a page or to an end, as one of the `LEAPS` says."""
        page = self.box.h - self.line
        ways = {"page_up": -page, "page_down": page, "first": -self.offset}
        if command == "last":
            self.to_end()
        else:
            self.scroll_to(self.offset + ways[command])

    def to_end(self) -> None:
        """Show what lies at the very end."""
        self.scroll_to(self.most)

    def reveal(self, target: Widget) -> None:
        super().reveal(target)
        if any(target is t for child in self.children for t in child.targets()):
            above = self.box.y + 2 * GAP - target.box.y
            below = target.box.bottom - self.box.bottom + 2 * GAP
            if above > 0:
                self.scroll_to(self.offset - above)
            elif below > 0:
                self.scroll_to(self.offset + below)

    def steer(self, vector: Point) -> bool:
        before = self.offset
        self.scroll_to(self.offset + vector[1] * TOUCH * 1.5)
        return self.offset != before

    def update(self, seconds: float) -> None:
        super().update(seconds)
        if seconds <= 0:
            return
        if self._finger:
            self._speed = 0.6 * self._drawn / seconds + 0.4 * self._speed
            self._drawn = 0.0
            return
        self._drawn = 0.0
        goal = max(0.0, min(self.most, self.offset))
        if goal != self.offset:
            rest = (self.offset - goal) * max(0.0, 1 - 12 * seconds)
            self._speed = 0.0
            self.move_to(goal if abs(rest) < 0.5 else goal + rest)
        elif abs(self._speed) > 5:
            self.move_to(self.offset + self._speed * seconds)
            self._speed *= max(0.0, 1 - 3.2 * seconds)
        else:
            self._speed = 0.0

    def hit(self, point: Point) -> bool:
        return self.visible and self.box.has(point)

    def tappable(self) -> Iterator[Box]:
        for box in super().tappable():
            top, bottom = max(box.y, self.box.y), min(box.bottom, self.box.bottom)
            if top < bottom:
                yield Box(box.x, top, box.w, bottom - top)

    def hover(self, point: Point | None) -> None:
        super().hover(point if point is not None and self.box.has(point) else None)

    def draw(self, canvas: Canvas) -> None:
        """Paint what can be seen of it, fading where there is more."""
        whole = self.box.inset(-8)
        with canvas.clipped(whole):
            self.draw_inside(canvas)
            for top, more in ((True, self.offset > 4), (False, self.offset < self.most - 4)):
                if more:
                    surfaces.veil(canvas, whole, self.tone.ground, top)
        if self.most:  # where in the whole we are
            shown = max(0.0, min(1.0, self.offset / self.most))
            high = max(36.0, self.box.h * (self.box.h / self.length))
            bar = Box(self.box.right + 2, self.box.y + shown * (self.box.h - high), 6, high)
            canvas.fill(bar, with_alpha(self.tone.faded, 0.7), 3)

    def draw_inside(self, canvas: Canvas) -> None:
        for child in self.children:
            near = child.box.bottom > self.box.y - 20 and child.box.y < self.box.bottom + 20
            if near:
                child.render(canvas)


class List(Scroller):
    """Rows one below the other."""

    def __init__(self, rows: Sequence[Widget], *, gap: float = GAP) -> None:
        super().__init__(rows)
        self.gap = gap

    def natural(self, metrics: TextMetrics, room: float = 1e6) -> Point:
        heights = [row.natural(metrics, room)[1] for row in self.children if row.visible]
        return room, sum(heights) + self.gap * max(0, len(heights) - 1)

    def place(self, box: Box) -> None:
        self.box = box
        y = box.y
        for row in self.children:
            if row.visible:
                height = row.natural(self.metrics, box.w - GAP)[1]
                row.place(Box(box.x, y, box.w - GAP, height))
                y += height + self.gap
        self.length = max(0.0, y - self.gap - box.y)
        wish, self.offset = self.offset, 0.0
        self.scroll_to(wish)

    @property
    def line(self) -> float:
        """A row that is cut off on a page is whole on the next one, if it is not too high."""
        highest = max((row.box.h for row in self.children), default=0.0)
        return max(TOUCH, min(highest, self.box.h / 3))

    def targets(self) -> Iterator[Widget]:
        """Rows that keys can reach; where there are none, the list itself, to be scrolled."""
        rows = tuple(super().targets())
        yield from rows or ((self,) if self.visible and self.most else ())

    def show(self, row: Widget) -> None:
        """Scroll so that a row can be seen."""
        if row.box.y < self.box.y or row.box.bottom > self.box.bottom:
            self.scroll_to(row.box.y - self.box.y + self.offset - self.box.h / 3)


class VirtualList(Scroller):
    """A list without an end: equally high rows, made when they come into sight, forgotten when
    they go.

    `make` builds the row with a number. Shortly before the last known row comes into sight,
    `more` is called for others; it raises `count`.
    """

    def __init__(
        self, make: Callable[[int], Widget], more: Callable[[], object], high: float, *,
        gap: float = GAP,
    ) -> None:
        super().__init__()
        self.make, self.more = make, more
        self.high, self.gap, self.step = high, gap, high + gap
        self.count = 0
        self._rows: dict[int, Widget] = {}
        self._ended = False

    @property
    def line(self) -> float:
        return self.step

    def to_end(self) -> None:
        self.show(maxsize)  # as far as there is more

    def place(self, box: Box) -> None:
        self.box = box
        self._rows.clear()
        self._bring()
        self.scroll_to(self.offset)

    def show(self, index: int) -> None:
        """Scroll so that a row lies in the upper part of what can be seen."""
        self._bring(index)
        self.scroll_to(index * self.step - self.box.h / 3)

    def move_to(self, offset: float) -> None:
        self.offset = offset
        self._bring()

    def _bring(self, index: int = 0) -> None:
        """Have the rows that can be seen, and a few around them, and no others; know of as many
        as make this one known.
        """
        first = max(0, int(self.offset // self.step) - AHEAD)
        last = int((self.offset + self.box.h) // self.step) + AHEAD
        while max(index, last) >= self.count - EARLY and not self._ended:
            before = self.count
            self.more()
            self._ended = self.count == before
        self.length = max(0.0, self.count * self.step - self.gap)
        wanted = range(first, min(self.count, last + 1))
        held = {id(owner) for owner in self.owners.values()}
        kept = {i: row for i, row in self._rows.items() if i in wanted or id(row) in held}
        for index in wanted:
            if index not in kept:
                kept[index] = self.make(index)
                kept[index].natural(self.metrics, self.box.w - GAP)
                kept[index].lie_on(self.tone)
        self._rows = dict(sorted(kept.items()))
        for index, row in self._rows.items():
            y = self.box.y + index * self.step - self.offset
            row.place(Box(self.box.x, y, self.box.w - GAP, self.high))
        self.children = list(self._rows.values())
