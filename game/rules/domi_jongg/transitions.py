"""How Domi Jongg's table changes: laying, refilling, the end of turns, and what luck brings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.rules.domi_jongg.state import (
    DRAW,
    PASS,
    REASONS,
    STOP,
    Move,
    Table,
    Tally,
    grow,
    has_laid,
    heads,
    is_over,
    lays,
    next_seat,
    number,
    pile_left,
    single_out,
    start_tiles,
)
from game.rules.domi_jongg.tiles import GROUP, Tile, Tiles, with_one, without

# What is given for laying one's whole hand, within the start number and above it (DJ-9).
WHOLE_HAND: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "replace": (("whole_hand",), ("surplus",)),
    "add": (("whole_hand",), ("whole_hand", "surplus")),
}

# Steps of a turn ----------------------------------------------------------------------------


def turn_moves(table: Table) -> Sequence[Move]:
    found = lays(table.hands[table.turn], heads(table))
    if has_laid(table):
        return [*found, STOP]
    if found:
        return found
    return (DRAW,) if pile_left(table) else (PASS,)


def lay(table: Table, tiles: Tiles, end: str) -> Table:
    seat = table.turn
    hand = table.hands[seat]
    for tile in tiles:
        hand = without(hand, tile)
    snake, ends = grow(table.snake, table.ends, tiles, end, seat)
    reasons = ("branch",) if len(tiles) == 2 else _identical(table, tiles[0], end)
    hands = (*table.hands[:seat], hand, *table.hands[seat + 1 :])
    if hand:
        tally = _credit(table, reasons)
        return replace(table, hands=hands, snake=snake, ends=ends, tally=tally)
    reasons += _hand_bonus(table, len(snake) - table.lying)
    tally = _credit(table, reasons)
    return refill(replace(table, hands=hands, snake=snake, ends=ends, tally=tally))


def _identical(table: Table, tile: Tile, end: str) -> tuple[str, ...]:
    """The point for a tile laid onto its like (DJ-9)."""
    at = number(end)
    below = table.snake[at]
    if below.tile != tile or at >= table.lying:
        return ()
    if table.terms.identical == "others" and below.seat == table.turn:
        return ()
    return ("identical",)


def _hand_bonus(table: Table, held: int) -> tuple[str, ...]:
    """What laying the last of `held` tiles in one turn is good for (DJ-9)."""
    bonus = WHOLE_HAND[table.terms.surplus][held > start_tiles(table)]
    if pile_left(table):
        return bonus
    return (*bonus, "going_out") if table.terms.going_out == "add" else ("going_out",)


def penalty(table: Table) -> Table:
    """A point is lost and luck gives a tile (DJ-7)."""
    return replace(table, phase="draw", owed=1, tally=_credit(table, ("penalty",)))


def _credit(table: Table, reasons: tuple[str, ...]) -> tuple[Tally, ...]:
    if not reasons:
        return table.tally
    seat = table.turn
    counts = tuple(
        n + reasons.count(reason) for n, reason in zip(table.tally[seat], REASONS, strict=True)
    )
    return (*table.tally[:seat], counts, *table.tally[seat + 1 :])


def refill(table: Table) -> Table:
    """The turn's laying is done: luck refills the hand as far as it goes (DJ-8)."""
    missing = start_tiles(table) - len(table.hands[table.turn])
    owed = min(missing, pile_left(table))
    return replace(table, phase="draw", owed=owed) if owed > 0 else next_turn(table)


def next_turn(table: Table) -> Table:
    """The next seat's turn, unless the game is over (DJ-10)."""
    if is_over(table):
        return replace(table, phase="over", lying=len(table.snake))
    turn = next_seat(table, table.turn)
    return replace(table, phase="turn", turn=turn, lying=len(table.snake))


# Luck ---------------------------------------------------------------------------------------


def roll(table: Table, rolled: int) -> Table:
    """Everybody rolls once; whoever ties for the highest rolls again (DJ-1)."""
    rolls = (*table.rolls, rolled)
    if len(rolls) < len(table.rolling):
        return replace(table, rolls=rolls)
    best = tuple(s for s, n in zip(table.rolling, rolls, strict=True) if n == max(rolls))
    if len(best) > 1:
        return replace(table, rolling=best, rolls=())
    return replace(table, phase="deal", dealer=best[0], turn=best[0], rolling=(), rolls=())


def _deal(table: Table, tile: Tile) -> Table:
    """One tile each in turn from the dealer on, up to the start number (DJ-2)."""
    after = _give(table, tile)
    turn = next_seat(table, table.turn)
    full = turn == table.dealer and len(after.hands[table.turn]) == start_tiles(table)
    return replace(after, phase="single" if full else "deal", turn=turn)


def _turn_up(table: Table, tile: Tile) -> Table:
    """The singlestone; a special goes back into the pile and luck tries again (DJ-3, DJ-4)."""
    if GROUP[tile] == "special":
        return table
    snake, ends = single_out(tile)
    turn, pile = next_seat(table, table.turn), without(table.pile, tile)
    return replace(table, phase="turn", turn=turn, pile=pile, snake=snake, ends=ends, lying=1)


def _hand_over(table: Table, tile: Tile) -> Table:
    """A refill or a penalty tile; the last one owed ends the turn (DJ-7, DJ-8)."""
    after = replace(_give(table, tile), owed=table.owed - 1)
    return after if after.owed else next_turn(after)


DRAWING = {"deal": _deal, "single": _turn_up, "draw": _hand_over}


def _give(table: Table, tile: Tile) -> Table:
    seat = table.turn
    hand = with_one(table.hands[seat], tile)
    hands = (*table.hands[:seat], hand, *table.hands[seat + 1 :])
    return replace(table, hands=hands, pile=without(table.pile, tile))
