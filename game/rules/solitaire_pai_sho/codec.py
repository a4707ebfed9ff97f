"""A garden of Solitaire Pai Sho as JSON can say it, and the checked way back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.rules.core.protocol import PositionError, Seat
from game.rules.pai_sho.board import (
    ACCENTS,
    ALL_KINDS,
    BITS,
    CODES,
    EMPTY,
    KINDS,
    PLACES,
    SET,
    Board,
    Code,
    Hand,
    Kind,
    Point,
    at,
    changed,
    code_of,
    kind_of,
    owner_of,
    playable,
    points_of,
    xy,
)
from game.rules.solitaire_pai_sho.state import (
    OWNERS,
    SEATS,
    Garden,
    Line,
    Terms,
    fitting,
    full,
    has_tile,
    lines,
    over,
    simple,
)

KEYS = (
    "board", "drawn", "waiting", "left", "aside", "turn",
    "harmonies", "disharmonies", "simple", "full", "over",
)  # fmt: skip
"""All keys; the last five follow from the others, and `position` does not read them."""
MOST = 999
"""More tiles of a kind no bag holds."""


def to_plain(garden: Garden) -> dict[str, Any]:
    """The position; `drawn` is the tile to lay, `waiting` the one the other player keeps."""
    formed = lines(garden.board)
    bags = [_counts(bag) for bag in garden.bags]
    others = [kind for seat, kind in enumerate(garden.drawn) if seat != garden.turn]
    return {
        "board": sorted(
            [*xy(point), *_tile(garden.board.cells[point])]
            for point in points_of(garden.board.taken)
        ),
        "drawn": CODES[garden.drawn[garden.turn]] or None,
        "waiting": (CODES[others[0]] or None) if others else None,
        "left": bags[0] if len(bags) == 1 else dict(zip(OWNERS, bags, strict=True)),
        "aside": _counts(garden.aside),
        "turn": OWNERS[garden.turn],
        "harmonies": _plain_lines(formed.harmonies),
        "disharmonies": _plain_lines(formed.disharmonies),
        "simple": simple(formed),
        "full": full(formed),
        "over": over(garden),
    }


def _tile(code: Code) -> tuple[str, str]:
    return OWNERS[owner_of(code)], CODES[kind_of(code)]


def _counts(bag: Hand) -> dict[str, int]:
    return {CODES[kind]: bag[kind] for kind in ALL_KINDS if bag[kind]}


def _plain_lines(these: tuple[Line, ...]) -> list[list[int]]:
    return sorted([*xy(line.first), *xy(line.second)] for line in these)


def from_plain(data: Mapping[str, Any], terms: Terms) -> Garden:
    """The position described; only `board` and `left` are needed. Any bag will do that
    has no more than `MOST` of a kind.

    Raises PositionError naming the key that is wrong.
    """
    for key in data:
        if key not in KEYS:
            raise PositionError(f"a position of Solitaire Pai Sho has no {key!r}", str(key))
    seats = SEATS[terms.mode]
    turn = OWNERS.index(_one_of(data.get("turn", "H"), tuple(OWNERS[:seats]), "turn"))
    garden = Garden(
        terms,
        turn,
        _board(data.get("board"), seats),
        _bags(data.get("left"), terms),
        _drawn(data, terms, turn),
        _bag(data.get("aside", {}), "aside"),
    )
    if not over(garden) and not has_tile(garden, turn):
        raise PositionError(f"{OWNERS[turn]} has no tile and cannot be at turn", "turn")
    return garden


# The parts ------------------------------------------------------------------------------------


def _one_of(value: Any, values: tuple[str, ...], key: str) -> str:
    if value not in values:
        raise PositionError(f"{key} is one of {', '.join(values)}, not {value!r}", key)
    return str(value)


def _drawn(data: Mapping[str, Any], terms: Terms, turn: Seat) -> tuple[Kind, ...]:
    drawn, waiting = _kind(data, "drawn"), _kind(data, "waiting")
    if terms.choose and (drawn or waiting):
        raise PositionError("with draw: choose no tile is drawn", "drawn")
    if SEATS[terms.mode] == 1 and waiting:
        raise PositionError("nobody else can have drawn a tile", "waiting")
    kinds = (drawn, waiting) if turn == 0 else (waiting, drawn)
    return kinds[: SEATS[terms.mode]]


def _kind(data: Mapping[str, Any], key: str) -> Kind:
    value = data.get(key)
    return 0 if value is None else KINDS[_one_of(value, CODES[1:], key)]


def _board(rows: Any, seats: int) -> Board:
    if not isinstance(rows, (list, tuple)):
        raise PositionError("board is a list of [x, y, owner, tile]", "board")
    tiles: dict[Point, Code] = {}
    for row in rows:
        point, code = _row(row, seats)
        if point in tiles:
            raise PositionError(f"two tiles lie on {PLACES[point]}", "board")
        tiles[point] = code
    return changed(EMPTY, tiles)


def _row(row: Any, seats: int) -> tuple[Point, Code]:
    if not isinstance(row, (list, tuple)) or len(row) != 4:
        raise PositionError(f"a tile on the board is [x, y, owner, tile], not {row!r}", "board")
    x, y, owner, tile = row
    if type(x) is not int or type(y) is not int or not playable(x, y):
        raise PositionError(f"there is no point ({x!r}, {y!r}) on the board", "board")
    kind = KINDS[_one_of(tile, CODES[1:], "board")]
    point = at(x, y)
    if not fitting(kind) & BITS[point]:
        rule = "SO-4" if kind in ACCENTS else "SO-3"
        raise PositionError(f"{tile} cannot lie on {PLACES[point]} ({rule})", "board")
    return point, code_of(kind, OWNERS.index(_one_of(owner, tuple(OWNERS[:seats]), "board")))


def _bags(left: Any, terms: Terms) -> tuple[Hand, ...]:
    if terms.shared or SEATS[terms.mode] == 1:
        return (_bag(left, "left"),)
    if not isinstance(left, Mapping) or set(left) != set(OWNERS):
        raise PositionError("left needs an entry for H and one for G", "left")
    return tuple(_bag(left[owner], f"left.{owner}") for owner in OWNERS)


def _bag(counts: Any, key: str) -> Hand:
    if not isinstance(counts, Mapping):
        raise PositionError(f"{key} maps tiles to how many there are", key)
    bag = [0] * len(SET)
    for tile, count in counts.items():
        if type(count) is not int or not 0 <= count <= MOST:
            raise PositionError(f"{key}: there are 0 to {MOST} {tile}, not {count!r:.40}", key)
        bag[KINDS[_one_of(tile, CODES[1:], key)]] = count
    return tuple(bag)
