"""Jin Li's computer players: how strong they are, and what they see."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from game.ai.evaluation import jin_li
from game.ai.evaluation.jin_li import JinLiEvaluator
from game.ai.search.alpha_beta import AlphaBeta
from game.ai.search.budget import Effort
from game.ai.skills import evaluator
from game.rules import GAMES
from game.rules.core.match import Match
from game.rules.core.protocol import Options, play_text
from game.rules.jin_li.state import Pond, Square, free_squares, reach, squares
from tests.ai.evaluation.arena import at, beginner, greedy, hurried, wins
from tests.ai.test_skills import some_state
from tests.tools.tournament import OldAlphaBeta, careless

GAME = GAMES["jin_li"]


def test_the_strongest_beats_a_greedy_player_nine_times_of_ten() -> None:
    assert wins(GAME, hurried("master", 400), greedy, 10, {}) >= 9


def test_the_gentlest_loses_to_a_beginner_but_not_to_anybody() -> None:
    assert wins(GAME, at("newcomer"), beginner, 20, {}) < 10
    assert wins(GAME, at("newcomer"), careless, 20, {}) > 10


@pytest.mark.deep
def test_the_middle_level_is_between_the_two() -> None:
    regular = at("regular")
    assert wins(GAME, regular, at("newcomer"), 8, {}) >= 7
    assert wins(GAME, hurried("master", 600), regular, 8, {}) >= 7


@pytest.mark.parametrize("seed", range(10))
def test_what_can_be_scored_next_is_what_the_rules_say(seed: int) -> None:
    match, rng = Match(GAME, 2, {}, seed=seed), random.Random(seed)
    while match.outcome is None and match.cursor < 60:
        state: Pond = match.state
        for colour in (0, 1) if state.phase in ("move", "throw") else ():
            koi, everybody = squares(state.koi[colour]), squares(state.koi[0] | state.koi[1])
            reached = [reach(state, square) for square in koi]
            points = Counter[int]()
            for ends in reached:
                points |= Counter({end: gain + 1 for end, gain in ends.items()})
            far = sum(
                min(king_steps(square, other) for other in everybody if other != square)
                for square in koi
            )
            hoped = max(points.values(), default=1) - 1.0
            hoped *= jin_li.NEXT if colour == state.turn else jin_li.LATER
            hoped += jin_li.MOVES * sum(map(len, reached)) - jin_li.CLOSE * far
            free = free_squares(state)
            assert jin_li._prospects(state, colour, free) == pytest.approx(hoped)
            worth = {end: gain - 0.9 for end, gain in points.items()}
            assert jin_li._worth(state, colour, free) == pytest.approx(worth)
        match.play(rng.choice(GAME.moves(match.state)))


def king_steps(one: Square, other: Square) -> int:
    """How many steps of a king it is from one square to the other."""
    return max(abs(one // 7 - other // 7), abs(one % 7 - other % 7))


@pytest.mark.parametrize(
    ("koi", "stones", "score", "best"),
    [
        ("d4 f2 c6 e6", "", 8, "d4-d5"),
        ("d2 c4 d5 e4", "d3", 7, "d2/d3>d4"),
        ("a1 c2 c3 g7", "", 8, "a1-b2"),
    ],
)
def test_a_win_in_one_is_played(koi: str, stones: str, score: int, best: str) -> None:
    red, also, yellow, last = koi.split()
    plain = {
        "koi": {"R": [red, also], "Y": [yellow, last]},
        "stones": stones.split(),
        "hand": {"R": 0, "Y": 0},
        "score": {"R": score, "Y": 9},
        "turn": "R",
        "phase": "move",
    }
    state = GAME.from_plain(plain, {})
    steps = hurried("master", 800)(GAME, state, 0, random.Random(1))
    after = state
    for step in steps:
        after = GAME.apply(after, step)
    outcome = GAME.outcome(after)
    assert outcome is not None
    assert outcome.winners == (0,)
    assert GAME.why_illegal(state, play_text(GAME, state, best)[0]) is None


def test_a_threat_to_win_is_met() -> None:
    """Yellow needs one point; only a koi that keeps away from all others denies it."""
    plain = {
        "koi": {"R": ["c3", "a1"], "Y": ["e3", "g7"]},
        "stones": [],
        "hand": {"R": 0, "Y": 0},
        "score": {"R": 0, "Y": 9},
        "turn": "R",
        "phase": "move",
    }
    state = GAME.from_plain(plain, {})
    search = AlphaBeta(GAME, JinLiEvaluator(), Effort(20_000), random.Random(1))
    choice = search.best(state, 0, 2)
    after = GAME.apply(state, choice.steps[0])
    replies = (GAME.apply(after, move) for move in GAME.moves(after))
    assert not any(GAME.outcome(reply) for reply in replies)


LOST = """a1-b2@a6 g7-f6@a1 g1-f2@a5 a7-b6@f1 b2-c2@g5 b6-c5@c1 c2-d2@b5 f6-e5@e2 f2-e1@f5 c5-d5@d1
    d2/e2>f2 e5-e6@e3 e1/f1>g1 d5-e5@g2 g1/g2>g3 e6-d5@d4 f2-f3@c5 e5-e4@f2 f3-f4@d3 e4-e5@d2"""
"""Yellow will win by one koi's swim; only a stone in red's own way keeps it from that."""


def test_a_stone_is_thrown_where_the_other_would_win_also_into_ones_own_way() -> None:
    match = Match(GAME, 2, {})
    for turn in LOST.split():
        match.play_text(turn)
    search = AlphaBeta(GAME, JinLiEvaluator(), Effort(5000), random.Random(1))
    choice = search.best(match.state, 0, 64)
    assert [GAME.write(step) for step in choice.steps] == ["f4-e4", "@f4"]
    assert choice.value > 0.9


def test_a_turn_comes_whole_with_its_stone() -> None:
    state = GAME.start(2, {})
    steps = hurried("master", 2000)(GAME, state, 0, random.Random(1))
    assert [GAME.write(step)[0] == "@" for step in steps] == [False, True]


def test_every_option_can_be_thought_about() -> None:
    options: Options = {"start": "random", "recycle": True, "stones": 6, "repetition": "ignore"}
    assert 0 <= wins(GAME, hurried("master", 80), beginner, 2, options) <= 2


def test_what_refutes_elsewhere_is_tried_first_and_saves_a_third() -> None:
    """The same values of the same depth, for less than two thirds of the nodes."""

    def searched(kind: type[AlphaBeta[Any, Any]]) -> tuple[list[float], int]:
        values, spent = [], 0
        for steps in (4, 9, 14):
            state, effort = some_state(GAME, steps, steps), Effort(100_000)
            search = kind(GAME, evaluator("jin_li"), effort, random.Random(1))
            values.append(search.best(state, GAME.actor(state) or 0, 3).value)
            spent += effort.spent
        return values, spent

    (values, spent), (before, more) = searched(AlphaBeta), searched(OldAlphaBeta)
    assert values == before
    assert spent < 2 / 3 * more
