"""The koi pond: its squares, moves and positions, and what a move makes of a position.

Squares are numbered a1 = 0 to g7 = 48, rank by rank; a board is an int with one bit a square.
Colours are 0 (red, from rank 1) and 1 (yellow, from rank 7).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from game.rules.core.memory import Memory
from game.rules.core.squares import names as names_of
from game.rules.core.squares import ways

Square: TypeAlias = int
Board: TypeAlias = int
Colour: TypeAlias = int
Pair: TypeAlias = tuple[int, int]
Phase: TypeAlias = Literal["luck", "move", "throw", "give"]

COLOURS = "RY"
SQUARES = names_of(7, 7)
NUMBER: dict[str, Square] = {name: square for square, name in enumerate(SQUARES)}
POND: Board = (1 << 49) - 1
QUIET_LIMIT = 100  # turns in a row without a point that make a draw (JL-9)


# Moves --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class First:
    """Luck says which colour moves first: ``red``, ``yellow`` (JL-1)."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class Swim:
    """A koi swims to a neighbouring square: ``a1-b2`` (JL-3)."""

    start: Square
    end: Square


@dataclass(frozen=True, slots=True)
class Throw:
    """A stone is thrown after a swim: ``@d4`` (JL-3)."""

    square: Square


@dataclass(frozen=True, slots=True)
class Leap:
    """A koi leaps over a stone: ``a1/b2>c3`` (JL-4)."""

    start: Square
    over: Square
    end: Square


@dataclass(frozen=True, slots=True)
class HandBack:
    """A stone is taken off the pond and given to the opponent: ``+d4`` (JL-7)."""

    square: Square


@dataclass(frozen=True, slots=True)
class Pass:
    """Nothing can be moved: ``--`` (JL-8)."""


Move: TypeAlias = First | Swim | Throw | Leap | HandBack | Pass

FIRSTS = (First(0), First(1))
PASS = Pass()


# The state ----------------------------------------------------------------------------------


class Terms(NamedTuple):
    """What the table agreed on, as far as it matters once the koi are placed."""

    first: Colour
    stones: int
    target: int
    recycle: bool
    draws: bool  # repetition and quiet end the game (JL-9)


class Pond(NamedTuple):
    """A position; pairs are indexed by colour, not by seat."""

    terms: Terms
    koi: tuple[Board, Board]
    stones: Board
    hands: Pair
    points: Pair
    turn: Colour
    phase: Phase
    swum: Square  # where the koi is that has just swum, in the phase ``throw``; -1 otherwise
    quiet: int  # turns in a row without a point; stays 0 if draws are off
    past: tuple[int, ...]
    """Keys of the positions that could still recur, this one last; empty if draws are off."""
    end: str  # why the game is over: target, stuck, repetition, quiet; empty while it goes on


# Tables -------------------------------------------------------------------------------------

KOI = {
    "corners": (1 << 0 | 1 << 6, 1 << 42 | 1 << 48),
    "inset": (1 << 8 | 1 << 12, 1 << 36 | 1 << 40),
}


def squares(board: Board) -> list[Square]:
    """The squares of a board in rising order."""
    found = []
    while board:
        low = board & -board
        found.append(low.bit_length() - 1)
        board ^= low
    return found


NEAR: tuple[Board, ...] = tuple(
    sum(1 << near for start, near in ways(7, 7, 2) if start == square) for square in range(49)
)
"""The squares around each square."""
LEAPS = tuple(
    tuple((1 << over, 1 << end, Leap(square, over, end))
          for start, over, end in ways(7, 7, 3) if start == square)
    for square in range(49)
)  # fmt: skip
"""For each square: the square leapt over, the square reached, and the move."""
THROWS = tuple(
    tuple(tuple(Throw(7 * rank + f) for f in range(7) if row >> f & 1) for row in range(128))
    for rank in range(7)
)
"""For each rank and each set of files in it: the throws, one a square."""


def names(board: Board) -> tuple[str, ...]:
    """The names of a board's squares: ``("a1", "g1")``."""
    return tuple(SQUARES[square] for square in squares(board))


def behind(leap: Leap) -> Square | None:
    """The square right behind the one leapt over, if the leap goes there or farther straight on."""
    onward = (way for length in range(3, 8) for way in ways(7, 7, length))
    taken = leap.start, leap.over, leap.end
    return next((way[2] for way in onward if (*way[:2], way[-1]) == taken), None)


def crossing(pond: Pond, start: Square, end: Square) -> Move:
    """The move somebody means who takes a koi from one square to another: two squares away in a
    straight line is a leap, as is farther beyond a stone; everything else is a swim.
    """
    across, up = end % 7 - start % 7, end // 7 - start // 7
    far = max(abs(across), abs(up))
    if far > 1 and {abs(across), abs(up)} <= {0, far}:
        over = start + across // far + up // far * 7
        if far == 2 or pond.stones >> over & 1:
            return Leap(start, over, end)
    return Swim(start, end)


# What can be done ---------------------------------------------------------------------------


def _ways(
    square: Square,
) -> tuple[Board, Memory[tuple[Swim, ...]], Memory[Board], Memory[tuple[Leap, ...]]]:
    """The neighbours of a square; the swims, by the free ones of them; where leaps would end, by
    those that are stones; and the leaps, by their free ends. No more than 256 can be asked for.
    """
    leaps = LEAPS[square]
    return (
        NEAR[square],
        Memory(256, lambda free: tuple(Swim(square, end) for end in squares(free))),
        Memory(256, lambda stones: sum(end for over, end, _ in leaps if stones & over)),
        Memory(256, lambda ends: tuple(move for _, end, move in leaps if ends & end)),
    )


WAYS = tuple(map(_ways, range(49)))
PAIR_WAYS = Memory(1 << 11, lambda koi: tuple(WAYS[square] for square in squares(koi)))
"""The ways of a colour's two koi."""


def free_squares(pond: Pond) -> Board:
    """The squares with neither koi nor stone."""
    return POND ^ (pond.koi[0] | pond.koi[1] | pond.stones)


def koi_moves(pond: Pond, colour: Colour) -> tuple[Swim | Leap, ...]:
    """The swims and leaps of this colour's koi."""
    koi, stones = pond.koi, pond.stones
    free = POND ^ (koi[0] | koi[1] | stones)
    found: tuple[Swim | Leap, ...] = ()
    for near, swims, beyond, leaps in PAIR_WAYS[koi[colour]]:
        found += swims[near & free]
        if near & stones:
            found += leaps[beyond[near & stones] & free]
    return found


def reach(pond: Pond, start: Square) -> dict[Square, int]:
    """Where the koi on `start` could swim or leap if its colour were to move now, and how many
    points that would bring (JL-3 to JL-5).
    """
    colour = pond.koi[1] >> start & 1
    others = (pond.koi[0] | pond.koi[1]) ^ 1 << start
    ends = [move.end for move in koi_moves(pond, colour) if move.start == start]
    return {end: (NEAR[end] & others).bit_count() for end in ends}


def leapers(pond: Pond, stone: Square) -> tuple[Square, ...]:
    """The koi of both colours that could leap over a stone now (JL-4)."""
    moves = (*koi_moves(pond, 0), *koi_moves(pond, 1))
    return tuple(m.start for m in moves if isinstance(m, Leap) and m.over == stone)


def throws(free: Board) -> list[Throw]:
    """A throw onto each of these squares."""
    a, b, c, d, e, f, g = THROWS
    return [
        *a[free & 127], *b[free >> 7 & 127], *c[free >> 14 & 127], *d[free >> 21 & 127],
        *e[free >> 28 & 127], *f[free >> 35 & 127], *g[free >> 42],
    ]  # fmt: skip


# What a move does ---------------------------------------------------------------------------


_new: Callable[[type[Pond], tuple[object, ...]], Pond] = tuple.__new__
"""Makes a position of its fields, at half the price of the constructor; `pond[:]` gives the fields
at a third of the price of asking for them one by one. A search makes a position each turn.
"""


def position_key(pond: Pond) -> int:
    """What makes two positions the same (JL-9), as one number."""
    return _key(pond.koi, pond.stones, pond.hands, pond.turn, pond.phase)


def _key(koi: Pair, stones: Board, hands: Pair, turn: Colour, phase: Phase) -> int:
    tail = hands[0] << 6 | hands[1] << 2 | turn << 1 | (phase == "give")
    return ((tail << 49 | stones) << 49 | koi[0]) << 49 | koi[1]


_OTHER = 1 << 148  # the bit of a key that says whose turn it is


def _ended(past: tuple[int, ...], key: int, quiet: int) -> str:
    if past.count(key) >= 3:
        return "repetition"
    return "quiet" if quiet >= QUIET_LIMIT else ""


def begin(pond: Pond, move: First) -> Pond:
    """The opening position with the colour that moves first."""
    terms = pond.terms._replace(first=move.colour)
    pond = pond._replace(terms=terms, turn=move.colour, phase="move")
    return pond._replace(past=(position_key(pond),)) if terms.draws else pond


def swim(pond: Pond, move: Swim) -> Pond:
    """A koi swims; with a stone in hand its turn goes on (JL-3)."""
    terms, koi, stones, hands, points, turn, _, _, quiet, past, _ = pond[:]
    if not hands[turn]:
        return leap(pond, move)
    end, hop = move.end, 1 << move.start | 1 << move.end
    koi = (koi[0], koi[1] ^ hop) if turn else (koi[0] ^ hop, koi[1])
    return _new(Pond, (terms, koi, stones, hands, points, turn, "throw", end, quiet, past, ""))


def leap(pond: Pond, move: Swim | Leap) -> Pond:
    """A koi leaps over a stone, which stays, or swims without one in hand; its turn is over
    (JL-3, JL-4).
    """
    terms, koi, stones, hands, points, turn, _, _, quiet, past, end = pond[:]
    at, hop = move.end, 1 << move.start | 1 << move.end
    koi = (koi[0], koi[1] ^ hop) if turn else (koi[0] ^ hop, koi[1])
    gain = (NEAR[at] & (koi[0] | koi[1])).bit_count()
    if gain:
        quiet = -1
        points, end = _credited(points, turn, gain, terms.target)
    if terms.draws:
        quiet += 1
        key = past[-1] ^ (hop if turn else hop << 49) ^ _OTHER
        past += (key,)
        end = end or _ended(past, key, quiet)
    else:
        quiet = 0
    return _new(Pond, (terms, koi, stones, hands, points, 1 - turn, "move", -1, quiet, past, end))


def throw(pond: Pond, move: Throw) -> Pond:
    """A stone is thrown and the turn is over (JL-3, JL-7)."""
    terms, koi, stones, hands, points, turn, _, at, quiet, past, end = pond[:]
    hands = (hands[0], hands[1] - 1) if turn else (hands[0] - 1, hands[1])
    stones |= 1 << move.square
    gain = (NEAR[at] & (koi[0] | koi[1])).bit_count()
    if gain:
        quiet = -1
        points, end = _credited(points, turn, gain, terms.target)
    last = terms.recycle and not hands[turn]
    phase: Phase = "give" if last and not end else "move"
    if terms.draws:
        quiet += 1
        key = _key(koi, stones, hands, 1 - turn, phase)
        # a stone thrown for good can never be in hand again: earlier positions are forgotten
        past = (*past, key) if last else (key,)
        end = end or _ended(past, key, quiet)
    else:
        quiet = 0
    return _new(Pond, (terms, koi, stones, hands, points, 1 - turn, phase, -1, quiet, past, end))


def _credited(points: Pair, turn: Colour, gain: int, target: int) -> tuple[Pair, str]:
    """The points after a gain, and why the game is over if it is (JL-5, JL-6)."""
    red, yellow = points
    points = (red, yellow + gain) if turn else (red + gain, yellow)
    return points, "target" if points[turn] >= target else ""


def hand_back(pond: Pond, move: HandBack) -> Pond:
    """A stone goes back to the opponent, and the same colour moves (JL-7)."""
    red, yellow = pond.hands
    hands = (red + 1, yellow) if pond.turn else (red, yellow + 1)
    pond = pond._replace(stones=pond.stones ^ 1 << move.square, hands=hands, phase="move")
    return _remember(pond)


def pass_by(pond: Pond, _: Pass) -> Pond:
    """A stuck colour passes; if the other is stuck as well, the game is over (JL-8)."""
    quiet = pond.quiet + 1 if pond.terms.draws else 0
    after = _remember(pond._replace(turn=1 - pond.turn, quiet=quiet))
    return after if koi_moves(after, after.turn) else after._replace(end="stuck")


def _remember(pond: Pond) -> Pond:
    if not pond.terms.draws:
        return pond
    key = position_key(pond)
    past = (*pond.past, key)
    return pond._replace(past=past, end=_ended(past, key, pond.quiet))
