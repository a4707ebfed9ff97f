"""Before an evening: who is there, what is played in which order, and about how long it takes.

A programme is ready from the start; everything about it can be changed, and nothing can be wrong.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from game.scenes.core.context import Context
from game.scenes.core.menu import lay_out_chips
from game.scenes.core.routes import ToEvening, ToPastEvenings
from game.scenes.core.scene import Push, Replace
from game.scenes.core.sheets import MARGIN, Section, Sheet
from game.scenes.evening.pictures import Fan, guests
from game.scenes.evening.programme import (
    LENGTHS,
    MOST,
    OFFERS,
    PEOPLE,
    fitting,
    options_for,
    ready_made,
)
from game.scenes.guest_book.book_page import draw_lid
from game.scenes.home.seats import Seating, SeatRow
from game.services.checked import listed, one_of, table
from game.services.people import Profile
from game.ui import badges, surfaces
from game.ui.canvas import Canvas
from game.ui.fonts import TextMetrics
from game.ui.frame import Box, Point
from game.ui.layer import Layer
from game.ui.scrolling import List
from game.ui.surfaces import PAPER
from game.ui.theme import BODY, GAP, LARGE, SMALL, TITLE, TOUCH
from game.ui.widgets import Arranged, Button, Choice, Field, Label, Picture, Widget

ANY: Final = "jin_li"
"""Rows of people ask for a game; in an evening any will do that computers can play."""
THUMB: Final = (86.0, 62.0)
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
        self.programme = fitting(len(self.places), self._computers, games[:MOST])
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
    def _computers(self) -> bool:
        return any(place.kind == "computer" for place in self.places)

    def _made(self, length: str) -> tuple[str, ...]:
        return ready_made(len(self.places), length, self._computers)

    def build(self) -> list[Layer]:
        space = Box(0, 0, *self.size).inset(MARGIN)
        narrow = self.tall or self.size[0] < 1300
        back = Button("", self.cancel, icon="back", look="round")
        back.place(Box(space.x, space.y, TOUCH, TOUCH))
        past = Button("", lambda: self.go(Push(ToPastEvenings())), icon="trophy", look="round")
        past.place(back.box.moved(*((0, TOUCH + GAP) if narrow else (TOUCH + GAP, 0))))
        past.visible = bool(self.context.store.evenings.past(1))
        fan, words = Fan(self.context, self.programme[:5]), List(self._words(), gap=GAP)
        if narrow:  # picture and words side by side above the sheet
            left = space.x + TOUCH + 2 * GAP
            wide = space.right - left
            column = Box(left + wide * 0.44, space.y, wide * 0.56, 0)
            high = min(space.h * 0.4, words.natural(self.metrics, column.w - GAP)[1])
            words.arrange(self.metrics, Box(column.x, column.y, column.w, high))
            fan.place(Box(left, space.y, wide * 0.4, max(200.0, high)))
            rest = space.below(fan.box.bottom + 2 * GAP)
        else:  # below each other; large words leave less to the picture
            side = Box(space.x, space.y, max(400.0, space.w * 0.3), space.h)
            top, high = side.y + TOUCH, words.natural(self.metrics, side.w - GAP)[1]
            room = max(side.h * 0.24, min(side.h * 0.44, side.h - TOUCH - high - 3 * GAP))
            fan.place(Box(side.x, top, side.w, room))
            low = fan.box.bottom + 2 * GAP
            words.arrange(self.metrics, Box(side.x, low, side.w, min(high, side.bottom - low)))
            rest = space.beyond(side.right + 2 * GAP)
        return [Layer(self.frame, [back, fan, past, words, *self._paper(rest)])]

    def _words(self) -> list[Label]:
        return [
            Label(self.t("evening.title"), TITLE - 6, "serif", color=surfaces.BRASS_TOP),
            Label(self.t("evening.about"), BODY, color=surfaces.DARK.text),
            Label(self.t("evening.formula"), BODY - 4, "italic", color=surfaces.DARK.faded),
            Label(self.lasting(self.programme), LARGE - 4, "serif", color=surfaces.BRASS_TOP),
        ]

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
            SeatRow(self, ANY, number, self.company_changed, partial(_badge, guest),
                    "evening.person")
            for number, guest in enumerate(known)
        )
        lengths = [(key, self.t(f"evening.length.{key}")) for key in (*LENGTHS, OWN)]
        length = Choice(lengths, self.length, self._take_length, tone=PAPER)
        rows.append(Section(self.t("evening.what")))
        rows.append(Field(self.t("evening.length.label"), length, tone=PAPER))
        rows.extend(map(self._game_row, range(len(self.programme))))
        if len(self.programme) < MOST:
            more = [
                Button(self.t(f"{game}.name"), partial(self._alter, (*self.programme, game)),
                       icon="plus", tone=PAPER)
                for game in fitting(len(self.places), self._computers)
            ]  # fmt: skip
            rows.append(Arranged(more, lay_out_chips))
        return rows

    def _game_row(self, number: int) -> Widget:
        """A game of the programme: its lid and name, and how it comes earlier, later or away."""
        games, last = self.programme, len(self.programme) - 1
        game = games[number]
        after = games[:number] + games[number + 1 :]
        wishes = (
            ("up", number > 0, (*after[: number - 1], game, *after[number - 1 :])),
            ("down", number < last, (*after[: number + 1], game, *after[number + 1 :])),
            ("close", last > 0, after),
        )
        buttons = []
        for icon, possible, programme in wishes:
            button = Button("", partial(self._alter, programme), icon=icon, tone=PAPER)
            button.enabled = possible
            buttons.append(button)
        words = [
            Label(str(number + 1), BODY, "serif", tone=PAPER, anchor="center"),
            Label(self.t(f"{game}.name"), BODY, "bold", tone=PAPER),
            Label(self.lasting((game,)), SMALL, tone=PAPER, color=PAPER.faded),
        ]
        thumb = Picture(lambda canvas, box: draw_lid(canvas, game, box))
        return Arranged([*words, thumb, *buttons], _lay_out_game)

    def _take_count(self, count: int) -> None:
        self.seat(count)
        self.company_changed()

    def company_changed(self) -> None:
        """Others are there: what no longer fits goes, and a ready programme is made anew."""
        if self.length in LENGTHS:
            self.programme = self._made(self.length)
        else:
            left = fitting(len(self.places), self._computers, self.programme)
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

    def start(self) -> None:
        """Begin the evening: its score card lies on the table, with the first game beside it."""
        self._remember()
        store, people = self.context.store, len(self.places)
        games = [
            (game, options_for(game, people, store.get(f"setup {game}"))) for game in self.programme
        ]
        number = store.evenings.begin(self.chairs, games)
        self.go(Replace(ToEvening(number)))


def _badge(guest: Profile, canvas: Canvas, at: Point) -> None:
    badges.draw(canvas, guest.colour, guest.mark, at, 46)


def _lay_out_game(metrics: TextMetrics, box: Box, parts: Sequence[Widget]) -> float:
    """Number, thumb, name and note, and three buttons, in one line."""
    count, title, note, thumb, *buttons = parts
    name, small = metrics.line(BODY, "bold"), metrics.line(SMALL)
    whole = max(TOUCH, THUMB[1], name + small) + 6
    middle, line = box.y + (box.h or whole) / 2, metrics.line(BODY, "serif")
    count.place(Box(box.x, middle - line / 2, 34, line))
    thumb.place(Box(box.x + 44, middle - THUMB[1] / 2, *THUMB))
    right = box.right
    for button in reversed(buttons):
        button.place(Box(right - TOUCH, middle - TOUCH / 2, TOUCH, TOUCH))
        right -= TOUCH + GAP
    left, top = thumb.box.right + 2 * GAP, middle - (name + small) / 2
    title.place(Box(left, top, right - left, name))
    note.place(Box(left, top + name, right - left, small))
    return whole
