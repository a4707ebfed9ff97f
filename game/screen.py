"""The picture on the window: when one is due, and what of it is painted.

Nothing asks to be painted. While the table is awake every frame is drawn and compared with the one
before; while it rests that happens a few times a second. So whatever a scene shows, the window
shows it no later than a moment after.
"""

import math
from typing import Final

import pygame

from game.scenes.core.stack import Stack
from game.ui.canvas import Canvas
from game.ui.display_list import DisplayList
from game.ui.frame import Box
from game.ui.intents import Intent
from game.ui.painter import Painter

TOUCHED: Final = 2.0
"""Seconds in which every frame is drawn after somebody has touched the table."""
CHANGED: Final = 0.3
"""The same after a frame that differed from the one before: slow motion changes few of them."""
REST: Final = 0.45
"""Seconds between two frames of a table that rests."""


class Screen:
    """Shows a stack of scenes on a surface, that of the window."""

    def __init__(self, stack: Stack, surface: pygame.Surface) -> None:
        self.stack = stack
        stack.announce = self._announce
        self.surface = surface
        self.painter = Painter()
        self.drawn = 0
        """How many frames have been drawn."""
        self.awake = True
        """Whether every frame is drawn now."""
        self._left = 0.0
        """For how many seconds that is so, if nothing more happens."""
        self._since = math.inf
        """Seconds since the last frame was drawn."""

    def on(self, intent: Intent) -> None:
        """Hand on what somebody wants."""
        self.awake, self._left = True, TOUCHED
        self.stack.on(intent)

    def forget(self) -> None:
        """Whatever the window shows now, the next frame is due at once and painted whole."""
        self.painter.forget()
        self._since = math.inf

    def due(self, seconds: float) -> bool:
        """Whether a frame is due after so many seconds more."""
        return self.awake or self._since + seconds >= REST

    def frame(self, seconds: float) -> None:
        """Let so many seconds pass, and draw if a frame is due."""
        self._left -= seconds
        self._since += seconds
        try:
            self.awake = self._left > 0 or self.stack.moving
            if self.due(0.0):
                if self.stack.fresh:
                    self.painter.forget()  # what was there makes room for what comes
                canvas, frame = self._blank()
                self.stack.draw(canvas)
                self._show(frame)
        except Exception:
            self.forget()
            raise

    def _announce(self, box: Box) -> None:
        """Show at once what was taken, for what comes of it may take a second."""
        canvas, frame = self._blank()
        self.stack.draw_taken(canvas, box)
        self._show(frame)

    def _blank(self) -> tuple[Canvas, DisplayList]:
        """What the next frame is drawn on, and the list of what is drawn."""
        frame = self.painter.begin(self.surface.get_size())
        return Canvas(frame, text_scale=self.stack.context.settings.text_scale), frame

    def _show(self, frame: DisplayList) -> None:
        """Show what differs from the last frame."""
        changed = self.painter.paint(self.surface, frame)
        pygame.display.update(changed)
        self.drawn, self._since = self.drawn + 1, 0.0
        if changed:
            self._left = max(self._left, CHANGED)
