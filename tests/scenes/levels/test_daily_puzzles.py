"""The puzzle of the day in a game's list of levels, and yesterday's."""

import re
from datetime import timedelta

import pytest

from game.rules import GAMES, SHELF
from game.rules.skud_pai_sho.state import Plant
from game.scenes.core.context import Context
from game.scenes.core.stack import Stack
from game.scenes.levels.level_scene import Levels, LevelScene
from game.services.levels import DAILY, files, of_days, read
from game.services.texts import LANGUAGES
from game.services.toml_reader import TomlTable
from game.ui.intents import Intent
from game.ui.markup import Note, Paragraph
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


def said(scene: LevelScene) -> str:
    """The last thing that is written on the sheet."""
    [*_, last] = scene.text.blocks
    assert isinstance(last, Note | Paragraph)
    return "".join(run.text for run in last.runs)


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
            assert not re.search(r"\d,", said(scene)), "no board shows such numbers"
            assert said(scene).endswith(re.sub(r" \(.*\)", "", hint["de"]))
        scene.leave()
    assert marked


@pytest.mark.parametrize("game", SHELF)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_stands_on_the_sheet_and_after_the_last_the_solution_is_shown(
    context: Context, game: str, language: str
) -> None:
    context.texts.switch(language)
    [level] = of_days(GAMES[game], [context.store.today()])
    scene = LevelScene(context, level, (level,))
    stack = headless.stack_of(context, scene)
    task = said(scene)
    for hint in level.stages[0].hints:
        stack.on(Intent("command", name="hint", source="keys"))
        assert said(scene) == re.sub(r" \(-?\d+,-?\d+\)", "", hint[language]) != task
    stack.on(Intent("command", name="hint", source="keys"))
    assert scene.play.arrow == scene.run.solves()[0]
    assert said(scene) == context.texts.t("menu.levels.shown")
    stack.on(Intent("command", name="hint", source="keys"))
    headless.wait(stack, 2)
    assert scene.run.match.cursor > scene.run.begin


@pytest.mark.parametrize("game", SHELF)
def test_a_puzzle_is_read_in_half_a_minute(game: str) -> None:
    """At 130 words a minute, with title and both hints: the rest of its time is for thinking."""
    for file in files(game, DAILY):
        level = TomlTable.read(file).rest()
        for language in LANGUAGES:
            texts = [level["title"], level["text"], *level["hint"]]
            words = sum(len(text[language].split()) for text in texts)
            assert words / 130 < 0.5, file


def test_an_attempt_that_is_refused_is_not_said_to_have_won(context: Context) -> None:
    """Who plants the last basic flower wins by the rules, but was asked for a ring."""
    game = GAMES["skud_pai_sho"]
    [file] = [one for one in files("skud_pai_sho", DAILY) if one.stem == "012"]
    scene = LevelScene(context, read(file, game), ())
    stack = headless.stack_of(context, scene)
    planted = next(move for move in game.moves(scene.run.match.state) if isinstance(move, Plant))
    scene.play.play(planted)
    headless.wait(stack, 1.0)
    told = said(scene)
    assert "Damit schließt sich noch kein Ring." in told
    assert "gewinn" not in told
