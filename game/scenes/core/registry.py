"""Which games can be played on the table: each with its scenes, its box and its pictures.

Only games whose scene exists stand here; another game is put on the shelf by an entry more.
Classes and functions are named as ``module:name`` and loaded when they are first needed, so that
the shelf opens at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pkgutil import resolve_name
from typing import Any

from game.ui.canvas import Canvas
from game.ui.frame import Box
from game.ui.markup import Picture


@dataclass(frozen=True, slots=True)
class GameScenes:
    """What the table shows of a game.

    `play` is the play scene's class, `results` the sheet at the end, `overlays` are the scenes that
    the game itself leads to, by name. `lid` and `lining` are pictures of assets/art.
    `illustrations` is a function that gives the rules pages' pictures by name (``{language}`` in it
    becomes ``de`` or ``en``), `set` one that paints the pieces in the open box:
    ``paint(canvas, box)``. In `numbered` games every deal has a number that people can share.
    """

    play: str
    lid: str
    lining: str
    illustrations: str = ""
    set: str = ""
    results: str = "game.scenes.review.results:Results"
    overlays: Mapping[str, str] = field(default_factory=dict)
    numbered: bool = False


GAME_SCENES: dict[str, GameScenes] = {
    "ping_pao": GameScenes(
        play="game.scenes.ping_pao.scene:PingPaoScene",
        lid="box_ping_pao.jpg",
        lining="linen.jpg",
        illustrations="game.scenes.ping_pao.illustrations:pictures",
        set="game.scenes.ping_pao.illustrations:paint_set",
    ),
    "walomino": GameScenes(
        play="game.scenes.walomino.scene:WalominoScene",
        lid="box_walomino.jpg",
        lining="linen.jpg",
        illustrations="game.scenes.walomino.illustrations:pictures",
        set="game.scenes.walomino.illustrations:paint_set",
    ),
    "jin_li": GameScenes(
        play="game.scenes.jin_li.scene:JinLiScene",
        lid="box_jin_li.jpg",
        lining="pond.jpg",
        illustrations="game.scenes.jin_li.illustrations:pictures",
        set="game.scenes.jin_li.illustrations:paint_set",
    ),
    "domi_jongg": GameScenes(
        play="game.scenes.domi_jongg.scene:DomiJonggScene",
        lid="box_domi_jongg.jpg",
        lining="felt.jpg",
        illustrations="game.scenes.domi_jongg.illustrations:pictures_{language}",
        set="game.scenes.domi_jongg.illustrations:paint_set",
        results="game.scenes.domi_jongg.score_sheet:ScoreSheet",
        overlays={
            "curtain": "game.scenes.domi_jongg.curtain:Curtain",
            "score_sheet": "game.scenes.domi_jongg.score_sheet:RunningSheet",
        },
    ),
    "skud_pai_sho": GameScenes(
        play="game.scenes.skud_pai_sho.scene:SkudPaiShoScene",
        lid="box_skud_pai_sho.jpg",
        lining="garden_cloth.jpg",
        illustrations="game.scenes.skud_pai_sho.illustrations:pictures",
        set="game.scenes.skud_pai_sho.illustrations:paint_set",
    ),
    "solitaire_pai_sho": GameScenes(
        play="game.scenes.solitaire_pai_sho.scene:SolitairePaiShoScene",
        lid="box_solitaire_pai_sho.jpg",
        lining="garden_cloth.jpg",
        illustrations="game.scenes.solitaire_pai_sho.illustrations:pictures",
        set="game.scenes.solitaire_pai_sho.illustrations:paint_set",
        results="game.scenes.solitaire_pai_sho.garden_results:GardenResults",
        numbered=True,
    ),
}
"""The games by id, in the order in which their boxes lie on the table."""


def loaded(name: str) -> Any:
    """The class or function that an entry names."""
    return resolve_name(name)


def illustrations(game: str, language: str = "en") -> Mapping[str, Picture]:
    """The pictures of a game's rules pages by name."""
    name = GAME_SCENES[game].illustrations
    found: Mapping[str, Picture] = loaded(name.format(language=language))() if name else {}
    return found


def paint_inside(game: str, canvas: Canvas, box: Box) -> None:
    """Paint what lies in the open box of a game."""
    if GAME_SCENES[game].set:
        loaded(GAME_SCENES[game].set)(canvas, box)
