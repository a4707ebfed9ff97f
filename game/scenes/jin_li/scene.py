"""Jin Li on the table: a living pond, koi that swim and leap, stones that plop.

Tap or drag a koi, then the square it is to go to; then the square for the stone. Every square
can be picked, and the rules say why one is wrong.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from game.rules.core.match import Step
from game.rules.core.protocol import Refusal, Seat
from game.rules.jin_li.game import HandBack, Leap, Move, Pond, Swim, Throw
from game.rules.jin_li.state import PASS, SQUARES
from game.scenes.jin_li import lights
from game.scenes.jin_li.animation import Dance, put
from game.scenes.jin_li.koi_art import FRAMES
from game.scenes.jin_li.lights import Ends
from game.scenes.jin_li.tray import hand_box, paint_hand, paint_track
from game.scenes.jin_li.view import (
    Koi,
    Pool,
    PoolView,
    heading,
    middle,
    squares,
)
from game.scenes.play.play_scene import PlayScene
from game.scenes.play.tray import Tray
from game.ui import surfaces
from game.ui.canvas import Canvas
from game.ui.focus import Spot
from game.ui.frame import Point
from game.ui.intents import Intent
from game.ui.theme import GOLD, VERMILION, Color
from game.ui.timeline import (
    Motion,
    Tween,
    between,
)

KOI_COLORS: tuple[Color, Color] = (VERMILION, GOLD)
WARM_EVERY = 4
"""Frames between two pictures of koi painted ahead of time; one costs some milliseconds."""
QUIET = 0.4
"""Seconds without a touch before they are painted: a hand must never wait for them."""
HAND = "hand"
"""The key of the stones in a tray."""
AWAKE = 25.0
"""Seconds the pond stays lively after somebody touched it; then it falls calm."""


class JinLiScene(PlayScene[Pond, Move, str]):
    """The pond between two players."""

    name = "jin_li"
    tallest = 560.0

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.pool = Pool()
        self.view: PoolView | None = None
        self.selected: int | None = None
        self.held: Point | None = None
        self._grabbed: int | None = None
        self._warming: Iterator[None] = iter(())
        self._frames = 0
        self._since_touch = 0.0
        self._known: Ends | None = None
        super().__init__(*args, **kwargs)

    def leave(self) -> None:
        super().leave()
        FRAMES.clear()

    # What the base asks for ----------------------------------------------------------------

    def seat_color(self, seat: Seat) -> Color:
        return KOI_COLORS[self._colour(seat)]

    def _colour(self, seat: Seat) -> int:
        """0 for the seat of the red koi, 1 for yellow."""
        state: Pond = self.match.state
        return seat ^ state.terms.first

    @property
    def _red_seat(self) -> Seat:
        state: Pond = self.match.state
        return state.terms.first

    def arrange(self) -> None:
        turn = self.layout.trays[self._red_seat].turn
        self.view = PoolView(self.layout.board, turn, self.context.scale)
        self._warming = self.view.warm()

    @property
    def water(self) -> PoolView:
        assert self.view is not None, "the scene was not laid out yet"
        return self.view

    def paint_ground(self, canvas: Canvas) -> None:
        surfaces.ground(canvas)
        start: Pond = self.match.states[0]
        corners = {
            square: KOI_COLORS[colour]
            for colour in (0, 1)
            for square in squares(start.koi[colour])
        }
        self.water.paint_ground(canvas, corners, {tray.frame.turn for tray in self.trays})

    @property
    def mark_radius(self) -> float:
        return self.water.cell * 0.44

    def place_at(self, place: str) -> Point | None:
        return self.water.square(SQUARES.index(place)) if place in SQUARES else None

    def places_of(self, move: Move) -> tuple[str, ...]:
        if isinstance(move, Swim | Leap):
            return SQUARES[move.start], SQUARES[move.end]
        return (SQUARES[move.square],) if isinstance(move, Throw | HandBack) else ()

    def prompt(self, seat: Seat) -> str:
        if self._phase != "move":
            return self.t(f"jin_li.phase.{self._phase}")
        if self.game.moves(self.match.state) == (PASS,):
            return self.t("jin_li.phase.pass")
        if self.selected is not None:
            return self.t("jin_li.prompt.chosen")
        state: Pond = self.match.state
        news = state.points == (0, 0)
        return self.t(f"jin_li.prompt.{'first' if news else 'choose'}")

    def _say_prompt(self) -> None:
        """Bring the words of the seat that is asked in line with what it holds."""
        if self.asked is not None:
            self.trays[self.asked].prompt = self.prompt(self.asked)

    # Picking -----------------------------------------------------------------------------------

    def spots(self) -> list[Spot]:
        if self.asked is None:
            return []
        half = self.water.cell / 2 - 3
        found = [Spot(SQUARES[n], self.water.square(n), half) for n in range(49)]
        if self._phase == "throw":
            found.append(Spot(HAND, self._hand_at(self.asked), 60))
        return found

    @property
    def _phase(self) -> str:
        state: Pond = self.match.state
        return state.phase

    @property
    def holding(self) -> bool:
        return self.selected is not None

    def let_go(self) -> None:
        if self.selected is not None:
            self._glide_back()
        self.selected, self.held = None, None
        self._say_prompt()
        self.stale = True

    def _glide_back(self) -> None:
        """A koi that was dragged swims home."""
        koi = self.pool.koi.get(self.selected if self.selected is not None else -1)
        if koi is None or self.held is None:
            return
        home, start = middle(self.selected or 0), koi.at
        self.timeline.play(Tween(0.16, lambda t: put(koi, between(start, home, t))))

    def pick(self, key: str) -> None:
        self.clear_marks("refusal", "hint")
        if self.asked is None or key == HAND:
            return
        square = SQUARES.index(key)
        state: Pond = self.match.state
        if self._phase == "throw":
            self.commit(Throw(square))
        elif self._phase == "give":
            self.commit(HandBack(square))
        elif state.koi[state.turn] >> square & 1:
            self._select(None if self.selected == square else square)
        elif self.selected is not None:
            self._swim_to(square)
        else:
            self._explain(square)

    def _select(self, square: int | None) -> None:
        self.selected, self.held = square, None
        self._say_prompt()
        if square is not None:
            self.sound("button", self.water.square(square))
            self.pool.ripple(middle(square), 0.5)

    def _swim_to(self, square: int) -> None:
        assert self.selected is not None
        move = crossing(self.selected, square)
        if self.commit(move):
            self.selected, self.held = None, None

    def _explain(self, square: int) -> None:
        """Nothing is selected and this is no koi of one's own: say so in the rules' words."""
        beside = square + 1 if square % 7 < 6 else square - 1
        refusal = self.game.why_illegal(self.match.state, Swim(square, beside))
        if refusal is not None:
            self.refused(Refusal(refusal.rule, refusal.key, (SQUARES[square],), refusal.params))

    def grab(self, key: str) -> bool:
        if self.asked is None:
            return False
        if key == HAND:
            return self._phase == "throw"
        square = SQUARES.index(key)
        state: Pond = self.match.state
        if self._phase != "move" or not state.koi[state.turn] >> square & 1:
            return False
        self._grabbed = square
        return True

    def carry(self, point: Point) -> None:
        self.held = point
        if self._phase == "move" and self.selected != self._grabbed:
            self.selected = self._grabbed
            self._say_prompt()
        koi = self.pool.koi.get(self.selected) if self.selected is not None else None
        if koi is not None:
            goal = self.water.pond_point(point)
            if math.dist(goal, koi.at) > 0.05:
                koi.heading = heading(koi.at, goal)
            koi.at = goal
            self.pool.life = 1.0

    def drop(self, key: str | None, point: Point) -> None:
        if self._phase == "throw":
            self.held = None
            if key not in (None, HAND):
                self.pick(str(key))
            return
        start = self.selected
        if key is not None and key != HAND and start is not None and key != SQUARES[start]:
            koi = self.pool.koi[start]
            if self.commit(crossing(start, SQUARES.index(key))):
                self.selected, self.held = None, None
                return
            koi.at = self.water.pond_point(point)
        self.let_go()

    def gesture(self, intent: Intent) -> None:
        self.wake()

    def on(self, intent: Intent) -> Any:
        self.wake()
        return super().on(intent)

    # Motion ------------------------------------------------------------------------------------

    def wake(self) -> None:
        self._since_touch = 0.0
        if not self.timeline.reduced:
            self.pool.life = 1.0

    def ambient(self, seconds: float) -> bool:
        self._since_touch += seconds
        self._frames += 1
        quiet = self._since_touch > QUIET and not self.timeline.moving
        if quiet and self._frames % WARM_EVERY == 0:
            next(self._warming, None)
        if self.timeline.reduced or self._since_touch > AWAKE:
            self.pool.life = max(0.0, self.pool.life - seconds / 3)
        return self.pool.update(seconds)

    def refresh(self) -> None:
        state: Pond = self.state
        self.pool.koi = {
            square: self._koi(square, "RY"[colour], variant)
            for colour in (0, 1)
            for variant, square in enumerate(squares(state.koi[colour]))
        }
        self.pool.stones = {square: middle(square) for square in squares(state.stones)}

    def _koi(self, square: int, color: str, variant: int) -> Koi:
        """The fish already in the water that has come to this square, or a new one."""
        at = middle(square)
        for koi in self.pool.koi.values():
            if koi.color == color and math.dist(koi.at, at) < 0.3:
                koi.at, koi.bend, koi.lift, koi.hurried = at, 0.0, 0.0, False
                return koi
        return Koi(color, at, heading(at, (3.5, 3.5)), stroke=square * 0.13 % 1, variant=variant)

    def animate(self, step: Step) -> Motion | None:
        move, dance = step.move, Dance(self.pool, self.water, self.sound, self.timeline.reduced)
        if isinstance(move, Swim):
            return dance.swim(move)
        if isinstance(move, Leap):
            return dance.leap(move)
        if isinstance(move, Throw):
            start, self.held = self.held or self._hand_at(step.seat), None
            return dance.throw(move, start)
        if isinstance(move, HandBack):
            return dance.hand_back(move, self._hand_at(1 - step.seat))
        return None

    # Drawing -----------------------------------------------------------------------------------

    def paint(self, canvas: Canvas) -> None:
        seat = self.asked
        if seat is not None:
            lights.last(canvas, self.water, self._last_squares())
        self.water.paint(canvas, self.pool)
        if seat is not None and self.shows_targets:
            turn = self.trays[seat].frame.turn
            lights.throws(canvas, self.water, self._ends.throws)
            lights.targets(canvas, self.water, self._ends.of(self.selected), turn)
        if seat is not None and self._phase == "move":
            lifted = self.selected if self.held else None
            lights.own(canvas, self.water, self._own_koi() - {lifted}, self.selected)

    def _last_squares(self) -> list[int]:
        """Where the last turn took place."""
        turns = self.match.turns()
        steps = turns[-1][1] if turns else ()
        return [SQUARES.index(at) for i in steps for at in self.places_of(self.match.log[i])]

    def _own_koi(self) -> set[int]:
        state: Pond = self.match.state
        return set(squares(state.koi[state.turn]))

    @property
    def _ends(self) -> Ends:
        """Where the moves of the state lead, worked out once for each state."""
        if self._known is None or self._known.state is not self.match.state:
            self._known = Ends(self.game, self.match.state)
        return self._known

    def paint_above(self, canvas: Canvas) -> None:
        if self._phase == "throw" and self.held is not None:
            self.water.paint_stone(canvas, self.match.cursor, self.held, 0.6)

    # Trays -------------------------------------------------------------------------------------

    def _hand_at(self, seat: Seat) -> Point:
        """Where a seat's stones lie on the table."""
        tray = self.trays[seat]
        return tray.frame.out(hand_box(tray).center)

    def paint_tray(self, canvas: Canvas, tray: Tray) -> None:
        state: Pond = self.state
        colour = tray.seat ^ state.terms.first
        # The beads come with the score: both wait for points that are still in the air.
        points, target = tray.score or 0, state.terms.target
        words = self.t("jin_li.points_of", n=points, all=target)
        paint_track(canvas, tray, points, target, words)
        stones = state.hands[colour]
        paint_hand(canvas, tray, stones, self.t("jin_li.stones_in_hand", n=stones))


def crossing(start: int, end: int) -> Move:
    """The move somebody means who takes a koi from one square to another: two squares away in a
    straight line is a leap, everything else a swim."""
    across, up = end % 7 - start % 7, end // 7 - start // 7
    if max(abs(across), abs(up)) == 2 and {abs(across), abs(up)} <= {0, 2}:
        return Leap(start, (start + end) // 2, end)
    return Swim(start, end)
