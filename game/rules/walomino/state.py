"""A table of Walomino: box, hands, pairs and chain, and how a step changes them (WM-1 to WM-10)."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Literal, TypeAlias, TypeVar

from game.rules.core.listed import Listed
from game.rules.core.protocol import Options, Seat
from game.rules.walomino.chain import NOTHING, Chain, Pair, attach, attachments, begin, can_attach
from game.rules.walong.geometry import COLOURS, EACH, JOKER, SIDES, Pose, unpack

SEATS = 2, 4
FACES = COLOURS + JOKER  # the six faces of the colour die; white is a free choice
WHITE = len(COLOURS)
SHARED = 48  # pieces that are drafted; two are left for the start pair
Hues: TypeAlias = tuple[int, ...]  # how many pieces of every colour
Pairs: TypeAlias = tuple[Pair | None, ...]  # a seat's pairs by number; None where one has been laid
Phase: TypeAlias = Literal["deal", "draft", "start", "review", "pairing", "play", "over"]
PHASES: tuple[Phase, ...] = ("deal", "draft", "start", "review", "pairing", "play", "over")
T = TypeVar("T")
NONE: Hues = (0,) * len(COLOURS)


@dataclass(frozen=True, slots=True)
class Deal:
    """Luck deals everything: the start pair and everybody's pairs (WM-1, quick and deal).
    With `review` everybody may join the pieces anew before play starts.
    """

    start: Pair
    pairs: tuple[tuple[Pair, ...], ...]
    review: bool


@dataclass(frozen=True, slots=True)
class Roll:
    """Luck shows a face of the colour die (WM-1)."""

    face: int


@dataclass(frozen=True, slots=True)
class Draft:
    """A piece of this colour is taken from the box (WM-1)."""

    colour: int


@dataclass(frozen=True, slots=True)
class Start:
    """The start pair is laid (WM-2)."""

    pair: Pair


@dataclass(frozen=True, slots=True)
class Join:
    """Two of one's own pieces become a pair (WM-4)."""

    pair: Pair


@dataclass(frozen=True, slots=True)
class Keep:
    """The pairs stay as they were dealt (WM-4)."""


@dataclass(frozen=True, slots=True)
class Reopen:
    """All one's dealt pairs are taken apart, to be joined anew (WM-4)."""


@dataclass(frozen=True, slots=True)
class Attach:
    """A pair is attached to the chain, its first piece there (WM-6)."""

    number: int
    pose: Pose


@dataclass(frozen=True, slots=True)
class Pass:
    """No pair can be attached: the only legal step then (WM-9)."""


Move: TypeAlias = Deal | Roll | Draft | Start | Join | Keep | Reopen | Attach | Pass
PASS, KEEP, REOPEN = Pass(), Keep(), Reopen()
DRAFTS = tuple(Draft(colour) for colour in range(len(COLOURS)))
ROLLS = tuple(Roll(face) for face in range(len(FACES)))


@dataclass(frozen=True, slots=True)
class Table:
    """A state of Walomino."""

    draft: str
    first_out: bool
    phase: Phase
    turn: Seat
    box: Hues
    rolled: int  # the face that has to be taken; -1 if there is none
    hands: tuple[Hues, ...]  # pieces that are in no pair yet
    pairs: tuple[Pairs, ...]
    chain: Chain
    out: tuple[Seat, ...]  # who has laid all pairs, in this order


def set_up(seats: int, options: Options) -> Table:
    """The full box before the draft."""
    draft, first_wins = str(options["draft"]), options["tie"] == "first_out"
    phase: Phase = "deal" if draft in ("quick", "deal") else "draft"
    box, hands = (EACH,) * len(COLOURS), (NONE,) * seats
    return Table(draft, first_wins, phase, 0, box, -1, hands, ((),) * seats, NOTHING, ())


def share(table: Table) -> int:
    """How many pairs every seat gets (WM-2)."""
    return SHARED // 2 // len(table.hands)


def left(table: Table) -> tuple[int, ...]:
    """How many pairs every seat still has to lay."""
    if table.phase in ("play", "over"):
        return tuple(sum(pair is not None for pair in pairs) for pairs in table.pairs)
    return (share(table),) * len(table.hands)


def next_seat(table: Table) -> Seat:
    """Whose turn it is next."""
    return (table.turn + 1) % len(table.hands)


def awaits_luck(table: Table) -> bool:
    """Whether luck has to deal, or to roll before a piece is taken (WM-1)."""
    rolling = table.phase == "draft" and table.draft == "die" and table.rolled < 0
    return rolling or table.phase == "deal"


# What can be done ---------------------------------------------------------------------------------


def drafts(table: Table) -> list[Draft]:
    """The colours that may be taken: what the die showed, or any the box has."""
    free = table.rolled in (-1, WHITE)
    return [
        draft_
        for draft_, count in zip(DRAFTS, table.box, strict=True)
        if count and (free or draft_.colour == table.rolled)
    ]


def pairs_from(pieces: Hues) -> tuple[Pair, ...]:
    """Every way to join two of these pieces, the first piece named first."""
    return _pairs_from(tuple(min(count, 2) for count in pieces))


@cache
def _pairs_from(pieces: Hues) -> tuple[Pair, ...]:
    """The same for at most two of a colour, for more give no more pairs (243 answers)."""
    return tuple(
        _pair(first, side, second, other)
        for first, count in enumerate(pieces)
        if count
        for second, others in enumerate(pieces)
        if others > (first == second)
        for side in SIDES
        for other in SIDES
    )


_pair = cache(Pair)  # hands out the same pair each time: the answers above share them


def attaches(table: Table, seat: Seat) -> Sequence[Attach]:
    """Every way a seat can attach a pair, ordered by number and pose (WM-6)."""
    return Listed(attachments(table.chain, table.pairs[seat]), _attach)


@lru_cache(maxsize=1 << 13)
def _attach(attachment: tuple[int, int]) -> Attach:
    number, code = attachment
    return Attach(number, unpack(code))


def held(table: Table, seat: Seat, number: int) -> Pair | None:
    """The pair a seat holds under this number, if it does."""
    pairs = table.pairs[seat]
    return pairs[number] if number < len(pairs) else None


# What steps do: preparation (WM-1 to WM-4) --------------------------------------------------------


def deal(table: Table, move: Deal) -> Table:
    """Everything dealt at once; play starts unless the pairs may be joined anew."""
    dealt = replace(table, box=NONE, pairs=move.pairs, chain=begin(move.start))
    return replace(dealt, phase="review") if move.review else _play(dealt)


def roll(table: Table, move: Roll) -> Table:
    """The colour shown has to be taken; one that is gone is rolled again (WM-1)."""
    gone = move.face != WHITE and not table.box[move.face]
    return table if gone else replace(table, rolled=move.face)


def draft(table: Table, move: Draft) -> Table:
    """A piece goes from the box to the hand of who acts (WM-1)."""
    hands = _with(table.hands, table.turn, _changed(table.hands[table.turn], move.colour, 1))
    box = _changed(table.box, move.colour, -1)
    phase: Phase = "draft" if sum(box) > EACH * len(COLOURS) - SHARED else "start"
    return replace(table, box=box, hands=hands, rolled=-1, phase=phase, turn=next_seat(table))


def start(table: Table, move: Start) -> Table:
    """The last two pieces lie on the table as the start pair (WM-2)."""
    return replace(table, phase="pairing", box=NONE, chain=begin(move.pair))


def join(table: Table, move: Join) -> Table:
    """Two pieces become a pair; with the last one it is the next seat's turn to pair (WM-4)."""
    turn = table.turn
    rest = _changed(_changed(table.hands[turn], move.pair.first, -1), move.pair.second, -1)
    hands = _with(table.hands, turn, rest)
    pairs = _with(table.pairs, turn, (*table.pairs[turn], move.pair))
    after = replace(table, hands=hands, pairs=pairs)
    return after if any(rest) else keep(after)


def reopen(table: Table, _: Reopen) -> Table:
    """All pairs of who acts are pieces again (WM-4)."""
    hand = list(NONE)
    for pair in table.pairs[table.turn]:
        if pair is not None:
            hand[pair.first] += 1
            hand[pair.second] += 1
    hands = _with(table.hands, table.turn, tuple(hand))
    return replace(table, phase="pairing", hands=hands, pairs=_with(table.pairs, table.turn, ()))


def keep(table: Table, _: Keep | None = None) -> Table:
    """The pairs stay as they are (WM-4): the next seat pairs, or play starts after the last one."""
    after = replace(table, turn=next_seat(table))
    if after.turn == 0:
        return _play(after)
    return replace(after, phase="review" if table.draft == "quick" else "pairing")


def _changed(hues: Hues, colour: int, by: int) -> Hues:
    return _with(hues, colour, hues[colour] + by)


def _with(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    return (*items[:index], item, *items[index + 1 :])


# What steps do: play (WM-5 to WM-10) --------------------------------------------------------------


def _play(table: Table) -> Table:
    """Play goes on, or the game is over if nobody can attach a pair (WM-9)."""
    seats = range(table.turn, table.turn + len(table.hands))
    order = (seat % len(table.hands) for seat in seats)
    if any(can_attach(table.chain, table.pairs[seat]) for seat in order):
        return replace(table, phase="play")
    return replace(table, phase="over", turn=0)


def lay(table: Table, move: Attach) -> Table:
    """A pair of who acts is attached; the game may be over then."""
    turn = table.turn
    pair = held(table, turn, move.number)
    if pair is None:
        raise ValueError(f"seat {turn} has no pair {move.number}")
    pairs = _with(table.pairs, turn, _with(table.pairs[turn], move.number, None))
    out = table.out if any(pairs[turn]) else (*table.out, turn)
    chain = attach(table.chain, pair, move.pose)
    return _play(replace(table, pairs=pairs, chain=chain, out=out, turn=next_seat(table)))


def sit_out(table: Table, _: Pass) -> Table:
    """Who cannot attach sits out this turn (WM-9)."""
    return replace(table, turn=next_seat(table))


# Luck ---------------------------------------------------------------------------------------------


def random_deal(table: Table, rng: random.Random) -> Deal:
    """Everything dealt at random, the pairs as proposed, final with *deal* (WM-1)."""
    seats = len(table.hands)
    box = [colour for colour in range(len(COLOURS)) for _ in range(EACH)]
    rng.shuffle(box)
    size = SHARED // seats
    first, second = box[SHARED:]
    pair = Pair(first, rng.choice(SIDES), second, rng.choice(SIDES))
    shares = [box[seat * size : (seat + 1) * size] for seat in range(seats)]
    return Deal(pair, tuple(proposal(share_, rng) for share_ in shares), table.draft == "quick")


def proposal(pieces: Sequence[int], rng: random.Random) -> tuple[Pair, ...]:
    """Pairs from an even number of pieces, given by colour: as few equal colours as possible.
    Two colours in a pair fit at more ends than one. Raises ValueError on an odd number of
    pieces.
    """
    if len(pieces) % 2:
        raise ValueError(f"{len(pieces)} pieces do not make pairs; give an even number")
    counts = [pieces.count(colour) for colour in range(len(COLOURS))]
    pairs = []
    while any(counts):
        first = _most(counts, rng)
        counts[first] -= 1
        others = [n * (colour != first) for colour, n in enumerate(counts)]
        second = _most(others, rng) if any(others) else first
        counts[second] -= 1
        pairs.append(Pair(first, rng.choice(SIDES), second, rng.choice(SIDES)))
    rng.shuffle(pairs)
    return tuple(pairs)


def _most(counts: Sequence[int], rng: random.Random) -> int:
    """A colour of which there are most pieces."""
    return rng.choice([colour for colour, count in enumerate(counts) if count == max(counts)])
