"""Why a move of Ping-Pao is refused: the rule, the text, and the pieces and sides to point at."""

from __future__ import annotations

from game.rules.core.protocol import Refusal
from game.rules.ping_pao.state import (
    FACES,
    Lay,
    Move,
    Pass,
    Roll,
    Table,
    Take,
    can_lay,
    rolls,
    takes,
)
from game.rules.walong.geometry import HOME, Pose, side_place


def why_illegal(table: Table, move: Move) -> Refusal | None:
    """None exactly if the move is legal here."""
    if table.phase == "over":
        return Refusal("PP-8", "over")
    if table.phase == "luck":
        return _not_rolled(table, move)
    if isinstance(move, Roll):
        return Refusal("PP-1", "begun")
    if isinstance(move, Pass):
        return _not_stuck(table)
    if isinstance(move, Lay):
        return _no_laying(table, move.pose)
    return _no_taking(table, move)


def _not_rolled(table: Table, move: Move) -> Refusal | None:
    if not isinstance(move, Roll):
        return Refusal("PP-1", "luck_first")
    return None if move in rolls(table) else _coloured("PP-1", "not_playing", move.face)


def _coloured(rule: str, key: str, colour: int, *places: str) -> Refusal:
    """A refusal whose text names a colour."""
    return Refusal(rule, key, places, (("colour", f"@colour.{FACES[colour]}"),))


def _not_stuck(table: Table) -> Refusal | None:
    if table.phase == "build":
        return Refusal("PP-3", "can_lay") if can_lay(table, table.turn) else None
    places = tuple(str(move.pose) for move in takes(table, table.turn))
    return Refusal("PP-6", "can_take", places) if places else None


def _no_laying(table: Table, pose: Pose) -> Refusal | None:
    if table.phase == "remove":
        return Refusal("PP-4", "built")
    if not table.hands[table.turn]:
        return Refusal("PP-3", "hand_empty")
    if not len(table.pieces):
        return None if pose == HOME else Refusal("PP-2", "first_at_home", (str(HOME),))
    if others := table.pieces.overlapped(pose):
        return Refusal("PP-2", "overlap", tuple(map(str, others)))
    contacts = table.pieces.contacts(pose)
    if not contacts:
        tips = tuple(map(str, table.pieces.tips(pose)))
        return Refusal("PP-2", "tip_only", tips) if tips else Refusal("PP-2", "apart")
    own = [c for c in contacts if table.pieces.label(c.pose) == table.turn]
    places = [side_place(contact.pose, contact.other) for contact in own]
    return _coloured("PP-2", "own_colour", table.turn, *places) if own else None


def _no_taking(table: Table, move: Take) -> Refusal | None:
    pose, place = move.pose, str(move.pose)
    if table.phase == "build":
        return Refusal("PP-4", "still_building", (place,))
    if pose not in table.pieces:
        return Refusal("PP-4", "nothing_there", (place,))
    owner = table.pieces.label(pose)
    if owner != table.turn:
        return _coloured("PP-4", "not_yours", owner, place)
    if table.pieces.free_sides(pose):
        return None
    walls = [side_place(c.pose, c.other) for c in table.pieces.contacts(pose)]
    return Refusal("PP-4", "walled_in", (place, *walls))
