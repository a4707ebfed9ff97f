"""What is seen of a match of Solitaire Pai Sho: the garden, the desks, the scales, what flies.

How it moves is the business of `solitaire_pai_sho_motion`, what can be done that of
`solitaire_pai_sho`; each builds on the one before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import pygame

from game.rules.core.protocol import Seat
from game.rules.pai_sho.board import (
    CODES,
    PLACES,
    SET,
    Kind,
    Point,
    kind_of,
    owner_of,
    read_point,
)
from game.rules.solitaire_pai_sho.notation import Lay, Move, Shift
from game.rules.solitaire_pai_sho.state import Garden, bag_of
from game.scenes.pai_sho.art import PaiShoBoard, TileArt
from game.scenes.pai_sho.board import GILT
from game.scenes.pai_sho.garden import WOOD
from game.scenes.pai_sho.lines import draw_last
from game.scenes.play.hidden_draw import Veiled
from game.scenes.play.tray import Tray
from game.scenes.solitaire_pai_sho.bag import paint_bag
from game.scenes.solitaire_pai_sho.garden import (
    COLORS,
    DISHARMONY,
    HARMONY,
    Flyer,
    Plot,
    PlotView,
    Strand,
    counts_of,
    promise,
    sums_of,
)
from game.scenes.solitaire_pai_sho.scales import Load, Place, Scales, paint_scales, pan_at
from game.scenes.solitaire_pai_sho.side import Best, Side, best_of, lay_side, paint_best
from game.scenes.solitaire_pai_sho.tray import (
    Desk,
    lay_desk,
    paint_hand,
    paint_partners,
    paint_stock,
)
from game.services.deal_numbers import day_of, number_in
from game.ui import surfaces
from game.ui.canvas import Canvas
from game.ui.frame import Box
from game.ui.frame import Point as At
from game.ui.theme import IVORY, SMALL, Color, mix

AWAKE: Final = 12.0
"""Seconds the petals drift after somebody touched the table; then they rest."""
SQUAT, DEPTH = 1.6, 300.0
"""Upright screens less tall than so many widths; how deep trays are there, in table units."""


class SolitaireTable(Veiled[Garden, Move, str]):
    """The garden, and a desk for each gardener."""

    name = "solitaire_pai_sho"
    results_after = 0.9

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.plot = Plot()
        self.scales = Scales()
        self.flyers: list[Flyer] = []
        self.desks: list[Desk] = []
        self.side: Side | None = None
        self.best: list[Best] = []
        self.away: Seat | None = None
        """Whose tile in hand is on its way."""
        self.held: At | None = None
        """Where the tile in hand, or a flower, is dragged to at the moment."""
        self.since_touch = AWAKE
        self._warming: Iterator[None] = iter(())
        self._frames = 0
        super().__init__(*args, **kwargs)

    # Who sits there ------------------------------------------------------------------------

    @property
    def alone(self) -> bool:
        return self.match.seats == 1

    def seat_color(self, seat: Seat) -> Color:
        return COLORS[seat]

    def seat_players(self) -> None:
        super().seat_players()
        roles = ("solo",) if self.alone else ("H", "G")
        for tray, role in zip(self.trays, roles, strict=True):
            tray.note = self.word(f"seat.{role}")

    def word(self, key: str, **params: str | int) -> str:
        """A text of this game."""
        return self.t(f"solitaire_pai_sho.{key}", **params)

    @property
    def garden_name(self) -> str:
        """What people call this garden: its number, or the day it belongs to."""
        number = number_in(self.match.seed)
        if number is None:
            return ""
        day = day_of(number)
        if day is None:
            return self.word("garden_number", number=number)
        return self.word("garden_day", day=day.day, month=day.month, year=day.year)

    @property
    def choosing(self) -> bool:
        return bool(self.match.options["draw"] == "choose")

    # Laying out ----------------------------------------------------------------------------

    def resize(self, size: At) -> None:
        """On a squat upright screen the desks need height more than the garden needs width."""
        squat = size[0] < size[1] < SQUAT * size[0]
        self.square, self.depth = not squat, DEPTH if squat else 170.0
        super().resize(size)

    def arrange(self) -> None:
        turns = [tray.turn for tray in self.layout.trays]
        board = PaiShoBoard(self.layout.board, turns[0], self.context.scale)
        self.view = PlotView(board, (turns[0], turns[-1]), turns[0])
        weighs = not self.alone
        self.desks = [lay_desk(tray, self.choosing, weighs) for tray in self.trays]
        self.side = lay_side(self._opposite()) if self.alone else None
        self.scales.reduced = self.timeline.reduced
        self._warming = self._warm()
        self.look_up_best()

    def _opposite(self) -> Box:
        """Where another tray would stand."""
        box, (width, height) = self.layout.trays[0].box, self.size
        if box.center[1] > self.layout.board.bottom:
            return Box(box.x, height - box.bottom, box.w, box.h)
        return Box(width - box.right, box.y, box.w, box.h)

    def _warm(self) -> Iterator[None]:
        """Paint tiles ahead of time, one a step."""
        scale = self.context.scale
        for seat, desk in enumerate(self.desks):
            yield from TileArt(self.hand_size(seat) * scale).warm(WOOD[seat], self.turn_of(seat))
            small = TileArt(desk.stock.w / desk.columns * 0.76 * scale)
            yield from small.warm(WOOD[seat], self.turn_of(seat))
        yield from self.view.bed.warm()

    def turn_of(self, seat: Seat) -> int:
        return self.trays[seat].frame.turn

    def hand_size(self, seat: Seat) -> float:
        """The diameter of a seat's tile in hand."""
        return self.desks[seat].radius * 2 * 0.94

    def hand_at(self, seat: Seat) -> At:
        return self.trays[seat].frame.out(self.desks[seat].hand)

    def bag_at(self, seat: Seat) -> At:
        desk = self.desks[seat]
        return self.trays[seat].frame.out(desk.bag or desk.hand)

    def stock_at(self, seat: Seat, kind: Kind) -> At:
        return self.trays[seat].frame.out(self.desks[seat].cell(kind).center)

    def pan_on_table(self, seat: Seat, side: int) -> At:
        """The middle of a pan of the scales that a seat looks at."""
        if self.side is not None:
            return pan_at(self.side.scales, self.scales, side)
        place = self.desks[seat].scales
        assert place is not None, "for two, the scales stand in the trays"
        return self.trays[seat].frame.out(pan_at(place, self.scales, side))

    @property
    def mark_radius(self) -> float:
        return self.view.board.cell * 0.56

    def place_at(self, place: str) -> At | None:
        return self.view.board.place(read_point(place)) if place.startswith("(") else None

    def places_of(self, move: Move) -> tuple[str, ...]:
        if isinstance(move, Lay):
            return (PLACES[move.point],)
        return (PLACES[move.source], PLACES[move.goal]) if isinstance(move, Shift) else ()

    # The shown state -------------------------------------------------------------------------

    def refresh(self) -> None:
        state: Garden = self.state
        self.plot.show(state)
        self.flyers.clear()
        self.away, self.held = None, None
        self.weigh(tuple(self.plot.strands))

    def weigh(self, strands: Sequence[Strand]) -> None:
        """Put lines into the pans."""
        counts = counts_of(strands)
        weights = sums_of(strands) if self.by_length else counts
        self.scales.put(*(Load(w, n) for w, n in zip(weights, counts, strict=True)))

    @property
    def by_length(self) -> bool:
        """Whether lengths are weighed, as they count; else numbers of lines are."""
        terms = self.match.states[0].terms
        return bool(terms.full and terms.mode != "uncooperative")

    def legends(self, strands: Sequence[Strand]) -> tuple[str, str]:
        """What stands under the pans: the number that does not rank."""
        if self.by_length:
            harmonies, disharmonies = counts_of(strands)
            return (self.word("count.harmony", n=harmonies),
                    self.word("count.disharmony", n=disharmonies))  # fmt: skip
        sums = sums_of(strands)
        return self.word("length", n=sums[0]), self.word("length", n=sums[1])

    @property
    def lit_pan(self) -> int | None:
        """The pan whose number counts: the lighter one, or against each other the winner's."""
        if self.match.states[0].terms.mode == "uncooperative":
            harmonies, disharmonies = (load.weight for load in self.scales.loads)
            return HARMONY if harmonies > disharmonies else DISHARMONY
        return self.scales.lighter

    def look_up_best(self) -> None:
        """The best that people have reached with these options."""
        kept = self.autosave.match_id is not None and self.alone
        history = self.context.store.history
        self.best = best_of(history, self.match, self.series.length == 1) if kept else []

    # Life --------------------------------------------------------------------------------------

    def wake(self) -> None:
        self.since_touch = 0.0
        if not self.timeline.reduced:
            self.plot.life = 1.0

    def ambient(self, seconds: float) -> bool:
        self.since_touch += seconds
        self._frames += 1
        if self._frames % 3 == 0 and not self.timeline.moving:
            next(self._warming, None)
        if self.timeline.reduced or self.since_touch > AWAKE:
            self.plot.life = max(0.0, self.plot.life - seconds / 2)
        swinging = self.scales.update(seconds)
        return self.plot.update(seconds) or swinging

    # Painting ------------------------------------------------------------------------------------

    def paint_ground(self, canvas: Canvas) -> None:
        surfaces.ground(canvas)
        self.view.board.paint_ground(canvas)
        if self.garden_name:
            self._inscribe(canvas)

    def _inscribe(self, canvas: Canvas) -> None:
        """The garden's name, embroidered in a corner of its cloth."""
        frame = self.view.board.frame
        cloth, side = canvas.within(frame), frame.size[0]
        lines = self.garden_name.split("\n")
        room = side * 0.15
        y = side - 22 - 26 * len(lines)
        for line in lines:
            cloth.label(line, (20 + room / 2, y + 13), SMALL, mix(GILT, IVORY, 0.2), "serif",
                        room=room)  # fmt: skip
            y += 26

    def paint(self, canvas: Canvas) -> None:
        self._paint_last(canvas)
        faint = self.faint()
        self.view.paint_strands(canvas, self.plot, faint)
        self.paint_under(canvas)
        self.view.paint_tiles(canvas, self.plot, self.lifted_point())
        self._paint_promises(canvas)
        self.view.paint_lengths(canvas, self.plot, faint)
        self.paint_over(canvas)
        self.view.paint_above(canvas, self.plot)
        if self.side is not None:
            self._paint_side(canvas, self.side)

    def faint(self) -> Sequence[Strand]:
        """Lines that what is being considered would break."""
        return ()

    def lifted_point(self) -> Point | None:
        """The point whose flower is in somebody's hand."""
        return None

    def paint_under(self, canvas: Canvas) -> None:
        """Paint what lies between lines and tiles."""

    def paint_over(self, canvas: Canvas) -> None:
        """Paint what lies over tiles and lengths."""

    def promises(self) -> dict[Point, int]:
        """The points that glow, and what would be formed there: 1 harmony, 2 disharmony."""
        return {}

    def _paint_promises(self, canvas: Canvas) -> None:
        found = self.promises()
        loud = any(found.values())
        radius = canvas.px(self.view.board.cell * 0.34)
        for point, kinds in found.items():
            image = promise(radius, kinds, loud)
            canvas.picture_as_is(image, self.view.board.place(point))

    def _paint_last(self, canvas: Canvas) -> None:
        """Where something was laid last."""
        for index in range(self.shown - 1, max(-1, self.shown - 3), -1):
            places = self.places_of(self.match.log[index])
            if places:
                at = self.place_at(places[-1])
                if at is not None:
                    draw_last(canvas, at, self.view.board.cell)
                return

    def _paint_side(self, canvas: Canvas, side: Side) -> None:
        self._paint_scales(canvas, side.scales)
        if self.autosave.match_id is not None and side.list.h > 130:
            none = self.word("best.none")
            paint_best(canvas, side.list, self.word("best.title"), self.best, none)

    def _paint_scales(self, canvas: Canvas, place: Place) -> None:
        legends = self.legends(tuple(self.plot.strands))
        paint_scales(canvas, place, self.scales, legends, self.lit_pan, self.outlook())

    def outlook(self) -> tuple[int, int]:
        """What a move that is being considered would add to the pans."""
        return 0, 0

    # Trays -------------------------------------------------------------------------------------

    def paint_tray(self, canvas: Canvas, tray: Tray) -> None:
        state: Garden = self.state
        seat = tray.seat
        desk, wood = self.desks[seat], WOOD[seat]
        left = bag_of(state, seat)
        kind = self.in_hand(seat)
        name = self.word(f"tile.{CODES[kind]}") if kind else ""
        paint_hand(canvas, desk, kind, wood, name, self.away == seat or self.is_held(seat))
        paint_partners(canvas, desk, kind, wood, self.word("accent_note"))
        title = self.word("to_choose" if self.choosing else "in_bag")
        chosen, lively = self.chosen_of(seat), self.picks_from_stock(seat)
        paint_stock(canvas, desk, left, wood, title, chosen, lively)
        if desk.bag is not None:
            waits = self.veiled and self.match.actor == seat
            paint_bag(canvas, desk.bag, desk.bag_radius, self._fullness(seat), sum(left), waits)
        if desk.scales is not None:
            self._paint_scales(canvas, desk.scales)

    def _fullness(self, seat: Seat) -> float:
        state: Garden = self.state
        return sum(bag_of(state, seat)) / (sum(SET) * state.terms.sets)

    def in_hand(self, seat: Seat) -> Kind:
        """The tile that lies in a seat's hollow, 0 for none."""
        state: Garden = self.state
        return state.drawn[seat]

    def chosen_of(self, seat: Seat) -> Kind:
        """What a seat has chosen from its stock."""
        return 0

    def picks_from_stock(self, seat: Seat) -> bool:
        """Whether a seat may choose from its stock now."""
        return False

    def is_held(self, seat: Seat) -> bool:
        """Whether a seat's tile is being dragged about."""
        return False

    def paint_above(self, canvas: Canvas) -> None:
        for flyer in self.flyers:
            self.paint_flyer(canvas, flyer)

    def paint_flyer(self, canvas: Canvas, flyer: Flyer) -> None:
        seat, code = owner_of(flyer.code), CODES[kind_of(flyer.code)]
        art = TileArt(canvas.px(self.hand_size(seat)))
        source = art.tile(code, WOOD[seat], False, self.turn_of(seat))
        size = round(source.get_width() * flyer.size / self.hand_size(seat))
        image = pygame.transform.smoothscale(source, (size, size))
        shadow = TileArt(round(canvas.px(flyer.size) / 6) * 6).shadow(flyer.lift)
        canvas.picture_as_is(shadow, flyer.at)
        rise = 0.10 * flyer.size * flyer.lift
        canvas.picture_as_is(image, (flyer.at[0], flyer.at[1] - rise))
