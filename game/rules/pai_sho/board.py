"""The Pai Sho garden: its points, gates and gardens, its tiles, and what suits and sees what.

A *point* is a number: ``at(x, y)`` counts the rows from the guest's side, 18 to a row, so that a
step to any side is a fixed difference and the eighteenth, unused column keeps rows apart. A set of
points is a *mask*: an integer whose bit ``p`` stands for point ``p``. Skud Pai Sho and Solitaire
Pai Sho share everything here; they differ in whether gates interrupt sight (SK-7, SO-2).
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from game.rules.core.protocol import NotationError, Seat

Point: TypeAlias = int
Mask: TypeAlias = int
Kind: TypeAlias = int
Code: TypeAlias = int  # a tile on the board: its kind (1..12), and whose it is
Params: TypeAlias = "tuple[tuple[str, str | int], ...]"
"""What fills the placeholders of a refusal's or an event's text."""
Hand: TypeAlias = "tuple[int, ...]"
"""How many tiles of each kind there are in a hand or bag, by kind; entry 0 is unused."""
Rays: TypeAlias = "tuple[tuple[Mask, ...], tuple[Mask, ...], tuple[Mask, ...], tuple[Mask, ...]]"
"""For every point what lies east, north, west and south of it, as far as sight can reach."""

STRIDE = 18
SIZE = 17 * STRIDE
BITS = tuple(1 << point for point in range(SIZE))


# Points ---------------------------------------------------------------------------------------


def at(x: int, y: int) -> Point:
    """The point at x (to the right) and y (up), both -8..8 (SK-1).

    >>> xy(at(3, -2))
    (3, -2)
    """
    return (y + 8) * STRIDE + x + 8


def xy(point: Point) -> tuple[int, int]:
    """Where a point is: x to the right, y up, the centre being (0, 0)."""
    return point % STRIDE - 8, point // STRIDE - 8


def playable(x: int, y: int) -> bool:
    """Whether (x, y) is a point of the board (SK-1)."""
    return abs(x) <= 8 and abs(y) <= 8 and abs(x) + abs(y) <= 12


POINTS = tuple(at(x, y) for y in range(-8, 9) for x in range(-8, 9) if playable(x, y))
PLACES = tuple("({},{})".format(*xy(point)) for point in range(SIZE))
"""How a point is written: ``(3,-2)``."""

SOUTH_GATE, NORTH_GATE = at(0, -8), at(0, 8)
GATE_POINTS = (at(-8, 0), SOUTH_GATE, NORTH_GATE, at(8, 0))

_PLACE = re.compile(r"\((-?\d{1,2}),(-?\d{1,2})\)")


def read_point(text: str) -> Point:
    """The point that ``(3,-2)`` means. Raises NotationError; a point off the board is none."""
    found = _PLACE.fullmatch(text)
    if found is None or not playable(int(found[1]), int(found[2])):
        raise NotationError(f"{text!r} is no point of the board; write it like (3,-2)", text)
    return at(int(found[1]), int(found[2]))


# Masks ----------------------------------------------------------------------------------------


def mask_of(points: Iterable[Point]) -> Mask:
    """The set of these points."""
    mask = 0
    for point in points:
        mask |= BITS[point]
    return mask


def points_of(mask: Mask) -> list[Point]:
    """The points of a set, from the south-west corner row by row."""
    found = []
    while mask:  # from the highest on, for that is the quickest
        point = mask.bit_length() - 1
        found.append(point)
        mask ^= BITS[point]
    found.reverse()
    return found


def places_of(mask: Mask) -> tuple[str, ...]:
    """How the points of a set are written, in the order of `points_of`."""
    return tuple(PLACES[point] for point in points_of(mask))


def around(mask: Mask) -> Mask:
    """The set and all eight neighbours of its points; may hold bits that are no points."""
    wide = mask | mask << 1 | mask >> 1
    return wide | wide << STRIDE | wide >> STRIDE


BOARD = mask_of(POINTS)
GATES = mask_of(GATE_POINTS)
GROUND = BOARD & ~GATES
"""All points that are no gates: where tiles bloom and accents lie in Skud Pai Sho."""
KING = tuple(around(bit) & BOARD & ~bit for bit in BITS)  # the eight neighbours of every point


# Gardens --------------------------------------------------------------------------------------


def _size(point: Point) -> int:
    return sum(map(abs, xy(point)))


def _side(point: Point) -> int:
    x, y = xy(point)
    return x * y


NEUTRAL = GROUND & mask_of(p for p in POINTS if _size(p) >= 7)
RED = GROUND & mask_of(p for p in POINTS if _size(p) <= 7 and _side(p) >= 0)
WHITE = GROUND & mask_of(p for p in POINTS if _size(p) <= 7 and _side(p) <= 0)


# Tiles ----------------------------------------------------------------------------------------

R3, R4, R5, W3, W4, W5, LOTUS, ORCHID, ROCK, WHEEL, KNOTWEED, BOAT = range(1, 13)

CODES = ("", "R3", "R4", "R5", "W3", "W4", "W5", "L", "O", "R", "W", "K", "B")
KINDS: dict[str, Kind] = {code: kind for kind, code in enumerate(CODES) if code}

BASICS = (R3, R4, R5, W3, W4, W5)
"""Neighbours on this circle harmonise, opposites clash; it closes after W5 (SK-6)."""
FLOWERS = (*BASICS, LOTUS, ORCHID)
ACCENTS = (ROCK, WHEEL, KNOTWEED, BOAT)
ALL_KINDS = (*FLOWERS, *ACCENTS)

SET = (0, 3, 3, 3, 3, 3, 3, 1, 1, 2, 2, 2, 2)
"""How many tiles of each kind one player has: 28 in all (SK-2)."""
STEPS = (0, 3, 4, 5, 3, 4, 5, 2, 6, 0, 0, 0, 0)  # how far each kind may be arranged (SK-11)

OPPOSITE = (0, W3, W4, W5, R3, R4, R5, 0, 0, 0, 0, 0, 0)
BESIDE = ((), (W5, R4), (R3, R5), (R4, W3), (R5, W4), (W3, W5), (W4, R3), (), (), (), (), (), ())
"""Each basic's two neighbours on the circle."""

FITS = (0, *[RED | NEUTRAL] * 3, *[WHITE | NEUTRAL] * 3, *[GROUND] * 6)
"""Where a tile of each kind may end, gates left aside: its garden (SK-11)."""


def naming(kind: Kind, name: str = "tile") -> Params:
    """What names a tile in a text: {tile}, and as a language's sentences need it {tile_the}.
    The keys {tile_dat} and {tile_acc} are for languages that decline: *auf der Rose*.
    """
    forms = ("", "_the", "_dat", "_acc")
    return tuple((name + form, f"@tile{form}.{CODES[kind]}") for form in forms)


# Sight ----------------------------------------------------------------------------------------


def rays(walls: Mask) -> Rays:
    """What lies in the four directions of every point, ending before the first wall."""
    east, north, west, south = (
        tuple(_ray(point, step, walls) for point in range(SIZE))
        for step in (1, STRIDE, -1, -STRIDE)
    )
    return east, north, west, south


def _ray(point: Point, step: int, walls: Mask) -> Mask:
    free, mask = BOARD & ~walls, 0
    point += step
    while 0 <= point < SIZE and free & BITS[point]:
        mask |= BITS[point]
        point += step
    return mask


BEHIND_GATES = rays(GATES)  # sight in Skud Pai Sho: gates, even empty ones, interrupt it (SK-7)
OVER_GATES = rays(0)  # sight in Solitaire Pai Sho, where gates are ordinary points (SO-2)

FROM = (-1, *(-bit for bit in BITS))
"""By the bit length of a set: all bits from its highest on; all bits if the set is empty."""


def views(point: Point, taken: Mask, lines: Rays) -> tuple[Mask, Mask, Mask, Mask]:
    """What a point sees east, north, west and south, the first tile included each time (SK-7)."""
    east, north, west, south = lines
    e, n, w, s = east[point], north[point], west[point], south[point]
    first, above = e & taken, n & taken
    return (
        e & (first ^ first - 1),
        n & (above ^ above - 1),
        w & FROM[(w & taken).bit_length()],
        s & FROM[(s & taken).bit_length()],
    )


def sight(point: Point, taken: Mask, lines: Rays) -> Mask:
    """What a point sees in all four directions."""
    east, north, west, south = views(point, taken, lines)
    return east | north | west | south


def between(one: Point, other: Point, lines: Rays) -> Mask:
    """The points strictly between two on a line, the western or southern one first."""
    east, north, west, south = lines
    return east[one] & west[other] | north[one] & south[other]


def aligned(tiles: Mask, lines: Rays) -> list[tuple[Point, Point, Mask]]:
    """All pairs on one line without a wall between, and the points strictly between them.
    The first of a pair is the western or southern one.
    """
    east, north, west, south = lines
    pairs = []
    for first in points_of(tiles):
        for second in points_of(east[first] & tiles):
            pairs.append((first, second, east[first] & west[second]))
        for second in points_of(north[first] & tiles):
            pairs.append((first, second, north[first] & south[second]))
    return pairs


# What lies on the board -----------------------------------------------------------------------

SECOND = 13  # what the code of a tile of seat 1 has over that of the same tile of seat 0: its kind
CODE_COUNT = 2 * SECOND


@dataclass(frozen=True, slots=True)
class Board:
    """The tiles on the board: a code for every point, and for every code its points.
    `masks[0]` holds all occupied points.
    """

    cells: bytes
    masks: tuple[Mask, ...] = field(compare=False, repr=False)

    @property
    def taken(self) -> Mask:
        return self.masks[0]


EMPTY = Board(bytes(SIZE), (0,) * CODE_COUNT)


def changed(board: Board, changes: Mapping[Point, Code]) -> Board:
    """The board with these points holding these codes, 0 clearing a point."""
    cells, masks = bytearray(board.cells), list(board.masks)
    for point, code in changes.items():
        bit, old = BITS[point], cells[point]
        cells[point] = code
        if old:
            masks[old] ^= bit
            masks[0] ^= bit
        if code:
            masks[code] |= bit
            masks[0] |= bit
    return Board(bytes(cells), tuple(masks))


def code_of(kind: Kind, seat: Seat) -> Code:
    return kind + SECOND * seat


def kind_of(code: Code) -> Kind:
    return code % SECOND


def owner_of(code: Code) -> Seat:
    return code // SECOND


def both(board: Board, kind: Kind) -> Mask:
    """Where tiles of a kind lie, both players'."""
    return board.masks[kind] | board.masks[kind + SECOND]


def of_kinds(board: Board, kinds: Iterable[Kind], seat: Seat) -> Mask:
    """Where a player's tiles of these kinds lie, growing ones included."""
    mask = 0
    for kind in kinds:
        mask |= board.masks[kind + SECOND * seat]
    return mask


# Reach ----------------------------------------------------------------------------------------


def reach(start: Point, free: Mask, steps: int, ends: Mask = 0) -> Mask:
    """The points at most so many orthogonal steps away, stepping on `free`.
    The last step may also lead to one of `ends`, to a tile that is captured there.
    """
    seen = BITS[start]
    for _ in range(steps - 1):
        seen |= (seen << 1 | seen >> 1 | seen << STRIDE | seen >> STRIDE) & free
    seen |= (seen << 1 | seen >> 1 | seen << STRIDE | seen >> STRIDE) & (free | ends)
    return seen & ~BITS[start]


def route(start: Point, goal: Point, free: Mask) -> tuple[Point, ...]:
    """A shortest way over free points, both ends included; empty if there is none.
    The goal itself need not be free: a capture ends on a tile.
    """
    free |= BITS[goal]
    before: dict[Point, Point] = {start: start}
    edge = [start]
    while edge and goal not in before:
        near = [(p, p + step) for p in edge for step in (STRIDE, 1, -1, -STRIDE)]
        edge = []
        for point, following in near:
            if following not in before and free >> max(following, 0) & 1:
                before[following] = point
                edge.append(following)
    if goal not in before:
        return ()
    way = [goal]
    while way[-1] != start:
        way.append(before[way[-1]])
    return tuple(reversed(way))
