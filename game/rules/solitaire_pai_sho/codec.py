"""A garden of Solitaire Pai Sho as JSON can say it, and the checked way back."""

from typing import cast

from game.rules.core import reader
from game.rules.core.protocol import Options, Plain, PositionError, Seat
from game.rules.pai_sho import codec
from game.rules.pai_sho.board import ACCENTS, CODES, SET, Hand, Kind, Mask, xy
from game.rules.solitaire_pai_sho import state as steps
from game.rules.solitaire_pai_sho.state import OWNERS, SEATS, Garden, Mode, Terms

MOST = (999,) * len(SET)  # more tiles of a kind no bag holds


def to_plain(state: Garden) -> Plain:
    """The position; `drawn` is the tile to lay, `waiting` the one the other player keeps."""
    formed = steps.lines(state.board)
    ends = [
        sorted([*xy(line.first), *xy(line.second)] for line in formed if line.kind == kind)
        for kind in (steps.HARMONY, steps.DISHARMONY)
    ]
    bags = [codec.plain_hand(bag) for bag in state.bags]
    others = [kind for seat, kind in enumerate(state.drawn) if seat != state.turn]
    return {
        "board": codec.plain_board(state.board, OWNERS),
        "drawn": CODES[state.drawn[state.turn]] or None,
        "waiting": (CODES[others[0]] or None) if others else None,
        "left": bags[0] if len(bags) == 1 else dict(zip(OWNERS, bags, strict=True)),
        "aside": codec.plain_hand(state.aside),
        "turn": OWNERS[state.turn],
        "harmonies": ends[steps.HARMONY],
        "disharmonies": ends[steps.DISHARMONY],
        "simple": min(steps.counts(formed)),
        "full": min(steps.lengths(formed)),
        "over": steps.over(state),
    }


def terms(options: Options) -> Terms:
    """What resolved options say was agreed on."""
    return Terms(
        cast(Mode, options["mode"]), int(options["sets"]), bool(options["move_instead"]),
        full=options["scoring"] == "full", choose=options["draw"] == "choose",
        shared=options["bag"] == "shared",
    )  # fmt: skip


def from_plain(data: Plain, options: Options) -> Garden:
    """The position described; only `board` and `left` are needed. Any bag will do that
    has no more of a kind than MOST. The last five keys follow from the others and are not read.

    Raises PositionError naming the key that is wrong.
    """
    agreed = terms(options)
    owners = OWNERS[: SEATS[agreed.mode]]
    turn = owners.index(reader.one_of(data.get("turn", "H"), owners, "turn"))
    board = codec.board(data.get("board"), owners, _ground)
    bags, drawn = _bags(data.get("left"), agreed), _drawn(data, agreed, turn)
    aside = codec.hand(data.get("aside", {}), "aside", MOST)
    garden = Garden(agreed, turn, board, bags, drawn, aside)
    if not (steps.over(garden) or drawn[turn] or any(steps.bag_of(garden, turn))):
        raise PositionError(f"{OWNERS[turn]} has no tile and cannot be at turn", "turn")
    return garden


def _ground(kind: Kind) -> tuple[Mask, str]:
    return steps.FITTING[kind], "SO-4" if kind in ACCENTS else "SO-3"


def _drawn(data: Plain, terms: Terms, turn: Seat) -> tuple[Kind, ...]:
    drawn, waiting = (
        0 if data.get(key) is None else codec.kind(data[key], key) for key in ("drawn", "waiting")
    )
    if terms.choose and (drawn or waiting):
        raise PositionError("with draw: choose no tile is drawn", "drawn")
    if SEATS[terms.mode] == 1 and waiting:
        raise PositionError("nobody else can have drawn a tile", "waiting")
    kinds = (drawn, waiting) if turn == 0 else (waiting, drawn)
    return kinds[: SEATS[terms.mode]]


def _bags(left: object, terms: Terms) -> tuple[Hand, ...]:
    if terms.shared or SEATS[terms.mode] == 1:
        return (codec.hand(left, "left", MOST),)
    bags = reader.by_key(left, OWNERS, "left")
    return tuple(codec.hand(bags[owner], f"left.{owner}", MOST) for owner in OWNERS)
