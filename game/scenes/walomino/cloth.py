"""The cloth: single pieces and pairs as loose bodies of the pushing world, as the camera sees them.

Before play everybody joins pieces to pairs on it, afterwards pairs are pushed against the chain.
Pairs that lie outside the camera's box, in front of the seats, stay where they are on the screen
when the view moves; those beside the chain stay beside the chain.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from game.physics.click import Bump, Event, Key, PulledOut
from game.physics.place import SINGLE, Edges, Form, Place, pair
from game.physics.world import World
from game.rules.walomino.chain import Pair
from game.rules.walong.geometry import COLOURS, Pose
from game.scenes.play.camera import Camera, View
from game.scenes.walong.art import halo
from game.scenes.walong.flight import flown
from game.scenes.walong.table import Loose, WalongTable, paint_loose
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.theme import Color

WELL_IN: Final = 0.9
"""A pair whose middle is so far inside the camera's box, in sides, has left all racks."""
LIFT: Final = 0.3
"""How high what is in hand seems to be."""
HUSH: Final = 0.16
"""Seconds between two noises of the same push."""
LOUD: Final = 0.8
"""Slower bumps are not heard, in sides per second."""
RUB: Final = 0.9
"""Slower sliding is not heard, in sides per second."""


class Lying(NamedTuple):
    """A loose thing: whose it is, its number, and the pair it is or the colour of a single piece.

    The numbers of pairs in play are those of the rules, all others are below 0.
    """

    seat: int
    number: int
    what: Pair | int

    @property
    def key(self) -> Key:
        return key_of(self.seat, self.number)

    @property
    def colours(self) -> tuple[int, ...]:
        return (self.what.first, self.what.second) if isinstance(self.what, Pair) else (self.what,)

    @property
    def letters(self) -> tuple[str, ...]:
        return tuple(COLOURS[colour] for colour in self.colours)


def key_of(seat: int, number: int) -> Key:
    """What a thing is called in the world."""
    return f"{seat}:{number}"


def form_of(what: Pair | int) -> Form:
    return pair(what.side, what.other) if isinstance(what, Pair) else SINGLE


@dataclass(slots=True)
class Glide:
    """A thing that is seen on its way to where it lies: where its pieces come from, and since
    when; how high they fly, in units.
    """

    starts: Sequence[Loose]
    seconds: float
    rise: float
    passed: float


class Cloth:
    """The pushing world under one table of Walongs; `arrange` it first."""

    board: WalongTable
    world: World

    def __init__(self, sound: Callable[[str, Point | None], None]) -> None:
        self.sound = sound
        self.lying: dict[Key, Lying] = {}
        self.led: set[Key] = set()
        """Pairs that are pushed by nobody's fingers."""
        self.glides: dict[Key, Glide] = {}
        self._quiet = 0.0

    def arrange(self, board: WalongTable, room: Box) -> None:
        """An empty cloth on this board; nothing leaves the room."""
        self.board, self.room = board, room
        self.world = World(self.edges(room))
        self.lying.clear()
        self.led.clear()
        self.glides.clear()

    def stand(self, side: float, room: Box) -> None:
        """The view rests on the middle of the board, with sides of about so many units."""
        camera = self.camera
        camera.box = self.board.box
        camera.notches = (max(8, int(side * camera.scale)),)
        camera.goal, camera.held = View(0j, camera.notches[0] / camera.scale), False
        camera.jump()
        self.fence(room)

    @property
    def camera(self) -> Camera:
        return self.board.camera

    # What lies there ---------------------------------------------------------------------------

    def lay(self, chain: Sequence[Pose]) -> None:
        """Exactly these pieces lie fast."""
        wanted = set(chain)
        for pose in [pose for pose in self.world.fixed if pose not in wanted]:
            self.world.unfix(pose)
        for pose in chain:
            self.world.fix(pose)

    def add(self, lying: Lying, place: Place) -> Key:
        """Something lies loose, its first piece there; its key."""
        self.lying[lying.key] = lying
        self.world.add(lying.key, form_of(lying.what), place)
        return lying.key

    def remove(self, key: Key) -> None:
        """Take something off; who holds it holds nothing now."""
        del self.lying[key]
        self.led.discard(key)
        self.glides.pop(key, None)
        self.world.remove(key)

    def place(self, at: Point, degrees: float) -> Place:
        """A point of the table and an angle as seen there, in the world."""
        spot = self.camera.place(at)
        return Place(spot.real, spot.imag, math.radians(degrees))

    def middle(self, key: Key) -> Point:
        """The middle of a thing on the table."""
        return self.camera.point(self.world[key].middle)

    def hearts(self, key: Key) -> list[Point]:
        """The middles of its pieces on the table."""
        thing = self.world[key]
        return [self.camera.point(one.spot) for one in thing.form.places(thing.place)]

    def seen(self, key: Key) -> list[Loose]:
        """Its pieces as they are seen now, lying or on their way."""
        thing, unit = self.world[key], self.camera.unit
        pieces = [
            Loose(letter, self.camera.point(place.spot), math.degrees(place.angle), 0.0, unit)
            for letter, place in zip(
                self.lying[key].letters, thing.form.places(thing.place), strict=True)
        ]  # fmt: skip
        glide = self.glides.get(key)
        if glide is None:
            return pieces
        share = max(0.0, glide.passed) / glide.seconds
        return [
            flown(start, end, share, glide.rise)
            for start, end in zip(glide.starts, pieces, strict=True)
        ]

    def glide(
        self, key: Key, starts: Sequence[Loose], seconds: float, wait: float = 0.0,
        rise: float = 0.0,
    ) -> None:  # fmt: skip
        """Let a thing be seen coming to where it lies, its pieces from where these are."""
        self.glides[key] = Glide(starts, seconds, rise, -wait)

    # Time --------------------------------------------------------------------------------------

    @property
    def moving(self) -> bool:
        return self.board.moving or bool(self.glides) or not self.world.rests

    def update(self, seconds: float) -> list[Event]:
        """Let time pass; what the world has to tell.

        While things are held the view stays.
        """
        anchors = self.anchors() if self.camera.moving and not self.world.grips else {}
        before = self.camera.view
        self.board.update(0.0 if self.world.grips else seconds)
        if self.camera.view != before:
            self.hold_still(anchors)
        for glide in self.glides.values():
            glide.passed += seconds
        self.glides = {k: one for k, one in self.glides.items() if one.passed < one.seconds}
        if not self.world.rests:
            self.world.update(seconds)
        return self._heard(seconds)

    def _heard(self, seconds: float) -> list[Event]:
        """What the world has to tell; pushing and bumping is heard."""
        events = [event for event in self.world.events() if event.key in self.world]
        self._quiet = max(0.0, self._quiet - seconds)
        for event in events:
            match event:
                case PulledOut(key):
                    self.sound("acrylic_slide", self.middle(key))
                case Bump(_, spot, strength) if strength > LOUD and not self._quiet:
                    self.sound("acrylic_bump", self.camera.point(spot))
                    self._quiet = HUSH
        for key in set(self.world.grips.values()):
            if self.world[key].sliding > RUB and not self._quiet:
                self.sound("acrylic_slide", self.middle(key))
                self._quiet = 3 * HUSH
        return events

    def pass_over(self) -> None:
        """In front of a seat a pair comes out over the others; on the board it pushes them."""
        inner = self.camera.box.inset(WELL_IN * self.camera.unit)
        for key in {*self.world.grips.values(), *self.led}:
            self.world[key].pass_over(not inner.has(self.middle(key)))

    def fence(self, room: Box) -> None:
        """Nothing leaves this part of the table from now on."""
        self.room = room
        self.world.fence(self.edges(room))

    def hold_still(self, anchors: Mapping[Key, tuple[Point, float]]) -> None:
        """The view has moved: these pairs stay where they are seen."""
        self.fence(self.room)
        for key, where in anchors.items():
            self.world[key].put(self.place(*where))

    def anchors(self) -> dict[Key, tuple[Point, float]]:
        """Where pairs in front of the seats are seen now: what `hold_still` needs."""
        return {
            key: (at, math.degrees(place.angle))
            for key, place in self.world.places().items()
            if not self.camera.box.has(at := self.camera.point(place.spot))
            and self.world[key].click is None
        }

    def edges(self, box: Box, rim: float = 0.0) -> Edges:
        """A part of the table in the world, but for a rim of so many sides."""
        low = self.camera.place((box.x, box.bottom)) + complex(rim, rim)
        high = self.camera.place((box.right, box.y)) - complex(rim, rim)
        return Edges(low.real, low.imag, high.real, high.imag)

    # Painting ----------------------------------------------------------------------------------

    def paint(self, canvas: Canvas, lit: Mapping[Key, Color]) -> None:
        """All that lies, light under some of it; what is pushed over the others last."""
        lying = [key for key in self.lying if key not in self.glides]
        high = [key for key in lying if key in self.led or key in self.world.grips.values()]
        for key, color in lit.items():
            if key in lying:
                halo(canvas, self.middle(key), self.camera.unit, color)
        low = [piece for key in lying if key not in high for piece in self.seen(key)]
        canvas.group((), self._paint_low, low, self.camera.pixels)
        for key in high:
            self._paint(canvas, [key], LIFT)

    def _paint_low(self, canvas: Canvas, pieces: Sequence[Loose], pixels: int) -> None:
        paint_loose(canvas, pieces, pixels)

    def paint_gliding(self, canvas: Canvas) -> None:
        """What is on its way."""
        self._paint(canvas, [*self.glides], 0.0)

    def _paint(self, canvas: Canvas, keys: Sequence[Key], lift: float) -> None:
        pieces = [piece for key in keys for piece in self.seen(key)]
        for piece in pieces:
            piece.lift = max(piece.lift, lift)
        paint_loose(canvas, pieces, self.camera.pixels)
