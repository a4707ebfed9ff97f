"""What is seen while not even the shelf can be shown: a calm picture that needs no assets."""

import contextlib

import pygame

from game.scenes.core.context import Context
from game.scenes.core.routes import ToShelf
from game.scenes.core.scene import Change, Quit, Replace, Scene
from game.ui.canvas import Canvas
from game.ui.intents import Intent

GROUND, INK = (28, 44, 40), (226, 218, 200)
SIZE = 34
"""Height of the text in units."""


class Trouble(Scene):
    """Waits some seconds, then tries the shelf again. A tap tries it at once."""

    name = "trouble"

    def __init__(self, context: Context, seconds: float) -> None:
        super().__init__(context)
        self._left = seconds

    def on(self, intent: Intent) -> Change:
        if intent.kind in ("tap", "confirm"):
            self._left = 0.0
        elif intent.kind == "cancel" and not self.context.public:
            return Quit()
        return None

    def update(self, seconds: float) -> Change:
        self._left -= seconds
        return Replace(ToShelf()) if self._left <= 0 else None

    def draw(self, canvas: Canvas) -> None:
        surface = canvas.surface
        surface.fill(GROUND)
        with contextlib.suppress(pygame.error, OSError):  # without a font it is calm all the same
            font = pygame.font.Font(None, round(SIZE * self.context.scale))
            x, y = surface.get_rect().center
            for line, key in enumerate(("table.closed", "table.closed_again")):
                text = font.render(self.context.texts.t(key), True, INK)
                drop = round((line - 0.5) * 1.6 * font.get_height())
                surface.blit(text, text.get_rect(center=(x, y + drop)))
