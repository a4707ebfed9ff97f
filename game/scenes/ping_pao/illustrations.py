"""The pictures in Ping-Pao's rules, and the set in its box: whirls on linen, in the game's art."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

import pygame

from game.rules.walong.geometry import COLOURS, Pose, centre, read_pose
from game.scenes.ping_pao.view import BESIDE_MARK, paint_no
from game.scenes.play.camera import View
from game.scenes.play.marks import paint_gain
from game.scenes.walong.art import WalongArt, shape_of
from game.scenes.walong.cloth import linen
from game.scenes.walong.colour_die import ColourDie
from game.scenes.walong.table import WalongTable
from game.ui import sprites
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.markup import Picture
from game.ui.theme import GOLD, LAMP, VERMILION, Design, rgb

UNIT: Final = 62.0
"""A side in units when a picture is not made smaller."""
MARGIN: Final = 0.42
"""Linen around the pieces, in sides."""
AMBER: Final = rgb("#D8891E")


@dataclass(frozen=True, slots=True)
class Sketch:
    """Pieces as ``y 0:0,0,0,0``, and what is shown of them; they are named by their number.

    `ghosts` do not lie there yet, `joined` are sides (piece, side) that glow, `bad` ones are
    crossed, and so are `wrong` pieces; `held` and `freed` pieces have light around them,
    `counted` ones bring a point.
    """

    told: tuple[str, ...]
    ghosts: tuple[int, ...] = ()
    joined: tuple[tuple[int, int], ...] = ()
    bad: tuple[tuple[int, int], ...] = ()
    wrong: tuple[int, ...] = ()
    held: tuple[int, ...] = ()
    freed: tuple[int, ...] = ()
    counted: tuple[int, ...] = ()

    def pieces(self) -> list[tuple[Pose, str]]:
        """Poses and colours, in the order of their numbers."""
        return [_read(text) for text in self.told]

    def frame(self) -> tuple[complex, complex]:
        """The lower left and the upper right corner of what is seen."""
        dots = [centre(p) + dot for p, _ in self.pieces() for dot in shape_of(p.k)]
        across, up = [d.real for d in dots], [d.imag for d in dots]
        low = complex(min(across), min(up)) - complex(MARGIN, MARGIN)
        return low, complex(max(across), max(up)) + complex(MARGIN, MARGIN)

    def picture(self) -> Picture:
        low, high = self.frame()
        size = (high - low) * UNIT
        return Picture(self.paint, size.real, size.imag)

    def paint(self, canvas: Canvas, box: Box) -> None:
        rect = canvas.rect(box)
        key = ("ping_pao sketch", self, rect.size, canvas.design)
        picture = sprites.SPRITES.get(key, lambda: self._painted(rect.size, canvas.design))
        canvas.surface.blit(picture, rect)

    def _painted(self, size: tuple[int, int], design: Design) -> pygame.Surface:
        low, high = self.frame()
        scale = size[0] / (high - low).real / UNIT
        surface = pygame.Surface(size, pygame.SRCALPHA, 32)
        canvas = Canvas(surface, scale=scale, design=design)
        surface.blit(linen(canvas, size, 12, 4), (0, 0))
        board = WalongTable(Box(0, 0, size[0] / scale, size[1] / scale), scale, design=design)
        board.camera.notches = (max(8, round(UNIT * scale)),)
        board.camera.view = board.camera.goal = View((low + high) / 2, UNIT)
        pieces = self.pieces()
        board.show(piece for n, piece in enumerate(pieces) if n not in self.ghosts)
        while board.moving:
            board.update(0.0)
        board.paint(canvas)
        for pose, colour in (pieces[number] for number in self.ghosts):
            board.paint_ghost(canvas, pose, colour)
        for numbers, color in ((self.held, LAMP), (self.freed, GOLD)):
            for number in numbers:
                board.paint_rim(canvas, pieces[number][0], color)
        for sides, color in ((self.joined, AMBER), (self.bad, VERMILION)):
            for number, side in sides:
                board.paint_side(canvas, pieces[number][0], side, color)
        for number, side in self.bad:
            paint_no(canvas, board.side_middle(pieces[number][0], side))
        for number in self.wrong:
            paint_no(canvas, board.centre(pieces[number][0]))
        for pose, _ in (pieces[number] for number in self.counted):
            at = board.camera.point(centre(pose) + BESIDE_MARK * 1j ** (pose.k / 3))
            paint_gain(canvas, at, 1)
        return surface


@cache
def _read(text: str) -> tuple[Pose, str]:
    colour, _, place = text.partition(" ")
    pose = read_pose(place)
    assert pose is not None, text
    return pose, colour


# The set in its box ------------------------------------------------------------------------------


def paint_set(canvas: Canvas, box: Box) -> None:
    """Ten pieces of each of the five colours in rows, and the colour die."""
    side = min(box.h / 5 / 2.1, box.w / 11.5 / 1.36)
    for row, colour in enumerate(COLOURS):
        for column in range(10):
            at = box.x + box.w * (column + 0.6) / 11.6, box.y + box.h * (row + 0.5) / 5
            _paint_piece(canvas, side, colour, at)
    end = box.right - box.w * 0.055, box.center[1]
    die = ColourDie("y", (end[0] - 300, end[1] + 120), end, min(92.0, box.w * 0.085), share=1.0)
    die.draw(canvas)


def paint_specimen(canvas: Canvas, box: Box) -> None:
    """A red and a green piece, and a yellow one."""
    _paint_linen(canvas, box)
    for number, colour in enumerate("rgy"):
        at = box.x + box.w * (number + 0.5) / 3, box.center[1]
        _paint_piece(canvas, min(box.w / 4.3, box.h / 2.3), colour, at)


def _paint_row(canvas: Canvas, box: Box) -> None:
    _paint_linen(canvas, box)
    for number, colour in enumerate(COLOURS):
        at = box.x + box.w * (number + 0.5) / 5, box.center[1]
        _paint_piece(canvas, box.w / 10, colour, at)


def _paint_piece(canvas: Canvas, side: float, colour: str, at: Point) -> None:
    art = WalongArt(canvas.px(side), canvas.design)
    canvas.picture_as_is(art.shadow(colour, 0), at)
    canvas.picture_as_is(art.piece(colour, 0), at)


def _paint_die(canvas: Canvas, box: Box) -> None:
    _paint_linen(canvas, box)
    at = box.center[0], box.center[1] + box.h * 0.04
    ColourDie("r", (at[0] - 300, at[1] + 100), at, box.h * 0.44, share=1.0).draw(canvas)


def _paint_linen(canvas: Canvas, box: Box) -> None:
    rect = canvas.rect(box)
    cloth = linen(canvas, rect.size, canvas.px(12), canvas.px(4))
    canvas.surface.blit(cloth, rect)


FREEING: Final = (
    "r 0:0,0,0,0", "y 10:0,-1,0,0", "r 11:1,0,-1,0", "y 11:0,-1,0,2", "y 9:1,1,0,0",
    "r 1:0,-1,1,2",
)  # fmt: skip
TIPPED: Final = (
    "r 0:0,0,0,0", "y 9:1,0,0,1", "r 3:3,1,0,-1", "y 0:-1,0,0,0", "y 9:3,1,0,0", "r 2:4,2,0,-1",
    "r 7:1,1,1,1",
)  # fmt: skip

SKETCHES: Final[dict[str, Sketch]] = {
    "side": Sketch(("y 0:0,0,0,0", "r 6:1,0,0,0"), joined=((0, 0),)),
    "tip": Sketch(("y 0:0,0,0,0", "g 3:0,0,0,-1"), wrong=(1,)),
    "own": Sketch(("y 0:0,0,0,0", "r 6:1,0,0,0", "y 1:1,0,0,1"), ghosts=(2,), bad=((0, 2),)),
    "build": Sketch(
        ("y 0:0,0,0,0", "r 0:-1,0,0,0", "g 6:0,0,1,2", "y 6:-1,0,1,2", "r 1:1,0,0,1",
         "g 0:-2,0,0,0", "y 2:0,1,-1,-1", "r 6:-2,0,1,2", "g 1:2,0,-1,0", "y 7:-3,0,1,1",
         "r 0:-1,0,-1,-1", "g 1:1,0,-2,-1", "y 10:-2,-1,0,0"),
        ghosts=(12,),
    ),
    "walled": Sketch(
        ("y 0:0,0,0,0", "r 9:0,0,0,0", "r 9:1,0,0,1", "r 10:0,0,1,1", "r 2:0,0,0,1",
         "r 11:0,-1,-1,1", "y 0:-1,-1,0,1"),
        held=(6,), wrong=(0,),
    ),
    "free": Sketch(FREEING, held=(3,), freed=(5,), counted=(5,)),
    "by_tip": Sketch(TIPPED, held=(1,), wrong=(6,)),
    "groups": Sketch(
        ("y 8:-1,-1,2,2", "y 7:-1,2,2,1", "r 9:-2,-1,1,2", "g 2:0,-1,-1,1", "r 7:-2,0,3,2",
         "g 5:1,2,1,-1", "y 2:-1,1,2,1", "g 0:0,0,-1,-1", "r 1:1,-2,-2,1", "y 8:1,1,2,0",
         "r 1:2,0,-2,-1", "g 2:1,2,2,-1", "y 0:-1,-2,-1,1", "r 6:-1,-2,0,3"),
        held=(9,), freed=(5, 11), counted=(5, 11),
    ),
}  # fmt: skip
"""Every illustration by the name the pages call it."""


def pictures() -> Mapping[str, Picture]:
    sketches = {name: sketch.picture() for name, sketch in SKETCHES.items()}
    return {
        "set": Picture(_paint_row, 640, 186), "die": Picture(_paint_die, 190, 190), **sketches
    }
