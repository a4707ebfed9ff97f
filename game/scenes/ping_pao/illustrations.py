"""The pictures in Ping-Pao's rules, and the set in its box: whirls on linen, in the game's art."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Final

from game.rules.walong.geometry import COLOURS, HOME, centre, read_pose
from game.scenes.core import sketch
from game.scenes.core.sketch import Sketch, sign
from game.scenes.ping_pao.view import BESIDE_MARK
from game.scenes.play.marks import paint_gain
from game.scenes.walong.colour_die import ColourDie
from game.scenes.walong.sketch import AMBER, OnLinen, Row, Structure, paint_group, points_of
from game.scenes.walong.table import Laid, WalongTable
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.theme import GOLD, LAMP, VERMILION


@dataclass(frozen=True, slots=True)
class Game(Structure):
    """Pieces as ``y 0:0,0,0,0``, and what is shown of them; they are named by their number.

    `ghosts` do not lie there yet, `joined` are sides (piece, side) that glow, `bad` ones are
    crossed, and so are `wrong` pieces; `held` and `freed` pieces have light around them,
    `counted` ones bring a point.
    """

    told: Sequence[str]
    ghosts: Sequence[int] = ()
    joined: Sequence[tuple[int, int]] = ()
    bad: Sequence[tuple[int, int]] = ()
    wrong: Sequence[int] = ()
    held: Sequence[int] = ()
    freed: Sequence[int] = ()
    counted: Sequence[int] = ()

    def all(self) -> list[Laid]:
        """Poses and colours, in the order of their numbers."""
        return [_read(text) for text in self.told]

    def pieces(self) -> list[Laid]:
        return [piece for number, piece in enumerate(self.all()) if number not in self.ghosts]

    def outlines(self) -> list[complex]:
        return points_of(self.all())

    def explain(self, canvas: Canvas, board: WalongTable) -> None:
        pieces = self.all()
        for pose, colour in (pieces[number] for number in self.ghosts):
            board.paint_ghost(canvas, pose, colour)
        for numbers, color in ((self.held, LAMP), (self.freed, GOLD)):
            for number in numbers:
                board.paint_rim(canvas, pieces[number][0], color)
        for sides, color in ((self.joined, AMBER), (self.bad, VERMILION)):
            for number, side in sides:
                board.paint_side(canvas, pieces[number][0], side, color)
        for number, side in self.bad:
            sign(canvas, "no", board.side_middle(pieces[number][0], side))
        for number in self.wrong:
            sign(canvas, "no", board.centre(pieces[number][0]))
        for pose, _ in (pieces[number] for number in self.counted):
            at = board.camera.point(centre(pose) + BESIDE_MARK * 1j ** (pose.k / 3))
            paint_gain(canvas, at, 1)


@cache
def _read(text: str) -> Laid:
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
            paint_group(canvas, ((HOME, colour),), at, side)
    end = box.right - box.w * 0.055, box.center[1]
    die = ColourDie("y", (end[0] - 300, end[1] + 120), end, min(92.0, box.w * 0.085), share=1.0)
    die.draw(canvas)


def paint_specimen(canvas: Canvas, box: Box) -> None:
    """A red and a green piece, and a yellow one."""
    for number, colour in enumerate("rgy"):
        at = box.x + box.w * (number + 0.5) / 3, box.center[1]
        paint_group(canvas, ((HOME, colour),), at, min(box.w / 4.3, box.h / 2.3))


@dataclass(frozen=True)
class Die(OnLinen):
    """The colour die."""

    size: Point = (190.0, 190.0)

    def draw_on(self, canvas: Canvas) -> None:
        (x, y), high = canvas.frame.center, canvas.size[1]
        at = x, y + high * 0.04
        ColourDie("r", (at[0] - 300, at[1] + 100), at, high * 0.44, share=1.0).draw(canvas)


SKETCHES: Final[dict[str, Sketch]] = {
    "set": Row(tuple(((HOME, colour),) for colour in COLOURS), 5),
    "die": Die(),
    **sketch.read("ping_pao", Game),
}
"""Every illustration by the name the pages call it."""
pictures = partial(sketch.pictures, SKETCHES)
"""The illustrations by name."""
