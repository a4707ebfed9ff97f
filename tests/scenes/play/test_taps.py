"""No tap is lost: what is lit when a pointer goes down acts when it is let go there."""

import os
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from _pytest.tmpdir import TempPathFactory

from game import window
from game.rules import GAMES
from game.scenes.core.context import Context
from game.scenes.core.stack import Stack
from game.scenes.home.setup import Setup
from game.scenes.ping_pao.choice import Part
from game.scenes.play.pause import Pause
from game.scenes.review.results import ASLEEP, Results
from game.ui.frame import Frame
from game.ui.intents import Intent
from game.ui.layer import Layer
from game.ui.widgets import Button, Panel
from tests.certain import top
from tests.scenes.play.test_moments import before_the_end, play_on
from tests.scenes.table import ANNA, BEN, COMPUTER, Table
from tests.tools import headless
from tests.tools.showcase.games import AGAINST

OFFSETS = (0, 1, 2, 3, 5, 8, 13, 14, 21, 34, 55, 89, 95, 96, 97, 144)
"""Frames after which a finger comes; results come after some 96 of them."""
BETWEEN = ((), (headless.FRAME,), (0.1, headless.FRAME))
"""What passes until it goes: nothing, a frame, a slow frame and another."""


@pytest.fixture(scope="module")
def context(tmp_path_factory: TempPathFactory) -> Iterator[Context]:
    made = headless.context(folder=tmp_path_factory.mktemp("table"))
    yield made
    made.ai_worker.close()
    made.store.close()


@cache
def taps() -> list[tuple[Any, ...]]:
    return [(frames, between) for frames in OFFSETS for between in BETWEEN]


def tap(
    stack: Stack, at: tuple[float, float], between: tuple[float, ...], pointer: str = "touch:0:1",
) -> Any:
    """Press, let time pass, let go; gives the scene that was pressed."""
    pressed = top(stack)
    stack.on(Intent("press", at, pointer=pointer, source="touch"))
    for seconds in between:
        stack.update(seconds)
    for kind in ("release", "tap"):
        stack.on(Intent(kind, at, pointer=pointer, source="touch"))
    return pressed


def pass_frames(stack: Stack, frames: int) -> None:
    for _ in range(frames):
        stack.update(headless.FRAME)


def middle(layer: Layer, widget: Any) -> tuple[float, float]:
    return layer.frame.out_box(widget.box).center


def test_the_set_up_begins_with_every_tap(
    context: Context, monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun = []
    monkeypatch.setattr(Setup, "start", lambda _: begun.append(1))
    stack = headless.stack_of(context)
    for number, (frames, between) in enumerate(taps(), 1):
        top(stack).pick("jin_li")
        while not isinstance(top(stack), Setup):
            stack.update(headless.FRAME)
        pass_frames(stack, frames)
        setup = top(stack)
        tap(stack, middle(setup.layers[0], setup._start), between)
        assert len(begun) == number, (frames, between)
        stack.home()
    stack.close()


@pytest.mark.parametrize("frames", [0, 1])
def test_a_triple_click_on_a_box_chooses_nothing_in_the_set_up(
    context: Context, monkeypatch: pytest.MonkeyPatch, frames: int,
) -> None:
    reached = []
    on = Setup.on
    monkeypatch.setattr(Setup, "on", lambda it, intent: reached.append(intent) or on(it, intent))
    stack = headless.stack_of(context)
    for number in range(len(GAMES)):
        shelf = top(stack)
        headless.picture(stack)
        for _ in range(3):
            tap(stack, middle(shelf.layers[0], shelf.boxes[number]), ())
            pass_frames(stack, frames)
            headless.picture(stack)
        assert isinstance(top(stack), Setup)
        stack.home()
        pass_frames(stack, 20)
    assert not reached
    stack.close()


def test_the_shelf_opens_with_every_tap(context: Context) -> None:
    stack = headless.stack_of(context)
    for frames, between in taps():
        stack.on(Intent("menu", source="keys"))
        stack.on(Intent("cancel", source="keys"))
        pass_frames(stack, frames)
        shelf = top(stack)
        tap(stack, middle(shelf.layers[0], shelf.boxes[2]), between)
        assert shelf._open is not None, (frames, between)
        while top(stack) is shelf:
            stack.update(headless.FRAME)
        stack.home()
    stack.close()


@pytest.mark.parametrize("game", list(GAMES))
def test_the_corners_of_every_game_act_while_anything_moves(game: str) -> None:
    """From the first moment on, while steps are on their way, and while an end is awaited."""
    chairs = (ANNA, COMPUTER if game == "domi_jongg" else BEN)  # who are two draw curtains
    table = Table(game, chairs, AGAINST.get(game))
    scene, stack = table.scene, table.stack
    at = scene.controls.buttons["menu"].box.center
    for frames in (0, 1, 3, 9, 30):
        for between in BETWEEN:
            if scene.asked is not None:
                scene.play(scene.game.moves(scene.match.state)[0])
            pass_frames(stack, frames)
            assert top(stack) is scene
            tap(stack, at, between)
            assert isinstance(top(stack), Pause), (frames, between)
            stack.on(Intent("cancel", source="keys"))
    table.close()


def test_what_is_pressed_just_before_the_results_come_still_acts(context: Context) -> None:
    for frames in (90, 94, 95, 96, 97):
        stack, scene, last = before_the_end(context, "jin_li")
        at = scene.controls.buttons["menu"].box.center
        play_on(stack, scene, last)
        pass_frames(stack, frames - 1)
        pressed = tap(stack, at, (headless.FRAME,) * 5)
        assert pressed is not scene or isinstance(top(stack), Pause), frames
        stack.close()


def test_results_go_on_with_every_tap(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    onward = []
    monkeypatch.setattr(Results, "_next_game", lambda _: onward.append(1))
    stack, scene, last = before_the_end(context, "jin_li")
    play_on(stack, scene, last)
    for number, (frames, between) in enumerate(taps(), 1):
        scene.open_results()
        while not isinstance(top(stack), Results):
            stack.update(headless.FRAME)
        headless.wait(stack, ASLEEP)
        pass_frames(stack, frames)
        sheet = top(stack)
        tap(stack, middle(sheet.layers[0], sheet.focus.current), between)
        assert len(onward) == number, (frames, between)
        stack.on(Intent("cancel", source="keys"))
        assert top(stack) is scene
    stack.close()


def test_a_button_that_is_built_anew_under_a_finger_still_acts(
    context: Context, monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As when somebody else at the table changes something meanwhile."""
    begun = []
    monkeypatch.setattr(Setup, "start", lambda _: begun.append(1))
    stack = headless.stack_of(context, Setup(context, "jin_li"))
    setup = top(stack)
    at = middle(setup.layers[0], setup._start)
    stack.on(Intent("press", at, pointer="touch:0:1", source="touch"))
    setup.rebuild()
    assert setup._start.pressed
    for kind in ("release", "tap"):
        stack.on(Intent(kind, at, pointer="touch:0:1", source="touch"))
    assert len(begun) == 1
    stack.close()


def test_another_button_in_the_same_place_is_not_what_was_pressed() -> None:
    done, frame = [], Frame((500, 500), (1000, 1000))
    old, new = Button("Go on", None), Button("Delete", lambda: done.append(1))
    for button in (old, new):
        button.place(Panel().box.moved(400, 400).inset(-50))
    before, after = Layer(frame, [old]), Layer(frame, [new])
    at = frame.out(old.box.center)
    before.on(Intent("press", at, pointer="a"))
    after.take_over(before)
    after.on(Intent("release", at, pointer="a"))
    assert not done


def test_a_finger_that_strays_on_what_cannot_be_dragged_still_picks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Table("jin_li")
    scene = table.scene
    picked: list[Any] = []
    monkeypatch.setattr(scene.input, "pick", picked.append)
    monkeypatch.setattr(scene.input, "grab", lambda key: False)
    spot = scene.input.spots()[0]
    x, y = spot.center
    table.send("press", (x - 10, y), pointer="touch:0:1", source="touch")
    table.send("drag", (x + 10, y), pointer="touch:0:1", source="touch", moved=True)
    table.send("release", (x + 10, y), pointer="touch:0:1", source="touch", moved=True)
    assert picked == [spot.key]
    table.close()


def test_the_click_that_wakes_the_window_counts() -> None:
    """SDL drops it unless it is asked not to, before the window opens."""
    assert window.LEAST, "the module that opens it has been read"
    assert os.environ["SDL_MOUSE_FOCUS_CLICKTHROUGH"] == "1"


# Fingers that stay down ---------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["moved", "undone"])
def test_a_finger_that_still_carries_plays_nothing_for_whoever_is_next(way: str) -> None:
    table, finger = Table("ping_pao"), "touch:0:1"
    for _ in range(3):
        table.match.play(table.match.game.moves(table.match.state)[0])
    table.scene.show_moment(None)
    table.rest()
    table.send("press", table.spot(Part.HAND), pointer=finger, source="touch")
    table.send("drag", (640, 300), vector=(9, 9), pointer=finger, source="touch", moved=True)
    if way == "moved":  # another finger lays
        table.scene.commit(table.match.game.moves(table.match.state)[0])
    else:
        table.scene.undo()
    table.rest()
    played, seat = len(table.match.log), table.match.actor
    side = table.scene.board.side_middle(*min(table.scene.choice.plan.open_sides))
    table.send("drag", side, vector=(9, 9), pointer=finger, source="touch", moved=True)
    assert table.scene.choice.carried is None
    table.send("release", side, pointer=finger, source="touch", moved=True)
    table.rest()
    assert (len(table.match.log), table.match.actor) == (played, seat)
    table.close()
