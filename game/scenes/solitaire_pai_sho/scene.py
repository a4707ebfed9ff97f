"""Solitaire Pai Sho on the table: a bag, a garden, and a pair of scales that weighs its lines."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Final

from game.rules.core.match import Match, Step
from game.rules.core.protocol import Seat
from game.rules.pai_sho.board import kind_of, naming
from game.rules.solitaire_pai_sho.state import ASIDE, Aside, Draw, Garden, Lay, Move, Shift
from game.scenes.core.scene import Change
from game.scenes.pai_sho.scene import GardenScene
from game.scenes.play.eye import TWICE
from game.scenes.play.layout import Layout, lay_out
from game.scenes.play.loupe import Close
from game.scenes.play.play_scene import PlayScene
from game.scenes.play.tray import Tray
from game.scenes.solitaire_pai_sho.animation import Animation
from game.scenes.solitaire_pai_sho.explained import Tiles
from game.scenes.solitaire_pai_sho.garden import PlotView, change_of
from game.scenes.solitaire_pai_sho.input import Hands, Key, Stock
from game.scenes.solitaire_pai_sho.layout import DEEP, SQUAT, Places, opposite
from game.scenes.solitaire_pai_sho.view import View, best_of
from game.scenes.solitaire_pai_sho.words import Words
from game.ui.canvas import Canvas
from game.ui.frame import Box
from game.ui.frame import Point as At
from game.ui.intents import Intent
from game.ui.timeline import Motion

DRAWN_AFTER: Final = 0.7
"""Seconds in which the lines of a tile are seen to grow before the next one is drawn."""
SECOND_THOUGHT: Final = 2.0
"""The same where the tile may be taken back until then; who is sure taps for the next one."""


class SolitairePaiShoScene(GardenScene[Garden, Move, Key], PlayScene[Garden, Move, Key]):
    """A garden and what its gardeners do.

    A tap on a point lays the tile in hand there, and so does dragging it; the next tile comes from
    the bag by itself, at once after a tap anywhere, or only then if that is wished. Where tiles
    are chosen, a tap on the stock takes one in hand; where flowers may be moved, a tap on one
    does. What a step would form is shown before it is taken; why it may not be, when it is tried.

    The match draws at once, but a drawn tile is seen a moment later, or when somebody reaches for
    it: until then the step is `hidden`.
    `places` knows where things lie, `input` what is held and aimed at, `view` paints both over
    the state, `animation` leads from one state to the next, and retells the end.
    """

    least = 520.0
    results_after = 0.9
    input: Hands

    def make_parts(self) -> None:
        self.words = Words(self.context.texts)
        self.hidden: tuple[Match, int] | None = None
        """The match, and how many steps it has together with a draw that nobody has seen."""
        self._since = TWICE
        """Seconds since the last step has arrived."""
        self.places = Places()
        self.input = Hands(self, self.places, lambda: self.animation.glide_back())
        self.view = View(self, self.places, self.input, self.words)
        self.animation = Animation(self, self.view, self.input, self.places)
        self.card.explainer = Tiles(self, self.places, self.words)

    # The hidden draw ---------------------------------------------------------------------------

    @property
    def known(self) -> int:
        """All steps but for a draw at the end that nobody has seen yet."""
        return self.match.cursor - (self.hidden == (self.match, self.match.cursor))

    def holds_back(self, step: Step) -> bool:
        before: Garden = self.match.states[step.index]
        holds = isinstance(step.move, Draw) and before.turn in self.persons
        if holds:
            self.hidden = self.match, step.index + 1
        return holds

    def reveal(self) -> None:
        """Let the draw that waits happen before everybody's eyes."""
        if self.replaying or self.known == self.match.cursor:
            return
        idle, self.hidden = self.live, None
        self.queue.append(self.match.step(self.match.cursor - 1))
        if idle:
            self.proceed()

    def show_moment(self, index: int | None) -> None:
        """Who looks at a draw that waited has seen it."""
        if index is not None and index > self.known:
            self.hidden = None
        super().show_moment(index)

    def undo_target(self) -> int | None:
        """A person's step may always be taken back while nobody has seen what was drawn after it,
        whatever the house rule says.
        """
        match = self.match
        if self.live and self.known < match.cursor == len(match.log):
            target = match.undo_target(self.persons, takeback=True)
            if target == match.cursor - 2:
                return target
        return super().undo_target()

    # Hands -------------------------------------------------------------------------------------

    def on(self, intent: Intent) -> Change:
        if intent.kind in ("press", "confirm"):  # one during a draw skips its flight, no more
            self.input.unseen = any(isinstance(step.move, Draw) for step in self.queue)
            self.input.early = self._since < TWICE or any(
                step.seat in self.persons and not isinstance(step.move, Draw) for step in self.queue
            )
        if intent.kind in ("press", "drag", "tap", "confirm"):
            self.view.plot.wake(self.timeline.reduced)
        if intent.kind == "press" and self.animation.retelling:
            self.finish_motion()
            self.later(0.0, self.open_results)
        return super().on(intent)

    # Words -------------------------------------------------------------------------------------

    def seat_players(self) -> None:
        super().seat_players()
        roles = ("solo",) if self.match.seats == 1 else ("H", "G")
        for tray, role in zip(self.trays, roles, strict=True):
            tray.note = self.t(f"solitaire_pai_sho.seat.{role}")

    def prompt(self, seat: Seat) -> str:
        terms = self.latest.terms
        if self.input.draw_waits:
            if self.context.settings.draw_by_hand:
                return self.words("phase.draw")
            return self.words("phase.draw_soon") if self.can_undo else ""
        if self.game.moves(self.latest)[0] == ASIDE:
            return self.words("phase.aside")
        if isinstance(self.input.selected, int):
            return self.words("phase.moving")
        if terms.choose:
            return self.words("phase.lay" if self.input.selected else "phase.choose")
        return self.words("phase.lay_or_move" if terms.move_instead else "phase.lay")

    def named(self, index: int) -> Mapping[str, str | int]:
        garden, move = self.match.states[index], self.match.log[index]
        match move:
            case Draw(kind) | Lay(kind):
                return dict(naming(kind))
            case Shift(source):
                return dict(naming(kind_of(garden.board.cells[source])))
        return dict(naming(garden.drawn[garden.turn]))

    def hint_text(self, steps: Sequence[Move]) -> str:
        return self.words.hint(self.game, self.shown_state, steps[0])

    def show_hint(self, seat: Seat, steps: Sequence[Move]) -> None:
        if isinstance(steps[0], Lay):
            self.input.selected = Stock(steps[0].kind) if self.latest.terms.choose else None
        super().show_hint(seat, steps)

    # The picture -------------------------------------------------------------------------------

    def divide(self, size: At) -> Layout:
        """Who plays alone has a panel where another one would sit."""
        if self.match.seats > 1:
            return super().divide(size)
        folded = (0, 1) if self.folded else ()
        found = lay_out(size, 2, "couch", square=self.square, depth=self.depth, folded=folded)
        if self.folded:
            return replace(found, trays=found.trays[:1])
        tray, self.places.panel = opposite(found)
        return replace(found, trays=(tray,))

    def fold(self, seats: Iterable[Seat]) -> None:
        """The scales of who has played alone stay: they tell what the garden came to."""
        over = self.match.seats == 1 and self.match.outcome is not None
        super().fold(() if over else seats)

    @property
    def board_box(self) -> Box:
        """The garden, and the scales of who plays alone."""
        garden = super().board_box
        return garden if self.match.seats > 1 else garden.joined(self.places.panel)

    def resize(self, size: At) -> None:
        # when all is laid, the desk needs no room any more
        squat = size[0] < size[1] < SQUAT * size[0] and self.match.outcome is None
        self.square, self.depth = not squat or bool(self.folded), DEEP if squat else PlayScene.depth
        super().resize(size)

    def arrange(self) -> None:
        super().arrange()
        self.places.arrange(self.trays, self.latest.terms.choose)
        self.view.scales.reduced = self.timeline.reduced
        self._look_up_best()

    def wishes(self) -> Iterator[Callable[[], object]]:
        yield from self.view.wishes()
        yield self.loupe.rehearse

    def place_board(self, box: Box) -> None:
        super().place_board(box)
        self._close = lru_cache(1)(self._garden_in)
        self.view.garden = self._garden_in(box)

    def _garden_in(self, box: Box) -> PlotView:
        return PlotView(self.board_in(box), self.tile_turns)

    def _look_up_best(self) -> None:
        """The best gardens so far stand opposite who plays alone."""
        if self.match_id is not None and self.match.seats == 1:
            history = self.context.store.history
            self.view.best = best_of(history, self.match, self.series.length == 1)

    def refresh(self) -> None:
        self.view.show()
        self.input.at = None
        if self.match.outcome is None:
            self.animation.retelling = self.animation.retold = False

    def ambient(self, seconds: float) -> None:
        self._since += seconds
        self.view.update(seconds)

    def paint_ground(self, canvas: Canvas) -> None:
        super().paint_ground(canvas)
        self.view.paint_name(canvas, self.words.garden(self.match.seed))

    def paint(self, canvas: Canvas) -> None:
        self.view.paint(canvas, self._recent, self.view.garden)

    def paint_close(self, canvas: Canvas, close: Close, seen: Box) -> None:
        garden = self._close(close.box(self.board.box))  # the same one: so are its groups
        self.view.paint(canvas, self._recent, garden)

    @property
    def _recent(self) -> Sequence[Move]:
        """The last steps."""
        return self.match.log[max(0, self.shown - 2) : self.shown]

    def leaves(self, step: Move, seat: Seat) -> At | None:
        return self.places.desks[seat].home(step.kind) if isinstance(step, Lay) else None

    def paint_tray(self, canvas: Canvas, tray: Tray) -> None:
        waits = self.input.draw_waits and tray.seat == self.match.actor
        self.view.paint_desk(canvas, tray.seat, waits)

    def paint_above(self, canvas: Canvas) -> None:
        self.view.paint_above(canvas)

    # What happens ------------------------------------------------------------------------------

    def settled(self) -> None:
        super().settled()
        self._since = 0.0
        if self.input.draw_waits and not self.context.settings.draw_by_hand:
            self.later(SECOND_THOUGHT if self.can_undo else DRAWN_AFTER, self.reveal)

    def animate(self, step: Step) -> Motion:
        return self.animation.step(self.match.states[step.index], step.move)

    def happened(self, step: Step) -> None:
        self.input.empty()
        if isinstance(step.move, Draw):
            return
        self.view.plot.wake(self.timeline.reduced)
        change = change_of(*self.match.states[step.index : step.index + 2])
        self.animation.change(step.seat, change, self.flights)
        if isinstance(step.move, Aside) or any(change):
            told = [event for event in step.events if event.kind != "score"]
            news = self.tell(told[0]) if len(told) == 1 else self.words.change(change)
            self.trays[step.seat].say(news)

    def end(self) -> None:
        told, outcome = self.told_end, self.match.outcome
        super().end()
        self._look_up_best()
        if outcome is not None and not told and not self.latest.terms.against:
            for tray in self.trays:
                tray.say(self.context.texts.outcome(self.id, outcome, self.names), seconds=30)

    def open_results(self) -> None:
        """Retell a finished garden first, then lay the score sheet over it."""
        then = partial(self.later, 0.8, self.open_results)
        if not (self.live and self.animation.retell(self.latest, then)):
            super().open_results()
