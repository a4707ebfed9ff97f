"""The table's side of phones: who is here, who sits where, and what each of them is shown.

    phones.open("192.168.1.5")
    phones.join(party); phones.tick()   # once a frame; waits for nothing

A *party* is what phones sit at: a match, or one that is being set up. It says which seats there are
and what is seen from them. Whatever happens to the process that phones talk to, another one takes
its place and the phones come back by themselves.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from functools import cache
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeAlias

from game.phones import protocol
from game.phones.addresses import Address, addresses
from game.phones.protocol import (
    Aim,
    Came,
    Forget,
    Hint,
    Language,
    Leave,
    Left,
    Message,
    Opened,
    Play,
    Post,
    Said,
    Sit,
    Tokens,
    ToServer,
    ToTable,
    Undo,
)
from game.services.people import MARKS
from game.services.texts import Texts
from game.side_process import SideProcess

PORT: Final = 8377
"""Where phones are listened to, if nothing else is there."""
SILENCE: Final = 10.0
"""Seconds without a sign of life after which the process is replaced."""
RESTS: Final = 0.5, 30.0
"""Seconds before a process that has ended is replaced: at first, and at most."""
SOUND: Final = 30.0
"""Seconds after which a process has proved itself."""
AT_ONCE: Final = 64
"""Messages that are read in one frame."""
BUDGET: Final = 0.002
"""Seconds of a frame in which views are made; one is always made."""
REMEMBERED: Final = 64
"""So many answers are kept for what a phone sends twice."""

TYPED: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Signs of the invitation, which people may have to type: none looks like another one."""

Kind: TypeAlias = Literal["person", "computer"]
Trouble: TypeAlias = Literal["", "no_network", "failed"]
_log = logging.getLogger(__name__)


class Place(NamedTuple):
    """A seat as phones are told of it; `color` is red, green and blue."""

    name: str
    kind: Kind
    color: Sequence[int]


class Party(Protocol):
    """What phones sit at. Seats are numbered by person: who sits there keeps the number when the
    seats of a series rotate.
    """

    @property
    def game(self) -> str:
        """The game's id."""

    @property
    def hidden(self) -> bool:
        """Whether some seats know what others do not."""

    def places(self) -> Sequence[Place]:
        """The seats there are."""

    def seated(self, seat: int, holder: Holder | None) -> None:
        """Somebody has sat down with a phone, or nobody has one there any more."""

    def version(self, seat: int) -> Hashable:
        """All that a seat's view depends on, but for the language; None while it has none."""

    def view(self, seat: int, texts: Texts) -> str:
        """The message that shows a seat what it may see."""

    def hear(self, guest: Guest, message: Play | Aim | Hint | Undo) -> None:
        """Who sits at the message's seat wants something."""


class Holder(NamedTuple):
    """Who plays a seat with a phone: by which token and which phone, and under which name."""

    token: str
    phone: str
    name: str
    badge: str


@dataclass(eq=False)
class Guest:
    """A phone that has shown a token."""

    phone: str
    language: str
    here: bool = True
    left: float = 0.0
    """When it was here last, if it is not."""
    shown: dict[str, str] = field(default_factory=dict)
    """The newest text of every slot."""
    versions: dict[str, Hashable] = field(default_factory=dict)
    """What these were made of."""
    answers: OrderedDict[int, str] = field(default_factory=OrderedDict)
    """What was answered to its last plays, by their numbers."""

    @property
    def texts(self) -> Texts:
        return _texts(self.language)


_texts: Callable[[str], Texts] = cache(Texts)


class Phones:
    """The phones at a table. `clock` gives seconds that only rise; `find` the addresses that there
    are to choose from.
    """

    def __init__(
        self, clock: Callable[[], float] = time.monotonic,
        find: Callable[[], list[Address]] = addresses, port: int = PORT,
    ) -> None:  # fmt: skip
        self._clock, self._find = clock, find
        self._side = SideProcess("walong-table-phones", _serve)
        self._orders: SimpleQueue[ToServer | None] = SimpleQueue()
        self._preferred = port
        self.address = ""
        """Where phones find this table; empty while they cannot."""
        self.port = 0
        """Where they are listened to; 0 until that is known."""
        self.trouble: Trouble = ""
        self.invitation = ""
        self.welcoming = False
        """Whether everybody sees who sits down, so that seats can be taken without a question."""
        self.party: Party | None = None
        self.guests: dict[str, Guest] = {}
        self.holders: dict[int, Holder] = {}
        """Who sits where."""
        self.asking: dict[int, Holder] = {}
        """Who wants a seat that the table has to agree to give."""
        self.heard = 0
        """How many messages have come; whoever sends one is there."""
        self._last = self._started = self._due = 0.0
        """When the process gave its last sign of life, was started, and is due to be started."""
        self._rest = RESTS[0]

    # On and off ----------------------------------------------------------------------------------

    @property
    def on(self) -> bool:
        """Whether phones may come."""
        return bool(self.address)

    @property
    def url(self) -> str:
        """What a phone's camera reads to come here."""
        return f"http://{self.address}:{self.port}/#{self.invitation}"

    def offered(self) -> list[Address]:
        """The addresses at which this table can be found."""
        return self._find()

    def open(self, address: str = "") -> None:
        """Let phones come to an address, or to the likeliest one."""
        found = address or next((each.ip for each in self._find()), "")
        if not found:
            self.trouble = "no_network"
            return
        if found != self.address:
            self.close()
            self.address = found
            self.invitation = "".join(secrets.choice(TYPED) for _ in range(8))
            self._due, self._rest = self._clock(), RESTS[0]
            self._start()

    def close(self) -> None:
        """Let nobody come any more; who sat somewhere sits there no longer."""
        for seat in list(self.holders):
            self.revoke(seat)
        self._dismiss()
        self._side.close()
        self.address, self.port, self.trouble = "", 0, ""
        self.guests.clear()
        self.asking.clear()

    def _start(self) -> None:
        """Start the process, and tell it all that the one before knew."""
        self._last = self._started = self._clock()
        try:
            self._side.start(self.address, self.port or self._preferred)
        except OSError:
            self._fail("it could not be started")
            return
        self._orders = SimpleQueue()
        work = _hand_over, (self._side.pipe, self._orders)
        threading.Thread(target=work[0], args=work[1], daemon=True).start()
        self._give_tokens()
        for guest in self.guests.values():
            for slot, text in guest.shown.items():
                self._orders.put(Post(guest.phone, slot, text))

    def _dismiss(self) -> None:
        self._orders.put(None)
        self._side.dismiss()
        for guest in self.guests.values():
            self._miss(guest)

    def _miss(self, guest: Guest) -> None:
        guest.here, guest.left = False, self._clock() if guest.here else guest.left

    def _fail(self, why: str) -> None:
        """The process is lost; another one takes its place, after a while if that happens often."""
        _log.warning("the process for phones is replaced: %s", why)
        now = self._clock()
        if now - self._started > SOUND:
            self._rest = RESTS[0]
        self._dismiss()
        self._due, self._rest = now + self._rest, min(RESTS[1], self._rest * 2)
        self.trouble = "failed" if self._rest > 8 * RESTS[0] else ""

    # Every frame ---------------------------------------------------------------------------------

    def tick(self) -> None:
        """Hear what phones have said and show them what is new. Nothing is waited for."""
        self._side.reap()
        if not self.on:
            return
        try:
            self._listen()
        except Exception as error:  # a process that has gone mad may send anything
            self._fail(repr(error))
        if self._side.process is None and self._clock() >= self._due:
            self._start()
        try:
            self._show_views()
            self._show_tables()
        except Exception:  # the match goes on, whatever a phone is shown
            _log.exception("phones are not shown what is new")

    def _listen(self) -> None:
        pipe, heard = self._side.pipe, 0
        if pipe is None:
            return
        while heard < AT_ONCE and pipe.poll():
            self._take(pipe.recv())
            heard, self._last = heard + 1, self._clock()
        if self._clock() - self._last > SILENCE:
            raise TimeoutError("it is silent")

    def _take(self, news: ToTable) -> None:
        match news:
            case Opened(0) if self.port or self._preferred:
                self._preferred = 0 if not self.port else self._preferred
                raise OSError("its port is taken")
            case Opened(port):
                self.port, self.trouble = port, ""
            case Came():
                self._welcome(news)
            case Left(phone):
                self._miss(self.guests[phone])
                if not self.seats_of(phone):
                    del self.guests[phone]
                    self._orders.put(Forget(phone))
            case Said(phone, message):
                self.heard += 1
                self._hear(self.guests[phone], message)

    def _welcome(self, came: Came) -> None:
        guest = self.guests.setdefault(came.phone, Guest(came.phone, came.language))
        guest.here, guest.language = True, came.language
        self.heard += 1
        holder = self.holders.get(came.seat) if came.seat is not None else None
        if holder is not None and came.seat is not None and holder.phone != came.phone:
            self._free(came.seat, "phone.elsewhere")
            self.holders[came.seat] = holder._replace(phone=came.phone)
            self._give_tokens()
        for seat in self.seats_of(came.phone):
            self._tell_seated(guest, seat)

    # Seats ---------------------------------------------------------------------------------------

    def seats_of(self, phone: str) -> list[int]:
        """The seats that are played with a phone."""
        return [seat for seat, holder in self.holders.items() if holder.phone == phone]

    def guest_at(self, seat: int) -> Guest | None:
        """The phone with which a seat is played, here or away."""
        holder = self.holders.get(seat)
        return self.guests.get(holder.phone) if holder is not None else None

    def here(self, seat: int, patience: float = 0.0) -> bool:
        """Whether the phone of a seat is here now, or was less than so many seconds ago."""
        guest = self.guest_at(seat)
        return guest is not None and (guest.here or self._clock() - guest.left < patience)

    def join(self, party: Party) -> None:
        """Phones sit at this party from now on."""
        self.party = party
        for seat, holder in self.holders.items():
            party.seated(seat, holder)

    def part(self, party: Party) -> None:
        """This party is over."""
        if self.party is party:
            self.party = None
            self.asking.clear()
            for guest in self.guests.values():
                for slot in [slot for slot in guest.shown if slot != "table"]:
                    self._empty(guest, slot)

    def _hear(self, guest: Guest, message: Message) -> None:
        match message:
            case Language(language):
                guest.language = language
            case Sit(seat, name, badge):
                self._sit(guest, seat, Holder(_token(), guest.phone, name, badge))
            case Leave(seat) if seat in self.seats_of(guest.phone):
                self.revoke(seat, "phone.left")
            case Play() | Aim() | Hint() | Undo():
                if self.party is not None and message.seat in self.seats_of(guest.phone):
                    self.party.hear(guest, message)
                else:
                    self.tell(guest, message.seat, "refusal", guest.texts.t("phone.not_yours"))

    def _sit(self, guest: Guest, seat: int, wanted: Holder) -> None:
        places = self.party.places() if self.party is not None else ()
        if seat >= len(places) or places[seat].kind == "computer":
            self.tell(guest, seat, "refusal", guest.texts.t("phone.no_seat"))
        elif self.holders.get(seat, wanted).phone == guest.phone and self.welcoming:
            self.seat(seat, wanted)
        else:
            self.asking[seat] = wanted
            self.tell(guest, seat, "prompt", guest.texts.t("phone.table_asks"))

    def seat(self, seat: int, holder: Holder) -> None:
        """Somebody sits down; whoever played that seat with a phone does so no longer."""
        if seat in self.holders and self.holders[seat].phone != holder.phone:
            self.revoke(seat, "phone.taken")
        self.asking.pop(seat, None)
        self.holders[seat] = holder
        self._give_tokens()
        if (guest := self.guests.get(holder.phone)) is not None:
            self._tell_seated(guest, seat)
        if self.party is not None:
            self.party.seated(seat, holder)

    def refuse(self, seat: int) -> None:
        """The table does not give this seat to who wants it."""
        wanted = self.asking.pop(seat, None)
        if wanted is not None and (guest := self.guests.get(wanted.phone)) is not None:
            self.tell(guest, seat, "refusal", guest.texts.t("phone.table_refuses"))

    def revoke(self, seat: int, why: str = "phone.revoked") -> None:
        """A seat is played with no phone any more; its token opens nothing."""
        if seat in self.holders:
            self._free(seat, why)
            del self.holders[seat]
            self._give_tokens()
            if self.party is not None:
                self.party.seated(seat, None)

    def _free(self, seat: int, why: str) -> None:
        """Tell a phone that it plays a seat no longer."""
        guest = self.guest_at(seat)
        if guest is not None:
            self._empty(guest, f"view {seat}")
            text = protocol.write("gone", seat=seat, why=guest.texts.t(why))
            self._orders.put(Post(guest.phone, "", text))

    # What phones are told ------------------------------------------------------------------------

    def _give_tokens(self) -> None:
        seats = {holder.token: seat for seat, holder in self.holders.items()}
        self._orders.put(Tokens(self.invitation, seats))

    def _tell_seated(self, guest: Guest, seat: int) -> None:
        text = protocol.write("seated", seat=seat, token=self.holders[seat].token)
        self._orders.put(Post(guest.phone, "", text))

    def tell(
        self, guest: Guest, seat: int, tone: str, text: str, rule: str = "",
        places: Sequence[str] = (),
    ) -> None:  # fmt: skip
        """Say something to a phone: a ``refusal``, a ``hint``, ``news`` or a ``prompt``."""
        told = protocol.write(
            "told", seat=seat, tone=tone, text=text, rule=rule, places=list(places)
        )
        self._orders.put(Post(guest.phone, "", told))

    def answer(self, guest: Guest, play: Play, played: bool) -> None:
        """Say whether a wish has been played, and remember that."""
        text = protocol.write("done", seat=play.seat, number=play.number, played=played)
        guest.answers[play.number] = text
        while len(guest.answers) > REMEMBERED:
            guest.answers.popitem(last=False)
        self._orders.put(Post(guest.phone, "", text))

    def answered(self, guest: Guest, number: int) -> bool:
        """Whether a wish has been answered before; then it is told again what came of it."""
        text = guest.answers.get(number)
        if text is not None:
            self._orders.put(Post(guest.phone, "", text))
        return text is not None

    def _show(self, guest: Guest, slot: str, text: str) -> None:
        if guest.shown.get(slot) != text:
            guest.shown[slot] = text
            self._orders.put(Post(guest.phone, slot, text))

    def _empty(self, guest: Guest, slot: str) -> None:
        guest.versions.pop(slot, None)
        if guest.shown.pop(slot, None) is not None:
            self._orders.put(Post(guest.phone, slot, None))

    def _show_views(self) -> None:
        """Make the views that are out of date, as many as a frame has time for."""
        begun, party = time.perf_counter(), self.party
        for seat in self.holders if party is not None else ():
            assert party is not None
            guest, version = self.guest_at(seat), party.version(seat)
            if guest is None or version is None:
                continue
            slot, version = f"view {seat}", (guest.language, version)
            if guest.versions.get(slot) == version:
                continue
            guest.versions[slot] = version
            self._show(guest, slot, party.view(seat, guest.texts))
            if time.perf_counter() - begun > BUDGET:
                return

    def _show_tables(self) -> None:
        """Show everybody who sits where."""
        party = self.party
        places = tuple(party.places()) if party is not None else ()
        seats = [(seat, self.holders.get(seat), self.here(seat)) for seat in range(len(places))]
        free = self.welcoming
        known = (party.game if party is not None else "", places, tuple(seats), free)
        for guest in self.guests.values():
            if guest.versions.get("table") == (guest.language, known):
                continue
            guest.versions["table"] = guest.language, known
            told = [
                {
                    "seat": seat, "name": holder.name if holder else place.name,
                    "badge": holder.badge if holder else "",
                    "color": "#" + bytes(place.color[:3]).hex(),
                    "kind": "free" if free and place.kind == "person" and not holder
                    else place.kind,
                    "phone": ("here" if here else "away") if holder else "none",
                }
                for (seat, holder, here), place in zip(seats, places, strict=True)
            ]  # fmt: skip
            yours = [seat for seat, holder, _ in seats if holder and holder.phone == guest.phone]
            game = known[0]
            self._show(guest, "table", protocol.write(
                "table", version=protocol.VERSION, game=game, language=guest.language,
                title=guest.texts.t(f"{game}.name") if game else "", seats=told,
                hidden=party is not None and party.hidden,
                badges=MARKS, yours=yours,
            ))  # fmt: skip


def _token() -> str:
    """128 bits that nobody guesses."""
    return secrets.token_urlsafe(16)


def _serve(pipe: Connection[Any, Any], host: str, port: int) -> None:
    """What the process does; the table itself needs nothing of it."""
    from game.phones.server import serve

    serve(pipe, host, port)


def _hand_over(pipe: Connection[Any, Any], orders: SimpleQueue[ToServer | None]) -> None:
    """Give the process what it is to know, in a thread: one that does not read holds up nobody."""
    try:
        while (order := orders.get()) is not None:
            pipe.send(order)
    except (OSError, TypeError, ValueError):
        pass  # it is gone, and the pipe with it
