"""What a move would do, before it is made: the way, tiles at their new places, harmonies, clashes.

The rules alone say what happens; a preview only compares the state with the one after the move.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from game.rules.core.protocol import Refusal
from game.rules.pai_sho.board import BOARD, BOAT, WHEEL, Code, Point, code_of, read_point, route, xy
from game.rules.skud_pai_sho.board import Harmony, turns_of
from game.rules.skud_pai_sho.notation import Arrange, Bonus, Move, Plant
from game.rules.skud_pai_sho.state import State
from game.scenes.pai_sho.garden import BedView, paint_arrow
from game.scenes.pai_sho.lines import draw_clash_line
from game.scenes.skud_pai_sho.animation import gained
from game.scenes.skud_pai_sho.picks import RULES
from game.ui.canvas import Canvas
from game.ui.theme import INK, LAMP, with_alpha


@dataclass(frozen=True, slots=True)
class Preview:
    """A move with all that would come of it."""

    move: Move
    refusal: Refusal | None
    way: tuple[Point, ...] = ()
    """Over which points the flower would go, both ends included."""
    coming: tuple[tuple[Point, Code], ...] = ()
    """Tiles that would lie somewhere new."""
    turning: tuple[tuple[Point, Point], ...] = ()
    """Where a wheel or boat would take tiles, from and to."""
    gained: tuple[Harmony, ...] = ()
    lost: tuple[Harmony, ...] = ()


@lru_cache(maxsize=4)
def preview(state: State, move: Move) -> Preview:
    """What the move would do here; of an illegal one only where it would go and why not."""
    refusal = RULES.why_illegal(state, move)
    board = state.board
    way: tuple[Point, ...] = ()
    coming: tuple[tuple[Point, Code], ...] = ()
    turning: dict[Point, Point] = {}
    match move:
        case Plant(kind, gate):
            coming = ((gate, code_of(kind, state.turn)),)
        case Arrange(source, goal):
            way = route(source, goal, BOARD & ~board.taken)
            coming = ((goal, board.cells[source]),)
        case Bonus(kind, point, None) if kind == BOAT and board.cells[point]:
            pass  # both sink
        case Bonus(kind, point, goal):
            if goal is not None:
                turning = {point: goal}
            elif kind == WHEEL:
                turning = turns_of(board, point)
            turned = ((head, board.cells[tail]) for tail, head in turning.items())
            coming = (*turned, (point, code_of(kind, state.turn)))
    if refusal is not None:
        return Preview(move, refusal, coming=coming)
    after = RULES.apply(state, move)
    changes = tuple(gained(state, after)), tuple(gained(after, state))
    return Preview(move, None, way, coming, tuple(turning.items()), *changes)


# Painting ---------------------------------------------------------------------------------------


def paint_before(canvas: Canvas, view: BedView, shown: Preview, phase: float) -> None:
    """What lies under the tiles: new harmonies, and the way there."""
    for line in shown.gained:
        view.paint_line(canvas, line, phase, 0.8)
    _paint_way(canvas, view, shown.way)


def paint_after(canvas: Canvas, view: BedView, shown: Preview, held: bool) -> None:
    """What lies over the tiles: ghosts, arrows, the clash. A tile in hand needs no ghost."""
    for tail, head in shown.turning:
        paint_arrow(canvas, view, xy(tail), xy(head))
    coming = shown.coming if not held else shown.coming[:-1] if shown.turning else ()
    for point, code in coming:
        view.paint_ghost(canvas, code, xy(point))
    paint_clash(canvas, view, shown.refusal)


def paint_clash(canvas: Canvas, view: BedView, refusal: Refusal | None) -> None:
    """The broken line between two tiles that would clash, if a step is refused for that (SK-9)."""
    if refusal is not None and refusal.rule == "SK-9":
        a, b = (view.board.place(read_point(place)) for place in refusal.places[:2])
        draw_clash_line(canvas, a, b, view.board.cell)


def _paint_way(canvas: Canvas, view: BedView, way: tuple[Point, ...]) -> None:
    """Beads of light from step to step."""
    cell = view.board.cell
    for a, b in pairwise(way):
        (x1, y1), (x2, y2) = xy(a), xy(b)
        for share in (0.25, 0.5, 0.75, 1.0):
            if share == 1.0 and b == way[-1]:
                continue
            at = view.at((x1 + (x2 - x1) * share, y1 + (y2 - y1) * share))
            size = 0.10 if share == 1.0 else 0.055
            canvas.disc(at, cell * (size + 0.035), with_alpha(INK, 0.55))
            canvas.disc(at, cell * size, LAMP)
