"""What is true in the pond for whoever begins a turn: what the cards of Jin Li are about."""

from game.rules.core.protocol import Facts, Seat
from game.rules.core.stakes import Stakes
from game.rules.jin_li.state import NEAR, SQUARES, Leap, Pond, koi_moves, names


def facts(pond: Pond, seat: Seat) -> Facts:
    """See docs/cards.md."""
    colour = seat ^ pond.terms.first
    koi, moves = pond.koi[0] | pond.koi[1], koi_moves(pond, colour)
    leaps = [move for move in moves if isinstance(move, Leap)]
    return {
        "koi": {SQUARES[move.start] for move in moves},
        "ways": len(moves),
        "leap": {SQUARES[at] for leap in leaps for at in (leap.start, leap.over, leap.end)},
        "near": {SQUARES[m.end] for m in moves if NEAR[m.end] & (koi ^ 1 << m.start)},
        "stuck": () if moves else names(pond.koi[colour]),
        "stones": pond.hands[colour],
        "short": pond.terms.target - max(pond.points),
        "again": pond.past.count(pond.past[-1]) if pond.past else 0,
        "quiet": pond.quiet,
        "give": names(pond.stones) if pond.phase == "give" else (),
        "owed": int(pond.terms.recycle and min(pond.hands) <= 3),
    }


def stakes(pond: Pond, seat: Seat) -> Stakes:
    """See `contrast`."""
    colour, koi = seat ^ pond.terms.first, pond.koi[0] | pond.koi[1]
    ways = koi_moves(pond, colour)
    gains = [(NEAR[move.end] & (koi ^ 1 << move.start)).bit_count() for move in ways]
    return {"points": pond.points[colour], "gain": max(gains, default=0), "ways": len(ways)}
