"""Skud Pai Sho on the table: a garden of wooden flowers, harmonies that live, rings that bloom.

Tap or drag a flower, then where it is to go; tap or drag a tile of the reserve into a gate. What
a move would do is shown before it happens, and why it may not as soon as the rules say so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.rules.core.match import Step
from game.rules.core.protocol import Refusal, Seat
from game.rules.pai_sho.board import PLACES, POINTS, Code, Kind, Point, read_point
from game.rules.skud_pai_sho.board import OWNERS
from game.rules.skud_pai_sho.notation import Accents, Arrange, Bonus, Move, Plant
from game.rules.skud_pai_sho.state import State
from game.scenes.core.scene import Change
from game.scenes.pai_sho.art import PaiShoBoard
from game.scenes.pai_sho.garden import COLORS, WOOD, Bed
from game.scenes.play.marks import MarkKind
from game.scenes.play.play_scene import PlayScene
from game.scenes.play.tray import Tray
from game.scenes.skud_pai_sho import picks
from game.scenes.skud_pai_sho.accent_choice import Choice
from game.scenes.skud_pai_sho.animation import Staging, gained
from game.scenes.skud_pai_sho.input import Input
from game.scenes.skud_pai_sho.picks import NOTHING, Key
from game.scenes.skud_pai_sho.tray import Reserve
from game.scenes.skud_pai_sho.view import View
from game.scenes.skud_pai_sho.words import Caption, Words, headlines
from game.ui import surfaces
from game.ui.canvas import Canvas
from game.ui.frame import Point as At
from game.ui.intents import Intent
from game.ui.layer import Spot
from game.ui.theme import Color
from game.ui.timeline import Motion

AWAKE = 25.0
"""Seconds the petals drift after somebody touched the table; then they rest."""


class SkudPaiShoScene(PlayScene[State, Move, Key]):
    """The garden between guest and host.

    The bed holds what lies in the garden, the view paints it, and the staging moves it. The input
    knows what is picked, held and aimed at, and turns it into moves. Each tray has a reserve; the
    choice is the sheet on which accents are kept.

    Fingers and keys pick points, kinds of the reserve, accents and buttons (see `pick`), drag
    flowers and tiles of the reserve, and learn a tile's name by holding it.
    """

    name = "skud_pai_sho"
    depth = 264.0
    results_after = 3.6
    input: Input

    def make_parts(self) -> None:
        self.words = Words(self.context.texts)
        self.bed = Bed()
        self.staging = Staging(
            self.bed,
            self.timeline,
            home=lambda seat, kind: self.board.garden_point(self.reserves[seat].at(kind)),
            shelf=lambda seat: self.board.garden_point(self.reserves[seat].shelf_at()),
            sound=lambda cue, place: self.sound(cue, self.board.at(*place)),
        )
        self.input = Input(self, self.staging)
        self.choice = Choice(self.words)
        self.board: PaiShoBoard
        self.view: View
        self.reserves: list[Reserve] = []
        """Board, view and reserves are made anew for every layout."""
        self.point_spots: list[Spot] = []
        self.lens = False
        self.objection: Refusal | None = None
        self.hinted: Kind | None = None
        self.caption: Caption | None = None
        self.captured: tuple[list[Code], list[Code]] = ([], [])
        self._since_touch = 0.0
        self._warming: Iterator[None] = iter(())

    # Laying out ----------------------------------------------------------------------------

    def seat_color(self, seat: Seat) -> Color:
        return COLORS[seat]

    def arrange(self) -> None:
        scale, turns = self.context.scale, (self.layout.trays[0].turn, self.layout.trays[1].turn)
        self.board = board = PaiShoBoard(self.layout.board, turns[0], scale)
        self.view = View(board, turns, self.bed, self.input)
        self.reserves = [Reserve(tray, scale, self.words) for tray in self.trays]
        self.point_spots = [
            Spot(point, board.place(point), board.cell / 2, round=True) for point in POINTS
        ]
        self._warming = self._warm()

    def _warm(self) -> Iterator[None]:
        """Paint tiles ahead of time, one a step: those of the trays, then those of the board."""
        for reserve in self.reserves:
            yield from reserve.art.warm(WOOD[reserve.tray.seat])
        yield from self.view.garden.warm()

    @property
    def mark_radius(self) -> float:
        return self.board.cell * 0.56

    def place_at(self, place: str) -> At | None:
        return self.board.place(read_point(place)) if place.startswith("(") else None

    def places_of(self, move: Move) -> tuple[str, ...]:
        match move:
            case Plant(_, gate):
                return (PLACES[gate],)
            case Arrange(source, goal):
                return PLACES[source], PLACES[goal]
            case Bonus(_, point, goal):
                return (PLACES[point],) if goal is None else (PLACES[point], PLACES[goal])
        return ()

    # Hands and keys ----------------------------------------------------------------------------

    def on(self, intent: Intent) -> Change:
        self._since_touch = 0.0
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
        self.caption = None
        if not self.input.picked:
            self.name_at(spot.center)
        elif self.asked is not None:
            self.input.aim_at(spot.key if isinstance(spot.key, Point) else None)

    def name_at(self, at: At) -> None:
        """Show the name of the tile there."""
        state, point = self.state, self.board.near(at)
        if self.asked is not None and state.phase == "accents":
            return
        if point is not None and self.layout.board.has(at):
            if state.board.cells[point]:
                named = self.words.on_board(state, self.bed, point)
                turn = self.layout.trays[self.asked or 0].turn
                self.caption = Caption(*named, self.board.place(point), turn)
        else:
            for reserve in self.reserves:
                kind = reserve.kind_at(at)
                if kind is not None:
                    named = self.words.about(kind, state.rules.id)
                    self.caption = Caption(*named, reserve.at(kind), reserve.tray.frame.turn)
        self.stale = True

    def turn_lens(self) -> None:
        """Switch the lens on or off."""
        self.lens = not self.lens
        self.sound("button")
        self._show_lens()

    def consent(self, given: bool) -> None:
        super().consent(given)
        if given:
            self.input.select(NOTHING)

    # Words -------------------------------------------------------------------------------------

    def prompt(self, seat: Seat) -> str:
        hand = self.input
        return self.words.prompt(self.latest, hand.picked, hand.pinned, self.shows_targets)

    def prompt_anew(self) -> None:
        """Say what is to be done next; what was said before is out of date."""
        if self.asked is not None:
            self.trays[self.asked].hush()
            self.trays[self.asked].prompt = self.prompt(self.asked)
        self.stale = True

    def remark(self, key: str) -> None:
        """Say a text to the seat whose turn it is."""
        self.trays[self.latest.turn].say(self.words.t(key))

    def hint_text(self, steps: Sequence[Move]) -> str:
        return self.words.hint(self.latest, steps)

    def show_hint(self, seat: Seat, steps: Sequence[Move]) -> None:
        self.input.select(NOTHING)
        super().show_hint(seat, steps)
        first = steps[0]
        if isinstance(first, Accents):
            self.choice.take(first.kinds)
        elif isinstance(first, Plant | Bonus):
            self.hinted = first.kind

    def clear_marks(self, *kinds: MarkKind) -> None:
        super().clear_marks(*kinds)
        if "refusal" in kinds:
            self.objection = None
        if "hint" in kinds:
            self.hinted = None

    def refused(self, refusal: Refusal) -> None:
        super().refused(refusal)
        self.objection = refusal

    def turn_label(self, number: int, steps: tuple[int, ...]) -> str:
        first = self.match.states[steps[0]]
        if first.phase == "accents":
            return f"0{OWNERS[first.turn]}."
        states: Sequence[State] = self.match.states[: steps[0] + 1]
        begun = sum(s.phase in ("open", "turn") and s.turn == 0 for s in states)
        return f"{begun}{OWNERS[first.turn]}."

    def show_scores(self) -> None:
        """The one point is for having won: before that there is nothing to count."""
        super().show_scores()
        if self.state.outcome is None:
            for tray in self.trays:
                tray.score = None

    # The shown state ---------------------------------------------------------------------------

    def refresh(self) -> None:
        self.bed.show(self.state)
        self.objection, self.caption = None, None
        self.captured = [], []
        for move, before in zip(self.match.log[: self.shown], self.match.states, strict=False):
            if isinstance(move, Arrange) and before.board.cells[move.goal]:
                self.captured[before.turn].append(before.board.cells[move.goal])
        actor = self.match.actor
        seat = actor if actor in (0, 1) else 0
        self.choice.arrange(self.layout.board, seat, self.layout.trays[seat].turn)
        self._show_lens()

    def _show_lens(self) -> None:
        """Wide trays tell beside the name what high ones tell on the shelf."""
        for reserve in self.reserves:
            tray = reserve.tray
            reserve.lens.chosen = self.lens
            told = self.words.seen(self.state, tray.seat) if self.lens and tray.wide else ()
            tray.note = " · ".join(told)
        self.stale = True

    def animate(self, step: Step) -> Motion | None:
        before, after = self.match.states[step.index : step.index + 2]
        return self.staging.of(before, step.move, after)

    def happened(self, step: Step) -> None:
        for seat, event in headlines(step.events, self.asked).items():
            self.trays[seat].say(self.tell(event))
        new = gained(*self.match.states[step.index : step.index + 2])
        if new:
            self.staging.grow(new)
        kinds = {event.kind for event in step.events}
        if "harmony" in kinds:
            self.sound("harmony", self.place_at(self.places_of(step.move)[-1]))
        if "ring" in kinds:
            self.sound("ring_bloom", self.layout.board.center)
            self.staging.bloom()

    def ambient(self, seconds: float) -> bool:
        self._since_touch += seconds
        if not self.timeline.moving:
            next(self._warming, None)
        if self.timeline.reduced or self._since_touch > AWAKE:
            self.bed.life = max(0.0, self.bed.life - seconds / 3)
        faded = self.caption is not None and self.caption.fades(seconds)
        if faded:
            self.caption = None
        return self.bed.update(seconds) or faded

    # Drawing -----------------------------------------------------------------------------------

    def paint_ground(self, canvas: Canvas) -> None:
        surfaces.ground(canvas)
        self.board.paint_ground(canvas)

    def paint(self, canvas: Canvas) -> None:
        self.view.paint(canvas, self.state, self._last(), self.lens, self.objection)

    def _last(self) -> Iterator[At]:
        """Where the last turn took place, for whoever is asked now."""
        turns = self.match.turns() if self.asked is not None else ()
        for index in turns[-1][1] if turns else ():
            for place in self.places_of(self.match.log[index]):
                yield self.board.place(read_point(place))

    def paint_above(self, canvas: Canvas) -> None:
        if self.asked is not None and self.latest.phase == "accents":
            self.choice.paint(canvas, self.latest.rules.id)
        self.view.paint_held(canvas, self.latest)
        if self.caption is not None:
            self.caption.paint(canvas, self.size)

    def paint_tray(self, canvas: Canvas, tray: Tray) -> None:
        reserve, state = self.reserves[tray.seat], self.state
        mine = self.asked == tray.seat and state.phase != "accents"
        told = self.words.seen(state, tray.seat) if self.lens and not tray.wide else ()
        shown = canvas, state.hands[tray.seat], self.captured[tray.seat], told
        if mine:
            lit = picks.playable(state) if self.input.lit else ()
            reserve.paint(*shown, lit, self.input.picked.hand, self.hinted)
        else:
            reserve.paint(*shown)
        reserve.lens.draw(canvas)
        if mine and state.phase == "bonus":
            reserve.decline.draw(canvas)
