"""Which games can be played on the table: each with its scenes, its box and its pictures.

Only games whose scene exists stand here; another game is put on the shelf by an entry more.
Classes and functions are named as ``module:name`` and loaded when they are first needed, so that
the shelf opens at once.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pkgutil import resolve_name
from typing import Any

from game.rules import GAMES
from game.rules.core.protocol import Options
from game.services.texts import Texts
from game.ui import sprites
from game.ui.canvas import Canvas
from game.ui.frame import Box
from game.ui.markup import Picture
from game.ui.theme import Color


@dataclass(frozen=True, slots=True)
class GameScenes:
    """What the table shows of a game.

    `play` is the play scene's class, `results` the sheet at the end, `overlays` are the scenes that
    the game itself leads to, by name. `lid` and `lining` are pictures of assets/art.
    `illustrations` is a function that gives the rules pages' pictures by name (``{language}`` in it
    becomes ``de`` or ``en``), `set` one that paints the pieces in the open box:
    ``paint(canvas, box)``. `specimen` and `board` paint a few pieces and the board in the same way,
    where designs of them are to choose from; the pieces lie on the box's lining. `colors` is a
    sequence of the seats' colours, or a function that gives it for a state. In `numbered` games
    every deal has a number that people can share. A game takes about so many `minutes` for each
    person, and `beside` however many they are. With `rounds` as many games as there are seats can
    be chosen. `first` are the options that are offered until somebody has chosen others.
    """

    play: str
    lid: str
    lining: str
    illustrations: str = ""
    set: str = ""
    specimen: str = ""
    board: str = ""
    colors: str = ""
    results: str = "game.scenes.review.results:Results"
    overlays: Mapping[str, str] = field(default_factory=dict)
    numbered: bool = False
    minutes: float = 10
    beside: float = 0
    rounds: bool = False
    first: Options = field(default_factory=dict)


def _entry(
    game: str, scene: str, minutes: float, colors: str, lining: str,
    illustrations: str = "pictures", **more: Any,
) -> GameScenes:
    """An entry whose parts are called what they are called in all our own games.

    `more` are fields of `GameScenes`, which checks them.
    """
    home = f"game.scenes.{game}"
    return GameScenes(
        play=f"{home}.scene:{scene}",
        lid=f"box_{game}.jpg",
        lining=lining,
        illustrations=f"{home}.illustrations:{illustrations}",
        set=f"{home}.illustrations:paint_set",
        colors=f"game.scenes.{colors}",
        minutes=minutes,
        **more,
    )


GAME_SCENES: dict[str, GameScenes] = {
    "ping_pao": _entry(
        "ping_pao", "PingPaoScene", 6, "ping_pao.view:COLORS", "linen.jpg",
        specimen="game.scenes.ping_pao.illustrations:paint_specimen",
    ),
    "walomino": _entry(
        "walomino", "WalominoScene", 8, "walomino.layout:COLORS", "linen.jpg",
        first={"draft": "deal", "tie": "first_out"},
    ),
    "jin_li": _entry(
        "jin_li", "JinLiScene", 5, "jin_li.view:seat_colors", "pond.jpg",
        specimen="game.scenes.jin_li.illustrations:paint_specimen",
    ),
    "domi_jongg": _entry(
        "domi_jongg", "DomiJonggScene", 1, "domi_jongg.tray:COLORS", "felt.jpg",
        "pictures_{language}", beside=34, rounds=True,
        specimen="game.scenes.domi_jongg.illustrations:paint_specimen",
        results="game.scenes.domi_jongg.score_sheet:ScoreSheet",
        overlays={
            "curtain": "game.scenes.domi_jongg.curtain:Curtain",
            "score_sheet": "game.scenes.domi_jongg.score_sheet:RunningSheet",
        },
    ),
    "skud_pai_sho": _entry(
        "skud_pai_sho", "SkudPaiShoScene", 15, "skud_pai_sho.garden:COLORS", "garden_cloth.jpg",
        specimen="game.scenes.skud_pai_sho.illustrations:paint_specimen",
        board="game.scenes.skud_pai_sho.illustrations:paint_board",
    ),
    "solitaire_pai_sho": _entry(
        "solitaire_pai_sho", "SolitairePaiShoScene", 10, "solitaire_pai_sho.garden:COLORS",
        "garden_cloth.jpg",
        results="game.scenes.solitaire_pai_sho.garden_results:GardenResults",
        numbered=True,
    ),
}  # fmt: skip
"""The games by id, in the order in which their boxes lie on the table."""


def illustrations(game: str, language: str = "en") -> Mapping[str, Picture]:
    """The pictures of a game's rules pages by name."""
    name = GAME_SCENES[game].illustrations
    found: Mapping[str, Picture] = resolve_name(name.format(language=language))() if name else {}
    return found


def seat_colors(game: str, start: object) -> Sequence[Color]:
    """The colours of the seats in a game that starts like this, as far as they are known."""
    colors = resolve_name(GAME_SCENES[game].colors) if GAME_SCENES[game].colors else ()
    found: Sequence[Color] = colors(start) if callable(colors) else colors
    return found


def minutes(games: Iterable[str], people: int) -> int:
    """About how long the games take together, each in fives of minutes."""
    entries = (GAME_SCENES[game] for game in games)
    return sum(max(5, 5 * round((one.beside + one.minutes * people) / 5)) for one in entries)


def facts(texts: Texts, game: str) -> str:
    """How many people can play a game, and about how long it takes."""
    low, high = GAMES[game].info.seats
    times = [str(minutes([game], people)) for people in (low, high)]
    spans = [texts.t("menu.facts.span", low=a, high=b) if a != b else a
             for a, b in ((str(low), str(high)), times)]  # fmt: skip
    time = texts.t("menu.facts.minutes", n=spans[1])
    return texts.t("menu.facts.line", people=spans[0], time=time)


def paint_inside(game: str, canvas: Canvas, box: Box) -> None:
    """Paint what lies in the open box of a game."""
    if GAME_SCENES[game].set:
        resolve_name(GAME_SCENES[game].set)(canvas, box)


def paint_specimens(canvas: Canvas, box: Box) -> None:
    """A few pieces of every set that has some to show, in a patchwork of two rows."""
    shown = [entry for entry in GAME_SCENES.values() if entry.specimen]
    columns = max(1, -(-len(shown) // 2))
    wide, high = box.w / columns, box.h / -(-len(shown) // columns)
    for number, entry in enumerate(shown):
        row, column = divmod(number, columns)
        cell = Box(box.x + column * wide, box.y + row * high, wide, high).inset(1.5)
        rect, quiet = canvas.rect(cell), canvas.design.contrast
        ground = sprites.inset(entry.lining, rect.size, canvas.px(6), 3, quiet)
        canvas.surface.blit(ground, rect)
        resolve_name(entry.specimen)(canvas, cell)


def paint_board(canvas: Canvas, box: Box) -> None:
    """The board that there is a choice of."""
    for entry in GAME_SCENES.values():
        if entry.board:
            resolve_name(entry.board)(canvas, box)
