"""Domi Jongg's felt: the snake in a view that eases out as it grows, between two walls.

The wall is the pile: every tile that still lies face down, in rows at both ends of the felt.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from functools import partial
from typing import Final, NamedTuple

import pygame

from game.rules.domi_jongg.state import EndId, Laid, number
from game.rules.domi_jongg.tiles import FULL_SET, Tile
from game.scenes.domi_jongg import tile_art as art
from game.scenes.domi_jongg.heads import Mood, paint_head
from game.scenes.domi_jongg.snake import (
    MARGIN,
    WAYS,
    Placement,
    Shape,
    Snake,
    calmest,
    in_manners,
    moments,
)
from game.scenes.domi_jongg.tile_art import Faces, show
from game.scenes.play.camera import View as Looking
from game.scenes.play.loupe import Close
from game.ui import painter, surfaces, timeline
from game.ui.canvas import Canvas
from game.ui.display_list import RectLike, Target
from game.ui.frame import Box, Point
from game.ui.theme import GOLD, INK, IVORY, LARGE, SMALL, Color, mix, with_alpha

WALL: Final = 23.0
"""How tall the tiles of the wall are, in table units."""
DIP: Final = 0.3
"""How far a head bows, as a share of its size."""
REACH: Final = 40.0
"""Half of the square in which a head can be touched, in units."""
ASIDE: Final = tuple((n + 1) // 2 * (-0.25 if n % 2 else 0.25) for n in range(49))
"""How many times its size a head at the rim goes along it to be on no tile, the nearest first."""
READABLE: Final = 60.0
"""Tiles less tall than this, in units, are looked at no farther away than heads allow."""
FELT: Final = 30, 90, 70
_WALL_GAP: Final = 5.0
_WALL_ROW: Final = WALL + 2.0
_LEAST_UNIT: Final = 1.0


class Shown(NamedTuple):
    """A tile by its middle on the felt, in units of the snake, and its quarter turns."""

    tile: Tile
    center: Point
    turns: int = 0


class Framing(NamedTuple):
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

    def toward(self, other: "Framing", share: float) -> "Framing":
        """A camera between this one and another; what is in the middle stays there."""
        unit, x, y = (a + (b - a) * share for a, b in zip(self, other, strict=True))
        return Framing(unit, x, y)


class Felt:
    """The felt on the screen, with the snake as it was last told to follow the match."""

    def __init__(self, faces: Faces) -> None:
        self.faces = faces
        self._shape = Shape()
        self.snake = Snake(self._shape)
        """The snake as it lies, up to the newest tile that was laid."""
        self._before: list[Placement] = []
        """How tiles lay before the snake was laid anew, if that is still to be shown."""
        self.share = 1.0
        """How far they have come from there."""
        self.box, self.scale = Box(0, 0, 400, 300), 1.0
        self.camera = Framing(10, 0, 0)
        self.held = False
        """Whether somebody has moved the view by hand."""
        self._heads: tuple[object, dict[EndId, Point]] = None, {}
        """Where heads are seen, in pixels, with all that this hangs on."""
        self._larger = 1.0
        """How many times larger than by the camera heads are seen: in a lens."""
        self.wall: tuple[tuple[Point, int], ...] = ()
        self._wall_px = 10
        self._inner = pygame.Rect(0, 0, 1, 1)

    def arrange(self, box: Box, scale: float, home: Box | None = None) -> None:
        """The felt lies there from now on, in table units of `scale` pixels. A snake lies on it as
        on the felt in the box `home`, where it is played.
        """
        self.box, self.scale = box, scale
        self._wall_px = max(6, round(WALL * scale))
        self.wall, _ = _wall(box.inset(_WALL_GAP))
        self._inner, (_, _, w, h) = self._within_walls(box), self._within_walls(home or box)
        aspect = max(0.375, min(3.25, w / max(1, h)))
        self._shape = Shape(aspect, min(h, w / aspect) / self._readable)

    def _within_walls(self, box: Box) -> pygame.Rect:
        """The pixels of a felt in which the snake is seen."""
        deep, edge = _wall(box.inset(_WALL_GAP))[1] * _WALL_ROW + 2 * _WALL_GAP, _WALL_GAP + 3
        inner = box.inset(edge)
        if box.w > box.h:
            inner = Box(box.x + deep, inner.y, box.w - 2 * deep, inner.h)
        else:
            inner = Box(inner.x, box.y + deep, inner.w, box.h - 2 * deep)
        return pygame.Rect([round(n * self.scale) for n in inner])

    @property
    def _readable(self) -> float:
        """The pixels of a unit of the snake at which its tiles can just be read."""
        least = round(READABLE * self.scale)
        return next(n for n in map(_on_pixels, range(1, 1000)) if Framing(n, 0, 0).tall >= least)

    def follow(self, laid: tuple[Laid, ...]) -> None:
        """These tiles lie from now on, or are on their way to where they will."""
        before, self.snake = self.snake, calmest(self._shape, laid)
        if self.snake.shape != before.shape:
            while before.before is not None and before.laid != laid[: len(before.laid)]:
                before = before.before
            self._before, self.share = before.places, 0.0

    def wishes(self, laid: tuple[Laid, ...]) -> Iterator[Callable[[], object]]:
        """Find out before it gets there how the snake would lie on the way to these tiles."""
        for count in moments(laid):
            yield partial(list, in_manners(self._shape, laid[:count]))

    @property
    def laid_anew(self) -> bool:
        """Whether the snake lies in another way than it was shown last."""
        return bool(self._before)

    def shift(self, share: float) -> None:
        """Show the tiles so far on their way from how they lay before."""
        self.share = share
        if share >= 1:
            self._before = []

    def center(self, number: int) -> Point:
        """The middle of the snake's tile of this number as it is shown, in units of the snake."""
        there = self.snake.places[number].center
        if number >= len(self._before):
            return there
        return timeline.between(self._before[number].center, there, self.share)

    def looking_at(self, view: Box) -> Framing:
        """The camera that shows a view as large as the felt allows, on whole pixels."""
        inner = self._inner
        unit = min(inner.w / view.w, inner.h / view.h) + 1e-6
        unit = max(_LEAST_UNIT, _on_pixels(math.floor(unit * 4)))
        x = inner.centerx - (view.x + view.w / 2) * unit
        y = inner.centery - (view.y + view.h / 2) * unit
        return Framing(unit, round(x), round(y))

    @property
    def best(self) -> Framing:
        """The camera that shows all of the snake. Where tiles would be small it looks at no more
        than the heads and what was laid last.
        """
        if not self.snake.laid:
            return self.camera
        whole = self.looking_at(self.snake.section)
        if whole.unit >= self._readable:
            return whole
        seen = self.snake.places[-1].box
        for end in self.snake.onward:
            seen = seen.joined(self.snake.front(end))
        near = self.looking_at(seen.inset(-MARGIN))
        return near if near.unit >= self._readable else self._crowded()

    @property
    def whole(self) -> Framing:
        """The camera that shows all of it, as large as it goes where tiles would be small."""
        if not self.snake.laid:
            return self.camera
        whole = self.looking_at(self.snake.section)
        return whole if whole.unit >= self._readable else self.looking_at(self.snake.around)

    def _crowded(self) -> Framing:
        """The camera that shows the newest tile and as many of the nearest heads as can be read;
        where the others are is seen at the rim.
        """
        snake, unit = self.snake, self._readable
        newest = seen = snake.places[-1].box
        fronts = map(snake.front, snake.heads)
        for front in sorted(fronts, key=lambda box: math.dist(box.center, newest.center)):
            grown = seen.joined(front)
            if max(grown.w * unit / self._inner.w, grown.h * unit / self._inner.h) <= 1:
                seen = grown
        (x, y), inner = seen.center, self._inner
        return Framing(unit, round(inner.centerx - x * unit), round(inner.centery - y * unit))

    # The eye's plane has its y upwards, in units of the snake.

    def view_of(self, camera: Framing) -> Looking:
        """What the eye sees where this camera looks."""
        x, y = (n * self.scale for n in self.box.center)
        middle = complex((x - camera.x) / camera.unit, (camera.y - y) / camera.unit)
        return Looking(middle, camera.unit / self.scale)

    @property
    def plane(self) -> Box:
        """The part of the plane in which the snake lies, with room around it."""
        x, y, w, h = self.snake.section
        seen = Box(x, -y - h, w, h)
        wide = self.view_of(self.best)
        size, middle = (self.box.w / wide.unit, self.box.h / wide.unit), wide.middle
        return seen.joined(Box.around((middle.real, middle.imag), *size))

    def follow_eye(self, view: Looking) -> None:
        """Let the camera look where the eye does."""
        unit = view.unit * self.scale
        x, y = (n * self.scale for n in self.box.center)
        at = round(x - view.middle.real * unit), round(y + view.middle.imag * unit)
        self.camera = Framing(unit, *at)

    def seen_close(self, close: Close) -> "Felt":
        """The same felt with everything where a lens shows it."""
        seen, (unit, x, y), scale = copy(self), self.camera, self.scale
        x, y = close.point((x / scale, y / scale))
        seen.camera = Framing(unit * close.factor, round(x * scale), round(y * scale))
        inner = close.box(Box(*(n / scale for n in self._inner)))
        seen._inner, seen._larger = pygame.Rect([round(n * scale) for n in inner]), close.factor
        seen.wall = tuple((close.point(center), turns) for center, turns in self.wall)
        seen._wall_px = round(self._wall_px * close.factor)
        return seen

    # Where things lie, in table units ----------------------------------------------------------

    def seen_by(self, camera: Framing, place: Placement) -> Point:
        """Where a camera shows the middle of a place."""
        x, y = camera.at(place.center)
        return x / self.scale, y / self.scale

    def tile_at(self, number: int) -> Point:
        """The middle of the snake's tile of this number."""
        return self.seen_by(self.camera, self.snake.places[number])

    def head_at(self, end: EndId) -> Point:
        """Where the head at an open end sits: before the tile that it looks out from, or beside it
        if something lies there, or at the rim of the felt if that is out of sight.
        """
        seen_in = self.camera, self.snake, self._inner.copy(), self._larger, self.share
        if self._heads[0] != seen_in:
            self._heads = seen_in, self._places_of_heads()
        known = self._heads[1].get(end)
        x, y = known or self._rim.nearest(self._before_tile(end, self.head_side))
        return x / self.scale, y / self.scale

    @property
    def _rim(self) -> Box:
        """Where the middle of a head can be, in pixels."""
        return Box(*self._inner).inset(self.head_side / 2)

    def _places_of_heads(self) -> dict[EndId, Point]:
        """Where all heads are seen, in pixels. Those that are out of sight are at the rim, at the
        nearest place that is not on another head, and on no tile if there is such a place.
        """
        rim, side = self._rim, self.head_side
        wished = {end: self._before_tile(end, side) for end in self.snake.onward}
        found = {end: at for end, at in wished.items() if rim.nearest(at) == at}
        for end in (end for end in wished if end not in found):
            at = rim.nearest(wished[end])
            near = [_along(rim, at, way * side) for way in ASIDE]
            free = [
                there for there in near
                if all(math.dist(there, other) >= 0.8 * side for other in found.values())
            ]
            bare = (there for there in free if not self._lies_at(there))
            found[end] = next(bare, next(iter(free), at))
        return found

    def _lies_at(self, at: Point) -> bool:
        """Whether a head at a place in pixels would be on a tile."""
        body = 0.7 * self.head_side
        return bool(self.snake.lying_in(self._under(Box.around(at, body, body))))

    def _before_tile(self, end: EndId, size: int) -> Point:
        """Where a head of some size is in pixels, be it in sight or not."""
        tile, beyond = self.snake.looks(end)
        x, y = self.camera.at(self.center(number(end)))
        away, way = 0.0, tile.way
        if beyond is not None:
            way, side = beyond.way, 2.0 if (beyond.way - tile.way) % 2 else 1.5
            away = side * self.camera.unit + size * 0.56
        dx, dy = WAYS[way]
        return x + dx * away, y + dy * away

    def end_box(self, end: EndId) -> Box:
        """Where an open end is touched: at its head, or at the tile that it looks out from."""
        place = self.snake.places[number(end)]
        around = Box.around(self.head_at(end), 2 * REACH, 2 * REACH)
        seen = self.box.has(self.seen_by(self.camera, place))
        return around.joined(self._box(place)) if seen else around

    def tile_boxes(self) -> list[Box]:
        """Where the snake's tiles are seen, by their numbers."""
        return [self._box(place) for place in self.snake.places]

    def _box(self, place: Placement) -> Box:
        """Where a tile is seen."""
        w, h = (size / self.scale for size in art.size(self.camera.tall, place.way % 2))
        return Box.around(self.seen_by(self.camera, place), w, h)

    @property
    def tile(self) -> float:
        """How long a tile of the snake is, in table units."""
        return self.camera.tall / self.scale

    @property
    def head(self) -> float:
        """How large a head is, in table units."""
        return self.head_side / self.scale

    @property
    def head_side(self) -> int:
        larger = self.scale * self._larger
        least, most = round(24 * larger), round(58 * larger)
        return max(least, min(most, round(2.9 * self.camera.unit)))

    def wall_end(self, left: int) -> Point:
        """Where the next tile of the wall is taken from."""
        return self.wall[max(0, min(left, len(self.wall)) - 1)][0] if self.wall else self.box.center

    @property
    def note_at(self) -> Point:
        """The middle of what is said at the upper edge of the felt."""
        inner = self._inner
        return inner.centerx / self.scale, (inner.y + inner.h * 0.14) / self.scale

    # Painting --------------------------------------------------------------------------------

    def paint_ground(self, canvas: Canvas) -> None:
        surfaces.let_in(canvas, self.box, "felt.jpg", 18, 6)

    def paint(self, canvas: Canvas, count: int, left: int, part: Box | None = None) -> None:
        """Paint the wall of `left` tiles, and of the first `count` of the snake what is seen."""
        lie = self.snake.shape, self.snake.laid[:count], self.camera, self.share, self.faces.version
        canvas.group(self.box, self.paint_wall, left)
        seen = self._under(canvas.rect(part) if part else canvas.surface.get_clip()).inset(-1)
        numbers = range(count) if self._before else self.snake.lying_in(seen)  # with shadows
        canvas.group((self.box, *lie), self.paint_snake, count, numbers)

    def paint_wall(self, canvas: Canvas, left: int) -> None:
        """Paint the wall of `left` tiles."""
        back = art.back(self._wall_px, self.wall[0][1], self.faces.design)  # all lie the same way
        for center, _ in self.wall[:left]:
            show(canvas.surface, back, canvas.at(center))

    def _under(self, part: RectLike | Box) -> Box:
        """What is seen in a part of the screen, in units of the snake."""
        (x, y, w, h), (unit, left, top) = part, self.camera
        return Box((x - left) / unit, (y - top) / unit, w / unit, h / unit)

    def paint_snake(self, canvas: Canvas, count: int, numbers: Sequence[int]) -> None:
        """Paint those of its first `count` tiles that have these numbers."""
        surface, camera, snake = canvas.surface, self.camera, self.snake
        for tile in snake.loose:
            if tile < count:
                ends = self.center(snake.ground.parents[tile]), self.center(tile)
                paint_thread(surface, camera, *ends)
        paint_tiles(surface, camera, [
            Shown(snake.laid[n].tile, self.center(n), snake.places[n].way % 2)
            for n in numbers if n < count
        ], self.faces)

    def paint_edges(self, canvas: Canvas, places: Iterable[Placement], color: Color) -> None:
        """A line around tiles, such as those that were laid last."""
        for box in (self._box(place).inset(-2) for place in places):
            canvas.outline(box, with_alpha(color, 0.9), 3, 8)

    def paint_head(
        self, canvas: Canvas, end: EndId, number: int, mood: Mood, dip: float = 0.0
    ) -> None:
        """The head at an open end with its number; it shines where something fits. It bows the
        farther the larger `dip` is, 0 to 1.
        """
        (x, y), side = self.head_at(end), self.head_side
        tile, beyond = self.snake.looks(end)
        way, bow = (beyond or tile).way, DIP * dip * side / self.scale
        at = x + WAYS[way][0] * bow, y + WAYS[way][1] * bow
        paint_head(canvas, at, round(side * (1 - 0.2 * dip)), way, number, mood)

    def paint_count(self, canvas: Canvas, text: str) -> None:
        """How many tiles are left, in a corner, or on a patch of felt where all have tiles."""
        size = canvas.text_size(text, SMALL, "italic")
        corners = self.corners(*size)
        free = next(filter(self._bare, corners), None)
        if free is None:
            canvas.fill(corners[0].inset(-6), FELT, 10)
        canvas.text(text, (free or corners[0])[:2], SMALL, mix(IVORY, FELT, 0.25), "italic")

    def corners(self, w: float, h: float) -> list[Box]:
        """The corners of so many units, the best one first; the lower right one belongs to the
        button that shows everything.
        """
        inner = self._inner
        left, right = (inner.x + 6) / self.scale, (inner.right - 6) / self.scale - w
        top, bottom = (inner.y + 6) / self.scale, (inner.bottom - 6) / self.scale - h
        return [Box(*at, w, h) for at in ((right, top), (left, bottom), (left, top))]

    def _bare(self, box: Box) -> bool:
        """Whether no head is seen in a part of the felt, and no tile."""
        near = self.head_side / self.scale
        if any(box.has(self.head_at(end), near) for end in self.snake.heads):
            return False
        return not self.snake.lying_in(self._under(Box(*(n * self.scale for n in box))))

    def paint_note(self, canvas: Canvas, text: str, at: Point, beside: float = 0.0) -> None:
        """What is going on before the first turn, around a point in the middle, leaving so much
        room on both sides.
        """
        room = self._inner.w / self.scale - 4 * WALL - 2 * beside
        canvas.label(text, at, LARGE, mix(IVORY, FELT, 0.12), "serif", room)


def paint_tiles(surface: Target, camera: Framing, tiles: Iterable[Shown], faces: Faces) -> None:
    """Tiles that lie on the felt, with their shadows."""
    tiles, tall, drop = list(tiles), camera.tall, max(1, round(camera.unit * 0.22))
    for _, center, turns in tiles:
        x, y = camera.at(center)
        show(surface, art.shadow(tall, turns), (x + drop, y + drop * 1.4))
    for tile, center, turns in tiles:
        show(surface, faces.get(tile, tall, turns), camera.at(center))


def paint_thread(surface: Target, camera: Framing, start: Point, end: Point) -> None:
    """A silk thread, such as to a tile that found no room beside its neighbour."""
    for width, color in ((0.9, mix(GOLD, INK, 0.55)), (0.5, GOLD)):
        thick = max(2, round(camera.unit * width))
        painter.shape(surface, pygame.draw.line, color, (camera.at(start), camera.at(end)), thick)


def _along(box: Box, start: Point, way: float) -> Point:
    """Where a way of some length along the edge of a box leads, clockwise from a point on it."""
    corners = (0.0, box.w, box.w + box.h, 2 * box.w + box.h)
    x, y = start[0] - box.x, start[1] - box.y
    gone = x if y <= 0 else box.w + y if x >= box.w else corners[3] - x if y >= box.h else -y
    left = (gone + way) % (2 * (box.w + box.h))
    edge = sum(left >= corner for corner in corners) - 1
    left -= corners[edge]
    return (
        (box.x + left, box.y), (box.right, box.y + left),
        (box.right - left, box.bottom), (box.x, box.bottom - left),
    )[edge]  # fmt: skip


def _on_pixels(quarters: int) -> float:
    """So many quarters of a pixel or, where that makes no difference, whole pixels."""
    return quarters / 4 if quarters < 64 else quarters // 4


def _wall(box: Box) -> tuple[tuple[tuple[Point, int], ...], int]:
    """The middles and turns of all tiles of the wall, the innermost last, and how many rows they
    make along each of the two short sides.
    """
    upright = box.h >= box.w
    long, each = (box.w if upright else box.h), len(FULL_SET) // 2
    rows = math.ceil(each * (0.75 * WALL + 1.2) / long)
    found: list[tuple[Point, int]] = []
    for row in range(rows):
        number = each // rows + (row < each % rows)
        away = (row + 0.5) * _WALL_ROW
        for side in (0, 1):
            for n in range(number):
                along = (n + 0.5) / number * long
                if upright:
                    at = box.x + along, (box.bottom - away if side else box.y + away)
                else:
                    at = (box.right - away if side else box.x + away), box.y + along
                found.append((at, 0 if upright else 1))
    return tuple(found), rows
