"""What the scene of Walomino asks of the part of the game in the picture, and what spots carry."""

import math
from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from game.physics.click import Click, Key
from game.physics.place import STEP, Place
from game.rules.core.match import Step
from game.rules.core.protocol import Seat
from game.rules.walomino.state import Draft, Move, Table
from game.scenes.play.input import Input
from game.scenes.play.pointer_input import spot_at
from game.scenes.play.tray import Tray
from game.scenes.walomino.cloth import RETURNING, Cloth
from game.scenes.walomino.layout import Home
from game.scenes.walong.knobs import Knob
from game.scenes.walong.scene import WalongScene
from game.ui.canvas import Canvas
from game.ui.frame import Point
from game.ui.intents import Intent
from game.ui.layer import Spot
from game.ui.timeline import Motion

BESIDE: Final = 2.6
"""A second finger so near to a held thing, in sides, turns it."""


class Beside(NamedTuple):
    """A knob of a bench."""

    bench: int
    knob: Knob


class Say(NamedTuple):
    """A button in a seat's tray while pairs are joined, see `tray_buttons`."""

    seat: Seat
    word: str


Pick: TypeAlias = Draft | Key | Beside | Say | int | Knob
"""A piece or a pair on the cloth by its key, a side where the chosen pair may go by its number, or
what can be done.
"""
Host: TypeAlias = WalongScene[Table, Move, Pick]
"""The scene as its parts know it."""


class Phase(Input[Pick]):
    """A part of the game, the input while it is in the picture.

    Only the present one is asked, except where something else is said. Without a word about it a
    method is the hook of `PlayScene` that has its name.
    """

    turns = True
    scene: Host

    @abstractmethod
    def arrange(self) -> None:
        """The layout is new. Asked of all phases."""

    @abstractmethod
    def refresh(self) -> None: ...

    def rest(self) -> None:
        """Every finger lets go."""

    @abstractmethod
    def animate(self, step: Step) -> Motion | None: ...

    def happened(self, step: Step) -> None:
        """A step that began in this phase has arrived."""

    @property
    def moving(self) -> bool:
        return False

    @abstractmethod
    def ambient(self, seconds: float) -> None: ...

    @abstractmethod
    def prompt(self, seat: Seat) -> str: ...

    def seat_at(self, point: Point) -> Seat | None:
        return self.scene.asked

    @abstractmethod
    def paint(self, canvas: Canvas) -> None: ...

    def paint_tray(self, canvas: Canvas, tray: Tray) -> None:
        """Paint the game's part of a tray; the canvas is the tray's frame."""

    @abstractmethod
    def paint_above(self, canvas: Canvas) -> None: ...


class PushingPhase(Phase):
    """A phase in which any number of fingers push things about on the cloth."""

    def __init__(self, scene: Host, cloth: Cloth) -> None:
        self.scene, self.cloth = scene, cloth
        self._lain: dict[Key, Home | Place] = {}
        """Where things lay when pointers began to push them."""

    def pace(self, seconds: float) -> float:
        """How long a thing is seen on its way, at the pace of this table."""
        scene = self.scene
        return 0.0 if scene.timeline.reduced else seconds * scene.context.settings.pace

    @property
    def moving(self) -> bool:
        return self.cloth.moving

    @abstractmethod
    def movable(self, key: Key) -> bool:
        """Whether people may push a thing now."""

    @abstractmethod
    def knob_spots(self) -> list[Spot]:
        """The round buttons: a finger on one of them pushes nothing."""

    @property
    def ready(self) -> Pick | None:
        keys: list[Any] = [spot.key for spot in self.knob_spots()]
        return next((key for key in keys if Knob.CHECK in (key, getattr(key, "knob", None))), None)

    def gripped(self, key: Key) -> None:
        """A pointer is about to take hold of a thing."""

    @abstractmethod
    def pulled(self, key: Key) -> None:
        """A pointer that holds a thing has moved."""

    @abstractmethod
    def dropped(self, key: Key, click: Click | None, intent: Intent) -> None:
        """A pointer let go of a thing or was lost; `click` stands if it was the last one."""

    def push(self, intent: Intent) -> bool:
        """A pointer takes, pushes or lets go of a thing; True if it was about one."""
        world = self.cloth.world
        if intent.kind == "press":
            return self._grip(intent)
        key = world.grips.get(intent.pointer)
        if key is None or intent.kind not in ("drag", "release", "lost"):
            return False
        if intent.moved and intent.kind != "lost":
            self._lain.setdefault(key, self.cloth.where(key))
            world.drag(intent.pointer, self.cloth.camera.place(intent.pos))
            self.pulled(key)
        if intent.kind != "drag":
            self.dropped(key, world.release(intent.pointer), intent)
        return True

    def _grip(self, intent: Intent) -> bool:
        if spot_at(intent.pos, self.knob_spots()) is not None:
            return False
        key = self.cloth.under(intent.pos) or self._beside(intent.pos)
        if key is None or not self.movable(key):
            return False
        if key not in self.cloth.world.grips.values():
            self._lain.pop(key, None)
        self.gripped(key)
        self.cloth.world.grip(intent.pointer, self.cloth.camera.place(intent.pos), key)
        return True

    @property
    def pushed(self) -> Sequence[Key]:
        return [key for key in self._lain if key in self.cloth.world.grips.values()]

    def send_back(self, keys: Iterable[Key]) -> None:
        """Pairs are seen going back to their racks."""
        for key in keys:
            self.cloth.put_back(key, self.pace(RETURNING))

    def push_back(self) -> None:
        for key in self.pushed:
            self.cloth.put_back(key, self.pace(RETURNING), self._lain[key])

    def _beside(self, point: Point) -> Key | None:
        """A thing that another finger holds, close enough to be meant by a second one."""
        held = self.cloth.world.grips.values()
        far = [(math.dist(point, self.cloth.middle(key)), key) for key in held]
        return min(far)[1] if far and min(far)[0] < BESIDE * self.cloth.camera.unit else None

    def turn(self, held: Sequence[Key], steps: int) -> bool:
        """Turn what is in hand by steps, clockwise for more than 0; False if nothing is."""
        for key in set(held):
            self.cloth.take_out(key)
            self.cloth.world[key].turn(-steps * STEP)
        if held:
            self.scene.sound("wood_slide")
        return bool(held)

    def rest(self) -> None:
        """No pointer holds anything any more, and nothing has clicked in."""
        for pointer in list(self.cloth.world.grips):
            self.cloth.world.release(pointer)
        for thing in self.cloth.world.things.values():
            thing.loosen()
