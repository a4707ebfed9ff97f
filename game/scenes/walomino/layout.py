"""Where pieces and pairs lie: benches, rows and free room on them, in trays and in racks."""

import math
from cmath import rect
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from game.physics.place import SINGLE, STEP, Edges, Form, Place, at, mean, pair
from game.rules.core.protocol import Seat
from game.rules.walong.geometry import HOME, SIDES, centre, outline
from game.scenes.play.camera import corners
from game.scenes.play.tray import Tray
from game.scenes.walong.art import FARTHEST
from game.ui.frame import Box, Point
from game.ui.theme import rgb

COLORS: Final = (rgb("#D9A441"), rgb("#5FA8A0"), rgb("#C77A8B"), rgb("#8FA0C8"))
"""No seat owns a colour of pieces, so these are others."""
LARGEST: Final = 100.0
"""The longest side in units."""
ALONE: Final = 2.06
"""Room for a piece in any orientation, in sides."""
WIDEST: Final = 92.0
"""The largest room a piece takes in a tray, in units."""
AIR = 0.94
"""How much of its room a pair fills on a bench."""
PAIR_ROOM: Final = 3.85, 2.16
"""The width and height of a place in a rack, in sides: for every pair, lying as flat as it can."""
RACK_LARGEST: Final = 46.0
"""The longest side in a rack, in units."""
RACK_RIM, RACK_GAP = 4.0, 8.0
"""Between places and the edge of their rack, and between racks and the chain's room, in units."""
CHAIN, CHAIN_WIDE = 640.0, 16.0
"""How much room a long chain needs, and how much across, in sides of pairs in the racks."""
GRASP, TIGHTER = 23, 0.875
"""Sides of so few pixels make pieces of 47; for the sake of these a chain gets on with such a share
of its room."""
COLUMN, ROW = 0.16, 0.21
"""The share of the board's shorter side that goes to the middle, between columns and rows."""
APART: Final = 1.85
"""Pieces whose middles are so far apart cannot be in each other's way, in sides."""
MATINGS: Final = tuple(pair(side, other) for side in SIDES for other in SIDES[side:])
"""The fifteen ways to join two pieces."""
RINGS, AROUND, RING = 24, 12, 0.3
"""How free room is looked for: rings, places on each, and the sides between them."""


def benches(board: Box, trays: Sequence[Tray]) -> tuple[list[Box], Box]:
    """The board divided: as much for every seat in front of its tray, in the order of seats; and
    a strip in the middle for the start pair.
    """
    sides: list[list[Tray]] = [[], [], [], []]
    left, right, top, bottom = sides
    for tray in trays:
        sides[_edge(board, tray.frame.box)].append(tray)
    shorter, beside = min(board.w, board.h), not top and not bottom
    each = (board.w - COLUMN * shorter * beside) / len(trays)
    x, w = board.x + len(left) * each, board.w - (len(left) + len(right)) * each
    strip = board.h if beside else ROW * shorter
    high = (board.h - strip) * len(top) / max(1, len(top) + len(bottom))
    below = board.y + high + strip
    found: dict[Seat, Box] = {}
    _share(Box(board.x, board.y, x - board.x, board.h), left, found)
    _share(Box(x + w, board.y, board.right - x - w, board.h), right, found)
    _share(Box(x, board.y, w, high), top, found)
    _share(Box(x, below, w, board.bottom - below), bottom, found)
    return [found[tray.seat] for tray in trays], Box(x, board.y + high, w, strip)


def _edge(board: Box, tray: Box) -> int:
    """On which side of the board a tray lies: left, right, at the top, at the bottom."""
    if tray.right <= board.x + 2:
        return 0
    if tray.x >= board.right - 2:
        return 1
    return 2 if tray.center[1] < board.center[1] else 3


def _share(box: Box, trays: Sequence[Tray], found: dict[Seat, Box]) -> None:
    """Equal parts of a box, in the order in which the trays lie along it."""
    xs, ys = ({tray.frame.center[axis] for tray in trays} for axis in (0, 1))
    across = len(trays) > 1 and max(xs) - min(xs) > max(ys) - min(ys)
    w, h = (box.w / len(trays), 0.0) if across else (0.0, box.h / max(1, len(trays)))
    order = sorted(trays, key=lambda tray: tray.frame.center[0 if across else 1])
    for number, tray in enumerate(order):
        found[tray.seat] = Box(box.x + number * w, box.y + number * h, w or box.w, h or box.h)


# Rows ----------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def longest_side(width: float, height: float, pieces: int) -> float:
    """How long sides may be so that so many pieces fit, loose or in pairs of any kind."""
    loose, _ = _best(width, height, (SINGLE,), pieces)
    joined, _ = _best(width, height, MATINGS, pieces // 2)
    return min(LARGEST, loose, AIR * joined)


@lru_cache(maxsize=64)
def _best(width: float, height: float, forms: tuple[Form, ...], count: int) -> tuple[float, int]:
    """How long sides may be where so many things of these forms lie in rows, and how many things
    then lie in a row.
    """

    def side(columns: int) -> float:
        return 1 / max(_fit(form, width, height, columns, count)[0] for form in forms)

    columns = max(range(1, count + 1), key=side)
    return side(columns), columns


def _fit(form: Form, width: float, height: float, columns: int, count: int) -> tuple[float, int]:
    """How many times a form fills a cell of such rows, and the orientation it does it best in."""
    wide, high = width / columns, height / math.ceil(count / columns)
    sizes = [upper - lower for lower, upper in (_corners(form, k) for k in range(12))]
    needs = [max(size.real / wide, size.imag / high) for size in sizes]
    k = min(range(12), key=lambda k: round(needs[k], 6))
    return needs[k], k


@lru_cache(maxsize=512)
def _corners(form: Form, k: int) -> tuple[complex, complex]:
    """The lower left and upper right corner of a form whose first piece's centre is at 0.

    A single piece has room for any orientation.
    """
    if form == SINGLE:
        return complex(-ALONE, -ALONE) / 2, complex(ALONE, ALONE) / 2
    base = [point - centre(HOME) for point in outline(HOME, 6)]
    places = form.places(at(0j, k * STEP))
    return corners([place.point(point) for place in places for point in base])


def in_rows(
    width: float, height: float, forms: Sequence[Form], loose: Sequence[int] = ()
) -> list[Place]:
    """Where things lie in rows around 0, in sides; pieces keep the orientation in `loose`.
    Where single pieces lie too, a pair takes two of their cells, of rows that run to and fro.
    """
    if not forms:
        return []
    mixed = SINGLE in forms and len(set(forms)) > 1
    sizes = [len(form.pieces) if mixed else 1 for form in forms]
    kinds, count = (SINGLE,) if mixed else tuple(dict.fromkeys(forms)), sum(sizes)
    _, columns = _best(width, height, kinds, count)
    rows = math.ceil(count / columns)
    cell = complex(width / columns, height / rows)
    middles = [
        complex((column + 0.5) * cell.real - width / 2, height / 2 - (row + 0.5) * cell.imag)
        for row in range(rows) for column in range(columns)[:: -1 if mixed and row % 2 else 1]
    ]
    places = []
    for number, (form, size) in enumerate(zip(forms, sizes, strict=True)):
        taken, middles = middles[:size], middles[size:]
        across = taken[-1] - taken[0]
        _, k = _fit(form, cell.real + abs(across.real), cell.imag + abs(across.imag), 1, 1)
        low, high = _corners(form, k)
        if form == SINGLE:
            k = loose[number]
        places.append(at(mean(taken) - (low + high) / 2, k * STEP))
    return places


@lru_cache(maxsize=16)
def stock(box: Box, total: int) -> tuple[float, list[Point]]:
    """Where the loose pieces of a tray lie, in rows as large as there is room for so many: a
    piece's side, and the middles in the tray's own units.
    """

    def room(columns: int) -> float:
        return min(WIDEST, box.w / columns, box.h / math.ceil(total / columns))

    columns = max(range(1, total + 1), key=room)
    cell = room(columns)
    spots = [divmod(number, columns) for number in range(total)]
    middles = [(box.x + (x + 0.5) * cell, box.y + (y + 0.5) * cell) for y, x in spots]
    return cell / (2 * FARTHEST), middles


# Racks ---------------------------------------------------------------------------------------


class Home(NamedTuple):
    """A place in a rack: where a pair's first piece lies on the table, its orientation, and how
    long a side is there in units.
    """

    at: Point
    k: int
    side: float


class Racks(NamedTuple):
    """Everybody's pairs along the edges of the board, and the room between them for the chain.

    A pair keeps its place whatever happens to the others or to the view of the chain.
    """

    boxes: tuple[Box, ...]
    """By seat."""
    places: tuple[tuple[Box, ...], ...]
    """By seat and number of a pair."""
    middle: Box
    side: float

    def home(self, seat: Seat, number: int, form: Form) -> Home:
        """Where a pair of this form lies."""
        room = self.places[seat][number]
        _, k = _fit(form, room.w, room.h, 1, 1)
        low, high = _corners(form, k)
        away, (x, y) = (low + high) / 2 * self.side, room.center
        return Home((x - away.real, y + away.imag), k, self.side)


def racks(board: Box, trays: Sequence[Tray], pairs: int, scale: float) -> Racks:
    """Room for so many pairs before the tray of every seat, as large as leaves the middle to a
    chain; sides have whole pixels.
    """
    for pixels in range(int(RACK_LARGEST * scale), 0, -1):
        side = pixels / scale
        areas = _areas(board, trays, pairs, side)
        left, right, top, bottom = _taken(board, trays, areas)
        middle = Box(left, top, right - left, bottom - top)
        needs = side * (TIGHTER if pixels == GRASP else 1.0)
        if min(middle.w, middle.h) >= CHAIN_WIDE * needs and (
            middle.w * middle.h >= CHAIN * needs * side
        ):
            break
    found = [_rack(board, tray, areas[tray.seat], pairs, side) for tray in trays]
    boxes, places = zip(*found, strict=True)
    return Racks(boxes, places, middle, side)


def _areas(board: Box, trays: Sequence[Tray], pairs: int, side: float) -> dict[Seat, Box]:
    """By seat, as much of the board before its tray as its pairs need, above and below first."""
    found: dict[Seat, Box] = {}
    edges = {tray.seat: _edge(board, tray.frame.box) for tray in trays}
    for edge in (2, 3, 0, 1):
        part = dict[Seat, Box]()
        along = [tray for tray in trays if edges[tray.seat] == edge]
        _, _, top, bottom = _taken(board, trays, found)
        _share(Box(board.x, top, board.w, bottom - top) if edge < 2 else board, along, part)
        for seat, (x, y, w, h) in part.items():
            deep = _grid(h if edge < 2 else w, pairs, side)[1] + 2 * RACK_RIM + RACK_GAP
            found[seat] = (
                Box(x, y, deep, h), Box(x + w - deep, y, deep, h),
                Box(x, y, w, deep), Box(x, y + h - deep, w, deep),
            )[edge]  # fmt: skip
    return found


def _taken(
    board: Box, trays: Sequence[Tray], areas: Mapping[Seat, Box]
) -> tuple[float, float, float, float]:
    """From where to where the board is free: left, right, top, bottom."""
    free = [board.x, board.right, board.y, board.bottom]
    for tray in trays:
        if tray.seat in areas:
            edge, area = _edge(board, tray.frame.box), areas[tray.seat]
            inner = (area.right, area.x, area.bottom, area.y)[edge]
            free[edge] = (min if edge % 2 else max)(free[edge], inner)
    left, right, top, bottom = free
    return left, right, top, bottom


def _grid(length: float, pairs: int, side: float) -> tuple[float, float, int, int]:
    """The length and depth of a rack in units, and how many pairs lie along it and in it, where
    as many of them lie beside each other as an edge of this length has room for.
    """
    found = []
    for along, deep in (PAIR_ROOM, PAIR_ROOM[::-1]):
        most = max(1, int((length - 2 * RACK_RIM - RACK_GAP) / (along * side)))
        rows = math.ceil(pairs / most)
        count = math.ceil(pairs / rows)
        found.append((count * along * side, rows * deep * side, count, rows))
    return min(found, key=lambda grid: grid[1])


def _rack(
    board: Box, tray: Tray, area: Box, pairs: int, side: float
) -> tuple[Box, tuple[Box, ...]]:
    """A rack and its places, in the middle of a part of the board, the first ones at the tray."""
    edge = _edge(board, tray.frame.box)
    length, deep, count, rows = _grid(area.h if edge < 2 else area.w, pairs, side)
    (x, y), gap = area.center, RACK_GAP / 2 * (-1 if edge % 2 else 1)
    size = (deep, length) if edge < 2 else (length, deep)
    inner = Box.around((x - gap, y) if edge < 2 else (x, y - gap), *size)
    along, across = length / count, deep / rows
    places = []
    for number in range(pairs):
        row, column = divmod(number, count)
        far = (rows - 1 - row if edge % 2 else row) * across
        places.append(
            Box(inner.x + far, inner.y + column * along, across, along) if edge < 2 else
            Box(inner.x + column * along, inner.y + far, along, across)
        )
    return inner.inset(-RACK_RIM), tuple(places)


# Free room -----------------------------------------------------------------------------------


def free_place(form: Form, wish: Place, others: Sequence[complex], edges: Edges) -> Place:
    """The place next to a wish where a form is clear of pieces with these middles, inside edges.

    Where nothing is clear it is the place with most room.
    """
    best, most = wish, -1.0
    for ring in range(RINGS):
        for step in range(AROUND if ring else 1):
            place = at(wish.spot + rect(ring * RING, math.tau * step / AROUND), wish.angle)
            hearts = [piece.spot for piece in form.places(place)]
            if all(edges.nearest(heart) == heart for heart in hearts):
                room = min((abs(a - b) for a in hearts for b in others), default=APART)
                if room >= APART:
                    return place
                if room > most:
                    best, most = place, room
    return best
