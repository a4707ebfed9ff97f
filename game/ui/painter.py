"""Paints display lists in software, and of each one only what differs from the one before.

The operations that two frames do not share, in the same order, damage the boxes in which they
paint. Each damaged rectangle is painted anew, clipped, from the topmost opaque operation that
covers it; everything else stays. So a frame costs what changes.
"""

import math
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cache
from operator import itemgetter
from typing import Final

import pygame
from pygame import transform

from game.ui import sprites
from game.ui.display_list import (
    NOWHERE,
    Area,
    Blit,
    Boxed,
    DisplayList,
    Enlarged,
    Group,
    Laid,
    Op,
    Outline,
    P,
    Plate,
    Porthole,
    RectLike,
    Shape,
    Single,
    Target,
    cover,
    moved,
    within,
)  # fmt: skip
from game.ui.theme import Color

_TILE: Final = 256
_MANY, _SOME = 120, 40
"""Damaged rectangles from which on they are taken as one, in a frame and in a group."""
_LARGE, _BAND = 2_000_000, 64
"""Pixels of a picture that no frame has the time to enlarge smoothly, being fine enough anyway; and
rows of it that are enlarged at a time: memory for all of it would be new, and take longer still.
"""
_FEW, _CLOSE, _MORE = 3_000, 0.4, 50_000
"""Rectangles become one if that has so few pixels more than they have together that to paint these
takes no longer than to begin anew; or up to so large a share of theirs more, but not too many.
"""
ROUGH: Final = 1.03
"""The edge of a porthole is within so many times the radius of its hole."""


class Painter:
    """Keeps a surface as the last display list says, or as a part of it that moves."""

    def __init__(self) -> None:
        self.share = 0.0
        """Which part of the surface the last frame painted."""
        self.changes = 0
        """How many frames painted something."""
        self._size = (0, 0)
        self._seen = pygame.Rect(0, 0, 0, 0)
        """Which part of the last frame the surface shows."""
        self._laid = Laid([], [], [], [])
        """The last frame."""
        self._groups: dict[Hashable, Group] = {}
        self._damaged: list[pygame.Rect] = []
        """The boxes of all operations that only one of two frames has."""

    @property
    def knows(self) -> bool:
        """Whether the surface shows a list that was not forgotten."""
        return self._size != (0, 0)

    def begin(self, size: tuple[int, int]) -> DisplayList:
        """An empty list for the next frame, with the groups of the last one."""
        return DisplayList(size, self._groups)

    def forget(self) -> None:
        """The surface does not show the last list any more: the next one is painted whole, and the
        pictures of the last one are in use no longer.
        """
        self._size, self._laid, self._groups = (0, 0), Laid([], [], [], []), {}

    def paint(
        self, surface: pygame.Surface, frame: DisplayList, corner: tuple[int, int] = (0, 0)
    ) -> list[pygame.Rect]:
        """Bring the surface up to a new frame, of which it shows what lies right of and below a
        corner; gives the rectangles of the frame in which it was painted.
        """
        seen, before = surface.get_rect(topleft=corner), self._seen
        known = (frame.get_size(), seen.size) == (self._size, before.size)
        if not known:
            self.forget()
        self._size, self._seen, self._damaged = frame.get_size(), seen, []
        self._laid = self._compare(self._laid, frame.ops)
        self._groups = frame.groups
        if known and seen != before:
            right, down = seen.x - before.x, seen.y - before.y
            surface.scroll(-right, -down)
            new = before.right if right > 0 else seen.x, before.bottom if down > 0 else seen.y
            self._damaged.append(pygame.Rect(new[0], seen.y, abs(right), seen.h))
            self._damaged.append(pygame.Rect(seen.x, new[1], seen.w, abs(down)))
            self._damaged += [box for box in self._laid.shapes if not seen.contains(box)]
        areas = self._areas(seen) if known else [seen]
        try:
            for area in areas:
                self._paint(surface, area)
        except Exception:
            self.forget()  # what is on the surface now is nobody's frame
            raise
        frame.painted = surface
        self.share = sum(w * h for _, _, w, h in areas) / (seen.w * seen.h)
        self.changes += bool(areas)
        return areas

    def _compare(self, before: Laid, ops: list[Op]) -> Laid:
        """Find out where operations paint; all boxes that are not in both lists are damaged."""
        old, boxes, covers, _ = before
        head, least = 0, min(len(old), len(ops))
        while head < least and (old[head] is ops[head] or old[head] == ops[head]):
            head += 1
        tail, least = 0, least - head
        while tail < least and old[-1 - tail] == ops[-1 - tail]:
            tail += 1
        end = len(old) - tail
        places: dict[Op, list[int]] = {}
        for place in range(end - 1, head - 1, -1):
            places.setdefault(old[place], []).append(place)
        gone, last, found = set(range(head, end)), head - 1, list[int | None]()
        for op in ops[head : len(ops) - tail]:
            same = places.get(op, [])
            while same and same[-1] <= last:
                same.pop()
            found.append(same.pop() if same else None)
            if found[-1] is not None:
                last = found[-1]
                gone.remove(last)
        for place in gone:
            self._damaged += _parts(old[place], boxes[place])
        known = [*range(head), *found, *range(end, len(old))]
        laid = Laid(ops, [], [], [])
        for op, at in zip(ops, known, strict=True):
            if at is None or (type(op) is Group and op is not old[at]):
                box, covered = self._lay(op, None if at is None else old[at])
            else:
                box, covered = boxes[at], covers[at]
            laid.boxes.append(box)
            laid.covers.append(covered)
            if type(op) is Shape:
                laid.shapes.append(box)
            elif type(op) is Group and op.laid is not None:
                laid.shapes.extend(op.laid.shapes)
        return laid

    def _lay(self, op: Op, before: Op | None) -> tuple[pygame.Rect, pygame.Rect]:
        """Where a new operation paints, or a group that was another one in the frame before."""
        if not isinstance(op, Group):
            box = within(op).clip((0, 0, *self._size) if op.clip is None else op.clip)
            box = box.clip((0, 0, *self._size))
            self._damaged += _parts(op, box)
            return box, cover(op, box)
        known = before.laid if isinstance(before, Group) else None
        others = len(self._damaged)
        op.laid = self._compare(known or Laid([], [], [], []), op.ops)
        if len(self._damaged) - others > _SOME:
            first, *rest = self._damaged[others:]
            self._damaged[others:] = [first.unionall(rest)]
        seen = [box for box in op.laid.boxes if box.w and box.h]
        return seen[0].unionall(seen) if seen else NOWHERE, NOWHERE

    def _areas(self, whole: pygame.Rect) -> list[pygame.Rect]:
        """Few rectangles that hold all damage, and every shape that they touch."""
        damaged, shapes = self._damaged, [box.clip(whole) for box in self._laid.shapes]
        while True:
            areas = merged(damaged, whole)
            damaged = [
                self._from_odd(area.unionall([b for b in shapes if area.colliderect(b)]), whole.x)
                for area in areas
            ]
            if damaged == areas:
                return areas

    def _from_odd(self, area: pygame.Rect, left: int) -> pygame.Rect:
        """The same from an odd pixel on, see `unaligned`, unless an enlarged picture hides it."""
        more = area.x > left and (area.x - left) % 2 == 0
        if more and area.w * area.h > _MORE:  # or what is below would be painted as well
            over = _touched(self._laid, area)
            more = not any(type(op) is Enlarged and seen.contains(area) for op, seen in over)
        return pygame.Rect(area.x - more, area.y, area.w + more, area.h)

    def _paint(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        """Paint everything that can be seen in an area, and nothing outside of it."""
        touched, (left, top) = list(_touched(self._laid, area)), self._seen.topleft
        down = reversed(range(len(touched)))
        first = next((n for n in down if touched[n][1].contains(area)), None)
        clipped: object = None
        surface.set_clip(area.move(-left, -top))
        if first is None:
            _pave(surface, surface.get_clip(), (0, 0, 0))
        for op, _ in touched[first:]:
            if op.clip != clipped:
                clip = area if op.clip is None else area.clip(op.clip)
                surface.set_clip(clip.move(-left, -top))
                clipped = op.clip
            values = moved(op, -left, -top) if left or top else op
            PAINTS[type(op)](surface, *values[1:])
        surface.set_clip(None)


def _parts(op: Op, box: pygame.Rect) -> list[pygame.Rect]:
    """Rectangles that hold what an operation paints in its box: of an outline, the edges alone."""
    if not isinstance(op, Outline):
        return [box]
    (x, y, wide, high), thick, deep = op.box, op.thick, max(op.rounding, op.thick)
    level, upright = (thick, deep) if wide > high else (deep, thick)  # corners lie in short edges
    edges = [(x, top, wide, level) for top in (y, y + high - level)]
    edges += [(left, y, upright, high) for left in (x, x + wide - upright)]
    return [box.clip(edge) for edge in edges]


def _touched(laid: Laid, area: pygame.Rect) -> Iterator[tuple[Single, pygame.Rect]]:
    """What paints in an area, from below to above, with what it covers."""
    for n in area.collidelistall(laid.boxes):
        op = laid.ops[n]
        if not isinstance(op, Group):
            yield op, laid.covers[n]
        elif op.laid is not None:
            yield from _touched(op.laid, area)


def merged(rects: Sequence[pygame.Rect], whole: pygame.Rect) -> list[pygame.Rect]:
    """Fewer rectangles that hold the same pixels, and not many more."""
    rects = [rect for rect in (each.clip(whole) for each in rects) if rect.w and rect.h]
    if len(rects) > _MANY:
        rects = [rects[0].unionall(rects[1:])]
    found: list[tuple[int, pygame.Rect]] = []
    for pixels, rect in sorted(((r.w * r.h, r) for r in rects), key=itemgetter(0), reverse=True):
        n = 0
        while n < len(found):
            others, other = found[n]
            both = rect.union(other)
            together, apart = both.w * both.h, pixels + others
            if together - apart <= max(_FEW, min(_CLOSE * apart, _MORE)):
                del found[n]
                pixels, rect, n = together, both, 0
            else:
                n += 1
        found.append((pixels, rect))
    return [rect for _, rect in found]


# Painting at once --------------------------------------------------------------------------------


def put(
    target: Target, kind: Boxed[P], box: pygame.Rect, *values: P.args, **named: P.kwargs
) -> None:
    """An operation of this kind in a box, with its further values."""
    if isinstance(target, DisplayList):
        target.put(kind, box, *values, **named)
    else:
        PAINTS[kind](target, box, *values, **named)


def shape(
    target: Target, draw: Callable[..., object], color: Color, points: Sequence[Sequence[float]],
    *values: int,
) -> None:
    """Draw a shape through points by one of pygame's functions."""
    if isinstance(target, DisplayList):
        target.shape(draw, color, points, *values)
    else:
        draw(target, color, *points, *values)


def polygon(surface: pygame.Surface, color: Color, *points: Sequence[float]) -> None:
    """A filled polygon with smooth edges."""
    pygame.draw.polygon(surface, color, points)
    pygame.draw.aalines(surface, color, True, points)


def _blit(
    surface: pygame.Surface, image: pygame.Surface, x: int, y: int, part: Area | None,
    alpha: int | None, flags: int,
) -> None:
    now = image.get_alpha()
    if now != alpha:
        image.set_alpha(alpha)
    surface.blit(image, (x, y), part, flags)
    if now != alpha:
        image.set_alpha(now)


def _plate(surface: pygame.Surface, box: RectLike, color: Color, corner: int) -> None:
    rect, across = pygame.Rect(box), box[2] - 2 * corner
    _wash(surface, rect.inflate(0, -2 * corner), color)
    if corner > 0:
        _corners(surface, rect, corner, sprites.plate((2 * corner, 2 * corner), corner, color))
        _wash(surface, pygame.Rect(rect.x + corner, rect.y, across, corner), color)
        _wash(surface, pygame.Rect(rect.x + corner, rect.bottom - corner, across, corner), color)


def _outline(
    surface: pygame.Surface, box: RectLike, color: Color, rounding: int, thick: int
) -> None:
    rect, corner = pygame.Rect(box), max(rounding, thick)
    if 2 * corner > min(rect.size):
        surface.blit(sprites.rim(rect.size, rounding, color, thick), rect)
        return
    patch = sprites.rim((2 * corner, 2 * corner), rounding, color, thick)
    _corners(surface, rect, corner, patch)
    across, down = rect.w - 2 * corner, rect.h - 2 * corner
    for y in (rect.y, rect.bottom - thick):
        _wash(surface, pygame.Rect(rect.x + corner, y, across, thick), color)
    for x in (rect.x, rect.right - thick):
        _wash(surface, pygame.Rect(x, rect.y + corner, thick, down), color)


def _corners(
    surface: pygame.Surface, rect: pygame.Rect, corner: int, patch: pygame.Surface
) -> None:
    """The four quarters of a patch at the corners of a rectangle."""
    for x, left in ((rect.x, 0), (rect.right - corner, corner)):
        for y, top in ((rect.y, 0), (rect.bottom - corner, corner)):
            surface.blit(patch, (x, y), (left, top, corner, corner))


def _wash(surface: pygame.Surface, rect: pygame.Rect, color: Color) -> None:
    """A plain rectangle, which may shine through. What is opaque is filled: colours that fade would
    need a tile each.
    """
    if rect.w <= 0 or rect.h <= 0 or not rect.colliderect(surface.get_clip()):
        return
    if len(color) < 4 or color[3] == 255:
        surface.fill(color, rect)
    elif surface.get_flags() & pygame.SRCALPHA:
        surface.blit(sprites.plate(rect.size, 0, color), rect)
    else:
        _pave(surface, rect.clip(surface.get_clip()), color)


def _pave(surface: pygame.Surface, area: pygame.Rect, color: Color) -> None:
    """A plain area in pieces of one small surface: one as large as the area would fill the cache
    and be read from memory for nothing, and SDL fills past the processor's cache, see `unaligned`.
    """
    tile = _tile(color[:3])
    tile.set_alpha(color[3] if len(color) > 3 else None)
    for y in range(area.y, area.bottom, _TILE):
        for x in range(area.x, area.right, _TILE):
            part = (0, 0, min(_TILE, area.right - x), min(_TILE, area.bottom - y))
            surface.blit(tile, (x, y), part)


@sprites.SPRITES.keeping
def _tile(color: Color) -> pygame.Surface:
    """A plain square without an alpha of its own, so that it can be given one."""
    tile = unaligned((_TILE, _TILE))
    tile.fill(color)
    return tile


def unaligned(size: tuple[int, int]) -> pygame.Surface:
    """A plain picture to be laid on others, with rows an odd number of pixels apart.

    Rows that lie at 16 bytes in both pictures SDL copies past the processor's cache, which can take
    twenty times as long; and what is painted over them then is slow.
    """
    wide, high = size
    return pygame.Surface((wide | 1, high), 0, 32).subsurface((0, 0, wide, high))


def _shape(
    surface: pygame.Surface, _: Area, draw: Callable[..., object], color: Color,
    points: Sequence[Sequence[float]], values: Sequence[int],
) -> None:
    draw(surface, color, *points, *values)


def _porthole(surface: pygame.Surface, box: RectLike, image: pygame.Surface, _: int) -> None:
    """The round middle of a square picture: bands of it, for that is quicker than a veil."""
    for band in _bands(box[2]):
        surface.blit(image, (box[0] + band[0], box[1] + band[1]), band)


def scaling(size: tuple[int, int]) -> Callable[..., pygame.Surface]:
    """How a picture is enlarged to a size."""
    return transform.scale if size[0] * size[1] > _LARGE else transform.smoothscale


def _enlarged(surface: pygame.Surface, box: Area, image: pygame.Surface, part: Area) -> None:
    (x, y, wide, high), (left, top, w, h) = box, part
    scale, clear = scaling((wide, high)), image.get_flags() & pygame.SRCALPHA
    flags = pygame.BLEND_PREMULTIPLIED if clear else 0
    more = int(scale is transform.smoothscale and high > h > 1)  # from middle to middle of two rows
    rows = _BAND if more or scale is transform.scale else h
    for upper in range(0, h - more, rows):
        lower = min(h - more, upper + rows)
        above, below = (high * row // (h - more) for row in (upper, lower))
        band = image.subsurface((left, top + upper, w, lower - upper + more))
        surface.blit(scale(band, (wide, below - above)), (x, y + above), None, flags)


@cache
def _bands(side: int) -> tuple[Area, ...]:
    """Rectangles of a square that hold the disc in it, and hardly more."""
    radius = side / 2
    beyond, upper, found = (ROUGH**2 - 1) * radius**2, 0.0, list[Area]()
    while upper < radius:
        lower = min(radius, math.sqrt(upper**2 + beyond))
        left = math.floor(radius - math.sqrt(radius**2 - upper**2))
        ends = math.floor(radius - lower), math.ceil(radius - upper)
        for top, end in (ends, (side - ends[1], side - ends[0])):
            found.append((left, top, side - 2 * left, end - top))
        upper = lower
    return tuple(found)


PAINTS: Final[dict[Callable[..., Single], Callable[..., None]]] = {
    Blit: _blit, Plate: _plate, Outline: _outline, Shape: _shape, Porthole: _porthole,
    Enlarged: _enlarged,
}
"""How each kind of operation is painted on a surface: with its values, the clip left out."""
