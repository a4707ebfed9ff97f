"""The trays at Domi Jongg's table, which leave room for tiles, and where all lies around the felt.

The rack that all share on the couch is along the lower edge. At the table every seat has its own
rack in its own tray.
"""

from dataclasses import replace
from typing import Final

from game.scenes.play.layout import CORNER, EDGE, Layout, Seating, corners, lay_out, row
from game.scenes.play.tray import LINK, PAD, Tone, Tray
from game.ui.canvas import Canvas
from game.ui.frame import Box, Frame, Point
from game.ui.theme import BODY, GAP, LINEN, SCORE, SMALL, TOUCH, Color, rgb

COLORS: Final[tuple[Color, ...]] = (
    rgb("#E0603F"), rgb("#E8B84A"), rgb("#4FB08E"), rgb("#6A92D8"), rgb("#A583DB"), rgb("#CDBFA6"),
)  # fmt: skip
"""A colour for every person, seat by seat in the first game."""
ROW: Final = 192.0
"""The height of a tray in a row above the felt."""
LOW, FLAT_ROW = 133.0, 112.0
"""The same above a broad felt, and where name, words and points share a line."""
DEPTH: Final = 212.0
"""How far trays reach in from their edge, and the couch's rack on a tall screen."""
SHALLOW: Final = 146.0
"""How far the couch's rack reaches in on a wide screen: one row of tiles, and pages."""
_BESIDE: Final = 2 * TOUCH + 4 * GAP
"""The width of two corner buttons side by side."""
FOOT: Final = 33.0
"""How high the room for the backs of a hand is, so that a line of words fits above them."""
_NARROWEST: Final = 280.0
_NARROW: Final = 760.0
_BROAD: Final = 300.0
"""The width from which on a tray needs little height for words."""
BETWEEN: Final = 600.0
"""The length of trays from which on those between two sides leave them the corners."""
_FLAT: Final = 520.0
"""The width from which name, words and points of a strip go into one line."""


class SeatTray(Tray):
    """A tray that leaves room for tiles: below a line of words, or at its foot."""

    LINE = 66.0
    foot = FOOT
    """How high the room for tiles is; none where the hand stands in the rack that all share."""

    whisper = ""
    """What the message means for who can read the hand; it is written while it is `read`."""
    read = False

    def say(self, text: str, tone: Tone = "news", seconds: float = 4.0, rule: str = "") -> None:
        super().say(text, tone, seconds, rule)
        self.whisper = ""

    @property
    def words(self) -> str:
        told = self.whisper and self.message and self.read
        return f"{self.whisper}{LINK}" if told else super().words

    @property
    def aside(self) -> str:
        return "" if not self.flat and self.frame.size[1] < ROW else self.note

    @property
    def flat(self) -> bool:
        """Whether it is a strip along an edge, with its tiles below one line."""
        w, h = self.frame.size
        return w > 2 * h and w > _FLAT

    @property
    def narrow(self) -> bool:
        """Whether not all buttons fit beside the tiles; one goes beside the points then."""
        return self.flat and self.content.w <= _NARROW and self.frame.size[1] > ROW

    @property
    def head(self) -> Box:
        w, h = self.frame.size
        if self.flat:
            line = max(self.LINE, min(self.LINE * self.grown, h - FOOT - 22))
            return Box(PAD, 8, w - 2 * PAD, line if self.foot else h - 18)
        return Box(PAD, 12, w - 2 * PAD, h - 24 - self.foot)

    @property
    def spoken(self) -> Box:
        """In a strip words stand beside the name, left of the points and perhaps a button."""
        if not self.flat:
            return super().spoken
        head, aside = self.head, 210 if self.narrow else 90
        return Box(head.x + 0.3 * head.w, head.y, 0.7 * head.w - aside, head.h)

    @property
    def content(self) -> Box:
        w, h = self.frame.size
        if self.flat:
            top = self.head.bottom + 4
            return Box(PAD, top, w - 2 * PAD, max(0.0, h - top - 10))
        return Box(PAD, h - 10 - self.foot, w - 2 * PAD, self.foot)

    def score_at(self) -> Point:
        """At the right of the name, in a strip too."""
        head = self.head
        return self.frame.out((head.right - 30, head.y + 28))

    def draw_head(self, canvas: Canvas) -> None:
        if not self.flat:
            super().draw_head(canvas)
            return
        head = self.head
        self.draw_seat(canvas)
        wide = canvas.text_size(self.note, SMALL, "italic")[0]
        room = self.spoken.x - head.x if self.words else head.w - wide - 110
        self.draw_name(canvas, self.name, (head.x + 40, head.y + 6), room - 50)
        used = 54 + min(room - 50, canvas.text_size(self.name, BODY, "bold")[0])
        if not self.words or used + wide <= room:  # what is to be done needs the room more
            canvas.text(self.note, (head.x + used, head.y + 11), SMALL, LINEN, "italic")
        half = canvas.line_height(SCORE, "serif") / 2
        self.draw_score(canvas, (head.right - 4, max(head.y + 28, half)), SCORE)
        left = head.x + room
        self._speak(canvas, Box(left, head.y + 2, self.spoken.right - left, head.h))


# Where things lie ---------------------------------------------------------------------------------


def plan(
    size: Point, seats: int, seating: Seating, grown: float = 1.0
) -> tuple[Layout, Box | None]:
    """Divide a table: the layout, and the couch's rack in table units.

    The trays are in the order of play, which goes counter-clockwise. Texts are `grown`.
    """
    more = 1.5 * SeatTray.LINE * (grown - 1)
    if seating == "table":
        return _around(size, seats, DEPTH + more), None
    tall = size[1] > size[0]
    if tall:  # the corner buttons are below the rack
        rack = Box(EDGE, size[1] - CORNER - GAP - DEPTH, size[0] - 2 * EDGE, DEPTH)
    else:  # between them
        rack = Box(_BESIDE, size[1] - SHALLOW - EDGE, size[0] - 2 * _BESIDE, SHALLOW)
    across = int((size[0] - 2 * (CORNER + GAP) + GAP) // (_NARROWEST + GAP))
    frames, top = _rows(size, seats, across if tall else seats, tall, more)
    board = Box(EDGE, top, size[0] - 2 * EDGE, rack.y - EDGE - top)
    return Layout(board, frames, corners(size)), rack


def _around(size: Point, seats: int, depth: float) -> Layout:
    """At a table two of many sit side by side at its long edges; two alone sit at its short
    ones, so that the felt between them stays broad.
    """
    turned = seats == 2 if size[0] > size[1] else seats >= 5
    lying = lay_out(
        size[::-1] if turned else size, seats, "table", square=False, depth=depth, between=BETWEEN
    )
    first, *others = lying.trays
    trays = first, *reversed(others)
    if not turned:
        return replace(lying, trays=trays)
    whole = Frame((size[0] / 2, size[1] / 2), size[::-1], 1)
    frames = tuple(
        Frame(whole.out(frame.center), frame.size, (frame.turn + 1) % 4) for frame in trays
    )
    return Layout(whole.out_box(lying.board), frames, corners(size))


def _rows(
    size: Point, seats: int, across: int, tall: bool, more: float
) -> tuple[tuple[Frame, ...], float]:
    """Trays in one row or two above the felt, and where the felt may begin; `more` of it is for
    large texts.
    """
    rows = [range(seats)] if seats <= across else [range(across, seats)[::-1], range(across)]
    each = row(0, ROW, max(map(len, rows)), size[0])[0].size[0]
    high = ROW if tall or each <= _BROAD else LOW if each <= _FLAT else FLAT_ROW
    high += more
    frames = {
        seat: frame
        for number, seated in enumerate(rows)
        for seat, frame in zip(
            seated, row(EDGE + number * (high + GAP), high, len(seated), size[0]), strict=True
        )
    }
    found = tuple(frames[seat] for seat in range(seats))
    return found, EDGE + len(rows) * (high + GAP)
