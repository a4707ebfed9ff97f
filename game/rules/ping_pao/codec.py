"""A position of Ping-Pao as JSON can say it, and the checked way back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from game.rules.core.protocol import Info, Options, PositionError, resolve
from game.rules.ping_pao.state import PHASES, Phase, Table, can_lay, set_up
from game.rules.walong.cluster import Cluster
from game.rules.walong.codec import cluster, need, number, numbers, one_of, only_keys
from game.rules.walong.geometry import EACH

KEYS = ("seats", "phase", "turn", "pieces", "hands", "score")


def to_plain(table: Table) -> dict[str, Any]:
    """The position; pieces are `[seat, pose]` in laying order, `turn` is a seat or null."""
    acting = table.phase in ("build", "remove")
    return {
        "seats": len(table.hands),
        "phase": table.phase,
        "turn": table.turn if acting else None,
        "pieces": [[seat, list(pose)] for pose, seat in table.pieces.pieces],
        "hands": list(table.hands),
        "score": list(table.points),
    }


def from_plain(data: Mapping[str, Any], options: Options, info: Info) -> Table:
    """The position described; `seats` and `turn` (then seat 0) may be missing.

    Pieces may name their owner by the colour's letter. Raises PositionError naming the key.
    """
    only_keys(data, KEYS, "Ping-Pao")
    hands = numbers(need(data, "hands"), "hands", EACH)
    seats = number(data.get("seats", len(hands)), "seats", info.seats[1], info.seats[0])
    chosen = resolve(info, seats, options)
    points = numbers(need(data, "score"), "score", EACH * (seats - 1))
    if len(hands) != seats or len(points) != seats:
        raise PositionError(f"hands and score are for {seats} seats", "hands")
    phase = cast(Phase, one_of(data, "phase", PHASES))
    turn = _turn(data, phase, seats)
    pieces = cluster(need(data, "pieces"), "pieces", seats)
    table = replace(
        set_up(seats, str(chosen["start"]), str(chosen["freed"])),
        phase=phase, turn=turn, pieces=pieces, hands=hands, points=points,
    )  # fmt: skip
    _check_pieces(pieces, hands)
    _check_phase(table, str(chosen["start"]))
    return table


def _turn(data: Mapping[str, Any], phase: Phase, seats: int) -> int:
    given = data.get("turn")
    if given is None or phase == "luck":
        return 0
    return number(given, "turn", seats - 1)


def _check_pieces(pieces: Cluster, hands: tuple[int, ...]) -> None:
    owners = [owner for _, owner in pieces.pieces]
    for seat, hand in enumerate(hands):
        if owners.count(seat) + hand > EACH:
            raise PositionError(f"seat {seat} has more than {EACH} pieces", "hands")
    for pose, owner in pieces.pieces:
        for contact in pieces.contacts(pose):
            if pieces.label(contact.pose) == owner:
                raise PositionError(
                    f"pieces: {pose} and {contact.pose} of one colour share a side", "pieces"
                )


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
