"""What is true at the structure for whoever begins a turn: what the cards of Ping-Pao are about."""

from game.rules.core.protocol import Facts, Seat
from game.rules.core.stakes import Stakes
from game.rules.ping_pao.state import Table, can_lay, freed, holders, takes
from game.rules.walong.geometry import unpack


def facts(table: Table, seat: Seat) -> Facts:
    """See docs/cards.md."""
    pieces, building, taking = table.pieces, table.phase == "build", table.phase == "remove"
    own, ways = pieces.labelled(seat), takes(table, seat) if taking else ()
    loose = {str(move.pose): freed(table, move) for move in ways}
    return {
        "hand": table.hands[seat] * building,
        "ways": list(loose),
        "frees": [at for at, poses in loose.items() if any(pieces.label(p) != seat for p in poses)],
        "walled": [str(unpack(code)) for code in own if taking and not pieces.is_open(code)],
        "stuck": int(not ways if taking else building and not can_lay(table, seat)),
        "heaps": len(pieces.heaps()) * taking,
        "left": len(pieces) * taking,
    }


def stakes(table: Table, seat: Seat) -> Stakes:
    """See `contrast`."""
    pieces, own = table.pieces, takes(table, seat)
    gains = [sum(pieces.label(pose) != seat for pose in freed(table, move)) for move in own]
    held = [holders(table, unpack(code)) for code in pieces.labelled(seat)]
    hanging = sum(len(by) == 1 and pieces.label(by[0]) != seat for by in held)
    return {"points": table.points[seat], "gain": max(gains, default=0), "safe": -hanging,
            "ways": len(own)}  # fmt: skip
