"""The tournament: who meets whom, how often, and what the figures mean."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from game.ai.skills import SKILLS
from game.rules import GAMES, SHELF
from game.rules.core.protocol import AnyGame, Seat
from tests.ai.evaluation.arena import greedy
from tests.ai.test_skills import some_state
from tests.example_game.rules import Lay, ThreeKoi
from tests.sweep import one_in
from tests.tools.plain_tree import PlainTree
from tests.tools.tournament import (
    BASELINES,
    CONTEST,
    CONTESTS,
    HEAD,
    Found,
    Meeting,
    Pairing,
    Result,
    careless,
    chance_of,
    interval,
    kept,
    key,
    measures,
    meet,
    pairings,
    play,
    results,
    tournament,
)

POND, GARDEN = CONTEST["jin_li"], CONTEST["solitaire_pai_sho"]


def figures(found: Found) -> tuple[float, tuple[int, int], int]:
    """What does not depend on the processor."""
    return found.lead, found.scores, len(found.times)


def test_every_level_meets_the_one_below_in_every_game() -> None:
    assert {contest.game for contest in CONTESTS} == set(GAMES)
    met = list(pairings())
    assert len(met) == len(CONTESTS) * (len(SKILLS) - 1)
    assert {(p.stronger, p.weaker) for p in pairings("jin_li")} == {
        ("neighbour", "newcomer"),
        ("regular", "neighbour"),
        ("old_hand", "regular"),
        ("master", "old_hand"),
        ("grandmaster", "master"),
    }
    assert [p.weaker for p in pairings("jin_li", "master")] == ["old_hand"]


def test_yardsticks_are_met_by_strong_levels_alone() -> None:
    for pairing in measures():
        assert pairing.stronger in {level.id for level in SKILLS[-3:]}
        assert pairing.weaker in BASELINES
    assert [p.weaker for p in measures("skud_pai_sho", "master")] == ["gatherer"]
    assert {p.contest.game for p in measures(level="grandmaster")} == set(GAMES)


PLAYED = {
    "ping_pao": ["+11:0,-2,-1,2", "+3:1,1,-1,-3", "-6:0,-2,1,2"],
    "walomino": ["0@1:4,2,-1,-1", "9@11:3,4,1,-3", "11@4:-5,-2,0,2"],
    "jin_li": ["g1-f2 @f6", "f1-e2 @c5", "f3/e2>d1"],
    "domi_jongg": ["K6>0L B6>2 stop", "T7>4 stop", "stop"],
    "skud_pai_sho": ["(0,-8)-(-1,-6)", "(-8,0)-(-8,-2)", "(8,0)-(7,-2)"],
    "solitaire_pai_sho": ["W(-2,-4)", "R(-2,5)", "R(5,3)"],
}
"""What the master of commit 5ad5c9cc played in three positions of each game."""


@pytest.mark.parametrize("name", one_in(2, GAMES))
def test_the_old_master_plays_as_it_always_has(name: str) -> None:
    """Whoever changes a search or a judgement learns here that the yardstick has changed too."""
    game, played = GAMES[name], []
    for steps in (74, 78, 82) if name == "walomino" else (4, 12, 20):
        state = some_state(game, steps, steps)
        seat = game.actor(state)
        assert seat is not None
        view = game.observation(state, seat)
        found = BASELINES["old_master"](game, view, seat, random.Random(steps))
        played.append(" ".join(map(game.write, found)))
    assert played == PLAYED[name]


def test_a_plain_tree_takes_a_row_and_closes_one() -> None:
    game = ThreeKoi()
    wins, loses = (0, 3, 1, 4), (0, 4, 1)
    for taken, square in ((wins, 2), (loses, 2)):
        state = tuple(map(Lay, taken))
        seat = game.actor(state)
        assert seat is not None
        for seed in range(5):
            assert PlainTree(game, random.Random(seed)).best(state, seat, 600) == Lay(square)


def test_a_plain_tree_imagines_what_its_seat_does_not_know() -> None:
    """Hands and bags that differ in what others hold are answered alike."""
    game = GAMES["domi_jongg"]
    state = some_state(game, 6, 6)
    seat = game.actor(state)
    assert seat is not None
    view = game.observation(state, seat)
    twins = [game.determinize(view, seat, random.Random(n)) for n in range(3)]
    assert len(set(twins)) > 1
    chosen = {
        PlainTree(game, random.Random(1)).best(game.observation(twin, seat), seat, 30)
        for twin in twins
    }
    assert len(chosen) == 1


def test_the_same_meeting_comes_to_the_same() -> None:
    pairing = Pairing(POND, "neighbour", "careless")
    for number in range(3):
        meeting = Meeting(pairing, number, 5)
        assert figures(meet(meeting)) == figures(meet(meeting))


def test_seats_are_exchanged_and_wins_counted_for_the_stronger(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sat: list[Seat] = []

    def watched(game: AnyGame, view: Any, seat: Seat, rng: random.Random) -> tuple[Any, ...]:
        sat.append(seat)
        return greedy(game, view, seat, rng)

    monkeypatch.setitem(BASELINES, "watched", watched)
    pairing = Pairing(POND, "watched", "careless")
    for number in range(4):
        sat.clear()
        assert meet(Meeting(pairing, number, 1)).lead == 1
        assert set(sat) == {number % 2}


def test_a_game_that_does_not_end_is_given_up_as_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.tools.tournament.ENDLESS", 5)
    found = meet(Meeting(Pairing(POND, "careless", "careless"), 0, 1))
    assert found.lead == 0
    assert len(found.times) <= 5


def test_gardens_laid_alone_are_compared_at_the_same_luck() -> None:
    found = meet(Meeting(Pairing(GARDEN, "regular", "careless"), 3, 10))
    game = GAMES["solitaire_pai_sho"]
    assert found.scores[1] == game.scores(play(game, [careless], {}, 13)[0])[0]
    assert found.lead == found.scores[0] - found.scores[1] > 0


def test_a_result_adds_up_meetings() -> None:
    founds = [Found(lead, (4, 2), [0.005, 0.015]) for lead in (1, 1, 0, -1)]
    result = Result.of(Pairing(POND, "master", "old_hand"), founds)
    assert (result.won, result.drawn, result.lost, result.meetings) == (2, 1, 1, 4)
    assert result.share == 0.625
    assert result.thought == pytest.approx(0.01)
    assert result.row().count("|") == HEAD.splitlines()[0].count("|")


def test_the_chance_of_equals_is_that_of_a_fair_coin() -> None:
    assert chance_of(0, 0) == chance_of(3, 3) == 1.0
    assert chance_of(5, 0) == chance_of(0, 5) == pytest.approx(2 / 32)
    assert chance_of(8, 2) == pytest.approx(2 * (45 + 10 + 1) / 1024)
    assert chance_of(60, 40) == pytest.approx(0.0569, abs=1e-4)


def test_the_interval_holds_the_share_and_narrows() -> None:
    low, high = interval(0.7, 100)
    assert (low, high) == (pytest.approx(0.604, abs=1e-3), pytest.approx(0.781, abs=1e-3))
    assert interval(1.0, 100)[1] == pytest.approx(1.0)
    narrow = interval(0.7, 400)
    assert low < narrow[0] < 0.7 < narrow[1] < high


def test_what_a_file_keeps_is_not_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, pairing = tmp_path / "games.jsonl", Pairing(POND, "neighbour", "newcomer")
    list(results([pairing], 2, file=file))
    half = file.read_text("utf-8").splitlines()
    whole = list(results([pairing], 4, file=file))
    assert file.read_text("utf-8").splitlines()[:2] == half
    assert len(file.read_text("utf-8").splitlines()) == 4
    assert list(results([pairing], 4, file=file)) == whole  # the times too: nothing was measured
    assert len(kept(file)) == 4
    able = replace(SHELF["jin_li"], strengths=((1, 1, 3.0), *SHELF["jin_li"].strengths[1:]))
    monkeypatch.setitem(SHELF, "jin_li", able)
    assert key(Meeting(pairing, 0, 1)) not in kept(file)  # another strength, another game


def test_a_tournament_prints_a_row_a_pairing(capsys: pytest.CaptureFixture[str]) -> None:
    assert tournament("jin_li", "neighbour", 4, 1, 1, yardsticks=False) == 0
    rows = capsys.readouterr().out.splitlines()
    assert rows[:2] == HEAD.splitlines()
    assert len(rows) == 3
    assert "neighbour : newcomer" in rows[2]
