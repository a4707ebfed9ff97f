"""The page of phones on the screen: how they come, who sits where, and who decides it."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from game.app import App
from game.phones import host
from game.phones.host import Phones
from game.scenes.core import routes as to
from game.scenes.core.menu import MenuScene
from game.scenes.core.scene import Push
from game.scenes.home import phones as page
from game.scenes.home.operator import OperatorMenu
from game.scenes.home.phones import PhonesScene
from game.scenes.home.setup import Setup
from game.scenes.play.play_scene import AnyPlayScene, PlayScene
from game.services.operator import Operator
from game.ui.intents import Intent
from game.ui.square_code import SquareCode
from game.ui.text_entry import TextField
from game.ui.widgets import Button, Choice, Label
from tests.loopback import HOST
from tests.opened import opened
from tests.phones.phones import PATIENCE, SideThread, message
from tests.scenes.home.test_kiosk import everything
from tests.scenes.home.test_operator_pages import control

HOME = {HOST: "lo", "127.0.0.2": "eth0"}


def networks(patch: pytest.MonkeyPatch, found: Mapping[str, str]) -> None:
    """The table has these addresses."""
    for module in (host, page):
        patch.setattr(module, "addresses", lambda: found)


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    networks(monkeypatch, HOME)
    with opened(tmp_path) as table:
        phones = table.context.phones = Phones(port=0)
        phones._side = SideThread("phones", "")
        yield table
        phones.close()


def widgets(app: App) -> list[object]:
    """Everything on the top scene, lists and rows included."""
    assert isinstance(app.stack.top, MenuScene)
    return [widget for layer in app.stack.top.layers for widget in everything(layer)]


def button(app: App, text: str) -> Button:
    found = [each for each in widgets(app) if isinstance(each, Button) and each.text == text]
    assert found, [each.text for each in widgets(app) if isinstance(each, Button)]
    return found[0]


def press(app: App, text: str) -> None:
    button(app, text).activate()
    app.frame(0.1)


def until_open(app: App) -> Phones:
    while not app.context.phones.port:
        app.frame(0.05)
        time.sleep(0.001)
    app.frame(0.05)
    return app.context.phones


def come(app: App, name: str, seat: int) -> str:
    """A phone comes and asks for a seat."""
    phones, phone = app.context.phones, f"phone of {name}"
    phones._hear(phone, message("hello", token=phones.invitation, language="en"))
    phones._hear(phone, message("sit", seat=seat, name=name, badge="koi"))
    app.frame(0.1)
    return phone


def test_one_tap_in_the_setup_opens_the_match_under_the_code_and_phones_sit_down(app: App) -> None:
    """From *Phones* to the first phone seated: this tap, the code, a seat and *Sit down*."""
    app.stack.change(Push(to.ToSetup("jin_li")))
    assert not app.context.phones.address, "off, until somebody opens it"
    press(app, "Play with phones")
    assert isinstance(app.stack.top, PhonesScene)
    phones = until_open(app)
    codes = [each.text for each in widgets(app) if isinstance(each, SquareCode)]
    assert codes == [phones.url]
    assert phones.url == f"http://{HOST}:{phones.port}/#{phones.invitation}"
    come(app, "Ada", 0)
    assert [*phones.holders] == [("Ada", "koi")]
    assert isinstance(app.stack.top, PhonesScene), "more may come: who sits second, is a computer"
    come(app, "Ben", 1)
    play = app.stack.top
    assert isinstance(play, PlayScene), "everybody has come: nobody needs to walk to the screen"
    app.frame(0.1)
    assert phones.party is play.phones
    assert play.names == ("Ada", "Ben")
    assert play.persons == {0, 1}


def test_where_fewer_phones_come_than_there_are_seats_a_tap_begins(app: App) -> None:
    app.stack.change(Push(to.ToSetup("jin_li")))
    press(app, "Play with phones")
    until_open(app)
    come(app, "Ada", 0)
    said = [each.text for each in widgets(app) if isinstance(each, Label)]
    assert "the computer plays unless a phone sits down" in said
    press(app, "Begin like this")
    play = app.stack.top
    assert isinstance(play, PlayScene)
    assert play.persons == {0}, "the other one stays a computer"


def test_the_table_gives_seats_on_that_page_and_takes_them_back(app: App) -> None:
    app.stack.change(Push(to.ToSetup("jin_li")))
    setup = app.stack.top
    assert isinstance(setup, Setup)
    setup.places[1].kind = "person"
    setup.start()
    app.frame(0.1)
    app.context.phones.open()
    phones = until_open(app)
    play: AnyPlayScene = app.stack.top  # type: ignore[assignment]
    play.play(play.game.moves(play.latest)[0])
    come(app, "Ada", 0)
    assert not phones.holders, "the match is on: the table has to give the seat"
    app.stack.change(Push(to.ToPhones()))
    app.frame(0.1)
    press(app, "Give")
    assert [*phones.holders] == [("Ada", "koi")]
    assert any(each.text == "Ada" for each in widgets(app) if isinstance(each, Label))
    come(app, "Eve", 0)
    assert [*phones.holders] == [("Ada", "koi")]
    assert any("Eve" in each.text for each in widgets(app) if isinstance(each, Label))
    press(app, "Give")
    assert [*phones.holders] == [("Eve", "koi")]
    press(app, "Take away")
    assert not phones.holders


def test_an_address_is_chosen_where_there_are_several(app: App) -> None:
    app.stack.change(Push(to.ToPhones()))
    phones = until_open(app)
    choice = next(each for each in widgets(app) if isinstance(each, Choice))
    assert [text for _, text in choice.values] == [f"{HOST} lo", "127.0.0.2 eth0"]
    choice.choose(1)
    assert until_open(app).address == "127.0.0.2"
    assert phones.url.startswith("http://127.0.0.2:")


def test_without_a_network_the_page_says_so_and_looks_again(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    phones = app.context.phones
    networks(monkeypatch, {})
    app.stack.change(Push(to.ToPhones()))
    app.frame(0.1)
    assert any("no network" in each.text for each in widgets(app) if isinstance(each, Label))
    networks(monkeypatch, HOME)
    press(app, "Look again")
    until_open(app)
    assert [each.text for each in widgets(app) if isinstance(each, SquareCode)] == [phones.url]


def test_a_code_leads_into_the_wifi_that_the_operator_has_entered(app: App) -> None:
    app.stack.change(Push(to.ToOperator("guests")))
    for text, label in (("Teehaus", "Wi-Fi for phones"), ("a;b", "Password of the Wi-Fi")):
        app.frame(0.1)
        menu = app.stack.top
        assert isinstance(menu, OperatorMenu)
        line = control(menu, label)
        assert isinstance(line, TextField)
        line.activate()
        app.frame(0.1)
        for letter in text:
            app.deliver(Intent("text", name=letter, source="keys"))
        app.stack.top.finish()  # type: ignore[attr-defined]
    app.frame(0.1)
    assert Operator.of(app.context.store) == app.context.operator
    app.stack.change(Push(to.ToPhones()))
    until_open(app)
    codes = [each.text for each in widgets(app) if isinstance(each, SquareCode)]
    assert "WIFI:T:WPA;S:Teehaus;P:a\\;b;;" in codes


def test_they_are_switched_off_where_they_are_switched_on(app: App) -> None:
    app.stack.change(Push(to.ToPhones()))
    phones = until_open(app)
    come(app, "Ada", 0)
    press(app, "Switch phones off")
    assert (phones.address, phones.port, phones.holders, phones.guests) == ("", 0, {}, {})
    cast(SideThread, phones._side).thread.join(PATIENCE)
    assert not cast(SideThread, phones._side).thread.is_alive()
    assert not isinstance(app.stack.top, PhonesScene)


@pytest.mark.parametrize("allowed", [True, False])
@pytest.mark.parametrize("where", [to.ToSetup("jin_li"), to.ToSettings()])
def test_guests_of_a_kiosk_find_phones_only_if_its_operator_wants_it(
    app: App, where: to.Route, allowed: bool
) -> None:
    app.context.kiosk = True
    app.context.decide(replace(app.context.operator, played_on_phones=allowed))
    app.context.operator = Operator.of(app.context.store)
    app.stack.change(Push(where))
    app.frame(0.1)
    icons = [each.icon for each in widgets(app) if isinstance(each, Button)]
    assert ("phone" in icons) == allowed


def test_memory_is_not_swept_while_somebody_taps_on_a_phone(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    swept: list[int] = []
    monkeypatch.setattr("game.app.sweep", lambda: swept.append(1))
    app.stack.change(Push(to.ToPhones()))
    phones = until_open(app)
    swept.clear()
    phones._side.pipe, theirs = phones._side.context.Pipe()
    for _ in range(100):
        theirs.send(("phone of Ada", message("leave", seat=0)))
        app.frame(0.1)
    assert not swept
    for _ in range(100):
        app.frame(0.1)
    assert swept


def test_who_plays_with_a_phone_is_there(app: App) -> None:
    """A table that stands unattended does not ask whether anybody is there while phones play."""
    app.stack.change(Push(to.ToPhones()))
    phones = until_open(app)
    phone = come(app, "Ada", 0)
    app.frame(20.0)
    assert app._presence.seconds >= 20.0
    phones._side.pipe, theirs = phones._side.context.Pipe()
    theirs.send((phone, message("hint", seat=0, at=0)))
    app.frame(0.1)
    assert app._presence.seconds < 1.0


def test_in_another_network_the_page_shows_the_address_there(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.stack.change(Push(to.ToSetup("jin_li")))
    press(app, "Play with phones")
    phones = until_open(app)
    come(app, "Ada", 0)
    press(app, "Begin like this")
    networks(monkeypatch, {"127.0.0.3": "wlan0"})
    app.stack.change(Push(to.ToPhones(0)))
    until_open(app)
    assert phones.url == f"http://127.0.0.3:{phones.port}/#{phones.invitation}"
    assert phones.url in [each.text for each in widgets(app) if isinstance(each, SquareCode)]
    assert [*phones.holders] == [("Ada", "koi")], "who sat, sits"
