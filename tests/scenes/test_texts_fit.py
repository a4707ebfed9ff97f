"""No text of any scene leaves the place it belongs to or the screen; none is covered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import ClassVar, NamedTuple

import pygame
import pytest

from game.scenes.core.context import Context
from game.scenes.core.menu import MenuScene
from game.scenes.core.scene import Scene
from game.ui.canvas import Anchor, Canvas
from game.ui.fonts import Face
from game.ui.frame import Box, Frame, Point
from game.ui.sprites import SpriteCache
from game.ui.theme import BODY, INK, Color
from tests.strict_texts import StrictTexts
from tests.tools import headless
from tests.tools.showcase.samples import all_samples, standing

SLACK = 3.0
"""Units a glyph may hang over: italics lean, and measuring rounds."""
SIZES = ((800, 600), (1280, 720), (600, 1000), (1920, 1080))
LAYOUTS = SIZES[:3]
"""The last size shows the second one's layout, larger."""
LEAST = {800: 10, 1280: 11, 600: 10, 1920: 16}
"""The smallest type in pixels, by the width of the window, at the normal text size."""


class Line(NamedTuple):
    """A line of text as it was drawn: in its frame, and what can be seen of it on the screen."""

    text: str
    box: Box
    frame: Point
    rect: pygame.Rect
    pixels: int
    """How large its type is."""
    picture: pygame.Surface | None
    """What its place looked like when it was drawn; None in lists, whose ends fade."""

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
    keeps_pictures: ClassVar[bool] = False

    def within(self, frame: Frame) -> Watched:
        return Watched(self.surface, frame, self.scale, self.text_scale)

    def text(
        self, text: str, point: Point, size: float = BODY, color: Color = INK,
        face: Face = "sans", anchor: Anchor = "left", room: float | None = None,
        alpha: float = 1.0,
    ) -> float:  # fmt: skip
        used = super().text(text, point, size, color, face, anchor, room, alpha)
        step = self.line_height(size, face)
        lines = self.wrapped(text, size, room, face) if room else text.split("\n")
        for number, line in enumerate(lines):
            if line:
                top = point[0], point[1] + number * step
                self._note(line, top, size, face, anchor, alpha)
        return used

    def _note(
        self, line: str, point: Point, size: float, face: Face, anchor: Anchor, alpha: float
    ) -> None:
        width, height = self.text_size(line, size, face)
        left = point[0] - {"left": 0.0, "center": 0.5, "right": 1.0}[anchor] * width
        box = Box(left, point[1], width, height * 0.8)
        rect = self.rect(Box(left, point[1], width, height))
        clip = self.surface.get_clip()
        if clip != self.surface.get_rect():  # in a list what is cut off can be scrolled to
            box = Box(box.x, 0, box.w, 0)
            seen = rect.clip(clip)
            rect = seen if seen.h > rect.h * 0.5 else pygame.Rect(0, 0, 0, 0)
        picture = None
        screen = self.surface.get_rect()
        if self.keeps_pictures and alpha > 0.5 and clip == screen and screen.contains(rect):
            picture = self.surface.subsurface(rect).copy()
        self.lines.append(Line(line, box, self.frame.size, rect, self.type_px(size), picture))


SAME_TEXTS = ("contrast-", "classic-", "both-")
"""Samples that are drawn under another name with other pieces."""


def drawn(
    context: Context, sizes: Sequence[tuple[int, int]]
) -> Iterator[tuple[str, Canvas, Scene]]:
    """Every sample at every size, or a third of them at a single one; `Watched.lines` are its
    texts.
    """
    screens = {pixels: pygame.Surface(pixels) for pixels in sizes}
    for name, scene in all_samples(context, 3 if len(sizes) == 1 else 1):
        if name.startswith(SAME_TEXTS):
            continue
        context.fit(sizes[0])
        stack = headless.stack_of(context, *standing(scene))
        for pixels in sizes:
            stack.resize(pixels)
            for _ in range(6):
                stack.update(0.1)
            Watched.lines.clear()
            canvas = Watched(screens[pixels], text_scale=context.settings.text_scale)
            stack.top.draw(canvas)
            assert Watched.lines, name
            yield f"{name} {pixels[0]}x{pixels[1]}", canvas, stack.top
        stack.close()


class Blank(pygame.Surface):
    """A small surface that stands for one of any size."""

    def subsurface(self, *_rect: object) -> Blank:
        return self


@pytest.fixture
def unpainted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Scenes are drawn without painting anything, which is what takes long."""
    blank = Blank((8, 8), pygame.SRCALPHA)
    monkeypatch.setattr(SpriteCache, "get", lambda self, key, make: blank)
    for name in (
        "picture", "picture_as_is", "fill", "outline", "disc", "ring", "line", "polygon"
    ):  # fmt: skip
        monkeypatch.setattr(Canvas, name, lambda self, *args, **kwargs: None)


@pytest.mark.parametrize(("language", "seating", "text_size", "sizes"), [
    ("de", "couch", "normal", SIZES[:1]),
    *(pytest.param(*case, marks=pytest.mark.deep) for case in [
        ("de", "couch", "normal", SIZES), ("de", "table", "normal", LAYOUTS),
        ("en", "couch", "normal", LAYOUTS), ("en", "table", "normal", SIZES),
        ("de", "couch", "largest", LAYOUTS), ("en", "table", "largest", LAYOUTS),
    ]),
])  # fmt: skip
@pytest.mark.usefixtures("unpainted")
def test_texts_fit(
    language: str, seating: str, text_size: str, sizes: Sequence[tuple[int, int]]
) -> None:
    context = headless.context(SIZES[0], language, seating=seating, text_size=text_size)
    context.texts = StrictTexts(context.texts.language)
    wrong: list[str] = []
    for name, canvas, scene in drawn(context, sizes):
        wrong += [
            f"{name}: {line.text!r} leaves its place: {line.box} in {line.frame}"
            for line in Watched.lines
            if line.outside
        ]
        seen = [line for line in Watched.lines if line.rect.h]
        least = LEAST[canvas.surface.get_size()[0]] if text_size == "normal" else 0
        wrong += [
            f"{name}: {line.text!r} is {line.pixels} pixels small"
            for line in seen
            if line.pixels < least
        ]
        wrong += [f"{name}: {problem}" for problem in crowded(seen, canvas.surface.get_rect())]
        if isinstance(scene, MenuScene) and not name.startswith(("shelf-opening", "pad-far")):
            wrong += [f"{name}: a message covers {box}" for box in covered(scene, canvas)]
    context.ai_worker.close()
    context.store.close()
    assert not wrong, f"{len(wrong)} texts:\n" + "\n".join(wrong[:60])


def covered(scene: MenuScene, canvas: Canvas) -> Iterator[Box]:
    """What a long message covers of what can be tapped."""
    scene.toasts.clear()
    scene.toasts.say(scene.t("store.mended", file="/home/kiosk/.local/share/walong-table/table.2"))
    scene.toasts.update(1.0)
    boxes: list[Box] = []
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("game.ui.surfaces.glass", lambda canvas, box, *_, **__: boxes.append(box))
        scene.toasts.draw(canvas, scene.tappable())
    scene.toasts.clear()
    (toast,) = boxes
    assert toast.y > 0
    for box in scene.tappable():
        beside = toast.right <= box.x or toast.x >= box.right
        if not (beside or toast.bottom <= box.y or toast.y >= box.bottom):
            yield box


def crowded(lines: Sequence[Line], screen: pygame.Rect) -> Iterator[str]:
    """What leaves the screen or lies on another line."""
    for line in lines:
        if not screen.contains(line.rect.inflate(-2, -2)):
            yield f"{line.text!r} leaves the screen"
    bodies = [(line.text, line.rect.inflate(-2, -line.rect.h * 0.4)) for line in lines]
    for (text, rect), (other, near) in combinations(bodies, 2):
        if rect.colliderect(near):
            yield f"{other!r} lies on {text!r}"


@pytest.mark.deep
@pytest.mark.parametrize(
    ("pixels", "language", "seating"), [((800, 600), "de", "couch"), ((600, 1000), "en", "table")]
)
def test_nothing_covers_a_text(
    pixels: tuple[int, int], language: str, seating: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Watched, "keeps_pictures", True)
    context = headless.context(pixels, language, seating=seating)
    wrong = [
        f"{name}: {line.text!r} is covered ({likeness:.2f})"
        for name, canvas, _ in drawn(context, [pixels])
        for line in Watched.lines
        if line.picture is not None and isinstance(canvas.surface, pygame.Surface)
        and not name.startswith(("shelf-opening", "pad-far"))
        and (likeness := alike(line.picture, canvas.surface.subsurface(line.rect))) < 0.6
    ]
    context.ai_worker.close()
    context.store.close()
    assert not wrong, f"{len(wrong)} texts:\n" + "\n".join(wrong[:60])


def alike(first: pygame.Surface, second: pygame.Surface) -> float:
    """How much of the first picture's light and dark is left in the second one, 0…1 and above."""
    one, two = (pygame.image.tobytes(picture, "RGB")[1::6] for picture in (first, second))
    if not one:
        return 1.0
    middle, other = sum(one) / len(one), sum(two) / len(two)
    spread = sum((a - middle) ** 2 for a in one)
    return sum((a - middle) * (b - other) for a, b in zip(one, two, strict=True)) / (spread or 1.0)
