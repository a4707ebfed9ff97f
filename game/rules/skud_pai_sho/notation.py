"""The moves of Skud Pai Sho and their texts: ``R4(0,8)``, ``(2,3)-(4,1)``, ``+B(1,1)-(1,2)``."""

import re
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from game.rules.core.protocol import NotationError
from game.rules.pai_sho.board import (
    ACCENTS,
    BOAT,
    CODES,
    FLOWERS,
    KINDS,
    PLACES,
    SIZE,
    Kind,
    Point,
    read_point,
)


@dataclass(frozen=True, slots=True)
class Accents:
    """The four accent tiles a player keeps, in the order rock, wheel, knotweed, boat (SK-3)."""

    kinds: tuple[Kind, ...]


@dataclass(frozen=True, slots=True)
class Plant:
    """A flower from the hand into a gate (SK-10)."""

    kind: Kind
    gate: Point


@dataclass(frozen=True, slots=True)
class Arrange:
    """A flower of one's own to another point (SK-11)."""

    source: Point
    goal: Point


@dataclass(frozen=True, slots=True)
class Bonus:
    """A bonus tile: laid at a point; a boat may also carry the flower there to `goal` (SK-14)."""

    kind: Kind
    point: Point
    goal: Point | None = None


@dataclass(frozen=True, slots=True)
class Decline:
    """No bonus, although one is due (SK-14)."""


@dataclass(frozen=True, slots=True)
class Pass:
    """The forced pass of a player without a legal turn (SK-21)."""


Move: TypeAlias = Accents | Plant | Arrange | Bonus | Decline | Pass

DECLINE, PASS = Decline(), Pass()

plant, arrange, bonus = cache(Plant), cache(Arrange), cache(Bonus)
"""Makers of moves that hand out the same one each time: lists of moves are long."""

BONUS_TEXTS = tuple(tuple(f"+{code}{PLACES[point]}" for point in range(SIZE)) for code in CODES)
"""By kind and point: how a bonus tile is written, without a boat's goal."""

_POINT = r"\(-?\d{1,2},-?\d{1,2}\)"
_ARRANGE = re.compile(rf"({_POINT})-({_POINT})")
_PLANT = re.compile(rf"([A-Z]\d?)({_POINT})")
_BONUS = re.compile(rf"\+([A-Z]\d?)({_POINT})(?:-({_POINT}))?")
_ACCENTS = re.compile(r"[A-Z](,[A-Z])*")
_EXAMPLES = "write R4(0,8), (2,3)-(4,1), +R(1,1), +B(1,1)-(1,2), +-, R,W,K,B or --"


def write(move: Move) -> str:
    """The text of a step."""
    match move:
        case Accents(kinds):
            return ",".join(CODES[kind] for kind in kinds)
        case Plant(kind, gate):
            return f"{CODES[kind]}{PLACES[gate]}"
        case Arrange(source, goal):
            return f"{PLACES[source]}-{PLACES[goal]}"
        case Bonus(kind, point, goal):
            carried = "" if goal is None else f"-{PLACES[goal]}"
            return f"{BONUS_TEXTS[kind][point]}{carried}"
        case Decline():
            return "+-"
        case Pass():
            return "--"


def read(text: str) -> Move:
    """The step a text means, legal or not. Raises NotationError."""
    if text in ("+-", "--"):
        return DECLINE if text == "+-" else PASS
    if found := _ARRANGE.fullmatch(text):
        return arrange(read_point(found[1]), read_point(found[2]))
    if found := _PLANT.fullmatch(text):
        return plant(_kind(found[1], FLOWERS, text), read_point(found[2]))
    if found := _BONUS.fullmatch(text):
        return _read_bonus(found, text)
    if _ACCENTS.fullmatch(text):
        return Accents(tuple(sorted(_kind(code, ACCENTS, text) for code in text.split(","))))
    raise NotationError(f"{text!r} is no move of Skud Pai Sho; {_EXAMPLES}", text)


def _read_bonus(found: re.Match[str], text: str) -> Bonus:
    kind = _kind(found[1], (*FLOWERS, *ACCENTS), text)
    if found[3] is None:
        return bonus(kind, read_point(found[2]))
    if kind != BOAT:
        raise NotationError(f"{text!r}: only a boat (B) has a second point", text)
    return bonus(kind, read_point(found[2]), read_point(found[3]))


def _kind(code: str, among: tuple[Kind, ...], text: str) -> Kind:
    kind = KINDS.get(code)
    if kind not in among:
        known = ", ".join(CODES[k] for k in among)
        raise NotationError(f"{text!r}: {code!r} is none of the tiles {known}", text)
    return kind


def split(text: str) -> tuple[str, ...]:
    """The texts of the steps in a turn's text: a bonus begins with its plus sign."""
    first, plus, rest = text.partition("+")
    return (first, plus + rest) if first and plus else (text,)
