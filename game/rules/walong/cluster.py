"""A cluster is the Walongs that lie on the table: who touches whom, and where one more fits.

Clusters never change; `plus` and `minus` give the next one and copy a few small dictionaries.
Where a further piece fits is worked out when somebody asks, and once a piece was laid from what
the cluster before it knew. Every piece carries a *label*, a small number: its colour or its owner.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain
from typing import NamedTuple, TypeAlias

from game.rules.core.memory import Memory
from game.rules.walong import geometry
from game.rules.walong.geometry import MATE_KEYS, SIDES, Pose, centre, orientation, pack, unpack
from game.rules.walong.overlap import OVERLAPS, REACH

Code: TypeAlias = int  # a pose as one integer, see `walong`
Side: TypeAlias = tuple[Pose, int]  # a piece and one of its sides


class Lying(NamedTuple):
    """What a cluster keeps at hand of a piece: its label and centre, what pieces of every
    orientation see of it (`geometry.views`), its own orientation and its own view of itself.
    """

    label: int
    heart: complex
    views: tuple[Code, ...]
    k: int
    own: Code


@lru_cache(maxsize=1 << 12)
def _lying(code: Code, label: int) -> Lying:
    k, seen = orientation(code), geometry.views(code)
    return Lying(label, centre(unpack(code)), seen, k, seen[k])


class Contact(NamedTuple):
    """A side shared by two pieces: the one's side, the other piece, the other's side (W-5)."""

    side: int
    pose: Pose
    other: int


class Spot(NamedTuple):
    """Where a piece fits: the labels it would share a side with, as bits, and its centre."""

    labels: int
    heart: complex


HEARTS = tuple(
    tuple(
        tuple(centre(unpack(12 * k * geometry.TURN + delta)) - geometry.CENTRES[k] for delta in row)
        for row in geometry.MATES[k]
    )
    for k in range(12)
)
"""`HEARTS[k][i][j]`: from the centre of a piece to that of the mate on its side `i`."""
STEP = max(abs(shift) for row in HEARTS[0] for shift in row)
"""The centres of mates are not farther apart."""
NEAR = REACH + STEP
"""Pieces whose centres are farther apart cannot overlap each other's mates."""


class Mate(NamedTuple):
    """How a mate of a piece lies: its bit in sets of mates, what to add to the piece's code and
    centre, its orientation, and how it views itself if the piece is at the origin.
    """

    bit: int
    delta: Code
    shift: complex
    k: int
    own: Code


def _mates(k: int) -> Iterator[Mate]:
    base = 12 * k * geometry.TURN
    deltas, shifts = chain(*geometry.MATES[k]), chain(*HEARTS[k])
    for number, (delta, shift) in enumerate(zip(deltas, shifts, strict=True)):
        eye = orientation(base + delta)
        yield Mate(1 << number, delta, shift, eye, geometry.views(base + delta)[eye])


MATES = tuple(tuple(_mates(k)) for k in range(12))
"""By orientation, all 25 mates of a piece; the one whose side `j` lies on side `i` is `5 * i + j`.
"""


def _shadow(key: Code) -> int:
    views, heart = geometry.views(key), centre(unpack(key)) - geometry.CENTRES[0]
    return sum(
        bit
        for bit, _, shift, k, own in MATES[0]
        if abs(shift - heart) <= REACH and OVERLAPS[views[k] - own]
    )


SHADOWS = Memory(1 << 15, _shadow)
"""Which of a piece's mates another piece would overlap, as bits, by the code of how the other lies
for the piece. Ask only for pieces within NEAR: the memory is for those.
"""
_TOUCHED: dict[Code, int] = {}
for _mate in MATES[0]:
    for _other in MATES[_mate.k]:
        _key = _mate.delta + _other.delta
        _TOUCHED[_key] = _TOUCHED.get(_key, 0) | _mate.bit


def touches(key: Code) -> int:
    """Which of a piece's mates another piece shares a side with, likewise."""
    return _TOUCHED.get(key, 0)


CLOSE = Memory(1 << 15, lambda key: SHADOWS[key] | touches(key))
"""Which of a piece's mates another piece would overlap or share a side with, likewise."""


class Cluster:
    """Walongs on the table. Two clusters are equal if pieces, labels and laying order are."""

    __slots__ = ("_corners", "_key", "_pieces", "_roots", "_shaded", "_sides", "_spots")

    def __init__(self, pieces: Iterable[tuple[Pose, int]] = ()) -> None:
        self._pieces: dict[Code, Lying] = {}
        self._sides: dict[int, Code] = {}
        self._corners: dict[int, int] = {}
        self._spots: dict[Code, Spot] | None = None
        self._shaded: dict[Code, int] = {}
        self._roots: tuple[Cluster, Code] | None = None
        self._key: tuple[tuple[Code, int], ...] | None = None
        for pose, label in pieces:
            self._lay(pack(pose), label)

    # The pieces ----------------------------------------------------------------------------------

    @property
    def pieces(self) -> tuple[tuple[Pose, int], ...]:
        """Pose and label of every piece, in laying order."""
        return tuple((unpack(code), piece.label) for code, piece in self._pieces.items())

    def __len__(self) -> int:
        return len(self._pieces)

    def __iter__(self) -> Iterator[Pose]:
        return map(unpack, self._pieces)

    def __contains__(self, pose: object) -> bool:
        return isinstance(pose, Pose) and pack(pose) in self._pieces

    def labelled(self, label: int) -> list[Code]:
        """The pieces with this label, in laying order."""
        return [code for code, piece in self._pieces.items() if piece.label == label]

    def label(self, pose: Pose) -> int:
        """The label of the piece that lies there. Raises KeyError."""
        return self._pieces[pack(pose)].label

    def _identity(self) -> tuple[tuple[Code, int], ...]:
        if self._key is None:
            self._key = tuple((code, piece.label) for code, piece in self._pieces.items())
        return self._key

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Cluster) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def __repr__(self) -> str:
        return f"Cluster({list(self.pieces)!r})"

    def __reduce__(self) -> "tuple[type[Cluster], tuple[tuple[tuple[Pose, int], ...]]]":
        return Cluster, (self.pieces,)

    # The next cluster ----------------------------------------------------------------------------

    def plus(self, pose: Pose, label: int) -> "Cluster":
        """The cluster with one piece more. It must overlap nothing."""
        code, other = pack(pose), self._copy()
        other._roots = None if self._spots is None else (self, code)
        other._lay(code, label)
        return other

    def minus(self, pose: Pose) -> "Cluster":
        """The cluster without the piece that lies there."""
        other = self._copy()
        other._take(pack(pose))
        return other

    def _copy(self) -> "Cluster":
        other = Cluster.__new__(Cluster)
        other._pieces = self._pieces.copy()
        other._sides = self._sides.copy()
        other._corners = self._corners.copy()
        other._spots = other._roots = other._key = None
        other._shaded = {}
        return other

    def _lay(self, code: Code, label: int) -> None:
        self._pieces[code] = piece = _lying(code, label)
        sides, corners = self._sides, self._corners
        for key in geometry.SIDE_KEYS[piece.k]:
            sides[code + key] = code
        for key in geometry.CORNER_KEYS[piece.k]:
            corners[code + key] = corners.get(code + key, 0) + 1

    def _take(self, code: Code) -> None:
        k = orientation(code)
        del self._pieces[code]
        for key in geometry.SIDE_KEYS[k]:
            del self._sides[code + key]
        for key in geometry.CORNER_KEYS[k]:
            self._corners[code + key] -= 1

    # Who touches whom (W-5 to W-7); the pose asked about may lie in the cluster or not ------------

    def contacts(self, pose: Pose) -> tuple[Contact, ...]:
        """The sides a piece there shares with pieces of the cluster."""
        code = pack(pose)
        found = []
        for side, key in enumerate(MATE_KEYS[pose.k]):
            other = self._sides.get(code + key)
            if other is not None:
                keys = geometry.SIDE_KEYS[orientation(other)]
                found.append(Contact(side, unpack(other), keys.index(code + key - other)))
        return tuple(found)

    def tips(self, pose: Pose) -> tuple[Pose, ...]:
        """The pieces a piece there shares a corner with, but no side."""
        mine = set(geometry.corners(pose))
        beside = {contact.pose for contact in self.contacts(pose)} | {pose}
        near = [unpack(code) for code, _ in self.around(centre(pose), REACH)]
        others = [other for other in near if other not in beside]
        return tuple(p for p in others if not mine.isdisjoint(geometry.corners(p)))

    def overlapped(self, pose: Pose) -> tuple[Pose, ...]:
        """The pieces a piece there would overlap, itself among them if it lies there (W-6)."""
        code = pack(pose)
        near = self.around(centre(pose), REACH)
        mine = geometry.views(code)
        return tuple(unpack(other) for other, one in near if OVERLAPS[mine[one.k] - one.own])

    def free_sides(self, pose: Pose) -> tuple[int, ...]:
        """The sides of a piece there that have no partner (W-7)."""
        code, keys = pack(pose), MATE_KEYS[pose.k]
        return tuple(side for side in SIDES if code + keys[side] not in self._sides)

    def is_open(self, code: Code) -> bool:
        """Whether a piece there has a side without a partner (W-7)."""
        sides = self._sides
        return any(code + key not in sides for key in MATE_KEYS[orientation(code)])

    def _is_lone(self, code: Code) -> bool:
        """Whether a piece of the cluster touches no other, neither by side nor by tip."""
        corners = self._corners
        a, b, c, d, e = geometry.CORNER_KEYS[self._pieces[code].k]  # the quickest way, by far
        return (
            corners[code + a] == corners[code + b] == corners[code + c] == 1
            and corners[code + d] == corners[code + e] == 1
        )

    def alone(self, tips: bool) -> tuple[Pose, ...]:
        """The pieces that touch no other by a side, nor by a tip if tips count."""
        if tips:
            return tuple(map(unpack, filter(self._is_lone, self._pieces)))
        return tuple(unpack(code) for code in self._pieces if not self.beside(code))

    def beside(self, code: Code) -> list[Code]:
        """The pieces that a piece there shares a side with, in the order of its sides."""
        sides = self._sides
        keys = MATE_KEYS[orientation(code)]
        return [sides[code + key] for key in keys if code + key in sides]

    def labels_beside(self, code: Code) -> int:
        """The labels of the pieces that a piece there shares a side with, as bits."""
        touched = 0
        for key in MATE_KEYS[orientation(code)]:
            other = self._sides.get(code + key)
            if other is not None:
                touched |= 1 << self._pieces[other].label
        return touched

    def around(self, heart: complex, radius: float) -> tuple[tuple[Code, Lying], ...]:
        """The pieces with their centres in this circle, in laying order."""
        return tuple([item for item in self._pieces.items() if abs(item[1][1] - heart) <= radius])

    # Groups ---------------------------------------------------------------------------------------

    def groups(self) -> tuple[tuple[Pose, ...], ...]:
        """The pieces that hang together by sides, each group in laying order."""
        return self._joined({p: [c.pose for c in self.contacts(p)] for p in self})

    def heaps(self) -> tuple[tuple[Pose, ...], ...]:
        """The pieces that hang together by sides or tips, each heap in laying order."""
        at: defaultdict[geometry.Point, list[Pose]] = defaultdict(list)
        for pose in self:
            for corner in geometry.corners(pose):
                at[corner].append(pose)
        return self._joined({p: [q for c in geometry.corners(p) for q in at[c]] for p in self})

    @staticmethod
    def _joined(linked: Mapping[Pose, list[Pose]]) -> tuple[tuple[Pose, ...], ...]:
        order = {pose: rank for rank, pose in enumerate(linked)}
        found, seen = list[tuple[Pose, ...]](), set[Pose]()
        for pose in linked:
            if pose in seen:
                continue
            members, waiting = {pose}, [pose]
            while waiting:
                fresh = set(linked[waiting.pop()]) - members
                members |= fresh
                waiting.extend(fresh)
            seen |= members
            found.append(tuple(sorted(members, key=order.__getitem__)))
        return tuple(found)

    # Where one more fits --------------------------------------------------------------------------

    def spots(self) -> Mapping[Code, Spot]:
        """Every pose in which one more piece shares a side with the cluster and overlaps nothing.
        The order of the entries means nothing; codes are ordered as poses are.
        """
        if self._spots is None:
            roots, self._roots = self._roots, None
            self._spots = self._found_with(*roots) if roots else self._found_anew()
        return self._spots

    def has_room(self, label: int) -> bool:
        """Whether one more piece fits that touches none with this label.
        Where nobody has asked for `spots` yet, the first such place is enough.
        """
        if self._spots is not None or self._roots is not None:
            return any(not spot.labels >> label & 1 for spot in self.spots().values())
        for code, piece in reversed(self._pieces.items()):
            if piece.label != label:
                for new, _ in self._free_mates(code, self._shadow(code)):
                    if not self.labels_beside(new) >> label & 1:
                        return True
        return False

    def _found_anew(self) -> dict[Code, Spot]:
        shaded, laid = self._shaded, list[tuple[Code, Lying]]()
        for code, piece in self._pieces.items():
            _, middle, seen, k, own = piece
            shadow = 0
            for other, (_, heart, views, eye, root) in laid:
                if abs(heart - middle) <= NEAR:
                    shadow |= SHADOWS[views[k] - own]
                    shaded[other] |= SHADOWS[seen[eye] - root]
            shaded[code] = shadow
            laid.append((code, piece))
        found = dict[Code, Spot]()
        self._add_spots(found, shaded)
        return found

    def _found_with(self, before: "Cluster", code: Code) -> dict[Code, Spot]:
        """The spots of the cluster before that a new piece leaves, and those beside it."""
        found, shaded = dict(before.spots()), before._shaded.copy()
        self._shaded = shaded
        shadow = shaded[code] = 0
        _, middle, seen, k, own = self._pieces[code]
        for other, (_, _, views, eye, root) in self.around(middle, NEAR):
            shadow |= SHADOWS[views[k] - own]
            fresh = SHADOWS[seen[eye] - root] & ~shaded[other]
            if fresh:
                shaded[other] |= fresh
                for bit, delta, _, _, _ in MATES[eye]:
                    if fresh & bit:
                        found.pop(other + delta, None)
        shaded[code] = shadow
        self._add_spots(found, (code,))
        return found

    def _shadow(self, code: Code) -> int:
        """Which mates of a piece other pieces would overlap, as bits."""
        _, heart, _, k, own = self._pieces[code]
        shadow = 0
        for _, piece in self.around(heart, NEAR):
            shadow |= SHADOWS[piece.views[k] - own]
        return shadow

    def _add_spots(self, found: dict[Code, Spot], codes: Iterable[Code]) -> None:
        """Adds what fits beside these pieces, and their labels to what is known."""
        for code in codes:
            bit = 1 << self._pieces[code].label
            for new, heart in self._free_mates(code, self._shaded[code]):
                spot = found.get(new)
                if spot is None:
                    found[new] = Spot(bit, heart)
                elif not spot.labels & bit:
                    found[new] = Spot(spot.labels | bit, heart)

    def _free_mates(self, code: Code, shadow: int) -> list[tuple[Code, complex]]:
        """The code and centre of every pose beside a piece in which one more overlaps nothing."""
        piece = self._pieces[code]
        mates, heart = MATES[piece.k], piece.heart
        return [
            (code + delta, heart + shift) for bit, delta, shift, _, _ in mates if not shadow & bit
        ]
