"""Where things lie around Domi Jongg's felt: the seats, and the rack that all share on the couch.

That one is along the lower edge. At the table every seat has its own rack in its own tray.
"""

from typing import Final

from game.scenes.domi_jongg.tray import ROW
from game.scenes.play.layout import CORNER, MARGIN, Layout, Seating, lay_out, row, stack
from game.ui.frame import Box, Frame, Point
from game.ui.theme import GAP, TOUCH

DEPTH: Final = 212.0
"""How far trays and the couch's rack reach in from their edge."""
_TALLEST: Final = 300.0
_BESIDE: Final = 2 * TOUCH + 4 * GAP
"""The width of two corner buttons side by side."""
_NARROWEST: Final = 280.0
_SQUAT: Final = 1.5
"""Screens less wide than this share of their height count as nearly square."""


def plan(size: Point, seats: int, seating: Seating) -> tuple[Layout, Box | None]:
    """Divide a table: the layout, and the couch's rack in table units.

    The trays are in the order of play, which goes counter-clockwise.
    """
    if seating == "table":
        return _around(size, seats), None
    if size[1] > size[0]:  # the corner buttons are below the rack
        rack = Box(MARGIN, size[1] - CORNER - GAP - DEPTH, size[0] - 2 * MARGIN, DEPTH)
    else:  # between them
        rack = Box(_BESIDE, size[1] - DEPTH - 12, size[0] - 2 * _BESIDE, DEPTH)
    low, corners = rack.y - GAP, lay_out(size, seats, "couch").corners
    across = int((size[0] - 2 * (CORNER + GAP) + GAP) // (_NARROWEST + GAP))
    if size[1] > size[0] or (size[0] < _SQUAT * size[1] and seats <= across):
        frames, top = _rows(size, seats, across)
        board = Box(MARGIN, top, size[0] - 2 * MARGIN, low - top)
        return Layout(board, frames, corners), rack
    column = 296.0 if size[0] < 1700 else 316.0  # left and right of the felt, above the rack
    aside, left = column + 2 * MARGIN, (seats + 1) // 2
    high = size[0], low + CORNER + GAP
    first = stack(MARGIN, column, left, high, _TALLEST)
    second = stack(size[0] - MARGIN - column, column, seats - left, high, _TALLEST)
    # Counter-clockwise from the lower left: along the right side up, down the left one.
    frames = first[-1], *reversed(second), *first[:-1]
    return Layout(Box(aside, MARGIN, size[0] - 2 * aside, low - MARGIN), frames, corners), rack


def _around(size: Point, seats: int) -> Layout:
    """At a table two of many sit side by side at its long edges; two alone sit at its short
    ones, so that the felt between them stays broad.
    """
    turned = seats == 2 if size[0] > size[1] else seats >= 5
    if not turned:
        return lay_out(size, seats, "table", square=False, clockwise=False, depth=DEPTH)
    lying = lay_out(size[::-1], seats, "table", square=False, clockwise=False, depth=DEPTH)
    whole = Frame((size[0] / 2, size[1] / 2), size[::-1], 1)
    frames = tuple(
        Frame(whole.out(frame.center), frame.size, (frame.turn + 1) % 4) for frame in lying.trays
    )
    return Layout(whole.out_box(lying.board), frames, lay_out(size, seats, "couch").corners)


def _rows(size: Point, seats: int, across: int) -> tuple[tuple[Frame, ...], float]:
    """Trays in one row or two above the felt, and where they end."""
    rows = [range(seats)] if seats <= across else [range(across, seats)[::-1], range(across)]
    frames = {
        seat: frame
        for number, seated in enumerate(rows)
        for seat, frame in zip(
            seated, row(MARGIN + number * (ROW + GAP), ROW, len(seated), size[0]), strict=True
        )
    }
    return tuple(frames[seat] for seat in range(seats)), MARGIN + len(rows) * (ROW + GAP)
