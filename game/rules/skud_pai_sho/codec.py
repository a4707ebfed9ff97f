"""A position of Skud Pai Sho as JSON can say it, and the checked way back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from game.rules.core.protocol import PositionError
from game.rules.pai_sho.board import (
    ACCENTS,
    ALL_KINDS,
    BASICS,
    BITS,
    CODES,
    EMPTY,
    FITS,
    FLOWERS,
    GATES,
    KINDS,
    PLACES,
    SET,
    SOUTH_GATE,
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
from game.rules.skud_pai_sho.board import (
    GUEST,
    HOST,
    OWNERS,
    Ruleset,
    clashes,
    harmonies_of,
    ring,
)
from game.rules.skud_pai_sho.state import Choosing, Phase, State, verdict

PHASES = ("accents", "open", "turn", "bonus")
KEYS = ("board", "hands", "accents", "turn", "phase", "passes", "harmonies", "ring", "over")
"""All keys; the last three follow from the others, and `position` does not read them."""


def to_plain(state: State) -> dict[str, Any]:
    """The position; hands and accents by owner, G being the guest."""
    lines = harmonies_of(state.board, state.rules)
    outcome = state.outcome
    return {
        "board": sorted(
            [*xy(point), *_tile(state.board.cells[point])] for point in points_of(state.board.taken)
        ),
        "hands": dict(zip(OWNERS, map(_hand, state.hands), strict=True)),
        "accents": {
            owner: [CODES[kind] for kind in kinds]
            for owner, kinds in zip(OWNERS, state.accents, strict=True)
        },
        "turn": OWNERS[state.turn],
        "phase": state.phase,
        "passes": state.passes,
        "harmonies": sorted([*xy(one), *xy(two), OWNERS[owner]] for one, two, owner in lines),
        "ring": [OWNERS[seat] for seat in (GUEST, HOST) if ring(lines, seat)],
        "over": outcome
        and {"winners": [OWNERS[seat] for seat in outcome.winners], "reason": outcome.reason},
    }


def _tile(code: Code) -> tuple[str, str]:
    return OWNERS[owner_of(code)], CODES[kind_of(code)]


def _hand(hand: Hand) -> dict[str, int]:
    return {CODES[kind]: hand[kind] for kind in ALL_KINDS if hand[kind]}


def from_plain(data: Mapping[str, Any], rules: Ruleset, choosing: Choosing) -> State:
    """The position described: `board`, `hands` and `turn` are needed; the phase is ``turn``.

    Raises PositionError naming the key that is wrong.
    """
    for key in data:
        if key not in KEYS:
            raise PositionError(f"a position of Skud Pai Sho has no {key!r}", str(key))
    phase = cast(Phase, _one_of(data.get("phase", "turn"), PHASES, "phase"))
    turn = OWNERS.index(_one_of(data.get("turn"), tuple(OWNERS), "turn"))
    board = _board(data.get("board"))
    hands = tuple(_hand_of(_owned(data, "hands", owner), f"hands.{owner}") for owner in OWNERS)
    kept = tuple(_accents(data, owner) for owner in OWNERS)
    passes = data.get("passes", 0)
    if type(passes) is not int or not 0 <= passes <= 2:
        raise PositionError(f"passes is 0, 1 or 2, not {passes!r}", "passes")
    state = State(
        rules, choosing, phase, turn, board, (hands[0], hands[1]), (kept[0], kept[1]), passes, None
    )
    _check_counts(state)
    _check_phase(state)
    return replace(state, outcome=verdict(state)) if phase == "turn" else state


# The parts ------------------------------------------------------------------------------------


def _one_of(value: Any, values: tuple[str, ...], key: str) -> str:
    if value not in values:
        raise PositionError(f"{key} is one of {', '.join(values)}, not {value!r}", key)
    return str(value)


def _owned(data: Mapping[str, Any], key: str, owner: str) -> Any:
    both = data.get(key)
    if not isinstance(both, Mapping) or set(both) != set(OWNERS):
        raise PositionError(f"{key} needs an entry for G and one for H", key)
    return both[owner]


def _board(rows: Any) -> Board:
    if not isinstance(rows, (list, tuple)):
        raise PositionError("board is a list of [x, y, owner, tile]", "board")
    tiles: dict[Point, Code] = {}
    for row in rows:
        point, code = _row(row)
        if point in tiles:
            raise PositionError(f"two tiles lie on {PLACES[point]}", "board")
        tiles[point] = code
    board = changed(EMPTY, tiles)
    for first, second in clashes(board):
        places = f"{PLACES[first]} and {PLACES[second]}"
        raise PositionError(f"the tiles on {places} clash (SK-9)", "board")
    return board


def _row(row: Any) -> tuple[Point, Code]:
    if not isinstance(row, (list, tuple)) or len(row) != 4:
        raise PositionError(
            f'a tile on the board is [x, y, "G" or "H", tile], not {row!r}', "board"
        )
    x, y, owner, tile = row
    if type(x) is not int or type(y) is not int or not playable(x, y):
        raise PositionError(f"there is no point ({x!r}, {y!r}) on the board", "board")
    kind = KINDS[_one_of(tile, CODES[1:], "board")]
    point = at(x, y)
    if not BITS[point] & (GATES | FITS[kind] if kind in FLOWERS else FITS[kind]):
        raise PositionError(f"{tile} cannot lie on {PLACES[point]} (SK-11)", "board")
    return point, code_of(kind, OWNERS.index(_one_of(owner, tuple(OWNERS), "board")))


def _hand_of(counts: Any, key: str) -> Hand:
    if not isinstance(counts, Mapping):
        raise PositionError(f"{key} maps tiles to how many there are", key)
    hand = [0] * len(SET)
    for tile, count in counts.items():
        kind = KINDS[_one_of(tile, CODES[1:], key)]
        if type(count) is not int or not 0 <= count <= SET[kind]:
            raise PositionError(f"there are 0 to {SET[kind]} {tile}, not {count!r}", key)
        hand[kind] = count
    return tuple(hand)


def _accents(data: Mapping[str, Any], owner: str) -> tuple[Kind, ...]:
    key = f"accents.{owner}"
    tiles = _owned(data, "accents", owner) if "accents" in data else []
    if not isinstance(tiles, (list, tuple)) or len(tiles) not in (0, 4):
        raise PositionError(f"{key} is a list of four accents, or empty before they are kept", key)
    codes = tuple(CODES[kind] for kind in ACCENTS)
    kinds = tuple(sorted(KINDS[_one_of(tile, codes, key)] for tile in tiles))
    if any(kinds.count(kind) > SET[kind] for kind in kinds):
        raise PositionError(f"{key}: there are only two of each accent", key)
    return kinds


# The whole ------------------------------------------------------------------------------------


def _check_counts(state: State) -> None:
    for seat, owner in enumerate(OWNERS):
        for kind in ALL_KINDS:
            kept = state.accents[seat] if kind in ACCENTS else ()
            limit = kept.count(kind) if kept else SET[kind]
            lying = state.board.masks[code_of(kind, seat)].bit_count()
            if lying + state.hands[seat][kind] > limit:
                message = f"{owner} has more than {limit} {CODES[kind]} on board and in hand"
                raise PositionError(message, f"hands.{owner}")


def _check_phase(state: State) -> None:
    """Before the first turn the board is empty, but for the guest's first flower (SK-4)."""
    if state.phase not in ("accents", "open"):
        return
    tiles = points_of(state.board.taken)
    host_plants = state.phase == "open" and state.turn == HOST
    if len(tiles) != int(host_plants):
        raise PositionError(f"phase {state.phase} does not go with this board", "phase")
    if host_plants and (tiles[0] != SOUTH_GATE or state.board.cells[SOUTH_GATE] not in BASICS):
        raise PositionError("the guest's first flower is a basic one in (0,-8) (SK-4)", "board")
    _check_kept(state)


def _check_kept(state: State) -> None:
    """The host keeps his accents first; nobody has played one before the first turn (SK-3)."""
    choosing = state.phase == "accents"
    for seat, owner in enumerate(OWNERS):
        due = not choosing or (state.turn == GUEST and seat == HOST)
        kinds = state.accents[seat]
        held = tuple(kinds.count(kind) for kind in ACCENTS) if due else SET[ACCENTS[0] :]
        if bool(kinds) != due or state.hands[seat][ACCENTS[0] :] != held:
            message = f"the accents of {owner} do not go with phase {state.phase}"
            raise PositionError(message, f"accents.{owner}")
