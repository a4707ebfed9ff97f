"""The menus around the games: shelf, set-up, settings, rules, help, unfinished matches, deals."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from game.rules import GAMES
from game.rules.core.match import Match, Series
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
from game.ui.frame import Point


def number_entry(context: Context) -> dict[str, Scene]:
    """A deal's number, with nothing written yet."""
    title = context.texts.t("solitaire_pai_sho.deal.which")
    return {"number": NumberEntry(context, title, lambda number: None)}


def help_pages(context: Context) -> dict[str, Scene]:
    return {"help": Help(context)}


def rules(context: Context) -> dict[str, Scene]:
    """Every game's rules from the start."""
    return {f"rules-{game}": RulesReader(context, game) for game in GAME_SCENES}


def running(context: Context) -> dict[str, Scene]:
    """One match of every game, really kept."""
    level = context.texts.t("menu.level.regular")
    computer = Chair("computer", context.texts.t("menu.computer", level=level), "regular")
    chairs = (Chair("person", "Annegret"), computer)
    for game in GAME_SCENES:
        low = GAMES[game].info.seats[0]
        match = Match(GAMES[game], low, seed=1)
        context.store.begin(Series(match), (chairs * low)[:low])
    return {"running": RunningMatches(context)}


def settings(context: Context) -> dict[str, Scene]:
    return {"settings": SettingsScene(context)}


def setups(context: Context) -> dict[str, Scene]:
    return {f"setup-{game}": Setup(context, game) for game in GAME_SCENES}


def shelf(context: Context) -> dict[str, Scene]:
    """The shelf, and its first box half open."""
    return {"shelf": Shelf(context), "shelf-opening": _Opening(context)}


class _Opening(Shelf):
    """The shelf while its first box is half open."""

    def resize(self, size: Point) -> None:
        super().resize(size)
        self._open, self._grown = self.boxes[0], 1.0
        self._open.opening = 0.55

    def resume(self) -> None:
        """Stay half open."""


def second_tables(context: Context) -> dict[str, Scene]:
    """The question where another table is open in the same folder."""
    second = replace(context, occupied=Path("~/walong-table"), notices=[])
    return {"second_table": SecondTable(second)}
