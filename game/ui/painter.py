"""Paints display lists in software, and of each one only what differs from the one before.

The operations that two frames do not share, in the same order, damage the boxes in which they
paint. Each damaged rectangle is painted anew, clipped, from the topmost opaque operation that
covers it; everything else stays. So a frame costs what changes.
"""

import os
from collections.abc import Callable, Hashable, Sequence
from typing import Final

import pygame

from game.ui import sprites
from game.ui.display_list import Area, DisplayList, Op, Target
from game.ui.theme import Color

_TILE: Final = 256
_MANY: Final = 40
"""Damaged rectangles from which on they are taken as one."""
_CLOSE: Final = 1.4
"""Rectangles become one if it has less than so many times the pixels that they have together."""
CHECKED: Final = "WALONG_CHECK_FRAMES"
"""The environment variable that has every frame painted twice and compared, if it is set."""


class Differs(AssertionError):
    """A frame painted in parts is not what it is when painted whole."""


class Painter:
    """Keeps a surface as the last display list says; `checked` compares with painting it whole."""

    def __init__(self, checked: bool = bool(os.environ.get(CHECKED))) -> None:
        self.checked = checked
        self.share = 0.0
        """Which part of the surface the last frame painted."""
        self._size = (0, 0)
        self._ops: list[Op] = []
        self._boxes: list[pygame.Rect] = []
        """Where each operation paints."""
        self._cover: list[pygame.Rect] = []
        """Where it leaves nothing to be seen of what is below; often nowhere."""

    def forget(self) -> None:
        """The surface does not show the last list any more: the next one is painted whole."""
        self._size = (0, 0)
        self._ops, self._boxes, self._cover = [], [], []

    def paint(self, surface: pygame.Surface, frame: DisplayList) -> list[pygame.Rect]:
        """Bring the surface up to a new frame; gives the rectangles in which it was painted."""
        known = self._size == surface.get_size()
        if not known:
            self.forget()
            self._size = surface.get_size()
        damaged = self._compare(frame.ops)
        areas = self._areas(damaged, surface.get_rect()) if known else [surface.get_rect()]
        try:
            for area in areas:
                self._paint(surface, area)
        except Exception:
            self.forget()  # what is on the surface now is nobody's frame
            raise
        frame.painted = surface
        self.share = sum(w * h for _, _, w, h in areas) / (self._size[0] * self._size[1])
        if self.checked:
            self._check(surface)
        return areas

    def _compare(self, ops: list[Op]) -> list[pygame.Rect]:
        """Take over a new list; gives the boxes of all operations that are not in both."""
        old, boxes, cover = self._ops, self._boxes, self._cover
        head, least = 0, min(len(old), len(ops))
        while head < least and old[head] == ops[head]:
            head += 1
        tail, least = 0, least - head
        while tail < least and old[-1 - tail] == ops[-1 - tail]:
            tail += 1
        end = len(old) - tail
        places: dict[Op, list[int]] = {}
        for place in range(end - 1, head - 1, -1):
            places.setdefault(old[place], []).append(place)
        gone, damaged, last = set(range(head, end)), [], head - 1
        new_boxes, new_cover = boxes[:head], cover[:head]
        for op in ops[head : len(ops) - tail]:
            same = places.get(op, [])
            while same and same[-1] <= last:
                same.pop()
            if same:
                last = same.pop()
                gone.remove(last)
                new_boxes.append(boxes[last])
                new_cover.append(cover[last])
            else:
                box = _box(op, self._size)
                damaged.append(box)
                new_boxes.append(box)
                new_cover.append(_cover(op, box))
        damaged += [boxes[place] for place in gone]
        self._ops = ops
        self._boxes, self._cover = new_boxes + boxes[end:], new_cover + cover[end:]
        return damaged

    def _areas(self, damaged: list[pygame.Rect], whole: pygame.Rect) -> list[pygame.Rect]:
        """Few rectangles that hold all damage, and every shape that they touch."""
        shapes = [box for op, box in zip(self._ops, self._boxes, strict=True) if op[0] == "shape"]
        while True:
            areas = merged(damaged, whole)
            damaged = [
                area.unionall([box for box in shapes if area.colliderect(box)]) for area in areas
            ]
            if damaged == areas:
                return areas

    def _paint(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        """Paint everything that can be seen in an area, and nothing outside of it."""
        ops, boxes = self._ops, self._boxes
        touched = area.collidelistall(boxes)
        first, kept = 0, 0
        for place in range(len(touched) - 1, -1, -1):
            n = touched[place]
            kept += {"fade": 1, "keep": -1}.get(ops[n][0], 0)
            if not kept and self._cover[n].contains(area):
                first = place
                break
        else:
            surface.fill((0, 0, 0), area)
        clipped: object = None
        surface.set_clip(area)
        for n in touched[first:]:
            verb, clip, *values = ops[n]
            if clip != clipped:
                surface.set_clip(area if clip is None else area.clip(clip))
                clipped = clip
            VERBS[verb](surface, *values)
        surface.set_clip(None)

    def _check(self, surface: pygame.Surface) -> None:
        """Raise Differs unless painting everything gives the same picture."""
        whole = surface.copy()
        self._paint(whole, whole.get_rect())
        same = pygame.mask.from_threshold(surface, (0, 0, 0), (1, 1, 1, 255), whole)
        same.invert()
        if same.count():
            where = same.get_bounding_rects()[:5]
            raise Differs(f"{same.count()} pixels of {surface.get_size()} differ, in {where}")


def _box(op: Op, size: tuple[int, int]) -> pygame.Rect:
    """Where an operation paints at the most."""
    verb, clip, what = op[:3]
    if verb != "blit":
        box = pygame.Rect(what)
    elif op[5] is None:
        box = what.get_rect(topleft=op[3:5])
    else:
        part = pygame.Rect(op[5])
        seen = part.clip(what.get_rect())
        box = seen.move(op[3] - min(part.x, 0) - seen.x, op[4] - min(part.y, 0) - seen.y)
        box.topleft = op[3] + seen.x - part.x, op[4] + seen.y - part.y
    return box.clip((0, 0, *size) if clip is None else clip).clip((0, 0, *size))


def _cover(op: Op, box: pygame.Rect) -> pygame.Rect:
    """The part of an operation's box in which nothing is seen of what is below."""
    verb, _, what, *values = op
    if verb == "blit":
        *_, alpha, flags, _ = values
        clear = what.get_flags() & pygame.SRCALPHA or what.get_colorkey() is not None
        solid = not clear and alpha in (None, 255) and not flags
    elif verb == "fill":
        color, corner = values
        solid = len(color) < 4 or color[3] == 255
        box = box.clip(pygame.Rect(what).inflate(0, -2 * corner))
    else:
        solid = verb == "tint" and not values[1]
    return box if solid else pygame.Rect(0, 0, 0, 0)


def merged(rects: Sequence[pygame.Rect], whole: pygame.Rect) -> list[pygame.Rect]:
    """Fewer rectangles that hold the same pixels, and not many more."""
    if len(rects) > _MANY:
        rects = [rects[0].unionall(rects[1:])]
    found: list[pygame.Rect] = []
    for rect in rects:
        rect = rect.clip(whole)
        n = 0
        while n < len(found) and rect.w and rect.h:
            both, other = rect.union(found[n]), found[n]
            if both.w * both.h <= _CLOSE * (rect.w * rect.h + other.w * other.h):
                rect, n = both, 0
                found.remove(other)
            else:
                n += 1
        if rect.w and rect.h:
            found.append(rect)
    return found


# Painting at once --------------------------------------------------------------------------------


def paint(target: Target, verb: str, box: pygame.Rect, *values: Hashable) -> None:
    """Write an operation down, or paint it where there is a surface."""
    if isinstance(target, DisplayList):
        target.add(verb, box, *values)
    else:
        VERBS[verb](target, box, *values)


def blit(
    target: Target, image: pygame.Surface, at: tuple[int, int], flags: int, version: Hashable
) -> None:
    """A picture that is painted anew from time to time, and then has another version."""
    if isinstance(target, DisplayList):
        target.blit(image, at, None, flags, version)
    else:
        target.blit(image, at, None, flags)


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
    alpha: int | None, flags: int, _: Hashable,
) -> None:
    now = image.get_alpha()
    if now == alpha:
        surface.blit(image, (x, y), part, flags)
        return
    image.set_alpha(alpha)
    surface.blit(image, (x, y), part, flags)
    image.set_alpha(now)


def _fill(surface: pygame.Surface, box: Area, color: Color, corner: int) -> None:
    """A rectangle with round corners of so many pixels; what shines through is blended."""
    rect = pygame.Rect(box)
    if corner > 0:
        _corners(surface, rect, corner, sprites.plate((2 * corner, 2 * corner), corner, color))
    _wash(surface, rect.inflate(0, -2 * corner), color)
    if corner > 0:
        across = rect.w - 2 * corner
        _wash(surface, pygame.Rect(rect.x + corner, rect.y, across, corner), color)
        _wash(surface, pygame.Rect(rect.x + corner, rect.bottom - corner, across, corner), color)


def _outline(
    surface: pygame.Surface, box: Area, color: Color, rounding: int, thick: int
) -> None:
    """The edge of a rectangle, drawn inside it."""
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
    """A plain rectangle. What shines through is laid in pieces of one small surface:
    a picture of the whole would fill the cache and be read from memory for nothing.
    """
    if rect.w <= 0 or rect.h <= 0:
        return
    if len(color) < 4 or color[3] == 255:
        surface.fill(color, rect)
    elif surface.get_flags() & pygame.SRCALPHA:
        surface.blit(sprites.plate(rect.size, 0, color), rect)
    else:
        seen = rect.clip(surface.get_clip())
        tile = _tile(color[:3])
        tile.set_alpha(color[3])
        for y in range(seen.y, seen.bottom, _TILE):
            for x in range(seen.x, seen.right, _TILE):
                part = (0, 0, min(_TILE, seen.right - x), min(_TILE, seen.bottom - y))
                surface.blit(tile, (x, y), part)


@sprites.SHAPES.keeping
def _tile(color: Color) -> pygame.Surface:
    """A plain square without an alpha of its own, so that it can be given one."""
    tile = pygame.Surface((_TILE, _TILE), 0, 32)
    tile.fill(color)
    return tile


def _tint(surface: pygame.Surface, box: Area, color: Color, flags: int) -> None:
    surface.fill(color, box, flags)


def _shape(
    surface: pygame.Surface, _: Area, draw: Callable[..., object], color: Color,
    points: Sequence[Sequence[float]], *values: int,
) -> None:
    draw(surface, color, *points, *values)


_under: Final[dict[tuple[int, ...], pygame.Surface]] = {}
"""What was in the boxes that are kept, until it is laid over what was painted meanwhile."""


def _keep(surface: pygame.Surface, box: Area) -> None:
    under = pygame.Surface(box[2:], pygame.SRCALPHA)
    under.blit(surface, (0, 0), box)
    _under[tuple(box)] = under


def _fade(surface: pygame.Surface, box: Area, veil: pygame.Surface) -> None:
    """Lay what was kept of a box over it, as far as a veil lets it."""
    under = _under.pop(tuple(box))
    under.blit(veil, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    surface.blit(under, box[:2])


VERBS: Final[dict[str, Callable[..., None]]] = {
    "blit": _blit,
    "fill": _fill,
    "outline": _outline,
    "tint": _tint,
    "shape": _shape,
    "keep": _keep,
    "fade": _fade,
}
"""How each operation is painted on a surface."""
