"""A structure of Walongs in a box of the table: pieces that lie, pieces on the move, and light.

What lies is painted once onto one clear sheet, and again only when it changes. A sheet of another
size is made ready piece by piece; until then the old one is shown larger or smaller. Poses and
colour letters say what lies; places of the plane are complex numbers, see `camera`.
"""

import cmath
import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import product
from typing import Final, TypeAlias

import pygame

from game.rules.walong.geometry import Pose, centre, direction, read_place, side_middle
from game.scenes.play.camera import RIM, Camera, corners
from game.scenes.walong.art import FARTHEST, LIFTED, MARK_AT, WalongArt, rim_light, side_light
from game.ui.canvas import Canvas
from game.ui.display_list import Target
from game.ui.frame import Box, Point
from game.ui.sprites import SPRITES, in_slices, made_within
from game.ui.theme import USUAL, Color, Design

Laid: TypeAlias = "tuple[Pose, str]"
"""A piece that lies: where, and its colour's letter."""
Side: TypeAlias = "tuple[Pose, int]"
Variant: TypeAlias = "tuple[str, int]"
"""A picture that is needed: a colour, and an orientation as seen on the table."""

MIDDLES: Final = tuple(MARK_AT * cmath.rect(1, k * math.pi / 6) for k in range(12))
"""By orientation: from the centre to the middle of the area, where the mark is. Two ways to lie at
a side often share their centre, their middles tell them apart."""
SLICE: Final = 0.006
"""Seconds of a frame that may go into pictures of another size."""
IDLE_SLICE: Final = 0.001
"""The same for a size that may be needed later: one picture, or a part of it."""
PAD: Final = FARTHEST + 0.30
"""What a piece with its shadow and glow needs around its centre, in sides."""
TURN_STEP: Final = 4
"""Degrees between two pictures of a piece that turns in the air."""
NEXT_NOTCH: Final = 0.3
"""What share of the sprite cache the pictures for the next notch may take."""
WEIGHT: Final = 2.6 * 4 * (2 * FARTHEST) ** 2
"""Bytes of a piece with its shadow whose side is one pixel."""


@dataclass(slots=True)
class Loose:
    """A piece on the move: a point of the table, the angle it is seen at, and how high it is.

    `lift` runs from 0 (on the cloth) to 1 (in the hand); `size` is its side's length, 1 for the
    pieces that lie on a `WalongTable`; `alpha` is its opacity.
    """

    colour: str
    at: Point
    degrees: float
    lift: float = 0.0
    size: float = 1.0
    alpha: float = 1.0


@dataclass(slots=True)
class Sheet:
    """What lies, on a clear surface: sides of `pixels`, the plane's zero at `zero`.

    `shown` is all that it was painted from; `whole` is false while pieces are missing because
    their pictures are not ready.
    """

    shown: object
    pixels: int
    surface: pygame.Surface
    zero: tuple[int, int]
    whole: bool


class WalongTable:
    """The picture of one structure in a box of the table."""

    def __init__(
        self, box: Box, scale: float, rim: float = RIM, design: Design = USUAL
    ) -> None:
        self.camera = Camera(box, scale, rim)
        self.design = design
        self.box, self.scale = box, scale
        self.laid: tuple[Laid, ...] = ()
        self._hidden: frozenset[Pose] = frozenset()
        self._sheet: Sheet | None = None
        self._looks: set[Variant] = set()
        """How pieces look that lie there."""
        self._made: dict[int, set[Variant]] = {}
        """By size: which pictures were made ready."""
        self._carried = 0
        """For which size there are shadows of what a hand carries."""

    # What lies there ---------------------------------------------------------------------------

    def show(self, pieces: Iterable[Laid]) -> None:
        """These pieces lie there now, and all of them are seen."""
        self.laid, self._hidden = tuple(pieces), frozenset()
        self._looks = {(colour, pose.k) for pose, colour in self.laid}

    def hides(self, pose: Pose) -> bool:
        """Whether a piece is left out of the picture."""
        return pose in self._hidden

    def hide(self, poses: Iterable[Pose]) -> None:
        """Leave these out of the picture, and only these, until `show` is called again."""
        self._hidden = frozenset(poses)

    def places(self) -> list[complex]:
        """The centres of what lies, for the camera."""
        return [centre(pose) for pose, _ in self.laid]

    # Where things are --------------------------------------------------------------------------

    def centre(self, pose: Pose) -> Point:
        """The middle of a piece on the table."""
        return self.camera.point(centre(pose))

    def side_middle(self, pose: Pose, side: int) -> Point:
        """The middle of one of its sides."""
        return self.camera.point(side_middle(pose, side))

    def place_at(self, place: str) -> Point | None:
        """Where a place lies that the rules name: a pose, at its mark, or one of its sides."""
        found = read_place(place)
        if found is None:
            return None
        pose, side = found
        middle = self.camera.point(centre(pose) + MIDDLES[pose.k])
        return middle if side is None else self.side_middle(pose, side)

    # Time --------------------------------------------------------------------------------------

    @property
    def moving(self) -> bool:
        """Whether the picture is about to change by itself."""
        return self.camera.moving or bool(self._missing(self.camera.pixels))

    def update(self, seconds: float, growing: bool = False) -> None:
        """Let time pass.

        While the structure is `growing`, idle frames get the next smaller size ready.
        """
        moved, sheet, pixels = self.camera.update(seconds), self._sheet, self.camera.pixels
        if sheet is not None and sheet.pixels == pixels and not self._outdated(sheet):
            smaller = [n for n in self.camera.notches if n < pixels]
            weight = WEIGHT * smaller[-1] ** 2 * len(self.laid) if smaller else 0.0
            if growing and not moved and self._carried != pixels:
                if made_within(IDLE_SLICE, partial(self._carry, pixels)):
                    self._carried = pixels
            elif growing and not moved and smaller and weight < NEXT_NOTCH * SPRITES.limit():
                self._warm(round(smaller[-1]), IDLE_SLICE)
            return
        self._warm(pixels, SLICE)

    @property
    def _shown(self) -> object:
        return self.laid, self._hidden

    def _outdated(self, sheet: Sheet) -> bool:
        """Whether a sheet does not show what lies, or a better one can be painted by now."""
        if sheet.shown != self._shown or not sheet.whole:
            return True
        pixels = self.camera.pixels
        return sheet.pixels != pixels and not (self.camera.moving or self._missing(pixels))

    def _missing(self, pixels: int) -> set[Variant]:
        """Which pictures of this size were not made yet."""
        return self._looks - self._made.get(pixels, set())

    def _warm(self, pixels: int, seconds: float) -> None:
        """Make pictures of a size for so long."""
        made_within(seconds, partial(self._make, pixels))

    def _carry(self, pixels: int) -> None:
        """Make the shadows of what a hand carries over the cloth."""
        for colour, k in product({colour for _, colour in self.laid[:1]}, range(12)):
            WalongArt(pixels, self.design).shadow(colour, 30 * k, 1.0)

    def _make(self, pixels: int) -> None:
        art, made = WalongArt(pixels, self.design), self._made_for(pixels)
        for colour, k in sorted(self._missing(pixels)):
            art.piece(colour, k)
            art.shadow(colour, 30 * k)
            made.add((colour, k))

    def _made_for(self, pixels: int) -> set[Variant]:
        """The pictures made for a size; those of sizes no longer needed are forgotten."""
        kept = self.camera.pixels
        self._made = {n: made for n, made in self._made.items() if n in (kept, pixels)}
        return self._made.setdefault(pixels, set())

    # Painting what lies ------------------------------------------------------------------------

    def paint(self, canvas: Canvas) -> None:
        """Draw the structure with its shadows."""
        if self._sheet is None or self._outdated(self._sheet):
            self._sheet = self._painted()
        image, zero = self._sheet.surface, self._sheet.zero
        share = self._share(self._sheet.pixels)
        if share != 1.0:
            image = _other_size(image, share)
            zero = round(zero[0] * share), round(zero[1] * share)
        before = canvas.surface.get_clip()
        canvas.surface.set_clip(canvas.rect(self.box).clip(before))
        x, y = self._zero()
        canvas.surface.blit(image, (x - zero[0], y - zero[1]))
        canvas.surface.set_clip(before)

    def _share(self, pixels: int) -> float:
        """How much larger than pictures of this size things look now."""
        now = self.camera.unit * self.scale
        return 1.0 if abs(now - pixels) < 0.01 else now / pixels

    def _zero(self) -> tuple[int, int]:
        """The pixel of the plane's zero."""
        x, y = self.camera.point(0j)
        return round(x * self.scale), round(y * self.scale)

    def _painted(self) -> Sheet:
        """The sheet anew: all shadows, then all pieces.

        As long as the right size is not ready, the one there is will do. The very first sheet
        shows what is ready, or all of it where the scene is shown only when it is complete.
        """
        old, pixels = self._sheet, self.camera.pixels
        missing = set() if old is None and in_slices() else self._missing(pixels)
        partly = bool(missing) and (old is None or not old.whole)
        if missing and old is not None and old.whole:
            pixels, missing = old.pixels, set()
        sheet = self._clear(pixels, not partly)
        pieces = [
            (self._at(sheet, centre(pose)), colour, pose)
            for pose, colour in self.laid
            if pose not in self._hidden and (colour, pose.k) not in missing
        ]
        art = WalongArt(pixels, self.design)
        for at, colour, pose in pieces:
            _centred(sheet.surface, art.shadow(colour, 30 * pose.k), at)
        for at, colour, pose in pieces:
            _centred(sheet.surface, art.piece(colour, pose.k), at)
        self._made_for(pixels).update((colour, pose.k) for _, colour, pose in pieces)
        return sheet

    def _clear(self, pixels: int, whole: bool) -> Sheet:
        """An empty sheet large enough for everything that lies."""
        low, high = corners(self.places())
        left, right = math.floor((low.real - PAD) * pixels), math.ceil((high.real + PAD) * pixels)
        top, bottom = math.floor((-high.imag - PAD) * pixels), math.ceil((PAD - low.imag) * pixels)
        size = right - left, bottom - top
        surface = pygame.Surface(size, pygame.SRCALPHA, 32)
        return Sheet(self._shown, pixels, surface, (-left, -top), whole)

    def _at(self, sheet: Sheet, place: complex) -> tuple[int, int]:
        place = place * sheet.pixels
        return sheet.zero[0] + round(place.real), sheet.zero[1] - round(place.imag)

    # Painting on it ----------------------------------------------------------------------------

    def paint_ghost(self, canvas: Canvas, pose: Pose, colour: str, alpha: float = 1.0) -> None:
        """A piece as it would lie."""
        ghost = WalongArt(self.camera.pixels, self.design).ghost(colour, pose.k)
        self._blit(canvas, ghost, centre(pose), alpha)

    def paint_rim(
        self, canvas: Canvas, pose: Pose, color: Color, strength: float = 1.0, halo: float = 0.75
    ) -> None:
        """Light around a piece, over its neighbours."""
        light = rim_light(self.camera.pixels, pose.k, color, halo)
        self._blit(canvas, light, centre(pose), strength)

    def paint_side(
        self, canvas: Canvas, pose: Pose, side: int, color: Color, strength: float = 1.0
    ) -> None:
        """Light along a side."""
        image = side_light(self.camera.pixels, direction(pose, side), color)
        self._blit(canvas, image, side_middle(pose, side), strength)

    def _blit(
        self, canvas: Canvas, image: pygame.Surface, place: complex, alpha: float
    ) -> None:
        away = place * self.camera.unit * self.scale
        x, y = self._zero()
        image = _resized(image, round(self._share(self.camera.pixels), 3))
        own = image.get_alpha()
        if alpha < 1:
            image.set_alpha(round(255 * max(0.0, alpha)))
        _centred(canvas.surface, image, (x + round(away.real), y - round(away.imag)))
        image.set_alpha(own)

    # Pieces on the move ------------------------------------------------------------------------

    def loose(self, pose: Pose, colour: str) -> Loose:
        """A piece that lies, ready to be moved."""
        return Loose(colour, self.centre(pose), 30.0 * pose.k)

    def paint_loose(self, canvas: Canvas, piece: Loose) -> None:
        """A piece in the air, or in somebody's hand, with its shadow."""
        paint_loose(canvas, [piece], self.camera.pixels, self.camera.unit, TURN_STEP)


def paint_loose(
    canvas: Canvas, pieces: Iterable[Loose], pixels: int, unit: float = 1.0, step: int = 10
) -> None:
    """Pieces with their shadows, from pictures whose sides are `pixels` long; `unit` is a side of
    size 1 in table units, `step` the degrees between two pictures of a piece in the air.
    """
    ready, art = list(pieces), WalongArt(pixels, canvas.design)
    for shade in (True, False):
        for piece in ready:
            if shade:
                turn, high = 30 if piece.lift > 0.25 else 10, round(2 * piece.lift) / 2
                image = art.shadow(piece.colour, turn * round(piece.degrees / turn), high)
            else:  # Every step is a picture of its own.
                turn = step if piece.lift > 0.01 else 1
                near = 30 * round(piece.degrees / 30)
                turned = abs(piece.degrees - near) >= 1
                angle = turn * round(piece.degrees / turn) if turned else near
                image = art.at(piece.colour, angle)
            share = piece.size * unit * canvas.scale / pixels * (1 + (LIFTED - 1) * piece.lift)
            canvas.picture_as_is(_resized(image, round(share, 3)), piece.at, piece.alpha)


@lru_cache(maxsize=2)
def _other_size(sheet: pygame.Surface, share: float) -> pygame.Surface:
    """A sheet at another size, the same picture as long as it is the same sheet."""
    return pygame.transform.smoothscale_by(sheet, share)


@lru_cache(maxsize=12)
def _resized(image: pygame.Surface, share: float) -> pygame.Surface:
    """A picture at another size; what is in hand keeps its size, so the last few are kept."""
    return pygame.transform.smoothscale_by(image, share) if abs(share - 1) > 0.01 else image


def _centred(surface: Target, image: pygame.Surface, at: tuple[int, int]) -> None:
    surface.blit(image, (at[0] - image.get_width() // 2, at[1] - image.get_height() // 2))
