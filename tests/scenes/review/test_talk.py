"""Arrows and rings for talking: drawn in replays, stories, the list of moves and pauses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from game.navigator import Navigator, play_scene
from game.rules import GAMES
from game.rules.core.match import Series
from game.scenes.core.context import Context
from game.scenes.core.routes import ToHighlights, ToLevel, ToPause, ToReplay
from game.scenes.levels.level_scene import LevelScene
from game.scenes.play.pause import Pause
from game.services import levels
from game.services.people import Chair
from game.ui.intents import Intent, Kind
from game.ui.talk import MOST, Talk
from tests.certain import top
from tests.scenes.table import Table
from tests.tools import headless
from tests.tools.showcase.games import played_out

CHAIRS = (Chair("person", "Anna"), Chair("person", "Ben"))
BOARD = (400.0, 500.0)


@pytest.fixture
def context() -> Iterator[Context]:
    made = headless.context((1280, 720), "en")
    yield made
    made.ai_worker.close()
    made.store.close()


def stroke(stack: Any, start: tuple[float, float], *way: tuple[float, float], by: str = "t:1",
           release: bool = True) -> None:  # fmt: skip
    """Draw with a finger."""
    stack.on(Intent("press", start, pointer=by, source="touch"))
    for at in way:
        stack.on(Intent("drag", at, (9, 9), by, "touch", moved=True))
    if release:
        stack.on(Intent("release", way[-1], pointer=by, source="touch", moved=True))


def tap(stack: Any, at: tuple[float, float]) -> None:
    kinds: tuple[Kind, ...] = ("press", "release", "tap")
    for kind in kinds:
        stack.on(Intent(kind, at, pointer="mouse"))


def replayed(context: Context) -> tuple[Any, Any]:
    stack = headless.stack_of(context)
    stack.open(Navigator(context)(ToReplay(Series(played_out("jin_li")), CHAIRS)))
    scene: Any = top(stack)
    scene.go_to(0)
    return stack, scene


def drawn(scene: Any) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    return [(each.start, each.end) for each in scene.play.talk.strokes]


def test_several_fingers_draw_at_once_and_the_next_move_wipes(context: Context) -> None:
    stack, scene = replayed(context)
    stroke(stack, BOARD, (500, 600), by="t:1", release=False)
    stroke(stack, (700, 300), (600, 200), by="t:2")
    stack.on(Intent("drag", (520, 640), (9, 9), "t:1", "touch", moved=True))
    stack.on(Intent("release", (520, 640), pointer="t:1", source="touch", moved=True))
    assert sorted(drawn(scene)) == [(BOARD, (520, 640)), ((700, 300), (600, 200))]
    assert len({each.color for each in scene.play.talk.strokes}) == 2
    headless.picture(stack)
    assert scene.index == 0, "drawing is no tap"
    tap(stack, BOARD)
    assert (scene.index, drawn(scene)) == (1, [])


def test_a_finger_that_rests_draws_a_ring_and_goes_on_with_nothing(context: Context) -> None:
    stack, scene = replayed(context)
    for kind in ("press", "hold", "release"):
        stack.on(Intent(kind, BOARD, pointer="t:1", source="touch"))
    assert (drawn(scene), scene.index) == ([(BOARD, BOARD)], 0)
    tap(stack, BOARD)
    assert scene.index == 1


def test_the_right_button_draws_on_the_board_and_leaves_by_the_sheet(context: Context) -> None:
    stack, scene = replayed(context)
    stack.on(Intent("cancel", BOARD, pointer="mouse"))
    stack.on(Intent("hover", (700, 300), pointer="mouse"))
    stack.on(Intent("lift", (700, 300), pointer="mouse"))
    stack.on(Intent("hover", (10, 10), pointer="mouse"))
    assert drawn(scene) == [(BOARD, (700, 300))]
    assert top(stack) is scene
    stack.on(Intent("cancel", scene.room(scene.size).center, pointer="mouse"))
    assert top(stack) is not scene


def test_buttons_are_left_alone_even_where_a_stroke_ends_on_one(context: Context) -> None:
    stack, scene = replayed(context)
    at = scene.layers[0].frame.out(scene.on_from_here.box.center)
    stroke(stack, BOARD, at)
    assert top(stack) is scene
    stroke(stack, at, BOARD)
    assert drawn(scene) == [(BOARD, at)]
    tap(stack, at)
    assert top(stack) is not scene


def test_stories_are_talked_about(context: Context) -> None:
    play = play_scene("jin_li")(context, Series(played_out("jin_li")), CHAIRS)
    stack = headless.stack_of(context, play)
    stack.open(Navigator(context)(ToHighlights(play)))
    scene = top(stack)
    scene.toggle()
    stroke(stack, BOARD, (500, 600))
    assert (len(drawn(scene)), scene.telling.index) == (1, 0)
    scene.step(1)
    assert drawn(scene) == []


def test_what_was_drawn_in_a_pause_stays_until_the_next_move() -> None:
    table = Table("jin_li")
    table.scene.controls.open_menu()
    table.key("hover")
    scene = top(table.stack)
    assert isinstance(scene, Pause)
    stroke(table.stack, (300, 500), (200, 700))
    stroke(table.stack, scene.frame.center, (200, 700))
    assert drawn(scene) == [((300, 500), (200, 700))]
    scene.put_aside()
    middle = scene.frame.center
    stroke(table.stack, middle, (200, 700))
    assert drawn(scene)[1:] == [(middle, (200, 700))]
    table.picture()
    scene.play.talk.clear()
    stroke(table.stack, (300, 500), (200, 700))
    tap(table.stack, next(scene.layers[0].targets()).box.center)
    assert (scene.aside, top(table.stack) is scene) == (False, True)
    table.send("cancel", (300, 300))
    table.key("cancel")
    table.wait(0.2)
    assert top(table.stack) is table.scene
    table.scene.controls.open_menu()
    table.key("hover")
    table.send("hover", (900, 900))
    assert [each.end for each in table.scene.talk.strokes] == [(200, 700), (300, 300)]
    table.key("cancel")
    table.picture()
    table.scene.commit(table.match.game.read("a1-b2"))
    assert table.scene.talk.strokes == []
    table.close()


def test_while_playing_nothing_is_drawn() -> None:
    table = Table("jin_li")
    stroke(table.stack, (640, 500), (600, 700))
    table.send("cancel", (640, 500))
    table.wait(0.1)
    assert table.scene.talk.strokes == []
    assert top(table.stack).play is table.scene
    table.close()


def test_in_the_pause_of_a_level_the_right_button_only_leaves(context: Context) -> None:
    first, *_ = levels.shelf(GAMES["jin_li"])[0]
    level = Navigator(context)(ToLevel(first, ()))
    assert isinstance(level, LevelScene)
    stack = headless.stack_of(context, level)
    stack.open(Navigator(context)(ToPause(level.play)))
    stroke(stack, (100, 500), (100, 700))
    assert level.play.talk.strokes == []


def test_lost_fingers_leave_what_they_drew_and_the_oldest_marks_go() -> None:
    talk = Talk()
    for number in range(MOST + 5):
        talk.on(Intent("press", (number, 0), pointer="t"), free=True)
        talk.on(Intent("drag", (number, 200), pointer="t", moved=True), free=True)
        assert talk.on(Intent("lost", (number, 200), pointer="t"), free=True)
    assert len(talk.strokes) == MOST
    assert talk.strokes[0].start == (5, 0)
    talk.clear()
    assert not talk.on(Intent("drag", (9, 9), pointer="t", moved=True), free=True)
    assert talk.strokes == []
