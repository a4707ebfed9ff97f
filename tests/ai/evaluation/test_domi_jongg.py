"""Domi Jongg's computer players: whole turns, nothing hidden seen, and points to show for it."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from game.ai.evaluation.domi_jongg import DomiJonggEvaluator, Reason, reason
from game.ai.search.budget import Effort
from game.ai.search.turn_search import TurnSearch
from game.rules import GAMES
from game.rules.core.match import Match
from game.rules.core.protocol import CHANCE, AnyGame, Seat
from game.rules.domi_jongg.state import (
    REASONS,
    STOP,
    Branch,
    End,
    Laid,
    Lay,
    Move,
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
    master = hurried("master", 40)
    for seed in range(3):
        answers = {
            master(GAME, GAME.observation(s, 0), 0, random.Random(seed)) for s in (state, swapped)
        }
        assert len(answers) == 1


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


# Why ---------------------------------------------------------------------------------------------


def hinted(match: Match, rng: random.Random) -> list[Move]:
    """Steps that a hint may be about: some of a turn, its end or not."""
    state, steps = match.state, list[Move]()
    while GAME.actor(state) == match.state.turn and len(steps) < 4:
        steps.append(rng.choice(GAME.moves(state)))
        if not isinstance(steps[-1], Lay | Branch) or rng.random() < 0.3:
            break
        state = GAME.apply(state, steps[-1])
    return steps


def is_true(why: Reason, before: Table, steps: list[Move]) -> bool:
    """Looks at the steps with the rules' own eyes: points, legal moves and what luck gives."""
    seat, after = before.turn, before
    for step in steps:
        if isinstance(step, Lay | Branch):
            after = GAME.apply(after, step)
    brought = GAME.scores(after)[seat] - GAME.scores(before)[seat]
    if why.word == "gain":
        return bool(brought) and brought == sum(n * REASONS[name] for name, n in why.gains.items())
    now = [move for move in GAME.moves(before) if isinstance(move, Lay | Branch)]
    hand = after.hands[seat]
    ended = GAME.apply(after, STOP) if has_laid(after) else after
    later = after._replace(phase="turn", lying=len(after.snake))  # if it were the turn again
    open_then = [move for move in GAME.moves(later) if isinstance(move, Lay | Branch)]
    match why.word:
        case "nothing":
            return not now and not has_laid(before)
        case "no_more":
            return not now and has_laid(before)
        case "only":
            return now == steps[:1]
        case "twin":
            return any(
                GAME.scores(GAME.apply(later, move))[seat] > GAME.scores(later)[seat]
                for move in open_then if isinstance(move, Lay) and move.tile == why.tile
            )  # fmt: skip
        case "fork":
            return any(isinstance(move, Branch) for move in open_then)
        case "fresh":
            return ended.owed == why.n > 0
        case "fewer":
            return len(hand) == why.n < len(before.hands[seat]) and not ended.owed
        case "later":
            fits = {tile for move in open_then for tile in move.tiles}
            return why.n == sum(tile in fits for tile in hand) > 0
    return False


@given(st.integers(0, 10_000), st.sampled_from(["lying", "others"]), st.integers(2, 4))
@settings(max_examples=25, deadline=None)
def test_what_a_hint_says_is_true_and_needs_no_more_than_the_seat_sees(
    seed: int, identical: str, seats: int
) -> None:
    rng = random.Random(seed)
    match = Match(GAME, seats, {"identical": identical}, seed=seed)
    while match.actor is not None and len(match.log) < 200:
        if match.actor != CHANCE and rng.random() < 0.5:
            table, steps = match.state, hinted(match, rng)
            why = reason(GAME.observation(table, table.turn), steps)
            assert why == reason(table, steps)
            assert is_true(why, table, steps), (why, steps)
        match.play(rng.choice(GAME.moves(match.state)))
