"""A structure of Walongs in a box of the table: pieces that lie, pieces on the move, and light.

What lies is painted once onto one clear sheet, and again only when it changes. Pictures of another
size are made ready in slices of frames; until then the old ones are shown larger or smaller. Poses
and colour letters say what lies; places of the plane are complex numbers, see `camera`.
"""

import cmath
import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import product
from typing import Final, TypeAlias

import pygame

from game.rules.core.protocol import Seat
from game.rules.walong.geometry import Pose, centre, direction, read_place, side_middle
from game.scenes.play.camera import RIM, Camera, corners
from game.scenes.walong.art import FARTHEST, LIFTED, MARK_AT, WalongArt, rim_light, side_light
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.sprites import SPRITES, made_within, swiftly
from game.ui.theme import USUAL, Color, Design

Laid: TypeAlias = "tuple[Pose, str]"
"""A piece that lies: where, and its colour's letter."""
Side: TypeAlias = "tuple[Pose, int]"

MIDDLES: Final = tuple(MARK_AT * cmath.rect(1, k * math.pi / 6) for k in range(12))
"""By orientation: from the centre to the middle of the area, where the mark is. Two ways to lie at
a side often share their centre, their middles tell them apart."""
PAD: Final = FARTHEST + 0.30
"""What a piece with its shadow and glow needs around its centre, in sides."""
TURN_STEP: Final = 4
"""Degrees between two pictures of a piece that turns in the air."""


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
    """What lies, on a clear surface: sides of `pixels`, the plane's zero at `zero`. `shown` is all
    that it was painted from.
    """

    shown: object
    pixels: int
    surface: pygame.Surface
    zero: tuple[int, int]
    parts: list[pygame.Surface]
    """The pictures on it, which are kept for the next sheet while this one is shown."""


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
        self._seen_by: Seat | None = None
        """Who acted when it was looked at last."""
        self._sheet: Sheet | None = None

    # What lies there ---------------------------------------------------------------------------

    def show(self, pieces: Iterable[Laid]) -> None:
        """These pieces lie there now, and all of them are seen."""
        self.laid, self._hidden = tuple(pieces), frozenset()

    def hides(self, pose: Pose) -> bool:
        """Whether a piece is left out of the picture."""
        return pose in self._hidden

    def hide(self, poses: Iterable[Pose]) -> None:
        """Leave these out of the picture, and only these, until `show` is called again."""
        self._hidden = frozenset(poses)

    def places(self) -> list[complex]:
        """The centres of what lies, for the camera."""
        return [centre(pose) for pose, _ in self.laid]

    def look(self, places: list[complex], actor: Seat | None, first: bool, reduced: bool) -> None:
        """Look at these; a view that somebody moved is theirs who act until the next turn."""
        camera = self.camera
        if actor != self._seen_by:
            camera.held, self._seen_by = False, actor
        if first:
            camera.fit(places)
        camera.follow(places)
        if first or reduced:
            camera.jump()

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

    @property
    def mark_radius(self) -> float:
        return max(20.0, min(34.0, 0.3 * self.camera.unit))

    # Time --------------------------------------------------------------------------------------

    @property
    def moving(self) -> bool:
        """Whether the picture is about to change by itself."""
        return self.camera.moving or self.dull

    @property
    def pixels(self) -> int:
        """The length of a side in the pictures that are shown now."""
        return self._sheet.pixels if self._sheet else self.camera.pixels

    @property
    def dull(self) -> bool:
        """Whether that is not the length in which the eye comes to rest."""
        return self.camera.lasting and self.pixels != self.camera.pixels

    def update(self, seconds: float) -> None:
        """Let time pass."""
        self.camera.update(seconds)

    def sharpen(self, seconds: float, draw: Callable[[], object]) -> None:
        """Go over to pictures of the size in which the eye rests if they can be made in so many
        seconds; `draw` draws all of them. Not while it moves: that is enough for a frame.
        """
        if self.camera.moving and seconds < math.inf:
            return
        before, self._sheet = self._sheet, None
        if not made_within(seconds, draw):
            self._sheet = before

    def wishes(self) -> Iterator[Callable[[], object]]:
        """Paint the shadows of what a hand will carry over the cloth, and what lies for the next
        smaller size, as long as there is room for it.
        """
        pixels = self.camera.pixels
        smaller = [round(n) for n in self.camera.notches if n < pixels][-1:]
        for colour, k in product({colour for _, colour in self.laid[:1]}, range(12)):
            yield partial(WalongArt(pixels, self.design).shadow, colour, 30 * k, 1.0)
        looks = {(colour, pose.k) for pose, colour in self.laid}
        for size, (colour, k) in product(smaller, sorted(looks)):
            if SPRITES.full:  # never at the expense of those there
                return
            yield partial(WalongArt(size, self.design).piece, colour, k)
            yield partial(WalongArt(size, self.design).shadow, colour, 30 * k)

    @property
    def _shown(self) -> object:
        return self.laid, self._hidden

    # Painting what lies ------------------------------------------------------------------------

    def paint(self, canvas: Canvas) -> None:
        """Draw the structure with its shadows."""
        if self._sheet is None or self._sheet.shown != self._shown:
            self._sheet = self._painted(self.pixels)
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

    def _painted(self, pixels: int) -> Sheet:
        """The sheet anew: all shadows, then all pieces."""
        art, seen = WalongArt(pixels, self.design), [
            (centre(pose) * pixels, colour, pose.k)
            for pose, colour in self.laid if pose not in self._hidden
        ]  # fmt: skip
        images = [(at, art.shadow(colour, 30 * k)) for at, colour, k in seen]
        images += [(at, art.piece(colour, k)) for at, colour, k in seen]
        low, high = corners(self.places())
        left, right = math.floor((low.real - PAD) * pixels), math.ceil((high.real + PAD) * pixels)
        top, bottom = math.floor((-high.imag - PAD) * pixels), math.ceil((PAD - low.imag) * pixels)
        surface = pygame.Surface((right - left, bottom - top), pygame.SRCALPHA, 32)
        for at, image in images:
            middle = round(at.real) - left, -round(at.imag) - top
            surface.blit(image, image.get_rect(center=middle))
        parts = [image for _, image in images]
        return Sheet(self._shown, pixels, surface, (-left, -top), parts)

    # Painting on it ----------------------------------------------------------------------------

    def paint_ghost(self, canvas: Canvas, pose: Pose, colour: str, alpha: float = 1.0) -> None:
        """A piece as it would lie."""
        ghost = WalongArt(self.pixels, self.design).ghost(colour, pose.k)
        self._blit(canvas, ghost, centre(pose), alpha)

    def paint_rim(
        self, canvas: Canvas, pose: Pose, color: Color, strength: float = 1.0, halo: float = 0.75
    ) -> None:
        """Light around a piece, over its neighbours."""
        light = rim_light(self.pixels, pose.k, color, halo)
        self._blit(canvas, light, centre(pose), strength)

    def paint_side(
        self, canvas: Canvas, pose: Pose, side: int, color: Color, strength: float = 1.0
    ) -> None:
        """Light along a side."""
        image = side_light(self.pixels, direction(pose, side), color)
        self._blit(canvas, image, side_middle(pose, side), strength)

    def paint_sides(self, canvas: Canvas, places: Iterable[str], color: Color) -> None:
        """The same along all sides that are named as the rules name places."""
        for place in filter(None, map(read_place, places)):
            if place[1] is not None:
                self.paint_side(canvas, place[0], place[1], color)

    def _blit(
        self, canvas: Canvas, image: pygame.Surface, place: complex, alpha: float
    ) -> None:
        away = place * self.camera.unit * self.scale
        x, y = self._zero()
        at = (x + round(away.real)) / self.scale, (y - round(away.imag)) / self.scale
        image = _resized(image, round(self._share(self.pixels), 3))
        canvas.picture_as_is(image, at, alpha)

    # Pieces on the move ------------------------------------------------------------------------

    def loose(self, pose: Pose, colour: str) -> Loose:
        """A piece that lies, ready to be moved."""
        return Loose(colour, self.centre(pose), 30.0 * pose.k)

    def paint_loose(self, canvas: Canvas, piece: Loose) -> None:
        """A piece in the air, or in somebody's hand, with its shadow."""
        paint_loose(canvas, [piece], self.pixels, self.camera.unit, TURN_STEP)


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
    wide, high = sheet.get_size()
    return swiftly(sheet, (round(wide * share), round(high * share)))


@lru_cache(maxsize=12)
def _resized(image: pygame.Surface, share: float) -> pygame.Surface:
    """A picture at another size; what is in hand keeps its size, so the last few are kept."""
    return pygame.transform.smoothscale_by(image, share) if abs(share - 1) > 0.01 else image
