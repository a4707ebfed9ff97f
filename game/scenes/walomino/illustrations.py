"""The pictures in Walomino's rules: Walongs on linen, chains built by the rules themselves."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial, reduce
from typing import Final, TypeAlias

from game.rules.walomino.chain import Chain, Pair, attach, begin
from game.rules.walomino.notation import read_pair
from game.rules.walong import geometry as walong
from game.rules.walong.geometry import COLOURS, HOME, SIDES, Pose, centre, mate, outline
from game.scenes.core import sketch
from game.scenes.core.sketch import arrow, sign
from game.scenes.walomino.box import Chest
from game.scenes.walong.sketch import AMBER, OnLinen, Row, Structure, paint_group, points_of
from game.scenes.walong.table import Laid, WalongTable, paint_loose
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.theme import LAMP

PALE: Final = (255, 250, 238)
"""Under what is drawn on linen."""

Held: TypeAlias = "tuple[str, str]"
"""A pair and the pose of its first piece, as moves write them: `g1-b3`, `2:2,1,0,0`."""


@dataclass(frozen=True, slots=True)
class Sketch(Structure):
    """A chain as the rules build it, and a pair at it.

    `tried` lies against the chain, `pushed` is still so many sides away, on its way; `wrong` puts
    a cross on both. `lit` makes the two ends glow. There is `room` for pairs that come later.
    """

    start: str
    laid: tuple[Held, ...] = ()
    tried: tuple[Held, ...] = ()
    pushed: complex = 0j
    wrong: bool = False
    lit: bool = False
    room: tuple[Held, ...] = ()

    @property
    def chain(self) -> Chain:
        pair = read_pair(self.start)
        assert pair is not None, self.start
        return reduce(lambda chain, held: attach(chain, *_read(held)), self.laid, begin(pair))

    def pieces(self) -> list[Laid]:
        lying = [(pose, COLOURS[label]) for pose, label in self.chain.pieces.pieces]
        return lying if self.pushed else [*lying, *self.offered()]

    def offered(self) -> list[Laid]:
        """The pieces of the pairs that are tried, where they would lie."""
        return [laid for held in self.tried for laid in _pair_at(*_read(held))]

    def outlines(self) -> list[complex]:
        coming = points_of(self.offered() if self.pushed else ())
        later = points_of([laid for held in self.room for laid in _pair_at(*_read(held))])
        return points_of(self.pieces()) + later + [point + self.pushed for point in coming]

    def explain(self, canvas: Canvas, board: WalongTable) -> None:
        for end in self.chain.ends if self.lit else ():
            board.paint_rim(canvas, end.pose, AMBER)
        if self.pushed:
            self._push(canvas, board)
        else:
            self._contacts(canvas, board)

    def _push(self, canvas: Canvas, board: WalongTable) -> None:
        """The pair on its way to where its ghost lies, and an arrow along it."""
        for pose, colour in self.offered():
            board.paint_ghost(canvas, pose, colour)
        pieces = [board.loose(pose, colour) for pose, colour in self.offered()]
        hearts = [centre(pose) for pose, _ in self.offered()]
        for piece, heart in zip(pieces, hearts, strict=True):
            piece.at = board.camera.point(heart + self.pushed)
        paint_loose(canvas, pieces, board.camera.pixels, board.camera.unit)
        start = sum(hearts) / len(hearts) + self.pushed
        end = start - self.pushed * (1 - 0.25 / abs(self.pushed))
        arrow(canvas, board.camera.point(start), board.camera.point(end), AMBER, PALE)

    def _contacts(self, canvas: Canvas, board: WalongTable) -> None:
        """Light, or a cross, on every side that a tried pair shares with the chain."""
        crossed: list[complex] = []
        for pose, colour in self.offered():
            for contact in self.chain.pieces.contacts(pose):
                there = COLOURS[self.chain.pieces.label(contact.pose)]
                if not self.wrong:
                    board.paint_side(canvas, pose, contact.side, LAMP)
                elif there != colour or self._astray(contact.pose):
                    crossed.append(walong.side_middle(pose, contact.side))
        for middle in (crossed or [self._tip()]) if self.wrong else ():
            sign(canvas, "no", board.camera.point(middle))

    def _astray(self, pose: Pose) -> bool:
        """Whether a piece of the chain is no end, nor an end's partner."""
        return all(pose not in (end.pose, end.partner) for end in self.chain.ends)

    def _tip(self) -> complex:
        """Where a pair touches with nothing but a tip."""
        corners = {point for pose in self.chain.pieces for point in _tips(pose)}
        return next(p for pose, _ in self.offered() for p in _tips(pose) if p in corners)


def _read(held: Held) -> tuple[Pair, Pose]:
    pair, pose = read_pair(held[0]), walong.read_pose(held[1])
    assert pair is not None, held
    assert pose is not None, held
    return pair, pose


def _pair_at(pair: Pair, pose: Pose) -> Iterator[Laid]:
    yield pose, COLOURS[pair.first]
    yield pair.second_pose(pose), COLOURS[pair.second]


def _tips(pose: Pose) -> list[complex]:
    return [complex(round(p.real, 6), round(p.imag, 6)) for p in outline(pose, 1)]


# Pictures without a chain ------------------------------------------------------------------------


def paint_set(canvas: Canvas, box: Box) -> None:
    """The set as it lies in its box: pairs beside each other, in all colours."""
    for number, text in enumerate(SET):
        row, column = divmod(number, 3)
        middle = box.x + box.w * (column + 0.5) / 3, box.y + box.h * (row + 0.5) / 2
        group = tuple(_pair_at(*_read((text, str(HOME)))))
        paint_group(canvas, group, middle, min(box.w / 9.6, box.h / 6.2))


SET: Final = ("r1-g4", "v2-y2", "b1-r2", "y2-g4", "g3-v4", "b3-y3")


@dataclass(frozen=True)
class FullBox(OnLinen):
    """The full case on linen."""

    size: Point = (700.0, 366.0)

    def draw_on(self, canvas: Canvas) -> None:
        chest = Chest(Box(0, 0, *canvas.size).inset(24), canvas.scale)
        chest.paint(canvas, (walong.EACH,) * len(COLOURS))


_FIFTEEN: Final = tuple(
    ((HOME, "v"), (mate(HOME, side, other), "y")) for side in SIDES for other in SIDES[side:]
)
"""Two pieces in all the ways in which they can lie side by side."""

TWO: Final = (("g1-b3", "2:2,1,0,0"),)
"""The chain red, green, green, black that most pictures go on from."""
THREE: Final = (("b3-y1", "6:3,1,1,0"),)
AWAY: Final = 2.1 + 0.9j
BELOW: Final = ("g1-b3", "10:1,-1,0,0")
SKETCHES: Final[dict[str, Sketch]] = {
    "push": Sketch("r1-g4", tried=TWO, pushed=AWAY),
    "goal_1": Sketch("r1-g4", tried=TWO, pushed=AWAY, room=THREE),
    "goal_2": Sketch("r1-g4", tried=TWO, room=(*THREE, *TWO)),
    "goal_3": Sketch("r1-g4", TWO, THREE),
    "ends": Sketch("r1-g4", TWO, lit=True),
    "good": Sketch("r1-g4", TWO, THREE),
    "colours": Sketch("r1-g4", TWO, (("v3-y1", "6:3,1,1,0"),), wrong=True),
    "middle": Sketch("r1-g4", TWO, (("g0-y0", "2:2,1,-1,-1"),), wrong=True),
    "branch": Sketch("r1-g4", (("g1-b2", "1:3,0,-1,0"),), (("b2-g2", "4:3,2,0,1"),), wrong=True),
    "tip": Sketch("r1-g4", TWO, (("b0-y0", "11:3,1,1,0"),), wrong=True),
    "notch": Sketch("r1-r4", tried=(("r0-v0", "6:1,0,1,2"),)),
    "both": Sketch("r1-g1", tried=(("g2-r3", "4:2,1,0,1"),)),
    "example_start": Sketch("r1-g4", lit=True),
    "example_below": Sketch("r1-g4", (BELOW,), lit=True),
    "example_above": Sketch("r1-g4", (BELOW, ("r3-g1", "11:0,-1,0,2")), lit=True),
}
OTHERS: Final[dict[str, OnLinen]] = {
    "box": FullBox(),
    "five": Row(tuple(((HOME, colour),) for colour in COLOURS), 5),
    "matings": Row(_FIFTEEN, 5, 44.0),
}

pictures = partial(sketch.pictures, {**SKETCHES, **OTHERS})
"""The illustrations by name."""
