"""What a choice gave away: blunders are found, and good choices are not blamed."""

import random
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import cycle, pairwise
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from game.ai import analysis
from game.ai.analysis import FEWEST, GLANCE, HUNCH, LEAST, MOST, Analyst, Choice, chances, choices
from game.ai.evaluation.jin_li import JinLiEvaluator
from game.ai.skills import SKILL, evaluator, strength
from game.rules import GAMES, SHELF
from game.rules.core.match import Match
from game.rules.core.protocol import CHANCE, AnyMove, play_text
from game.shipped import LEVELS
from tests.tools.key_moves import BAD, Played, again, careless_turn, kept, played
from tests.tools.showcase.games import played_out

BLUNDERS = Path(__file__).parents[1] / "data" / "key_moves.jsonl"
MASTERS = """
    g1-f2@a6 g7-f6@e1 a1-b2@a5 f6-e5@f1 b2-c2@f5 a7-b6@d1 f2-e2@d4 b6-c6@d3 c2-d2@d6 c6-d5@f3
    d2-e3@d7 d5-e4@g4 e3-f4@c3 e5-f6@c4 e2-e3@g6 f6-e5@g3 f4/f5>f6
"""
"""A game of Jin Li between masters (`played("jin_li", 3, planting=True)` of tests/tools)."""
BLUNDER = 26
"""The step of it that was replaced by a bad one."""
EYE = "old_hand"
"""Who looks on."""
SLIPS = {21, 25}
"""Mistakes of masters: with another stone masters who play on from there win 71 ± 9 % more, and
always."""


@pytest.fixture
def match() -> Match:
    """A match between masters, one of whom has blundered."""
    made = Match(GAMES["jin_li"], 2)
    for turn in MASTERS.split():
        made.play_text(turn)
    return made


def analyst(game: str, level: str = "master") -> Analyst:
    return Analyst(GAMES[game], evaluator(game), strength(game, SKILL[level]), "a")


def judged(game: str, choice: Choice, level: str = "master") -> Choice:
    """As the table does it: only what is suspected has to be proved."""
    looking = analyst(game, level)
    suspected = looking.suspect(choice)
    return looking.prove(suspected) if suspected.better else suspected


@pytest.mark.parametrize(
    ("level", "around"), [(EYE, 3), pytest.param("master", 4, marks=pytest.mark.deep)]
)
def test_mistakes_are_found_with_what_would_have_been_better_and_their_neighbours_are_not(
    match: Match, level: str, around: int,
) -> None:
    at = BLUNDER
    found = {choice.step: judged("jin_li", choice, level)
             for choice in choices(match, False)
             if abs(choice.step - at) < around and choice.step not in SLIPS}  # fmt: skip
    assert len(found) > 3
    assert {step for step, each in found.items() if each.loss} == {at}
    blunder = found[at]
    assert blunder.loss >= LEAST
    view = match.states[at]
    assert match.game.why_illegal(view, blunder.better[0]) is None
    assert blunder.better[0] != match.log[at]


@pytest.mark.deep
def test_masters_play_to_the_end_though_one_of_them_blunders() -> None:
    match, at, cost = played("jin_li", 3, planting=True)
    assert match.outcome is not None
    assert at is not None
    assert cost >= BAD


@pytest.mark.parametrize("level", [EYE, pytest.param("master", marks=pytest.mark.deep)])
@pytest.mark.parametrize(
    "one",
    [pytest.param(one, marks=() if one.game == "walomino" else pytest.mark.deep, id=one.game)
     for one in kept(BLUNDERS).values()],
)  # fmt: skip
def test_a_blunder_is_found_and_the_same_seed_suspects_the_same(one: Played, level: str) -> None:
    match, looking = again(one), analyst(one.game, level)
    choice = next(each for each in choices(match, False) if each.step == one.at)
    suspected, once_more = looking.suspect(choice), looking.suspect(choice)
    assert once_more == suspected
    found = looking.prove(suspected)
    assert found.loss >= LEAST
    assert match.game.why_illegal(choice.view, found.better[0]) is None


def test_not_to_close_the_ring_of_skud_pai_sho_is_a_mistake() -> None:
    game = GAMES["skud_pai_sho"]
    level = tomllib.loads((LEVELS / "skud_pai_sho/daily/003.toml").read_text("utf-8"))
    state = game.from_plain(level["setup"]["position"], {})
    winning, seat = play_text(game, state, level["solution"][0]), game.actor(state)
    assert seat is not None
    others = [move for move in game.moves(state) if move != winning[0]]
    for move in others[:: max(1, len(others) // 5)]:
        found = judged("skud_pai_sho", Choice(0, seat, state, (move,)), EYE)
        assert found.better[0] == winning[0]
        assert found.loss >= LEAST


def test_an_analyst_who_is_stopped_blames_nobody(match: Match) -> None:
    choice = next(each for each in choices(match, False) if each.step == BLUNDER)
    looking = analyst("jin_li")
    suspected = looking.suspect(choice)
    assert suspected.loss
    stopped = replace(looking, stop=lambda: True)
    assert not stopped.suspect(choice).loss
    assert not stopped.prove(suspected).loss


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
    game = GAMES["domi_jongg"]
    match, rng = played_out("domi_jongg", 3), random.Random(7)
    looking = analyst("domi_jongg")
    looking = replace(looking, strength=replace(looking.strength, budget=20))
    seen = list(choices(match, whole=True))
    for choice in (seen[3], seen[len(seen) // 2], seen[-4]):
        state = match.states[choice.step]
        other = twin(state, choice.seat, rng)
        assert other != state, "the twins have to differ in something"
        same = choice._replace(view=game.observation(other, choice.seat))
        assert looking.suspect(same)[3:] == looking.suspect(choice)[3:]
        match.go_to(choice.step)
        first = next(m for m in game.moves(match.state) if m != choice.played[0])
        whole = careless_turn(match, first, random.Random(1))
        for luck in "ab":
            assert looking._won(same, whole, luck) == looking._won(choice, whole, luck)


def test_how_everybody_stood_tells_of_no_hand() -> None:
    match, rng, looking = played_out("domi_jongg", 3), random.Random(7), analyst("domi_jongg", EYE)
    for index in (60, 90, 120):
        state = match.states[index]
        other = twin(state, CHANCE, rng)
        assert other.hands != state.hands
        assert looking.standing(other) == looking.standing(state)


@pytest.mark.parametrize(
    ("game", "seats"), [*((game, 2) for game in SHELF), ("ping_pao", 5), ("domi_jongg", 6)]
)
def test_chances_are_shared_out_among_all_and_end_with_who_has_won(game: str, seats: int) -> None:
    match = played_out(game, seats)
    looking = analyst(game, EYE)
    for index in (match.turns()[0][1][0], len(match.log) // 2, len(match.log) - 2):
        worth = looking.standing(match.states[index])
        found = chances(looking.evaluator, worth, index / match.cursor)
        assert len(found) == seats
        assert sum(found) == pytest.approx(1)
        assert all(0 <= chance <= 1 for chance in found)
    if match.outcome is not None:
        ended = looking.standing(match.state)
        winners = match.outcome.winners or range(seats)
        assert [seat for seat in range(seats) if ended[seat]] == list(winners)
        assert sum(ended) == pytest.approx(1)


def test_the_same_standing_tells_more_the_later_it_is() -> None:
    judging = evaluator("walomino")
    for before in (0.0, 0.3, 0.7):
        (early, _), (late, _) = (chances(judging, (0.6, 0.4), n) for n in (before, before + 0.3))
        assert 0.5 < early < late < 1
    assert chances(judging, (0.5, 0.5), 0.1) == (0.5, 0.5)


def test_chances_do_not_tell_whose_turn_it_is() -> None:
    match = played_out("ping_pao", 2, options={})
    looking = analyst("ping_pao", EYE)
    own = [looking.standing(match.states[steps[0]])[0]
           for _, steps in match.turns()]  # fmt: skip
    turns = fmean(abs(now - then) for then, now in pairwise(own))
    rounds = fmean(abs(now - then) for then, now in zip(own, own[2:], strict=False))
    assert turns < 1.3 * rounds


def test_where_nobody_can_lose_the_score_is_foretold() -> None:
    match = played_out("solitaire_pai_sho", 1, options={})
    looking = analyst("solitaire_pai_sho", EYE)
    early, late = (looking.standing(match.states[index])
                   for index in (4, len(match.log) - 2))  # fmt: skip
    (end,) = looking.standing(match.state)
    assert end == match.game.scores(match.state)[0]
    assert early[0] > match.game.scores(match.states[4])[0], "what is still to come counts"
    assert abs(late[0] - end) <= 15


def test_a_survey_that_is_stopped_says_nothing() -> None:
    match = played_out("jin_li", 2)
    looking = analyst("jin_li", EYE)
    assert replace(looking, stop=lambda: True).standing(match.states[8]) == ()


def won(shares: Iterable[float], seen: list[str]) -> Callable[..., float]:
    """Games that are played on and end so, those of the better turn before those of the other."""
    ends = iter(shares)

    def end(_: Analyst, choice: Choice, turn: tuple[AnyMove, ...], luck: str) -> float:
        seen.append(luck)
        return next(ends)

    return end


@pytest.mark.parametrize(
    ("shares", "told", "games"),
    [
        ([1, 0], 1.0, FEWEST),  # always
        ([1, 1, 0, 0], 0.0, GLANCE),  # never
        ([1, 0, 1, 0, 0, 0], 11 / 16, FEWEST),  # two times of three
        ([1, 0, 0, 0, 0, 0], 8 / 22, 22),  # not certain before
        ([1, 0, *(7 * (0.5, 0.5))], 0.0, MOST),  # certainly something, but not much
        ([0, 1], 0.0, GLANCE),  # it was even better
        ([1, 0, 1, 0, 1, 0, 0, 1, 0, 1], 0.0, MOST),  # never certain
    ],
)
def test_a_game_is_played_on_from_both_turns_until_it_is_certain_that_one_lost_much(
    monkeypatch: pytest.MonkeyPatch, match: Match, shares: list[float], told: float, games: int
) -> None:
    choice = next(each for each in choices(match, False) if each.step == BLUNDER)
    other = next(m for m in match.game.moves(choice.view) if m != choice.played[0])
    seen = list[str]()
    monkeypatch.setattr(Analyst, "_won", won(cycle(shares), seen))
    monkeypatch.setattr(JinLiEvaluator, "proving", 1)
    found = analyst("jin_li").prove(choice._replace(loss=0.2, better=(other,)))
    assert found.loss == pytest.approx(told)
    assert len(seen) == 2 * games
    assert seen[::2] == seen[1::2], "both are played on in the same worlds"
    assert len(set(seen)) == games, "each world is another one"


@pytest.mark.parametrize(
    ("lost", "told", "asked"),
    [((1.0, 0.5), 0.5, [1, 4]), ((1.0, 0.0), 0.0, [1, 4]), ((0.0, 1.0), 0.0, [1])],
)
def test_in_jin_li_players_who_look_further_have_to_agree(
    monkeypatch: pytest.MonkeyPatch, match: Match,
    lost: tuple[float, float], told: float, asked: list[int],
) -> None:
    choice, seen = next(choices(match, False)), list[int]()
    looking = analyst("jin_li")

    def played_on(one: Analyst, choice: Choice) -> Choice:
        seen.append(one.strength.budget // looking.strength.budget)
        return choice._replace(loss=lost[len(seen) - 1])

    monkeypatch.setattr(Analyst, "_played_on", played_on)
    assert looking.prove(choice).loss == told
    assert seen == asked


@pytest.mark.parametrize(("loss", "suspected"), [(HUNCH, True), (0.01, False), (-0.2, False)])
def test_what_seems_to_cost_a_little_is_a_suspicion(
    monkeypatch: pytest.MonkeyPatch, match: Match, loss: float, suspected: bool
) -> None:
    choice = next(each for each in choices(match, False) if each.step == BLUNDER)
    other = next(m for m in match.game.moves(choice.view) if m != choice.played[0])
    looking = analyst("jin_li")
    monkeypatch.setattr(analysis, "think", lambda *_, **__: (other,))
    monkeypatch.setattr(analysis, "compare", lambda *_: [loss, 0.0])
    monkeypatch.setattr(type(looking.evaluator), "chance", lambda _, value: value)
    found = looking.suspect(choice)
    assert found == (choice._replace(loss=loss, better=(other,)) if suspected else choice)


def test_what_a_search_would_have_played_itself_is_no_mistake(match: Match) -> None:
    looking = analyst("jin_li")
    choice = next(each for each in choices(match, False) if each.step == BLUNDER)
    better = looking.suspect(choice).better
    assert looking.suspect(choice._replace(played=better[:1])).loss == 0


@pytest.mark.parametrize("game", SHELF)
def test_games_are_played_on_to_an_end_that_the_same_luck_brings_again(game: str) -> None:
    match = played_out(game, max(2, GAMES[game].info.seats[0]))
    looking = replace(analyst(game), strength=strength(game, SKILL["old_hand"]))
    choice = list(choices(match, bool(looking.strength.rounds)))[-6]
    ends = [looking._won(choice, choice.played, f"{n // 2}") for n in range(12)]
    assert ends[::2] == ends[1::2]
    assert all(0 <= end <= 1 for end in ends)


def test_where_nobody_can_lose_nothing_is_given_away() -> None:
    match = played_out("solitaire_pai_sho", 2, options={"mode": "cooperative"})
    looking = analyst("solitaire_pai_sho", EYE)
    choice = list(choices(match, False))[-4]
    other = next(m for m in match.game.moves(choice.view) if m != choice.played[0])
    assert not looking.prove(choice._replace(better=(other,))).loss


def test_games_that_are_played_on_are_not_all_the_same(match: Match) -> None:
    choice, looking = list(choices(match, False))[20], analyst("jin_li")
    first = looking._won(choice, choice.played, "0")
    assert any(looking._won(choice, choice.played, f"{n}") != first for n in range(1, 12))
