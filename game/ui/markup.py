"""Long texts: the small markup they are written in (docs/rules_pages.md), and how they are shown.

    page = read("# Title\\n\\nA *quiet* pond. {JL-1}", {"pond": paint_pond})
    text = ScrollText(page)
    text.place(box); text.sheet.headings -> [(title, level, offset)]; text.show_mark("JL-4")

The markup is a subset of Markdown: headings, paragraphs, lists, tables, notes and pictures that
are painted by code. Every mistake is an error that names the line. A text is set for the canvas
it is drawn on; `typeset(canvas)` does it before the first picture.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias, cast

from game.ui import surfaces, theme
from game.ui.canvas import Canvas
from game.ui.fonts import Face
from game.ui.frame import Box, Point
from game.ui.scrolling import Scroller
from game.ui.surfaces import PAPER, Tone
from game.ui.theme import BODY, GAP, GOLD, SMALL, Color, mix, with_alpha
from game.ui.widgets import Widget

Style: TypeAlias = Literal["plain", "bold", "italic", "mark"]


class MarkupError(ValueError):
    """A page that cannot be read; the message names the line."""


@dataclass(frozen=True, slots=True)
class Picture:
    """What an illustration looks like: its painter and its size in table units."""

    paint: Callable[[Canvas, Box], None]
    width: float = 420.0
    height: float = 420.0

    @property
    def size(self) -> Point:
        return self.width, self.height


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of text in one style. A *mark* is a rule's number, set small."""

    text: str
    style: Style = "plain"


Runs: TypeAlias = tuple[Run, ...]
_Word: TypeAlias = list[tuple[str, Style]]
"""What must stay on one line, in one or several styles."""


@dataclass(frozen=True, slots=True)
class Heading:
    text: str
    level: int


@dataclass(frozen=True, slots=True)
class Paragraph:
    runs: Runs


@dataclass(frozen=True, slots=True)
class Item:
    """One point of a list; `sign` stands before it."""

    sign: str
    runs: Runs


@dataclass(frozen=True, slots=True)
class Note:
    """A remark set apart, such as an example or a tip."""

    runs: Runs


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells; the first row is the head."""

    rows: tuple[tuple[Runs, ...], ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """Illustrations side by side, each with its caption."""

    pictures: tuple[tuple[Picture, Runs], ...]


Block: TypeAlias = Heading | Paragraph | Item | Note | Table | Figure

_RUN = re.compile(r"\*\*(?P<bold>.+?)\*\*|\*(?P<italic>.+?)\*|\{(?P<mark>[A-Z]{2}-[0-9a-z]+)\}")
_HEADING = re.compile(r"(#{1,3}) +(.+)")
_FIGURE = re.compile(r"!\[(.*?)\]\((\w+)\)")
_BLANKS = r"[^\S\n]*"
_WORDS = rf"(?!{_BLANKS}(?:\#|\||>|!\[|(?:-|\d+\.)[ ]+\S)){_BLANKS}\S.*"
"""A line that begins no block of another kind."""
_BLOCK = re.compile(rf"""^{_BLANKS}(?:
    (?P<heading> \#.*)
  | (?P<table> \|.* (?:\n{_BLANKS}\|.*)* )
  | (?P<note> >.* (?:\n{_BLANKS}>.*)* )
  | (?P<figure> !\[.* (?:\n{_BLANKS}!\[.*)* )
  | (?P<item> (?:-|\d+\.)[ ]+\S.* (?:\n(?=[ ]){_WORDS})* )
  | (?P<text> \S.* (?:\n{_WORDS})* )
)""", re.MULTILINE | re.VERBOSE)  # fmt: skip


def runs(text: str) -> Runs:
    """A line's text in its styles."""
    found: list[Run] = []
    at = 0
    for match in _RUN.finditer(text):
        if match.start() > at:
            found.append(Run(text[at : match.start()]))
        style = cast(Style, match.lastgroup)
        found.append(Run(match[style], style))
        at = match.end()
    if at < len(text):
        found.append(Run(text[at:]))
    return tuple(found)


def read(text: str, pictures: Mapping[str, Picture] | None) -> tuple[Block, ...]:
    """The blocks of a page; without any pictures their captions are text. Raises MarkupError, also
    for pictures nobody paints.
    """
    return tuple(_block(found, pictures) for found in _BLOCK.finditer(text))


def _block(found: re.Match[str], pictures: Mapping[str, Picture] | None) -> Block:
    number = found.string.count("\n", 0, found.start()) + 1
    lines = [line.strip() for line in found[0].splitlines()]
    whole = " ".join(lines)
    match found.lastgroup:
        case "heading":
            heading = _HEADING.fullmatch(whole)
            if not heading:
                raise MarkupError(f"line {number}: a heading is # to ###, a blank and a text")
            return Heading(heading[2], len(heading[1]))
        case "item":
            sign, words = whole.split(maxsplit=1)
            return Item("•" if sign == "-" else sign, runs(words))
        case "note":
            return Note(runs(" ".join(line.lstrip("> ") for line in lines)))
        case "table":
            return _table(number, lines)
        case "figure":
            return _figure(number, lines, pictures)
    return Paragraph(runs(whole))


def _table(number: int, lines: list[str]) -> Table:
    rows = []
    for line in lines:
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not all(re.fullmatch(r":?-+:?", cell) for cell in cells):
            rows.append(tuple(runs(cell) for cell in cells))
    if len({len(row) for row in rows}) != 1:
        raise MarkupError(f"line {number}: the rows of this table differ in length")
    return Table(tuple(rows))


def _figure(
    number: int, lines: list[str], pictures: Mapping[str, Picture] | None
) -> Figure | Paragraph:
    found, captions = [], []
    for line in lines:
        match = _FIGURE.fullmatch(line)
        if not match:
            raise MarkupError(f"line {number}: a picture is ![caption](name)")
        captions.append(match[1])
        if pictures is None:
            continue
        if match[2] not in pictures:
            raise MarkupError(f"line {number}: nobody paints a picture called {match[2]}")
        found.append((pictures[match[2]], runs(match[1])))
    return Figure(tuple(found)) if found else Paragraph(runs(" ".join(captions)))


# A text on the table ---------------------------------------------------------------------------

_FACES: dict[Style, Face] = {"plain": "sans", "bold": "bold", "italic": "italic", "mark": "sans"}
_HEADINGS: dict[int, tuple[float, float, float]] = {
    1: (theme.TITLE, 0, 18), 2: (theme.LARGE + 4, 34, 12), 3: (BODY + 3, 22, 8),
}
"""Per level: the size, the room above and the room below."""
_LEADING = 1.16


class Piece(NamedTuple):
    """A text at a place, relative to the beginning."""

    x: float
    y: float
    text: str
    size: float
    face: Face
    color: Color


class ScrollText(Scroller):
    """Blocks of text in a box, scrolled by touch, wheel and arrow keys."""

    focusable = True

    tone = PAPER

    def __init__(self, blocks: Sequence[Block], *, size: float = BODY) -> None:
        super().__init__()
        self.blocks, self.size = tuple(blocks), size
        self.sheet: Sheet  # since it was set for the first time
        self._set_for: tuple[float, float, float] | None = None
        self._goal: str | None = None
        self.share = 0.0
        """How far into the text it begins, 0…1, when it is first drawn."""
        self.highlight: str | None = None

    def targets(self) -> Iterator[Widget]:
        if self.visible and self.most:
            yield self

    def show_mark(self, mark: str) -> None:
        """Scroll to a rule by its number and mark it."""
        self.highlight = self._goal = mark
        self._go()

    def show_heading(self, number: int) -> None:
        """Scroll to the heading with this number."""
        if self._set_for and number < len(self.sheet.headings):
            self.scroll_to(self.sheet.headings[number][2] - GAP)

    def _go(self) -> None:
        if self._set_for and self._goal in self.sheet.marks:
            at = self.sheet.marks[self._goal]
            heads = [y for _, _, y in self.sheet.headings if at - self.box.h * 0.6 < y <= at]
            lines = (piece.y for piece in self.sheet.pieces if piece.y > at - self.box.h * 0.25)
            self.scroll_to(heads[-1] - GAP if heads else min(lines))
            self._goal = None

    def move_to(self, offset: float) -> None:
        self.offset = offset

    def typeset(self, canvas: Canvas) -> None:
        """Set the text for a canvas, unless it is set for one like it."""
        key = (self.box.w, canvas.scale, canvas.text_scale)
        if key != self._set_for:
            share = self.offset / self.most if self.most else self.share
            self._set_for = key
            self.sheet = Sheet(self.blocks, canvas, self.box.w - 2 * GAP, self.size, self.tone)
            self.length = self.sheet.height
            self.scroll_to(share * self.most)
        self._go()

    def draw(self, canvas: Canvas) -> None:
        self.typeset(canvas)
        super().draw(canvas)

    def draw_inside(self, canvas: Canvas) -> None:
        left, top = self.box.x, self.box.y - self.offset
        for box, color, radius in self.sheet.plates:
            if self._seen(box.y, box.bottom):
                canvas.fill(box.moved(left, top), color, radius)
        y = self.sheet.marks.get(self.highlight or "")
        if y is not None:
            bar = Box(left - 14, top + y, 6, BODY * 1.3 * canvas.text_scale)
            canvas.fill(bar, theme.VERMILION, 3)
        for piece in self.sheet.pieces:
            if self._seen(piece.y, piece.y + 3 * piece.size * canvas.text_scale):
                at = left + piece.x, top + piece.y
                canvas.text(piece.text, at, piece.size, piece.color, piece.face)
        for box, picture in self.sheet.figures:
            if self._seen(box.y, box.bottom):
                surfaces.upright(canvas, box.moved(left, top), picture.paint)

    def _seen(self, top: float, bottom: float) -> bool:
        return bottom > self.offset - 20 and top < self.offset + self.box.h + 20


class Sheet:
    """A text set in lines, from the top to the bottom, for a canvas: pieces, plates behind them,
    pictures, where headings (with their levels) and marks are, and how high it all is.
    """

    def __init__(
        self, blocks: Sequence[Block], canvas: Canvas, width: float, size: float, tone: Tone
    ) -> None:
        self.canvas, self.width, self.size, self.tone = canvas, width, size, tone
        self.pieces: list[Piece] = []
        self.plates: list[tuple[Box, Color, float]] = []
        self.figures: list[tuple[Box, Picture]] = []
        self.headings: list[tuple[str, int, float]] = []
        self.marks: dict[str, float] = {}
        self.y = 0.0
        for number, block in enumerate(blocks):
            follows = number and isinstance(block, Item) and isinstance(blocks[number - 1], Item)
            if number and not isinstance(block, Heading):
                self.y += 6 if follows else 14
            self._block(block)
        self.height = self.y + 3 * GAP

    def _block(self, block: Block) -> None:
        match block:
            case Heading():
                self._heading(block)
            case Paragraph(runs):
                self._flow(runs, 0, self.width)
            case Item(sign, runs):
                wide = self.canvas.text_size(sign, self.size, "bold")[0]
                lead, color = max(26.0, wide + 12) + 6, mix(GOLD, self.tone.text, 0.45)
                self._put(lead - 12 - wide, sign, self.size, "bold", color)
                self._flow(runs, lead, self.width - lead)
            case Note(runs):
                self._note(runs)
            case Table():
                self._table(block)
            case Figure():
                self._figure(block)

    def _heading(self, block: Heading) -> None:
        size, above, below = _HEADINGS[block.level]
        face: Face = "bold" if block.level == 3 else "serif"
        self.y += above if self.pieces else 0
        self.headings.append((block.text, block.level, self.y))
        widest = max(self.canvas.text_size(word, size, face)[0] for word in block.text.split())
        size *= min(1.0, self.width / widest)  # no single word is wider than the page
        for line in self.canvas.wrapped(block.text, size, self.width, face):
            self._put(0, line, size, face, self.tone.text)
            self.y += self.canvas.line_height(size, face)
        if block.level < 3:
            long = 90.0 if block.level == 1 else 44.0
            self.plates.append((Box(0, self.y + 4, long, 3), mix(GOLD, (0, 0, 0), 0.15), 1))
            self.y += 7
        self.y += below

    def _note(self, runs: Runs) -> None:
        top, pad = self.y, 1.5 * GAP
        self.y += pad
        plate = len(self.plates)
        self._flow(runs, 2 * GAP, self.width - 4 * GAP)
        self.y += pad
        box = Box(0, top, self.width, self.y - top)
        self.plates.insert(plate, (box, with_alpha(self.tone.line, 0.45), 12))
        self.plates.append((Box(0, top + 10, 5, box.h - 20), mix(GOLD, (0, 0, 0), 0.1), 2))

    def _table(self, table: Table) -> None:
        columns = self._columns(table)
        for number, row in enumerate(table.rows):
            top, bottom = self.y, self.y
            x = 0.0
            for cell, width in zip(row, columns, strict=True):
                self.y = top + 8
                pieces = tuple(Run(r.text, "bold") for r in cell) if not number else cell
                self._flow(pieces, x + 8, width - 16)
                bottom = max(bottom, self.y + 8)
                x += width
            self.y = bottom
            strong = 0.9 if not number else 0.45
            line = Box(0, self.y - 1, self.width, 2)
            self.plates.append((line, with_alpha(self.tone.edge, strong), 0))

    def _columns(self, table: Table) -> list[float]:
        """Widths in proportion to what the columns hold, none narrower than its longest word."""
        size = self.canvas.text_size
        wish, least = [], []
        for column in zip(*table.rows, strict=True):
            texts = ["".join(run.text for run in cell) for cell in column]
            wish.append(min(900.0, max(size(text, self.size, "bold")[0] for text in texts) + 18))
            words = [word for text in texts for word in text.split()] or [""]
            least.append(max(size(word, self.size, "bold")[0] for word in words) + 18)
        if sum(wish) <= self.width:
            return wish
        spare = max(0.0, self.width - sum(least))
        more = [w - low for w, low in zip(wish, least, strict=True)]
        return [low + spare * m / max(1.0, sum(more)) for low, m in zip(least, more, strict=True)]

    def _figure(self, figure: Figure) -> None:
        """Pictures in rows, as many as fit side by side, smaller if one alone is too wide."""
        row: list[tuple[Picture, Runs]] = []
        for picture, caption in figure.pictures:
            used = sum(before.width + 2 * GAP for before, _ in row)
            if row and used + picture.width > self.width:
                self._figure_row(row)
                row = []
            row.append((picture, caption))
        self._figure_row(row)

    def _figure_row(self, row: Sequence[tuple[Picture, Runs]]) -> None:
        shares = [min(1.0, self.width / picture.width) for picture, _ in row]
        sizes = [(p.width * s, p.height * s) for (p, _), s in zip(row, shares, strict=True)]
        tall = max(high for _, high in sizes)
        x = (self.width - sum(wide for wide, _ in sizes) - 2 * GAP * (len(row) - 1)) / 2
        top = bottom = self.y + 6
        for (picture, caption), (wide, high) in zip(row, sizes, strict=True):
            self.figures.append((Box(x, top + (tall - high) / 2, wide, high), picture))
            self.y = top + tall + 8
            self._flow(caption, x, wide, SMALL, middle=True)
            bottom = max(bottom, self.y)
            x += wide + 2 * GAP
        self.y = bottom + 6

    def _flow(
        self, runs: Runs, x: float, width: float, size: float | None = None, middle: bool = False
    ) -> None:
        """Set runs as lines between x and x + width, each line in the middle if asked."""
        size = size or self.size
        step = self.canvas.line_height(size) * _LEADING
        blank = self.canvas.text_size(" ", size)[0]
        line: list[_Word] = []
        used = 0.0
        for word in _words(runs):
            wide = sum(self._wide(text, style, size) for text, style in word)
            if line and used + blank + wide > width:
                self._lay(line, x, width, size, middle)
                self.y += step
                line, used = [], 0.0
            used += wide + (blank if line else 0.0)
            line.append(word)
        self._lay(line, x, width, size, middle)
        self.y += step if line else 0

    def _wide(self, text: str, style: Style, size: float) -> float:
        return self.canvas.text_size(text, _sized(style, size), _FACES[style])[0]

    def _lay(self, line: list[_Word], x: float, width: float, size: float, middle: bool) -> None:
        blank = self.canvas.text_size(" ", size)[0]
        parts = [(t, s, self._wide(t, s, size), gap * blank) for t, s, gap in _joined(line)]
        if middle:
            x += (width - sum(wide + gap for _, _, wide, gap in parts)) / 2
        for text, style, wide, gap in parts:
            x += gap
            if style == "mark":
                self.marks.setdefault(text, self.y)
                drop = (size - _sized(style, size)) * 0.9 * self.canvas.text_scale
                self._put(x, text, _sized(style, size), "sans", self.tone.faded, drop)
            else:
                color = self.tone.faded if middle else self.tone.text
                self._put(x, text, size, _FACES[style], color)
            x += wide

    def _put(
        self, x: float, text: str, size: float, face: Face, color: Color, drop: float = 0.0
    ) -> None:
        self.pieces.append(Piece(x, self.y + drop, text, size, face, color))


def _sized(style: Style, size: float) -> float:
    return min(size, SMALL) * 0.9 if style == "mark" else size


def _words(runs: Runs) -> list[_Word]:
    words: list[_Word] = [[]]
    for run in runs:
        for number, part in enumerate(run.text.split(" ")):
            if number:
                words.append([])
            if part:
                words[-1].append((part, run.style))
    return [word for word in words if word]


def _joined(line: list[_Word]) -> list[tuple[str, Style, int]]:
    """Words of one style that follow each other as one text, so that gaps are even; the number
    says whether a blank stands before.
    """
    found: list[tuple[str, Style, int]] = []
    for word in line:
        for number, (text, style) in enumerate(word):
            gap = int(number == 0 and bool(found))
            if gap and found[-1][1] == style:
                found[-1] = (f"{found[-1][0]} {text}", style, found[-1][2])
            else:
                found.append((text, style, gap))
    return found
