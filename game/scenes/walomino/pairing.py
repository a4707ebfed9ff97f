"""Joining pieces to pairs at the table, everybody at once (WM-4), and the start pair (WM-2).

Every seat has a bench in front of its tray. Any number of fingers of any seats work at the same
time: one that moves pushes, two pull a pair apart, one that does not move has tapped. Pieces are
joined by pushing, or by a tap on one and then on another; a tap on a pair shows knobs that turn
its pieces and open it. While a finger holds something, a tap beside it turns it, as do the wheel
and the keys for turning. Buttons in the trays say what a seat wants: keep dealt pairs, join the
rest, be done.
"""

import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from game.physics.click import Click, Clicked, Key
from game.rules.core.match import Step
from game.rules.core.protocol import Seat
from game.rules.walomino import state as rules
from game.rules.walomino.chain import Pair
from game.rules.walomino.state import SHARED, Move, Table
from game.rules.walong.geometry import COLOURS, EACH
from game.scenes.play.pointer_input import spot_at
from game.scenes.play.tray import Tray
from game.scenes.walomino.bench import WAYS, Bench
from game.scenes.walomino.benches import FLYING, STAGGER, START, Benches
from game.scenes.walomino.cloth import Cloth, paint_mats
from game.scenes.walomino.draft import Drafting
from game.scenes.walomino.phase import Beside, Host, Pick, PushingPhase, Say
from game.scenes.walomino.tray_buttons import PAIRING, TrayButton, beside_buttons, paint_buttons
from game.scenes.walong import knobs
from game.scenes.walong.art import halo
from game.scenes.walong.knobs import Knob
from game.scenes.walong.table import Loose
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.intents import Intent
from game.ui.layer import Spot
from game.ui.theme import GOLD, LAMP, mix
from game.ui.timeline import Call, Motion, Wait
from game.ui.timeline import Sequence as Chain

JOINING: Final = 0.34
"""Seconds to see a pair come about that others join."""
LEAST: Final = 36.0
"""Half the smallest spot, in units."""
CHOSEN: Final = mix(LAMP, GOLD, 0.45)
CLEARLY: Final = 0.75 * knobs.HALF
"""Knobs lie on the other side of a pair if there is so much more room, in units."""
ROOM: Final = 1.0
"""How far a knob keeps from the middle of its piece, in sides and half its own size."""
BETWEEN: Final = 2 * knobs.HALF + 8
"""Knobs keep so far from each other, in units."""


class Pairing(PushingPhase):
    """All benches, fingers on them, and what their seats say."""

    def __init__(
        self, scene: Host, cloth: Cloth, drafting: Drafting,
        receive: Callable[[list[Loose]], None],
    ) -> None:  # fmt: skip
        """`receive` lets the start pair be seen coming from these pieces to where it lies."""
        super().__init__(scene, cloth)
        self.drafting, self.receive = drafting, receive
        self.benches = Benches(scene, cloth)
        self._rng = random.Random(0)

    def arrange(self) -> None:
        self.benches.arrange()

    def refresh(self) -> None:
        self.benches.refresh()

    def ambient(self, seconds: float) -> None:
        self._advance()
        for bench in self.benches.all:
            bench.update()
        for event in self.cloth.update(seconds):
            if isinstance(event, Clicked):
                self.scene.sound("acrylic_click", self.cloth.middle(event.key))
        self.tell()

    # Pointers ------------------------------------------------------------------------------------

    def touch(self, intent: Intent, otherwise: Callable[[Intent], None]) -> None:
        if not self.push(intent) and not (intent.kind == "tap" and self._tap(intent.pos)):
            otherwise(intent)

    def movable(self, key: Key) -> bool:
        return any(key in bench.lying for bench in self.benches.active)

    def pulled(self, key: Key) -> None:
        bench = self._owner(key)
        # The tick that lays the start pair does not go away.
        if bench is not self.benches.start or key not in bench.joined:
            bench.chosen = None
        bench.pull(key)

    def dropped(self, key: Key, click: Click | None, intent: Intent) -> None:
        bench = self._owner(key)
        if click is None or intent.kind == "lost" or click.target.base not in self.cloth.world:
            self.cloth.world[key].loosen()
        else:
            made = bench.join(key, click.target.base, WAYS[click.target.pose])
            if bench is self.benches.start:
                bench.chosen = made

    def _owner(self, key: Key) -> Bench:
        return next(bench for bench in self.benches.all if key in bench.lying)

    def _tap(self, point: Point) -> bool:
        """A tap turns what is in hand on that bench, or chooses what it hits."""
        knob, bench = spot_at(point, self.knob_spots()), self.benches.at(point)
        if knob is not None:
            self.pick(knob)
        elif bench is None or not self.turn(bench.held, 1):
            key = self.cloth.under(point)
            if key is None or not self.movable(key):
                return False
            self._choose(self._owner(key), key)
        return True

    def gesture(self, intent: Intent) -> None:
        """The wheel, or a key for turning."""
        if intent.kind not in ("wheel", "turn") or not intent.value:
            return
        clockwise = (intent.value > 0) == (intent.kind == "turn")
        for bench in self.benches.active:
            if intent.kind == "wheel" and not bench.box.has(intent.pos):
                continue
            if not self.turn(bench.held, 1 if clockwise else -1) and intent.kind == "turn":
                self._use(bench, Knob.FIRST)

    # Spots ---------------------------------------------------------------------------------------

    def knob_spots(self) -> list[Spot]:
        return [
            Spot(Beside(bench.number, knob), at, knobs.HALF, round=True)
            for bench in self.benches.active
            for knob, at in knobs_of(bench, self.scene.layout.board).items()
        ]

    def spots(self) -> list[Spot]:
        """All things, knobs and buttons that people may pick now."""
        half = max(LEAST, 0.8 * self.cloth.camera.unit)
        things = [
            Spot(key, self.cloth.middle(key), half, round=True)
            for bench in self.benches.active for key in bench.lying
            if key in bench.loose or bench.openable(key)
        ]
        buttons = [
            Spot.over(Say(tray.seat, button.word), tray.frame.out_box(box))
            for tray in self.scene.trays for button, box in self.buttons(tray)
        ]
        return [*self.knob_spots(), *things, *buttons]

    def buttons(self, tray: Tray) -> list[tuple[TrayButton, Box]]:
        """The buttons in a tray and where they are, in its frame."""
        found = self.buttons_of(tray.seat)
        return list(zip(found, beside_buttons(tray.content, len(found))[1], strict=True))

    def buttons_of(self, seat: Seat) -> tuple[TrayButton, ...]:
        """What a person may say now."""
        if seat not in self.scene.persons or self.scene.replaying:
            return ()
        bench = self.benches.seats[seat]
        status = self.benches.status(bench)
        return PAIRING.get("joined" if status == "joining" and bench.complete else status, ())

    def pick(self, spot: Pick) -> None:
        match spot:
            case Say(seat, word) if word in [one.word for one in self.buttons_of(seat)]:
                self.say(self.benches.seats[seat], word)
            case Beside(number, knob) if bench := self.benches.at(number):
                self._use(bench, knob)
            case str(key) if self.movable(key):
                self._choose(self._owner(key), key)

    def _choose(self, bench: Bench, key: Key) -> None:
        """A piece or a pair was tapped: choose it, or join it to the chosen piece."""
        # Another finger may have joined the chosen piece in the meantime.
        chosen = bench.chosen if bench.chosen in bench.lying else None
        self.scene.clear_marks("hint")
        joined = bench.joined
        if key == chosen or (key in joined and not bench.openable(key)):
            bench.chosen = key if bench is self.benches.start and key in joined else None
        elif key in joined or chosen is None or chosen in joined:
            bench.chosen = key
            self.scene.sound("button", self.cloth.middle(key))
        else:
            bench.chosen = bench.join(chosen, key)
            self.scene.sound("acrylic_click", self.cloth.middle(bench.chosen))

    def _use(self, bench: Bench, knob: Knob) -> None:
        """A knob beside the chosen pair, if there is one."""
        key = bench.chosen
        if knob is Knob.CHECK:
            self.say(bench, "lay")
        elif key is not None and bench.openable(key):
            if knob is Knob.PART:
                bench.part(key)
                bench.chosen = None
            else:
                bench.chosen = bench.turn(key, second=knob is Knob.SECOND)

    def let_go(self) -> None:
        """Nothing is chosen any more."""
        for bench in self.benches.seats:
            bench.chosen = None

    @property
    def holding(self) -> bool:
        chosen = any(bench.chosen is not None for bench in self.benches.seats)
        return chosen or bool(self.cloth.world.grips)

    # What people say -----------------------------------------------------------------------------

    def say(self, bench: Bench, word: str) -> None:
        """A button: keep, anew, rest, done, change or lay."""
        self.scene.sound("button", self.scene.trays[bench.seat].frame.center)
        match word:
            case "keep":
                bench.answer = "keep"
            case "anew":
                bench.answer, bench.fixed = "anew", 0
                for key in bench.joined:
                    bench.part(key)
            case "rest":
                self._join_rest(bench)
            case "done":
                bench.done, bench.chosen = bench.complete, None
                bench.tidy()
            case "change":
                bench.done = False
                if bench.answer == "keep":
                    bench.answer = ""
            case "lay":
                if bench.complete:
                    self._play([rules.Start(bench.pairs[0])])
        self._advance()

    def _join_rest(self, bench: Bench) -> None:
        """The loose pieces become pairs, equal colours as seldom as possible (WM-1)."""
        bench.chosen = None
        for pair in rules.proposal([*bench.loose.values()], self._rng):
            first = next(key for key, colour in bench.loose.items() if colour == pair.first)
            self._join(bench, [first], pair)
        bench.tidy()

    def _join(self, bench: Bench, firsts: Sequence[Key], pair: Pair) -> bool:
        """Join one of these loose pieces and the nearest other one to a pair, if there are any."""
        world = self.cloth.world
        ways = [
            (abs(world[a].place.spot - world[b].place.spot), a, b)
            for a in firsts
            for b, colour in bench.loose.items() if b != a and colour == pair.second
        ]
        if ways:
            _, first, second = min(ways)
            key = bench.join(first, second, (pair.side, pair.other))
            self.scene.sound("acrylic_click", self.cloth.middle(key))
        return bool(ways)

    def _advance(self) -> None:
        """Play what has been said, once the rules ask for it."""
        scene, table = self.scene, self.scene.shown_state
        seat = scene.asked
        if seat is None or scene.waiting is not None or table.phase not in ("review", "pairing"):
            return
        bench = self.benches.seats[seat]
        if table.phase == "review" and bench.answer:
            self._play([rules.KEEP if bench.answer == "keep" else rules.REOPEN])
        elif table.phase == "pairing" and bench.done:
            self._play([rules.Join(pair) for pair in bench.pairs[bench.fixed :]])

    def _play(self, moves: Sequence[Move]) -> None:
        """Moves that a button has already agreed to."""
        for move in moves:
            if not self.scene.commit(move):
                return
            if self.scene.waiting is not None:
                self.scene.consent(True)

    # Steps ---------------------------------------------------------------------------------------

    def animate(self, step: Step) -> Motion | None:
        if isinstance(step.move, rules.Deal):
            after = self.scene.match.states[step.index + 1]
            # Final pairs go straight to their racks.
            return self._dealing(after) if after.phase == "review" else None
        if not isinstance(step.move, rules.Join):
            return None
        # A pair that is not on the bench yet comes about.
        bench, pair = self.benches.seats[step.seat], step.move.pair
        made = len(self.scene.shown_state.pairs[step.seat])
        if bench.pairs[made : made + 1] == (pair,) or len(bench.pairs) != made:
            return None
        firsts = [key for key, colour in bench.loose.items() if colour == pair.first]
        return Wait(JOINING) if self._join(bench, firsts, pair) else None

    def _dealing(self, after: Table) -> Motion:
        """All pieces fly from the full box, joined already, the topmost ones first."""
        pieces = sum(len(own) for own in after.pairs) * 2
        reduced = self.scene.timeline.reduced
        flight = Wait(0.1 if reduced else STAGGER * pieces + FLYING)
        return Chain(Call(partial(self.benches.deal, after)), Call(self._fly_out), flight)

    def happened(self, step: Step) -> None:
        """Pieces come from the trays when the start pair lies, the others from the box."""
        scene = self.scene
        if isinstance(step.move, rules.Draft):
            left = enumerate(scene.shown_state.box)
            pile = [self.drafting.chest.piece(hue, n) for hue, count in left for n in range(count)]
            self.benches.fly_in({START: pile})
            self.drafting.leave()
        elif isinstance(step.move, rules.Start):
            hands = scene.match.states[step.index].hands
            self.benches.fly_in(
                {tray.seat: self.drafting.lying(tray, hands[tray.seat]) for tray in scene.trays}
            )
        elif isinstance(step.move, rules.Deal):
            scene.sound("acrylic_click", scene.layout.board.center)
            if scene.shown_state.phase == "play":
                self.receive(self._fly_out())
                self.drafting.leave(STAGGER * SHARED + FLYING)
            else:
                self.drafting.leave()

    def _fly_out(self) -> list[Loose]:
        """All pieces on the cloth come from the full box; those that stay in it."""
        chest, numbers = self.drafting.chest, range(EACH - 1, -1, -1)
        pile = [chest.piece(colour, n) for colour in range(len(COLOURS)) for n in numbers]
        self.benches.fly_in(dict.fromkeys((*range(self.scene.match.seats), START), pile))
        self.scene.sound("box_open", self.scene.layout.board.center)
        return pile

    # Words and marks -----------------------------------------------------------------------------

    def prompt(self, seat: Seat) -> str:
        """What a seat should do now."""
        table, t = self.scene.shown_state, self.scene.t
        if table.phase == "start":
            word = "start" if self.benches.start.complete else "joining"
            return t(f"walomino.preparing.{word}") if seat == table.turn else ""
        bench = self.benches.seats[seat]
        status = self.benches.status(bench)
        if status == "review":
            return t("walomino.phase.review")
        if status != "joining":
            others = map(self.benches.status, self.benches.seats)
            waits = status == "ready" and not {"review", "joining"}.isdisjoint(others)
            return t("walomino.preparing.ready") if waits else ""
        if bench.complete:
            return t("walomino.preparing.joined")
        if bench.chosen is None:
            return t("walomino.preparing.joining")
        return t(f"walomino.preparing.{'pair' if bench.chosen in bench.joined else 'piece'}")

    def seat_at(self, point: Point) -> Seat | None:
        bench = self.benches.at(point)
        return None if bench is None else bench.seat

    def tell(self) -> None:
        """Everybody joins at once, so everybody is told what to do, and how far they are."""
        scene = self.scene
        if scene.shown_state.phase == "deal" or scene.replaying:
            return
        for tray in scene.trays:
            if tray.seat in scene.persons:
                tray.prompt = self.prompt(tray.seat)
            state, made = scene.shown_state, len(self.benches.seats[tray.seat].pairs)
            if state.phase in ("review", "pairing"):
                pairs = rules.share(state)
                tray.note = scene.t("walomino.preparing.progress", n=made, all=pairs)

    def place_at(self, place: str) -> Point | None:
        """A loose piece: its colour, and how many like it lie before it, as things are renamed."""
        colour, number = place[:1], place[1:]
        loose = self.benches.seats[self.scene.shown_state.turn].loose
        alike = [key for key, own in loose.items() if COLOURS[own] == colour]
        found = number.isdigit() and int(number) < len(alike)
        return self.cloth.middle(alike[int(number)]) if found else None

    # Painting ------------------------------------------------------------------------------------

    def paint(self, canvas: Canvas) -> None:
        if self.scene.shown_state.phase == "deal":
            if not self.cloth.lying:
                self.drafting.paint(canvas)
                return
            self.drafting.chest.paint(canvas, (0,) * len(COLOURS))
        if self.scene.shown_state.phase in ("review", "pairing"):
            canvas.group((), paint_mats, [
                (bench.box, self.scene.trays[bench.seat].color, bench in self.benches.active)
                for bench in self.benches.seats
            ])
        for bench in self.benches.active:
            key = bench.chosen
            for piece in self.cloth.seen(key) if key is not None and key in bench.lying else ():
                halo(canvas, piece.at, self.cloth.camera.unit, CHOSEN)
        self.cloth.paint(canvas)

    def paint_tray(self, canvas: Canvas, tray: Tray) -> None:
        """What is joined, or said about it, in a seat's tray."""
        if self.scene.shown_state.phase == "start":
            self.drafting.paint_tray(canvas, tray)
        paint_buttons(canvas, self.scene.t, self.buttons(tray))

    def paint_above(self, canvas: Canvas) -> None:
        """Pieces in the air, and the knobs beside a chosen pair."""
        self.cloth.paint_gliding(canvas)
        for bench in self.benches.active:
            turn = self.scene.trays[bench.seat].frame.turn
            knobs.draw(canvas, knobs_of(bench, self.scene.layout.board), turn)


def knobs_of(bench: Bench, board: Box) -> dict[Knob, Point]:
    """Where the knobs lie: beyond the first and the second piece, and beside both on the roomier
    side of the board first.
    """
    key = bench.chosen
    if key is None or not bench.openable(key) or bench.held:
        return {}
    names = list(Knob)[: 4 if bench.number == START else 3]
    a, b = (complex(*heart) for heart in bench.cloth.hearts(key))
    far = bench.cloth.camera.unit * ROOM + knobs.HALF + 6
    way, middle = (a - b) / abs(a - b) * far, (a + b) / 2
    aside = way * 1j
    inward = (aside * (complex(*board.center) - middle).conjugate()).real / far
    if inward < -CLEARLY:  # in the middle they do not change sides while the pair turns
        aside = -aside
    wishes = [(at.real, at.imag) for at in (a + way, b - way, middle + aside, middle - aside)]
    places = knobs.keep_apart(wishes[: len(names)], (), BETWEEN, board.inset(4))
    return dict(zip(names, places, strict=True))
