"""Square codes (QR) that a phone reads off the screen.

    code = SquareCode("https://…")
    code.place(Box(...)); code.draw(canvas)
"""

from io import BytesIO

import pygame
import segno

from game.ui.canvas import Canvas
from game.ui.sprites import SPRITES
from game.ui.widgets import NOWHERE, Widget

QUIET = 4
"""How many cells of light surround a code, as its standard asks."""
FINEST = 3
"""Pixels; with cells that are smaller phones have trouble."""


class SquareCode(Widget):
    """The code of a text. Raises ValueError for a text that is too long for one."""

    passive = True

    def __init__(self, text: str) -> None:
        super().__init__(NOWHERE)
        self.text = text
        try:
            self._code = segno.make_qr(text, error="l")
        except segno.DataOverflowError as error:
            raise ValueError(f"{len(text)} signs are too many for a code") from error
        self._cells = int(self._code.symbol_size(border=QUIET)[0])

    @property
    def least(self) -> int:
        """The side in pixels of the smallest picture that phones can read."""
        return FINEST * self._cells

    def draw(self, canvas: Canvas) -> None:
        side = min(canvas.rect(self.box).size)
        cell = max(1, side // self._cells)

        def paint() -> pygame.Surface:
            file = BytesIO()
            self._code.save(file, kind="png", scale=cell, border=QUIET)
            return pygame.image.load(BytesIO(file.getvalue()), "png").convert()

        picture = SPRITES.get(("square code", self.text, cell), paint)
        rect = picture.get_rect(center=canvas.rect(self.box).center)
        canvas.surface.blit(picture, rect)
