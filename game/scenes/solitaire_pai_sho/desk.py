"""A seat's desk in Solitaire Pai Sho: the bag, the tile in hand, its partners, what is left.

Everything is laid out once in the seat's own coordinates, for columns and for strips.
"""

from typing import Final

from game.rules.pai_sho.board import ACCENTS, ALL_KINDS, CODES, Hand, Kind
from game.rules.solitaire_pai_sho.state import PARTNERS
from game.scenes.pai_sho.art import TileArt
from game.scenes.pai_sho.garden import WOOD
from game.scenes.play.tray import Tray
from game.scenes.solitaire_pai_sho.garden import promise
from game.scenes.solitaire_pai_sho.scales import Stand, fitting
from game.ui import surfaces
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.theme import BODY, GAP, INK, IVORY, LAMP, LINEN, SMALL, TOUCH, with_alpha
from game.ui.widgets import fitted, write

TITLE: Final = 30.0
NAME: Final = 38.0
"""The height of the name under the tile in hand."""
PARTNER: Final = 44.0
LARGEST: Final = 214.0
"""The diameter of the tile in hand at most."""
SMALLEST: Final = 112.0
CELL: Final = 92.0
"""From kind to kind in a column's stock at most."""
ROOMY: Final = 300.0
"""From this height on the partners find room below a strip's words."""


class Desk:
    """Where things lie in a tray, and how they look; made anew for every layout.

    `choosing`: tiles are picked from the stock, there is no bag. `weighs`: the scales stand in
    the tray as well. Boxes and middles are the tray's; what ends in ``_at`` is the table's.
    """

    hand: Point
    radius: float
    """Middle and radius of the tile in hand."""
    name: Box
    title: Box
    """Where it says what the stock is."""
    stock: Box
    columns: int
    bag: Point | None = None
    bag_radius = 0.0
    partners: Box | None = None
    scales: Stand | None = None

    def __init__(self, tray: Tray, choosing: bool, weighs: bool) -> None:
        self.frame, self.wood, self.choosing = tray.frame, WOOD[tray.seat], choosing
        if tray.wide:
            self._lay_strip(tray.content, choosing, weighs)
            head, side = tray.head, min(PARTNER, tray.head.w / 9)
            if head.h > ROOMY:
                self.partners = Box(head.x, head.bottom - 2 * side, head.w, 2 * side)
        else:
            self._lay_column(tray.content, choosing, weighs)
        self.size = self.radius * 2 * 0.94
        """The diameter of the tile in hand."""
        self.hand_at = self.frame.out(self.hand)
        self.bag_at = self.frame.out(self.bag or self.hand)

    def cell(self, kind: Kind) -> Box:
        """Where a kind lies in the stock."""
        side = self.stock.w / self.columns
        row, column = divmod(kind - 1, self.columns)
        return Box(self.stock.x + column * side, self.stock.y + row * side, side, side)

    @property
    def partner(self) -> float:
        """The diameter of the tiles that go with the one in hand; 0 where they have no room."""
        return 0.0 if self.partners is None else 0.44 * self.partners.h

    def kind_at(self, kind: Kind) -> Point:
        return self.frame.out(self.cell(kind).center)

    def home(self, kind: Kind) -> Point:
        """Where a tile lies before it is laid: in the stock of who chooses, else in the hollow."""
        return self.kind_at(kind) if self.choosing else self.hand_at

    # Laying out --------------------------------------------------------------------------------

    def _lay_column(self, box: Box, choosing: bool, weighs: bool) -> None:
        """From top to bottom: hand and bag, the name, the partners, the stock, the scales."""
        below = weighs and not choosing
        scales = min(0.56 * box.w, 0.32 * box.h) + GAP if below else 0.0
        side = min(PARTNER, box.w / 9)
        room = box.h - scales - NAME - TITLE - GAP
        if choosing:  # large enough for fingers, else as large as there is room
            columns = 4 if box.w / 4 >= TOUCH else 3
        else:
            high = min(box.w / 4, CELL) * _rows(4)
            columns = 4 if room - 2 * side - high >= SMALLEST else 6
        self._lay_stock(box, box.bottom - scales, min(box.w / columns, CELL), columns)
        room -= self.stock.h
        partnered = room - 2 * side - GAP >= SMALLEST
        room -= 2 * side + GAP if partnered else 0.0
        row = Box(box.x, box.y, box.w, min(max(room, 72.0), LARGEST + 40))
        rest = self._lay_hand(row, 0.44 if weighs and choosing else 1.0 if choosing else 0.58)
        if partnered:
            self.partners = Box(box.x, row.bottom + NAME + GAP / 2, box.w, 2 * side)
        if below:
            self.scales = fitting(Box(box.x, box.bottom - scales + GAP, box.w, scales - GAP))
        elif weighs:
            self.scales = fitting(Box(rest.x, rest.y, rest.w, rest.h + NAME))
        if not choosing:
            self._lay_bag(rest)

    def _lay_strip(self, box: Box, choosing: bool, weighs: bool) -> None:
        """Side by side: hand, bag, and a block with the scales and the stock."""
        wide = box.w * (0.70 if choosing else 0.46)
        block = Box(box.right - wide, box.y, wide, box.h)
        columns = 4 if choosing or box.h > 300 else 6
        cell = min(block.w / columns, (box.h - TITLE) / _rows(columns))
        if weighs and not choosing:
            cell = min(cell, 0.44 * box.h / _rows(columns))
        self._lay_stock(block, block.bottom, cell, columns)
        row = Box(box.x, box.y, box.w - wide - GAP, box.h - NAME)
        if weighs and choosing:
            high = 0.5 * box.h
            self.scales = fitting(Box(box.x, box.bottom - high, row.w, high))
            row = Box(row.x, row.y, row.w, max(60.0, box.h - high - NAME))
        elif weighs:
            high = self.title.y - block.y - GAP / 2
            self.scales = fitting(Box(block.x, block.y, block.w, high))
        rest = self._lay_hand(row, 1.0 if choosing else 0.58)
        if not choosing:
            self._lay_bag(rest)

    def _lay_stock(self, box: Box, bottom: float, cell: float, columns: int) -> None:
        wide, high = cell * columns, cell * _rows(columns)
        self.columns = columns
        self.stock = Box(box.x + (box.w - wide) / 2, bottom - high, wide, high)
        self.title = Box(box.x, self.stock.y - TITLE, box.w, TITLE)

    def _lay_hand(self, row: Box, share: float) -> Box:
        """The hand at the left of a row, its name below; gives what is left of the row."""
        wide = row.w * share
        self.radius = min(row.h, wide - GAP, LARGEST) / 2
        self.hand = row.x + wide / 2, row.y + row.h / 2
        self.name = Box(row.x, self.hand[1] + self.radius + 4, wide, NAME)
        return Box(row.x + wide, row.y, row.w - wide, row.h)

    def _lay_bag(self, rest: Box) -> None:
        self.bag_radius = min(rest.w - GAP, rest.h) / 2 * 0.96
        lower = max(0.0, self.radius - self.bag_radius) * 0.5
        self.bag = rest.x + rest.w / 2, self.hand[1] + lower

    # Painting ----------------------------------------------------------------------------------

    def paint_hand(self, canvas: Canvas, kind: Kind, name: str, away: bool) -> None:
        """The tile in hand with its name; the hollow it leaves when it is away or not there."""
        box = Box.around(self.hand, 2 * self.radius, 2 * self.radius)
        surfaces.sunk(canvas, box, self.radius, (28, 17, 11), (70, 50, 36))
        if not kind:
            return
        if not away:
            art = TileArt(canvas.px(self.size), canvas.design)
            art.put(canvas, self.hand, CODES[kind], self.wood)
        size, lines = fitted(canvas, name, BODY, "serif", (self.name.w * 0.97, self.name.h))
        canvas.label("\n".join(lines), self.name.center, size, IVORY, "serif")

    def paint_partners(self, canvas: Canvas, kind: Kind, note: str) -> None:
        """What the tile in hand forms harmonies with, and what disharmonies; a note if nothing."""
        box = self.partners
        if box is None or not kind:
            return
        if kind in ACCENTS:
            canvas.label(note, box.center, SMALL, LINEN, "italic", room=box.w)
            return
        side = box.h / 2
        art = TileArt(canvas.px(self.partner), canvas.design)
        for row, partners in enumerate(PARTNERS):
            y = box.y + (row + 0.5) * side
            sign = promise(canvas.px(side * 0.36), row + 1)
            canvas.picture(sign, (box.x + side / 2, y))
            for number, other in enumerate(partners[kind]):
                art.put(canvas, (box.x + (number + 1.7) * side, y), CODES[other], self.wood)

    def paint_stock(
        self, canvas: Canvas, left: Hand, title: str, chosen: Kind, lively: bool
    ) -> None:
        """What may still come, kind by kind; `lively` when it may be chosen from."""
        write(canvas, title, self.title.moved(0, -4), SMALL, LINEN, "italic", "center")
        art = TileArt(canvas.px(self.cell(1).w * 0.76), canvas.design)
        for kind in ALL_KINDS:
            cell, code, count = self.cell(kind), CODES[kind], left[kind]
            center = cell.center[0] - cell.w * 0.04, cell.center[1] - cell.w * 0.03
            if not count:
                image = art.tile(code, self.wood, True, canvas.turn)
                canvas.picture_as_is(image, center, 0.28)
                continue
            if kind == chosen:
                canvas.picture_as_is(art.glow(LAMP, 0.85), center)
            art.put(canvas, center, code, self.wood, lift=0.6 if kind == chosen else 0.0)
            if lively and kind != chosen:
                canvas.ring(center, cell.w * 0.42, with_alpha(LAMP, 0.45), 2)
            radius = max(11.0, cell.w * 0.165)
            at = cell.right - radius - 1, cell.bottom - radius - 1
            canvas.disc(at, radius + 1.5, with_alpha(INK, 0.75))
            canvas.disc(at, radius, LINEN)
            # the disc does not grow with type
            size = max(SMALL - 2.0, radius * 1.5) / canvas.text_scale
            canvas.label(str(count), at, size, INK, "bold")


def _rows(columns: int) -> int:
    return -(-len(ALL_KINDS) // columns)
