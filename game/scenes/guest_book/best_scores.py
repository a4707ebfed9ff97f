"""The best that was ever reached: by game, by options, and by deal where deals have numbers."""

from collections.abc import Mapping
from functools import partial

from game.rules import GAMES, SHELF
from game.rules.core.protocol import Value
from game.scenes.core.context import Context
from game.scenes.core.menu import in_row, lay_out_chips
from game.scenes.core.routes import ToSetup
from game.scenes.core.scene import Push
from game.scenes.core.sheets import Column, Row, Section
from game.scenes.evening.pictures import draw_place
from game.scenes.guest_book.book_page import BookPage, draw_lid
from game.services.deal_numbers import day_of, number_of_day, read_number
from game.services.history import Score
from game.ui import fonts, icons, surfaces
from game.ui.canvas import Canvas
from game.ui.fonts import TextMetrics
from game.ui.frame import Box, Point
from game.ui.scrolling import List
from game.ui.surfaces import BRASS_EDGE, PAPER
from game.ui.theme import BODY, GAP, GOLD, LARGE, SHADE, mix
from game.ui.widgets import Action, Arranged, Button, Choice, Faded, Label, Pressable, Widget

SHOWN = 20
OF_MANY, OF_DAY = 5, 3
"""How many of the best are listed: usually, where there are deals as well, and of the day's."""
LID = 84.0
"""How high the boxes of the games are at the head of the page."""


class Records(BookPage):
    """The best scores of one game at a time."""

    name = "records"
    page = "records"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.game = next(iter(SHELF))
        self._chosen: dict[str, Value] | None = None

    def enter(self) -> None:
        """Begin with the game that was finished last."""
        last = self.context.store.history.results(limit=1)
        if last and last[0].game in SHELF:
            self.game = last[0].game

    def build(self) -> list[Widget]:
        widgets, body, _ = self.open_page()
        lids = [_Lid(game, game == self.game, partial(self.show_game, game)) for game in SHELF]
        rest = body.below(in_row(self.metrics, body, lids, 2 * GAP, "center") + 2 * GAP)
        rows = self._rows()
        if rows:
            found: list[Widget] = [self.scroll(List(rows, gap=6), rest)]
        else:
            none = self.t("book.records.none", game=self.t(f"{self.game}.name"))
            play = Button(self.t("book.records.play"), self.play, icon="play", look="primary",
                          size=LARGE)  # fmt: skip
            found = self.empty(rest, none, self.t("book.records.why"), size=LARGE, below=play)
        return [*widgets, *lids, *found]

    def _rows(self) -> list[Widget]:
        history = self.context.store.history
        sets = history.option_sets(self.game)
        if not sets:
            return []
        options = self._chosen if self._chosen in sets else sets[0]
        assert options is not None
        rows: list[Widget] = [Section(self.t(f"{self.game}.name"), first=True)]
        if len(sets) > 1:
            values = [(number, self.rules_of(each)) for number, each in enumerate(sets)]
            rows.append(Choice(values, sets.index(options), partial(self._take, sets)))
        else:
            rows.append(Faded(self.rules_of(options)))
        numbered = SHELF[self.game].numbered
        best = history.best(self.game, options, limit=OF_MANY if numbered else SHOWN)
        rows += [self._place(n, score) for n, score in enumerate(best)]
        if numbered:
            rows += self._deals(options)
        return rows

    def rules_of(self, options: Mapping[str, Value]) -> str:
        """With which options something was played: those that are not the usual ones."""
        texts = self.context.texts
        unusual = [
            f"{texts.option_label(self.game, option.key)}: "
            f"{texts.option_label(self.game, option.key, options[option.key])}"
            for option in GAMES[self.game].info.options
            if option.key in options and options[option.key] != option.default
            and options[option.key] in option.values
        ]  # fmt: skip
        return " · ".join(unusual) or self.t("book.records.usual")

    def _deals(self, options: Mapping[str, Value]) -> list[Widget]:
        """The deal of the day, and every numbered one that was played."""
        history, today = self.context.store.history, number_of_day(self.context.store.today())
        rows: list[Widget] = [Section(self.t("book.records.of_day"))]
        best = history.best(self.game, options, today, OF_DAY)
        if not best:
            rows.append(Faded(self.t("book.records.day_none"), BODY))
        rows += [self._place(n, score) for n, score in enumerate(best)]
        play = Button(self.t("book.records.day_play"), partial(self.play, today), icon="play")
        rows.append(Arranged([play], lay_out_chips))
        gardens = [
            self._garden(number, best) for seed, best in history.gardens(self.game, options)
            if (number := read_number(seed))
        ]  # fmt: skip
        if gardens:
            rows += [Section(self.t("book.records.numbered")), *gardens]
        return rows

    def _place(self, number: int, score: Score) -> Widget:
        """A place among the best: its number, who it was, when, and how much."""

        def sign(canvas: Canvas, box: Box) -> None:
            middle = box.center[1]
            if number:
                draw_place(canvas, number + 1, (box.x + 30, middle))
            else:
                gold = mix(BRASS_EDGE, GOLD, 0.57)
                icons.draw(canvas, "trophy", (box.x + 30, middle), 46, gold)
            self.badge(canvas, score.chair, (box.x + 98, middle), 50)

        who = Column([Label(self.called(score.chair), BODY, "bold")])
        when = Faded(self.when(score.date))
        points = Label(fonts.number(score.points), LARGE, "bold")
        return Row(who, when, points, lead=140, high=64, sign=sign)

    def _garden(self, number: int, best: Score) -> Widget:
        name = self.t("book.records.number", number=number)
        if day := day_of(number):
            name = self.t("book.records.day", date=self.dated(day))
        who = self.called(best.chair)
        detail = self.t("book.records.best", points=best.points, who=who)
        return Button(name, partial(self.play, number), icon="replay", look="row", detail=detail)

    def show_game(self, game: str) -> None:
        """Turn to another game."""
        self.game, self._chosen, self.scrolled = game, None, None
        self.rebuild()

    def _take(self, sets: list[dict[str, Value]], number: int) -> None:
        self._chosen = sets[number]
        self.rebuild()

    def play(self, number: int | None = None) -> None:
        """To the game's set-up; with a number, to the deal that has it."""
        self.go(Push(ToSetup(self.game, number)))


class _Lid(Pressable):
    def __init__(self, game: str, chosen: bool, action: Action) -> None:
        super().__init__(action)
        self.game, self.chosen = game, chosen
        self.radius = 10

    def natural(self, metrics: TextMetrics, room: float = 1e6) -> Point:
        return LID * 1.4, LID

    def draw(self, canvas: Canvas) -> None:
        box = self.box.moved(0, 2) if self.pressed else self.box
        surfaces.shadow(canvas, box, 9, blur=8, drop=4, alpha=0.5)
        draw_lid(canvas, self.game, box)
        if self.chosen:
            canvas.outline(box.inset(-6), mix(GOLD, SHADE, 0.18), 5, 14)
        elif not self.hovered:
            canvas.fill(box, (*PAPER.bottom[:3], 70), 9)
