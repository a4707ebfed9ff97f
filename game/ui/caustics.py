"""Light playing on the ground of shallow water: two drifting nets, bright where they agree.

The darker of two tiled textures at every pixel, added to what is below: as they move against
each other the seams split, meet and wander as caustics do. Nothing repeats within minutes.
"""

import math
from itertools import pairwise
from typing import Final, TypeAlias

import pygame

from game.ui import sprites
from game.ui.display_list import Area, Target
from game.ui.theme import Color

Drift: TypeAlias = tuple[float, float]

DRIFTS: Final[tuple[Drift, Drift]] = ((0.021, 0.013), (-0.015, 0.018))
"""How many tiles each net moves in a second, across and down."""
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
        self._lights: dict[Area, tuple[int, pygame.Surface]] = {}
        """The moments of which strips of the water are painted, and their pictures."""

    def draw(self, target: Target, water: pygame.Rect, seconds: float) -> None:
        """Add the light at this moment to the target, where water is seen."""
        part, before, self._lights = water.clip(target.get_clip()), self._lights, {}
        ends = [part.y - water.y + part.h * n // STRIPS for n in range(STRIPS + 1)]
        for n, (top, low) in enumerate(pairwise(ends)):
            strip = part.x - water.x, top, part.w, low - top
            moment, known = math.floor(seconds / OFTEN + n / STRIPS), before.get(strip)
            if known is None or known[0] != moment:
                known = moment, self._painted(strip, seconds)
            self._lights[strip] = known
            target.blit(known[1], (part.x, water.y + top), None, pygame.BLEND_RGB_ADD)

    def _painted(self, strip: Area, seconds: float) -> pygame.Surface:
        left, top, wide, high = strip
        light = pygame.Surface((wide, high), 0, 32)
        hows = (0, pygame.BLEND_RGB_MIN)  # the darker of the two
        for net, drift, how in zip(self._nets, DRIFTS, hows, strict=True):
            across, down = (round(seconds * way % 1 * self.tile) for way in drift)
            for x in range(-((left + across) % self.tile), wide, self.tile):
                for y in range(-((top + down) % self.tile), high, self.tile):
                    light.blit(net, (x, y), special_flags=how)
        return light


@sprites.SPRITES.keeping
def _shining(name: str, period: int, shine: Color) -> pygame.Surface:
    """A net of one period in the colour of the light."""
    tile = sprites.scaled(name, (period, period)).copy()
    tile.fill(shine, special_flags=pygame.BLEND_RGB_MULT)
    return tile
