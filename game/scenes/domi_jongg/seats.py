"""Where everybody sits around Domi Jongg's felt, and the trays at their places.

On the couch all share one rack along the lower edge: it shows one hand at a time. At the table
every seat has its own rack in its own tray.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from game.scenes.play.layout import CORNER, MARGIN, Layout, Seating, lay_out
from game.scenes.play.tray import PAD, TONES, Tray
from game.ui.canvas import Canvas
from game.ui.frame import Box, Frame, Point
from game.ui.theme import BODY, GAP, GOLD, IVORY, LINEN, SCORE, SMALL, TOUCH, Color, mix, rgb

COLORS: Final[tuple[Color, ...]] = (
    rgb("#E0603F"), rgb("#E8B84A"), rgb("#4FB08E"), rgb("#6A92D8"), rgb("#A583DB"), rgb("#CDBFA6"),
)  # fmt: skip
"""A colour for every person, seat by seat in the first game."""
DEPTH: Final = 204.0
"""How far trays and the couch's rack reach in from their edge."""
_TALLEST: Final = 300.0
_BESIDE: Final = 2 * TOUCH + 4 * GAP
"""The width of two corner buttons side by side."""
_ROW: Final = 168.0
_NARROW: Final = 760.0
_FLAT: Final = 520.0
"""The width from which name, words and points of a strip go into one line."""
_NARROWEST: Final = 280.0
_SQUAT: Final = 1.5
"""Screens less wide than this share of their height count as nearly square."""
_PAIR: Final = 2
_MANY: Final = 5
"""With so many people two sit side by side."""


class Plan(NamedTuple):
    """A division of the table; `rack` is the couch's, in table units."""

    layout: Layout
    rack: Box | None


def plan(size: Point, seats: int, seating: Seating) -> Plan:
    """Divide a table. The trays are in the order of play, which goes counter-clockwise."""
    if seating == "table":
        return Plan(_around(size, seats), None)
    corners = lay_out(size, seats, "couch").corners
    if size[1] > size[0]:
        board, rack, frames = _upright(size, seats)
    elif size[0] < _SQUAT * size[1] and seats <= _across(size):
        board, rack, frames = _squat(size, seats)
    else:
        board, rack, frames = _lying(size, seats)
    return Plan(Layout(board, frames, corners), rack)


def _around(size: Point, seats: int) -> Layout:
    """At a table two of many sit side by side at its long edges; two alone sit at its short
    ones, so that the felt between them stays broad."""
    turned = seats == _PAIR if size[0] > size[1] else seats >= _MANY
    if not turned:
        return lay_out(size, seats, "table", square=False, clockwise=False, depth=DEPTH)
    lying = lay_out(size[::-1], seats, "table", square=False, clockwise=False, depth=DEPTH)
    whole = Frame((size[0] / 2, size[1] / 2), size[::-1], 1)
    frames = tuple(
        Frame(whole.out(frame.center), frame.size, (frame.turn + 1) % 4) for frame in lying.trays
    )
    return Layout(whole.out_box(lying.board), frames, lay_out(size, seats, "couch").corners)


def _lying(size: Point, seats: int) -> tuple[Box, Box, tuple[Frame, ...]]:
    """A couch in front of a wide screen: a column of trays left and right of the felt."""
    column = 296.0 if size[0] < 1700 else 316.0
    rack = Box(_BESIDE, size[1] - DEPTH - 12, size[0] - 2 * _BESIDE, DEPTH)
    low = rack.y - GAP
    aside = column + 2 * MARGIN
    board = Box(aside, MARGIN, size[0] - 2 * aside, low - MARGIN)
    left = (seats + 1) // 2
    first = _stack(MARGIN, column, left, low)
    second = _stack(size[0] - MARGIN - column, column, seats - left, low)
    # Counter-clockwise from the lower left: along the right side up, down the left one.
    return board, rack, (first[-1], *reversed(second), *first[:-1])


def _stack(x: float, width: float, count: int, low: float) -> list[Frame]:
    top = CORNER + GAP
    height = min(_TALLEST, (low - top - (count - 1) * GAP) / max(1, count))
    start = top + (low - top - count * height - (count - 1) * GAP) / 2
    return [
        Frame((x + width / 2, start + height / 2 + i * (height + GAP)), (width, height))
        for i in range(count)
    ]


def _upright(size: Point, seats: int) -> tuple[Box, Box, tuple[Frame, ...]]:
    """A couch in front of a tall screen: trays in rows above the felt, corners below the rack."""
    frames, top = _rows(size, seats)
    rack = Box(MARGIN, size[1] - CORNER - GAP - DEPTH, size[0] - 2 * MARGIN, DEPTH)
    board = Box(MARGIN, top, size[0] - 2 * MARGIN, rack.y - GAP - top)
    return board, rack, frames


def _squat(size: Point, seats: int) -> tuple[Box, Box, tuple[Frame, ...]]:
    """A couch in front of a nearly square screen: a row of trays above the felt."""
    frames, top = _rows(size, seats)
    rack = Box(_BESIDE, size[1] - DEPTH - 12, size[0] - 2 * _BESIDE, DEPTH)
    board = Box(MARGIN, top, size[0] - 2 * MARGIN, rack.y - GAP - top)
    return board, rack, frames


def _across(size: Point) -> int:
    """How many trays go side by side between the corner buttons."""
    return int((size[0] - 2 * (CORNER + GAP) + GAP) // (_NARROWEST + GAP))


def _rows(size: Point, seats: int) -> tuple[tuple[Frame, ...], float]:
    """Trays in one row or two above the felt, and where they end."""
    left, room, most = CORNER + GAP, size[0] - 2 * (CORNER + GAP), _across(size)
    rows = [range(seats)] if seats <= most else [range(most, seats), range(most)]
    frames: dict[int, Frame] = {}
    for number, row in enumerate(rows):
        y = MARGIN + _ROW / 2 + number * (_ROW + GAP)
        width = (room - (len(row) - 1) * GAP) / len(row)
        order = list(row) if number == len(rows) - 1 else list(reversed(row))
        for i, seat in enumerate(order):
            frames[seat] = Frame((left + width / 2 + i * (width + GAP), y), (width, _ROW))
    top = MARGIN + len(rows) * (_ROW + GAP)
    return tuple(frames[seat] for seat in range(seats)), top


class SeatTray(Tray):
    """A tray that leaves room for tiles: below a line of words, or at its foot."""

    FOOT = 40.0
    LINE = 54.0

    @property
    def flat(self) -> bool:
        """Whether it is a strip along an edge, with its tiles below one line."""
        w, h = self.frame.size
        return w > 2.4 * h and w > _FLAT

    @property
    def narrow(self) -> bool:
        """Whether not all buttons fit beside the tiles; one goes beside the points then."""
        return self.flat and self.content.w <= _NARROW and self.frame.size[1] > _ROW

    @property
    def head(self) -> Box:
        w, h = self.frame.size
        if self.flat:
            return Box(PAD, 10, w - 2 * PAD, self.LINE)
        return Box(PAD, 12, w - 2 * PAD, h - 24 - self.FOOT)

    @property
    def content(self) -> Box:
        w, h = self.frame.size
        if self.flat:
            top = self.head.bottom + 4
            return Box(PAD, top, w - 2 * PAD, h - top - 10)
        return Box(PAD, h - 10 - self.FOOT, w - 2 * PAD, self.FOOT)

    def draw_head(self, canvas: Canvas) -> None:
        if not self.flat:
            super().draw_head(canvas)
            return
        head = self.head
        self._draw_seat(canvas, (head.x + 15, head.y + 24))
        spare = head.w - canvas.text_size(self.note, SMALL, "italic")[0] - 110
        room = head.w * 0.3 if self.message or self.prompt else spare
        self._fitted(canvas, self.name, (head.x + 40, head.y + 6), room - 50)
        used = 40 + min(room - 50, canvas.text_size(self.name, BODY, "bold")[0])
        if self.note:
            used += 14
            at = head.x + used, head.y + 11
            canvas.text(self.note, at, SMALL, LINEN, "italic")
            used += canvas.text_size(self.note, SMALL, "italic")[0]
        self._draw_score(canvas, head)
        self._draw_words(canvas, head, max(room, used + 20))

    def _draw_score(self, canvas: Canvas, head: Box) -> None:
        if self.score is not None:
            text, size = str(self.score), SCORE * (1 + 0.35 * self.bump)
            width = canvas.text_size(text, SCORE, "serif")[0]
            half = canvas.line_height(SCORE, "serif") / 2
            at = head.right - width / 2 - 4, max(head.y + 28, half)
            canvas.label(text, at, size, mix(IVORY, GOLD, self.bump), "serif")

    def _draw_words(self, canvas: Canvas, head: Box, left: float) -> None:
        """The message or the prompt beside the name, in the middle of the line."""
        words = self.message or self.prompt
        color = TONES[self._tone] if self.message else LINEN
        room = head.w - left - (190 if self.narrow else 90)
        for size in (BODY, 24, 22, SMALL, 18, 16):
            lines = canvas.wrapped(words, size, room)
            high = len(lines) * canvas.line_height(size)
            if high <= head.h + 2:
                break
        top = head.x + left, head.y + (head.h - high) / 2
        canvas.text("\n".join(lines), top, size, color)
