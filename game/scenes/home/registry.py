"""Which games can be played on the table: each with its play scene, its box and its pictures.

Only games whose scene exists stand here. Everything is named by text and loaded when it is
first needed, so that the shelf opens at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Protocol, cast

from game.rules.core.match import Series
from game.scenes.core.chairs import Chair
from game.scenes.core.context import Context
from game.scenes.core.scene import Scene
from game.ui.canvas import Canvas
from game.ui.frame import Box
from game.ui.markup import Picture


class MakesScene(Protocol):
    """A play scene's class. Without `match_id` the match is new."""

    def __call__(
        self,
        context: Context,
        series: Series,
        chairs: Sequence[Chair],
        match_id: int | None = None,
    ) -> Scene: ...


@dataclass(frozen=True, slots=True)
class SceneEntry:
    """A game on the shelf.

    `scene` is the play scene's class as ``module:name`` below `game.scenes`, `lid` and `lining`
    are pictures of assets/art, `pages` is a function ``module:name`` that gives the rules pages'
    illustrations by name (``{language}`` in it becomes ``de`` or ``en``), `set` one that paints
    the pieces in the open box: ``paint(canvas, box)``. In `numbered` games every deal has a
    number that people can share.
    """

    scene: str
    lid: str
    lining: str
    pages: str = ""
    set: str = ""
    numbered: bool = False


GAME_SCENES: dict[str, SceneEntry] = {
    "ping_pao": SceneEntry(
        "ping_pao.scene:PingPaoScene", "box_ping_pao.jpg", "linen.jpg",
        "ping_pao.illustrations:pictures", "ping_pao.illustrations:paint_set",
    ),
    "walomino": SceneEntry(
        "walomino.scene:WalominoScene", "box_walomino.jpg", "linen.jpg",
        "walomino.illustrations:pictures", "walomino.illustrations:paint_set",
    ),
    "jin_li": SceneEntry(
        "jin_li.scene:JinLiScene", "box_jin_li.jpg", "pond.jpg",
        "jin_li.illustrations:pictures", "jin_li.illustrations:paint_set",
    ),
    "domi_jongg": SceneEntry(
        "domi_jongg.scene:DomiJonggScene", "box_domi_jongg.jpg", "felt.jpg",
        "domi_jongg.illustrations:pictures_{language}",
        "domi_jongg.illustrations:paint_set",
    ),
    "skud_pai_sho": SceneEntry(
        "skud_pai_sho.scene:SkudPaiShoScene", "box_skud_pai_sho.jpg", "garden_cloth.jpg",
        "skud_pai_sho.illustrations:pictures", "skud_pai_sho.illustrations:paint_set",
    ),
    "solitaire_pai_sho": SceneEntry(
        "solitaire_pai_sho.scene:SolitairePaiShoScene", "box_solitaire_pai_sho.jpg",
        "garden_cloth.jpg", "solitaire_pai_sho.illustrations:pictures",
        "solitaire_pai_sho.illustrations:paint_set", numbered=True,
    ),
}
"""The games by id, in the order in which their boxes lie on the table."""


def play_scene(game: str) -> MakesScene:
    """The class that plays a game."""
    return cast(MakesScene, _load(GAME_SCENES[game].scene))


def pictures(game: str, language: str = "en") -> Mapping[str, Picture]:
    """The illustrations of a game's rules pages by name."""
    pages = GAME_SCENES[game].pages
    if not pages:
        return {}
    found: Mapping[str, Picture] = _load(pages.format(language=language))()  # type: ignore[operator]
    return found


def inside(game: str, canvas: Canvas, box: Box) -> None:
    """Paint what lies in the open box of a game."""
    if GAME_SCENES[game].set:
        _load(GAME_SCENES[game].set)(canvas, box)  # type: ignore[operator]


def _load(name: str) -> object:
    module, _, attribute = name.partition(":")
    return getattr(import_module(f"game.scenes.{module}"), attribute)
