"""What phones and the table say to each other: JSON objects, one a text frame (docs/phones.md).

`read` takes a phone's message apart and believes nothing of it; `write` makes one of the table's.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from game.rules.core.protocol import Plain
from game.services.people import MARKS
from game.services.texts import LANGUAGES

VERSION: Final = 1
LARGEST: Final = 4096
"""Bytes that a phone's message has at most."""
KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    "hello": ("version", "token", "language", "phone"), "sit": ("seat", "name", "badge"),
    "leave": ("seat",), "play": ("seat", "number", "at", "picks"), "aim": ("seat", "at", "picks"),
    "hint": ("seat", "at"), "undo": ("seat",), "language": ("language",),
}  # fmt: skip
"""The types of messages that a phone sends, and their fields; the first one comes first, and once.

- ``phone`` is what the phone calls itself; like a token it is known to nobody else.
- ``number`` is not used twice by a phone, so that what is sent twice is played once.
- ``at`` says which view a message is meant for, so that nothing is played at another moment.
"""
MALFORMED: Final = 4400


class ProtocolError(ValueError):
    """Why a phone is talked to no longer: what is wrong and what would be right, and the code with
    which the connection is closed.
    """

    def __init__(self, why: str, code: int = MALFORMED) -> None:
        super().__init__(why)
        self.code = code


ToTable: TypeAlias = tuple[str, Plain | None] | int
"""A phone and what it says, None once nothing connects it; or the port at which phones are listened
to.
"""
ToServer: TypeAlias = tuple[str, str] | dict[str, str]
"""A phone and a text for it, if it is here; all tokens from now on, each with what is told to who
shows it if it opens nothing any more. Without any phones are switched off.
"""


_count, _code = r"\d{1,16}", "[A-Za-z0-9_-]{22}|[a-z0-9]{8}"
FIELDS: Final[Mapping[str, tuple[type, str, str]]] = {
    "version": (int, f"{VERSION}", f"{VERSION}, which this table speaks; load the page anew"),
    "token": (str, _code, "22 signs of A-Z, a-z, 0-9, - and _, or 8"),
    "phone": (str, _code, "22 signs of A-Z, a-z, 0-9, - and _"),
    "language": (str, "|".join(LANGUAGES), f"one of {', '.join(LANGUAGES)}"),
    "seat": (int, "[0-5]", "a whole number from 0 to 5"),
    "name": (str, r"(?=.*\S).{1,18}", "a text of 1 to 18 printable signs"),
    "badge": (str, "|".join(MARKS), f"one of {', '.join(MARKS)}"),
    "number": (int, _count, "a whole number of at most 16 digits"),
    "at": (int, _count, "a whole number of at most 16 digits"),
    "picks": (list, ".{0,64}", "at most 16 texts of at most 64 printable signs"),
}  # fmt: skip
"""What a field can be: its type, what it (or everything in it) looks like, and that in words."""


def _fits(kind: type, pattern: str, value: object) -> bool:
    if isinstance(value, list):
        return kind is list and len(value) <= 16 and all(_fits(str, pattern, v) for v in value)
    text = str(value)
    return type(value) is kind and text.isprintable() and bool(re.fullmatch(pattern, text))


def read(text: str | bytes, kinds: Sequence[str] = tuple(KINDS)) -> Plain:
    """The message that a phone has sent, of one of these types. Raises ProtocolError."""
    try:
        plain = json.loads(text)
    except (ValueError, RecursionError):
        plain = None
    if not isinstance(plain, dict):
        raise ProtocolError("a message is a JSON object with a type")
    said = plain.get("type")
    if not isinstance(said, str) or said not in kinds:
        raise ProtocolError(f"type has to be one of {', '.join(kinds)}")
    if set(plain) != {"type", *KINDS[said]}:
        raise ProtocolError(f"{said} has the fields {', '.join(KINDS[said])}")
    for field in KINDS[said]:
        kind, pattern, right = FIELDS[field]
        if not _fits(kind, pattern, plain[field]):
            raise ProtocolError(f"{said}: {field} has to be {right}")
    return plain


def write(kind: str, **fields: object) -> str:
    """A message of the table's."""
    return json.dumps({"type": kind, **fields}, ensure_ascii=False, separators=(",", ":"))
