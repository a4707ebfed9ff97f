"""Walomino once everybody has pairs: they are pushed, not lifted, against the ends of a chain.

All pairs lie on the same cloth as bodies that can be shoved about, with one finger, with two and
with the mouse; a pair that is pushed along the chain clicks in where the rules let it, and counts
when it is let go there. A tap on a pair shows where it may go, and it is pushed there by itself.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from game.physics.click import Click, Clicked, Joint, Key, PulledOut, Refused, Target
from game.physics.path import Path, search
from game.physics.place import Place
from game.rules.core.match import Step
from game.rules.core.protocol import Seat
from game.rules.walomino.chain import Pair
from game.rules.walomino.state import Attach, Move, Pass, attaches
from game.rules.walong.geometry import COLOURS, Pose, read_place
from game.scenes.play.camera import corners
from game.scenes.walomino.choice import Choice
from game.scenes.walomino.cloth import Cloth, Lying, key_of
from game.scenes.walomino.layout import Racks, racks
from game.scenes.walomino.phase import Host, Knob, Pick, PushingPhase, Thing
from game.scenes.walong.art import halo
from game.scenes.walong.eye import WalongEye
from game.scenes.walong.knobs import HALF
from game.scenes.walong.table import Loose, WalongTable
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.icons import PadControl
from game.ui.intents import Intent
from game.ui.layer import Spot
from game.ui.theme import GOLD, LAMP, VERMILION, WALONG, Color, mix, with_alpha
from game.ui.timeline import Motion, Tween, Wait, linear

WAY_ROUND: Final = 2.1
"""Sides that are seen around the chain's outermost centres: pairs can be pushed past it there."""
SPREADING: Final = 0.9
"""Seconds that the pairs take to the trays when play begins."""
SIDES: Final = tuple(100 / 1.07**n for n in range(25))
"""The sides in units that the view may come to, longest first."""
NEARER: Final = 1.6
"""So much less of the chain has to be seen from near."""
TIDYING: Final = 0.5
"""Seconds in which racks are laid anew."""
NEARBY: Final = 2.6
"""A pair so near to the chain, in sides, was meant to lie there."""
BRIGHTER: Final = {"y": 0.1, "r": 0.2, "g": 0.2, "v": 0.25, "b": 0.1}
"""How much white is in the light of an end."""
SHINE: Final = 0.6
RIM: Final = 10.0
"""Between the racks and the edge of the board, in units."""
APART: Final = 0.09
"""Seconds that the light along a joined side lasts, and from one side to the next."""
EACH: Final = 0.09
LONGEST: Final = 2.4
TAIL: Final = 6.0
KEPT: Final = 0.45
"""The light that runs through a finished chain: seconds for a piece and for the whole, how many
pieces it fades over, and how much of it stays.
"""
FLASH: Final = 0.9
"""Seconds that the rims of what has just clicked in are bright."""
JOINED: Final = mix(LAMP, (255, 255, 255), 0.4)
BITS: Final = 24
"""How much of a path is looked for in one frame."""


class Pushing(PushingPhase):
    """The chain, everybody's pairs on one cloth, and what is heard and seen of pushing them."""

    def __init__(self, scene: Host, cloth: Cloth) -> None:
        super().__init__(scene, cloth)
        self.choice = Choice(scene, self.cloth)
        self._racks: Racks | None = None
        self._seen_by: Seat | None = None
        self._near: complex | None = None
        """The place that is looked at from near, if one is."""
        self._tidy = False
        """With the next state all pairs go back to their racks."""
        self._homing: set[Key] = set()
        """Pairs that are kept in their places in the racks until the view rests; from near as long
        as nobody takes them, for the chain may go on below racks.
        """
        self._joined: tuple[Joint, ...] = ()
        """The sides along which light runs, and for how many seconds it has."""
        self._seated: Iterable[Pose] = ()
        """The pieces whose rims flash: those of the pair that clicked in, and what they touch."""
        self._shone = 0.0
        self._lights: dict[Pose, float] = {}
        """How bright the pieces of a finished chain are."""

    # What lies where -----------------------------------------------------------------------------

    def arrange(self) -> None:
        scene = self.scene
        board, whole = scene.layout.board.inset(6), Box(0, 0, *scene.size)
        context = scene.context
        table = WalongTable(board, context.scale, WAY_ROUND, context.design)
        self.cloth.arrange(table, whole)
        self._racks = self._near = None
        self._homing.clear()

    def tidy(self) -> None:
        """The match goes to another state than the next one: all pairs go back to their racks."""
        self._tidy = True

    def refresh(self) -> None:
        scene, state = self.scene, self.scene.state
        board, camera = self.cloth.board, self.cloth.camera
        if state.phase != "over":
            self._lights.clear()
        if state.phase not in ("play", "over"):
            board.show(())
            self._lay({})
            self._racks = None  # the view is that of the benches now
            return
        first = not board.laid
        board.show((pose, COLOURS[colour]) for pose, colour in state.chain.pieces.pieces)
        anchors = {} if first else self.cloth.anchors()
        joined = self._take_joined()
        places = board.places()
        if first:
            self.cloth.room = Box(0, 0, *scene.size)
        if scene.match.actor != self._seen_by:  # a moved view is theirs who act until the next turn
            camera.held, self._near, self._seen_by = False, None, scene.match.actor
        tidy, self._tidy = self._lay_racks(places) or self._tidy, False
        if tidy:
            camera.held = False
        if first:
            camera.fit(places)
        if self._near is None:
            camera.follow(places)
        elif tidy:
            camera.hold(self._near, camera.notches[-1] / camera.scale)
            camera.keep_in(places)
        if first or scene.timeline.reduced:
            camera.jump()
            self.cloth.hold_still(anchors)
        self._lay({
            key_of(seat, number): Lying(seat, number, pair)
            for seat, pairs in enumerate(state.pairs)
            for number, pair in enumerate(pairs) if pair is not None
        })
        if tidy and not first:
            self._to_racks()
        for key, lying in self.cloth.lying.items():
            starts = joined.get((lying.seat, lying.what))
            if starts:
                self.cloth.glide(key, starts.pop(), SPREADING * scene.context.settings.pace)

    def _lay_racks(self, chain: Sequence[complex]) -> bool:
        """See to it that there are racks for all pairs and room for the chain in the middle;
        whether they had to be laid anew.
        """
        camera, state, scale = self.cloth.camera, self.scene.state, self.scene.context.scale
        low, high = corners(chain)
        room = high - low + 2 * complex(camera.rim, camera.rim)
        room /= 1 if self._near is None else NEARER
        pairs = [
            {number: pair for number, pair in enumerate(own) if pair is not None}
            for own in state.pairs
        ]
        if self._racks is not None and self._racks.serve(pairs, room):
            return False
        board = self.cloth.board.box
        self._racks = found = racks(board.inset(RIM), self.scene.trays, pairs, room, SIDES)
        sides = SIDES[SIDES.index(found.side) :]
        camera.notches = tuple(sorted({max(8, int(n * scale)) for n in sides}))
        camera.frame(found.middle)
        return True

    def look_from(self, near: Point | None) -> None:
        """Look from near at a point of the table, as near as there are racks for pairs of that
        size; from None, at everything.
        """
        self._near = None if near is None else self.cloth.camera.place(near)
        self._racks = None
        self.refresh()

    def _to_racks(self) -> None:
        """Let all pairs that nobody holds glide to their places in the racks."""
        cloth, scene = self.cloth, self.scene
        self._homing = set(cloth.lying)
        starts = {key: cloth.seen(key) for key in self._homing}
        self._keep_home()
        for key in () if scene.timeline.reduced else self._homing:
            cloth.glide(key, starts[key], TIDYING * scene.context.settings.pace)
        if not cloth.camera.moving and self._near is None:
            self._homing.clear()

    def _keep_home(self) -> None:
        """Lay pairs exactly in the racks: as long as the view moves they are too large or too
        small for their places, and would push each other out.
        """
        cloth = self.cloth
        self._homing -= {*cloth.world.grips.values(), *cloth.led}
        self._homing &= {key for key in cloth.lying if cloth.world[key].click is None}
        for key in self._homing:
            cloth.world[key].put(self._home(cloth.lying[key]))

    def _stay_home(self) -> None:
        """As long as the view moves pairs stay in their racks; from near the rest lies there."""
        world, resting = self.cloth.world, not self.cloth.camera.moving
        near = self._near is not None
        self._homing -= {*world.grips.values(), *self.cloth.led}
        if self._homing and not (near and resting):
            self._keep_home()
        for key in self.cloth.lying:
            world[key].park(near and key in self._homing)
        if resting and not near:
            self._homing.clear()

    def _home(self, lying: Lying) -> Place:
        """The place of a pair in its rack."""
        assert self._racks is not None, "there are racks once there are pairs"
        at, k = self._racks.racks[lying.seat].places[lying.number]
        return self.cloth.place(at, 30.0 * k)

    def _take_joined(self) -> dict[tuple[Seat, Pair | int], list[list[Loose]]]:
        """What lay on the benches goes; pairs that were joined there go from there to the racks."""
        found: dict[tuple[Seat, Pair | int], list[list[Loose]]] = {}
        for key, lying in list(self.cloth.lying.items()):
            if lying.number < 0:
                found.setdefault((lying.seat, lying.what), []).append(self.cloth.seen(key))
                self.cloth.remove(key)
        return {} if self.scene.timeline.reduced else found

    def _lay(self, wanted: Mapping[Key, Lying]) -> None:
        """Let exactly these pairs lie loose, and the chain fast."""
        cloth = self.cloth
        for key, lying in list(cloth.lying.items()):
            if lying.number >= 0 and key not in wanted:
                cloth.remove(key)
        cloth.lay([pose for pose, _ in cloth.board.laid])
        for key, lying in wanted.items():
            if key not in cloth.lying:
                cloth.add(lying, self._home(lying))

    def aim(self) -> None:
        """Tell the world which poses are legal for whoever is asked, and that no others are."""
        fitting = self.choice.fitting = {}
        seat, table = self.scene.asked, self.scene.latest
        if seat is not None and table.phase == "play":
            for move in attaches(table, seat):
                fitting.setdefault(move.number, []).append(move.pose)
        for key, lying in self.cloth.lying.items():
            if lying.number >= 0:
                poses = fitting.get(lying.number, ()) if lying.seat == seat else ()
                self.cloth.world[key].aim([Target(pose) for pose in poses])

    # Fingers --------------------------------------------------------------------------------------

    def touch(self, intent: Intent, otherwise: Callable[[Intent], None]) -> None:
        if self.push(intent):
            return
        if intent.kind == "wheel" and intent.value and self.holding:
            self._turn(-1 if intent.value > 0 else 1)
        else:
            otherwise(intent)

    def movable(self, key: Key) -> bool:
        return self.choice.open and self.cloth.lying[key].seat in self.scene.persons

    def gripped(self, key: Key) -> None:
        self.scene.trays[self.cloth.lying[key].seat].hush()
        self.scene.clear_marks("refusal")

    def pulled(self, key: Key) -> None:
        self.choice.grasp(key)
        self.scene.clear_marks("hint")

    def dropped(self, key: Key, click: Click | None, intent: Intent) -> None:
        lying = self.cloth.lying[key]
        if click is None:
            if intent.kind == "release" and intent.moved:
                self._not_in(key)
            return
        meant = intent.kind == "release" and self.scene.asked == lying.seat
        if not (meant and self.scene.commit(Attach(lying.number, click.target.pose))):
            self.cloth.world[key].loosen()
            self.scene.say_prompt()

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

    # Turning, looking ----------------------------------------------------------------------------

    def _turn(self, steps: int) -> None:
        """Turn what is in hand, clockwise for more than 0, or look at the next place."""
        if not self.turn([*self.cloth.world.grips.values()], steps):
            self.choice.look_on(steps)

    def gesture(self, intent: Intent) -> None:
        if intent.kind == "turn":
            self._turn(1 if intent.value > 0 else -1)

    # Spots ----------------------------------------------------------------------------------------

    def spots(self) -> list[Spot]:
        return self.choice.spots()

    def knob_spots(self) -> list[Spot]:
        return self.choice.knob_spots()

    def fitting(self, spots: Sequence[Spot]) -> list[Spot]:
        seat = self.scene.asked
        fits = {key_of(seat, number) for number in self.choice.fitting} if seat is not None else ()
        return [one for one in spots if not isinstance(one.key, Thing) or one.key.key in fits]

    def covering(self, spots: Sequence[Spot]) -> Sequence[Spot]:
        half, middle = self.cloth.camera.unit, self.cloth.middle
        return [*spots, *(Spot(Thing(key), middle(key), half) for key in self.cloth.lying)]

    def pick(self, spot: Pick) -> None:
        self.choice.pick(spot)

    def let_go(self) -> None:
        self.rest()
        self.choice.forget()
        self.scene.say_prompt()

    def deselect(self) -> None:
        self.choice.forget()
        self.scene.say_prompt()

    def signs(self) -> Iterator[tuple[PadControl, Box]]:
        if (at := self.choice.knobs().get(Knob.TURN)) is not None:
            yield "right", Box.around(at, 2 * HALF, 2 * HALF)

    @property
    def holding(self) -> bool:
        return self.choice.number is not None or bool(self.cloth.world.grips)

    # Steps ---------------------------------------------------------------------------------------

    def animate(self, step: Step) -> Motion | None:
        move = step.move
        if isinstance(move, Pass):
            return Wait(0.5)
        key = key_of(step.seat, move.number)
        if key not in self.cloth.world:
            return None
        if self.scene.timeline.reduced and self.cloth.world[key].click is None:
            return None
        return Push(self.cloth, key, Target(move.pose))

    def happened(self, step: Step) -> None:
        if isinstance(step.move, Pass):
            self.scene.sound("refuse", self.scene.trays[step.seat].score_at())
        elif self.scene.timeline.reduced:
            self.scene.sound("acrylic_click", self.cloth.board.centre(step.move.pose))

    def celebrate(self) -> Motion:
        """Light runs through the chain from one end to the other, and some of it stays."""
        chain, reduced = self.scene.latest.chain, self.scene.timeline.reduced
        way = [chain.ends[0].pose]
        for pose in way:
            way.extend(one.pose for one in chain.pieces.contacts(pose) if one.pose not in way)

        def show(share: float) -> None:
            reached = share * (len(way) + TAIL)
            for number, pose in enumerate(way):
                light = max(KEPT, 1 - (reached - number) / TAIL) if reached > number else 0.0
                self._lights[pose] = KEPT * share if reduced else light

        return Tween(min(LONGEST, EACH * len(way)), show, linear)

    # Time ----------------------------------------------------------------------------------------

    def ambient(self, seconds: float) -> None:
        moved = self.cloth.camera.moving and not self.cloth.world.grips
        self.cloth.pass_over()
        events = self.cloth.update(seconds)
        self._stay_home()
        for event in events:
            if isinstance(event, Clicked):
                self._clicked(event)
            elif isinstance(event, Refused):
                self._not_there(event)
            elif isinstance(event, PulledOut):
                self.scene.say_prompt()
        if moved:
            self.scene.place_marks()
        self._shone += seconds

    def _clicked(self, event: Clicked) -> None:
        rich = len(event.click.joints) > 1
        at = self.cloth.middle(event.key)
        self.scene.sound("acrylic_click_double" if rich else "acrylic_click", at)
        lying, pose = self.cloth.lying[event.key], event.click.target.pose
        self.scene.clear_marks("refusal")
        if event.key in self.cloth.world.grips.values():
            self.scene.say_prompt()
        self._joined, self._shone = event.click.joints, 0.0
        own = (pose, lying.what.second_pose(pose)) if isinstance(lying.what, Pair) else ()
        self._seated = dict.fromkeys([*(joint.pose for joint in self._joined), *own])

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

    def show_hint(self, steps: Sequence[Move]) -> None:
        if isinstance(steps[0], Attach):
            self.choice.choose(steps[0].number, steps[0].pose)

    # Painting -------------------------------------------------------------------------------------

    def paint(self, canvas: Canvas) -> None:
        state, board, blamed = self.scene.state, self.cloth.board, self.scene.blamed
        ends = state.chain.ends if state.phase == "play" else ()
        for end in ends:
            halo(canvas, board.centre(end.pose), board.camera.unit, _bright(end.colour))
        board.paint(canvas)
        for end in ends:
            board.paint_rim(canvas, end.pose, _bright(end.colour))
        for pose, light in self._lights.items():
            board.paint_rim(canvas, pose, JOINED, light)
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
        """The place that is shown, and a target for every other side."""
        table, board, choice = self.scene.latest, self.cloth.board, self.choice
        pair, ghost = table.pairs[table.turn][number], choice.ghost
        if pair is None or ghost is None:
            return
        for pose, colour in ((ghost, pair.first), (pair.second_pose(ghost), pair.second)):
            board.paint_ghost(canvas, pose, COLOURS[colour])
            for contact in table.chain.pieces.contacts(pose):
                board.paint_side(canvas, pose, contact.side, LAMP, 0.9)
        for at in choice.targets().values():
            canvas.disc(at, HALF - 8, with_alpha(LAMP, 0.4))
            canvas.ring(at, HALF - 6, with_alpha((60, 40, 20), 0.5), 7)
            canvas.ring(at, HALF - 7, GOLD, 4)
            canvas.disc(at, 8, GOLD)

    def paint_above(self, canvas: Canvas) -> None:
        """The pairs, which may lie over the trays, and the round buttons."""
        self.cloth.paint(canvas, self._light())
        flash = 1 - self._shone / FLASH
        for pose in self._seated if flash > 0 else ():
            self.cloth.board.paint_rim(canvas, pose, JOINED, flash)
        self.cloth.paint_gliding(canvas)
        if self.scene.asked is not None:
            turn = self.scene.trays[self.scene.asked].frame.turn
            for knob, at in self.choice.knobs().items():
                knob.paint(canvas, at, turn)

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


class ClothEye(WalongEye):
    """Looks at the chain. From near all pairs are larger, and have larger racks."""

    def __init__(self, pushing: Pushing, look: Callable[[Box], None]) -> None:
        super().__init__(pushing.cloth.board, look)
        self._pushing = pushing

    def press(self, intent: Intent) -> None:
        if not self._pushing.cloth.world.grips:  # while something is pushed the view stays
            super().press(intent)

    def on(self, intent: Intent) -> bool:
        cloth, before = self._pushing.cloth, self.camera.view
        anchors = cloth.anchors()
        taken = super().on(intent)
        if self.camera.view != before:
            self.camera.jump()
            cloth.hold_still(anchors)
            self._look(self.board)
        return taken

    def keep(self) -> None:
        self.camera.keep_in(self.table.places())

    def approach(self, point: Point) -> None:
        self._pushing.look_from(point)

    def fit(self) -> None:
        self._pushing.look_from(None)


# How a pair gets to its place by itself ---------------------------------------------------------


class Push:
    """A pair is pushed to its target, as by a hand that knows the way, or settles there."""

    def __init__(self, cloth: Cloth, key: Key, target: Target) -> None:
        self._cloth, self._key, self._target = cloth, key, target
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
        self._passed += seconds
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
