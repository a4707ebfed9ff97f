"""A table of Ping-Pao: the pieces on it, the hands, and how a step changes them (PP-1 to PP-8)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from game.rules.core.listed import Listed
from game.rules.core.protocol import Options, Seat
from game.rules.walong.cluster import Cluster, Side
from game.rules.walong.geometry import COLOURS, EACH, HOME, JOKER, Pose, unpack

SEATS = 2, 5
FACES = COLOURS + JOKER
"""The six faces of the colour die; seat 0 plays yellow, seat 1 red and so on."""
Phase: TypeAlias = Literal["luck", "build", "remove", "over"]
PHASES: tuple[Phase, ...] = ("luck", "build", "remove", "over")


@dataclass(frozen=True, slots=True)
class Roll:
    """Luck shows a face of the colour die, or draws a colour (PP-1)."""

    face: int


@dataclass(frozen=True, slots=True)
class Lay:
    """A piece of the actor's colour is laid there (PP-2)."""

    pose: Pose


@dataclass(frozen=True, slots=True)
class Take:
    """The actor's piece that lies there is taken (PP-4)."""

    pose: Pose


@dataclass(frozen=True, slots=True)
class Pass:
    """Nothing can be done: the only legal step then (PP-3, PP-6)."""


Move: TypeAlias = Roll | Lay | Take | Pass
PASS = Pass()
ROLLS = tuple(Roll(face) for face in range(len(FACES)))


class Table(NamedTuple):
    """A state of Ping-Pao. The labels of the pieces are the seats they belong to."""

    by_die: bool
    tips_hold: bool
    phase: Phase
    turn: Seat
    pieces: Cluster
    hands: tuple[int, ...]
    points: tuple[int, ...]


def set_up(seats: int, options: Options) -> Table:
    """The empty table, everybody with ten pieces."""
    start, lenient = options["start"], options["freed"] == "no_contact"
    phase: Phase = "build" if start == "first" else "luck"
    return Table(start == "die", lenient, phase, 0, Cluster(), (EACH,) * seats, (0,) * seats)


# What can be done ---------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 13)
def _lay(code: int) -> Lay:
    return Lay(unpack(code))


@lru_cache(maxsize=1 << 13)
def _take(code: int) -> Take:
    return Take(unpack(code))


def rolls(table: Table) -> tuple[Roll, ...]:
    """What luck can show: any face of the die, or the colours that play."""
    return ROLLS if table.by_die else ROLLS[: len(table.hands)]


def lays(table: Table, seat: Seat) -> Sequence[Lay]:
    """Every way a seat can lay a piece, ordered by pose (PP-2)."""
    if not table.hands[seat]:
        return []
    if not len(table.pieces):
        return [Lay(HOME)]
    own, spots = 1 << seat, table.pieces.spots().items()
    return Listed(sorted([code for code, (labels, _) in spots if not labels & own]), _lay)


def can_lay(table: Table, seat: Seat) -> bool:
    """Whether a seat can lay anything."""
    if not table.hands[seat] or not len(table.pieces):
        return table.hands[seat] > 0
    return table.pieces.has_room(seat)


def open_sides(table: Table, seat: Seat) -> frozenset[Side]:
    """The sides of the structure at which a seat can lay a piece (PP-2)."""
    contacts, poses = table.pieces.contacts, [move.pose for move in lays(table, seat)]
    return frozenset((each.pose, each.other) for pose in poses for each in contacts(pose))


def takes(table: Table, seat: Seat) -> Sequence[Take]:
    """Every piece a seat can take: its own with a free side, ordered by pose (PP-4)."""
    pieces = table.pieces
    return Listed(sorted(filter(pieces.is_open, pieces.labelled(seat))), _take)


# What steps do ------------------------------------------------------------------------------------


def roll(table: Table, move: Roll) -> Table:
    """The colour shown starts; white and colours that do not play are rolled again (PP-1)."""
    if move.face >= len(table.hands):
        return table
    return table._replace(phase="build", turn=move.face)


def lay(table: Table, move: Lay) -> Table:
    """The table with a piece of the actor's laid there."""
    hands, seats = list(table.hands), len(table.hands)
    hands[table.turn] -= 1
    after = table._replace(
        turn=next_seat(table), pieces=table.pieces.plus(move.pose, table.turn), hands=tuple(hands)
    )
    ahead = range(after.turn, after.turn + seats)
    if any(can_lay(after, seat % seats) for seat in ahead):
        return after
    return after._replace(phase="remove")


def take(table: Table, move: Take) -> Table:
    """The table without the piece and without those that it held (PP-4, PP-5)."""
    pieces, points = table.pieces.minus(move.pose), list(table.points)
    for pose in pieces.alone(table.tips_hold):
        points[table.turn] += pieces.label(pose) != table.turn
        pieces = pieces.minus(pose)
    after = table._replace(pieces=pieces, points=tuple(points), turn=next_seat(table))
    return after if len(pieces) else after._replace(phase="over", turn=0)


def freed(table: Table, move: Take) -> tuple[Pose, ...]:
    """The pieces that lie alone once this one is taken, whosever they are (PP-5)."""
    return table.pieces.minus(move.pose).alone(table.tips_hold)


def holders(table: Table, pose: Pose) -> tuple[Pose, ...]:
    """The pieces that hold the one that lies there: it is free when they are gone (PP-5)."""
    beside = tuple(dict.fromkeys(contact.pose for contact in table.pieces.contacts(pose)))
    return (*beside, *table.pieces.tips(pose)) if table.tips_hold else beside


def next_seat(table: Table) -> Seat:
    """Whose turn it is next, clockwise."""
    return (table.turn + 1) % len(table.hands)
