"""A position of Jin Li as JSON can say it, and the checked way back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from game.rules.core.protocol import Options, PositionError
from game.rules.jin_li.state import (
    COLOURS,
    QUIET_LIMIT,
    SQUARES,
    Board,
    Colour,
    Pair,
    Phase,
    Pond,
    Square,
    Terms,
    koi_moves,
    names,
    position_key,
)

NUMBER: dict[str, Square] = {name: square for square, name in enumerate(SQUARES)}
PHASES = ("luck", "move", "throw", "give")
KEYS = (
    "koi", "stones", "hand", "score", "turn", "phase", "first", "swum", "quiet", "past", "over",
)  # fmt: skip


def to_plain(pond: Pond) -> dict[str, Any]:
    """The position; `past` holds the keys of positions that may recur, in hexadecimal."""
    luck = pond.phase == "luck"
    return {
        "koi": {colour: list(names(pond.koi[i])) for i, colour in enumerate(COLOURS)},
        "stones": list(names(pond.stones)),
        "hand": dict(zip(COLOURS, pond.hands, strict=True)),
        "score": dict(zip(COLOURS, pond.points, strict=True)),
        "turn": None if luck else COLOURS[pond.turn],
        "phase": pond.phase,
        "first": None if luck else COLOURS[pond.terms.first],
        "swum": SQUARES[pond.swum] if pond.swum >= 0 else None,
        "quiet": pond.quiet,
        "past": [f"{key:x}" for key in pond.past],
        "over": pond.end or None,
    }


def from_plain(data: Mapping[str, Any], options: Options) -> Pond:
    """The position described; `first`, `swum`, `quiet`, `past` and `over` may be missing.

    Raises PositionError naming the key that is wrong.
    """
    for key in data:
        if key not in KEYS:
            raise PositionError(f"a position of Jin Li has no {key!r}", str(key))
    phase = cast(Phase, _one_of(data, "phase", PHASES))
    turn = 0 if phase == "luck" else _colour(data, "turn")
    terms = _terms(data, options, phase, turn)
    koi = (_board(data, "koi", "R", 2), _board(data, "koi", "Y", 2))
    pond = Pond(
        terms,
        koi,
        _squares(_need(data, "stones"), "stones"),
        _pair(data, "hand", terms.stones),
        _pair(data, "score", terms.target + 2),
        turn,
        phase,
        _swum(data, phase),
        _count(data.get("quiet", 0), "quiet", QUIET_LIMIT if terms.draws else 0),
        (),
        "",
    )
    _check(pond)
    return _finished(_with_past(pond, data), data)


# The parts ----------------------------------------------------------------------------------


def _need(data: Mapping[str, Any], key: str) -> Any:
    if key not in data:
        raise PositionError(f"the position lacks {key!r}", key)
    return data[key]


def _one_of(data: Mapping[str, Any], key: str, values: tuple[str, ...]) -> str:
    value = _need(data, key)
    if value not in values:
        raise PositionError(f"{key} is one of {', '.join(values)}, not {value!r}", key)
    return str(value)


def _colour(data: Mapping[str, Any], key: str) -> Colour:
    return COLOURS.index(_one_of(data, key, tuple(COLOURS)))


def _count(value: object, key: str, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise PositionError(f"{key} is a number from 0 to {most}, not {value!r}", key)
    return value


def _square(value: object, key: str) -> Square:
    if not isinstance(value, str) or value not in NUMBER:
        raise PositionError(f"{key}: {value!r} is no square from a1 to g7", key)
    return NUMBER[value]


def _squares(value: object, key: str) -> Board:
    if not isinstance(value, list):
        raise PositionError(f"{key} is a list of squares, not {value!r}", key)
    board = 0
    for name in value:
        bit = 1 << _square(name, key)
        if board & bit:
            raise PositionError(f"{key}: {name} stands there twice", key)
        board |= bit
    return board


def _by_colour(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = _need(data, key)
    if not isinstance(value, dict) or set(value) != set(COLOURS):
        raise PositionError(f"{key} has the two keys R and Y", key)
    return value


def _board(data: Mapping[str, Any], key: str, colour: str, count: int) -> Board:
    board = _squares(_by_colour(data, key)[colour], key)
    if board.bit_count() != count:
        raise PositionError(f"{key}: {colour} has {count} of them", key)
    return board


def _pair(data: Mapping[str, Any], key: str, most: int) -> Pair:
    value = _by_colour(data, key)
    return _count(value["R"], key, most), _count(value["Y"], key, most)


def _swum(data: Mapping[str, Any], phase: Phase) -> Square:
    if phase == "throw":
        return _square(_need(data, "swum"), "swum")
    if data.get("swum") is not None:
        raise PositionError("only in the phase throw has a koi just swum", "swum")
    return -1


def _terms(data: Mapping[str, Any], options: Options, phase: Phase, turn: Colour) -> Terms:
    drawn = options["start"] == "random"
    if phase == "luck" and not drawn:
        raise PositionError("luck draws who starts only with the option start: random", "phase")
    first = turn if drawn else int(options["start"] == "yellow")
    if phase != "luck" and data.get("first") is not None:
        given = _colour(data, "first")
        if not drawn and given != first:
            raise PositionError("the option start says who moves first", "first")
        first = given
    draws = options["repetition"] == "draw"
    stones, target = int(options["stones"]), int(options["target"])
    return Terms(first, stones, target, bool(options["recycle"]), draws)


# The whole ----------------------------------------------------------------------------------


def _check(pond: Pond) -> None:
    """What the parts must be together."""
    terms, other = pond.terms, 1 - pond.turn
    used = pond.koi[0] & pond.koi[1] | (pond.koi[0] | pond.koi[1]) & pond.stones
    if used:
        raise PositionError(f"two pieces stand on {names(used)[0]}", "koi")
    if pond.stones.bit_count() + sum(pond.hands) > 2 * terms.stones:
        raise PositionError(f"there are only {2 * terms.stones} stones", "stones")
    if min(pond.points) >= terms.target:
        raise PositionError("only one player can have reached the target", "score")
    if pond.phase == "throw" and not (
        pond.hands[pond.turn] and pond.koi[pond.turn] >> pond.swum & 1
    ):
        raise PositionError("who throws has a stone in hand and has just swum", "swum")
    if pond.phase == "give" and not (terms.recycle and pond.stones and not pond.hands[other]):
        raise PositionError("a stone is handed back only to an empty hand (recycle)", "phase")


def _with_past(pond: Pond, data: Mapping[str, Any]) -> Pond:
    given = data.get("past")
    if not isinstance(given, list | None) or not all(isinstance(key, str) for key in given or ()):
        raise PositionError("past is a list of texts", "past")
    try:
        past = tuple(int(key, 16) for key in given or ())
    except ValueError:
        raise PositionError("past holds hexadecimal numbers", "past") from None
    begun = pond.phase in ("move", "give")
    if past and not (pond.terms.draws and pond.phase != "luck"):
        raise PositionError("past matters only while repetition is a draw", "past")
    if not past and begun and pond.terms.draws:
        past = (position_key(pond),)
    if past and begun and past[-1] != position_key(pond):
        raise PositionError("the last position of the past is this one", "past")
    return replace(pond, past=past)


def _finished(pond: Pond, data: Mapping[str, Any]) -> Pond:
    """The position with the reason why it is over, if it is."""
    if pond.phase == "luck":
        return pond
    end = ""
    if max(pond.points) >= pond.terms.target:
        end = "target"
    elif data.get("over") == "stuck":
        end = "" if any(koi_moves(pond, colour) for colour in (0, 1)) else "stuck"
    elif pond.past and pond.past.count(pond.past[-1]) >= 3:
        end = "repetition"
    elif pond.quiet >= QUIET_LIMIT:
        end = "quiet"
    if data.get("over", end or None) != (end or None):
        raise PositionError(f"over: {data['over']!r} is not what the position says", "over")
    return replace(pond, end=end)
