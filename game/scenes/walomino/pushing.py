"""Walomino once everybody has pairs: they are pushed, not lifted, against the ends of a chain.

All pairs lie on the same cloth as bodies that can be shoved about; a pair that is pushed along
the chain clicks in where the rules let it, and counts when it is let go there. A tap on a pair
shows where it may go, and it is pushed there by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from game.physics.click import Target
from game.physics.events import Bump, Clicked, Key, PulledOut, Refused
from game.rules.core.match import Step
from game.rules.core.protocol import Seat
from game.rules.walomino.chain import Pair
from game.rules.walomino.game import Attach, Move, Pass
from game.rules.walomino.state import attaches
from game.rules.walong.geometry import COLOURS, HOME, centre
from game.scenes.walomino.animation import Push, Settle
from game.scenes.walomino.choice import Choice
from game.scenes.walomino.cloth import Cloth, key_of
from game.scenes.walomino.layout import Rack, rack
from game.scenes.walomino.phase import Button, Host, Phase, Pick
from game.scenes.walomino.pushing_input import Hands
from game.scenes.walomino.pushing_view import PushingView
from game.scenes.walong.table import WalongTable
from game.ui.canvas import Canvas
from game.ui.focus import Spot
from game.ui.frame import Point
from game.ui.intents import Intent
from game.ui.timeline import Motion, Tween, Wait, between, ease_in_out

WAY_ROUND: Final = 3.4
"""Sides that are seen around the chain's outermost centres: pairs can be pushed past it there."""
SPREADING: Final = 0.9
"""Seconds that the pairs take to the trays when play begins."""
SMALLEST: Final = 20.0
NOTCH: Final = 1.13
"""The smallest side in units the view may come to, and from one notch to the next."""
HUSH: Final = 0.16
"""Seconds between two noises of the same push."""
LOUD: Final = 0.8
"""Slower bumps are not heard, in sides per second."""
RUB: Final = 0.9
"""Slower sliding is not heard, in sides per second."""
NOBODY: Final = Pair(0, 0, 0, 0)
"""Keeps the place of a pair that was laid before anybody looked."""


class Pushing(Phase):
    """The chain, everybody's pairs on one cloth, and what is heard and seen of pushing them."""

    def __init__(self, scene: Host) -> None:
        self.scene = scene
        self.cloth = Cloth()
        self.choice = Choice(scene, self.cloth)
        self.hands = Hands(scene, self.cloth, self.choice)
        self.view = PushingView(scene, self.cloth, self.choice)
        self._racks: list[Rack] = []
        self._quiet = 0.0

    # What lies where -----------------------------------------------------------------------------

    def arrange(self) -> None:
        self.hands.forget()
        box, scale = self.scene.layout.board.inset(6), self.scene.context.scale
        self.cloth.arrange(WalongTable(box, scale, rim=WAY_ROUND), self.scene.size)

    def refresh(self) -> None:
        scene, state = self.scene, self.scene.state
        board, camera = self.cloth.board, self.cloth.camera
        first = not board.laid
        playing = state.phase in ("play", "over")
        pieces = state.chain.pieces.pieces if playing else ()
        board.show((pose, COLOURS[colour]) for pose, colour in pieces)
        self._racks = self._find_racks()
        anchors = self.cloth.anchors()
        # The view follows the chain; sides are at most so large that all pairs find room.
        widest = min((one.side for one in self._racks), default=SMALLEST)
        camera.notches = _notches(widest, scene.context.scale)
        places = board.places() or [centre(HOME)]
        if first:
            camera.fit(places)
        camera.follow(places)
        if first or scene.timeline.reduced:
            camera.jump()
            self.cloth.hold_still({} if first else anchors)
        self._lay({
            key_of(seat, number): (seat, number, pair)
            for seat, pairs in enumerate(state.pairs if playing else ())
            for number, pair in enumerate(pairs) if pair is not None
        })

    def _lay(self, wanted: Mapping[Key, tuple[Seat, int, Pair]]) -> None:
        """Let exactly these pairs lie loose, and the chain fast."""
        for key in [key for key in self.cloth.lying if key not in wanted]:
            self.cloth.remove(key)
        self.cloth.lay([pose for pose, _ in self.cloth.board.laid])
        for key, (seat, number, pair) in wanted.items():
            if key not in self.cloth.lying:
                at, k = self._racks[seat].places[number]
                self.cloth.add(seat, number, pair, at, 30.0 * k)

    def _find_racks(self) -> list[Rack]:
        """Where everybody's pairs lay when play began."""
        match = self.scene.match
        states = match.states[: match.cursor + 1]
        begun = next((s for s in states if s.phase in ("play", "over")), None)
        if begun is None:
            return []
        return [
            rack(tray, [pair or NOBODY for pair in begun.pairs[tray.seat]])
            for tray in self.scene.trays
        ]

    def spread(self, starts: Mapping[Key, tuple[Point, float]]) -> None:
        """Let pairs glide from where they were joined (first centre, degrees) to the trays."""
        goals = {
            key: self._racks[lying.seat].places[lying.number]
            for key, lying in self.cloth.lying.items() if key in starts
        }

        def show(share: float) -> None:
            for key, (at, k) in goals.items():
                if key in self.cloth.world and key not in self.cloth.grips.values():
                    begun, degrees = starts[key]
                    turn = (30.0 * k - degrees + 180) % 360 - 180
                    self.cloth.put(key, between(begun, at, share), degrees + turn * share)

        if not self.scene.timeline.reduced:
            show(0.0)
            seconds = SPREADING * self.scene.context.settings.pace
            self.scene.timeline.play(Tween(seconds, show, ease_in_out))

    def aim(self) -> None:
        """Tell the world which poses are legal for whoever is asked, and that no others are."""
        fitting = self.choice.fitting = {}
        seat, table = self.scene.asked, self.scene.latest
        if seat is not None and table.phase == "play":
            for move in attaches(table, seat):
                fitting.setdefault(move.number, []).append(move.pose)
        for key, lying in self.cloth.lying.items():
            poses = fitting.get(lying.number, ()) if lying.seat == seat else ()
            self.cloth.world.aim(key, [Target(pose) for pose in poses])

    # Hands ---------------------------------------------------------------------------------------

    def touch(self, intent: Intent, otherwise: Callable[[Intent], None]) -> None:
        self.hands.touch(intent, otherwise)

    def gesture(self, intent: Intent) -> None:
        self.hands.gesture(intent)

    def spots(self) -> list[Spot]:
        return self.choice.spots()

    def pick(self, spot: Pick) -> None:
        self.choice.pick(spot)

    def grab(self, spot: Pick) -> bool:
        self.choice.leave_handle()
        return spot is Button.SPIN

    def carry(self, point: Point) -> None:
        self.choice.pull(point)

    def drop(self, key: Pick | None, point: Point) -> None:
        self.choice.leave_handle()

    def let_go(self) -> None:
        self.hands.rest()
        self.choice.forget()
        self.choice.leave_handle()
        self.scene.say_prompt()
        self.scene.stale = True

    def rest(self) -> None:
        self.hands.rest()

    @property
    def holding(self) -> bool:
        return self.choice.number is not None or bool(self.cloth.grips)

    # Steps ---------------------------------------------------------------------------------------

    def animate(self, step: Step) -> Motion | None:
        move, pace = step.move, self.scene.context.settings.pace
        if isinstance(move, Pass):
            return Wait(0.5 * pace)
        key = key_of(step.seat, move.number)
        if key not in self.cloth.world:
            return None
        click, target = self.cloth.world.click(key), Target(move.pose)
        if click is not None and click.target == target:
            return Settle(self.cloth, key)
        return None if self.scene.timeline.reduced else Push(self.cloth, key, target, pace)

    def happened(self, step: Step) -> None:
        if isinstance(step.move, Pass):
            self.scene.sound("refuse", self.scene.trays[step.seat].score_at())
        elif self.scene.timeline.reduced:
            self.scene.sound("acrylic_click", self.cloth.board.centre(step.move.pose))

    # Time ----------------------------------------------------------------------------------------

    @property
    def moving(self) -> bool:
        return self.cloth.board.moving or self.view.shines.moving or not self.cloth.world.rests

    def ambient(self, seconds: float) -> bool:
        moved = self.cloth.camera.moving and not self.cloth.grips
        changed, events = self.cloth.update(seconds)
        self._quiet = max(0.0, self._quiet - seconds)
        for event in events:
            match event:
                case Clicked():
                    self._clicked(event)
                case PulledOut():
                    self.scene.sound("acrylic_slide", self.cloth.middle(event.key))
                case Refused():
                    self._not_there(event)
                case Bump(strength=strength) if strength > LOUD and not self._quiet:
                    self.scene.sound("acrylic_bump", self.cloth.camera.point(event.spot))
                    self._quiet = HUSH
        for key in set(self.cloth.grips.values()):
            if self.cloth.world.sliding(key) > RUB and not self._quiet:
                self.scene.sound("acrylic_slide", self.cloth.middle(key))
                self._quiet = 3 * HUSH
        if moved:
            self.scene.clear_marks("refusal", "hint", "last")
        return self.view.shines.update(seconds) or changed or bool(events)

    def _clicked(self, event: Clicked) -> None:
        rich = len(event.click.joints) > 1
        at = self.cloth.middle(event.key)
        self.scene.sound("acrylic_click_double" if rich else "acrylic_click", at)
        if self.cloth.lying[event.key].seat in self.scene.persons:
            self.scene.context.rumble(0.9 if rich else 0.6, 0.12 if rich else 0.08)
        self.view.shines.light(event.click.joints)
        self.scene.clear_marks("refusal")

    def _not_there(self, event: Refused) -> None:
        """A pair is pushed against a side it must not join: the rules say why."""
        lying, scene = self.cloth.lying[event.key], self.scene
        if scene.asked != lying.seat:
            return
        move = Attach(lying.number, event.match.pose)
        refusal = scene.game.why_illegal(scene.latest, move)
        if refusal is not None:
            scene.sound("acrylic_bump", self.cloth.middle(event.key))
            scene.refused(refusal)

    # Words and marks -----------------------------------------------------------------------------

    def prompt(self, seat: Seat) -> str:
        return self.choice.prompt(seat)

    def hint_text(self, steps: Sequence[Move]) -> str:
        attach = isinstance(steps[0], Attach)
        return self.scene.t("walomino.hint.attach" if attach else "walomino.phase.pass")

    def show_hint(self, steps: Sequence[Move]) -> None:
        if isinstance(steps[0], Attach):
            self.choice.choose(steps[0].number, steps[0].pose)

    def places_of(self, move: Move) -> tuple[str, ...]:
        return (str(move.pose),) if isinstance(move, Attach) else ()

    def place_at(self, place: str) -> Point | None:
        return self.cloth.board.place_at(place)

    # Painting ------------------------------------------------------------------------------------

    def paint(self, canvas: Canvas) -> None:
        self.view.paint(canvas)

    def paint_above(self, canvas: Canvas) -> None:
        self.view.paint_above(canvas)


def _notches(widest: float, scale: float) -> tuple[int, ...]:
    """Sides in whole pixels, from far to close."""
    sizes, side = set[int](), widest
    while side > SMALLEST or not sizes:
        sizes.add(max(8, int(side * scale)))
        side /= NOTCH
    return tuple(sorted(sizes))
