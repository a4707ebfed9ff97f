"""Monte-Carlo tree search for any number of seats, with luck, where no seat has secrets.

Each playout walks down the tree, adds one node and judges the position it has come to; there are
no random games to the end, for a judgement tells more. Moves are tried in the judgement's order,
few at first and more as a node is visited more often. Values are kept seat by seat, so
co-operation and every-one-for-himself need no other search.
"""

import math
from collections.abc import Sequence
from contextlib import suppress
from typing import Generic

from game.ai.search.budget import Candidate, Planner, Spent, most_promising
from game.rules.core.protocol import CHANCE, M, S, Seat

CURIOSITY = 0.6
"""How much a rarely tried move is favoured."""
TRUSTED = 24  # so many visits make a later step of the turn worth answering without thinking again


class Node(Generic[S, M]):
    """A point in the tree: how often it was passed, and what came of it for each seat."""

    __slots__ = ("children", "state", "sums", "visits", "worth")

    def __init__(self, seats: int) -> None:
        self.visits = 0
        self.sums = [0.0] * seats
        self.children: dict[M, Node[S, M]] = {}
        self.state: S | None = None
        self.worth: Sequence[M] = ()


class MonteCarloTree(Planner[S, M]):
    """One decision's search."""

    def candidates(
        self, state: S, seat: Seat, among: Sequence[tuple[M, ...]] = ()
    ) -> list[Candidate[M]]:
        """The steps tried, of all or those that begin the turns `among` which to choose, the most
        visited first, each with the turn expected after it.
        """
        root: Node[S, M] = Node(len(self.game.scores(state)))
        moves = list(self.game.moves(state))
        self.rng.shuffle(moves)  # or of equal moves the first would be played in every match
        root.worth = [turn[0] for turn in among] or self.evaluator.rank(state, moves)
        with suppress(Spent):
            while True:
                self.effort.spend()
                self.playout(root, state)
        if not root.children:
            return [Candidate((root.worth[0],), 0.5)]
        ordered = sorted(root.children.items(), key=lambda item: -item[1].visits)
        return [
            Candidate(self._turn(move, child, state), child.sums[seat] / child.visits)
            for move, child in ordered
        ]

    def _turn(self, move: M, child: Node[S, M], state: S) -> tuple[M, ...]:
        """The step and what is expected after it, as long as it is the same turn."""
        steps = [move]
        before, after = state, child.state
        while after is not None and child.children:
            if self.game.ends_turn(before, steps[-1], after):
                break
            move, child = max(child.children.items(), key=lambda item: item[1].visits)
            if child.visits < TRUSTED:
                break
            steps.append(move)
            before, after = after, child.state
        return tuple(steps)

    def playout(self, node: Node[S, M], state: S) -> None:
        """Walk down from here, add a node, and let all that was passed know what came of it."""
        path = [node]
        while node.visits and (actor := self.game.actor(state)) is not None:
            move = self._pick(node, state, actor)
            child = node.children.get(move)
            if child is None:
                child = node.children[move] = Node(len(node.sums))
            if child.state is None:
                child.state = self.game.apply(state, move)
            node, state = child, child.state
            path.append(node)
        for _ in range(self.evaluator.horizon):  # judged a few likely steps further on
            actor = self.game.actor(state)
            if actor is None:
                break
            state = self.game.apply(state, self.likely(state, actor))
        values = self.values(state)
        for passed in path:
            passed.visits += 1
            for seat, value in enumerate(values):
                passed.sums[seat] += value

    def _pick(self, node: Node[S, M], state: S, actor: Seat) -> M:
        if actor == CHANCE:
            return self.game.sample_chance(state, self.rng)
        if not node.worth:
            node.worth = self.evaluator.rank(state, self.game.moves(state))
        wide = 2 + int(self.evaluator.widening * math.sqrt(node.visits))
        tried: list[Node[S, M]] = []
        for move in node.worth[:wide]:
            child = node.children.get(move)
            if child is None or not child.visits:
                return move
            tried.append(child)
        means = [child.sums[actor] / child.visits for child in tried]
        plays = [child.visits for child in tried]
        return node.worth[most_promising(means, plays, node.visits, CURIOSITY)]
