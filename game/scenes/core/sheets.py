"""Sheets of paper that scenes are written on: the page, its title, its way back, its headings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.ui.canvas import Canvas
from game.ui.fonts import TextMetrics
from game.ui.frame import Box, Point
from game.ui.scrolling import List
from game.ui.surfaces import PAPER
from game.ui.theme import GAP, GOLD, INK, LARGE, SHADE, TITLE, TOUCH, mix
from game.ui.widgets import Button, Label, Panel, Widget

if TYPE_CHECKING:
    from game.scenes.core.menu import MenuScene

MARGIN = 28.0
PAD = 36.0
HEAD = 180.0
"""What title, margins and rule of a sheet take from its height."""


class Sheet:
    """A sheet in the middle of the table with a title and a button that closes it.

    `body` is where the content goes; `foot` keeps so much room free below it. A sheet without a
    title has neither head nor way back. `space` is where it may lie, if not anywhere.
    """

    def __init__(
        self, scene: MenuScene, title: str, *, width: float = 1200, height: float = 1e6,
        foot: float = 0.0, size: float = TITLE, space: Box | None = None,
    ) -> None:
        space = space or Box(0, 0, *scene.size).inset(MARGIN)
        box = Box.around(space.center, min(width, space.w), min(height, space.h))
        self.box = box
        self.widgets: list[Widget] = [Panel("paper", box)]
        top = self._head(scene, title, size) if title else box.y + 26
        self.body = Box(box.x + PAD, top, box.w - 2 * PAD, box.bottom - 26 - foot - top)
        self.foot = Box(box.x + PAD, box.bottom - 26 - foot + GAP, box.w - 2 * PAD, foot - GAP)

    def _head(self, scene: MenuScene, title: str, size: float) -> float:
        """The title and the way back; gives where the content begins."""
        box = self.box
        size, room, text_high = _title(scene.metrics, title, box.w, size)
        high = max(TOUCH, text_high)
        label = Label(title, size, "serif", tone=PAPER)
        label.place(Box(box.x + PAD, box.y + 26 + (high - text_high) / 2, room, text_high))
        close = Button("", scene.cancel, icon="close", look="round", tone=PAPER)
        close.place(Box(box.right - PAD - TOUCH + 12, box.y + 26, TOUCH, TOUCH))
        top = box.y + 26 + high + 18
        self.widgets += [label, Rule(Box(box.x + PAD, top, box.w - 2 * PAD, 3)), close]
        return top + 18


def list_sheet(
    scene: MenuScene, title: str, rows: Sequence[Widget], gap: float
) -> list[Widget]:
    """A sheet with a list, as high as its rows, which stays where it was scrolled to."""
    width = min(1100.0, scene.size[0] - 2 * MARGIN)
    high = List(rows, gap=gap).natural(scene.metrics, width - 2 * PAD - GAP)[1]
    sheet = Sheet(scene, title, width=width, height=high + HEAD)
    return [*sheet.widgets, scene.scroll(rows, sheet.body, gap)]


def _title(
    metrics: TextMetrics, title: str, width: float, size: float
) -> tuple[float, float, float]:
    """The size at which no word is wider than the room, the room, and how high the title is."""
    room = width - 2 * PAD - TOUCH - 2 * GAP  # what the way back leaves
    widest = max(metrics.width(word, size, "serif") for word in title.split())
    size *= min(1.0, room / widest)
    return size, room, metrics.height(title, size, room, "serif")


def title_height(metrics: TextMetrics, title: str, width: float, size: float = TITLE) -> float:
    """How high the title of a sheet so wide is, in as many lines as it needs."""
    return max(TOUCH, _title(metrics, title, width, size)[2])


class Rule(Widget):
    """A fine line of brass."""

    passive = True

    def draw(self, canvas: Canvas) -> None:
        canvas.fill(self.box, (*mix(GOLD, SHADE, 0.15), 150))


class Section(Widget):
    """A heading inside a list."""

    passive = True

    def __init__(self, text: str, *, first: bool = False) -> None:
        super().__init__(tone=PAPER)
        self.text = text
        self.above = 4.0 if first else 22.0

    def natural(self, metrics: TextMetrics, room: float = 1e6) -> Point:
        return room, self.above + metrics.height(self.text, LARGE, room, "serif") + 8

    def draw(self, canvas: Canvas) -> None:
        top = self.box.x, self.box.y + self.above
        canvas.text(self.text, top, LARGE, mix(INK, GOLD, 0.32), "serif", room=self.box.w)
