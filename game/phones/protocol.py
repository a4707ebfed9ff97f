"""What phones and the table say to each other: JSON objects, one a text frame (docs/phones.md).

`read` takes a phone's message apart and believes nothing of it; `write` makes one of the table's.
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple, TypeAlias

from game.rules.core.protocol import Plain
from game.services.people import MARKS
from game.services.texts import LANGUAGES

VERSION: Final = 1
LARGEST: Final = 4096
"""Bytes that a phone's message has at most."""
TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{22}|[a-z0-9]{8}")
"""128 random bits in base64url, as a phone's own are; or the invitation, which can be typed."""
LONGEST_NAME: Final = 18
MOST_SEATS: Final = 6
MOST_PICKS: Final = 16
LONGEST_PICK: Final = 64
LARGEST_NUMBER: Final = 2**53 - 1
"""What every phone can count exactly."""


class ProtocolError(ValueError):
    """A message that is none: what is wrong with it, and what would be right."""


class Hello(NamedTuple):
    """The first message of a connection. `phone` is what the phone calls itself to the table; like
    a token it is known to nobody else.
    """

    version: int
    token: str
    language: str
    phone: str


class Sit(NamedTuple):
    """Somebody wants to sit at a seat, under a name and a badge, which is a mark."""

    seat: int
    name: str
    badge: str


class Leave(NamedTuple):
    """Nobody plays at this seat from this phone any more."""

    seat: int


class Play(NamedTuple):
    """Picks that mean a move. `number` is not used twice by a phone, so that what is sent twice is
    played once; `at` is the view's, so that nothing is played that was meant for another moment.
    """

    seat: int
    number: int
    at: int
    picks: tuple[str, ...]


class Aim(NamedTuple):
    """What has been picked so far; no picks if nothing is aimed at any more."""

    seat: int
    at: int
    picks: tuple[str, ...]


class Hint(NamedTuple):
    """Somebody asks what a computer would play."""

    seat: int


class Undo(NamedTuple):
    """Somebody takes back."""

    seat: int


class Language(NamedTuple):
    """The phone speaks another language from now on."""

    language: str


Wish: TypeAlias = Play | Aim | Hint | Undo
Message: TypeAlias = Hello | Sit | Leave | Language | Wish

# Between the table and its process ---------------------------------------------------------------


class Opened(NamedTuple):
    """Phones are listened to at this port; it is 0 where that cannot be."""

    port: int


class Came(NamedTuple):
    """A phone is here, with the token of a seat or as a guest."""

    phone: str
    language: str
    seat: int | None


class Left(NamedTuple):
    """Nothing connects this phone any more."""

    phone: str


class Said(NamedTuple):
    """A phone has something to say."""

    phone: str
    message: Message


class Tokens(NamedTuple):
    """What opens the door from now on: the invitation, and what opens seats."""

    invitation: str
    seats: Mapping[str, int]


class Post(NamedTuple):
    """A text for a phone, if it is here. It takes the place of one of the same `slot` that waits;
    without a slot it is sent whatever else waits.
    """

    phone: str
    slot: str
    text: str


ToTable: TypeAlias = Opened | Came | Left | Said | None
"""None says that the process is alive."""
ToServer: TypeAlias = Tokens | Post

# What fields can be ------------------------------------------------------------------------------


def _number(most: int) -> Callable[[object], int]:
    def check(value: object) -> int:
        if type(value) is not int or not 0 <= value <= most:
            raise ProtocolError(f"a whole number from 0 to {most}")
        return value

    return check


def _one_of(*values: str) -> Callable[[object], str]:
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
    if isinstance(value, list) and len(value) <= MOST_PICKS:
        texts = tuple(each for each in value if isinstance(each, str))
        if len(texts) == len(value) and all(
            len(each) <= LONGEST_PICK and each.isprintable() for each in texts
        ):
            return texts
    raise ProtocolError(f"at most {MOST_PICKS} texts of at most {LONGEST_PICK} printable signs")


_SEAT: Final = _number(MOST_SEATS - 1)
_FIELDS: Final[Mapping[str, Callable[[object], object]]] = {
    "version": _number(LARGEST_NUMBER), "token": _token, "phone": _token, "seat": _SEAT,
    "language": _one_of(*LANGUAGES), "name": _name, "badge": _one_of(*MARKS), "picks": _picks,
    "number": _number(LARGEST_NUMBER), "at": _number(LARGEST_NUMBER),
}  # fmt: skip
KINDS: Final[Mapping[str, type[Message]]] = {
    kind.__name__.lower(): kind for kind in (Hello, Sit, Leave, Play, Aim, Hint, Undo, Language)
}


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
    kind = KINDS.get(said) if isinstance(said, str) else None
    if kind is None:
        raise ProtocolError(f"type has to be one of {', '.join(KINDS)}")
    if set(plain) != set(kind._fields):
        raise ProtocolError(f"{said} has the fields {', '.join(kind._fields)}")
    values = {}
    for field, value in plain.items():
        try:
            values[field] = _FIELDS[field](value)
        except ProtocolError as error:
            raise ProtocolError(f"{said}: {field} has to be {error}") from None
    if values.get("version", VERSION) != VERSION:
        raise ProtocolError(f"this table speaks version {VERSION}; load the page anew")
    return kind(**values)  # type: ignore[arg-type]


def write(kind: str, **fields: object) -> str:
    """A message of the table's."""
    plain: Plain = {"type": kind, **fields}
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))
