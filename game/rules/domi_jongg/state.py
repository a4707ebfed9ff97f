"""Domi Jongg's table: its moves, its state, and the snake with its open ends (DJ-6, DJ-7)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple, TypeAlias

from game.rules.core.protocol import CHANCE, Seat
from game.rules.domi_jongg.tiles import FULL_SET, GROUP, IN_PAIRS, SINGLY, Tile, Tiles, without

EndId: TypeAlias = str
"""``0L`` and ``0R`` are the singlestone's sides, else the number of the tile in laying order."""

END = r"0[LR]|[1-9]\d{0,2}"  # how an end is written, as a regular expression

HIDDEN: Tile = "??"  # a tile of a hand one may not see

START_TILES: dict[int, int] = {2: 6, 3: 5, 4: 4, 5: 4, 6: 4}
"""How many tiles a hand begins with and is refilled to, by number of seats (DJ-1)."""

# Moves --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Lay:
    """One tile goes onto an open end: ``K4>0R`` (DJ-6)."""

    tile: Tile
    end: EndId

    @property
    def tiles(self) -> Tiles:
        return (self.tile,)


@dataclass(frozen=True, slots=True)
class Branch:
    """Two tiles at once go onto an open special: ``K3+WE>2`` (DJ-6). Kept in sorted order."""

    tiles: tuple[Tile, Tile]
    end: EndId

    def __post_init__(self) -> None:
        if self.tiles[0] > self.tiles[1]:
            object.__setattr__(self, "tiles", self.tiles[::-1])


@dataclass(frozen=True, slots=True)
class Stop:
    """Who has laid ends his turn: ``stop`` (DJ-7)."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Who cannot lay draws a penalty tile: ``draw`` (DJ-7)."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Who cannot lay while the pile is empty: ``--`` (DJ-8)."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """Luck gives a tile: ``K4`` (DJ-2, DJ-3, DJ-8)."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class Rolled:
    """Luck rolls the icosahedron: ``1`` to ``20`` (DJ-1)."""

    number: int


Move: TypeAlias = Lay | Branch | Stop | Draw | Pass | Drawn | Rolled
STOP, DRAW, PASS = Stop(), Draw(), Pass()

# The state ----------------------------------------------------------------------------------

Phase: TypeAlias = Literal["roll", "deal", "single", "turn", "draw", "over"]
REASONS: dict[str, int] = {
    "penalty": -1,
    "identical": 1,
    "branch": 1,
    "whole_hand": 1,
    "surplus": 2,
    "going_out": 2,
    "given": 1,
}
"""What points are given for, and how many (DJ-9); *given* are those a set-up starts with."""

Tally: TypeAlias = tuple[int, ...]  # how often a seat got points for each of REASONS


class End(NamedTuple):
    """An open end of the snake: where it is and which tile lies there."""

    id: EndId
    tile: Tile


class Laid(NamedTuple):
    """A tile of the snake: the end it went onto and who laid it.
    The singlestone went onto no end (an empty id) and was laid by luck.
    """

    tile: Tile
    end: EndId
    seat: Seat


class Terms(NamedTuple):
    """What the table agreed on where the rules leave a choice (DJ-7, DJ-9)."""

    branch_turn: str = "one_head"
    identical: str = "lying"
    surplus: str = "replace"
    going_out: str = "add"


class Table(NamedTuple):
    """Everything about a running game. In a seat's view the other hands are HIDDEN tiles and
    the pile is every tile that seat does not see, theirs among them.
    """

    terms: Terms
    phase: Phase
    dealer: Seat | None  # none until the dice have decided
    turn: Seat  # who lays, or for whom luck draws; in the end who acted last
    hands: tuple[Tiles, ...]
    tally: tuple[Tally, ...]
    pile: Tiles = FULL_SET
    snake: tuple[Laid, ...] = ()
    ends: tuple[End, ...] = ()  # in the order they came to be, the singlestone's sides first
    lying: int = 0  # how many tiles lay in the snake when this turn began
    owed: int = 0  # how many tiles luck still draws for the seat whose turn it was
    rolling: tuple[Seat, ...] = ()  # who rolls for the dealer in this round of rolls (DJ-1)
    rolls: tuple[int, ...] = ()


_new: Callable[[type[Table], tuple[object, ...]], Table] = tuple.__new__
"""Makes a table of its fields, much sooner than `_replace` does."""


def points(counts: Tally) -> int:
    """What a seat's tally is worth."""
    return sum(n * value for n, value in zip(counts, REASONS.values(), strict=True))


def pile_left(table: Table) -> int:
    """How many tiles lie face down; the same in the state and in every view of it."""
    left = len(table.pile)
    for hand in table.hands:
        left -= hand.count(HIDDEN)
    return left


def start_tiles(table: Table) -> int:
    return START_TILES[len(table.hands)]


def next_seat(table: Table, seat: Seat) -> Seat:
    """The seat to the right: play goes counter-clockwise (DJ-2)."""
    return (seat + 1) % len(table.hands)


# The snake ----------------------------------------------------------------------------------


def number(end: EndId) -> int:
    """The number of the tile at an end; 0 is the singlestone."""
    return 0 if end[0] == "0" else int(end)


def has_laid(table: Table) -> bool:
    """Whether the seat to act has laid something in this turn."""
    return len(table.snake) > table.lying


def single_out(tile: Tile) -> tuple[tuple[Laid, ...], tuple[End, ...]]:
    """The snake and its ends when it is the singlestone alone (DJ-6)."""
    return (Laid(tile, "", CHANCE),), (End("0L", tile), End("0R", tile))


def grow(
    snake: tuple[Laid, ...], ends: tuple[End, ...], tiles: Tiles, end: EndId, seat: Seat
) -> tuple[tuple[Laid, ...], tuple[End, ...]]:
    """The snake and its ends after tiles, one or a branch of two, went onto an end."""
    others = [each for each in ends if each[0] != end]
    for tile in tiles:
        others.append(End(str(len(snake)), tile))
        snake += (Laid(tile, end, seat),)
    return snake, tuple(others)


def is_branch(laid: Laid, snake: tuple[Laid, ...]) -> bool:
    """Whether a tile of the snake is one of the two of a branch."""
    return bool(laid.end) and laid.tile in IN_PAIRS.get(snake[number(laid.end)].tile, ())


def heads(table: Table) -> tuple[End, ...]:
    """The ends where the seat to act may lay: all, then only where it has begun (DJ-7)."""
    if not has_laid(table):
        return table.ends
    if table.terms.branch_turn == "any_new_head":
        return tuple(end for end in table.ends if number(end.id) >= table.lying)
    return table.ends[-2:] if is_branch(table.snake[-1], table.snake) else table.ends[-1:]


def lays(hand: Tiles, ends: tuple[End, ...]) -> list[Lay | Branch]:
    """All ways to lay one tile or a branch, end by end in the order of the tiles."""
    kinds = tuple(dict.fromkeys(hand))
    found: list[Lay | Branch] = []
    for at, lying in ends:
        onto = SINGLY[lying]
        found += [_lay(tile, at) for tile in kinds if tile in onto]
        if lying in IN_PAIRS:
            found += [Branch(pair, at) for pair in _pairs(hand, kinds, IN_PAIRS[lying])]
    return found


_lay = cache(Lay)  # hands out the same one each time


def _pairs(hand: Tiles, kinds: Tiles, fitting: frozenset[Tile]) -> list[tuple[Tile, Tile]]:
    fit = [tile for tile in kinds if tile in fitting]
    return [
        (one, other)
        for i, one in enumerate(fit)
        for other in fit[i:]
        if one != other or hand.count(one) > 1
    ]


def can_lay(hand: Tiles, ends: tuple[End, ...]) -> bool:
    """Whether a hand has anything to lay at these ends."""
    kinds = set(hand)
    if any(not kinds.isdisjoint(SINGLY[end.tile]) for end in ends):
        return True
    specials = (IN_PAIRS[end.tile] for end in ends if end.tile in IN_PAIRS)
    return any(sum(tile in fitting for tile in hand) > 1 for fitting in specials)


def is_over(table: Table) -> bool:
    """The pile is empty, and somebody has laid all his tiles or nobody can lay (DJ-10)."""
    if pile_left(table):
        return False
    return not all(table.hands) or not any(can_lay(hand, table.ends) for hand in table.hands)


# Steps of a turn ----------------------------------------------------------------------------


def turn_moves(table: Table) -> Sequence[Move]:
    found = lays(table.hands[table.turn], heads(table))
    if has_laid(table):
        return [*found, STOP]
    if found:
        return found
    return (DRAW,) if pile_left(table) else (PASS,)


def lay(table: Table, move: Lay | Branch) -> Table:
    terms, phase, dealer, turn, hands, tally, pile, snake, ends, lying, *rest = table[:]
    tiles, hand = move.tiles, hands[turn]
    for tile in tiles:
        hand = without(hand, tile)
    reasons = ["branch"] if len(tiles) == 2 else _identical(table, tiles[0], move.end)
    snake, ends = grow(snake, ends, tiles, move.end, turn)
    if not hand:
        reasons += _whole_hand(table, len(snake) - lying)
    if reasons:
        tally = _credit(table, reasons)
    hands = (*hands[:turn], hand, *hands[turn + 1 :])
    fields = terms, phase, dealer, turn, hands, tally, pile, snake, ends, lying, *rest
    return _new(Table, fields) if hand else refill(_new(Table, fields))


def _identical(table: Table, tile: Tile, end: EndId) -> list[str]:
    """The point for a tile laid onto its like that lay there before this turn (DJ-9)."""
    at = number(end)
    below = table.snake[at]
    own = table.terms.identical == "others" and below.seat == table.turn
    return ["identical"] if below.tile == tile and at < table.lying and not own else []


def _whole_hand(table: Table, held: int) -> list[str]:
    """What laying the last of `held` tiles in one turn is good for (DJ-9)."""
    found = ["surplus" if held > start_tiles(table) else "whole_hand"]
    if found == ["surplus"] and table.terms.surplus == "add":
        found.insert(0, "whole_hand")
    if pile_left(table):
        return found
    return [*found, "going_out"] if table.terms.going_out == "add" else ["going_out"]


def penalty(table: Table) -> Table:
    """A point is lost and luck gives a tile (DJ-7)."""
    return table._replace(phase="draw", owed=1, tally=_credit(table, ["penalty"]))


def _credit(table: Table, reasons: Sequence[str]) -> tuple[Tally, ...]:
    counts = zip(table.tally[table.turn], REASONS, strict=True)
    tally = tuple(n + reasons.count(reason) for n, reason in counts)
    return (*table.tally[: table.turn], tally, *table.tally[table.turn + 1 :])


def refill(table: Table) -> Table:
    """The turn's laying is done: luck refills the hand as far as it goes (DJ-8)."""
    missing = start_tiles(table) - len(table.hands[table.turn])
    owed = min(missing, pile_left(table))
    return _goes_on(table, "draw", table.turn, table.lying, owed) if owed > 0 else next_turn(table)


def next_turn(table: Table) -> Table:
    """The next seat's turn, unless the game is over (DJ-10)."""
    seat, lying = table.turn, len(table.snake)
    if is_over(table):
        return _goes_on(table, "over", seat, lying, table.owed)
    return _goes_on(table, "turn", next_seat(table, seat), lying, table.owed)


def _goes_on(table: Table, phase: Phase, turn: Seat, lying: int, owed: int) -> Table:
    fields = table[:]
    return _new(Table, (fields[0], phase, fields[2], turn, *fields[4:9], lying, owed, *fields[11:]))


# Luck ---------------------------------------------------------------------------------------


def roll(table: Table, rolled: int) -> Table:
    """Everybody rolls once; whoever ties for the highest rolls again (DJ-1)."""
    rolls = (*table.rolls, rolled)
    if len(rolls) < len(table.rolling):
        return table._replace(rolls=rolls)
    best = tuple(s for s, n in zip(table.rolling, rolls, strict=True) if n == max(rolls))
    if len(best) > 1:
        return table._replace(rolling=best, rolls=())
    return table._replace(phase="deal", dealer=best[0], turn=best[0], rolling=(), rolls=())


def draw(table: Table, tile: Tile) -> Table:
    """What is drawn is dealt, turned up, or a refill or penalty tile, as the phase says."""
    if table.phase == "single":
        return _turn_up(table, tile)
    terms, phase, dealer, turn, hands, tally, pile, snake, ends, lying, owed, *rolls = table[:]
    hand = tuple(sorted((*hands[turn], tile)))
    hands, pile = (*hands[:turn], hand, *hands[turn + 1 :]), without(pile, tile)
    if phase == "deal":  # one tile each in turn from the dealer on (DJ-2)
        turn = next_seat(table, turn)
        phase = "single" if turn == dealer and len(hand) == start_tiles(table) else "deal"
    else:
        owed -= 1
    after = _new(
        Table, (terms, phase, dealer, turn, hands, tally, pile, snake, ends, lying, owed, *rolls)
    )
    return next_turn(after) if phase == "draw" and not owed else after


def _turn_up(table: Table, tile: Tile) -> Table:
    """The singlestone; a special goes back into the pile and luck tries again (DJ-3, DJ-4)."""
    if GROUP[tile] == "special":
        return table
    snake, ends = single_out(tile)
    turn, pile = next_seat(table, table.turn), without(table.pile, tile)
    return table._replace(phase="turn", turn=turn, pile=pile, snake=snake, ends=ends, lying=1)
