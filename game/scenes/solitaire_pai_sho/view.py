"""What is seen of a match of Solitaire Pai Sho: the garden, desks and scales, and what flies."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import pygame

from game.rules.core.match import Match
from game.rules.core.protocol import Seat
from game.rules.pai_sho.board import BITS, CODES, SET, Kind, Point, code_of, kind_of, owner_of
from game.rules.solitaire_pai_sho import state as rules
from game.rules.solitaire_pai_sho.state import Garden, Lay, Line, Move, Shift, bag_of
from game.scenes.pai_sho.art import TileArt
from game.scenes.pai_sho.board import GILT
from game.scenes.pai_sho.lines import draw_last
from game.scenes.pai_sho.scene import GardenScene
from game.scenes.solitaire_pai_sho.bag import paint_bag
from game.scenes.solitaire_pai_sho.garden import Flyer, Plot, PlotView
from game.scenes.solitaire_pai_sho.input import Hands, Key, Stock
from game.scenes.solitaire_pai_sho.layout import Places
from game.scenes.solitaire_pai_sho.scales import Scales, Stand, paint_scales
from game.scenes.solitaire_pai_sho.words import Words
from game.services.history import History
from game.ui import surfaces
from game.ui.canvas import Canvas
from game.ui.frame import Box
from game.ui.theme import BODY, GAP, IVORY, LAMP, LARGE, SMALL, mix, with_alpha
from game.ui.widgets import fitted, write

HELD: Final = 1.3
"""How large a tile in somebody's fingers is, in tiles."""

ASIDE: Final = 0.45, 0.55, 0.3
"""What is seen of lines, their lengths and the marks of other points beside a move that is
considered."""
STEP_BACK: Final = 0.15
"""Seconds after the last move that was considered until they are back."""
ROW, SHOWN = 40.0, 8
"""The height of a line in the list of the best, and how many there are at most."""


class Best(NamedTuple):
    """One line of the list: who, how many points, and whether it is the game just played."""

    name: str
    points: int
    fresh: bool = False


def best_of(history: History, match: Match, alone: bool) -> tuple[Best, ...]:
    """The best that people have reached with a match's options; `alone` when it is no series."""
    rows = history.best(match.game.info.id, match.options, limit=SHOWN)
    mine, ended = match.game.scores(match.state)[0], alone and match.outcome is not None
    latest = max((each.date for each in rows if each.points == mine), default=None)
    return tuple(
        Best(each.chair.name, each.points, ended and (each.points, each.date) == (mine, latest))
        for each in rows
    )


class View:
    """The picture of a state, and of what hands do and consider in it."""

    garden: PlotView

    def __init__(
        self, table: GardenScene[Garden, Move, Key], places: Places, hands: Hands, words: Words
    ) -> None:
        self._table, self._places, self._hands, self._words = table, places, hands, words
        self.plot = Plot()
        self.scales = Scales()
        self.flyers: list[Flyer] = []
        self.away: Seat | None = None
        """Whose tile in hand is on its way."""
        self.best: Sequence[Best] | None = None
        """The best gardens so far; None where they are not told."""
        self._aside = 0.0
        """For so many seconds everything steps back that the considered move, or a tile on its way
        to a point, would leave as it is.
        """

    @property
    def state(self) -> Garden:
        """The state that is shown."""
        return self._table.shown_state

    def wishes(self) -> Iterator[Callable[[], object]]:
        """Paint the tiles that a hand which takes one brings with it."""
        scale, design = self._table.board.scale, self._table.board.design
        for desk in self._places.desks:
            for size in filter(None, (desk.size, desk.partner, desk.cell(1).w * 0.76)):
                yield from TileArt(size * scale, design).wishes(desk.wood, desk.frame.turn)
        yield from self.garden.wishes()

    # The shown state ---------------------------------------------------------------------------

    def show(self) -> None:
        """Bring everything in line with the state."""
        self.plot.show(self.state)
        self.weigh(tuple(self.plot.lines))
        self.flyers.clear()
        self.away = None

    def weigh(self, lines: Sequence[Line]) -> None:
        """Put lines into the pans: their lengths are weighed where these decide."""
        pieces = rules.counts(lines)
        self.scales.put(rules.lengths(lines) if self.state.terms.by_length else pieces, pieces)

    def in_hand(self, seat: Seat) -> Kind:
        """The tile that lies in a seat's hollow, 0 for none."""
        if self.state.terms.choose:
            pick = self._hands.in_hand if seat == self._table.asked else None
            return pick.kind if isinstance(pick, Stock) else 0
        return self.state.drawn[seat]

    def fullness(self, seat: Seat) -> float:
        """How full a seat's bag is, 0…1."""
        return sum(bag_of(self.state, seat)) / (sum(SET) * self.state.terms.sets)

    # Life --------------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Let time pass."""
        self.scales.update(seconds)
        self._aside -= seconds
        if self._hands.considered is not None or self._hands.at is not None:
            self._aside = STEP_BACK
        else:  # petals rest while a hand is busy
            self.plot.update(seconds)

    # The garden --------------------------------------------------------------------------------

    def paint_name(self, canvas: Canvas, name: str) -> None:
        """The garden's name, embroidered in a corner of the cloth."""
        board = self._table.board
        cloth, side = canvas.within(board.frame), board.frame.size[0]
        room, lines = side * 0.15, name.split("\n") if name else []
        for up, line in enumerate(reversed(lines), 1):
            cloth.label(line, (20 + room / 2, side - 9 - 26 * up), SMALL,
                        mix(GILT, IVORY, 0.2), "serif", room=room)  # fmt: skip

    def paint(self, canvas: Canvas, recent: Sequence[Move], garden: PlotView) -> None:
        """The garden with what hands consider there; `recent` are the last steps."""
        hands, board, plot = self._hands, garden.board, self.plot
        considered = hands.considered
        laid = [goal for goal in map(_goal, recent) if goal is not None]
        canvas.group((), draw_last, tuple(map(board.place, laid[-1:])), board.cell)
        gained, lost = hands.foreseen
        growing = Plot(lines=dict.fromkeys(gained, 0.75), phase=plot.phase)
        lines = tuple(plot.lines.items()), tuple(plot.wilting.items())
        others, lengths, marks = ASIDE if self._aside > 0 else (1.0, 1.0, 1.0)
        canvas.group((lines, plot.phase), garden.paint_lines, plot, lost, others)
        garden.paint_lines(canvas, growing)
        source = hands.selected
        without = BITS[source] if isinstance(source, int) and hands.at else 0
        canvas.group(plot.lying, garden.paint_tiles, plot, without)
        canvas.group((), garden.paint_promises, hands.promises, tuple(plot.lines), marks)
        free = _goal(considered) if lost else None
        canvas.group(lines, garden.paint_lengths, plot, lost, lengths, free)
        if isinstance(source, int):
            canvas.ring(board.place(source), board.cell * 0.56, with_alpha(LAMP, 0.95), 4)
        match considered:  # the tile where it would lie
            case Lay(kind, point):
                garden.paint_ghost(canvas, code_of(kind, self.state.turn), point)
            case Shift(start, goal):
                garden.paint_ghost(canvas, self.state.board.cells[start], goal)
        garden.paint_lengths(canvas, growing)
        garden.paint_above(canvas, plot)

    def _paint_scales(self, canvas: Canvas, place: Stand) -> None:
        """The scales; the number that counts is lit: the lighter pan's, or the winner's."""
        lit, terms = self.scales.lighter, self.state.terms
        if terms.against:
            harmonies, disharmonies = self.scales.weights
            lit = rules.HARMONY if harmonies > disharmonies else rules.DISHARMONY
        legends = self._words.legends(self.plot.lines, terms.by_length)
        change = self._hands.foreseen.weights(terms.by_length)
        scales = self.scales
        weighed = scales.weights, scales.pieces, scales.angle
        canvas.group(weighed, paint_scales, place, scales, legends, lit, change)

    # Desks and fingers -------------------------------------------------------------------------

    def paint_desk(self, canvas: Canvas, seat: Seat, waits: bool) -> None:
        """What lies in a seat's tray; `waits`: a drawn tile waits in its bag."""
        hands, words, choosing = self._hands, self._words, self.state.terms.choose
        desk = self._places.desks[seat]
        left, kind = bag_of(self.state, seat), self.in_hand(seat)
        acts = seat == self._table.asked
        carries = acts and hands.at is not None and not isinstance(hands.selected, int)
        away = carries or self.away == seat
        canvas.group((), desk.paint_hand, kind, words.tile(kind), away)
        canvas.group((), desk.paint_partners, kind, words("accent_note"))
        title, chosen = words("to_choose" if choosing else "in_bag"), kind if choosing else 0
        canvas.group((), desk.paint_stock, left, title, chosen, choosing and acts)
        if desk.bag is not None:
            full = self.fullness(seat)
            canvas.group((), paint_bag, desk.bag, desk.bag_radius, full, sum(left), waits)
        if desk.scales is not None:
            self._paint_scales(canvas, desk.scales)

    def paint_above(self, canvas: Canvas) -> None:
        """The panel, what flies, and what is in somebody's fingers."""
        if self._places.scales is not None:
            self._paint_scales(canvas, self._places.scales)
            if self.best is not None and self._places.list.h > 130:
                title, none = self._words("best.title"), self._words("best.none")
                canvas.group((), paint_best, self._places.list, title, self.best, none)
        for flyer in self.flyers:
            self._paint_flyer(canvas, flyer)
        pick, held = self._hands.in_hand, self._hands.at
        if held is None or pick is None:
            return
        if isinstance(pick, Stock):
            code = code_of(pick.kind, self.state.turn)
            self._paint_flyer(canvas, Flyer(code, held, 1.0, size=self._table.steady.tile * HELD))
        else:
            self._table.paint_held(canvas, self.state.board.cells[pick], held)

    def _paint_flyer(self, canvas: Canvas, flyer: Flyer) -> None:
        desk, code = self._places.desks[owner_of(flyer.code)], CODES[kind_of(flyer.code)]
        whole = desk.size
        art = TileArt(canvas.px(whole), canvas.design)
        source = art.tile(code, desk.wood, False, desk.frame.turn)
        size = round(source.get_width() * flyer.size / whole)
        image = _sized(source, size)
        shadow = TileArt(round(canvas.px(flyer.size) / 6) * 6).shadow(flyer.lift)
        canvas.picture_as_is(shadow, flyer.at)
        rise = 0.10 * flyer.size * flyer.lift
        canvas.picture_as_is(image, (flyer.at[0], flyer.at[1] - rise))


@lru_cache(maxsize=4)
def _sized(tile: pygame.Surface, side: int) -> pygame.Surface:
    """A tile at another size; what is in hand keeps its size, so the last few are kept."""
    return pygame.transform.smoothscale(tile, (side, side))


def _goal(move: Move | None) -> Point | None:
    """The point where a move has a tile come to lie."""
    match move:
        case Lay(_, point) | Shift(_, point):
            return point
    return None


# The best gardens --------------------------------------------------------------------------------


def paint_best(canvas: Canvas, box: Box, title: str, best: Sequence[Best], none: str) -> None:
    """The list of the best, as far as there is room for it."""
    rows = max(1, min(len(best), int((box.h - 92) / ROW)))
    room = box.w - 3 * GAP, box.h - 78 - GAP
    size, words = fitted(canvas, none, BODY, "sans", room)
    body = rows * ROW if best else len(words) * canvas.line_height(size)
    plate = Box(box.x, box.y, box.w, min(box.h, 78 + body + GAP))
    surfaces.glass(canvas, plate, 20, alpha=0.7)
    inner = plate.inset(1.5 * GAP)
    head = Box.around((plate.center[0], inner.y + 20), inner.w, 52)
    write(canvas, title, head, LARGE - 4, surfaces.BRASS_TOP, "serif", "center")
    line = Box(inner.x, inner.y + 46, inner.w, 2)
    canvas.fill(line, with_alpha(surfaces.BRASS_TOP, 0.4))
    top = line.bottom + GAP / 2
    if not best:
        canvas.text("\n".join(words), (inner.x, top), size, surfaces.DARK.faded)
        return
    for number, (name, points, fresh) in enumerate(best[:rows], 1):
        row = Box(inner.x, top + (number - 1) * ROW, inner.w, ROW)
        tone, y = surfaces.BRASS_TOP if fresh else surfaces.DARK.text, row.center[1]
        if fresh:
            canvas.fill(row.inset(2), with_alpha(surfaces.BRASS_TOP, 0.16), 10)
        canvas.label(f"{number}.", (row.x + 18, y), SMALL, surfaces.DARK.faded)
        wide = canvas.text_size(str(points), BODY, "serif")[0]
        canvas.label(str(points), (row.right - 8 - wide / 2, y), BODY, tone, "serif")
        place = Box(row.x + 40, row.y, row.w - 44 - wide - 2 * GAP, ROW)
        write(canvas, name, place, BODY, tone)
