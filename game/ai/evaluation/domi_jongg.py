"""Who stands better in Domi Jongg: points, and what each hand could do at the open ends next.

Other hands are imagined by the search; nothing here looks at what a seat cannot know.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from game.ai.evaluation.evaluator import Evaluator, best, shares
from game.rules.core.protocol import Seat
from game.rules.domi_jongg import state as rules
from game.rules.domi_jongg.state import Branch, Lay, Move, Table
from game.rules.domi_jongg.tiles import FITS, IN_PAIRS, SINGLY, Tile, Tiles

SPAN = 5.0  # so many points more than the best of the others make three wins of four
STUCK = 0.7  # what it costs to have nothing to lay where one's turn is next; later it costs less
TWIN = 0.5  # what a tile is worth that is identical with one at an open end
FORK = 0.45  # what an open special is worth to who holds two tiles for it
BURDEN = 0.12  # what each tile above the start number costs: so many fewer new tiles come
FITTING = 0.06  # what each end is worth where something fits
RENEWAL = 0.15  # what each new tile is worth that is still to come after one's turn


class DomiJonggEvaluator(Evaluator[Table, Move]):
    """Counts points and chances of the next turn, seat by seat."""

    sharpness = 10.0
    width = 12

    def evaluate(self, state: Table) -> tuple[float, ...]:
        points = [float(rules.points(counts)) for counts in state.tally]
        if state.phase in ("turn", "draw") and state.ends:
            for seat, hand in enumerate(state.hands):
                points[seat] += _prospects(state, seat, hand)
        return shares(points, SPAN)

    def rank(self, state: Table, moves: Sequence[Move]) -> Sequence[Move]:
        if len(moves) < 2 or state.phase != "turn":
            return moves
        ends = {end.id: end.tile for end in state.ends}
        hand = state.hands[state.turn]
        return best({move: _appeal(move, hand, ends) for move in moves}, self.width)


def _prospects(table: Table, seat: Seat, hand: Tiles) -> float:
    """What a hand may bring, in points."""
    ends, kinds = table.ends, set(hand)
    soon = 1.0 if rules.next_seat(table, table.turn) == seat else 0.6
    value = 0.0
    for end in ends:
        if end.tile in kinds:
            value += TWIN * soon
        if not kinds.isdisjoint(SINGLY[end.tile]):
            value += FITTING
        fitting = IN_PAIRS.get(end.tile)
        if fitting and sum(tile in fitting for tile in hand) > 1:
            value += FORK * soon
    spare = len(hand) - rules.start_tiles(table)
    if spare > 0:
        value -= BURDEN * spare
    if seat == table.turn and table.phase == "draw":
        value += RENEWAL * table.owed
    if hand and seat != table.turn and not rules.can_lay(hand, ends):
        value -= STUCK * soon
    return value


def _appeal(move: Move, hand: Tiles, ends: dict[str, Tile]) -> float:
    """What a step promises: a point, and that the rest of the hand can go on from there."""
    if not isinstance(move, Lay | Branch):
        return -1.0
    point = 1.0 if isinstance(move, Branch) or ends[move.end] == move.tile else 0.0
    return point + max(_follows(hand, tile, move.tiles) for tile in move.tiles)


def _follows(hand: Tiles, tile: Tile, laid: Tiles) -> float:
    """How much of the rest of a hand fits onto a tile, from 0 to 0.5."""
    rest = list(hand)
    for gone in laid:
        rest.remove(gone)
    if not rest:
        return 1.5
    return 0.5 * sum(other in FITS[tile] for other in rest) / len(rest)


# Why ---------------------------------------------------------------------------------------------


class Reason(NamedTuple):
    """What speaks for some steps: a word, and the number and the tile that it is about.

    `gains` says how often points are got for what (DJ-9); there is no other word then.
    """

    word: str
    n: int = 0
    tile: Tile = ""
    gains: Mapping[str, int] = {}


def reason(table: Table, steps: Sequence[Move]) -> Reason:
    """What speaks most for these steps of the seat whose turn it is.

    `table` may be its observation: nothing is said that the seat cannot see, and all of it is true.
    """
    seat, after = table.turn, table
    for step in steps:
        if isinstance(step, Lay | Branch):
            after = rules.lay(after, step)
    counts = zip(rules.REASONS, table.tally[seat], after.tally[seat], strict=True)
    gains = {why: now - then for why, then, now in counts if now > then}
    ways = rules.lays(table.hands[seat], rules.heads(table))
    if gains:
        return Reason("gain", gains=gains)
    if not ways:
        return Reason("no_more" if rules.has_laid(table) else "nothing")
    if len(ways) == 1 and isinstance(steps[0], Lay | Branch):
        return Reason("only")
    return _kept(after, after.hands[seat]) or _hand(table, after)


def _kept(table: Table, hand: Tiles) -> Reason | None:
    """What the seat keeps for an open end: a tile for its like, or two for a branch."""
    for end in table.ends:
        own = table.snake[rules.number(end.id)].seat == table.turn
        if end.tile in hand and not (own and table.terms.identical == "others"):
            return Reason("twin", tile=end.tile)
    specials = (IN_PAIRS[end.tile] for end in table.ends if end.tile in IN_PAIRS)
    forks = any(sum(tile in fitting for tile in hand) > 1 for fitting in specials)
    return Reason("fork") if forks else None


def _hand(before: Table, after: Table) -> Reason:
    """How the hand changes: a small one is refilled (DJ-8), a large one gets smaller."""
    hand, held = after.hands[before.turn], len(before.hands[before.turn])
    new = min(rules.start_tiles(before) - len(hand), rules.pile_left(after))
    if new > 0:
        return Reason("fresh", new)
    if len(hand) < held:
        return Reason("fewer", len(hand))
    fitting = {tile for way in rules.lays(hand, after.ends) for tile in way.tiles}
    return Reason("later", sum(tile in fitting for tile in hand))
