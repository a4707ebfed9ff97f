"""How a garden of Solitaire Pai Sho stands: the sums of both kinds of line, and their balance."""

from collections.abc import Sequence

from game.ai.evaluation.evaluator import Evaluator, best, shares
from game.rules.core.protocol import Outcome
from game.rules.pai_sho import board as pai_sho
from game.rules.pai_sho.board import Kind, Mask, Point
from game.rules.solitaire_pai_sho import state as rules
from game.rules.solitaire_pai_sho.state import Garden, Lay, Move

SURPLUS = 0.5
"""What the greater sum counts for each point of the smaller one: room to balance later."""
CROWD = 0.05  # what it costs to stand where a flower could see and be seen, if nothing comes of it
PAR = {True: 120.0, False: 12.0}  # a good full score, and a good simple one: worth a half
SPAN = 3.0  # so many lines more make three wins of four when playing each other


class SolitairePaiShoEvaluator(Evaluator[Garden, Move]):
    """Alone and together the score ranks; against each other the numbers of lines do."""

    sharpness = 5.0
    width = 16
    horizon = 2

    def evaluate(self, state: Garden) -> tuple[float, ...]:
        sums = Glance(state).sums
        if state.terms.against:
            return shares(sums, SPAN)
        value = min(sums) + SURPLUS * max(sums)
        return (value / (value + (1 + SURPLUS) * PAR[state.terms.full]),) * len(state.drawn)

    def returns(
        self, state: Garden, outcome: Outcome, scores: tuple[int, ...]
    ) -> tuple[float, ...]:
        """Alone and together everybody wins; the score tells how well."""
        if state.terms.against:
            return super().returns(state, outcome, scores)
        return tuple(score / (score + PAR[state.terms.full]) for score in scores)

    def rank(self, state: Garden, moves: Sequence[Move]) -> Sequence[Move]:
        """Lays by what they form and break; moving tiles about instead could go on for ever."""
        glance = Glance(state)
        worth = {move: glance.worth(move) for move in moves if isinstance(move, Lay)}
        return best(worth, self.width) or moves


class Glance:
    """The lines of a garden, and what a further tile would make of them."""

    def __init__(self, state: Garden) -> None:
        self.state, self.by_length = state, state.terms.by_length
        self.board, self.taken = state.board, state.board.taken
        self.flowers = rules.lying(state.board, pai_sho.FLOWERS)
        self.sums = [0, 0]
        self.breaking: dict[Point, list[int]] = {}
        """By point: what a tile there would take from both sums, for it breaks lines."""
        self.partners: dict[Kind, list[Mask]] = {}
        """By kind of tile: where those lie with which it forms harmonies, and disharmonies."""
        self.seen: dict[Point, Mask] = {}
        """By point: the flowers in sight of it."""
        for line in rules.lines(state.board):
            kind, one, two = line
            value = line.length if self.by_length else 1
            self.sums[kind] += value
            for point in pai_sho.points_of(pai_sho.between(one, two, pai_sho.OVER_GATES)):
                self.breaking.setdefault(point, [0, 0])[kind] += value

    def worth(self, move: Lay) -> float:
        """What the position would count after laying a tile there."""
        sums = self.after(move)
        if self.state.terms.against:
            return sums[self.state.turn] - sums[1 - self.state.turn]
        return min(sums) + SURPLUS * max(sums) - CROWD * self.seen[move.point].bit_count()

    def after(self, move: Lay) -> list[int]:
        """Both sums after laying a tile there: lines broken, lines formed."""
        lost = self.breaking.get(move.point, (0, 0))
        sums = [self.sums[0] - lost[0], self.sums[1] - lost[1]]
        if move.kind not in self.partners:
            kinds = (partners[move.kind] for partners in rules.PARTNERS)
            self.partners[move.kind] = [rules.lying(self.board, each) for each in kinds]
        if move.point not in self.seen:
            seen = pai_sho.sight(move.point, self.taken, pai_sho.OVER_GATES)
            self.seen[move.point] = seen & self.flowers
        for kind, partners in enumerate(self.partners[move.kind]):
            for point in pai_sho.points_of(self.seen[move.point] & partners):
                sums[kind] += _length(move.point, point) if self.by_length else 1
        return sums


def _length(one: Point, two: Point) -> int:
    """The points from one to another in the same row or column, both included (SO-7)."""
    apart = abs(one - two)
    return 1 + (apart if apart < pai_sho.STRIDE else apart // pai_sho.STRIDE)
