"""No text of any scene leaves the place it belongs to or the screen, and none lies on another."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

import pygame
import pytest

from game.showcase.samples import all_samples, standing
from game.tools import headless
from game.ui.canvas import Anchor, Canvas
from game.ui.fonts import Face
from game.ui.frame import Box, Point
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

    def within(self, frame):
        return Watched(self.surface, frame, self.scale, self.text_scale)

    def _line(
        self, line: str, point: Point, size: float, color: Color, face: Face, anchor: Anchor,
        alpha: float,
    ) -> None:  # fmt: skip
        super()._line(line, point, size, color, face, anchor, alpha)
        width, height = self.text_size(line, size, face)
        left = point[0] - {"left": 0.0, "center": 0.5, "right": 1.0}[anchor] * width
        box = Box(left, point[1], width, height * 0.8)
        x, y = self.at((left, point[1]))
        rect = pygame.Rect(x, y, self.px(width), self.px(height))
        clip = self.surface.get_clip()
        if clip != self.surface.get_rect():  # in a list what is cut off can be scrolled to
            box = Box(box.x, 0, box.w, 0)
            seen = rect.clip(clip)
            rect = seen if seen.h > rect.h * 0.5 else pygame.Rect(0, 0, 0, 0)
        self.lines.append(Line(line, box, self.frame.size, rect))


SETTINGS = (
    ((800, 600), "de", "couch", "normal"),
    ((800, 600), "de", "couch", "largest"),
    ((800, 600), "en", "couch", "normal"),
    ((800, 600), "en", "table", "large"),
    ((1280, 720), "de", "couch", "normal"),
    ((1280, 720), "de", "couch", "largest"),
    ((1280, 720), "en", "couch", "largest"),
    ((600, 800), "de", "table", "normal"),
    ((1080, 1920), "de", "couch", "large"),
)


@pytest.mark.parametrize(("pixels", "language", "seating", "text_size"), SETTINGS)
def test_texts_fit(pixels, language, seating, text_size):
    import time, json
    context = headless.context(pixels, language, seating=seating, text_size=text_size)
    context.texts.strict = True
    screen = pygame.Rect(0, 0, *pixels)
    wrong = []
    T0=time.process_time(); spent={}
    for name, scene in all_samples(context):
        a=time.process_time()
        stack = headless.stack_of(context, *standing(scene))
        b=time.process_time()
        headless.wait(stack, 0.6)
        c=time.process_time()
        Watched.lines.clear()
        stack.top.draw(
            Watched(pygame.Surface(pixels), text_scale=context.settings.text_scale)
        )
        d=time.process_time()
        stack.close()
        lines = list(Watched.lines)
        if not lines: wrong.append(f"{name}: EMPTY")
        wrong += [f"{name}: {line.text!r} leaves its place, {line.box}" for line in lines if line.outside]
        seen = [line for line in lines if line.rect.h]
        wrong += [f"{name}: {line.text!r} leaves the screen" for line in seen if not screen.contains(line.rect.inflate(-2, -2))]
        bodies = [(line.text, line.rect.inflate(-2, -line.rect.h * 0.4)) for line in seen]
        for number, (text, rect) in enumerate(bodies):
            for other, near in bodies[:number]:
                if rect.colliderect(near): wrong.append(f"{name}: {text!r} lies on {other!r}")
        e=time.process_time()
        spent[name]=(a-T0,b-a,c-b,d-c,e-d); T0=e
    context.ai_worker.close()
    context.store.close()
    with open("/tmp/sc_spent.txt","a") as f:
        f.write(json.dumps([pixels, language, seating, text_size, spent])+"\n")
        for w in wrong: f.write("W "+w+"\n")
