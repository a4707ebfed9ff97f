"""The window: its screen, its size, filling the screen, and how pictures get into it.

SDL can hand pictures to the window itself (*software*) or through the graphics card
(*hardware*). Without a card the second is ten times slower, with one it may be the quicker, and
some screens know only one of the two: Wayland has no *software*. So the first start on a kind of
screen tries both, and the answer is remembered. A way that fails gives way to the other one.
"""

import contextlib
import logging
import os
import time
from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias

# SDL reads these when it opens the window; a person's own choice in the environment wins.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "walong-table")
os.environ.setdefault("SDL_VIDEO_WAYLAND_WMCLASS", "walong-table")
os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
# The click that brings the window to the front counts, as a finger's tap does.
os.environ.setdefault("SDL_MOUSE_FOCUS_CLICKTHROUGH", "1")

import pygame

from game.shipped import ASSETS

Way: TypeAlias = Literal["software", "hardware"]
WAYS: tuple[Way, ...] = ("software", "hardware")

LEAST = (800, 600)
ICON = ASSETS / "desktop" / "icons" / "hicolor" / "128x128" / "apps" / "walong-table.png"
TRIES = 6
RESTS = 0.0, 0.1, 0.3, 0.6
"""Seconds before each try to find the screen again: an X server starts anew when its only client
has gone."""
_SWITCH = "SDL_FRAMEBUFFER_ACCELERATION"
_VALUES: dict[Way, str] = {"software": "0", "hardware": "1"}
_ASKED = os.environ.get(_SWITCH)
_log = logging.getLogger(__name__)
_UNSEEN = ("dummy", "offscreen")
"""SDL's drivers that show nothing; SDL takes the second by itself where it finds no screen."""


class NoScreen(Exception):
    """There is no screen, or no window opens on it; the message is the reason."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A window as it could be opened, which may differ from what was asked for."""

    surface: pygame.Surface
    fullscreen: bool
    as_asked: bool
    """Whether pictures get into it in the way that was asked for."""


def find_screen(headless: bool = False) -> None:
    """Start SDL's video; *headless* takes its dummy. Raises NoScreen.

    A driver that shows nothing counts only if the environment names it.
    """
    if headless:
        os.environ["SDL_VIDEODRIVER"] = "dummy"
    try:
        pygame.display.init()
    except pygame.error as error:
        raise NoScreen(str(error)) from error
    asked = os.environ.get("SDL_VIDEODRIVER", "").split(",")
    if not real() and pygame.display.get_driver() not in asked:
        pygame.display.quit()
        variables = ("DISPLAY", "WAYLAND_DISPLAY")
        raise NoScreen(", ".join(f"{name}={os.environ.get(name, '')!r}" for name in variables))


def real() -> bool:
    """Whether there is a screen at all."""
    return pygame.display.get_driver() not in _UNSEEN


def comfortable_size() -> tuple[int, int]:
    """A window of some four fifths of the screen, in the shape of 16:9."""
    width, height = pygame.display.get_desktop_sizes()[0]
    scale = min(width * 0.8 / 16, height * 0.8 / 9)
    return max(LEAST[0], round(16 * scale)), max(LEAST[1], round(9 * scale))


def open_window(size: tuple[int, int], fullscreen: bool, way: Way) -> Opened:
    """Open the window, or change the one there is. Raises NoScreen if nothing succeeds.

    `size` counts only where the screen is not filled. What fails is tried in the other way, and
    then with the screen filled instead of not, or the reverse. The environment's choice of a way
    comes before `way`.
    """
    first = _VALUES[way] if _ASKED is None else _ASKED
    reason = ""
    for full in (fullscreen, not fullscreen):
        for value in dict.fromkeys((first, *_VALUES.values())):
            os.environ[_SWITCH] = value
            try:
                if reason:
                    _start_again()
                return Opened(_set_mode(size, full), full, value == first)
            except pygame.error as error:
                reason = reason or str(error)
    raise NoScreen(reason)


def _set_mode(size: tuple[int, int], fullscreen: bool) -> pygame.Surface:
    pygame.display.set_caption("Walong Table")
    if (icon := _icon()) is not None:
        pygame.display.set_icon(icon)
    if fullscreen:
        return pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
    surface = pygame.display.set_mode(size, pygame.RESIZABLE)
    if real():
        with contextlib.suppress(pygame.error):  # wishes only
            shown = pygame.Window.from_display_module()
            shown.minimum_size = LEAST if size[0] >= LEAST[0] else LEAST[::-1]
            if surface.get_size() != size:  # X11 keeps the screen's size when it was filled
                shown.size = size
    return pygame.display.get_surface() or surface


@cache
def _icon() -> pygame.Surface | None:
    """What stands for the window in a list of windows; None if there is no such file."""
    try:
        return pygame.image.load(ICON)
    except (OSError, pygame.error) as error:
        _log.warning("%s: %s", ICON, error)
        return None


def _start_again() -> None:
    """SDL decides on a way once for all windows, until its video starts anew."""
    driver = pygame.display.get_driver()
    pygame.display.quit()
    for rest in RESTS:
        time.sleep(rest)
        with contextlib.suppress(pygame.error):
            pygame.display.init()
            if pygame.display.get_driver() == driver:
                return
            pygame.display.quit()
    raise pygame.error(f"the screen of {driver} is gone")


def quicker(size: tuple[int, int], fullscreen: bool) -> Way:
    """Which way shows a picture sooner here; tried on windows that open and close."""
    times = {way: _flip_time(way, size, fullscreen) for way in WAYS}
    with contextlib.suppress(pygame.error):  # open_window tries again, and tells
        _start_again()
    return min(times, key=lambda way: times[way])


def _flip_time(way: Way, size: tuple[int, int], fullscreen: bool) -> float:
    """The best of some flips in seconds, infinite if it fails; the first ones only warm up."""
    best = float("inf")
    os.environ[_SWITCH] = _VALUES[way]
    try:
        _start_again()
        surface = _set_mode(size, fullscreen)
        for shade in range(TRIES):
            surface.fill((shade, shade, shade))
            pygame.event.pump()
            begun = time.perf_counter()
            pygame.display.flip()
            if shade >= TRIES // 2:
                best = min(best, time.perf_counter() - begun)
    except pygame.error:
        return float("inf")
    return best
