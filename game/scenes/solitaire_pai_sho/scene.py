"""Solitaire Pai Sho on the table: a bag, a garden, and a pair of scales that weighs its lines.

Tap a point to lay the tile in hand there, or drag it; tap anything to draw the next one from the
bag. What a tile would form is shown before it lies there; why it may not, when it is tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from game.rules.core.match import Step
from game.rules.core.protocol import Seat
from game.rules.pai_sho.board import (
    ALL_KINDS,
    CODES,
    KINDS,
    PLACES,
    POINTS,
    Kind,
    Point,
    code_of,
    read_point,
    xy,
)
from game.rules.solitaire_pai_sho.notation import ASIDE, Draw, Lay, Move, Shift, lay, shift
from game.rules.solitaire_pai_sho.state import Garden, bag_of
from game.scenes.core.routes import ToResults
from game.scenes.core.scene import Push
from game.scenes.pai_sho.garden import Piece
from game.scenes.solitaire_pai_sho.animation import SolitaireMotion
from game.scenes.solitaire_pai_sho.garden import Flyer, Strand
from game.scenes.solitaire_pai_sho.input import Foresight, Pick, foresee, goals, movable
from game.ui.canvas import Canvas
from game.ui.focus import Spot
from game.ui.frame import Point as At
from game.ui.intents import Intent
from game.ui.theme import LAMP, with_alpha
from game.ui.timeline import Call, Tween, between
from game.ui.timeline import Sequence as Chain

HAND, BAG, STOCK = "hand", "bag", "tile "
"""The keys of the tile in hand, of the bag, and before a kind's code those of the stock."""
MAGNET: Final = 0.72
"""How near to a point that fits a dragged tile has to come to be drawn to it, in cells."""


class SolitairePaiShoScene(SolitaireMotion):
    """The garden and what its gardeners do."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.chosen: Kind = 0
        """The kind picked from the stock, where tiles are chosen."""
        self.source: Point | None = None
        """The flower that is to be moved."""
        self.aim: Point | None = None
        """The point that somebody points to."""
        self._grabbed: str | None = None
        super().__init__(*args, **kwargs)

    # What is in hand -----------------------------------------------------------------------

    @property
    def pick_now(self) -> Pick | None:
        """What would go to a point that is picked; None if nothing would."""
        if self.asked is None:
            return None
        if self.source is not None:
            return Pick(source=self.source)
        kind = self.chosen if self.choosing else self.in_hand(self.asked)
        return Pick(kind) if kind else None

    def in_hand(self, seat: Seat) -> Kind:
        if self.choosing:
            return self.chosen if seat == self.asked else 0
        return super().in_hand(seat)

    def chosen_of(self, seat: Seat) -> Kind:
        return self.chosen if seat == self.asked else 0

    def picks_from_stock(self, seat: Seat) -> bool:
        return self.choosing and seat == self.asked

    def is_held(self, seat: Seat) -> bool:
        return self.held is not None and self.source is None and seat == self.asked

    def lifted_point(self) -> Point | None:
        return self.source if self.held is not None else None

    def _move_to(self, point: Point) -> Move | None:
        """The step that picking a point would mean."""
        pick = self.pick_now
        if pick is None:
            return None
        return lay(pick.kind, point) if pick.source is None else shift(pick.source, point)

    def hides(self, step: Step) -> bool:
        before: Garden = self.match.states[step.index]
        return isinstance(step.move, Draw) and before.turn in self.persons

    # Words -----------------------------------------------------------------------------------

    def prompt(self, seat: Seat) -> str:
        state: Garden = self.match.state
        if self.game.moves(state)[0] == ASIDE:
            return self.word("phase.aside")
        if self.source is not None:
            return self.word("phase.moving")
        if self.choosing:
            return self.word("phase.choose" if not self.chosen else "phase.lay")
        return self.word("phase.lay_or_move" if state.terms.move_instead else "phase.lay")

    def reach_prompt(self, seat: Seat) -> str:
        return self.word("phase.draw")

    def _prompt_anew(self) -> None:
        if self.asked is not None:
            self.trays[self.asked].prompt = self.prompt(self.asked)
            self.trays[self.asked].hush()

    def hint_text(self, steps: Sequence[Any]) -> str:
        match steps[0]:
            case Lay(kind, point):
                tile = f"@tile_acc.{CODES[kind]}"
                return self.word("advice.lay", tile=tile, at=PLACES[point])
            case Shift(source, goal):
                return self.word("advice.move", start=PLACES[source], at=PLACES[goal])
        return super().hint_text(steps)

    def show_hint(self, seat: Seat, steps: Sequence[Any]) -> None:
        if isinstance(steps[0], Lay):
            self.source = None
            self.chosen = steps[0].kind if self.choosing else 0
        super().show_hint(seat, steps)

    # Picking -----------------------------------------------------------------------------------

    def spots(self) -> list[Spot]:
        seat = self.match.actor if self.veiled else self.asked
        if seat is None:
            return []
        half = self.view.board.cell / 2
        found = [Spot(PLACES[p], self.view.board.place(p), half, round=True) for p in POINTS]
        desk = self.desks[seat]
        if desk.bag is not None:
            found.append(Spot(BAG, self.bag_at(seat), max(36.0, desk.bag_radius), round=True))
        found.append(Spot(HAND, self.hand_at(seat), max(36.0, desk.radius), round=True))
        if self.picks_from_stock(seat):
            state: Garden = self.match.state
            left, cell = bag_of(state, seat), desk.stock.w / desk.columns / 2
            found += [Spot(STOCK + CODES[kind], self.stock_at(seat, kind), cell)
                      for kind in ALL_KINDS if left[kind]]  # fmt: skip
        return found

    @property
    def holding(self) -> bool:
        return self.source is not None or self.held is not None or bool(self.chosen)

    def let_go(self) -> None:
        if self.held is not None:
            self._glide_back()
        self._put_down()
        self._prompt_anew()
        self.stale = True

    def _put_down(self) -> None:
        self.source, self.held, self.aim, self._grabbed = None, None, None, None
        self.chosen = 0

    def happened(self, step: Step) -> None:
        self._put_down()
        super().happened(step)

    def pick(self, key: str) -> None:
        self.clear_marks("refusal", "hint")
        self.wake()
        if self.veiled:
            self.reveal()
        elif self.asked is not None:
            self._pick(key)

    def _pick(self, key: str) -> None:
        if key.startswith(STOCK):
            kind = KINDS[key.removeprefix(STOCK)]
            self._choose(0 if kind == self.chosen else kind)
        elif key in (HAND, BAG):
            self.let_go()
        else:
            self._pick_point(read_point(key))

    def _choose(self, kind: Kind) -> None:
        self.chosen, self.source = kind, None
        self._prompt_anew()
        self.sound("button", self.layout.board.center)

    def _pick_point(self, point: Point) -> None:
        state: Garden = self.match.state
        if point == self.source:
            self.let_go()
        elif movable(state, point):
            self.source, self.chosen = point, 0
            self._prompt_anew()
            self.sound("button", self.view.board.place(point))
        else:
            self._go_to(point)

    def _go_to(self, point: Point) -> bool:
        """Lay or move what is in hand there; False if the rules refuse, or nothing is."""
        move = self._move_to(point)
        if move is not None:
            return self.commit(move)
        if self.asked is not None:
            self.trays[self.asked].say(self.word("phase.choose"), "refusal")
        return False

    # Dragging ----------------------------------------------------------------------------------

    def grab(self, key: str) -> bool:
        if self.veiled and key in (BAG, HAND):
            self._grabbed = HAND
        elif self.asked is None or key == BAG:
            return False
        elif key == HAND:
            if self.pick_now is None:
                return False
            self._grabbed = HAND
        elif key.startswith(STOCK) or movable(self.match.state, read_point(key)):
            self._grabbed = key
        else:
            return False
        return True

    def carry(self, point: At) -> None:
        key = self._grabbed
        if self.veiled:
            self.reveal()
            self.finish_motion()
        if key is None or self.asked is None:
            return
        if key.startswith(STOCK):
            self.chosen, self.source = KINDS[key.removeprefix(STOCK)], None
        elif key != HAND:
            self.source, self.chosen = read_point(key), 0
        self._grabbed, self.held = key, point
        self.aim = self._drawn_to(point)
        self.wake()

    def _drawn_to(self, at: At) -> Point | None:
        """The point a dragged tile would go to: a fitting one that is near, else the nearest."""
        nearest = self.view.board.near(at)
        pick = self.pick_now
        if pick is None:
            return nearest
        x, y = self.view.board.garden_point(at)
        near = [((x - px) ** 2 + (y - py) ** 2, point)
                for point in goals(self.match.state, pick) for px, py in (xy(point),)]  # fmt: skip
        far, point = min(near, default=(9.0, 0))
        return point if far <= MAGNET**2 else nearest

    def drop(self, key: str | None, point: At) -> None:
        over_board = self.held is not None and key is not None and key.startswith("(")
        goal = self._drawn_to(point) if over_board else None
        if goal is None or goal == self.source or not self._go_to(goal):
            self.let_go()

    def _glide_back(self) -> None:
        """What was dragged goes back to where it was."""
        assert self.held is not None
        if self.source is not None:
            self._glide_home(self.source)
            return
        seat, pick, start = self.asked, self.pick_now, self.held
        if seat is None or pick is None:
            return
        end = self.stock_at(seat, pick.kind) if self.choosing else self.hand_at(seat)
        size = self.view.board.tile * 1.3
        flyer = Flyer(code_of(pick.kind, seat), start, size)
        self.flyers.append(flyer)
        self.away = seat

        def show(t: float) -> None:
            flyer.at = between(start, end, t)

        def land() -> None:
            self.away = None
            if flyer in self.flyers:
                self.flyers.remove(flyer)

        self.timeline.play(Chain(Tween(0.16, show), Call(land)))

    def _glide_home(self, source: Point) -> None:
        piece = self.plot.pieces.get(source)
        if piece is None or self.held is None:
            return
        start, end = self.view.board.garden_point(self.held), xy(source)

        def show(t: float) -> None:
            piece.at = between(start, end, t)

        self.timeline.play(Tween(0.16, show))

    # Pointing ----------------------------------------------------------------------------------

    def gesture(self, intent: Intent) -> None:
        if intent.kind == "hover" and self.held is None:
            over = self.view.board.near(intent.pos)
            if over != self.aim:
                self.aim = over
                self.stale = True

    def on(self, intent: Intent) -> Any:
        if intent.kind == "press":
            self.wake()
            if self.telling:
                self.finish_motion()
                self.later(0.0, self.open_results)
        return super().on(intent)

    @property
    def aimed(self) -> Move | None:
        """The legal step that would follow from where somebody points."""
        point = self.aim
        if self.focus.visible and isinstance(self.focus.current, Spot):
            key = str(self.focus.current.key)
            point = read_point(key) if key.startswith("(") else None
        pick = self.pick_now
        if point is None or pick is None or point not in goals(self.match.state, pick):
            return None
        return self._move_to(point)

    def foreseen(self) -> Foresight:
        move = self.aimed if self.waiting is None else self.waiting
        return foresee(self.match.state, move) if move is not None else Foresight()

    def outlook(self) -> tuple[int, int]:
        return self.foreseen().change(self.by_length)

    # Painting ----------------------------------------------------------------------------------

    def promises(self) -> dict[Point, int]:
        pick = self.pick_now
        if pick is None or self.waiting is not None or not self.shows_targets:
            return {}
        return goals(self.match.state, pick)

    def faint(self) -> tuple[Strand, ...]:
        return self.foreseen().lost

    def paint_under(self, canvas: Canvas) -> None:
        gained = self.foreseen().gained
        for strand in gained:
            crowded = sum(strand.line == other.line for other in gained) > 1
            self.view.paint_strand(canvas, strand, 0.75, self.plot.phase, crowded)

    def paint_over(self, canvas: Canvas) -> None:
        if self.source is not None:
            at = self.view.board.place(self.source)
            canvas.ring(at, self.view.board.cell * 0.56, with_alpha(LAMP, 0.95), 4)
        move = self.aimed if self.waiting is None else self.waiting
        gained = self.foreseen().gained
        if isinstance(move, Lay):
            code = code_of(move.kind, self.match.state.turn)
            self.view.bed.paint_ghost(canvas, code, xy(move.point))
        elif isinstance(move, Shift):
            self.view.bed.paint_ghost(canvas, self.match.state.board.cells[move.source],
                                      xy(move.goal))  # fmt: skip
        for strand in gained:
            crowded = sum(strand.line == other.line for other in gained) > 1
            self.view.paint_length(canvas, strand, crowded)

    def paint_above(self, canvas: Canvas) -> None:
        super().paint_above(canvas)
        pick = self.pick_now
        if self.held is None or pick is None:
            return
        state: Garden = self.match.state
        if pick.source is None:
            size = self.view.board.tile * 1.3
            self.paint_flyer(canvas, Flyer(code_of(pick.kind, state.turn), self.held, size))
        else:
            place = self.view.board.garden_point(self.held)
            piece = Piece(state.board.cells[pick.source], place, 1.0)
            self.view.bed.paint_piece(canvas, piece)

    def show_results(self) -> None:
        if self.match.outcome is not None:
            self.go(Push(ToResults(self)))
