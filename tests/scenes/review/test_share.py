"""A match leaves the table as a code, a copy or a file, and a phone takes home what it shows."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
import zxingcpp

from game.navigator import play_scene
from game.rules import GAMES
from game.rules.core import record
from game.rules.core.match import Match, Series
from game.rules.core.protocol import Value
from game.scenes.core.context import Context
from game.scenes.core.routes import ToOverlay, ToResults
from game.scenes.core.scene import Home, Push
from game.scenes.core.stack import Stack
from game.scenes.guest_book.history import History
from game.scenes.review.replay import Replay
from game.scenes.review.results import ASLEEP
from game.scenes.review.share import Share
from game.services import exports, records
from game.services.history import Result
from game.services.people import Chair
from game.ui import clipboard
from tests.scenes.guest_book.book_hands import ESCAPE, buttons, keys, of_kind, press, texts, touch
from tests.tools import headless
from tests.tools.showcase.games import played_out

CHAIRS = (Chair("person", "Annegret"), Chair("person", "Ole"))
SOLITAIRE: dict[str, Value] = {"mode": "solitaire"}


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    made = headless.context((1280, 720), "en", tmp_path)
    yield made
    made.ai_worker.close()
    made.store.close()


def series(game: str = "jin_li") -> Series:
    return Series(played_out(game, GAMES[game].info.seats[0], options={}))


def shared(context: Context, game: str = "jin_li") -> tuple[Stack, Share]:
    scene = Share(context, series(game), CHAIRS[: GAMES[game].info.seats[0]])
    return headless.stack_of(context, scene), scene


def scanned(picture: pygame.Surface) -> list[str]:
    """What a phone's eye finds in a picture."""
    size = picture.get_size()
    grey = pygame.image.tobytes(pygame.transform.grayscale(picture), "RGB")[::3]
    found = zxingcpp.read_barcodes(memoryview(grey).cast("B", size[::-1]))
    return [code.text for code in found if code.format == zxingcpp.BarcodeFormat.QRCode]


def seen(stack: Stack, factor: float = 1.0, blur: int = 0) -> list[str]:
    """What is found on the screen, seen from afar or not quite sharply."""
    picture = pygame.transform.smoothscale_by(headless.picture(stack), factor)
    return scanned(pygame.transform.gaussian_blur(picture, blur) if blur else picture)


# Codes ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("factor", "blur"), [(1.0, 0), (0.8, 0), (1.5, 2), (1.0, 1)])
def test_a_phone_takes_a_garden_home_by_its_link(
    context: Context, factor: float, blur: int
) -> None:
    stack, scene = shared(context, "solitaire_pai_sho")
    press(stack, "Link as code")
    (link,) = seen(stack, factor, blur)
    assert link == records.link(scene.series)
    home = records.read_text(link, GAMES).series
    assert home.current.state == scene.series.current.state
    assert records.link(home) == link


@pytest.mark.parametrize("factor", [1.0, 1.4])
def test_a_phone_takes_any_match_along_as_a_code_of_ours(context: Context, factor: float) -> None:
    stack, scene = shared(context)
    press(stack, "Show as code")
    (code,) = seen(stack, factor)
    told = records.read_text(code, GAMES)
    assert record.write(told.series) == record.write(scene.series)
    assert told.notes == {}
    keys(stack, ESCAPE)
    assert "Show as code" in buttons(stack)
    keys(stack, ESCAPE)
    assert stack.top is not scene


def test_what_does_not_fit_says_so_and_shows_no_code(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    stack, scene = shared(context)
    with monkeypatch.context() as patch:
        patch.setattr(records, "code", lambda text: "A" * 5000)
        press(stack, "Show as code")
    assert scene.toasts.texts == ("This match is too long for a code. Save it instead.",)
    stack.resize((320, 240))
    with monkeypatch.context() as patch:
        patch.setattr(records, "code", lambda text: "A" * 4000)
        press(stack, "Show as code")
    assert "too small" in scene.toasts.texts[0] + scene.toasts.texts[-1]
    assert scene.code is None


def test_a_code_leaves_a_window_that_becomes_too_small_for_it(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    stack, scene = shared(context)
    monkeypatch.setattr(records, "code", lambda text: "A" * 4200)
    press(stack, "Show as code")
    assert seen(stack) == ["A" * 4200]
    stack.resize((800, 600))
    assert scene.code is None
    assert "too small" in scene.toasts.texts[-1]
    assert "Show as code" in buttons(stack)


def test_a_match_of_the_leaflet_gets_no_link_but_a_reason(context: Context) -> None:
    stack, _ = shared(context, "skud_pai_sho")
    assert "Link as code" not in buttons(stack)
    assert any("rules of the leaflet" in text for text in texts(stack))


# Copies and files -------------------------------------------------------------------------------


def test_names_stay_at_the_table_unless_they_are_wanted(context: Context) -> None:
    stack, scene = shared(context)
    press(stack, "Copy")
    assert clipboard.paste() == record.write(scene.series)
    assert scene.toasts.texts == ("Copied.",)
    touch(stack, of_kind(stack, "Toggle")[0])
    press(stack, "Copy")
    copied = clipboard.paste() or ""
    assert "name 0: Annegret\nname 1: Ole" in copied


def test_without_a_clipboard_people_are_told(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(*_: str) -> str:
        raise pygame.error("there is none")

    monkeypatch.setattr(pygame.scrap, "put_text", missing)
    stack, scene = shared(context)
    press(stack, "Copy")
    assert "no clipboard" in scene.toasts.texts[0]


def test_a_file_holds_the_match_and_is_read_again(context: Context, tmp_path: Path) -> None:
    stack, scene = shared(context)
    press(stack, "Save")
    press(stack, "Save")
    (file,) = (tmp_path / "exports").iterdir()
    assert file.name == "jin_li-2026-11-22.walong"
    told = records.read_bytes(file.read_bytes(), GAMES)
    assert record.write(told.series) == file.read_text("utf-8") == scene.record()


def test_a_stick_is_offered_and_may_vanish(
    context: Context, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stick = tmp_path / "media" / "STICK"
    stick.mkdir(parents=True)
    monkeypatch.setattr(exports, "_MOUNTS", (str(stick.parent), str(tmp_path / "none")))
    monkeypatch.setattr(os.path, "ismount", lambda path: path == stick)
    stack, scene = shared(context)
    press(stack, "Save on STICK")
    assert len(exports.matches(stick)) == 1

    stick.rename(tmp_path / "pulled")
    press(stack, "Save on STICK")
    assert not stick.exists()
    assert any("Nothing could be saved" in text for text in scene.toasts.texts)
    scene.toasts.clear()
    (tmp_path / "pulled").rename(stick)

    def gone(*_: object) -> None:
        raise OSError(errno.EIO, "gone")

    monkeypatch.setattr(exports, "sync", gone)
    touch(stack, of_kind(stack, "Toggle")[0])
    press(stack, "Save on STICK")
    assert any("Nothing could be saved" in text for text in scene.toasts.texts)
    assert len(list(stick.iterdir())) == 1


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (errno.ENOSPC, "there is no room left in"),
        (errno.EROFS, "lets nobody write in"),
        (errno.EIO, "Nothing could be saved in"),
    ],
)
def test_it_is_said_why_nothing_could_be_saved(
    context: Context, monkeypatch: pytest.MonkeyPatch, number: int, told: str
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(exports, "sync", refuse)
    stack, scene = shared(context)
    press(stack, "Save")
    assert told in scene.toasts.texts[0]


def test_a_running_match_with_hidden_hands_stays_at_the_table(context: Context) -> None:
    for game in ("domi_jongg", "jin_li"):
        context.store.begin(Series(Match(GAMES[game], 2, seed=1)), CHAIRS)
    stack = headless.stack_of(context, book := History(context))
    for entry in book.entries:
        book.share(entry)
        headless.wait(stack, 0.1)
        assert isinstance(stack.top, Share) == (entry.game == "jin_li")
        if entry.game == "domi_jongg":
            assert any("covered" in text for text in book.toasts.texts)
        stack.change(Home())
        stack.open(book)


@pytest.mark.parametrize("over", [True, False])
def test_no_score_sheet_gives_away_hands_or_the_next_deal(context: Context, over: bool) -> None:
    match = played_out("domi_jongg") if over else Match(GAMES["domi_jongg"], 2, seed=1)
    scene = play_scene("domi_jongg")(context, Series(match, 2), CHAIRS)
    stack = headless.stack_of(context, scene)
    stack.change(Push(ToResults(scene) if over else ToOverlay(scene, "score_sheet")))
    headless.wait(stack, ASLEEP)
    press(stack, "share" if over else "Take along")
    assert not isinstance(stack.top, Share)


# Where it is offered ----------------------------------------------------------------------------


def test_results_replay_and_guest_book_lead_to_it(context: Context) -> None:
    played = series()
    number = context.store.begin(played, CHAIRS)
    context.store.finish(number, Result.of(played, CHAIRS))
    stack = headless.stack_of(context, History(context))
    press(stack, "share")
    assert isinstance(stack.top, Share)
    assert stack.top.record() == record.write(played)
    stack.change(None)
    make = play_scene("jin_li")
    replay = Replay(context, played, CHAIRS)
    stack = headless.stack_of(context, replay)
    press(stack, "Take along")
    assert isinstance(stack.top, Share)
    assert stack.top.record() == record.write(played)
    stack = headless.stack_of(context)
    scene = make(context, played, CHAIRS)
    stack.open(scene)
    stack.open(stack._navigator(ToResults(scene)))
    headless.wait(stack, ASLEEP)
    press(stack, "share")
    assert isinstance(stack.top, Share)


def test_what_is_seen_of_a_running_game_with_hidden_hands_leaves_no_table(context: Context) -> None:
    running = Series(Match(GAMES["domi_jongg"], 2, seed=1))
    replay = Replay(context, running, CHAIRS)
    stack = headless.stack_of(context, replay)
    assert replay.secret
    assert not replay.on_from_here.enabled
    layers = [widget for layer in replay.all_layers() for widget in layer.targets()]
    assert "Take along" not in [getattr(widget, "text", "") for widget in layers]
    stack.close()


def test_a_kiosk_keeps_no_files_for_its_guests(context: Context) -> None:
    context.kiosk = True
    stack, _ = shared(context)
    assert "Save" not in buttons(stack)
    assert "Show as code" in buttons(stack)
    stack.close()
