"""Where tic-tac-toe is entered: one row in every table that knows games."""

from pathlib import Path

from game.ai.levels import EVALUATORS, FAR, STRENGTHS, Strength
from game.rules import GAMES
from game.rules.core.highlights import DECISIVE, WEIGHTS
from game.scenes.core.registry import GAME_SCENES, GameScenes
from game.scenes.evening.setup import OFFERS
from game.scenes.home import rules_reader
from game.services import levels, texts
from tests.example_game.evaluator import TicTacToeEvaluator
from tests.example_game.rules import TicTacToe

HERE = Path(__file__).parent


def put_on_shelf() -> None:
    """Add the game to every table that knows games, before the table opens."""
    game = TicTacToe.info.id
    GAMES[game] = TicTacToe()
    EVALUATORS[game] = TicTacToeEvaluator()
    STRENGTHS[game] = tuple(
        Strength(9000, turns, temperature)
        for turns, temperature in ((1, 6.0), (1, 1.5), (2, 0.5), (4, 0.2), (FAR, 0.0))
    )
    GAME_SCENES[game] = GameScenes(
        play="tests.example_game.scene:TicTacToeScene", lid="leather.jpg", lining="linen.jpg",
        minutes=0.5,
    )
    OFFERS[game] = {}
    WEIGHTS["row"] = DECISIVE
    texts.FOLDERS.append(HERE / "texts")
    levels.FOLDERS.append(HERE / "levels")
    rules_reader.FOLDERS.append(HERE / "rules")
