"""The heads of Domi Jongg's snake: carved from jade, numbered, looking where they would go on.

A head keeps its number while it grows. Of a branch's two heads one keeps it, the other gets the
next number that was never given, so there are at most ten.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

import pygame

from game.rules.domi_jongg.state import EndId, Laid, is_branch
from game.ui import sprites
from game.ui.sprites import OVER
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


def head(side: int, way: int, mood: Mood) -> pygame.Surface:
    """A head `side` pixels long that looks east, south, west or north (way 0 to 3)."""
    key = ("snake head", side, way, mood)
    return sprites.SPRITES.get(key, lambda: _head(side, way, mood))


def glow(side: int) -> pygame.Surface:
    """The light around a head where what is held fits."""
    key = ("snake head glow", side)
    return sprites.SPRITES.get(
        key, lambda: sprites.glow(_head(side, 0, "lit"), side * 0.22, LAMP, 0.9)
    )


def _head(side: int, way: int, mood: Mood) -> pygame.Surface:
    big = side * OVER
    image = pygame.Surface((big, big), pygame.SRCALPHA)
    top, low = _TONES[mood]
    image.fill((*low, 0))
    outline = [_turned(point, way) for point in _smooth(_OUTLINE)]
    for scale, color in ((1.0, mix(INK, low, 0.2)), (0.95, _LINES[mood]), (0.86, low)):
        pygame.draw.polygon(image, color, [_at(point, scale, big) for point in outline])
    for step in range(8):  # the light comes from the top left
        share = (step + 1) / 8
        shift = -0.10 * share
        points = [
            _at((x * (0.84 - 0.22 * share) + shift, y * (0.84 - 0.22 * share) + shift), 1, big)
            for x, y in outline
        ]
        pygame.draw.polygon(image, mix(low, top, share), points)
    for eye in ((0.52, -0.40), (0.52, 0.40)):
        at = _at(_turned(eye, way), 0.9, big)
        pygame.draw.circle(image, _LINES[mood], at, big * 0.085)
        pygame.draw.circle(image, INK, at, big * 0.05)
    return pygame.transform.smoothscale(image, (side, side))


def _turned(point: tuple[float, float], way: int) -> tuple[float, float]:
    x, y = point
    for _ in range(way):
        x, y = -y, x
    return x, y


def _at(point: tuple[float, float], scale: float, big: int) -> tuple[float, float]:
    return big / 2 + point[0] * scale * big / 2, big / 2 + point[1] * scale * big / 2


def _smooth(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """A closed curve through the points (Catmull and Rom's)."""
    count, found = len(points), []
    for i in range(count):
        a, b, c, d = (points[(i + k - 1) % count] for k in range(4))
        for step in range(6):
            t = step / 6
            found.append(
                (_between(a[0], b[0], c[0], d[0], t), _between(a[1], b[1], c[1], d[1], t))
            )
    return found


def _between(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (
        2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3
    )
