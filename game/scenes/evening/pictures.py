"""Pictures of an evening: its games as a fan of boxes, its score card, its podium.

The heads of the card's columns are the games' lids, so the card is the programme as well.
"""

import math
import random
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

import pygame

from game.scenes.core.context import Context
from game.scenes.guest_book.book_page import draw_lid
from game.scenes.home.boxes import ASPECT, RIM, GameBox
from game.services.evening import Evening, Part, spell_share
from game.services.people import COLOURS, Chair, Profile
from game.ui import art, badges, icons, sprites, surfaces, theme
from game.ui.canvas import Canvas
from game.ui.fonts import TextMetrics
from game.ui.frame import Box, Point
from game.ui.sprites import SPRITES
from game.ui.surfaces import PAPER
from game.ui.theme import BODY, GOLD, SCORE, SHADE, SMALL, Color, mix, with_alpha
from game.ui.timeline import ease_in_out, ease_out
from game.ui.widgets import BREAK, Picture, name_lines

VISITING: Final = ("lantern", "cup", "fan", "bell", "boat", "snail")
"""The marks of people whom the table does not know."""
THINKING: Final = "blossom"
"""The mark of computers; they are called after flowers."""
MEDALS: Final[tuple[Color, ...]] = ((214, 164, 58), (170, 172, 176), (176, 112, 66))
"""Gold, silver and bronze."""
LID: Final = (104.0, 75.0)
HEAD: Final = LID[1] + 30
"""The lids of the card's columns, and what they take with their numbers."""
ROW: Final = 74.0
BEFORE, COMPUTER = 114.0, 34.0
"""What a line takes for place and badge before a name, and for a computer's sign after it."""
LEAVES: Final = 26
FALLING: Final = 7.0
"""Seconds that leaves fall."""
RISING: Final = 0.55
"""How much of its turn a block takes to rise."""
HEIGHTS: Final = (1.0, 0.72, 0.52, 0.38, 0.28, 0.2)
"""How high each place's block is."""
MIDDLE_OUT: Final = {2: (1, 2), 3: (2, 1, 3), 4: (2, 1, 3, 4), 5: (4, 2, 1, 3, 5),
                     6: (4, 2, 1, 3, 5, 6)}  # fmt: skip
"""From left to right: who stands there, by rank."""


def guests(context: Context, chairs: Sequence[Chair]) -> tuple[Profile, ...]:
    """Everybody with a name and a badge: the own one, or a visitor's in a colour that is left.

    No two have the same colour unless they chose it themselves.
    """
    known = {profile.id: profile.dressed() for profile in context.store.profiles()}
    taken = {known[chair.profile].colour for chair in chairs if chair.profile in known}
    left = iter([colour for colour in COLOURS if colour not in taken] * 2)
    found = []
    for number, chair in enumerate(chairs):
        name = context.called(chair)
        if chair.profile in known:
            found.append(replace(known[chair.profile], name=name))
        else:
            mark = VISITING[number % len(VISITING)] if chair.person else THINKING
            found.append(Profile(0, name, next(left), mark))
    return tuple(found)


def draw_place(canvas: Canvas, place: int, at: Point) -> None:
    """A medal for the first three places, a plain number for the others."""
    if place <= len(MEDALS):
        canvas.disc(at, 19, mix(MEDALS[place - 1], (0, 0, 0), 0.3))
        canvas.disc(at, 17, MEDALS[place - 1])
        canvas.label(str(place), at, BODY - 2, (40, 28, 16), "bold")
    else:
        canvas.label(str(place), at, BODY, PAPER.faded)


# Boxes -------------------------------------------------------------------------------------------


class Fan(Picture):
    """The boxes of some games, laid over each other like a hand of cards, the first on top."""

    def __init__(self, context: Context, games: Sequence[str]) -> None:
        super().__init__(self._paint)
        self._boxes = []
        for n, game in enumerate(games):
            box = GameBox(game, context.texts.t(f"{game}.name"))
            box.angle += round(3.5 - 3.0 * n, 2)
            self._boxes.append(box)

    def _paint(self, canvas: Canvas, box: Box) -> None:
        count = len(self._boxes)
        step = 0.26 if count < 5 else 0.18
        wide = min(box.w / (1 + step * (count - 1)), box.h * 0.72 * ASPECT)
        high = wide / ASPECT
        left = box.center[0] - wide * step * (count - 1) / 2
        drop = (box.h - high) / count * 0.55
        for n, each in reversed(list(enumerate(self._boxes))):
            at = left + n * step * wide, box.center[1] + (n - (count - 1) / 2) * drop
            each.place(Box.around(at, wide, high * (1 + RIM)))
            each.draw(canvas)


# The score card ----------------------------------------------------------------------------------


class Card(Picture):
    """A line for everybody, a column for every game, the total. `fresh` is the latest game.

    `shown` runs from 0 (before that game) to 1 (after it): points appear, totals grow, lines
    change places. The head of the game that comes next is lit.
    """

    kept = True

    def __init__(
        self, evening: Evening, guests: Sequence[Profile], fresh: int | None = None
    ) -> None:
        super().__init__(self._draw_card, self._measure)
        self.evening, self.guests, self.fresh = evening, guests, fresh
        self.shown = 1.0

    def _measure(self, metrics: TextMetrics, room: float) -> float:
        return HEAD + ROW * max(1.0, metrics.text_scale * 0.9) * len(self.guests)

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

    def _draw_card(self, canvas: Canvas, box: Box) -> None:
        parts = self.evening.parts
        words = (word for guest in self.guests for word in BREAK.split(guest.name))
        widest = max(canvas.text_size(word, SMALL, "bold")[0] for word in words)
        least = BEFORE + widest + COMPUTER
        totals = (spell_share(total) for total in self.evening.totals())
        sums = max(canvas.text_size(total, SCORE, "serif")[0] for total in totals)
        left = box.x + max(min(330.0, box.w * 0.34), least)
        right = box.right - max(118.0, sums + 24)
        each = min(150.0, (right - left) / max(1, len(parts)))
        start = right - each * len(parts)
        columns = [Box(start + n * each, box.y, each, box.h) for n in range(len(parts))]
        for number, (part, column) in enumerate(zip(parts, columns, strict=True)):
            self._draw_head(canvas, number, part, column)
        high = (box.h - HEAD) / len(self.guests)
        for person in reversed(self._order(None)):  # who rises passes over the others
            top = box.y + HEAD + self._line(person) * high
            self._draw_line(canvas, person, Box(box.x, top, box.w, high), columns)

    def _draw_head(self, canvas: Canvas, number: int, part: Part, column: Box) -> None:
        share = min(1.0, (column.w - 14) / LID[0])
        wide, high = LID[0] * share, LID[1] * share
        place = Box.around((column.center[0], column.y + LID[1] - high / 2 + 6), wide, high)
        comes = number == self.evening.number
        if comes:
            surfaces.glow(canvas, place, 8, GOLD, reach=10)
        lit = comes or part.finish is not None
        surfaces.shadow(canvas, place, 8, blur=4, drop=3, alpha=0.35)
        draw_lid(canvas, part.game, place, 1.0 if lit else 0.45)
        below = column.center[0], place.bottom + 13
        canvas.label(str(number + 1), below, SMALL - 2, PAPER.faded)

    def _draw_line(self, canvas: Canvas, person: int, line: Box, columns: Sequence[Box]) -> None:
        middle, guest = line.center[1], self.guests[person]
        leads = bool(self.evening.played) and self.evening.places()[person] == 1
        if leads and self.shown >= 1:
            canvas.fill(line.inset(3), with_alpha(GOLD, 0.17), 12)
        canvas.fill(Box(line.x, line.y - 1, line.w, 2), with_alpha(PAPER.line, 0.7))
        if self._line(person) % 1:  # on its way it is a slip of paper over the others
            slip = line.inset(4)
            surfaces.shadow(canvas, slip, 10, blur=6, drop=4, alpha=0.3)
            canvas.fill(slip, mix(PAPER.top, PAPER.bottom, 0.4), 10)
        games = self.fresh if self.shown < 0.55 else None
        if self.evening.played and games != 0:
            draw_place(canvas, self.evening.places(games)[person], (line.x + 26, middle))
        badge = min(52.0, line.h - 12)
        badges.draw(canvas, guest.colour, guest.mark, (line.x + 78, middle), badge)
        names = Box(line.x + BEFORE, line.y, columns[0].x - line.x - BEFORE - 4, line.h)
        self._draw_name(canvas, person, names)
        for number, (part, column) in enumerate(zip(self.evening.parts, columns, strict=True)):
            if part.finish is not None:
                at = Box(column.x, line.y, column.w, line.h)
                self._draw_share(canvas, number, part, person, at)
        total = spell_share(self._total(person))
        wide = canvas.text_size(total, SCORE, "serif")[0]
        canvas.label(total, (line.right - 12 - wide / 2, middle), SCORE, PAPER.text, "serif")

    def _draw_name(self, canvas: Canvas, person: int, box: Box) -> None:
        computer = not self.evening.chairs[person].person
        room = box.w - COMPUTER * computer
        name, size = name_lines(canvas, self.guests[person].name, room, theme.LARGE - 4.0)
        high = canvas.text_size(name, size, "bold")[1]
        canvas.text(name, (box.x, box.center[1] - high / 2), size, PAPER.text, "bold")
        if computer:
            x = box.x + canvas.text_size(name, size, "bold")[0] + 24
            icons.draw(canvas, "computer", (x, box.center[1]), 28, PAPER.faded)

    def _draw_share(self, canvas: Canvas, number: int, part: Part, person: int, box: Box) -> None:
        """What a game brought; its winners' points stand on a small gold disc."""
        assert part.finish is not None
        alpha = max(0.0, min(1.0, self.shown / 0.15)) if number == self.fresh else 1.0
        share = spell_share(part.finish.shares[person])
        text, size = name_lines(canvas, share, box.w - 8, BODY, SMALL - 4)
        won = person in part.finish.winners
        if won:
            width = max(46.0, canvas.text_size(text, size, "bold")[0] + 22)
            disc = Box.around(box.center, min(width, box.w - 2), 42)
            canvas.fill(disc, with_alpha(GOLD, 0.6 * alpha), 20)
        color = PAPER.text if won else PAPER.faded
        canvas.label(text, box.center, size, color, "bold" if won else "sans", alpha=alpha)


# The podium --------------------------------------------------------------------------------------


class Podium(Picture):
    """Everybody on a wooden block as high as the place, the best in the middle; gold leaves fall.

    `shown` runs from 0 to 1: the blocks rise from the last place to the first. `age` is for how
    many seconds leaves have been falling since.
    """

    def __init__(self, evening: Evening, guests: Sequence[Profile]) -> None:
        super().__init__(self._paint)
        self.evening, self.guests = evening, guests
        self.shown, self.age, self.leaves = 1.0, 0.0, True
        places = evening.places()
        self._ranked = sorted(range(len(places)), key=lambda p: (places[p], p))
        rng = random.Random(evening.id)
        self._leaves = [
            (rng.random(), rng.uniform(0.0, 2.4), rng.uniform(2.6, 4.4), rng.uniform(0, math.tau))
            for _ in range(LEAVES)
        ]

    @property
    def falling(self) -> bool:
        """Whether leaves are in the air."""
        return self.leaves and self.shown >= 1 and self.age < FALLING

    def _paint(self, canvas: Canvas, box: Box) -> None:
        canvas.group(self.shown, self._draw_blocks, box)
        if self.falling:
            self._draw_leaves(canvas)

    def _draw_blocks(self, canvas: Canvas, box: Box) -> None:
        count = len(self._ranked)
        wide = min(230.0, box.w / count)
        left = box.center[0] - wide * count / 2
        for column, rank in enumerate(MIDDLE_OUT[count]):
            begin = (count - rank) / count * (1 - RISING / count)
            risen = max(0.0, min(1.0, (self.shown - begin) * count / (1 + RISING)))
            if risen > 0:
                place = Box(left + column * wide, box.y, wide, box.h)
                self._draw_block(canvas, self._ranked[rank - 1], place, ease_out(risen))

    def _draw_block(self, canvas: Canvas, person: int, box: Box, risen: float) -> None:
        place = self.evening.places()[person]
        whole = max(70.0, (box.h - 330) * HEIGHTS[place - 1])
        high = whole * risen
        block = Box(box.x + 7, box.bottom - high, box.w - 14, high)
        if place == 1:
            surfaces.glow(canvas, block, 12, theme.LAMP, reach=22, alpha=0.5 * risen)
        surfaces.shadow(canvas, block, 10, blur=14, drop=8)
        rect = canvas.rect(block)
        wood = _wood((rect.w, canvas.px(whole)), place)
        canvas.surface.blit(wood, rect, (0, 0, rect.w, rect.h))
        medal = MEDALS[place - 1] if place <= 3 else mix(theme.IVORY, SHADE, 0.5)
        if high > 60:
            size = min(theme.TITLE + 20.0, high * 0.55)
            at = block.center[0], block.y + 12 + size * 0.6
            canvas.label(str(place), at, size, medal, "serif")
        self._draw_person(canvas, person, place == 1, block)

    def _draw_person(self, canvas: Canvas, person: int, first: bool, block: Box) -> None:
        """Badge, name and points above the block; a cup for the first."""
        x, y = block.center[0], block.y - 22
        guest, total = self.guests[person], spell_share(self.evening.totals()[person])
        size = SCORE if first else SCORE - 10
        high = canvas.line_height(size, "serif")
        canvas.label(total, (x, y - high / 2), size, theme.IVORY, "serif")
        largest = BODY + (4.0 if first else 0.0)
        name, text = name_lines(canvas, guest.name, block.w + 4, largest)
        y -= high + 4 + canvas.text_size(name, text, "bold")[1]
        canvas.text(name, (x, y), text, theme.IVORY, "bold", "center")
        radius = 44.0 if first else 34.0
        y -= radius + 6
        badges.draw(canvas, guest.colour, guest.mark, (x, y), 2 * radius)
        if first:
            icons.draw(canvas, "trophy", (x, y - radius - 40), 64, GOLD)

    def _draw_leaves(self, canvas: Canvas) -> None:
        for across, begin, lasting, phase in self._leaves:
            share = (self.age - begin) / lasting
            if not 0 < share < 1:
                continue
            sway = math.sin(phase + share * 9) * 34
            at = self.box.x + across * self.box.w + sway, self.box.y + share * self.box.h
            angle = math.degrees(math.sin(phase + share * 7)) * 1.2 + 360 * across
            alpha = min(1.0, 4 * (1 - share), 6 * share)
            canvas.picture(_leaf(canvas.px(30), round(angle / 15) * 15 % 360), at, alpha)


@SPRITES.keeping
def _wood(size: tuple[int, int], place: int) -> pygame.Surface:
    """A block of wood; the first place's is the lightest."""
    wood = sprites.cover("wood_light.jpg", size)
    shades = ((215, 200, 180), (84, 62, 46)) if place == 1 else ((132, 112, 98), (58, 44, 36))
    wood.blit(surfaces.gradient(size, *shades), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    edge = max(1, size[0] // 60)
    wood.fill((90, 74, 56), (0, 0, size[0], edge), special_flags=pygame.BLEND_RGB_ADD)
    return sprites.rounded(wood, size[0] * 0.05)


@SPRITES.keeping
def _leaf(size: int, angle: int) -> pygame.Surface:
    """A gold leaf, painted larger and turned."""
    return pygame.transform.rotozoom(art.picture("evening/leaf", (size * 4,) * 2), angle, 0.25)
