"""The server that phones talk to: who may come in, what is served, and what attackers get."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import secrets
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from http.client import HTTPConnection
from typing import Any

import pytest
from websockets import Origin
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from game.phones import server
from game.phones.protocol import MALFORMED
from tests.phones.phones import message
from tests.sweep import one_in

INVITATION, SEAT = "k7mp3wxq", secrets.token_urlsafe(16)
PATIENCE = 30.0


class Served:
    """A server in a thread of this process, and the table's end of its pipe."""

    def __init__(self) -> None:
        self.pipe, theirs = multiprocessing.Pipe()
        self.server = server.Server(theirs, "127.0.0.1", 0)
        threading.Thread(target=self._run, daemon=True).start()
        self.pipe.send(dict.fromkeys((INVITATION, SEAT), ""))
        assert self.news(int) == self.server.port
        self.port = self.server.port
        self.lines = ExitStack()

    def _run(self) -> None:
        with suppress(OSError, EOFError):
            asyncio.run(self.server.run())

    def close(self) -> None:
        self.lines.close()
        self.pipe.close()

    def news(self, kind: type[Any]) -> Any:
        """The next news of a kind that the table hears."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self.pipe.poll(0.05):
                found = self.pipe.recv()
                if isinstance(found, kind):
                    return found
        raise AssertionError(f"no {kind.__name__} came")

    def wish(self) -> Any:
        """The next message that is no hello."""
        while True:
            said = self.news(tuple)[1]
            if said is not None and said["type"] != "hello":
                return said

    def line(self, address: str = "127.0.0.1", room: int = 0, **values: Any) -> ClientConnection:
        """A WebSocket from an address of this machine; other headers can be given, and how much
        room there is for what has not been read.
        """
        way = socket.socket()
        if room:
            way.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        way.bind((address, 0))
        way.connect(("127.0.0.1", self.port))
        values.setdefault("origin", Origin(f"http://127.0.0.1:{self.port}"))
        uri = f"ws://127.0.0.1:{self.port}/ws"
        line: ClientConnection = connect(uri, sock=way, proxy=None, close_timeout=0.2, **values)
        return self.lines.enter_context(line)

    def hello(self, token: str = INVITATION, phone: str = "", **values: Any) -> ClientConnection:
        line = self.line(**values)
        phone = phone or secrets.token_urlsafe(16)
        self.say(line, "hello", version=1, token=token, language="en", phone=phone)
        return line

    @staticmethod
    def say(line: ClientConnection, kind: str, **fields: object) -> None:
        line.send(json.dumps({"type": kind, **fields}))

    def get(self, path: str, host: str | None = None) -> tuple[int, dict[str, str], bytes]:
        asked = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        asked.putrequest("GET", path, skip_host=True)
        asked.putheader("Host", host or f"127.0.0.1:{self.port}")
        asked.endheaders()
        answer = asked.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read()


@pytest.fixture
def served() -> Iterator[Served]:
    made = Served()
    yield made
    made.close()


def closed(line: ClientConnection) -> int:
    """The code with which a connection is closed, after whatever else it is sent."""
    try:
        while True:
            line.recv(PATIENCE)
    except ConnectionClosed as end:
        return end.rcvd.code if end.rcvd is not None else 1006


def until(there: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not there():
        assert time.monotonic() < end, "it does not come to that"
        time.sleep(0.01)


# The page ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [
    "/sprites.svg", "/art/marks/koi.svg", "/rules/de/jin_li.md", "/texts/de.json", "/art/felt.jpg",
    "/font/SourceSansPro-Regular.ttf",
])  # fmt: skip
def test_the_page_and_all_it_needs_is_served_with_strict_rules(served: Served, path: str) -> None:
    status, headers, body = served.get(path)
    assert status == 200
    assert len(body) == int(headers["Content-Length"]) > 0
    policy = headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self';")
    assert f"ws://127.0.0.1:{served.port}" in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert "Server" not in headers


@pytest.mark.parametrize("path", [
    "/../main.py", "/art/../../main.py", "/art/%2e%2e/%2e%2e/main.py", "//etc/passwd", "/art/",
    "/art", "/etc/passwd", "/sprites.svg?x", "/rules/de/../../../main.py", "/ws/", "/texts/fr.json",
    "/font/../SourceSansPro-Regular.ttf", "/art/marks/koi.svg\\..", "/assets/phone/sprites.svg",
])  # fmt: skip
def test_nothing_else_is_served(served: Served, path: str) -> None:
    assert served.get(path)[0] == 404


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "localhost:{port}",
                                  "127.0.0.1:{port}.evil.example", "EVIL:{port}"])  # fmt: skip
def test_a_name_that_only_leads_here_opens_nothing(served: Served, host: str) -> None:
    told = host.format(port=served.port)
    assert served.get("/sprites.svg", told)[0] == 421
    with pytest.raises(InvalidStatus) as refused:
        served.line(additional_headers={"Host": told})
    assert refused.value.response.status_code in (400, 421)


@pytest.mark.parametrize("origin", [None, "http://evil.example", "null", "https://127.0.0.1:{port}",
                                    "http://127.0.0.1", "http://localhost:{port}"])  # fmt: skip
def test_pages_from_elsewhere_cannot_talk_to_the_table(served: Served, origin: str | None) -> None:
    told = None if origin is None else Origin(origin.format(port=served.port))
    with pytest.raises(InvalidStatus) as refused:
        served.line(origin=told)
    assert refused.value.response.status_code == 403


# Tokens ------------------------------------------------------------------------------------------


def test_the_invitation_makes_a_guest_and_a_seats_token_opens_that_seat(served: Served) -> None:
    me = secrets.token_urlsafe(16)
    line = served.hello(phone=me)
    hello = message("hello", version=1, token=INVITATION, phone=me, language="en")
    assert served.news(tuple) == (me, hello)
    line.close()
    assert served.news(tuple) == (me, None)
    served.hello(SEAT, me)
    assert served.news(tuple) == (me, hello | {"token": SEAT})


def test_a_wrong_token_opens_nothing_and_costs_time(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    wait = asyncio.sleep

    async def sleep(seconds: float) -> None:
        if seconds == server.DELAY:
            slept.append(seconds)
        else:
            await wait(seconds)

    monkeypatch.setattr(server, "DELAY", 7.25)
    monkeypatch.setattr(asyncio, "sleep", sleep)
    served = Served()
    for _ in range(3):
        line = served.hello(secrets.token_urlsafe(16))
        answer = json.loads(line.recv(PATIENCE))
        assert answer["type"] == "error"
        assert "scan" in answer["text"]
        assert closed(line) == server.STRANGER
    assert slept == [7.25] * 3
    served.close()


def test_a_token_that_was_taken_back_opens_nothing(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "DELAY", 0.0)
    served.pipe.send({INVITATION: ""})
    until(lambda: SEAT not in served.server._tokens)
    assert closed(served.hello(SEAT)) == server.STRANGER


def test_who_says_nothing_is_not_waited_for(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "PATIENCE", 0.05)
    assert closed(served.line()) == server.SILENT


# What phones send --------------------------------------------------------------------------------


@pytest.mark.parametrize("sent", ["", "{", "[]", '{"type": "hint"}', b"\x00", "\u0000" * 100,
                                  '{"type":"sit","seat":99,"name":"x","badge":"koi"}'])  # fmt: skip
@pytest.mark.parametrize("greeted", [True, False])
def test_what_is_malformed_is_answered_and_ends_the_connection(
    served: Served, sent: str | bytes, greeted: bool
) -> None:
    line = served.hello() if greeted else served.line()
    line.send(sent)
    assert json.loads(line.recv(PATIENCE))["type"] == "error"
    assert closed(line) == MALFORMED


def test_hello_comes_first_and_once(served: Served) -> None:
    line = served.line()
    served.say(line, "undo", seat=0)
    assert "one of hello" in json.loads(line.recv(PATIENCE))["text"]
    line = served.hello()
    served.say(line, "hello", version=1, token=SEAT, language="en", phone=SEAT)
    assert "one of sit, leave" in json.loads(line.recv(PATIENCE))["text"]
    assert closed(line) == MALFORMED


def test_a_message_of_a_megabyte_is_not_read(served: Served) -> None:
    line, other = served.hello(), served.hello()
    line.send(json.dumps({"type": "language", "language": "x" * 2**20}))
    assert closed(line) == 1009
    served.say(other, "undo", seat=0)
    assert served.wish() == message("undo", seat=0)


def test_who_talks_too_much_is_heard_late_and_the_others_at_once(served: Served) -> None:
    line, other = served.hello(), served.hello()
    with suppress(TimeoutError):
        line.socket.settimeout(0.5)
        for _ in range(1_000):
            served.say(line, "leave", seat=0)
    served.say(other, "undo", seat=5)
    heard: list[Any] = []
    while message("undo", seat=5) not in heard:
        heard.append(served.wish())
    assert len(heard) < 4 * server.RATE * server.AHEAD


def test_ten_messages_a_second_are_not_too_much(served: Served) -> None:
    line = served.hello()
    at_once = round(server.RATE * server.AHEAD)
    for _ in range(at_once):
        served.say(line, "undo", seat=0)
    assert [served.wish() for _ in range(at_once)]
    assert server.RATE >= 10


def test_where_the_port_is_taken_another_one_is_found(served: Served) -> None:
    for port in (served.port, 2**20):
        pipe, theirs = multiprocessing.Pipe()
        other = server.Server(theirs, "127.0.0.1", port)
        assert other.port not in (0, port)
        other._door.close()
        pipe.close()


# How many ----------------------------------------------------------------------------------------


def test_an_address_has_four_phones_and_a_table_twenty_four(served: Served) -> None:
    for part in range(6):
        for _ in range(4):
            served.hello(address=f"127.0.1.{part + 1}")
            served.news(tuple)
        assert closed(served.line(address=f"127.0.1.{part + 1}")) == server.FULL
    assert closed(served.line(address="127.0.1.99")) == server.FULL
    assert len(served.server._phones) == 24


@pytest.mark.parametrize("many", one_in(2, [200, 1000]))
def test_many_connections_keep_nobody_out_elsewhere(served: Served, many: int) -> None:
    before = threading.active_count()  # other tests may have left some
    with ExitStack() as crowd:
        for _ in range(many):
            try:
                knocking = socket.create_connection(("127.0.0.1", served.port), 0.5)
            except OSError:
                continue
            crowd.enter_context(knocking)
        assert threading.active_count() < before + 50
        me = secrets.token_urlsafe(16)
        served.hello(phone=me, address="127.0.0.2")
        assert served.news(tuple)[0] == me


# What phones are sent ----------------------------------------------------------------------------


def test_both_tabs_of_a_phone_are_sent_everything_and_others_nothing(served: Served) -> None:
    me = secrets.token_urlsafe(16)
    tabs, other = (served.hello(phone=me), served.hello(phone=me)), served.hello()
    for _ in range(3):
        served.news(tuple)
    served.pipe.send((me, "for you"))
    assert [tab.recv(PATIENCE) for tab in tabs] == ["for you"] * 2
    tabs[0].close()
    served.pipe.send((me, "still"))
    assert tabs[1].recv(PATIENCE) == "still"
    with pytest.raises(TimeoutError):
        other.recv(0)


def test_a_phone_that_does_not_read_holds_up_nobody_and_is_dropped(served: Served) -> None:
    slow, quick = secrets.token_urlsafe(16), secrets.token_urlsafe(16)
    served.hello(phone=slow, room=4096, max_queue=1, compression=None)
    other = served.hello(phone=quick)
    for _ in range(2):
        served.news(tuple)
    number = 0
    while slow in served.server._phones.copy().values():
        number += 1
        served.pipe.send((slow, f"{number} {'x' * 500_000}"))
        served.pipe.send((quick, str(number)))
        assert other.recv(PATIENCE) == str(number)
        assert number < 100, "as much waits as it wants"
    assert served.news(tuple) == (slow, None)


def test_who_comes_back_before_the_tokens_are_known_is_not_turned_away() -> None:
    """A server that takes the place of a lost one is knocked at from its first moment on."""
    pipe, theirs = multiprocessing.Pipe()
    made = server.Server(theirs, "127.0.0.1", 0)

    def run() -> None:
        with suppress(OSError, EOFError):
            asyncio.run(made.run())

    threading.Thread(target=run, daemon=True).start()
    host = f"127.0.0.1:{made.port}"
    way = socket.create_connection(("127.0.0.1", made.port))
    way.settimeout(PATIENCE)
    threading.Timer(0.3, pipe.send, [{INVITATION: ""}]).start()
    uri, origin = f"ws://{host}/ws", Origin(f"http://{host}")
    with connect(uri, origin=origin, sock=way, proxy=None) as line:
        me = secrets.token_urlsafe(16)
        Served.say(line, "hello", version=1, token=INVITATION, language="en", phone=me)
        heard: list[Any] = []
        while not any(isinstance(news, tuple) for news in heard):
            assert pipe.poll(PATIENCE), heard
            heard.append(pipe.recv())
    pipe.close()
    assert [heard[0], heard[-1][0]] == [made.port, me]
