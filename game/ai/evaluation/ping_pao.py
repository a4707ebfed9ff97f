"""Who stands better in Ping-Pao: the points if the structure were taken apart now."""

import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from game.ai.evaluation.evaluator import Evaluator, average, best
from game.rules.core.protocol import Seat
from game.rules.ping_pao.state import Lay, Move, Table, Take
from game.rules.walong.geometry import CORNER_KEYS, SIDES, orientation, pack

SPAN = 2.0  # so many points more than the best of the others make three wins of four
TRIES = 2  # how often the structure is taken apart to judge it


class PingPaoEvaluator(Evaluator[Table, Move]):
    """Plays the taking apart to its end, quickly and a little at random."""

    sharpness = 14.0
    widening = 2.0

    def evaluate(self, state: Table) -> tuple[float, ...]:
        pile = pile_of(state)
        present = (1 << len(state.pieces)) - 1
        rng = random.Random(present ^ state.turn)
        points = state.points
        return average(
            [play_out(pile, present, state.turn, list(points), rng) for _ in range(TRIES)], SPAN
        )

    def rank(self, state: Table, moves: Sequence[Move]) -> Sequence[Move]:
        worth: dict[Move, float]
        if state.phase == "remove":
            pile, present = pile_of(state), (1 << len(state.pieces)) - 1
            order = {pose: n for n, (pose, _) in enumerate(state.pieces.pieces)}
            worth = {
                move: appeal(pile, present, state.turn, order[move.pose])
                for move in moves
                if isinstance(move, Take)
            }
        else:
            spots = state.pieces.spots()
            worth = {
                move: spots[pack(move.pose)].labels.bit_count()
                for move in moves
                if isinstance(move, Lay) and spots
            }
        return best(worth, len(moves)) or moves


# Taking apart on bit masks, thousands of steps a second -------------------------------------------
# Pieces are numbered as they were laid; a set of pieces is an int with one bit a piece.

SINGLE = 0.6
"""What a piece that only one other holds is worth: to its owner a loss, to the holder a gain."""
OWN = 0.2  # what it costs to free a piece of one's own, beyond the move it saves
WHIM = 0.3  # how much chance has a say in a playout


@dataclass(frozen=True, slots=True)
class Pile:
    """The pieces of a table: whose they are, what holds what, what lies side by side."""

    own: tuple[int, ...]  # per seat the set of its pieces
    holds: tuple[int, ...]  # per piece the set of those that keep it from being free (PP-5)
    beside: tuple[int, ...]  # per piece the set of those it shares a side with


def pile_of(table: Table) -> Pile:
    """The pile that lies on the table."""
    pieces, own = table.pieces, [0] * len(table.hands)
    bits = {pack(pose): 1 << number for number, pose in enumerate(pieces)}
    at: defaultdict[int, int] = defaultdict(int)
    for (code, bit), (_, owner) in zip(bits.items(), pieces.pieces, strict=True):
        own[owner] |= bit
        for key in CORNER_KEYS[orientation(code)]:
            at[code + key] |= bit
    beside = tuple(sum(bits[other] for other in pieces.beside(code)) for code in bits)
    touching = []
    for code, bit in bits.items():
        near = 0
        for key in CORNER_KEYS[orientation(code)]:
            near |= at[code + key]
        touching.append(near & ~bit)
    return Pile(tuple(own), tuple(touching) if table.tips_hold else beside, beside)


def freed(pile: Pile, rest: int, taken: int) -> int:
    """The pieces among the rest that are free once this piece is gone."""
    holds = pile.holds
    near, loose = holds[taken] & rest, 0
    while near:
        low = near & -near
        if not holds[low.bit_length() - 1] & rest:
            loose |= low
        near ^= low
    return loose


def takeable(pile: Pile, present: int, seat: Seat) -> list[int]:
    """The pieces of a seat that can be taken hold of (PP-4)."""
    found = []
    own, beside, full = pile.own[seat] & present, pile.beside, len(SIDES)
    while own:
        low = own & -own
        number = low.bit_length() - 1
        if (beside[number] & present).bit_count() < full:
            found.append(number)
        own ^= low
    return found


def appeal(pile: Pile, present: int, seat: Seat, taken: int) -> float:
    """What taking a piece promises: points, and who depends on whom afterwards."""
    holds, mine, rest = pile.holds, pile.own[seat], present & ~(1 << taken)
    near, value = holds[taken] & rest, 0.0
    while near:
        low = near & -near
        held = holds[low.bit_length() - 1] & rest
        own = low & mine
        if not held:
            value += -OWN if own else 1.0
        elif not held & (held - 1):
            if own:
                value -= 0.0 if held & mine else SINGLE
            elif held & mine:
                value += SINGLE
        near ^= low
    return value


def play_out(
    pile: Pile, present: int, seat: Seat, points: list[int], rng: random.Random
) -> list[int]:
    """The points in the end if everybody takes what looks best, chance having some say."""
    seats = len(pile.own)
    while present:
        best, most = -1, -9.0
        for number in takeable(pile, present, seat):
            value = appeal(pile, present, seat, number) + WHIM * rng.random()
            if value > most:
                best, most = number, value
        if best >= 0:
            present &= ~(1 << best)
            loose = freed(pile, present, best)
            present &= ~loose
            points[seat] += (loose & ~pile.own[seat]).bit_count()
        seat = (seat + 1) % seats
    return points
