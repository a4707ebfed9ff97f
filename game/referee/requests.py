"""Lines of the referee protocol: bounded reading, and requests checked before anybody acts on them.

Whatever arrives becomes a command with checked values or raises `Refused` with a stable code.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, BinaryIO, NamedTuple

from game.rules.core.protocol import Info, OptionError, Plain, cut, finite, resolve, spell

LIMIT = 1 << 20  # the most bytes a line may have, its end not counted
WORDS_LIMIT = 4000  # the most signs a move or an outcome of luck may have
SEED_LIMIT = 200
_CHUNK = 1 << 16


class Refused(Exception):
    """A request that cannot be met. `at` says where: keys, places or lines; `detail` is English."""

    def __init__(
        self, code: str, *, at: tuple[str, ...] = (), detail: str = "", **params: str | int
    ) -> None:
        super().__init__(code)
        self.code = code
        self.at = at
        self.detail = detail
        self.params = params


class Shape(NamedTuple):
    """What a command needs and what it takes besides; each key with the kind of its value."""

    needs: Mapping[str, str] = {}
    takes: Mapping[str, str] = {}


# Lines --------------------------------------------------------------------------------------


def lines(source: BinaryIO) -> Iterator[bytes | None]:
    """The lines as they come; None for one that is too long, of which nothing is kept."""
    while line := source.readline(LIMIT + 1):
        if len(line) <= LIMIT or line.endswith(b"\n"):
            yield line
            continue
        while (rest := source.readline(_CHUNK)) and not rest.endswith(b"\n"):
            pass
        yield None


def parse(line: bytes | None, shapes: Mapping[str, Shape]) -> tuple[str, Plain]:
    """The command in a line, and its values, all of the right kind. Raises Refused."""
    if line is None:
        raise Refused("too_long", limit=LIMIT)
    try:
        text = line.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refused("bad_utf8", detail=str(error)) from error
    try:
        found = json.loads(text, parse_constant=finite, parse_float=finite, object_pairs_hook=_once)
    except RecursionError as error:
        raise Refused("bad_json", detail="nested too deeply") from error
    except ValueError as error:
        raise Refused("bad_json", detail=cut(str(error), 200)) from error
    if not isinstance(found, dict):
        raise Refused("not_object", example='{"cmd":"games"}')
    command = found.pop("cmd", None)
    if command is None:
        raise Refused("missing_key", at=("cmd",), key="cmd")
    if not isinstance(command, str):
        raise Refused("bad_type", at=("cmd",), key="cmd", kind="@kind.text")
    if command not in shapes:
        raise Refused("unknown_command", at=("cmd",), command=cut(command), known=", ".join(shapes))
    _check(found, shapes[command])
    return command, found


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice in the same object")
    return found


# Values -------------------------------------------------------------------------------------


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_words(value: object) -> bool:
    return isinstance(value, str) and len(value) <= WORDS_LIMIT


def _is_seed(value: object) -> bool:
    if _is_int(value):
        return len(str(value)) <= SEED_LIMIT
    sound = isinstance(value, str) and 0 < len(value) <= SEED_LIMIT and value.isprintable()
    return sound and " ".join(str(value).split()) == value


KINDS: dict[str, Callable[[Any], bool]] = {  # of what JSON can say
    "text": lambda value: isinstance(value, str),
    "words": _is_words,
    "number": _is_int,
    "flag": lambda value: isinstance(value, bool),
    "object": lambda value: isinstance(value, dict),
    "outcome": lambda value: _is_words(value) or isinstance(value, dict),
    "seed": _is_seed,
    "seconds": lambda value: (_is_int(value) or isinstance(value, float)) and 0 < value <= 3600,
}
"""What a value can be asked to be; each has a text that says it."""


def _check(found: Plain, shape: Shape) -> None:
    known = {**shape.needs, **shape.takes}
    for key in found:
        if key not in known:
            names = ", ".join(("cmd", *known))
            raise Refused("unknown_key", at=(cut(key),), key=cut(key), known=names)
    for key in shape.needs:
        if key not in found:
            raise Refused("missing_key", at=(key,), key=key)
    for key, value in found.items():
        if not KINDS[known[key]](value):
            raise Refused("bad_type", at=(key,), key=key, kind=f"@kind.{known[key]}")


def check_options(info: Info, name: str, seats: int, options: Plain) -> None:
    """Raise Refused where `resolve` would raise OptionError; `name` is the game's."""
    low, high = info.seats
    if not low <= seats <= high:
        raise Refused("bad_seats", at=("seats",), name=name, low=low, high=high)
    known = {option.key: option for option in info.options}
    try:
        resolve(info, seats, options)
    except OptionError as error:
        key = error.at
        at = (f"options.{cut(key)}",)
        if key not in known:
            names = ", ".join(known) or "–"
            raise Refused("unknown_option", at=at, name=name, key=cut(key), known=names) from error
        values = ", ".join(map(spell, known[key].values))
        raise Refused("bad_option", at=at, key=key, values=values) from error
