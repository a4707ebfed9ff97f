"""The table's side of phones: who is here, who sits where, and what each of them is shown.

    phones.open(); phones.join(party); phones.tick()   # once a frame; waits for nothing

Whatever happens to the process that phones talk to, another one takes its place and the phones come
back by themselves.
"""

import logging
import math
import secrets
import socket
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from ipaddress import ip_address
from typing import Any, Final, NamedTuple, TypeAlias

from game.phones.protocol import VERSION, ToServer, write
from game.rules.core.protocol import Plain
from game.services.people import MARKS
from game.services.store import Store
from game.services.texts import Texts
from game.side_process import SideProcess

PORT: Final = 8377
"""Where phones are listened to, if nothing else is there."""
REST: Final = 1.0
"""Seconds before a process that is lost is replaced."""
AT_ONCE: Final = 64
"""Messages that are read in one frame."""
REVOKED: Final = 64
"""Lost seats of which it is known why; who shows an older token is a stranger."""
KEPT: Final = "phones"
"""The setting by which phones come back after a restart of the table: address, port, invitation,
and who sits there.
"""
TYPED: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Signs of the invitation, which people may have to type: none looks like another one."""
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


Who: TypeAlias = tuple[str, str]
"""Name and badge, by which people are found again in their next match."""


class Refused(Exception):
    """Why what a phone wants cannot be, as the key of a text."""


class Holder(NamedTuple):
    """How somebody plays with a phone: by which token and which phone."""

    token: str
    phone: str
    lent: bool = False
    """Whether the computer plays for them until the phone is back."""


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
    wish: Plain = field(default_factory=dict)
    """What it has said to get a seat, where the table has to decide; empty if nothing."""


class Party:
    """What phones sit at: here nothing, for no match is open. Seats are numbered by person: who
    sits there keeps the number when the seats of a series rotate.
    """

    def seats(self) -> list[Plain]:
        """The seats as all phones are told of them."""
        return []

    def version(self) -> object:
        """All that states depend on, but for who sits there with which phone."""
        return None

    def state(self, guest: Guest) -> Plain:
        """All that a phone shows."""
        return {"game": "", "seats": [], "yours": []}

    def hear(self, guest: Guest, message: Plain) -> None:
        """Somebody wants a seat, or who sits there something else. A wish that the table grants is
        heard once more, with ``granted``. Raises Refused.
        """
        raise Refused("phone.not_yours")


class Phones:
    """The phones at a table. `clock` gives seconds that only rise."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, port: int = PORT) -> None:
        self._clock, self._wanted = clock, port
        self._store: Store | None = None
        self._side = SideProcess("walong-table-phones", "game.phones.server")
        self._hand = ThreadPoolExecutor(1)
        """What hands over orders: a process that does not read holds up nobody."""
        self._revoked: dict[str, str] = {}
        """Tokens that open nothing any more, with what is told to who shows one."""
        self._known: object = None
        """What the process knows of tokens, and the store of who plays by which."""
        self.address = ""
        """Where phones find this table; empty while they cannot."""
        self.port = 0
        """Where they are listened to; 0 until that is known."""
        self.invitation = ""
        self.party = Party()
        self.guests: dict[str, Guest] = {}
        self.holders: dict[Who, Holder] = {}
        """Who plays with a phone."""
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
        """Let phones come to an address. Without one everything stays as it is while the network
        does, or is as this `store` has kept it, or else at the first address if there is any.
        """
        there = addresses()
        found = address or (self.address if self.address in there else next(iter(there), ""))
        if not found or found == self.address:
            return
        self.close()
        self._side.dismiss()
        self._store = store
        self.invitation = "".join(secrets.choice(TYPED) for _ in range(8))
        kept: Any = store.get(KEPT) if store is not None and not address else None
        with suppress(TypeError, ValueError):  # nothing is kept, or nothing that is sound
            before, port, invitation, *people = kept
            holders = {(str(a), str(b)): Holder(str(c), str(d)) for a, b, c, d in people}
            found = before if before in there else found
            self._wanted, self.invitation, self.holders = int(port), str(invitation), holders
        self.address, self._due = found, self._clock()
        self.join(self.party)

    def close(self, patience: float = 0.0) -> None:
        """Let nobody come any more, and tell that to who is here; nobody sits anywhere. With some
        `patience` the process has so many seconds for that, and has ended then, even a stopped one.
        """
        self._send({})
        self.address, self.port = "", 0
        for each in (self.holders, self.guests, self._revoked):
            each.clear()
        if patience:
            self._side.close(patience)

    def _send(self, order: ToServer) -> None:
        """Let the process know or do something, if there is one."""
        if self._side.pipe is not None:
            self._hand.submit(self._side.pipe.send, order)

    # Every frame ---------------------------------------------------------------------------------

    def tick(self) -> None:
        """Hear what phones have said and show them what is new. Nothing is waited for."""
        ended = self._side.reap()
        if not self.address:
            return
        try:
            if ended and self._side.process is None and self._clock() >= self._due:
                self._side.start(self.address, self._wanted)
                self._known = None
            for _ in range(AT_ONCE):
                if self._side.pipe is None or not self._side.pipe.poll():
                    break
                if isinstance(news := self._side.pipe.recv(), int):
                    self.port = self._wanted = news
                else:
                    self.heard += 1
                    self._hear(*news)
            self._show()
        except Exception:  # a process that has gone mad may send anything; the match goes on
            _log.warning("the process for phones is replaced", exc_info=True)
            self._side.dismiss()
            for guest in self.guests.values():
                guest.left = min(guest.left, self._clock())
            self._due = self._clock() + REST

    def _hear(self, phone: str, message: Plain | None) -> None:
        guest = self.guests.setdefault(phone, Guest(phone))
        if message is None:
            guest.left, guest.wish = self._clock(), {}
            if all(holder.phone != phone for holder in self.holders.values()):
                del self.guests[phone]
            return
        try:
            match message:
                case {"type": "hello", "token": token, "language": language}:
                    self._welcome(guest, token, language)
                case {"type": "language", "language": language}:
                    guest.texts = _texts(language)
                case _:
                    self.party.hear(guest, message)
        except Refused as why:
            if message["type"] != "aim":  # which nobody waits for
                text = guest.texts.t(str(why), name=message.get("name", ""))
                self.tell(guest, "refusal", text, seat=message["seat"])

    def _welcome(self, guest: Guest, token: str, language: str) -> None:
        """Show a phone what there is; the token of a seat brings that seat along."""
        guest.left, guest.texts, guest.shown = math.inf, _texts(language), None
        for who, holder in [*self.holders.items()]:
            if guest.phone == holder.phone or token == holder.token:
                if guest.phone != holder.phone:
                    self.revoke(who, "phone.elsewhere")
                self.holders[who] = holder._replace(phone=guest.phone, lent=False)

    # People --------------------------------------------------------------------------------------

    def here(self, who: Who, patience: float = 0.0) -> bool:
        """Whether somebody's phone is here now, or was less than so many seconds ago."""
        guest = self.guests.get(self.holders[who].phone) if who in self.holders else None
        return guest is not None and self._clock() - guest.left < patience

    def join(self, party: Party) -> None:
        """Phones sit at this party from now on, those whose people take part in it."""
        self.party, there = party, [(each["name"], each["badge"]) for each in party.seats()]
        for guest in self.guests.values():
            guest.wish = {}
        for who in [*self.holders] if there else ():
            if who not in there:
                self.revoke(who, "phone.other_match")

    def part(self, party: Party) -> None:
        """This party is over."""
        if self.party is party:
            self.join(Party())

    def grant(self, guest: Guest) -> None:
        """Let a phone have the seat that it wants."""
        self._hear(guest.phone, {**guest.wish, "granted": True})

    def lend(self, who: Who) -> None:
        """Let the computer play for somebody until the phone is back."""
        self.holders[who] = self.holders[who]._replace(lent=True)

    def revoke(self, who: Who, why: str = "phone.revoked") -> None:
        """Somebody plays with no phone any more. The token opens nothing; who shows it is told
        why.
        """
        holder = self.holders.pop(who)
        guest = self.guests.get(holder.phone) or Guest(holder.phone)
        told = holder.token, self.tell(guest, "news", guest.texts.t(why))
        self._revoked = dict([*self._revoked.items(), told][-REVOKED:])

    # What phones are told ------------------------------------------------------------------------

    def tell(self, guest: Guest, tone: str, text: str, **more: object) -> str:
        """Tell a phone a ``refusal``, a ``hint`` or ``news``. Gives the message."""
        told = write("told", tone=tone, text=text, **more)
        self._send((guest.phone, told))
        return told

    def _show(self) -> None:
        """Show everybody who is here what is new, and the process whom to let in."""
        valid = self.invitation, *(holder.token for holder in self.holders.values())
        tokens = self._revoked | dict.fromkeys(valid, "")
        people = [(*who, holder.token, holder.phone) for who, holder in self.holders.items()]
        kept = [self.address, self.port, self.invitation, *people]
        if (tokens, kept) != self._known:
            self._known = tokens, kept
            self._send(tokens)
            if self._store is not None and self.port:
                self._store.set(**{KEPT: kept})
        version = {**self.holders}, self.party.version()
        for guest in self.guests.values():
            of = version, guest.texts.language, guest.answered
            if guest.left == math.inf and guest.shown != of:
                guest.shown = of
                text = write(
                    "state", version=VERSION, language=guest.texts.language, badges=MARKS,
                    answered=guest.answered, invitation=self.invitation, **self.party.state(guest),
                )  # fmt: skip
                self._send((guest.phone, text))
