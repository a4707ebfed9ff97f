"""Walomino's computer players: they count colours, block, and prepare without dawdling."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from game.ai.evaluation.walomino import Colours, WalominoEvaluator
from game.ai.skills import SKILL, evaluator
from game.rules import GAMES
from game.rules.core.protocol import CHANCE, AnyGame, Seat
from game.rules.walomino.chain import Pair, begin
from game.rules.walomino.state import KEEP, Attach, Table
from game.rules.walong.geometry import COLOURS
from tests.ai.evaluation.arena import at, play
from tests.tools.players import choose
from tests.tools.tournament import Player, careless

GAME = GAMES["walomino"]


def pair(colours: str) -> Pair:
    first, second = (COLOURS.index(colour) for colour in colours)
    return Pair(first, 1, second, 4)


def table(start: str, *seats: str) -> Table:
    """A position right after the start pair: ``table("rv", "ry vv", "rr")``."""
    dealt: Table = GAME.start(len(seats), {"draft": "quick"})
    pairs = tuple(tuple(map(pair, seat.split())) for seat in seats)
    return replace(dealt, phase="play", box=(0,) * 5, chain=begin(pair(start)), pairs=pairs)


def keeping(game: AnyGame, view: Any, seat: Seat, rng: random.Random) -> tuple[Any, ...]:
    """Plays anything, but keeps the pairs dealt."""
    return (KEEP,) if view.phase == "review" else careless(game, view, seat, rng)


def test_the_strongest_leaves_the_other_a_pair_that_never_fits() -> None:
    """As in the worked example: once red is covered, red-red can never be laid."""
    state = table("rv", "ry vv vg", "rr vy gy")
    for seed in range(3):
        (step, *_) = choose(GAME, state, 0, SKILL["master"], random.Random(seed))
        assert isinstance(step, Attach)
        assert step.number == 0


def test_the_regular_beats_one_who_lays_anything() -> None:
    regular, ahead = at("regular"), 0
    for seed in range(8):
        seat = seed % 2
        players: list[Player] = [keeping, keeping]
        players[seat] = regular
        scores = GAME.scores(play(GAME, players, {"draft": "quick"}, seed))
        ahead += scores[seat] - scores[1 - seat]
    assert ahead > 0


def test_preparing_needs_no_search_and_keeps_colours_apart() -> None:
    rng = random.Random(4)
    state: Table = GAME.start(3, {"draft": "die"})
    while state.phase != "play":
        actor = GAME.actor(state)
        if actor == CHANCE:
            state = GAME.apply(state, GAME.sample_chance(state, rng))
            continue
        step = evaluator("walomino").quick_move(state, rng, 0.0)
        assert GAME.why_illegal(state, step) is None
        state = GAME.apply(state, step)
    for pairs in state.pairs:
        assert sum(p.first == p.second for p in pairs if p is not None) <= 2


def test_colours_are_played_until_nothing_fits() -> None:
    rng = random.Random(2)
    assert Colours(table("rv", "gg", "yy"), rng).played() == [1, 1]
    assert Colours(table("rv", "rg gy", "bb"), rng).played()[1] == 1


def test_having_less_to_lay_is_better() -> None:
    evaluate = WalominoEvaluator().evaluate
    fewer, more = evaluate(table("rv", "rg", "rg bb bb"))
    assert fewer > more


def test_who_is_out_first_stands_better_where_that_breaks_a_tie() -> None:
    evaluate = WalominoEvaluator().evaluate
    both_get_out = table("rv", "rg", "vg")
    assert evaluate(both_get_out) == (0.5, 0.5)
    first, second = evaluate(replace(both_get_out, first_out=True))
    assert first > 0.7 > 0.3 > second
    out = replace(both_get_out, first_out=True, turn=1, pairs=((), ()), out=(0, 1))
    assert evaluate(out)[0] > 0.7
