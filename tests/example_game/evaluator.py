"""Who stands better in tic-tac-toe: whoever has more lines left to fill."""

from game.ai.evaluation.evaluator import Evaluator, shares
from tests.example_game.rules import FREE, LINES, SIGNS, Board, Mark


class TicTacToeEvaluator(Evaluator[Board, Mark]):
    """Counts the marks in lines that the other seat has not closed."""

    duel = True

    def evaluate(self, state: Board) -> tuple[float, ...]:
        lines = [{state.cells[n] for n in line} for line in LINES]
        hopes = [sum(line <= {FREE, sign} for line in lines) for sign in SIGNS]
        return shares(hopes, 3)
