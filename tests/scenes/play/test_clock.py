"""The clock of a match: it runs for whoever is asked, is kept, and nobody loses by it."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from game.navigator import Navigator
from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.scenes.core.routes import ToPlay
from game.scenes.home.setup import Setup, TermsRows
from game.scenes.play.clock import KEY, Clock
from game.scenes.review.broken_match import to_running
from game.services.terms import UNSAID, Terms
from game.ui.intents import Intent
from tests.certain import top
from tests.scenes.table import ANNA, BEN, COMPUTER
from tests.tools import headless
from tests.tools.showcase.games import played_out

GAME = Terms(clock="game", seconds=300)
TURN = Terms(clock="turn", seconds=15)


class Timed:
    """A match of Jin Li on some terms."""

    def __init__(
        self, terms: Terms, *people: Any, folder: Path | None = None, **settings: Any
    ) -> None:
        chairs = people or (ANNA, BEN)
        self.context = headless.context((1280, 720), folder=folder, **settings)
        route = ToPlay(Series(Match(GAMES["jin_li"], 2), 2), chairs, terms=terms)
        self.scene: Any = Navigator(self.context)(route)
        self.stack = headless.stack_of(self.context, self.scene)

    @property
    def left(self) -> list[int]:
        return [round(each) for each in self.scene.clock.left]

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds * 4)):
            self.stack.update(0.25)

    def play(self, *texts: str) -> None:
        for text in texts:
            self.scene.play(self.scene.game.read(text))
            self.scene.finish_motion()

    def close(self) -> None:
        self.stack.close()
        self.context.ai_worker.close()
        self.context.store.close()


def test_without_a_clock_nobody_sees_one_and_time_is_never_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, dials = Timed(UNSAID), list[int]()
    monkeypatch.setattr(Clock, "_paint", lambda self, canvas, seat: dials.append(seat))
    table.wait(2)
    table.play("a1-b2")
    for _ in range(50):
        table.stack.update(100.0)
    headless.picture(table.stack)
    table.scene.pause()
    assert not dials
    assert not table.scene.trays[0].message
    assert table.scene.asked == 0
    assert table.context.store.get(KEY) is None
    table.close()


def test_it_runs_for_whoever_is_asked_over_the_whole_game() -> None:
    table = Timed(GAME)
    table.wait(4)
    assert table.left == [296, 300]
    table.play("a1-b2")
    table.wait(2)
    table.play("@d4")
    table.wait(3)
    assert table.left == [294, 297]
    table.close()


def test_a_turn_has_its_own_time() -> None:
    table = Timed(TURN)
    table.wait(4)
    table.play("a1-b2")
    assert table.left == [11, 15], "the stone belongs to the same turn"
    table.wait(2)
    table.play("@d4")
    table.wait(1)
    assert table.left == [15, 14]
    table.close()


def test_it_stands_still_in_a_pause_while_pieces_move_and_in_the_list_of_moves() -> None:
    table = Timed(GAME)
    table.wait(1)
    table.scene.play(table.scene.game.read("a1-b2"))
    table.stack.update(0.01)
    before = table.left
    assert table.scene.moving
    table.scene.controls.open_menu()
    table.wait(5)
    table.stack.on(Intent("cancel", source="keys"))
    table.stack.update(0.01)
    table.scene.finish_motion()
    table.scene.controls.open_moves()
    table.wait(5)
    assert table.left == before == [299, 300]
    table.close()


def test_for_a_computer_it_does_not_run() -> None:
    table = Timed(GAME, ANNA, COMPUTER)
    table.play("a1-b2", "@d4")
    for _ in range(20):
        table.stack.update(0.01)
    assert table.left[1] == 300
    table.close()


def test_at_zero_it_is_said_once_and_nobody_loses() -> None:
    table = Timed(TURN)
    table.wait(14.5)
    assert table.scene.trays[0].tone != "hint"
    table.wait(1)
    assert table.scene.trays[0].message == table.scene.t("play.time_up")
    table.scene.hush()
    table.wait(20)
    assert not table.scene.trays[0].message
    assert (table.left[0], table.scene.asked, table.scene.match.log) == (-1, 0, [])
    headless.picture(table.stack)
    table.play("a1-b2", "@d4")
    assert table.scene.asked == 1
    table.close()


def test_the_table_moves_where_that_was_agreed() -> None:
    table = Timed(Terms(clock="turn", seconds=15, strict=True))
    table.wait(16)
    until = time.monotonic() + 60
    while table.scene.asked == 0 and time.monotonic() < until:
        table.wait(0.25)
        table.scene.finish_motion()
        time.sleep(0.01)
    assert table.scene.asked == 1
    assert table.scene.match.turns()[0][0] == 0
    table.close()


def test_a_proposal_is_played_when_the_time_is_up() -> None:
    table = Timed(Terms(clock="turn", seconds=15, strict=True, confirm=True))
    assert table.scene.commit(table.scene.game.read("a1-b2"))
    assert table.scene.match.log == []
    table.wait(16)
    assert table.scene.game.write(table.scene.match.log[0]) == "a1-b2"
    table.close()


def test_it_goes_on_where_it_stood_after_a_restart(tmp_path: Path) -> None:
    table = Timed(GAME, folder=tmp_path)
    number = table.scene.match_id
    table.wait(6)
    table.play("a1-b2")
    table.wait(12)
    table.close()
    again = headless.context((1280, 720), folder=tmp_path)
    route = to_running(again, number)
    scene: Any = Navigator(again)(route)
    stack = headless.stack_of(again, scene)
    assert scene.terms == GAME
    left = scene.clock.left
    assert left[0] <= 300 - 6 - 10
    assert left[1] == 300
    again.store.discard(number)
    stack.close()
    again.ai_worker.close()
    again.store.close()


def test_clocks_of_matches_that_are_gone_are_forgotten() -> None:
    table = Timed(GAME)
    table.context.store.set(**{KEY: {"99": [1.0, 2.0], "x": 3}})
    table.play("a1-b2")
    assert set(table.context.store.get(KEY)) == {str(table.scene.match_id)}
    table.close()


@pytest.mark.parametrize("kept", [None, [], {"1": [1]}, {"1": ["x", 2]}, {"1": [True, 5]}])
def test_a_clock_that_was_kept_wrongly_begins_anew(kept: Any) -> None:
    table = Timed(GAME)
    table.context.store.set(**{KEY: kept})
    table.scene.clock.recall()
    assert table.left == [300, 300]
    table.close()


def test_the_next_game_of_a_series_has_its_own_time() -> None:
    context = headless.context((1280, 720))
    series = Series(played_out("jin_li"), 2)
    scene: Any = Navigator(context)(ToPlay(series, (ANNA, BEN), terms=GAME))
    stack = headless.stack_of(context, scene)
    scene.clock.left = [7.0, 8.0]
    scene.next_game()
    assert scene.clock.left == [300, 300]
    stack.close()
    context.ai_worker.close()
    context.store.close()


# Set-up ---------------------------------------------------------------------------------------


def test_terms_are_chosen_in_set_up_and_remembered() -> None:
    context = headless.context((1280, 720))
    for agreed in (UNSAID, TURN):
        scene = Setup(context, "jin_li")
        stack = headless.stack_of(context, scene)
        assert scene.agreed.terms == agreed
        scene.agreed.terms = TURN
        scene.start()
        stack.update(0.01)
        play = top(stack)
        assert play.terms == TURN
        assert play.clock.left == [15, 15]
        stack.close()
    context.ai_worker.close()
    context.store.close()


def test_rows_follow_what_is_chosen_and_what_the_settings_want_anyway() -> None:
    context = headless.context((1280, 720))
    scene = Setup(context, "jin_li")
    headless.stack_of(context, scene).close()
    rows = TermsRows(scene, computers=True)
    assert len(rows.rows()) == 4
    rows.terms = TURN
    assert len(rows.rows()) == 6
    assert len(TermsRows(scene, computers=False).rows()) == 4
    context.settings = context.settings.changed(takeback=True, confirm_moves=True)
    assert len(rows.rows()) == 4
    context.ai_worker.close()
    context.store.close()


def test_takeback_and_consent_hold_for_their_match_alone() -> None:
    free, strict = Timed(Terms(takeback=True, confirm=True)), Timed(UNSAID)
    for table in (free, strict):
        table.play("a1-b2", "@d4", "g7-f6")
    assert free.scene.undo_target() == 2
    free.scene.jump(2)
    strict.scene.jump(2)
    assert (free.scene.undo_target(), strict.scene.undo_target()) == (1, None)
    for table, waits in ((free, True), (strict, False)):
        table.scene.commit(table.scene.game.read("g7-f6"))
        assert (table.scene.waiting is not None) is waits
        table.close()
