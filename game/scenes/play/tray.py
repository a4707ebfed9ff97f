"""A seat's tray: whose it is, the score, whose turn, what to do now, and messages to that seat.

Everything is laid out once in the seat's own coordinates; the frame turns it to its edge.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from game.ui.canvas import Canvas
from game.ui.fonts import number
from game.ui.frame import Box, Frame, Point
from game.ui.theme import (
    BODY,
    GOLD,
    INK,
    IVORY,
    LAMP,
    LINEN,
    SCORE,
    SMALL,
    VERMILION,
    Color,
    mix,
    with_alpha,
)

Tone: TypeAlias = Literal["news", "refusal", "hint", "alarm"]
ALERT = mix(VERMILION, IVORY, 0.45)
TONES: dict[Tone, Color] = {"news": LAMP, "refusal": ALERT, "hint": GOLD, "alarm": ALERT}

PIPS: dict[int, tuple[Point, ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""The pips of a die for a seat's number."""
PAD = 18.0
LEAD = 8.0
"""Between what has happened and what is to be done now."""
GLASS = (16, 9, 5, 172)


class Tray:
    """The picture of one seat. `say` shows a message for some seconds in place of the prompt."""

    def __init__(self, seat: int, name: str, color: Color) -> None:
        self.seat = seat
        self.name = name
        self.color = color
        self.score: int | None = 0
        self.patterned = False
        self.note = ""
        """A few words beside the name, such as a role."""
        self.prompt = ""
        self.glow = 0.0
        self.frame = Frame((0, 0), (300, 300))
        self.bump = 0.0
        """How strongly the score swells at the moment, 0…1."""
        self._message = ""
        self._tone: Tone = "news"
        self._left = 0.0

    # Talking -----------------------------------------------------------------------------------

    def say(self, text: str, tone: Tone = "news", seconds: float = 4.0) -> None:
        """Show a message; a longer text stays longer."""
        self._message, self._tone = text, tone
        self._left = max(seconds, len(text) / 14)

    def hush(self, *tones: Tone) -> None:
        """Stop showing the message, or only one of these tones."""
        if not tones or self._tone in tones:
            self._left = 0.0

    @property
    def message(self) -> str:
        return self._message if self._left > 0 else ""

    def update(self, seconds: float, active: bool) -> bool:
        """Let time pass; True while something in the tray still moves."""
        spoke = self._left > 0
        self._left = max(0.0, self._left - seconds)
        goal = 1.0 if active else 0.0
        step = seconds / 0.25
        before = self.glow, self.bump
        self.glow = min(goal, self.glow + step) if goal else max(goal, self.glow - step)
        self.bump = max(0.0, self.bump - seconds / 0.4)
        ended = spoke and self._left == 0
        return ended or before != (self.glow, self.bump)

    # Laying out --------------------------------------------------------------------------------

    @property
    def wide(self) -> bool:
        return self.frame.size[0] > 1.5 * self.frame.size[1]

    @property
    def head(self) -> Box:
        """Where name, score and words stand."""
        w, h = self.frame.size
        if self.wide:
            return Box(PAD, PAD, min(400.0, w * 0.36), h - 2 * PAD)
        return Box(PAD, PAD, w - 2 * PAD, min(200.0, 0.62 * h))

    @property
    def content(self) -> Box:
        """The part of the tray that belongs to the game, in the frame's units."""
        w, h = self.frame.size
        head = self.head
        if self.wide:
            return Box(head.right + PAD, PAD, w - head.right - 2 * PAD, h - 2 * PAD)
        return Box(PAD, head.bottom + 6, w - 2 * PAD, h - head.bottom - PAD - 6)

    def score_at(self) -> Point:
        """The middle of the score in table units: where points fly to."""
        head = self.head
        return self.frame.out((head.right - 30, head.y + 28))

    # Drawing -----------------------------------------------------------------------------------

    def draw_glass(self, canvas: Canvas) -> None:
        """What all the rest lies on; it never changes."""
        canvas.within(self.frame).fill(Box(0, 0, *self.frame.size), GLASS, 20)

    def draw(self, canvas: Canvas) -> None:
        inner = canvas.within(self.frame)
        box = Box(0, 0, *self.frame.size)
        if self.glow:
            inner.outline(box.inset(-7), with_alpha(LAMP, 0.22 * self.glow), 7, 26)
        edge = mix(mix(self.color, GLASS, 0.45), LAMP, 0.75 * self.glow)
        inner.outline(box, edge, 2 + 2 * self.glow, 20)
        self.draw_head(inner)

    def draw_head(self, canvas: Canvas) -> None:
        head = self.head
        self._draw_seat(canvas, (head.x + 15, head.y + 24))
        room = head.w - 40
        if self.score is not None:
            text = number(self.score)
            size = SCORE * (1 + 0.35 * self.bump)
            width = canvas.text_size(text, SCORE, "serif")[0]
            canvas.label(text, (head.right - width / 2, head.y + 28), size,
                         mix(IVORY, GOLD, self.bump), "serif")  # fmt: skip
            room -= width + 14
        name, note = self._titles(canvas, room)
        self._fitted(canvas, name, (head.x + 40, head.y + 6), room)
        top = head.y + 50
        if note:
            top += canvas.text(note, (head.x, top), SMALL, LINEN, "italic", room=head.w)
        self._speak(canvas, Box(head.x, top, head.w, head.bottom - top))

    def _titles(self, canvas: Canvas, room: float) -> tuple[str, str]:
        """The name and the note; what a name has in brackets joins the note if it has to."""
        name, bracket, rest = self.name.rstrip(")").partition(" (")
        if not bracket or canvas.text_size(self.name, SMALL, "bold")[0] <= room:
            return self.name, self.note
        return name, " · ".join(filter(None, (rest, self.note)))

    def _speak(self, canvas: Canvas, box: Box) -> None:
        """The message; where it is but news, what to do now stands below it if there is room."""
        words, color = (self.message, TONES[self._tone]) if self.message else (self.prompt, LINEN)
        if self.message and self.prompt and self._tone == "news":
            for size in (BODY, 24, 22, SMALL):
                high = canvas.line_height(size)
                told = len(canvas.wrapped(self.message, size, box.w)) * high + LEAD
                if told + len(canvas.wrapped(self.prompt, size, box.w)) * high <= box.h:
                    canvas.text(self.message, (box.x, box.y), size, color, room=box.w)
                    canvas.text(self.prompt, (box.x, box.y + told), size, LINEN, room=box.w)
                    return
        if words:
            self._words(canvas, words, box, color)

    def _draw_seat(self, canvas: Canvas, at: Point) -> None:
        """The seat's colour and, where colours carry patterns, its number in pips."""
        canvas.disc(at, 13, self.color)
        canvas.ring(at, 13, with_alpha(IVORY, 0.6), 2)
        for x, y in PIPS[self.seat + 1] if self.patterned else ():
            canvas.disc((at[0] + 5.5 * x, at[1] + 5.5 * y), 2.6, INK)

    def _fitted(self, canvas: Canvas, text: str, point: Point, room: float) -> None:
        """The name, smaller if it has to be, shortened only when that is not enough."""
        width = canvas.text_size(text, BODY, "bold")[0]
        size = max(SMALL, BODY * min(1.0, room / max(1.0, width)))
        while size > SMALL and canvas.text_size(text, size, "bold")[0] > room:
            size -= 0.5  # sizes are whole pixels in the end, and some come out too wide
        while len(text) > 1 and canvas.text_size(text, size, "bold")[0] > room:
            text = text[:-2] + "…"
        canvas.text(text, point, size, IVORY, "bold")

    def _words(self, canvas: Canvas, words: str, box: Box, color: Color) -> None:
        """The prompt or a message, in the largest size that fits."""
        for size in (BODY, 24, 22, SMALL, 18):
            lines = canvas.wrapped(words, size, box.w)
            if len(lines) * canvas.line_height(size) <= box.h:
                break
        canvas.text("\n".join(lines), (box.x, box.y), size, color)
