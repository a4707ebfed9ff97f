"""The tiles' pictures as they are needed: what is not painted yet is shown roughly meanwhile.

A new size costs dozens of pictures at some milliseconds each, so they are painted one by one
while nothing moves. Until then a picture of another size is made larger or smaller, and where
there is none at all the tile's back is shown.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import pygame

from game.rules.domi_jongg.state import HIDDEN
from game.rules.domi_jongg.tiles import Tile
from game.scenes.domi_jongg import tile_art as art

Wanted: TypeAlias = "tuple[Tile, int, int]"
"""A tile, its height in pixels, its quarter turns."""
_ROUGH_KEPT: Final = 400
_BACK: Final = 120
"""The height of the back that others are made of."""


class Faces:
    """Pictures of tiles with one language's letters."""

    def __init__(self, letters: str) -> None:
        self.letters = letters if letters in art.LETTERS else "en"
        self.painted = 0
        """How many pictures were painted, so that what shows them is shown anew."""
        self.hurried = False
        """Whether the view is moving: nothing is asked for that only this moment needs."""
        self._wanted: dict[Wanted, None] = {}
        self._painted: dict[tuple[Tile, int], list[int]] = {}
        self._rough: dict[Wanted, pygame.Surface] = {}
        self._shadowed = 0

    @property
    def complete(self) -> bool:
        """Whether everything that was asked for could be shown as it should be."""
        return not self._wanted

    @property
    def lacking(self) -> bool:
        """Whether there is a tile to be shown of which there is no picture of any size."""
        return any((tile, turns) not in self._painted for tile, _, turns in self._wanted)

    def get(self, tile: Tile, height: int, turns: int = 0) -> pygame.Surface:
        """The picture of a tile, or of a back for one that is hidden."""
        if tile == HIDDEN:
            return self._rough_back(height, turns) if self.hurried else art.back(height, turns)
        if art.ready(tile, height, self.letters, turns):
            return art.face(tile, height, self.letters, turns)
        if not self.hurried:
            self._wanted[tile, height, turns] = None
        return self.roughly(tile, height, turns)

    def roughly(self, tile: Tile, height: int, turns: int = 0) -> pygame.Surface:
        """The picture made of one of another size, for what is on its way."""
        if tile == HIDDEN:
            return self._rough_back(height, turns)
        if art.ready(tile, height, self.letters, turns):
            return art.face(tile, height, self.letters, turns)
        key = tile, height, turns
        if key in self._rough:
            return self._rough[key]
        heights = [
            known
            for known in self._painted.get((tile, turns), ())
            if art.ready(tile, known, self.letters, turns)
        ]
        if not heights:
            return self._rough_back(height, turns)
        nearest = min(heights, key=lambda known: (known < height, abs(known - height)))
        picture = art.face(tile, nearest, self.letters, turns)
        return self._keep(key, pygame.transform.smoothscale(picture, art.size(height, turns)))

    def _rough_back(self, height: int, turns: int) -> pygame.Surface:
        key = HIDDEN, height, turns % 2
        if key in self._rough:
            return self._rough[key]
        picture = art.back(_BACK, turns % 2)
        return self._keep(key, pygame.transform.smoothscale(picture, art.size(height, turns)))

    def _keep(self, key: Wanted, picture: pygame.Surface) -> pygame.Surface:
        if len(self._rough) >= _ROUGH_KEPT:
            self._rough.clear()
        self._rough[key] = picture
        return picture

    def shadow(self, height: int, turns: int = 0) -> pygame.Surface:
        """The shadow of a tile that lies; of any size while the view is moving."""
        if not self.hurried:
            self._shadowed = height
            return art.shadow(height, turns=turns)
        key = "shadow", height, turns % 2
        if key not in self._rough:
            known = art.shadow(self._shadowed or height, turns=turns)
            share = height / (self._shadowed or height)
            return self._keep(key, pygame.transform.smoothscale_by(known, share))
        return self._rough[key]

    def want(self, tile: Tile, height: int, turns: int = 0) -> None:
        """Have a picture painted that will be needed soon."""
        if not self.has(tile, height, turns):
            self._wanted.setdefault((tile, height, turns))

    def has(self, tile: Tile, height: int, turns: int = 0) -> bool:
        return tile == HIDDEN or art.ready(tile, height, self.letters, turns)

    def paint(self, tile: Tile, height: int, turns: int = 0) -> None:
        """Paint a picture now, for it is needed at once."""
        if not self.has(tile, height, turns):
            self._wanted = {(tile, height, turns): None, **self._wanted}
            self.paint_one()

    def paint_one(self) -> bool:
        """Paint one of the wanted pictures; False if none was left."""
        if not self._wanted:
            return False
        tile, height, turns = wanted = next(iter(self._wanted))
        del self._wanted[wanted]
        art.face(tile, height, self.letters, turns)
        self.painted += 1
        known = self._painted.setdefault((tile, turns), [])
        if height not in known:
            known.append(height)
        self._rough.pop(wanted, None)
        return True

    def forget_wishes(self) -> None:
        """Nothing that was asked for is needed any more."""
        self._wanted.clear()


def show(
    surface: pygame.Surface, picture: pygame.Surface, center: tuple[float, float]
) -> None:
    """Blit a picture with its middle at a point in pixels."""
    w, h = picture.get_size()
    surface.blit(picture, (round(center[0] - w / 2), round(center[1] - h / 2)))
