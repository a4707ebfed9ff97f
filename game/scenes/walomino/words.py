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
        case steps.Join(pair):
            return _joining(table, pair), named(table, move)
        case steps.Keep():
            own = [pair for pair in table.pairs[table.turn] if pair is not None]
            equal = sum(pair.first == pair.second for pair in own)
            return ("keep_some" if equal else "keep"), {"n": equal}
        case Attach():
            return _attaching(table, move, names)
    return type(move).__name__.lower(), {}


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
    """The strongest of the reasons that hold; none where pairs and ends are to be compared."""
    after, rival = steps.lay(table, move), steps.next_seat(table)
    if not any(after.pairs[table.turn]):
        return "attach_last", {}
    could, can = (can_attach(one.chain, table.pairs[rival]) for one in (table, after))
    return ("attach_stops" if could and not can else "attach"), {"who": names[rival]}
