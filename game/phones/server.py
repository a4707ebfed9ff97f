"""The process that phones talk to: it serves their page and carries texts to and fro.

It knows which token opens what, and no rules: what it hands out are texts that the table has made
for one phone.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import re
import socket
import threading
import time
from collections import Counter
from contextlib import suppress
from http import HTTPStatus
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

import font_source_sans_pro
import font_source_serif_pro
from websockets.asyncio.server import ServerConnection
from websockets.asyncio.server import serve as listen
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from game.phones import protocol
from game.phones.protocol import Post, ProtocolError, Said, ToServer, ToTable
from game.services.texts import FOLDER, LANGUAGES, folders, load
from game.shipped import ASSETS
from game.side_process import end_with_table

MOST_PHONES: Final = 24, 4
"""Phones at once, and from one address."""
PATIENCE: Final = 5.0
"""Seconds in which a connection has to say what it wants."""
RATE, BURST = 20.0, 40.0
"""Messages a second that a phone may send, and at once."""
WAITING: Final = 64
"""Messages that may wait for a phone that does not read."""
STUCK: Final = 10.0
"""Seconds after which a phone that does not read is dropped."""
PULSE: Final = 2.0
"""Seconds between two signs of life to the table."""
DELAYS: Final = 0.5, 8.0
"""Seconds that the first wrong token of an address costs, and that one costs at most."""
STRANGER, MALFORMED, SILENT, HASTY, FULL = 4401, 4400, 4408, 4429, 4503
"""Why the table closes a connection."""
TYPES: Final = {
    ".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml", ".jpg": "image/jpeg",
    ".png": "image/png", ".md": "text/markdown; charset=utf-8", ".json": "application/json",
    ".ttf": "font/ttf", ".webmanifest": "application/manifest+json",
}  # fmt: skip
"""What may be served, and as what."""
FONTS: Final = {
    "serif": (font_source_serif_pro, "SourceSerifPro-Semibold"),
    "sans": (font_source_sans_pro, "SourceSansPro-Regular"),
}
OWN: Final = "phone.page."
SAID: Final = re.compile(r"phone\.|\w+\.(tile|colour)\.")
"""How the keys of the page's own words begin, and those of all that it says."""
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self' ws://{host}; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)


# What is served ----------------------------------------------------------------------------------


def served() -> dict[str, Path | bytes]:
    """Every path that has an answer, with the file that is it; nothing else is ever read."""
    found: dict[str, Path | bytes] = {}
    for root, below in (("", ASSETS / "phone"), ("/art", ASSETS / "art")):
        files = (file for file in below.rglob("*") if file.suffix in TYPES)
        found |= {f"{root}/{file.relative_to(below).as_posix()}": file for file in files}
    for folder in folders("rules", ASSETS / "rules"):
        found |= {f"/rules/{file.parent.name}/{file.name}": file for file in folder.glob("*/*.md")}
    for language in LANGUAGES:
        words = load(language, FOLDER).items()
        own = {key.removeprefix(OWN): text for key, text in words if SAID.match(key)}
        found[f"/texts/{language}.json"] = json.dumps(own, ensure_ascii=False).encode()
    found |= {f"/font/{name}.ttf": Path(str(package.__file__)).parent / "files" / f"{file}.ttf"
              for name, (package, file) in FONTS.items()}  # fmt: skip
    if (start := found.get("/index.html")) is not None:
        found["/"] = start
    return found


# The process -------------------------------------------------------------------------------------


class Line:
    """The connection of a phone, with what waits to be sent through it."""

    def __init__(self, connection: ServerConnection) -> None:
        self.connection = connection
        self.address: str = connection.remote_address[0]
        self.phone = ""
        """Which phone it is; empty until that has said so."""
        self._waiting: dict[str, str] = {}
        self._numbers = 0
        self._news = asyncio.Event()

    def put(self, slot: str, text: str) -> None:
        """Send a text as soon as the phone reads; what is older in its slot need not be."""
        self._numbers += 1
        self._waiting.pop(slot, None)
        self._waiting[slot or f"#{self._numbers}"] = text
        self._news.set()
        if len(self._waiting) > WAITING:
            self.connection.transport.abort()

    async def send(self) -> None:
        """Send what waits, until the connection ends or the phone has not read for too long."""
        while await self._news.wait():
            text = self._waiting.pop(next(iter(self._waiting)))
            if not self._waiting:
                self._news.clear()
            try:
                async with asyncio.timeout(STUCK):
                    await self.connection.send(text)
            except TimeoutError:
                self.connection.transport.abort()
            except ConnectionClosed:
                return

    async def refuse(self, code: int, why: str) -> None:
        """End it, and say why."""
        await self.connection.send(protocol.write("error", text=why))
        await self.connection.close(code, why[:100])


class Server:
    """All phones of a table."""

    def __init__(self, pipe: Connection[ToTable, ToServer], host: str, port: int) -> None:
        self._pipe, self._door = pipe, socket.create_server((host, port))
        self.port: int = self._door.getsockname()[1]
        self._host = f"{host}:{self.port}"
        self._files = served()
        self._tokens: frozenset[str] = frozenset()
        self._wrong: Counter[str] = Counter()
        """How many wrong tokens an address has shown without a right one."""
        self._lines: set[Line] = set()

    async def run(self) -> None:
        """Serve until the table closes the pipe. First of all it says which tokens are valid, so
        that nobody is turned away who comes back at once.
        """
        self._take(self._pipe.recv())
        quiet = logging.Logger("phones", logging.CRITICAL + 1)  # addresses and paths stay here
        ended = asyncio.get_running_loop().create_future()
        threading.Thread(target=self._obey, args=(ended,), daemon=True).start()
        async with listen(
            self._meet, sock=self._door, origins=[f"http://{self._host}"],  # type: ignore[list-item]
            process_request=self._request, server_header=None, open_timeout=PATIENCE,
            close_timeout=1, max_size=protocol.LARGEST, logger=quiet,
        ):  # fmt: skip
            self._pipe.send(self.port)
            while not ended.done():
                await asyncio.wait([ended], timeout=PULSE)
                with suppress(OSError):
                    self._pipe.send(None)

    def _obey(self, ended: asyncio.Future[None]) -> None:
        """Take the table's orders, in a thread, until it is gone."""
        loop = ended.get_loop()
        with suppress(EOFError, OSError):
            while True:
                loop.call_soon_threadsafe(self._take, self._pipe.recv())
        loop.call_soon_threadsafe(ended.set_result, None)

    def _take(self, order: ToServer) -> None:
        if not isinstance(order, Post):
            self._tokens = order
            return
        for line in self._lines:
            if line.phone == order.phone:
                line.put(order.slot, order.text)

    # Requests ------------------------------------------------------------------------------------

    def _request(self, connection: ServerConnection, request: Request) -> Response | None:
        """Answer a request for a page; None lets a phone in that wants to talk."""
        if request.headers.get_all("Host") != [self._host]:
            return self._answer(HTTPStatus.MISDIRECTED_REQUEST, b"", ".html")
        if request.path == "/ws":
            return None
        found = self._files.get(request.path)
        if found is None:
            return self._answer(HTTPStatus.NOT_FOUND, b"", ".html")
        body = found if isinstance(found, bytes) else found.read_bytes()
        kind = ".json" if isinstance(found, bytes) else found.suffix
        return self._answer(HTTPStatus.OK, body, kind)

    def _answer(self, status: HTTPStatus, body: bytes, kind: str) -> Response:
        lasting = kind in (".jpg", ".svg", ".ttf")
        headers = Headers({
            "Content-Type": TYPES[kind], "Content-Length": str(len(body)), "Connection": "close",
            "Content-Security-Policy": POLICY.format(host=self._host),
            "Cache-Control": "max-age=3600" if lasting else "no-store",
            "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
            "Cross-Origin-Resource-Policy": "same-origin",
        })  # fmt: skip
        return Response(status.value, status.phrase, headers, body)

    # Phones --------------------------------------------------------------------------------------

    async def _meet(self, connection: ServerConnection) -> None:
        """Talk with a phone until it is gone."""
        line = Line(connection)
        here = sum(each.address == line.address for each in self._lines)
        if len(self._lines) >= MOST_PHONES[0] or here >= MOST_PHONES[1]:
            await connection.close(FULL, "too many phones")
            return
        self._lines.add(line)
        sending = asyncio.create_task(line.send())
        try:
            if await self._greet(line):
                await self._listen(line)
        except ConnectionClosed:
            pass
        finally:
            sending.cancel()
            self._lines.discard(line)
            if line.phone and line.phone not in (each.phone for each in self._lines):
                self._pipe.send(Said(line.phone, None))

    async def _greet(self, line: Line) -> bool:
        """Whether a phone shows a token within some seconds; else the connection is closed."""
        try:
            async with asyncio.timeout(PATIENCE):
                hello = protocol.read(await line.connection.recv())
            if hello.type != "hello":
                raise ProtocolError("the first message has to be hello")
        except TimeoutError:
            await line.connection.close(SILENT, "nothing was said")
            return False
        except ProtocolError as error:
            await line.refuse(MALFORMED, str(error))
            return False
        if not any(hmac.compare_digest(each, hello.token) for each in self._tokens):
            self._wrong[line.address] += 1
            first, most = DELAYS
            await asyncio.sleep(min(most, first * 2 ** (self._wrong[line.address] - 1)))
            await line.refuse(STRANGER, "this token opens nothing; scan the table's code")
            return False
        del self._wrong[line.address]
        line.phone = hello.phone
        self._pipe.send(Said(hello.phone, hello))
        return True

    async def _listen(self, line: Line) -> None:
        """Hand on what a phone says, as long as it is well-formed and not too much."""
        left, last = BURST, time.monotonic()
        async for text in line.connection:
            now = time.monotonic()
            left, last = min(BURST, left + RATE * (now - last)) - 1, now
            if left < 0:
                await line.refuse(HASTY, f"more than {RATE:.0f} messages a second")
                return
            try:
                message = protocol.read(text)
                if message.type == "hello":
                    raise ProtocolError("hello comes once")
            except ProtocolError as error:
                await line.refuse(MALFORMED, str(error))
                return
            self._pipe.send(Said(line.phone, message))


def serve(pipe: Connection[ToTable, ToServer], host: str, port: int) -> None:
    """The process's side: serve phones until the table is gone; at any port, if it is 0."""
    end_with_table()
    try:
        server = Server(pipe, host, port)
    except OSError:  # the port is taken, or the address is no longer ours
        pipe.send(0)
        return
    with suppress(EOFError, OSError):
        asyncio.run(server.run())
