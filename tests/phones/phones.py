"""A table with phones for tests: a match on the table, and phones that are WebSocket clients."""

from __future__ import annotations

import asyncio
import json
import secrets
import socket
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, ClassVar, cast
from weakref import WeakSet

from websockets import Origin
from websockets.exceptions import ConnectionClosed, InvalidMessage
from websockets.sync.client import ClientConnection, connect

from game.phones import boards
from game.phones.boards.picture import Picture, Way
from game.phones.host import Phones
from game.phones.server import Server
from game.rules import GAMES
from game.services.people import Chair
from game.side_process import SideProcess
from tests.scenes.table import Table

PATIENCE = 30.0
"""Seconds after which a test gives up; far more than anything needs."""


def message(kind: str, **fields: Any) -> dict[str, Any]:
    """What a phone says, as the table hears it."""
    return {"type": kind, **fields}


def wish(game: str, view: Any, picture: Picture, picks: Way) -> Any:
    """The move that picks say, legal or not. Raises ValueError or LookupError if none."""
    found = boards.ways(game, view, picture)
    if picks in found:
        return found[picks]
    return GAMES[game].read(boards.BOARDS[game].text(view, picks))


def token() -> str:
    return secrets.token_urlsafe(16)


class Phone:
    """A phone as the table sees it. What it has been sent is in `seen`, the newest last."""

    def __init__(self, table: PhoneTable, name: str = "", address: str = "127.0.0.1") -> None:
        self.table, self.id, self.address = table, token(), address
        self.name = name
        self.line: ClientConnection | None = None
        self.seen: list[dict[str, Any]] = []
        self.texts: list[str] = []
        self.numbers = 0

    def connect(self, shown: str | None = None, **values: Any) -> Phone:
        """Come, with the invitation or another token."""
        phones = self.table.phones
        host = f"{phones.address}:{phones.port}"
        way = socket.create_connection(
            (phones.address, phones.port), PATIENCE, source_address=(self.address, 0)
        )
        self.line = self.table.lines.enter_context(
            connect(f"ws://{host}/ws", origin=Origin(f"http://{host}"), sock=way, proxy=None)
        )
        self.say("hello", **{
            "version": 1, "token": shown or phones.invitation, "language": "en", "phone": self.id,
            **values,
        })  # fmt: skip
        return self

    def say(self, kind: str, **fields: Any) -> None:
        self.send(json.dumps({"type": kind, **fields}))

    def send(self, text: str | bytes) -> None:
        assert self.line is not None
        self.line.send(text)

    def read(self) -> None:
        """Take in what has come."""
        assert self.line is not None
        while True:
            try:
                text = self.line.recv(timeout=0)
            except (TimeoutError, ConnectionClosed):
                return
            assert isinstance(text, str)
            self.texts.append(text)
            self.seen.append(json.loads(text))

    def read_on(self) -> None:
        """Take in what comes until the connection is closed."""
        assert self.line is not None
        with suppress(ConnectionClosed):
            while True:
                self.line.recv(PATIENCE)

    def last(self, kind: str, **fields: Any) -> dict[str, Any] | None:
        """The newest message of a type in which these fields are like this."""
        wanted = {"type": kind, **fields}
        newest = reversed(self.seen)
        return next((each for each in newest if {**each, **wanted} == each), None)

    def wait(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Such a message, which may have come before."""

        def there() -> bool:
            self.read()
            return self.last(kind, **fields) is not None

        self.table.until(there)
        return self.last(kind, **fields) or {}

    def sit(self, seat: int) -> Phone:
        self.say("sit", seat=seat, name=self.name or f"P{seat}", badge="koi")
        self.view(seat)
        return self

    @property
    def state(self) -> dict[str, Any]:
        """All that it shows now."""
        self.read()
        return self.last("state") or {"yours": [], "seats": []}

    @property
    def seats(self) -> dict[int, dict[str, Any]]:
        """Its own seats, each with its token and its view."""
        return {each["seat"]: each for each in self.state["yours"]}

    def view(self, seat: int, **fields: Any) -> dict[str, Any]:
        """What a seat sees, as soon as these fields of it are like this."""

        def there() -> bool:
            view = self.seats.get(seat, {}).get("view")
            return view is not None and {**view, **fields} == view

        self.table.until(there)
        found: dict[str, Any] = self.seats[seat]["view"]
        return found

    def play(self, seat: int, picks: list[str], **fields: Any) -> bool:
        """Send a play and wait for its answer: whether it was played."""
        number, before = fields.setdefault("number", self.next()), self.table.match.cursor
        at = self.view(seat)["at"]
        self.say("play", **{"seat": seat, "at": at, "picks": picks, **fields})
        self.wait("state", answered=number)
        return bool(self.table.match.cursor > before)

    def next(self) -> int:
        self.numbers += 1
        return self.numbers

    def come_back(self) -> Phone:
        """Connect as soon as the table listens again."""
        self.seen.clear()

        def back() -> bool:
            try:
                self.connect()
            except (OSError, InvalidMessage):
                return False
            return True

        self.table.until(back)
        return self

    def cut(self) -> None:
        """Go without a word, as when the battery is empty."""
        assert self.line is not None
        self.line.socket.close()


class SideThread(SideProcess):
    """The server in a thread of this process, which starts sooner."""

    pipes: ClassVar[WeakSet[Connection[Any, Any]]] = WeakSet()
    """The table's ends of all that a test has started."""

    def start(self, *arguments: Any) -> None:
        self.pipe, theirs = self.context.Pipe()
        self.pipes.add(self.pipe)
        self.server = Server(theirs, *arguments)
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()
        self.process = cast(SpawnProcess, self)

    def _run(self) -> None:
        with suppress(OSError, EOFError):
            asyncio.run(self.server.run())

    def dismiss(self) -> None:
        if self.pipe is not None:
            self.pipe.close()
        self.pipe = self.process = None


class PhoneTable(Table):
    """A match at a table to which phones may come, over the loopback address."""

    def __init__(self, game: str, *args: Any, alone: bool = False, **values: Any) -> None:
        """With `alone` the server has a process of its own, as at every real table."""
        super().__init__(game, *args, **values)
        self.lines = ExitStack()
        """Connections that are still open."""
        self.phones = self.context.phones
        self.phones.close()
        self.alone = alone
        self.switch_on(Phones(port=0))

    def switch_on(self, phones: Phones) -> None:
        """Let phones come to the match."""
        self.phones = self.context.phones = self.scene.phones._phones = phones
        if not self.alone:
            phones._side = SideThread("phones", "")
        phones.join(self.scene.phones)
        phones.open(store=self.context.store)
        self.until(lambda: phones.port > 0)

    def restart(self) -> None:
        """The table is killed and started again, with its match, and phones are switched on."""
        side = self.phones._side
        ending = side.thread if isinstance(side, SideThread) else side.process
        side.dismiss()
        assert ending is not None
        ending.join()
        number = self.scene.match_id
        told = self.context.store.resume(number)
        self.stack.home()
        self.scene = type(self.scene)(self.context, told.series, told.chairs, number)
        self.stack.open(self.scene)
        self.switch_on(Phones(port=0))

    def until(self, there: Callable[[], bool]) -> None:
        """Let frames pass until something is so."""
        end = time.monotonic() + PATIENCE
        while not there():
            assert time.monotonic() < end, "nothing came"
            self.stack.update(1 / 60)
            time.sleep(0.001)

    def who(self, seat: int) -> tuple[str, str]:
        """By what the phones know who sits at a seat."""
        chair: Chair = self.scene.chairs[seat]
        return chair.who

    def here(self, seat: int) -> bool:
        """Whether the phone of a seat is here."""
        return self.phones.here(self.who(seat))

    def held_by(self, phone: Phone) -> list[int]:
        """The seats that are played with a phone."""
        return [*self.scene.phones._held_by(self.phones.guests[phone.id])]

    def grant(self, phone: Phone) -> None:
        """Somebody at the table gives a phone the seat that it would like."""
        self.phones.grant(self.phones.guests[phone.id])

    def phone(self, seat: int | None = None, name: str = "", **values: Any) -> Phone:
        """A phone that has come, and sits at a seat if one is given."""
        phone = Phone(self, name).connect(**values)
        phone.wait("state")
        return phone if seat is None else phone.sit(seat)

    def close(self) -> None:
        self.phones.close()
        self.lines.close()
        super().close()
