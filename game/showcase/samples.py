"""All that can be shown: every scene of the house in representative states."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
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
from game.scenes.home.deals import NumberEntry
from game.scenes.home.help import Help
from game.scenes.home.rules_reader import RulesReader
from game.scenes.home.running import RunningMatches
from game.scenes.home.second_table import SecondTable
from game.scenes.home.settings import SettingsScene
from game.scenes.home.setup import Setup
from game.scenes.home.shelf import Shelf
from game.scenes.levels.level_scene import Levels, LevelScene
from game.scenes.play.pause import Pause
from game.scenes.review.broken_match import BrokenMatch
from game.scenes.review.highlights import Highlights
from game.scenes.review.replay import Replay
from game.scenes.review.results import Results
from game.services import levels
from game.services.store import Resumed
from game.showcase import (
    domi_jongg,
    evening,
    guest_book,
    jin_li,
    ping_pao,
    skud_pai_sho,
    solitaire_pai_sho,
    walomino,
)
from game.showcase.played_out import played_out
from game.ui.frame import Point

Made = Mapping[str, Scene]
TWO = (Chair("person", "Annegret"), Chair("person", "Ole"))
FOUR = tuple(Chair("person", name) for name in ("Anna", "Ben", "Clara", "David"))
_finished = cache(played_out)
PAUSED = {"ping_pao": ping_pao, "walomino": walomino, "jin_li": jin_li,
          "skud_pai_sho": skud_pai_sho}  # fmt: skip


# Menus --------------------------------------------------------------------------------------


class _Opening(Shelf):
    """The shelf while its first box is half open."""

    def resize(self, size: Point) -> None:
        super().resize(size)
        self._open, self._grown = self.boxes[0], 1.0
        self._open.opening = 0.55

    def resume(self) -> None:
        """Stay half open."""


def _number_entry(context: Context) -> Made:
    title = context.texts.t("solitaire_pai_sho.deal.which")
    return {"number": NumberEntry(context, title, lambda number: None)}


def _running(context: Context) -> Made:
    """One match of every game, really kept."""
    computer = Chair("computer", context.texts.t("menu.computers.1"), "regular")
    for game in GAME_SCENES:
        low = GAMES[game].info.seats[0]
        match = Match(GAMES[game], low, seed=1)
        context.store.begin(Series(match), ((TWO[0], computer) * low)[:low])
    return {"running": RunningMatches(context)}


def _second_table(context: Context) -> Made:
    second = replace(context, occupied=Path("~/walong-table"), notices=[])
    return {"second_table": SecondTable(second)}


def _first_levels(context: Context) -> Made:
    """The first lesson and the first puzzle of every game that has some."""
    found: dict[str, Scene] = {}
    for game in GAME_SCENES:
        shelf = levels.shelf(GAMES[game])[0]
        for kind in ("lesson", "puzzle"):
            first = next((level for level in shelf if level.kind == kind), None)
            if first is not None:
                found[f"level-{game}-{kind}"] = LevelScene(context, first, shelf, play_scene(game))
    return found


# After a match ------------------------------------------------------------------------------


def _replays(context: Context) -> Made:
    """Finished matches somewhere in their middle."""
    found: dict[str, Scene] = {}
    for game in ("jin_li", "ping_pao", "skud_pai_sho"):
        scene = Replay(context, Series(played_out(game)), TWO, play_scene(game))
        scene.index = len(scene.play.match.log) // 2
        found[f"replay-{game}"] = scene
    return found


def _results(context: Context) -> Made:
    """A sheet by points of two people, and one with losses; others come with their scenes."""
    return {
        f"results-{game}": Results(
            context, play_scene(game)(context, Series(played_out(game), 3), TWO)
        )
        for game in ("jin_li", "ping_pao")
    }


class _Still(Highlights):
    """A story that has stopped at one of its moments."""

    def resume(self) -> None:
        super().resume()
        self.skip()


def _stories(context: Context) -> Made:
    """One story for every game on the shelf, and one of four people."""
    found: dict[str, Scene] = {}
    told = [(game, game, TWO, 1.0 if n % 2 else 0.5) for n, game in enumerate(GAME_SCENES)]
    for name, game, chairs, share in (*told, ("four", "ping_pao", FOUR, 0.7)):
        series = Series(_finished(game, len(chairs)))
        story = _Still(context, play_scene(game)(context, series, chairs))
        story.running = False
        story.index = round(share * (len(story.moments) - 1))
        found[f"story-{name}"] = story
    return found


def _broken(context: Context) -> Made:
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


# All of them --------------------------------------------------------------------------------


SAMPLES: Mapping[str, Callable[[Context], Made]] = {
    "number": _number_entry,
    "broken": _broken,
    "domi_jongg": domi_jongg.samples,
    "evening": evening.evenings,
    "past-evenings": evening.past,
    "evening-setup": evening.setups,
    "help": lambda context: {"help": Help(context)},
    "jin_li": jin_li.samples,
    "level": _first_levels,
    "levels": lambda context: {
        f"levels-{game}": Levels(context, game)
        for game in GAME_SCENES if levels.shelf(GAMES[game])[0]
    },
    **guest_book.SAMPLES,
    "pause": lambda context: {
        f"pause-{game}": Pause(context, next(iter(module.samples(context).values())))
        for game, module in PAUSED.items()
    },
    "ping_pao": ping_pao.samples,
    "replay": _replays,
    "results": _results,
    "rules": lambda context: {f"rules-{game}": RulesReader(context, game) for game in GAME_SCENES},
    "running": _running,
    "second_table": _second_table,
    "settings": lambda context: {"settings": SettingsScene(context)},
    "setup": lambda context: {f"setup-{game}": Setup(context, game) for game in GAME_SCENES},
    "shelf": lambda context: {"shelf": Shelf(context), "shelf-opening": _Opening(context)},
    "skud_pai_sho": skud_pai_sho.samples,
    "solitaire_pai_sho": solitaire_pai_sho.samples,
    "story": _stories,
    "walomino": walomino.samples,
}  # fmt: skip
"""Functions that make samples, by what the samples' names begin with.

The order is part of the pictures: all samples of a run share one store, and what one of them
keeps (an evening, an unfinished match) is seen in the ones after it.
"""


def all_samples(context: Context) -> Iterator[tuple[str, Scene]]:
    """Every sample with its name; each function makes its own when the ones before are done."""
    for make in SAMPLES.values():
        yield from make(context).items()


def standing(scene: Scene) -> tuple[Scene, ...]:
    """What a stack begins with: the scene, and below an overlay of a match its play scene."""
    below = getattr(scene, "play", None)
    return (below, scene) if scene.overlay and below is not None else (scene,)
