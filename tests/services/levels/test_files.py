"""Reading levels: what is right is taken over, what is wrong is named by file and key."""

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from game.rules import GAMES
from game.services import levels
from game.services.levels import read, shelf
from game.services.levels.goals import Goal, Track
from game.services.toml_reader import TableError
from tests.certain import sure

JIN_LI = GAMES["jin_li"]

PUZZLE = """
kind = "puzzle"
difficulty = 3
turns = 2
solution = ["c3-d3@a1", "a7-a6@b1", "d3-d2@a2"]

[title]
en = "Two"
de = "Zwei"

[text]
en = "Do it."
de = "Mach es."

[marks]
bronze = 1
gold = 3

[setup]
options = { target = 15 }
moves = ["c2-c3@g7", "b7-b6@f7"]

[setup.position]
koi = { R = ["c2", "e2"], Y = ["a7", "b7"] }
stones = []
hand = { R = 5, Y = 5 }
score = { R = 0, Y = 0 }
turn = "R"
phase = "move"

[goal]
kind = "all"

[[goal.goals]]
kind = "gain"
points = 2

[[goal.goals]]
kind = "prevent"
goal = { kind = "gain", points = 1 }

[[hint]]
en = "Look."
de = "Schau."
"""

LESSON = """
kind = "lesson"

[title]
en = "L"
de = "L"

[text]
en = "T"
de = "T"

[[step]]
text = { en = "Read", de = "Lies" }

[[step]]
text = { en = "Swim", de = "Schwimm" }
goal = { kind = "play", turns = ["a1-b2@d4", "a1-a2@d4"] }
reply = ["g7-f6@d3"]
wrong = { en = "No", de = "Nein" }

[[step]]
text = { en = "Now this", de = "Jetzt das" }
goal = { kind = "gain", points = 1 }
setup = { options = { stones = 6 } }
"""


def written(folder: Path, text: str, name: str = "10_x.toml") -> Path:
    file = folder / "jin_li" / name
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def scored(goal: Goal, points: tuple[int, int]) -> bool:
    """Whether a game that is over with these points meets a goal of seat 0."""
    game: Any = SimpleNamespace(scores=lambda state: state, actor=lambda state: None)
    return goal.met(Track(game, 0, (0, 0)).then(None, points))


def test_a_puzzle_is_read(tmp_path: Path) -> None:
    level = read(written(tmp_path, PUZZLE), JIN_LI)
    assert (level.id, level.game, level.kind, level.difficulty) == ("10_x", "jin_li", "puzzle", 3)
    assert (level.title["de"], level.text["en"]) == ("Zwei", "Do it.")
    (stage,) = level.stages
    assert [scored(sure(stage.goal), points) for points in ((1, 0), (2, 0))] == [False, True]
    assert (stage.turns, stage.until, stage.solution[0]) == (2, "turn", "c3-d3@a1")
    assert stage.hints == ({"en": "Look.", "de": "Schau."},)
    match = level.setup.match(JIN_LI)
    assert (match.cursor, match.actor, match.options["target"]) == (4, 0, 15)
    assert [level.mark(points) for points in (0, 1, 2, 3)] == [None, "bronze", "bronze", "gold"]


def test_a_lesson_is_read(tmp_path: Path) -> None:
    level = read(written(tmp_path, LESSON), JIN_LI)
    reading, playing, last = level.stages
    assert reading.setup is not None
    assert (reading.goal, reading.setup.position) == (None, None)
    assert playing.setup is None
    assert playing.solution == ("a1-b2@d4",)
    assert playing.reply == ("g7-f6@d3",)
    assert last.setup is not None
    assert last.setup.options["stones"] == 6


CHALLENGE = """
kind = "challenge"
title = { en = "C", de = "C" }
text = { en = "To the end.", de = "Bis zum Ende." }
marks = { bronze = 2, gold = 5 }
solution = ["a1-b2@d4"]
"""


def test_a_challenge_is_a_game_to_its_end_for_marks(tmp_path: Path) -> None:
    level = read(written(tmp_path, CHALLENGE), JIN_LI)
    (stage,) = level.stages
    assert (level.kind, level.text["en"]) == ("challenge", "To the end.")
    assert (stage.turns, stage.until) == (0, "end")
    assert [scored(sure(stage.goal), points) for points in ((1, 9), (2, 0))] == [False, True]
    assert level.mark(5) == "gold"


@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        ("marks = { bronze = 2, gold = 5 }", "", "marks: a challenge needs at least one"),
        ("marks", "turns = 3\nmarks", "turns: a challenge is played to its end"),
        ("marks", "goal = { kind = 'win' }\nmarks", "goal: a challenge is played to its end"),
        ("a1-b2@d4", "a1-a4", "solution[1]: a1-a4: JL-3 not_beside is illegal"),
    ],
)
def test_what_is_wrong_in_a_challenge_is_named(
    tmp_path: Path, right: str, wrong: str, message: str,
) -> None:
    file = written(tmp_path, CHALLENGE.replace(right, wrong, 1))
    with pytest.raises(TableError, match=re.escape(f"{file}: {message}")):
        read(file, JIN_LI)


def test_a_shelf_leaves_out_what_is_wrong_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(levels, "LEVELS", tmp_path)
    written(tmp_path, PUZZLE, "20_b.toml")
    written(tmp_path, LESSON, "10_a.toml")
    written(tmp_path, "kind = 3", "15_c.toml")
    found, errors = shelf(JIN_LI)
    assert [level.id for level in found] == ["10_a", "20_b"]
    assert [error.key for error in errors] == ["kind"]
    assert shelf(GAMES["ping_pao"]) == ((), ())


def test_a_shelf_leaves_out_a_file_that_leads_nowhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(levels, "LEVELS", tmp_path)
    written(tmp_path, PUZZLE, "20_b.toml").with_name("10_a.toml").symlink_to(tmp_path / "gone")
    found, errors = shelf(JIN_LI)
    assert [level.id for level in found] == ["20_b"]
    assert [error.file.name for error in errors] == ["10_a.toml"]


def test_a_shelf_reads_a_file_again_once_it_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(levels, "LEVELS", tmp_path)
    file = written(tmp_path, PUZZLE, "20_b.toml")
    (level,), _ = shelf(JIN_LI)
    assert shelf(JIN_LI)[0][0] is level
    file.write_text(PUZZLE.replace("difficulty = 3", "difficulty = 4 # harder"), encoding="utf-8")
    assert shelf(JIN_LI)[0][0].difficulty == 4
    file.unlink()
    assert shelf(JIN_LI) == ((), ())


WRONG_PUZZLES = [
    ('kind = "puzzle"', 'kind = "riddle"', "kind: this is one of lesson, puzzle, challenge, setup"),
    ("difficulty = 3", "difficulty = 6", "difficulty: this goes from 1 to 5"),
    ("difficulty = 3", "hardness = 3", "hardness: there is no such key here"),
    ("turns = 2", "turns = true", "turns: this has to be a whole number from 0 on"),
    ("turns = 2", "turns = -1", "turns: this has to be a whole number from 0 on"),
    ("turns = 2", "seat = 2", "seat: there are only 2 seats, from 0 on"),
    ("turns = 2", "turns = 2\nuntil = 'never'", "until: this is one of turn, reply, end"),
    ("turns = 2", "turns = 2\ntry = 'c3-d3'", "try: this has to be a list of tables"),
    ("turns = 2", 'turns = 2\ntry = [{ move = "c3-d3", refused = "JL-3" }]',
     "try[1].move: c3-d3 is legal"),
    ('"c3-d3@a1"', '"c3-e5@a1"', "solution[1]: c3-e5: JL-3 not_beside is illegal"),
    ('"a7-a6@b1"', '"a7-a6@"', "solution[2]: '@' is no move of jin_li"),
    ('"a7-a6@b1"', "3", "solution: this has to be a list of texts"),
    ('de = "Zwei"', "", "title.de: this key is missing"),
    ('de = "Zwei"', 'de = " "', "title.de: this text is empty"),
    ('de = "Zwei"', 'de = "Zwei"\nfr = "Deux"', "title.fr: there is no such key here"),
    ('de = "Zwei"', "de = 2", "title.de: this has to be a text"),
    ("[text]", "[story]", "text: this key is missing"),
    ("bronze = 1", "bronze = 5", "marks: each mark takes more points than the one before"),
    ("bronze = 1", "tin = 1", "marks.tin: there is no such key here"),
    ("target = 15", "target = 16", "setup.options.target: option target takes 10, 15, not 16"),
    ("target = 15", "size = 16", "setup.options.size: jin_li has no option 'size'"),
    ("options = { target = 15 }", "options = 15", "setup.options: this has to be a table"),
    ("options = { target = 15 }", "seats = 3", "setup.seats: jin_li is for 2 seats, not 3"),
    ("options = { target = 15 }", "seed = 1.5", "setup.seed: this has to be a whole number"),
    ("options = { target = 15 }", "luck = 'auto'", "setup.luck: there is no such key here"),
    ('"c2-c3@g7"', '"c2-c4@g7"', "setup.moves[1]: c2-c4: JL-3 not_beside is illegal"),
    ('"b7-b6@f7"', '"hello"', "setup.moves[2]: 'hello' is no move of jin_li"),
    ('phase = "move"', 'phase = "sleep"', "setup.position.phase: phase is one of"),
    ('turn = "R"', "", "setup.position.turn: the position lacks 'turn'"),
    ("points = 2", "", "goal.goals[1].points: this key is missing"),
    ("points = 2", "points = 0", "goal.goals[1].points: this has to be a whole number from 1 on"),
    ("points = 2", "points = 2\nfor = 'all'", "goal.goals[1].for: there is no such key here"),
    ('goal = { kind = "gain", points = 1 }', 'goal = { kind = "x" }',
     "goal.goals[2].goal.kind: this is one of gain, score"),
    ('[goal]\nkind = "all"', '[goal]\nkind = "win"', "goal.goals: there is no such key here"),
    ('en = "Look."', "", "hint[1].text.en: this key is missing"),
]


@pytest.mark.parametrize(("right", "wrong", "message"), WRONG_PUZZLES)
def test_what_is_wrong_in_a_puzzle_is_named_by_file_and_key(
    tmp_path: Path, right: str, wrong: str, message: str,
) -> None:
    assert right in PUZZLE
    file = written(tmp_path, PUZZLE.replace(right, wrong, 1))
    with pytest.raises(TableError, match=re.escape(f"{file}: {message}")):
        read(file, JIN_LI)


WRONG_LESSONS = [
    ("[[step]]", "[[page]]", "step: a lesson needs at least one"),
    ('text = { en = "Read", de = "Lies" }', "", "step[1].text: this key is missing"),
    ('text = { en = "Swim", de = "Schwimm" }', 'text = "Swim"',
     "step[2].text: this has to be a table"),
    ('"a1-a2@d4"', '"a1-a3@d4"', "step[2].goal.turns[2]: a1-a3: JL-3 not_beside is illegal"),
    ('"g7-f6@d3"', '"g7-f6@d4"', "step[2].reply[1]: @d4: JL-3 stone_there is illegal"),
    ("stones = 6", "stones = 7", "step[3].setup.options.stones: option stones takes 10, 6, not 7"),
    ('kind = "play", turns = ["a1-b2@d4", "a1-a2@d4"]', 'kind = "win"',
     "step[2].solution: without a solution no reply can be checked"),
    ('points = 1 }', 'points = 1 }\nplace = 3', "step[3].place: there is no such key here"),
]


@pytest.mark.parametrize(("right", "wrong", "message"), WRONG_LESSONS)
def test_what_is_wrong_in_a_lesson_is_named_by_file_and_key(
    tmp_path: Path, right: str, wrong: str, message: str,
) -> None:
    assert right in LESSON
    count = -1 if right == "[[step]]" else 1
    file = written(tmp_path, LESSON.replace(right, wrong, count))
    with pytest.raises(TableError, match=re.escape(message)) as caught:
        read(file, JIN_LI)
    assert str(caught.value).startswith(str(file))


@pytest.mark.parametrize("content", [b"kind = ", b"kind = '\xff'", None])
def test_what_is_no_toml_is_named_by_file(tmp_path: Path, content: bytes | None) -> None:
    file = written(tmp_path, "")
    file.unlink()
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(TableError, match=re.escape(str(file))):
        read(file, JIN_LI)


def test_a_puzzle_without_a_goal_is_none(tmp_path: Path) -> None:
    text = PUZZLE[: PUZZLE.index("[goal]")]
    with pytest.raises(TableError, match="goal: a puzzle needs a goal"):
        read(written(tmp_path, text), JIN_LI)


def test_a_state_needs_one_comparison(tmp_path: Path) -> None:
    for goal in ('{ kind = "state", path = "a" }',
                 '{ kind = "state", path = "a", is = 1, most = 2 }'):
        text = LESSON.replace('{ kind = "gain", points = 1 }', goal)
        with pytest.raises(TableError, match=r"step\[3\]\.goal: a goal of the kind state needs"):
            read(written(tmp_path, text), JIN_LI)


TOLD = """
kind = "lesson"
title = { en = "T", de = "T" }
text = { en = "x", de = "y" }
[setup]
[[step]]
text = { en = '{hand.R} stones, {a koi|koi.R has a1}.', de = '{hand.R} Steine.' }
try = [{ move = "a1-a3", refused = "JL-3", places = ["a1", "a3"] }]
goal = { kind = "play" }
"""


def test_a_text_is_filled_in_from_the_position(tmp_path: Path) -> None:
    stage = read(written(tmp_path, TOLD), JIN_LI).stages[0]
    assert stage.text == {"en": "10 stones, a koi.", "de": "10 Steine."}


@pytest.mark.parametrize(("right", "wrong", "said"), [
    ("{hand.R} stones", "{hand.B} stones", "text.en: there is no number and no text at hand.B"),
    ("koi.R has a1", "koi.R has a2", "in the position there is"),
    ("koi.R has", "koi.R knows", "this takes one of is, least"),
    ("a1-a3", "a1-a2", "step[1].try[1].move: a1-a2 is legal"),
    ("a1-a3", "a1", "step[1].try[1].move"),
    ("JL-3", "JL-4", "try[1].refused: a1-a3 is refused by JL-3"),
    (', places = ["a1", "a3"]', "", "try[1].places: a1-a3 is refused for a1, a3"),
    ('["a1", "a3"]', '["a1", "a3"], why = "far"', "try[1].why: there is no such key here"),
    ('"JL-3"', "3", "try[1].refused: this has to be a text"),
])  # fmt: skip
def test_what_a_text_says_has_to_be_true(
    tmp_path: Path, right: str, wrong: str, said: str
) -> None:
    assert right in TOLD
    with pytest.raises(TableError, match=re.escape(said)):
        read(written(tmp_path, TOLD.replace(right, wrong, 1)), JIN_LI)
