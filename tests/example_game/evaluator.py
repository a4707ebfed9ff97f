"""Who stands better in Three Koi: whoever has more lines left to fill."""

from game.ai.evaluation.evaluator import Evaluator, shares
from tests.example_game.rules import LINES, Lay, Pond, koi


class ThreeKoiEvaluator(Evaluator[Pond, Lay]):
    """Counts the lines that the other seat has not closed."""

    duel = True

    def evaluate(self, state: Pond) -> tuple[float, ...]:
        hopes = [sum(line.isdisjoint(koi(state, other)) for line in LINES) for other in (1, 0)]
        return shares(hopes, 3)
