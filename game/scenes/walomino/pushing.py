"""Walomino once everybody has pairs: they are pushed, not lifted, against the ends of a chain.

All pairs lie on the same cloth as bodies that can be shoved about, with one finger, with two and
with the mouse; a pair that is pushed along the chain clicks in where the rules let it, and counts
when it is let go there. A tap on a pair shows where it may go, and it is pushed there by itself.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from game.physics.click import Bump, Clicked, Joint, Key, PulledOut, Refused, Target
from game.physics.path import Path, search
from game.rules.core.match import Step
from game.rules.core.protocol import Seat
from game.rules.walomino.chain import Pair
from game.rules.walomino.game import Attach, Move, Pass
from game.rules.walomino.state import attaches
from game.rules.walong.geometry import COLOURS, HOME, centre, read_place
from game.scenes.play.pointer_input import spot_at
from game.scenes.walomino.choice import Choice
from game.scenes.walomino.cloth import Cloth, key_of
from game.scenes.walomino.layout import Rack, rack
from game.scenes.walomino.phase import Button, Host, Loose, Phase, Pick
from game.scenes.walong import knobs
from game.scenes.walong.art import halo
from game.scenes.walong.fingers import Fingers
from game.scenes.walong.table import WalongTable
from game.ui.canvas import Canvas
from game.ui.frame import Box, Frame, Point
from game.ui.intents import Intent
from game.ui.layer import Spot
from game.ui.theme import GOLD, LAMP, VERMILION, WALONG, Color, mix, with_alpha
from game.ui.timeline import Motion, Tween, Wait, between, ease_in_out

WAY_ROUND: Final = 3.4
"""Sides that are seen around the chain's outermost centres: pairs can be pushed past it there."""
SPREADING: Final = 0.9
"""Seconds that the pairs take to the trays when play begins."""
SMALLEST: Final = 20.0
NOTCH: Final = 1.13
"""The smallest side in units the view may come to, and from one notch to the next."""
UNDER: Final = 0.25
"""A pair is still meant by a pointer so far beside it, in sides."""
BESIDE: Final = 2.6
"""A second finger so near to a held pair, in sides, turns it."""
NEARBY: Final = 2.6
"""A pair so near to the chain, in sides, was meant to lie there."""
HARDLY: Final = 2.0
"""A pair that lies no farther from its place in the rack, in units, is in the rack."""
HUSH: Final = 0.16
"""Seconds between two noises of the same push."""
LOUD: Final = 0.8
"""Slower bumps are not heard, in sides per second."""
RUB: Final = 0.9
"""Slower sliding is not heard, in sides per second."""
NOBODY: Final = Pair(0, 0, 0, 0)
"""Keeps the place of a pair that was laid before anybody looked."""
BRIGHTER: Final = {"y": 0.1, "r": 0.2, "g": 0.2, "v": 0.25, "b": 0.1}
"""How much white is in the light of an end."""
SHINE: Final = 0.6
APART: Final = 0.09
"""Seconds that the light along a joined side lasts, and from one side to the next."""
JOINED: Final = mix(LAMP, (255, 255, 255), 0.4)
BITS: Final = 24
"""How much of a path is looked for in one frame."""
ICONS: Final = {Button.TURN: "turn_right", Button.SPIN: "turn_right", Button.CHECK: "check"}


class Pushing(Phase):
    """The chain, everybody's pairs on one cloth, and what is heard and seen of pushing them."""

    def __init__(self, scene: Host) -> None:
        self.scene = scene
        self.cloth = Cloth()
        self.choice = Choice(scene, self.cloth)
        self._fingers = Fingers(self._turn)
        """Those that hold nothing and move the view."""
        self._racks: list[Rack] = []
        self._areas: list[Frame] = []
        """Board, trays and the whole table: pairs keep their place in these when they change."""
        self._parked: dict[Key, tuple[int, Point, float]] = {}
        """Pairs outside their racks before a change: the area, the share of it, degrees in it."""
        self._quiet = 0.0
        self._joined: tuple[Joint, ...] = ()
        """The sides along which light runs, and for how many seconds it has."""
        self._shone = 0.0

    # What lies where -----------------------------------------------------------------------------

    def arrange(self) -> None:
        self._fingers.forget()
        box, scale = self.scene.layout.board.inset(6), self.scene.context.scale
        self._parked = dict(self._outside_racks())
        wholes = [Frame(one.center, (one.w, one.h)) for one in (box, Box(0, 0, *self.scene.size))]
        self._areas = [wholes[0], *(tray.frame for tray in self.scene.trays), wholes[1]]
        self.cloth.arrange(WalongTable(box, scale, rim=WAY_ROUND), self.scene.size)

    def _outside_racks(self) -> Iterator[tuple[Key, tuple[int, Point, float]]]:
        for key, lying in self.cloth.lying.items():
            place = self.cloth.world[key].place
            at, degrees = self.cloth.camera.point(place.spot), math.degrees(place.angle)
            if math.dist(at, self._racks[lying.seat].places[lying.number][0]) > HARDLY:
                number = next((n for n, a in enumerate(self._areas) if a.box.has(at)), -1)
                area = self._areas[number]
                (x, y), (w, h) = area.into(at), area.size
                yield key, (number, (x / w, y / h), degrees - 90.0 * area.turn)

    def refresh(self) -> None:
        scene, state = self.scene, self.scene.state
        board, camera = self.cloth.board, self.cloth.camera
        first = not board.laid
        playing = state.phase in ("play", "over")
        pieces = state.chain.pieces.pieces if playing else ()
        board.show((pose, COLOURS[colour]) for pose, colour in pieces)
        # Pairs lie where they lay when play began, whichever are still there.
        states = scene.match.states[: scene.match.cursor + 1]
        begun = next((one for one in states if one.phase in ("play", "over")), None)
        self._racks = [
            rack(tray, [pair or NOBODY for pair in begun.pairs[tray.seat]])
            for tray in scene.trays
        ] if begun is not None else []
        anchors = self.cloth.anchors()
        # The view follows the chain; sides are at most so large that all pairs find room.
        sides = [min((one.side for one in self._racks), default=SMALLEST)]
        while sides[-1] / NOTCH > SMALLEST:
            sides.append(sides[-1] / NOTCH)
        camera.notches = tuple(sorted({max(8, int(n * scene.context.scale)) for n in sides}))
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
            if key in self._parked:
                which, (x, y), degrees = self._parked[key]
                area = self._areas[which]
                at = area.out((x * area.size[0], y * area.size[1]))
                self.cloth.add(seat, number, pair, at, degrees + 90.0 * area.turn)
                self.cloth.world[key].flee(self.cloth.world.probe)
            elif key not in self.cloth.lying:
                at, k = self._racks[seat].places[number]
                self.cloth.add(seat, number, pair, at, 30.0 * k)
        self._parked.clear()

    def spread(self, starts: Mapping[Key, tuple[Point, float]]) -> None:
        """Let pairs glide from where they were joined (first centre, degrees) to the trays."""
        goals = {
            key: self._racks[lying.seat].places[lying.number]
            for key, lying in self.cloth.lying.items() if key in starts
        }

        def show(share: float) -> None:
            for key, (at, k) in goals.items():
                if key in self.cloth.world and key not in self.cloth.world.grips.values():
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
            self.cloth.world[key].aim([Target(pose) for pose in poses])

    # Fingers --------------------------------------------------------------------------------------

    def touch(self, intent: Intent, otherwise: Callable[[Intent], None]) -> None:
        if self._push(intent):
            return
        scene, cloth = self.scene, self.cloth
        anchors = cloth.anchors()
        if self._fingers.on(intent, cloth.camera, None):
            cloth.camera.keep_near(cloth.board.places())
            cloth.hold_still(anchors)
            scene.place_marks()
            return
        otherwise(intent)
        free = not cloth.world.grips and scene.pointer_input.carrier is None
        if intent.kind == "press" and free and cloth.board.box.has(intent.pos):
            self._fingers.press(intent)

    def _push(self, intent: Intent) -> bool:
        """A pointer takes, pushes or lets go of a pair; True if it was about one."""
        if intent.kind == "press":
            return self._grip(intent)
        if intent.pointer not in self.cloth.world.grips:
            return False
        if intent.kind == "drag":
            if intent.moved:
                self.choice.forget()
                self.scene.clear_marks("hint")
                self.cloth.world.drag(intent.pointer, self.cloth.camera.place(intent.pos))
            return True
        if intent.kind in ("release", "lost"):
            self._release(intent)
            return True
        return False

    def _grip(self, intent: Intent) -> bool:
        scene, cloth = self.scene, self.cloth
        if not self.choice.open or spot_at(intent.pos, self.choice.knob_spots()) is not None:
            return False
        spot = cloth.camera.place(intent.pos)
        key = cloth.world.at(spot, UNDER) or self._beside(intent.pos)
        if key is None or cloth.lying[key].seat not in scene.persons:
            return False
        scene.focus.visible = False
        scene.trays[cloth.lying[key].seat].hush()
        scene.clear_marks("refusal")
        cloth.world.grip(intent.pointer, spot, key)
        return True

    def _beside(self, point: Point) -> Key | None:
        """A pair that another finger holds, close enough to be meant by a second one."""
        cloth = self.cloth
        far = [(math.dist(point, cloth.middle(key)), key) for key in cloth.world.grips.values()]
        return min(far)[1] if far and min(far)[0] < BESIDE * cloth.camera.unit else None

    def _release(self, intent: Intent) -> None:
        world = self.cloth.world
        key, click = world.grips[intent.pointer], world.release(intent.pointer)
        if click is None:
            if intent.kind == "release" and intent.moved:
                self._not_in(key)
            return
        lying = self.cloth.lying[key]
        meant = intent.kind == "release" and self.scene.asked == lying.seat
        if not (meant and self.scene.commit(Attach(lying.number, click.target.pose))):
            world[key].loosen()

    def _not_in(self, key: Key) -> None:
        """A pair was let go at the chain without a click: say how it gets there, if at all."""
        scene, camera = self.scene, self.cloth.camera
        lying, at = self.cloth.lying[key], self.cloth.middle(key)
        tray, reach = scene.trays[lying.seat], NEARBY * camera.unit
        if scene.asked != lying.seat or tray.message:
            return
        if any(math.dist(at, camera.point(place)) < reach for place in self.cloth.board.places()):
            word = "not_in" if self.choice.fitting.get(lying.number) else "nowhere"
            tray.say(scene.t(f"walomino.prompt.{word}"), seconds=6)

    def rest(self) -> None:
        """No pointer holds anything any more, and nothing has clicked in."""
        for pointer in list(self.cloth.world.grips):
            self.cloth.world.release(pointer)
        self._fingers.forget()
        for thing in self.cloth.world.things.values():
            thing.loosen()

    # Turning, looking ----------------------------------------------------------------------------

    def _turn(self, steps: int) -> None:
        """Turn what is in hand, clockwise for more than 0, or look at the next place."""
        held = set(self.cloth.world.grips.values())
        if not held:
            self.choice.look_on(steps)
            return
        for key in held:
            self.cloth.world[key].turn(-steps * math.pi / 6)
        self.scene.sound("wood_slide")

    def gesture(self, intent: Intent) -> None:
        if intent.kind == "turn":
            self._turn(1 if intent.value > 0 else -1)
        elif intent.kind == "wheel" and intent.value and self.holding:
            self._turn(-1 if intent.value > 0 else 1)
        else:
            self.cloth.board.look(intent)

    # Spots ----------------------------------------------------------------------------------------

    def spots(self) -> list[Spot]:
        return self.choice.spots()

    def fitting(self, spots: Sequence[Spot]) -> list[Spot]:
        fits = self.choice.fitting
        return [one for one in spots if not isinstance(one.key, Loose) or one.key.number in fits]

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
        self.rest()
        self.choice.forget()
        self.choice.leave_handle()
        self.scene.say_prompt()
        self.scene.stale = True

    @property
    def holding(self) -> bool:
        return self.choice.number is not None or bool(self.cloth.world.grips)

    # Steps ---------------------------------------------------------------------------------------

    def animate(self, step: Step) -> Motion | None:
        move, pace = step.move, self.scene.context.settings.pace
        if isinstance(move, Pass):
            return Wait(0.5 * pace)
        key = key_of(step.seat, move.number)
        if key not in self.cloth.world:
            return None
        click, target = self.cloth.world[key].click, Target(move.pose)
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
        return self.cloth.board.moving or self._shining or not self.cloth.world.rests

    def ambient(self, seconds: float) -> bool:
        moved = self.cloth.camera.moving and not self.cloth.world.grips
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
        for key in set(self.cloth.world.grips.values()):
            if self.cloth.world[key].sliding > RUB and not self._quiet:
                self.scene.sound("acrylic_slide", self.cloth.middle(key))
                self._quiet = 3 * HUSH
        if moved:
            self.scene.place_marks()
        shining = self._shining
        self._shone += seconds
        return shining or changed or bool(events)

    @property
    def _shining(self) -> bool:
        return bool(self._joined) and self._shone < SHINE + APART * len(self._joined)

    def _clicked(self, event: Clicked) -> None:
        rich = len(event.click.joints) > 1
        at = self.cloth.middle(event.key)
        self.scene.sound("acrylic_click_double" if rich else "acrylic_click", at)
        if self.cloth.lying[event.key].seat in self.scene.persons:
            self.scene.context.rumble(0.9 if rich else 0.6, 0.12 if rich else 0.08)
        self._joined, self._shone = event.click.joints, 0.0
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

    # Painting -------------------------------------------------------------------------------------

    def paint(self, canvas: Canvas) -> None:
        state, board, blamed = self.scene.state, self.cloth.board, self.scene.blamed
        ends = state.chain.ends if state.phase == "play" else ()
        for end in ends:
            halo(canvas, board.centre(end.pose), board.camera.unit, _bright(end.colour))
        board.paint(canvas)
        for end in ends:
            board.paint_rim(canvas, end.pose, _bright(end.colour))
        for number, joint in enumerate(self._joined):
            share = (self._shone - APART * number) / SHINE
            if 0 <= share < 1:
                board.paint_side(canvas, joint.pose, joint.side, JOINED, (1 - share) ** 1.5)
        for place in blamed.places if blamed is not None else ():
            found = read_place(place)
            if found is not None and found[1] is not None:
                board.paint_side(canvas, found[0], found[1], VERMILION)
        if self.choice.number is not None and self.scene.asked is not None:
            self._paint_ghosts(canvas, self.choice.number)

    def _paint_ghosts(self, canvas: Canvas, number: int) -> None:
        """The place that is shown, and dots for the others."""
        table, board, choice = self.scene.latest, self.cloth.board, self.choice
        pair, ghost = table.pairs[table.turn][number], choice.ghost
        if pair is None or ghost is None:
            return
        for pose, colour in ((ghost, pair.first), (pair.second_pose(ghost), pair.second)):
            board.paint_ghost(canvas, pose, COLOURS[colour])
            for contact in table.chain.pieces.contacts(pose):
                board.paint_side(canvas, pose, contact.side, LAMP, 0.9)
        for index, pose in enumerate(choice.poses):
            if index != choice.current:
                at = choice.hub(number, pose)
                canvas.disc(at, 10, with_alpha((60, 40, 20), 0.45))
                canvas.disc(at, 7, GOLD)

    def paint_above(self, canvas: Canvas) -> None:
        """The pairs, which may lie over the trays, and the round buttons."""
        self.cloth.paint(canvas, self._light())
        if self.scene.asked is not None:
            turn = self.scene.trays[self.scene.asked].frame.turn
            for button, at in self.choice.knobs().items():
                knobs.draw(canvas, ICONS[button], at, turn, main=button is Button.CHECK)
        if self.cloth.camera.held:
            knobs.draw(canvas, "fullscreen", self.cloth.board.fit_at, 0)

    def _light(self) -> dict[Key, Color]:
        """The light under pairs: the chosen one, and those that fit somewhere."""
        seat = self.scene.asked
        if seat is None or not self.choice.open:
            return {}
        fitting = self.choice.fitting if self.scene.shows_targets else ()
        lit: dict[Key, Color] = {key_of(seat, number): GOLD for number in fitting}
        if self.choice.number is not None:
            lit[key_of(seat, self.choice.number)] = LAMP
        held = self.cloth.world.grips.values()
        return {key: color for key, color in lit.items() if key not in held}


def _bright(colour: int) -> Color:
    """The light of an end: its own colour, as bright as it still is that colour."""
    return mix(WALONG[COLOURS[colour]], (255, 255, 255), BRIGHTER[COLOURS[colour]])


# How a pair gets to its place by itself ---------------------------------------------------------


class Settle:
    """Waits until what has clicked in lies still."""

    def __init__(self, cloth: Cloth, key: Key) -> None:
        self._cloth, self._key = cloth, key

    def advance(self, seconds: float) -> float | None:
        click = self._cloth.world[self._key].click
        return seconds if click is None or click.settled else None

    def finish(self) -> None:
        """Nothing to do: the picture of the state that follows shows it lying."""


class Push:
    """A pair is pushed to one of its targets, as by a hand that knows the way."""

    def __init__(self, cloth: Cloth, key: Key, target: Target, pace: float) -> None:
        self._cloth, self._key, self._target, self._pace = cloth, key, target, pace
        world = cloth.world
        world[key].aim([target])
        cloth.led.add(key)
        self._looking = search(
            world.probe, world.fixed, world[key].form, world[key].place, target.pose,
            world.edges,
        )
        self._path: Path | None = None
        self._passed = 0.0

    def advance(self, seconds: float) -> float | None:
        world = self._cloth.world
        click = world[self._key].click
        if click is not None:
            return 0.0 if click.settled else None
        if self._path is None:
            self._look()
            return None
        self._passed += seconds / self._pace
        world[self._key].follow(self._path.at(self._passed))
        if self._passed >= self._path.duration:
            world[self._key].settle(self._target)
        return None

    def _look(self) -> None:
        try:
            for _ in range(BITS):
                next(self._looking)
        except StopIteration as found:
            self._path = found.value

    def finish(self) -> None:
        """It need not be led any more: the state that follows shows it lying."""
        if self._key in self._cloth.world:
            self._cloth.world[self._key].unlead()
