"""Walomino once everybody has pairs: they are pushed, not lifted, against the ends of a chain.

All pairs lie on the same cloth as bodies that can be shoved about, with one finger, with two and
with the mouse; a pair that is pushed along the chain clicks in where the rules let it, and counts
when it is let go there. A tap on a pair shows where it may go, and it is pushed there by itself.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from game.physics.click import Click, Clicked, Key, Match, PulledOut, Refused, Target
from game.physics.path import Path, search
from game.physics.place import Place
from game.rules.core.match import Step
from game.rules.core.protocol import Seat
from game.rules.walomino.chain import Pair
from game.rules.walomino.state import Attach, Pass, attaches, share
from game.rules.walong.geometry import COLOURS, Pose
from game.scenes.walomino.benches import START, taken_from
from game.scenes.walomino.choice import PairChoice
from game.scenes.walomino.cloth import GROWING, Cloth, Glide, Lying, form_of, key_of, paint_mats
from game.scenes.walomino.layout import Racks, racks
from game.scenes.walomino.phase import Host, Pick, PushingPhase
from game.scenes.walong import knobs
from game.scenes.walong.art import JOINED, halo
from game.scenes.walong.eye import WalongEye
from game.scenes.walong.knobs import HALF, Knob
from game.scenes.walong.table import Loose, WalongTable, flight, paint_loose
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.icons import PadControl
from game.ui.intents import Intent
from game.ui.layer import Spot
from game.ui.theme import GOLD, LAMP, VERMILION, WALONG, Color, mix, rgb, with_alpha
from game.ui.timeline import Call, Motion, Parallel, Tween, Wait, linear

WAY_ROUND: Final = 2.2
"""Sides that are seen around the chain's outermost centres: pairs can be pushed past it there."""
SPREADING, STAGGER, RISE = 0.45, 0.06, 20.0
"""Seconds that pairs take to the trays when play begins, and between two that leave, and how high
they fly, in units.
"""
LARGER, CLEAR = 1.5, 28
"""How much larger than in the racks pairs become at most, unless hands want it, or sides of less
than so many pixels do.
"""
NEARBY: Final = 2.6
"""A pair so near to the chain, in sides, was meant to lie there."""
BRIGHTER: Final = {"y": 0.1, "r": 0.2, "g": 0.2, "v": 0.25, "b": 0.1}
"""How much white is in the light of an end."""
RIM: Final = 18.0
"""Between the racks and the edge of the board, in units."""
EACH: Final = 0.09
LONGEST: Final = 2.4
TAIL: Final = 6.0
KEPT: Final = 0.45
"""The light that runs through a finished chain: seconds for a piece and for the whole, how many
pieces it fades over, and how much of it stays.
"""
CLASH: Final = 0.75
BLINKS: Final = 3
"""Seconds in which two colours flash that do not fit, and how often."""
FLASH: Final = 0.9
"""Seconds that the rims of what has just clicked in are bright."""
BRIGHTEST: Final = rgb("#FFA900")
"""The light of the chosen pair, while no other one has any."""
MAT: Final = 1.9
"""The radius of the mat on which a loose pair beside the chain is seen, in sides."""
STUCK: Final = 0.05
"""A pair that lies deeper in the chain than this, in sides, goes back to its rack."""
BITS: Final = 24
"""How much of a path is looked for in one frame."""


class Pushing(PushingPhase):
    """The chain, everybody's pairs on one cloth, and what is heard and seen of pushing them."""

    def __init__(self, scene: Host, cloth: Cloth) -> None:
        super().__init__(scene, cloth)
        self.choice = PairChoice(scene, self.cloth)
        self._racks: Racks
        self._coming: list[Loose] = []
        """The pieces of the start pair, on their way."""
        self._kept: dict[Key, Place] = {}
        """Where pairs lay on the cloth before the window took another shape."""
        self._seated: Iterable[Pose] = ()
        """The pieces whose rims flash: those of the pair that clicked in, and what they touch; and
        for how many seconds they have.
        """
        self._shone = 0.0
        self._clash: tuple[Key, Match] | None = None
        """What refuses a pair, and which of its pieces; `_clashed` is for how many seconds."""
        self._clashed = math.inf
        self._lights: dict[Pose, float] = {}
        """How bright the pieces of a finished chain are."""

    # What lies where -----------------------------------------------------------------------------

    def arrange(self) -> None:
        scene = self.scene
        board, whole = scene.layout.board.inset(6), Box(0, 0, *scene.size)
        scale, design = scene.context.scale, scene.context.design
        if hasattr(self.cloth, "world"):
            self._kept = {key: self.cloth.world[key].place for key in self.cloth.out()}
        pairs = share(scene.shown_state)
        self._racks = racks(board.inset(RIM), scene.trays, pairs, scale)
        table = WalongTable(self._racks.middle, scale, WAY_ROUND, design)
        self._notches = table.camera.notches
        table.camera.most = max(LARGER * self._racks.side, CLEAR / scale)
        self.cloth.arrange(table, whole)

    def tidy(self) -> None:
        """The match went to another state than the next one: all pairs go back to their racks."""
        self.cloth.camera.held = False
        self.send_back(self.cloth.out())

    def refresh(self) -> None:
        scene, state = self.scene, self.scene.shown_state
        board, camera = self.cloth.board, self.cloth.camera
        if state.phase != "over":
            self._lights.clear()
        if state.phase not in ("play", "over"):
            board.show(())
            self._lay({})
            return
        first = not board.laid
        self._coming = []
        board.show((pose, COLOURS[colour]) for pose, colour in state.chain.pieces.pieces)
        joined = self._take_joined()
        places = board.places()
        if first:
            self.cloth.room = Box(0, 0, *scene.size)
            camera.box, camera.notches = board.box, self._notches
        board.look(places, scene.match.actor, first, scene.timeline.reduced)
        self._lay({
            key_of(seat, number): Lying(seat, number, pair)
            for seat, pairs in enumerate(state.pairs)
            for number, pair in enumerate(pairs) if pair is not None
        })
        self.cloth.hold_still()
        for lying in sorted(self.cloth.lying.values(), key=lambda each: (each.number, each.seat)):
            if starts := joined.get((lying.seat, lying.what)):
                wait = self.pace(STAGGER) * len(self.cloth.glides)
                glide = Glide(starts.pop(), self.pace(SPREADING), RISE, -wait)
                self.cloth.glides[lying.key] = glide
        for (seat, _), starts in joined.items():
            if seat == START and first and len(places) == 2:
                self.receive(starts[0])

    def receive(self, pile: list[Loose]) -> None:
        """The start pair is seen coming from pieces in this pile to where it lies."""
        board, unit = self.cloth.board, self.cloth.camera.unit
        goals = [replace(board.loose(pose, letter), size=unit) for pose, letter in board.laid]
        self._coming = [replace(one) for one in taken_from(pile, [one.colour for one in goals])]
        board.hide(pose for pose, _ in board.laid)

        def arrived() -> None:
            self._coming = []
            board.show(board.laid)

        ways = [
            flight(piece, goal, SPREADING, 0.0)
            for piece, goal in zip(self._coming, goals, strict=True)
        ]
        self.scene.timeline.play(Parallel(*ways), Call(arrived))

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
            assert isinstance(lying.what, Pair), "only pairs are pushed"
            form = form_of(lying.what)
            cloth.homes[key] = self._racks.home(lying.seat, lying.number, form)
            if key not in cloth.lying:
                place = self._kept.get(key)
                cloth.add(lying, place or Place(0.0, 0.0, 0.0))
                if place is None:
                    cloth.put_back(key)
        self._kept.clear()
        depth, things = cloth.world.probe.depth, cloth.world.things
        out = [(key, things[key]) for key in cloth.out()]
        self.send_back(key for key, one in out if depth(one.form, one.place) > STUCK)

    def aim(self) -> None:
        """Tell the world which poses are legal for whoever is asked, and that no others are."""
        fitting = self.choice.fitting = {}
        seat, table = self.scene.asked, self.scene.latest
        if seat is not None and table.phase == "play":
            for move in attaches(table, seat):
                fitting.setdefault(move.number, []).append(move.pose)
        self.cloth.world.ends = {end.pose for end in table.chain.ends}
        for key, lying in self.cloth.lying.items():
            if lying.number >= 0:
                poses = fitting.get(lying.number, ()) if lying.seat == seat else ()
                self.cloth.world[key].aim([Target(pose) for pose in poses])

    # Fingers --------------------------------------------------------------------------------------

    def touch(self, intent: Intent, otherwise: Callable[[Intent], None]) -> None:
        turns = intent.kind == "wheel" and intent.value and self.holding
        if not self.push(intent):
            (self.gesture if turns else otherwise)(intent)

    def movable(self, key: Key) -> bool:
        return self.choice.open and self.cloth.lying[key].seat in self.scene.persons

    def gripped(self, key: Key) -> None:
        self.scene.trays[self.cloth.lying[key].seat].hush()
        self.scene.clear_marks("refusal")

    @property
    def pushed(self) -> Sequence[Key]:
        seat = self.scene.asked  # others only sort their pairs
        return [key for key in super().pushed if self.cloth.lying[key].seat == seat]

    def pulled(self, key: Key) -> None:
        self.cloth.take_out(key, self.pace(GROWING))
        self.choice.grasp(key)
        self.scene.clear_marks("hint")

    def dropped(self, key: Key, click: Click | None, intent: Intent) -> None:
        lying = self.cloth.lying[key]
        if click is None:
            if intent.kind == "release" and intent.moved:
                self._not_in(key)
            return
        # Who lets go as a refusal is said means no other place that begins to draw the pair.
        free = self.scene.asked == lying.seat and self.scene.blamed is None
        meant = free and intent.kind == "release"
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

    def gesture(self, intent: Intent) -> None:
        """Turn what is in hand, or look at the next place of what is chosen."""
        if intent.kind in ("turn", "wheel"):
            steps = 1 if (intent.value > 0) == (intent.kind == "turn") else -1
            if not self.turn([*self.cloth.world.grips.values()], steps):
                self.choice.look_on(steps)

    # Spots ----------------------------------------------------------------------------------------

    def spots(self) -> list[Spot]:
        return self.choice.spots()

    def knob_spots(self) -> list[Spot]:
        return self.choice.knob_spots()

    def fitting(self, spots: Sequence[Spot]) -> list[Spot]:
        seat = self.scene.asked
        fits = {key_of(seat, number) for number in self.choice.fitting} if seat is not None else ()
        return [one for one in spots if not isinstance(one.key, str) or one.key in fits]

    def covering(self, spots: Sequence[Spot]) -> Sequence[Spot]:
        side, middle = self.cloth.side, self.cloth.middle
        return [*spots, *(Spot(key, middle(key), side(key)) for key in self.cloth.lying)]

    def pick(self, spot: Pick) -> None:
        self.choice.pick(spot)

    def let_go(self) -> None:
        self.rest()
        self.deselect()

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
        cloth, events = self.cloth, self.cloth.update(seconds)
        off = (key for key in cloth.out() if not cloth.camera.box.has(cloth.middle(key)))
        self.send_back(off)  # pairs that were left off the chain's cloth go back to their racks
        for event in events:
            if isinstance(event, Clicked):
                self._clicked(event)
            elif isinstance(event, Refused):
                self._not_there(event)
            elif isinstance(event, PulledOut):
                self.scene.say_prompt()
        self._shone += seconds
        self._clashed += seconds

    def _clicked(self, event: Clicked) -> None:
        rich = len(event.click.joints) > 1
        at = self.cloth.middle(event.key)
        self.scene.sound("acrylic_click_double" if rich else "acrylic_click", at)
        lying, pose = self.cloth.lying[event.key], event.click.target.pose
        self.scene.clear_marks("refusal")
        if event.key in self.cloth.world.grips.values():
            self.scene.say_prompt()
        own = (pose, lying.what.second_pose(pose)) if isinstance(lying.what, Pair) else ()
        self._seated = dict.fromkeys([*(joint.pose for joint in event.click.joints), *own])
        self._shone = 0.0

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
            self._clash, self._clashed = (event.key, event.match), 0.0

    # Words and marks -----------------------------------------------------------------------------

    def prompt(self, seat: Seat) -> str:
        return self.choice.prompt(seat)

    # Painting -------------------------------------------------------------------------------------

    def paint(self, canvas: Canvas) -> None:
        state, cloth, trays = self.scene.shown_state, self.cloth, self.scene.trays
        board, asked = cloth.board, self.scene.asked
        boxes = zip(trays, self._racks.boxes, strict=True)
        mats = [(box, tray.color, tray.seat == asked) for tray, box in boxes]
        rounds = [(cloth.middle(key), trays[cloth.lying[key].seat].color) for key in cloth.out()]
        canvas.group((), paint_mats, mats, MAT * cloth.camera.unit, rounds, self._lamps())
        ends = state.chain.ends if state.phase == "play" else ()
        for end in ends:
            halo(canvas, board.centre(end.pose), board.camera.unit, _bright(end.colour))
        board.paint(canvas)
        for end in ends:
            board.paint_rim(canvas, end.pose, _bright(end.colour))
        for pose, light in self._lights.items():
            board.paint_rim(canvas, pose, JOINED, light)
        for key in set(self.cloth.world.grips.values()):
            self._paint_meant(canvas, key)

    def _paint_meant(self, canvas: Canvas, key: Key) -> None:
        """Where a pair that is pushed would click in, the clearer the sooner it does."""
        thing, what = self.cloth.world[key], self.cloth.lying[key].what
        if thing.meant is not None and thing.shown and isinstance(what, Pair):
            self.paint_ghost(canvas, what, thing.meant.mark.target.pose, thing.shown)

    def paint_ghost(self, canvas: Canvas, pair: Pair, pose: Pose, strength: float = 1.0) -> None:
        for piece, colour in pair.pieces(pose):
            self.cloth.board.foreshadow(canvas, piece, COLOURS[colour], strength)

    def _paint_ghosts(self, canvas: Canvas, number: int) -> None:
        """The place that is shown, and a target for every other side."""
        table, board, choice = self.scene.latest, self.cloth.board, self.choice
        pair, ghost = table.pairs[table.turn][number], choice.ghost
        if pair is None or ghost is None:
            return
        self.paint_ghost(canvas, pair, ghost)
        for pose in (ghost, pair.second_pose(ghost)):
            for contact in table.chain.pieces.contacts(pose):
                board.paint_side(canvas, pose, contact.side, LAMP, 0.9)
        for at in choice.targets().values():
            canvas.disc(at, HALF - 8, with_alpha(LAMP, 0.4))
            canvas.ring(at, HALF - 6, with_alpha((60, 40, 20), 0.5), 7)
            canvas.ring(at, HALF - 7, GOLD, 4)
            canvas.disc(at, 8, GOLD)

    def paint_above(self, canvas: Canvas) -> None:
        """The pairs, which may lie over the trays, and the round buttons."""
        self.cloth.paint(canvas)
        if self.choice.number is not None and self.scene.asked is not None:
            self._paint_ghosts(canvas, self.choice.number)
        flash = 1 - self._shone / FLASH
        for pose in self._seated if flash > 0 else ():
            self.cloth.board.paint_rim(canvas, pose, JOINED, flash)
        self.cloth.paint_gliding(canvas)
        paint_loose(canvas, self._coming, self.cloth.board.pixels)
        if (blamed := self.scene.blamed) is not None:
            self.cloth.board.paint_sides(canvas, blamed.places, VERMILION)
        for mark in self.scene.marks:
            if mark.kind == "refusal" and self.scene.eye.sees(mark.center, mark.radius):
                mark.draw(canvas)
        self._paint_clash(canvas)
        if self.scene.asked is not None:
            turn = self.scene.trays[self.scene.asked].frame.turn
            knobs.draw(canvas, self.choice.knobs(), turn)

    def _paint_clash(self, canvas: Canvas) -> None:
        """Flash two pieces that do not fit, each in its own colour."""
        if self._clash is None or self._clashed >= CLASH or self._clash[0] not in self.cloth.lying:
            return
        if self._clashed * 2 * BLINKS / CLASH % 2 < 1:
            (key, (joint, _)), radius = self._clash, 0.95 * self.cloth.camera.unit
            own = self.cloth.lying[key].colours[joint.piece]
            other = self.scene.latest.chain.pieces.label(joint.pose)
            pieces = (own, self.cloth.hearts(key)[joint.piece]), (
                other, self.cloth.board.centre(joint.pose))
            for colour, at in pieces:
                canvas.ring(at, radius + 3, with_alpha((255, 255, 255), 0.9), 12)
                canvas.ring(at, radius, _bright(colour), 7)

    def _lamps(self) -> list[tuple[Point, float, Color]]:
        """The light under pairs: the chosen one, or those that fit somewhere."""
        seat, cloth = self.scene.asked, self.cloth
        if seat is None or not self.choice.open:
            return []
        fitting = self.choice.fitting if self.scene.shows_targets else ()
        lit: dict[Key, Color] = {key_of(seat, number): GOLD for number in fitting}
        if self.choice.number is not None:
            lit = {key_of(seat, self.choice.number): BRIGHTEST}
        lying = [key for key in lit if key in cloth.lying and key not in cloth.world.grips.values()]
        return [(one.at, one.size, lit[key]) for key in lying for one in cloth.seen(key)]


def _bright(colour: int) -> Color:
    """The light of an end: its own colour, as bright as it still is that colour."""
    return mix(WALONG[COLOURS[colour]], (255, 255, 255), BRIGHTER[COLOURS[colour]])


class ClothEye(WalongEye):
    """Looks at the chain; the racks stay as they are."""

    def __init__(self, pushing: Pushing, place: Callable[[Box], None]) -> None:
        super().__init__(pushing.cloth.board, place)
        self._pushing = pushing

    def press(self, intent: Intent) -> None:
        if not self._pushing.cloth.world.grips:  # while something is pushed the view stays
            super().press(intent)

    def on(self, intent: Intent, carried: Point | None = None) -> bool:
        before, taken = self.camera.view, super().on(intent, carried)
        if self.camera.view != before:
            self.camera.jump()
            self._place(self.board)
        return taken

    def keep(self) -> None:
        self.camera.keep_in(self.table.places())


# How a pair gets to its place by itself ---------------------------------------------------------


class Push:
    """A pair is pushed to its target, as by a hand that knows the way, or settles there."""

    def __init__(self, cloth: Cloth, key: Key, target: Target) -> None:
        self._cloth, self._key, self._target = cloth, key, target
        world = cloth.world
        cloth.take_out(key)
        world[key].aim([target])
        cloth.led.add(key)
        self._finding = search(
            world.probe, world.fixed, world[key].form, world[key].place, target.pose, world.edges
        )
        self._path: Path | None = None
        self._passed = 0.0

    def advance(self, seconds: float) -> float | None:
        world = self._cloth.world
        click = world[self._key].click
        if click is not None:
            return 0.0 if click.settled else None
        if self._path is None:
            try:
                for _ in range(BITS):
                    next(self._finding)
            except StopIteration as found:
                self._path = found.value
            return None
        self._passed += seconds
        world[self._key].follow(self._path.at(self._passed))
        if self._passed >= self._path.times[-1]:
            world[self._key].settle(self._target)
        return None

    def finish(self) -> None:
        """It need not be led any more: the state that follows shows it lying."""
        if self._key in self._cloth.world:
            self._cloth.world[self._key].unlead()
