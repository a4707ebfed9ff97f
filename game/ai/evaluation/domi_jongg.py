"""Who stands better in Domi Jongg: points, and what each hand could do at the open ends next.

Other hands are imagined by the search; nothing here looks at what a seat cannot know.
"""

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache

from game.ai.evaluation.evaluator import Evaluator, best, shares
from game.rules.core.protocol import Game, Seat
from game.rules.domi_jongg import state as rules
from game.rules.domi_jongg.state import Branch, Laid, Lay, Move, Table
from game.rules.domi_jongg.tiles import FITS, IN_PAIRS, KINDS, SINGLY, Tile, Tiles

SPAN = 5.0  # so many points more than the best of the others make three wins of four
STUCK = 0.7  # what it costs to have nothing to lay where one's turn is next; later it costs less
TWIN = 0.5  # what a tile is worth that is identical with one at an open end
FORK = 0.45  # what an open special is worth to who holds two tiles for it
BURDEN = 0.12  # what each tile above the start number costs: so many fewer new tiles come
FITTING = 0.06  # what each end is worth where something fits
RENEWAL = 0.15  # what each new tile is worth that is still to come after one's turn
UNUSED = 0.25  # how likely a tile is in a hand from which it could have been laid


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

    def imagine(
        self, game: Game[Table, Move], view: Table, seat: Seat, rng: random.Random
    ) -> Table:
        pile, hands = list(view.pile), list[Tiles]()
        for hand, chances in zip(view.hands, inferred(view), strict=True):
            held = [tile for tile in hand if tile != rules.HIDDEN]
            while len(held) < len(hand):
                tile = rng.choice(pile)
                if rng.random() < chances[tile]:
                    held.append(tile)
                    pile.remove(tile)
            hands.append(tuple(sorted(held)))
        return view._replace(hands=tuple(hands), pile=tuple(pile))


@lru_cache(maxsize=1)
def inferred(view: Table) -> list[dict[Tile, float]]:
    """For each seat, how much less likely than any unseen tile it holds one of each kind: what it
    could have laid, and did not, it has most likely drawn since.
    """
    found = [dict.fromkeys(KINDS, 1.0) for _ in view.hands]
    for seat, ends, laid in _turns(view):
        drawn = len(laid) or 1  # anew for each tile, or the penalty (DJ-7, DJ-8)
        new = min(1.0, drawn / rules.start_tiles(view))  # what part of the hand
        onto = laid[-1:] or ends  # a turn goes on only where it has just been (DJ-7)
        unused = ends.union(*(SINGLY[tile] for tile in onto))  # twins bring points (DJ-9)
        for kind, chance in found[seat].items():
            found[seat][kind] = new + (1 - new) * chance * (UNUSED if kind in unused else 1.0)
    return found


def _turns(view: Table) -> Iterator[tuple[Seat, set[Tile], Tiles]]:
    """The turns before this one as the snake tells them: whose it was, which tiles were open when
    it began, and what was laid, if anything.
    """
    snake, ends = view.snake, dict.fromkeys(("0L", "0R"), view.snake[0].tile)
    seat, at = rules.next_seat(view, view.dealer or 0), 1  # DJ-4
    while at < view.lying or seat != view.turn:
        begun, before = at, set(ends.values())
        while at < view.lying and snake[at].seat == seat and (at == begun or _goes_on(snake, at)):
            ends.pop(snake[at].end, None)
            ends[str(at)] = snake[at].tile
            at += 1
        yield seat, before, tuple(laid.tile for laid in snake[begun:at])
        seat = rules.next_seat(view, seat)


def _goes_on(snake: tuple[Laid, ...], at: int) -> bool:
    """Whether a tile belongs to the turn of the one before: it is the other of the same branch, or
    lies on what was laid just then, a branch being two tiles (DJ-7).
    """
    end = snake[at].end
    return end == snake[at - 1].end or rules.number(end) >= at - 2


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
