"""Koi seen from above: a spine that bends and beats, the picture laid along it, kept frames.

The pictures (assets/source/koi.py) are a koi heading right, as long as it is, its fins apart from
its body. Lengths are in fish lengths, angles counter-clockwise.
"""

import cmath
import math
from collections.abc import Iterator
from itertools import pairwise
from typing import Final, Literal, NamedTuple, TypeAlias

import pygame

from game.ui import sprites
from game.ui.sprites import SPRITES, Art, Making
from game.ui.theme import USUAL, Color, Design, rgb

Kind: TypeAlias = Literal["R", "Y"]
KINDS: Final[tuple[Kind, Kind]] = ("R", "Y")
"""By colour: red and yellow."""


class Coat(NamedTuple):
    """The pictures of a kind of koi: two patterns of its body, and its fins."""

    bodies: tuple[str, str]
    fins: str
    line: Color | None = None
    """A line around it, where it is one of high contrast."""


COATS: Final[dict[Kind, Coat]] = {
    "R": Coat(("koi_red_1.png", "koi_red_2.png"), "koi_red_fins.png"),
    "Y": Coat(("koi_yellow_1.png",) * 2, "koi_yellow_fins.png"),
}
PLAIN: Final[dict[Kind, Coat]] = {
    "R": Coat(("koi_red_plain.png",) * 2, "koi_red_plain_fins.png", rgb("#FFFDF6")),
    "Y": Coat(("koi_yellow_plain.png",) * 2, "koi_yellow_plain_fins.png", rgb("#0B0A0C")),
}
"""Those of high contrast."""
STOUT: Final = 1.3
"""How much broader those of high contrast are, so that there is more of them to be seen."""
OUTLINE: Final = 0.026
"""How thick the line around them is."""

PIVOT: Final = 0.46
"""The place along the spine around which a koi turns: the middle of its picture."""
HIGH: Final = 0.54
"""The height of the pictures."""
SLICE: Final = 10
"""Strips that are bent at a time: a whole picture costs some milliseconds."""
LAP: Final = 0.006
"""How far strips of a picture lie over each other, so that a bend opens no gap between them."""


class Spine:
    """A fish's middle line, heading right, its pivot at the origin.

    `bend` from -1 (curled to the right) to 1 (to the left), `phase` 0…1 through a beat of the
    tail, `vigour` how far the tail beats: about 0.4 at rest and 1 when swimming.
    """

    STEPS: Final = 50

    def __init__(self, bend: float, phase: float, vigour: float = 1.0) -> None:
        place, self.points = 0j, list[complex]()
        for i in range(self.STEPS + 1):
            s = i / self.STEPS
            beat = 0.03 + 0.62 * max(0.0, s - 0.22) ** 1.3
            wave = vigour * beat * math.sin(math.tau * (phase - 0.85 * s))
            way = cmath.rect(1.0, bend * 1.75 * (PIVOT - s) + wave)
            place -= way / self.STEPS if i else 0
            self.points.append(place)
        origin = self.points[round(PIVOT * self.STEPS)]
        self.points = [point - origin for point in self.points]

    def at(self, s: float) -> complex:
        """The place at s: 0 is the snout and 1 the end of the tail."""
        i = min(int(s * self.STEPS), self.STEPS - 1)
        here, there = self.points[i : i + 2]
        return here + (there - here) * (s * self.STEPS - i)

    def bend(
        self, onto: pygame.Surface, picture: pygame.Surface, unit: int, high: float = HIGH,
        flags: int = 0,
    ) -> Iterator[None]:
        """Cut a picture across into strips and lay them along the spine, `unit` pixels long and
        `high` units wide; a slice of them a step.
        """
        image = pygame.transform.smoothscale(picture, (unit, round(high * unit)))
        middle, lap = onto.get_rect().center, round(LAP * unit)
        for i, (here, there) in enumerate(pairwise(self.points)):
            left = max(0, round(unit * (1 - (i + 1) / self.STEPS)) - lap)
            right = min(unit, round(unit * (1 - i / self.STEPS)) + lap)
            strip = image.subsurface((left, 0, right - left, image.get_height()))
            strip = pygame.transform.rotozoom(strip, math.degrees(cmath.phase(here - there)), 1)
            at = self.at(1 - (left + right) / 2 / unit) * unit
            place = strip.get_rect(center=(middle[0] + at.real, middle[1] - at.imag))
            onto.blit(strip, place, special_flags=flags)
            if i % SLICE == SLICE - 1:
                yield


# Kept pictures -----------------------------------------------------------------------------------

BENDS: Final = 4
"""Steps of bending to either side."""
TURN_STEP: Final = 3
"""Degrees between two headings that are told apart."""
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
    def near(bend: float, phase: float, gait: Gait) -> "Pose":
        """The pose of a frame closest to this one.

        `bend` -1…1 curls a koi to its right or left, `phase` 0…1 is the beat of its tail.
        """
        steps = max(-gait.bends, min(gait.bends, round(bend * BENDS)))
        return Pose(steps, round(phase * gait.moments) % gait.moments, gait)

    @staticmethod
    def every() -> "Iterator[Pose]":
        """All poses there are frames of, those at rest first."""
        for gait in (REST, SWIM):
            for bend in sorted(range(-gait.bends, gait.bends + 1), key=abs):
                for moment in range(gait.moments):
                    yield Pose(bend, moment, gait)


class KoiArt(Art):
    """The pictures of one koi; `variant` 0 or 1 chooses between two patterns of its colour."""

    def __init__(self, kind: Kind, length: int, variant: int = 0, design: Design = USUAL) -> None:
        self.length, self.coat = length, (PLAIN if design.contrast else COATS)[kind]
        self.body = self.coat.bodies[variant % 2]
        super().__init__(length, self.body)
        self._large = 1.0 if length > LARGE else 1.5

    def sprite(self, heading: float, pose: Pose) -> pygame.Surface:
        """The koi with its pivot in the middle of the surface; `heading` 0 looks to the right."""
        return self._turned(turns(heading), pose, False)

    def shadow(self, heading: float, pose: Pose) -> pygame.Surface:
        """The soft shadow it throws on the ground of the pond, to be blitted somewhat lower."""
        return self._turned(turns(heading), pose, True)

    @SPRITES.keeping
    def _turned(self, turn: int, pose: Pose, shade: bool) -> pygame.Surface:
        image, zoom = (self.shade(pose), 4) if shade else (self.frame(pose), 1)
        return pygame.transform.rotozoom(image, turn * TURN_STEP, zoom / self._large)

    @SPRITES.keeping
    def frame(self, pose: Pose) -> Making:
        """The koi heading right, larger than it is shown: laid along the spine, then made half as
        large, in a line if contrast is high.
        """
        body, fins = map(sprites.image, (self.body, self.coat.fins))
        spine = Spine(pose.bend / BENDS, pose.moment / pose.gait.moments, pose.gait.vigour)
        unit = round(self.length * self._large * 2)
        reach = max(abs(place.real) for place in spine.points) + 0.12
        broad = HIGH * (STOUT if self.coat.line else 1.0)
        high = max(abs(place.imag) for place in spine.points) + broad / 2
        size = 2 * round(reach * unit), 2 * round(high * unit)
        koi = pygame.Surface(size, pygame.SRCALPHA, 32)
        # fins shine through
        yield from spine.bend(koi, fins, unit, broad, pygame.BLEND_RGBA_MAX)
        yield from spine.bend(koi, body, unit, broad)
        if self.coat.line is not None:
            wide = max(2.0, OUTLINE * self.length * self._large * 2)
            koi = sprites.outlined(koi, wide, self.coat.line)
            yield
        return pygame.transform.smoothscale_by(koi, 0.5)

    @SPRITES.keeping
    def shade(self, pose: Pose) -> pygame.Surface:
        """What its shadow is made of: a quarter of the frame's size, for it is soft anyway."""
        small = pygame.transform.smoothscale_by(self.frame(pose), 1 / 4)
        reach = self.length / 60
        shape = sprites.silhouette(small, SHADE, sprites.room_of(reach))
        return sprites.faded(sprites.softened(shape, reach, SHADE), 0.55)


def turns(heading: float) -> int:
    """A heading in steps from right, counter-clockwise."""
    return round(heading / TURN_STEP) % (360 // TURN_STEP)
