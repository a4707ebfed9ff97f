"""What is said about a move of Walomino: what it names, and why it is suggested.

Every reason (texts under `walomino.hint`) is worked out from the rules. Whoever can play two
colours finds room at more ends, so before play it is about many colours, and in play about how
many pairs fit afterwards.
"""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from game.rules.walomino import state as steps
from game.rules.walomino.chain import Pair, can_attach
from game.rules.walomino.state import Attach, Move, Table

Reason: TypeAlias = tuple[str, Mapping[str, str | int]]
"""The key of a text below `hint`, and its parameters."""


def named(table: Table, move: Move) -> Mapping[str, str]:
    """The colours that a move is about."""
    match move:
        case Attach(number):
            pair = table.pairs[table.turn][number]
        case steps.Start(pair) | steps.Join(pair):
            pass
        case steps.Draft(colour) | steps.Roll(colour):
            return {"colour": f"@colour.{steps.FACES[colour]}"}
        case _:
            return {}
    assert pair is not None, "only pairs that are held are attached"
    first, second = (f"@colour.{steps.FACES[colour]}" for colour in (pair.first, pair.second))
    return {"first": first, "second": second}


def reason(table: Table, move: Move, names: Sequence[str]) -> Reason:
    """Why this legal move may be a good one; `names` are those of the seats."""
    match move:
        case steps.Draft(colour):
            return _drafting(table, colour), named(table, move)
        case steps.Start():
            return "start", {}
        case steps.Join(pair):
            return _joining(table, pair), named(table, move)
        case steps.Keep():
            own = [pair for pair in table.pairs[table.turn] if pair is not None]
            equal = sum(pair.first == pair.second for pair in own)
            return ("keep_some" if equal else "keep"), {"n": equal}
        case steps.Reopen():
            return "anew", {}
        case Attach():
            return _attaching(table, move, names)
    return "pass", {}


def _drafting(table: Table, colour: int) -> str:
    if 0 <= table.rolled == colour:
        return "take_rolled"
    hand = table.hands[table.turn]
    fewest = min(hand[hue] for hue, count in enumerate(table.box) if count)
    if hand[colour] > fewest:
        return "take"
    return "take_few" if hand[colour] else "take_new"


def _joining(table: Table, pair: Pair) -> str:
    hand, own = table.hands[table.turn], (pair.first, pair.second)
    others = [count for hue, count in enumerate(hand) if hue not in own]
    if pair.first == pair.second:
        return "join" if any(others) else "join_last"
    return "join_most" if min(hand[hue] for hue in own) >= max(others) else "join_two"


def _attaching(table: Table, move: Attach, names: Sequence[str]) -> Reason:
    """The strongest of the reasons that hold."""
    seat, after = table.turn, steps.lay(table, move)
    if not any(after.pairs[seat]):
        return "attach_last", {}
    rival = steps.next_seat(table)
    could, can = (can_attach(one.chain, table.pairs[rival]) for one in (table, after))
    if could and not can:
        return "attach_stops", {"who": names[rival]}
    if {one.number for one in steps.attaches(table, seat)} == {move.number}:
        return "attach_only", {}
    fitting = len({one.number for one in steps.attaches(after, seat)})
    return ("attach_keeps" if fitting else "attach"), {"n": fitting}

