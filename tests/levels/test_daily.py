"""Every puzzle of the day: readable, with one solution, which is the hardest on Sundays.

All of them are searched through in the deep tests, a few of each game always.
"""

import json
from collections import Counter
from datetime import date, timedelta
from itertools import islice
from pathlib import Path
from statistics import mean

import pytest

from game.rules import GAMES, SHELF
from game.rules.core.protocol import write_turn
from game.services import levels
from game.services.levels import DAILY, Level, files, of_days, read
from game.services.levels.attempt import LevelAttempt
from game.services.levels.goals import Search, each_turn
from game.services.texts import LANGUAGES
from game.services.toml_reader import TomlTable
from game.shipped import LEVELS
from tests.certain import sure
from tests.strict_texts import StrictTexts
from tests.winning import winning_tracks

WEEK = 7
FILES = sorted(LEVELS.glob(f"*/{DAILY}/*.toml"))
FEW = [file for file in FILES if file.stem in ("002", "003")]
"""An easy one and one of middling difficulty of each game: a Monday's and a Tuesday's."""
SUNDAY = date(2026, 11, 29)


def name(file: Path) -> str:
    return f"{file.parents[1].name}/{file.stem}"


def prove(file: Path) -> None:
    """All that a puzzle promises: its words, its solution, and that there is one way alone."""
    game = GAMES[file.parents[1].name]
    level = read(file, game)
    stage = level.stages[0]
    for words in (level.title, stage.text, *stage.hints, *filter(None, [stage.wrong])):
        assert all(0 < len(words[language]) <= 220 for language in LANGUAGES)
        assert not any("{" in words[language] for language in LANGUAGES)
    assert len(stage.hints) == 2
    run = LevelAttempt(level, game)
    goal, start = sure(stage.goal), run.track
    search = Search(goal, stage.until != "turn", 400_000)
    if stage.turns > 1:
        assert not search.forced(start, stage.turns - 1), "fewer turns are enough"
    every = list(each_turn(start))
    found = winning_tracks(search, start, stage.turns)
    winning = [write_turn(game, turn.last_turn()) for turn in found]
    assert stage.solution[0] in winning
    assert len(every) >= 5
    assert len(winning) <= len(every) / 4
    told_why(level, run)
    for text in stage.solution:
        assert run.status in ("play", "reply")
        run.match.play_text(text)
    assert run.status == "solved"


def told_why(level: Level, run: LevelAttempt) -> None:
    """A turn that misses the goal is explained, by the puzzle or by its goal, in every language."""
    stage = level.stages[0]
    goal = sure(stage.goal)
    missed = (turn for turn in each_turn(run.track) if not goal.met(turn))
    for turn in islice(missed, 20 if stage.wrong is None else 0):
        key, named = goal.lack(turn)
        for language in LANGUAGES:
            texts = StrictTexts(language)
            common = f"menu.levels.lack.{key}"
            lack = common if texts.has(common) else f"{level.game}.lack.{key}"
            assert key
            assert texts.t(lack, **{"who": "Assam", **named})


@pytest.mark.parametrize("file", FEW, ids=map(name, FEW))
def test_a_puzzle_of_the_day_has_one_solution(file: Path) -> None:
    prove(file)


@pytest.mark.deep
@pytest.mark.parametrize("file", FILES, ids=map(name, FILES))
def test_every_puzzle_of_the_day_has_one_solution(file: Path) -> None:
    prove(file)


@pytest.mark.parametrize("game", SHELF)
def test_there_are_puzzles_for_whole_weeks_and_each_is_another(game: str) -> None:
    found = [TomlTable.read(file).rest() for file in files(game, DAILY)]
    assert len(found) >= 42
    assert len(found) % WEEK == 0
    assert len({json.dumps(each["setup"]["position"]) for each in found}) == len(found)
    hard = Counter(each["difficulty"] for each in found)
    assert min(hard[n] for n in range(1, 6)) >= len(found) // 5


@pytest.mark.parametrize("game", SHELF)
def test_puzzles_get_harder_from_monday_to_sunday(game: str) -> None:
    count = len(files(game, DAILY))
    hard = {day: [TomlTable.read(files(game, DAILY)[at]).number("difficulty")
                  for at in range(count) if (at - SUNDAY.toordinal()) % WEEK == day]
            for day in range(WEEK)}  # fmt: skip
    ladder = [mean(hard[(day + 1) % WEEK]) for day in range(WEEK)]
    assert ladder == sorted(ladder)
    assert ladder[-1] - ladder[0] > 3


@pytest.mark.parametrize("game", SHELF)
def test_a_day_has_one_puzzle_which_comes_again_when_all_were_there(game: str) -> None:
    count = len(files(game, DAILY))
    (level,) = of_days(GAMES[game], [SUNDAY])
    later = of_days(GAMES[game], [SUNDAY + timedelta(days=n) for n in (1, count)])
    assert level.id == "2026-11-29"
    assert [each.id for each in later] == [f"{SUNDAY + timedelta(days=n)}" for n in (1, count)]
    assert later[0].stages != level.stages
    assert later[1].stages == level.stages


def test_only_the_files_of_the_days_that_are_asked_for_are_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = list[Path]()
    monkeypatch.setattr(levels, "read", lambda file, game: asked.append(file) or read(file, game))
    levels._read_once.cache_clear()
    levels.shelf(GAMES["jin_li"])
    assert not any(file.parent.name == DAILY for file in asked)
    asked.clear()
    of_days(GAMES["jin_li"], [SUNDAY, SUNDAY - timedelta(days=1)])
    assert len(asked) == 2


def test_a_day_whose_file_is_wrong_has_no_puzzle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(levels, "LEVELS", tmp_path)
    assert of_days(GAMES["jin_li"], [SUNDAY]) == ()
    folder = tmp_path / "jin_li" / DAILY
    folder.mkdir(parents=True)
    right = files_of(LEVELS / "jin_li" / DAILY)[0].read_text(encoding="utf-8")
    for number, text in enumerate((right, "kind = 3")):
        (folder / f"{number}.toml").write_text(text, encoding="utf-8")
    days = [SUNDAY, SUNDAY + timedelta(days=1)]
    assert len(of_days(GAMES["jin_li"], days)) == 1


def files_of(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.toml"))
