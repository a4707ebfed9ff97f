"""Levels: the list of every game that has some, its first lesson and its first puzzle."""

from __future__ import annotations

from game.navigator import play_scene
from game.rules import GAMES
from game.scenes.core.context import Context
from game.scenes.core.registry import GAME_SCENES
from game.scenes.core.scene import Scene
from game.scenes.levels.level_scene import Levels, LevelScene
from game.services import levels


def first_levels(context: Context) -> dict[str, Scene]:
    """The first lesson and the first puzzle of every game that has some."""
    found: dict[str, Scene] = {}
    for game in GAME_SCENES:
        shelf = levels.shelf(GAMES[game])[0]
        for kind in ("lesson", "puzzle"):
            first = next((level for level in shelf if level.kind == kind), None)
            if first is not None:
                found[f"level-{game}-{kind}"] = LevelScene(context, first, shelf, play_scene(game))
    return found


def level_lists(context: Context) -> dict[str, Scene]:
    return {f"levels-{game}": Levels(context, game) for game in GAME_SCENES
            if levels.shelf(GAMES[game])[0]}  # fmt: skip
