"""Domi Jongg's levels: fair with hidden hands, not to be solved blindly, each of its own kind."""

import random

import pytest
from _pytest.mark.structures import MarkDecorator

from game.rules.core.match import Match
from game.rules.domi_jongg.game import DomiJongg
from game.rules.domi_jongg.state import Branch, Pass, Table
from game.services.levels import Level, shelf
from game.services.levels.goals import Search, Track, each_turn
from game.services.texts import LANGUAGES, Texts
from tests.certain import sure
from tests.winning import winning_tracks

GAME = DomiJongg()
LEVELS = {level.id: level for level in shelf(GAME)[0]}
PUZZLES = [level for level in LEVELS.values() if level.kind == "puzzle"]
BLINDLY = {1: 0.05, 2: 0.03, 3: 0.01, 4: 0.02, 5: 0.02}
"""How likely a turn of steps by lot may keep a puzzle's goal, by difficulty."""


def named(levels: list[Level]) -> MarkDecorator:
    return pytest.mark.parametrize("level", levels, ids=[level.id for level in levels])


def track_of(level: Level, state: Table | None = None) -> Track:
    return Track(GAME, level.seat, level.setup.match(GAME).state if state is None else state)


def winning(level: Level, state: Table | None = None) -> list[str]:
    """The turns that keep the goal, as texts."""
    stage = level.stages[0]
    search = Search(sure(stage.goal), stage.until != "turn")
    found = winning_tracks(search, track_of(level, state), stage.turns)
    return sorted(" ".join(map(GAME.write, track.last_turn())) for track in found)


def chance(track: Track, kept: set[str]) -> float:
    """How likely a turn is among those kept if each of its steps is drawn by lot."""
    moves = GAME.moves(track.state)
    found = 0.0
    for move in moves:
        after = GAME.apply(track.state, move)
        longer = track.then(move, after)
        if GAME.ends_turn(track.state, move, after):
            text = " ".join(map(GAME.write, longer.last_turn()))
            found += (text in kept) / len(moves)
        else:
            found += chance(longer, kept) / len(moves)
    return found


def test_there_are_ten_puzzles_of_every_difficulty() -> None:
    assert len(PUZZLES) == 10
    assert {level.difficulty for level in PUZZLES} == {1, 2, 3, 4, 5}


@named(PUZZLES)
def test_a_puzzle_is_not_solved_by_luck(level: Level) -> None:
    assert 0 < chance(track_of(level), set(winning(level))) <= BLINDLY[level.difficulty]


@named([p for p in PUZZLES if p.stages[0].turns == 1 and p.stages[0].until == "turn"])
def test_dj_2_what_the_others_hold_changes_nothing_where_nobody_says(level: Level) -> None:
    state = level.setup.match(GAME).state
    known = winning(level)
    rng = random.Random(level.id)
    view = GAME.observation(state, level.seat)
    for _ in range(3):
        assert winning(level, GAME.determinize(view, level.seat, rng)) == known


@named([p for p in PUZZLES if p.stages[0].turns > 1 or p.stages[0].until != "turn"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_dj_2_where_the_others_hold_matters_the_task_names_all_of_it(
    level: Level, language: str,
) -> None:
    texts = Texts(language)
    task = level.text[language]
    for tile in level.setup.match(GAME).state.hands[1]:
        name = texts.t(f"domi_jongg.tile.{tile}").lower()
        assert tile in task.replace(".", " ").split() or name in task.lower()


# What makes each puzzle what it is ------------------------------------------------------------


def solved(name: str) -> Match:
    """The match of a puzzle after its solution."""
    level = LEVELS[name]
    match = level.setup.match(GAME)
    for text in level.stages[0].solution:
        match.play_text(text)
    return match


def test_dj_6_the_bridge_needs_a_wind_in_a_branch_between_numbers_and_dragons() -> None:
    for text in winning(LEVELS["13_the_bridge"]):
        steps = [GAME.read(step) for step in text.split()]
        assert any(isinstance(step, Branch) and "WE" in step.tiles for step in steps)


def test_dj_7_at_both_heads_cannot_be_solved_at_one() -> None:
    level = LEVELS["14_at_both_heads"]
    state = level.setup.match(GAME).state
    one_head = state._replace(terms=state.terms._replace(branch_turn="one_head"))
    assert winning(level)
    assert not winning(level, one_head)


def test_dj_10_whoever_is_locked_out_passes_and_the_game_goes_on() -> None:
    match = solved("16_locked_out")
    assert isinstance(match.log[-1], Pass)
    assert match.outcome is None
    assert match.actor == 0


def test_dj_10_without_the_borrowed_season_its_puzzle_has_no_end() -> None:
    """In every line the last turn begins at the tile that the other player had to lay."""
    level = LEVELS["20_a_borrowed_season"]
    for first in winning(level):
        match = level.setup.match(GAME)
        match.play_text(first)
        for reply in list(each_turn(track_of(level, match.state))):
            laid = len(match.state.snake)
            goal = level.stages[0].goal
            assert goal is not None
            lasts = winning_tracks(Search(goal), Track(GAME, 0, reply.state), 1)
            assert lasts
            assert {last.last_turn()[0].end for last in lasts} == {str(laid)}


def test_dj_9_seven_at_a_stroke_has_every_kind_of_point() -> None:
    match = solved("19_seven_at_a_stroke")
    assert isinstance(match, Match)
    reasons = {line.key for line in GAME.explain(match.state) if line.seat == 0}
    assert reasons == {"identical", "branch", "surplus", "going_out"}
    assert GAME.scores(match.state)[0] == 7


def test_dj_6_eight_heads_are_there_and_only_one_of_them_will_do() -> None:
    level = LEVELS["18_eight_heads"]
    assert len(level.setup.match(GAME).state.ends) == 8
    assert len({text.split()[0].partition(">")[2] for text in winning(level)}) == 1
