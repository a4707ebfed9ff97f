"""Domi Jongg's felt: the snake in a view that eases out as it grows, and the wall around it.

The wall is the pile: every tile that still lies face down, along the edge of the felt.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

import pygame

from game.rules.domi_jongg.state import EndId, Laid, number
from game.rules.domi_jongg.tiles import FULL_SET, Tile
from game.scenes.domi_jongg import heads
from game.scenes.domi_jongg import tile_art as art
from game.scenes.domi_jongg.heads import Mood
from game.scenes.domi_jongg.snake import EAST, WAYS, WEST, Place, Snake, View
from game.scenes.domi_jongg.tile_art import Faces, show
from game.ui import painter, sprites, timeline
from game.ui.canvas import Canvas
from game.ui.display_list import Target
from game.ui.frame import Box, Point
from game.ui.theme import GOLD, INK, IVORY, LARGE, SMALL, Color, mix, with_alpha

WALL: Final = 23.0
"""How tall the tiles of the wall are at most, in table units."""
REACH: Final = 40.0
"""Half of the square in which a head can be touched, in units."""
_WALL_GAP: Final = 7.0
_LEAST_UNIT: Final = 1.0


class Shown(NamedTuple):
    """A tile by its middle on the felt, in units of the snake, and its quarter turns."""

    tile: Tile
    center: Point
    turns: int = 0


class Camera(NamedTuple):
    """Pixels a unit of the snake, and where on the screen the units begin."""

    unit: float
    x: float
    y: float

    def at(self, point: Point) -> Point:
        return self.x + point[0] * self.unit, self.y + point[1] * self.unit

    @property
    def tall(self) -> int:
        """The height of a tile in pixels; a hair less than its place."""
        return max(8, round(4 * self.unit - max(1.0, 0.13 * self.unit)))

    def toward(self, other: Camera, share: float) -> Camera:
        """A camera between this one and another; what is in the middle stays there."""
        unit, x, y = (a + (b - a) * share for a, b in zip(self, other, strict=True))
        return Camera(unit, x, y)


class Felt:
    """The felt on the screen; `laid` gives the match's snake, up to its newest tile."""

    def __init__(self, faces: Faces, laid: Callable[[], Sequence[Laid]]) -> None:
        self.faces, self._laid = faces, laid
        self._snake = Snake()
        self.box, self.scale = Box(0, 0, 400, 300), 1.0
        self.camera = Camera(10, 0, 0)
        self.wall: tuple[tuple[Point, int], ...] = ()
        self.wall_tall = WALL
        self._wall_px = 10
        self._inner = pygame.Rect(0, 0, 1, 1)
        self._layer: pygame.Surface | None = None
        self._layer_key: object = None

    def arrange(self, box: Box, scale: float) -> None:
        """The felt lies there from now on, in table units of `scale` pixels."""
        self.box, self.scale = box, scale
        self._layer = None
        each = 2 * (box.w + box.h - 6 * WALL) / len(FULL_SET)
        tall = min(WALL, (each - 1.2) / 0.75)
        self.wall_tall = tall
        self._wall_px = max(6, round(tall * scale))
        self.wall = _wall(box.inset(_WALL_GAP), tall)
        inner = box.inset(tall + 2 * _WALL_GAP)
        self._inner = pygame.Rect(
            round(inner.x * scale), round(inner.y * scale),
            round(inner.w * scale), round(inner.h * scale),
        )  # fmt: skip
        if len(self._snake.laid) <= 1:
            self.clear()

    def clear(self) -> None:
        """Begin another snake, in the shape of the felt."""
        share = self._inner.w / max(1, self._inner.h)
        self._snake = Snake(max(0.375, min(3.25, round(share * 8) / 8)))

    @property
    def snake(self) -> Snake:
        """The snake as it lies, up to the newest tile of the match."""
        self._snake.follow(self._laid())
        return self._snake

    def looking_at(self, view: View) -> Camera:
        """The camera that shows a view as large as the felt allows, on whole pixels."""
        inner = self._inner
        unit = min(inner.w / view.w, inner.h / view.h)
        unit = max(_LEAST_UNIT, math.floor(unit * 4) / 4 if unit < 16 else math.floor(unit))
        x = inner.centerx - (view.x + view.w / 2) * unit
        y = inner.centery - (view.y + view.h / 2) * unit
        return Camera(unit, round(x), round(y))

    def camera_after(self, count: int) -> Camera:
        """The camera that shows the first `count` tiles of the snake."""
        views = self.snake.views
        return self.looking_at(views[max(0, count - 1)]) if views else self.camera

    # Where things lie, in table units ----------------------------------------------------------

    def seen_by(self, camera: Camera, place: Place) -> Point:
        """Where a camera shows the middle of a place."""
        x, y = camera.at(place.center)
        return x / self.scale, y / self.scale

    def tile_at(self, tile: int) -> Point | None:
        """The middle of the snake's tile of this number, if it lies."""
        places = self.snake.places
        return self.seen_by(self.camera, places[tile]) if tile < len(places) else None

    def head_at(self, end: EndId) -> Point | None:
        """Where the head at an open end sits: before the tile that it looks out from."""
        tile, places = number(end), self.snake.places
        if tile >= len(places):
            return None
        dx, dy = WAYS[self._way(end)]
        away = 1.5 * self.camera.unit + self._head_side * 0.56
        x, y = self.camera.at(places[tile].center)
        return (x + dx * away) / self.scale, (y + dy * away) / self.scale

    def end_box(self, end: EndId) -> Box | None:
        """Where an open end is touched: at its head, or at the tile that it looks out from."""
        head, tile = self.head_at(end), self.tile_at(number(end))
        if head is None or tile is None:
            return None
        turns = self.snake.places[number(end)].way % 2
        w, h = (size / self.scale for size in art.size(self.camera.tall, turns))
        one, other = Box.around(head, 2 * REACH, 2 * REACH), Box.around(tile, w, h)
        x, y = min(one.x, other.x), min(one.y, other.y)
        return Box(x, y, max(one.right, other.right) - x, max(one.bottom, other.bottom) - y)

    def _way(self, end: EndId) -> int:
        """Which way a head looks. The singlestone has two."""
        way = {"0L": WEST, "0R": EAST}.get(end)
        return self.snake.places[number(end)].way if way is None else way

    @property
    def tile(self) -> float:
        """How long a tile of the snake is, in table units."""
        return self.camera.tall / self.scale

    @property
    def _head_side(self) -> int:
        least, most = round(24 * self.scale), round(58 * self.scale)
        return max(least, min(most, round(2.9 * self.camera.unit)))

    def wall_end(self, left: int) -> Point:
        """Where the next tile of the wall is taken from."""
        return self.wall[max(0, min(left, len(self.wall)) - 1)][0] if self.wall else self.box.center

    @property
    def note_at(self) -> Point:
        """The middle of what is said on the felt."""
        inner = self._inner
        return inner.centerx / self.scale, (inner.y + inner.h * 0.14) / self.scale

    # Painting --------------------------------------------------------------------------------

    def paint_ground(self, canvas: Canvas) -> None:
        rect = canvas.rect(self.box)
        radius, depth = canvas.px(18), canvas.px(6)
        canvas.surface.blit(sprites.inset("felt.jpg", rect.size, radius, depth), rect)

    def paint(
        self, canvas: Canvas, ground: pygame.Surface | None, count: int, left: int
    ) -> None:
        """Paint the wall of `left` tiles and the first `count` tiles of the snake on a ground."""
        snake = self.snake
        if self.faces.hurried or ground is None:
            self._paint_all(canvas.surface, (0, 0), count, left)
            return
        rect = canvas.rect(self.box).clip(canvas.surface.get_rect())
        key = (self.camera, snake.laid[:count], left, rect.size, self.faces.painted)
        if self._layer is None or self._layer_key != key:
            self._layer = ground.subsurface(rect).copy()
            self._paint_all(self._layer, rect.topleft, count, left)
            self._layer_key = (*key[:-1], self.faces.painted)
        canvas.surface.blit(self._layer, rect)

    def _paint_all(
        self, surface: Target, origin: tuple[int, int], count: int, left: int
    ) -> None:
        (ox, oy), snake = origin, self._snake
        for center, turns in self.wall[:left]:
            at = center[0] * self.scale - ox, center[1] * self.scale - oy
            show(surface, art.back(self._wall_px, turns), at)
        camera = self.camera._replace(x=self.camera.x - ox, y=self.camera.y - oy)
        for tile in range(count):
            if not snake.is_joined(tile):
                ends = snake.places[snake.parent(tile)].center, snake.places[tile].center
                paint_thread(surface, camera, *ends)
        tiles = [
            Shown(laid.tile, place.center, place.way % 2)
            for laid, place in zip(snake.laid[:count], snake.places, strict=False)
        ]
        paint_tiles(surface, camera, tiles, self.faces)

    def paint_edges(self, canvas: Canvas, places: Iterable[Place], color: Color) -> None:
        """A line around tiles, such as those that were laid last."""
        for place in places:
            center = self.seen_by(self.camera, place)
            w, h = (size / self.scale for size in art.size(self.camera.tall, place.way % 2))
            canvas.outline(Box.around(center, w + 4, h + 4), with_alpha(color, 0.9), 3, 8)

    def paint_head(self, canvas: Canvas, end: EndId, number: int, mood: Mood) -> None:
        """The head at an open end with its number; it shines where something fits."""
        at = self.head_at(end)
        if at is not None:
            heads.paint(canvas, at, self._head_side, self._way(end), number, mood)

    def paint_count(self, canvas: Canvas, text: str) -> None:
        """How many tiles are left, in the lower right corner."""
        inner = self._inner
        at = (inner.right - 6) / self.scale, (inner.bottom - 6) / self.scale
        high = canvas.line_height(SMALL, "italic")
        color = mix(IVORY, (30, 90, 70), 0.25)
        canvas.text(text, (at[0], at[1] - high), SMALL, color, "italic", "right")

    def paint_note(self, canvas: Canvas, text: str) -> None:
        """What is going on before the first turn, above the middle of the felt."""
        room = self._inner.w / self.scale - 4 * WALL
        canvas.label(text, self.note_at, LARGE, mix(IVORY, (30, 90, 70), 0.12), "serif", room)


def paint_tiles(
    surface: Target, camera: Camera, tiles: Iterable[Shown], faces: Faces
) -> None:
    """Tiles that lie on the felt, with their shadows."""
    tiles, tall, drop = list(tiles), camera.tall, max(1, round(camera.unit * 0.22))
    for _, center, turns in tiles:
        x, y = camera.at(center)
        show(surface, faces.shadow(tall, turns), (x + drop, y + drop * 1.4))
    for tile, center, turns in tiles:
        show(surface, faces.get(tile, tall, turns), camera.at(center))


def paint_thread(surface: Target, camera: Camera, start: Point, end: Point) -> None:
    """A silk thread, such as to a tile that found no room beside its neighbour."""
    for width, color in ((0.9, mix(GOLD, INK, 0.55)), (0.5, GOLD)):
        thick = max(2, round(camera.unit * width))
        painter.shape(surface, pygame.draw.line, color, (camera.at(start), camera.at(end)), thick)


def _wall(box: Box, tall: float) -> tuple[tuple[Point, int], ...]:
    """The middles and turns of all tiles of the wall, clockwise from the upper left corner."""
    total = len(FULL_SET)
    across, down = box.w, box.h - 2 * tall - 6
    sides = [round(total * across / (2 * (across + down)))] * 2
    rest = total - 2 * sides[0]
    counts = (sides[0], rest // 2, sides[1], rest - rest // 2)
    left, right, top, bottom = box.x, box.right, box.y + tall / 2, box.bottom - tall / 2
    high, low = box.y + tall + 3, box.bottom - tall - 3
    lines = (
        ((left, top), (right, top), 0),
        ((right - tall / 2, high), (right - tall / 2, low), 1),
        ((right, bottom), (left, bottom), 0),
        ((left + tall / 2, low), (left + tall / 2, high), 1),
    )
    return tuple(
        (timeline.between(start, end, (i + 0.5) / count), turns)
        for (start, end, turns), count in zip(lines, counts, strict=True)
        for i in range(count)
    )
