"""The game boxes on the table: wooden lids with inlays, their names let in, and what is inside.

A box lies a little askew, as put down by hand. `opening` runs from 0 (closed) to 1: the lid
glides off and the lining comes to light.
"""

import random
from functools import partial

import pygame

from game.rules import SHELF
from game.scenes.core.registry import goals, paint_inside
from game.scenes.core.scene import Scene
from game.ui import sprites
from game.ui.canvas import Canvas
from game.ui.display_list import DisplayList
from game.ui.fonts import font
from game.ui.frame import Box, Point
from game.ui.sprites import SPRITES, Size, made_within
from game.ui.surfaces import upright
from game.ui.theme import SHADE, Color, mix, rgb
from game.ui.timeline import between, ease_in_out, ease_out
from game.ui.widgets import Action, Pressable

ASPECT = 720 / 520
ASKEW = 1.1
"""Degrees that a box may lie askew."""
LARGER = 1.5
"""So many times its size a box is painted before it is turned askew."""
RIM = 0.055
"""How much of a box's height its front side shows."""
NAMED = 0.81
"""How much of a lid's height is above the name."""
EACH, FADE, ROUNDS = 2.4, 0.6, 3
"""Seconds that a picture of the goal is seen, those in which the next one takes its place, and how
often all of them are.
"""
SLICE = 0.005
"""Seconds a frame for pictures that are still to be painted."""
_INLAY = rgb("#E7C77A")


class GameBox(Pressable):
    """A box on the table. `name` is let into the lid, `tagline` is for the focus."""

    def __init__(self, game: str, name: str, action: Action | None = None) -> None:
        super().__init__(action)
        self.game, self.name = game, name
        self.lift = 0.0
        self.opening = 0.0
        self.angle = round(random.Random(game).uniform(-ASKEW, ASKEW), 2)
        self.radius = 14

    def place(self, box: Box) -> None:
        """As large as fits into the box with a lid's proportions."""
        share = min(box.w / ASPECT, box.h / (1 + RIM))
        super().place(Box.around(box.center, share * ASPECT, share * (1 + RIM)))

    def update(self, seconds: float) -> None:
        step, rises = seconds / 0.14, (self.hovered or self.pressed) and not self.opening
        self.lift = min(1.0, self.lift + step) if rises else max(0.0, self.lift - step)

    def draw(self, canvas: Canvas) -> None:
        lift = ease_out(self.lift) if not self.pressed else 0.25
        center, size = self.box.center, self._pixels(canvas, 1.0)
        at = center[0] + 6 + 5 * lift, center[1] + 12 + 9 * lift
        canvas.picture(_shadow(size, self.angle, canvas.px(16 + 14 * lift)), at)
        key = ("box", self.game, self.name, size, self.angle)
        image = SPRITES.get(key, lambda: self._askew(size))
        canvas.picture(image, (center[0], center[1] - 10 * lift))

    def draw_opening(self, canvas: Canvas, middle: Point, scale: float, grown: float) -> None:
        """The box on its way to `middle` and to `scale` times its size, `grown` of it gone."""
        if self.opening > 0:
            self.draw_open(canvas, middle, scale)
            return
        size = self._pixels(canvas, scale)
        share = (1 + (scale - 1) * grown) / scale
        center = between(self.box.center, middle, grown)
        shade = _shadow(self._pixels(canvas, 1.0), self.angle, canvas.px(16))
        canvas.picture(
            pygame.transform.scale_by(shade, share * scale), (center[0] + 6, center[1] + 12)
        )
        angle = self.angle * (1 - grown)
        canvas.picture(pygame.transform.rotozoom(self._straight(size), angle, share), center)

    def _pixels(self, canvas: Canvas, scale: float) -> Size:
        return canvas.px(self.box.w * scale), canvas.px(self.box.h * scale)

    def _straight(self, size: Size) -> pygame.Surface:
        key = ("box", self.game, self.name, size)
        return SPRITES.get(key, lambda: self._painted(size))

    def _askew(self, size: Size) -> pygame.Surface:
        """The closed box as it lies, painted larger so that turning it keeps fine lines even."""
        straight = self._painted((round(size[0] * LARGER), round(size[1] * LARGER)))
        wide, high = straight.get_size()
        box = pygame.Surface((wide + 8, high + 8), pygame.SRCALPHA)
        box.blit(straight, (4, 4))  # edges are smooth only where something clear lies beside them
        return pygame.transform.rotozoom(box, self.angle, 1 / LARGER)

    def _painted(self, size: Size) -> pygame.Surface:
        """The closed box, straight."""
        lid = size[0], round(size[1] / (1 + RIM))
        box = pygame.Surface(size, pygame.SRCALPHA)
        box.blit(self._front(size, lid), (0, 0))
        box.blit(self.lid(lid), (0, 0))
        return sprites.rounded(box, size[0] * 0.018)

    def _front(self, size: Size, lid: Size) -> pygame.Surface:
        """The side toward the reader: the same wood, out of the lamp's light, with a seam."""
        wood = pygame.transform.smoothscale(sprites.image(SHELF[self.game].lid), lid)
        front = pygame.Surface(size, pygame.SRCALPHA)
        high = size[1] - lid[1]
        plain = wood.subsurface((0, lid[1] // 60, lid[0], max(1, lid[1] // 30)))
        front.blit(pygame.transform.smoothscale(plain, (lid[0], high)), (0, lid[1]))
        front.fill((92, 88, 84, 255), (0, lid[1], *size), special_flags=pygame.BLEND_RGBA_MULT)
        seam = max(1, high // 12)
        front.fill((12, 7, 4, 255), (0, lid[1] + high // 2, size[0], seam))
        front.fill((12, 7, 4, 255), (0, lid[1], size[0], seam))
        return front

    def lid(self, size: Size) -> pygame.Surface:
        """The lid with the game's name let into its wood."""
        lid = pygame.transform.smoothscale(sprites.image(SHELF[self.game].lid), size)
        pixels = round(size[1] * 0.094)
        while font("serif", pixels).size(self.name)[0] > size[0] * 0.82 and pixels > 8:
            pixels -= 1
        letters = font("serif", pixels)
        middle = size[0] // 2, round(size[1] * 0.874)
        depth = max(1, size[1] // 300)
        for shift, color in ((-depth, mix(SHADE, (0, 0, 0), 0.4)), (depth, (255, 240, 205))):
            text = letters.render(self.name, True, color)
            text.set_alpha(150 if shift < 0 else 90)
            lid.blit(text, text.get_rect(center=(middle[0] + shift, middle[1] + shift)))
        text = letters.render(self.name, True, _ink(lid, middle))
        lid.blit(text, text.get_rect(center=middle))
        return lid

    def draw_open(self, canvas: Canvas, center: Point, scale: float) -> None:
        """The lower half with what is in it, and the lid gliding off upward."""
        size = self._pixels(canvas, scale)
        high = self.box.h * size[1] / canvas.px(self.box.h)
        wide = high * self.box.w / self.box.h
        tray = Box.around(center, wide, high)
        tray = Box(tray.x, tray.y, wide, high / (1 + RIM))
        frame = self._straight(size)
        canvas.picture(frame, center)
        inner = canvas.rect(tray.inset(wide * 0.022))
        name, radius, depth = SHELF[self.game].lining, inner.w * 0.012, inner.h * 0.03
        canvas.surface.blit(sprites.inset(name, inner.size, radius, depth), inner)
        paint_inside(self.game, canvas, tray.inset(wide * 0.05))
        t = ease_in_out(min(1.0, self.opening))
        at = center[0] + wide * 0.08 * t, center[1] - high * 1.3 * t
        lift = canvas.px(8 + 30 * t)
        canvas.picture(_shadow(size, 0.0, canvas.px(16)), (at[0] + lift / 3, at[1] + lift))
        canvas.picture(frame, at, min(1.0, (1 - t) / 0.4))


def dress_of(scene: Scene) -> tuple[str, bool]:
    """The language of a box's pictures, and whether they stand still."""
    return scene.context.texts.language, scene.context.settings.reduced_motion


class GoalBox(GameBox):
    """A box that lies straight; what its game is about is seen in its lid, picture after picture.

    After some rounds the last one stays, as it does at once with reduced motion.
    """

    def __init__(self, scene: Scene, game: str) -> None:
        super().__init__(game, scene.t(f"{game}.name"))
        self.angle, self.focusable, self.enabled = 0.0, False, False
        self.dress = language, self._still = dress_of(scene)
        self._cards = goals(game, language)
        self._time = 0.0
        """Seconds for which the pictures have been seen."""
        self._ready = False

    def update(self, seconds: float) -> None:
        super().update(seconds)
        if self._ready:
            self._time += seconds

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        if not self._cards:
            return
        self._ready = self._ready or made_within(SLICE, partial(self._prepare, canvas))
        turn, passed = divmod(self._time, EACH)
        last = ROUNDS * len(self._cards) - 1
        if self._still or turn >= last:
            turn, passed = last, 0.0
        if self._ready:
            self._show(canvas, int(turn), 1.0 if self._still else min(1.0, self._time / FADE))
        if passed > EACH - FADE:
            self._show(canvas, int(turn) + 1, (passed - EACH + FADE) / FADE)

    def _prepare(self, canvas: Canvas) -> None:
        """Paint all pictures, out of sight."""
        unseen = canvas.on(DisplayList(canvas.surface.get_size()))
        for number in range(len(self._cards)):
            self._show(unseen, number, 1.0)

    def _show(self, canvas: Canvas, turn: int, opacity: float) -> None:
        """The picture of a turn, in the lid above the name."""
        picture, high = self._cards[turn % len(self._cards)], self.box.h / (1 + RIM)
        room = Box(self.box.x, self.box.y, self.box.w, high * NAMED).inset(high * 0.05)
        share = min(room.w / picture.width, room.h / picture.height)
        place = Box.around(room.center, picture.width * share, picture.height * share)
        upright(canvas, place, picture.paint, alpha=opacity)


def straight(scene: Scene, game: str, action: Action | None = None) -> GameBox:
    """A box that lies straight, as beside a sheet; to be touched where that does something."""
    box = GameBox(game, scene.t(f"{game}.name"), action)
    box.angle, box.focusable, box.enabled = 0.0, False, action is not None
    return box


@SPRITES.keeping
def _shadow(size: Size, angle: float, reach: int) -> pygame.Surface:
    plate = pygame.Surface(size, pygame.SRCALPHA)
    plate.fill((0, 0, 0, 255))
    if angle:
        plate = pygame.transform.rotozoom(plate, angle, 1.0)
    return sprites.shadow(plate, reach, 0.62, SHADE)


def _ink(lid: pygame.Surface, at: tuple[int, int]) -> Color:
    """Brass on dark wood, dark ink on light wood."""
    around = pygame.Rect(0, 0, lid.get_width() // 3, lid.get_height() // 12)
    around.center = at
    red, green, blue = pygame.transform.average_color(lid, around.clip(lid.get_rect()))[:3]
    return _INLAY if red * 0.3 + green * 0.59 + blue * 0.11 < 84 else rgb("#1C0D04")


def places(space: Box, count: int) -> list[Box]:
    """Where one to six boxes lie in a space: in even rows, as large as they can be."""

    def size(lines: int) -> float:
        return round(min(space.w / -(-count // lines) / ASPECT, space.h / lines), 2)

    lines = max(range(1, count + 1), key=size)  # the upper rows are the longer ones
    best = [count // lines + (line < count % lines) for line in range(lines)]
    gap = min(space.w, space.h) * 0.045
    widest = space.w * (0.62 if space.w > space.h else 0.88)
    width = min((space.w - gap * (max(best) - 1)) / max(best), widest)
    height = min((space.h - gap * (len(best) - 1)) / len(best), space.h * 0.8)
    share = min(width / ASPECT, height / (1 + RIM))
    width, height = share * ASPECT, share * (1 + RIM)
    found: list[Box] = []
    top = space.center[1] - (len(best) * (height + gap) - gap) / 2
    for number, row in enumerate(best):
        left = space.center[0] - (row * (width + gap) - gap) / 2
        y = top + number * (height + gap)
        found.extend(Box(left + i * (width + gap), y, width, height) for i in range(row))
    return found
