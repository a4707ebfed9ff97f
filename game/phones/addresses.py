"""At which addresses of the local network phones can reach this machine."""

import socket
import struct
import sys
from contextlib import suppress
from ipaddress import ip_address
from typing import Final, NamedTuple

_SIOCGIFADDR: Final = 0x8915
_ELSEWHERE: Final = "192.0.2.1", 9
"""An address that nobody has, to learn from where something would be sent there."""


class Address(NamedTuple):
    """An address of this machine, and what the system calls its adapter, if it says so."""

    ip: str
    adapter: str = ""


def addresses() -> list[Address]:
    """Those in networks such as one has at home, the likeliest first; none without a network."""
    names, found = _adapters(), list[str]()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(_ELSEWHERE)  # nothing is sent
        found.append(probe.getsockname()[0])
    with suppress(OSError):
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    parsed = {each: ip_address(each) for each in (*found, *names)}
    return [Address(each, names.get(each, "")) for each, at in parsed.items()
            if at.is_private and not (at.is_loopback or at.is_unspecified)]  # fmt: skip


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
