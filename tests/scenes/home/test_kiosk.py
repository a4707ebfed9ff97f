"""A table among strangers: no way out for guests, the operator's menu, and the way back to rest."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game.app import App, Choices
from game.heartbeat import FOUND_TAKEN, VARIABLE
from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.scenes.core import routes as to
from game.scenes.core.routes import ToEveningSetup, ToOperator, ToSettings
from game.scenes.core.scene import Home, Push
from game.scenes.evening.evening_scene import EveningScene
from game.scenes.evening.setup import EveningSetup
from game.scenes.home.operator import OperatorMenu
from game.scenes.home.questions import SECONDS, Leave, StillThere
from game.scenes.home.settings import GUESTS, SettingsScene, change
from game.scenes.home.shelf import Shelf
from game.scenes.home.writing import PinEntry
from game.scenes.review.broken_match import to_running
from game.services.guesses import TRIES, Guesses
from game.services.operator import Operator
from game.services.people import Chair
from game.ui.frame import Box, Point
from game.ui.intents import CHORDS, KEYS, Intent
from game.ui.layer import Layer
from game.ui.widgets import Button, Field, PictureChoice
from game.window import NoScreen
from tests.opened import idle
from tests.tools import headless

PIN = "271828"
CHAIRS = (Chair("person", "Annegret"), Chair("person", "Ole"))


def opened(folder: Path, kiosk: bool) -> App:
    app = App(Choices(size=(800, 600), data=folder, language="en", kiosk=kiosk))
    app.context.operator = app.context.operator.with_pin(PIN)
    app.context.store.begin(Series(Match(GAMES["jin_li"], 2, seed=1)), CHAIRS)
    app.stack.begin()
    return app


def closed(app: App) -> None:
    app.stack.close()
    app.context.ai_worker.close()
    app.context.store.close()


@pytest.fixture
def kiosk(tmp_path: Path) -> Iterator[App]:
    app = opened(tmp_path, kiosk=True)
    yield app
    closed(app)


@pytest.fixture
def unattended(tmp_path: Path) -> Iterator[App]:
    app = opened(tmp_path, kiosk=False)
    app.context.settings = app.context.settings.changed(unattended="3")
    yield app
    closed(app)


def tap(app: App, point: Point) -> None:
    for kind in ("press", "release", "tap"):
        app.deliver(Intent(kind, point, pointer="touch:0:1", source="touch"))
    headless.wait(app.stack, 0.4)


def locked(app: App) -> bool:
    """Whether guests are where they belong, and everything is as it was."""
    inside = not isinstance(app.stack.top, PinEntry | OperatorMenu)
    return app.stack.running and app.fullscreen and inside and bool(app.context.store.running())


# No way out -------------------------------------------------------------------------------------


def test_no_key_and_no_closing_leads_out_of_a_kiosk(kiosk: App) -> None:
    keys = [getattr(pygame, name) for name in dir(pygame) if name.startswith("K_")]
    for mod in (0, pygame.KMOD_ALT, pygame.KMOD_CTRL, pygame.KMOD_CTRL | pygame.KMOD_SHIFT):
        for number, key in enumerate(keys):
            for kind in (pygame.KEYDOWN, pygame.KEYUP):
                kiosk.handle(pygame.event.Event(kind, key=key, mod=mod, unicode=""), number)
            kiosk.handle(pygame.event.Event(pygame.QUIT), number)
            assert locked(kiosk), pygame.key.name(key)


def test_a_kiosk_ends_when_its_wayland_display_has_gone(
    kiosk: App, monkeypatch: pytest.MonkeyPatch,
) -> None:
    """SDL says only once that it wants to quit, then the table would go on without a window."""
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "wayland")
    for closing in (pygame.WINDOWCLOSE, pygame.QUIT):
        kiosk.handle(pygame.event.Event(closing), 0.0)
    assert locked(kiosk), "guests close nothing"
    pygame.event.clear()
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    with pytest.raises(NoScreen):
        kiosk.guard(kiosk.listen, 0.0)


def test_no_button_of_a_pad_leads_out_of_a_kiosk(kiosk: App) -> None:
    for now in range(3):
        for button in range(pygame.CONTROLLER_BUTTON_MAX):
            for kind in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
                kiosk.handle(pygame.event.Event(kind, button=button, instance_id=0), now)
            assert locked(kiosk), button


def test_no_touch_leads_out_of_a_kiosk(kiosk: App) -> None:
    """Whatever can be tapped on the shelf, on all that lies behind it, and behind that."""
    shelf = kiosk.stack.top
    assert isinstance(shelf, Shelf)
    for first in shelf.tappable():
        tap(kiosk, first.center)
        seconds: list[Box] = getattr(kiosk.stack.top, "tappable", list)()
        for second in seconds:
            kiosk.stack.change(Home())
            tap(kiosk, first.center)
            tap(kiosk, second.center)
            tap(kiosk, second.center)
            assert locked(kiosk), (first, second, kiosk.stack.top.name)
        kiosk.stack.change(Home())


LEFT = (to.ToAttract(), to.ToAsleep(), to.ToParked(1), to.ToUnpark(), to.ToStillThere(1))
"""Where a kiosk leads by itself, and guests with it."""


@pytest.mark.parametrize("closed_now", [False, True])
@pytest.mark.parametrize("route", LEFT, ids=lambda route: type(route).__name__)
def test_nothing_leads_out_of_a_kiosk_that_was_left(
    kiosk: App, route: to.Route, closed_now: bool
) -> None:
    hours = (None,) * 7 if closed_now else ()
    kiosk.context.operator = replace(kiosk.context.operator, hours=hours, hidden=tuple(GAMES)[1:])
    events = [
        pygame.event.Event(pygame.QUIT),
        *(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="")
          for mod, key in (*((0, key) for key in KEYS), *CHORDS, (pygame.KMOD_ALT, pygame.K_F4))),
        *(pygame.event.Event(pygame.CONTROLLERBUTTONDOWN, button=button, instance_id=0)
          for button in range(pygame.CONTROLLER_BUTTON_MAX)),
    ]  # fmt: skip
    for now, event in enumerate(events):
        if type(kiosk.stack.top).__name__ not in type(route).__name__:
            kiosk.stack.change(Home(route))
        kiosk.handle(event, now)
        kiosk.stack.update(0.05)
        assert locked(kiosk), event
    for point in ((5, 5), (1275, 5), (5, 715), (900, 700), (960, 540), *_tappable(kiosk)):
        kiosk.stack.change(Home(route))
        tap(kiosk, point)
        assert locked(kiosk), point


def _tappable(app: App) -> list[Point]:
    boxes: list[Box] = getattr(app.stack.top, "tappable", list)()
    return [box.center for box in boxes]


def test_what_is_put_away_for_good_elsewhere_stays_in_a_kiosk(kiosk: App) -> None:
    shelf = kiosk.stack.top
    assert isinstance(shelf, Shelf)
    shelf.ask_before("menu.running.discard", lambda: pytest.fail("put away"), held=True)
    assert len(shelf.all_layers()) == 1


def test_guests_set_what_they_need_to_see_and_hear_until_they_leave(kiosk: App) -> None:
    kiosk.stack.change(Push(ToSettings()))
    scene = kiosk.stack.top
    assert isinstance(scene, SettingsScene)
    fields = [w for layer in scene.layers for w in everything(layer) if isinstance(w, Field)]
    assert len(fields) == sum(map(len, GUESTS.values()))
    language = scene.context.settings.language
    kiosk.stack.change(Home())
    shelf = kiosk.stack.top
    assert isinstance(shelf, Shelf)
    button(shelf, language.upper()).activate()
    assert kiosk.context.settings.language != language
    kiosk.context.settings = kiosk.context.settings.changed(unattended="3")
    kiosk.context.usual = kiosk.context.usual.changed(unattended="3")
    idle(kiosk, 200)
    assert kiosk.context.settings.language == kiosk.context.texts.language == language
    assert kiosk.context.store.get("language") is None, "a guest's choice is kept nowhere"


def test_pieces_of_high_contrast_stay_until_the_guests_leave(kiosk: App) -> None:
    kiosk.stack.change(Push(ToSettings()))
    scene = kiosk.stack.top
    assert isinstance(scene, SettingsScene)
    fields = [w for layer in scene.layers for w in everything(layer) if isinstance(w, Field)]
    pieces = next(each.control for each in fields if isinstance(each.control, PictureChoice))
    pieces.choose(1)
    assert kiosk.context.design.contrast
    kiosk.stack.change(Home())
    idle(kiosk, 700)
    assert not kiosk.context.design.contrast
    assert kiosk.context.store.get("pieces") is None, "a guest's choice is kept nowhere"


def test_what_guests_have_set_is_not_kept_with_what_the_operator_sets(kiosk: App) -> None:
    """They have left when the PIN is given, and the operator sees the table's own settings."""
    usual = kiosk.context.usual
    kiosk.context.take(usual.changed(pieces="contrast", text_size="largest", sound=False))
    hold_corner(kiosk)
    type_pin(kiosk, PIN)
    assert kiosk.context.settings == usual
    kiosk.context.take(usual.changed(pieces="contrast"))
    change(kiosk.context, "volume", 35)
    assert kiosk.context.usual == usual.changed(volume=35)
    assert kiosk.context.store.get("pieces") == usual.pieces
    assert kiosk.context.store.get("volume") == 35


def test_a_kiosk_clears_itself_though_nobody_has_set_when(kiosk: App) -> None:
    assert kiosk.context.settings.unattended == "no"
    language = kiosk.context.settings.language
    shelf = kiosk.stack.top
    assert isinstance(shelf, Shelf)
    button(shelf, language.upper()).activate()
    kiosk.stack.change(Home(ToOperator()))
    idle(kiosk, 700)
    names = [scene.name for scene in kiosk.stack.scenes]
    assert names == ["shelf", "attract"], "guests must not find the operator's menu open"
    assert kiosk.context.settings.language == language


def everything(layer: Layer) -> Iterator[object]:
    todo: list[object] = [layer]
    while todo:
        each = todo.pop()
        yield each
        todo += getattr(each, "children", [])


def button(scene: Shelf | OperatorMenu, name: str) -> Button:
    widgets = (w for layer in scene.layers for w in everything(layer))
    return next(w for w in widgets if isinstance(w, Button) and name in (w.text, w.icon))


# Among strangers --------------------------------------------------------------------------------


def test_closing_from_outside_is_asked_first_where_nobody_attends(unattended: App) -> None:
    unattended.handle(pygame.event.Event(pygame.QUIT), 0.0)
    assert unattended.stack.running
    scene = unattended.stack.top
    assert isinstance(scene, Leave)
    unattended.handle(pygame.event.Event(pygame.QUIT), 0.0)
    assert unattended.stack.top is scene
    unattended.deliver(Intent("cancel", source="keys"))
    assert isinstance(unattended.stack.top, Shelf)
    unattended.handle(pygame.event.Event(pygame.QUIT), 0.0)
    unattended.deliver(Intent("focus", value=-1, source="keys"))
    unattended.deliver(Intent("confirm", source="keys"))
    assert not unattended.stack.running


def test_a_left_table_asks_before_the_shelf_comes_back(unattended: App) -> None:
    unattended.stack.change(Push(ToSettings()))
    idle(unattended, 185)
    assert isinstance(unattended.stack.top, StillThere)
    unattended.deliver(Intent("press", (400.0, 400.0), pointer="touch:0:1", source="touch"))
    assert isinstance(unattended.stack.top, SettingsScene)
    idle(unattended, 185)
    idle(unattended, SECONDS)
    assert isinstance(unattended.stack.top, Shelf)


# The operator -----------------------------------------------------------------------------------


def evening(app: App) -> int:
    """Guests begin an evening."""
    app.deliver(Intent("wheel", (5.0, 5.0)))
    app.stack.change(Home(ToEveningSetup()))
    setup = app.stack.top
    assert isinstance(setup, EveningSetup)
    setup.start()
    app.frame(0.1)
    scene = app.stack.top
    assert isinstance(scene, EveningScene)
    return scene.evening_id


def texts(app: App) -> list[str]:
    layers = getattr(app.stack.top, "layers", [])
    return [w.text for layer in layers for w in everything(layer) if isinstance(w, Button)]


def test_guests_end_their_own_evening_and_nobody_elses(kiosk: App) -> None:
    first = evening(kiosk)
    assert "End the evening" in texts(kiosk)
    idle(kiosk, kiosk.context.patience + 1)
    idle(kiosk, SECONDS + 1)
    kiosk.stack.change(Home(to.ToEvening(first)))
    assert "End the evening" not in texts(kiosk), "other guests may be here now"
    kiosk.stack.change(Home())
    assert "An evening of games" in texts(kiosk), "they may begin one of their own"
    second, evenings = evening(kiosk), kiosk.context.store.evenings
    assert {each.id for each in evenings.all_open()} == {first, second}
    third = evening(kiosk)
    assert {each.id for each in evenings.all_open()} == {first, third}, "one of theirs is enough"
    kiosk.stack.change(Home())
    assert len(evenings.all_open()) == 2
    kiosk.context.kiosk = False
    kiosk.stack.change(Home(to.ToEvening(first)))
    assert "End the evening" in texts(kiosk)


@pytest.mark.parametrize(("wrong", "left", "own"), [
    ("was ended by SIGKILL", False, True), ("was ended by SIGKILL", True, False),
    ("", False, False), (FOUND_TAKEN, False, False),
])  # fmt: skip
def test_guests_may_end_their_evening_after_a_crash_and_nobody_after_a_new_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong: str, left: bool, own: bool
) -> None:
    app = opened(tmp_path, kiosk=True)
    others = app.context.store.evenings.begin(CHAIRS, [("jin_li", {})])
    number = evening(app)
    if left:
        app.context.disown()
    closed(app)
    here, there = os.pipe()
    monkeypatch.setenv(VARIABLE, f"{there},,{wrong}")
    for restarted in (True, False):
        again = opened(tmp_path, kiosk=True)
        assert again.context.may_end(number) == (own and restarted)
        assert not again.context.may_end(others)
        again.stack.change(Home(to.ToEvening(number)))
        assert ("End the evening" in texts(again)) == (own and restarted)
        closed(again)
    os.close(here)
    os.close(there)


def test_guests_rename_and_forget_nobody(kiosk: App) -> None:
    anna = kiosk.context.store.add_profile("Anna")
    for lock in (True, False):
        kiosk.context.kiosk = lock
        kiosk.stack.change(Home(to.ToPerson(anna.id)))
        assert (texts(kiosk).count("Change") == 0) == lock
        assert kiosk.stack.top.name == "person"


def hold_corner(app: App) -> None:
    app.deliver(Intent("press", (20.0, 20.0), pointer="touch:0:1", source="touch"))
    for _ in range(5):
        app.frame(1.0)
    app.deliver(Intent("release", (20.0, 20.0), pointer="touch:0:1", source="touch"))


def type_pin(app: App, pin: str) -> None:
    for digit in pin:
        app.deliver(Intent("text", name=digit, source="keys"))
    app.deliver(Intent("confirm", source="keys"))


def test_the_held_corner_and_the_pin_lead_to_the_operators_menu_and_out(kiosk: App) -> None:
    hold_corner(kiosk)
    assert isinstance(kiosk.stack.top, PinEntry)
    type_pin(kiosk, PIN)
    scene = kiosk.stack.top
    assert isinstance(scene, OperatorMenu)
    button(scene, "Close the table").activate()
    kiosk.deliver(Intent("focus", value=-1, source="keys"))
    kiosk.deliver(Intent("confirm", source="keys"))
    assert not kiosk.stack.running


def test_a_corner_that_a_guest_holds_ends_no_match(kiosk: App) -> None:
    """There lies the button of the match's menu, and hands rest anywhere."""
    (run,) = kiosk.context.store.running()
    kiosk.stack.change(Home(to_running(kiosk.context, run.id)))
    match = kiosk.stack.top
    hold_corner(kiosk)
    assert isinstance(kiosk.stack.top, PinEntry)
    hold_corner(kiosk)
    assert len(kiosk.stack.scenes) == 3, "one question is enough"
    kiosk.deliver(Intent("cancel", source="keys"))
    assert kiosk.stack.top is match
    hold_corner(kiosk)
    type_pin(kiosk, PIN)
    assert isinstance(kiosk.stack.top, OperatorMenu)
    hold_corner(kiosk)
    assert len(kiosk.stack.scenes) == 3
    kiosk.deliver(Intent("cancel", source="keys"))
    assert kiosk.stack.top is match


def test_a_match_under_the_question_for_the_pin_is_parked_like_any_other(kiosk: App) -> None:
    series = Series(Match(GAMES["jin_li"], 2, seed=1))
    series.current.play(series.current.game.moves(series.current.state)[0])
    number = kiosk.context.store.begin(series, CHAIRS)
    kiosk.stack.change(Home(to_running(kiosk.context, number)))
    hold_corner(kiosk)
    idle(kiosk, kiosk.context.patience + 1)
    idle(kiosk, SECONDS + 1)
    assert kiosk.stack.top.name == "parked"


def test_a_corner_that_is_only_touched_leads_nowhere(kiosk: App) -> None:
    for _ in range(5):
        tap(kiosk, (20.0, 20.0))
        kiosk.frame(1.0)
    assert isinstance(kiosk.stack.top, Shelf)


def test_wrong_pins_make_the_next_try_wait_longer_and_longer(kiosk: App) -> None:
    hold_corner(kiosk)
    for _ in range(TRIES):
        type_pin(kiosk, "000000")
    type_pin(kiosk, PIN)
    assert isinstance(kiosk.stack.top, PinEntry), "the right one too has to wait"
    assert Guesses(kiosk.context.store, "pin").rest == 15, "and a new start forgets nothing"
    for _ in range(16):
        kiosk.frame(1.0)
    type_pin(kiosk, "000000")
    assert Guesses(kiosk.context.store, "pin").rest == 30
    for _ in range(31):
        kiosk.frame(1.0)
    type_pin(kiosk, PIN)
    assert isinstance(kiosk.stack.top, OperatorMenu)
    assert Guesses(kiosk.context.store, "pin").wrong == 0


def test_the_operator_chooses_the_games_but_one_stays(kiosk: App) -> None:
    kiosk.stack.change(Push(ToOperator()))
    scene = kiosk.stack.top
    assert isinstance(scene, OperatorMenu)
    for game in GAMES:
        kiosk.context.operator = replace(kiosk.context.operator, hidden=())
        scene._offer(game, False)
    assert kiosk.context.operator.hidden == (tuple(GAMES)[-1],)
    kiosk.context.operator = replace(kiosk.context.operator, hidden=tuple(GAMES)[1:])
    scene._offer(next(iter(GAMES)), False)
    assert len(kiosk.context.operator.hidden) == len(GAMES) - 1
    kiosk.stack.change(Home())
    shelf = kiosk.stack.top
    assert isinstance(shelf, Shelf)
    shelf.rebuild()
    assert [box.game for box in shelf.boxes] == [next(iter(GAMES))]
    kiosk.stack.change(Push(ToEveningSetup()))
    assert isinstance(kiosk.stack.top, EveningSetup)
    assert set(kiosk.stack.top.programme) == {next(iter(GAMES))}


@pytest.mark.parametrize("pin", ["", "123", "12345678901234", "12a4", "１２３４"])
def test_what_is_no_pin_is_refused(pin: str) -> None:
    with pytest.raises(ValueError, match="four to twelve digits"):
        Operator().with_pin(pin)


@pytest.mark.parametrize("pin", ["", "zz.zz", "00", "00.", ".00", "00.00.00"])
def test_nothing_fits_a_damaged_pin(pin: str) -> None:
    assert not Operator(pin=pin).fits("1234")


@pytest.mark.parametrize("kept", [None, -2, "3", True, []])
def test_a_damaged_number_of_guesses_is_none(kiosk: App, kept: object) -> None:
    kiosk.context.store.set(**{"pin tried": kept})
    assert (Guesses(kiosk.context.store, "pin").wrong, Guesses(kiosk.context.store, "x").rest) == (
        0, 0,
    )  # fmt: skip


@pytest.mark.parametrize("kept", [None, 3, [], {"kiosk": 1, "hidden": [1], "pin": 5}])
def test_damaged_decisions_are_those_of_a_private_table(kiosk: App, kept: object) -> None:
    kiosk.context.store.set(operator=kept)
    assert Operator.of(kiosk.context.store) == Operator()


def test_a_file_dropped_on_a_kiosk_is_not_brought(kiosk: App, tmp_path: Path) -> None:
    (tmp_path / "match.walong").write_text("anything", encoding="utf-8")
    drop = pygame.event.Event(pygame.DROPFILE, file=str(tmp_path / "match.walong"))
    kiosk.handle(drop, 0.0)
    kiosk.listen(0.0)
    assert isinstance(kiosk.stack.top, Shelf)
    kiosk.context.kiosk = False
    kiosk.handle(drop, 0.0)
    kiosk.listen(0.0)
    assert not isinstance(kiosk.stack.top, Shelf)
