"""What phones may say: everything well-formed is read, everything else is refused with reasons."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.phones import protocol
from game.phones.protocol import KINDS, ProtocolError, read, write

TOKEN = "n0Ta-rEaL_t0kEn-aT_aLl"
RIGHT: list[dict[str, Any]] = [
    {"type": "hello", "version": 1, "token": TOKEN, "language": "de", "phone": TOKEN},
    {"type": "hello", "version": 1, "token": "k7mp3wxq", "language": "en", "phone": TOKEN},
    {"type": "sit", "seat": 5, "name": "Ada Ö", "badge": "koi"}, {"type": "leave", "seat": 0},
    {"type": "play", "seat": 1, "number": 10**16 - 1, "at": 0, "picks": ["a1", "b2"]},
    {"type": "aim", "seat": 1, "at": 7, "picks": []}, {"type": "hint", "seat": 1, "at": 7},
    {"type": "undo", "seat": 1}, {"type": "language", "language": "en"},
]  # fmt: skip
PLAY = {"type": "play", "seat": 1, "number": 1, "at": 0, "picks": []}
WRONG: list[tuple[object, str]] = [
    ("", "a JSON object"), ("{", "a JSON object"), ("[" * 100_000, "a JSON object"),
    ("[]", "a JSON object"), ("1", "a JSON object"), ("null", "a JSON object"),
    ("NaN", "a JSON object"), (b"\xff", "a JSON object"), ("{}", "type"), (b"{}", "type"),
    ('{"type": []}', "type"), ('{"type": "chess"}', "hello, sit, leave"),
    ({"type": "undo"}, "undo has the fields seat"),
    ({"type": "undo", "seat": 1, "why": 1}, "undo has the fields seat"),
    ({"type": "undo", "seat": True}, "a whole number from 0 to 5"),
    ({"type": "undo", "seat": 1.0}, "a whole number"), ({"type": "undo", "seat": 6}, "0 to 5"),
    ({"type": "undo", "seat": -1}, "0 to 5"), ({"type": "undo", "seat": "1"}, "undo: seat"),
    ({"type": "language", "language": "fr"}, "one of en, de"),
    ({"type": "language", "language": ["de"]}, "one of en, de"),
    ({"type": "sit", "seat": 1, "name": "", "badge": "koi"}, "1 to 18"),
    ({"type": "sit", "seat": 1, "name": "   ", "badge": "koi"}, "1 to 18"),
    ({"type": "sit", "seat": 1, "name": "x" * 19, "badge": "koi"}, "1 to 18"),
    ({"type": "sit", "seat": 1, "name": "a\u202eb", "badge": "koi"}, "printable"),
    ({"type": "sit", "seat": 1, "name": 7, "badge": "koi"}, "name"),
    ({"type": "sit", "seat": 1, "name": "Ada", "badge": "dragon"}, "badge has to be one of sun"),
    ({**PLAY, "picks": "a1"}, "at most 16 texts"), ({**PLAY, "picks": ["a"] * 17}, "16 texts"),
    ({**PLAY, "picks": ["a" * 65]}, "64 printable"), ({**PLAY, "picks": ["\ud800"]}, "printable"),
    ({**PLAY, "picks": [1]}, "picks"),
    ({**PLAY, "number": 10**16}, "number"), ({**PLAY, "at": None}, "at"),
    ({"type": "hello", "version": 2, "token": TOKEN, "language": "de", "phone": TOKEN},
     "version has to be 1"),
    ({"type": "hello", "version": 1, "token": "short", "language": "de", "phone": TOKEN},
     "22 signs"),
    ({"type": "hello", "version": 1, "token": TOKEN + "\n", "language": "de", "phone": TOKEN},
     "22 signs"),
]  # fmt: skip


@pytest.mark.parametrize("plain", RIGHT, ids=lambda each: str(each)[:40])
def test_every_message_is_read(plain: dict[str, Any]) -> None:
    assert read(json.dumps(plain)) == plain


def test_the_table_of_right_messages_has_every_kind() -> None:
    assert {message["type"] for message in RIGHT} == set(KINDS)


@pytest.mark.parametrize(("sent", "why"), WRONG, ids=lambda each: str(each)[:40])
def test_what_is_wrong_is_said_and_what_would_be_right(sent: object, why: str) -> None:
    text = sent if isinstance(sent, str | bytes) else json.dumps(sent)
    with pytest.raises(ProtocolError, match=why):
        read(text)


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=80),
    lambda inner: st.lists(inner, max_size=20) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=20,
)
fields = sorted({field for fields in KINDS.values() for field in fields})


@given(st.text() | st.binary())
def test_no_text_at_all_does_harm(text: str | bytes) -> None:
    with pytest.raises(ProtocolError):
        read(text)


@given(st.sampled_from(RIGHT), st.data())
def test_a_message_with_a_field_of_any_kind_is_read_or_refused(
    right: dict[str, Any], data: st.DataObject
) -> None:
    field = data.draw(st.sampled_from([*right, *fields]))
    sent = {**right, field: data.draw(plain)}
    with suppress(ProtocolError):
        message = read(json.dumps(sent))
        assert set(message) == {"type", *KINDS[message["type"]]}


def test_what_the_table_writes_is_one_object_with_its_type_first() -> None:
    text = write("told", seat=1, text="Grüße", places=("a1",))
    assert text == '{"type":"told","seat":1,"text":"Grüße","places":["a1"]}'
    assert protocol.VERSION == 1
