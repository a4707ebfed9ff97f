"""Domi Jongg's computer players: whole turns, nothing hidden seen, and points to show for it."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from game.ai.evaluation.domi_jongg import DomiJonggEvaluator
from game.ai.search.budget import Effort
from game.ai.search.turn_search import TurnSearch
from game.rules import GAMES
from game.rules.core.protocol import CHANCE, AnyGame, Seat
from game.rules.domi_jongg.state import (
    End,
    Laid,
    Table,
    has_laid,
)
from game.rules.domi_jongg.tiles import FULL_SET
from tests.ai.evaluation.arena import at, hurried, play
from tests.tools.tournament import Player, careless

GAME = GAMES["domi_jongg"]
JUDGE = DomiJonggEvaluator()


def layer(game: AnyGame, view: Any, seat: Seat, rng: random.Random) -> tuple[Any, ...]:
    """Takes the points it sees in the next step, and else lays as long as it can."""
    found: dict[float, list[Any]] = {}
    for move in game.moves(view):
        worth = 10 * game.scores(game.apply(view, move))[seat] - (game.write(move) == "stop")
        found.setdefault(worth, []).append(move)
    return (rng.choice(found[max(found)]),)


def hobbyist(game: AnyGame, view: Any, seat: Seat, rng: random.Random) -> tuple[Any, ...]:
    """Looks for points every other time."""
    return (layer if rng.random() < 0.5 else careless)(game, view, seat, rng)


def lead(one: Player, other: Player, games: int) -> int:
    """By how many points a player is ahead of two others, over some games."""
    total = 0
    for number in range(games):
        players = [other] * 3
        players[number % 3] = one
        scores = GAME.scores(play(GAME, players, {"dealer": 0}, number))
        total += 3 * scores[number % 3] - sum(scores)
    return total


def begun(hand: str, tile: str) -> Table:
    """Seat 0 of two to play at a lone singlestone with this hand."""
    own = tuple(sorted(hand.split()))
    rest = list(FULL_SET)
    for gone in (*own, tile):
        rest.remove(gone)
    start: Table = GAME.start(2, {"dealer": 1})
    return start._replace(
        phase="turn",
        turn=0,
        hands=(own, tuple(rest[:6])),
        pile=tuple(rest[6:]),
        snake=(Laid(tile, "", CHANCE),),
        ends=(End("0L", tile), End("0R", tile)),
        lying=1,
    )


def test_the_whole_hand_is_laid_if_there_is_a_way() -> None:
    state = begun("K4 B4 B9 T9 T1 K1", "K5")
    view = GAME.observation(state, 0)
    master = hurried("master", 100)
    after = state
    for step in master(GAME, view, 0, random.Random(1)):
        after = GAME.apply(after, step)
    assert after.hands[0] == ()
    assert GAME.scores(after)[0] == 1


def test_a_branch_is_a_point_worth_taking() -> None:
    state = begun("K3 WE J3 DR DG DW", "T3")
    master = hurried("master", 100)
    after = state
    for step in master(GAME, GAME.observation(state, 0), 0, random.Random(1)):
        after = GAME.apply(after, step)
    assert GAME.scores(after)[0] >= 1


def test_hands_that_look_alike_are_thought_about_alike() -> None:
    state = begun("K4 B4 B9 T9 T1 K1", "K5")
    mine, other = state.hands
    swapped = state._replace(
        hands=(mine, state.pile[:6]),
        pile=tuple(sorted((*other, *state.pile[6:]))),
    )
    for player in (hurried("master", 40), hurried("grandmaster", 40)):
        for seed in range(3):
            answers = {
                player(GAME, GAME.observation(s, 0), 0, random.Random(seed))
                for s in (state, swapped)
            }
            assert len(answers) == 1


def after_a_turn(*moves: str) -> Table:
    """Seat 0 of two to play, seat 1 having begun like this and drawn what there was."""
    rng = random.Random(4)
    state = begun("K4 B4 B9 T9 T1 K1", "K5")._replace(dealer=0, turn=1)
    own = tuple(sorted(("K5", "K7", "T5", "B8", "WE", "DR")))
    everything = Counter(FULL_SET) - Counter(("K5", *state.hands[0], *own))
    state = state._replace(hands=(state.hands[0], own), pile=tuple(sorted(everything.elements())))
    for move in moves:
        state = GAME.apply(state, GAME.read(move))
    while GAME.actor(state) == CHANCE:
        state = GAME.apply(state, GAME.sample_chance(state, rng))
    return state


def imagined(state: Table, tile: str) -> float:
    """How many of a tile seat 0 imagines in the other hand, on average."""
    view, rng = GAME.observation(state, 0), random.Random(5)
    worlds = [DomiJonggEvaluator().imagine(GAME, view, 0, rng) for _ in range(600)]
    for world in worlds:
        held = Counter(FULL_SET) - Counter(laid.tile for laid in world.snake)
        assert Counter([*world.pile, *world.hands[0], *world.hands[1]]) == held
        assert world.hands[0] == state.hands[0]
        assert tuple(map(len, world.hands)) == tuple(map(len, state.hands))
    return sum(world.hands[1].count(tile) for world in worlds) / len(worlds)


def test_what_could_have_been_laid_is_hardly_imagined() -> None:
    laid = after_a_turn("T5>0L", "stop")
    assert imagined(laid, "T8") < 0.6 * imagined(laid, "K2")  # it would have gone on from there
    assert imagined(laid, "K5") < 0.6 * imagined(laid, "K2")  # a point left lying
    penalty = laid._replace(snake=laid.snake[:1], ends=(End("0L", "K5"), End("0R", "K5")), lying=1)
    everything = Counter(FULL_SET) - Counter(("K5", *penalty.hands[0], *penalty.hands[1], "WE"))
    penalty = penalty._replace(
        hands=(penalty.hands[0], (*penalty.hands[1], "WE")), pile=tuple(everything.elements())
    )
    assert imagined(penalty, "K2") < 0.6 * imagined(penalty, "WN")


def test_thought_of_turns_are_whole_and_legal() -> None:
    rng = random.Random(9)
    state: Table = GAME.start(4, {"dealer": 2})
    looked = 0
    while looked < 12:
        actor = GAME.actor(state)
        assert actor is not None
        if actor == CHANCE:
            state = GAME.apply(state, GAME.sample_chance(state, rng))
            continue
        if not has_laid(state):
            looked += 1
            view = GAME.observation(state, actor)
            for plan in TurnSearch(GAME, JUDGE, Effort(1), rng, 1).thought_of(view, actor):
                after = state
                for step in plan.steps:
                    assert GAME.why_illegal(after, step) is None
                    before, after = after, GAME.apply(after, step)
                assert GAME.ends_turn(before, step, after)
        state = GAME.apply(state, careless(GAME, state, actor, rng)[0])


def test_levels_in_order_of_points() -> None:
    newcomer, regular = at("newcomer"), at("regular")
    assert lead(newcomer, hobbyist, 6) < 0
    assert lead(regular, newcomer, 3) > 0
    assert lead(hurried("master", 15), hobbyist, 6) > 0
