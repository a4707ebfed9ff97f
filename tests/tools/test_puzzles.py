"""The tool that finds the puzzles of the day."""

import random
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from game.rules import GAMES
from game.rules.core.protocol import Event
from game.services.levels import read
from game.services.levels.goals import Track
from game.shipped import LEVELS
from tests.tools import puzzles as command
from tests.tools.daily import filing, tasks
from tests.tools.daily.proof import prove
from tests.tools.daily.words import counted, listed, there

JIN_LI = GAMES["jin_li"]


def a_puzzle(seed: int, misses: float = 0.5, **other: Any) -> dict[str, Any]:
    position = {"koi": {"R": ["b4", "e4"], "Y": ["c2", "f4"]}, "stones": ["a1"], "turn": "R",
                "hand": {"R": 0, "Y": 0}, "score": {"R": 7, "Y": seed % 9}, "phase": "move"}
    return {
        "kind": "gain", "seed": seed, "seat": 0, "position": position, "turns": 1, "until": "turn",
        "goal": {"kind": "gain", "points": 1}, "n": 1, "solution": ["b4-b3"], "choices": 10,
        "winning": 1, "misses": misses, **other,
    }  # fmt: skip


def test_what_is_found_in_a_game_becomes_a_level_that_can_be_read(tmp_path: Path) -> None:
    found = command.puzzles_in(JIN_LI, 1)
    assert {each["kind"] for each in found} >= {"hold", "gain"}
    assert command.puzzles_in(JIN_LI, 1) == found
    folder = tmp_path / "jin_li"
    folder.mkdir()
    for number, plain in enumerate(found):
        file = folder / f"{number}.toml"
        file.write_text(filing.level("jin_li", plain, 3, number), encoding="utf-8")
        level = read(file, JIN_LI)
        assert (level.kind, level.difficulty, level.seat) == ("puzzle", 3, plain["seat"])
        assert level.stages[0].solution == tuple(plain["solution"])
        assert JIN_LI.actor(level.setup.match(JIN_LI).state) == level.seat


def test_a_search_that_was_stopped_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played, file = list[int](), tmp_path / "below" / "jin_li.jsonl"
    monkeypatch.setattr(
        command, "puzzles_in", lambda game, seed: played.append(seed) or [a_puzzle(seed)]
    )
    assert len(command.search(JIN_LI, 3, 1, file)) == 3
    assert len(command.search(JIN_LI, 5, 1, file)) == 5
    assert played == [1, 2, 3, 4, 5]


def test_puzzles_of_all_kinds_are_chosen_in_turn_and_no_position_twice() -> None:
    many = [a_puzzle(seed) for seed in range(9)]
    same = [a_puzzle(seed + 9) for seed in range(9)]
    other = [a_puzzle(30 + n, kind="win", turns=2) for n in range(5)]
    easy = [a_puzzle(50 + n, 0.1, kind="hold") for n in range(9)]
    taken = filing.chosen([*many, *same, *other, *easy], 8)
    assert len(taken) == 7
    assert len({str(each["position"]) for each in taken}) == 7
    assert {each["kind"] for each in taken} == {"gain", "win"}
    assert [filing.effort(each) for each in taken] == sorted(map(filing.effort, taken))


def test_the_first_day_is_a_sunday_and_a_week_gets_harder() -> None:
    seeds = count()
    ordered = filing.by_weekday([a_puzzle(next(seeds), misses=n / 14) for n in range(14)])
    days = [plain["misses"] * 14 // 2 for _, plain in ordered]
    assert days == [6, 0, 1, 2, 3, 4, 5] * 2
    assert {difficulty for difficulty, _ in ordered} == {1, 2, 3, 4, 5}


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "true"), (3, "3"), ('so "it" is', '"so \\"it\\" is"'), (["ä", 1], '["ä", 1]'),
        ({"a": {"b": [1]}}, "{ a = { b = [1] } }"),
    ],
)  # fmt: skip
def test_values_are_written_as_toml_says_them(value: Any, text: str) -> None:
    assert filing.written(value) == text


def test_numbers_and_lists_are_said_as_people_say_them() -> None:
    assert counted(1, "Punkt", "Punkte", "de", "einen") == "einen Punkt"
    assert counted(0, "Harmonie", "Harmonien", "de", "eine") == "keine Harmonie"
    assert counted(3, "turn", "turns", "en") == "three turns"
    assert counted(14, "point", "points", "en") == "14 points"
    assert listed(["Rot"], "de") == "Rot"
    assert listed(["Rot", "Gelb", "Grün"], "de") == "Rot, Gelb und Grün"


def test_a_position_is_what_its_file_says() -> None:
    track = next(iter(command.played(JIN_LI, 3, random.Random(3))))
    filed = tasks.as_filed(track, tasks.OPTIONS["jin_li"])
    assert filed is not None
    position, there = filed
    assert set(position) == set(tasks.KEPT["jin_li"])
    assert JIN_LI.to_plain(there.state)["koi"] == JIN_LI.to_plain(track.state)["koi"]


def five() -> Track:
    """Where five points can be forced with two turns, by one first turn alone."""
    match = read(LEVELS / "jin_li" / "16_five.toml", JIN_LI).setup.match(JIN_LI)
    return Track(JIN_LI, 0, match.state)


def test_what_has_one_solution_is_proved_and_played_out() -> None:
    track = five()
    task = tasks.Task("gain", track.state, tasks.gain(5), 2, n=5)
    proof = prove(track, task, random.Random(1))
    assert proof is not None
    kept = command.as_json(JIN_LI, proof, 1)
    assert kept["solution"][0] == "e3/d4>c5"
    assert len(kept["solution"]) == 3
    assert (kept["winning"], kept["turns"]) == (1, 2)
    assert proof.line[-1].gained >= 5


@pytest.mark.parametrize(
    ("points", "turns"), [(6, 2), (3, 2), (1, 1)], ids=["too much", "too slow", "too easy"]
)
def test_what_cannot_be_done_or_in_several_ways_is_no_puzzle(points: int, turns: int) -> None:
    track = five()
    task = tasks.Task("gain", track.state, tasks.gain(points), turns, n=points)
    assert prove(track, task, random.Random(1)) is None


def test_what_is_looked_for_is_what_can_be_forced() -> None:
    found = {(task.kind, task.turns, task.n) for task in tasks.jin_li(five())}
    assert ("gain", 2, 5) in found


def test_a_bonus_that_is_declined_is_a_turn_of_its_own_in_a_solution() -> None:
    """As one text the turn would be a step that leaves it open."""
    skud = GAMES["skud_pai_sho"]
    first, second = skud.read("(-5,-1)-(-7,-1)"), skud.read("R3(8,0)")
    assert command.whole(skud, [first, skud.implicit_step]) == ["(-5,-1)-(-7,-1)", "+-"]
    assert command.whole(skud, [second]) == ["R3(8,0)"]
    assert command.whole(JIN_LI, [JIN_LI.read("b4-b3")]) == ["b4-b3"]


def test_a_harmony_that_is_cut_in_two_does_not_count_as_two() -> None:
    old, left, right = (Event(kind, 1, places=places) for kind, places in (
        ("broken", ("a", "c")), ("harmony", ("a", "b")), ("harmony", ("b", "c")),
    ))  # fmt: skip
    assert tasks.cut([left, right, old], 1)
    assert not tasks.cut([left, right, old], 0)
    assert not tasks.cut([left, right], 1)
    assert not tasks.cut([left, replace(right, places=("b", "d")), old], 1)


@pytest.mark.parametrize(
    ("tiles", "own", "en", "de"),
    [
        ([], True, "your rose", "deiner Rose"),
        ([[4, 4, "H", "R3"]], True, "your rose", "deiner Rose"),
        ([[2, 3, "H", "R3"]], False, "the marked rose", "der markierten Rose"),
        ([[4, 4, "H", "R3"]], False, "the rose in the red garden", "der Rose im roten Garten"),
        ([[-3, 3, "G", "R3"]], True, "your rose in the red garden", "deiner Rose im roten Garten"),
        ([[2, 3, "G", "R3"], [0, 1, "H", "W3"]], True, "your rose beside the jasmine",
         "deiner Rose neben dem Jasmin"),
        ([[2, 3, "G", "R3"]], True, "your marked rose", "deiner markierten Rose"),
    ],
)  # fmt: skip
def test_a_tile_is_told_by_what_only_it_has(tiles: list[Any], own: bool, en: str, de: str) -> None:
    plain = {"position": {"board": [[1, 1, "G", "R3"], *tiles]}}
    for language, told in (("en", en), ("de", de)):
        assert there(plain, "(1,1)", "skud_pai_sho", language, own) == told
