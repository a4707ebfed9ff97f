"""Plain tree search (UCT) from the rules alone: a yardstick that knows nothing of any game.

A playout walks down the tree by the upper confidence bound, adds a node, goes on at random to the
end of the game, and tells every node it has passed how the game ended. What the seat cannot know
is imagined anew for every playout, and luck is drawn.
"""

import math
import random
from collections.abc import Sequence
from typing import Final, TypeAlias

from game.rules.core.protocol import CHANCE, AnyGame, AnyMove, AnyState, Seat

PLAYOUTS: Final = 3000
LONGEST: Final = 1000
"""A playout of so many steps is given up as a draw."""
CURIOSITY: Final = math.sqrt(2)

Path: TypeAlias = tuple[AnyMove, ...]
"""The steps from where the seat has to move: what a node of the tree is known by."""


class Node:
    """How often playouts have passed, and what that has brought the seat that had moved."""

    __slots__ = ("total", "visits")

    def __init__(self) -> None:
        self.visits, self.total = 0, 0.0


class PlainTree:
    """The search of one decision."""

    def __init__(self, game: AnyGame, rng: random.Random) -> None:
        self.game, self.rng = game, rng
        self.nodes: dict[Path, Node] = {(): Node()}
        self._best = 1.0
        """The best score that anybody alone has come to; one's own luck is no measure of it."""

    def best(self, view: AnyState, seat: Seat, playouts: int) -> AnyMove:
        """The step most playouts have begun with."""
        for _ in range(playouts if len(self.game.moves(view)) > 1 else 1):
            self._playout(self.game.determinize(view, seat, self.rng))
        begun = {path[0]: node.visits for path, node in self.nodes.items() if len(path) == 1}
        return max(begun, key=begun.__getitem__)

    def _playout(self, state: AnyState) -> None:
        path: Path = ()
        passed: list[tuple[Node, Seat]] = [(self.nodes[path], CHANCE)]
        fresh = False
        for _ in range(LONGEST):
            actor = self.game.actor(state)
            if actor is None:
                break
            if actor == CHANCE:
                move = self.game.sample_chance(state, self.rng)
            elif fresh:
                move = self.rng.choice(self.game.moves(state))
            else:
                move = self._pick(path, self.game.moves(state))
            state = self.game.apply(state, move)
            if not fresh:
                path = (*path, move)
                fresh = path not in self.nodes
                passed.append((self.nodes.setdefault(path, Node()), actor))
        worth = self._worth(state)
        for node, mover in passed:
            node.visits += 1
            node.total += worth[mover] if mover != CHANCE else 0.0

    def _pick(self, path: Path, moves: Sequence[AnyMove]) -> AnyMove:
        """A step that was not tried here, or else the most promising one."""
        tried = [(move, node) for move in moves if (node := self.nodes.get((*path, move)))]
        if len(tried) < len(moves):
            known = {move for move, _ in tried}
            return self.rng.choice([move for move in moves if move not in known])
        news = math.log(sum(node.visits for _, node in tried))
        return max(
            tried,
            key=lambda pair: (
                pair[1].total / pair[1].visits + CURIOSITY * math.sqrt(news / pair[1].visits)
            ),
        )[0]

    def _worth(self, state: AnyState) -> list[float]:
        """What the end, or where it was given up, is worth to each seat, from 0 to 1."""
        scores, outcome = self.game.scores(state), self.game.outcome(state)
        if len(scores) == 1:
            self._best = max(self._best, scores[0])
            return [scores[0] / self._best]
        winners = (outcome.winners if outcome else ()) or range(len(scores))
        return [(seat in winners) / len(winners) for seat in range(len(scores))]


def plain_tree(
    game: AnyGame, view: AnyState, seat: Seat, rng: random.Random
) -> tuple[AnyMove, ...]:
    """What 3,000 playouts find."""
    return (PlainTree(game, rng).best(view, seat, PLAYOUTS),)
