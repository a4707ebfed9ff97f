"""Where things lie around Domi Jongg's felt: seats, racks with their buttons, tiles in a rack.

On the couch all share one rack along the lower edge: it shows one hand at a time. At the table
every seat has its own rack in its own tray.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from game.scenes.domi_jongg.tray import ROW, SeatTray
from game.scenes.play.layout import CORNER, MARGIN, Layout, Seating, lay_out
from game.ui.frame import Box, Frame, Point
from game.ui.theme import GAP, TOUCH

DEPTH: Final = 204.0
"""How far trays and the couch's rack reach in from their edge."""
_TALLEST: Final = 300.0
_BESIDE: Final = 2 * TOUCH + 4 * GAP
"""The width of two corner buttons side by side."""
_NARROWEST: Final = 280.0
_SQUAT: Final = 1.5
"""Screens less wide than this share of their height count as nearly square."""
_PAIR: Final = 2
_MANY: Final = 5
"""With so many people two sit side by side."""
ACT: Final = 50.0
"""The radius of the button that ends a turn, in units."""
LABEL: Final = 24.0
"""How high the words below a button are."""
HEIGHTS: Final = (124.0, 108.0, 96.0, 84.0)
"""How tall tiles in a rack may be, in units: a few steps, for each costs pictures."""
ABOVE: Final = 12.0
"""Between the rows of a rack."""
LIFT: Final = 20.0
"""How far a picked tile stands out of its row."""

# Seats --------------------------------------------------------------------------------------------


class Plan(NamedTuple):
    """A division of the table; `rack` is the couch's, in table units."""

    layout: Layout
    rack: Box | None


def plan(size: Point, seats: int, seating: Seating) -> Plan:
    """Divide a table. The trays are in the order of play, which goes counter-clockwise."""
    if seating == "table":
        return Plan(_around(size, seats), None)
    if size[1] > size[0]:  # the corner buttons are below the rack
        rack = Box(MARGIN, size[1] - CORNER - GAP - DEPTH, size[0] - 2 * MARGIN, DEPTH)
    else:  # between them
        rack = Box(_BESIDE, size[1] - DEPTH - 12, size[0] - 2 * _BESIDE, DEPTH)
    low = rack.y - GAP
    if size[1] > size[0] or (size[0] < _SQUAT * size[1] and seats <= _across(size)):
        frames, top = _rows(size, seats)
        board = Box(MARGIN, top, size[0] - 2 * MARGIN, low - top)
    else:
        frames, board = _columns(size, seats, low)
    return Plan(Layout(board, frames, lay_out(size, seats, "couch").corners), rack)


def _around(size: Point, seats: int) -> Layout:
    """At a table two of many sit side by side at its long edges; two alone sit at its short
    ones, so that the felt between them stays broad."""
    turned = seats == _PAIR if size[0] > size[1] else seats >= _MANY
    if not turned:
        return lay_out(size, seats, "table", square=False, clockwise=False, depth=DEPTH)
    lying = lay_out(size[::-1], seats, "table", square=False, clockwise=False, depth=DEPTH)
    whole = Frame((size[0] / 2, size[1] / 2), size[::-1], 1)
    frames = tuple(
        Frame(whole.out(frame.center), frame.size, (frame.turn + 1) % 4) for frame in lying.trays
    )
    return Layout(whole.out_box(lying.board), frames, lay_out(size, seats, "couch").corners)


def _columns(size: Point, seats: int, low: float) -> tuple[tuple[Frame, ...], Box]:
    """Trays in columns left and right of the felt, which ends where the rack begins."""
    column = 296.0 if size[0] < 1700 else 316.0
    aside = column + 2 * MARGIN
    board = Box(aside, MARGIN, size[0] - 2 * aside, low - MARGIN)
    left = (seats + 1) // 2
    first = _stack(MARGIN, column, left, low)
    second = _stack(size[0] - MARGIN - column, column, seats - left, low)
    # Counter-clockwise from the lower left: along the right side up, down the left one.
    return (first[-1], *reversed(second), *first[:-1]), board


def _stack(x: float, width: float, count: int, low: float) -> list[Frame]:
    top = CORNER + GAP
    height = min(_TALLEST, (low - top - (count - 1) * GAP) / max(1, count))
    start = top + (low - top - count * height - (count - 1) * GAP) / 2
    return [
        Frame((x + width / 2, start + height / 2 + i * (height + GAP)), (width, height))
        for i in range(count)
    ]


def _across(size: Point) -> int:
    """How many trays go side by side between the corner buttons."""
    return int((size[0] - 2 * (CORNER + GAP) + GAP) // (_NARROWEST + GAP))


def _rows(size: Point, seats: int) -> tuple[tuple[Frame, ...], float]:
    """Trays in one row or two above the felt, and where they end."""
    left, room, most = CORNER + GAP, size[0] - 2 * (CORNER + GAP), _across(size)
    rows = [range(seats)] if seats <= most else [range(most, seats), range(most)]
    frames: dict[int, Frame] = {}
    for number, row in enumerate(rows):
        y = MARGIN + ROW / 2 + number * (ROW + GAP)
        width = (room - (len(row) - 1) * GAP) / len(row)
        order = list(row) if number == len(rows) - 1 else list(reversed(row))
        for i, seat in enumerate(order):
            frames[seat] = Frame((left + width / 2 + i * (width + GAP), y), (width, ROW))
    top = MARGIN + len(rows) * (ROW + GAP)
    return tuple(frames[seat] for seat in range(seats)), top


# Racks and buttons --------------------------------------------------------------------------------


class Rack(NamedTuple):
    """Where things lie at a seat's rack, in the units of a frame. What is None is not there."""

    frame: Frame
    tiles: Box
    """The room for tiles."""
    shelf: Shelf
    on: Point | None
    """The middle of the arrow to the next page."""
    act: Point | None = None
    """The middle of the button that ends a turn."""
    sort: Point | None = None
    pad: Point | None = None


def couch_rack(size: Point, box: Box, count: int, page: int) -> Rack:
    """The rack that all share, along the lower edge."""
    frame = Frame((size[0] / 2, size[1] / 2), size)
    room = TOUCH + 3 * GAP
    act = box.right - ACT - 2 * GAP, box.center[1] - LABEL / 2
    tiles = Box(box.x + room, box.y, act[0] - ACT - 2 * GAP - box.x - room, box.h)
    sort = box.x + GAP + TOUCH / 2, box.center[1] - LABEL / 2
    return Rack(frame, tiles, *_fill(tiles, count, page), act, sort)


def computer_rack(tray: SeatTray, count: int) -> Rack:
    """A tray's own rack with nothing beside it."""
    return Rack(tray.frame, tray.content, *_fill(tray.content, count, 0))


def table_rack(tray: SeatTray, padded: bool, count: int, page: int) -> Rack:
    """A tray's own rack: the pad at the left, tiles, the buttons at the right."""
    box = tray.content
    left, right = box.x, box.right
    middle = box.center[1] - LABEL / 2
    pad = None
    if padded:
        pad = left + ACT, middle
        left += 2 * ACT + GAP
    act = right - ACT, middle
    right -= 2 * ACT + GAP
    sort = right - TOUCH / 2, middle
    if tray.narrow:  # above the tiles, beside the points
        sort = box.right - 2 * TOUCH, tray.head.center[1] + 4
    else:
        right -= TOUCH + GAP
    tiles = Box(left, box.y, right - left, box.h)
    return Rack(tray.frame, tiles, *_fill(tiles, count, page), act, sort, pad)


# Tiles in a rack ----------------------------------------------------------------------------------


class Shelf(NamedTuple):
    """How a rack is filled: the tiles' height, the middles of those that show, which comes
    first, and how many pages there are."""

    tall: float
    spots: tuple[Point, ...]
    first: int
    page: int
    pages: int


def shelve(box: Box, count: int, page: int = 0) -> Shelf:
    """Stand so many tiles into a box: as large as it goes, no nearer than fingers can tell apart.

    What does not fit is on further pages.
    """
    tall, rows = _shape(box, count)
    across = pitch(tall)
    columns = max(1, int(box.w // across))
    each = rows * columns
    pages = max(1, -(-count // each))
    page = min(max(0, page), pages - 1)
    first = page * each
    here = min(each, count - first)
    columns = min(columns, max(1, -(-here // rows)))
    spots = tuple(_spot(box, tall, rows, columns, i, here) for i in range(here))
    return Shelf(tall, spots, first, page, pages)


def _fill(box: Box, count: int, page: int) -> tuple[Shelf, Point | None]:
    """The shelf in a box; where it has several pages it leaves room for the arrow."""
    shelf = shelve(box, count, page)
    if shelf.pages == 1:
        return shelf, None
    x, y, w, h = box
    return shelve(Box(x, y, w - TOUCH, h), count, page), (x + w - TOUCH / 2, y + h / 2)


def pitch(tall: float) -> float:
    """From one tile's middle to the next one's."""
    return max(float(TOUCH), tall * 0.75 + 6)


def _shape(box: Box, count: int) -> tuple[float, int]:
    """The tallest tiles with which everything fits, else the smallest in as many rows as go."""
    found = (HEIGHTS[-1], 1)
    for tall in HEIGHTS:
        for rows in (1, 2, 3):
            if rows * (tall + ABOVE) > box.h + 1:
                break
            if int(box.w // pitch(tall)) * rows >= count:
                return tall, rows
            found = tall, rows
    return found


def _spot(box: Box, tall: float, rows: int, columns: int, number: int, count: int) -> Point:
    row, column = divmod(number, columns)
    here = min(columns, count - row * columns)
    used = -(-count // columns)
    high = (tall + ABOVE) * used
    x = box.center[0] + (column - (here - 1) / 2) * pitch(tall)
    return x, box.center[1] - high / 2 + (row + 0.5) * (tall + ABOVE) + ABOVE / 2 - 2
