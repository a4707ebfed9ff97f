"""Where the board, the seats' trays and the corner buttons lie, for any screen and seating.

*Couch*: everything faces the bottom edge. Trays stand in columns beside the board, or in one
column where that leaves the board larger; on a tall screen in strips above and below it.
*Table*: every seat has its tray at its own edge, turned to it. The four corners, or those of the
one column, always belong to the same buttons.
"""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from game.ui.frame import Box, Frame, Point
from game.ui.theme import GAP, TOUCH

Seating: TypeAlias = Literal["couch", "table"]
Edge: TypeAlias = Literal["bottom", "left", "top", "right"]

MARGIN = 20.0
EDGE = 8.0
"""Between the window's edge, the board, and the trays beside it: on a couch, and around a table
where trays are flat for the sake of the board.
"""
SLIM, BROAD = 250.0, 300.0
"""The least width of a column beside a board of any shape, and beside a square one."""
NARROW = 300.0
"""How deep trays at the short edges of a wide table with a square board are at least."""
WIDE = 1.6
"""Screens less wide than this share of their height have little room for two columns."""
CROWDED = 4
"""More seats than this make narrow trays on a tall screen, which have to be deep."""
FOLDED, FOLDED_HIGH = 96.0, 230.0
"""How deep a tray with nothing but words in it is in a strip, and how high in a column."""
HEAD = 200.0
"""How high name and words stand in a tray that is not wide."""
LONG = 800.0
"""Trays at least so long can be flat."""
CORNER = TOUCH + 2 * GAP
TURN: dict[Edge, int] = {"bottom": 0, "right": 1, "top": 2, "left": 3}

AROUND: dict[int, tuple[Edge, ...]] = {
    1: ("bottom",),
    2: ("bottom", "top"),
    3: ("bottom", "left", "right"),
    4: ("bottom", "left", "top", "right"),
    5: ("bottom", "left", "top", "top", "right"),
    6: ("bottom", "left", "top", "top", "right", "bottom"),
}
"""The edges where seats 0, 1, 2 … sit, clockwise as seen from above."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The board's box in table units, a frame per seat, and the corners' boxes.

    Corners: top left, top right, bottom left, bottom right.
    """

    board: Box
    trays: tuple[Frame, ...]
    corners: tuple[Box, Box, Box, Box]


def lay_out(
    size: Point, seats: int, seating: Seating, *, square: bool = True, depth: float = 170.0,
    flat: float | None = None, tallest: float = 2000.0, least: float = 250.0,
    folded: Collection[int] = (), between: float = math.inf, grown: float = 1.0,
) -> Layout:  # fmt: skip
    """Divide a table of this size. `square` boards leave more room to the trays beside them.

    `depth` is how far trays reach in from their edge where the board could be wider, `flat` how
    far along the longer edges of a table, where they are long enough to be so flat;
    `tallest` the height they have use for in a column, `least` the one they cannot do without.
    On a couch the trays of `folded` seats have room for words only. At a table the trays of the
    sides take the corners where those between them stay at least as long as `between`.
    Who sits alone sits as on a couch. Trays leave more room for words where texts are `grown`.
    """
    broader = math.sqrt(grown)
    tallest, depth = tallest + HEAD * (grown - 1), depth * broader
    tall = size[1] > size[0]
    seating = "couch" if seats == 1 else seating
    highs = [min(tallest, FOLDED_HIGH) if seat in folded else tallest for seat in range(seats)]
    if seating == "couch" and tall:
        return _strips(size, seats, square, depth, folded)
    if seating == "couch":
        one, two = (_columns(size, square, highs, count, broader) for count in (1, 2))
        fits = all(
            tray.size[1] >= min(least, high) for tray, high in zip(one.trays, highs, strict=True)
        )
        larger = one.board.h > two.board.h if square else size[0] < WIDE * size[1]
        return one if fits and larger else two
    layout = _edges(size, AROUND[seats], square, depth, flat, between)
    if not square or seats != 2 or tall:
        return layout
    side = min(size[1] - 2 * MARGIN, size[0] - 2 * (NARROW + 2 * MARGIN))
    deep = (size[0] - side) / 2 - 2 * MARGIN
    beside = _edges(size, ("left", "right"), square, deep, None, between)
    return max(beside, layout, key=lambda found: found.board.w)  # short edges may be long ones


def corners(size: Point) -> tuple[Box, Box, Box, Box]:
    right, bottom = size[0] - CORNER, size[1] - CORNER
    places = ((0.0, 0.0), (right, 0.0), (0.0, bottom), (right, bottom))
    a, b, c, d = (Box(x, y, CORNER, CORNER) for x, y in places)
    return a, b, c, d


def _columns(
    size: Point, square: bool, highs: Sequence[float], count: int, broader: float
) -> Layout:
    """A couch in front of a screen with two columns of trays, clockwise from bottom left, or with
    all of them in one at the left, from the bottom up, where the screen is nearly square.
    """
    least, between = (BROAD if square else SLIM) * broader, (count + 2) * EDGE
    height, width = size[1] - 2 * EDGE, size[0] - count * least - between
    if square:
        height = width = min(height, width)
    column = (size[0] - width - between) / count
    board = Box(column + 2 * EDGE, (size[1] - height) / 2, width, height)
    left = math.ceil(len(highs) / count)
    trays = [
        *reversed(stack(EDGE, column, highs[:left][::-1], size)),
        *stack(size[0] - EDGE - column, column, highs[left:], size),
    ]
    wide = size[0] if count == 2 else board.x - EDGE / 2
    return Layout(board, tuple(trays), corners((wide, size[1])))


def stack(x: float, width: float, highs: Sequence[float], size: Point) -> list[Frame]:
    """Trays in a column, from the top to the bottom, between the corner buttons; `highs` are the
    heights they have use for.
    """
    left = size[1] - 2 * (CORNER + GAP) - (len(highs) - 1) * GAP
    found = dict[int, float]()
    for rank, n in enumerate(sorted(range(len(highs)), key=lambda n: highs[n])):
        found[n] = min(highs[n], left / (len(highs) - rank))
        left -= found[n]
    y, frames = (size[1] - sum(found.values()) - (len(highs) - 1) * GAP) / 2, []
    for n in range(len(highs)):
        frames.append(Frame((x + width / 2, y + found[n] / 2), (width, found[n])))
        y += found[n] + GAP
    return frames


def _strips(size: Point, seats: int, square: bool, depth: float, folded: Collection[int]) -> Layout:
    """A couch in front of a tall screen: trays below and above the board, clockwise from bottom
    left.
    """
    deep = depth if square or seats <= CROWDED else max(depth, 300.0)
    above = seats // 2
    rows = (0, *range(above + 1, seats)), range(1, above + 1)
    flat = [bool(part) and all(seat in folded for seat in part) for part in rows]
    low, high = (FOLDED if each else deep for each in flat)
    width, height = size[0] - 2 * EDGE, size[1] - low - high - 4 * EDGE
    if square:
        width = height = min(width, height)
    spare = size[1] - height - low - high - 4 * EDGE
    share = spare / 2 if flat[0] == flat[1] else 0.0 if flat[0] else spare
    low, high = low + share, high + spare - share
    board = Box((size[0] - width) / 2, high + 2 * EDGE, width, height)
    first, *others = row(size[1] - EDGE - low, low, seats - above, size[0])
    trays = first, *row(EDGE, high, above, size[0]), *reversed(others)
    return Layout(board, trays, corners(size))


def row(
    y: float, height: float, count: int, width: float, turn: int = 0, left: float = CORNER + GAP
) -> list[Frame]:
    """Trays in a row, from left to right, as far from both ends of a width as `left` says: between
    the corner buttons.
    """
    each = (width - 2 * left - (count - 1) * GAP) / max(1, count)
    return [
        Frame((left + each / 2 + i * (each + GAP), y + height / 2), (each, height), turn)
        for i in range(count)
    ]


def _edges(
    size: Point, edges: Sequence[Edge], square: bool, depth: float, flat: float | None,
    between: float,
) -> Layout:  # fmt: skip
    """Seats around the table, each at its edge."""
    margin = MARGIN if flat is None else EDGE
    if square and set(edges) <= {"bottom", "top"}:
        depth = max(depth, (size[1] - size[0]) / 2 - 2 * margin)
    depths = dict.fromkeys(TURN, depth)
    for edge in ("bottom", "top") if size[0] > size[1] else ("left", "right"):
        room = max(size) - 2 * (CORNER + GAP)
        if flat is not None and room >= LONG * edges.count(edge):
            depths[edge] = flat
    deep = {edge: depths[edge] + 2 * margin if edge in edges else margin for edge in TURN}
    board = Box(
        deep["left"], deep["top"],
        size[0] - deep["left"] - deep["right"], size[1] - deep["top"] - deep["bottom"],
    )  # fmt: skip
    if square:
        side = min(board.w, board.h)
        board = Box.around(board.center, side, side)
    # Beside a tray along the top or bottom, the side trays begin where that one ends; or the other
    # way round.
    left, right, top, bottom = (
        max(CORNER, deep[e] - margin) + GAP for e in ("left", "right", "top", "bottom")
    )
    inset = max(left, right)
    if size[0] - 2 * inset >= between * max(edges.count("top"), edges.count("bottom")):
        top = bottom = CORNER + GAP
    else:
        inset = CORNER + GAP
    span = top, size[1] - bottom
    frames: dict[Edge, list[Frame]] = {
        edge: _at_edge(edge, edges.count(edge), depths[edge], size, span, margin, inset)
        for edge in TURN
    }
    # The first seat of all is at the left of the bottom edge, the last one at its right.
    trays = tuple(frames[edge].pop(0) for edge in edges)
    return Layout(board, trays, corners(size))


def _at_edge(
    edge: Edge, count: int, depth: float, size: Point, span: Point, margin: float, inset: float
) -> list[Frame]:
    """The trays of one edge, clockwise for left, top and right; left to right for bottom.

    `span` is from where to where the trays of the sides may reach down the table, `inset` how far
    from its sides the others begin.
    """
    if edge in ("bottom", "top"):
        y = margin if edge == "top" else size[1] - margin - depth
        return row(y, depth, count, size[0], TURN[edge], inset)
    x = margin + depth / 2 if edge == "left" else size[0] - margin - depth / 2
    middle, length = (span[0] + span[1]) / 2, span[1] - span[0]
    return [Frame((x, middle), (length, depth), TURN[edge])] * count
