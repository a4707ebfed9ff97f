"""What is true at the snake for whoever begins a turn: what the cards of Domi Jongg are about."""

from game.rules.core.protocol import Facts, Seat
from game.rules.core.stakes import Stakes
from game.rules.domi_jongg import state as steps
from game.rules.domi_jongg.tiles import IN_PAIRS


def facts(table: steps.Table, seat: Seat) -> Facts:
    """See docs/cards.md. Of a hand that is covered nothing is true but how large it is."""
    hand, ends = table.hands[seat], table.ends
    ways = steps.lays(hand, ends)
    lying = {end.id: end.tile for end in ends if steps.number(end.id) < table.lying}
    return {
        "heads": [end.id for end in ends],
        "branch": {move.end for move in ways if isinstance(move, steps.Branch)},
        "special": [end.id for end in ends if end.tile in IN_PAIRS],
        "same": {move.end for move in ways if lying.get(move.end) in move.tiles},
        "lays": len(ways),
        "stuck": int(bool(ends) and steps.HIDDEN not in hand and not ways),
        "hand": len(hand),
        "surplus": max(0, len(hand) - steps.start_tiles(table)),
        "pile": steps.pile_left(table),
    }


def stakes(table: steps.Table, seat: Seat) -> Stakes:
    """See `contrast`."""
    hand, ways = table.hands[seat], steps.lays(table.hands[seat], table.ends)
    lying = {end: table.snake[steps.number(end)] for end in {way.end for way in ways}}
    barred = seat if table.terms.identical == "others" else None
    return {"points": steps.points(table.tally[seat]),
            "same": sum(lying[way.end].tile in way.tiles and lying[way.end].seat != barred
                        for way in ways),
            "branch": sum(isinstance(way, steps.Branch) for way in ways),
            "fewer": -len(hand), "ways": len(ways)}  # fmt: skip
