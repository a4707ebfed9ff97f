"""A match comes by clipboard, file or stick; what is wrong with it is said in words."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.rules.core import record
from game.rules.core.match import Series
from game.scenes.core.context import Context
from game.scenes.core.stack import Stack
from game.scenes.guest_book.bring import Bring
from game.scenes.guest_book.history import History
from game.scenes.review.replay import Replay
from game.services.history import Result
from game.services.people import Chair
from game.showcase.games import played_out
from game.tools import headless
from game.ui import clipboard
from game.ui.intents import Intent
from tests.scenes.guest_book.book_hands import keys, press, texts

DATA = Path(__file__).parents[2] / "data"
GATE = "0H.R,W,K,B;0G.R,W,K,B;1G.R3(0,-8);1H.R3(0,8)"
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
    assert stack.top.whole.current.ply == 4
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
        (f"{GATE}\n2G.R4(0,8)", "Line 2 is against rule SK-10: “2G.R4(0,8)”."),
        (f"{GATE};2G.R4(0,8)", "Line 1 is against rule SK-10: “2G”."),
        (f"{GATE}\n2G.hello", "Line 2 cannot be read: “2G.hello”."),
        (f"{GATE}\n2H.R4(0,8)", "Line 2 cannot be read: “2H.R4(0,8)”."),
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
    assert scene.wrong == "Nothing to paste: the clipboard is empty."

    def missing() -> str:
        raise pygame.error("there is none")

    monkeypatch.setattr(pygame.scrap, "get_text", missing)
    press(stack, "Paste")
    assert "no clipboard" in scene.wrong


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
    assert isinstance(stack.top, Replay)


def test_a_file_that_is_gone_or_no_text_is_told(context: Context, tmp_path: Path) -> None:
    stack, scene = bring(context)
    scene.read_file(tmp_path / "gone.walong")
    assert scene.wrong == "gone.walong could not be read."
    scene.read_file(tmp_path)
    assert "could not be read" in scene.wrong
    (tmp_path / "bytes.walong").write_bytes(b"\xff\xfe\x00")
    scene.read_file(tmp_path / "bytes.walong")
    assert "no match" in scene.wrong
    assert isinstance(stack.top, Bring)


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
    assert replay.make_rows()[0].text == "Key moves"
