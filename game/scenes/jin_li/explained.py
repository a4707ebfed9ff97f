"""What koi and stones are: where a koi gets to from here, and what that brings."""

from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from game.rules.jin_li import state as rules
from game.rules.jin_li.state import COLOURS, SQUARES, Move, Pond, Square, leapers, reach
from game.scenes.jin_li.input import Pick
from game.scenes.jin_li.tray import IN_HAND, hand_box
from game.scenes.play.explanation import Explainer, Explanation, Line, Sign
from game.scenes.play.pick_and_place import InTray
from game.scenes.play.play_scene import PlayScene
from game.scenes.pond.koi import KINDS
from game.scenes.pond.pool import Grid, Koi, Piece, Stone
from game.scenes.pond.view import paint_piece
from game.ui.canvas import Canvas
from game.ui.frame import Box
from game.ui.layer import Spot
from game.ui.markup import Picture

REACHED: Final[tuple[tuple[Sign, bool], ...]] = (("reach", False), ("gain", True))
"""The signs of squares that a koi gets to, and whether that brings points."""
SIDE: Final = 150.0
"""The pictures', in units."""
LENGTH: Final = 0.96
"""A koi's length, as a share of that."""


class Swimmers(Explainer):
    """Explains what is in the pond and in the trays."""

    def __init__(self, play: PlayScene[Pond, Move, Pick], grid: Grid) -> None:
        self._play, self._grid, self._t = play, grid, play.card_text

    def tiles(self) -> Sequence[Spot]:
        pond = self._play.shown_state
        things = rules.squares(pond.koi[0] | pond.koi[1] | pond.stones)
        found = [replace(spot, round=True) for spot in self._grid.seen if spot.key in things]
        for tray in self._play.trays:
            if self._play.holds(tray.seat):
                box = tray.frame.out_box(hand_box(tray.content))
                found.append(Spot.over(InTray(tray.seat), box))
        return found

    def explain(self, key: Hashable) -> Explanation | None:
        pond = self._play.shown_state
        match key:
            case int() if (pond.koi[0] | pond.koi[1]) >> key & 1:
                return self._koi(pond, key)
            case int() if pond.stones >> key & 1:
                return self._stone(pond, key)
            case InTray(seat):
                lines = Line(self._t("of", who=self._play.names[seat])), Line(self._t("throw"))
                count = pond.hands[seat ^ pond.terms.first]
                title = self._play.t("jin_li.stones_in_hand", n=count)
                return Explanation(title, lines, _picture(Stone(seat * IN_HAND)))
        return None

    def _koi(self, pond: Pond, square: Square) -> Explanation:
        colour = int(pond.koi[1] >> square & 1)
        who = self._play.names[colour ^ pond.terms.first]
        lines = [Line(self._t("of", who=who))]
        lines.append(Line(self._t("swims" if pond.hands[colour] else "swims_only")))
        lines += [Line(self._t("leaps")), Line(self._t("scores"))]
        if self._play.shows_targets and not pond.end:
            ends = reach(pond, square)
            if not ends:
                lines.append(Line(self._t("stuck")))
            for sign, gains in REACHED:
                if found := tuple(SQUARES[end] for end in ends if (ends[end] > 0) == gains):
                    lines.append(Line(self._t(sign, n=len(found)), sign, found))
        title = self._t(f"koi.{COLOURS[colour]}")
        picture = _picture(Koi(KINDS[colour], heading=35.0))
        return Explanation(title, tuple(lines), picture)

    def _stone(self, pond: Pond, square: Square) -> Explanation:
        lines, koi = [Line(self._t("lies"))], leapers(pond, square)
        if self._play.shows_targets and koi and not pond.end:
            places = tuple(SQUARES[one] for one in koi)
            lines.append(Line(self._t("over", n=len(koi)), "partner", places))
        return Explanation(self._t("stone"), tuple(lines), _picture(Stone(square)))


def _picture(piece: Piece) -> Picture:
    return Picture(partial(_paint, piece), SIDE, SIDE)


def _paint(piece: Piece, canvas: Canvas, box: Box) -> None:
    paint_piece(canvas, piece, box.center, LENGTH * box.w)
