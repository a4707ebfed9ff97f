"""No text leaves the place it belongs to, in the smallest window and in both languages."""

from importlib import import_module
from typing import ClassVar

import pytest

from game.tools import headless
from game.tools.shots import scene_modules
from game.ui import fonts as lettering
from game.ui.canvas import Canvas
from game.ui.frame import Box

ELSEWHERE = ("review.highlights", "review.replay", "levels.level_scene", "play.pause")
"""Overlays of play scenes; `test_type_fits` looks at them."""
SLACK = 3.0
"""Units a glyph may hang over: italics lean, and measuring rounds."""


class Watched(Canvas):
    """A canvas that notes every line of text and the frame it was drawn in."""

    seen: ClassVar[list[tuple[str, Box, tuple[float, float]]]] = []

    def within(self, frame):
        return Watched(self.surface, frame, self.scale, self.text_scale)

    def _line(self, line, point, size, color, face, anchor, alpha):
        width = lettering.width(line, face, self.type_px(size)) / self.scale
        shift = {"left": 0.0, "center": -0.5, "right": -1.0}[anchor]
        box = Box(point[0] + shift * width, point[1], width, self.line_height(size, face) * 0.8)
        if self.surface.get_clip().size != self.surface.get_size():
            box = Box(box.x, 0, box.w, 0)  # in a list what is too high is scrolled to
        self.seen.append((line, box, self.frame.size))
        super()._line(line, point, size, color, face, anchor, alpha)


def outside(box: Box, size: tuple[float, float]) -> bool:
    return (
        box.x < -SLACK or box.y < -SLACK or box.right > size[0] + SLACK
        or box.bottom > size[1] + SLACK
    )  # fmt: skip


@pytest.mark.parametrize(
    ("language", "pixels", "seating", "text_size"),
    [
        ("de", (800, 600), "couch", "normal"),
        ("en", (800, 600), "table", "large"),
        ("de", (1280, 720), "couch", "largest"),
        ("de", (600, 800), "table", "normal"),
    ],
)
def test_texts_stay_in_their_places(language, pixels, seating, text_size):
    context = headless.context(pixels, language, seating=seating, text_size=text_size)
    surface = headless.pygame.display.get_surface()
    wrong, total = [], 0
    for module in scene_modules():
        if module.removeprefix("game.scenes.") in ELSEWHERE:
            continue
        samples = getattr(import_module(module), "samples", None)
        for name, scene in (samples(context) if samples else {}).items():
            stack = headless.stack_of(context, scene)
            headless.wait(stack, 0.6)
            Watched.seen = []
            scene.draw(Watched(surface, text_scale=context.settings.text_scale))
            wrong += [f"{name}: {text!r} {b}" for text, b, s in Watched.seen if outside(b, s)]
            total += len(Watched.seen)
            stack.close()
    context.ai_worker.close()
    assert total > 100
    assert not wrong, "\n".join(wrong[:20])
