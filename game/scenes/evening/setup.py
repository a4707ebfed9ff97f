"""Before an evening: who is there, what is played in which order, and about how long it takes.

A programme is ready from the start; everything about it can be changed, and nothing can be wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import Final

from game.scenes.core.chairs import Chair
from game.scenes.core.context import Context
from game.scenes.core.routes import ToEvening, ToPastEvenings
from game.scenes.core.scene import Push, Replace
from game.scenes.core.sheets import MARGIN, Section, Sheet
from game.scenes.evening.fan import Fan
from game.scenes.evening.guests import guests
from game.scenes.evening.programme import (
    LENGTHS,
    MOST,
    OFFERS,
    PEOPLE,
    fitting,
    minutes,
    options_for,
    ready_made,
    still_fitting,
)
from game.scenes.evening.rows import GameRow, PersonRow, computer_name, offers
from game.scenes.home.seats import Place, Seating
from game.services.checked import listed, one_of, table
from game.services.evening import spell_share
from game.ui import surfaces
from game.ui.choosers import Choice
from game.ui.frame import Box
from game.ui.groups import Field
from game.ui.layer import Layer
from game.ui.scrolling import List
from game.ui.surfaces import PAPER
from game.ui.theme import BODY, GAP, LARGE, TITLE, TOUCH
from game.ui.widgets import Action, Button, Label, Widget

KEPT: Final = "setup evening"
OWN: Final = "own"
"""The length of a programme that was put together by hand."""


class EveningSetup(Seating):
    """The company and the programme of an evening that is about to begin."""

    name = "evening-setup"
    renewed = True

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.length = "usual"
        self.programme: tuple[str, ...] = ()

    # What was chosen before ----------------------------------------------------------------------

    def enter(self) -> None:
        self.seat(2)
        self._recall(table(self.context.store.get(KEPT)))
        if not self.programme:
            self.programme = ready_made(len(self.places), "usual", self._computers)
            self.length = "usual"

    def _recall(self, kept: Mapping[str, object]) -> None:
        """Last time's evening, as far as it still makes sense."""
        self.recall_chairs(kept.get("chairs"), PEOPLE)
        games = [game for game in listed(kept.get("programme")) if one_of(game, OFFERS, "")]
        self.programme = still_fitting(games[:MOST], len(self.places), self._computers)
        length = one_of(kept.get("length"), LENGTHS, OWN)
        made = length in LENGTHS and self.programme == self._made(length)
        self.length = length if made else OWN

    def _remember(self) -> None:
        kept = {
            "chairs": [chair.plain() for chair in self.chairs],
            "programme": list(self.programme),
            "length": self.length,
        }
        self.context.store.set(**{KEPT: kept})

    @property
    def chairs(self) -> tuple[Chair, ...]:
        return tuple(self._chair(number, place) for number, place in enumerate(self.places))

    def _chair(self, number: int, place: Place) -> Chair:
        """Computers have names for the evening, so that they can be told apart."""
        if place.kind == "person":
            return place.chair(self)
        return Chair("computer", computer_name(self, number), place.level)

    @property
    def _computers(self) -> bool:
        return any(place.kind == "computer" for place in self.places)

    def _made(self, length: str) -> tuple[str, ...]:
        return ready_made(len(self.places), length, self._computers)

    # Laying out ----------------------------------------------------------------------------------

    def build(self) -> list[Layer]:
        space = Box(0, 0, *self.size).inset(MARGIN)
        back = Button("", self.cancel, icon="back", look="round")
        back.place(Box(space.x, space.y, TOUCH, TOUCH))
        past = Button("", self._open_past, icon="trophy", look="round")
        aside = (0, TOUCH + GAP) if self.tall or self.size[0] < 1300 else (TOUCH + GAP, 0)
        past.place(back.box.moved(*aside))
        past.visible = bool(self.context.store.evenings.past(1))
        fan, words = Fan(self.programme[:5]), List(self._words(), gap=GAP)
        if self.tall or self.size[0] < 1300:
            low = self._head(space, fan, words)
            rest = Box(space.x, low + 2 * GAP, space.w, space.bottom - low - 2 * GAP)
        else:
            side = Box(space.x, space.y, max(400.0, space.w * 0.3), space.h)
            self._column(side, fan, words)
            rest = Box(side.right + 2 * GAP, space.y, space.right - side.right - 2 * GAP, space.h)
        return [Layer(self.frame, [back, fan, past, words, *self._paper(rest)])]

    def _column(self, side: Box, fan: Fan, words: List) -> None:
        """Picture and words below each other; large words leave less to the picture."""
        top, high = side.y + TOUCH, words.natural(self.metrics, side.w - GAP)[1]
        picture = max(side.h * 0.24, min(side.h * 0.44, side.h - TOUCH - high - 3 * GAP))
        fan.place(Box(side.x, top, side.w, picture))
        low = top + picture + 2 * GAP
        words.arrange(self.metrics, Box(side.x, low, side.w, min(high, side.bottom - low)))

    def _head(self, space: Box, fan: Fan, words: List) -> float:
        """Picture and words side by side above the sheet; gives where they end."""
        left = space.x + TOUCH + 2 * GAP
        wide = space.right - left
        column = Box(left + wide * 0.44, space.y, wide * 0.56, 0)
        high = min(space.h * 0.4, words.natural(self.metrics, column.w - GAP)[1])
        words.arrange(self.metrics, Box(column.x, column.y, column.w, high))
        fan.place(Box(left, space.y, wide * 0.4, max(200.0, high)))
        return space.y + max(200.0, high)

    def _words(self) -> list[Label]:
        return [
            Label(self.t("evening.title"), TITLE - 6, "serif", color=surfaces.BRASS_TOP),
            Label(self.t("evening.about"), BODY, color=surfaces.DARK.text),
            Label(self.t("evening.formula"), BODY - 4, "italic", color=surfaces.DARK.faded),
            Label(self._time(self.programme), LARGE - 4, "serif", color=surfaces.BRASS_TOP),
        ]

    def _time(self, games: tuple[str, ...]) -> str:
        """About how long some games take; from two hours on in half hours."""
        taken = minutes(games, len(self.places))
        if taken < 105:
            return self.t("evening.minutes", n=taken)
        return self.t("evening.hours", n=spell_share(Fraction(round(taken / 30), 2)))

    def _paper(self, space: Box) -> list[Widget]:
        start = Button(self.t("evening.start"), self.start, icon="play", look="primary",
                       tone=PAPER, size=LARGE)  # fmt: skip
        wide, high = start.natural(self.metrics, space.w / 2)
        sheet = Sheet(self, "", width=1400, space=space, foot=high + 2 * GAP)
        foot = sheet.foot
        start.place(Box(foot.right - wide, foot.bottom - high, wide, high))
        mix = Button(self.t("menu.setup.shuffle"), self.shuffle, icon="dice", tone=PAPER)
        size = mix.natural(self.metrics, foot.w - wide - GAP)
        mix.place(Box(foot.x, foot.bottom - high, size[0], high))
        return [*sheet.widgets, start, mix, self.scroll(self._rows(), sheet.body, 10)]

    def _rows(self) -> list[Widget]:
        counts = [(n, str(n)) for n in range(PEOPLE[0], PEOPLE[1] + 1)]
        choice = Choice(counts, len(self.places), self._take_count, tone=PAPER)
        known = guests(self.context, self.chairs)
        rows: list[Widget] = [
            Section(self.t("evening.who"), first=True),
            Field(self.t("evening.count"), choice, tone=PAPER),
        ]
        rows.extend(
            PersonRow(self, number, place, guest, self._company_changed, self.rename)
            for number, (place, guest) in enumerate(zip(self.places, known, strict=True))
        )
        lengths = [(key, self.t(f"evening.length.{key}")) for key in (*LENGTHS, OWN)]
        length = Choice(lengths, self.length, self._take_length, tone=PAPER)
        rows.append(Section(self.t("evening.what")))
        rows.append(Field(self.t("evening.length.label"), length, tone=PAPER))
        rows.extend(self._game_row(number) for number in range(len(self.programme)))
        if len(self.programme) < MOST:
            rows.append(offers(self, fitting(len(self.places), self._computers), self._add))
        return rows

    def _game_row(self, number: int) -> Widget:
        game, last = self.programme[number], len(self.programme) - 1
        note = self._time((game,))
        up: Action | None = partial(self._swap, number - 1) if number else None
        down: Action | None = partial(self._swap, number) if number < last else None
        away: Action | None = partial(self._take_out, number) if last else None
        return GameRow(self, number, game, note, (up, down, away))

    # Choosing ------------------------------------------------------------------------------------

    def _take_count(self, count: int) -> None:
        self.seat(count)
        self._company_changed()

    def _company_changed(self) -> None:
        """Others are there: what no longer fits goes, and a ready programme is made anew."""
        if self.length in LENGTHS:
            self.programme = self._made(self.length)
        else:
            left = still_fitting(self.programme, len(self.places), self._computers)
            self.programme = left or self._made("usual")
        self.rebuild()

    def _take_length(self, length: str) -> None:
        self.length = length
        if length in LENGTHS:
            self.programme = self._made(length)
        self.rebuild()

    def _alter(self, programme: tuple[str, ...]) -> None:
        self.programme, self.length = programme, OWN
        self.rebuild()

    def _add(self, game: str) -> None:
        self._alter((*self.programme, game))

    def _take_out(self, number: int) -> None:
        self._alter(self.programme[:number] + self.programme[number + 1 :])

    def _swap(self, number: int) -> None:
        """A game changes places with the one after it."""
        games = list(self.programme)
        games[number], games[number + 1] = games[number + 1], games[number]
        self._alter(tuple(games))

    def _open_past(self) -> None:
        self.go(Push(ToPastEvenings()))

    def start(self) -> None:
        """Begin the evening: its score card lies on the table, with the first game beside it."""
        self._remember()
        store, people = self.context.store, len(self.places)
        games = [
            (game, options_for(game, people, store.get(f"setup {game}"))) for game in self.programme
        ]
        number = store.evenings.begin(self.chairs, games)
        self.go(Replace(ToEvening(number)))
