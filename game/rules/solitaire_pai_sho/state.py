"""A garden of Solitaire Pai Sho: what lies in it, which lines it forms, where a tile may go.

Seat 0 is the host, who lays the light tiles and grows harmonies; in the games for two seat 1 is
the guest with the dark tiles and the disharmonies (SO-8).
"""

from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeAlias

from game.rules.core.protocol import Seat
from game.rules.pai_sho.board import (
    ACCENTS,
    BASICS,
    BESIDE,
    BITS,
    BOARD,
    EMPTY,
    FITS,
    FLOWERS,
    GATES,
    GROUND,
    LOTUS,
    OPPOSITE,
    ORCHID,
    OVER_GATES,
    POINTS,
    SET,
    STEPS,
    Board,
    Hand,
    Kind,
    Mask,
    Point,
    aligned,
    both,
    changed,
    kind_of,
    mask_of,
    of_kinds,
    points_of,
    reach,
    sight,
    xy,
)

Mode: TypeAlias = Literal["solitaire", "cooperative", "uncooperative"]

OWNERS = "HG"  # how the seats are written in positions
SEATS: dict[str, int] = {"solitaire": 1, "cooperative": 2, "uncooperative": 2}


@dataclass(frozen=True, slots=True)
class Terms:
    """What was agreed on before the game: the options."""

    mode: Mode
    sets: int
    move_instead: bool
    full: bool  # the full score ranks, not the simple one (SO-7)
    choose: bool  # tiles are chosen, not drawn (SO-8)
    shared: bool
    """Both players draw from one bag, and lotus and orchid are flowers like others (SO-8)."""


@dataclass(frozen=True, slots=True)
class Garden:
    """A position; `turn` is whose tile is next."""

    terms: Terms
    turn: Seat
    board: Board
    bags: tuple[Hand, ...]  # what may still be drawn, seat by seat; one bag only if it is shared
    drawn: tuple[Kind, ...]  # the tile every seat has drawn and not yet laid, 0 for none
    aside: Hand  # the tiles that had no legal point


def fresh(terms: Terms) -> Garden:
    """The empty garden."""
    seats = SEATS[terms.mode]
    bag = tuple(count * terms.sets for count in SET)
    bags = (bag,) if terms.shared else (bag,) * seats
    return Garden(terms, 0, EMPTY, bags, (0,) * seats, (0,) * len(SET))


def bag_of(garden: Garden, seat: Seat) -> Hand:
    return garden.bags[seat % len(garden.bags)]


def without(bag: Hand, kind: Kind) -> Hand:
    return (*bag[:kind], bag[kind] - 1, *bag[kind + 1 :])


def rebagged(garden: Garden, bag: Hand) -> tuple[Hand, ...]:
    """All bags, with this one for whose turn it is."""
    place = garden.turn % len(garden.bags)
    return (*garden.bags[:place], bag, *garden.bags[place + 1 :])


def has_tile(garden: Garden, seat: Seat) -> bool:
    """Whether a seat still has something to lay."""
    return bool(garden.drawn[seat]) or any(bag_of(garden, seat))


def over(garden: Garden) -> bool:
    """No tiles are left (SO-7)."""
    return not any(has_tile(garden, seat) for seat in range(len(garden.drawn)))


def to_lay(garden: Garden) -> tuple[Kind, ...]:
    """The tiles the player may lay now: the drawn one, or all he may choose from."""
    if garden.terms.choose:
        bag = bag_of(garden, garden.turn)
        return tuple(kind for kind in range(1, len(bag)) if bag[kind])
    return garden.drawn[garden.turn : garden.turn + 1]


def handed_on(garden: Garden) -> Garden:
    """The next player's turn; a player without tiles is left out."""
    seats = len(garden.drawn)
    for seat in ((garden.turn + 1 + i) % seats for i in range(seats)):
        if has_tile(garden, seat):
            return replace(garden, turn=seat)
    return garden


# Lines ----------------------------------------------------------------------------------------

HARMONISES: tuple[tuple[Kind, ...], ...] = (
    (), *((*BESIDE[kind], LOTUS) for kind in BASICS), (*BASICS, ORCHID), (LOTUS,), *[()] * 4,
)  # fmt: skip
"""By kind: what it forms a harmony with (SO-5)."""

DISHARMONISES: tuple[tuple[Kind, ...], ...] = (
    (), *((OPPOSITE[kind], ORCHID) for kind in BASICS), (ORCHID,), FLOWERS, *[()] * 4,
)  # fmt: skip
"""By kind: what it forms a disharmony with (SO-5)."""


class Line(NamedTuple):
    """Two tiles that form something, the western or southern one first."""

    first: Point
    second: Point

    @property
    def length(self) -> int:
        """The points from tile to tile, both ends included (SO-7)."""
        (x1, y1), (x2, y2) = xy(self.first), xy(self.second)
        return x2 - x1 + y2 - y1 + 1


class Lines(NamedTuple):
    """Everything a garden forms, from the south-west corner row by row."""

    harmonies: tuple[Line, ...]
    disharmonies: tuple[Line, ...]


def lines(board: Board) -> Lines:
    """The harmonies and disharmonies in a garden; lotus and orchid form both (SO-5)."""
    seen = [
        (Line(one, two), kind_of(board.cells[one]), kind_of(board.cells[two]))
        for one, two, between in aligned(flowers(board), OVER_GATES)
        if not between & board.taken
    ]
    return Lines(
        tuple(line for line, one, two in seen if two in HARMONISES[one]),
        tuple(line for line, one, two in seen if two in DISHARMONISES[one]),
    )


def flowers(board: Board) -> Mask:
    """Where flowers lie, both players'."""
    return of_kinds(board, FLOWERS, 0) | of_kinds(board, FLOWERS, 1)


def simple(formed: Lines) -> int:
    """The smaller of the two numbers of lines (SO-7)."""
    return min(len(formed.harmonies), len(formed.disharmonies))


def total(these: tuple[Line, ...]) -> int:
    return sum(line.length for line in these)


def full(formed: Lines) -> int:
    """The smaller of the two sums of lengths (SO-7)."""
    return min(total(formed.harmonies), total(formed.disharmonies))


# Where a tile may go --------------------------------------------------------------------------

ACCENT_GROUND = GROUND & mask_of(p for p in POINTS if sum(map(abs, xy(p))) <= 8)
"""Where accent tiles may lie: at most two points away from a coloured garden (SO-4)."""


def fitting(kind: Kind) -> Mask:
    """The points that suit a tile of this kind: its garden, and for flowers gates (SO-3)."""
    return ACCENT_GROUND if kind in ACCENTS else FITS[kind] | GATES


class Forming(NamedTuple):
    """The points on which a tile would form a harmony, and those for a disharmony."""

    harmony: Mask
    disharmony: Mask


def forming(board: Board, kind: Kind) -> Forming:
    """Where a tile of this kind would form something; accents form nothing."""
    harmony, disharmony = (
        _in_sight(board, kinds) for kinds in (HARMONISES[kind], DISHARMONISES[kind])
    )
    return Forming(harmony, disharmony)


def _in_sight(board: Board, kinds: tuple[Kind, ...]) -> Mask:
    seen = 0
    for kind in kinds:
        for point in points_of(both(board, kind)):
            seen |= sight(point, board.taken, OVER_GATES)
    return seen


def bound(garden: Garden, kind: Kind) -> bool:
    """Whether the player may form only his own kind of line with this tile (SO-8)."""
    exempt = kind in (LOTUS, ORCHID) and not garden.terms.shared
    return garden.terms.mode != "solitaire" and not exempt


def own_and_other(garden: Garden, formed: Forming) -> tuple[Mask, Mask]:
    """What the player at turn is to form, and what the other one is: harmonies for seat 0."""
    return (formed[0], formed[1]) if garden.turn == 0 else (formed[1], formed[0])


def legal_points(garden: Garden, kind: Kind) -> Mask:
    """The points on which the player may lay this tile (SO-3, SO-4, SO-8)."""
    free = fitting(kind) & ~garden.board.taken
    if kind in ACCENTS:
        return free
    formed = forming(garden.board, kind)
    if not bound(garden, kind):
        return free & (formed.harmony | formed.disharmony) or free
    own, other = own_and_other(garden, formed)
    return free & own & ~other or free & ~other


def goals_of(garden: Garden, source: Point) -> Mask:
    """Where the flower on `source` may be moved instead of laying a tile (SO-6)."""
    code = garden.board.cells[source]
    kind = kind_of(code)
    if not garden.terms.move_instead or not own_flowers(garden) & BITS[source]:
        return 0
    goals = reach(source, BOARD & ~garden.board.taken, STEPS[kind]) & fitting(kind)
    if goals and bound(garden, kind):
        lifted = changed(garden.board, {source: 0})
        goals &= ~own_and_other(garden, forming(lifted, kind))[1]
    return goals


def own_flowers(garden: Garden) -> Mask:
    """Where the flowers of the player at turn lie."""
    return of_kinds(garden.board, FLOWERS, garden.turn)
