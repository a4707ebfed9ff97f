"""Measuring text before there is a canvas: how wide and high it will be, in table units.

    metrics = TextMetrics(text_scale)
    metrics.width("Weiter"), metrics.height("a long text", room=400)

Measured at twice the size of a 1080-line screen; other sizes differ by hinting alone, for which
`SLACK` leaves room.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.ui import fonts as lettering
from game.ui.fonts import Face
from game.ui.theme import BODY

_FINE = 2
SLACK = 1.02


@dataclass(frozen=True, slots=True)
class TextMetrics:
    text_scale: float = 1.0

    def _pixels(self, size: float) -> int:
        return max(6, round(size * self.text_scale * _FINE))

    def width(self, text: str, size: float = BODY, face: Face = "sans") -> float:
        """The width of the widest line, without wrapping."""
        pixels = self._pixels(size)
        widest = max(lettering.width(line, face, pixels) for line in text.split("\n"))
        return widest / _FINE * SLACK

    def line(self, size: float = BODY, face: Face = "sans") -> float:
        """The height of one line."""
        return lettering.font(face, self._pixels(size)).get_linesize() / _FINE

    def lines(
        self, text: str, size: float = BODY, room: float = 400, face: Face = "sans"
    ) -> tuple[str, ...]:
        """The text wrapped into `room`."""
        return lettering.wrap(text, face, self._pixels(size), max(1, int(room * _FINE / SLACK)))

    def height(
        self, text: str, size: float = BODY, room: float = 400, face: Face = "sans"
    ) -> float:
        """The height of the text wrapped into `room`."""
        return len(self.lines(text, size, room, face)) * self.line(size, face)
