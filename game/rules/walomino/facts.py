"""What is true at the chain for whoever begins a turn: what the cards of Walomino are about."""

from game.rules.core.protocol import Facts, Seat
from game.rules.core.stakes import Stakes
from game.rules.walomino.chain import fitting_ends
from game.rules.walomino.state import PHASES, Table, left


def facts(table: Table, seat: Seat) -> Facts:
    """See docs/cards.md."""
    ends, play = table.chain.ends, table.phase == "play"
    pairs = [pair for pair in table.pairs[seat] if pair is not None and play]
    fits = [fitting_ends(table.chain, pair) for pair in pairs]
    return {
        **{phase: int(table.phase == phase) for phase in PHASES},
        "rolled": int(table.rolled >= 0),
        "pairs": len(pairs),
        "ends": {str(end.pose) for end in ends if play},
        "fits": {str(ends[number].pose) for numbers in fits for number in numbers},
        "fitting": sum(map(bool, fits)),
        "stuck": int(play and not any(fits)),
        "fewest": min(left(table)),
    }


def stakes(table: Table, seat: Seat) -> Stakes:
    """See `contrast`."""
    pairs = [pair for pair in table.pairs[seat] if pair is not None]
    fits = [fitting_ends(table.chain, pair) for pair in pairs]
    colours = {hue for hue, count in enumerate(table.hands[seat]) if count}
    return {"laid": -left(table)[seat], "fitting": sum(map(bool, fits)),
            "ends": len({end for ends in fits for end in ends}),
            "colours": len(colours.union(*((one.first, one.second) for one in pairs)))}  # fmt: skip
