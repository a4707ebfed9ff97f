"""No text of any scene leaves the screen or its scroll, and none lies on another."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

import pygame
import pytest

from game.scenes.core.context import Context
from game.tools import headless
from game.ui.canvas import Anchor, Canvas
from game.ui.fonts import Face
from game.ui.frame import Point
from game.ui.theme import Color

MODULES = (
    "home.shelf", "home.running", "home.setup", "home.settings", "home.rules_reader", "home.help",
    "review.results", "review.highlights", "review.replay", "play.pause", "guest_book.name_entry",
    "levels.level_list", "levels.level_scene", "evening.setup", "evening.evening_scene",
    "evening.past",
)  # fmt: skip
SETTINGS = (
    ((800, 600), "de", "largest"),
    ((800, 600), "en", "normal"),
    ((1280, 720), "de", "normal"),
    ((1280, 720), "en", "largest"),
    ((1080, 1920), "de", "large"),
)


class Glass(Canvas):
    """A canvas that remembers where every line of text was put, as far as it can be seen."""

    lines: list[tuple[str, pygame.Rect]] = []  # noqa: RUF012 (one list for every frame's canvas)

    def within(self, frame: object) -> Canvas:
        return Glass(self.surface, frame, self.scale, self.text_scale)  # type: ignore[arg-type]

    def _line(
        self, line: str, point: Point, size: float, color: Color, face: Face, anchor: Anchor,
        alpha: float,
    ) -> None:  # fmt: skip
        super()._line(line, point, size, color, face, anchor, alpha)
        width, height = self.text_size(line, size, face)
        left = point[0] - {"left": 0.0, "center": 0.5, "right": 1.0}[anchor] * width
        x, y = self.at((left, point[1]))
        rect = pygame.Rect(x, y, self.px(width), self.px(height))
        clip = self.surface.get_clip()
        if clip != self.surface.get_rect():  # in a scroll what is cut off can be scrolled to
            rect = rect.clip(clip) if rect.clip(clip).h > rect.h * 0.5 else rect.clip((0, 0, 0, 0))
        if rect.h:
            Glass.lines.append((line, rect))


def seen(context: Context, module: str, pixels: tuple[int, int]) -> Iterator[tuple[str, list[tuple[str, pygame.Rect]]]]:  # noqa: E501
    for name, scene in import_module(f"game.scenes.{module}").samples(context).items():
        below = getattr(scene, "play", None)
        stack = headless.stack_of(context, *((below, scene) if below else (scene,)))
        headless.wait(stack, 0.1)
        Glass.lines.clear()
        surface = pygame.Surface(pixels)
        stack.top.draw(Glass(surface, text_scale=context.settings.text_scale))
        yield name, list(Glass.lines)


@pytest.mark.parametrize(("pixels", "language", "size"), SETTINGS)
@pytest.mark.parametrize("module", MODULES)
def test_all_type_is_on_the_screen_and_apart(
    module: str, language: str, size: str, pixels: tuple[int, int]
) -> None:
    context = headless.context(pixels, language, text_size=size)
    context.texts.strict = True
    screen = pygame.Rect(0, 0, *pixels)
    for name, lines in seen(context, module, pixels):
        assert lines, name
        for line, rect in lines:
            assert screen.contains(rect.inflate(-2, -2)), f"{name}: {line!r} leaves the screen"
        bodies = [(line, rect.inflate(-2, -rect.h * 0.4)) for line, rect in lines]
        for number, (line, rect) in enumerate(bodies):
            for other, near in bodies[:number]:
                assert not rect.colliderect(near), f"{name}: {line!r} lies on {other!r}"
    context.store.close()
