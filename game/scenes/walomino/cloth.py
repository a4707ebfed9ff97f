"""The cloth: single pieces and pairs as loose bodies of the pushing world, as the camera sees them.

Before play everybody joins pieces to pairs on it, afterwards pairs are pushed against the chain.
Pairs in their racks have a place and a size of their own on the table: no view of the chain moves
them, and nothing pushes them. Those that were taken out lie beside the chain, as large as it is.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, NamedTuple

from game.physics.click import Bump, Event, Key, PulledOut
from game.physics.place import SINGLE, STEP, Edges, Form, Place, at, mean, pair
from game.physics.world import World
from game.rules.walomino.chain import Pair
from game.rules.walong.geometry import COLOURS, Pose
from game.scenes.play.camera import Camera, View
from game.scenes.walomino.layout import Home
from game.scenes.walong.art import WalongArt, halo
from game.scenes.walong.table import Loose, WalongTable, expect, flown, paint_loose
from game.ui.canvas import Canvas
from game.ui.display_list import DisplayList
from game.ui.frame import Box, Point
from game.ui.sprites import made_within
from game.ui.theme import Color, mix, rgb, with_alpha

UNDER: Final = 0.25
"""A thing is still meant by a pointer so far beside it, in sides."""
GROWING: Final = 0.14
RETURNING: Final = 0.3
"""Seconds in which a pair out of its rack becomes as large as the chain, and until it is back."""
ROUND: Final = 22.0
"""The radius of a mat's corners, in units."""
HEM: Final = rgb("#C9B48C")
MEANWHILE: Final = 0.001
"""Seconds of a frame in which what glides is painted as it will lie."""
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
    """A thing that is seen on its way to where it lies: where its pieces come from, for how long;
    how high they fly, in units, and since when.
    """

    starts: Sequence[Loose]
    seconds: float
    rise: float = 0.0
    passed: float = 0.0


class Cloth:
    """The pushing world under one table of Walongs; `arrange` it first."""

    board: WalongTable
    world: World

    def __init__(self, sound: Callable[[str, Point | None], None]) -> None:
        self.sound = sound
        self.lying: dict[Key, Lying] = {}
        self.homes: dict[Key, Home] = {}
        self.racked: set[Key] = set()
        """Pairs that lie in their racks."""
        self.led: set[Key] = set()
        """Pairs that are pushed by nobody's fingers."""
        self.glides: dict[Key, Glide] = {}
        self._quiet = 0.0
        self._view: View | None = None

    def arrange(self, board: WalongTable, room: Box) -> None:
        """An empty cloth on this board; nothing leaves the room."""
        self.board, self.room = board, room
        self.world = World(self.edges(room))
        self.lying.clear()
        self.racked.clear()
        self.led.clear()
        self.glides.clear()

    def stand(self, side: float, room: Box) -> None:
        """The view rests on the middle of the board, with sides of about so many units."""
        camera = self.camera
        camera.box = room
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
        self.racked.discard(key)
        self.glides.pop(key, None)
        self.world.remove(key)

    def middle(self, key: Key) -> Point:
        """The middle of a thing on the table."""
        spot = mean(complex(*heart) for heart in self.hearts(key))
        return spot.real, spot.imag

    def side(self, key: Key) -> float:
        """How long a side of it is where it lies, in units."""
        return self.homes[key].side if key in self.racked else self.camera.unit

    def hearts(self, key: Key) -> list[Point]:
        """The middles of its pieces on the table."""
        return [piece.at for piece in self._pieces(key)]

    def where(self, key: Key) -> Home | Place:
        """Its place in its rack, or on the cloth."""
        return self.homes[key] if key in self.racked else self.world[key].place

    def _pieces(self, key: Key) -> list[Loose]:
        return self._lain(self.lying[key], self.where(key))

    def _lain(self, lying: Lying, where: Home | Place) -> list[Loose]:
        """The pieces of a thing that lies in a rack or on the cloth."""
        camera, form = self.camera, form_of(lying.what)
        if isinstance(where, Home):
            (x, y), k, unit = where
            places = form.places(at(0j, k * STEP))
            points = [(x + p.x * unit, y - p.y * unit) for p in places]
        else:
            unit, places = camera.unit, form.places(where)
            points = [camera.point(place.spot) for place in places]
        return [
            Loose(letter, point, math.degrees(place.angle), 0.0, unit)
            for letter, point, place in zip(lying.letters, points, places, strict=True)
        ]

    def under(self, point: Point) -> Key | None:
        """The thing under a point of the table, or so near it that it is meant."""
        found = self.world.at(self.camera.place(point), UNDER)
        if found is not None and found not in self.racked:
            return found
        near = [
            (key in self.racked, far, key)
            for key in self.lying for piece in self._pieces(key)
            if (far := math.dist(point, piece.at) / piece.size) < 1 + UNDER
        ]
        return min(near)[2] if near else None

    def seen(self, key: Key) -> list[Loose]:
        """Its pieces as they are seen now, lying or on their way."""
        pieces = self._pieces(key)
        glide = self.glides.get(key)
        if glide is None:
            return pieces
        share = max(0.0, glide.passed) / glide.seconds
        return [
            flown(start, end, share, glide.rise)
            for start, end in zip(glide.starts, pieces, strict=True)
        ]

    # Racks -------------------------------------------------------------------------------------

    def take_out(self, key: Key, seconds: float = GROWING) -> None:
        """A pair lies on the cloth from now on, where it was in its rack."""
        if key in self.racked:
            starts = self.seen(key)
            self.racked.discard(key)
            self.world[key].park(False)
            if seconds:
                self.glides[key] = Glide(starts, seconds)

    def put_back(self, key: Key, seconds: float = 0.0, lain: Home | Place | None = None) -> None:
        """A thing is in nobody's hand and lies in its rack from now on, or there on the cloth where
        it has `lain`, and is seen going there for so many seconds.
        """
        starts, thing = self.seen(key) if seconds else [], self.world[key]
        for pointer in [name for name, held in self.world.grips.items() if held == key]:
            self.world.release(pointer)
        if not isinstance(lain, Place):
            self.racked.add(key)
            thing.park(True)
        thing.put(lain if isinstance(lain, Place) else self._home(key))
        self.glides.pop(key, None)
        if seconds:
            self.glides[key] = Glide(starts, seconds)

    def _home(self, key: Key) -> Place:
        """Where a pair is that has its middle where its place in the rack has it."""
        (x, y), k, side = self.homes[key]
        form, angle = form_of(self.lying[key].what), k * STEP
        away = mean(place.spot for place in form.places(at(0j, angle)))
        middle = x + away.real * side, y - away.imag * side
        return at(self.camera.place(middle) - away, angle)

    def out(self) -> list[Key]:
        """The pairs that lie on the cloth, in nobody's hand."""
        things, busy = self.world.things, {*self.led, *self.racked}
        return [
            key for key, lying in self.lying.items()
            if lying.number >= 0 and key not in busy and not (things[key].click or things[key].hold)
        ]

    # Time --------------------------------------------------------------------------------------

    @property
    def moving(self) -> bool:
        looks = self.camera.moving or self.board.dull
        return looks or bool(self.glides) or not self.world.rests

    def update(self, seconds: float) -> list[Event]:
        """Let time pass; what the world has to tell.

        While things are held the view stays.
        """
        self.camera.update(0.0 if self.world.grips else seconds)
        if self.camera.view != self._view:
            self.hold_still()
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

    def fence(self, room: Box) -> None:
        """Nothing leaves this part of the table from now on."""
        self.room = room
        self.world.fence(self.edges(room))

    def hold_still(self) -> None:
        """The view has moved: what is in the racks stays where it is seen."""
        self._view = self.camera.view
        self.fence(self.room)
        for key in self.racked:
            self.world[key].put(self._home(key))

    def edges(self, box: Box, rim: float = 0.0) -> Edges:
        """A part of the table in the world, but for a rim of so many sides."""
        low = self.camera.place((box.x, box.bottom)) + complex(rim, rim)
        high = self.camera.place((box.right, box.y)) - complex(rim, rim)
        return Edges(low.real, low.imag, high.real, high.imag)

    # Painting ----------------------------------------------------------------------------------

    def paint(self, canvas: Canvas) -> None:
        """All that lies; what is pushed over the others last."""
        camera, held = self.camera, {*self.led, *self.world.grips.values()}
        here = [key for key in self.lying if key not in self.glides]
        low = [(self.lying[key], self.where(key)) for key in here if key not in held]
        canvas.group((camera.view, camera.box, self.board.pixels), self._paint_low, low)
        for key in (key for key in here if key in held):
            pieces = [replace(piece, lift=LIFT) for piece in self._pieces(key)]
            paint_loose(canvas, pieces, self._pixels(canvas, key))

    def _pixels(self, canvas: Canvas, key: Key) -> int:
        """How long the sides are in pictures of what moves: as in its rack while it has not been
        painted in the size of the chain, which it is from now on, a step a frame.
        """
        art, pieces = WalongArt(self.board.pixels, canvas.design), self._pieces(key)
        if key not in self.homes or all(
            art.painted(piece.colour, range(12), lift) for piece in pieces for lift in (None, 0.0)
        ):
            return self.board.pixels
        made_within(0.0, partial(expect, art, pieces))
        return round(self.homes[key].side * canvas.scale)

    def _paint_low(self, canvas: Canvas, low: Sequence[tuple[Lying, Home | Place]]) -> None:
        racked, loose = (
            [piece for lying, at in low if isinstance(at, kind) for piece in self._lain(lying, at)]
            for kind in (Home, Place)
        )
        if racked:
            paint_loose(canvas, racked, round(racked[0].size * canvas.scale))
        paint_loose(canvas, loose, self.board.pixels)

    def paint_gliding(self, canvas: Canvas) -> None:
        """What is on its way, and below it what waits for that. What flies into a rack is as sharp
        as where it lay; as it will lie there it is painted meanwhile.
        """
        waiting = [piece for one in self.glides.values() if one.passed < 0 for piece in one.starts]
        if waiting:
            canvas.group((), paint_loose, waiting, round(waiting[0].size * canvas.scale))
        flying = defaultdict[int, list[Loose]](list)
        for key, glide in self.glides.items():
            if glide.passed >= 0:
                lain = round(glide.starts[0].size * canvas.scale)
                racked = glide.rise and key in self.racked
                flying[lain if racked else self._pixels(canvas, key)] += self.seen(key)
        among = sum(map(len, flying.values()))
        for pixels, pieces in flying.items():
            paint_loose(canvas, pieces, pixels, among=among)
        if low := [(self.lying[key], self.where(key)) for key in self.glides]:
            made_within(MEANWHILE, partial(self._paint_low, canvas.on(DisplayList((0, 0))), low))


def paint_mats(
    canvas: Canvas, mats: Sequence[tuple[Box, Color, bool]], radius: float = 0.0,
    rounds: Sequence[tuple[Point, Color]] = (), lights: Sequence[tuple[Point, float, Color]] = (),
) -> None:  # fmt: skip
    """Whose parts of the cloth these are, round ones too; one glows while its seat is at work. And
    light under what has sides of such a length.
    """
    for box, color, busy in mats:
        tint, edge, wide = (0.16, 0.9, 3.5) if busy else (0.08, 0.6, 2.5)
        canvas.fill(box.inset(ROUND / 3), with_alpha(color, tint))
        canvas.outline(box.inset(1.25), mix(HEM, color, edge), wide, ROUND)
    for spot, color in rounds:
        canvas.disc(spot, radius, with_alpha(color, 0.2))
        canvas.ring(spot, radius, with_alpha(color, 0.7), 2.5)
    for spot, side, color in lights:
        halo(canvas, spot, side, color)
