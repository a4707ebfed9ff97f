"""Light playing on the ground of shallow water: two drifting nets, bright where they agree.

The darker of two tiled textures at every pixel, added to what is below: as they move against
each other the seams split, meet and wander as caustics do. Nothing repeats within minutes.
"""

from itertools import pairwise
from typing import Final, TypeAlias

import pygame

from game.ui import sprites
from game.ui.display_list import Target
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
    """The play of light for one rectangle of water; `tile` is the nets' period in pixels."""

    def __init__(self, size: sprites.Size, tile: int, strength: float = 0.34) -> None:
        self.size, self.tile = size, tile
        red, green, blue = (round(part * strength) for part in DAYLIGHT)
        self._nets = [_spread(f"caustics_{n}.png", size, tile, (red, green, blue)) for n in (1, 2)]
        ends = [size[1] * n // STRIPS for n in range(STRIPS + 1)]
        self._strips = [pygame.Rect(0, top, size[0], low - top) for top, low in pairwise(ends)]
        self._lights: list[tuple[float, pygame.Surface]] = []
        """When each strip was painted, on the clock of the water, and its picture."""

    def draw(self, target: Target, at: tuple[int, int], seconds: float) -> None:
        """Add the light at this moment to the target, its top left corner `at`."""
        if not self._lights:
            for n, strip in enumerate(self._strips):
                self._lights.append((seconds - n * OFTEN / STRIPS, self._painted(strip, seconds)))
        for n, strip in enumerate(self._strips):
            if not 0 <= seconds - self._lights[n][0] < OFTEN - EARLY:
                self._lights[n] = seconds, self._painted(strip, seconds)
            place = at[0], at[1] + strip.y
            target.blit(self._lights[n][1], place, None, pygame.BLEND_RGB_ADD)

    def _painted(self, strip: pygame.Rect, seconds: float) -> pygame.Surface:
        light = pygame.Surface(strip.size, 0, 32)
        hows = (0, pygame.BLEND_RGB_MIN)  # the darker of the two
        for net, drift, how in zip(self._nets, DRIFTS, hows, strict=True):
            across, down = (round(seconds * way % 1 * self.tile) for way in drift)
            light.blit(net, (0, 0), strip.move(across, down), special_flags=how)
        return light


@sprites.SPRITES.keeping
def _spread(name: str, size: sprites.Size, period: int, shine: Color) -> sprites.Making:
    """The net repeated over one tile more than the size, so that it can be shifted."""
    tile = sprites.scaled(name, (period, period)).copy()
    tile.fill(shine, special_flags=pygame.BLEND_RGB_MULT)
    yield
    net = pygame.Surface((size[0] + period, size[1] + period), 0, 32)
    for x in range(0, net.get_width(), period):
        yield
        for y in range(0, net.get_height(), period):
            net.blit(tile, (x, y))
    return net
