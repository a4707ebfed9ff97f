"""The base of every game's scene: a match on the table, its hooks, computers, hints, undo, replay.

A game's scene says where its places are, paints them, and turns picked places into moves; it never
decides what is legal. Every move goes through `commit`; what the rules refuse is shown with their
reason. Moves wait in a queue until they have been animated; they are on the disk before that, or
the store has found out that they cannot be. The picture shows the state at `shown`.
"""

import math
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from pkgutil import resolve_name
from typing import Any, TypeAlias

import pygame

from game.ai.skills import GENTLE, can_play
from game.rules import SHELF
from game.rules.core.match import Series, Step
from game.rules.core.protocol import CHANCE, AnyMove, AnyState, Refusal, Seat, write_turn
from game.scenes.core import routes
from game.scenes.core.context import MOST_PEOPLE, Context
from game.scenes.core.scene import Change, Push
from game.scenes.play.clock import Clock
from game.scenes.play.computer_player import ComputerPlayer
from game.scenes.play.controls import Controls
from game.scenes.play.explanation import Card
from game.scenes.play.eye import Eye
from game.scenes.play.key_moves import KeyMoves
from game.scenes.play.later import Later
from game.scenes.play.layout import Layout, lay_out
from game.scenes.play.loupe import Close, Loupe
from game.scenes.play.marks import STYLE, Flight, Flights, Mark
from game.scenes.play.phone_seats import Seats
from game.scenes.play.played_match import Coach, K, M, PlayedMatch, S
from game.scenes.play.pointer_input import PointerInput
from game.scenes.play.rule_cards import READ, RuleCards
from game.scenes.play.seat_pads import SeatPads
from game.scenes.play.tray import ENOUGH, GLASS, Tray
from game.services.people import Chair
from game.services.terms import UNSAID, Terms
from game.ui import surfaces
from game.ui.canvas import Canvas
from game.ui.fonts import signed
from game.ui.frame import Box, Point
from game.ui.icons import PadControl
from game.ui.intents import Intent
from game.ui.layer import Layer, Spot
from game.ui.sprites import AWAITED, MISSED, WishList, image, made_within
from game.ui.talk import COLORS, Stroke
from game.ui.timeline import Call, Motion, Timeline

PASS_PAUSE = 0.9
POINTED = 1.2
"""How much larger than other marks those are of the places that a task is about."""
LEGIBLE = 47.0
"""Smaller pieces, in units, cannot be read in every window: 26 pixels at 800x600."""
NUDGE = (0.6, 0.08)
"""How strongly, and for how many seconds, a gamepad rumbles when its move has arrived."""
QUIET = 0.4
"""Seconds without a touch before pictures are painted ahead: a hand must never wait for them."""
BRIEFLY = 0.004
"""Seconds in which a disk usually has kept a step; a frame waits no longer for it, and half as long
for pictures of the size in which a view has come to rest.
"""


class PlayScene(PlayedMatch[S, M, K]):
    """Plays a match: its moves, its motions, its computers, its picture."""

    results_after = 1.6
    """Seconds between the end of a game and its results."""
    square = True
    depth = 170.0
    flat: float | None = None
    tallest = 2000.0
    least = 250.0
    """The layout's wishes, see `layout.lay_out`."""
    shows_luck = False
    """Whether what luck did before anybody looked is shown once when a game is opened."""
    folds = True
    """Whether trays may be folded away, see `fold`."""
    tray_kind: type[Tray] = Tray

    def __init__(
        self, context: Context, series: Series, chairs: Sequence[Chair],
        match_id: int | None = None, coach: Coach | None = None, terms: Terms = UNSAID,
    ) -> None:  # fmt: skip
        super().__init__(context, series, chairs, match_id, coach, terms)
        self.name = self.id
        self._language = context.texts.language
        self.timeline = Timeline(context.settings.reduced_motion, context.settings.pace)
        self.folded: frozenset[Seat] = frozenset()
        """The seats whose trays have room for words only."""
        self.room: Point | None = None
        """How large this scene's own table is, if not as large as the window: a sheet or a story
        may take a part of it for a while."""
        self.flights = Flights()
        self.computer_player = ComputerPlayer(context.ai_worker)
        self.clock = Clock(self)
        self.phones = Seats(self, self.clock, self.computer_player, self.undo, self.play, self.call)
        """Those who play this match with phones."""
        self.rule_cards = RuleCards(self)
        actions = {"undo": self.undo, "redo": self.redo, "hint": self.ask_hint}
        self.pointer_input, layer = PointerInput(self), self.rule_cards.layer
        self.controls = Controls(self, self.pointer_input, layer, actions, self.consent)
        self.seat_pads = SeatPads(context.pads.styles.keys())
        self._hand: int | None = None
        """The gamepad whose move has yet to arrive."""
        self.loupe = Loupe(self, self.pointer_input, self.paint_close)
        self.card = Card(self, self.carries)
        """What explains one of them to somebody."""
        self._advised: list[M] = []
        """What is left of the last hint's steps, as long as it is followed."""
        self.told_end = self._opened = False
        self.later = Later(self)
        self.wish_list = WishList()
        """What is painted ahead while hands rest."""
        self._untouched = 0.0
        """Seconds since somebody wanted anything."""
        self._held = False
        """Whether the next step of the queue waits until it is on the disk."""
        self._at: object = None
        """How far steps had come in the last frame."""
        self.seat_players()
        self.make_parts()

    # What a game's scene provides ----------------------------------------------------------

    @abstractmethod
    def make_parts(self) -> None:
        """Make the parts of the game's scene, `input` among them. Called once, by `__init__`."""

    @abstractmethod
    def paint_ground(self, canvas: Canvas) -> None:
        """Paint what does not move on the table, as the board. Kept until the window changes."""

    @abstractmethod
    def paint(self, canvas: Canvas) -> None:
        """Paint pieces and what moves, over the ground and under trays and buttons."""

    def paint_close(self, canvas: Canvas, close: Close, seen: Box) -> None:
        """Paint what `paint` does as lenses show it, where there is one: see `Input.choosing`; at
        least what is seen of it.
        """

    def paint_tray(self, canvas: Canvas, tray: Tray) -> None:
        """Paint the game's part of a tray; the canvas is the tray's frame."""

    def prompt(self, seat: Seat) -> str:
        """What the seat whose turn it is should do now."""
        return self.t(f"{self.id}.prompt")

    def animate(self, step: Step) -> Motion | None:
        """The motion from the picture before the step to the one after it."""
        return None

    def holds_back(self, step: Step) -> bool:
        """Whether a step that has just been played stays unseen, see `known`."""
        return False

    def paint_above(self, canvas: Canvas) -> None:
        """Paint what lies over the trays, such as a piece in hand."""

    def arrange(self) -> None:
        """The layout is new: compute what hangs on it. An eye over a board in its box, if not said
        otherwise.
        """
        self.eye = Eye(self.layout.board, self.context.scale, self.place_board)
        self.place_board(self.layout.board)

    def wishes(self) -> Iterator[Callable[[], object]]:
        """Paint what may be needed soon in this layout, the likeliest first."""
        return iter(())

    def refresh(self) -> None:
        """The shown state is another one: bring the picture in line with it."""

    def ambient(self, seconds: float) -> None:
        """Let so many seconds pass for life that goes on by itself."""

    def hush(self) -> None:
        """Take away what is said at the seats."""
        for tray in self.trays:
            tray.hush()
            tray.prompt = ""

    def say_prompt(self) -> None:
        """Say what is to be done next; hints and news are out of date, a refusal is not."""
        if self.asked is not None:
            self.trays[self.asked].hush("hint", "news")
            self.trays[self.asked].prompt = self.prompt(self.asked)

    def remind(self, seat: Seat | None) -> None:
        """Say once more what a seat is to do, if it is one."""
        if seat is not None:
            self.trays[seat].say(self.prompt(seat), "hint")

    # Going back and forth ------------------------------------------------------------------------

    def undo(self) -> None:
        self.finish_motion()
        if self.pointer_input.in_hand:
            self.pointer_input.empty()
            self.input.push_back()
        elif (target := self.undo_target()) is not None:
            self.jump(target)
        elif self.persons:
            actor = self.match.actor
            seat = actor if actor in self.persons else min(self.persons)
            gone = self.match.undo_target(self.persons, takeback=True) is not None
            self.trays[seat].say(self.t(f"play.no_undo{'_now' if gone else ''}"), "refusal")

    def redo(self) -> None:
        """Forward along what was taken back, to the next decision of a person."""
        self.finish_motion()
        if self.match.redo():
            while self.can_redo and self.match.actor not in self.persons:
                self.match.redo()
            self.jump(self.match.cursor)

    def jump(self, cursor: int) -> None:
        self.finish_motion()  # before the match is another one
        self._stop_thinking()
        if self.waiting is not None:
            self.waiting = None
            self.controls.answered()
        self._clear_table()
        self.match.go_to(cursor)
        self.key_moves = KeyMoves(self.context.ai_worker, self.match)
        self.autosave.rewrite(self.match)
        self.told_end = False
        self._show(self.known)
        self.settled()

    def show_moment(self, index: int | None) -> None:
        """Show an earlier state without changing the match; None comes back to now."""
        self.finish_motion()
        self._clear_table()
        self.replaying = index is not None
        self.shown = self.known if index is None else index
        if index:
            self.mark("last", self.places_of(self.match.log[index - 1]))
        self._show(self.shown)
        self.show_scores()
        if index is None:
            self.settled()
        elif self.eye.near:
            self._see_last(index)

    def _clear_table(self) -> None:
        """Another moment is shown: what was said, drawn, held and advised is not about it."""
        self.talk.clear()
        self.pointer_input.put_down()
        self.clear_marks(*STYLE, "news")
        self._advised = []

    @property
    def reliving(self) -> bool:
        """Whether something is still on its way to where it ends."""
        return bool(self.queue) or self.timeline.moving

    # Lifecycle -------------------------------------------------------------------------------

    def seat_players(self) -> None:
        kind, names = self.tray_kind, enumerate(self.names)
        self.trays = [kind(seat, name, self.seat_color(seat)) for seat, name in names]

    def enter(self) -> None:
        if self.coach is None:
            self.autosave.begin()
            self.context.phones.join(self.phones)
        self.clock.recall()

    def leave(self) -> None:
        self._stop_thinking()
        if self.over and self.match_id is not None:
            known = self.context.looked_into
            known[self.match_id] = self.key_moves
            for old in list(known)[:-MOST_PEOPLE]:  # an evening has no more games
                del known[old]
        self.context.phones.part(self.phones)
        self.context.pads.edges.clear()

    def pause(self) -> None:
        self._stop_thinking()
        self.card.close()
        self.talk.let_go()
        self.clock.stop()
        self.loupe.forget()
        self.pointer_input.empty()
        self.eye.fingers.forget(self.eye.camera)
        self.later.let_go()

    def resume(self) -> None:
        self.talk.let_go()
        self.clock.going = True
        self.follow()
        self.settled()
        drawn = range(self.match.cursor) if self.shows_luck and not self._opened else ()
        self._opened = True
        if drawn and all(self.match.seat_of(index) == CHANCE for index in drawn):
            self.show_from(0)
            self.controls.update()

    def follow(self) -> None:
        """The settings may have changed: lay everything out as they want it now."""
        context, settings = self.context, self.context.settings
        self.timeline.reduced, self.timeline.pace = settings.reduced_motion, settings.pace
        for tray in self.trays:
            tray.grown, tray.enough = settings.text_scale, min(self.tallest, ENOUGH)
        if self._language != context.texts.language:  # what was said in another one goes
            self._language = context.texts.language
            self.call(replace(chair, name=context.called(chair)) for chair in self.chairs)
            self.show_scores()
        self.resize(self.room or context.size)

    def call(self, chairs: Iterable[Chair]) -> None:
        """These play from now on, who may be called otherwise; what was said under another name
        goes.
        """
        self.seat(chairs)
        self.autosave.chairs = self.chairs
        if self.match_id is not None:
            self.context.store.call(self.match_id, self.chairs)
        self._stop_thinking()
        for tray, name in zip(self.trays, self.names, strict=True):
            tray.name = name
            tray.hush()
        if self.live:
            self._ask()

    def resize(self, size: Point) -> None:
        if size != self.size:
            self.talk.clear()
            if self.waiting is not None:
                self.input.at = None  # where it was dropped is another place now
        super().resize(size)
        self.finish_motion()
        self.loupe.forget()
        self.card.close()
        self.pointer_input.empty()
        self.layout = self.divide(size)
        for tray, frame in zip(self.trays, self.layout.trays, strict=True):
            tray.frame, tray.folded = frame, tray.seat in self.folded
        self.controls.arrange(self.layout)
        before, self.ground = self.eye, None
        self.arrange()
        self.wish_anew()
        self.refresh()
        self.rule_cards.follow(0.0)
        if self.eye.take_over(before):
            return
        done = self.told_end and not self.replaying
        points = self.centre_of_interest() if self.piece < LEGIBLE and not done else ()
        if points:  # pieces would be small on the whole board
            self.eye.begin(LEGIBLE / self.piece, points)

    def wish_anew(self) -> None:
        """What is to be painted ahead is another thing from now on."""
        self.wish_list = WishList(chain([partial(image, "paper.jpg")], self.wishes()))  # for cards

    def divide(self, size: Point) -> Layout:
        """Where board, trays and corners lie on a table of this size."""
        settings = self.context.settings
        return lay_out(
            size, self.match.seats, settings.seating, folded=self.folded,
            square=self.square, depth=self.depth, flat=self.flat, tallest=self.tallest,
            least=self.least, grown=settings.text_scale,
        )  # fmt: skip

    def fold(self, seats: Iterable[Seat]) -> None:
        """Leave the board the room of these seats' trays but for words, once it is laid out anew;
        for where nobody plays from them. At a table everybody keeps a tray.
        """
        couch = self.context.settings.seating == "couch" or self.match.seats == 1
        self.folded = frozenset(seats) if self.folds and couch else frozenset()

    def holds(self, seat: Seat) -> bool:
        """Whether there is anything in a seat's tray besides words, at the moment shown."""
        return True

    def show_buttons(self, visible: bool) -> bool:
        """Show or hide the corner buttons; gives whether they were shown before."""
        before, self.controls.layer.visible = self.controls.layer.visible, visible
        return before

    @property
    def moving(self) -> bool:
        seen = self.eye.camera.moving or self.eye.dull
        return self.reliving or seen or (self.live and bool(self.later.due))

    # Playing ---------------------------------------------------------------------------------

    def commit(self, move: M) -> bool:
        """Play a move of the person whose turn it is; False if the rules refuse it, or the turn is
        not a person's.

        Where the table confirms moves, a legal one waits for consent first; that is True too.
        """
        if self.match.actor not in self.persons:
            return False
        refusal = self.game.why_illegal(self.latest, move)
        if refusal is not None:
            self.refused(refusal)
            return False
        if self.confirms:
            self.waiting = move
            self.mark("held", self.places_of(move))
            self.controls.ask()
        else:
            self.play(move)
        return True

    def consent(self, given: bool) -> None:
        """The answer to a move that waits."""
        move, self.waiting = self.waiting, None
        self.controls.answered()
        self.clear_marks("held")
        if move is not None and given:
            self.play(move)
        else:
            self.pointer_input.put_down()
            self.refresh()

    def play(self, move: M) -> None:
        """Play a move that the rules allow."""
        self._hand = self.context.pads.last if self.match.actor in self.persons else None
        self.reveal()
        self.talk.clear()
        self.waiting = None
        self.clear_marks("hint", "refusal", "held")
        self._stop_thinking()
        self.pointer_input.forget()
        self._advised = self._advised[1:] if [move] == self._advised[:1] else []
        steps = self.match.play(move)
        self.autosave.append(steps)
        self.clock.moved(steps)
        self.tell_notices()
        idle = not self.queue and self.shown == steps[0].index
        self.queue.extend(step for step in steps if not self.holds_back(step))
        if idle:
            self.proceed()

    def tell_notices(self) -> None:
        """Say at every seat what the table has to say, such as a disk that is full."""
        self.context.hear_store()
        while self.context.notices:  # some come from other threads
            text = self.context.notices.pop(0)
            for tray in self.trays:
                tray.say(text, "alarm", 12)

    def proceed(self) -> None:
        """Animate the next step of the queue, or settle when there is none."""
        if not self.queue:
            self.settled()
        elif self.context.store.confirm(BRIEFLY):
            self._set_off()
        else:
            self._held = True

    def _set_off(self) -> None:
        self._held = False
        for tray in self.trays:
            tray.prompt = ""
        step = self.queue[0]
        self.timeline.play(self.animate(step), Call(lambda: self._arrived(step)))
        self.input.set_off()

    def finish_motion(self) -> None:
        """Put everything where it ends, whether the disk has it or not; a tap skips motion."""
        self.timeline.skip()
        while self._held:
            self._set_off()
            self.timeline.skip()

    def show_from(self, index: int) -> None:
        """Go back in the picture and let the steps since then happen before everybody's eyes."""
        self.finish_motion()
        self.queue.extend(self.match.step(i) for i in range(index, self.known))
        self._show(index)
        self.show_scores()
        self.proceed()

    def _show(self, index: int) -> None:
        """Bring everything in the picture in line with this state, what the eye keeps too."""
        self.shown = index
        self.refresh()
        self.eye.refresh()

    def _arrived(self, step: Step) -> None:
        self.queue.popleft()
        if self._hand is not None:
            self.context.pads.rumble(self._hand, *NUDGE)
            self._hand = None
        self._show(step.index + 1)
        self.happened(step)
        self.show_points(step)
        self.proceed()

    def happened(self, step: Step) -> None:
        """A step has arrived: tell its events. Games add their own sounds and sights."""
        for event in step.events:
            if 0 <= event.seat < len(self.trays):
                self.trays[event.seat].say(self.tell(event))

    def show_points(self, step: Step) -> None:
        """Let the points that a step brought fly to their trays."""
        for event in step.events:
            if event.points == 0 or not 0 <= event.seat < len(self.trays):
                continue
            tray = self.trays[event.seat]
            named = event.places or self.places_of(step.move)
            start = next(filter(None, map(self.place_at, named)), self.layout.board.center)
            self.sound("point_many" if event.points > 1 else "point", start)
            flight = Flight(signed(event.points), start, tray.score_at(), tray.frame.turn)
            self.timeline.play(self.flights.launch(flight), Call(partial(self._swell, tray)))

    def _swell(self, tray: Tray) -> None:
        tray.bump = 1.0
        self.show_scores()

    def settled(self) -> None:
        """Nothing is on its way any more: say what is expected, and of whom."""
        if self.replaying:
            return
        self.show_scores()
        self.controls.update()
        self._ask()
        seat, left = self.asked, [] if self.hinted else self._advised
        if seat is not None and left and not self.game.why_illegal(self.latest, left[0]):
            self.show_hint(seat, left)
        actor = self.match.actor
        self._see_last(self.known)  # whoever acts next sees what has happened
        if actor is None:
            self.end()
        elif actor in self.persons:
            moves = self.game.moves(self.latest)
            if self.known == self.match.cursor and len(moves) == 1 and (
                moves[0] == self.game.implicit_step or self.game.write(moves[0]) == "--"
            ):  # who can only pass or do without does so by itself, after a moment to see it
                told = self.rule_cards.tray or self.coach
                self.later(READ + self.rule_cards.waits if told else PASS_PAUSE, self.pass_by)

    def _ask(self) -> None:
        """Say what is to be done now, to who is to do it, and nothing to the others."""
        actor = self.match.actor
        for tray in self.trays:
            tray.prompt = ""
        if actor in self.persons:
            self.trays[actor].prompt = self.prompt(actor)
        elif actor is not None and actor != CHANCE:
            self.trays[actor].prompt = self.t("play.thinking")
        self.rule_cards.ask()

    def _see_last(self, index: int) -> None:
        """Bring the last of so many steps into view."""
        if index and index != self.eye.sought:
            self.eye.sought = index
            self.eye.seek(*self.seen_at(index))

    def show_scores(self) -> None:
        scores = self.game.scores(self.shown_state)
        for tray, score in zip(self.trays, scores, strict=True):
            tray.score = score

    def pass_by(self) -> None:
        """Play the only move there is."""
        self.play(self.game.moves(self.match.state)[0])

    def end(self) -> None:
        """The game is over: keep its result, tell it, and open the results after a moment."""
        outcome = self.match.outcome
        if self.told_end or outcome is None or self.coach is not None:
            return
        self.told_end, self.focus.current = True, None
        self.autosave.finish()
        self.sound("win" if outcome.winners else "draw_game", self.layout.board.center)
        for seat in outcome.winners:
            self.trays[seat].say(self.t("play.won"), seconds=30)
        results = Call(lambda: self.later(self.results_after, self.open_results))
        self.timeline.play(self.celebrate(), results)

    def why_over(self, edge: int) -> str:
        """What ended the game, as told to the person at an edge of the table who sits there alone,
        or to everybody there. Empty before the end.
        """
        if self.match.outcome is None:
            return ""
        names = list(self.names)
        readers = [s for s in self.persons if self.layout.trays[s].turn == edge]
        if len(readers) == 1:
            names[readers[0]] = self.t("table.you")
        return self.context.texts.outcome(self.id, self.match.outcome, names)

    def celebrate(self) -> Motion | None:
        """What the board does when a game has ended; the results come after it."""
        return None

    def open_results(self) -> None:
        outcome = self.match.outcome
        self.later.due.pop(self.open_results, None)
        if outcome is not None:
            people = sorted(self.persons, key=lambda seat: seat not in outcome.winners)
            edges = dict.fromkeys(self.layout.trays[seat].turn for seat in people)
            self.go(Push(routes.ToResults(self, tuple(edges) or (0,))))

    def next_game(self) -> None:
        """Go on with the next game of the series; call it when the current one is over."""
        self.series.advance()
        self.start_game()
        self.told_end, self._opened, self.eye = False, False, Eye.still()
        self.shown = self.match.cursor
        self.autosave.append([self.match.step(i) for i in range(self.match.cursor)])
        self.seat_players()
        self.clock.reset()

    # Refusals and hints ----------------------------------------------------------------------

    def refused(self, refusal: Refusal) -> None:
        """Say why not to the seat that acts, and mark the offending places."""
        actor = self.match.actor
        text = self.context.texts.refusal(self.id, refusal)
        self.last_rule = refusal.rule
        self.clear_marks("refusal")
        self.blamed = refusal
        if actor is not None and actor >= 0:
            self.trays[actor].say(text, "refusal", rule=refusal.rule)
        self.mark("refusal", refusal.places)
        marked = (mark.center for mark in self.marks if mark.kind == "refusal")
        self.sound("refuse", next(marked, self.layout.board.center))

    def ask_hint(self) -> None:
        """Let the computer look at what the person whose turn it is may know; open the results of a
        match that is over.
        """
        if self.over:
            self.open_results()
        seat = self.asked
        if seat is None or (self.coach and (not self.coach.open or self.coach.advise())):
            return
        if not can_play(self.id):
            self.trays[seat].say(self.t("play.no_hint"), "hint")
            return
        self.focus.visible = False
        self.trays[seat].say(self.t("play.looking"), "hint", 30)
        self.computer_player.ask(self.match, seat)

    def show_hint(self, seat: Seat, steps: Sequence[M]) -> None:
        """Show the steps a computer would play now, until something is done; what is left of them
        once the first one has been played.
        """
        self._advised, self.focus.visible = list(steps), False
        self.clear_marks("hint", "refusal")
        for step in steps:
            self.mark("hint", self.places_of(step))
        for at in [one.center for one in self.marks if one.kind == "hint"]:
            if not any(tray.box.has(at) for tray in self.layout.trays):
                self.eye.show(at)
        self.trays[seat].say(self.hint_text(steps), "hint", math.inf)

    @property
    def hinted(self) -> M | None:
        """The step that a hint is about, while who is asked is told of it."""
        told = [t for t in self.trays if t.seat == self.asked and t.message and t.tone == "hint"]
        return self._advised[0] if told and self._advised else None

    def hint_text(self, steps: Sequence[M]) -> str:
        """The hint in words; the board shows where it happens."""
        return self.t("play.hint", move=write_turn(self.game, steps))

    # Input -----------------------------------------------------------------------------------

    def meant(self, intent: Intent) -> Intent:
        """What an intent means here: where nothing can be turned, *turn* is the next spot."""
        steps = intent.kind == "turn" and not self.input.turns
        return replace(intent, kind="focus") if steps else intent

    def on(self, intent: Intent) -> Change:
        intent = self.meant(intent)
        if not self.serves(intent):
            return None
        if intent.source in ("keys", "pad"):
            self.edge = self._edge_of(intent.pad)
        intent = self.context.pads.steered(intent, self.edge)
        self.later.watch(intent)
        self._untouched = 0.0
        if intent.kind == "press":
            self.focus.visible = False
            if self.queue or self.told_end:
                self.finish_motion()
        for left in self.card.leaves(intent):
            if not (self.controls.on(left) or self.card.opened_by(left)):
                self.input.touch(left, self.touch)
        self._keep_focus()
        return self.wished()

    def taken(self, intent: Intent) -> Box | None:
        return next(filter(None, (layer.taken(intent) for layer in self.controls.layers)), None)

    def serves(self, intent: Intent) -> bool:
        """Whether a gamepad may act for the person who is asked; else the tray says why not."""
        seat = self.asked
        if intent.pad is None or seat is None:
            return True
        people = {self.series.person_at(each) for each in self.persons}
        if self.seat_pads.lets(intent, self.series.person_at(seat), people):
            return True
        self.trays[seat].say(self.t("play.other_pad", who=self.names[seat]), "hint")
        return False

    def _edge_of(self, pad: int | None) -> int:
        """From which edge a gamepad is used: that of whose own it is, else of who is asked."""
        if pad is None or not self.around:
            return 0
        holder = self.seat_pads.holder(pad)
        if holder is not None:
            seat = self.series.seat_of(holder)
            self.context.pads.edges[pad] = self.layout.trays[seat].turn
            return self.context.pads.edges[pad]
        self.context.pads.edges.pop(pad, None)
        return self.edge if self.asked is None else self.layout.trays[self.asked].turn

    def touch(self, intent: Intent) -> None:
        """Let the focus and pointers find spots, unless the game's input takes the intent."""
        if intent.kind in ("focus", "confirm"):
            self.by_keys(intent, self.controls.layers)
        elif intent.kind == "cancel":
            self.cancel()
        elif self.loupe.on(intent):
            return
        elif intent.kind in ("press", "drag", "release", "lost", "tap"):
            self.pointer_input.on(intent)
        elif self.covered or not self.eye.zoom(intent):
            self.input.gesture(intent)

    def by_keys(self, intent: Intent, layers: Sequence[Layer]) -> None:
        """Lead the focus over layers and spots, or confirm: what it is on, or if it is not seen a
        question, a hint or what is picked; nothing while a hint is looked for, or nobody chooses.
        """
        unseen = intent.kind == "confirm" and not self.focus.visible
        if unseen and self.waiting is not None:
            self.consent(True)
        elif unseen and self.hinted is not None:
            self.commit(self.hinted)
        elif unseen and self.takes_picks and self.input.ready is not None:
            self.pointer_input.tap(self.input.ready)
        elif not unseen or self.coach or (self.stops() and not self.computer_player.busy):
            found = self.focus.on(intent, layers, self.stops())
            if isinstance(found, Spot):
                self.pointer_input.tap(found.key)

    def carries(self, pointer: str) -> bool:
        """Whether another pointer than this one has something in hand, or one aims."""
        return self.loupe.shown or self.pointer_input.carrier not in (None, pointer)

    def stops(self) -> Sequence[Spot]:
        """The spots that keys lead to; all of them for who wants to find alone what is legal."""
        spots = self.offered()
        return (self.shows_targets and self.input.fitting(spots)) or spots

    def cancel(self) -> None:
        """Escape or B: put down what is held, else open the pause menu."""
        if self.waiting is not None:
            self.consent(False)
            return
        if not self.input.holding:
            self.controls.open_menu()
        self.clear_marks("hint", "refusal")
        self.pointer_input.put_down()

    # Time ------------------------------------------------------------------------------------

    def update(self, seconds: float) -> Change:
        moved = self.moving
        if self.phones.changed() and self.live:
            self.settled()
        self.tell_notices()
        if self._held and self.context.store.confirm():
            self._set_off()
        self.timeline.update(seconds)
        self.card.update(moved or not self.idle)
        self.later.update(seconds / self.timeline.pace)
        lit = None if self.replaying else self.lamp
        for tray in self.trays:
            tray.update(seconds, tray.seat == lit)
        if not any(tray.message and tray.tone == "refusal" for tray in self.trays):
            self.clear_marks("refusal")
        self.eye.update(seconds, self.timeline.reduced)
        self.loupe.update(seconds)
        at, self._at = self._at, (self._held, self.match.cursor, self.shown, self.loupe.shown)
        self.arriving = at != self._at
        self.rule_cards.follow(seconds / self.timeline.pace)
        self.ambient(seconds)
        self._untouched += seconds
        if self.idle and not moved and not MISSED.wanted:
            self.wish_list.paint()
        self.clock.update(seconds)
        if self.eye.dull:  # no hand waits for a picture of the board
            carried = self.eye.pictured and self.pointer_input.carrier is not None
            if carried or (self.eye.resting and self.timeline.moving):  # seen to move
                self.eye.refresh()
            if not self.arriving:
                self.eye.sharpen(BRIEFLY if carried else BRIEFLY / 2, self._draw_unseen)
        elif not self.arriving:  # a step for a hand, or an eye, that follows something
            made_within(AWAITED if self.idle else 0.0, MISSED.paint)
        self._think(seconds)
        if moved:
            self._keep_focus()
        return self.wished()

    @property
    def idle(self) -> bool:
        """Whether pictures may be painted ahead: nobody touches anything, and nothing moves."""
        busy = self.pointer_input.carrier or self.timeline.moving or self.eye.dull
        return self._untouched > QUIET and not busy

    def _keep_focus(self) -> None:
        """Where the keys are may be a spot no longer, after a touch or a motion."""
        if self.focus.visible and self.live and self.match.actor in self.persons:
            self.focus.keep(self.stops())

    def _stop_thinking(self) -> None:
        """Drop the question that is out; of a hint nobody waits for any more nothing is said."""
        if self.computer_player.busy and self.computer_player.hinting:
            self.trays[self.computer_player.seat].hush("hint")
        self.computer_player.cancel()
        self.key_moves.rest()

    def _think(self, seconds: float) -> None:
        """Ask for a computer's move when one is due, and play it when it is there."""
        if self.coach is not None and not self.coach.lets_think:
            return
        if self.over:
            self.key_moves.update()
            return
        answer = self.computer_player.poll(seconds)
        if answer is not None and self.live:
            if self.computer_player.hinting:
                view = self.game.observation(self.match.state, self.computer_player.seat)
                self.context.texts.merits = {(view, *answer.steps): answer.merits}
                tell = self.computer_player.tell or self.show_hint
                tell(self.computer_player.seat, answer.steps)
            else:
                actor = self.match.actor
                if actor in self.persons:  # whose time is up may still hold something
                    self.pointer_input.put_down()
                for step in answer.steps:
                    if self.match.actor != actor or self.game.why_illegal(self.latest, step):
                        break
                    self.play(step)
            if answer.trouble:
                for tray in self.trays:
                    tray.say(self.t("play.first_glance"), "hint", 8)
            return
        actor = self.match.actor
        if actor is None or actor < 0 or (actor in self.persons and not self._late(actor)):
            return
        if self.live and not (self.computer_player.busy or self.timeline.moving or self.later.due):
            self.computer_player.ask(self.match, actor, self.chair(actor).level or GENTLE.id)

    def _late(self, seat: Seat) -> bool:
        """Whether the table moves for a person; what waits for consent is played at once."""
        late = self.clock.expired(seat)
        if late and self.waiting is not None:
            self.consent(True)
        return (late or self.phones.lent(seat)) and self.asked == seat

    # Drawing ---------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        self._draw_board(canvas)
        for tray in self.trays:
            canvas.group(tray.version, tray.draw)
            if not tray.folded:
                self.paint_tray(canvas.within(tray.frame), tray)
        self.clock.draw(canvas)
        self.paint_above(canvas)
        self.controls.draw(canvas)
        self.loupe.draw(canvas)
        if self.focus.visible and self.live and self.coach is None:
            self.focus.draw(canvas, self.controls.layers, self.stops())
        self.flights.draw(canvas)
        self.talk.draw(canvas)
        self.card.draw(canvas)

    def _draw_board(self, canvas: Canvas) -> None:
        """What does not move, painted once for each size of the window; and the board and the
        marks on it, as the eye sees them.
        """
        size = canvas.surface.get_size()
        if self.ground is None or self.ground.get_size() != size:
            painted = pygame.Surface(size)
            ground = canvas.on(painted)
            surfaces.ground(ground)
            self.place_board(self.layout.board)  # all of it
            self.paint_ground(ground)
            self.place_board(self.eye.board)
            for tray in self.trays:
                ground.within(tray.frame).fill(Box(0, 0, *tray.frame.size), GLASS, 20)
            self.ground = painted
            if self.eye.pictured:  # before the view moves: no frame has the time for all of it
                self.eye.take_picture(canvas, painted, self._paint_marked)
        canvas.surface.blit(self.ground, (0, 0))
        self.eye.paint(canvas, self.ground, self._paint_marked)
        if self.arrow is not None:
            PlayScene.paint_ghost(self, canvas, self.arrow)
        if self.ghost is not None:
            self.paint_ghost(canvas, self.ghost)

    def signs(self) -> Iterator[tuple[PadControl, Box]]:
        keys = self.focus.visible and self.live
        if keys and (here := self.focus.place(self.controls.layers, self.stops())) is not None:
            yield "a", here
        yield from self.controls.signs()
        if self.asked is not None:
            yield from self.input.signs()

    def _draw_unseen(self) -> None:
        """Draw the board, and what lies above it, where nobody sees it."""
        canvas = self.context.trial(self.size)
        self._draw_board(canvas)
        self.paint_above(canvas)

    def _paint_marked(self, canvas: Canvas) -> None:
        """Paint the board and the marks on it."""
        self.paint(canvas)
        for mark in (*self.pointers(), *self.marks):
            if self.eye.sees(mark.center, mark.radius):
                mark.draw(canvas)

    def paint_ghost(self, canvas: Canvas, step: M) -> None:
        """Paint a step that may come: where it leads, if nothing else is to be seen of it."""
        if way := self.way_of(step):
            Stroke(way[0], way[-1], COLORS[0]).draw(canvas)

    def pointers(self) -> list[Mark]:
        """The marks of the places that a task, or a card, is about."""
        untouched = self.match.cursor == self.match.taken_over
        places = [*(self.pointed if untouched else ()), *self.rule_cards.places]
        return self._rings((("task", place) for place in places), self.mark_radius * POINTED)

    def way_of(self, step: M) -> list[Point]:
        """From where to where a step leads, out of the tray of whose turn it is where it names one
        place alone; empty if it names none.
        """
        ends = [at for at in map(self.place_at, self.places_of(step)) if at is not None]
        if len(ends) == 1 and (seat := self.lamp) is not None and seat >= 0:
            ends.insert(0, self.leaves(step, seat) or self.trays[seat].middle)
        return ends

    def leaves(self, step: M, seat: Seat) -> Point | None:
        """Where in the seat's tray that lies which a step brings, if that can be told."""
        return None

    def place_board(self, box: Box) -> None:
        """The board lies in this box from now on: its own one, or a larger one in which a part of
        it is seen.
        """


AnyPlayScene: TypeAlias = PlayScene[AnyState, AnyMove, Any]
"""A play scene whose states, moves and spots are nobody's business."""


def play_scene(game: str) -> type[AnyPlayScene]:
    """The class that plays a game. Raises KeyError for one that is not on the shelf."""
    found: type[AnyPlayScene] = resolve_name(SHELF[game].play)
    return found
