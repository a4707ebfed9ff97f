"""At which addresses of the local network this machine can be reached by phones."""

import ipaddress
import socket
import struct
import sys
from contextlib import suppress
from typing import Final, NamedTuple

_SIOCGIFADDR: Final = 0x8915
_ELSEWHERE: Final = "192.0.2.1", 9
"""An address that nobody has, to learn from where something would be sent there."""


class Address(NamedTuple):
    """An address of this machine, and what the system calls the network's adapter there."""

    ip: str
    adapter: str = ""


def addresses() -> list[Address]:
    """Those at which phones can reach this machine, the likeliest first; none without a network."""
    adapters = _adapters()
    found = dict.fromkeys((_usual(), *_named(), *adapters))
    return [Address(ip, adapters.get(ip, "")) for ip in found if _local(ip)]


def _local(ip: str) -> bool:
    """Whether an address is one of a network at home: neither this machine alone nor the world."""
    parsed = ipaddress.IPv4Address(ip or "0.0.0.0")
    return parsed.is_private and not (parsed.is_loopback or parsed.is_unspecified)


def _usual() -> str:
    """From where this machine would send something away; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(_ELSEWHERE)
        return str(probe.getsockname()[0])
    return ""


def _named() -> list[str]:
    """The addresses that this machine's name has."""
    with suppress(OSError):
        return socket.gethostbyname_ex(socket.gethostname())[2]
    return []


def _adapters() -> dict[str, str]:
    """Adapters' names by their addresses, on Linux."""
    found: dict[str, str] = {}
    if sys.platform != "linux":
        return found
    import fcntl  # Linux has it

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            with suppress(OSError):  # it has no address
                asked = struct.pack("256s", name.encode()[:15])
                told = fcntl.ioctl(probe.fileno(), _SIOCGIFADDR, asked)
                found[socket.inet_ntoa(told[20:24])] = name
    return found

