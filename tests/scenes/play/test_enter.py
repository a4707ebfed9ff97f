"""What Enter does after a hint and on the sheet of results, and what quick hands do by the way."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from game.ai.worker import Answer
from game.navigator import Navigator
from game.rules.core.match import Series
from game.scenes.core import routes as to
from game.scenes.review.results import ASLEEP, Results
from game.ui.intents import Intent
from tests.scenes.table import ANNA, BEN, COMPUTER, Table
from tests.tools import headless
from tests.tools.showcase.games import played_out


def advised(game: str, text: str, monkeypatch: pytest.MonkeyPatch, **options: Any) -> Table:
    """A table at which a hint has just been given, asked for by a key."""
    chairs = (ANNA,) if game == "solitaire_pai_sho" else (ANNA, BEN)
    table = Table(game, chairs, options)
    table.rest()
    for _ in range(2 if game == "skud_pai_sho" else 0):  # accents first, then flowers
        table.scene.play(table.scene.game.moves(table.match.state)[0])
        table.rest()
    move = table.scene.game.read(text) if text else table.scene.game.moves(table.match.state)[-1]
    worker = table.context.ai_worker
    monkeypatch.setattr(worker, "ask", lambda *question: 7)
    monkeypatch.setattr(worker, "poll", lambda: Answer(7, (move,)))
    table.key("command", name="hint")
    table.wait(0.3)
    assert table.scene.hinted == move
    return table


@pytest.mark.parametrize(
    ("game", "text", "options"),
    [("jin_li", "a1-b2", {}), ("solitaire_pai_sho", "", {}),
     ("skud_pai_sho", "", {})],
)  # fmt: skip
def test_enter_plays_what_a_hint_proposes(
    game: str, text: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = advised(game, text, monkeypatch, **options)
    move, cursor = table.scene.hinted, table.match.cursor
    table.key("confirm")
    table.rest()
    assert table.match.log[cursor] == move
    table.close()


def test_enter_means_the_focus_once_that_has_been_led_elsewhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = advised("jin_li", "a1-b2", monkeypatch)
    table.key("focus", vector=(1, 0))
    table.key("confirm")
    table.rest()
    assert table.match.log == []
    table.close()


def test_the_first_enter_on_the_results_only_shows_where_the_next_one_acts(tmp_path: Path) -> None:
    context = headless.context((1280, 720), "de", tmp_path)
    chairs = (ANNA, BEN)
    play: Any = Navigator(context)(to.ToPlay(Series(played_out("jin_li")), chairs))
    stack = headless.stack_of(context, play)
    play.open_results()
    headless.wait(stack, ASLEEP + 0.5)
    assert isinstance(stack.top, Results)
    stack.on(Intent("confirm", source="keys"))
    headless.wait(stack, 0.2)
    assert isinstance(stack.top, Results)
    assert stack.top.focus.visible
    stack.on(Intent("confirm", source="keys"))
    headless.wait(stack, 0.5)
    assert not isinstance(stack.top, Results)
    stack.close()


def test_a_double_click_on_a_koi_takes_it_once() -> None:
    table = Table("jin_li", (ANNA, COMPUTER))
    table.rest()
    square = next(s.key for s in table.scene.input.fitting(table.scene.input.spots()))
    table.tap(square)
    table.wait(0.1)
    table.tap(square)
    assert table.scene.input.selected == square
    table.key("cancel")
    assert table.scene.input.selected is None
    table.close()


def test_what_was_said_of_a_move_goes_when_it_is_taken_back() -> None:
    table = Table("skud_pai_sho", (ANNA, BEN))
    table.rest()
    table.scene.play(table.scene.game.moves(table.match.state)[0])
    table.scene.finish_motion()
    table.wait(0.1)
    table.scene.trays[1].say("Anna plants the white jade.")
    table.key("command", name="undo")
    table.wait(0.1)
    assert table.scene.trays[1].message == ""
    table.close()


@pytest.mark.parametrize("pixels", [(1280, 720), (1920, 1080), (640, 480), (800, 600)])
def test_no_tray_lies_under_the_results_on_a_couch(pixels: tuple[int, int], tmp_path: Path) -> None:
    context = headless.context(pixels, "en", tmp_path)
    play: Any = Navigator(context)(to.ToPlay(Series(played_out("jin_li")), (ANNA, BEN)))
    stack = headless.stack_of(context, play)
    play.open_results()
    headless.wait(stack, 1.0)
    results = stack.top
    assert isinstance(results, Results)
    space = results.space
    for box in (frame.box for frame in play.layout.trays):
        assert box.right <= space.x + 1 or box.bottom <= space.y + 1, (box, space)
    stack.close()
