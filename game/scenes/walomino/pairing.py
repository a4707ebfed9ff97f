"""Joining pieces to pairs at the table, everybody at once (WM-4), and the start pair (WM-2).

Every seat has a bench in front of its tray. Any number of fingers of any seats work at the same
time: one that moves pushes, two pull a pair apart, one that does not move has tapped. Pieces are
joined by pushing, or by a tap on one and then on another; a tap on a pair shows knobs that turn
its pieces and open it. While a finger holds something, a tap beside it turns it, as do the wheel
and the keys for turning. Buttons in the trays say what a seat wants: keep dealt pairs, join the
rest, be done.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from game.physics.click import Key
from game.physics.place import STEP
from game.rules.core.match import Step
from game.rules.core.protocol import Seat
from game.rules.walomino.chain import Pair
from game.rules.walomino.game import Deal, Join, Move, Reopen, Start, Table
from game.rules.walomino.state import KEEP, NONE, REOPEN, proposal
from game.rules.walong.geometry import COLOURS, EACH
from game.scenes.play.marks import Mark
from game.scenes.play.tray import Tray
from game.scenes.walomino.bench import Bench
from game.scenes.walomino.benches import FLYING, STAGGER, Benches
from game.scenes.walomino.cloth import key_of
from game.scenes.walomino.draft import Drafting
from game.scenes.walomino.pairing_view import PairingView, knob_spots
from game.scenes.walomino.phase import Beside, Host, Knob, Phase, Pick, Say, Thing
from game.scenes.walomino.pieces import Warming
from game.ui.canvas import Canvas
from game.ui.frame import Point
from game.ui.intents import Intent
from game.ui.layer import Spot
from game.ui.timeline import Call, Motion, Wait
from game.ui.timeline import Sequence as Chain

JOINING: Final = 0.34
"""Seconds to see a pair come about that others join."""
LEAST: Final = 36.0
"""Half the smallest spot, in units."""


@dataclass(slots=True)
class Press:
    """A pointer that went down on a thing; it holds it once it has moved."""

    bench: Bench
    key: Key
    point: Point
    holds: bool = False


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
        self.view = PairingView(scene, self.benches)
        self._rng = random.Random(0)
        self._down: dict[str, Press] = {}
        self._spent: set[str] = set()
        """Pointers whose tap has served already."""

    def arrange(self) -> None:
        self.benches.arrange()
        self.warming.begin(max(8, round(self.benches.side * self.scene.context.scale)))
        self._forget()

    def refresh(self) -> None:
        self.benches.refresh()

    def rest(self) -> None:
        self._forget()
        for bench in self.benches.all:
            bench.lose_all()

    def _forget(self) -> None:
        self._down.clear()
        self._spent.clear()

    @property
    def moving(self) -> bool:
        return bool(self.drafting.astray) or any(bench.moving for bench in self.benches.all)

    def ambient(self, seconds: float) -> bool:
        for tray in self.scene.trays:
            tray.score = None
        if not self.scene.timeline.moving:
            self.warming.tick()
        self._advance()
        changed = [bench.tick(seconds) for bench in self.benches.all]
        changed.append(self.drafting.make_room(seconds))
        return self._say_prompts() or any(changed)

    # Pointers ------------------------------------------------------------------------------------

    def touch(self, intent: Intent, otherwise: Callable[[Intent], None]) -> None:
        react = {
            "press": self._press, "drag": self._drag, "release": self._release,
            "lost": self._release, "tap": self._tap,
        }.get(intent.kind)
        if react is None or not react(intent):
            otherwise(intent)

    def _press(self, intent: Intent) -> bool:
        self._spent.discard(intent.pointer)
        bench, key = self._under(intent.pos)
        if bench is None or key is None:
            return False
        press = self._down[intent.pointer] = Press(bench, key, intent.pos)
        if key in bench.held:
            self._take_hold(intent.pointer, press)
            self._spent.add(intent.pointer)
        return True

    def _under(self, point: Point) -> tuple[Bench | None, Key | None]:
        """The bench under a point, and the thing there; nothing where a knob is."""
        active, board = self.benches.active, self.scene.layout.board
        if any(spot.box.has(point) for bench in active for spot in knob_spots(bench, board)):
            return None, None
        for bench in active:
            if bench.box.has(point, 8):
                return bench, bench.at(point)
        return None, None

    def _take_hold(self, pointer: str, press: Press) -> None:
        press.holds = True
        # The tick that lays the start pair does not go away.
        starts = press.bench is self.benches.start and press.key in press.bench.twins
        press.bench.chosen = press.key if starts else None
        press.bench.grip(pointer, press.point, press.key)

    def _drag(self, intent: Intent) -> bool:
        press = self._down.get(intent.pointer)
        if press is None:
            return False
        if press.bench not in self.benches.active or press.key not in press.bench.world:
            if not press.holds:
                del self._down[intent.pointer]
                return True
        elif not press.holds and intent.moved:
            self._take_hold(intent.pointer, press)
        if press.holds:
            press.bench.drag(intent.pointer, intent.pos)
        return True

    def _release(self, intent: Intent) -> bool:
        press = self._down.pop(intent.pointer, None)
        if press is None or not press.holds:
            return False
        self._spent.add(intent.pointer)
        made = press.bench.release(intent.pointer, joins=intent.kind == "release")
        if made is not None and press.bench is self.benches.start:
            press.bench.chosen = made
        return True

    def _tap(self, intent: Intent) -> bool:
        if intent.pointer in self._spent:
            self._spent.discard(intent.pointer)
            return True
        bench, key = self._under(intent.pos)
        if bench is None:
            return False
        if key is None or key in bench.held:
            return self._turn_held(bench, 1)
        self._choose(bench, key)
        return True

    def _turn_held(self, bench: Bench, steps: int) -> bool:
        """What is in hand on this bench turns clockwise; False if nothing is."""
        for key in bench.held:
            bench.world[key].turn(-steps * STEP)
        return bool(bench.held)

    def gesture(self, intent: Intent) -> None:
        """The wheel, or a key for turning."""
        if intent.kind not in ("wheel", "turn") or not intent.value:
            return
        clockwise = (intent.value > 0) == (intent.kind == "turn")
        for bench in self.benches.active:
            if intent.kind == "wheel" and not bench.box.has(intent.pos):
                continue
            if not self._turn_held(bench, 1 if clockwise else -1) and intent.kind == "turn":
                self._use(bench, Knob.FIRST)

    # Spots ---------------------------------------------------------------------------------------

    def spots(self) -> list[Spot]:
        """All things, knobs and buttons that people may pick now."""
        found: list[Spot] = []
        for bench in self.benches.active:
            half = max(LEAST, 0.8 * bench.side)
            found += knob_spots(bench, self.scene.layout.board)
            found += [
                Spot(Thing(bench.number, key), bench.middle(key), half, round=True)
                for key in bench.world.things
                if key not in bench.twins or bench.openable(key)
            ]
        return [*found, *self.view.spots()]

    def pick(self, spot: Pick) -> None:
        match spot:
            case Say(seat, word) if word in [one.word for one in self.view.choices(seat)]:
                self.say(self.benches.seats[seat], word)
            case Beside(number, knob) if bench := self.benches.at(number):
                self._use(bench, knob)
            case Thing(number, key) if bench := self.benches.at(number):
                if key in bench.world:
                    self._choose(bench, key)

    def _choose(self, bench: Bench, key: Key) -> None:
        """A piece or a pair was tapped: choose it, or join it to the chosen piece."""
        # Another finger may have joined the chosen piece in the meantime.
        chosen = bench.chosen if bench.chosen and bench.chosen in bench.world else None
        self.scene.clear_marks("hint")
        if key == chosen or (key in bench.twins and not bench.openable(key)):
            bench.chosen = key if bench is self.benches.start and key in bench.twins else None
        elif key in bench.twins or chosen is None or chosen in bench.twins:
            bench.chosen = key
            self.scene.sound("button", bench.middle(key))
        else:
            bench.chosen = bench.join(int(chosen), int(key))

    def _use(self, bench: Bench, knob: Knob) -> None:
        """A knob beside the chosen pair, if there is one."""
        key = bench.chosen
        if knob is Knob.LAY:
            self.say(bench, "lay")
        elif key is not None and bench.openable(key):
            if knob is Knob.OPEN:
                bench.open(key)
                bench.chosen = None
            else:
                bench.turn(key, bench.pieces_of(key)[knob is Knob.SECOND])

    def let_go(self) -> None:
        """Nothing is chosen any more."""
        for bench in self.benches.seats:
            bench.chosen = None

    @property
    def holding(self) -> bool:
        chosen = any(bench.chosen is not None for bench in self.benches.seats)
        return chosen or any(press.holds for press in self._down.values())

    # What people say -----------------------------------------------------------------------------

    def say(self, bench: Bench, word: str) -> None:
        """A button: keep, anew, rest, done, change or lay."""
        self.scene.sound("button", self.scene.trays[bench.seat].frame.center)
        match word:
            case "keep":
                bench.answer = "keep"
            case "anew":
                bench.answer, bench.fixed = "anew", 0
                for key in list(bench.twins):
                    bench.open(key)
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
                    self._play([Start(bench.pairs[0])])
        self._advance()

    def _join_rest(self, bench: Bench) -> None:
        """The loose pieces become pairs, equal colours as seldom as possible (WM-1)."""
        bench.chosen = None
        for pair in proposal([bench.colours[piece] for piece in bench.loose], self._rng):
            first = next(p for p in bench.loose if bench.colours[p] == pair.first)
            self._join(bench, [first], pair)
        bench.tidy()

    def _join(self, bench: Bench, firsts: Sequence[int], pair: Pair) -> bool:
        """Join one of these loose pieces and the nearest other one to a pair, if there are any."""
        places = bench.places()
        ways = [
            (abs(places[a].spot - places[b].spot), a, b)
            for a in firsts
            for b in bench.loose if b != a and bench.colours[b] == pair.second
        ]
        if ways:
            _, first, second = min(ways)
            bench.join(first, second, (pair.side, pair.other))
        return bool(ways)

    def _advance(self) -> None:
        """Play what has been said, once the rules ask for it."""
        scene, table = self.scene, self.scene.state
        seat = scene.asked
        if seat is None or scene.waiting is not None or table.phase not in ("review", "pairing"):
            return
        bench = self.benches.seats[seat]
        if table.phase == "review" and bench.answer:
            self._play([KEEP if bench.answer == "keep" else REOPEN])
        elif table.phase == "pairing" and bench.done:
            self._play([Join(pair) for pair in bench.pairs[bench.fixed :]])

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
            return self._dealing(self.scene.match.states[step.index + 1])
        if not isinstance(step.move, Join):
            return None
        # A pair that is not on the bench yet comes about.
        bench, pair = self.benches.seats[step.seat], step.move.pair
        made = len(self.scene.state.pairs[step.seat])
        if bench.pairs[made : made + 1] == (pair,) or len(bench.pairs) != made:
            return None
        firsts = [piece for piece in bench.loose if bench.colours[piece] == pair.first]
        return Wait(JOINING) if self._join(bench, firsts, pair) else None

    def _dealing(self, after: Table) -> Motion:
        """All pieces fly from the full box, joined already, the topmost ones first."""
        def begin() -> None:
            for bench in self.benches.seats:
                pairs = tuple(pair for pair in after.pairs[bench.seat] if pair is not None)
                bench.fill(NONE, pairs, bench.seat)
            chest, numbers = self.drafting.chest, range(EACH - 1, -1, -1)
            pile = [chest.piece(colour, n) for colour in range(len(COLOURS)) for n in numbers]
            self.benches.fly_in([pile] * len(self.benches.seats))
            self.scene.sound("box_open", self.scene.layout.board.center)

        pieces = sum(len(own) for own in after.pairs) * 2
        reduced = self.scene.timeline.reduced
        flight = Wait(0.1 if reduced else STAGGER * pieces + FLYING)
        return Chain(self.warming, Call(begin), flight)

    def happened(self, step: Step) -> None:
        """Pieces come from the trays when the start pair lies; pairs go there when play begins."""
        scene = self.scene
        if isinstance(step.move, Start):
            hands = scene.match.states[step.index].hands
            self.benches.fly_in(
                [self.drafting.lying(tray, hands[tray.seat]) for tray in scene.trays]
            )
        elif isinstance(step.move, Deal):
            scene.sound("acrylic_click", scene.layout.board.center)
        if scene.state.phase in ("play", "over"):
            starts = {}
            for bench in self.benches.seats:
                seen = bench.seen()
                for number, twin in enumerate(bench.twins.values()):
                    first = seen[twin.first]
                    starts[key_of(bench.seat, number)] = first.at, first.degrees
            self.spread(starts)

    # Words and marks -----------------------------------------------------------------------------

    def prompt(self, seat: Seat) -> str:
        """What a seat should do now."""
        table, t = self.scene.state, self.scene.t
        if table.phase == "start":
            return t("walomino.preparing.start") if seat == table.turn else ""
        bench = self.benches.seats[seat]
        status = self.benches.status(bench)
        if status == "review":
            return t("walomino.phase.review")
        if status != "joining":
            return t("walomino.preparing.ready") if status == "ready" else ""
        if bench.complete:
            return t("walomino.preparing.joined")
        if bench.chosen is None:
            return t("walomino.preparing.joining")
        return t(f"walomino.preparing.{'pair' if bench.chosen in bench.twins else 'piece'}")

    def seat_at(self, point: Point) -> Seat | None:
        active = self.benches.active
        return next((bench.seat for bench in active if bench.box.has(point)), None)

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
        bench = self.benches.seats[scene.state.turn]
        found: list[int] = []
        for colour in (move.pair.first, move.pair.second):
            found += [
                piece for piece in bench.loose
                if piece not in found and bench.colours[piece] == colour
            ][:1]
        scene.marks += [
            Mark("hint", bench.middle_of(piece), scene.mark_radius) for piece in found
        ]

    # Painting ------------------------------------------------------------------------------------

    def paint(self, canvas: Canvas) -> None:
        if self.scene.state.phase == "deal":
            if not any(bench.colours for bench in self.benches.seats):
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
