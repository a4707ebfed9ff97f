"""Who stands better in Ping-Pao: the points if the structure were taken apart now."""

from __future__ import annotations

import random
from collections.abc import Sequence

from game.ai.evaluation.evaluator import Evaluator, shares
from game.ai.evaluation.playout import appeal, pile_of, play_out
from game.rules.ping_pao.state import Lay, Move, Table, Take
from game.rules.walong.geometry import pack

SPAN = 2.0  # so many points more than the best of the others make three wins of four
TRIES = 2  # how often the structure is taken apart to judge it


class PingPaoEvaluator(Evaluator[Table, Move]):
    """Plays the taking apart to its end, quickly and a little at random."""

    widening = 2.0

    def evaluate(self, state: Table) -> tuple[float, ...]:
        pile = pile_of(state)
        present = (1 << len(state.pieces)) - 1
        rng = random.Random(present ^ state.turn)
        turn = state.turn
        totals = [0.0] * len(state.hands)
        for _ in range(TRIES):
            end = play_out(pile, present, turn, list(state.points), rng)
            for seat, share in enumerate(shares(end, SPAN)):
                totals[seat] += share / TRIES
        return tuple(totals)

    def rank(self, state: Table, moves: Sequence[Move]) -> Sequence[Move]:
        if state.phase == "remove" and isinstance(moves[0], Take):
            pile, present = pile_of(state), (1 << len(state.pieces)) - 1
            order = {pose: n for n, (pose, _) in enumerate(state.pieces.pieces)}
            return sorted(
                moves,
                key=lambda move: (
                    -appeal(pile, present, state.turn, order[move.pose])
                    if isinstance(move, Take)
                    else 0.0
                ),
            )
        if state.phase == "build" and len(state.pieces):
            spots = state.pieces.spots()
            return sorted(
                moves,
                key=lambda move: (
                    -spots[pack(move.pose)].labels.bit_count() if isinstance(move, Lay) else 0
                ),
            )
        return moves
