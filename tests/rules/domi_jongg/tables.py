"""Writing Domi Jongg tables down for tests: hands and snakes as words."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from game.rules.core.protocol import CHANCE, Event, Value, play_text
from game.rules.domi_jongg.game import DomiJongg
from game.rules.domi_jongg.state import Drawn, Rolled, Table

GAME = DomiJongg()


def snake(text: str) -> list[list[str | int | None]]:
    """``"K3 B3>0R/1 K5+WE>2/0"``: the singlestone, then tiles, their end and who laid them."""
    first, *rest = text.split()
    entries: list[list[str | int | None]] = [[first, None, None]]
    for word in rest:
        tiles, end, seat = re.split("[>/]", word)
        entries += [[tile, end, int(seat)] for tile in tiles.split("+")]
    return entries


def table(
    hands: list[str],
    laid: str,
    *,
    turn: int = 0,
    pile: str | None = None,
    options: dict[str, Value] | None = None,
    **more: Any,
) -> Table:
    """A position written down; the pile is what is left of the set unless given."""
    plain = {"hands": [hand.split() for hand in hands], "snake": snake(laid), "turn": turn, **more}
    if pile is not None:
        plain["pile"] = {"tiles": dict(Counter(pile.split()))}
    return GAME.from_plain(plain, options or {})


def play(state: Table, *texts: str) -> Table:
    """The state after these turns or steps, luck's among them."""
    for text in texts:
        for move in play_text(GAME, state, text):
            state = GAME.apply(state, move)
    return state


def draw(state: Table, tiles: str) -> Table:
    """The state after luck has drawn these tiles or rolled these numbers."""
    for text in tiles.split():
        move = GAME.read(text)
        assert isinstance(move, Drawn | Rolled)
        assert GAME.actor(state) == CHANCE
        assert GAME.why_illegal(state, move) is None
        state = GAME.apply(state, move)
    return state


def legal(state: Table) -> set[str]:
    return {GAME.write(move) for move in GAME.moves(state)}


def events(state: Table, text: str) -> list[Event]:
    """What a step or turn makes happen."""
    found: list[Event] = []
    for move in play_text(GAME, state, text):
        after = GAME.apply(state, move)
        found += GAME.events(state, move, after)
        state = after
    return found


def refusal(state: Table, text: str) -> tuple[str, str, tuple[str, ...]]:
    """Rule, key and places of a refusal."""
    found = GAME.why_illegal(state, GAME.read(text))
    assert found is not None, text
    return found.rule, found.key, found.places
