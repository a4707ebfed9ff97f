"""The pair that was tapped: where it may go, its buttons, and how taps and keys move it."""

import cmath
import math

from game.physics.click import Key
from game.physics.place import Place
from game.rules.core.protocol import Seat
from game.rules.walomino.state import Attach, Pass
from game.rules.walong.geometry import Pose, centre
from game.scenes.play.fingers import angle_between
from game.scenes.walomino.cloth import Cloth, key_of
from game.scenes.walomino.phase import Ghost, Host, Knob, Pick, Thing
from game.scenes.walong.knobs import HALF, beside
from game.ui.frame import Box, Point
from game.ui.layer import Spot
from game.ui.timeline import Tween, linear


class Choice:
    """What fits, and the one pair of whoever is asked that is looked at."""

    def __init__(self, scene: Host, cloth: Cloth) -> None:
        self.scene, self.cloth = scene, cloth
        self.fitting: dict[int, list[Pose]] = {}
        """By number, where the pairs of whoever is asked may go."""
        self.number: int | None = None
        """The chosen pair's number."""
        self.poses: tuple[Pose, ...] = ()
        """Where the chosen pair may go."""
        self.current = 0
        """Which of these places is shown."""
        self._handle: Point | None = None
        """Where the button for turning is while it is pulled."""

    @property
    def open(self) -> bool:
        """Whether pairs can be pushed about now."""
        scene = self.scene
        return scene.state.phase == "play" and not scene.replaying and scene.waiting is None

    @property
    def ghost(self) -> Pose | None:
        """Where the chosen pair would go."""
        return self.poses[self.current] if self.number is not None and self.poses else None

    def hub(self, number: int, pose: Pose) -> Point:
        """The middle of a pair of whoever is asked at a pose."""
        return self.cloth.camera.point(self._heart(number, pose))

    def _heart(self, number: int, pose: Pose) -> complex:
        table = self.scene.latest
        pair = table.pairs[table.turn][number]
        assert pair is not None
        return (centre(pose) + centre(pair.second_pose(pose))) / 2

    # Spots ---------------------------------------------------------------------------------------

    def spots(self) -> list[Spot]:
        camera = self.cloth.camera
        found = [Spot(Knob.FIT, self.cloth.board.fit_at, HALF, round=True)] if camera.held else []
        if self.scene.asked is None or not self.open:
            return found
        half = max(34.0, 0.9 * camera.unit)
        found += [
            Spot(Thing(key), self.cloth.middle(key), half, round=True)
            for key, lying in self.cloth.lying.items()
            if lying.seat == self.scene.asked and not self._lies_on_ghost(key)
        ]
        found += self.knob_spots()
        if self.number is not None:
            half = max(22.0, 0.4 * camera.unit)
            found += [
                Spot(Ghost(index), self.hub(self.number, pose), half, round=True)
                for index, pose in enumerate(self.poses)
            ]
        return found

    def _lies_on_ghost(self, key: Key) -> bool:
        """Whether the chosen pair hides one of its own places, which a tap there means."""
        if self.number is None or self.cloth.lying[key].number != self.number:
            return False
        at, unit = self.cloth.middle(key), self.cloth.camera.unit
        return any(math.dist(at, self.hub(self.number, pose)) < unit for pose in self.poses)

    def knobs(self) -> dict[Knob, Point]:
        """The round buttons beside the ghost and beside the chosen pair, and where they are."""
        scene, number = self.scene, self.number
        busy = scene.waiting is not None or self.cloth.world.grips
        if number is None or scene.asked is None or busy:
            return {}
        found = {}
        ghost, board, unit = self.ghost, self.cloth.board, self.cloth.camera.unit
        if ghost is not None:
            names = [Knob.TURN, Knob.CHECK] if len(self.poses) > 1 else [Knob.CHECK]
            pieces = [board.centre(pose) for pose in scene.latest.chain.pieces]
            places = beside(self.hub(number, ghost), 1.5 * unit, board.box, pieces, len(names))
            found = dict(zip(names, places, strict=True))
        if self._handle is None:
            key, whole = key_of(scene.asked, number), Box(0, 0, *scene.size)
            others = [self.cloth.middle(other) for other in self.cloth.lying if other != key]
            words = [tray.frame.out_box(tray.head) for tray in scene.trays]
            middle = self.cloth.middle(key)
            [found[Knob.SPIN]] = beside(middle, 1.2 * unit, whole, others, 1, words)
        else:
            found[Knob.SPIN] = self._handle
        return found

    def knob_spots(self) -> list[Spot]:
        """The round buttons: a finger on one of them pushes nothing."""
        return [Spot(name, at, HALF, round=True) for name, at in self.knobs().items()]

    # Tapping -------------------------------------------------------------------------------------

    def pick(self, spot: Pick) -> None:
        self.scene.clear_marks("refusal", "hint")
        if spot is Knob.FIT:
            self.cloth.camera.fit(self.cloth.board.places())
            return
        if self.scene.asked is None:
            return
        match spot:
            case Thing(key):
                self.choose(self.cloth.lying[key].number)
            case Knob.TURN:
                self.look_on(1)
            case Knob.SPIN:
                self._spin()
            case Knob.CHECK:
                self._go()
            case Ghost(index):
                if index == self.current:
                    self._go()
                else:
                    self._show(index)
        self.scene.say_prompt()

    def choose(self, number: int, pose: Pose | None = None) -> None:
        """Show where a pair may go, at this pose first; the same pair again: show nothing."""
        if number == self.number and pose is None:
            self.forget()
            return
        self.number = number
        poses = self.fitting.get(number, ())
        self.poses = tuple(sorted(poses, key=lambda one: self._order(number, one)))
        self.current = self.poses.index(pose) if pose in self.poses else 0
        self.scene.sound("button")
        self._look_at_ghost()

    def _order(self, number: int, pose: Pose) -> tuple[int, float]:
        """Places at the same end lie together, in the order in which they go round it."""
        heart = self._heart(number, pose)
        ends = [centre(end.pose) for end in self.scene.latest.chain.ends]
        end = min(range(len(ends)), key=lambda i: abs(ends[i] - heart))
        return end, round(cmath.phase(heart - ends[end]), 6)

    def look_on(self, steps: int) -> None:
        """Show another place of the chosen pair, so many further on."""
        if self.number is not None and len(self.poses) > 1 and self.scene.waiting is None:
            self.scene.clear_marks("hint")
            self._show(self.current + steps)

    def _show(self, index: int) -> None:
        self.current = index % len(self.poses)
        self.scene.sound("acrylic_slide")
        self._look_at_ghost()

    def _look_at_ghost(self) -> None:
        """See to it that the ghost is seen, and let the keys find it."""
        if self.number is None or self.ghost is None:
            return
        camera = self.cloth.camera
        heart = self._heart(self.number, self.ghost)
        camera.follow([*self.cloth.board.places(), heart])
        self.scene.focus.current = Spot(Ghost(self.current), camera.point(heart))

    def _go(self) -> None:
        """Let the chosen pair be pushed to where its ghost is."""
        if self.number is not None and self.ghost is not None:
            self.scene.commit(Attach(self.number, self.ghost))

    def forget(self) -> None:
        """No pair is chosen any more."""
        self.number, self.poses, self.current = None, (), 0

    # Turning it where it lies --------------------------------------------------------------------

    def _spin(self) -> None:
        """Turn the chosen pair clockwise by one step."""
        done = [0.0]

        def show(share: float) -> None:
            self._turn((done[0] - share) * math.pi / 6)
            done[0] = share

        self.scene.sound("wood_slide")
        self.scene.timeline.play(Tween(0.16, show, linear))

    def _turn(self, angle: float) -> None:
        """Turn the chosen pair by an angle, around its own middle."""
        if self.number is None or self.scene.asked is None:
            return
        key, world = key_of(self.scene.asked, self.number), self.cloth.world
        if key in world and world[key].click is None:
            place, middle = world[key].place, world[key].middle
            spot = middle + (place.spot - middle) * cmath.rect(1, angle)
            world[key].put(Place(spot.real, spot.imag, place.angle + angle))

    def pull(self, point: Point) -> None:
        """The round button at the chosen pair is pulled round it, and the pair turns along."""
        if self.number is None or self.scene.asked is None:
            return
        middle = self.cloth.middle(key_of(self.scene.asked, self.number))
        if self._handle is None:
            self._handle = self.knobs()[Knob.SPIN]
        self._turn(-math.radians(angle_between(middle, self._handle, point)))
        self._handle = point

    def leave_handle(self) -> None:
        """The round button is pulled no more: it lies where there is room for it."""
        self._handle = None

    # Words ---------------------------------------------------------------------------------------

    def prompt(self, seat: Seat) -> str:
        scene, table = self.scene, self.scene.latest
        if self.number is not None:
            key = "nowhere" if not self.poses else "ghost" if len(self.poses) > 1 else "only"
            return scene.t(f"walomino.prompt.{key}")
        stuck = scene.game.why_illegal(table, Pass()) is None
        if not stuck and None not in table.pairs[seat]:
            return scene.t("walomino.prompt.first")
        return scene.t(f"walomino.phase.{'pass' if stuck else table.phase}")
