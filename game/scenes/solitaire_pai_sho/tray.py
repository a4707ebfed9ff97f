"""A seat's desk in Solitaire Pai Sho: the bag, the tile in hand, its partners, what is left.

Everything is laid out once in the seat's own coordinates, for columns and for strips.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from game.rules.pai_sho.board import ACCENTS, ALL_KINDS, CODES, Hand, Kind
from game.rules.solitaire_pai_sho.state import DISHARMONISES, HARMONISES
from game.scenes.pai_sho.art import TileArt, Wood
from game.scenes.play.tray import Tray
from game.scenes.solitaire_pai_sho.garden import promise
from game.scenes.solitaire_pai_sho.scales import Place, fitting
from game.ui import surfaces
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.theme import BODY, GAP, INK, IVORY, LAMP, LINEN, SMALL, TOUCH, with_alpha
from game.ui.widgets import fitted

TITLE: Final = 30.0
NAME: Final = 38.0
"""The height of the name under the tile in hand."""
PARTNER: Final = 44.0
LARGEST: Final = 214.0
"""The diameter of the tile in hand at most."""
SMALLEST: Final = 112.0
ROOMY: Final = 300.0
"""From this height on the partners find room below a strip's words."""


@dataclass(frozen=True, slots=True)
class Desk:
    """Where things lie in a tray, in its units. What is None does not lie there."""

    hand: Point
    radius: float
    """Middle and radius of the tile in hand."""
    name: Box
    bag: Point | None
    bag_radius: float
    partners: Box | None
    title: Box
    """Where it says what the stock is."""
    stock: Box
    columns: int
    scales: Place | None

    def cell(self, kind: Kind) -> Box:
        """Where a kind lies in the stock."""
        side = self.stock.w / self.columns
        row, column = divmod(kind - 1, self.columns)
        return Box(self.stock.x + column * side, self.stock.y + row * side, side, side)


def lay_desk(tray: Tray, choosing: bool, weighs: bool) -> Desk:
    """Divide a tray. `choosing`: tiles are picked from the stock, there is no bag; `weighs`: the
    scales stand in the tray as well.
    """
    if not tray.wide:
        return _column(tray.content, choosing, weighs)
    head, side = tray.head, min(PARTNER, tray.head.w / 9)
    low = Box(head.x, head.bottom - 2 * side, head.w, 2 * side) if head.h > ROOMY else None
    return replace(_strip(tray.content, choosing, weighs), partners=low)


def _column(box: Box, choosing: bool, weighs: bool) -> Desk:
    """From top to bottom: hand and bag, the name, the partners, the stock, the scales."""
    below = weighs and not choosing
    scales_high = min(0.56 * box.w, 0.32 * box.h) + GAP if below else 0.0
    partner = min(PARTNER, box.w / 9)
    room = box.h - scales_high - NAME - TITLE - GAP
    columns = _columns(box.w, room - 2 * partner, choosing)
    cell = min(box.w / columns, 92.0)
    stock_high = cell * _rows(columns)
    room -= stock_high
    partnered = room - 2 * partner - GAP >= SMALLEST
    room -= 2 * partner + GAP if partnered else 0.0
    row = Box(box.x, box.y, box.w, min(max(room, 72.0), LARGEST + 40))
    hand, radius, name, bag, bag_radius, rest = _row(row, choosing, weighs and choosing)
    y = row.bottom + NAME + GAP / 2
    partners = Box(box.x, y, box.w, 2 * partner) if partnered else None
    left = box.x + (box.w - cell * columns) / 2
    stock = Box(left, box.bottom - scales_high - stock_high, cell * columns, stock_high)
    title = Box(box.x, stock.y - TITLE, box.w, TITLE)
    place = rest
    if below:
        place = fitting(Box(box.x, box.bottom - scales_high + GAP, box.w, scales_high - GAP))
    return Desk(hand, radius, name, bag, bag_radius, partners, title, stock, columns, place)


def _columns(wide: float, high: float, choosing: bool) -> int:
    """How many kinds lie in a row: large enough for fingers, else as large as there is room."""
    if choosing:
        return 4 if wide / 4 >= TOUCH else 3
    return 4 if high - min(wide / 4, 92.0) * _rows(4) >= SMALLEST else 6


def _rows(columns: int) -> int:
    return -(-len(ALL_KINDS) // columns)


def _strip(box: Box, choosing: bool, weighs: bool) -> Desk:
    """Side by side: hand, bag, and a block with the scales and the stock."""
    block_wide = box.w * (0.70 if choosing else 0.46)
    block = Box(box.right - block_wide, box.y, block_wide, box.h)
    columns = 4 if choosing or box.h > 300 else 6
    cell = min(block.w / columns, (box.h - TITLE) / _rows(columns))
    if weighs and not choosing:
        cell = min(cell, 0.44 * box.h / _rows(columns))
    stock_wide, stock_high = cell * columns, cell * _rows(columns)
    stock = Box(block.x + (block.w - stock_wide) / 2, block.bottom - stock_high,
                stock_wide, stock_high)  # fmt: skip
    title = Box(block.x, stock.y - TITLE, block.w, TITLE)
    row = Box(box.x, box.y, box.w - block_wide - GAP, box.h - NAME)
    place = None
    if weighs and choosing:
        high = 0.5 * box.h
        place = fitting(Box(box.x, box.bottom - high, row.w, high))
        row = Box(row.x, row.y, row.w, max(60.0, box.h - high - NAME))
    elif weighs:
        place = fitting(Box(block.x, block.y, block.w, title.y - block.y - GAP / 2))
    hand, radius, name, bag, bag_radius, _ = _row(row, choosing, False)
    return Desk(hand, radius, name, bag, bag_radius, None, title, stock, columns, place)


def _row(
    row: Box, choosing: bool, weighs: bool
) -> tuple[Point, float, Box, Point | None, float, Place | None]:
    """The hand at the left, then the bag, then the scales, as far as they are wanted."""
    share = 0.44 if weighs else 1.0 if choosing else 0.58
    wide = row.w * share
    radius = min(row.h, wide - GAP, LARGEST) / 2
    middle = row.y + row.h / 2
    hand = row.x + wide / 2, middle
    name = Box(row.x, middle + radius + 4, wide, NAME)
    if choosing:
        room = Box(row.x + wide, row.y, row.w - wide, row.h + NAME)
        return hand, radius, name, None, 0.0, fitting(room) if weighs else None
    bag_wide = row.w - wide
    bag_radius = min(bag_wide - GAP, row.h) / 2 * 0.96
    bag = row.x + wide + bag_wide / 2, middle + max(0.0, radius - bag_radius) * 0.5
    return hand, radius, name, bag, bag_radius, None


# Painting -----------------------------------------------------------------------------------------


def paint_hand(
    canvas: Canvas, desk: Desk, kind: Kind, wood: Wood, name: str, away: bool = False
) -> None:
    """The tile in hand with its name; the hollow it leaves when it is away or not there yet."""
    box = Box.around(desk.hand, 2 * desk.radius, 2 * desk.radius)
    surfaces.sunk(canvas, box, desk.radius, (28, 17, 11), (70, 50, 36))
    if not kind:
        return
    if not away:
        TileArt(canvas.px(2 * desk.radius * 0.94)).put(canvas, desk.hand, CODES[kind], wood)
    room = desk.name.w * 0.97, desk.name.h
    size, lines = fitted(canvas, name, BODY, "serif", room)
    canvas.label("\n".join(lines), desk.name.center, size, IVORY, "serif")


def paint_partners(canvas: Canvas, desk: Desk, kind: Kind, wood: Wood, note: str) -> None:
    """What the tile in hand forms harmonies with, and what disharmonies; the note if nothing."""
    box = desk.partners
    if box is None or not kind:
        return
    if kind in ACCENTS:
        canvas.label(note, box.center, SMALL, LINEN, "italic", room=box.w)
        return
    side = box.h / 2
    for row, kinds in enumerate((HARMONISES[kind], DISHARMONISES[kind])):
        if not kinds:
            continue
        y = box.y + (row + 0.5) * side
        sign = promise(canvas.px(side * 0.36), row + 1, False)
        canvas.picture(sign, (box.x + side / 2, y))
        art = TileArt(canvas.px(side * 0.88))
        for number, other in enumerate(kinds):
            art.put(canvas, (box.x + (number + 1.7) * side, y), CODES[other], wood)


def paint_stock(
    canvas: Canvas, desk: Desk, left: Hand, wood: Wood, title: str, chosen: Kind = 0,
    lively: bool = False,
) -> None:
    """What may still come, kind by kind; `lively` when it may be chosen from."""
    middle = desk.title.center
    canvas.label(title, (middle[0], middle[1] - 4), SMALL, LINEN, "italic", room=desk.title.w)
    for kind in ALL_KINDS:
        _paint_kind(canvas, desk.cell(kind), kind, left[kind], wood, (kind == chosen, lively))


def _paint_kind(
    canvas: Canvas, cell: Box, kind: Kind, count: int, wood: Wood, shown: tuple[bool, bool]
) -> None:
    chosen, lively = shown
    art = TileArt(canvas.px(cell.w * 0.76))
    center = cell.center[0] - cell.w * 0.04, cell.center[1] - cell.w * 0.03
    if not count:
        image = art.tile(CODES[kind], wood, True, canvas.turn)
        canvas.picture_as_is(image, center, 0.28)
        return
    if chosen:
        canvas.picture_as_is(art.glow(LAMP), center)
    art.put(canvas, center, CODES[kind], wood, lift=0.6 if chosen else 0.0)
    if lively and not chosen:
        canvas.ring(center, cell.w * 0.42, with_alpha(LAMP, 0.45), 2)
    radius = max(11.0, cell.w * 0.165)
    at = cell.right - radius - 1, cell.bottom - radius - 1
    canvas.disc(at, radius + 1.5, with_alpha(INK, 0.75))
    canvas.disc(at, radius, LINEN)
    size = max(SMALL - 2.0, radius * 1.5) / canvas.text_scale  # the disc does not grow with type
    canvas.label(str(count), at, size, INK, "bold")
