"""Joining pieces to pairs at the table, everybody at once (WM-4), and the start pair (WM-2).

Every seat has a bench in front of its tray. Pieces are pushed together, or one is tapped and then
another; two fingers pull a pair apart, or a tap shows knobs that turn its pieces and open it.
Buttons in the trays say what a seat wants: keep dealt pairs, join the rest, be done.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from game.physics.click import Key
from game.rules.core.match import Step
from game.rules.core.protocol import Seat
from game.rules.walomino.chain import Pair
from game.rules.walomino.game import Deal, Join, Move, Reopen, Start, Table
from game.rules.walomino.state import KEEP, NONE, REOPEN, proposal
from game.rules.walong.geometry import COLOURS, EACH
from game.scenes.play.marks import Mark
from game.scenes.play.tray import Tray
from game.scenes.walomino.benches import FLYING, STAGGER, Benches, Place
from game.scenes.walomino.cloth import key_of
from game.scenes.walomino.draft import Drafting
from game.scenes.walomino.pairing_input import Fingers
from game.scenes.walomino.pairing_view import PairingView
from game.scenes.walomino.phase import Beside, Host, Knob, Phase, Pick, Say, Thing
from game.scenes.walomino.pieces import Single, Warming
from game.ui.canvas import Canvas
from game.ui.focus import Spot
from game.ui.frame import Point
from game.ui.intents import Intent
from game.ui.timeline import Call, Motion, Wait
from game.ui.timeline import Sequence as Chain

JOINING: Final = 0.34
"""Seconds to see a pair come about that others join."""


class Pairing(Phase):
    """All benches, fingers on them, and what their seats say.

    `spread` lets pairs glide from where they were joined to where they lie when play begins.
    """

    def __init__(
        self,
        scene: Host,
        drafting: Drafting,
        warming: Warming,
        spread: Callable[[Mapping[Key, tuple[Point, float]]], None],
    ) -> None:
        self.scene, self.drafting, self.warming, self.spread = scene, drafting, warming, spread
        self.benches = Benches(scene)
        self.fingers = Fingers(scene, self.benches)
        self.view = PairingView(scene, self.benches, self.fingers)
        self._rng = random.Random(0)

    # The benches ---------------------------------------------------------------------------------

    def arrange(self) -> None:
        self.benches.arrange()
        self.warming.begin(max(8, round(self.benches.side * self.scene.context.scale)))
        self.fingers.forget()

    def refresh(self) -> None:
        self.benches.refresh()

    def rest(self) -> None:
        self.fingers.forget()
        for place in self.benches.all:
            place.bench.lose_all()

    @property
    def moving(self) -> bool:
        return any(place.bench.moving for place in self.benches.all)

    def ambient(self, seconds: float) -> bool:
        for tray in self.scene.trays:
            tray.score = None
        if not self.scene.timeline.moving:
            self.warming.tick()
        self._advance()
        changed = [place.bench.tick(seconds) for place in self.benches.all]
        return self._say_prompts() or any(changed)

    # Hands ---------------------------------------------------------------------------------------

    def touch(self, intent: Intent, otherwise: Callable[[Intent], None]) -> None:
        if not self.fingers.on(intent):
            otherwise(intent)

    def gesture(self, intent: Intent) -> None:
        self.fingers.gesture(intent)

    def spots(self) -> list[Spot]:
        return [*self.fingers.spots(), *self.view.spots()]

    def pick(self, spot: Pick) -> None:
        match spot:
            case Say(seat, word) if word in [one.word for one in self.view.choices(seat)]:
                self.say(self.benches.places[seat], word)
            case Beside(number, knob) if place := self.benches.at(number):
                if knob is Knob.LAY:
                    self.say(place, "lay")
                else:
                    self.fingers.use(place, knob)
            case Thing(number, key) if place := self.benches.at(number):
                if key in place.bench.world:
                    self.fingers.tap(place, key)

    def let_go(self) -> None:
        """Nothing is chosen any more."""
        for place in self.benches.places:
            place.chosen = None

    @property
    def holding(self) -> bool:
        chosen = any(place.chosen is not None for place in self.benches.places)
        return chosen or self.fingers.holding

    # What people say -----------------------------------------------------------------------------

    def say(self, place: Place, word: str) -> None:
        """A button: keep, anew, rest, done, change or lay."""
        bench = place.bench
        self.scene.sound("button", self.scene.trays[place.seat].frame.center)
        match word:
            case "keep":
                place.answer = "keep"
            case "anew":
                place.answer = "anew"
                bench.fixed = 0
                for key in list(bench.twins):
                    bench.open(key)
            case "rest":
                self._join_rest(place)
            case "done":
                place.done, place.chosen = bench.complete, None
                bench.tidy()
            case "change":
                place.done = False
                if place.answer == "keep":
                    place.answer = ""
            case "lay":
                if bench.complete:
                    self._play([Start(bench.pairs[0])])
        self._advance()

    def _join_rest(self, place: Place) -> None:
        """The loose pieces become pairs, equal colours as seldom as possible (WM-1)."""
        bench = place.bench
        place.chosen = None
        loose = bench.loose
        for pair in proposal([bench.colours[piece] for piece in loose], self._rng):
            places = bench.places()
            first = next(p for p in loose if bench.colours[p] == pair.first)
            rest = [p for p in loose if p != first and bench.colours[p] == pair.second]
            second = min(rest, key=lambda p: abs(places[p].spot - places[first].spot))
            loose = [p for p in loose if p not in (first, second)]
            bench.join(first, second, (pair.side, pair.other))
        bench.tidy()

    def _advance(self) -> None:
        """Play what has been said, once the rules ask for it."""
        scene, table = self.scene, self.scene.state
        seat = scene.asked
        if seat is None or scene.waiting is not None or table.phase not in ("review", "pairing"):
            return
        place = self.benches.places[seat]
        if table.phase == "review" and place.answer:
            self._play([KEEP if place.answer == "keep" else REOPEN])
        elif table.phase == "pairing" and place.done:
            self._play([Join(pair) for pair in place.bench.pairs[place.bench.fixed :]])

    def _play(self, moves: Sequence[Move]) -> None:
        """Moves that a button has already agreed to."""
        for move in moves:
            if not self.scene.commit(move):
                return
            if self.scene.waiting is not None:
                self.scene.consent(True)

    # Steps ---------------------------------------------------------------------------------------

    def animate(self, step: Step) -> Motion | None:
        if isinstance(step.move, Deal):
            return self._dealing(step)
        if isinstance(step.move, Join):
            return self._joining(step.move.pair, self.benches.places[step.seat])
        return None

    def _joining(self, pair: Pair, place: Place) -> Motion | None:
        """A pair that is not on the bench yet comes about."""
        bench, made = place.bench, len(self.scene.state.pairs[place.seat])
        if bench.pairs[made : made + 1] == (pair,) or len(bench.pairs) != made:
            return None
        seen = bench.places()
        ways = [
            (abs(seen[a].spot - seen[b].spot), a, b)
            for a in bench.loose if bench.colours[a] == pair.first
            for b in bench.loose if b != a and bench.colours[b] == pair.second
        ]
        if not ways:
            return None
        _, first, second = min(ways)
        bench.join(first, second, (pair.side, pair.other))
        return Wait(JOINING)

    def _dealing(self, step: Step) -> Motion:
        """All pieces fly from the box, joined already."""
        after: Table = self.scene.match.states[step.index + 1]

        def begin() -> None:
            for place in self.benches.places:
                pairs = tuple(pair for pair in after.pairs[place.seat] if pair is not None)
                place.bench.fill(NONE, pairs, place.seat)
            self.benches.fly_in(self._from_box())
            self.scene.sound("box_open", self.scene.layout.board.center)

        pieces = sum(len(own) for own in after.pairs) * 2
        reduced = self.scene.timeline.reduced
        flight = Wait(0.1 if reduced else STAGGER * pieces + FLYING)
        return Chain(self.warming, Call(begin), flight)

    def _from_box(self) -> Callable[[Seat, int], Single | None]:
        """The pieces as they lie in the full box, from the top."""
        left = [EACH] * len(COLOURS)
        chest = self.drafting.chest

        def next_one(seat: Seat, colour: int) -> Single | None:
            left[colour] -= 1
            at, k = chest.place(colour, max(0, left[colour]))
            return Single(colour, at, 30.0 * k, chest.side)

        return next_one

    def _from_trays(self, before: Table) -> Callable[[Seat, int], Single | None]:
        """The pieces as they lay in the trays, one after the other."""
        left = [
            self.drafting.lying(tray, before.hands[tray.seat]) for tray in self.scene.trays
        ]

        def next_one(seat: Seat, colour: int) -> Single | None:
            found = next((one for one in left[seat] if one.colour == colour), None)
            if found is not None:
                left[seat].remove(found)
            return found

        return next_one

    def happened(self, step: Step) -> None:
        """Pieces come from the trays when the start pair lies; pairs go there when play begins."""
        if isinstance(step.move, Start):
            self.benches.fly_in(self._from_trays(self.scene.match.states[step.index]))
        elif isinstance(step.move, Deal):
            self.scene.sound("acrylic_click", self.scene.layout.board.center)
        if self.scene.state.phase in ("play", "over"):
            self.spread({
                key_of(seat, number): (first.at, first.degrees)
                for seat, pairs in self.benches.lying.items()
                for number, (first, _) in pairs.items()
            })

    # Words and marks -----------------------------------------------------------------------------

    def prompt(self, seat: Seat) -> str:
        """What a seat should do now."""
        table, t = self.scene.state, self.scene.t
        if table.phase == "start":
            return t("walomino.preparing.start") if seat == table.turn else ""
        place = self.benches.places[seat]
        status = self.benches.status(place)
        if status == "review":
            return t("walomino.phase.review")
        if status != "joining":
            return t("walomino.preparing.ready") if status == "ready" else ""
        if place.bench.complete:
            return t("walomino.preparing.joined")
        if place.chosen is None:
            return t("walomino.preparing.joining")
        return t(f"walomino.preparing.{'pair' if place.chosen in place.bench.twins else 'piece'}")

    def _say_prompts(self) -> bool:
        """Everybody joins at once, so everybody is told what to do."""
        scene = self.scene
        if scene.state.phase == "deal" or scene.replaying:
            return False
        changed = False
        for tray in scene.trays:
            if tray.seat in scene.persons:
                before, tray.prompt = tray.prompt, self.prompt(tray.seat)
                changed = changed or before != tray.prompt
        return changed

    def hint_text(self, steps: Sequence[Move]) -> str:
        """A computer's wish in words."""
        move, t = steps[0], self.scene.t
        if isinstance(move, Join | Start):
            first, second = (
                t(f"walomino.colour.{COLOURS[colour]}")
                for colour in (move.pair.first, move.pair.second)
            )
            return t("walomino.preparing.hint.join", first=first, second=second)
        anew = isinstance(move, Reopen)
        return t(f"walomino.preparing.hint.{'anew' if anew else 'keep'}")

    def show_hint(self, steps: Sequence[Move]) -> None:
        """Mark two loose pieces that could become the pair."""
        scene, move = self.scene, steps[0]
        if not isinstance(move, Join):
            return
        bench = self.benches.places[scene.state.turn].bench
        found: list[int] = []
        for colour in (move.pair.first, move.pair.second):
            found += [
                piece for piece in bench.loose
                if piece not in found and bench.colours[piece] == colour
            ][:1]
        scene.marks += [
            Mark("hint", bench.middle_of(piece), scene.mark_radius) for piece in found
        ]

    def places_of(self, move: Move) -> tuple[str, ...]:
        """None: what lies on benches is no place that the rules know."""
        return ()

    def place_at(self, place: str) -> Point | None:
        return None

    # Painting ------------------------------------------------------------------------------------

    def paint(self, canvas: Canvas) -> None:
        if self.scene.state.phase == "deal":
            if not any(place.bench.colours for place in self.benches.places):
                self.drafting.paint(canvas)
                return
            self.drafting.chest.paint(canvas, (0,) * len(COLOURS))
        self.view.paint(canvas)

    def paint_tray(self, canvas: Canvas, tray: Tray) -> None:
        if self.scene.state.phase == "start":
            self.drafting.paint_tray(canvas, tray)
        else:
            self.view.paint_tray(canvas, tray)

    def paint_above(self, canvas: Canvas) -> None:
        self.view.paint_above(canvas)
