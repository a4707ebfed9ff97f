"""The pictures in the rules of Skud Pai Sho, and its set as it lies in the box."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from game.rules.pai_sho.board import CODES, GATES, points_of, xy
from game.scenes.pai_sho.art import TileArt
from game.scenes.pai_sho.garden import WOOD
from game.scenes.pai_sho.illustrations import CIRCLE_SIZE, Sketch, paint_circle
from game.ui import sprites
from game.ui.canvas import Canvas
from game.ui.frame import Box
from game.ui.markup import Picture

TILES_SIZE: Final = (960.0, 190.0)


def paint_tiles(canvas: Canvas, box: Box) -> None:
    """One tile of each kind, the guest's above the host's, on the cloth."""
    rect = canvas.rect(box)
    cloth = sprites.rounded(sprites.cover("garden_cloth.jpg", rect.size), canvas.px(14))
    canvas.surface.blit(cloth, rect)
    step = box.w / (len(CODES) - 0.4)
    tiles = TileArt(step * 0.84 * canvas.scale)
    for row, wood in enumerate(WOOD):
        for column, code in enumerate(CODES[1:]):
            x = box.x + step * (column + 0.8)
            tiles.put(canvas, (x, box.y + box.h * (0.27 + 0.46 * row)), code, wood)


def paint_set(canvas: Canvas, box: Box) -> None:
    """The set as it lies in its box: the tiles of both players in rows."""
    step = min(box.w / 8, box.h / 3.2)
    tiles = TileArt(step * 0.86 * canvas.scale)
    codes = ("R3", "R4", "R5", "L", "W3", "W4", "W5", "O")
    for row, wood in enumerate(WOOD):
        for column, code in enumerate(codes):
            x = box.x + box.w * (column + 0.5) / len(codes)
            tiles.put(canvas, (x, box.y + box.h * (0.2 + 0.6 * row)), code, wood)
    for column, code in enumerate(("R", "W", "K", "B")):
        for side, wood in zip((-1, 1), WOOD, strict=True):
            x = box.center[0] + side * box.w * (column + 0.5) / 8
            tiles.put(canvas, (x, box.center[1]), code, wood)


SKETCHES: Final[dict[str, Sketch]] = {
    "garden": Sketch((-9, -9), (9, 9), good=tuple(xy(gate) for gate in points_of(GATES)),
                     cell=25.0),
    "plant": Sketch((-3, -9), (3, -5), "G R4 0,-8"),
    "arrange": Sketch((-2, -8), (6, -1), "G W3 2,-5;H R 1,-5;G W4 2,-7", reach=(2, -5)),
    "harmony": Sketch((-1, -3), (6, 5), "G R3 1,4;G R4 5,4;G W5 1,-2;G W4 4,-2", cell=44.0),
    "blocked": Sketch((-2, 5), (6, 9), "G R3 -1,8;G R4 1,8;G R5 2,6;G R4 5,6;H R 3,6", cell=48.0),
    "clash": Sketch((-1, -4), (6, 0), "G R3 0,-1;H W3 5,-1", clashing=True),
    "capture": Sketch((0, -1), (7, 5), "G W4 4,3;H R4 6,2;G W4 1,0", reach=(4, 3)),
    "rock": Sketch((-1, 1), (6, 5), "G R3 0,3;G R4 5,3;H R 2,3", cell=48.0),
    "knotweed": Sketch((-1, 1), (6, 5), "G R3 0,3;G R4 5,3;H K 4,4;G W5 0,1", cell=48.0),
    "wheel": Sketch((1, 2), (7, 6), "H W 4,4;G R4 3,4;H R5 4,5;G R3 5,3", turning=(4, 4),
                    cell=48.0),
    "boat": Sketch((0, 1), (6, 5), "H R4 3,3",
                   good=((2, 4), (3, 4), (4, 4), (2, 3), (4, 3), (2, 2), (3, 2), (4, 2)),
                   cell=48.0),
    "lotus": Sketch((-4, 1), (4, 5), "G L 0,4;G R5 3,4;H W3 -3,4;G W4 0,2", cell=48.0),
    "orchid": Sketch((0, 1), (7, 5), "H O 3,3;G R4 4,4;G R3 3,2;G R5 6,2", cell=48.0),
    "ring": Sketch((-6, -6), (5, 5),
                   "G R3 -5,3;G R4 3,3;G R5 3,-4;G W3 -3,-4;G W4 -3,1;G W5 -5,1", cell=40.0),
    "centre": Sketch((-5, -6), (5, 2),
                     "G R3 -3,0;G R4 3,0;G R5 3,-4;G R4 -3,-4", cell=40.0),
}  # fmt: skip
"""Every illustration of the garden by the name the pages call it."""


def pictures() -> Mapping[str, Picture]:
    """The illustrations by name."""
    found = {name: sketch.picture() for name, sketch in SKETCHES.items()}
    extra = {
        "circle": Picture(paint_circle, *CIRCLE_SIZE),
        "tiles": Picture(paint_tiles, *TILES_SIZE),
    }
    return {**found, **extra}
