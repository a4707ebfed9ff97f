"""Light playing on the ground of shallow water: two drifting nets, bright where they agree.

The darker of two tiled textures at every pixel, added to what is below: as they move against
each other the seams split, meet and wander as caustics do. Nothing repeats within minutes.
"""

from itertools import pairwise
from typing import Final, TypeAlias

import pygame

from game.ui import painter, sprites
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
        light, (wide, high) = pygame.Surface(size, 0, 32), size
        ends = [high * n // STRIPS for n in range(STRIPS + 1)]
        self._strips = [light.subsurface((0, top, wide, low - top)) for top, low in pairwise(ends)]
        self._moments = [-1.0] * STRIPS
        """When each strip was painted, on the clock of the water."""

    def draw(self, target: Target, at: tuple[int, int], seconds: float) -> None:
        """Add the light at this moment to the target, its top left corner `at`."""
        first = self._moments[0] < 0
        for n, strip in enumerate(self._strips):
            if not 0 <= seconds - self._moments[n] < OFTEN - EARLY:
                self._paint(strip, seconds)
                self._moments[n] = seconds - (n * OFTEN / STRIPS if first else 0)
            place = at[0], at[1] + strip.get_offset()[1]
            painter.blit(target, strip, place, pygame.BLEND_RGB_ADD, self._moments[n])

    def _paint(self, strip: pygame.Surface, seconds: float) -> None:
        hows = (0, pygame.BLEND_RGB_MIN)  # the darker of the two
        for net, drift, how in zip(self._nets, DRIFTS, hows, strict=True):
            across, down = (round(seconds * way % 1 * self.tile) for way in drift)
            seen = (across, down + strip.get_offset()[1]), strip.get_size()
            strip.blit(net, (0, 0), seen, special_flags=how)


@sprites.GROUNDS.keeping
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
