"""A match comes by clipboard, file or stick; what is wrong with it is said in words."""

from __future__ import annotations

import gzip
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.rules.core import record
from game.rules.core.match import Series
from game.scenes.core.context import Context
from game.scenes.core.routes import ToBring
from game.scenes.core.scene import Replace
from game.scenes.core.stack import Stack
from game.scenes.guest_book.bring import Bring
from game.scenes.guest_book.history import History
from game.scenes.review.replay import Replay
from game.services import records
from game.services.history import Result
from game.services.people import Chair
from game.ui import clipboard
from game.ui.intents import Intent
from tests.scenes.guest_book.book_hands import buttons, keys, press, texts
from tests.strict_texts import StrictTexts
from tests.tools import headless
from tests.tools.showcase.games import played_out

DATA = Path(__file__).parents[2] / "data"
GATE = "0H.R,W,K,B;0G.R,W,K,B;1G.R3(0,-8);1H.R3(0,8)"
RECORD = "Walong Table record 1\ngame: jin_li 1\nseats: 2\ngame 1\n"
PASTE = Intent("command", name="paste", source="keys")


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    made = headless.context((1280, 720), "en", tmp_path)
    yield made
    made.ai_worker.close()
    made.store.close()


def bring(context: Context) -> tuple[Stack, Bring]:
    scene = Bring(context)
    return headless.stack_of(context, scene), scene


def brought(context: Context) -> int:
    return context.store.match_log().count()


def test_a_game_of_the_garden_gate_is_pasted_and_watched_at_once(context: Context) -> None:
    stack = headless.stack_of(context, History(context))
    press(stack, "Bring a match")
    assert clipboard.copy(GATE)
    press(stack, "Paste")
    assert isinstance(stack.top, Replay)
    assert [turn.text for _, turn in stack.top.rows][-1]
    assert stack.top.whole.current.cursor == 4
    assert [chair.name for chair in stack.top.chairs] == ["Seat 1", "Seat 2"]
    keys(stack, Intent("cancel"))
    assert isinstance(stack.top, History)
    assert [entry.standings[0].chair.kind for entry in stack.top.entries] == ["visitor"]


def test_what_is_there_already_is_opened_and_not_kept_again(context: Context) -> None:
    chairs = (Chair("person", "Annegret"), Chair("person", "Ole"))
    played = Series(played_out("jin_li"))
    number = context.store.begin(played, chairs)
    context.store.finish(number, Result.of(played, chairs))
    stack, _ = bring(context)
    assert clipboard.copy(record.write(played))
    keys(stack, PASTE)
    assert isinstance(stack.top, Replay)
    assert stack.top.chairs == chairs
    assert any("already" in text for text in stack.top.toasts.texts)
    assert brought(context) == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hello", "This is no match that the table can read."),
        (
            f"{GATE}\n2G.R4(0,8)",
            "Line 2, turn 2G: “R4(0,8)” is against rule SK-10. This gate is not open: the rose",
        ),
        (f"{GATE};2G.R4(0,8)", "Line 1, turn 2G: “R4(0,8)” is against rule SK-10. This gate"),
        (f"gameType=1&game={GATE};2G.R4(0,8)", "Line 1, turn 2G: “R4(0,8)” is against"),
        (f"{GATE}\n2G.hello", "Line 2 cannot be read: “2G.hello”."),
        (f"{GATE}\n2H.R4(0,8)", "Line 2: turn 2G belongs here, not “2H”."),
        ("1H.R3(0,0)\n3H.R3(0,1)", "Line 2: turn 2H belongs here, not “3H”."),
        (f"{RECORD}  1  seat 0  a1-g7\n", "Line 5: “a1-g7” is against rule JL-3. A koi swims"),
        (records.code(f"{RECORD}  1  seat 0  hm\n"), "Line 5 cannot be read: “1 seat 0 hm”."),
        ("WALONG1:JVBGQOJ", "This code is not whole"),
        (f"{records.LINK}OYQw*", "This link is not whole"),
        ("A" * 200_001, "What was pasted is too large: a match has at most 200 kB."),
        ("nothing\x07\u202e to see", "This is no match that the table can read."),
        (f"{RECORD}hm\x07\u202e", "Line 5 cannot be read: “hm”."),
        ("Walong Table record 1\ngame: jin_li 1\nseats: 9", "Line 3 does not fit"),
        ("Walong Table record 1\ngame: jin_li 9\nseats: 2", "by later rules"),
    ],
)
def test_broken_input_names_line_and_reason_and_keeps_nothing(
    context: Context, text: str, words: str
) -> None:
    stack, scene = bring(context)
    assert clipboard.copy(text)
    press(stack, "Paste")
    assert words in scene.wrong
    assert scene.wrong.endswith("Nothing was taken over.")
    assert scene.wrong in set(texts(stack))
    assert brought(context) == 0


def test_an_empty_or_missing_clipboard_is_told(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    stack, scene = bring(context)
    assert clipboard.copy(" ")
    press(stack, "Paste")
    assert scene.wrong.startswith("Nothing to paste: the clipboard holds no text")

    def missing() -> str:
        raise pygame.error("there is none")

    monkeypatch.setattr(pygame.scrap, "get_text", missing)
    press(stack, "Paste")
    assert "no clipboard" in scene.wrong
    monkeypatch.setattr(pygame.scrap, "get_text", b"\xc3".decode)
    press(stack, "Paste")
    assert scene.wrong.startswith("What was pasted is not a text.")


def test_files_are_offered_the_newest_first_and_opened_by_a_touch(
    context: Context, tmp_path: Path
) -> None:
    folder = tmp_path / "exports"
    folder.mkdir()
    (folder / "new.walong").write_text(record.write(Series(played_out("jin_li"))), "utf-8")
    (folder / "other.pdf").write_text("no")
    stack, _ = bring(context)
    assert "other.pdf" not in set(texts(stack))
    press(stack, "new.walong")
    headless.wait(stack, 0.1)
    assert isinstance(stack.top, Replay)


def test_what_is_wrong_is_in_sight_however_far_the_list_was_scrolled(
    context: Context, tmp_path: Path
) -> None:
    (tmp_path / "exports").mkdir()
    for number in range(30):
        (tmp_path / "exports" / f"{number}.walong").write_text("")
    _, scene = bring(context)
    assert scene.scrolled is not None
    scene.scrolled.offset = 900.0
    scene.rebuild()
    scene.read_files(tmp_path / "exports" / "29.walong")
    scene.update(headless.FRAME)
    assert scene.wrong.startswith("29.walong is empty.")
    assert scene.scrolled.offset == 0


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere names are always text")
def test_files_with_odd_names_are_offered_too(context: Context, tmp_path: Path) -> None:
    (tmp_path / "exports").mkdir()
    for name in (b"bad\xff\xfe.walong", b"new\nline.walong", b"n" * 200 + b".txt"):
        Path(os.fsdecode(bytes(tmp_path) + b"/exports/" + name)).write_text(GATE)
    stack, _ = bring(context)
    headless.picture(stack)
    assert {"bad .walong", "new line.walong", f"{'n' * 59}…"} <= set(buttons(stack))
    press(stack, "bad .walong")
    headless.wait(stack, 0.1)
    assert isinstance(stack.top, Replay)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "game.walong is not there. Perhaps it was moved"),
        ("folder", "game.walong is a folder. Pick a file in it."),
        (b"", "game.walong is empty."),
        (b"\xff\xfe\x00a", "game.walong is not a text."),
        (GATE.encode() + b"\n\xff", "game.walong is not written in UTF-8 in line 2."),
        (b"a" * 5_000_000, "game.walong is too large: a match has at most 200 kB."),
    ],
)
@pytest.mark.parametrize("language", ["en", "de"])
def test_what_is_wrong_with_a_file_is_said_with_what_would_be_right(
    context: Context, tmp_path: Path, content: bytes | str | None, words: str, language: str
) -> None:
    file = tmp_path / "game.walong"
    if isinstance(content, bytes):
        file.write_bytes(content)
    elif content:
        file.mkdir()
    stack, scene = bring(context)
    context.texts = StrictTexts(context.texts.language)
    context.texts.switch(language)
    scene.read_files(file)
    headless.wait(stack, 0.1)
    assert scene.wrong.startswith(words if language == "en" else "game.walong ")
    assert scene.wrong in set(texts(stack))
    assert isinstance(stack.top, Bring)
    assert brought(context) == 0


def test_several_files_are_kept_one_after_the_other_and_the_first_is_shown(
    context: Context, tmp_path: Path
) -> None:
    files = [tmp_path / f"{number}.walong" for number in range(4)]
    files[0].write_text("hello")
    for number, file in enumerate(files[1:3], 3):
        file.write_text(";".join(GATE.split(";")[:number]))
    stack, _ = bring(context)
    stack.change(Replace(ToBring(files)))
    headless.wait(stack, 0.01)
    assert "Reading file 2 of 4 …" in set(texts(stack))
    headless.wait(stack, 0.1)
    assert isinstance(stack.top, Replay)
    assert stack.top.whole.current.cursor == 3
    assert brought(context) == 2
    assert stack.top.toasts.texts == (
        "2 matches are in the guest book now. This is the first of them.",
        "0.walong: This is no match that the table can read. Nothing was taken over.",
        "3.walong is not there. Perhaps it was moved or renamed, or its stick was pulled out.",
    )
    keys(stack, Intent("cancel"))
    assert not isinstance(stack.top, Replay | Bring)


def test_of_several_wrong_files_each_is_told(context: Context, tmp_path: Path) -> None:
    (tmp_path / "a.walong").write_text("hello")
    stack, scene = bring(context)
    scene.read_files(tmp_path / "a.walong", tmp_path / "b.walong")
    headless.wait(stack, 0.1)
    first, second = scene.wrong.split("\n")
    assert first.startswith("a.walong: This is no match")
    assert second.startswith("b.walong is not there.")


def test_a_match_that_is_kept_nowhere_is_not_said_to_be_in_the_guest_book(
    context: Context, tmp_path: Path
) -> None:
    context.occupied = tmp_path
    stack, _ = bring(context)
    assert clipboard.copy(GATE)
    press(stack, "Paste")
    headless.wait(stack, 0.1)
    assert isinstance(stack.top, Replay)
    (said,) = stack.top.toasts.texts
    assert said.startswith("This match is only shown here and kept nowhere.")


def test_a_whole_game_plays_through_from_its_text(context: Context) -> None:
    with gzip.open(DATA / "skud_pai_sho_games.jsonl.gz", "rt", encoding="utf-8") as rows:
        game = next(row for row in map(json.loads, rows) if row["result"]["code"] == 1)
    stack, _ = bring(context)
    assert clipboard.copy("\n".join(game["moves"]))
    press(stack, "Paste")
    replay = stack.top
    assert isinstance(replay, Replay)
    assert replay.whole.over
    for index in range(len(replay.play.match.log) + 1):
        replay.go_to(index)
    assert "Key moves" in [row.text for row in replay.make_rows()]
