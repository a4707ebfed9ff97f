"""A button that does something only when it is held for a second: for what cannot be undone.

    Held("Delete", self.delete, icon="bin", tone=PAPER)

Fingers, the mouse, keys and gamepads all hold it: it fills while they do and empties when they
let go. A tap does nothing, so nobody deletes anything in passing.
"""

from __future__ import annotations

from game.ui import surfaces
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.intents import Intent
from game.ui.theme import IVORY, SHADE, VERMILION, Color, mix
from game.ui.widgets import Button

SECONDS = 1.0
_EMPTYING = 0.25
_RED = mix(VERMILION, SHADE, 0.12)


class HoldButton(Button):
    """A button to be held. `share` of the second is over."""

    share = 0.0
    _key = False

    @property
    def filling(self) -> bool:
        """Whether somebody is holding it now."""
        return self.enabled and (self.pressed or self._key)

    def answers(self, point: Point) -> bool:
        return False

    def on(self, intent: Intent) -> bool:
        if intent.kind == "release":
            self.inside.pop(intent.pointer, None)
            return True
        return super().on(intent)

    def activate(self) -> None:
        """A key or a gamepad's button went down on it; `rest` tells when it comes up."""
        self._key = self.enabled

    def rest(self) -> None:
        """No key holds it any more."""
        self._key = False

    @property
    def moving(self) -> bool:
        return self.filling or self.share > 0

    def update(self, seconds: float) -> None:
        if not self.filling:
            self.share = max(0.0, self.share - seconds / _EMPTYING)
            return
        self.share += seconds / SECONDS
        if self.share >= 1:
            self.share, self._key = 0.0, False
            self.inside.clear()
            if self.action:
                self.action()

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        if self.share <= 0:
            return
        before = canvas.surface.get_clip()
        box = self.box.moved(0, 2) if self.pressed else self.box
        done = Box(box.x, box.y, box.w * min(1.0, self.share), box.h)
        canvas.surface.set_clip(canvas.rect(done).clip(before))
        light, edge = mix(_RED, (255, 255, 255), 0.2), mix(_RED, SHADE, 0.4)
        surfaces.satin(canvas, box, self.radius, light, _RED, edge, light)
        self.paint_content(canvas, box, IVORY)
        canvas.surface.set_clip(before)

    def paint_plate(self, canvas: Canvas, box: Box) -> Color:
        color = super().paint_plate(canvas, box)
        return mix(color, _RED, 0.75) if self.enabled else color
