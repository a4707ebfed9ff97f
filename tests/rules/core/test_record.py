"""The record: a match as text and back, and a clear word for every line that is wrong."""

import gzip
import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.rules.core.protocol import PositionError
from game.rules.core.record import RecordError, read, rebuild, recover, write, write_header
from tests.toy import TOY

ALL_GAMES = {**GAMES, "toy": TOY}
JIN_LI = GAMES["jin_li"]

TOY_RECORD = """\
Walong Table record 1
# Written by hand.
game: toy 3
seats: 2
option pile: 6
option cards: true
seed: 42
luck: manual
games: 2
name 0: Anna
date: 2026-11-21

game 1
luck         {"cards":[1,2]} r2
  1  seat 0  t2 +1
luck         r3
  2  seat 1  t3 +-
luck         r1

  3  seat 0  t1

game 2
luck         {"cards":[0,0]}
"""


def played(series: Series, rng: random.Random, steps: int) -> Series:
    """The series, played on at random for so many steps."""
    for _ in range(steps):
        if series.current.actor is None:
            if series.over:
                break
            series.advance()
        else:
            match = series.current
            match.play(rng.choice(match.game.moves(match.state)))
    return series


@st.composite
def serieses(draw: st.DrawFn) -> Series:
    game = draw(st.sampled_from(list(ALL_GAMES.values())))
    options = {
        option.key: draw(st.sampled_from(option.values), label=option.key)
        for option in game.info.options
    }
    seats = draw(st.integers(*game.info.seats))
    seed = draw(st.integers(-(10**9), 10**9) | st.sampled_from(["007", "tea", "-0", "x/1"]))
    try:
        first = Match(game, seats, options, seed=seed)
    except ValueError:
        first = Match(game, game.info.seats[0], seed=seed)
    series = Series(first, draw(st.integers(1, 3)))
    return played(series, random.Random(str(seed)), draw(st.integers(0, 120)))


LINES = st.text(max_size=30).map(lambda text: " ".join(text.split()))
NOTES = st.dictionaries(
    st.sampled_from(["name 0", "name 1", "date", "place", "Größe", "x-y_z.1"]), LINES
)


@given(serieses(), NOTES)
@settings(max_examples=60, deadline=None)
def test_what_is_written_is_read_and_written_the_same(
    series: Series, notes: dict[str, str],
) -> None:
    text = write(series, notes)
    record = read(text, ALL_GAMES)
    assert write(record.series, record.notes) == text
    assert record.notes == notes
    assert [match.states for match in record.series.games] == [m.states for m in series.games]
    assert [match.seed for match in record.series.games] == [m.seed for m in series.games]
    assert record.series.length == series.length


@given(serieses(), st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
def test_a_match_read_again_goes_on_as_the_one_that_was_written(series: Series, seed: int) -> None:
    again = read(write(series), ALL_GAMES).series
    played(series, random.Random(seed), 20)
    played(again, random.Random(seed), 20)
    assert write(again) == write(series)


@given(serieses(), NOTES)
@settings(max_examples=40, deadline=None)
def test_header_and_steps_rebuild_the_match(series: Series, notes: dict[str, str]) -> None:
    steps = [[match.game.write(move) for move in match.log] for match in series.games]
    record = rebuild(write_header(series, notes), steps, ALL_GAMES)
    assert write(record.series, record.notes) == write(series, notes)


def wrong_line(text: str) -> int | None:
    """The line a RecordError names; None if the text is a record that can be written again."""
    try:
        record = read(text, ALL_GAMES)
    except RecordError as error:
        return error.line
    assert read(write(record.series, record.notes), ALL_GAMES)
    return None


@given(st.text(), st.integers(0, 30))
@settings(max_examples=200, deadline=None)
def test_any_text_is_a_record_or_a_record_error(text: str, line: int) -> None:
    for candidate in (text, "\n".join([*TOY_RECORD.split("\n")[:line], text])):
        assert wrong_line(candidate) in (None, *range(1000))


@given(st.data())
@settings(max_examples=200, deadline=None)
def test_a_damaged_record_is_a_record_or_names_a_line_it_has(data: st.DataObject) -> None:
    signs = list(TOY_RECORD)
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(signs) - 1))
        signs[place] = data.draw(st.sampled_from(["", "\n", ":", "0", "9", "game 2", "{", " "]))
    text = "".join(signs)
    assert wrong_line(text) in (None, *range(text.count("\n") + 2))


# What is written ----------------------------------------------------------------------------


def test_the_record_is_readable_by_people() -> None:
    match = Match(JIN_LI, 2, {"target": 15}, seed=42)
    match.play_text("a1-b2@d4")
    match.play_text("g7-f6")
    assert write(Series(match), {"name 0": "Anna\nLena "}) == (
        "Walong Table record 1\n"
        "game: jin_li 1\n"
        "seats: 2\n"
        "option start: red\n"
        "option placement: corners\n"
        "option stones: 10\n"
        "option target: 15\n"
        "option recycle: false\n"
        "option repetition: draw\n"
        "seed: 42\n"
        "luck: auto\n"
        "games: 1\n"
        "name 0: Anna Lena\n"
        "\n"
        "game 1\n"
        "  1  seat 0  a1-b2 @d4\n"
        "  2  seat 1  g7-f6\n"
    )


def test_a_position_at_the_start_is_written_and_read() -> None:
    match = Match(JIN_LI, 2, {"stones": 6})
    match.play_text("a1-b2@d4")
    series = Series(Match(JIN_LI, 2, {"stones": 6}, start=match.state))
    series.current.play_text("g7-f6@e5")
    text = write(series)
    assert '\nposition: {"first":"R","hand":{"R":5,"Y":6}' in text
    assert write(read(text, ALL_GAMES).series) == text


def test_only_what_stands_before_the_cursor_is_written() -> None:
    match = Match(JIN_LI, 2)
    match.play_text("a1-b2@d4")
    match.go_to(1)
    assert write(Series(match)).endswith("  1  seat 0  a1-b2\n")


@pytest.mark.parametrize("key", ["seed", "option x", "game", "", "1a", "a:b", "a\nb", "a  b", "#a"])
def test_a_note_needs_a_key_that_can_be_read_again(key: str) -> None:
    with pytest.raises(ValueError, match="cannot be the key of a note"):
        write(Series(Match(JIN_LI, 2)), {key: "x"})


# What is read -------------------------------------------------------------------------------


def test_a_record_by_hand_is_read() -> None:
    record = read(TOY_RECORD, ALL_GAMES)
    first, second = record.series.games
    assert record.notes == {"name 0": "Anna", "date": "2026-11-21"}
    assert first.outcome is not None
    assert (first.outcome.winners, first.state.points) == ((0, 1), (4, 3))
    assert (second.cursor, second.luck) == (1, "manual")
    assert record.series.totals() == (5, 5)


def test_a_short_record_takes_defaults() -> None:
    series = read("Walong Table record 1\ngame: jin_li\nseats: 2", ALL_GAMES).series
    assert (series.length, series.current.seed, series.current.luck) == (1, 0, "auto")
    assert series.current.options == Match(JIN_LI, 2).options


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_line_ends_and_marks_of_other_systems_are_read(end: str) -> None:
    text = "\ufeff" + TOY_RECORD.replace("\n", end)
    assert write(read(text, ALL_GAMES).series) == write(read(TOY_RECORD, ALL_GAMES).series)


def test_luck_that_is_missing_at_the_end_is_drawn_by_the_seed() -> None:
    series = Series(Match(TOY, 2, {"pile": 12}, seed=6))
    series.current.play("t1")
    text = write(series)
    cut = text[: text.rindex("luck ")]
    assert write(read(cut, ALL_GAMES).series) == text


WRONG = [
    ("Walong Table record 1", "Something else", 1, "a record begins with “Walong Table record 1”"),
    ("Walong Table record 1", "Walong Table record 9", 1, "reads format 1, not “Walong Table re"),
    ("game: toy 3", "game: chess 1", 3, "the game is one of ping_pao"),
    ("game: toy 3", "game: toy 2", 3, "toy has rules version 3 here, not 2"),
    ("seats: 2", "seats: 7", 4, "toy is for 2 to 4 seats, not 7"),
    ("seats: 2", "seats: two", 4, "“seats” is a whole number such as 2, not “two”"),
    ("seats: 2", "seats: ٢", 4, "“seats” is a whole number"),
    ("option pile: 6", "option pile: 7", 5, "option pile is one of 6, 12, not “7”"),
    ("option pile: 6", "option size: 7", 5, "toy has no option “size”; it has: pile, cards"),
    ("luck: manual", "luck: good", 8, "luck is auto or manual, not “good”"),
    ("games: 2", "games: 0", 9, "“games” is a whole number such as 2, not “0”"),
    ("name 0: Anna", "name 0 Anna", 10, "“name 0 Anna” is neither “key: value” nor “game 1”"),
    ("date: 2026", "name 0: Bert", 11, "“name 0” stands here a second time"),
    ("date: 2026-11-21", "taken over: 0", 11, "“taken over” is a whole number such as 2, not “0”"),
    ("date: 2026-11-21", "taken over: 99", 11, "the first game has "),
    ("date: 2026-11-21", "position: {", 11, "the position is not JSON"),
    ("date: 2026-11-21", "position: [NaN]", 11, "NaN is no number"),
    ("date: 2026-11-21", "position: " + "[" * 9**5, 11, "the position is not JSON"),
    ("date: 2026-11-21", "position: []", 11, "the position is a JSON object"),
    ("date: 2026-11-21", 'position: {"a":1}', 11, "a position of toy has no 'a'; it has: pile"),
    ("game 1", "game 2", 13, "the first game is “game 1”, not “game 2”"),
    ("seat 0  t2 +1", "seat 1  t2 +1", 15, "seat 0 is to act here, not seat 1"),
    ("  1  seat 0  t2 +1", "luck r2", 15, "seat 0 is to act here, not luck is"),
    ("seat 0  t2 +1", "seat 0  t3 +1", 15, "t3 is against T-2"),
    ("seat 0  t2 +1", "seat 0  nim", 15, "'nim' is no move of Pebbles; moves look like"),
    ("luck         r3", "  2  seat 1  t3", 16, "luck is to act here, not seat 1 is"),
    ("  2  seat 1  t3 +-", "and so on", 17, "“and so on” is no turn; one is: 1  seat 0"),
    ("\n  3  seat 0  t1", "", 21, "no new game can begin here: the current game is not over"),
    ("\n\ngame 2", "\nluck  r1\ngame 2", 21, "nobody is to act here, not luck is"),
    ("game 2\n", "game 3\n", 22, "game 2 begins here, not game 3"),
]


@pytest.mark.parametrize(("right", "wrong", "line", "message"), WRONG)
def test_the_first_wrong_line_is_named(right: str, wrong: str, line: int, message: str) -> None:
    assert TOY_RECORD.count(right) >= 1
    with pytest.raises(RecordError) as caught:
        read(TOY_RECORD.replace(right, wrong, 1), ALL_GAMES)
    assert caught.value.line == line
    assert str(caught.value).startswith(f"line {line}: ")
    assert message in str(caught.value)


@pytest.mark.parametrize("missing", ["game: toy 3\n", "seats: 2\n"])
def test_what_a_record_cannot_do_without_is_missed(missing: str) -> None:
    with pytest.raises(RecordError, match=r"the game is one of|“seats” is a whole number"):
        read(TOY_RECORD.replace(missing, ""), ALL_GAMES)


def test_no_third_game_in_a_series_of_two() -> None:
    text = TOY_RECORD.replace("games: 2", "games: 1")
    with pytest.raises(RecordError, match="line 22: no new game can begin here: all 1 games"):
        read(text, ALL_GAMES)


def test_an_empty_text_is_no_record() -> None:
    with pytest.raises(RecordError, match="line 1: a record begins with"):
        read("\n# nothing\n", ALL_GAMES)


def test_a_step_that_cannot_be_rebuilt_is_named() -> None:
    header = write_header(Series(Match(JIN_LI, 2)))
    for games, game, step, fault, message in [
        ([["a1-b2", "@b2", "x"]], 1, 2, "rules", "@b2 is against JL-3"),
        ([["a1-b2", "x"]], 1, 2, "text", "'x'"),
        ([["a1-b2"], []], 1, 2, "rules", "no new game can begin here"),
        ([["g1-b2"]], 1, 1, "rules", "g1-b2 is against"),
    ]:
        told = rebuild(header, games, ALL_GAMES)
        assert told.broken is not None
        broken = told.broken
        assert (broken.game, broken.step, broken.fault) == (game, step, fault)
        assert message in str(broken)
        assert told.series.current.cursor == step - 1
        for number, steps in enumerate(games, 1):
            assert "\n".join([f"game {number}", *steps]) in broken.text


# What breaks off, and other versions ----------------------------------------------------------


@given(serieses(), st.data())
@settings(max_examples=40, deadline=None)
def test_a_record_is_recovered_up_to_the_first_wrong_line(
    series: Series, data: st.DataObject,
) -> None:
    text = write(series)
    lines = text.split("\n")
    start = lines.index("game 1") + 1
    index = data.draw(st.integers(start, len(lines) - 1))
    lines[index] = data.draw(st.sampled_from(["  1  seat 0  ?", "and so on", "luck  ?", "game 9"]))
    damaged = "\n".join(lines)
    told = recover(damaged, ALL_GAMES)
    assert told.broken is not None
    assert (told.broken.line, told.broken.text) == (index + 1, damaged)
    before = read("\n".join(lines[:index]), ALL_GAMES)
    assert write(told.series) == write(before.series)
    with pytest.raises(RecordError) as caught:
        read(damaged, ALL_GAMES)
    assert str(caught.value) == str(told.broken)


def test_half_a_turn_is_recovered() -> None:
    text = write_header(Series(Match(JIN_LI, 2))) + "game 1\n  1  seat 0  a1-b2 @b2\n"
    told = recover(text, ALL_GAMES)
    assert [JIN_LI.write(move) for move in told.series.current.log] == ["a1-b2"]


@pytest.mark.parametrize(
    ("wrong", "fault"),
    [("toy 4", "newer"), ("toy 0", "header"), ("toy x", "header"), ("chess 1", "header")],
)
def test_of_later_rules_and_unknown_games_nothing_can_be_shown(wrong: str, fault: str) -> None:
    text = TOY_RECORD.replace("toy 3", wrong)
    with pytest.raises(RecordError) as caught:
        recover(text, ALL_GAMES)
    assert (caught.value.fault, caught.value.text) == (fault, text)


def test_a_record_of_earlier_rules_is_replayed_by_the_present_ones() -> None:
    old = TOY_RECORD.replace("toy 3", "toy 2")
    told = recover(old, ALL_GAMES)
    assert (told.version, told.broken) == (2, None)
    assert write(told.series) == write(read(TOY_RECORD, ALL_GAMES).series)
    broken = recover(old.replace("t2 +1", "t3 +1"), ALL_GAMES).broken
    assert broken is not None
    assert broken.fault == "older"


RECORDS = sorted((Path(__file__).parents[2] / "data" / "records").glob("*.txt.gz"))


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.name.removesuffix(".txt.gz"))
def test_what_was_once_written_stays_readable(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = gzip.decompress(file.read_bytes()).decode()
    told = recover(text, GAMES)
    info = told.series.current.game.info
    if told.version == info.version:
        assert write(told.series, told.notes) == text
    raised = replace(info, version=info.version + 1)
    monkeypatch.setattr(told.series.current.game, "info", raised)
    again = recover(text, GAMES)
    assert (again.version, again.broken) == (told.version, told.broken)
    now = text.replace(f"game: {info.id} {told.version}", f"game: {info.id} {raised.version}", 1)
    if told.broken is None:
        assert write(again.series, again.notes) == now
    with pytest.raises(RecordError, match=f"has rules version {raised.version} here, not"):
        read(text, GAMES)


def test_there_are_records_of_every_game_and_its_version() -> None:
    names = [file.name.split("-")[:2] for file in RECORDS]
    for game in GAMES.values():
        assert names.count([game.info.id, str(game.info.version)]) >= 5


def test_a_record_is_replayed_without_asking_what_the_steps_brought_about(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = write(played(Series(Match(GAMES["ping_pao"], 2)), random.Random(1), 40))
    monkeypatch.setattr(GAMES["ping_pao"], "events", None)
    assert write(read(text, ALL_GAMES).series) == text


LISTING = {
    "game.rules.skud_pai_sho.board.survey": "all arranges on a board",
    "game.rules.skud_pai_sho.state.moves": "all steps",
    "game.rules.skud_pai_sho.state._bonus_tiles": "all bonus tiles",
    "game.rules.walong.cluster.Cluster.spots": "all places in a cluster",
    "game.rules.ping_pao.state.takes": "all pieces that can be taken",
    "game.rules.walomino.state.attaches": "all ways to attach",
    "game.rules.jin_li.state.koi_moves": "all moves of koi",
    "game.rules.domi_jongg.state.lays": "all ways to lay",
    "game.rules.solitaire_pai_sho.state.goals_of": "all ways to move a flower",
}


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_record_is_replayed_without_listing_moves(
    game: str, monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each step is judged by itself: a record of legal moves alone is read in little time."""
    rules = GAMES[game]
    text = write(played(Series(Match(rules, rules.info.seats[0])), random.Random(3), 60))
    listed = []
    monkeypatch.setattr(type(rules), "moves", lambda *_: listed.append("all moves"))
    for name, what in LISTING.items():
        monkeypatch.setattr(name, lambda *_, what=what: listed.append(what))
    series = read(text, GAMES).series
    assert listed == []
    monkeypatch.undo()
    assert write(series) == text


@pytest.mark.parametrize(("game", "key"), [("ping_pao", "pieces"), ("walomino", "chain")])
def test_a_position_with_more_pieces_than_there_are_is_refused_before_they_are_laid(
    game: str, key: str,
) -> None:
    rules = GAMES[game]
    plain = dict(rules.to_plain(Match(rules, 2).state))
    plain[key] = [None] * 1000
    with pytest.raises(PositionError, match=f"{key} has at most 50 entries, not 1000"):
        rules.from_plain(plain, {})
