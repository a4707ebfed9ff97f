"""The process that phones talk to: it serves their page and carries texts to and fro.

It knows which tokens are valid, and no rules: what it hands out are texts that the table has made
for one phone.
"""

import asyncio
import hmac
import json
import logging
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from mimetypes import MimeTypes
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

import font_source_sans_pro as source_sans
import font_source_serif_pro as source_serif
from websockets.asyncio.server import ServerConnection, broadcast
from websockets.asyncio.server import serve as listen
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from game.phones.protocol import KINDS, LARGEST, ProtocolError, ToServer, ToTable, read, write
from game.services.texts import FOLDER, LANGUAGES, folders, load
from game.shipped import ASSETS

MOST_PHONES: Final = 24, 4
"""Phones at once, and from one address."""
PATIENCE: Final = 5.0
"""Seconds in which a connection has to say what it wants."""
RATE, AHEAD = 20.0, 2.0
"""Messages of a phone that are heard in a second, and seconds for which it may be ahead of that."""
UNREAD: Final = 2**20
"""Bytes that may wait for a phone that does not read."""
DELAY: Final = 2.0
"""Seconds that a wrong token costs."""
STRANGER, SILENT, OFF, FULL = 4401, 4408, 4410, 4503
"""Why the table closes a connection."""
TYPES: Final = MimeTypes()
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self' ws://{host}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def served() -> dict[str, Callable[[], bytes]]:
    """Every path that has an answer, with what reads it; nothing else is ever read."""
    fonts = (Path(str(each.__file__)).parent / "files" for each in (source_sans, source_serif))
    roots = [("", ASSETS / "phone"), ("/art", ASSETS / "art"), *(("/font", each) for each in fonts)]
    roots += [("/rules", folder) for folder in folders("rules", ASSETS / "rules")]
    found: dict[str, Callable[[], bytes]] = {
        f"{root}/{file.relative_to(below).as_posix()}": file.read_bytes
        for root, below in roots for file in below.rglob("*") if file.is_file()
    }  # fmt: skip
    for language in LANGUAGES:
        found[f"/texts/{language}.json"] = json.dumps(load(language, FOLDER)).encode
    return found


class Server:
    """All phones of a table."""

    def __init__(self, pipe: "Connection[ToTable, ToServer]", host: str, port: int) -> None:
        """Listen at a port, or at any other one where that cannot be. Raises OSError if the address
        is no longer this machine's.
        """
        try:
            self._door = socket.create_server((host, port))
        except (OSError, OverflowError):  # another program has it, or there is no such port
            self._door = socket.create_server((host, 0))
        self._pipe, self.port = pipe, int(self._door.getsockname()[1])
        self._host = f"{host}:{self.port}"
        self._files = served()
        self._tokens: dict[str, str] = {}
        self._phones: dict[ServerConnection, str] = {}
        """Which phone a connection leads to; empty until that has said so."""

    async def run(self) -> None:
        """Serve until phones are switched off. First of all the table says which tokens are valid,
        so that nobody is turned away who comes back at once. Raises EOFError or OSError where it
        closes the pipe.
        """
        self._obey(self._pipe.recv())
        quiet = logging.Logger("phones", logging.CRITICAL + 1)  # addresses and paths stay here
        async with listen(
            self._meet, sock=self._door, origins=[f"http://{self._host}"],  # type: ignore[list-item]
            process_request=self._answer, server_header=None, open_timeout=PATIENCE,
            close_timeout=1, max_size=LARGEST, logger=quiet,
        ):  # fmt: skip
            self._pipe.send(self.port)
            while self._tokens:
                self._obey(await asyncio.to_thread(self._pipe.recv))
            await asyncio.gather(*(line.close(OFF) for line in self._phones))

    def _obey(self, order: ToServer) -> None:
        if isinstance(order, dict):
            self._tokens = order
            return
        phone, text = order
        lines = [line for line, known in self._phones.items() if known == phone]
        broadcast(lines, text)
        for line in lines:
            if line.transport.get_write_buffer_size() > UNREAD:
                line.transport.abort()

    def _answer(self, line: ServerConnection, request: Request) -> Response | None:
        """Answer a request for a page; None lets a phone in that wants to talk."""
        status, body = HTTPStatus.OK, b""
        path = "/index.html" if request.path == "/" else request.path
        if request.headers.get_all("Host") != [self._host]:
            status = HTTPStatus.MISDIRECTED_REQUEST
        elif path == "/ws":
            return None
        elif (found := self._files.get(path)) is not None:
            body = found()
        else:
            status = HTTPStatus.NOT_FOUND
        kind, _ = TYPES.guess_type(path)
        headers = Headers({
            "Content-Type": kind or "text/plain", "Content-Length": str(len(body)),
            "Cache-Control": "max-age=600", "Connection": "close",
            "Content-Security-Policy": POLICY.format(host=self._host),
            "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
            "Cross-Origin-Resource-Policy": "same-origin",
        })  # fmt: skip
        return Response(status.value, status.phrase, headers, body)

    async def _meet(self, line: ServerConnection) -> None:
        """Talk with a phone until it is gone."""
        address = line.remote_address[0]
        others = [other.remote_address[0] for other in self._phones]
        try:
            if len(others) >= MOST_PHONES[0] or others.count(address) >= MOST_PHONES[1]:
                raise ProtocolError("too many phones", FULL)
            self._phones[line] = ""
            await self._talk(line)
        except ProtocolError as error:
            with suppress(ConnectionClosed):
                await line.send(write("error", text=str(error)))
            await line.close(error.code)
        except ConnectionClosed:
            pass
        finally:
            phone = self._phones.pop(line, "")
            if phone and phone not in self._phones.values():
                self._pipe.send((phone, None))

    async def _talk(self, line: ServerConnection) -> None:
        """Hear a phone that shows a token, and hand on what it says. Raises ProtocolError as soon
        as that is not well-formed; who says too much is heard late.
        """
        first, *others = KINDS
        try:
            async with asyncio.timeout(PATIENCE):
                hello = read(await line.recv(), [first])
        except TimeoutError as error:
            raise ProtocolError("nothing was said", SILENT) from error
        told = [why for each, why in self._tokens.items()
                if hmac.compare_digest(each, hello["token"])]  # fmt: skip
        if told != [""]:
            await asyncio.sleep(DELAY)
            for why in told:
                await line.send(why)
            raise ProtocolError("this token opens nothing; scan the table's code", STRANGER)
        self._phones[line] = hello["phone"]
        self._pipe.send((hello["phone"], hello))
        due = 0.0
        async for text in line:
            self._pipe.send((hello["phone"], read(text, others)))
            now = time.monotonic()
            due = max(due, now - AHEAD) + 1 / RATE
            await asyncio.sleep(due - now)


def serve(pipe: "Connection[ToTable, ToServer]", host: str, port: int) -> None:
    """The process's side: serve phones until the table is gone."""
    with suppress(EOFError, OSError):
        asyncio.run(Server(pipe, host, port).run())
