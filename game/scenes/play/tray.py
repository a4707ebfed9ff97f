"""A seat's tray: whose it is, the score, whose turn, what to do now, and messages to that seat.

Everything is laid out once in the seat's own coordinates; the frame turns it to its edge.
"""

import math
from typing import Final, Literal, TypeAlias

from game.scenes.play.layout import HEAD
from game.ui import theme
from game.ui.canvas import Canvas
from game.ui.fonts import number
from game.ui.frame import Box, Frame, Point
from game.ui.theme import BODY, GAP, SMALL, Color, mix, with_alpha
from game.ui.widgets import name_lines

Tone: TypeAlias = Literal["news", "refusal", "hint", "alarm"]
ALERT = mix(theme.VERMILION, theme.IVORY, 0.45)
TONES: dict[Tone, Color] = {
    "news": theme.LAMP,
    "refusal": ALERT,
    "hint": theme.GOLD,
    "alarm": ALERT,
}

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
NARROW = 270.0
"""The least width in which a whole sentence can be read."""
ENOUGH = 560.0
"""A height with which every game's part of a tray can do."""
SWELLS: Final = 8
SCORE = 34.0
"""The size of the score in narrower ones."""
LINK = "\u00a0›"
"""Stands behind a message that leads to its rule."""
LOW = 140.0
"""Wide trays less high than this have their words beside the name instead of below it."""
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
        self.grown = 1.0
        """How much larger than designed texts are: words take so much more of its room."""
        self.enough = ENOUGH
        """The height beyond which there is more room than the game needs."""
        self.note = ""
        """A few words beside the name, such as a role."""
        self.bare = False
        """Whether nothing of the game lies in it, so that words have all its room."""
        self.folded = False
        """The same where the tray has been folded away to leave the board its room."""
        self.paper: Box | None = None
        """What lies on its words, or on all of its head; nothing is written below."""
        self.prompt = ""
        self.glow = 0.0
        self.frame = Frame((0, 0), (300, 300))
        self.bump = 0.0
        """How strongly the score swells at the moment, 0…1."""
        self._message = ""
        self.tone: Tone = "news"
        """What kind of message is shown."""
        self.rule = ""
        """The number of the rule that the message is about, if it is about one."""
        self._left = 0.0

    # Talking -----------------------------------------------------------------------------------

    def say(self, text: str, tone: Tone = "news", seconds: float = 4.0, rule: str = "") -> None:
        """Show a message; a longer text stays longer. One with a rule leads to it."""
        self._message, self.tone, self.rule = text, tone, rule
        self._left = max(seconds, len(text) / 14)

    def hush(self, *tones: Tone) -> None:
        """Stop showing the message, or only one of these tones."""
        if not tones or self.tone in tones:
            self._left = 0.0

    @property
    def message(self) -> str:
        return self._message if self._left > 0 else ""

    @property
    def words(self) -> str:
        """What is written: the message, with a sign if it leads to a rule, or else the prompt."""
        message = self.message
        silent = "" if self.paper else self.prompt
        return f"{message}{LINK}" if message and self.rule else message or silent

    @property
    def aside(self) -> str:
        """What stands below the name: the note, where there is room for it."""
        return "" if self.paper or (self.folded and self.words) else self.note

    def update(self, seconds: float, active: bool) -> None:
        """Let time pass; the lamp stands at an active one."""
        self._left = max(0.0, self._left - seconds)
        step = seconds / 0.25 if active else -seconds / 0.25
        self.glow = min(1.0, max(0.0, self.glow + step))
        self.bump = max(0.0, self.bump - seconds / 0.4)

    # Laying out --------------------------------------------------------------------------------

    @property
    def wide(self) -> bool:
        return self.frame.size[0] > 1.5 * self.frame.size[1]

    @property
    def flat(self) -> bool:
        """Whether it is so flat that words stand beside the name."""
        return self.wide and self.frame.size[1] < LOW and not self.folded

    @property
    def head(self) -> Box:
        """Where name, score and words stand."""
        w, h = self.frame.size
        if self.flat:
            wide = w - 2 * PAD if self.bare else self._widened(min(700.0, 0.55 * w))
            return Box(PAD, 12, wide, h - 20)
        if self.folded and self.wide:
            return Box(PAD, 12, w - 2 * PAD, h - 20)
        if self.bare or self.folded:
            return Box(0, 0, w, h).inset(PAD)
        if self.wide:
            wide = self._widened(min(400.0, max(0.36 * w, NARROW)))
            return Box(PAD, PAD, wide, h - 2 * PAD)
        high = min(HEAD + max(0.0, NARROW - w), 0.62 * h)
        high += min(high * (self.grown - 1), max(0.0, h - self.enough))
        return Box(PAD, PAD, w - 2 * PAD, high)

    def _widened(self, wide: float) -> float:
        """With what large words need, but not half of what is left to the game."""
        return wide + min(wide * (self.grown - 1), 0.4 * (self.frame.size[0] - wide - 3 * PAD))

    @property
    def spoken(self) -> Box:
        """Where words stand: below the name and the score."""
        head = self.head
        below = head.below(head.y + 50 + 15 * (self.grown - 1))  # a large score ends there
        return head.beyond(head.x + self._named + PAD) if self.flat else below

    @property
    def _named(self) -> float:
        """The width of a flat tray's part with the name and the score."""
        return min(240.0, 0.34 * self.head.w)

    @property
    def content(self) -> Box:
        """The part of the tray that belongs to the game, in the frame's units, if it has one."""
        w, h = self.frame.size
        head = self.head
        if self.folded:  # what goes there is out of sight, at the far end
            side = min(w, h) / 2
            return Box(w - side - PAD, (h - side) / 2, side, side)
        if self.flat:
            return Box(head.right + PAD, 10, w - head.right - 2 * PAD, h - 20)
        if self.wide:
            return Box(head.right + PAD, PAD, w - head.right - 2 * PAD, h - 2 * PAD)
        return Box(PAD, head.bottom + GAP, w - 2 * PAD, h - head.bottom - PAD - GAP)

    @property
    def middle(self) -> Point:
        """The middle of the game's part, as a point of the table."""
        return self.frame.out(self.content.center)

    def score_at(self) -> Point:
        """The middle of the score in table units: where points fly to."""
        head = self.head
        at = (head.x + 15, head.y + 66) if self.flat else (head.right - 30, head.y + 28)
        return self.frame.out(at)

    # Drawing -----------------------------------------------------------------------------------

    @property
    def version(self) -> object:
        """Values that are equal as long as its picture is the same."""
        return (
            self.name, self.note, self.score, self.color, self.glow, self.swollen,
            self.message, self.words, self.tone, self.prompt, self.frame, self.head, self.paper,
        )  # fmt: skip

    @property
    def swollen(self) -> float:
        """How strongly the score is seen to swell: in few steps, for each is a font of its own."""
        return math.ceil(SWELLS * self.bump) / SWELLS

    def draw(self, canvas: Canvas) -> None:
        inner = canvas.within(self.frame)
        box = Box(0, 0, *self.frame.size)
        if self.glow:
            inner.outline(box.inset(-7), with_alpha(theme.LAMP, 0.22 * self.glow), 7, 26)
        edge = mix(mix(self.color, GLASS, 0.45), theme.LAMP, 0.75 * self.glow)
        inner.outline(box, edge, 2 + 2 * self.glow, 20)
        if self.paper is None or self.paper.x > self.head.x or self.paper.y > self.head.y:
            self.draw_head(inner)

    def draw_head(self, canvas: Canvas) -> None:
        head = self.head
        self.draw_seat(canvas)
        if self.flat:
            self._draw_flat(canvas, head)
            return
        room = head.w - 26
        if self.score is not None:
            size = theme.SCORE if head.w >= NARROW - 2 * PAD else SCORE
            room -= self.draw_score(canvas, (head.right, head.y + 28), size) + 14
        # What a name has in brackets joins the note if it has to.
        name, note = self.name, self.aside
        short, bracket, rest = name.rstrip(")").partition(" (")
        if bracket and canvas.text_size(name, SMALL, "bold")[0] > room - 14:
            name, note = short, " · ".join(filter(None, (rest, note)))
        high = self.draw_name(canvas, name, (head.x + 33, head.y + 6), room)
        top = head.y + max(50.0, high + 6)
        if note:
            at, gap = (head.x, top), LEAD / self.grown  # large words need the room
            top += gap + canvas.text(note, at, SMALL, theme.LINEN, "italic", room=head.w)
        self._speak(canvas, Box(head.x, top, head.w, head.bottom - top))

    def _draw_flat(self, canvas: Canvas, head: Box) -> None:
        """The score below the disc, the note below the name, and the words beside them."""
        x, y = head.x + 40, head.y + 6
        y += max(34.0, self.draw_name(canvas, self.name, (x, y), self._named - 40))
        self.draw_score(canvas, (head.x, head.y + 66), SCORE, left=15.0)
        if self.aside and y + 36 <= self.frame.size[1]:
            room = head.x + self._named - x
            canvas.text(self.aside, (x, y + 6), SMALL, theme.LINEN, "italic", room=room)
        self._speak(canvas, self.spoken)

    def _speak(self, canvas: Canvas, box: Box) -> None:
        """The message; where it is but news, what to do now stands below it if there is room.

        Everything in the largest size that fits, and down to `SMALL` without a divided word.
        """
        color = TONES[self.tone] if self.message else theme.LINEN
        larger = canvas.text_scale  # large type may be as small as the usual one where it must
        small, least = SMALL / larger, 16 / larger
        both = self.message and self.prompt and self.tone == "news"
        told = [[(self.message, color), (self.prompt, theme.LINEN)]] if both else []
        for said in (*told, [(self.words, color)]):
            size, end = float(BODY), SMALL if said in told else least
            while size >= end:
                parts = [canvas.wrapped(text, size, box.w) for text, _ in said]
                high = sum(map(len, parts)) * canvas.line_height(size) + LEAD * (len(said) - 1)
                whole = all(" ".join(lines).split() == text.split()  # no word is divided
                            for lines, (text, _) in zip(parts, said, strict=True))  # fmt: skip
                if size == least or (high <= box.h and (whole or size <= small)):
                    y = box.y
                    for lines, (_, shade) in zip(parts, said, strict=True):
                        y += LEAD + canvas.text("\n".join(lines), (box.x, y), size, shade)
                    return
                size = max(least, size - 1)

    def draw_score(
        self, canvas: Canvas, at: Point, size: float, left: float | None = None
    ) -> float:
        """The score, if there is one, up to a point; or from it on, its middle no nearer than
        `left`. Gives the width used.
        """
        if self.score is None:
            return 0.0
        text, color = number(self.score), mix(theme.IVORY, theme.GOLD, self.swollen)
        width = canvas.text_size(text, size, "serif")[0]
        x = at[0] - width / 2 if left is None else at[0] + max(left, width / 2)
        canvas.label(text, (x, at[1]), size * (1 + 0.35 * self.swollen), color, "serif")
        return width

    def draw_seat(self, canvas: Canvas) -> None:
        """The seat's colour and, where colours carry patterns, its number in pips."""
        grown, at = self.grown, (self.head.x + 12, self.head.y + 6 + 18 * self.grown)
        canvas.disc(at, 10 * grown + 3, self.color)
        canvas.ring(at, 10 * grown + 3, with_alpha(theme.IVORY, 0.6), 2)
        for x, y in PIPS[self.seat + 1] if canvas.design.bold else ():
            pip = at[0] + 5.5 * grown * x, at[1] + 5.5 * grown * y
            canvas.disc(pip, 2.6 * grown, theme.INK)

    def draw_name(self, canvas: Canvas, text: str, point: Point, room: float) -> float:
        """The name, smaller, in two lines or cut where room is short; gives the height used."""
        lines, size = name_lines(canvas, text, room)
        return canvas.text(lines, point, size, theme.IVORY, "bold")
