"""The list of the best gardens so far, which stands opposite a lone gardener."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.rules.core.match import Match
from game.services.history import History
from game.ui import surfaces
from game.ui.canvas import Canvas
from game.ui.frame import Box
from game.ui.theme import BODY, GAP, LARGE, SMALL, with_alpha
from game.ui.widgets import fitted

ROW = 40.0
SHOWN = 8


class Best(NamedTuple):
    """One line of the list: who, how many points, and whether it is the game just played."""

    name: str
    points: int
    fresh: bool = False


def best_of(history: History, match: Match, alone: bool) -> list[Best]:
    """The best that people have reached with a match's options; `alone` when it is no series."""
    rows = history.high_scores(match.game.info.id, match.options, limit=SHOWN)
    mine, ended = match.game.scores(match.state)[0], alone and match.outcome is not None
    latest = max((date for _, points, date in rows if points == mine), default=None)
    return [
        Best(name, points, ended and points == mine and date == latest)
        for name, points, date in rows
    ]


def paint_best(canvas: Canvas, box: Box, title: str, best: Sequence[Best], none: str) -> None:
    """The list of the best, as far as there is room for it."""
    rows = max(1, min(len(best), int((box.h - 92) / ROW)))
    room = box.w - 3 * GAP, box.h - 78 - GAP
    size, words = fitted(canvas, none, BODY, "sans", room)
    body = rows * ROW if best else len(words) * canvas.line_height(size)
    plate = Box(box.x, box.y, box.w, min(box.h, 78 + body + GAP))
    surfaces.glass(canvas, plate, 20, alpha=0.7)
    inner = plate.inset(1.5 * GAP)
    canvas.label(title, (plate.center[0], inner.y + 20), LARGE - 4, surfaces.BRASS_TOP, "serif",
                 room=inner.w)  # fmt: skip
    line = Box(inner.x, inner.y + 46, inner.w, 2)
    canvas.fill(line, with_alpha(surfaces.BRASS_TOP, 0.4))
    top = line.bottom + GAP / 2
    if not best:
        canvas.text("\n".join(words), (inner.x, top), size, surfaces.DARK.faded)
        return
    for number, entry in enumerate(best[:rows]):
        row = Box(inner.x, top + number * ROW, inner.w, ROW)
        _paint_row(canvas, row, f"{number + 1}.", entry)


def _paint_row(canvas: Canvas, box: Box, place: str, entry: Best) -> None:
    if entry.fresh:
        canvas.fill(box.inset(2), with_alpha(surfaces.BRASS_TOP, 0.16), 10)
    tone, y = surfaces.BRASS_TOP if entry.fresh else surfaces.DARK.text, box.center[1]
    canvas.label(place, (box.x + 18, y), SMALL, surfaces.DARK.faded)
    points = str(entry.points)
    wide = canvas.text_size(points, BODY, "serif")[0]
    canvas.label(points, (box.right - 8 - wide / 2, y), BODY, tone, "serif")
    room, name = box.w - 44 - wide - 2 * GAP, entry.name
    size = max(SMALL, BODY * min(1.0, room / max(1.0, canvas.text_size(name, BODY)[0])))
    while len(name) > 1 and canvas.text_size(name, size)[0] > room:
        name = name[:-2] + "…"
    canvas.text(name, (box.x + 40, y - canvas.line_height(size) / 2), size, tone)
