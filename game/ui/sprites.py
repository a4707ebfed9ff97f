"""Pictures ready to be blitted: loaded art, sprites turned and scaled once, soft shadows, glows.

What a frame needs is looked up in a `SpriteCache`: whatever is missing is made on the spot, and
the least recently used pictures go when it holds more bytes than it may. Angles are in
degrees counter-clockwise, sizes in pixels; the lamp stands at the top left.

A file that is missing or cannot be used is logged once; a plain surface takes its place.
"""

import inspect
import logging
import math
import sys
import time
from collections import OrderedDict
from collections.abc import Callable, Generator, Hashable, Iterable
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial, update_wrapper
from itertools import product
from pathlib import Path
from typing import Any, ClassVar, Final, ParamSpec, TypeAlias
from weakref import WeakKeyDictionary

import pygame

from game.shipped import ASSETS
from game.ui.display_list import Target
from game.ui.theme import WALNUT_LIGHT, Color

P = ParamSpec("P")
Size: TypeAlias = "tuple[int, int]"
Making: TypeAlias = Generator[None, None, pygame.Surface]
"""Paints a picture that takes long, and yields wherever it may be left for the next frame."""

ART: Final = ASSETS / "art"
TONES: Final[dict[str, Color]] = {
    "bamboo": (198, 158, 90),
    "felt": (33, 77, 60),
    "garden_cloth": (39, 53, 78),
    "ivory": (239, 229, 209),
    "koi_red": (198, 53, 31),
    "koi_red_plain": (168, 15, 24),
    "koi_yellow": (231, 174, 46),
    "koi_yellow_plain": (255, 210, 31),
    "leather": (66, 41, 27),
    "linen": (231, 218, 198),
    "paper": (238, 227, 206),
    "pond": (51, 108, 106),
    "satin": (243, 243, 243),
    "stone": (112, 112, 104),
    "velvet": (84, 38, 29),
    "walnut": (57, 38, 27),
    "wood_dark": (58, 39, 28),
    "wood_light": (171, 131, 83),
}
"""The middle colour of a texture: what is seen of one whose file is of no use."""
QUIET: Final[dict[str, Color]] = {
    "felt": (24, 60, 47, 200),
    "garden_cloth": (34, 44, 64, 200),
    "linen": (236, 227, 210, 190),
    "pond": (13, 46, 54, 205),
}
"""What covers a texture, and how much of it, where it is to be a quiet ground."""
PLAIN: Final = 256
"""Pixels that a plain surface instead of a file is wide and high."""
OVER: Final = 4
"""How many times larger than life a sprite's source is drawn."""
CLEAR: Final = pygame.Surface((1, 1), pygame.SRCALPHA, 32)
OPAQUE: Final = pygame.Surface((1, 1), 0, 32)
"""How the pixels of all pictures are kept, with an alpha and without one."""
AROUND: Final = 16
"""In so many directions a shape is widened to its outline."""
UNUSED: Final = 2
"""References to a picture that the loop has which looks whether there are others."""
BEGUN: Final = 8
"""So many pictures at most are left in their middle."""
AWAITED: Final = 0.008
"""Seconds of a frame for pictures that are waited for, or painted ahead while nobody waits."""

NEVER: Final = -1.0
"""For `made_within`: nothing is made, and what it gives is whether everything is there."""

_log = logging.getLogger(__name__)


class NotYet(Exception):
    """A picture is missing, and the time in which pictures may be made is over."""


class SpriteCache:
    """Surfaces by key, made when first asked for.

    It holds at most its share of `house` bytes, meant for a window of 1920 by 1080 pixels, times
    its `growth`. What was not asked for longest goes first, but for what is in use,
    as on the window: to forget that would free nothing, and it may be asked for again at once.
    """

    growth = 1.0
    house = 72 * 2**20
    _clock = 0
    """How many pictures were made so far."""
    _until: ClassVar[tuple[int, float]] = 0, math.inf
    """How many pictures have to be made, and until when others may be: see `made_within`."""
    unfinished: ClassVar[dict[Hashable, Making]] = {}
    """The pictures that were left in their middle, the latest ones: a scene has several that paint
    in one frame, and each of them goes on with its own.
    """

    def __init__(self, share: float = 1.0, quick: bool = False) -> None:
        self.share, self.quick, self.held = share, quick, 0
        """Of the house; whether all is made at once, also when the time is over; and bytes."""
        self._kept: OrderedDict[Hashable, pygame.Surface] = OrderedDict()
        """The first one is the one that rested longest."""

    @property
    def limit(self) -> int:
        """Bytes that it may hold now."""
        return round(self.share * self.house * self.growth)

    def get(self, key: Hashable, make: Callable[[], pygame.Surface | Making]) -> pygame.Surface:
        """The surface under this key; `make` paints it when it is not there.

        What takes long is painted in steps: once the time is over it is left after one, and goes on
        from there when it is asked for again. A step makes all pictures that it needs at once.
        """
        known = self._kept.get(key)
        if known is not None:
            self._kept.move_to_end(key)
            return known
        least, until = SpriteCache._until
        if not self.quick and SpriteCache._clock >= least and time.perf_counter() >= until:
            raise NotYet
        found = self._made((self, key), make)
        SpriteCache._clock += not self.quick
        self.held += weight_of(found)
        self._kept[key] = found
        for _ in range(len(self._kept) if self.held > self.limit else 0):
            oldest, gone = self._kept.popitem(last=False)
            if (self.quick or gone is not found) and sys.getrefcount(gone) > UNUSED:
                self._kept[oldest] = gone
                continue
            self.held -= weight_of(gone)
            if self.held <= self.limit:
                break
        return found

    def keeping(self, paint: Callable[P, pygame.Surface | Making]) -> Callable[P, pygame.Surface]:
        """The same function, but what it painted for the same arguments is looked up."""

        def looked_up(*args: P.args, **named: P.kwargs) -> pygame.Surface:
            key = (paint, args, *named.items())
            return self.get(key, lambda: paint(*args, **named))

        return update_wrapper(looked_up, paint)

    def has(self, paint: Callable[..., object], *args: Hashable) -> bool:
        """Whether it holds what such a function painted for these arguments."""
        return (inspect.unwrap(paint), args) in self._kept

    @staticmethod
    def _made(which: Hashable, make: Callable[[], pygame.Surface | Making]) -> pygame.Surface:
        steps = SpriteCache.unfinished.pop(which, None) or make()
        if isinstance(steps, pygame.Surface):
            return steps
        least, until = before = SpriteCache._until
        SpriteCache._until = least, math.inf
        try:
            while True:
                next(steps)
                if time.perf_counter() >= until:
                    SpriteCache.unfinished[which] = steps
                    if len(SpriteCache.unfinished) > BEGUN:
                        SpriteCache.unfinished.pop(next(iter(SpriteCache.unfinished)))
                    raise NotYet
        except StopIteration as done:
            image: pygame.Surface = done.value
            return image
        finally:
            SpriteCache._until = before


def made_within(seconds: float, draw: Callable[[], object]) -> bool:
    """Draw, but make missing pictures for so long only; False if some are missing still.

    One at least, or a step of it, is made each time, so drawing again and again ends with
    everything there.
    `draw` is left in its middle, so it changes nothing but caches. In `NEVER` nothing is made.
    """
    before = SpriteCache._until
    SpriteCache._until = SpriteCache._clock + (seconds >= 0), time.perf_counter() + seconds
    try:
        draw()
    except NotYet:
        return False
    finally:
        SpriteCache._until = before
    return True


@dataclass
class Missed:
    """Pictures that frames did without; those to come paint them, the earliest first."""

    painted: int = 0
    """How many of them have been painted."""
    wanted: dict[Any, None] = field(default_factory=dict)

    def has(self, paint: Callable[..., object], *args: Hashable) -> bool:
        """Whether a picture is there; else it is painted in its turn, if it can have one soon."""
        there = made_within(NEVER, partial(paint, *args))
        if not there and len(self.wanted) < BEGUN:
            self.wanted.setdefault((paint, args))
        return there

    def paint(self) -> None:
        """Paint them all, or go on with that; call it for a step, or for so long."""
        while self.wanted:
            paint, args = each = next(iter(self.wanted))
            paint(*args)
            del self.wanted[each]
            self.painted += 1


MISSED: Final = Missed()


class WishList:
    """Paints pictures ahead of time, some in each frame that is not busy."""

    def __init__(self, wishes: Iterable[Callable[[], object]] = ()) -> None:
        self._wishes = iter(wishes)
        self._next: Callable[[], object] | None = lambda: None

    def paint(self) -> bool:
        """Paint for a while; True once all are there. What was not shown for longest has to go for
        them, where room is short.
        """
        return made_within(AWAITED, self._go_on)

    def _go_on(self) -> None:
        while self._next is not None:
            self._next()  # left here once a picture was made and another one is missing
            self._next = next(self._wishes, None)
            if time.perf_counter() >= SpriteCache._until[1]:
                raise NotYet


def grow(pixels: Size) -> None:
    """Let the cache hold what a window of this size needs: its pictures are that much larger,
    and painting them anew in every frame would be far slower than keeping them. Files are as large
    in all windows.
    """
    SPRITES.growth = min(4.0, max(1.0, pixels[0] * pixels[1] / (1920 * 1080)))


def weight_of(surface: pygame.Surface) -> int:
    """A surface's pixels in bytes."""
    return surface.get_pitch() * surface.get_height()


SPRITES: Final = SpriteCache(0.7)
"""The house's pictures."""
SOURCES: Final = SpriteCache(0.3)
"""Files of assets/art as they were loaded: large, and what was made of them is needed longer."""
PASSING: Final = SpriteCache(0.02, quick=True)
"""What only a moment shows, as tiles in the sizes that a zoom passes through: hardly more is kept
than is in use, so that it takes the room of nothing that was painted ahead.
"""


class Art:
    """Paints what is made alike: equal ones share their pictures."""

    def __init__(self, *made: Hashable) -> None:
        self._made = made

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other._made == self._made

    def __hash__(self) -> int:
        return hash(self._made)


# Loading -----------------------------------------------------------------------------------------


@SOURCES.keeping
def image(name: str) -> pygame.Surface:
    """One file of assets/art as a 32-bit surface, or a plain one instead.

    Needs no display; do not draw on what is returned, it is shared.
    """
    try:
        loaded = pygame.image.load(ART / name)
    except (OSError, pygame.error) as error:
        return plain(ART / name, str(error))
    return loaded.convert(CLEAR if loaded.get_masks()[3] else OPAQUE)


@cache
def plain(path: Path, problem: str) -> pygame.Surface:
    """What stands for a file, in its colour: a texture, or a disc for a drawing; else nothing, nor
    for those of Pai Sho, which lie on what can be seen.
    """
    _log.warning("%s: %s", path, problem)
    drawn = path.suffix == ".svg" and path.parent.name != "pai_sho"
    tone = TONES["stone"] if drawn else TONES.get(path.stem.rstrip("_0123456789"))
    if path.suffix == ".jpg":
        surface = pygame.Surface((PLAIN, PLAIN), 0, 32)
        surface.fill(tone or WALNUT_LIGHT)
        return surface
    surface = pygame.Surface((PLAIN, PLAIN), pygame.SRCALPHA, 32)
    if tone:
        pygame.draw.circle(surface, tone, (PLAIN / 2, PLAIN / 2), PLAIN * 0.42)
    return surface


def cover(name: str, size: Size) -> pygame.Surface:
    """A texture scaled until it covers `size`, its overhang cut off evenly on both sides.

    It is not kept: what is made of it is.
    """
    texture = image(name)
    have = texture.get_rect()
    share = min(have.width / size[0], have.height / size[1])
    part = pygame.Rect(0, 0, max(1, int(size[0] * share)), max(1, int(size[1] * share)))
    part.center = have.center
    return pygame.transform.smoothscale(texture.subsurface(part.clip(have)), size)


def calmed(name: str, size: Size) -> pygame.Surface:
    """The same, but little more than its colour. It is not kept either."""
    texture, veil = cover(name, size), pygame.Surface(size, pygame.SRCALPHA, 32)
    veil.fill(QUIET[name.removesuffix(".jpg")])
    texture.blit(veil, (0, 0))
    return texture


@SPRITES.keeping
def sheet(name: str, size: Size, radius: int) -> pygame.Surface:
    """A texture of this size with smooth round corners."""
    return rounded(cover(name, size), radius)


@SPRITES.keeping
def scaled(name: str, size: Size) -> pygame.Surface:
    """A picture of assets/art at exactly this size."""
    return pygame.transform.smoothscale(image(name), size)


# Pictures turned and halved ----------------------------------------------------------------------


_turns: Final = WeakKeyDictionary[pygame.Surface, dict[int, pygame.Surface]]()


def quartered(image: pygame.Surface, turn: int) -> pygame.Surface:
    """A picture turned by so many quarters counter-clockwise; kept as long as the picture is."""
    if not turn % 4:
        return image
    turns = _turns.setdefault(image, {})
    if turn not in turns:
        turns[turn] = pygame.transform.rotate(image, 90 * turn)
    return turns[turn]


def halved(surface: pygame.Surface) -> pygame.Surface:
    """Half as large, every pixel the mean of four; odd rims are padded, not squeezed."""
    width, height = (n + n % 2 for n in surface.get_size())
    if (width, height) != surface.get_size():
        even = pygame.Surface((width, height), pygame.SRCALPHA, 32)
        even.blit(surface, (0, 0))
        surface = even
    return pygame.transform.smoothscale(surface, (width // 2, height // 2))


# Shadows and glows -------------------------------------------------------------------------------


def silhouette(surface: pygame.Surface, color: Color, room: int = 0) -> pygame.Surface:
    """Where the picture is, in one colour, with `room` pixels of emptiness around it."""
    width, height = surface.get_size()
    shape = pygame.Surface((width + 2 * room, height + 2 * room), pygame.SRCALPHA, 32)
    shape.blit(surface, (room, room), special_flags=pygame.BLEND_RGBA_MAX)
    return recolored(shape, color)


def recolored(surface: pygame.Surface, color: Color) -> pygame.Surface:
    """The same surface, every pixel in `color`, its transparency as it was."""
    surface.fill((*color[:3], 0), special_flags=pygame.BLEND_RGB_MAX)
    surface.fill((*color[:3], 255), special_flags=pygame.BLEND_RGB_MIN)
    return surface


def faded(surface: pygame.Surface, opacity: float) -> pygame.Surface:
    """The same surface, its opacity multiplied by 0…1."""
    share = max(0, min(255, round(255 * opacity)))
    surface.fill((255, 255, 255, share), special_flags=pygame.BLEND_RGBA_MULT)
    return surface


def softened(surface: pygame.Surface, radius: float, color: Color) -> pygame.Surface:
    """A surface of this colour blurred by `radius` pixels; worked out small, for it is soft."""
    step = max(1, math.ceil(radius / 2.5))
    width, height = surface.get_size()
    small = (max(1, math.ceil(width / step)), max(1, math.ceil(height / step)))
    tiny = pygame.transform.smoothscale(surface, small)
    tiny = pygame.transform.gaussian_blur(tiny, max(1, round(radius / step)))
    return recolored(pygame.transform.smoothscale(tiny, (width, height)), color)


def shadow(
    surface: pygame.Surface, reach: float, opacity: float = 0.45, tint: Color = (10, 5, 3)
) -> pygame.Surface:
    """The picture's soft shadow, blurred by `reach` pixels, `2 * reach` wider on every side.

    Blit it centred under the picture, moved away from the lamp: the higher the picture is
    lifted, the farther, the softer and the fainter.
    """
    return faded(softened(silhouette(surface, tint, room_of(reach)), reach, tint), opacity)


def glow(
    surface: pygame.Surface, reach: float, color: Color, opacity: float = 0.8
) -> pygame.Surface:
    """Light around the picture's shape, `2 * reach` wider on every side; blit it centred."""
    shape = silhouette(surface, color, room_of(reach))
    wide = softened(shape, reach, color)
    wide.blit(softened(shape, reach / 2, color), (0, 0), special_flags=pygame.BLEND_RGBA_MAX)
    return faded(recolored(wide, color), opacity)


def room_of(reach: float) -> int:
    """How many pixels a shadow or glow of this reach adds on every side."""
    return math.ceil(2 * reach)


def outlined(surface: pygame.Surface, width: float, color: Color) -> pygame.Surface:
    """The picture with a hard line around its shape, as much wider on every side."""
    room = math.ceil(width)
    line = silhouette(surface, color)
    image = pygame.Surface([n + 2 * room for n in surface.get_size()], pygame.SRCALPHA, 32)
    for step in range(AROUND):
        turn = math.tau * step / AROUND
        at = round(room + width * math.cos(turn)), round(room + width * math.sin(turn))
        image.blit(line, at, special_flags=pygame.BLEND_RGBA_MAX)
    image.blit(surface, (room, room))
    return image


# Smooth shapes -----------------------------------------------------------------------------------


@SPRITES.keeping
def disc(radius: int, color: Color, width: int = 0) -> pygame.Surface:
    """A smooth circle of a radius in pixels, filled or as a ring of some width."""
    side = radius + 1
    quarter = _quarter(radius, side, color[:3], width)
    image = pygame.Surface((2 * side, 2 * side), pygame.SRCALPHA)
    for x, y in product((0, side), (0, side)):
        part = pygame.transform.flip(quarter, x > 0, y > 0)
        image.blit(part, (x, y), special_flags=pygame.BLEND_RGBA_MAX)
    if len(color) == 4:
        image.set_alpha(color[3])
    return image


@SPRITES.keeping
def plate(size: Size, radius: int, color: Color = (255, 255, 255)) -> pygame.Surface:
    """A filled rectangle with smooth round corners."""
    image = pygame.Surface(size, pygame.SRCALPHA)
    image.fill(color)
    return _rounded_off(image, radius)


@lru_cache(maxsize=16)
def _quarter(radius: int, side: int, color: Color, width: int = 0) -> pygame.Surface:
    """The top left quarter of a disc or a ring, `side` pixels wide."""
    big, corner = pygame.Surface((side * OVER, side * OVER), pygame.SRCALPHA), (side * OVER,) * 2
    big.fill((*color, 0))
    pygame.draw.circle(big, color, corner, radius * OVER, width * OVER)
    return pygame.transform.smoothscale(big, (side, side))


@SPRITES.keeping
def rim(size: Size, radius: int, color: Color, width: int) -> pygame.Surface:
    """The edge of a rectangle with smooth round corners."""
    image = plate(size, radius, color).copy()
    inner = (size[0] - 2 * width, size[1] - 2 * width)
    if inner[0] > 0 and inner[1] > 0:
        hole = plate(inner, max(0, radius - width), (255, 255, 255))
        image.blit(hole, (width, width), special_flags=pygame.BLEND_RGBA_SUB)
        recolored(image, color)
    return image


def rounded(surface: pygame.Surface, radius: float) -> pygame.Surface:
    """A copy with smooth round corners."""
    cut = pygame.Surface(surface.get_size(), pygame.SRCALPHA, 32)
    cut.blit(surface, (0, 0))
    return _rounded_off(cut, round(radius))


def _rounded_off(surface: pygame.Surface, radius: int) -> pygame.Surface:
    """The same surface with smooth round corners."""
    wide, high = surface.get_size()
    corner = min(radius, wide // 2, high // 2)
    for x, y in product((0, wide - corner), (0, high - corner)) if corner > 0 else ():
        part = pygame.transform.flip(_quarter(corner, corner, (255, 255, 255)), x > 0, y > 0)
        surface.blit(part, (x, y), special_flags=pygame.BLEND_RGBA_MULT)
    return surface


# A playing surface let into the table ------------------------------------------------------------


@SPRITES.keeping
def inset(name: str, size: Size, radius: float, depth: float = 7.0, quiet: bool = False) -> Making:
    """A texture as a cloth let into the table by `depth` pixels, its corners round; of a `quiet`
    one little more than its colour is seen.

    The recess's edge shades it at the top left; the opposite edge catches the light.
    """
    image(name)
    yield
    cloth = rounded(calmed(name, size) if quiet else cover(name, size), radius)
    for shift, reach, color, opacity in (
        (depth * 0.9, depth * 1.6, (14, 7, 3), 0.55),
        (depth * 0.3, depth * 0.5, (14, 7, 3), 0.50),
        (-depth * 0.2, depth * 0.25, (255, 226, 172), 0.30),
    ):
        edge = math.ceil(radius + abs(shift)) + 2 * room_of(reach) + 2
        small = min(size[0], 2 * edge + 1), min(size[1], 2 * edge + 1)
        rim = _inner_rim(plate(small, round(radius)), shift, reach, color, opacity)
        framed(cloth, cloth.get_rect(), rim, hollow=False)
    return cloth


def framed(target: Target, rect: pygame.Rect, patch: pygame.Surface, hollow: bool = True) -> None:
    """Draw a patch as large as a rectangle: its corners as they are, its middle row and column
    drawn out. A hollow one leaves out what is inside.
    """
    middle = patch.get_width() // 2, patch.get_height() // 2
    inside = not hollow and patch.get_at(middle).a > 0
    columns, rows = map(_thirds, rect.topleft, rect.size, patch.get_size())
    for (left, wide, x, new_w), (top, high, y, new_h) in product(columns, rows):
        if inside or (left, top) != middle:
            piece = _drawn_out(patch, (left, top, wide, high), (new_w, new_h))
            target.blit(piece, (x, y))


def _thirds(start: int, long: int, patch: int) -> tuple[tuple[int, int, int, int], ...]:
    """Both ends of a patch and its middle: where and how long, in the patch and where drawn."""
    half, far = patch // 2, patch - patch // 2 - 1
    middle = half, 1, start + half, max(0, long - half - far)
    return (0, half, start, half), middle, (half + 1, far, start + long - far, far)


@PASSING.keeping
def _drawn_out(patch: pygame.Surface, part: tuple[int, ...], size: Size) -> pygame.Surface:
    return pygame.transform.scale(patch.subsurface(part), size)


def _inner_rim(
    plate: pygame.Surface, shift: float, reach: float, color: Color, opacity: float
) -> pygame.Surface:
    """The part of a plate that the same plate, moved and blurred, does not cover."""
    size, room = plate.get_size(), room_of(reach)
    shape = silhouette(plate, color, room)
    soft = softened(shape, reach, color)
    rim = pygame.Surface(size, pygame.SRCALPHA, 32)
    rim.blit(plate, (0, 0))
    at = round(shift) - room
    hole = pygame.Surface(size, pygame.SRCALPHA, 32)
    hole.blit(soft, (at, at), special_flags=pygame.BLEND_RGBA_MAX)
    rim.blit(hole, (0, 0), special_flags=pygame.BLEND_RGBA_SUB)
    return faded(recolored(rim, color), opacity)
