"""A seat's part of Skud Pai Sho beside the board: the reserve, captured tiles, two buttons.

Everything is laid out in the tray's own coordinates, for high trays and for wide ones.
"""

from collections.abc import Collection, Hashable, Sequence
from typing import Final

from game.rules.pai_sho.board import ALL_KINDS, CODES, Code, Hand, Kind, kind_of, owner_of
from game.rules.skud_pai_sho.state import DECLINE
from game.scenes.pai_sho.art import TileArt
from game.scenes.pai_sho.explained import ties
from game.scenes.pai_sho.garden import WOOD
from game.scenes.play.tray import PAD, Tray
from game.scenes.skud_pai_sho.picks import HarmonyLensButton, Pick
from game.scenes.skud_pai_sho.words import Words
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.layer import Spot
from game.ui.surfaces import upright
from game.ui.theme import GAP, INK, IVORY, LAMP, SMALL, TOUCH, USUAL, Design, mix
from game.ui.widgets import Button

PITCH: Final = 84.0
"""From tile to tile in the reserve, at least: what a finger needs."""
WIDEST: Final = 104.0
BRIM: Final = 6.0
"""Between a low tray's edge and its tiles."""
ROW, SHELF = 56.0, 44.0
"""How high the rows of the reserve and the captured tiles are at least; where upright trays have
less room than that, their buttons are beside the last row."""
LEGIBLE: Final = 150.0
"""The side of a circle of flowers that can still be read."""
SPENT: Final = 0.22
"""How much is seen of a kind of which none is left."""


class SeatTray(Tray):
    """A tray that leaves a reserve its rows, if need be at the words' cost."""

    @property
    def head(self) -> Box:
        head, high = super().head, self.frame.size[1]
        rows = 3 * TOUCH + GAP + 2 * PAD
        if self.wide or self.folded:
            return head
        return Box(head.x, head.y, head.w, min(head.h, high - rows))


class Reserve:
    """Where everything lies in one tray, and how it looks; made anew for every layout."""

    def __init__(self, tray: Tray, scale: float, words: Words, design: Design = USUAL) -> None:
        self.tray = tray
        content, columns = tray.content, 4 if tray.content.w >= 4 * PITCH else 3
        least = ROW * len(ALL_KINDS) / columns + 2 * TOUCH + 3 * GAP + SHELF
        self.brief = tray.wide or content.h < least
        """Whether the buttons are beside each other."""
        self.harmony_lens = Button("" if self.brief else words.t("table.lens"), icon="eye")
        self.decline = Button(words.t("table.decline"), icon="close")
        self._cells: dict[Kind, Box] = {}
        top = content.bottom - TOUCH
        if self.brief and not tray.wide:  # the last row has room for the buttons
            whole = Box(BRIM, content.bottom - 3 * TOUCH, tray.frame.size[0] - 2 * BRIM, 3 * TOUCH)
            self._lay(whole, 5, TOUCH)
            content, top = whole.beyond(whole.x + 0.4 * whole.w), whole.bottom - TOUCH
            self.decline.icon = ""
        if tray.wide:
            self._lay(content, 6, (content.h - TOUCH - GAP) / 2)
        if self.brief:
            rest = content.w - TOUCH - GAP
            wide = min(190.0, content.w * 0.36) if tray.wide else rest
            self.harmony_lens.place(Box(content.right - TOUCH, top, TOUCH, TOUCH))
            self.decline.place(Box(content.x + rest - wide, top, wide, TOUCH))
            self._shelf = Box(content.x, top, rest - (wide + 2 * GAP) * tray.wide, TOUCH)
        else:
            room = content.h - 2 * TOUCH - 3 * GAP - SHELF
            low = self._lay(content, columns, max(ROW, room * columns / len(ALL_KINDS)))
            self.harmony_lens.place(Box(content.x, top, content.w, TOUCH))
            top -= TOUCH + GAP
            self.decline.place(Box(content.x, top, content.w, TOUCH))
            self._shelf = Box(content.x, low + GAP, content.w, top - low - 2 * GAP)
        self.shelf_at = tray.frame.out(self._shelf.center)
        """Where captured tiles go, on the table."""
        self.decline_spot = self._spot(DECLINE, self.decline.box)
        self.harmony_lens_spot = self._spot(HarmonyLensButton(tray.seat), self.harmony_lens.box)
        self.art = TileArt(self._tile * scale, design)
        """The pictures of the reserve's tiles."""

    def _lay(self, content: Box, columns: int, high: float) -> float:
        """Basics first, row by row; then lotus, orchid and the accents. Gives where they end."""
        across, down = content.w / columns, min(WIDEST, high)
        size = min(across, WIDEST + GAP) - 2, down - 4
        for i, kind in enumerate(ALL_KINDS):
            row, column = divmod(i, columns)
            center = content.x + (column + 0.5) * across, content.y + (row + 0.5) * down
            self._cells[kind] = Box.around(center, *size)
        self._tile = min(across, down, WIDEST) * 0.80
        """A tile's diameter."""
        return content.y + down * len(ALL_KINDS) / columns

    def at(self, kind: Kind) -> Point:
        """Where a kind lies on the table."""
        return self.tray.frame.out(self._cells[kind].center)

    def spots(self) -> list[Spot]:
        """The kinds of the reserve."""
        return [self.spot_of(kind, Pick(hand=kind)) for kind in self._cells]

    def spot_of(self, kind: Kind, key: Hashable) -> Spot:
        """A kind of the reserve, as a spot with this key."""
        return self._spot(key, self._cells[kind])

    def _spot(self, key: Hashable, box: Box) -> Spot:
        return Spot.over(key, self.tray.frame.out_box(box))

    @property
    def captured_side(self) -> float:
        """The room of a captured tile."""
        return min(self._shelf.h, 52.0)

    def captured_at(self, count: int) -> list[Point]:
        """Where so many captured tiles lie in the tray: the closer together the more there are."""
        box, side = self._shelf, self.captured_side
        step = min(side, (box.w - side) / max(1, count - 1))
        return [(box.x + side / 2 + i * step, box.center[1]) for i in range(count)]

    # Painting ------------------------------------------------------------------------------------

    def paint(
        self, canvas: Canvas, hand: Hand, captured: Sequence[Code],
        playable: Collection[Kind] = (), picked: Kind | None = None, hinted: Kind | None = None,
    ) -> None:  # fmt: skip
        """Paint the hand, and on the shelf the tiles captured.

        The canvas is the tray's frame. Playable kinds glow, as do the picked and the hinted one.
        """
        art, wood = self.art, WOOD[self.tray.seat]
        for kind, cell in self._cells.items():
            count, code, center = hand[kind], CODES[kind], cell.center
            if count == 0:
                canvas.picture(art.tile(code, wood, False, 0), center, SPENT)
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
        small = TileArt(self.captured_side * 0.9 * canvas.scale, canvas.design)
        for tile, at in zip(captured, self.captured_at(len(captured)), strict=True):
            small.put(canvas, at, CODES[kind_of(tile)], WOOD[owner_of(tile)])

    def paint_ties(self, canvas: Canvas, code: Code) -> None:
        """The circle around a flower in hand, over the captured tiles, where there is room."""
        picture, shelf = ties(kind_of(code), WOOD[owner_of(code)]), self._shelf
        room = Box(shelf.x, shelf.y, shelf.w, self.decline.box.bottom - shelf.y)
        side = min(room.w, room.h)
        if picture is not None and side >= LEGIBLE:
            upright(canvas, Box.around(room.center, side, side), picture.paint)
