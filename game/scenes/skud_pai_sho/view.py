"""What is seen of a match of Skud Pai Sho: the garden, the trays, steps as they happen, the lens.

What can be done there is the business of `skud_pai_sho`, whose scene builds on this one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import dist
from typing import Any

from game.rules.core.match import Step
from game.rules.core.protocol import Refusal, Seat
from game.rules.pai_sho.board import (
    BITS,
    GATES,
    PLACES,
    Code,
    Kind,
    code_of,
    points_of,
    read_point,
)
from game.rules.skud_pai_sho.board import OWNERS, Harmony, harmonies_of
from game.rules.skud_pai_sho.notation import Arrange, Move
from game.rules.skud_pai_sho.state import State
from game.scenes.pai_sho.art import PaiShoBoard
from game.scenes.pai_sho.garden import COLORS, WOOD, Bed, BedView, Piece, Place
from game.scenes.pai_sho.lines import draw_last, draw_reach
from game.scenes.play.marks import MarkKind
from game.scenes.play.play_scene import PlayScene
from game.scenes.play.tray import Tray
from game.scenes.skud_pai_sho import input as picks
from game.scenes.skud_pai_sho.accent_choice import Choice
from game.scenes.skud_pai_sho.animation import Staging
from game.scenes.skud_pai_sho.input import NOTHING
from game.scenes.skud_pai_sho.lens import paint_lens, survey
from game.scenes.skud_pai_sho.preview import (
    Preview,
    clash_of,
    paint_after,
    paint_before,
    paint_clash,
    preview,
)
from game.scenes.skud_pai_sho.tray import Plan, Shelf, paint_reserve
from game.scenes.skud_pai_sho.words import Caption, Words, headlines
from game.ui import surfaces
from game.ui.canvas import Canvas
from game.ui.focus import Spot
from game.ui.frame import Point as At
from game.ui.theme import INK, IVORY, LAMP, VERMILION, Color, mix, with_alpha
from game.ui.timeline import Motion, Parallel, Tween, linear

AWAKE = 25.0
"""Seconds the petals drift after somebody touched the table; then they rest."""
MANY = 60
"""Where more points than these can be gone to, they are marked but finely."""
FADE, GROW, BLOOM = 0.22, 0.5, 1.9
"""Seconds a broken harmony takes to fade, a new one to grow, a closed ring to bloom."""


class GardenScene(PlayScene[State, Move, str]):
    """The garden between guest and host, as it is seen."""

    name = "skud_pai_sho"
    depth = 264.0
    results_after = 3.6

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.bed = Bed()
        self.picked = NOTHING
        self.aim: Move | None = None
        """The step that would follow from where somebody points."""
        self.held: At | None = None
        """Where a picked tile is dragged to at the moment."""
        self.objection: Refusal | None = None
        self.hinted: Kind | None = None
        self.lens = False
        self.caption: Caption | None = None
        self.plans: list[Plan] = []
        self.captured: tuple[list[Code], list[Code]] = ([], [])
        self.staging = Staging(self.bed, self._home, self._shelf, self._sound_at)
        self.since_touch = 0.0
        self._preview: tuple[State, Preview] | None = None
        self._warming: Iterator[None] = iter(())
        super().__init__(*args, **kwargs)
        self.choice = Choice(self.context)
        self.words = Words(self.context.texts)

    # Laying out ----------------------------------------------------------------------------

    def seat_color(self, seat: Seat) -> Color:
        return COLORS[seat]

    def arrange(self) -> None:
        turns = self.layout.trays[0].turn, self.layout.trays[1].turn
        board = PaiShoBoard(self.layout.board, turns[0], self.context.scale)
        self.view = BedView(board, turns)
        self.plans = [Plan(tray) for tray in self.trays]
        for plan in self.plans:
            plan.lens.text = "" if plan.tray.wide else self.words.t("table.lens")
            plan.decline.text = self.words.t("table.decline")
            plan.arrange()
        self._warming = self._warm()

    def _warm(self) -> Iterator[None]:
        """Paint tiles ahead of time, one a step: those of the trays, then those of the board."""
        for plan in self.plans:
            yield from plan.art(self.context.scale).warm(WOOD[plan.tray.seat])
        yield from self.view.warm()

    def _place_choice(self) -> None:
        """The sheet of accents lies before whoever chooses."""
        actor = self.match.actor
        seat = actor if actor in (0, 1) else 0
        self.choice.arrange(self.layout.board, seat, self.layout.trays[seat].turn)

    @property
    def mark_radius(self) -> float:
        return self.view.board.cell * 0.56

    def place_at(self, place: str) -> At | None:
        return self.view.board.place(read_point(place)) if place.startswith("(") else None

    def _home(self, seat: Seat, kind: Kind) -> Place:
        """Where a kind of a seat's reserve lies, in the garden's coordinates."""
        return self.view.board.garden_point(self.plans[seat].at(kind))

    def _shelf(self, seat: Seat) -> Place:
        return self.view.board.garden_point(self.plans[seat].shelf_at())

    def _sound_at(self, cue: str, place: Place) -> None:
        self.sound(cue, self.view.at(place))

    def turn_label(self, number: int, steps: tuple[int, ...]) -> str:
        first: State = self.match.states[steps[0]]
        if first.phase == "accents":
            return f"0{OWNERS[first.turn]}."
        states: Sequence[State] = self.match.states[: steps[0] + 1]
        begun = [s for s in states if s.phase in ("open", "turn") and s.turn == 0]
        return f"{len(begun)}{OWNERS[first.turn]}."

    # The shown state -------------------------------------------------------------------------

    def refresh(self) -> None:
        state: State = self.state
        self.bed.show(state)
        self.objection, self.caption = None, None
        self.captured = [], []
        for index in range(min(self.shown, len(self.match.log))):
            move, before = self.match.log[index], self.match.states[index]
            if isinstance(move, Arrange) and before.board.cells[move.goal]:
                self.captured[before.turn].append(before.board.cells[move.goal])
        self._place_choice()
        self._show_lens()

    def _show_lens(self) -> None:
        """Wide trays tell beside the name what high ones tell on the shelf."""
        for plan in self.plans:
            plan.lens.chosen = self.lens
            told = self.lens and plan.tray.wide
            plan.tray.note = " · ".join(self._told(plan.tray.seat)) if told else ""
        self.stale = True

    def _told(self, seat: Seat) -> tuple[str, ...]:
        state: State = self.state
        seen = survey(state.board, state.rules, seat)
        return self.words.seen(seen, state.rules.midlines_decide)

    def clear_marks(self, *kinds: MarkKind) -> None:
        super().clear_marks(*kinds)
        if "refusal" in kinds:
            self.objection = None
        if "hint" in kinds:
            self.hinted = None

    def refused(self, refusal: Refusal) -> None:
        super().refused(refusal)
        self.objection = refusal

    @property
    def shown_move(self) -> Preview:
        """The preview of the step aimed at."""
        assert self.aim is not None, "nobody points anywhere"
        state: State = self.match.state
        known = self._preview
        if known is None or known[0] is not state or known[1].move != self.aim:
            known = self._preview = state, preview(state, self.aim)
        return known[1]

    @property
    def _pinned(self) -> bool:
        """Whether a step that moves other tiles is shown, and may be played."""
        if self.aim is None or self.asked is None or self.shown_move.refusal is not None:
            return False
        return picks.weighty(self.match.state, self.aim)

    def show_scores(self) -> None:
        """The one point is for having won: before that there is nothing to count."""
        super().show_scores()
        if self.state.outcome is None:
            for tray in self.trays:
                tray.score = None

    def lead_keys(self) -> None:
        """Who plays by keys goes on from the reserve to a point where the tile may go."""
        goals = list(points_of(picks.reach_of(self.match.state, self.picked).goals))
        if self.focus.visible and goals:
            board, middle = self.view.board, self.layout.board.center
            goal = min(goals, key=lambda point: dist(board.place(point), middle))
            self.focus.put(Spot(PLACES[goal], board.place(goal), board.cell / 2, round=True))

    # Steps as they happen ----------------------------------------------------------------------

    def animate(self, step: Step) -> Motion | None:
        """The tiles move, and the harmonies that this breaks fade meanwhile."""
        self.staging.reduced = self.timeline.reduced
        moving = self.staging.of(self.match.states[step.index], step.move)
        broken = self._only_at(step.index, step.index + 1)
        if moving is None or not broken:
            return moving
        lines = self.bed.lines

        def fade(share: float) -> None:
            lines.update(dict.fromkeys(broken, 1 - share))

        return Parallel(moving, Tween(FADE, fade))

    def _only_at(self, index: int, other: int) -> list[Harmony]:
        """The harmonies there are at one moment of the match and not at another."""
        here, there = self.match.states[index], self.match.states[other]
        known = harmonies_of(there.board, there.rules)
        return [line for line in harmonies_of(here.board, here.rules) if line not in known]

    def happened(self, step: Step) -> None:
        for seat, event in headlines(step.events, self.asked).items():
            self.trays[seat].say(self.tell(event))
        kinds = {event.kind for event in step.events}
        new = self._only_at(step.index + 1, step.index)
        if new:
            self._grow(new)
        if "harmony" in kinds:
            self.sound("harmony", self.place_at(self.places_of(step.move)[-1]))
        if "ring" in kinds:
            self._bloom()

    def _grow(self, new: list[Harmony]) -> None:
        lines = self.bed.lines

        def show(share: float) -> None:
            lines.update({line: share for line in new if line in lines})

        show(0.0)
        self.timeline.play(Tween(GROW, show))

    def _bloom(self) -> None:
        bed = self.bed

        def show(share: float) -> None:
            bed.bloom = share

        show(0.0)
        self.sound("ring_bloom", self.layout.board.center)
        self.timeline.play(Tween(BLOOM, show, linear))

    def ambient(self, seconds: float) -> bool:
        self.since_touch += seconds
        if not self.timeline.moving:
            next(self._warming, None)
        if self.timeline.reduced or self.since_touch > AWAKE:
            self.bed.life = max(0.0, self.bed.life - seconds / 3)
        faded = self.caption is not None and self.caption.fades(seconds)
        if faded:
            self.caption = None
        return self.bed.update(seconds) or faded

    # Drawing -----------------------------------------------------------------------------------

    def paint_ground(self, canvas: Canvas) -> None:
        surfaces.ground(canvas)
        self.view.board.paint_ground(canvas)

    def paint(self, canvas: Canvas) -> None:
        state: State = self.state
        asked = self.asked is not None
        shown = self.shown_move if self.aim is not None and asked else None
        if asked:
            self._paint_last(canvas)
        self.view.paint_lines(canvas, self.bed, shown.lost if shown else ())
        if self.lens:
            paint_lens(canvas, self.view, state.board, state.rules)
        if shown:
            paint_before(canvas, self.view, shown, self.bed.phase)
        self.view.paint_bloom(canvas, self.bed)
        if asked and self.shows_targets and not self.picked and state.phase == "turn":
            self._paint_movable(canvas, state)
        self.view.paint_tiles(canvas, self.bed, self._lifted)
        if asked and self.picked:
            self._paint_reach(canvas, state)
        if shown:
            paint_after(canvas, self.view, shown, self.held is not None)
        paint_clash(canvas, self.view, clash_of(self.objection))
        self.view.paint_above(canvas, self.bed)

    @property
    def _lifted(self) -> int:
        """The point whose tile is in somebody's hand."""
        point = self.picked.source if self.picked.ferry is None else self.picked.ferry
        return BITS[point] if point is not None and self.held is not None else 0

    def _paint_last(self, canvas: Canvas) -> None:
        """Where the last turn took place."""
        turns = self.match.turns()
        cell = self.view.board.cell
        for index in turns[-1][1] if turns else ():
            move = self.match.log[index]
            for place in self.places_of(move):
                at = self.place_at(place)
                if at is not None:
                    draw_last(canvas, at, cell)

    def _paint_movable(self, canvas: Canvas, state: State) -> None:
        """A breath of light around the flowers that can be arranged."""
        glow = self.view.tiles.glow(LAMP, 0.55)
        for point in points_of(picks.movable(state)):
            canvas.picture_as_is(glow, self.view.board.place(point))

    def _paint_reach(self, canvas: Canvas, state: State) -> None:
        """Where the picked tile can go: beads, rich ones ringed, captures crossed by swords."""
        cell, board = self.view.board.cell, self.view.board
        if self.picked.source is not None and self.held is None:
            at = board.place(self.picked.source)
            canvas.ring(at, cell * 0.55, LAMP, 4)
        if self._pinned or not self.shows_targets:
            return
        reach = picks.reach_of(state, self.picked)
        many = reach.goals.bit_count() > MANY
        for point in points_of(reach.goals):
            at = board.place(point)
            if many and not state.board.cells[point]:
                canvas.disc(at, cell * 0.13, with_alpha(INK, 0.5))
                canvas.disc(at, cell * 0.095, LAMP)
            elif reach.hostile & BITS[point] or state.board.cells[point]:
                taking = bool(reach.hostile & BITS[point])
                color = mix(VERMILION, IVORY, 0.1) if taking else LAMP
                canvas.picture_as_is(self.view.tiles.halo(color), at)
            else:
                if GATES & BITS[point]:
                    canvas.picture_as_is(self.view.tiles.halo(LAMP), at)
                draw_reach(canvas, at, cell, LAMP, bool(reach.rich & BITS[point]))

    def paint_above(self, canvas: Canvas) -> None:
        if self.live and self.asked is not None and self.match.state.phase == "accents":
            self.choice.paint(canvas, self.match.state.rules.id)
        if self.held is not None and self.picked:
            self._paint_held(canvas, self.held)
        if self.caption is not None:
            self.caption.paint(canvas, self.size)

    def _paint_held(self, canvas: Canvas, at: At) -> None:
        state: State = self.match.state
        point = self.picked.source if self.picked.ferry is None else self.picked.ferry
        if point is not None:
            code = state.board.cells[point]
        else:
            assert self.picked.hand is not None
            code = code_of(self.picked.hand, state.turn)
        place = self.view.board.garden_point(at)
        self.view.paint_piece(canvas, Piece(code, place, 1.0))

    def paint_tray(self, canvas: Canvas, tray: Tray) -> None:
        plan, state = self.plans[tray.seat], self.state
        mine = self.asked == tray.seat and state.phase != "accents"
        lit = mine and self.shows_targets
        hand = state.hands[tray.seat]
        told = self._told(tray.seat) if self.lens and not tray.wide else ()
        shown = Shelf(
            hand,
            picks.playable(state) if lit and not self.picked else frozenset(),
            self.picked.hand if mine else None,
            self.hinted if mine else None,
            self.captured[tray.seat],
            told,
        )
        paint_reserve(canvas, plan, plan.art(self.context.scale), shown)
        plan.lens.draw(canvas)
        if mine and state.phase == "bonus":
            plan.decline.draw(canvas)
