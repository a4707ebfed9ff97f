"""The pairs on the cloth: loose bodies of the pushing world as the table's camera sees them.

Pairs that lie outside the board's box, in front of the seats, stay where they are on the screen
when the view moves; those beside the chain stay beside the chain.
"""

import functools
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

import pygame

from game.physics.click import Event, Key
from game.physics.place import STEP, Edges, Place, pair
from game.physics.world import World
from game.rules.walomino.chain import Pair
from game.rules.walong.geometry import COLOURS, Pose
from game.scenes.walong.art import FARTHEST, WalongArt, halo
from game.scenes.walong.camera import Camera
from game.scenes.walong.table import WalongTable
from game.ui.canvas import Canvas
from game.ui.frame import Point
from game.ui.sprites import SPRITES
from game.ui.theme import Color

SHADED: Final = 0.35
"""What a shadow needs beyond its piece, in sides."""
WELL_IN: Final = 0.9
"""A pair whose middle is so far inside the board, in sides, has left all trays."""
LIFT: Final = 0.25
"""How high what is in hand seems to be."""
COARSE: Final = 15
"""Degrees between two shadows of a pair that turns."""
EVEN: Final = 0.004
"""Pictures whose size differs by less are shown as they are."""
LEVEL: Final = math.radians(0.2)
"""An angle so close to one of the twelve is taken for it."""


class Lying(NamedTuple):
    """A loose pair: whose it is, and its number."""

    seat: int
    number: int
    pair: Pair

    @property
    def letters(self) -> tuple[str, str]:
        return COLOURS[self.pair.first], COLOURS[self.pair.second]


def key_of(seat: int, number: int) -> Key:
    """What a pair is called in the world."""
    return f"{seat}:{number}"


class Cloth:
    """The pushing world under one table of Walongs; `arrange` it first."""

    board: WalongTable
    world: World

    def __init__(self) -> None:
        self.lying: dict[Key, Lying] = {}
        self.led: set[Key] = set()
        """Pairs that are pushed by nobody's fingers."""

    def arrange(self, board: WalongTable, size: Point) -> None:
        """An empty cloth on this board; `size` is the table's, in units."""
        self.board, self._size = board, size
        self.world = World(self._edges())
        self.lying.clear()
        self.led.clear()

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

    def add(self, seat: int, number: int, piece: Pair, at: Point, degrees: float) -> None:
        """A pair lies loose, its first piece there."""
        key = key_of(seat, number)
        self.lying[key] = Lying(seat, number, piece)
        self.world.add(key, pair(piece.side, piece.other), self.place(at, degrees))

    def remove(self, key: Key) -> None:
        del self.lying[key]
        self.led.discard(key)
        self.world.remove(key)

    def put(self, key: Key, at: Point, degrees: float) -> None:
        """Lay a pair somewhere else on the table."""
        self.world[key].put(self.place(at, degrees))

    def place(self, at: Point, degrees: float) -> Place:
        """A point of the table and an angle as seen there, in the world."""
        spot = self.camera.place(at)
        return Place(spot.real, spot.imag, math.radians(degrees))

    def middle(self, key: Key) -> Point:
        """The middle of a pair on the table."""
        return self.camera.point(self.world[key].middle)

    # Time --------------------------------------------------------------------------------------

    def update(self, seconds: float) -> tuple[bool, list[Event]]:
        """Let time pass; whether the picture changed, and what the world has to tell.

        While pairs are held the view stays.
        """
        anchors = self.anchors() if self.camera.moving and not self.world.grips else {}
        before = self.camera.view
        changed = self.board.update(0.0 if self.world.grips else seconds)
        if self.camera.view != before:
            self.hold_still(anchors)
        if self.world.rests:
            return changed, self.world.events()
        self._pass_over({*self.world.grips.values(), *self.led})
        self.world.update(seconds)
        return True, self.world.events()

    def _pass_over(self, moved: Iterable[Key]) -> None:
        """In front of a seat a pair comes out over the others; on the board it pushes them."""
        inner = self.board.box.inset(WELL_IN * self.camera.unit)
        for key in moved:
            if key in self.lying:
                self.world[key].pass_over(not inner.has(self.middle(key)))

    def hold_still(self, anchors: Mapping[Key, tuple[Point, float]]) -> None:
        """The view has moved: these pairs stay where they are seen."""
        self.world.fence(self._edges())
        for key, (at, degrees) in anchors.items():
            self.put(key, at, degrees)

    def anchors(self) -> dict[Key, tuple[Point, float]]:
        """Where pairs in front of the seats are seen now: what `hold_still` needs."""
        return {
            key: (at, math.degrees(place.angle))
            for key, place in self.world.places().items()
            if not self.board.box.has(at := self.camera.point(place.spot))
            and self.world[key].click is None
        }

    def _edges(self) -> Edges:
        low = self.camera.place((0.0, self._size[1]))
        high = self.camera.place((self._size[0], 0.0))
        return Edges(low.real, low.imag, high.real, high.imag)

    # Painting ----------------------------------------------------------------------------------

    def paint(self, canvas: Canvas, lit: Mapping[Key, Color]) -> None:
        """All loose pairs, light under some of them; those that are pushed over the others."""
        places = self.world.places()
        high = dict.fromkeys([*self.led, *self.world.grips.values()])
        for key, color in lit.items():
            if key in places:
                halo(canvas, self.middle(key), self.camera.unit, color)
        art = WalongArt(self.camera.pixels)
        share = self.camera.unit * canvas.scale / art.side
        turned = []
        for key, place in places.items():
            if key in high:
                continue
            lying, k = self.lying[key], round(place.angle / STEP)
            if abs(share - 1) > EVEN or abs(place.angle - k * STEP) > LEVEL:
                turned.append(key)
                continue
            # A pair at a lattice angle is one picture.
            first, second = self.world[key].form.places(Place(0.0, 0.0, k % 12 * STEP))
            pieces = [*zip(lying.letters, (first, second), strict=True)]
            name = ("pair", art.side, lying.pair, k % 12)
            image = SPRITES.get(name, functools.partial(_portrait, pieces, art))
            self._blit(canvas, image, place.spot + second.spot / 2, 1.0)
        self._paint_turned(canvas, turned, art, 0.0)
        for key in high:
            if key in places:
                self._paint_turned(canvas, [key], art, LIFT)

    def _paint_turned(
        self, canvas: Canvas, keys: Sequence[Key], art: WalongArt, lift: float
    ) -> None:
        """Pairs at any angle and in any size: all shadows, then all pieces."""
        share = self.camera.unit * canvas.scale / art.side
        pieces = [
            (letter, place.spot, math.degrees(place.angle))
            for key in keys
            for letter, place in zip(
                self.lying[key].letters, self.world[key].form.places(self.world[key].place),
                strict=True,
            )
        ]
        for letter, spot, degrees in pieces:
            shadow = art.shadow(letter, COARSE * round(degrees / COARSE), lift)
            self._blit(canvas, shadow, spot, share)
        for letter, spot, degrees in pieces:
            self._blit(canvas, art.at(letter, degrees), spot, share)

    def _blit(
        self, canvas: Canvas, image: pygame.Surface, spot: complex, share: float
    ) -> None:
        x, y = self.camera.point(spot)
        if abs(share - 1) > EVEN:
            image = pygame.transform.smoothscale_by(image, share)
        w, h = image.get_size()
        at = round(x * canvas.scale) - w // 2, round(y * canvas.scale) - h // 2
        canvas.surface.blit(image, at)


def _portrait(pieces: Sequence[tuple[str, Place]], art: WalongArt) -> pygame.Surface:
    """A pair with its shadow, its first piece at 0; the middle of the picture is the pair's."""
    middle, room = pieces[1][1].spot / 2, FARTHEST + SHADED
    w, h = (round(2 * (abs(part) + room) * art.side) for part in (middle.real, middle.imag))
    surface = pygame.Surface((w, h), pygame.SRCALPHA, 32)
    for shades in (True, False):
        for letter, place in pieces:
            turn = round(place.angle / STEP)
            image = art.shadow(letter, 30.0 * turn) if shades else art.piece(letter, turn)
            away = (place.spot - middle) * art.side
            x, y = w / 2 + away.real, h / 2 - away.imag
            surface.blit(image, (round(x - image.get_width() / 2),
                                 round(y - image.get_height() / 2)))
    return surface
