"""What stands opposite a lone gardener: the scales, and below them the best gardens so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.rules.core.match import Match
from game.scenes.solitaire_pai_sho.scales import Place, fitting
from game.services.history import History
from game.ui import surfaces
from game.ui.canvas import Canvas
from game.ui.frame import Box
from game.ui.theme import BODY, GAP, LARGE, SMALL, with_alpha
from game.ui.widgets import fitted

ROW = 40.0
SHOWN = 8


@dataclass(frozen=True, slots=True)
class Best:
    """One line of the list: who, how many points, and whether it is the game just played."""

    name: str
    points: int
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class Side:
    """The panel's two parts, one below the other or side by side, in table units."""

    scales: Place
    list: Box


def best_of(history: History, match: Match, alone: bool) -> list[Best]:
    """The best that people have reached with a match's options; `alone` when it is no series."""
    rows = history.high_scores(match.game.info.id, match.options, limit=SHOWN)
    mine, ended = match.game.scores(match.state)[0], alone and match.outcome is not None
    latest = max((date for _, points, date in rows if points == mine), default=None)
    return [
        Best(name, points, ended and points == mine and date == latest)
        for name, points, date in rows
    ]


def lay_side(box: Box) -> Side:
    """Divide the panel."""
    if box.w > 1.5 * box.h:
        left = Box(box.x, box.y, box.w * 0.5 - GAP, box.h)
        right = Box(box.x + box.w * 0.5 + GAP, box.y, box.w * 0.5 - GAP, box.h)
        return Side(fitting(left.inset(GAP)), right)
    scales = fitting(Box(box.x, box.y, box.w, min(box.w * 1.02, box.h * 0.56)))
    top = scales.low + 3 * GAP
    return Side(scales, Box(box.x, top, box.w, box.bottom - top))


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
        _paint_row(canvas, Box(inner.x, top + number * ROW, inner.w, ROW), number + 1, entry)


def _paint_row(canvas: Canvas, box: Box, place: int, entry: Best) -> None:
    if entry.fresh:
        canvas.fill(box.inset(2), with_alpha(surfaces.BRASS_TOP, 0.16), 10)
    tone = surfaces.BRASS_TOP if entry.fresh else surfaces.DARK.text
    y = box.center[1]
    canvas.label(f"{place}.", (box.x + 18, y), SMALL, surfaces.DARK.faded)
    points = str(entry.points)
    wide = canvas.text_size(points, BODY, "serif")[0]
    canvas.label(points, (box.right - 8 - wide / 2, y), BODY, tone, "serif")
    room = box.w - 44 - wide - 2 * GAP
    name, size = entry.name, float(BODY)
    width = canvas.text_size(name, size)[0]
    size = max(float(SMALL), size * min(1.0, room / max(1.0, width)))
    while len(name) > 1 and canvas.text_size(name, size)[0] > room:
        name = name[:-2] + "…"
    canvas.text(name, (box.x + 40, y - canvas.line_height(size) / 2), size, tone)
