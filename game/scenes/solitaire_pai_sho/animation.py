"""How a match of Solitaire Pai Sho moves: tiles fly, lines grow, a finished garden is retold."""

from __future__ import annotations

from typing import Any, Final

from game.rules.core.match import Step
from game.rules.core.protocol import Event, Seat
from game.rules.pai_sho.board import Code, Kind, Point, code_of, xy
from game.rules.solitaire_pai_sho.notation import Aside, Draw, Lay, Shift
from game.rules.solitaire_pai_sho.state import Garden
from game.scenes.solitaire_pai_sho.bag import mouth
from game.scenes.solitaire_pai_sho.garden import (
    DISHARMONY,
    HARMONY,
    Flyer,
    Strand,
    counts_of,
    strands_of,
)
from game.scenes.solitaire_pai_sho.table import SolitaireTable
from game.ui.frame import Point as At
from game.ui.timeline import Call, Motion, Tween, Wait, between, ease_in_out, linear
from game.ui.timeline import Sequence as Chain

GROW: Final = 0.5
"""Seconds a new line takes to grow, and a broken one to wilt."""
TELLING, QUICKEST, SLOWEST = 4.0, 0.08, 0.30
"""Seconds in which a finished garden is retold, and what one line gets of them."""


class SolitaireMotion(SolitaireTable):
    """The garden and its desks in motion."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.telling = False
        self._told = False
        super().__init__(*args, **kwargs)

    def _home(self, seat: Seat, kind: Kind) -> At:
        """Where a tile comes from when it is laid, if nobody drags it."""
        if self.held is not None:
            return self.held
        return self.stock_at(seat, kind) if self.choosing else self.hand_at(seat)

    # Motion ------------------------------------------------------------------------------------

    def animate(self, step: Step) -> Motion | None:
        state: Garden = self.match.states[step.index]
        match step.move:
            case Draw(kind):
                return self._drawing(state.turn, kind)
            case Lay(kind, point):
                return self._laying(state.turn, kind, point)
            case Shift(source, goal):
                return self._shifting(source, goal)
            case Aside():
                return self._laying_aside(state)
        return None

    def _fly(
        self, code: Code, start: At, end: At, sizes: tuple[float, float], seconds: float
    ) -> Motion:
        """A tile on its way, growing or shrinking from one size to another."""
        flyer = Flyer(code, start, sizes[0])
        self.flyers.append(flyer)
        if self.timeline.reduced:
            flyer.at, flyer.size, flyer.lift = end, sizes[1], 0.0
            return Wait(0.1)

        def show(t: float) -> None:
            x, y = between(start, end, t)
            flyer.at = x, y - 60 * 4 * t * (1 - t)
            flyer.size = sizes[0] + (sizes[1] - sizes[0]) * t
            flyer.lift = 1 - t**4

        return Tween(seconds, show, ease_in_out)

    def _drawing(self, seat: Seat, kind: Kind) -> Motion:
        desk = self.desks[seat]
        bag = desk.bag or desk.hand
        start = self.trays[seat].frame.out(mouth(bag, desk.bag_radius, self._fullness(seat)))
        end, size = self.hand_at(seat), self.hand_size(seat)
        self.sound("paper", start)
        fly = self._fly(code_of(kind, seat), start, end, (size * 0.3, size), 0.34)
        return Chain(fly, Call(lambda: self.sound("wood_knock", end)))

    def _laying(self, seat: Seat, kind: Kind, point: Point) -> Motion:
        start, end = self._home(seat, kind), self.view.board.place(point)
        quick = self.held is not None
        first = self.view.board.tile * 1.3 if quick or self.choosing else self.hand_size(seat)
        self.away, self.held = seat, None
        sizes = first, self.view.board.tile
        fly = self._fly(code_of(kind, seat), start, end, sizes, 0.14 if quick else 0.3)
        return Chain(fly, Call(lambda: self.sound("tile_clack", end)))

    def _shifting(self, source: Point, goal: Point) -> Motion:
        piece = self.plot.pieces.pop(source)
        self.plot.above.append(piece)
        start, end = piece.at, xy(goal)
        if self.held is not None:
            start, self.held = self.view.board.garden_point(self.held), None
        self.sound("wood_slide", self.view.board.place(goal))

        def show(t: float) -> None:
            piece.at = between(start, end, 1.0 if self.timeline.reduced else t)
            piece.lift = 0.6 * min(1.0, 5 * t, 5 * (1 - t))

        knock = Call(lambda: self.sound("wood_knock", self.view.at(end)))
        return Chain(Tween(0.3, show, ease_in_out), knock)

    def _laying_aside(self, state: Garden) -> Motion:
        """What fits nowhere leaves the table."""
        seat, kind = state.turn, state.drawn[state.turn]
        if not kind:
            return Wait(0.3)
        start, size = self.hand_at(seat), self.hand_size(seat)
        self.away = seat
        frame = self.trays[seat].frame
        end = frame.out((self.desks[seat].hand[0], frame.size[1] + size))
        self.sound("wood_slide", start)
        return self._fly(code_of(kind, seat), start, end, (size, size * 0.7), 0.5)

    # What has happened ---------------------------------------------------------------------------

    def happened(self, step: Step) -> None:
        """New lines grow, broken ones wilt, and their lengths fly into the pans."""
        before, after = self.match.states[step.index], self.match.states[step.index + 1]
        if isinstance(step.move, Draw):
            return
        was, now = strands_of(before), strands_of(after)
        gained = [strand for strand in now if strand not in was]
        lost = [strand for strand in was if strand not in now]
        self.wake()
        for strand in gained:
            self._grow(self.plot.strands, strand, 0.0, 1.0)
        for strand in lost:
            self._grow(self.plot.wilting, strand, 1.0, 0.0)
        self._tell(step, gained, lost)

    def _grow(self, lines: dict[Strand, float], strand: Strand, start: float, end: float) -> None:
        lines[strand] = start

        def show(t: float) -> None:
            if strand in lines:
                lines[strand] = start + (end - start) * t

        self.timeline.play(Tween(GROW, show, linear))

    def _tell(self, step: Step, gained: list[Strand], lost: list[Strand]) -> None:
        for strand in gained:
            pan = self.pan_on_table(step.seat, strand.kind)
            weight = strand.line.length if self.by_length else 1
            flight = self.flights.launch(f"+{weight}", self.view.middle(strand), pan)
            self.timeline.play(flight)
        kinds = {strand.kind for strand in gained}
        for kind, cue in ((HARMONY, "harmony"), (DISHARMONY, "clash")):
            if kind in kinds:
                self.sound(cue, self.view.middle(next(s for s in gained if s.kind == kind)))
        if isinstance(step.move, Aside):
            self.trays[step.seat].say(self.tell(step.events[0]))
        elif gained or lost:
            self.trays[step.seat].say(self._news(step, gained, lost))

    def _news(self, step: Step, gained: list[Strand], lost: list[Strand]) -> str:
        """What a step has brought, in few words: one line by name, several by number."""
        told = [event for event in step.events if event.kind != "score"]
        if len(told) == 1:
            return self.tell(told[0])
        words = []
        for strands, sign in ((gained, "new"), (lost, "broken")):
            for kind, count in zip(("harmony", "disharmony"), counts_of(strands), strict=True):
                if count:
                    words.append(self.word(f"{sign}.{kind}", n=count))
        return self.context.texts.listed(words)

    def tell(self, event: Event) -> str:
        return self.context.texts.event(self.id, event, self.names)

    # The end -------------------------------------------------------------------------------------

    def refresh(self) -> None:
        super().refresh()
        if self.match.outcome is None:
            self.telling = self._told = False

    def end(self) -> None:
        told = self.told_end
        super().end()
        self.look_up_best()
        if not told and self.match.states[0].terms.mode != "uncooperative":
            outcome = self.match.outcome
            assert outcome is not None
            for tray in self.trays:
                tray.say(self.context.texts.outcome(self.id, outcome, self.names), seconds=30)

    def open_results(self) -> None:
        """A finished garden is retold line by line before the sheet lies on it."""
        strands = strands_of(self.match.state)
        if self._told or self.timeline.reduced or not strands or not self.live:
            self.telling = False
            self.show_results()
            return
        self._told = self.telling = True
        self.plot.strands = {}
        self.weigh(())
        pause = min(SLOWEST, max(QUICKEST, TELLING / len(strands)))
        told = [motion for n in range(len(strands))
                for motion in (self._retold(strands[: n + 1]), Wait(pause))]  # fmt: skip
        rest = Call(lambda: self.later(0.8, self.open_results))
        self.timeline.play(Wait(0.5), *told, rest)

    def show_results(self) -> None:
        """Lay the score sheet over the finished garden."""
        super().open_results()

    def _retold(self, strands: tuple[Strand, ...]) -> Motion:
        """One more line is told of."""

        def tell() -> None:
            self.plot.strands = dict.fromkeys(strands, 1.0)
            self.weigh(strands)
            self.sound("point", self.view.middle(strands[-1]))

        return Call(tell)
