"""The chain of Walomino: its two ends, and where and how a pair can be attached (WM-5 to WM-7)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from game.rules.walong import geometry as walong
from game.rules.walong.cluster import HEARTS, STEP, Cluster, Code, Lying, is_clear
from game.rules.walong.geometry import MATE_KEYS, MATES, SIDES, Pose, centre, orientation, pack
from game.rules.walong.overlap import REACH

ALL = (1 << len(walong.COLOURS)) - 1  # all colours, as bits


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


class End(NamedTuple):
    """A piece where the chain goes on: its colour, where it lies, where its own partner lies."""

    colour: int
    pose: Pose
    partner: Pose


@dataclass(frozen=True, slots=True)
class Chain:
    """The pieces in laying order, labelled by colour, and the two ends.
    Before the start pair lies there are no pieces and no ends.
    """

    pieces: Cluster
    ends: tuple[End, ...]


NOTHING = Chain(Cluster(), ())


def begin(pair: Pair) -> Chain:
    """The start pair on the table, its first piece at home; both its pieces are ends (WM-5)."""
    first, second = walong.HOME, pair.second_pose(walong.HOME)
    pieces = Cluster([(first, pair.first), (second, pair.second)])
    return Chain(pieces, (End(pair.first, first, second), End(pair.second, second, first)))


class Berth:
    """What may lie where at one end of a chain; remembers what it has worked out.
    It depends on the pieces in the circle around the end that a pair can reach, not on the
    rest.
    """

    def __init__(self, end: End, around: tuple[tuple[Code, Lying], ...]) -> None:
        self.end = end
        self._end = pack(end.pose)
        partner = pack(end.partner)
        self._near = [(piece.heart, piece.anchor) for _, piece in around]
        self._hues = {code: 1 << p.label for code, p in around if code in (self._end, partner)}
        self._sides = {
            code + key: code for code, _ in around for key in walong.SIDE_KEYS[orientation(code)]
        }
        self._allowed: dict[Code, int] = {}
        self.fronts = tuple(self._find_fronts())

    def allowed(self, code: Code, heart: complex) -> int:
        """The colours, as bits, that a piece there may have (WM-6.2 to WM-6.4)."""
        hues = self._allowed.get(code)
        if hues is None:
            hues = self._allowed[code] = self._work_out(code, heart)
        return hues

    def touches_end(self, code: Code) -> bool:
        """Whether a piece there shares a side with the end (WM-6.1)."""
        keys = MATE_KEYS[orientation(code)]
        return any(self._sides.get(code + key) == self._end for key in keys)

    def _work_out(self, code: Code, heart: complex) -> int:
        hues, sides = ALL, self._sides
        for key in MATE_KEYS[orientation(code)]:
            if code + key in sides:
                hues &= self._hues.get(sides[code + key], 0)
        return hues if hues and is_clear(code, heart, self._near) else 0

    def _find_fronts(self) -> Iterator[tuple[Code, complex, int]]:
        """Where a piece of the end's colour may lie beside it: code, centre, orientation."""
        k, heart = self.end.pose.k, centre(self.end.pose)
        for side in SIDES:
            if self._end + MATE_KEYS[k][side] in self._sides:
                continue
            for delta, shift in zip(MATES[k][side], HEARTS[k][side], strict=True):
                if self.allowed(self._end + delta, heart + shift) >> self.end.colour & 1:
                    code = self._end + delta
                    yield code, heart + shift, orientation(code)

    def attachments(self, pair: Pair) -> Iterator[Code]:
        """Codes of the first piece in every legal attachment of a pair here, perhaps twice."""
        first, side, second, other = pair
        if first == self.end.colour:
            for code, heart, k in self.fronts:
                back = code + MATES[k][side][other]
                if self.allowed(back, heart + HEARTS[k][side][other]) >> second & 1:
                    yield code
        if second == self.end.colour:
            for code, heart, k in self.fronts:
                back = code + MATES[k][other][side]
                if self.allowed(back, heart + HEARTS[k][other][side]) >> first & 1:
                    yield back


_berth = lru_cache(maxsize=1 << 9)(Berth)
RANGE = REACH + 2 * STEP
"""Pieces farther from an end than this cannot meet a pair that is attached there."""


def berths(chain: Chain) -> list[Berth]:
    """What may lie where at the ends."""
    lying = chain.pieces
    return [_berth(end, lying.around(centre(end.pose), RANGE)) for end in chain.ends]


def attachments(chain: Chain, pairs: Iterable[Pair | None]) -> list[tuple[int, Code]]:
    """Every legal attachment of these pairs: number and code of the first piece, in order."""
    found = {
        (number, code)
        for berth in berths(chain)
        for number, pair in enumerate(pairs)
        if pair is not None
        for code in berth.attachments(pair)
    }
    return sorted(found)


def can_attach(chain: Chain, pairs: Iterable[Pair | None]) -> bool:
    """Whether any of these pairs can be attached."""
    held = {pair for pair in pairs if pair is not None}
    return any(True for berth in berths(chain) for pair in held for _ in berth.attachments(pair))


def fitting_ends(chain: Chain, pair: Pair) -> tuple[int, ...]:
    """The ends at which a pair can be attached (WM-6)."""
    found = enumerate(berths(chain))
    return tuple(n for n, berth in found if any(True for _ in berth.attachments(pair)))


def end_for(chain: Chain, pair: Pair, pose: Pose) -> int | None:
    """At which end a pair may be attached with its first piece there; None if at neither (WM-6).
    A pair that touches both start pieces counts as attached to the first of the two ends.
    """
    ahead, behind = pose, pair.second_pose(pose)
    codes = pack(ahead), pack(behind)
    for number, berth in enumerate(berths(chain)):
        if (
            any(berth.touches_end(code) for code in codes)
            and berth.allowed(codes[0], centre(ahead)) >> pair.first & 1
            and berth.allowed(codes[1], centre(behind)) >> pair.second & 1
        ):
            return number
    return None


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
    ends = (end, chain.ends[1]) if number == 0 else (chain.ends[0], end)
    return Chain(pieces, ends)


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
    chain = Chain(
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
