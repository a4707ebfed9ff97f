"""Stories for pictures: the middle of one and the end of one, for every game."""

from __future__ import annotations

from functools import cache

from game.navigator import play_scene
from game.rules.core.match import Match, Series
from game.scenes.core.chairs import Chair
from game.scenes.core.context import Context
from game.scenes.core.registry import GAME_SCENES
from game.scenes.core.scene import Scene
from game.scenes.play.play_scene import PlayScene
from game.scenes.review.highlights import Highlights
from game.showcase.played_out import played_out

TWO = (Chair("person", "Annegret"), Chair("person", "Ole"))
FOUR = tuple(Chair("person", name) for name in ("Anna", "Ben", "Clara", "David"))


class _Still(Highlights):
    """A story that has stopped at one of its moments."""

    def __init__(self, context: Context, play: PlayScene, share: float) -> None:
        super().__init__(context, play)
        self.running = False
        self.index = round(share * (len(self.moments) - 1))

    def resume(self) -> None:
        super().resume()
        self.skip()


def told(context: Context) -> dict[str, Scene]:
    """One story for every game on the shelf, and one of four people."""
    found: dict[str, Scene] = {}
    for number, game in enumerate(GAME_SCENES):
        found[f"story-{game}"] = _still(context, game, TWO, 1.0 if number % 2 else 0.5)
    found["story-four"] = _still(context, "ping_pao", FOUR, 0.7)
    return found


@cache
def _finished(game: str, seats: int) -> Match:
    """A match that is over; pictures of it change nothing about it."""
    return played_out(game, seats)


def _still(context: Context, game: str, chairs: tuple[Chair, ...], share: float) -> Scene:
    match = _finished(game, len(chairs))
    play = play_scene(game)(context, Series(match), chairs)
    return _Still(context, play, share)
