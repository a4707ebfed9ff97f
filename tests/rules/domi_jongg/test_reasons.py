"""The reason for which a step is refused is a rule it really breaks, the one nearest to legal.

Everything is looked up here in the snake and the hands themselves, not in the rules' tables.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from game.rules.core.protocol import Refusal
from game.rules.domi_jongg.game import DomiJongg
from game.rules.domi_jongg.state import (
    DRAW,
    PASS,
    STOP,
    Branch,
    Draw,
    Drawn,
    Lay,
    Move,
    Pass,
    Rolled,
    Stop,
    Table,
)
from game.rules.domi_jongg.tiles import KINDS

GAME = DomiJongg()


def open_ends(table: Table) -> dict[str, str]:
    """The tiles at the open ends, told from what was laid where (DJ-6)."""
    if not table.snake:
        return {}
    taken = {laid.end for laid in table.snake}
    tiles = {"0L": table.snake[0].tile, "0R": table.snake[0].tile}
    tiles |= {str(i): laid.tile for i, laid in enumerate(table.snake) if i}
    return {end: tile for end, tile in tiles.items() if end not in taken}


def group(tile: str) -> str:
    return {"W": "wind", "D": "dragon", "F": "special", "J": "special"}.get(tile[0], "suit")


def share(one: str, other: str) -> bool:
    """Whether two tiles have the same suit or kind, or the same number."""
    return one[0] == other[0] or one[1] == other[1]


def side_by_side(one: str, other: str) -> bool:
    """DJ-5, as the rules page says it."""
    match sorted((group(one), group(other))):
        case ["suit", "suit"] | ["special", "special"]:
            return share(one, other)
        case ["special", "suit"]:
            return one[1] == other[1]
        case ["dragon" | "wind", "dragon" | "wind"] | ["special", "wind"]:
            return True
    return False


def onto(table: Table, move: Lay | Branch) -> str:
    return open_ends(table)[move.end]


def elsewhere(table: Table, move: Lay | Branch) -> bool:
    """Whether a turn that has begun goes on at another end (DJ-7)."""
    new = table.snake[table.lying :]
    if not new:
        return False
    begun = {str(i) for i in range(table.lying, len(table.snake))}
    last = {str(i) for i in range(table.lying, len(table.snake))
            if table.snake[i].end == new[-1].end}  # fmt: skip
    return move.end not in (begun if table.terms.branch_turn == "any_new_head" else last)


def groups(table: Table, move: Lay | Branch) -> list[set[str]]:
    """The groups of the tiles that do not lie beside the one at the end, each with its group."""
    below = onto(table, move)
    return [{group(t), group(below)} for t in move.tiles if not side_by_side(t, below)]


def dealt(table: Table) -> bool:
    """Whether everybody has the start number of tiles (DJ-1)."""
    seats = len(table.hands)
    return sum(map(len, table.hands)) == {2: 6, 3: 5}.get(seats, 4) * seats


def can_lay(table: Table) -> bool:
    return any(isinstance(move, Lay | Branch) for move in GAME.moves(table))


BROKEN: dict[tuple[str, str], Callable[[Table, Move], bool]] = {
    ("DJ-1", "roll_first"): lambda t, m: t.dealer is None and not isinstance(m, Rolled),
    ("DJ-1", "no_roll"): lambda t, m: t.dealer is not None and isinstance(m, Rolled),
    ("DJ-2", "draw_first"): lambda t, m: not t.snake and not dealt(t),
    ("DJ-3", "draw_first"): lambda t, m: not t.snake and dealt(t),
    ("DJ-7", "draw_first"): lambda t, m: t.owed == 1 and len(t.snake) == t.lying,
    ("DJ-8", "draw_first"): lambda t, m: t.owed > 0 and len(t.snake) > t.lying,
    ("DJ-2", "all_drawn"): lambda t, m: m.tile not in t.pile,  # type: ignore[union-attr]
    ("DJ-7", "no_draw"): lambda t, m: t.phase == "turn" and isinstance(m, Drawn),
    ("DJ-6", "end_closed"): lambda t, m: m.end in {one.end for one in t.snake},  # type: ignore[union-attr]
    ("DJ-6", "no_end"): lambda t, m: m.end[0] != "0" and int(m.end) >= len(t.snake),  # type: ignore[union-attr]
    ("DJ-7", "not_in_hand"): lambda t, m: bool(
        Counter(m.tiles) - Counter(t.hands[t.turn])),  # type: ignore[union-attr]
    ("DJ-7", "same_end"): lambda t, m: elsewhere(t, m),  # type: ignore[arg-type]
    ("DJ-6", "no_branch"): lambda t, m: isinstance(m, Branch)
    and group(onto(t, m)) != "special",
    ("DJ-6", "special_alone"): lambda t, m: isinstance(m, Branch)
    and any(group(tile) == "special" for tile in m.tiles),
    ("DJ-6", "needs_two"): lambda t, m: isinstance(m, Lay)
    and group(onto(t, m)) == "special" != group(m.tile),
    ("DJ-5", "other_suit_and_number"): lambda t, m: {"suit"} in groups(t, m),  # type: ignore[arg-type]
    ("DJ-5", "other_kind_and_number"): lambda t, m: {"special"} in groups(t, m),  # type: ignore[arg-type]
    ("DJ-5", "other_number"): lambda t, m: {"suit", "special"} in groups(t, m),  # type: ignore[arg-type]
    ("DJ-5", "suit_and_honour"): lambda t, m: any(
        each in ({"suit", "wind"}, {"suit", "dragon"}) for each in groups(t, m)),  # type: ignore[arg-type]
    ("DJ-5", "dragon_and_special"): lambda t, m: {"dragon", "special"} in groups(t, m),  # type: ignore[arg-type]
    ("DJ-7", "lay_first"): lambda t, m: isinstance(m, Stop) and t.lying == len(t.snake),
    ("DJ-7", "can_lay"): lambda t, m: isinstance(m, Draw | Pass) and can_lay(t),
    ("DJ-7", "stop_instead"): lambda t, m: isinstance(m, Draw | Pass) and t.lying < len(t.snake),
    ("DJ-7", "must_draw"): lambda t, m: tuple(GAME.moves(t)) == (DRAW,) != (m,),
    ("DJ-8", "must_pass"): lambda t, m: tuple(GAME.moves(t)) == (PASS,) != (m,),
    ("DJ-8", "pile_empty"): lambda t, m: not t.pile and isinstance(m, Draw),
    ("DJ-10", "over"): lambda t, m: not t.pile and GAME.outcome(t) is not None,
}  # fmt: skip


def nearest(table: Table, move: Move, refusal: Refusal) -> bool:
    """Whether the reason names what has to be changed, where one change makes the step legal."""
    legal = set(GAME.moves(table))
    if table.phase != "turn" or not isinstance(move, Lay | Branch):
        return True
    if refusal.key == "not_in_hand":
        return True
    if move.end not in open_ends(table) or elsewhere(table, move):
        return refusal.key in ("end_closed", "no_end", "same_end")
    if isinstance(move, Branch) and any(Lay(tile, move.end) in legal for tile in move.tiles):
        return refusal.key in ("no_branch", "special_alone")
    hand = table.hands[table.turn]
    if isinstance(move, Lay) and any(Branch((move.tile, t), move.end) in legal for t in hand):
        return refusal.key == "needs_two"
    return True


def tried(table: Table, rng: random.Random) -> Move:
    """Any step: mostly of tiles in hand and at open ends."""
    hand = table.hands[table.turn] or KINDS
    one, other = (rng.choice(hand if rng.random() < 0.9 else KINDS) for _ in range(2))
    end = rng.choice([*open_ends(table), "0L", "0R", str(rng.randrange(1, 150))])
    luck = Drawn(rng.choice(KINDS)), Rolled(rng.randrange(1, 21))
    idle = STOP, DRAW, PASS
    lays = Lay(one, end), Branch((one, other), end)
    return rng.choice((*lays, *lays, rng.choice(idle), rng.choice(luck)))


@given(
    st.integers(0, 10_000), st.integers(2, 6), st.sampled_from(["one_head", "any_new_head"]),
    st.sampled_from(["roll", 0]),
)  # fmt: skip
@settings(max_examples=12, deadline=None)
def test_the_reason_of_a_refusal_is_a_rule_that_is_broken_and_the_nearest_one(
    seed: int, seats: int, branch_turn: str, dealer: str | int
) -> None:
    rng = random.Random(seed)
    table = GAME.start(seats, {"branch_turn": branch_turn, "dealer": dealer})
    while True:
        for _ in range(3):
            move = tried(table, rng)
            refusal = GAME.why_illegal(table, move)
            if refusal is not None:
                told = GAME.write(move), refusal
                assert BROKEN[refusal.rule, refusal.key](table, move), told
                assert nearest(table, move, refusal), told
        if table.phase == "over":
            return
        table = GAME.apply(table, rng.choice(GAME.moves(table)))
