"""Why a move in Domi Jongg is refused: the rule, a text key and the places, case by case."""

from __future__ import annotations

from game.rules.core.protocol import Refusal
from game.rules.domi_jongg.state import (
    Branch,
    Draw,
    Drawn,
    End,
    EndId,
    Lay,
    Move,
    Pass,
    Rolled,
    Stop,
    Table,
    can_lay,
    has_laid,
    heads,
    number,
    pile_left,
)
from game.rules.domi_jongg.tiles import FITS, GROUP, IN_PAIRS, SINGLY, Group, Tile, Tiles

# Why two kinds may not lie side by side, by their groups (DJ-5).
MISFITS: dict[frozenset[Group], str] = {
    frozenset({"suit"}): "other_suit_and_number",
    frozenset({"special"}): "other_kind_and_number",
    frozenset({"suit", "special"}): "other_number",
    frozenset({"suit", "wind"}): "suit_and_honour",
    frozenset({"suit", "dragon"}): "suit_and_honour",
    frozenset({"dragon", "special"}): "dragon_and_special",
}


def why_illegal(table: Table, move: Move) -> Refusal | None:
    """None if the move is legal here, else why not."""
    if table.phase == "over":
        return Refusal("DJ-10", "over")
    match move:
        case Rolled():
            return None if table.phase == "roll" else Refusal("DJ-1", "no_roll")
        case Drawn():
            return _refuse_drawn(table, move.tile)
        case _ if table.phase == "roll":
            return Refusal("DJ-1", "roll_first")
        case _ if table.phase != "turn":
            return Refusal("DJ-2", "draw_first")
        case Lay():
            return _refuse_end(table, move.end, (move.tile,)) or _refuse_single(table, move)
        case Branch():
            return _refuse_end(table, move.end, move.tiles) or _refuse_branch(table, move)
        case Stop():
            return None if has_laid(table) else _refuse_stop(table)
        case Draw():
            return _refuse_idle(table) or _refuse_draw(table)
        case Pass():
            return _refuse_idle(table) or _refuse_pass(table)


def _refuse_drawn(table: Table, tile: Tile) -> Refusal | None:
    if table.phase == "roll":
        return Refusal("DJ-1", "roll_first")
    if table.phase == "turn":
        return Refusal("DJ-7", "no_draw")
    if tile not in table.pile:
        return Refusal("DJ-2", "all_drawn", params=(("tile", f"@tile.{tile}"),))
    return None


# Laying -------------------------------------------------------------------------------------


def _refuse_end(table: Table, end: EndId, tiles: Tiles) -> Refusal | None:
    """What can be wrong with the place or the hand, whatever lies at the end."""
    if all(end != open_end.id for open_end in table.ends):
        there = number(end) < len(table.snake)
        return Refusal("DJ-6", "end_closed" if there else "no_end", (end,))
    hand = table.hands[table.turn]
    for tile in tiles:
        if hand.count(tile) < tiles.count(tile):
            params = (("tile", f"@tile.{tile}"), ("n", tiles.count(tile)))
            return Refusal("DJ-7", "not_in_hand", (end,), params)
    usable = tuple(head.id for head in heads(table))
    if end not in usable:
        return Refusal("DJ-7", "same_end", (end, *usable))
    return None


def _refuse_single(table: Table, move: Lay) -> Refusal | None:
    end = _end(table, move.end)
    if move.tile in SINGLY[end.tile]:
        return None
    if move.tile in FITS[end.tile]:
        return Refusal("DJ-6", "needs_two", (end.id,), _names(move.tile, end))
    return _misfit(move.tile, end)


def _refuse_branch(table: Table, move: Branch) -> Refusal | None:
    end = _end(table, move.end)
    if end.tile not in IN_PAIRS:
        params = (("onto", f"@tile.{end.tile}"),)
        return Refusal("DJ-6", "no_branch", (end.id,), params)
    for tile in move.tiles:
        if tile in SINGLY[end.tile]:
            return Refusal("DJ-6", "special_alone", (end.id,), _names(tile, end))
        if tile not in IN_PAIRS[end.tile]:
            return _misfit(tile, end)
    return None


def _misfit(tile: Tile, end: End) -> Refusal:
    key = MISFITS[frozenset({GROUP[tile], GROUP[end.tile]})]
    return Refusal("DJ-5", key, (end.id,), _names(tile, end))


def _end(table: Table, end: EndId) -> End:
    return next(open_end for open_end in table.ends if open_end.id == end)


def _names(tile: Tile, end: End) -> tuple[tuple[str, str], ...]:
    return ("tile", f"@tile.{tile}"), ("onto", f"@tile.{end.tile}")


# Not laying ---------------------------------------------------------------------------------


def _refuse_stop(table: Table) -> Refusal:
    if _can_lay(table):
        return Refusal("DJ-7", "lay_first")
    return Refusal("DJ-7", "must_draw") if pile_left(table) else Refusal("DJ-8", "must_pass")


def _refuse_idle(table: Table) -> Refusal | None:
    """Drawing and passing are for those who cannot lay.

    No places are given: the ends that fit would tell the others what is in the hand.
    """
    if has_laid(table):
        return Refusal("DJ-7", "stop_instead")
    return Refusal("DJ-7", "can_lay") if _can_lay(table) else None


def _refuse_draw(table: Table) -> Refusal | None:
    return None if pile_left(table) else Refusal("DJ-8", "pile_empty")


def _refuse_pass(table: Table) -> Refusal | None:
    return Refusal("DJ-7", "must_draw") if pile_left(table) else None


def _can_lay(table: Table) -> bool:
    return can_lay(table.hands[table.turn], table.ends)
