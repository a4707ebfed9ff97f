"""What every game's scene shares: the match, whose turn, trays, undo, computers, messages.

A game's scene says where its places are, paints them, and turns picked places into moves. It
never decides what is legal: every move goes through `commit`, and the rules' refusal is shown.
The picture shows the state at `shown`; moves wait in a queue until they have been animated.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Sequence
from typing import Any

import pygame

from game.rules.match import Match, Series, Step
from game.rules.protocol import CHANCE, Event, Refusal, Seat
from game.scenes.chairs import Chair
from game.scenes.company import Company
from game.scenes.controls import Controls
from game.scenes.keeping import Keeper
from game.scenes.marks import Flights, Mark, MarkKind
from game.scenes.mind import Mind
from game.scenes.scene import Change, Push, Scene
from game.scenes.seating import Layout, lay_out
from game.scenes.tray import Tray
from game.ui.canvas import Canvas
from game.ui.focus import Focus, Spot
from game.ui.frame import Point
from game.ui.intents import Intent
from game.ui.theme import GOLD, Color
from game.ui.timeline import Call, Motion, Timeline, Wait
from game.ui.timeline import Sequence as Chain

RESULTS_AFTER = 1.4
PASS_PAUSE = 0.9
SPOT_SLACK = 6.0


class PlayScene(Scene):
    """The base of the game scenes. `chairs` are by person; seats rotate in a series."""

    name = "play"
    square = True
    clockwise = True
    depth = 170.0

    def __init__(
        self,
        company: Company,
        series: Series,
        chairs: Sequence[Chair],
        match_id: int | None = None,
    ) -> None:
        super().__init__(company)
        self.series = series
        self.chairs = tuple(chairs)
        self.timeline = Timeline(company.settings.reduced_motion)
        self.flights = Flights(self.timeline)
        self.mind = Mind(company.thinker)
        self.keeper = Keeper(company.store, series, self.chairs, match_id)
        self.controls = Controls(self)
        self.focus = Focus()
        self.marks: list[Mark] = []
        self.shown = self.match.cursor
        self.replaying = False
        self._queue: deque[Step] = deque()
        self._change: Change = None
        self._carrier: str | None = None
        self._carrying = False
        self._told_end = False
        self.trays: list[Tray] = []
        self.layout: Layout
        self._ground: pygame.Surface | None = None
        self._seat_the_company()

    # What a game's scene provides ----------------------------------------------------------

    def seat_color(self, seat: Seat) -> Color:
        """The colour that stands for a seat."""
        raise NotImplementedError

    def paint_ground(self, canvas: Canvas) -> None:
        """Paint what does not move: table and board. Kept until the window changes."""
        raise NotImplementedError

    def paint(self, canvas: Canvas) -> None:
        """Paint pieces and what moves, over the ground and under trays and buttons."""
        raise NotImplementedError

    def paint_tray(self, canvas: Canvas, tray: Tray) -> None:
        """Paint the game's part of a tray; the canvas is the tray's frame."""

    def place_at(self, place: str) -> Point | None:
        """Where a place named by the rules lies on the table."""
        raise NotImplementedError

    def spots(self) -> list[Spot]:
        """Everything that can be picked now, by tap, drag or focus."""
        raise NotImplementedError

    def pick(self, key: str) -> None:
        """A spot was tapped or confirmed."""
        raise NotImplementedError

    def grab(self, key: str) -> bool:
        """A pointer went down on a spot: True if it may be dragged from there."""
        return False

    def carry(self, point: Point) -> None:
        """What was grabbed is dragged to a point."""

    def drop(self, key: str | None, point: Point) -> None:
        """What was grabbed is let go over a spot, or over none."""

    def let_go(self) -> None:
        """Put back whatever is held or selected."""

    def prompt(self, seat: Seat) -> str:
        """What the seat whose turn it is should do now."""
        raise NotImplementedError

    def animate(self, step: Step) -> Motion | None:
        """The motion from the picture before the step to the one after it."""
        return None

    def places_of(self, move: Any) -> tuple[str, ...]:
        """The places a move is about, for marking hints and the last move."""
        return ()

    def arrange(self) -> None:
        """The layout is new: compute what hangs on it."""

    def refresh(self) -> None:
        """The shown state is another one: bring the picture in line with it."""

    def ambient(self, seconds: float) -> bool:
        """Life that goes on by itself; True if the picture changed."""
        return False

    # The match -------------------------------------------------------------------------------

    @property
    def match(self) -> Match:
        return self.series.current

    @property
    def game(self) -> Any:
        return self.match.game

    @property
    def id(self) -> str:
        return str(self.game.info.id)

    @property
    def state(self) -> Any:
        """The state in the picture."""
        return self.match.states[min(self.shown, len(self.match.states) - 1)]

    @property
    def live(self) -> bool:
        """Whether the picture shows the newest state and nothing is on its way."""
        return not self._queue and not self.replaying and self.shown == self.match.cursor

    def chair(self, seat: Seat) -> Chair:
        return self.chairs[self.series.person_at(seat)]

    @property
    def names(self) -> tuple[str, ...]:
        """The names in seat order."""
        return tuple(self.chair(seat).name for seat in range(self.match.seats))

    @property
    def persons(self) -> frozenset[Seat]:
        return frozenset(s for s in range(self.match.seats) if self.chair(s).person)

    @property
    def asked(self) -> Seat | None:
        """The person who is to act now and can, the picture being up to date."""
        actor = self.match.actor
        return actor if self.live and actor in self.persons else None

    def t(self, key: str, **params: str | int) -> str:
        return self.company.texts.t(key, **params)

    # Lifecycle -------------------------------------------------------------------------------

    def _seat_the_company(self) -> None:
        self.trays = [
            Tray(seat, self.chair(seat).name, self.seat_color(seat))
            for seat in range(self.match.seats)
        ]

    def enter(self) -> None:
        self.keeper.begin()
        self.refresh()
        self.settled()

    def leave(self) -> None:
        self.mind.cancel()

    def pause(self) -> None:
        self.mind.cancel()
        self._end_carrying()

    def resume(self) -> None:
        self.timeline.reduced = self.company.settings.reduced_motion
        self._ground = None
        self.resize(self.company.size)
        self.settled()

    def resize(self, size: Point) -> None:
        super().resize(size)
        self.timeline.skip()
        self._end_carrying()
        seating = self.company.settings.seating
        self.layout = lay_out(
            size, self.match.seats, seating, square=self.square, clockwise=self.clockwise,
            depth=self.depth,
        )  # fmt: skip
        for tray, frame in zip(self.trays, self.layout.trays, strict=True):
            tray.frame = frame
        self.controls.arrange(self.layout)
        self._ground = None
        self.arrange()
        self.refresh()

    @property
    def moving(self) -> bool:
        return self.timeline.moving or bool(self._queue)

    # Playing ---------------------------------------------------------------------------------

    def commit(self, move: Any) -> bool:
        """Play a move of the seat that is asked; False if the rules refuse it."""
        refusal = self.game.refuse(self.match.state, move)
        if refusal is not None:
            self.refused(refusal)
            return False
        self._play(move)
        return True

    def _play(self, move: Any) -> None:
        self.clear_marks("hint", "refusal")
        self.mind.cancel()
        steps = self.match.play(move)
        self.keeper.append(steps)
        self._queue.extend(steps)
        if not self.timeline.moving:
            self._next()

    def _next(self) -> None:
        """Animate the next step of the queue, or settle when there is none."""
        if not self._queue:
            self.settled()
            return
        step = self._queue.popleft()
        motion = self.animate(step)
        arrived = Call(lambda: self._arrived(step))
        self.timeline.play(Chain(motion, arrived) if motion else arrived)

    def _arrived(self, step: Step) -> None:
        self.shown = step.index + 1
        self.refresh()
        self.happened(step)
        self._show_points(step)
        self._next()

    def happened(self, step: Step) -> None:
        """A step has arrived: tell its events. Games add their own sounds and sights."""
        for event in step.events:
            if 0 <= event.seat < len(self.trays):
                self.trays[event.seat].say(self.tell(event))

    def tell(self, event: Event) -> str:
        return self.company.texts.event(self.id, event, self.names)

    def _show_points(self, step: Step) -> None:
        for event in step.events:
            if event.points == 0 or not 0 <= event.seat < len(self.trays):
                continue
            tray = self.trays[event.seat]
            spots = [p for p in map(self.place_at, event.places) if p is not None]
            start = spots[0] if spots else self.layout.board.center
            self.sound("point_many" if event.points > 1 else "point", start)
            flight = self.flights.launch(f"{event.points:+d}", start, tray.score_at())
            self.timeline.play(flight, Call(lambda tray=tray: self._swell(tray)))  # type: ignore[misc]

    def _swell(self, tray: Tray) -> None:
        tray.bump = 1.0
        self._show_scores()

    def settled(self) -> None:
        """Nothing is on its way any more: say what is expected, and of whom."""
        if self.replaying:
            return
        self.shown = self.match.cursor
        self._show_scores()
        self.controls.update()
        for tray in self.trays:
            tray.prompt = ""
        actor = self.match.actor
        if actor is None:
            self._over()
        elif actor in self.persons:
            self.trays[actor].prompt = self.prompt(actor)
            self._pass_if_forced(actor)
        elif actor != CHANCE:
            self.trays[actor].prompt = self.t("play.thinking")

    def _show_scores(self) -> None:
        scores = self.game.scores(self.state)
        for tray, score in zip(self.trays, scores, strict=True):
            tray.score = score

    def _pass_if_forced(self, seat: Seat) -> None:
        """Who can only pass does so by itself, after a moment to see it."""
        moves = self.game.moves(self.match.state)
        if len(moves) == 1 and self.game.write(moves[0]) == "--":
            cursor = self.match.cursor
            self.timeline.play(Wait(PASS_PAUSE), Call(lambda: self._pass(moves[0], cursor)))

    def _pass(self, move: Any, cursor: int) -> None:
        if self.match.cursor == cursor and self.live:
            self._play(move)

    def _over(self) -> None:
        if self._told_end:
            return
        self._told_end = True
        outcome = self.match.outcome
        assert outcome is not None
        self.keeper.finish()
        self.sound("win" if outcome.winners else "draw_game", self.layout.board.center)
        for seat in outcome.winners:
            self.trays[seat].say(self.t("play.won"), seconds=30)
        self.timeline.play(Wait(RESULTS_AFTER), Call(self._show_results))

    def _show_results(self) -> None:
        from game.scenes.results import Results

        self._change = Push(Results(self.company, self))

    # Refusals, hints, marks ------------------------------------------------------------------

    def refused(self, refusal: Refusal, seat: Seat | None = None) -> None:
        """Say why not, and mark the offending places."""
        actor = self.match.actor if seat is None else seat
        text = self.company.texts.refusal(self.id, refusal)
        if actor is not None and actor >= 0:
            self.trays[actor].say(f"{text} ({refusal.rule})", "refusal")
        self.clear_marks("refusal")
        self.mark("refusal", refusal.places)
        spots = [mark.center for mark in self.marks if mark.kind == "refusal"]
        self.sound("refuse", spots[0] if spots else self.layout.board.center)

    def mark(self, kind: MarkKind, places: Sequence[str], radius: float | None = None) -> None:
        for place in places:
            point = self.place_at(place)
            if point is not None:
                self.marks.append(Mark(kind, point, radius or self.mark_radius))

    @property
    def mark_radius(self) -> float:
        return 40.0

    def clear_marks(self, *kinds: MarkKind) -> None:
        self.marks = [mark for mark in self.marks if mark.kind not in kinds]

    def ask_hint(self) -> None:
        """Let the computer look at what the person whose turn it is may know."""
        seat = self.asked
        if seat is None:
            return
        self.trays[seat].say(self.t("play.looking"), "hint", 30)
        self.mind.ask(self.game, self.match.state, seat, None, self._luck())

    def _show_hint(self, seat: Seat, steps: Sequence[Any]) -> None:
        self.clear_marks("hint")
        self.mark("hint", self.places_of(steps[0]))
        self.trays[seat].say(self.hint_text(steps), "hint", 8)

    def hint_text(self, steps: Sequence[Any]) -> str:
        """The hint in words; the board shows the first step of it."""
        texts = [self.game.write(step) for step in steps if step != self.game.silent]
        return self.t("play.hint", move=self.game.joint.join(texts) or "–")

    def _luck(self) -> int:
        return random.Random(f"{self.match.seed}/{self.match.cursor}").getrandbits(32)

    def sound(self, cue: str, at: Point | None = None) -> None:
        pan = 0.5 if at is None else min(1.0, max(0.0, at[0] / self.size[0]))
        self.company.sound.play(cue, pan)

    # Going back and forth --------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        return self._undo_target() is not None

    def _undo_target(self) -> int | None:
        takeback = self.company.settings.takeback
        return self.match.undo_target(self.persons, takeback)

    def undo(self) -> None:
        """Back to the last decision of a person, as far as the house rule lets."""
        self.finish_motion()
        target = self._undo_target()
        if target is None:
            actor = self.match.actor
            seat = actor if actor in self.persons else min(self.persons, default=None)
            if seat is not None:
                self.trays[seat].say(self.t("play.no_undo"), "refusal")
            return
        self._go(target)

    @property
    def can_redo(self) -> bool:
        return self.match.cursor < len(self.match.log)

    def redo(self) -> None:
        """Forward along what was taken back, to the next decision of a person."""
        self.finish_motion()
        if not self.can_redo:
            return
        while self.match.redo() and self.can_redo and self.match.actor not in self.persons:
            pass
        self._go(self.match.cursor)

    def _go(self, cursor: int) -> None:
        self.mind.cancel()
        self.let_go()
        self.marks.clear()
        self.match.go_to(cursor)
        self.keeper.rewrite(self.match)
        self._told_end = False
        self.shown = cursor
        self.refresh()
        self.settled()

    def look_at(self, index: int | None) -> None:
        """Show an earlier state without changing the match; None comes back to now."""
        self.finish_motion()
        self.let_go()
        self.marks.clear()
        self.replaying = index is not None
        self.shown = self.match.cursor if index is None else index
        if index:
            self.mark("last", self.places_of(self.match.log[index - 1]))
        self.refresh()
        self._show_scores()
        if index is None:
            self.settled()

    def finish_motion(self) -> None:
        """Put everything where it ends; a tap skips every animation."""
        self.timeline.skip()

    # Input -----------------------------------------------------------------------------------

    def on(self, intent: Intent) -> Change:
        if intent.kind == "press" and self._queue:
            self.finish_motion()
        if not self.controls.on(intent):
            self._board(intent)
        change, self._change = self._change, None
        return change

    def go(self, change: Change) -> None:
        """Ask for another scene; it comes after the current intent or frame."""
        self._change = change

    def _board(self, intent: Intent) -> None:
        spots = self.spots() if self.live else []
        if intent.kind in ("focus", "confirm"):
            found = self.focus.on(intent, (self.controls.layer,), spots)
            if isinstance(found, Spot):
                self.pick(str(found.key))
        elif intent.kind == "cancel":
            self.cancel()
        elif intent.kind in ("press", "drag", "release", "lost", "tap"):
            self.focus.visible = False
            self._point(intent, spots)
        else:
            self.gesture(intent)

    def gesture(self, intent: Intent) -> None:
        """Wheel, turn, hold and commands the base does not know."""

    def cancel(self) -> None:
        """Escape or B: put down what is held, else open the pause menu."""
        if not self.holding:
            self.controls.open_menu()
        self.let_go()

    @property
    def holding(self) -> bool:
        """Whether something is selected or in hand."""
        return False

    def _point(self, intent: Intent, spots: Sequence[Spot]) -> None:
        key = self.spot_at(intent.pos, spots)
        if intent.kind == "press" and self._carrier is None and key is not None and self.grab(key):
            self._carrier, self._carrying = intent.pointer, False
        elif intent.pointer == self._carrier and intent.kind == "drag" and intent.moved:
            self._carrying = True
            self.carry(intent.pos)
        elif intent.pointer == self._carrier and intent.kind in ("release", "lost"):
            carrying, self._carrier, self._carrying = self._carrying, None, False
            if carrying:
                self.drop(key if intent.kind == "release" else None, intent.pos)
        elif intent.kind == "tap":
            self._tap(key)

    def _tap(self, key: str | None) -> None:
        self.clear_marks("refusal")
        if key is not None:
            self.pick(key)
        elif self.live:
            self.let_go()

    def spot_at(self, point: Point, spots: Sequence[Spot]) -> str | None:
        """The spot under a point; where several overlap, the one whose middle is nearest."""
        under = [
            (abs(point[0] - s.center[0]) + abs(point[1] - s.center[1]), str(s.key))
            for s in spots
            if s.box.has(point, SPOT_SLACK)
        ]
        return min(under)[1] if under else None

    def _end_carrying(self) -> None:
        if self._carrier is not None:
            self._carrier, self._carrying = None, False
            self.let_go()

    # Time ------------------------------------------------------------------------------------

    def update(self, seconds: float) -> Change:
        self.timeline.update(seconds)
        actor = self.match.actor if not self.replaying else None
        for tray in self.trays:
            if tray.update(seconds, tray.seat == actor):
                self.stale = True
        if self.ambient(seconds):
            self.stale = True
        self._think(seconds)
        change, self._change = self._change, None
        return change

    def _think(self, seconds: float) -> None:
        """Ask for a computer's move when one is due, and play it when it is there."""
        answer = self.mind.poll(seconds)
        if answer is not None and self.live:
            if self.mind.hinting:
                self._show_hint(answer.seat, answer.steps)
            else:
                self._play_answer(answer.steps)
            self.stale = True
            return
        actor = self.match.actor
        due = actor is not None and actor >= 0 and actor not in self.persons
        if due and self.live and not self.mind.busy and not self.timeline.moving:
            assert actor is not None
            self.mind.ask(
                self.game, self.match.state, actor, self.chair(actor).level, self._luck()
            )

    def _play_answer(self, steps: Sequence[Any]) -> None:
        actor = self.match.actor
        for step in steps:
            if self.match.actor != actor or self.game.refuse(self.match.state, step) is not None:
                break
            self._play(step)

    # Drawing ---------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        self._draw_ground(canvas)
        self.paint(canvas)
        for mark in self.marks:
            mark.draw(canvas)
        for tray in self.trays:
            tray.draw(canvas)
            self.paint_tray(canvas.within(tray.frame), tray)
        self.paint_above(canvas)
        self.controls.draw(canvas)
        self.focus.draw(canvas, (self.controls.layer,), self.spots() if self.live else ())
        self.flights.draw(canvas)

    def paint_above(self, canvas: Canvas) -> None:
        """Paint what lies over the trays, such as a piece in hand."""

    def _draw_ground(self, canvas: Canvas) -> None:
        size = canvas.surface.get_size()
        if self._ground is None or self._ground.get_size() != size:
            self._ground = pygame.Surface(size).convert(canvas.surface)
            self.paint_ground(
                Canvas(self._ground, scale=canvas.scale, text_scale=canvas.text_scale)
            )
        canvas.surface.blit(self._ground, (0, 0))

    @property
    def accent(self) -> Color:
        return GOLD
