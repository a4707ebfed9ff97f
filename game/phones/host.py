"""The table's side of phones: who is here, who sits where, and what each of them is shown.

    phones.open(); phones.join(party); phones.tick()   # once a frame; waits for nothing

Whatever happens to the process that phones talk to, another one takes its place and the phones come
back by themselves.
"""

from __future__ import annotations

import logging
import math
import secrets
import socket
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from functools import cache
from ipaddress import ip_address
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any, Final, NamedTuple, Protocol

from game.phones.protocol import VERSION, Message, ToServer, ToTable, write
from game.rules.core.protocol import Plain
from game.services.people import MARKS, Chair
from game.services.store import Store
from game.services.texts import Texts
from game.side_process import SideProcess

PORT: Final = 8377
"""Where phones are listened to, if nothing else is there."""
REST: Final = 1.0
"""Seconds before a process that is lost is replaced."""
AT_ONCE: Final = 64
"""Messages that are read in one frame."""
KEPT: Final = "phones"
"""The setting by which phones come back after a restart of the table: address, port, invitation,
and who sits there.
"""
TYPED: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Signs of the invitation, which people may have to type: none looks like another one."""
NOBODY: Final[Plain] = {"game": "", "seats": [], "yours": []}
"""What a phone shows while no match is open."""
_log = logging.getLogger(__name__)
_texts: Callable[[str], Texts] = cache(Texts)


def addresses() -> Mapping[str, str]:
    """This machine's addresses in networks such as one has at home, with their adapters' names;
    first the one that leads elsewhere, where most phones are as well.
    """
    from ifaddr import get_adapters  # a table without phones needs it not

    found = {str(ip.ip): adapter.nice_name for adapter in get_adapters()
             for ip in adapter.ips if ip.is_IPv4}  # fmt: skip
    likeliest = ""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # nobody has this address, and nothing is sent
        likeliest = probe.getsockname()[0]
    return {each: found[each] for each in sorted(found, key=lambda each: each != likeliest)
            if (at := ip_address(each)).is_private and not at.is_loopback}  # fmt: skip


class Refused(Exception):
    """Why what a phone wants cannot be, as the key of a text."""


class Holder(NamedTuple):
    """Who plays a seat with a phone, or would like to: by which token and which phone."""

    token: str
    phone: str
    chair: Chair
    lent: bool = False
    """Whether the computer plays for them until the phone is back."""


class Party(Protocol):
    """What phones sit at. Seats are numbered by person: who sits there keeps the number when the
    seats of a series rotate.
    """

    def welcome(self, seat: int, chair: Chair) -> Chair:
        """Somebody sits down with a phone; gives who sits there from now on."""

    def seats(self) -> list[Plain]:
        """The seats as all phones are told of them."""

    def version(self) -> object:
        """All that states depend on, but for who sits there with which phone."""

    def state(self, guest: Guest) -> Plain:
        """All that a phone shows."""

    def hear(self, guest: Guest, message: Message) -> None:
        """Somebody wants a seat, or who sits there something else. Raises Refused."""


@dataclass(eq=False)
class Guest:
    """A phone that has shown a token."""

    phone: str
    texts: Texts = field(default_factory=Texts)
    left: float = math.inf
    """When it was here last; infinite while it is."""
    shown: object = None
    """What it was last shown was made of."""
    answered: int = -1
    """The number of its last play."""


class Phones:
    """The phones at a table. `clock` gives seconds that only rise."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, port: int = PORT) -> None:
        self._clock, self._usual, self._wanted = clock, port, port
        self._store: Store | None = None
        self._side = SideProcess("walong-table-phones", _serve)
        self._orders: SimpleQueue[ToServer | None] = SimpleQueue()
        self.tokens: dict[str, str] = {}
        """All there have been, with what is told to who shows one that opens nothing any more."""
        self._known: object = None
        """What the process knows of tokens, and the store of who sits where."""
        self.address = ""
        """Where phones find this table; empty while they cannot."""
        self.port = 0
        """Where they are listened to; 0 until that is known."""
        self.invitation = ""
        self.party: Party | None = None
        self.guests: dict[str, Guest] = {}
        self.holders: dict[int, Holder] = {}
        """Who sits where."""
        self.asking: dict[int, Holder] = {}
        """Who would like to, where the table has to decide."""
        self.heard = 0
        """How many messages have come; whoever sends one is there."""
        self._due = 0.0
        """When the process may be started again."""

    # On and off ----------------------------------------------------------------------------------

    @property
    def url(self) -> str:
        """What a phone's camera reads to come here."""
        return f"http://{self.address}:{self.port}/#{self.invitation}"

    def open(self, address: str = "", store: Store | None = None) -> None:
        """Let phones come to an address. Without one everything is as this `store` has kept it,
        where the table was started anew, or else at the first address if there is any.
        """
        there = addresses()
        found = address or next(iter(there), "")
        if not found or found == self.address:
            return
        self.close()
        self._store, self._wanted = store, self._usual
        self.invitation = "".join(secrets.choice(TYPED) for _ in range(8))
        kept: Any = store.get(KEPT) if store is not None and not address else None
        with suppress(TypeError, ValueError):  # nothing is kept, or nothing that is sound
            before, port, invitation, *seats = kept
            holders = [Holder(str(a), str(b), Chair.of(chair)) for a, b, chair in seats]
            self._wanted, self.invitation = int(port), str(invitation)
            self.holders, found = dict(enumerate(holders)), before if before in there else found
        self.address, self._due = found, self._clock()
        if self.party is not None:
            self.join(self.party)

    def close(self) -> None:
        """Let nobody come any more, and tell that to who is here; nobody sits anywhere."""
        self._orders.put({})
        self._orders.put(None)
        self._side.part()
        self.address, self.port = "", 0
        for each in (self.holders, self.asking, self.guests, self.tokens):
            each.clear()

    def _start(self) -> None:
        self._side.start(self.address, self.port or self._wanted)
        self._orders, self._known = SimpleQueue(), None
        both = self._side.pipe, self._orders
        threading.Thread(target=_hand_over, args=both, daemon=True).start()

    def _dismiss(self) -> None:
        self._orders.put(None)
        self._side.dismiss()
        for guest in self.guests.values():
            guest.left = min(guest.left, self._clock())

    # Every frame ---------------------------------------------------------------------------------

    def tick(self) -> None:
        """Hear what phones have said and show them what is new. Nothing is waited for."""
        ended = self._side.reap()
        if not self.address:
            return
        try:
            if ended and self._side.process is None and self._clock() >= self._due:
                self._start()
            for _ in range(AT_ONCE):
                if self._side.pipe is None or not self._side.pipe.poll():
                    break
                self._take(self._side.pipe.recv())
        except Exception as error:  # a process that has gone mad may send anything
            _log.warning("the process for phones is replaced: %r", error)
            self._dismiss()
            self._due = self._clock() + REST
        try:
            self._show()
        except Exception:  # the match goes on, whatever a phone is shown
            _log.exception("phones are not shown what is new")

    def _take(self, news: ToTable) -> None:
        if isinstance(news, tuple):
            self.heard += 1
            self._hear(*news)
        elif news == 0:
            if not self.port:
                self._wanted = 0  # another program has the usual one
            raise OSError("its port is taken")
        else:
            self.port = news

    def _hear(self, phone: str, message: Message | None) -> None:
        guest = self.guests.setdefault(phone, Guest(phone))
        if message is None:
            guest.left = self._clock()
            self.withdraw(phone)
            if not self.seats_of(phone):
                del self.guests[phone]
            return
        try:
            self._obey(guest, message)
        except Refused as why:
            if message["type"] != "aim":  # which nobody waits for
                text = guest.texts.t(str(why), name=message.get("name", ""))
                self.tell(guest, message["seat"], "refusal", text)

    def _obey(self, guest: Guest, message: Message) -> None:
        own = self.seats_of(guest.phone)
        match message:
            case {"type": "hello", "token": token, "language": language}:
                self._welcome(guest, token, language)
            case {"type": "language", "language": language}:
                guest.texts = _texts(language)
            case {"type": "leave", "seat": seat} if seat in own:
                self.revoke(seat, "phone.left")
            case {"type": said, "seat": seat} if self.party and (said == "sit" or seat in own):
                self.party.hear(guest, message)
            case _:
                raise Refused("phone.not_yours")

    def _welcome(self, guest: Guest, token: str, language: str) -> None:
        """Show a phone what there is; the token of a seat brings that seat along."""
        guest.left, guest.texts, guest.shown = math.inf, _texts(language), None
        for seat, holder in [*self.holders.items()]:
            if guest.phone == holder.phone or token == holder.token:
                if guest.phone != holder.phone:
                    self.revoke(seat, "phone.elsewhere")
                self.holders[seat] = holder._replace(phone=guest.phone, lent=False)

    # Seats ---------------------------------------------------------------------------------------

    def seats_of(self, phone: str) -> list[int]:
        """The seats that are played with a phone."""
        return [seat for seat, holder in self.holders.items() if holder.phone == phone]

    def here(self, seat: int, patience: float = 0.0) -> bool:
        """Whether the phone of a seat is here now, or was less than so many seconds ago."""
        guest = self.guests.get(self.holders[seat].phone) if seat in self.holders else None
        return guest is not None and self._clock() - guest.left < patience

    def join(self, party: Party) -> None:
        """Phones sit at this party from now on, each where its person does."""
        self.part(self.party)
        self.party, at = party, {(who["name"], who["badge"]): who["seat"] for who in party.seats()}
        now = {seat: at.get((holder.chair.name, holder.chair.badge), -1)
               for seat, holder in self.holders.items()}  # fmt: skip
        for seat in now:
            if now[seat] < 0:
                self.revoke(seat, "phone.other_match")
        self.holders = {now[seat]: holder for seat, holder in self.holders.items()}

    def part(self, party: Party | None) -> None:
        """This party is over."""
        if self.party is party:
            self.party = None
            self.asking.clear()

    def give(self, seat: int, holder: Holder) -> None:
        """Somebody sits down."""
        assert self.party is not None, "else there is no seat"
        if self.holders.get(seat, holder).phone != holder.phone:
            self.revoke(seat)
        self.asking.pop(seat, None)
        self.withdraw(holder.phone)
        self.holders[seat] = holder._replace(chair=self.party.welcome(seat, holder.chair))

    def withdraw(self, phone: str) -> None:
        """A phone does not ask for a seat any more."""
        self.asking = {seat: each for seat, each in self.asking.items() if each.phone != phone}

    def lend(self, seat: int) -> None:
        """Let the computer play a seat until its phone is back."""
        self.holders[seat] = self.holders[seat]._replace(lent=True)

    def revoke(self, seat: int, why: str = "phone.revoked") -> None:
        """A seat is played with no phone any more. Its token opens nothing; who shows it is told
        why.
        """
        holder = self.holders.pop(seat)
        guest = self.guests.get(holder.phone) or Guest(holder.phone)
        told = write("told", seat=seat, tone="news", text=guest.texts.t(why))
        self._orders.put((guest.phone, told))
        self.tokens[holder.token] = told

    # What phones are told ------------------------------------------------------------------------

    def tell(self, guest: Guest, seat: int, tone: str, text: str, **more: object) -> None:
        """Say something to who sits there: a ``refusal``, a ``hint`` or ``news``."""
        self._orders.put((guest.phone, write("told", seat=seat, tone=tone, text=text, **more)))

    def _show(self) -> None:
        """Show everybody who is here what is new, and the process whom to let in."""
        valid = self.invitation, *(each.token for each in self.holders.values())
        self.tokens |= dict.fromkeys(valid, "")
        known = {**self.tokens}, {**self.holders}, self.port
        if known != self._known:
            self._known = known
            self._orders.put(known[0])
            if self._store is not None and self.port:
                seats = [(*each[:2], asdict(each.chair)) for each in self.holders.values()]
                self._store.set(**{KEPT: [self.address, self.port, self.invitation, *seats]})
        version = {**self.holders}, self.party and self.party.version()
        for guest in self.guests.values():
            of = version, guest.texts.language, guest.answered
            if guest.left == math.inf and guest.shown != of:
                guest.shown = of
                told = self.party.state(guest) if self.party else NOBODY
                own = {"language": guest.texts.language, "answered": guest.answered,
                       "invitation": self.invitation}  # fmt: skip
                text = write("state", version=VERSION, badges=MARKS, **own, **told)
                self._orders.put((guest.phone, text))


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
