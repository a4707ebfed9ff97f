"""Domi Jongg's felt: the snake in a view that eases out as it grows, and the wall around it.

The wall is the pile: every tile that still lies face down, along the edge of the felt.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final, Literal, NamedTuple, TypeAlias

import pygame

from game.rules.domi_jongg.state import EndId, Laid, number
from game.rules.domi_jongg.tiles import FULL_SET, Tile
from game.scenes.domi_jongg import tile_art as art
from game.scenes.domi_jongg.snake import EAST, MARGIN, WAYS, WEST, Place, Snake, View
from game.scenes.domi_jongg.tile_art import Faces, show
from game.scenes.play.camera import View as Looking
from game.scenes.play.loupe import Close
from game.ui import painter, sprites, timeline
from game.ui.canvas import Canvas
from game.ui.display_list import Target
from game.ui.frame import Box, Point
from game.ui.pen import Pen, closed_curve
from game.ui.theme import (
    GOLD,
    INK,
    IVORY,
    JADE,
    LAMP,
    LARGE,
    SMALL,
    VERMILION,
    Color,
    mix,
    with_alpha,
)  # fmt: skip

WALL: Final = 23.0
"""How tall the tiles of the wall are at most, in table units."""
DIP: Final = 0.3
"""How far a head bows, as a share of its size."""
REACH: Final = 40.0
"""Half of the square in which a head can be touched, in units."""
READABLE: Final = 60.0
"""Tiles less tall than this, in units, are looked at no farther away than heads allow."""
HEAD: Final = 3.0
"""How far a head reaches beyond its tile, in units of the snake."""
_WALL_GAP: Final = 7.0
_LEAST_UNIT: Final = 1.0


Mood: TypeAlias = Literal["open", "resting", "lit"]
"""It can go on; it cannot in this turn; what is held fits here."""

_OUTLINE: Final = (
    (-0.80, -0.42), (-0.45, -0.74), (0.05, -0.80), (0.50, -0.60), (0.86, -0.30), (0.98, 0.0),
    (0.86, 0.30), (0.50, 0.60), (0.05, 0.80), (-0.45, 0.74), (-0.80, 0.42), (-0.70, 0.0),
)  # fmt: skip


class Look(NamedTuple):
    """A head's colours: its dome from top to edge, its lines, and its number."""

    top: Color
    low: Color
    line: Color
    ink: Color


LOOKS: Final[dict[Mood, Look]] = {
    "open": Look(mix(JADE, LAMP, 0.30), mix(JADE, INK, 0.28), mix(GOLD, LAMP, 0.3), IVORY),
    "resting": Look(mix(mix(JADE, INK, 0.45), IVORY, 0.12), mix(JADE, INK, 0.62),
                    mix(GOLD, INK, 0.5), mix(IVORY, INK, 0.45)),
    "lit": Look(mix(GOLD, LAMP, 0.65), mix(GOLD, VERMILION, 0.25), mix(LAMP, IVORY, 0.5), INK),
}  # fmt: skip


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

    def toward(self, other: "Camera", share: float) -> "Camera":
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
        self.held = False
        """Whether somebody has moved the view by hand."""
        self._larger = 1.0
        """How many times larger than by the camera heads are seen: in a lens."""
        self.wall: tuple[tuple[Point, int], ...] = ()
        self.wall_tall = WALL
        self._wall_px = 10
        self._inner = pygame.Rect(0, 0, 1, 1)
        self._layer: pygame.Surface | None = None
        self._layer_key: object = None
        self._rough: list[tuple[Tile, int, int]] = []
        """The tiles on the layer that were shown roughly."""

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
        """The camera that shows the first `count` tiles of the snake, unless a hand holds it.

        Where tiles would be small it looks at no more than the heads and what was laid last.
        """
        return self.camera if self.held else self.best_after(count)

    def best_after(self, count: int) -> Camera:
        """The same, whether a hand holds the camera or not."""
        views = self.snake.views
        if not views:
            return self.camera
        whole = self.looking_at(views[max(0, count - 1)])
        if count < len(views) or whole.tall >= READABLE * self.scale:
            return whole
        x, y, w, h = self.heads_in(MARGIN + HEAD)
        near = self.looking_at(View(x, y, w, h, 0))
        return max(whole, near, key=lambda camera: min(camera.tall, READABLE * self.scale))

    def heads_in(self, margin: float) -> Box:
        """The part of the felt with all heads and the newest tile, in units of the snake."""
        snake = self.snake
        boxes = [snake.places[head.tile].box for head in snake.heads.values()]
        found = snake.places[-1].box
        for box in boxes:
            found = found.joined(box)
        return found.inset(-margin)

    # The eye's plane has its y upwards, in units of the snake.

    def view_of(self, camera: Camera) -> Looking:
        """What the eye sees where this camera looks."""
        x, y = (n * self.scale for n in self.box.center)
        middle = complex((x - camera.x) / camera.unit, (camera.y - y) / camera.unit)
        return Looking(middle, camera.unit / self.scale)

    def plane_of(self, count: int) -> Box:
        """The part of the plane in which the first `count` tiles lie, with room around them."""
        views = self.snake.views
        x, y, w, h, _ = views[max(0, count - 1)] if views else View(-20, -20, 40, 40, 0)
        seen = Box(x, -y - h, w, h)
        wide = self.view_of(self.best_after(count))
        size, middle = (self.box.w / wide.unit, self.box.h / wide.unit), wide.middle
        return seen.joined(Box.around((middle.real, middle.imag), *size))

    def look(self, view: Looking) -> None:
        """Let the camera look where the eye does."""
        unit = view.unit * self.scale
        x, y = (n * self.scale for n in self.box.center)
        at = round(x - view.middle.real * unit), round(y + view.middle.imag * unit)
        self.camera = Camera(unit, *at)

    @contextmanager
    def seen_close(self, close: Close) -> Iterator[None]:
        """Let everything lie where a lens shows it, meanwhile."""
        before, (x, y) = self.camera, close.point((self.camera.x / self.scale,
                                                   self.camera.y / self.scale))  # fmt: skip
        unit = before.unit * close.factor
        self.camera = Camera(unit, round(x * self.scale), round(y * self.scale))
        self._larger = close.factor
        try:
            yield
        finally:
            self.camera, self._larger = before, 1.0

    # Where things lie, in table units ----------------------------------------------------------

    def seen_by(self, camera: Camera, place: Place) -> Point:
        """Where a camera shows the middle of a place."""
        x, y = camera.at(place.center)
        return x / self.scale, y / self.scale

    def tile_at(self, tile: int) -> Point:
        """The middle of the snake's tile of this number."""
        return self.seen_by(self.camera, self.snake.places[tile])

    def head_at(self, end: EndId) -> Point:
        """Where the head at an open end sits: before the tile that it looks out from."""
        dx, dy = WAYS[self._way(end)]
        away = 1.5 * self.camera.unit + self._head_side * 0.56
        x, y = self.camera.at(self.snake.places[number(end)].center)
        return (x + dx * away) / self.scale, (y + dy * away) / self.scale

    def end_box(self, end: EndId) -> Box:
        """Where an open end is touched: at its head, or at the tile that it looks out from."""
        place, head = self.snake.places[number(end)], self.head_at(end)
        return Box.around(head, 2 * REACH, 2 * REACH).joined(self._box(place))

    def tile_boxes(self) -> list[Box]:
        """Where the snake's tiles are seen, by their numbers."""
        return [self._box(place) for place in self.snake.places]

    def _box(self, place: Place) -> Box:
        """Where a tile is seen."""
        w, h = (size / self.scale for size in art.size(self.camera.tall, place.way % 2))
        return Box.around(self.seen_by(self.camera, place), w, h)

    def _way(self, end: EndId) -> int:
        """Which way a head looks. The singlestone has two."""
        way = {"0L": WEST, "0R": EAST}.get(end)
        return self.snake.places[number(end)].way if way is None else way

    @property
    def tile(self) -> float:
        """How long a tile of the snake is, in table units."""
        return self.camera.tall / self.scale

    @property
    def head(self) -> float:
        """How large a head is, in table units."""
        return self._head_side / self.scale

    @property
    def _head_side(self) -> int:
        larger = self.scale * self._larger
        least, most = round(24 * larger), round(58 * larger)
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
        cloth = sprites.inset("felt.jpg", rect.size, radius, depth, canvas.design.contrast)
        canvas.surface.blit(cloth, rect)

    def paint(
        self, canvas: Canvas, ground: pygame.Surface | None, count: int, left: int
    ) -> None:
        """Paint the wall of `left` tiles and the first `count` tiles of the snake on a ground."""
        snake = self.snake
        if self.faces.hurried or ground is None:
            self._paint_all(canvas.surface, (0, 0), count, left)
            return
        rect = canvas.rect(self.box).clip(canvas.surface.get_rect())
        key = (self.camera, snake.laid[:count], left, rect.size, self.faces.design)
        ready = any(self.faces.has(*each) for each in self._rough)
        if self._layer is None or self._layer_key != key or ready:
            self._layer, self._layer_key = ground.subsurface(rect).copy(), key
            self._paint_all(self._layer, rect.topleft, count, left)
            tiles = zip(snake.laid[:count], snake.places, strict=False)
            shown = ((laid.tile, self.camera.tall, place.way % 2) for laid, place in tiles)
            self._rough = [each for each in shown if not self.faces.has(*each)]
        canvas.surface.blit(self._layer, rect)

    def _paint_all(
        self, surface: Target, origin: tuple[int, int], count: int, left: int
    ) -> None:
        ox, oy = origin
        for center, turns in self.wall[:left]:
            at = center[0] * self.scale - ox, center[1] * self.scale - oy
            show(surface, art.back(self._wall_px, turns, self.faces.design), at)
        camera = self.camera._replace(x=self.camera.x - ox, y=self.camera.y - oy)
        self._paint_snake(surface, camera, count)

    def _paint_snake(
        self, surface: Target, camera: Camera, count: int, part: pygame.Rect | None = None
    ) -> None:
        """The first `count` tiles, or those whose middles lie in a part of the screen."""
        snake = self._snake
        for tile in range(count):
            if not snake.is_joined(tile):
                ends = snake.places[snake.parent(tile)].center, snake.places[tile].center
                paint_thread(surface, camera, *ends)
        tiles = [
            Shown(laid.tile, place.center, place.way % 2)
            for laid, place in zip(snake.laid[:count], snake.places, strict=False)
            if part is None or part.collidepoint(camera.at(place.center))
        ]
        paint_tiles(surface, camera, tiles, self.faces)

    def paint_close(self, canvas: Canvas, close: Close, count: int, left: int) -> None:
        """Paint wall and snake as a lens shows them, as far as they are seen there."""
        tall = round(self._wall_px * close.factor)
        part = canvas.surface.get_clip().inflate((2 * max(tall, self.camera.tall),) * 2)
        for center, turns in self.wall[:left]:
            at = canvas.at(close.point(center))
            if part.collidepoint(at):
                show(canvas.surface, art.back(tall, turns), at)
        self._paint_snake(canvas.surface, self.camera, count, part)

    def paint_edges(self, canvas: Canvas, places: Iterable[Place], color: Color) -> None:
        """A line around tiles, such as those that were laid last."""
        for place in places:
            canvas.outline(self._box(place).inset(-2), with_alpha(color, 0.9), 3, 8)

    def paint_head(
        self, canvas: Canvas, end: EndId, number: int, mood: Mood, dip: float = 0.0
    ) -> None:
        """The head at an open end with its number; it shines where something fits. It bows the
        farther the larger `dip` is, 0 to 1.
        """
        way, side = self._way(end), self._head_side
        (x, y), (dx, dy), bow = self.head_at(end), WAYS[way], DIP * dip * side / self.scale
        paint_head(
            canvas, (x + dx * bow, y + dy * bow), round(side * (1 - 0.2 * dip)), way, number, mood
        )

    def paint_count(self, canvas: Canvas, text: str) -> None:
        """How many tiles are left, in a corner without a head: the lower right one if it is, and
        if there is no button that shows everything.
        """
        inner, (w, h) = self._inner, canvas.text_size(text, SMALL, "italic")
        left, right = (inner.x + 6) / self.scale, (inner.right - 6) / self.scale - w
        top, bottom = (inner.y + 6) / self.scale, (inner.bottom - 6) / self.scale - h
        corners = [(x, y) for x in (right, left) for y in (bottom, top)][1 if self.held else 0 :]
        heads, near = [self.head_at(end) for end in self.snake.heads], self._head_side / self.scale
        free = (
            corner for corner in corners
            if not any(Box(*corner, w, h).has(head, near) for head in heads)
        )  # fmt: skip
        color = mix(IVORY, (30, 90, 70), 0.25)
        canvas.text(text, next(free, corners[0]), SMALL, color, "italic")

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


# Heads -------------------------------------------------------------------------------------------


def paint_head(
    canvas: Canvas, at: Point, side: int, way: int, number: int, mood: Mood
) -> None:
    """Paint a head `side` pixels long that looks east, south, west or north (way 0 to 3)."""
    if mood == "lit":
        canvas.picture_as_is(_glow(side), at)
    canvas.picture_as_is(_head(side, way, mood), at)
    (dx, dy), units = WAYS[way], side / canvas.scale
    middle = at[0] - dx * units * 0.07, at[1] - dy * units * 0.07
    canvas.label(str(number), middle, max(15.0, units * 0.5), LOOKS[mood].ink, "bold")


@sprites.SPRITES.keeping
def _glow(side: int) -> pygame.Surface:
    return sprites.glow(_head(side, 0, "lit"), side * 0.22, LAMP, 0.9)


@sprites.SPRITES.keeping
def _head(side: int, way: int, mood: Mood) -> pygame.Surface:
    half = side * sprites.OVER / 2
    image = pygame.Surface((2 * half, 2 * half), pygame.SRCALPHA)
    (top, low, edge, _), outline = LOOKS[mood], closed_curve(_OUTLINE)
    image.fill((*low, 0))
    pen = Pen(image, (half, half), half, 90 * way)
    for scale, color in ((1.0, mix(INK, low, 0.2)), (0.95, edge), (0.86, low)):
        pen.moved(0, 0, scale).polygon(outline, color)
    for share in (step / 8 for step in range(1, 9)):  # the light comes from the top left
        middle = half * (1 - 0.10 * share)
        dome = Pen(image, (middle, middle), half * (0.84 - 0.22 * share), 90 * way)
        dome.polygon(outline, mix(low, top, share))
    for y in (-0.36, 0.36):
        pen.disc((0.468, y), 0.17, edge)
        pen.disc((0.468, y), 0.10, INK)
    return pygame.transform.smoothscale(image, (side, side))


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
