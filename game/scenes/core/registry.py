"""What the rows of the games say about their boxes, pictures and times, loaded when it is first
needed, so that the shelf opens at once.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from pkgutil import resolve_name
from typing import Any, Final

from game.rules import SHELF
from game.rules.core.protocol import Seat
from game.services.texts import Texts
from game.ui import sprites
from game.ui.canvas import Canvas
from game.ui.frame import Box
from game.ui.markup import Picture
from game.ui.theme import Color, rgb

UNKNOWN: Final = rgb("#B9AB93")
"""The colour of a seat that has none yet."""


def _part(game: str, name: str) -> Callable[..., Any] | None:
    """What a game's module of illustrations calls so, if there is such a thing."""
    module = SHELF[game].illustrations
    return getattr(import_module(module), name, None) if module else None


def illustrations(game: str, language: str = "en") -> Mapping[str, Picture]:
    """The pictures of a game's rules pages by name."""
    pictures = _part(game, f"pictures_{language}") or _part(game, "pictures")
    return pictures() if pictures else {}


def goals(game: str, language: str = "en") -> list[Picture]:
    """The illustrations that show what a game is about, one after the other."""
    found = sorted(illustrations(game, language).items())
    return [picture for name, picture in found if name.startswith("goal_")]


def seat_color(game: str, state: object, seat: Seat) -> Color:
    """The colour of a seat in a game that stands like this, or `UNKNOWN` until that is decided."""
    colors = resolve_name(SHELF[game].colors) if SHELF[game].colors else ()
    found: Sequence[Color] = colors(state) if callable(colors) else colors
    return found[seat] if seat < len(found) else UNKNOWN


def minutes(games: Iterable[str], people: int) -> int:
    """About how long the games take together, each in fives of minutes; the shortest in minutes."""
    taken = [SHELF[game].beside + SHELF[game].minutes * people for game in games]
    return sum(5 * round(each / 5) if each > 4 else max(2, round(each)) for each in taken)


def facts(texts: Texts, game: str) -> str:
    """How many people can play a game, and about how long it takes."""
    low, high = SHELF[game].rules.info.seats
    times = [str(minutes([game], people)) for people in (low, high)]
    spans = [texts.t("menu.facts.span", low=a, high=b) if a != b else a
             for a, b in ((str(low), str(high)), times)]  # fmt: skip
    time = texts.t("menu.facts.minutes", n=spans[1])
    return texts.t("menu.facts.line", people=spans[0], time=time)


def paint_inside(game: str, canvas: Canvas, box: Box) -> None:
    """Paint what lies in the open box of a game."""
    if paint := _part(game, "paint_set"):
        paint(canvas, box)


def paint_specimens(canvas: Canvas, box: Box) -> None:
    """A few pieces of every set that has some to show, in a patchwork of two rows."""
    shown = [(game, paint) for game in SHELF if (paint := _part(game, "paint_specimen"))]
    columns = max(1, -(-len(shown) // 2))
    wide, high = box.w / columns, box.h / -(-len(shown) // columns)
    for number, (game, paint) in enumerate(shown):
        row, column = divmod(number, columns)
        cell = Box(box.x + column * wide, box.y + row * high, wide, high).inset(1.5)
        rect, quiet = canvas.rect(cell), canvas.design.contrast
        ground = sprites.inset(SHELF[game].lining, rect.size, canvas.px(6), 3, quiet)
        canvas.surface.blit(ground, rect)
        paint(canvas, cell)


def paint_board(canvas: Canvas, box: Box) -> None:
    """The board that there is a choice of."""
    for game in SHELF:
        if paint := _part(game, "paint_board"):
            paint(canvas, box)
