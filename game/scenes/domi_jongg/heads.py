"""The heads of Domi Jongg's snake: carved from jade, numbered, looking where they would go on.

A head keeps its number while it grows. Of a branch's two heads one keeps it, the other gets the
next number that was never given, so there are at most ten.
"""

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

import pygame

from game.rules.domi_jongg.state import EndId, Laid, is_branch
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
_TONES: Final[dict[Mood, tuple[Color, Color]]] = {
    "open": (mix(JADE, LAMP, 0.30), mix(JADE, INK, 0.28)),
    "resting": (mix(mix(JADE, INK, 0.45), IVORY, 0.12), mix(JADE, INK, 0.62)),
    "lit": (mix(GOLD, LAMP, 0.65), mix(GOLD, VERMILION, 0.25)),
}
_LINES: Final[dict[Mood, Color]] = {
    "open": mix(GOLD, LAMP, 0.3),
    "resting": mix(GOLD, INK, 0.5),
    "lit": mix(LAMP, IVORY, 0.5),
}
INKS: Final[dict[Mood, Color]] = {"open": IVORY, "resting": mix(IVORY, INK, 0.45), "lit": INK}
"""The colour of a head's number."""


def numbers(laid: Sequence[Laid]) -> dict[EndId, int]:
    """The number of every open end of a snake, left before right, then as branches came."""
    laid = tuple(laid)
    found: dict[EndId, int] = {"0L": 1, "0R": 2} if laid else {}
    given, at = 2, 1
    while at < len(laid):
        number = found.pop(laid[at].end)
        found[str(at)] = number
        if is_branch(laid[at], laid):
            at += 1
            given += 1
            found[str(at)] = given
        at += 1
    return found


def paint(canvas: Canvas, at: Point, side: int, way: int, number: int, mood: Mood) -> None:
    """Paint a head `side` pixels long that looks east, south, west or north (way 0 to 3)."""
    if mood == "lit":
        light = sprites.SPRITES.get(
            ("snake head glow", side),
            lambda: sprites.glow(_head(side, 0, mood), side * 0.22, LAMP, 0.9),
        )
        canvas.picture_as_is(light, at)
    key = ("snake head", side, way, mood)
    canvas.picture_as_is(sprites.SPRITES.get(key, lambda: _head(side, way, mood)), at)
    (dx, dy), units = WAYS[way], side / canvas.scale
    middle = at[0] - dx * units * 0.07, at[1] - dy * units * 0.07
    canvas.label(str(number), middle, max(15.0, units * 0.5), INKS[mood], "bold")


def _head(side: int, way: int, mood: Mood) -> pygame.Surface:
    half = side * sprites.OVER / 2
    image = pygame.Surface((2 * half, 2 * half), pygame.SRCALPHA)
    (top, low), outline = _TONES[mood], closed_curve(_OUTLINE)
    image.fill((*low, 0))
    pen = Pen(image, (half, half), half, 90 * way)
    for scale, color in ((1.0, mix(INK, low, 0.2)), (0.95, _LINES[mood]), (0.86, low)):
        pen.moved(0, 0, scale).polygon(outline, color)
    for share in (step / 8 for step in range(1, 9)):  # the light comes from the top left
        middle = half * (1 - 0.10 * share)
        dome = Pen(image, (middle, middle), half * (0.84 - 0.22 * share), 90 * way)
        dome.polygon(outline, mix(low, top, share))
    for y in (-0.36, 0.36):
        pen.disc((0.468, y), 0.17, _LINES[mood])
        pen.disc((0.468, y), 0.10, INK)
    return pygame.transform.smoothscale(image, (side, side))
