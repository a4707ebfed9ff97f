"""Why a move of Walomino is refused: the rule, the text, and the pieces and sides to point at."""

from __future__ import annotations

from collections import Counter

from game.rules.core.protocol import Refusal
from game.rules.walomino.chain import Pair, end_for
from game.rules.walomino.state import (
    FACES,
    Attach,
    Deal,
    Draft,
    Hues,
    Join,
    Keep,
    Move,
    Pass,
    Phase,
    Reopen,
    Roll,
    Start,
    Table,
    attaches,
    awaits_luck,
    drafts,
    held,
    share,
)
from game.rules.walong.cluster import Contact
from game.rules.walong.geometry import COLOURS, EACH, Pose, side_place

EXPECTED: dict[Phase, tuple[type[Move], ...]] = {
    "deal": (Deal,),
    "draft": (Draft,),
    "start": (Start,),
    "review": (Keep, Reopen),
    "pairing": (Join,),
    "play": (Attach, Pass),
}
FIRST: dict[Phase, Refusal] = {
    "deal": Refusal("WM-1", "deal_first"),
    "draft": Refusal("WM-1", "draft_first"),
    "start": Refusal("WM-2", "start_first"),
    "review": Refusal("WM-4", "review_first"),
    "pairing": Refusal("WM-4", "pair_first"),
}
"""What has to be done before anything else, by phase."""
ROLL_FIRST = Refusal("WM-1", "roll_first")
LATE: dict[type[Move], Refusal] = {
    Deal: Refusal("WM-1", "drafted"),
    Roll: Refusal("WM-1", "drafted"),
    Draft: Refusal("WM-1", "drafted"),
    Start: Refusal("WM-2", "started"),
    Join: Refusal("WM-4", "rigid"),
    Keep: Refusal("WM-4", "rigid"),
    Reopen: Refusal("WM-4", "rigid"),
}
"""What belongs to the preparation and comes too late in play."""


def why_illegal(table: Table, move: Move) -> Refusal | None:
    """None exactly if the move is legal here."""
    if table.phase == "over":
        return Refusal("WM-9", "over")
    if table.phase == "draft" and awaits_luck(table):
        return None if isinstance(move, Roll) else ROLL_FIRST
    if not isinstance(move, EXPECTED[table.phase]):
        return LATE[type(move)] if table.phase == "play" else FIRST[table.phase]
    if isinstance(move, Attach):
        return _no_attaching(table, move)
    if isinstance(move, Pass):
        return _not_stuck(table)
    if isinstance(move, Draft):
        return _no_drafting(table, move)
    if isinstance(move, Start | Join):
        return _no_joining(table, move)
    return _no_dealing(table, move) if isinstance(move, Deal) else None


def _coloured(rule: str, key: str, colour: int, *places: str) -> Refusal:
    """A refusal whose text names a colour."""
    return Refusal(rule, key, places, (("colour", f"@colour.{FACES[colour]}"),))


# Preparation --------------------------------------------------------------------------------------


def _no_dealing(table: Table, move: Deal) -> Refusal | None:
    """A deal gives every seat its share, and the box exactly once."""
    if [len(pairs) for pairs in move.pairs] != [share(table)] * len(table.hands):
        return Refusal("WM-2", "uneven", (), (("n", share(table)),))
    dealt = Counter[int]()
    for pair in (move.start, *(pair for pairs in move.pairs for pair in pairs)):
        dealt.update((pair.first, pair.second))
    wrong = [colour for colour in range(len(COLOURS)) if dealt[colour] != EACH]
    return _coloured("WM-1", "miscounted", wrong[0]) if wrong else None


def _no_drafting(table: Table, move: Draft) -> Refusal | None:
    if move in drafts(table):
        return None
    if not table.box[move.colour]:
        return _coloured("WM-1", "gone", move.colour)
    return _coloured("WM-1", "rolled", table.rolled)


def _no_joining(table: Table, move: Start | Join) -> Refusal | None:
    """Both pieces have to be there: in the box for the start pair, else in the hand."""
    hues = table.box if isinstance(move, Start) else table.hands[table.turn]
    missing = _missing(hues, move.pair)
    if missing is None:
        return None
    rule, key = ("WM-2", "not_left") if isinstance(move, Start) else ("WM-4", "not_in_hand")
    return _coloured(rule, key, missing)


def _missing(hues: Hues, pair: Pair) -> int | None:
    """A colour of which there are fewer pieces than the pair needs."""
    needed = Counter((pair.first, pair.second))
    return next((colour for colour, n in needed.items() if hues[colour] < n), None)


# Play ---------------------------------------------------------------------------------------------


def _not_stuck(table: Table) -> Refusal | None:
    found = attaches(table, table.turn)
    return Refusal("WM-9", "can_attach", (), (("pair", found[0].number),)) if found else None


def _no_attaching(table: Table, move: Attach) -> Refusal | None:
    """Why a pair cannot lie there (WM-6), what is most to the point first."""
    if move.number >= len(table.pairs[table.turn]):
        return Refusal("WM-4", "no_such_pair", (), (("pair", move.number),))
    pair = held(table, table.turn, move.number)
    if pair is None:
        return Refusal("WM-4", "laid", (), (("pair", move.number),))
    pieces = ((move.pose, pair.first), (pair.second_pose(move.pose), pair.second))
    return _in_the_way(table, pieces) or _wrong_contacts(table, pieces, pair, move.pose)


def _in_the_way(table: Table, pieces: tuple[tuple[Pose, int], ...]) -> Refusal | None:
    lying = table.chain.pieces
    places = dict.fromkeys(str(p) for pose, _ in pieces for p in lying.overlapped(pose))
    return Refusal("WM-6", "overlap", tuple(places)) if places else None


def _wrong_contacts(
    table: Table, pieces: tuple[tuple[Pose, int], ...], pair: Pair, pose: Pose
) -> Refusal | None:
    lying, ends = table.chain.pieces, {end.pose for end in table.chain.ends}
    touched = [(c, colour) for p, colour in pieces for c in lying.contacts(p)]
    if not touched:
        tips = tuple(str(tip) for p, _ in pieces for tip in lying.tips(p))
        return Refusal("WM-6", "tip_only", tips) if tips else Refusal("WM-6", "apart")
    if not any(contact.pose in ends for contact, _ in touched):
        return Refusal("WM-6", "not_at_end", _sides([c for c, _ in touched]))
    clash = [(c, colour) for c, colour in touched if lying.label(c.pose) != colour]
    if clash:
        there, here = lying.label(clash[0][0].pose), clash[0][1]
        params = (("there", f"@colour.{COLOURS[there]}"), ("here", f"@colour.{COLOURS[here]}"))
        return Refusal("WM-6", "colours", _sides([c for c, _ in clash]), params)
    if end_for(table.chain, pair, pose) is not None:
        return None
    if {contact.pose for contact, _ in touched} >= ends:
        return Refusal("WM-6", "loop", tuple(sorted(map(str, ends))))
    at = next(end for end in table.chain.ends if any(c.pose == end.pose for c, _ in touched))
    astray = [c for c, _ in touched if c.pose not in (at.pose, at.partner)]
    return Refusal("WM-6", "branch", _sides(astray))


def _sides(contacts: list[Contact]) -> tuple[str, ...]:
    """The sides of lying pieces that are touched."""
    return tuple(side_place(contact.pose, contact.other) for contact in contacts)
