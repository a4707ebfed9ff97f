"""Skud Pai Sho on the table: a garden of wooden flowers, harmonies that live, rings that bloom.

Tap or drag a flower, then where it is to go; tap or drag a tile of the reserve into a gate. What
a move would do is shown before it happens, and why it may not as soon as the rules say so.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

from game.rules.core.match import Step
from game.rules.core.protocol import Seat
from game.rules.skud_pai_sho.board import tiles
from game.rules.skud_pai_sho.state import Accents, Arrange, Bonus, Move, Plant, State
from game.scenes.core.scene import Change
from game.scenes.pai_sho.garden import WOOD, growing
from game.scenes.pai_sho.scene import GardenScene
from game.scenes.play.loupe import Close
from game.scenes.play.play_scene import PlayScene
from game.scenes.play.tray import Tray
from game.scenes.skud_pai_sho.accent_choice import AccentChoice
from game.scenes.skud_pai_sho.animation import GROW, Animation
from game.scenes.skud_pai_sho.explained import Shelves, Tiles
from game.scenes.skud_pai_sho.garden import Plot
from game.scenes.skud_pai_sho.input import Hands
from game.scenes.skud_pai_sho.picks import NOTHING, Key, gained, playable
from game.scenes.skud_pai_sho.tray import Reserve, SeatTray
from game.scenes.skud_pai_sho.view import View
from game.scenes.skud_pai_sho.words import Words, headlines
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.intents import Intent
from game.ui.timeline import Motion


class SkudPaiShoScene(GardenScene[State, Move, Key], PlayScene[State, Move, Key]):
    """The garden between guest and host.

    The plot holds what lies in the garden, the view paints it, and the animation moves it. The
    hands know what is picked, held and aimed at, and turn it into moves. Each tray has a reserve;
    the choice is the sheet on which accents are kept.

    Fingers and keys pick points, kinds of the reserve, accents and buttons (see `pick`), drag
    flowers and tiles of the reserve; what a tile is, `explainer` knows.
    """

    depth = 264.0
    least = 400.0
    results_after = 3.6
    tray_kind = SeatTray
    input: Hands

    def make_parts(self) -> None:
        options = self.match.options
        self.plot = Plot(aids=bool(options["aids"]))
        self.words = Words(self.context.texts, self.plot.aids)
        self.reserves: list[Reserve] = []
        """By seat; others for every layout."""
        self.animation = Animation(self, self.plot, self.reserves)
        self.choice = AccentChoice(self.words, tiles(bool(options["wheels"])))
        self.input = Hands(self, self.animation, self.choice, self.reserves)
        self.captured: Shelves = ([], [])
        self.card.explainer = Tiles(
            self, self.reserves, self.captured, self.choice, self.plot, self.words
        )
        self.plot.wake(self.timeline.reduced)

    # Laying out ----------------------------------------------------------------------------

    def arrange(self) -> None:
        super().arrange()
        scale, design = self.context.scale, self.context.design
        self.reserves[:] = (Reserve(tray, scale, self.words, design) for tray in self.trays)

    def wishes(self) -> Iterator[Callable[[], object]]:
        for reserve in self.reserves:
            yield from reserve.art.wishes(WOOD[reserve.tray.seat])
        yield self.loupe.rehearse
        yield from self.view.garden.wishes()

    def place_board(self, box: Box) -> None:
        super().place_board(box)
        self._close = lru_cache(1)(self._view_in)
        self.view = self._view_in(box)

    def _view_in(self, box: Box) -> View:
        return View(self.board_in(box), self.tile_turns, self.plot, self.input)

    # Hands and keys ----------------------------------------------------------------------------

    def on(self, intent: Intent) -> Change:
        self.plot.wake(self.timeline.reduced)
        return super().on(intent)

    @property
    def covered(self) -> bool:
        return self.asked is not None and self.latest.phase == "accents"

    def play(self, move: Move) -> None:
        super().play(move)
        self.input.select(NOTHING)

    # Words -------------------------------------------------------------------------------------

    def prompt(self, seat: Seat) -> str:
        hands = self.input
        return self.words.prompt(self.latest, hands.picked, hands.pinned, self.shows_targets)

    def hint_text(self, steps: Sequence[Move]) -> str:
        return self.words.hint(self.shown_state, steps)

    def show_hint(self, seat: Seat, steps: Sequence[Move]) -> None:
        self.input.select(NOTHING)
        super().show_hint(seat, steps)
        if isinstance(steps[0], Accents):
            self.choice.take(steps[0].kinds)

    def named(self, index: int) -> Mapping[str, str | int]:
        return self.words.named(self.match.states[index], self.match.log[index])

    def show_scores(self) -> None:
        """The one point is for having won: before that, and in lessons, there is nothing to count.
        """
        super().show_scores()
        if self.shown_state.outcome is None or self.coach is not None:
            for tray in self.trays:
                tray.score = None

    # The shown state ---------------------------------------------------------------------------

    def refresh(self) -> None:
        self.plot.show(self.shown_state)
        self.blamed = None
        for shelf in self.captured:
            shelf.clear()
        for move, before in zip(self.match.log[: self.shown], self.match.states, strict=False):
            if isinstance(move, Arrange) and before.board.cells[move.goal]:
                self.captured[before.turn].append(before.board.cells[move.goal])
        actor = self.match.actor
        seat = actor if actor in (0, 1) else 0
        self.choice.arrange(self.layout.board, seat, self.layout.trays[seat].turn)
        lens = self.input.harmony_lens
        for reserve in self.reserves:
            reserve.harmony_lens.chosen = lens
            told = self.words.seen(self.shown_state, reserve.tray.seat) if lens else ()
            reserve.tray.note = " · ".join(told)

    def settled(self) -> None:
        super().settled()
        if self.asked is not None and self.shown_state.phase == "bonus":
            self.input.lead_keys_to_reserve()

    def animate(self, step: Step) -> Motion | None:
        before, after = self.match.states[step.index : step.index + 2]
        return self.animation.of(before, step.move, after)

    def happened(self, step: Step) -> None:
        told = [e for e in step.events if self.input.aids or e.kind not in ("harmony", "broken")]
        for seat, events in headlines(told, self.asked).items():
            self.trays[seat].say(" ".join(map(self.tell, events)))
        new = gained(*self.match.states[step.index : step.index + 2])
        if new:
            self.timeline.play(growing(self.plot.lines, new, GROW))
        kinds = {event.kind for event in step.events}
        if self.input.aids and "harmony" in kinds:
            self.sound("harmony", self.place_at(self.places_of(step.move)[-1]))
        if "ring" in kinds:
            self.sound("ring_bloom", self.layout.board.center)
            self.animation.bloom()

    def ambient(self, seconds: float) -> None:
        if self.input.at is None and not self.arriving:  # petals rest while more is going on
            self.plot.update(seconds)

    # Drawing -----------------------------------------------------------------------------------

    def paint(self, canvas: Canvas) -> None:
        self.view.paint(canvas, self.shown_state, self.last_places(), self.blamed)

    def paint_close(self, canvas: Canvas, close: Close, seen: Box) -> None:
        view = self._close(close.box(self.board.box))  # the same one: so are its groups
        view.paint(canvas, self.shown_state, self.last_places(), self.blamed)

    def paint_above(self, canvas: Canvas) -> None:
        if self.covered:
            self.choice.paint(canvas, self.latest.rules.id)
        if self.input.at is not None and self.input.in_hand:
            self.paint_held(canvas, self.input.in_hand, self.input.at)

    def leaves(self, step: Move, seat: Seat) -> Point | None:
        return self.reserves[seat].at(step.kind) if isinstance(step, Plant | Bonus) else None

    def paint_tray(self, canvas: Canvas, tray: Tray) -> None:
        reserve, state = self.reserves[tray.seat], self.shown_state
        mine = self.asked == tray.seat and state.phase != "accents"
        lit = playable(state) if mine and self.input.lit else ()
        hinted = hint.kind if isinstance(hint := self.hinted, Plant | Bonus) else None
        strong = (self.input.picked.hand, hinted) if mine else (None, None)
        hand, captured = state.hands[tray.seat], self.captured[tray.seat]
        canvas.group((), reserve.paint, hand, tuple(captured), lit, *strong)
        if self.waiting is not None and self.asked == tray.seat:
            return  # the question lies where the buttons are
        if self.input.aids:
            reserve.harmony_lens.render(canvas)
        if mine and state.phase == "bonus":
            reserve.decline.draw(canvas)
        elif mine and self.input.aids and (code := self.input.in_hand):
            canvas.group(self.context.design, reserve.paint_ties, code)
