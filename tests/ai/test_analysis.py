"""What a choice gave away: blunders are found, and good choices are not blamed."""

import random
import tomllib
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from game.ai import analysis
from game.ai.analysis import LEAST, Choice, choices, judge, standing
from game.ai.skills import SKILL, evaluator, strength
from game.rules import GAMES, SHELF
from game.rules.core.match import Match
from game.rules.core.protocol import CHANCE, play_text
from game.shipped import LEVELS
from tests.tools.key_moves import BAD, Played, again, kept, played
from tests.tools.showcase.games import played_out

SEEDS = ("a", "b")
BLUNDERS = Path(__file__).parents[1] / "data" / "key_moves.jsonl"
MASTERS = """
    g1-f2@a6 g7-f6@e1 a1-b2@a5 f6-e5@f1 b2-c2@f5 a7-b6@d1 f2-e2@d4 b6-c6@d3 c2-d2@d6 c6-d5@f3
    d2-e3@d7 d5-e4@g4 e3-f4@c3 e5-f6@c4 e2-e3@g6 f6-e5@g3 f4/f5>f6
"""
"""A game of Jin Li between masters (`played("jin_li", 3, planted=True)` of tests/tools)."""
BLUNDER = 26
"""The step of it that was replaced by a bad one."""
SLIP = 21
"""A mistake of a master: with another stone old hands who play on from there win 26 % more."""


@pytest.fixture
def match() -> Match:
    """A match between masters, one of whom has blundered."""
    made = Match(GAMES["jin_li"], 2)
    for turn in MASTERS.split():
        made.play_text(turn)
    return made


def test_mistakes_are_found_with_what_would_have_been_better_and_their_neighbours_are_not(
    match: Match,
) -> None:
    at = BLUNDER
    power, judging = strength("jin_li", SKILL["master"]), evaluator("jin_li")
    found = {choice.step: judge(match.game, judging, choice, power, SEEDS)
             for choice in choices(match, False) if abs(choice.step - at) < 6}  # fmt: skip
    assert len(found) > 4
    assert {step for step, each in found.items() if each.loss} == {SLIP, at}
    blunder = found[at]
    assert blunder.loss >= LEAST
    view = match.states[at]
    assert match.game.why_illegal(view, blunder.better[0]) is None
    assert blunder.better[0] != match.log[at]


@pytest.mark.deep
def test_masters_play_to_the_end_though_one_of_them_blunders() -> None:
    match, at, cost = played("jin_li", 3, planted=True)
    assert match.outcome is not None
    assert at is not None
    assert cost >= BAD


@pytest.mark.parametrize("one", kept(BLUNDERS).values(), ids=lambda one: one.game)
def test_a_blunder_is_found_and_the_same_seeds_find_the_same(one: Played) -> None:
    match, power = again(one), strength(one.game, SKILL["master"])
    choice = next(each for each in choices(match, False) if each.step == one.at)
    found, once_more = (judge(match.game, evaluator(one.game), choice, power, SEEDS)
                        for _ in range(2))  # fmt: skip
    assert found.loss >= LEAST
    assert match.game.why_illegal(choice.view, found.better[0]) is None
    assert once_more == found


def test_not_to_close_the_ring_of_skud_pai_sho_is_a_mistake() -> None:
    game, judging = GAMES["skud_pai_sho"], evaluator("skud_pai_sho")
    power = strength("skud_pai_sho", SKILL["master"])
    level = tomllib.loads((LEVELS / "skud_pai_sho/daily/003.toml").read_text("utf-8"))
    state = game.from_plain(level["setup"]["position"], {})
    winning, seat = play_text(game, state, level["solution"][0]), game.actor(state)
    assert seat is not None
    others = [move for move in game.moves(state) if move != winning[0]]
    for move in others[:: max(1, len(others) // 5)]:
        found = judge(game, judging, Choice(0, seat, state, (move,)), power, SEEDS)
        assert found.better[0] == winning[0]
        assert found.loss >= LEAST


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


def twin(state: Any, seat: int, rng: random.Random) -> Any:
    """A position that a seat cannot tell from this one."""
    game = GAMES["domi_jongg"]
    return game.determinize(game.observation(state, seat), seat, rng)


def test_nothing_is_found_out_from_what_a_seat_could_not_know() -> None:
    game, judging = GAMES["domi_jongg"], evaluator("domi_jongg")
    match, rng = played_out("domi_jongg", 3), random.Random(7)
    able = replace(strength("domi_jongg", SKILL["master"]), budget=20)
    seen = list(choices(match, whole=True))
    for choice in (seen[3], seen[len(seen) // 2], seen[-4]):
        state = match.states[choice.step]
        other = twin(state, choice.seat, rng)
        assert other != state, "the twins have to differ in something"
        same = choice._replace(view=game.observation(other, choice.seat))
        assert judge(game, judging, same, able, SEEDS) == judge(game, judging, choice, able, SEEDS)


def test_how_everybody_stood_tells_of_no_hand() -> None:
    game, judging = GAMES["domi_jongg"], evaluator("domi_jongg")
    match, rng = played_out("domi_jongg", 3), random.Random(7)
    able = strength("domi_jongg", SKILL["old_hand"])
    for index in (60, 90, 120):
        state = match.states[index]
        other = twin(state, CHANCE, rng)
        assert other.hands != state.hands
        assert standing(game, judging, other, able, 1) == standing(game, judging, state, able, 1)


@pytest.mark.parametrize(
    ("game", "seats"), [*((game, 2) for game in SHELF), ("ping_pao", 5), ("domi_jongg", 6)]
)
def test_chances_are_shared_out_among_all_and_end_with_who_has_won(game: str, seats: int) -> None:
    match = played_out(game, seats)
    judging, able = evaluator(game), strength(game, SKILL["old_hand"])
    for index in (match.turns()[0][1][0], len(match.log) // 2, len(match.log) - 2):
        found = standing(match.game, judging, match.states[index], able, 1)
        assert len(found) == seats
        assert sum(found) == pytest.approx(1)
        assert all(0 <= chance <= 1 for chance in found)
    if match.outcome is not None:
        ended = standing(match.game, judging, match.state, able, 1)
        winners = match.outcome.winners or range(seats)
        assert [seat for seat in range(seats) if ended[seat]] == list(winners)
        assert sum(ended) == pytest.approx(1)


def test_chances_do_not_tell_whose_turn_it_is() -> None:
    match = played_out("ping_pao", 2, options={})
    judging, able = evaluator("ping_pao"), strength("ping_pao", SKILL["old_hand"])
    own = [standing(match.game, judging, match.states[steps[0]], able, 1)[0]
           for _, steps in match.turns()]  # fmt: skip
    turns = fmean(abs(now - then) for then, now in pairwise(own))
    rounds = fmean(abs(now - then) for then, now in zip(own, own[2:], strict=False))
    assert turns < 1.3 * rounds


def test_where_nobody_can_lose_the_score_is_foretold() -> None:
    match = played_out("solitaire_pai_sho", 1, options={})
    judging, able = evaluator("solitaire_pai_sho"), strength("solitaire_pai_sho", SKILL["old_hand"])
    early, late = (standing(match.game, judging, match.states[index], able, 1)
                   for index in (4, len(match.log) - 2))  # fmt: skip
    (end,) = standing(match.game, judging, match.state, able, 1)
    assert end == match.game.scores(match.state)[0]
    assert early[0] > match.game.scores(match.states[4])[0], "what is still to come counts"
    assert abs(late[0] - end) <= 15


def test_a_survey_that_is_stopped_says_nothing() -> None:
    match = played_out("jin_li", 2)
    judging, able = evaluator("jin_li"), strength("jin_li", SKILL["old_hand"])
    assert standing(match.game, judging, match.states[8], able, 1, lambda: True) == ()


@pytest.mark.parametrize(
    ("losses", "told", "searches"),
    [
        ([0.3, 0.2], 0.25, 2),
        ([0.4, 0.4], 0.4, 2),
        ([0.14, 0.4, 0.24, 0.32], 0.275, 4),
        ([0.16, 0.1, 0.15, 0.14], 0.0, 4),
        ([0.6, 0.0, 0.0, 0.2], 0.0, 4),
        ([0.05, 0.9], 0.0, 1),
        ([0.1], 0.1, 1),
        ([0.07], 0.0, 1),
    ],
)
def test_as_many_searches_are_made_as_make_a_loss_sure_and_their_mean_is_told(
    monkeypatch: pytest.MonkeyPatch, match: Match, losses: list[float], told: float, searches: int
) -> None:
    choice = next(each for each in choices(match, False) if each.step == BLUNDER)
    other = next(m for m in match.game.moves(choice.view) if m != choice.played[0])
    judging, left = evaluator("jin_li"), iter(losses)
    monkeypatch.setattr(analysis, "think", lambda *_, **__: (other,))
    monkeypatch.setattr(analysis, "compare", lambda *_: [next(left), 0.0])
    monkeypatch.setattr(type(judging), "chance", lambda _, value: value)
    found = judge(match.game, judging, choice, strength("jin_li", SKILL["master"]),
                  range(len(losses)))
    assert found.loss == pytest.approx(told)
    assert found.better == ((other,) if told else ())
    assert len(losses) - len(list(left)) == searches


def test_what_a_quicker_search_has_found_is_weighed_by_one_that_overlooks_it(
    monkeypatch: pytest.MonkeyPatch, match: Match
) -> None:
    choice = next(each for each in choices(match, False) if each.step == BLUNDER)
    other, third = [m for m in match.game.moves(choice.view) if m != choice.played[0]][:2]
    power, judging = strength("jin_li", SKILL["master"]), evaluator("jin_li")
    worth = {choice.played[0]: 0.2, other: 0.6, third: 0.3}
    monkeypatch.setattr(analysis, "compare", lambda *given: [worth[turn[0]] for turn in given[4]])
    monkeypatch.setattr(type(judging), "chance", lambda _, value: value)
    for own, known, loss, better in [
        (choice.played, (), 0, ()), (choice.played, (other,), 0, ()),
        ((third,), (other,), 0.4, (other,)), ((other,), (third,), 0.4, (other,)),
        ((other,), (other,), 0.4, (other,)), ((third,), (), 0, ()),
    ]:  # fmt: skip
        monkeypatch.setattr(analysis, "think", lambda *_, own=own, **__: own)
        found = judge(match.game, judging, choice._replace(better=known), power, SEEDS)
        assert (found.loss, found.better) == (pytest.approx(loss), better)


def test_what_a_search_would_have_played_itself_is_no_mistake(match: Match) -> None:
    power, judging = strength("jin_li", SKILL["master"]), evaluator("jin_li")
    choice = next(each for each in choices(match, False) if each.step == BLUNDER)
    better = judge(match.game, judging, choice, power, SEEDS).better
    assert judge(match.game, judging, choice._replace(played=better[:1]), power, SEEDS).loss == 0
