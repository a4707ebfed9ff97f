"""A list without an end: its rows are made when they come into sight and forgotten when they go.

    rows = Endless(make, more, 104)       # make(index) is a row, or None where there is none
    rows.count = 40                       # how many rows are known so far
    rows.arrange(ruler, box)

All rows are equally high, so thousands of them cost no more than those that can be seen. Shortly
before the last known row comes into sight, `more` is asked for others; it raises `count`.
"""

from __future__ import annotations

from collections.abc import Callable

from game.ui.frame import Box
from game.ui.scrolling import Scroller
from game.ui.surfaces import DARK, Tone
from game.ui.theme import GAP
from game.ui.widgets import Widget

AHEAD = 2
"""How many rows are kept ready beyond both edges, for keys to walk to."""
EARLY = 8
"""How many rows before the end more of them are asked for."""


class VirtualList(Scroller):
    """Rows by number; `make` builds one, `more` is called for further ones."""

    def __init__(
        self, make: Callable[[int], Widget], more: Callable[[], object], high: float, *,
        tone: Tone = DARK, gap: float = GAP,
    ) -> None:
        super().__init__((), tone)
        self.make, self.more = make, more
        self.high, self.gap = high, gap
        self.count = 0
        self._rows: dict[int, Widget] = {}
        self._ended = False

    @property
    def step(self) -> float:
        return self.high + self.gap

    def place(self, box: Box) -> None:
        self.box = box
        self._rows.clear()
        self._bring()
        self.scroll_to(self.offset)

    def renew(self) -> None:
        """What the rows are about has changed: make those in sight anew."""
        self._ended = False
        self.place(self.box)

    def show(self, index: int) -> None:
        """Scroll so that a row lies in the upper part of what can be seen."""
        while index >= self.count - EARLY and self._asked():
            pass
        self._bring()
        self.scroll_to(index * self.step - self.box.h / 3)

    def move_to(self, offset: float) -> None:
        self.offset = offset
        self._bring()

    def _asked(self) -> bool:
        """Ask for more rows; whether there were any."""
        before = self.count
        if not self._ended:
            self.more()
            self._ended = self.count == before
        return not self._ended

    def _bring(self) -> None:
        """Have the rows that can be seen, and a few around them, and no others."""
        first = max(0, int(self.offset // self.step) - AHEAD)
        last = int((self.offset + self.box.h) // self.step) + AHEAD
        while last >= self.count - EARLY and self._asked():
            pass
        self.length = max(0.0, self.count * self.step - self.gap)
        wanted = range(first, min(self.count, last + 1))
        held = {id(owner) for owner in self.owners.values()}
        kept = {i: row for i, row in self._rows.items() if i in wanted or id(row) in held}
        for index in wanted:
            if index not in kept:
                kept[index] = self.make(index)
                kept[index].natural(self.metrics, self.box.w - GAP)
        self._rows = dict(sorted(kept.items()))
        for index, row in self._rows.items():
            y = self.box.y + index * self.step - self.offset
            row.place(Box(self.box.x, y, self.box.w - GAP, self.high))
        self.children = list(self._rows.values())
