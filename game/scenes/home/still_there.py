"""Questions that the table asks by itself: whether anybody is still there, and whether to close."""

from math import ceil

from game.scenes.core.context import Context
from game.scenes.core.menu import MenuScene
from game.scenes.core.scene import Change, Home, Pop, Quit, Scene
from game.ui import surfaces
from game.ui.canvas import Canvas
from game.ui.frame import Box, Frame
from game.ui.intents import Intent
from game.ui.layer import Layer
from game.ui.theme import BODY, LARGE, TITLE

SECONDS = 20.0
"""How long there is to answer."""
HIGH = 190.0
_TOUCHES = ("press", "confirm", "cancel", "focus", "menu", "text", "wheel", "command")


class StillThere(Scene):
    """Counts down at every edge where people may stand; whatever they do goes on with the game."""

    name = "still_there"
    overlay = True

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.left = SECONDS

    def on(self, intent: Intent) -> Change:
        return Pop() if intent.kind in _TOUCHES else None

    def update(self, seconds: float) -> Change:
        before, self.left = self.left, self.left - seconds
        self.stale = self.stale or ceil(self.left) != ceil(before)
        return Home() if self.left <= 0 else None

    def draw(self, canvas: Canvas) -> None:
        surfaces.dim(canvas, 0.55)
        t, left = self.context.texts.t, max(1, ceil(self.left))
        for frame in self._edges():
            inside = canvas.within(frame)
            (wide, high), middle = frame.size, frame.size[0] / 2
            surfaces.glass(inside, Box(0, 0, wide, high), 24, alpha=0.95)
            light = surfaces.DARK.text
            inside.text(t("operator.still.title"), (middle, 26), TITLE * 0.8, light, "serif",
                        "center")  # fmt: skip
            inside.text(t("operator.still.text"), (middle, 92), BODY, light, anchor="center")
            inside.text(str(left), (middle, 126), LARGE, light, "bold", "center")

    def _edges(self) -> list[Frame]:
        """A plate for the couch; one at every edge of a table."""
        wide, high = self.size
        plate = min(640.0, wide * 0.6), HIGH
        if self.context.settings.seating == "couch":
            return [Frame((wide / 2, high / 2), plate)]
        near = HIGH / 2 + 30
        return [
            Frame(at, plate, turn)
            for turn, at in enumerate(((wide / 2, high - near), (wide - near, high / 2),
                                       (wide / 2, near), (near, high / 2)))
        ]  # fmt: skip


class Leave(MenuScene):
    """Asks before a table among strangers is closed, as by its window's button."""

    name = "leave"
    overlay = True

    def build(self) -> list[Layer]:
        if self._asked is None:
            self.ask_before("menu.shelf.leave", lambda: self.go(Quit()))
        return []

    def react(self, intent: Intent) -> None:
        super().react(intent)
        if self._asked is None and self._change is None:
            self.go(Pop())
