"""Strangers' ways out of a kiosk: every scene that guests reach, and whatever they do there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.app import App, Choices
from game.rules import GAMES
from game.rules.core import record
from game.rules.core.match import Match, Series
from game.scenes.core import routes as to
from game.scenes.core.corner import SECONDS, SIDE
from game.scenes.core.scene import Home, Push
from game.scenes.home.operator import OperatorMenu
from game.scenes.home.questions import StillThere
from game.scenes.home.settings import GUESTS
from game.scenes.home.shelf import Shelf
from game.scenes.home.writing import PinEntry
from game.scenes.play.play_scene import PlayScene
from game.services.history import Result
from game.services.levels import shelf as levels_of
from game.services.people import Chair
from game.ui.frame import Point
from tests.sweep import one_in
from tests.tools.showcase.games import played_out
from tests.tools.strangers import CHORDS, KEYS, targets

PIN = "271828"
CHAIRS = (Chair("person", "Annegret"), Chair("person", "Ole"))
RECORD = "[Game]"
Reach = Callable[[App], to.Route]


def begun(app: App) -> to.Route:
    return to.ToMatch(app.context.store.running()[0].id)


def level(app: App) -> to.Route:
    every = levels_of(GAMES["jin_li"])[0]
    return to.ToLevel(every[0], every)


def playing(app: App) -> PlayScene[Any, Any, Any]:
    app.stack.change(Home(begun(app)))
    scene = app.stack.top
    assert isinstance(scene, PlayScene)
    return scene


def over() -> Series:
    return Series(played_out("jin_li", 2, 1, None))


SCENES: dict[str, Reach | None] = {
    "the shelf": None,
    "still there": lambda app: to.ToStillThere(),
    "a name": lambda app: to.ToName("Anna", lambda name, profile: None),
    "a number": lambda app: to.ToLine("?", "", 8, lambda text: None, digits=True),
    "the PIN": lambda app: to.ToPin(),
    "settings": lambda app: to.ToSettings(),
    "help": lambda app: to.ToHelp(),
    "rules": lambda app: to.ToRules("ping_pao"),
    "set-up": lambda app: to.ToSetup("walomino"),
    "matches that wait": lambda app: to.ToRunning(),
    "a match": begun,
    "the pause": lambda app: to.ToPause(playing(app)),
    "the moves": lambda app: to.ToMoveList(playing(app)),
    "a replay": lambda app: to.ToReplay(over(), CHAIRS),
    "bring a match": lambda app: to.ToBring(),
    "take a match along": lambda app: to.ToShare(over(), CHAIRS),
    "levels": lambda app: to.ToLevels("jin_li"),
    "a level": level,
    "the guest book": lambda app: to.ToBookPage("people"),
    "history": lambda app: to.ToBookPage("history"),
    "somebody": lambda app: to.ToPerson(app.context.store.profiles()[0].id),
    "a portrait": lambda app: to.ToPortrait(app.context.store.profiles()[0]),
    "an evening": lambda app: to.ToEveningSetup(),
    "evenings of the past": lambda app: to.ToPastEvenings(),
    "trouble": lambda app: to.ToTrouble(60.0),
}
"""Where guests can be, and the route there."""
OFTEN = ("the shelf", "the PIN", "settings", "a match", "a replay", "the guest book")
"""Where everything is tried in every run; at the other places in deep runs."""


@pytest.fixture
def kiosk(tmp_path: Path) -> Iterator[App]:
    app = App(Choices(size=(800, 600), data=tmp_path, language="en", headless=True, kiosk=True))
    store = app.context.store
    app.context.operator = app.context.operator.with_pin(PIN)
    store.add_profile("Annegret")
    store.finish(store.begin(over(), CHAIRS), Result.of(over(), CHAIRS))
    store.begin(Series(Match(GAMES["jin_li"], 2, seed=1)), CHAIRS)
    app.stack.begin()
    yield app
    app.stack.close()
    app.context.ai_worker.close()
    store.close()


@pytest.fixture(params=[
    pytest.param(reach, id=name, marks=() if name in OFTEN else pytest.mark.deep)
    for name, reach in SCENES.items()
])
def place(request: pytest.FixtureRequest, kiosk: App) -> Iterator[Callable[[], None]]:
    """Leads to one of the scenes, or back to it, and looks whether all is as it was."""
    reach, held = request.param, kept(kiosk)

    def lead() -> None:
        locked(kiosk)
        assert kept(kiosk) >= held
        if reach is None:
            kiosk.stack.change(Home())
        else:
            route = reach(kiosk)
            above = isinstance(route, to.ToPause | to.ToMoveList)
            kiosk.stack.change(Push(route) if above else Home(route))
        kiosk.frame(0.5)

    lead()
    yield lead
    lead()


def kept(app: App) -> tuple[int, int, int]:
    """How many matches there are, people, and results."""
    store = app.context.store
    played = sum(count for count, _ in store.statistics.finished("game").values())
    return len(store.running()) + played, len(store.profiles()), played


def locked(app: App) -> None:
    """Guests are where they belong."""
    assert app.stack.running, "the table has ended"
    assert app.fullscreen, "the screen is not filled"
    assert app.context.kiosk
    assert not any(isinstance(scene, OperatorMenu) for scene in app.stack.scenes)
    settings, usual = asdict(app.context.settings), asdict(app.context.usual)
    free = {key for keys in GUESTS.values() for key in keys}
    assert {key for key in usual if settings[key] != usual[key]} <= free


def send(app: App, kind: int, **values: Any) -> None:
    app.handle(pygame.event.Event(kind, values), 0.0)


def finger(app: App, kind: int, number: int, at: Point) -> None:
    width, height = app.context.size
    send(app, kind, touch_id=1, finger_id=number, x=at[0] / width, y=at[1] / height)


def tap(app: App, at: Point, number: int = 1) -> None:
    finger(app, pygame.FINGERDOWN, number, at)
    finger(app, pygame.FINGERUP, number, at)
    app.frame(0.4)


# What guests do ---------------------------------------------------------------------------------


def test_no_key_and_no_chord_leads_out(kiosk: App, place: Callable[[], None]) -> None:
    for mod in dict.fromkeys(CHORDS):
        for key in KEYS:
            for kind in (pygame.KEYDOWN, pygame.KEYUP):
                send(kiosk, kind, key=key, mod=mod, unicode="")
        kiosk.frame(0.1)
        place()


REQUESTS: Sequence[tuple[int, dict[str, Any]]] = (
    (pygame.QUIT, {}), (pygame.WINDOWCLOSE, {}), (pygame.WINDOWMINIMIZED, {}),
    (pygame.WINDOWHIDDEN, {}), (pygame.WINDOWFOCUSLOST, {}), (pygame.WINDOWLEAVE, {}),
    (pygame.WINDOWRESTORED, {}), (pygame.WINDOWSHOWN, {}), (pygame.WINDOWFOCUSGAINED, {}),
    (pygame.WINDOWMOVED, {"x": 9, "y": 9}), (pygame.WINDOWDISPLAYCHANGED, {"display_index": 1}),
    (pygame.DROPBEGIN, {}), (pygame.DROPTEXT, {"text": RECORD}), (pygame.DROPCOMPLETE, {}),
)  # fmt: skip


def test_no_request_of_the_window_leads_out(
    kiosk: App, place: Callable[[], None], tmp_path: Path,
) -> None:
    file = tmp_path / "match.walong"
    file.write_text(record.write(over()), encoding="utf-8")
    top, before = kiosk.stack.top.name, kept(kiosk)
    for kind, values in (*REQUESTS, (pygame.DROPFILE, {"file": str(file)})):
        send(kiosk, kind, **values)
        kiosk.frame(0.05)
        locked(kiosk)
        assert kiosk.stack.top.name == top, pygame.event.event_name(kind)
    assert kept(kiosk) == before, "nothing was brought"


def test_no_button_of_a_gamepad_leads_out(kiosk: App, place: Callable[[], None]) -> None:
    for pad in range(2):
        for button in (*range(pygame.CONTROLLER_BUTTON_MAX), pygame.CONTROLLER_BUTTON_A):
            for kind in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
                send(kiosk, kind, button=button, instance_id=pad)
            kiosk.frame(0.1)
            locked(kiosk)
        send(kiosk, pygame.CONTROLLERDEVICEREMOVED, instance_id=pad)
        place()


def test_no_corner_leads_further_than_to_the_question_for_the_pin(
    kiosk: App, place: Callable[[], None],
) -> None:
    (width, height), near = kiosk.context.size, SIDE / 3
    for x, y in ((near, near), (width - near, near), (near, height - near),
                 (width - near, height - near)):  # fmt: skip
        asked = isinstance(kiosk.stack.top, PinEntry)
        finger(kiosk, pygame.FINGERDOWN, 1, (x, y))
        for _ in range(round(SECONDS) + 2):
            kiosk.frame(1.0)
        assert asked or (x, y) == (near, near) or not isinstance(kiosk.stack.top, PinEntry)
        finger(kiosk, pygame.FINGERUP, 1, (x, y))
        for digit in "31415":
            send(kiosk, pygame.TEXTINPUT, text=digit)
        send(kiosk, pygame.KEYDOWN, key=pygame.K_RETURN, mod=0)
        kiosk.frame(0.1)
        place()


def test_forty_contacts_lead_nowhere(kiosk: App, place: Callable[[], None]) -> None:
    width, height = kiosk.context.size
    for gap in (1.0, 0.1):  # all over the table, and as a heap of hands in its corner
        places = [(gap * width * (n % 8 + 0.5) / 8, gap * height * (n // 8 + 0.5) / 5)
                  for n in range(40)]  # fmt: skip
        for number, at in enumerate(places):
            finger(kiosk, pygame.FINGERDOWN, number, at)
        kiosk.frame(0.1)
        for number, (x, y) in enumerate(places):
            finger(kiosk, pygame.FINGERMOTION, number, (x + 40, y))
        kiosk.frame(0.1)
        for number, at in enumerate(places):
            finger(kiosk, pygame.FINGERUP, number, at)
        kiosk.frame(0.5)
        place()


@pytest.mark.parametrize("most", one_in(2, [12, 40]))
def test_no_touch_leads_out(kiosk: App, place: Callable[[], None], most: int) -> None:
    """Whatever can be touched, and what then lies there, and what lies there then."""
    found = targets(kiosk.stack.top)
    for at in found[:: 1 + len(found) // most]:
        for _ in range(3):
            tap(kiosk, at)
            locked(kiosk)
        second = targets(kiosk.stack.top)
        if second:
            tap(kiosk, second[-1])
            tap(kiosk, second[0])
        place()


# The question, the results ----------------------------------------------------------------------


def test_still_there_hears_no_request_to_close(kiosk: App) -> None:
    scene = playing(kiosk)
    kiosk.stack.change(Push(to.ToStillThere()))
    for kind, values in REQUESTS:
        send(kiosk, kind, **values)
        locked(kiosk)
    assert isinstance(kiosk.stack.top, StillThere)
    assert scene in kiosk.stack.scenes


@pytest.mark.parametrize("game", one_in(2, GAMES))
def test_no_way_out_of_the_results(kiosk: App, game: str) -> None:
    seats = GAMES[game].info.seats[0]
    series = Series(played_out(game, seats, 1, {} if seats == 1 else None))
    kiosk.stack.change(Home(to.ToPlay(series, CHAIRS[:seats])))
    kiosk.frame(1 / 60)
    scene = kiosk.stack.top
    assert isinstance(scene, PlayScene)
    kiosk.stack.change(Push(to.ToResults(scene)))
    kiosk.frame(2.0)
    for kind, values in REQUESTS:
        send(kiosk, kind, **values)
    for at in targets(kiosk.stack.top):
        tap(kiosk, at)
        locked(kiosk)
    kiosk.stack.change(Home())
    for mod in (pygame.KMOD_ALT, pygame.KMOD_NONE):
        for key in (pygame.K_F4, pygame.K_ESCAPE, pygame.K_ESCAPE, pygame.K_q):
            send(kiosk, pygame.KEYDOWN, key=key, mod=mod)
            locked(kiosk)
    assert isinstance(kiosk.stack.top, Shelf)


def test_a_corner_that_was_held_when_the_window_changed_asks_nothing(kiosk: App) -> None:
    finger(kiosk, pygame.FINGERDOWN, 1, (20.0, 20.0))
    kiosk.frame(1.0)
    send(kiosk, pygame.WINDOWDISPLAYCHANGED, display_index=1)
    for _ in range(6):
        kiosk.frame(1.0)
    assert isinstance(kiosk.stack.top, Shelf), "that finger is forgotten"
