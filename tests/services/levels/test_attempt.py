"""A run through a level: what is shown and asked follows from what was played."""

from pathlib import Path
from typing import Any

import pytest

from game.rules import GAMES
from game.services.levels import read
from game.services.levels.attempt import LevelAttempt
from tests.certain import sure
from tests.services.levels.test_files import LESSON, written
from tests.toy import TOY

JIN_LI = GAMES["jin_li"]


def run_of(folder: Path, text: str, game: Any = JIN_LI) -> LevelAttempt:
    return LevelAttempt(read(written(folder, text), game), game)


@pytest.fixture
def lesson(tmp_path: Path) -> LevelAttempt:
    return run_of(tmp_path, LESSON)


@pytest.fixture
def puzzle(tmp_path: Path) -> LevelAttempt:
    """Two turns, then the goal: two points gained and no answer that scores."""
    return run_of(tmp_path, SPRING)


SPRING = """
kind = "puzzle"
turns = 2
solution = ["c5-d5@e5", "d2-c1", "d5/e5>f5"]
title = { en = "T", de = "T" }
text = { en = "x", de = "y" }
goal = { kind = "gain", points = 4 }
hint = [{ en = "one", de = "eins" }, { en = "two", de = "zwei" }]

[setup.position]
koi = { R = ["c5", "e6"], Y = ["d2", "e4"] }
stones = ["a1", "f4"]
hand = { R = 1, Y = 0 }
score = { R = 3, Y = 4 }
turn = "R"
phase = "move"
"""


def test_a_lesson_goes_from_step_to_step(lesson: LevelAttempt) -> None:
    assert (lesson.status, lesson.stage.text["en"], lesson.number) == ("read", "Read", 0)
    lesson.go_on()
    assert (lesson.status, lesson.stage.text["de"]) == ("play", "Schwimm")
    lesson.match.play_text("a1-b2@d4")
    assert lesson.status == "reply"
    assert [JIN_LI.write(move) for move in lesson.reply()] == ["g7-f6", "@d3"]
    for move in lesson.reply():
        lesson.match.play(move)
    assert lesson.status == "done"
    before = lesson.match
    lesson.go_on()
    assert lesson.match is not before
    assert (lesson.status, lesson.match.cursor, lesson.match.options["stones"]) == ("play", 0, 6)


def test_a_lesson_asks_for_certain_steps_and_keeps_those_that_fit(lesson: LevelAttempt) -> None:
    lesson.go_on()
    for move in ("a1-a2", "a1-b2"):
        lesson.match.play_text(move)
        assert lesson.status == "play"
        lesson.match.go_to(0)
    lesson.match.play_text("g1-f1")
    assert (lesson.status, lesson.back) == ("missed", 0)
    lesson.retry()
    lesson.match.play_text("a1-a2")
    lesson.match.play_text("@d5")
    assert (lesson.status, lesson.back) == ("missed", 1)
    lesson.retry()
    assert lesson.status == "play"
    lesson.match.play_text("@d4")
    assert lesson.status == "reply"


def test_a_turn_that_was_not_asked_for_is_missed_and_taken_back(lesson: LevelAttempt) -> None:
    lesson.go_on()
    lesson.match.play_text("g1-f1@d4")
    assert lesson.status == "missed"
    with pytest.raises(ValueError, match="nothing to go on from: missed"):
        lesson.go_on()
    lesson.retry()
    assert (lesson.status, lesson.match.cursor) == ("play", 0)


def test_undo_is_followed(lesson: LevelAttempt) -> None:
    lesson.go_on()
    lesson.match.play_text("a1-b2@d4")
    assert lesson.status == "reply"
    lesson.match.go_to(1)
    assert lesson.status == "play"
    lesson.match.go_to(2)
    assert lesson.status == "reply"


def test_a_lesson_ends_after_its_last_step(tmp_path: Path) -> None:
    text = LESSON + '[[step]]\ntext = { en = "End", de = "Ende" }\n'
    text = text.replace("setup = { options = { stones = 6 } }", SCORE)
    run = run_of(tmp_path, text)
    run.enter(2)
    run.match.play_text("c2-c3")
    assert run.status == "done"
    run.go_on()
    assert (run.status, run.last) == ("read", True)
    run.go_on()
    assert run.status == "solved"
    run.restart()
    assert (run.status, run.number) == ("read", 0)


SCORE = """
[step.setup.position]
koi = { R = ["c2", "g1"], Y = ["d4", "b7"] }
stones = []
hand = { R = 0, Y = 0 }
score = { R = 0, Y = 0 }
turn = "R"
phase = "move"
"""


def test_a_puzzle_is_solved_by_its_goal(puzzle: LevelAttempt) -> None:
    assert (puzzle.status, puzzle.turns_left) == ("play", 2)
    puzzle.match.play_text("c5-d5@e5")
    assert (puzzle.status, puzzle.turns_left) == ("reply", 1)
    for move in puzzle.reply():
        puzzle.match.play(move)
    assert puzzle.status == "play"
    puzzle.match.play_text("d5/e5>f5")
    assert (puzzle.status, puzzle.turns_left) == ("solved", 0)


def test_the_others_answer_as_planned_while_the_person_follows_the_solution(
    puzzle: LevelAttempt,
) -> None:
    puzzle.match.play_text("c5-d5@e5")
    assert [JIN_LI.write(move) for move in puzzle.reply()] == ["d2-c1"]


FORK = Path(__file__).parents[3] / "levels" / "skud_pai_sho" / "25_a_fork_in_the_garden.toml"


def test_a_declined_bonus_may_stand_in_the_solution_as_a_step_of_its_own() -> None:
    skud = GAMES["skud_pai_sho"]
    run = LevelAttempt(read(FORK, skud), skud)
    run.match.play_text("(-5,-2)-(-6,-5)")
    run.match.play_text("+-")
    assert [skud.write(move) for move in run.reply()] == ["(-6,2)-(-6,0)"]


def test_an_answer_of_two_steps_may_stand_in_the_solution_step_by_step(tmp_path: Path) -> None:
    text = SPRING.replace('"d2-c1"', '"d2-c1", "@a2"').replace("Y = 0 }\nscore", "Y = 1 }\nscore")
    run = run_of(tmp_path, text)
    run.match.play_text("c5-d5@e5")
    assert [JIN_LI.write(move) for move in run.reply()] == ["d2-c1", "@a2"]
    run.match.play_text("d2-c1")
    assert [JIN_LI.write(move) for move in run.reply()] == ["@a2"]


def test_the_others_spoil_any_other_turn(puzzle: LevelAttempt) -> None:
    puzzle.match.play_text("c5-d5@a2")
    for move in puzzle.reply():
        puzzle.match.play(move)
    assert puzzle.status == "play"
    from game.services.levels.goals import Search

    assert not Search(sure(puzzle.stage.goal)).forced(puzzle.track, 1)


def test_a_puzzle_is_lost_once_the_others_have_spoiled_it_until_that_is_taken_back(
    puzzle: LevelAttempt,
) -> None:
    puzzle.match.play_text("c5-d5@a2")
    assert not puzzle.lost, "nobody has answered"
    for move in puzzle.reply():
        puzzle.match.play(move)
    assert puzzle.lost
    puzzle.retry()
    assert not puzzle.lost
    puzzle.match.play_text("c5-d5@e5")
    for move in puzzle.reply():
        puzzle.match.play(move)
    assert puzzle.status == "play"
    assert not puzzle.lost


def test_out_of_turns_is_missed(puzzle: LevelAttempt) -> None:
    puzzle.match.play_text("c5-c6@a2")
    puzzle.match.play(puzzle.reply()[0])
    puzzle.match.play_text("c6-b6")
    assert puzzle.status == "missed"
    puzzle.retry()
    assert (puzzle.status, puzzle.turns_left) == ("play", 2)


def test_hints_come_one_by_one_and_after_them_the_solution(puzzle: LevelAttempt) -> None:
    assert puzzle.hint is None
    given = ((1, "one", False), (1, "two", False), (1, "two", True), (0, "two", True))
    for more, told, shown in given:
        assert puzzle.ask_hint() == more
        assert sure(puzzle.hint)["en"] == told
        assert puzzle.shown is shown


def test_after_its_hints_a_lesson_shows_the_way(lesson: LevelAttempt) -> None:
    lesson.go_on()
    while lesson.ask_hint():
        pass
    assert lesson.shown
    assert [JIN_LI.write(move) for move in lesson.solves()] == ["a1-b2", "@d4"]
    lesson.match.play_text("a1-b2")
    assert [JIN_LI.write(move) for move in lesson.solves()] == ["@d4"]


def test_the_way_is_found_where_the_solution_was_left(tmp_path: Path) -> None:
    run = run_of(tmp_path, LESSON.replace("setup = { options = { stones = 6 } }", SCORE))
    run.enter(2)
    goal = sure(run.stage.goal)
    assert run.solves()
    for move in run.solves():
        run.match.play(move)
    assert goal.met(run.track)


GARDEN = """
kind = "puzzle"
until = "end"
title = { en = "T", de = "T" }
text = { en = "x", de = "y" }
goal = { kind = "score", points = 3 }
marks = { bronze = 3, silver = 4, gold = 5 }
setup = { options = { cards = false }, seed = 3 }
"""


def test_a_goal_can_be_for_the_whole_game(tmp_path: Path) -> None:
    run = run_of(tmp_path, GARDEN, TOY)
    assert run.turns_left is None
    while run.match.actor is not None:
        assert run.status in ("play", "reply")
        if run.status == "reply":
            for move in run.reply():
                run.match.play(move)
        else:
            run.match.play(TOY.moves(run.match.state)[-1])
    points = run.match.state.points[0]
    assert run.status == ("solved" if points >= 3 else "missed")


def test_a_setup_is_only_played(tmp_path: Path) -> None:
    text = """
kind = "setup"
title = { en = "T", de = "T" }
text = { en = "x", de = "y" }
"""
    run = run_of(tmp_path, text)
    assert (run.status, run.match.cursor) == ("play", 0)
