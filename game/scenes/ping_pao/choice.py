"""What the person who is asked is about to do: nothing yet, to lay a piece, or to take one.

The rules say which poses are legal and why others are not. A piece in hand looks for the nearest
pose in which it fits; a tapped side offers the ways to lie there one after the other.
"""

from collections.abc import Callable, Iterator
from enum import Enum, auto
from functools import cached_property
from typing import Final, TypeAlias

from game.rules.core.protocol import Game, Refusal
from game.rules.ping_pao.state import Lay, Move, Table, Take, freed, open_sides
from game.rules.walong import geometry
from game.rules.walong.cluster import Code, Side, Spot
from game.rules.walong.geometry import HOME, SIDES, Pose, mate, orientation
from game.scenes.walong.knobs import Knob
from game.scenes.walong.table import MIDDLES, Loose

REACH: Final = 0.85
"""How far from its pose, in sides, a piece in hand finds its ghost."""
TURNED_COST: Final = 1.0
TURN_COST: Final = 0.16
"""Not lying as it was turned to counts like so many sides of way, and each step of 30 degrees off
that like so many more."""
OWN_COST: Final = 0.10
"""So much nearer a pose beside one's own colour has to be to be the one that is meant."""
STICKY: Final = 0.06
"""So much nearer another pose has to be to take the place of the one that is shown."""


class Part(Enum):
    """What can be picked and is neither a side nor a piece, nor a round button."""

    HAND = auto()
    CLOTH = auto()
    GHOST = auto()


Key: TypeAlias = Pose | Side | Part | Knob
"""What a spot means: a piece to take, a side to lay at, or a part of the table."""


class Laying:
    """The choice of a pose for one piece on one table."""

    def __init__(self, rules: Game[Table, Move], table: Table) -> None:
        self.rules, self.table = rules, table
        self.ghost: Pose | None = None
        """Where the piece would lie now."""
        self.refusal: Refusal | None = None
        """Why it may not lie there; None if it may."""
        self.side: Side | None = None
        """The side that was tapped."""
        self.ways: tuple[Pose, ...] = ()
        """How a piece may lie at that side."""
        self.k: int | None = None
        """The orientation a piece in hand was turned to; None as long as any will do."""
        self.armed = False
        """Whether the sides where something fits are shown."""
        if not len(table.pieces):
            self.at(HOME)

    # Facts ---------------------------------------------------------------------------------------

    @cached_property
    def poses(self) -> dict[Pose, None]:
        """The legal poses, in the order of the rules."""
        moves = self.rules.moves(self.table)
        return dict.fromkeys(move.pose for move in moves if isinstance(move, Lay))

    @cached_property
    def open_sides(self) -> frozenset[Side]:
        """The sides at which something fits."""
        return open_sides(self.table, self.table.turn)

    @cached_property
    def free_sides(self) -> tuple[Side, ...]:
        """Every side of the structure without a partner."""
        pieces = self.table.pieces
        return tuple((pose, side) for pose in pieces for side in pieces.free_sides(pose))

    @property
    def begun(self) -> bool:
        """Whether there is something to let go of."""
        return self.armed or (self.ghost is not None and len(self.table.pieces) > 0)

    def _put(self, pose: Pose | None) -> None:
        self.ghost, self.refusal = pose, None
        if pose is not None and pose not in self.poses:
            self.refusal = self.rules.why_illegal(self.table, Lay(pose))

    # By tapping sides ----------------------------------------------------------------------------

    def at_side(self, side: Side) -> Refusal | None:
        """Offer the first way to lie at a side, or the next one if it is the same side again.

        If nothing may lie there, there is no ghost, and this is why.
        """
        if side == self.side and self.ghost in self.ways:
            self.turn(1)
            return None
        tries = [mate(*side, own) for own in SIDES]
        self.ways = tuple(pose for pose in tries if pose in self.poses)
        self.side, self.k = side, None
        self._put(self.ways[0] if self.ways else None)
        if self.ways:
            return None
        reasons = [self.rules.why_illegal(self.table, Lay(pose)) for pose in tries]
        return next((why for why in reasons if why and why.key == "own_colour"), reasons[0])

    def at(self, pose: Pose) -> None:
        """Offer just this pose, such as the one of a hint or of a first piece."""
        self.side, self.ways = None, (pose,)
        self._put(pose)

    # In hand -------------------------------------------------------------------------------------

    def over(self, place: complex | None) -> None:
        """A piece is held over this place, or off the cloth: find the pose that is meant."""
        self.side, self.ways = None, ()
        if place is None:
            self._put(None)
        elif not len(self.table.pieces):
            self._put(HOME)
        else:
            self._put(self._nearest(place))

    def _near(self, place: complex) -> Iterator[tuple[Code, Spot]]:
        """The ways in which a piece held over this place could lie, whosever it is."""
        spots = self.table.pieces.spots().items()
        return ((code, spot) for code, spot in spots if abs(spot.heart - place) <= REACH)

    def _nearest(self, place: complex) -> Pose | None:
        best, found = 1e9, None
        own = 1 << self.table.turn
        shown = None if self.ghost is None else geometry.pack(self.ghost)
        for code, spot in self._near(place):
            way = abs(spot.heart + MIDDLES[orientation(code)] - place)
            if self.k is not None and orientation(code) != self.k:
                off = (orientation(code) - self.k) % 12
                way += TURNED_COST + TURN_COST * min(off, 12 - off)
            if spot.labels & own:
                way += OWN_COST
            if code == shown:
                way -= STICKY
            if way < best:
                best, found = way, code
        return None if found is None else geometry.unpack(found)

    def turn(self, steps: int, place: complex | None = None) -> None:
        """Turn the piece clockwise: to the next way at the side, or in hand over a place."""
        if place is None:
            if self.ways and self.ghost in self.ways:
                index = self.ways.index(self.ghost) + steps
                self._put(self.ways[index % len(self.ways)])
            return
        start = self.ghost.k if self.ghost is not None else self.k or 0
        self.k = self._next_turn(start, 1 if steps > 0 else -1, place)
        self.over(place)

    def _next_turn(self, start: int, way: int, place: complex) -> int:
        """The next orientation in which a piece fits near by; else just the next one."""
        own = 1 << self.table.turn
        fitting = {orientation(code) for code, spot in self._near(place) if not spot.labels & own}
        turns = [(start - way * step) % 12 for step in range(1, 12)]
        return next((k for k in turns if k in fitting), turns[0])

    # Where it was let go -------------------------------------------------------------------------

    def dropped(self, place: complex) -> Lay:
        """The pose that a piece let go at a place where it does not fit would have.

        That is the nearest way to lie at a free side if one is near, else a pose right there.
        """
        tries = [mate(*side, own) for side in self.free_sides for own in SIDES]
        near = min(tries, key=lambda pose: abs(geometry.centre(pose) - place), default=None)
        if near is not None and abs(geometry.centre(near) - place) <= REACH:
            return Lay(near)
        k = self.k or 0
        shifts = [geometry.Point(0, b, c, 0) for b in range(-2, 3) for c in range(-2, 3)]
        away = [place - geometry.CENTRES[k] - geometry.to_plane(shift) for shift in shifts]
        there = [Pose(k, round(way.real), shift.b, shift.c, round(way.imag))
                 for shift, way in zip(shifts, away, strict=True)]  # fmt: skip
        return Lay(min(there, key=lambda pose: abs(geometry.centre(pose) - place)))


class Taking:
    """The choice of a piece to take from one table."""

    def __init__(self, rules: Game[Table, Move], table: Table) -> None:
        self.rules, self.table = rules, table
        self.chosen: Pose | None = None
        """The piece that would be taken."""

    @cached_property
    def poses(self) -> tuple[Pose, ...]:
        """The pieces that can be taken."""
        moves = self.rules.moves(self.table)
        return tuple(move.pose for move in moves if isinstance(move, Take))

    @property
    def begun(self) -> bool:
        """Whether there is something to let go of."""
        return self.chosen is not None

    def choose(self, pose: Pose) -> Refusal | None:
        """Mean this piece, if the rules let it be taken; else this is why not."""
        legal = pose in self.poses
        self.chosen = pose if legal else None
        return None if legal else self.rules.why_illegal(self.table, Take(pose))

    def freed(self, pose: Pose) -> tuple[tuple[Pose, ...], int]:
        """The pieces that taking one would free, and how many of them are points."""
        loose, seat = freed(self.table, Take(pose)), self.table.turn
        return loose, sum(self.table.pieces.label(other) != seat for other in loose)


class PoseChoice:
    """What is in hand, and the `plan` of the person who is asked: where to lay, or what to take.

    `asked` gives the state in which a person is to act now, None if nobody is. A plan is about one
    state and begins anew with the next one.
    """

    def __init__(self, rules: Game[Table, Move], asked: Callable[[], Table | None]) -> None:
        self._rules, self._asked = rules, asked
        self._plan: Laying | Taking | None = None
        self.carried: Loose | None = None
        """The piece in somebody's hand."""

    @property
    def plan(self) -> Laying | Taking | None:
        table = self._asked()
        if table is None:
            return None
        if self._plan is None or self._plan.table is not table:
            kind = Laying if table.phase == "build" else Taking
            self._plan = kind(self._rules, table)
        return self._plan

    @property
    def laying(self) -> Laying | None:
        return plan if isinstance(plan := self.plan, Laying) else None

    @property
    def taking(self) -> Taking | None:
        return plan if isinstance(plan := self.plan, Taking) else None

    @property
    def ghost(self) -> Pose | None:
        """Where the piece would lie that is to be laid."""
        return laying.ghost if (laying := self.laying) is not None else None

    @property
    def holding(self) -> bool:
        """Whether something is in hand, or to be let go of."""
        return self.carried is not None or ((plan := self.plan) is not None and plan.begun)

    def clear(self) -> None:
        self._plan = None
