"""Light playing on the ground of shallow water: two drifting nets, bright where they agree.

The darker of two tiled textures at every pixel, added to what is below: as they move against
each other the seams split, meet and wander as caustics do. Nothing repeats within minutes.
"""

import math
from itertools import pairwise
from typing import Final, TypeAlias

import pygame

from game.ui import sprites
from game.ui.display_list import Target
from game.ui.sprites import CLEAR
from game.ui.theme import Color

Drift: TypeAlias = tuple[float, float]

DRIFTS: Final[tuple[Drift, Drift]] = ((0.021, 0.013), (-0.015, 0.018))
"""How many tiles each net moves in a second, across and down."""
EARLY: Final = 0.004
"""Seconds that a strip may be too young: frames do not come to the millisecond."""
DAYLIGHT: Final = (150, 214, 196)
OFTEN: Final = 1 / 15
"""Seconds for which the light stays as it is: it drifts by less than a pixel meanwhile."""
STRIPS: Final = 4
"""The light is painted anew strip by strip, in turn, so that no frame pays for all of it."""


class Caustics:
    """The play of light on water; `tile` is the nets' period in pixels."""

    def __init__(self, tile: int, strength: float = 0.34) -> None:
        self.tile = tile
        red, green, blue = (round(part * strength) for part in DAYLIGHT)
        self._nets = [_shining(f"caustics_{n}.png", tile, (red, green, blue)) for n in (1, 2)]
        self._seen: tuple[int, ...] = ()
        """The water, and the part of it that the strips lie in."""
        self._strips: list[pygame.Rect] = []
        self._lights: list[tuple[float, pygame.Surface]] = []
        """When each strip was painted, on the clock of the water, and its picture."""

    def draw(self, target: Target, water: pygame.Rect, seconds: float) -> None:
        """Add the light at this moment to the target, where water is seen."""
        part = water.clip(target.get_clip())
        if self._seen != (*water, *part):
            self._seen, ends = (*water, *part), [part.h * n // STRIPS for n in range(STRIPS + 1)]
            self._strips = [
                pygame.Rect(part.x, part.y + top, part.w, low - top) for top, low in pairwise(ends)
            ]
            self._lights = [(math.inf, CLEAR)] * STRIPS
        for n, strip in enumerate(self._strips):
            if not 0 <= seconds - self._lights[n][0] < OFTEN - EARLY:
                late = n * OFTEN / STRIPS if self._lights[n][1] is CLEAR else 0.0
                self._lights[n] = seconds - late, self._painted(strip, water, seconds)
            target.blit(self._lights[n][1], strip, None, pygame.BLEND_RGB_ADD)

    def _painted(
        self, strip: pygame.Rect, water: pygame.Rect, seconds: float
    ) -> pygame.Surface:
        light = pygame.Surface(strip.size, 0, 32)
        hows = (0, pygame.BLEND_RGB_MIN)  # the darker of the two
        for net, drift, how in zip(self._nets, DRIFTS, hows, strict=True):
            across, down = (round(seconds * way % 1 * self.tile) for way in drift)
            left, top = strip.x - water.x + across, strip.y - water.y + down
            for x in range(-(left % self.tile), strip.w, self.tile):
                for y in range(-(top % self.tile), strip.h, self.tile):
                    light.blit(net, (x, y), special_flags=how)
        return light


@sprites.SPRITES.keeping
def _shining(name: str, period: int, shine: Color) -> pygame.Surface:
    """A net of one period in the colour of the light."""
    tile = sprites.scaled(name, (period, period)).copy()
    tile.fill(shine, special_flags=pygame.BLEND_RGB_MULT)
    return tile
