"""Matches that guests of a kiosk have left: put aside under a code, and found again."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pygame
import pytest

from game.app import App, Choices
from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.scenes.core import routes as to
from game.scenes.core.scene import Home, Push
from game.scenes.guest_book.name_entry import NameEntry
from game.scenes.home.parked import SHOWN, Parked
from game.scenes.home.questions import SECONDS, StillThere
from game.scenes.home.running import RunningMatches
from game.scenes.home.shelf import Shelf
from game.scenes.home.writing import Unpark
from game.scenes.play.play_scene import AnyPlayScene, PlayScene
from game.services import parking
from game.services.expiry import expire
from game.services.operator import Operator
from game.services.parking import LETTERS, LONG, asked_for, new_code
from game.services.people import Chair
from game.services.store import Store
from game.ui.intents import Intent
from game.ui.layer import Layer
from game.ui.square_code import SquareCode
from game.ui.widgets import Button
from tests.opened import idle
from tests.scenes.home.test_attract import Clock, top
from tests.scenes.home.test_kiosk import closed, everything, opened
from tests.tools import headless

ANNA, OLE = Chair("person", "Anna", profile=1), Chair("person", "Ole", profile=2)


@pytest.fixture
def kiosk(tmp_path: Path) -> Iterator[App]:
    app = opened(tmp_path, kiosk=True)
    app.context.store.clock = Clock()
    for run in app.context.store.running():
        app.context.store.discard(run.id)
    yield app
    closed(app)


def played(app: App, chairs: tuple[Chair, ...] = (ANNA, OLE), steps: int = 2) -> AnyPlayScene:
    """A match on the table in which somebody has moved."""
    app.stack.change(Home(to.ToPlay(Series(Match(GAMES["jin_li"], 2, seed=1)), chairs)))
    scene = top(app)
    assert isinstance(scene, PlayScene)
    app.deliver(Intent("wheel", (5.0, 5.0)))
    for _ in range(steps):
        while scene.asked is None:  # a step is seen once the disk has it, however long that takes
            headless.wait(app.stack, 0.1)
        assert scene.commit(scene.game.moves(scene.latest)[0])
        headless.wait(app.stack, 2)
    return scene


def leave(app: App) -> Parked:
    """Everybody walks away."""
    idle(app, app.context.patience + 3)
    assert isinstance(top(app), StillThere)
    idle(app, SECONDS + 1)
    scene = top(app)
    assert isinstance(scene, Parked)
    return scene


def press(app: App, layers: list[Layer], name: str) -> None:
    app.deliver(Intent("wheel", (5.0, 5.0)))  # somebody is there
    widgets = (w for layer in layers for w in everything(layer))
    next(w for w in widgets if isinstance(w, Button) and w.text == name).activate()


def ask(app: App, text: str) -> None:
    """Type a code on the table's keyboard, from the shelf on."""
    shelf = top(app)
    assert isinstance(shelf, Shelf)
    press(app, shelf.layers, "Go on with a parked match")
    app.frame(0.1)
    assert isinstance(top(app), Unpark)
    for letter in text:
        app.deliver(Intent("text", name=letter, source="keys"))
    app.deliver(Intent("confirm", source="keys"))


def test_a_match_that_was_left_waits_under_its_code_and_nowhere_else(kiosk: App) -> None:
    match = played(kiosk).match_id
    code = leave(kiosk).code
    assert len(code) == LONG
    idle(kiosk, SHOWN + 1)
    kiosk.deliver(Intent("press", (5.0, 700.0), pointer="mouse"))
    shelf = top(kiosk)
    assert isinstance(shelf, Shelf)
    assert not shelf._running, "strangers do not find it on the shelf"
    kiosk.stack.change(Push(to.ToRunning()))
    scene = top(kiosk)
    assert isinstance(scene, RunningMatches)
    assert not kiosk.context.store.match_log().more()
    kiosk.stack.change(Home())
    ask(kiosk, code.lower())
    scene = top(kiosk)
    assert isinstance(scene, PlayScene)
    assert scene.match_id == match
    assert scene.match.cursor == 2


def test_a_name_opens_no_match_of_strangers(kiosk: App) -> None:
    played(kiosk, (ANNA, Chair("person", "Käthe Maria", profile=3)))
    leave(kiosk)
    for name in ("anna", "Käthe Maria"):
        kiosk.stack.change(Home())
        ask(kiosk, name)
        assert isinstance(top(kiosk), Unpark)


def test_guessing_codes_takes_longer_and_longer_until_one_fits(kiosk: App) -> None:
    match = played(kiosk).match_id
    code = leave(kiosk).code

    def guess(text: str) -> str:
        """What the table says, asked anew from the shelf."""
        kiosk.stack.change(Home())
        ask(kiosk, text)
        return said()

    def said() -> str:
        scene = top(kiosk)
        return "".join(scene.toasts.texts) if isinstance(scene, Unpark) else ""

    none = kiosk.context.texts.t("operator.unpark.none")
    assert [guess("ZZZZ") for _ in range(3)] == [none] * 3
    for seconds in (15, 30, 60, 120, 120):
        assert f"possible in {seconds} seconds" in guess(code), "too soon, even for the right one"
        headless.wait(kiosk.stack, seconds + 1)
        kiosk.deliver(Intent("text", name="X", source="keys"))  # and so it is a wrong one
        kiosk.deliver(Intent("confirm", source="keys"))
        assert said() == none
    assert "possible in 120 seconds" in guess(code)
    headless.wait(kiosk.stack, 121)
    kiosk.deliver(Intent("confirm", source="keys"))
    assert getattr(top(kiosk), "match_id", None) == match
    assert guess("ZZZZ") == none
    assert guess("ZZZZ") == none, "one that fits begins anew"


def test_names_of_other_guests_are_not_offered_to_strangers(kiosk: App) -> None:
    kiosk.context.store.add_profile("Anna")
    for strangers in (True, False):
        kiosk.context.kiosk = strangers
        kiosk.stack.change(Home(to.ToName("Guest 1", lambda name, number: None)))
        kiosk.frame(0.1)
        scene = top(kiosk)
        assert isinstance(scene, NameEntry)
        shown = [w.text for each in scene.layers for w in everything(each) if isinstance(w, Button)]
        assert ("Anna" in shown) is not strangers


def test_who_has_written_no_name_is_found_by_the_code_alone(kiosk: App) -> None:
    """*Player 1* sits in every second match, and whoever tries it finds somebody else's."""
    texts = kiosk.context.texts
    chairs = tuple(Chair("person", texts.t("menu.setup.guest", n=n)) for n in (1, 2))
    number = played(kiosk, chairs).match_id
    code = leave(kiosk).code
    for text in ("Player 1", "Person 1", code):
        assert isinstance(top(kiosk), PlayScene) is False
        kiosk.stack.change(Home())
        ask(kiosk, text)
    assert getattr(top(kiosk), "match_id", None) == number


def test_a_name_that_was_only_confirmed_is_nobodys(kiosk: App) -> None:
    named = list[str]()
    route = to.ToName("Player 1", lambda name, number: named.append(name))
    kiosk.stack.change(Push(route))
    kiosk.deliver(Intent("confirm", source="keys"))
    assert not named
    assert not kiosk.context.store.profiles()
    kiosk.stack.change(Push(route))
    kiosk.deliver(Intent("text", name="Eva", source="keys"))
    kiosk.deliver(Intent("confirm", source="keys"))
    assert named == ["Eva"]
    assert [each.name for each in kiosk.context.store.profiles()] == ["Eva"]


def killed(app: App) -> App:
    """The table is killed and comes back: no scene is left, nothing is closed in order."""
    folder = app.context.store.folder
    clock = app.context.store.clock
    app.stack._scenes.clear()
    app.context.ai_worker.close()
    app.context.store.close()
    again = App(Choices(size=(1280, 720), data=folder, language="en", kiosk=True))
    again.context.store.clock = clock
    again.open()
    return again


def test_a_code_that_was_shown_when_the_table_was_killed_is_shown_again(kiosk: App) -> None:
    played(kiosk)
    code = leave(kiosk).code
    again = killed(kiosk)
    scene = top(again)
    assert isinstance(scene, Parked)
    assert scene.code == code
    idle(again, SHOWN + 1)
    third = killed(again)
    assert isinstance(top(third), Shelf), "once it was seen it is not shown any more"
    closed(third)


def test_a_code_is_not_shown_again_to_those_who_come_later(kiosk: App) -> None:
    played(kiosk)
    leave(kiosk)
    clock = kiosk.context.store.clock
    assert isinstance(clock, Clock)
    clock.now += parking.TOLD_AGAIN + timedelta(seconds=1)
    again = killed(kiosk)
    assert isinstance(top(again), Shelf)
    closed(again)


@pytest.mark.parametrize("kept", [
    3, {}, {"match": 1}, {"match": "1", "since": "2026-11-22"}, {"match": 1, "since": "soon"},
    {"match": 99, "since": "2026-11-22"}, {"match": 1, "since": "2026-11-22T12:00:00+01:00"},
])  # fmt: skip
def test_a_damaged_note_of_a_code_shows_none(kiosk: App, kept: object) -> None:
    kiosk.context.store.set(**{parking.TOLD: kept})
    assert parking.last_told(kiosk.context.store) is None


def test_what_nobody_has_parked_is_not_found(kiosk: App) -> None:
    played(kiosk)
    code = leave(kiosk).code
    kiosk.stack.change(Home())
    for text in ("", "XXXX" if code != "XXXX" else "ZZZZ", code[:3], "Player"):
        ask(kiosk, text)
        scene = top(kiosk)
        assert isinstance(scene, Unpark), text
        assert bool(scene.toasts.texts) == bool(text)
        kiosk.stack.change(Home())


def test_the_code_stays_the_same_when_they_come_and_go(kiosk: App) -> None:
    played(kiosk)
    first = leave(kiosk)
    press(kiosk, first.layers, "Go on now")
    kiosk.frame(0.1)
    assert isinstance(top(kiosk), PlayScene)
    assert leave(kiosk).code == first.code


def test_whoever_comes_back_while_the_code_is_shown_goes_to_the_games(kiosk: App) -> None:
    played(kiosk)
    press(kiosk, leave(kiosk).layers, "To the games")
    kiosk.frame(0.1)
    assert isinstance(top(kiosk), Shelf)


def test_the_shelf_below_the_code_offers_the_match_to_nobody(kiosk: App) -> None:
    played(kiosk)
    leave(kiosk)
    shelf = kiosk.stack.scenes[0]
    assert isinstance(shelf, Shelf)
    assert shelf._running == []


def test_a_pad_alone_types_the_code(kiosk: App) -> None:
    played(kiosk)
    code = leave(kiosk).code
    kiosk.stack.change(Home(to.ToUnpark()))
    scene = top(kiosk)
    assert isinstance(scene, Unpark)
    pad = Intent("confirm", source="pad", pad=0)
    for letter in [*code, "Done"]:
        keys = [w for layer in scene.layers for w in layer.targets() if isinstance(w, Button)]
        scene.focus.current = next(w for w in keys if w.text.upper() == letter.upper())
        scene.focus.visible = True
        kiosk.deliver(pad)
    assert isinstance(top(kiosk), PlayScene)


@pytest.mark.parametrize("phones", [True, False])
def test_the_code_is_shown_for_phones_where_they_are_allowed(kiosk: App, phones: bool) -> None:
    kiosk.context.operator = replace(kiosk.context.operator, phones=phones)
    played(kiosk)
    scene = leave(kiosk)
    squares = [w for layer in scene.layers for w in everything(layer) if isinstance(w, SquareCode)]
    assert [square.text for square in squares] == [f"WALONG {scene.code}"] * phones


def test_a_table_shows_the_code_at_every_edge(kiosk: App) -> None:
    usual = kiosk.context.usual.changed(seating="table")
    kiosk.context.usual = usual
    kiosk.context.take(usual)
    pygame.display.set_mode((1280, 720))
    kiosk.stack.resize((1280, 720))
    played(kiosk)
    assert {layer.frame.turn for layer in leave(kiosk).layers} == {0, 1, 2, 3}


COMPUTER = Chair("computer", "Koi", level="easy")


def kept(app: App, chairs: tuple[Chair, ...], steps: int) -> int:
    """A match on the shelf with so many steps."""
    series = Series(Match(GAMES["jin_li"], 2, seed=1))
    for _ in range(steps):
        series.current.play(series.current.game.moves(series.current.state)[0])
    return app.context.store.begin(series, chairs)


@pytest.mark.parametrize(("chairs", "steps", "stays"), [
    ((ANNA, OLE), 0, False), ((ANNA, OLE), 1, True), ((COMPUTER, ANNA), 1, False),
    ((ANNA, COMPUTER), 1, True), ((COMPUTER, COMPUTER), 3, False),
    ((Chair("visitor", "Ada"), COMPUTER), 1, True),
])  # fmt: skip
@pytest.mark.parametrize("is_kiosk", [True, False])
def test_a_match_in_which_nobody_moved_goes_when_the_guests_of_a_kiosk_have_left_its_shelf(
    kiosk: App, chairs: tuple[Chair, ...], steps: int, stays: bool, is_kiosk: bool
) -> None:
    kiosk.context.kiosk = is_kiosk
    kept(kiosk, chairs, steps)
    kiosk.stack.change(Home())
    idle(kiosk, 60)
    assert len(kiosk.context.store.running()) == 1, "they are still there"
    idle(kiosk, 60.0 * kiosk.context.operator.attract)
    assert bool(kiosk.context.store.running()) == (stays or not is_kiosk)
    kiosk.deliver(Intent("press", (5.0, 700.0), pointer="mouse"))
    shelf = top(kiosk)
    assert isinstance(shelf, Shelf)
    assert bool(shelf._running) == (stays or not is_kiosk)


def test_a_match_in_which_nobody_moved_goes_when_it_was_left_open(kiosk: App) -> None:
    played(kiosk, steps=0)
    idle(kiosk, kiosk.context.patience + 3)
    idle(kiosk, SECONDS + 5)
    assert not kiosk.context.store.running()


def test_what_belongs_to_an_evening_stays_on_the_shelf(kiosk: App) -> None:
    store = kiosk.context.store
    for steps in (0, 2):
        scene = played(kiosk, steps=steps)
        evening = store.evenings.begin((ANNA, OLE), [("jin_li", {})])
        store.evenings.seat(evening, 0, scene.match_id)
        idle(kiosk, kiosk.context.patience + 3)
        idle(kiosk, SECONDS + 5)
        assert [run.parked for run in store.running() if run.id == scene.match_id] == [None]


def test_an_unattended_table_that_is_no_kiosk_leaves_matches_on_the_shelf(kiosk: App) -> None:
    kiosk.context.kiosk = False
    kiosk.context.settings = kiosk.context.settings.changed(unattended="3")
    played(kiosk)
    idle(kiosk, 210)
    shelf = top(kiosk)
    assert isinstance(shelf, Shelf)
    assert len(shelf._running) == 1


def test_nothing_is_lost_before_its_days_are_over_and_not_a_day_later(tmp_path: Path) -> None:
    clock = Clock()
    store = Store(tmp_path, GAMES, clock)
    series = Series(Match(GAMES["jin_li"], 2, seed=1))
    series.current.play(series.current.game.moves(series.current.state)[0])
    parked, left = (store.begin(series, (ANNA, OLE)) for _ in range(2))
    code = parking.park(store, parked)
    assert parking.park(store, parked) == code
    begun = clock.now
    for days, there in ((7, 2), (-400, 2), (8, 1), (4000, 1)):
        clock.now = begun + timedelta(days=days)
        expire(store, Operator())
        assert len(store.running()) == there
    assert [run.id for run in store.running()] == [left]
    store.close()
    again = Store(tmp_path, GAMES, clock)
    assert again.take_notices() == []
    assert [run.id for run in again.running()] == [left]
    again.close()


def test_a_code_survives_the_end_of_the_program(tmp_path: Path) -> None:
    store = Store(tmp_path, GAMES)
    series = Series(Match(GAMES["jin_li"], 2, seed=1))
    series.current.play(series.current.game.moves(series.current.state)[0])
    number = store.begin(series, (ANNA, OLE))
    code = parking.park(store, number)
    store.close()
    again = Store(tmp_path, GAMES)
    assert [(run.id, run.parked) for run in parking.parked(again)] == [(number, code)]
    again.close()


def test_codes_differ_and_are_easily_read() -> None:
    rng, taken = random.Random(1), set[str]()
    for _ in range(500):
        code = new_code(taken, rng)
        assert code not in taken
        assert len(code) == LONG
        assert set(code) <= set(LETTERS)
        taken.add(code)
    assert not set("ILOQUV01AEY") & set(LETTERS)


@pytest.mark.parametrize(("text", "found"), [
    ("KRTX", 1), (" k r t x ", 1), ("WALONG KRTX", 1), ("walong-bcdf", 2), ("Walong", None),
    ("bcdf", 2), ("Ole", None), ("Anna", None), ("", None), ("Guest 3", None), ("None", None),
])  # fmt: skip
def test_what_is_asked_for(text: str, found: int | None) -> None:
    store = Store(None, GAMES)
    for code in ("KRTX", "BCDF"):
        number = store.begin(Series(Match(GAMES["jin_li"], 2, seed=1)), (ANNA, OLE))
        store.park(number, code)
    run = asked_for(store, text)
    assert (run.id if run else None) == found
