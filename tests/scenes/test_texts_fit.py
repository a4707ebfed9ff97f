"""No text of any scene leaves the place it belongs to or the screen, and none lies on another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import ClassVar, NamedTuple

import pygame
import pytest

from game.showcase.samples import SAMPLES, standing
from game.tools import headless
from game.ui.canvas import Anchor, Canvas
from game.ui.fonts import Face
from game.ui.frame import Box, Frame, Point
from game.ui.theme import Color

SLACK = 3.0
"""Units a glyph may hang over: italics lean, and measuring rounds."""


class Line(NamedTuple):
    """A line of text as it was drawn: in its frame, and what can be seen of it on the screen."""

    text: str
    box: Box
    frame: Point
    rect: pygame.Rect

    @property
    def outside(self) -> bool:
        """Whether it leaves its frame."""
        box, (width, height) = self.box, self.frame
        return (
            box.x < -SLACK or box.y < -SLACK
            or box.right > width + SLACK or box.bottom > height + SLACK
        )  # fmt: skip


class Watched(Canvas):
    """A canvas that notes every line of text."""

    lines: ClassVar[list[Line]] = []

    def within(self, frame: Frame) -> Watched:
        return Watched(self.surface, frame, self.scale, self.text_scale)

    def _line(
        self, line: str, point: Point, size: float, color: Color, face: Face, anchor: Anchor,
        alpha: float,
    ) -> None:  # fmt: skip
        super()._line(line, point, size, color, face, anchor, alpha)
        width, height = self.text_size(line, size, face)
        left = point[0] - {"left": 0.0, "center": 0.5, "right": 1.0}[anchor] * width
        box = Box(left, point[1], width, height * 0.8)
        rect = self.rect(Box(left, point[1], width, height))
        clip = self.surface.get_clip()
        if clip != self.surface.get_rect():  # in a list what is cut off can be scrolled to
            box = Box(box.x, 0, box.w, 0)
            seen = rect.clip(clip)
            rect = seen if seen.h > rect.h * 0.5 else pygame.Rect(0, 0, 0, 0)
        self.lines.append(Line(line, box, self.frame.size, rect))


TABLES = ("domi_jongg", "jin_li", "ping_pao", "skud_pai_sho", "solitaire_pai_sho", "walomino")
"""Games that are played: parts of them are drawn on surfaces of their own, and texts of a board
may lie on each other, so only their places are looked at."""
OVER_TABLES = ("level", "pause", "replay", "story")


@pytest.mark.parametrize(
    ("pixels", "language", "seating", "text_size", "left_out"),
    [
        ((800, 600), "de", "couch", "normal", OVER_TABLES),
        ((800, 600), "en", "table", "large", OVER_TABLES),
        ((1280, 720), "de", "couch", "largest", OVER_TABLES),
        ((600, 800), "de", "table", "normal", OVER_TABLES),
        ((800, 600), "de", "couch", "largest", TABLES),
        ((1280, 720), "en", "couch", "largest", TABLES),
        ((1080, 1920), "de", "couch", "large", TABLES),
    ],
)
def test_texts_fit(
    pixels: tuple[int, int],
    language: str,
    seating: str,
    text_size: str,
    left_out: tuple[str, ...],
) -> None:
    context = headless.context(pixels, language, seating=seating, text_size=text_size)
    context.texts.strict = True
    surface = pygame.Surface(pixels)
    wrong: list[str] = []
    for key, make in SAMPLES.items():
        for name, scene in () if key in left_out else make(context).items():
            stack = headless.stack_of(context, *standing(scene))
            for _ in range(6):
                stack.update(0.1)
            Watched.lines.clear()
            stack.top.draw(Watched(surface, text_scale=context.settings.text_scale))
            stack.close()
            assert Watched.lines, name
            wrong += [
                f"{name}: {line.text!r} leaves its place: {line.box} in {line.frame}"
                for line in Watched.lines
                if line.outside
            ]
            if key not in TABLES:
                seen = [line for line in Watched.lines if line.rect.h]
                wrong += [f"{name}: {problem}" for problem in crowded(seen, surface.get_rect())]
    context.ai_worker.close()
    context.store.close()
    assert not wrong, "\n".join(wrong[:20])


def crowded(lines: Sequence[Line], screen: pygame.Rect) -> Iterator[str]:
    """What leaves the screen or lies on another line."""
    for line in lines:
        if not screen.contains(line.rect.inflate(-2, -2)):
            yield f"{line.text!r} leaves the screen"
    bodies = [(line.text, line.rect.inflate(-2, -line.rect.h * 0.4)) for line in lines]
    for (text, rect), (other, near) in combinations(bodies, 2):
        if rect.colliderect(near):
            yield f"{other!r} lies on {text!r}"
