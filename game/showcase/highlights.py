"""Stories for pictures: the middle of one and the end of one, for every game."""

from __future__ import annotations

from functools import cache
from typing import cast

from game.rules.core.match import Match, Series
from game.scenes.core.chairs import Chair
from game.scenes.core.context import Company
from game.scenes.core.scene import Scene
from game.scenes.home.registry import GAMES, play_scene
from game.scenes.play.play_scene import PlayScene
from game.scenes.review.highlights import Story
from game.showcase.played_out import played_out

TWO = (Chair("person", "Annegret"), Chair("person", "Ole"))
FOUR = tuple(Chair("person", name) for name in ("Anna", "Ben", "Clara", "David"))


class _Still(Story):
    """A story that has stopped at one of its moments."""

    def __init__(self, company: Company, play: PlayScene, share: float) -> None:
        super().__init__(company, play)
        self.running = False
        self.index = round(share * (len(self.moments) - 1))

    def resume(self) -> None:
        super().resume()
        self.skip()


def told(company: Company) -> dict[str, Scene]:
    """One story for every game on the shelf, and one of four people."""
    found: dict[str, Scene] = {}
    for number, game in enumerate(GAMES):
        found[f"story-{game}"] = _still(company, game, TWO, 1.0 if number % 2 else 0.5)
    found["story-four"] = _still(company, "ping_pao", FOUR, 0.7)
    return found


@cache
def _finished(game: str, seats: int) -> Match:
    """A match that is over; pictures of it change nothing about it."""
    return played_out(game, seats)


def _still(company: Company, game: str, chairs: tuple[Chair, ...], share: float) -> Scene:
    match = _finished(game, len(chairs))
    play = play_scene(game)(company, Series(match), chairs)
    return _Still(company, cast(PlayScene, play), share)
