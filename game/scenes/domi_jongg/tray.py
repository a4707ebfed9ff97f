"""The tray of one seat at Domi Jongg's table: it leaves room for a row of tiles."""

from typing import Final

from game.scenes.play.tray import PAD, TONES, Tray
from game.ui.canvas import Canvas
from game.ui.frame import Box
from game.ui.theme import BODY, GOLD, IVORY, LINEN, SCORE, SMALL, Color, mix, rgb

COLORS: Final[tuple[Color, ...]] = (
    rgb("#E0603F"), rgb("#E8B84A"), rgb("#4FB08E"), rgb("#6A92D8"), rgb("#A583DB"), rgb("#CDBFA6"),
)  # fmt: skip
"""A colour for every person, seat by seat in the first game."""
ROW: Final = 192.0
"""The height of a tray in a row above the felt."""
_NARROW: Final = 760.0
_FLAT: Final = 520.0
"""The width from which name, words and points of a strip go into one line."""


class SeatTray(Tray):
    """A tray that leaves room for tiles: below a line of words, or at its foot."""

    LINE = 66.0
    foot = 40.0
    """How high the room for tiles is; none where the hand stands in the rack that all share."""

    @property
    def flat(self) -> bool:
        """Whether it is a strip along an edge, with its tiles below one line."""
        w, h = self.frame.size
        return w > 2.4 * h and w > _FLAT

    @property
    def narrow(self) -> bool:
        """Whether not all buttons fit beside the tiles; one goes beside the points then."""
        return self.flat and self.content.w <= _NARROW and self.frame.size[1] > ROW

    @property
    def head(self) -> Box:
        w, h = self.frame.size
        if self.flat:
            return Box(PAD, 8, w - 2 * PAD, self.LINE)
        return Box(PAD, 12, w - 2 * PAD, h - 24 - self.foot)

    @property
    def content(self) -> Box:
        w, h = self.frame.size
        if self.flat:
            top = self.head.bottom + 4
            return Box(PAD, top, w - 2 * PAD, h - top - 10)
        return Box(PAD, h - 10 - self.foot, w - 2 * PAD, self.foot)

    def draw_head(self, canvas: Canvas) -> None:
        if not self.flat:
            super().draw_head(canvas)
            return
        head = self.head
        self.draw_seat(canvas, (head.x + 15, head.y + 24))
        spare = head.w - canvas.text_size(self.note, SMALL, "italic")[0] - 110
        room = head.w * 0.3 if self.message or self.prompt else spare
        self.draw_name(canvas, self.name, (head.x + 40, head.y + 6), room - 50)
        used = 40 + min(room - 50, canvas.text_size(self.name, BODY, "bold")[0])
        if self.note:
            used += 14
            at = head.x + used, head.y + 11
            canvas.text(self.note, at, SMALL, LINEN, "italic")
            used += canvas.text_size(self.note, SMALL, "italic")[0]
        if self.score is not None:
            text, size = str(self.score), SCORE * (1 + 0.35 * self.bump)
            width = canvas.text_size(text, SCORE, "serif")[0]
            half = canvas.line_height(SCORE, "serif") / 2
            at = head.right - width / 2 - 4, max(head.y + 28, half)
            canvas.label(text, at, size, mix(IVORY, GOLD, self.bump), "serif")
        self._draw_words(canvas, head, max(room, used + 20))

    def _draw_words(self, canvas: Canvas, head: Box, left: float) -> None:
        """The message or the prompt beside the name, in the middle of the line."""
        words = self.words
        color = TONES[self.tone] if self.message else LINEN
        room = head.w - left - (190 if self.narrow else 90)
        for size in (BODY, 24, 22, SMALL, 18, 16):
            lines = canvas.wrapped(words, size, room)
            high = len(lines) * canvas.line_height(size)
            if high <= head.h + 2:
                break
        top = head.x + left, head.y + (head.h - high) / 2
        canvas.text("\n".join(lines), top, size, color)
