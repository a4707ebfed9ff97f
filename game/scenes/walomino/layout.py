"""Where pieces and pairs lie: benches, rows and free room on them, and racks for pushing."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from game.physics.place import Form, Place, at, pair
from game.rules.core.protocol import Seat
from game.rules.walomino.chain import Pair
from game.rules.walong.geometry import HOME, SIDES, outline
from game.scenes.play.tray import Tray
from game.ui.frame import Box, Point

Edge: TypeAlias = Literal["left", "right", "top", "bottom"]

LARGEST: Final = 100.0
"""The longest side in units."""
ALONE: Final = 2.06
"""Room for a piece in any orientation, in sides."""
AIR, RACK_AIR = 0.94, 0.93
"""How much of its room a pair fills on a bench and in a rack."""
GROWN: Final = 6.0
"""Racks may lie so far, in units, over the edge of a tray's content."""
RACK_LARGEST: Final = 78.0
"""The longest side of a pair in a rack, in units."""
COLUMN, ROW = 0.16, 0.21
"""The share of the board's shorter side that goes to the middle, between columns and rows."""
APART: Final = 1.85
"""Pieces whose middles are so far apart cannot be in each other's way, in sides."""
MATINGS: Final = tuple(pair(side, other) for side in SIDES for other in SIDES[side:])
"""The fifteen ways to join two pieces."""
RINGS, AROUND, RING = 24, 12, 0.3
"""How free room is looked for: rings, places on each, and the sides between them."""


@dataclass(frozen=True, slots=True)
class Benches:
    """A part of the board for every seat, and a strip in the middle for the start pair."""

    boxes: tuple[Box, ...]
    middle: Box


def benches(board: Box, trays: Sequence[Tray]) -> Benches:
    """The board divided: as much for every seat, each in front of its tray."""
    sides: dict[Edge, list[Tray]] = {"left": [], "right": [], "top": [], "bottom": []}
    for tray in trays:
        sides[_edge(board, tray.frame.box)].append(tray)
    shorter = min(board.w, board.h)
    found: dict[Seat, Box] = {}
    left, right = sides["left"], sides["right"]
    stacked = [*sides["top"], *sides["bottom"]]
    if not stacked:
        middle = _divide(board, left, right, COLUMN * shorter, found)
    else:
        each = board.w / len(trays)
        inner = Box(board.x + len(left) * each, board.y, len(stacked) * each, board.h)
        _share(Box(board.x, board.y, len(left) * each, board.h), left, found)
        _share(Box(inner.right, board.y, len(right) * each, board.h), right, found)
        middle = _divide_upright(
            inner, sides["top"], sides["bottom"], ROW * shorter, found
        )
    return Benches(tuple(found[tray.seat] for tray in trays), middle)


def _edge(board: Box, tray: Box) -> Edge:
    """On which side of the board a tray lies."""
    if tray.right <= board.x + 2:
        return "left"
    if tray.x >= board.right - 2:
        return "right"
    return "top" if tray.center[1] < board.center[1] else "bottom"


def _divide(
    box: Box, left: Sequence[Tray], right: Sequence[Tray], strip: float, found: dict[Seat, Box]
) -> Box:
    """Two columns with a strip between them."""
    width = (box.w - strip) * len(left) / (len(left) + len(right))
    _share(Box(box.x, box.y, width, box.h), left, found)
    _share(Box(box.x + width + strip, box.y, box.w - strip - width, box.h), right, found)
    return Box(box.x + width, box.y, strip, box.h)


def _divide_upright(
    box: Box, top: Sequence[Tray], bottom: Sequence[Tray], strip: float, found: dict[Seat, Box]
) -> Box:
    """Two rows with a strip between them."""
    height = (box.h - strip) * len(top) / (len(top) + len(bottom))
    _share(Box(box.x, box.y, box.w, height), top, found)
    _share(Box(box.x, box.y + height + strip, box.w, box.h - strip - height), bottom, found)
    return Box(box.x, box.y + height, box.w, strip)


def _share(box: Box, trays: Sequence[Tray], found: dict[Seat, Box]) -> None:
    """Equal parts of a box, in the order in which the trays lie along it."""
    if not trays:
        return
    centers = {tray.seat: tray.frame.center for tray in trays}
    across = len(trays) > 1 and _spread(centers, 0) > _spread(centers, 1)
    order = sorted(centers, key=lambda seat: centers[seat][0 if across else 1])
    for number, seat in enumerate(order):
        if across:
            wide = box.w / len(order)
            found[seat] = Box(box.x + number * wide, box.y, wide, box.h)
        else:
            high = box.h / len(order)
            found[seat] = Box(box.x, box.y + number * high, box.w, high)


def _spread(points: Mapping[Seat, Point], axis: int) -> float:
    values = [point[axis] for point in points.values()]
    return max(values) - min(values)


# Rows ----------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def longest_side(width: float, height: float, pieces: int) -> float:
    """How long sides may be so that so many pieces fit, loose or in pairs of any kind."""
    pairs = pieces // 2
    loose = max(
        _fit(width, height, pieces, columns, complex(ALONE, ALONE))
        for columns in range(1, pieces + 1)
    )
    joined = max(
        min(_pair_fit(width, height, pairs, columns, form) for form in MATINGS)
        for columns in range(1, pairs + 1)
    )
    return min(LARGEST, loose, AIR * joined)


def _fit(width: float, height: float, count: int, columns: int, size: complex) -> float:
    rows = math.ceil(count / columns)
    return min(width / columns / size.real, height / rows / size.imag)


def _pair_fit(width: float, height: float, count: int, columns: int, form: Form) -> float:
    size = extent(form, turn_for(form, width, height, columns, count))
    return _fit(width, height, count, columns, size)


def turn_for(form: Form, width: float, height: float, columns: int, count: int) -> int:
    """The orientation in which a form fits best into a cell of such rows."""
    cell = complex(width / columns, height / math.ceil(count / columns))

    def need(k: int) -> float:
        size = extent(form, k)
        return max(size.real / cell.real, size.imag / cell.imag)

    return min(range(12), key=lambda k: (round(need(k), 6), k))


@lru_cache(maxsize=512)
def extent(form: Form, k: int) -> complex:
    """Width and height of a form in an orientation, in sides."""
    low, high = _corners(form, k)
    return high - low


@lru_cache(maxsize=512)
def _corners(form: Form, k: int) -> tuple[complex, complex]:
    """The lower left and upper right corner of a form whose first piece's centre is at 0."""
    turned = at(0j, k * math.pi / 6)
    base = list(outline(HOME, 6))
    heart = complex(0.5, 3**0.5 / 2)
    points = [
        place.point(point - heart) for place in form.places(turned) for point in base
    ]  # fmt: skip
    across, up = [p.real for p in points], [p.imag for p in points]
    return complex(min(across), min(up)), complex(max(across), max(up))


def in_rows(
    width: float, height: float, forms: Sequence[Form], loose: Sequence[int]
) -> list[Place]:
    """Where things lie in rows around 0, in sides; pieces keep the orientation in `loose`."""
    if not forms:
        return []
    count = len(forms)
    columns = max(range(1, count + 1), key=lambda c: _fits_all(width, height, forms, c))
    rows = math.ceil(count / columns)
    cell = complex(width / columns, height / rows)
    places = []
    for number, form in enumerate(forms):
        single = len(form.pieces) == 1
        k = loose[number] if single else turn_for(form, width, height, columns, count)
        low, high = _corners(form, k)
        row, column = divmod(number, columns)
        middle = complex((column + 0.5) * cell.real - width / 2,
                         height / 2 - (row + 0.5) * cell.imag)  # fmt: skip
        away = 0j if single else (low + high) / 2
        places.append(at(middle - away, k * math.pi / 6))
    return places


def _fits_all(width: float, height: float, forms: Sequence[Form], columns: int) -> float:
    def size(form: Form) -> complex:
        if len(form.pieces) == 1:
            return complex(ALONE, ALONE)
        return extent(form, turn_for(form, width, height, columns, len(forms)))

    return min(_fit(width, height, len(forms), columns, size(form)) for form in set(forms))


# Racks ---------------------------------------------------------------------------------------


class Rack(NamedTuple):
    """For every pair the centre of its first piece and its orientation, and how long sides may be.

    Points are the table's, orientations are as seen on the table, in steps of 30 degrees.
    """

    places: tuple[tuple[Point, int], ...]
    side: float


def rack(tray: Tray, pairs: Sequence[Pair]) -> Rack:
    """Where these pairs lie in rows in a tray, as large as fits, whichever are still there."""
    frame = tray.frame
    forms = tuple(pair(one.side, one.other) for one in pairs)
    inner = _largest_rack(tray.content.inset(-GROWN), forms)
    places = tuple((frame.out(at), (k + 3 * frame.turn) % 12) for at, k in inner.places)
    return Rack(places, inner.side)


@lru_cache(maxsize=64)
def _largest_rack(box: Box, forms: tuple[Form, ...]) -> Rack:
    """The best division into rows, in the coordinates of the box."""
    counts = range(1, len(forms) + 1)
    racks = [_rack(box, forms, math.ceil(len(forms) / rows)) for rows in counts]
    return max(racks, key=lambda one: one.side, default=Rack((), RACK_LARGEST))


def _rack(box: Box, forms: tuple[Form, ...], columns: int) -> Rack:
    count = len(forms)
    cell = complex(box.w / columns, box.h / math.ceil(count / columns))
    turns = [turn_for(form, box.w, box.h, columns, count) for form in forms]
    sizes = [extent(form, k) for form, k in zip(forms, turns, strict=True)]
    fit = min(min(cell.real / size.real, cell.imag / size.imag) for size in sizes)
    side = min(RACK_LARGEST, RACK_AIR * fit)
    places = []
    for number, (form, k) in enumerate(zip(forms, turns, strict=True)):
        low, high = _corners(form, k)
        row, column = divmod(number, columns)
        middle = (low + high) / 2 * side
        x, y = box.x + (column + 0.5) * cell.real, box.y + (row + 0.5) * cell.imag
        places.append(((x - middle.real, y + middle.imag), k))
    return Rack(tuple(places), side)


# Free room -----------------------------------------------------------------------------------


def free_place(form: Form, wish: Place, others: Iterable[complex], low: complex, high: complex
               ) -> Place:
    """The place next to a wish where a form is clear of pieces with these middles, and in a box.

    Where nothing is clear it is the place with most room.
    """
    known = list(others)
    best, most = wish, -1.0
    for ring in range(RINGS):
        for step in range(AROUND if ring else 1):
            angle = math.tau * step / AROUND
            shift = ring * RING * complex(math.cos(angle), math.sin(angle))
            place = at(wish.spot + shift, wish.angle)
            hearts = [piece.spot for piece in form.places(place)]
            if not all(
                low.real <= heart.real <= high.real and low.imag <= heart.imag <= high.imag
                for heart in hearts
            ):
                continue
            room = min((abs(a - b) for a in hearts for b in known), default=APART)
            if room >= APART:
                return place
            if room > most:
                best, most = place, room
    return best
