"""Jin Li in representative states, for pictures and measurements."""

from __future__ import annotations

from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.scenes.core.chairs import Chair
from game.scenes.core.context import Context
from game.scenes.jin_li.scene import JinLiScene
from game.scenes.play.play_scene import AnyPlayScene

MIDDLE = ("a1-b2@d4", "g7-f6@c5", "b2-c3@e3", "f6-e5@c6")


def samples(context: Context) -> dict[str, AnyPlayScene]:
    """The pond at its beginning, in the middle with a koi picked, and before a stone is thrown."""
    chairs = (Chair("person", "Annegret"), Chair("computer", "Kamille", "regular"))
    opening = JinLiScene(context, Series(_played(())), chairs)
    picked = JinLiScene(context, Series(_played(MIDDLE)), chairs)
    picked.input.selected = 16
    throwing = JinLiScene(context, Series(_played((*MIDDLE, "c3-d3"))), chairs)
    return {"jin_li-opening": opening, "jin_li-picked": picked, "jin_li-throw": throwing}


def _played(texts: tuple[str, ...]) -> Match:
    match = Match(GAMES["jin_li"], 2)
    for text in texts:
        match.play_text(text)
    return match
