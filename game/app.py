"""The window, the main loop, and the services wired together.

The loop looks for input sixty times a second and draws only when something changed, so a table
nobody touches costs next to nothing. Nothing that takes long is ever computed here.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import pygame

from game import window
from game.memory import give_back, sweep
from game.scenes.company import Company
from game.scenes.scene import Scene
from game.scenes.stack import Stack
from game.ui.canvas import Canvas
from game.ui.intents import Devices, Intent

FRAMES = 60
PROBED = "probed_picture"
"""Where the store keeps which way of painting was the quicker one."""
SETTLED = 1.5
"""Seconds after which a new scene has moved in, unless it still moves."""
LONGEST_STEP = 0.1
"""Seconds of motion after a frame that was late; more would make things jump."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What the command line decides for one run. None leaves a thing to the settings."""

    size: tuple[int, int] | None = None
    fullscreen: bool | None = None
    language: str | None = None
    data: Path | None = None
    game: str | None = None
    seed: int | None = None


class App:
    """The running table."""

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        give_back()
        pygame.display.init()
        pygame.font.init()
        self._seen: Scene | None = None
        self._settling = 0.0
        self._untouched = 0.0
        self.company = self._gather()
        asked, setting = choices.fullscreen, self.company.settings.fullscreen
        self.fullscreen = setting if asked is None else asked
        self.windowed = choices.size or window.comfortable_size()
        window.go(self._way())
        self.surface = window.open_window(self.windowed, self.fullscreen)
        self.company.fit(self.surface.get_size())
        self.devices = Devices(self.surface.get_size())
        self.stack = Stack(self.company, self._shelf)
        self.pads: dict[int, Any] = {}
        self.company.rumble = self._rumble
        self._last = time.monotonic()

    # Setting up ----------------------------------------------------------------------------------

    def _gather(self) -> Company:
        """The services. Heavy ones wait for their first use."""
        from game.scenes.opening import gather

        return gather(self.choices.data, self.choices.language, self.choices.seed)

    def _way(self) -> window.Way:
        """How pictures get into the window: as set, or as the first start found out."""
        chosen = self.company.settings.picture
        if chosen != "auto":
            return chosen
        known = self.company.store.get(PROBED)
        if known not in window.WAYS:
            known = "software"
            if window.real():
                known = window.quicker(self.windowed, self.fullscreen)
                self.company.store.set(**{PROBED: known})
        return "hardware" if known == "hardware" else "software"

    def _shelf(self) -> Scene:
        from game.scenes.shelf import Shelf

        return Shelf(self.company)

    def set_fullscreen(self, on: bool) -> None:
        if on == self.fullscreen:
            return
        self.fullscreen = on
        self.surface = window.open_window(self.windowed, on)
        self._resized()

    def _resized(self) -> None:
        surface = pygame.display.get_surface()
        if surface is None:
            return
        self.surface = surface
        if not hasattr(self, "stack"):
            return
        for lost in self.devices.drop():
            self.guard(self.stack.on, lost)
        self.devices.size = surface.get_size()
        if not self.fullscreen:
            self.windowed = surface.get_size()
        self.guard(self.stack.resize, surface.get_size())

    # The loop ------------------------------------------------------------------------------------

    def run(self, seconds: float | None = None) -> int:
        """Play until somebody closes the table, or for some seconds. Gives the exit code."""
        begun = time.monotonic()
        self.stack.begin(*self._first_scenes())
        self.frame(0.0)
        self._open_pads()
        clock = pygame.time.Clock()
        self._last = time.monotonic()
        while self.stack.running and (seconds is None or time.monotonic() - begun < seconds):
            now = time.monotonic()
            self.listen(now)
            self.frame(min(LONGEST_STEP, now - self._last))
            self._last = now
            clock.tick(FRAMES)
        self.close()
        return 0

    def _first_scenes(self) -> list[Scene]:
        if self.company.occupied is not None:
            from game.scenes.second_table import SecondTable

            return [SecondTable(self.company)]
        if self.choices.game is None:
            return []
        from game.scenes.setup import Setup

        return [Setup(self.company, self.choices.game)]

    def listen(self, now: float) -> None:
        """Turn whatever the devices said into intents and hand them on."""
        for event in pygame.event.get():
            self.handle(event, now)
        for intent in self.devices.tick(now):
            self.deliver(intent)

    def handle(self, event: pygame.event.Event, now: float) -> None:
        if event.type == pygame.QUIT:
            self.stack.running = False
        elif event.type in (pygame.VIDEORESIZE, pygame.WINDOWSIZECHANGED):
            self._resized()
        elif event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED):
            self.stack.top.stale = True
        elif event.type in (pygame.CONTROLLERDEVICEADDED, pygame.CONTROLLERDEVICEREMOVED):
            self._open_pads()
        else:
            for intent in self.devices.read(event, now):
                self.deliver(intent)

    def deliver(self, intent: Intent) -> None:
        if intent.kind == "command" and intent.name == "fullscreen":
            self.set_fullscreen(not self.fullscreen)
            return
        self._untouched = 0.0
        self.guard(self.stack.on, intent)
        self._follow_typing()

    def _follow_typing(self) -> None:
        typing = bool(getattr(self.stack.top, "typing", False))
        if typing != self.devices.typing:
            self.devices.typing = typing
            (pygame.key.start_text_input if typing else pygame.key.stop_text_input)()

    def frame(self, seconds: float) -> bool:
        """Let time pass and draw if anything changed; True if a picture was shown."""
        self.guard(self.stack.update, seconds)
        self._tidy_up(seconds)
        self._sweep_later(seconds)
        wanted = self.company.settings.fullscreen
        if wanted != self.fullscreen and self._fullscreen_changed(wanted):
            self.set_fullscreen(wanted)
        if not self.stack.stale:
            return False
        canvas = Canvas(self.surface, text_scale=self.company.settings.text_scale)
        self.guard(self.stack.draw, canvas)
        pygame.display.flip()
        return True

    def _tidy_up(self, seconds: float) -> None:
        """Bring the shelf back to an unattended table that everybody has left."""
        self._untouched += seconds
        left = self._untouched > self.company.settings.patience
        if left and len(self.stack.scenes) > 1:
            self.guard(self.stack.home)

    def _sweep_later(self, seconds: float) -> None:
        """Once a new scene has come to rest, return the memory of the one before."""
        if self.stack.top is not self._seen:
            self._seen, self._settling = self.stack.top, SETTLED
        elif self._settling > 0:
            self._settling -= seconds
            if self._settling <= 0 and self.stack.stale:
                self._settling = seconds  # a hand must never wait for it
            elif self._settling <= 0:
                sweep()

    _known_wish: bool | None = None

    def _fullscreen_changed(self, wanted: bool) -> bool:
        """Follow the setting when it changes; keys and options may differ from it meanwhile."""
        before, self._known_wish = self._known_wish, wanted
        return before is not None and before != wanted

    # Robustness ----------------------------------------------------------------------------------

    def guard(self, action: Callable[..., object], *args: object) -> None:
        """Run a piece of a scene; whatever fails is written down and the shelf comes back.

        A table that stands unattended must never stop at a traceback; every move is in the
        store already, so nothing is lost.
        """
        try:
            action(*args)
        except Exception:
            self._write_down(traceback.format_exc())
            self.company.notices.append(self.company.texts.t("table.trouble"))
            self.stack.home()

    def _write_down(self, report: str) -> None:
        stamp = datetime.now().isoformat(timespec="seconds")
        folder = self.company.store.folder
        print(report, flush=True)
        if folder is not None:
            try:
                with (folder / "trouble.log").open("a", encoding="utf-8") as log:
                    log.write(f"{stamp}\n{report}\n")
            except OSError:
                pass  # the table goes on even where nothing can be written

    def _open_pads(self) -> None:
        """Open every gamepad; SDL reports buttons only of opened ones."""
        from pygame._sdl2 import controller

        controller.init()
        self.pads = {
            index: controller.Controller(index)
            for index in range(controller.get_count())
            if controller.is_controller(index)
        }

    def _rumble(self, strength: float, seconds: float) -> None:
        if self.company.settings.rumble:
            for pad in self.pads.values():
                pad.rumble(strength / 2, strength, round(seconds * 1000))

    def close(self) -> None:
        self.stack.close()
        self.company.thinker.close()
        self.company.store.close()
        pygame.quit()
