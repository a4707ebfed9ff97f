"""The people of the table: a card for everybody, and everybody's own page.

A page tells what somebody has played, how it went, and against whom.
"""

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Literal, TypeAlias

from game.scenes.core.context import Context
from game.scenes.core.menu import columns, in_row
from game.scenes.core.routes import Page, ToHistory, ToPerson, ToPortrait
from game.scenes.core.scene import Pop, Push
from game.scenes.core.sheets import Column, Row, Section
from game.scenes.guest_book.book_page import BookPage, draw_lid
from game.services.history import Tally
from game.services.people import Chair, Profile, free_look
from game.ui import badges, icons, surfaces, theme, widgets
from game.ui.canvas import Canvas
from game.ui.fonts import TextMetrics
from game.ui.frame import Box, Point
from game.ui.scrolling import List, VirtualList
from game.ui.surfaces import PAPER
from game.ui.theme import BODY, GAP, LARGE, SCORE, SMALL, Color, mix
from game.ui.widgets import Action, Arranged, Button, Faded, Label, Picture, Widget

Sign: TypeAlias = Callable[[Canvas, Box], object]
"""Paints what a line of a table is about, at its left."""
Line: TypeAlias = tuple[Sign, Sequence[Widget], Sequence[object]]
"""A line of a table: its sign, its words and its figures."""
NAMES = 300.0
"""What figures leave to the names beside them."""
CARD = 430.0
"""The least width of a card."""
BADGE = 96.0
TRIO = (("pond", "wave"), ("vermilion", "koi"), ("jade", "leaf"))
"""Three badges as an invitation; the last one lies on top."""
MOST = 30
"""How many opponents are listed."""
SOFT = mix(theme.VERMILION, PAPER.bottom, 0.35)
FACE = 92.0
"""The badge at the head of somebody's page."""
TILE = 210.0
"""The least width of a figure that stands out."""


class People(BookPage):
    """A card for everybody, and one for whoever is new."""

    name = "people"
    page: Page | Literal[""] = "people"

    def __init__(self, context: Context, pick: Callable[[Profile], object] | None = None) -> None:
        super().__init__(context)
        self._pick = pick
        """Gets whom somebody has chosen, where one is to be chosen."""
        if pick is not None:
            self.page = ""

    def heading(self) -> str:
        return self.t("menu.names.title") if self._pick else super().heading()

    def build(self) -> list[Widget]:
        widgets, body, _ = self.open_page()
        people = self.context.store.regulars()
        if people:
            found: list[Widget] = [self._cards(people, body)]
        else:
            new = Button(self.t("book.people.new"), self.enter_somebody, icon="pencil",
                         look="primary", size=LARGE)  # fmt: skip
            found = self.empty(body, self.t("book.people.none"), self.t("book.people.why"),
                               above=Picture(_draw_trio, 190), below=new)  # fmt: skip
        return [*widgets, *found]

    def _cards(self, people: list[Profile], body: Box) -> VirtualList:
        """Everybody's cards, line by line: there may be a thousand, and few of them are seen."""
        everybody = [*people, *[None] * (self._pick is None)]
        least, gap = CARD * self.metrics.text_scale**0.5, 2 * GAP
        across = max(1, int((body.w - GAP + gap) / (least + gap)))

        def line(number: int) -> Widget:
            some = everybody[number * across : (number + 1) * across]
            return Arranged(list(map(self._card, some)), columns(least, gap, across))

        high = self._card(None).natural(self.metrics)[1]
        found = VirtualList(line, lambda: None, high, gap=gap)
        found.count = -(-len(everybody) // across)
        return self.scroll(found, body)

    def _card(self, who: Profile | None) -> Widget:
        if who is None:
            return _Card(None, self.t("book.people.new"), str, self.enter_somebody)
        return _Card(who, who.name, partial(self._note, who.id), partial(self.open, who))

    def _note(self, profile: int) -> str:
        """How often somebody has played, and what the most."""
        tallies = self.context.store.statistics.by_game(profile)
        if not tallies:
            return self.t("book.people.fresh")
        count = sum(tally.played for tally in tallies.values())
        return f"{self.t('book.played', n=count)} · {self.t(f'{next(iter(tallies))}.name')}"

    def open(self, profile: Profile) -> None:
        """Somebody's own page; or they are the one to be chosen."""
        if self._pick is None:
            self.go(Push(ToPerson(profile.id)))
        else:
            self._pick(profile)
            self.go(Pop())

    def enter_somebody(self) -> None:
        """Somebody new signs the book."""
        colour, mark = free_look(self.context.store.profiles())
        self.go(Push(ToPortrait(Profile(0, "", colour, mark))))


class _Card(widgets.Pressable):
    """Somebody's badge and name on a card of stiff paper; nobody's card is still empty."""

    def __init__(
        self, profile: Profile | None, text: str, note: Callable[[], str], action: Action
    ) -> None:
        """`note` is asked for once the card is seen."""
        super().__init__(action)
        self.profile, self.text, self.note = profile, text, cache(note)
        self.radius = 16

    def natural(self, metrics: TextMetrics, room: float = 1e6) -> Point:
        return room, max(BADGE + 3 * GAP, metrics.line(LARGE) + metrics.line(SMALL) + 3 * GAP)

    def draw(self, canvas: Canvas) -> None:
        box = self.box.moved(0, 2) if self.pressed else self.box
        center = box.x + 1.5 * GAP + BADGE / 2, box.center[1]
        left = box.x + BADGE + 3.5 * GAP
        words = Box(left, box.y + GAP / 2, box.right - left - 1.5 * GAP, box.h - GAP)
        if self.profile is None:
            ground = mix(PAPER.sunk, (255, 255, 255), 0.35)
            surfaces.sunk(canvas, box, self.radius, ground, PAPER.edge)
            if self.hovered or self.pressed:
                canvas.fill(box, theme.with_alpha(theme.SHADE, 0.06), self.radius)
            canvas.ring(center, BADGE / 2 - 6, PAPER.line, 4)
            icons.draw(canvas, "plus", center, 44, PAPER.faded)
            widgets.write(canvas, self.text, words, BODY, PAPER.text, "bold")
            return
        top = mix(PAPER.top, (255, 255, 255), 0.5 if self.hovered else 0.0)
        if not self.pressed:
            surfaces.shadow(canvas, box, self.radius, blur=9, drop=4, alpha=0.38)
        surfaces.satin(canvas, box, self.radius, top, PAPER.bottom, PAPER.edge, PAPER.light)
        badges.draw(canvas, self.profile.colour, self.profile.mark, center, BADGE)
        size, lines = widgets.fitted(canvas, self.text, LARGE, "bold", (words.w, LARGE * 1.6))
        note, notes = widgets.fitted(canvas, self.note(), SMALL, "sans", (words.w, SMALL * 3.2))
        high = canvas.line_height(size, "bold") * len(lines)
        y = box.center[1] - (high + canvas.line_height(note) * len(notes) + 2) / 2
        canvas.text("\n".join(lines), (left, y), size, PAPER.text, "bold")
        canvas.text("\n".join(notes), (left, y + high + 2), note, PAPER.faded)


def _draw_trio(canvas: Canvas, box: Box) -> None:
    x, y = box.center
    for (colour, mark), shift in zip(TRIO, (-1, 1, 0), strict=True):
        size = 150.0 if shift == 0 else 118.0
        badges.draw(canvas, colour, mark, (x + shift * 126, y + abs(shift) * 10), size)


# Somebody's own page -----------------------------------------------------------------------------


class Person(BookPage):
    """The page of one known person."""

    name = "person"

    def __init__(self, context: Context, number: int) -> None:
        super().__init__(context)
        self._number = number
        self._game = ""
        """Whose opponents are shown: of one game, or of all."""
        self.body = Box(0, 0, 0, 0)
        """Where the page is written."""

    @property
    def profile(self) -> Profile:
        """Whoever this page is about, as they are now; nobody once they are forgotten."""
        return self.context.store.profile(self._number) or Profile(0, "")

    def build(self) -> list[Widget]:
        forget = partial(
            self.ask_before, "book.forget", self._forget, held=True, name=self.profile.name
        )
        wishes: tuple[tuple[str, str, Action], ...] = (
            ("book.person.matches", "list", lambda: self.go(Push(ToHistory(self._number)))),
            ("book.person.change", "pencil", lambda: self.go(Push(ToPortrait(self.profile)))),
            ("book.person.forget", "bin", forget),
        )
        guests = self.context.kiosk  # nobody knows whether they are the one this page is about
        buttons = self.buttons_of(wishes[: 1 if guests else None])
        high = in_row(self.metrics, Box(0, 0, min(1400.0, self.size[0] - 170), 0), buttons, GAP)
        widgets, self.body, foot = self.open_page(high + GAP)
        in_row(self.metrics, Box(foot.x, foot.y + GAP, foot.w, 0), buttons, GAP)
        tallies = self.context.store.statistics.by_game(self._number)
        if tallies:
            rows = [self._tiles(tallies), *self._games(tallies), *self._opponents(tallies)]
            found: list[Widget] = [self.scroll(List(rows, gap=8), self.body)]
        else:
            why = self.t("book.person.why", name=self.profile.name)
            found = self.empty(self.body, self.t("book.person.none"), why,
                               above=Picture(self._draw_face, FACE))  # fmt: skip
        return [*widgets, *found, *buttons]

    def heading(self) -> str:
        return self.profile.name

    def _draw_face(self, canvas: Canvas, box: Box) -> None:
        badges.draw(canvas, self.profile.colour, self.profile.mark, box.center, FACE)

    def _tiles(self, tallies: dict[str, Tally]) -> Widget:
        """The most telling figures, each with a word, beside the badge."""
        sums = [(each.played, each.won, each.rivals, each.seconds) for each in tallies.values()]
        played, won, rivals, seconds = map(sum, zip(*sums, strict=True))
        tiles = [(str(played), self.t("book.person.played", n=played))]
        if rivals:
            streak = self.context.store.statistics.streak(self._number)
            tiles.append((str(won), self.t("book.person.won", n=won)))
            key = "book.person.streak_now" if streak.current else "book.person.streak"
            tiles.append((str(streak.longest), self.t(key, now=streak.current)))
        if seconds:
            tiles.append((self.lasting(seconds), self.t("book.person.time")))
        favourite = self.t(f"{next(iter(tallies))}.name")
        tiles.append((favourite, self.t("book.person.favourite")))
        cells = [
            Column([
                Label(text, LARGE if text == favourite else SCORE, "serif", anchor="center"),
                Faded(word, anchor="center"),
            ])
            for text, word in tiles
        ]  # fmt: skip
        figures = Arranged(cells, columns(TILE * self.metrics.text_scale))
        return Row(figures, lead=FACE, high=FACE, sign=self._draw_face)

    def _games(self, tallies: dict[str, Tally]) -> list[Widget]:
        lines: list[Line] = []
        for game, tally in tallies.items():
            name = Label(self.t(f"{game}.name"), BODY, "bold")
            figures = (
                tally.played, tally.won if tally.rivals else "–",
                "–" if tally.best is None else tally.best, tally.points,
                self.lasting(tally.seconds) if tally.seconds else "–",
            )  # fmt: skip
            lines.append((partial(_draw_small_lid, game), [name], figures))
        heads = "played", "won", "best", "points", "time"
        return [Section(self.t("book.person.games")), *self._table(heads, lines, 106)]

    def _table(self, keys: Sequence[str], lines: Sequence[Line], lead: float) -> list[Widget]:
        """Heads of columns and lines; where room is short the last columns go."""
        heads = [self.t(f"book.column.{key}") for key in keys]
        figures = [str(figure) for _, _, figures in lines for figure in figures]
        wide = 2.6 * GAP + max(
            *(self.metrics.width(head, SMALL) for head in heads),
            *(self.metrics.width(figure, BODY) for figure in figures),
        )
        room = self.body.w - NAMES * self.metrics.text_scale
        count = max(1, min(len(heads), int(room / (wide + GAP))))
        cells = [_Cell(head, wide, SMALL, PAPER.faded) for head in heads[:count]]
        rows: list[Widget] = [Row(Widget(), *cells)]
        for sign, words, line in lines:
            cells = [_Cell(str(figure), wide, BODY, PAPER.text) for figure in line[:count]]
            rows.append(Row(Column(words), *cells, lead=lead, high=72, sign=sign))
        return rows

    def _opponents(self, tallies: dict[str, Tally]) -> list[Widget]:
        statistics = self.context.store.statistics
        games = [game for game in tallies if statistics.by_opponent(self._number, game)]
        if not games:
            return []
        if self._game not in games:
            self._game = ""
        rows: list[Widget] = [Section(self.t("book.person.opponents"))]
        if len(games) > 1:
            values = [("", self.t("book.all_games"))]
            values += [(game, self.t(f"{game}.name")) for game in games]
            rows.append(widgets.Choice(values, self._game, self._take_game))
        met = statistics.by_opponent(self._number, self._game or None)[:MOST]
        lines: list[Line] = []
        for chair, tally in met:
            name = Label(self._opponent(chair), BODY, "bold")
            bar = Picture(partial(_draw_bar, tally), 16)
            figures = tally.played, tally.won, tally.drawn, tally.lost
            lines.append((partial(self._draw_badge, chair), [name, bar], figures))
        return [*rows, *self._table(("played", "beaten", "drawn", "lost"), lines, 82)]

    def _draw_badge(self, chair: Chair, canvas: Canvas, box: Box) -> None:
        self.badge(canvas, chair, (box.x + 32, box.center[1]), 56)

    def _opponent(self, chair: Chair) -> str:
        """What an opponent is called; a computer by its level."""
        level = f"menu.level.{chair.level}"
        if chair.person or not self.context.texts.has(level):
            return self.context.called(chair)
        return self.t("menu.computer", level=self.t(level))

    def _take_game(self, game: str) -> None:
        self._game = game
        self.rebuild()

    def _forget(self) -> None:
        self.context.store.delete_profile(self._number)
        self.go(Pop())


class _Cell(Label):
    """A figure at the right of a column that is so wide."""

    def __init__(self, text: str, wide: float, size: float, color: Color) -> None:
        super().__init__(text, size, color=color, anchor="right")
        self._wide = wide

    def natural(self, metrics: TextMetrics, room: float = 1e6) -> Point:
        return self._wide, super().natural(metrics, self._wide)[1]


def _draw_bar(tally: Tally, canvas: Canvas, box: Box) -> None:
    """Wins, draws and losses, as long as there are many."""
    bar = Box(box.x, box.bottom - 10, min(360.0, box.w), 8)
    canvas.fill(bar, PAPER.sunk, 4)
    x = bar.x
    parts = (tally.won, theme.JADE), (tally.drawn, PAPER.line), (tally.lost, SOFT)
    for count, color in parts:
        wide = bar.w * count / max(1, tally.rivals)
        if count:
            canvas.fill(Box(x + 1, bar.y, max(4.0, wide - 2), bar.h), color, 4)
        x += wide


def _draw_small_lid(game: str, canvas: Canvas, box: Box) -> None:
    draw_lid(canvas, game, Box(box.x + 2, box.center[1] - 30, 82, 60))
