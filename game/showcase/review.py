"""What comes after a game: its score sheet, its story, and the game from the start."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from game.navigator import play_scene
from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.rules.core.record import Fault, rebuild, write_header
from game.scenes.core.chairs import Chair
from game.scenes.core.context import Context
from game.scenes.core.registry import GAME_SCENES
from game.scenes.core.scene import Scene
from game.scenes.play.play_scene import AnyPlayScene
from game.scenes.review.broken_match import BrokenMatch
from game.scenes.review.highlights import Highlights
from game.scenes.review.replay import Replay
from game.scenes.review.results import Results
from game.services.store import Resumed
from game.showcase.played_out import played_out

TWO = (Chair("person", "Annegret"), Chair("person", "Ole"))
FOUR = tuple(Chair("person", name) for name in ("Anna", "Ben", "Clara", "David"))


def replays(context: Context) -> dict[str, Scene]:
    """Finished matches somewhere in their middle."""
    found: dict[str, Scene] = {}
    for game in ("jin_li", "ping_pao", "skud_pai_sho"):
        scene = Replay(context, Series(played_out(game)), TWO, play_scene(game))
        scene.index = len(scene.play.match.log) // 2
        found[f"replay-{game}"] = scene
    return found


def results(context: Context) -> dict[str, Scene]:
    """A sheet by points of two people, and one with losses; others come with their scenes."""
    found: dict[str, Scene] = {}
    for game in ("jin_li", "ping_pao"):
        scene = play_scene(game)(context, Series(played_out(game), 3), TWO)
        found[f"results-{game}"] = Results(context, scene)
    return found


class _Still(Highlights):
    """A story that has stopped at one of its moments."""

    def __init__(self, context: Context, play: AnyPlayScene, share: float) -> None:
        super().__init__(context, play)
        self.running = False
        self.index = round(share * (len(self.moments) - 1))

    def resume(self) -> None:
        super().resume()
        self.skip()


def stories(context: Context) -> dict[str, Scene]:
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


def broken(context: Context) -> dict[str, Scene]:
    """The sheet for each way in which a stored match can break off."""
    header = write_header(Series(Match(GAMES["jin_li"], 2), 3))
    found: dict[str, Scene] = {}
    faults: tuple[Fault, ...] = ("rules", "text", "older", "newer", "header")
    for fault in faults:
        told = rebuild(header, [["a1-b2", "?"]], GAMES)
        assert told.broken is not None
        told.broken.fault = fault
        resumed = Resumed(told.series, TWO, told.notes, told.broken)
        shown = None if fault in ("newer", "header") else resumed
        scene = BrokenMatch(context, told.broken, shown, match=1)
        scene.folder = Path("/home/kiosk/.local/share/walong-table")
        if fault in ("older", "header"):
            scene.written = scene.folder / "exports" / "match-1.txt"
        found[f"broken-{fault}"] = scene
    return found
