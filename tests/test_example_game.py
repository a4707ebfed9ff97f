"""A game from outside game/ is put on the shelf by one row, and works like others.

The example is what docs/adding_a_game.md tells. Nothing but `put_on_shelf` is called to add it.
"""

from __future__ import annotations

import inspect
import json
import math
import re
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.navigator import play_scene
from game.referee.server import Referee
from game.rules import GAMES, SHELF, enter
from game.rules.core import highlights, record
from game.rules.core.match import Match, Series
from game.rules.core.protocol import PositionError
from game.scenes.core.context import Context
from game.scenes.core.menu import MenuScene
from game.scenes.core.stack import Stack
from game.scenes.evening.setup import fitting, offers
from game.scenes.home import rules_reader
from game.scenes.home.rules_reader import RulesReader
from game.scenes.home.setup import Setup
from game.scenes.home.shelf import Shelf
from game.scenes.levels.level_scene import Levels, LevelScene
from game.scenes.play.pick_and_place import InTray
from game.scenes.play.play_scene import PlayScene
from game.scenes.pond.pool import Piece, middle
from game.scenes.review.results import Results
from game.scenes.review.telling import Telling
from game.services import levels, texts
from game.services.people import Chair, ChairKind
from game.services.store import Store
from game.ui.canvas import Canvas
from game.ui.frame import Point
from game.ui.intents import Intent
from game.ui.widgets import Button
from tests.example_game.rules import ThreeKoi
from tests.example_game.scene import ThreeKoiScene
from tests.example_game.shelf import put_on_shelf
from tests.rules.core import test_contract as contract
from tests.strict_texts import StrictTexts
from tests.tools import headless
from tests.tools.film import Silent
from tests.tools.showcase.games import played_out

ID = "three_koi"
EXAMPLE = Path(__file__).parent / "example_game"
LINES, CODE = 160, 90
"""So many lines are fewer in all, and in rules, scene and evaluator."""
TABLES: tuple[dict[str, Any], ...] = (GAMES, SHELF)
PATIENCE = 60.0
"""Seconds after which a test gives up; far more than any computer needs."""
ESCAPE = Intent("cancel", source="keys")


class ThreeKoiToo(ThreeKoi):
    info = replace(ThreeKoi.info, id="three_koi_too")


@pytest.fixture(autouse=True)
def on_the_shelf() -> Iterator[None]:
    tables = [dict(table) for table in TABLES]
    put_on_shelf()
    yield
    for table, before in zip(TABLES, tables, strict=True):
        table.clear()
        table.update(before)


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    made = headless.context((1280, 720), "en", tmp_path)
    made.texts = StrictTexts(made.texts.language)
    yield made
    made.ai_worker.close()
    made.store.close()


def press(stack: Stack, text: str) -> None:
    scene = stack.top
    assert isinstance(scene, MenuScene)
    for layer in scene.all_layers():
        for widget in layer.targets():
            if isinstance(widget, Button) and text in (widget.text, widget.icon):
                headless.tap(stack, *layer.frame.out(widget.box.center))
                headless.wait(stack, 0.1)
                return
    raise AssertionError(f"there is no button {text!r}")


def opened(context: Context) -> Stack:
    """The shelf, with the box of the game opened by a tap."""
    stack = headless.stack_of(context)
    assert isinstance(stack.top, Shelf)
    box = next(box for box in stack.top.boxes if box.game == ID)
    headless.tap(stack, *box.box.center)
    headless.wait(stack, 1.5)
    assert isinstance(stack.top, Setup)
    headless.picture(stack)
    return stack


def patiently(stack: Stack) -> Iterator[None]:
    """Let the table's time pass, and real time for the thinking process, until given up."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        headless.wait(stack, 0.1)
        time.sleep(0.002)
        yield
    raise AssertionError("it takes too long")


def tap(stack: Stack, scene: PlayScene[Any, Any, Any], place: str) -> None:
    point = scene.place_at(place)
    assert point is not None
    headless.tap(stack, *point)
    headless.wait(stack, 0.5)


def test_the_example_is_small() -> None:
    files = [file for kind in ("*.py", "*.toml") for file in EXAMPLE.rglob(kind)]
    lines = {file.name: len(file.read_text("utf-8").splitlines()) for file in files}
    assert sum(lines.values()) < LINES
    assert sum(lines[f"{part}.py"] for part in ("rules", "scene", "evaluator")) < CODE


def test_the_contract_of_games_holds() -> None:
    for name, promise in inspect.getmembers(contract, inspect.isfunction):
        if name.startswith("test_"):
            promise(game=GAMES[ID])


@pytest.mark.parametrize(
    ("plain", "said"),
    [
        ({}, "has a list of moves"),
        ({"moves": "a1"}, "has a list of moves"),
        ({"moves": ["a1", "d4"]}, "moves: 'd4' is no move of three_koi"),
        ({"moves": ["a1", "a1"]}, "moves: a1: TK-2 taken"),
        ({"moves": [5]}, "moves: '5' is no move"),
        ({"moves": ["a1", "a2", "b1", "b2", "c1", "c2"]}, "moves: c2: TK-3 over"),
        ({"moves": [], "turn": 0}, "has no 'turn'; it has: moves"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_what_is_wrong(
    plain: dict[str, Any], said: str
) -> None:
    with pytest.raises(PositionError, match=re.escape(said)):
        GAMES[ID].from_plain(plain, {})


def test_a_match_against_a_computer_is_played_to_its_results(context: Context) -> None:
    stack = opened(context)
    press(stack, context.texts.t("menu.setup.start"))
    scene = stack.top
    assert isinstance(scene, ThreeKoiScene)
    for _ in patiently(stack):
        if isinstance(stack.top, Results):
            break
        if scene.asked is not None:
            tap(stack, scene, GAMES[ID].write(scene.game.moves(scene.latest)[0]))
    headless.picture(stack)
    assert scene.match.outcome is not None
    assert highlights.story(highlights.turns(scene.match, SHELF[ID].weights), {})
    text = record.write(scene.series)
    again = record.read(text, GAMES).series
    assert again.current.states == scene.match.states
    assert record.write(again) == text
    (past,) = context.store.history.results()
    assert context.store.replay(past.id).series.current.states == scene.match.states


def test_an_interrupted_match_goes_on_after_a_restart(context: Context, tmp_path: Path) -> None:
    stack = opened(context)
    press(stack, context.texts.t("menu.setup.start"))
    scene = stack.top
    assert isinstance(scene, ThreeKoiScene)
    tap(stack, scene, "b2")
    stack.close()
    context.store.close()
    store = Store(tmp_path, GAMES, lambda: datetime(2026, 11, 22))
    (run,) = store.running()
    assert store.resume(run.id).series.current.log[0] == scene.match.log[0]
    store.close()


def test_an_illegal_move_is_refused_in_words(context: Context) -> None:
    stack = opened(context)
    press(stack, context.texts.t("menu.setup.start"))
    scene = stack.top
    assert isinstance(scene, ThreeKoiScene)
    tap(stack, scene, "b2")
    for _ in patiently(stack):
        if scene.asked is not None:
            break
    tap(stack, scene, "b2")
    assert scene.trays[0].message == "There is a koi in b2 already."
    assert [mark.kind for mark in scene.marks] == ["refusal"]


def drag(stack: Stack, scene: PlayScene[Any, Any, Any], place: str) -> None:
    """What lies in the tray of who is asked is dragged to a place."""
    end = scene.place_at(place)
    assert end is not None
    assert scene.asked is not None
    finger: dict[str, Any] = {"pointer": "touch:0:1", "source": "touch"}
    stack.on(Intent("press", scene.trays[scene.asked].middle, **finger))
    for kind in ("drag", "release"):
        stack.on(Intent(kind, end, moved=True, **finger))
    headless.wait(stack, 0.5)


def test_a_koi_is_dragged_out_of_the_tray_and_goes_back_where_it_may_not_stay(
    context: Context,
) -> None:
    chairs = (Chair("person", "Anna"), Chair("person", "Ben"))
    scene: Any = play_scene(ID)(context, Series(Match(GAMES[ID], 2)), chairs)
    stack = headless.stack_of(context, scene)
    drag(stack, scene, "b2")
    assert [GAMES[ID].write(move) for move in scene.match.log] == ["b2"]
    assert list(scene.pool.koi) == [4]
    drag(stack, scene, "b2")
    assert len(scene.match.log) == 1
    assert scene.trays[1].message == "There is a koi in b2 already."
    assert list(scene.pool.koi) == [4]
    assert not scene.input.holding


def test_a_koi_is_tapped_in_the_tray_and_then_its_square(context: Context) -> None:
    chairs = (Chair("person", "Anna"), Chair("person", "Ben"))
    scene: Any = play_scene(ID)(context, Series(Match(GAMES[ID], 2)), chairs)
    stack = headless.stack_of(context, scene)
    for picked in (True, False, True):
        headless.tap(stack, *scene.trays[0].middle)
        assert scene.input.holding == picked
    tap(stack, scene, "c3")
    assert [GAMES[ID].write(move) for move in scene.match.log] == ["c3"]
    assert not scene.input.holding


def test_the_thinking_process_needs_no_row_of_the_game(context: Context) -> None:
    """It has a shelf of its own, on which nobody has put it."""
    worker, state = context.ai_worker, GAMES[ID].start(2, {})
    worker.ask(ID, state, 0, "newcomer", 1)
    answer = None
    while answer is None:
        answer = worker.poll()
        time.sleep(0.005)
    assert not answer.trouble


def test_nobody_moves_for_a_computer_that_still_thinks(context: Context) -> None:
    context.ai_worker.close()
    chairs = (Chair("person", "Anna"), Chair("computer", "Ben", "regular"))
    silent, series = replace(context, ai_worker=Silent()), Series(Match(GAMES[ID], 2))
    scene: Any = play_scene(ID)(silent, series, chairs)
    stack = headless.stack_of(context, scene)
    for place in ("b2", "a1", "c3"):
        tap(stack, scene, place)
    assert [GAMES[ID].write(move) for move in scene.match.log] == ["b2"]


def test_a_hint_is_given(context: Context) -> None:
    stack = opened(context)
    press(stack, context.texts.t("menu.setup.start"))
    scene = stack.top
    assert isinstance(scene, ThreeKoiScene)
    stack.on(Intent("command", name="hint"))
    for _ in patiently(stack):
        if any(mark.kind == "hint" for mark in scene.marks):
            break
    assert not scene.match.log


def test_without_an_evaluator_no_hint_is_offered_and_whoever_asks_is_told(context: Context) -> None:
    enter(replace(SHELF[ID], evaluator="", strengths=()))
    stack = opened(context)
    press(stack, context.texts.t("menu.setup.start"))
    scene = stack.top
    assert isinstance(scene, ThreeKoiScene)
    assert not scene.controls.buttons["hint"].visible
    stack.on(Intent("command", name="hint"))
    assert scene.trays[0].message == context.texts.t("play.no_hint")
    stack.on(Intent("menu"))
    pause = stack.top
    assert isinstance(pause, MenuScene)
    offered = [
        each.text for layer in pause.all_layers() for each in layer.targets()
        if isinstance(each, Button)
    ]  # fmt: skip
    assert context.texts.t("menu.pause.rules") in offered
    assert context.texts.t("menu.pause.hint") not in offered


def test_without_an_evaluator_people_play_to_the_results(context: Context) -> None:
    enter(replace(SHELF[ID], evaluator="", strengths=()))
    chairs = (Chair("person", "Anna"), Chair("person", "Ben"))
    scene: Any = play_scene(ID)(context, Series(Match(GAMES[ID], 2)), chairs)
    stack = headless.stack_of(context, scene)
    for place in ("a1", "a2", "b1", "b2", "c1"):
        tap(stack, scene, place)
    for _ in patiently(stack):
        if isinstance(stack.top, Results) and scene.key_moves.done:
            break
    assert scene.match.outcome.winners == (0,)
    assert not scene.key_moves.found


def test_results_have_no_heading_over_nothing_where_nobody_scored(context: Context) -> None:
    match = Match(GAMES[ID], 2)
    for place in ("a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3", "c3"):
        match.play(GAMES[ID].read(place))
    chairs = (Chair("person", "Anna"), Chair("person", "Ben"))
    stack = headless.stack_of(context, play_scene(ID)(context, Series(match), chairs))
    for _ in patiently(stack):
        if isinstance(stack.top, Results):
            break
    assert isinstance(stack.top, Results)
    texts = [getattr(row, "text", "") for row in stack.top.rows()]
    assert "The pond is full: a draw." in texts
    assert context.texts.t("menu.results.score") not in texts


def test_the_level_is_solved(context: Context) -> None:
    stack = opened(context)
    press(stack, context.texts.t("menu.levels.offer"))
    assert isinstance(stack.top, Levels)
    (level,) = stack.top.levels
    press(stack, level.title["en"])
    scene = stack.top
    assert isinstance(scene, LevelScene)
    tap(stack, scene.play, "a2")
    for _ in patiently(stack):
        if scene.play.match.cursor == 2 and scene.play.asked is not None:
            break
    tap(stack, scene.play, "c2" if (6,) in scene.play.shown_state else "a3")
    headless.wait(stack, 2)
    assert context.store.levels(ID)[level.id].solved


def test_the_rules_can_be_read(context: Context) -> None:
    stack = opened(context)
    press(stack, context.texts.t("menu.rules"))
    assert isinstance(stack.top, RulesReader)
    headless.picture(stack)
    assert all(rules_reader.page(ID, language) for language in texts.LANGUAGES)


def test_an_evening_offers_it() -> None:
    assert ID in fitting(2, True, offers())
    assert ID not in fitting(3, False, offers())


def test_the_referee_plays_it() -> None:
    referee = Referee()

    def ask(**request: object) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(referee.reply(json.dumps(request).encode()))
        return answer

    assert ID in [game["id"] for game in ask(cmd="games")["games"]]
    assert ask(cmd="new", game=ID)["ok"]
    assert ask(cmd="play", move="d4")["error"] == "bad_notation"
    for move in ("a1", "a2", "b1", "b2"):
        assert ask(cmd="play", move=move)["ok"]
    assert ask(cmd="play", move="b1")["message"] == "There is a koi in b1 already."
    assert ask(cmd="suggest", level="master")["move"] == "c1"
    assert ask(cmd="play", move="c1")["ok"]
    assert record.read(ask(cmd="record")["record"], GAMES).series.current.outcome is not None


@pytest.mark.parametrize("kind", ["person", "computer"])
def test_a_name_that_the_table_gave_is_said_in_the_language_spoken(
    context: Context, kind: ChairKind
) -> None:
    key = "menu.setup.guest" if kind == "person" else "menu.computers.1"
    context.texts.switch("de")
    chairs = [Chair(kind, context.texts.t(key, n=1)), Chair("person", context.texts.t("table.you"))]
    context.texts.switch("en")
    assert [context.called(chair) for chair in chairs] == [context.texts.t(key, n=1), "You"]


def test_a_folder_that_two_games_share_is_read_once() -> None:
    once = levels.files(ID)
    enter(replace(SHELF[ID], rules=ThreeKoiToo()))
    assert levels.files(ID) == once


def test_events_of_one_game_weigh_nothing_in_the_stories_of_others(context: Context) -> None:
    match = played_out("jin_li")
    chairs = [Chair("person", name) for name in ("Anna", "Ben")]
    play = play_scene("jin_li")(context, Series(match), chairs)
    told = Telling(play).moments
    kinds = {event.kind for step in range(match.cursor) for event in match.step(step).events}
    enter(replace(SHELF[ID], weights=dict.fromkeys(kinds, 50.0)))
    assert Telling(play).moments == told


def test_both_languages_say_the_same() -> None:
    english, german = (texts.load(each, EXAMPLE / "texts") for each in texts.LANGUAGES)
    assert english.keys() == german.keys()


@pytest.fixture
def table(context: Context) -> tuple[Stack, Any]:
    """Two people at the game."""
    chairs = (Chair("person", "Anna"), Chair("person", "Ben"))
    scene: Any = play_scene(ID)(context, Series(Match(GAMES[ID], 2)), chairs)
    return headless.stack_of(context, scene), scene


def koi_alone(stack: Stack, monkeypatch: pytest.MonkeyPatch) -> set[tuple[int, int]]:
    """Where on the table koi are painted that are not in the pond: in trays and in hand."""
    found = set()

    def note(canvas: Canvas, piece: Piece, center: Point, cell: float) -> None:
        x, y = canvas.frame.out(center)
        found.add((round(x), round(y)))

    with monkeypatch.context() as patch:
        patch.setattr("game.scenes.pond.scene.paint_piece", note)
        headless.picture(stack)
    return found


def rounded(point: Point) -> tuple[int, int]:
    return round(point[0]), round(point[1])


def test_what_was_dropped_is_seen_there_until_the_disk_has_it_and_swims_from_there(
    table: tuple[Stack, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    stack, scene = table
    in_trays = koi_alone(stack, monkeypatch)
    known = [False]
    monkeypatch.setattr(scene.context.store, "confirm", lambda seconds=0.0: known[0])
    drag(stack, scene, "b2")
    assert koi_alone(stack, monkeypatch) == {*in_trays, rounded(scene.place_at("b2"))}
    known[0] = True
    stack.update(headless.FRAME)
    assert math.dist(scene.pool.koi[4].at, middle(4, 3)) < 0.1
    assert koi_alone(stack, monkeypatch) == in_trays


@pytest.mark.parametrize("given", [True, False])
def test_what_was_dropped_stays_there_until_its_move_is_confirmed(
    table: tuple[Stack, Any], monkeypatch: pytest.MonkeyPatch, given: bool
) -> None:
    stack, scene = table
    scene.context.settings = scene.context.settings.changed(confirm_moves=True)
    in_trays = koi_alone(stack, monkeypatch)
    drag(stack, scene, "b2")
    waiting = {*in_trays, rounded(scene.place_at("b2"))}
    assert koi_alone(stack, monkeypatch) == waiting
    headless.tap(stack, *scene.place_at("a1"))
    assert koi_alone(stack, monkeypatch) == waiting
    stack.on(ESCAPE) if not given else scene.consent(True)
    headless.wait(stack, 1)
    assert koi_alone(stack, monkeypatch) == in_trays
    assert list(scene.pool.koi) == [4] * given


def test_keys_lead_to_what_may_be_taken_and_to_free_squares(table: tuple[Stack, Any]) -> None:
    stack, scene = table
    tap(stack, scene, "b2")
    reached = set()
    for _ in range(12):
        stack.on(Intent("focus", value=1, source="keys"))
        reached.add(getattr(scene.focus.current, "key", None))
    assert reached >= {InTray(1), *range(4), *range(5, 9)}
    assert 4 not in reached


def test_what_was_tapped_in_a_tray_glows_and_so_do_free_squares(table: tuple[Stack, Any]) -> None:
    stack, scene = table

    def around(point: Point) -> bytes:
        picture = headless.picture(stack)
        scale = scene.context.scale
        area = pygame.Rect(0, 0, 12, 12).move(round(point[0] * scale), round(point[1] * scale))
        return pygame.image.tobytes(picture.subsurface(area.move(-6, -6)), "RGB")

    scene.timeline.reduced = True
    headless.wait(stack, 5)
    places = scene.trays[0].middle, scene.place_at("b2")
    before = [around(place) for place in places]
    headless.tap(stack, *scene.trays[0].middle)
    lit = [around(place) for place in places]
    assert all(one != other for one, other in zip(before, lit, strict=True))
    headless.tap(stack, *scene.trays[0].middle)
    assert [around(place) for place in places] == before


def test_what_waits_for_consent_goes_home_when_the_window_changes(
    table: tuple[Stack, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    stack, scene = table
    scene.context.settings = scene.context.settings.changed(confirm_moves=True)
    drag(stack, scene, "b2")
    stack.resize((1000, 720))
    trays = {rounded(tray.middle) for tray in scene.trays}
    assert koi_alone(stack, monkeypatch) == trays
    scene.consent(True)
    headless.wait(stack, 1)
    assert list(scene.pool.koi) == [4]
