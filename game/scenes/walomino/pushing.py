"""Fingers that push the pairs of Walomino, and what is heard and seen of it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

from game.physics.click import Target
from game.physics.events import Bump, Clicked, Event, Key, PulledOut, Refused
from game.rules.core.protocol import Refusal
from game.rules.walomino.game import Attach, Move, Table
from game.rules.walomino.state import attaches
from game.rules.walong.geometry import Pose
from game.scenes.play.marks import MarkKind
from game.scenes.play.play_scene import PlayScene
from game.scenes.play.pointer_input import spot_at
from game.scenes.walomino.animation import Shines
from game.scenes.walomino.cloth import Cloth
from game.scenes.walong.camera import Camera
from game.scenes.walong.fingers import Fingers
from game.scenes.walong.table import WalongTable
from game.ui.focus import Spot
from game.ui.frame import Point
from game.ui.intents import Intent

BESIDE: Final = 2.6
"""A second finger so near to a held pair, in sides, turns it."""
NEARBY: Final = 2.6
"""A pair so near to the chain, in sides, was meant to lie there."""
HUSH: Final = 0.16
"""Seconds between two noises of the same push."""
LOUD: Final = 0.8
"""Slower bumps are not heard, in sides per second."""
RUB: Final = 0.9
"""Slower sliding is not heard, in sides per second."""


class WalominoPushing(PlayScene[Table, Move, str]):
    """How people push pairs about with one finger, with two, and with the mouse."""

    board: WalongTable
    cloth: Cloth

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.grips: dict[str, Key] = {}
        """What every pointer on a pair holds."""
        self.fitting: dict[int, list[Pose]] = {}
        """By number, where the pairs of whoever is asked may go."""
        self.blamed: Refusal | None = None
        """What was refused last, as long as its marks are shown."""
        self.shines = Shines()
        self._quiet = 0.0
        self.fingers = Fingers(self.turn)
        super().__init__(*args, **kwargs)

    def turn(self, steps: int) -> None:
        """Turn what is in hand, clockwise for more than 0."""
        for key in set(self.grips.values()):
            self.cloth.world.turn(key, -steps * math.pi / 6)

    def knob_spots(self) -> list[Spot]:
        """Buttons on the cloth: a finger on one of them pushes nothing."""
        raise NotImplementedError

    def forget(self) -> None:
        """No pair is chosen any more."""
        raise NotImplementedError

    # What there is -------------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        """The state of the match, whatever the picture shows."""
        state: Table = self.match.state
        return state

    @property
    def camera(self) -> Camera:
        return self.board.camera

    def aim(self) -> None:
        """Tell the world which poses are legal for whoever is asked, and that no others are."""
        self.fitting = {}
        seat = self.asked
        if seat is not None and self.table.phase == "play":
            for move in attaches(self.table, seat):
                self.fitting.setdefault(move.number, []).append(move.pose)
        for key, lying in self.cloth.lying.items():
            poses = self.fitting.get(lying.number, ()) if lying.seat == seat else ()
            self.cloth.world.aim(key, [Target(pose) for pose in poses])

    @property
    def pushing(self) -> bool:
        """Whether pairs can be pushed about now."""
        return self.state.phase == "play" and not self.replaying and self.waiting is None

    # Fingers that push ---------------------------------------------------------------------------

    def touch(self, intent: Intent) -> None:
        if self._push(intent):
            return
        anchors = self.cloth.anchors()
        if self.fingers.on(intent, self.camera, None):
            self.camera.keep_near(self.board.places())
            self.cloth.hold_still(anchors)
            self.clear_marks("refusal", "hint")
            return
        super().touch(intent)
        free = intent.kind == "press" and not self.grips and self.pointer_input.carrier is None
        if free and self.board.box.has(intent.pos):
            self.fingers.press(intent)

    def _push(self, intent: Intent) -> bool:
        """A pointer takes, pushes or lets go of a pair; True if it was about one."""
        if intent.kind == "press":
            return self._grip(intent)
        if intent.pointer not in self.grips:
            return False
        if intent.kind == "drag":
            if intent.moved:
                self._drag(intent)
            return True
        if intent.kind in ("release", "lost"):
            self._release(intent)
            return True
        return False

    def _grip(self, intent: Intent) -> bool:
        if not self.pushing or spot_at(intent.pos, self.knob_spots()) is not None:
            return False
        key = self.cloth.under(intent.pos) or self._beside(intent.pos)
        if key is None or self.cloth.lying[key].seat not in self.persons:
            return False
        self.focus.visible = False
        self.grips[intent.pointer] = key
        self.trays[self.cloth.lying[key].seat].hush()
        self.clear_marks("refusal")
        self.cloth.world.grip(intent.pointer, self.camera.place(intent.pos), key)
        return True

    def _beside(self, point: Point) -> Key | None:
        """A pair that another finger holds, close enough to be meant by a second one."""
        near = BESIDE * self.camera.unit
        far = [(math.dist(point, self.cloth.middle(key)), key) for key in self.grips.values()]
        return min(far)[1] if far and min(far)[0] < near else None

    def _drag(self, intent: Intent) -> None:
        self.forget()
        self.cloth.world.drag(intent.pointer, self.camera.place(intent.pos))

    def _release(self, intent: Intent) -> None:
        key = self.grips.pop(intent.pointer)
        click = self.cloth.world.release(intent.pointer)
        if click is None:
            if intent.kind == "release" and intent.moved:
                self._not_in(key)
            return
        lying = self.cloth.lying[key]
        meant = intent.kind == "release" and self.asked == lying.seat
        if not (meant and self.commit(Attach(lying.number, click.target.pose))):
            self._loosen(key)

    def _not_in(self, key: Key) -> None:
        """A pair was let go at the chain without a click: say how it gets there, if at all."""
        lying, at = self.cloth.lying[key], self.hub_of(key)
        tray, reach = self.trays[lying.seat], NEARBY * self.camera.unit
        if self.asked != lying.seat or tray.message:
            return
        if any(math.dist(at, self.camera.point(place)) < reach for place in self.board.places()):
            word = "not_in" if self.fitting.get(lying.number) else "nowhere"
            tray.say(self.t(f"walomino.prompt.{word}"), seconds=6)

    def _loosen(self, key: Key) -> None:
        """What has clicked in lies loose again where it is."""
        world = self.cloth.world
        if key in world and world.click(key) is not None:
            world.put(key, world.place(key))

    def drop_all(self) -> None:
        """No pointer holds anything any more, and nothing has clicked in."""
        for pointer in list(self.grips):
            self.cloth.world.release(pointer)
        self.grips.clear()
        self.fingers.forget()
        for key in self.cloth.lying:
            self._loosen(key)

    # What the world tells ------------------------------------------------------------------------

    def hear(self, events: Sequence[Event], seconds: float) -> None:
        """Noises, light and reasons for what happens on the cloth."""
        self._quiet = max(0.0, self._quiet - seconds)
        for event in events:
            if isinstance(event, Clicked):
                self._clicked(event)
            elif isinstance(event, PulledOut):
                self.sound("acrylic_slide", self.cloth.middle(event.key))
            elif isinstance(event, Refused):
                self._not_there(event)
            elif event.strength > LOUD:
                self._noise("acrylic_bump", event)
        for key in set(self.grips.values()):
            if self.cloth.world.sliding(key) > RUB and not self._quiet:
                self.sound("acrylic_slide", self.cloth.middle(key))
                self._quiet = 3 * HUSH

    def _noise(self, cue: str, event: Bump) -> None:
        if not self._quiet:
            self.sound(cue, self.camera.point(event.spot))
            self._quiet = HUSH

    def _clicked(self, event: Clicked) -> None:
        rich = len(event.click.joints) > 1
        at = self.hub_of(event.key)
        self.sound("acrylic_click_double" if rich else "acrylic_click", at)
        if self.cloth.lying[event.key].seat in self.persons:
            self.context.rumble(0.9 if rich else 0.6, 0.12 if rich else 0.08)
        self.shines.light(event.click.joints)
        self.clear_marks("refusal")

    def hub_of(self, key: Key) -> Point:
        return self.cloth.middle(key)

    def _not_there(self, event: Refused) -> None:
        """A pair is pushed against a side it must not join: the rules say why."""
        lying = self.cloth.lying[event.key]
        if self.asked != lying.seat:
            return
        refusal = self.game.why_illegal(self.table, Attach(lying.number, event.match.pose))
        if refusal is not None:
            self.sound("acrylic_bump", self.cloth.middle(event.key))
            self.refused(refusal)

    def refused(self, refusal: Refusal) -> None:
        super().refused(refusal)
        self.blamed = refusal

    def clear_marks(self, *kinds: MarkKind) -> None:
        super().clear_marks(*kinds)
        if "refusal" in kinds:
            self.blamed = None
