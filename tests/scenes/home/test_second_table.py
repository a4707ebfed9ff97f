"""A second table on an occupied folder: it says so, and takes another one, looks only or leaves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from game import cli
from game.app import App, Choices
from game.heartbeat import TAKEN
from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.scenes.core.scene import Push
from game.scenes.home.questions import SecondTable
from game.scenes.home.shelf import Shelf
from game.scenes.review.broken_match import to_running
from game.services.faults import LOG
from game.services.folders import Occupied, hold
from game.services.operator import Operator
from game.services.people import Chair
from game.services.store import Store
from game.ui.intents import Intent, Source
from tests.tools import headless

CHAIRS = (Chair("person", "Annegret"), Chair("person", "Ole"))
BESIDE, LEAVE, LOOK = range(3)


@pytest.fixture
def first(tmp_path: Path) -> Iterator[Store]:
    """The table that was there first, with a match and settings of its own."""
    store = Store(tmp_path, GAMES, lock=hold(tmp_path))
    store.begin(Series(Match(GAMES["jin_li"], 2, seed=1)), CHAIRS)
    store.set(language="de", volume=35)
    yield store
    store.close()


@pytest.fixture
def app(first: Store, tmp_path: Path) -> Iterator[App]:
    made = App(Choices(size=(1280, 720), data=tmp_path, game="jin_li"))
    made.stack.begin()
    made._open_first()
    made.frame(0.0)
    yield made
    close(made)


def close(app: App) -> None:
    """Close the table, but not pygame."""
    app.stack.close()
    app.context.ai_worker.close()
    app.context.store.close()


def question(app: App) -> SecondTable:
    assert isinstance(app.stack.top, SecondTable)
    return app.stack.top


def answer(app: App, number: int) -> None:
    dialog = question(app)._dialog
    assert dialog is not None
    headless.tap(app.stack, *dialog.buttons[number].box.center)
    app.frame(0.1)


def test_the_second_table_says_which_folder_is_taken(app: App, tmp_path: Path) -> None:
    dialog = question(app)._dialog
    assert dialog is not None
    assert str(tmp_path) in dialog.text
    app.stack.resize((800, 600))
    app.frame(0.1)
    assert question(app)._dialog is not None


def test_it_takes_a_folder_of_its_own_with_the_same_settings(
    app: App, first: Store, tmp_path: Path
) -> None:
    answer(app, BESIDE)
    assert isinstance(app.stack.top, Shelf)
    store = app.context.store
    assert store.folder == tmp_path / "table 2"
    assert (store.running(), store.get("volume"), store.get("language")) == ([], 35, "de")
    store.begin(Series(Match(GAMES["jin_li"], 2, seed=2)), CHAIRS)
    assert [len(each.running()) for each in (first, store)] == [1, 1]
    assert hold(tmp_path / "table 3") is not None
    assert app.stack.top.toasts.texts


def test_it_looks_at_everything_and_keeps_nothing(
    app: App, first: Store, tmp_path: Path
) -> None:
    answer(app, LOOK)
    assert isinstance(app.stack.top, Shelf)
    (run,) = app.context.store.running()
    app.stack.top.go(Push(to_running(app.context, run.id)))
    app.frame(0.1)
    app.context.store.set(volume=5)
    app.context.store.discard(run.id)
    assert [match.id for match in first.running()] == [run.id]
    assert first.get("volume") == 35
    assert not list(tmp_path.glob("table*"))


def test_it_leaves(app: App) -> None:
    answer(app, LEAVE)
    assert not app.stack.running


@pytest.mark.parametrize("source", ["keys", "pad"])
def test_keys_and_pads_answer_too(app: App, source: Source, tmp_path: Path) -> None:
    app.stack.on(Intent("confirm", source=source))
    app.stack.on(Intent("rest", source=source))
    app.frame(0.1)
    assert app.context.store.folder == tmp_path / "table 2"


def test_escape_only_looks(app: App) -> None:
    app.stack.on(Intent("cancel", source="keys"))
    app.frame(0.1)
    assert isinstance(app.stack.top, Shelf)
    assert app.context.store.folder is None


def test_an_unattended_table_tells_strangers_that_nothing_is_kept(app: App) -> None:
    app.stack.home()
    assert app.stack.top.toasts.texts  # type: ignore[attr-defined]


def test_a_table_alone_asks_nothing(tmp_path: Path) -> None:
    app = App(Choices(size=(1280, 720), data=tmp_path))
    app.stack.begin()
    app._open_first()
    assert isinstance(app.stack.top, Shelf)
    close(app)
    again = hold(tmp_path)
    assert again is not None
    again.release()


@pytest.mark.parametrize("by", ["option", "switch"])
def test_a_second_kiosk_ends_with_a_line_instead_of_asking_guests(
    first: Store, tmp_path: Path, by: str,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:
    """It would cover the first one; its keeper tries it again and again, which is written once."""
    if by == "switch":
        replace(Operator(), kiosk=True).keep(first)
    words = ["--headless", f"--data={tmp_path}", "--lang=en", *["--kiosk"] * (by == "option")]
    monkeypatch.setattr("pygame.quit", lambda: None)
    assert cli.main(words) == TAKEN
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"A table is open in {tmp_path} already")
    assert "--data" in line
    monkeypatch.setattr("game.app.Heartbeat", lambda: SimpleNamespace(wrong="", taken=True))
    assert cli.main(words) == TAKEN
    log = (tmp_path / LOG).read_text("utf-8").splitlines()
    assert [line.partition(" ERROR ")[2] for line in log] == [
        f"A kiosk was not opened: another table is open in {tmp_path}."
    ]
    assert len(first.running()) == 1
    with pytest.raises(Occupied):
        hold(tmp_path)
