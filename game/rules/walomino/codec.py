"""A position of Walomino as JSON can say it, and the checked way back."""

from dataclasses import replace
from typing import cast

from game.rules.core import reader
from game.rules.core.protocol import Options, Plain, PositionError
from game.rules.walomino import state as steps
from game.rules.walomino.chain import NOTHING, Chain, Pair, can_attach, replayed
from game.rules.walomino.notation import read_pair
from game.rules.walomino.state import Hues, Pairs, Phase, Table
from game.rules.walong.codec import PIECES, piece
from game.rules.walong.geometry import COLOURS, EACH

PREPARING: dict[str, tuple[Phase, ...]] = {
    "choose": ("draft", "start", "pairing"), "die": ("draft", "start", "pairing"),
    "quick": ("deal", "review", "pairing"), "deal": ("deal",),
}  # fmt: skip
"""The phases before play, by the option *draft* (WM-1)."""


def to_plain(state: Table) -> Plain:
    """The position: pairs as `r1-g4` by number, null where one is laid; pieces by colour."""
    return {
        "seats": len(state.hands),
        "phase": state.phase,
        "turn": None if state.phase in ("deal", "over") else state.turn,
        "chain": [[COLOURS[hue], list(pose)] for pose, hue in state.chain.pieces.pieces],
        "ends": _ends(state.chain),
        "pairs": [[None if pair is None else str(pair) for pair in own] for own in state.pairs],
        "left": list(steps.left(state)),
        "box": _by_colour(state.box),
        "hands": [_by_colour(hand) for hand in state.hands],
        "rolled": steps.FACES[state.rolled] if state.rolled >= 0 else None,
        "out": list(state.out),
    }


def _ends(chain: Chain) -> list[list[object]]:
    return [[COLOURS[end.colour], list(end.pose)] for end in chain.ends]


def _by_colour(hues: Hues) -> dict[str, int]:
    return dict(zip(COLOURS, hues, strict=True))


def from_plain(data: Plain, options: Options) -> Table:
    """The position described. While pairs are attached, `chain` and `pairs` are enough: the rest
    follows, and seat 0 acts. Raises PositionError naming the key.
    """
    lists = reader.items(reader.need(data, "pairs"), "pairs", "lists", steps.SEATS[1])
    pairs = tuple(map(_pairs, lists))
    seats = reader.integer(reader.given(data, "seats", len(pairs)), *steps.SEATS, "seats")
    if len(pairs) != seats:
        raise PositionError(f"pairs holds a list for each of {seats} seats", "pairs")
    hands = tuple(_hues(hand, "hands") for hand in reader.items(data.get("hands", ()), "hands"))
    if "hands" in data and len(hands) != seats:
        raise PositionError(f"hands holds the pieces of each of {seats} seats", "hands")
    rolled = data.get("rolled")
    table = replace(
        steps.set_up(seats, options),
        phase=cast(Phase, reader.one_of(data.get("phase", "play"), steps.PHASES, "phase")),
        turn=reader.integer(reader.given(data, "turn", 0), 0, seats - 1, "turn"),
        box=_hues(data.get("box", {}), "box"),
        rolled=-1
        if rolled is None
        else steps.FACES.index(reader.one_of(rolled, steps.FACES, "rolled")),
        hands=hands or (steps.NONE,) * seats,
        pairs=pairs,
        chain=_chain(data),
    )
    table = _with_out(table, data)
    _check_colours(table)
    (_check_play if table.phase in ("play", "over") else _check_preparation)(table)
    return _finished(table, data)


def _pairs(value: object) -> Pairs:
    own = reader.items(value, "pairs", "pairs", PIECES)
    return tuple(None if item is None else _pair(item) for item in own)


def _pair(value: object) -> Pair:
    pair = read_pair(value) if isinstance(value, str) else None
    if pair is None:
        raise PositionError(f"pairs: {value!r} is no pair; a pair looks like r1-g4", "pairs")
    return pair


def _hues(value: object, key: str) -> Hues:
    if not isinstance(value, dict) or not set(value) <= set(COLOURS):
        raise PositionError(f"{key}: pieces are counted by colour, such as {{'r': 2}}", key)
    return tuple(reader.integer(value.get(letter, 0), 0, EACH, key) for letter in COLOURS)


def _chain(data: Plain) -> Chain:
    """The chain, every pair in it attached as the rules want it."""
    given = reader.items(reader.need(data, "chain"), "chain", "pieces", PIECES)
    laid = [piece(item, "chain") for item in given]
    if len(laid) % 2:
        raise PositionError("chain: pieces lie two by two", "chain")
    chain = replayed(laid) if laid else NOTHING
    if chain is None:
        raise PositionError("chain: not every pair is attached as WM-6 wants it", "chain")
    if "ends" in data:
        given = reader.items(data["ends"], "ends", "pieces", PIECES)
        ends = [piece(item, "ends") for item in given]
        if ends != [(end.pose, end.colour) for end in chain.ends]:
            raise PositionError(f"ends: the ends of this chain are {_ends(chain)}", "ends")
    return chain


def _with_out(table: Table, data: Plain) -> Table:
    """The table with the seats that are out, in the order given or else in seat order."""
    remaining = steps.left(table)
    out = [seat for seat, pairs in enumerate(remaining) if not pairs]
    if "out" in data:
        given = list(reader.integers(data["out"], 0, len(remaining) - 1, "out"))
        if sorted(given) != out:
            raise PositionError("out: these are not the seats that have laid all pairs", "out")
        out = given
    if "left" in data and data["left"] != list(remaining):
        raise PositionError(f"left: the pairs left are {list(remaining)}", "left")
    return replace(table, out=tuple(out))


# The whole ----------------------------------------------------------------------------------------


def _check_colours(table: Table) -> None:
    """No colour has more than ten pieces; before play every colour has exactly ten."""
    counts = [sum(hues) for hues in zip(table.box, *table.hands, strict=True)]
    for pair in (pair for own in table.pairs for pair in own if pair is not None):
        counts[pair.first] += 1
        counts[pair.second] += 1
    for _, hue in table.chain.pieces.pieces:
        counts[hue] += 1
    preparing = table.phase not in ("play", "over")
    for hue, count in enumerate(counts):
        if count > EACH or (preparing and count < EACH):
            raise PositionError(f"there are {count} pieces {COLOURS[hue]}, not {EACH}", "box")


def _check_play(table: Table) -> None:
    if not table.chain.ends:
        raise PositionError("chain: while pairs are attached the start pair lies", "chain")
    if any(table.box) or any(any(hand) for hand in table.hands) or table.rolled >= 0:
        raise PositionError("while pairs are attached no piece is left over", "hands")
    if any(len(own) > steps.share(table) for own in table.pairs):
        raise PositionError(f"pairs: everybody has at most {steps.share(table)}", "pairs")


def _check_preparation(table: Table) -> None:
    """Everybody has what is due at this stage, and the start pair lies when it should."""
    begun = table.phase in ("review", "pairing")
    if len(table.chain.pieces) != (2 if begun else 0):
        raise PositionError("chain: before play there is at most the start pair", "chain")
    if table.phase not in PREPARING[table.draft]:
        raise PositionError(f"phase {table.phase} does not go with the option draft", "phase")
    if table.rolled >= 0 and not (table.phase == "draft" and table.draft == "die"):
        raise PositionError("rolled: the die decides only what is taken from the box", "rolled")
    if any(None in own for own in table.pairs):
        raise PositionError("pairs: before play none is laid", "pairs")
    for seat, (hand, own) in enumerate(zip(table.hands, table.pairs, strict=True)):
        if (sum(hand), len(own)) not in _due(table, seat):
            raise PositionError(f"hands: seat {seat} has not what is due in this phase", "hands")


def _due(table: Table, seat: int) -> list[tuple[int, int]]:
    """How many loose pieces and pairs a seat may have, by phase (WM-1, WM-4)."""
    pairs, seats = steps.share(table), len(table.hands)
    pieces = 2 * pairs
    if table.phase == "deal":
        return [(0, 0)]
    if table.phase == "draft":
        taken = EACH * len(COLOURS) - sum(table.box)
        on_turn = taken < steps.SHARED and table.turn == taken % seats
        return [((taken + seats - 1 - seat) // seats, 0)] if on_turn else []
    if table.phase == "start":
        return [(pieces, 0)] if table.turn == 0 else []
    if table.phase == "pairing" and seat == table.turn:
        return [(pieces - 2 * made, made) for made in range(pairs)]
    dealt = table.draft == "quick" or seat < table.turn
    return [(0, pairs)] if dealt else [(pieces, 0)]


def _finished(table: Table, data: Plain) -> Table:
    """The table in its true phase: over if nobody can attach (WM-9)."""
    if table.phase not in ("play", "over"):
        return table
    over = not any(can_attach(table.chain, own) for own in table.pairs)
    if "phase" in data and (table.phase == "over") != over:
        raise PositionError("the game is over exactly when nobody can attach a pair", "phase")
    return replace(table, phase="over", turn=0) if over else replace(table, phase="play")
