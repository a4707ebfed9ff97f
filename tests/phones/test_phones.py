"""Phones at a table: who sits, what is shown and played, and what happens when they go."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pygame
import pytest

from game.phones import host, server
from game.phones.host import KEPT
from game.phones.server import OFF
from game.rules.core.match import Series
from game.rules.jin_li.state import crossing
from game.scenes.core.routes import ToPause
from game.scenes.core.scene import Pop, Push
from game.services.people import Chair
from tests.phones.phones import Phone, PhoneTable
from tests.scenes.table import ANNA, BEN, COMPUTER, Table


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Iterator[PhoneTable]:
    monkeypatch.setattr(server, "DELAY", 0.0)
    table = PhoneTable("jin_li")
    yield table
    table.close()


@pytest.fixture
def two(table: PhoneTable) -> tuple[Phone, Phone]:
    return table.phone(0, "Ada"), table.phone(1, "Bob")


def pid(table: PhoneTable) -> int | None:
    """The number of the process that phones talk to, while there is one."""
    return getattr(table.phones._side.process, "pid", None)


def way(phone: Phone, seat: int) -> list[str]:
    at = phone.table.match.cursor
    found: list[str] = phone.view(seat, at=at, asked=True)["ways"][0]
    return found


# Sitting down ------------------------------------------------------------------------------------


def test_who_has_scanned_the_code_sits_down_and_plays(
    table: PhoneTable, two: tuple[Phone, Phone]
) -> None:
    ada, bob = two
    assert table.scene.names == ("Ada", "Bob")
    assert [tray.name for tray in table.scene.trays] == ["Ada", "Bob"]
    assert bob.view(1)["asked"] is False
    assert ada.play(0, way(ada, 0))
    assert table.match.cursor == 1
    assert bob.view(1, at=1)["turn"] == 0
    assert list(ada.seats) == [0]
    assert ada.state["seats"][1]["name"] == "Bob"


def test_who_has_a_page_in_the_guest_book_keeps_the_name(table: PhoneTable) -> None:
    table.scene.chairs = (Chair("person", "Anna", None, 7), BEN)
    table.phone(0, "Mallory")
    assert table.scene.chairs[0] == Chair("person", "Anna", None, 7, "koi")


def test_nobody_sits_where_a_computer_plays_or_where_there_is_no_seat() -> None:
    table = PhoneTable("jin_li", (ANNA, COMPUTER))
    phone = table.phone()
    table.scene.play(table.scene.game.moves(table.match.state)[0])
    for seat in (1, 4):
        phone.say("sit", seat=seat, name="Ada", badge="koi")
        assert phone.wait("told", seat=seat)["tone"] == "refusal"
    assert not table.phones.holders
    table.close()


def test_a_taken_seat_is_given_by_the_table_alone(table: PhoneTable) -> None:
    ada, eve = table.phone(0, "Ada"), table.phone(name="Eve")
    stale = ada.seats[0]["token"]
    eve.say("sit", seat=0, name="Eve", badge="sun")
    assert "Phones" in eve.wait("told", tone="news", seat=0)["text"]
    assert table.held_by(eve) == []
    table.grant(eve)
    assert ada.wait("told", tone="news")["text"]
    table.until(lambda: not ada.seats)
    eve.view(0)
    assert eve.seats[0]["token"] != stale
    assert not table.phones.guests[eve.id].wish
    ada.say("play", seat=0, number=99, at=0, picks=["a1", "a2"])
    assert ada.wait("told", tone="refusal", seat=0)
    assert table.match.cursor == 0


def test_a_wish_ends_with_another_one_and_with_its_phone(table: PhoneTable) -> None:
    table.phone(0, "Ada")
    table.phone(1, "Ben")
    eve = table.phone(name="Eve")
    for seat in (0, 1):
        eve.say("sit", seat=seat, name="Eve", badge="sun")
        eve.wait("told", tone="news", seat=seat)
        assert table.phones.guests[eve.id].wish["seat"] == seat
    eve.cut()
    table.until(lambda: eve.id not in table.phones.guests)


def test_once_the_match_is_on_the_table_gives_seats(table: PhoneTable) -> None:
    eve = table.phone(name="Eve")
    assert eve.state["seats"][1]["kind"] == "free"
    table.scene.play(table.scene.game.moves(table.match.state)[0])
    table.until(lambda: eve.state["seats"][1]["kind"] == "person")
    eve.say("sit", seat=1, name="Eve", badge="sun")
    eve.wait("told", tone="news", seat=1)
    assert not table.phones.holders
    table.grant(eve)
    eve.view(1)


def test_two_people_share_a_phone(table: PhoneTable) -> None:
    phone = table.phone(0, "Ada")
    phone.name = "Ben"
    phone.sit(1)
    for number in range(6):
        seat = table.scene.series.person_at(table.match.actor)
        assert phone.play(seat, way(phone, seat)), number
    assert list(phone.seats) == [0, 1]


def test_a_seat_that_is_taken_away_is_gone(table: PhoneTable, two: tuple[Phone, Phone]) -> None:
    ada, bob = two
    stale = ada.seats[0]["token"]
    table.phones.revoke(table.who(0))
    assert ada.wait("told", tone="news")["text"]
    again = Phone(table).connect(stale)
    assert "scan" in again.wait("error")["text"]
    bob.say("leave", seat=1)
    bob.wait("told", tone="news")
    assert not table.phones.holders


def test_of_many_lost_seats_the_last_ones_are_told_why(
    table: PhoneTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host, "REVOKED", 2)
    ada, tokens = table.phone(0, "Ada"), list[str]()
    for _ in range(3):
        tokens.append(ada.seats[0]["token"])
        table.phones.revoke(table.who(0))
        table.until(lambda: not ada.seats)
        ada.sit(0)
    for stale, told in (tokens[-1], True), (tokens[0], False):
        again = Phone(table).connect(stale)
        assert "scan" in again.wait("error")["text"]
        assert bool(again.last("told")) == told


def test_names_and_badges_given_on_phones_are_kept_with_the_match(
    table: PhoneTable, two: tuple[Phone, Phone]
) -> None:
    ada, _ = two
    ada.play(0, way(ada, 0))
    store, number = table.context.store, table.scene.match_id
    kept = store.resume(number)
    assert [(each.name, each.badge) for each in kept.chairs] == [("Ada", "koi"), ("Bob", "koi")]
    assert kept.notes["name 0"] == "Ada", "the record says so too"
    assert [each.name for each in store.running()[0].chairs] == ["Ada", "Bob"]


def test_in_an_evening_names_given_on_phones_are_the_evenings(table: PhoneTable) -> None:
    store = table.context.store
    evening = store.evenings.begin((BEN, ANNA), [("jin_li", {}), ("jin_li", {})])
    store.evenings.seat(evening, 1, table.scene.match_id)
    table.phone(0, "Ada")
    found = store.evenings.find(evening)
    assert [each.name for each in found.chairs] == ["Ben", "Ada"]
    assert [each.name for each in found.seated(1)] == ["Ada", "Ben"]


def test_somebody_else_of_the_same_name_takes_another_badge(table: PhoneTable) -> None:
    ada, eve = table.phone(0, "Ada"), table.phone()
    assert ada.seats
    eve.say("sit", seat=1, name="ada", badge="koi")
    told = eve.wait("told", tone="refusal", seat=1)["text"]
    assert "ada sits here already, with this badge" in told, "it says which is taken"
    eve.say("sit", seat=1, name="Ada", badge="sun")
    eve.view(1)
    assert [each["badge"] for each in eve.state["seats"]] == ["koi", "sun"]


def test_two_wishes_under_one_name_and_badge_are_not_both_granted(table: PhoneTable) -> None:
    """By both somebody is known to hold a hand, so the second one is told that it is taken."""
    table.scene.play(table.scene.game.moves(table.match.state)[0])
    eves = [table.phone(), table.phone()]
    for seat, eve in enumerate(eves):
        eve.say("sit", seat=seat, name="Eve", badge="sun")
        eve.wait("told", tone="news", seat=seat)
    for eve in eves:
        table.grant(eve)
    assert "already" in eves[1].wait("told", tone="refusal", seat=1)["text"]
    assert [table.held_by(eve) for eve in eves] == [[0], []]


def test_a_name_from_the_guest_book_is_compared_as_it_is_called_there(table: PhoneTable) -> None:
    table.scene.chairs = (Chair("person", "Anna", None, 7), BEN)
    table.phone(1, "Anna")
    mallory = table.phone()
    mallory.say("sit", seat=0, name="Mallory", badge="koi")
    assert mallory.wait("told", tone="refusal", seat=0)
    assert table.held_by(mallory) == []


def test_a_name_chosen_on_a_phone_stays_in_another_language_of_the_table(table: PhoneTable) -> None:
    ada = table.phone(0, "Player 1")
    table.context.take(replace(table.context.settings, language="de"))
    table.scene.follow()
    assert table.scene.names[0] == "Player 1"
    assert table.held_by(ada) == [0]


def test_who_sits_down_later_is_called_so_everywhere_at_once(table: PhoneTable) -> None:
    """Also while a menu is open, and in what has just been said at the seat."""
    tray = table.scene.trays[1]
    table.scene.play(table.scene.game.moves(table.match.state)[0])
    eve = table.phone(name="Eve")
    eve.say("sit", seat=1, name="Eve", badge="sun")
    eve.wait("told", tone="news", seat=1)
    table.stack.change(Push(ToPause(table.scene)))
    tray.say("Ben has won a point.")
    table.grant(eve)
    assert tray.name == "Eve"
    assert table.scene.names[1] == "Eve"
    assert not tray.message


def test_a_phone_sits_down_in_place_of_a_computer_before_the_first_move() -> None:
    table = PhoneTable("jin_li", (ANNA, COMPUTER))
    ada, bob = table.phone(0, "Ada"), table.phone()
    assert bob.state["seats"][1]["kind"] == "free"
    bob.sit(1)
    assert table.scene.chairs[1].person
    for phone in (ada, ada, bob):
        seat = next(iter(phone.seats))
        assert phone.play(seat, way(phone, seat))
    table.close()


# What is played ----------------------------------------------------------------------------------


def test_what_is_sent_twice_is_played_once(table: PhoneTable, two: tuple[Phone, Phone]) -> None:
    ada, _ = two
    picks, number = way(ada, 0), 12345
    for _ in range(3):
        ada.say("play", seat=0, number=number, at=0, picks=picks)
    ada.wait("state", answered=number)
    ada.say("language", language="de")
    ada.say("play", seat=0, number=number, at=0, picks=picks)
    ada.wait("state", language="de")
    assert ada.last("told") is None, "what was played is not refused when it comes again"
    assert table.match.cursor == 1


def test_what_was_meant_for_another_moment_is_not_played(
    table: PhoneTable, two: tuple[Phone, Phone]
) -> None:
    ada, bob = two
    assert not ada.play(0, way(ada, 0), at=7)
    assert not bob.play(1, ["a1", "a2"], at=0)
    assert "turn" in bob.wait("told", tone="refusal")["text"]
    assert table.match.cursor == 0


def test_the_rules_refuse_in_words_with_their_number_and_places(
    table: PhoneTable, two: tuple[Phone, Phone]
) -> None:
    ada, _ = two
    ada.say("language", language="de")
    assert not ada.play(0, ["a1", "d4"])
    told = ada.wait("told", tone="refusal")
    assert told["rule"].startswith("JL-")
    why = table.scene.game.why_illegal(table.match.state, crossing(table.match.state, 0, 24))
    assert told["text"] == table.phones.guests[ada.id].texts.refusal("jin_li", why)
    assert told["places"]
    assert table.match.cursor == 0


@pytest.mark.parametrize("picks", [[], ["?"], ["a1"] * 16, ["z99", "a1"], ["--"], ["ä😀"]])
def test_picks_that_say_nothing_are_answered(
    table: PhoneTable, two: tuple[Phone, Phone], picks: list[str]
) -> None:
    ada, _ = two
    assert not ada.play(0, picks)
    assert ada.wait("told", tone="refusal", seat=0)["text"]


@pytest.mark.usefixtures("quick_hints")
def test_a_hint_is_told_to_who_asked_and_shown_to_nobody(
    table: PhoneTable, two: tuple[Phone, Phone]
) -> None:
    ada, bob = two
    ada.view(0, asked=True)
    ada.say("hint", seat=0, at=0)
    told = ada.wait("told", tone="hint")
    assert told["places"] in ada.view(0)["ways"]
    assert table.scene.marks == []
    bob.say("hint", seat=1, at=0)
    bob.wait("told", tone="refusal")
    assert bob.last("told", tone="hint") is None


def test_only_the_own_last_move_is_taken_back(table: PhoneTable, two: tuple[Phone, Phone]) -> None:
    ada, bob = two
    assert ada.play(0, way(ada, 0))
    bob.say("undo", seat=1)
    bob.wait("told", tone="refusal", seat=1)
    assert table.match.cursor == 1
    ada.say("undo", seat=0)
    ada.view(0, at=0)
    table.until(lambda: table.match.cursor == 0)


def test_what_is_aimed_at_is_marked_until_it_is_played(
    table: PhoneTable, two: tuple[Phone, Phone]
) -> None:
    ada, _ = two
    picks = way(ada, 0)
    ada.say("aim", seat=0, at=0, picks=[picks[0], "nowhere"])
    table.until(lambda: [mark.place for mark in table.scene.marks] == [picks[0]])
    ada.play(0, picks)
    assert not [mark for mark in table.scene.marks if mark.kind == "held"]


@pytest.mark.parametrize(("game", "phase"), [
    ("ping_pao", "build"), ("walomino", "play"), ("jin_li", "move"), ("skud_pai_sho", "turn"),
])  # fmt: skip
def test_the_screen_shows_the_move_that_a_phone_is_about_to_make(game: str, phase: str) -> None:
    table, rng = PhoneTable(game, seed=4), random.Random(4)
    while table.match.cursor < 12 or table.match.state.phase != phase:
        table.match.play(rng.choice(table.scene.game.moves(table.match.state)))
    table.scene.show_moment(None)
    table.rest()
    seat = table.scene.series.person_at(table.match.actor)
    phone = table.phone()
    phone.say("sit", seat=seat, name="Ada", badge="koi")
    phone.wait("told", seat=seat)
    table.grant(phone)
    picks = phone.view(seat, asked=True)["ways"][0]
    table.rest()
    before = pygame.image.tobytes(table.picture(), "RGB")
    phone.say("aim", seat=seat, at=table.match.cursor, picks=picks)
    table.until(lambda: table.scene.ghost is not None)
    assert table.scene.ghost in table.scene.game.moves(table.match.state)
    assert pygame.image.tobytes(table.picture(), "RGB") != before
    phone.say("aim", seat=seat, at=table.match.cursor, picks=[])
    table.until(lambda: table.scene.ghost is None)
    phone.say("aim", seat=seat, at=table.match.cursor, picks=picks)
    table.until(lambda: table.scene.ghost is not None)
    phone.play(seat, picks)
    assert table.scene.ghost is None
    table.close()


def test_nothing_is_played_behind_a_menu(table: PhoneTable, two: tuple[Phone, Phone]) -> None:
    ada, _ = two
    picks = way(ada, 0)
    table.stack.change(Push(ToPause(table.scene)))
    assert not ada.play(0, picks)
    assert ada.wait("told", tone="refusal", seat=0)
    table.stack.change(Pop())
    assert ada.play(0, picks)


def test_every_word_is_in_the_language_of_the_phone(table: PhoneTable) -> None:
    ada = table.phone(name="Ada", language="de")
    assert ada.state["title"] == table.phones.guests[ada.id].texts.t("jin_li.name")
    ada.sit(0)
    ada.say("language", language="en")
    table.until(lambda: ada.state["title"] == "Jin Li")
    table.until(lambda: ada.state["language"] == "en")
    assert ada.state["language"] == "en"


# Phones vanish -----------------------------------------------------------------------------------


def test_who_comes_back_sits_where_before(table: PhoneTable, two: tuple[Phone, Phone]) -> None:
    """By the seat's token, by scanning again, and with another browser that has the token."""
    ada, _ = two
    mine = ada.seats[0]["token"]
    for shown in (mine, None):
        ada.cut()
        table.until(lambda: not table.here(0))
        ada.seen.clear()
        ada.connect(shown)
        ada.view(0, asked=True)
        assert ada.seats[0]["token"] == mine
    other = Phone(table).connect(mine)
    other.view(0)
    assert ada.wait("told", tone="news")["text"]


def test_two_tabs_are_one_phone(table: PhoneTable) -> None:
    ada = table.phone(0, "Ada")
    tab = Phone(table)
    tab.id = ada.id
    tab.connect()
    picks = way(tab, 0)
    assert tab.play(0, picks, number=1)
    ada.wait("state", answered=1)
    tab.cut()
    ada.say("undo", seat=0)
    ada.view(0, at=0)
    assert table.here(0)


def test_a_line_that_is_cut_at_every_message_of_a_game_loses_and_doubles_nothing() -> None:
    table, rng = PhoneTable("jin_li", seed=5), random.Random(5)
    phones = [table.phone(0, "Ada"), table.phone(1, "Bob")]
    played: list[list[str]] = []
    while table.match.outcome is None:
        seat = table.scene.series.person_at(table.match.actor)
        phone, at = phones[seat], table.match.cursor
        view = phone.view(seat, at=at, asked=True)
        picks, number = rng.choice(view["ways"]), phone.next()
        phone.say("play", seat=seat, number=number, at=at, picks=picks)
        phone.cut()  # before or after it has been heard
        phone.seen.clear()
        phone.connect()
        phone.view(seat)
        phone.play(seat, picks, number=number, at=at)
        assert table.match.cursor == at + 1
        played.append(picks)
        table.scene.finish_motion()
    assert len(played) == len(table.match.log)
    table.close()


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs signals")
def test_a_server_that_is_killed_is_replaced_and_the_phones_come_back() -> None:
    table = PhoneTable("jin_li", alone=True)
    ada, bob = table.phone(0, "Ada"), table.phone(1, "Bob")
    picks, port = way(ada, 0), table.phones.port
    first = pid(table)
    assert first is not None
    os.kill(first, signal.SIGSTOP)
    for _ in range(2000):  # orders to a process that has stopped hold up nobody
        table.phones._send(("x", "y" * 1000))
    table.wait(0.1)
    os.kill(first, signal.SIGKILL)
    table.until(lambda: pid(table) not in (None, first))
    assert not table.here(0)
    table.scene.play(table.scene.game.moves(table.match.state)[3])  # the match goes on meanwhile
    for phone in (ada, bob):
        phone.come_back().view(table.held_by(phone)[0])
    assert table.phones.port == port
    view = bob.view(1, at=1)
    assert ada.view(0, at=1)["turn"] == view["turn"]
    assert not ada.play(0, picks, at=0)
    table.close()


# Hidden hands ------------------------------------------------------------------------------------


@pytest.fixture(params=["couch", "table"])
def hidden(request: pytest.FixtureRequest) -> Iterator[PhoneTable]:
    chairs = (ANNA, BEN, Chair("person", "Clara"))
    table = PhoneTable("domi_jongg", chairs, seed=3, seating=request.param)
    table.rest()
    yield table
    table.close()


def actor(table: PhoneTable) -> int:
    assert table.match.actor is not None
    series: Series = table.scene.series
    return series.person_at(table.match.actor)


def test_no_curtain_comes_for_who_plays_with_a_phone(hidden: PhoneTable) -> None:
    phones = {seat: hidden.phone(seat, f"P{seat}") for seat in range(3)}
    hidden.until(lambda: hidden.stack.top is hidden.scene)
    for _ in range(9):
        phone, seat = phones[actor(hidden)], actor(hidden)
        view = phone.view(seat, at=hidden.match.cursor, asked=True)
        assert view["hand"]
        assert not hidden.scene.privacy.bare(hidden.match.actor)
        assert not hidden.scene.takes_picks
        assert phone.play(seat, view["ways"][0])
        hidden.scene.finish_motion()
        hidden.until(lambda: hidden.stack.top is hidden.scene)


def test_the_curtain_is_for_who_has_no_phone_and_for_whose_phone_is_away() -> None:
    table = PhoneTable("domi_jongg", (ANNA, BEN), seed=3)
    table.rest()
    table.until(lambda: table.stack.top.name == "curtain")
    seat = actor(table)
    phone = table.phone(seat, "Ada")
    table.until(lambda: table.stack.top is table.scene)
    phone.cut()
    table.until(lambda: not table.here(seat))
    table.phones.guests[phone.id].left -= 9.0
    table.until(lambda: table.stack.top.name == "curtain")
    phone.connect()
    table.until(lambda: table.stack.top is table.scene)
    table.close()


@pytest.mark.usefixtures("quick_hints")
def test_the_hand_of_a_phone_is_not_marked_on_the_screen() -> None:
    table = PhoneTable("domi_jongg", (ANNA, BEN), seed=3)
    table.rest()
    phone, seat = table.phone(actor(table), "Ada"), actor(table)
    view = phone.view(seat, asked=True)
    tiles = sorted({item[6] for item in view["hand"] if item[6]})
    ends = [item[6] for item in view["items"] if item[6]]
    phone.say("aim", seat=seat, at=view["at"], picks=[*tiles[:10], *ends[:2]])
    phone.say("aim", seat=seat, at=view["at"], picks=view["ways"][0])
    phone.say("hint", seat=seat, at=view["at"])
    phone.wait("told", tone="hint")
    assert {mark.place for mark in table.scene.marks} <= set(ends)
    assert table.scene.hinted is None
    assert table.scene.ghost is None
    table.close()


def test_a_hint_that_is_asked_for_at_the_table_is_on_the_phone_that_holds_the_hand() -> None:
    table = PhoneTable("domi_jongg", (ANNA, BEN), seed=3)
    table.rest()
    seat = actor(table)
    table.phone(seat, "Ada")
    table.until(lambda: table.stack.top is table.scene)
    table.scene.ask_hint()
    tray = table.scene.trays[table.match.actor]
    assert tray.message == "Hints for this hand are on the phone that holds it."
    assert not table.scene.computer_player.busy
    table.close()


def test_a_tile_that_fits_nowhere_is_refused_with_its_rule() -> None:
    table = PhoneTable("domi_jongg", (ANNA, BEN), seed=3)
    table.rest()
    seat = actor(table)
    phone = table.phone(seat, "Ada")
    view = phone.view(seat, asked=True)
    fits = {place for each in view["ways"] for place in each}
    wrong = next(item[6] for item in view["hand"] if item[6] not in fits)
    assert not phone.play(seat, [wrong])
    told = phone.wait("told", tone="refusal")
    assert told["rule"].startswith("DJ-")
    assert set(told["places"]) <= {item[6] for item in view["items"]}
    table.close()


def test_in_open_games_a_hand_on_the_screen_may_move_for_a_phone(
    table: PhoneTable, two: tuple[Phone, Phone]
) -> None:
    """Hidden hands it leaves alone, see `test_no_curtain_comes_for_who_plays_with_a_phone`."""
    ada, _ = two
    ada.view(0, asked=True)
    table.rest()
    move = table.scene.game.moves(table.match.state)[0]
    table.tap(move.start)
    table.tap(move.end)
    ada.view(0, at=1)


def test_the_computer_stands_in_for_a_phone_that_is_away_until_it_is_back() -> None:
    table = PhoneTable("domi_jongg", (ANNA, BEN), seed=3)
    table.rest()
    seat = actor(table)
    phone, other = table.phone(seat, "Ada"), table.phone(1 - seat, "Bob")
    phone.cut()
    table.until(lambda: not table.here(seat))
    table.phones.lend(table.who(seat))
    assert other.wait("state")["seats"]
    table.until(lambda: other.state["seats"][seat]["phone"] == "lent")
    table.phones.guests[phone.id].left -= 9.0
    table.until(lambda: actor(table) != seat)
    assert table.stack.top is table.scene, "no curtain comes for who is stood in for"
    phone.come_back().view(seat)
    assert not table.phones.holders[table.who(seat)].lent
    table.rest()
    at = table.match.cursor
    other.play(1 - seat, way(other, 1 - seat))
    assert table.match.cursor > at
    table.close()


def test_at_the_next_game_of_an_evening_everybody_has_the_own_seat(table: PhoneTable) -> None:
    ada, bob = table.phone(0, "Ada"), table.phone(1, "Bob")
    again = next_match(table, table.scene.chairs[::-1])
    assert again.scene.names == ("Bob", "Ada")
    table.until(lambda: list(ada.seats) == [1])
    ada.view(1, asked=False)
    bob.view(0, asked=True)
    again.close()


def next_match(table: PhoneTable, chairs: Sequence[Chair]) -> Table:
    """Another match at the same table, for the same phones."""
    table.phones.part(table.scene.phones)
    again = Table("jin_li", chairs)
    again.scene.phones._phones = table.phones
    table.phones.join(again.scene.phones)
    return again


def test_in_another_match_nobody_sits_who_has_not_sat_down_there(table: PhoneTable) -> None:
    ada, bob = table.phone(0, "Ada"), table.phone(1, "Bob")
    stale = ada.seats[0]["token"]
    ada.cut()
    table.until(lambda: not table.here(0))
    again = next_match(table, (Chair("person", "Carla"), Chair("person", "Dora")))
    assert not table.phones.holders
    assert again.scene.names == ("Carla", "Dora")
    assert "new match" in bob.wait("told", tone="news")["text"]
    table.until(lambda: not bob.seats)
    assert bob.state["seats"][0]["kind"] == "free"
    ada.seen.clear()
    ada.connect(stale)
    assert "new match" in ada.wait("told", tone="news")["text"], "and so is who was not there"
    bob.cut()
    Phone(table).connect(bob.state["invitation"]).wait("state")
    again.close()


def test_who_was_away_when_the_seat_was_given_to_another_one_is_told_so(table: PhoneTable) -> None:
    ada, eve = table.phone(0, "Ada"), table.phone(name="Eve")
    stale = ada.seats[0]["token"]
    ada.cut()
    table.until(lambda: not table.here(0))
    eve.say("sit", seat=0, name="Eve", badge="sun")
    eve.wait("told", tone="news", seat=0)
    table.grant(eve)
    table.until(lambda: table.phones._side.server._tokens.get(stale))  # type: ignore[attr-defined]
    ada.seen.clear()
    ada.connect(stale, language="de")
    assert "taken this seat" in ada.wait("told", tone="news")["text"]
    assert "scan" in ada.wait("error")["text"], "the token opens nothing all the same"


# The table ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("alone", [False, True])
def test_phones_are_told_that_they_were_switched_off(alone: bool) -> None:
    table = PhoneTable("jin_li", alone=alone)
    ada = table.phone(0, "Ada")
    table.phones.close()
    ada.read_on()
    assert ada.line is not None
    assert ada.line.close_code == OFF
    table.phones.open()
    table.until(lambda: table.phones.port > 0)
    assert table.phones.port, "it is on again"
    ada.come_back().wait("state")
    assert not ada.seats
    table.close()


def test_over_a_restart_of_the_table_phones_come_back_to_their_seats() -> None:
    """Nothing says goodbye, as when the table is killed."""
    table = PhoneTable("jin_li")
    ada, bob, eve = table.phone(0, "Ada"), table.phone(1, "Bob"), table.phone()
    picks, invitation, port = way(ada, 0), table.phones.invitation, table.phones.port
    assert ada.play(0, picks)
    tokens = [ada.seats[0]["token"], bob.seats[1]["token"], invitation]
    table.restart()
    assert (table.phones.invitation, table.phones.port) == (invitation, port)
    assert table.scene.names == ("Ada", "Bob")
    for phone, token in zip((ada, bob, eve), tokens, strict=True):
        phone.seen.clear()
        phone.connect(token)
    assert ada.view(0, at=1)["turn"] == bob.view(1, at=1)["turn"]
    assert eve.wait("state")["yours"] == []
    table.until(lambda: table.here(0) and table.here(1))
    table.close()


def test_what_is_kept_of_phones_may_be_damaged(table: PhoneTable) -> None:
    store = table.context.store
    host = table.phones.address
    damaged: list[Any] = [None, 7, {}, [], [host, "port", "x"], [host, 9, "x", 5]]
    for kept in (*damaged, [host, 9, "x", ["Ada", "koi", "token"]]):
        table.phones.close()
        store.set(**{KEPT: kept})
        table.phones.open(store=store)
        assert len(table.phones.invitation) == 8
        assert not table.phones.holders
