"""Ping-Pao on the table: a structure of whirls grows on linen, is taken apart, and sets free.

Drag a piece from the tray, or tap a free side and choose how to lie there; later tap or pull
out a piece of one's own. What would happen shows before it does, and the rules say why not.
"""

from __future__ import annotations

import math
from typing import Any, Final

from game.rules.core.match import Step
from game.rules.core.protocol import CHANCE, Seat
from game.rules.ping_pao.game import Lay, Roll, Table, Take
from game.rules.ping_pao.state import freed
from game.rules.walong.geometry import COLOURS, HOME, Pose, centre, read_place
from game.scenes.ping_pao.animation import SETTLE, Stage, nearest_turn, way
from game.scenes.ping_pao.input import CHECK, TURN, PingPaoPicks
from game.scenes.ping_pao.tray import paint_heap, paint_mat
from game.scenes.play.marks import paint_gain
from game.scenes.play.tray import Tray
from game.scenes.walong import knobs
from game.scenes.walong.art import WalongArt
from game.scenes.walong.cloth import paint_cloth
from game.scenes.walong.table import Loose, WalongTable
from game.ui import surfaces
from game.ui.canvas import Canvas
from game.ui.frame import Point
from game.ui.theme import GOLD, IVORY, LAMP, VERMILION, WALONG, Color, mix, rgb, with_alpha
from game.ui.timeline import Call, Motion, Sequence

OPEN: Final = rgb("#F09A12")
"""The light on sides where something fits: amber, for linen is bright."""
TAKEABLE: Final = LAMP
BESIDE_MARK: Final = 0.36j
"""From a piece's centre to where a number hides nothing of its mark."""
THROUGH: Final = 0.8
"""A piece in hand lets its ghost shine through."""
HASTE: Final = 16.0
"""How quickly a piece in hand turns and grows to what it should be."""


class PingPaoScene(PingPaoPicks):
    """The linen between two to five players."""

    name = "ping_pao"
    square = False
    tallest = 430.0
    depth = 190.0

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.stage = Stage(self)
        self.extra: list[list[str]] = []
        """Per seat: pieces that have just arrived in its tray."""
        self._spoils: dict[int, tuple[Any, Seat, tuple[str, ...]]] = {}
        self._begun = False
        self._targets: tuple[Table, bool, bool] | None = None
        super().__init__(*args, **kwargs)

    # The match -----------------------------------------------------------------------------------

    def seat_color(self, seat: Seat) -> Color:
        return WALONG[COLOURS[seat]]

    def resume(self) -> None:
        super().resume()
        if not self._begun:
            self._begun = True
            match = self.match
            drawn = range(match.cursor)
            if match.cursor and all(match.seat_of(index) == CHANCE for index in drawn):
                self.show_from(0)

    def dress(self) -> None:
        WalongArt.bold = self.context.settings.colour_patterns

    def arrange(self) -> None:
        box = self.layout.board
        self.board = WalongTable(box.inset(6), self.context.scale)
        self._targets = None
        self.fingers.forget()

    def refresh(self) -> None:
        state: Table = self.state
        first = not self.board.laid
        self.stage.clear()
        self.extra = [[] for _ in range(self.match.seats)]
        self.board.show((pose, COLOURS[seat]) for pose, seat in state.pieces.pieces)
        places = self.board.places() or [centre(HOME)]
        if self.ghost is not None:
            places = [*places, centre(self.ghost)]
        if first:
            self.camera.fit(places)
        self.camera.follow(places)
        if first or self.timeline.reduced:
            self.camera.jump()
        self._show_targets()

    def settled(self) -> None:
        super().settled()
        self._show_targets()

    def _show_targets(self) -> None:
        """Light around the pieces that can be taken, and along the sides where something fits."""
        shown = self.asked is not None and self.context.settings.show_targets
        wanted = (self.table, shown, self.armed)
        if wanted == self._targets:
            return
        self._targets = wanted
        takes = self._takes() if shown and self.table.phase == "remove" else ()
        self.board.mark([m.pose for m in takes if isinstance(m, Take)], TAKEABLE)
        laying = self.laying if shown and self.armed else None
        self.board.mark_sides(laying.open_sides if laying is not None else (), OPEN)

    def happened(self, step: Step) -> None:
        super().happened(step)
        self.show_scores()
        for event in step.events:
            if event.kind == "again":
                for tray in self.trays:
                    tray.say(self.tell(event))
        if isinstance(step.move, Roll):
            self.stage.put_die_away()

    def show_points(self, step: Step) -> None:
        """Points were counted one by one as the pieces arrived."""

    def play(self, move: Any) -> None:
        self.chosen, self.armed = None, False
        super().play(move)
        self._show_targets()

    def animate(self, step: Step) -> Motion | None:
        return self.stage.animate(step)

    def put_back(self) -> None:
        """What is in hand glides back to the tray, or into the structure."""
        piece, self.carried = self.carried, None
        self._grabbed = None
        if piece is None:
            return
        if self.table.phase == "build":
            goal = self.from_tray(self.table.turn)
        elif self.chosen is not None:
            goal = self.board.loose(self.chosen, piece.colour)
        else:
            goal = piece
        self.stage.flying.append(piece)
        home = Call(lambda: self._home(piece))
        self.timeline.play(Sequence(way(piece, goal, SETTLE + 0.06, 0.0, 0.0), home))

    def _home(self, piece: Loose) -> None:
        if piece in self.stage.flying:
            self.stage.flying.remove(piece)
        self.board.hide(())
        self.sound("acrylic_click", piece.at)

    # Life ----------------------------------------------------------------------------------------

    @property
    def moving(self) -> bool:
        return super().moving or self.board.moving or self._easing

    @property
    def _easing(self) -> bool:
        """Whether the piece in hand still turns or grows."""
        piece = self.carried
        if piece is None:
            return False
        off = abs(nearest_turn(piece.degrees, self._aim(piece)) - piece.degrees)
        return off > 0.5 or abs(piece.size - 1) > 0.01

    def _aim(self, piece: Loose) -> float:
        """The angle a piece in hand turns to."""
        laying = self.laying
        if laying is None:
            return piece.degrees
        if laying.ghost is not None:
            return self.board.seen_at(laying.ghost)
        return piece.degrees if laying.k is None else 30.0 * self.camera.step(laying.k)

    def ambient(self, seconds: float) -> bool:
        self._show_targets()
        moved = self.camera.moving
        changed = self.board.update(seconds, self._growing)
        if moved:
            self.place_marks()
        piece = self.carried
        if piece is not None and self._easing:
            share = 1 - math.exp(-HASTE * seconds)
            goal = nearest_turn(piece.degrees, self._aim(piece))
            piece.degrees += (goal - piece.degrees) * share
            piece.size += (1 - piece.size) * share
            if abs(goal - piece.degrees) < 1 and abs(piece.size - 1) < 0.02:
                piece.degrees, piece.size = goal, 1.0
            changed = True
        return changed

    @property
    def _growing(self) -> bool:
        state: Table = self.match.state
        return state.phase == "build" and self.carried is None and not self.timeline.moving

    # Trays ---------------------------------------------------------------------------------------

    def taken(self, seat: Seat) -> list[str]:
        """The colours of the pieces a seat has taken so far, as far as the picture is."""
        found: list[str] = []
        for index in range(self.shown):
            taker, colours = self._spoil(index)
            if taker == seat:
                found += colours
        return found

    def _spoil(self, index: int) -> tuple[Seat, tuple[str, ...]]:
        """Who took which colours at a step."""
        move = self.match.log[index]
        if not isinstance(move, Take):
            return CHANCE, ()
        known = self._spoils.get(index)
        if known is not None and known[0] is self.match.states[index]:
            return known[1:]
        before: Table = self.match.states[index]
        loose = freed(before, move)
        colours = COLOURS[before.turn], *(COLOURS[before.pieces.label(p)] for p in loose)
        self._spoils[index] = before, before.turn, colours
        return before.turn, colours

    def taken_count(self, seat: Seat) -> int:
        return len(self.taken(seat)) + len(self.extra[seat])

    def in_hand(self, seat: Seat) -> int:
        """How many pieces lie in a tray to be laid, without the one that is on its way."""
        state: Table = self.state
        away = self.carried is not None and self.table.phase == "build"
        away = away and seat == self.table.turn
        flying = any(p.colour == COLOURS[seat] for p in self.stage.flying)
        return max(0, state.hands[seat] - (away or (flying and state.phase == "build")))

    def paint_tray_ground(self, canvas: Canvas, tray: Tray) -> None:
        paint_mat(canvas, tray)

    def paint_tray(self, canvas: Canvas, tray: Tray) -> None:
        state: Table = self.state
        if state.phase in ("luck", "build"):
            colours = [COLOURS[tray.seat]] * self.in_hand(tray.seat)
        else:
            colours = [*self.taken(tray.seat), *self.extra[tray.seat]]
        paint_heap(canvas, tray, colours)

    # Painting ------------------------------------------------------------------------------------

    def paint_ground(self, canvas: Canvas) -> None:
        surfaces.ground(canvas)
        paint_cloth(canvas, self.layout.board)

    def paint(self, canvas: Canvas) -> None:
        before = canvas.surface.get_clip()
        canvas.surface.set_clip(canvas.rect(self.layout.board).clip(before))
        self.board.paint(canvas)
        if self.asked is not None:
            self._paint_last(canvas)
            self._paint_choice(canvas)
        self._paint_blame(canvas)
        self.stage.paint(canvas)
        canvas.surface.set_clip(before)

    def _paint_last(self, canvas: Canvas) -> None:
        """What the others have laid since one's own last turn, faintly."""
        if self.holding or self.table.phase != "build":
            return
        for index in range(max(0, self.match.cursor - self.match.seats + 1), self.match.cursor):
            move = self.match.log[index]
            if isinstance(move, Lay):
                self.board.paint_rim(canvas, move.pose, IVORY, 0.3)

    def _paint_choice(self, canvas: Canvas) -> None:
        if self.laying is not None:
            self._paint_ghost(canvas)
        elif self.chosen is not None:
            self._paint_preview(canvas, self.chosen)

    def _paint_side(self, canvas: Canvas, place: str, color: Color, strength: float) -> None:
        found = read_place(place)
        if found is not None and found[1] is not None:
            self.board.paint_side(canvas, found[0], found[1], color, strength)

    def _paint_ghost(self, canvas: Canvas) -> None:
        """Where the piece would lie; if it may not, what is in its way."""
        laying = self.laying
        if laying is None or laying.ghost is None:
            return
        colour = COLOURS[self.table.turn]
        if laying.refusal is None:
            self.board.paint_ghost(canvas, laying.ghost, colour)
            if not len(self.table.pieces):
                self.board.paint_rim(canvas, laying.ghost, OPEN)
            for side in laying.touched():
                self.board.paint_side(canvas, *side, LAMP, 0.9)
            return
        self.board.paint_ghost(canvas, laying.ghost, colour, 0.5)
        for place in laying.refusal.places:
            self._paint_side(canvas, place, self._own_light, 1.0)

    @property
    def _own_light(self) -> Color:
        """The acting seat's colour, bright enough to shine."""
        return mix(WALONG[COLOURS[self.table.turn]], (255, 255, 255), 0.3)

    def _paint_blame(self, canvas: Canvas) -> None:
        """The sides that a refusal is about."""
        if self.blamed is None:
            return
        color = self._own_light if self.blamed.key == "own_colour" else VERMILION
        for place in self.blamed.places:
            self._paint_side(canvas, place, color, 1.0)

    def _paint_preview(self, canvas: Canvas, pose: Pose) -> None:
        """The chosen piece, and what taking it would free."""
        loose, _ = self.freed_by(pose)
        if self.carried is None:
            self.board.paint_rim(canvas, pose, LAMP)
        for other in loose:
            self.board.paint_rim(canvas, other, GOLD)
        turn = self.trays[self.table.turn].frame.turn
        for other in loose:
            counts = self.table.pieces.label(other) != self.table.turn
            at = self.camera.point(centre(other) + BESIDE_MARK * 1j ** (other.k / 3))
            paint_gain(canvas, at, int(counts), turn)

    def paint_above(self, canvas: Canvas) -> None:
        if self.asked is not None:
            self._paint_knobs(canvas)
        if self.camera.held:
            knobs.draw(canvas, "fullscreen", self.fit_at, 0)
        if self.carried is not None:
            self.carried.alpha = THROUGH if self.ghost is not None else 1.0
            self.board.paint_loose(canvas, self.carried)
            self._paint_why_not(canvas)
        self.stage.paint_above(canvas)

    def _paint_why_not(self, canvas: Canvas) -> None:
        """Crosses at the sides of one's own colour, over the piece in hand."""
        laying = self.laying
        refusal = laying.refusal if laying is not None else None
        for place in refusal.places if refusal is not None else ():
            self._paint_side(canvas, place, self._own_light, 1.0)
            at = self.place_at(place)
            if at is not None:
                _paint_no(canvas, at)

    def _paint_knobs(self, canvas: Canvas) -> None:
        turn = self.trays[self.table.turn].frame.turn
        for name, at in self.knobs().items():
            icon = {TURN: "turn_right", CHECK: "check"}[name]
            knobs.draw(canvas, icon, at, turn, main=name == CHECK)


def _paint_no(canvas: Canvas, at: Point) -> None:
    """A small cross: not by colour alone."""
    canvas.disc(at, 17, with_alpha(VERMILION, 0.95))
    r = 7.0
    canvas.line((at[0] - r, at[1] - r), (at[0] + r, at[1] + r), (255, 255, 255), 4)
    canvas.line((at[0] - r, at[1] + r), (at[0] + r, at[1] - r), (255, 255, 255), 4)
