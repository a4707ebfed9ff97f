"""The table without a window or a loudspeaker: for pictures, soaking, measuring and tests."""

import math
import os
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path

# SDL reads these once; whoever runs headless must not depend on a screen or a sound card.
os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

import tests.loopback  # noqa: F401 (phones come from this machine alone)
from game.ai.worker import Worker
from game.memory import give_back
from game.navigator import Navigator
from game.rules import GAMES
from game.scenes.core.context import Context
from game.scenes.core.scene import Scene
from game.scenes.core.stack import Stack
from game.screen import REST, Screen
from game.services.operator import Operator
from game.services.settings import Settings
from game.services.store import Store
from game.services.texts import Texts
from game.ui.canvas import Canvas
from game.ui.display_list import DisplayList, Group, Op, Single
from game.ui.intents import Intent
from game.ui.painter import Painter
from game.ui.sound import Sound
from game.ui.sprites import SOURCES, SPRITES, SpriteCache, made_within
from tests.tools.checked import differing

FRAME = 1 / 60
BEAT = 1 / 30
"""Seconds of a frame while nobody looks, as on a slow machine."""
NOW = datetime(2026, 11, 22, 3, 24)
"""When it is at this table, so that pictures of dates and times are the same every day."""


def context(
    pixels: tuple[int, int] = (1280, 720),
    language: str = "en",
    folder: Path | None = None,
    seed: int | None = 1,
    **settings: object,
) -> Context:
    """Services for a table of this size; without a folder nothing is kept."""
    give_back()
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode(pixels)
    store = Store(folder, GAMES, lambda: NOW)
    chosen = Settings().changed(**{"language": language, "rule_cards": False, **settings})
    made = Context(
        texts=Texts(language),
        settings=chosen,
        store=store,
        sound=Sound(0),
        ai_worker=Worker(),
        operator=Operator(),
        usual=chosen,
        seed=seed,
    )
    made.fit(pixels)
    return made


def stack_of(made: Context, *scenes: Scene) -> Stack:
    """A scene stack with the shelf below and these scenes on it."""
    stack = Stack(made, Navigator(made))
    stack.begin()
    for scene in scenes:
        stack.open(scene)
    return stack


def picture(stack: Stack, painter: Painter | None = None) -> pygame.Surface:
    """What would be on the screen now; painted whole, unless by a painter of the last frame."""
    surface = pygame.display.get_surface()
    assert surface is not None, "make the context first; it opens the display"
    own = painter or Painter()
    frame = own.begin(surface.get_size())
    canvas = Canvas(frame, text_scale=stack.context.settings.text_scale)
    made_within(math.inf, lambda: stack.draw(canvas))
    areas = own.paint(surface, frame)
    if painter is not None:
        pygame.display.update(areas)
    return surface


def screen_of(stack: Stack) -> Screen:
    """What shows a stack on the screen and decides by itself when it is due."""
    surface = pygame.display.get_surface()
    assert surface is not None, "make the context first; it opens the display"
    return Screen(stack, surface)


def live(screen: Screen, seconds: float, frame: float = FRAME) -> None:
    """Let the table's time pass as the app does, in frames of so many seconds, until one is drawn
    at its end.
    """
    end = round(seconds / frame)
    for number in range(1, 1 + end + math.ceil(REST / frame)):
        drawn = screen.drawn
        screen.stack.update(frame)
        screen.frame(frame)
        if number >= end and screen.drawn > drawn:
            return


def untrue(screen: Screen) -> list[pygame.Rect]:
    """Where the window does not show what its scenes show if they are painted anew."""
    anew = pygame.Surface(screen.surface.get_size())
    painter = Painter()
    frame = painter.begin(anew.get_size())
    text_scale = screen.stack.context.settings.text_scale
    made_within(math.inf, lambda: screen.stack.draw(Canvas(frame, text_scale=text_scale)))
    painter.paint(anew, frame)
    return differing(anew, screen.surface)


def forget_pictures(*caches: SpriteCache) -> None:
    """Let all pictures be painted, and all files read, anew; or those of some caches."""
    for cache in caches or (SPRITES, SOURCES):
        cache._kept.clear()
        cache.held = 0
    SpriteCache.unfinished.clear()


def blank() -> Canvas:
    """A display list as large as the screen, to be drawn on."""
    surface = pygame.display.get_surface()
    assert surface is not None, "make the context first; it opens the display"
    return Canvas(DisplayList(surface.get_size()))


def listed(stack: Stack) -> DisplayList:
    """What the next frame draws."""
    canvas = blank()
    stack.draw(canvas)
    assert isinstance(canvas.surface, DisplayList)
    return canvas.surface


def singles(ops: Sequence[Op]) -> Iterator[Single]:
    """Operations with those of groups in their place."""
    for op in ops:
        if isinstance(op, Group):
            yield from singles(op.ops)
        else:
            yield op


def picture_at_once(stack: Stack) -> None:
    """The same picture without a display list, as it is measured against."""
    surface = pygame.display.get_surface()
    assert surface is not None, "make the context first; it opens the display"
    stack.draw(Canvas(surface, text_scale=stack.context.settings.text_scale))
    pygame.display.flip()


def wait(stack: Stack, seconds: float) -> None:
    """Let the table's time pass, frame by frame, as fast as it goes."""
    frames = max(1, round(seconds / BEAT))
    for _ in range(frames):
        stack.update(seconds / frames + 1e-9)  # never less in all, whatever is lost by rounding


def tap(stack: Stack, x: float, y: float, pointer: str = "mouse") -> None:
    """Press and let go at a point of the table, in units."""
    for kind in ("press", "release", "tap"):
        stack.on(Intent(kind, (x, y), pointer=pointer))
