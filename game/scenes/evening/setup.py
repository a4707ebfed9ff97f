"""Before an evening: who is there, what is played in which order, and about how long it takes.

A programme is ready from the start; everything about it can be changed, and nothing can be wrong.
"""

from collections.abc import Iterable, Mapping
from functools import partial
from itertools import cycle, islice
from operator import itemgetter
from typing import Final

from game.ai.skills import can_play
from game.rules import GAMES, SHELF
from game.rules.core.protocol import Options, Value
from game.scenes.core.context import Context
from game.scenes.core.menu import lay_out_chips
from game.scenes.core.routes import ToEvening, ToPastEvenings
from game.scenes.core.scene import Push, Replace
from game.scenes.core.sheets import Column, Row, Section
from game.scenes.evening.pictures import Fan, guests
from game.scenes.guest_book.book_page import draw_lid
from game.scenes.home.seats import Seating, SeatRow, objection
from game.services.checked import listed, one_of, table
from game.services.people import Profile
from game.ui import badges, surfaces
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.surfaces import PAPER
from game.ui.theme import BODY, GAP, LARGE, TITLE
from game.ui.widgets import Arranged, Button, Choice, Faded, Field, Label, Widget

MOST: Final = 8
"""Games in an evening."""
LENGTHS: Final[dict[str, int]] = {"short": 2, "usual": 3, "long": 5}
"""How many games a ready-made evening has."""
PEOPLE: Final = (2, 6)
ANY: Final = "jin_li"
"""Rows of people ask for a game; in an evening any will do that computers can play."""
THUMB: Final = (86.0, 62.0)
KEPT: Final = "setup evening"
OWN: Final = "own"
"""The length of a programme that was put together by hand."""


class EveningSetup(Seating):
    """The company and the programme of an evening that is about to begin."""

    name = "evening-setup"
    texts = "evening"
    renewed = True

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.length = "usual"
        self.programme: tuple[str, ...] = ()

    def enter(self) -> None:
        self.seat(2)
        self._recall(table(self.context.store.get(KEPT)))
        if not self.programme:
            self.programme = self._made("usual")
            self.length = "usual"

    def _recall(self, kept: Mapping[str, object]) -> None:
        """Last time's evening, as far as it still makes sense."""
        self.recall_chairs(kept.get("chairs"), PEOPLE)
        games = [game for game in listed(kept.get("programme")) if one_of(game, self.offered, "")]
        self.programme = fitting(len(self.places), self._computers, games[:MOST])
        length = one_of(kept.get("length"), LENGTHS, OWN)
        made = length in LENGTHS and self.programme == self._made(length)
        self.length = length if made else OWN

    @property
    def _computers(self) -> bool:
        return any(place.kind == "computer" for place in self.places)

    def _made(self, length: str) -> tuple[str, ...]:
        return ready_made(len(self.places), length, self._computers, self.offered)

    @property
    def offered(self) -> tuple[str, ...]:
        """The games that the operator has left on the shelf."""
        return tuple(game for game in offers() if game not in self.context.operator.hidden)

    def build(self) -> list[Widget]:
        past = Button("", partial(self.go, Push(ToPastEvenings())), icon="trophy", look="round")
        past.visible = not self.context.kiosk and bool(self.context.store.evenings.past(1))
        return self.set_up(Fan(self.context, self.programme[:5]), self._words(), (), past)

    def _words(self) -> list[Label]:
        return [
            Label(self.t("evening.title"), TITLE - 6, "serif", color=surfaces.BRASS_TOP),
            Label(self.t("evening.about"), BODY, color=surfaces.DARK.text),
            Faded(self.t("evening.formula"), BODY - 4, "italic"),
            Label(self.lasting(self.programme), LARGE - 4, "serif", color=surfaces.BRASS_TOP),
        ]

    def rows(self) -> list[Widget]:
        counts = [(n, str(n)) for n in range(PEOPLE[0], PEOPLE[1] + 1)]
        choice = Choice(counts, len(self.places), self._take_count)
        known = guests(self.context, self.chairs)
        rows: list[Widget] = [
            Section(self.t("evening.who"), first=True),
            Field(self.t("evening.count"), choice),
        ]
        rows.extend(
            SeatRow(self, ANY, number, self.company_changed, partial(_badge, guest),
                    "evening.person")
            for number, guest in enumerate(known)
        )
        lengths = [(key, self.t(f"evening.length.{key}")) for key in (*LENGTHS, OWN)]
        length = Choice(lengths, self.length, self._take_length)
        rows.append(Section(self.t("evening.what")))
        rows.append(Field(self.t("evening.length.label"), length))
        rows.extend(map(self._game_row, range(len(self.programme))))
        if len(self.programme) < MOST:
            more = [
                Button(self.t(f"{game}.name"), partial(self._alter, (*self.programme, game)),
                       icon="plus")
                for game in fitting(len(self.places), self._computers, self.offered)
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
            button = Button("", partial(self._alter, programme), icon=icon)
            button.enabled = possible
            buttons.append(button)
        words = Column([Label(self.t(f"{game}.name"), BODY, "bold"), Faded(self.lasting((game,)))])

        def sign(canvas: Canvas, box: Box) -> None:
            middle = box.center[1]
            canvas.label(str(number + 1), (box.x + 17, middle), BODY, PAPER.text, "serif")
            draw_lid(canvas, game, Box.around((box.x + 44 + THUMB[0] / 2, middle), *THUMB))

        return Row(words, *buttons, lead=44 + THUMB[0] + 2 * GAP, sign=sign)

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
        store, people = self.context.store, len(self.places)
        kept = {"chairs": self.choices, "programme": list(self.programme), "length": self.length}
        store.set(**{KEPT: kept})
        games = [
            (game, options_for(game, people, store.get(f"setup {game}"))) for game in self.programme
        ]
        opened = [evening.id for evening in store.evenings.all_open()]
        others = [evening for evening in opened if not self.context.may_end(evening)]
        for ending in set(opened) - set(others):
            store.count(ending)
        number = store.evenings.begin(self.chairs, games, others)
        self.context.own(number)
        self.go(Replace(ToEvening(number)))


def _badge(guest: Profile, canvas: Canvas, at: Point) -> None:
    badges.draw(canvas, guest.colour, guest.mark, at, 46)


# What can be played --------------------------------------------------------------------------


def offers() -> dict[str, Options]:
    """The games in the order in which a ready-made evening takes them, and the options it wants."""
    found = [(*entry.evening, game) for game, entry in SHELF.items() if entry.evening]
    return {game: wanted for _, wanted, game in sorted(found, key=itemgetter(0))}


def options_for(game: str, people: int, kept: object) -> dict[str, Value]:
    """How a game is played: as it was last set up, but for what an evening wants of it.

    `kept` is what the game's own set-up remembered, if anything.
    """
    wanted = dict(offers()[game])
    last = table(table(kept).get("options"))
    options = {
        option.key: value
        for option in GAMES[game].info.options
        if (value := one_of(last.get(option.key), option.values, None)) is not None
    } | wanted
    return options if objection(game, people, options) is None else wanted


def fitting(people: int, computers: bool, games: Iterable[str]) -> tuple[str, ...]:
    """Those of some games on offer that so many can play against each other, some of them
    computers; in their order.
    """
    wanted = offers()
    able = (game for game in games if can_play(game) or not computers)
    return tuple(game for game in able if objection(game, people, wanted[game]) is None)


def ready_made(people: int, length: str, computers: bool, games: Iterable[str]) -> tuple[str, ...]:
    """A programme that needs no thought: what fits, each once before any twice."""
    return tuple(islice(cycle(fitting(people, computers, games)), LENGTHS[length]))
