"""The window: its size, filling the screen, and the quicker of two ways to get pictures into it.

SDL can hand pictures to the window itself (*software*) or through the graphics card
(*hardware*). Without a card the second is ten times slower, with one it may be the quicker. So
the first start tries both, and the answer is remembered.
"""

from __future__ import annotations

import os
import time
from typing import Literal, TypeAlias

# SDL reads these when it opens the window; a person's own choice in the environment wins.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
# The click that brings the window to the front counts, as a finger's tap does.
os.environ.setdefault("SDL_MOUSE_FOCUS_CLICKTHROUGH", "1")

import pygame

Way: TypeAlias = Literal["software", "hardware"]
WAYS: tuple[Way, ...] = ("software", "hardware")

LEAST = (800, 600)
TRIES = 6
_SWITCH = "SDL_FRAMEBUFFER_ACCELERATION"
_ASKED = os.environ.get(_SWITCH)


def go(way: Way) -> None:
    """Take this way for windows opened from now on, unless the environment has decided."""
    if _ASKED is None:
        os.environ[_SWITCH] = "0" if way == "software" else "1"


def comfortable_size() -> tuple[int, int]:
    """A window of some four fifths of the screen, in the shape of 16:9."""
    width, height = pygame.display.get_desktop_sizes()[0]
    scale = min(width * 0.8 / 16, height * 0.8 / 9)
    return max(LEAST[0], round(16 * scale)), max(LEAST[1], round(9 * scale))


def open_window(size: tuple[int, int], fullscreen: bool) -> pygame.Surface:
    """The window's surface; `size` counts only where the screen is not filled."""
    pygame.display.set_caption("Walong Table")
    if fullscreen:
        return pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
    surface = pygame.display.set_mode(size, pygame.RESIZABLE)
    if real():
        pygame.Window.from_display_module().minimum_size = LEAST
    return surface


def real() -> bool:
    """Whether there is a screen at all."""
    return pygame.display.get_driver() not in ("dummy", "offscreen")


def quicker(size: tuple[int, int], fullscreen: bool) -> Way:
    """Which way shows a picture sooner here; tried on windows that open and close."""
    times = {way: _flip_time(way, size, fullscreen) for way in WAYS}
    return min(times, key=lambda way: times[way])


def _flip_time(way: Way, size: tuple[int, int], fullscreen: bool) -> float:
    """The best of some flips in seconds; the first ones only warm up."""
    go(way)
    pygame.display.quit()
    pygame.display.init()
    surface = open_window(size, fullscreen)
    best = float("inf")
    for shade in range(TRIES):
        surface.fill((shade, shade, shade))
        pygame.event.pump()
        begun = time.perf_counter()
        pygame.display.flip()
        if shade >= TRIES // 2:
            best = min(best, time.perf_counter() - begun)
    return best
