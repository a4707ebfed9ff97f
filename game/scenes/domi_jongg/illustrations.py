"""The pictures in Domi Jongg's rules, and the set in its box: tiles on felt, in the game's art."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import pairwise
from typing import Final

from game.rules.core.protocol import CHANCE
from game.rules.domi_jongg.game import DomiJongg
from game.rules.domi_jongg.state import HIDDEN, Branch, Lay, grow, single_out
from game.rules.domi_jongg.tiles import KINDS, Tile
from game.scenes.core import sketch
from game.scenes.core.sketch import Sketch
from game.scenes.domi_jongg import tile_art as art
from game.scenes.domi_jongg.die import rest_picture
from game.scenes.domi_jongg.felt import Framing, Shown, paint_thread, paint_tiles
from game.scenes.domi_jongg.heads import paint_head
from game.scenes.domi_jongg.snake import LONG, WAYS, WIDE, Shape, Snake, head_numbers, lie
from game.scenes.play.marks import paint_gain
from game.ui import sprites
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.markup import Picture
from game.ui.theme import LAMP

UNIT: Final = 21.0
"""A quarter of a tile's length in units of the page, when a picture is not made smaller."""
MARGIN: Final = 1.3
"""Felt around the tiles, in quarters of a tile."""
HEAD: Final = 2.5
"""A head's side, and how far from the middle of its tile it looks out."""
AWAY: Final = 1.5 + 0.56 * HEAD


@dataclass(frozen=True, slots=True)
class Felt(Sketch):
    """Tiles on felt: `rows` of them, or the snake that `steps` make of a `single` one.

    In a row two blanks leave a wider gap; `fit` says, ``yes`` or ``no``, whether its two tiles may
    lie side by side, and `tied` groups may. Of a snake the last `lit` tiles have just been laid,
    those `paid` brought a point, by their numbers in laying order; one at its left end may be
    `crossed`, and there is room for what is laid `later`. Tiles have the indices of a language.
    """

    rows: Sequence[str] = ()
    fit: str = ""
    tied: bool = False
    single: Tile = ""
    steps: Sequence[str] = ()
    lit: int = 0
    paid: Sequence[int] = ()
    crossed: Tile = ""
    later: Sequence[str] = ()
    letters: str = "en"

    # In quarters of a tile.

    @property
    def tiles(self) -> list[Shown]:
        """All tiles, those of a snake in laying order."""
        snake = self._snake(self.steps)
        lying = zip(snake.laid, snake.places, strict=True)
        shown = [Shown(one.tile, place.center, place.way % 2) for one, place in lying]
        shown += [Shown(self.crossed, (-1.5 * WIDE, LONG / 2))] if self.crossed else []
        gap, wide = (0.0, 0.0) if self.fit else (0.25, 3.6) if self.tied else (0.5, 2.0)
        for number, line in enumerate(self.rows):
            x, y = WIDE / 2, number * (LONG + gap) + LONG / 2
            for tile in line.split(" "):
                shown += [Shown(tile, (x, y))] if tile else []
                x += WIDE + gap if tile else wide
        return shown

    def _snake(self, steps: Sequence[str]) -> Snake:
        """The snake after some steps, as it lies on the table."""
        laid, ends = single_out(self.single) if self.single else ((), ())
        for move in map(DomiJongg().read, steps):
            assert isinstance(move, Lay | Branch), steps
            laid, ends = grow(laid, ends, move.tiles, move.end, CHANCE)
        return lie(Shape(aspect=3.0), laid)

    @property
    def ends(self) -> list[tuple[Point, int, int]]:
        """The middles of heads, which way they look, and their numbers."""
        snake, found = self._snake(self.steps), []
        numbers = head_numbers(snake.laid)
        for end, head in snake.heads.items() if not self.crossed else ():
            (x, y), (dx, dy) = snake.places[head.tile].center, WAYS[head.way]
            found.append(((x + dx * AWAY, y + dy * AWAY), head.way, numbers[end]))
        return found

    @property
    def threads(self) -> list[tuple[Point, Point]]:
        """From where to where groups are tied."""
        neighbours = pairwise(tile.center for tile in self.tiles) if self.tied else ()
        away = WIDE / 2 + 0.4
        return [((a + away, y), (b - away, y)) for (a, y), (b, _) in neighbours if b - a > WIDE + 1]

    @property
    def signs(self) -> list[tuple[str, Point]]:
        """``yes``, ``no``, or points such as ``+1``, and where they stand."""
        places = self._snake(self.steps).places
        found = [("yes", ((a + b) / 2, y)) for (a, y), (b, _) in self.threads]
        for place in (places[number] for number in self.paid):  # far from the tile's index
            across = place.box.x + 0.5 if place.way % 2 else place.box.right - 0.5
            found.append(("+1", (across, place.box.bottom - 0.4)))
        if self.fit or self.crossed:
            found.append((self.fit or "no", (WIDE if self.fit else -WIDE, LONG - 0.3)))
        return found

    def frame(self) -> Box:
        """What is seen, in quarters of a tile."""
        if self.later:
            return replace(self, steps=(*self.steps, *self.later), later=()).frame()
        boxes = [Box.around(t.center, *((LONG, WIDE) if t.turns else (WIDE, LONG)))
                 for t in self.tiles]  # fmt: skip
        boxes += [Box.around(at, HEAD, HEAD) for at, _, _ in self.ends]
        x, y = min(box.x for box in boxes) - MARGIN, min(box.y for box in boxes) - MARGIN
        right, low = max(box.right for box in boxes), max(box.bottom for box in boxes)
        return Box(x, y, right + MARGIN - x, low + MARGIN - y)

    @property
    def size(self) -> Point:
        seen = self.frame()
        return seen.w * UNIT, seen.h * UNIT

    def draw(self, canvas: Canvas) -> None:
        surface, faces = canvas.surface, art.Faces(self.letters, canvas.design)
        size = surface.get_size()
        surface.blit(sprites.inset("felt.jpg", size, 12, 4, canvas.design.contrast), (0, 0))
        frame = self.frame()
        unit = size[0] / frame.w
        camera = Framing(unit, -frame.x * unit, -frame.y * unit)
        for start, end in self.threads:
            paint_thread(surface, camera, start, end)
        tiles = self.tiles
        paint_tiles(surface, camera, tiles, faces)
        for one in tiles[len(tiles) - self.lit :]:
            image = faces.get(one.tile, camera.tall, one.turns)
            light = sprites.glow(image, max(2.0, 0.28 * unit), LAMP, 0.95)
            art.show(surface, light, camera.at(one.center))
            art.show(surface, image, camera.at(one.center))
        for (x, y), way, number in self.ends:
            at = (x - frame.x) * UNIT, (y - frame.y) * UNIT
            paint_head(canvas, at, round(HEAD * unit), way, number, "open")
        for sign, (x, y) in self.signs:
            at = (x - frame.x) * UNIT, (y - frame.y) * UNIT
            if sign in sketch.SIGNS:
                sketch.sign(canvas, sign, at)
            else:
                paint_gain(canvas, at, int(sign))


# The set in its box ------------------------------------------------------------------------------


SET: Final = (
    "B1 B2 B3 B4 B5 B6 B7 B8 B9", "K1 K2 K3 K4 K5 K6 K7 K8 K9", "T1 T2 T3 T4 T5 T6 T7 T8 T9",
    "WE WS WW WN DR DG DW .. ..", "F1 F2 F3 F4 J1 J2 J3 J4 ..",
)  # fmt: skip
"""The rows in the box, where tiles have no indices; dots lie face down."""
AT_ONCE: Final = 2
"""So many new pictures are drawn each time: while the lid glides off, no frame takes long."""


def paint_set(canvas: Canvas, box: Box) -> None:
    """Tiles of every group in rows, and the die. What is not drawn yet lies face down."""
    step = box.w / 11, box.h / len(SET)
    tall = canvas.px(min(step[1] * 0.93, step[0] * 0.93 * LONG / WIDE))
    lacking, faces = AT_ONCE, art.Faces("", canvas.design)
    for row, line in reversed(tuple(enumerate(SET))):  # the lid uncovers the lowest row first
        for column, tile in enumerate(line.split()):
            at = box.x + step[0] * (column + 0.5), box.y + step[1] * (row + 0.5)
            there = tile in KINDS and faces.has(tile, tall)
            up = tile in KINDS and (lacking > 0 or there)
            lacking -= up and not there
            canvas.picture_as_is(art.shadow(tall), (at[0] + 1, at[1] + 3))
            canvas.picture_as_is(faces.paint(tile if up else HIDDEN, tall), at)
    radius = min(step[0] * 0.85, step[1])
    end = box.right - step[0] * 0.95, box.center[1]
    soft = sprites.scaled("shadow_soft.png", (canvas.px(radius * 3),) * 2)
    canvas.picture_as_is(soft, (end[0] + 4, end[1] + 8))
    canvas.picture_as_is(rest_picture(20, canvas.px(radius)), end)


def paint_specimen(canvas: Canvas, box: Box) -> None:
    """Three tiles."""
    tall = canvas.px(min(box.h * 0.84, box.w / 2.6))
    for number, tile in enumerate(("B3", "K5", "DR")):
        at = box.x + box.w * (number + 0.5) / 3, box.center[1]
        canvas.picture_as_is(art.shadow(tall), (at[0] + 1, at[1] + 2))
        canvas.picture_as_is(art.face(tile, tall, "en", 0, canvas.design), at)


SKETCHES: Final = sketch.read("domi_jongg", Felt)


@cache
def _pictures(letters: str) -> Mapping[str, Picture]:
    told = {name: replace(felt, letters=letters) for name, felt in SKETCHES.items()}
    return sketch.pictures(told)


pictures_de = partial(_pictures, "de")
pictures_en = partial(_pictures, "en")
"""The illustrations by name, with the indices of a language."""
