"""The pictures in Walomino's rules: Walongs on linen, chains built by the rules themselves."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial, reduce
from typing import Final

from game.rules.walomino.chain import Chain, Pair, attach, begin
from game.rules.walomino.notation import read_pair
from game.rules.walong import geometry as walong
from game.rules.walong.geometry import COLOURS, HOME, SIDES, Pose, centre, mate, outline
from game.scenes.core import sketch
from game.scenes.core.sketch import sign
from game.scenes.walomino.box import Chest
from game.scenes.walong.sketch import AMBER, OnLinen, Row, Structure, paint_group, points_of
from game.scenes.walong.table import Laid, WalongTable, paint_loose
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.talk import arrow
from game.ui.theme import LAMP

PALE: Final = (255, 250, 238)
"""Under what is drawn on linen."""


@dataclass(frozen=True, slots=True)
class Sketch(Structure):
    """A chain as the rules build it, and a pair at it. Pairs are written like ``g1-b3 2:2,1,0,0``,
    with the pose of their first piece.

    `tried` lies against the chain, `pushed` is still so many sides away, on its way; `wrong` puts
    a cross on both. `lit` makes the two ends glow. There is `room` for pairs that come later.
    """

    start: str
    laid: Sequence[str] = ()
    tried: Sequence[str] = ()
    pushed: Sequence[float] = ()
    wrong: bool = False
    lit: bool = False
    room: Sequence[str] = ()

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
        return _lying(self.tried)

    @property
    def away(self) -> complex:
        """The way that the pair which is pushed has still to go, backwards."""
        return complex(*self.pushed)

    def outlines(self) -> list[complex]:
        coming = points_of(self.offered() if self.pushed else ())
        later = points_of(_lying(self.room))
        return points_of(self.pieces()) + later + [point + self.away for point in coming]

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
            piece.at = board.camera.point(heart + self.away)
        paint_loose(canvas, pieces, board.camera.pixels, board.camera.unit)
        start = sum(hearts) / len(hearts) + self.away
        end = start - self.away * (1 - 0.25 / abs(self.away))
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


def _read(held: str) -> tuple[Pair, Pose]:
    told, _, place = held.partition(" ")
    pair, pose = read_pair(told), walong.read_pose(place)
    assert pair is not None, held
    assert pose is not None, held
    return pair, pose


def _lying(pairs: Sequence[str]) -> list[Laid]:
    """The pieces of these pairs."""
    read = map(_read, pairs)
    return [(at, COLOURS[hue]) for pair, pose in read for at, hue in pair.pieces(pose)]


def _tips(pose: Pose) -> list[complex]:
    return [complex(round(p.real, 6), round(p.imag, 6)) for p in outline(pose, 1)]


# Pictures without a chain ------------------------------------------------------------------------


def paint_set(canvas: Canvas, box: Box) -> None:
    """The set as it lies in its box: pairs beside each other, in all colours."""
    for number, text in enumerate(SET):
        row, column = divmod(number, 3)
        middle = box.x + box.w * (column + 0.5) / 3, box.y + box.h * (row + 0.5) / 2
        paint_group(canvas, tuple(_lying([text])), middle, min(box.w / 9.6, box.h / 6.2))


SET: Final = [f"{pair} {HOME}" for pair in ("r1-g4", "v2-y2", "b1-r2", "y2-g4", "g3-v4", "b3-y3")]


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

SKETCHES: Final = sketch.read("walomino", Sketch)
OTHERS: Final[dict[str, OnLinen]] = {
    "box": FullBox(),
    "five": Row(tuple(((HOME, colour),) for colour in COLOURS), 5),
    "matings": Row(_FIFTEEN, 5, 44.0),
}

pictures = partial(sketch.pictures, {**SKETCHES, **OTHERS})
"""The illustrations by name."""
