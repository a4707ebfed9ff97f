"""What a choice gave away: blunders are found, and good choices are not blamed."""

import pytest

from game.ai.analysis import LEAST, choices, judge
from game.ai.skills import SKILL, evaluator, strength
from game.rules import GAMES, SHELF
from game.rules.core.match import Match
from game.rules.core.protocol import CHANCE
from tests.tools.key_moves import played
from tests.tools.showcase.games import played_out

SEEDS = ("a", "b")
MASTERS = """
    g1-f2@a6 g7-f6@e1 a1-b2@a5 f6-e5@f1 b2-c2@f5 a7-b6@d1 f2-e2@d4 b6-c6@d3 c2-d2@d6 c6-d5@f3
    d2-e3@d7 d5-e4@g4 e3-f4@c3 e5-f6@c4 e2-e3@g6 f6-e5@g3 f4/f5>f6
"""
"""A game of Jin Li between masters (`played("jin_li", 3, planted=True)` of tests/tools)."""
BLUNDER = 26
"""The step of it that was replaced by a bad one."""


@pytest.fixture
def match() -> Match:
    """A match between masters, one of whom has blundered."""
    made = Match(GAMES["jin_li"], 2)
    for turn in MASTERS.split():
        made.play_text(turn)
    return made


def test_a_blunder_is_found_with_what_would_have_been_better_and_its_neighbours_are_not(
    match: Match,
) -> None:
    at = BLUNDER
    power, judging = strength("jin_li", SKILL["master"]), evaluator("jin_li")
    found = {choice.step: judge(match.game, judging, choice, power, SEEDS)
             for choice in choices(match, False) if abs(choice.step - at) < 6}  # fmt: skip
    assert len(found) > 4
    assert {step for step, each in found.items() if each.loss} == {at}
    blunder = found[at]
    assert blunder.loss >= LEAST
    view = match.states[at]
    assert match.game.why_illegal(view, blunder.better[0]) is None
    assert blunder.better[0] != match.log[at]


@pytest.mark.deep
def test_masters_play_to_the_end_though_one_of_them_blunders() -> None:
    match, at = played("jin_li", 3, planted=True)
    assert match.outcome is not None
    assert at is not None


def test_a_search_that_is_stopped_blames_nobody(match: Match) -> None:
    choice = next(each for each in choices(match, False) if each.step == BLUNDER)
    power, judging = strength("jin_li", SKILL["master"]), evaluator("jin_li")
    assert not judge(match.game, judging, choice, power, SEEDS, lambda: True).loss


@pytest.mark.parametrize("game", SHELF)
def test_every_choice_is_judged_by_what_its_seat_could_know(game: str) -> None:
    match = played_out(game, max(2, GAMES[game].info.seats[0]))
    whole = bool(strength(game, SKILL["master"]).rounds)
    seen = list(choices(match, whole))
    assert seen
    for choice in seen:
        state = match.states[choice.step]
        assert choice.seat == match.game.actor(state) != CHANCE
        assert choice.view == match.game.observation(state, choice.seat)
        assert len(match.game.moves(state)) > 1
        steps = match.log[choice.step : choice.step + len(choice.played)]
        assert choice.played == tuple(steps)


@pytest.mark.parametrize("game", SHELF)
def test_values_become_chances_that_rise_with_them(game: str) -> None:
    chance = evaluator(game).chance
    chances = [chance(value / 10) for value in range(11)]
    assert chances == sorted(chances)
    assert chance(0.5) == pytest.approx(0.5)
    assert 0 <= chances[0] < 0.35
    assert 0.65 < chances[-1] <= 1
