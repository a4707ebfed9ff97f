"""The puzzle of the day in a game's list of levels, and yesterday's."""

import re
from datetime import timedelta

import pytest

from game.rules import GAMES
from game.scenes.core.context import Context
from game.scenes.core.stack import Stack
from game.scenes.levels.level_scene import Levels, LevelScene
from game.services.levels import of_days
from game.ui.widgets import Button
from tests.tools import headless

GAME = "jin_li"


def rows(stack: Stack) -> list[Button]:
    """The list's rows as they stand, from its top."""
    assert isinstance(stack.top, Levels)
    targets = (w for layer in stack.top.layers for w in layer.targets())
    return [w for w in targets if isinstance(w, Button) and w.look == "row"]


def solve(stack: Stack, scene: LevelScene) -> None:
    """Play the solution; the others answer by themselves."""
    for _ in range(scene.level.stages[0].turns):
        for step in scene.run.solves():
            scene.play.play(step)
        headless.wait(stack, 4)


def test_the_list_begins_with_the_puzzles_of_today_and_yesterday(context: Context) -> None:
    stack = headless.stack_of(context, Levels(context, GAME))
    today, yesterday, first, *_ = rows(stack)
    assert today.text.startswith("Heute: ")
    assert yesterday.text.startswith("Gestern: ")
    assert first.icon == "lesson"
    assert {today.icon, yesterday.icon} == {"puzzle"}


def test_a_solved_puzzle_of_the_day_is_marked_until_the_day_is_over(context: Context) -> None:
    stack = headless.stack_of(context, Levels(context, GAME))
    headless.tap(stack, *rows(stack)[0].box.center)
    scene = stack.top
    assert isinstance(scene, LevelScene)
    assert scene.level.id == context.store.today().isoformat()
    solve(stack, scene)
    assert scene.run.status == "solved"
    again = headless.stack_of(context, Levels(context, GAME))
    assert [row.icon for row in rows(again)[:2]] == ["check", "puzzle"]


def test_after_the_puzzle_of_the_day_comes_yesterday_s(context: Context) -> None:
    stack = headless.stack_of(context, Levels(context, GAME))
    headless.tap(stack, *rows(stack)[0].box.center)
    assert isinstance(stack.top, LevelScene)
    solve(stack, stack.top)
    buttons = [w for layer in stack.top.layers for w in layer.targets() if isinstance(w, Button)]
    headless.tap(stack, *next(b for b in buttons if b.text == "Zur nächsten").box.center)
    headless.wait(stack, 0.2)
    assert isinstance(stack.top, LevelScene)
    yesterday = context.store.today() - timedelta(days=1)
    assert stack.top.level.id == yesterday.isoformat()


def test_what_was_solved_is_yesterday_s_the_day_after(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    today = context.store.today()
    context.store.try_level(GAME, today.isoformat(), True)
    monkeypatch.setattr(context.store, "today", lambda: today + timedelta(days=1))
    stack = headless.stack_of(context, Levels(context, GAME))
    assert [row.icon for row in rows(stack)[:2]] == ["puzzle", "check"]


@pytest.mark.parametrize("game", ["skud_pai_sho", "solitaire_pai_sho"])
def test_a_point_that_a_hint_names_is_marked_on_the_board(context: Context, game: str) -> None:
    today, marked = context.store.today(), 0
    for level in of_days(GAMES[game], (today + timedelta(n) for n in range(6))):
        scene = LevelScene(context, level, ())
        headless.stack_of(context, scene)
        assert not list(scene.play.pointers())
        for hint in level.stages[0].hints:
            scene.advise()
            named = re.findall(r"\(-?\d+,-?\d+\)", hint["de"])
            assert [mark.place for mark in scene.play.pointers()] == named
            marked += len(named)
        scene.leave()
    assert marked
