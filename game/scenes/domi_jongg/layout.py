"""Where things lie around Domi Jongg's felt: the seats, and the rack that all share on the couch.

That one is along the lower edge. At the table every seat has its own rack in its own tray.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from game.scenes.domi_jongg.tray import ROW
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
