"""The row by which Three Koi is entered; docs/adding_a_game.md has a script that opens it."""

from pathlib import Path

from game.rules import FAR, enter
from game.rules.core.entry import GameEntry
from game.rules.core.highlights import DECISIVE
from tests.example_game.rules import ThreeKoi


def put_on_shelf() -> None:
    """Add the game, before the table opens."""
    enter(GameEntry(
        ThreeKoi(),
        play="tests.example_game.scene:ThreeKoiScene", lid="leather.jpg", lining="pond.jpg",
        colors="game.scenes.pond.view:KOI_COLORS",
        minutes=0.5, evening=(7, {}),
        evaluator="tests.example_game.evaluator:ThreeKoiEvaluator",
        strengths=tuple(
            (9000, turns, temperature)
            for turns, temperature in ((1, 6.0), (1, 1.5), (2, 0.5), (4, 0.2), (6, 0.1), (FAR, 0.0))
        ),
        weights={"score": DECISIVE}, folder=str(Path(__file__).parent),
    ))  # fmt: skip
