"""The table's side of phones: who is here, who sits where, and what each of them is shown.

    phones.open(); phones.join(party); phones.tick()   # once a frame; waits for nothing

Whatever happens to the process that phones talk to, another one takes its place and the phones come
back by themselves.
"""

from __future__ import annotations

import logging
import secrets
import socket
import struct
import sys
import threading
import time
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, partial
from ipaddress import ip_address
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any, Final, Literal, NamedTuple

from game.phones.protocol import VERSION, Message, Post, Said, ToServer, ToTable, write
from game.services.people import MARKS
from game.services.texts import Texts
from game.side_process import SideProcess

PORT: Final = 8377
"""Where phones are listened to, if nothing else is there."""
SILENCE, REST = 10.0, 1.0
"""Seconds without a sign of life after which the process is replaced, and seconds before that."""
AT_ONCE: Final = 64
"""Messages that are read in one frame."""
BUDGET: Final = 0.002
"""Seconds of a frame in which views are made; one is always made."""
TYPED: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Signs of the invitation, which people may have to type: none looks like another one."""
_SIOCGIFADDR: Final = 0x8915
_ELSEWHERE: Final = "192.0.2.1", 9
"""An address that nobody has, to learn from where something would be sent there."""
_log = logging.getLogger(__name__)
_texts: Callable[[str], Texts] = cache(Texts)


def addresses() -> dict[str, str]:
    """This machine's addresses in networks such as one has at home, the likeliest first, each with
    what the system calls its adapter, if it says so.
    """
    found, names = list[str](), _adapters()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(_ELSEWHERE)  # nothing is sent
        found.append(probe.getsockname()[0])
    with suppress(OSError):
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    parsed = {each: ip_address(each) for each in (*found, *names)}
    return {each: names.get(each, "") for each, at in parsed.items()
            if at.is_private and not (at.is_loopback or at.is_unspecified)}  # fmt: skip


def _adapters() -> dict[str, str]:
    """Adapters' names by their addresses, on Linux."""
    found: dict[str, str] = {}
    if sys.platform == "linux":
        import fcntl

        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            for _, name in socket.if_nameindex():
                with suppress(OSError):  # it has no address
                    asked = struct.pack("256s", name.encode()[:15])
                    told = fcntl.ioctl(probe.fileno(), _SIOCGIFADDR, asked)
                    found[socket.inet_ntoa(told[20:24])] = name
    return found


class Place(NamedTuple):
    """A seat as phones are told of it; `color` is red, green and blue. `who` sits there without a
    phone: by that a person is found at the next game of an evening, for which seats are changed.
    """

    name: str
    person: bool
    color: Sequence[int]
    who: str


class Holder(NamedTuple):
    """Who plays a seat with a phone: by which token and which phone, and under which name."""

    token: str
    phone: str
    name: str
    badge: str
    who: str = ""
    lent: bool = False
    """Whether the computer plays for them until the phone is back."""


class Party:
    """What phones sit at: a match, or one that is being set up. Seats are numbered by person: who
    sits there keeps the number when the seats of a series rotate.
    """

    game = ""
    hidden = False
    """Whether some seats know what others do not."""
    computers = False
    """Whether a computer can stand in for who has gone."""

    @property
    def young(self) -> bool:
        """Whether nobody has done anything yet, so that whoever comes is expected."""
        return False

    def places(self) -> Sequence[Place]:
        """The seats there are."""
        return ()

    def seated(self, seat: int, holder: Holder) -> None:
        """Somebody has sat down with a phone."""

    def version(self, seat: int) -> Hashable:
        """All that a seat's view depends on, but for the language; None while it has none."""
        return None

    def view(self, seat: int, texts: Texts) -> str:
        """The message that shows a seat what it may see."""
        raise NotImplementedError

    def hear(self, guest: Guest, message: Message) -> None:
        """Who sits at the message's seat wants something."""


@dataclass(eq=False)
class Guest:
    """A phone that has shown a token."""

    phone: str
    language: str
    here: bool = True
    left: float = 0.0
    """When it was here last, if it is not."""
    shown: dict[str, tuple[Hashable, str]] = field(default_factory=dict)
    """The newest message of every slot, and what it was made of."""
    answered: tuple[int, bool] = -1, False
    """The number of its last play, and whether that was played."""

    @property
    def texts(self) -> Texts:
        return _texts(self.language)


class Phones:
    """The phones at a table. `clock` gives seconds that only rise; `find` the addresses that there
    are to choose from, and their adapters' names.
    """

    def __init__(
        self, clock: Callable[[], float] = time.monotonic,
        find: Callable[[], Mapping[str, str]] = addresses, port: int = PORT,
    ) -> None:  # fmt: skip
        self._clock, self.offered = clock, find
        self._side = SideProcess("walong-table-phones", _serve)
        self._orders: SimpleQueue[ToServer | None] = SimpleQueue()
        self._wanted = port
        self.address = ""
        """Where phones find this table; empty while they cannot."""
        self.port = 0
        """Where they are listened to; 0 until that is known."""
        self.invitation = ""
        self.welcoming = False
        """Whether everybody at the screen sees who sits down."""
        self.party = Party()
        self.guests: dict[str, Guest] = {}
        self.holders: dict[int, Holder] = {}
        """Who sits where."""
        self.heard = 0
        """How many messages have come; whoever sends one is there."""
        self._last = self._due = 0.0
        """When the process gave its last sign of life, and when it may be started again."""

    # On and off ----------------------------------------------------------------------------------

    @property
    def url(self) -> str:
        """What a phone's camera reads to come here."""
        return f"http://{self.address}:{self.port}/#{self.invitation}"

    @property
    def trouble(self) -> Literal["", "no_network", "starting", "failed"]:
        """Why no phone can come."""
        if not self.address:
            return "no_network"
        if self._side.process is None:
            return "failed"
        return "" if self.port else "starting"

    def open(self, address: str = "") -> None:
        """Let phones come to an address, or to the likeliest one if there is any."""
        found = address or next(iter(self.offered()), "")
        if found and found != self.address:
            self.close()
            self.address = found
            self.invitation = "".join(secrets.choice(TYPED) for _ in range(8))
            self._start()

    def close(self) -> None:
        """Let nobody come any more; who sat somewhere sits there no longer."""
        for seat in list(self.holders):
            self.revoke(seat)
        self._dismiss()
        self._side.close()
        self.address, self.port = "", 0
        self.guests.clear()

    def _start(self) -> None:
        self._last = self._clock()
        try:
            self._side.start(self.address, self.port or self._wanted)
        except OSError as error:
            self._fail(error)
            return
        self._orders = SimpleQueue()
        threading.Thread(
            target=_hand_over, args=(self._side.pipe, self._orders), daemon=True
        ).start()
        self._give_tokens()

    def _dismiss(self) -> None:
        self._orders.put(None)
        self._side.dismiss()
        for guest in self.guests.values():
            self._miss(guest)

    def _miss(self, guest: Guest) -> None:
        guest.here, guest.left = False, self._clock() if guest.here else guest.left

    def _fail(self, why: Exception) -> None:
        """The process is lost; another one takes its place."""
        _log.warning("the process for phones is replaced: %r", why)
        self._dismiss()
        self._due = self._clock() + REST

    # Every frame ---------------------------------------------------------------------------------

    def tick(self) -> None:
        """Hear what phones have said and show them what is new. Nothing is waited for."""
        self._side.reap()
        if not self.address:
            return
        try:
            self._listen()
        except Exception as error:  # a process that has gone mad may send anything
            self._fail(error)
        if self._side.process is None and self._clock() >= self._due:
            self._start()
        try:
            self._show_views()
            self._show_tables()
        except Exception:  # the match goes on, whatever a phone is shown
            _log.exception("phones are not shown what is new")

    def _listen(self) -> None:
        if (pipe := self._side.pipe) is None:
            return
        for _ in range(AT_ONCE):
            if not pipe.poll():
                break
            self._take(pipe.recv())
            self._last = self._clock()
        if self._clock() - self._last > SILENCE:
            raise TimeoutError("it is silent")

    def _take(self, news: ToTable) -> None:
        if isinstance(news, Said):
            self.heard += 1
            phone, message = news
            if message is None:
                self._miss(self.guests[phone])
                if not self.seats_of(phone):
                    del self.guests[phone]
            elif message.type == "hello":
                self._welcome(phone, message)
            else:
                self._hear(self.guests[phone], message)
        elif news == 0:
            if not self.port:
                self._wanted = 0  # another program has the usual one
            raise OSError("its port is taken")
        elif news is not None:
            self.port = news

    def _welcome(self, phone: str, hello: Message) -> None:
        """Show a phone what it was shown before; the token of a seat brings that seat along."""
        guest = self.guests.setdefault(phone, Guest(phone, hello.language))
        guest.here, guest.language = True, hello.language
        for seat, holder in self.holders.items():
            if holder.token == hello.token and holder.phone != phone:
                self._part_from(seat, "phone.elsewhere")
                self.holders[seat] = holder._replace(phone=phone)
        for seat in self.seats_of(phone):
            self.holders[seat] = self.holders[seat]._replace(lent=False)
            self.say(guest, "seated", seat=seat, token=self.holders[seat].token)
        for slot, (_, text) in guest.shown.items():
            self._orders.put(Post(phone, slot, text))

    # Seats ---------------------------------------------------------------------------------------

    def seats_of(self, phone: str) -> list[int]:
        """The seats that are played with a phone."""
        return [seat for seat, holder in self.holders.items() if holder.phone == phone]

    def guest_at(self, seat: int) -> Guest | None:
        """The phone with which a seat is played, here or away."""
        return self.guests.get(self.holders[seat].phone) if seat in self.holders else None

    def here(self, seat: int, patience: float = 0.0) -> bool:
        """Whether the phone of a seat is here now, or was less than so many seconds ago."""
        guest = self.guest_at(seat)
        return guest is not None and (guest.here or self._clock() - guest.left < patience)

    def join(self, party: Party) -> None:
        """Phones sit at this party from now on, each where its person sits or else where it sat."""
        self.party = party
        names = [place.who for place in party.places()]
        sat = sorted(self.holders.items(), key=lambda each: each[1].who not in names)
        self.holders = {}
        for seat, holder in sat:
            now = names.index(holder.who) if holder.who in names else seat
            if now not in self.holders:
                self.seat(now, holder)

    def part(self, party: Party) -> None:
        """This party is over."""
        if self.party is party:
            self.party = Party()
            for guest in self.guests.values():
                guest.shown = {"table": guest.shown["table"]} if "table" in guest.shown else {}

    def _hear(self, guest: Guest, message: Message) -> None:
        if message.type == "language":
            guest.language = message.language
        elif message.type == "sit":
            wanted = Holder(_token(), guest.phone, message.name, message.badge)
            self._sit(guest, message.seat, wanted)
        elif message.seat not in self.seats_of(guest.phone):
            self.refuse(guest, message.seat, "phone.not_yours")
        elif message.type == "leave":
            self.revoke(message.seat, "phone.left")
        else:
            self.party.hear(guest, message)

    @property
    def _free(self) -> bool:
        """Whether a seat can be taken without a question."""
        return self.welcoming or self.party.young

    def _sit(self, guest: Guest, seat: int, wanted: Holder) -> None:
        """Let somebody sit down where nobody else plays with a phone; the table can take a seat
        from a phone.
        """
        places = self.party.places()
        if seat >= len(places) or not places[seat].person:
            self.refuse(guest, seat, "phone.no_seat")
        elif self.holders.get(seat, wanted).phone == guest.phone and self._free:
            self.seat(seat, wanted)
        else:
            self.refuse(guest, seat, "phone.at_table")

    def seat(self, seat: int, holder: Holder) -> None:
        """Somebody sits down."""
        places = self.party.places()
        who = places[seat].who if seat < len(places) else holder.who
        self.holders[seat] = holder._replace(who=who)
        self._give_tokens()
        if (guest := self.guests.get(holder.phone)) is not None:
            self.say(guest, "seated", seat=seat, token=holder.token)
        self.party.seated(seat, holder)

    def lend(self, seat: int) -> None:
        """Let the computer play a seat until its phone is back."""
        self.holders[seat] = self.holders[seat]._replace(lent=True)

    def revoke(self, seat: int, why: str = "phone.revoked") -> None:
        """A seat is played with no phone any more; its token opens nothing."""
        self._part_from(seat, why)
        self.holders.pop(seat, None)
        self._give_tokens()

    def _part_from(self, seat: int, why: str) -> None:
        """Tell the phone that plays a seat that it does so no longer."""
        if (guest := self.guest_at(seat)) is not None:
            guest.shown.pop(f"view {seat}", None)
            self.say(guest, "gone", seat=seat, why=guest.texts.t(why))

    # What phones are told ------------------------------------------------------------------------

    def _give_tokens(self) -> None:
        seats = (holder.token for holder in self.holders.values())
        self._orders.put(frozenset((self.invitation, *seats)))

    def say(self, guest: Guest, kind: str, **fields: object) -> None:
        """Send a message to a phone, if it is here."""
        self._orders.put(Post(guest.phone, "", write(kind, **fields)))

    def tell(
        self, guest: Guest, seat: int, tone: str, text: str, rule: str = "",
        places: Sequence[str] = (),
    ) -> None:  # fmt: skip
        """Say something to who sits there: a ``refusal`` or a ``hint``."""
        self.say(guest, "told", seat=seat, tone=tone, text=text, rule=rule, places=places)

    def refuse(self, guest: Guest, seat: int, key: str) -> None:
        """Say that something cannot be, in the text with this key."""
        self.tell(guest, seat, "refusal", guest.texts.t(key))

    def answer(self, guest: Guest, play: Message, played: bool) -> None:
        """Say whether a wish has been played, and remember that."""
        guest.answered = play.number, played
        self.say(guest, "done", seat=play.seat, number=play.number, played=played)

    def _show(self, guest: Guest, slot: str, of: Hashable, make: Callable[[], str]) -> bool:
        """Show a phone the message of a slot, unless what it is made of is the same; True if it was
        made anew.
        """
        of = guest.language, of
        before, text = guest.shown.get(slot, (None, ""))
        if of == before:
            return False
        guest.shown[slot] = of, (made := make())
        if made != text:
            self._orders.put(Post(guest.phone, slot, made))
        return True

    def _show_views(self) -> None:
        """Make the views that are out of date, as many as a frame has time for."""
        begun, party = time.perf_counter(), self.party
        for seat in self.holders:
            guest, version = self.guest_at(seat), party.version(seat)
            if guest is None or version is None:
                continue
            make = partial(party.view, seat, guest.texts)
            made = self._show(guest, f"view {seat}", version, make)
            if made and time.perf_counter() - begun > BUDGET:
                return

    def _show_tables(self) -> None:
        """Show everybody who sits where."""
        places = tuple(self.party.places())
        seats = [(self.holders.get(seat), self.here(seat)) for seat in range(len(places))]
        version = self.party.game, places, tuple(seats), self._free
        for guest in self.guests.values():
            self._show(guest, "table", version, partial(self._table, guest, places))

    def _table(self, guest: Guest, places: Sequence[Place]) -> str:
        game = self.party.game
        return write(
            "table", version=VERSION, game=game, hidden=self.party.hidden,
            language=guest.language, title=guest.texts.t(f"{game}.name") if game else "",
            seats=[self._told(seat, place) for seat, place in enumerate(places)],
            badges=MARKS, yours=[n for n in self.seats_of(guest.phone) if n < len(places)],
        )  # fmt: skip

    def _told(self, seat: int, place: Place) -> dict[str, object]:
        """A seat as every phone is told of it."""
        holder = self.holders.get(seat)
        free = self._free and holder is None
        return {
            "seat": seat, "name": holder.name if holder else place.name,
            "badge": holder.badge if holder else "", "color": "#" + bytes(place.color[:3]).hex(),
            "kind": "computer" if not place.person else "free" if free else "person",
            "phone": "none" if holder is None else "here" if self.here(seat) else "away",
        }  # fmt: skip


def _token() -> str:
    """128 bits that nobody guesses."""
    return secrets.token_urlsafe(16)


def _serve(pipe: Connection[Any, Any], host: str, port: int) -> None:
    """What the process does; the table itself needs nothing of it."""
    from game.phones.server import serve

    serve(pipe, host, port)


def _hand_over(pipe: Connection[Any, Any], orders: SimpleQueue[Any]) -> None:
    """Give the process what it is to know, in a thread: one that does not read holds up nobody."""
    try:
        while (order := orders.get()) is not None:
            pipe.send(order)
    except (OSError, TypeError, ValueError):
        pass  # it is gone, and the pipe with it
