"""A structure of Walongs in a box of the table: pieces that lie, pieces on the move, and light.

Pictures of another size are made ready in slices of frames; until then a picture of everything is
shown larger or smaller. Poses and colour letters say what lies; places of the plane are complex
numbers, see `camera`.
"""

import cmath
import math
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any, Final, TypeAlias

import pygame

from game.rules.core.protocol import Seat
from game.rules.walong.geometry import Pose, centre, direction, read_place, side_middle
from game.scenes.play.camera import RIM, Camera, View, corners
from game.scenes.walong.art import FARTHEST, LIFTED, MARK_AT, WalongArt, rim_light, side_light
from game.ui import painter
from game.ui.canvas import Canvas
from game.ui.display_list import Enlarged
from game.ui.frame import Box, Point
from game.ui.sprites import MISSED, SPRITES, made_within
from game.ui.theme import USUAL, Color, Design
from game.ui.timeline import Motion, Tween, arc, ease_in_out, ease_out, linear

Laid: TypeAlias = "tuple[Pose, str]"
"""A piece that lies: where, and its colour's letter."""
Light: TypeAlias = "tuple[Pose, int | None, Color]"
"""Light along a side of a piece, or around it."""

MIDDLES: Final = tuple(MARK_AT * cmath.rect(1, k * math.pi / 6) for k in range(12))
"""By orientation: from the centre to the middle of the area, where the mark is. Two ways to lie at
a side often share their centre, their middles tell them apart."""
PAD: Final = FARTHEST + 0.30
"""What a piece with its shadow and light needs around its centre, in sides."""
ROUGH: Final = 256
"""Pixels that a picture is wide at most which is turned smoothly."""
MANY: Final = 4
"""Where more pieces move at once they are turned roughly."""
FLIGHT: Final = 0.44
"""Seconds in the air."""
RISE: Final = 45.0
"""How high a flight goes, in units; what glides does not rise."""


@dataclass(slots=True)
class Loose:
    """A piece on the move: a point of the table, the angle it is seen at, and how high it is.

    `lift` runs from 0 (on the cloth) to 1 (in the hand); `size` is its side's length, 1 for the
    pieces that lie on a `WalongTable`; `alpha` is its opacity, and `to` the angle it comes to.
    """

    colour: str
    at: Point
    degrees: float
    lift: float = 0.0
    size: float = 1.0
    alpha: float = 1.0
    to: float | None = None

    @property
    def moves(self) -> bool:
        """Whether it is in the air, or on its way."""
        return self.lift > 0.01 or self.to is not None


class WalongTable:
    """The picture of one structure in a box of the table."""

    def __init__(self, box: Box, scale: float, rim: float = RIM, design: Design = USUAL) -> None:
        self.camera = Camera(box, scale, rim)
        self.design = design
        self.box, self.scale = box, scale
        self.laid: tuple[Laid, ...] = ()
        self.hidden: frozenset[Pose] = frozenset()
        """What is not seen of them."""
        self._seen_by: Seat | None = None
        """Who acted when it was looked at last."""
        self._pixels: int | None = None
        self._view: View | None = None
        """The length of a side in the pictures that were shown last, and the view then."""

    # What lies there ---------------------------------------------------------------------------

    def show(self, pieces: Iterable[Laid]) -> None:
        """These pieces lie there now, and all of them are seen."""
        self.laid, self.hidden = tuple(pieces), frozenset()

    def hide(self, poses: Iterable[Pose]) -> None:
        """Leave these out of the picture, and only these, until `show` is called again."""
        self.hidden = frozenset(poses)

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
    def pixels(self) -> int:
        """The length of a side in the pictures that are shown now."""
        return self._pixels or self.camera.pixels

    @property
    def dull(self) -> bool:
        """Whether that is not the length in which the eye comes to rest."""
        return self.camera.lasting and self.pixels != self.camera.pixels

    def sharpen(self, seconds: float, draw: Callable[[], object]) -> None:
        """Go over to pictures of the size in which the eye rests if they can be made in so many
        seconds; `draw` draws all of them. Not in frames that bring another view: that is enough.
        """
        before, self._view = self._view, self.camera.view
        if before != self._view:
            return
        pixels, self._pixels = self._pixels, None
        if not made_within(seconds, draw):
            self._pixels = pixels

    # Painting what lies ------------------------------------------------------------------------

    def paint(self, canvas: Canvas, lights: Iterable[Light] = ()) -> None:
        """Draw the structure with its shadows and what shines on it; while the view comes nearer,
        or is dull, a picture of all that as large as it is seen.
        """
        pixels, camera = self.pixels, self.camera
        resized = abs(camera.unit * self.scale / pixels - 1) > 0.01
        resized &= camera.moving or pixels != camera.pixels
        paint = self._paint_enlarged if resized else self._paint_lying
        view = camera.view, camera.box, pixels
        with canvas.clipped(self.box):
            canvas.group(view, paint, self.laid, self.hidden, tuple(lights))
        self._pixels = pixels

    def _paint_lying(
        self, canvas: Canvas, laid: Sequence[Laid], hidden: Collection[Pose],
        lights: Iterable[Light],
    ) -> None:  # fmt: skip
        """All shadows, then all pieces, then light."""
        art = WalongArt(self.pixels, self.design)
        seen = [(pose, colour) for pose, colour in laid if pose not in hidden]
        for pose, colour in seen:
            self._blit(canvas, art.shadow(colour, 30 * pose.k), centre(pose))
        for pose, colour in seen:
            self._blit(canvas, art.at(colour, 30 * pose.k), centre(pose))
        for pose, side, color in lights:
            if side is None:
                self.paint_rim(canvas, pose, color, halo=0.25)
            else:
                self.paint_side(canvas, pose, side, color)

    def _paint_enlarged(self, canvas: Canvas, *lying: Any) -> None:
        """The part that is seen of a picture of everything, which fits into the box."""
        low, high = corners(self.places())
        room, rect = high - low + 2 * complex(PAD, PAD), canvas.rect(self.box)
        side = min(self.pixels, rect.w / room.real, rect.h / room.imag)
        view, key = View((low + high) / 2, side / self.scale), ("walongs", side, self.design, lying)
        picture = SPRITES.get(key, lambda: self._whole(canvas, view, room, *lying))
        share, middle = self.camera.unit * self.scale / side, self.camera.point(view.middle)
        at = complex(*canvas.at(middle)) - room * side * share / 2
        left, top, clip = round(at.real), round(at.imag), canvas.surface.get_clip()
        part = pygame.Rect([int(n / share) for n in clip.move(-left, -top)]).inflate(4, 4)
        x, y, w, h = part = part.clip(picture.get_rect())
        place = pygame.Rect([round(n * share) for n in part]).move(left, top)
        painter.put(canvas.surface, Enlarged, place, picture, (x, y, w, h))

    def _whole(self, canvas: Canvas, view: View, room: complex, *lying: Any) -> pygame.Surface:
        """A picture of everything in a part of the plane, in the pictures that are shown now."""
        box = Box(0, 0, room.real * view.unit, room.imag * view.unit)
        table = WalongTable(box, self.scale, design=self.design)
        table.camera.view, table._pixels = view, self.pixels
        picture = pygame.Surface(canvas.rect(box).size, pygame.SRCALPHA, 32)
        picture.fill((0, 0, 0, 1))  # what is blended with that comes out multiplied by its alpha
        table._paint_lying(canvas.on(picture), *lying)
        return picture

    # Painting on it ----------------------------------------------------------------------------

    def paint_ghost(self, canvas: Canvas, pose: Pose, colour: str, alpha: float = 1.0) -> None:
        """A piece as it would lie."""
        ghost = WalongArt(self.pixels, self.design).ghost(colour, pose.k)
        self._blit(canvas, ghost, centre(pose), alpha)

    def foreshadow(self, canvas: Canvas, pose: Pose, colour: str, alpha: float = 1.0) -> None:
        """The same once it is painted: no hand, and no hint, waits for it."""
        if MISSED.has(WalongArt.ghost, WalongArt(self.pixels, self.design), colour, pose.k):
            self.paint_ghost(canvas, pose, colour, alpha)

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
        self, canvas: Canvas, image: pygame.Surface, place: complex, alpha: float = 1.0
    ) -> None:
        """A picture of the size that is shown, in whole pixels from the plane's zero."""
        unit, (x, y) = self.camera.unit * self.scale, self.camera.point(0j)
        away, x, y = place * unit, round(x * self.scale), round(y * self.scale)
        at = (x + round(away.real)) / self.scale, (y - round(away.imag)) / self.scale
        canvas.picture_as_is(_turned(image, 0.0, round(unit / self.pixels, 3)), at, alpha)

    # Pieces on the move ------------------------------------------------------------------------

    def loose(self, pose: Pose, colour: str) -> Loose:
        """A piece that lies, ready to be moved."""
        return Loose(colour, self.centre(pose), 30.0 * pose.k)

    def paint_loose(self, canvas: Canvas, piece: Loose) -> None:
        """A piece in the air, or in somebody's hand, with its shadow."""
        paint_loose(canvas, [piece], self.pixels, self.camera.unit)


def paint_loose(
    canvas: Canvas, pieces: Iterable[Loose], pixels: int, unit: float = 1.0, among: int = 0
) -> None:
    """Pieces with their shadows, from pictures whose sides are `pixels` long; `unit` is a side of
    size 1 in table units. What moves is turned from an orientation that has been painted, while
    the one it comes to is painted a step a frame. If they are many, or `among` so many pieces that
    move, they are turned roughly, their shadows not, and nothing is painted meanwhile.
    """
    ready, art = list(pieces), WalongArt(pixels, canvas.design)
    moving = [piece for piece in ready if piece.moves]
    rough = max(among, len(moving)) > MANY
    if not rough:
        made_within(0.0, partial(expect, art, moving))
    for shade in (True, False):
        for piece in ready:
            turn, lift = 0.0, piece.lift if shade else None
            if piece.moves:
                image, angle = art.nearest(piece.colour, piece.degrees, lift)
                turn = 0.0 if rough and shade else round(turned(0.0, piece.degrees - angle), 1)
            elif shade:
                image = art.shadow(piece.colour, piece.degrees, piece.lift)
            else:
                image = art.at(piece.colour, piece.degrees)
            share = piece.size * unit * canvas.scale / pixels * (1 + (LIFTED - 1) * piece.lift)
            image = _turned(image, turn, round(share, 3), rough or shade)
            canvas.picture_as_is(image, piece.at, piece.alpha)


def expect(art: WalongArt, moving: Iterable[Loose]) -> None:
    """Paint what pieces will need where they come to."""
    for piece in moving:
        k = round((piece.degrees if piece.to is None else piece.to) / 30)
        art.shadow(piece.colour, 30 * k, piece.lift)
        art.at(piece.colour, 30 * k)
        art.shadow(piece.colour, 30 * k)


@lru_cache(maxsize=32)
def _turned(
    image: pygame.Surface, degrees: float, share: float, rough: bool = False
) -> pygame.Surface:
    """A picture at another angle, and size; what lies and what is in hand keep theirs, so they are
    kept. Edges are smooth but for what is large, or one of many that move, or soft as a shadow.
    """
    rough = rough or image.get_width() > ROUGH
    if abs(degrees) >= 0.5 and not rough:
        return pygame.transform.rotozoom(image, degrees, share)
    if abs(share - 1) > 0.01:
        image = pygame.transform.smoothscale_by(image, share)
    return pygame.transform.rotate(image, degrees) if abs(degrees) >= 0.5 else image


# On their way ------------------------------------------------------------------------------------


def turned(now: float, goal: float) -> float:
    """The angle equal to `goal` that is the shorter way from `now`."""
    return now + (goal - now + 180) % 360 - 180


def flown(start: Loose, goal: Loose, share: float, rise: float = RISE) -> Loose:
    """Where a piece is that has come so far on its way."""
    t = (ease_in_out if rise else ease_out)(max(0.0, min(1.0, share)))
    high = start.lift + (goal.lift - start.lift) * t
    return replace(
        goal,
        at=arc(start.at, goal.at, t, rise),
        to=goal.degrees,
        degrees=start.degrees + (turned(start.degrees, goal.degrees) - start.degrees) * t,
        size=start.size + (goal.size - start.size) * t,
        lift=high + 0.9 * math.sin(math.pi * t) * (1 - high) * (rise > 0),
    )


def flight(
    piece: Loose, goal: Loose, seconds: float, rise: float = RISE,
    after: Callable[[], object] = lambda: None,
) -> Motion:  # fmt: skip
    """A motion that changes a piece on its way, from where it is when it begins."""
    begun: list[Loose] = []

    def show(share: float) -> None:
        if not begun:
            begun.append(replace(piece))
        now = flown(begun[0], goal, share, rise)
        piece.at, piece.degrees, piece.size, piece.lift = now.at, now.degrees, now.size, now.lift
        piece.to = now.to if share < 1 else None
        if share >= 1:
            after()

    return Tween(seconds, show, linear)
