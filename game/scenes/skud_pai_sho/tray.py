"""A seat's part of Skud Pai Sho beside the board: the reserve, captured tiles, two buttons.

Everything is laid out in the tray's own coordinates, for high trays and for wide ones.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from game.rules.pai_sho.board import ALL_KINDS, CODES, Code, Hand, Kind, kind_of, owner_of
from game.rules.skud_pai_sho.notation import DECLINE
from game.scenes.pai_sho.art import TileArt
from game.scenes.pai_sho.garden import WOOD
from game.scenes.play.tray import Tray
from game.scenes.skud_pai_sho.picks import Key, LensButton, Pick
from game.scenes.skud_pai_sho.words import Words
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.layer import Spot
from game.ui.theme import GAP, INK, IVORY, LAMP, LINEN, SMALL, TOUCH, mix, with_alpha
from game.ui.widgets import Button

PITCH: Final = 84.0
"""From tile to tile in the reserve, at least: what a finger needs."""
WIDEST: Final = 104.0
LINES: Final = 84.0
"""The height that three lines of the lens want."""
SPENT: Final = 0.22
"""How much is seen of a kind of which none is left."""


class Reserve:
    """Where everything lies in one tray, and how it looks; made anew for every layout."""

    def __init__(self, tray: Tray, scale: float, words: Words) -> None:
        self.tray = tray
        self.lens = Button("" if tray.wide else words.t("table.lens"), icon="eye")
        self.decline = Button(words.t("table.decline"), icon="close")
        self._cells: dict[Kind, Box] = {}
        if tray.wide:
            self._arrange_wide(tray.content)
        else:
            self._arrange_tall(tray.content)
        self.art = TileArt(self._tile * scale)
        """The pictures of the reserve's tiles."""

    def _arrange_tall(self, content: Box) -> None:
        columns = 4 if content.w >= 4 * PITCH else 3
        rows = len(ALL_KINDS) // columns
        buttons = 2 * TOUCH + GAP
        room = content.h - buttons - 2 * GAP
        high = min(WIDEST, max(56.0, (room - LINES) / rows))
        self._lay(Box(content.x, content.y, content.w, high * rows), columns)
        low = content.bottom - buttons
        top = content.y + high * rows + GAP
        self._shelf = Box(content.x, top, content.w, low - GAP - top)
        self.decline.place(Box(content.x, low, content.w, TOUCH))
        self.lens.place(Box(content.x, low + TOUCH + GAP, content.w, TOUCH))

    def _arrange_wide(self, content: Box) -> None:
        columns = 6
        rows = len(ALL_KINDS) // columns
        high = min(WIDEST, (content.h - TOUCH - GAP) / rows)
        self._lay(Box(content.x, content.y, content.w, high * rows), columns)
        top = content.bottom - TOUCH
        self.lens.place(Box(content.right - TOUCH, top, TOUCH, TOUCH))
        wide = min(190.0, content.w * 0.36)
        self.decline.place(Box(content.right - TOUCH - GAP - wide, top, wide, TOUCH))
        self._shelf = Box(content.x, top, content.w - TOUCH - wide - 3 * GAP, TOUCH)

    def _lay(self, box: Box, columns: int) -> None:
        """Basics first, row by row; then lotus, orchid and the accents."""
        rows = len(ALL_KINDS) // columns
        across, down = box.w / columns, box.h / rows
        size = min(across, WIDEST + GAP) - 4, down - 4
        for i, kind in enumerate(ALL_KINDS):
            row, column = divmod(i, columns)
            center = box.x + (column + 0.5) * across, box.y + (row + 0.5) * down
            self._cells[kind] = Box.around(center, *size)
        self._tile = min(across, down, WIDEST) * 0.80
        """A tile's diameter."""

    def at(self, kind: Kind) -> Point:
        """Where a kind lies on the table."""
        return self.tray.frame.out(self._cells[kind].center)

    def shelf_at(self) -> Point:
        """Where captured tiles go, on the table."""
        return self.tray.frame.out(self._shelf.center)

    def spots(self) -> list[Spot]:
        """The kinds of the reserve."""
        return [self._spot(Pick(hand=kind), box) for kind, box in self._cells.items()]

    def decline_spot(self) -> Spot:
        return self._spot(DECLINE, self.decline.box)

    def lens_spot(self) -> Spot:
        return self._spot(LensButton(self.tray.seat), self.lens.box)

    def _spot(self, key: Key, box: Box) -> Spot:
        out = self.tray.frame.out_box(box)
        return Spot(key, out.center, out.w / 2, half_height=out.h / 2)

    def kind_at(self, point: Point) -> Kind | None:
        """The kind whose cell lies under a point of the table."""
        inner = self.tray.frame.into(point)
        return next((kind for kind, box in self._cells.items() if box.has(inner)), None)

    # Painting ------------------------------------------------------------------------------------

    def paint(
        self,
        canvas: Canvas,
        hand: Hand,
        captured: Sequence[Code],
        told: Sequence[str] = (),
        playable: Collection[Kind] = (),
        picked: Kind | None = None,
        hinted: Kind | None = None,
    ) -> None:
        """Paint the hand, and on the shelf what the lens told or else the tiles captured.

        The canvas is the tray's frame. Playable kinds glow, as do the picked and the hinted one.
        """
        art, wood = self.art, WOOD[self.tray.seat]
        for kind, cell in self._cells.items():
            count, code, center = hand[kind], CODES[kind], cell.center
            if count == 0:
                canvas.picture(art.tile(code, wood), center, SPENT)
                continue
            strong = kind == picked
            if strong or kind in playable:
                canvas.picture(art.glow(LAMP, 0.95 if strong else 0.5), center)
            if count > 1:
                art.put(canvas, (center[0] + 4, center[1] + 5), code, wood)
            art.put(canvas, center, code, wood, lift=0.6 if strong else 0.0)
            if count > 1:
                at = center[0] + self._tile * 0.40, center[1] - self._tile * 0.38
                canvas.disc(at, 15, mix(INK, IVORY, 0.55))
                canvas.disc(at, 13.5, INK)
                canvas.label(str(count), at, SMALL, IVORY, "bold")
            if kind == hinted:
                canvas.ring(center, self._tile * 0.58, mix(LAMP, IVORY, 0.2), 4)
        if told:
            self._paint_words(canvas, told)
        else:
            self._paint_captured(canvas, captured)

    def _paint_words(self, canvas: Canvas, words: Sequence[str]) -> None:
        """The words of the lens, in the largest size that fits."""
        box, size = self._shelf, 22.0
        canvas.fill(box, with_alpha(INK, 0.35), 12)
        while size > 14 and (
            max(canvas.text_size(line, size)[0] for line in words) > box.w - 2 * GAP
            or canvas.line_height(size) * len(words) > box.h
        ):
            size -= 1
        line = canvas.line_height(size)
        top = box.y + (box.h - line * len(words)) / 2
        for number, text in enumerate(words):
            canvas.text(text, (box.x + GAP, top + number * line), size, LINEN)

    def _paint_captured(self, canvas: Canvas, captured: Sequence[Code]) -> None:
        """The tiles captured, closer together the more there are."""
        box = self._shelf
        side = min(box.h, 52.0)
        small = TileArt(side * 0.9 * canvas.scale)
        step = min(side, (box.w - side) / max(1, len(captured) - 1))
        for i, code in enumerate(captured):
            at = box.x + side / 2 + i * step, box.center[1]
            small.put(canvas, at, CODES[kind_of(code)], WOOD[owner_of(code)])
