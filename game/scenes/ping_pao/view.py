"""The linen and the trays as they are painted: lights, the ghost, what a choice would bring."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from game.rules.core.match import Match
from game.rules.core.protocol import Refusal, Seat
from game.rules.ping_pao.state import Table, Take, freed
from game.rules.walong.geometry import COLOURS, EACH, Pose, centre
from game.scenes.core.sketch import sign
from game.scenes.ping_pao.choice import Laying, PoseChoice, Taking
from game.scenes.play.marks import paint_gain
from game.scenes.play.tray import Tray
from game.scenes.walong.art import WalongArt, rim_light
from game.scenes.walong.table import Laid, Loose, WalongTable
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.theme import GOLD, IVORY, LAMP, LINEN, VERMILION, WALONG, Color, mix, rgb, with_alpha

COLORS: Final = tuple(WALONG[colour] for colour in COLOURS)
"""By seat: everybody takes the pieces of one colour."""
OPEN: Final = rgb("#F09A12")
"""The light on sides where something fits: amber, for linen is bright."""
BESIDE_MARK: Final = 0.36j
"""From a piece's centre to where a number hides nothing of its mark."""
THROUGH: Final = 0.8
"""A piece in hand lets its ghost shine through."""
WIDE: Final = 1.36
HIGH: Final = 2.08
"""The room of a piece that stands upright, in sides."""
LONGEST: Final = 44.0
"""The longest sides in a tray, in units."""
CLOSE: Final = 0.55
"""Pieces that lie over each other are at least so far apart, as a share of their room."""
COMING: Final = 6
"""How many pieces of what was built come into view at the same time."""


class View:
    """Paints one board, and the choice of the person who is asked."""

    def __init__(self, board: WalongTable, trays: Sequence[Tray], choice: PoseChoice) -> None:
        self.board, self.trays, self.choice = board, trays, choice

    def paint_board(self, canvas: Canvas, shows_targets: bool) -> None:
        """What lies, with light around what can be taken and along the sides where a piece fits."""
        laying = self.choice.laying if shows_targets else None
        taking = self.choice.taking if shows_targets else None
        poses = [pose for pose in taking.poses if pose not in self.board.hidden] if taking else []
        sides = laying.open_sides if laying and laying.armed else ()
        lights = [*((pose, None, LAMP) for pose in poses), *((*side, OPEN) for side in sides)]
        self.board.paint(canvas, lights)

    def paint_built(self, canvas: Canvas, built: Sequence[Laid], told: float) -> None:
        """What was built and is gone, in the order of building as far as it is `told`, 0 to 1."""
        come = told * (len(built) + COMING)
        for number, (pose, colour) in enumerate(built):
            if come > number:
                self.board.paint_ghost(canvas, pose, colour, min(1.0, (come - number) / COMING))

    def paint_choice(self, canvas: Canvas, recent: Sequence[Pose], foretells: bool) -> None:
        """The ghost, or the chosen piece and, where the table `foretells`, what it sets free;
        `recent` pieces shine faintly while nothing is held.
        """
        match self.choice.plan:
            case Laying() as laying:
                if not self.choice.holding:
                    for pose in recent:
                        self.board.paint_rim(canvas, pose, IVORY, 0.3)
                if laying.ghost is not None:
                    self._paint_ghost(canvas, laying, laying.ghost)
            case Taking(chosen=Pose() as pose) as taking:
                self._paint_preview(canvas, taking, pose, foretells)

    def _paint_ghost(self, canvas: Canvas, laying: Laying, ghost: Pose) -> None:
        """Where the piece would lie; if it may not, what is in its way."""
        seat = laying.table.turn
        self.board.foreshadow(canvas, ghost, COLOURS[seat], 0.5 if laying.refusal else 1.0)
        if laying.refusal is not None:
            self.board.paint_sides(canvas, laying.refusal.places, _bright(seat))
            return
        if not len(laying.table.pieces):
            self.board.paint_rim(canvas, ghost, OPEN)
        for contact in laying.table.pieces.contacts(ghost):
            self.board.paint_side(canvas, contact.pose, contact.other, LAMP, 0.9)

    def _paint_preview(self, canvas: Canvas, taking: Taking, chosen: Pose, foretells: bool) -> None:
        loose = taking.freed(chosen)[0] if foretells else ()
        if self.choice.carried is None:
            self.board.paint_rim(canvas, chosen, LAMP)
        for pose in loose:
            self.board.paint_rim(canvas, pose, GOLD)
        seat, pieces = taking.table.turn, taking.table.pieces
        for pose in loose:
            at = self.board.camera.point(centre(pose) + BESIDE_MARK * 1j ** (pose.k / 3))
            paint_gain(canvas, at, int(pieces.label(pose) != seat), self.trays[seat].frame.turn)

    def paint_blame(self, canvas: Canvas, refusal: Refusal, seat: Seat) -> None:
        """The sides that a refusal is about; the seat's own colour shines in that colour."""
        color = _bright(seat) if refusal.key == "own_colour" else VERMILION
        self.board.paint_sides(canvas, refusal.places, color)

    def paint_above(self, canvas: Canvas) -> None:
        """The piece in hand."""
        piece, laying = self.choice.carried, self.choice.laying
        if piece is None:
            return
        alpha = THROUGH if laying is not None and laying.ghost is not None else 1.0
        self.board.paint_loose(canvas, replace(piece, alpha=alpha))
        if laying is not None and laying.refusal is not None:
            for place in laying.refusal.places:
                self.board.paint_sides(canvas, (place,), _bright(laying.table.turn))
                at = self.board.place_at(place)
                if at is not None:
                    sign(canvas, "no", at)  # not by colour alone


def _bright(seat: Seat) -> Color:
    """A seat's colour, bright enough to shine."""
    return mix(COLORS[seat], (255, 255, 255), 0.3)


# In a tray ----------------------------------------------------------------------------------------


class Heap(NamedTuple):
    """Where the pieces of a tray lie, in its frame's units, and how long their sides are."""

    places: tuple[Point, ...]
    side: float


def heap(box: Box, count: int) -> Heap:
    """Rows of pieces that fill a box; they lie over each other where there are many."""
    count = max(EACH, count)
    _, side, in_row = max(_row(box, count, rows) for rows in range(1, 6))
    rows = math.ceil(count / in_row)
    across = min(side * WIDE * 1.12, (box.w - side * WIDE) / max(1, in_row - 1))
    down = min(side * HIGH * 1.06, box.h / rows)
    left = box.x + (box.w - across * (in_row - 1)) / 2
    top = box.y + (box.h - down * (rows - 1)) / 2
    places = tuple((left + n % in_row * across, top + n // in_row * down) for n in range(count))
    return Heap(places, side)


def _row(box: Box, count: int, rows: int) -> tuple[float, float, int]:
    """What so many rows are worth, how long sides may be in them, and how many are in a row.

    Large pieces are good, and pieces that hide nothing of each other.
    """
    in_row = math.ceil(count / rows)
    closest = box.w / (1 + CLOSE * (in_row - 1)) / WIDE
    side = min(LONGEST, box.h / rows / HIGH, closest)
    open_ = min(side, box.w / in_row / WIDE)
    return side**0.4 * open_**0.6, side, in_row


def last_of_heap(tray: Tray, count: int, colour: str, board: WalongTable) -> Loose:
    """The last of so many pieces in a tray, ready to be moved over the board."""
    lying = heap(tray.content, count)
    at = tray.frame.out(lying.places[max(0, count - 1)])
    size = lying.side / (board.camera.pixels / board.scale)
    return Loose(colour, at, 90.0 * tray.frame.turn, 0.0, size)


def taken(match: Match, steps: int) -> list[list[str]]:
    """By seat: the colours of the pieces it has taken in so many first steps."""
    found: list[list[str]] = [[] for _ in range(match.seats)]
    for index, move in enumerate(match.log[:steps]):
        if isinstance(move, Take):
            table: Table = match.states[index]
            poses = move.pose, *freed(table, move)
            found[table.turn] += [COLOURS[table.pieces.label(pose)] for pose in poses]
    return found


def paint_heap(canvas: Canvas, content: Box, colours: Sequence[str], room: int) -> None:
    """Paint the pieces of a tray, the first one first, where so many at least would have room;
    the canvas is the tray's frame.
    """
    canvas.fill(content.inset(-6), with_alpha(LINEN, 0.2), 14)  # light enough for black ones
    lying = heap(content, max(room, len(colours)))
    art, turn = WalongArt(canvas.px(lying.side), canvas.design), canvas.turn
    for colour, at in zip(colours, lying.places, strict=False):
        canvas.picture_as_is(art.shadow(colour, 90 * turn), at)
        canvas.picture_as_is(art.at(colour, 90 * turn), at)
        if colour == "b":  # black ones would be lost in the dark of a tray
            canvas.picture_as_is(rim_light(art.side, 3 * turn, IVORY, 0.0), at)
