"""Which games can be played on the table: each with its play scene, its box and its pictures.

Only games whose scene exists stand here. Everything is named by text and loaded when it is
first needed, so that the shelf opens at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Protocol, cast

from game.rules.match import Series
from game.scenes.chairs import Chair
from game.scenes.company import Company
from game.scenes.scene import Scene
from game.ui.canvas import Canvas
from game.ui.frame import Box
from game.ui.markup import Picture


class MakesScene(Protocol):
    """A play scene's class. Without `match_id` the match is new."""

    def __call__(
        self,
        company: Company,
        series: Series,
        chairs: Sequence[Chair],
        match_id: int | None = None,
    ) -> Scene: ...


@dataclass(frozen=True, slots=True)
class SceneEntry:
    """A game on the shelf.

    `scene` is the play scene's class as ``module:name``, `lid` and `lining` are pictures of
    assets/art, `pages` is a function ``module:name`` that gives the rules pages' illustrations
    by name (``{language}`` in it becomes ``de`` or ``en``), `set` one that paints the pieces in
    the open box: ``paint(canvas, box)``. In `numbered` games every deal has a number that people
    can share.
    """

    scene: str
    lid: str
    lining: str
    pages: str = ""
    set: str = ""
    numbered: bool = False


GAMES: dict[str, SceneEntry] = {
    "ping_pao": SceneEntry(
        "game.scenes.ping_pao:PingPaoScene", "box_ping_pao.jpg", "linen.jpg",
        "game.scenes.ping_pao_pages:pictures", "game.scenes.ping_pao_pages:paint_set",
    ),
    "walomino": SceneEntry(
        "game.scenes.walomino:WalominoScene", "box_walomino.jpg", "linen.jpg",
        "game.scenes.walomino_pages:pictures", "game.scenes.walomino_pages:paint_set",
    ),
    "jin_li": SceneEntry(
        "game.scenes.jin_li:JinLiScene", "box_jin_li.jpg", "pond.jpg",
        "game.scenes.jin_li_pages:pictures", "game.scenes.jin_li_pages:paint_set",
    ),
    "domi_jongg": SceneEntry(
        "game.scenes.domi_jongg:DomiJonggScene", "box_domi_jongg.jpg", "felt.jpg",
        "game.scenes.domi_jongg_pages:pictures_{language}",
        "game.scenes.domi_jongg_pages:paint_set",
    ),
    "skud_pai_sho": SceneEntry(
        "game.scenes.skud_pai_sho:SkudPaiShoScene", "box_skud_pai_sho.jpg", "garden_cloth.jpg",
        "game.scenes.skud_pai_sho_pages:pictures", "game.scenes.skud_pai_sho_pages:paint_set",
    ),
    "solitaire_pai_sho": SceneEntry(
        "game.scenes.solitaire_pai_sho:SolitairePaiShoScene", "box_solitaire_pai_sho.jpg",
        "garden_cloth.jpg", "game.scenes.solitaire_pai_sho_pages:pictures",
        "game.scenes.solitaire_pai_sho_pages:paint_set", numbered=True,
    ),
}
"""The games by id, in the order in which their boxes lie on the table."""


def play_scene(game: str) -> MakesScene:
    """The class that plays a game."""
    return cast(MakesScene, _load(GAMES[game].scene))


def pictures(game: str, language: str = "en") -> Mapping[str, Picture]:
    """The illustrations of a game's rules pages by name."""
    pages = GAMES[game].pages
    if not pages:
        return {}
    found: Mapping[str, Picture] = _load(pages.format(language=language))()  # type: ignore[operator]
    return found


def inside(game: str, canvas: Canvas, box: Box) -> None:
    """Paint what lies in the open box of a game."""
    if GAMES[game].set:
        _load(GAMES[game].set)(canvas, box)  # type: ignore[operator]


def _load(name: str) -> object:
    module, _, attribute = name.partition(":")
    return getattr(import_module(module), attribute)
