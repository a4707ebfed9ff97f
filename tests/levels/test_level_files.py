"""Every level there is: readable, playable, solvable, and harder from one to the next."""

import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import cycle, filterfalse, islice, pairwise
from pathlib import Path
from typing import Any, get_args

import pytest
from _pytest.mark.structures import MarkDecorator

from game.rules import GAMES
from game.rules.core.protocol import write_turn
from game.scenes.core.registry import illustrations
from game.services.levels import Kind, Level, read, shelf
from game.services.levels.attempt import LevelAttempt
from game.services.levels.goals import Search, each_turn
from game.services.texts import LANGUAGES
from game.services.toml_reader import TableError, TomlTable
from game.shipped import LEVELS
from tests.certain import sure
from tests.strict_texts import StrictTexts
from tests.sweep import one_in
from tests.winning import winning_tracks

FILES = sorted(path for path in LEVELS.glob("*/*.toml"))
BUDGET = 400_000
"""Turns a puzzle's search may look at; what needs more is no puzzle for people."""


def named(files: list[Path], step: int = 1) -> MarkDecorator:
    """A test of these files, every so many of them each time."""
    cases = one_in(step, files, lambda file: f"{file.parent.name}/{file.stem}")
    return pytest.mark.parametrize("file", cases)


NONSENSE: tuple[Any, ...] = (
    True, 0, -1, 10**30, float("nan"), "", "x" * 10**4, "\x00", [], [[]], [[[]], {}], {},
    {"a": {"b": []}}, ["x", 1, {}],
)  # fmt: skip


def damaged(value: Any, nonsense: Iterator[Any]) -> Iterator[Any]:
    """Plain data again and again, each time with nonsense for another of its values."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, each in items:
        deeper = damaged(each, nonsense) if isinstance(each, dict | list) else ()
        for new in (next(nonsense), *deeper):
            changed = value.copy()
            changed[key] = new
            yield changed


@cache
def level_in(file: Path) -> Level:
    return read(file, GAMES[file.parent.name])


KINDS = {file: tomllib.loads(file.read_text("utf-8"))["kind"] for file in FILES}
PUZZLES = [file for file in FILES if KINDS[file] == "puzzle"]
CHALLENGES = [file for file in FILES if KINDS[file] == "challenge"]
LESSONS = [file for file in FILES if KINDS[file] == "lesson"]


def begun(file: Path) -> tuple[Level, LevelAttempt]:
    level = level_in(file)
    return level, LevelAttempt(level, GAMES[level.game])


def read_on(run: LevelAttempt) -> None:
    """Go on past everything that is read or done."""
    while run.status in ("read", "done"):
        run.go_on()


def search_of(level: Level) -> Search:
    stage = level.stages[0]
    return Search(sure(stage.goal), stage.until != "turn", BUDGET)


def all_words(level: Level) -> Iterator[Any]:
    yield from (level.title, level.text)
    for stage in level.stages:
        yield from filter(None, (stage.text, stage.wrong, *stage.hints))


def test_every_folder_belongs_to_a_game() -> None:
    assert {folder.name for folder in LEVELS.iterdir() if folder.is_dir()} <= set(GAMES)


@named([next(file for file in FILES if file.parent.name == game) for game in GAMES])
def test_nonsense_in_a_level_is_an_error_that_names_its_place(
    file: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = tomllib.loads(file.read_text(encoding="utf-8"))
    nonsense = cycle(NONSENSE)
    refused = 0
    for data in damaged(whole, nonsense):
        monkeypatch.setattr(TomlTable, "read", lambda file, data=data: TomlTable(file, data))
        try:
            read(file, GAMES[file.parent.name])
        except TableError as error:
            refused += bool(error.key)
    assert refused > 20


def test_a_shelf_is_in_order_and_without_errors() -> None:
    for game in GAMES.values():
        levels, errors = shelf(game)
        assert errors == ()
        assert [level.id for level in levels] == sorted(level.id for level in levels)


@named(FILES)
def test_words_are_there_in_every_language_and_short_enough_to_read(file: Path) -> None:
    for words in all_words(level_in(file)):
        assert all(0 < len(words[language]) <= 220 for language in LANGUAGES)


@named(LESSONS)
def test_a_lesson_is_done_by_doing_what_it_says(file: Path) -> None:
    level, run = begun(file)
    for stage in level.stages:
        read_on(run)
        assert run.stage is stage or run.status == "solved"
        for text in stage.solution:
            assert run.status in ("play", "reply")
            run.match.play_text(text)
        while run.status == "reply":
            for move in sure(run.reply()):
                run.match.play(move)
    read_on(run)
    assert run.status == "solved"


@named(LESSONS)
def test_a_lesson_lets_people_do_something_at_nearly_every_step(file: Path) -> None:
    level = level_in(file)
    playing = [stage for stage in level.stages if stage.goal is not None]
    assert len(playing) >= len(level.stages) * 2 / 3
    words = sum(len(stage.text["de"].split()) for stage in level.stages)
    assert words / 130 + len(playing) * 8 / 60 < 3, "minutes: reading and eight seconds a move"


@named(LESSONS)
def test_a_lesson_points_at_pictures_that_its_rules_pages_have(file: Path) -> None:
    level = level_in(file)
    named = {stage.picture for stage in level.stages} - {""}
    assert named <= set(illustrations(level.game))


@named([*LESSONS, *PUZZLES])
def test_a_turn_that_misses_is_always_told_why(file: Path) -> None:
    """The level has words for it, or the goal has some in every language."""
    level, run = begun(file)
    for stage in level.stages:
        read_on(run)
        if stage.goal is not None and stage.wrong is None:
            for missed in islice(filterfalse(stage.goal.met, each_turn(run.track)), 40):
                key, named = stage.goal.lack(missed)
                assert key
                for language in LANGUAGES:
                    texts = StrictTexts(language)
                    common = f"menu.levels.lack.{key}"
                    lack = common if texts.has(common) else f"{level.game}.lack.{key}"
                    assert texts.t(lack, **{"who": "Assam", **named})
        for text in stage.solution:
            run.match.play_text(text)
        while run.status == "reply":
            for move in sure(run.reply()):
                run.match.play(move)


@named(PUZZLES)
def test_the_solution_solves_the_puzzle(file: Path) -> None:
    level, run = begun(file)
    for text in level.stages[0].solution:
        assert run.status in ("play", "reply")
        run.match.play_text(text)
    assert run.status == "solved"


@cache
def winning_turns(file: Path) -> tuple[list[str], float]:
    """The first turns that keep the goal, and the share of all turns that they are."""
    level, run = begun(file)
    winning = winning_tracks(search_of(level), run.track, level.stages[0].turns)
    share = len(winning) / sum(1 for _ in each_turn(run.track))
    return [write_turn(run.game, track.last_turn()) for track in winning], share


@named(PUZZLES, 3)
def test_the_first_turn_of_the_solution_forces_the_goal_against_any_reply(file: Path) -> None:
    assert level_in(file).stages[0].solution[0] in winning_turns(file)[0]


@named(PUZZLES)
def test_a_puzzle_needs_all_its_turns(file: Path) -> None:
    level, run = begun(file)
    if level.stages[0].turns > 1:
        assert not search_of(level).forced(run.track, level.stages[0].turns - 1)


@named(PUZZLES, 3)
def test_not_just_any_turn_solves_a_puzzle(file: Path) -> None:
    assert winning_turns(file)[1] <= (0.1 if level_in(file).difficulty > 2 else 0.2)


@named(PUZZLES)
def test_the_others_defend_and_the_goal_is_reached_all_the_same(file: Path) -> None:
    """Every turn of the others is tried against the solution's first, the person plays on."""
    level, run = begun(file)
    stage = level.stages[0]
    run.match.play_text(stage.solution[0])
    if run.status != "reply":
        return
    for reply in each_turn(run.track):
        track, left = reply, stage.turns - 1
        while not sure(stage.goal).met(track) and left:
            track = winning_tracks(search_of(level), track, left)[0]
            left -= 1
            assert stage.goal is not None
            if not stage.goal.met(track) and left:
                track = next(each_turn(track))
        assert stage.goal is not None
        assert stage.goal.met(track)


@pytest.mark.parametrize("game", sorted({file.parent.name for file in PUZZLES}))
def test_puzzles_rise_in_difficulty(game: str) -> None:
    ladder = [level_in(file).difficulty for file in PUZZLES if file.parent.name == game]
    assert len(ladder) >= 6
    assert ladder == sorted(ladder)
    assert len(set(ladder)) >= 3


@pytest.mark.parametrize("game", sorted({file.parent.name for file in FILES}))
def test_every_game_with_levels_has_a_lesson_first(game: str) -> None:
    kinds = [level_in(file).kind for file in FILES if file.parent.name == game]
    assert kinds[0] == "lesson"
    assert kinds == sorted(kinds, key=get_args(Kind).index)


@named(CHALLENGES)
def test_a_challenge_s_solution_plays_to_the_end_and_earns_the_highest_mark(file: Path) -> None:
    level, run = begun(file)
    for text in level.stages[0].solution:
        assert run.status == "play"
        run.match.play_text(text)
    assert run.status == "solved"
    points = run.game.scores(run.match.state)[level.seat]
    assert level.mark(points) == level.marks[-1][0]


@named(CHALLENGES)
def test_marks_lie_well_apart_and_are_not_for_nothing(file: Path) -> None:
    level, run = begun(file)
    needed = [points for _, points in level.marks]
    assert len(needed) == 3
    assert needed[0] > run.game.scores(run.match.state)[level.seat]
    assert all(b >= 1.2 * a for a, b in pairwise(needed))


@named(CHALLENGES)
def test_a_challenge_played_badly_is_not_passed(file: Path) -> None:
    """The first legal step each time: that may end anywhere but at gold."""
    level, run = begun(file)
    while run.match.outcome is None:
        run.match.play(run.game.moves(run.match.state)[0])
    points = run.game.scores(run.match.state)[level.seat]
    assert run.status == ("solved" if points >= level.marks[0][1] else "missed")
    assert level.mark(points) != level.marks[-1][0]


@pytest.mark.parametrize("game", sorted({file.parent.name for file in CHALLENGES}))
def test_challenges_rise_in_difficulty(game: str) -> None:
    ladder = [level_in(file).difficulty for file in CHALLENGES if file.parent.name == game]
    assert len(ladder) >= 10
    assert ladder == sorted(ladder)


# Stories ----------------------------------------------------------------------------------------


STORIES = [file for file in FILES if KINDS[file] == "story"]


def test_every_game_has_a_few_stories() -> None:
    told = [file.parent.name for file in STORIES]
    assert set(told) == set(GAMES)
    assert all(told.count(game) >= 3 for game in GAMES)


@named(STORIES)
def test_a_story_is_read_to_the_end_of_its_game(file: Path) -> None:
    level, run = begun(file)
    told = [run.match.cursor]
    while run.status == "read":
        run.go_on()
        told.append(run.match.cursor)
    assert run.status == "solved"
    assert run.match.outcome is not None
    assert len(level.stages) >= 3
    assert told == sorted(told)


@named(STORIES)
def test_every_remark_of_a_story_has_turns_of_its_own_and_says_something_new(file: Path) -> None:
    level = level_in(file)
    told = [0, *(len(sure(stage.setup).moves) for stage in level.stages)]
    assert all(before < after for before, after in pairwise(told))
    for language in LANGUAGES:
        said = [words[language] for words in all_words(level)]
        assert len(set(said)) == len(said)
