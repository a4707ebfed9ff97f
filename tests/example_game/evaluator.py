"""Who stands better in Three Koi: whoever has more lines left to fill."""

from game.ai.evaluation.evaluator import Evaluator, shares
from tests.example_game.rules import FREE, LINES, SIGNS, Lay, Pond


class ThreeKoiEvaluator(Evaluator[Pond, Lay]):
    """Counts the koi in lines that the other seat has not closed."""

    duel = True

    def evaluate(self, state: Pond) -> tuple[float, ...]:
        lines = [{state.cells[n] for n in line} for line in LINES]
        hopes = [sum(line <= {FREE, sign} for line in lines) for sign in SIGNS]
        return shares(hopes, 3)
