"""The snake's heads as they are painted: what colours they have, and which way they look."""

from typing import Final, Literal, NamedTuple, TypeAlias

import pygame

from game.scenes.domi_jongg.snake import WAYS
from game.ui import sprites
from game.ui.canvas import Canvas
from game.ui.frame import Point
from game.ui.pen import Pen, closed_curve
from game.ui.theme import GOLD, INK, IVORY, JADE, LAMP, VERMILION, Color, mix

Mood: TypeAlias = Literal["open", "resting", "lit"]
"""It can go on; it cannot in this turn; what is held fits here."""

_OUTLINE: Final = (
    (-0.80, -0.42), (-0.45, -0.74), (0.05, -0.80), (0.50, -0.60), (0.86, -0.30), (0.98, 0.0),
    (0.86, 0.30), (0.50, 0.60), (0.05, 0.80), (-0.45, 0.74), (-0.80, 0.42), (-0.70, 0.0),
)  # fmt: skip


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


def paint_head(
    canvas: Canvas, at: Point, side: int, way: int, number: int, mood: Mood
) -> None:
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
    half = side * sprites.OVER / 2
    image = pygame.Surface((2 * half, 2 * half), pygame.SRCALPHA)
    (top, low, edge, _), outline = HEAD_COLORS[mood], closed_curve(_OUTLINE)
    image.fill((*low, 0))
    pen = Pen(image, (half, half), half, 90 * way)
    for scale, color in ((1.0, mix(INK, low, 0.2)), (0.95, edge), (0.86, low)):
        pen.moved(0, 0, scale).polygon(outline, color)
    for share in (step / 8 for step in range(1, 9)):  # the light comes from the top left
        middle = half * (1 - 0.10 * share)
        dome = Pen(image, (middle, middle), half * (0.84 - 0.22 * share), 90 * way)
        dome.polygon(outline, mix(low, top, share))
    for y in (-0.36, 0.36):
        pen.disc((0.468, y), 0.17, edge)
        pen.disc((0.468, y), 0.10, INK)
    return pygame.transform.smoothscale(image, (side, side))
