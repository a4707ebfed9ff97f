"""No phone is told anything by which two tables differ that its seat cannot tell apart.

Everything that the table says to a phone is compared to the byte at twins: one as it was played,
and one with other hands, another pile and other draws, which looks the same from that seat.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.phones import boards
from game.phones.boards import BOARDS
from game.phones.host import Holder, Phones
from game.phones.protocol import ToServer
from game.rules.core.protocol import CHANCE
from game.rules.domi_jongg.state import Drawn
from game.rules.domi_jongg.tiles import Tile
from game.services.people import Chair
from tests.phones.phones import message, wish
from tests.scenes.table import Table

NAMES = "Anna", "Ben", "Clara", "David", "Emil", "Frieda"
PEOPLE = [Chair("person", name, badge="koi") for name in NAMES]
LANGUAGES = "de", "en"


class Heard:
    """All that the phone of one seat is told at a table, without a process in between."""

    def __init__(self, table: Table, chair: int) -> None:
        self.phones = phones = Phones()
        table.scene.phones._phones = phones
        phones.party, phones.invitation = table.scene.phones, "invited1"
        self.sent: list[ToServer] = []
        phones._send = self.sent.append  # type: ignore[assignment]
        for seat, each in enumerate(table.scene.chairs):
            hello = message("hello", token=phones.invitation, language="en")
            phones._hear(f"phone {seat}", hello)
            phones.holders[each.who] = Holder(f"token {seat}", f"phone {seat}")
        self.me, self.chair = f"phone {chair}", chair

    def say(self, message: Any) -> None:
        self.phones._hear(self.me, message)

    def show(self) -> None:
        """Let frames pass until everything is shown."""
        self.phones._show()

    def all(self) -> list[str]:
        """What has been sent to this phone."""
        return [each[1] for each in self.sent if isinstance(each, tuple) and each[0] == self.me]


@contextmanager
def standing(table: Table, state: Any, log: Sequence[Any]) -> Iterator[None]:
    """The match stands in another state, to which another log has led."""
    match = table.match
    before, told = match.state, match.log
    match.states[match.cursor], match.log = state, list(log)
    yield
    match.states[match.cursor], match.log = before, told


def told(table: Table, chair: int, wishes: Sequence[tuple[str, ...]]) -> list[str]:
    """Every kind of message that this seat can be sent now, in both languages."""
    scene, match = table.scene, table.match
    heard, seat = Heard(table, chair), scene.series.seat_of(chair)
    view = match.game.observation(match.state, seat)
    guest = heard.phones.guests[heard.me]
    for language in LANGUAGES:
        heard.say(message("language", language=language))
        heard.show()
        for number, picks in enumerate(wishes):
            heard.say(message("aim", seat=chair, at=match.cursor, picks=picks))
            play = message("play", seat=chair, number=number, at=match.cursor, picks=picks)
            for sent in (play, play, play | {"number": 1000 + number, "at": match.cursor + 1}):
                heard.say(sent)
        heard.say(message("undo", seat=chair))
        if match.actor == seat:
            moves = match.game.moves(view)
            for move in (moves[0], moves[-1]):
                scene.phones._advise(guest, chair, seat, [move])
        else:
            heard.say(message("hint", seat=chair, at=match.cursor))
        other = (chair + 1) % len(scene.chairs)
        heard.say(message("undo", seat=other))
        heard.say(message("sit", seat=other, name="Gabi", badge="sun"))
    return heard.all()


def other_draws(table: Table, rng: random.Random) -> list[Any]:
    """The log with other tiles drawn, where nobody else sees them."""
    return [
        Drawn(Tile(rng.choice("BKT") + rng.choice("123456789")))
        if isinstance(move, Drawn) and table.match.states[index].phase != "single"
        else move
        for index, move in enumerate(table.match.log)
    ]


def illegal(table: Table, chair: int, rng: random.Random) -> list[tuple[str, ...]]:
    """Some picks that are refused: of what lies on this seat's phone, and of anything else."""
    scene, match = table.scene, table.match
    seat = scene.series.seat_of(chair)
    view = match.game.observation(match.state, seat)
    picture = scene.picture(view, seat)
    places = [item.place for item in (*picture.items, *picture.hand) if item.place] + ["?", "--"]
    found = []
    for _ in range(8):
        picks = tuple(rng.choices(places, k=rng.randint(0, 3)))
        try:
            move = wish(scene.id, view, picture, picks)
            legal = match.game.why_illegal(view, move) is None
        except (ValueError, LookupError):
            legal = False
        if not legal or match.actor != seat:
            found.append(picks)
    return found


def compare(table: Table, rng: random.Random) -> int:
    """Compare all seats with their twins where the match stands; gives how many messages."""
    scene, match, count = table.scene, table.match, 0
    scene.shown, scene.clock.going = match.cursor, True
    scene.queue.clear()
    scene.phones._undo = lambda: None
    for chair in range(len(scene.chairs)):
        seat = scene.series.seat_of(chair)
        view = match.game.observation(match.state, seat)
        twin = match.game.determinize(view, seat, rng)
        assert match.game.observation(twin, seat) == view
        wishes = illegal(table, chair, rng)
        before = told(table, chair, wishes)
        with standing(table, twin, other_draws(table, rng)):
            assert told(table, chair, wishes) == before
        count += len(before)
    return count


def play_beside_twins(people: int, seed: int, every: int, first: int) -> None:
    """A whole game of random moves, in which every seat is compared every so many steps."""
    rng, count = random.Random(seed), 0
    table = Table("domi_jongg", PEOPLE[:people], seed=seed)
    match = table.match
    while match.outcome is None:
        if match.actor != CHANCE and match.cursor % every == first % every:
            count += compare(table, rng)
        match.play(rng.choice(match.game.moves(match.state)))
    count += compare(table, rng)
    table.close()
    assert count > 50


games = st.integers(2, 6), st.integers(0, 2**32), st.integers(0, 100)


@settings(max_examples=3, deadline=None)
@given(*games)
def test_twins_are_told_the_same_in_a_whole_game(people: int, seed: int, first: int) -> None:
    play_beside_twins(people, seed, 41, first)


@pytest.mark.deep
@settings(max_examples=25, deadline=None)
@given(*games)
def test_twins_are_told_the_same_at_every_moment(people: int, seed: int, first: int) -> None:
    play_beside_twins(people, seed, 3, first)


def test_the_comparison_notices_what_leaks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A picture made of the whole state instead of the seat's view differs at twins."""
    table = Table("domi_jongg", PEOPLE[:3], seed=4)
    board = BOARDS["domi_jongg"]
    leaky = board._replace(
        picture=lambda view, seat: board.picture(view, seat)._replace(
            held=[hash(hand) % 1000 for hand in table.match.state.hands]
        )
    )
    monkeypatch.setattr(boards, "BOARDS", {**BOARDS, "domi_jongg": leaky})
    with pytest.raises(AssertionError):
        compare(table, random.Random(4))
    table.close()
