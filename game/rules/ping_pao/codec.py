"""A position of Ping-Pao as JSON can say it, and the checked way back."""

from typing import cast

from game.rules.core import reader
from game.rules.core.protocol import Options, Plain, PositionError
from game.rules.ping_pao.state import PHASES, SEATS, Phase, Table, can_lay, set_up
from game.rules.walong.codec import cluster
from game.rules.walong.geometry import EACH


def to_plain(state: Table) -> Plain:
    """The position; pieces are `[seat, pose]` in laying order, `turn` is a seat or null."""
    return {
        "seats": len(state.hands),
        "phase": state.phase,
        "turn": state.turn if state.phase in ("build", "remove") else None,
        "pieces": [[seat, list(pose)] for pose, seat in state.pieces.pieces],
        "hands": list(state.hands),
        "score": list(state.points),
    }


def from_plain(data: Plain, options: Options) -> Table:
    """The position described; `seats` and `turn` (then seat 0) may be missing.
    Pieces may name their owner by the colour's letter. Raises PositionError naming the key.
    """
    hands = reader.integers(reader.need(data, "hands"), 0, EACH, "hands")
    seats = reader.integer(reader.given(data, "seats", len(hands)), *SEATS, "seats")
    points = reader.integers(reader.need(data, "score"), 0, EACH * (seats - 1), "score")
    if len(hands) != seats or len(points) != seats:
        raise PositionError(f"hands and score are for {seats} seats", "hands")
    phase = cast(Phase, reader.one_of(reader.need(data, "phase"), PHASES, "phase"))
    turn = reader.integer(reader.given(data, "turn", 0), 0, seats - 1, "turn")
    table = set_up(seats, options)._replace(
        phase=phase, turn=0 if phase == "luck" else turn, hands=hands, points=points,
        pieces=cluster(reader.need(data, "pieces"), "pieces", seats),
    )  # fmt: skip
    _check_pieces(table)
    _check_phase(table, str(options["start"]))
    return table


def _check_pieces(table: Table) -> None:
    lying = table.pieces
    owners = [owner for _, owner in lying.pieces]
    for seat, hand in enumerate(table.hands):
        if owners.count(seat) + hand > EACH:
            raise PositionError(f"seat {seat} has more than {EACH} pieces", "hands")
    for pose, owner in lying.pieces:
        for contact in lying.contacts(pose):
            if lying.label(contact.pose) == owner:
                wrong = f"pieces: {pose} and {contact.pose} of one colour share a side"
                raise PositionError(wrong, "pieces")


def _check_phase(table: Table, start: str) -> None:
    if table.phase == "luck":
        if start == "first":
            raise PositionError("luck chooses who starts only if the option start says so", "phase")
        if len(table.pieces) or any(table.points) or set(table.hands) != {EACH}:
            raise PositionError("luck chooses who starts before anything is laid", "phase")
    elif table.phase == "build":
        if len(table.pieces.groups()) > 1:
            raise PositionError("pieces: while building all hang together by sides", "pieces")
        if not any(can_lay(table, seat) for seat in range(len(table.hands))):
            raise PositionError("nobody can lay a piece: the phase is not build", "phase")
    elif (table.phase == "over") == (len(table.pieces) > 0):
        raise PositionError("the game is over exactly when the table is empty", "phase")
