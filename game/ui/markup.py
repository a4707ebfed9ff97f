"""Long texts as blocks, and the small markup they are written in (docs/rules_pages.md).

    page = read("# Title\\n\\nA *quiet* pond. {JL-1}", {"pond": paint_pond})

A subset of Markdown: headings, paragraphs, lists, tables, notes and pictures that are painted by
code. Every mistake is an error that names the line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from game.ui.canvas import Canvas
from game.ui.frame import Box

Painter: TypeAlias = Callable[[Canvas, Box], None]
Style: TypeAlias = Literal["plain", "bold", "italic", "mark"]


class MarkupError(ValueError):
    """A page that cannot be read; the message names the line."""


@dataclass(frozen=True, slots=True)
class Picture:
    """What an illustration looks like: its painter and its size in table units."""

    paint: Painter
    width: float = 420.0
    height: float = 420.0


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of text in one style. A *mark* is a rule's number, set small."""

    text: str
    style: Style = "plain"


Runs: TypeAlias = "tuple[Run, ...]"


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


Block: TypeAlias = "Heading | Paragraph | Item | Note | Table | Figure"

_RUN = re.compile(r"\*\*(?P<bold>.+?)\*\*|\*(?P<italic>.+?)\*|\{(?P<mark>[A-Z]{2}-[0-9a-z]+)\}")
_STYLES: tuple[Style, ...] = ("bold", "italic", "mark")
_HEADING = re.compile(r"(#{1,3}) +(.+)")
_ITEM = re.compile(r"(-|\d+\.) +(.+)")
_FIGURE = re.compile(r"!\[(.*?)\]\((\w+)\)")


def runs(text: str) -> Runs:
    """A line's text in its styles."""
    found: list[Run] = []
    at = 0
    for match in _RUN.finditer(text):
        if match.start() > at:
            found.append(Run(text[at : match.start()]))
        style = next(style for style in _STYLES if match[style] is not None)
        found.append(Run(match[style], style))
        at = match.end()
    if at < len(text):
        found.append(Run(text[at:]))
    return tuple(found)


def plain(pieces: Sequence[Run]) -> str:
    """The text without its styles and marks."""
    return "".join(run.text for run in pieces if run.style != "mark")


def read(text: str, pictures: Mapping[str, Picture]) -> tuple[Block, ...]:
    """The blocks of a page. Raises MarkupError, also for pictures nobody paints."""
    return tuple(
        _block(number, lines, pictures) for number, lines in _paragraphs(text.splitlines())
    )


def _kind(line: str) -> str:
    """What sort of block a line belongs to; items and headings are blocks of their own."""
    for sign, kind in (("#", "heading"), ("|", "table"), (">", "note"), ("![", "figure")):
        if line.startswith(sign):
            return kind
    return "item" if _ITEM.match(line) else "text"


def _paragraphs(lines: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """The lines that belong together, with the number of the first."""
    block: list[str] = []
    kind, begun = "", 0
    for number, raw in enumerate([*lines, ""], 1):
        line = raw.strip()
        new = _kind(line)
        goes_on = new == kind and kind in ("table", "note", "figure", "text")
        hangs = kind == "item" and new == "text" and raw.startswith(" ")
        if block and (not line or not (goes_on or hangs)):
            yield begun, block
            block = []
        if line:
            if not block:
                kind, begun = new, number
            block.append(line)


def _block(number: int, lines: list[str], pictures: Mapping[str, Picture]) -> Block:
    whole = " ".join(lines)
    match _kind(lines[0]):
        case "heading":
            found = _HEADING.fullmatch(whole)
            if not found:
                raise MarkupError(f"line {number}: a heading is # to ###, a blank and a text")
            return Heading(found[2], len(found[1]))
        case "item":
            item = _ITEM.fullmatch(whole)
            assert item is not None
            return Item("•" if item[1] == "-" else item[1], runs(item[2]))
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


def _figure(number: int, lines: list[str], pictures: Mapping[str, Picture]) -> Figure:
    found = []
    for line in lines:
        match = _FIGURE.fullmatch(line)
        if not match:
            raise MarkupError(f"line {number}: a picture is ![caption](name)")
        if match[2] not in pictures:
            raise MarkupError(f"line {number}: nobody paints a picture called {match[2]}")
        found.append((pictures[match[2]], runs(match[1])))
    return Figure(tuple(found))
