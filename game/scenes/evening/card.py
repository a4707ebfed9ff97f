"""The score card of an evening: a line for everybody, a column for every game, the total.

The heads of the columns are the games' lids, so the card is the programme as well. `shown` runs
from 0 (before the last game) to 1 (after it): points appear, totals grow, lines change places.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

import pygame

from game.scenes.core.registry import GAME_SCENES
from game.scenes.evening.guests import Guest
from game.services.evening import Evening, Part, spell_share
from game.ui import icons, surfaces
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.sprites import SPRITES, image, rounded
from game.ui.surfaces import PAPER
from game.ui.text_metrics import TextMetrics
from game.ui.theme import (
    BODY,
    GOLD,
    LARGE,
    SCORE,
    SMALL,
    Color,
    mix,
    with_alpha,
)
from game.ui.timeline import ease_in_out
from game.ui.widgets import Widget

MEDALS: Final[tuple[Color, ...]] = ((214, 164, 58), (170, 172, 176), (176, 112, 66))
"""Gold, silver and bronze."""
LID: Final = (104.0, 75.0)
ROW: Final = 74.0
LEAST: Final = 52.0
"""The height of a line, and the least that it may have."""


class Card(Widget):
    """The table of an evening on paper. `fresh` is the game whose points are new."""

    def __init__(
        self, evening: Evening, guests: Sequence[Guest], fresh: int | None = None
    ) -> None:
        super().__init__(tone=PAPER)
        self.evening, self.guests, self.fresh = evening, tuple(guests), fresh
        self.shown = 1.0
        self.marked: int | None = evening.number
        """The game whose head is lit."""

    @property
    def head(self) -> float:
        return LID[1] + 30

    def natural(self, metrics: TextMetrics, room: float = 1e6) -> Point:
        return room, self.head + ROW * max(1.0, metrics.text_scale * 0.9) * len(self.evening.chairs)

    def hit(self, point: Point) -> bool:
        return False

    # Where things stand --------------------------------------------------------------------------

    def _order(self, games: int | None) -> list[int]:
        places = self.evening.places(games)
        return sorted(range(len(places)), key=lambda person: (places[person], person))

    def _line(self, person: int) -> float:
        """Which line somebody is on, counted from 0, on the way from one to another."""
        after = self._order(None).index(person)
        if self.fresh is None:
            return after
        before = self._order(self.fresh).index(person)
        share = ease_in_out(max(0.0, min(1.0, (self.shown - 0.55) / 0.45)))
        return before + (after - before) * share

    def _total(self, person: int) -> Fraction:
        """What somebody has earned, on the way from one total to the next."""
        after = self.evening.totals()[person]
        if self.fresh is None or self.shown >= 0.55:
            return after
        before = self.evening.totals(self.fresh)[person]
        share = max(0.0, (self.shown - 0.15) / 0.4)
        return before + Fraction(round((after - before) * Fraction(share)))

    def _columns(self) -> list[Box]:
        """The columns of the games, in the card's height."""
        box, count = self.box, len(self.evening.parts)
        left, right = box.x + self._names, box.right - 118
        each = min(150.0, (right - left) / max(1, count))
        start = right - each * count
        return [Box(start + n * each, box.y, each, box.h) for n in range(count)]

    @property
    def _names(self) -> float:
        return min(330.0, self.box.w * 0.34)

    # Drawing -------------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        columns = self._columns()
        for number, (part, column) in enumerate(zip(self.evening.parts, columns, strict=True)):
            self._draw_lid(canvas, number, part, column)
        high = (self.box.h - self.head) / len(self.evening.chairs)
        for person in reversed(self._order(None)):  # who rises passes over the others
            top = self.box.y + self.head + self._line(person) * high
            self._draw_line(canvas, person, Box(self.box.x, top, self.box.w, high), columns)

    def _draw_lid(self, canvas: Canvas, number: int, part: Part, column: Box) -> None:
        share = min(1.0, (column.w - 14) / LID[0])
        wide, high = LID[0] * share, LID[1] * share
        middle = column.y + LID[1] - high / 2 + 6
        lid = Box.around((column.center[0], middle), wide, high)
        if number == self.marked:
            surfaces.glow(canvas, lid, 8, GOLD, reach=7)
        if number != self.marked or part.finish is not None:
            surfaces.shadow(canvas, lid, 8, blur=4, drop=3, alpha=0.35)
        rect = canvas.rect(lid)
        done = part.finish is not None or number == self.marked
        canvas.picture(_lid(part.game, (rect.w, rect.h)), lid.center, 1.0 if done else 0.45)
        text = str(number + 1)
        canvas.label(text, (column.center[0], lid.bottom + 13), SMALL - 2, PAPER.faded)

    def _draw_line(
        self, canvas: Canvas, person: int, line: Box, columns: Sequence[Box]
    ) -> None:
        middle = line.center[1]
        leads = bool(self.evening.played) and self.evening.places()[person] == 1
        if leads and self.shown >= 1:
            canvas.fill(line.inset(3), with_alpha(GOLD, 0.17), 12)
        canvas.fill(Box(line.x, line.y - 1, line.w, 2), with_alpha(PAPER.line, 0.7))
        if self._line(person) % 1:
            self._draw_slip(canvas, line.inset(4))
        self._draw_place(canvas, person, (line.x + 26, middle))
        self.guests[person].draw(canvas, (line.x + 78, middle), min(52.0, line.h - 12))
        names = Box(line.x + 114, line.y, columns[0].x - line.x - 118, line.h)
        self._draw_name(canvas, person, names)
        for number, (part, column) in enumerate(zip(self.evening.parts, columns, strict=True)):
            if part.finish is not None:
                at = Box(column.x, line.y, column.w, line.h)
                self._draw_share(canvas, number, part, person, at)
        total = spell_share(self._total(person))
        wide = canvas.text_size(total, SCORE, "serif")[0]
        canvas.label(total, (line.right - 12 - wide / 2, middle), SCORE, PAPER.text, "serif")

    def _draw_slip(self, canvas: Canvas, line: Box) -> None:
        """A line on its way to another place is a slip of paper over the others."""
        surfaces.shadow(canvas, line, 10, blur=6, drop=4, alpha=0.3)
        canvas.fill(line, mix(PAPER.top, PAPER.bottom, 0.4), 10)

    def _draw_place(self, canvas: Canvas, person: int, at: Point) -> None:
        """A medal for the first three places, a plain number for the others."""
        if not self.evening.played:
            return
        games = self.fresh if self.fresh and self.shown < 0.55 else None
        place = self.evening.places(games)[person]
        if self.fresh == 0 and self.shown < 0.55:
            return
        if place <= len(MEDALS):
            canvas.disc(at, 19, mix(MEDALS[place - 1], (0, 0, 0), 0.3))
            canvas.disc(at, 17, MEDALS[place - 1])
            canvas.label(str(place), at, BODY - 2, (40, 28, 16), "bold")
        else:
            canvas.label(f"{place}", at, BODY, PAPER.faded)

    def _draw_name(self, canvas: Canvas, person: int, box: Box) -> None:
        guest = self.guests[person]
        name, room = guest.name, box.w - (0 if guest.person else 34)
        size = LARGE - 4.0
        while canvas.text_size(name, size, "bold")[0] > room and size > SMALL:
            size *= 0.95
        while len(name) > 2 and canvas.text_size(name, size, "bold")[0] > room:
            name = name[:-2] + "…"
        high = canvas.line_height(size, "bold")
        canvas.text(name, (box.x, box.center[1] - high / 2), size, PAPER.text, "bold")
        if not guest.person:
            x = box.x + canvas.text_size(name, size, "bold")[0] + 24
            icons.draw(canvas, "computer", (x, box.center[1]), 28, PAPER.faded)

    def _draw_share(
        self, canvas: Canvas, number: int, part: Part, person: int, box: Box
    ) -> None:
        """What a game brought; its winners' points stand on a small gold disc."""
        assert part.finish is not None
        alpha = 1.0
        if number == self.fresh:
            alpha = max(0.0, min(1.0, self.shown / 0.15))
        text, size, at = spell_share(part.finish.shares[person]), float(BODY), box.center
        while canvas.text_size(text, size, "bold")[0] > box.w - 8 and size > SMALL - 4:
            size *= 0.95
        won = part.finish.places[person] == 1 and part.finish.winners
        if won:
            width = max(46.0, canvas.text_size(text, size, "bold")[0] + 22)
            width = min(width, box.w - 2)
            canvas.fill(Box.around(at, width, 42), with_alpha(GOLD, 0.6 * alpha), 20)
        color = PAPER.text if won else PAPER.faded
        canvas.label(text, at, size, color, "bold" if won else "sans", alpha=alpha)


def _lid(game: str, size: tuple[int, int]) -> pygame.Surface:
    """A game's lid, small."""
    picture = GAME_SCENES[game].lid
    return SPRITES.get(
        ("evening lid", game, size),
        lambda: rounded(pygame.transform.smoothscale(image(picture), size), size[0] * 0.08),
    )


def lid(canvas: Canvas, game: str, box: Box, alpha: float = 1.0) -> None:
    """A game's lid in a box of the canvas, with its shadow."""
    surfaces.shadow(canvas, box, 8, blur=4, drop=3, alpha=0.35)
    rect = canvas.rect(box)
    canvas.picture(_lid(game, (rect.w, rect.h)), box.center, alpha)
