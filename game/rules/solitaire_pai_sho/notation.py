"""The moves of Solitaire Pai Sho and their texts: ``R4`` drawn, ``R4(3,-2)`` laid."""

import re
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from game.rules.core.protocol import NotationError
from game.rules.pai_sho.board import CODES, KINDS, PLACES, Kind, Point, read_point


@dataclass(frozen=True, slots=True)
class Draw:
    """Luck: the tile that comes out of the bag (SO-1)."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class Lay:
    """A tile laid on a point (SO-3, SO-4)."""

    kind: Kind
    point: Point


@dataclass(frozen=True, slots=True)
class Shift:
    """A flower moved instead of laying the drawn tile (SO-6)."""

    source: Point
    goal: Point


@dataclass(frozen=True, slots=True)
class Aside:
    """A tile without a legal point is laid aside (SO-7)."""


Move: TypeAlias = Draw | Lay | Shift | Aside

ASIDE = Aside()
draw, lay, shift = cache(Draw), cache(Lay), cache(Shift)
"""Makers of moves that hand out the same one each time."""

_POINT = r"\(-?\d{1,2},-?\d{1,2}\)"
_TILE = re.compile(rf"([A-Z]\d?)({_POINT})?")
_SHIFT = re.compile(rf"({_POINT})-({_POINT})")


def write(move: Move) -> str:
    """The text of a step."""
    match move:
        case Draw(kind):
            return CODES[kind]
        case Lay(kind, point):
            return f"{CODES[kind]}{PLACES[point]}"
        case Shift(source, goal):
            return f"{PLACES[source]}-{PLACES[goal]}"
        case Aside():
            return "--"


def read(text: str) -> Move:
    """The step a text means, legal or not. Raises NotationError."""
    if text == "--":
        return ASIDE
    if found := _SHIFT.fullmatch(text):
        return shift(read_point(found[1]), read_point(found[2]))
    found = _TILE.fullmatch(text)
    if found is None or found[1] not in KINDS:
        examples = "write R4 for a tile drawn, R4(3,-2), (3,-2)-(3,1) or --"
        raise NotationError(f"{text!r} is no move of Solitaire Pai Sho; {examples}", text)
    kind = KINDS[found[1]]
    return lay(kind, read_point(found[2])) if found[2] else draw(kind)
