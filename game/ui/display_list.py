"""What a frame draws, written down instead of painted.

A `DisplayList` is drawn on like a surface; a painter (`game/ui/painter.py`) then finds out what
differs from the frame before, and paints no more than that. What is read here of a surface is its
size and its alpha; nothing is painted.

Every operation is a tuple: its verb, the clip in pixels (None for the whole window), and then

    "blit", clip, image, x, y, part, alpha, flags, version
    other verbs, clip, the box in which it paints, further values

An equal operation paints the same. So a picture that is repainted in place carries another version
each time, and values are tuples. The list holds its pictures: while it lives none of them can be
taken for another one that has come to lie at the same address.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeAlias

import pygame

Op: TypeAlias = tuple[Any, ...]
"""A verb of the painter, its area and arguments: a plain tuple, for hundreds are made a frame."""
Area: TypeAlias = tuple[int, int, int, int]
RectLike: TypeAlias = pygame.Rect | Area


class DisplayList:
    """The operations of one frame, or the part of a window that one scene draws on."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.ops: list[Op] = []
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

    def get_width(self) -> int:
        return self._size[0]

    def get_height(self) -> int:
        return self._size[1]

    def get_rect(self) -> pygame.Rect:
        return pygame.Rect((0, 0), self._size)

    def get_flags(self) -> int:
        """None: a window has no alpha."""
        return 0

    def get_clip(self) -> pygame.Rect:
        if self._clip is None:
            return self.get_rect()
        return pygame.Rect(self._clip).move(-self._left, -self._top)

    def set_clip(self, rect: pygame.Rect | None) -> None:
        """Let nothing be drawn outside of a rectangle from now on; None allows everything."""
        if rect is None:
            self._clip = self._bounds
        else:
            x, y, w, h = rect.clip(self.get_rect())
            self._clip = x + self._left, y + self._top, w, h

    def subsurface(self, rect: pygame.Rect) -> "DisplayList":
        """A part of it, with an origin and a clip of its own; what is drawn there goes in here."""
        part = DisplayList(rect.size)
        part.ops = self.ops
        part._left, part._top = self._left + rect.x, self._top + rect.y
        part._clip = part._bounds = part._left, part._top, rect.w, rect.h
        return part

    def copy(self) -> pygame.Surface:
        """A picture of what has been painted."""
        return (self.painted or pygame.Surface(self._size)).copy()

    def blit(
        self, image: pygame.Surface, at: pygame.Rect | Sequence[float],
        part: RectLike | None = None,
        special_flags: int = 0, version: Hashable = None,
    ) -> None:
        """A picture with its upper left corner at a point, and with the alpha it has now."""
        self.ops.append((
            "blit", self._clip, image, int(at[0]) + self._left, int(at[1]) + self._top,
            None if part is None else tuple(part), image.get_alpha(), special_flags, version,
        ))  # fmt: skip

    def fill(
        self, color: Sequence[int], rect: RectLike | None = None, special_flags: int = 0
    ) -> None:
        """A rectangle, or everything, in one colour."""
        self.add("tint", self.get_rect() if rect is None else rect, tuple(color), special_flags)

    # Its own -------------------------------------------------------------------------------------

    def add(self, verb: str, box: RectLike, *values: Hashable) -> None:
        """An operation that paints within a box."""
        x, y, w, h = box
        self.ops.append((verb, self._clip, (x + self._left, y + self._top, w, h), *values))

    def shape(
        self, draw: Callable[..., object], color: Sequence[int],
        points: Sequence[Sequence[float]], *values: int,
    ) -> None:
        """What `draw(surface, color, *points, *values)` draws; the last value is how thick it is.

        Such a shape is painted whole or not at all: its pixels depend on where it is cut.
        """
        room = 2 + (values[-1] if values else 1)
        left, top = (int(min(p[i] for p in points)) - room for i in (0, 1))
        right, low = (int(max(p[i] for p in points)) + room + 1 for i in (0, 1))
        moved = tuple((x + self._left, y + self._top) for x, y in points)
        self.add("shape", (left, top, right - left, low - top), draw, tuple(color), moved, *values)


Target: TypeAlias = pygame.Surface | DisplayList
"""What can be drawn on."""
