"""What was to come belongs to the moment it was meant for, whatever hands do meanwhile."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from _pytest.tmpdir import TempPathFactory
from hypothesis import given, settings
from hypothesis import strategies as st

from game.navigator import play_scene
from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.scenes.core.context import Context
from game.scenes.core.stack import Stack
from game.scenes.play.pause import Pause
from game.scenes.review.results import Results
from game.services.people import Chair
from game.ui.intents import Intent
from tests.certain import top
from tests.scenes.table import Table
from tests.tools import headless
from tests.tools.showcase.games import played_out
from tests.tools.soak import HASTE, Crowd, Watch

ANNA, BEN = Chair("person", "Anna"), Chair("person", "Ben")
UNDO = Intent("command", name="undo", source="keys")
REDO = Intent("command", name="redo", source="keys")
SLOW = ("walomino", "domi_jongg")
"""Games whose scenes take long to open."""


@pytest.fixture(scope="module")
def context(tmp_path_factory: TempPathFactory) -> Iterator[Context]:
    made = headless.context(folder=tmp_path_factory.mktemp("table"))
    yield made
    made.ai_worker.close()
    made.store.close()


def before_the_end(
    context: Context, game: str, games: int = 2, left: int = 1,
) -> tuple[Stack, Any, list[Any]]:
    """A stack with a match on it that lacks its last steps, and these steps."""
    whole = played_out(game)
    match = Match(GAMES[game], 2, whole.options, seed=whole.seed)
    cut = whole.cursor
    for _ in range(left):
        before = whole.decision_before(cut)
        assert before is not None
        cut = before
    while match.cursor < cut:
        match.play(whole.log[match.cursor])
    scene = play_scene(game)(context, Series(match, games), (ANNA, BEN))
    stack = headless.stack_of(context, scene)
    headless.wait(stack, 0.5)
    return stack, scene, whole.log[cut:]


def play_on(stack: Stack, scene: Any, steps: list[Any]) -> None:
    for step in steps:
        scene.commit(step)
        while scene.shown < scene.match.cursor:
            headless.wait(stack, 0.05)


def results_on(stack: Stack) -> bool:
    return isinstance(top(stack), Results)


@pytest.mark.parametrize("game", [game for game in GAMES if game not in SLOW])
def test_no_results_come_over_a_match_that_was_taken_back(context: Context, game: str) -> None:
    stack, scene, last = before_the_end(context, game)
    play_on(stack, scene, last)
    stack.on(UNDO)
    assert scene.match.outcome is None
    headless.wait(stack, 12)
    assert not results_on(stack)
    stack.on(REDO)
    headless.wait(stack, 12)
    assert results_on(stack)
    top(stack)._next_game()
    assert len(scene.series.games) == 2
    stack.close()


def test_undo_and_redo_at_once_bring_the_results_once(context: Context) -> None:
    stack, scene, last = before_the_end(context, "jin_li")
    play_on(stack, scene, last)
    for intent in (UNDO, REDO):
        stack.on(intent)
    headless.wait(stack, 3 + scene.results_after)
    assert results_on(stack)
    stack.on(Intent("cancel", source="keys"))
    headless.wait(stack, 8)
    assert top(stack) is scene
    stack.close()


def test_results_wait_behind_the_menu_and_for_a_finger_that_is_about_to_tap(
    context: Context,
) -> None:
    stack, scene, last = before_the_end(context, "jin_li")
    play_on(stack, scene, last)
    stack.on(Intent("menu", source="keys"))
    headless.wait(stack, 5)
    assert isinstance(top(stack), Pause)
    stack.on(Intent("cancel", source="keys"))
    assert top(stack) is scene, "nothing was hurried by the way back"
    at = scene.controls.buttons["undo"].box.center
    stack.on(Intent("press", at, pointer="touch:0:1", source="touch"))
    headless.wait(stack, 5)
    assert top(stack) is scene
    for kind in ("release", "tap"):
        stack.on(Intent(kind, at, pointer="touch:0:1", source="touch"))
    headless.wait(stack, 5)
    assert scene.match.outcome is None
    assert top(stack) is scene
    stack.close()


def test_a_finger_that_rests_on_the_table_does_not_hold_up_the_results(context: Context) -> None:
    stack, scene, last = before_the_end(context, "jin_li")
    play_on(stack, scene, last)
    for kind in ("press", "hold"):
        stack.on(Intent(kind, (5, 5), pointer="touch:0:1", source="touch"))
    headless.wait(stack, 5)
    assert results_on(stack)
    stack.close()


def test_undo_plays_no_pass_that_was_about_to_come(
    context: Context, monkeypatch: pytest.MonkeyPatch,
) -> None:
    stack, scene, last = before_the_end(context, "jin_li", left=4)
    game, moves = type(scene.game), type(scene.game).moves
    forced = scene.match.states[-1]
    monkeypatch.setattr(game, "moves", lambda self, state: [last[0]] if state is forced
                        else moves(self, state))  # fmt: skip
    monkeypatch.setattr(game, "implicit_step", last[0])
    scene.settled()
    cursor = scene.match.cursor
    stack.on(UNDO)
    headless.wait(stack, 2)
    assert scene.match.cursor < cursor
    assert len(scene.match.log) == cursor, "nothing was played before it was taken back"
    stack.on(REDO)
    headless.wait(stack, 2)
    assert len(scene.match.log) > cursor, "after a moment to see it the pass comes"
    stack.close()


def test_a_pass_that_comes_by_itself_takes_the_place_of_a_move_that_waits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Table("jin_li", confirm_moves=True)
    scene = table.scene
    game, moves, start = type(scene.game), type(scene.game).moves, scene.match.state
    only = moves(scene.game, start)[0]
    monkeypatch.setattr(game, "moves", lambda self, state: [only] if state is start
                        else moves(self, state))  # fmt: skip
    monkeypatch.setattr(game, "implicit_step", only)
    scene.settled()
    scene.commit(only)
    assert scene.waiting == only
    table.wait(3)
    assert scene.match.cursor == 1
    assert scene.waiting is None
    assert scene.offered()
    table.close()


def test_results_of_a_match_that_runs_again_close_themselves(context: Context) -> None:
    stack, scene, last = before_the_end(context, "jin_li")
    play_on(stack, scene, last)
    headless.wait(stack, 5)
    assert results_on(stack)
    stack.on(Intent("command", name="help", source="keys"))
    scene.undo()
    stack.on(Intent("cancel", source="keys"))
    headless.wait(stack, 0.1)
    assert top(stack) is scene
    stack.close()


WISHES = st.sampled_from((*range(len(HASTE)), -1, -1, -2))
HURRY = st.lists(st.tuples(WISHES, st.sampled_from((0, 1, 7, 30, 90))), max_size=16)


@settings(max_examples=12, derandomize=True)
@given(hurry=HURRY)
def test_whatever_is_done_around_an_end_the_table_stays_true(
    context: Context, hurry: list[tuple[int, int]],
) -> None:
    stack, scene, last = before_the_end(context, "jin_li")
    crowd, watch = Crowd(stack, random.Random(1)), Watch(stack)
    play_on(stack, scene, last)
    for wish, frames in hurry:
        if wish == -1 and top(stack) is scene and scene.asked is not None:
            scene.commit(scene.game.moves(scene.match.state)[0])
        elif wish == -2:
            crowd._tap_widget(top(stack))
        else:
            stack.on(HASTE[wish])
        for _ in range(frames):
            stack.update(headless.FRAME)
            watch.look(headless.FRAME)
        watch.look()
    stack.close()
