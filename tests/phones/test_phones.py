"""Phones at a table: who sits, what is shown and played, and what happens when they go."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Iterator

import pytest

from game.rules.core.match import Series
from game.rules.jin_li.state import crossing
from game.scenes.core.routes import ToPause
from game.scenes.core.scene import Pop, Push
from game.services.people import Chair
from tests.phones.phones import Phone, PhoneTable
from tests.scenes.table import ANNA, BEN, COMPUTER, Table


@pytest.fixture
def table() -> Iterator[PhoneTable]:
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
    assert table.scene.names[0] == "Anna"


def test_nobody_sits_where_a_computer_plays_or_where_there_is_no_seat() -> None:
    table = PhoneTable("jin_li", (ANNA, COMPUTER))
    phone = table.phone()
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
    assert table.phones.seats_of(eve.id) == []
    table.phones.give(0, table.phones.asking[0])
    assert ada.wait("told", tone="news", seat=0)["text"]
    table.until(lambda: not ada.seats)
    eve.view(0)
    assert eve.seats[0]["token"] != stale
    assert not table.phones.asking
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
        assert [*table.phones.asking] == [seat]
    eve.cut()
    table.until(lambda: not table.phones.asking)


def test_once_the_match_is_on_the_table_gives_seats(table: PhoneTable) -> None:
    eve = table.phone(name="Eve")
    assert eve.state["seats"][1]["kind"] == "free"
    table.scene.play(table.scene.game.moves(table.match.state)[0])
    table.until(lambda: eve.state["seats"][1]["kind"] == "person")
    eve.say("sit", seat=1, name="Eve", badge="sun")
    eve.wait("told", tone="news", seat=1)
    assert not table.phones.holders
    table.phones.give(1, table.phones.asking[1])
    eve.view(1)


def test_two_people_share_a_phone(table: PhoneTable) -> None:
    phone = table.phone(0, "Ada").sit(1)
    for number in range(6):
        seat = table.scene.series.person_at(table.match.actor)
        assert phone.play(seat, way(phone, seat)), number
    assert list(phone.seats) == [0, 1]


def test_a_seat_that_is_taken_away_is_gone(table: PhoneTable, two: tuple[Phone, Phone]) -> None:
    ada, bob = two
    stale = ada.seats[0]["token"]
    table.phones.revoke(0)
    assert ada.wait("told", tone="news", seat=0)["text"]
    again = Phone(table).connect(stale)
    assert "scan" in again.wait("error")["text"]
    bob.say("leave", seat=1)
    bob.wait("told", tone="news", seat=1)
    assert not table.phones.holders


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
        table.until(lambda: not table.phones.here(0))
        ada.seen.clear()
        ada.connect(shown)
        ada.view(0, asked=True)
        assert ada.seats[0]["token"] == mine
    other = Phone(table).connect(mine)
    other.view(0)
    assert ada.wait("told", tone="news", seat=0)["text"]


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
    assert table.phones.here(0)


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
        table.phones._orders.put(("x", "y" * 1000))
    table.wait(0.1)
    os.kill(first, signal.SIGKILL)
    table.until(lambda: pid(table) not in (None, first))
    assert not table.phones.here(0)
    table.scene.play(table.scene.game.moves(table.match.state)[3])  # the match goes on meanwhile
    for phone in (ada, bob):
        phone.come_back().view(table.phones.seats_of(phone.id)[0])
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
    table.until(lambda: not table.phones.here(seat))
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
    phone.say("hint", seat=seat, at=view["at"])
    phone.wait("told", tone="hint")
    assert {mark.place for mark in table.scene.marks} <= set(ends)
    assert table.scene.racks.hint is None
    table.close()


def test_the_computer_stands_in_for_a_phone_that_is_away_until_it_is_back() -> None:
    table = PhoneTable("domi_jongg", (ANNA, BEN), seed=3)
    table.rest()
    seat = actor(table)
    phone, other = table.phone(seat, "Ada"), table.phone(1 - seat, "Bob")
    phone.cut()
    table.until(lambda: not table.phones.here(seat))
    table.phones.lend(seat)
    table.phones.guests[phone.id].left -= 9.0
    table.until(lambda: actor(table) != seat)
    assert table.stack.top is table.scene, "no curtain comes for who is stood in for"
    phone.come_back().view(seat)
    assert not table.phones.holders[seat].lent
    table.rest()
    at = table.match.cursor
    other.play(1 - seat, way(other, 1 - seat))
    assert table.match.cursor > at
    table.close()


def test_at_the_next_game_of_an_evening_everybody_has_the_own_seat(table: PhoneTable) -> None:
    ada, bob = table.phone(0, "Ada"), table.phone(1, "Bob")
    table.phones.part(table.scene.phones)
    again = Table("jin_li", (BEN, ANNA))
    again.scene.phones._phones = table.phones
    table.phones.join(again.scene.phones)
    assert [table.phones.holders[seat].name for seat in (0, 1)] == ["Bob", "Ada"]
    table.until(lambda: list(ada.seats) == [1])
    ada.view(1, asked=False)
    bob.view(0, asked=True)
    again.close()
