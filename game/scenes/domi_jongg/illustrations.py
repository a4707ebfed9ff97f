"""The pictures in Domi Jongg's rules, and the set in its box: tiles on felt, in the game's art."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import pairwise
from typing import Final

from game.rules.core.protocol import CHANCE
from game.rules.domi_jongg.game import DomiJongg
from game.rules.domi_jongg.state import Branch, Lay, grow, single_out
from game.rules.domi_jongg.tiles import KINDS, Tile
from game.scenes.core import sketch
from game.scenes.core.sketch import Sketch
from game.scenes.domi_jongg import tile_art as art
from game.scenes.domi_jongg.die import rest_picture
from game.scenes.domi_jongg.felt import Framing, Shown, paint_thread, paint_tiles
from game.scenes.domi_jongg.heads import paint_head
from game.scenes.domi_jongg.snake import LONG, WAYS, WIDE, Shape, head_numbers, lie
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
    """Tiles on felt, in quarters of a tile; the last `lit` ones have just been laid.

    `ends` are heads (x, y, way, number), `threads` go from point to point, `signs` stand at a
    point: ``yes``, ``no``, or points such as ``+1``. The tiles have the indices of a language.
    All of it is seen, or what lies in a box.
    """

    tiles: tuple[Shown, ...]
    ends: tuple[tuple[float, float, int, int], ...] = ()
    threads: tuple[tuple[Point, Point], ...] = ()
    signs: tuple[tuple[str, float, float], ...] = ()
    lit: int = 0
    letters: str = "en"
    seen: Box | None = None

    def frame(self) -> Box:
        """What is seen, in quarters of a tile."""
        if self.seen is not None:
            return self.seen
        boxes = [Box.around(t.center, *((LONG, WIDE) if t.turns else (WIDE, LONG)))
                 for t in self.tiles]  # fmt: skip
        boxes += [Box.around((x, y), HEAD, HEAD) for x, y, _, _ in self.ends]
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
        paint_tiles(surface, camera, self.tiles, faces)
        for one in self.tiles[len(self.tiles) - self.lit :]:
            image = faces.get(one.tile, camera.tall, one.turns)
            light = sprites.glow(image, max(2.0, 0.28 * unit), LAMP, 0.95)
            art.show(surface, light, camera.at(one.center))
            art.show(surface, image, camera.at(one.center))
        for x, y, way, number in self.ends:
            at = (x - frame.x) * UNIT, (y - frame.y) * UNIT
            paint_head(canvas, at, round(HEAD * unit), way, number, "open")
        for sign, x, y in self.signs:
            at = (x - frame.x) * UNIT, (y - frame.y) * UNIT
            if sign in sketch.SIGNS:
                sketch.sign(canvas, sign, at)
            else:
                paint_gain(canvas, at, int(sign))


# Making sketches ----------------------------------------------------------------------------------


def row(line: str, y: float = 0.0, gap: float = 0.5, wide: float = 2.0) -> tuple[Shown, ...]:
    """Tiles side by side: ``B1 B2 B3``; two spaces leave a wider gap."""
    found, x = [], WIDE / 2
    for tile in line.split(" "):
        if tile:
            found.append(Shown(tile, (x, y + LONG / 2)))
        x += WIDE + gap if tile else wide
    return tuple(found)


def pair(one: Tile, other: Tile, sign: str) -> Felt:
    """Two tiles side by side, and whether they may lie so."""
    return Felt(row(f"{one} {other}", gap=0), signs=((sign, WIDE, LONG - 0.3),))


def snake(
    single: Tile, *steps: str, lit: int = 0, signs: Mapping[int, str] | None = None
) -> Felt:
    """A snake as it lies on the table after these steps, its last `lit` tiles just laid.

    `signs` stand on tiles by their number in laying order.
    """
    laid, ends = single_out(single)
    for text in steps:
        move = DomiJongg().read(text)
        assert isinstance(move, Lay | Branch), text
        laid, ends = grow(laid, ends, move.tiles, move.end, CHANCE)
    lain = lie(Shape(aspect=3.0), laid)
    numbers, looking, stand = head_numbers(laid), [], []
    for end, head in lain.heads.items():
        (x, y), (dx, dy) = lain.places[head.tile].center, WAYS[head.way]
        looking.append((x + dx * AWAY, y + dy * AWAY, head.way, numbers[end]))
    for number, sign in (signs or {}).items():  # far from the tile's index, at the bottom
        box = lain.places[number].box
        across = box.x + 0.5 if lain.places[number].way % 2 else box.right - 0.5
        stand.append((sign, across, box.bottom - 0.4))
    shown = (
        Shown(one.tile, place.center, place.way % 2)
        for one, place in zip(laid, lain.places, strict=True)
    )
    return Felt(tuple(shown), tuple(looking), signs=tuple(stand), lit=lit)


def _groups() -> Felt:
    """The four groups in a row, those that may lie side by side tied together."""
    tiles = row("B4 T4 K7  F4 J2  WN WS  DR DG", gap=0.25, wide=3.6)
    joints = [
        (a.center[0] + WIDE / 2 + 0.4, b.center[0] - WIDE / 2 - 0.4)
        for a, b in pairwise(tiles)
        if b.center[0] - a.center[0] > WIDE + 1
    ]
    return Felt(
        tiles,
        threads=tuple(((a, LONG / 2), (b, LONG / 2)) for a, b in joints),
        signs=tuple(("yes", (a + b) / 2, LONG / 2) for a, b in joints),
    )


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
    lacking, back = AT_ONCE, art.back(tall, 0, canvas.design)
    for row, line in reversed(tuple(enumerate(SET))):  # the lid uncovers the lowest row first
        for column, tile in enumerate(line.split()):
            at = box.x + step[0] * (column + 0.5), box.y + step[1] * (row + 0.5)
            there = tile in KINDS and art.ready(tile, tall, "", 0, canvas.design)
            up = tile in KINDS and (lacking > 0 or there)
            lacking -= up and not there
            canvas.picture_as_is(art.shadow(tall), (at[0] + 1, at[1] + 3))
            side = art.face(tile, tall, "", 0, canvas.design) if up else back
            canvas.picture_as_is(side, at)
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


EXAMPLE: Final = (
    "B3>0R", "J3>0L", "K3+WE>2", "WS>4", "DR>5", "WW>6", "F2>7", "B3>1", "T3>9", "T3>10",
)  # fmt: skip
"""The worked example of the rules, onto the singlestone K3."""

BRANCHED: Final = snake("K3", "J3>0L", "K3+WE>1", lit=2, signs={3: "+1"})
SKETCHES: Final[dict[str, Felt]] = {
    "suits": Felt(tuple(
        shown for y, suit in enumerate("BKT")
        for shown in row(" ".join(f"{suit}{n}" for n in range(1, 10)), y * (LONG + 0.5))
    )),
    "honours": Felt(row("WE WS WW WN  DR DG DW")),
    "specials": Felt(row("F1 F2 F3 F4  J1 J2 J3 J4")),
    "groups": _groups(),
    "same_number": pair("K5", "T5", "yes"),
    "same_suit": pair("B2", "B8", "yes"),
    "honour": pair("DR", "WS", "yes"),
    "wind_special": pair("WN", "F1", "yes"),
    "no_number": pair("K5", "T6", "no"),
    "no_wind": pair("B2", "WN", "no"),
    "no_dragon": pair("DG", "J1", "no"),
    "single": snake("K3"),
    "grown": snake("K3", "B3>0R", "B7>1", lit=2),
    "one_wind": replace(
        snake("K3", "J3>0L"),
        tiles=(*snake("K3", "J3>0L").tiles, Shown("WE", (-4.5, 2.0))),
        ends=(), signs=(("no", -3, LONG - 0.3),),
    ),
    "branch": BRANCHED,
    "goal_1": replace(snake("K3"), seen=BRANCHED.frame()),
    "goal_2": replace(snake("K3", "J3>0L", lit=1), seen=BRANCHED.frame()),
    "goal_3": BRANCHED,
    "onward": snake("K3", "J3>0L", "F3>1", lit=1),
    "turn": snake("K3", *EXAMPLE[:6], lit=5, signs={4: "+1", 7: "+1"}),
    "identical": snake("K3", "B3>0R", "B3>1", lit=1, signs={2: "+1"}),
    "own": snake("K3", "B3>0R", "T3>1", "T3>2", lit=2),
    "two": snake("K3", *EXAMPLE[:2]),
    "three": snake("K3", *EXAMPLE, lit=2),
}  # fmt: skip
"""Every illustration by the name the pages call it."""


@cache
def _pictures(letters: str) -> Mapping[str, Picture]:
    told = {name: replace(felt, letters=letters) for name, felt in SKETCHES.items()}
    return sketch.pictures(told)


pictures_de = partial(_pictures, "de")
pictures_en = partial(_pictures, "en")
"""The illustrations by name, with the indices of a language."""
