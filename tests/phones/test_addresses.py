"""Under which addresses phones can find a table, and which of them comes first."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import ifaddr
import pytest

from tests.loopback import everywhere


def adapter(name: str, *found: str) -> Any:
    """An adapter with addresses; a colon makes one of the sixth version."""
    ips = [SimpleNamespace(ip=ip, is_IPv4=":" not in ip) for ip in found]
    return SimpleNamespace(nice_name=name, ips=ips)


class Probe:
    """A socket by which one sees which address leads elsewhere; none does if that is empty."""

    leads = ""

    def __init__(self, *_: object) -> None:
        pass

    def __enter__(self) -> Probe:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def connect(self, _: object) -> None:
        if not self.leads:
            raise OSError("Network is unreachable")

    def getsockname(self) -> tuple[str, int]:
        return self.leads, 40_000


@pytest.mark.parametrize(("leads", "order"), [
    ("192.168.1.20", ["192.168.1.20", "172.17.0.1", "10.0.0.4"]),
    ("10.0.0.4", ["10.0.0.4", "172.17.0.1", "192.168.1.20"]),
    ("", ["172.17.0.1", "192.168.1.20", "10.0.0.4"]),
    ("8.8.4.4", ["172.17.0.1", "192.168.1.20", "10.0.0.4"]),
])  # fmt: skip
def test_the_address_that_leads_elsewhere_comes_first(
    monkeypatch: pytest.MonkeyPatch, leads: str, order: Sequence[str]
) -> None:
    """The one of a virtual network is there as well, and may well be listed before it."""
    adapters = [adapter("lo", "127.0.0.1"), adapter("docker0", "172.17.0.1"),
                adapter("wlan0", "fe80::1", "192.168.1.20"), adapter("dsl", "8.8.4.4"),
                adapter("eth0", "10.0.0.4")]  # fmt: skip
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: adapters)
    monkeypatch.setattr("game.phones.host.socket.socket", Probe)
    monkeypatch.setattr(Probe, "leads", leads)
    found = everywhere()
    assert [*found] == order
    assert found["192.168.1.20"] == "wlan0"
