"""The loupe: what a finger hides on the board is shown enlarged above the hand.

It opens while a finger drags something over the board, or has rested there to choose a place for
what is chosen; from then on sliding moves the aim and not the view. The place that the finger
would take is marked. Letting go takes it, beside the board it takes none; a second finger closes
the loupe and moves the view with the first one.
"""

import math
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

import pygame

from game.scenes.play.played_match import AnyPlayedMatch
from game.scenes.play.pointer_input import PointerInput
from game.ui import art, painter
from game.ui.canvas import Canvas
from game.ui.display_list import DisplayList, Porthole
from game.ui.frame import Box, Frame, Point
from game.ui.intents import Intent
from game.ui.layer import Spot
from game.ui.painter import Painter
from game.ui.sprites import SPRITES
from game.ui.theme import GOLD, INK, IVORY, LAMP, SHADE, mix, with_alpha

REST: Final = 0.25
"""Seconds that a finger is down before it chooses a place; one that drags sooner moves the view."""
RADIUS: Final = 176.0
RIM: Final = 10.0
"""The lens and what is around it, in units."""
AWAY: Final = 282.0
"""From the fingertip to the middle of the lens."""
ENLARGED: Final = 2.0
LEAST: Final = 1.25
"""How many times larger than in the view of everything things are seen in the lens, and how many
times larger at least than they are seen beside it."""
DRAWN: Final = 432.0
"""The side of the drawing of lens, brass and shadow, in units."""
SEEN: Final = 13.0, 17.0, 414.0, 414.0
"""The part of it in which anything is to be seen."""
SQUARE, SQUARES = 96.0, 28
"""The ground is enlarged in squares of so many units, and so many of them are kept."""
TURN: Final = 3
"""In steps of so many degrees the lens goes round the finger where there is no room above it."""


class Close(NamedTuple):
    """How lenses show a board: what lies in the table's corner appears at a point of a larger
    canvas, and all else so many times as far from there. A lens sees a part of that canvas.
    """

    at: Point
    factor: float

    def point(self, point: Point) -> Point:
        """Where a point of the table appears."""
        return self.at[0] + point[0] * self.factor, self.at[1] + point[1] * self.factor

    def box(self, box: Box) -> Box:
        """Where a box of the table appears."""
        return Box(*self.point((box.x, box.y)), box.w * self.factor, box.h * self.factor)


class Loupe:
    """The loupe of a play scene; games whose input is never `choosing` have none."""

    def __init__(
        self, play: AnyPlayedMatch, hands: PointerInput,
        paint: Callable[[Canvas, Close, Box], None],
    ) -> None:
        self._play, self._hands, self._paint = play, hands, paint
        self._painter, self._sheet = Painter(), pygame.Surface((0, 0), 0, 32)
        """What is seen in the lens, and who keeps it up to date."""
        self._finger = ""
        """The finger it follows; empty if none."""
        self._at: Point = (0.0, 0.0)
        self._since = 0.0
        """Seconds since that finger went down."""
        self._free = False
        """Whether that finger went down on the board, where it may choose a place."""
        self._open = False
        """Whether it chooses one, without dragging anything."""
        self._moment = 0
        """How many steps of the match were known when it began to."""
        self._down: set[str] = set()
        """All fingers that went down on the board and are still there."""
        self._spent: set[str] = set()
        """The fingers whose letting go means nothing any more."""
        self._square = lru_cache(SQUARES)(_enlarged)
        """The squares of the ground that were enlarged last."""

    @property
    def shown(self) -> bool:
        """Whether there is a lens now."""
        play = self._play
        if not self._finger or not play.eye.resting:
            return False
        drags = self._hands.carrying == self._finger and play.input.choosing
        return (drags or self._open) and play.eye.box.has(self._at)

    @property
    def spot(self) -> Spot | None:
        """What would be picked if the finger let go now."""
        return self._play.input.spot_for(self._at) if self.shown and self._asks else None

    @property
    def _asks(self) -> bool:
        """Whether the table waits for a place to be chosen."""
        play = self._play
        return play.input.choosing and play.takes_picks and play.asked is not None

    # Fingers -------------------------------------------------------------------------------------

    def on(self, intent: Intent) -> bool:
        """Follow a finger; True if what it does now is about nothing but the aim."""
        name = intent.pointer
        match intent.kind:
            case "press":
                self._spent.discard(name)
                if intent.source == "touch":
                    self._press(intent)
            case "drag" if name == self._finger:
                return self._drag(intent)
            case "release" | "lost":
                self._down.discard(name)
                if name == self._finger:
                    return self._let_go(intent)
                if name in self._spent and self._hands.carrier != name:
                    self._play.eye.on(intent)
                    return True
            case "hold":
                return self._open and name == self._finger
            case "tap":
                return name in self._spent
        return False

    def _press(self, intent: Intent) -> None:
        name, eye, hands = intent.pointer, self._play.eye, self._hands
        on_board = eye.box.has(intent.pos)
        others = self._down - {name}
        if on_board:
            self._down.add(name)
        if self._finger and (hands.carrier == self._finger or (self._free and not on_board)):
            return  # it has other things to do than what this one does
        if on_board and others:  # they move the view together
            if self._open:
                self._spent |= {self._finger, name}
                hands.forget()
            self.close()
            return
        self._finger, self._at, self._since = name, intent.pos, 0.0
        self._free = on_board and not self._play.input.tells_of(intent.pos)

    def _drag(self, intent: Intent) -> bool:
        play, self._at = self._play, intent.pos
        if self._open:
            play.eye.press(intent)  # were a second finger to come, the view begins here
            self._consider()
        elif intent.moved and not play.eye.whole:
            self._free = False  # it moves the view
        return self._open

    def _let_go(self, intent: Intent) -> bool:
        self._at, opened = intent.pos, self._open
        spot = self.spot
        if not opened or intent.kind == "lost" or spot is None:
            self.close()
        self._finger, self._open = "", False
        if opened:
            self._spent.add(intent.pointer)
            self._play.eye.on(intent)
            self._hands.forget()
            if spot is not None and intent.kind == "release":
                self._hands.tap(spot.key)
        return opened

    def _consider(self) -> None:
        spot = self.spot
        self._play.input.consider(None if spot is None else spot.key)

    def forget(self) -> None:
        """No finger means anything any more: the scene is covered, or laid out anew."""
        self.close()
        self._down.clear()

    def close(self) -> None:
        """Follow no finger any more; no place is chosen."""
        if self._open:
            self._play.input.consider(None)
        self._finger, self._open = "", False

    def update(self, seconds: float) -> None:
        """Let time pass: a finger that rests opens the loupe, and a change of affairs closes it."""
        if self._open and (not self._asks or self._play.known != self._moment):
            self._spent.add(self._finger)
            self.close()
        elif self._finger and not self._open and self._free:
            self._since += seconds
            free = self._hands.carrier is None
            if self._since >= REST and free and self._asks:
                self._open, self._moment = True, self._play.known
                self._consider()

    # Painting ------------------------------------------------------------------------------------

    def prepare(self) -> None:
        """Paint the brass with the ground, for no frame has the time for it."""
        _mount(round(2 * RADIUS * self._play.context.scale))

    def rehearse(self) -> None:
        """Paint the lens, and what it would show of the middle, before a finger asks for it."""
        self.prepare()
        play, canvas = self._play, self._play.context.trial((2 * RADIUS, 2 * RADIUS))
        if play.ground is not None:
            self._draw_seen(canvas, canvas.surface.get_size()[0], play.layout.board.center)
            spots = [each for each in play.offered() if play.eye.box.has(each.center)]
            for spot, fits in product(spots[:1], (False, True)):
                _paint_ring(canvas, Close((0, 0), self.factor), spot, fits)

    @property
    def factor(self) -> float:
        """How many times as large as on the board things are seen."""
        return max(ENLARGED / self._play.eye.closeness, LEAST)

    def draw(self, canvas: Canvas) -> None:
        play = self._play
        if not self.shown:
            self._painter.forget()
        if not self.shown or (play.arriving and not self._painter.knows):  # it opens a frame later
            return
        seat = play.asked or 0
        middle = lens_at(self._at, play.size, play.layout.trays[seat].turn)
        rect = canvas.rect(Box.around(middle, 2 * RADIUS, 2 * RADIUS))
        rect.size = (canvas.px(2 * RADIUS),) * 2  # edges are rounded each by itself
        if self._sheet.get_size() != rect.size:
            self._sheet = painter.unaligned(rect.size)
        frame, corner = self._draw_seen(canvas, rect.w, self._at)
        self._painter.paint(self._sheet, frame, corner)
        painter.put(canvas.surface, Porthole, rect, self._sheet, self._painter.changes)
        mount = _mount(rect.w)
        part = pygame.Rect([round(n * mount.get_width() / DRAWN) for n in SEEN])
        at = mount.get_rect(center=canvas.at(middle)).move(part.topleft)
        canvas.surface.blit(mount, at, part)

    def _draw_seen(
        self, canvas: Canvas, side: int, about: Point
    ) -> tuple[DisplayList, tuple[int, int]]:
        """What lenses of a side in pixels see, at least all that does which lies around a point of
        the table; and the corner of what the lens there sees.
        """
        play, eye, scale = self._play, self._play.eye, canvas.scale
        assert play.ground is not None, "it is the first thing that is drawn"
        wide = 2 * canvas.px(SQUARE / 2)
        high = round(wide * self.factor * eye.closeness)
        left, top, *_ = eye.under(Box(0, 0, 1, 1))
        beside = side / scale  # there is no more around the table
        at = left * high / wide + beside, top * high / wide + beside
        close = Close(at, self.factor)
        size = [round(n * high / wide) + 2 * side for n in play.ground.get_size()]
        frame = self._painter.begin((size[0], size[1]))
        x, y = (round(n * scale - side / 2) for n in close.point(about))
        seen, larger = pygame.Rect(x, y, side, side), canvas.on(frame)
        self._draw_ground(larger, seen.move(-side, -side), wide, high)
        lens = Box(*(n / scale for n in seen))
        self._paint(larger, close, lens)
        for mark in play.marks:
            center, radius = close.point(mark.center), mark.radius * close.factor
            if lens.has(center, radius):  # no ring is painted for the first time that is not seen
                replace(mark, center=center, radius=radius).draw(larger)
        self._paint_aim(larger, close, close.point(about))
        return frame, (x, y)

    def _paint_aim(self, canvas: Canvas, close: Close, finger: Point) -> None:
        """A ring around what would be picked, bright where it fits; and where the finger is."""
        play, spot = self._play, self.spot
        if spot is not None:
            fits = bool(play.shows_targets and play.input.fitting([spot]))
            _paint_ring(canvas, close, spot, fits)
        canvas.disc(finger, 5, with_alpha(INK, 0.6))
        canvas.disc(finger, 3, IVORY)

    def _draw_ground(self, canvas: Canvas, seen: pygame.Rect, wide: int, high: int) -> None:
        """The ground in a part of what lenses see: squares `wide` pixels wide, seen as `high`."""
        for i, j in product(*(range(n // high, (n + seen.w) // high + 1) for n in seen.topleft)):
            square = self._square(self._play.ground, i * wide, j * wide, wide, high)
            canvas.surface.blit(square, (i * high + seen.w, j * high + seen.w))


def _paint_ring(canvas: Canvas, close: Close, spot: Spot, fits: bool) -> None:
    """A ring around what would be picked."""
    at = close.point(spot.center)
    radius = 1.14 * close.factor * min(spot.box.w, spot.box.h) / 2
    canvas.ring(at, radius + 3, with_alpha(INK, 0.6), 11 if fits else 8)
    color = mix(GOLD, LAMP, 0.45) if fits else with_alpha(IVORY, 0.75)
    canvas.ring(at, radius, color, 6 if fits else 3)


def lens_at(finger: Point, size: Point, turn: int) -> Point:
    """Where the middle of the lens is on a table of this size: above the fingertip as it is seen
    from an edge, or as near to that as the window allows without lying under the hand.
    """
    room = Box(0, 0, *size).inset(RADIUS + RIM)
    x, y = Frame((0, 0), (0, 0), turn).out_vector((0, -AWAY))
    inward = (size[0] / 2 - finger[0]) * -y + (size[1] / 2 - finger[1]) * x
    way = 1 if inward >= 0 else -1
    for degrees in range(0, 181, TURN):
        for angle in (math.radians(way * degrees), math.radians(-way * degrees)):
            cos, sin = math.cos(angle), math.sin(angle)
            at = finger[0] + x * cos - y * sin, finger[1] + x * sin + y * cos
            if room.has(at):
                return at
    return room.nearest((finger[0] + x, finger[1] + y))  # a table hardly larger than the lens


def _enlarged(ground: pygame.Surface, left: int, top: int, side: int, high: int) -> pygame.Surface:
    """A square of the ground so many pixels larger; with its neighbours it makes one picture."""
    piece = pygame.Surface((side + 1, side + 1), 0, 32)  # up to the first ones of the next square
    piece.fill(SHADE)
    piece.blit(ground, (-left, -top))
    return pygame.transform.smoothscale(piece, (high, high), painter.unaligned((high, high)))


@SPRITES.keeping
def _mount(side: int) -> pygame.Surface:
    """The brass around a lens, and what lens and brass throw on the table."""
    mount = art.picture("loupe", (round(side * DRAWN / (2 * RADIUS)),) * 2)
    mount.set_alpha(255, pygame.RLEACCEL)  # most of it is clear
    return mount
