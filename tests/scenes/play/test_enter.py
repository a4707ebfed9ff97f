"""What Enter does with what is picked, after a hint and on the sheet of results, and what quick
hands do by the way.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from game.ai.skills import SKILLS
from game.ai.worker import Answer
from game.navigator import Navigator
from game.rules import GAMES
from game.rules.core.match import Series
from game.rules.domi_jongg import state as snake
from game.rules.ping_pao.state import Lay, Take
from game.rules.skud_pai_sho.state import Accents, Decline
from game.rules.walomino.state import Attach, Start
from game.scenes.core import routes as to
from game.scenes.play.play_scene import PlayScene
from game.scenes.review.results import ASLEEP, Results
from game.scenes.skud_pai_sho import picks
from game.scenes.walomino.cloth import key_of
from game.services import levels, texts
from game.ui.intents import Intent
from tests.scenes.table import ANNA, BEN, COMPUTER, Table
from tests.tools import headless
from tests.tools.players import choose
from tests.tools.showcase.games import TURNS, played_out


def advised(
    game: str, text: str, monkeypatch: pytest.MonkeyPatch, *merits: tuple[str, int], **options: Any
) -> Table:
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
    monkeypatch.setattr(worker, "poll", lambda: Answer(7, (move,), merits=merits))
    table.key("command", name="hint")
    table.wait(0.3)
    assert table.scene.hinted == move
    return table


@pytest.mark.parametrize("merits", [(("own_mobility", 12),), ()])
def test_what_speaks_for_a_hint_is_not_looked_for_at_the_table(
    monkeypatch: pytest.MonkeyPatch, merits: tuple[tuple[str, int], ...]
) -> None:
    monkeypatch.setattr(texts, "merits", lambda *_: pytest.fail("it takes up to 30 ms"))
    table = advised("jin_li", "a1-b2", monkeypatch, *merits)
    assert table.scene.hinted is not None
    table.close()


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


# What waits for its tick -------------------------------------------------------------------------


def ahead(table: Table, count: int) -> None:
    """So many sensible steps are played without being shown."""
    match = table.match
    for number in range(count):
        actor = match.actor
        assert actor is not None
        view = match.game.observation(match.state, actor)
        match.play(choose(match.game, view, actor, SKILLS[0], random.Random(number))[0])
    settle(table)


def settle(table: Table) -> None:
    table.scene.show_moment(None)
    table.scene.resize(table.context.size)
    table.rest()


def stale(table: Table) -> None:
    """Keys were used before, far from where the hand acts now."""
    table.key("focus", vector=(1, 0))
    table.key("focus", value=-1)
    table.rest()


def taking() -> tuple[Table, Any]:
    table = Table("ping_pao")
    while table.match.state.phase != "remove":
        ahead(table, 1)
    move = table.match.game.moves(table.match.state)[-1]
    assert isinstance(move, Take)
    stale(table)
    table.tap(move.pose)
    return table, move


def laying() -> tuple[Table, Any]:
    table = Table("ping_pao")
    ahead(table, 4)
    stale(table)
    sides = [s.key for s in table.scene.input.fitting(table.scene.input.spots())]
    table.tap(next(side for side in sides if isinstance(side, tuple)))
    return table, Lay(table.scene.choice.ghost)


def pushing() -> tuple[Table, Any]:
    table = Table("walomino", options={"draft": "quick"})
    while table.match.state.phase != "play":
        ahead(table, 1)
    stale(table)
    choice = table.scene.pushing.choice
    number = next(iter(choice.fitting))
    table.tap(key_of(table.scene.asked, number))
    table.rest()
    return table, Attach(number, choice.ghost)


def starting() -> tuple[Table, Any]:
    table = Table("walomino")
    while table.match.state.phase != "start":
        ahead(table, 1)
    return table, Start(table.scene.pairing.benches.start.pairs[0])


def turning() -> tuple[Table, Any]:
    """A wheel turns others: that is shown, and waits for one tap more."""
    table = Table("skud_pai_sho")
    match = table.match
    for text in TURNS:
        if match.state.phase == "bonus":
            found = [m for m in match.game.moves(match.state) if picks.weighty(match.state, m)]
            if found:
                break
            match.play(Decline())
        match.play_text(text.partition("+")[0])
    settle(table)
    stale(table)
    move = found[0]
    table.tap(picks.Pick(hand=move.kind))
    table.tap(move.point)
    if move.goal is not None:
        table.tap(move.goal)
    assert table.scene.input.pinned
    return table, move


def keeping() -> tuple[Table, Any]:
    table = Table("skud_pai_sho")
    stale(table)
    accents = [s.key for s in table.scene.input.spots() if isinstance(s.key, picks.Accent)]
    for key in (accents[0], accents[1]):
        table.tap(key)
    chosen = table.scene.choice.kinds
    assert len(chosen) == 4
    return table, Accents(chosen)


def fitting() -> tuple[Table, Any]:
    """A tile that is picked, and fits at one end alone."""
    table = Table("domi_jongg", (ANNA, COMPUTER))
    racks = table.scene.racks
    for _ in range(40):
        seat = table.scene.asked
        ways = [way for way in racks.ways(0) if isinstance(way, snake.Lay)] if seat == 0 else []
        ends = Counter(way.tile for way in ways)
        alone = next((way for way in ways if ends[way.tile] == 1), None)
        if alone is not None:
            break
        ahead(table, 1)
    assert alone is not None
    stale(table)
    table.tap(racks.standing(0).index(alone.tile))
    return table, alone


def asking() -> tuple[Table, Any]:
    """A move that has to be agreed to."""
    table = Table("jin_li", confirm_moves=True)
    stale(table)
    move = table.match.game.moves(table.match.state)[0]
    table.tap(move.start)
    table.tap(move.end)
    assert table.scene.waiting == move
    return table, move


@pytest.mark.parametrize(
    "picked", [taking, laying, pushing, starting, turning, keeping, fitting, asking]
)
def test_enter_plays_what_a_hand_has_picked_and_what_waits_for_its_tick(
    picked: Callable[[], tuple[Table, Any]]
) -> None:
    table, move = picked()
    cursor = table.match.cursor
    assert not table.scene.focus.visible
    table.key("confirm")
    table.rest()
    assert table.match.log[cursor] == move
    table.close()


def test_in_a_lesson_too_enter_plays_what_waits_for_its_tick() -> None:
    context = headless.context((1280, 720), "en")
    level = next(each for each in levels.shelf(GAMES["ping_pao"])[0] if each.kind == "puzzle")
    stack = headless.stack_of(context, Navigator(context)(to.ToLevel(level, (level,))))
    headless.wait(stack, 1.0)
    scene: Any = stack.top
    play = scene.play
    assert play.latest.phase == "remove"
    move = play.match.game.moves(play.match.state)[0]
    at = next(spot.center for spot in play.input.spots() if spot.key == move.pose)
    for kind in ("press", "release", "tap"):
        stack.on(Intent(kind, at, pointer="mouse"))
    cursor = play.match.cursor
    stack.on(Intent("confirm", source="keys"))
    assert play.match.log[cursor] == move
    context.store.close()


def test_enter_picks_nothing_far_from_what_a_hand_has_picked() -> None:
    """A koi waits for where it is to go: Enter shows where the keys are, and takes no other one."""
    table = Table("jin_li")
    own = [move.start for move in table.match.game.moves(table.match.state)]
    table.key("focus", vector=(1, 0))
    other = table.scene.focus.current.key
    square = next(start for start in own if start != other)
    table.tap(square)
    table.key("confirm")
    assert table.scene.focus.visible
    assert table.scene.input.selected == square
    table.close()


# While nobody is asked ---------------------------------------------------------------------------


def test_enter_presses_no_button_while_a_computer_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("jin_li", (COMPUTER, ANNA))
    monkeypatch.setattr(table.context.ai_worker, "ask", lambda *question: 7)
    monkeypatch.setattr(table.context.ai_worker, "poll", lambda: None)
    table.wait(1.0)
    for _ in range(3):
        table.key("confirm")
        table.wait(0.5)
    assert isinstance(table.stack.top, PlayScene), "the menu has come"
    assert not table.scene.focus.visible
    table.close()


def test_enter_plays_a_hint_wherever_the_focus_was(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("jin_li")
    move = table.match.game.moves(table.match.state)[-1]
    answers: list[Answer] = []
    monkeypatch.setattr(table.context.ai_worker, "ask", lambda *question: 7)
    monkeypatch.setattr(table.context.ai_worker, "poll", lambda: answers[0] if answers else None)
    table.key("focus", vector=(1, 0))
    table.scene.focus.current = table.scene.controls.buttons["menu"]
    table.key("command", name="hint")
    for _ in range(2):  # it is still looked for
        table.key("confirm")
        table.wait(0.3)
    assert isinstance(table.stack.top, PlayScene), "the menu has come"
    answers.append(Answer(7, (move,)))
    table.wait(0.3)
    assert table.scene.hinted == move
    table.key("confirm")
    table.rest()
    assert table.match.log == [move]
    table.close()
