"""The eye that fingers, wheel and keys move over a board which lies in a fixed box of the table.

A pinch, a drag and a double tap begin on ground where nothing can be picked up. While the view
moves, a picture of the whole board is shown larger or smaller; once it rests, the board is
painted in the size in which it is then seen, as soon as all pictures for that are there.
"""

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import pygame

from game.scenes.play.camera import Camera, View, corners, within
from game.scenes.play.fingers import Fingers
from game.ui import painter
from game.ui.canvas import Canvas
from game.ui.display_list import Enlarged
from game.ui.frame import Box, Point
from game.ui.intents import Intent
from game.ui.painter import Painter
from game.ui.sprites import made_within

NEARER: Final = (1.0, 1.25, 1.6, 2.0)
"""How many times larger than whole a board may be seen at rest."""
NEAR: Final = 2
"""Which of these a double tap leads to."""
TWICE: Final = 0.4
"""Seconds between the two taps of a double tap."""
BESIDE: Final = 60.0
"""How far, in units, the second one may be from the first one."""
MARGIN: Final = 60.0
"""How far from the edge of the view what is followed stays, in units."""


class Eye:
    """Looks at a square board; `place` lays it into another box of the table, larger than the
    one it is seen through. With a `camera` of its own a board says itself what is shown.
    """

    pictured = True
    """Whether a picture of the whole board is shown while the view moves; else it is painted."""

    def __init__(
        self, box: Box, scale: float, place: Callable[[Box], None], camera: Camera | None = None,
        turn: Callable[[int], object] = lambda steps: None,
    ) -> None:  # fmt: skip
        self.box, self._place = box, place
        self.camera = camera or Camera(box, scale, 0.0)
        if camera is None:
            self.reach(View(0j, 1.0), Box.around((0, 0), box.w, box.h))
        self.fingers = Fingers(turn)
        self.near = False
        """Whether the view has begun near, and follows what happens."""
        self.sought = 0
        """How many steps there were when the last of them was brought into view."""
        self._tapped: tuple[Point, int | None, float] = (0.0, 0.0), None, TWICE
        """Where it was tapped last, at which moment, unless something was meant, and how many
        seconds ago.
        """
        self._dull = False
        self._painter = Painter()
        self._picture = pygame.Surface((0, 0))
        """The whole board as the painter has painted it: all of it anew would take too long."""
        self._current = False
        """Whether that is the board as it was refreshed last."""
        self._enlarged: tuple[object, pygame.Surface] | None = None
        """The part of the ground that was seen last at rest, with what it was made from."""

    def reach(self, whole: View, plane: Box) -> None:
        """From now on this view shows everything, which lies in this part of the plane; who looks
        at something else goes on doing so.
        """
        camera, self._whole = self.camera, whole
        camera.notches = tuple(whole.unit * camera.scale * near for near in NEARER)
        camera.limits = complex(plane.x, plane.y), complex(plane.right, plane.bottom)
        if not camera.held:
            camera.view = camera.goal = whole

    @classmethod
    def still(cls) -> "Eye":
        """One that sees everything and cannot be moved, where there is no board to look at."""
        eye = cls(Box(0, 0, 0, 0), 1.0, lambda box: None)
        eye.camera.notches, eye.pictured = (1.0,), False
        return eye

    @property
    def resting(self) -> bool:
        """Whether things are seen in a size in which they stay."""
        return not self.camera.moving and self.camera.lasting

    @property
    def dull(self) -> bool:
        """Whether pictures may be missing of the size in which the board is seen now."""
        return self._dull

    @property
    def whole(self) -> bool:
        """Whether all of the board is seen, and nothing moves."""
        return self.camera.view == self.camera.goal == self._whole

    @property
    def seeks(self) -> bool:
        """Whether there is more to be seen than is in view."""
        return self.camera.held

    @property
    def board(self) -> Box:
        """Where the whole board is, on the table and beyond."""
        unit = self.camera.view.unit
        return Box.around(self.camera.point(0j), self.box.w * unit, self.box.h * unit)

    @property
    def closeness(self) -> float:
        """How many times larger than in the view of everything things are seen."""
        return self.camera.unit / self._whole.unit

    def under(self, box: Box) -> Box:
        """Where the part of the board that a box shows lies on the ground, which shows it whole."""
        (x, y), unit = self.board.center, self.camera.unit
        left, top = self.box.center
        return Box(left + (box.x - x) / unit, top + (box.y - y) / unit, box.w / unit, box.h / unit)

    def sees(self, point: Point, radius: float) -> bool:
        """Whether all of a disc on the board can be seen."""
        return self.whole or self.box.has(point, -radius)

    def refresh(self) -> None:
        """Something else lies on the board now."""
        self._current = False

    # Hands ---------------------------------------------------------------------------------------

    def press(self, intent: Intent) -> None:
        """A pointer went down on the board and took nothing up."""
        self.fingers.press(intent)

    def on(self, intent: Intent, carried: Point | None = None) -> bool:
        """A drag, or a release, of such a pointer; True if it was about the view, which nobody
        moves while something is carried at a point.
        """
        before, held = self.camera.view, self.camera.held
        taken = self.fingers.on(intent, self.camera, carried)
        moved = self.camera.view != before
        if moved:
            self.keep()
            self._place(self.board)
        else:
            self.camera.held = held
        return moved or (taken and intent.kind != "drag" and self.camera.moving)

    def zoom(self, intent: Intent) -> bool:
        """The wheel, a key or a gamepad brings the view closer or farther; a finger rests."""
        if intent.kind == "hold":
            self.fingers.on(intent, self.camera, None)
            return False
        steps, about = {"zoom_in": 1, "zoom_out": -1}.get(intent.name, 0), self.box.center
        if intent.kind == "wheel" and self.box.has(intent.pos):
            steps, about = (intent.value > 0) - (intent.value < 0), intent.pos
        if steps:
            self.camera.notch(steps, about)
            self.keep()
        return bool(steps)

    def keep(self) -> None:
        """Hands moved the view: let it go on to where it shows something. Limits do so."""

    def tap(self, point: Point, moment: int, pieces: Sequence[Point] = ()) -> bool:
        """Nothing was tapped on the board; True if that was the second time at the same moment of
        the match: it leads near, where one of the pieces at least is seen, or back.
        """
        last, then, ago = self._tapped
        again = math.dist(last, point) <= BESIDE and ago < TWICE
        self._tapped = point, None if again and then is None else moment, 0.0
        if not again or then != moment:
            return False
        self._tapped = point, moment, TWICE
        if self.camera.held:
            self.fit()
        else:
            self.approach(point)
            self.follow(*sorted(pieces, key=partial(math.dist, point))[:1])
        return True

    def spend(self, point: Point) -> None:
        """A tap there was meant for something, and those that follow at once are as well."""
        self._tapped = point, None, 0.0

    def approach(self, point: Point) -> None:
        """Look from near at a point of the table."""
        self.camera.notch(NEAR, point)

    def fit(self) -> None:
        """Show the whole board again."""
        self.camera.held, self.camera.goal = False, self._whole

    def show(self, *points: Point) -> None:
        """Show the whole board if there are points of the table and none of them can be seen."""
        if points and not any(self.box.has(point, -MARGIN / 2) for point in points):
            self.fit()

    def begin(self, near: float, points: Sequence[Point]) -> None:
        """Look from at least so many times nearer than whole at the middle of these points."""
        self.near = True
        unit = next((n for n in NEARER if n >= near), NEARER[-1]) * self._whole.unit
        low, high = corners([self.camera.place(point) for point in points])
        self.camera.hold((low + high) / 2, unit)
        self.camera.jump()
        self._place(self.board)

    def take_over(self, before: "Eye") -> bool:
        """Go on looking where hands have led another eye over the same board; True if it did."""
        was, camera, self.sought = before.camera, self.camera, before.sought
        if not was.held or (before.box, was.scale, was.notches) != (
            self.box, camera.scale, camera.notches
        ):
            return False
        camera.view = camera.goal = was.goal
        camera.held, self.near = True, before.near
        self._place(self.board)
        return True

    def seek(self, *points: Point) -> None:
        """Something has happened at these points: bring them into view."""
        if self.near:
            self.follow(*points)
        else:
            for point in points:
                self.show(point)

    def follow(self, *points: Point) -> None:
        """Move no farther than is needed to see these points; show everything if that is not
        enough.
        """
        camera, goal = self.camera, self.camera.goal
        if not camera.held or not points:
            return
        half = complex(self.box.w, self.box.h) / (2 * goal.unit)
        half -= complex(MARGIN, MARGIN) / goal.unit
        low, high = corners([camera.place(point) for point in points])
        away = (high - low) / 2
        if away.real > half.real or away.imag > half.imag:
            self.fit()
            return
        camera.hold(within(high - half, goal.middle, low + half), goal.unit)

    def update(self, seconds: float, reduced: bool) -> None:
        """Let time pass."""
        self.pass_time(seconds)
        before = self.camera.unit
        if reduced and self.camera.moving:
            self.camera.jump()
        elif not self.camera.update(seconds):
            return
        self._dull = self._dull or self.camera.unit != before
        self.camera.held = self.camera.goal != self._whole
        self._place(self.board)

    def pass_time(self, seconds: float) -> None:
        """So much later a tap may no longer be the second one."""
        point, moment, ago = self._tapped
        self._tapped = point, moment, ago + seconds

    # Painting ------------------------------------------------------------------------------------

    def sharpen(self, seconds: float, draw: Callable[[], object]) -> None:
        """Make pictures, for so many seconds, of the size in which the board is seen now; `draw`
        draws all of it. Until they are there the picture of the whole is shown.
        """
        if self.resting or not self.pictured:
            self._dull = False
            self._dull = self.resting and not made_within(seconds, draw)
        self._current = self._current and self._dull

    def paint(
        self, canvas: Canvas, ground: pygame.Surface, paint: Callable[[Canvas], None]
    ) -> None:
        """Paint the part of the board that is seen; `ground` is the whole table's."""
        self._dull = self._dull or (self.pictured and not self.resting)
        if not self.pictured or (self.whole and not self._dull):
            paint(canvas)
            return
        with canvas.clipped(self.box):
            if self._dull:
                if not self._current:
                    self.take_picture(canvas, ground, paint)
                    self._current = True
                self._enlarge(canvas, self._picture)
            else:
                rect = canvas.rect(self.box).clip(ground.get_rect())
                self._enlarge(canvas, ground.subsurface(rect))
                paint(canvas)

    def take_picture(
        self, canvas: Canvas, ground: pygame.Surface, paint: Callable[[Canvas], None]
    ) -> None:
        """Paint what differs in the picture of the whole board from how it is now."""
        rect, box = canvas.rect(self.box), self.box
        sheet = self._picture.get_parent() or pygame.Surface(rect.size, 0, ground)
        frame = self._painter.begin(rect.size)
        frame.blit(ground, (0, 0), rect)
        self.box = Box(0, 0, box.w, box.h)
        self._place(self.box)
        try:
            paint(canvas.on(frame))  # which may be left in its middle
        finally:
            self.box = box
            self._place(self.board)
        self._painter.paint(sheet, frame)
        self._picture = sheet.subsurface(sheet.get_rect())  # another one for who compares frames

    def _enlarge(self, canvas: Canvas, picture: pygame.Surface) -> None:
        """Draw the part of a picture of the whole board that is seen, as large as it is seen."""
        unit, board, rect = self.camera.unit, self.board, canvas.rect(self.box)
        left, top = ((self.box.x - board.x) * canvas.scale / unit,
                     (self.box.y - board.y) * canvas.scale / unit)  # fmt: skip
        wide, high = rect.w / unit, rect.h / unit
        part = pygame.Rect(int(left), int(top), math.ceil(wide) + 1, math.ceil(high) + 1)
        part = part.clip(picture.get_rect())
        size = round(part.w * unit), round(part.h * unit)
        at = rect.x + round((part.x - left) * unit), rect.y + round((part.y - top) * unit)
        if self._dull:
            shown = *part.topleft, *part.size
            painter.put(canvas.surface, Enlarged, pygame.Rect(at, size), picture, shown)
            return
        key = picture.get_parent() or picture, *part, *size
        known = self._enlarged
        if known is None or known[0] != key:
            room = rect.inflate(4 * NEARER[-1], 4 * NEARER[-1]).size
            sheet = known[1].get_parent() if known else pygame.Surface(room, 0, picture)
            known = key, sheet.subsurface((0, 0, *size))  # new memory would take twice the time
            painter.scaling(size)(picture.subsurface(part), size, known[1])
            self._enlarged = known
        canvas.surface.blit(known[1], at)
