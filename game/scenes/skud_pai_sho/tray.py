"""A seat's part of Skud Pai Sho beside the board: the reserve, captured tiles, two buttons.

Everything is laid out in the tray's own coordinates, for high trays and for wide ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from game.rules.pai_sho.board import ALL_KINDS, CODES, Code, Hand, Kind, kind_of, owner_of
from game.scenes.pai_sho.art import TileArt
from game.scenes.pai_sho.garden import WOOD
from game.scenes.play.tray import Tray
from game.ui.canvas import Canvas
from game.ui.focus import Spot
from game.ui.frame import Box, Point
from game.ui.theme import GAP, INK, IVORY, LAMP, LINEN, SMALL, TOUCH, mix, with_alpha
from game.ui.widgets import Button

PITCH: Final = 84.0
"""From tile to tile in the reserve, at least: what a finger needs."""
WIDEST: Final = 104.0
LINES: Final = 84.0
"""The height that three lines of the lens want."""
SPENT: Final = 0.22
"""How much is seen of a kind of which none is left."""


class Plan:
    """Where everything lies in one tray."""

    def __init__(self, tray: Tray) -> None:
        self.tray = tray
        self.cells: dict[Kind, Point] = {}
        self.half = (36.0, 36.0)
        """Half a cell's width and height."""
        self.tile = 60.0
        """A tile's diameter."""
        self.shelf = Box(0, 0, 0, 0)
        """Where captured tiles lie, or what the lens tells stands."""
        self.lens = Button(icon="eye")
        self.decline = Button(icon="close")

    def arrange(self) -> None:
        """Lay everything out anew for the tray's frame."""
        content = self.tray.content
        if self.tray.wide:
            self._arrange_wide(content)
        else:
            self._arrange_tall(content)

    def _arrange_tall(self, content: Box) -> None:
        columns = 4 if content.w >= 4 * PITCH else 3
        rows = len(ALL_KINDS) // columns
        buttons = 2 * TOUCH + GAP
        room = content.h - buttons - 2 * GAP
        high = min(WIDEST, max(56.0, (room - LINES) / rows))
        self._cells(Box(content.x, content.y, content.w, high * rows), columns)
        low = content.bottom - buttons
        top = content.y + high * rows + GAP
        self.shelf = Box(content.x, top, content.w, low - GAP - top)
        self.decline.place(Box(content.x, low, content.w, TOUCH))
        self.lens.place(Box(content.x, low + TOUCH + GAP, content.w, TOUCH))

    def _arrange_wide(self, content: Box) -> None:
        columns = 6
        rows = len(ALL_KINDS) // columns
        high = min(WIDEST, (content.h - TOUCH - GAP) / rows)
        self._cells(Box(content.x, content.y, content.w, high * rows), columns)
        top = content.bottom - TOUCH
        self.lens.place(Box(content.right - TOUCH, top, TOUCH, TOUCH))
        wide = min(190.0, content.w * 0.36)
        self.decline.place(Box(content.right - TOUCH - GAP - wide, top, wide, TOUCH))
        self.shelf = Box(content.x, top, content.w - TOUCH - wide - 3 * GAP, TOUCH)

    def _cells(self, box: Box, columns: int) -> None:
        """Basics first, row by row; then lotus, orchid and the accents."""
        rows = len(ALL_KINDS) // columns
        across, down = box.w / columns, box.h / rows
        for i, kind in enumerate(ALL_KINDS):
            column, row = i % columns, i // columns
            self.cells[kind] = (box.x + (column + 0.5) * across, box.y + (row + 0.5) * down)
        self.half = min(across, WIDEST + GAP) / 2 - 2, down / 2 - 2
        self.tile = min(across, down, WIDEST) * 0.80

    def art(self, scale: float) -> TileArt:
        """The pictures of the reserve's tiles."""
        return TileArt(self.tile * scale)

    def at(self, kind: Kind) -> Point:
        """Where a kind lies on the table."""
        return self.tray.frame.out(self.cells[kind])

    def shelf_at(self) -> Point:
        """Where captured tiles go, on the table."""
        return self.tray.frame.out(self.shelf.center)

    def spots(self) -> list[Spot]:
        """The kinds of the reserve as spots."""
        return [
            self._spot(f"hand:{CODES[kind]}", Box.around(self.cells[kind], *self._size))
            for kind in ALL_KINDS
        ]

    @property
    def _size(self) -> Point:
        return 2 * self.half[0], 2 * self.half[1]

    def button_spot(self, key: str, button: Button) -> Spot:
        return self._spot(f"{key}:{self.tray.seat}", button.box)

    def _spot(self, key: str, box: Box) -> Spot:
        out = self.tray.frame.out_box(box)
        return Spot(key, out.center, out.w / 2, half_height=out.h / 2)

    def kind_at(self, point: Point) -> Kind | None:
        """The kind whose cell lies under a point of the table."""
        inner = self.tray.frame.into(point)
        for kind, center in self.cells.items():
            if Box.around(center, *self._size).has(inner):
                return kind
        return None


@dataclass(frozen=True, slots=True)
class Shelf:
    """What a tray shows: the hand, which kinds can be played now, the picked one, captures."""

    hand: Hand
    playable: frozenset[Kind] = frozenset()
    picked: Kind | None = None
    hinted: Kind | None = None
    captured: Sequence[Code] = ()
    words: tuple[str, ...] = ()
    """What the lens tells, line by line."""


def paint_reserve(canvas: Canvas, plan: Plan, art: TileArt, shown: Shelf) -> None:
    """Paint the reserve into a tray; the canvas is the tray's frame."""
    wood = WOOD[plan.tray.seat]
    for kind, center in plan.cells.items():
        count, code = shown.hand[kind], CODES[kind]
        if count == 0:
            canvas.picture(art.tile(code, wood), center, SPENT)
            continue
        lit = kind in shown.playable
        if lit or kind == shown.picked:
            strong = kind == shown.picked
            canvas.picture(art.glow(LAMP, 0.95 if strong else 0.5), center)
        if count > 1:
            art.put(canvas, (center[0] + 4, center[1] + 5), code, wood)
        art.put(canvas, center, code, wood, lift=0.6 if kind == shown.picked else 0.0)
        _paint_count(canvas, plan, center, count)
        if kind == shown.hinted:
            canvas.ring(center, plan.tile * 0.58, mix(LAMP, IVORY, 0.2), 4)
    _paint_shelf(canvas, plan, shown)


def _paint_count(canvas: Canvas, plan: Plan, center: Point, count: int) -> None:
    if count < 2:
        return
    at = center[0] + plan.tile * 0.40, center[1] - plan.tile * 0.38
    canvas.disc(at, 15, mix(INK, IVORY, 0.55))
    canvas.disc(at, 13.5, INK)
    canvas.label(str(count), at, SMALL, IVORY, "bold")


def _paint_shelf(canvas: Canvas, plan: Plan, shown: Shelf) -> None:
    """The tiles captured, closer together the more there are; or the words of the lens."""
    box = plan.shelf
    if shown.words:
        canvas.fill(box, with_alpha(INK, 0.35), 12)
        size, line = 22.0, canvas.line_height(22.0)
        while size > 14 and not _fits(canvas, shown.words, size, box):
            size -= 1
            line = canvas.line_height(size)
        top = box.y + (box.h - line * len(shown.words)) / 2
        for number, words in enumerate(shown.words):
            canvas.text(words, (box.x + GAP, top + number * line), size, LINEN)
        return
    if not shown.captured:
        return
    side = min(box.h, 52.0)
    small = TileArt(side * 0.9 * canvas.scale)
    count = len(shown.captured)
    step = min(side, (box.w - side) / max(1, count - 1))
    for i, code in enumerate(shown.captured):
        at = box.x + side / 2 + i * step, box.center[1]
        small.put(canvas, at, CODES[kind_of(code)], WOOD[owner_of(code)])


def _fits(canvas: Canvas, words: Sequence[str], size: float, box: Box) -> bool:
    widest = max(canvas.text_size(line, size)[0] for line in words)
    return widest <= box.w - 2 * GAP and canvas.line_height(size) * len(words) <= box.h
