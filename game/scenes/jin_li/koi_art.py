"""Pictures of koi for any heading, bend and beat of the tail: kept frames, turned when asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

import pygame

from game.scenes.jin_li.koi_body import DRESSES, Brush, Kind, Spine
from game.ui import sprites
from game.ui.sprites import SpriteCache
from game.ui.theme import rgb

BENDS: Final = 4
"""Steps of bending to either side when swimming; at rest a koi only bends by one."""
SWIM_PHASES: Final = 8
REST_PHASES: Final = 12
"""Moments of one beat of the tail; a resting koi beats slowly, so it needs more of them."""
VIGOUR: Final = {"swim": 1.0, "rest": 0.4}
TURN_STEP: Final = 3
"""Degrees between two headings that are told apart."""
FRAMES: Final = SpriteCache(48 * 2**20)
"""The bent fish, heading right: all of four koi at 1080p."""
LARGE: Final = 200
"""Koi longer than this (pixels) are sharp enough from frames of life size."""

SHADE: Final = rgb("#06242B")


@dataclass(frozen=True, slots=True)
class Pose:
    """What one frame shows: steps of bending, moment of the beat, swimming or at rest."""

    bend: int
    moment: int
    gait: Literal["swim", "rest"]

    @staticmethod
    def near(bend: float, phase: float, vigour: float) -> Pose:
        """The pose of a frame closest to this one."""
        if vigour > 0.7:
            steps = max(-BENDS, min(BENDS, round(bend * BENDS)))
            return Pose(steps, round(phase * SWIM_PHASES) % SWIM_PHASES, "swim")
        steps = max(-1, min(1, round(bend * BENDS)))
        return Pose(steps, round(phase * REST_PHASES) % REST_PHASES, "rest")

    @staticmethod
    def every() -> Iterator[Pose]:
        """All poses there are frames of, those at rest first."""
        for gait, bends, moments in (("rest", 1, REST_PHASES), ("swim", BENDS, SWIM_PHASES)):
            for bend in sorted(range(-bends, bends + 1), key=abs):
                for moment in range(moments):
                    yield Pose(bend, moment, "rest" if gait == "rest" else "swim")

    def spine(self) -> Spine:
        moments = SWIM_PHASES if self.gait == "swim" else REST_PHASES
        return Spine(self.bend / BENDS, self.moment / moments, VIGOUR[self.gait])


class KoiArt:
    """The pictures of one koi; `variant` 0 or 1 chooses between two patterns of its colour."""

    def __init__(self, kind: Kind, length: int, variant: int = 0) -> None:
        self.kind, self.length, self.variant = kind, length, variant % 2
        self._large = 1.0 if length > LARGE else 1.5

    def sprite(
        self, heading: float, bend: float = 0.0, phase: float = 0.0, vigour: float = 1.0
    ) -> pygame.Surface:
        """The koi with its pivot in the middle of the surface; `heading` 0 looks to the right.

        `bend` -1…1 curls it to its right or left, `phase` 0…1 is the beat of its tail, `vigour`
        tells rest (below 0.7) from swimming. Ask anew every frame: near poses share a surface.
        """
        pose = Pose.near(bend, phase, vigour)
        return self._turned("koi", pose, heading, self._frame, 1 / self._large)

    def shadow(
        self, heading: float, bend: float = 0.0, phase: float = 0.0, vigour: float = 1.0
    ) -> pygame.Surface:
        """The soft shadow it throws on the ground of the pond, to be blitted somewhat lower."""
        pose = Pose.near(bend, phase, vigour)
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
        key = (self.kind, self.length, self.variant, pose)
        return FRAMES.get(key, lambda: self._painted(pose))

    def _painted(self, pose: Pose) -> pygame.Surface:
        unit = round(self.length * self._large * 2)
        return Brush(pose.spine(), DRESSES[self.kind], unit).koi(self.variant)

    def _shade(self, pose: Pose) -> pygame.Surface:
        """A quarter of the frame's size: it is soft anyway."""
        small = pygame.transform.smoothscale_by(self._frame(pose), 1 / 4)
        reach = self.length / 60
        shape = sprites.silhouette(small, SHADE, sprites.room_of(reach))
        return sprites.faded(sprites.softened(shape, reach, SHADE), 0.55)
