"""The drawing surface in table units, seen from one edge of the table.

Everything is drawn through a canvas: it knows how many pixels a unit has and how its frame is
turned, so a tray is laid out once in its seat's own coordinates and appears right way up there.
On a display list it is written down, on a picture of one's own it is painted at once.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Concatenate, Literal, ParamSpec, TypeAlias

import pygame

from game.ui import fonts as lettering
from game.ui import painter
from game.ui.display_list import DisplayList, Outline, Plate, Target
from game.ui.fonts import Face
from game.ui.frame import Box, Frame, Point
from game.ui.sprites import disc, quartered
from game.ui.theme import BODY, INK, USUAL, Color, Design

P = ParamSpec("P")
Anchor: TypeAlias = Literal["left", "center", "right"]


class Canvas:
    """What is drawn on, a scale (pixels a unit) and a frame. `text_scale` enlarges all type;
    `design` is how sets are made that are painted on it.
    """

    def __init__(
        self, surface: Target, frame: Frame | None = None, scale: float | None = None,
        text_scale: float = 1.0, design: Design = USUAL,
    ) -> None:
        self.surface = surface
        wide, high = surface.get_size()
        self.scale = min(wide, high) / 1080 if scale is None else scale
        size = wide / self.scale, high / self.scale
        self.frame = frame or Frame((size[0] / 2, size[1] / 2), size)
        self.text_scale = text_scale
        self.design = design

    @property
    def size(self) -> Point:
        """Width and height of the frame in units."""
        return self.frame.size

    @property
    def turn(self) -> int:
        return self.frame.turn

    def within(self, frame: Frame) -> "Canvas":
        """The same surface seen from a frame given in the table's own coordinates."""
        return Canvas(self.surface, frame, self.scale, self.text_scale, self.design)

    def on(self, surface: Target) -> "Canvas":
        """A canvas like this one for a table of its own that lies on another surface."""
        return Canvas(surface, None, self.scale, self.text_scale, self.design)

    def showing(self, design: Design) -> "Canvas":
        """The same canvas for sets of another design."""
        return Canvas(self.surface, self.frame, self.scale, self.text_scale, design)

    @contextmanager
    def clipped(self, box: Box) -> Iterator[None]:
        """Whatever is drawn meanwhile is cut to a box of the frame."""
        before = self.surface.get_clip()
        self.surface.set_clip(self.rect(box).clip(before))
        try:
            yield
        finally:
            self.surface.set_clip(before)

    def group(
        self, version: object, draw: Callable[Concatenate["Canvas", P], object],
        *args: P.args, **named: P.kwargs,
    ) -> None:
        """Let `draw(canvas, *args)` draw; it is not called while its picture cannot have changed.

        That is, while the arguments, the frame and the version are equal to those before. The
        version is all else that the picture depends on and that may change; all of it values that
        are not changed in place. One group a frame for each function and frame of a canvas.
        """
        if not isinstance(self.surface, DisplayList):
            draw(self, *args, **named)
            return
        key = draw, self.frame
        seen = version, args, named, self.scale, self.text_scale, self.design
        self.surface.group(key, seen, lambda: draw(self, *args, **named))

    # Units and pixels --------------------------------------------------------------------------

    def px(self, units: float) -> int:
        """A length in whole pixels, at least one for anything that is not nothing."""
        return max(1, round(units * self.scale)) if units > 0 else 0

    def at(self, point: Point) -> tuple[int, int]:
        """A point of the frame in pixels."""
        x, y = self.frame.out(point)
        return round(x * self.scale), round(y * self.scale)

    def rect(self, box: Box) -> pygame.Rect:
        """A box of the frame in pixels."""
        out = self.frame.out_box(box)
        x, y = round(out.x * self.scale), round(out.y * self.scale)
        return pygame.Rect(
            x, y, round(out.right * self.scale) - x, round(out.bottom * self.scale) - y
        )

    # Pictures ----------------------------------------------------------------------------------

    def picture(self, image: pygame.Surface, center: Point, alpha: float = 1.0) -> None:
        """A ready-made image (in pixels, upright for the frame) with its middle at a point."""
        self.picture_as_is(quartered(image, self.turn), center, alpha)

    def picture_as_is(self, image: pygame.Surface, center: Point, alpha: float = 1.0) -> None:
        """An image that already faces the right way."""
        x, y = self.at(center)
        self._show(image, (x - image.get_width() // 2, y - image.get_height() // 2), alpha)

    def _show(self, image: pygame.Surface, corner: tuple[int, int], alpha: float) -> None:
        if alpha >= 1:
            self.surface.blit(image, corner)
            return
        own = image.get_alpha()
        image.set_alpha(max(0, round(255 * alpha)))
        self.surface.blit(image, corner)
        image.set_alpha(own)

    # Shapes ------------------------------------------------------------------------------------

    def fill(self, box: Box, color: Color, radius: float = 0) -> None:
        """A filled rectangle; colours may have an alpha, corners may be round."""
        rect = self.rect(box)
        corner = min(self.px(radius), rect.w // 2, rect.h // 2)
        if rect.w > 0 and rect.h > 0:
            painter.put(self.surface, Plate, rect, color, corner)

    def outline(self, box: Box, color: Color, width: float = 2, radius: float = 0) -> None:
        """The edge of a rectangle, drawn inside it."""
        rect, thick = self.rect(box), self.px(width)
        if rect.w > 0 and rect.h > 0 and thick:
            rounding = min(self.px(radius), rect.w // 2, rect.h // 2)
            painter.put(self.surface, Outline, rect, color, rounding, thick)

    def disc(self, center: Point, radius: float, color: Color) -> None:
        """A filled circle."""
        self.picture_as_is(disc(self.px(radius), color), center)

    def ring(self, center: Point, radius: float, color: Color, width: float = 3) -> None:
        """A circle's line, drawn inside the radius."""
        self.picture_as_is(disc(self.px(radius), color, self.px(width)), center)

    def line(self, start: Point, end: Point, color: Color, width: float = 2) -> None:
        """A straight line with smooth edges; opaque colours only."""
        points = self.at(start), self.at(end)
        painter.shape(self.surface, pygame.draw.aaline, color, points, self.px(width))

    def polygon(self, points: Sequence[Point], color: Color) -> None:
        """A filled polygon with smooth edges; opaque colours only."""
        painter.shape(self.surface, painter.polygon, color, [self.at(point) for point in points])

    # Type --------------------------------------------------------------------------------------

    def type_px(self, size: float) -> int:
        return max(6, round(size * self.text_scale * self.scale))

    def text_size(self, text: str, size: float = BODY, face: Face = "sans") -> Point:
        """Width and height of a text as it would be drawn without wrapping, in units."""
        pixels = self.type_px(size)
        lines = text.split("\n")
        widest = max(lettering.width(line, face, pixels) for line in lines)
        high = lettering.font(face, pixels).get_linesize()
        return widest / self.scale, len(lines) * high / self.scale

    def wrapped(self, text: str, size: float, room: float, face: Face = "sans") -> tuple[str, ...]:
        """The text in lines that fit into `room` units."""
        return lettering.wrap(text, face, self.type_px(size), max(1, int(room * self.scale)))

    def line_height(self, size: float, face: Face = "sans") -> float:
        return lettering.font(face, self.type_px(size)).get_linesize() / self.scale

    def text(
        self, text: str, point: Point, size: float = BODY, color: Color = INK,
        face: Face = "sans", anchor: Anchor = "left", room: float | None = None,
        alpha: float = 1.0,
    ) -> float:
        """Draw text; `point` is its top at the anchor. Wraps at `room`; gives the height used."""
        lines = self.wrapped(text, size, room, face) if room else tuple(text.split("\n"))
        step = self.line_height(size, face)
        for number, line in enumerate(lines):
            if line:
                image = lettering.line(line, face, self.type_px(size), color)
                wide, high = image.get_size()
                left = -{"left": 0, "center": wide // 2, "right": wide}[anchor]
                # From the anchor on in whole pixels, so that lines begin below each other.
                x, y = self.at((point[0], point[1] + number * step))
                ends = self.frame.out_vector((left, 0)), self.frame.out_vector((left + wide, high))
                dx, dy = (int(min(both)) for both in zip(*ends, strict=True))
                self._show(quartered(image, self.turn), (x + dx, y + dy), alpha)
        return len(lines) * step

    def label(
        self, text: str, center: Point, size: float = BODY, color: Color = INK,
        face: Face = "sans", room: float | None = None, alpha: float = 1.0,
    ) -> None:
        """Text with its middle at a point; with `room` it wraps, then shrinks until it fits."""
        if room:
            widest = max(self.text_size(word, size, face)[0] for word in text.split() or [""])
            size = size * min(1.0, room / widest) if widest else size
        lines = self.wrapped(text, size, room, face) if room else tuple(text.split("\n"))
        height = len(lines) * self.line_height(size, face)
        self.text(
            "\n".join(lines), (center[0], center[1] - height / 2), size, color, face, "center",
            alpha=alpha,
        )
