"""The koi pond: its squares, moves and positions, and what a move makes of a position.

Squares are numbered a1 = 0 to g7 = 48, rank by rank; a board is an int with one bit a square.
Colours are 0 (red, from rank 1) and 1 (yellow, from rank 7).
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import Literal, NamedTuple, TypeAlias

Square: TypeAlias = int
Board: TypeAlias = int
Colour: TypeAlias = int
Pair: TypeAlias = tuple[int, int]
Phase: TypeAlias = Literal["luck", "move", "throw", "give"]

COLOURS = "RY"
SQUARES: tuple[str, ...] = tuple(f"{file}{rank}" for rank in "1234567" for file in "abcdefg")
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

RAYS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
KOI = {
    "corners": (1 << 0 | 1 << 6, 1 << 42 | 1 << 48),
    "inset": (1 << 8 | 1 << 12, 1 << 36 | 1 << 40),
}


def _along(square: Square, ray: tuple[int, int], length: int) -> Square | None:
    rank, file = square // 7 + ray[0] * length, square % 7 + ray[1] * length
    return 7 * rank + file if 0 <= rank < 7 and 0 <= file < 7 else None


NEAR: tuple[Board, ...] = tuple(
    sum(1 << near for ray in RAYS if (near := _along(square, ray, 1)) is not None)
    for square in range(49)
)
"""The squares around each square."""
LEAPS = tuple(
    tuple(
        (1 << over, 1 << end, Leap(square, over, end))
        for ray in RAYS
        if (over := _along(square, ray, 1)) is not None
        if (end := _along(square, ray, 2)) is not None
    )
    for square in range(49)
)
"""For each square: the square leapt over, the square reached, and the move."""
THROWS = tuple(
    tuple(tuple(Throw(7 * rank + f) for f in range(7) if row >> f & 1) for row in range(128))
    for rank in range(7)
)
"""For each rank and each set of files in it: the throws, one a square."""


def squares(board: Board) -> list[Square]:
    """The squares of a board in rising order."""
    found = []
    while board:
        low = board & -board
        found.append(low.bit_length() - 1)
        board ^= low
    return found


def names(board: Board) -> tuple[str, ...]:
    """The names of a board's squares: ``("a1", "g1")``."""
    return tuple(SQUARES[square] for square in squares(board))


def behind(leap: Leap) -> Square | None:
    """The square right behind the one leapt over, if the leap goes there or farther straight on."""
    for over, _, line in LEAPS[leap.start]:
        ray = line.over // 7 - line.start // 7, line.over % 7 - line.start % 7
        onward = (_along(leap.start, ray, length) for length in range(2, 7))
        if over >> leap.over & 1 and leap.end in onward:
            return line.end
    return None


# What can be done ---------------------------------------------------------------------------


@cache
def _swims(square: Square, free: Board) -> tuple[Swim, ...]:
    """The swims from a square whose free neighbours are given (at most 49 x 256 answers)."""
    return tuple(Swim(square, end) for end in squares(free))


def _leaps(square: Square, stones: Board, free: Board) -> tuple[Leap, ...]:
    if not NEAR[square] & stones:
        return ()
    return tuple([move for over, end, move in LEAPS[square] if stones & over and free & end])


def free_squares(pond: Pond) -> Board:
    """The squares with neither koi nor stone."""
    return POND ^ (pond.koi[0] | pond.koi[1] | pond.stones)


def koi_moves(pond: Pond, colour: Colour) -> tuple[Swim | Leap, ...]:
    """The swims and leaps of this colour's koi."""
    stones, free = pond.stones, free_squares(pond)
    own = pond.koi[colour]
    one = (own & -own).bit_length() - 1
    two = own.bit_length() - 1
    return (
        *_swims(one, NEAR[one] & free),
        *_leaps(one, stones, free),
        *_swims(two, NEAR[two] & free),
        *_leaps(two, stones, free),
    )


def reach(pond: Pond, start: Square) -> dict[Square, int]:
    """Where the koi on `start` could swim or leap if its colour were to move now, and how many
    points that would bring (JL-3 to JL-5). Raises ValueError if no koi is there.
    """
    colour = next((c for c in (0, 1) if pond.koi[c] >> start & 1), None)
    if colour is None:
        raise ValueError(f"there is no koi on {SQUARES[start]}")
    others = (pond.koi[0] | pond.koi[1]) ^ 1 << start
    ends = [move.end for move in koi_moves(pond, colour) if move.start == start]
    return {end: (NEAR[end] & others).bit_count() for end in ends}


def leapers(pond: Pond, stone: Square) -> tuple[Square, ...]:
    """The koi of both colours that could leap over a stone now (JL-4)."""
    moves = (*koi_moves(pond, 0), *koi_moves(pond, 1))
    return tuple(m.start for m in moves if isinstance(m, Leap) and m.over == stone)


def throws(free: Board) -> tuple[Throw, ...]:
    """A throw onto each of these squares."""
    a, b, c, d, e, f, g = THROWS
    return (
        *a[free & 127], *b[free >> 7 & 127], *c[free >> 14 & 127], *d[free >> 21 & 127],
        *e[free >> 28 & 127], *f[free >> 35 & 127], *g[free >> 42],
    )  # fmt: skip


# What a move does ---------------------------------------------------------------------------


_pond: Callable[[tuple[object, ...]], Pond] = partial(tuple.__new__, Pond)
"""A position of its fields, at half the price of the constructor: a search makes one each turn."""


def position_key(pond: Pond) -> int:
    """What makes two positions the same (JL-9), as one number."""
    return _key(pond.koi, pond.stones, pond.hands, pond.turn, pond.phase)


def _key(koi: Pair, stones: Board, hands: Pair, turn: Colour, phase: Phase) -> int:
    tail = hands[0] << 6 | hands[1] << 2 | turn << 1 | (phase == "give")
    return ((tail << 49 | stones) << 49 | koi[0]) << 49 | koi[1]


def _moved(pond: Pond, start: Square, end: Square) -> Pair:
    koi, hop = pond.koi, 1 << start | 1 << end
    return (koi[0], koi[1] ^ hop) if pond.turn else (koi[0] ^ hop, koi[1])


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
    koi = _moved(pond, move.start, move.end)
    terms, _, stones, hands, points, turn, _, _, quiet, past, end = pond
    if not hands[turn]:
        return _close(pond, koi, stones, hands, move.end)
    return _pond((terms, koi, stones, hands, points, turn, "throw", move.end, quiet, past, end))


def leap(pond: Pond, move: Leap) -> Pond:
    """A koi leaps over a stone, which stays (JL-4)."""
    koi = _moved(pond, move.start, move.end)
    return _close(pond, koi, pond.stones, pond.hands, move.end)


def throw(pond: Pond, move: Throw) -> Pond:
    """A stone is thrown and the turn is over (JL-3, JL-7)."""
    red, yellow = pond.hands
    hands = (red, yellow - 1) if pond.turn else (red - 1, yellow)
    return _close(pond, pond.koi, pond.stones | 1 << move.square, hands, pond.swum)


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


def _close(pond: Pond, koi: Pair, stones: Board, hands: Pair, at: Square) -> Pond:
    """The end of a turn in which the koi at `at` moved: points, draws, and who is next."""
    terms, turn, points, quiet = pond.terms, pond.turn, pond.points, pond.quiet + 1
    past: tuple[int, ...] = ()
    end = ""
    phase: Phase = "move"
    last = terms.recycle and hands != pond.hands and not hands[turn]
    gain = (NEAR[at] & (koi[0] | koi[1])).bit_count()
    if gain:
        quiet = 0
        points = (points[0], points[1] + gain) if turn else (points[0] + gain, points[1])
        end = "target" if points[turn] >= terms.target else ""
    if last and not end:
        phase = "give"
    if terms.draws:
        key = _key(koi, stones, hands, 1 - turn, phase)
        # a stone thrown for good can never be in hand again: earlier positions are forgotten
        past = (*pond.past, key) if last or hands == pond.hands else (key,)
        end = end or _ended(past, key, quiet)
    else:
        quiet = 0
    return _pond((terms, koi, stones, hands, points, 1 - turn, phase, -1, quiet, past, end))
