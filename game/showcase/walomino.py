"""Walomino in representative states, for pictures and measurements."""

from __future__ import annotations

from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.rules.walomino.game import Keep
from game.rules.walomino.state import attaches
from game.scenes.core.chairs import Chair
from game.scenes.core.context import Context
from game.scenes.play.play_scene import AnyPlayScene
from game.scenes.walomino.scene import WalominoScene


class _Dealt(WalominoScene):
    """A deal whose pieces fly at once, however long their pictures take to paint."""

    def resume(self) -> None:
        super().resume()
        for _ in self.pairing.warming.pictures:
            pass


def samples(context: Context) -> dict[str, AnyPlayScene]:
    """The box, dealt pairs, the opening, a pair that is about to be laid, four seats later on."""
    two = (Chair("person", "Annegret"), Chair("computer", "Kamille", "regular"))
    four = tuple(Chair("person", name) for name in ("Anna", "Ben", "Clara", "David"))
    rules = GAMES["walomino"]
    box = Match(rules, 2, {"draft": "choose"}, seed=7)
    dealt = Match(rules, 2, {"draft": "quick"}, seed=7)
    middle = WalominoScene(context, Series(_played(2, 8)), two)
    legal = attaches(middle.latest, middle.latest.turn)
    choice = middle.pushing.choice
    choice.number = legal[0].number
    choice.poses = tuple(move.pose for move in legal if move.number == choice.number)
    return {
        "walomino-box": WalominoScene(context, Series(box), two),
        "walomino-dealt": _Dealt(context, Series(dealt), two),
        "walomino-opening": WalominoScene(context, Series(_played(2, 0)), two),
        "walomino-middle": middle,
        "walomino-four": WalominoScene(context, Series(_played(4, 12)), four),
    }


def _played(seats: int, moves: int) -> Match:
    """A match with a dealt start and some moves from the middle of what is legal."""
    match = Match(GAMES["walomino"], seats, {"draft": "quick"}, seed=7)
    for _ in range(seats):
        match.play(Keep())
    for _ in range(moves):
        legal = match.game.moves(match.state)
        match.play(legal[len(legal) // 2])
    return match
