"""Matches leave the table as texts and come back from any of their forms."""

from __future__ import annotations

import gzip
import json
import os
import re
from pathlib import Path

import pytest

from game.rules import GAMES
from game.rules.core import record
from game.rules.core.record import RecordError
from game.services import lz_string, records
from game.services.store import Store

DATA = Path(__file__).parents[1] / "data"
OPENING = "0H.R,W,K,B;0G.R,W,K,B;1G.R3(0,-8);1H.R3(0,8)"


def stored() -> list[Path]:
    return sorted((DATA / "records").glob("*.txt.gz"))


def of_name(name: str) -> str:
    return gzip.decompress((DATA / "records" / f"{name}.txt.gz").read_bytes()).decode()


def again(text: str) -> str:
    """The record that a text of any form tells."""
    told = records.read_text(text, GAMES)
    return record.write(told.series, told.notes)


@pytest.mark.parametrize("path", stored(), ids=lambda path: path.name.split(".")[0])
def test_records_and_codes_come_back_sign_for_sign(path: Path) -> None:
    text = gzip.decompress(path.read_bytes()).decode()
    assert again(text) == text
    code = records.code(text)
    assert again(code) == text
    assert again("\n".join((f"  {code[:50].lower()}", code[50:]))) == text


@pytest.mark.parametrize("remarks", ["# from the club\n", "\n  # one\r\n#two\n\n"])
def test_remarks_before_a_match_of_any_form_say_nothing(remarks: str) -> None:
    text = of_name(stored()[0].name.split(".")[0])
    for form in (text, records.code(text)):
        assert again(remarks + form) == text
    assert again(remarks + OPENING) == again(OPENING)
    link = records.LINK + lz_string.compress(f"gameType=1&game={OPENING}")
    assert again(remarks + link) == again(OPENING)


def test_links_of_the_garden_gate_are_read_and_written() -> None:
    with gzip.open(DATA / "garden_gate_links.jsonl.gz", "rt", encoding="utf-8") as rows:
        found = [json.loads(row) for row in rows]
    for row in found[:24:6]:
        text = again(records.LINK + row["link"])
        assert again(row["text"].partition("game=")[2]) == text
        assert again(row["text"]) == text
        assert again(records.link(records.read_text(text, GAMES).series)) == text


def test_addresses_in_a_link_are_dropped() -> None:
    query = f"gameType=1&host=ann%40example.org&guest=bob%40example.org&game={OPENING}"
    told = records.read_text(records.LINK + lz_string.compress(query), GAMES)
    assert told.notes == {}
    assert "example" not in record.write(told.series, told.notes)
    assert "example" not in lz_string.decompress(records.link(told.series)[len(records.LINK) :])


def test_a_garden_is_the_tiles_in_their_order() -> None:
    with gzip.open(DATA / "solitaire_pai_sho_games.jsonl.gz", "rt", encoding="utf-8") as rows:
        plies = json.loads(next(rows))["plies"]
    text = ";".join(ply["move"] for ply in plies)
    told = records.read_text(text, GAMES)
    assert told.series.over
    assert again(records.link(told.series)) == record.write(told.series)
    assert again(text.replace("H.", "G.")) == record.write(told.series)


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, "a record begins with"),
        ("hello", 1, "a record begins with"),
        ("WALONG1:XX", 1, "the code cannot be read"),
        (f"{records.LINK}Q", 1, "the link holds no game"),
        (f"{records.LINK}OYQw*", 1, "no sign of a link"),
        (f"{records.LINK}appType=1&game=5", 1, "'5' is no turn"),
        (f'gameType=1&game={OPENING}&gameOptions=["Swap"]', 1, "does not know the options"),
        (f"gameType=1&game={OPENING}&gameOptions=[", 1, "are not JSON"),
        (f"gameType=9&game={OPENING}", 1, "game_type is one of 1, 4"),
        (f"{OPENING}\n2G.R4(0,8)", 2, "2G: R4(0,8) breaks SK-10"),
        ("1H.R3(0,0)\n2H.(0,0)-(0,1)", 2, "a turn lays a tile"),
        ("1H.R3(0,0);3H.R3(0,1)", 1, "turn 2H is expected here"),
        ("x" * (records.MOST + 1), 1, "at most"),
    ],
)
def test_what_cannot_be_read_names_line_and_reason(text: str, line: int, reason: str) -> None:
    with pytest.raises(RecordError, match=re.escape(reason)) as error:
        records.read_text(text, GAMES)
    assert error.value.line == line


def test_the_line_of_an_error_is_one_of_the_record_in_a_code() -> None:
    text = of_name("jin_li-1-full").replace("\ngame 1\n", "\ngame 1\n  1  seat 0  a1-g7\n")
    with pytest.raises(RecordError) as error:
        records.read_text(records.code(text), GAMES)
    assert error.value.text.splitlines()[error.value.line - 1] == "  1  seat 0  a1-g7"


def test_bytes_that_are_no_text_are_refused_with_their_line() -> None:
    assert records.read_bytes(f"\ufeff{OPENING}\0".encode(), GAMES).series.current.cursor == 4
    with pytest.raises(RecordError, match="line 2: this is no text in UTF-8"):
        records.read_bytes(OPENING.encode() + b"\n\xff\xfe", GAMES)


@pytest.mark.parametrize(
    ("data", "flaw"),
    [
        (b"", "empty"),
        (b" \n\0", "empty"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "binary"),
        ("Jörg".encode("latin-1"), "encoding"),
        (b" " * (records.MOST + 1), "empty"),
        (b"x" * (records.MOST + 1), "large"),
        (b" " * (4 * records.MOST + 1), "large"),
        (records.code(OPENING).encode()[:-9], "code"),
        (records.code("x" * (records.MOST + 1)).encode(), "large"),
        (f"{records.LINK}OYQw*".encode(), "link"),
        (f"gameType=9&game={OPENING}".encode(), "no_game"),
        (f'gameType=1&game={OPENING}&gameOptions=["Swap"]'.encode(), "options"),
    ],
)
def test_what_holds_no_match_at_all_is_told_apart(data: bytes, flaw: str) -> None:
    with pytest.raises(records.Unreadable) as error:
        records.read_bytes(data, GAMES)
    assert error.value.flaw == flaw


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such pipes")
def test_what_is_no_file_is_told_apart_and_never_waited_for(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("text")
    os.mkfifo(tmp_path / "pipe")
    assert records.load(tmp_path / "file") == b"text"
    for name, flaw in {
        "": "folder", "pipe": "special", "none": "missing", "file/none": "missing",
        "n" * 300: "unread",
    }.items():
        with pytest.raises(records.Unreadable) as error:
            records.load(tmp_path / name)
        assert error.value.flaw == flaw


def test_a_file_that_may_not_be_read_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("text")

    def refuse(*_: object) -> None:
        raise PermissionError("no")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(records.Unreadable) as error:
        records.load(tmp_path / "file")
    assert error.value.flaw == "forbidden"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("skud_pai_sho-1-full", "ruleset"),
        ("skud_pai_sho-1-series", "series"),
        ("skud_pai_sho-1-position", "position"),
        ("jin_li-1-full", "game"),
        ("solitaire_pai_sho-1-options-1", "garden"),
    ],
)
def test_what_the_garden_gate_could_not_have_had_gets_no_link(name: str, reason: str) -> None:
    series = records.read_text(of_name(name), GAMES).series
    assert records.why_no_link(series) == reason
    with pytest.raises(ValueError, match=reason):
        records.link(series)


# Kept in the guest book -------------------------------------------------------------------------


def brought(store: Store, text: str) -> tuple[int, bool]:
    return store.bring(records.read_text(text, GAMES))


def test_a_match_that_is_brought_can_be_watched_and_counts_for_nobody() -> None:
    store = Store(None, GAMES)
    text = of_name("jin_li-1-full")
    number, fresh = brought(store, text)
    assert fresh
    result = store.history.result(number)
    assert result.record == text
    assert {standing.chair.kind for standing in result.standings} == {"visitor"}
    assert result.standings[0].points > 0
    assert store.replay(number).series.over
    assert [entry.result for entry in store.match_log().more()] == [number]
    assert store.history.best("jin_li", result.options) == []
    assert store.statistics.finished("game") == {}
    store.close()


def test_the_same_match_is_kept_once_whoever_played_it_with_whatever_luck() -> None:
    store = Store(None, GAMES)
    text = of_name("skud_pai_sho-1-options-1")
    number, _ = brought(store, text)
    told = records.read_text(text, GAMES)
    other = record.write(told.series, {"name 0": "Else"}).replace("seed: ", "seed: 9")
    assert brought(store, other) == (number, False)
    assert brought(store, records.code(text)) == (number, False)
    shorter = text.rpartition("\n ")[0] + "\n"
    assert brought(store, shorter)[1]
    store.close()


def test_an_unfinished_game_of_the_garden_gate_is_kept_too() -> None:
    store = Store(None, GAMES)
    number, _ = brought(store, OPENING)
    assert [s.points for s in store.history.result(number).standings] == [0, 0]
    assert store.replay(number).series.current.cursor == 4
    assert brought(store, OPENING.replace(";", "\n")) == (number, False)
    store.close()
