"""The chain of Walomino: its two ends, and where and how a pair can be attached (WM-5 to WM-7)."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple

from game.rules.core.memory import Memory
from game.rules.walong import geometry as walong
from game.rules.walong.cluster import CLOSE, MATES, NEAR, SHADOWS, STEP, Cluster, Code, touches
from game.rules.walong.geometry import SIDES, Pose, centre, pack


class Pair(NamedTuple):
    """Two rigidly joined pieces: side `side` of the first lies on side `other` of the second."""

    first: int
    side: int
    second: int
    other: int

    def __str__(self) -> str:
        return f"{walong.COLOURS[self.first]}{self.side}-{walong.COLOURS[self.second]}{self.other}"

    def second_pose(self, pose: Pose) -> Pose:
        """Where the second piece lies if the first lies at `pose`."""
        return walong.mate(pose, self.side, self.other)

    def pieces(self, pose: Pose) -> tuple[tuple[Pose, int], tuple[Pose, int]]:
        """Both pieces, each with its pose and colour, if the first lies at `pose`."""
        return (pose, self.first), (self.second_pose(pose), self.second)


class End(NamedTuple):
    """A piece where the chain goes on: its colour, where it lies, where its own partner lies."""

    colour: int
    pose: Pose
    partner: Pose


RANGE = NEAR + STEP
"""Pieces farther from an end than this cannot meet a pair that is attached there."""
_EVERY = (1 << 25) - 1  # all mates of a piece, as bits
_ALL = (1 << 25 * 25) - 1  # all mates of all mates of an end
_BY_MATING = tuple(
    tuple(sum(1 << 25 * m + 5 * side + other for m in range(25)) for other in SIDES)
    for side in SIDES
)
"""All attachments whose piece at the end has this side on that side of the other."""


def _in_the_way(key: Code, near: Callable[[Code], int], far: Callable[[Code], int]) -> int:
    """The attachments at an end in whose way a piece is that lies like this for the end, as bits.
    Bit `25 * m + n` stands for the pair on mate `m` of the end and on mate `n` of that. `near` and
    `far` say in the way of which mates of a piece another one is: of the end, of its mates.
    """
    views, heart = walong.views(key), centre(walong.unpack(key)) - walong.CENTRES[0]
    barred, found = near(key) if abs(heart) <= NEAR else 0, 0
    for bit, _, shift, k, own in reversed(MATES[0]):
        found <<= 25
        if barred & bit:
            found |= _EVERY
        elif abs(shift - heart) <= NEAR:
            found |= far(views[k] - own)
    return found


BARRED = Memory(1 << 14, lambda key: _in_the_way(key, CLOSE.__getitem__, CLOSE.__getitem__))
"""Which attachments a piece bars that is neither the end nor its partner, by the code of how it
lies for the end. Ask only for pieces within RANGE: the memory is for those.
"""


@lru_cache(maxsize=1 << 5)
def _joined(key: Code) -> tuple[int, int, int]:
    """The same for the end itself or its partner: the attachments it overlaps, those that share a
    side with it beside the end, and those whose other piece does.
    """
    overlapped = _in_the_way(key, SHADOWS.__getitem__, SHADOWS.__getitem__)
    return overlapped, _in_the_way(key, touches, _none), _in_the_way(key, _none, touches)


def _none(_: Code) -> int:
    return 0


class Berth:
    """What may lie where at one end of a chain, worked out once when somebody asks.
    It depends on the pieces around the end that a pair can reach, not on the rest.
    """

    def __init__(self, end: End, pieces: Cluster) -> None:
        self.end = end
        self.heart = centre(end.pose)
        self._around = dict(pieces.around(self.heart, RANGE))

    @cached_property
    def _free(self) -> list[int]:
        """By the colour of the piece that is not at the end, the attachments that are free."""
        start, partner = pack(self.end.pose), pack(self.end.partner)
        _, _, _, k, own = self._around[start]
        taken, clashing = 0, [0] * len(walong.COLOURS)
        for code, (label, _, views, _, _) in self._around.items():
            key = views[k] - own
            if code != start and code != partner:
                taken |= BARRED[key]
                continue
            overlapped, beside_near, beside_far = _joined(key)
            taken |= overlapped | beside_near * (label != self.end.colour)
            for colour in range(len(clashing)):
                clashing[colour] |= beside_far * (colour != label)
        return [_ALL & ~(taken | clash) for clash in clashing]

    def _ways(self, near: int, far: int, side: int, other: int) -> int:
        """The free attachments of a pair with `near` at the end, its `side` on `other` of `far`."""
        return self._free[far] & _BY_MATING[side][other] if near == self.end.colour else 0

    def takes(self, pair: Pair) -> bool:
        """Whether a pair can be attached here (WM-6)."""
        first, side, second, other = pair
        return self._ways(first, second, side, other) | self._ways(second, first, other, side) > 0

    def attachments(self, pair: Pair) -> Iterator[Code]:
        """Codes of the first piece in every legal attachment of a pair here, perhaps twice."""
        first, side, second, other = pair
        start, mates = pack(self.end.pose), MATES[self.end.pose.k]
        for number in _numbers(self._ways(first, second, side, other)):
            yield start + mates[number].delta
        for number in _numbers(self._ways(second, first, other, side)):
            mate = mates[number]
            yield start + mate.delta + walong.MATES[mate.k][other][side]


def _numbers(ways: int) -> Iterator[int]:
    """The mates of an end on which the attachments among these lie."""
    while ways:
        low = ways & -ways
        yield (low.bit_length() - 1) // 25
        ways ^= low


@dataclass(frozen=True, slots=True)
class Chain:
    """The pieces in laying order, labelled by colour, and the two ends.
    Before the start pair lies there are no pieces and no ends.
    """

    pieces: Cluster
    ends: tuple[End, ...]
    berths: tuple[Berth, ...] = field(compare=False, repr=False)

    def __reduce__(self) -> tuple[Callable[..., "Chain"], tuple[Cluster, tuple[End, ...]]]:
        return chain_of, (self.pieces, self.ends)


def chain_of(pieces: Cluster, ends: tuple[End, ...]) -> Chain:
    """The chain of these pieces with these ends."""
    return Chain(pieces, ends, tuple(Berth(end, pieces) for end in ends))


NOTHING = chain_of(Cluster(), ())


def begin(pair: Pair) -> Chain:
    """The start pair on the table, its first piece at home; both its pieces are ends (WM-5)."""
    first, second = walong.HOME, pair.second_pose(walong.HOME)
    pieces = Cluster([(first, pair.first), (second, pair.second)])
    return chain_of(pieces, (End(pair.first, first, second), End(pair.second, second, first)))


def attachments(chain: Chain, pairs: Iterable[Pair | None]) -> list[tuple[int, Code]]:
    """Every legal attachment of these pairs: number and code of the first piece, in order."""
    return [
        (number, code)
        for number, pair in enumerate(pairs)
        if pair is not None
        for code in sorted({code for berth in chain.berths for code in berth.attachments(pair)})
    ]


def can_attach(chain: Chain, pairs: Iterable[Pair | None]) -> bool:
    """Whether any of these pairs can be attached."""
    held = [pair for pair in pairs if pair is not None]
    return any(berth.takes(pair) for berth in chain.berths for pair in held)


def fitting_ends(chain: Chain, pair: Pair) -> tuple[int, ...]:
    """The ends at which a pair can be attached (WM-6)."""
    return tuple(n for n, berth in enumerate(chain.berths) if berth.takes(pair))


def end_for(chain: Chain, pair: Pair, pose: Pose) -> int | None:
    """At which end a pair may be attached with its first piece there; None if at neither (WM-6).
    A pair that touches both start pieces counts as attached to the first of the two ends.
    """
    found = enumerate(chain.berths)
    return next((n for n, berth in found if pack(pose) in berth.attachments(pair)), None)


def attach(chain: Chain, pair: Pair, pose: Pose) -> Chain:
    """The chain with a pair attached; the attachment must be legal."""
    number = end_for(chain, pair, pose)
    if number is None:
        raise ValueError(f"{pair} cannot be attached with its first piece at {pose}")
    second = pair.second_pose(pose)
    pieces = chain.pieces.plus(pose, pair.first).plus(second, pair.second)
    if _goes_on_with_first(pieces, chain.ends[number].pose, pose, second):
        end = End(pair.first, pose, second)
    else:
        end = End(pair.second, second, pose)
    ends, berths = list(chain.ends), list(chain.berths)
    ends[number] = end
    berths[number] = Berth(end, pieces)
    rest = berths[1 - number]
    if min(abs(centre(laid) - rest.heart) for laid in (pose, second)) <= RANGE:
        berths[1 - number] = Berth(rest.end, pieces)
    return Chain(pieces, tuple(ends), tuple(berths))


def _goes_on_with_first(pieces: Cluster, end: Pose, first: Pose, second: Pose) -> bool:
    """Whether the first piece of a pair just attached is the new end (WM-5, WM-6)."""
    beside = pieces.beside(pack(end))
    if pack(first) in beside and pack(second) in beside:
        return len(pieces.free_sides(first)) > len(pieces.free_sides(second))
    return pack(second) in beside


def replayed(laid: Iterable[tuple[Pose, int]]) -> Chain | None:
    """The chain whose pieces were laid like this, two by two; None if they cannot have been."""
    pieces = list(laid)
    twos = list(zip(pieces[::2], pieces[1::2], strict=True))
    pairs = [pair_lying(first, second) for first, second in twos]
    if not pairs or pairs[0] is None:
        return None
    (start, _), (partner, _) = twos[0]
    chain = chain_of(
        Cluster(twos[0]),
        (End(pairs[0].first, start, partner), End(pairs[0].second, partner, start)),
    )
    for pair, (first, _) in zip(pairs[1:], twos[1:], strict=True):
        if pair is None or end_for(chain, pair, first[0]) is None:
            return None
        chain = attach(chain, pair, first[0])
    return chain


def pair_lying(first: tuple[Pose, int], second: tuple[Pose, int]) -> Pair | None:
    """The pair that two pieces form where they lie, if they share a side."""
    contact = walong.side_contact(first[0], second[0])
    return Pair(first[1], contact[0], second[1], contact[1]) if contact else None
