"""Matches as texts that leave the table and come to it: records, codes, links, Garden Gate games.

`read_text` takes any of them; docs/record.md describes the forms.
"""

import base64
import binascii
import bz2
import json
import re
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal, TypeAlias
from urllib.parse import unquote

from game.rules import gates
from game.rules.core import record
from game.rules.core.garden_gate import GardenGate, GardenGateError
from game.rules.core.match import Series
from game.rules.core.protocol import AnyGame
from game.rules.core.record import Record, RecordError
from game.services import lz_string

CODE: Final = "WALONG1:"
"""What a code begins with."""
LINK: Final = "https://skudpaisho.com/?"
MOST: Final = 200_000
"""Signs; no match is as long as that, and it takes a second to replay what is. People are told
kilobytes.
"""
LONGEST: Final = 4 * MOST
"""Bytes; so many may be that many signs."""
_LINK = re.compile(r"\S*skudpaisho\.com/\S*?\?(\S*)", re.IGNORECASE)
_GATE_TURN = re.compile(r"\s*([0-9]{1,4})[GH]\.")
_NOTHING = "\0\ufeff"
"""Signs that some systems put around a text."""
_REMARKS = re.compile(r"(?:[^\S\n]*(?:#.*)?\n)+")
"""The lines before a match that say nothing, whatever its form."""

Flaw: TypeAlias = Literal[
    "missing", "folder", "special", "forbidden", "unread", "empty", "large", "binary", "encoding",
    "code", "link", "no_game", "options",
]  # fmt: skip
"""Why nothing of what was brought could be read: there is no such file, it is a folder or a device,
may not or cannot be read; there is nothing in it, too much, no text, a text in another encoding;
the code or the link is not whole; the link is for a game or has options that this table lacks.
"""


class Unreadable(RecordError):
    """There is no match in what was brought."""

    def __init__(self, flaw: Flaw, message: str, line: int = 1) -> None:
        super().__init__(message, line)
        self.flaw = flaw


# Writing ------------------------------------------------------------------------------------


def write(series: Series, names: Mapping[int, str] | None = None) -> str:
    """The record of a series, with the names of these persons."""
    notes = {f"name {person}": name for person, name in (names or {}).items() if name.strip()}
    return record.write(series, notes)


def code(text: str) -> str:
    """A record in capital letters and digits, which square codes hold most of.

    >>> decode(code("Walong"))
    'Walong'
    """
    packed = base64.b32encode(bz2.compress(text.encode())).decode()
    return CODE + packed.rstrip("=")


def why_no_link(series: Series) -> str | None:
    """Why The Garden Gate cannot show a series, as the key of a text; None if it can."""
    gate = gates().get(series.current.game.info.id)
    if gate is None:
        return "game"
    return "series" if series.length > 1 else gate.why_not(series.current)


def link(series: Series) -> str:
    """Where The Garden Gate shows the match. Raises ValueError if it could not have had it."""
    if reason := why_no_link(series):
        raise ValueError(f"there is no link for this match: {reason}")
    match = series.current
    gate = gates()[match.game.info.id]
    query = f"gameType={gate.game_type}&game={gate.write(match)}"
    return LINK + lz_string.compress(query)


# Reading ------------------------------------------------------------------------------------


def read_text(text: str, shelf: Mapping[str, AnyGame]) -> Record:
    """The match that a text tells, whatever its form: a record, a code of ours, a link to The
    Garden Gate or a game in its notation.

    Raises RecordError that names the line and says what would be right; its `text` is what the
    lines are counted in, such as the record in a code.
    """
    text = _short_enough(text.strip(_NOTHING))
    if found := _REMARKS.match(text):  # as many lines stay, for what is wrong is told by its line
        text = "\n" * found[0].count("\n") + text[found.end() :]
    try:
        gate, text = _unwrapped(text)
        _short_enough(text)
        if gate is None:
            return record.read(text, shelf)
        match = gate.read(text)
        if not match.log:
            raise GardenGateError("there is no turn in this game", "", 1)
        return Record(Series(match))
    except RecordError as error:
        error.text = text
        raise


def _short_enough(text: str) -> str:
    if len(text) > MOST:
        raise Unreadable("large", f"a match has at most {MOST} signs, not {len(text)}")
    return text


def _unwrapped(text: str) -> tuple[GardenGate | None, str]:
    """The record, or the game and how it is written, that a text of any form holds."""
    first = text.lstrip()
    if first[: len(CODE)].upper() == CODE:
        return None, decode(first)
    if found := _LINK.match(first):
        return _asked(_query(found[1]))
    if first.startswith(("gameType=", "game=")):
        return _asked(first.strip())
    if found := _GATE_TURN.match(text):
        return _gate("opening", min(int(found[1]), 1)), text
    return None, text


def read_bytes(data: bytes, shelf: Mapping[str, AnyGame]) -> Record:
    """The match in a file. Raises RecordError as `read_text` does."""
    if len(data) > LONGEST:
        raise Unreadable("large", f"a match has at most {MOST} signs, this is much more")
    if b"\0" in data.strip(b"\0"):
        raise Unreadable("binary", "this is no text")
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Unreadable("encoding", "this is no text in UTF-8", line) from error
    if not text.strip(_NOTHING).strip():
        raise Unreadable("empty", "there is nothing in it")
    return read_text(text, shelf)


def load(file: Path) -> bytes:
    """What is in a file, or so much of it that it is too large. Raises Unreadable."""
    try:
        mode = file.stat().st_mode
        if not stat.S_ISREG(mode):  # to open a pipe would wait for ever
            flaw: Flaw = "folder" if stat.S_ISDIR(mode) else "special"
            raise Unreadable(flaw, f"{file} is no file that can be read", 0)
        with file.open("rb") as opened:
            return opened.read(LONGEST + 1)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise Unreadable("missing", str(error), 0) from error
    except PermissionError as error:
        raise Unreadable("forbidden", str(error), 0) from error
    except OSError as error:
        raise Unreadable("unread", str(error), 0) from error


def decode(text: str) -> str:
    """The record in a code; blanks and line ends in it say nothing. Raises RecordError."""
    packed = "".join(text.split())[len(CODE) :].upper()
    try:
        data = base64.b32decode(packed + "=" * (-len(packed) % 8))
        unpacker = bz2.BZ2Decompressor()
        found = unpacker.decompress(data, LONGEST)
        if not unpacker.eof or unpacker.unused_data:
            raise ValueError("it is not whole")
        return found.decode()
    except (ValueError, OSError, EOFError, binascii.Error) as error:
        raise Unreadable("code", f"the code cannot be read: {error}") from error


def _query(text: str) -> str:
    """What a link asks for, unpacked."""
    if "appType=" in text:
        return text
    try:
        return lz_string.decompress(text.partition("#")[0])
    except ValueError as error:
        raise Unreadable("link", f"the link cannot be read: {error}") from error


def _asked(query: str) -> tuple[GardenGate, str]:
    """The game that a link asks for, and its turns."""
    pairs = (pair.partition("=") for pair in query.split("&"))
    values = {key: unquote(value) for key, _, value in pairs}
    if not values.get("game"):
        raise Unreadable("link", "the link holds no game")
    options = values.get("gameOptions", "").strip()
    try:
        if options and json.loads(options):
            raise Unreadable("options", f"this table does not know the options {options[:60]}")
    except (json.JSONDecodeError, RecursionError) as error:
        raise Unreadable("link", f"the options are not JSON: {options[:60]}") from error
    return _gate("game_type", values.get("gameType", "1")), values["game"]


def _gate(key: str, value: object) -> GardenGate:
    """The game that has this value there. Raises RecordError if none has."""
    for gate in gates().values():
        if str(getattr(gate, key)) == str(value):
            return gate
    known = ", ".join(str(getattr(gate, key)) for gate in gates().values())
    raise Unreadable("no_game", f"{key} is one of {known}, not {str(value)[:60]!r}")
