"""How a garden of Solitaire Pai Sho stands: the sums of both kinds of line, and their balance."""

from collections.abc import Sequence
from typing import NamedTuple

from game.ai.evaluation.evaluator import Evaluator, best, shares
from game.rules.core.protocol import Outcome
from game.rules.pai_sho import board as garden
from game.rules.pai_sho.board import Kind, Mask, Point
from game.rules.solitaire_pai_sho import state as rules
from game.rules.solitaire_pai_sho.notation import Lay, Move
from game.rules.solitaire_pai_sho.state import Garden

SURPLUS = 0.5
"""What the greater sum counts for each point of the smaller one: room to balance later."""
CROWD = 0.05  # what it costs to stand where a flower could see and be seen, if nothing comes of it
PAR = {True: 120.0, False: 12.0}  # a good full score, and a good simple one: worth a half
SPAN = 3.0  # so many lines more make three wins of four when playing each other


class SolitairePaiShoEvaluator(Evaluator[Garden, Move]):
    """Alone and together the score ranks; against each other the numbers of lines do."""

    width = 16
    horizon = 2

    def evaluate(self, state: Garden) -> tuple[float, ...]:
        sums = Sketch(state).sums
        if state.terms.mode == "uncooperative":
            return shares(sums, SPAN)
        value = min(sums) + SURPLUS * max(sums)
        return (value / (value + (1 + SURPLUS) * PAR[state.terms.full]),) * len(state.drawn)

    def returns(
        self, state: Garden, outcome: Outcome, scores: tuple[int, ...]
    ) -> tuple[float, ...]:
        """Alone and together everybody wins; the score tells how well."""
        if state.terms.mode == "uncooperative":
            return super().returns(state, outcome, scores)
        return tuple(score / (score + PAR[state.terms.full]) for score in scores)

    def rank(self, state: Garden, moves: Sequence[Move]) -> Sequence[Move]:
        """Lays by what they form and break; moving tiles about instead could go on for ever."""
        sketch = Sketch(state)
        worth = {move: sketch.worth(move) for move in moves if isinstance(move, Lay)}
        return best(worth, self.width) or moves


class Formed(NamedTuple):
    """A line: which sum it belongs to, what it adds to it, and the points that would break it."""

    kind: int
    value: int
    between: Mask


class Sketch:
    """The lines of a garden, and what a further tile would make of them."""

    def __init__(self, state: Garden) -> None:
        self.state = state
        self.board = state.board
        self.counting = state.terms.mode == "uncooperative" or not state.terms.full
        east, north, west, south = garden.OVER_GATES
        self.formed = [
            Formed(
                kind,
                1 if self.counting else line.length,
                east[line.first] & west[line.second] | north[line.first] & south[line.second],
            )
            for kind, these in enumerate(rules.lines(state.board))
            for line in these
        ]
        self.sums = [sum(line.value for line in self.formed if line.kind == k) for k in (0, 1)]
        self.flowers = rules.flowers(state.board)
        self.partners: dict[Kind, tuple[Mask, Mask]] = {}

    def worth(self, move: Lay) -> float:
        """What the position would count after laying a tile there."""
        sums = self.after(move)
        if self.state.terms.mode == "uncooperative":
            return sums[self.state.turn] - sums[1 - self.state.turn]
        seen = garden.sight(move.point, self.board.taken, garden.OVER_GATES) & self.flowers
        return min(sums) + SURPLUS * max(sums) - CROWD * seen.bit_count()

    def after(self, move: Lay) -> list[int]:
        """Both sums after laying a tile there: lines broken, lines formed."""
        bit = garden.BITS[move.point]
        sums = list(self.sums)
        for line in self.formed:
            if line.between & bit:
                sums[line.kind] -= line.value
        seen = garden.sight(move.point, self.board.taken, garden.OVER_GATES) & self.flowers
        for kind, partners in enumerate(self._partners(move.kind)):
            for point in garden.points_of(seen & partners):
                sums[kind] += 1 if self.counting else _length(move.point, point)
        return sums

    def _partners(self, kind: Kind) -> tuple[Mask, Mask]:
        """Where the tiles lie with which this kind forms harmonies, and disharmonies."""
        found = self.partners.get(kind)
        if found is None:
            found = self.partners[kind] = (
                self._lying(rules.HARMONISES[kind]),
                self._lying(rules.DISHARMONISES[kind]),
            )
        return found

    def _lying(self, kinds: tuple[Kind, ...]) -> Mask:
        mask = 0
        for kind in kinds:
            mask |= garden.both(self.board, kind)
        return mask


def _length(one: Point, other: Point) -> int:
    return rules.Line(min(one, other), max(one, other)).length
