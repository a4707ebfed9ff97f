"""A garden of Solitaire Pai Sho: what lies in it, the moves and their texts, which lines there are,
and where a tile may go.

Seat 0 is the host, who lays the light tiles and grows harmonies; in the games for two seat 1 is
the guest with the dark tiles and the disharmonies (SO-8).
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple, TypeAlias

from game.rules.core.protocol import Seat
from game.rules.pai_sho import board as pai_sho
from game.rules.pai_sho.board import BASICS, FLOWERS, LOTUS, ORCHID, Board, Hand, Kind, Mask, Point

Mode: TypeAlias = Literal["solitaire", "cooperative", "uncooperative"]

OWNERS = "HG"  # how the seats are written in positions
SEATS: dict[str, int] = {"solitaire": 1, "cooperative": 2, "uncooperative": 2}


class Terms(NamedTuple):
    """What was agreed on before the game: the options."""

    mode: Mode
    sets: int
    move_instead: bool
    full: bool  # the full score ranks, not the simple one (SO-7)
    choose: bool  # tiles are chosen, not drawn (SO-8)
    shared: bool
    """Both players draw from one bag, and lotus and orchid are flowers like others (SO-8)."""

    @property
    def against(self) -> bool:
        """Whether two play against each other (SO-9)."""
        return self.mode == "uncooperative"

    @property
    def by_length(self) -> bool:
        """Whether the lengths of lines decide, and not how many there are (SO-7, SO-9)."""
        return self.full and not self.against


class Garden(NamedTuple):
    """A position; `turn` is whose tile is next."""

    terms: Terms
    turn: Seat
    board: Board
    bags: tuple[Hand, ...]  # what may still be drawn, seat by seat; one bag only if it is shared
    drawn: tuple[Kind, ...]  # the tile every seat has drawn and not yet laid, 0 for none
    aside: Hand  # the tiles that had no legal point


def fresh(terms: Terms) -> Garden:
    """The empty garden."""
    seats, bag = SEATS[terms.mode], tuple(count * terms.sets for count in pai_sho.SET)
    bags = (bag,) if terms.shared else (bag,) * seats
    return Garden(terms, 0, pai_sho.EMPTY, bags, (0,) * seats, (0,) * len(bag))


def bag_of(garden: Garden, seat: Seat) -> Hand:
    return garden.bags[seat % len(garden.bags)]


def over(garden: Garden) -> bool:
    """No tiles are left (SO-7)."""
    return not any(garden.drawn) and not any(map(any, garden.bags))


def to_lay(garden: Garden) -> tuple[Kind, ...]:
    """The tiles the player may lay now: the drawn one, or all he may choose from; 0 for none."""
    if garden.terms.choose:
        return tuple(kind for kind, count in enumerate(bag_of(garden, garden.turn)) if count)
    return garden.drawn[garden.turn : garden.turn + 1]


# Moves ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Draw:
    """Luck: the tile that comes out of the bag (SO-1)."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class Lay:
    """A tile laid on a point (SO-3, SO-4)."""

    kind: Kind
    point: Point


@dataclass(frozen=True, slots=True)
class Shift:
    """A flower moved instead of laying the drawn tile (SO-6)."""

    source: Point
    goal: Point


@dataclass(frozen=True, slots=True)
class Aside:
    """A tile without a legal point is laid aside (SO-7)."""


Move: TypeAlias = Draw | Lay | Shift | Aside

ASIDE = Aside()
draw, lay, shift = cache(Draw), cache(Lay), cache(Shift)
"""Makers of moves that hand out the same one each time."""


_POINT = r"\(-?\d{1,2},-?\d{1,2}\)"
_TILE = re.compile(rf"([A-Z]\d?)({_POINT})?")
_SHIFT = re.compile(rf"({_POINT})-({_POINT})")


def write(move: Move) -> str:
    """The text of a step: ``R4`` drawn, ``R4(3,-2)`` laid, ``(3,-2)-(3,1)`` moved, ``--``."""
    match move:
        case Draw(kind):
            return pai_sho.CODES[kind]
        case Lay(kind, point):
            return f"{pai_sho.CODES[kind]}{pai_sho.PLACES[point]}"
        case Shift(source, goal):
            return f"{pai_sho.PLACES[source]}-{pai_sho.PLACES[goal]}"
        case Aside():
            return "--"


def parse(text: str) -> Move | None:
    """The step a text with a tile or points means, or None. Raises NotationError."""
    if found := _SHIFT.fullmatch(text):
        return shift(*map(pai_sho.read_point, found.groups()))
    found = _TILE.fullmatch(text)
    if found is None or found[1] not in pai_sho.KINDS:
        return None
    kind = pai_sho.KINDS[found[1]]
    return lay(kind, pai_sho.read_point(found[2])) if found[2] else draw(kind)


# Lines ----------------------------------------------------------------------------------------

HARMONY, DISHARMONY = 0, 1
"""The kinds of line; in the games for two also the seats that grow them."""
PARTNERS: tuple[tuple[tuple[Kind, ...], ...], ...] = (
    ((), *((*pai_sho.BESIDE[kind], LOTUS) for kind in BASICS), (*BASICS, ORCHID), (LOTUS,),
     *[()] * 4),
    ((), *((pai_sho.OPPOSITE[kind], ORCHID) for kind in BASICS), (ORCHID,), FLOWERS, *[()] * 4),
)  # fmt: skip
"""By kind of line and kind of tile: what it forms such a line with (SO-5)."""


class Line(NamedTuple):
    """Two tiles that form a harmony or a disharmony, the western or southern one first."""

    kind: int
    first: Point
    second: Point

    @property
    def length(self) -> int:
        """The points from tile to tile, both ends included (SO-7)."""
        (x1, y1), (x2, y2) = pai_sho.xy(self.first), pai_sho.xy(self.second)
        return x2 - x1 + y2 - y1 + 1


def lines(board: Board) -> tuple[Line, ...]:
    """What a garden forms, harmonies first, each kind from the south-west corner row by row;
    lotus and orchid form both (SO-5).
    """
    cells = board.cells
    seen = [
        (one, two, pai_sho.kind_of(cells[one]), pai_sho.kind_of(cells[two]))
        for one, two, between in pai_sho.aligned(lying(board, FLOWERS), pai_sho.OVER_GATES)
        if not between & board.taken
    ]
    return tuple(
        Line(kind, one, two)
        for kind, partners in enumerate(PARTNERS)
        for one, two, first, second in seen
        if second in partners[first]
    )


def lying(board: Board, kinds: Iterable[Kind]) -> Mask:
    """Where tiles of these kinds lie, both players'."""
    mask = 0
    for kind in kinds:
        mask |= pai_sho.both(board, kind)
    return mask


def counts(these: Iterable[Line]) -> tuple[int, int]:
    """How many harmonies and disharmonies there are; the smaller number is the simple score."""
    kinds = [line.kind for line in these]
    return kinds.count(HARMONY), kinds.count(DISHARMONY)


def lengths(these: Iterable[Line]) -> tuple[int, int]:
    """How long all harmonies and disharmonies are; the smaller sum is the full score (SO-7)."""
    sums = [0, 0]
    for line in these:
        sums[line.kind] += line.length
    return sums[0], sums[1]


# Where a tile may go --------------------------------------------------------------------------

ACCENT_GROUND = pai_sho.GROUND & pai_sho.mask_of(
    point for point in pai_sho.POINTS if sum(map(abs, pai_sho.xy(point))) <= 8
)
"""Where accent tiles may lie: at most two points away from a coloured garden (SO-4)."""
FITTING = (
    *(garden | pai_sho.GATES for garden in pai_sho.FITS[: len(FLOWERS) + 1]), *[ACCENT_GROUND] * 4,
)  # fmt: skip
"""The points that suit a tile of each kind: its garden, and for flowers gates (SO-3, SO-4)."""


def forming(board: Board, kind: Kind) -> tuple[Mask, Mask]:
    """Where a tile of this kind would form a harmony, and where a disharmony."""
    return _in_sight(board, PARTNERS[HARMONY][kind]), _in_sight(board, PARTNERS[DISHARMONY][kind])


def _in_sight(board: Board, kinds: tuple[Kind, ...]) -> Mask:
    seen, taken = 0, board.taken
    for point in pai_sho.points_of(lying(board, kinds)):
        seen |= pai_sho.sight(point, taken, pai_sho.OVER_GATES)
    return seen


def bound(garden: Garden, kind: Kind) -> bool:
    """Whether the player may form only his own kind of line with this tile (SO-8)."""
    exempt = kind in (LOTUS, ORCHID) and not garden.terms.shared
    return garden.terms.mode != "solitaire" and not exempt


def legal_points(garden: Garden, kind: Kind) -> Mask:
    """The points on which the player may lay this tile (SO-3, SO-4, SO-8)."""
    free = FITTING[kind] & ~garden.board.taken
    formed = forming(garden.board, kind)
    if not bound(garden, kind):
        return free & (formed[HARMONY] | formed[DISHARMONY]) or free
    own, other = formed[garden.turn], formed[1 - garden.turn]
    return free & own & ~other or free & ~other


def goals_of(garden: Garden, source: Point) -> Mask:
    """Where the flower on `source` may be moved instead of laying a tile (SO-6)."""
    board, kind = garden.board, pai_sho.kind_of(garden.board.cells[source])
    if not garden.terms.move_instead or not own_flowers(garden) & pai_sho.BITS[source]:
        return 0
    free = pai_sho.BOARD & ~board.taken
    goals = pai_sho.reach(source, free, pai_sho.STEPS[kind]) & FITTING[kind]
    if goals and bound(garden, kind):
        goals &= ~forming(pai_sho.changed(board, {source: 0}), kind)[1 - garden.turn]
    return goals


def own_flowers(garden: Garden) -> Mask:
    """Where the flowers of the player at turn lie."""
    return pai_sho.of_kinds(garden.board, FLOWERS, garden.turn)
