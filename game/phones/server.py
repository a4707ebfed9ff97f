"""The process that phones talk to: it serves their page and carries texts to and fro.

It knows which token opens what, and no rules: what it hands out are texts that the table has made
for one phone.
"""

from __future__ import annotations

import hmac
import json
import logging
import socket
import threading
import time
from collections import Counter
from contextlib import suppress
from http import HTTPStatus
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

import font_source_sans_pro
import font_source_serif_pro
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.sync.server import ServerConnection
from websockets.sync.server import serve as listen

from game.phones import protocol
from game.phones.protocol import Post, ProtocolError, Said, ToServer, ToTable
from game.services.texts import FOLDER, LANGUAGES, folders, load
from game.shipped import ASSETS
from game.side_process import end_with_table

MOST_OPEN: Final = 96, 32
"""Connections at once that may ask for anything, and from one address."""
MOST_PHONES: Final = 24, 4
"""Those of them that may stay, and from one address."""
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
"""How the keys of the page's own words begin."""
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
        own = {key[len(OWN):]: text for key, text in words if key.startswith(OWN)}
        found[f"/texts/{language}.json"] = json.dumps(own, ensure_ascii=False).encode()
    found |= {f"/font/{name}.ttf": Path(str(package.__file__)).parent / "files" / f"{file}.ttf"
              for name, (package, file) in FONTS.items()}  # fmt: skip
    if (start := found.get("/index.html")) is not None:
        found["/"] = start
    return found


class Door(socket.socket):
    """The socket that phones knock at; beyond so many connections it slams shut."""

    def __init__(self, host: str, port: int) -> None:
        super().__init__(socket.AF_INET, socket.SOCK_STREAM)
        self.open: list[tuple[socket.socket, str]] = []
        if hasattr(socket, "SO_REUSEADDR") and not hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
            self.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.bind((host, port))
        self.listen(MOST_OPEN[0])

    def accept(self) -> tuple[socket.socket, Any]:
        while True:
            found, address = super().accept()
            self.open = [(each, at) for each, at in self.open if each.fileno() >= 0]
            here = sum(at == address[0] for _, at in self.open)
            if len(self.open) < MOST_OPEN[0] and here < MOST_OPEN[1]:
                self.open.append((found, address[0]))
                return found, address
            found.close()


# The process -------------------------------------------------------------------------------------


class Line:
    """The connection of a phone, with what waits to be sent through it."""

    def __init__(self, connection: ServerConnection) -> None:
        self.connection = connection
        self.address: str = connection.remote_address[0]
        self._waiting: dict[str, str] = {}
        self._numbers = 0
        self._busy: float | None = None
        """Since when something is being sent."""
        self._open = True
        self._news = threading.Condition()

    def put(self, slot: str, text: str) -> None:
        """Send a text as soon as the phone reads; what is older in its slot need not be."""
        with self._news:
            self._numbers += 1
            key = slot or f"#{self._numbers}"
            self._waiting.pop(key, None)
            self._waiting[key] = text
            self._news.notify()
            if len(self._waiting) > WAITING:
                self.drop()

    def send(self) -> None:
        """Send what waits until the connection ends."""
        while True:
            with self._news:
                self._busy = None
                self._news.wait_for(lambda: self._waiting or not self._open)
                if not self._open:
                    return
                text = self._waiting.pop(next(iter(self._waiting)))
                self._busy = time.monotonic()
            try:
                self.connection.send(text)
            except ConnectionClosed:
                return

    def end(self) -> None:
        """Nothing more is sent."""
        with self._news:
            self._open = False
            self._news.notify()

    @property
    def stuck(self) -> bool:
        busy = self._busy
        return busy is not None and time.monotonic() - busy > STUCK

    def drop(self) -> None:
        """End it without a word, for nobody listens."""
        with suppress(OSError):
            self.connection.socket.shutdown(socket.SHUT_RDWR)


class Server:
    """All phones of a table."""

    def __init__(self, pipe: Connection[ToTable, ToServer], host: str, port: int) -> None:
        self._pipe, self._door = pipe, Door(host, port)
        self.port: int = self._door.getsockname()[1]
        self._host = f"{host}:{self.port}"
        self._files = served()
        self._tokens: frozenset[str] = frozenset()
        self._wrong: Counter[str] = Counter()
        """How many wrong tokens an address has shown without a right one."""
        self._lines: dict[Line, str] = {}
        """Every connection, with the phone that it is; empty until that has said so."""
        self._lock, self._speaking = threading.Lock(), threading.Lock()

    def run(self) -> None:
        """Serve until the table closes the pipe."""
        quiet = logging.Logger("phones", logging.CRITICAL + 1)  # addresses and paths stay here
        server = listen(
            self._meet, sock=self._door, origins=[f"http://{self._host}"],  # type: ignore[list-item]
            process_request=self._request, server_header=None, open_timeout=PATIENCE,
            close_timeout=2, max_size=protocol.LARGEST, logger=quiet,
        )  # fmt: skip
        for work in (server.serve_forever, self._look_after):
            threading.Thread(target=work, daemon=True).start()
        self._tell(self.port)
        while True:
            self._take(self._pipe.recv())

    def _tell(self, news: ToTable) -> None:
        with self._speaking:
            self._pipe.send(news)

    def _take(self, order: ToServer) -> None:
        if not isinstance(order, Post):
            self._tokens = order
            return
        with self._lock:
            lines = [line for line, phone in self._lines.items() if phone == order.phone]
        for line in lines:
            line.put(order.slot, order.text)

    def _look_after(self) -> None:
        """Tell the table that this process lives, and drop who does not read."""
        while True:
            time.sleep(PULSE)
            with self._lock:
                stuck = [line for line in self._lines if line.stuck]
            for line in stuck:
                line.drop()
            try:
                self._tell(None)
            except OSError:
                return  # the table is gone

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

    def _meet(self, connection: ServerConnection) -> None:
        """Talk with a phone until it is gone."""
        line = Line(connection)
        with self._lock:
            here = sum(each.address == line.address for each in self._lines)
            full = len(self._lines) >= MOST_PHONES[0] or here >= MOST_PHONES[1]
            if not full:
                self._lines[line] = ""
        if full:
            connection.close(FULL, "too many phones")
            return
        threading.Thread(target=line.send, daemon=True).start()
        try:
            if (phone := self._greet(line)) is not None:
                self._listen(line, phone)
        except (ConnectionClosed, OSError):
            pass  # it is gone, or the table is
        finally:
            line.end()
            with self._lock:
                phone = self._lines.pop(line)
                gone = phone and phone not in self._lines.values()
            if gone:
                self._tell(Said(phone, None))

    def _greet(self, line: Line) -> str | None:
        """The phone that shows a token within some seconds; None, the connection closed, if none
        does.
        """
        try:
            hello = protocol.read(line.connection.recv(PATIENCE))
            if hello.type != "hello":
                raise ProtocolError("the first message has to be hello")
        except TimeoutError:
            line.connection.close(SILENT, "nothing was said")
            return None
        except ProtocolError as error:
            self._refuse(line, MALFORMED, str(error))
            return None
        if not any(hmac.compare_digest(each, hello.token) for each in self._tokens):
            self._wrong[line.address] += 1
            first, most = DELAYS
            time.sleep(min(most, first * 2 ** (self._wrong[line.address] - 1)))
            self._refuse(line, STRANGER, "this token opens nothing; scan the table's code")
            return None
        self._wrong.pop(line.address, None)
        with self._lock:
            self._lines[line] = hello.phone
        self._tell(Said(hello.phone, hello))
        return hello.phone

    def _listen(self, line: Line, phone: str) -> None:
        """Hand on what a phone says, as long as it is well-formed and not too much."""
        left, last = BURST, time.monotonic()
        for text in line.connection:
            now = time.monotonic()
            left, last = min(BURST, left + RATE * (now - last)) - 1, now
            if left < 0:
                self._refuse(line, HASTY, f"more than {RATE:.0f} messages a second")
                return
            try:
                message = protocol.read(text)
                if message.type == "hello":
                    raise ProtocolError("hello comes once")
            except ProtocolError as error:
                self._refuse(line, MALFORMED, str(error))
                return
            self._tell(Said(phone, message))

    def _refuse(self, line: Line, code: int, why: str) -> None:
        line.connection.send(protocol.write("error", text=why))
        line.connection.close(code, why[:100])


def serve(pipe: Connection[ToTable, ToServer], host: str, port: int) -> None:
    """The process's side: serve phones until the table is gone; at any port, if it is 0."""
    end_with_table()
    try:
        server = Server(pipe, host, port)
    except OSError:  # the port is taken, or the address is no longer ours
        pipe.send(0)
        return
    with suppress(EOFError, OSError):
        server.run()
