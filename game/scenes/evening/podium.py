"""The podium of an evening: a wooden block for everybody, as high as the place, and gold leaves.

`shown` runs from 0 to 1: the blocks rise from the last place to the first, then leaves fall.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Final

import pygame

from game.scenes.evening.card import MEDALS
from game.scenes.evening.guests import Guest
from game.services.evening import Evening, spell_share
from game.ui import icons, surfaces
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.sprites import SPRITES, cover, rounded
from game.ui.theme import (
    BODY,
    GOLD,
    IVORY,
    LAMP,
    SCORE,
    SHADE,
    SMALL,
    TITLE,
    mix,
)
from game.ui.timeline import ease_out
from game.ui.widgets import Widget

LEAVES: Final = 26
FALLING: Final = 7.0
"""Seconds that leaves fall."""
RISING: Final = 0.55
"""How much of its turn a block takes to rise."""
MIDDLE_OUT: Final = {2: (1, 2), 3: (2, 1, 3), 4: (2, 1, 3, 4), 5: (4, 2, 1, 3, 5),
                     6: (4, 2, 1, 3, 5, 6)}  # fmt: skip
"""From left to right: who stands there, by rank."""


class Podium(Widget):
    """Everybody on a block, the best in the middle."""

    def __init__(self, evening: Evening, guests: Sequence[Guest]) -> None:
        super().__init__()
        self.evening, self.guests = evening, tuple(guests)
        self.shown = 1.0
        self.age = 0.0
        self.leaves = True
        places = evening.places()
        self._ranked = sorted(range(len(places)), key=lambda p: (places[p], p))
        rng = random.Random(evening.id)
        self._leaves = [
            (rng.random(), rng.uniform(0.0, 2.4), rng.uniform(2.6, 4.4), rng.uniform(0, math.tau))
            for _ in range(LEAVES)
        ]

    def hit(self, point: Point) -> bool:
        return False

    @property
    def falling(self) -> bool:
        """Whether leaves are in the air."""
        return self.leaves and self.shown >= 1 and self.age < FALLING

    # Drawing -------------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        count = len(self._ranked)
        wide = min(230.0, self.box.w / count)
        left = self.box.center[0] - wide * count / 2
        for column, rank in enumerate(MIDDLE_OUT[count]):
            person = self._ranked[rank - 1]
            risen = self._risen(rank - 1)
            if risen > 0:
                box = Box(left + column * wide, self.box.y, wide, self.box.h)
                self._draw_block(canvas, person, box.inset(0), risen)
        if self.falling:
            self._draw_leaves(canvas)

    def _risen(self, rank: int) -> float:
        """How far somebody's block has come up; the last place rises first."""
        count = len(self._ranked)
        begin = (count - 1 - rank) / count * (1 - RISING / count)
        return ease_out(max(0.0, min(1.0, (self.shown - begin) * count / (1 + RISING))))

    def _height(self, place: int) -> float:
        """How high a place's block is."""
        tallest = self.box.h - 330
        return max(70.0, tallest * (1.0, 0.72, 0.52, 0.38, 0.28, 0.2)[place - 1])

    def _draw_block(self, canvas: Canvas, person: int, box: Box, risen: float) -> None:
        place = self.evening.places()[person]
        high = self._height(place) * risen
        block = Box(box.x + 7, box.bottom - high, box.w - 14, high)
        if place == 1:
            surfaces.glow(canvas, block, 12, LAMP, reach=22, alpha=0.5 * risen)
        surfaces.shadow(canvas, block, 10, blur=14, drop=8)
        rect = canvas.rect(block)
        canvas.surface.blit(_wood((rect.w, canvas.px(self._height(place))), place), rect,
                            (0, 0, rect.w, rect.h))  # fmt: skip
        medal = MEDALS[place - 1] if place <= 3 else mix(IVORY, SHADE, 0.5)
        if high > 60:
            size = min(TITLE + 20.0, high * 0.55)
            canvas.label(str(place), (block.center[0], block.y + 12 + size * 0.6), size,
                         medal, "serif")  # fmt: skip
        self._draw_person(canvas, person, place, block)

    def _draw_person(self, canvas: Canvas, person: int, place: int, block: Box) -> None:
        """Colour, name and points above the block; a cup for the first."""
        x, y = block.center[0], block.y - 22
        total = spell_share(self.evening.totals()[person])
        size = SCORE if place == 1 else SCORE - 10
        high = canvas.line_height(size, "serif")
        canvas.label(total, (x, y - high / 2), size, IVORY, "serif")
        y -= high + 4
        name = self.guests[person].name
        text, room = BODY + (4.0 if place == 1 else 0.0), block.w + 4
        while canvas.text_size(name, text, "bold")[0] > room and text > SMALL - 2:
            text *= 0.95
        while len(name) > 2 and canvas.text_size(name, text, "bold")[0] > room:
            name = name[:-2] + "…"
        y -= canvas.line_height(text, "bold")
        canvas.text(name, (x, y), text, IVORY, "bold", "center")
        radius = 44.0 if place == 1 else 34.0
        y -= radius + 6
        self.guests[person].draw(canvas, (x, y), 2 * radius)
        if place == 1:
            icons.draw(canvas, "trophy", (x, y - radius - 40), 64, GOLD)

    def _draw_leaves(self, canvas: Canvas) -> None:
        """Small gold leaves on their way down."""
        for across, begin, lasting, phase in self._leaves:
            share = (self.age - begin) / lasting
            if not 0 < share < 1:
                continue
            sway = math.sin(phase + share * 9) * 34
            at = self.box.x + across * self.box.w + sway, self.box.y + share * self.box.h
            angle = math.degrees(math.sin(phase + share * 7)) * 1.2 + 360 * across
            alpha = min(1.0, 4 * (1 - share), 6 * share)
            canvas.picture(_leaf(canvas.px(30), round(angle / 15) * 15 % 360), at, alpha)


def _wood(size: tuple[int, int], place: int) -> pygame.Surface:
    """A block of wood; the first place's is the lightest."""

    def paint() -> pygame.Surface:
        wood = cover("wood_light.jpg", size).copy()
        shade = pygame.Surface((1, 2))
        shade.set_at((0, 0), (215, 200, 180) if place == 1 else (132, 112, 98))
        shade.set_at((0, 1), (84, 62, 46) if place == 1 else (58, 44, 36))
        shade = pygame.transform.smoothscale(shade, (1, max(2, size[1])))
        shade = pygame.transform.scale(shade, size)
        wood.blit(shade, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
        edge = max(1, size[0] // 60)
        wood.fill((90, 74, 56), (0, 0, size[0], edge), special_flags=pygame.BLEND_RGB_ADD)
        return rounded(wood, size[0] * 0.05)

    return SPRITES.get(("podium", size, place == 1), paint)


def _leaf(size: int, angle: int) -> pygame.Surface:
    """A gold leaf, painted larger and turned."""

    def paint() -> pygame.Surface:
        big = pygame.Surface((size * 4, size * 4), pygame.SRCALPHA)
        middle, reach = size * 2, size * 1.7
        points = [
            (middle + reach * math.cos(t) * (1 if side else -1) * 0.0
             + side * reach * 0.42 * math.sin(t), middle - reach * math.cos(t))
            for side in (1, -1)
            for t in ([i * math.pi / 12 for i in range(13)] if side == 1
                      else [i * math.pi / 12 for i in reversed(range(13))])
        ]  # fmt: skip
        pygame.draw.polygon(big, GOLD, points)
        pygame.draw.line(big, mix(GOLD, SHADE, 0.4), (middle, middle - reach * 0.8),
                         (middle, middle + reach), max(1, size // 6))  # fmt: skip
        return pygame.transform.rotozoom(big, angle, 0.25)

    return SPRITES.get(("gold leaf", size, angle), paint)
