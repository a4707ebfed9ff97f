"""Fingers, wheel and keys on the cloth while pairs are pushed, and how the view is moved."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from game.physics.click import Key
from game.rules.walomino.game import Attach
from game.scenes.play.pointer_input import spot_at
from game.scenes.walomino.choice import Choice
from game.scenes.walomino.cloth import Cloth
from game.scenes.walomino.phase import Host
from game.scenes.walong.fingers import Fingers
from game.ui.frame import Point
from game.ui.intents import Intent

BESIDE: Final = 2.6
"""A second finger so near to a held pair, in sides, turns it."""
NEARBY: Final = 2.6
"""A pair so near to the chain, in sides, was meant to lie there."""


class Hands:
    """How people push pairs about with one finger, with two, and with the mouse."""

    def __init__(self, scene: Host, cloth: Cloth, choice: Choice) -> None:
        self.scene, self.cloth, self.choice = scene, cloth, choice
        self._fingers = Fingers(self._turn)
        """Those that hold nothing and move the view."""

    def touch(self, intent: Intent, otherwise: Callable[[Intent], None]) -> None:
        if self._push(intent):
            return
        scene, cloth = self.scene, self.cloth
        anchors = cloth.anchors()
        if self._fingers.on(intent, cloth.camera, None):
            cloth.camera.keep_near(cloth.board.places())
            cloth.hold_still(anchors)
            scene.clear_marks("refusal", "hint")
            return
        otherwise(intent)
        free = intent.kind == "press" and not cloth.grips and scene.pointer_input.carrier is None
        if free and cloth.board.box.has(intent.pos):
            self._fingers.press(intent)

    def _push(self, intent: Intent) -> bool:
        """A pointer takes, pushes or lets go of a pair; True if it was about one."""
        if intent.kind == "press":
            return self._grip(intent)
        if intent.pointer not in self.cloth.grips:
            return False
        if intent.kind == "drag":
            if intent.moved:
                self.choice.forget()
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
        key = cloth.under(intent.pos) or self._beside(intent.pos)
        if key is None or cloth.lying[key].seat not in scene.persons:
            return False
        scene.focus.visible = False
        scene.trays[cloth.lying[key].seat].hush()
        scene.clear_marks("refusal")
        cloth.grip(intent.pointer, intent.pos, key)
        return True

    def _beside(self, point: Point) -> Key | None:
        """A pair that another finger holds, close enough to be meant by a second one."""
        cloth = self.cloth
        far = [(math.dist(point, cloth.middle(key)), key) for key in cloth.grips.values()]
        return min(far)[1] if far and min(far)[0] < BESIDE * cloth.camera.unit else None

    def _release(self, intent: Intent) -> None:
        key, click = self.cloth.release(intent.pointer)
        if click is None:
            if intent.kind == "release" and intent.moved:
                self._not_in(key)
            return
        lying = self.cloth.lying[key]
        meant = intent.kind == "release" and self.scene.asked == lying.seat
        if not (meant and self.scene.commit(Attach(lying.number, click.target.pose))):
            self.cloth.loosen(key)

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
        for pointer in list(self.cloth.grips):
            self.cloth.release(pointer)
        self.forget()
        for key in self.cloth.lying:
            self.cloth.loosen(key)

    def forget(self) -> None:
        """No finger moves the view any more."""
        self._fingers.forget()

    # Turning, looking ----------------------------------------------------------------------------

    def _turn(self, steps: int) -> None:
        """Turn what is in hand, clockwise for more than 0, or look at the next place."""
        held = set(self.cloth.grips.values())
        if not held:
            self.choice.look_on(steps)
            return
        for key in held:
            self.cloth.world[key].turn(-steps * math.pi / 6)
        self.scene.sound("wood_slide")

    def gesture(self, intent: Intent) -> None:
        if intent.kind == "turn":
            self._turn(1 if intent.value > 0 else -1)
        elif intent.kind == "wheel" and intent.value:
            way = 1 if intent.value > 0 else -1
            if self.cloth.grips or self.choice.number is not None:
                self._turn(-way)
            elif self.cloth.board.box.has(intent.pos):
                self._look(way, intent.pos)
        elif intent.kind == "command" and intent.name in ("zoom_in", "zoom_out"):
            self._look(1 if intent.name == "zoom_in" else -1, self.cloth.board.box.center)

    def _look(self, steps: int, about: Point) -> None:
        self.cloth.camera.notch(steps, about)
        self.cloth.camera.keep_near(self.cloth.board.places())
