"""Domi Jongg's table: its moves, its state, and the snake with its open ends (DJ-6, DJ-7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from game.rules.core.protocol import CHANCE, Seat
from game.rules.domi_jongg.tiles import IN_PAIRS, SINGLY, Tile, Tiles

EndId: TypeAlias = str
"""``0L`` and ``0R`` are the singlestone's sides, else the number of the tile in laying order."""

END = r"0[LR]|[1-9]\d{0,2}"
"""How an end is written, as a regular expression."""

HIDDEN: Tile = "??"
"""A tile of a hand one may not see."""

START_TILES: dict[int, int] = {2: 6, 3: 5, 4: 4, 5: 4, 6: 4}
"""How many tiles a hand begins with and is refilled to, by number of seats (DJ-1)."""

# Moves --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Lay:
    """One tile goes onto an open end: ``K4>0R`` (DJ-6)."""

    tile: Tile
    end: EndId


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

Tally: TypeAlias = tuple[int, ...]
"""How often a seat got points for each of REASONS."""


class End(NamedTuple):
    """An open end of the snake: where it is and which tile lies there."""

    id: EndId
    tile: Tile


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile of the snake: the end it went onto and who laid it.

    The singlestone went onto no end (an empty id) and was laid by luck.
    """

    tile: Tile
    end: EndId
    seat: Seat


@dataclass(frozen=True, slots=True)
class Terms:
    """What the table agreed on where the rules leave a choice (DJ-7, DJ-9)."""

    branch_turn: str = "one_head"
    identical: str = "lying"
    surplus: str = "replace"
    going_out: str = "add"


@dataclass(frozen=True, slots=True)
class Table:
    """Everything about a running game. In a seat's view the other hands are HIDDEN tiles and
    the pile is every tile that seat does not see, theirs among them."""

    terms: Terms
    phase: Phase
    dealer: Seat | None
    """None until the dice have decided."""
    turn: Seat
    """Who lays, or for whom luck draws; in the end who acted last."""
    hands: tuple[Tiles, ...]
    pile: Tiles
    snake: tuple[Laid, ...]
    ends: tuple[End, ...]
    """In the order they came to be, the singlestone's sides first."""
    lying: int
    """How many tiles lay in the snake when this turn began."""
    owed: int
    """How many tiles luck still draws for the seat whose turn it was."""
    tally: tuple[Tally, ...]
    rolling: tuple[Seat, ...]
    """Who rolls for the dealer in this round of rolls (DJ-1)."""
    rolls: tuple[int, ...]


def pile_left(table: Table) -> int:
    """How many tiles lie face down; the same in the state and in every view of it."""
    return len(table.pile) - sum(hand.count(HIDDEN) for hand in table.hands)


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
    first = len(snake)
    new = tuple(End(str(first + i), tile) for i, tile in enumerate(tiles))
    others = tuple(e for e in ends if e.id != end)
    return (*snake, *(Laid(tile, end, seat) for tile in tiles)), others + new


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
    for end in ends:
        onto = SINGLY[end.tile]
        found += [Lay(tile, end.id) for tile in kinds if tile in onto]
        if end.tile in IN_PAIRS:
            found += [Branch(pair, end.id) for pair in _pairs(hand, kinds, IN_PAIRS[end.tile])]
    return found


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
