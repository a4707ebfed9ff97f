"""The snake's heads as they are painted: what colours they have, and which way they look."""

from typing import Final, Literal, NamedTuple, TypeAlias

import pygame

from game.scenes.domi_jongg.snake import WAYS
from game.ui import art, sprites
from game.ui.canvas import Canvas
from game.ui.frame import Point
from game.ui.theme import GOLD, INK, IVORY, JADE, LAMP, VERMILION, Color, mix

Mood: TypeAlias = Literal["open", "resting", "lit"]
"""It can go on; it cannot in this turn; what is held fits here."""


class HeadColors(NamedTuple):
    """A head's colours: its dome from top to edge, its lines, and its number."""

    top: Color
    low: Color
    line: Color
    ink: Color


HEAD_COLORS: Final[dict[Mood, HeadColors]] = {
    "open": HeadColors(mix(JADE, LAMP, 0.30), mix(JADE, INK, 0.28), mix(GOLD, LAMP, 0.3), IVORY),
    "resting": HeadColors(mix(mix(JADE, INK, 0.45), IVORY, 0.12), mix(JADE, INK, 0.62),
                          mix(GOLD, INK, 0.5), mix(IVORY, INK, 0.45)),
    "lit": HeadColors(mix(GOLD, LAMP, 0.65), mix(GOLD, VERMILION, 0.25), mix(LAMP, IVORY, 0.5),
                      INK),
}  # fmt: skip


def paint_head(canvas: Canvas, at: Point, side: int, way: int, number: int, mood: Mood) -> None:
    """Paint a head `side` pixels long that looks east, south, west or north (way 0 to 3)."""
    if mood == "lit":
        canvas.picture_as_is(_glow(side), at)
    canvas.picture_as_is(_head(side, way, mood), at)
    (dx, dy), units = WAYS[way], side / canvas.scale
    middle = at[0] - dx * units * 0.07, at[1] - dy * units * 0.07
    canvas.label(str(number), middle, max(15.0, units * 0.5), HEAD_COLORS[mood].ink, "bold")


@sprites.SPRITES.keeping
def _glow(side: int) -> pygame.Surface:
    return sprites.glow(_head(side, 0, "lit"), side * 0.22, LAMP, 0.9)


@sprites.SPRITES.keeping
def _head(side: int, way: int, mood: Mood) -> pygame.Surface:
    top, low, line, _ = HEAD_COLORS[mood]
    dyes = {"#111111": mix(INK, low, 0.2), "#222222": line, "#333333": low, "#444444": top}
    return art.picture(f"domi_jongg/head_{way}", (side, side), dyes)
