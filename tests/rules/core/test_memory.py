"""What the rules remember is bounded: a session of any length holds no more than this."""

from __future__ import annotations

import functools
import gc
import importlib
import itertools
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from game.referee.server import Referee
from game.rules import GAMES
from game.rules.jin_li.state import PAIR_WAYS, WAYS
from game.rules.walomino.chain import Pair
from game.rules.walomino.state import _pair, _pairs_from, pairs_from

RULES = Path(__file__).parents[3] / "game" / "rules"
LARGEST = 1 << 13
"""The most answers a cache of the rules may keep."""
FINITE = {"Draw", "Lay", "Shift", "Pair", "_pairs_from"}
"""Caches without a bound, because there are only so many things to ask them for."""


def caches() -> Iterator[Any]:
    """Every remembered function of the rules."""
    for path in sorted(RULES.rglob("*.py")):
        name = ".".join(("game.rules", *path.relative_to(RULES).with_suffix("").parts))
        for value in vars(importlib.import_module(name.removesuffix(".__init__"))).values():
            if isinstance(value, functools._lru_cache_wrapper):
                yield value


def test_every_cache_is_bounded() -> None:
    found = {cache.__name__: cache.cache_info().maxsize for cache in caches()}
    assert {_pairs_from.__name__, _pair.__name__} <= set(found)
    assert {name for name, most in found.items() if most is None} <= FINITE
    assert [name for name, most in found.items() if most is not None and most > LARGEST] == []


def test_the_tables_of_jin_li_hold_what_squares_around_a_koi_can_be() -> None:
    rng, game = random.Random(1), GAMES["jin_li"]
    for _ in range(60):
        state = game.start(2, {})
        while game.actor(state) is not None:
            state = game.apply(state, rng.choice(game.moves(state)))
    assert 0 < len(PAIR_WAYS) <= 49 * 48 // 2
    for _, swims, beyond, leaps in WAYS:
        assert max(len(swims), len(beyond), len(leaps)) <= 256


def test_pairs_are_shared_whatever_the_hands() -> None:
    rng = random.Random(1)
    hands = [tuple(rng.randint(0, 10) for _ in range(5)) for _ in range(300)]
    kept = [pairs_from(hand) for hand in hands]
    assert len({id(pair) for pairs in kept for pair in pairs}) <= 5**4
    assert len({id(pairs) for pairs in kept}) <= 3**5


@pytest.mark.parametrize("hand", list(itertools.product((0, 1, 3), repeat=3)))
def test_pairs_are_what_the_hand_can_join(hand: tuple[int, ...]) -> None:
    held = [colour for colour, count in enumerate(hand) for _ in range(count)]
    joined = {
        Pair(first, side, second, other)
        for first, second in itertools.permutations(held, 2)
        for side in range(5)
        for other in range(5)
    }
    found = pairs_from(hand)
    assert set(found) == joined
    assert len(found) == len(joined)


@pytest.mark.skipif("DEEP_LINES" not in os.environ, reason="long: DEEP_LINES=200000")
def test_a_long_session_with_the_referee_holds_no_more_and_more() -> None:
    """Random matches of every game; what the second half adds is a small part."""
    lines, referee, rng = int(os.environ["DEEP_LINES"]), Referee(), random.Random(1)
    asked, half = 0, 0

    def ask(text: str) -> None:
        nonlocal asked, half
        referee.reply(text.encode())
        asked += 1
        if asked == lines // 2:
            gc.collect()
            half = len(gc.get_objects())

    while asked < lines:
        game = rng.choice(list(GAMES.values()))
        ask(f'{{"cmd":"new","game":"{game.info.id}","seed":{rng.randrange(10**9)}}}')
        for _ in range(rng.randrange(150)):
            match = referee._match()
            if match.actor is None:
                break
            ask('{"cmd":"legal"}')
            move = game.write(rng.choice(game.moves(match.state)))
            ask(f'{{"cmd":"play","move":"{move}"}}')
    gc.collect()
    assert len(gc.get_objects()) < 1.1 * half
