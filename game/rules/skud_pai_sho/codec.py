"""A position of Skud Pai Sho as JSON can say it, and the checked way back."""

from dataclasses import replace
from typing import cast

from game.rules.core import reader
from game.rules.core.protocol import Options, Plain, PositionError
from game.rules.pai_sho import board as garden
from game.rules.pai_sho import codec
from game.rules.pai_sho.board import Kind, Mask
from game.rules.skud_pai_sho import board as skud
from game.rules.skud_pai_sho.board import OWNERS
from game.rules.skud_pai_sho.state import Choosing, Phase, State, verdict

PHASES = ("accents", "open", "turn", "bonus")


def to_plain(state: State) -> Plain:
    """The position; hands and accents by owner, G being the guest."""
    lines, outcome = skud.harmonies_of(state.board, state.rules), state.outcome
    kept = ([garden.CODES[kind] for kind in kinds] for kinds in state.accents)
    return {
        "board": codec.plain_board(state.board, OWNERS),
        "hands": dict(zip(OWNERS, map(codec.plain_hand, state.hands), strict=True)),
        "accents": dict(zip(OWNERS, kept, strict=True)),
        "turn": OWNERS[state.turn],
        "phase": state.phase,
        "passes": state.passes,
        "harmonies": sorted(
            [*garden.xy(one), *garden.xy(two), OWNERS[owner]] for one, two, owner in lines
        ),
        "ring": [OWNERS[seat] for seat in (skud.GUEST, skud.HOST) if skud.ring(lines, seat)],
        "over": outcome
        and {"winners": [OWNERS[seat] for seat in outcome.winners], "reason": outcome.reason},
    }


def from_plain(data: Plain, options: Options) -> State:
    """The position described: `board`, `hands` and `turn` are needed; the phase is ``turn``. What
    follows from the others is not read: `harmonies`, `ring` and `over`.
    Raises PositionError naming the key that is wrong.
    """
    rules, tiles = skud.RULESETS[str(options["ruleset"])], skud.tiles(bool(options["wheels"]))
    choosing, informal = cast(Choosing, options["accents"]), options["opening"] == "informal"
    phase = cast(Phase, reader.one_of(data.get("phase", "turn"), PHASES, "phase"))
    turn = OWNERS.index(reader.one_of(data.get("turn"), OWNERS, "turn"))
    board = codec.board(data.get("board"), OWNERS, _ground)
    for first, second in skud.clashes(board):
        places = f"{garden.PLACES[first]} and {garden.PLACES[second]}"
        raise PositionError(f"the tiles on {places} clash (SK-9)", "board")
    hands = reader.by_key(data.get("hands"), OWNERS, "hands")
    kept = reader.by_key(data.get("accents", {"G": [], "H": []}), OWNERS, "accents")
    count = len(skud.accents(tiles)) if choosing == "all" else 4
    guest, host = (
        (codec.hand(hands[owner], f"hands.{owner}", tiles),
         _accents(kept[owner], f"accents.{owner}", tiles, count))
        for owner in OWNERS
    )  # fmt: skip
    state = State(
        rules, choosing, phase, turn, board, (guest[0], host[0]), (guest[1], host[1]),
        reader.integer(data.get("passes", 0), 0, 2, "passes"), None,
        informal and phase == "accents",
    )  # fmt: skip
    _check_counts(state, tiles)
    _check_phase(state, tiles, informal)
    return replace(state, outcome=verdict(state)) if phase == "turn" else state


def _ground(kind: Kind) -> tuple[Mask, str]:
    gates = garden.GATES if kind in garden.FLOWERS else 0
    return gates | garden.FITS[kind], "SK-11"


def _accents(kept: object, key: str, tiles: garden.Hand, count: int) -> tuple[Kind, ...]:
    """The accents that somebody kept, so many of his `tiles`."""
    if not isinstance(kept, list | tuple) or len(kept) not in (0, count):
        message = f"{key} is a list of {count} accents, or empty before they are kept"
        raise PositionError(message, key)
    kinds = tuple(sorted(codec.kind(tile, key, ("R", "W", "K", "B")) for tile in kept))
    if any(kinds.count(kind) > garden.SET[kind] for kind in kinds):
        raise PositionError(f"{key}: there are only two of each accent", key)
    if any(not tiles[kind] for kind in kinds):
        raise PositionError(f"{key}: this match is played without wheels (SK-24)", key)
    return kinds


# The whole ------------------------------------------------------------------------------------


def _check_counts(state: State, tiles: garden.Hand) -> None:
    for seat, owner in enumerate(OWNERS):
        for kind in garden.ALL_KINDS:
            kept = state.accents[seat] if kind in garden.ACCENTS else ()
            limit = kept.count(kind) if kept else tiles[kind]
            lying = state.board.masks[garden.code_of(kind, seat)].bit_count()
            if lying + state.hands[seat][kind] > limit:
                message = f"{owner} has more than {limit} {garden.CODES[kind]} on board and in hand"
                raise PositionError(message, f"hands.{owner}")


def _check_phase(state: State, tiles: garden.Hand, informal: bool) -> None:
    """Before the first turn the board is empty, but for the guest's first flower (SK-4)."""
    if state.phase not in ("accents", "open"):
        return
    lying = state.board.taken.bit_count()
    host_plants = state.phase == "open" and state.turn == skud.HOST
    over = state.choosing == "all" if state.phase == "accents" else informal
    if over or lying != int(host_plants):
        raise PositionError(f"phase {state.phase} does not go with this board", "phase")
    if host_plants and state.board.cells[garden.SOUTH_GATE] not in garden.BASICS:
        raise PositionError("the guest's first flower is a basic one in (0,-8) (SK-4)", "board")
    _check_kept(state, tiles)


def _check_kept(state: State, tiles: garden.Hand) -> None:
    """The host keeps his accents first; nobody has played one before the first turn (SK-3)."""
    choosing = state.phase == "accents"
    for seat, owner in enumerate(OWNERS):
        due = not choosing or (state.turn == skud.GUEST and seat == skud.HOST)
        kinds = state.accents[seat]
        counts = (kinds.count(kind) if due else tiles[kind] for kind in garden.ACCENTS)
        if bool(kinds) != due or state.hands[seat][garden.ACCENTS[0] :] != tuple(counts):
            message = f"the accents of {owner} do not go with phase {state.phase}"
            raise PositionError(message, f"accents.{owner}")
