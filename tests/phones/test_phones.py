"""Phones at a table: who sits, what is shown and played, and what happens when they go."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.phones.phones import PhoneTable


@pytest.fixture
def table() -> Iterator[PhoneTable]:
    table = PhoneTable("jin_li")
    yield table
    table.close()


def test_who_has_scanned_the_code_sits_down_and_plays(table: PhoneTable) -> None:
    ada, bob = table.phone(0, "Ada"), table.phone(1, "Bob")
    assert table.scene.names == ("Ada", "Bob")
    view = ada.wait("view", seat=0, asked=True)
    assert bob.wait("view", seat=1)["asked"] is False
    way = view["ways"][0]
    assert ada.play(0, way)["played"]
    assert table.match.cursor == 1
    assert bob.wait("view", at=1)["turn"] == 0
