"""What phones and the table say to each other: JSON objects, one a text frame (docs/phones.md).

`read` takes a phone's message apart and believes nothing of it; `write` makes one of the table's.
"""

import json
import re
from collections.abc import Callable, Collection, Mapping
from typing import Final, NamedTuple, TypeAlias

from game.services.people import MARKS
from game.services.texts import LANGUAGES

VERSION: Final = 1
LARGEST: Final = 4096
"""Bytes that a phone's message has at most."""
TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{22}|[a-z0-9]{8}")
"""128 random bits in base64url, as a phone's own are; or the invitation, which can be typed."""
LONGEST_NAME, LONGEST_PICK = 18, 64
MOST_SEATS, MOST_PICKS = 6, 16
MOST: Final = 2**53 - 1
"""How far every phone can count."""
KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    "hello": ("version", "token", "language", "phone"),
    "sit": ("seat", "name", "badge"),
    "leave": ("seat",),
    "play": ("seat", "number", "at", "picks"),
    "aim": ("seat", "at", "picks"),
    "hint": ("seat",),
    "undo": ("seat",),
    "language": ("language",),
}
"""The types of messages that a phone sends, and their fields."""


class ProtocolError(ValueError):
    """A message that is none: what is wrong with it, and what would be right."""


class Message(NamedTuple):
    """What a phone says. Its type tells which of the fields it has."""

    type: str
    version: int = VERSION
    token: str = ""
    phone: str = ""
    """What the phone calls itself; like a token it is known to nobody else."""
    language: str = ""
    seat: int = 0
    name: str = ""
    badge: str = ""
    number: int = 0
    """Not used twice by a phone, so that what is sent twice is played once."""
    at: int = 0
    """Which view it is meant for, so that nothing is played that was meant for another moment."""
    picks: tuple[str, ...] = ()


class Said(NamedTuple):
    """A phone has something to say; None: nothing connects it any more."""

    phone: str
    message: Message | None


class Post(NamedTuple):
    """A text for a phone, if it is here. It takes the place of one of the same `slot` that waits;
    without a slot it is sent whatever else waits.
    """

    phone: str
    slot: str
    text: str


ToTable: TypeAlias = Said | int | None
"""A number is the port at which phones are listened to, 0 where that cannot be; None says that the
process is alive.
"""
ToServer: TypeAlias = Post | frozenset[str]
"""A set has all tokens that are valid from now on."""


def _number(most: int) -> Callable[[object], int]:
    def check(value: object) -> int:
        if type(value) is not int or not 0 <= value <= most:
            raise ProtocolError(f"a whole number from 0 to {most}")
        return value

    return check


def _one_of(values: Collection[str]) -> Callable[[object], str]:
    def check(value: object) -> str:
        if not isinstance(value, str) or value not in values:
            raise ProtocolError(f"one of {', '.join(values)}")
        return value

    return check


def _token(value: object) -> str:
    if not isinstance(value, str) or not TOKEN.fullmatch(value):
        raise ProtocolError("22 signs of A-Z, a-z, 0-9, - and _, or 8 of a-z and 0-9")
    return value


def _name(value: object) -> str:
    name = " ".join(value.split()) if isinstance(value, str) else ""
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        raise ProtocolError(f"a text of 1 to {LONGEST_NAME} printable signs")
    return name


def _picks(value: object) -> tuple[str, ...]:
    picks = tuple(value) if isinstance(value, list) else (None,)
    if len(picks) > MOST_PICKS or not all(
        isinstance(each, str) and len(each) <= LONGEST_PICK and each.isprintable() for each in picks
    ):
        raise ProtocolError(f"at most {MOST_PICKS} texts of at most {LONGEST_PICK} printable signs")
    return picks


_FIELDS: Final[Mapping[str, Callable[[object], object]]] = {
    "version": _number(MOST), "token": _token, "phone": _token, "seat": _number(MOST_SEATS - 1),
    "language": _one_of(LANGUAGES), "name": _name, "badge": _one_of(MARKS), "picks": _picks,
    "number": _number(MOST), "at": _number(MOST),
}  # fmt: skip


def read(text: str | bytes) -> Message:
    """The message that a phone has sent. Raises ProtocolError."""
    if not isinstance(text, str):
        raise ProtocolError("this is binary; messages are text")
    try:
        plain = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ProtocolError("this is not JSON; a message is an object") from error
    if not isinstance(plain, dict):
        raise ProtocolError("this is no object; a message is one with a type")
    said = plain.pop("type", None)
    if not isinstance(said, str) or said not in KINDS:
        raise ProtocolError(f"type has to be one of {', '.join(KINDS)}")
    if set(plain) != set(KINDS[said]):
        raise ProtocolError(f"{said} has the fields {', '.join(KINDS[said])}")
    values: dict[str, object] = {}
    for field, value in plain.items():
        try:
            values[field] = _FIELDS[field](value)
        except ProtocolError as error:
            raise ProtocolError(f"{said}: {field} has to be {error}") from None
    if values.get("version", VERSION) != VERSION:
        raise ProtocolError(f"this table speaks version {VERSION}; load the page anew")
    return Message(said, **values)  # type: ignore[arg-type]


def write(kind: str, **fields: object) -> str:
    """A message of the table's."""
    return json.dumps({"type": kind, **fields}, ensure_ascii=False, separators=(",", ":"))
