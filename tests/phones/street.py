"""Ways to a table from several addresses of one machine, as if every phone had one of its own.

A browser cannot choose from where it connects; through a SOCKS proxy of this street it can.
"""

from __future__ import annotations

import socket
import threading
from contextlib import suppress


class Street:
    """A proxy that connects from one loopback address, such as 127.0.0.7."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.door = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._serve, daemon=True).start()

    @property
    def address(self) -> str:
        return f"socks5://127.0.0.1:{self.door.getsockname()[1]}"

    def close(self) -> None:
        self.door.close()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                came, _ = self.door.accept()
                threading.Thread(target=self._lead, args=(came,), daemon=True).start()

    def _lead(self, came: socket.socket) -> None:
        """Greet, connect where it wants to go, and carry bytes both ways (RFC 1928)."""
        with came, suppress(OSError):
            _, count = came.recv(2)
            came.recv(count)
            came.sendall(b"\x05\x00")
            *_, kind = came.recv(4)
            name = came.recv(4 if kind == 1 else came.recv(1)[0])
            host = socket.inet_ntoa(name) if kind == 1 else name.decode()
            port = int.from_bytes(came.recv(2), "big")
            with socket.create_connection((host, port), source_address=(self.source, 0)) as there:
                came.sendall(b"\x05\x00\x00\x01" + bytes(6))
                back = threading.Thread(target=_carry, args=(there, came), daemon=True)
                back.start()
                _carry(came, there)
                back.join()


def _carry(one: socket.socket, other: socket.socket) -> None:
    """Carry bytes until one side ends, and tell the other one so, however it has ended."""
    with suppress(OSError):
        while data := one.recv(1 << 16):
            other.sendall(data)
    with suppress(OSError):
        other.shutdown(socket.SHUT_WR)
