"""What every game's scene shares: playing, computers, hints, undo, replay, messages.

Every move goes through `commit`; what the rules refuse is shown with their reason. Moves wait
in a queue until they have been animated; they are on the disk before that, or the store has
found out that they cannot be.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Sequence
from typing import Any, NamedTuple

from game.rules.core.match import Match, Series, Step
from game.rules.core.protocol import CHANCE, Event, Refusal, Seat
from game.scenes.core.chairs import Chair
from game.scenes.core.context import Context
from game.scenes.core.scene import Change, Push
from game.scenes.play.autosave import Autosave
from game.scenes.play.computer_player import ComputerPlayer
from game.scenes.play.controls import Controls
from game.scenes.play.layout import Layout, lay_out
from game.scenes.play.marks import Flights
from game.scenes.play.pointer_input import PointerInput
from game.scenes.play.rewinding import Rewinding
from game.scenes.play.tray import Tray
from game.ui.canvas import Canvas
from game.ui.focus import Focus, Spot
from game.ui.fonts import signed
from game.ui.frame import Point
from game.ui.intents import Intent
from game.ui.timeline import Call
from game.ui.timeline import Sequence as Chain
from game.ui.widgets import Action

PASS_PAUSE = 0.9
BRIEFLY = 0.004
"""Seconds in which a disk usually has kept a step; the frame waits no longer for it."""


class Due(NamedTuple):
    """When something is to be done, and where the match stands for which it was decided."""

    seconds: float
    match: Match
    cursor: int


class PlayScene(Rewinding):
    """The base of the game scenes. `match_id` is the store's number of a match gone on with."""

    name = "play"
    results_after = 1.6
    """Seconds between the end of a game and its results."""

    def __init__(
        self,
        context: Context,
        series: Series,
        chairs: Sequence[Chair],
        match_id: int | None = None,
    ) -> None:
        super().__init__(context, series, chairs)
        self.flights = Flights(self.timeline)
        self.computer_player = ComputerPlayer(context.ai_worker)
        self.autosave = Autosave(context.store, series, self.chairs, match_id)
        self.controls = Controls(self)
        self.focus = Focus()
        self.pointer_input = PointerInput(self)
        self.last_rule = ""
        """The rule of the last refusal, where the rules open."""
        self._queue: deque[Step] = deque()
        self._later: dict[Action, Due] = {}
        self._touching: set[str] = set()
        """The pointers that are down and may still tap."""
        self._held = False
        """Whether the next step of the queue waits until it is on the disk."""
        self._change: Change = None
        self.seat_players()

    # Lifecycle -------------------------------------------------------------------------------

    def seat_players(self) -> None:
        """Give every seat of the current game its tray."""
        self.trays = [
            Tray(seat, self.chair(seat).name, self.seat_color(seat))
            for seat in range(self.match.seats)
        ]

    def enter(self) -> None:
        self.autosave.begin()

    def leave(self) -> None:
        self.computer_player.cancel()

    def pause(self) -> None:
        self.computer_player.cancel()
        self.pointer_input.empty()
        self._touching.clear()

    def resume(self) -> None:
        settings = self.context.settings
        self.timeline.reduced, self.timeline.pace = settings.reduced_motion, settings.pace
        for tray in self.trays:
            tray.patterned = settings.colour_patterns
        self.dress()
        self.resize(self.context.size)
        self.settled()

    def resize(self, size: Point) -> None:
        super().resize(size)
        self.finish_motion()
        self.pointer_input.empty()
        self.layout = self.divide(size)
        for tray, frame in zip(self.trays, self.layout.trays, strict=True):
            tray.frame = frame
        self.controls.arrange(self.layout)
        self.ground = None
        self.arrange()
        self.refresh()

    def divide(self, size: Point) -> Layout:
        """Where board, trays and corners lie on a table of this size."""
        return lay_out(
            size, self.match.seats, self.context.settings.seating, square=self.square,
            clockwise=self.clockwise, depth=self.depth, tallest=self.tallest,
        )  # fmt: skip

    @property
    def moving(self) -> bool:
        return self.timeline.moving or bool(self._queue) or (self.live and bool(self._later))

    @property
    def live(self) -> bool:
        return not self._queue and not self.replaying and super().live

    # Playing ---------------------------------------------------------------------------------

    def commit(self, move: Any) -> bool:
        """Play a move of the seat that is asked; False if the rules refuse it.

        Where the table confirms moves, a legal one waits for consent first; that is True too.
        """
        refusal = self.game.why_illegal(self.match.state, move)
        if refusal is not None:
            self.refused(refusal)
            return False
        if self.context.settings.confirm_moves:
            self.waiting = move
            self.mark("held", self.places_of(move))
            self.controls.ask()
        else:
            self._play(move)
        return True

    def consent(self, given: bool) -> None:
        """The answer to a move that waits."""
        move, self.waiting = self.waiting, None
        self.clear_marks("held")
        if move is not None and given:
            self._play(move)
        else:
            self.let_go()
            self.refresh()

    def _play(self, move: Any) -> None:
        self.clear_marks("hint", "refusal", "held")
        self.computer_player.cancel()
        steps = self.match.play(move)
        self.autosave.append(steps)
        self.tell_notices()
        idle = not self._queue and self.shown == steps[0].index
        self._queue.extend(steps)
        if idle:
            self._next()

    def tell_notices(self) -> None:
        """Say at every seat what the table has to say, such as a disk that is full."""
        self.context.hear_store()
        for text in self.context.notices:
            for tray in self.trays:
                tray.say(text, "alarm", 12)
        self.context.notices.clear()

    def _next(self) -> None:
        """Animate the next step of the queue, or settle when there is none."""
        if not self._queue:
            self.settled()
        elif self.context.store.confirm(BRIEFLY):
            self._set_off()
        else:
            self._held = True

    def _set_off(self) -> None:
        self._held = False
        for tray in self.trays:
            tray.prompt = ""
        step = self._queue[0]
        motion = self.animate(step)
        arrived = Call(lambda: self._arrived(step))
        self.timeline.play(Chain(motion, arrived) if motion else arrived)

    def finish_motion(self) -> None:
        """Put everything where it ends, whether the disk has it or not."""
        super().finish_motion()
        while self._held:
            self._set_off()
            super().finish_motion()

    def show_from(self, index: int) -> None:
        """Go back in the picture and let the steps since then happen before everybody's eyes."""
        self.finish_motion()
        self.shown = index
        self._queue.extend(self.match.step(i) for i in range(index, self.match.cursor))
        self.refresh()
        self.show_scores()
        self._next()

    def _arrived(self, step: Step) -> None:
        self._queue.popleft()
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
        return self.context.texts.event(self.id, event, self.names)

    def _show_points(self, step: Step) -> None:
        for event in step.events:
            if event.points == 0 or not 0 <= event.seat < len(self.trays):
                continue
            tray = self.trays[event.seat]
            named = event.places or self.places_of(step.move)
            places = [p for p in map(self.place_at, named) if p is not None]
            start = places[0] if places else self.layout.board.center
            self.sound("point_many" if event.points > 1 else "point", start)
            self.timeline.play(
                self.flights.launch(signed(event.points), start, tray.score_at()),
                Call(lambda tray=tray: self._swell(tray)),  # type: ignore[misc]
            )

    def _swell(self, tray: Tray) -> None:
        tray.bump = 1.0
        self.show_scores()

    def settled(self) -> None:
        """Nothing is on its way any more: say what is expected, and of whom."""
        if self.replaying:
            return
        self.show_scores()
        self.controls.update()
        for tray in self.trays:
            tray.prompt = ""
        actor = self.match.actor
        if actor is None:
            self._over()
        elif actor in self.persons:
            self.trays[actor].prompt = self.prompt(actor)
            self._pass_if_forced()
        elif actor != CHANCE:
            self.trays[actor].prompt = self.t("play.thinking")

    def show_scores(self) -> None:
        scores = self.game.scores(self.state)
        for tray, score in zip(self.trays, scores, strict=True):
            tray.score = score

    def _pass_if_forced(self) -> None:
        """Who can only pass or do without does so by itself, after a moment to see it."""
        moves = self.game.moves(self.match.state)
        if len(moves) == 1 and (
            moves[0] == self.game.implicit_step or self.game.write(moves[0]) == "--"
        ):
            self.later(PASS_PAUSE, self._pass)

    def _pass(self) -> None:
        self._play(self.game.moves(self.match.state)[0])

    def _over(self) -> None:
        outcome = self.match.outcome
        if self.told_end or outcome is None:
            return
        self.told_end = True
        self.autosave.finish()
        self.sound("win" if outcome.winners else "draw_game", self.layout.board.center)
        for seat in outcome.winners:
            self.trays[seat].say(self.t("play.won"), seconds=30)
        self.later(self.results_after, self.open_results)

    def open_results(self) -> None:
        from game.scenes.review.results import Results

        if self.match.outcome is not None:
            self.go(Push(Results(self.context, self)))

    def next_game(self) -> None:
        """Go on with the next game of the series; call it when the current one is over."""
        self.series.advance()
        self.told_end = False
        self.shown = self.match.cursor
        self.autosave.append([self.match.step(i) for i in range(self.match.cursor)])
        self.seat_players()

    # Refusals and hints ----------------------------------------------------------------------

    def refused(self, refusal: Refusal) -> None:
        """Say why not to the seat that acts, and mark the offending places."""
        actor = self.match.actor
        text = self.context.texts.refusal(self.id, refusal)
        self.last_rule = refusal.rule
        self.clear_marks("refusal")
        if actor is not None and actor >= 0:
            self.trays[actor].say(f"{text} ({refusal.rule})", "refusal")
        self.mark("refusal", refusal.places)
        places = [mark.center for mark in self.marks if mark.kind == "refusal"]
        self.sound("refuse", places[0] if places else self.layout.board.center)

    def ask_hint(self) -> None:
        """Let the computer look at what the person whose turn it is may know."""
        seat = self.asked
        if seat is None:
            return
        self.trays[seat].say(self.t("play.looking"), "hint", 30)
        self.computer_player.ask(self.game, self.match.state, seat, None, self._luck())

    def show_hint(self, seat: Seat, steps: Sequence[Any]) -> None:
        """Show the steps a computer would play now."""
        self.clear_marks("hint")
        self.mark("hint", self.places_of(steps[0]))
        self.trays[seat].say(self.hint_text(steps), "hint", 8)

    def hint_text(self, steps: Sequence[Any]) -> str:
        """The hint in words; the board shows the first step of it."""
        texts = [self.game.write(step) for step in steps if step != self.game.implicit_step]
        return self.t("play.hint", move=self.game.step_separator.join(texts) or "–")

    def _luck(self) -> int:
        return random.Random(f"{self.match.seed}/{self.match.cursor}").getrandbits(32)

    # Input -----------------------------------------------------------------------------------

    def on(self, intent: Intent) -> Change:
        if intent.kind == "press":
            self._touching.add(intent.pointer)
            if self._queue:
                self.finish_motion()
        elif intent.kind in ("release", "lost", "hold") or intent.moved:
            self._touching.discard(intent.pointer)
        if not self.controls.on(intent):
            self._board(intent)
        return self._taken()

    def go(self, change: Change) -> None:
        """Ask for another scene; it comes after the current intent or frame."""
        self._change = change

    def _taken(self) -> Change:
        change, self._change = self._change, None
        return change

    def _board(self, intent: Intent) -> None:
        spots = self.spots() if self.live and self.waiting is None else []
        if intent.kind in ("focus", "confirm"):
            found = self.focus.on(intent, self.controls.layers, spots)
            if isinstance(found, Spot):
                self.pick(str(found.key))
        elif intent.kind == "cancel":
            self.cancel()
        elif intent.kind in ("press", "drag", "release", "lost", "tap"):
            self.focus.visible = False
            self.pointer_input.on(intent, spots)
        else:
            self.gesture(intent)

    def cancel(self) -> None:
        """Escape or B: put down what is held, else open the pause menu."""
        if self.waiting is not None:
            self.consent(False)
            return
        if not self.holding:
            self.controls.open_menu()
        self.let_go()

    # Time ------------------------------------------------------------------------------------

    def update(self, seconds: float) -> Change:
        self.tell_notices()
        if self._held and self.context.store.confirm():
            self._set_off()
        self.timeline.update(seconds)
        self._do_what_is_due(seconds)
        lit = None if self.replaying else self.lamp
        for tray in self.trays:
            if tray.update(seconds, tray.seat == lit):
                self.stale = True
        if self.ambient(seconds):
            self.stale = True
        self._think(seconds)
        return self._taken()

    def later(self, seconds: float, action: Action) -> None:
        """Do something after some seconds, unless the match has moved on by then.

        Other than motion it is never hurried: it waits while something is on its way or another
        moment is looked at, and for fingers that are about to tap. Asking for the same action
        again starts its seconds anew.
        """
        self._later[action] = Due(seconds, self.match, self.match.cursor)

    def _do_what_is_due(self, seconds: float) -> None:
        passed = seconds / self.timeline.pace
        for action, due in list(self._later.items()):
            if due[1:] != (self.match, self.match.cursor):
                del self._later[action]
            elif self.live and due.seconds > passed:
                self._later[action] = due._replace(seconds=due.seconds - passed)
            elif self.live and not self._touching:
                del self._later[action]
                action()

    def _think(self, seconds: float) -> None:
        """Ask for a computer's move when one is due, and play it when it is there."""
        answer = self.computer_player.poll(seconds)
        if answer is not None and self.live:
            self.stale = True
            if self.computer_player.hinting:
                self.show_hint(self.computer_player.seat, answer.steps)
            else:
                self._play_answer(answer.steps)
            if answer.trouble:
                for tray in self.trays:
                    tray.say(self.t("play.first_glance"), "hint", 8)
            return
        actor = self.match.actor
        due = actor is not None and actor >= 0 and actor not in self.persons
        idle = not (self.computer_player.busy or self.timeline.moving or self._later)
        if due and self.live and idle:
            assert actor is not None
            level = self.chair(actor).level
            self.computer_player.ask(self.game, self.match.state, actor, level, self._luck())

    def _play_answer(self, steps: Sequence[Any]) -> None:
        actor = self.match.actor
        for step in steps:
            if (
                self.match.actor != actor
                or self.game.why_illegal(self.match.state, step) is not None
            ):
                break
            self._play(step)

    # Drawing ---------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        self.draw_ground(canvas)
        self.paint(canvas)
        for mark in self.marks:
            mark.draw(canvas)
        for tray in self.trays:
            tray.draw(canvas)
            self.paint_tray(canvas.within(tray.frame), tray)
        self.paint_above(canvas)
        self.controls.draw(canvas)
        if self.focus.visible and self.live:
            self.focus.draw(canvas, self.controls.layers, self.spots())
        self.flights.draw(canvas)
