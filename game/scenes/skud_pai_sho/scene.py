"""Skud Pai Sho on the table: a garden of wooden flowers, harmonies that live, rings that bloom.

Tap or drag a flower, then where it is to go; tap or drag a tile of the reserve into a gate. What
a move would do is shown before it happens, and why it may not as soon as the rules say so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.rules.core.protocol import Seat
from game.rules.pai_sho.board import (
    BITS,
    BOAT,
    CODES,
    GATES,
    KINDS,
    PLACES,
    POINTS,
    Kind,
    Point,
    code_of,
    read_point,
)
from game.rules.skud_pai_sho.board import harmonies_of, ring
from game.rules.skud_pai_sho.notation import DECLINE, Accents, Arrange, Bonus, Move, Plant
from game.rules.skud_pai_sho.state import State
from game.scenes.pai_sho.garden import Piece, Place
from game.scenes.skud_pai_sho import input as picks
from game.scenes.skud_pai_sho.input import NOTHING, Pick
from game.scenes.skud_pai_sho.view import GardenScene
from game.scenes.skud_pai_sho.words import Caption
from game.ui.focus import Spot
from game.ui.frame import Point as At
from game.ui.intents import Intent
from game.ui.timeline import Call, Tween, between


class SkudPaiShoScene(GardenScene):
    """The garden between guest and host, and all that can be done there."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._grabbed = NOTHING
        super().__init__(*args, **kwargs)

    # What the base asks for ----------------------------------------------------------------

    def arrange(self) -> None:
        super().arrange()
        board = self.view.board
        self._point_spots = [
            Spot(PLACES[point], board.place(point), board.cell / 2, round=True) for point in POINTS
        ]

    def places_of(self, move: Move) -> tuple[str, ...]:
        match move:
            case Plant(_, gate):
                return (PLACES[gate],)
            case Arrange(source, goal):
                return PLACES[source], PLACES[goal]
            case Bonus(_, point, goal):
                return (PLACES[point],) if goal is None else (PLACES[point], PLACES[goal])
        return ()

    def prompt(self, seat: Seat) -> str:
        state: State = self.match.state
        if self.game.write(picks.steps_of(state)[0]) == "--":
            return self.words.t("phase.pass")
        if picks.steps_of(state) == (DECLINE,):
            return self.words.t("table.bonus_barred")
        if self._pinned:
            return self.words.t("table.again")
        if self.picked.source is not None:
            if not self.shows_targets:
                return self.words.t("table.where")
            rich = picks.reach_of(state, self.picked).rich
            return self.words.t("table.to_bonus" if rich else "table.to_point")
        if self.picked.ferry is not None:
            return self.words.t("table.boat_to")
        if self.picked.hand is not None:
            code = CODES[self.picked.hand]
            return self.words.t(f"table.lay.{code}" if len(code) == 1 else "table.lay.flower")
        if state.phase == "bonus" and ring(harmonies_of(state.board, state.rules), seat):
            return self.words.t("table.ring_due")
        return self.words.t(f"phase.{state.phase}")

    def hint_text(self, steps: Sequence[Any]) -> str:
        return self.words.hint(self.match.state, steps)

    def show_hint(self, seat: Seat, steps: Sequence[Any]) -> None:
        self.select(NOTHING)
        super().show_hint(seat, steps)
        first = steps[0]
        if isinstance(first, Accents):
            self.choice.take(first.kinds)
        elif isinstance(first, Plant | Bonus):
            self.hinted = first.kind

    # Spots -------------------------------------------------------------------------------------

    def spots(self) -> list[Spot]:
        lenses = [plan.button_spot("lens", plan.lens) for plan in self.plans]
        seat = self.asked
        if seat is None:
            return lenses
        state: State = self.match.state
        if state.phase == "accents":
            return [*self.choice.spots(), *lenses]
        plan = self.plans[seat]
        found = plan.spots()
        if state.phase == "bonus":
            found.append(plan.button_spot("decline", plan.decline))
        return [*found, *self._point_spots, *lenses]

    # Picking -----------------------------------------------------------------------------------

    @property
    def holding(self) -> bool:
        return bool(self.picked)

    def pick(self, key: str) -> None:
        self.clear_marks("refusal", "hint")
        self.caption = None
        if key.startswith("lens:"):
            self.lens = not self.lens
            self.sound("button")
            self._show_lens()
        elif self.asked is None:
            return
        elif key.startswith("accent:"):
            self.choice.toggle(key)
            self.sound("tile_clack")
        elif key == "keep":
            self.commit(Accents(self.choice.kinds))
        elif key.startswith("decline:"):
            self.select(NOTHING)
            self.commit(DECLINE)
        elif key.startswith("hand:"):
            self._pick_kind(KINDS[key[5:]])
        else:
            self._pick_point(read_point(key))

    def select(self, pick: Pick) -> None:
        """Take something up, or nothing, and say what comes next."""
        self.picked, self.aim, self.held = pick, None, None
        self._say_next()

    def _say_next(self) -> None:
        if self.asked is not None:
            self.trays[self.asked].hush()
            self.trays[self.asked].prompt = self.prompt(self.asked)
        self.stale = True

    def _pick_kind(self, kind: Kind) -> None:
        state: State = self.match.state
        again = kind == self.picked.hand and self.picked.ferry is None
        self.select(NOTHING)
        if again:
            return
        if kind in picks.playable(state):
            self.select(Pick(hand=kind))
            self.lead_keys()
            self.sound("button")
            return
        refusal = picks.why_not_laid(state, kind)
        if refusal is not None:
            self.refused(refusal)

    def _pick_point(self, point: Point) -> None:
        state: State = self.match.state
        if not self.picked:
            self._pick_flower(point)
        elif point == self.picked.source:
            self.select(NOTHING)
        elif self.picked.source is not None and picks.own_flower(state, point):
            self._pick_flower(point)
        else:
            self.bring(point)

    def _pick_flower(self, point: Point) -> None:
        state: State = self.match.state
        self.select(NOTHING)
        turn = state.phase == "turn"
        if turn and picks.movable(state) & BITS[point]:
            self.select(Pick(source=point))
            self.sound("button", self.view.board.place(point))
            return
        if state.phase != "bonus" and GATES & BITS[point] and not state.board.cells[point]:
            self.trays[state.turn].say(self.words.t("table.tile_first"))
            return
        own = turn and picks.own_flower(state, point)
        refusal = (picks.why_stuck if own else picks.why_no_flower)(state, point)
        if refusal is not None:
            self.refused(refusal)

    def bring(self, point: Point) -> None:
        """What is picked shall go to this point."""
        state: State = self.match.state
        move = picks.meant(state, self.picked, point)
        if move is None:
            self._load_boat(point)
        elif self.held is None and self.aim != move and picks.weighty(state, move):
            self._pin(move)
        else:
            self._play_at(move)

    def _pin(self, move: Move) -> None:
        """Show what the step would do; played it is only when asked for again."""
        self.aim = move
        if self._pinned:
            self._say_next()
        else:
            self.commit(move)

    def _play_at(self, move: Move) -> None:
        dragged = self.held
        self.staging.held = self.view.board.garden_point(dragged) if dragged else None
        self.held = None
        if self.commit(move):
            if self.waiting is None:
                self.select(NOTHING)
        elif dragged is not None:
            self.held = dragged
            self._put_down()
        self.staging.held = None

    def consent(self, given: bool) -> None:
        super().consent(given)
        if given:
            self.select(NOTHING)

    def _load_boat(self, point: Point) -> None:
        """A boat goes onto a flower; where that flower goes is still to be said."""
        refusal = picks.why_no_ferry(self.match.state, point)
        if refusal is not None:
            self.refused(refusal)
            return
        self.select(Pick(hand=BOAT, ferry=point))
        self.sound("wood_knock", self.view.board.place(point))

    def let_go(self) -> None:
        self._put_down()
        self._say_next()

    def _put_down(self) -> None:
        """Nothing is picked any more; what was dragged goes home. Words that were said stay."""
        if self.held is not None and self.picked:
            self._glide_back(self.view.board.garden_point(self.held))
        self.picked, self.aim, self.held = NOTHING, None, None
        self.stale = True

    def _glide_back(self, start: Place) -> None:
        point = self.picked.source if self.picked.ferry is None else self.picked.ferry
        if point is not None:
            piece = self.bed.pieces.get(point)
            if piece is not None:
                home = piece.at
                self.timeline.play(Tween(0.18, lambda t: _put(piece, between(start, home, t))))
        elif self.picked.hand is not None:
            seat = self.match.state.turn
            loose, above = Piece(code_of(self.picked.hand, seat), start, 0.7), self.bed.above
            end = self._home(seat, self.picked.hand)
            above.append(loose)
            self.timeline.play(
                Tween(0.18, lambda t: _put(loose, between(start, end, t))),
                Call(lambda: above.remove(loose) if loose in above else None),
            )

    # Dragging ----------------------------------------------------------------------------------

    def grab(self, key: str) -> bool:
        state: State = self.match.state
        self._grabbed = NOTHING
        if self.asked is None or state.phase == "accents":
            return False
        if key.startswith("hand:") and KINDS[key[5:]] in picks.playable(state):
            self._grabbed = Pick(hand=KINDS[key[5:]])
        elif key.startswith("("):
            point = read_point(key)
            if point == self.picked.ferry:
                self._grabbed = self.picked
            elif state.phase == "turn" and picks.own_flower(state, point):
                self._grabbed = Pick(source=point)
        return bool(self._grabbed)

    def carry(self, point: At) -> None:
        if self.picked != self._grabbed:
            self.select(self._grabbed)
            self.clear_marks("refusal", "hint")
        self.caption = None
        self.held = point
        self._aim_at(self.view.board.near(point))

    def drop(self, key: str | None, point: At) -> None:
        goal = self.view.board.near(point) if key is None or key.startswith("(") else None
        if goal is None or goal in (self.picked.source, self.picked.ferry) or not self.picked:
            self.let_go()
        else:
            self.bring(goal)

    # Pointing ----------------------------------------------------------------------------------

    def _aim_at(self, point: Point | None) -> None:
        """Show beforehand what going to a point would do."""
        move = picks.meant(self.match.state, self.picked, point) if point is not None else None
        if point in (self.picked.source, self.picked.ferry):
            move = None
        if move != self.aim:
            self.aim = move
            self.stale = True

    def gesture(self, intent: Intent) -> None:
        if intent.kind == "hover" and self.asked is not None and self.picked:
            self._aim_at(self.view.board.near(intent.pos))
        elif intent.kind == "hold":
            self._name_at(intent.pos)

    def on(self, intent: Intent) -> Any:
        self.since_touch = 0.0
        self.bed.life = 0.0 if self.timeline.reduced else 1.0
        change = super().on(intent)
        if intent.kind == "focus" and self.focus.visible:
            self._follow_focus()
        return change

    def _follow_focus(self) -> None:
        """The keys point as well: at goals, and at tiles whose names they show."""
        spot = self.focus.current
        if not isinstance(spot, Spot):
            return
        key = str(spot.key)
        self.caption = None
        if not self.picked:
            self._name_at(spot.center)
        elif self.asked is not None:
            self._aim_at(read_point(key) if key.startswith("(") else None)

    def _name_at(self, at: At) -> None:
        """Show the name of the tile there."""
        state: State = self.state
        point, reader = self.view.board.near(at), self.asked or 0
        turn = self.layout.trays[reader].turn
        if self.asked is not None and state.phase == "accents":
            return
        if point is not None and self.layout.board.has(at):
            if state.board.cells[point]:
                named = self.words.on_board(state, self.bed, point)
                self.caption = Caption(*named, self.view.board.place(point), turn)
        else:
            for plan in self.plans:
                kind = plan.kind_at(at)
                if kind is not None:
                    named = self.words.about(kind, state.rules.id)
                    self.caption = Caption(*named, plan.at(kind), plan.tray.frame.turn)
        self.stale = True


def _put(piece: Piece, at: Place) -> None:
    piece.at = at
