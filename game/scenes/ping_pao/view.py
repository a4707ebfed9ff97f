"""The linen as it is painted: lights, the ghost, what a choice would bring, and why not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.rules.core.protocol import Refusal, Seat
from game.rules.walong.geometry import COLOURS, Pose, centre, read_place
from game.scenes.ping_pao.choice import Choice, Laying, Part, Taking
from game.scenes.ping_pao.input import Input
from game.scenes.play.marks import paint_gain
from game.scenes.play.tray import Tray
from game.scenes.walong import knobs
from game.scenes.walong.table import WalongTable
from game.ui.canvas import Canvas
from game.ui.frame import Point
from game.ui.theme import GOLD, IVORY, LAMP, VERMILION, WALONG, Color, mix, rgb, with_alpha

OPEN: Final = rgb("#F09A12")
"""The light on sides where something fits: amber, for linen is bright."""
BESIDE_MARK: Final = 0.36j
"""From a piece's centre to where a number hides nothing of its mark."""
THROUGH: Final = 0.8
"""A piece in hand lets its ghost shine through."""
ICONS: Final = {Part.TURN: "turn_right", Part.CHECK: "check"}


class View:
    """Paints one board, and the choice of the person who is asked."""

    def __init__(
        self, board: WalongTable, trays: Sequence[Tray], choice: Choice, hands: Input
    ) -> None:
        self.board, self.trays, self.choice, self.input = board, trays, choice, hands

    def paint_board(self, canvas: Canvas, shows_targets: bool) -> None:
        """What lies, with light around what can be taken and along the sides where a piece fits."""
        laying = self.choice.laying if shows_targets else None
        taking = self.choice.taking if shows_targets else None
        self.board.mark(taking.poses if taking else (), LAMP)
        self.board.mark_sides(laying.open_sides if laying and laying.armed else (), OPEN)
        self.board.paint(canvas)

    def paint_choice(self, canvas: Canvas, recent: Sequence[Pose]) -> None:
        """The ghost or the chosen piece; `recent` pieces shine faintly while nothing is held."""
        match self.choice.plan:
            case Laying() as laying:
                if not self.choice.holding:
                    for pose in recent:
                        self.board.paint_rim(canvas, pose, IVORY, 0.3)
                if laying.ghost is not None:
                    self._paint_ghost(canvas, laying, laying.ghost)
            case Taking(chosen=Pose() as pose) as taking:
                self._paint_preview(canvas, taking, pose)

    def _paint_ghost(self, canvas: Canvas, laying: Laying, ghost: Pose) -> None:
        """Where the piece would lie; if it may not, what is in its way."""
        seat = laying.table.turn
        if laying.refusal is not None:
            self.board.paint_ghost(canvas, ghost, COLOURS[seat], 0.5)
            self._paint_sides(canvas, laying.refusal.places, _bright(seat))
            return
        self.board.paint_ghost(canvas, ghost, COLOURS[seat])
        if not len(laying.table.pieces):
            self.board.paint_rim(canvas, ghost, OPEN)
        for side in laying.touched():
            self.board.paint_side(canvas, *side, LAMP, 0.9)

    def _paint_sides(self, canvas: Canvas, places: Sequence[str], color: Color) -> None:
        """Light along the sides among these places."""
        for place in map(read_place, places):
            if place is not None and place[1] is not None:
                self.board.paint_side(canvas, place[0], place[1], color)

    def _paint_preview(self, canvas: Canvas, taking: Taking, chosen: Pose) -> None:
        """The chosen piece, and what taking it would free."""
        loose, _ = taking.freed(chosen)
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
        self._paint_sides(canvas, refusal.places, color)

    def paint_above(self, canvas: Canvas) -> None:
        """The button that shows everything, and the piece in hand."""
        if self.board.camera.held:
            knobs.draw(canvas, "fullscreen", self.input.fit_at, 0)
        piece, laying = self.choice.carried, self.choice.laying
        if piece is None:
            return
        piece.alpha = THROUGH if laying is not None and laying.ghost is not None else 1.0
        self.board.paint_loose(canvas, piece)
        if laying is not None and laying.refusal is not None:
            for place in laying.refusal.places:
                self._paint_sides(canvas, (place,), _bright(laying.table.turn))
                at = self.board.place_at(place)
                if at is not None:
                    paint_no(canvas, at)

    def paint_knobs(self, canvas: Canvas) -> None:
        """The round buttons, upright for whom they are meant."""
        plan = self.choice.plan
        if plan is not None:
            turn = self.trays[plan.table.turn].frame.turn
            for part, at in self.input.knobs().items():
                knobs.draw(canvas, ICONS[part], at, turn, main=part == Part.CHECK)


def _bright(seat: Seat) -> Color:
    """A seat's colour, bright enough to shine."""
    return mix(WALONG[COLOURS[seat]], (255, 255, 255), 0.3)


def paint_no(canvas: Canvas, at: Point) -> None:
    """A small cross: not by colour alone."""
    (x, y), r = at, 7.0
    canvas.disc(at, 17, with_alpha(VERMILION, 0.95))
    canvas.line((x - r, y - r), (x + r, y + r), (255, 255, 255), 4)
    canvas.line((x - r, y + r), (x + r, y - r), (255, 255, 255), 4)
