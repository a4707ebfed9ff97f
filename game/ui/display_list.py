"""What a frame draws, written down instead of painted.

A `DisplayList` is drawn on like a surface; a painter (`game/ui/painter.py`) then finds out what
differs from the frame before, and paints no more than that. What is read here of a surface is its
size and its alpha; nothing is painted.

An equal operation paints the same. So no picture is repainted in place, and values are tuples. The
list holds its pictures: while it lives none of them can be taken for another one that has come to
lie at the same address.

What belongs together and seldom changes is a `Group` with a version. While the version stays, the
group of the frame before is taken over: nothing is drawn, compared or looked at.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Concatenate, Final, NamedTuple, ParamSpec, TypeAlias
from weakref import WeakKeyDictionary

import pygame

P = ParamSpec("P")
Area: TypeAlias = tuple[int, int, int, int]
RectLike: TypeAlias = pygame.Rect | Area
Values: TypeAlias = tuple[int, ...]
NOWHERE: Final = pygame.Rect(0, 0, 0, 0)
CORES: Final = WeakKeyDictionary[pygame.Surface, pygame.Rect]()
"""Of large pictures with an alpha, the part that is opaque all the same: sheets of paper."""


# Operations --------------------------------------------------------------------------------------
#
# Plain tuples, for hundreds are made a frame. Two kinds differ in the number or in the types of
# their values, so that operations of different kinds are never equal. `clip` is in pixels, None
# for the whole window; `box` is where an operation paints at the most.


class Blit(NamedTuple):
    """A picture or a part of it; its alpha is that of the moment when it was drawn."""

    clip: Area | None
    image: pygame.Surface
    x: int
    y: int
    part: Area | None
    alpha: int | None
    flags: int


class Plate(NamedTuple):
    """A rectangle with corners of so many pixels; what shines through is blended."""

    clip: Area | None
    box: Area
    color: Values
    corner: int


class Outline(NamedTuple):
    """The edge of a rectangle, drawn inside it."""

    clip: Area | None
    box: Area
    color: Values
    rounding: int
    thick: int


class Shape(NamedTuple):
    """What `draw(surface, color, *points, *values)` draws. Its pixels depend on where it is cut,
    so it is painted whole or not at all.
    """

    clip: Area | None
    box: Area
    draw: Callable[..., object]
    color: Values
    points: tuple[tuple[float, float], ...]
    values: Values


class Porthole(NamedTuple):
    """A square picture, as far as it is seen through the round hole in its box. The edge of the
    hole is rough, see `painter.ROUGH`: something has to be laid over it. This picture may be
    painted again: it is another one after so many `changes`.
    """

    clip: Area | None
    box: Area
    image: pygame.Surface
    changes: int


class Enlarged(NamedTuple):
    """A part of a picture as large as a box; a clear one is multiplied by its alpha already."""

    clip: Area | None
    box: Area
    image: pygame.Surface
    part: Area


class Group:
    """Operations that stay as they are while a version does; equal to all groups of its key."""

    __slots__ = ("key", "laid", "ops", "version")

    def __init__(self, key: Hashable, version: object, ops: "list[Op]") -> None:
        self.key, self.version, self.ops = key, version, ops
        self.laid: Laid | None = None
        """Where a painter found its operations to paint."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Group) and other.key == self.key

    def __hash__(self) -> int:
        return hash(self.key)


InBox: TypeAlias = Plate | Outline | Porthole | Enlarged
Boxed: TypeAlias = Callable[Concatenate[Area | None, Area, P], InBox]
"""The kinds of operations that are told by a box and some values."""
Single: TypeAlias = Blit | Shape | InBox
Op: TypeAlias = Single | Group


class Laid(NamedTuple):
    """Operations, where each of them paints, and where it leaves nothing to be seen below; and
    the boxes of all shapes, those in groups too.
    """

    ops: list[Op]
    boxes: list[pygame.Rect]
    covers: list[pygame.Rect]
    shapes: list[pygame.Rect]


def within(op: Single) -> pygame.Rect:
    """Where an operation paints at the most, not yet clipped."""
    if not isinstance(op, Blit):
        return pygame.Rect(op.box)
    if op.part is None:
        return op.image.get_rect(topleft=(op.x, op.y))
    seen = pygame.Rect(op.part).clip(op.image.get_rect())
    return seen.move(op.x - op.part[0], op.y - op.part[1])


def moved(op: Single, right: int, down: int) -> Single:
    """The same operation elsewhere, its clip left out."""
    if isinstance(op, Blit):
        return Blit(None, op.image, op.x + right, op.y + down, op.part, op.alpha, op.flags)
    x, y, w, h = op.box
    box = x + right, y + down, w, h
    if isinstance(op, Shape):
        return op._replace(box=box, points=tuple((x + right, y + down) for x, y in op.points))
    return op._replace(box=box)


def cover(op: Single, box: pygame.Rect) -> pygame.Rect:
    """The part of an operation's clipped box in which nothing is seen of what is below."""
    match op:
        case Blit(alpha=alpha, flags=flags) if flags or alpha not in (None, 255):
            return NOWHERE
        case Blit(image=image) | Enlarged(image=image) if not image.get_flags() & pygame.SRCALPHA:
            return box
        case Blit(_, image, x, y, None):
            return box.clip(CORES.get(image, NOWHERE).move(x, y))
        case Plate(_, _, color, corner) if len(color) < 4 or color[3] == 255:
            return box.clip(within(op).inflate(0, -2 * corner))
    return NOWHERE


# The list ----------------------------------------------------------------------------------------


class DisplayList:
    """The operations of one frame, or the part of a window that one scene draws on."""

    def __init__(self, size: tuple[int, int], before: dict[Hashable, Group] | None = None) -> None:
        self.ops: list[Op] = []
        self.groups: dict[Hashable, Group] = {}
        """The groups in it, for the next frame to begin with: its `before`."""
        self._before = before or {}
        self.painted: pygame.Surface | None = None
        """Where a painter has painted it."""
        self._size = size
        self._left, self._top = 0, 0
        self._bounds: Area | None = None
        """The whole of this part in pixels of the window; None for the window itself."""
        self._clip: Area | None = None

    # What a surface has as well ------------------------------------------------------------------

    def get_size(self) -> tuple[int, int]:
        return self._size

    def get_rect(self) -> pygame.Rect:
        return pygame.Rect((0, 0), self._size)

    def get_clip(self) -> pygame.Rect:
        if self._clip is None:
            return self.get_rect()
        return pygame.Rect(self._clip).move(-self._left, -self._top)

    def set_clip(self, rect: pygame.Rect | None) -> None:
        """Let nothing be drawn outside of a rectangle from now on; None, or all, allows all."""
        if rect is None or rect.contains(self.get_rect()):
            self._clip = self._bounds
        else:
            x, y, w, h = rect.clip(self.get_rect())
            self._clip = x + self._left, y + self._top, w, h

    def subsurface(self, rect: pygame.Rect) -> "DisplayList":
        """A part of it, with an origin and a clip of its own; what is drawn there goes in here."""
        part = type(self)(rect.size, self._before)
        part.ops, part.groups = self.ops, self.groups
        part._left, part._top = self._left + rect.x, self._top + rect.y
        part._clip = part._bounds = part._left, part._top, rect.w, rect.h
        return part

    def copy(self) -> pygame.Surface:
        """A picture of what has been painted."""
        return (self.painted or pygame.Surface(self._size)).copy()

    def blit(
        self, image: pygame.Surface, at: pygame.Rect | Sequence[float],
        part: RectLike | None = None, special_flags: int = 0,
    ) -> None:
        """A picture with its upper left corner at a point, and with the alpha it has now."""
        self.ops.append(Blit(
            self._clip, image, int(at[0]) + self._left, int(at[1]) + self._top,
            None if part is None else (part[0], part[1], part[2], part[3]),
            image.get_alpha(), special_flags,
        ))  # fmt: skip

    def fill(self, color: Sequence[int], rect: RectLike | None = None) -> None:
        """A rectangle, or everything, in one opaque colour."""
        self.put(Plate, self.get_rect() if rect is None else rect, tuple(color), 0)

    # Its own -------------------------------------------------------------------------------------

    def put(self, kind: Boxed[P], box: RectLike, *values: P.args, **named: P.kwargs) -> None:
        """An operation of this kind in a box, with its further values."""
        self.ops.append(kind(self._clip, self._box(box), *values, **named))

    def shape(
        self, draw: Callable[..., object], color: Sequence[int],
        points: Sequence[Sequence[float]], *values: int,
    ) -> None:
        """What `draw(surface, color, *points, *values)` draws; the last value is its thickness."""
        room = 2 + (values[-1] if values else 1)
        left, top = (int(min(p[i] for p in points)) - room for i in (0, 1))
        right, low = (int(max(p[i] for p in points)) + room + 1 for i in (0, 1))
        moved = tuple((x + self._left, y + self._top) for x, y in points)
        box = self._box((left, top, right - left, low - top))
        self.ops.append(Shape(self._clip, box, draw, tuple(color), moved, values))

    def group(self, key: Hashable, version: object, draw: Callable[[], object]) -> None:
        """What `draw` draws here, as one operation. While a version is equal to that of the group
        which had the same key in the frame before, `draw` is not called.
        """
        version = version, self._clip, self._bounds
        found = self._before.get(key)
        if found is None or found.version != version:
            begun = len(self.ops)
            draw()
            found = Group(key, version, self.ops[begun:])
            del self.ops[begun:]
        self.ops.append(found)
        self.groups[key] = found

    def _box(self, box: RectLike) -> Area:
        x, y, w, h = box
        return x + self._left, y + self._top, w, h


Target: TypeAlias = pygame.Surface | DisplayList
"""What can be drawn on."""
