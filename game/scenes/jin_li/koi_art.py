"""Pictures of koi for any heading, bend and beat of the tail: kept frames, turned when asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

import pygame

from game.scenes.jin_li.koi_body import DRESSES, Brush, Kind, Spine
from game.ui import sprites
from game.ui.sprites import SpriteCache
from game.ui.theme import rgb

BENDS: Final = 4
"""Steps of bending to either side."""
TURN_STEP: Final = 3
"""Degrees between two headings that are told apart."""
FRAMES: Final = SpriteCache(48 * 2**20)
"""The bent fish, heading right: all of four koi at 1080p."""
LARGE: Final = 200
"""Koi longer than this (pixels) are sharp enough from frames of life size."""

SHADE: Final = rgb("#06242B")


class Gait(NamedTuple):
    """How a koi moves: how far its tail beats, how many steps it bends by, moments of a beat."""

    vigour: float
    bends: int
    moments: int


SWIM: Final = Gait(1.0, BENDS, 8)
REST: Final = Gait(0.4, 1, 12)
"""A resting koi beats slowly, so it needs more moments."""


class Pose(NamedTuple):
    """What one frame shows: steps of bending, moment of the beat, swimming or at rest."""

    bend: int
    moment: int
    gait: Gait

    @staticmethod
    def near(bend: float, phase: float, gait: Gait) -> Pose:
        """The pose of a frame closest to this one."""
        steps = max(-gait.bends, min(gait.bends, round(bend * BENDS)))
        return Pose(steps, round(phase * gait.moments) % gait.moments, gait)

    @staticmethod
    def every() -> Iterator[Pose]:
        """All poses there are frames of, those at rest first."""
        for gait in (REST, SWIM):
            for bend in sorted(range(-gait.bends, gait.bends + 1), key=abs):
                for moment in range(gait.moments):
                    yield Pose(bend, moment, gait)


class KoiArt:
    """The pictures of one koi; `variant` 0 or 1 chooses between two patterns of its colour."""

    def __init__(self, kind: Kind, length: int, variant: int = 0) -> None:
        self.kind, self.length, self.variant = kind, length, variant % 2
        self._large = 1.0 if length > LARGE else 1.5

    def sprite(
        self, heading: float, bend: float = 0.0, phase: float = 0.0, gait: Gait = SWIM
    ) -> pygame.Surface:
        """The koi with its pivot in the middle of the surface; `heading` 0 looks to the right.

        `bend` -1…1 curls it to its right or left, `phase` 0…1 is the beat of its tail. Ask anew
        every frame: near poses share a surface.
        """
        pose = Pose.near(bend, phase, gait)
        return self._turned("koi", pose, heading, self._frame, 1 / self._large)

    def shadow(
        self, heading: float, bend: float = 0.0, phase: float = 0.0, gait: Gait = SWIM
    ) -> pygame.Surface:
        """The soft shadow it throws on the ground of the pond, to be blitted somewhat lower."""
        pose = Pose.near(bend, phase, gait)
        return self._turned("shade", pose, heading, self._shade, 4 / self._large)

    def warm(self) -> Iterator[None]:
        """Paint every frame ahead of time, one a step, while there is nothing else to do."""
        for pose in Pose.every():
            self._frame(pose)
            yield

    def _turned(
        self,
        what: str,
        pose: Pose,
        heading: float,
        make: Callable[[Pose], pygame.Surface],
        zoom: float,
    ) -> pygame.Surface:
        turn = round(heading / TURN_STEP) % (360 // TURN_STEP)
        key = (what, self.kind, self.length, self.variant, pose, turn)
        return sprites.SPRITES.get(
            key, lambda: pygame.transform.rotozoom(make(pose), turn * TURN_STEP, zoom)
        )

    def _frame(self, pose: Pose) -> pygame.Surface:
        unit = round(self.length * self._large * 2)

        def painted() -> pygame.Surface:
            spine = Spine(pose.bend / BENDS, pose.moment / pose.gait.moments, pose.gait.vigour)
            return Brush(spine, DRESSES[self.kind], unit).koi(self.variant)

        return FRAMES.get((self.kind, self.length, self.variant, pose), painted)

    def _shade(self, pose: Pose) -> pygame.Surface:
        """A quarter of the frame's size: it is soft anyway."""
        small = pygame.transform.smoothscale_by(self._frame(pose), 1 / 4)
        reach = self.length / 60
        shape = sprites.silhouette(small, SHADE, sprites.room_of(reach))
        return sprites.faded(sprites.softened(shape, reach, SHADE), 0.55)
