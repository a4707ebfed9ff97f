"""Gardens of Solitaire Pai Sho in representative states, for pictures and measurements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.ai.evaluation.solitaire_pai_sho import SolitairePaiShoEvaluator
from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.rules.pai_sho.board import Point, points_of
from game.rules.solitaire_pai_sho.notation import Lay
from game.rules.solitaire_pai_sho.state import own_flowers
from game.scenes.core.chairs import Chair
from game.scenes.core.context import Context
from game.scenes.core.scene import Scene
from game.scenes.solitaire_pai_sho.garden_results import GardenResults
from game.scenes.solitaire_pai_sho.input import Pick, goals
from game.scenes.solitaire_pai_sho.scene import SolitairePaiShoScene

ANNA, OLE = Chair("person", "Annegret"), Chair("person", "Ole")
KAMILLE = Chair("computer", "Kamille", "regular")
SEED = 4711


def samples(context: Context) -> dict[str, Scene]:
    """Beginning, half grown with a tile held over it, a flower to be moved, tiles to choose from,
    together, against each other, finished, and the score sheet.
    """

    def scene(seats: Sequence[Chair], steps: int, **options: Any) -> SolitairePaiShoScene:
        return SolitairePaiShoScene(context, Series(grown(len(seats), steps, options)), seats)

    opening, middle = scene((ANNA,), 0), scene((ANNA,), 17)
    middle.input.aim = _promising(middle.match)
    moving = scene((ANNA,), 12, move_instead=True)
    moving.input.source = _roaming(moving.match)
    chosen = scene((ANNA,), 8, draw="choose")
    together = scene((ANNA, KAMILLE), 18, mode="cooperative")
    against = scene((ANNA, OLE), 30, mode="uncooperative", draw="choose")
    finished = scene((ANNA,), 28)
    finished.retelling.done = True
    shown = {
        "opening": opening, "middle": middle, "moving": moving, "chosen": chosen,
        "together": together, "against": against, "finished": finished,
        "results": GardenResults(context, finished),
    }  # fmt: skip
    return {f"solitaire_pai_sho-{name}": each for name, each in shown.items()}


def grown(seats: int, steps: int, options: dict[str, Any] | None = None) -> Match:
    """A garden in which so many tiles were laid, each where it promises most."""
    match = Match(GAMES["solitaire_pai_sho"], seats, options or {}, seed=SEED)
    evaluate = SolitairePaiShoEvaluator()
    for _ in range(steps):
        if match.outcome is None:
            match.play(evaluate.rank(match.state, match.game.moves(match.state))[0])
    return match


def _roaming(match: Match) -> Point:
    """The flower that could be moved to most points."""
    flowers = points_of(own_flowers(match.state))
    return max(flowers, key=lambda point: len(goals(match.state, Pick(source=point))))


def _promising(match: Match) -> Point | None:
    """Where the tile in hand would promise most."""
    best = SolitairePaiShoEvaluator().rank(match.state, match.game.moves(match.state))[0]
    return best.point if isinstance(best, Lay) else None
