"""The boxes of an evening's games, laid over each other like a hand of cards."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pygame

from game.scenes.core.registry import GAME_SCENES
from game.scenes.home.boxes import ASPECT
from game.ui.canvas import Canvas
from game.ui.frame import Point
from game.ui.sprites import SPRITES, Size, faded, image, rounded, silhouette, softened
from game.ui.theme import SHADE
from game.ui.widgets import Widget


class Fan(Widget):
    """A picture of a programme; the first game lies on top."""

    def __init__(self, games: Sequence[str]) -> None:
        super().__init__()
        self.games = tuple(games)

    def hit(self, point: Point) -> bool:
        return False

    def draw(self, canvas: Canvas) -> None:
        count = len(self.games)
        if not count:
            return
        step = 0.26 if count < 5 else 0.18
        wide = min(self.box.w / (1 + step * (count - 1)), self.box.h * 0.72 * ASPECT)
        high = wide / ASPECT
        whole = wide * (1 + step * (count - 1))
        left = self.box.center[0] - whole / 2 + wide / 2
        drop = (self.box.h - high) / max(1, count) * 0.55
        for n in reversed(range(count)):
            at = left + n * step * wide, self.box.center[1] + (n - (count - 1) / 2) * drop
            angle = 3.5 - 3.0 * n + random.Random(f"{n} {self.games[n]}").uniform(-1, 1)
            size = canvas.px(wide), canvas.px(high)
            canvas.picture(_shadow(size, angle), (at[0] + 5, at[1] + 9))
            canvas.picture(_box(self.games[n], size, angle), at)


def _box(game: str, size: Size, angle: float) -> pygame.Surface:
    def paint() -> pygame.Surface:
        double = size[0] * 2, size[1] * 2
        plain = pygame.transform.smoothscale(image(GAME_SCENES[game].lid), double)
        return pygame.transform.rotozoom(rounded(plain, double[0] * 0.02), angle, 0.5)

    return SPRITES.get(("fan", game, size, round(angle, 2)), paint)


def _shadow(size: Size, angle: float) -> pygame.Surface:
    def paint() -> pygame.Surface:
        plate = pygame.Surface(size, pygame.SRCALPHA)
        plate.fill((0, 0, 0, 255))
        turned = pygame.transform.rotozoom(plate, angle, 1.0)
        reach = max(4, size[0] // 26)
        return faded(softened(silhouette(turned, SHADE, 2 * reach), reach, SHADE), 0.6)

    return SPRITES.get(("fan shadow", size, round(angle, 2)), paint)
