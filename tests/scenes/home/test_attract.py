"""A kiosk that nobody uses: it plays by itself, sleeps outside its hours, and wakes at a touch."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pygame
import pytest

from game.app import App
from game.rules import SHELF
from game.scenes.core import routes as to
from game.scenes.core.scene import Home, Push, Scene
from game.scenes.home.attract import BRIGHT, EACH, HOURS, SHIFTS, TURN, Asleep, Attract
from game.scenes.home.shelf import Shelf
from game.ui.canvas import Canvas
from game.ui.intents import Intent, Kind
from game.ui.sound import Sound
from game.ui.sprites import SPRITES
from game.ui.theme import Design
from tests.opened import idle
from tests.scenes.home.test_kiosk import closed, opened
from tests.tools import headless

NOON = datetime(2026, 11, 24, 12)
"""A Tuesday."""
SHOP = ((10 * 60, 18 * 60),) * 5 + (None, None)
TOUCHES = (
    Intent("press", (700.0, 400.0), pointer="touch:0:1", source="touch"),
    Intent("press", (700.0, 400.0), pointer="mouse"),
    Intent("confirm", source="keys"), Intent("cancel", source="keys"),
    Intent("focus", vector=(1, 0), source="pad", pad=0), Intent("menu", source="pad", pad=0),
    Intent("command", name="help", source="keys"),
    Intent("wheel", (5.0, 5.0), value=1.0),
)  # fmt: skip


class Clock:
    """The time at a table, which a test sets."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def kiosk(tmp_path: Path, clock: Clock) -> Iterator[App]:
    app = opened(tmp_path, kiosk=True)
    app.context.store.clock = clock
    yield app
    closed(app)


def top(app: App) -> Scene:
    return app.stack.top


def decide(app: App, **values: object) -> None:
    app.context.operator = replace(app.context.operator, **values)  # type: ignore[arg-type]


# Playing by itself ------------------------------------------------------------------------------


def test_it_plays_with_the_set_that_the_settings_name(kiosk: App) -> None:
    kiosk.context.take(kiosk.context.settings.changed(pieces="contrast", garden="classic"))
    kiosk.stack.change(Push(to.ToAttract()))
    kiosk.frame(1.0)
    scene = top(kiosk)
    assert isinstance(scene, Attract)
    assert scene.telling is not None
    seen = list[Design]()
    scene.telling.play.draw = lambda canvas: seen.append(canvas.design)
    kiosk.frame(1.0)
    assert seen == [kiosk.context.design]
    assert kiosk.context.design.contrast


@pytest.mark.usefixtures("judged")
def test_a_kiosk_that_plays_by_itself_looks_for_no_key_moves(kiosk: App) -> None:
    kiosk.stack.change(Push(to.ToAttract()))
    scene = top(kiosk)
    assert isinstance(scene, Attract)
    assert scene.telling is not None
    assert scene.telling.play.over, "there is nothing to look for yet"
    for _ in range(20):
        kiosk.frame(0.5)
        assert not kiosk.context.ai_worker.busy, "the processor of a table nobody sits at works"


def test_a_kiosk_that_idles_on_its_shelf_plays_by_itself(kiosk: App) -> None:
    decide(kiosk, attract=2)
    idle(kiosk, 120)
    assert isinstance(top(kiosk), Shelf)
    idle(kiosk, 2)
    assert isinstance(top(kiosk), Attract)


def test_a_table_that_is_no_kiosk_stays_as_it_is(kiosk: App) -> None:
    kiosk.context.kiosk = False
    idle(kiosk, 700)
    assert isinstance(top(kiosk), Shelf)


@pytest.mark.parametrize("touch", TOUCHES, ids=lambda touch: f"{touch.kind} {touch.source}")
def test_whatever_anybody_does_brings_the_shelf_and_does_nothing_else(
    kiosk: App, touch: Intent
) -> None:
    shelf = top(kiosk)
    assert isinstance(shelf, Shelf)
    box = shelf.boxes[0].box.center
    touch = replace(touch, pos=box) if touch.kind == "press" else touch
    kiosk.stack.change(Push(to.ToAttract()))
    headless.wait(kiosk.stack, 0.5)
    kiosk.deliver(touch)
    assert top(kiosk) is shelf
    rest: tuple[Kind, ...] = ("drag", "release", "tap") if touch.kind == "press" else ("rest",)
    for kind in rest:
        kiosk.deliver(replace(TOUCHES[0], kind=kind, pos=box, pointer=touch.pointer))
    idle(kiosk, 3)
    assert top(kiosk) is shelf, "the finger that woke the table opens no box"
    assert len(kiosk.stack.scenes) == 1


def test_what_guests_have_set_is_forgotten_before_it_plays(kiosk: App) -> None:
    kiosk.context.take(kiosk.context.settings.changed(language="de"))
    idle(kiosk, 125)
    assert isinstance(top(kiosk), Attract)
    assert kiosk.context.texts.language == kiosk.context.usual.language == "en"
    kiosk.deliver(TOUCHES[0])
    shelf = top(kiosk)
    assert isinstance(shelf, Shelf)
    assert any(getattr(w, "text", "") == "EN" for w in shelf.layers[0].targets())


def test_every_game_on_offer_has_its_minute_and_what_is_hidden_has_none(kiosk: App) -> None:
    decide(kiosk, hidden=("jin_li",))
    kiosk.stack.change(Push(to.ToAttract()))
    seen = []
    for _ in range(len(SHELF)):
        scene = top(kiosk)
        assert isinstance(scene, Attract)
        seen.append(scene.game)
        passed = 0.0
        while top(kiosk) is scene:
            kiosk.stack.update(0.25)
            passed += 0.25
        assert EACH / 4 < passed < EACH + 1
    offered = [game for game in SHELF if game != "jin_li"]
    assert seen == [*offered, offered[0]]


def test_it_is_silent_while_nobody_is_there(
    kiosk: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[str] = []
    monkeypatch.setattr(Sound, "play", lambda self, cue, *_: self.volume and played.append(cue))
    kiosk.stack.change(Push(to.ToAttract()))
    headless.wait(kiosk.stack, 20)
    assert played == []
    assert kiosk.context.sound.volume > 0


def test_hours_of_it_leave_nothing_behind(kiosk: App) -> None:
    """Neither in the store nor in memory: every game's scene is gone once the next one is shown."""
    store = kiosk.context.store
    before = store.running(), store.history.results(), store.all_settings()
    gone: list[weakref.ref[object]] = []
    kiosk.stack.change(Push(to.ToAttract()))
    for number in range(2 * len(SHELF)):
        scene = top(kiosk)
        assert isinstance(scene, Attract)
        assert scene.telling is not None
        gone += [weakref.ref(scene), weakref.ref(scene.telling.play)]
        headless.wait(kiosk.stack, 0.4)
        headless.picture(kiosk.stack, kiosk.screen.painter)
        kiosk.stack.change(Home(to.ToAttract(number + 1)))
        del scene
    kiosk.stack.change(Home())
    headless.wait(kiosk.stack, 0.5)
    gc.collect()
    assert [each() for each in gone if each() is not None] == []
    assert SPRITES.held <= SPRITES.limit
    assert (store.running(), store.history.results(), store.all_settings()) == before


def test_both_languages_take_turns_at_every_edge(
    kiosk: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    kiosk.context.take(kiosk.context.settings.changed(seating="table"))
    said: list[tuple[int, str]] = []
    monkeypatch.setattr(
        Canvas, "text", lambda self, text, *_, **__: said.append((self.turn, text)) or 0.0
    )
    kiosk.stack.change(Push(to.ToAttract()))
    kiosk.stack.draw(headless.blank())
    headless.wait(kiosk.stack, TURN + 0.5)
    kiosk.stack.draw(headless.blank())
    lines = {"Fancy a game? Just touch the table.", "Lust auf ein Spiel? Einfach berühren."}
    assert {(turn, text) for turn, text in said if text in lines} == {
        (turn, text) for turn in range(4) for text in lines
    }


def test_nothing_stays_where_it_is_and_it_dims_after_a_while(kiosk: App) -> None:
    places, light = [], []
    for shown in (1, BRIGHT % len(SHELF), BRIGHT):
        kiosk.stack.change(Home(to.ToAttract(shown)))
        headless.wait(kiosk.stack, 0.5)
        scene = top(kiosk)
        assert isinstance(scene, Attract)
        places.append(scene._inner[:2])
        picture = headless.picture(kiosk.stack)
        light.append(sum(pygame.transform.average_color(picture)[:3]))
    assert places[0] != places[1]
    assert all(a != b for a, b in pairwise([*SHIFTS, SHIFTS[0]]))
    assert light[2] < 0.75 * light[1]


def test_it_is_drawn_half_as_often_as_a_game(kiosk: App) -> None:
    kiosk.frame(1.0)
    kiosk.deliver(Intent("hover"))
    playing = kiosk.pace
    kiosk.stack.change(Push(to.ToAttract()))
    kiosk.frame(1.0)
    assert kiosk.screen.awake
    assert kiosk.pace == playing / 2


@pytest.mark.parametrize("pixels", [(800, 600), (600, 1000), (1920, 1080)])
def test_another_window_keeps_it_going(kiosk: App, pixels: tuple[int, int]) -> None:
    kiosk.stack.change(Push(to.ToAttract(2)))
    headless.wait(kiosk.stack, 3)
    pygame.display.set_mode(pixels)
    kiosk.stack.resize(pixels)
    headless.wait(kiosk.stack, 3)
    headless.picture(kiosk.stack)
    assert isinstance(top(kiosk), Attract)


def test_without_any_story_the_table_invites_all_the_same(
    kiosk: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.scenes.home.attract._stories", lambda game: iter(()))
    kiosk.stack.change(Push(to.ToAttract()))
    headless.wait(kiosk.stack, 1)
    headless.picture(kiosk.stack)
    scene = top(kiosk)
    assert isinstance(scene, Attract)
    kiosk.stack.resize((800, 600))
    headless.wait(kiosk.stack, EACH + 1)
    kiosk.deliver(TOUCHES[0])
    assert isinstance(top(kiosk), Shelf)


def test_a_failure_is_not_tried_again_at_once(
    kiosk: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = []

    def fail(scene: Attract) -> None:
        tried.append(scene)
        raise RuntimeError("no story")

    monkeypatch.setattr(Attract, "resume", fail)
    idle(kiosk, 130)
    assert isinstance(top(kiosk), Shelf)
    assert len(tried) == 1


# Sleeping ---------------------------------------------------------------------------------------


def test_a_closed_table_sleeps_black_and_paints_nothing(kiosk: App, clock: Clock) -> None:
    decide(kiosk, hours=SHOP)
    clock.now = NOON.replace(hour=22)
    idle(kiosk, 62)
    assert isinstance(top(kiosk), Asleep)
    kiosk.frame(1.0)
    kiosk.frame(1.0)
    assert pygame.transform.average_color(kiosk.surface)[:3] == (0, 0, 0)
    for _ in range(30):
        kiosk.frame(1.0)
        assert kiosk.screen.painter.share == 0


def test_a_touch_on_a_closed_table_shows_its_hours_in_both_languages(
    kiosk: App, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    decide(kiosk, hours=SHOP)
    clock.now = NOON.replace(hour=22)
    kiosk.stack.change(Push(to.ToAsleep()))
    said: list[str] = []
    monkeypatch.setattr(Canvas, "text", lambda self, text, *_, **__: said.append(text) or 0.0)
    kiosk.deliver(TOUCHES[0])
    scene = top(kiosk)
    assert isinstance(scene, Asleep)
    kiosk.stack.draw(headless.blank())
    hours = {"Mon–Fri: 10:00 to 18:00", "Mo–Fr: 10:00 bis 18:00 Uhr", "Sa–So: geschlossen"}
    assert hours <= set(said)
    idle(kiosk, HOURS + 1)
    said.clear()
    kiosk.stack.draw(headless.blank())
    assert said == []
    assert top(kiosk) is scene


def test_the_hours_of_a_closed_table_stand_in_the_middle_of_their_plate(
    kiosk: App, clock: Clock
) -> None:
    decide(kiosk, hours=SHOP)
    clock.now = NOON.replace(hour=22)
    kiosk.stack.change(Push(to.ToAsleep()))
    kiosk.deliver(TOUCHES[0])
    picture = headless.picture(kiosk.stack)
    bright = pygame.mask.from_threshold(picture, (255, 255, 255), (150, 170, 190))
    rects = bright.get_bounding_rects()
    written = rects[0].unionall(rects[1:])
    assert written.w > picture.get_width() / 8
    assert abs(written.centerx - picture.get_width() / 2) < picture.get_width() / 100


def test_a_table_wakes_when_it_opens_and_sleeps_when_it_closes(kiosk: App, clock: Clock) -> None:
    decide(kiosk, hours=SHOP)
    clock.now = NOON.replace(hour=9, minute=59)
    idle(kiosk, 62)
    assert isinstance(top(kiosk), Asleep)
    clock.now = NOON.replace(hour=10)
    idle(kiosk, 3)
    assert isinstance(top(kiosk), Attract | Shelf)
    idle(kiosk, 130)
    assert isinstance(top(kiosk), Attract)
    clock.now = NOON.replace(hour=18)
    for _ in range(700):
        kiosk.stack.update(0.1)
    assert isinstance(top(kiosk), Asleep)


def test_whoever_plays_at_closing_time_may_play_on(kiosk: App, clock: Clock) -> None:
    decide(kiosk, hours=SHOP)
    clock.now = NOON.replace(hour=18, minute=30)
    kiosk.stack.change(Push(to.ToSetup("jin_li")))
    for _ in range(20):
        idle(kiosk, 50)
        kiosk.deliver(Intent("wheel", (5.0, 5.0)))
    assert top(kiosk).name == "setup"


@pytest.mark.parametrize("days", [-20_000, 400])
def test_a_clock_that_jumps_breaks_nothing(kiosk: App, clock: Clock, days: int) -> None:
    decide(kiosk, hours=SHOP, names_days=30, parked_days=7, attract=1)
    idle(kiosk, 65)
    clock.now += timedelta(days=days)
    idle(kiosk, 65)
    assert isinstance(top(kiosk), Attract | Asleep)
    clock.now = NOON
    idle(kiosk, 65)
    assert isinstance(top(kiosk), Attract)
    kiosk.deliver(TOUCHES[0])
    assert isinstance(top(kiosk), Shelf)


def test_a_table_that_is_not_to_play_by_itself_goes_dark_until_it_is_touched(kiosk: App) -> None:
    decide(kiosk, attract=0)
    idle(kiosk, 605)
    assert isinstance(top(kiosk), Asleep)
    idle(kiosk, 605)
    assert isinstance(top(kiosk), Asleep)
    kiosk.deliver(TOUCHES[0])
    assert isinstance(top(kiosk), Shelf)


def test_the_held_corner_wakes_even_a_closed_table_for_its_operator(
    kiosk: App, clock: Clock
) -> None:
    decide(kiosk, hours=SHOP)
    clock.now = NOON.replace(hour=22)
    kiosk.stack.change(Push(to.ToAsleep()))
    kiosk.deliver(replace(TOUCHES[0], pos=(20.0, 20.0)))
    idle(kiosk, 5)
    assert top(kiosk).name == "pin"
